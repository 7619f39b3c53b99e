"""Matrices stacked, side by side and moved a little, proved from Rayleigh quotients and Cauchy's inequality."""

from typing import Any

from lemmata.theorems.classical import A, M, T, blocks, q, r, rectangular, regular, x
from lemmata.theorems.classical import B as second_symmetric
from lemmata.theorems.classical import entries as book
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.norms_proofs import norm_form
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
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
    lmin,
    normF,
    rank,
    s,
    smax,
    smin,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import Apply, Combine, Congruence, Identity, Proof, Sign, SomeTerms, Step, Summed

one = Id(1)
u_1 = Vector("u", 1)
rank_one = Proof(
    "both Gram matrices of a column have the same largest eigenvalue",
    (
        Step("outer", eq(lmax(x @ x.T), smax(x) ** 2), Apply("classical.gram-norm", {T: x}, 0)),
        Step("inner", eq(lmax(x.T @ x), smax(x) ** 2), Apply("classical.gram-norm", {T: x}, 1)),
        *eigenvector("u", x.T @ x, 1, u_1),
        Step("number", eq(lmax(x.T @ x), tr(x.T @ x)), Combine({"u, form": -1, "u, unit": tr(x.T @ x)})),
        Step("largest", eq(lmax(x @ x.T), tr(x.T @ x)), Combine({"outer": 1, "inner": -1, "number": 1})),
    ),
)

R, ST = regular.S, regular.S @ T
v = Vector("u", r)
image = R.T @ v
wide_factor = Proof(
    "Rayleigh quotients of S S^T, T T^T and S T T^T S^T at an eigenvector of the first",
    (
        *eigenvector("u", R @ R.T, 1, v),
        Step("norm of S", eq(lmax(R @ R.T), smax(R) ** 2), Apply("classical.gram-norm", {T: R}, 0)),
        Step("norm of S T", eq(lmax(ST @ ST.T), smax(ST) ** 2), Apply("classical.gram-norm", {T: ST}, 0)),
        Step("least of T", eq(lmin(T @ T.T), smin(T) ** 2), Apply("classical.gram-extremes", conjunct=1)),
        Step(
            "by T",
            lmin(T @ T.T) * tr(image.T @ image) <= tr(image.T @ T @ T.T @ image),
            Apply("classical.rayleigh", {A: T @ T.T, x: image}, 0),
        ),
        Step(
            "by S T",
            tr(v.T @ ST @ ST.T @ v) <= lmax(ST @ ST.T) * tr(v.T @ v),
            Apply("classical.rayleigh", {A: ST @ ST.T, x: v}, 1),
        ),
        Step("unit", eq(tr(v.T @ v), 1), Combine({"u, unit": 1})),
        Step("of S", eq(tr(image.T @ image), smax(R) ** 2), Combine({"u, form": 1, "norm of S": 1})),
        Step(
            "squares",
            (smax(R) * smin(T)) ** 2 <= smax(ST) ** 2,
            Combine(
                {
                    "by T": 1,
                    "of S": -lmin(T @ T.T),
                    "least of T": -(smax(R) ** 2),
                    "by S T": 1,
                    "unit": lmax(ST @ ST.T),
                    "norm of S T": 1,
                }
            ),
        ),
        Step(
            "product",
            smax(R) * smin(T) <= smax(ST),
            Apply("classical.square-roots", {number: smax(R) * smin(T), other: smax(ST)}),
        ),
    ),
)

S = rectangular.S
beside = kron(Unit(2, 1).T, T) + kron(Unit(2, 2).T, S)
side_by_side = Proof(
    "the Gram matrix of two blocks side by side",
    (
        Step(
            "least",
            eq(lmin(T @ T.T + S @ S.T), smin(beside) ** 2),
            Apply("classical.gram-extremes", {T: beside}, 1),
        ),
        Step("square", eq(smin(beside) ** 2, lmin(T @ T.T + S @ S.T)), Combine({"least": -1})),
    ),
)

U, V = blocks.S, blocks.stacked
w = Vector("u", q)


