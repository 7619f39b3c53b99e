"""Proofs that the search found."""

from lemmata.theorems.classical import THEOREMS
from lemmata.theorems.language import (
    Index,
    SumOver,
    eq,
    forall,
    lam,
    lmax,
    lmin,
    minimum,
    norm2,
    normF,
    rank,
    s,
    smax,
    smin,
    sqrt,
    tr,
)
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Sign, Step


def psd_trace_of_square() -> Proof:
    """The trace of the square of a positive semidefinite matrix."""
    n, K = THEOREMS["classical.psd-trace-of-square"].let
    return Proof(
        "The trace of a product of positive semidefinite matrices; and others",
        (
            Step(
                "step 1", tr(K @ K) <= tr(K) ** 2, Apply("classical.psd-trace-of-product", {"n": n, "K": K, "L": K}, 1)
            ),
            Step(
                "step 2",
                tr(K @ K) <= tr(K) * lmax(K),
                Apply("classical.psd-trace-product", {"n": n, "A": K, "K": K}, 1),
            ),
            Step(
                "step 3",
                normF(K) <= SumOver(Index("k_1"), 1, n, s(K, Index("k_1"))),
                Apply("classical.nuclear-norm", {"r": n, "q": n, "T": K, "k": 1}, 4),
            ),
            Step(
                "step 4",
                eq(SumOver(Index("k_2"), 1, n, s(K, Index("k_2"))), tr(K)),
                Apply("classical.psd-extremes", {"n": n, "K": K}, 2),
            ),
            Step("step 5", normF(K) <= tr(K), Combine({"step 3": 1, "step 4": 1})),
        ),
    )


def trace_of_product() -> Proof:
    """The trace of a product is at most the product of the Frobenius norms."""
    n, M, P = THEOREMS["classical.trace-of-product"].let
    return Proof(
        "Cauchy's inequality for the inner product of matrices; and others",
        (
            Step(
                "step 1",
                abs(tr(M @ P)) <= normF(P) * normF(M.T),
                Apply("classical.inner-product", {"r": n, "q": n, "T": M.T, "S": P}),
            ),
            Step(
                "step 2", eq(normF(M.T), normF(M)), Apply("classical.frobenius-of-transposed", {"r": n, "q": n, "T": M})
            ),
            Step("step 3", abs(tr(M @ P)) <= normF(M) * normF(P), Combine({"step 1": 1, "step 2": normF(P)})),
        ),
    )


def norms_of_difference() -> Proof:
    """Triangle inequality for a difference."""
    r, q, T, S = THEOREMS["classical.norms-of-difference"].let
    return Proof(
        "Singular values of a sum of rectangular matrices; and others",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, minimum(r, q), s(T - S, Index("k_1")) - smax(S) <= s(T - S + S, Index("k_1"))),
                Apply("classical.rectangular-perturbation", {"r": r, "q": q, "T": T - S, "S": S}, 1),
            ),
            Step("step 2", smax(T - S) - smax(S) <= smax(T), At("step 1", 1)),
            Step(
                "step 3",
                normF(T - S) <= normF(T) + normF(-S),
                Apply("classical.frobenius-triangle", {"r": r, "q": q, "T": T, "S": -S}),
            ),
            Step("step 4", eq(normF(-S), normF(S)), Apply("classical.norm-of-negative", {"r": r, "q": q, "T": S}, 1)),
            Step("step 5", normF(T - S) <= normF(T) + normF(S), Combine({"step 3": 1, "step 4": 1})),
            Step("step 6", eq(norm2(T), smax(T)), Apply("classical.operator-norm", {"r": r, "q": q, "T": T})),
            Step("step 7", eq(norm2(S), smax(S)), Apply("classical.operator-norm", {"r": r, "q": q, "T": S})),
            Step(
                "step 8", eq(norm2(T - S), smax(T - S)), Apply("classical.operator-norm", {"r": r, "q": q, "T": T - S})
            ),
            Step(
                "step 9",
                norm2(T - S) <= norm2(T) + norm2(S),
                Combine({"step 6": -1, "step 7": -1, "step 8": 1, "step 2": 1}),
            ),
        ),
    )


