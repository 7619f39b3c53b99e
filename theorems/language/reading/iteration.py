"""`iterate(x, step, k)`: what k steps x -> step make of x, written out."""

from __future__ import annotations

import ast
from typing import Any

from lemmata.theorems.language.lengths import length
from lemmata.theorems.language.matrices import MatrixTerm
from lemmata.theorems.language.reading import arithmetic, limits
from lemmata.theorems.language.reading.errors import ReadingError, quoted
from lemmata.theorems.language.reading.reader import Reader

USAGE = "write iterate(X, step, k): X a name, step an expression in X, k a number, as in iterate(x, A @ x, 5)"


def iterated(walk: Reader, node: ast.Call) -> Any:
    """The k-th iterate of a named value.  Raises ReadingError for a step that changes its shape, and where the
    iterate has grown beyond what can be checked."""
    if len(node.args) != 3 or node.keywords:
        raise ReadingError(f"iterate(...) was given {len(node.args)} arguments", USAGE)
    start, step, count = node.args
    if not isinstance(start, ast.Name) or start.id not in walk.names:
        raise ReadingError(f"{quoted(walk.parsed.segment(start))} is no name that stands for something", USAGE)
    if not (isinstance(count, ast.Constant) and isinstance(count.value, int) and 0 <= count.value <= limits.STEPS):
        raise walk.at(count, f"{quoted(walk.parsed.segment(count))} steps", f"k is a number from 0 to {limits.STEPS}")
    value = walk.expression(start)
    sizes: dict[Any, int] = {}
    for k in range(count.value):
        following = walk.knowing(start.id, value).expression(step)
        if not _alike(walk, value, following):
            said = f"the step makes {arithmetic.described(following, walk.sizes)} of {quoted(str(value))}"
            raise walk.at(step, said, "a step keeps the shape")
        value = following
        if _parts(value, sizes) > limits.UNFOLDED:
            mend = f"at most {k} steps of this one"
            raise walk.at(count, f"more than {limits.UNFOLDED} parts after {k + 1} steps written out", mend)
    return value


def _alike(walk: Reader, x: Any, y: Any) -> bool:
    if isinstance(x, MatrixTerm) and isinstance(y, MatrixTerm):
        return all(map(walk.sizes.agree, x.shape, y.shape))
    if isinstance(x, MatrixTerm) or isinstance(y, MatrixTerm):
        return False
    one, two = length(x), length(y)
    return one is two if None in (one, two) else bool(walk.sizes.agree(one, two))


def _parts(node: Any, known: dict[Any, int]) -> int:
    """How many parts a tree has, each shared one looked at once."""
    if node not in known:
        known[node] = 1 + sum(_parts(a, known) for a in getattr(node, "args", ()))
    return known[node]
