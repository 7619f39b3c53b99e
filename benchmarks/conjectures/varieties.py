# ruff: noqa: E501 - claims are left in one piece
"""A collection of claims about the solutions of polynomial equations, and true ones beside them.

Every hypothesis that is an equation is of degree two or three in what it is about, solutions that one thinks of first
(matrices that are equal, zero, or multiples of the identity) say nothing, and each false claim has a counterexample of
order at most 3 with rational entries.  Written from memory before any of them was run: years and names say where to
look, and no page was open.
"""

from __future__ import annotations

from benchmarks.conjectures.collection import Conjecture

N3 = {"n": "integer(1, 3)"}
AB = {**N3, "A": "real(n, n)", "B": "real(n, n)"}
PQ = {**N3, "P": "real(n, n)", "Q": "real(n, n)"}
TRIPLE = {"A": "real(3, 3)", "B": "real(3, 3)", "C": "real(3, 3)"}
ROOTS = ("X @ X == Y @ Y", "tr(X) >= 1", "tr(Y) >= 1", "det(X) >= 1/8", "det(Y) >= 1/8")
BRAID = ("A @ B @ A == B @ A @ B",)
REFLEXIVE = ("A @ B @ A == A", "B @ A @ B == B")
QUARTERS = ("P @ P == P", "Q @ Q == Q", "4 * P @ Q @ P == P", "tr(P) >= 1")
HYPOTENUSE = ({**N3, "A": "psd(n)", "B": "psd(n)", "C": "psd(n)"}, ("A @ A + B @ B == C @ C",))
CENTRAL = ("A @ B == B @ A", "B @ C == C @ B", "tr(B) == 0", "normF(B) >= 1")
SOLVENTS = ("X @ X - A @ X + B == 0 * A", "Y @ Y - A @ Y + B == 0 * A", "det(X - Y) >= 1")

VARIETIES = (
    Conjecture("fixed-points-of-two-sided-products", "rho(A) <= 3", {**N3, "A": "real(n, n)", "X": "real(n, n)"}, "question",
               "matrix equations, as in P. Lancaster, L. Rodman (A is similar to its inverse)", 1995, 2, ("A @ X @ A == X", "det(X) >= 1")),
    Conjecture("square-roots-of-definite-matrices-are-bounded", "normF(X)**2 <= 10 * tr(A)", {"A": "pd(3)", "X": "real(3, 3)"}, "question",
               "roots that are not functions of the matrix, as in N. J. Higham, Functions of Matrices", 2008, 3, ("X @ X == A", "lmax(A) >= 4 * lmin(A)")),
    Conjecture("spectra-of-braids", "tr(A)**2 <= 9/2 * det(A)", {"A": "real(2, 2)", "B": "real(2, 2)"}, "question", "W. Burau's matrices of braids", 1935, 2,
               (*BRAID, "det(A) >= 1", "normF(A @ B - B @ A) >= 1/10")),
    Conjecture("two-solutions-commute", "X @ A @ Y == Y @ A @ X", {"n": "integer(1, 2)", "A": "pd(n)", "X": "symmetric(n)", "Y": "symmetric(n)"}, "question",
               "Riccati equations, as in T. Ando on geometric means (true for the positive solution)", 1979, 2, ("X @ A @ X == Y @ A @ Y", "lmax(A) >= 4 * lmin(A)", "det(X) <= -1/16")),
    Conjecture("idempotents-at-one-angle", "4 * Q @ P @ Q == Q", PQ, "question", "H. N. V. Temperley, E. H. Lieb (true of equal ranks)", 1971, 3, QUARTERS),
    Conjecture("products-of-shears", "rho(A @ B) <= 8", AB, "question", "I. N. Sanov on free groups of integer matrices", 1947, 2,
               ("(A - I(n)) @ (A - I(n)) == 0 * A", "(B - I(n)) @ (B - I(n)) == 0 * B")),
    Conjecture("what-commutes-with-one-matrix", "A @ C == C @ A", TRIPLE, "question", "F. G. Frobenius; matrices whose centraliser is commutative (true at order 2)", 1910, 3, CENTRAL),
    Conjecture("square-roots-with-positive-determinants", "X == Y", {"n": "integer(1, 3)", "X": "real(n, n)", "Y": "real(n, n)"}, "question",
               "square roots of matrices, as in R. A. Horn, C. R. Johnson (true at order 2, by Cayley and Hamilton)", 1991, 3, ROOTS),
    Conjecture("squares-of-partial-isometries", "A @ A @ A.T @ A.T @ A @ A == A @ A", {**N3, "A": "real(n, n)"}, "question",
               "P. R. Halmos, L. J. Wallen, Powers of partial isometries", 1970, 2, ("A @ A.T @ A == A",)),
    Conjecture("reflexive-inverses-are-bounded", "norm2(B) <= 10 * norm2(pinv(A))", AB, "question", "A. Ben-Israel, T. N. E. Greville, Generalized Inverses", 1974, 2, REFLEXIVE),
    Conjecture("boosts-are-slow", "A[1, 1] <= 4", {"A": "real(2, 2)"}, "question", "Lorentz transformations of the plane (hyperbolic cosines are not bounded)", 1905, 2,
               ("A.T @ [[1, 0], [0, -1]] @ A == [[1, 0], [0, -1]]",)),
    Conjecture("hypotenuses-and-sums", "lmin(A + B - C) >= 0", HYPOTENUSE[0], "question", "absolute values, as in R. Bhatia, Matrix Analysis (true of numbers)", 1997, 2, HYPOTENUSE[1]),
)  # fmt: skip

# name, variables, hypotheses, claim
TRUE_VARIETIES: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("traces-of-solvents", {"n": "integer(1, 2)", **dict.fromkeys("ABXY", "real(n, n)")}, SOLVENTS, "tr(X) + tr(Y) == tr(A)"),
    ("what-commutes-at-order-two", dict.fromkeys("ABC", "real(2, 2)"), CENTRAL, "A @ C == C @ A"),
    ("square-roots-of-order-two", dict.fromkeys("XY", "real(2, 2)"), ROOTS, "X == Y"),
    ("fuglede-at-small-orders", AB, ("A @ A.T == A.T @ A", "A @ B == B @ A"), "A.T @ B == B @ A.T"),
    ("hypotenuses-and-legs", *HYPOTENUSE, "lmin(C - A) >= 0"),
    ("idempotents-of-one-rank-at-one-angle", PQ, (*QUARTERS, "tr(P) == tr(Q)"), "4 * Q @ P @ Q == Q"),
    ("determinants-of-braids", AB, (*BRAID, "det(A) >= 1/8", "det(B) >= 1/8"), "det(A) == det(B)"),
    ("ranks-of-reflexive-inverses", AB, REFLEXIVE, "rank(A) == rank(B)"),
)  # fmt: skip
