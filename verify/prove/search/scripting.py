"""Proofs that were found, written as Python: `python -m lemmata.verify.prove.search.scripting ID... --seconds 10`.

What is printed goes into the proofs of a chapter, to be read and committed; `written` is the helper that it imports.
"""

from __future__ import annotations

import argparse
import ast
from typing import Any

from lemmata.theorems import catalogue
from lemmata.theorems.language import proof
from lemmata.theorems.language.statement import leaves
from lemmata.theorems.language.text import write
from lemmata.theorems.language.variables import Dim, Index
from lemmata.verify.prove.search.findings import find

CALLED = {"I": "Id", "max": "maximum", "min": "minimum", "rho": "spectral_radius", "unit": "Unit", "vstack": "VStack",
          "sum": "total"}  # fmt: skip
OVER = {"sum": "SumOver", "product": "ProdOver", "max": "MaxOver", "vstack": "StackOver"}


class Unspoken(Exception):
    """A step that has no form here."""


class _Python(ast.NodeTransformer):
    """The text form as Python: functions by their names in the language, indices made, fractions exact."""

    def visit_Call(self, node: ast.Call) -> ast.AST:  # noqa: N802
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            if name not in OVER or len(node.args[0].generators) != 1:
                raise Unspoken(name)
            return self._over(OVER[name], node.args[0].generators[0], node.args[0].elt)
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
    return ast.unparse(ast.fix_missing_locations(_Python().visit(inner)))


def reason(by: Any) -> str:
    """Why a step holds, as Python."""
    if isinstance(by, proof.Apply):
        where = ", ".join(f'"{k.name}": {python(v)}' for k, v in by.where.items())
        at = ", ".join(f'"{k.name}": {python(v)}' for k, v in by.at.items())
        return f'put("{by.statement}", {{{where}}}, {by.conjunct}, {{{at}}})'
    if isinstance(by, proof.Combine):
        return f"Combine({{{', '.join(f'{k!r}: {python(v)}' for k, v in by.facts.items())}}})"
    if isinstance(by, proof.At):
        return f"At({by.fact!r}, {python(by.index)})"
    if isinstance(by, proof.Summed):
        return f"Summed({by.fact!r}, {python(by.index)})"
    if isinstance(by, proof.Antisymmetric):
        return f"Antisymmetric({by.below!r}, {by.above!r})"
    if isinstance(by, proof.Cases):
        return f"Cases({python(by.split)}, {steps(by.then)}, {steps(by.otherwise)})"
    if isinstance(by, proof.Sign | proof.Identity):
        return f"{type(by).__name__}()"
    raise Unspoken(type(by).__name__)


def steps(every: Any) -> str:
    """Steps as a tuple."""
    return f"({''.join(f'Step({s.name!r}, {python(s.states)}, {reason(s.by)}), ' for s in every)})"


def source(identifier: str, found: proof.Proof) -> str:
    """A function that gives the proof."""
    statement = catalogue.get(identifier)
    every = {leaf for s in found.steps for leaf in leaves(s.states, frozenset())}
    indices = sorted({x for x in every if isinstance(x, Index) and not isinstance(x, Dim)}, key=lambda x: x.name)
    names = [v.name for v in statement.let]
    lines = [f"def {identifier.split('.', 1)[1].replace('-', '_').replace('.', '_').replace('~', '_')}() -> Proof:",
             f'    """{statement.title}."""']  # fmt: skip
    lines.append(f'    {", ".join(names)}{"," if len(names) == 1 else ""} = catalogue_variables("{identifier}")')
    for x in indices:
        domain: Any = x.domain
        low, high = python(domain.low), python(domain.high)
        lines.append(f'    {x.name} = Index("{x.name}", {low}, {high})')
    lines.append(f"    return Proof({found.method!r}, {steps(found.steps)})")
    return "\n".join(lines)


def main() -> None:
    """Print the proofs that are found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ids", nargs="+")
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    for identifier in options.ids:
        found = find(catalogue.get(identifier), options.seconds)
        if found is not None:
            print(f"{source(identifier, found.proof)}\n\n", flush=True)


if __name__ == "__main__":
    main()
