"""True statements on norms, condition numbers, ranks and perturbations."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.refutation.literature import (
    ARAKI_YAMAGAMI,
    BHATIA,
    BOETTCHER_WENZEL,
    GUGGENHEIMER,
    HADAMARD,
    HORN_JOHNSON,
    JACOBSON,
    KITTANEH,
    LEE,
    STEWART_SUN,
    TOPICS,
    ZHANG,
    collector,
)
from lemmata.theorems.language import (
    Dim,
    Id,
    Matrix,
    Orthogonal,
    Psd,
    Statement,
    absm,
    chain,
    cond,
    det,
    eq,
    had,
    inv,
    kron,
    maxabs,
    normF,
    normN,
    rank,
    schatten,
    smax,
    sqrt,
    tr,
)

STATEMENTS: list[Statement] = []
true = collector("true", STATEMENTS)

n, small = Dim("n"), Dim("n", 1, 4)
A, B, C = (Matrix(name, n, n) for name in "ABC")
P, Q = Psd("A", n), Psd("B", n)

true(
    "norm-equivalences",
    "Operator, Frobenius and nuclear norm and the largest entry",
    HORN_JOHNSON.at("chapter 5, equivalence of norms"),
    chain(maxabs(A), "<=", smax(A), "<=", normF(A), "<=", normN(A), "<=", sqrt(n) * normF(A), "<=", n * smax(A)),
)
true(
    "boettcher-wenzel",
    "The norm of a commutator",
    BOETTCHER_WENZEL.at("main theorem"),
    normF(A @ B - B @ A) ** 2 <= 2 * normF(A) ** 2 * normF(B) ** 2,
)
true(
    "kittaneh-commutator",
    "The norm of a commutator of positive semidefinite matrices",
    KITTANEH.at("main theorem"),
    2 * smax(P @ Q - Q @ P) <= smax(P) * smax(Q),
)
true(
    "hoelder",
    "Hölder's inequality for Schatten norms with exponents 3 and 3/2",
    BHATIA.at("chapter IV, Hölder's inequality"),
    tr(A @ B) <= schatten(3, A) * schatten(Fraction(3, 2), B),
)


def fourth(X: Any) -> Any:
    """The fourth power of the Schatten 4-norm."""
    return tr(X.T @ X @ X.T @ X)


true(
    "clarkson",
    "Clarkson's inequality for the Schatten 4-norm",
    BHATIA.at("chapter IX, Clarkson inequalities"),
    fourth(A + B) + fourth(A - B) <= 8 * (fourth(A) + fourth(B)),
)
true(
    "parallelogram",
    "The Frobenius norm satisfies the parallelogram law",
    HORN_JOHNSON.at("chapter 5"),
    eq(normF(A + B) ** 2 + normF(A - B) ** 2, 2 * normF(A) ** 2 + 2 * normF(B) ** 2),
)
true(
    "araki-yamagami",
    "The modulus (A^T A)^(1/2) is Lipschitz in the Frobenius norm",
    ARAKI_YAMAGAMI.at("main theorem"),
    normF(absm(A) - absm(B)) ** 2 <= 2 * normF(A - B) ** 2,
)
true(
    "modulus-of-sum",
    "The Frobenius norm of A + B against that of |A| + |B|",
    LEE.at("where the constant is conjectured; proved later"),
    2 * normF(A + B) ** 2 <= (1 + sqrt(2)) * normF(absm(A) + absm(B)) ** 2,
)
true(
    "inverse-perturbation",
    "How far inverses lie apart",
    STEWART_SUN.at("chapter III, perturbation of inverses"),
    smax(inv(A) - inv(B)) <= smax(inv(A)) * smax(A - B) * smax(inv(B)),
)
true(
    "condition-by-determinant",
    "The condition number bounded by determinant and Frobenius norm",
    GUGGENHEIMER.at("main estimate, squared"),
    det(A) ** 2 * cond(A) ** 2 < 4 * (normF(A) ** 2 / n) ** n,
    given=abs(det(A)) > 0,
)
true(
    "condition-of-gram",
    "The condition number of A^T A is the square of that of A",
    HORN_JOHNSON.at("chapter 5, condition numbers"),
    eq(cond(A.T @ A), cond(A) ** 2),
)
true(
    "hadamard-largest-entry",
    "A determinant by the largest entry",
    HADAMARD.at("main theorem"),
    det(A) ** 2 <= n**n * maxabs(A) ** (2 * n),
)

U = Orthogonal("A", small)
S = Matrix("A", small, small)

true(
    "flat-orthogonal",
    "An orthogonal matrix has an entry of modulus 1 / sqrt(n), which is 1/2 at least to n = 4",
    HADAMARD.at("the case of equality"),
    2 * maxabs(U) >= 1,
)
true(
    "commutant",
    "The commutant of a matrix has dimension n at least",
    TOPICS.at("chapter 4, matrices that commute with a given one"),
    rank(kron(S, Id(small)) - kron(Id(small), S.T)) <= small**2 - small,
)
true(
    "sylvester-rank",
    "Sylvester's rank inequality",
    HORN_JOHNSON.at("0.4.5"),
    rank(A) + rank(B) - n <= rank(A @ B),
)
true(
    "frobenius-rank",
    "Frobenius's rank inequality",
    HORN_JOHNSON.at("0.4.5"),
    rank(A @ B) + rank(B @ C) <= rank(B) + rank(A @ B @ C),
)
true(
    "rank-of-hadamard",
    "The rank of an entrywise product is at most the product of the ranks",
    TOPICS.at("chapter 5"),
    rank(had(A, B)) <= rank(A) * rank(B),
)
true(
    "rank-of-gram",
    "A and A^T A have the same rank",
    ZHANG.at("chapter 2"),
    eq(rank(A.T @ A), rank(A)),
)
true(
    "rank-of-definite-sum",
    "A sum of positive semidefinite matrices has at least the rank of each summand",
    ZHANG.at("chapter 7"),
    chain(rank(P), "<=", rank(P + Q), "<=", rank(P) + rank(Q)),
)
true(
    "idempotent-trace",
    "The trace of a projection is its rank",
    ZHANG.at("chapter 5, idempotent matrices"),
    eq(tr(A), rank(A)),
    given=eq(A @ A, A),
)
true(
    "square-zero-rank",
    "A matrix whose square is zero has rank n / 2 at most",
    ZHANG.at("chapter 2"),
    2 * rank(A) <= n,
    given=eq(A @ A, 0 * A),
)
true(
    "jacobson",
    "If AB - BA = A then A is singular",
    JACOBSON.at("lemma, by which A is nilpotent"),
    (eq(det(A), 0), eq(tr(A @ A), 0)),
    given=eq(A @ B - B @ A, A),
)
