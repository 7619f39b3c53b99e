"""Exponentials and logarithms of symmetric matrices, from their eigenvalues and from those of numbers."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A, B, M, n
from lemmata.theorems.classical.eigenvalue_theorems import D, E, K
from lemmata.theorems.classical.matrix_function_theorems import Q, t
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.exponents_proofs import power
from lemmata.theorems.language import (
    Id,
    Index,
    cond,
    det,
    eq,
    exp,
    expm,
    inv,
    lam,
    lmax,
    lmin,
    log,
    logm,
    smin,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    At,
    Cases,
    Combine,
    Congruence,
    Entrywise,
    Identity,
    Proof,
    Sign,
    Step,
    Summed,
)

k = Index("k", 1, n)
one, X = Id(n), expm(A)


def spectrum(name: str, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """tr(exp Y) = sum of exp lam(Y), and "name, definite", lmin(exp Y) > 0."""
    return (
        cite(name, eq(tr(expm(Y)), total(exp(lam(Y)))), "exponential-spectrum", {A: Y}, 4),
        cite(f"{name}, definite", lmin(expm(Y)) > 0, "exponential-spectrum", {A: Y}, 2),
    )


def trace(name: str, Y: Any) -> Step:  # noqa: N803
    """The trace as the sum of the eigenvalues."""
    return cite(name, eq(total(lam(Y)), tr(Y)), "trace", {A: Y})


mean = tr(A) / n
exponential_trace = Proof(
    "the exponential lies above its tangents at 0 and at the mean of the eigenvalues",
    (
        *spectrum("spectrum", A),
        cite("largest", eq(lmax(X), exp(lmax(A))), "exponential-spectrum", {}, 0),
        cite("trace, below", n * lmin(X) <= tr(X), "trace-between", {A: X}, 0),
        cite("trace, above", tr(X) <= n * lmax(X), "trace-between", {A: X}, 1),
        Step("first", tr(X) > 0, Combine({"trace, below": 1, "spectrum, definite": n})),
        Step("second", tr(X) <= n * exp(lmax(A)), Combine({"trace, above": 1, "largest": n})),
        cite("one of them", lmax(X) <= tr(X), "psd-trace", {K: X}, 1),
        Step("third", exp(lmax(A)) <= tr(X), Combine({"one of them": 1, "largest": -1})),
        trace("trace", A),
        cite("tangent", 1 + lam(A, k) <= exp(lam(A, k)), "exponential-tangent", {"x": lam(A, k)}),
        Step("tangents", 1 + lam(A) <= exp(lam(A)), Entrywise("tangent", k)),
        Step("sum", total(1 + lam(A)) <= total(exp(lam(A))), Summed("tangents")),
        Step("fourth", n + tr(A) <= tr(X), Combine({"sum": 1, "spectrum": -1, "trace": -1})),
        cite(
            "tangent at the mean",
            1 + (lam(A, k) - mean) <= exp(lam(A, k) - mean),
            "exponential-tangent",
            {"x": lam(A, k) - mean},
        ),
        cite(
            "from the mean",
            eq(exp(lam(A, k)), exp(mean) * exp(lam(A, k) - mean)),
            "exponential-sum",
            {"x": mean, "y": lam(A, k) - mean},
        ),
        Step(
            "above",
            exp(mean) * (1 + lam(A, k) - mean) <= exp(lam(A, k)),
            Combine({"tangent at the mean": exp(mean), "from the mean": -1}),
        ),
        Step("all above", exp(mean) * (1 + lam(A) - mean) <= exp(lam(A)), Entrywise("above", k)),
        Step("sums", total(exp(mean) * (1 + lam(A) - mean)) <= total(exp(lam(A))), Summed("all above")),
        Step("fifth", n * exp(mean) <= tr(X), Combine({"sums": 1, "spectrum": -1, "trace": -exp(mean)})),
    ),
)

monotone_trace = Proof(
    "the eigenvalues grow, and so do their exponentials",
    (
        cite("order", lam(A) <= lam(B), "loewner-eigenvalues", {}, 0),
        Step("entry", lam(A, k) <= lam(B, k), At("order", k)),
        cite("exponential", exp(lam(A, k)) <= exp(lam(B, k)), "exponential-monotone", {"x": lam(A, k), "y": lam(B, k)}),
        Step("exponentials", exp(lam(A)) <= exp(lam(B)), Entrywise("exponential", k)),
        Step("sum", total(exp(lam(A))) <= total(exp(lam(B))), Summed("exponentials")),
        *spectrum("of A", A),
        *spectrum("of B", B),
        Step("claim", tr(X) <= tr(expm(B)), Combine({"sum": 1, "of A": -1, "of B": 1})),
    ),
)

moved = Q @ A @ Q.T
similar = Proof(
    "the spectrum does not change",
    (
        cite("spectra", eq(lam(moved), lam(A)), "similarity", {"W": Q}, 1),
        Step("entry", eq(lam(moved, k), lam(A, k)), At("spectra", k)),
        Step("exponential", eq(exp(lam(moved, k)), exp(lam(A, k))), Congruence("entry")),
        Step("exponentials", eq(exp(lam(moved)), exp(lam(A))), Entrywise("exponential", k)),
        Step("sum", eq(total(exp(lam(moved))), total(exp(lam(A)))), Summed("exponentials")),
        *spectrum("moved", moved),
        *spectrum("of A", A),
        Step("first", eq(tr(expm(moved)), tr(X)), Combine({"sum": 1, "of A": -1, "moved": 1})),
        cite("largest, moved", eq(lmax(expm(moved)), exp(lmax(moved))), "exponential-spectrum", {A: moved}, 0),
        cite("largest", eq(lmax(X), exp(lmax(A))), "exponential-spectrum", {}, 0),
        Step("ends", eq(lmax(moved), lmax(A)), At("spectra", 1)),
        Step("exponentials of ends", eq(exp(lmax(moved)), exp(lmax(A))), Congruence("ends")),
        Step(
            "second",
            eq(lmax(expm(moved)), lmax(X)),
            Combine({"largest, moved": 1, "largest": -1, "exponentials of ends": 1}),
        ),
    ),
)

spread = exp(lmax(A) - lmin(A))
condition = Proof(
    "the extreme eigenvalues are exponentials",
    (
        *spectrum("spectrum", A),
        cite("largest", eq(lmax(X), exp(lmax(A))), "exponential-spectrum", {}, 0),
        cite("least", eq(lmin(X), exp(lmin(A))), "exponential-spectrum", {}, 1),
        cite("ratio", eq(cond(X), lmax(X) / lmin(X)), "condition-of-definite", {D: X}),
        cite(
            "sum",
            eq(exp(lmin(A) + (lmax(A) - lmin(A))), exp(lmin(A)) * spread),
            "exponential-sum",
            {"x": lmin(A), "y": lmax(A) - lmin(A)},
        ),
        Step(
            "first",
            eq(cond(X), spread),
            Combine({"ratio": 1, "largest": 1 / lmin(X), "sum": 1 / lmin(X), "least": -spread / lmin(X)}),
        ),
        cite("least norm", eq(smin(X), lmin(X)), "psd-extremes", {K: X}, 1),
        Step("second", eq(smin(X), exp(lmin(A))), Combine({"least norm": 1, "least": 1})),
    ),
)

of_exponential = Proof(
    "the determinant is the exponential of the trace",
    (
        cite("determinant", eq(det(X), exp(tr(A))), "exponential-of-shift", {M: A}, 1),
        Step("logarithms", eq(log(det(X)), log(exp(tr(A)))), Congruence("determinant")),
        Step("claim", eq(log(det(X)), tr(A)), Combine({"logarithms": 1})),
    ),
)

L = logm(D)
undone = Step("undone", eq(expm(L), D), Identity())
logarithm_trace = Proof(
    "the determinant of an exponential",
    (
        undone,
        cite("determinant", eq(det(expm(L)), exp(tr(L))), "exponential-of-shift", {M: L}, 1),
        Step("logarithms", eq(log(det(expm(L))), log(exp(tr(L)))), Congruence("determinant")),
        Step("claim", eq(tr(L), log(det(D))), Combine({"logarithms": -1})),
    ),
)

logarithm_spectrum = Proof(
    "the eigenvalues of the exponential of the logarithm",
    (
        undone,
        cite("exponentials", eq(lam(expm(L)), exp(lam(L))), "exponential-spectrum", {A: L}, 3),
        Step("entry", eq(lam(D, k), exp(lam(L, k))), At("exponentials", k)),
        Step("logarithms", eq(log(lam(D, k)), log(exp(lam(L, k)))), Congruence("entry")),
        Step("logarithm", eq(lam(L, k), log(lam(D, k))), Combine({"logarithms": -1})),
        Step("third", eq(lam(L), log(lam(D))), Entrywise("logarithm", k)),
        Step("first", eq(lmax(L), log(lmax(D))), At("third", 1)),
        Step("second", eq(lmin(L), log(lmin(D))), At("third", n)),
    ),
)

H = one + K
determinant_exponential = Proof(
    "the logarithm lies below its tangent",
    (
        cite("unit", eq(lmin(one), 1), "identity-extremes", {}, 0),
        Step("positive", lmin(one) > 0, Combine({"unit": -1})),
        cite("definite", lmin(H) > 0, "definite-sum", {D: one, E: one}, 1),
        cite("determinant", det(H) > 0, "determinant-of-definite", {D: H}, 0),
        cite("tangent", log(det(H)) <= tr(H) - n, "logarithm-below-tangent", {D: H}, 2),
        cite(
            "exponentials",
            exp(log(det(H))) <= exp(tr(H) - n),
            "exponential-monotone",
            {"x": log(det(H)), "y": tr(H) - n},
        ),
        Step("claim", det(H) <= exp(tr(K)), Combine({"exponentials": 1})),
    ),
)


def determinant(name: str, Y: Any) -> Step:  # noqa: N803
    """det Y > 0 for a positive definite matrix."""
    return cite(name, det(Y) > 0, "determinant-of-definite", {D: Y, K: Y}, 0)


def between(Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """The mean Y = t D + (1 - t) E is positive definite."""
    return (
        Step("least of D", lmin(D) > 0, Sign()),
        Step("least of E", lmin(E) > 0, Sign()),
        cite("convex", t * lmin(D) + (1 - t) * lmin(E) <= lmin(Y), "convex-largest", {A: D, B: E}, 1),
        Step(
            "definite",
            lmin(Y) > 0,
            Cases(
                t > 0,
                (Step("some of D", lmin(Y) > 0, Combine({"convex": 1, "least of D": t})),),
                (Step("all of E", lmin(Y) > 0, Combine({"convex": 1, "least of E": 1 - t})),),
            ),
        ),
    )


middle = t * D + (1 - t) * E
W = inv(middle)
logarithms = t * log(det(D)) + (1 - t) * log(det(E))
weights = Proof(
    "Stein's loss at the mean, of D and of E",
    (
        *between(middle),
        cite("of D", n + log(det(D)) - log(det(middle)) <= tr(W @ D), "stein-loss", {E: D, D: middle}, 0),
        cite("of E", n + log(det(E)) - log(det(middle)) <= tr(W @ E), "stein-loss", {D: middle}, 0),
        cite("inverse", eq(W @ middle, one), "inverse", {M: middle}, 1),
        Step("traces", eq(tr(W @ middle), tr(one)), Congruence("inverse")),
        Step("claim", logarithms <= log(det(middle)), Combine({"of D": t, "of E": 1 - t, "traces": 1})),
    ),
)

determinant_weights = Proof(
    "the logarithm of the determinant is concave, and the exponential grows",
    (
        *between(middle),
        determinant("of D", D),
        determinant("of E", E),
        determinant("of the mean", middle),
        *power("D to t", det(D), t),
        *power("E to 1 - t", det(E), 1 - t),
        cite("concave", logarithms <= log(det(middle)), "log-determinant-weights"),
        cite(
            "exponentials",
            exp(logarithms) <= exp(log(det(middle))),
            "exponential-monotone",
            {"x": logarithms, "y": log(det(middle))},
        ),
        cite(
            "sum",
            eq(exp(logarithms), exp(t * log(det(D))) * exp((1 - t) * log(det(E)))),
            "exponential-sum",
            {"x": t * log(det(D)), "y": (1 - t) * log(det(E))},
        ),
        Step(
            "claim",
            det(D) ** t * det(E) ** (1 - t) <= det(middle),
            Combine(
                {
                    "exponentials": 1,
                    "sum": -1,
                    "D to t": det(E) ** (1 - t),
                    "E to 1 - t": exp(t * log(det(D))),
                }
            ),
        ),
    ),
)

half = Rational(1, 2) * (D + E)
both, twice = log(det(D)) + log(det(E)), 2 * log(det(half))
determinant_mean = Proof(
    "the logarithm of the determinant is concave, and the exponential grows",
    (
        cite("sum of both", lmin(D + E) > 0, "definite-sum", {K: D}, 0),
        cite(
            "scaled",
            eq(lam(Rational(1, 2) * (D + E)), Rational(1, 2) * lam(D + E)),
            "scaling",
            {A: D + E, "c": Rational(1, 2)},
        ),
        Step("least", eq(lmin(half), Rational(1, 2) * lmin(D + E)), At("scaled", n)),
        Step("definite", lmin(half) > 0, Combine({"least": -1, "sum of both": Rational(1, 2)})),
        determinant("of D", D),
        determinant("of E", E),
        determinant("of the mean", half),
        cite("concave", both <= twice, "log-determinant-concave"),
        cite("exponentials", exp(both) <= exp(twice), "exponential-monotone", {"x": both, "y": twice}),
        cite(
            "product",
            eq(exp(both), exp(log(det(D))) * exp(log(det(E)))),
            "exponential-sum",
            {"x": log(det(D)), "y": log(det(E))},
        ),
        cite(
            "square",
            eq(exp(twice), exp(log(det(half))) ** 2),
            "exponential-sum",
            {"x": log(det(half)), "y": log(det(half))},
        ),
        Step("claim", det(D) * det(E) <= det(half) ** 2, Combine({"exponentials": 1, "product": -1, "square": 1})),
    ),
)

PROOFS = {
    "classical.exponential-trace": exponential_trace,
    "classical.exponential-monotone-trace": monotone_trace,
    "classical.exponential-similarity": similar,
    "classical.exponential-condition": condition,
    "classical.exponential-determinant": of_exponential,
    "classical.logarithm-trace": logarithm_trace,
    "classical.logarithm-spectrum": logarithm_spectrum,
    "classical.log-determinant-weights": weights,
    "classical.determinant-exponential": determinant_exponential,
    "classical.determinant-weights": determinant_weights,
    "classical.determinant-mean": determinant_mean,
}
