"""Proofs for appendix F and for Theorem 2 along all layers, for all sizes and depths."""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import blocks
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.numbers import c as most
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.classical.proofs.largest_proofs import all_at_most
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    Unit,
    Vector,
    eigenform,
    eq,
    forall,
    lam,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    smax,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    Cases,
    Combine,
    Congruence,
    Defined,
    Eigenvector,
    Entrywise,
    Identity,
    Induction,
    Instance,
    Multiply,
    Proof,
    Sign,
    SomeTerms,
    Step,
    Unrolled,
)
from lemmata.theorems.le2022 import appendix_descent as f
from lemmata.theorems.le2022 import section5_low_rank as s5
from lemmata.theorems.le2022.proofs_low_rank import norm

half = quantity(Fraction(1, 2))

# --- slack terms: G = S S^T, S = D diag(eta)

S, G = f.scaled, f.products
F = f.squares
i, j, k = Index("i", 1, f.m), Index("j", 1, f.m), Index("k", 1, f.m)
e_i, e_j, e_k = (Unit(f.m, at) for at in (i, j, k))
g_ii, g_jj, g_kk, g_ij = (tr(a.T @ G @ b) for a, b in ((e_i, e_i), (e_j, e_j), (e_k, e_k), (e_i, e_j)))
off = G - f.diag(f.diag(G))
n_ij, n_jj = tr(e_i.T @ off @ e_j), tr(e_j.T @ off @ e_j)


def within(name: str, entry: Any, bound: Any, above: dict[str, Any], below: dict[str, Any]) -> tuple[Step, ...]:
    """|entry| <= bound, step `name`, by combinations that give both sides."""
    return (
        Step(f"{name}, above", entry <= bound, Combine(above)),
        Step(f"{name}, below", -bound <= entry, Combine(below)),
        Step(name, abs(entry) <= bound, Apply("classical.modulus-bound", {x: entry, most: bound})),
    )


def form(name: str, z: Any) -> tuple[Step, ...]:
    """z^T G z = |S^T z|^2 is not negative."""
    return (
        Step(
            f"{name}, length",
            eq(normF(S.T @ z) ** 2, tr(z.T @ G @ z)),
            Apply("classical.frobenius", {any_shape: S.T @ z}),
        ),
        Step(name, tr(z.T @ G @ z) >= 0, Combine({f"{name}, length": 1})),
    )


def two_rows(a: Any, b: Any) -> tuple[Step, ...]:
    """|n_ij| <= F/2 for two different rows."""
    first, second = (tr(Unit(f.m, at).T @ G @ Unit(f.m, at)) for at in (a, b))
    return (
        Step(
            "apart",
            eq(tr(Unit(f.m, a).T @ Unit(f.m, b)), 0),
            Apply("classical.different-units", {order: f.m}, at={blocks.i: a, blocks.j: b}),
        ),
        Step("two of them", first + second <= SumOver(k, 1, f.m, g_kk), SomeTerms("squares", ((a, a), (b, b)))),
        *within(
            "entry",
            n_ij,
            half * F,
            {"off": 1, "apart": -g_jj, "two of them": half, "all": -half, "difference": half},
            {"off": -1, "apart": g_jj, "two of them": half, "all": -half, "sum": half},
        ),
    )


one_row = (
    Step("same place", eq(i, j), Antisymmetric("case", "not after")),
    Step("same", eq(n_ij, n_jj), Congruence("same place")),
    Step("zero", eq(n_jj, 0), Multiply({"column": (-e_j.T, None)})),
    *within(
        "entry",
        n_ij,
        half * F,
        {"same": 1, "zero": 1},
        {"same": -1, "zero": -1},
    ),
)
bound = abs(n_ij) <= half * F
eq_90 = Proof(
    "2 |a b| <= a^2 + b^2, row by row",
    (
        Step("norm", eq(F, tr(S.T @ S)), Apply("classical.frobenius", {any_shape: S}, 0)),
        Step("trace", eq(tr(G), SumOver(k, 1, f.m, g_kk)), Apply("classical.trace-by-units", {square: G})),
        Step("all", eq(F, SumOver(k, 1, f.m, g_kk)), Combine({"norm": 1, "trace": 1})),
        *form("square", e_k),
        Step("squares", forall(k, 1, f.m, g_kk >= 0), Entrywise("square", k)),
        Step("i-th", g_ii <= SumOver(k, 1, f.m, g_kk), SomeTerms("squares", ((i, i),))),
        Step("j-th", g_jj <= SumOver(k, 1, f.m, g_kk), SomeTerms("squares", ((j, j),))),
        *form("difference", e_i - e_j),
        *form("sum", e_i + e_j),
        Step("column", eq(f.diag(f.diag(G)) @ e_j, g_jj * e_j), Identity()),
        Step("off", eq(n_ij, g_ij - g_jj * tr(e_i.T @ e_j)), Multiply({"column": (-e_i.T, None)})),
        *within(
            "any entry",
            g_ij,
            F,
            {"difference": half, "i-th": half, "j-th": half, "all": -1},
            {"sum": half, "i-th": half, "j-th": half, "all": -1},
        ),
        *all_at_most("entries", G, F, "any entry"),
        Step("first", f.eq_90_repaired.conjuncts[0], Combine({"entries": 1})),
        Step(
            "other entry",
            bound,
            Cases(
                i <= j,
                (
                    Step("not after", i <= j, Combine({"case": 1})),
                    Step("entry", bound, Cases(j <= i, one_row, two_rows(i, j))),
                ),
                two_rows(j, i),
            ),
        ),
        *all_at_most("other entries", off, half * F, "other entry"),
        Step("second", f.eq_90_repaired.conjuncts[1], Combine({"other entries": 1})),
    ),
)

