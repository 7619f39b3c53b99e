"""Ranks of products, sums and Kronecker products, by traces of projectors; signs, projections and Eckart and Young."""

from typing import Any

from lemmata.theorems.classical import M, T, n, q, r
from lemmata.theorems.classical.norm_theorems import W
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.ranks_proofs import (
    below,
    idempotent,
    idempotent_rows,
    penrose,
    same_projector,
)
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.classical.regular import X, Y, p
from lemmata.theorems.language import Id, Index, SumOver, Unit, eq, kron, normF, pinv, rank, smax, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Combine, Congruence, Multiply, Proof, Sign, Step, Summed

XY = X @ Y
A, B = pinv(X) @ X, Y @ pinv(Y)
Z = A @ B
V = XY @ pinv(Y)
both = (Id(q) - A) @ (Id(q) - B)
C = Z @ pinv(Z)
half = quantity(1) / 2


def traced(name: str, A: Any, C: Any, which: dict[Any, Any]) -> tuple[Step, ...]:  # noqa: N803
    """tr(A C^T) = tr(C^T A), where a normal form would bring Kronecker products together first."""
    return (
        *(
            cite(f"{name}, {part}", eq(normF(U) ** 2, tr(U @ U.T)), "frobenius-of-transpose", {T: U, **which})
            for part, U in (("first", A), ("second", C), ("sum", A + C))
        ),
        Step(
            name,
            eq(tr(A @ C.T), tr(C.T @ A)),
            Combine({f"{name}, sum": -half, f"{name}, first": half, f"{name}, second": half}),
        ),
    )


rest_A, rest_B = Id(q) - A, Id(q) - B  # noqa: N816
columns_of_XY, columns_of_V = XY @ pinv(XY), V @ pinv(V)  # noqa: N816
rank_of_product = Proof(
    "tr(P - Q) is the squared length of P - Q for projectors with Q P = Q; tr (I - A)(I - B) is not negative",
    (
        *penrose("X", X, r, q),
        *penrose("Y", Y, q, p),
        *penrose("XY", XY, r, p),
        idempotent_rows("of Y", "Y", pinv(Y) @ Y, Y),
        idempotent_rows("of XY", "XY", pinv(XY) @ XY, XY),
        Step("less, within", eq(pinv(XY) @ XY @ pinv(Y) @ Y, pinv(XY) @ XY),
             Multiply({"Y, whole": (pinv(XY) @ X, None)})),
        *below("less", pinv(Y) @ Y, pinv(XY) @ XY, p, ("of Y", "of XY"), ("Y, right", "XY, right")),
        Step("first", rank(XY) <= rank(Y), Combine({"less": 1, "Y, rank": 1, "XY, rank": -1})),
        # Z = X^+ V and V = X Y Y^+, so that rank(Z) <= rank(V) <= rank(X Y)
        *penrose("Z", Z, q, q),
        *penrose("V", V, r, q),
        idempotent_rows("of V", "V", pinv(V) @ V, V),
        idempotent_rows("of Z", "Z", pinv(Z) @ Z, Z),
        Step("rows, within", eq(pinv(Z) @ Z @ pinv(V) @ V, pinv(Z) @ Z),
             Multiply({"V, whole": (pinv(Z) @ pinv(X), None)})),
        *below("rows", pinv(V) @ V, pinv(Z) @ Z, q, ("of V", "of Z"), ("V, right", "Z, right")),
        idempotent("columns of V", "V", columns_of_V, V),
        idempotent("columns of XY", "XY", columns_of_XY, XY),
        Step("kept", eq(columns_of_XY @ columns_of_V, columns_of_V),
             Multiply({"XY, whole": (None, pinv(Y) @ pinv(V))})),
        Step("kept, turned", eq((columns_of_XY @ columns_of_V).T, columns_of_V.T), Congruence("kept")),
        Step("columns, within", eq(columns_of_V @ columns_of_XY, columns_of_V),
             Multiply({"kept, turned": (None, None), "XY, left": (-columns_of_V.T, None),
                       "V, left": (None, Id(r) - columns_of_XY)})),
        *below("columns", columns_of_XY, columns_of_V, r, ("columns of XY", "columns of V"), ("XY, left", "V, left")),
        Step("rank of Z", rank(Z) <= rank(XY),
             Combine({"rows": 1, "V, rank": 1, "Z, rank": -1, "columns": 1, "XY, rank": 1})),
        # tr (I - A)(I - B) = |(I - A)(I - B)|^2
        idempotent_rows("of X", "X", A, X),
        idempotent("columns of Y", "Y", B, Y),
        Step("rest of X", eq(rest_A.T @ rest_A, rest_A),
             Multiply({"X, right": (-1, rest_A), "of X, idempotent": (None, None)})),
        Step("rest of Y", eq(rest_B @ rest_B.T, rest_B),
             Multiply({"Y, left": (-rest_B, None), "columns of Y, idempotent": (None, None)})),
        Step("left", eq(both.T @ both, rest_B.T @ rest_A @ rest_B), Multiply({"rest of X": (rest_B.T, rest_B)})),
        Step("lefts", eq(tr(both.T @ both), tr(rest_B.T @ rest_A @ rest_B)), Congruence("left")),
        Step("right", eq(rest_A @ rest_B @ rest_B.T, rest_A @ rest_B), Multiply({"rest of Y": (rest_A, None)})),
        Step("rights", eq(tr(rest_A @ rest_B @ rest_B.T), tr(rest_A @ rest_B)), Congruence("right")),
        Step("square", normF(both) ** 2 >= 0, Sign()),
        Step("traces", tr(A) + tr(B) - q <= tr(Z), Combine({"square": 1, "lefts": 1, "rights": 1})),
        # tr Z = tr C^T Z <= |C| |C Z| <= |C|^2 smax(Z)
        Step("projected", eq(C.T @ Z, Z), Multiply({"Z, left": (None, Z), "Z, whole": (None, None)})),
        Step("projections", eq(tr(C.T @ Z), tr(Z)), Congruence("projected")),
        cite("product", abs(tr(C.T @ Z)) <= normF(C) * normF(Z), "inner-product", {T: C, S: Z}),
        cite("modulus", tr(C.T @ Z) <= abs(tr(C.T @ Z)), "modulus", {"x": tr(C.T @ Z)}, 1),
        Step("lengths", eq(normF(C @ Z), normF(Z)), Congruence("Z, whole")),
        cite("shorter", normF(C @ Z) <= normF(C) * smax(Z), "frobenius-right-factor", {T: C, "U": Z}),
        cite("length", eq(normF(C) ** 2, rank(Z)), "pseudo-inverse-rank", {T: Z}, 0),
        cite("of A", smax(A) <= 1, "pseudo-inverse-projectors", {T: X}, 1),
        cite("of B", smax(B) <= 1, "pseudo-inverse-projectors", {T: Y}, 0),
        cite("norm", smax(Z) <= smax(A) * smax(B), "norm-of-product", {T: A, "U": B}),
        Step("at most one", smax(Z) <= 1, Combine({"norm": 1, "of A": smax(B), "of B": 1})),
        Step("trace of Z", tr(Z) <= rank(Z),
             Combine({"projections": -1, "modulus": 1, "product": 1, "lengths": -normF(C), "shorter": normF(C),
                      "length": 1, "at most one": normF(C) ** 2})),
        Step("second", rank(X) + rank(Y) - q <= rank(XY),
             Combine({"traces": 1, "trace of Z": 1, "rank of Z": 1, "X, rank": -1, "Y, rank": -1})),
    ),
)  # fmt: skip

