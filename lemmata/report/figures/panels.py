"""One drawing with axes: lines, points or histogram outlines, with bands, rules, marks and a key of its own."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lemmata.report import formats
from lemmata.report.figures.axes import Axis, axis, finite, thin

Pair = tuple[float, float]
Line = tuple[float, str]  # where it lies, and its label
WIDTH = 720
LEFT, RIGHT, TOP, BOTTOM = 92, 686, 36, 356
MAX_POINTS = 160
MAX_CURVES = 6
FEW = 16  # points up to which a line shows each of them
LETTER = 12.2  # mean width of a letter at the style sheet's 21 units
LONGEST = 50  # letters of a label that fit next to its sample
# shapes of points, each drawn from the point that the pen stands on: distinguished without colour
SHAPES = (
    "h0",
    "m-5-5h10v10h-10z",
    "m-6 4 6-11 6 11z",
    "m0-7 6 7-6 7-6-7z",
    "m-5-5 10 10m0-10-10 10",
    "m-7 0h14m-7-7v14",
)


@dataclass(frozen=True)
class Curve:
    """What is drawn of one curve: its points, the cuts of its bins, and its band as (x, low, high)."""

    label: str
    points: list[Pair]
    cuts: list[float]
    band: list[tuple[float, float | None, float | None]]


def number(value: Any) -> float | None:
    """``value`` as a finite float, else None."""
    found = formats.as_float(value)
    return found if found is not None and math.isfinite(found) else None


def _numbers(values: Any) -> list[float | None]:
    return [number(value) for value in values] if isinstance(values, list | tuple) else []


def panel(data: Any) -> Markup | None:
    """A panel ``{"title", "x_label", "y_label", "kind", "curves", "log_x", "log_y", "rules", "marks"}`` as one drawing.

    ``kind`` is "lines", "points" or "steps" (heights on bins, one x more than y). A curve holds ``label``, ``x``, ``y``
    and, for its band, ``low`` and ``high``; of a band one side may be open (null). Rules are horizontal and marks
    vertical, each ``{"at", "label"}``. Values that are not finite are left out. Returns None with nothing to draw.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("curves"), list | tuple):
        return None
    kind = str(data.get("kind") or "lines")
    curves = [c for one in data["curves"] if isinstance(one, Mapping) and (c := _curve(one, kind)).points]
    if not curves:
        return None
    shown, hidden = curves[:MAX_CURVES], len(curves) - MAX_CURVES
    rules, marks = (_lines(data.get(name)) for name in ("rules", "marks"))
    across, up = _axes(data, kind, shown, rules, marks)
    parts = [*_frame(data, across, up)]
    for k, curve in enumerate(shown):
        parts += _area(k, curve, across, up)
    parts += _straight(rules, marks, across, up)
    for k, curve in enumerate(shown):
        parts += _drawn(k, curve, kind, across, up)
    key, height = _key(data, kind, shown, hidden)
    return Markup('<svg class="plot" role="img" viewBox="0 0 {} {}"><title>{}</title><desc>{}</desc>{}</svg>').format(
        WIDTH, height, str(data.get("title") or "A drawing"), _said(data, shown, hidden, rules, marks, up),
        Markup("").join([*parts, *key]),
    )  # fmt: skip


def _curve(data: Mapping[str, Any], kind: str) -> Curve:
    x, y, low, high = (_numbers(data.get(name)) for name in ("x", "y", "low", "high"))
    label = str(data.get("label") or "")
    if kind == "steps":
        if len(x) != len(y) + 1 or any(cut is None for cut in x):
            return Curve(label, [], [], [])
        cuts = [cut for cut in x if cut is not None]
        held = [(cut, height or 0.0) for cut, height in zip(cuts, y, strict=False)]
        return Curve(label, held, cuts, [])
    points = [(a, b) for a, b in zip(x, y, strict=False) if a is not None and b is not None]
    band = [
        (a, lo, hi)
        for a, b, lo, hi in zip(x, y, low, high, strict=False)
        if a is not None and b is not None and not (lo is None and hi is None)
    ]
    return Curve(label, points, [], band)


def _lines(data: Any) -> list[Line]:
    held = data if isinstance(data, list | tuple) else []
    pairs = [(number(one.get("at")), str(one.get("label") or "")) for one in held if isinstance(one, Mapping)]
    return [(at, label) for at, label in pairs if at is not None]


