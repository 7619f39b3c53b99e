"""Columns of length one: what is divided by its length, and what orthonormal columns keep."""

from lemmata.theorems.classical import T, n, q, r, x
from lemmata.theorems.classical.network_theorems import N, V, m, y
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.quoted_theorems import Q as Q_n
from lemmata.theorems.language import (
    Id,
    Index,
    Unit,
    cond,
    eq,
    lmax,
    lmin,
    normF,
    rank,
    s,
    smax,
    smin,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Combine,
    Congruence,
    Defined,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
)

one = Id(n)
square = {r: n, q: n}

a, b, p = normF(x), normF(y), tr(x.T @ y)
unit_x, unit_y = x / a, y / b
normalised_columns = Proof(
    "the square of the right less that of the left is 2 (|x| - |y|)^2 (|x| |y| + x^T y) / (|x| |y|)",
    (
        cite("squares", p**2 <= tr(x.T @ x) * tr(y.T @ y), "cauchy-schwarz", {"x": x, "y": y}),
        Step("product", abs(p) ** 2 <= (a * b) ** 2, Combine({"squares": 1})),
        cite("angle", abs(p) <= a * b, "square-roots", {"x": abs(p), "y": a * b}),
        cite("below", -abs(p) <= p, "modulus", {"x": p}, 0),
        Step("least", -a * b <= p, Combine({"angle": 1, "below": 1})),
        cite("of x", eq(a**2, tr(x.T @ x)), "frobenius", {T: x, r: n, q: 1}, 0),
        cite("of y", eq(b**2, tr(y.T @ y)), "frobenius", {T: y, r: n, q: 1}, 0),
        cite("unit", eq(normF(unit_x), abs(1 / a) * a), "frobenius-of-multiple", {"c": 1 / a, T: x, r: n, q: 1}),
        Step("positive", 1 / a >= 0, Sign()),
        cite("modulus", eq(abs(1 / a), 1 / a), "modulus-non-negative", {"x": 1 / a}),
        Step("second", eq(normF(unit_x), 1), Combine({"unit": 1, "modulus": a})),
        cite("of both", eq(normF(unit_x - unit_y) ** 2, tr((unit_x - unit_y).T @ (unit_x - unit_y))), "frobenius",
             {T: unit_x - unit_y, r: n, q: 1}, 0),
        cite("of the difference", eq(normF(x - y) ** 2, tr((x - y).T @ (x - y))), "frobenius",
             {T: x - y, r: n, q: 1}, 0),
        Step(
            "both squares",
            eq(normF(unit_x - unit_y) ** 2, 2 - 2 * p / (a * b)),
            Combine({"of both": 1, "of x": -1 / a**2, "of y": -1 / b**2}),
        ),
        Step(
            "difference",
            eq(normF(x - y) ** 2, a**2 + b**2 - 2 * p),
            Combine({"of the difference": 1, "of x": -1, "of y": -1}),
        ),
        Step(
            "claim squared",
            (normF(unit_x - unit_y) * (a + b)) ** 2 <= (2 * normF(x - y)) ** 2,
            Combine({"least": 2 * (a - b) ** 2 / (a * b), "both squares": (a + b) ** 2, "difference": -4}),
        ),
        cite("first", normF(unit_x - unit_y) * (a + b) <= 2 * normF(x - y), "square-roots",
             {"x": normF(unit_x - unit_y) * (a + b), "y": 2 * normF(x - y)}),
    ),
)  # fmt: skip

at = Index("i", 1, n)
column = Q_n @ Unit(n, at)
orthogonal_columns = Proof(
    "the square of the length is an entry of Q^T Q = I",
    (
        Step("columns", eq(Q_n.T @ Q_n, one), Identity()),
        Step("unit", eq(Unit(n, at).T @ Unit(n, at), Id(1)), Identity()),
        Step(
            "square",
            eq(column.T @ column, Id(1)),
            Multiply({"columns": (Unit(n, at).T, Unit(n, at)), "unit": (None, None)}),
        ),
        Step("length", eq(normF(column) ** 2, 1), Combine({"square": 1})),
        cite("claim", eq(normF(column), 1), "equal-squares", {"x": normF(column), "y": 1}),
    ),
)

