"""Elementary functions, norms and matrix functions: arguments, and the value each must have (None: undefined)."""

from fractions import Fraction

from sympy import E, Integer, Rational, cos, exp, log, pi, sin
from sympy import sqrt as root

from lemmata.language import Matrix, Scalar, s, total
from lemmata.language.atoms import KyFan, MaxAbs, NormN, Rho, Schatten
from lemmata.language.columns import Column, DiagonalEntries, DiagonalMatrix, Entries
from lemmata.language.core import Cumulative, Exp, Log, Product, RealPower
from lemmata.language.families import Unit
from lemmata.language.functions import Hadamard, Inverse, MatAbs, MatExp, MatLog, MatSqrt, Ones, Relu
from lemmata.language.numerical_range import NumRadius
from tests.evaluate.atom_tables import (
    GOLDEN,
    GRADED,
    I_,
    NILPOTENT,
    ONES,
    SHIFT,
    SWAP,
    TALL,
    TURN,
    UPPER,
    WIDE,
    A,
    B,
    Row,
    X,
    Y,
    row,
)  # fmt: skip

P = Scalar("p")
V = Matrix("v", 3, 1)
HALF, THIRD = Rational(1, 2), Rational(1, 3)
EYE2, EYE3, ZERO2 = [[1, 0], [0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 0], [0, 0]]
FLIP = [[2, 1], [1, 2]]  # eigenvalues 3, 1
JORDAN = [[1, 1], [0, 1]]
SPEED = [[3, 0], [4, 5]]  # singular values sqrt(45), sqrt(5)
SYM = [[Fraction(5, 2), Fraction(3, 2)], [Fraction(3, 2), Fraction(5, 2)]]  # eigenvalues 4, 1
LOG3 = log(Integer(3)) / 2

QUANTITIES: list[Row] = [
    row("exp", Exp(X), {"x": Fraction(1, 2)}, exp(HALF)),
    row("exp zero", Exp(X), {"x": 0}, 1),
    row("exp of a vector", Exp(s(A(2, 2))), {"A": [[1, 0], [0, 0]]}, [E, 1]),
    row("log", Log(X), {"x": 3}, log(Integer(3))),
    row("log one", Log(X), {"x": 1}, 0),
    row("log zero", Log(X), {"x": 0}, None),
    row("log negative", Log(X), {"x": -1}, None),
    row("log of a vector with a zero", Log(s(A(2, 2))), {"A": NILPOTENT}, None),
    row("cube root", RealPower(X, THIRD), {"x": 8}, 2),
    row("root of zero", RealPower(X, THIRD), {"x": 0}, 0),
    row("root of a negative number", RealPower(X, THIRD), {"x": -8}, None),
    row("negative real power", RealPower(X, -HALF), {"x": 4}, HALF),
    row("negative real power of zero", RealPower(X, -HALF), {"x": 0}, None),
    row("variable exponent", RealPower(X, Y), {"x": 2, "y": Fraction(-3, 2)}, 2 ** Rational(-3, 2)),
    row("variable exponent, negative base", RealPower(X, Y), {"x": -2, "y": 2}, None),
    row("zero to the zero", RealPower(X, Y), {"x": 0, "y": 0}, None),
    row("zero to a variable", RealPower(X, Y), {"x": 0, "y": 2}, 0),
    row("one to a variable", RealPower(X, Y), {"x": 1, "y": -7}, 1),
    row("power of a vector", RealPower(s(A(3, 2)), HALF), {"A": TALL}, [2, root(3)]),
    row("prod", Product(s(A(3, 2))), {"A": TALL}, 12),
    row("prod with a zero", Product(s(A(3, 3))), {"A": SHIFT}, 0),
    row("prod with zeros", Product(s(A(3, 3))), {"A": ONES}, 0),
    row("prod order 1", Product(s(A(1, 1))), {"A": [[-3]]}, 3),
    row("cumsum", Cumulative(s(A(3, 2))), {"A": TALL}, [4, 7]),
    row("cumsum order 1", Cumulative(s(A(1, 1))), {"A": [[-3]]}, [3]),
    row("cumsum of zeros", Cumulative(s(A(3, 3))), {"A": SHIFT}, [1, 2, 2]),
    row("entries", Entries(A(2, 2) @ Matrix("v", 2, 1)), {"A": UPPER, "v": [[1], [-2]]}, [-1, -2]),
    row("entries total", total(Entries(V)), {"v": [[1], [2], [3]]}, 6),
    row("diagonal entries", DiagonalEntries(A(2, 2)), {"A": SPEED}, [3, 5]),
    row("diagonal entries order 1", DiagonalEntries(A(1, 1)), {"A": [[7]]}, [7]),
]

