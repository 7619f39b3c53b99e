"""Factors of matrices as words: LU, Cholesky and QR, in terms of Schur complements; spectral projectors of one value.

With F the diagonal matrix of ones from place k on, M = (I - F) A (I - F) + F has the leading block of order k - 1
next to an identity, so that S = A - A (M^-1 - F) A is zero but for the Schur complement of that block.  Its row k is
that of U.
"""

from __future__ import annotations

from typing import Any

from sympy import Integer

from lemmata.language.atoms import Lam, S
from lemmata.language.boxes import Ident, Sub, applied
from lemmata.language.columns import DiagonalMatrix, Entries
from lemmata.language.core import Cumulative, Entry, Neg, Plus, Quotient, Sqrt
from lemmata.language.dimensions import ShapeError
from lemmata.language.families import MatProdOver, StackOver, Unit
from lemmata.language.forms import symmetric_by_form
from lemmata.language.functions import Inverse, Pivoting
from lemmata.language.matrices import Id, MatrixTerm, MatrixWord, Scaled, kron, square
from lemmata.language.parts import fresh
from lemmata.language.specification import OF_MATRIX, OF_SQUARE, Laid


def eliminated(a: MatrixTerm, k: Any, order: Any = None) -> MatrixTerm:
    """What k - 1 steps of elimination without pivoting leave of a square matrix, zeros around it; with an `order`, of
    the real form of a complex matrix of that order."""
    rest = DiagonalMatrix(Cumulative(Entries(Unit(order or a.shape[0], k))))
    rest = kron(Id(2), rest) if order else rest
    lead = Id(a.shape[0]) - rest
    return a - a @ (Inverse(lead @ a @ lead + rest) - rest) @ a


def _rows(a: MatrixTerm, row: Any) -> MatrixTerm:
    """Rows made of the index k, the k-th unit column, and what elimination leaves before step k."""
    n, k = a.shape[0], fresh(a)
    return StackOver(k, Integer(1), n, row(Unit(n, k), eliminated(a, k)))


def _pivot(unit: MatrixTerm, left: MatrixTerm) -> Any:
    return Entry(Entries(left @ unit), unit.args[1])


def _upper(a: MatrixTerm) -> MatrixTerm:
    square("lu_u", a)
    return _rows(a, lambda unit, left: unit.T @ left)


def _lower(a: MatrixTerm) -> MatrixTerm:
    square("lu_l", a)

    def row(unit: MatrixTerm, left: MatrixTerm) -> MatrixTerm:
        return Scaled(Quotient(Integer(1), _pivot(unit, left)), unit.T @ left.T)

    return _rows(a, row).T


def _cholesky(a: MatrixTerm) -> MatrixTerm:
    if not symmetric_by_form(a):
        raise ShapeError(f"chol(...) needs a matrix that is symmetric by its form; {a} is not: write chol(sym(...))")

    def row(unit: MatrixTerm, left: MatrixTerm) -> MatrixTerm:
        return Scaled(Quotient(Integer(1), Sqrt(_pivot(unit, left))), unit.T @ left)

    return _rows(a, row).T


class LuL(MatrixWord, name="lu_l", like=OF_SQUARE, notation="L_LU", definition=_lower):
    """The factor L of A = L U without pivoting: lower triangular, ones on the diagonal.

    It exists where no leading principal minor is zero.
    """


class LuU(MatrixWord, name="lu_u", like=OF_SQUARE, notation="U_LU", definition=_upper):
    """The factor U of A = L U without pivoting: upper triangular, the pivots on the diagonal.

    It exists where no leading principal minor of an order below n is zero.
    """


class LupL(MatrixWord, name="lup_l", like=OF_SQUARE, notation="L_LUP", definition=lambda a: _lower(Pivoting(a) @ a)):
    """The factor L of P A = L U with partial pivoting, P = lup_p(A): no entry is larger than one.

    It exists where A is regular.
    """


class LupU(MatrixWord, name="lup_u", like=OF_SQUARE, notation="U_LUP", definition=lambda a: _upper(Pivoting(a) @ a)):
    """The factor U of P A = L U with partial pivoting, P = lup_p(A).

    It exists where no pivot but the last is zero.
    """


class Chol(MatrixWord, name="chol", like=OF_SQUARE, notation="chol", definition=_cholesky):
    """The Cholesky factor L of A = L L^T: lower triangular, positive on the diagonal; A is symmetric by its form.

    It exists where A is positive definite.
    """


class QrR(MatrixWord, name="qr_r", like=OF_MATRIX, notation="R_QR", definition=lambda a: _cholesky(a.T @ a).T):
    """The factor R of A = Q R: upper triangular, positive on the diagonal.

    It exists where the columns of A are independent.
    """


class QrQ(
    MatrixWord, name="qr_q", like=OF_MATRIX, notation="Q_QR", definition=lambda a: a @ Inverse(_cholesky(a.T @ a).T)
):
    """The factor Q of A = Q R: orthonormal columns, the first k of which span the first k of A.

    It exists where the columns of A are independent.
    """


def _onto(k: Any, a: Any) -> MatrixTerm:
    """With d at 1 for the factor that is left out, the product of (A - lam_j I) / (lam_k - lam_j) over the others."""
    square("spectral_projector", a)
    n, values, j = a.shape[0], Lam(a), fresh(a, k)
    d = Entry(Entries(Unit(n, k)), j)
    apart = Plus(Entry(values, k), Neg(Entry(values, j)), d)
    kept = Scaled(Plus(Integer(1), Neg(d)), a - Scaled(Entry(values, j), Id(n))) + Scaled(d, Id(n))
    return MatProdOver(j, Integer(1), n, Scaled(Quotient(Integer(1), apart), kept))


class SpectralProjector(
    MatrixWord,
    name="spectral_projector",
    notation=Laid(lambda k, a: applied(Sub(Ident("P"), k), a), (0, 0)),
    definition=_onto,
):
    """Orthogonal projector u u^T onto the eigenvector of the k-th eigenvalue, descending, of a symmetric matrix.

    It exists where that eigenvalue is simple.
    """


class SingularDyad(
    MatrixWord,
    name="singular_dyad",
    notation=Laid(lambda k, a: applied(Sub(Ident("D"), k), a), (0, 0)),
    definition=lambda k, a: Scaled(Quotient(Integer(1), Entry(S(a), k)), a @ _onto(k, a.T @ a)),
):
    """u v^T of the singular vectors to the k-th singular value, descending.

    It exists where that value is simple and not zero.
    """


lu_l, lu_u, lup_l, lup_u, chol, qr_r, qr_q = LuL, LuU, LupL, LupU, Chol, QrR, QrQ
spectral_projector, singular_dyad = SpectralProjector, SingularDyad
