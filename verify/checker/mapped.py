"""Spectra of functions of matrices from those of their arguments: exact, and known to be equal, where those are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.checker import scalars
from verify.checker.matrices import Mat, Vec, exact, symmetric
from verify.checker.numbers import Real, absolute, compare, sqrt
from verify.checker.syntax import Tree

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator


def eigenvalues(ev: Evaluator, tree: Tree) -> list[Any] | None:
    """Eigenvalues, descending, of a symmetric matrix with enclosed entries; None where its form does not tell them."""
    if exact(ev.matrix(tree)):
        return None
    match tree:
        case ("call", "absm", a):
            values = list(ev.singular(a)[0])
            return values + [Fraction(0)] * (ev.matrix(a).cols - len(values))
        case ("call", "sqrtm", a):
            return _applied(lambda x: sqrt(_not_negative(x), ev.bits), _of(ev, a))
        case ("call", "logm", a):
            return _applied(lambda x: scalars.log(x, ev.bits), _of(ev, a))
        case ("call", "expm", a) if symmetric(ev.folded(a)):
            return _applied(lambda x: scalars.exp(x, ev.bits), _of(ev, a))
        case ("T", a):
            return eigenvalues(ev, a)
        case ("neg", a):
            return _scaled(Fraction(-1), eigenvalues(ev, a))
        case ("mul", a, b) if not isinstance(c := ev(a), Mat | Vec):
            return _scaled(c, eigenvalues(ev, b))
        case ("mul" | "div", a, b) if not isinstance(c := ev(b), Mat | Vec):
            return _scaled(c if tree[0] == "mul" else 1 / c, eigenvalues(ev, a))
    return None


def singular_values(ev: Evaluator, tree: Tree) -> list[Any] | None:
    """Singular values, descending, where the eigenvalues are known and of one sign."""
    values = eigenvalues(ev, tree)
    if not values:
        return None
    if compare(values[-1], Fraction(0)) in (0, 1):
        return values
    return _applied(absolute, values[::-1]) if compare(values[0], Fraction(0)) in (0, -1) else None


def _of(ev: Evaluator, tree: Tree) -> list[Any]:
    known = eigenvalues(ev, tree)
    return ev.eigenvalues(ev.symmetric(tree))[0] if known is None else known


def _not_negative(x: Any) -> Any:
    """An eigenvalue of a matrix that is known to be semidefinite."""
    return Real(max(x.lo, Fraction(0)), x.hi, x.bits) if isinstance(x, Real) and x.lo < 0 and x.height is None else x


def _applied(f: Callable[[Any], Any], values: list[Any]) -> list[Any]:
    """Equal values stay one object."""
    done = {id(x): f(x) for x in values}
    return [done[id(x)] for x in values]


def _scaled(c: Any, values: list[Any] | None) -> list[Any] | None:
    if values is None or (sign := compare(c, Fraction(0))) is None:
        return None
    return _applied(lambda x: c * x, values if sign >= 0 else values[::-1])
