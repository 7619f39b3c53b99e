"""Products of roots, and arithmetic and geometric means beside a matrix, at eigenvectors and singular vectors."""

from typing import Any

from lemmata.theorems.classical import A, M, T, n
from lemmata.theorems.classical.jensen_theorems import K, L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import Id, Vector, eq, lmax, lmin, normF, smax, sqrtm, tr
from lemmata.theorems.language.proof import (
    Cases,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Sign,
    SingularVectors,
    Step,
)

u = Vector("u", n)
top_K, top_L = sqrtm(K), sqrtm(L)
w = top_L @ u
inside = top_L @ K @ top_L
largest = lmax(inside)
cordes = Proof(
    "an eigenvector of L^(1/2) K L^(1/2) gives one of L K to the same value",
    (
        *eigenvector("u", inside, 1, u),
        Step("root of K", eq(top_K @ top_K, K), Identity()),
        Step("root of L", eq(top_L @ top_L, L), Identity()),
        cite("norm", eq(lmax((top_K @ top_L).T @ top_K @ top_L), smax(top_K @ top_L) ** 2), "gram-norm",
             {T: top_K @ top_L}, 1),
        Step("gram", eq((top_K @ top_L).T @ top_K @ top_L, inside), Multiply({"root of K": (top_L, top_L)})),
        Step("grams", eq(lmax((top_K @ top_L).T @ top_K @ top_L), largest), Congruence("gram")),
        Step("moved", eq(L @ K @ w, largest * w), Multiply({"u": (top_L, None), "root of L": (-1, K @ w)})),
        Step("lengths", eq(normF(L @ K @ w), normF(largest * w)), Congruence("moved")),
        cite("sign", lmin(inside) >= 0, "psd-congruence", {A: K, M: top_L}),
        cite("order", lmin(inside) <= largest, "order", {A: inside}, 0),
        Step("not negative", largest >= 0, Combine({"sign": 1, "order": 1})),
        cite("multiple", eq(normF(largest * w), largest * normF(w)), "non-negative-multiples", {"c": largest, T: w}, 1),
        cite("image", normF(L @ K @ w) <= smax(L @ K) * normF(w), "image-length", {T: L @ K, "y": w}),
        cite("turned", eq(smax((L @ K).T), smax(L @ K)), "transpose", {T: L @ K}, 0),
        Step("bound", largest * normF(w) <= smax(L @ K) * normF(w),
             Combine({"image": 1, "lengths": -1, "multiple": -1})),
        Step("images", eq(normF(inside @ u), normF(largest * u)), Congruence("u")),
        Step("length", eq(normF(inside @ u) ** 2, largest**2),
             Combine({"images": normF(inside @ u) + normF(largest * u), "u, unit": largest**2})),
        cite("short", normF(top_L @ K @ w) <= smax(top_L @ K) * normF(w), "image-length", {T: top_L @ K, "y": w}),
        Step(
            "claim",
            smax(top_K @ top_L) ** 2 <= smax(K @ L),
            Cases(
                normF(w) > 0,
                (
                    Step("divided", largest <= smax(L @ K), Combine({"bound": 1 / normF(w)})),
                    Step("many", smax(top_K @ top_L) ** 2 <= smax(K @ L),
                         Combine({"divided": 1, "norm": -1, "grams": 1, "turned": -1})),
                ),
                (
                    Step("no length", normF(inside @ u) <= 0, Combine({"short": 1, "case": smax(top_L @ K)})),
                    Step("no square", largest**2 <= 0, Combine({"length": -1, "no length": normF(inside @ u)})),
                    cite("nothing", largest <= 0, "square-roots", {"x": largest, "y": 0}),
                    Step("none", smax(top_K @ top_L) ** 2 <= smax(K @ L),
                         Combine({"nothing": 1, "norm": -1, "grams": 1})),
                ),
            ),
        ),
    ),
)  # fmt: skip

P, Q = K @ M @ L, K @ K @ M + M @ L @ L
v, z = Vector("v", n), Vector("z", n)
a, b = K @ v, L @ z
both = K @ K @ M - M @ L @ L
top_P = smax(P)  # noqa: N816


