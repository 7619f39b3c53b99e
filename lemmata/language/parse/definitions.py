"""Names for expressions: what `define` says, and hypotheses `x == expr` that define x.

Both are put in where their names stand, so that what is checked knows neither.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from sympy import Basic, Integer

from lemmata.language import core, domains
from lemmata.language.atoms import NormF
from lemmata.language.columns import Column, Entries, column
from lemmata.language.complexes import Complex, ComplexMatrix, ComplexNumber, lifted
from lemmata.language.core import distinct
from lemmata.language.defined import unfolded
from lemmata.language.dimensions import length
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import text_limits
from lemmata.language.parse.calls import parts
from lemmata.language.parse.errors import ReadingError, located, one_line, quoted
from lemmata.language.parse.names import check_name
from lemmata.language.parse.operations import one_by_one
from lemmata.language.parse.sizes import Sizes
from lemmata.language.parse.syntax import Parsed, parse
from lemmata.language.parse.walk import Walk
from lemmata.language.relations import Clause, Relation
from lemmata.language.specification import Domain, Spec
from lemmata.language.variables import Dim, Matrix, Scalar

ANY = (domains.RealMatrices, domains.Reals)


class Definitions:
    """What names stand for; `shown` says in the answer what was defined, in order."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names, self.shown = dict(names), dict[str, str]()
        self._solved: list[Any] = []  # values of variables that hypotheses defined
        self.sizes = Sizes(v for v in names.values() if isinstance(v, Dim))

    def value(self, text: str, made: Mapping[str, Any]) -> Any:
        """The tree of an expression in these names and in variables of its own.  Raises ReadingError."""
        return self._walk(parse(text), made).whole()

    def _walk(self, parsed: Parsed, made: Mapping[str, Any] = MappingProxyType({})) -> Walk:
        self.sizes.names = {**self.names, **made}
        return Walk(parsed, self.sizes.names, self.sizes)

    def read(self, defined: Mapping[str, str], origin: Mapping[str, str]) -> None:
        """The lines of `define`; `origin` names the variables that some were written for.  Raises ReadingError."""
        for name, text in defined.items():
            with located(f"let {origin[name]}" if name in origin else f"define {one_line(name)}"):
                check_name(name)
                if name in self.names:
                    raise ReadingError(f"{quoted(name)} is declared in let", "keep one of the two")
                value = self._walk(parse(text)).whole()
                check_length(value, self.names)
                self.names[name] = one_by_one(value) if name in origin else value
                self.shown[name] = " ".join(text.split())

    def solve(self, given: Mapping[str, Parsed], kept: Collection[str]) -> list[str]:
        """Take hypotheses `x == expr` as definitions of their x, where its domain restricts it in nothing else and it
        is not to be kept; the lines used up.  Raises ReadingError."""
        used = []
        for where, parsed in given.items():
            with located(where):
                for name, side in _equations(parsed.tree):
                    if name not in kept and self._solve(name, side, parsed):
                        used.append(where)
                        break
        return used

    def _solve(self, name: str, side: ast.expr, parsed: Parsed) -> bool:
        """Define a variable, or both parts of a complex one, if nothing else is said of it; whether that is so."""
        leaf: Any = self.names.get(name)
        split = isinstance(leaf, ComplexMatrix | ComplexNumber)
        parts = (leaf.re, leaf.im) if split else (leaf,)
        plain = (isinstance(part, Matrix | Scalar) and isinstance(part.domain, ANY) for part in parts)
        if not all(plain):
            return False
        value = self._walk(parsed).expression(side)
        if isinstance(leaf, Matrix) and not isinstance(value, MatrixTerm | Complex):
            value = value if length(value) is None else column(value)
        if isinstance(leaf, ComplexMatrix) and isinstance(value, MatrixTerm):
            value = lifted(value)
        real = isinstance(value, MatrixTerm) == isinstance(leaf, Matrix) and not isinstance(value, Complex)
        if not (type(value) is type(leaf) if split else real) or any(part in distinct(value) for part in parts):
            return False
        values = (value.re, value.im) if split else (value,)
        if isinstance(leaf, Matrix | ComplexMatrix):
            if not all(map(self.sizes.agree, leaf.shape, value.shape)):
                return False
        elif any(length(part) is not None for part in values):
            return False
        for part, found in zip(parts, values, strict=True):
            self._replace(part, found)
        if split:
            self.names[name] = value
        self.shown[name] = " ".join(parsed.segment(side).split())
        return True

    def _replace(self, leaf: Any, value: Any) -> None:
        """Put in the value of a variable.  Raises ReadingError where that grows beyond what can be checked."""
        put, sizes = {leaf: value}, dict[Any, int]()
        self.names = {other: _put(known, put) for other, known in self.names.items()}
        self._solved = [*(_put(known, put) for known in self._solved), value]
        if any(parts(known, sizes) > text_limits.UNFOLDED for known in self.names.values()):
            raise _too_long(self.names)

    def needed(self, claims: tuple[Clause, ...]) -> tuple[Clause, ...]:
        """Hypotheses that say no more than that the values of solved variables exist, where a claim does not say it."""
        return tuple(
            Relation(core.Plus(Integer(1), NormF(v) if isinstance(v, MatrixTerm) else core.Abs(v)), ">", Integer(0))
            for v in self._solved
            if not _total(v) and not all(v in distinct(claim) for claim in claims)
        )


def _equations(tree: ast.expr) -> list[tuple[str, ast.expr]]:
    """The names that stand alone on a side of an equation, with the other side."""
    match tree:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            sides = ((left, right), (right, left))
            return [(a.id, b) for a, b in sides if isinstance(a, ast.Name) and not isinstance(b, ast.Constant)]
    return []


def _put(tree: Any, put: dict[Any, Any]) -> Any:
    """The tree with a value for a variable; `put` has what became of this and of the parts met so far."""
    if tree not in put:
        args = [_put(a, put) for a in tree.args] if isinstance(tree, Basic) else []
        moved = any(new is not old for new, old in zip(args, getattr(tree, "args", ()), strict=True))
        inside = args[0].args[0] if moved and isinstance(tree, Entries) and isinstance(args[0], Column) else None
        put[tree] = (tree.func(*args) if inside is None else inside) if moved else tree
    return put[tree]


def _total(value: Any) -> bool:
    """Whether a value exists whatever its variables are."""
    return all(getattr(part, "spec", Spec()).domain is Domain.ALL for part in distinct(value))


def check_length(value: Any, names: Mapping[str, Any]) -> None:
    """Raises ReadingError where definitions and words put into each other would be written out longer than can be
    checked."""
    if parts(unfolded(value), {}) > text_limits.UNFOLDED:
        raise _too_long(names)


def _too_long(names: Mapping[str, Any]) -> ReadingError:
    long = ", ".join(n for n, v in names.items() if isinstance(v, Basic) and not v.is_Atom)
    fix = f"shorten what {long} stands for" if long else "split the claim"
    return ReadingError(f"more than {text_limits.UNFOLDED} parts once definitions and words are put in", fix)
