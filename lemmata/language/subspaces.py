"""Powers, means, factors and projectors, in terms of inverses, square roots, exponentials and logarithms.

Each exists where what it is made of does: an invariant subspace where its eigenvalues are apart from the others, a
polar factor where the columns are independent.
"""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational

from lemmata.language.atoms import NORM, Lam, LMax, MaxAbs, Rho, S, SpectralAtom
from lemmata.language.boxes import SCRIPT, Ident, Op, Sub, Sup, applied, joined, row
from lemmata.language.core import Entry, Log, Neg, Plus, Quantity, Quotient, Times, quantity
from lemmata.language.defined import repeated
from lemmata.language.forms import symmetric_by_form
from lemmata.language.functions import Inverse, MatAbs, MatExp, MatLog, MatSqrt, PseudoInverse
from lemmata.language.matrices import Id, MatrixTerm, MatrixWord, MatTimes, Scaled, square
from lemmata.language.parts import selected, selected_columns
from lemmata.language.specification import OF_MATRIX, OF_SQUARE, Laid, Takes
from lemmata.language.variables import Dim, Index

HALF = Rational(1, 2)


class NumRadius(SpectralAtom, name="numradius", like=NORM, takes=(Takes.SQUARE,), notation="w", spectral=True):
    """Numerical radius: the largest |x^* A x| over complex unit vectors x."""


def whole(t: Any) -> bool:
    """Whether a number is made of integers, dimensions and indices alone."""
    return isinstance(t, Integer | Dim | Index) or isinstance(t, Plus | Neg | Times) and all(map(whole, t.args))


def power_of(a: Any, t: Any) -> MatrixTerm:
    """What `powm` stands for."""
    a, t = square("powm", a), quantity(t)
    if isinstance(t, Integer):
        if t == 0:
            return Id(a.shape[0])
        base = a if t > 0 else Inverse(a)
        return base if abs(t) == 1 else MatTimes(*[base] * abs(int(t)))
    if isinstance(t, Dim | Index):
        return repeated(t, a)
    if t == HALF:
        return MatSqrt(a)
    if t == -HALF:
        return Inverse(MatSqrt(a))
    return MatExp(Scaled(t, MatLog(a)))


def _geomean(a: Any, b: Any, t: Any = HALF) -> MatrixTerm:
    a, b = square("geomean", a), square("geomean", b)
    root = MatSqrt(a)
    inverse = Inverse(root)
    return root @ power_of(inverse @ b @ inverse, t) @ root


def _eigenprojector(k: Any, a: Any) -> MatrixTerm:
    a, k = square("eigenprojector", a), quantity(k)
    n = a.shape[0]
    middle = Times(HALF, Plus(Entry(Lam(a), k), Entry(Lam(a), Plus(k, Integer(1)))))
    apart = a - Scaled(middle, Id(n))
    return Scaled(HALF, Id(n) + apart @ Inverse(MatAbs(apart)))


def _schur(k: Any, a: Any) -> MatrixTerm:
    a, k = square("schur", a), quantity(k)
    n, after = a.shape[0], Integer(k + 1) if isinstance(k, Integer) else Plus(k, Integer(1))
    top, low = selected(a, 1, k), selected(a, after, n)
    corner, right = selected_columns(top, 1, k), selected_columns(top, after, n)
    left, rest = selected_columns(low, 1, k), selected_columns(low, after, n)
    return rest - left @ Inverse(corner) @ right


class PowM(MatrixWord, name="powm", notation=Laid(Sup, (SCRIPT, 0)), binds=SCRIPT, definition=power_of):
    """Power A^t of a square matrix: a product for a whole number t, a dimension and an index too, else exp(t log A).

    It exists where A is positive definite; for t = 1/2 semidefinite, for t = 0, 1, ... of any kind, for t = -1, -2, ...
    regular.
    """


class GeoMean(
    MatrixWord,
    name="geomean",
    notation=Laid(lambda a, b, t: joined(Sub(Op("#"), t), [a, b]), (18, 18, 0)),
    binds=18,
    definition=_geomean,
):
    """Weighted geometric mean A #_t B = A^(1/2) (A^(-1/2) B A^(-1/2))^t A^(1/2), t = 1/2 where it is not given.

    It exists where A and B are positive definite.
    """

    def __new__(cls, a: Any, b: Any, t: Any = HALF) -> MatrixTerm:
        return super().__new__(cls, a, b, t)


class Polar(
    MatrixWord, name="polar", of="a: matrix", notation="polar", definition=lambda a: a @ Inverse(MatSqrt(a.T @ a))
):
    """The factor A (A^T A)^(-1/2) of a matrix: orthonormal columns, nearest to A.

    It exists where the columns of A are independent.
    """


class RangeProjector(
    MatrixWord,
    name="range_projector",
    of="a: matrix",
    like=OF_MATRIX,
    notation="P_range",
    definition=lambda a: a @ PseudoInverse(a),
):
    """Orthogonal projector onto the span of the columns of A."""


class EigenProjector(
    MatrixWord,
    name="eigenprojector",
    notation=Laid(lambda k, a: applied(Sub(Ident("P"), row(Op("≤"), k)), a), (0, 0)),
    definition=_eigenprojector,
):
    """Orthogonal projector onto the eigenvectors of the k largest eigenvalues of a symmetric matrix.

    It exists where the k-th eigenvalue is above the next.
    """


class Truncated(
    MatrixWord,
    name="truncated",
    of="k, a: matrix",
    notation=Laid(lambda k, a: Sub(a, k), (0, SCRIPT)),
    binds=SCRIPT,
    definition=lambda k, a: a @ _eigenprojector(k, a.T @ a),
):
    """Best approximation of rank k of a matrix.

    It exists where the k-th singular value is above the next.
    """


class SchurComplement(
    MatrixWord, name="schur", notation=Laid(lambda k, a: applied(Sub(Ident("S"), k), a), (0, 0)), definition=_schur
):
    """Schur complement of the leading block of order k in a square matrix.

    It exists where that block is regular.
    """


def _abscissa(a: MatrixTerm) -> Quantity:
    """t log rho(exp(A / t)) with t beyond the entries, so that the exponential stays small."""
    if symmetric_by_form(a):
        return LMax(a)
    t = Plus(Integer(1), MaxAbs(a))
    return Times(t, Log(Rho(MatExp(Scaled(Quotient(Integer(1), t), a)))))


class SpectralAbscissa(SpectralAtom, name="spectral_abscissa", like=OF_SQUARE, notation="α", definition=_abscissa):
    """Largest real part of an eigenvalue of a square matrix, symmetric or not."""


def cosines(a: Any, b: Any) -> Quantity:
    """Cosines of the principal angles between the spans of independent columns, descending."""
    return S(Polar(a).T @ Polar(b))


powm, geomean, polar, range_projector = PowM, GeoMean, Polar, RangeProjector
eigenprojector, truncated, schur = EigenProjector, Truncated, SchurComplement
numradius, spectral_abscissa = NumRadius, SpectralAbscissa
