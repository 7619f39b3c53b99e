"""The tables of the benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.refutation.contest import Outcome, called_false

RIVALS = ("sampling", "hypothesis")


def shown(outcome: Outcome | None) -> str:
    """A time, or what there was in place of a refutation."""
    if outcome is None:
        return ""
    return f"{outcome.seconds:.3f}" if outcome.refuted else outcome.result


def counted(outcome: Outcome, limit: float) -> float:
    """Seconds, where anything but a refutation counts as the time-out."""
    return outcome.seconds if outcome.refuted else limit


def false_table(rows: Mapping[str, Mapping[str, Outcome]], limit: float) -> Table:
    """Seconds to refutation of each contestant on each false statement."""
    table = Table(title=f"false statements: seconds to refutation, time-out {limit:g} s")
    table.add_column("statement", no_wrap=True)
    for name in ("ours", "where", *RIVALS, "rival / ours"):
        table.add_column(name, justify="right", no_wrap=True)
    for identifier, row in rows.items():
        ours = row.get("ours")
        better = min((counted(row[r], limit) for r in RIVALS if r in row), default=None)
        factor = "" if ours is None or better is None else f"{better / counted(ours, limit):.1f}"
        where = str(ours.detail.get("scope", "")) if ours is not None and ours.refuted else ""
        table.add_row(identifier, shown(ours), where, *(shown(row.get(r)) for r in RIVALS), factor)
    return table


def true_table(outcomes: Sequence[Outcome]) -> Table:
    """What the engine made of the true statements."""
    table = Table(title="true statements: what our engine says")
    table.add_column("statement", no_wrap=True)
    for name in ("verdict", "seconds"):
        table.add_column(name, justify="right")
    for outcome in outcomes:
        table.add_row(outcome.statement, outcome.result, f"{outcome.seconds:.1f}")
    return table


def summary(
    rows: Mapping[str, Mapping[str, Outcome]], true: Sequence[Outcome], limit: float
) -> tuple[list[str], dict[str, Any]]:
    """The lines below the tables, and the same as data."""
    lines: list[str] = []
    data: dict[str, Any] = {}
    for name in ("ours", *RIVALS):
        times = [counted(row[name], limit) for row in rows.values() if name in row]
        if times:
            found = sum(row[name].refuted for row in rows.values() if name in row)
            data[name] = {"refuted": found, "of": len(times), "median": median(times)}
            lines.append(f"{name}: {found} of {len(times)} refuted, median {median(times):.3f} s")
    both = [row for row in rows.values() if "ours" in row and any(r in row for r in RIVALS)]
    if both:
        ours = [counted(row["ours"], limit) for row in both]
        better = [min(counted(row[r], limit) for r in RIVALS if r in row) for row in both]
        ratio = median(ours) / median(better)
        each = median(a / b for a, b in zip(ours, better, strict=True))
        data["better rival"] = {"median": median(better), "ratio of medians": ratio, "median of ratios": each}
        lines.append(
            f"better rival, statement by statement: median {median(better):.3f} s; "
            f"ours takes {ratio:.3f} of that, and {each:.3f} in the median of the single ratios"
        )
    if true:
        wrong = [o.statement for o in called_false(list(true))]
        data["true statements"] = {"checked": len(true), "called false": wrong}
        lines.append(f"true statements called false: {', '.join(wrong) or 'none'} (of {len(true)})")
    errors = [o for o in (*true, *(o for row in rows.values() for o in row.values())) if o.result == "error"]
    for outcome in errors:
        lines.append(f"error in {outcome.contestant} on {outcome.statement}: {_last(outcome)}")
    data["errors"] = len(errors)
    return lines, data


def _last(outcome: Outcome) -> str:
    return str(outcome.detail.get("traceback", "")).strip().splitlines()[-1]


def show(
    console: Console, rows: Mapping[str, Mapping[str, Outcome]], true: Sequence[Outcome], limit: float
) -> dict[str, Any]:
    """Print everything; returns the summary as data."""
    if rows:
        console.print(false_table(rows, limit))
    if true:
        console.print(true_table(true))
    lines, data = summary(rows, true, limit)
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True)
    return data
