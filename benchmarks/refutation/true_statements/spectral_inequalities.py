"""True statements on eigenvalues, singular values and traces."""

from __future__ import annotations

from benchmarks.refutation.literature import (
    AUDENAERT,
    BHATIA,
    BHATIA_DAVIS,
    BHATIA_KITTANEH,
    HORN_JOHNSON,
    LEVINGER,
    MIRSKY,
    POPOVICIU,
    THOMPSON,
    TOPICS,
    ZHAN,
    collector,
)
from lemmata.theorems.language import (
    Dim,
    Index,
    Matrix,
    Nonnegative,
    Psd,
    Rows,
    Statement,
    Symmetric,
    cumsum,
    eq,
    expm,
    forall,
    had,
    lam,
    lmax,
    lmin,
    normF,
    normN,
    rank,
    real_eigenvalues,
    relu,
    s,
    smax,
    smin,
    spectral_radius,
    sym,
    total,
    tr,
)

STATEMENTS: list[Statement] = []
true = collector("true", STATEMENTS)

n = Dim("n")
m = Dim("m", 1, n)
i, j = Index("i"), Index("j")
A, B, C = (Matrix(name, n, n) for name in "ABC")
H, K = Symmetric("A", n), Symmetric("B", n)
P, Q = Psd("A", n), Psd("B", n)
N, R = Nonnegative("A", n, n), Nonnegative("B", n, n)
S = Rows("S", m, n)

