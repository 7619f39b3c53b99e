"""Facts about real numbers, proved from the axioms of an ordered field and what roots, moduli and maxima mean."""

from sympy import Rational

from lemmata.theorems.classical import numbers
from lemmata.theorems.classical.numbers import c, unit, x, y
from lemmata.theorems.classical.patterns import whole
from lemmata.theorems.language import eq, maximum, minimum, sqrt
from lemmata.theorems.language.proof import Antisymmetric, Apply, Cases, Combine, Identity, Proof, Refute, Sign, Step

half = Rational(1, 2)

square_roots = Proof(
    "otherwise (x - y)^2 > 0 and 2y(x - y) >= 0 add up to x^2 - y^2 > 0",
    (Step("order", x <= y, Refute({"contrary": x - y, "given 1": 2 * (x - y), "given 2": 1})),),
)

equal_squares = Proof(
    "each is at most the other",
    (
        Step("below", x <= y, Apply("classical.square-roots")),
        Step("above", y <= x, Apply("classical.square-roots", {x: y, y: x})),
        Step("equal", eq(x, y), Antisymmetric("below", "above")),
    ),
)

below_root = Proof(
    "compare squares",
    (Step("order", x <= sqrt(y), Apply("classical.square-roots", {x: x, y: sqrt(y)})),),
)

above_root = Proof(
    "compare squares",
    (Step("order", sqrt(y) <= x, Apply("classical.square-roots", {x: sqrt(y), y: x})),),
)

positive_square = Proof(
    "otherwise x^2 <= 0",
    (Step("positive", x > 0, Refute({"contrary": x, "given 1": 1})),),
)

positive_factors = Proof(
    "otherwise x y <= 0",
    (
        Step("first", x > 0, Refute({"contrary": y, "given 2": 1})),
        Step("second", y > 0, Refute({"contrary": x, "given 2": 1})),
    ),
)

positive_quotient = Proof(
    "otherwise x = y (x / y) <= 0",
    (Step("divisor", y > 0, Refute({"contrary": x / y, "given 0": 1})),),
)

modulus_bound = Proof(
    "compare squares",
    (
        Step("bound", c >= 0, Combine({"given 0": half, "given 1": half})),
        Step("order", abs(x) <= c, Apply("classical.square-roots", {x: abs(x), y: c})),
    ),
)

modulus = Proof(
    "otherwise the square of x is larger than that of its modulus",
    (
        Step("modulus", abs(x) >= 0, Sign()),
        Step("below", -abs(x) <= x, Refute({"contrary": -x - abs(x), "modulus": 2 * (-x - abs(x))})),
        Step("above", x <= abs(x), Refute({"contrary": x - abs(x), "modulus": 2 * (x - abs(x))})),
    ),
)

modulus_non_negative = Proof(
    "equal squares",
    (Step("equal", eq(abs(x), x), Apply("classical.equal-squares", {x: abs(x), y: x})),),
)

upper = Proof(
    "what a maximum means",
    (
        Step("first", x <= maximum(x, y), Sign()),
        Step("second", y <= maximum(x, y), Sign()),
    ),
)

largest = maximum(x, y)
rest = largest - c
least_upper = Proof(
    "(max - x)(max - y) = 0, and both factors are positive if c is below the maximum",
    (
        Step("one of them", eq((largest - x) * (largest - y), 0), Identity()),
        Step(
            "bound",
            largest <= c,
            Refute({"contrary": rest, "given 0": rest + c - y, "given 1": rest, "one of them": 1}),
        ),
    ),
)

least = minimum(x, y)
smallest = Proof(
    "(x - min)(y - min) = 0, and x y > 0",
    (
        Step("first", least <= x, Sign()),
        Step("second", least <= y, Sign()),
        Step("one of them", eq((x - least) * (y - least), 0), Identity()),
        Step("sum", x + y >= 0, Combine({"given 0": 1, "given 1": 1})),
        Step("square", least**2 >= 0, Sign()),
        Step("positive", least > 0, Refute({"contrary": x + y, "given 0": y, "square": 1, "one of them": 1})),
    ),
)

