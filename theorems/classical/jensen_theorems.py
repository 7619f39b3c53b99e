"""Jensen's inequalities between matrices, means of definite matrices, spreads, lengths and determinants."""

from fractions import Fraction

from lemmata.theorems.classical import BHATIA, A, M, P, c, n, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.classical.isometry_theorems import PSEUDO
from lemmata.theorems.language import (
    Diagonal,
    Dim,
    Id,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Psd,
    Scalar,
    Statement,
    det,
    diag,
    eq,
    expm,
    inv,
    kyfan,
    lam,
    lmax,
    lmin,
    logm,
    maxabs,
    minimum,
    normF,
    numradius,
    pinv,
    smax,
    smin,
    sqrt,
    sqrtm,
    total,
    tr,
)

JENSEN: list[Statement] = []
theorem = collector(JENSEN)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
K, L = Psd("K", n), Psd("L", n)
t = Scalar("t", 0, 1)
m = Dim("m", 1, n)
V = Matrix("V", n, m)
frame = eq(V.T @ V, Id(m))
r, q = Dim("r"), Dim("q")
T, S = Matrix("T", r, q), Matrix("S", r, q)
few = Dim("k", 1, n)
F, Q = Diagonal("F", n), Orthogonal("Q", n)
half = Fraction(1, 2)
DAVIS = ("C. Davis, Proceedings of the American Mathematical Society 8 (1957)",)
WEIGHTED = t * K + (1 - t) * L
DEFINITE = t * D + (1 - t) * E

