"""Ranks of sums, by blocks beside and below each other; signs, projections; distances from matrices of low rank."""

from typing import Any

from lemmata.theorems.classical import M, T, n, q, r
from lemmata.theorems.classical.compression_theorems import f as k
from lemmata.theorems.classical.compression_theorems import o
from lemmata.theorems.classical.eigenvalue_theorems import K, L
from lemmata.theorems.classical.norm_theorems import W
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.ranks_proofs import penrose, same_projector
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.classical.schatten_theorems import F as projection
from lemmata.theorems.classical.schatten_theorems import V
from lemmata.theorems.language import (
    Id,
    Index,
    Matrix,
    SumOver,
    Unit,
    det,
    eq,
    kron,
    lmax,
    lmin,
    pinv,
    rank,
    s,
    smax,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    At,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Sign,
    SomeTerms,
    Step,
    Summed,
)

one, two = Unit(2, 1), Unit(2, 2)


def diagonal(X: Any, Y: Any) -> Any:  # noqa: N803
    """Two blocks on the diagonal."""
    return kron(one @ one.T, X) + kron(two @ two.T, Y)


F, H = T @ pinv(T), S @ pinv(S)
D, J = diagonal(T, S), diagonal(pinv(T), pinv(S))
P, Q = diagonal(F, H), D @ pinv(D)
beside, below = kron((one + two).T, Id(r)), kron(one + two, Id(q))


