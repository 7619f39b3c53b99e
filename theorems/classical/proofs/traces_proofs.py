"""Sums of eigenvalues and of their squares, proved from the trace inequality and Weyl's inequality."""

from typing import Any

from lemmata.theorems.classical import A, B, M, P, T, c, i, k, n, q, r
from lemmata.theorems.classical import c as centre
from lemmata.theorems.classical.entries import N, n_2
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.singular_proofs import SVD
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    Vector,
    eigenform,
    eq,
    lam,
    lmin,
    normF,
    s,
    singularform,
    smax,
    smin,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Eigenvector,
    Entrywise,
    Identity,
    Multiply,
    OneDirection,
    Proof,
    Sign,
    SingularVectors,
    SomeTerms,
    Step,
    Summed,
)

at = Index("k", 1, n)

trace = Proof(
    "the trace inequality with Id and with -Id",
    (
        Step("identity", eq(lam(Id(n)), 1), Apply("classical.identity")),
        Step("products", eq(lam(A) * lam(Id(n)), lam(A)), Combine({"identity": lam(A)})),
        Step("sum", eq(total(lam(A) * lam(Id(n))), total(lam(A))), Summed("products")),
        Step("one way", tr(A) <= total(lam(A) * lam(Id(n))), Apply("classical.trace-inequality-symmetric", {B: Id(n)})),
        Step("minus", eq(lam(-Id(n)), -1), Apply("classical.multiple-of-identity", {c: -1})),
        Step("products with minus", eq(lam(A) * lam(-Id(n)), -lam(A)), Combine({"minus": lam(A)})),
        Step("sum with minus", eq(total(lam(A) * lam(-Id(n))), total(-lam(A))), Summed("products with minus")),
        Step(
            "the other way",
            -tr(A) <= total(lam(A) * lam(-Id(n))),
            Apply("classical.trace-inequality-symmetric", {B: -Id(n)}),
        ),
        Step("below", total(lam(A)) <= tr(A), Combine({"the other way": 1, "sum with minus": 1})),
        Step("above", tr(A) <= total(lam(A)), Combine({"one way": 1, "sum": 1})),
        Step("trace", eq(total(lam(A)), tr(A)), Antisymmetric("below", "above")),
    ),
)

level = lam(A, at)
line = 2 * level * A - level**2 * Id(n)
psd_squares = Proof(
    "A^2 >= 2cA - c^2 Id for c = lam_k(A), so that lam_k(A^2) >= lam_k(A)^2; the sums are equal",
    (
        Step("range", lmin(A) <= lam(A), Apply("classical.eigenvalue-range", conjunct=0)),
        Step("not negative", lam(A) >= 0, Combine({"range": 1, "given 0": 1})),
        Step("level", level >= 0, At("not negative", at)),
        Step("square", lmin(A @ A - line) >= 0, Apply("classical.gram-psd", {T: A - level * Id(n)})),
        Step(
            "weyl",
            lam(line) + lmin(A @ A - line) <= lam(A @ A),
            Apply("classical.weyl-extremes", {A: line, B: A @ A - line}, 0),
        ),
        Step(
            "shift",
            eq(lam(line), lam(2 * level * A) - level**2),
            Apply("classical.shift", {A: 2 * level * A, c: -(level**2)}),
        ),
        Step("scale", eq(lam(2 * level * A), 2 * level * lam(A)), Apply("classical.scaling", {c: 2 * level})),
        Step(
            "above the line",
            2 * level * lam(A) - level**2 <= lam(A @ A),
            Combine({"weyl": 1, "square": 1, "shift": -1, "scale": -1}),
        ),
        Step("entry", level**2 <= lam(A @ A, at), At("above the line", at)),
        Step("squares, below", lam(A) ** 2 <= lam(A @ A), Entrywise("entry", at)),
        Step("excess", lam(A @ A) - lam(A) ** 2 >= 0, Combine({"squares, below": 1})),
        Step("trace", eq(total(lam(A @ A)), tr(A @ A)), Apply("classical.trace", {A: A @ A})),
        Step("inequality", tr(A @ A) <= total(lam(A) * lam(A)), Apply("classical.trace-inequality-symmetric", {B: A})),
        Step(
            "one excess", lam(A @ A, at) - level**2 <= total(lam(A @ A) - lam(A) ** 2), SomeTerms("excess", ((at, at),))
        ),
        Step(
            "entry, above",
            lam(A @ A, at) <= level**2,
            Combine({"one excess": 1, "inequality": 1, "trace": 1}),
        ),
        Step("squares, above", lam(A @ A) <= lam(A) ** 2, Entrywise("entry, above", at)),
        Step("squares", eq(lam(A @ A), lam(A) ** 2), Antisymmetric("squares, above", "squares, below")),
    ),
)

