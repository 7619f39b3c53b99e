"""A plot of ratios as SVG, logarithmic in both directions, without a plotting library."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 720, 420, 60, 20, 50
COLOURS = ("#1b6ca8", "#c0392b", "#27864b", "#8e44ad", "#b7791f")


def curves(drawn: Mapping[str, Sequence[tuple[int, float]]], across: str, up: str) -> str:
    """The drawing: one line per name through (x, ratio), both above zero; a dashed line at 1."""
    points = [p for line in drawn.values() for p in line]
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(0.5, *(y for _, y in points)), max(2.0, *(y for _, y in points))
    right = WIDTH - 190

    def at(x: float, y: float) -> tuple[float, float]:
        u = (math.log(x) - math.log(low)) / max(math.log(high) - math.log(low), 1e-9)
        v = (math.log(y) - math.log(bottom)) / (math.log(top) - math.log(bottom))
        return LEFT + u * (right - LEFT), HEIGHT - BOTTOM - v * (HEIGHT - BOTTOM - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for y in (y for y in (0.5, 1, 2, 5, 10, 20, 50, 100) if bottom <= y <= top):
        height = at(low, y)[1]
        dash = ' stroke-dasharray="6 4" stroke="#555"' if y == 1 else ' stroke="#ddd"'
        parts.append(f'<path d="M {LEFT} {height:.1f} H {right}"{dash}/>')
        parts.append(f'<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in sorted({x for x, _ in points}):
        place = at(x, bottom)[0]
        parts.append(f'<text x="{place:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x}</text>')
    for k, (name, line) in enumerate(drawn.items()):
        colour = COLOURS[k % len(COLOURS)]
        path = " L ".join(f"{x:.1f} {y:.1f}" for x, y in (at(*p) for p in line))
        parts.append(f'<path d="M {path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{right + 12}" y="{TOP + 20 + 20 * k}" fill="{colour}">{escape(name)}</text>')
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escape(across)}</text>')
    middle = (HEIGHT - BOTTOM + TOP) / 2
    parts.append(f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">{escape(up)}</text>')
    return "\n".join([*parts, "</svg>", ""])
