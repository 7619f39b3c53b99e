"""Section 2.3 and Lemma 14: derivatives, by differentiating the equations that eigenvectors satisfy."""

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as other
from lemmata.theorems.classical import k as index
from lemmata.theorems.language import (
    Id,
    Matrix,
    Symmetric,
    Vector,
    ddt,
    eigenform,
    eq,
    gap,
    lam,
    s,
    singularform,
    slope,
    tr,
)
from lemmata.theorems.language.proof import (
    Apply,
    Combine,
    Differentiate,
    Eigenvector,
    Identity,
    Multiply,
    Proof,
    SingularVectors,
    Step,
)
from lemmata.theorems.riedi2022 import M_o, n, sym
from lemmata.theorems.riedi2022 import section23_derivatives as s2

N, A, t, i = s2.N, s2.A, s2.t, s2.i
rho, M = s2.t, s2.shifted
u, v, du, dv = Vector("u", n), Vector("v", n), Vector("du", n), Vector("dv", n)
one = Id(1)
N_0, N_1, N_2 = (Symmetric(f"N_{power}", n) for power in range(3))  # as the statements name the terms of a family
A_0, A_1, A_2 = (Matrix(f"A_{power}", n, n) for power in range(3))

unit = Eigenvector(N, i, u)
change = slope(lam(N), i, t)
thm_6 = Proof(
    "differentiate N u = lambda u and take the inner product with u",
    (
        Step("eigenvector", eq(N @ u, lam(N, i) * u), unit),
        Step("unit", eq(u.T @ u, one), unit),
        Step(
            "derivative",
            eq(ddt(N, t) @ u + N @ du, change * u + lam(N, i) * du),
            Differentiate("eigenvector", t, {u: du}),
        ),
        Step(
            "inner product",
            eq(change * one, u.T @ ddt(N, t) @ u),
            Multiply({"derivative": (-u.T, None), "eigenvector": (du.T, None), "unit": (-change, None)}),
        ),
        Step("form", eq(eigenform(N, i, ddt(N, t)), tr(u.T @ ddt(N, t) @ u)), unit),
        Step("formula", eq(change, eigenform(N, i, ddt(N, t))), Combine({"inner product": 1, "form": -1})),
    ),
)

pair = SingularVectors(A, i, u, v)
growth = slope(s(A), i, t)
cor_7 = Proof(
    "differentiate A u = s v and take the inner product with v",
    (
        Step("right", eq(A @ u, s(A, i) * v), pair),
        Step("left", eq(A.T @ v, s(A, i) * u), pair),
        Step("unit u", eq(u.T @ u, one), pair),
        Step("unit v", eq(v.T @ v, one), pair),
        Step(
            "derivative",
            eq(ddt(A, t) @ u + A @ du, growth * v + s(A, i) * dv),
            Differentiate("right", t, {u: du, v: dv}),
        ),
        Step("u turns", eq(2 * (u.T @ du), 0 * one), Differentiate("unit u", t, {u: du})),
        Step("v turns", eq(2 * (v.T @ dv), 0 * one), Differentiate("unit v", t, {v: dv})),
        Step(
            "inner product",
            eq(growth * one, v.T @ ddt(A, t) @ u),
            Multiply(
                {
                    "derivative": (-v.T, None),
                    "left": (du.T, None),
                    "unit v": (-growth, None),
                    "u turns": (s(A, i) / 2, None),
                    "v turns": (-s(A, i) / 2, None),
                }
            ),
        ),
        Step("form", eq(singularform(A, i, ddt(A, t).T), tr(u.T @ ddt(A, t).T @ v)), pair),
        Step("formula", eq(growth, singularform(A, i, ddt(A, t).T)), Combine({"inner product": 1, "form": -1})),
    ),
)

gram = M.T @ M
parts = {N_0: M_o.T @ M_o, N_1: sym, N_2: Id(n)}
eq_46 = Proof(
    "Hellmann–Feynman for M^T M = M_o^T M_o + rho (M_o + M_o^T) + rho^2 Id",
    (
        Step(
            "derivative",
            eq(slope(lam(gram), i, rho), eigenform(gram, i, sym + 2 * rho * Id(n))),
            Apply("riedi.thm-6", parts),
        ),
        Step("first form", eq(slope(lam(gram), i, rho), eigenform(gram, i, sym) + 2 * rho), Combine({"derivative": 1})),
        Step(
            "second form",
            eq(eigenform(gram, i, sym) + 2 * rho, 2 * eigenform(gram, i, M_o) + 2 * rho),
            Identity(),
        ),
    ),
)

cosine = singularform(M, i, Id(n))
eq_47 = Proof(
    "derivative of a singular value of M_o + rho Id",
    (
        Step(
            "cosine",
            eq(slope(s(M), i, rho), cosine),
            Apply("riedi.cor-7", {A_0: M_o, A_1: Id(n), A_2: 0 * Id(n)}),
        ),
        Step("simple", gap(lam(gram), i) > 0, Apply("classical.gram-gap", {square: M, index: i})),
        Step(
            "squared",
            eq(slope(lam(gram), i, rho), eigenform(gram, i, sym) + 2 * rho),
            Apply("riedi.lemma-14.eq-46"),
        ),
        Step(
            "vectors",
            eq(eigenform(gram, i, M), s(M, i) * cosine),
            Apply("classical.singular-vectors", {square: M, other: Id(n), index: i}),
        ),
        Step(
            "quotient",
            eq(slope(lam(gram), i, rho) / (2 * s(M, i)), cosine),
            Combine({"squared": 1 / (2 * s(M, i)), "vectors": 1 / s(M, i)}),
        ),
        Step(
            "chain",
            eq(slope(s(M), i, rho), slope(lam(gram), i, rho) / (2 * s(M, i))),
            Combine({"cosine": 1, "quotient": -1}),
        ),
    ),
)

PROOFS = {
    "riedi.thm-6": thm_6,
    "riedi.cor-7": cor_7,
    "riedi.lemma-14.eq-46": eq_46,
    "riedi.lemma-14.eq-47": eq_47,
}