def stretched(name: str, X: Any, Y: Any, unit: Any, w: Any, column: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(P) <= smax(Y) |column|, from X w = Y column = smax(P) unit, the step `name`."""
    length = normF(X @ w)
    return (
        Step(f"{name}, norms", eq(length, normF(top_P * unit)), Congruence(name)),
        Step(
            f"{name}, square",
            eq(length**2, top_P**2),
            Combine({f"{name}, norms": length + normF(top_P * unit), f"{name}, unit": top_P**2}),
        ),
        cite(f"{name}, length", eq(length, top_P), "equal-squares", {"x": length, "y": top_P}),
        cite(f"{name}, image", normF(Y @ column) <= smax(Y) * normF(column), "image-length", {T: Y, "y": column}),
        Step(
            f"{name}, stretched",
            top_P <= smax(Y) * normF(column),
            Combine({f"{name}, image": 1, f"{name}, length": -1}),
        ),
    )


pair = SingularVectors(P, 1, z, v)
heinz_means = Proof(
    "singular vectors z, v of K M L: the form of K^2 M + M L^2 between K v and L z; |K^2 M - M L^2|^2 is not negative",
    (
        Step("right", eq(P @ z, top_P * v), pair),
        Step("left", eq(P.T @ v, top_P * z), pair),
        Step("right, unit", eq(v.T @ v, Id(1)), pair),
        Step("left, unit", eq(z.T @ z, Id(1)), pair),
        Step("left, transposed", eq((P.T @ v).T, (top_P * z).T), Congruence("left")),
        Step("form", eq(a.T @ Q @ b, top_P * (a.T @ a) + top_P * (b.T @ b)),
             Multiply({"right": (v.T @ K @ K, None), "left, transposed": (None, L @ L @ z)})),
        cite("product", tr(a.T @ Q @ b) <= normF(a) * normF(Q @ b), "trace-bounds", {T: a, "S": Q @ b}, 0),
        cite("image", normF(Q @ b) <= smax(Q) * normF(b), "image-length", {T: Q, "y": b}),
        Step("gap", (normF(a) - normF(b)) ** 2 >= 0, Sign()),
        Step("means", 2 * top_P * normF(a) * normF(b) <= smax(Q) * normF(a) * normF(b),
             Combine({"product": 1, "form": -1, "image": normF(a), "gap": top_P})),
        *stretched("right", P, K @ M, v, z, b),
        *stretched("left", P.T, L @ M.T, z, v, a),
        Step(
            "first",
            2 * top_P <= smax(Q),
            Cases(
                normF(a) * normF(b) > 0,
                (
                    cite("a", normF(a) > 0, "positive-factors", {"x": normF(a), "y": normF(b)}, 0),
                    cite("b", normF(b) > 0, "positive-factors", {"x": normF(a), "y": normF(b)}, 1),
                    Step("divided", 2 * top_P <= smax(Q), Combine({"means": 1 / normF(a) / normF(b)})),
                ),
                (
                    Step("square", top_P**2 <= 0,
                         Combine({"right, stretched": top_P, "left, stretched": smax(K @ M) * normF(b),
                                  "case": smax(K @ M) * smax(L @ M.T)})),
                    cite("nothing", top_P <= 0, "square-roots", {"x": top_P, "y": 0}),
                    Step("none", 2 * top_P <= smax(Q), Combine({"nothing": 2})),
                ),
            ),
        ),
        Step("squares", eq(normF(Q) ** 2, normF(both) ** 2 + (2 * normF(P)) ** 2), Combine({})),
        Step("below", (2 * normF(P)) ** 2 <= normF(Q) ** 2, Combine({"squares": -1})),
        cite("second", 2 * normF(P) <= normF(Q), "square-roots", {"x": 2 * normF(P), "y": normF(Q)}),
    ),
)  # fmt: skip

PROOFS = {
    "classical.cordes": cordes,
    "classical.heinz-means": heinz_means,
}
