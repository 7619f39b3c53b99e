"""Principal blocks: rows of the identity are orthonormal, so that their compressions keep within a spectrum."""

from typing import Any

from lemmata.theorems.classical import A, n
from lemmata.theorems.classical.compression_theorems import D, K, chosen, high, low
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import Id, Index, SumOver, Unit, Vector, cond, det, eq, forall, lmax, lmin, smax, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Combine,
    Entrywise,
    Multiply,
    Proof,
    Sign,
    SomeTerms,
    Step,
)

V = chosen
h = SumOver(Index("l", low, high), low, high, quantity(1))
u = Vector("u", n)
i, at = Index("i", 1, n), Index("l", low, high)
inner, outer = V.T @ V, V @ V.T
part = tr(Unit(n, i).T @ u) ** 2
kept = SumOver(at, low, high, tr(Unit(n, at).T @ u) ** 2)
rest = Id(h) - outer

selected_rows = Proof(
    "V^T V is at most I, and I - V V^T is semidefinite with trace zero",
    (
        *eigenvector("u", inner, 1, u),
        Step("square", part >= 0, Sign()),
        Step("squares", forall(i, 1, n, part >= 0), Entrywise("square", i)),
        Step("some", kept <= SumOver(i, 1, n, part), SomeTerms("squares", ((low, high),))),
        units("units", n),
        Step("inserted", eq(u.T @ resolution(n) @ u, u.T @ u), Multiply({"units": (u.T, u)})),
        Step("inside", eq(tr(u.T @ inner @ u), kept), Combine({})),
        Step("below", lmax(inner) <= 1, Combine({"u, form": -1, "u, unit": 1, "inside": 1, "some": 1, "inserted": 1})),
        cite("inner norm", eq(lmax(inner), smax(V) ** 2), "gram-norm", {"T": V}, 1),
        cite("outer norm", eq(lmax(outer), smax(V) ** 2), "gram-norm", {"T": V}, 0),
        Step("at most one", lmax(outer) <= 1, Combine({"outer norm": 1, "inner norm": -1, "below": 1})),
        cite("least of rest", eq(lmin(rest), 1 - lmax(outer)), "affine-spectrum", {"a": 1, "c": 1, "A": outer}, 1),
        cite("largest of rest", eq(lmax(rest), 1 - lmin(outer)), "affine-spectrum", {"a": 1, "c": 1, "A": outer}, 0),
        Step("rest", lmin(rest) >= 0, Combine({"least of rest": 1, "at most one": 1})),
        cite("by the trace", lmax(rest) <= tr(rest), "psd-trace", {"K": rest}, 1),
        Step("count", eq(tr(rest), 0), Combine({})),
        Step("at least one", lmin(outer) >= 1, Combine({"by the trace": 1, "largest of rest": -1, "count": 1})),
        cite("order", lmin(outer) <= lmax(outer), "order", {"A": outer}, 0),
        Step("least", lmin(outer) <= 1, Combine({"order": 1, "at most one": 1})),
        Step("largest", lmax(outer) >= 1, Combine({"order": 1, "at least one": 1})),
        Step("first", eq(lmin(outer), 1), Antisymmetric("least", "at least one")),
        Step("second", eq(lmax(outer), 1), Antisymmetric("at most one", "largest")),
        Step("square of the norm", eq(smax(V) ** 2, 1), Combine({"outer norm": -1, "second": 1})),
        cite("third", eq(smax(V), 1), "equal-squares", {"x": smax(V), "y": 1}),
    ),
)

block = V @ A @ V.T
w, z = Vector("w", h), Vector("z", h)


def image(name: str, w: Any) -> tuple[Step, ...]:
    """V^T w has length one."""
    length = tr(w.T @ w)
    return (
        cite(f"{name}, below", lmin(outer) * length <= tr(w.T @ outer @ w), "rayleigh", {"A": outer, "x": w}, 0),
        cite(f"{name}, above", tr(w.T @ outer @ w) <= lmax(outer) * length, "rayleigh", {"A": outer, "x": w}, 1),
        Step(
            f"{name}, at least",
            tr(w.T @ outer @ w) >= 1,
            Combine({f"{name}, below": 1, "one": -length, f"{name}, unit": 1}),
        ),
        Step(
            f"{name}, at most",
            tr(w.T @ outer @ w) <= 1,
            Combine({f"{name}, above": 1, "other one": length, f"{name}, unit": 1}),
        ),
        Step(
            f"{name}, image",
            eq(tr(w.T @ outer @ w), 1),
            Antisymmetric(f"{name}, at most", f"{name}, at least"),
        ),
    )


