"""Neumann's series, perturbed inverses, steps of gradient descent, resolvents, projectors, numerical radii, quadratic
forms: what is used from day to day and follows from spectra in a line or two."""

from lemmata.theorems.classical import BHATIA, TOPICS, A, M, P, T, c, i, n, q, r, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Id,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Scalar,
    SkewSymmetric,
    Statement,
    Vector,
    cond,
    det,
    eq,
    exp,
    expm,
    forall,
    had,
    inv,
    lmax,
    lmin,
    log,
    maximum,
    normF,
    numradius,
    pinv,
    rank,
    s,
    schatten,
    smax,
    smin,
    spectral_radius,
    sqrt,
    sqrtm,
    tr,
)
from lemmata.theorems.language.domains import Positive

PERTURBATIONS: list[Statement] = []
theorem = collector(PERTURBATIONS)
one = Id(n)
K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
N, Q, F = SkewSymmetric("N", n), Orthogonal("Q", n), Projection("F", n)
a, g = Scalar("a"), Scalar("g", domain=Positive())
y, u = Vector("y", n), Vector("u", r)
X = Q @ F @ Q.T
rotation = M @ inv(sqrtm(M.T @ M))

theorem(
    "classical.neumann-series", "Neumann's series: the inverse of the identity plus a small matrix", "Corollary 5.6.16",
    (
        smax(inv(one - M)) <= 1 / (1 - smax(M)), smax(inv(one + M)) <= 1 / (1 - smax(M)),
        smax(inv(one - M) - one) <= smax(M) / (1 - smax(M)), smax(inv(one + M) - one) <= smax(M) / (1 - smax(M)),
        smax(inv(one - M) - one - M) <= smax(M) ** 2 / (1 - smax(M)),
        smax(inv(one + M) - one + M) <= smax(M) ** 2 / (1 - smax(M)),
        normF(inv(one - M) - one) <= normF(M) / (1 - smax(M)),
    ),
    smax(M) < 1,
)  # fmt: skip
theorem(
    "classical.inverse-perturbation", "The inverse of a perturbed matrix", "Section 5.8",
    (
        smax(inv(M + P)) <= 1 / (smin(M) - smax(P)),
        smax(inv(M + P) - inv(M)) <= smax(P) / (smin(M) * (smin(M) - smax(P))),
    ),
    smax(P) < smin(M),
)  # fmt: skip
theorem(
    "classical.affine-spectrum", "Extreme eigenvalues of a multiple of the identity minus a symmetric matrix",
    "Section 4.2",
    (
        eq(lmax(a * one - c * A), a - c * lmin(A)), eq(lmin(a * one - c * A), a - c * lmax(A)),
        eq(smax(a * one - c * A), maximum(abs(a - c * lmin(A)), abs(a - c * lmax(A)))),
    ),
    c >= 0,
)  # fmt: skip
theorem(
    "classical.gradient-step", "A step of gradient descent on a convex quadratic form does not expand", "Section 4.2",
    (smax(one - c * K) <= 1, normF(x - c * K @ x) <= normF(x)), (c >= 0, c * lmax(K) <= 2),
)  # fmt: skip
theorem(
    "classical.short-gradient-step", "A short step of gradient descent on a convex quadratic form", "Section 4.2",
    (
        eq(smax(one - c * K), 1 - c * lmin(K)), lmin(one - c * K) >= 0, lmax(one - c * K) <= 1,
        normF(x - c * K @ x) <= (1 - c * lmin(K)) * normF(x),
    ),
    (c >= 0, c * lmax(K) <= 1),
)  # fmt: skip
theorem(
    "classical.resolvent-values", "The resolvent of a positive semidefinite matrix has the eigenvalues 1/(k + g)",
    (BHATIA, "Chapter V"),
    (
        eq(smax(inv(K + g * one)), 1 / (lmin(K) + g)), eq(smin(inv(K + g * one)), 1 / (lmax(K) + g)),
        eq(smax(K @ inv(K + g * one)), lmax(K) / (lmax(K) + g)),
        smax(inv(K + g * one) - inv(L + g * one)) <= smax(K - L) / g**2,
    ),
)  # fmt: skip
theorem(
    "classical.regularised-pseudo-inverse", "Tikhonov's pseudo-inverse: s/(s^2 + g) is at most 1/(2 sqrt(g))",
    (TOPICS, "Chapter 3"),
    (
        smax(inv(T.T @ T + g * Id(q)) @ T.T) <= 1 / (2 * sqrt(g)),
        smax(T @ inv(T.T @ T + g * Id(q))) <= 1 / (2 * sqrt(g)),
        smax(T @ inv(T.T @ T + g * Id(q)) @ T.T) <= 1,
    ),
)  # fmt: skip
theorem(
    "classical.polar-invariance", "The polar factor of a regular matrix is orthogonal", "Theorem 7.3.1",
    (
        eq(normF(rotation @ P), normF(P)), eq(normF(P @ rotation), normF(P)), eq(smax(rotation @ P), smax(P)),
        eq(smax(P @ rotation), smax(P)), eq(abs(det(rotation)), 1),
    ),
)  # fmt: skip
theorem(
    "classical.exponential-of-skew", "The exponential of a skew-symmetric matrix is a rotation", (TOPICS, "Chapter 6"),
    (
        eq(smax(expm(N)), 1), eq(normF(expm(N) @ M), normF(M)), eq(normF(M @ expm(N)), normF(M)),
        eq(smax(expm(N) @ M), smax(M)), eq(smax(M @ expm(N)), smax(M)), eq(det(expm(N)), 1), eq(normF(expm(N)) ** 2, n),
    ),
)  # fmt: skip
theorem(
    "classical.exponential-condition", "The condition number of the exponential of a symmetric matrix",
    (TOPICS, "Chapter 6"), (eq(cond(expm(A)), exp(lmax(A) - lmin(A))), eq(smin(expm(A)), exp(lmin(A)))),
)  # fmt: skip
theorem(
    "classical.orthogonal-projector", "Orthogonal projectors shorten", "Section 4.1",
    (
        smax(X) <= 1, lmin(X) >= 0, lmax(X) <= 1, normF(X @ M) <= normF(M), normF(M @ X) <= normF(M),
        normF(x - X @ x) <= normF(x), smax(one - X) <= 1, tr(X @ K) <= tr(K),
    ),
)  # fmt: skip


