"""`iterate(x, step, k)`: what k steps x -> step make of x, written out.

An affine step is written M @ x + c first, in which x stands once, and steps x -> f(x) / |f(x)| with f linear are put
off to the last one, as a norm does not mind positive factors: k of these grow with k.  Others grow as x is repeated.
"""

from __future__ import annotations

import ast
from typing import Any

from sympy import Integer

from lemmata.language.atoms import SpectralAtom
from lemmata.language.columns import column
from lemmata.language.core import Quotient
from lemmata.language.lengths import length
from lemmata.language.matrices import Id, MatNeg, MatPlus, MatrixTerm, MatTimes, Scaled
from lemmata.language.parse import operations, text_limits
from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.indices import Reader
from lemmata.language.variables import Matrix

USAGE = "write iterate(X, step, k): X a name, step an expression in X, k a number, as in iterate(x, A @ x, 5)"


def iterated(walk: Reader, node: ast.Call) -> Any:
    """The k-th iterate of a named value.  Raises ReadingError for a step that changes its shape, and where the
    iterate has grown beyond what can be checked."""
    if len(node.args) != 3 or node.keywords:
        raise ReadingError(f"iterate(...) was given {len(node.args)} arguments", USAGE)
    start, step, count = node.args
    if not isinstance(start, ast.Name) or start.id not in walk.names:
        raise ReadingError(f"{quoted(walk.parsed.segment(start))} is no name that stands for something", USAGE)
    if not (isinstance(count, ast.Constant) and isinstance(count.value, int) and 0 <= count.value <= text_limits.STEPS):
        raise walk.at(
            count, f"{quoted(walk.parsed.segment(count))} steps", f"k is a number from 0 to {text_limits.STEPS}"
        )
    value = walk.expression(start)
    sizes: dict[Any, int] = {}
    if not isinstance(value, MatrixTerm) and length(value) is not None:
        value = column(value)
    if count.value > 1 and isinstance(value, MatrixTerm):
        value, short = _affine(walk, start.id, value, step, count.value)
        if short:
            return value
    for k in range(count.value):
        following = walk.knowing(start.id, value).expression(step)
        if not isinstance(following, MatrixTerm) and isinstance(value, MatrixTerm) and length(following) is not None:
            following = column(following)
        if not _alike(walk, value, following):
            said = f"the step makes {operations.described(following, walk.sizes)} of {quoted(str(value))}"
            raise walk.at(step, said, "a step keeps the shape")
        value = following
        if parts(value, sizes) > text_limits.UNFOLDED:
            fix = f"at most {k} steps of this one"
            raise walk.at(count, f"more than {text_limits.UNFOLDED} parts after {k + 1} steps written out", fix)
    return value


def _alike(walk: Reader, x: Any, y: Any) -> bool:
    if isinstance(x, MatrixTerm) and isinstance(y, MatrixTerm):
        return all(map(walk.sizes.agree, x.shape, y.shape))
    if isinstance(x, MatrixTerm) or isinstance(y, MatrixTerm):
        return False
    one, two = length(x), length(y)
    return one is two if None in (one, two) else bool(walk.sizes.agree(one, two))


def parts(node: Any, known: dict[Any, int]) -> int:
    """How many parts a tree has, each shared one looked at once."""
    if node not in known:
        known[node] = 1 + sum(parts(a, known) for a in getattr(node, "args", ()))
    return known[node]


def _affine(walk: Reader, name: str, value: MatrixTerm, step: ast.expr, count: int) -> tuple[MatrixTerm, bool]:
    """The iterate of a step that is affine, or linear and normalised, and whether the step is one of these."""
    x = Matrix(name, *value.shape)
    said = walk.knowing(name, x).expression(step)
    said = column(said) if not isinstance(said, MatrixTerm) and length(said) is not None else said
    if not isinstance(said, MatrixTerm) or not all(map(walk.sizes.agree, said.shape, value.shape)):
        return value, False
    norm, inside = _normalised(said)
    found = _linear(inside if norm is not None else said, x)
    if found is None or norm is not None and found[1] is not None:
        return value, False
    factor, constant = found
    for _ in range(count):
        value = value if factor is None else factor @ value
        value = value if constant is None else value + constant
    return (value if norm is None else Scaled(Quotient(Integer(1), norm(value)), value)), True


def _normalised(step: MatrixTerm) -> tuple[Any, Any]:
    """The norm by which a step divides what it is the norm of, and that; None for another step."""
    match step:
        case Scaled(args=(Quotient(args=(one, below)), inside)):
            if one == 1 and isinstance(below, SpectralAtom) and below.spec.norm and below.args == (inside,):
                return type(below), inside
    return None, None


def _linear(step: Any, x: Matrix) -> tuple[MatrixTerm | None, MatrixTerm | None] | None:
    """M and c of a step M @ x + c, None for an identity and for nothing added; None for a step of another form."""
    if step == x:
        return None, None
    if isinstance(step, MatNeg) and step.args[0] == x:
        return Scaled(Integer(-1), Id(x.shape[0])), None
    if isinstance(step, MatNeg):
        inner = _linear(step.args[0], x)
        return None if inner is None or inner[0] is None else (-inner[0], None if inner[1] is None else -inner[1])
    if isinstance(step, Scaled) and not step.args[0].has(x):
        inner = _linear(step.args[1], x)
        if inner is None:
            return None
        factor = Id(x.shape[0]) if inner[0] is None else inner[0]
        return Scaled(step.args[0], factor), None if inner[1] is None else Scaled(step.args[0], inner[1])
    if isinstance(step, MatTimes) and step.args[-1] == x and not any(a.has(x) for a in step.args[:-1]):
        return (step.args[0] if len(step.args) == 2 else MatTimes(*step.args[:-1])), None
    if isinstance(step, MatPlus):
        moving = [a for a in step.args if a.has(x)]
        found = [_linear(a, x) for a in moving]
        if not found or any(f is None or f[1] is not None for f in found):
            return None
        factors = [Id(x.shape[0]) if f is None or f[0] is None else f[0] for f in found]
        rest = [a for a in step.args if not a.has(x)]
        return _sum(factors), _sum(rest) if rest else None
    return None


def _sum(terms: list[MatrixTerm]) -> MatrixTerm:
    return terms[0] if len(terms) == 1 else MatPlus(*terms)