true(
    "weyl",
    "Weyl's inequalities",
    HORN_JOHNSON.at("chapter 4, Weyl's inequalities"),
    forall(i, 1, n, j, 1, n + 1 - i, lam(H + K, i + j - 1) <= lam(H, i) + lam(K, j)),
)
true(
    "cauchy-interlacing",
    "Eigenvalues of a principal submatrix interlace",
    HORN_JOHNSON.at("chapter 4, Cauchy's interlacing theorem"),
    (
        forall(i, 1, m, lam(S @ H @ S.T, i) <= lam(H, i)),
        forall(i, 1, m, lam(H, i + n - m) <= lam(S @ H @ S.T, i)),
    ),
)
true(
    "ostrowski",
    "Congruence scales each eigenvalue by at most the extreme squares of singular values",
    HORN_JOHNSON.at("chapter 4, Ostrowski's theorem, for positive semidefinite matrices"),
    (
        forall(i, 1, n, lam(B @ P @ B.T, i) <= smax(B) ** 2 * lam(P, i)),
        forall(i, 1, n, smin(B) ** 2 * lam(P, i) <= lam(B @ P @ B.T, i)),
    ),
)
true(
    "ky-fan-eigenvalues",
    "Sums of the largest eigenvalues are subadditive",
    BHATIA.at("chapter II, Ky Fan's maximum principle"),
    cumsum(lam(H + K)) <= cumsum(lam(H) + lam(K)),
)
true(
    "hoffman-wielandt",
    "Ordered eigenvalues of symmetric matrices are no farther apart than the matrices",
    HORN_JOHNSON.at("chapter 6, Hoffman and Wielandt"),
    total((lam(H) - lam(K)) ** 2) <= normF(H - K) ** 2,
)
true(
    "mirsky",
    "Ordered singular values are no farther apart in the sum of moduli than the matrices in the nuclear norm",
    BHATIA.at("chapter IV, Lidskii and Mirsky"),
    total(abs(s(A) - s(B))) <= normN(A - B),
)
true(
    "horn-products",
    "Sums of the largest singular values of a product",
    TOPICS.at("chapter 3, Horn's inequalities in their weak form"),
    cumsum(s(A @ B)) <= cumsum(s(A) * s(B)),
)
true(
    "fan-hoffman",
    "Eigenvalues of the symmetric part lie below the singular values",
    BHATIA.at("chapter III, Fan and Hoffman"),
    lam(sym(A)) <= s(A),
)
true(
    "arithmetic-geometric-mean",
    "The arithmetic-geometric mean inequality for singular values",
    BHATIA_KITTANEH.at("main theorem"),
    2 * s(A.T @ B) <= s(A @ A.T + B @ B.T),
)
true(
    "von-neumann-trace",
    "Von Neumann's trace inequality",
    HORN_JOHNSON.at("chapter 7, von Neumann's trace theorem"),
    tr(A @ B) <= total(s(A) * s(B)),
)
true(
    "trace-of-symmetric-product",
    "The trace of a product of symmetric matrices is at most that of their ordered eigenvalues",
    HORN_JOHNSON.at("chapter 4, on traces and majorization"),
    tr(H @ K) <= total(lam(H) * lam(K)),
)
true(
    "trace-abab",
    "tr(ABAB) is at most tr(A^2 B^2)",
    ZHAN.at("chapter 1"),
    tr(H @ K @ H @ K) <= tr(H @ H @ K @ K),
)
true(
    "lieb-thirring",
    "The Lieb-Thirring inequality with exponent 3",
    BHATIA.at("chapter IX, Lieb and Thirring, Araki"),
    tr(P @ Q @ P @ Q @ P @ Q) <= tr(P @ P @ P @ Q @ Q @ Q),
)
true(
    "golden-thompson",
    "The Golden-Thompson inequality",
    THOMPSON.at("main theorem"),
    tr(expm(H + K)) <= tr(expm(H) @ expm(K)),
)
true(
    "popoviciu",
    "The variance of the eigenvalues is at most a quarter of the squared spread",
    POPOVICIU.at("bound on the variance"),
    tr(H @ H) / n - (tr(H) / n) ** 2 <= (lmax(H) - lmin(H)) ** 2 / 4,
)
true(
    "bhatia-davis",
    "The variance of the eigenvalues is at most the product of the distances of their mean to both ends",
    BHATIA_DAVIS.at("main theorem"),
    tr(H @ H) / n - (tr(H) / n) ** 2 <= (lmax(H) - tr(H) / n) * (tr(H) / n - lmin(H)),
)
true(
    "mirsky-spread",
    "Mirsky's bound on the spread",
    MIRSKY.at("for hermitian matrices"),
    (lmax(H) - lmin(H)) ** 2 <= 2 * normF(H) ** 2 - 2 * tr(H) ** 2 / n,
)
true(
    "spectral-radius-of-square",
    "The spectral radius of a square, and the norm above it",
    HORN_JOHNSON.at("chapter 5, Gelfand's formula"),
    spectral_radius(A) ** 2 <= smax(A @ A),
)
true(
    "spectral-radius-of-moduli",
    "The spectral radius is at most that of the moduli of the entries",
    HORN_JOHNSON.at("chapter 8, on moduli of entries"),
    spectral_radius(A) <= spectral_radius(relu(A) + relu(-A)),
)
true(
    "levinger",
    "The spectral radius of a non-negative matrix is at most that of its symmetric part",
    LEVINGER.at("main theorem, at the midpoint"),
    spectral_radius(N) <= lmax(sym(N)),
)
true(
    "audenaert",
    "The spectral radius of the entrywise product of non-negative matrices is at most that of their product",
    AUDENAERT.at("main theorem"),
    spectral_radius(had(N, R)) <= spectral_radius(N @ R),
)
true(
    "commuting-spectral-radius",
    "The spectral radius is subadditive on commuting matrices",
    HORN_JOHNSON.at("chapter 2, simultaneous triangularization"),
    spectral_radius(A + B) <= spectral_radius(A) + spectral_radius(B),
    given=eq(A @ B, B @ A),
)
true(
    "eigenvalues-by-rank",
    "A matrix has at most one more distinct real eigenvalue than its rank",
    HORN_JOHNSON.at("chapter 1, multiplicity of the eigenvalue zero"),
    real_eigenvalues(A) <= rank(A) + 1,
)
