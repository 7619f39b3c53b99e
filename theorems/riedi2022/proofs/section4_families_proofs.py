"""Lemma 12 and Corollary 13: discriminant, derivative and Lipschitz bound of eigenvalues along a family."""

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical.numbers import c as limit
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import ddt, eigenform, eq, lam, lmax, lmin, maximum, norm2, slope
from lemmata.theorems.language.proof import Apply, Combine, Discriminant, Proof, Step
from lemmata.theorems.riedi2022 import section4_families as s4
from lemmata.theorems.riedi2022 import section23_derivatives as s2

N_t, N_rho, i, t = s4.N_t, s4.N_rho, s4.l, s4.t
change = N_rho - N_t
size, least, largest = norm2(change), lmin(change), lmax(change)
larger = maximum(abs(least), abs(largest))
difference = lam(N_rho) - lam(N_t)

cor_13 = Proof(
    "Hellmann–Feynman where the eigenvalue is simple; Weyl's inequality everywhere",
    (
        Step(
            "derivative",
            eq(slope(lam(N_t), i, t), eigenform(N_t, i, ddt(N_t, t))),
            Apply("riedi.thm-6", {s2.t: t, s2.i: i}),
        ),
        Step(
            "below",
            lam(N_t) + least <= lam(N_rho),
            Apply("classical.weyl-extremes", {symmetric_a: N_t, symmetric_b: change}, 0),
        ),
        Step(
            "above",
            lam(N_rho) <= lam(N_t) + largest,
            Apply("classical.weyl-extremes", {symmetric_a: N_t, symmetric_b: change}, 1),
        ),
        Step("norm", eq(size, larger), Apply("classical.symmetric-norm", {symmetric_a: change})),
        Step("first", abs(least) <= larger, Apply("classical.maximum", {x: abs(least), y: abs(largest)}, 0)),
        Step("second", abs(largest) <= larger, Apply("classical.maximum", {x: abs(least), y: abs(largest)}, 1)),
        Step("modulus of the least", -abs(least) <= least, Apply("classical.modulus", {x: least}, 0)),
        Step("modulus of the largest", largest <= abs(largest), Apply("classical.modulus", {x: largest}, 1)),
        Step(
            "from below",
            -size <= difference,
            Combine({"below": 1, "modulus of the least": 1, "first": 1, "norm": -1}),
        ),
        Step(
            "from above",
            difference <= size,
            Combine({"above": 1, "modulus of the largest": 1, "second": 1, "norm": -1}),
        ),
        Step("Lipschitz", abs(difference) <= size, Apply("classical.modulus-bound", {x: difference, limit: size})),
    ),
)

lemma_12 = Proof(
    "zeros of the discriminant",
    (Step("everywhere", s4.multiple(s4.rho), Discriminant(s4.rho, apart="given 0", meet="given 1")),),
)

PROOFS = {"riedi.lemma-12": lemma_12, "riedi.cor-13": cor_13}
