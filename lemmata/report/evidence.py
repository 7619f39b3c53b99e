"""Evidence of the kinds that are not settled by one instance: probabilities, limits, experiments, conserved entries.

The templates take records of the evidence as they are; here is what they ask of them by filters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from lemmata.report import formats
from lemmata.report.records import Record, mapping, names, records

MAX_SIDE = 12


def short(value: Any, digits: int = 3) -> str:
    """A number to a few digits, a dash where there is none."""
    number = formats.as_float(value)
    return formats.UNKNOWN if number is None else formats.significant(number, digits)


def interval(data: Mapping[str, Any], low: str = "low", high: str = "high") -> str:
    """``[low, high]``; a side that is missing or not finite stays open."""
    ends = [data.get(low), data.get(high)]
    if all(end is None for end in ends):
        return formats.UNKNOWN
    left = "(" + formats.MINUS + "∞" if ends[0] is None else "[" + short(ends[0])
    return f"{left}, {'∞)' if ends[1] is None else short(ends[1]) + ']'}"


def budget(data: Mapping[str, Any], each: Any, shares: str) -> str:
    """How the false alarms that a run may raise are shared out."""
    if data.get("error_suite") is None or each is None:
        return ""
    return (
        f"A run may raise one false alarm with probability {short(data['error_suite'])}, shared by "
        f"{formats.count(data.get('statements'))} statements and {shares} here: {short(each, 2)} for each."
    )


def words(value: Any) -> str:
    """A text as the beginning of a sentence."""
    said = str(value or "")
    return f"{said[:1].upper()}{said[1:]}"


# --- probabilities


def frequency(seen: Any, draws: Any) -> str:
    """How often something was seen among so many draws."""
    hits, count = formats.as_float(seen), formats.as_float(draws)
    return formats.UNKNOWN if hits is None or not count else formats.significant(hits / count)


def against(exponent: Any) -> str:
    """Evidence against the claim, as a factor by which a bet against it grew."""
    number = formats.as_float(exponent)
    if number is None or not math.isfinite(number):
        return formats.UNKNOWN
    if number < 0.05:
        return "none"
    return formats.significant(10**number, 2) if number < 2 else formats.power(round(number))


# --- limits


def points(data: Mapping[str, Any]) -> list[Record]:
    """What was measured along n, of all series."""
    return [point for one in records(data.get("series")) for point in records(one.get("points"))]


def predicted(value: Any) -> str:
    """A prediction to read; what is a rounding away from 0 is said to be below the rounding."""
    number = formats.as_float(value)
    return short(value) if number is None or number == 0 or number > 1e-9 else f"<{formats.THIN}10⁻⁹"


def notes(data: Mapping[str, Any], whole: Mapping[str, Any]) -> list[str]:
    """What is read from a series of the evidence ``whole``."""
    said = []
    trend = mapping(data.get("trend"))
    if trend:
        level = formats.percent(trend.get("level"))
        said.append(
            f"Trend n^({short(trend.get('slope'), 2)}), exponent in {interval(trend)} ({level}, "
            f"{trend.get('method') or 'fitted'})"
        )
    exponent = mapping(data.get("exponent"))
    if exponent:
        by = data.get("exponent_by_theorems")
        known = f"; by theorems {short(by)}" if by is not None else ""
        said.append(
            f"Exponent between the smallest and the largest size in {interval(exponent)} except with probability "
            f"{short(exponent.get('error'), 2)}{known}"
        )
    scale = mapping(data.get("scale"))
    if scale:
        last = (records(scale.get("measured")) or [Record()])[-1]
        source = "from the limit theorems" if scale.get("from_theorems") else "from the largest sample"
        said.append(
            f"The factor left open is read as {scale.get('read_as')}, {source}; measured {short(last.get('scale'))} "
            f"in {interval(last)} at n = {last.get('n')}"
        )
    far, orders = data.get("distance_by_theorems"), whole.get("orders")
    if isinstance(far, list) and far and isinstance(orders, list) and len(orders) == len(far):
        steps = ", ".join(predicted(value) for value in far)
        said.append(f"By theorems {steps} at n = {', '.join(short(order) for order in orders)}")
    return said


def limit_panels(data: Any) -> list[dict[str, Any]]:
    """Every conjunct's measurements as one panel, with the intervals as bands and the prediction of the theorems."""
    series = [one for one in records(mapping(data).get("series")) if len(records(one.get("points"))) > 1]
    panels = []
    conjuncts = list(dict.fromkeys(str(one.get("conjunct")) for one in series))
    for conjunct in conjuncts:
        mine = [one for one in series if str(one.get("conjunct")) == conjunct]
        curves = [_curve(one) for one in mine[:5]]
        curves += [known for known in [_theory(mine[0])] if known]
        measure = words(mine[0].get("measure")) or "Measured"
        which = f", conclusion {int(conjunct) + 1}" if len(conjuncts) > 1 and conjunct.isdecimal() else ""
        highest = [p.get("value") for one in mine for p in records(one.get("points"))]
        positive = all((formats.as_float(value) or 0) > 0 for value in highest)
        panels.append(
            {"title": f"{measure} against n{which}", "x_label": "n", "curves": curves, "log_x": True, "log_y": positive}
        )
    return panels