# --- all layers

L, W = s5.L, s5.W
near, far = Index("h", 1, L - 1 - 1), Index("h", 1, L - 1)


def lack(at: Any) -> Any:
    """|W^l|_F^2 - |W^l|^2."""
    return normF(W.layer(at)) ** 2 - norm2(W.layer(at)) ** 2


def unbalance(at: Any) -> Any:
    """What one step of the telescope adds."""
    H = W.layer(at + 1).T @ W.layer(at + 1) - W.layer(at) @ W.layer(at).T  # noqa: N806
    return norm2(H) - tr(H)


def steps_up_to(last: Any) -> Any:
    """The sum of these steps."""
    return SumOver(s5.layer, 1, last, norm2(s5.balance) - tr(s5.balance))


def one_step(at: Any) -> Step:
    """The inequality for two consecutive layers."""
    return Step(
        "step",
        lack(at) <= lack(at + 1) + unbalance(at),
        Apply("le.thm-2.eq-13~step", {s5.W_1: W.layer(at), s5.W_2: W.layer(at + 1)}),
    )


one = quantity(1)
eq_13 = Proof(
    "the steps summed, by induction on the number of layers",
    (
        Step(
            "any number",
            lack(one) <= lack(far + 1) + steps_up_to(far),
            Induction(
                far,
                (
                    one_step(one),
                    Step("sum", eq(steps_up_to(one), unbalance(one)), Unrolled()),
                    Step("base", lack(one) <= lack(one + 1) + steps_up_to(one), Combine({"step": 1, "sum": -1})),
                ),
                (
                    one_step(near + 1),
                    Step("sum", eq(steps_up_to(near + 1), steps_up_to(near) + unbalance(near + 1)), Unrolled()),
                    Step(
                        "next",
                        lack(one) <= lack(near + 2) + steps_up_to(near + 1),
                        Combine({"before": 1, "step": 1, "sum": -1}),
                    ),
                ),
            ),
        ),
        Step("claim", s5.eq_13_repaired.claim[0], Instance("any number", far, L - 1)),
    ),
)

A, H, row = s5.W_1 @ s5.W_1.T, s5.last, s5.row
u = Vector("u", s5.b)
own = Eigenvector(A, 1, u)
whole, largest = normF(s5.W_1), norm2(s5.W_1)
eq_15 = Proof(
    "1 - x <= 1 - x^2 for a share x <= 1; the form of W_1 W_1^T + H at the first left singular vector",
    (
        norm("operator", s5.W_1),
        Step("below", smax(s5.W_1) ** 2 <= whole**2, Apply("classical.frobenius-operator", {any_shape: s5.W_1}, 0)),
        Step("at most", smax(s5.W_1) <= whole, Apply("classical.square-roots", {x: smax(s5.W_1), y: whole})),
        Step("not negative", whole >= 0, Sign()),
        Step("room", whole > 0, Defined("not negative")),
        Step(
            "first",
            s5.eq_15_repaired.conjuncts[0],
            Combine(
                {
                    "given 0": 1 / whole**2,
                    "operator": largest / whole**2,
                    "at most": largest / whole**2,
                }
            ),
        ),
        Step("eigenvector", eq(A @ u, lam(A, 1) * u), own),
        Step("unit", eq(u.T @ u, Id(1)), own),
        Step("form", eq(eigenform(A, 1, row.T @ row), tr(u.T @ row.T @ row @ u)), own),
        Step(
            "value",
            eq(u.T @ A @ u, lam(A, 1) * Id(1)),
            Multiply({"eigenvector": (u.T, None), "unit": (lam(A, 1), None)}),
        ),
        Step("gram", eq(lmax(A), smax(s5.W_1) ** 2), Apply("classical.gram-norm", {any_shape: s5.W_1}, 0)),
        Step(
            "rayleigh",
            lmin(H) * tr(u.T @ u) <= tr(u.T @ H @ u),
            Apply("classical.rayleigh", {symmetric_a: H, column: u}, 0),
        ),
        Step(
            "norm of H",
            eq(norm2(H), maximum(abs(lmin(H)), abs(lmax(H)))),
            Apply("classical.symmetric-norm", {symmetric_a: H, order: s5.b}),
        ),
        Step(
            "least",
            abs(lmin(H)) <= maximum(abs(lmin(H)), abs(lmax(H))),
            Apply("classical.maximum", {x: abs(lmin(H)), y: abs(lmax(H))}, 0),
        ),
        Step("modulus", -abs(lmin(H)) <= lmin(H), Apply("classical.modulus", {x: lmin(H)}, 0)),
        Step(
            "second",
            s5.eq_15_repaired.conjuncts[1],
            Combine(
                {
                    "form": -1,
                    "value": -1,
                    "gram": -1,
                    "rayleigh": 1,
                    "unit": -lmin(H),
                    "norm of H": -1,
                    "least": 1,
                    "modulus": 1,
                }
            ),
        ),
    ),
)

PROOFS = {
    "le.eq-90~repaired": eq_90,
    "le.thm-2.eq-13~repaired": eq_13,
    "le.thm-2.eq-15~repaired": eq_15,
}