wide, ends = maximum(abs(x), abs(y)), maximum(-x, y)
larger_modulus = Proof(
    "each maximum is at most the other",
    (
        Step("-x", -x <= ends, Sign()),
        Step("y", y <= ends, Sign()),
        Step("x", x <= ends, Combine({"y": 1, "given 0": 1})),
        Step("-y", -y <= ends, Combine({"-x": 1, "given 0": 1})),
        Step("|x|", abs(x) <= ends, Apply("classical.modulus-bound", {x: x, c: ends})),
        Step("|y|", abs(y) <= ends, Apply("classical.modulus-bound", {x: y, c: ends})),
        Step("below", wide <= ends, Apply("classical.maximum-bound", {x: abs(x), y: abs(y), c: ends})),
        Step("first", abs(x) <= wide, Sign()),
        Step("second", abs(y) <= wide, Sign()),
        Step("modulus of x", -abs(x) <= x, Apply("classical.modulus", {x: x}, 0)),
        Step("modulus of y", y <= abs(y), Apply("classical.modulus", {x: y}, 1)),
        Step("-x again", -x <= wide, Combine({"first": 1, "modulus of x": 1})),
        Step("y again", y <= wide, Combine({"second": 1, "modulus of y": 1})),
        Step("above", ends <= wide, Apply("classical.maximum-bound", {x: -x, y: y, c: wide})),
        Step("equal", eq(wide, ends), Antisymmetric("below", "above")),
    ),
)

unit_integer = Proof(
    "the modulus is a positive integer",
    (
        Step("at least one", abs(unit) >= 1, Refute({"contrary": 1, "given 0": 1})),
        Step("at most one", unit <= 1, Sign()),
        Step("below", unit**2 <= 1, Combine({"at most one": 1 + unit})),
        Step("above", unit**2 >= 1, Combine({"at least one": 1 + abs(unit)})),
        Step("square", eq(unit**2, 1), Antisymmetric("below", "above")),
    ),
)

integer_square = Proof(
    "otherwise m^2 + 1 <= m, and (2m - 1)^2 < 0",
    (
        Step("square", (2 * whole - 1) ** 2 >= 0, Sign()),
        Step("order", whole <= whole**2, Refute({"contrary": 4, "square": 1})),
    ),
)

p, t, a, ratio, low, high = numbers.p, numbers.t, numbers.a, numbers.ratio, numbers.low, numbers.high
lack = a * low - ratio * t
carried_ratio = Proof(
    "where kappa t < a l, p is zero, and t with it",
    (
        Step("product", low * p >= 0, Combine({"given 0": low})),
        Step("t", t >= 0, Combine({"product": 1, "given 5": 1})),
        Step(
            "bound",
            a * low * t <= ratio * t**2,
            Cases(
                a * low <= ratio * t,
                (Step("bound, large t", a * low * t <= ratio * t**2, Combine({"case": t})),),
                (
                    Step(
                        "p",
                        p <= 0,
                        Refute({"contrary": lack, "given 4": low, "given 5": ratio * p}),
                    ),
                    Step("p is zero", eq(p, 0), Antisymmetric("p", "given 0")),
                    Step("no t", t <= 0, Combine({"given 6": 1, "p is zero": high})),
                    Step("square", t**2 >= 0, Sign()),
                    Step("bound, no t", a * low * t <= ratio * t**2, Combine({"no t": a * low, "square": ratio})),
                ),
            ),
        ),
    ),
)

PROOFS = {
    "classical.carried-ratio": carried_ratio,
    "classical.square-roots": square_roots,
    "classical.equal-squares": equal_squares,
    "classical.below-root": below_root,
    "classical.above-root": above_root,
    "classical.positive-square": positive_square,
    "classical.positive-factors": positive_factors,
    "classical.positive-quotient": positive_quotient,
    "classical.modulus-bound": modulus_bound,
    "classical.modulus": modulus,
    "classical.modulus-non-negative": modulus_non_negative,
    "classical.maximum": upper,
    "classical.maximum-bound": least_upper,
    "classical.minimum": smallest,
    "classical.larger-modulus": larger_modulus,
    "classical.unit-integer": unit_integer,
    "classical.integer-square": integer_square,
}
