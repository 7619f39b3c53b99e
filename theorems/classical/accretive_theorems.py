"""Matrices with a definite symmetric part, inverses and pseudo-inverses near others, resolvents of symmetric matrices,
projectors, eigenvalues of perturbed matrices: consequences of singular values that perturbation theory starts from."""

from lemmata.theorems.classical import BHATIA, TOPICS, A, M, P, T, c, n, q, r, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Id,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Scalar,
    Statement,
    Vector,
    cond,
    diag,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    minimum,
    normF,
    numradius,
    pinv,
    polar,
    rank,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.domains import DiagonalMatrices, Positive

ACCRETIVE: list[Statement] = []
theorem = collector(ACCRETIVE)
one = Id(n)
K, D = Psd("K", n), PositiveDefinite("D", n)
Q, R = Orthogonal("Q", n), Orthogonal("R", n)
F, G = Projection("F", n), Projection("G", n)
S = Matrix("S", r, q)
L, V = Matrix("L", n, n), Matrix("V", domain=DiagonalMatrices(n))
g = Scalar("g", domain=Positive())
u = Vector("u", r)
X, Y = Q @ F @ Q.T, R @ G @ R.T
NEW_BOUNDS = "R.-C. Li, New perturbation bounds for the unitary polar factor, SIAM J. Matrix Anal. Appl. 16 (1995)"

