"""Proofs that the search found: norms, traces and images of products."""

from sympy import Rational

from lemmata.theorems.classical import norm_theorems
from lemmata.theorems.language import Index, SumOver, eq, minimum, normF, rank, s, schatten, smax, sqrt, tr
from lemmata.theorems.language.proof import Apply, Combine, Proof, Step


def frobenius_triangle() -> Proof:
    """Triangle inequality of the Frobenius norm."""
    r, q, T, S = next(x for x in norm_theorems.NORMS if x.id == "classical.frobenius-triangle").let
    return Proof(
        "The Schatten norms of exponents one and two; Schatten norms are norms",
        (
            Step(
                "step 1", eq(schatten(2, T), normF(T)), Apply("classical.schatten-special", {"r": r, "q": q, "T": T}, 1)
            ),
            Step(
                "step 2", eq(schatten(2, S), normF(S)), Apply("classical.schatten-special", {"r": r, "q": q, "T": S}, 1)
            ),
            Step(
                "step 3",
                eq(schatten(2, T + S), normF(T + S)),
                Apply("classical.schatten-special", {"r": r, "q": q, "T": T + S}, 1),
            ),
            Step(
                "step 4",
                schatten(2, T + S) <= schatten(2, T) + schatten(2, S),
                Apply("classical.schatten-norms", {"p": 2, "r": r, "q": q, "T": T, "S": S}),
            ),
            Step(
                "step 5",
                normF(T + S) <= normF(T) + normF(S),
                Combine({"step 1": 1, "step 2": 1, "step 3": -1, "step 4": 1}),
            ),
        ),
    )


def frobenius_left_factor() -> Proof:
    """Frobenius norm of a product, and the operator norm of the left factor."""
    r, q, k, T, U = next(x for x in norm_theorems.NORMS if x.id == "classical.frobenius-left-factor").let
    return Proof(
        "The Schatten norms of exponents one and two; and others",
        (
            Step(
                "step 1", eq(schatten(2, U), normF(U)), Apply("classical.schatten-special", {"r": q, "q": k, "T": U}, 1)
            ),
            Step(
                "step 2",
                schatten(2, T @ U) <= smax(T) * schatten(2, U),
                Apply("classical.schatten-ideal", {"p": 2, "r": r, "q": q, "T": T, "k": k, "U": U}),
            ),
            Step(
                "step 3",
                eq(schatten(2, T @ U), normF(T @ U)),
                Apply("classical.schatten-special", {"r": r, "q": k, "T": T @ U}, 1),
            ),
            Step("step 4", normF(T @ U) <= smax(T) * normF(U), Combine({"step 1": smax(T), "step 2": 1, "step 3": -1})),
        ),
    )


def frobenius_right_factor() -> Proof:
    """Frobenius norm of a product, and the operator norm of the right factor."""
    r, q, k, T, U = next(x for x in norm_theorems.NORMS if x.id == "classical.frobenius-right-factor").let
    return Proof(
        "The Schatten norms of exponents one and two; and others",
        (
            Step(
                "step 1", eq(schatten(2, T), normF(T)), Apply("classical.schatten-special", {"r": r, "q": q, "T": T}, 1)
            ),
            Step(
                "step 2",
                schatten(2, T @ U) <= smax(U) * schatten(2, T),
                Apply("classical.schatten-ideal", {"p": 2, "r": r, "q": q, "T": T, "k": k, "U": U}, 1),
            ),
            Step(
                "step 3",
                eq(schatten(2, T @ U), normF(T @ U)),
                Apply("classical.schatten-special", {"r": r, "q": k, "T": T @ U}, 1),
            ),
            Step("step 4", normF(T @ U) <= normF(T) * smax(U), Combine({"step 1": smax(U), "step 2": 1, "step 3": -1})),
        ),
    )


