"""Exponentials, logarithms and powers of numbers, proved from a tangent, the exponential of a sum and what powers are.

Taken from the literature are 1 + x <= exp x, exp(x + y) = exp x exp y, log x^p = p log x and (x y)^p = x^p y^p.
"""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical.scalar_theorems import p, t, x, y
from lemmata.theorems.language import eq, exp, log, sqrt
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    Cases,
    Combine,
    Congruence,
    Identity,
    Proof,
    Sign,
    Step,
)

TANGENT = "classical.exponential-tangent"
SUM = "classical.exponential-sum"
half = Rational(1, 2)
mean = t * x + (1 - t) * y


def nothing(at: Any) -> tuple[Step, ...]:
    """exp 0 = 1, with 0 written as at - at."""
    return (
        Step("twice nothing", eq(exp(at - at), exp(at - at) * exp(at - at)), Apply(SUM, {x: at - at, y: at - at})),
        Step("nothing", eq(exp(at - at), 1), Combine({"twice nothing": -1 / exp(at - at)})),
    )


def power(name: str, base: Any, exponent: Any) -> tuple[Step, ...]:
    """base^exponent = exp(exponent log base)."""
    whole = base**exponent
    return (
        Step(
            f"{name}, log",
            eq(log(whole), exponent * log(base)),
            Apply("classical.logarithm-of-power", {x: base, p: exponent}),
        ),
        Step(f"{name}, above", whole > 0, Sign()),
        Step(f"{name}, back", eq(exp(log(whole)), whole), Identity()),
        Step(f"{name}, same", eq(exp(log(whole)), exp(exponent * log(base))), Congruence(f"{name}, log")),
        Step(name, eq(whole, exp(exponent * log(base))), Combine({f"{name}, back": -1, f"{name}, same": 1})),
    )


def tangent(name: str, of: Any) -> Step:
    """1 + of <= exp(of)."""
    return Step(name, 1 + of <= exp(of), Apply(TANGENT, {x: of}))


inverse = Proof(
    "what the logarithm is",
    (Step("first", eq(log(exp(x)), x), Identity()), Step("second", eq(exp(log(y)), y), Identity())),
)

monotone = Proof(
    "exp y = exp x exp(y - x), and the second factor is at least 1 + y - x",
    (
        Step("sum", eq(exp(y), exp(x) * exp(y - x)), Apply(SUM, {x: x, y: y - x})),
        tangent("tangent", y - x),
        Step("order", exp(x) <= exp(y), Combine({"sum": -1, "tangent": exp(x), "given 0": exp(x)})),
    ),
)

convex = Proof(
    "the exponential lies above its tangent at t x + (1 - t) y",
    (
        tangent("at x", x - mean),
        tangent("at y", y - mean),
        Step("x", eq(exp(x), exp(mean) * exp(x - mean)), Apply(SUM, {x: mean, y: x - mean})),
        Step("y", eq(exp(y), exp(mean) * exp(y - mean)), Apply(SUM, {x: mean, y: y - mean})),
        Step(
            "order",
            exp(mean) <= t * exp(x) + (1 - t) * exp(y),
            Combine(
                {"at x": t * exp(mean), "at y": (1 - t) * exp(mean), "x": -t, "y": -(1 - t)},
            ),
        ),
    ),
)

product = Proof(
    "the exponentials of both sides are equal",
    (
        Step("sum", eq(exp(log(x) + log(y)), exp(log(x)) * exp(log(y))), Apply(SUM, {x: log(x), y: log(y)})),
        Step("exponentials", eq(exp(log(x) + log(y)), x * y), Combine({"sum": 1})),
        Step("logarithms", eq(log(exp(log(x) + log(y))), log(x * y)), Congruence("exponentials")),
        Step("product", eq(log(x * y), log(x) + log(y)), Combine({"logarithms": -1})),
        Step(
            "difference",
            eq(exp(log(y) + (log(x) - log(y))), exp(log(y)) * exp(log(x) - log(y))),
            Apply(SUM, {x: log(y), y: log(x) - log(y)}),
        ),
        Step("ratio", eq(exp(log(x) - log(y)), x / y), Combine({"difference": -1 / y})),
        Step("logarithms of it", eq(log(exp(log(x) - log(y))), log(x / y)), Congruence("ratio")),
        Step("quotient", eq(log(x / y), log(x) - log(y)), Combine({"logarithms of it": -1})),
    ),
)

of_tangent = (
    tangent("above", log(x)),
    tangent("below", -log(x)),
    *nothing(log(x)),
    Step("inverse", eq(exp(log(x) - log(x)), exp(log(x)) * exp(-log(x))), Apply(SUM, {x: log(x), y: -log(x)})),
    Step("reciprocal", eq(exp(-log(x)), 1 / x), Combine({"inverse": -1 / x, "nothing": 1 / x})),
)
logarithm_tangent = Proof(
    "the tangent of the exponential at log x and at -log x",
    (
        *of_tangent,
        Step("upper", log(x) <= x - 1, Combine({"above": 1})),
        Step("lower", 1 - 1 / x <= log(x), Combine({"below": 1, "reciprocal": 1})),
    ),
)

