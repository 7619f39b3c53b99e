"""Singular values of products and sums, proved from Weyl's inequality and Rayleigh quotients."""

from typing import Any

from theorems.classical import A, B, H, M, P, T, c, i, j, n, q, r, x
from theorems.classical import blocks, rectangular, regular
from theorems.classical import entries as book
from theorems.classical.numbers import c as bound
from theorems.classical.numbers import x as number
from theorems.classical.numbers import y as other
from theorems.classical.proofs_spectra import eigenvector
from theorems.language import Dim, Id, Unit, Vector, eq, kron, lam, lmax, lmin, maximum, norm2, normF, s, smax, smin, sqrt, tr
from theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
)

one = Id(1)
u = Vector("u", n)


def least_form(T: Any, A: Any, u: Any, condition: str) -> tuple[Step, ...]:
    """lmin(T^T A T) = (T u)^T A (T u) >= lmin(A) |T u|^2, step "rayleigh", for a unit eigenvector u."""
    N = T.T @ A @ T
    return (
        *eigenvector("u", N, N.shape[0], u),
        Step("rayleigh", lmin(A) * tr((T @ u).T @ T @ u) <= tr((T @ u).T @ A @ T @ u), Apply("classical.rayleigh", {symmetric: A, x: T @ u}, 0)),
        Step("square", tr((T @ u).T @ T @ u) >= 0, Sign()),
        Step("form", lmin(A) * tr((T @ u).T @ T @ u) <= lmin(N), Combine({"rayleigh": 1, "u, form": 1})),
    )


symmetric = A
psd_congruence = Proof(
    "Rayleigh quotient at the image of an eigenvector",
    (
        *least_form(M, A, u, "given 0"),
        Step("least", lmin(M.T @ A @ M) >= 0, Combine({"form": 1, "given 0": tr((M @ u).T @ M @ u)})),
    ),
)

v = Vector("v", r)
image = T.T @ v
congruence_least = Proof(
    "Rayleigh quotients at the image of an eigenvector and at the eigenvector",
    (
        *least_form(T.T, H, v, "given 0"),
        Step("rayleigh of T T^T", lmin(T @ T.T) * tr(v.T @ v) <= tr(v.T @ T @ T.T @ v), Apply("classical.rayleigh", {A: T @ T.T, x: v}, 0)),
        Step("least", lmin(T @ H @ T.T) >= lmin(H) * lmin(T @ T.T), Combine({"form": 1, "rayleigh of T T^T": lmin(H), "u, unit": -lmin(H) * lmin(T @ T.T)})),
    ),
)  # fmt: skip


# --- s(M P), from s(P P^T) between two multiples of the identity


