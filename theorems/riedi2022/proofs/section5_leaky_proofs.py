"""Theorem 32: entries bounded by c, and a leaky ReLU beside M_o + Id."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import entries as textbook
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import cond, s, smax, smin, sqrt
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Sign, Step
from lemmata.theorems.riedi2022 import n
from lemmata.theorems.riedi2022 import section5_bounds as b
from lemmata.theorems.riedi2022.proofs.section5_bounds_proofs import (
    M_1,
    c,
    from_above,
    from_below,
    quotient,
    ratio,
    room,
    t,
)

leaky, eta, m = b.leaky, b.eta, b.m
X = M_1 @ leaky
pattern = {textbook.D: leaky, textbook.eta: eta, textbook.m: m}


def factors(conjunct: int, lower: Any) -> tuple[Step, ...]:
    """s_1(MD) <= 1 + cn and s_n(MD) >= s_n(M) s_n(D), with the lower bound of s_n(D) of that conjunct."""
    return (
        *from_below,
        *from_above,
        Step(
            "above, product",
            s(X) <= s(M_1) * smax(leaky),
            Apply("classical.submultiplicative", {square: M_1, second: leaky}, 0),
        ),
        Step(
            "below, product",
            s(M_1) * smin(leaky) <= s(X),
            Apply("classical.submultiplicative", {square: M_1, second: leaky}, 2),
        ),
        Step("first of the product", smax(X) <= smax(M_1) * smax(leaky), At("above, product", 1)),
        Step("last of the product", smin(M_1) * smin(leaky) <= smin(X), At("below, product", n)),
        Step("D, largest", smax(leaky) <= 1, Apply("classical.two-valued-diagonal", pattern, 0)),
        Step("D, least", smin(leaky) >= lower, Apply("classical.two-valued-diagonal", pattern, conjunct)),
        Step(
            "X, largest",
            smax(X) <= 1 + t,
            Combine({"first of the product": 1, "D, largest": smax(M_1), "largest": 1}),
        ),
    )


not_negative = Step("not negative", c >= 0, Combine({"given 0": 1}))
not_singular = Step("X, non-singular", smin(X) > 0, Combine({"X, least": 1, "X, room": 1}))

thm_32_sharpened = Proof(
    "singular values of a product",
    (
        room,
        *factors(1, eta),
        Step(
            "X, least",
            (1 - t) * eta <= smin(X),
            Combine({"last of the product": 1, "D, least": smin(M_1), "least": eta}),
        ),
        Step("X, room", (1 - t) * eta > 0, Sign()),
        not_singular,
        *quotient(X, 1 + t, (1 - t) * eta, "ratio"),
        Step("bound", cond(X) <= ratio / eta, Combine({"ratio": 1})),
    ),
)

# given 2: eta < 1; given 3: 1 - cn > (1 - eta) m (3c + 1)
linear = 1 - t - (1 - eta) * m * (3 * c + 1)
thm_32_eq_69 = Proof(
    "singular values of a product",
    (
        not_negative,
        *factors(2, 1 - m * (1 - eta)),
        Step("rest", m * (1 - eta) * (3 * c + t) >= 0, Sign()),
        Step(
            "product",
            smin(M_1) * (1 - m * (1 - eta)) <= smin(X),
            Combine({"last of the product": 1, "D, least": smin(M_1)}),
        ),
        Step("thrice", 3 * c * m * (1 - eta) >= 0, Sign()),
        Step("D, room", 1 - m * (1 - eta) >= 0, Combine({"given 3": 1, "not negative": n, "thrice": 1})),
        Step(
            "X, least",
            linear <= smin(X),
            Combine({"product": 1, "least": 1 - m * (1 - eta), "rest": 1}),
        ),
        Step("X, room", linear > 0, Combine({"given 3": 1})),
        not_singular,
        *quotient(X, 1 + t, linear),
    ),
)

# given 2: n >= 5 (of numbers alone, unused); given 3: eta < 1; given 4: (1 - cn)^2 > 4 (1 - eta) sqrt(m)
loss = (1 - eta) * sqrt(m)
radicand = (1 - t) ** 2 - 4 * loss
least = (1 - t) * (1 - loss)
thm_32_eq_68 = Proof(
    "singular values of a product",
    (
        not_negative,
        room,
        *factors(3, 1 - sqrt(m) * (1 - eta)),
        Step("at most one", (1 - t) ** 2 <= 1, Combine({"room": t, "not negative": n})),
        Step("D, room", 1 - loss > 0, Combine({"given 4": Rational(1, 4), "at most one": Rational(1, 4)})),
        Step(
            "product",
            smin(M_1) * (1 - loss) <= smin(X),
            Combine({"last of the product": 1, "D, least": smin(M_1)}),
        ),
        Step("from below", least <= smin(X), Combine({"product": 1, "least": 1 - loss})),
        Step("not below zero", least >= 0, Sign()),
        Step("squared", least**2 <= smin(X) ** 2, Combine({"from below": smin(X) + least})),
        Step("rest", (1 - t) ** 2 * loss**2 >= 0, Sign()),
        Step("radicand", radicand <= least**2, Combine({"at most one": 2 * loss, "rest": 1})),
        Step("below the square", radicand <= smin(X) ** 2, Combine({"radicand": 1, "squared": 1})),
        Step("X, least", sqrt(radicand) <= smin(X), Apply("classical.above-root", {x: smin(X), y: radicand})),
        *quotient(X, 1 + t, sqrt(radicand)),
    ),
)

PROOFS = {
    "riedi.thm-32~sharpened": thm_32_sharpened,
    "riedi.thm-32.eq-68": thm_32_eq_68,
    "riedi.thm-32.eq-69": thm_32_eq_69,
}
