"""What the form of an expression settles by itself: which matrices are symmetric whatever their variables are.

An expression and its transpose are brought to one normal form: transposes pushed down to the variables, sums without
order, scalars in front, neighbouring diagonal factors in a fixed order.  Products are not multiplied out, so that the
form is no longer than the expression.
"""

from __future__ import annotations

from itertools import groupby, islice
from typing import Any

from sympy import Integer, Rational, preorder_traversal

from lemmata.language import columns, domains, families, functions, matrices
from lemmata.language.defined import unfolded
from lemmata.language.dimensions import same_dimension
from lemmata.language.specification import Mirror
from lemmata.language.variables import Matrix

DIAGONAL = (
    domains.DiagonalMatrices, domains.Signs, domains.Projection, domains.Activation,
)  # fmt: skip
LONGEST = 3000  # parts of an expression whose normal form is looked at
SYMMETRIC = (domains.SymmetricMatrices, domains.PSD, domains.PD, *DIAGONAL)


def symmetric_by_form(node: Any) -> bool:
    """Whether a matrix expression equals its transpose for all values of its variables, by its form alone.

    A certainty, not a decision: True holds wherever the expression is defined; False says only that the form does not
    show it.
    """
    node = unfolded(node)
    if next(islice(preorder_traversal(node), LONGEST, None), None) is not None:
        return False  # normal forms of what shares its parts would be as long as it is written out
    rows, cols = node.shape
    return same_dimension(rows, cols) and (_function_of_one(node) or _sum(node, False) == _sum(node, True))


def diagonal_by_form(node: Any) -> bool:
    """Whether a matrix expression is diagonal for all values of its variables, by its form alone."""
    if isinstance(node, Matrix):
        return isinstance(node.domain, DIAGONAL)
    if isinstance(node, matrices.Id | columns.DiagonalMatrix):
        return True
    if isinstance(node, matrices.Scaled):
        return diagonal_by_form(node.args[1])
    if isinstance(node, functions.Hadamard):
        return any(map(diagonal_by_form, node.args))
    return node.spec.diagonal and all(map(diagonal_by_form, node.args))


def cyclic_by_form(node: Any) -> bool:
    """Whether the transpose of a product, or of every term of a sum, has its factors in one order up to a rotation:
    so that a trace is that of the transpose by its form."""
    if isinstance(node, matrices.MatPlus | matrices.MatNeg):
        return all(map(cyclic_by_form, node.args))
    if isinstance(node, matrices.Scaled):
        return cyclic_by_form(node.args[1])
    if symmetric_by_form(node):
        return True
    if not isinstance(node, matrices.MatTimes):
        return False
    there = [_sum(part, False) for part in node.args]
    back = [_sum(part, True) for part in reversed(node.args)]
    return any(back == there[k:] + there[:k] for k in range(len(there)))


def _function_of_one(node: Any) -> bool:
    """Whether a node is a function of one symmetric variable, all parts of which commute."""
    generators: set[Any] = set()
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, Matrix) and isinstance(part.domain, SYMMETRIC):
            generators.add(part)
        elif not part.spec.function or len(generators) > 1:
            return False
        elif not isinstance(part, matrices.Id):
            todo += part.args[1:] if isinstance(part, matrices.Scaled) else part.args
    return len(generators) == 1


# A normal form is a sum, sorted: ((scalars, factors), coefficient), ...; a factor is (is it diagonal, key).
_Term = tuple[tuple[Any, ...], tuple[Any, ...]]


def _sum(node: Any, flipped: bool) -> tuple[Any, ...]:
    terms = {term: c for term, c in _terms(node, flipped).items() if c}
    return tuple(sorted(terms.items(), key=repr))