psd_singular_values = Proof(
    "equal squares",
    (
        Step("gram", eq(s(A) ** 2, lam(A @ A)), Apply("classical.gram", {M: A}, 0)),
        Step("squares of eigenvalues", eq(lam(A @ A), lam(A) ** 2), Apply("classical.psd-squares")),
        Step("squares", eq(s(A) ** 2, lam(A) ** 2), Combine({"gram": 1, "squares of eigenvalues": 1})),
        Step("range", lmin(A) <= lam(A), Apply("classical.eigenvalue-range", conjunct=0)),
        Step("not negative", lam(A) >= 0, Combine({"range": 1, "given 0": 1})),
        Step("equal", eq(s(A), lam(A)), Apply("classical.equal-squares", {number: s(A), other: lam(A)})),
    ),
)

moved = A - lmin(A) * Id(n)
eigenvalue_squares = Proof(
    "A - lam_n(A) Id is positive semidefinite",
    (
        Step("shift", eq(lam(moved), lam(A) - lmin(A)), Apply("classical.shift", {c: -lmin(A)})),
        Step("least", eq(lmin(moved), lmin(A) - lmin(A)), At("shift", n)),
        Step("squares", eq(lam(moved @ moved), lam(moved) ** 2), Apply("classical.psd-squares", {A: moved})),
        Step(
            "squares of A",
            eq(lam(moved @ moved), (lam(A) - lmin(A)) ** 2),
            Combine({"squares": 1, "shift": lam(moved) + lam(A) - lmin(A)}),
        ),
        Step("sum", eq(total(lam(moved @ moved)), total((lam(A) - lmin(A)) ** 2)), Summed("squares of A")),
        Step("trace", eq(total(lam(moved @ moved)), tr(moved @ moved)), Apply("classical.trace", {A: moved @ moved})),
        Step("trace of A", eq(total(lam(A)), tr(A)), Apply("classical.trace")),
        Step(
            "squares add up",
            eq(total(lam(A) ** 2), tr(A @ A)),
            Combine({"sum": -1, "trace": 1, "trace of A": 2 * lmin(A)}),
        ),
    ),
)

row, column = Index("k", 1, r), Index("k", 1, q)


def squares(T: Any, r: Any, row: Any, name: str) -> tuple[Step, ...]:
    """total(s(T)^2) = tr(T T^T) for a wide matrix T: the eigenvalues of T T^T, one by one."""
    return (
        Step("entry", eq(s(T, row) ** 2, lam(T @ T.T, row)), Apply(SVD, {any_shape: T}, 0, {i: row})),
        Step(
            "entries",
            eq(SumOver(row, 1, r, s(T, row) ** 2), SumOver(row, 1, r, lam(T @ T.T, row))),
            Summed("entry", row),
        ),
        Step("not negative", s(T) ** 2 >= 0, Sign()),
        Step(
            "all of them",
            eq(SumOver(row, 1, r, s(T, row) ** 2), total(s(T) ** 2)),
            SomeTerms("not negative", ((1, r),)),
        ),
        Step("range", lmin(T @ T.T) <= lam(T @ T.T), Apply("classical.eigenvalue-range", {A: T @ T.T}, 0)),
        Step("least", lmin(T @ T.T) >= 0, Apply("classical.gram-psd", {any_shape: T.T})),
        Step("eigenvalues", lam(T @ T.T) >= 0, Combine({"range": 1, "least": 1})),
        Step(
            "all eigenvalues",
            eq(SumOver(row, 1, r, lam(T @ T.T, row)), total(lam(T @ T.T))),
            SomeTerms("eigenvalues", ((1, r),)),
        ),
        Step("trace", eq(total(lam(T @ T.T)), tr(T @ T.T)), Apply("classical.trace", {A: T @ T.T})),
        Step(
            name,
            eq(total(s(T) ** 2), tr(T @ T.T)),
            Combine({"entries": 1, "all of them": -1, "all eigenvalues": 1, "trace": 1}),
        ),
    )


