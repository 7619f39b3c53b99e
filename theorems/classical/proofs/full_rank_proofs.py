"""Pseudo-inverses of matrices of full rank, by Penrose's equations and the inverse of a Gram matrix."""

from typing import Any

from lemmata.theorems.classical import M, T, n, q, r
from lemmata.theorems.classical.perturbation_theorems import u
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, cond, det, eq, inv, lmin, normF, pinv, rank, smax, smin, tr
from lemmata.theorems.language.proof import (
    Cases,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Step,
)

X = pinv(T)
F, G = T @ X, X @ T
penrose = (
    cite("first", eq(T @ X @ T, T), "penrose", {}, 0),
    cite("left symmetric", eq(F.T, F), "penrose", {}, 2),
    cite("right symmetric", eq(G.T, G), "penrose", {}, 3),
    Step("first, transposed", eq((T @ X @ T).T, T.T), Congruence("first")),
)


def regular_gram(Z: Any, rows: Any, columns: Any) -> tuple[Step, ...]:  # noqa: N803
    """Z^T Z is regular, for no more columns than rows and "full", smin(Z) > 0: "inverse, left" and "inverse, right"."""
    W, s = Z.T @ Z, smin(Z.T)  # noqa: N806
    return (
        cite("least of the Gram matrix", eq(lmin(W), s**2), "gram-extremes", {T: Z.T, r: columns, q: rows}, 1),
        cite("least turned", eq(s, smin(Z)), "transpose", {T: Z, r: rows, q: columns}, 1),
        Step("turned full", s > 0, Combine({"least turned": -1, "full": 1})),
        Step("definite", lmin(W) > 0, Combine({"least of the Gram matrix": -1, "turned full": s})),
        Step("semidefinite", lmin(W) >= 0, Combine({"definite": 1})),
        cite("determinant", det(W) > 0, "determinant-of-definite", {"D": W, "K": W, n: columns}, 0),
        cite("inverse, right", eq(W @ inv(W), Id(columns)), "inverse", {M: W, n: columns}, 0),
        cite("inverse, left", eq(inv(W) @ W, Id(columns)), "inverse", {M: W, n: columns}, 1),
    )


gram, outer = T.T @ T, T @ T.T
values = Proof(
    "the pseudo-inverse is (T^T T)^-1 T^T or T^T (T T^T)^-1",
    (
        *penrose,
        Step(
            "norm",
            eq(smax(X) * smin(T), 1),
            Cases(
                q <= r,
                (
                    Step("full", smin(T) > 0, Combine({"given 0": 1})),
                    *regular_gram(T, r, q),
                    Step("normal", eq(T.T @ T @ X, T.T),
                         Multiply({"left symmetric": (-T.T, None), "first, transposed": (None, None)})),
                    Step("formula", eq(X, inv(gram) @ T.T),
                         Multiply({"inverse, left": (-1, X), "normal": (inv(gram), None)})),
                    Step("norms", eq(smax(X), smax(inv(gram) @ T.T)), Congruence("formula")),
                    cite("product", eq(smax(inv(gram) @ T.T) * smin(T), 1), "pseudo-inverse-norm", {}, 0),
                    Step("claim", eq(smax(X) * smin(T), 1), Combine({"norms": smin(T), "product": 1})),
                ),
                (
                    cite("turned", eq(smin(T.T), smin(T)), "transpose", {}, 1),
                    Step("full", smin(T.T) > 0, Combine({"given 0": 1, "turned": -1})),
                    *regular_gram(T.T, q, r),
                    Step("normal", eq(X @ T @ T.T, T.T),
                         Multiply({"right symmetric": (-1, T.T), "first, transposed": (None, None)})),
                    Step("formula", eq(X, T.T @ inv(outer)),
                         Multiply({"inverse, right": (-X, None), "normal": (None, inv(outer))})),
                    Step("norms", eq(smax(X), smax(T.T @ inv(outer))), Congruence("formula")),
                    Step("symmetric", eq(inv(outer).T, inv(outer)), Identity()),
                    Step("transposed", eq((inv(outer) @ T).T, T.T @ inv(outer)), Multiply({"symmetric": (T.T, None)})),
                    Step("same norm", eq(smax((inv(outer) @ T).T), smax(T.T @ inv(outer))), Congruence("transposed")),
                    cite("turned norm", eq(smax((inv(outer) @ T).T), smax(inv(outer) @ T)), "transpose",
                         {T: inv(outer) @ T}, 0),
                    cite("product", eq(smax(inv(outer) @ T) * smin(T.T), 1), "pseudo-inverse-norm",
                         {T: T.T, r: q, q: r}, 0),
                    Step("claim", eq(smax(X) * smin(T), 1),
                         Combine({"norms": smin(T), "same norm": -smin(T), "turned norm": smin(T),
                                  "turned": -smax(inv(outer) @ T), "product": 1})),
                ),
            ),
        ),
        cite("image", normF(X @ u) <= smax(X) * normF(u), "image-length", {T: X, "y": u, r: q, q: r}),
        Step("second", smin(T) * normF(X @ u) <= normF(u), Combine({"image": smin(T), "norm": normF(u)})),
    ),
)  # fmt: skip

full_column_rank = Proof(
    "T (T^+ T - I) = 0, and T^T T is regular",
    (
        *penrose,
        cite("trace", eq(tr(F), rank(T)), "penrose", {}, 4),
        Step("full", smin(T) > 0, Combine({"given 1": 1})),
        *regular_gram(T, r, q),
        Step(
            "fifth",
            eq(G, Id(q)),
            Multiply({"first": (inv(gram) @ T.T, None), "inverse, left": (-1, G - Id(q))}),
        ),
        Step("traces", eq(tr(G), tr(Id(q))), Congruence("fifth")),
        Step("sixth", eq(tr(G), q), Combine({"traces": 1})),
        Step("second", eq(tr(F), q), Combine({"sixth": 1})),
        Step("first claim", eq(rank(T), q), Combine({"trace": -1, "second": 1})),
        cite("length", eq(normF(F) ** 2, rank(T)), "pseudo-inverse-rank", {}, 0),
        Step("third", eq(normF(F) ** 2, q), Combine({"length": 1, "first claim": 1})),
        cite("norm", eq(smax(X) * smin(T), 1), "pseudo-inverse-values", {}, 0),
        cite("ratio", eq(cond(T), smax(T) / smin(T)), "condition", {}),
        Step("fourth", eq(smax(T) * smax(X), cond(T)), Combine({"norm": smax(T) / smin(T), "ratio": -1})),
    ),
)

PROOFS = {
    "classical.pseudo-inverse-values": values,
    "classical.full-column-rank": full_column_rank,
}
