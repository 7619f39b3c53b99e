"""What an entry says, in lines of plain text for a terminal, a test report or a notebook."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from lemmata.conjectures.numpy_form import assignments
from lemmata.language.verdicts import verdict_words

INDENT = "    "
CLOSEST = 4  # places shown at which a claim about random matrices was closest to its limit
STAGES = {  # what a search goes through, in words
    "lattice": "small integers",
    "construction": "constructions",
    "ensembles": "random matrices",
    "equations": "equations, solved",
    "ascent": "gradient ascent",
    "growth": "larger orders",
    "climb": "hill climbing",
    "anytime": "BFGS in many coordinates",
}
OPTIONAL = ("construction", "equations")  # stages that only some claims ask for
PLAIN_NUMBER = re.compile(r"[\d./]+")
LONG = 120  # characters of a relation with words unfolded that are shown
TELLING = 1e-3  # part of a constant from which on it is said that so much is needed
SIDES = 60  # characters of a side that are printed


def declared(line: str) -> str:
    """A line of `let` as people write it: independent entries by their law, and a dimension that grows as one."""
    line = re.sub(r"= iid\((.*), (gaussian|rademacher)\)$", r"= \2(\1)", line)
    line = re.sub(r"= iid\((.*), uniform\)$", r"= iid_uniform(\1)", line)
    return re.sub(r"^(\w+) = integer\(\d+\)$", r"\1 -> oo", line)


def statement(entry: Mapping[str, Any]) -> Iterator[str]:
    """The statement as it was read."""
    defined = [f"{name} = {text}" for name, text in (entry.get("defined") or {}).items()]
    said = (
        entry["text"] | (entry.get("said") or {}) | (entry.get("written") or {})
    )  # in its own words, where it has some
    defined = said.get("define", defined)
    let = [declared(line) for line in said["let"]]
    for part, lines in (("let", let), ("define", defined), ("given", said["given"]), ("claim", said["claim"])):
        for k, line in enumerate(lines):
            yield f"  {part if k == 0 else '':6} {line}"
    if entry.get("notes"):
        yield f"  note   {entry['notes']}"


def findings(entry: Mapping[str, Any]) -> Iterator[str]:
    """What was found: the instance that breaks the claim or comes nearest to it, the evidence, and the extras."""
    evidence = entry.get("evidence") or {}
    random = evidence.keys() & {"probability", "expectation"}
    for line in (
        _random(entry) if random else _limit(entry) if "limit" in evidence else _BY_VERDICT[entry["verdict"]](entry)
    ):
        yield renamed(line, entry.get("aliases") or ())


def renamed(line: str, aliases: Iterable[Sequence[str]]) -> str:
    """A line with long texts, and names of parts, replaced by what the writer of the claim calls them."""
    for long, name in aliases:
        line = re.sub(rf"\b{long}\b", name, line) if long.isidentifier() else line.replace(long, name)
    return line


def _random(entry: Mapping[str, Any]) -> Iterator[str]:
    """What draws and exact moments said of a claim about random matrices, and what they would have noticed."""
    evidence = entry["evidence"]
    if entry["verdict"] == "refuted":
        yield entry["counterexample"]["explain"]
    else:
        yield f"{evidence['instances']:,} draws and exact values, {entry['scope']}: {evidence['stopped']}"
    reported = evidence.get("probability") or evidence["expectation"]
    if entry["verdict"] == "supported":
        yield f"a true claim would have been refuted with probability below {reported['error_suite']:.0e}; closest"
        for seen in reported.get("worst", ())[:CLOSEST]:
            for part in seen["probabilities"]:
                bound = f", claimed {seen['bound']:.6g}" if seen.get("bound") is not None else ""
                within = f"in [{part['low']:.4g}, {part['high']:.4g}]"
                yield f"{INDENT}at {seen['cell']}: {part['event']} {within}{bound} ({seen['draws']:,} draws)"
        for seen in reported.get("closest", ())[:CLOSEST]:
            told_of = seen["draws"] and seen["noticed"] is not None  # no draw would have refuted it otherwise
            noticed = f", off by {seen['noticed']:.2g} would be noticed ({seen['draws']:,} draws)" if told_of else ""
            yield f"{INDENT}at {seen['cell']}: {seen['method']}, slack {seen['slack']:.6g}{noticed}"
        for seen in (reported.get("enclosed") or {}).get("closest", ())[:CLOSEST]:
            values = "; ".join(seen["probabilities"])
            yield f"{INDENT}at {seen['cell']}: enclosed {values}, slack {seen['margin']:.3g}"
    if reported.get("unable"):
        yield f"at {reported['unable']} of {reported['tests']} places no draw could have refuted it"


def _limit(entry: Mapping[str, Any]) -> Iterator[str]:
    """What draws at growing sizes and the classical limit theorems said."""
    evidence = entry["evidence"]
    if entry["verdict"] == "refuted":
        yield entry["counterexample"]["explain"]
    else:
        yield f"{evidence['instances']:,} draws, {entry['scope']}: {evidence['stopped']}"
    for series in evidence["limit"]["series"]:
        yield f"{series['measure']}{', ' * bool(series['parameters'])}{series['parameters']}:"
        for point in series["points"]:
            yield f"{INDENT}n = {point['n']}: {point['value']:.4g} in [{point['low']:.4g}, {point['high']:.4g}]"
        for reported in series.get("reported", ()) if entry["verdict"] != "refuted" else ():
            if reported["noticed"] is not None:
                yield (
                    f"{INDENT}by {reported['by']} the {reported['what']} tends to a number in "
                    f"[{reported['limit'][0]:.4g}, {reported['limit'][1]:.4g}]: "
                    f"a limit off by more than {reported['noticed']:.2g} would be noticed"
                )
        yield from (INDENT + series["reason"],) if series["reason"] else ()


def _refuted(entry: Mapping[str, Any]) -> Iterator[str]:
    variants = entry.get("variants") or ()
    saved = [v for v in variants if v["verdict"] in ("supported", "proved")]
    if entry.get("tie") and saved:
        yield f"it holds as {saved[0]['relation']}: {saved[0]['detail']}; equality at"
    else:
        yield "equality, which a strict relation excludes, at" if entry.get("tie") else "it fails at"
    yield from (INDENT + line for line in assignments(entry["counterexample"]))
    yield from sides(entry)
    yield "every hypothesis holds there, certified" if entry["text"]["given"] else "both sides are certified"
    if any("cond(" in line for line in entry["text"]["claim"]):
        yield "note: cond is the largest over the smallest non-zero singular value, finite at singular matrices;"
        yield "      where it should be infinite there, add a hypothesis such as abs(det(A)) > 0 or smin(A) > 0"
    for other in variants if not (entry.get("tie") and saved) else ():
        yield f"with {other['relation']} instead: {other['detail'] or other['verdict']}"
    if ratio := _ratio(entry):
        yield f"how much larger it gets: {ratio}"
    evidence = entry["evidence"]
    how = evidence.get("refutation")
    if how:
        yield (
            f"found after {how['seconds']:.1f} s of search, among {evidence['instances']:,} instances: "
            f"{stage_label(evidence, how['stage'])}"
        )
        way = how.get("improved") or ()
        if len(way) > 1:
            steps = (f"{_at(step['dims'])}{step['digits']} digits after {step['seconds']:.1f} s" for step in way)
            yield f"made simpler, certified each time: {'; '.join(steps)}"


def _ratio(entry: Mapping[str, Any]) -> str:
    """The command that asks how large the quotient of two positive sides becomes; empty where that says nothing."""
    words, claims = shlex.split(entry.get("reproduce") or ""), (entry.get("said") or entry["text"])["claim"]
    found = re.fullmatch(r"([^<>=]+) (<=?|>=?) ([^<>=]+)", claims[0]) if len(claims) == 1 else None
    if found is None or "--claim" not in words or entry.get("tie") or " for " in claims[0]:
        return ""
    try:
        positive = all(float(_middle(entry["counterexample"][side])) > 0 for side in ("lhs", "rhs"))
    except ValueError:  # a matrix
        return ""
    small, large = (found[1], found[3]) if "<" in found[2] else (found[3], found[1])
    if not positive or len(claims[0]) > LONG:
        return ""
    place = words.index("--claim")
    kept = [w for k, w in enumerate(words) if not {"--budget", "--seed"} & set(words[max(k - 1, 0) : k + 1])]
    kept[place : place + 2] = [
        "--sup",
        small if PLAIN_NUMBER.fullmatch(large) else f"{_closed(small)} / {_closed(large)}",
    ]
    return shlex.join(kept)


def _closed(side: str) -> str:
    """A side as a factor: in brackets unless it is one word with its arguments."""
    return side if re.fullmatch(r"\w+(\([^()]*\))?", side) else f"({side})"


def _at(dims: Mapping[str, int]) -> str:
    return "".join(f"{k} = {v}, " for k, v in dims.items())


def sides(entry: Mapping[str, Any]) -> Iterator[str]:
    """Both sides of the broken relation, with = where the number is the whole of it."""
    shown, certificate = entry["counterexample"], entry.get("certificate") or {}
    relation = shown.get("concrete") or shown["claim"]
    long = len(relation) > LONG and entry.get("said")
    relation = (
        f"the claim {min(entry['said']['claim'], key=len)}" if long and len(entry["said"]["claim"]) == 1 else relation
    )
    if entry.get("written"):
        relation = shown["claim"]
    yield f"there {relation} fails" + (f" in entry {tuple(shown['entry'])}" if shown.get("entry") else "") + ":"
    for name, key in (("left side ", "lhs"), ("right side", "rhs")):
        sign = "≈" if "+/-" in str(certificate.get(key, "")) and not _whole(shown[key]) else "="
        yield f"{INDENT}{name} {sign} {_cut(shown[key])}"


def _whole(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _cut(text: str) -> str:
    return text if len(text) <= SIDES else text[: SIDES - 3] + "..."


def _proved(entry: Mapping[str, Any]) -> Iterator[str]:
    found = entry["proof"]
    steps = (f"{step['text']}: {step['because']}" for step in found.get("steps", ()))
    lines = found.get("lines") or (found.get("script") or "").splitlines() or steps
    for k, line in enumerate(lines):
        yield f"{'proved: ' if k == 0 else INDENT + 'then '}{line}"
    if found.get("standing"):
        yield found["standing"]
    if entry.get("principles"):
        yield f"it is {verdict_words(entry)}"
    if found["rests_on"]:
        yield f"axioms used: {', '.join(found['rests_on'])}"
    yield from _supported(entry)


def _supported(entry: Mapping[str, Any]) -> Iterator[str]:
    evidence = entry["evidence"]
    if entry.get("unproved"):
        yield f"not proved: {entry['unproved']}"
    yield from (f"only part of it was considered: {line}" for line in entry.get("restricted") or ())
    if evidence.get("recognised") and entry["verdict"] != "proved":
        yield evidence["recognised"]
    yield (
        f"survived {evidence['instances']:,} instances ({entry['scope']}) and {evidence['searches']:,} searches; "
        f"{evidence['certified']:,} re-evaluated rigorously"
    )
    yield from _reach(entry)
    shown, words = nearest(entry)
    if shown:
        tie = shown.get("exact_tie", True)
        zero = _middle(shown["lhs"]) == _middle(shown["rhs"]) == "0"
        if tie:
            yield "equality, both sides zero, at" if zero else "tight: equality at"
        else:
            yield f"smallest slack certified: {shown['slack']}, at" if _finite(shown["slack"]) else "nearest seen, at"
        yield from (INDENT + line for line in assignments(shown))
        yield from (f"{INDENT}# {line}" for line in words if not shown.get("parts"))
        yield f"{INDENT}left {_middle(shown['lhs'])}, right {_middle(shown['rhs'])}"
    level = evidence.get("level") or {"count": 0}
    if level["count"]:
        yield f"not distinguished from equality at {level['count']} instances: {level['first']}"
    yield from _sharpness(entry)
    if "time" in evidence.get("stopped", ""):
        yield f"stopped because {evidence['stopped']}; a larger --budget looks further"


def _reach(entry: Mapping[str, Any]) -> Iterator[str]:
    """Which share of the instances counted, which stages ran, and what the search never came to."""
    evidence = entry["evidence"]
    generated = evidence.get("generated") or 0
    if generated:
        part = 100 * evidence["instances"] / generated
        if evidence["instances"] < generated:
            yield f"considered at {part:.3g} % of the instances; elsewhere a hypothesis fails or a side has no value"
        else:
            yield "every instance generated met the hypotheses and has a value"
    if not evidence.get("searches") and evidence.get("recognised"):
        return  # nothing was searched: what is known needs none
    ran = {s["name"] for s in evidence.get("stages", ()) if s.get("tried") or s.get("screened")}
    skipped = {s["name"] for s in evidence.get("stages", ()) if s.get("skipped")}
    if ran:
        yield f"searched by {', '.join(word for name, word in STAGES.items() if name in ran)}"
        sizes = list(_sizes_left(entry))
        wanted = STAGES.keys() - ran - skipped - set(OPTIONAL) - (set() if sizes else {"growth"})
        left = [word for name, word in STAGES.items() if name in wanted] + sizes
        if left:
            yield f"never reached: {', '.join(left)}"


def _sizes_left(entry: Mapping[str, Any]) -> Iterator[str]:
    """Dimensions beyond those that were covered."""
    covered = dict(re.findall(r"(\w+) ≤ (\d+)", str(entry["evidence"].get("dimensions") or "")))
    for line in entry["text"]["let"]:
        declared = re.fullmatch(r"(\w+) = integer\(\d+, (\d+)\)", line)
        most = covered.get(declared[1]) if declared else None
        if declared and most and int(most) < int(declared[2]):
            yield f"{declared[1]} from {int(most) + 1} to {declared[2]}"


def _sharpness(entry: Mapping[str, Any]) -> Iterator[str]:
    found, together = entry.get("sharpness") or {}, False
    for h in found.get("hypotheses", ()):
        if h["status"] == "not needed":
            yield f"looks unnecessary: {h['text']} ({h['detail']})"
        elif h["status"] == "needed together" and not together:
            together = True
            yield f"needed together: {h['detail']}"
        elif h["status"] == "less is enough":
            yield f"less is enough than {h['text']}: {h['instead']} as well ({h['detail']})"
        elif h["status"] == "needed" and h.get("kind") == "hypothesis":
            yield f"needed: {h['text']} ({h['detail']})"
    for c in found.get("constants", ()):
        which = f" in {c['text']}" if len(found["constants"]) > 1 else ""
        if c["status"] == "improvable":
            tried = f"survived {c['instances']:,} instances"
            yield f"could be sharper{which}: {c['survived']} times ({c['scaled']}) {tried}"
        elif c["status"] == "best":
            yield f"the constant is best possible{which}: {c['detail']}"
        elif c["status"] == "open" and float(c["at_least"]) >= TELLING:
            yield f"the constant{which}: at least {c['at_least']} of it is needed ({c['detail']})"
        elif c["status"] == "gap":
            yield f"the gap{which}: {c['detail']}"
    tied = evidently_tied(entry)
    for a in found.get("attained", ()):
        if a["status"] == "approached" and not tied:
            yield f"equality is approached, not met: {a['detail']}"


def evidently_tied(entry: Mapping[str, Any]) -> bool:
    """Whether equality is shown at an instance: then nothing is said of its being approached alone."""
    shown, _ = nearest(entry)
    return shown is not None and bool(shown.get("exact_tie", True))


def _finite(number: Any) -> bool:
    return not re.search("inf|nan", str(number))


def nearest(entry: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, list[str]]:
    """The instance that says most on how tight a true statement is, and its structure in words: a case of equality
    with sides that are not zero where there is one, else the tightest instance."""
    for found in (entry.get("sharpness") or {}).get("attained", ()):
        if found["status"] == "attained" and found.get("instance"):
            return found["instance"], list(found["structure"])
    return (entry.get("evidence") or {}).get("tightest"), list(entry.get("structure") or ())


def _open(entry: Mapping[str, Any]) -> Iterator[str]:
    evidence = entry["evidence"]
    yield f"{'to blame' if entry['verdict'] == 'vacuous' else 'why'}: {evidence.get('stopped') or 'not recorded'}"
    for h in evidence.get("hypotheses", ()):
        rate = "never tried" if h["acceptance"] is None else f"met by {100 * h['acceptance']:.3g} % of the instances"
        yield f"{INDENT}{h['text']}: {rate}"
    if entry["verdict"] == "inconclusive" and evidence.get("min_slack") is not None:
        yield f"smallest slack so far: {evidence['min_slack']:.3g}"
        if evidence.get("tightest"):
            yield from (INDENT + line for line in assignments(evidence["tightest"]))
    generated = evidence.get("generated", evidence["instances"])
    yield f"{generated:,} instances generated, {evidence['certified']:,} certified"


def _error(entry: Mapping[str, Any]) -> Iterator[str]:
    lines = (entry.get("error") or "not recorded").strip().splitlines()
    yield f"the check itself failed: {lines[-1]}"


_BY_VERDICT = {
    "refuted": _refuted,
    "supported": _supported,
    "proved": _proved,
    "vacuous": _open,
    "inconclusive": _open,
    "error": _error,
}


def stage_label(evidence: Mapping[str, Any], name: str | None) -> str:
    """How a report calls a stage."""
    return next((s["label"] for s in evidence.get("stages", ()) if s["name"] == name), name or "the exact check")


def brief(entry: Mapping[str, Any]) -> str:
    """The outcome in a few words, for a table."""
    evidence = entry.get("evidence") or {}
    if entry["verdict"] == "refuted":
        shown = entry["counterexample"]
        return f"{shown['lhs']} {shown['relation']} {shown['rhs']} fails at {entry['scope']}"
    if entry["verdict"] in ("supported", "proved"):
        slack = evidence.get("min_slack")
        tight = "tight" if entry.get("tight") else f"slack {slack:.2g}" if slack is not None else ""
        return ", ".join(filter(None, (f"{evidence['instances']:,} instances", entry.get("scope"), tight)))
    if entry["verdict"] == "error":
        return (entry.get("error") or "").strip().splitlines()[-1] if entry.get("error") else ""
    return str(evidence.get("stopped") or "")


def _middle(enclosure: str) -> str:
    middle = enclosure.strip("[]").split(" +/- ")[0]
    return middle.rstrip("0").rstrip(".") if "." in middle and "e" not in middle else middle
