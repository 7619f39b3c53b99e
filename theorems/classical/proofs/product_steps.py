"""Steps about products of n numbers and their powers: between powers, below the power of the mean, roots of powers."""

from collections.abc import Callable
from typing import Any

from lemmata.theorems.classical import M, n
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.determinants_proofs import factors, i, near, upto
from lemmata.theorems.classical.proofs.exponents_proofs import power
from lemmata.theorems.language import (
    Id,
    SumOver,
    det,
    eq,
    exp,
    lmin,
    log,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Cases,
    Combine,
    Congruence,
    Identity,
    Sign,
    Step,
    Unrolled,
)

Term = Callable[[Any], Any]
At_ = Callable[[Any], tuple[Step, ...]]
one = Id(n)


identity = (
    cite("least of I", eq(lmin(one), 1), "identity-extremes", {}, 0),
    Step("I is definite", lmin(one) > 0, Combine({"least of I": -1})),
    Step("I is semidefinite", lmin(one) >= 0, Combine({"I is definite": 1})),
)


def definite(name: str, X: Any) -> Step:  # noqa: N803
    """det(X) >= 0 for a semidefinite matrix, after `identity`."""
    return cite(name, det(X) >= 0, "determinant-of-definite", {"K": X, "D": one}, 1)


def split(first: Any, second: Any) -> Step:
    """exp(first + second) = exp(first) exp(second), as the step "split"."""
    return cite(
        "split", eq(exp(first + second), exp(first) * exp(second)), "exponential-sum", {"x": first, "y": second}
    )


def below_power(name: str, term: Term, top: Any, at: At_) -> tuple[Step, ...]:
    """term(1) ... term(n) <= top^n, where "above" says top > 0.

    The steps `at` give "low", 0 <= the term, and "high", the term at most top.
    """
    a, t = log(top), term(near + 1)
    return (
        Step(f"{name}, base", eq(exp(a), top), Identity()),
        *factors(
            f"{name}, product",
            term,
            lambda product, k: product <= exp(k * a),
            (at(quantity(1)), {"one": 1, "high": 1, f"{name}, base": -1}),
            (
                (*at(near + 1), split(near * a, a)),
                {"more": 1, "before": t, "high": exp(near * a), f"{name}, base": -exp(near * a), "split": -1},
            ),
        ),
        *power(f"{name}, power", top, n),
        Step(name, upto(term, n) <= top**n, Combine({f"{name}, product": 1, f"{name}, power": -1})),
    )


def above_power(name: str, term: Term, low: Any, at: At_) -> tuple[Step, ...]:
    """low^n <= term(1) ... term(n), where "above" says low > 0 and the steps `at` give "low", at least that."""
    a, t = log(low), term(near + 1)
    return (
        Step(f"{name}, base", eq(exp(a), low), Identity()),
        *factors(
            f"{name}, product",
            term,
            lambda product, k: product >= exp(k * a),
            (at(quantity(1)), {"one": -1, "low": 1, f"{name}, base": 1}),
            (
                (*at(near + 1), Step("positive", t >= 0, Combine({"low": 1, "above": 1})), split(near * a, a)),
                {"before": t, "low": exp(near * a), f"{name}, base": exp(near * a), "split": 1},
            ),
        ),
        *power(f"{name}, power", low, n),
        Step(name, upto(term, n) >= low**n, Combine({f"{name}, product": 1, f"{name}, power": 1})),
    )


def below_mean(name: str, term: Term, mean: Any, at: At_) -> tuple[Step, ...]:
    """term(1) ... term(n) <= mean^n, where "above" says mean > 0, "sum" that the terms add up to n times it.

    The steps `at` give "low", 0 <= the term.
    """
    a = log(mean)

    def exponent(k: Any) -> Any:
        return k * a + SumOver(i, 1, k, term(i)) / mean - k

    def tangent(k: Any) -> tuple[Step, ...]:
        part = term(k) / mean - 1
        return (
            *at(k),
            cite("tangent", 1 + part <= exp(part), "exponential-tangent", {"x": part}),
            cite("factor", eq(exp(a + part), exp(a) * exp(part)), "exponential-sum", {"x": a, "y": part}),
            Step("term", term(k) <= exp(a + part),
                 Combine({"tangent": mean, f"{name}, base": -exp(part), "factor": -1})),
        )  # fmt: skip

    t, part = term(near + 1), term(near + 1) / mean - 1
    first, before = exponent(quantity(1)), exponent(near)
    return (
        Step(f"{name}, base", eq(exp(a), mean), Identity()),
        *factors(
            f"{name}, product",
            term,
            lambda product, k: product <= exp(exponent(k)),
            (
                (
                    *tangent(quantity(1)),
                    Step("one term", eq(SumOver(i, 1, 1, term(i)), term(quantity(1))), Unrolled()),
                    Step("arguments", eq(first, a + (term(quantity(1)) / mean - 1)), Combine({"one term": 1 / mean})),
                    Step("same", eq(exp(first), exp(a + (term(quantity(1)) / mean - 1))), Congruence("arguments")),
                ),
                {"one": 1, "term": 1, "same": -1},
            ),
            (
                (
                    *tangent(near + 1),
                    Step("more terms", eq(SumOver(i, 1, near + 1, term(i)), SumOver(i, 1, near, term(i)) + t),
                         Unrolled()),
                    Step("arguments", eq(exponent(near + 1), before + (a + part)), Combine({"more terms": 1 / mean})),
                    Step("same", eq(exp(exponent(near + 1)), exp(before + (a + part))), Congruence("arguments")),
                    split(before, a + part),
                ),
                {"more": 1, "before": t, "term": exp(before), "split": -1, "same": -1},
            ),
        ),
        Step(f"{name}, exponent", eq(exponent(n), n * a), Combine({"sum": 1 / mean})),
        Step(f"{name}, same", eq(exp(exponent(n)), exp(n * a)), Congruence(f"{name}, exponent")),
        *power(f"{name}, power", mean, n),
        Step(
            name,
            upto(term, n) <= mean**n,
            Combine({f"{name}, product": 1, f"{name}, same": 1, f"{name}, power": -1}),
        ),
    )  # fmt: skip