def frobenius_rank() -> Proof:
    """Squared Frobenius norm, rank and operator norm."""
    r, q, T = THEOREMS["classical.frobenius-rank"].let
    return Proof(
        "The Frobenius norm from the operator norm and the rank; and others",
        (
            Step(
                "step 1",
                normF(T) <= smax(T) * sqrt(rank(T)),
                Apply("classical.frobenius-by-rank", {"r": r, "q": q, "T": T}),
            ),
            Step(
                "step 2",
                normF(T) ** 2 <= rank(T) * smax(T) ** 2,
                Combine({"step 1": normF(T) + smax(T) * sqrt(rank(T))}),
            ),
            Step("step 3", eq(norm2(T), smax(T)), Apply("classical.operator-norm", {"r": r, "q": q, "T": T})),
            Step(
                "step 4",
                normF(T) ** 2 <= rank(T) * norm2(T) ** 2,
                Combine({"step 2": 1, "step 3": -(rank(T) * smax(T)) - rank(T) * norm2(T)}),
            ),
        ),
    )


def trace_below_frobenius() -> Proof:
    """Squared trace and Frobenius norm."""
    n, M = THEOREMS["classical.trace-below-frobenius"].let
    return Proof(
        "The trace is at most the sum of the singular values; and others",
        (
            Step(
                "step 1",
                abs(tr(M)) <= SumOver(Index("k_1"), 1, n, s(M, Index("k_1"))),
                Apply("classical.trace-below-nuclear", {"n": n, "M": M}),
            ),
            Step(
                "step 2",
                SumOver(Index("k_2"), 1, n, s(M, Index("k_2"))) <= normF(M) * sqrt(n),
                Apply("classical.nuclear-frobenius", {"n": n, "M": M}, 1),
            ),
            Step(
                "step 3",
                tr(M) ** 2 <= n * normF(M) ** 2,
                Combine(
                    {
                        "step 1": abs(tr(M)) + SumOver(Index("k_3"), 1, n, s(M, Index("k_3"))),
                        "step 2": normF(M) * sqrt(n) + SumOver(Index("k_4"), 1, n, s(M, Index("k_4"))),
                    }
                ),
            ),
        ),
    )


def symmetric_part() -> Proof:
    """Symmetric part and norms."""
    n, M = THEOREMS["classical.symmetric-part"].let
    return Proof(
        "Fan and Hoffman: eigenvalues of the symmetric part; and others",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, lam(M + M.T, Index("k_1")) <= 2 * s(M, Index("k_1"))),
                Apply("classical.fan-hoffman", {"n": n, "M": M}),
            ),
            Step("step 2", lmax(M + M.T) <= 2 * smax(M), At("step 1", 1)),
            Step(
                "step 3",
                forall(Index("k_2"), 1, n, eq(s(M, Index("k_2")), s(M.T, Index("k_2")))),
                Apply("classical.gram", {"n": n, "M": M}, 2),
            ),
            Step("step 4", eq(smax(M), smax(M.T)), At("step 3", 1)),
            Step(
                "step 5",
                smax(M + M.T) <= smax(M) + smax(M.T),
                Apply("classical.norm-of-sum", {"r": n, "q": n, "T": M, "S": M.T}),
            ),
            Step(
                "step 6",
                -smax(M + M.T) <= lmin(M + M.T),
                Apply("classical.eigenvalue-below-norm", {"n": n, "A": M + M.T}, 2),
            ),
            Step("step 7", -(2 * smax(M)) <= lmin(M + M.T), Combine({"step 4": -1, "step 5": 1, "step 6": 1})),
            Step("step 8", smax(M + M.T) <= 2 * smax(M), Sign()),
        ),
    )


def operator_frobenius_products() -> Proof:
    """Frobenius norm of a product and the operator norm of a factor."""
    n, M, P = THEOREMS["classical.operator-frobenius-products"].let
    return Proof(
        "The operator norm is the largest singular value; and others",
        (
            Step("step 1", eq(norm2(M), smax(M)), Apply("classical.operator-norm", {"r": n, "q": n, "T": M})),
            Step("step 2", smax(M) <= normF(M), Apply("classical.operator-below-frobenius", {"r": n, "q": n, "T": M})),
            Step("step 3", norm2(M) <= normF(M), Combine({"step 1": 1, "step 2": 1})),
            Step(
                "step 4",
                normF(M @ P) <= smax(M) * normF(P),
                Apply("classical.frobenius-left-factor", {"r": n, "q": n, "T": M, "k": n, "U": P}),
            ),
            Step("step 5", normF(M @ P) <= norm2(M) * normF(P), Combine({"step 1": -normF(P), "step 4": 1})),
            Step("step 6", eq(norm2(P), smax(P)), Apply("classical.operator-norm", {"r": n, "q": n, "T": P})),
            Step(
                "step 7",
                normF(M @ P) <= normF(M) * smax(P),
                Apply("classical.frobenius-right-factor", {"r": n, "q": n, "T": M, "k": n, "U": P}),
            ),
            Step("step 8", normF(M @ P) <= normF(M) * norm2(P), Combine({"step 6": -normF(M), "step 7": 1})),
        ),
    )


