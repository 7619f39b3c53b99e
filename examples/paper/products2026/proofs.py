"""Proofs, by the id of what they prove."""

from lemmata.theorems.classical import T, rectangular
from lemmata.theorems.language import smax
from lemmata.theorems.language.proof import Apply, Combine, Proof, Step
from products2026.section1 import A, B, C

U = rectangular.U
PRODUCT = "classical.norm-of-product"  # smax(T @ U) <= smax(T) * smax(U)

PROOFS = {
    "products.lemma-1": Proof(
        "the operator norm of a product of two matrices, twice",
        (
            Step("outer", smax(A @ B @ C) <= smax(A @ B) * smax(C), Apply(PRODUCT, {T: A @ B, U: C})),
            Step("inner", smax(A @ B) <= smax(A) * smax(B), Apply(PRODUCT, {T: A, U: B})),
            Step("together", smax(A @ B @ C) <= smax(A) * smax(B) * smax(C), Combine({"outer": 1, "inner": smax(C)})),
        ),
    )
}
