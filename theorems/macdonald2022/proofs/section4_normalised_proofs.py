"""Section 4: layers, smallest singular values, and the chain of Theorem 4.8 as far as it holds."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import G as kron_left
from lemmata.theorems.classical import H as kron_right
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import rectangular
from lemmata.theorems.classical import x as column
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, eq, kron, lam, lmin, norm2, normF, ones, s, smax, smin
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
)
from lemmata.theorems.macdonald2022 import N, X, d_1, inner, rows
from lemmata.theorems.macdonald2022 import section4_convergence as s43
from lemmata.theorems.macdonald2022 import section4_layer_derivatives as s4
from lemmata.theorems.macdonald2022 import section4_regularity as s42
from lemmata.theorems.riedi2022 import M_o, rho

# --- layers

A, B, b, c, E = s4.A, s4.B, s4.b, s4.c, s4.E
AS_IT_IS = (None, None)  # an equation used without factors
T, S, U = any_shape, rectangular.S, rectangular.U
eq_13 = Proof(
    "product rule, and products listed row by row",
    (
        Step("data", s4.eq_13.conjuncts[0], Apply("classical.row-by-row", {T: A, U: E}, 0)),
        Step(
            "sum",
            eq(rows(B @ X + c @ ones(1, N)), rows(B @ X) + rows(c @ ones(1, N))),
            Apply("classical.row-by-row", {T: B @ X, S: c @ ones(1, N)}, 2),
        ),
        Step("weights", eq(rows(B @ X), kron(Id(d_1), X.T) @ rows(B)), Apply("classical.row-by-row", {T: B, U: X}, 1)),
        Step(
            "bias",
            eq(rows(c @ ones(1, N)), kron(Id(d_1), ones(N, 1)) @ c),
            Apply("classical.row-by-row", {rectangular.c: c, rectangular.q: N}, 3),
        ),
        Step(
            "both",
            s4.eq_13.conjuncts[1],
            Multiply({"sum": AS_IT_IS, "weights": AS_IT_IS, "bias": AS_IT_IS}),
        ),
    ),
)
V, C, Y, Z = s4.V, s4.C, s4.Y, s4.Z
eq_22 = Proof(
    "product rule, and products listed row by row",
    (
        Step("sum", eq(rows(Z + V @ Z), rows(Z) + rows(V @ Z)), Apply("classical.row-by-row", {T: Z, S: V @ Z}, 2)),
        Step("branch", eq(rows(V @ Z), kron(V, Id(N)) @ rows(Z)), Apply("classical.row-by-row", {T: V, U: Z}, 0)),
        Step("data", s4.eq_22.conjuncts[0], Multiply({"sum": AS_IT_IS, "branch": AS_IT_IS})),
        Step("weights", s4.eq_22.conjuncts[1], Apply("classical.row-by-row", {T: C, U: Y}, 1)),
        Step("units", eq(kron(Id(s4.d), Id(N)), Id(s4.d * N)), Identity()),
        Step("any branch, data", s4.eq_22.conjuncts[2], Multiply({"units": (-Id(s4.d * N), s4.e)})),
        Step("any branch, weights", s4.eq_22.conjuncts[3], Identity()),
    ),
)
eq_18 = Proof("product and chain rule", (Step("identity", s4.eq_18.conjuncts[0], Identity()),))
initial = s43.flow(0)
flow_solution = Proof(
    "chain rule, and the roots of 1",
    (
        Step("identity", s43.flow_solution.conjuncts[0], Identity()),
        Step("root", eq(initial.args[0], 1), Apply("classical.equal-squares", {x: initial.args[0], y: 1})),
        Step("initial value", eq(initial, 1), Apply("classical.equal-squares", {x: initial, y: 1})),
    ),
)

# --- products


def least(name: str, M: Any) -> Step:
    """lmin(M M^T) = smin(M)^2 for a wide matrix, which the facts so far have to show."""
    return Step(name, eq(lmin(M @ M.T), smin(M) ** 2), Apply("classical.gram-extremes", {any_shape: M}, 1))


P, Q = s42.A, s42.B
sigma_product = Proof(
    "Ostrowski for the Gram matrices",
    (
        Step("shape", s42.r <= s42.p, Combine({"given 0": 1, "given 1": 1})),
        least("A", P),
        least("B", Q),
        least("AB", P @ Q),
        Step("semidefinite", lmin(Q @ Q.T) >= 0, Combine({"B": -1})),
        Step(
            "congruence",
            lmin(P @ Q @ Q.T @ P.T) >= lmin(Q @ Q.T) * lmin(P @ P.T),
            Apply("classical.congruence-least", {any_shape: P, kron_right: Q @ Q.T}),
        ),
        Step(
            "squares",
            (smin(P) * smin(Q)) ** 2 <= smin(P @ Q) ** 2,
            Combine({"AB": 1, "congruence": 1, "B": -lmin(P @ P.T), "A": -(smin(Q) ** 2)}),
        ),
        Step("bound", s42.product_bound, Apply("classical.square-roots", {x: smin(P) * smin(Q), y: smin(P @ Q)})),
    ),
)


def transposed(name: str, M: Any) -> Step:
    """smin(M^T) = smin(M)."""
    return Step(name, eq(smin(M.T), smin(M)), Apply("classical.transpose", {any_shape: M}, 1))


sigma_product_tall = Proof(
    "transposes of wide matrices",
    (
        transposed("A", P),
        transposed("B", Q),
        transposed("AB", P @ Q),
        Step(
            "wide",
            smin(Q.T @ P.T) >= smin(Q.T) * smin(P.T),
            Apply("macdonald.sigma-product~repaired", {P: Q.T, Q: P.T}),
        ),
        Step("bound", s42.product_bound, Combine({"wide": 1, "AB": 1, "A": -smin(Q.T), "B": -smin(P)})),
    ),
)

J, D_1, D_2, r = s42.J, s42.D_1, s42.D_2, s42.r
first, second = J @ D_1, D_2
gram = first @ first.T + second @ second.T
split = (
    Step("shape", r <= s42.p, Combine({"given 0": 1, "given 1": 1})),
    Step(
        "side by side",
        eq(smin(s42.DF) ** 2, lmin(gram)),
        Apply("classical.side-by-side", {any_shape: first, rectangular.S: second}),
    ),
    Step(
        "weyl",
        lam(first @ first.T) + lmin(second @ second.T) <= lam(gram),
        Apply("classical.weyl-extremes", {symmetric_a: first @ first.T, symmetric_b: second @ second.T}, 0),
    ),
    Step("last", lmin(first @ first.T) + lmin(second @ second.T) <= lmin(gram), At("weyl", r)),
    least("first layer", first),
    Step("product", smin(first) >= smin(J) * smin(D_1), Apply("macdonald.sigma-product~repaired", {P: J, Q: D_1})),
)
of_first = {"side by side": -1, "last": 1, "first layer": -1, "product": smin(first) + smin(J) * smin(D_1)}
prop_4_5_repaired = Proof(
    "Weyl's inequality for the Gram matrix of DF",
    (
        *split,
        least("second layer", second),
        Step("squares", s42.prop_4_5_repaired.conjuncts[0], Combine({**of_first, "second layer": -1})),
    ),
)
prop_4_5_first = Proof(
    "Weyl's inequality for the Gram matrix of DF",
    (
        *split,
        Step("others", lmin(second @ second.T) >= 0, Apply("classical.gram-psd", {any_shape: second.T})),
        Step("squares", (smin(J) * smin(D_1)) ** 2 <= smin(s42.DF) ** 2, Combine({**of_first, "others": 1})),
        Step(
            "bound",
            s42.prop_4_5_first.conjuncts[0],
            Apply("classical.square-roots", {x: smin(J) * smin(D_1), y: smin(s42.DF)}),
        ),
    ),
)

G, n, residual = s42.G, s42.n, Id(s42.n) + s42.G
prop_4_6 = Proof(
    "singular values of a shifted matrix",
    (
        Step("norm", eq(norm2(G), smax(G)), Apply("classical.operator-norm", {any_shape: G})),
        Step("shift", 1 - smax(G) <= s(residual), Apply("riedi.lemma-17", {M_o: G, rho: 1}, 0)),
        Step("last", 1 - smax(G) <= smin(residual), At("shift", n)),
        Step("bound", s42.prop_4_6.conjuncts[0], Combine({"last": 1, "given 0": 1, "norm": -1})),
    ),
)

# --- the first layer

K = kron(Id(d_1), X.T)
# given 0: N <= d_0
data = (
    least("copies", K),
    Step("identity", eq(lam(Id(d_1)), 1), Apply("classical.identity", {order: d_1})),
    Step("identity, last", eq(lmin(Id(d_1)), 1), At("identity", d_1)),
    Step("identity, sign", lmin(Id(d_1)) >= 0, Combine({"identity, last": -1})),
    Step("data, sign", lmin(X.T @ X) >= 0, Apply("classical.gram-psd", {any_shape: X})),
    Step(
        "kronecker",
        eq(lmin(kron(Id(d_1), X.T @ X)), lmin(Id(d_1)) * lmin(X.T @ X)),
        Apply("classical.kronecker", {kron_left: Id(d_1), kron_right: X.T @ X}, 1),
    ),
    least("data", X.T),
    transposed("data, transposed", X),
    Step(
        "equal squares",
        eq(smin(K) ** 2, smin(X) ** 2),
        Combine(
            {
                "copies": -1,
                "kronecker": 1,
                "identity, last": lmin(X.T @ X),
                "data": 1,
                "data, transposed": smin(X.T) + smin(X),
            }
        ),
    ),
    Step("factor", eq(smin(K), smin(X)), Apply("classical.equal-squares", {x: smin(K), y: smin(X)})),
)
DP = s42.DP
prop_4_7 = Proof(
    "product of wide matrices",
    (
        *data,
        Step("product", smin(K @ DP) >= smin(K) * smin(DP), Apply("macdonald.sigma-product~repaired", {P: K, Q: DP})),
        Step("bound", s42.prop_4_7_repaired.conjuncts[0], Combine({"product": 1, "factor": -smin(DP)})),
    ),
)

L, D, g, whole = s43.J, s43.D, s43.g, s43.to_outputs
bound = smin(L) * smin(X) * smin(D)
thm_4_8 = Proof(
    "product of wide matrices, and the Rayleigh quotient",
    (
        *data,
        Step("weights", smin(K @ D) >= smin(K) * smin(D), Apply("macdonald.sigma-product~repaired", {P: K, Q: D})),
        Step(
            "blocks", smin(whole) >= smin(L) * smin(K @ D), Apply("macdonald.sigma-product~repaired", {P: L, Q: K @ D})
        ),
        Step("product", smin(whole) >= bound, Combine({"blocks": 1, "weights": smin(L), "factor": -smin(L) * smin(D)})),
        least("least", whole),
        Step(
            "rayleigh",
            lmin(whole @ whole.T) * inner(g, g) <= inner(g, whole @ whole.T @ g),
            Apply("classical.rayleigh", {symmetric_a: whole @ whole.T, column: g}, 0),
        ),
        Step(
            "bound",
            s43.thm_4_8_repaired.conjuncts[0],
            Combine({"rayleigh": 1, "least": -inner(g, g), "product": inner(g, g) * (smin(whole) + bound)}),
        ),
    ),
)

steep = Proof("positive coefficients", (Step("sign", s42.too_steep.conjuncts[0], Sign()),))
series_step = Proof(
    "induction step",
    (
        Step("sum", s43.S + s43.x >= 0, Combine({"given 2": 1, "given 0": 1})),
        Step("below", s43.series_step.conjuncts[0], Combine({"given 3": 1 - s43.x})),
        Step("above", s43.series_step.conjuncts[1], Combine({"given 4": 1 - s43.x})),
    ),
)

eta, beta = s43.eta, s43.beta
thm_4_8_convergence = Proof(
    "descent by smoothness, the gradient bounded below by that of the cost",
    (
        Step("gradient", s43.change >= bound**2 * inner(g, g), Apply("macdonald.thm-4.8~repaired")),
        Step(
            "length",
            eq(normF(whole.T @ g) ** 2, s43.change),
            Apply("classical.frobenius", {any_shape: whole.T @ g}, 0),
        ),
        Step("not negative", s43.change >= 0, Combine({"length": 1})),
        Step(
            "claim",
            s43.thm_4_8_convergence.conjuncts[0],
            Combine(
                {
                    "given 2": 1,
                    "given 3": eta / 2 * s43.change,
                    "gradient": eta / 2,
                    "given 1": eta / 2 * bound**2,
                }
            ),
        ),
    ),
)

PROOFS = {
    "macdonald.thm-4.8~convergence": thm_4_8_convergence,
    "macdonald.eq-13": eq_13,
    "macdonald.eq-18": eq_18,
    "macdonald.eq-22": eq_22,
    "macdonald.sigma-product~repaired": sigma_product,
    "macdonald.sigma-product~repaired-tall": sigma_product_tall,
    "macdonald.prop-4.5~repaired": prop_4_5_repaired,
    "macdonald.prop-4.5~first-layer": prop_4_5_first,
    "macdonald.thm-4.4.nonlinearity~steep": steep,
    "macdonald.prop-4.6": prop_4_6,
    "macdonald.prop-4.7~repaired": prop_4_7,
    "macdonald.flow-solution": flow_solution,
    "macdonald.series-divergence~step": series_step,
    "macdonald.thm-4.8~repaired": thm_4_8,
}
