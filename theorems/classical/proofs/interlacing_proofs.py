"""Interlacing and partial sums of eigenvalues, from Poincare's theorem for leading blocks."""

from typing import Any

from lemmata.theorems.classical import A, n
from lemmata.theorems.classical.compression_theorems import first as rows
from lemmata.theorems.classical.compression_theorems import leading, m
from lemmata.theorems.classical.eigenvalue_theorems import k
from lemmata.theorems.classical.isometry_theorems import K, V
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import units
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    StackOver,
    SumOver,
    Unit,
    diag,
    entry,
    eq,
    lam,
    lmax,
    lmin,
    normF,
    smax,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Combine,
    Multiply,
    Proof,
    Step,
    Summed,
    Vanishing,
)


def orthonormal(rows: Any, size: Any, first: Any = 1, last: Any = None) -> tuple[Step, ...]:
    """Step `orthonormal`: V V^T = I for some rows V of the identity, as I - V V^T >= 0 has trace zero."""
    outer = rows @ rows.T
    rest = Id(size) - outer
    square = rest @ rest
    j = Index("j", 1, size)
    e = Unit(size, j)
    chosen = {"a": first, "b": size if last is None else last}
    return (
        cite("largest", eq(lmax(outer), 1), "selected-rows", chosen, 1),
        cite("difference", eq(lmin(rest), 1 - lmax(outer)), "affine-spectrum", {"a": 1, "c": 1, "A": outer}, 1),
        Step("rest", lmin(rest) >= 0, Combine({"difference": 1, "largest": 1})),
        cite("squares", tr(square) <= tr(rest) ** 2, "psd-trace-of-square", {"K": rest}, 0),
        Step("trace", eq(tr(rest), 0), Combine({})),
        Step("no trace", tr(square) <= 0, Combine({"squares": 1, "trace": tr(rest)})),
        cite("gram", lmin(square) >= 0, "gram-psd", {"T": rest}),
        cite("largest square", lmax(square) <= tr(square), "psd-trace", {"K": square}, 1),
        cite("form", tr(e.T @ square @ e) <= lmax(square) * tr(e.T @ e), "rayleigh", {"A": square, "x": e}, 1),
        Step("at most", tr(e.T @ square @ e) <= 0, Combine({"form": 1, "largest square": 1, "no trace": 1})),
        cite("length", eq(normF(rest @ e) ** 2, tr(e.T @ square @ e)), "frobenius", {"T": rest @ e}, 0),
        Step("at least", tr(e.T @ square @ e) >= 0, Combine({"length": 1})),
        Step("zero", eq(tr(e.T @ square @ e), 0), Antisymmetric("at most", "at least")),
        Step("column", eq(rest @ e, 0 * e), Vanishing("zero")),
        Step("columns", eq(rest @ e @ e.T, 0 * e @ e.T), Multiply({"column": (None, e.T)})),
        Step(
            "all",
            eq(MatSumOver(j, 1, size, rest @ e @ e.T), MatSumOver(j, 1, size, 0 * e @ e.T)),
            Summed("columns", j),
        ),
        units("units", size),
        Step("orthonormal", eq(outer, Id(size)), Multiply({"all": (-1, None), "units": (rest, None)})),
    )


i = Index("i", 1, m)
interlacing = Proof(
    "the first rows of the identity are orthonormal",
    (
        *orthonormal(rows, m),
        cite("first", lam(leading, i) <= lam(A, i), "poincare", {"V": rows.T}, 0, {"i": i}),
        cite("second", lam(A, i + n - m) <= lam(leading, i), "poincare", {"V": rows.T}, 1, {"i": i}),
    ),
)


