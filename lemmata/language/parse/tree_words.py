"""Words that the text form prints and people seldom type: entries by a call, stacks, unit columns, gaps, layers.

With them what a report or `--explain` prints reads back as the tree that it was printed from.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, cast

from lemmata.language import atoms, core, families
from lemmata.language.lengths import length
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import indices, operations
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.names import TREE_WORDS
from lemmata.language.parse.reader import Reader
from lemmata.language.parse.vocabulary import as_matrix, as_size, as_square, as_vector, bounded
from lemmata.language.variables import Scalar


def read(walk: Reader, name: str, node: ast.Call) -> Any:
    """What a call of one of these words says.  Raises ReadingError."""
    usage, count = TREE_WORDS[name]
    stacked = name == "vstack"
    if node.keywords or not (node.args if stacked else len(node.args) == count):
        raise ReadingError(f"{name}(...) was given {len(node.args)} arguments", f"write {usage}")
    return _RULES[name](walk, node, usage)


def entry_of(walk: Reader, node: ast.Call, values: ast.expr) -> Any:
    """`s(A, i)` and `entry(v, i)` as `s(A)[i]` and `v[i]`."""
    said = ast.Subscript(values, node.args[-1], ast.Load())
    return indices.subscript(walk, ast.copy_location(said, node))


def _gap(walk: Reader, node: ast.Call, usage: str) -> Any:
    vector = as_vector(walk.expression(node.args[0]), usage, "write gap(s(A), i)", walk.sizes)
    return core.Gap(vector, indices.span(walk, node.args[1], length(vector)))


def _unit(walk: Reader, node: ast.Call, usage: str) -> Any:
    n = walk.expression(node.args[0])
    n = n if isinstance(n, families.Width) else as_size(n, usage, walk.sizes)
    return families.Unit(n, indices.span(walk, node.args[1], n))


def _stack(walk: Reader, node: ast.Call, usage: str) -> Any:
    if isinstance(node.args[0], ast.GeneratorExp):
        found = list(indices.ranges(walk, node.args[0]))
        body = as_matrix(found[-1][1].expression(node.args[0].elt), usage, walk.sizes)
        for r, _ in reversed(found):
            body = families.StackOver(r.index, r.low, r.high, body)
    else:
        blocks = [as_matrix(walk.expression(a), usage, walk.sizes) for a in node.args]
        if not all(walk.sizes.agree(blocks[0].shape[1], b.shape[1]) for b in blocks[1:]):
            raise ReadingError("the blocks of a stack differ in width", usage)
        body = families.VStack(*blocks)
    if walk.sizes.counts(body.shape[0]):
        bounded(body.shape[0], usage, walk.sizes)
    return body


def _real_eigenvalues(walk: Reader, node: ast.Call, usage: str) -> Any:
    return atoms.RealEigenvalues(as_square(walk.expression(node.args[0]), usage, walk.sizes))


def _form(cls: type) -> Callable[..., Any]:
    def rule(walk: Reader, node: ast.Call, usage: str) -> Any:
        a, x = (as_matrix(walk.expression(node.args[k]), usage, walk.sizes) for k in (0, 2))
        if cls is atoms.EigenForm:
            as_square(a, usage, walk.sizes)
            operations.same_shape(a, x, "eigenform", walk.sizes)
        else:
            operations.same_shape(a.T, x, "singularform", walk.sizes)
        return cls(a, indices.span(walk, node.args[1], a.shape[0] if cls is atoms.EigenForm else length(atoms.s(a))), x)

    return rule


def _slope(walk: Reader, node: ast.Call, usage: str) -> Any:
    values, t = walk.expression(node.args[0]), walk.expression(node.args[2])
    if not isinstance(values, atoms.Lam | atoms.S) or not isinstance(t, Scalar):
        raise ReadingError("slope(...) differentiates lam(A) or s(A) along a number", f"write {usage}")
    return atoms.Slope(values, indices.span(walk, node.args[1], length(values)), t)


# Families of layers.
def layers_of(walk: Reader, node: ast.expr) -> families.Layers:
    """The family that a name stands for.  Raises ReadingError."""
    family = walk.names.get(node.id) if isinstance(node, ast.Name) else None
    if not isinstance(family, families.Layers):
        said = quoted(walk.parsed.segment(node))
        raise walk.at(node, f"{said} is no family of layers", "declare one, as in W = layers(L, d, m, k)")
    return family


def segment(walk: Reader, family: families.Layers, node: ast.Subscript) -> MatrixTerm:
    """`W[l]`, the l-th matrix of a family, and `W[last:first]`, the product of some, the last layer first."""
    place = node.slice
    parts = (place.lower, place.upper) if isinstance(place, ast.Slice) else (place, place)
    if any(p is None for p in parts) or isinstance(place, ast.Slice) and place.step is not None:
        raise walk.at(place, "both ends of a product of layers are written", f"write {family.name}[L:1] or W[2]")
    last, first = (indices.integer(walk, cast(ast.expr, p)) for p in parts)
    depth = family.args[0]
    wrong = walk.sizes.where(last, first, depth, lambda b, a, most: not (1 <= a <= b + 1 and 0 <= b <= most))
    if wrong is not None:
        fix = f"layers count from 1 to {depth}; {family.name}[3:2] is layer 3 times layer 2"
        raise walk.at(place, "there is no such layer" + (f" at {wrong}" if wrong else ""), fix)
    return families.Segment(family, last, first)


def _width(walk: Reader, node: ast.Call, usage: str) -> Any:
    return families.Width(layers_of(walk, node.args[0]), indices.integer(walk, node.args[1]))


def _gradient_gram(walk: Reader, node: ast.Call, usage: str) -> Any:
    family = layers_of(walk, node.args[0])
    data = as_matrix(walk.expression(node.args[1]), usage, walk.sizes)
    if not walk.sizes.agree(data.shape[0], family.args[1]):
        raise ReadingError(f"{operations.described(data, walk.sizes)}: the inputs are its columns", f"write {usage}")
    return families.GradientGram(family, data)


_RULES: Mapping[str, Callable[..., Any]] = {
    "entry": lambda walk, node, usage: entry_of(walk, node, node.args[0]),
    "gap": _gap,
    "unit": _unit,
    "vstack": _stack,
    "real_eigenvalues": _real_eigenvalues,
    "eigenform": _form(atoms.EigenForm),
    "singularform": _form(atoms.SingularForm),
    "slope": _slope,
    "width": _width,
    "gradient_gram": _gradient_gram,
}
