"""Kronecker products and sums, entrywise products, pseudo-inverses, spectral and numerical radii of products."""

from lemmata.theorems.classical import BHATIA, TOPICS, A, M, P, T, n, q, r
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Dim,
    Id,
    Matrix,
    Nonnegative,
    Psd,
    Scalar,
    Statement,
    Symmetric,
    Vector,
    cond,
    det,
    diag,
    eq,
    had,
    inv,
    kron,
    lmax,
    lmin,
    maxabs,
    maximum,
    minimum,
    normF,
    normN,
    numradius,
    pinv,
    prod,
    relu,
    schatten,
    smax,
    spectral_radius,
    tr,
)

PRODUCTS: list[Statement] = []
theorem = collector(PRODUCTS)
k = Dim("k")
m = Dim("m", 1, n)
S, F, L = Matrix("S", r, q), Matrix("F", r, k), Matrix("L", q, k)
V, N = Matrix("V", n, m), Matrix("N", n, k)
H, R = Symmetric("H", k), Matrix("R", k, k)
K, G = Psd("K", n), Psd("G", n)
X, Y = Nonnegative("X", n, n), Nonnegative("Y", n, n)
u, y = Vector("u", r), Vector("y", q)
p = Scalar("p")
rho = spectral_radius

theorem(
    "classical.kronecker-sum", "Eigenvalues of a Kronecker sum", (TOPICS, "Theorem 4.4.5"),
    (
        eq(lmax(kron(A, Id(k)) + kron(Id(n), H)), lmax(A) + lmax(H)),
        eq(lmin(kron(A, Id(k)) + kron(Id(n), H)), lmin(A) + lmin(H)),
    ),
)  # fmt: skip
theorem(
    "classical.kronecker-more", "Nuclear norm, determinant and spectral radius of a Kronecker product",
    (TOPICS, "Section 4.2"),
    (
        eq(normN(kron(T, M)), normN(T) * normN(M)), eq(det(kron(M, R)), det(M) ** k * det(R) ** n),
        eq(rho(kron(M, R)), rho(M) * rho(R)), eq(maxabs(kron(T, M)), maxabs(T) * maxabs(M)),
    ),
)  # fmt: skip
theorem(
    "classical.kronecker-schatten", "Schatten norms of a Kronecker product", (TOPICS, "Section 4.2"),
    eq(schatten(p, kron(T, M)), schatten(p, T) * schatten(p, M)), p > 0,
)  # fmt: skip
theorem(
    "classical.entrywise-largest-entry", "Entrywise products and the largest entry", (TOPICS, "Section 5.1"),
    (
        normF(had(T, S)) <= maxabs(T) * normF(S), maxabs(had(T, S)) <= maxabs(T) * maxabs(S),
        normF(had(T, S)) <= smax(T) * normF(S),
    ),
)  # fmt: skip
theorem(
    "classical.schur-multiplier", "Schur: entrywise products with a semidefinite matrix", (TOPICS, "Theorem 5.5.18"),
    (
        smax(had(K, M)) <= maximum(diag(K)) * smax(M), normF(had(K, M)) <= maximum(diag(K)) * normF(M),
        normN(had(K, M)) <= maximum(diag(K)) * normN(M), lmin(K) * minimum(diag(G)) <= lmin(had(K, G)),
        tr(had(K, G)) <= maximum(diag(K)) * tr(G),
    ),
)  # fmt: skip
theorem(
    "classical.oppenheim-schur", "Oppenheim and Schur: determinants of entrywise products", "Section 7.8",
    det(K) * prod(diag(G)) + det(G) * prod(diag(K)) <= det(had(K, G)) + det(K) * det(G),
)  # fmt: skip
theorem(
    "classical.least-squares", "Penrose: the pseudo-inverse gives the least residual", "Section 7.3",
    (
        normF(u - T @ pinv(T) @ u) <= normF(u - T @ y), normF(F - T @ pinv(T) @ F) <= normF(F - T @ L),
        normF(pinv(T) @ T @ y) <= normF(y),
    ),
)  # fmt: skip
theorem(
    "classical.least-solution", "Penrose: the pseudo-inverse gives the shortest solution", "Section 7.3",
    normF(pinv(T) @ u) <= normF(y), eq(T @ y, u),
)  # fmt: skip
theorem(
    "classical.condition-of-pseudo-inverse", "A matrix and its pseudo-inverse have one condition number", "Section 7.3",
    eq(cond(pinv(T)), cond(T)),
)  # fmt: skip
theorem(
    "classical.spectral-radius-powers", "Gelfand: the spectral radius of powers", "Theorem 5.6.9",
    (
        eq(rho(M @ M), rho(M) ** 2), eq(rho(M @ M @ M), rho(M) ** 3), rho(M) ** 2 <= smax(M @ M),
        rho(M) ** 3 <= smax(M @ M @ M), rho(M) ** 2 <= normF(M @ M),
    ),
)  # fmt: skip
theorem(
    "classical.spectral-radius-similar", "Similar matrices have one spectral radius", "Section 1.3",
    (eq(rho(P @ M @ inv(P)), rho(M)), eq(rho(inv(P) @ M @ P), rho(M)), eq(det(P @ M @ inv(P)), det(M))),
)  # fmt: skip
theorem(
    "classical.spectral-radius-commuting", "Spectral radii of matrices that commute", "Section 2.4",
    (rho(M + P) <= rho(M) + rho(P), rho(M @ P) <= rho(M) * rho(P)), eq(M @ P, P @ M),
)  # fmt: skip
theorem(
    "classical.perron-products", "Spectral radii of matrices without negative entries",
    (TOPICS, "Section 5.7"),
    (
        rho(had(X, Y)) <= rho(X) * rho(Y), 2 * rho(X) <= lmax(X + X.T), rho(M) <= rho(relu(M) + relu(-M)),
        rho(X) ** 2 <= rho(X @ X + Y),
    ),
)  # fmt: skip
theorem(
    "classical.numerical-radius-products", "The numerical radius of products and powers", (TOPICS, "Section 1.5"),
    (
        numradius(N.T @ M @ N) <= smax(N) ** 2 * numradius(M), numradius(M @ M @ M) <= numradius(M) ** 3,
        numradius(M @ P) <= 4 * numradius(M) * numradius(P), numradius(kron(M, R)) <= smax(M) * numradius(R),
    ),
)  # fmt: skip
theorem(
    "classical.numerical-radius-compression", "The numerical radius of a compression", (TOPICS, "Section 1.2"),
    numradius(V.T @ M @ V) <= numradius(M), eq(V.T @ V, Id(m)),
)  # fmt: skip
theorem(
    "classical.commutator-range", "Commutators with a symmetric matrix", (BHATIA, "Section VII.2"),
    (
        smax(A @ M - M @ A) <= (lmax(A) - lmin(A)) * smax(M), normF(A @ M - M @ A) <= (lmax(A) - lmin(A)) * normF(M),
        smax(K @ M - M @ K) <= smax(K) * smax(M), normF(K @ M - M @ K) <= smax(K) * normF(M),
    ),
)  # fmt: skip
theorem(
    "classical.sylvester-separated", "Davis and Kahan: Sylvester's equation with separated spectra",
    (BHATIA, "Section VII.2"),
    (
        (lmin(A) - lmax(H)) * smax(N) <= smax(A @ N - N @ H), (lmin(A) - lmax(H)) * normF(N) <= normF(A @ N - N @ H),
        (lmin(A) - lmax(H)) * normN(N) <= normN(A @ N - N @ H),
    ),
)  # fmt: skip