logarithm_grows = Proof(
    "log x - log y = log(x / y) <= x / y - 1 <= 0",
    (
        Step("above", y > 0, Combine({"given 0": 1, "given 1": 1})),
        Step("quotient", eq(log(x / y), log(x) - log(y)), Apply("classical.logarithm-product", conjunct=1)),
        Step("tangent", log(x / y) <= x / y - 1, Apply("classical.logarithm-tangent", {x: x / y}, 1)),
        Step("order", log(x) <= log(y), Combine({"tangent": 1, "quotient": -1, "given 1": 1 / y})),
    ),
)

concave = Proof(
    "the exponential is convex at log x and log y",
    (
        Step("between", mean > 0, Sign()),
        Step(
            "convex",
            exp(t * log(x) + (1 - t) * log(y)) <= t * exp(log(x)) + (1 - t) * exp(log(y)),
            Apply("classical.exponential-convex", {x: log(x), y: log(y)}),
        ),
        Step(
            "logarithms",
            log(exp(t * log(x) + (1 - t) * log(y))) <= log(mean),
            Apply("classical.logarithm-grows", {x: exp(t * log(x) + (1 - t) * log(y)), y: mean}),
        ),
        Step("order", t * log(x) + (1 - t) * log(y) <= log(mean), Combine({"logarithms": 1})),
    ),
)

weighted_means = Proof(
    "the exponential is convex at log x and log y",
    (
        *power("first", x, t),
        *power("second", y, 1 - t),
        Step(
            "convex",
            exp(t * log(x) + (1 - t) * log(y)) <= t * exp(log(x)) + (1 - t) * exp(log(y)),
            Apply("classical.exponential-convex", {x: log(x), y: log(y)}),
        ),
        Step(
            "product",
            eq(exp(t * log(x) + (1 - t) * log(y)), exp(t * log(x)) * exp((1 - t) * log(y))),
            Apply(SUM, {x: t * log(x), y: (1 - t) * log(y)}),
        ),
        Step(
            "order",
            x**t * y ** (1 - t) <= t * x + (1 - t) * y,
            Combine(
                {
                    "convex": 1,
                    "first": y ** (1 - t),
                    "second": exp(t * log(x)),
                    "product": -1,
                }
            ),
        ),
    ),
)

other = p / (p - 1)
young = Proof(
    "weighted means of x^p and y^(p / (p - 1))",
    (
        *power("x^p", x, p),
        *power("y^q", y, other),
        Step("log x^p", eq(log(x**p), p * log(x)), Apply("classical.logarithm-of-power")),
        Step("log y^q", eq(log(y**other), other * log(y)), Apply("classical.logarithm-of-power", {x: y, p: other})),
        Step(
            "convex",
            exp(1 / p * log(x**p) + (1 - 1 / p) * log(y**other))
            <= 1 / p * exp(log(x**p)) + (1 - 1 / p) * exp(log(y**other)),
            Apply("classical.exponential-convex", {t: 1 / p, x: log(x**p), y: log(y**other)}),
        ),
        Step(
            "exponent",
            eq(1 / p * log(x**p) + (1 - 1 / p) * log(y**other), log(x) + log(y)),
            Combine({"log x^p": 1 / p, "log y^q": 1 - 1 / p}),
        ),
        Step(
            "same",
            eq(exp(1 / p * log(x**p) + (1 - 1 / p) * log(y**other)), exp(log(x) + log(y))),
            Congruence("exponent"),
        ),
        Step("product", eq(exp(log(x) + log(y)), exp(log(x)) * exp(log(y))), Apply(SUM, {x: log(x), y: log(y)})),
        Step(
            "order",
            x * y <= x**p / p + (p - 1) / p * y**other,
            Combine({"convex": 1, "same": -1, "product": -1}),
        ),
    ),
)

two = quantity(2)
powers_grow = Proof(
    "x^p = exp(p log x); 0^p = 0, because 0^p 2^p = 0^p and 2^p is more than 1",
    (
        Step(
            "order",
            x**p <= y**p,
            Cases(
                x > 0,
                (
                    Step("above", y > 0, Combine({"case": 1, "given 1": 1})),
                    *power("of x", x, p),
                    *power("of y", y, p),
                    Step("logarithms", log(x) <= log(y), Apply("classical.logarithm-grows")),
                    Step(
                        "exponentials",
                        exp(p * log(x)) <= exp(p * log(y)),
                        Apply("classical.exponential-monotone", {x: p * log(x), y: p * log(y)}),
                    ),
                    Step("powers", x**p <= y**p, Combine({"of x": -1, "of y": 1, "exponentials": 1})),
                ),
                (
                    Step("above", y >= 0, Combine({"given 0": 1, "given 1": 1})),
                    Step("zero", eq(x, 0), Antisymmetric("case", "given 0")),
                    Step("same", eq(x * 2, x), Combine({"zero": 1})),
                    Step("doubled", eq((x * 2) ** p, x**p), Congruence("same")),
                    Step("product", eq((x * 2) ** p, x**p * two**p), Apply("classical.power-of-product", {y: 2})),
                    *power("2^p", two, p),
                    Step("log 2", log(two) >= half, Apply("classical.logarithm-tangent", {x: 2})),
                    tangent("tangent", p * log(two)),
                    Step("more than 1", two**p > 1, Combine({"2^p": 1, "tangent": 1, "log 2": p})),
                    Step(
                        "vanishes",
                        eq(x**p, 0),
                        Combine({"product": -1 / (two**p - 1), "doubled": 1 / (two**p - 1)}),
                    ),
                    Step("powers", x**p <= y**p, Combine({"vanishes": 1})),
                ),
            ),
        ),
    ),
)

