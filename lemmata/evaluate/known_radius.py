"""Numerical radii that other words of the language say exactly."""

from __future__ import annotations

from typing import Any

from flint import fmpq_mat
from sympy import Rational

from lemmata.language.atoms import LMax, Norm2
from lemmata.language.core import Times
from lemmata.language.matrices import MatrixTerm, Scaled

HALF = Rational(1, 2)


def known_radius(node: MatrixTerm, A: fmpq_mat) -> Any:
    """An expression of w(A), A the value of a matrix expression: the norm of a normal matrix, half of it where A^2 = 0,
    the largest eigenvalue of the symmetric part where no entry is negative; None elsewhere."""
    B = A.transpose()
    if A * B == B * A:
        return Norm2(node)
    if fmpq_mat(A.nrows(), A.nrows()) == A * A:
        return Times(HALF, Norm2(node))
    return LMax(Scaled(HALF, node + node.T)) if all(x >= 0 for x in A.entries()) else None