theorem(
    "classical.symmetric-part-below", "Fan and Hoffman: the least singular value and the symmetric part",
    (TOPICS, "Corollary 3.1.5"),
    (
        lmin(M + M.T) <= 2 * smin(M), lmin(M + M.T) * smax(inv(M)) <= 2,
        lmin(M + M.T) * normF(inv(M) @ x) <= 2 * normF(x),
    ),
)  # fmt: skip
theorem(
    "classical.accretive-resolvent", "The resolvent and the Cayley transform of an accretive matrix are contractions",
    (TOPICS, "Section 1.2"),
    (
        smax(inv(one + M)) <= 1, smax(inv(M + g * one)) <= 1 / g, normF(inv(one + M) @ x) <= normF(x),
        smax((one - M) @ inv(one + M)) <= 1, smin(M + g * one) >= g,
    ),
    lmin(M + M.T) >= 0,
)  # fmt: skip
theorem(
    "classical.inverse-nearby", "The inverse of a matrix near a regular one", "Section 5.8",
    (
        smax(inv(P)) <= smax(inv(M)) / (1 - smax(inv(M)) * smax(P - M)),
        smax(inv(P) - inv(M)) <= smax(inv(M)) ** 2 * smax(P - M) / (1 - smax(inv(M)) * smax(P - M)),
    ),
    smax(inv(M)) * smax(P - M) < 1,
)  # fmt: skip
theorem(
    "classical.pseudo-inverse-nearby", "The pseudo-inverse of a matrix near one of full rank", (BHATIA, "Chapter III"),
    (
        (smin(T) - smax(T - S)) * smax(pinv(S)) <= 1, (smin(T) - smax(T - S)) * normF(pinv(S) @ u) <= normF(u),
        smin(S) > 0,
    ),
    smax(T - S) < smin(T),
)  # fmt: skip
theorem(
    "classical.neumann-terms", "Three terms of Neumann's series, and solutions near the data", "Corollary 5.6.16",
    (
        smax(inv(one - M) - one - M - M @ M) <= smax(M) ** 3 / (1 - smax(M)),
        smax(inv(one + M) - one + M - M @ M) <= smax(M) ** 3 / (1 - smax(M)),
        normF(inv(one - M) @ x) <= normF(x) / (1 - smax(M)), normF(inv(one + M) @ x) <= normF(x) / (1 - smax(M)),
    ),
    smax(M) < 1,
)  # fmt: skip
theorem(
    "classical.resolvent-above", "The resolvent of a symmetric matrix to the right of its spectrum",
    (BHATIA, "Chapter VI"),
    (eq(smax(inv(c * one - A)), 1 / (c - lmax(A))), smin(c * one - A) >= c - lmax(A), lmin(inv(c * one - A)) > 0),
    lmax(A) < c,
)  # fmt: skip
theorem(
    "classical.resolvent-norms", "The resolvent of a semidefinite matrix, in singular values", (BHATIA, "Chapter V"),
    (
        eq(smax(K @ inv(K + g * one)), smax(K) / (smax(K) + g)), eq(smax(inv(K + g * one)), 1 / (smin(K) + g)),
        eq(smax(one - K @ inv(K + g * one)), g / (smin(K) + g)), normF(K @ inv(K + g * one) @ x) <= normF(x),
    ),
)  # fmt: skip
theorem(
    "classical.pseudo-inverse-rank", "The projectors of a pseudo-inverse have its rank", "Problem 7.3.P7",
    (
        eq(normF(T @ pinv(T)) ** 2, rank(T)), eq(normF(pinv(T) @ T) ** 2, rank(T)), eq(tr(pinv(T) @ T), rank(T)),
        rank(T) <= normF(T) * normF(pinv(T)),
    ),
)  # fmt: skip
theorem(
    "classical.full-column-rank", "The pseudo-inverse of independent columns", "Problem 7.3.P7",
    (
        eq(rank(T), q), eq(tr(T @ pinv(T)), q), eq(normF(T @ pinv(T)) ** 2, q), eq(smax(T) * smax(pinv(T)), cond(T)),
        eq(pinv(T) @ T, Id(q)), eq(tr(pinv(T) @ T), q),
    ),
    (q <= r, smin(T) > 0),
)  # fmt: skip
theorem(
    "classical.ridge", "Adding a multiple of the identity improves the condition", "Section 5.8",
    (
        eq(cond(K + g * one), (lmax(K) + g) / (lmin(K) + g)), cond(D + g * one) <= cond(D),
        cond(T.T @ T + g * Id(q)) <= (smax(T) ** 2 + g) / g, cond(T @ T.T + g * Id(r)) <= (smax(T) ** 2 + g) / g,
        cond(K + g * one) <= (lmax(K) + g) / g,
    ),
)  # fmt: skip
theorem(
    "classical.projector-parts", "Pythagoras: what a projector keeps and what it leaves", "Problem 7.3.P7",
    (
        eq(normF(X @ M) ** 2 + normF(M - X @ M) ** 2, normF(M) ** 2), eq(normF(X) ** 2, tr(X)),
        normF(M - X @ M) <= normF(M),
        eq(normF(X @ x) ** 2 + normF(x - X @ x) ** 2, normF(x) ** 2), eq(normF(X @ x) ** 2, tr(x.T @ X @ x)),
        eq(normF(X @ M @ Y) ** 2 + normF(M - X @ M @ Y) ** 2, normF(M) ** 2), normF(M - X @ M @ Y) <= normF(M),
    ),
)  # fmt: skip
theorem(
    "classical.two-projectors", "Two orthogonal projectors", (BHATIA, "Section VII.1"),
    (
        smax(X - Y) <= 1, 2 * smax(X @ Y - Y @ X) <= 1, smax(X @ Y) <= 1, tr(X @ Y) <= tr(X), tr(X @ Y) >= 0,
        smax(X + Y) <= 1 + smax(X @ Y),
    ),
)  # fmt: skip
theorem(
    "classical.perturbed-eigenvalue", "Bauer and Fike: an eigenvalue of a perturbed symmetric matrix", "Theorem 6.3.14",
    (minimum(abs(lam(A) - c)) <= smax(M), minimum(abs(lam(A) - c)) <= normF(M)),
    (eq((A + M) @ x, c * x), tr(x.T @ x) > 0),
)  # fmt: skip
theorem(
    "classical.bauer-fike-eigenvalue", "Bauer and Fike: an eigenvalue of a perturbed diagonalisable matrix",
    "Theorem 6.3.2",
    (
        minimum(abs(diag(V) - c)) <= cond(L) * (smax(P) + smin(L @ V @ inv(L) + P - c * one)),
        minimum(abs(diag(V) - c)) <= smax(L) * smax(inv(L)) * (smax(P) + smin(L @ V @ inv(L) + P - c * one)),
    ),
)  # fmt: skip
theorem(
    "classical.numerical-radius-moves", "The numerical radius of shifted and turned matrices", (TOPICS, "Chapter 1"),
    (
        numradius(M + c * one) <= numradius(M) + abs(c), eq(numradius(Q.T @ M @ Q), numradius(M)),
        eq(numradius(M.T), numradius(M)), lmax(M + M.T) <= 2 * numradius(M),
    ),
)  # fmt: skip
theorem(
    "classical.polar-perturbation", "Li: polar factors of regular matrices move less than the matrices",
    (NEW_BOUNDS,),
    (smin(M) + smin(P)) * normF(polar(M) - polar(P)) <= 2 * normF(M - P),
)  # fmt: skip
