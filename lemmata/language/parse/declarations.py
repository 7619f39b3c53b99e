"""Domains from text, and the variables of a conjecture from its `let`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sympy import Rational

from lemmata.language import domains
from lemmata.language.domains import Domain
from lemmata.language.families import Layers, LayerSizes
from lemmata.language.parse import text_limits
from lemmata.language.parse.errors import ReadingError, located, one_line
from lemmata.language.parse.names import TREE_WORDS, check_arguments, check_name, domain_head, no_domain
from lemmata.language.parse.sizes import Sizes, is_dimension
from lemmata.language.parse.syntax import Parsed
from lemmata.language.parse.vocabulary import SIZED
from lemmata.language.parse.walk import Walk
from lemmata.language.parse.written import parse_domain
from lemmata.language.probability import IidMatrices
from lemmata.language.variables import Dim, Index, variable

COUNTED = (
    "s",
    "lam",
    "powm",
    "geomean",
    *(w for w in TREE_WORDS if w not in ("vstack", "real_eigenvalues", "gradient_gram")),
)
Rule = Callable[["DomainWalk", list[ast.expr]], Domain]


class DomainWalk(Walk):
    """Reads one domain; its arguments are whole numbers, fractions and dimensions."""

    in_domain = True

    def size(self, node: ast.expr) -> Any:
        """A side of a matrix variable, between 1 and `limits.DIMENSION`."""
        size = self._whole(node, "a size is a whole number made of dimensions")
        least, most = self.sizes.extremes(size)
        shown = self.quoted(node)
        if least < 1:
            raise self.at(node, f"the size {shown} can be {least}", "a matrix has at least one row and one column")
        if most > text_limits.DIMENSION:
            raise self.at(
                node, f"the size {shown} can be {most}", f"dimensions of variables are at most {text_limits.DIMENSION}"
            )
        return size

    def bound(self, node: ast.expr) -> Any:
        """An end of the range of an integer variable."""
        bound = self._whole(node, "the ends of an integer range are whole numbers or made of dimensions")
        if max(map(abs, self.sizes.extremes(bound))) > text_limits.INTEGER:
            raise self.at(node, "this range is too wide", f"at most {text_limits.INTEGER} either way")
        return bound

    def number(self, node: ast.expr) -> Rational:
        """An end of an interval."""
        value = self.expression(node)
        if not isinstance(value, Rational):
            fix = "write numbers, as in interval(0, 1/2); other bounds go into `given`"
            raise self.at(node, f"{self.quoted(node)} is no rational number", fix)
        return value

    def _whole(self, node: ast.expr, fix: str) -> Any:
        value = self.expression(node)
        if not is_dimension(value):
            if isinstance(value, Index):
                fix = "an integer variable used as a dimension must be declared before `names` are read"
            elif hasattr(value, "domain"):
                fix = f'a dimension is an integer variable, as in {value.name} = "integer(2, 8)"'
            raise self.at(node, f"{self.quoted(node)} is no dimension", fix)
        return value

    def domain(self) -> Domain:
        """The domain that the whole text names."""
        return self._located(self.parsed.tree, self._domain)

    def _domain(self, node: ast.expr) -> Domain:
        call, head = domain_head(self.parsed)
        if head.id not in DOMAINS:
            raise no_domain(head.id)
        check_arguments(head.id, call)
        return DOMAINS[head.id][2](self, call.args if call else [])


def _square(cls: Any) -> tuple[str, tuple[int, ...], Rule]:
    return f"{cls.name}(n)", (1,), lambda walk, args: cls(walk.size(args[0]))


def _real(walk: DomainWalk, args: list[ast.expr]) -> Domain:
    return domains.RealMatrices(*map(walk.size, args)) if args else domains.Reals()


def _interval(walk: DomainWalk, args: list[ast.expr]) -> Domain:
    low, high = map(walk.number, args)
    if low >= high:
        fix = f"write interval({high}, {low})" if low > high else "write the number itself where the variable stands"
        raise ReadingError(f"interval({low}, {high}) is {'empty' if low > high else 'a single number'}", fix)
    return domains.Interval(low, high)


def _integer(walk: DomainWalk, args: list[ast.expr]) -> Domain:
    low, high = map(walk.bound, args)
    if not walk.sizes.possible(low, high):
        fix = f"write integer({high}, {low})" if walk.sizes.possible(high, low) else "widen the range"
        raise ReadingError(f"integer({low}, {high}) is empty", fix)
    return domains.Integers(low, high)


def _law(name: str, law: str) -> tuple[str, tuple[int, ...], Rule]:
    return f"{name}(r, c)", (2,), lambda walk, args: IidMatrices(walk.size(args[0]), walk.size(args[1]), (law,))


def _layers(walk: DomainWalk, args: list[ast.expr]) -> Domain:
    depth, *widths = (walk.size(a) for a in args)
    if not isinstance(depth, Dim):
        raise walk.at(args[0], "the number of layers has no name", 'declare it, as in L = "integer(1, 3)"')
    return LayerSizes(depth, *widths)


# name: usage, admissible numbers of arguments, rule
DOMAINS: Mapping[str, tuple[str, tuple[int, ...], Rule]] = {
    "real": ("real for a number, real(r, c) for a matrix", (0, 2), _real),
    "positive": ("positive", (0,), lambda walk, args: domains.Positive()),
    "interval": ("interval(a, b)", (2,), _interval),
    "integer": ("integer(a, b)", (2,), _integer),
    "nonnegative": ("nonnegative(r, c)", (2,), lambda walk, args: domains.Nonnegative(*map(walk.size, args))),
    **{
        cls.name: _square(cls)
        for cls in (
            domains.SymmetricMatrices, domains.PSD, domains.PD, domains.Orthogonal, domains.Skew,
            domains.DiagonalMatrices, domains.Signs, domains.Projection, domains.Upper,
        )
    },
    "gaussian": _law("gaussian", "gaussian"),
    "rademacher": _law("rademacher", "rademacher"),
    "iid_uniform": _law("iid_uniform", "uniform"),
    "layers": ("layers(L, d, m, k)", (4,), _layers),
}  # fmt: skip


def domain_of(parsed: Parsed, names: Mapping[str, Any]) -> Domain:
    """The domain a parsed text names, with the dimensions in `names`."""
    dims = (names.get(name) for name in sorted(_arguments(parsed)))
    return DomainWalk(parsed, names, Sizes(d for d in dims if isinstance(d, Dim))).domain()


def sizing_names(parsed: Parsed) -> set[str]:
    """Names that stand for dimensions in a claim or hypothesis: in I(...), ones(...), trpow(k, A), indices, ranges."""
    places: list[ast.AST] = []
    for node in ast.walk(parsed.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SIZED:
            places += node.args[: SIZED[node.func.id]]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in COUNTED:
            places += node.args[2:3] if node.func.id == "geomean" else node.args[1:2]
        elif isinstance(node, ast.Subscript):
            places.append(node.slice)
        elif isinstance(node, ast.comprehension):
            places.append(node.iter)
    return {n.id for place in places for n in ast.walk(place) if isinstance(n, ast.Name)}


def read_variables(let: Mapping[str, str], dimensions: Iterable[str] = ()) -> dict[str, Any]:
    """The variables of a `let`, in its order.

    An integer variable is a dimension (`Dim`) when a domain mentions it or `dimensions` names it, an `Index` otherwise.
    Raises ReadingError with `where` naming the line.
    """
    parsed = {name: _checked(name, text) for name, text in let.items()}
    uses = {name: _arguments(p) for name, p in parsed.items()}
    dims = set(dimensions).union(*uses.values())
    done: dict[str, Any] = {}

    def declare(name: str, waiting: tuple[str, ...]) -> None:
        if name in done:
            return
        if name in waiting:
            circle = " -> ".join((*waiting[waiting.index(name) :], name))
            raise ReadingError(f"the bounds of dimensions run in a circle: {circle}", "give one of them numbers")
        for used in sorted(uses[name] & parsed.keys()):
            declare(used, (*waiting, name))
        domain = domain_of(parsed[name], done)
        if isinstance(domain, LayerSizes):
            done[name] = Layers(name, domain.depth, domain.d, domain.m, domain.k)
            return
        leaf = variable(name, domain, dimension=name in dims and isinstance(domain, domains.Integers))
        if isinstance(leaf, Dim):
            _check_dimension(leaf)
        done[name] = leaf

    for name in let:
        with located(f"let {name}"):
            declare(name, ())
    return {name: done[name] for name in let}


def _checked(name: str, text: str) -> Parsed:
    with located(f"let {one_line(name)}"):
        check_name(name)
        return parse_domain(text)


def _arguments(parsed: Parsed) -> set[str]:
    if not isinstance(parsed.tree, ast.Call):
        return set()
    return {n.id for a in parsed.tree.args for n in ast.walk(a) if isinstance(n, ast.Name)}


def _check_dimension(dim: Dim) -> None:
    least, most = Sizes([dim]).extremes(dim)
    if least < 0:
        fix = "start the range at 1; in an exponent write 1 / x**n in place of x**(-n)"
        raise ReadingError(f"{dim.name} is a size or an exponent and can be {least}", fix)
    if most > text_limits.DIMENSION:
        fix = f"at most {text_limits.DIMENSION}, as in integer(2, 8)"
        raise ReadingError(f"{dim.name} is a size or an exponent and can be {most}", fix)
