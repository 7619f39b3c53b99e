"""``mutants.json`` in, one page out: what became of every small change to a statement."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from lemmata.report import formats
from lemmata.report.records import mapping, records
from lemmata.report.render import write_page
from lemmata.report.run_files import ReportError, parsed
from lemmata.report.styles import TEMPLATES

SCHEMA = 1
_LINK = re.compile(r"certificates/[A-Za-z0-9._-]+\.json")


@dataclass(frozen=True)
class OutcomeKind:
    """What can become of a mutant: the sign that stands for it, the colour it borrows, what it means."""

    name: str
    symbol: str
    css: str
    means: str


OUTCOMES = {
    kind.name: kind
    for kind in (
        OutcomeKind("killed", "✗", "proved", "Refuted by a certified instance: the suite tells it from the statement."),
        OutcomeKind("survived", "!", "refuted", "Nothing broke it. Either the suite is too weak there or the claim can "
                    "be improved."),
        OutcomeKind("explained", "≈", "supported", "Nothing broke it, and it is true: a reviewer says why next to it."),
        OutcomeKind("equivalent", "≡", "supported", "Certainly true, so nothing can kill it; the reason stands next to "
                    "it."),
        OutcomeKind("vacuous", "∅", "vacuous", "No instance meets its hypotheses, or its claim has no meaning at any."),
        OutcomeKind("inconclusive", "?", "inconclusive", "The trial could not decide."),
        OutcomeKind("error", "#", "error", "The trial itself failed."),
    )
}  # fmt: skip
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


@dataclass(frozen=True)
class MutantView:
    """One mutant, every field ready to print."""

    id: str
    name: str
    operator: str
    outcome: OutcomeKind
    part: str
    now: str
    reason: str
    slack: str
    seconds: str
    instance: str | None
    certificate: str | None
    finding: str | None
    explanation: str | None


@dataclass(frozen=True)
class StatementView:
    """A statement with its mutants, or why it has none."""

    id: str
    anchor: str
    title: str
    locator: str
    headline: bool
    skipped: str | None
    claim: tuple[str, ...]
    mutants: tuple[MutantView, ...]

    def count(self, outcome: str) -> int:
        """Mutants with this outcome."""
        return sum(m.outcome.name == outcome for m in self.mutants)

    @property
    def silent(self) -> bool:
        """Whether mutants might have fallen and none did."""
        return not self.count("killed") and any(_open(m.outcome.name, m.finding) for m in self.mutants)

    @property
    def survivors(self) -> list[MutantView]:
        """The mutants that nothing broke and nobody found to be true."""
        return [m for m in self.mutants if m.outcome.name == "survived"]

    @property
    def unexplained(self) -> list[MutantView]:
        """Survivors that ask for an explanation and have none."""
        return [m for m in self.survivors if self.headline and not m.explanation]


@dataclass(frozen=True)
class KindView:
    """Outcomes of the mutants of one kind of statement.

    `true` are those known to be true: equivalent ones, and survivors explained as saying no more than the statement or
    as improving it; `silent` are statements with mutants that are not all true, none of which fell.
    """

    name: str
    killed: int
    true: int
    open: int
    share: str
    silent: tuple[str, ...]


@dataclass(frozen=True)
class OperatorView:
    """Outcomes of one operator."""

    name: str
    says: str
    counts: tuple[tuple[OutcomeKind, int], ...]
    seconds: str


def render(folder: Path) -> Path:
    """Write ``index.html`` into the folder of a mutation run and return its path; the same file gives the same bytes.

    Raises ReportError where ``mutants.json`` is missing, is not JSON, or is not of schema 1.
    """
    return write_page(folder, page_of(load(folder / "mutants.json")))


def load(path: Path) -> Mapping[str, Any]:
    """The parsed file, its outer shape checked.  Raises ReportError."""
    data = parsed(path, "mutation run", "mutants")
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("mutants"), list):
        raise ReportError(f"{path}: not a mutation run of schema {SCHEMA}; run the mutants again")
    return data


def page_of(data: Mapping[str, Any]) -> str:
    """The page of a mutation run as text."""
    held = records(data["mutants"])
    statements = [_statement(s, held) for s in records(data.get("statements"))]
    shown = [s for s in statements if s.mutants]
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    times = [float(r.get("seconds") or 0) for r in held if r.get("outcome") == "killed"]
    return environment.get_template("mutants.html.j2").render(
        statements=shown,
        skipped=[s for s in statements if s.skipped],
        kinds=_kinds(held, shown),
        operators=_operators(mapping(data.get("operators")), held),
        not_mutated=mapping(data.get("not_mutated")),
        counts=[(kind, sum(_outcome(r) == kind.name for r in held)) for kind in OUTCOMES.values()],
        total=len(held),
        unexplained=sum(len(s.unexplained) for s in shown),
        median=_brief(median(times)) if times else formats.UNKNOWN,
        outcomes=OUTCOMES,
        complete=data.get("complete") is True,
        seed=data.get("seed"),
        sample=data.get("sample"),
        date=formats.date(data.get("started")),
        seconds=formats.seconds(data.get("seconds")),
        style=(TEMPLATES / "page.css").read_text(encoding="utf-8").strip(),
    )


def _statement(about: Mapping[str, Any], held: Sequence[Mapping[str, Any]]) -> StatementView:
    name = str(about.get("id", ""))
    claim = mapping(about.get("text")).get("claim")
    return StatementView(
        id=name,
        anchor=re.sub(r"[^A-Za-z0-9_.-]", "_", name),
        title=str(about.get("title") or ""),
        locator=str(about.get("locator") or ""),
        headline=about.get("headline") is True,
        skipped=str(about["skipped"]) if about.get("skipped") else None,
        claim=tuple(map(str, claim)) if isinstance(claim, list) else (),
        mutants=tuple(_mutant(r) for r in held if r.get("statement") == name),
    )


def _outcome(record: Mapping[str, Any]) -> str:
    """What became of a mutant, survivors that a reviewer found to be true apart from the others."""
    outcome = str(record.get("outcome"))
    return "explained" if outcome == "survived" and record.get("finding") in TRUE else outcome


def _mutant(record: Mapping[str, Any]) -> MutantView:
    name = str(record.get("id", ""))
    outcome, finding = _outcome(record), record.get("finding")
    certificate = record.get("certificate")
    return MutantView(
        id=name,
        name=name.rpartition("~")[2],
        operator=str(record.get("operator")),
        outcome=OUTCOMES.get(outcome) or OutcomeKind(outcome, "?", "absent", ""),
        part={"given": "hypothesis", "let": "variable"}.get(str(record.get("part")), "claim"),
        now=str(record.get("now") or ""),
        reason=str(record.get("reason") or "").strip().splitlines()[-1] if record.get("reason") else "",
        slack=formats.slack(record.get("min_slack")),
        seconds=_brief(record.get("seconds")),
        instance=str(record["instance"]) if record.get("instance") else None,
        certificate=certificate if isinstance(certificate, str) and _LINK.fullmatch(certificate) else None,
        finding=FINDINGS.get(str(finding)) if finding else None,
        explanation=str(record["explanation"]) if record.get("explanation") else None,
    )


def _brief(seconds: Any) -> str:
    """A duration to hundredths of a second below ten of them."""
    number = formats.as_float(seconds)
    return f"{number:.2f}{formats.THIN}s" if number is not None and 0 <= number < 10 else formats.seconds(seconds)


def _open(outcome: str, finding: str | None) -> bool:
    """Whether a mutant that is not killed may be false, as far as anyone has said."""
    true = outcome in ("explained", "equivalent", "vacuous") or finding in [FINDINGS[f] for f in TRUE]
    return outcome != "killed" and not true


def _kinds(held: Sequence[Mapping[str, Any]], views: Sequence[StatementView]) -> list[KindView]:
    kind_of = {str(r.get("statement")): str(r.get("kind")) for r in held}
    out = []
    for letter, words in KINDS.items():
        mine = [m for v in views if kind_of.get(v.id) == letter for m in v.mutants]
        killed = sum(m.outcome.name == "killed" for m in mine)
        left = sum(_open(m.outcome.name, m.finding) for m in mine)
        if mine:
            share = f"{100 * killed / (killed + left):.0f}{formats.THIN}%" if killed + left else formats.UNKNOWN
            silent = tuple(v.id for v in views if kind_of.get(v.id) == letter and v.silent)
            out.append(KindView(words, killed, len(mine) - killed - left, left, share, silent))
    return out


def _operators(says: Mapping[str, Any], held: Sequence[Mapping[str, Any]]) -> list[OperatorView]:
    views = []
    for name in dict.fromkeys([*says, *(str(r.get("operator")) for r in held)]):
        mine = [r for r in held if r.get("operator") == name]
        times = [float(r.get("seconds") or 0) for r in mine if r.get("outcome") == "killed"]
        counts = tuple((kind, sum(_outcome(r) == kind.name for r in mine)) for kind in OUTCOMES.values())
        took = _brief(median(times)) if times else formats.UNKNOWN
        views.append(OperatorView(name, str(says.get(name, "")), counts, took))
    return views
