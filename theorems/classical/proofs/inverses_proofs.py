"""Inverses, from unit singular vectors and eigenvectors."""

from lemmata.theorems.classical import A, M, T, n, q, r, rectangular, x
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.classical.rectangular import y
from lemmata.theorems.language import Id, Vector, eq, inv, lam, lmax, lmin, s, smax, smin, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Identity,
    Multiply,
    Proof,
    Refute,
    SingularVectors,
    Step,
)

one = Id(1)
u, v = Vector("u", n), Vector("v", n)
pair = SingularVectors(M, n, u, v)
least, K = smin(M), inv(M)
through = tr(u.T @ K @ v)
last = (
    Step("image", eq(M @ u, least * v), pair),
    Step("unit u", eq(u.T @ u, one), pair),
    Step("unit v", eq(v.T @ v, one), pair),
    Step("back", eq(K @ M @ u, u), Identity()),
    Step(
        "product",
        eq((least * through) * one, one),
        Multiply({"image": (-u.T @ K, None), "back": (u.T, None), "unit u": (1, None)}),
    ),
)
non_singular = Proof(
    "1 = u^T M^-1 M u = s_n(M) u^T M^-1 v",
    (
        *last,
        Step("number", eq(least * through, 1), Combine({"product": 1})),
        Step("squares", least**2 * through**2 > 0, Combine({"number": -(least * through + 1)})),
        Step("square", least**2 > 0, Apply("classical.positive-factors", {number: least**2, other: through**2}, 0)),
        Step("claim", least > 0, Apply("classical.positive-square", {number: least})),
    ),
)

a, b = Vector("a", n), Vector("b", n)
top = SingularVectors(K, 1, a, b)
largest = smax(K)
inverse_norm = Proof(
    "M^-1 at a last left singular vector of M, and M at a first left singular vector of M^-1",
    (
        *last,
        Step("inverse image", eq(least * K @ v, u), Multiply({"image": (-K, None), "back": (None, None)})),
        Step(
            "stretching",
            tr(v.T @ K.T @ K @ v) <= largest**2 * tr(v.T @ v),
            Apply("classical.stretching", {T: K, y: v}),
        ),
        Step("unit", eq(tr(v.T @ v), 1), Combine({"unit v": 1})),
        Step(
            "its length",
            eq(least**2 * (v.T @ K.T @ K @ v), one),
            Multiply({"inverse image": (least * v.T @ K.T + u.T, None), "unit u": (None, None)}),
        ),
        Step(
            "at least",
            (largest * least) ** 2 >= 1,
            Combine({"stretching": least**2, "unit": least**2 * largest**2, "its length": -1}),
        ),
        Step("first", eq(K @ a, largest * b), top),
        Step("unit a", eq(a.T @ a, one), top),
        Step("unit b", eq(b.T @ b, one), top),
        Step("forth", eq(M @ K @ a, a), Identity()),
        Step("preimage", eq(largest * M @ b, a), Multiply({"first": (-M, None), "forth": (None, None)})),
        Step(
            "length",
            eq(largest**2 * (b.T @ M.T @ M @ b), one),
            Multiply({"preimage": (largest * b.T @ M.T + a.T, None), "unit a": (None, None)}),
        ),
        Step("gram", eq(s(M) ** 2, lam(M.T @ M)), Apply("classical.gram", conjunct=0)),
        Step("gram, last", eq(least**2, lmin(M.T @ M)), At("gram", n)),
        Step(
            "rayleigh",
            lmin(M.T @ M) * tr(b.T @ b) <= tr(b.T @ M.T @ M @ b),
            Apply("classical.rayleigh", {A: M.T @ M, x: b}, 0),
        ),
        Step("unit of b", eq(tr(b.T @ b), 1), Combine({"unit b": 1})),
        Step(
            "at most",
            (largest * least) ** 2 <= 1,
            Combine(
                {
                    "rayleigh": largest**2,
                    "gram, last": largest**2,
                    "unit of b": -(largest**2) * lmin(M.T @ M),
                    "length": 1,
                }
            ),
        ),
        Step("square", eq((largest * least) ** 2, 1), Antisymmetric("at most", "at least")),
        Step("claim", eq(largest * least, 1), Apply("classical.equal-squares", {number: largest * least, other: 1})),
    ),
)

