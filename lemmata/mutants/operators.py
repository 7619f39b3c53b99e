"""The changes a mutant may differ by: one small function on trees each, registered by name with a sentence.

An operator is shown one site of a statement and gives what may stand there instead.  DROPPED leaves a hypothesis out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Rational

from lemmata.claims.power.alterations import TABLE, Alteration
from lemmata.language import atoms, core, domains, families, functions, matrices, networks, total, unrolling
from lemmata.language.architectures import Convolution, FreeBlock, FullyConnected, ResidualBlock
from lemmata.language.atoms import SpectralAtom
from lemmata.language.forms import symmetric_by_form
from lemmata.language.matrices import MatrixTerm, Scaled, ShapeError, same_dimension
from lemmata.language.networks import DifferentiableLoss
from lemmata.language.probability import Converges, Grows, Law, Probability, ScaledLaw, TracyWidom
from lemmata.language.relations import CONTRARY, FLIPPED, Clause, ForAll, Relation
from lemmata.language.training import LogisticLoss, StaysBelow, TendsTo
from lemmata.language.trees import free, is_leaf, substitute
from lemmata.language.unrolling import SingleOut
from lemmata.language.variables import Dim, Index, Scalar, on_domain
from lemmata.mutants.sites import INDEXED, Path, Site, falls, replace, shifted, sites

DROPPED = object()
Change = Callable[[Site], Iterator[Any]]
MATRICES, FLOWS, GRAPHS = "ADI", "T", "G"
SUMS = (core.Plus, matrices.MatPlus)


@dataclass(frozen=True)
class Moved:
    """A whole clause changed at one site inside it, and more than that site to keep its indices in range."""

    clause: Clause
    inner: Site
    node: Any


@dataclass(frozen=True)
class Operator:
    """A kind of change: its name, what it does in a sentence, the kinds of statements it is for."""

    name: str
    says: str
    kinds: str
    change: Change


OPERATORS: dict[str, Operator] = {}


def operator(name: str, says: str, kinds: str = MATRICES) -> Callable[[Change], Change]:
    """Register an operator."""

    def add(change: Change) -> Change:
        OPERATORS[name] = Operator(name, says, kinds, change)
        return change

    return add


def on(kinds: Any, make: Callable[[Any], Iterable[Any]]) -> Change:
    """The change of nodes of these kinds alone: what may stand there instead."""
    return lambda site: iter(make(site.node) if isinstance(site.node, kinds) else ())


# --- constants


def _tightened(site: Site, part: Rational) -> Iterator[Any]:
    node = site.node
    if site.role == "let" or not (isinstance(node, Rational) and node != 0 or _bare_term(site)):
        return
    if site.role == "given" and all(isinstance(leaf, Dim) for leaf in free(site.parent)):
        return  # a percent of a size is no size
    direction = site.stronger * (site.sign(node) or _bounded(site))
    for way in (direction,) if direction else (-1, 1):
        yield _scaled(1 + way * part, node)


operator("constant-1pct", "a constant or coefficient, an unwritten 1 included, is tightened by 1 %")(
    lambda site: _tightened(site, Rational(1, 100))
)
operator("constant-10pct", "a constant or coefficient, an unwritten 1 included, is tightened by 10 %")(
    lambda site: _tightened(site, Rational(1, 10))
)


def _bounded(site: Site) -> int:
    """+1 for the larger side of an inequality claimed whose smaller side is never negative."""
    relation = site.parent
    if site.role != "claim" or not isinstance(relation, Relation) or relation.op == "==":
        return 0
    larger = 2 if relation.op in ("<=", "<") else 0
    return max(site.sign(relation.args[2 - larger]), 0) if site.path[-1] == larger else 0


def _scaled(c: Rational, node: Any) -> Any:
    if isinstance(node, Rational):
        return c * node
    if isinstance(node, MatrixTerm):
        return Scaled(c * node.args[0], node.args[1]) if _has_number(node) else Scaled(c, node)
    if isinstance(node, core.Neg):
        return core.Neg(_scaled(c, node.args[0]))
    return core.Times(c, *node.args) if isinstance(node, core.Times) else core.Times(c, node)


def _bare_term(site: Site) -> bool:
    """Whether a node is a side of a relation or a term of a sum, without a constant in front of it."""
    node, parent = site.node, site.parent
    if site.inside or isinstance(node, core.Plus) and not isinstance(parent, Relation) or _has_number(node):
        return False
    if isinstance(parent, Relation):
        other = parent.args[2 - site.path[-1]]
        if isinstance(node, Rational) or other == 0 or site.role == "given" and parent.op == "==":
            return False
        return site.path[-1] == 2 or isinstance(other, Rational)
    return isinstance(parent, core.Plus) and not isinstance(node, Rational)


def _has_number(node: Any) -> bool:
    node = node.args[0] if isinstance(node, core.Neg) else node
    return isinstance(node, core.Times | core.Quotient | Scaled) and any(isinstance(a, Rational) for a in node.args)


# --- hypotheses and relations


def _dropped(may: Callable[[Any], bool]) -> Change:
    """Nothing in the place of a hypothesis that may be left out: some give a claim its meaning (see `NOT_MUTATED`)."""
    return lambda site: iter((DROPPED,) if site.role == "given" and site.top and may(site.node) else ())


operator("hypothesis-dropped", "a hypothesis is left out", MATRICES + "PLG")(
    _dropped(lambda said: not isinstance(said, SingleOut | LogisticLoss))
)


@operator("domain-widened", "a variable may take more values: any reals, any matrix of its shape")
def domain_widened(site: Site) -> Iterator[Any]:
    """The same variable over a larger domain."""
    leaf = site.node
    if site.role != "let" or not hasattr(leaf, "domain"):
        return
    domain = leaf.domain
    wider: Any = None
    if isinstance(domain, domains.Interval | domains.OpenInterval | domains.Positive):
        wider = domains.Reals()
    elif isinstance(domain, domains.PSD):
        wider = domains.SymmetricMatrices(domain.n)
    elif isinstance(domain, domains.DiagonalMatrices | domains.Orthogonal):
        wider = domains.RealMatrices(domain.n, domain.n)
    if wider is not None:
        yield on_domain(leaf, wider)


def _signed(relation: Any, others: Mapping[str, str]) -> Iterator[Relation]:
    """A relation with other signs, by the sign that stands in it."""
    if isinstance(relation, Relation):
        for op in others.get(relation.op, "").split():
            yield Relation(relation.lhs, op, relation.rhs)


def _related(claim: Mapping[str, str], given: Mapping[str, str]) -> Change:
    """Relations with other signs, in a claim and in a hypothesis."""
    return lambda site: _signed(site.node, claim if site.role == "claim" else given)


reversed_ = operator("reversed", "an inequality points the other way")(_related(FLIPPED, FLIPPED))
operator("strict", "an inequality of the claim is made strict, or one of a hypothesis admits equality")(
    _related({"<=": "<", ">=": ">"}, {"<": "<=", ">": ">="})
)
operator("equality", "an inequality is claimed with equality, or an equality assumed becomes an inequality")(
    _related({"<=": "==", ">=": "=="}, {"==": "<= >="})
)


# --- what is read off a matrix

ENDS: dict[type, type[SpectralAtom]] = {
    atoms.SMax: atoms.SMin, atoms.SMin: atoms.SMax, atoms.LMax: atoms.LMin, atoms.LMin: atoms.LMax,
    atoms.Norm2: atoms.SMin,
}  # fmt: skip


@operator("ends-swapped", "the largest value takes the place of the smallest, the i-th of the i-th from the other end")
def ends_swapped(site: Site) -> Iterator[Any]:
    """s_1 for s_n and the other way round."""
    node = site.node
    if type(node) in ENDS:
        yield ENDS[type(node)](node.args[0])
    if isinstance(node, INDEXED) and (size := _length(node)) is not None:
        yield _with_index(node, _mirrored(size, node.args[1]))


def _length(node: Any) -> Any:
    """How many values an index of the node runs over, None where no dimension says so."""
    spectrum = node.args[0]
    matrix = spectrum if isinstance(spectrum, MatrixTerm) else spectrum.args[0] if spectrum.args else None
    if not isinstance(matrix, MatrixTerm) or isinstance(matrix.shape[0], core.Times | families.SumOver):
        return None
    rows, cols = matrix.shape
    return rows if same_dimension(rows, cols) and rows == cols else None


def _mirrored(size: Any, index: Any) -> Any:
    if isinstance(index, core.Plus):
        turned = [t.args[0] if isinstance(t, core.Neg) else core.Neg(t) for t in index.args]
        return shifted(core.Plus(size, *turned), 1)
    return shifted(core.Plus(size, core.Neg(index)), 1)


def _with_index(node: Any, index: Any) -> Any:
    return node.func(node.args[0], index, *node.args[2:])


@operator("index-shifted", "an index is off by one, its range cut where it would leave the vector")
def index_shifted(site: Site) -> Iterator[Any]:
    """i + 1 or i - 1 for i."""
    if not site.top or site.role == "let":
        return
    for inner in sites(site.node, site.role, site.sign):
        if isinstance(inner.node, INDEXED):
            for by in (1, -1):
                node = _with_index(inner.node, shifted(inner.node.args[1], by))
                clause = replace(site.node, inner.path, node)
                yield Moved(_cut(clause, inner.path, inner.node.args[1], by), inner, node)


def _cut(clause: Clause, path: Path, index: Any, by: int) -> Clause:
    """The clause with the innermost range cut that the moved index depends on, at the end the index rises to."""
    node: Any = clause
    cut = clause
    for depth, k in enumerate(path):
        if isinstance(node, ForAll | families.SumOver | families.MaxOver | families.ProdOver) and node.args[0] in free(
            index
        ):
            name, low, high, body = node.args
            rises = by > 0 if not falls(index, name) else by < 0
            low, high = (low, shifted(high, -1)) if rises else (shifted(low, 1), high)
            cut = replace(clause, path[:depth], node.func(name, low, high, body))
        node = node.args[k]
    return cut


operator("square-lost", "a square is replaced by its base")(
    on(core.Power, lambda power: power.args[:1] if power.args[1] == 2 else ())
)


@operator("square-gained", "a quantity is squared, or a root is left out")
def square_gained(site: Site) -> Iterator[Any]:
    """x**2 for x, x for sqrt(x)."""
    node = site.node
    if isinstance(node, core.Sqrt):
        yield node.args[0]
    squared = isinstance(site.parent, core.Power) and site.parent.args[1] == 2
    if site.role == "let" or site.inside or squared or isinstance(site.parent, core.Entry | core.Gap | atoms.Slope):
        return
    leaf = isinstance(node, Scalar | Index) and not isinstance(node, Dim)
    if leaf or isinstance(node, SpectralAtom | core.Entry | core.Abs | atoms.EigenForm | atoms.SingularForm):
        yield core.Power(node, 2)


@operator("min-max", "a maximum becomes a minimum or the other way round")
def min_max(site: Site) -> Iterator[Any]:
    """min for max, max for min."""
    node = site.node
    if isinstance(node, core.Max | core.Min):
        yield (core.Min if isinstance(node, core.Max) else core.Max)(*node.args)
    if isinstance(node, families.MaxOver):
        index, low, high, body = node.args
        yield core.Neg(families.MaxOver(index, low, high, core.Neg(body)))


@operator("sum-root", "a sum takes the place of a root of a sum of squares, or the other way round")
def sum_root(site: Site) -> Iterator[Any]:
    """Sum of values for the root of the sum of their squares."""
    node = site.node
    if isinstance(node, atoms.NormF):
        yield total(atoms.S(node.args[0]))
    if isinstance(node, core.Sqrt) and isinstance(node.args[0], core.Plus):
        yield core.Plus(*(_root(t) for t in node.args[0].args))
    if isinstance(node, core.Total):
        (inner,) = node.args
        if isinstance(inner, core.Power) and inner.args[1] == 2:
            yield core.Power(core.Total(inner.args[0]), 2)
        elif isinstance(inner, atoms.S):
            yield atoms.NormF(inner.args[0])
    if isinstance(node, core.Plus) and not site.inside and all(site.sign(t) > 0 for t in node.args):
        if any(isinstance(t, Rational | Dim) for t in node.args) and isinstance(site.parent, core.Sqrt):
            return
        yield core.Sqrt(core.Plus(*(core.Power(t, 2) for t in node.args)))


def _root(term: Any) -> Any:
    if isinstance(term, Rational) and term in (0, 1):
        return term
    return term.args[0] if isinstance(term, core.Power) and term.args[1] == 2 else core.Sqrt(term)


@operator("largest-term", "a sum is replaced by its largest term or the other way round")
def largest_term(site: Site) -> Iterator[Any]:
    """max over an index for the sum over it."""
    node = site.node
    if isinstance(node, families.SumOver) and not site.inside:
        yield families.MaxOver(*node.args)
    if isinstance(node, families.MaxOver):
        yield families.SumOver(*node.args)
    if isinstance(node, core.Total) and not site.inside:
        yield core.Max(*node.args)


# --- networks


@operator("sign-flipped", "a term of a sum has the other sign", FLOWS + MATRICES)
def sign_flipped(site: Site) -> Iterator[Any]:
    """+ for -."""
    if isinstance(site.parent, SUMS) and site.path[-1] > 0:
        yield site.node.args[0] if isinstance(site.node, core.Neg | matrices.MatNeg) else -site.node


@operator("term-dropped", "a term of a sum is left out", FLOWS + MATRICES)
def term_dropped(site: Site) -> Iterator[Any]:
    """One term less."""
    if isinstance(site.node, SUMS):
        args = site.node.args
        for k in range(len(args)):
            rest = [*args[:k], *args[k + 1 :]]
            yield rest[0] if len(rest) == 1 else site.node.func(*rest)


operator("term-doubled", "a term of a conserved quantity counts twice", FLOWS)(
    on(SUMS, lambda total: (total.func(*total.args, term) for term in total.args))
)


operator("slopes-dropped", "the hypothesis on activation slopes is left out", FLOWS)(
    _dropped(lambda said: isinstance(said, networks.SameSlopes | networks.SameLayerSlopes))
)


@operator("network-for-tree", "the claim is made of the network itself instead of its tree network", GRAPHS)
def network_for_tree(site: Site) -> Iterator[Any]:
    """nu for mu in what is said of one network."""
    if isinstance(site.node, networks.TreeNetwork) and isinstance(site.parent, networks.IsTree | networks.UnitWeights):
        yield site.node.args[0]


NOT_MUTATED = {
    "hypotheses that give a claim its meaning": "without differentiable_loss or logistic_loss there is no "
    "gradient flow, and without "
    "convolution, fully_connected, residual_block or free_block the matrices of a claim have no entries, without "
    "single_out_edge no weights are pulled back",
    "same_function, determined_by_signs": "they speak of the construction as a whole and leave no single place to vary",
    "sizes and exponents": "dimensions of matrices, constants in hypotheses on them, ranges of layers and exponents "
    "other than squares: a change of one of them leaves matrices that do not fit together, or is one of the operators "
    "above",
}


# Claims that are no relations between matrices: probabilities, limits, figures, training runs.
PROBABILITIES, LIMITS, FIGURES = "P", "L", "F"
MEANING = (DifferentiableLoss, Convolution, FreeBlock, FullyConnected, ResidualBlock)  # of flows, and of arrays


def _by(name: str, says: str, kind: str, which: int, *sizes: Rational) -> None:
    """Register the change of a whole conjunct by which power is measured, by each of the sizes."""
    alteration: Alteration = TABLE[kind][which]

    @operator(name, says, kind)
    def change(site: Site) -> Iterator[Any]:
        if site.role == "claim" and site.top:
            for size in sizes:
                yield from alteration.change(site.node, size)


# --- probabilities

TENTH, HALF = Rational(1, 10), Rational(1, 2)
_by("rarer", "an exceptional event is claimed to be ten times rarer", "P", 0, Rational(9))
_by("tail-rate", "the exponent of a tail is larger by a tenth, or twice as large", "P", 1, TENTH, Rational(1))
_by("event-bound", "a bound inside an event is moved against the claim by a tenth", "P", 2, TENTH)


operator("event-reversed", "an event is replaced by its opposite", PROBABILITIES)(
    on(Probability, lambda p: [Probability(q, *p.args[1:]) for q in _signed(p.event, CONTRARY)])
)


# --- limits


_by("limit-constant", "a limit, or the scale of a limit law, is off by a tenth", "L", 0, TENTH)


def _at_limit(law: bool, make: Callable[[Converges], Iterable[tuple[Any, Any]]]) -> Change:
    """Other values and limits of what converges to a law, or to a number with a dimension."""

    def change(said: Converges) -> Iterator[Any]:
        if isinstance(said.target, Law) is law and said.mode != "as numbers":
            yield from (Converges(value, target, said.dim, said.mode) for value, target in make(said))

    return on(Converges, change)


operator("limit-shifted", "a limit is moved by a tenth", LIMITS)(
    _at_limit(False, lambda said: ((said.value, core.Plus(said.target, by)) for by in (TENTH, -TENTH)))
)
_by("limit-exponent", "a power of the growing dimension is off by a tenth", "L", 2, TENTH)


def _multiples(said: Converges) -> Iterator[tuple[Any, Any]]:
    """T for c T, sqrt(2) T for T."""
    if isinstance(said.target, ScaledLaw):
        yield said.value, said.target.args[1]
    elif isinstance(said.target, TracyWidom):
        yield said.value, ScaledLaw(core.Sqrt(Rational(2)), said.target)


operator("limit-law", "the standard law stands for its multiple, a multiple for the standard law", LIMITS)(
    _at_limit(True, _multiples)
)
operator("limit-centre", "what converges in law is moved by a half", LIMITS)(
    _at_limit(True, lambda said: ((core.Plus(said.value, by), said.target) for by in (HALF, -HALF)))
)
operator("rate-squared", "a rate of growth is squared", LIMITS)(
    on(Grows, lambda said: (Grows(said.value, core.Power(said.rate, 2), said.dim),))
)


# --- figures

_by("figure-threshold", "a number that a measurement is compared with is moved against the claim", "F", 0, TENTH, HALF)
operator("figure-reversed", "a comparison of measurements points the other way", FIGURES)(
    lambda site: reversed_(site) if site.top else iter(())
)


# --- trajectories

_by("coefficient", "a term of a conserved quantity counts a tenth more", "T", 0, TENTH)


operator("flow-hypothesis-dropped", "a hypothesis on a flow or descent is left out", FLOWS)(
    _dropped(lambda said: not isinstance(said, MEANING))
)


operator("bound-lowered", "a bound that lasts, or a limit in time, is nine tenths of what it was", FLOWS + LIMITS)(
    on(StaysBelow | TendsTo, lambda c: (c.func(c.args[0], core.Times(Rational(9, 10), c.args[1]), *c.args[2:]),))
)


# Changes a referee would try: sides and factors exchanged, words weakened, brackets moved, terms and signs lost.
PRODUCTS = (matrices.MatTimes, matrices.Kron)
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


def _word(table: dict[type, type[SpectralAtom]]) -> Change:
    return on(tuple(table), lambda word: _fitting((table[type(word)], word.args[:1])) if type(word) in table else ())


operator("other-spectrum", "singular values take the place of eigenvalues or the other way round")(
    _word(OTHER_SPECTRUM)
)
operator("other-norm", "the Frobenius norm takes the place of the operator norm or the other way round")(
    _word(OTHER_NORM)
)
operator("function-lost", "a function of a matrix, or an absolute value, is left out")(
    on(core.Abs | functions.MatrixFunction, lambda node: node.args[:1])
)


# --- sizes, exponents, ranges


@operator("size-off-by-one", "a dimension that is computed with is one smaller or larger")
def size_off_by_one(site: Site) -> Iterator[Any]:
    """n - 1 and n + 1 for n."""
    if site.role == "claim" and isinstance(site.node, Dim) and not site.inside:
        yield from (shifted(site.node, by) for by in ((site.stronger,) if site.stronger else (-1, 1)))


operator("exponent-raised", "an integer exponent is one larger")(
    on(core.Power, lambda power: (core.Power(power.args[0], power.args[1] + 1),))
)


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