def _axes(
    data: Mapping[str, Any], kind: str, curves: list[Curve], rules: list[Line], marks: list[Line]
) -> tuple[Axis, Axis]:
    xs = [x for c in curves for x in (c.cuts or [p[0] for p in c.points])] + [at for at, _ in marks]
    ys = [y for c in curves for _, y in c.points] + [at for at, _ in rules]
    ys += [side for c in curves for _, *sides in c.band for side in sides if side is not None]
    log_y = bool(data.get("log_y"))
    foot = kind == "steps" and not log_y and min(ys) >= 0
    if foot:
        ys.append(0.0)
    across = axis(xs, LEFT, RIGHT, bool(data.get("log_x")), tight=kind != "points")
    return across, axis(ys, BOTTOM, TOP, log_y, foot=foot)


def _frame(data: Mapping[str, Any], across: Axis, up: Axis) -> list[Markup]:
    parts, grid = [], ""
    for tick, label in up.ticks():
        at = round(up(tick))
        grid += f"M{LEFT} {at}H{RIGHT}"
        parts.append(Markup('<text x="{}" y="{}" text-anchor="end">{}</text>').format(LEFT - 10, at + 7, label))
    last = -math.inf
    for tick, label in across.ticks():
        at, half = round(across(tick)), LETTER * len(label) / 2
        grid += f"M{at} {BOTTOM}v8"
        if at - half > last + 8:
            last = at + half
            parts.append(Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(at, BOTTOM + 30, label))
    y_label, x_label = (formats.cut(str(data.get(name) or ""), 64) for name in ("y_label", "x_label"))
    if y_label:
        parts.append(Markup('<text class="i" y="18">{}</text>').format(y_label))
    if x_label:
        parts.append(Markup('<text class="i" x="{}" y="{}" text-anchor="end">{}</text>').format(RIGHT, 412, x_label))
    return [Markup('<path class="r" d="{}"/>').format(grid), *parts]


def _area(k: int, curve: Curve, across: Axis, up: Axis) -> list[Markup]:
    """The band of a curve, an open side of it reaching the end of the axis; or what lies under a histogram."""
    if curve.cuts:
        outline = path(_steps(curve, across, up))
    elif curve.band:
        # a side that is open stands for the end of the axis
        above = [(across(x), up.stop if high is None else up(high)) for x, _, high in curve.band]
        below = [(across(x), up.start if low is None else up(low)) for x, low, _ in curve.band]
        if len(above) == 1:  # a band over one point is a bar
            x = above[0][0]
            above, below = [(x - 4, above[0][1]), (x + 4, above[0][1])], [(x - 4, below[0][1]), (x + 4, below[0][1])]
        outline = path([*above, *reversed(below)])
    else:
        return []
    return [Markup('<path class="l{} a" d="{}z"/>').format(k, outline)]


def _steps(curve: Curve, across: Axis, up: Axis) -> list[Pair]:
    """The outline of a histogram, from its foot to its foot."""
    out = [(across(curve.cuts[0]), up.start)]
    for k, (_, height) in enumerate(curve.points):
        out += [(across(curve.cuts[k]), up(height)), (across(curve.cuts[k + 1]), up(height))]
    return [*out, (across(curve.cuts[-1]), up.start)]