bernoulli = Proof(
    "the weighted mean of (1 + x)^p and 1",
    (
        Step("above", 1 + x > 0, Combine({"given 0": 1})),
        *power("power", 1 + x, p),
        Step("log", eq(log((1 + x) ** p), p * log(1 + x)), Apply("classical.logarithm-of-power", {x: 1 + x})),
        *nothing(x),
        Step(
            "convex",
            exp(1 / p * log((1 + x) ** p) + (1 - 1 / p) * (x - x))
            <= 1 / p * exp(log((1 + x) ** p)) + (1 - 1 / p) * exp(x - x),
            Apply("classical.exponential-convex", {t: 1 / p, x: log((1 + x) ** p), y: x - x}),
        ),
        Step(
            "exponent",
            eq(1 / p * log((1 + x) ** p) + (1 - 1 / p) * (x - x), log(1 + x)),
            Combine({"log": 1 / p}),
        ),
        Step(
            "same",
            eq(exp(1 / p * log((1 + x) ** p) + (1 - 1 / p) * (x - x)), exp(log(1 + x))),
            Congruence("exponent"),
        ),
        Step("order", 1 + p * x <= (1 + x) ** p, Combine({"convex": p, "same": -p, "nothing": p - 1})),
    ),
)

roots_grow = Proof(
    "compare squares",
    (
        Step("above", y >= 0, Combine({"given 0": 1, "given 1": 1})),
        Step("grow", sqrt(x) <= sqrt(y), Apply("classical.square-roots", {"x": sqrt(x), "y": sqrt(y)})),
        Step(
            "product",
            eq(sqrt(x * y), sqrt(x) * sqrt(y)),
            Apply("classical.equal-squares", {"x": sqrt(x * y), "y": sqrt(x) * sqrt(y)}),
        ),
        Step(
            "sum",
            sqrt(x + y) <= sqrt(x) + sqrt(y),
            Apply("classical.square-roots", {"x": sqrt(x + y), "y": sqrt(x) + sqrt(y)}),
        ),
    ),
)

sixth, third, thirds = Rational(1, 6), Rational(1, 3), Rational(2, 3)
half_log = exp(log(x) / 2)
fractions = Proof(
    "powers of x are exponentials of multiples of log x, and so is its root",
    (
        *power("sixth", x, sixth),
        *power("third", x, third),
        *power("thirds", x, thirds),
        Step(
            "whole",
            eq(exp(log(x)), exp(log(x) * third) * exp(log(x) * thirds)),
            Apply(SUM, {x: log(x) * third, y: log(x) * thirds}),
        ),
        Step("twice", eq(exp(log(x)), half_log * half_log), Apply(SUM, {x: log(x) / 2, y: log(x) / 2})),
        Step("root", eq(sqrt(x), half_log), Apply("classical.equal-squares", {"x": sqrt(x), "y": half_log})),
        Step(
            "sum",
            eq(exp(log(x) * thirds), half_log * exp(log(x) * sixth)),
            Apply(SUM, {x: log(x) / 2, y: log(x) * sixth}),
        ),
        Step(
            "product",
            eq(sqrt(y**2 * x), y * sqrt(x)),
            Apply("classical.equal-squares", {"x": sqrt(y**2 * x), "y": y * sqrt(x)}),
        ),
        Step(
            "first",
            eq(sqrt(y**2 * x) * x**sixth, y * x**thirds),
            Combine({"product": x**sixth, "root": y * x**sixth, "sixth": y * half_log, "thirds": -y, "sum": -y}),
        ),
        Step(
            "second",
            eq(x**third * x**thirds, x),
            Combine({"third": x**thirds, "thirds": exp(log(x) * third), "whole": -1}),
        ),
    ),
)

PROOFS = {
    "classical.powers": fractions,
    "classical.powers-grow": powers_grow,
    "classical.bernoulli": bernoulli,
    "classical.roots-grow": roots_grow,
    "classical.logarithm-of-exponential": inverse,
    "classical.exponential-monotone": monotone,
    "classical.exponential-convex": convex,
    "classical.logarithm-product": product,
    "classical.logarithm-tangent": logarithm_tangent,
    "classical.logarithm-grows": logarithm_grows,
    "classical.logarithm-concave": concave,
    "classical.weighted-means": weighted_means,
    "classical.young": young,
}
