"""A quantity of one random matrix that depends only on its extreme spectra, as a function of those few numbers.

`reduce` replaces, bottom up,

    smax(X), norm2(X), smin(X), cond(X)   X a multiple of K, transposed or not, between factors that are orthogonal
                                          whatever they are (sign patterns): they move no singular value;
    lmax(X + X.T), lmin(X + X.T)          X a multiple of K

by the leaves S_MAX, S_MIN (extreme singular values of K) and T_MAX, T_MIN (extreme eigenvalues of K + K^T).  What is
left is arithmetic, evaluated by the float interpreter like any other tree; the law of the leaves is the business of
`models` and, for n to infinity, of `known`.  Rectangular and several matrices have no leaves: `at_edges` puts their
extreme singular values where they concentrate.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Basic, Integer, Rational

from lemmata.language import atoms, core, domains, functions, matrices
from lemmata.language.core import quantity
from lemmata.language.dimensions import same_dimension
from lemmata.language.instantiate import fold, unchanged
from lemmata.language.probability import IidMatrices
from lemmata.language.relations import Chain, Relation, chain
from lemmata.language.trees import free_names
from lemmata.language.variables import Matrix, Scalar

S_MAX, S_MIN, T_MAX, T_MIN = (Scalar(name) for name in ("s_max(K)", "s_min(K)", "t_max(K)", "t_min(K)"))
SINGULAR, SYMMETRIC = frozenset({S_MAX.name, S_MIN.name}), frozenset({T_MAX.name, T_MIN.name})


@lru_cache(maxsize=1 << 16)  # the trees of one claim at many places share most of their parts
def noises(node: Any) -> tuple[Matrix, ...]:
    """The random matrices in a tree, each once."""
    if isinstance(node, Matrix):
        return (node,) if isinstance(node.domain, IidMatrices) else ()
    return tuple(dict.fromkeys(leaf for a in getattr(node, "args", ()) for leaf in noises(a)))


def names(node: Any) -> frozenset[str]:
    """Names of the reduced leaves in a tree."""
    if isinstance(node, Scalar):
        return frozenset({node.name}) & (SINGULAR | SYMMETRIC)
    return frozenset().union(*(names(a) for a in getattr(node, "args", ())))


def replaced(node: Any, values: Mapping[str, Any], known: dict[Basic, Any] | None = None) -> Any:
    """A tree with variables (or points of densities) of these names replaced by numbers or other trees; `known` are
    trees that met these values before, and what they became."""
    name = getattr(node, "name", "")
    if hasattr(node, "domain") and name in values:
        return values[name]
    if not isinstance(node, Basic) or not node.args or hasattr(node, "domain") or not free_names(node) & values.keys():
        return node
    found = None if known is None else known.get(node)
    if found is None:
        args = tuple(replaced(a, values, known) for a in node.args)
        found = node if unchanged(node, args) else node.func(*args)
        if known is not None:
            known[node] = found
    return found


def reduce(node: Any, rectangular: bool = False) -> Any | None:
    """The tree over the reduced leaves, or None where more of the random matrix enters than its extreme spectra.

    Matrices that are not square are reduced on demand: the law of their leaves is not that of the square ones.
    """
    found = noises(node)
    if len(found) != 1 or not (rectangular or same_dimension(*found[0].shape)):
        return None
    out = _reduced(node)
    return None if noises(out) else out


def _reduced(node: Any) -> Any:
    if isinstance(node, atoms.SMax | atoms.Norm2 | atoms.SMin | atoms.Cond):
        scale = _orthogonal_multiple(node.args[0])
        if scale is not None:
            if isinstance(node, atoms.Cond):
                return core.Quotient(S_MAX, S_MIN)
            return core.Times(core.Abs(scale), S_MIN if isinstance(node, atoms.SMin) else S_MAX)
    if isinstance(node, atoms.LMax | atoms.LMin):
        scale = _symmetrised_multiple(node.args[0])
        if scale is not None:
            choose = core.Max if isinstance(node, atoms.LMax) else core.Min
            return choose(core.Times(scale, T_MAX), core.Times(scale, T_MIN))
    if not isinstance(node, Basic) or not node.args or hasattr(node, "domain"):
        return node
    return node.func(*(_reduced(a) for a in node.args))


def at_edges(node: Any, shift: float = 0.0, dim: Any = None) -> Any | None:
    """The tree with random matrices where they concentrate, None where more of them enters.

    Extreme singular values of an r x q matrix go to the edges sqrt(r) + sqrt(q), |sqrt(r) - sqrt(q)| of their law,
    moved by `shift` times sqrt(r); the mean of their p-th powers, of a square matrix of order n, to n^(p/2) times that
    of the quarter circle, moved by `shift` times as much.  A Gram matrix whose order stays while its inner dimension
    grows with `dim` goes to that dimension times the identity, moved by `shift` times as much in every entry.
    """
    out = _placed_at_edges(node, quantity(Fraction(shift)), dim)
    return None if noises(out) else out


def _placed_at_edges(node: Any, shift: Any, dim: Any) -> Any:
    if isinstance(node, atoms.SMax | atoms.Norm2 | atoms.SMin) and len(noises(node)) == 1:
        scale = _orthogonal_multiple(node.args[0])
        if scale is not None:
            rows, cols = (core.Sqrt(side) for side in noises(node)[0].shape)
            edge = abs(rows - cols) if isinstance(node, atoms.SMin) else rows + cols
            return abs(scale) * (edge + shift * rows)
    if isinstance(node, atoms.NormN | atoms.Schatten) and len(noises(node)) == 1:
        p = Integer(1) if isinstance(node, atoms.NormN) else fold(node.args[0])
        scale, (rows, cols) = _orthogonal_multiple(node.args[-1]), noises(node)[0].shape
        growing = isinstance(rows, core.Quantity) and same_dimension(rows, cols)
        if scale is not None and growing and isinstance(p, Rational) and p > 0:
            mean = quantity(Fraction(_quarter_circle(float(p)) ** (1 / float(p))))
            return abs(scale) * rows ** (Rational(1, 2) + 1 / p) * (mean + shift * mean)
    if isinstance(node, matrices.MatTimes):
        return _with_gram_matrices(node, shift, dim)
    if not isinstance(node, Basic) or not node.args or hasattr(node, "domain"):
        return node
    return node.func(*(_placed_at_edges(a, shift, dim) for a in node.args))


def _quarter_circle(p: float) -> float:
    """The mean of x^p under the density sqrt(4 - x^2) / pi on [0, 2]."""
    return 2**p * math.gamma((p + 1) / 2) / (math.sqrt(math.pi) * math.gamma(p / 2 + 2))


def _with_gram_matrices(node: matrices.MatTimes, shift: Any, dim: Any) -> Any:
    """A product with each X X^T in it, X a multiple of a random matrix, where it concentrates."""
    out: list[Any] = []
    rest = list(node.args)
    while rest:
        first = rest.pop(0)
        scale = _orthogonal_multiple(first)
        order, inner = first.shape
        growing = dim is not None and dim in inner.free_symbols and dim not in order.free_symbols
        if rest and scale is not None and growing and _transposes(first, rest[0]):
            rest.pop(0)
            out.append(scale**2 * inner * (matrices.Id(order) + shift * functions.Ones(order, order)))
        else:
            out.append(_placed_at_edges(first, shift, dim))
    return out[0] if len(out) == 1 else matrices.MatTimes(*out)


def _transposes(a: Any, b: Any) -> bool:
    return b == matrices.Transpose(a) or a == matrices.Transpose(b)


def _multiple(node: Any) -> Any | None:
    """c where a matrix node is c K."""
    if isinstance(node, Matrix) and isinstance(node.domain, IidMatrices):
        return Integer(1)
    if isinstance(node, matrices.MatNeg):
        inner = _multiple(node.args[0])
        return None if inner is None else core.Neg(inner)
    if isinstance(node, matrices.Scaled):
        inner = _multiple(node.args[1])
        return None if inner is None else core.Times(node.args[0], inner)
    return None


def _symmetrised_multiple(node: Any) -> Any | None:
    if not isinstance(node, matrices.MatPlus) or len(node.args) != 2:
        return None
    first, second = node.args
    if isinstance(first, matrices.Transpose):
        first, second = second, first
    if isinstance(second, matrices.Transpose) and second.args[0] == first:
        return _multiple(first)
    return None


def _orthogonal_multiple(node: Any) -> Any | None:
    if isinstance(node, matrices.Transpose):
        return _orthogonal_multiple(node.args[0])
    if isinstance(node, matrices.Scaled):
        inner = _orthogonal_multiple(node.args[1])
        return None if inner is None else core.Times(node.args[0], inner)
    if isinstance(node, matrices.MatTimes):
        core_factors = [a for a in node.args if not _orthogonal(a)]
        return _orthogonal_multiple(core_factors[0]) if len(core_factors) == 1 else None
    return _multiple(node)


def _orthogonal(node: Any) -> bool:
    if not isinstance(node, Matrix):
        return False
    domain = node.domain
    if isinstance(domain, domains.Activation):
        eta = fold(domain.eta)
        return isinstance(eta, Rational) and abs(eta) == 1
    return isinstance(domain, domains.Orthogonal | domains.Signs)


def relations(event: Any) -> tuple[Relation, ...]:
    """The relations that an event says, one after the other where it is a chain."""
    return event.relations if isinstance(event, Chain) else (event,)


def joined(links: Sequence[Relation]) -> Any:
    """The event of relations that follow each other."""
    return links[0] if len(links) == 1 else chain(*(part for r in links for part in (r.lhs, r.op)), links[-1].rhs)