def _curve(one: Mapping[str, Any]) -> dict[str, Any]:
    points = records(one.get("points"))
    sides = {name: [p.get(name) for p in points] for name in ("low", "high")}
    return {
        "label": str(one.get("parameters") or "measured"), "x": [p.get("n") for p in points],
        "y": [p.get("value") for p in points], **sides,
    }  # fmt: skip


def _theory(one: Mapping[str, Any]) -> dict[str, Any] | None:
    """The prediction, where it is large enough to be drawn next to what was measured."""
    known = [(p.get("n"), value) for p in records(one.get("points")) if (value := formats.as_float(p.get("predicted")))]
    held = [(n, value) for n, value in known if value > 1e-6]
    return {"label": "by theorems", "x": [n for n, _ in held], "y": [y for _, y in held]} if len(held) > 1 else None


# --- experiments and conserved entries


def surety(data: Mapping[str, Any], refuted: bool) -> str:
    """How sure the intervals of an experiment are; of a refuted statement, those that refuted it."""
    if refuted:
        return f"each except with probability {short(data.get('error_per_interval'), 2)}"
    usual = formats.as_float(data.get("usual_error"))
    return "all intervals at once" if usual is None else f"{formats.percent(1 - usual)}, all intervals at once"


def grid(data: Mapping[str, Any]) -> tuple[list[str], list[tuple[str, list[Any]]], bool]:
    """Heads and labelled rows of a grid of entries, and whether it is cut to what a reader can take in."""
    entries = data.get("entries")
    table = [row for row in entries if isinstance(row, list)] if isinstance(entries, list) else []
    width = max(map(len, table), default=0)
    labels, heads = (
        [held[k] if k < len(held) else str(k + 1) for k in range(min(size, MAX_SIDE))]
        for held, size in ((names(data.get("rows")), len(table)), (names(data.get("cols")), width))
    )
    rows = [(label, row[:MAX_SIDE]) for label, row in zip(labels, table, strict=False)]
    return heads, rows, max(len(table), width) > MAX_SIDE


# --- in the place of a certificate


def test_of(evidence: Mapping[str, Any]) -> str | None:
    """What refutes a statement about random numbers: a test, with the probability that it is wrong. None elsewhere."""
    found = mapping(evidence.get("probability"))
    if found and (worst := records(found.get("worst"))):
        first = worst[0]
        method, draws = words(found.get("method")).partition(",")[0], formats.count(first.get("draws"))
        strength, surely = against(first.get("log10_evidence")), short(found.get("error_per_test"), 2)
        return (
            f"{method} at {first.get('cell')}, {draws} draws: evidence {strength} against the claim. It rejects a true "
            f"claim with probability at most {surely}."
        )
    found = mapping(evidence.get("limit"))
    broken = next((one for one in records(found.get("series")) if one.get("status") == "refuted"), None)
    if broken is not None:
        wide = mapping(broken.get("exponent")).get("error")
        each = formats.as_float(found.get("error_per_interval"))
        error = wide if wide is not None else None if each is None else 2 * each
        reason = words(broken.get("reason")) or "The measurements exclude the limit"
        return f"{reason}. The intervals miss with probability at most {short(error, 2)}."
    found = mapping(evidence.get("experiment"))
    if found:
        measures = [m for trial in records(found.get("trials")) for m in records(trial.get("measures"))]
        if measures and all(m.get("counted") in ("exact", "rigorous enclosure") for m in measures):
            return "Rigorous enclosures of what was measured: no chance of error."
        return (
            "Exact intervals of what was measured, each of which misses with probability at most "
            f"{short(found.get('error_per_interval'), 2)}."
        )
    return None