NORMS: list[Row] = [
    row("rho", Rho(A(2, 2)), {"A": FLIP}, 3),
    row("rho of a turn", Rho(A(2, 2)), {"A": [[0, -2], [2, 0]]}, 2),
    row("rho complex", Rho(A(2, 2)), {"A": [[1, -2], [2, 1]]}, root(5)),
    row("rho zero", Rho(A(2, 2)), {"A": ZERO2}, 0),
    row("rho nilpotent", Rho(A(2, 2)), {"A": NILPOTENT}, 0),
    row("rho identity", Rho(A(3, 3)), {"A": EYE3}, 1),
    row("rho negative", Rho(A(2, 2)), {"A": [[-3, 1], [0, 1]]}, 3),
    row("rho Jordan", Rho(A(2, 2)), {"A": JORDAN}, 1),
    row("rho ties", Rho(A(2, 2)), {"A": SWAP}, 1),
    row("rho order 1", Rho(A(1, 1)), {"A": [[-4]]}, 4),
    row("numerical radius, symmetric", NumRadius(A(2, 2)), {"A": FLIP}, 3),
    row("numerical radius, nilpotent", NumRadius(A(2, 2)), {"A": NILPOTENT}, NILPOTENT[0][1] * HALF),
    row("numerical radius of a turn", NumRadius(A(2, 2)), {"A": [[0, -2], [2, 0]]}, 2),
    row("numerical radius of an ellipse", NumRadius(A(2, 2)), {"A": [[1, -1], [0, -1]]}, root(5) / 2),
    row("numerical radius, order 1", NumRadius(A(1, 1)), {"A": [[-4]]}, 4),
    row("numerical radius of zero", NumRadius(A(2, 2)), {"A": ZERO2}, 0),
    row("rho cyclic", Rho(A(3, 3)), {"A": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]}, 1),
    row("nuclear", NormN(A(3, 2)), {"A": TALL}, 7),
    row("nuclear wide", NormN(A(2, 3)), {"A": WIDE}, 7),
    row("nuclear zero", NormN(A(2, 2)), {"A": ZERO2}, 0),
    row("nuclear golden", NormN(A(2, 2)), {"A": UPPER}, root(5)),
    row("nuclear repeated", NormN(A(3, 3)), {"A": SHIFT}, 2),
    row("maxabs", MaxAbs(A(2, 2)), {"A": [[1, -5], [2, 3]]}, 5),
    row("maxabs zero", MaxAbs(A(2, 2)), {"A": ZERO2}, 0),
    row("schatten 1", Schatten(1, A(3, 2)), {"A": TALL}, 7),
    row("schatten 2", Schatten(2, A(3, 2)), {"A": TALL}, 5),
    row("schatten 3", Schatten(3, A(3, 2)), {"A": TALL}, Integer(91) ** THIRD),
    row("schatten half", Schatten(HALF, A(2, 2)), {"A": [[4, 0], [0, 9]]}, 25),
    row("schatten half with a zero", Schatten(HALF, A(2, 2)), {"A": NILPOTENT}, 1),
    row("schatten zero", Schatten(Rational(3, 2), A(2, 2)), {"A": ZERO2}, 0),
    row("schatten repeated", Schatten(4, A(3, 3)), {"A": EYE3}, Integer(3) ** Rational(1, 4)),
    row("schatten variable", Schatten(P, A(3, 2)), {"A": TALL, "p": 2}, 5),
    row("schatten variable zero", Schatten(P, A(3, 2)), {"A": TALL, "p": 0}, None),
    row("schatten variable negative", Schatten(P, A(3, 2)), {"A": TALL, "p": -1}, None),
    row("schatten column", Schatten(3, A(3, 1)), {"A": [[1], [2], [2]]}, 3),
    row("kyfan 1", KyFan(1, A(3, 2)), {"A": TALL}, 4),
    row("kyfan all", KyFan(2, A(2, 3)), {"A": WIDE}, 7),
    row("kyfan tie", KyFan(1, A(3, 3)), {"A": SHIFT}, 1),
    row("kyfan zero", KyFan(2, A(2, 2)), {"A": ZERO2}, 0),
    row("kyfan index", KyFan(I_, A(3, 3)), {"A": EYE3, "i": 2}, 2),
    row("kyfan out of range", KyFan(I_, A(3, 2)), {"A": TALL, "i": 3}, None),
    row("kyfan not an integer", KyFan(X, A(3, 2)), {"A": TALL, "x": Fraction(3, 2)}, None),
    row("kyfan below range", KyFan(X, A(3, 2)), {"A": TALL, "x": 0}, None),
]