def block_trace(name: str, e: Any, X: Any, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """tr(e e^T kron X) = tr(X) for X = Z Z^+, e a unit column."""
    return (
        Step(
            f"{name}, gram", eq(X @ X.T, X), Multiply({f"{name}, left": (X, None), f"{name}, whole": (None, pinv(Z))})
        ),
        Step(f"{name}, grams", eq(tr(kron(e @ e.T, X @ X.T)), tr(kron(e @ e.T, X))), Congruence(f"{name}, gram")),
        Step(f"{name}, gram traces", eq(tr(X @ X.T), tr(X)), Congruence(f"{name}, gram")),
        cite(
            f"{name}, product",
            eq(tr(kron(e @ e.T, X @ X.T)), tr(e @ e.T) * tr(X @ X.T)),
            "kronecker-trace",
            {M: e @ e.T, W: X, n: 2, q: r},
        ),
        Step(
            f"{name}, trace",
            eq(tr(kron(e @ e.T, X)), rank(Z)),
            Combine({f"{name}, grams": -1, f"{name}, product": 1, f"{name}, gram traces": 1, f"{name}, rank": 1}),
        ),
    )


rank_of_sum = Proof(
    "T + S is a product of a matrix with the blocks T and S on its diagonal, whose rank is the sum",
    (
        *penrose("T", T, r, q),
        *penrose("S", S, r, q),
        *penrose("D", D, 2 * r, 2 * q),
        *(
            step
            for name, e, X in (("T", one, F), ("S", two, H))
            for step in (
                Step(f"{name}, turned", eq(kron(e @ e.T, X.T), kron(e @ e.T, X)), Congruence(f"{name}, left")),
                Step(f"{name}, kept", eq(kron(e @ e.T, X @ (T if name == "T" else S)),
                                         kron(e @ e.T, T if name == "T" else S)), Congruence(f"{name}, whole")),
            )
        ),
        Step("symmetric", eq(P.T, P), Multiply({"T, turned": (None, None), "S, turned": (None, None)})),
        Step("P D", eq(P @ D, D), Multiply({"T, kept": (None, None), "S, kept": (None, None)})),
        Step("D J", eq(D @ J, P), Multiply({})),
        Step("same, one", eq(P @ Q, Q), Multiply({"P D": (None, pinv(D))})),
        Step("same, other", eq(Q @ P, P), Multiply({"D J": (Id(2 * r) - Q, None), "D, whole": (None, J)})),
        *same_projector("same", P, Q, 2 * r, ("symmetric", "D, left")),
        *block_trace("T", one, F, T),
        *block_trace("S", two, H, S),
        Step("rank of D", eq(rank(D), rank(T) + rank(S)),
             Combine({"D, rank": -1, "same, traces": -1, "T, trace": 1, "S, trace": 1})),
        cite("right factor", rank(beside @ D) <= rank(D), "rank-of-product", {"X": beside, "Y": D}, 0),
        cite("left factor", rank(beside @ D @ below) <= rank(beside @ D), "rank-of-left-factor",
             {T: beside @ D, "U": below}),
        Step("sum", eq(beside @ D @ below, T + S), Multiply({})),
        Step("ranks", eq(rank(beside @ D @ below), rank(T + S)), Congruence("sum")),
        Step("claim", rank(T + S) <= rank(T) + rank(S),
             Combine({"ranks": -1, "left factor": 1, "right factor": 1, "rank of D": 1})),
    ),
)  # fmt: skip

R, B = sqrtm(K), kron(one.T, sqrtm(K)) + kron(two.T, sqrtm(L))
first_block = kron(one, Id(n))
rank_of_psd_sum = Proof(
    "K^(1/2) is a block of B with B B^T = K + L",
    (
        Step("root", eq(R @ R.T, K), Identity()),
        Step("both", eq(B @ B.T, K + L), Multiply({})),
        Step("part", eq(B @ first_block, R), Multiply({})),
        cite("of the root", eq(rank(R @ R.T), rank(R)), "rank-of-transpose", {T: R}, 2),
        Step("roots", eq(rank(R @ R.T), rank(K)), Congruence("root")),
        cite("of both", eq(rank(B @ B.T), rank(B)), "rank-of-transpose", {T: B}, 2),
        Step("sums", eq(rank(B @ B.T), rank(K + L)), Congruence("both")),
        cite("of a part", rank(B @ first_block) <= rank(B), "rank-of-left-factor", {T: B, "U": first_block}),
        Step("parts", eq(rank(B @ first_block), rank(R)), Congruence("part")),
        Step("first", rank(K) <= rank(K + L),
             Combine({"of the root": -1, "roots": 1, "of both": 1, "sums": -1, "of a part": 1, "parts": 1})),
        cite("second", rank(K + L) <= rank(K) + rank(L), "rank-of-sum", {T: K, "S": L}),
    ),
)  # fmt: skip
N = projection
whole, G = Id(n), N @ pinv(N)
signs_and_projections = Proof(
    "V^T V = I, F^T F = F and (I - F)^T (I - F) = I - F; F is the projector onto its range",
    (
        cite("unit", eq(lmax(whole), 1), "identity-extremes", {}, 1),
        cite("unit determinant", eq(det(whole), 1), "identity-extremes", {}, 4),
        Step("signs", eq(V.T @ V, whole), Identity()),
        Step("largest", eq(lmax(V.T @ V), lmax(whole)), Congruence("signs")),
        cite("norm", eq(lmax(V.T @ V), smax(V) ** 2), "gram-norm", {T: V}, 1),
        Step("square", eq(smax(V) ** 2, 1), Combine({"norm": -1, "largest": 1, "unit": 1})),
        cite("first", eq(smax(V), 1), "equal-squares", {"x": smax(V), "y": 1}),
        Step("determinants", eq(det(V.T @ V), det(whole)), Congruence("signs")),
        cite("gram determinant", eq(det(V.T @ V), det(V) ** 2), "determinant-of-gram", {M: V}, 0),
        Step("square of it", eq(abs(det(V)) ** 2, 1),
             Combine({"gram determinant": -1, "determinants": 1, "unit determinant": 1})),
        cite("second", eq(abs(det(V)), 1), "equal-squares", {"x": abs(det(V)), "y": 1}),
        Step("gram", eq(N.T @ N, N), Identity()),
        Step("grams", eq(lmin(N.T @ N), lmin(N)), Congruence("gram")),
        cite("gram sign", lmin(N.T @ N) >= 0, "gram-psd", {T: N}),
        Step("fourth", lmin(N) >= 0, Combine({"grams": 1, "gram sign": 1})),
        Step("rest", eq((whole - N).T @ (whole - N), whole - N), Identity()),
        Step("rests", eq(lmin((whole - N).T @ (whole - N)), lmin(whole - N)), Congruence("rest")),
        cite("rest sign", lmin((whole - N).T @ (whole - N)) >= 0, "gram-psd", {T: whole - N}),
        Step("seventh", lmin(whole - N) >= 0, Combine({"rests": 1, "rest sign": 1})),
        cite("complement", eq(lmin(1 * whole - 1 * N), 1 - lmax(N)), "affine-spectrum", {"A": N, "a": 1, "c": 1}, 1),
        Step("fifth", lmax(N) <= 1, Combine({"complement": 1, "seventh": 1})),
        cite("same norm", eq(smax(N), lmax(N)), "psd-extremes", {"K": N}, 0),
        Step("third", smax(N) <= 1, Combine({"same norm": 1, "fifth": 1})),
        *penrose("F", N, n, n),
        Step("symmetric", eq(N.T, N), Identity()),
        Step("same, one", eq(N @ G, G), Multiply({"gram": (None, pinv(N)), "symmetric": (-1, G)})),
        Step("same, other", eq(G @ N, N), Multiply({"F, whole": (None, None)})),
        *same_projector("same", N, G, n, ("symmetric", "F, left")),
        Step("sixth", eq(tr(N), rank(N)), Combine({"same, traces": 1, "F, rank": 1})),
    ),
)  # fmt: skip

square, X, Y = Matrix("M", o, o), Matrix("X", o, k), Matrix("Y", k, o)
Z = X @ Y
C = Z @ pinv(Z)
at = Index("l", 1, k + 1)
value = s(C, k + 1)
eckart_young = Proof(
    "the projector onto the range of X Y has trace k at most, and singular values that are their squares",
    (
        *penrose("Z", Z, o, o),
        Step("idempotent", eq(C.T @ C, C), Multiply({"Z, left": (None, C), "Z, whole": (None, pinv(Z))})),
        Step("least", eq(lmin(C.T @ C), lmin(C)), Congruence("idempotent")),
        cite("gram", lmin(C.T @ C) >= 0, "gram-psd", {T: C}),
        Step("semidefinite", lmin(C) >= 0, Combine({"least": 1, "gram": 1})),
        Step("symmetric", eq(C.T, C), Multiply({"Z, left": (None, None)})),
        cite("sum", eq(total(s(C)), tr(C)), "psd-extremes", {"K": C}, 2),
        cite("left factor", rank(Z) <= rank(X), "rank-of-left-factor", {T: X, "U": Y}),
        cite("columns", rank(X) <= k, "rank-below-size", {T: X}, 1),
        Step("at most k", total(s(C)) <= k, Combine({"sum": 1, "Z, rank": 1, "left factor": 1, "columns": 1})),
        Step("values", s(C) >= 0, Sign()),
        Step("first ones", SumOver(at, 1, k + 1, s(C, at)) <= total(s(C)), SomeTerms("values", ((1, k + 1),))),
        cite("order", value <= s(C, at), "descending-singular-values", {M: C}, 0, {"i": at, "j": k + 2 - at}),
        Step("last of them", (k + 1) * value <= SumOver(at, 1, k + 1, s(C, at)), Summed("order", at)),
        Step("small", (k + 1) * value <= k, Combine({"last of them": 1, "first ones": 1, "at most k": 1})),
        cite("squares", eq(s(C.T @ C), s(C) ** 2), "gram-singular-values", {M: C}, 0),
        Step("square", eq(s(C.T @ C, k + 1), value**2), At("squares", k + 1)),
        Step("same value", eq(s(C.T @ C, k + 1), value), Congruence("idempotent")),
        Step("nothing", value <= 0, Combine({"small": value, "square": k + 1, "same value": -(k + 1)})),
        cite("product", s(C @ Z) <= s(C) * smax(Z), "submultiplicative", {M: C, "P": Z}, 0),
        Step("product at k + 1", s(C @ Z, k + 1) <= value * smax(Z), At("product", k + 1)),
        Step("projected", eq(s(C @ Z, k + 1), s(Z, k + 1)), Congruence("Z, whole")),
        cite("difference", s(square, k + 1) <= s(square - Z, 1) + s(Z, k + 1), "singular-of-difference", {"P": Z}, 0,
             {"i": 1, "j": k + 1}),
        Step("claim", s(square, k + 1) <= smax(square - Z),
             Combine({"difference": 1, "projected": -1, "product at k + 1": 1, "nothing": smax(Z)})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.rank-of-sum": rank_of_sum,
    "classical.rank-of-psd-sum": rank_of_psd_sum,
    "classical.signs-and-projections": signs_and_projections,
    "classical.eckart-young": eckart_young,
}
