"""Proofs that the search found once it took operator norms for largest singular values."""

from lemmata.theorems.classical import THEOREMS
from lemmata.theorems.language import (
    Index,
    SumOver,
    eq,
    forall,
    maximum,
    minimum,
    norm2,
    normF,
    s,
    smax,
    smin,
    spectral_radius,
    tr,
)
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Step


def spectral_radius_symmetric() -> Proof:
    """The spectral radius of a symmetric matrix is its norm."""
    n, A = THEOREMS["classical.spectral-radius-symmetric"].let
    return Proof(
        "The spectral radius bounds the eigenvalues of a symmetric matrix",
        (
            Step(
                "step 1",
                eq(spectral_radius(A), smax(A)),
                Apply("classical.spectral-radius-eigenvalues", {"n": n, "A": A}, 1),
            ),
        ),
    )


def fan_norms() -> Proof:
    """Triangle inequality of Fan's norms."""
    n, M, P = THEOREMS["classical.fan-norms"].let
    return Proof(
        "Fan: the sum of the largest singular values of a sum; Fan's norms of a product",
        (
            Step(
                "step 1",
                SumOver(Index("k_1"), 1, 2, s(M + P, Index("k_1")))
                <= SumOver(Index("k_2"), 1, 2, s(M, Index("k_2"))) + SumOver(Index("k_3"), 1, 2, s(P, Index("k_3"))),
                Apply("classical.fan-singular", {"n": n, "M": M, "P": P, "k": 2}),
            ),
            Step(
                "step 2",
                SumOver(Index("k_4"), 1, 2, s(M, Index("k_4"))) <= 2 * smax(M),
                Apply("classical.fan-norms-of-products", {"n": n, "M": M, "k": 2}, 2),
            ),
        ),
    )


def norms_differ() -> Proof:
    """Norms differ by at most the norm of the difference."""
    r, q, T, S = THEOREMS["classical.norms-differ"].let
    return Proof(
        "Singular values of a sum of rectangular matrices; and others",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, minimum(r, q), abs(s(T, Index("k_1")) - s(S, Index("k_1"))) <= smax(T - S)),
                Apply("classical.rectangular-perturbation", {"r": r, "q": q, "T": T, "S": S}, 2),
            ),
            Step("step 2", abs(smax(S) - smax(T)) <= smax(T - S), At("step 1", 1)),
            Step(
                "step 3",
                eq(normF(-T + S), normF(T - S)),
                Apply("classical.norm-of-negative", {"r": r, "q": q, "T": T - S}, 1),
            ),
            Step(
                "step 4",
                normF(S) <= normF(T) + normF(-T + S),
                Apply("classical.frobenius-triangle", {"r": r, "q": q, "T": T, "S": -T + S}),
            ),
            Step("step 5", -normF(T - S) <= normF(T) - normF(S), Combine({"step 3": 1, "step 4": 1})),
            Step(
                "step 6",
                normF(T) <= normF(S) + normF(T - S),
                Apply("classical.frobenius-triangle", {"r": r, "q": q, "T": S, "S": T - S}),
            ),
            Step(
                "step 7",
                abs(normF(T) - normF(S)) <= normF(T - S),
                Apply("classical.modulus-bound", {"x": normF(T) - normF(S), "c": normF(T - S)}),
            ),
        ),
    )


def norms_of_sum_below() -> Proof:
    """The triangle inequality from below."""
    r, q, T, S = THEOREMS["classical.norms-of-sum-below"].let
    where = {"r": r, "q": q}
    values = Apply("classical.rectangular-perturbation", {**where, "T": T, "S": S}, 1)
    k = Index("k_1")
    return Proof(
        "singular values of a sum; the triangle inequality for the sum and the negative of one",
        (
            Step("values", forall(k, 1, minimum(r, q), s(T, k) - smax(S) <= s(T + S, k)), values),
            Step("largest", smax(T) - smax(S) <= smax(T + S), At("values", 1)),
            Step("negative", eq(normF(-S), normF(S)), Apply("classical.norm-of-negative", {**where, "T": S}, 1)),
            Step(
                "triangle",
                normF(T) <= normF(T + S) + normF(-S),
                Apply("classical.frobenius-triangle", {**where, "T": T + S, "S": -S}),
            ),
            Step("below", normF(T) - normF(S) <= normF(T + S), Combine({"negative": 1, "triangle": 1})),
        ),
    )


def operator_norm_triangle() -> Proof:
    """Triangle inequality and submultiplicativity of the operator norm."""
    r, q, k, T, S, U = THEOREMS["classical.operator-norm-triangle"].let
    return Proof(
        "The operator norm of a sum; The operator norm of a product",
        (
            Step(
                "step 1",
                smax(T + S) <= smax(S) + smax(T),
                Apply("classical.norm-of-sum", {"r": r, "q": q, "T": T, "S": S}),
            ),
            Step(
                "step 2",
                smax(T @ U) <= smax(T) * smax(U),
                Apply("classical.norm-of-product", {"r": r, "q": q, "T": T, "k": k, "U": U}),
            ),
        ),
    )


def norm_of_semidefinite_difference() -> Proof:
    """The operator norm of a difference of semidefinite matrices."""
    n, K, L = THEOREMS["classical.norm-of-semidefinite-difference"].let
    return Proof(
        "The norm of a difference of positive semidefinite matrices",
        (
            Step(
                "step 1",
                smax(K - L) <= maximum(smax(K), smax(L)),
                Apply("classical.psd-difference", {"n": n, "L": L, "K": K}),
            ),
        ),
    )


def norm_by_frobenius() -> Proof:
    """Geometric mean of two norms."""
    n, M = THEOREMS["classical.norm-by-frobenius"].let
    return Proof(
        "Squared singular values are the eigenvalues of the Gram matrix; and others",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, eq(s(M.T, Index("k_1")), s(M.T.T, Index("k_1")))),
                Apply("classical.gram", {"n": n, "M": M.T}, 2),
            ),
            Step("step 2", eq(smax(M.T), smax(M)), At("step 1", 1)),
            Step(
                "step 3",
                tr(M @ M.T) <= SumOver(Index("k_2"), 1, n, s(M, Index("k_2"))) * smax(M.T),
                Apply("classical.trace-bounds", {"n": n, "M": M.T, "P": M, "r": 1, "q": 1}, 3),
            ),
            Step("step 4", eq(normF(M) ** 2, tr(M @ M.T)), Apply("classical.frobenius", {"r": n, "q": n, "T": M})),
            Step(
                "step 5",
                normF(M) ** 2 <= smax(M) * SumOver(Index("k_4"), 1, n, s(M, Index("k_4"))),
                Combine({"step 2": SumOver(Index("k_3"), 1, n, s(M, Index("k_3"))), "step 3": 1, "step 4": 1}),
            ),
            Step("step 6", smin(M) <= smax(M), Apply("classical.order", {"r": n, "q": n, "T": M, "n": 1}, 1)),
            Step("step 7", smin(M) * norm2(M) <= norm2(M) ** 2, Combine({"step 6": smax(M)})),
        ),
    )


PROOFS = {
    "classical.spectral-radius-symmetric": spectral_radius_symmetric(),
    "classical.fan-norms": fan_norms(),
    "classical.norms-differ": norms_differ(),
    "classical.norms-of-sum-below": norms_of_sum_below(),
    "classical.operator-norm-triangle": operator_norm_triangle(),
    "classical.norm-of-semidefinite-difference": norm_of_semidefinite_difference(),
    "classical.norm-by-frobenius": norm_by_frobenius(),
}
