"""Compressions, parallel sums and roots of matrices in order; tangents of exponentials; means beside a matrix."""

from typing import Any

from lemmata.theorems.classical import A, M, T, n
from lemmata.theorems.classical.jensen_theorems import D, E, K, L, V, m, t
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Index,
    Unit,
    Vector,
    det,
    diag,
    eq,
    exp,
    expm,
    inv,
    lam,
    lmin,
    log,
    logm,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Cases,
    Combine,
    Congruence,
    Entrywise,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
)

one = Id(n)
i = Index("i", 1, n)


def gram(name: str, X: Any, Y: Any, same: Any) -> tuple[Step, ...]:  # noqa: N803
    """lmin(X) >= 0, as X = Y^T Y by the equations in `same`."""
    return (
        Step(f"{name}, same", eq(X, Y.T @ Y), same),
        Step(f"{name}, least", eq(lmin(X), lmin(Y.T @ Y)), Congruence(f"{name}, same")),
        cite(f"{name}, gram", lmin(Y.T @ Y) >= 0, "gram-psd", {T: Y}),
        Step(name, lmin(X) >= 0, Combine({f"{name}, least": -1, f"{name}, gram": 1})),
    )


part = V.T @ A @ V
rest = (one - V @ V.T) @ A @ V
compressed_square = Proof(
    "the difference is the Gram matrix of (I - V V^T) A V",
    gram("claim", V.T @ A @ A @ V - part @ part, rest, Multiply({"given 0": (-part, part)})),
)

C = V.T @ D @ V
W = inv(C)
Z = inv(D) @ V - V @ W
congruent = Z.T @ D @ Z
compressed_inverse = Proof(
    "the difference is the congruence of D by D^-1 V - V (V^T D V)^-1",
    (
        cite("inverse", eq(D @ inv(D), one), "inverse", {M: D}, 0),
        cite("inverse, left", eq(inv(D) @ D, one), "inverse", {M: D}, 1),
        Step("frame", eq(V.T @ V, Id(m)), Multiply({"given 0": (None, None)})),
        cite("inverse of C", eq(C @ W, Id(m)), "inverse", {M: C}, 0),
        Step("definite", lmin(D) >= 0, Sign()),
        cite("gram", lmin(Z.T @ Z) >= 0, "gram-psd", {T: Z}),
        cite("below", lmin(congruent) >= lmin(D) * lmin(Z.T @ Z), "congruence-least", {"H": D, "T": Z.T}),
        Step(
            "same",
            eq(V.T @ inv(D) @ V - W, congruent),
            Multiply(
                {
                    "inverse, left": (-V.T, Z),
                    "inverse": (W @ V.T, V),
                    "given 0": (None, W),
                    "frame": (W, None),
                    "inverse of C": (-W, None),
                }
            ),
        ),
        Step("least", eq(lmin(V.T @ inv(D) @ V - W), lmin(congruent)), Congruence("same")),
        Step(
            "claim", lmin(V.T @ inv(D) @ V - W) >= 0, Combine({"least": -1, "below": 1, "gram": lmin(D), "definite": 0})
        ),
    ),
)

S = inv(D) + inv(E)
H = inv(S)


def parallel(name: str, whole: Any, first: Any, second: Any) -> tuple[Step, ...]:
    """lmin(whole) >= 0, as whole is first^T D^-1 first + second^T E^-1 second."""
    a, b = first.T @ inv(D) @ first, second.T @ inv(E) @ second
    return (
        cite(f"{name}, of D", lmin(a) >= 0, "psd-congruence", {A: inv(D), M: first}),
        cite(f"{name}, of E", lmin(b) >= 0, "psd-congruence", {A: inv(E), M: second}),
        cite(f"{name}, sum", lmin(a + b) >= 0, "psd-sum", {"K": a, "L": b}),
    )


