"""Section 4.3: with squared singular values the product over all steps stays away from zero."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.exponents_proofs import SUM, nothing
from lemmata.theorems.classical.proofs.exponents_proofs import power as by_exponential
from lemmata.theorems.language import Index, ProdOver, entry, eq, exp, log, sqrt
from lemmata.theorems.language.core import power, quantity
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Congruence,
    Identity,
    Induction,
    Instance,
    Proof,
    Sign,
    Squares,
    Step,
    Unrolled,
)
from lemmata.theorems.macdonald2022 import section4_convergence as s43
from lemmata.theorems.macdonald2022.proofs.section4_convergence_proofs import here, the_clock

T, times, a = s43.T, s43.times, s43.alpha * s43.Gamma
far, near = Index("k", 1, T), Index("k", 1, T - 1)
half, slope = Rational(1, 2), Rational(-3, 2)


def reciprocal_root(y: Any) -> Any:
    """y^(-1/2), as an exponential."""
    return exp(-half * log(y))


def reciprocal(name: str, y: Any) -> tuple[Step, ...]:
    """Steps `name`: y^(-3/2) = w^3, and `name, inverse`: w^2 y = 1 for w = y^(-1/2), where y > 0 and exp 0 = 1."""
    w, log_y = reciprocal_root(y), log(y)
    return (
        Step(f"{name}, base", y > 0, Sign()),
        *by_exponential(f"{name}, power", y, slope),
        Step(f"{name}, square", eq(exp(-log_y), w * w), Apply(SUM, {"x": -half * log_y, "y": -half * log_y})),
        Step(
            f"{name}, cube",
            eq(exp(slope * log_y), exp(-log_y) * w),
            Apply(SUM, {"x": -log_y, "y": -half * log_y}),
        ),
        Step(f"{name}, both", eq(exp(log_y - log_y), exp(log_y) * exp(-log_y)), Apply(SUM, {"x": log_y, "y": -log_y})),
        Step(f"{name}, itself", eq(exp(log_y), y), Identity()),
        Step(name, eq(power(y, slope), w**3), Combine({f"{name}, power": 1, f"{name}, cube": 1, f"{name}, square": w})),
        Step(
            f"{name}, inverse",
            eq(w**2 * y, 1),
            Combine(
                {
                    f"{name}, square": -y,
                    f"{name}, itself": -exp(-log_y),
                    f"{name}, both": -1,
                    "nothing": 1,
                }
            ),
        ),
        Step(f"{name}, sign", w > 0, Sign()),
    )


after = here + 1
p, q, v, w = sqrt(after - half), sqrt(after + half), after**slope, reciprocal_root(after)
second, end, w_2 = power(2, slope), sqrt(quantity(5) / 2), reciprocal_root(quantity(2))
bound = second + 2 / end


def tail(at: Any) -> Any:
    """A bound of the terms beyond a time."""
    return 2 / sqrt(at + half)


def term(at: Any) -> Any:
    """t^(-3/2), with the entry for t."""
    return entry(times, at) ** slope


def factors(at: Any) -> Any:
    """The factors up to a step."""
    i = Index("i", 1, at)
    return ProdOver(i, 1, at, 1 - a * term(i))


def at_time(name: str, at: Any) -> tuple[Step, ...]:
    """What holds for every term, at one step."""
    value = power(at, slope)
    return (
        Step(f"{name}, time", eq(term(at), value), Instance("at that time", here, at)),
        Step(f"{name}, small", value <= 1, Instance("term at most one", here, at)),
        Step(f"{name}, at most one", term(at) <= 1, Combine({f"{name}, time": 1, f"{name}, small": 1})),
        Step(f"{name}, factor", 1 - a * term(at) >= 0, Combine({f"{name}, at most one": a, "share": 1})),
    )


def up_to(at: Any) -> Any:
    """The claim, with one factor more."""
    return factors(at) * (1 - a * power(at + 1, slope)) >= (1 - a) * (1 - a * (bound - tail(at + 1)))


squared = Proof(
    "t^(-3/2) <= 2/sqrt(t - 1/2) - 2/sqrt(t + 1/2), and the products telescope from the second factor on",
    (
        *the_clock,
        Step("at that time", eq(entry(times, here) ** slope, here**slope), Congruence("time")),
        *nothing(log(here)),
        *reciprocal("term", here),
        *reciprocal("after", after),
        # one term below the difference of the tails
        Step("p", p > 0, Sign()),
        Step("q", q > 0, Sign()),
        cite("grows", p <= q, "roots-grow", {"x": after - half, "y": after + half}, 0),
        cite("product", p * q <= after, "square-roots", {"x": p * q, "y": after}),
        Step("square", (w * (p + q)) ** 2 <= 2**2, Combine({"product": 2 * w**2, "after, inverse": -4})),
        cite("sum", w * (p + q) <= 2, "square-roots", {"x": w * (p + q), "y": 2}),
        Step(
            "main",
            v * p * q * (p + q) <= 2,
            Combine(
                {
                    "after": p * q * (p + q),
                    "sum": w**2 * p * q,
                    "product": 2 * w**2,
                    "after, inverse": 2,
                }
            ),
        ),
        Step("difference", v <= tail(here) - tail(after), Combine({"main": (q - p) / (p * q)})),
        # no term is above one
        Step("at least one", here >= 1, Sign()),
        Step(
            "shrinks",
            reciprocal_root(here) ** 2 <= 1,
            Combine({"at least one": reciprocal_root(here) ** 2, "term, inverse": 1}),
        ),
        cite("small", reciprocal_root(here) <= 1, "square-roots", {"x": reciprocal_root(here), "y": 1}),
        Step("term at most one", here**slope <= 1, Combine({"term": 1, "shrinks": reciprocal_root(here), "small": 1})),
        Step("shrinks after", w**2 <= 1, Combine({"at least one": w**2, "after, inverse": 1})),
        cite("small after", w <= 1, "square-roots", {"x": w, "y": 1}),
        Step("after at most one", v <= 1, Combine({"after": 1, "shrinks after": w, "small after": 1})),
        Step("share", 1 - a >= 0, Combine({"given 0": 1})),
        Step("size", a >= 0, Sign()),
        Step("room", 1 - a * v >= 0, Combine({"after at most one": a, "share": 1})),
        # the two terms before the tail
        Step("second", eq(second, w_2**3), Instance("after", here, 1)),
        Step("second, inverse", eq(w_2**2 * 2, 1), Instance("after, inverse", here, 1)),
        cite("second, at most", w_2 <= Rational(5, 7), "square-roots", {"x": w_2, "y": Rational(5, 7)}),
        cite("root", end <= Rational(791, 500), "above-root", {"x": Rational(791, 500), "y": Rational(5, 2)}),
        Step("reciprocal", eq(2 / end, 4 * end / 5), Combine({})),
        Step(
            "bound",
            bound <= Rational(13, 8),
            Combine(
                {
                    "second": 1,
                    "second, inverse": w_2 / 2,
                    "second, at most": half,
                    "reciprocal": 1,
                    "root": Rational(4, 5),
                }
            ),
        ),
        Step(
            "not negative, at every time",
            factors(far) >= 0,
            Induction(
                far,
                (
                    *at_time("first", quantity(1)),
                    Step("one factor", eq(factors(quantity(1)), 1 - a * term(1)), Unrolled()),
                    Step("first", factors(quantity(1)) >= 0, Combine({"one factor": -1, "first, factor": 1})),
                ),
                (
                    *at_time("next", near + 1),
                    Step("more", eq(factors(near + 1), (1 - a * term(near + 1)) * factors(near)), Unrolled()),
                    Step("next", factors(near + 1) >= 0, Squares(((1, ("before", "next, factor"), 1),), {"more": -1})),
                ),
            ),
        ),
        Step(
            "at every time",
            up_to(far),
            Induction(
                far,
                (
                    *at_time("first", quantity(1)),
                    Step("one factor", eq(factors(quantity(1)), 1 - a * term(1)), Unrolled()),
                    Step("room for the second", 1 - a * second >= 0, Instance("room", here, 1)),
                    Step(
                        "first",
                        up_to(quantity(1)),
                        Squares(
                            ((1, ("size", "first, at most one", "room for the second"), 1),),
                            {"one factor": a * second - 1},
                        ),
                    ),
                ),
                (
                    *at_time("next", near + 1),
                    Step("near range", near <= T, Sign()),
                    Step("so far", factors(near) >= 0, Instance("not negative, at every time", far, near)),
                    Step("room for the next", 1 - a * power(near + 2, slope) >= 0, Instance("room", here, near + 1)),
                    Step(
                        "term",
                        power(near + 2, slope) <= tail(near + 1) - tail(near + 2),
                        Instance("difference", here, near + 1),
                    ),
                    Step("more", eq(factors(near + 1), (1 - a * term(near + 1)) * factors(near)), Unrolled()),
                    Step("term, sign", power(near + 2, slope) >= 0, Sign()),
                    Step("near", near >= 1, Sign()),
                    cite(
                        "roots",
                        end <= sqrt(near + 1 + half),
                        "roots-grow",
                        {"x": Rational(5, 2), "y": near + 1 + half},
                        0,
                    ),
                    Step("second, sign", second > 0, Sign()),
                    Step(
                        "sum",
                        bound - tail(near + 1) >= 0,
                        Combine({"roots": 2 / (end * sqrt(near + 1 + half)), "second, sign": 1}),
                    ),
                    Step(
                        "next",
                        up_to(near + 1),
                        Squares(
                            (
                                (1, ("before", "room for the next"), 1),
                                (1, ("share", "size", "term"), 1),
                                (1, ("share", "sum", "term, sign"), a),
                            ),
                            {
                                "more": a * power(near + 2, slope) - 1,
                                "next, time": a * factors(near) * (1 - a * power(near + 2, slope)),
                            },
                        ),
                    ),
                ),
            ),
        ),
        Step("in the end", up_to(T), Instance("at every time", far, T)),
        Step("not negative in the end", factors(T) >= 0, Instance("not negative, at every time", far, T)),
        Step("tail", tail(T + 1) >= 0, Sign()),
        Step("last, sign", power(T + 1, slope) >= 0, Sign()),
        Step(
            "claim",
            s43.series_squared.conjuncts[0],
            Squares(
                (
                    (1, ("in the end",), 1),
                    (1, ("not negative in the end", "size", "last, sign"), 1),
                    (1, ("share", "size", "bound"), 1),
                    (1, ("share", "size", "tail"), 1),
                )
            ),
        ),
    ),
)

PROOFS = {"macdonald.series-divergence~squared": squared}
