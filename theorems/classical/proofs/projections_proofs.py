"""Orthogonal projectors: diagonal ones and turned ones shorten what they are applied to."""

from typing import Any

from lemmata.theorems.classical import A, M, T, n, x
from lemmata.theorems.classical.accretive_theorems import F, G, Q, R, X, Y
from lemmata.theorems.classical.perturbation_theorems import F as W
from lemmata.theorems.classical.perturbation_theorems import K
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.penrose_proofs import complement, contraction, shortened
from lemmata.theorems.language import Id, eq, lmax, lmin, normF, smax, tr
from lemmata.theorems.language.proof import Combine, Congruence, Identity, Multiply, Proof, Step

one = Id(n)
kept, left = X @ M @ Y, M - X @ M @ Y


def turned(name: str, of: Any, by: Any) -> tuple[Step, ...]:
    """Q F Q^T is symmetric and idempotent."""
    N = by @ of @ by.T  # noqa: N806
    return (
        Step(f"{name}, square", eq(of @ of, of), Identity()),
        Step(f"{name}, columns", eq(by.T @ by, one), Identity()),
        Step(f"{name}, symmetric", eq(N.T, N), Identity()),
        Step(
            f"{name}, idempotent",
            eq(N @ N, N),
            Multiply({f"{name}, columns": (by @ of, of @ by.T), f"{name}, square": (by, by.T)}),
        ),
    )


parts = Proof(
    "both projectors are symmetric and idempotent, and what they leave is orthogonal to what they keep",
    (
        *turned("X", F, Q),
        *turned("Y", G, R),
        *shortened("X", "of M", X, M),
        *shortened("X", "of x", X, x),
        Step("gram", eq(X.T @ X, X), Multiply({"X, symmetric": (None, X), "X, idempotent": (None, None)})),
        Step("trace", eq(tr(X.T @ X), tr(X)), Congruence("gram")),
        Step("length", eq(normF(X) ** 2, tr(X)), Combine({"trace": 1})),
        Step("at x", eq(x.T @ X.T @ X @ x, x.T @ X @ x), Multiply({"gram": (x.T, x)})),
        Step("form", eq(normF(X @ x) ** 2, tr(x.T @ X @ x)), Combine({"at x": 1})),
        Step("both", eq(normF(kept) ** 2 + normF(left) ** 2, normF(M) ** 2), Identity()),
        Step("squares", normF(left) ** 2 <= normF(M) ** 2, Combine({"both": 1})),
        cite("last", normF(left) <= normF(M), "square-roots", {"x": normF(left), "y": normF(M)}),
    ),
)

D = Q @ W @ Q.T
orthogonal_projector = Proof(
    "a turned diagonal projector is symmetric and idempotent; a compression of a semidefinite matrix by the rest",
    (
        *turned("D", W, Q),
        *contraction("D", D, n),
        cite("gram", lmin(D.T @ D) >= 0, "gram-psd", {T: D}),
        Step("squared", eq(D.T @ D, D), Multiply({"D, symmetric": (None, D), "D, idempotent": (None, None)})),
        Step("least", eq(lmin(D.T @ D), lmin(D)), Congruence("squared")),
        Step("semidefinite", lmin(D) >= 0, Combine({"gram": 1, "least": -1})),
        cite("largest", lmax(D) <= smax(D), "eigenvalue-below-norm", {A: D}, 1),
        Step("at most one", lmax(D) <= 1, Combine({"largest": 1, "D, contraction": 1})),
        *shortened("D", "left", D, M),
        *shortened("D", "right", D, M.T),
        cite("turned", eq(normF((D @ M.T).T), normF(D @ M.T)), "frobenius-of-transposed", {T: D @ M.T}),
        cite("turned M", eq(normF(M.T), normF(M)), "frobenius-of-transposed", {T: M}),
        Step("same", eq((D @ M.T).T, M @ D), Identity()),
        Step("same length", eq(normF((D @ M.T).T), normF(M @ D)), Congruence("same")),
        Step(
            "fifth",
            normF(M @ D) <= normF(M),
            Combine({"same length": -1, "turned": 1, "right, part": 1, "turned M": 1}),
        ),
        *shortened("D", "of x", D, x),
        *complement("D", "rest", D, n),
        *contraction("rest", one - D, n),
        cite("compressed", lmin((one - D).T @ K @ (one - D)) >= 0, "psd-congruence", {A: K, M: one - D}),
        cite("trace", tr((one - D).T @ K @ (one - D)) >= 0, "psd-trace", {"K": (one - D).T @ K @ (one - D)}, 0),
        Step(
            "rest of K",
            eq(tr((one - D).T @ K @ (one - D)), tr((one - D) @ (one - D).T @ K)),
            Identity(),
        ),
        Step(
            "outer",
            eq((one - D) @ (one - D).T @ K, K - D @ K),
            Multiply({"rest, symmetric": (one - D, K), "rest, idempotent": (None, K)}),
        ),
        Step("traces", eq(tr((one - D) @ (one - D).T @ K), tr(K - D @ K)), Congruence("outer")),
        Step("eighth", tr(D @ K) <= tr(K), Combine({"trace": 1, "rest of K": 1, "traces": 1})),
    ),
)
PROOFS = {
    "classical.projector-parts": parts,
    "classical.orthogonal-projector": orthogonal_projector,
}
