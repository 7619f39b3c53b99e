"""One sample of every node class of random matrices and limits, with its text and LaTeX fixed by hand."""

from typing import Any

from lemmata import language
from lemmata.language import probability, relations

n, i, x = language.Dim("n"), language.Index("i"), language.Scalar("x")
K = probability.Iid("K", n, n, "gaussian", "uniform")
M = probability.Continuous("M", n, n)
t, TW = probability.Point("t"), probability.TracyWidom(1)
GAP = relations.forall(i, 1, n, language.gap(language.s(M), i) > 0)

SAMPLES: list[tuple[Any, str, str]] = [
    (probability.P(language.smax(K) > 1), "P(smax(K) > 1)", r"P [ s_{1} ( K ) > 1 ]"),
    (probability.E(language.smax(K)), "E(smax(K))", r"E [ s_{1} ( K ) ]"),
    (TW, "tracy_widom(1)", r"\mathrm{TW}_{1}"),
    (probability.ScaledLaw(x, TW), "x * tracy_widom(1)", r"x \, \mathrm{TW}_{1}"),
    (probability.UpToScale(TW), "multiple(tracy_widom(1))", r"\text{some multiple of } \mathrm{TW}_{1}"),
    (t, "t", "t"),
    (
        probability.Density(t, language.exp(-t)),
        "density(t, exp(-t))",
        r"\text{the law with density } \mathrm{exp} ( - t ) \text{ at } t > 0",
    ),
    (
        probability.Converges(language.smax(K), 2, n, "almost surely"),
        "smax(K) -> 2 almost surely as n -> oo",
        r"s_{1} ( K ) \to_{\text{a.s.}} 2 \text{ as } n \to \infty",
    ),
    (
        probability.Grows(language.cond(K), n, n),
        "cond(K) grows as n as n -> oo",
        r"\kappa ( K ) \text{ is of the order of } n \text{ as } n \to \infty",
    ),
    (
        probability.AlmostSurely(GAP),
        "almost surely: gap(s(M), i) > 0 for i in 1..n",
        r"\text{almost surely } s_{i} ( M ) \text{ is simple} \text{ for } 1 \le i \le n",
    ),
]
