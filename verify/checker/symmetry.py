"""What the form of an expression settles where entries are only enclosed: whether a matrix equals its transpose.

A matrix expression becomes a sum of products of factors, and so does its transpose; equal sums are equal matrices.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.checker.matrices import Mat, Vec, exact, matrix
from verify.checker.numbers import Real
from verify.checker.syntax import Tree

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

Sum = dict[tuple[tuple[str, ...], tuple[Hashable, ...]], Fraction]  # by (scalars in a fixed order, factors in order)
COVARIANT = ("expm", "inv", "relu")  # f(A^T) = f(A)^T
ALWAYS = ("logm", "sqrtm", "absm")  # symmetric wherever they are defined
MAX_TERMS = 200


def symmetric_by_form(ev: Evaluator, tree: Tree) -> bool:
    """Whether the matrix equals its transpose for certain."""
    return _sum(ev, tree, False) == _sum(ev, tree, True)


def unfolded(a: Mat) -> Mat:
    """A matrix that is known to be symmetric, with what is known of equal entries put together."""

    def one(x: Any, y: Any) -> Any:
        if not isinstance(x, Real) or not isinstance(y, Real):
            return y if isinstance(x, Real) else x
        return x if x is y or x.bits != y.bits else Real(max(x.lo, y.lo), min(x.hi, y.hi), x.bits, x.height, x.name)

    n = range(a.cols)
    known = [[one(a.rows[i][j], a.rows[j][i]) for j in range(i + 1)] for i in n]
    return matrix(([known[max(i, j)][min(i, j)] for j in n] for i in n), a.cols)


def _sum(ev: Evaluator, tree: Tree, flipped: bool) -> Sum:
    value = ev.matrix(tree)
    if exact(value):
        return {((), (value.T if flipped else value,)): Fraction(1)}
    match tree:
        case ("T", a):
            return _sum(ev, a, not flipped)
        case ("neg", a):
            return {term: -c for term, c in _sum(ev, a, flipped).items()}
        case ("add", a, b) if isinstance(ev(a), Mat) and isinstance(ev(b), Mat):
            first, last = _sum(ev, a, flipped), _sum(ev, b, flipped)
            sums = {term: first.get(term, Fraction(0)) + last.get(term, Fraction(0)) for term in {**first, **last}}
            return {term: c for term, c in sums.items() if c}
        case ("matmul", a, b):
            first, last = (_sum(ev, x, flipped) for x in ((b, a) if flipped else (a, b)))
            if len(first) * len(last) <= MAX_TERMS:
                return _product(first, last)
        case ("mul" | "div", a, b) if isinstance(ev(a), Mat) and not isinstance(ev(b), Mat | Vec):
            return _product(_sum(ev, a, flipped), {((f"{tree[0]} {b}",), ()): Fraction(1)})
        case ("mul", a, b) if isinstance(ev(b), Mat) and not isinstance(ev(a), Mat | Vec):
            return _product(_sum(ev, b, flipped), {((f"mul {a}",), ()): Fraction(1)})
        case ("call", name, a) if name in ALWAYS:
            return {((), ((name, _key(ev, a, False)),)): Fraction(1)}
        case ("call", name, a) if name in COVARIANT:
            return {((), ((name, _key(ev, a, flipped)),)): Fraction(1)}
        case ("call", "diag", _) if value.cols > 1:
            return {((), (tree,)): Fraction(1)}
        case ("call", "kron", a, b):
            return {((), (("kron", _key(ev, a, flipped), _key(ev, b, flipped)),)): Fraction(1)}
        case ("call", "had", a, b):
            return {((), (("had", frozenset([_key(ev, a, flipped), _key(ev, b, flipped)])),)): Fraction(1)}
    return {((), ((tree, flipped),)): Fraction(1)}


def _product(a: Sum, b: Sum) -> Sum:
    out: Sum = {}
    for (s, v), c in a.items():
        for (t, w), d in b.items():
            term = tuple(sorted(s + t)), v + w
            out[term] = out.get(term, Fraction(0)) + c * d
    return out


def _key(ev: Evaluator, tree: Tree, flipped: bool) -> Hashable:
    return frozenset(_sum(ev, tree, flipped).items())
