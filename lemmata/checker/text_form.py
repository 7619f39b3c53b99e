"""The text form: parsed with `ast` through a whitelist, never executed, and instantiated at integer dimensions.

Trees are tuples: ("num", q), ("name", s), ("neg", a), ("add"|"mul"|"div"|"pow"|"matmul", a, b), ("T", a),
("call", f, *args), ("at", x, l) for x[l], ("part", W, last, first) for W[last:first], ("over", f, index, low, high,
body) for f(body for index in low..high).  A difference is a sum with a negation.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import Any

from lemmata.checker.exact_numbers import Undefined, divide, power
from lemmata.checker.format import CertificateError, tick, well_formed

Tree = tuple[Any, ...]
Relation = tuple[str, Tree, Tree]
Range = tuple[str, Tree, Tree]
OPERATORS: dict[type, str] = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "=="}
HOLDS = {"<=": (-1, 0), "<": (-1,), ">=": (0, 1), ">": (1,), "==": (0,)}  # for which order of the two sides
BINARY: dict[type, str] = {ast.Add: "add", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow", ast.MatMult: "matmul"}
SIGNS = {"add": "+", "mul": "*", "div": "/", "pow": "**", "matmul": "@"}
FOLDED: dict[str, Any] = {
    "neg": operator.neg, "add": operator.add, "mul": operator.mul, "div": divide, "abs": abs,
    "max": lambda *xs: max(xs), "min": lambda *xs: min(xs),
}  # fmt: skip
UNROLLED = ("sum", "prod", "product", "max", "vstack")
SPECTRA, ENTRYWISE = ("s", "lam"), ("sqrt", "exp", "erf", "log", "abs")  # numbers with an index, and of numbers
VALUES = (
    "tr", "det", "rank", "normF", "normN", "norm2", "maxabs", "smax", "smin", "lmax", "lmin", "rho", "cond",
    "numradius", "kyfan", "schatten", "entry", "width", "max", "min", "sum", "prod",
)  # fmt: skip
MAX_NESTING, MAX_DEPTH, MAX_NODES = 40, 120, 200_000


@dataclass(frozen=True)
class Clause:
    """Relations in a chain, under quantifiers (index, low, high), possibly an existence claim."""

    relations: tuple[Relation, ...]
    ranges: tuple[Range, ...] = ()
    exists: bool = False


@dataclass(frozen=True)
class Sizes:
    """What instantiation needs: integers by name, and per family of layers its widths, from the inputs on."""

    integers: Mapping[str, int]
    families: Mapping[str, list[int]]
    shapes: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # of matrices, for products of nothing
    seen: list[None] = field(default_factory=list)  # one for every node and every index value, shared by copies

    def count(self) -> None:
        """Count one more node.  Raises CertificateError beyond a modest number."""
        tick()
        self.seen.append(None)
        well_formed(len(self.seen) <= MAX_NODES, "the text has too many cases")

    def bind(self, indices: Mapping[str, int]) -> Sizes:
        """The same sizes with more integers."""
        self.count()
        return Sizes({**self.integers, **indices}, self.families, self.shapes, self.seen)

    def width(self, family: str, layer: int) -> int:
        """a_l: columns of W_(l+1), rows of W_l."""
        well_formed(family in self.families, f"{family!r} is not a family of layers")
        well_formed(0 <= layer < len(self.families[family]), f"{family} has no layer {layer}")
        return self.families[family][layer]


def parse_expression(text: str) -> Tree:
    """Tree of one expression.  Raises CertificateError for anything outside the language."""
    return _tree(_python(text), 0)


def parse_clause(text: str) -> Clause:
    """A relation or chain of relations, with its quantifiers.  Raises CertificateError."""
    node = _python(text.removeprefix("exists:"))
    ranges: list[Range] = []
    if isinstance(node, ast.GeneratorExp):
        ranges, node = [_range(g) for g in node.generators], node.elt
    if not isinstance(node, ast.Compare) or not all(type(op) in OPERATORS for op in node.ops):
        raise CertificateError(f"not a relation: {text[:60]!r}")
    sides = [_tree(x, 0) for x in (node.left, *node.comparators)]
    links = tuple((OPERATORS[type(op)], a, b) for op, a, b in zip(node.ops, sides, sides[1:], strict=False))
    return Clause(links, tuple(ranges), text.startswith("exists:"))


def _python(text: str) -> ast.expr:
    open_brackets = [0, *accumulate((char in "([") - (char in ")]") for char in text)]
    fits = min(open_brackets) == open_brackets[-1] == 0 and max(open_brackets) <= MAX_NESTING
    well_formed(fits, "brackets do not match, or are nested too deeply")
    well_formed(not re.search(r",\s*[)\]]|\|", text), "a sign of another language, or a comma with nothing behind it")
    try:  # a..b is a | b for Python, which is written in no other way
        return ast.parse(f"({text.strip().replace('..', ' | ')})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # the last two: nested too deeply
        raise CertificateError(f"cannot be parsed: {text[:60]!r}") from error


def _range(generator: ast.comprehension) -> Range:
    match generator:
        case ast.comprehension(target=ast.Name(id=index), iter=ast.BinOp(low, ast.BitOr(), high), ifs=[], is_async=0):
            return index, _tree(low, 0), _tree(high, 0)
    raise CertificateError("a range must read 'for i in a..b'")


def _tree(node: ast.AST, depth: int) -> Tree:
    well_formed(depth <= MAX_DEPTH, "an expression is nested too deeply")

    def sub(child: ast.AST) -> Tree:
        return _tree(child, depth + 1)

    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return ("num", Fraction(number))
        case ast.Name(id=name) if "__" not in name:
            return ("name", name)
        case ast.UnaryOp(op=ast.USub(), operand=a):
            return ("neg", sub(a))
        case ast.BinOp(left=a, op=ast.Sub(), right=b):
            return ("add", sub(a), ("neg", sub(b)))
        case ast.BinOp(left=a, op=op, right=b) if type(op) in BINARY:
            return (BINARY[type(op)], sub(a), sub(b))
        case ast.Attribute(value=a, attr="T"):
            return ("T", sub(a))
        case ast.Subscript(value=ast.Name(id=family), slice=ast.Slice(lower=a, upper=b, step=None)) if a and b:
            return ("part", family, sub(a), sub(b))
        case ast.Subscript(value=ast.Name(id=sequence), slice=ast.Name() | ast.Constant() | ast.BinOp() as layer):
            return ("at", sequence, sub(layer))
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp(elt=a, generators=[g])], keywords=[]) if (
            name in UNROLLED
        ):
            return ("over", name, *_range(g), sub(a))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return ("call", name, *(sub(a) for a in args))
    raise CertificateError(f"an expression of the kind {type(node).__name__} is not part of the language")


def written(tree: Tree) -> str:
    """A concrete tree in words, by which a witness says what it is for."""
    match tree:
        case ("num" | "name", x):
            return str(x)
        case ("call", name, *args):
            return f"{name}({', '.join(map(written, args))})"
        case ("T" | "neg" as kind, a):
            return f"{written(a)}.T" if kind == "T" else f"(-{written(a)})"
        case (kind, a, b) if kind in SIGNS:
            return f"({written(a)} {SIGNS[kind]} {written(b)})"
    raise CertificateError("an expression is not concrete")


def instantiate(tree: Tree, sizes: Sizes) -> Tree:
    """Put in the integers, unroll families, evaluate what consists of numbers alone."""
    sizes.count()
    match tree:
        case ("num", _):
            return tree
        case ("name", name):
            return ("num", Fraction(sizes.integers[name])) if name in sizes.integers else tree
        case ("part", family, last, first):
            top, bottom = (as_integer(instantiate(end, sizes)) for end in (last, first))
            side, _ = sizes.width(family, top), sizes.width(family, bottom - 1)  # both must exist
            layers: list[Tree] = [("name", f"{family}_{k}") for k in range(top, bottom - 1, -1)]
            return reduce(product, layers) if layers else ("call", "I", ("num", Fraction(side)))
        case ("over", name, index, low, high, body):
            cases = [instantiate(body, sizes.bind({index: k})) for k in span(low, high, sizes)]
            return _unrolled(name, cases) if cases else _of_nothing(name, index, high, body, sizes)
        case ("call", "width", ("name", family), layer):
            return ("num", Fraction(sizes.width(family, as_integer(instantiate(layer, sizes)))))
        case ("call", name, ("name", family), *args) if family in sizes.families:
            layers = [("name", f"{family}_{k}") for k in range(1, len(sizes.families[family]))]
            return ("call", name, *layers, *(instantiate(a, sizes) for a in args))
        case ("matmul", a, b):
            return product(instantiate(a, sizes), instantiate(b, sizes))
        case (kind, *parts) if kind != "at":
            return fold((kind, *(instantiate(a, sizes) if isinstance(a, tuple) else a for a in parts)))
    raise CertificateError("an expression is not concrete")


def product(a: Tree, b: Tree) -> Tree:
    """A product of two chains of matrices as one chain, multiplied from the left: brackets within it mean nothing."""
    return ("matmul", product(a, b[1]), b[2]) if b[0] == "matmul" else ("matmul", a, b)


def span(low: Tree, high: Tree, sizes: Sizes) -> range:
    """The integers low..high."""
    return range(as_integer(instantiate(low, sizes)), as_integer(instantiate(high, sizes)) + 1)


def as_integer(tree: Tree) -> int:
    """The integer a folded tree is.  Raises CertificateError."""
    whole = tree[0] == "num" and tree[1].denominator == 1
    well_formed(whole, "an index, a size or an end of a range is not an integer")
    return int(tree[1])


def shape(tree: Tree, sizes: Sizes) -> tuple[int, ...] | None:
    """Rows and columns of a matrix, () for a number, where the form of a tree shows them; else None."""
    match tree:
        case ("name", name):
            return None if name in sizes.families else sizes.shapes.get(name, ())
        case ("call", "I", n):
            return as_integer(n), as_integer(n)
        case ("call", name, *args) if name not in ENTRYWISE:
            return () if name in VALUES or name in SPECTRA and len(args) == 2 else None
        case ("over", name, *_, body):
            return () if name in ("max", "product") else shape(body, sizes) if name == "sum" else None
        case ("T" | "matmul", *factors):
            first, last = shape(factors[0], sizes), shape(factors[-1], sizes)
            return first and last and ((first[0], last[1]) if len(factors) == 2 else last[::-1]) or None
        case ("num" | "neg" | "add" | "mul" | "div" | "pow" | "call", *parts):
            found = [shape(part, sizes) for part in parts if isinstance(part, tuple)]
            return next(filter(None, found), None if None in found else ())
    return None


def _unrolled(name: str, cases: list[Tree]) -> Tree:
    if name == "product":
        return reduce(lambda a, b: fold(("mul", a, b)), cases)
    if name == "prod":  # the factor with the largest index comes first
        return reduce(product, reversed(cases))
    if name == "sum" or len(cases) == 1:
        return reduce(lambda a, b: fold(("add", a, b)), cases)
    return fold(("call", name, *cases))


def _of_nothing(name: str, index: str, high: Tree, body: Tree, sizes: Sizes) -> Tree:
    """A sum or product over an empty range; of matrices, the identity of the order of its upper factor."""
    if name == "prod":
        last = sizes.bind({index: as_integer(instantiate(high, sizes))})
        rows, cols = shape(instantiate(body, last), sizes) or (0, 1)
        well_formed(rows == cols, "the order of a product over an empty range is not seen")
        return ("call", "I", ("num", Fraction(rows)))
    well_formed(name in ("product", "sum") and shape(body, sizes) == (), f"{name}(...) over nothing, of no numbers")
    return ("num", Fraction(name == "product"))


def fold(tree: Tree) -> Tree:
    """The value of a tree of numbers; other trees, and what has no value, are returned unchanged."""
    kind, *parts = tree[1:] if tree[0] == "call" else tree
    if not parts or any(not isinstance(part, tuple) or part[0] != "num" for part in parts):
        return tree
    xs = [x for _, x in parts]
    try:
        if kind == "pow" and xs[1].denominator == 1:
            return "num", power(xs[0], int(xs[1]))
        if kind in FOLDED and (kind != "abs" or len(xs) == 1):
            return "num", FOLDED[kind](*xs)
    except Undefined:
        pass  # left for the evaluator to say so
    return tree


def relation_at(clause: Clause, link: int, indices: Mapping[str, int], sizes: Sizes) -> Relation:
    """One link of a clause with its indices put in."""
    (op, left, right), at = clause.relations[link], sizes.bind(indices)
    return op, instantiate(left, at), instantiate(right, at)


def instances(clause: Clause, sizes: Sizes) -> Iterator[Relation]:
    """Every concrete relation of a clause."""
    for link in range(len(clause.relations)):
        for indices in cases(clause.ranges, sizes):
            yield relation_at(clause, link, indices, sizes)


def cases(ranges: tuple[Range, ...], sizes: Sizes) -> Iterator[dict[str, int]]:
    """All values of the indices of quantifiers."""
    if not ranges:
        yield {}
        return
    (index, low, high), *rest = ranges
    for k in span(low, high, sizes):
        for others in cases(tuple(rest), sizes.bind({index: k})):
            yield {index: k, **others}
