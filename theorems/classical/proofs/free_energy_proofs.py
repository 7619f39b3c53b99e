"""Traces of exponentials and logarithms of matrices: convexity, free energies, entropies."""

from typing import Any

from lemmata.theorems.classical import A, B, M, T, n, q, r
from lemmata.theorems.classical.growth_theorems import D, t
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, Index, eq, exp, expm, lam, lmax, lmin, log, logm, smax, total, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Combine,
    Congruence,
    Entrywise,
    Identity,
    Proof,
    Sign,
    Step,
    Summed,
)

one = Id(n)
first, second = t * A, (1 - t) * B
k = Index("k", 1, n)
mean = t * lam(A, k) + (1 - t) * lam(B, k)
trace_exponential_weights = Proof(
    "Golden and Thompson, the trace inequality, and the convexity of exp at pairs of eigenvalues",
    (
        cite("golden", tr(expm(first + second)) <= tr(expm(first) @ expm(second)), "golden-thompson",
             {A: first, B: second}),
        cite("traces", tr(expm(first) @ expm(second)) <= total(lam(expm(first)) * lam(expm(second))),
             "trace-inequality-symmetric", {A: expm(first), B: expm(second)}),
        cite("spectrum of A", eq(lam(expm(first)), exp(lam(first))), "exponential-spectrum", {A: first}, 3),
        cite("spectrum of B", eq(lam(expm(second)), exp(lam(second))), "exponential-spectrum", {A: second}, 3),
        cite("scaled A", eq(lam(first), t * lam(A)), "scaling", {"c": t, A: A}),
        cite("scaled B", eq(lam(second), (1 - t) * lam(B)), "scaling", {"c": 1 - t, A: B}),
        Step("entry of exp A", eq(lam(expm(first), k), exp(lam(first, k))), At("spectrum of A", k)),
        Step("entry of exp B", eq(lam(expm(second), k), exp(lam(second, k))), At("spectrum of B", k)),
        Step("entry of A", eq(lam(first, k), t * lam(A, k)), At("scaled A", k)),
        Step("entry of B", eq(lam(second, k), (1 - t) * lam(B, k)), At("scaled B", k)),
        cite("sum", eq(exp(lam(first, k) + lam(second, k)), exp(lam(first, k)) * exp(lam(second, k))),
             "exponential-sum", {"x": lam(first, k), "y": lam(second, k)}),
        Step("arguments", eq(lam(first, k) + lam(second, k), mean), Combine({"entry of A": 1, "entry of B": 1})),
        Step("same", eq(exp(lam(first, k) + lam(second, k)), exp(mean)), Congruence("arguments")),
        cite("convex", exp(mean) <= t * exp(lam(A, k)) + (1 - t) * exp(lam(B, k)), "exponential-convex",
             {"t": t, "x": lam(A, k), "y": lam(B, k)}),
        Step("pair", lam(expm(first), k) * lam(expm(second), k) <= t * exp(lam(A, k)) + (1 - t) * exp(lam(B, k)),
             Combine({"entry of exp A": lam(expm(second), k), "entry of exp B": exp(lam(first, k)), "sum": -1,
                      "same": 1, "convex": 1})),
        Step("pairs", lam(expm(first)) * lam(expm(second)) <= t * exp(lam(A)) + (1 - t) * exp(lam(B)),
             Entrywise("pair", k)),
        Step("all", total(lam(expm(first)) * lam(expm(second))) <= total(t * exp(lam(A)) + (1 - t) * exp(lam(B))),
             Summed("pairs")),
        cite("trace of A", eq(tr(expm(A)), total(exp(lam(A)))), "exponential-spectrum", {}, 4),
        cite("trace of B", eq(tr(expm(B)), total(exp(lam(B)))), "exponential-spectrum", {A: B}, 4),
        Step("claim", tr(expm(first + second)) <= t * tr(expm(A)) + (1 - t) * tr(expm(B)),
             Combine({"golden": 1, "traces": 1, "all": 1, "trace of A": -t, "trace of B": -(1 - t)})),
    ),
)  # fmt: skip


def partition(X: Any) -> Any:  # noqa: N803
    """The trace of the exponential."""
    return tr(expm(X))