def frobenius_submultiplicative() -> Proof:
    """The Frobenius norm of a product."""
    r, q, k, T, U = next(x for x in norm_theorems.NORMS if x.id == "classical.frobenius-submultiplicative").let
    return Proof(
        "The operator norm is at most the Frobenius norm; and others",
        (
            Step("step 1", smax(T) <= normF(T), Apply("classical.operator-below-frobenius", {"r": r, "q": q, "T": T})),
            Step(
                "step 2",
                normF(T @ U) <= normF(U) * smax(T),
                Apply("classical.frobenius-left-factor", {"r": r, "q": q, "T": T, "k": k, "U": U}),
            ),
            Step("step 3", normF(T @ U) <= normF(T) * normF(U), Combine({"step 1": normF(U), "step 2": 1})),
        ),
    )


def operator_below_frobenius() -> Proof:
    """The operator norm is at most the Frobenius norm."""
    r, q, T = next(x for x in norm_theorems.NORMS if x.id == "classical.operator-below-frobenius").let
    return Proof(
        "Schatten norms beside the Frobenius and the nuclear norm; and others",
        (
            Step(
                "step 1",
                schatten(4, T) <= normF(T),
                Apply("classical.schatten-below", {"p": 4, "r": r, "q": q, "T": T}),
            ),
            Step("step 2", smax(T) <= schatten(4, T), Apply("classical.schatten-decreasing", {"r": r, "q": q, "T": T})),
            Step("step 3", smax(T) <= normF(T), Combine({"step 1": 1, "step 2": 1})),
        ),
    )


def frobenius_by_rank() -> Proof:
    """The Frobenius norm from the operator norm and the rank."""
    r, q, T = next(x for x in norm_theorems.NORMS if x.id == "classical.frobenius-by-rank").let
    return Proof(
        "Largest singular value, sum of squares and rank; Frobenius norm, trace and singular values",
        (
            Step(
                "step 1",
                SumOver(Index("k_1"), 1, minimum(r, q), s(T, Index("k_1")) ** 2) <= rank(T) * smax(T) ** 2,
                Apply("classical.square-sum", {"r": r, "q": q, "T": T}, 1),
            ),
            Step(
                "step 2",
                eq(SumOver(Index("k_2"), 1, minimum(r, q), s(T, Index("k_2")) ** 2), tr(T @ T.T)),
                Apply("classical.frobenius", {"r": r, "q": q, "T": T}, 1),
            ),
            Step("step 3", eq(normF(T) ** 2, tr(T @ T.T)), Apply("classical.frobenius", {"r": r, "q": q, "T": T})),
            Step(
                "step 4",
                normF(T) ** 2 <= sqrt(rank(T)) ** 2 * smax(T) ** 2,
                Combine({"step 1": 1, "step 2": -1, "step 3": 1}),
            ),
            Step(
                "step 5",
                normF(T) <= sqrt(rank(T)) * smax(T),
                Apply("classical.square-roots", {"x": normF(T), "y": sqrt(rank(T)) * smax(T)}),
            ),
        ),
    )


def frobenius_of_multiple() -> Proof:
    """The Frobenius norm of a multiple."""
    r, q, c, T = next(x for x in norm_theorems.NORMS if x.id == "classical.frobenius-of-multiple").let
    return Proof(
        "The Schatten norms of exponents one and two; and others",
        (
            Step(
                "step 1", eq(schatten(2, T), normF(T)), Apply("classical.schatten-special", {"r": r, "q": q, "T": T}, 1)
            ),
            Step(
                "step 2",
                eq(schatten(2, c * T), normF(c * T)),
                Apply("classical.schatten-special", {"r": r, "q": q, "T": c * T}, 1),
            ),
            Step(
                "step 3",
                eq(schatten(2, c * T), abs(c) * schatten(2, T)),
                Apply("classical.schatten-of-multiple", {"p": 2, "c": c, "r": r, "q": q, "T": T}),
            ),
            Step("step 4", eq(normF(c * T), abs(c) * normF(T)), Combine({"step 1": abs(c), "step 2": -1, "step 3": 1})),
        ),
    )


