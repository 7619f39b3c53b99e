"""Proofs that the search found: eigenvalues and definite matrices."""

from lemmata.theorems.classical import THEOREMS
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    Unit,
    eq,
    forall,
    inv,
    lam,
    lmax,
    lmin,
    norm2,
    normF,
    rank,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Sign, Step


def weyl_perturbation() -> Proof:
    """Weyl: every eigenvalue moves by at most the norm of the perturbation."""
    n, A, B = THEOREMS["classical.weyl-perturbation"].let
    i = Index("i", 1, n)
    return Proof(
        "An eigenvalue of a sum and the norm of one summand",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, lam(B, Index("k_1")) - smax(A - B) <= lam(B + A - B, Index("k_1"))),
                Apply("classical.weyl-sum-norm", {"n": n, "A": B, "B": A - B}),
            ),
            Step("step 2", lam(B, i) - smax(A - B) <= lam(A, i), At("step 1", i)),
            Step(
                "step 3",
                forall(Index("k_2"), 1, n, lam(B + A - B, Index("k_2")) <= smax(A - B) + lam(B, Index("k_2"))),
                Apply("classical.weyl-sum-norm", {"n": n, "A": B, "B": A - B}, 1),
            ),
            Step("step 4", lam(A, i) <= lam(B, i) + smax(A - B), At("step 3", i)),
            Step(
                "step 5",
                abs(lam(A, i) - lam(B, i)) <= norm2(A - B),
                Apply("classical.modulus-bound", {"x": lam(A, i) - lam(B, i), "c": norm2(A - B)}),
            ),
        ),
    )


def weyl_sum_norm() -> Proof:
    """An eigenvalue of a sum and the norm of one summand."""
    n, A, B = THEOREMS["classical.weyl-sum-norm"].let
    i = Index("i", 1, n)
    k = Index("k", 1, n)
    return Proof(
        "Every eigenvalue moves by at most the extreme eigenvalues of the perturbation; and others",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, lmin(B) + lam(A, Index("k_1")) <= lam(A + B, Index("k_1"))),
                Apply("classical.weyl-extremes", {"n": n, "A": A, "B": B}),
            ),
            Step("step 2", lam(A, i) + lmin(B) <= lam(A + B, i), At("step 1", i)),
            Step("step 3", -smax(B) <= lmin(B), Apply("classical.eigenvalue-below-norm", {"n": n, "A": B}, 2)),
            Step("step 4", lam(A, i) - smax(B) <= lam(A + B, i), Combine({"step 2": 1, "step 3": 1})),
            Step(
                "step 5",
                forall(Index("k_2"), 1, n, lam(A + B, Index("k_2")) <= lmax(B) + lam(A, Index("k_2"))),
                Apply("classical.weyl-extremes", {"n": n, "A": A, "B": B}, 1),
            ),
            Step("step 6", lam(A + B, k) <= lmax(B) + lam(A, k), At("step 5", k)),
            Step("step 7", lmax(B) <= smax(B), Apply("classical.eigenvalue-below-norm", {"n": n, "A": B}, 1)),
            Step("step 8", lam(A + B, k) <= smax(B) + lam(A, k), Combine({"step 6": 1, "step 7": 1})),
        ),
    )


def extreme_eigenvalues_of_multiple() -> Proof:
    """Extreme eigenvalues of a non-negative multiple."""
    n, c, A = THEOREMS["classical.extreme-eigenvalues-of-multiple"].let
    return Proof(
        "A non-negative factor scales eigenvalues",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, eq(lam(c * A, Index("k_1")), c * lam(A, Index("k_1")))),
                Apply("classical.scaling", {"c": c, "n": n, "A": A}),
            ),
            Step("step 2", eq(lmax(c * A), c * lmax(A)), At("step 1", 1)),
            Step(
                "step 3",
                forall(Index("k_2"), 1, n, eq(lam(c * A, Index("k_2")), c * lam(A, Index("k_2")))),
                Apply("classical.scaling", {"c": c, "n": n, "A": A}),
            ),
            Step("step 4", eq(lmin(c * A), c * lmin(A)), At("step 3", n)),
        ),
    )


def extreme_eigenvalues_of_shift() -> Proof:
    """Extreme eigenvalues of a shifted matrix."""
    n, A, c = THEOREMS["classical.extreme-eigenvalues-of-shift"].let
    return Proof(
        "Adding a multiple of the identity shifts eigenvalues",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, eq(lam(A + c * Id(n), Index("k_1")), c + lam(A, Index("k_1")))),
                Apply("classical.shift", {"c": c, "n": n, "A": A}),
            ),
            Step("step 2", eq(lmax(A + c * Id(n)), c + lmax(A)), At("step 1", 1)),
            Step(
                "step 3",
                forall(Index("k_2"), 1, n, eq(lam(A + c * Id(n), Index("k_2")), c + lam(A, Index("k_2")))),
                Apply("classical.shift", {"c": c, "n": n, "A": A}),
            ),
            Step("step 4", eq(lmin(c * Id(n) + A), c + lmin(A)), At("step 3", n)),
        ),
    )


