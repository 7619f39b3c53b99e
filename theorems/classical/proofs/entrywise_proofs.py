"""Entrywise products: their forms are traces of ordinary products, from which their spectra are bounded."""

from typing import Any

from lemmata.theorems.classical import T, n, q, r
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.function_theorems import K, L, x, y
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.language import Index, SumOver, Unit, Vector, diag, eq, had, lam, lmax, lmin, maximum, tr
from lemmata.theorems.language.proof import (
    At,
    Combine,
    EveryTerm,
    LargestTerm,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
    Unrolled,
)

H = had(T, S)
i, j = Index("i", 1, r), Index("j", 1, q)
f, g = Unit(r, i), Unit(q, j)
entries_of_product = Proof(
    "(T o S) e_j = diag(T e_j) S e_j",
    (
        Step("column", eq(H @ g, diag(T @ g) @ S @ g), Unrolled()),
        Step("entry", eq(entry_at(H, i, j), entry_at(T, i, j) * entry_at(S, i, j)), Multiply({"column": (f.T, None)})),
    ),
)
weight = tr(f.T @ x) * tr(g.T @ y)


def over(body: Any) -> Any:
    """The sum over all entries."""
    return SumOver(i, 1, r, SumOver(j, 1, q, body))


whole = tr(diag(x) @ T @ diag(y) @ S.T)
at_row = tr(f.T @ diag(x) @ T @ diag(y) @ S.T @ f)
product = entry_at(T, i, j) * entry_at(S, i, j)
form = Proof(
    "both are the sum of x_i t_ij s_ij y_j",
    (
        units("units", r),
        units("columns", q),
        cite("cell", eq(entry_at(H, i, j), product), "entrywise-entries", {}, 0, {"i": i, "j": j}),
        Step("weighted", eq(weight * entry_at(H, i, j), weight * product), Combine({"cell": weight})),
        Step(
            "row",
            eq(SumOver(j, 1, q, weight * entry_at(H, i, j)), SumOver(j, 1, q, weight * product)),
            Summed("weighted", j),
        ),
        Step("rows", eq(over(weight * entry_at(H, i, j)), over(weight * product)), Summed("row", i)),
        Step(
            "inserted",
            eq(x.T @ resolution(r) @ H @ resolution(q) @ y, x.T @ H @ y),
            Multiply({"units": (x.T, H @ resolution(q) @ y), "columns": (x.T @ H, y)}),
        ),
        Step(
            "opened", eq(tr(x.T @ resolution(r) @ H @ resolution(q) @ y), over(weight * entry_at(H, i, j))), Combine({})
        ),
        cite(
            "trace",
            eq(whole, SumOver(i, 1, r, tr(f.T @ diag(x) @ T @ diag(y) @ S.T @ f))),
            "trace-by-units",
            {"M": diag(x) @ T @ diag(y) @ S.T},
        ),
        Step(
            "between",
            eq(f.T @ diag(x) @ T @ resolution(q) @ diag(y) @ S.T @ f, f.T @ diag(x) @ T @ diag(y) @ S.T @ f),
            Multiply({"columns": (f.T @ diag(x) @ T, diag(y) @ S.T @ f)}),
        ),
        Step(
            "one row",
            eq(tr(f.T @ diag(x) @ T @ resolution(q) @ diag(y) @ S.T @ f), SumOver(j, 1, q, weight * product)),
            Combine({}),
        ),
        Step("entry", eq(at_row, SumOver(j, 1, q, weight * product)), Combine({"between": -1, "one row": 1})),
        Step("entries", eq(SumOver(i, 1, r, at_row), over(weight * product)), Summed("entry", i)),
        Step(
            "claim",
            eq(tr(x.T @ H @ y), whole),
            Combine({"rows": 1, "entries": -1, "trace": -1, "opened": 1, "inserted": -1}),
        ),
    ),
)

k = Index("k", 1, n)
e, u, v = Unit(n, k), Vector("u", n), Vector("v", n)


def at_eigenvector(name: str, X: Any, Y: Any, index: Any, u: Any) -> tuple[Step, ...]:
    """Step `name`: an eigenvalue of X o Y is the trace of diag(u) X diag(u) Y, whose first factor is semidefinite."""
    weighted, product = diag(u) @ X @ diag(u), had(X, Y)
    form = tr(u.T @ product @ u)
    return (
        *eigenvector(f"{name}, u", product, index, u),
        cite(f"{name}, form", eq(form, tr(weighted @ Y)), "entrywise-form", {"T": X, "S": Y, "x": u, "y": u}),
        Step(name, eq(lam(product, index), tr(weighted @ Y)), Combine({f"{name}, u, form": -1, f"{name}, form": 1})),
        Step(f"{name}, factor", lmin(X) >= 0, Sign()),
        cite(f"{name}, weighted", lmin(weighted) >= 0, "psd-congruence", {"A": X, "M": diag(u)}),
    )


