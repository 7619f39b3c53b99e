"""Changes a referee would try: sides and factors exchanged, words weakened, brackets moved, terms and signs lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sympy import Rational

from lemmata.language import atoms, core, families, functions, matrices, networks, unrolling
from lemmata.language.atoms import SpectralAtom
from lemmata.language.forms import symmetric_by_form
from lemmata.language.matrices import MatrixTerm, ShapeError
from lemmata.language.relations import ForAll
from lemmata.language.trees import is_leaf, substitute
from lemmata.language.variables import Dim
from lemmata.mutants.operators import FLOWS, GRAPHS, MATRICES, OPERATORS, operator
from lemmata.mutants.sites import Site, shifted

PRODUCTS = (matrices.MatTimes, matrices.Kron)
SUMS = (core.Plus, matrices.MatPlus)
EMPTY = (families.SumOver, families.ProdOver)  # what has a value over an empty range
Makes = Callable[..., Any]


def _fitting(*makers: tuple[Makes, tuple[Any, ...]]) -> Iterator[Any]:
    """What can be made: matrices that do not fit together are left out one by one."""
    for make, args in makers:
        try:
            yield make(*args)
        except (ShapeError, TypeError):
            continue


def _put(args: tuple[Any, ...], k: int, *new: Any) -> tuple[Any, ...]:
    return (*args[:k], *new, *args[k + len(new) :])


# --- products


@operator("factors-swapped", "two neighbours in a product of matrices, or numerator and denominator, change places")
def factors_swapped(site: Site) -> Iterator[Any]:
    """B A for A B, b / a for a / b."""
    node = site.node
    if isinstance(node, PRODUCTS):
        pairs = range(len(node.args) - 1)
        yield from _fitting(*((node.func, _put(node.args, k, *node.args[k : k + 2][::-1])) for k in pairs))
    if isinstance(node, core.Quotient):
        yield core.Quotient(*node.args[::-1])


@operator("factor-dropped", "a factor of a product, or a denominator, is left out")
def factor_dropped(site: Site) -> Iterator[Any]:
    """A for A B, a for a / b."""
    node = site.node
    if isinstance(node, core.Quotient | matrices.Scaled):
        yield node.args[isinstance(node, matrices.Scaled)]
    if isinstance(node, core.Times | matrices.MatTimes):
        rests = [(*node.args[:k], *node.args[k + 1 :]) for k, a in enumerate(node.args) if not isinstance(a, Rational)]
        yield from _fitting(*((node.func if len(rest) > 1 else _alone, rest) for rest in rests))


def _alone(term: Any) -> Any:
    return term


@operator("transposed", "a matrix is transposed, or a transpose left out")
def transposed(site: Site) -> Iterator[Any]:
    """A.T for A in a product or a sum, A for A.T."""
    node, parent = site.node, site.parent
    if isinstance(node, matrices.Transpose):
        yield node.args[0]
    elif isinstance(node, MatrixTerm) and is_leaf(node) and isinstance(parent, (*PRODUCTS, *SUMS)):
        yield from () if symmetric_by_form(node) else (matrices.Transpose(node),)


# --- words


OTHER_SPECTRUM: dict[type, type[SpectralAtom]] = {
    atoms.SMax: atoms.Rho, atoms.Norm2: atoms.Rho, atoms.Rho: atoms.Norm2, atoms.LMax: atoms.SMax,
    atoms.LMin: atoms.SMin, atoms.Lam: atoms.S,
}  # fmt: skip
OTHER_NORM: dict[type, type[SpectralAtom]] = {
    atoms.SMax: atoms.NormF, atoms.Norm2: atoms.NormF, atoms.NormF: atoms.Norm2, atoms.MaxAbs: atoms.Norm2,
}  # fmt: skip


@operator("other-spectrum", "singular values take the place of eigenvalues or the other way round")
def other_spectrum(site: Site) -> Iterator[Any]:
    """s for lam, the spectral radius for the largest singular value."""
    return _word(site, OTHER_SPECTRUM)


@operator("other-norm", "the Frobenius norm takes the place of the operator norm or the other way round")
def other_norm(site: Site) -> Iterator[Any]:
    """normF for norm2."""
    return _word(site, OTHER_NORM)


def _word(site: Site, table: dict[type, type[SpectralAtom]]) -> Iterator[Any]:
    other = table.get(type(site.node))
    if other is not None:
        yield from _fitting((other, site.node.args[:1]))


@operator("function-lost", "a function of a matrix, or an absolute value, is left out")
def function_lost(site: Site) -> Iterator[Any]:
    """A for inv(A), relu(A), absm(A); x for abs(x)."""
    if isinstance(site.node, core.Abs | functions.MatrixFunction):
        yield site.node.args[0]


# --- sizes, exponents, ranges


@operator("size-off-by-one", "a dimension that is computed with is one smaller or larger")
def size_off_by_one(site: Site) -> Iterator[Any]:
    """n - 1 and n + 1 for n."""
    if site.role == "claim" and isinstance(site.node, Dim) and not site.inside:
        yield from (shifted(site.node, by) for by in ((site.stronger,) if site.stronger else (-1, 1)))


@operator("exponent-raised", "an integer exponent is one larger")
def exponent_raised(site: Site) -> Iterator[Any]:
    """x^3 for x^2."""
    if isinstance(site.node, core.Power) and site.role != "let":
        base, exponent = site.node.args
        yield core.Power(base, exponent + 1)


@operator("range-cut", "a sum, product or maximum, or a hypothesis for all indices, leaves out its first or last")
def range_cut(site: Site) -> Iterator[Any]:
    """2..n and 1..n - 1 for 1..n; not where nothing may be left, and a maximum or a stack of nothing has no value."""
    if isinstance(site.node, EMPTY) or isinstance(site.node, ForAll) and site.role == "given":
        index, low, high, body = site.node.args
        yield site.node.func(index, shifted(low, 1), high, body)
        yield site.node.func(index, low, shifted(high, -1), body)


@operator("one-index", "a hypothesis for all indices is asked of the first, or of the last, alone")
def one_index(site: Site) -> Iterator[Any]:
    """The body at one end of the range."""
    if isinstance(site.node, ForAll) and site.role == "given":
        index, *ends, body = site.node.args
        yield from _fitting(*((substitute, (body, {index: end})) for end in ends))


# --- sums


@operator("bracket-moved", "a bracket closes after the first, or opens at the last, term of a sum")
def bracket_moved(site: Site) -> Iterator[Any]:
    """a + c b for c (a + b), sqrt(a) + b for sqrt(a + b), A + B C for (A + B) C."""
    node = site.node
    around = (core.Times, core.Quotient, core.Power, core.Sqrt, core.Abs, matrices.Scaled, matrices.MatTimes,
              matrices.Transpose, functions.Inverse, functions.Relu)  # fmt: skip
    if not isinstance(node, around):
        return
    total = matrices.MatPlus if isinstance(node, MatrixTerm) else core.Plus
    for k, inner in enumerate(node.args):
        if isinstance(inner, total) and not (isinstance(node, core.Quotient) and k):
            first, *middle, last = inner.args
            yield from _fitting((_spread, (total, node, k, (first, *middle), (), (last,))),
                                (_spread, (total, node, k, (*middle, last), (first,), ())))  # fmt: skip
        elif isinstance(inner, total):
            *rest, last = inner.args
            yield from _fitting((_spread, (total, node, k, tuple(rest), (), (last,))))


def _spread(total: Any, node: Any, k: int, inside: tuple[Any, ...], before: Any, after: Any) -> Any:
    """A sum with some terms left inside the k-th argument of a node, the others before or after it."""
    inner = inside[0] if len(inside) == 1 else node.args[k].func(*inside)
    return total(*before, node.func(*_put(node.args, k, inner)), *after)


# operators for conserved quantities that sums of other claims know as well; both places of a difference are one change
for _name in ("sign-flipped", "term-dropped"):
    _known = OPERATORS[_name]
    OPERATORS[_name] = type(_known)(
        _name, _known.says.replace("conserved quantity", "sum"), FLOWS + MATRICES, _known.change
    )


# --- networks as graphs

CONSTRUCTIONS = (
    (networks.TreeNetwork, unrolling.AbsoluteTree, unrolling.UnrolledNetwork),
    (networks.PathProducts, unrolling.AbsolutePathProducts, unrolling.PathInputs),
)


@operator("other-construction", "another construction takes the place of a tree network or of its inputs", GRAPHS)
def other_construction(site: Site) -> Iterator[Any]:
    """Unrolled for tree networks, products without signs for products."""
    for group in CONSTRUCTIONS:
        if isinstance(site.node, group):
            yield from (other(*site.node.args) for other in group if not isinstance(site.node, other))
    if isinstance(site.parent, networks.IsTree) and isinstance(site.node, CONSTRUCTIONS[0]):
        yield unrolling.UnrolledByVertices(*site.node.args)
