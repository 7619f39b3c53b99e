"""One table for every backend: an expression of the language, its arguments, and the value it must have.

Arguments are exact; expected values are exact SymPy numbers, row by row for matrices, or None where the expression is
undefined.  Degenerate arguments (order 1, zero, nilpotent, repeated values, rectangular both ways, multiples of the
identity) are the point of the table, most of which stands in `values.toml`; below is what the reader refuses or writes
in another way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, N, Rational, exp, log, pi, sympify
from sympy import sqrt as root

from lemmata.language import GradientGram, Matrix, Scalar, Symmetric, entry, lam, s, slope
from lemmata.language.atoms import KyFan
from lemmata.language.columns import Column, Entries
from lemmata.language.families import LayerList
from lemmata.language.functions import Inverse, MatAbs, MatExp, MatLog, MatSqrt
from lemmata.language.instance import Instance
from lemmata.language.parse import read_claim
from lemmata.language.parse.declarations import read_variables
from lemmata.language.variables import Index
from tests import table


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


TABLES = table(__file__, "values.toml")


def read(table: str) -> list[Row]:
    """The rows of one of the tables."""
    return [_read(*cells) for cells in TABLES[table]]


def _read(
    name: str, text: str, values: dict[str, Any], expected: list[Any], let: Mapping[str, str] | None = None
) -> Row:
    variables = read_variables({k: _domain(k, value) for k, value in values.items()} | dict(let or {}))
    expression = read_claim(f"{text} == {text}", variables).args[0]
    return row(name, expression, values, list(map(sympify, expected)) if expected else None)


def _domain(name: str, value: Any) -> str:
    """Where a variable lives of which nothing is said but its value."""
    if isinstance(value, list):
        return f"real({len(value)}, {len(value[0])})"
    return "integer(1, 3)" if name == "i" else "real"


def A(r: int, c: int) -> Matrix:  # noqa: N802  (a matrix variable, written as one)
    """Any r x c matrix, called A."""
    return Matrix("A", r, c)


def B(r: int, c: int) -> Matrix:  # noqa: N802
    """Any r x c matrix, called B."""
    return Matrix("B", r, c)


X, Y, I_ = Scalar("x"), Scalar("y"), Index("i", 1, 3)
GOLDEN = (1 + root(5)) / 2
SHIFT = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
ONES = [[1, 1, 1], [1, 1, 1], [1, 1, 1]]
UPPER = [[1, 1], [0, 1]]  # singular values GOLDEN and 1/GOLDEN
TALL = [[3, 0], [0, 4], [0, 0]]
TINY = Fraction(1, 10**9)
EDGE = [[TINY, 1], [0, TINY]]  # singular values (sqrt(1 + 4 t^2) +- 1) / 2
EDGE_TOP = (root(1 + 4 * Rational(1, 10**18)) + 1) / 2

FORMS: list[Row] = [
    *read("forms"),
    row("slope order 1", slope(lam(X**3 * Symmetric("A", 1)), 1, X), {"A": [[2]], "x": Fraction(1, 2)}, Rational(3, 2)),
    row("slope of s at zero", slope(s(X * A(1, 1)), 1, X), {"A": [[1]], "x": 0}, None),
]
TABLE: list[Row] = [
    *read("singular"),
    row("s near nilpotent", s(A(2, 2)), {"A": EDGE}, [EDGE_TOP, Rational(1, 10**18) / EDGE_TOP]),
    row("s index out of range", s(A(3, 2), 3), {"A": TALL}, None),
    *read("eigen"),
    *FORMS,
    *read("matrices"),
    row("scaling", X * A(1, 2) / 4, {"A": [[1, 2]], "x": 2}, [Rational(1, 2), 1]),
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
    *read("quantities"),
    row("entry with arithmetic", entry(s(A(3, 3)), I_ + 1), {"A": SHIFT, "i": 2}, 0),
    row("entry zero", entry(s(A(3, 3)), I_ - 1), {"A": SHIFT, "i": 1}, None),
]
# Elementary functions, norms and matrix functions.
FUNCTIONS: list[Row] = [
    *read("functions"),
    row("entries", Entries(A(2, 2) @ Matrix("v", 2, 1)), {"A": UPPER, "v": [[1], [-2]]}, [-1, -2]),
    *read("norms"),
    row("kyfan not an integer", KyFan(X, A(3, 2)), {"A": TALL, "x": Fraction(3, 2)}, None),
    row("kyfan below range", KyFan(X, A(3, 2)), {"A": TALL, "x": 0}, None),
    *read("matrix_functions"),
    row("inverse order 1", Inverse(A(1, 1)), {"A": [[-4]]}, [Rational(-1, 4)]),
    row("exponential order 1", MatExp(A(1, 1)), {"A": [[-1]]}, [exp(-1)]),
    row("logarithm order 1", MatLog(A(1, 1)), {"A": [[3]]}, [log(Integer(3))]),
    row("root order 1", MatSqrt(A(1, 1)), {"A": [[2]]}, [root(2)]),
    row("absolute order 1", MatAbs(A(1, 1)), {"A": [[-2]]}, [2]),
    row("column of a constant vector", Column(pi + 0 * s(A(2, 2))), {"A": UPPER}, [pi, pi]),
    row("golden inverse", Inverse(MatAbs(A(2, 2))), {"A": [[1, 1], [1, 0]]},
        [(GOLDEN - 1) * x / (GOLDEN - 1) / root(5) for x in (2, -1, -1, 3)]),
]  # fmt: skip
