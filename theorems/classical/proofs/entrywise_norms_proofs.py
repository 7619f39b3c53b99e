"""Traces, norms and definiteness of entrywise products, by their entries and by traces of ordinary products."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import M, P, n
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.function_theorems import D, E, K, L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.entrywise_proofs import at_eigenvector
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.rectifiers_proofs import by_entries
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    Unit,
    Vector,
    det,
    diag,
    eq,
    had,
    inv,
    lmax,
    lmin,
    maxabs,
    norm2,
    normF,
    smax,
    tr,
)
from lemmata.theorems.language.proof import (
    At,
    Combine,
    Congruence,
    Multiply,
    Proof,
    Sign,
    SingularVectors,
    Step,
    Summed,
)

k, j = Index("k", 1, n), Index("j", 1, n)
e, g = Unit(n, k), Unit(n, j)
u, v = Vector("u", n), Vector("v", n)


def traced(name: str, X: Any, Y: Any) -> tuple[Step, ...]:
    """Step `name`: the trace of X o Y is the sum of x_kk y_kk."""
    product = had(X, Y)
    both = entry_at(X, k, k) * entry_at(Y, k, k)
    return (
        cite(
            f"{name}, units",
            eq(tr(product), SumOver(k, 1, n, entry_at(product, k, k))),
            "trace-by-units",
            {"M": product},
        ),
        cite(
            f"{name}, cell",
            eq(entry_at(product, k, k), both),
            "entrywise-entries",
            {"T": X, "S": Y},
            0,
            {"i": k, "j": k},
        ),
        Step(
            f"{name}, cells",
            eq(SumOver(k, 1, n, entry_at(product, k, k)), SumOver(k, 1, n, both)),
            Summed(f"{name}, cell", k),
        ),
        Step(name, eq(tr(product), SumOver(k, 1, n, both)), Combine({f"{name}, units": 1, f"{name}, cells": 1})),
    )


def trace_below(name: str, X: Any, Y: Any, cells: str) -> tuple[Step, ...]:
    """Step `name`: the trace of X o Y is at most the largest eigenvalue of X times the trace of Y."""
    own, other = entry_at(X, k, k), entry_at(Y, k, k)
    return (
        cite(f"{name}, entries", diag(X) <= lmax(X), "diagonal-between", {"A": X}, 1),
        cite(f"{name}, others", diag(Y) >= 0, "psd-trace", {"K": Y}, 2),
        Step(f"{name}, entry", own <= lmax(X), At(f"{name}, entries", k)),
        Step(f"{name}, other", other >= 0, At(f"{name}, others", k)),
        Step(f"{name}, product", own * other <= lmax(X) * other, Combine({f"{name}, entry": other})),
        Step(
            f"{name}, sum",
            SumOver(k, 1, n, own * other) <= SumOver(k, 1, n, lmax(X) * other),
            Summed(f"{name}, product", k),
        ),
        cite(f"{name}, trace", eq(tr(Y), SumOver(k, 1, n, other)), "trace-by-units", {"M": Y}),
        Step(
            name, tr(had(K, L)) <= lmax(X) * tr(Y), Combine({cells: 1, f"{name}, sum": 1, f"{name}, trace": -lmax(X)})
        ),
    )


entrywise_trace = Proof(
    "the sum of products of diagonal entries",
    (
        cite("definite", lmin(had(K, L)) >= 0, "schur-product"),
        cite("first", tr(had(K, L)) >= 0, "psd-trace", {"K": had(K, L)}, 0),
        *traced("cells", K, L),
        *trace_below("bound", K, L, "cells"),
        cite("largest", lmax(K) <= tr(K), "psd-trace", {"K": K}, 1),
        cite("trace of L", tr(L) >= 0, "psd-trace", {"K": L}, 0),
        Step("second", tr(had(K, L)) <= tr(K) * tr(L), Combine({"bound": 1, "largest": tr(L)})),
        *traced("third", M, P),
    ),
)

entrywise_definite = Proof(
    "the least eigenvalue of the product is at least the product of the least ones; Oppenheim",
    (
        cite("least", lmin(D) * lmin(E) <= lmin(had(D, E)), "entrywise-largest", {"K": D, "L": E}, 1),
        Step("D", lmin(D) > 0, Sign()),
        Step("E", lmin(E) > 0, Sign()),
        Step("product", lmin(D) * lmin(E) > 0, Combine({"E": lmin(D)})),
        Step("first", lmin(had(D, E)) > 0, Combine({"least": 1, "product": 1})),
        Step("not negative", lmin(had(D, E)) >= 0, Combine({"first": 1})),
        cite("second", det(had(D, E)) > 0, "determinant-of-definite", {"D": had(D, E), "K": had(D, E)}, 0),
        cite("third", det(D) * det(E) <= det(had(D, E)), "oppenheim", {"K": D, "L": E}, 1),
    ),
)


def frobenius_below(name: str, X: Any, Y: Any, bound: Any) -> tuple[Step, ...]:
    """Step `name`: the Frobenius norm of X o Y is at most a bound of the entries of X times that of Y.

    Uses the fact `name`, largest: maxabs(X) <= bound.
    """
    own, other, both = entry_at(X, k, j), entry_at(Y, k, j), entry_at(had(X, Y), k, j)
    return (
        cite(f"{name}, cell", eq(both, own * other), "entrywise-entries", {"T": X, "S": Y}, 0, {"i": k, "j": j}),
        cite(f"{name}, entry", abs(own) <= maxabs(X), "entries", {"T": X}, 0, {"i": k, "j": j}),
        Step(f"{name}, modulus", abs(own) >= 0, Sign()),
        Step(f"{name}, bounded", abs(own) <= bound, Combine({f"{name}, entry": 1, f"{name}, largest": 1})),
        Step(f"{name}, square", own**2 <= bound**2, Combine({f"{name}, bounded": bound + abs(own)})),
        Step(
            f"{name}, product",
            both**2 <= bound**2 * other**2,
            Combine({f"{name}, cell": both + own * other, f"{name}, square": other**2}),
        ),
        Step(
            f"{name}, rows",
            SumOver(k, 1, n, both**2) <= SumOver(k, 1, n, bound**2 * other**2),
            Summed(f"{name}, product", k),
        ),
        Step(
            f"{name}, all",
            SumOver(j, 1, n, SumOver(k, 1, n, both**2)) <= SumOver(j, 1, n, SumOver(k, 1, n, bound**2 * other**2)),
            Summed(f"{name}, rows", j),
        ),
        *by_entries(f"{name}, left", had(X, Y)),
        *by_entries(f"{name}, right", Y),
        Step(
            f"{name}, squares",
            normF(had(X, Y)) ** 2 <= (bound * normF(Y)) ** 2,
            Combine({f"{name}, left": 1, f"{name}, all": 1, f"{name}, right": -(bound**2)}),
        ),
        Step(f"{name}, bound", bound >= 0, Sign()),
        cite(
            name, normF(had(X, Y)) <= bound * normF(Y), "square-roots", {"x": normF(had(X, Y)), "y": bound * normF(Y)}
        ),
    )


def weight(name: str, w: Any) -> tuple[Step, ...]:
    """Step `name`: diag(w) has Frobenius norm one for a unit column w, by the fact `name`, unit."""
    return (
        cite(f"{name}, square", eq(normF(diag(w)) ** 2, tr(diag(w).T @ diag(w))), "frobenius", {"T": diag(w)}, 0),
        cite(
            f"{name}, by units",
            eq(tr(diag(w) @ diag(w)), SumOver(k, 1, n, tr(e.T @ diag(w) @ diag(w) @ e))),
            "trace-by-units",
            {"M": diag(w) @ diag(w)},
        ),
        units(f"{name}, units", n),
        Step(f"{name}, inserted", eq(w.T @ resolution(n) @ w, w.T @ w), Multiply({f"{name}, units": (w.T, w)})),
        Step(
            f"{name}, one",
            eq(normF(diag(w)) ** 2, 1),
            Combine({f"{name}, square": 1, f"{name}, by units": 1, f"{name}, inserted": 1, f"{name}, unit": 1}),
        ),
        cite(name, eq(normF(diag(w)), 1), "equal-squares", {"x": normF(diag(w)), "y": 1}),
    )


H = had(M, P)
pair = SingularVectors(H, 1, u, v)
left, right = M.T @ diag(v), diag(u) @ P.T
entrywise_norm = Proof(
    "v^T (M o P) u is the trace of diag(v) M diag(u) P^T; squares of entries",
    (
        Step("image", eq(H @ u, smax(H) * v), pair),
        Step("u, unit", eq(u.T @ u, Id(1)), pair),
        Step("v, unit", eq(v.T @ v, Id(1)), pair),
        Step("value", eq(v.T @ H @ u, smax(H) * Id(1)), Multiply({"image": (v.T, None), "v, unit": (smax(H), None)})),
        cite("form", eq(tr(v.T @ H @ u), tr(left.T @ right)), "entrywise-form", {"T": M, "S": P, "x": v, "y": u}),
        cite(
            "product", abs(tr(left.T @ right)) <= normF(left) * normF(right), "inner-product", {"T": left, "S": right}
        ),
        *weight("u", u),
        *weight("v", v),
        cite("of M", normF(left) <= smax(M.T) * normF(diag(v)), "frobenius-left-factor", {"T": M.T, "U": diag(v)}),
        cite("of P", normF(right) <= normF(diag(u)) * smax(P.T), "frobenius-right-factor", {"T": diag(u), "U": P.T}),
        cite("M", eq(smax(M.T), smax(M)), "transpose", {"T": M}, 0),
        cite("P", eq(smax(P.T), smax(P)), "transpose", {"T": P}, 0),
        Step("left", normF(left) <= smax(M), Combine({"of M": 1, "v": smax(M.T), "M": 1})),
        Step("right", normF(right) <= smax(P), Combine({"of P": 1, "u": smax(P.T), "P": 1})),
        cite("modulus", tr(left.T @ right) <= abs(tr(left.T @ right)), "modulus", {"x": tr(left.T @ right)}, 1),
        Step(
            "first",
            norm2(H) <= norm2(M) * norm2(P),
            Combine({"value": -1, "form": 1, "modulus": 1, "product": 1, "left": normF(right), "right": smax(M)}),
        ),
        cite("second, largest", maxabs(M) <= normF(M), "entry-below-norm", {"T": M}, 1),
        *frobenius_below("second", M, P, normF(M)),
    ),
)

entrywise_schur = Proof(
    "sums of products of diagonal entries; norms of entrywise products",
    (
        *traced("cells", K, L),
        *trace_below("first", K, L, "cells"),
        *trace_below("other", L, K, "cells"),
        Step("second", tr(had(K, L)) <= tr(K) * lmax(L), Combine({"other": 1})),
        cite("third", norm2(had(K, M)) <= norm2(K) * norm2(M), "entrywise-norm", {"M": K, "P": M}, 0),
        cite("fourth, largest", maxabs(K) <= smax(K), "entry-below-norm", {"T": K}, 0),
        *frobenius_below("fourth", K, M, smax(K)),
    ),
)

U, X = diag(u), inv(D)
skew = U @ D - D @ U
half = Rational(1, 2)
REDUCED = (
    ((D @ U @ X @ U @ D @ X, D @ U @ X @ U), ("right", D @ U @ X @ U, None)),
    ((D @ U @ X @ D @ U @ X, D @ U @ U @ X), ("left", D @ U, U @ X)),
    ((U @ D @ X @ U @ D @ X, U @ U @ D @ X), ("right", U, U @ D @ X)),
    ((U @ U @ D @ X, U @ U), ("right", U @ U, None)),
    ((U @ D @ X @ D @ U @ X, U @ D @ U @ X), ("right", U, D @ U @ X)),
    ((U @ U @ X @ D, U @ U), ("left", U @ U, None)),
)
SIGNS = (1, -1, -1, -1, 1, -1)


def reduced() -> tuple[Step, ...]:
    """Steps `term 0` and so on: D and D^-1 side by side cancel, under a trace."""
    steps = list[Step]()
    for number, ((before, after), (fact, before_it, after_it)) in enumerate(REDUCED):
        steps.append(Step(f"product {number}", eq(before, after), Multiply({fact: (before_it, after_it)})))
        steps.append(Step(f"term {number}", eq(tr(before), tr(after)), Congruence(f"product {number}")))
    return tuple(steps)


fiedler = Proof(
    "the trace of Z^T D^-1 Z D^-1 is not negative for Z = U D - D U, U = diag(u)",
    (
        Step("D", lmin(D) > 0, Sign()),
        cite("inverse", lmin(X) > 0, "inverse-of-definite", {}, 0),
        Step("not negative", lmin(X) >= 0, Combine({"inverse": 1})),
        Step("D, not negative", lmin(D) >= 0, Combine({"D": 1})),
        cite("right", eq(D @ X, Id(n)), "inverse", {"M": D}, 0),
        cite("left", eq(X @ D, Id(n)), "inverse", {"M": D}, 1),
        *at_eigenvector("least", D, X, n, u),
        cite("congruence", lmin(skew.T @ X @ skew) >= 0, "psd-congruence", {"A": X, "M": skew}),
        cite("trace", tr(skew.T @ X @ skew @ X) >= 0, "psd-trace-of-product", {"K": skew.T @ X @ skew, "L": X}, 0),
        *reduced(),
        *weight("least, u", u),
        Step(
            "claim",
            lmin(had(D, X)) >= 1,
            Combine(
                {"trace": half, "least": -1, "least, u, one": 1, "least, u, square": -1}
                | {f"term {number}": half * sign for number, sign in enumerate(SIGNS)}
            ),
        ),
    ),
)

PROOFS = {
    "classical.entrywise-trace": entrywise_trace,
    "classical.entrywise-definite": entrywise_definite,
    "classical.entrywise-norm": entrywise_norm,
    "classical.entrywise-schur": entrywise_schur,
    "classical.fiedler": fiedler,
}
