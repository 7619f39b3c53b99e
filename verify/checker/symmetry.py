"""What the form of an expression settles where entries are only enclosed: whether a matrix equals its transpose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.checker.matrices import Mat, Vec, exact, matrix, symmetric
from verify.checker.numbers import Real
from verify.checker.syntax import Tree

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

ALWAYS = ("logm", "sqrtm", "absm", "diag")  # symmetric wherever they are defined (diag: as a matrix)
COVARIANT = ("expm", "inv", "relu", "had", "kron")  # f(A^T) = f(A)^T


def symmetric_by_form(ev: Evaluator, tree: Tree) -> bool:
    """Whether the matrix equals its transpose for certain: both have the same terms, products of the same factors."""
    return _terms(ev, tree, False) == _terms(ev, tree, True)


def _terms(ev: Evaluator, tree: Tree, flipped: bool) -> list[str]:
    """Terms of a sum in a fixed order, each a product of factors in words, of the transpose if `flipped`."""
    value = ev.matrix(tree)
    if exact(value):
        return [repr(value.T if flipped and not symmetric(value) else value)]
    match tree:
        case ("T", a):
            return _terms(ev, a, not flipped)
        case ("neg", a):
            return [f"-{term}" for term in _terms(ev, a, flipped)]
        case ("add", a, b):
            return sorted([*_terms(ev, a, flipped), *_terms(ev, b, flipped)])
        case ("matmul", a, b):
            first, last = (_terms(ev, x, flipped) for x in ((b, a) if flipped else (a, b)))
            return [" @ ".join(x[0] if len(x) == 1 else f"({' + '.join(x)})" for x in (first, last))]
        case ("mul" | "div", a, b) if isinstance(ev(a), Mat) and not isinstance(ev(b), Mat | Vec):
            return [f"{term} {tree[0]} {b}" for term in _terms(ev, a, flipped)]
        case ("mul", a, b) if isinstance(ev(b), Mat):
            return [f"{term} mul {a}" for term in _terms(ev, b, flipped)]
        case ("call", name, *_) if name in ALWAYS and value.cols > 1:
            return [repr(tree)]
        case ("call", name, *args) if name in COVARIANT:
            parts = [repr(_terms(ev, a, flipped)) for a in args]
            return [f"{name}({', '.join(sorted(parts) if name == 'had' else parts)})"]
    return [f"{tree} {flipped}"]


def unfolded(a: Mat) -> Mat:
    """A matrix that is known to be symmetric, with what is known of equal entries put together."""

    def one(x: Any, y: Any) -> Any:
        if not isinstance(x, Real) or not isinstance(y, Real):
            return y if isinstance(x, Real) else x
        return x if x is y or x.bits != y.bits else Real(max(x.lo, y.lo), min(x.hi, y.hi), x.bits, x.height, x.name)

    n = range(a.cols)
    known = [[one(a.rows[i][j], a.rows[j][i]) for j in range(i + 1)] for i in n]
    return matrix(([known[max(i, j)][min(i, j)] for j in n] for i in n), a.cols)