def lifted(name: str, X: Any, c: Any) -> Step:  # noqa: N803
    """tr exp(X + c I) = exp(c) tr exp(X)."""
    return cite(name, eq(partition(X + c * one), exp(c) * partition(X)), "exponential-of-shift", {M: X, "c": c}, 0)


def above(name: str, X: Any, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """tr exp(X + Y) <= exp(lmax(X)) tr exp(Y)."""
    top = lmax(X)
    return (
        cite(f"{name}, shift", eq(lmin(-X + top * one), lmin(-X) + top), "extreme-eigenvalues-of-shift",
             {A: -X, "c": top}, 1),
        cite(f"{name}, negative", eq(lmin(-X), -top), "negation", {A: X}, 0),
        Step(f"{name}, order", lmin((Y + top * one) - (X + Y)) >= 0,
             Combine({f"{name}, shift": -1, f"{name}, negative": -1})),
        cite(f"{name}, monotone", partition(X + Y) <= partition(Y + top * one), "exponential-monotone-trace",
             {A: X + Y, B: Y + top * one}),
        lifted(f"{name}, lifted", Y, top),
        Step(name, partition(X + Y) <= exp(top) * partition(Y),
             Combine({f"{name}, monotone": 1, f"{name}, lifted": 1})),
    )  # fmt: skip


def shifted_logarithm(name: str, c: Any, z: Any) -> tuple[Step, ...]:
    """log(exp(c) z) = c + log z, where z > 0 is seen."""
    return (
        Step(f"{name}, sign", exp(c) > 0, Sign()),
        cite(f"{name}, product", eq(log(exp(c) * z), log(exp(c)) + log(z)), "logarithm-product",
             {"x": exp(c), "y": z}, 0),
        Step(f"{name}, back", eq(log(exp(c)), c), Identity()),
        Step(name, eq(log(exp(c) * z), c + log(z)), Combine({f"{name}, product": 1, f"{name}, back": 1})),
    )  # fmt: skip


Z_A, Z_B, low = partition(A), partition(B), lmin(A)
a, b = log(Z_A), log(Z_B)
centred_A, centred_B = A + -a * one, B + -b * one
mixture = t * A + (1 - t) * B
level = t * a + (1 - t) * b
unit = quantity(1)
free_energy = Proof(
    "X <= lmax(X) I under the trace of the exponential; convexity where both partition sums are one",
    (
        cite("A above", Z_A > 0, "exponential-trace", {}, 0),
        cite("B above", Z_B > 0, "exponential-trace", {A: B}, 0),
        *above("first", A, B),
        # A + B is at least B + lmin(A) I
        cite("shift", eq(lmin(A + -low * one), low - low), "extreme-eigenvalues-of-shift", {"c": -low}, 1),
        Step("order", lmin((A + B) - (B + low * one)) >= 0, Combine({"shift": -1})),
        cite("monotone", partition(B + low * one) <= partition(A + B), "exponential-monotone-trace",
             {A: B + low * one, B: A + B}),
        lifted("lifted", B, low),
        Step("second", exp(low) * Z_B <= partition(A + B), Combine({"monotone": 1, "lifted": -1})),
        *above("difference", A - B, B),
        Step("same", eq(partition(A - B + B), Z_A), Identity()),
        Step("ratio", exp(lmax(A - B)) * Z_B >= Z_A, Combine({"difference": 1, "same": -1})),
        cite("logs", a <= log(exp(lmax(A - B)) * Z_B), "logarithm-grows", {"x": Z_A, "y": exp(lmax(A - B)) * Z_B}),
        *shifted_logarithm("split", lmax(A - B), Z_B),
        Step("third", a - b <= lmax(A - B), Combine({"logs": 1, "split": 1})),
        cite("norm", lmax(A - B) <= smax(A - B), "eigenvalue-below-norm", {A: A - B}, 1),
        Step("fourth", a - b <= smax(A - B), Combine({"third": 1, "norm": 1})),
        cite("at least one term", exp(lmax(A)) <= Z_A, "exponential-trace", {}, 2),
        Step("term above", exp(lmax(A)) > 0, Sign()),
        cite("its log", log(exp(lmax(A))) <= a, "logarithm-grows", {"x": exp(lmax(A)), "y": Z_A}),
        Step("back", eq(log(exp(lmax(A))), lmax(A)), Identity()),
        Step("fifth", lmax(A) <= a, Combine({"its log": 1, "back": -1})),
        cite("n terms", n * exp(lmax(A)) >= Z_A, "exponential-trace", {}, 1),
        cite("log of n terms", a <= log(exp(lmax(A)) * n), "logarithm-grows", {"x": Z_A, "y": exp(lmax(A)) * n}),
        *shifted_logarithm("split n", lmax(A), n),
        Step("sixth", a <= lmax(A) + log(n), Combine({"log of n terms": 1, "split n": 1})),
        cite("mean", n * exp(tr(A) / n) <= Z_A, "exponential-trace", {}, 4),
        Step("mean above", exp(tr(A) / n) > 0, Sign()),
        cite("log of mean", log(exp(tr(A) / n) * n) <= a, "logarithm-grows", {"x": exp(tr(A) / n) * n, "y": Z_A}),
        *shifted_logarithm("split mean", tr(A) / n, n),
        Step("seventh", tr(A) / n + log(n) <= a, Combine({"log of mean": 1, "split mean": -1})),
        # the partition sums of A - log tr exp(A) I and of B - log tr exp(B) I are one
        lifted("centred A", A, -a),
        lifted("centred B", B, -b),
        *(
            step
            for name, z, c in (("A", Z_A, a), ("B", Z_B, b))
            for step in (
                cite(f"{name}, sum", eq(exp(-c + c), exp(-c) * exp(c)), "exponential-sum", {"x": -c, "y": c}),
                Step(f"{name}, back", eq(exp(c), z), Identity()),
                cite(f"{name}, twice", eq(exp(c - c), exp(c - c) * exp(c - c)), "exponential-sum",
                     {"x": c - c, "y": c - c}),
                Step(f"{name}, nothing", eq(exp(c - c), 1), Combine({f"{name}, twice": -1 / exp(c - c)})),
                Step(f"{name}, one", eq(exp(-c) * z, 1),
                     Combine({f"{name}, back": -exp(-c), f"{name}, sum": -1, f"{name}, nothing": 1})),
            )
        ),
        cite("weights", partition(t * centred_A + (1 - t) * centred_B)
             <= t * partition(centred_A) + (1 - t) * partition(centred_B), "trace-exponential-weights",
             {"t": t, A: centred_A, B: centred_B}),
        lifted("centred mixture", mixture, -level),
        Step("at most one", exp(-level) * partition(mixture) <= 1,
             Combine({"weights": 1, "centred mixture": -1, "centred A": t, "centred B": 1 - t, "A, one": t,
                      "B, one": 1 - t})),
        cite("mixture above", partition(mixture) > 0, "exponential-trace", {A: mixture}, 0),
        Step("factor above", exp(-level) > 0, Sign()),
        Step("both above", exp(-level) * partition(mixture) > 0, Combine({"mixture above": exp(-level)})),
        cite("last logs", log(exp(-level) * partition(mixture)) <= exp(-level) * partition(mixture) - 1,
             "logarithm-tangent", {"x": exp(-level) * partition(mixture)}, 1),
        *shifted_logarithm("last split", -level, partition(mixture)),
        Step("eighth", log(partition(mixture)) <= level,
             Combine({"last logs": 1, "last split": -1, "at most one": 1})),
    ),
)  # fmt: skip


def of_multiple(name: str, c: Any, above: str) -> tuple[Step, ...]:
    """tr(D log(c I)) = log(c) tr(D), where the step `above` says c > 0; before that, c I is definite."""
    X = c * one  # noqa: N806
    L = logm(X)  # noqa: N806
    return (
        cite(f"{name}, values", eq(lam(X), c), "multiple-of-identity", {"c": c}),
        Step(f"{name}, least", eq(lmin(X), c), At(f"{name}, values", n)),
        Step(f"{name}, largest", eq(lmax(X), c), At(f"{name}, values", 1)),
        Step(f"{name}, definite", lmin(X) > 0, Combine({f"{name}, least": -1, above: 1})),
        cite(f"{name}, largest log", eq(lmax(L), log(lmax(X))), "logarithm-spectrum", {"D": X}, 0),
        cite(f"{name}, least log", eq(lmin(L), log(lmin(X))), "logarithm-spectrum", {"D": X}, 1),
        Step(f"{name}, log of largest", eq(log(lmax(X)), log(c)), Congruence(f"{name}, largest")),
        Step(f"{name}, log of least", eq(log(lmin(X)), log(c)), Congruence(f"{name}, least")),
        cite(f"{name}, below", lmin(L) * tr(D) <= tr(L @ D), "psd-trace-product", {A: L, "K": D}, 0),
        cite(f"{name}, above", tr(L @ D) <= lmax(L) * tr(D), "psd-trace-product", {A: L, "K": D}, 1),
        Step(f"{name}, no less", log(c) * tr(D) <= tr(D @ L),
             Combine({f"{name}, below": 1, f"{name}, least log": -tr(D), f"{name}, log of least": -tr(D)})),
        Step(f"{name}, no more", tr(D @ L) <= log(c) * tr(D),
             Combine({f"{name}, above": 1, f"{name}, largest log": tr(D), f"{name}, log of largest": tr(D)})),
        Step(name, eq(tr(D @ L), log(c) * tr(D)), Antisymmetric(f"{name}, no more", f"{name}, no less")),
    )  # fmt: skip


S, average = logm(D), tr(D) / n
entropy = Proof(
    "Klein's inequality beside multiples of I; the trace of a product between extreme eigenvalues",
    (
        Step("definite", lmin(D) > 0, Sign()),
        Step("semidefinite", lmin(D) >= 0, Combine({"definite": 1})),
        cite("order", lmin(D) <= lmax(D), "order", {A: D, T: one, r: n, q: n}, 0),
        Step("largest above", lmax(D) > 0, Combine({"order": 1, "definite": 1})),
        cite("below trace", lmax(D) <= tr(D), "psd-trace", {"K": D}, 1),
        Step("trace above", tr(D) > 0, Combine({"below trace": 1, "largest above": 1})),
        Step("average above", average > 0, Combine({"trace above": 1 / n})),
        *of_multiple("average", average, "average above"),
        cite("klein", tr(D) - tr(average * one) <= tr(D @ S) - tr(D @ logm(average * one)), "klein",
             {"D": D, "E": average * one}),
        Step("first", tr(D) * log(average) <= tr(D @ S), Combine({"klein": 1, "average": 1})),
        cite("largest log", eq(lmax(S), log(lmax(D))), "logarithm-spectrum", {}, 0),
        cite("least log", eq(lmin(S), log(lmin(D))), "logarithm-spectrum", {}, 1),
        cite("product above", tr(S @ D) <= lmax(S) * tr(D), "psd-trace-product", {A: S, "K": D}, 1),
        cite("product below", lmin(S) * tr(D) <= tr(S @ D), "psd-trace-product", {A: S, "K": D}, 0),
        Step("second", tr(D @ S) <= tr(D) * log(lmax(D)), Combine({"product above": 1, "largest log": tr(D)})),
        Step("third", tr(D) * log(lmin(D)) <= tr(D @ S), Combine({"product below": 1, "least log": -tr(D)})),
        cite("logs", log(lmax(D)) <= log(tr(D)), "logarithm-grows", {"x": lmax(D), "y": tr(D)}),
        Step("fourth", tr(D @ S) <= tr(D) * log(tr(D)), Combine({"second": 1, "logs": tr(D)})),
        Step("one above", quantity(1) + 0 * n > 0, Sign()),
        *of_multiple("one", 1 + 0 * n, "one above"),
        cite("log above", log(unit) >= 1 - 1 / unit, "logarithm-tangent", {"x": 1}, 0),
        cite("klein at I", tr(D) - tr(one) <= tr(D @ S) - tr(D @ logm(one)), "klein", {"D": D, "E": one}),
        Step("fifth", tr(D) - n <= tr(D @ S), Combine({"klein at I": 1, "one": 1, "log above": tr(D)})),
        cite("tangent", lmin(D - one - S) >= 0, "logarithm-below-tangent", {}, 0),
        cite("product", tr(D @ (D - one - S)) >= 0, "psd-trace-of-product", {"K": D, "L": D - one - S}, 0),
        Step("sixth", tr(D @ S) <= tr(D @ D) - tr(D), Combine({"product": 1})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.trace-exponential-weights": trace_exponential_weights,
    "classical.free-energy": free_energy,
    "classical.entropy": entropy,
}