def norm_of(name: str, X: Any, u: Any) -> tuple[Step, ...]:
    """Steps `name` and `name, norm`: |X u| = smax(X) for a unit vector u."""
    return (
        *eigenvector(name, X.T @ X, 1, u),
        Step(f"{name}, norm", eq(lmax(X.T @ X), smax(X) ** 2), Apply("classical.gram-norm", {T: X}, 1)),
        Step(f"{name}, length", eq(tr(u.T @ u), 1), Combine({f"{name}, unit": 1})),
        Step(
            f"{name}, image", eq(tr(u.T @ X.T @ X @ u), smax(X) ** 2), Combine({f"{name}, form": 1, f"{name}, norm": 1})
        ),
    )


def at_most_stacked(name: str, X: Any, Y: Any, u: Any) -> tuple[Step, ...]:
    """smax(X) <= smax(V), X a block of V and Y the other."""
    return (
        *norm_of(name, X, u),
        norm_form(f"{name}, stacked", V, u),
        Step(f"{name}, rest", tr(u.T @ Y.T @ Y @ u) >= 0, Sign()),
        Step(
            f"{name}, squares",
            smax(X) ** 2 <= smax(V) ** 2,
            Combine({f"{name}, stacked": 1, f"{name}, image": -1, f"{name}, rest": 1, f"{name}, length": smax(V) ** 2}),
        ),
        Step(
            f"{name}, at most", smax(X) <= smax(V), Apply("classical.square-roots", {number: smax(X), other: smax(V)})
        ),
    )


stacked_norms = Proof(
    "|V u|^2 = |T u|^2 + |S u|^2 for V made of T and S, at eigenvectors of the three Gram matrices",
    (
        *at_most_stacked("T", T, U, w),
        *at_most_stacked("S", U, T, Vector("v", q)),
        *norm_of("V", V, Vector("w", q)),
        norm_form("by T", T, Vector("w", q)),
        norm_form("by S", U, Vector("w", q)),
        Step(
            "sum",
            smax(V) ** 2 <= smax(T) ** 2 + smax(U) ** 2,
            Combine({"V, image": -1, "by T": 1, "by S": 1, "V, length": smax(T) ** 2 + smax(U) ** 2}),
        ),
    ),
)

E = book.E


def stretched(T: Any, E: Any, u: Any) -> tuple[Step, ...]:
    """sqrt(lmin((T + E)^T (T + E))) <= sqrt(lmin(T^T T)) + normF(E)."""
    gram, moved = T.T @ T, (T + E).T @ (T + E)
    length, new = sqrt(lmin(gram)), sqrt(lmin(moved))
    image = tr(u.T @ E.T @ E @ u)
    cross = tr((T @ u).T @ E @ u)
    return (
        *eigenvector("u", gram, gram.shape[0], u),
        Step("semidefinite", lmin(gram) >= 0, Apply("classical.gram-psd", {any_shape: T})),
        Step("unit", eq(tr(u.T @ u), 1), Combine({"u, unit": 1})),
        Step(
            "rayleigh",
            lmin(moved) * tr(u.T @ u) <= tr(u.T @ moved @ u),
            Apply("classical.rayleigh", {A: moved, x: u}, 0),
        ),
        Step("E", eq(normF(E) ** 2, tr(E.T @ E)), Identity()),
        Step("E across u", eq(normF(E - E @ u @ u.T) ** 2, tr(E.T @ E) - 2 * image + image * tr(u.T @ u)), Identity()),
        Step("E along u", image <= normF(E) ** 2, Combine({"E across u": 1, "E": -1, "unit": image})),
        Step(
            "cauchy",
            cross**2 <= tr((T @ u).T @ T @ u) * image,
            Apply("classical.cauchy-schwarz", {rectangular.x: T @ u, rectangular.z: E @ u}),
        ),
        Step(
            "square",
            cross**2 <= (length * normF(E)) ** 2,
            Combine({"cauchy": 1, "u, form": image, "E along u": lmin(gram)}),
        ),
        Step(
            "modulus",
            abs(cross) <= length * normF(E),
            Apply("classical.square-roots", {number: abs(cross), other: length * normF(E)}),
        ),
        Step("no more", cross <= abs(cross), Apply("classical.modulus", {number: cross}, 1)),
        Step(
            "squares",
            new**2 <= (length + normF(E)) ** 2,
            Combine({"rayleigh": 1, "unit": -lmin(moved), "u, form": 1, "E along u": 1, "modulus": 2, "no more": 2}),
        ),
        Step(
            "bound", new <= length + normF(E), Apply("classical.square-roots", {number: new, other: length + normF(E)})
        ),
    )


