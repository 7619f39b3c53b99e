"""Proofs for appendices A and F: Weyl's inequality, and the inverse of the functional Hessian."""

from lemmata.theorems.classical import A, B, M, T
from lemmata.theorems.classical import i as first_index
from lemmata.theorems.classical import j as second_index
from lemmata.theorems.classical import n as order
from lemmata.theorems.language import Index, eq, inv, lam, norm2, smax, smin
from lemmata.theorems.language.proof import Apply, Combine, Proof, Step
from lemmata.theorems.zhao2024 import appendix_a_spectra as a
from lemmata.theorems.zhao2024 import appendix_f_hessian as f

i = Index("i", 1, a.n)
above, below = Index("j", 1, a.n + 1 - i), Index("j", a.n + 1 - i, a.n)
G, H = a.A, a.B
lemma_5_weyl = Proof(
    "both halves of Weyl's inequality",
    (
        Step(
            "above",
            lam(G + H, i + above - 1) <= lam(G, i) + lam(H, above),
            Apply("classical.weyl", {A: G, B: H}, at={first_index: i, second_index: above}),
        ),
        Step(
            "below",
            lam(G + H, i + below - a.n) >= lam(G, i) + lam(H, below),
            Apply("classical.weyl-from-below", {A: G, B: H}, at={first_index: i, second_index: below}),
        ),
    ),
)

hessian = f.H
inverse = inv(hessian)
hf_inverse = Proof(
    "singular values of the inverse",
    (
        Step("norm", eq(norm2(inverse), smax(inverse)), Apply("classical.operator-norm", {T: inverse})),
        Step(
            "product",
            eq(smax(inverse) * smin(hessian), 1),
            Apply("classical.inverse-norm", {M: hessian, order: f.order}),
        ),
        Step("claim", f.hf_inverse_repaired.claim[0], Combine({"norm": 1, "product": 1 / smin(hessian)})),
    ),
)

PROOFS = {"zhao.lemma-5.weyl": lemma_5_weyl, "zhao.hf-inverse~repaired": hf_inverse}
