"""Where a number lies whatever is drawn: an interval read off its tree, by interval arithmetic and bounds on norms."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Any

from sympy import Integer, Rational

from lemmata.evaluate.floats import evaluate
from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.dimensions import length
from lemmata.language.matrices import MatrixTerm
from lemmata.language.specification import Sign
from lemmata.language.variables import Matrix
from lemmata.statistics.lipschitz import moved
from lemmata.statistics.reduction import noises

LARGEST = {"rademacher": 1.0, "uniform": math.sqrt(3)}  # moduli of entries, by law
ANYWHERE = (-math.inf, math.inf)
Range = tuple[float, float]


@lru_cache(maxsize=1 << 14)
def interval(node: Any, law: str) -> Range:
    """Numbers between which a scalar, and every entry of a vector or a matrix, lies wherever it has a value, up to
    rounding, at fixed dimensions and parameters; infinite where no bound is seen."""
    if isinstance(node, Matrix):
        largest = LARGEST.get(law, math.inf) if noises(node) else math.inf
        return -largest, largest
    if not node.has(Matrix):
        found = evaluate(node, {})[0]
        return float(found.min()), float(found.max())
    of_parts = next((rule for kinds, rule in _OF_PARTS if isinstance(node, kinds)), None)
    if of_parts is not None:
        low, high = of_parts(*(interval(a, law) for a in node.args))
    else:
        rule = next((rule for kinds, rule in _RULES if isinstance(node, kinds)), _atom)
        low, high = rule(node, law)
    if getattr(node, "spec", None) is not None and node.spec.sign in (Sign.NON_NEGATIVE, Sign.POSITIVE):
        low = max(low, 0.0)
    return ANYWHERE if math.isnan(low) or math.isnan(high) else (low, high)


def _times(x: Range, y: Range) -> Range:
    products = [0.0 if 0.0 in (a, b) else a * b for a in x for b in y]
    return min(products), max(products)


def _matrix_product(node: Any, law: str) -> Range:
    out = interval(node.args[0], law)
    for a in node.args[1:]:
        inner = float(int(a.shape[0]))
        out = _times((inner, inner), _times(out, interval(a, law)))
    return out


def _inverse(x: Range) -> Range:
    low, high = x
    if low < 0 < high:
        return ANYWHERE
    return (1 / high if high else -math.inf), (1 / low if low else math.inf)


def _power(node: Any, law: str) -> Range:
    base, exponent = interval(node.args[0], law), node.args[1]
    if not isinstance(exponent, Integer):
        return ANYWHERE
    k = abs(int(exponent))
    ends = sorted(math.copysign(1.0, b) ** k * _grown(abs(b), k) for b in base)
    low, high = (0.0, ends[1]) if k % 2 == 0 and base[0] < 0 < base[1] else ends
    return (low, high) if exponent >= 0 else _inverse((low, high))


def _grown(x: float, p: float) -> float:
    try:
        return x**p
    except OverflowError:
        return math.inf


def _real_power(node: Any, law: str) -> Range:
    (low, high), exponent = interval(node.args[0], law), node.args[1]
    if not isinstance(exponent, Rational) or exponent <= 0:
        return ANYWHERE
    return _grown(max(low, 0.0), float(exponent)), _grown(max(high, 0.0), float(exponent))


def _rising(f: Callable[[float], float], from_: float = -math.inf) -> Callable[[Range], Range]:
    """The rule of an increasing function that has a value from a number on."""

    def at(x: float) -> float:
        try:
            return f(max(x, from_))
        except OverflowError:
            return math.inf
        except ValueError:
            return -math.inf  # the logarithm of 0

    return lambda x: (at(x[0]), at(x[1]))


def _ends(lower: Callable[..., float], upper: Callable[..., float]) -> Callable[..., Range]:
    """The rule that takes one of the lower ends, or what they make, and the same of the upper ends."""
    return lambda *parts: (lower(low for low, _ in parts), upper(high for _, high in parts))


def _total(node: Any, law: str) -> Range:
    many = length(node.args[0])
    if not isinstance(many, Integer):
        return ANYWHERE
    return _times((float(many), float(many)), interval(node.args[0], law))


def _atom(node: Any, law: str) -> Range:
    """Words of one matrix: those that vanish at zero are at most their Lipschitz constant times its Frobenius norm."""
    if len(node.args) != 1 or not isinstance(node.args[0], MatrixTerm):
        return ANYWHERE
    r, c = (int(side) for side in node.args[0].shape)
    norm = max(map(abs, interval(node.args[0], law))) * math.sqrt(r * c)
    if isinstance(node, atoms.Cond):
        return 1.0, math.inf
    if isinstance(node, atoms.Rank):
        return 0.0, float(min(r, c))
    if isinstance(node, atoms.Det):  # Hadamard
        most = _grown(norm / math.sqrt(r), r)
    elif isinstance(node, atoms.Rho):
        most = norm
    else:
        factor = moved(node)
        most = math.inf if factor is None else factor * norm
    return -most, most


_OF_PARTS: tuple[tuple[Any, Callable[..., Range]], ...] = (
    (core.Plus | matrices.MatPlus, _ends(sum, sum)),
    (core.Neg | matrices.MatNeg, lambda x: (-x[1], -x[0])),
    (core.Times | matrices.Scaled | matrices.Kron | functions.Hadamard, lambda *parts: reduce(_times, parts)),
    (core.Quotient, lambda x, y: _times(x, _inverse(y))),
    (core.Sqrt, _rising(math.sqrt, 0.0)),
    (core.Exp, _rising(math.exp)),
    (core.Log, _rising(math.log, 0.0)),
    (core.Erf, _rising(math.erf)),
    (functions.Relu, _rising(float, 0.0)),
    (core.Abs, lambda x: (max(x[0], -x[1], 0.0), max(-x[0], x[1]))),
    (core.Max, _ends(max, max)),
    (core.Min, _ends(min, min)),
    (columns.DiagonalMatrix, lambda x: (min(x[0], 0.0), max(x[1], 0.0))),
    (families.VStack, _ends(min, max)),
)
_RULES: tuple[tuple[Any, Callable[[Any, str], Range]], ...] = (
    (matrices.MatTimes, _matrix_product),
    (core.Power, _power),
    (core.RealPower, _real_power),
    (core.Total, _total),
    (
        core.Entry | columns.Entries | columns.Column | columns.DiagonalEntries | matrices.Transpose,
        lambda node, law: interval(node.args[0], law),
    ),
)