MATRICES: list[Row] = [
    row("inverse", Inverse(A(2, 2)), {"A": [[1, 2], [3, 4]]}, [-2, 1, Rational(3, 2), Rational(-1, 2)]),
    row("inverse order 1", Inverse(A(1, 1)), {"A": [[-4]]}, [Rational(-1, 4)]),
    row("inverse graded", Inverse(A(2, 2)), {"A": [[1, 0], [0, Fraction(1, 2**10)]]}, [1, 0, 0, 2**10]),
    row("inverse identity", Inverse(A(2, 2)), {"A": EYE2}, [1, 0, 0, 1]),
    row("inverse singular", Inverse(A(2, 2)), {"A": NILPOTENT}, None),
    row("inverse rank one", Inverse(A(3, 3)), {"A": ONES}, None),
    row("inverse zero", Inverse(A(2, 2)), {"A": ZERO2}, None),
    row("inverse of a sum", Inverse(A(2, 2) + A(2, 2).T), {"A": NILPOTENT}, [0, 1, 1, 0]),
    row("exponential zero", MatExp(A(2, 2)), {"A": ZERO2}, [1, 0, 0, 1]),
    row("exponential nilpotent", MatExp(A(3, 3)), {"A": SHIFT}, [1, 1, HALF, 0, 1, 1, 0, 0, 1]),
    row("exponential of a turn", MatExp(A(2, 2)), {"A": TURN}, [cos(1), -sin(1), sin(1), cos(1)]),
    row("exponential Jordan", MatExp(A(2, 2)), {"A": JORDAN}, [E, E, 0, E]),
    row("exponential diagonal", MatExp(A(2, 2)), {"A": [[2, 0], [0, -3]]}, [exp(2), 0, 0, exp(-3)]),
    row("exponential order 1", MatExp(A(1, 1)), {"A": [[-1]]}, [exp(-1)]),
    row("logarithm identity", MatLog(A(2, 2)), {"A": EYE2}, [0, 0, 0, 0]),
    row("logarithm", MatLog(A(2, 2)), {"A": FLIP}, [LOG3, LOG3, LOG3, LOG3]),
    row("logarithm multiple", MatLog(A(3, 3)), {"A": [[2, 0, 0], [0, 2, 0], [0, 0, 2]]},
        [log(2), 0, 0, 0, log(2), 0, 0, 0, log(2)]),
    row("logarithm order 1", MatLog(A(1, 1)), {"A": [[3]]}, [log(Integer(3))]),
    row("logarithm singular", MatLog(A(3, 3)), {"A": ONES}, None),
    row("logarithm zero", MatLog(A(2, 2)), {"A": ZERO2}, None),
    row("logarithm indefinite", MatLog(A(2, 2)), {"A": SWAP}, None),
    row("logarithm not symmetric", MatLog(A(2, 2)), {"A": JORDAN}, None),
    row("logarithm of Gram", MatLog(A(2, 2).T @ A(2, 2)), {"A": [[0, -1], [1, 0]]}, [0, 0, 0, 0]),
    row("root", MatSqrt(A(2, 2)), {"A": SYM}, [Rational(3, 2), HALF, HALF, Rational(3, 2)]),
    row("root zero", MatSqrt(A(2, 2)), {"A": ZERO2}, [0, 0, 0, 0]),
    row("root rank one", MatSqrt(A(3, 3)), {"A": ONES}, [1 / root(3)] * 9),
    row("root identity multiple", MatSqrt(A(2, 2)), {"A": [[4, 0], [0, 4]]}, [2, 0, 0, 2]),
    row("root of singular Gram", MatSqrt(A(2, 3).T @ A(2, 3)), {"A": WIDE}, [3, 0, 0, 0, 4, 0, 0, 0, 0]),
    row("root indefinite", MatSqrt(A(2, 2)), {"A": SWAP}, None),
    row("root not symmetric", MatSqrt(A(2, 2)), {"A": JORDAN}, None),
    row("root order 1", MatSqrt(A(1, 1)), {"A": [[2]]}, [root(2)]),
    row("absolute", MatAbs(A(2, 2)), {"A": SWAP}, [1, 0, 0, 1]),
    row("absolute zero", MatAbs(A(2, 2)), {"A": ZERO2}, [0, 0, 0, 0]),
    row("absolute nilpotent", MatAbs(A(2, 2)), {"A": NILPOTENT}, [0, 0, 0, 1]),
    row("absolute tall", MatAbs(A(3, 2)), {"A": TALL}, [3, 0, 0, 4]),
    row("absolute wide", MatAbs(A(2, 3)), {"A": WIDE}, [3, 0, 0, 0, 4, 0, 0, 0, 0]),
    row("absolute triangle", MatAbs(A(2, 2)), {"A": UPPER}, [x / root(5) for x in (2, 1, 1, 3)]),
    row("absolute row", MatAbs(A(1, 2)), {"A": [[3, 4]]}, [Rational(x, 5) for x in (9, 12, 12, 16)]),
    row("absolute order 1", MatAbs(A(1, 1)), {"A": [[-2]]}, [2]),
    row("relu", Relu(A(2, 2)), {"A": [[1, -1], [0, -3]]}, [1, 0, 0, 0]),
    row("entrywise product", Hadamard(A(1, 3), B(1, 3)), {"A": [[1, 2, 0]], "B": [[3, -4, 5]]}, [3, -8, 0]),
    row("ones", X * Ones(2, 3), {"x": 2}, [2] * 6),
    row("unit column", X * Unit(3, 2), {"x": 2}, [0, 2, 0]),
    row("diagonal matrix", DiagonalMatrix(s(A(2, 2))), {"A": GRADED}, [1, 0, 0, Rational(1, 10**6)]),
    row("diagonal matrix of a column", DiagonalMatrix(V), {"v": [[1], [0], [-2]]}, [1, 0, 0, 0, 0, 0, 0, 0, -2]),
    row("column", A(2, 2) @ Column(s(A(2, 2))), {"A": [[0, 2], [1, 0]]}, [2, 2]),
    row("column of a constant vector", Column(pi + 0 * s(A(2, 2))), {"A": UPPER}, [pi, pi]),
    row("golden inverse", Inverse(MatAbs(A(2, 2))), {"A": [[1, 1], [1, 0]]},
        [(GOLDEN - 1) * x / (GOLDEN - 1) / root(5) for x in (2, -1, -1, 3)]),
]  # fmt: skip

TABLE: list[Row] = [*QUANTITIES, *NORMS, *MATRICES]