# --- the pseudo-inverse of a matrix of full row rank

e = Vector("u", r)
G = inv(T @ T.T)
pseudo = T.T @ G
norm, low = smax(pseudo), smin(T)
preimage = G @ e
product = norm * low
wide = (
    Step("gram", eq(lmin(T @ T.T), low**2), Apply("classical.gram-extremes", conjunct=1)),
    Step(
        "rayleigh",
        lmin(T @ T.T) * tr(preimage.T @ preimage) <= tr(preimage.T @ T @ T.T @ preimage),
        Apply("classical.rayleigh", {A: T @ T.T, x: preimage}, 0),
    ),
    Step(
        "cauchy",
        tr(preimage.T @ e) ** 2 <= tr(preimage.T @ preimage) * tr(e.T @ e),
        Apply("classical.cauchy-schwarz", {rectangular.x: preimage, rectangular.z: e}),
    ),
    Step("value", eq(tr(preimage.T @ T @ T.T @ preimage), norm**2), Combine({"e, form": 1, "gram of P": 1})),
    Step("half", eq(preimage.T @ T @ T.T @ preimage, preimage.T @ e), Multiply({"forth": (preimage.T, None)})),
    Step(
        "squares",
        (norm * low) ** 2 * norm**2 <= norm**2,
        Combine(
            {
                "rayleigh": 1,
                "gram": -tr(preimage.T @ preimage),
                "value": 1 - low**2 * (tr(preimage.T @ e) + norm**2),
                "half": low**2 * (tr(preimage.T @ e) + norm**2),
                "cauchy": low**2,
                "unit": low**2 * tr(preimage.T @ preimage),
            }
        ),
    ),
    Step("at most one", product**2 <= 1, Refute({"contrary": 1, "squares": low**2})),
    Step("claim", product <= 1, Apply("classical.square-roots", {number: product, other: 1})),
)
image = pseudo @ e
tall = (
    Step("gram", eq(lmin(T.T @ T), smin(T.T) ** 2), Apply("classical.gram-extremes", {T: T.T}, 1)),
    Step("turned", eq(smin(T.T), low), Apply("classical.transpose", conjunct=1)),
    Step(
        "rayleigh",
        lmin(T.T @ T) * tr(image.T @ image) <= tr(image.T @ T.T @ T @ image),
        Apply("classical.rayleigh", {A: T.T @ T, x: image}, 0),
    ),
    Step(
        "back",
        eq(image.T @ T.T @ T @ image, e.T @ e),
        Multiply({"forth": (image.T @ T.T + e.T, None)}),
    ),
    Step(
        "squares",
        product**2 <= 1,
        Combine(
            {
                "rayleigh": 1,
                "gram": -tr(image.T @ image),
                "turned": -tr(image.T @ image) * (smin(T.T) + low),
                "e, form": -(low**2),
                "gram of P": -(low**2),
                "back": 1,
                "unit": 1,
            }
        ),
    ),
    Step("claim", product <= 1, Apply("classical.square-roots", {number: product, other: 1})),
)
pseudo_inverse = Proof(
    "T T^T w = u for the image w = (T T^T)^-1 u of a unit eigenvector u; for a tall matrix T P = Id",
    (
        *eigenvector("e", pseudo.T @ pseudo, 1, e),
        Step("unit", eq(tr(e.T @ e), 1), Combine({"e, unit": 1})),
        Step("inverse", eq(T @ T.T @ G, Id(r)), Apply("classical.inverse", {M: T @ T.T}, 0)),
        Step("forth", eq(T @ T.T @ G @ e, e), Multiply({"inverse": (None, e)})),
        Step("gram of P", eq(lmax(pseudo.T @ pseudo), norm**2), Apply("classical.gram-norm", {T: pseudo}, 1)),
        Step("claim", product <= 1, Cases(r <= q, wide, tall)),
    ),
)

inverse = Proof(
    "definition",
    (Step("right", eq(M @ K, Id(n)), Identity()), Step("left", eq(K @ M, Id(n)), Identity())),
)

PROOFS = {
    "classical.inverse": inverse,
    "classical.pseudo-inverse": pseudo_inverse,
    "classical.non-singular": non_singular,
    "classical.inverse-norm": inverse_norm,
}
