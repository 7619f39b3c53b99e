"""Operator norms, proved from Rayleigh quotients and Cauchy's inequality."""

from typing import Any

from lemmata.theorems.classical import A, T, n, q, rectangular, x
from lemmata.theorems.classical.numbers import c as bound
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Vector,
    eq,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    smax,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    Combine,
    Identity,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
)

one = Id(1)
u = Vector("u", n)
# --- norms of rectangular matrices
U, S, k = rectangular.U, rectangular.S, rectangular.k
w = Vector("w", k)


def norm_form(name: str, T: Any, v: Any) -> Step:
    """|T v|^2 <= smax(T)^2 |v|^2."""
    return Step(
        name,
        tr(v.T @ T.T @ T @ v) <= smax(T) ** 2 * tr(v.T @ v),
        Apply("classical.stretching", {any_shape: T, vector: v}),
    )


any_shape, vector = T, rectangular.y
stretching = Proof(
    "Rayleigh quotient of the Gram matrix",
    (
        Step(
            "rayleigh",
            tr(vector.T @ T.T @ T @ vector) <= lmax(T.T @ T) * tr(vector.T @ vector),
            Apply("classical.rayleigh", {A: T.T @ T, x: vector}, 1),
        ),
        Step("norm", eq(lmax(T.T @ T), smax(T) ** 2), Apply("classical.gram-norm", conjunct=1)),
        Step(
            "square",
            tr(vector.T @ T.T @ T @ vector) <= smax(T) ** 2 * tr(vector.T @ vector),
            Combine({"rayleigh": 1, "norm": tr(vector.T @ vector)}),
        ),
    ),
)

TU = T @ U
norm_of_product = Proof(
    "stretching by U, then by T",
    (
        *eigenvector("u", TU.T @ TU, 1, w),
        Step("norm", eq(lmax(TU.T @ TU), smax(TU) ** 2), Apply("classical.gram-norm", {T: TU}, 1)),
        norm_form("by T", T, U @ w),
        norm_form("by U", U, w),
        Step(
            "squares",
            smax(TU) ** 2 <= (smax(T) * smax(U)) ** 2,
            Combine(
                {"norm": -1, "u, form": -1, "by T": 1, "by U": smax(T) ** 2, "u, unit": smax(T) ** 2 * smax(U) ** 2}
            ),
        ),
        Step(
            "product",
            smax(TU) <= smax(T) * smax(U),
            Apply("classical.square-roots", {number: smax(TU), other: smax(T) * smax(U)}),
        ),
    ),
)


def squared_length(name: str, v: Any, written: Any) -> tuple[Step, ...]:
    """0 <= written, which is the squared length of v multiplied out."""
    return (
        Step(f"{name}, length", eq(normF(v) ** 2, written), Identity()),
        Step(name, written >= 0, Combine({f"{name}, length": 1})),
    )


x_2, y_2 = rectangular.x, rectangular.z
p_xx, p_xy, p_yy = tr(x_2.T @ x_2), tr(x_2.T @ y_2), tr(y_2.T @ y_2)
lack = p_xy**2 - p_xx * p_yy
cauchy = Proof(
    "squared lengths of Q x - p y, P y - p x and x - p y, with P, Q the squared lengths and p the product",
    (
        Step("x", p_xx >= 0, Sign()),
        Step("both", p_xx * p_yy >= 0, Combine({"x": p_yy})),
        *squared_length("first", p_yy * x_2 - p_xy * y_2, p_yy * (p_xx * p_yy - p_xy**2)),
        *squared_length("second", p_xx * y_2 - p_xy * x_2, p_xx * (p_xx * p_yy - p_xy**2)),
        *squared_length("third", x_2 - p_xy * y_2, p_xx - 2 * p_xy**2 + p_xy**2 * p_yy),
        Step(
            "product",
            p_xy**2 <= p_xx * p_yy,
            Refute({"second": 1, "first": p_xy**2, "third": lack, "contrary": 2 * lack, "both": 2 * lack}),
        ),
    ),
)

TS = T + S
z = Vector("u", q)
short = smax(T) + smax(S)
Tz, Sz = T @ z, S @ z
cross, long = tr(Tz.T @ Sz), smax(T) * smax(S)
norm_of_sum = Proof(
    "|T u + S u|^2 with Cauchy's inequality for the mixed term",
    (
        *eigenvector("u", TS.T @ TS, 1, z),
        Step("norm", eq(lmax(TS.T @ TS), smax(TS) ** 2), Apply("classical.gram-norm", {T: TS}, 1)),
        norm_form("T", T, z),
        norm_form("S", S, z),
        Step("unit", eq(tr(z.T @ z), 1), Combine({"u, unit": 1})),
        Step("of T", tr(Tz.T @ Tz) <= smax(T) ** 2, Combine({"T": 1, "unit": smax(T) ** 2})),
        Step("of S", tr(Sz.T @ Sz) <= smax(S) ** 2, Combine({"S": 1, "unit": smax(S) ** 2})),
        Step(
            "cauchy", cross**2 <= tr(Tz.T @ Tz) * tr(Sz.T @ Sz), Apply("classical.cauchy-schwarz", {x_2: Tz, y_2: Sz})
        ),
        Step("square", cross**2 <= long**2, Combine({"cauchy": 1, "of T": tr(Sz.T @ Sz), "of S": smax(T) ** 2})),
        Step("modulus", abs(cross) <= long, Apply("classical.square-roots", {number: abs(cross), other: long})),
        Step("no more", cross <= abs(cross), Apply("classical.modulus", {number: cross}, 1)),
        Step(
            "squares",
            smax(TS) ** 2 <= short**2,
            Combine({"norm": -1, "u, form": -1, "of T": 1, "of S": 1, "modulus": 2, "no more": 2}),
        ),
        Step("sum", smax(TS) <= short, Apply("classical.square-roots", {number: smax(TS), other: short})),
    ),
)


