"""Exact rational interpreter: matrices as fmpq_mat, quantities as fmpq wherever they are rational.

Every matrix expression over a rational instance is rational as long as the scalars in it are; quantities are rational
where they are built from traces, determinants, ranks and rational singular values or eigenvalues.  Anything else raises
`Irrational`, never an approximation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import mul
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_mat
from sympy import Rational

from numerics.backends.interpreter import Interpreter, Irrational, Undefined
from numerics.networks.linear import gauss_newton_outer_product_exact
from numerics.rigorous import spectra
from numerics.rigorous.convert import to_fmpq_mat, to_fraction_rows
from numerics.rigorous.exact import gram, integer_scaling, order_factor_roots, spectrum_factors
from theorems.language import atoms, core, families, matrices
from theorems.language.variables import Matrix

__all__ = ["ExactInterpreter", "Irrational", "Undefined", "affordable", "identity", "kronecker", "symmetric", "trace"]

EASY_DEGREE = 16  # characteristic polynomials up to this degree are factored,
EASY_HEIGHT = 1600  # unless degree times entry size in bits exceeds this: isolating such roots can take minutes
EASY_BITS = 24000  # beyond it, up to this many bits of coefficients in all


def affordable(N: fmpz_mat) -> bool:
    """Whether the characteristic polynomial of a square integer matrix is factored within milliseconds or so."""
    n = N.nrows()
    if n <= 2:
        return True
    height = max((int(abs(x)).bit_length() for x in N.entries()), default=0)
    if n <= EASY_DEGREE:
        return n * height <= EASY_HEIGHT
    return n * n * (height + n.bit_length()) <= EASY_BITS


def identity(n: int) -> fmpq_mat:
    """Identity matrix of order n."""
    return fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])


def kronecker(
    a: Sequence[Sequence[Any]], b: Sequence[Sequence[Any]], times: Callable[[Any, Any], Any] = mul
) -> list[list[Any]]:
    """Rows of the Kronecker product of two tables."""
    return [[times(x, y) for x in top for y in bottom] for top in a for bottom in b]


def trace(A: fmpq_mat) -> fmpq:
    """Sum of the diagonal entries."""
    return sum((A[i, i] for i in range(A.nrows())), fmpq(0))


def symmetric(A: fmpq_mat) -> fmpq_mat:
    """The matrix itself.  Raises Undefined when it is not symmetric as a value."""
    if A.nrows() != A.ncols() or A.transpose() != A:
        raise Undefined("eigenvalues are taken of symmetric matrices only")
    return A


class ExactInterpreter(Interpreter[fmpq]):
    """Rational values of one instance; see :class:`Interpreter` for the errors raised, with `Irrational` added.

    ``matrix(node, at)`` is the fmpq_mat of a matrix expression, ``quantity(node, at)`` the list of fmpq of a quantity.
    """

    def matrix(self, node: Any, at: Mapping[str, int] | None = None) -> fmpq_mat:
        """Value of a matrix expression, bound indices taking the values in ``at``."""
        self._bound = at or {}
        return self.table(node)

    def table(self, node: Any) -> fmpq_mat:
        """As :meth:`matrix`, at the current values of the bound indices."""
        return self.remember("matrix", node, self._matrix)

    def _matrix(self, node: Any) -> fmpq_mat:
        if isinstance(node, Matrix):
            return self.variable(node)
        rule = _MATRICES.get(type(node))
        if rule is None:
            raise TypeError(f"{type(node).__name__} is not a matrix of a concrete problem")
        return rule(self, node)

    def polynomial(self, node: Any, variable: Any) -> list[fmpq_mat]:
        """Coefficients C_0, C_1, ... of a matrix expression that is a polynomial in a scalar variable.

        Raises TypeError where it is none.
        """
        return self.remember(f"polynomial in {variable.name}", node, lambda n: _coefficients(self, n, variable))

    def constant(self, q: fmpq) -> fmpq:
        return q

    def pi(self) -> fmpq:
        raise Irrational("pi")

    def as_rational(self, x: fmpq) -> fmpq:
        return x

    def add(self, xs: Sequence[fmpq]) -> fmpq:
        return sum(xs, fmpq(0))

    def multiply(self, a: fmpq, b: fmpq) -> fmpq:
        return a * b

    def negate(self, a: fmpq) -> fmpq:
        return -a

    def divide(self, a: fmpq, b: fmpq) -> fmpq:
        if b == 0:
            raise Undefined("quotient by zero")
        return a / b

    def power(self, a: fmpq, k: int) -> fmpq:
        return fmpq(1) if k == 0 else a**k

    def root(self, a: fmpq) -> fmpq:
        if a < 0:
            raise Undefined("square root of a negative number")
        found = rational_root(a)
        if found is None:
            raise Irrational(f"sqrt({a})")
        return found

    def absolute(self, a: fmpq) -> fmpq:
        return abs(a)

    def larger(self, a: fmpq, b: fmpq) -> fmpq:
        return max(a, b)

    def smaller(self, a: fmpq, b: fmpq) -> fmpq:
        return min(a, b)

    def infinity(self) -> fmpq:
        raise Irrational("infinity")

    def singular(self, node: Any) -> list[fmpq]:
        return _rational_only(self.singular_entries(node))

    def eigen(self, node: Any) -> list[fmpq]:
        return _rational_only(self.eigen_entries(node))

    def singular_entries(self, node: Any) -> list[fmpq | None]:
        """Singular values, descending, with None for the irrational ones."""
        return self.remember("singular entries", node, lambda n: rational_singular_values(self.table(n)))

    def eigen_entries(self, node: Any) -> list[fmpq | None]:
        """Eigenvalues of a symmetric matrix, descending, with None for the irrational ones."""
        return self.remember("eigen entries", node, lambda n: rational_eigenvalues(symmetric(self.table(n))))

    def entry(self, node: core.Entry) -> list[fmpq]:
        vector = node.args[0]
        read = {atoms.S: self.singular_entries, atoms.Lam: self.eigen_entries}.get(type(vector))
        if read is None:
            return super().entry(node)
        entries = read(vector.args[0])
        return _rational_only([entries[self.position(node.args[1], len(entries))]])

    def _evaluate(self, node: Any) -> list[fmpq]:
        # One entry of a spectrum may be rational where others are not, the square of a root where the root is not.
        extreme = _EXTREMES.get(type(node))
        if extreme:
            read, place = extreme
            return _rational_only([getattr(self, read)(node.args[0])[place]])
        if isinstance(node, core.Power) and int(node.args[1]) > 0 and int(node.args[1]) % 2 == 0:
            base, k = node.args[0], int(node.args[1]) // 2
            if isinstance(base, atoms.NormF):
                return [self.power(self._squares(base), k)]
            if isinstance(base, core.Sqrt):
                return [self.power(self._non_negative(x), k) for x in self.value(base.args[0])]
        return super()._evaluate(node)

    def _non_negative(self, x: fmpq) -> fmpq:
        if x < 0:
            raise Undefined("square root of a negative number")
        return x

    def _squares(self, node: Any) -> fmpq:
        return sum((x * x for x in self.table(node.args[0]).entries()), fmpq(0))

    def total(self, node: core.Total) -> list[fmpq]:
        vector = node.args[0]
        if isinstance(vector, atoms.Lam):
            return [trace(symmetric(self.table(vector.args[0])))]
        if isinstance(vector, core.Power) and isinstance(vector.args[0], atoms.S) and vector.args[1] == 2:
            return [self._squares(vector.args[0])]
        return super().total(node)

    def special(self, node: Any) -> fmpq:
        if isinstance(node, atoms.EigenForm | atoms.SingularForm | atoms.Slope):
            raise Irrational(f"{node.name}(...)")
        A = self.table(node.args[0])
        if isinstance(node, atoms.Tr):
            return trace(A)
        if isinstance(node, atoms.Det):
            return A.det()
        if isinstance(node, atoms.Rank):
            return fmpq(spectra.rank(A))
        if isinstance(node, atoms.RealEigenvalues):
            return fmpq(spectra.count_real_eigenvalues(A))
        if isinstance(node, atoms.NormF):
            return self.root(self._squares(node))
        if isinstance(node, atoms.Norm2):
            # The dilation's spectrum, so that norm2 stays apart from smax here too.
            return _rational_only(rational_eigenvalues(spectra.dilation(A))[:1])[0]
        entries = self.singular_entries(node.args[0])
        nonzero = spectra.rank(A)
        if nonzero == 0:
            raise Undefined("cond of the zero matrix")
        largest, smallest = _rational_only([entries[0], entries[nonzero - 1]])
        return largest / smallest


_EXTREMES = {
    atoms.SMax: ("singular_entries", 0),
    atoms.SMin: ("singular_entries", -1),
    atoms.LMax: ("eigen_entries", 0),
    atoms.LMin: ("eigen_entries", -1),
}


def _rational_only(values: Sequence[fmpq | None]) -> list[fmpq]:
    found = [x for x in values if x is not None]
    if len(found) < len(values):
        raise Irrational("an irrational singular value or eigenvalue")
    return found


def rational_root(a: fmpq) -> fmpq | None:
    """The square root of a non-negative rational where it is rational."""
    p, q = a.p.isqrt(), a.q.isqrt()
    return fmpq(p, q) if p * p == a.p and q * q == a.q else None


def rational_eigenvalues(A: fmpq_mat) -> list[fmpq | None]:
    """Eigenvalues, descending, of a rational symmetric matrix; None where one is irrational.

    Raises Irrational where the characteristic polynomial is too expensive to factor.
    """
    N, d = integer_scaling(A)
    if not affordable(N):
        raise Irrational(f"the spectrum of a {N.nrows()} x {N.nrows()} matrix is too expensive to factor")
    roots = order_factor_roots(spectrum_factors(N, d))
    return [fmpq(-f[0], f[1]) if f.degree() == 1 else None for f, _ in roots]


def rational_singular_values(A: fmpq_mat) -> list[fmpq | None]:
    """Singular values, descending; None where one is irrational.  Raises as :func:`rational_eigenvalues`."""
    N, d = integer_scaling(A)
    squares = rational_eigenvalues(fmpq_mat(gram(N)) / (d * d))
    return [None if x is None else rational_root(x) for x in squares]


def _gradient_gram(self: ExactInterpreter, node: Any) -> fmpq_mat:
    layers, data = node.args
    weights = [to_fraction_rows(self.table(w)) for w in layers.args]
    inputs = to_fraction_rows(self.table(data).transpose())
    return to_fmpq_mat(gauss_newton_outer_product_exact(weights, inputs))


def _stack(blocks: Sequence[fmpq_mat]) -> fmpq_mat:
    rows = [row for block in blocks for row in block.tolist()]
    return fmpq_mat(len(rows), blocks[0].ncols(), [x for row in rows for x in row])


def _kron(a: fmpq_mat, b: fmpq_mat) -> fmpq_mat:
    rows, cols = a.nrows() * b.nrows(), a.ncols() * b.ncols()
    return fmpq_mat(rows, cols, [x for row in kronecker(a.tolist(), b.tolist()) for x in row])


_MATRICES: dict[type, Callable[[ExactInterpreter, Any], fmpq_mat]] = {
    matrices.Id: lambda self, n: identity(self.integer(n.args[0])),
    matrices.MatPlus: lambda self, n: reduce(lambda a, b: a + b, [self.table(a) for a in n.args]),
    matrices.MatNeg: lambda self, n: self.table(n.args[0]) * -1,
    matrices.MatTimes: lambda self, n: reduce(lambda a, b: a * b, [self.table(a) for a in n.args]),
    matrices.Scaled: lambda self, n: self.table(n.args[1]) * self.scalar(n.args[0]),
    matrices.Transpose: lambda self, n: self.table(n.args[0]).transpose(),
    matrices.Kron: lambda self, n: _kron(self.table(n.args[0]), self.table(n.args[1])),
    families.VStack: lambda self, n: _stack([self.table(a) for a in n.args]),
    families.GradientGram: _gradient_gram,
}


def _coefficients(self: ExactInterpreter, node: Any, x: Any) -> list[fmpq_mat]:
    if not node.has(x):
        return [self.table(node)]

    def parts() -> list[list[fmpq_mat]]:
        return [self.polynomial(a, x) for a in node.args]

    if isinstance(node, matrices.MatPlus):
        return reduce(_plus, parts())
    if isinstance(node, matrices.MatNeg):
        return [c * -1 for c in self.polynomial(node.args[0], x)]
    if isinstance(node, matrices.Transpose):
        return [c.transpose() for c in self.polynomial(node.args[0], x)]
    if isinstance(node, matrices.MatTimes):
        return reduce(lambda a, b: convolve(mul, a, b), parts())
    if isinstance(node, matrices.Kron):
        return convolve(_kron, *parts())
    if isinstance(node, matrices.Scaled):
        scale = [c for c in _scalar_polynomial(self, node.args[0], x).coeffs()] or [fmpq(0)]
        return convolve(mul, self.polynomial(node.args[1], x), scale)
    raise TypeError(f"{type(node).__name__} is not a polynomial in {x.name}")


def convolve(times: Callable[[Any, Any], Any], a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    """Coefficients of the product of two polynomials."""
    out: list[Any] = [None] * (len(a) + len(b) - 1)
    for i, u in enumerate(a):
        for j, v in enumerate(b):
            term = times(u, v)
            out[i + j] = term if out[i + j] is None else out[i + j] + term
    return out


def _plus(a: list[fmpq_mat], b: list[fmpq_mat]) -> list[fmpq_mat]:
    short, long = sorted((a, b), key=len)
    return [c + short[k] if k < len(short) else c for k, c in enumerate(long)]


def _scalar_polynomial(self: ExactInterpreter, node: Any, x: Any) -> fmpq_poly:
    if node == x:
        return fmpq_poly([0, 1])
    if isinstance(node, Rational) or not node.has(x):
        return fmpq_poly([self.scalar(node)])
    if isinstance(node, core.Power) and int(node.args[1]) >= 0:
        return _scalar_polynomial(self, node.args[0], x) ** int(node.args[1])
    parts = [_scalar_polynomial(self, a, x) for a in node.args]
    if isinstance(node, core.Plus):
        return reduce(lambda a, b: a + b, parts)
    if isinstance(node, core.Neg):
        return -parts[0]
    if isinstance(node, core.Times):
        return reduce(lambda a, b: a * b, parts)
    if isinstance(node, core.Quotient) and parts[1].degree() == 0:
        return parts[0] * (1 / parts[1][0])
    raise TypeError(f"{node} is not a polynomial in {x.name}")
