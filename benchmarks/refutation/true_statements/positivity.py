"""True statements on determinants, definite matrices and the Loewner order."""

from __future__ import annotations

from benchmarks.refutation.literature import (
    BHATIA,
    FIEDLER,
    HORN_JOHNSON,
    MAJORIZATION,
    POSITIVE,
    TOPICS,
    ZHANG,
    collector,
)
from lemmata.theorems.language import (
    Dim,
    Id,
    Matrix,
    PositiveDefinite,
    Projection,
    Psd,
    SkewSymmetric,
    Statement,
    Vector,
    chain,
    cond,
    det,
    diag,
    eq,
    had,
    inv,
    lam,
    lmax,
    lmin,
    logm,
    prod,
    sqrtm,
    tr,
)

STATEMENTS: list[Statement] = []
true = collector("true", STATEMENTS)

n = Dim("n")
A, B = Matrix("A", n, n), Matrix("B", n, n)
P, Q = Psd("A", n), Psd("B", n)
D, E = PositiveDefinite("A", n), PositiveDefinite("B", n)
S = SkewSymmetric("A", n)
J = Projection("J", n)
x, z = Vector("x", n), Vector("z", n)
y = tr(x.T @ x) * z - tr(x.T @ z) * x

true(
    "hadamard-determinant",
    "Hadamard's determinant inequality",
    HORN_JOHNSON.at("chapter 7, Hadamard's inequality"),
    det(P) <= prod(diag(P)),
)
true(
    "fischer",
    "Fischer's determinant inequality, the blocks cut out by a coordinate projection",
    HORN_JOHNSON.at("chapter 7, Fischer's inequality"),
    det(P) <= det(J @ P @ J + Id(n) - J) * det((Id(n) - J) @ P @ (Id(n) - J) + J),
)
true(
    "oppenheim",
    "Oppenheim's inequality",
    HORN_JOHNSON.at("chapter 7, Oppenheim's inequality"),
    det(had(P, Q)) >= det(P) * prod(diag(Q)),
)
true(
    "oppenheim-schur",
    "The Oppenheim-Schur inequality",
    HORN_JOHNSON.at("chapter 7, Oppenheim and Schur"),
    det(had(P, Q)) + det(P) * det(Q) >= det(P) * prod(diag(Q)) + det(Q) * prod(diag(P)),
)
true(
    "schur-product",
    "The least eigenvalue of an entrywise product of positive semidefinite matrices",
    TOPICS.at("chapter 5, Schur's product theorem"),
    chain(lmin(P) * lmin(Q), "<=", lmin(had(P, Q)), "<=", lmax(had(P, Q)), "<=", lmax(P) * lmax(Q)),
)
true(
    "hadamard-with-inverse",
    "The entrywise product of a positive definite matrix with its inverse is at least the identity",
    TOPICS.at("chapter 5, Fiedler's theorem"),
    lmin(had(D, inv(D))) >= 1,
)
true(
    "minkowski-determinant",
    "Minkowski's determinant inequality",
    HORN_JOHNSON.at("chapter 7, Minkowski's determinant inequality"),
    det(D + E) ** (1 / n) >= det(D) ** (1 / n) + det(E) ** (1 / n),
)
true(
    "log-concavity",
    "Log-concavity of the determinant at the midpoint",
    HORN_JOHNSON.at("chapter 7"),
    det(P + Q) ** 2 >= det(2 * P) * det(2 * Q),
)
true(
    "fiedler-determinant",
    "The determinant of a sum lies above the product of the sums of ordered eigenvalues",
    FIEDLER.at("main theorem"),
    det(P + Q) >= prod(lam(P) + lam(Q)),
)
true(
    "determinant-by-trace",
    "The arithmetic-geometric mean inequality for eigenvalues",
    HORN_JOHNSON.at("chapter 7"),
    det(n * P) <= det(tr(P) * Id(n)),
)
true(
    "commuting-squares",
    "det(A^2 + B^2) is not negative for commuting real matrices",
    ZHANG.at("chapter 4"),
    det(A @ A + B @ B) >= 0,
    given=eq(A @ B, B @ A),
)
true(
    "one-plus-square",
    "det(I + A^2) is not negative for real A",
    ZHANG.at("chapter 4"),
    det(Id(n) + A @ A) >= 0,
)
true(
    "one-plus-skew",
    "det(I + A) is at least one for skew-symmetric A",
    HORN_JOHNSON.at("chapter 2, eigenvalues of skew-symmetric matrices"),
    det(Id(n) + S) >= 1,
)
true(
    "loewner-heinz",
    "The square root preserves the Loewner order",
    BHATIA.at("chapter V, operator monotone functions"),
    lmin(sqrtm(P + Q) - sqrtm(P)) >= 0,
)
true(
    "square-convex",
    "The square is operator convex",
    BHATIA.at("chapter V, operator convex functions"),
    lmin((A.T @ A + B.T @ B) * 2 - (A + B).T @ (A + B)) >= 0,
)
true(
    "inverse-convex",
    "The inverse is operator convex",
    POSITIVE.at("chapter 1"),
    lmin(inv(D) + inv(E) - 4 * inv(D + E)) >= 0,
)
true(
    "klein",
    "Klein's inequality for the entropy",
    BHATIA.at("chapter IX"),
    tr(D @ (logm(D) - logm(E))) >= tr(D - E),
)
true(
    "kantorovich",
    "Kantorovich's inequality",
    HORN_JOHNSON.at("chapter 7, Kantorovich's inequality"),
    tr(x.T @ D @ x) * tr(x.T @ inv(D) @ x) <= (cond(D) + 1) ** 2 / (4 * cond(D)) * tr(x.T @ x) ** 2,
)
true(
    "kantorovich-traces",
    "Kantorovich's inequality for traces",
    MAJORIZATION.at("chapter 3, on Kantorovich-type inequalities"),
    tr(D) * tr(inv(D)) / n**2 - 1 <= (cond(D) - 1) ** 2 / (4 * cond(D)),
)
true(
    "wielandt",
    "Wielandt's inequality for orthogonal x and y",
    HORN_JOHNSON.at("chapter 7, Wielandt's inequality"),
    tr(x.T @ D @ y) ** 2 <= ((cond(D) - 1) / (cond(D) + 1)) ** 2 * tr(x.T @ D @ x) * tr(y.T @ D @ y),
)
true(
    "word-two-squares",
    "tr(A^2 B^2) is not negative",
    POSITIVE.at("chapter 1"),
    tr(P @ P @ Q @ Q) >= 0,
)
