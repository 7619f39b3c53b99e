"""Orthonormal columns, Cayley transforms, pseudo-inverses and polar factors nearby, residuals: what perturbation theory
asks of matrices that keep lengths."""

from lemmata.theorems.classical import BHATIA, A, M, T, c, n, q, r, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Matrix,
    Nonnegative,
    PositiveDefinite,
    Psd,
    SkewSymmetric,
    Statement,
    SumOver,
    Vector,
    cond,
    det,
    diag,
    eq,
    forall,
    inv,
    lam,
    lmax,
    lmin,
    log,
    maximum,
    minimum,
    normF,
    norminf,
    ones,
    pinv,
    polar,
    prod,
    smax,
    smin,
    spectral_radius,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.families import StackOver, Unit

ISOMETRIES: list[Statement] = []
theorem = collector(ISOMETRIES)
i = Index("i")
m = Dim("m", 1, n)
V = Matrix("V", n, m)
K, D = Psd("K", n), PositiveDefinite("D", n)
N, S = SkewSymmetric("N", n), Matrix("S", r, q)
y = Vector("y", n)
z = Vector("z", m)
one = Id(n)
PSEUDO = "P.-A. Wedin, Perturbation theory for pseudo-inverses, BIT 13 (1973)"
frame = eq(V.T @ V, Id(m))

theorem(
    "classical.poincare", "Poincare: eigenvalues of a compression to a subspace", "Corollary 4.3.37",
    (
        forall(i, 1, m, lam(V.T @ A @ V, i) <= lam(A, i)), forall(i, 1, m, lam(A, i + n - m) <= lam(V.T @ A @ V, i)),
        lmax(V.T @ A @ V) <= lmax(A), lmin(A) <= lmin(V.T @ A @ V),
    ),
    frame,
)  # fmt: skip
theorem(
    "classical.fan-maximum", "Fan: the largest trace of a compression to a subspace", "Corollary 4.3.39",
    (
        tr(V.T @ A @ V) <= SumOver(i, 1, m, lam(A, i)), SumOver(i, 1, m, lam(A, n + 1 - i)) <= tr(V.T @ A @ V),
        tr(V.T @ K @ V) <= tr(K), tr(V.T @ A @ V) <= m * lmax(A), m * lmin(A) <= tr(V.T @ A @ V),
    ),
    frame,
)  # fmt: skip
theorem(
    "classical.orthonormal-columns", "Orthonormal columns keep lengths", "Section 2.1",
    (
        eq(smax(V), 1), eq(smin(V), 1), eq(normF(V) ** 2, m), eq(normF(V @ z), normF(z)), normF(V.T @ x) <= normF(x),
        normF(V.T @ M) <= normF(M), smax(V.T @ M @ V) <= smax(M), normF(V.T @ M @ V) <= normF(M),
    ),
    frame,
)  # fmt: skip
cayley = (one - N) @ inv(one + N)
theorem(
    "classical.cayley-isometry", "Multiplication by a Cayley transform keeps norms", "Section 2.1",
    (
        eq(normF(cayley @ M), normF(M)), eq(normF(M @ cayley), normF(M)), eq(smax(cayley @ M), smax(M)),
        eq(smax(M @ cayley), smax(M)), eq(normF(cayley @ x), normF(x)),
    ),
)  # fmt: skip
theorem(
    "classical.pseudo-inverse-perturbation", "Wedin: the pseudo-inverse of a perturbed matrix of full rank", (PSEUDO,),
    smin(T) * smin(S) * smax(pinv(T) - pinv(S)) <= sqrt(2) * smax(T - S), (smin(T) > 0, smin(S) > 0),
)  # fmt: skip
theorem(
    "classical.pseudo-inverse-residuals", "What a projector onto the range of a matrix leaves of another",
    "Section 7.3",
    (
        smax(S - T @ pinv(T) @ S) <= smax(T - S), normF(S - T @ pinv(T) @ S) <= normF(T - S),
    ),
)  # fmt: skip
theorem(
    "classical.polar-distance", "The distance to the polar factor, and from a Gram matrix to the identity",
    (BHATIA, "Section VII.5"),
    (
        normF(M - polar(M)) <= normF(M.T @ M - one), smax(M - polar(M)) <= smax(M.T @ M - one),
        eq(normF(M - polar(M)) ** 2, normF(M) ** 2 - 2 * tr(polar(M).T @ M) + n),
    ),
)  # fmt: skip
theorem(
    "classical.residual", "A small residual means that an eigenvalue is near", "Theorem 6.3.14",
    minimum(abs(lam(A) - c)) * normF(x) <= normF(A @ x - c * x),
)  # fmt: skip
theorem(
    "classical.orthogonal-form", "Wielandt: the form of a symmetric matrix at two orthogonal columns", "Section 7.4",
    2 * abs(tr(x.T @ A @ y)) <= (lmax(A) - lmin(A)) * normF(x) * normF(y), eq(tr(x.T @ y), 0),
)  # fmt: skip
theorem(
    "classical.discs", "Gershgorin: the diagonal and the rest", "Theorem 6.1.1",
    (
        lmax(A) <= maximum(diag(A)) + norminf(A - diag(diag(A))),
        minimum(diag(A)) - norminf(A - diag(diag(A))) <= lmin(A),
    ),
)  # fmt: skip
X = Nonnegative("X", n, n)
theorem(
    "classical.stochastic", "Perron: the spectral radius of a stochastic matrix", "Lemma 8.1.21",
    eq(spectral_radius(X), 1), eq(X @ ones(n, 1), ones(n, 1)),
)  # fmt: skip
theorem(
    "classical.logarithms-of-determinants", "Logarithms of determinants and of diagonals", "Section 7.8",
    (
        eq(log(det(D)), total(log(lam(D)))), log(det(D)) <= total(log(diag(D))),
        eq(log(prod(diag(D))), total(log(diag(D)))), eq(log(det(D)), -log(det(inv(D)))),
    ),
)  # fmt: skip
low = Dim("a", 1, n)
high = Dim("b", low, n)
chosen = StackOver(i, low, high, Unit(n, i).T)
theorem(
    "classical.compression-condition", "A principal block of a positive definite matrix", "Theorem 4.3.17",
    (lmin(chosen @ D @ chosen.T) > 0, cond(chosen @ D @ chosen.T) <= cond(D), det(chosen @ D @ chosen.T) > 0),
)  # fmt: skip
