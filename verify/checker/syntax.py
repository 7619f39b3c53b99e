"""The text form: parsed with `ast` through a whitelist, never executed, and instantiated at integer dimensions.

Trees are tuples: ("num", q), ("name", s), ("neg", a), ("add"|"mul"|"div"|"pow"|"matmul", a, b), ("T", a),
("call", f, *args), ("at", x, l) for x[l], ("part", W, last, first) for W[last:first], ("over", f, index, low, high,
body) for f(body for index in low..high).  A difference is a sum with a negation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from verify.checker.format import CertificateError, NotEstablished
from verify.checker.numbers import Undefined, length, power

Tree = tuple[Any, ...]
Relation = tuple[str, Tree, Tree]
FUNCTIONS = {
    "s", "smax", "smin", "lam", "lmax", "lmin", "cond", "norm2", "normF", "tr", "det", "rank", "real_eigenvalues",
    "sqrt", "exp", "log", "abs", "max", "min", "sum", "prod", "product", "cumsum", "entry", "gap", "kron", "I",
    "vstack",
    "eigenform", "singularform", "slope", "gradient_gram", "width", "dot", "w_in", "w_out", "layer", "conserved",
    "stable_signs", "differentiable_loss", "same_neighbours", "same_slopes", "same_layer_slopes", "tree_network",
    "path_products", "same_function", "is_tree", "unit_weights", "determined_by_signs",
    "rho", "normN", "schatten", "kyfan", "maxabs", "diag", "inv", "expm", "logm", "sqrtm", "absm", "relu", "had",
    "ones", "unit",
    "weights", "kernel", "kernel_in", "by_channel", "hstack", "edge_weights", "output_weights", "in_products",
    "out_products", "some_out_products", "fully_connected", "convolution", "free_block", "residual_block",
    "convolutional_neurons", "same_slopes_within", "is_layer", "is_cut", "unrolled", "unrolled_by_vertices",
    "absolute_tree", "path_inputs", "absolute_path_products", "pulled_back", "scaled_input", "single_out_edge",
    "at_start", "stays_below", "bounded_above", "tends_to", "diverges", "separable_data",
    "logistic_loss", "small_initial_risk", "no_zero_in_limit", "signs_kept", "descent_balance", "smooth_in_ball",
    "step_descends",
}  # fmt: skip
OPERATORS: dict[type, str] = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "=="}
BINARY: dict[type, str] = {ast.Add: "add", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow", ast.MatMult: "matmul"}
MAX_TEXT, MAX_NESTING, MAX_DEPTH, MAX_POWER, MAX_BITS, MAX_CASES = 10_000, 40, 120, 100, 100_000, 50_000
MAX_ENCLOSED = 2_000_000  # bits of powers of enclosed numbers


@dataclass(frozen=True)
class Clause:
    """Relations in a chain, under quantifiers (index, low, high), possibly an existence claim."""

    relations: tuple[Relation, ...]
    ranges: tuple[tuple[str, Tree, Tree], ...] = ()
    exists: bool = False


@dataclass(frozen=True)
class Sizes:
    """What instantiation needs: integers by name, and per family of layers its (depth, d, m, k)."""

    integers: Mapping[str, int]
    families: Mapping[str, tuple[int, int, int, int]]
    cases: list[None] = field(default_factory=list)  # one for every index value tried, shared by copies

    def width(self, family: str, layer: int) -> int:
        """a_l: columns of W_(l+1), rows of W_l."""
        depth, d, m, k = self.families[family]
        if not 0 <= layer <= depth:
            raise CertificateError(f"{family} has no layer {layer}")
        return d if layer == 0 else k if layer == depth else m


def parse_expression(text: str) -> Tree:
    """Tree of one expression.  Raises CertificateError for anything outside the language."""
    return _tree(_python(text), 0)


def parse_clause(text: str) -> Clause:
    """A relation or chain of relations, with its quantifiers.  Raises CertificateError."""
    body, exists = (text[len("exists:") :], True) if text.startswith("exists:") else (text, False)
    node = _python(body)
    ranges: list[tuple[str, Tree, Tree]] = []
    if isinstance(node, ast.GeneratorExp):
        ranges = [_range(g) for g in node.generators]
        node = node.elt
    if not isinstance(node, ast.Compare):
        raise CertificateError(f"not a relation: {text[:60]!r}")
    sides = [_tree(x, 0) for x in (node.left, *node.comparators)]
    if not all(type(op) in OPERATORS for op in node.ops):
        raise CertificateError(f"unknown comparison in {text[:60]!r}")
    links = tuple((OPERATORS[type(op)], a, b) for op, a, b in zip(node.ops, sides, sides[1:], strict=False))
    return Clause(links, tuple(ranges), exists)


def _python(text: str) -> ast.expr:
    if len(text) > MAX_TEXT or not text.isascii() or not text.isprintable():
        raise CertificateError(f"an expression is longer than {MAX_TEXT} characters or not plain ASCII")
    depth = deepest = 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        deepest = max(deepest, depth if depth >= 0 else MAX_TEXT)
    if depth or deepest > MAX_NESTING:
        raise CertificateError("brackets do not match, or are nested too deeply")
    try:
        return ast.parse(f"({_spans(text.strip())})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # the last two: nested too deeply
        raise CertificateError(f"cannot be parsed: {text[:60]!r}") from error


def _spans(text: str) -> str:
    """`for l in a..b`, which Python cannot read, as `for l in span(a, b)`."""
    while found := re.search(r"\bfor (\w+) in (?!span\()", text):
        dots = text.find("..", found.end())
        if dots < 0:
            raise CertificateError(f"a range without '..' in {text[:60]!r}")
        depth, end = 0, dots + 2
        while end < len(text) and not (depth == 0 and (text[end] in ",)]" or text.startswith(" for ", end))):
            depth += (text[end] in "([") - (text[end] in ")]")
            end += 1
        span = f"for {found[1]} in span({text[found.end() : dots]}, {text[dots + 2 : end]})"
        text = text[: found.start()] + span + text[end:]
    return text


def _range(generator: ast.comprehension) -> tuple[str, Tree, Tree]:
    match generator:
        case ast.comprehension(target=ast.Name(id=index), iter=ast.Call(func=ast.Name(), args=[low, high]), ifs=[]):
            return index, _tree(low, 0), _tree(high, 0)
    raise CertificateError("a range must read 'for i in a..b'")


def _tree(node: ast.AST, depth: int) -> Tree:
    if depth > MAX_DEPTH:
        raise CertificateError("an expression is nested too deeply")

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
        case ast.Subscript(value=ast.Name(id=family), slice=ast.Slice(lower=a, upper=b, step=c)) if a and b and not c:
            return ("part", family, sub(a), sub(b))
        case ast.Subscript(value=ast.Name(id=sequence), slice=ast.Name() | ast.Constant() | ast.BinOp() as layer):
            return ("at", sequence, sub(layer))
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp(elt=body, generators=[g])], keywords=[]) if (
            name in ("sum", "prod", "product", "max", "vstack")
        ):
            return ("over", name, *_range(g), sub(body))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return ("call", name, *(sub(a) for a in args))
    try:
        written = ast.unparse(node)[:60]
    except RecursionError:  # a long chain of attributes or calls, which the brackets do not show
        written = type(node).__name__
    raise CertificateError(f"{written!r} is not part of the language")


def instantiate(tree: Tree, sizes: Sizes) -> Tree:
    """Put in the integers, unroll families, evaluate what consists of numbers alone."""
    kind = tree[0]
    if kind == "num":
        return tree
    if kind == "name":
        return ("num", Fraction(sizes.integers[tree[1]])) if tree[1] in sizes.integers else tree
    if kind == "part":
        return _part(tree, sizes)
    if kind == "over":
        _, name, index, low, high, body = tree
        cases = [instantiate(body, bind(sizes, index, k)) for k in span(low, high, sizes)]
        return _unroll(name, cases)
    if kind == "call":
        name, args = tree[1], tree[2:]
        if args and args[0][0] == "name" and (family := args[0][1]) in sizes.families:
            return _of_family(name, family, args[1:], sizes)
        return fold(("call", name, *(instantiate(a, sizes) for a in args)))
    return fold((kind, *(instantiate(a, sizes) for a in tree[1:])))


def bind(sizes: Sizes, index: str, k: int) -> Sizes:
    """The same sizes with one more integer."""
    sizes.cases.append(None)
    if len(sizes.cases) > MAX_CASES:
        raise CertificateError("the indices have too many cases")
    return Sizes({**sizes.integers, index: k}, sizes.families, sizes.cases)


def span(low: Tree, high: Tree, sizes: Sizes) -> range:
    """The integers low..high."""
    a, b = as_integer(instantiate(low, sizes)), as_integer(instantiate(high, sizes))
    return range(a, b + 1)


def as_integer(tree: Tree) -> int:
    """The integer a folded tree is.  Raises CertificateError."""
    if tree[0] != "num" or tree[1].denominator != 1:
        raise CertificateError("an index, a size or an end of a range is not an integer")
    return int(tree[1])


def _unroll(name: str, cases: list[Tree]) -> Tree:
    if name == "product":  # of numbers; 1 where there is none
        return reduce(lambda a, b: fold(("mul", a, b)), cases) if cases else ("num", Fraction(1))
    if not cases:
        raise CertificateError(f"{name}(...) over an empty range")
    if len(cases) == 1:
        return cases[0]
    if name == "prod":  # the factor with the largest index comes first
        out = cases[-1]
        for case in reversed(cases[:-1]):
            out = ("matmul", out, case)
        return out
    if name != "sum":
        return fold(("call", name, *cases))
    out = cases[0]
    for case in cases[1:]:
        out = fold(("add", out, case))
    return out


def _part(tree: Tree, sizes: Sizes) -> Tree:
    _, family, *bounds = tree
    if family not in sizes.families:
        raise CertificateError(f"{family!r} is not a family of layers")
    last, first = (as_integer(instantiate(t, sizes)) for t in bounds)
    if last < first:
        return ("call", "I", ("num", Fraction(sizes.width(family, last))))
    sizes.width(family, last), sizes.width(family, first - 1)  # both must exist
    out: Tree = ("name", f"{family}_{last}")
    for k in range(last - 1, first - 1, -1):
        out = ("matmul", out, ("name", f"{family}_{k}"))
    return out


def _of_family(name: str, family: str, args: tuple[Tree, ...], sizes: Sizes) -> Tree:
    rest = [instantiate(a, sizes) for a in args]
    if name == "width" and len(rest) == 1:
        return ("num", Fraction(sizes.width(family, as_integer(rest[0]))))
    layers = [("name", f"{family}_{k}") for k in range(1, sizes.families[family][0] + 1)]
    return ("call", name, *layers, *rest)


def fold(tree: Tree) -> Tree:
    """The value of a tree of numbers; other trees are returned unchanged."""
    args = tree[2:] if tree[0] == "call" else tree[1:]
    if not args or any(not isinstance(a, tuple) or a[0] != "num" for a in args):
        return tree
    xs = [a[1] for a in args]
    try:
        match tree[0], tree[1]:
            case "call", "max":
                return ("num", max(xs))
            case "call", "min":
                return ("num", min(xs))
            case "call", "abs" if len(xs) == 1:
                return ("num", abs(xs[0]))
            case "neg", _:
                return ("num", -xs[0])
            case "add", _:
                return ("num", xs[0] + xs[1])
            case "mul", _:
                return ("num", xs[0] * xs[1])
            case "div", _:
                return ("num", xs[0] / xs[1])
            case "pow", _ if xs[1].denominator == 1:
                return ("num", bounded_power(xs[0], int(xs[1])))
    except (ZeroDivisionError, Undefined):
        return tree  # undefined: left for the evaluator to say so
    return tree


def bounded_power(x: Any, exponent: int) -> Any:
    """x to an integer power.  Raises CertificateError beyond a modest size."""
    if abs(exponent) > MAX_POWER or isinstance(x, Fraction) and length(x) * abs(exponent) > MAX_BITS:
        raise CertificateError("a power is too large")
    if length(x) * abs(exponent) > MAX_ENCLOSED:
        raise NotEstablished("a power is too large for this checker")
    return power(x, exponent)


def mentions_family(tree: Any) -> bool:
    """Whether a layer, or a width, of a family occurs."""
    if not isinstance(tree, tuple):
        return False
    return tree[:1] == ("part",) or tree[:2] == ("call", "width") or any(map(mentions_family, tree))


def shaped_by(tree: Tree, indices: set[str], inside: bool = False) -> bool:
    """Whether single columns or products depend on an index."""
    if inside and tree[:1] == ("name",) and tree[1:2] and tree[1] in indices:
        return True
    inside = inside or tree[:2] == ("call", "unit") or tree[:2] in (("over", "prod"), ("over", "product"))
    return any(shaped_by(part, indices, inside) for part in tree if isinstance(part, tuple))


def conjuncts(clause: Clause, sizes: Sizes) -> list[list[tuple[dict[str, int], Relation]]]:
    """Per conjunct of a clause, its indices and concrete relations.

    Links of a chain are separate conjuncts; so are the cases of a quantifier over layers, columns or ends of
    products.
    """
    out: list[list[tuple[dict[str, int], Relation]]] = []
    for op, lhs, rhs in clause.relations:
        cases = []
        for indices in _tuples(clause.ranges, sizes):
            at = Sizes({**sizes.integers, **indices}, sizes.families, sizes.cases)
            cases.append((indices, (op, instantiate(lhs, at), instantiate(rhs, at))))
        ranged = {index for index, _, _ in clause.ranges}
        apart = ranged and (mentions_family((lhs, rhs)) or shaped_by((lhs, rhs), ranged))
        out += [[case] for case in cases] if apart else [cases]
    return out


def instances(clause: Clause, sizes: Sizes) -> Iterator[Relation]:
    """Every concrete relation of a clause."""
    for conjunct in conjuncts(clause, sizes):
        yield from (relation for _, relation in conjunct)


def _tuples(ranges: tuple[tuple[str, Tree, Tree], ...], sizes: Sizes) -> Iterator[dict[str, int]]:
    if not ranges:
        yield {}
        return
    (index, low, high), *rest = ranges
    for k in span(low, high, sizes):
        for others in _tuples(tuple(rest), bind(sizes, index, k)):
            yield {index: k, **others}
