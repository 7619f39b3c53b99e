"""Singular values along M_o + rho Id for 0 <= rho <= 1: exact for diagonal matrices, within balls for drawn ones.

Nothing here is a float estimate: every measure is a rational number or lies between rational bounds, so that what a
statement says of it is proved or refuted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from flint import arb, fmpq, fmpq_mat

from lemmata.claims.experiments.record import Curve, Effort, Enclosed, Panel, Record, Settings
from lemmata.evaluate.randomness import Stream
from lemmata.linalg.ball_spectra import singular_values
from lemmata.linalg.convert import bounds, to_fraction

GRAIN = 1 << 20  # drawn entries are multiples of sigma / GRAIN, so that matrices are rational
BITS = 40
CURVES = 5  # singular values to a panel
Path = tuple[Fraction, ...]


def enclosed(label: str, low: Fraction, high: Fraction) -> Enclosed:
    """Rational bounds as floats, rounded outwards where they are not floats themselves."""
    down, up = float(low), float(high)
    return Enclosed(
        label,
        down if down <= low else math.nextafter(down, -math.inf),
        up if up >= high else math.nextafter(up, math.inf),
    )


def exactly(label: str, number: Fraction | int) -> Enclosed:
    """A rational number as a measure."""
    return enclosed(label, Fraction(number), Fraction(number))


# --- diagonal matrices: the singular values are the moduli in order, straight between finitely many places


def corners(diagonal: Sequence[Fraction]) -> Path:
    """The ends of [0, 1], and all rho between at which an entry of diag + rho is zero or two have the same modulus."""
    zeros = [-d for d in diagonal]
    meetings = [-(a + b) / 2 for k, a in enumerate(diagonal) for b in diagonal[:k]]
    return tuple(sorted({Fraction(0), Fraction(1)} | {x for x in (*zeros, *meetings) if 0 < x < 1}))


def moduli(diagonal: Sequence[Fraction], rho: Fraction) -> Path:
    """Singular values of diag + rho Id, descending."""
    return tuple(sorted((abs(d + rho) for d in diagonal), reverse=True))


def diagonal(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Ordered singular values of a diagonal family, exactly.

    Measures, for the i-th singular value: `rise_i`, `fall_i` (how far it goes up and down altogether), `corners_i`
    (places without a derivative), `dent_i` (largest drop of its slope, 0 for a convex function), and `sharp_zeros`, the
    zeros of the family at which the smallest one has a corner, of `zeros` in all.
    """
    entries = [Fraction(x) for x in settings["entries"]]
    at = corners(entries)
    paths = list(zip(*(moduli(entries, rho) for rho in at), strict=True))
    measures: dict[str, Enclosed] = {}
    for i, path in enumerate(paths, 1):
        steps = [b - a for a, b in pairwise(path)]
        slopes = [step / (b - a) for step, (a, b) in zip(steps, pairwise(at), strict=True)]
        turns = [b - a for a, b in pairwise(slopes)]
        measures |= {
            f"rise_{i}": exactly(f"rise of s_{i} altogether", sum(x for x in steps if x > 0)),
            f"fall_{i}": exactly(f"fall of s_{i} altogether", -sum(x for x in steps if x < 0)),
            f"corners_{i}": exactly(f"corners of s_{i}", sum(x != 0 for x in turns)),
            f"dent_{i}": exactly(f"largest drop of the slope of s_{i}", max([0, *(-x for x in turns)])),
        }
    zeros = [k for k in range(1, len(at) - 1) if paths[-1][k] == 0]
    measures["zeros"] = exactly("zeros inside (0, 1)", len(zeros))
    measures["sharp_zeros"] = exactly("zeros with a corner", sum(turns[k - 1] != 0 for k in zeros))
    x = tuple(map(float, at))
    curves = tuple(Curve(f"s_{i}", x, tuple(map(float, path))) for i, path in enumerate(paths, 1))
    panel = Panel("Diagonal matrix plus ρ Id", "ρ", "singular values", curves)
    facts = {"corners of the family at": ", ".join(map(str, at[1:-1])), "arithmetic": "rational"}
    return Record(measures, (panel,), facts, runs=1)


# --- drawn matrices: balls at rational places, and Weyl's inequality in between


def drawn(stream: Stream, n: int, sigma: Fraction) -> fmpq_mat:
    """An n x n matrix of normal entries, rounded to multiples of sigma / GRAIN."""
    counts = stream.normal((n, n)).mul(GRAIN).round().long().flatten().tolist()
    unit = fmpq(sigma.numerator, sigma.denominator) / GRAIN
    return fmpq_mat(n, n, [k * unit for k in counts])


def spectra(matrix: fmpq_mat, steps: int) -> list[list[arb]]:
    """Balls around the singular values of matrix + (k / steps) Id, descending, for k = 0 ... steps."""
    n = matrix.nrows()
    one = fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
    return [singular_values(matrix + fmpq(k, steps) * one, BITS) for k in range(steps + 1)]


