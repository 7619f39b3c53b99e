"""Lipschitz constants, read off a tree: how far a number moves with the entries of its random matrices.

The distance of two draws is that of all entries together, in the Euclidean norm.
"""

from __future__ import annotations

import math
from typing import Any

from sympy import Rational

from lemmata.evaluate.floats import evaluate
from lemmata.language import columns, core, matrices
from lemmata.language.dimensions import length
from lemmata.language.matrices import MatrixTerm
from lemmata.language.specification import Moves
from lemmata.language.variables import Matrix
from lemmata.statistics.reduction import noises

_KEEPING = (columns.Entries, columns.Column, columns.DiagonalMatrix, columns.DiagonalEntries, core.Entry, core.Abs)


def constant(node: Any) -> float | None:
    """A Lipschitz constant of a quantity (of a vector, in its Euclidean norm) or a matrix (in the Frobenius norm) at
    fixed dimensions and parameters, None where none is seen."""
    if not noises(node):
        return 0.0
    if isinstance(node, Matrix):
        return 1.0
    if isinstance(node, core.Plus) and len({length(a) for a in node.args if noises(a)}) > 1:
        return None  # a number repeated next to a vector
    if isinstance(node, core.Plus | core.Neg | matrices.MatPlus | matrices.MatNeg | matrices.Transpose):
        return _sum(node.args)
    if isinstance(node, _KEEPING):
        return constant(node.args[0])
    if isinstance(node, core.Max | core.Min):
        return max((c for a in node.args if (c := constant(a)) is not None), default=None) if _all(node) else None
    if isinstance(node, core.Total):
        inner = constant(node.args[0])
        long = _length(node.args[0])
        return None if inner is None or long is None else inner * math.sqrt(long)
    if isinstance(node, core.Times | matrices.Scaled):
        return _scaled(node.args)
    if isinstance(node, core.Quotient):
        above, below = node.args
        inner = None if noises(below) or length(below) is not None else constant(above)
        return None if inner is None else inner / abs(_value(below))
    if isinstance(node, matrices.MatTimes):
        return _product(node.args)
    factor = moved(node)
    inner = None if factor is None else constant(node.args[0])
    return None if factor is None or inner is None else factor * inner


def moved(node: Any) -> float | None:
    """The Lipschitz constant of a word of one matrix, in the Frobenius norm; None where none is known."""
    spec = getattr(node, "spec", None)
    if spec is None or len(node.args) != 1 or not isinstance(node.args[0], MatrixTerm):
        return None
    r, c = (int(side) for side in node.args[0].shape)
    return {Moves.ONCE: 1.0, Moves.ROOT_OF_ORDER: math.sqrt(r), Moves.SHORTER_SIDE: float(min(r, c))}.get(spec.moves)


def _all(node: Any) -> bool:
    return all(constant(a) is not None for a in node.args)


def _sum(args: Any) -> float | None:
    parts = [constant(a) for a in args]
    return None if None in parts else sum(p for p in parts if p is not None)


def _scaled(args: Any) -> float | None:
    random = [a for a in args if noises(a)]
    if len(random) != 1 or any(isinstance(a, MatrixTerm) for a in args if a is not random[0]):
        return None
    inner = constant(random[0])
    return None if inner is None else inner * math.prod(abs(_value(a)) for a in args if a is not random[0])


def _product(args: Any) -> float | None:
    """Of a product with one random factor: Frobenius norms of the others are no smaller than their operator norms."""
    random = [a for a in args if noises(a)]
    others = [a for a in args if not noises(a)]
    if len(random) != 1 or any(a.has(Matrix) for a in others):
        return None
    inner = constant(random[0])
    return None if inner is None else inner * math.prod(_value(a) for a in others)


def _value(node: Any) -> float:
    if isinstance(node, Rational):
        return float(node)
    return float(evaluate(node, {})[0].norm())


def _length(node: Any) -> int | None:
    if isinstance(node, columns.Entries | columns.DiagonalEntries):
        return int(node.args[0].shape[0])
    if isinstance(node, core.Abs | core.Neg):
        return _length(node.args[0])
    return None
