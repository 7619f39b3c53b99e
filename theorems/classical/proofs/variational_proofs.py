"""Rayleigh quotients, Weyl's inequality from below and von Neumann's inequality, from two axioms about eigenvalues.

The axioms are Weyl's inequality from above and the trace inequality for symmetric matrices.
"""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import A, B, M, P, T, c, i, j, n, patterns, x
from lemmata.theorems.classical.entries import W, entry_at
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.classical.spectra import dilated
from lemmata.theorems.language import Id, Index, SumOver, Unit, Vector, eq, forall, kron, lam, lmax, lmin, s, total, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Combine,
    Congruence,
    Entrywise,
    Identity,
    Induction,
    Instance,
    Proof,
    Sign,
    SomeTerms,
    Step,
    Summed,
    Unrolled,
)

k = Index("k", 1, n)
half = quantity(Fraction(1, 2))
X = x @ x.T
v, w = Vector("v", n), Vector("w", n)


def rank_one(name: str, N: Any, u: Any, sign: int) -> tuple[Step, ...]:
    """The k-th eigenvalue of x x^T, or of its negative, has the sign of the form at its eigenvector."""
    form = tr(u.T @ x) ** 2
    value = lam(N, k)
    return (
        *eigenvector(name, N, k, u),
        Step(f"{name}, square", form >= 0, Sign()),
        Step(
            f"{name}, sign",
            value >= 0 if sign > 0 else value <= 0,
            Combine({f"{name}, form": sign, f"{name}, square": 1}),
        ),
    )


def bounded(name: str, N: Any, end: Any, by: dict[str, Any]) -> tuple[Step, ...]:
    """The sum of products of eigenvalues, those of A replaced by an extreme one."""
    return (
        Step(f"{name}, entry", lam(A, k) * lam(N, k) <= end * lam(N, k), Combine(by)),
        Step(f"{name}, entries", lam(A) * lam(N) <= end * lam(N), Entrywise(f"{name}, entry", k)),
        Step(f"{name}, sum", total(lam(A) * lam(N)) <= total(end * lam(N)), Summed(f"{name}, entries")),
        Step(f"{name}, trace", eq(total(lam(N)), tr(N)), Apply("classical.trace", {A: N})),
        Step(
            f"{name}, products",
            tr(A @ N) <= total(lam(A) * lam(N)),
            Apply("classical.trace-inequality-symmetric", {B: N}),
        ),
        Step(
            name, tr(A @ N) <= end * tr(N), Combine({f"{name}, products": 1, f"{name}, sum": 1, f"{name}, trace": end})
        ),
    )


first, last = lmax(A), lmin(A)
rayleigh = Proof(
    "the trace inequality for A and x x^T, whose eigenvalues are not negative",
    (
        *rank_one("v", X, v, 1),
        *rank_one("w", -X, w, -1),
        Step("largest", lam(A, k) <= first, Apply("classical.descending", at={i: 1, j: k})),
        Step("least", last <= lam(A, k), Apply("classical.descending", at={i: k, j: n + 1 - k})),
        *bounded("above", X, first, {"largest": lam(X, k)}),
        *bounded("below", -X, last, {"least": -lam(-X, k)}),
        Step("first", last * tr(x.T @ x) <= tr(x.T @ A @ x), Combine({"below": 1})),
        Step("second", tr(x.T @ A @ x) <= first * tr(x.T @ x), Combine({"above": 1})),
    ),
)

# --- the negative, from Weyl's inequality and the trace


def partial(size: Any, body: Any, index: Any) -> Any:
    """body(1) + ... + body(size)."""
    return SumOver(index, 1, size, body)


def reversal(name: str, size: Any, upto: Any, body: Any, k: Any) -> Step:
    """Step `name`: the last terms of a sum of `size`, counted back, are the whole but its first terms.

    body(size) + ... + body(size + 1 - h) = total - (body(1) + ... + body(size - h)), for every h from 1 to `upto`.
    """
    far, near = Index("h", 1, upto), Index("h", 1, upto - 1)

    def at(place: Any) -> Any:
        return body.xreplace({k: quantity(place)})

    def back(h: Any) -> Any:
        return partial(h, at(size + 1 - k), k)

    def rest(h: Any) -> Any:
        return partial(size - h, body, k)

    whole = partial(size, body, k)

    def goal(h: Any) -> Any:
        return eq(back(h), whole - rest(h))

    one = quantity(1)
    return Step(
        name,
        goal(far),
        Induction(
            far,
            (
                Step("one term", eq(back(one), at(size)), Unrolled()),
                Step("last term", eq(whole, rest(one) + at(size)), Unrolled()),
                Step("base", goal(one), Combine({"one term": 1, "last term": -1})),
            ),
            (
                Step("one term", eq(back(near + 1), back(near) + at(size - near)), Unrolled()),
                Step("last term", eq(rest(near), rest(near + 1) + at(size - near)), Unrolled()),
                Step("next", goal(near + 1), Combine({"before": 1, "one term": 1, "last term": -1})),
            ),
        ),
    )


