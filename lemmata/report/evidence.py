"""Evidence of the kinds that are not settled by one instance: probabilities, limits, experiments, conserved entries."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lemmata.report import formats
from lemmata.report.instances import text
from lemmata.report.records import mapping, names, records

MAX_TESTS = 8
MAX_GRIDS = 12
MAX_SIDE = 12


@dataclass(frozen=True)
class TestView:
    """One test of a bound on probabilities: a row of the table."""

    cell: str
    draws: str
    frequencies: tuple[str, ...]
    intervals: tuple[str, ...]
    bound: str
    against: str


@dataclass(frozen=True)
class ProbabilityView:
    """Tests of a probability claim, those left out counted in `more`, with the method and what was drawn."""

    tests: tuple[TestView, ...]
    more: int
    method: str
    budget: str


@dataclass(frozen=True)
class SeriesView:
    """One limit along n: rows of n, draws, value, interval, prediction, and what is read from them."""

    label: str
    measure: str
    rows: tuple[tuple[str, str, str, str, str], ...]
    notes: tuple[str, ...]
    reason: str | None
    status: str


@dataclass(frozen=True)
class LimitView:
    """What was measured along n next to what is predicted, with the method and the limit theorems used."""

    series: tuple[SeriesView, ...]
    predicted: bool
    method: str
    budget: str
    theorems: str

    @property
    def rows(self) -> int:
        """Number of rows of all series."""
        return sum(len(one.rows) for one in self.series)


@dataclass(frozen=True)
class TrialView:
    """One experiment: how it was set, and what was measured as (label, value, interval, what it rests on)."""

    name: str
    settings: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    measures: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class ExperimentView:
    """What the trials of an experiment measured, with the sureness of its intervals."""

    trials: tuple[TrialView, ...]
    surety: str
    budget: str


@dataclass(frozen=True)
class GridView:
    """Which entries of a matrix stay constant along the flow (True), and which move."""

    activation: str
    matrix: str
    cols: tuple[str, ...]
    rows: tuple[tuple[str, tuple[bool | None, ...]], ...]
    because: str | None
    cut: bool


def _short(value: Any, digits: int = 3) -> str:
    number = formats.as_float(value)
    return formats.UNKNOWN if number is None else formats.significant(number, digits)


def _interval(data: Mapping[str, Any], low: str = "low", high: str = "high") -> str:
    """``[low, high]``; a side that is missing or not finite stays open."""
    ends = [data.get(low), data.get(high)]
    if all(end is None for end in ends):
        return formats.UNKNOWN
    left = "(" + formats.MINUS + "∞" if ends[0] is None else "[" + _short(ends[0])
    return f"{left}, {'∞)' if ends[1] is None else _short(ends[1]) + ']'}"


def _budget(data: Mapping[str, Any], each: Any, shares: str) -> str:
    """How the false alarms that a run may raise are shared out."""
    if data.get("error_suite") is None or each is None:
        return ""
    return (
        f"A run may raise one false alarm with probability {_short(data['error_suite'])}, shared by "
        f"{formats.count(data.get('statements'))} statements and {shares} here: {_short(each, 2)} for each."
    )


def _words(value: Any) -> str:
    said = str(value or "")
    return f"{said[:1].upper()}{said[1:]}"


# --- probabilities


def probability(data: Any) -> ProbabilityView | None:
    """View of ``evidence["probability"]``, the closest tests first; None where there is none."""
    found = mapping(data)
    tests = records(found.get("worst"))
    if not found:
        return None
    several = len({str(one.get("conjunct")) for one in tests}) > 1
    planned = found.get("tests")
    more = planned - min(len(tests), MAX_TESTS) if isinstance(planned, int) else 0
    return ProbabilityView(
        tuple(_test(one, several) for one in tests[:MAX_TESTS]),
        max(more, 0),
        _words(found.get("method")),
        _budget(found, found.get("error_per_test"), f"the {formats.count(planned)} tests"),
    )


def _test(data: Mapping[str, Any], several: bool) -> TestView:
    parts = records(data.get("probabilities"))
    draws = formats.as_float(data.get("draws"))
    conjunct = data.get("conjunct")
    number = f"{conjunct + 1}. " if several and isinstance(conjunct, int) else ""
    return TestView(
        number + str(data.get("cell") or formats.UNKNOWN),
        formats.count(data.get("draws")),
        tuple(_frequency(part.get("seen"), draws) for part in parts),
        tuple(_interval(part) for part in parts),
        _short(data.get("bound")),
        _against(data.get("log10_evidence")),
    )


def _frequency(seen: Any, draws: float | None) -> str:
    hits = formats.as_float(seen)
    return formats.UNKNOWN if hits is None or not draws else formats.significant(hits / draws)


def _against(exponent: Any) -> str:
    """Evidence against the claim, as a factor by which a bet against it grew."""
    number = formats.as_float(exponent)
    if number is None or not math.isfinite(number):
        return formats.UNKNOWN
    if number < 0.05:
        return "none"
    return formats.significant(10**number, 2) if number < 2 else formats.power(round(number))


# --- limits


def limit(data: Any) -> LimitView | None:
    """View of ``evidence["limit"]``; None where there is none."""
    found = mapping(data)
    if not found:
        return None
    series = records(found.get("series"))
    several = len({str(one.get("conjunct")) for one in series}) > 1
    theorems = mapping(found.get("theorems"))
    used = dict.fromkeys(str(name) for name in theorems.values())
    points = [point for one in series for point in records(one.get("points"))]
    return LimitView(
        tuple(_series(one, found, several) for one in series),
        any(point.get("predicted") is not None for point in points),
        _words(found.get("method")),
        _budget(found, found.get("error_per_interval"), "the intervals"),
        "; ".join(used),
    )


def _label(data: Mapping[str, Any], several: bool) -> str:
    conjunct = data.get("conjunct")
    number = f"{conjunct + 1}. " if several and isinstance(conjunct, int) else ""
    return (number + str(data.get("parameters") or "")).strip()


def _series(data: Mapping[str, Any], whole: Mapping[str, Any], several: bool) -> SeriesView:
    rows = tuple(
        (formats.count(p.get("n")), formats.count(p.get("draws")), _short(p.get("value")), _interval(p),
         _predicted(p.get("predicted")))
        for p in records(data.get("points"))
    )  # fmt: skip
    return SeriesView(
        _label(data, several),
        _words(data.get("measure")),
        rows,
        tuple(_notes(data, whole)),
        text(_words(data.get("reason"))),
        str(data.get("status") or ""),
    )


def _predicted(value: Any) -> str:
    """A prediction to read; what is a rounding away from 0 is said to be below the rounding."""
    number = formats.as_float(value)
    return _short(value) if number is None or number == 0 or number > 1e-9 else f"<{formats.THIN}10⁻⁹"


def _notes(data: Mapping[str, Any], whole: Mapping[str, Any]) -> list[str]:
    said = []
    trend = mapping(data.get("trend"))
    if trend:
        level = formats.percent(trend.get("level"))
        said.append(
            f"Trend n^({_short(trend.get('slope'), 2)}), exponent in {_interval(trend)} ({level}, "
            f"{trend.get('method') or 'fitted'})"
        )
    exponent = mapping(data.get("exponent"))
    if exponent:
        by = data.get("exponent_by_theorems")
        known = f"; by theorems {_short(by)}" if by is not None else ""
        said.append(
            f"Exponent between the smallest and the largest size in {_interval(exponent)} except with probability "
            f"{_short(exponent.get('error'), 2)}{known}"
        )
    scale = mapping(data.get("scale"))
    if scale:
        last = (records(scale.get("measured")) or [{}])[-1]
        source = "from the limit theorems" if scale.get("from_theorems") else "from the largest sample"
        said.append(
            f"The factor left open is read as {scale.get('read_as')}, {source}; measured {_short(last.get('scale'))} "
            f"in {_interval(last)} at n = {last.get('n')}"
        )
    far, orders = data.get("distance_by_theorems"), whole.get("orders")
    if isinstance(far, list) and far and isinstance(orders, list) and len(orders) == len(far):
        steps = ", ".join(_predicted(value) for value in far)
        said.append(f"By theorems {steps} at n = {', '.join(_short(order) for order in orders)}")
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
        measure = _words(mine[0].get("measure")) or "Measured"
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


# --- experiments


def experiment(data: Any, refuted: bool) -> ExperimentView | None:
    """View of ``evidence["experiment"]``; of a refuted statement the intervals are those that refuted it."""
    found = mapping(data)
    if not found:
        return None
    usual = formats.as_float(found.get("usual_error"))
    surety = "all intervals at once" if usual is None else f"{formats.percent(1 - usual)}, all intervals at once"
    if refuted:
        surety = f"each except with probability {_short(found.get('error_per_interval'), 2)}"
    ends = ("strict_low", "strict_high") if refuted else ("low", "high")
    return ExperimentView(
        tuple(_trial(one, ends) for one in records(found.get("trials"))),
        surety,
        _budget(found, found.get("error_per_interval"), "the measured numbers"),
    )


def _trial(data: Mapping[str, Any], ends: tuple[str, str]) -> TrialView:
    settings, facts = (
        [(str(name).replace("_", " "), str(value)) for name, value in mapping(data.get(part)).items()]
        for part in ("settings", "facts")
    )
    if data.get("runs") is not None:
        facts.append(("runs", formats.count(data["runs"])))
    return TrialView(
        str(data.get("name") or data.get("subject") or ""),
        tuple(settings),
        tuple(facts),
        tuple(
            (str(m.get("label") or m.get("name") or ""), _short(m.get("value"), 4), _interval(m, *ends),
             str(m.get("counted") or ""))
            for m in records(data.get("measures"))
        ),
    )  # fmt: skip


# --- conserved entries


def conserved(data: Any) -> tuple[GridView, ...]:
    """Views of ``evidence["conserved"]``: grids of entries, cut where they are larger than a reader can take in."""
    return tuple(_grid(one) for one in records(data)[:MAX_GRIDS])


def _grid(data: Mapping[str, Any]) -> GridView:
    entries = data.get("entries")
    table = [row for row in entries if isinstance(row, list)] if isinstance(entries, list) else []
    width = max((len(row) for row in table), default=0)
    rows, cols = names(data.get("rows")), names(data.get("cols"))
    shown = []
    for k, row in enumerate(table[:MAX_SIDE]):
        label = rows[k] if k < len(rows) else str(k + 1)
        shown.append((label, tuple(cell if isinstance(cell, bool) else None for cell in row[:MAX_SIDE])))
    heads = tuple(cols[k] if k < len(cols) else str(k + 1) for k in range(min(width, MAX_SIDE)))
    cut = len(table) > MAX_SIDE or width > MAX_SIDE
    words = (str(data.get("activation") or ""), str(data.get("matrix") or ""))
    return GridView(*words, heads, tuple(shown), text(data.get("because")), cut)


# --- in the place of a certificate


def test_of(evidence: Mapping[str, Any]) -> str | None:
    """What refutes a statement about random numbers: a test, with the probability that it is wrong. None elsewhere."""
    found = mapping(evidence.get("probability"))
    if found and (worst := records(found.get("worst"))):
        first = worst[0]
        method, draws = _words(found.get("method")).partition(",")[0], formats.count(first.get("draws"))
        against, surety = _against(first.get("log10_evidence")), _short(found.get("error_per_test"), 2)
        return (
            f"{method} at {first.get('cell')}, {draws} draws: evidence {against} against the claim. It rejects a true "
            f"claim with probability at most {surety}."
        )
    found = mapping(evidence.get("limit"))
    broken = next((one for one in records(found.get("series")) if one.get("status") == "refuted"), None)
    if broken is not None:
        wide = mapping(broken.get("exponent")).get("error")
        each = formats.as_float(found.get("error_per_interval"))
        error = wide if wide is not None else None if each is None else 2 * each
        reason = _words(broken.get("reason")) or "The measurements exclude the limit"
        return f"{reason}. The intervals miss with probability at most {_short(error, 2)}."
    found = mapping(evidence.get("experiment"))
    if found:
        measures = [m for trial in records(found.get("trials")) for m in records(trial.get("measures"))]
        if measures and all(m.get("counted") in ("exact", "rigorous enclosure") for m in measures):
            return "Rigorous enclosures of what was measured: no chance of error."
        return (
            "Exact intervals of what was measured, each of which misses with probability at most "
            f"{_short(found.get('error_per_interval'), 2)}."
        )
    return None