harmonic_mean = Proof(
    "the differences are sums of congruences of D^-1 and E^-1",
    (
        cite("D", eq(D @ inv(D), one), "inverse", {M: D}, 0),
        cite("D, left", eq(inv(D) @ D, one), "inverse", {M: D}, 1),
        cite("E", eq(E @ inv(E), one), "inverse", {M: E}, 0),
        cite("E, left", eq(inv(E) @ E, one), "inverse", {M: E}, 1),
        cite("H", eq(S @ H, one), "inverse", {M: S}, 0),
        cite("H, left", eq(H @ S, one), "inverse", {M: S}, 1),
        cite("of D", lmin(inv(D)) > 0, "inverse-of-definite", {"D": D}, 0),
        cite("of E", lmin(inv(E)) > 0, "inverse-of-definite", {"D": E}, 0),
        cite("of S", lmin(S) > 0, "definite-sum", {"D": inv(D), "E": inv(E), "K": inv(D)}, 0),
        cite("third", lmin(H) > 0, "inverse-of-definite", {"D": S}, 0),
        *parallel("one", None, D - H, H),
        Step(
            "one, same",
            eq(D - H, (D - H).T @ inv(D) @ (D - H) + H.T @ inv(E) @ H),
            Multiply({"D": (-1, D - H), "D, left": (H, None), "H": (-H, None)}),
        ),
        Step("one, least", eq(lmin(D - H), lmin((D - H).T @ inv(D) @ (D - H) + H.T @ inv(E) @ H)),
             Congruence("one, same")),
        Step("first", lmin(D - H) >= 0, Combine({"one, sum": 1, "one, least": -1})),
        *parallel("two", None, D - 2 * H, E - 2 * H),
        Step(
            "two, same",
            eq(D + E - 4 * H, (D - 2 * H).T @ inv(D) @ (D - 2 * H) + (E - 2 * H).T @ inv(E) @ (E - 2 * H)),
            Multiply({"D": (-1, D - 2 * H), "D, left": (2 * H, None), "E": (-1, E - 2 * H), "E, left": (2 * H, None),
                      "H": (-4 * H, None)}),
        ),
        Step("two, least", eq(lmin(D + E - 4 * H), lmin((D - 2 * H).T @ inv(D) @ (D - 2 * H)
             + (E - 2 * H).T @ inv(E) @ (E - 2 * H))), Congruence("two, same")),
        Step("second", lmin(D + E - 4 * H) >= 0, Combine({"two, sum": 1, "two, least": -1})),
    ),
)  # fmt: skip


def root_above(name: str, root: Any, X: Any, size: Any) -> tuple[Step, ...]:  # noqa: N803
    """lmin(Z - X) >= 0 for semidefinite Z and X, from lmin(Z^2 - X^2) >= 0, the step "apart".

    At a unit eigenvector u of Z - X to k the form of Z^2 - X^2 is k times that of Z + X.
    """
    u = Vector(f"u_{name.replace(' ', '_')}", size)
    gap, squares = root - X, root @ root - X @ X
    k = lam(gap, size)
    of_root, of_X = tr(u.T @ root @ u), tr(u.T @ X @ u)  # noqa: N806
    return (
        *eigenvector(f"{name}, u", gap, size, u),
        cite(f"{name}, form of root", of_root >= 0, "psd-form", {"K": root, "x": u}),
        cite(f"{name}, form of X", of_X >= 0, "psd-form", {"K": X, "x": u}),
        cite(f"{name}, form", tr(u.T @ squares @ u) >= 0, "psd-form", {"K": squares, "x": u}),
        Step(f"{name}, transposed", eq((gap @ u).T, (k * u).T), Congruence(f"{name}, u")),
        Step(f"{name}, symmetric", eq(gap.T, gap), Identity()),
        Step(
            f"{name}, row",
            eq(u.T @ gap, k * u.T),
            Multiply({f"{name}, transposed": (None, None), f"{name}, symmetric": (-u.T, None)}),
        ),
        Step(
            f"{name}, product",
            eq(u.T @ squares @ u, k * (u.T @ root @ u) + k * (u.T @ X @ u)),
            Multiply({f"{name}, u": (u.T @ root, None), f"{name}, row": (None, X @ u)}),
        ),
        Step(
            f"{name}, value",
            k >= 0,
            Cases(
                of_root + of_X > 0,
                (
                    Step(
                        "divided",
                        k >= 0,
                        Combine({f"{name}, form": 1 / (of_root + of_X), f"{name}, product": 1 / (of_root + of_X)}),
                    ),
                ),
                (Step("no form", k >= 0, Combine({f"{name}, u, form": 1, f"{name}, form of root": 2, "case": 1})),),
            ),
        ),
        Step(name, lmin(gap) >= 0, Combine({f"{name}, value": 1})),
    )