any_shape = T
frobenius = Proof(
    "squared singular values are the eigenvalues of the smaller Gram matrix",
    (
        Step("norm", eq(normF(T) ** 2, tr(T.T @ T)), Identity()),
        Step(
            "singular values",
            eq(total(s(T) ** 2), tr(T.T @ T)),
            Cases(
                r <= q,
                squares(T, r, row, "sum"),
                (
                    *squares(T.T, q, column, "sum of T^T"),
                    Step("of T", eq(s(T, column), s(T.T, column)), Apply(SVD, {T: T.T}, 1, {i: column})),
                    Step(
                        "of its squares",
                        eq(s(T, column) ** 2, s(T.T, column) ** 2),
                        Combine({"of T": s(T, column) + s(T.T, column)}),
                    ),
                    Step(
                        "added up",
                        eq(SumOver(column, 1, q, s(T, column) ** 2), SumOver(column, 1, q, s(T.T, column) ** 2)),
                        Summed("of its squares", column),
                    ),
                    Step("squares", s(T) ** 2 >= 0, Sign()),
                    Step(
                        "all squares",
                        eq(SumOver(column, 1, q, s(T, column) ** 2), total(s(T) ** 2)),
                        SomeTerms("squares", ((1, q),)),
                    ),
                    Step(
                        "sum",
                        eq(total(s(T) ** 2), tr(T.T @ T)),
                        Combine({"sum of T^T": 1, "all squares": -1, "added up": 1, "all of them": 1}),
                    ),
                ),
            ),
        ),
    ),
)

two_of_a_sum = Proof(
    "two terms of a sum of squares",
    (
        Step("squares", (s(N) - centre) ** 2 >= 0, Sign()),
        Step(
            "two",
            (smax(N) - centre) ** 2 + (smin(N) - centre) ** 2 <= total((s(N) - centre) ** 2),
            SomeTerms("squares", ((1, 1), (n_2, n_2))),
        ),
    ),
)

u, v, w = Vector("u", n), Vector("v", n), Vector("w", n)
pair, right = SingularVectors(M, k, u, v), Eigenvector(M.T @ M, k, w)
value = s(M, k)
one = Id(1)
singular_vectors = Proof(
    "a unit eigenvector w of M^T M is a multiple of the right singular vector u, as the singular value is simple",
    (
        Step("right", eq(M @ u, value * v), pair),
        Step("form", eq(singularform(M, k, P), tr(u.T @ P @ v)), pair),
        Step("gram", eq(s(M) ** 2, lam(M.T @ M)), Apply("classical.gram", conjunct=0)),
        Step("square", eq(value**2, lam(M.T @ M, k)), At("gram", k)),
        Step("eigenvector", eq(M.T @ M @ w, lam(M.T @ M, k) * w), right),
        Step("unit", eq(w.T @ w, one), right),
        Step("eigenform", eq(eigenform(M.T @ M, k, P @ M), tr(w.T @ P @ M @ w)), right),
        Step(
            "to the square",
            eq(M.T @ M @ w, value**2 * w),
            Multiply({"eigenvector": (None, None), "square": (-w, None)}),
        ),
        Step("direction", eq(w, u @ u.T @ w), OneDirection("to the square", pair, w)),
        Step("length", eq(w.T @ u @ u.T @ w, one), Multiply({"unit": (None, None), "direction": (-w.T, None)})),
        Step(
            "turned",
            eq(w.T @ P @ M @ w, value * u.T @ P @ v),
            Multiply(
                {
                    "direction": (w.T @ P @ M + value * w.T @ u @ v.T @ P.T, None),
                    "right": (w.T @ P, u.T @ w),
                    "length": (value * u.T @ P @ v, None),
                }
            ),
        ),
        Step(
            "forms",
            eq(eigenform(M.T @ M, k, P @ M), value * singularform(M, k, P)),
            Combine({"eigenform": 1, "turned": 1, "form": -value}),
        ),
    ),
)

PROOFS = {
    "classical.trace": trace,
    "classical.psd-squares": psd_squares,
    "classical.psd-singular-values": psd_singular_values,
    "classical.eigenvalue-squares": eigenvalue_squares,
    "classical.frobenius": frobenius,
    "classical.two-of-a-sum": two_of_a_sum,
    "classical.singular-vectors": singular_vectors,
}