def vanishing(name: str, term: Term, at: At_) -> tuple[Step, ...]:
    """term(1) ... term(n) <= 0, where the steps `at` give 0 <= "low" and "zero", at most 0."""
    return factors(
        name,
        term,
        lambda product, _: product <= 0,
        (at(quantity(1)), {"one": 1, "zero": 1}),
        (at(near + 1), {"more": 1, "before": term(near + 1)}),
    )


def zero_power(name: str, x: Any, p: Any, zero: str) -> tuple[Step, ...]:
    """x^p = 0 for p > 0, where the step `zero` says x = 0: (2 x)^p = 2^p x^p."""
    two, a = quantity(2) ** p, log(quantity(2))
    return (
        Step(f"{name}, size", p > 0, Sign()),
        Step(f"{name}, sign", x >= 0, Combine({zero: -1})),
        cite(f"{name}, doubled", eq((2 * x) ** p, two * x**p), "power-of-product", {"x": 2, "y": x, "p": p}),
        Step(f"{name}, same", eq(2 * x, x), Combine({zero: 1})),
        Step(f"{name}, powers", eq((2 * x) ** p, x**p), Congruence(f"{name}, same")),
        *power(f"{name}, two", quantity(2), p),
        cite(f"{name}, logarithm", a >= 1 - 1 / quantity(2), "logarithm-tangent", {"x": 2}, 0),
        cite(f"{name}, tangent", 1 + p * a <= exp(p * a), "exponential-tangent", {"x": p * a}),
        Step(
            f"{name}, above one",
            two - 1 > 0,
            Combine({f"{name}, two": -1, f"{name}, tangent": 1, f"{name}, logarithm": p,
                     f"{name}, size": quantity(1) / 2}),
        ),
        Step(name, eq(x**p, 0), Combine({f"{name}, doubled": -1 / (two - 1), f"{name}, powers": 1 / (two - 1)})),
    )  # fmt: skip


def root_of_power(name: str, x: Any, sign: str) -> Step:
    """(x^n)^(1/n) = x, where the step `sign` says x >= 0."""
    whole, k = (x**n) ** (1 / n), 1 / n
    return Step(
        name,
        eq(whole, x),
        Cases(
            x > 0,
            (
                cite("logarithm", eq(log(x**n), n * log(x)), "logarithm-of-power", {"x": x, "p": n}),
                Step("power above", x**n > 0, Sign()),
                *power("root", x**n, k),
                Step("exponent", eq(k * log(x**n), log(x)), Combine({"logarithm": k})),
                Step("same", eq(exp(k * log(x**n)), exp(log(x))), Congruence("exponent")),
                Step("claim", eq(whole, x), Combine({"root": 1, "same": 1})),
            ),
            (
                Step("not positive", x <= 0, Combine({"case": 1})),
                Step("no value", eq(x, 0), Antisymmetric("not positive", sign)),
                *zero_power("no power", x, n, "no value"),
                *zero_power("no root", x**n, k, "no power"),
                Step("claim", eq(whole, x), Combine({"no root": 1, "no value": -1})),
            ),
        ),
    )


def mean_root(name: str, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """det(X)^(1/n) <= tr(X) / n for a semidefinite matrix, after `identity`."""
    average = tr(X) / n
    return (
        definite(f"{name}, sign", X),
        cite(f"{name}, trace", tr(X) >= 0, "psd-trace", {"K": X}, 0),
        Step(f"{name}, average", average >= 0, Combine({f"{name}, trace": 1 / n})),
        cite(f"{name}, power", det(X) <= average**n, "determinant-extremes", {"K": X, M: one}, 4),
        Step(f"{name}, size", 1 / n > 0, Sign()),
        cite(f"{name}, grows", det(X) ** (1 / n) <= (average**n) ** (1 / n), "powers-grow",
             {"x": det(X), "y": average**n, "p": 1 / n}),
        root_of_power(f"{name}, root", average, f"{name}, average"),
        Step(name, det(X) ** (1 / n) <= average, Combine({f"{name}, grows": 1, f"{name}, root": 1})),
    )  # fmt: skip
