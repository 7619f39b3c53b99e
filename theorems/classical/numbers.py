"""Facts about real numbers that proofs lean on; substituted vectors, they hold entry by entry."""

from lemmata.theorems.classical import TEXTBOOK
from lemmata.theorems.language import Index, Kind, Scalar, Statement, chain, eq, maximum, sqrt

x, y, c = Scalar("x"), Scalar("y"), Scalar("c")

modulus_bound = Statement(
    id="classical.modulus-bound",
    title="A number between -c and c has modulus at most c",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=chain(-c, "<=", x, "<=", c),
    claim=abs(x) <= c,
)

modulus = Statement(
    id="classical.modulus",
    title="A number is between minus and plus its modulus",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    claim=chain(-abs(x), "<=", x, "<=", abs(x)),
)

non_negative = Statement(
    id="classical.modulus-non-negative",
    title="A non-negative number is its own modulus",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=x >= 0,
    claim=eq(abs(x), x),
)

larger_modulus = Statement(
    id="classical.larger-modulus",
    title="The larger modulus of two ordered numbers",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=x <= y,
    claim=eq(maximum(abs(x), abs(y)), maximum(-x, y)),
)

upper_end = Statement(
    id="classical.maximum",
    title="A maximum is at least each of its members",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    claim=(x <= maximum(x, y), y <= maximum(x, y)),
)

least_upper = Statement(
    id="classical.maximum-bound",
    title="A maximum is at most what bounds each of its members",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x <= c, y <= c),
    claim=maximum(x, y) <= c,
)

roots = Statement(
    id="classical.square-roots",
    title="Squares order non-negative numbers",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x >= 0, y >= 0, x**2 <= y**2),
    claim=x <= y,
)

equal_squares = Statement(
    id="classical.equal-squares",
    title="Non-negative numbers with equal squares are equal",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x >= 0, y >= 0, eq(x**2, y**2)),
    claim=eq(x, y),
)

below_root = Statement(
    id="classical.below-root",
    title="A number is at most a root when its square is at most the radicand",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x >= 0, x**2 <= y),
    claim=x <= sqrt(y),
)

above_root = Statement(
    id="classical.above-root",
    title="A non-negative number is at least a root when its square is at least the radicand",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x >= 0, y >= 0, y <= x**2),
    claim=sqrt(y) <= x,
)

positive_square = Statement(
    id="classical.positive-square",
    title="A non-negative number with a positive square is positive",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x >= 0, x**2 > 0),
    claim=x > 0,
)

unit = Index("epsilon", -1, 1)
unit_integer = Statement(
    id="classical.unit-integer",
    title="A non-zero integer between -1 and 1 has square one",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=abs(unit) > 0,
    claim=eq(unit**2, 1),
)

positive_factors = Statement(
    id="classical.positive-factors",
    title="Non-negative numbers with a positive product are positive",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(x >= 0, y >= 0, x * y > 0),
    claim=(x > 0, y > 0),
)

p, t, a, ratio = Scalar("p"), Scalar("t"), Scalar("a"), Scalar("kappa")
low, high = Scalar("l"), Scalar("u")
carried_ratio = Statement(
    id="classical.carried-ratio",
    title="A bound of a / p for p not zero carries over to t between multiples of p",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(p >= 0, ratio >= 0, a >= 0, low >= 0, a * p <= ratio * p**2, chain(low * p, "<=", t, "<=", high * p)),
    claim=a * low * t <= ratio * t**2,
)