def diagonal_weights(name: str, X: Any, u: Any, unit: str) -> tuple[Step, ...]:
    """Step `name`: the trace of diag(u) X diag(u) as a sum of u_k^2 x_kk; and the sum of u_k^2 is one."""
    weighted = diag(u) @ X @ diag(u)
    square, each = tr(e.T @ u) ** 2, tr(e.T @ weighted @ e)
    return (
        cite(f"{name}, by units", eq(tr(weighted), SumOver(k, 1, n, each)), "trace-by-units", {"M": weighted}),
        Step(name, eq(tr(weighted), SumOver(k, 1, n, square * entry_at(X, k, k))), Combine({f"{name}, by units": 1})),
        units(f"{name}, units", n),
        Step(f"{name}, inserted", eq(u.T @ resolution(n) @ u, u.T @ u), Multiply({f"{name}, units": (u.T, u)})),
        Step(
            f"{name}, length",
            eq(SumOver(k, 1, n, square), 1),
            Combine({f"{name}, inserted": 1, unit: 1}),
        ),
    )


schur_product = Proof(
    "u^T (K o L) u is the trace of diag(u) K diag(u) L",
    (
        *at_eigenvector("least", K, L, n, u),
        cite(
            "trace",
            tr(diag(u) @ K @ diag(u) @ L) >= 0,
            "psd-trace-of-product",
            {"K": diag(u) @ K @ diag(u), "L": L},
            0,
        ),
        Step("claim", lmin(had(K, L)) >= 0, Combine({"least": -1, "trace": 1})),
    ),
)


def largest_weight(name: str, X: Any, Y: Any, u: Any) -> tuple[Step, ...]:
    """Step `name`: the largest eigenvalue of X o Y is at most the largest diagonal entry of X times that of Y."""
    weighted, top, square = diag(u) @ X @ diag(u), maximum(diag(X)), tr(e.T @ u) ** 2
    own, lead = entry_at(X, k, k), f"{name}, at u"
    return (
        *at_eigenvector(lead, X, Y, 1, u),
        *diagonal_weights(f"{name}, weights", X, u, f"{lead}, u, unit"),
        cite(
            f"{name}, product",
            tr(Y @ weighted) <= lmax(Y) * tr(weighted),
            "psd-trace-product",
            {"A": Y, "K": weighted},
            1,
        ),
        Step(f"{name}, entry", own <= top, LargestTerm()),
        Step(f"{name}, times", square * own <= square * top, Combine({f"{name}, entry": square})),
        Step(
            f"{name}, sum",
            SumOver(k, 1, n, square * own) <= SumOver(k, 1, n, square * top),
            Summed(f"{name}, times", k),
        ),
        Step(
            f"{name}, bound",
            tr(weighted) <= top,
            Combine({f"{name}, sum": 1, f"{name}, weights": 1, f"{name}, weights, length": top}),
        ),
        Step(f"{name}, least", lmin(Y) >= 0, Sign()),
        cite(f"{name}, order", lmin(Y) <= lmax(Y), "order", {"A": Y}, 0),
        Step(f"{name}, largest", lmax(Y) >= 0, Combine({f"{name}, least": 1, f"{name}, order": 1})),
        Step(
            name,
            lmax(had(X, Y)) <= top * lmax(Y),
            Combine({lead: 1, f"{name}, product": 1, f"{name}, bound": lmax(Y)}),
        ),
    )


entrywise_diagonal = Proof(
    "diag(u) K diag(u) has at most the largest diagonal entry of K for a trace",
    (*largest_weight("first", K, L, u), *largest_weight("second", L, K, v)),
)

level = lmin(K)
weighted, square = diag(v) @ K @ diag(v), tr(e.T @ v) ** 2
own = entry_at(K, k, k)
entrywise_largest = Proof(
    "diagonal entries lie between the extreme eigenvalues",
    (
        cite("by the diagonal", lmax(had(K, L)) <= maximum(diag(K)) * lmax(L), "entrywise-diagonal", {}, 0),
        cite("entries", diag(K) <= lmax(K), "diagonal-between", {"A": K}, 1),
        Step("entry", own <= lmax(K), At("entries", k)),
        Step("top", maximum(diag(K)) <= lmax(K), EveryTerm("entry", k)),
        Step("L", lmin(L) >= 0, Sign()),
        cite("order", lmin(L) <= lmax(L), "order", {"A": L}, 0),
        Step("largest", lmax(L) >= 0, Combine({"L": 1, "order": 1})),
        Step("first", lmax(had(K, L)) <= lmax(K) * lmax(L), Combine({"by the diagonal": 1, "top": lmax(L)})),
        *at_eigenvector("at v", K, L, n, v),
        *diagonal_weights("weights", K, v, "at v, u, unit"),
        cite("product", lmin(L) * tr(weighted) <= tr(L @ weighted), "psd-trace-product", {"A": L, "K": weighted}, 0),
        cite("least entries", level <= diag(K), "diagonal-between", {"A": K}, 0),
        Step("least entry", level <= own, At("least entries", k)),
        Step("times", square * level <= square * own, Combine({"least entry": square})),
        Step("sum", SumOver(k, 1, n, square * level) <= SumOver(k, 1, n, square * own), Summed("times", k)),
        Step("bound", level <= tr(weighted), Combine({"sum": 1, "weights": -1, "weights, length": -level})),
        Step("second", level * lmin(L) <= lmin(had(K, L)), Combine({"at v": -1, "product": 1, "bound": lmin(L)})),
    ),
)

PROOFS = {
    "classical.entrywise-entries": entries_of_product,
    "classical.entrywise-form": form,
    "classical.schur-product": schur_product,
    "classical.entrywise-diagonal": entrywise_diagonal,
    "classical.entrywise-largest": entrywise_largest,
}
