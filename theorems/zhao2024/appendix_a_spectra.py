"""Appendix A: perturbation bounds for the eigenvalues of sums, Kronecker products and products."""

from typing import Any

from lemmata.language import (
    Dim,
    Index,
    Kind,
    MaxOver,
    Psd,
    Statement,
    Symmetric,
    chain,
    eq,
    forall,
    inv,
    kron,
    lam,
    lmax,
    lmin,
    spectral_radius,
)
from theorems.zhao2024 import ZHAO_2024

n = Dim("n")
A, B = Symmetric("A", n), Symmetric("B", n)
i, j = Index("i"), Index("j")

lemma_5_weyl = Statement(
    id="zhao.lemma-5.weyl",
    title="Weyl's inequality and its dual",
    source=ZHAO_2024.at("Lemma 5", "(Weyl), (Dual Weyl)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        forall(i, 1, n, j, 1, n + 1 - i, lam(A + B, i + j - 1) <= lam(A, i) + lam(B, j)),
        forall(i, 1, n, j, n + 1 - i, n, lam(A + B, i + j - n) >= lam(A, i) + lam(B, j)),
    ),
    notes="The dual inequality is printed for i + j - n <= n, which is no restriction and would allow eigenvalues of "
    "index zero and below; i + j - n >= 1 is meant.",
)

pairs = Index("j")


def between(a: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """The sums over j that (12) compares kappa with: largest and least, the latter as minus a largest, and kappa."""
    body = lam(a, n - pairs) + lam(b, pairs + 1)
    return (
        MaxOver(pairs, 0, n - 1, body),
        -MaxOver(pairs, 0, n - 1, -body),
        abs(lmax(a + b)) / abs(lmin(a + b)),
        abs(lmax(a) + lmax(b)) / abs(lmin(a) + lmin(b)),
    )


largest, least, kappa, above = between(A, B)
eq_12 = Statement(
    id="zhao.eq-12",
    title="Condition number of a sum of symmetric matrices",
    source=ZHAO_2024.at("(12)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(abs(largest) / abs(least), "<=", kappa, "<=", above),
    depends_on=("zhao.lemma-5.weyl",),
    notes="lambda_max and lambda_min are lambda_1 and lambda_n, as in the derivation, and kappa is the quotient of "
    "their moduli, as the appendix defines it. A and B are Hermitian and nothing else.",
)

G, H = Psd("A", n), Psd("B", n)
largest_psd, least_psd, kappa_psd, above_psd = between(G, H)
eq_12_repaired = Statement(
    id="zhao.eq-12~repaired",
    title="Condition number of a sum of positive semidefinite matrices",
    source=ZHAO_2024.at("(12)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(abs(largest_psd) / abs(least_psd), "<=", kappa_psd, "<=", above_psd),
    notes="For positive semidefinite A and B, the only ones the paper applies (12) to. Where a quotient has no value "
    "its link says nothing.",
)

q = Dim("q")
K = Psd("B", q)
eq_13 = Statement(
    id="zhao.eq-13",
    title="Extreme eigenvalues of a Kronecker product of positive semidefinite matrices",
    source=ZHAO_2024.at("(13), (14)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(lmax(kron(G, K)), lmax(G) * lmax(K)),
        eq(lmin(kron(G, K)), lmin(G) * lmin(K)),
    ),
    depends_on=("classical.kronecker",),
)

R = Psd("R", n)  # the root of A
similar = R @ H @ R
psd_product = Statement(
    id="zhao.psd-product",
    title="Extreme eigenvalues of a product of positive semidefinite matrices",
    source=ZHAO_2024.at("Appendix A.2", "end"),
    kind=Kind.ALGEBRAIC,
    claim=(
        lmax(similar) <= lmax(R @ R) * lmax(H),
        lmin(similar) >= lmin(R @ R) * lmin(H),
    ),
    notes="A B is not symmetric. A = R R with R positive semidefinite, and A B = R (R B) has the eigenvalues of the "
    "symmetric matrix R B R = (R B) R: those are what lambda_max and lambda_min are read off.",
)

psd_product_radius = Statement(
    id="zhao.psd-product~radius",
    title="Extreme eigenvalues of a product, read off the product itself",
    source=ZHAO_2024.at("Appendix A.2", "end"),
    kind=Kind.ALGEBRAIC,
    claim=(
        spectral_radius(G @ H) <= lmax(G) * lmax(H),
        1 / spectral_radius(inv(G @ H)) >= lmin(G) * lmin(H),
    ),
    notes="Second reading. The eigenvalues of A B are real and not negative, so the largest is the spectral radius and "
    "the least is one over that of the inverse; for a singular A B both sides of the second inequality are zero.",
)
