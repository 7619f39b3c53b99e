"""Figures as entries record them: panels of an experiment, trends along n, probabilities, drifts along a flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lemmata.report.figures.panels import number, panel


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
