"""Logarithms of sums of exponentials, term by term."""

from typing import Any

from lemmata.theorems.classical import n, x
from lemmata.theorems.classical.growth_theorems import t, y
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.free_energy_proofs import shifted_logarithm
from lemmata.theorems.language import Index, entries, entry, eq, exp, log, maximum, total
from lemmata.theorems.language.proof import (
    Combine,
    Entrywise,
    EveryTerm,
    Identity,
    LargestTerm,
    Proof,
    Sign,
    SomeTerms,
    Step,
    Summed,
)

k = Index("k", 1, n)
v, w = entries(x), entries(y)
a, b = entry(v, k), entry(w, k)
Z_x, Z_y = total(exp(v)), total(exp(w))
top, apart, mean = maximum(v), maximum(abs(v - w)), total(v) / n
alpha, beta = log(Z_x), log(Z_y)
mixed, both = t * v + (1 - t) * w, t * a + (1 - t) * b
Z, level = total(exp(mixed)), t * alpha + (1 - t) * beta


def sums(name: str, vector: Any, term: Any) -> tuple[Step, ...]:
    """Step "name, above", 0 < total(exp(vector)), and "name, term": a term is at most that."""
    return (
        Step(f"{name}, terms", exp(vector) >= 0, Sign()),
        Step(f"{name}, term", exp(term) <= total(exp(vector)), SomeTerms(f"{name}, terms", ((k, k),))),
        Step(f"{name}, first", exp(entry(vector, 1)) <= total(exp(vector)), SomeTerms(f"{name}, terms", ((1, 1),))),
        Step(f"{name}, first above", exp(entry(vector, 1)) > 0, Sign()),
        Step(f"{name}, above", total(exp(vector)) > 0, Combine({f"{name}, first": 1, f"{name}, first above": 1})),
    )


def product(name: str, first: Any, second: Any) -> Step:
    """exp(first + second) = exp(first) exp(second)."""
    value = exp(first) * exp(second)
    return cite(name, eq(exp(first + second), value), "exponential-sum", {"x": first, "y": second})


def reciprocal(name: str, z: Any) -> tuple[Step, ...]:
    """exp(-log z) z = 1."""
    c = log(z)
    return (
        product(f"{name}, sum", -c, c),
        Step(f"{name}, back", eq(exp(c), z), Identity()),
        product(f"{name}, twice", c - c, c - c),
        Step(f"{name}, nothing", eq(exp(c - c), 1), Combine({f"{name}, twice": -1 / exp(c - c)})),
        Step(f"{name}, one", eq(exp(-c) * z, 1),
             Combine({f"{name}, back": -exp(-c), f"{name}, sum": -1, f"{name}, nothing": 1})),
    )  # fmt: skip


log_sum_exp = Proof(
    "every term beside the largest, the mean, or the other sum; convexity where both sums are one",
    (
        *sums("x", v, a),
        *sums("y", w, b),
        cite("log of a term", log(exp(a)) <= alpha, "logarithm-grows", {"x": exp(a), "y": Z_x}),
        Step("back", eq(log(exp(a)), a), Identity()),
        Step("entry", a <= alpha, Combine({"log of a term": 1, "back": -1})),
        Step("first", top <= alpha, EveryTerm("entry", k)),
        # at most n times the largest term
        Step("at most", a <= top, LargestTerm()),
        cite("largest", exp(a) <= exp(top), "exponential-monotone", {"x": a, "y": top}),
        Step("all largest", exp(v) <= exp(top), Entrywise("largest", k)),
        Step("sum of largest", Z_x <= n * exp(top), Summed("all largest")),
        cite("log of largest", alpha <= log(exp(top) * n), "logarithm-grows", {"x": Z_x, "y": exp(top) * n}),
        *shifted_logarithm("split n", top, n),
        Step("second", alpha <= top + log(n), Combine({"log of largest": 1, "split n": 1})),
        # every term at most exp(max |x - y|) times the other
        Step("distance", abs(a - b) <= apart, LargestTerm()),
        cite("difference", a - b <= abs(a - b), "modulus", {"x": a - b}, 1),
        Step("moved", a <= apart + b, Combine({"distance": 1, "difference": 1})),
        cite("grows", exp(a) <= exp(apart + b), "exponential-monotone", {"x": a, "y": apart + b}),
        product("factor", apart, b),
        Step("term moved", exp(a) <= exp(apart) * exp(b), Combine({"grows": 1, "factor": 1})),
        Step("terms moved", exp(v) <= exp(apart) * exp(w), Entrywise("term moved", k)),
        Step("sums", Z_x <= exp(apart) * Z_y, Summed("terms moved")),
        cite("log of sums", alpha <= log(exp(apart) * Z_y), "logarithm-grows", {"x": Z_x, "y": exp(apart) * Z_y}),
        *shifted_logarithm("split y", apart, Z_y),
        Step("third", alpha - beta <= apart, Combine({"log of sums": 1, "split y": 1})),
        # the tangent at the mean
        cite("tangent", 1 + (a - mean) <= exp(a - mean), "exponential-tangent", {"x": a - mean}),
        product("from the mean", mean, a - mean),
        Step("line", exp(mean) * (1 + a - mean) <= exp(a), Combine({"tangent": exp(mean), "from the mean": -1})),
        Step("lines", exp(mean) * (1 + v - mean) <= exp(v), Entrywise("line", k)),
        Step("sum of lines", exp(mean) * n <= Z_x, Summed("lines")),
        Step("mean above", exp(mean) > 0, Sign()),
        cite("log of lines", log(exp(mean) * n) <= alpha, "logarithm-grows", {"x": exp(mean) * n, "y": Z_x}),
        *shifted_logarithm("split mean", mean, n),
        Step("fourth", mean + log(n) <= alpha, Combine({"log of lines": 1, "split mean": -1})),
        # sums divided by themselves
        *reciprocal("x", Z_x),
        *reciprocal("y", Z_y),
        product("scaled a", a, -alpha),
        product("scaled b", b, -beta),
        product("scaled both", both, -level),
        cite("convex", exp(t * (a - alpha) + (1 - t) * (b - beta)) <= t * exp(a - alpha) + (1 - t) * exp(b - beta),
             "exponential-convex", {"t": t, "x": a - alpha, "y": b - beta}),
        Step("pair", exp(-level) * exp(both) <= t * exp(-alpha) * exp(a) + (1 - t) * exp(-beta) * exp(b),
             Combine({"scaled both": -1, "convex": 1, "scaled a": t, "scaled b": 1 - t})),
        Step("pairs", exp(-level) * exp(mixed) <= t * exp(-alpha) * exp(v) + (1 - t) * exp(-beta) * exp(w),
             Entrywise("pair", k)),
        Step("sum of pairs", exp(-level) * Z <= t * exp(-alpha) * Z_x + (1 - t) * exp(-beta) * Z_y, Summed("pairs")),
        Step("at most one", exp(-level) * Z <= 1, Combine({"sum of pairs": 1, "x, one": t, "y, one": 1 - t})),
        *sums("mixture", mixed, both),
        Step("factor above", exp(-level) > 0, Sign()),
        Step("both above", exp(-level) * Z > 0, Combine({"mixture, above": exp(-level)})),
        cite("last log", log(exp(-level) * Z) <= exp(-level) * Z - 1, "logarithm-tangent", {"x": exp(-level) * Z}, 1),
        *shifted_logarithm("last split", -level, Z),
        Step("fifth", log(Z) <= level, Combine({"last log": 1, "last split": -1, "at most one": 1})),
    ),
)  # fmt: skip

PROOFS = {"classical.log-sum-exp": log_sum_exp}
