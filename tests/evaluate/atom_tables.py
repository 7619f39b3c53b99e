"""One table for every backend: an expression of the language, its arguments, and the value it must have.

Arguments are exact; expected values are exact SymPy numbers, row by row for matrices, or None where the expression is
undefined.  Degenerate arguments (order 1, zero, nilpotent, repeated values, rectangular both ways, multiples of the
identity) are the point of the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, N, Rational, pi
from sympy import sqrt as root

from lemmata.language import (
    GradientGram,
    Id,
    Matrix,
    Psd,
    Scalar,
    Symmetric,
    cond,
    ddt,
    det,
    eigenform,
    entry,
    gap,
    kron,
    lam,
    lmax,
    lmin,
    maximum,
    minimum,
    norm2,
    normF,
    rank,
    real_eigenvalues,
    s,
    singularform,
    slope,
    smax,
    smin,
    sqrt,
    total,
    tr,
)
from lemmata.language.core import quantity
from lemmata.language.families import LayerList, VStack
from lemmata.language.instance import Instance
from lemmata.language.variables import Index


@dataclass(frozen=True)
class Row:
    """An expression with numeric dimensions, values of its variables, and what must come out."""

    name: str
    expression: Any
    instance: Instance
    expected: tuple[Expr, ...] | None

    def decimals(self, digits: int = 60) -> list[str]:
        """The expected entries as decimal strings."""
        assert self.expected is not None
        return [str(N(x, digits)) for x in self.expected]


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return [[Fraction(x) for x in row] for row in value]
    return Fraction(value)


def row(name: str, expression: Any, values: dict[str, Any], expected: Sequence[Any] | Any | None) -> Row:
    """A row, with scalars for one-element values and plain numbers made exact."""
    if expected is not None:
        entries = expected if isinstance(expected, list) else [expected]
        expected = tuple(
            Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else x + Integer(0) for x in entries
        )
    return Row(name, expression, Instance({}, {k: _exact(v) for k, v in values.items()}), expected)


def A(r: int, c: int) -> Matrix:  # noqa: N802  (a matrix variable, written as one)
    """Any r x c matrix, called A."""
    return Matrix("A", r, c)


def B(r: int, c: int) -> Matrix:  # noqa: N802
    """Any r x c matrix, called B."""
    return Matrix("B", r, c)


X, Y, I_ = Scalar("x"), Scalar("y"), Index("i", 1, 3)
GOLDEN = (1 + root(5)) / 2
NILPOTENT = [[0, 1], [0, 0]]
SHIFT = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
ONES = [[1, 1, 1], [1, 1, 1], [1, 1, 1]]
UPPER = [[1, 1], [0, 1]]  # singular values GOLDEN and 1/GOLDEN
TALL = [[3, 0], [0, 4], [0, 0]]
WIDE = [[3, 0, 0], [0, 4, 0]]
SWAP = [[0, 1], [1, 0]]
TURN = [[0, -1], [1, 0]]
GRADED = [[1, 0], [0, Fraction(1, 10**6)]]
TINY = Fraction(1, 10**9)
EDGE = [[TINY, 1], [0, TINY]]  # singular values (sqrt(1 + 4 t^2) +- 1) / 2
EDGE_TOP = (root(1 + 4 * Rational(1, 10**18)) + 1) / 2

SINGULAR: list[Row] = [
    row("s order 1", s(A(1, 1)), {"A": [[-3]]}, [3]),
    row("s zero", s(A(3, 3)), {"A": [[0] * 3] * 3}, [0, 0, 0]),
    row("s zero order 1", s(A(1, 1)), {"A": [[0]]}, [0]),
    row("s nilpotent 2", s(A(2, 2)), {"A": NILPOTENT}, [1, 0]),
    row("s nilpotent 3", s(A(3, 3)), {"A": SHIFT}, [1, 1, 0]),
    row("s identity multiple", s(A(3, 3)), {"A": [[-2, 0, 0], [0, -2, 0], [0, 0, -2]]}, [2, 2, 2]),
    row("s rank one", s(A(3, 3)), {"A": ONES}, [3, 0, 0]),
    row("s golden", s(A(2, 2)), {"A": UPPER}, [GOLDEN, 1 / GOLDEN]),
    row("s tall", s(A(3, 2)), {"A": TALL}, [4, 3]),
    row("s wide", s(A(2, 3)), {"A": WIDE}, [4, 3]),
    row("s column", s(A(3, 1)), {"A": [[1], [2], [2]]}, [3]),
    row("s row", s(A(1, 3)), {"A": [[1, 2, 2]]}, [3]),
    row("s of I", s(Id(Integer(3))), {"x": 0}, [1, 1, 1]),
    row("s near nilpotent", s(A(2, 2)), {"A": EDGE}, [EDGE_TOP, Rational(1, 10**18) / EDGE_TOP]),
    row("s indexed", s(A(3, 2), 2), {"A": TALL}, 3),
    row("s free index", s(A(3, 3), I_), {"A": ONES, "i": 1}, 3),
    row("s index out of range", s(A(3, 2), 3), {"A": TALL}, None),
    row("smax symmetric", smax(A(2, 2)), {"A": [[0, -5], [-5, 0]]}, 5),
    row("smax rectangular", smax(A(2, 3)), {"A": WIDE}, 4),
    row("smin golden", smin(A(2, 2)), {"A": UPPER}, 1 / GOLDEN),
    row("smin rectangular", smin(A(3, 2)), {"A": TALL}, 3),
    row("smin singular", smin(A(2, 2)), {"A": NILPOTENT}, 0),
    row("smax of product", smax(A(2, 3) @ B(3, 2)), {"A": WIDE, "B": TALL}, 16),
    row("cond identity multiple", cond(A(2, 2)), {"A": [[7, 0], [0, 7]]}, 1),
    row("cond skips zeros", cond(A(3, 3)), {"A": [[4, 0, 0], [0, 2, 0], [0, 0, 0]]}, 2),
    row("cond rank one", cond(A(3, 3)), {"A": ONES}, 1),
    row("cond golden", cond(A(2, 2)), {"A": UPPER}, GOLDEN**2),
    row("cond graded", cond(A(2, 2)), {"A": GRADED}, 10**6),
    row("cond nilpotent", cond(A(2, 2)), {"A": NILPOTENT}, 1),
    row("cond tall", cond(A(3, 2)), {"A": TALL}, Rational(4, 3)),
    row("cond zero", cond(A(2, 2)), {"A": [[0, 0], [0, 0]]}, None),
    row("norm2 golden", norm2(A(2, 2)), {"A": UPPER}, GOLDEN),
    row("norm2 wide", norm2(A(2, 3)), {"A": WIDE}, 4),
    row("norm2 zero", norm2(A(2, 2)), {"A": [[0, 0], [0, 0]]}, 0),
    row("normF rectangular", normF(A(3, 2)), {"A": TALL}, 5),
    row("normF irrational", normF(A(2, 2)), {"A": UPPER}, root(3)),
    row("normF zero", normF(A(2, 2)), {"A": [[0, 0], [0, 0]]}, 0),
]

EIGEN: list[Row] = [
    row("lam order 1", lam(Symmetric("A", 1)), {"A": [[-3]]}, [-3]),
    row("lam zero", lam(Symmetric("A", 3)), {"A": [[0] * 3] * 3}, [0, 0, 0]),
    row("lam rank one", lam(Psd("A", 3)), {"A": ONES}, [3, 0, 0]),
    row("lam repeated", lam(Symmetric("A", 3)), {"A": [[2, 0, 0], [0, 2, 0], [0, 0, -1]]}, [2, 2, -1]),
    row("lam swap", lam(Symmetric("A", 2)), {"A": SWAP}, [1, -1]),
    row("lam golden", lam(Symmetric("A", 2)), {"A": [[1, 1], [1, 0]]}, [GOLDEN, 1 - GOLDEN]),
    row("lam symmetric part", lam(A(2, 2) + A(2, 2).T), {"A": NILPOTENT}, [1, -1]),
    row("lam indexed", lam(Symmetric("A", 2), 2), {"A": SWAP}, -1),
    row("lam not symmetric", lam(A(2, 2)), {"A": NILPOTENT}, None),
    row("lmax negative", lmax(Symmetric("A", 2)), {"A": [[-1, 0], [0, -2]]}, -1),
    row("lmin negative", lmin(Symmetric("A", 2)), {"A": [[-1, 0], [0, -2]]}, -2),
    row("lmin of Gram", lmin(A(3, 2).T @ A(3, 2)), {"A": TALL}, 9),
    row("lmin of singular Gram", lmin(A(2, 3).T @ A(2, 3)), {"A": WIDE}, 0),
    row("tr", tr(A(2, 2)), {"A": [[1, 5], [7, -3]]}, -2),
    row("tr order 1", tr(A(1, 1)), {"A": [[Fraction(1, 3)]]}, Rational(1, 3)),
    row("tr of product", tr(A(2, 3) @ B(3, 2)), {"A": WIDE, "B": TALL}, 25),
    row("det", det(A(2, 2)), {"A": [[1, 2], [3, 4]]}, -2),
    row("det singular", det(A(3, 3)), {"A": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}, 0),
    row("det nilpotent", det(A(3, 3)), {"A": SHIFT}, 0),
    row("det order 1", det(A(1, 1)), {"A": [[-5]]}, -5),
    row("rank zero", rank(A(2, 3)), {"A": [[0] * 3] * 2}, 0),
    row("rank one", rank(A(3, 3)), {"A": ONES}, 1),
    row("rank nilpotent", rank(A(3, 3)), {"A": SHIFT}, 2),
    row("rank wide", rank(A(2, 3)), {"A": WIDE}, 2),
    row("rank of thirds", rank(A(2, 2)), {"A": [[Fraction(1, 3), 1], [Fraction(2, 3), 2]]}, 1),
    row("real eigenvalues of a turn", real_eigenvalues(A(2, 2)), {"A": TURN}, 0),
    row("real eigenvalues of a swap", real_eigenvalues(A(2, 2)), {"A": SWAP}, 2),
    row("real eigenvalues of I", real_eigenvalues(A(3, 3)), {"A": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, 1),
    row("real eigenvalues mixed", real_eigenvalues(A(3, 3)), {"A": [[0, -1, 0], [1, 0, 0], [0, 0, 5]]}, 1),
    row("real eigenvalues zero", real_eigenvalues(A(2, 2)), {"A": [[0, 0], [0, 0]]}, 1),
    row("real eigenvalues order 1", real_eigenvalues(A(1, 1)), {"A": [[-2]]}, 1),
]

FORMS: list[Row] = [
    row(
        "eigenform diagonal",
        eigenform(Symmetric("A", 2), 1, B(2, 2)),
        {"A": [[1, 0], [0, 2]], "B": [[3, 1], [1, 5]]},
        5,
    ),
    row("eigenform swap", eigenform(Symmetric("A", 2), 2, B(2, 2)), {"A": SWAP, "B": [[3, 1], [1, 5]]}, 3),
    row("eigenform order 1", eigenform(Symmetric("A", 1), 1, B(1, 1)), {"A": [[4]], "B": [[7]]}, 7),
    row(
        "eigenform not symmetric inside",
        eigenform(Symmetric("A", 2), 1, B(2, 2)),
        {"A": SWAP, "B": NILPOTENT},
        Rational(1, 2),
    ),
    row("eigenform multiple", eigenform(Symmetric("A", 2), 1, B(2, 2)), {"A": [[2, 0], [0, 2]], "B": SWAP}, None),
    row(
        "singularform diagonal", singularform(A(2, 2), 1, B(2, 2)), {"A": [[2, 0], [0, -3]], "B": [[1, 0], [0, 7]]}, -7
    ),
    row("singularform order 1", singularform(A(1, 1), 1, B(1, 1)), {"A": [[-4]], "B": [[7]]}, -7),
    row("singularform tall", singularform(A(3, 2), 2, B(2, 3)), {"A": TALL, "B": [[9, 2, 3], [4, 5, 6]]}, 9),
    row("singularform wide", singularform(A(2, 3), 1, B(3, 2)), {"A": WIDE, "B": [[1, 2], [3, 11], [5, 6]]}, 11),
    row("singularform multiple", singularform(A(2, 2), 1, A(2, 2)), {"A": [[1, 0], [0, 1]]}, None),
    row("singularform zero value", singularform(A(2, 2), 2, B(2, 2)), {"A": NILPOTENT, "B": SWAP}, None),
    row(
        "slope of a shift",
        slope(lam(Symmetric("A", 2) + X * Id(Integer(2))), 2, X),
        {"A": SWAP, "x": Fraction(1, 3)},
        1,
    ),
    row(
        "slope of lam",  # eigenvalues of [[1, x], [x, -1]] are +- sqrt(1 + x^2)
        slope(lam(Symmetric("A", 2) + X * Symmetric("B", 2)), 1, X),
        {"A": [[1, 0], [0, -1]], "B": SWAP, "x": Fraction(3, 4)},
        Rational(3, 5),
    ),
    row(
        "slope of s",  # singular values of [[1, x], [0, 1]] are (sqrt(4 + x^2) +- x) / 2
        slope(s(A(2, 2) + X * B(2, 2)), 2, X),
        {"A": [[1, 0], [0, 1]], "B": NILPOTENT, "x": Fraction(3, 2)},
        Rational(-1, 5),
    ),
    row("slope order 1", slope(lam(X**3 * Symmetric("A", 1)), 1, X), {"A": [[2]], "x": Fraction(1, 2)}, Rational(3, 2)),
    row("slope at a crossing", slope(lam(X * Symmetric("A", 2)), 1, X), {"A": [[1, 0], [0, -1]], "x": 0}, None),
    row("slope of s at zero", slope(s(X * A(1, 1)), 1, X), {"A": [[1]], "x": 0}, None),
    row("derivative matrix", ddt(X**2 * A(1, 2), X), {"A": [[3, 5]], "x": 7}, [42, 70]),
]

MATRICES: list[Row] = [
    row("sum", A(1, 2) + B(1, 2) - A(1, 2), {"A": [[1, 2]], "B": [[3, 4]]}, [3, 4]),
    row("negation", -A(1, 2), {"A": [[1, -2]]}, [-1, 2]),
    row("product", A(2, 3) @ B(3, 2), {"A": WIDE, "B": TALL}, [9, 0, 0, 16]),
    row("long product", A(2, 2) @ A(2, 2).T @ A(2, 2), {"A": UPPER}, [2, 3, 1, 2]),
    row("scaling", X * A(1, 2) / 4, {"A": [[1, 2]], "x": 2}, [Rational(1, 2), 1]),
    row("transpose", A(2, 3).T, {"A": WIDE}, [3, 0, 0, 4, 0, 0]),
    row("identity multiple", X * Id(Integer(2)), {"x": -3}, [-3, 0, 0, -3]),
    row("kron", kron(A(1, 2), B(2, 1)), {"A": [[1, 2]], "B": [[3], [4]]}, [3, 6, 4, 8]),
    row("kron with identity", kron(Id(Integer(2)), A(1, 2)), {"A": [[5, 6]]}, [5, 6, 0, 0, 0, 0, 5, 6]),
    row("stack", VStack(A(1, 2), B(2, 2)), {"A": [[1, 2]], "B": [[3, 4], [5, 6]]}, [1, 2, 3, 4, 5, 6]),
    row(
        "gradient Gram, one layer",  # J = X (inputs 1 and 3 of dimension 1): mean of x^2 on the diagonal
        GradientGram(LayerList(Matrix("W_1", 2, 1)), A(1, 2)),
        {"W_1": [[8], [9]], "A": [[1, 3]]},
        [5, 0, 0, 5],
    ),
    row(
        "gradient Gram, two layers",  # F(x) = w2 w1 x at w1 = 2, w2 = 3, x = 1: J = (3, 2)
        GradientGram(LayerList(Matrix("W_1", 1, 1), Matrix("W_2", 1, 1)), A(1, 1)),
        {"W_1": [[2]], "W_2": [[3]], "A": [[1]]},
        [9, 6, 6, 4],
    ),
]

QUANTITIES: list[Row] = [
    row("integer", quantity(7) + X - X, {"x": 0}, 7),
    row("rational and pi", pi * X, {"x": Fraction(1, 2)}, pi / 2),
    row("plus", X + Y + 1, {"x": Fraction(1, 2), "y": 3}, Rational(9, 2)),
    row("difference of vectors", s(A(2, 2)) - s(B(2, 2)), {"A": [[5, 0], [0, 1]], "B": SWAP}, [4, 0]),
    row("scalar next to vector", 2 * s(A(2, 2)) + X, {"A": [[5, 0], [0, 1]], "x": 1}, [11, 3]),
    row("product of vectors", s(A(2, 2)) * lam(Symmetric("B", 2)), {"A": [[5, 0], [0, 1]], "B": SWAP}, [5, -1]),
    row("quotient", X / Y, {"x": 1, "y": 3}, Rational(1, 3)),
    row("quotient by zero", X / Y, {"x": 1, "y": 0}, None),
    row("vector over zero", X / s(A(2, 2)), {"x": 1, "A": NILPOTENT}, None),
    row("power", X**3, {"x": -2}, -8),
    row("power zero", X**0, {"x": 0}, 1),
    row("negative power", X**-2, {"x": 3}, Rational(1, 9)),
    row("negative power of zero", X**-1, {"x": 0}, None),
    row("sqrt", sqrt(X), {"x": 2}, root(2)),
    row("sqrt zero", sqrt(X), {"x": 0}, 0),
    row("sqrt negative", sqrt(X), {"x": -1}, None),
    row("abs", abs(lam(Symmetric("A", 2))), {"A": SWAP}, [1, 1]),
    row("max of scalars", maximum(X, Y, 1), {"x": -4, "y": 2}, 2),
    row("max of a vector", maximum(lam(Symmetric("A", 2))), {"A": SWAP}, 1),
    row("min of scalars", minimum(X, Y, 1), {"x": -4, "y": 2}, -4),
    row("min of a vector", minimum(s(A(3, 2))), {"A": TALL}, 3),
    row("sum of a vector", total(s(A(3, 2)) ** 2), {"A": TALL}, 25),
    row("entry with arithmetic", entry(s(A(3, 3)), I_ + 1), {"A": SHIFT, "i": 2}, 0),
    row("entry zero", entry(s(A(3, 3)), I_ - 1), {"A": SHIFT, "i": 1}, None),
    row("gap", gap(s(A(2, 3)), 1), {"A": WIDE}, 1),
    row("gap repeated", gap(s(A(3, 3)), 2), {"A": SHIFT}, 0),
    row("gap order 1 compares", minimum(gap(s(A(1, 1)), 1), X), {"A": [[2]], "x": 5}, 5),
    row("index as number", X * I_, {"x": 2, "i": 3}, 6),
]

TABLE: list[Row] = [*SINGULAR, *EIGEN, *FORMS, *MATRICES, *QUANTITIES]
