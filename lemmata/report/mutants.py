"""``mutants.json`` in, one page out: what became of every small change to a statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from lemmata.report import formats
from lemmata.report.records import mapping, records
from lemmata.report.render import write_page
from lemmata.report.run_files import ReportError, parsed
from lemmata.report.styles import STYLE
from lemmata.report.writing import Block, Code, Heading, Inline, Link, Paragraph, Strong, Table, html
from lemmata.report.writing.paragraphs import Line

SCHEMA = 1
_LINK = re.compile(r"certificates/[A-Za-z0-9._-]+\.json")
OUTCOMES = {  # the sign that stands for each, and what it means
    "killed": ("✗", "Refuted by a certified instance: the suite tells it from the statement."),
    "survived": ("!", "Nothing broke it. Either the suite is too weak there or the claim can be improved."),
    "explained": ("≈", "Nothing broke it, and it is true: a reviewer says why next to it."),
    "equivalent": ("≡", "Certainly true, so nothing can kill it; the reason stands next to it."),
    "vacuous": ("∅", "No instance meets its hypotheses, or its claim has no meaning at any."),
    "inconclusive": ("?", "The trial could not decide."),
    "error": ("#", "The trial itself failed."),
}
KINDS = {
    "A": "inequalities", "D": "derivatives", "I": "identities", "P": "probabilities", "L": "limits",
    "T": "trajectories", "G": "graphs", "F": "figures",
}  # fmt: skip
FINDINGS = {
    "weaker": "says no more",
    "improvement": "improves the claim",
    "suite": "suite too weak",
    "loose": "claim not sharp",
}
TRUE = ("weaker", "improvement")  # findings
Record = Mapping[str, Any]


def render(folder: Path) -> Path:
    """Write ``index.html`` into the folder of a mutation run and return its path; the same file gives the same bytes.

    Raises ReportError where ``mutants.json`` is missing, is not JSON, or is not of schema 1.
    """
    return write_page(folder, page_of(load(folder / "mutants.json")))


def load(path: Path) -> Record:
    """The parsed file, its outer shape checked.  Raises ReportError."""
    data = parsed(path, "mutation run", "mutants")
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("mutants"), list):
        raise ReportError(f"{path}: not a mutation run of schema {SCHEMA}; run the mutants again")
    return data


def page_of(data: Record) -> str:
    """The page of a mutation run as text."""
    held, statements = records(data["mutants"]), records(data.get("statements"))
    mine = {str(s.get("id")): [r for r in held if r.get("statement") == s.get("id")] for s in statements}
    blocks = [*_opening(data, held), *_kinds(mine), *_statements(statements, mine), *_operators(data, held)]
    left_out = [(s.get("id"), s["skipped"]) for s in statements if s.get("skipped")]
    rows = tuple(((str(what),), (str(why),)) for what, why in (*left_out, *mapping(data.get("not_mutated")).items()))
    means = tuple(((_badge(name),), (said,)) for name, (_, said) in OUTCOMES.items())
    blocks += [Heading(2, ("Not mutated",), "skipped"), Table(("What", "Why"), rows, "not mutated")]
    blocks += [Heading(2, ("How to read this",), "method"), Table(("Outcome", "Meaning"), means, "outcomes")]
    return html(f"{len(held)} mutants · Lemmata", blocks, STYLE)


def _opening(data: Record, held: Sequence[Record]) -> Iterator[Block]:
    sample = "" if data.get("sample") is None else f" · a sample of {data['sample']}"
    took = f"{formats.date(data.get('started'))} · {formats.seconds(data.get('seconds'))}"
    yield Heading(1, ("Mutants: what a small change does to each statement",))
    yield Paragraph((f"Seed {data.get('seed')}{sample} · {took} · median time to a kill {_median(held)}",))
    if data.get("complete") is not True:
        again = Code("lemmata mutants --resume")
        yield Paragraph((Strong("Partial run."), " It was stopped before its end. ", again, " carries on."))
    counts = ", ".join(f"{sum(_outcome(r) == name for r in held)} {name}" for name in OUTCOMES)
    yield Paragraph((f"{len(held)} mutants: {counts}. ", Link("mutants.json", "mutants.json"), "."))
    count = sum(map(_unexplained, held))
    waiting = "surviving mutant of a headline theorem waits" if count == 1 else (
        "surviving mutants of a headline theorem wait"
    )  # fmt: skip
    said: Inline = "Every surviving mutant of a headline theorem is explained below."
    said = Strong(f"{count} {waiting} for an explanation.") if count else said
    yield Paragraph(("A mutant differs from its statement in one place. ", said))


def _kinds(mine: Mapping[str, Sequence[Record]]) -> Iterator[Block]:
    """A table of outcomes by kind of statement, and the statements none of whose mutants fell though some may be
    false."""
    rows, silent = [], []
    for letter, words in KINDS.items():
        groups = {name: found for name, found in mine.items() if found and found[0].get("kind") == letter}
        found = [r for group in groups.values() for r in group]
        killed, left = sum(_outcome(r) == "killed" for r in found), sum(map(_open, found))
        share = f"{100 * killed / (killed + left):.0f}{formats.THIN}%" if killed + left else formats.UNKNOWN
        if found:
            rows.append(((words,), *((str(n),) for n in (killed, len(found) - killed - left, left, share))))
        names = [name for name, group in groups.items() if _silent(group)]
        silent += [Paragraph((f"{words.capitalize()} none of whose mutants fell: {', '.join(names)}.",))] * bool(names)
    heads = ("Kind", "Killed", "Known to be true", "Neither", "Killed of those not known to be true")
    yield Heading(2, ("Kinds of statements",), "kinds")
    yield Table(heads, tuple(rows), "outcomes by kind of statement")
    yield from silent


def _statements(statements: Sequence[Record], mine: Mapping[str, Sequence[Record]]) -> Iterator[Block]:
    yield Heading(2, ("Statements",), "statements")
    if not any(mine.values()):
        yield Paragraph(("No mutant was tried.",))
    for about in statements:
        name = str(about.get("id"))
        found, claim = mine[name], mapping(about.get("text")).get("claim")
        if found:
            head: list[Inline] = [f"{about.get('title')} ", Code(name), f" {about.get('locator')}"]
            head += [", no mutant fell"] if _silent(found) else []
            yield Heading(3, tuple(head), re.sub(r"[^A-Za-z0-9_.-]", "_", name))
            yield from (Paragraph((Code(str(c)),)) for c in (claim if isinstance(claim, list) else ()))
            rows = tuple(((_badge(_outcome(r)),), _change(r), _took(r)) for r in found)
            yield Table(("Outcome", "Changed to", "Slack and time"), rows, f"mutants of {name}")


def _change(record: Record) -> Line:
    """What a mutant says, and why it ended as it did."""
    part = {"given": "hypothesis", "let": "variable"}.get(str(record.get("part")), "claim")
    line: list[Inline] = [f"{str(record.get('id')).rpartition('~')[2]}, {part} ", Code(str(record.get("now") or ""))]
    if record.get("outcome") == "killed":
        certificate = str(record.get("certificate"))
        line.append(f" at {record.get('instance') or 'an instance'}")
        return (*line, " · ", Link("certificate", certificate)) if _LINK.fullmatch(certificate) else tuple(line)
    if record.get("reason"):
        line.append(f". {str(record['reason']).strip().splitlines()[-1]}")
    if record.get("explanation"):
        finding = FINDINGS.get(str(record.get("finding")))
        line.append(f". {f'{finding}: ' if finding else ''}{record['explanation']}")
    return (*line, " ", Strong("unexplained")) if _unexplained(record) else tuple(line)


def _operators(data: Record, held: Sequence[Record]) -> Iterator[Block]:
    says, rows = mapping(data.get("operators")), []
    for name in dict.fromkeys([*says, *(str(r.get("operator")) for r in held)]):
        mine = [r for r in held if r.get("operator") == name]
        counts = (sum(_outcome(r) == kind for r in mine) for kind in OUTCOMES)
        rows.append(((f"{name}: {says.get(name, '')}",), *((str(n or ""),) for n in counts), (_median(mine),)))
    yield Heading(2, ("Operators",), "operators")
    yield Table(("Operator", *OUTCOMES, "Median kill"), tuple(rows), "outcomes by operator")


def _badge(name: str) -> str:
    return f"{OUTCOMES.get(name, ('?', ''))[0]} {name}"


def _outcome(record: Record) -> str:
    """What became of a mutant, survivors that a reviewer found to be true apart from the others."""
    outcome = str(record.get("outcome"))
    return "explained" if outcome == "survived" and record.get("finding") in TRUE else outcome


def _open(record: Record) -> bool:
    """Whether a mutant that is not killed may be false, as far as anyone has said."""
    return (
        _outcome(record) not in ("killed", "explained", "equivalent", "vacuous") and record.get("finding") not in TRUE
    )


def _silent(found: Sequence[Record]) -> bool:
    """Whether mutants of a statement might have fallen and none did."""
    return all(_outcome(r) != "killed" for r in found) and any(map(_open, found))


def _unexplained(record: Record) -> bool:
    """Whether a survivor asks for an explanation and has none."""
    headline = record.get("headline") is True
    return headline and _outcome(record) == "survived" and not record.get("explanation")


def _took(record: Record) -> Line:
    return (f"{formats.slack(record.get('min_slack'))}, {_brief(record.get('seconds'))}",)


def _median(held: Sequence[Record]) -> str:
    """Half of those that were killed took less."""
    times = [float(r.get("seconds") or 0) for r in held if r.get("outcome") == "killed"]
    return _brief(median(times)) if times else formats.UNKNOWN


def _brief(seconds: Any) -> str:
    """A duration to hundredths of a second below ten of them."""
    number = formats.as_float(seconds)
    return f"{number:.2f}{formats.THIN}s" if number is not None and 0 <= number < 10 else formats.seconds(seconds)