def _straight(rules: list[Line], marks: list[Line], across: Axis, up: Axis) -> list[Markup]:
    strokes, parts = "", []
    for at, label in rules:
        y = round(up(at))
        strokes += f"M{LEFT} {y}H{RIGHT}"
        parts.append(_note(RIGHT - 4, y - 7 if y > TOP + 24 else y + 22, True, formats.cut(label, LONGEST)))
    for k, (at, label) in enumerate(marks):
        x = round(across(at))
        strokes += f"M{x} {TOP}V{BOTTOM}"
        left = x > (LEFT + RIGHT) / 2
        parts.append(_note(x - 6 if left else x + 6, TOP + 20 + 22 * (k % 5), left, formats.cut(label, LONGEST // 2)))
    return [Markup('<path class="u" d="{}"/>').format(strokes), *filter(None, parts)] if strokes else []


def _note(x: int, y: int, left: bool, words: str) -> Markup | None:
    """A label next to a straight line, to the left of ``x`` or to its right; None without words."""
    end = Markup(' text-anchor="end"') if left else ""
    return Markup('<text class="n" x="{}" y="{}"{}>{}</text>').format(x, y, end, words) if words else None


def _drawn(k: int, curve: Curve, kind: str, across: Axis, up: Axis) -> list[Markup]:
    if curve.cuts:
        return [Markup('<path class="l{}" d="{}"/>').format(k, path(_steps(curve, across, up)))]
    placed = [(across(x), up(y)) for x, y in curve.points]
    parts = []
    if kind != "points":
        parts.append(Markup('<path class="l{}" d="{}"/>').format(k, path(thin(placed, MAX_POINTS))))
    if kind == "points" or len(placed) <= FEW:
        seen = dict.fromkeys((round(x), round(y)) for x, y in thin(placed, 4 * MAX_POINTS))
        parts.append(_points(k, list(seen)))
    return parts


def _points(k: int, places: Sequence[tuple[int, int]]) -> Markup:
    shape = SHAPES[k % len(SHAPES)]
    d = "".join(f"M{x} {y}{shape}" for x, y in places)
    return Markup('<path class="l{} p" d="{}"/>').format(k, d)


def path(points: Sequence[Pair]) -> str:
    """Points joined by straight lines, in whole units and relative steps; steps in one direction are one."""
    corners = [(round(x), round(y)) for x, y in points]
    steps: list[tuple[int, int]] = []
    for (a, b), (c, d) in zip(corners, corners[1:], strict=False):
        x, y = c - a, d - b
        if not (x or y):
            continue
        if steps and steps[-1][0] * y == steps[-1][1] * x and steps[-1][0] * x + steps[-1][1] * y > 0:
            x, y = x + steps[-1][0], y + steps[-1][1]
            steps.pop()
        steps.append((x, y))
    reported = "".join(f"{n}" if n < 0 else f" {n}" for step in steps for n in step).strip()
    return f"M{corners[0][0]} {corners[0][1]}" + (f"l{reported}" if reported else "h0")


def _key(data: Mapping[str, Any], kind: str, curves: list[Curve], hidden: int) -> tuple[list[Markup], int]:
    """What is which, below the axes, and the height of the whole drawing."""
    named = [(k, curve.label) for k, curve in enumerate(curves) if curve.label]
    if len(curves) == 1 and curves[0].label in ("", data.get("y_label"), data.get("title")):
        named = []
    parts, x, y = [], 0.0, BOTTOM + 92
    for k, label in named:
        said = formats.cut(label, LONGEST)
        width = 60 + LETTER * len(said) + 24
        if x and x + width > WIDTH:
            x, y = 0.0, y + 28
        if kind != "points":
            parts.append(Markup('<path class="l{}" d="M{:.0f} {}h48"/>').format(k, x, y - 7))
        if kind == "points" or (kind == "lines" and len(curves[k].points) <= FEW):
            parts.append(_points(k, [(round(x + 24), y - 7)]))
        parts.append(Markup('<text x="{:.0f}" y="{}">{}</text>').format(x + 58, y, said))
        x += width
    if hidden > 0:
        y += 28 if named else 0
        parts.append(Markup('<text y="{}">{} more not drawn</text>').format(y, hidden))
    return parts, y + 12 if parts else BOTTOM + 64


def _said(
    data: Mapping[str, Any], curves: list[Curve], hidden: int, rules: list[Line], marks: list[Line], up: Axis
) -> str:
    """The drawing in words."""
    heights = [y for c in curves for _, y in c.points]
    low, high = (formats.significant(end) for end in (min(heights), max(heights)))
    names = ", ".join(c.label for c in curves if c.label)
    said = f"{names}; " if names else ""
    said += f"{data.get('y_label') or 'values'} from {low} to {high}{', logarithmic scale' if up.log else ''}"
    said += f" against {data.get('x_label') or 'x'}"
    for name, held in (("rule", rules), ("mark", marks)):
        said += "".join(f"; {name} {label} at {formats.significant(at)}" for at, label in held)
    if any(c.band for c in curves):
        said += "; intervals shaded"
    return said + (f"; {hidden} further curves not drawn" if hidden > 0 else "")


# Figures as entries record them: panels of an experiment, trends along n, probabilities, drifts along a flow.
@dataclass(frozen=True)
class Drawing:
    """A drawing with the line that stands above it."""

    caption: str
    svg: Markup


def drawings(figure: Any, panels: list[dict[str, Any]] | None = None) -> tuple[Drawing, ...]:
    """Every drawing of a figure. ``panels`` replace its series where the evidence says more than they do."""
    if not isinstance(figure, Mapping):
        held: list[Any] = list(panels or [])
    elif figure.get("kind") == "panels":
        found = figure.get("panels")
        held = list(found) if isinstance(found, list) else []
    else:
        held = [*(panels or [_panel(figure)]), _distribution(figure.get("curve"))]
    drawn = ((one, panel(one)) for one in held)
    return tuple(Drawing(str(one.get("title") or ""), svg) for one, svg in drawn if svg is not None)


def lines(figure: Any) -> Markup | None:
    """``{"t": [...], "series": [{"label", "y"}]}`` as lines distinguished by dash, shape and label.

    The vertical axis is logarithmic where the values are non-negative and span more than three decades, or as ``log``
    says; the horizontal one where it holds sizes ``n``, or as ``log_x`` says. Points that are not finite interrupt
    nothing and are left out. Returns None where there is nothing to draw.
    """
    return panel(_panel(figure)) if isinstance(figure, Mapping) else None


def _panel(figure: Mapping[str, Any]) -> dict[str, Any]:
    """A figure of series over a common axis as a panel."""
    series = figure.get("series")
    common = figure.get("t") if isinstance(figure.get("t"), list) and figure.get("t") else None
    curves = []
    seen: Counter[str] = Counter()
    for index, one in enumerate(series if isinstance(series, list) else []):
        if not isinstance(one, Mapping) or not isinstance(one.get("y"), list):
            continue
        label = str(one.get("label") or f"series {index + 1}")
        seen[label] += 1
        label = label if seen[label] == 1 else f"{label} ({seen[label]})"
        own = one.get("t") if isinstance(one.get("t"), list) else None
        curves.append({"label": label, "x": own or common or list(range(len(one["y"]))), "y": one["y"]})
    x_label = str(figure.get("x_label") or "t")
    kind = str(figure.get("kind") or "values").capitalize()
    places = [x for curve in curves for x in map(number, curve["x"]) if x is not None]
    heights = [y for curve in curves for y in map(number, curve["y"]) if y is not None]
    return {
        "title": str(figure.get("title") or f"{kind} against {x_label}"),
        "x_label": x_label,
        "y_label": str(figure.get("y_label") or ""),
        "curves": curves,
        "log_x": bool(figure.get("log_x", x_label == "n" and min(places, default=0) > 0)),
        "log_y": bool(figure.get("log", _spans_decades(heights))) and any(y > 0 for y in heights),
    }


def _spans_decades(values: list[float]) -> bool:
    seen = [value for value in values if value > 0]
    return bool(seen) and min(values) >= 0 and max(seen) / 1000 > min(seen)


def _distribution(curve: Any) -> dict[str, Any] | None:
    """Both distribution functions at the largest size, where a trend recorded them."""
    if not isinstance(curve, Mapping):
        return None
    names = [name for name in ("measured", "claimed") if isinstance(curve.get(name), list)]
    at = f" at n = {curve['n']}" if curve.get("n") is not None else ""
    return {
        "title": f"Distribution function{at}", "x_label": "value", "y_label": "",
        "curves": [{"label": name, "x": curve.get("x"), "y": curve[name]} for name in names],
    }  # fmt: skip


# Histograms of relative slack, one row of a table each.
BARS, HEIGHT = 200, 28


def histogram(label: str, edges: Any, counts: Any) -> Markup | None:
    """Counts of relative slack on [-1, 1] as bars, a rule at zero, what lies below zero in the colour of a refutation.

    Heights are square roots of the counts, and no occupied bin is drawn below one unit in height or two in width: what
    matters is the few instances near zero, and ties have a bin of their own there. `label` is said to those who cannot
    see the drawing. Returns None where the bins are missing or malformed.
    """
    bins, cuts = finite(counts), finite(edges)
    if bins is None or cuts is None or len(cuts) != len(bins) + 1 or min(bins) < 0 or cuts != sorted(cuts):
        return None
    top = max(bins)
    at = [round((min(1.0, max(-1.0, cut)) + 1) / 2 * BARS) for cut in cuts]
    tall = [max(1, round(HEIGHT * math.sqrt(height / top))) if height else 0 for height in bins]
    negative = sum(cut <= 0 for cut in cuts[1:])
    ties = "".join(
        f"M{at[k] - 1} {HEIGHT}v-{tall[k]}h2v{tall[k]}z" for k in range(len(tall)) if tall[k] and at[k] == at[k + 1]
    )
    drawn = [height if at[k] < at[k + 1] else 0 for k, height in enumerate(tall)]
    paths = {
        "b": _outline(at[: negative + 1], drawn[:negative]),
        "g": _outline(at[negative:], drawn[negative:]) + ties,
    }
    below = sum(bins[:negative])
    bars = Markup("").join(Markup('<path class="{}" d="{}"/>').format(name, d) for name, d in paths.items() if d)
    said = (
        f"{label}: {formats.count(int(sum(bins)))} instances, {formats.count(int(below)) if below else 'none'} below 0"
    )
    # the rule at zero is drawn by the style sheet: these figures are many, and a page of them has to stay light
    return Markup('<svg class="hist" role="img" viewBox="0 0 {} {}"><title>{}</title>{}</svg>').format(
        BARS, HEIGHT, said, bars
    )


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
