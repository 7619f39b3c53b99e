"""Orthonormal columns keep lengths, and projections onto them shorten."""

from lemmata.theorems.classical import M, x
from lemmata.theorems.classical.isometry_theorems import V, m, z
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, eq, lmax, lmin, normF, smax, smin, tr
from lemmata.theorems.language.proof import Combine, Congruence, Multiply, Proof, Step

gram, part = V.T @ V, V.T @ M
orthonormal_columns = Proof(
    "V^T V = I",
    (
        Step("least", eq(lmin(gram), lmin(Id(m))), Congruence("given 0")),
        Step("largest", eq(lmax(gram), lmax(Id(m))), Congruence("given 0")),
        Step("traces", eq(tr(gram), tr(Id(m))), Congruence("given 0")),
        cite("of I, least", eq(lmin(Id(m)), 1), "identity-extremes", {"n": m}, 0),
        cite("of I, largest", eq(lmax(Id(m)), 1), "identity-extremes", {"n": m}, 1),
        cite("norm", eq(lmax(gram), smax(V) ** 2), "gram-norm", {"T": V}, 1),
        Step("square", eq(smax(V) ** 2, 1), Combine({"norm": -1, "largest": 1, "of I, largest": 1})),
        cite("first", eq(smax(V), 1), "equal-squares", {"x": smax(V), "y": 1}),
        cite("stretching", eq(lmin(gram), smin(V.T) ** 2), "gram-extremes", {"T": V.T}, 1),
        cite("transposed", eq(smin(V.T), smin(V)), "transpose", {"T": V}, 1),
        Step(
            "square of the least",
            eq(smin(V) ** 2, 1),
            Combine(
                {
                    "stretching": -1,
                    "least": 1,
                    "of I, least": 1,
                    "transposed": -smin(V) - smin(V.T),
                }
            ),
        ),
        cite("second", eq(smin(V), 1), "equal-squares", {"x": smin(V), "y": 1}),
        cite("length", eq(normF(V) ** 2, tr(gram)), "frobenius", {"T": V}, 0),
        Step("third", eq(normF(V) ** 2, m), Combine({"length": 1, "traces": 1})),
        Step("images", eq(z.T @ V.T @ V @ z, z.T @ z), Multiply({"given 0": (z.T, z)})),
        cite("image", eq(normF(V @ z) ** 2, tr((V @ z).T @ (V @ z))), "frobenius", {"T": V @ z}, 0),
        cite("column", eq(normF(z) ** 2, tr(z.T @ z)), "frobenius", {"T": z}, 0),
        Step("squares", eq(normF(V @ z) ** 2, normF(z) ** 2), Combine({"image": 1, "images": 1, "column": -1})),
        cite("fourth", eq(normF(V @ z), normF(z)), "equal-squares", {"x": normF(V @ z), "y": normF(z)}),
        cite("norm of V^T", eq(smax(V.T), smax(V)), "transpose", {"T": V}, 0),
        Step("one", eq(smax(V.T), 1), Combine({"norm of V^T": 1, "first": 1})),
        cite("of x", normF(V.T @ x) <= smax(V.T) * normF(x), "frobenius-left-factor", {"T": V.T, "U": x}),
        Step("fifth", normF(V.T @ x) <= normF(x), Combine({"of x": 1, "one": normF(x)})),
        cite("of M", normF(part) <= smax(V.T) * normF(M), "frobenius-left-factor", {"T": V.T, "U": M}),
        Step("sixth", normF(part) <= normF(M), Combine({"of M": 1, "one": normF(M)})),
        cite("left", smax(part) <= smax(V.T) * smax(M), "norm-of-product", {"T": V.T, "U": M}),
        cite("right", smax(part @ V) <= smax(part) * smax(V), "norm-of-product", {"T": part, "U": V}),
        Step(
            "seventh",
            smax(part @ V) <= smax(M),
            Combine({"right": 1, "first": smax(part), "left": 1, "one": smax(M)}),
        ),
        cite("right, lengths", normF(part @ V) <= normF(part) * smax(V), "frobenius-right-factor", {"T": part, "U": V}),
        Step("eighth", normF(part @ V) <= normF(M), Combine({"right, lengths": 1, "first": normF(part), "sixth": 1})),
    ),
)

PROOFS = {"classical.orthonormal-columns": orthonormal_columns}
