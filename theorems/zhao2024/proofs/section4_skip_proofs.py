"""Proofs for section 4.3: ratios of extreme singular values under a positive shift."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Index, cond, eq, lam, lmin, s, smax, smin
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    EveryTerm,
    Identity,
    Induction,
    Instance,
    LargestTerm,
    Proof,
    Sign,
    Step,
)
from lemmata.theorems.zhao2024 import L
from lemmata.theorems.zhao2024 import section4_residual as s4
from lemmata.theorems.zhao2024.proofs import section4_layers_proofs as layers

W, beta, n = s4.some, s4.beta, s4.n
skip_ratio_repaired = Proof(
    "the difference of the ratios",
    (
        Step(
            "claim",
            s4.skip_ratio_repaired.claim[0],
            Combine({"given 1": beta / (smin(W) * (smin(W) + beta))}),
        ),
    ),
)
skip_ratio_sharpened = Proof("common denominator", (Step("claim", s4.skip_ratio_sharpened.claim[0], Identity()),))

P, N, M = s4.P, s4.shifted_psd, s4.M
shift = (
    Step("shift", eq(lam(N), lam(P) + beta), Apply("classical.shift", {symmetric_a: P, factor: beta})),
    Step("shift, last", eq(lmin(N), lmin(P) + beta), At("shift", n)),
    Step("semidefinite", lmin(N) >= 0, Combine({"shift, last": -1})),
    Step("before", eq(s(P), lam(P)), Apply("classical.psd-singular-values", {symmetric_a: P})),
    Step("after", eq(s(N), lam(N)), Apply("classical.psd-singular-values", {symmetric_a: N})),
    Step("shifted", eq(s(N), s(P) + beta), Combine({"after": 1, "shift": 1, "before": -1})),
    Step("largest", eq(smax(N), smax(P) + beta), At("shifted", 1)),
    Step("least", eq(smin(N), smin(P) + beta), At("shifted", n)),
    Step("room", smin(N) > 0, Combine({"least": -1})),
)

product = M @ N
bound = smax(M) * (smax(P) + beta) / (smin(M) * (smin(P) + beta))
eq_8_step = Proof(
    "singular values of a product of non-singular matrices",
    (
        *shift,
        Step(
            "values, above",
            s(product) <= s(M) * smax(N),
            Apply("classical.submultiplicative", {square: M, second: N}, 0),
        ),
        Step(
            "values, below",
            s(M) * smin(N) <= s(product),
            Apply("classical.submultiplicative", {square: M, second: N}, 2),
        ),
        Step("above", smax(product) <= smax(M) * smax(N), At("values, above", 1)),
        Step("below", smin(M) * smin(N) <= smin(product), At("values, below", n)),
        Step(
            "condition",
            eq(cond(product), smax(product) / smin(product)),
            Apply("classical.condition", {any_shape: product}),
        ),
        Step("condition of M", eq(cond(M), smax(M) / smin(M)), Apply("classical.condition", {any_shape: M})),
        Step(
            "claim",
            s4.eq_8_step.claim[0],
            Combine(
                {
                    "condition": 1,
                    "condition of M": -(smax(P) + beta) / (smin(P) + beta),
                    "above": 1 / smin(product),
                    "largest": smax(M) / smin(product),
                    "below": bound / smin(product),
                    "least": -bound * smin(M) / smin(product),
                }
            ),
        ),
    ),
)

skip_second_bound_step = Proof(
    "eigenvalues of a shifted positive definite matrix",
    (
        *shift,
        Step("last", eq(smin(P), lmin(P)), At("before", n)),
        Step("definite", smin(P) > 0, Combine({"last": -1, "given 0": 1})),
        Step("order", smin(P) <= smax(P), Apply("classical.order", {any_shape: P}, 1)),
        Step("condition", eq(cond(P), smax(P) / smin(P)), Apply("classical.condition", {any_shape: P})),
        Step("condition, shifted", eq(cond(N), smax(N) / smin(N)), Apply("classical.condition", {any_shape: N})),
        Step(
            "claim",
            s4.skip_second_bound_step.claim[0],
            Combine(
                {
                    "condition, shifted": 1,
                    "condition": -1,
                    "largest": 1 / smin(N),
                    "least": -(smax(P) + beta) / (smin(N) * (smin(P) + beta)),
                    "order": beta / (smin(P) * (smin(P) + beta)),
                }
            ),
        ),
    ),
)


def compared(name: str, start: Any, until: Any, index: str) -> tuple[Step, ...]:
    """Step `name`: cond(W_beta^{until:start}) <= cond(W^{until:start})."""
    shifted, own = (
        layers.Products(f"{name}, {family}", family, which, start, index)
        for family, which in (("residual", s4.residual), ("plain", s4.plain))
    )
    ratio, following = smax(own.factor) / smin(own.factor), own.before + 1

    def claim(at: Any) -> Any:
        return cond(shifted.up_to(at)) <= cond(own.up_to(at))

    more = (
        Step("quotient", smax(shifted.factor) / smin(shifted.factor) <= ratio, Instance("lower", here, following)),
        Step("sign", cond(shifted.rest) >= 0, Sign()),
        Step(
            "next",
            claim(following),
            Combine(
                {
                    f"{name}, residual, ratio": 1,
                    f"{name}, plain, ratio": -1,
                    "quotient": cond(shifted.rest),
                    "before": ratio,
                }
            ),
        ),
    )
    base = Step("base", claim(start - 1), Combine({}))
    return (
        *shifted.ratio(),
        *own.ratio(),
        Step(f"{name}, any", claim(own.last), Induction(own.last, (base,), more)),
        Step(name, claim(until), Instance(f"{name}, any", own.last, until)),
    )


here, place = layers.here, Index("k", 1, L)
own, shifted = s4.plain.layer(here), s4.residual.layer(here)
above_shifted, above = (cond(family.product(L, place + 1)) for family in (s4.residual, s4.plain))
below_shifted, below = (cond(family.product(place - 1, 1)) for family in (s4.residual, s4.plain))
every = (above_shifted, above, below_shifted, below)
skip_second_bound_repaired = Proof(
    "every ratio of (8) falls, and with it the condition number of every product, by induction",
    (
        *layers.one_layer,
        Step("plain, positive", smin(own) > 0, Instance("given 2", layers.layer, here)),
        cite("order", smin(own) <= smax(own), "order", {"T": own}, 1),
        Step(
            "shift",
            (smax(own) + beta) / (smin(own) + beta) <= smax(own) / smin(own),
            Combine({"order": beta / (smin(own) * (smin(own) + beta))}),
        ),
        Step(
            "lower",
            smax(shifted) / smin(shifted) <= smax(own) / smin(own),
            Combine(
                {
                    "shift": 1,
                    "largest, shifted": 1 / smin(shifted),
                    "least, shifted": -(smax(own) + beta) / (smin(shifted) * (smin(own) + beta)),
                }
            ),
        ),
        *compared("above", place + 1, L, "p"),
        *compared("below", quantity(1), place - 1, "q"),
        *(Step(f"sign {k}", kappa >= 0, Sign()) for k, kappa in enumerate(every)),
        Step("above, squared", above_shifted**2 <= above**2, Combine({"above": above_shifted + above})),
        Step("below, squared", below_shifted**2 <= below**2, Combine({"below": below_shifted + below})),
        Step(
            "each",
            above_shifted**2 * below_shifted**2 <= above**2 * below**2,
            Combine({"above, squared": below_shifted**2, "below, squared": above**2}),
        ),
        Step("term", above**2 * below**2 <= s4.second_bound(s4.plain), LargestTerm()),
        Step(
            "bounded",
            above_shifted**2 * below_shifted**2 <= s4.second_bound(s4.plain),
            Combine({"each": 1, "term": 1}),
        ),
        Step("claim", s4.skip_second_bound_repaired.conjuncts[0], EveryTerm("bounded", place)),
    ),
)

PROOFS = {
    "zhao.skip-ratio~repaired": skip_ratio_repaired,
    "zhao.skip-ratio~sharpened": skip_ratio_sharpened,
    "zhao.eq-8~step": eq_8_step,
    "zhao.skip-second-bound~repaired": skip_second_bound_repaired,
    "zhao.skip-second-bound~step": skip_second_bound_step,
}
