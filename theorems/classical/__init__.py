"""Textbook facts that proofs lean on, each a statement that goes through the same mill."""

from theorems.language import (
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    Paper,
    Scalar,
    Statement,
    Symmetric,
    Vector,
    chain,
    eq,
    forall,
    lam,
    lmax,
    lmin,
    s,
    smax,
    smin,
    tr,
)

TEXTBOOK = Paper("classical", "Matrix Analysis, second edition", "R. A. Horn, C. R. Johnson")

n = Dim("n")
A, B = Symmetric("A", n), Symmetric("B", n)
M, P = Matrix("M", n, n), Matrix("P", n, n)
x = Vector("x", n)
c = Scalar("c")
i, j = Index("i"), Index("j")

weyl = Statement(
    id="classical.weyl",
    title="Weyl's inequality",
    source=TEXTBOOK.at("Theorem 4.3.1"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, j, 1, n + 1 - i, lam(A + B, i + j - 1) <= lam(A, i) + lam(B, j)),
)

weyl_extremes = Statement(
    id="classical.weyl-extremes",
    title="Every eigenvalue moves by at most the extreme eigenvalues of the perturbation",
    source=TEXTBOOK.at("Corollary 4.3.15"),
    kind=Kind.ALGEBRAIC,
    claim=chain(lam(A) + lmin(B), "<=", lam(A + B), "<=", lam(A) + lmax(B)),
)

rayleigh = Statement(
    id="classical.rayleigh",
    title="Rayleigh quotient",
    source=TEXTBOOK.at("Theorem 4.2.2"),
    kind=Kind.ALGEBRAIC,
    claim=chain(lmin(A) * tr(x.T @ x), "<=", tr(x.T @ A @ x), "<=", lmax(A) * tr(x.T @ x)),
)

gram = Statement(
    id="classical.gram",
    title="Squared singular values are the eigenvalues of the Gram matrix",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(s(M) ** 2, lam(M.T @ M)), eq(s(M) ** 2, lam(M @ M.T)), eq(s(M), s(M.T))),
)

shift = Statement(
    id="classical.shift",
    title="Adding a multiple of the identity shifts eigenvalues",
    source=TEXTBOOK.at("Observation 1.1.8"),
    kind=Kind.ALGEBRAIC,
    claim=eq(lam(A + c * Id(n)), lam(A) + c),
)

scaling = Statement(
    id="classical.scaling",
    title="A non-negative factor scales eigenvalues",
    source=TEXTBOOK.at("Observation 1.1.8"),
    kind=Kind.ALGEBRAIC,
    given=c >= 0,
    claim=eq(lam(c * A), c * lam(A)),
)

submultiplicative = Statement(
    id="classical.submultiplicative",
    title="Singular values of a product",
    source=TEXTBOOK.at("Theorem 3.3.16 (Topics)"),
    kind=Kind.ALGEBRAIC,
    claim=(s(M @ P) <= s(M) * smax(P), s(P @ M) <= smax(P) * s(M), s(M) * smin(P) <= s(M @ P)),
)