any_shape = T
least_stretching_above = Proof("|(T + E) u|^2 at an eigenvector u of T^T T", stretched(T, E, w))
new, old = sqrt(lmin((T + E).T @ (T + E))), sqrt(lmin(T.T @ T))
least_stretching = Proof(
    "at eigenvectors of both Gram matrices",
    (
        Step("above", new <= old + normF(E), Apply("classical.least-stretching-above")),
        Step("back", old <= new + normF(-E), Apply("classical.least-stretching-above", {T: T + E, E: -E})),
        Step("norm", eq(normF(E) ** 2, tr(E.T @ E)), Identity()),
        Step("norm of -E", eq(normF(-E) ** 2, tr(E.T @ E)), Identity()),
        Step("squares", eq(normF(-E) ** 2, normF(E) ** 2), Combine({"norm of -E": 1, "norm": -1})),
        Step("sign", eq(normF(-E), normF(E)), Apply("classical.equal-squares", {number: normF(-E), other: normF(E)})),
        Step("lower", -normF(E) <= new - old, Combine({"back": 1, "sign": 1})),
        Step("upper", new - old <= normF(E), Combine({"above": 1})),
    ),
)

j = Index("j", 1, q)
e_j = Unit(q, j)
length_of_column = tr(e_j.T @ T.T @ T @ e_j)
frobenius_operator = Proof(
    "what T does to an eigenvector of T^T T, and to the unit columns",
    (
        *norm_of("u", T, w),
        Step("norm", eq(normF(T) ** 2, tr(T.T @ T)), Identity()),
        Step(
            "across u",
            eq(
                normF(T - T @ w @ w.T) ** 2,
                tr(T.T @ T) - 2 * tr(w.T @ T.T @ T @ w) + tr(w.T @ T.T @ T @ w) * tr(w.T @ w),
            ),
            Identity(),
        ),
        Step(
            "at least",
            smax(T) ** 2 <= normF(T) ** 2,
            Combine({"across u": 1, "norm": -1, "u, image": -1, "u, length": tr(w.T @ T.T @ T @ w)}),
        ),
        norm_form("column", T, e_j),
        Step("columns", SumOver(j, 1, q, length_of_column) <= SumOver(j, 1, q, smax(T) ** 2), Summed("column", j)),
        Step(
            "trace",
            eq(tr(T.T @ T), SumOver(j, 1, q, length_of_column)),
            Apply("classical.trace-by-units", {M: T.T @ T}),
        ),
        Step("at most", normF(T) ** 2 <= q * smax(T) ** 2, Combine({"columns": 1, "trace": 1, "norm": 1})),
    ),
)

square_sum = Proof(
    "one of the terms; no more terms than the rank differ from zero",
    (
        Step("squares", s(T) ** 2 >= 0, Sign()),
        Step("first", smax(T) ** 2 <= total(s(T) ** 2), SomeTerms("squares", ((1, 1),))),
        Step("all", total(s(T) ** 2) <= rank(T) * smax(T) ** 2, Apply("classical.rank")),
    ),
)

B = second_symmetric
equal_spectra = Proof("equal matrices", (Step("equal", eq(lam(A), lam(B)), Congruence("given 0")),))
equal_matrices = Proof("equal matrices", (Step("equal", eq(smax(regular.A), smax(regular.C)), Congruence("given 0")),))

PROOFS = {
    "classical.frobenius-operator": frobenius_operator,
    "classical.rank-one": rank_one,
    "classical.wide-factor": wide_factor,
    "classical.side-by-side": side_by_side,
    "classical.stacked-norms": stacked_norms,
    "classical.least-stretching-above": least_stretching_above,
    "classical.least-stretching": least_stretching,
    "classical.square-sum": square_sum,
    "classical.equal-spectra": equal_spectra,
    "classical.equal-matrices": equal_matrices,
}
