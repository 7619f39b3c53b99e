"""Section 2.2: singular values under additive perturbation."""

from typing import Any

import lemmata.theorems.classical as textbook
from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as other
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical.numbers import c, x, y
from lemmata.theorems.classical.spectra import dilated
from lemmata.theorems.language import Index, Symmetric, eq, lam, norm2, normF, rank, s, smax, sqrt, total, tr
from lemmata.theorems.language.proof import Apply, At, Combine, Entrywise, Proof, Step
from lemmata.theorems.riedi2022 import n
from lemmata.theorems.riedi2022 import section22_perturbation as s2

A, B = s2.A, s2.B
i = Index("i", 1, n)

first, second = Index("i", 1, n), Index("j", 1, n + 1 - Index("i", 1, n))


def dilation(name: str, M: Any, index: Any) -> Step:
    """A singular value of M as an eigenvalue of a matrix twice as large."""
    return Step(
        name, eq(lam(dilated(M), index), s(M, index)), Apply("classical.dilation", {square: M}, 0, {textbook.i: index})
    )


weyl = Proof(
    "Weyl's inequality for the eigenvalues of matrices twice as large",
    (
        Step(
            "weyl",
            lam(dilated(A), first + second - 1) <= lam(dilated(B), first) + lam(dilated(A - B), second),
            Apply(
                "classical.weyl",
                {symmetric_a: dilated(B), symmetric_b: dilated(A - B)},
                0,
                {textbook.i: first, textbook.j: second},
            ),
        ),
        dilation("sum", A, first + second - 1),
        dilation("B", B, first),
        dilation("difference", A - B, second),
        Step(
            "singular values",
            s(A, first + second - 1) <= s(B, first) + s(A - B, second),
            Combine({"weyl": 1, "sum": -1, "B": 1, "difference": 1}),
        ),
    ),
)

triangle = Proof(
    "Weyl's inequality at its first index",
    (
        Step(
            "weyl",
            smax(A + B) <= smax(B) + smax(A),
            Apply("riedi.prop-5.weyl", {A: A + B, B: B}, 0, {s2.i: 1, s2.j: 1}),
        ),
        Step("bound", smax(A + B) <= smax(A) + smax(B), Combine({"weyl": 1})),
    ),
)

norms = Proof(
    "norms in terms of singular values",
    (
        Step("norm", eq(smax(A), norm2(A)), Apply("classical.operator-norm", {any_shape: A})),
        Step("trace", eq(normF(A) ** 2, tr(A.T @ A)), Apply("classical.frobenius", {any_shape: A}, 0)),
        Step("squares", eq(total(s(A) ** 2), tr(A.T @ A)), Apply("classical.frobenius", {any_shape: A}, 1)),
        Step("one of them", smax(A) ** 2 <= total(s(A) ** 2), Apply("classical.square-sum", {any_shape: A}, 0)),
        Step(
            "rank of them", total(s(A) ** 2) <= rank(A) * smax(A) ** 2, Apply("classical.square-sum", {any_shape: A}, 1)
        ),
        Step(
            "squared, below",
            norm2(A) ** 2 <= normF(A) ** 2,
            Combine({"one of them": 1, "trace": -1, "squares": 1, "norm": -(smax(A) + norm2(A))}),
        ),
        Step("below", norm2(A) <= normF(A), Apply("classical.square-roots", {x: norm2(A), y: normF(A)})),
        Step(
            "squared, above",
            normF(A) ** 2 <= (sqrt(rank(A)) * norm2(A)) ** 2,
            Combine({"rank of them": 1, "trace": 1, "squares": -1, "norm": rank(A) * (smax(A) + norm2(A))}),
        ),
        Step(
            "above",
            normF(A) <= sqrt(rank(A)) * norm2(A),
            Apply("classical.square-roots", {x: normF(A), y: sqrt(rank(A)) * norm2(A)}),
        ),
    ),
)