def _terms(node: Any, flipped: bool) -> dict[_Term, Any]:
    if node.shape == (1, 1) or diagonal_by_form(node):
        flipped = False
    if isinstance(node, matrices.Transpose):
        return _terms(node.args[0], not flipped)
    if isinstance(node, matrices.MatNeg):
        return {term: -c for term, c in _terms(node.args[0], flipped).items()}
    if isinstance(node, matrices.MatPlus):
        out: dict[_Term, Any] = {}
        for part in node.args:
            for term, c in _terms(part, flipped).items():
                out[term] = out.get(term, 0) + c
        return out
    if isinstance(node, matrices.Scaled):
        scalar, inner = node.args
        if isinstance(scalar, Rational):
            return {term: scalar * c for term, c in _terms(inner, flipped).items()}
        return {
            (tuple(sorted((*scalars, scalar), key=repr)), factors): c
            for (scalars, factors), c in _terms(inner, flipped).items()
        }
    if isinstance(node, matrices.MatTimes):
        return _product(node, flipped)
    if isinstance(node, matrices.Id):
        return {((), ()): Integer(1)}
    key = _key(node, flipped)
    sign = -1 if flipped and isinstance(node, Matrix) and isinstance(node.domain, domains.Skew) else 1
    if isinstance(node, families.VStack):  # of blocks, the first has the sign +
        first = next((cell for line in key[1:] if isinstance(line, tuple) for cell in line if cell), None)
        if isinstance(first, tuple) and first[0][1].could_extract_minus_sign():
            sign, key = -1, (key[0], *(tuple(_negated(cell) for cell in line) for line in key[1:]))
    return {((), ((diagonal_by_form(node), key),)): Integer(sign)}


def _negated(normal: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple((term, -c) for term, c in normal)


def _product(node: Any, flipped: bool) -> dict[_Term, Any]:
    coefficient: Any = Integer(1)
    scalars: tuple[Any, ...] = ()
    factors: list[Any] = []
    for part in reversed(node.args) if flipped else node.args:
        normal = _sum(part, flipped)
        if len(normal) == 1:
            (((own, inner), c),) = normal
            coefficient, scalars = coefficient * c, (*scalars, *own)
            factors += inner
        elif normal:
            shared, c, sums = _primitive(normal)
            coefficient, scalars = coefficient * c, (*scalars, *shared)
            factors.append((diagonal_by_form(part), sums))
        else:
            return {}
    ordered: list[Any] = []
    for diagonal, run in groupby(factors, key=lambda f: f[0]):
        neighbours = list(run)
        ordered += sorted(neighbours, key=repr) if diagonal else neighbours
    return {(tuple(sorted(scalars, key=repr)), tuple(ordered)): coefficient}


def _primitive(normal: tuple[Any, ...]) -> tuple[tuple[Any, ...], Any, tuple[Any, ...]]:
    """The numbers that all terms of a sum are multiplied by, its first coefficient, and what is left of the sum."""
    (first, _), c = normal[0]
    shared = first if all(scalars == first for (scalars, _), _ in normal) else ()
    return shared, c, tuple((((() if shared else own), inner), other / c) for (own, inner), other in normal)


def _key(node: Any, flipped: bool) -> tuple[Any, ...]:
    """A factor that is no sum or product, transposed if `flipped`."""
    name = type(node).__name__
    if isinstance(node, Matrix):
        same = isinstance(node.domain, (*SYMMETRIC, domains.Skew))  # a skew variable flips its sign instead
        return (node, flipped and not same)
    if node.spec.mirror is Mirror.SYMMETRIC:
        return (node, False)
    if node.spec.mirror is Mirror.COVARIANT:
        return (name, _sum(node.args[0], flipped))
    if isinstance(node, functions.Hadamard):
        return (name, *sorted((_sum(a, flipped) for a in node.args), key=repr))
    if isinstance(node, matrices.Kron):
        return (name, *(_sum(a, flipped) for a in node.args))
    if isinstance(node, families.VStack):
        grid = [_row(part) for part in node.args]
        if flipped and len({len(line) for line in grid}) == 1:
            grid = [list(line) for line in zip(*grid, strict=True)]
        elif flipped:
            return (node, flipped)
        return (name, *(tuple(_sum(cell, flipped) for cell in line) for line in grid))
    if isinstance(node, functions.Ones):
        return (name, *(node.args[::-1] if flipped else node.args))
    if isinstance(node, families.MatSumOver):
        return (name, *node.args[:3], _sum(node.body, flipped))
    return (node, flipped)


def _row(node: Any) -> list[Any]:
    """The blocks of one row of blocks."""
    if isinstance(node, matrices.Transpose) and isinstance(node.args[0], families.VStack):
        return [part.args[0] if isinstance(part, matrices.Transpose) else part.T for part in node.args[0].args]
    return [node]
