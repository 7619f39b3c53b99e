"""Patterns, deleted columns and condition numbers, proved from what patterns and condition numbers are."""

from typing import Any

from lemmata.theorems.classical import A, M, P, T, n, patterns
from lemmata.theorems.classical import i as any_i
from lemmata.theorems.classical import j as any_j
from lemmata.theorems.classical.entries import D, G, K, eta, m
from lemmata.theorems.classical.entries import W as diagonal
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.patterns import changed, same
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    Vector,
    eq,
    lam,
    lmax,
    lmin,
    maxabs,
    normF,
    s,
    smax,
    smin,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Entrywise,
    ForEach,
    Identity,
    Multiply,
    Proof,
    Refute,
    Sign,
    SomeTerms,
    Step,
    Summed,
)

one = Id(1)
k = Index("k", 1, n)
u, v, w = Vector("u", n), Vector("v", n), Vector("w", n)


def multiple_of_own_square(name: str, X: Any, u: Any) -> tuple[Step, ...]:
    """lmin(X) >= 0, step `name`, for X with X X = (1 - eta) X."""
    value = lmin(X)
    return (
        *eigenvector(f"{name}, u", X, n, u),
        Step(
            f"{name}, square",
            eq((1 - eta) * (u.T @ X @ u), value**2 * one),
            Multiply({f"{name}, u": (u.T @ X, None), f"{name}, u, form": (value, None)}),
        ),
        Step(
            f"{name}, own square",
            eq((1 - eta) * value, value**2),
            Combine({f"{name}, square": 1, f"{name}, u, form": -(1 - eta)}),
        ),
        Step(name, value >= 0, Refute({"contrary": -value, "range": -value, f"{name}, own square": -1})),
    )


level = lam(D, k)
pattern_spectrum = Proof(
    "(D - Id)(D - eta Id) = 0, read at eigenvectors",
    (
        *eigenvector("u", D, k, u),
        Step(
            "square",
            eq(u.T @ D @ D @ u, level**2 * one),
            Multiply({"u": (u.T @ D, None), "u, form": (level, None)}),
        ),
        Step(
            "roots",
            eq((level - 1) * (level - eta), 0),
            Combine({"square": -1, "u, form": 1 + eta, "u, unit": -eta}),
        ),
        Step("all roots", eq((lam(D) - 1) * (lam(D) - eta), 0), Entrywise("roots", k)),
        Step("range", 1 - eta >= 0, Sign()),
        Step("entry, above", level <= 1, Refute({"contrary": level - 1, "range": level - 1, "roots": 1})),
        Step("entry, below", level >= eta, Refute({"contrary": eta - level, "range": eta - level, "roots": 1})),
        Step("above", lam(D) <= 1, Entrywise("entry, above", k)),
        Step("below", lam(D) >= eta, Entrywise("entry, below", k)),
        *multiple_of_own_square("changed", changed, v),
        *multiple_of_own_square("kept", same, w),
    ),
)

gap = 1 - eta
counted = (
    Step("pattern", eq(tr(D), n - m + eta * m), Apply("classical.pattern")),
    Step("count", eq(tr(changed), gap * m), Combine({"pattern": -1})),
    Step("count of kept", eq(tr(same), gap * (n - m)), Combine({"pattern": 1})),
    Step("weights", lmin(changed) >= 0, Apply("classical.pattern-spectrum", conjunct=3)),
    Step("weights of kept", lmin(same) >= 0, Apply("classical.pattern-spectrum", conjunct=4)),
    Step("identity", eq(lam(Id(n)), 1), Apply("classical.identity")),
    Step("identity, least", eq(lmin(Id(n)), 1), At("identity", n)),
    Step("all weights", lmin(Id(n)) >= 0, Combine({"identity, least": -1})),
)
largest = maxabs(M) ** 2


def squares(name: str, left: Any, right: Any, scale: Any, factors: Any, bound: Any) -> tuple[Step, ...]:
    """normF(left M right)^2 = scale tr(right M^T left M) <= bound, left and right being multiples of own squares."""
    inner = tr(right @ M.T @ left @ M)
    return (
        Step(f"{name}, norm", eq(normF(left @ M @ right) ** 2, scale * inner), Identity()),
        Step(
            f"{name}, entries",
            inner <= tr(left) * tr(right) * largest,
            Apply("classical.weighted-squares", {K: left, G: right, T: M}),
        ),
        Step(
            name,
            normF(left @ M @ right) ** 2 <= bound,
            Combine({f"{name}, norm": 1, f"{name}, entries": scale, **factors}),
        ),
    )


entries_beside_a_pattern = Proof(
    "weighted sums of squares of entries, the weights adding up to (1 - eta) m and (1 - eta) (n - m)",
    (
        *counted,
        Step(
            "trace", tr(changed @ M) <= tr(changed) * maxabs(M), Apply("classical.weighted-trace", {diagonal: changed})
        ),
        Step("bound of the trace", tr(changed @ M) <= gap * m * maxabs(M), Combine({"trace": 1, "count": maxabs(M)})),
        *squares("columns", Id(n), changed, gap, {"count": gap * n * largest}, gap**2 * m * n * largest),
        *squares(
            "both sides",
            changed,
            changed,
            gap**2,
            {"count": gap**2 * (tr(changed) + gap * m) * largest},
            gap**4 * m**2 * largest,
        ),
        *squares(
            "across",
            changed,
            same,
            gap**2,
            {"count": gap**2 * tr(same) * largest, "count of kept": gap**3 * m * largest},
            gap**4 * m * (n - m) * largest,
        ),
    ),
)