product, gram = V @ N, N.T @ N
orthonormal_factor = Proof(
    "the Gram matrix of V N is that of N, and there are no more columns than rows",
    (
        cite("identity", eq(smax(Id(m)), 1), "identity-extremes", {n: m}, 2),
        cite("all", eq(s(1 * Id(m)), 1), "scaled-identity", {"c": 1, n: m}),
        Step("squares", eq(s(Id(m)) ** 2, 1), Combine({"all": s(Id(m)) + 1})),
        Step("sum", eq(total(s(Id(m)) ** 2), m), Summed("squares")),
        cite("rank", total(s(Id(m)) ** 2) <= rank(Id(m)) * smax(Id(m)) ** 2, "rank", {T: Id(m), r: m, q: m}),
        Step("ranks", eq(rank(V.T @ V), rank(Id(m))), Congruence("given 0")),
        cite("factor", rank(V.T @ V) <= rank(V), "rank-of-product", {"X": V.T, "Y": V, r: m, q: n, "p": m}, 0),
        cite("size", rank(V) <= n, "rank-below-size", {T: V, r: n, q: m}, 0),
        Step(
            "few",
            m <= n,
            Combine({"sum": -1, "rank": 1, "ranks": -1, "factor": 1, "size": 1,
                     "identity": rank(Id(m)) * (smax(Id(m)) + 1)}),
        ),
        Step("grams", eq(product.T @ product, gram), Multiply({"given 0": (N.T, N)})),
        cite("outer", eq(lmax(product.T @ product), smax(product) ** 2), "gram-norm", {T: product, r: n, q: m}, 1),
        cite("inner", eq(lmax(gram), smax(N) ** 2), "gram-norm", {T: N, r: m, q: m}, 1),
        Step("largest", eq(lmax(product.T @ product), lmax(gram)), Congruence("grams")),
        Step("norms squared", eq(smax(product) ** 2, smax(N) ** 2), Combine({"outer": -1, "largest": 1, "inner": 1})),
        cite("first", eq(smax(product), smax(N)), "equal-squares", {"x": smax(product), "y": smax(N)}),
        cite("outer least", eq(lmin(product.T @ product), smin(product.T) ** 2), "gram-extremes",
             {T: product.T, r: m, q: n}, 1),
        cite("inner least", eq(lmin(gram), smin(N.T) ** 2), "gram-extremes", {T: N.T, r: m, q: m}, 1),
        Step("least", eq(lmin(product.T @ product), lmin(gram)), Congruence("grams")),
        Step("least squared", eq(smin(product.T) ** 2, smin(N.T) ** 2),
             Combine({"outer least": -1, "least": 1, "inner least": 1})),
        cite("least values", eq(smin(product.T), smin(N.T)), "equal-squares",
             {"x": smin(product.T), "y": smin(N.T)}),
        cite("turned", eq(smin(product.T), smin(product)), "transpose", {T: product, r: n, q: m}, 1),
        cite("turned N", eq(smin(N.T), smin(N)), "transpose", {T: N, r: m, q: m}, 1),
        Step("second", eq(smin(product), smin(N)), Combine({"turned": -1, "least values": 1, "turned N": 1})),
        *(
            step
            for name, Z, rows in (("V N", product, n), ("N", N, m))
            for step in (
                Step(f"{name}, not zero", smax(Z) > 0, Defined()),
                cite(f"{name}, square", eq(smax(Z.T @ Z), smax(Z) ** 2), "gram-norms", {T: Z, r: rows, q: m}, 0),
                Step(
                    f"{name}, positive",
                    smax(Z.T @ Z) > 0,
                    Combine({f"{name}, square": -1, f"{name}, not zero": smax(Z)}),
                ),
            )
        ),
        cite("outer condition", eq(cond(product.T @ product), cond(product) ** 2), "condition-of-gram",
             {T: product, r: n, q: m}, 0),
        cite("inner condition", eq(cond(gram), cond(N) ** 2), "condition-of-gram", {T: N, r: m, q: m}, 0),
        Step("conditions", eq(cond(product.T @ product), cond(gram)), Congruence("grams")),
        Step("condition squared", eq(cond(product) ** 2, cond(N) ** 2),
             Combine({"outer condition": -1, "conditions": 1, "inner condition": 1})),
        cite("third", eq(cond(product), cond(N)), "equal-squares", {"x": cond(product), "y": cond(N)}),
        Step("traces", eq(tr(product.T @ product), tr(gram)), Congruence("grams")),
        Step("lengths squared", eq(normF(product) ** 2, normF(N) ** 2), Combine({"traces": 1})),
        cite("fourth", eq(normF(product), normF(N)), "equal-squares", {"x": normF(product), "y": normF(N)}),
    ),
)  # fmt: skip

PROOFS = {
    "classical.normalised-columns": normalised_columns,
    "classical.orthogonal-columns": orthogonal_columns,
    "classical.orthonormal-factor": orthonormal_factor,
}
