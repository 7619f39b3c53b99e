"""What the form of an expression settles about its value where the entries are only enclosed: symmetry and sign.

A matrix expression becomes a sum of products of factors, and so does its transpose; parts whose values are rational are
factors that are compared by value.  Equal sums are equal matrices.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from verify.checker.matrices import Mat, Vec, exact, identity, symmetric
from verify.checker.numbers import ends
from verify.checker.spectra import semidefinite
from verify.checker.syntax import Tree

if TYPE_CHECKING:
    from verify.checker.evaluate import Evaluator

Factor = Any  # Mat, or (name, ...) of hashable parts
Sum = dict[tuple[tuple[Any, ...], tuple[Factor, ...]], Fraction]  # by (scalars in a fixed order, factors in order)
COVARIANT = ("expm", "inv", "relu")  # f(A^T) = f(A)^T
ALWAYS = ("logm", "sqrtm", "absm")  # symmetric wherever they are defined
COMMUTING = (
    "expm",
    "inv",
    "logm",
    "sqrtm",
    "absm",
)  # functions of A that commute with what commutes with a symmetric A
MAX_TERMS = 200


def symmetric_by_form(ev: Evaluator, tree: Tree) -> bool:
    """Whether the matrix equals its transpose for certain."""
    if ev.matrix(tree).shape == (1, 1):
        return True
    terms = _sum(ev, tree, False)
    return len(terms) <= MAX_TERMS and (terms == _sum(ev, tree, True) or _one_algebra(terms))


def semidefinite_by_form(ev: Evaluator, tree: Tree) -> bool:
    """Whether a matrix with enclosed entries is positive semidefinite for certain; only shapes seen at once are."""
    match tree:
        case ("call", "absm" | "sqrtm", _):
            return True
        case ("call", "expm", a):
            return _known_symmetric(ev, a)
        case ("call", "inv", a) | ("T", a):
            return semidefinite_by_form(ev, a)
        case ("call", "kron" | "had", a, b) | ("add", a, b):
            return semidefinite_by_form(ev, a) and semidefinite_by_form(ev, b)
        case ("call", "diag", a) if isinstance(values := ev(a), Vec):
            return all(ends(x)[0] >= 0 for x in values)
        case ("mul", a, b) if not isinstance(c := ev(a), Mat | Vec):
            return ends(c)[0] >= 0 and semidefinite_by_form(ev, b)
        case ("mul" | "div", a, b) if not isinstance(c := ev(b), Mat | Vec):
            return ends(c)[0] >= 0 and semidefinite_by_form(ev, a)
        case ("matmul", *_):
            return _congruent(ev, _chain(tree))
    value = ev.matrix(tree)
    return len(value.rows) == value.cols and exact(value) and symmetric(value) and semidefinite(value)


def _known_symmetric(ev: Evaluator, tree: Tree) -> bool:
    return symmetric(ev.matrix(tree)) or symmetric_by_form(ev, tree)


def _chain(tree: Tree) -> list[Tree]:
    return [*_chain(tree[1]), *_chain(tree[2])] if tree[0] == "matmul" else [tree]


def _congruent(ev: Evaluator, factors: list[Tree]) -> bool:
    """X S X^T with S empty or semidefinite."""
    while len(factors) > 1:
        if _sum(ev, factors[0], False) != _sum(ev, factors[-1], True):
            return False
        factors = factors[1:-1]
    return not factors or semidefinite_by_form(ev, factors[0])


def _one_algebra(terms: Any) -> bool:
    """Whether everything in a sum is a function of symmetric rational matrices that commute."""
    found = _generators(terms)
    if found is None or not all(len(a.rows) == a.cols and symmetric(a) for a in found):
        return False
    return all(a @ b == b @ a for a, b in combinations(found, 2))


def _generators(terms: Any) -> set[Mat] | None:
    """The rational matrices that the factors are functions of, None where there are other factors."""
    out: set[Mat] = set()
    for factor in {f for _, factors in terms for f in factors}:
        found: set[Mat] | None = None
        if isinstance(factor, Mat):
            found = {factor}
        elif factor[0] in COMMUTING:
            inner = dict(factor[1])
            rational = [factors[0] for _, factors in inner if len(factors) == 1 and isinstance(factors[0], Mat)]
            plain = factor[0] == "absm" and len(inner) == len(rational) == 1
            found = {rational[0].T @ rational[0]} if plain else _generators(inner)
        if found is None:
            return None
        out |= found
    return out


def _sum(ev: Evaluator, tree: Tree, flipped: bool) -> Sum:
    value = ev.matrix(tree)
    if exact(value):
        return _reduced([((), (value.T if flipped else value,), Fraction(1))])
    match tree:
        case ("T", a):
            return _sum(ev, a, not flipped)
        case ("neg", a):
            return {term: -c for term, c in _sum(ev, a, flipped).items()}
        case ("add", a, b) if isinstance(ev(a), Mat) and isinstance(ev(b), Mat):
            parts = [*_sum(ev, a, flipped).items(), *_sum(ev, b, flipped).items()]
            return _reduced([(*term, c) for term, c in parts])
        case ("matmul", a, b):
            first, last = (_sum(ev, x, flipped) for x in ((b, a) if flipped else (a, b)))
            if len(first) * len(last) <= MAX_TERMS:
                return _product(first, last)
        case ("mul", a, b) if isinstance(ev(b), Mat) and not isinstance(ev(a), Mat | Vec):
            return _scaled(ev, a, _sum(ev, b, flipped), ("times", a))
        case ("mul" | "div", a, b) if isinstance(ev(a), Mat) and not isinstance(ev(b), Mat | Vec):
            return _scaled(ev, b, _sum(ev, a, flipped), ("times" if tree[0] == "mul" else "over", b), tree[0] == "div")
    return {((), (_factor(ev, tree, flipped),)): Fraction(1)}


def _scaled(ev: Evaluator, scalar: Tree, terms: Sum, name: Hashable, divided: bool = False) -> Sum:
    c = ev(scalar)
    if isinstance(c, Fraction):
        return {term: k / c if divided else c * k for term, k in terms.items() if c}
    return {(_sorted(*own, name), factors): k for (own, factors), k in terms.items()}


def _sorted(*scalars: Hashable) -> tuple[Any, ...]:
    return tuple(sorted(scalars, key=repr))


def _product(a: Sum, b: Sum) -> Sum:
    return _reduced([(_sorted(*s, *t), (*v, *w), c * d) for (s, v), c in a.items() for (t, w), d in b.items()])


def _reduced(terms: list[tuple[tuple[Any, ...], tuple[Factor, ...], Fraction]]) -> Sum:
    """Like terms together: neighbouring rational factors multiplied out and scaled, identities left out."""
    out: Sum = {}
    plain: Mat | None = None  # the sum of all terms that are nothing but a rational matrix
    for scalars, factors, c in terms:
        kept: list[Factor] = []
        for f in factors:
            kept.append(kept.pop() @ f if kept and isinstance(f, Mat) and isinstance(kept[-1], Mat) else f)
        if not scalars and len(kept) == 1 and isinstance(kept[0], Mat):
            plain = kept[0].scaled(c) if plain is None else plain + kept[0].scaled(c)
        else:
            _collect(out, scalars, kept, c)
    if plain is not None:
        _collect(out, (), [plain], Fraction(1))
    return {term: c for term, c in out.items() if c}


def _collect(out: Sum, scalars: tuple[Any, ...], factors: list[Factor], c: Fraction) -> None:
    scaled: list[Factor] = []
    for f in factors:
        if isinstance(f, Mat):
            lead = next((x for row in f.rows for x in row if x), Fraction(0))
            c *= lead
            f = f.scaled(1 / lead) if lead else f
            if len(factors) > 1 and len(f.rows) == f.cols and f == identity(f.cols):
                continue
        scaled.append(f)
    term = scalars, tuple(scaled)
    out[term] = out.get(term, Fraction(0)) + c


def _factor(ev: Evaluator, tree: Tree, flipped: bool) -> Factor:
    """A factor that is no sum or product, transposed if `flipped`."""
    match tree:
        case ("call", name, a) if name in ALWAYS:
            return (name, _key(ev, a, False))
        case ("call", name, a) if name in COVARIANT:
            return (name, _key(ev, a, flipped))
        case ("call", "diag", a) if ev.matrix(tree).cols > 1:
            return ("diag", a)
        case ("call", "had", a, b):
            return ("had", frozenset([_key(ev, a, flipped), _key(ev, b, flipped)]))
        case ("call", "kron", a, b):
            return ("kron", _key(ev, a, flipped), _key(ev, b, flipped))
    return ("other", tree, flipped)


def _key(ev: Evaluator, tree: Tree, flipped: bool) -> Hashable:
    return frozenset(_sum(ev, tree, flipped).items())