theorem(
    "classical.root-concave", "The square root is operator concave", (BHATIA, "Theorem V.2.5"),
    lmin(sqrtm(WEIGHTED) - t * sqrtm(K) - (1 - t) * sqrtm(L)) >= 0,
)  # fmt: skip
theorem(
    "classical.root-concave-trace", "Jensen: the trace of the square root is concave", (BHATIA, "Theorem V.2.5"),
    t * tr(sqrtm(K)) + (1 - t) * tr(sqrtm(L)) <= tr(sqrtm(WEIGHTED)),
)  # fmt: skip
theorem(
    "classical.matrix-logarithm-concave", "The logarithm is operator concave", (BHATIA, "Theorem V.2.5"),
    lmin(logm(DEFINITE) - t * logm(D) - (1 - t) * logm(E)) >= 0,
)  # fmt: skip
theorem(
    "classical.compressed-square", "Davis: the square of a compression", DAVIS,
    lmin(V.T @ A @ A @ V - V.T @ A @ V @ V.T @ A @ V) >= 0, frame,
)  # fmt: skip
theorem(
    "classical.compressed-inverse", "Davis: the inverse of a compression", DAVIS,
    lmin(V.T @ inv(D) @ V - inv(V.T @ D @ V)) >= 0, frame,
)  # fmt: skip
theorem(
    "classical.compressed-root", "Davis: the square root of a compression", DAVIS,
    lmin(sqrtm(V.T @ K @ V) - V.T @ sqrtm(K) @ V) >= 0, frame,
)  # fmt: skip
theorem(
    "classical.compressed-logarithm", "Davis: the logarithm of a compression", DAVIS,
    lmin(logm(V.T @ D @ V) - V.T @ logm(D) @ V) >= 0, frame,
)  # fmt: skip
theorem(
    "classical.compressed-exponential", "Berezin: the trace of the exponential of a compression",
    ("F. A. Berezin, Mathematics of the USSR-Sbornik 17 (1972)",),
    (tr(expm(V.T @ A @ V)) <= tr(V.T @ expm(A) @ V), tr(expm(V.T @ A @ V)) <= tr(expm(A))), frame,
)  # fmt: skip
theorem(
    "classical.inverse-diagonal", "The diagonal of the inverse", "Theorem 7.7.15",
    (1 / diag(D) <= diag(inv(D)), total(1 / diag(D)) <= tr(inv(D))),
)  # fmt: skip
theorem(
    "classical.harmonic-mean", "Anderson and Duffin: the parallel sum of definite matrices",
    ("W. N. Anderson, R. J. Duffin, Journal of Mathematical Analysis and Applications 26 (1969)",),
    (
        lmin(D - inv(inv(D) + inv(E))) >= 0, lmin(D + E - 4 * inv(inv(D) + inv(E))) >= 0,
        lmin(inv(inv(D) + inv(E))) > 0,
    ),
)  # fmt: skip
theorem(
    "classical.kantorovich-lengths", "Greub and Rheinboldt: the length of an image and the quadratic form",
    ("W. Greub, W. Rheinboldt, Proceedings of the American Mathematical Society 10 (1959)",),
    (
        4 * lmin(D) * lmax(D) * normF(D @ x) ** 2 * normF(x) ** 2 <= (lmin(D) + lmax(D)) ** 2 * tr(x.T @ D @ x) ** 2,
        normF(D @ x) ** 2 <= (lmin(D) + lmax(D)) * tr(x.T @ D @ x) - lmin(D) * lmax(D) * normF(x) ** 2,
    ),
)  # fmt: skip
theorem(
    "classical.popoviciu", "Popoviciu: the variance of the eigenvalues",
    ("T. Popoviciu, Mathematica 9 (1935)",),
    4 * (n * tr(A @ A) - tr(A) ** 2) <= n**2 * (lmax(A) - lmin(A)) ** 2,
)  # fmt: skip
theorem(
    "classical.spread", "Mirsky: the spread of a symmetric matrix", ("L. Mirsky, Mathematika 3 (1956)",),
    n * (lmax(A) - lmin(A)) ** 2 <= 2 * n * tr(A @ A) - 2 * tr(A) ** 2,
)  # fmt: skip
theorem(
    "classical.wolkowicz-styan", "Wolkowicz and Styan: extreme eigenvalues from two traces",
    ("H. Wolkowicz, G. P. H. Styan, Linear Algebra and its Applications 29 (1980)",),
    (
        (n * lmax(A) - tr(A)) ** 2 <= (n - 1) * (n * tr(A @ A) - tr(A) ** 2),
        (tr(A) - n * lmin(A)) ** 2 <= (n - 1) * (n * tr(A @ A) - tr(A) ** 2),
    ),
)  # fmt: skip
theorem(
    "classical.determinant-lengths", "Hadamard: the determinant, the Frobenius norm and the largest entry",
    "Section 7.8",
    (det(M) ** 2 <= (normF(M) ** 2 / n) ** n, det(M) ** 2 <= (n * maxabs(M) ** 2) ** n),
)  # fmt: skip
theorem(
    "classical.ostrowski-taussky", "Ostrowski and Taussky: the determinant of the symmetric part", "Theorem 7.8.19",
    (det(half * (M + M.T)) <= det(M), det(M) > 0), lmin(M + M.T) > 0,
)  # fmt: skip
theorem(
    "classical.fan-norms-cauchy", "Cauchy's inequality for Fan's norms", (BHATIA, "Corollary IV.2.6"),
    kyfan(few, M @ P) ** 2 <= kyfan(few, M.T @ M) * kyfan(few, P.T @ P),
)  # fmt: skip
theorem(
    "classical.wedin-lengths", "Wedin: the difference of two pseudo-inverses in the Frobenius norm", (PSEUDO,),
    normF(pinv(T) - pinv(S)) <= sqrt(2) * smax(pinv(T)) * smax(pinv(S)) * normF(T - S), (smin(T) > 0, smin(S) > 0),
)  # fmt: skip
theorem(
    "classical.kittaneh", "Kittaneh: the numerical radius and the norm of the square",
    ("F. Kittaneh, Studia Mathematica 158 (2003) and 168 (2005)",),
    (
        2 * numradius(M) <= smax(M) + sqrt(smax(M @ M)), 2 * numradius(M) ** 2 <= smax(M.T @ M + M @ M.T),
        smax(M.T @ M + M @ M.T) <= 4 * numradius(M) ** 2,
    ),
)  # fmt: skip
theorem(
    "classical.heinz-means", "Heinz: arithmetic and geometric mean beside a matrix", (BHATIA, "Section IX.4"),
    (2 * smax(K @ M @ L) <= smax(K @ K @ M + M @ L @ L), 2 * normF(K @ M @ L) <= normF(K @ K @ M + M @ L @ L)),
)  # fmt: skip
theorem(
    "classical.ostrowski-each", "Ostrowski: every eigenvalue under congruence", "Theorem 4.5.9",
    (smin(M) ** 2 * lam(K) <= lam(M.T @ K @ M), lam(M.T @ K @ M) <= smax(M) ** 2 * lam(K)),
)  # fmt: skip
theorem(
    "classical.bauer-fike-orthogonal", "Bauer and Fike: an eigenvalue of a perturbed symmetric matrix",
    "Theorem 6.3.2",
    minimum(abs(diag(F) - c)) <= smax(P) + smin(Q @ F @ Q.T + P - c * Id(n)),
)  # fmt: skip
