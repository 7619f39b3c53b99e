"""Determinants against powers: Minkowski's inequality and its kin, and multiples."""

from lemmata.theorems.classical import M, P, n
from lemmata.theorems.classical.eigenvalue_theorems import D, E, K
from lemmata.theorems.classical.function_theorems import L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.product_steps import definite, identity, mean_root
from lemmata.theorems.language import Id, det, eq, lmin, norm2, smax, sqrtm, tr
from lemmata.theorems.language.proof import Combine, Congruence, Identity, Multiply, Proof, Sign, Step

one, root = Id(n), 1 / n

minkowski = Proof(
    "definite matrices are semidefinite",
    (
        *identity,
        Step("least of D", lmin(D) >= 0, Sign()),
        Step("least of E", lmin(E) >= 0, Sign()),
        cite("sum", lmin(D + E) >= 0, "psd-sum", {"K": D, "L": E}),
        definite("of D", D),
        definite("of E", E),
        definite("of the sum", D + E),
        cite("claim", det(D) ** root + det(E) ** root <= det(D + E) ** root, "minkowski-semidefinite",
             {"K": D, "L": E}, 0),
    ),
)  # fmt: skip

S = sqrtm(K)
inner = S @ L @ S
trace_determinant_product = Proof(
    "the arithmetic and the geometric mean of the eigenvalues of sqrtm(K) L sqrtm(K)",
    (
        *identity,
        Step("root", eq(S @ S, K), Identity()),
        Step("symmetric", eq(S.T, S), Identity()),
        cite("congruent", lmin(S.T @ L @ S) >= 0, "psd-congruence", {"A": L, M: S}),
        Step("same", eq(S.T @ L @ S, inner), Identity()),
        Step("same least", eq(lmin(S.T @ L @ S), lmin(inner)), Congruence("same")),
        Step("semidefinite", lmin(inner) >= 0, Combine({"congruent": 1, "same least": -1})),
        definite("of K", K),
        definite("of L", L),
        definite("of both", inner),
        *mean_root("mean", inner),
        cite("outer", eq(det(S @ L @ S), det(S @ L) * det(S)), "determinant-of-products", {M: S @ L, P: S}, 0),
        cite("left", eq(det(S @ L), det(S) * det(L)), "determinant-of-products", {M: S, P: L}, 0),
        cite("square", eq(det(S @ S), det(S) * det(S)), "determinant-of-products", {M: S, P: S}, 0),
        Step("square of the root", eq(det(S @ S), det(K)), Congruence("root")),
        Step(
            "product",
            eq(det(inner), det(K) * det(L)),
            Combine({"outer": 1, "left": det(S), "square": -det(L), "square of the root": det(L)}),
        ),
        Step("order", det(K) * det(L) <= det(inner), Combine({"product": -1})),
        Step("positive", det(K) * det(L) >= 0, Sign()),
        Step("size", root > 0, Sign()),
        cite("grows", (det(K) * det(L)) ** root <= det(inner) ** root, "powers-grow",
             {"x": det(K) * det(L), "y": det(inner), "p": root}),
        cite("factors", eq((det(K) * det(L)) ** root, det(K) ** root * det(L) ** root), "power-of-product",
             {"x": det(K), "y": det(L), "p": root}),
        Step("beside", eq(L @ S @ S, L @ K), Multiply({"root": (L, None)})),
        Step("traces", eq(tr(L @ S @ S), tr(L @ K)), Congruence("beside")),
        Step(
            "claim",
            n * det(K) ** root * det(L) ** root <= tr(K @ L),
            Combine({"mean": n, "grows": n, "factors": -n, "traces": 1}),
        ),
    ),
)  # fmt: skip

determinant_below_norm = Proof(
    "the determinant between powers of the extreme singular values, and of a product",
    (
        *identity,
        cite("norm", eq(norm2(M), smax(M)), "operator-norm", {"T": M}),
        cite("power", abs(det(M)) <= smax(M) ** n, "determinant-extremes", {"K": one}, 2),
        Step("no larger", smax(M) <= norm2(M), Combine({"norm": -1})),
        Step("size", n > 0, Sign()),
        cite("grows", smax(M) ** n <= norm2(M) ** n, "powers-grow", {"x": smax(M), "y": norm2(M), "p": n}),
        Step("claim", abs(det(M)) <= norm2(M) ** n, Combine({"power": 1, "grows": 1})),
        Step("sign", norm2(M) >= 0, Sign()),
        cite("product", eq(det(M @ P), det(M) * det(P)), "determinant-of-products", {}, 0),
        Step(
            "squares",
            eq(abs(det(M @ P)) ** 2, (abs(det(M)) * abs(det(P))) ** 2),
            Combine({"product": det(M @ P) + det(M) * det(P)}),
        ),
        cite("moduli", eq(abs(det(M @ P)), abs(det(M)) * abs(det(P))), "equal-squares",
             {"x": abs(det(M @ P)), "y": abs(det(M)) * abs(det(P))}),
    ),
)  # fmt: skip

PROOFS = {
    "classical.minkowski-determinant": minkowski,
    "classical.trace-determinant-product": trace_determinant_product,
    "classical.determinant-below-norm": determinant_below_norm,
}
