"""What a 2 x 2 matrix does to the unit circle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from lemmata.language.boxes import symbol
from lemmata.report import formats
from lemmata.report.figures.axes import finite
from lemmata.report.formulas import markup

SIZE, POINTS, MANY = 168, 72, 3
_HUGE = 1e6  # beyond, the unit circle is no larger than a point next to its image


def actions(values: Mapping[str, Any]) -> tuple[Markup, ...]:
    """Drawings of the first 2 x 2 matrices among the values of an instance, three at most.

    Multiples of the identity are left out: there is nothing to see.
    """
    found = ((name, _matrix(value)) for name, value in values.items())
    drawn = [_action(name, matrix) for name, matrix in found if matrix is not None]
    return tuple(drawn[:MANY])


def _matrix(value: Any) -> tuple[float, float, float, float] | None:
    if not isinstance(value, list) or len(value) != 2 or any(not isinstance(r, list) or len(r) != 2 for r in value):
        return None
    entries = finite([*value[0], *value[1]])
    if entries is None or max(map(abs, entries)) > _HUGE:
        return None
    a, b, c, d = entries
    return None if (a, b, c) == (d, 0, 0) else (a, b, c, d)


def singular_values(a: float, b: float, c: float, d: float) -> tuple[float, float]:
    """Singular values of [[a, b], [c, d]], the larger first, to drawing precision."""
    mean, spread = math.hypot(a + d, c - b) / 2, math.hypot(a - d, b + c) / 2
    return mean + spread, abs(mean - spread)


def _action(name: str, matrix: tuple[float, float, float, float]) -> Markup:
    a, b, c, d = matrix
    large, small = singular_values(*matrix)
    scale = (SIZE / 2 - 12) / max(1.0, large)
    middle = SIZE / 2

    def at(x: float, y: float) -> str:
        return f"{middle + scale * (a * x + b * y):.1f} {middle - scale * (c * x + d * y):.1f}"

    angles = [2 * math.pi * k / POINTS for k in range(POINTS)]
    image = "M" + "L".join(at(math.cos(t), math.sin(t)) for t in angles) + "Z"
    reported = (
        f"{name} maps the unit circle to an ellipse with half-axes {formats.significant(large)} and "
        f"{formats.significant(small)}"
        if small > 1e-9 * large
        else f"{name} maps the unit circle to a segment of half-length {formats.significant(large)}"
        if large
        else f"{name} maps the unit circle to a point"
    )
    svg = Markup(
        '<svg class="action" role="img" width="{s}" height="{s}" viewBox="0 0 {s} {s}"><title>{reported}</title>'
        '<path class="r" d="M0 {m}H{s}M{m} 0V{s}"/><circle class="u" cx="{m}" cy="{m}" r="{r:.1f}"/>'
        '<path class="k" d="{image}"/><path class="e1" d="M{m} {m}L{one}"/><path class="e2" d="M{m} {m}L{two}"/></svg>'
    ).format(s=SIZE, m=middle, r=scale, image=image, reported=reported, one=at(1, 0), two=at(0, 1))
    caption = Markup("{} <span>s₁ = {}, s₂ = {}</span>").format(
        markup(symbol(name)), formats.significant(large), formats.significant(small)
    )
    return Markup('<figure class="acts">{}<figcaption>{}</figcaption></figure>').format(svg, caption)
