"""The answer to a claim in five lines: the verdict, the instance or the theorem, the numbers, what it means, what next.

The whole account is `answers.findings`; both read one entry, so that they cannot say different things.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from lemmata.conjectures import answers
from lemmata.conjectures.numpy_form import assignments

WIDE = 400  # characters of an instance on one line


def in_short(entry: Mapping[str, Any]) -> Iterator[str]:
    """The four lines below the verdict."""
    lines = _drawn(entry) if _random(entry) else _BY_VERDICT[entry["verdict"]](entry)
    for line in lines:
        yield answers.renamed(line, entry.get("aliases") or ())
    yield f"next: {_next(entry)}"


def _random(entry: Mapping[str, Any]) -> bool:
    return bool((entry.get("evidence") or {}).keys() & {"probability", "expectation", "limit"})


def _instance(shown: Mapping[str, Any]) -> str:
    text = "; ".join(line for line in assignments(shown) if not line.startswith("#"))
    return text if len(text) <= WIDE else f"{text[: WIDE - 3]}..."


def _refuted(entry: Mapping[str, Any]) -> Iterator[str]:
    variants = [v for v in entry.get("variants") or () if v["verdict"] in ("supported", "proved")]
    tie = bool(entry.get("tie") and variants)
    yield f"{'equality' if entry.get('tie') else 'it fails'} at {_instance(entry['counterexample'])}"
    fails, *both = (line.strip() for line in answers.sides(entry))
    yield f"{fails} {', '.join(' '.join(side.split()) for side in both)}"
    met = "every hypothesis holds there" if entry["text"]["given"] else "both sides are certified"
    holds = f"; with {variants[0]['relation']} instead it {variants[0]['detail']}" if tie else ""
    yield f"so the claim is false as it stands: {met}{holds}"


def _proved(entry: Mapping[str, Any]) -> Iterator[str]:
    found = entry["proof"]
    yield found.get("standing") or "proved from the axioms below"
    yield f"axioms used: {', '.join(found['rests_on']) or 'none'}"
    if entry.get("restricted"):
        yield f"only part of it was considered: {entry['restricted'][0]}"
    yield "so it is true of every instance in scope: the kernel replayed the derivation in a process of its own"


def _supported(entry: Mapping[str, Any]) -> Iterator[str]:
    evidence, known = entry["evidence"], (entry.get("evidence") or {}).get("recognised")
    shown, _ = answers.nearest(entry)
    if known:
        yield known
    elif shown:
        tie = shown.get("exact_tie", True)
        yield f"{'equality is attained at' if tie else 'nearest to failing at'} {_instance(shown)}"
    else:
        yield "no instance came near to failing"
    yield (
        f"held at {evidence['instances']:,} instances ({entry['scope']}), {evidence['certified']:,} of them decided "
        f"exactly or with rigorous bounds; {evidence['searches']:,} searches for a counterexample"
    )
    if known:
        yield "so it is as true as the textbook: no derivation of it is written here"
    elif entry.get("restricted"):
        yield f"only part of it was considered: {entry['restricted'][0]}"
    else:
        yield "so it may be true: neither a counterexample nor a proof was found, which is evidence and no proof"


def _open(entry: Mapping[str, Any]) -> Iterator[str]:
    evidence, vacuous = entry["evidence"], entry["verdict"] == "vacuous"
    yield f"{'to blame' if vacuous else 'why'}: {evidence.get('stopped') or 'not recorded'}"
    generated = evidence.get("generated", evidence["instances"])
    yield f"{generated:,} instances generated, {evidence['certified']:,} decided exactly or with rigorous bounds"
    if evidence.get("recognised"):
        yield evidence["recognised"]
    yield (
        "so the claim says nothing that could be checked: no instance is known to meet its hypotheses"
        if vacuous
        else "so nothing is known: neither that it holds nor that it fails"
    )


def _drawn(entry: Mapping[str, Any]) -> Iterator[str]:
    first, *_ = answers.findings(entry)
    yield first
    draws = entry["evidence"]["instances"]
    if draws and "draws" not in first:
        yield f"{draws:,} draws"
    how = (
        "up to the stated probability of error of the test" if draws else "both sides are certified, nothing was drawn"
    )
    yield {
        "refuted": f"so the claim is false, {how}",
        "supported": "so it may be true: no test spoke against it, which is evidence and no proof",
    }.get(entry["verdict"], "so nothing is known: neither that it holds nor that it fails")


def _next(entry: Mapping[str, Any]) -> str:
    """What else can be done, with the same command or another."""
    words = shlex.split(entry.get("reproduce") or "")
    seconds = float(words[words.index("--budget") + 1]) if "--budget" in words else 30.0
    longer = f"--budget {20 * seconds:g} looks longer"
    kept = "--out DIR keeps the certificate for `lemmata certify`; " if entry["certificate"] else ""
    stronger = "" if _random(entry) else "; `lemmata sharpen` asks what could be stronger"
    return {
        "refuted": f"{kept}--explain gives the whole account",
        "proved": "--explain shows the steps; `lemmata prove --script` the proof; `lemmata sharpen` asks for more",
        "supported": f"{longer} for a counterexample and for a proof{stronger}",
        "vacuous": "declare domains whose members meet the hypotheses, or ask for less; --explain counts each",
        "inconclusive": f"{longer}; --explain says how far it came",
        "error": "this is a fault of the tool: please report it with the command",
    }[entry["verdict"]]


_BY_VERDICT = {
    "refuted": _refuted,
    "proved": _proved,
    "supported": _supported,
    "vacuous": _open,
    "inconclusive": _open,
    "error": answers.findings,
}
