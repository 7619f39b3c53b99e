"""Statements on the terminal: `lemmata show` and `lemmata list`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.catalogue.expected import Row
from lemmata.errors import InputError, close
from lemmata.language.statement import Statement
from lemmata.principles import PRINCIPLES
from lemmata.prove import dependencies, proofs
from lemmata.prove.derivation_files import THEOREMS
from lemmata.run import inputs, run_folder
from lemmata.run.progress import console, short

WIDE = 120  # columns from which on a statement fits in one line


def _reviewed() -> dict[str, Row]:
    return expected.load()


def show(identifier: str) -> None:
    """Print everything about one statement; lines to be copied are not wrapped."""
    from lemmata.language.typeset import latex_statement

    statement, to = catalogue.get(identifier), console()

    def part(name: str, *lines: str) -> None:
        to.print(Text(name, "bold"))
        for line in lines or ("none",):
            to.print(Text("  " + line))

    to.print(Text.assemble((statement.id, "bold"), f"  {statement.title}"))
    to.print(Text(f"{statement.source.reference} ({statement.paper})"))
    to.print(Text(f"kind {statement.kind.value}, {statement.kind.name.lower()}"))
    if statement.notes:
        part("notes", statement.notes)
    for name, title in (("let", "let"), ("given", "hypotheses"), ("claim", "claim")):
        part(title, *statement.text[name])
    for name, lines in latex_statement(statement).items():
        if lines:
            part(f"LaTeX, {name}", *lines)
    part("proof", *(catalogue.proof_source(identifier) or "").splitlines())
    part("depends on", *statement.depends_on)
    row = _reviewed().get(identifier)
    part("reviewed verdict", *_review(statement, row))
    part("latest run", _last(identifier))
    part("hash", statement.hash)


def _review(statement: Statement, row: Row | None) -> list[str]:
    if row is None:
        return ["none: expected.toml has no row for this statement"]
    changed = [] if row.hash == statement.hash else [f"the statement changed since, it was reviewed as {row.hash}"]
    return [f"{row.verdict}: {row.reason}", *changed]


def _last(identifier: str) -> str:
    newest = run_folder.latest(run_folder.reports_folder())
    if newest is None:
        return "none here yet"
    path, data = newest
    for entry in data["statements"]:
        if entry["id"] == identifier:
            scope = f", {entry['scope']}" if entry.get("scope") else ""
            return f"{entry['verdict']}{scope} (profile {data['profile']}, seed {data['seed']}, {short(path)})"
    return f"not in it ({short(path)})"


def list_statements(paper: str | None) -> None:
    """Print one row per statement: id, kind, locator, title, reviewed verdict.  Raises InputError for no such paper."""
    keys = [p.key for p in catalogue.papers()]
    if paper is not None and paper not in keys:
        raise InputError(f"--paper {paper!r}: no such paper{close(paper, keys)}: choose one of {', '.join(keys)}")
    reviewed, to = _reviewed(), console()
    chosen = [s for s in catalogue.all_statements() if paper in (None, s.paper)]
    rows = [(s, reviewed[s.id].verdict if s.id in reviewed else "-") for s in chosen]
    if to.is_terminal and to.width < WIDE:
        _list_narrow(to, rows)
        return
    table = Table(box=None, pad_edge=False)
    for name in ("id", "kind", "locator", "title", "expected"):
        table.add_column(name, no_wrap=name in ("id", "kind", "expected"), overflow="fold")
    for s, verdict in rows:
        table.add_row(*(Text(c) for c in (s.id, s.kind.value, s.source.locator, s.title, verdict)))
    to.print(table, soft_wrap=False)


def list_axioms(identifiers: Sequence[str]) -> None:
    """Print what the accepted proofs of these statements stand on: how many of them, name, title and source."""
    found, to = dependencies.axioms(identifiers), console()
    table = Table(box=None, pad_edge=False)
    table.add_column("proofs", justify="right")
    for name in ("axiom", "title", "source"):
        table.add_column(name, no_wrap=name == "axiom", overflow="fold")
    for axiom in found:
        name, title = ("(principle)", axiom.title) if axiom.is_principle else (axiom.name, axiom.title)
        table.add_row(*(Text(c) for c in (str(axiom.proofs), name, title, axiom.source)))
    to.print(table, soft_wrap=False)
    principles = sum(axiom.is_principle for axiom in found)
    reports = [r for r in map(proofs.check, map(catalogue.get, identifiers)) if r and r.ok]
    apart = sum(any(p in PRINCIPLES and p not in THEOREMS for p in r.rests_on) for r in reports)
    used = f"{len(found) - principles} axioms and {principles} principles"
    to.print(Text(f"{len(reports)} proofs depend on {used}, {apart} of them on one that no kernel derives"))


def export(statements: Sequence[str] | None, folder: Path) -> None:
    """Write the kernel's proofs of these statements (of all, where none are named) as Rocq files."""
    from lemmata.rocq.export import NOT_EXPORTABLE
    from lemmata.rocq.export import export as write

    known = [s.id for s in catalogue.all_statements()]
    rows = write(inputs.select(statements, known) if statements else known, folder)
    written = sum(row.status != NOT_EXPORTABLE for row in rows.values())
    print(f"{written} of {len(rows)} proved statements written to {folder}")


def _list_narrow(to: Console, rows: list[tuple[Statement, str]]) -> None:
    """Two lines for each statement: five columns do not fit."""
    for s, verdict in rows:
        to.print(Text.assemble((f"{s.id:38}", "bold"), f" {s.kind.value}  {s.source.locator:<22.22} {verdict}"))
        to.print(Text("    " + s.title), soft_wrap=False)
