"""Minkowski's inequality for determinants of semidefinite matrices, and what follows for sums and multiples."""

from typing import Any

from lemmata.theorems.classical import M, T, c, n, q, r
from lemmata.theorems.classical.eigenvalue_theorems import K
from lemmata.theorems.classical.function_theorems import L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.determinants_proofs import product, unit
from lemmata.theorems.classical.proofs.exponents_proofs import nothing, power
from lemmata.theorems.classical.proofs.product_steps import (
    definite,
    identity,
    mean_root,
    root_of_power,
    zero_power,
)
from lemmata.theorems.language import Id, det, eq, exp, inv, lam, lmax, lmin, log, normF, pinv, rank, smax, smin, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Cases,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
)

one, k = Id(n), 1 / n
X = K + L
Y = inv(X)
a, b, whole, y = det(K), det(L), det(X), det(Y)
semidefinite = (
    *identity,
    Step("least of K", lmin(K) >= 0, Sign()),
    Step("least of L", lmin(L) >= 0, Sign()),
    cite("sum", lmin(X) >= 0, "psd-sum", {"K": K, "L": L}),
    definite("of K", K),
    definite("of L", L),
    definite("of the sum", X),
    cite("below, K", a <= whole, "determinant-monotone", {"K": K, "L": L}),
    cite("below, L", b <= whole, "determinant-monotone", {"K": L, "L": K}),
)
reciprocal = (
    cite("inverse", eq(y * whole, 1), "determinant-of-inverse", {M: X}),
    cite("product", eq((y * whole) ** k, y**k * whole**k), "power-of-product", {"x": y, "y": whole, "p": k}),
    *power("power", y * whole, k),
    Step("logarithms", eq(log(y * whole), log(quantity(1))), Congruence("inverse")),
    cite("log below", log(quantity(1)) <= quantity(1) - 1, "logarithm-tangent", {"x": 1}, 1),
    cite("log above", log(quantity(1)) >= 1 - 1 / quantity(1), "logarithm-tangent", {"x": 1}, 0),
    Step("no less", log(y * whole) >= 0, Combine({"logarithms": -1, "log above": 1})),
    Step("no more", log(y * whole) <= 0, Combine({"logarithms": 1, "log below": 1})),
    Step("no logarithm", eq(log(y * whole), 0), Antisymmetric("no more", "no less")),
    Step("exponent", eq(k * log(y * whole), k - k), Combine({"no logarithm": k})),
    Step("same", eq(exp(k * log(y * whole)), exp(k - k)), Congruence("exponent")),
    *nothing(k),
    Step("unit", eq(y**k * whole**k, 1), Combine({"product": -1, "power": 1, "same": 1, "nothing": 1})),
)
minkowski = Proof(
    "n det(K)^(1/n) det(Y)^(1/n) <= tr(K Y) and the same for L, with Y the inverse of K + L",
    (
        *semidefinite,
        *mean_root("mean", K),
        Step("size", k > 0, Sign()),
        Step(
            "claim",
            a**k + b**k <= whole**k,
            Cases(
                whole > 0,
                (
                    Step("positive", whole > 0, Combine({"case": 1})),
                    cite("same modulus", eq(abs(whole), whole), "modulus-non-negative", {"x": whole}),
                    Step("modulus", abs(whole) > 0, Combine({"same modulus": -1, "positive": 1})),
                    cite("regular", smin(X) > 0, "non-singular", {M: X}),
                    cite("least", eq(smin(X), lmin(X)), "psd-extremes", {"K": X}, 1),
                    Step("sum definite", lmin(X) > 0, Combine({"regular": 1, "least": 1})),
                    cite("inverse definite", lmin(Y) > 0, "inverse-of-definite", {"D": X}, 0),
                    cite("of the inverse", y > 0, "inverse-of-definite", {"D": X}, 2),
                    Step("inverse semidefinite", lmin(Y) >= 0, Combine({"inverse definite": 1})),
                    cite("with K", n * a**k * y**k <= tr(K @ Y), "trace-determinant-product", {"K": K, "L": Y}),
                    cite("with L", n * b**k * y**k <= tr(L @ Y), "trace-determinant-product", {"K": L, "L": Y}),
                    cite("both", eq(X @ Y, one), "inverse", {M: X}, 0),
                    Step("traces", eq(tr(X @ Y), tr(one)), Congruence("both")),
                    *reciprocal,
                    Step("root above", whole**k > 0, Sign()),
                    Step(
                        "claim",
                        a**k + b**k <= whole**k,
                        Combine(
                            {
                                "with K": whole**k / n,
                                "with L": whole**k / n,
                                "traces": whole**k / n,
                                "unit": -(a**k + b**k),
                            }
                        ),
                    ),
                ),
                (
                    Step("no K", a <= 0, Combine({"below, K": 1, "case": 1})),
                    Step("no L", b <= 0, Combine({"below, L": 1, "case": 1})),
                    Step("zero K", eq(a, 0), Antisymmetric("no K", "of K")),
                    Step("zero L", eq(b, 0), Antisymmetric("no L", "of L")),
                    *zero_power("root of K", a, k, "zero K"),
                    *zero_power("root of L", b, k, "zero L"),
                    Step("root", whole**k >= 0, Sign()),
                    Step("claim", a**k + b**k <= whole**k, Combine({"root of K": 1, "root of L": 1, "root": 1})),
                ),
            ),
        ),
    ),
)


