"""Statements on the terminal: `lemmata show`, `lemmata list` and `lemmata axioms`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from lemmata.cli import index
from lemmata.conjectures.live import Live
from lemmata.errors import InputError, close
from lemmata.run import inputs, past_runs
from lemmata.run.progress import console, short


def show(identifier: str) -> None:
    """Print everything about one statement; lines to be copied are not wrapped.  Raises InputError for no such id."""
    known = index.statements()
    if identifier not in known:
        raise InputError(f"unknown statement {identifier!r}{close(identifier, known)}: `lemmata list` shows every id")
    found, to = known[identifier], console()

    def part(name: str, *lines: str) -> None:
        to.print(Text(name, "bold"))
        for line in lines or ("none",):
            to.print(Text("  " + line))

    to.print(Text.assemble((identifier, "bold"), f"  {found['title']}"))
    to.print(Text(f"{found['reference']} ({found['paper']})"))
    to.print(Text(f"kind {found['kind']}, {found['kind_name']}"))
    if found["notes"]:
        part("notes", found["notes"])
    for name, title in (("let", "let"), ("given", "hypotheses"), ("claim", "claim")):
        part(title, *found["text"][name])
    for name, lines in found["latex"].items():
        if lines:
            part(f"LaTeX, {name}", *lines)
    part("proof", *found["proof"].splitlines())
    part("depends on", *found["depends_on"])
    part("reviewed verdict", *_review(found))
    part("latest run", _last(identifier))
    part("hash", found["hash"])


def _review(found: Mapping[str, Any]) -> list[str]:
    if found["reviewed"] is None:
        return ["none: expected.toml has no row for this statement"]
    verdict, reason, digest = found["reviewed"]
    changed = [] if digest == found["hash"] else [f"the statement changed since, it was reviewed as {digest}"]
    return [f"{verdict}: {reason}", *changed]


def _last(identifier: str) -> str:
    newest = past_runs.latest(past_runs.reports_folder())
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
    known, to = index.statements(), console()
    keys = list(dict.fromkeys(found["paper"] for found in known.values()))
    if paper is not None and paper not in keys:
        raise InputError(f"--paper {paper!r}: no such paper{close(paper, keys)}: choose one of {', '.join(keys)}")
    rows = [("id", "kind", "locator", "title", "expected")]
    for i, found in known.items():
        if paper in (None, found["paper"]):
            verdict = found["reviewed"][0] if found["reviewed"] else "-"
            rows.append((i, found["kind"], found["locator"], found["title"], verdict))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if to.is_terminal and sum(widths) + len(widths) > to.width:  # two lines for each: five columns do not fit
        lines = [f"{i:38} {kind}  {place:<22.22} {verdict}\n    {title}" for i, kind, place, title, verdict in rows[1:]]
    else:
        lines = [" ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    print("\n".join(lines))


def list_axioms(patterns: Sequence[str]) -> None:
    """Print what the accepted proofs of statements depend on: how many of them, name, title and source.

    Raises InputError for a pattern that names no statement.
    """
    chosen = inputs.select(patterns, list(index.statements()))
    with Live() as live:
        found = index.axioms(chosen, live.say)
    names, proofs = found["names"], [used for used in found["proofs"].values() if used is not None]
    count = Counter(name for used in proofs for name in used)
    print("proofs  axiom or principle, and its source")
    for name, number in sorted(count.items(), key=lambda item: (-item[1], item[0])):
        about = names[name]
        print(f"{number:6}  {'(principle)' if about['principle'] else name}  {about['title']}")
        print(f"{'':8}{about['source']}")
    principles = sum(names[name]["principle"] for name in count)
    apart = sum(any(names[name]["underived"] for name in used) for used in proofs)
    axioms = f"{len(count) - principles} axioms and {principles} principles"
    print(f"{len(proofs)} proofs depend on {axioms}, {apart} of them on one that no kernel derives")


def export(statements: Sequence[str] | None, folder: Path) -> None:
    """Write the kernel's proofs of these statements (of all, where none are named) as Rocq files."""
    from lemmata.catalogue import ids
    from lemmata.rocq.export import NOT_EXPORTABLE
    from lemmata.rocq.export import export as write

    known = list(ids())
    rows = write(inputs.select(statements, known) if statements else known, folder)
    written = sum(row.status != NOT_EXPORTABLE for row in rows.values())
    print(f"{written} of {len(rows)} proved statements written to {folder}")