F, H = T @ pinv(T), M @ pinv(M)
product, inverse = kron(T, M), kron(pinv(T), pinv(M))
P, Q = kron(F, H), product @ pinv(product)
rank_of_kronecker = Proof(
    "the Kronecker product of the projectors onto the ranges is the projector onto the range",
    (
        *penrose("T", T, r, q),
        *penrose("M", M, n, n),
        *penrose("product", product, r * n, q * n),
        Step("first factor", eq(kron(F.T, H.T), kron(F, H.T)), Congruence("T, left")),
        Step("second factor", eq(kron(F, H.T), kron(F, H)), Congruence("M, left")),
        Step("symmetric", eq(P.T, P), Multiply({"first factor": (None, None), "second factor": (None, None)})),
        Step("whole first", eq(kron(F @ T, H @ M), kron(T, H @ M)), Congruence("T, whole")),
        Step("whole second", eq(kron(T, H @ M), kron(T, M)), Congruence("M, whole")),
        Step("same, one", eq(P @ Q, Q),
             Multiply({"whole first": (None, pinv(product)), "whole second": (None, pinv(product))})),
        Step("same, other", eq(Q @ P, P), Multiply({"product, whole": (None, inverse)})),
        *same_projector("same", P, Q, r * n, ("symmetric", "product, left")),
        Step("gram", eq(H @ H.T, H), Multiply({"M, left": (H, None), "M, whole": (None, pinv(M))})),
        Step("grams", eq(tr(kron(F, H @ H.T)), tr(kron(F, H))), Congruence("gram")),
        Step("gram traces", eq(tr(H @ H.T), tr(H)), Congruence("gram")),
        cite("trace", eq(tr(kron(F, H @ H.T)), tr(F) * tr(H @ H.T)), "kronecker-trace", {M: F, W: H, n: r, r: n, q: n}),
        Step("claim", eq(rank(product), rank(T) * rank(M)),
             Combine({"product, rank": -1, "same, traces": -1, "grams": -1, "trace": 1, "gram traces": tr(F),
                      "T, rank": tr(H), "M, rank": rank(T)})),
    ),
)  # fmt: skip

G = W @ W.T
i = Index("i", 1, n)
e = Unit(n, i)
kronecker_trace = Proof(
    "block by block, I being the sum of e_i e_i^T",
    (
        units("units", n),
        Step("whole", eq(tr(kron(M @ resolution(n), G)), tr(kron(M, G))), Congruence("units")),
        *traced("turned", kron(M @ e, W), kron(e, W), {}),
        Step("block", eq(tr(kron(M @ e @ e.T, G)), tr(e.T @ M @ e) * tr(G)), Combine({"turned": 1})),
        Step("blocks", eq(SumOver(i, 1, n, tr(kron(M @ e @ e.T, G))), SumOver(i, 1, n, tr(e.T @ M @ e) * tr(G))),
             Summed("block", i)),
        cite("trace", eq(tr(M), SumOver(i, 1, n, tr(e.T @ M @ e))), "trace-by-units"),
        Step("claim", eq(tr(kron(M, G)), tr(M) * tr(G)), Combine({"whole": -1, "blocks": 1, "trace": -tr(G)})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.kronecker-trace": kronecker_trace,
    "classical.rank-of-kronecker": rank_of_kronecker,
    "classical.rank-of-product": rank_of_product,
}