def share(name: str, part: Any, below: str, sign: str) -> tuple[Step, ...]:
    """part / det(K + L) <= part^(1/n) / det(K + L)^(1/n)."""
    ratio = part / whole
    return (
        Step(f"{name}, sign", ratio >= 0, Combine({sign: 1 / whole})),
        Step(f"{name}, at most one", ratio <= 1, Combine({below: 1 / whole})),
        cite(f"{name}, product", eq((ratio * whole) ** k, ratio**k * whole**k), "power-of-product",
             {"x": ratio, "y": whole, "p": k}),
        Step(f"{name}, factor", eq(ratio * whole, part), Combine({})),
        Step(f"{name}, same", eq((ratio * whole) ** k, part**k), Congruence(f"{name}, factor")),
        Step(
            f"{name}, root",
            ratio <= ratio**k,
            Cases(
                ratio > 0,
                (
                    Step("part above", part > 0, Combine({"case": whole})),
                    cite("tangent", log(ratio) <= ratio - 1, "logarithm-tangent", {"x": ratio}, 1),
                    Step("negative", log(ratio) <= 0, Combine({"tangent": 1, f"{name}, at most one": 1})),
                    Step("exponents", log(ratio) <= k * log(ratio), Combine({"negative": 1 - k})),
                    cite("grows", exp(log(ratio)) <= exp(k * log(ratio)), "exponential-monotone",
                         {"x": log(ratio), "y": k * log(ratio)}),
                    Step("back", eq(exp(log(ratio)), ratio), Identity()),
                    *power("power", ratio, k),
                    Step("larger", ratio <= ratio**k, Combine({"grows": 1, "back": -1, "power": -1})),
                ),
                (
                    Step("power", ratio**k >= 0, Sign()),
                    Step("larger", ratio <= ratio**k, Combine({"case": 1, "power": 1})),
                ),
            ),
        ),
        Step(name, ratio <= part**k / whole**k,
             Combine({f"{name}, root": 1, f"{name}, product": -1 / whole**k, f"{name}, same": 1 / whole**k})),
    )  # fmt: skip


determinant_of_sum = Proof(
    "Minkowski's inequality, and x <= x^(1/n) for numbers between 0 and 1",
    (
        *semidefinite,
        Step("count", n >= 1, Sign()),
        Step("size", k > 0, Sign()),
        Step("small", 1 - k >= 0, Combine({"count": 1 / n})),
        cite("roots", a**k + b**k <= whole**k, "minkowski-semidefinite", {"K": K, "L": L}, 0),
        Step(
            "claim",
            a + b <= whole,
            Cases(
                whole > 0,
                (
                    Step("root above", whole**k > 0, Sign()),
                    *share("K", a, "below, K", "of K"),
                    *share("L", b, "below, L", "of L"),
                    Step("claim", a + b <= whole, Combine({"K": whole, "L": whole, "roots": whole / whole**k})),
                ),
                (Step("claim", a + b <= whole, Combine({"below, K": 1, "below, L": 1, "case": 1})),),
            ),
        ),
    ),
)

scaled = c * one
determinant_of_multiple = Proof(
    "c M = (c I) M, and both extreme eigenvalues of c I are c",
    (
        cite("values", eq(lam(scaled), c), "multiple-of-identity", {}),
        Step("largest", eq(lmax(scaled), c), At("values", 1)),
        Step("least", eq(lmin(scaled), c), At("values", n)),
        Step("semidefinite", lmin(scaled) >= 0, Combine({"least": -1, "given 0": 1})),
        cite("below", lmin(scaled) ** n <= det(scaled), "determinant-extremes", {"K": scaled}, 0),
        cite("above", det(scaled) <= lmax(scaled) ** n, "determinant-extremes", {"K": scaled}, 1),
        Step("least power", eq(lmin(scaled) ** n, c**n), Congruence("least")),
        Step("largest power", eq(lmax(scaled) ** n, c**n), Congruence("largest")),
        Step("no more", det(scaled) <= c**n, Combine({"above": 1, "largest power": 1})),
        Step("no less", c**n <= det(scaled), Combine({"below": 1, "least power": -1})),
        Step("of the identity", eq(det(scaled), c**n), Antisymmetric("no more", "no less")),
        product("product", scaled, M),
        Step("claim", eq(det(c * M), c**n * det(M)), Combine({"product": 1, "of the identity": det(M)})),
    ),
)

