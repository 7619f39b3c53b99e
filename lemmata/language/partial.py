"""Matrices on a tensor product: partial traces and the partial transpose, as sums over unit columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Integer

from lemmata.language.core import quantity
from lemmata.language.dimensions import ShapeError, product_of, same_dimension, written
from lemmata.language.families import MatSumOver, Unit
from lemmata.language.matrices import Id, MatrixTerm, kron, matrix
from lemmata.language.parts import fresh

ONE = Integer(1)


def ptrace1(n: Any, m: Any, a: Any, copies: Any = ONE) -> MatrixTerm:
    """Trace over the first factor of a matrix on R^n ⊗ R^m: m x m.

    `copies` counts the blocks of its rows and of its columns that are treated so, each nm wide (2 in a real form).
    """
    n, m, a = _fitting("ptrace1", n, m, a, copies)
    i = fresh(a, n, m)
    unit = kron(Unit(n, i), Id(m))
    outer = unit if copies == 1 else kron(Id(copies), unit)
    return MatSumOver(i, ONE, n, outer.T @ a @ outer)


def ptrace2(n: Any, m: Any, a: Any, copies: Any = ONE) -> MatrixTerm:
    """Trace over the second factor of a matrix on R^n ⊗ R^m: n x n.

    `copies` as in `ptrace1`.
    """
    n, m, a = _fitting("ptrace2", n, m, a, copies)
    j = fresh(a, n, m)
    unit = kron(Id(_times(copies, n)), Unit(m, j))
    return MatSumOver(j, ONE, m, unit.T @ a @ unit)


def ptranspose(n: Any, m: Any, a: Any, copies: Any = ONE) -> MatrixTerm:
    """Transpose in the second factor of a matrix on R^n ⊗ R^m, nm x nm.

    `copies` as in `ptrace1`.
    """
    n, m, a = _fitting("ptranspose", n, m, a, copies)
    i = fresh(a, n, m)
    j = fresh(a, n, m, i)
    one = kron(Id(_times(copies, n)), Unit(m, i) @ Unit(m, j).T)
    return MatSumOver(i, ONE, m, MatSumOver(j, ONE, m, one @ a @ one))


PARTIAL: dict[str, Callable[..., MatrixTerm]] = {"ptrace1": ptrace1, "ptrace2": ptrace2, "ptranspose": ptranspose}


def _times(copies: Any, n: Any) -> Any:
    return n if copies == 1 else product_of(copies, n)


def _fitting(name: str, n: Any, m: Any, a: Any, copies: Any) -> tuple[Any, Any, MatrixTerm]:
    n, m, a = quantity(n), quantity(m), matrix(a)
    if not all(same_dimension(side, _times(copies, product_of(n, m))) for side in a.shape):
        raise ShapeError(f"{name}(n, m, A) takes a matrix of order n * m; {a} is {written(a.shape)}")
    return n, m, a