def frobenius_of_transposed() -> Proof:
    """A matrix and its transpose have the same Frobenius norm."""
    r, q, T = next(x for x in norm_theorems.NORMS if x.id == "classical.frobenius-of-transposed").let
    return Proof(
        "The Schatten norms of exponents one and two; and others",
        (
            Step(
                "step 1", eq(schatten(2, T), normF(T)), Apply("classical.schatten-special", {"r": r, "q": q, "T": T}, 1)
            ),
            Step(
                "step 2",
                eq(schatten(2, T.T), normF(T.T)),
                Apply("classical.schatten-special", {"r": q, "q": r, "T": T.T}, 1),
            ),
            Step(
                "step 3",
                eq(schatten(2, T), schatten(2, T.T)),
                Apply("classical.schatten-of-multiple", {"p": 2, "r": q, "q": r, "T": T.T}, 1),
            ),
            Step("step 4", eq(normF(T.T), normF(T)), Combine({"step 1": 1, "step 2": -1, "step 3": -1})),
        ),
    )


def inner_product() -> Proof:
    """Cauchy's inequality for the inner product of matrices."""
    r, q, T, S = next(x for x in norm_theorems.NORMS if x.id == "classical.inner-product").let
    return Proof(
        "Triangle inequality for a difference; Traces of products from above",
        (
            Step(
                "step 1",
                normF(-T + S) <= normF(T) + normF(S),
                Apply("classical.norms-of-difference", {"r": r, "q": q, "S": T, "T": S}, 1),
            ),
            Step(
                "step 2",
                -(normF(T) * normF(S)) <= tr(T @ S.T),
                Combine(
                    {"step 1": Rational(1, 2) * normF(T) + Rational(1, 2) * normF(S) + Rational(1, 2) * normF(-T + S)}
                ),
            ),
            Step(
                "step 3",
                tr(T @ S.T) <= normF(T) * normF(S),
                Apply("classical.trace-bounds", {"r": r, "q": q, "T": T, "S": S, "n": 1}),
            ),
            Step(
                "step 4",
                abs(tr(T @ S.T)) <= normF(T) * normF(S),
                Apply("classical.modulus-bound", {"x": tr(T @ S.T), "c": normF(T) * normF(S)}),
            ),
        ),
    )


def trace_below_norm() -> Proof:
    """The trace is at most n times the operator norm."""
    n, M = next(x for x in norm_theorems.NORMS if x.id == "classical.trace-below-norm").let
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
                SumOver(Index("k_2"), 1, n, s(M, Index("k_2"))) <= n * smax(M),
                Apply("classical.nuclear-operator", {"n": n, "M": M}, 1),
            ),
            Step("step 3", abs(tr(M)) <= n * smax(M), Combine({"step 1": 1, "step 2": 1})),
        ),
    )


def image_length() -> Proof:
    """A matrix stretches lengths by at most its operator norm."""
    r, q, T, y = next(x for x in norm_theorems.NORMS if x.id == "classical.image-length").let
    return Proof(
        "Frobenius norm of a product, and the operator norm of the left factor",
        (
            Step(
                "step 1",
                normF(T @ y) <= smax(T) * normF(y),
                Apply("classical.frobenius-left-factor", {"r": r, "q": q, "T": T, "k": 1, "U": y}),
            ),
        ),
    )


PROOFS = {
    "classical.frobenius-triangle": frobenius_triangle(),
    "classical.frobenius-left-factor": frobenius_left_factor(),
    "classical.frobenius-right-factor": frobenius_right_factor(),
    "classical.frobenius-submultiplicative": frobenius_submultiplicative(),
    "classical.operator-below-frobenius": operator_below_frobenius(),
    "classical.frobenius-by-rank": frobenius_by_rank(),
    "classical.frobenius-of-multiple": frobenius_of_multiple(),
    "classical.frobenius-of-transposed": frobenius_of_transposed(),
    "classical.inner-product": inner_product(),
    "classical.trace-below-norm": trace_below_norm(),
    "classical.image-length": image_length(),
}