l, own = Index("l", 1, n), Index("i", 1, n)  # noqa: E741  (own: as the claim binds it)
far = Index("h", 1, n)
zero = A + (-A)
pair = lam(-A, k) + lam(A, n + 1 - k)
negated_spectrum = Proof(
    "Weyl's inequality for A - A = 0: lam_i(-A) + lam_(n+1-i)(A) is not negative, and adds up to 0",
    (
        Step("zero", eq(lam(0 * Id(n)), 0), Apply("classical.multiple-of-identity", {c: 0})),
        Step("zero, least", eq(lmin(0 * Id(n)), 0), At("zero", n)),
        Step(
            "weyl",
            lmin(zero) <= lam(A, n + 1 - k) + lam(-A, k),
            Apply("classical.weyl", {B: -A}, at={i: n + 1 - k, j: k}),
        ),
        Step("pair", pair >= 0, Combine({"weyl": 1, "zero, least": -1})),
        Step("pairs", forall(k, 1, n, pair >= 0), Entrywise("pair", k)),
        reversal("back", n, n, lam(A, k), k),
        Step("all back", eq(partial(n, lam(A, n + 1 - k), k), partial(n, lam(A, k), k)), Instance("back", far, n)),
        Step("trace", eq(total(lam(A)), tr(A)), Apply("classical.trace")),
        Step("trace of -A", eq(total(lam(-A)), tr(-A)), Apply("classical.trace", {A: -A})),
        Step("one pair", lam(-A, own) + lam(A, n + 1 - own) <= partial(n, pair, k), SomeTerms("pairs", ((own, own),))),
        Step(
            "below",
            lam(-A, own) <= -lam(A, n + 1 - own),
            Combine({"one pair": 1, "all back": 1, "trace": 1, "trace of -A": 1}),
        ),
        Step("above", -lam(A, n + 1 - own) <= lam(-A, own), Instance("pair", k, own)),
        Step("entry", eq(lam(-A, own), -lam(A, n + 1 - own)), Antisymmetric("below", "above")),
    ),
)

both = Index("j", n + 1 - own, n)
weyl_below = Proof(
    "Weyl's inequality for -A and -B",
    (
        Step("A", eq(lam(-A, n + 1 - own), -lam(A, own)), Apply("classical.negated-spectrum", at={i: n + 1 - own})),
        Step(
            "B",
            eq(lam(-B, n + 1 - both), -lam(B, both)),
            Apply("classical.negated-spectrum", {A: B}, at={i: n + 1 - both}),
        ),
        Step(
            "sum",
            eq(lam(-(A + B), 2 * n + 1 - own - both), -lam(A + B, own + both - n)),
            Apply("classical.negated-spectrum", {A: A + B}, at={i: 2 * n + 1 - own - both}),
        ),
        Step(
            "weyl",
            lam(-(A + B), 2 * n + 1 - own - both) <= lam(-A, n + 1 - own) + lam(-B, n + 1 - both),
            Apply("classical.weyl", {A: -A, B: -B}, at={i: n + 1 - own, j: n + 1 - both}),
        ),
        Step(
            "claim",
            lam(A, own) + lam(B, both) <= lam(A + B, own + both - n),
            Combine({"weyl": 1, "A": 1, "B": 1, "sum": -1}),
        ),
    ),
)

# --- singular values: the matrices [[0, M], [M^T, 0]], twice as large

D, F = dilated(M), dilated(P)
products = lam(D, k) * lam(F, k)
up_to_all, up_to_n = Index("k", 1, 2 * n), Index("h", 1, n)
both_values = lam(D, up_to_all) * lam(F, up_to_all)
last_values = lam(D, 2 * n + 1 - k) * lam(F, 2 * n + 1 - k)
own_products = s(M, k) * s(P, k)