def image_below(name: str, v: Any, value: Any) -> tuple[Step, ...]:
    """|value| <= norm2(A) for an eigenvalue of A, from the squared length of A v."""
    return (
        norm_form(f"{name}, stretched", A, v),
        Step(
            f"{name}, squared length",
            eq(v.T @ A @ A @ v, value**2 * one),
            Multiply({name: (v.T @ A, None), f"{name}, form": (value, None)}),
        ),
        Step(
            f"{name}, square",
            value**2 <= norm2(A) ** 2,
            Combine(
                {
                    f"{name}, stretched": 1,
                    f"{name}, squared length": -1,
                    f"{name}, unit": smax(A) ** 2,
                    "norm": -(norm2(A) + smax(A)),
                }
            ),
        ),
        Step(
            name + ", norm",
            abs(value) <= norm2(A),
            Apply("classical.square-roots", {number: abs(value), other: norm2(A)}),
        ),
    )


v_1, v_n = Vector("v", n), Vector("w", n)
sigma, top, bottom = norm2(A), lmax(A), lmin(A)
m = maximum(abs(bottom), abs(top))
a = tr(u.T @ A @ u)
excess = sigma - m
symmetric_norm = Proof(
    "u^T A^2 u at an eigenvector u of A; A u + sigma u at an eigenvector u of A^2 to sigma^2",
    (
        Step("norm", eq(sigma, smax(A)), Apply("classical.operator-norm", {T: A})),
        Step("gram", eq(lmax(A @ A), smax(A) ** 2), Apply("classical.gram-norm", {T: A}, 1)),
        *eigenvector("top", A, 1, v_1),
        *eigenvector("bottom", A, n, v_n),
        *eigenvector("u", A @ A, 1, u),
        *image_below("top", v_1, top),
        *image_below("bottom", v_n, bottom),
        Step(
            "maximum, below",
            m <= sigma,
            Apply("classical.maximum-bound", {number: abs(bottom), other: abs(top), bound: sigma}),
        ),
        Step("|bottom|", abs(bottom) <= m, Sign()),
        Step("|top|", abs(top) <= m, Sign()),
        Step("bottom, modulus", -abs(bottom) <= bottom, Apply("classical.modulus", {number: bottom}, 0)),
        Step("top, modulus", top <= abs(top), Apply("classical.modulus", {number: top}, 1)),
        Step("above bottom", -m <= bottom, Combine({"|bottom|": 1, "bottom, modulus": 1})),
        Step("below top", top <= m, Combine({"|top|": 1, "top, modulus": 1})),
        Step("m", m >= 0, Combine({"|top|": 1})),
        Step("form", bottom * tr(u.T @ u) <= a, Apply("classical.rayleigh", {x: u}, 0)),
        Step("inside", -m <= a, Combine({"form": 1, "u, unit": -bottom, "above bottom": 1})),
        Step(
            "cubic",
            eq(u.T @ A @ A @ A @ u, sigma**2 * u.T @ A @ u),
            Multiply(
                {"u": (u.T @ A, None), "gram": (u.T @ A @ u, None), "norm": (-(sigma + smax(A)) * u.T @ A @ u, None)}
            ),
        ),
        Step(
            "square",
            eq(u.T @ A @ A @ u, sigma**2 * one),
            Combine({"u, form": 1, "gram": 1, "norm": -(sigma + smax(A))}),
        ),
        Step(
            "rayleigh",
            tr((A @ u + sigma * u).T @ A @ (A @ u + sigma * u))
            <= top * tr((A @ u + sigma * u).T @ (A @ u + sigma * u)),
            Apply("classical.rayleigh", {x: A @ u + sigma * u}, 1),
        ),
        Step(
            "balance",
            2 * sigma * (sigma + a) * (top - sigma) >= 0,
            Combine(
                {
                    "rayleigh": 1,
                    "cubic": -1,
                    "square": top - 2 * sigma,
                    "u, unit": top * sigma**2,
                }
            ),
        ),
        Step("inside sum", a + m >= 0, Combine({"inside": 1})),
        Step("below difference", m - top >= 0, Combine({"below top": 1})),
        Step("above top", sigma - top >= 0, Combine({"top, norm": 1, "top, modulus": 1})),
        Step(
            "norm, below",
            sigma <= m,
            Refute(
                {
                    "balance": 1,
                    "inside sum": 2 * sigma * (sigma - top),
                    "below difference": 2 * sigma * excess,
                    "contrary": 2 * excess**2,
                    "m": 2 * excess**2,
                }
            ),
        ),
        Step("equal", eq(sigma, m), Antisymmetric("norm, below", "maximum, below")),
    ),
)

PROOFS = {
    "classical.stretching": stretching,
    "classical.norm-of-product": norm_of_product,
    "classical.cauchy-schwarz": cauchy,
    "classical.norm-of-sum": norm_of_sum,
    "classical.symmetric-norm": symmetric_norm,
}
