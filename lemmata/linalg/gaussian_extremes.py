"""Enclosures of probabilities of extreme spectra, at every finite order: no draws, no asymptotics.

For an N x n matrix of independent standard normal entries, N >= n, the squares t of the singular values have a density
proportional to prod |t_i - t_j| prod t_i^((N - n - 1)/2) exp(-t_i / 2); the eigenvalues x of K + K^T, K square, one
proportional to prod |x_i - x_j| prod exp(-x_i^2 / 8).  By de Bruijn's formula the integral of such a density over a box
[a, b]^n is a constant times the Pfaffian of the double integrals over a < y < z < b of f_i(y) f_j(z) - f_j(y) f_i(z),
f_j the weight times the j-th power, bordered for odd n by the single integrals of f_j; its square is a determinant, and
the ratio of two of them, the box against the whole line, is the probability.  Integration by parts lowers the powers
one by one (Chiani, J. Multivariate Anal. 129, 2014, has the recursion for a largest eigenvalue), so that everything
comes down to incomplete gamma functions, which Arb encloses.  Powers are an ill-conditioned basis: the precision rises
until the enclosure is as narrow as asked for.

The tails of a normal and of a chi-square variable stand next to them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from flint import arb, arb_mat, ctx

from lemmata.linalg.precision import precision

NARROW = 80  # bits after the point that an enclosure is asked to have
FURTHEST = 20_000  # bits of working precision
Bound = Callable[[int], arb] | None  # an end of the box, enclosed at so many bits; None where there is none


def normal_above(x: arb) -> arb:
    """P[Z > x] for a standard normal Z."""
    return (x / arb(2).sqrt()).erfc() / 2


def chi_square_above(freedom: int, x: arb) -> arb:
    """P[chi^2 > x] for a positive number of degrees of freedom; 1 for negative x."""
    if x < 0:
        return arb(1)
    return (x / 2).gamma_upper(arb(freedom) / 2, regularized=1)


def singular_within(rows: int, cols: int, low: Bound, high: Bound, bits: int = NARROW) -> arb:
    """P[every singular value lies between `low` and `high`], entries standard normal."""
    order, longer = sorted((rows, cols))

    def half_square(x: arb) -> arb:
        return x * x / 2 if x > 0 else arb(0)

    return _ratio(
        partial(_wishart, order, longer), order, _through(half_square, low), _through(half_square, high), bits
    )


def symmetric_within(order: int, low: Bound, high: Bound, bits: int = NARROW) -> arb:
    """P[every eigenvalue of K + K^T lies between `low` and `high`], entries of K standard normal."""

    def scaled(x: arb) -> arb:
        return x / arb(8).sqrt()

    ends = _through(scaled, low), _through(scaled, high)
    return _ratio(partial(_hermite, order), order, *ends, bits)


def _through(change: Callable[[arb], arb], bound: Bound) -> Callable[[int], arb | None]:
    return lambda bits: None if bound is None else change(bound(bits))


Matrix = tuple[list[list[arb]], list[arb]]


def _ratio(
    moments: Callable[[arb | None, arb | None], Matrix],
    order: int,
    low: Callable[[int], arb | None],
    high: Callable[[int], arb | None],
    bits: int,
) -> arb:
    """Pfaffian over the box by Pfaffian over the line, at rising precision.  Raises ArithmeticError where it stays
    wide."""
    working = bits + 24 * order
    while working <= FURTHEST:
        with precision(working):
            inside = abs(_determinant(*moments(low(working), high(working))))
            whole = abs(_determinant(*moments(None, None)))
            if 0 not in whole:
                square = inside / whole
                share = arb(0).union(abs(square.upper()).sqrt()) if 0 in square else square.sqrt()
                if share.rad() < arb(2) ** (-bits):
                    return share
        working *= 2
    raise ArithmeticError(f"no narrow enclosure at order {order} within {FURTHEST} bits")


def _determinant(double: list[list[arb]], single: list[arb]) -> arb:
    n = len(single)
    skew = [[double[i][j] - double[j][i] for j in range(n)] for i in range(n)]
    if n % 2:
        skew = [[*row, m] for row, m in zip(skew, single, strict=True)] + [[-m for m in single] + [arb(0)]]
    return arb_mat(skew).det()


def _gammas(powers: list[arb], x: arb | None) -> list[arb]:
    """gamma(p, x) for consecutive p, the whole Gamma function where x is infinite: from the last one downwards, where
    every term is positive."""
    if x is not None and not x > 0:
        return [arb(0)] * len(powers)
    out = [powers[-1].gamma() if x is None else gamma_lower(powers[-1], x)]
    for p in reversed(powers[:-1]):
        out.append((out[-1] + (0 if x is None else x**p * (-x).exp())) / p)
    return out[::-1]


def gamma_lower(p: arb, x: arb) -> arb:
    """gamma(p, x) for p, x > 0.

    Far above p it is Gamma(p) but for a tail of at most x^p exp(-x) / (x - p + 1); nearer, the sum over k of
    x^(p + k) exp(-x) / (p (p + 1) ... (p + k)), whose terms are positive.  Arb's own takes seconds at whole p.
    """
    if not x.is_finite():
        return arb(math.nan)
    if x > 2 * p:
        beyond = x**p * (-x).exp() / (x - p + 1)
        if beyond < p.gamma() * arb(2) ** -ctx.prec:
            return p.gamma() - arb(0).union(beyond)
    smallest = arb(2) ** -ctx.prec
    term, total, above = arb(1), arb(1), arb(p)
    while True:
        above += 1
        ratio = x / above
        term *= ratio
        total += term
        if ratio < 0.75 and term < smallest * total:  # what is left is at most three times the last term
            return x**p * (-x).exp() / p * (total + arb(0).union(3 * term))


def _wishart(order: int, longer: int, a: arb | None, b: arb | None) -> Matrix:
    """S[i][j], the integral over z of f_j(z) times that of f_i up to z, and the integrals of f_j; f_j = u^(alpha + j)
    exp(-u) between a and b."""
    alpha = arb(longer - order - 1) / 2
    start = arb(0) if a is None else a
    powers = [alpha + j + 1 for j in range(order)]
    single = [y - x for x, y in zip(_gammas(powers, start), _gammas(powers, b), strict=True)]
    degrees = [arb(longer - order + k) for k in range(2 * order)]
    upto = _gammas(degrees[1:], None if b is None else 2 * b)
    below = _gammas(degrees[1:], 2 * start)
    # integral of u^p exp(-2 u), p = longer - order + k - 1
    twice = [(y - x) / arb(2) ** d for x, y, d in zip(below, upto, degrees[1:], strict=True)]
    double = [[arb(0)] * order for _ in range(order)]
    for j in range(order):
        double[j][j] = single[j] ** 2 / 2
        for i in range(j, order - 1):
            edge = start ** (alpha + i + 1) * (-start).exp() if start > 0 else arb(0)
            double[i + 1][j] = (alpha + i + 1) * double[i][j] - twice[i + j] + edge * single[j]
        for i in range(j + 1, order):
            double[j][i] = single[i] * single[j] - double[i][j]
    return double, single


def _hermite(order: int, a: arb | None, b: arb | None) -> Matrix:
    """The same for f_j = v^j exp(-v^2) between a and b, None standing for minus and plus infinity."""

    def edge(power: int, rate: int) -> arb:
        """v^power exp(-rate v^2) at b minus at a."""
        upper = arb(0) if b is None else b**power * (-rate * b * b).exp()
        return upper - (arb(0) if a is None else a**power * (-rate * a * a).exp())

    def integrals(count: int, rate: int) -> list[arb]:
        root = arb(rate).sqrt()
        ends = (arb(1) if b is None else (root * b).erf()) - (arb(-1) if a is None else (root * a).erf())
        out = [arb.pi().sqrt() / (2 * root) * ends, -edge(0, rate) / (2 * rate)]
        for p in range(2, count):
            out.append((arb(p - 1) * out[p - 2] - edge(p - 1, rate)) / (2 * rate))
        return out[:count]

    single, twice = integrals(order, 1), integrals(2 * order, 2)
    low = [arb(0) if a is None else a**i * (-a * a).exp() for i in range(order)]
    double = [[arb(0)] * order for _ in range(order)]

    def next_row(i: int, j: int) -> arb:
        before = arb(i) / 2 * double[i - 1][j] if i else arb(0)
        return before + (low[i] * single[j] - twice[i + j]) / 2

    double[0][0] = single[0] ** 2 / 2
    for i in range(order - 1):
        double[i + 1][0] = next_row(i, 0)
    for j in range(1, order):
        double[0][j] = single[0] * single[j] - double[j][0]
        for i in range(order - 1):
            double[i + 1][j] = next_row(i, j)
    return double, single