def diagonal_between() -> Proof:
    """Diagonal entries lie between the extreme eigenvalues."""
    n, A = THEOREMS["classical.diagonal-between"].let
    i = Index("i", 1, n)
    k = Index("k", 1, n)
    return Proof(
        "Rayleigh quotient",
        (
            Step(
                "step 1",
                lmin(A) * tr(Unit(n, i).T @ Unit(n, i)) <= tr(Unit(n, i).T @ A @ Unit(n, i)),
                Apply("classical.rayleigh", {"n": n, "x": Unit(n, i), "A": A}),
            ),
            Step(
                "step 2",
                tr(Unit(n, k).T @ A @ Unit(n, k)) <= lmax(A) * tr(Unit(n, k).T @ Unit(n, k)),
                Apply("classical.rayleigh", {"n": n, "x": Unit(n, k), "A": A}, 1),
            ),
        ),
    )


def psd_sum() -> Proof:
    """A sum of positive semidefinite matrices is one."""
    n, K, L = THEOREMS["classical.psd-sum"].let
    return Proof(
        "Extreme eigenvalues of a sum",
        (
            Step(
                "step 3",
                lmin(K) + lmin(L) <= lmin(K + L),
                Apply("classical.extreme-eigenvalues-of-sum", {"n": n, "A": K, "B": L}, 1),
            ),
            Step("step 4", lmin(K + L) >= 0, Combine({"step 3": 1})),
        ),
    )


def psd_multiple() -> Proof:
    """A non-negative multiple of a positive semidefinite matrix is one."""
    n, c, K = THEOREMS["classical.psd-multiple"].let
    return Proof(
        "Extreme eigenvalues of a non-negative multiple",
        (
            Step(
                "step 2",
                eq(lmin(c * K), c * lmin(K)),
                Apply("classical.extreme-eigenvalues-of-multiple", {"c": c, "n": n, "A": K}, 1),
            ),
            Step("step 3", lmin(c * K) >= 0, Combine({"step 2": -1})),
        ),
    )


def trace_product_norm() -> Proof:
    """The trace of a product with a positive semidefinite matrix and the norm."""
    n, M, K = THEOREMS["classical.trace-product-norm"].let
    return Proof(
        "The operator norm and the sum of the singular values are dual; and others",
        (
            Step(
                "step 1",
                abs(tr(K @ M)) <= smax(M) * SumOver(Index("k_1"), 1, n, s(K, Index("k_1"))),
                Apply("classical.norm-duality", {"n": n, "M": M, "P": K}),
            ),
            Step(
                "step 2",
                eq(SumOver(Index("k_2"), 1, n, s(K, Index("k_2"))), tr(K)),
                Apply("classical.psd-extremes", {"n": n, "K": K}, 2),
            ),
            Step("step 3", abs(tr(K @ M)) <= smax(M) * tr(K), Combine({"step 1": 1, "step 2": smax(M)})),
        ),
    )


def loewner_congruence() -> Proof:
    """Congruence keeps the Loewner order."""
    n, B, A, M = THEOREMS["classical.loewner-congruence"].let
    return Proof(
        "Congruence keeps positive semidefiniteness",
        (
            Step(
                "step 1", lmin(M.T @ B @ M - M.T @ A @ M) >= 0, Apply("classical.psd-congruence", {"A": B - A, "M": M})
            ),
            Step("step 2", lmin(M.T @ B @ M - M.T @ A @ M) >= 0, Combine({"step 1": 1})),
        ),
    )


def loewner_transitive() -> Proof:
    """The Loewner order is transitive."""
    n, B, A, C = THEOREMS["classical.loewner-transitive"].let
    return Proof(
        "A sum of positive semidefinite matrices is one",
        (
            Step("step 1", lmin(B - A) >= 0, Sign()),
            Step("step 2", lmin(C - B) >= 0, Sign()),
            Step("step 3", lmin(C - A) >= 0, Apply("classical.psd-sum", {"K": B - A, "L": -B + C})),
            Step("step 4", lmin(C - A) >= 0, Combine({"step 3": 1})),
        ),
    )