eq_21 = Proof(
    "Weyl's inequality with the largest singular value of the difference, both ways",
    (
        Step(
            "above",
            s(A, i) <= s(B, i) + smax(A - B),
            Apply("riedi.prop-5.weyl", {A: A, B: B}, 0, {s2.i: i, s2.j: 1}),
        ),
        Step(
            "below",
            s(B, i) <= s(A, i) + smax(B - A),
            Apply("riedi.prop-5.weyl", {A: B, B: A}, 0, {s2.i: i, s2.j: 1}),
        ),
        Step("norm", eq(norm2(A - B), smax(A - B)), Apply("classical.operator-norm", {any_shape: A - B})),
        Step("sign", eq(s(B - A), s(A - B)), Apply("classical.sign", {any_shape: A - B})),
        Step("sign of the first", eq(smax(B - A), smax(A - B)), At("sign", 1)),
        Step("difference, below", -smax(A - B) <= s(A, i) - s(B, i), Combine({"below": 1, "sign of the first": 1})),
        Step(
            "modulus",
            abs(s(A, i) - s(B, i)) <= smax(A - B),
            Apply("classical.modulus-bound", {x: s(A, i) - s(B, i), c: smax(A - B)}),
        ),
        Step("every index", abs(s(A) - s(B)) <= smax(A - B), Entrywise("modulus", i)),
        Step("frobenius", norm2(A - B) <= normF(A - B), Apply("riedi.prop-4.norms", {A: A - B}, 1)),
        Step("last", smax(A - B) <= normF(A - B), Combine({"norm": -1, "frobenius": 1})),
    ),
)

cor_2 = Proof(
    "von Neumann's trace inequality",
    (
        Step(
            "distance",
            eq(normF(A - B) ** 2, tr((A - B).T @ (A - B))),
            Apply("classical.frobenius", {any_shape: A - B}, 0),
        ),
        Step("squares of A", eq(total(s(A) ** 2), tr(A.T @ A)), Apply("classical.frobenius", {any_shape: A}, 1)),
        Step("squares of B", eq(total(s(B) ** 2), tr(B.T @ B)), Apply("classical.frobenius", {any_shape: B}, 1)),
        Step(
            "inner product",
            tr(A.T @ B) <= total(s(A) * s(B)),
            Apply("classical.trace-inequality", {square: A, other: B}),
        ),
        Step(
            "sum",
            total((s(A) - s(B)) ** 2) <= normF(A - B) ** 2,
            Combine({"inner product": 2, "distance": -1, "squares of A": 1, "squares of B": 1}),
        ),
    ),
)

S, R = Symmetric("A", n), Symmetric("B", n)
prop_1 = Proof(
    "trace inequality for symmetric matrices",
    (
        Step(
            "distance",
            eq(normF(S - R) ** 2, tr((S - R).T @ (S - R))),
            Apply("classical.frobenius", {any_shape: S - R}, 0),
        ),
        Step(
            "squares of A", eq(total(lam(S) ** 2), tr(S @ S)), Apply("classical.eigenvalue-squares", {symmetric_a: S})
        ),
        Step(
            "squares of B", eq(total(lam(R) ** 2), tr(R @ R)), Apply("classical.eigenvalue-squares", {symmetric_a: R})
        ),
        Step(
            "inner product",
            tr(S @ R) <= total(lam(S) * lam(R)),
            Apply("classical.trace-inequality-symmetric", {symmetric_a: S, symmetric_b: R}),
        ),
        Step(
            "sum",
            total((lam(S) - lam(R)) ** 2) <= normF(S - R) ** 2,
            Combine({"inner product": 2, "distance": -1, "squares of A": 1, "squares of B": 1}),
        ),
    ),
)

PROOFS = {
    "riedi.prop-5.weyl": weyl,
    "riedi.prop-1": prop_1,
    "riedi.cor-2": cor_2,
    "riedi.prop-4.norms": norms,
    "riedi.prop-4.triangle": triangle,
    "riedi.eq-21": eq_21,
}