outer = P @ P.T
above, below = smax(P) ** 2 * Id(n) - outer, outer - smin(P) ** 2 * Id(n)
product = M @ P
gram_of = M @ M.T
gram_p = (
    Step("gram of P", eq(s(P) ** 2, lam(outer)), Apply("classical.gram", {M: P}, 1)),
    Step("gram of M", eq(s(M) ** 2, lam(gram_of)), Apply("classical.gram", {}, 1)),
    Step("gram of M P", eq(s(product) ** 2, lam(product @ product.T)), Apply("classical.gram", {M: product}, 1)),
)
above_steps = (
    Step("largest of P", eq(smax(P) ** 2, lmax(outer)), At("gram of P", 1)),
    Step("rest above, shift", eq(lam(above), lam(-outer) + smax(P) ** 2), Apply("classical.shift", {A: -outer, c: smax(P) ** 2})),
    Step("rest above, least shift", eq(lmin(above), lmin(-outer) + smax(P) ** 2), At("rest above, shift", n)),
    Step("rest above, negated", eq(lmin(-outer), -lmax(outer)), Apply("classical.negation", {A: outer}, 0)),
    Step("rest above, least", lmin(above) >= 0, Combine({"rest above, least shift": -1, "rest above, negated": -1, "largest of P": 1})),
    Step("rest above", lmin(M @ above @ M.T) >= 0, Apply("classical.psd-congruence", {A: above, M: M.T})),
    Step("weyl above", lam(product @ product.T) + lmin(M @ above @ M.T) <= lam(smax(P) ** 2 * gram_of), Apply("classical.weyl-extremes", {A: product @ product.T, B: M @ above @ M.T}, 0)),
    Step("scale above", eq(lam(smax(P) ** 2 * gram_of), smax(P) ** 2 * lam(gram_of)), Apply("classical.scaling", {A: gram_of, c: smax(P) ** 2})),
    Step("squares above", s(product) ** 2 <= (s(M) * smax(P)) ** 2, Combine({"weyl above": 1, "rest above": 1, "scale above": 1, "gram of M P": 1, "gram of M": -smax(P)**2})),
    Step("right factor", s(product) <= s(M) * smax(P), Apply("classical.square-roots", {number: s(product), other: s(M) * smax(P)})),
)
below_steps = (
    Step("least of P", eq(smin(P) ** 2, lmin(outer)), At("gram of P", n)),
    Step("rest below, shift", eq(lam(below), lam(outer) - smin(P) ** 2), Apply("classical.shift", {A: outer, c: -(smin(P) ** 2)})),
    Step("rest below, least shift", eq(lmin(below), lmin(outer) - smin(P) ** 2), At("rest below, shift", n)),
    Step("rest below, least", lmin(below) >= 0, Combine({"rest below, least shift": -1, "least of P": -1})),
    Step("rest below", lmin(M @ below @ M.T) >= 0, Apply("classical.psd-congruence", {A: below, M: M.T})),
    Step("weyl below", lam(smin(P) ** 2 * gram_of) + lmin(M @ below @ M.T) <= lam(product @ product.T), Apply("classical.weyl-extremes", {A: smin(P) ** 2 * gram_of, B: M @ below @ M.T}, 0)),
    Step("scale below", eq(lam(smin(P) ** 2 * gram_of), smin(P) ** 2 * lam(gram_of)), Apply("classical.scaling", {A: gram_of, c: smin(P) ** 2})),
    Step("squares below", (s(M) * smin(P)) ** 2 <= s(product) ** 2, Combine({"weyl below": 1, "rest below": 1, "scale below": -1, "gram of M P": -1, "gram of M": smin(P)**2})),
    Step("least factor", s(M) * smin(P) <= s(product), Apply("classical.square-roots", {number: s(M) * smin(P), other: s(product)})),
)
factor_right = Proof(
    "P P^T is below a multiple of the identity; congruence with M keeps the order, Weyl's inequality orders spectra",
    (*gram_p, *above_steps),
)
submultiplicative = Proof(
    factor_right.method,
    (
        Step("right factor", s(product) <= s(M) * smax(P), Apply("classical.right-factor")),
        Step("transposed", s(M.T @ P.T) <= s(M.T) * smax(P.T), Apply("classical.right-factor", {M: M.T, P: P.T})),
        Step("product", eq(s(P @ M), s(M.T @ P.T)), Apply("classical.gram", {M: P @ M}, 2)),
        Step("of M", eq(s(M), s(M.T)), Apply("classical.gram", {}, 2)),
        Step("of P", eq(s(P), s(P.T)), Apply("classical.gram", {M: P}, 2)),
        Step("largest", eq(smax(P), smax(P.T)), At("of P", 1)),
        Step("left factor", s(P @ M) <= smax(P) * s(M), Combine({"transposed": 1, "product": 1, "of M": -smax(P), "largest": -s(M.T)})),
        *gram_p,
        *below_steps,
    ),
)

# --- norms of rectangular matrices
U, S, k = rectangular.U, rectangular.S, rectangular.k
w = Vector("w", k)


def norm_form(name: str, T: Any, v: Any) -> Step:
    """|T v|^2 <= smax(T)^2 |v|^2."""
    return Step(name, tr(v.T @ T.T @ T @ v) <= smax(T) ** 2 * tr(v.T @ v), Apply("classical.stretching", {any_shape: T, vector: v}))