def spectrum(name: str, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """The first n eigenvalues of the dilation and the last n, counted back."""
    whole = dilated(X)
    return (
        Step(f"{name}, first", eq(lam(whole, k), s(X, k)), Apply("classical.dilation", {M: X}, at={i: k})),
        Step(f"{name}, negative", eq(lam(dilated(-X), k), s(-X, k)), Apply("classical.dilation", {M: -X}, at={i: k})),
        Step(f"{name}, sign", eq(s(-X), s(X)), Apply("classical.sign", {T: X})),
        Step(f"{name}, same", eq(s(-X, k), s(X, k)), At(f"{name}, sign", k)),
        Step(
            f"{name}, back",
            eq(lam(-whole, k), -lam(whole, 2 * n + 1 - k)),
            Apply("classical.negated-spectrum", {A: whole, n: 2 * n}, at={i: k}),
        ),
        Step(
            f"{name}, last",
            eq(lam(whole, 2 * n + 1 - k), -s(X, k)),
            Combine({f"{name}, back": 1, f"{name}, negative": -1, f"{name}, same": -1}),
        ),
    )


def corner(name: str, place: int, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """The trace of a block on the diagonal."""
    e = Unit(2, place)
    block = kron(e @ e.T, X)
    return (
        Step(f"{name}, block", eq(block, kron(e, Id(n)) @ X @ kron(e.T, Id(n))), Identity()),
        Step(name, eq(tr(block), tr(X)), Congruence(f"{name}, block")),
    )


von_neumann = Proof(
    "the trace inequality for the dilations, whose eigenvalues are the singular values with both signs",
    (
        *corner("upper", 1, M @ P.T),
        *corner("lower", 2, M.T @ P),
        *spectrum("M", M),
        *spectrum("P", P),
        Step(
            "first",
            eq(products, own_products),
            Combine({"M, first": lam(F, k), "P, first": s(M, k)}),
        ),
        Step(
            "last",
            eq(last_values, own_products),
            Combine({"M, last": lam(F, 2 * n + 1 - k), "P, last": -s(M, k)}),
        ),
        Step("first half", eq(partial(n, products, k), partial(n, own_products, k)), Summed("first", k)),
        Step("last half", eq(partial(n, last_values, k), partial(n, own_products, k)), Summed("last", k)),
        reversal("back", 2 * n, n, both_values, up_to_all),
        Step(
            "all back",
            eq(
                partial(n, lam(D, 2 * n + 1 - up_to_all) * lam(F, 2 * n + 1 - up_to_all), up_to_all),
                partial(2 * n, both_values, up_to_all) - partial(2 * n - n, both_values, up_to_all),
            ),
            Instance("back", up_to_n, n),
        ),
        Step(
            "inequality",
            tr(D @ F) <= total(lam(D) * lam(F)),
            Apply("classical.trace-inequality-symmetric", {A: D, B: F, n: 2 * n}),
        ),
        Step(
            "claim",
            tr(M.T @ P) <= total(s(M) * s(P)),
            Combine(
                {
                    "inequality": half,
                    "all back": -half,
                    "first half": half,
                    "last half": half,
                    "upper": -half,
                    "lower": -half,
                }
            ),
        ),
    ),
)

place = Index("i", 1, n)
diagonal = Proof(
    "a diagonal matrix is made of its diagonal",
    (Step("column", eq(W @ Unit(n, place), entry_at(W, place, place) * Unit(n, place)), Identity()),),
)
pattern_matrix = patterns.D
trace_of_pattern, entries_of_pattern = tr(pattern_matrix), n - patterns.m + patterns.eta * patterns.m
pattern = Proof(
    "what a pattern is",
    (
        Step("above", trace_of_pattern <= entries_of_pattern, Sign()),
        Step("below", entries_of_pattern <= trace_of_pattern, Sign()),
        Step("trace", eq(trace_of_pattern, entries_of_pattern), Antisymmetric("above", "below")),
    ),
)

PROOFS = {
    "classical.trace-inequality": von_neumann,
    "classical.diagonal": diagonal,
    "classical.pattern": pattern,
    "classical.negated-spectrum": negated_spectrum,
    "classical.weyl-from-below": weyl_below,
    "classical.rayleigh": rayleigh,
}