def clear(values: Sequence[arb], i: int, steps: int) -> bool:
    """Whether singular value i stays apart from the others and from zero within half a step of a place.

    No singular value moves faster than rho (Weyl), so a distance beyond one step is still there half a step away.
    """
    above = [] if i == 0 else [values[i - 1] - values[i]]
    below = values[i] - values[i + 1] if i + 1 < len(values) else 2 * values[i]
    return all(distance > fmpq(1, steps) for distance in (*above, below))


def stretches(table: Sequence[Sequence[arb]], i: int) -> Iterator[list[arb]]:
    """Values of singular value i along the longest runs of neighbouring places at which it is clear of the others."""
    for apart, run in groupby(table, key=lambda values: clear(values, i, len(table) - 1)):
        if apart:
            yield [values[i] for values in run]


def extrema(values: Sequence[arb]) -> int:
    """Strict local extrema there are at least in between, from the certain changes of direction."""
    signs = [(b > a) - (b < a) for a, b in pairwise(values)]  # 0 where the balls leave it open
    return max(len(list(groupby(sign for sign in signs if sign))) - 1, 0)


def bump(values: Sequence[arb]) -> arb:
    """How far a value lies above the middle of its two neighbours, at most."""
    bumps = [b - (a + c) / 2 for a, b, c in zip(values, values[1:], values[2:], strict=False)]
    return max(bumps, key=lambda x: x.mid(), default=arb(0))


Runs = list[tuple[int, list[arb]]]  # singular values (from 0) with one of their stretches


def turning(runs: Runs) -> tuple[int, int]:
    """Most extrema on one stretch, and the singular value (from 1) that has them."""
    return max(((extrema(run), i + 1) for i, run in runs), default=(0, 0))


def searched(settings: Settings, stream: Callable[..., Stream]) -> tuple[int, list[list[arb]], Runs]:
    """The first drawn matrix that has a singular value with `wanted` extrema, or else the last of `tries`.

    Its number (from 1), its table of singular values, and the stretches of each on which it is clear of the others.
    """
    (n,), (sigma,), (steps,), (wanted,), (tries,) = (settings[k] for k in ("n", "sigma", "steps", "wanted", "tries"))
    for k in range(1, int(tries) + 1):
        table = spectra(drawn(stream("M_o", k), int(n), Fraction(sigma)), int(steps))
        runs = [(i, run) for i in range(int(n)) for run in stretches(table, i)]
        if turning(runs)[0] >= int(wanted):
            break
    return k, table, runs


def gaussian(settings: Settings, effort: Effort, stream: Callable[..., Stream]) -> Record:
    """Singular values of a drawn matrix plus rho Id, enclosed at steps + 1 equidistant places.

    An example is asked for, so matrices are drawn until one has it.  Only stretches on which a singular value certainly
    meets no other and is not zero count.  Measures: `extrema` (of the singular value that has most, as far as those
    places show), `bump` (how far some singular value exceeds the middle of its neighbours a step to either side, at
    most), `fall` (largest decrease of one over a step).
    """
    number, table, runs = searched(settings, stream)
    most, index = turning(runs)
    found = {
        "bump": ("excess of a singular value over the middle of its neighbours", [bump(run) for _, run in runs]),
        "fall": ("decrease of a singular value over one step", [a - b for _, run in runs for a, b in pairwise(run)]),
    }
    measures = {"extrema": exactly("extrema of one singular value that meets no other", most)}
    for name, (label, balls) in found.items():
        largest = max(balls, key=lambda x: x.mid(), default=arb(0))
        measures[name] = enclosed(label, *map(to_fraction, bounds(largest)))
    facts = {
        "entries": f"normal, rounded to multiples of sigma / {GRAIN:,}", "matrix": f"number {number} drawn",
        "most extrema": f"singular value {index}", "places": f"{len(table)}, {BITS} bits at least",
        "in between": "no singular value moves faster than rho (Weyl)",
    }  # fmt: skip
    return Record(measures, tuple(_panels(table)), facts, runs=number)


def _panels(table: Sequence[Sequence[arb]]) -> Iterator[Panel]:
    x = tuple(round(k / (len(table) - 1), 5) for k in range(len(table)))
    lines = list(zip(*table, strict=True))
    for first in range(0, len(lines), CURVES):
        part = lines[first : first + CURVES]
        curves = tuple(
            Curve(f"s_{i}", x, tuple(round(float(v.mid()), 4) for v in y)) for i, y in enumerate(part, first + 1)
        )
        title = f"Gaussian matrix plus ρ Id, s_{first + 1} to s_{first + len(part)}"
        yield Panel(title, "ρ", "singular values", curves)
