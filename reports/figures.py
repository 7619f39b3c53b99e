"""Small drawings as inline SVG: slack histograms and trajectories. Colours come from the page's style sheet."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from reports import formats

WIDTH, HEIGHT = 200, 28
MAX_POINTS = 160
MAX_SERIES = 6


def _finite(values: Any) -> list[float] | None:
    """``values`` as floats, or None where that is not a list of finite numbers."""
    if not isinstance(values, list | tuple) or not values:
        return None
    numbers = [formats.as_float(value) for value in values]
    if any(number is None or not math.isfinite(number) for number in numbers):
        return None
    return [number for number in numbers if number is not None]


def histogram(label: str, edges: Any, counts: Any) -> Markup | None:
    """Counts of relative slack on [-1, 1] as bars, a rule at zero, what lies below zero in the colour of a refutation.

    Heights are square roots of the counts, and no occupied bin is drawn below one unit: what matters is the few
    instances near zero. Returns None where the bins are missing or malformed.
    """
    bins, cuts = _finite(counts), _finite(edges)
    if bins is None or cuts is None or len(cuts) != len(bins) + 1 or min(bins) < 0 or cuts != sorted(cuts):
        return None
    top = max(bins)
    at = [round((min(1.0, max(-1.0, cut)) + 1) / 2 * WIDTH) for cut in cuts]
    tall = [max(1, round(HEIGHT * math.sqrt(height / top))) if height else 0 for height in bins]
    negative = sum(cut <= 0 for cut in cuts[1:])
    paths = {"b": _outline(at[: negative + 1], tall[:negative]), "g": _outline(at[negative:], tall[negative:])}
    below = sum(bins[:negative])
    bars = Markup("").join(Markup('<path class="{}" d="{}"/>').format(name, d) for name, d in paths.items() if d)
    # the rule at zero is drawn by the style sheet: these figures are many, and a page of them has to stay light
    return Markup(
        '<svg class="hist" role="img" viewBox="0 0 {} {}"><title>{}</title>'
        "<desc>{} instances, {} below zero</desc>{}</svg>"
    ).format(WIDTH, HEIGHT, label, formats.count(int(sum(bins))), formats.count(int(below)) if below else "none", bars)


def _outline(at: Sequence[int], tall: Sequence[int]) -> str:
    """Neighbouring bars as one closed outline, a step for each change of height: half the bytes of separate bars."""
    path, level, last = "", 0, 0
    for k, height in enumerate([*tall, 0]):
        if height == level:
            continue
        path += f"h{at[k] - last}" if level else f"M{at[k]} {HEIGHT}"
        path += f"v{level - height}" if height else f"V{HEIGHT}z"
        level, last = height, at[k]
    return path


@dataclass(frozen=True)
class _Axis:
    """A linear or logarithmic map from data to drawing units."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False

    def __call__(self, value: float) -> float:
        if self.log:
            value = math.log10(max(value, 10**self.low))
        span = self.high - self.low
        share = (value - self.low) / span if span else 0.5
        return self.start + share * (self.stop - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        if self.log:
            low, high = math.ceil(self.low), math.floor(self.high)
            step = max(1, math.ceil((high - low) / 4))
            return [(10.0**k, formats.significant(10.0**k)) for k in range(low, high + 1, step)]
        span = self.high - self.low
        if not span:
            return [(self.low, formats.significant(self.low))]
        raw = span / 4
        unit = 10 ** math.floor(math.log10(raw))
        step = next(m * unit for m in (1, 2, 5, 10) if m * unit >= raw * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        values = []
        while first * step <= self.high + 1e-9 * span:
            values.append(first * step)
            first += 1
        return [(value, formats.significant(value)) for value in values]


def _axis(values: Sequence[float], start: float, stop: float, log: bool) -> _Axis:
    if log:
        seen = [value for value in values if value > 0]
        first, last = math.floor(math.log10(min(seen))), math.ceil(math.log10(max(seen)))
        return _Axis(first, max(last, first + 1), start, stop, True)
    low, high = min(values), max(values)
    if not math.isfinite(high - low):
        low, high = low / 4, high / 4
    pad = 0.04 * (high - low) if high > low else (abs(low) or 1.0) * 0.5
    return _Axis(low - pad, high + pad, start, stop)


def _spans_decades(values: Sequence[float]) -> bool:
    seen = [value for value in values if value > 0]
    return bool(seen) and min(values) >= 0 and max(seen) / min(seen) > 1000


def _thin(pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """At most MAX_POINTS points, keeping in each stretch the one farthest from the stretch before: peaks survive."""
    if len(pairs) <= MAX_POINTS:
        return pairs
    size = math.ceil(len(pairs) / (MAX_POINTS - 2))
    kept = [pairs[0]]
    for k in range(1, len(pairs) - 1, size):
        last = kept[-1][1]
        kept.append(max(pairs[k : min(k + size, len(pairs) - 1)], key=lambda pair: abs(pair[1] - last)))
    return [*kept, pairs[-1]]


def lines(figure: Any) -> Markup | None:
    """A trajectory: ``{"t": [...], "series": [{"label", "y"}]}`` as lines told apart by dash and label.

    The vertical axis is logarithmic where the values are non-negative and span more than three decades, or as ``log``
    says. Points that are not finite interrupt nothing and are left out. Returns None where there is nothing to draw.
    """
    if not isinstance(figure, Mapping) or not isinstance(figure.get("series"), list):
        return None
    series = []
    for index, one in enumerate(figure["series"]):
        if not isinstance(one, Mapping) or not isinstance(one.get("y"), list):
            continue
        heights = [formats.as_float(y) for y in one["y"]]
        times = figure.get("t") if isinstance(figure.get("t"), list) else None
        moments = [formats.as_float(t) for t in times] if times else [float(k) for k in range(len(heights))]
        points = [
            (t, y)
            for t, y in zip(moments, heights, strict=False)
            if t is not None and y is not None and math.isfinite(t) and math.isfinite(y)
        ]
        if points:
            series.append((str(one.get("label") or f"series {index + 1}"), points))
    if not series:
        return None
    return _plot(figure, series)


def _plot(figure: Mapping[str, Any], series: list[tuple[str, list[tuple[float, float]]]]) -> Markup:
    shown, hidden = series[:MAX_SERIES], len(series) - MAX_SERIES
    heights = [y for _, points in shown for _, y in points]
    log = bool(figure.get("log", _spans_decades(heights))) and any(y > 0 for y in heights)
    left, right, top, bottom = 58, 452, 10, 176
    across = _axis([t for _, points in shown for t, _ in points], left, right, False)
    up = _axis(heights, bottom, top, log)
    parts = []
    for tick, text in up.ticks():
        at = f"{up(tick):.0f}"
        parts.append(Markup('<path class="r" d="M{} {}H{}"/>').format(left, at, right))
        parts.append(Markup('<text x="{}" y="{}" dy=".32em" text-anchor="end">{}</text>').format(left - 6, at, text))
    below = Markup('<text x="{:.0f}" y="{}" text-anchor="middle">{}</text>')
    parts += [below.format(across(tick), bottom + 16, text) for tick, text in across.ticks()]
    x_label = str(figure.get("x_label") or "t")
    parts.append(Markup('<text class="i" x="{}" y="{}">{}</text>').format(right + 8, bottom + 16, x_label))
    taken: list[float] = []
    ends = sorted(range(len(shown)), key=lambda k: up(shown[k][1][-1][1]))
    for k in ends:
        y = max(up(shown[k][1][-1][1]), taken[-1] + 13 if taken else top)
        taken.append(y)
        label = Markup('<text class="l{}" x="{}" y="{:.0f}" dy=".32em">{}</text>')
        parts.append(label.format(k, right + 8, y, shown[k][0]))
    for k, (_, points) in enumerate(shown):
        drawn = [(across(t), up(y)) for t, y in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in _thin(drawn))
        parts.append(Markup('<path class="l{}" d="M{}"/>').format(k, path))
    names = ", ".join(label for label, _ in shown)
    title = str(figure.get("title") or f"{str(figure.get('kind') or 'values').capitalize()} against {x_label}")
    more = f"; {hidden} further series not drawn" if hidden > 0 else ""
    desc = (
        f"{names}; from {formats.significant(min(heights))} to {formats.significant(max(heights))}"
        f"{', logarithmic scale' if log else ''}{more}"
    )
    return Markup('<svg class="plot" role="img" viewBox="0 0 620 200"><title>{}</title><desc>{}</desc>{}</svg>').format(
        title, desc, Markup("").join(parts)
    )