def trace_of_square() -> Proof:
    """Schur: the trace of the square is at most the squared Frobenius norm."""
    n, M = THEOREMS["classical.trace-of-square"].let
    return Proof(
        "Traces of products from above",
        (
            Step(
                "step 1",
                tr(M @ M) <= normF(M) ** 2,
                Apply("classical.trace-bounds", {"n": n, "M": M, "P": M, "q": 1, "r": 1}, 1),
            ),
        ),
    )


def psd_norm_of_sum() -> Proof:
    """The norm of a sum of positive semidefinite matrices."""
    n, K, L = THEOREMS["classical.psd-norm-of-sum"].let
    j = Index("j", 1, n)
    return Proof(
        "Every eigenvalue moves by at most the extreme eigenvalues of the perturbation; and others",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, lmin(L) + lam(K, Index("k_1")) <= lam(K + L, Index("k_1"))),
                Apply("classical.weyl-extremes", {"n": n, "A": K, "B": L}),
            ),
            Step("step 2", lmax(K) + lmin(L) <= lmax(K + L), At("step 1", 1)),
            Step("step 3", lmax(K) <= lmax(K + L), Combine({"step 2": 1})),
            Step(
                "step 4",
                forall(Index("k_2"), 1, n, eq(s(K, Index("k_2")), lam(K, Index("k_2")))),
                Apply("classical.psd-singular-values", {"n": n, "A": K}),
            ),
            Step("step 5", eq(smax(K), lmax(K)), At("step 4", 1)),
            Step(
                "step 6", lmax(K + L) <= smax(K + L), Apply("classical.eigenvalue-below-norm", {"n": n, "A": K + L}, 1)
            ),
            Step("step 7", smax(K) <= smax(K + L), Combine({"step 5": 1, "step 6": 1, "step 3": 1})),
            Step("step 8", lam(K, j) <= lam(K + L, j), Sign()),
        ),
    )


def norm_duality() -> Proof:
    """The operator norm and the sum of the singular values are dual."""
    n, M, P = THEOREMS["classical.norm-duality"].let
    return Proof(
        "Duality of the nuclear and the operator norm of rectangular matrices; and others",
        (
            Step(
                "step 1",
                abs(tr(M @ P)) <= SumOver(Index("k_1"), 1, n, s(P, Index("k_1"))) * smax(M.T),
                Apply("classical.nuclear-duality", {"r": n, "q": n, "T": M.T, "S": P}),
            ),
            Step("step 2", eq(smax(M.T), smax(M)), Apply("classical.transpose", {"r": n, "q": n, "T": M})),
            Step(
                "step 3",
                abs(tr(M @ P)) <= smax(M) * SumOver(Index("k_3"), 1, n, s(P, Index("k_3"))),
                Combine({"step 1": 1, "step 2": SumOver(Index("k_2"), 1, n, s(P, Index("k_2")))}),
            ),
        ),
    )


def least_singular_perturbation() -> Proof:
    """The smallest singular value of a sum."""
    n, M, P = THEOREMS["classical.least-singular-perturbation"].let
    return Proof(
        "Singular values of a sum of rectangular matrices",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, s(M, Index("k_1")) - smax(P) <= s(M + P, Index("k_1"))),
                Apply("classical.rectangular-perturbation", {"r": n, "q": n, "T": M, "S": P}, 1),
            ),
            Step("step 2", smin(M) - smax(P) <= smin(M + P), At("step 1", n)),
            Step(
                "step 3",
                forall(Index("k_2"), 1, n, s(M + P, Index("k_2")) <= smax(P) + s(M, Index("k_2"))),
                Apply("classical.rectangular-perturbation", {"r": n, "q": n, "T": M, "S": P}),
            ),
            Step("step 4", smin(M + P) <= smax(P) + smin(M), At("step 3", n)),
        ),
    )


PROOFS = {
    "classical.psd-trace-of-square": psd_trace_of_square(),
    "classical.trace-of-product": trace_of_product(),
    "classical.norms-of-difference": norms_of_difference(),
    "classical.frobenius-rank": frobenius_rank(),
    "classical.trace-below-frobenius": trace_below_frobenius(),
    "classical.symmetric-part": symmetric_part(),
    "classical.operator-frobenius-products": operator_frobenius_products(),
    "classical.trace-of-square": trace_of_square(),
    "classical.psd-norm-of-sum": psd_norm_of_sum(),
    "classical.norm-duality": norm_duality(),
    "classical.least-singular-perturbation": least_singular_perturbation(),
}