def ostrowski_largest() -> Proof:
    """Ostrowski: largest eigenvalue under congruence."""
    n, M, K = THEOREMS["classical.ostrowski-largest"].let
    return Proof(
        "Singular values of a positive semidefinite matrix are its eigenvalues; and others",
        (
            Step(
                "step 1",
                forall(Index("k_1"), 1, n, eq(s(K, Index("k_1")), lam(K, Index("k_1")))),
                Apply("classical.psd-singular-values", {"n": n, "A": K}),
            ),
            Step("step 2", eq(smax(K), lmax(K)), At("step 1", 1)),
            Step(
                "step 3",
                forall(Index("k_2"), 1, n, s(K @ M, Index("k_2")) <= smax(M) * s(K, Index("k_2"))),
                Apply("classical.submultiplicative", {"n": n, "M": K, "P": M}),
            ),
            Step("step 4", smax(K @ M) <= smax(M) * smax(K), At("step 3", 1)),
            Step(
                "step 5",
                forall(Index("k_3"), 1, n, eq(s(M.T @ K, Index("k_3")), s((M.T @ K).T, Index("k_3")))),
                Apply("classical.gram", {"n": n, "M": M.T @ K}, 2),
            ),
            Step("step 6", eq(smax(M.T @ K), smax((M.T @ K).T)), At("step 5", 1)),
            Step(
                "step 7",
                forall(Index("k_4"), 1, n, s(M.T @ K @ M, Index("k_4")) <= smax(M) * s(M.T @ K, Index("k_4"))),
                Apply("classical.submultiplicative", {"n": n, "M": M.T @ K, "P": M}),
            ),
            Step("step 8", smax(M.T @ K @ M) <= smax(M) * smax(M.T @ K), At("step 7", 1)),
            Step("step 9", lmin(M.T @ K @ M) >= 0, Apply("classical.psd-congruence", {"A": K, "M": M})),
            Step("step 10", lmin(M.T @ K @ M) >= 0, Combine({"step 9": 1})),
            Step(
                "step 11",
                forall(Index("k_5"), 1, n, eq(s(M.T @ K @ M, Index("k_5")), lam(M.T @ K @ M, Index("k_5")))),
                Apply("classical.psd-singular-values", {"n": n, "A": M.T @ K @ M}),
            ),
            Step("step 12", eq(smax(M.T @ K @ M), lmax(M.T @ K @ M)), At("step 11", 1)),
            Step(
                "step 13",
                lmax(M.T @ K @ M) <= lmax(K) * smax(M) ** 2,
                Combine({"step 2": smax(M) ** 2, "step 4": smax(M), "step 6": smax(M), "step 8": 1, "step 12": -1}),
            ),
            Step(
                "step 14",
                lmin(K) * lmin(M.T @ M.T.T) <= lmin(M.T @ K @ M),
                Apply("classical.congruence-least", {"r": n, "q": n, "T": M.T, "H": K}),
            ),
            Step(
                "step 15",
                forall(Index("k_6"), 1, n, eq(s(M, Index("k_6")) ** 2, lam(M.T @ M, Index("k_6")))),
                Apply("classical.gram", {"n": n, "M": M}),
            ),
            Step("step 16", eq(smin(M) ** 2, lmin(M.T @ M)), At("step 15", n)),
            Step("step 17", lmin(K) * smin(M) ** 2 <= lmin(M.T @ K @ M), Combine({"step 14": 1, "step 16": lmin(K)})),
        ),
    )


def inverse_form() -> Proof:
    """A form and that of its inverse."""
    n, x, D = THEOREMS["classical.inverse-form"].let
    return Proof(
        "Young's inequality for quadratic forms",
        (
            Step(
                "step 1",
                tr(x.T @ x) ** 2 <= tr(x.T @ D @ x) * tr(x.T @ inv(D) @ x),
                Apply("classical.quadratic-young", {"n": n, "x": x, "y": x, "D": D}, 1),
            ),
        ),
    )


def trace_rank() -> Proof:
    """Squared trace, rank and Frobenius norm."""
    n, A = THEOREMS["classical.trace-rank"].let
    return Proof(
        "Nuclear norm, rank and Frobenius norm; The trace is at most the sum of the singular values",
        (
            Step(
                "step 1",
                SumOver(Index("k_1"), 1, n, s(A, Index("k_1"))) ** 2 <= rank(A) * normF(A) ** 2,
                Apply("classical.nuclear-rank", {"r": n, "q": n, "T": A}),
            ),
            Step(
                "step 2",
                abs(tr(A)) <= SumOver(Index("k_2"), 1, n, s(A, Index("k_2"))),
                Apply("classical.trace-below-nuclear", {"n": n, "M": A}),
            ),
            Step(
                "step 3",
                tr(A) ** 2 <= rank(A) * normF(A) ** 2,
                Combine({"step 1": 1, "step 2": abs(tr(A)) + SumOver(Index("k_3"), 1, n, s(A, Index("k_3")))}),
            ),
        ),
    )


PROOFS = {
    "classical.weyl-perturbation": weyl_perturbation(),
    "classical.weyl-sum-norm": weyl_sum_norm(),
    "classical.extreme-eigenvalues-of-multiple": extreme_eigenvalues_of_multiple(),
    "classical.extreme-eigenvalues-of-shift": extreme_eigenvalues_of_shift(),
    "classical.diagonal-between": diagonal_between(),
    "classical.psd-sum": psd_sum(),
    "classical.psd-multiple": psd_multiple(),
    "classical.trace-product-norm": trace_product_norm(),
    "classical.loewner-congruence": loewner_congruence(),
    "classical.loewner-transitive": loewner_transitive(),
    "classical.ostrowski-largest": ostrowski_largest(),
    "classical.inverse-form": inverse_form(),
    "classical.trace-rank": trace_rank(),
}
