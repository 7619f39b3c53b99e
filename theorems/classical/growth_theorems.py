"""How exponentials and logarithms of matrices grow: logarithmic norms, perturbations, free energies, entropies."""

from lemmata.theorems.classical import BHATIA, TOPICS, A, B, M, P, n, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import (
    Id,
    PositiveDefinite,
    Scalar,
    Statement,
    Vector,
    cond,
    eq,
    exp,
    expm,
    lmax,
    lmin,
    log,
    logm,
    maximum,
    minimum,
    normF,
    smax,
    smin,
    spectral_radius,
    sqrt,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.domains import Positive

GROWTH: list[Statement] = []
theorem = collector(GROWTH)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
y = Vector("y", n)
t = Scalar("t", 0, 1)
one = Id(n)
g = Scalar("g", domain=Positive())

theorem(
    "classical.logarithmic-norm", "Dahlquist: the exponential and the symmetric part", (BHATIA, "Theorem IX.3.1"),
    (
        smax(expm(M)) <= exp(lmax(M + M.T) / 2), exp(lmin(M + M.T) / 2) <= smin(expm(M)),
        normF(expm(M)) ** 2 <= tr(expm(M + M.T)), spectral_radius(expm(M)) <= exp(lmax(M + M.T) / 2),
    ),
)  # fmt: skip
theorem(
    "classical.dissipative-exponential", "The exponential of a dissipative matrix is a contraction",
    (BHATIA, "Theorem IX.3.1"),
    (smax(expm(M)) <= 1, normF(expm(M) @ x) <= normF(x), normF(expm(M) @ P) <= normF(P)), lmax(M + M.T) <= 0,
)  # fmt: skip
theorem(
    "classical.exponential-perturbation", "How far exponentials are apart", (TOPICS, "Section 6.2"),
    (
        smax(expm(M) - expm(P)) <= smax(M - P) * exp(maximum(smax(M), smax(P))),
        normF(expm(M) - expm(P)) <= normF(M - P) * exp(maximum(smax(M), smax(P))),
        smax(expm(M + P) - expm(M)) <= smax(P) * exp(smax(M)) * exp(smax(P)),
        smax(expm(M) - one) <= exp(smax(M)) - 1, smax(expm(M) - one) <= smax(M) * exp(smax(M)),
        smax(expm(M) - one - M) <= exp(smax(M)) - 1 - smax(M), normF(expm(M) - one) <= normF(M) * exp(smax(M)),
    ),
)  # fmt: skip
theorem(
    "classical.exponential-inverse", "Exponentials are regular, with a bound", (TOPICS, "Section 6.2"),
    (
        exp(-smax(M)) <= smin(expm(M)), smax(expm(-M)) <= exp(smax(M)), cond(expm(M)) <= exp(2 * smax(M)),
        eq(smax(expm(-M)) * smin(expm(M)), 1), smax(expm(M) @ expm(P)) <= exp(smax(M) + smax(P)),
    ),
)  # fmt: skip
theorem(
    "classical.free-energy", "The logarithm of the trace of an exponential moves with the largest eigenvalue",
    (BHATIA, "Section IX.3"),
    (
        tr(expm(A + B)) <= exp(lmax(A)) * tr(expm(B)), exp(lmin(A)) * tr(expm(B)) <= tr(expm(A + B)),
        log(tr(expm(A))) - log(tr(expm(B))) <= lmax(A - B), log(tr(expm(A))) - log(tr(expm(B))) <= smax(A - B),
        lmax(A) <= log(tr(expm(A))), log(tr(expm(A))) <= lmax(A) + log(n), tr(A) / n + log(n) <= log(tr(expm(A))),
        log(tr(expm(t * A + (1 - t) * B))) <= t * log(tr(expm(A))) + (1 - t) * log(tr(expm(B))),
    ),
)  # fmt: skip
theorem(
    "classical.log-sum-exp", "The logarithm of a sum of exponentials lies near the largest", "Section 5.4",
    (
        maximum(x) <= log(total(exp(x))), log(total(exp(x))) <= maximum(x) + log(n),
        log(total(exp(x))) - log(total(exp(y))) <= maximum(abs(x - y)), total(x) / n + log(n) <= log(total(exp(x))),
        log(total(exp(t * x + (1 - t) * y))) <= t * log(total(exp(x))) + (1 - t) * log(total(exp(y))),
    ),
)  # fmt: skip
theorem(
    "classical.entropy", "Von Neumann's entropy between its extremes", (BHATIA, "Chapter IX"),
    (
        tr(D) * log(tr(D) / n) <= tr(D @ logm(D)), tr(D @ logm(D)) <= tr(D) * log(lmax(D)),
        tr(D) * log(lmin(D)) <= tr(D @ logm(D)), tr(D @ logm(D)) <= tr(D) * log(tr(D)),
        tr(D) - n <= tr(D @ logm(D)), tr(D @ logm(D)) <= tr(D @ D) - tr(D),
    ),
)  # fmt: skip
theorem(
    "classical.entropy-of-density", "Von Neumann's entropy of a density matrix", (BHATIA, "Chapter IX"),
    (-log(n) <= tr(D @ logm(D)), tr(D @ logm(D)) <= 0, tr(D @ logm(D)) <= log(lmax(D))), eq(tr(D), 1),
)  # fmt: skip
theorem(
    "classical.entropy-of-multiple", "Von Neumann's entropy of a matrix divided by its trace", (BHATIA, "Chapter IX"),
    (-log(n) <= g * tr(D @ logm(g * D)), tr(D @ logm(g * D)) <= 0, g * tr(D @ logm(g * D)) <= log(g * lmax(D))),
    eq(g * tr(D), 1),
)  # fmt: skip
theorem(
    "classical.logarithm-norm", "The norm of a logarithm, and how far logarithms are apart", (BHATIA, "Section X.3"),
    (
        eq(smax(logm(D)), maximum(log(lmax(D)), -log(lmin(D)))),
        smax(logm(D) - logm(E)) * minimum(lmin(D), lmin(E)) <= smax(D - E),
        normF(logm(D) - logm(E)) * minimum(lmin(D), lmin(E)) <= normF(D - E),
    ),
)  # fmt: skip
theorem(
    "classical.root-perturbation", "How far square roots of definite matrices are apart", (BHATIA, "Theorem X.3.7"),
    (
        (sqrt(lmin(D)) + sqrt(lmin(E))) * smax(sqrtm(D) - sqrtm(E)) <= smax(D - E),
        (sqrt(lmin(D)) + sqrt(lmin(E))) * normF(sqrtm(D) - sqrtm(E)) <= normF(D - E),
    ),
)  # fmt: skip