mixed, roots = t * K + (1 - t) * L, t * sqrtm(K) + (1 - t) * sqrtm(L)
top = sqrtm(mixed)


def semidefinite_mean(name: str, X: Any, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """lmin(t X + (1 - t) Y) >= 0 for semidefinite X and Y."""
    return (
        cite(f"{name}, first", lmin(t * X) >= 0, "psd-multiple", {"c": t, "K": X}),
        cite(f"{name}, second", lmin((1 - t) * Y) >= 0, "psd-multiple", {"c": 1 - t, "K": Y}),
        cite(name, lmin(t * X + (1 - t) * Y) >= 0, "psd-sum", {"K": t * X, "L": (1 - t) * Y}),
    )


convex_squares = t * sqrtm(K) @ sqrtm(K) + (1 - t) * sqrtm(L) @ sqrtm(L) - roots @ roots
root_concave = Proof(
    "the square is convex, and what has the larger square is larger",
    (
        *semidefinite_mean("mixed", K, L),
        *semidefinite_mean("roots", sqrtm(K), sqrtm(L)),
        Step("root of K", eq(sqrtm(K) @ sqrtm(K), K), Identity()),
        Step("root of L", eq(sqrtm(L) @ sqrtm(L), L), Identity()),
        Step("root", eq(top @ top, mixed), Identity()),
        cite("convex", lmin(convex_squares) >= 0, "square-convex", {A: sqrtm(K), "B": sqrtm(L), "t": t}),
        Step("same", eq(top @ top - roots @ roots, convex_squares),
             Multiply({"root": (None, None), "root of K": (-t, None), "root of L": (t - 1, None)})),
        Step("least", eq(lmin(top @ top - roots @ roots), lmin(convex_squares)), Congruence("same")),
        Step("apart", lmin(top @ top - roots @ roots) >= 0, Combine({"least": -1, "convex": 1})),
        *root_above("above", top, roots, n),
        Step("split", eq(top - roots, top - t * sqrtm(K) - (1 - t) * sqrtm(L)), Identity()),
        Step("parts", eq(lmin(top - roots), lmin(top - t * sqrtm(K) - (1 - t) * sqrtm(L))), Congruence("split")),
        Step("claim", lmin(top - t * sqrtm(K) - (1 - t) * sqrtm(L)) >= 0, Combine({"above": 1, "parts": 1})),
    ),
)  # fmt: skip
difference = top - t * sqrtm(K) - (1 - t) * sqrtm(L)
root_concave_trace = Proof(
    "the trace of the order that the root of a mean has above the mean of the roots",
    (
        cite("order", lmin(difference) >= 0, "root-concave"),
        cite("trace", tr(difference) >= 0, "psd-trace", {"K": difference}, 0),
        Step("claim", t * tr(sqrtm(K)) + (1 - t) * tr(sqrtm(L)) <= tr(top), Combine({"trace": 1})),
    ),
)

block, R = V.T @ K @ V, sqrtm(K)
outer, inner = sqrtm(block), V.T @ R @ V
squares = V.T @ R @ R @ V - inner @ inner
compressed_root = Proof(
    "the square of V^T K^(1/2) V is at most V^T K V, and what has the larger square is larger",
    (
        cite("block", lmin(block) >= lmin(K) * lmin(V.T @ V), "congruence-least", {"H": K, "T": V.T}),
        cite("gram", lmin(V.T @ V) >= 0, "gram-psd", {T: V}),
        Step("semidefinite", lmin(block) >= 0, Combine({"block": 1, "gram": lmin(K)})),
        cite("inner", lmin(inner) >= lmin(R) * lmin(V.T @ V), "congruence-least", {"H": R, "T": V.T}),
        Step("inner semidefinite", lmin(inner) >= 0, Combine({"inner": 1, "gram": lmin(R)})),
        Step("root", eq(R @ R, K), Identity()),
        Step("root of the block", eq(outer @ outer, block), Identity()),
        cite("square", lmin(squares) >= 0, "compressed-square", {A: R}),
        Step("same", eq(outer @ outer - inner @ inner, squares),
             Multiply({"root of the block": (None, None), "root": (-V.T, V)})),
        Step("least", eq(lmin(outer @ outer - inner @ inner), lmin(squares)), Congruence("same")),
        Step("apart", lmin(outer @ outer - inner @ inner) >= 0, Combine({"least": -1, "square": 1})),
        *root_above("above", outer, inner, m),
    ),
)  # fmt: skip


def tangent(name: str, B: Any, u: Any) -> tuple[Step, ...]:  # noqa: N803
    """ "name, compressed": exp(u^T B u) <= u^T expm(B) u for a column u of length one, the step "name, length"."""
    value = tr(u.T @ B @ u)
    return (
        Step(f"{name}, one by one", eq(u.T @ B @ u, value * Id(1)), Identity()),
        cite(
            f"{name}, of a number",
            eq(expm(value * Id(1)), exp(value) * Id(1)),
            "exponential-of-scalar",
            {n: 1, "c": value},
        ),
        Step(f"{name}, same", eq(expm(u.T @ B @ u), expm(value * Id(1))), Congruence(f"{name}, one by one")),
        cite(
            f"{name}, jensen",
            tr(expm(u.T @ B @ u)) <= tr(u.T @ expm(B) @ u),
            "compressed-exponential",
            {A: B, V: u, m: 1},
            0,
        ),
        Step(f"{name}, traces", eq(tr(expm(u.T @ B @ u)), tr(expm(value * Id(1)))), Congruence(f"{name}, same")),
        Step(
            f"{name}, numbers", eq(tr(expm(value * Id(1))), tr(exp(value) * Id(1))), Congruence(f"{name}, of a number")
        ),
        Step(
            f"{name}, compressed",
            exp(value) <= tr(u.T @ expm(B) @ u),
            Combine({f"{name}, jensen": 1, f"{name}, traces": -1, f"{name}, numbers": -1}),
        ),
    )


e = Unit(n, i)
peierls = Proof(
    "the diagonal entries are compressions by unit columns",
    (
        Step("e, length", eq(e.T @ e, Id(1)), Identity()),
        *tangent("e", A, e),
        Step("first", exp(diag(A)) <= diag(expm(A)), Entrywise("e, compressed", i)),
        Step("sum", total(exp(diag(A))) <= total(diag(expm(A))), Summed("first")),
        cite("trace", eq(tr(expm(A)), total(diag(expm(A)))), "trace-by-units", {M: expm(A)}),
        Step("claim", total(exp(diag(A))) <= tr(expm(A)), Combine({"sum": 1, "trace": -1})),
    ),
)

N = logm(D)
u = Vector("u", n)
below = D - one - N
value = tr(u.T @ N @ u)
below_tangent = Proof(
    "exp(x) is at least 1 + x, at the form of log(D) at an eigenvector of D - I - log(D)",
    (
        *eigenvector("u", below, n, u),
        Step("u, length", eq(u.T @ u, Id(1)), Multiply({"u, unit": (None, None)})),
        *tangent("u", N, u),
        Step("back", eq(expm(N), D), Identity()),
        Step("form", eq(tr(u.T @ expm(N) @ u), tr(u.T @ D @ u)), Congruence("back")),
        cite("line", 1 + value <= exp(value), "exponential-tangent", {"x": value}),
        Step("first", lmin(below) >= 0,
             Combine({"u, form": 1, "u, unit": -1, "u, compressed": 1, "form": 1, "line": 1})),
        cite("trace", tr(below) >= 0, "psd-trace", {"K": below}, 0),
        Step("second", tr(N) <= tr(D) - n, Combine({"trace": 1})),
        cite("determinant", eq(tr(N), log(det(D))), "logarithm-trace"),
        Step("third", log(det(D)) <= tr(D) - n, Combine({"second": 1, "determinant": -1})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.compressed-square": compressed_square,
    "classical.compressed-inverse": compressed_inverse,
    "classical.harmonic-mean": harmonic_mean,
    "classical.root-concave": root_concave,
    "classical.root-concave-trace": root_concave_trace,
    "classical.compressed-root": compressed_root,
    "classical.peierls": peierls,
    "classical.logarithm-below-tangent": below_tangent,
}
