"""Theorems of articles, called by the names of their authors, and of chapters that the rest of the book passes over."""

from fractions import Fraction

from lemmata.theorems.classical import BHATIA, TOPICS, A, M, P, n
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Matrix,
    Nonnegative,
    PositiveDefinite,
    ProdOver,
    Projection,
    Psd,
    Scalar,
    Statement,
    absm,
    cond,
    det,
    eq,
    had,
    kron,
    lam,
    lmax,
    lmin,
    normF,
    prod,
    rank,
    real_eigenvalues,
    smax,
    spectral_radius,
    tr,
)

ZHANG = "F. Zhang, Matrix Theory: Basic Results and Techniques, second edition (2011)"
MAJORIZATION = (
    "A. W. Marshall, I. Olkin, B. C. Arnold, Inequalities: Theory of Majorization and Its Applications (2011)"
)
ESTIMATE = (
    "H. W. Guggenheimer, A. S. Edelman, C. R. Johnson, A simple estimate of the condition number of a linear system "
    "(1995)"
)
COMMUTATORS = "F. Kittaneh, Norm inequalities for commutators of positive operators and applications (2008)"
SPECTRAL = (
    "K. M. R. Audenaert, Spectral radius of Hadamard product versus conventional product for non-negative matrices "
    "(2010)"
)
NAMED: list[Statement] = []
theorem = collector(NAMED)
i = Index("i")
r, q, k, d = Dim("r"), Dim("q"), Dim("k"), Dim("d")
T, U, V = Matrix("T", r, q), Matrix("U", q, k), Matrix("V", k, d)
X, Y = Nonnegative("X", n, n), Nonnegative("Y", n, n)
K, L = Psd("K", n), Psd("L", n)
D = PositiveDefinite("D", n)
F = Projection("F", n)
t = Scalar("t", 0, 1)
C = M @ P - P @ M
COMMUTE = eq(M @ P, P @ M)
HALF = Fraction(1, 2)

theorem(
    "classical.levinger", "Levinger: a non-negative matrix mixed with its transpose",
    ("B. W. Levinger, An inequality for nonnegative matrices (1970)",),
    (
        spectral_radius(X) <= spectral_radius(t * X + (1 - t) * X.T),
        spectral_radius(X) <= lmax(HALF * (X + X.T)),
    ),
)  # fmt: skip
theorem(
    "classical.audenaert", "Audenaert: entrywise and ordinary products of non-negative matrices", (SPECTRAL,),
    spectral_radius(had(X, Y)) <= spectral_radius(X @ Y),
)  # fmt: skip
theorem(
    "classical.eigenvalues-and-rank", "Distinct real eigenvalues and rank", "Section 1.4",
    real_eigenvalues(M) <= rank(M) + 1,
)  # fmt: skip
theorem(
    "classical.positive-commutators", "Kittaneh: commutators of positive semidefinite matrices", (COMMUTATORS,),
    (smax(K @ M - M @ K) <= smax(K) * smax(M), 2 * smax(K @ L - L @ K) <= smax(K) * smax(L)),
)  # fmt: skip
theorem(
    "classical.araki-yamagami", "Araki and Yamagami: the modulus is Lipschitz in the Frobenius norm",
    ("H. Araki, S. Yamagami, An inequality for Hilbert-Schmidt norm (1981)",),
    normF(absm(M) - absm(P)) ** 2 <= 2 * normF(M - P) ** 2,
)  # fmt: skip
theorem(
    "classical.condition-by-determinant", "Guggenheimer, Edelman and Johnson: condition number and determinant",
    (ESTIMATE,), det(M) ** 2 * cond(M) ** 2 < 4 * (normF(M) ** 2 / n) ** n, abs(det(M)) > 0,
)  # fmt: skip
theorem(
    "classical.frobenius-rank-of-products", "Frobenius: the ranks of products of three", "0.4.5",
    rank(T @ U) + rank(U @ V) <= rank(U) + rank(T @ U @ V),
)  # fmt: skip
theorem(
    "classical.idempotent-rank", "The trace of an idempotent matrix is its rank", (ZHANG, "Chapter 5"),
    (eq(tr(M), rank(M)), eq(rank(M) + rank(Id(n) - M), n)), eq(M @ M, M),
)  # fmt: skip
theorem(
    "classical.commutant", "As many matrices commute with one as it has rows", (TOPICS, "Section 4.4"),
    rank(kron(M, Id(n)) - kron(Id(n), M.T)) <= n**2 - n,
)  # fmt: skip
theorem(
    "classical.jacobson", "Jacobson: a commutator that commutes with one of its matrices is nilpotent",
    ("N. Jacobson, Rational methods in the theory of Lie algebras (1935)",),
    (eq(det(C), 0), eq(spectral_radius(C), 0), eq(tr(C @ C), 0)), eq(M @ C, C @ M),
)  # fmt: skip
theorem(
    "classical.fischer-projections", "Fischer's inequality for any two complementary sets of rows", "Theorem 7.8.5",
    det(K) <= det(F @ K @ F + Id(n) - F) * det((Id(n) - F) @ K @ (Id(n) - F) + F),
)  # fmt: skip
theorem(
    "classical.determinant-mean-semidefinite", "The determinant of a mean of positive semidefinite matrices",
    "Section 7.6", det(K) * det(L) <= det(HALF * (K + L)) ** 2,
)  # fmt: skip
theorem(
    "classical.fiedler-sum", "Fiedler: the determinant of a sum between products of sums of eigenvalues",
    ("M. Fiedler, Bounds for the determinant of the sum of hermitian matrices (1971)",),
    (
        prod(lam(K) + lam(L)) <= det(K + L),
        det(K + L) <= ProdOver(i, 1, n, lam(K, i) + lam(L, n + 1 - i)),
    ),
)  # fmt: skip
theorem(
    "classical.sum-of-commuting-squares", "The determinant of a sum of squares of commuting real matrices",
    (ZHANG, "Chapter 4"), det(M @ M + P @ P) >= 0, COMMUTE,
)  # fmt: skip
theorem(
    "classical.bhatia-davis", "Bhatia and Davis: the variance of the eigenvalues",
    ("R. Bhatia, C. Davis, A better bound on the variance (2000)",),
    tr(A @ A) + n * lmin(A) * lmax(A) <= (lmin(A) + lmax(A)) * tr(A),
)  # fmt: skip
theorem(
    "classical.lieb-thirring", "Lieb and Thirring: traces of third and fourth powers", (BHATIA, "Section IX.2"),
    (
        tr(K @ L @ K @ L @ K @ L) <= tr(K @ K @ K @ L @ L @ L),
        tr(K @ L @ K @ L @ K @ L @ K @ L) <= tr(K @ K @ K @ K @ L @ L @ L @ L),
    ),
)  # fmt: skip
