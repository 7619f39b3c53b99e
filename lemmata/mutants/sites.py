"""Places in a statement where something can be changed, and what is known there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Integer, Rational

from lemmata.language import atoms, core, families, functions, matrices, networks
from lemmata.language.domains import PD, PSD, Integers, Interval, OpenInterval, Positive
from lemmata.language.forms import symmetric_by_form
from lemmata.language.matrices import Id, MatrixTerm
from lemmata.language.relations import Exists, ForAll, Relation
from lemmata.language.specification import Sign as Answer
from lemmata.language.specification import Specified
from lemmata.language.trees import free, is_leaf

Path = tuple[int, ...]
Sign = Callable[[Any], int]
OVER = (
    families.SumOver, families.MaxOver, families.ProdOver, families.MatSumOver, families.MatProdOver,
    families.StackOver,
)  # fmt: skip
INDEXED = (core.Entry, core.Gap, atoms.EigenForm, atoms.SingularForm, atoms.Slope)
# What grows with its matrix where it is never negative, and through what a factor passes on its way there.
LENGTHS = (
    atoms.S, atoms.SMax, atoms.SMin, atoms.Norm2, atoms.NormF, atoms.Rho, atoms.MaxAbs,
    atoms.Lam, atoms.LMax, atoms.LMin,
)  # fmt: skip
SCALING = (
    matrices.Scaled, matrices.MatNeg, matrices.MatTimes, matrices.Transpose, matrices.Kron, families.MatSumOver,
    core.Times, core.Quotient, core.Power, core.Sqrt,
)  # fmt: skip
# Arguments that hold what is computed with; all others are indices, ranges, exponents and sizes.
COMPUTED: dict[type, tuple[int, ...]] = {
    Relation: (0, 2),
    core.Power: (0,),
    core.Entry: (0,),
    core.Gap: (0,),
    atoms.EigenForm: (0, 2),
    atoms.SingularForm: (0, 2),
    atoms.Slope: (0,),
    ForAll: (3,),
    **dict.fromkeys(OVER, (3,)),
    **dict.fromkeys((Id, families.Segment, families.Width, families.GradientGram, families.LayerList), ()),
    families.Unit: (),
    functions.Ones: (),
    **dict.fromkeys((networks.LayerMatrix, networks.InWeights, networks.OutWeights), ()),
}


@dataclass(frozen=True)
class Site:
    """One node of one clause of a statement.

    `role` is "claim", "given" or "let" (then the node is a variable); `stronger` is +1 where a larger value makes the
    statement stronger (of a matrix: where it is scaled up), -1 where a smaller one does, 0 where that is unknown;
    `inside` says that the node is part of a
    matrix some quantity is read off; `parent` is the node above, None at the root, where the node is the whole clause;
    `sign` is what is known of signs: +1 never negative, -1 never positive, 0 unknown.
    """

    role: str
    node: Any
    path: Path = ()
    stronger: int = 0
    inside: bool = False
    parent: Any = None
    sign: Sign = lambda node: sign(node)

    @property
    def top(self) -> bool:
        """Whether the node is the whole clause."""
        return self.parent is None


def sites(clause: Any, role: str, known: Sign | None = None) -> Iterator[Site]:
    """All nodes of a clause that are computed with, depth first."""
    yield from _walk(Site(role, clause, sign=known or sign))


def _walk(site: Site) -> Iterator[Site]:
    yield site
    node = site.node
    if is_leaf(node) or not isinstance(node, Basic):
        return
    for k in COMPUTED.get(type(node), range(len(node.args))):
        child = node.args[k]
        if isinstance(child, Basic):
            matrix = isinstance(child, MatrixTerm) and isinstance(node, core.Quantity)
            yield from _walk(
                Site(site.role, child, (*site.path, k), _stronger(site, k), site.inside or matrix, node, site.sign)
            )


def replace(node: Any, path: Path, new: Any) -> Any:
    """The tree with the node at `path` replaced."""
    if not path:
        return new
    k, *rest = path
    args = list(node.args)
    args[k] = replace(args[k], tuple(rest), new)
    return node.func(*args)


def _stronger(site: Site, k: int) -> int:
    """The direction that makes the statement stronger, for the k-th argument of a node."""
    node = site.node
    child = node.args[k]
    if isinstance(child, MatrixTerm) and isinstance(node, core.Quantity):  # a matrix is stronger scaled up or down
        return site.stronger if isinstance(node, LENGTHS) and site.sign(node) > 0 else 0
    if site.inside and not isinstance(node, SCALING):
        return 0
    if isinstance(node, MatrixTerm):
        factor = isinstance(node, matrices.Scaled) and k == 0
        return site.stronger * (site.sign(child) if factor else 1) if site.inside else 0
    if isinstance(node, ForAll | Exists):
        return 0
    if isinstance(node, Relation):
        if node.op == "==":
            return 0
        side = (1 if k == 0 else -1) * (1 if node.op in ("<", "<=") else -1)
        return side if site.role == "claim" else -side
    here = site.stronger
    if isinstance(node, core.Neg):
        return -here
    if isinstance(node, core.Plus | core.Sqrt | core.Max | core.Min | core.Total | core.Entry | families.SumOver):
        return here
    if isinstance(node, families.MaxOver):
        return here
    if isinstance(node, core.Times):
        for j, other in enumerate(node.args):
            here *= 1 if j == k else site.sign(other)
        return here
    if isinstance(node, core.Quotient):
        return here * (site.sign(node.args[1]) if k == 0 else -site.sign(node.args[0]))
    if isinstance(node, core.Power):
        return here if int(node.args[1]) % 2 else here * site.sign(node.args[0])
    if isinstance(node, core.RealPower):  # its base is never negative where it is defined
        exponent = node.args[1]
        return here * (1 if exponent > 0 else -1) if k == 0 and isinstance(exponent, Rational) else 0
    if isinstance(node, core.Abs):
        return here * site.sign(node.args[0])
    return 0


def sign(node: Any) -> int:
    """+1 for what is never negative, -1 for what is never positive, 0 where nothing is known."""
    if isinstance(node, Rational):
        return 1 if node >= 0 else -1
    if is_leaf(node):
        domain = getattr(node, "domain", None)
        if isinstance(domain, Integers | Interval | OpenInterval):
            return 1 if isinstance(domain.low, Rational) and domain.low >= 0 else 0
        return 1 if isinstance(domain, Positive) else 0
    if isinstance(node, atoms.Lam | atoms.LMax | atoms.LMin):
        return int(gram_by_form(node.args[0]))
    if isinstance(node, Specified) and node.spec.sign is not Answer.UNKNOWN:
        return 1
    if isinstance(node, core.Power) and int(node.args[1]) % 2 == 0:
        return 1
    signs = [sign(a) for a in node.args if isinstance(a, Basic)] if isinstance(node, core.Quantity) else []
    if isinstance(node, core.Neg):
        return -signs[0]
    if isinstance(node, core.Plus | core.Min):
        return signs[0] if len(set(signs)) == 1 else 0
    if isinstance(node, core.Max):
        return 1 if 1 in signs else signs[0] if len(set(signs)) == 1 else 0
    if isinstance(node, core.Times | core.Quotient):
        out = 1
        for s in signs:
            out *= s
        return out
    if isinstance(node, core.Power | core.Total | core.Entry):
        return signs[0]
    if isinstance(node, families.SumOver | families.MaxOver):
        return sign(node.body)
    return 0


def gram_by_form(node: Any) -> bool:
    """Whether a matrix is positive semidefinite for the form it has: A.T @ A, D @ D with a symmetric D, sums and
    Kronecker products of such."""
    if is_leaf(node):
        return isinstance(getattr(node, "domain", None), PSD | PD)
    if isinstance(node, matrices.Scaled):
        return sign(node.args[0]) > 0 and gram_by_form(node.args[1])
    if isinstance(node, matrices.MatPlus | matrices.Kron):
        return all(map(gram_by_form, node.args))
    if isinstance(node, families.MatSumOver):
        return gram_by_form(node.body)
    if not isinstance(node, matrices.MatTimes):
        return False
    first, *middle, last = node.args
    mirrored = matrices.Transpose(first) == last or matrices.Transpose(last) == first
    mirrored = mirrored or first == last and symmetric_by_form(first)
    inner = matrices.MatTimes(*middle) if len(middle) > 1 else middle[0] if middle else None
    return mirrored and (inner is None or gram_by_form(inner))


def shifted(index: Any, by: int) -> Any:
    """An index moved by an integer, integers in it added up."""
    terms = list(index.args) if isinstance(index, core.Plus) else [index]
    constant = Integer(by)
    others = []
    for t in terms:
        if isinstance(t, Integer):
            constant += t
        elif isinstance(t, core.Neg) and isinstance(t.args[0], Integer):
            constant -= t.args[0]
        else:
            others.append(t)
    if constant > 0 or not others:
        others.append(constant)
    elif constant < 0:
        others.append(core.Neg(-constant))
    return others[0] if len(others) == 1 else core.Plus(*others)


def falls(index: Any, name: Any) -> bool:
    """Whether an index gets smaller as another one, which it is made of, gets larger: `n + 1 - i` as `i` does."""
    terms = index.args if isinstance(index, core.Plus) else (index,)
    return any(isinstance(t, core.Neg) and name in free(t) for t in terms)
