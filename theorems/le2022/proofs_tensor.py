"""Lemma 9: two flattenings of one tensor, for all sizes."""

from typing import Any

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import rectangular
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    Unit,
    Vector,
    eq,
    kron,
    lam,
    lmax,
    minimum,
    norm2,
    normF,
    smax,
    tr,
)
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Cases,
    Combine,
    Congruence,
    Eigenvector,
    Identity,
    Multiply,
    Proof,
    Step,
)
from lemmata.theorems.le2022 import appendix_d_norms as d
from lemmata.theorems.le2022.proofs_low_rank import norm

rows, cols, T_1, T_2 = d.b, d.a, d.T_1, d.T_2
v = Vector("v", d.c)
K = kron(Id(rows), v)
M = T_2.T @ K  # its columns are the slices, turned, at v
top = T_1 @ T_1.T
mine = Eigenvector(top, 1, v)


def fewer(Y: Any) -> Apply:  # noqa: N803
    """|Y|_F^2 is at most the number of columns times |Y|^2."""
    return Apply("classical.frobenius-operator", {any_shape: Y}, 1)


slice_ = Index("j", 1, rows)
e = Unit(rows, slice_)
least = minimum(cols, rows)
above = {"gram": -1, "value": -1, "image": 1}  # |T_1|^2 = |M|_F^2
norms = {
    "norm of T_1": (norm2(T_1) + smax(T_1)) / least,
    "norm of T_2": -norm2(T_2) - smax(T_2),
}
lemma_9 = Proof(
    "|T_1^T v|^2 is the squared Frobenius norm of the a x b matrix T_2^T (Id ⊗ v)",
    (
        norm("norm of T_1", T_1),
        norm("norm of T_2", T_2),
        Step("eigenvector", eq(top @ v, lam(top, 1) * v), mine),
        Step("unit", eq(v.T @ v, Id(1)), mine),
        Step(
            "value",
            eq(v.T @ top @ v, lam(top, 1) * Id(1)),
            Multiply({"eigenvector": (v.T, None), "unit": (lam(top, 1), None)}),
        ),
        Step("gram", eq(lmax(top), smax(T_1) ** 2), Apply("classical.gram-norm", {any_shape: T_1}, 0)),
        Step("frobenius", eq(normF(M) ** 2, tr(M.T @ M)), Apply("classical.frobenius", {any_shape: M}, 0)),
        Step(
            "columns",
            eq(tr(M.T @ M), SumOver(slice_, 1, rows, tr(e.T @ M.T @ M @ e))),
            Apply("classical.trace-by-units", {square: M.T @ M}),
        ),
        Step("image", eq(tr(v.T @ top @ v), normF(M) ** 2), Combine({"columns": -1, "frobenius": -1})),
        Step("wide", normF(M) ** 2 <= rows * smax(M) ** 2, fewer(M)),
        Step("tall", normF(M.T) ** 2 <= cols * smax(M.T) ** 2, fewer(M.T)),
        Step("turned", eq(normF(M) ** 2, tr(M @ M.T)), Apply("classical.frobenius-of-transpose", {any_shape: M})),
        Step("norm turned", eq(normF(M.T) ** 2, tr(M @ M.T)), Apply("classical.frobenius", {any_shape: M.T}, 0)),
        Step("same norm", eq(smax(M.T), smax(M)), Apply("classical.transpose", {any_shape: M}, 0)),
        Step(
            "product",
            smax(M) <= smax(T_2.T) * smax(K),
            Apply("classical.norm-of-product", {any_shape: T_2.T, rectangular.U: K}),
        ),
        Step("T_2 turned", eq(smax(T_2.T), smax(T_2)), Apply("classical.transpose", {any_shape: T_2}, 0)),
        Step("gram of K", eq(lmax(K.T @ K), smax(K) ** 2), Apply("classical.gram-norm", {any_shape: K}, 1)),
        Step("length", eq(lam(1 * Id(rows)), 1), Apply("classical.multiple-of-identity", {factor: 1, order: rows})),
        Step("first", eq(lmax(1 * Id(rows)), 1), At("length", 1)),
        Step("one", eq(K.T @ K, 1 * Id(rows)), Identity()),
        Step("its value", eq(lmax(K.T @ K), lmax(1 * Id(rows))), Congruence("one")),
        Step("norm of K", eq(smax(K) ** 2, 1), Combine({"gram of K": -1, "its value": 1, "first": 1})),
        Step(
            "squares",
            smax(M) ** 2 <= smax(T_2) ** 2,
            Combine(
                {
                    "product": smax(M) + smax(T_2.T) * smax(K),
                    "norm of K": smax(T_2.T) ** 2,
                    "T_2 turned": smax(T_2.T) + smax(T_2),
                }
            ),
        ),
        Step("by rows", smax(T_1) ** 2 <= rows * smax(T_2) ** 2, Combine({**above, "wide": 1, "squares": rows})),
        Step(
            "by columns",
            smax(T_1) ** 2 <= cols * smax(T_2) ** 2,
            Combine(
                {
                    **above,
                    "turned": 1,
                    "norm turned": -1,
                    "tall": 1,
                    "same norm": cols * (smax(M.T) + smax(M)),
                    "squares": cols,
                }
            ),
        ),
        Step(
            "claim",
            d.lemma_9.claim[0],
            Cases(
                cols <= rows,
                (Step("claim", d.lemma_9.claim[0], Combine({**norms, "by columns": 1 / least})),),
                (
                    Step("order", rows <= cols, Combine({"case": 1})),
                    Step("claim", d.lemma_9.claim[0], Combine({**norms, "by rows": 1 / least})),
                ),
            ),
        ),
    ),
)

PROOFS = {"le.lemma-9": lemma_9}
