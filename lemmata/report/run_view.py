"""A whole run as the page needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lemmata.report import formats
from lemmata.report.formulas import plain
from lemmata.report.paper_order import in_paper_order
from lemmata.report.records import mapping, names, records
from lemmata.report.typeset_statements import Catalogue, paper_about
from lemmata.report.verdict_signs import VERDICTS, VerdictKind
from lemmata.report.views import StatementView, statement_view


class Shown:
    """Statements that are shown together."""

    statements: tuple[StatementView, ...]

    @property
    def refuted(self) -> list[StatementView]:
        """The refuted statements, those nobody expected first."""
        return sorted((s for s in self.statements if s.verdict.name == "refuted"), key=lambda s: not s.unexpected)


@dataclass(frozen=True)
class PaperView(Shown):
    """The statements of one paper; `number` is its place on the page."""

    number: int
    key: str
    label: str
    title: str | None
    statements: tuple[StatementView, ...]
    textbook: bool = False

    @property
    def printed(self) -> list[StatementView]:
        """What stands in the paper; of a textbook, nothing is under review."""
        return [] if self.textbook else [s for s in self.statements if s.printed]

    @property
    def page(self) -> str:
        """File name of its own page, one to one, and none that a run gives to other files."""
        return f"paper-{formats.anchor(self.key)[2:]}.html"

    def count(self, kind: VerdictKind) -> int:
        """How many of its statements have this verdict."""
        return sum(s.verdict == kind for s in self.statements)

    @property
    def sharper(self) -> list[StatementView]:
        """Its statements whose study found something to improve."""
        return [s for s in self.statements if s.sharper]


@dataclass(frozen=True)
class RunView(Shown):
    """A whole run."""

    profile: str
    seed: str
    device: str
    date: str
    seconds: str
    complete: bool
    statements: tuple[StatementView, ...]
    papers: tuple[PaperView, ...]
    counts: tuple[tuple[VerdictKind, int], ...]
    environment: tuple[tuple[str, str], ...]
    left_out: int = 0  # textbook facts that the run was not asked for, since no paper uses them
    timed: bool = False  # whether a page next to it says where the time went

    @property
    def printed(self) -> list[StatementView]:
        """The statements that stand in papers as they are here."""
        return [s for paper in self.papers for s in paper.printed]

    @property
    def facts(self) -> int:
        """How many are facts of textbooks."""
        return sum(len(paper.statements) for paper in self.papers if paper.textbook)

    def only(self, paper: PaperView) -> RunView:
        """The run as the page of one paper shows it."""
        counts = tuple((kind, n) for kind, _ in self.counts if (n := paper.count(kind)) or kind.name in VERDICTS)
        return replace(self, statements=paper.statements, papers=(paper,), counts=counts)

    @property
    def unexpected(self) -> list[StatementView]:
        """Statements whose verdict is not the reviewed one."""
        return [s for s in self.statements if s.unexpected]

    @property
    def unreviewed(self) -> list[StatementView]:
        """Statements without a review."""
        return [s for s in self.statements if s.unreviewed]

    @property
    def reviewed(self) -> list[StatementView]:
        """Statements with a reviewed verdict."""
        return [s for s in self.statements if s.expected is not None]

    @property
    def broken(self) -> list[StatementView]:
        """Statements whose printed proof depends on a refuted one."""
        return [s for s in self.statements if s.proof_broken]

    @property
    def axioms(self) -> list[tuple[str, int]]:
        """The axioms that the proofs of the run use, with the number of proofs, the most used first."""
        count = Counter(name for s in self.proved for name in s.rests_on)
        return sorted(count.items(), key=lambda x: (-x[1], x[0]))

    @property
    def proved(self) -> list[StatementView]:
        """What is proved."""
        return [s for s in self.statements if s.verdict.name == "proved"]

    @property
    def on_a_principle(self) -> list[StatementView]:
        """What is proved on a principle that no kernel derives."""
        return [s for s in self.proved if s.principles]

    @property
    def sharper(self) -> list[StatementView]:
        """The statements whose study found something to improve."""
        return [s for paper in self.papers for s in paper.sharper]


def run_view(data: Mapping[str, Any], catalogue: Catalogue) -> RunView:
    """The view of a parsed ``verdicts.json`` whose shape :mod:`report.render` has checked."""
    entries = _in_order(records(data["statements"]), catalogue)
    statements = tuple(statement_view(entry, catalogue) for entry in entries)
    _join_siblings(entries, statements)
    by_id = {s.id: s for s in statements}
    for statement in statements:
        for name in statement.broken_by:
            if name in by_id:
                by_id[name].breaks.append(statement)
    environment = mapping(data.get("environment"))
    papers: dict[str, tuple[Mapping[str, Any], list[StatementView]]] = {}
    for entry, statement in zip(entries, statements, strict=True):
        papers.setdefault(statement.paper, (entry, []))[1].append(statement)
    strangers = {s.verdict.name: s.verdict for s in statements if s.verdict.name not in VERDICTS}
    tally = [
        (kind, sum(s.verdict == kind for s in statements))
        for kind in (*VERDICTS.values(), *(strangers[name] for name in sorted(strangers)))
    ]
    return RunView(
        profile=str(data.get("profile") or formats.UNKNOWN),
        seed=formats.UNKNOWN if data.get("seed") is None else str(data["seed"]),
        device=str(environment.get("device_name") or environment.get("device") or "device not recorded"),
        date=formats.date(data.get("started")),
        seconds=formats.seconds(data.get("seconds")),
        complete=data.get("complete") is not False,
        left_out=data.get("left_out") or 0,
        statements=statements,
        papers=tuple(
            PaperView(number, key, formats.paper_label(key, authors), title, tuple(held), textbook)
            for number, (key, (first, held)) in enumerate(papers.items(), 1)
            for title, authors, textbook in [paper_about(first, catalogue)]
        ),
        counts=tuple(tally),
        environment=tuple(_flat("", environment)),
    )


def _in_order(entries: Sequence[Mapping[str, Any]], catalogue: Catalogue) -> list[Mapping[str, Any]]:
    """The entries of a run paper by paper, each in the order in which it is printed; textbooks stay as they are."""
    papers: dict[str, list[Mapping[str, Any]]] = {}
    for entry in entries:
        papers.setdefault(str(entry.get("paper")), []).append(entry)
    return [
        one
        for held in papers.values()
        for one in (
            held
            if paper_about(held[0], catalogue)[2]
            else [held[k] for k in in_paper_order([str(entry.get("locator") or "") for entry in held])]
        )
    ]


def _flat(prefix: str, data: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = []
    for key, item in data.items():
        name = f"{prefix}{key}".replace("_", " ")
        rows += _flat(f"{key} · ", item) if isinstance(item, Mapping) else [(name, plain(item))]
    return rows


def _join_siblings(entries: Sequence[Mapping[str, Any]], statements: Sequence[StatementView]) -> None:
    """Give every statement the others of its base id, named by the run or found in it."""
    by_id = {s.id: s for s in statements}
    for entry, statement in zip(entries, statements, strict=True):
        base = statement.id.split("~")[0]
        named = [name for name in names(entry.get("siblings")) if name != statement.id]
        found = [s.id for s in statements if s.id.split("~")[0] == base and s.id != statement.id]
        for name in dict.fromkeys([*named, *found]):
            if name in by_id:
                statement.siblings.append(by_id[name])
            else:
                statement.missing_siblings.append(name)
