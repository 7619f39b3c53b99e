"""Section 1: what is multiplicative, and what is not."""

from lemmata.language import Dim, Kind, Matrix, Statement, smax, spectral_radius
from theorems.products2026 import PRODUCTS_2026

p, q, r, t = Dim("p"), Dim("q"), Dim("r"), Dim("t")
A, B, C = Matrix("A", p, q), Matrix("B", q, r), Matrix("C", r, t)

lemma_1 = Statement(
    id="products.lemma-1",
    title="Operator norm of a product of three matrices",
    source=PRODUCTS_2026.at("Lemma 1"),
    kind=Kind.ALGEBRAIC,
    claim=smax(A @ B @ C) <= smax(A) * smax(B) * smax(C),
)

n = Dim("n")
F, G = Matrix("F", n, n), Matrix("G", n, n)

lemma_2 = Statement(
    id="products.lemma-2",
    title="Spectral radius of a product",
    source=PRODUCTS_2026.at("Lemma 2"),
    kind=Kind.ALGEBRAIC,
    claim=spectral_radius(F @ G) <= spectral_radius(F) * spectral_radius(G),
)
