"""Histograms of relative slack, one row of a table each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from lemmata.report import formats
from lemmata.report.figures.axes import finite

WIDTH, HEIGHT = 200, 28


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
    at = [round((min(1.0, max(-1.0, cut)) + 1) / 2 * WIDTH) for cut in cuts]
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
        WIDTH, HEIGHT, said, bars
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
