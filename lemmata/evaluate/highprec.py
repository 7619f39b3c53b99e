"""Independent interpreter of concrete statements at high precision (mpmath), one exact instance at a time.

It shares no evaluation code with the float interpreter or with ball arithmetic and exists to be compared with both.
Rational quantities stay exact (`Fraction`) until something irrational comes up, so rank, trace and determinant of
rational matrices are exact.  Everything else carries rounding errors near 10^-digits, without bounds: this module
decides no verdict either.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Rational
from sympy.core.numbers import Pi

from lemmata.evaluate.highprec_functions import FUNCTIONS
from lemmata.evaluate.highprec_reader import Margin, Number, Reader, Rows, Rules, Undefined, Vector, place_of, repeat
from lemmata.evaluate.highprec_spectra import SPECTRAL
from lemmata.evaluate.rational_rows import identity, product
from lemmata.language import core, families, matrices, variables
from lemmata.language.instance import Instance
from lemmata.language.instantiate import index_tuples
from lemmata.language.lengths import is_vector
from lemmata.language.relations import Clause, Exists, Relation

DIGITS = 50
LONGEST = 2**20  # bits of an exact power


def evaluate(node: Any, instance: Instance, digits: int = DIGITS) -> Any:
    """Value of a concrete node: an mpf for scalars, a list of mpf for vectors, an mpmath matrix for matrices.

    Raises Undefined where there is no value, TypeError for nodes without a rule, KeyError for missing variables.
    """
    reader = Reader(instance.values, digits, _RULES)
    value = reader.value(node)
    if node.is_Matrix:
        return reader.dense(value)
    return [reader.real(x) for x in value] if is_vector(node) else reader.real(value[0])


def slack(clause: Clause, instance: Instance, digits: int = DIGITS) -> Margin:
    """Slack of a clause (the body, for an existence claim).  Raises as `evaluate`."""
    indices, tuples, body = index_tuples(clause.body if isinstance(clause, Exists) else clause)
    if not isinstance(body, Relation):
        raise TypeError(f"no slack for {type(body).__name__}")
    margins: list[Margin] = []
    for values in tuples:
        at = {index.name: Fraction(k) for index, k in zip(indices, values, strict=True)}
        margins += Reader({**instance.values, **at}, digits, _RULES).margins(body)
    if not margins:
        ctx = Reader({}, digits, _RULES).ctx
        return Margin(ctx.mpf(1), ctx.inf)
    worst = min(margins, key=lambda m: m.relative)
    return Margin(worst.relative, min(m.absolute for m in margins), worst.lhs, worst.rhs)


def _entrywise(step: Callable[[Reader, Number, Number], Number]) -> Callable[[Reader, Any], Vector]:
    def rule(at: Reader, node: Any) -> Vector:
        out = at.value(node.args[0])
        for a in node.args[1:]:
            other = at.value(a)
            length = max(len(out), len(other))
            pairs = zip(repeat(out, length), repeat(other, length), strict=True)
            out = [step(at, *at.alike(x, y)) for x, y in pairs]
        return out

    return rule


def _divide(at: Reader, x: Number, y: Number) -> Number:
    if y == 0:
        raise Undefined("quotient by zero")
    return x / y


def _bits(x: Number) -> int:
    """How long an exact number is; 0 for one that is rounded."""
    return max(x.numerator.bit_length(), x.denominator.bit_length()) if isinstance(x, Fraction) else 0


def _power(at: Reader, node: Any) -> Vector:
    base, exponent = at.value(node.args[0]), int(node.args[1])
    if exponent < 0 and any(x == 0 for x in base):
        raise Undefined("negative power of zero")
    if any(abs(exponent) * _bits(x) > LONGEST for x in base):
        raise OverflowError(f"the exponent {exponent} of a fraction")
    return [x**exponent for x in base]


def _sqrt(at: Reader, node: Any) -> Vector:
    out = []
    for x in at.value(node.args[0]):
        if x < 0:
            raise Undefined("square root of a negative number")
        out.append(at.ctx.sqrt(at.real(x)))
    return out


def _extreme(sign: int) -> Callable[[Reader, Any], Vector]:
    def rule(at: Reader, node: Any) -> Vector:
        entries = [x for a in node.args for x in at.value(a)]
        return [max(entries, key=lambda x: sign * at.real(x))]

    return rule


def _entry(at: Reader, node: Any) -> Vector:
    entries = at.value(node.args[0])
    return [entries[place_of(at, node.args[1], len(entries))]]


def _gap(at: Reader, node: Any) -> Vector:
    entries = at.value(node.args[0])
    i = place_of(at, node.args[1], len(entries))
    return [min((abs(x + -entries[i]) for k, x in enumerate(entries) if k != i), default=at.ctx.inf)]


def _matplus(at: Reader, node: Any) -> Rows:
    parts = [at.value(a) for a in node.args]
    return [[sum(xs) for xs in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]


def _mattimes(at: Reader, node: Any) -> Rows:
    out = at.value(node.args[0])
    for a in node.args[1:]:
        out = product(out, at.value(a))
    return out


def _scaled(at: Reader, node: Any) -> Rows:
    (c,) = at.value(node.args[0])
    return [[c * x for x in row] for row in at.value(node.args[1])]


def _kron(at: Reader, node: Any) -> Rows:
    a, b = (at.value(x) for x in node.args)
    return [[x * y for x in p for y in q] for p in a for q in b]


def _gradient_gram(at: Reader, node: Any) -> Rows:
    """The network is affine in each single weight, so half the difference of its values at w + 1 and w - 1 is the exact
    derivative."""
    weights, data = [at.value(w) for w in node.args[0].args], at.value(node.args[1])

    def outputs(layer: int, i: int, j: int, step: int) -> Rows:
        out = data
        for k, w in enumerate(weights):
            moved = [[x + step * int((k, p, q) == (layer, i, j)) for q, x in enumerate(r)] for p, r in enumerate(w)]
            out = product(moved, out)
        return out

    rows = []
    for layer, w in enumerate(weights):
        for i in range(len(w)):
            for j in range(len(w[0])):
                pairs = zip(outputs(layer, i, j, 1), outputs(layer, i, j, -1), strict=True)
                rows.append([(p - q) / 2 for up, down in pairs for p, q in zip(up, down, strict=True)])
    count = len(data[0])
    return [[sum((x * y for x, y in zip(r, s, strict=True)), Fraction(0)) / count for s in rows] for r in rows]


def _variable(at: Reader, node: Any) -> Any:
    value = at.values[node.name]
    return value if node.is_Matrix else [value]


_RULES: Rules = {
    Rational: lambda at, node: [Fraction(int(node.p), int(node.q))],
    Pi: lambda at, node: [+at.ctx.pi],
    variables.Scalar: _variable,
    variables.Index: _variable,
    variables.Matrix: _variable,
    core.Plus: _entrywise(lambda at, x, y: x + y),
    core.Neg: lambda at, node: [-x for x in at.value(node.args[0])],
    core.Times: _entrywise(lambda at, x, y: x * y),
    core.Quotient: _entrywise(_divide),
    core.Power: _power,
    core.Sqrt: _sqrt,
    core.Abs: lambda at, node: [abs(x) for x in at.value(node.args[0])],
    core.Max: _extreme(1),
    core.Min: _extreme(-1),
    core.Total: lambda at, node: [sum(at.value(node.args[0]))],
    core.Entry: _entry,
    core.Gap: _gap,
    matrices.Id: lambda at, node: identity(int(node.args[0])),
    matrices.MatPlus: _matplus,
    matrices.MatNeg: lambda at, node: [[-x for x in row] for row in at.value(node.args[0])],
    matrices.MatTimes: _mattimes,
    matrices.Scaled: _scaled,
    matrices.Transpose: lambda at, node: [list(c) for c in zip(*at.value(node.args[0]), strict=True)],
    matrices.Kron: _kron,
    families.VStack: lambda at, node: [row for a in node.args for row in at.value(a)],
    families.GradientGram: _gradient_gram,
    **SPECTRAL,
    **FUNCTIONS,
}
