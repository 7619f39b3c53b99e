"""Largest entries of sums and multiples; ranks and sizes; roots of determinants; Schur complements."""

from lemmata.theorems.classical import T, c, n, q, r
from lemmata.theorems.classical.compression_theorems import H, f, lower, o, upper
from lemmata.theorems.classical.definite_theorems import D, E
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.largest_proofs import all_at_most
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.language import Id, Index, det, eq, inv, lmax, lmin, maxabs, rank, smax, tr
from lemmata.theorems.language.proof import Antisymmetric, Cases, Combine, Proof, Sign, Step

i, j = Index("i", 1, r), Index("j", 1, q)
at = {"i": i, "j": j}
cell, other = entry_at(T, i, j), entry_at(S, i, j)
bound = maxabs(T) + maxabs(S)
triangle = Proof(
    "the triangle inequality of numbers, entry by entry",
    (
        cite("entry", abs(cell) <= maxabs(T), "entries", {"T": T}, 0, at),
        cite("other", abs(other) <= maxabs(S), "entries", {"T": S}, 0, at),
        cite("above", cell <= abs(cell), "modulus", {"x": cell}, 1),
        cite("below", -abs(cell) <= cell, "modulus", {"x": cell}, 0),
        cite("other, above", other <= abs(other), "modulus", {"x": other}, 1),
        cite("other, below", -abs(other) <= other, "modulus", {"x": other}, 0),
        Step("upper", cell + other <= bound, Combine({"entry": 1, "other": 1, "above": 1, "other, above": 1})),
        Step("lower", -bound <= cell + other, Combine({"entry": 1, "other": 1, "below": 1, "other, below": 1})),
        cite("modulus", abs(cell + other) <= bound, "modulus-bound", {"x": cell + other, "c": bound}),
        *all_at_most("claim", T + S, bound, "modulus"),
    ),
)

size, scaled = abs(c) * maxabs(T), maxabs(c * T)
multiple = Proof(
    "|c t| = |c| |t|, entry by entry; divided by |c| where it is not zero",
    (
        cite(
            "moduli",
            eq(abs(c * cell), abs(c) * abs(cell)),
            "equal-squares",
            {"x": abs(c * cell), "y": abs(c) * abs(cell)},
        ),
        cite("entry", abs(cell) <= maxabs(T), "entries", {"T": T}, 0, at),
        Step("factor", abs(c) >= 0, Sign()),
        Step("bound", abs(c * cell) <= size, Combine({"moduli": 1, "entry": abs(c)})),
        *all_at_most("at most", c * T, size, "bound"),
        cite("entry of c T", abs(c * cell) <= scaled, "entries", {"T": c * T}, 0, at),
        Step("not negative", scaled >= 0, Sign()),
        Step("largest", maxabs(T) >= 0, Sign()),
        Step(
            "at least",
            size <= scaled,
            Cases(
                abs(c) > 0,
                (
                    Step(
                        "quotient",
                        abs(cell) <= scaled / abs(c),
                        Combine({"moduli": -1 / abs(c), "entry of c T": 1 / abs(c)}),
                    ),
                    *all_at_most("divided", T, scaled / abs(c), "quotient"),
                    Step("times", size <= scaled, Combine({"divided": abs(c)})),
                ),
                (Step("zero", size <= scaled, Combine({"case": maxabs(T), "not negative": 1})),),
            ),
        ),
        Step("claim", eq(scaled, size), Antisymmetric("at most", "at least")),
    ),
)

below_size = Proof(
    "the rank of the identity is at most its order, by Sylvester's inequality",
    (
        cite("identity", rank(T) + rank(Id(q)) - q <= rank(T @ Id(q)), "rank-of-product", {"X": T, "Y": Id(q)}, 1),
        cite("product", rank(T @ Id(q)) <= rank(Id(q)), "rank-of-product", {"X": T, "Y": Id(q)}, 0),
        Step("second", rank(T) <= q, Combine({"identity": 1, "product": 1})),
        cite("turned", rank(T.T) + rank(Id(r)) - r <= rank(T.T @ Id(r)), "rank-of-product", {"X": T.T, "Y": Id(r)}, 1),
        cite("turned product", rank(T.T @ Id(r)) <= rank(Id(r)), "rank-of-product", {"X": T.T, "Y": Id(r)}, 0),
        cite("transpose", eq(rank(T.T), rank(T)), "rank-of-transpose", {"T": T}, 0),
        Step("first", rank(T) <= r, Combine({"turned": 1, "turned product": 1, "transpose": 1})),
    ),
)

power = 1 / n
roots_grow = Proof(
    "determinants keep the order, and so do powers",
    (
        Step("D", lmin(D) > 0, Sign()),
        Step("E", lmin(E) > 0, Sign()),
        Step("K", lmin(D) >= 0, Combine({"D": 1})),
        Step("L", lmin(E) >= 0, Combine({"E": 1})),
        cite("determinants", det(D) <= det(E), "determinant-grows", {"L": E, "K": D, "D": D}, 0),
        cite("positive", det(D) >= 0, "determinant-of-definite", {"D": D, "K": D}, 1),
        Step("exponent", power > 0, Sign()),
        cite("claim", det(D) ** power <= det(E) ** power, "powers-grow", {"x": det(D), "y": det(E), "p": power}),
    ),
)

block = lower @ H @ lower.T
part = block - lower @ H @ upper.T @ inv(upper @ H @ upper.T) @ upper @ H @ lower.T
within = {"n": o, "a": f + 1, "b": o}
complement_below = Proof(
    "the complement lies between zero and its block",
    (
        cite("sign", lmin(part) >= 0, "schur-complement", {}, 1),
        cite("below", lmin(block - part) >= 0, "schur-complement", {}, 3),
        Step("H", lmin(H) > 0, Sign()),
        Step("H, not negative", lmin(H) >= 0, Combine({"H": 1})),
        cite("largest", lmax(part) <= lmax(block), "loewner-eigenvalues", {"B": block, "A": part}, 1),
        cite("extreme", lmax(block) <= lmax(H), "compression-extremes", within | {"A": H}, 0),
        Step("first", lmax(part) <= lmax(H), Combine({"largest": 1, "extreme": 1})),
        cite("block", lmin(block) >= 0, "compression-trace", within | {"K": H}, 2),
        cite("trace", tr(part) <= tr(block), "loewner-trace", {"B": block, "A": part, "K": block}, 0),
        cite("trace of block", tr(block) <= tr(H), "compression-trace", within | {"K": H}, 0),
        Step("second", tr(part) <= tr(H), Combine({"trace": 1, "trace of block": 1})),
        cite("norm", eq(smax(part), lmax(part)), "psd-extremes", {"K": part}, 0),
        cite("norm of H", eq(smax(H), lmax(H)), "psd-extremes", {"K": H}, 0),
        Step("third", smax(part) <= smax(H), Combine({"norm": 1, "norm of H": -1, "first": 1})),
    ),
)

PROOFS = {
    "classical.entries-triangle": triangle,
    "classical.largest-entry-of-multiple": multiple,
    "classical.rank-below-size": below_size,
    "classical.determinant-roots-grow": roots_grow,
    "classical.schur-complement-below": complement_below,
}
