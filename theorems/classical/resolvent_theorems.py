"""Resolvents, identities plus skew matrices, differences of inverses; exponentials and determinants with weights."""

from lemmata.theorems.classical import BHATIA, TOPICS, A, B, M, P, T, n, q, rectangular
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Id,
    PositiveDefinite,
    Psd,
    Scalar,
    SkewSymmetric,
    Statement,
    det,
    eq,
    exp,
    expm,
    inv,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    normN,
    polar,
    schatten,
    smax,
    smin,
    spectral_radius,
    tr,
)
from lemmata.theorems.language.domains import Positive

RESOLVENTS: list[Statement] = []
theorem = collector(RESOLVENTS)
K, L, D, E = Psd("K", n), Psd("L", n), PositiveDefinite("D", n), PositiveDefinite("E", n)
N = SkewSymmetric("N", n)
g = Scalar("g", domain=Positive())
t = Scalar("t", 0, 1)
a, b = Scalar("a"), Scalar("b")
U = rectangular.U
one = Id(n)

theorem(
    "classical.resolvent-of-semidefinite", "The resolvent of a positive semidefinite matrix", (BHATIA, "Chapter V"),
    (
        smax(inv(K + g * one)) <= 1 / g, norm2(inv(K + g * one)) <= 1 / g, lmax(inv(K + g * one)) <= 1 / g,
        tr(inv(K + g * one)) <= n / g, lmin(inv(K + g * one)) > 0,
    ),
)  # fmt: skip
theorem(
    "classical.regularised-projection", "A semidefinite matrix times its resolvent lies between 0 and the identity",
    (BHATIA, "Chapter V"),
    (
        lmax(K @ inv(K + g * one)) <= 1, lmin(K @ inv(K + g * one)) >= 0, smax(K @ inv(K + g * one)) <= 1,
        tr(K @ inv(K + g * one)) <= tr(K) / g, tr(K @ inv(K + g * one)) <= n,
    ),
)  # fmt: skip
theorem(
    "classical.identity-plus-skew", "The identity plus a skew-symmetric matrix", "Section 2.5",
    (smin(one + N) >= 1, det(one + N) >= 1, smax(inv(one + N)) <= 1, eq(smax(one + N) ** 2, 1 + smax(N) ** 2)),
)  # fmt: skip
theorem(
    "classical.cayley", "The Cayley transform of a skew-symmetric matrix is orthogonal", "Section 2.1",
    (
        eq(smax((one - N) @ inv(one + N)), 1), eq(norm2((one - N) @ inv(one + N)), 1),
        eq(normF((one - N) @ inv(one + N)) ** 2, n), eq(det((one - N) @ inv(one + N)), 1),
    ),
)  # fmt: skip
theorem(
    "classical.difference-of-inverses", "The second resolvent identity, in norms", "Section 5.8",
    (
        smax(inv(M) - inv(P)) <= smax(inv(M)) * smax(M - P) * smax(inv(P)),
        norm2(inv(M) - inv(P)) <= norm2(inv(M)) * norm2(M - P) * norm2(inv(P)),
    ),
)  # fmt: skip
theorem(
    "classical.pseudo-inverse-norm", "The norm of the pseudo-inverse of independent columns", (TOPICS, "Chapter 3"),
    (
        eq(smax(inv(T.T @ T) @ T.T) * smin(T), 1), eq(norm2(inv(T.T @ T) @ T.T) * smin(T), 1),
        eq(smax(inv(T.T @ T)) * smin(T) ** 2, 1),
    ),
)  # fmt: skip
theorem(
    "classical.polar-factor", "The polar factor has orthonormal columns", "Theorem 7.3.1",
    (eq(normF(polar(T)) ** 2, q), eq(smax(polar(T)), 1), eq(smin(polar(T)), 1), eq(norm2(polar(T)), 1)),
)  # fmt: skip
theorem(
    "classical.exponential-doubled", "The exponential of twice a symmetric matrix", (TOPICS, "Chapter 6"),
    (
        eq(tr(expm(A) @ expm(A)), tr(expm(2 * A))), eq(normF(expm(A)) ** 2, tr(expm(2 * A))),
        tr(expm(A) @ expm(B)) >= 0, tr(expm(A) @ expm(B)) ** 2 <= tr(expm(2 * A)) * tr(expm(2 * B)),
    ),
)  # fmt: skip
theorem(
    "classical.determinant-weights", "Fan: the determinant is log-concave, with weights", "Theorem 7.6.6",
    det(D) ** t * det(E) ** (1 - t) <= det(t * D + (1 - t) * E),
)  # fmt: skip
theorem(
    "classical.determinant-exponential", "The determinant of the identity plus a semidefinite matrix", "Section 1.2",
    det(one + K) <= exp(tr(K)),
)  # fmt: skip
theorem(
    "classical.schatten-hoelder-norms", "Hoelder's inequality for the nuclear norm of a product",
    (BHATIA, "Section IV.2"),
    normN(T @ U) <= schatten(a, T) * schatten(b, U), (a > 1, b > 1, eq(a + b, a * b)),
)  # fmt: skip
theorem(
    "classical.spectral-radius-sign", "The spectral radius lies between zero and the Frobenius norm", "Section 5.6",
    (spectral_radius(M) >= 0, spectral_radius(M) <= normF(M)),
)  # fmt: skip
theorem(
    "classical.determinant-below-norm", "The modulus of the determinant, of products and in norms", "Section 5.6",
    (abs(det(M)) <= norm2(M) ** n, norm2(M) >= 0, eq(abs(det(M @ P)), abs(det(M)) * abs(det(P)))),
)  # fmt: skip
theorem(
    "classical.norm-of-semidefinite-difference", "The operator norm of a difference of semidefinite matrices",
    (BHATIA, "Chapter III"), norm2(K - L) <= maximum(norm2(K), norm2(L)),
)  # fmt: skip
