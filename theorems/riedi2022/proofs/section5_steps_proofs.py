"""The steps of the printed proofs of Theorems 31 and 32."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import entries as textbook
from lemmata.theorems.classical import patterns as beside
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, Index, entry, eq, lam, maxabs, normF, s, smin, sqrt, total, tr
from lemmata.theorems.language.proof import Apply, Combine, Identity, Proof, Sign, Step, Summed
from lemmata.theorems.riedi2022 import M_o, n, rho
from lemmata.theorems.riedi2022 import section5_activation as s5
from lemmata.theorems.riedi2022 import section5_steps as st
from lemmata.theorems.riedi2022 import section22_perturbation as s2
from lemmata.theorems.riedi2022.proofs.section5_bounds_proofs import from_below

c, eta, m, M, size, leaky = st.c, st.eta, st.m, st.M, st.size, st.leaky
t = c * n

# given 0: c >= 0; given 1: c < 1/n
eq_65_algebra = Proof(
    "polynomial identities and signs",
    (
        Step("cancelled", st.whole - m * st.least <= st.lost, Combine({})),
        Step("bracket", eq(st.least - st.lost, st.bracket), Identity()),
        Step("places", m <= n - 1, Sign()),
        Step("count", m * (1 + n) <= n**2, Combine({"places": 1 + n})),
        Step("below", st.bracket >= 1 - 2 * c * (n**2 + n), Combine({"count": 2 * c})),
    ),
)

# given 1: 2cn < 1/(1 + n)
eq_66_algebra = Proof(
    "comparison of radicands",
    (
        Step("radicands", st.lost <= m / n, Combine({"given 1": m * (1 + n) / n})),
        Step(
            "roots",
            sqrt(st.lost) <= sqrt(m / n),
            Apply("classical.square-roots", {x: sqrt(st.lost), y: sqrt(m / n)}),
        ),
    ),
)

eq_67_algebra = Proof(
    "polynomial identities and signs",
    (
        Step("bracket", eq(st.bracket, st.inner), Identity()),
        Step("below", st.inner >= 1 - 2 * c * n * (1 + 2 * m), Combine({"given 0": 2 * m * (n - 1)})),
    ),
)


def removed(pattern: Any, count: Any, slope: Any, scale: Any) -> tuple[Step, ...]:
    """normF(M - M D)^2 <= scale^2 m (c^2 n + 2c + 1), scale = 1 - slope, from `given 0`: maxabs(M_o) <= c."""
    off, where = Id(n) - pattern, {textbook.D: pattern, textbook.eta: slope, textbook.m: count}
    fact, columns = "classical.entries-beside-a-pattern", M_o @ off
    return (
        Step("ones", eq(tr(off), scale * count), Apply(fact, where, 0)),
        Step("diagonal", tr(off @ M_o) <= scale * count * maxabs(M_o), Apply(fact, {**where, square: M_o}, 1)),
        Step(
            "columns",
            normF(columns) ** 2 <= scale**2 * count * n * maxabs(M_o) ** 2,
            Apply(fact, {**where, square: M_o}, 2),
        ),
        Step("squared", maxabs(M_o) ** 2 <= c**2, Combine({"given 0": c + maxabs(M_o)})),
        Step("columns, trace", eq(normF(columns) ** 2, tr(columns.T @ columns)), frobenius(columns)),
        Step("whole, trace", eq(normF(M @ off) ** 2, tr((M @ off).T @ M @ off)), frobenius(M @ off)),
        Step(
            "whole",
            normF(M @ off) ** 2 <= scale**2 * count * (c**2 * n + 2 * c + 1),
            Combine(
                {
                    "whole, trace": 1,
                    "columns, trace": -1,
                    "columns": 1,
                    "diagonal": 2 * scale,
                    "ones": scale,
                    "squared": scale**2 * count * n,
                    "given 0": 2 * scale**2 * count,
                }
            ),
        ),
    )


def frobenius(X: Any) -> Apply:
    """normF(X)^2 is the trace of X^T X."""
    return Apply("classical.frobenius", {any_shape: X}, 0)


j = Index("j", 1, n - m)
relu, cut = st.relu, st.cut
s_j, kept_j = entry(s(M), j), entry(s(cut), j)
squares, roots = abs(s_j**2 - kept_j**2), (s_j - kept_j) ** 2
all_squares, all_roots = total(abs(s(M) ** 2 - s(cut) ** 2)), total((s(M) - s(cut)) ** 2)
here = {rho: 1, s5.relu: relu, s5.m: m}
there = {square: M, second: M, beside.relu: relu, textbook.m: m}
deleted = "classical.deleted-columns"
deviations = Proof(
    "Proposition 25, entries counted; the last m singular values of M D are zero",
    (
        *removed(relu, m, 0, 1),
        Step("lost", eq(all_squares, normF(M) ** 2 - normF(cut) ** 2), Apply("riedi.prop-25.eq-58", here, 1)),
        Step(
            "energy",
            eq(normF(M) ** 2 - normF(cut) ** 2, normF(M @ (Id(n) - relu)) ** 2),
            Apply("riedi.prop-25.eq-58", here, 2),
        ),
        Step("squares", all_squares <= st.whole, Combine({"lost": 1, "energy": 1, "whole": 1})),
        Step("distance", all_roots <= normF(M @ (Id(n) - relu)) ** 2, Apply("riedi.prop-25.eq-59", here)),
        Step("roots", all_roots <= st.whole, Combine({"distance": 1, "whole": 1})),
        *from_below,
        Step("room", 1 - t > 0, Combine({"given 1": n})),
        Step("least squared", (1 - t) ** 2 <= smin(M) ** 2, Combine({"least": smin(M) + (1 - t)})),
        Step("one square", squares + m * smin(M) ** 2 <= all_squares, Apply(deleted, there, 0, {beside.j: j})),
        Step("one root", roots + m * smin(M) ** 2 <= all_roots, Apply(deleted, there, 1, {beside.j: j})),
        Step("first", squares <= st.lost, Combine({"one square": 1, "squares": 1, "least squared": m})),
        Step("second", roots <= st.lost, Combine({"one root": 1, "roots": 1, "least squared": m})),
    ),
)

# Theorem 32
slope, counted, expanded, simpler, last = st.slope, st.counted, st.expanded, st.simpler, st.last
eq_68_algebra = Proof(
    "polynomial inequalities, from cn < 1",
    (
        Step("off the diagonal", (n - 2) * c**2 + 2 * (1 + c) * c <= 3 * c, Combine({"given 1": n * c})),
        Step("on the diagonal", (n - 1) * c**2 + (1 + c) ** 2 <= 3 * c + 1, Combine({"given 1": n * c})),
        Step("slope", (1 - eta**2) ** 2 <= 4 * slope, Combine({})),
        Step("sum", 9 * c**2 * size + 6 * c + 1 >= 0, Combine({"given 0": 6})),
        Step("expanded", counted <= expanded, Combine({"slope": size * (9 * c**2 * size + 6 * c + 1)})),
        Step("simpler", expanded <= simpler, Combine({"given 1": 18 * slope * c * size * n})),
        Step("share", c * size <= 1, Combine({"given 1": size})),
        Step("last", simpler <= last, Combine({"given 1": slope * size * (42 + 18)})),
        Step("five", last <= (4 * (1 - eta) * sqrt(size)) ** 2, Combine({"given 2": slope * size * 12 / n})),
    ),
)

A, off = st.A, Id(n) - leaky
rest = M_o.T @ M_o + M_o.T + M_o  # A - Id
same, where = leaky - eta * Id(n), {textbook.D: leaky, textbook.eta: eta, textbook.m: size}
moved = A - leaky @ A @ leaky
both, mixed, corner = off @ rest @ off, off @ rest @ same, tr(off @ rest)
fact = "classical.entries-beside-a-pattern"
entries_68 = Proof(
    "entries of M_o^T M_o + M_o^T + M_o; blocks kept and changed by D",
    (
        Step(
            "sum",
            maxabs(rest) <= maxabs(M_o.T @ M_o + M_o.T) + maxabs(M_o),
            Apply("classical.entries-of-sum", {square: M_o.T @ M_o + M_o.T, second: M_o}, 0),
        ),
        Step(
            "inner sum",
            maxabs(M_o.T @ M_o + M_o.T) <= maxabs(M_o.T @ M_o) + maxabs(M_o.T),
            Apply("classical.entries-of-sum", {square: M_o.T @ M_o, second: M_o.T}, 0),
        ),
        Step(
            "product",
            maxabs(M_o.T @ M_o) <= n * maxabs(M_o.T) * maxabs(M_o),
            Apply("classical.entries-of-product", {square: M_o.T, second: M_o}, 0),
        ),
        Step("turned", eq(maxabs(M_o.T), maxabs(M_o)), Apply("classical.entries-of-sum", {square: M_o}, 1)),
        Step("squared", maxabs(M_o) ** 2 <= c**2, Combine({"given 0": c + maxabs(M_o)})),
        Step(
            "entries",
            maxabs(A - Id(n)) <= 3 * c,
            Combine(
                {
                    "sum": 1,
                    "inner sum": 1,
                    "product": 1,
                    "turned": 1 + n * maxabs(M_o),
                    "squared": n,
                    "given 0": 2,
                    "given 1": n * c,
                }
            ),
        ),
        Step("entries, squared", maxabs(rest) ** 2 <= (3 * c) ** 2, Combine({"entries": maxabs(rest) + 3 * c})),
        Step("ones", eq(tr(off), (1 - eta) * size), Apply(fact, where, 0)),
        Step("diagonal", corner <= (1 - eta) * size * maxabs(rest), Apply(fact, {**where, square: rest}, 1)),
        Step(
            "both sides",
            normF(both) ** 2 <= (1 - eta) ** 4 * size**2 * maxabs(rest) ** 2,
            Apply(fact, {**where, square: rest}, 3),
        ),
        Step(
            "one side",
            normF(mixed) ** 2 <= (1 - eta) ** 4 * size * (n - size) * maxabs(rest) ** 2,
            Apply(fact, {**where, square: rest}, 4),
        ),
        Step("diagonal, c", corner <= (1 - eta) * size * 3 * c, Combine({"diagonal": 1, "entries": (1 - eta) * size})),
        Step(
            "both sides, c",
            normF(both) ** 2 <= (1 - eta) ** 4 * size**2 * (3 * c) ** 2,
            Combine({"both sides": 1, "entries, squared": (1 - eta) ** 4 * size**2}),
        ),
        Step(
            "one side, c",
            normF(mixed) ** 2 <= (1 - eta) ** 4 * size * (n - size) * (3 * c) ** 2,
            Combine({"one side": 1, "entries, squared": (1 - eta) ** 4 * size * (n - size)}),
        ),
        Step("both sides, trace", eq(normF(both) ** 2, tr(both.T @ both)), frobenius(both)),
        Step("one side, trace", eq(normF(mixed) ** 2, tr(mixed.T @ mixed)), frobenius(mixed)),
        Step("moved, trace", eq(normF(moved) ** 2, tr(moved.T @ moved)), frobenius(moved)),
        Step(
            "moved, scaled",
            slope * normF(moved) ** 2 <= slope * counted,
            Combine(
                {
                    "moved, trace": slope,
                    "both sides, trace": -((1 + eta) ** 2),
                    "one side, trace": -2,
                    "both sides, c": (1 + eta) ** 2,
                    "one side, c": 2,
                    "diagonal, c": 2 * (1 + eta) ** 2 * (1 - eta) ** 3,
                    "ones": (1 + eta) ** 2 * (1 - eta) ** 3,
                }
            ),
        ),
        Step("moved", normF(moved) ** 2 <= counted, Combine({"moved, scaled": 1 / slope})),
    ),
)

Y = M @ leaky
gram = Y.T @ Y
wide = size * (3 * c + 1)
smaller = sqrt(size * (c**2 * n + 2 * c + 1))
eq_69_deviations = Proof(
    "Proposition 1 for the Gram matrices, Corollary 2 for the matrices; entries counted",
    (
        Step("M", eq(s(M) ** 2, lam(A)), Apply("classical.gram", {square: M}, 0)),
        Step("product", eq(s(Y) ** 2, lam(gram)), Apply("classical.gram", {square: Y}, 0)),
        Step(
            "terms",
            eq((s(M) ** 2 - s(Y) ** 2) ** 2, (lam(A) - lam(gram)) ** 2),
            Combine(
                {
                    "M": s(M) ** 2 - s(Y) ** 2 + lam(A) - lam(gram),
                    "product": -(s(M) ** 2 - s(Y) ** 2 + lam(A) - lam(gram)),
                }
            ),
        ),
        Step(
            "summed",
            eq(total((s(M) ** 2 - s(Y) ** 2) ** 2), total((lam(A) - lam(gram)) ** 2)),
            Summed("terms"),
        ),
        Step(
            "Gram matrices",
            total((lam(A) - lam(gram)) ** 2) <= normF(moved) ** 2,
            Apply("riedi.prop-1", {symmetric_a: A, symmetric_b: gram}),
        ),
        Step(
            "squares",
            total((s(M) ** 2 - s(Y) ** 2) ** 2) <= normF(moved) ** 2,
            Combine({"summed": 1, "Gram matrices": 1}),
        ),
        *removed(leaky, size, eta, 1 - eta),
        Step(
            "distance",
            total((s(M) - s(Y)) ** 2) <= normF(M - Y) ** 2,
            Apply("riedi.cor-2", {s2.A: M, s2.B: Y}),
        ),
        Step(
            "roots",
            total((s(M) - s(Y)) ** 2) <= slope * size * (c**2 * n + 2 * c + 1),
            Combine({"distance": 1, "whole": 1}),
        ),
        Step("radicands", size * (c**2 * n + 2 * c + 1) <= wide, Combine({"given 1": size * c * n})),
        Step("smaller root", smaller <= sqrt(wide), Apply("classical.square-roots", {x: smaller, y: sqrt(wide)})),
        Step("smaller", (1 - eta) * smaller <= (1 - eta) * sqrt(wide), Combine({"smaller root": 1 - eta})),
        Step("positive", 3 * c + 1 >= 0, Combine({"given 0": 3})),
        Step("integer", size <= size**2, Apply("classical.integer-square", {beside.whole: size})),
        Step("square", wide <= wide**2, Combine({"integer": (3 * c + 1) ** 2})),
        Step("larger root", sqrt(wide) <= wide, Apply("classical.above-root", {x: wide, y: wide})),
        Step("larger", (1 - eta) * sqrt(wide) <= (1 - eta) * wide, Combine({"larger root": 1 - eta})),
    ),
)

PROOFS = {
    "riedi.thm-31.eq-65~algebra": eq_65_algebra,
    "riedi.thm-31.eq-66~algebra": eq_66_algebra,
    "riedi.thm-31.eq-67~algebra": eq_67_algebra,
    "riedi.thm-31.eq-65~deviations": deviations,
    "riedi.thm-32.eq-68~algebra": eq_68_algebra,
    "riedi.thm-32.eq-68~entries": entries_68,
    "riedi.thm-32.eq-69~deviations": eq_69_deviations,
}
