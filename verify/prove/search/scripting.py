"""Proofs that were found, written as a module that offers them: `lemmata prove ID... --python FILE`.

The module is read and committed among the proofs of a paper like any other.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import sys
from collections.abc import Iterable
from typing import Any

from lemmata.theorems import catalogue, language
from lemmata.theorems.language import proof
from lemmata.theorems.language.statement import Statement, leaves
from lemmata.theorems.language.text import write

CALLED = {"I": "Id", "max": "maximum", "min": "minimum", "rho": "spectral_radius", "unit": "Unit", "vstack": "VStack",
          "sum": "total"}  # fmt: skip
LONGEST = 90  # of the names of facts
OVER = {"product": "ProdOver", "max": "MaxOver", "vstack": "StackOver"}


class Unspoken(Exception):
    """A step that has no form here."""


def _over(node: Any, name: str) -> str:
    """What a sum written in words is a sum of: numbers or matrices.  Raises Unspoken where both stand in it."""
    kinds = {type(x).__name__ for x in node.atoms(language.SumOver, language.MatSumOver)}
    if name != "sum" or len(kinds) != 1:
        raise Unspoken(name)
    return kinds.pop()


class _Python(ast.NodeTransformer):
    """The text form of a node as Python: functions by their names in the language, indices made, fractions exact."""

    def __init__(self, node: Any) -> None:
        self.node = node

    def visit_Call(self, node: ast.Call) -> ast.AST:  # noqa: N802
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            if len(node.args[0].generators) != 1:
                raise Unspoken(name)
            return self._over(OVER.get(name) or _over(self.node, name), node.args[0].generators[0], node.args[0].elt)
        made = self.generic_visit(node)
        assert isinstance(made, ast.Call)
        return ast.Call(ast.Name(CALLED.get(name, name)), made.args, [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:  # noqa: N802
        parts = (node.left, node.right)
        if isinstance(node.op, ast.Div) and all(isinstance(x, ast.Constant) for x in parts):
            return ast.Call(ast.Name("Rational"), list(parts), [])
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:  # noqa: N802
        made = self.generic_visit(node)
        assert isinstance(made, ast.Compare)
        if len(made.ops) == 1 and isinstance(made.ops[0], ast.Eq):
            return ast.Call(ast.Name("eq"), [made.left, *made.comparators], [])
        return made

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:  # noqa: N802
        body = node.elt
        for generator in reversed(node.generators):
            body = self._over("forall", generator, body)  # type: ignore[assignment]
        return body

    def _over(self, name: str, generator: ast.comprehension, body: Any) -> ast.AST:
        if not isinstance(generator.iter, ast.BinOp) or not isinstance(generator.target, ast.Name):
            raise Unspoken(name)
        index = ast.Call(ast.Name("Index"), [ast.Constant(generator.target.id)], [])
        ends = [self.visit(x) for x in (generator.iter.left, generator.iter.right)]
        inner = _Named(generator.target.id, index).visit(self.visit(body))
        return ast.Call(ast.Name(name), [index, *ends, inner], [])


class _Named(ast.NodeTransformer):
    """A bound index by what makes it."""

    def __init__(self, name: str, made: ast.expr) -> None:
        self.name, self.made = name, made

    def visit_Name(self, node: ast.Name) -> ast.AST:  # noqa: N802
        return self.made if node.id == self.name else node


def python(node: Any) -> str:
    """An expression or relation of the language as Python."""
    text = write(node).replace("..", "|")
    tree: Any = ast.parse(f"[{text}]", mode="eval").body
    inner = tree if isinstance(tree, ast.ListComp) else tree.elts[0]
    return ast.unparse(ast.fix_missing_locations(_Python(node).visit(inner)))


def reason(by: Any) -> str:
    """Why a step holds, as Python."""
    if isinstance(by, proof.Apply):
        parts = [repr(by.statement), values(proof.by_name(by.where)), str(by.conjunct), values(proof.by_name(by.at))]
        return f"Apply({', '.join(parts[: 4 if by.at else 3 if by.conjunct else 2])})"
    if isinstance(by, proof.Combine):
        return f"Combine({values(by.facts)})"
    if isinstance(by, proof.At):
        return f"At({by.fact!r}, {python(by.index)})"
    if isinstance(by, proof.Summed):
        return f"Summed({by.fact!r}, {python(by.index)})"
    if isinstance(by, proof.Antisymmetric):
        return f"Antisymmetric({by.below!r}, {by.above!r})"
    if isinstance(by, proof.Cases):
        return f"Cases({python(by.split)}, {steps(by.then)}, {steps(by.otherwise)})"
    if isinstance(by, proof.Squares):
        terms = "".join(f"({python(d)}, {tuple(facts)!r}, {python(q)}), " for d, facts, q in by.terms)
        return f"Squares(({terms}), {values(by.multiples)})"
    if isinstance(by, proof.Sign | proof.Identity):
        return f"{type(by).__name__}()"
    raise Unspoken(type(by).__name__)


def values(every: Any) -> str:
    """Names and what they stand for, as a dictionary."""
    return f"{{{', '.join(f'{k!r}: {python(v)}' for k, v in every.items())}}}"


def steps(every: Any) -> str:
    """Steps as a tuple."""
    return f"({''.join(f'Step({s.name!r}, {python(s.states)}, {reason(s.by)}), ' for s in every)})"


def function(statement: Statement, place: str, found: proof.Proof) -> list[str]:
    """The lines of a function that gives the proof; `place` says where the statement is, as Python."""
    every = {leaf for s in found.steps for leaf in leaves(s.states, frozenset())}
    names = [v.name for v in statement.let]
    taken = {*language.__all__, *vars(proof), *vars(builtins), *keyword.kwlist} & set(names)
    if taken:
        raise Unspoken(f"{statement.id} has variables that are called like words of the language: {taken.pop()}")
    lines = [f"def {called(statement)}() -> Proof:", f'    """{statement.title}."""']
    lines.append(f"    {', '.join(names)}{',' if len(names) == 1 else ''} = {place}.let")
    for x in sorted({x for x in every - set(statement.let) if type(x).__name__ == "Index"}, key=lambda x: x.name):
        lines.append(f'    {x.name} = Index("{x.name}", {python(x.domain.low)}, {python(x.domain.high)})')
    method = (
        found.method if len(found.method) <= LONGEST else f"{found.method[:LONGEST].rpartition(';')[0]}; and others"
    )
    return [*lines, f"    return Proof({method!r}, {steps(found.steps)})"]


def called(statement: Statement) -> str:
    """A name for the function."""
    plain = "".join(c if c.isalnum() else "_" for c in statement.id.split(".", 1)[1])
    return plain if plain[0].isalpha() else f"row_{plain}"


def place_of(statement: Statement) -> tuple[str, str]:
    """The module of a statement of the catalogue, and what it, or a list that it is in, is called.  Raises Unspoken."""
    inside = catalogue.__name__.rpartition(".")[0] + "."
    for name in sorted(k for k in sys.modules if k.startswith(inside) and ".proofs." not in k):
        for key, value in vars(sys.modules[name]).items():
            own = value if isinstance(value, list) else ()
            if value is statement:
                return name, key
            if any(other is statement for other in own):
                return name, key
    raise Unspoken(f"{statement.id} has no place in the catalogue")


def module(found: Iterable[tuple[Statement, proof.Proof]]) -> str:
    """A module that offers these proofs.  Raises Unspoken."""
    functions: list[str] = []
    offered: list[str] = []
    rooms: dict[str, str] = {}
    for statement, script in found:
        room, key = place_of(statement)
        short = room.rpartition(".")[2]
        if rooms.setdefault(short, room) != room:
            raise Unspoken(f"two modules are called {short}: write their proofs to two files")
        whole = isinstance(vars(sys.modules[room])[key], list)
        place = f"next(x for x in {short}.{key} if x.id == {statement.id!r})" if whole else f"{short}.{key}"
        functions.append("\n".join(function(statement, place, script)))
        offered.append(f"    {statement.id!r}: {called(statement)}(),")
    tree = ast.parse("\n".join(functions))
    spoken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {"Proof", "Step"}
    reasons = sorted(x for x in spoken if isinstance(vars(proof).get(x), type))
    words = sorted(x for x in spoken - set(reasons) if x in language.__all__)
    rational = ["from sympy import Rational", ""] if "Rational" in spoken else []
    papers = [
        f"from {room.rpartition('.')[0]} import {short}" for short, room in sorted(rooms.items(), key=lambda x: x[1])
    ]
    lines = ['"""Proofs that the search found."""', "", *rational, *papers]
    lines += [f"from lemmata.theorems.language import {', '.join(words)}"] * bool(words)
    lines += [f"from lemmata.theorems.language.proof import {', '.join(reasons)}"]
    return "\n".join([*lines, "", "", "\n\n\n".join(functions), "", "", "PROOFS = {", *offered, "}", ""])