extremes = Proof(
    "the form of A at V^T w, for a unit eigenvector w",
    (
        cite("one", eq(lmin(outer), 1), "selected-rows", {}, 0),
        cite("other one", eq(lmax(outer), 1), "selected-rows", {}, 1),
        *eigenvector("w", block, 1, w),
        *image("w", w),
        cite("above", tr(w.T @ block @ w) <= lmax(A) * tr(w.T @ outer @ w), "rayleigh", {"x": V.T @ w}, 1),
        Step("first", lmax(block) <= lmax(A), Combine({"w, form": -1, "above": 1, "w, image": lmax(A)})),
        *eigenvector("z", block, h, z),
        *image("z", z),
        cite("below", lmin(A) * tr(z.T @ outer @ z) <= tr(z.T @ block @ z), "rayleigh", {"x": V.T @ z}, 0),
        Step("second", lmin(A) <= lmin(block), Combine({"z, form": 1, "below": 1, "z, image": -lmin(A)})),
    ),
)
of_K = V @ K @ V.T
traces = Proof(
    "V^T V is at most I; extreme eigenvalues of a block lie between those of the matrix",
    (
        cite("norm", eq(lmax(inner), smax(V) ** 2), "gram-norm", {"T": V}, 1),
        cite("one", eq(smax(V), 1), "selected-rows", {}, 2),
        cite("product", tr(inner @ K) <= lmax(inner) * tr(K), "psd-trace-product", {"A": inner, "K": K}, 1),
        cite("trace", tr(K) >= 0, "psd-trace", {"K": K}, 0),
        Step("largest", eq(lmax(inner), 1), Combine({"norm": 1, "one": smax(V) + 1})),
        Step("first", tr(of_K) <= tr(K), Combine({"product": 1, "largest": tr(K)})),
        cite("least", lmin(K) <= lmin(of_K), "compression-extremes", {"A": K}, 1),
        Step("K", lmin(K) >= 0, Sign()),
        Step("third", lmin(of_K) >= 0, Combine({"least": 1, "K": 1})),
        cite("of I", eq(lmin(Id(h)), 1), "identity-extremes", {"n": h}, 0),
        Step("I", lmin(Id(h)) > 0, Combine({"of I": -1})),
        cite("second", det(of_K) >= 0, "determinant-of-definite", {"K": of_K, "D": Id(h)}, 1),
    ),
)
of_D = V @ D @ V.T
condition = Proof(
    "extreme eigenvalues of a block lie between those of the matrix",
    (
        cite("least", lmin(D) <= lmin(of_D), "compression-extremes", {"A": D}, 1),
        cite("largest", lmax(of_D) <= lmax(D), "compression-extremes", {"A": D}, 0),
        Step("D", lmin(D) > 0, Sign()),
        Step("first", lmin(of_D) > 0, Combine({"least": 1, "D": 1})),
        Step("not negative", lmin(of_D) >= 0, Combine({"first": 1})),
        cite("third", det(of_D) > 0, "determinant-of-definite", {"D": of_D, "K": of_D}, 0),
        cite("quotient", eq(cond(of_D), lmax(of_D) / lmin(of_D)), "condition-of-definite", {"D": of_D}),
        cite("whole", eq(cond(D), lmax(D) / lmin(D)), "condition-of-definite", {"D": D}),
        cite("order", lmin(D) <= lmax(D), "order", {"A": D}, 0),
        Step("numerator", lmax(of_D) / lmin(of_D) <= lmax(D) / lmin(of_D), Combine({"largest": 1 / lmin(of_D)})),
        Step("reciprocals", 1 / lmin(of_D) <= 1 / lmin(D), Combine({"least": 1 / (lmin(D) * lmin(of_D))})),
        Step("positive", lmax(D) >= 0, Combine({"D": 1, "order": 1})),
        Step(
            "second",
            cond(of_D) <= cond(D),
            Combine({"quotient": 1, "numerator": 1, "reciprocals": lmax(D), "whole": -1}),
        ),
    ),
)

PROOFS = {
    "classical.selected-rows": selected_rows,
    "classical.compression-extremes": extremes,
    "classical.compression-trace": traces,
    "classical.compression-condition": condition,
}