def at_most_first(name: str, N: Any) -> tuple[Step, ...]:
    """The trace of V^T N V is at most the sum of the first eigenvalues of N."""
    inner = V.T @ N @ V
    return (
        cite(f"{name}, each", lam(inner, i) <= lam(N, i), "poincare", {"A": N}, 0, {"i": i}),
        Step(
            f"{name}, summed",
            SumOver(i, 1, m, lam(inner, i)) <= SumOver(i, 1, m, lam(N, i)),
            Summed(f"{name}, each", i),
        ),
        cite(f"{name}, trace", eq(total(lam(inner)), tr(inner)), "trace", {"A": inner}),
        Step(name, tr(inner) <= SumOver(i, 1, m, lam(N, i)), Combine({f"{name}, summed": 1, f"{name}, trace": -1})),
    )


block, across = V.T @ A @ V, V @ V.T
fan_maximum = Proof(
    "Poincare's theorem, summed up; for A and for -A",
    (
        *at_most_first("first", A),
        *at_most_first("negative", -A),
        cite("mirror", eq(lam(-A, i), -lam(A, n + 1 - i)), "negated-spectrum", {}, 0, {"i": i}),
        Step(
            "mirrored",
            eq(SumOver(i, 1, m, lam(-A, i)), SumOver(i, 1, m, -lam(A, n + 1 - i))),
            Summed("mirror", i),
        ),
        Step(
            "second",
            SumOver(i, 1, m, lam(A, n + 1 - i)) <= tr(block),
            Combine({"negative": 1, "mirrored": 1}),
        ),
        cite("norm", eq(lmax(across), smax(V) ** 2), "gram-norm", {"T": V}, 0),
        cite("one", eq(smax(V), 1), "orthonormal-columns", {"z": Unit(m, 1), "x": Unit(n, 1), "M": A}, 0),
        Step("largest", eq(lmax(across), 1), Combine({"norm": 1, "one": smax(V) + 1})),
        cite("product", tr(across @ K) <= lmax(across) * tr(K), "psd-trace-product", {"A": across, "K": K}, 1),
        Step("third", tr(V.T @ K @ V) <= tr(K), Combine({"product": 1, "largest": tr(K)})),
        cite("above", lmax(block) <= lmax(A), "poincare", {}, 2),
        cite("trace above", tr(block) <= m * lmax(block), "trace-between", {"A": block}, 1),
        Step("fourth", tr(block) <= m * lmax(A), Combine({"trace above": 1, "above": m})),
        cite("below", lmin(A) <= lmin(block), "poincare", {}, 3),
        cite("trace below", m * lmin(block) <= tr(block), "trace-between", {"A": block}, 0),
        Step("fifth", m * lmin(A) <= tr(block), Combine({"trace below": 1, "below": m})),
    ),
)

first_rows = StackOver(Index("i"), 1, k, Unit(n, Index("i")).T)
corner = first_rows @ A @ first_rows.T
at = Index("l", 1, k)
diagonal = SumOver(at, 1, k, entry(diag(A), at))
framed = {"V": first_rows.T, "K": Id(n)}
partial_sums = Proof(
    "the trace of a leading block",
    (
        *orthonormal(first_rows, k),
        cite("of I", eq(lmin(Id(n)), 1), "identity-extremes", {}, 0),
        Step("I", lmin(Id(n)) >= 0, Combine({"of I": -1})),
        Step("diagonal", eq(tr(corner), diagonal), Combine({})),
        cite("above", tr(corner) <= SumOver(at, 1, k, lam(A, at)), "fan-maximum", framed, 0),
        Step("first", diagonal <= SumOver(at, 1, k, lam(A, at)), Combine({"above": 1, "diagonal": -1})),
        cite("below", SumOver(at, 1, k, lam(A, n + 1 - at)) <= tr(corner), "fan-maximum", framed, 1),
        Step("second", SumOver(at, 1, k, lam(A, n + 1 - at)) <= diagonal, Combine({"below": 1, "diagonal": 1})),
    ),
)

PROOFS = {
    "classical.cauchy-interlacing": interlacing,
    "classical.fan-maximum": fan_maximum,
    "classical.schur-partial-sums": partial_sums,
}