root = sqrt(m)
excess = 1 - lmin(D)
two_valued_diagonal = Proof(
    "eigenvalues 1 and eta; what they lack to 1 adds up to m (1 - eta)",
    (
        Step("roots", eq((lam(D) - 1) * (lam(D) - eta), 0), Apply("classical.pattern-spectrum", conjunct=0)),
        Step("above", lam(D) <= 1, Apply("classical.pattern-spectrum", conjunct=1)),
        Step("below", lam(D) >= eta, Apply("classical.pattern-spectrum", conjunct=2)),
        Step("least eigenvalue", lmin(D) >= eta, At("below", n)),
        Step("singular values", eq(s(D), lam(D)), Apply("classical.psd-singular-values", {A: D})),
        Step("largest", eq(smax(D), lmax(D)), At("singular values", 1)),
        Step("least", eq(smin(D), lmin(D)), At("singular values", n)),
        Step("largest eigenvalue", lmax(D) <= 1, At("above", 1)),
        Step("one", smax(D) <= 1, Combine({"largest": 1, "largest eigenvalue": 1})),
        Step("eta", smin(D) >= eta, Combine({"least": -1, "least eigenvalue": 1})),
        Step("lack", 1 - lam(D) >= 0, Combine({"above": 1})),
        Step("one lack", 1 - lmin(D) <= total(1 - lam(D)), SomeTerms("lack", ((n, n),))),
        Step("trace", eq(total(lam(D)), tr(D)), Apply("classical.trace", {A: D})),
        Step("pattern", eq(tr(D), n - m + eta * m), Apply("classical.pattern")),
        Step("lack at most", 1 - lmin(D) <= m * gap, Combine({"one lack": 1, "trace": -1, "pattern": -1})),
        Step("m", smin(D) >= 1 - m * gap, Combine({"lack at most": 1, "least": -1})),
        Step("least root", eq((lmin(D) - 1) * (lmin(D) - eta), 0), At("roots", n)),
        Step(
            "squares",
            excess**2 <= (root * gap) ** 2,
            Combine({"lack at most": gap, "least root": 1}),
        ),
        Step("lack of the least", excess >= 0, At("lack", n)),
        Step("root", excess <= root * gap, Apply("classical.square-roots", {number: excess, other: root * gap})),
        Step("square root of m", smin(D) >= 1 - root * gap, Combine({"root": 1, "least": -1})),
    ),
)

hidden, deleted = patterns.hidden, patterns.deleted
tail = Index("i", n - hidden + 1, n)
before = Index("l", 1, tail)
value, earlier = lam(deleted, tail), lam(deleted, before)
projection_tail = Proof(
    "otherwise n - m + 1 eigenvalues are 1 and the trace is not n - m",
    (
        Step(
            "roots",
            eq(lam(deleted) * (lam(deleted) - 1), 0),
            Apply("classical.pattern-spectrum", {D: deleted, m: hidden, eta: 0}, 0),
        ),
        Step("below", lam(deleted) >= 0, Apply("classical.pattern-spectrum", {D: deleted, m: hidden, eta: 0}, 2)),
        Step("least", lmin(deleted) >= 0, At("below", n)),
        Step("singular values", eq(s(deleted), lam(deleted)), Apply("classical.psd-singular-values", {A: deleted})),
        Step("start", tail >= n - hidden + 1, Sign()),
        Step("first", tail >= 1, Combine({"start": 1})),
        Step("root", eq(value * (value - 1), 0), At("roots", tail)),
        Step("not below", value >= 0, At("below", tail)),
        Step("singular value", eq(s(deleted, tail), value), At("singular values", tail)),
        Step("not beyond", before <= tail, Sign()),
        Step("inside", tail <= n, Sign()),
        Step("inside too", before <= n, Combine({"not beyond": 1, "inside": 1})),
        Step(
            "order",
            value <= earlier,
            Apply("classical.descending", {A: deleted}, at={any_i: before, any_j: tail + 1 - before}),
        ),
        Step(
            "sum of order",
            SumOver(before, 1, tail, value) <= SumOver(before, 1, tail, earlier),
            Summed("order", before),
        ),
        Step("part", SumOver(before, 1, tail, earlier) <= total(lam(deleted)), SomeTerms("below", ((1, tail),))),
        Step("trace", eq(total(lam(deleted)), tr(deleted)), Apply("classical.trace", {A: deleted})),
        Step("pattern", eq(tr(deleted), n - hidden), Apply("classical.pattern", {D: deleted, m: hidden, eta: 0})),
        Step(
            "few",
            tail * value <= tail - 1,
            Combine({"sum of order": 1, "part": 1, "trace": 1, "pattern": 1, "start": 1}),
        ),
        Step("not above", value <= 0, Refute({"contrary": 1, "few": value, "root": -tail})),
        Step("zero", eq(value, 0), Antisymmetric("not above", "not below")),
        Step("vanishes", eq(s(deleted, tail), 0), Combine({"singular value": 1, "zero": 1})),
    ),
)

