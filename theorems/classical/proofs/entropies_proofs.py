"""The entropy of density matrices, from that of definite ones; partial sums of eigenvalues."""

from lemmata.theorems.classical import A, n
from lemmata.theorems.classical.growth_theorems import D, g
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.spectral_sum_theorems import K
from lemmata.theorems.language import Dim, Index, SumOver, eq, lam, lmax, lmin, log, logm, total, tr
from lemmata.theorems.language.proof import At, Combine, Entrywise, Proof, Sign, SomeTerms, Step

entropy, t = tr(D @ logm(D)), tr(D)
of_density = Proof(
    "the trace is one, and its logarithm nothing",
    (
        Step("positive", t > 0, Combine({"given 0": 1})),
        cite("above", log(t) <= t - 1, "logarithm-tangent", {"x": t}, 1),
        cite("below", 1 - 1 / t <= log(t), "logarithm-tangent", {"x": t}, 0),
        Step("no more", log(t) <= 0, Combine({"above": 1, "given 0": -1})),
        Step("no less", log(t) >= 0, Combine({"below": 1, "given 0": -1 / t})),
        cite("quotient", eq(log(t / n), log(t) - log(n)), "logarithm-product", {"x": t, "y": n}, 1),
        cite("least", t * log(t / n) <= entropy, "entropy", {}, 0),
        Step("first", -log(n) <= entropy,
             Combine({"least": 1, "quotient": -1, "no less": 1, "given 0": -log(t / n)})),
        cite("largest", entropy <= t * log(t), "entropy", {}, 3),
        Step("second", entropy <= 0, Combine({"largest": 1, "no more": t})),
        cite("by the largest", entropy <= t * log(lmax(D)), "entropy", {}, 1),
        Step("third", entropy <= log(lmax(D)), Combine({"by the largest": 1, "given 0": log(lmax(D))})),
    ),
)  # fmt: skip

G = g * D
form = tr(D @ logm(G))
of_multiple = Proof(
    "g D is a density matrix",
    (
        cite("spectrum", eq(lam(G), g * lam(D)), "scaling", {A: D, "c": g}),
        Step("least", eq(lmin(G), g * lmin(D)), At("spectrum", n)),
        Step("largest", eq(lmax(G), g * lmax(D)), At("spectrum", 1)),
        Step("positive", lmin(D) > 0, Sign()),
        Step("definite", lmin(G) > 0, Combine({"least": -1, "positive": g})),
        Step("trace", eq(tr(G), 1), Combine({"given 0": 1})),
        cite("first", -log(n) <= tr(G @ logm(G)), "entropy-of-density", {"D": G}, 0),
        Step("first claim", -log(n) <= g * form, Combine({"first": 1})),
        cite("second", tr(G @ logm(G)) <= 0, "entropy-of-density", {"D": G}, 1),
        Step("second claim", form <= 0, Combine({"second": 1 / g})),
        cite("third", tr(G @ logm(G)) <= log(lmax(G)), "entropy-of-density", {"D": G}, 2),
        Step("no larger", lmax(G) <= g * lmax(D), Combine({"largest": -1})),
        cite("order", lmin(G) <= lmax(G), "order", {A: G, "T": D}, 0),
        Step("above", lmax(G) > 0, Combine({"order": 1, "definite": 1})),
        cite("grows", log(lmax(G)) <= log(g * lmax(D)), "logarithm-grows", {"x": lmax(G), "y": g * lmax(D)}),
        Step("third claim", g * form <= log(g * lmax(D)), Combine({"third": 1, "grows": 1})),
    ),
)

few, i, k = Dim("k", 1, n), Index("i"), Index("j", 1, n)
fan_trace = Proof(
    "some eigenvalues that are not negative sum to at most all of them",
    (
        cite("trace", eq(total(lam(K)), tr(K)), "trace", {A: K}),
        cite("range", lmin(K) <= lam(K), "eigenvalue-range", {A: K}, 0),
        Step("least", lmin(K) >= 0, Sign()),
        Step("entry", lmin(K) <= lam(K, k), At("range", k)),
        Step("eigenvalue", lam(K, k) >= 0, Combine({"entry": 1, "least": 1})),
        Step("eigenvalues", lam(K) >= 0, Entrywise("eigenvalue", k)),
        Step("some", SumOver(i, 1, few, lam(K, i)) <= total(lam(K)), SomeTerms("eigenvalues", ((1, few),))),
        Step("claim", SumOver(i, 1, few, lam(K, i)) <= tr(K), Combine({"some": 1, "trace": 1})),
    ),
)

PROOFS = {
    "classical.entropy-of-density": of_density,
    "classical.entropy-of-multiple": of_multiple,
    "classical.fan-trace": fan_trace,
}
