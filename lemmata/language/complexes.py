"""Complex numbers and matrices, said in real ones: nothing below the reader knows that they exist.

A complex r x c matrix A = X + iY is carried by its real form R(A) = [[X, -Y], [Y, X]] of shape 2r x 2c.  R keeps sums,
products and inverses, R(A^*) = R(A)^T, and the spectrum of R(A) is that of A next to that of its conjugate.  So a claim
about A becomes one about R(A), each product is one product, and what is shared stays shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Basic, Expr, Integer, Rational

from lemmata.language.atoms import Det, Tr
from lemmata.language.columns import column, entries
from lemmata.language.core import Neg, Plus, Quotient, Sqrt, Times, power, quantity
from lemmata.language.dimensions import ShapeError, length, same_dimension, written
from lemmata.language.families import MatProdOver, MatSumOver, ProdOver, VStack
from lemmata.language.forms import symmetric_by_form
from lemmata.language.functions import Hadamard, MatExp, zeros
from lemmata.language.matrices import Id, MatNeg, MatrixTerm, MatTimes, Scaled, Transpose, kron
from lemmata.language.parts import block, entrywise, fresh

ZERO, ONE, TWO = Integer(0), Integer(1), Integer(2)


class Complex(Basic):
    """Base of what may be complex: matrices, numbers and vectors."""


class ComplexMatrix(Complex):
    """X + iY: the real form, its first block column, and both parts.

    `left` is [X; Y]; parts that are not given are blocks cut out of the real form.
    """

    def __new__(cls, form: MatrixTerm, left: MatrixTerm, re: MatrixTerm, im: MatrixTerm) -> ComplexMatrix:
        return Basic.__new__(cls, form, left, re, im)

    form = property(lambda self: self.args[0])
    left = property(lambda self: self.args[1])
    re = property(lambda self: self.args[2])
    im = property(lambda self: self.args[3])

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """r x c."""
        return self.re.shape

    @property
    def plain(self) -> bool:
        """Whether the parts are expressions of their own, not cut out of the real form."""
        return isinstance(self.left, VStack) and self.left.args == (self.re, self.im)

    @property
    def hermitian(self) -> bool:
        """Whether it is Hermitian whatever its variables are, by its form alone."""
        return symmetric_by_form(self.form)

    @property
    def H(self) -> ComplexMatrix:  # noqa: N802
        """Conjugate transpose."""
        if self.plain:
            re, im = _turned(self.re), _opposite(_turned(self.im))
            return ComplexMatrix(self.form.T, VStack(re, im), re, im)
        return realified(self.form.T, *reversed(self.shape))

    @property
    def T(self) -> ComplexMatrix:  # noqa: N802
        """Transpose."""
        return self.conjugate().H

    def conjugate(self) -> ComplexMatrix:
        """The conjugate of every entry."""
        if self.plain:
            return made(self.re, _opposite(self.im))
        rows, cols = (block([[Id(n), 0], [0, -Id(n)]]) for n in self.shape)
        return realified(rows @ self.form @ cols, *self.shape)

    def __add__(self, other: Any) -> ComplexMatrix:
        other = lifted(other)
        _fit(
            self, other, same_dimension(self.shape[0], other.shape[0]) and same_dimension(self.shape[1], other.shape[1])
        )
        if self.plain and other.plain:
            return made(_joined(self.re, other.re), _joined(self.im, other.im))
        return ComplexMatrix(*(a + b for a, b in zip(self.args, other.args, strict=True)))

    def __neg__(self) -> ComplexMatrix:
        return made(*map(_opposite, self.args[2:])) if self.plain else ComplexMatrix(*map(_opposite, self.args))

    def __sub__(self, other: Any) -> ComplexMatrix:
        return self + -other

    def __matmul__(self, other: Any) -> ComplexMatrix:
        other = lifted(other)
        _fit(self, other, same_dimension(self.shape[1], other.shape[0]))
        left = self.form @ other.left
        return ComplexMatrix(self.form @ other.form, left, *_cut(left, self.shape[0]))

    def times(self, z: Any) -> ComplexMatrix:
        """The multiple by a real or complex number."""
        if not isinstance(z, ComplexNumber):
            if self.plain:
                return made(_scaled(z, self.re), _scaled(z, self.im))
            return ComplexMatrix(*(_scaled(z, a) for a in self.args))
        a, b = parts(z)
        if self.plain:
            x, y = self.re, self.im
            return made(_combined(a, x, Neg(b), y), _combined(a, y, b, x))
        n = self.shape[0]
        turn = block([[0, -Id(n)], [Id(n), 0]])
        return ComplexMatrix(
            _combined(a, self.form, b, turn @ self.form),
            _combined(a, self.left, b, turn @ self.left),
            _combined(a, self.re, Neg(b), self.im),
            _combined(a, self.im, b, self.re),
        )


class ComplexNumber(Complex):
    """x + iy, or a vector of such numbers, x and y quantities of one length."""

    re = property(lambda self: self.args[0])
    im = property(lambda self: self.args[1])

    def conjugate(self) -> ComplexNumber:
        """The conjugate."""
        return ComplexNumber(self.re, Neg(self.im))

    @property
    def square(self) -> Any:
        """|z|^2."""
        return _plus(power(self.re, TWO), power(self.im, TWO))

    def __abs__(self) -> Any:
        return Sqrt(self.square)

    def __neg__(self) -> Any:
        return number(_neg(self.re), _neg(self.im))

    def __add__(self, other: Any) -> Any:
        a, b = parts(other)
        return number(_plus(self.re, a), _plus(self.im, b))

    def __sub__(self, other: Any) -> Any:
        return self + (-other if isinstance(other, Complex) else _neg(quantity(other)))

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Determinant) and not isinstance(self, Determinant):
            return other * self
        a, b = parts(other)
        x, y = parts(self)
        return number(_plus(_times(x, a), _neg(_times(y, b))), _plus(_times(x, b), _times(y, a)))

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Determinant) and not isinstance(self, Determinant):
            return Determinant(*parts(self), abs(self)) / other
        if isinstance(other, ComplexNumber):
            return (self * other.conjugate()) / other.square
        return number(*(ZERO if x == 0 else Quotient(x, quantity(other)) for x in parts(self)))

    def __rtruediv__(self, other: Any) -> Any:
        return ComplexNumber(quantity(other), ZERO) / self

    def power(self, k: int) -> Any:
        """z^k for a number z and a whole k: the k-th power of its real form."""
        if k < 0:
            return ONE / self.power(-k)
        if k == 0:
            return ONE
        form = as_matrix(self).form
        return entry(realified(form if k == 1 else MatTimes(*[form] * k), ONE, ONE))

    def exp(self) -> Any:
        """exp(z) of a number z: the exponential of its real form."""
        return entry(realified(MatExp(as_matrix(self).form), ONE, ONE))


class Determinant(ComplexNumber):
    """x + iy with an expression of its modulus that is shorter than x and y are: determinants and their products."""

    def __abs__(self) -> Any:
        return self.args[2]

    def conjugate(self) -> ComplexNumber:
        """The conjugate."""
        return Determinant(self.re, Neg(self.im), abs(self))

    def __neg__(self) -> Any:
        return Determinant(Neg(self.re), Neg(self.im), abs(self))

    def __mul__(self, other: Any) -> Any:
        return _of_modulus(super().__mul__(other), lambda: Times(abs(self), abs(other)))

    def __truediv__(self, other: Any) -> Any:
        return _of_modulus(super().__truediv__(other), lambda: Quotient(abs(self), abs(other)))

    def power(self, k: int) -> Any:
        """The k-th power."""
        return _of_modulus(super().power(k), lambda: power(abs(self), Integer(k)))


def _of_modulus(z: Any, modulus: Callable[[], Any]) -> Any:
    return Determinant(*parts(z), modulus()) if isinstance(z, ComplexNumber) else z


def determinant(a: ComplexMatrix) -> Determinant:
    """det(X + iY): the value at i of the polynomial det(X + tY) of degree n, read off those at 0, ..., n (Lagrange).

    With w(t) = t (t - 1) ... (t - n) it is w(i) times the sum of det(X + jY) / (w'(j) (i - j)).
    """
    n, same = a.shape[0], Id(a.shape[0])
    j = fresh(a.form)
    m = fresh(a.form, j)
    at = a.re + Scaled(j, a.im) if a.plain else VStack(same, Scaled(j, same)).T @ a.left
    below = Times(ProdOver(m, 1, j, m), ProdOver(m, 1, Plus(n, Neg(j)), Neg(m)), Plus(ONE, power(j, TWO)))
    summed = MatSumOver(j, 0, n, Scaled(Quotient(Det(at), below), made(Scaled(Neg(j), Id(1)), -Id(1)).form))
    value = entry(realified(MatProdOver(m, 0, n, made(Scaled(Neg(m), Id(1)), Id(1)).form) @ summed, ONE, ONE))
    return Determinant(*value.args, Sqrt(Det(a.form)))


I_UNIT = ComplexNumber(ZERO, ONE)


def number(re: Any, im: Any) -> Any:
    """x + iy; x itself where y is zero by its form."""
    return re if im == 0 else ComplexNumber(re, im)


def parts(z: Any) -> tuple[Any, Any]:
    """Real and imaginary part of a number or vector."""
    return z.args[:2] if isinstance(z, ComplexNumber) else (quantity(z), ZERO)


def conj(z: Any) -> Any:
    """Conjugate of every entry; real ones are left alone."""
    return z.conjugate() if isinstance(z, Complex) else z


def re(z: Any) -> Any:
    """Real part of every entry."""
    return z.re if isinstance(z, ComplexMatrix | ComplexNumber) else z


def im(z: Any) -> Any:
    """Imaginary part of every entry, zero of a real one."""
    if isinstance(z, ComplexMatrix | ComplexNumber):
        return z.im
    return Scaled(ZERO, z) if isinstance(z, MatrixTerm) else ZERO if length(z) is None else Times(ZERO, z)


def made(re: MatrixTerm, im: MatrixTerm) -> ComplexMatrix:
    """X + iY."""
    form = kron(Id(2), re) if _nil(im) else block([[re, _opposite(im)], [im, re]])
    return ComplexMatrix(form, VStack(re, im), re, im)


def lifted(a: Any) -> ComplexMatrix:
    """A real matrix as a complex one; complex ones are left alone."""
    if isinstance(a, ComplexMatrix):
        return a
    return made(a, zeros(*a.shape))


def realified(form: MatrixTerm, rows: Any, cols: Any) -> ComplexMatrix:
    """The rows x cols matrix with a given real form."""
    left = form @ VStack(Id(cols), zeros(cols, cols))
    return ComplexMatrix(form, left, *_cut(left, rows))


def as_matrix(z: Any) -> ComplexMatrix:
    """A number as a 1 x 1 matrix, a vector as a column; matrices are left alone."""
    if isinstance(z, ComplexMatrix):
        return z
    if not isinstance(z, Complex):
        return lifted(z if isinstance(z, MatrixTerm) else Scaled(z, Id(1)) if length(z) is None else column(z))
    if length(z.re) is None and length(z.im) is None:
        return made(Scaled(z.re, Id(1)), Scaled(z.im, Id(1)))
    return made(*(column(_long(x, z)) for x in z.args))


def as_entries(z: Any) -> Any:
    """A column as the vector of its entries; numbers and vectors are left alone.  Raises ShapeError."""
    if isinstance(z, ComplexMatrix):
        return number(entries(z.re), ZERO if z.hermitian else entries(z.im))
    return z if isinstance(z, Complex) else entries(z)


def entry(z: ComplexMatrix) -> Any:
    """The number in a 1 x 1 matrix."""
    return number(Tr(z.re), ZERO if z.hermitian else Tr(z.im))


def moduli(a: ComplexMatrix) -> MatrixTerm:
    """The moduli of the entries of a matrix."""
    return entrywise(Sqrt, squares(a))


def squares(a: ComplexMatrix) -> MatrixTerm:
    """The squared moduli of the entries of a matrix."""
    return Hadamard(a.re, a.re) + Hadamard(a.im, a.im)


def _cut(left: MatrixTerm, rows: Any) -> tuple[MatrixTerm, MatrixTerm]:
    """Upper and lower half of 2 rows."""
    nothing = zeros(rows, rows)
    return VStack(Id(rows), nothing).T @ left, VStack(nothing, Id(rows)).T @ left


def _long(x: Any, z: ComplexNumber) -> Any:
    """A part of a vector at the vector's length."""
    if length(x) is not None:
        return x
    other = z.im if x is z.re else z.re
    return Plus(Times(ZERO, other), x)


def _combined(a: Any, x: MatrixTerm, b: Any, y: MatrixTerm) -> MatrixTerm:
    """a x + b y."""
    return _joined(_scaled(a, x), _scaled(b, y))


def _nil(x: MatrixTerm) -> bool:
    return isinstance(x, Scaled) and x.args[0] == 0


def _joined(x: MatrixTerm, y: MatrixTerm) -> MatrixTerm:
    return y if _nil(x) else x if _nil(y) else x - y.args[0] if isinstance(y, MatNeg) else x + y


def _scaled(c: Any, x: MatrixTerm) -> MatrixTerm:
    if c == 0 or _nil(x):
        return zeros(*x.shape)
    if isinstance(c, Neg):
        return _opposite(_scaled(c.args[0], x))
    return x if c == 1 else _opposite(x) if c == -1 else Scaled(c, x)


def _opposite(x: MatrixTerm) -> MatrixTerm:
    return x if _nil(x) else x.args[0] if isinstance(x, MatNeg) else -x


def _turned(x: MatrixTerm) -> MatrixTerm:
    return zeros(*reversed(x.shape)) if _nil(x) else x.args[0] if isinstance(x, Transpose) else x.T


def _neg(x: Any) -> Any:
    if isinstance(x, Neg):
        return x.args[0]
    return -x if isinstance(x, Rational) else Neg(x)


def _plus(a: Any, b: Any) -> Any:
    if a == 0 or b == 0:
        return b if a == 0 else a
    return a + b if isinstance(a, Rational) and isinstance(b, Rational) else Plus(a, b)


def _times(a: Any, b: Any) -> Any:
    if a == 0 or b == 0:
        return ZERO
    if a == 1 or b == 1:
        return b if a == 1 else a
    return a * b if isinstance(a, Rational) and isinstance(b, Rational) else Times(a, b)


def _fit(x: ComplexMatrix, y: ComplexMatrix, fit: bool) -> None:
    if not fit:
        raise ShapeError(f"complex matrices of shapes {written(x.shape)} and {written(y.shape)} do not go together")