any_shape, vector = T, rectangular.y
stretching = Proof(
    "Rayleigh quotient of the Gram matrix",
    (
        Step("rayleigh", tr(vector.T @ T.T @ T @ vector) <= lmax(T.T @ T) * tr(vector.T @ vector), Apply("classical.rayleigh", {A: T.T @ T, x: vector}, 1)),
        Step("norm", eq(lmax(T.T @ T), smax(T) ** 2), Apply("classical.gram-norm", conjunct=1)),
        Step("square", tr(vector.T @ T.T @ T @ vector) <= smax(T) ** 2 * tr(vector.T @ vector), Combine({"rayleigh": 1, "norm": tr(vector.T @ vector)})),
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
        Step("squares", smax(TU) ** 2 <= (smax(T) * smax(U)) ** 2, Combine({"norm": -1, "u, form": -1, "by T": 1, "by U": smax(T) ** 2, "u, unit": smax(T)**2 * smax(U)**2})),
        Step("product", smax(TU) <= smax(T) * smax(U), Apply("classical.square-roots", {number: smax(TU), other: smax(T) * smax(U)})),
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
        Step("y", p_yy >= 0, Sign()),
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
        Step("cauchy", cross**2 <= tr(Tz.T @ Tz) * tr(Sz.T @ Sz), Apply("classical.cauchy-schwarz", {x_2: Tz, y_2: Sz})),
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
        Step(name + ", norm", abs(value) <= norm2(A), Apply("classical.square-roots", {number: abs(value), other: norm2(A)})),
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
        Step("maximum, below", m <= sigma, Apply("classical.maximum-bound", {number: abs(bottom), other: abs(top), bound: sigma})),
        Step("|bottom|", abs(bottom) <= m, Sign()),
        Step("|top|", abs(top) <= m, Sign()),
        Step("bottom, modulus", -abs(bottom) <= bottom, Apply("classical.modulus", {number: bottom}, 0)),
        Step("top, modulus", top <= abs(top), Apply("classical.modulus", {number: top}, 1)),
        Step("above bottom", -m <= bottom, Combine({"|bottom|": 1, "bottom, modulus": 1})),
        Step("below top", top <= m, Combine({"|top|": 1, "top, modulus": 1})),
        Step("m", m >= 0, Combine({"|top|": 1})),
        Step("form", bottom * tr(u.T @ u) <= a, Apply("classical.rayleigh", {x: u}, 0)),
        Step("inside", -m <= a, Combine({"form": 1, "u, unit": -bottom, "above bottom": 1})),
        Step("cubic", eq(u.T @ A @ A @ A @ u, sigma**2 * u.T @ A @ u), Multiply({"u": (u.T @ A, None), "gram": (u.T @ A @ u, None), "norm": (-(sigma + smax(A)) * u.T @ A @ u, None)})),
        Step("square", eq(u.T @ A @ A @ u, sigma**2 * one), Combine({"u, form": 1, "gram": 1, "norm": -(sigma + smax(A))})),
        Step("rayleigh", tr((A @ u + sigma * u).T @ A @ (A @ u + sigma * u)) <= top * tr((A @ u + sigma * u).T @ (A @ u + sigma * u)), Apply("classical.rayleigh", {x: A @ u + sigma * u}, 1)),
        Step("balance", 2 * sigma * (sigma + a) * (top - sigma) >= 0, Combine({
            "rayleigh": 1, "cubic": -1, "square": top - 2 * sigma, "u, unit": top * sigma**2,
        })),
        Step("inside sum", a + m >= 0, Combine({"inside": 1})),
        Step("below difference", m - top >= 0, Combine({"below top": 1})),
        Step("above top", sigma - top >= 0, Combine({"top, norm": 1, "top, modulus": 1})),
        Step("norm, below", sigma <= m, Refute({
            "balance": 1, "inside sum": 2 * sigma * (sigma - top), "below difference": 2 * sigma * excess, "contrary": 2 * excess**2, "m": 2 * excess**2,
        })),
        Step("equal", eq(sigma, m), Antisymmetric("norm, below", "maximum, below")),
    ),
)

PROOFS = {
    "classical.psd-congruence": psd_congruence,
    "classical.congruence-least": congruence_least,
    "classical.right-factor": factor_right,
    "classical.submultiplicative": submultiplicative,
    "classical.stretching": stretching,
    "classical.norm-of-product": norm_of_product,
    "classical.cauchy-schwarz": cauchy,
    "classical.norm-of-sum": norm_of_sum,
    "classical.symmetric-norm": symmetric_norm,
}