shifted = K + scaled
minkowski_shift = Proof(
    "Minkowski's inequality with c I for the second matrix",
    (
        Step("least of K", lmin(K) >= 0, Sign()),
        *identity,
        cite("multiple", lmin(c * one) >= 0, "psd-multiple", {"c": c, "K": one}),
        cite("semidefinite", lmin(shifted) >= 0, "psd-sum", {"K": K, "L": c * one}),
        definite("of K", K),
        definite("of the multiple", c * one),
        definite("of the sum", shifted),
        cite("power", eq(det(c * one), c**n * det(one)), "determinant-of-multiple", {M: one}),
        unit("unit"),
        Step("determinant", eq(det(c * one), c**n), Combine({"power": 1, "unit": c**n})),
        Step("roots", eq(det(c * one) ** k, (c**n) ** k), Congruence("determinant")),
        root_of_power("root", c, "given 0"),
        cite("minkowski", det(K) ** k + det(c * one) ** k <= det(shifted) ** k, "minkowski-semidefinite",
             {"K": K, "L": c * one}, 0),
        Step("first", det(K) ** k + c <= det(shifted) ** k, Combine({"minkowski": 1, "roots": -1, "root": -1})),
        cite("sum", det(K) + det(c * one) <= det(shifted), "determinant-of-sum", {"K": K, "L": c * one}),
        Step("second", det(K) + c**n <= det(shifted), Combine({"sum": 1, "determinant": -1})),
    ),
)  # fmt: skip


def singular_steps(name: str, Z: Any, zero: str) -> tuple[Step, ...]:  # noqa: N803
    """smin(Z) = 0, where the step `zero` says det Z = 0."""
    return (
        cite(f"{name}, power", smin(Z) ** n <= abs(det(Z)), "determinant-extremes", {M: Z, "K": one}, 3),
        Step(f"{name}, modulus", eq(abs(det(Z)) ** 2, 0), Combine({zero: det(Z)})),
        Step(f"{name}, sign", abs(det(Z)) >= 0, Sign()),
        cite(f"{name}, no modulus", eq(abs(det(Z)), 0 * n), "equal-squares", {"x": abs(det(Z)), "y": 0}),
        Step(f"{name}, at most", smin(Z) ** n <= 0, Combine({f"{name}, power": 1, f"{name}, no modulus": 1})),
        Step(
            f"{name}, no more",
            smin(Z) <= 0,
            Cases(
                smin(Z) > 0,
                (
                    Step("above", smin(Z) ** n > 0, Sign()),
                    Step("contrary", smin(Z) <= 0, Refute({"above": 1, f"{name}, at most": 1})),
                ),
                (Step("so", smin(Z) <= 0, Combine({"case": 1})),),
            ),
        ),
        Step(f"{name}, no less", smin(Z) >= 0, Sign()),
        Step(name, eq(smin(Z), 0), Antisymmetric(f"{name}, no more", f"{name}, no less")),
    )


F = M @ pinv(M)
E = one - F
singular = Proof(
    "the least singular value to the n-th power; I - M M^+ has the square n - rank(M), and is not below one in norm",
    (
        *identity,
        *singular_steps("first", M, "given 0"),
        cite("symmetric", eq(F.T, F), "penrose", {T: M, r: n, q: n}, 2),
        cite("penrose", eq(M @ pinv(M) @ M, M), "penrose", {T: M, r: n, q: n}, 0),
        cite("trace", eq(tr(F), rank(M)), "penrose", {T: M, r: n, q: n}, 4),
        Step("gram", eq(E.T @ E, E), Multiply({"symmetric": (-1, E), "penrose": (None, pinv(M))})),
        Step("traces", eq(tr(E.T @ E), tr(E)), Congruence("gram")),
        cite("square", eq(normF(E) ** 2, tr(E.T @ E)), "frobenius", {T: E, r: n, q: n}, 0),
        Step("length", eq(normF(E) ** 2, n - rank(M)), Combine({"square": 1, "traces": 1, "trace": -1})),
        product("product", M, pinv(M)),
        Step("no determinant", eq(det(F), 0), Combine({"product": 1, "given 0": det(pinv(M))})),
        *singular_steps("of F", F, "no determinant"),
        cite("below", smax(E) <= normF(E), "operator-below-frobenius", {T: E, r: n, q: n}),
        cite("negative", eq(smax(-E), smax(E)), "norm-of-negative", {T: E, r: n, q: n}, 0),
        cite("near", smin(one + -E) >= 1 - smax(-E), "small-perturbation", {M: -E}),
        Step("at least one", normF(E) >= 1, Combine({"near": 1, "of F": 1, "negative": 1, "below": 1})),
        Step(
            "second",
            rank(M) <= n - 1,
            Combine({"length": 1, "at least one": normF(E) + 1}),
        ),
    ),
)

PROOFS = {
    "classical.minkowski-semidefinite": minkowski,
    "classical.determinant-of-sum": determinant_of_sum,
    "classical.determinant-of-multiple": determinant_of_multiple,
    "classical.minkowski-shift": minkowski_shift,
    "classical.singular": singular,
}