theorem(
    "classical.quadratic-young", "Young's inequality for quadratic forms", "Section 7.7",
    (
        2 * tr(x.T @ y) <= tr(x.T @ D @ x) + tr(y.T @ inv(D) @ y),
        tr(x.T @ y) ** 2 <= tr(x.T @ D @ x) * tr(y.T @ inv(D) @ y),
    ),
)  # fmt: skip
theorem(
    "classical.stein-loss", "Stein's loss and the mean of eigenvalues of a quotient", "Section 7.7",
    (
        n + log(det(E)) - log(det(D)) <= tr(inv(D) @ E), n + log(det(D)) - log(det(E)) <= tr(D @ inv(E)),
        tr(inv(D) @ E) > 0,
    ),
)  # fmt: skip
theorem(
    "classical.entrywise-schur", "Schur: entrywise products and the largest entries of the diagonal",
    (TOPICS, "Theorem 5.5.18"),
    (
        tr(had(K, L)) <= lmax(K) * tr(L), tr(had(K, L)) <= tr(K) * lmax(L),
        smax(had(K, M)) <= smax(K) * smax(M), normF(had(K, M)) <= smax(K) * normF(M),
    ),
)  # fmt: skip
theorem(
    "classical.later-singular-values", "The k-th singular value is at most the mean of the first k", "Section 7.4",
    forall(i, 1, n, i * s(M, i) ** 2 <= normF(M) ** 2),
)  # fmt: skip
theorem(
    "classical.schatten-four", "The Schatten norm of order four and Gram matrices", (BHATIA, "Section IV.2"),
    (
        eq(schatten(4, T) ** 4, normF(T.T @ T) ** 2), schatten(4, T) ** 4 <= smax(T) ** 2 * normF(T) ** 2,
        normF(T.T @ T) <= smax(T) * normF(T), normF(T @ T.T) <= smax(T) * normF(T),
    ),
)  # fmt: skip
theorem(
    "classical.norms-of-inverse", "Norms of a matrix and its inverse", "Section 5.8",
    (
        n <= normF(M) * normF(inv(M)), smax(M) * smax(inv(M)) >= 1, normF(x) <= smax(M) * normF(inv(M) @ x),
        smin(M) * normF(inv(M) @ x) <= normF(x), cond(M) <= normF(M) * normF(inv(M)),
    ),
)  # fmt: skip
theorem(
    "classical.numerical-radius", "The numerical radius is a norm between half the operator norm and all of it",
    (TOPICS, "Section 1.5"),
    (
        numradius(M) <= smax(M), smax(M) <= 2 * numradius(M), numradius(M + P) <= numradius(M) + numradius(P),
        eq(numradius(c * M), abs(c) * numradius(M)), spectral_radius(M) <= numradius(M), eq(numradius(A), smax(A)),
        abs(tr(M)) <= n * numradius(M), abs(tr(x.T @ M @ x)) <= numradius(M) * tr(x.T @ x),
        numradius(M @ M) <= numradius(M) ** 2, smax(M + M.T) <= 2 * numradius(M),
    ),
)  # fmt: skip
theorem(
    "classical.pseudo-inverse-projectors", "A matrix times its pseudo-inverse is an orthogonal projector",
    "Section 7.3",
    (
        smax(T @ pinv(T)) <= 1, smax(pinv(T) @ T) <= 1, smax(Id(r) - T @ pinv(T)) <= 1, smax(Id(q) - pinv(T) @ T) <= 1,
        normF(T @ pinv(T) @ u) <= normF(u), normF(u - T @ pinv(T) @ u) <= normF(u), eq(tr(T @ pinv(T)), rank(T)),
        eq(rank(pinv(T)), rank(T)),
    ),
)  # fmt: skip
theorem(
    "classical.pseudo-inverse-values", "The norm of the pseudo-inverse of a matrix of full rank", "Section 7.3",
    (eq(smax(pinv(T)) * smin(T), 1), smin(T) * normF(pinv(T) @ u) <= normF(u)), smin(T) > 0,
)  # fmt: skip
