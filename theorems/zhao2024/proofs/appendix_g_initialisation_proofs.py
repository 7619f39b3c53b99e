"""Lemma 7 on the event of Lemma 6: the bound (6), and squares of bounds that are positive."""

from typing import Any

from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import cond, maximum, smax, smin, sqrt
from lemmata.theorems.language.proof import Apply, Combine, Proof, Sign, Step
from lemmata.theorems.zhao2024 import appendix_g_initialisation as g
from lemmata.theorems.zhao2024 import section4_gauss_newton as s4

largest = smax(s4.w) ** 2 + smax(s4.v) ** 2
least = smin(s4.w) ** 2 + smin(s4.v) ** 2
kappa, d, k = cond(s4.Sigma), g.d, g.k


def squared(name: str, layer: Any, sigma: Any, width: Any, facts: tuple[str, str]) -> tuple[Step, ...]:
    """Both bounds of one layer, squared; the one from below is positive."""
    low, high = sigma * (sqrt(g.m) - sqrt(width) - g.t), sigma * (sqrt(g.m) + sqrt(width) + g.t)
    top = maximum(d, k)
    return (
        Step(f"{name}, narrower", width <= top, Apply("classical.maximum", {x: d, y: k}, int(width == k))),
        Step(f"{name}, root", sqrt(width) <= sqrt(top), Apply("classical.roots-grow", {x: width, y: top}, 0)),
        Step(f"{name}, room", low > 0, Combine({"given 1": sigma, f"{name}, root": sigma})),
        Step(f"{name}, values", smax(layer) >= 0, Sign()),
        Step(f"{name}, least value", smin(layer) >= 0, Sign()),
        Step(f"{name}, not negative", high >= 0, Combine({facts[1]: 1, f"{name}, values": 1})),
        Step(f"{name}, below", low**2 <= smin(layer) ** 2, Combine({facts[0]: smin(layer) + low})),
        Step(f"{name}, above", smax(layer) ** 2 <= high**2, Combine({facts[1]: smax(layer) + high})),
        Step(f"{name}, square", low**2 > 0, Combine({f"{name}, room": low})),
    )


event = Proof(
    "the bound (6), numerator and denominator one after the other",
    (
        *squared("W", s4.w, g.sigma_w, k, ("given 2", "given 3")),
        *squared("V", s4.v, g.sigma_v, d, ("given 4", "given 5")),
        Step("room", g.below > 0, Combine({"W, square": 1, "V, square": 1})),
        Step("denominators", g.below <= least, Combine({"W, below": 1, "V, below": 1})),
        Step("denominator", least > 0, Combine({"room": 1, "denominators": 1})),
        Step("bound", s4.lemma_1_sharpened.claim[0], Apply("zhao.lemma-1~sharpened")),
        Step("numerator", largest <= g.above, Combine({"W, above": 1, "V, above": 1})),
        Step("kappa", kappa >= 0, Sign()),
        Step("values", largest >= 0, Sign()),
        Step(
            "claim",
            g.lemma_7_event.claim[0],
            Combine({
                "bound": 1, "numerator": kappa / g.below, "denominators": kappa * largest / (least * g.below),
            }),
        ),
    ),
)  # fmt: skip

PROOFS = {"zhao.lemma-7~event": event}
