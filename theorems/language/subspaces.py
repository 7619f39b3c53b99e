"""Powers, means, factors and projectors, in terms of inverses, square roots, exponentials and logarithms.

Each exists where what it is made of does: an invariant subspace where its eigenvalues are apart from the others, a
polar factor where the columns are independent.
"""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational

from lemmata.theorems.language.atoms import Lam, S
from lemmata.theorems.language.core import Entry, Plus, Quantity, Times, quantity
from lemmata.theorems.language.dimensions import ShapeError, same_dimension, written
from lemmata.theorems.language.functions import Inverse, MatAbs, MatExp, MatLog, MatSqrt
from lemmata.theorems.language.matrices import Id, MatrixTerm, MatTimes, Scaled, matrix
from lemmata.theorems.language.parts import selected, selected_columns

HALF = Rational(1, 2)


def powm(a: Any, t: Any) -> MatrixTerm:
    """Power A^t of a square matrix: a product for a whole number t, else exp(t log A), A positive definite (positive
    semidefinite for t = 1/2)."""
    a, t = _square("powm", a), quantity(t)
    if isinstance(t, Integer):
        if t == 0:
            return Id(a.shape[0])
        base = a if t > 0 else Inverse(a)
        return base if abs(t) == 1 else MatTimes(*[base] * abs(int(t)))
    if t == HALF:
        return MatSqrt(a)
    if t == -HALF:
        return Inverse(MatSqrt(a))
    return MatExp(Scaled(t, MatLog(a)))


def geomean(a: Any, b: Any, t: Any = HALF) -> MatrixTerm:
    """Weighted geometric mean A #_t B = A^(1/2) (A^(-1/2) B A^(-1/2))^t A^(1/2) of positive definite matrices."""
    a, b = _square("geomean", a), _square("geomean", b)
    root = MatSqrt(a)
    inverse = Inverse(root)
    return root @ powm(inverse @ b @ inverse, t) @ root


def polar(a: Any) -> MatrixTerm:
    """The factor A (A^T A)^(-1/2) of a matrix with independent columns: orthonormal columns, nearest to A."""
    a = matrix(a)
    return a @ Inverse(MatSqrt(a.T @ a))


def pinv(a: Any) -> MatrixTerm:
    """Pseudo-inverse (A^T A)^(-1) A^T of a matrix with independent columns; of independent rows take pinv(A.T).T."""
    a = matrix(a)
    return Inverse(a.T @ a) @ a.T


def range_projector(a: Any) -> MatrixTerm:
    """Orthogonal projector onto the span of the columns of A, which are independent."""
    a = matrix(a)
    return a @ pinv(a)


def cosines(a: Any, b: Any) -> Quantity:
    """Cosines of the principal angles between the spans of independent columns, descending."""
    return S(polar(a).T @ polar(b))


def eigenprojector(k: Any, a: Any) -> MatrixTerm:
    """Orthogonal projector onto the eigenvectors of the k largest eigenvalues of a symmetric matrix, where the k-th is
    above the next."""
    a, k = _square("eigenprojector", a), quantity(k)
    n = a.shape[0]
    middle = Times(HALF, Plus(Entry(Lam(a), k), Entry(Lam(a), Plus(k, Integer(1)))))
    apart = a - Scaled(middle, Id(n))
    return Scaled(HALF, Id(n) + apart @ Inverse(MatAbs(apart)))


def truncated(k: Any, a: Any) -> MatrixTerm:
    """Best approximation of rank k of a matrix, where its k-th singular value is above the next."""
    a = matrix(a)
    return a @ eigenprojector(k, a.T @ a)


def schur(k: Any, a: Any) -> MatrixTerm:
    """Schur complement of the leading block of order k in a square matrix."""
    a, k = _square("schur", a), quantity(k)
    n, after = a.shape[0], Integer(k + 1) if isinstance(k, Integer) else Plus(k, Integer(1))
    top, low = selected(a, 1, k), selected(a, after, n)
    corner, right = selected_columns(top, 1, k), selected_columns(top, after, n)
    left, rest = selected_columns(low, 1, k), selected_columns(low, after, n)
    return rest - left @ Inverse(corner) @ right


def _square(name: str, a: Any) -> MatrixTerm:
    a = matrix(a)
    if not same_dimension(*a.shape):
        raise ShapeError(f"{name}(...) needs a square matrix; {a} is {written(a.shape)}")
    return a
