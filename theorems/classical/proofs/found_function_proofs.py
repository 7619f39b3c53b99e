"""Proofs that the search found: determinants, functions and singular values."""

from sympy import Rational

from lemmata.theorems.classical import THEOREMS
from lemmata.theorems.language import (
    Index,
    MaxOver,
    ProdOver,
    SumOver,
    Unit,
    cond,
    det,
    eq,
    forall,
    lmin,
    log,
    norm2,
    normF,
    ones,
    relu,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.proof import Apply, At, Combine, Proof, Step, Summed


def square_convex() -> Proof:
    """The square is convex in the Loewner order."""
    n, t, A, B = THEOREMS["classical.square-convex"].let
    return Proof(
        "A Gram matrix is positive semidefinite; and others",
        (
            Step("step 1", lmin(A @ A - A @ B - B @ A + B @ B) >= 0, Apply("classical.gram-psd", {"T": A - B})),
            Step(
                "step 2",
                lmin(t * A @ A + (1 - t) * B @ B - (t * A + (1 - t) * B) @ (t * A + (1 - t) * B)) >= 0,
                Apply("classical.psd-multiple", {"c": t - t**2, "K": A @ A - A @ B - B @ A + B @ B}),
            ),
            Step(
                "step 3",
                lmin(t * A @ A + (1 - t) * B @ B - (t * A + (1 - t) * B) @ (t * A + (1 - t) * B)) >= 0,
                Combine({"step 2": 1}),
            ),
        ),
    )


def hadamard_rows() -> Proof:
    """Hadamard's inequality for any square matrix."""
    n, M = THEOREMS["classical.hadamard-rows"].let
    return Proof(
        "A Gram matrix is positive semidefinite; and others",
        (
            Step("step 1", lmin(4 * (M @ M.T)) >= 0, Apply("classical.gram-psd", {"T": 2 * M.T})),
            Step(
                "step 2", lmin(M @ M.T) >= 0, Apply("classical.psd-multiple", {"c": Rational(1, 4), "K": 4 * (M @ M.T)})
            ),
            Step("step 3", lmin(M @ M.T) >= 0, Combine({"step 2": 1})),
            Step(
                "step 4",
                det(M @ M.T)
                <= ProdOver(Index("k_1"), 1, n, tr(Unit(n, Index("k_1")).T @ M @ M.T @ Unit(n, Index("k_1")))),
                Apply("classical.hadamard", {"n": n, "K": M @ M.T}),
            ),
            Step("step 5", eq(det(M @ M.T), det(M) ** 2), Apply("classical.determinant-of-gram", {"n": n, "M": M}, 1)),
            Step(
                "step 6",
                det(M) ** 2
                <= ProdOver(Index("k_2"), 1, n, tr(Unit(n, Index("k_2")).T @ M @ M.T @ Unit(n, Index("k_2")))),
                Combine({"step 4": 1, "step 5": -1}),
            ),
            Step("step 7", lmin(4 * (M.T @ M)) >= 0, Apply("classical.gram-psd", {"T": 2 * M})),
            Step(
                "step 8", lmin(M.T @ M) >= 0, Apply("classical.psd-multiple", {"c": Rational(1, 4), "K": 4 * (M.T @ M)})
            ),
            Step("step 9", lmin(M.T @ M) >= 0, Combine({"step 8": 1})),
            Step(
                "step 10",
                det(M.T @ M)
                <= ProdOver(Index("k_3"), 1, n, tr(Unit(n, Index("k_3")).T @ M.T @ M @ Unit(n, Index("k_3")))),
                Apply("classical.hadamard", {"n": n, "K": M.T @ M}),
            ),
            Step("step 11", eq(det(M.T @ M), det(M) ** 2), Apply("classical.determinant-of-gram", {"n": n, "M": M})),
            Step(
                "step 12",
                det(M) ** 2
                <= ProdOver(Index("k_4"), 1, n, tr(Unit(n, Index("k_4")).T @ M.T @ M @ Unit(n, Index("k_4")))),
                Combine({"step 10": 1, "step 11": -1}),
            ),
        ),
    )


def determinant_grows() -> Proof:
    """The determinant grows in the Loewner order."""
    n, L, K, D = THEOREMS["classical.determinant-grows"].let
    return Proof(
        "Adding a positive semidefinite matrix does not lower the determinant",
        (
            Step("step 1", det(K) <= det(L), Apply("classical.determinant-monotone", {"n": n, "K": K, "L": L - K})),
            Step("step 2", det(K) <= det(K + D), Apply("classical.determinant-monotone", {"n": n, "K": K, "L": D})),
        ),
    )


def determinant_trace() -> Proof:
    """Arithmetic and geometric mean of the eigenvalues."""
    n, D = THEOREMS["classical.determinant-trace"].let
    return Proof(
        "The determinant of a positive (semi)definite matrix; and others",
        (
            Step("step 1", det(D) > 0, Apply("classical.determinant-of-definite", {"n": n, "D": D, "K": D})),
            Step("step 2", det(D) >= 0, Combine({})),
            Step(
                "step 3",
                det(D) ** (1 / n) <= tr(D) / n,
                Apply("classical.minkowski-semidefinite", {"n": n, "K": D, "L": D}, 1),
            ),
        ),
    )


def log_determinant_concave() -> Proof:
    """Fan: the logarithm of the determinant is concave."""
    n, D, E = THEOREMS["classical.log-determinant-concave"].let
    return Proof(
        "Fan: the logarithm of the determinant is concave, with weights",
        (
            Step(
                "step 1",
                Rational(1, 2) * log(det(D)) + Rational(1, 2) * log(det(E)) <= log(det(Rational(1, 2) * (D + E))),
                Apply("classical.log-determinant-weights", {"t": Rational(1, 2), "n": n, "E": D, "D": E}),
            ),
            Step("step 2", log(det(D)) + log(det(E)) <= 2 * log(det(Rational(1, 2) * (D + E))), Combine({"step 1": 2})),
        ),
    )


def norm_interpolation() -> Proof:
    """The operator norm between the row and column sums."""
    r, q, T = THEOREMS["classical.norm-interpolation"].let
    return Proof(
        "Row and column sums of a product; and others",
        (
            Step(
                "step 1",
                MaxOver(
                    Index("k_1"),
                    1,
                    q,
                    tr(ones(q, 1).T @ relu(T.T @ T).T @ Unit(q, Index("k_1")))
                    + tr(ones(q, 1).T @ relu(-(T.T @ T)).T @ Unit(q, Index("k_1"))),
                )
                <= MaxOver(
                    Index("k_2"),
                    1,
                    q,
                    tr(ones(r, 1).T @ relu(T.T).T @ Unit(q, Index("k_2")))
                    + tr(ones(r, 1).T @ relu(-T.T).T @ Unit(q, Index("k_2"))),
                )
                * MaxOver(
                    Index("k_3"),
                    1,
                    r,
                    tr(ones(q, 1).T @ relu(T).T @ Unit(r, Index("k_3")))
                    + tr(ones(q, 1).T @ relu(-T).T @ Unit(r, Index("k_3"))),
                ),
                Apply("classical.row-sums", {"r": q, "q": r, "T": T.T, "k": q, "U": T}),
            ),
            Step(
                "step 2",
                smax(T.T @ T)
                <= MaxOver(
                    Index("k_4"),
                    1,
                    q,
                    tr(ones(q, 1).T @ relu(T.T @ T).T @ Unit(q, Index("k_4")))
                    + tr(ones(q, 1).T @ relu(-(T.T @ T)).T @ Unit(q, Index("k_4"))),
                ),
                Apply("classical.gershgorin", {"n": q, "A": T.T @ T}, 3),
            ),
            Step("step 3", eq(smax(T.T @ T), smax(T) ** 2), Apply("classical.gram-norms", {"r": r, "q": q, "T": T})),
            Step(
                "step 4",
                norm2(T) ** 2
                <= MaxOver(
                    Index("k_5"),
                    1,
                    q,
                    tr(ones(r, 1).T @ relu(T.T).T @ Unit(q, Index("k_5")))
                    + tr(ones(r, 1).T @ relu(-T.T).T @ Unit(q, Index("k_5"))),
                )
                * MaxOver(
                    Index("k_6"),
                    1,
                    r,
                    tr(ones(q, 1).T @ relu(T).T @ Unit(r, Index("k_6")))
                    + tr(ones(q, 1).T @ relu(-T).T @ Unit(r, Index("k_6"))),
                ),
                Combine({"step 1": 1, "step 2": 1, "step 3": -1}),
            ),
        ),
    )


def mirsky() -> Proof:
    """Mirsky: squared distances of singular values."""
    n, M, P = THEOREMS["classical.mirsky"].let
    return Proof(
        "Singular values of a sum of rectangular matrices",
        (
            Step(
                "step 1",
                SumOver(
                    Index("k_1"),
                    1,
                    n,
                    s(M, Index("k_1")) ** 2 + s(P, Index("k_1")) ** 2 - 2 * s(M, Index("k_1")) * s(P, Index("k_1")),
                )
                <= normF(M - P) ** 2,
                Apply("classical.rectangular-perturbation", {"r": n, "q": n, "T": M, "S": P}, 3),
            ),
        ),
    )


def nuclear_triangle() -> Proof:
    """Triangle inequality of the sum of the singular values."""
    n, M, P = THEOREMS["classical.nuclear-triangle"].let
    return Proof(
        "The nuclear norm",
        (
            Step(
                "step 1",
                SumOver(Index("k_1"), 1, n, s(M + P, Index("k_1")))
                <= SumOver(Index("k_2"), 1, n, s(M, Index("k_2"))) + SumOver(Index("k_3"), 1, n, s(P, Index("k_3"))),
                Apply("classical.nuclear-norm", {"r": n, "q": n, "T": M, "S": P, "k": 1}),
            ),
        ),
    )


def von_neumann() -> Proof:
    """Von Neumann: the modulus of the trace of a product."""
    n, M, P = THEOREMS["classical.von-neumann"].let
    j = Index("j", 1, n)
    return Proof(
        "Duality of the nuclear and the operator norm of rectangular matrices; and others",
        (
            Step(
                "step 1",
                abs(tr(M @ P)) <= SumOver(Index("k_1"), 1, n, s(P.T, Index("k_1")) * s(M, Index("k_1"))),
                Apply("classical.nuclear-duality", {"r": n, "q": n, "T": P.T, "S": M}, 1),
            ),
            Step(
                "step 2",
                forall(Index("k_2"), 1, n, eq(s(P.T, Index("k_2")), s(P.T.T, Index("k_2")))),
                Apply("classical.gram", {"n": n, "M": P.T}, 2),
            ),
            Step("step 3", eq(s(P.T, j), s(P, j)), At("step 2", j)),
            Step("step 4", eq(s(M, j) * s(P.T, j), s(M, j) * s(P, j)), Combine({"step 3": s(M, j)})),
            Step(
                "step 5",
                eq(
                    SumOver(Index("k_3"), 1, n, s(P.T, Index("k_3")) * s(M, Index("k_3"))),
                    SumOver(Index("k_4"), 1, n, s(M, Index("k_4")) * s(P, Index("k_4"))),
                ),
                Summed("step 4", j),
            ),
            Step(
                "step 6",
                eq(
                    SumOver(Index("k_5"), 1, n, s(P.T, Index("k_5")) * s(M, Index("k_5"))),
                    SumOver(Index("k_6"), 1, n, s(M, Index("k_6")) * s(P, Index("k_6"))),
                ),
                Combine({"step 5": 1}),
            ),
            Step(
                "step 7",
                abs(tr(M @ P)) <= SumOver(Index("k_7"), 1, n, s(M, Index("k_7")) * s(P, Index("k_7"))),
                Combine({"step 1": 1, "step 6": -1}),
            ),
        ),
    )


def nuclear_cauchy() -> Proof:
    """Cauchy's inequality for the singular values of a product."""
    n, M, P = THEOREMS["classical.nuclear-cauchy"].let
    return Proof(
        "The nuclear norm",
        (
            Step(
                "step 1",
                SumOver(Index("k_1"), 1, n, s(M @ P, Index("k_1"))) <= normF(M) * normF(P),
                Apply("classical.nuclear-norm", {"r": n, "q": n, "T": M, "k": n, "U": P}, 3),
            ),
        ),
    )


def condition_submultiplicative() -> Proof:
    """The condition number of a product of invertible matrices."""
    n, M, P = THEOREMS["classical.condition-submultiplicative"].let
    return Proof(
        "Condition number of a matrix of full rank; and others",
        (
            Step("step 1", eq(cond(M), smax(M) / smin(M)), Apply("classical.condition", {"r": n, "q": n, "T": M})),
            Step(
                "step 2",
                cond(M @ P) <= cond(P) * smax(M) / smin(M),
                Apply("classical.condition-of-product", {"n": n, "M": M, "P": P}),
            ),
            Step("step 3", cond(M @ P) <= cond(M) * cond(P), Combine({"step 1": -cond(P), "step 2": 1})),
        ),
    )


def singular_of_difference() -> Proof:
    """Singular values of a difference."""
    n, M, P = THEOREMS["classical.singular-of-difference"].let
    i = Index("i", 1, n)
    j = Index("j", 1, 1 + n - i)
    return Proof(
        "Weyl: singular values of a sum",
        (
            Step(
                "step 1",
                s(M, i + j - 1) <= s(M - P, i) + s(P, j),
                Apply("classical.weyl-singular", {"n": n, "M": M - P, "P": P}, 0, {"i": i, "j": j}),
            ),
        ),
    )


PROOFS = {
    "classical.square-convex": square_convex(),
    "classical.hadamard-rows": hadamard_rows(),
    "classical.determinant-grows": determinant_grows(),
    "classical.determinant-trace": determinant_trace(),
    "classical.log-determinant-concave": log_determinant_concave(),
    "classical.norm-interpolation": norm_interpolation(),
    "classical.mirsky": mirsky(),
    "classical.nuclear-triangle": nuclear_triangle(),
    "classical.von-neumann": von_neumann(),
    "classical.nuclear-cauchy": nuclear_cauchy(),
    "classical.condition-submultiplicative": condition_submultiplicative(),
    "classical.singular-of-difference": singular_of_difference(),
}