cut = P @ deleted
deleted_tail = Proof(
    "a product with a projection, whose last singular values vanish",
    (
        Step("product", s(cut) <= smax(P) * s(deleted), Apply("classical.submultiplicative", {M: deleted}, 1)),
        Step("start", tail >= n - hidden + 1, Sign()),
        Step("first", tail >= 1, Combine({"start": 1})),
        Step("entry", s(cut, tail) <= smax(P) * s(deleted, tail), At("product", tail)),
        Step("projection", eq(s(deleted, tail), 0), Apply("classical.projection", at={any_i: tail})),
        Step("above", s(cut, tail) <= 0, Combine({"entry": 1, "projection": smax(P)})),
        Step("below", s(cut, tail) >= 0, Sign()),
        Step("zero", eq(s(cut, tail), 0), Antisymmetric("above", "below")),
    ),
)

relu, product = patterns.relu, patterns.product
at = Index("j", 1, n - m)
last = Index("i", n - m + 1, n)
s_M, s_PD = s(M), s(product)
least = smin(M) ** 2


def left_over(name: str, one: Any, rest: Any, at_least: Any) -> Step:
    """One entry of the vector `rest`, one(j) in its j-th place, and the last m, each of at least smin(M)^2."""
    kept = one(at) + m * least <= total(rest)
    return Step(
        name,
        kept,
        ForEach(
            at,
            (
                Step(f"{name}, terms", rest >= 0, Sign()),
                Step(
                    f"{name}, cases",
                    kept,
                    Cases(
                        m <= 0,
                        (
                            Step(f"{name}, one", one(at) <= total(rest), SomeTerms(f"{name}, terms", ((at, at),))),
                            Step(f"{name}, none deleted", kept, Combine({f"{name}, one": 1, "case": least})),
                        ),
                        (
                            Step(f"{name}, start", last >= n - m + 1, Sign()),
                            Step(f"{name}, m", m <= n, Sign()),
                            Step(f"{name}, first", last >= 1, Combine({f"{name}, start": 1, f"{name}, m": 1})),
                            Step(
                                f"{name}, tail",
                                eq(s(product, last), 0),
                                Apply("classical.deleted-tail", {hidden: m, deleted: relu}, at={any_i: last}),
                            ),
                            Step(f"{name}, range", smin(M) <= s_M, Apply("classical.singular-value-range", {T: M})),
                            Step(f"{name}, entry", smin(M) <= s(M, last), At(f"{name}, range", last)),
                            Step(
                                f"{name}, square",
                                least <= s(M, last) ** 2,
                                Combine({f"{name}, entry": smin(M) + s(M, last)}),
                            ),
                            *at_least,
                            Step(
                                f"{name}, sum",
                                SumOver(last, n - m + 1, n, least) <= SumOver(last, n - m + 1, n, one(last)),
                                Summed(f"{name}, term", last),
                            ),
                            Step(
                                f"{name}, parts",
                                one(at) + SumOver(last, n - m + 1, n, one(last)) <= total(rest),
                                SomeTerms(f"{name}, terms", ((at, at), (n - m + 1, n))),
                            ),
                            Step(f"{name}, some deleted", kept, Combine({f"{name}, sum": 1, f"{name}, parts": 1})),
                        ),
                    ),
                ),
            ),
        ),
    )


def change(j: Any) -> Any:
    """What becomes of the square of a singular value."""
    return s(M, j) ** 2 - s(product, j) ** 2


deleted_columns = Proof(
    "the last m singular values of P D vanish; m of the terms are at least smin(M)^2",
    (
        left_over(
            "squares",
            lambda j: abs(change(j)),
            abs(s_M**2 - s_PD**2),
            (
                Step(
                    "modulus", change(last) <= abs(change(last)), Apply("classical.modulus", {number: change(last)}, 1)
                ),
                Step(
                    "squares, term",
                    least <= abs(change(last)),
                    Combine({"modulus": 1, "squares, square": 1, "squares, tail": s(product, last)}),
                ),
            ),
        ),
        left_over(
            "differences",
            lambda j: (s(M, j) - s(product, j)) ** 2,
            (s_M - s_PD) ** 2,
            (
                Step(
                    "differences, term",
                    least <= (s(M, last) - s(product, last)) ** 2,
                    Combine({"differences, square": 1, "differences, tail": 2 * s(M, last) - s(product, last)}),
                ),
            ),
        ),
    ),
)

PROOFS = {
    "classical.pattern-spectrum": pattern_spectrum,
    "classical.entries-beside-a-pattern": entries_beside_a_pattern,
    "classical.two-valued-diagonal": two_valued_diagonal,
    "classical.projection": projection_tail,
    "classical.deleted-tail": deleted_tail,
    "classical.deleted-columns": deleted_columns,
}
