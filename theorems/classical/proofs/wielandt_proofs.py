"""Wielandt's inequality: the inverse of a definite matrix lies near a multiple of the identity."""

from lemmata.theorems.classical import A, T, n, q, r, x
from lemmata.theorems.classical.eigenvalue_theorems import D, y
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, det, eq, inv, lmax, lmin, maximum, smax, sqrtm, tr
from lemmata.theorems.language.proof import Combine, Identity, Multiply, Proof, Sign, Step

one, S, R = Id(n), sqrtm(D), inv(D)
low, high = lmin(D), lmax(D)
centre, radius = (1 / low + 1 / high) / 2, (1 / low - 1 / high) / 2
moved = R + -centre * one
u, v = S @ x, S @ y
inner, image = tr(u.T @ moved @ v), tr((moved @ v).T @ moved @ v)
form, square_x, square_y = tr(x.T @ D @ y), tr(x.T @ D @ x), tr(y.T @ D @ y)
wielandt = Proof(
    "u^T D^-1 v = x^T y for u and v the root of D times x and y, and D^-1 is within a radius of a multiple of I",
    (
        Step("definite", low > 0, Sign()),
        cite("order", low <= high, "order", {A: D, T: one, r: n, q: n}, 0),
        Step("largest above", high > 0, Combine({"definite": 1, "order": 1})),
        Step("semidefinite", low >= 0, Combine({"definite": 1})),
        cite("regular", det(D) > 0, "determinant-of-definite", {"D": D, "K": D}, 0),
        cite("largest", eq(lmax(R), 1 / low), "inverse-definite", {"D": D}, 0),
        cite("least", eq(lmin(R), 1 / high), "inverse-definite", {"D": D}, 1),
        cite("largest moved", eq(lmax(moved), lmax(R) - centre), "extreme-eigenvalues-of-shift",
             {A: R, "c": -centre}, 0),
        cite("least moved", eq(lmin(moved), lmin(R) - centre), "extreme-eigenvalues-of-shift",
             {A: R, "c": -centre}, 1),
        Step("top", lmax(moved) <= radius, Combine({"largest moved": 1, "largest": 1})),
        Step("bottom", -lmin(moved) <= radius, Combine({"least moved": -1, "least": -1})),
        cite("ends", eq(smax(moved), maximum(lmax(moved), -lmin(moved))), "norm-of-symmetric", {A: moved}, 0),
        cite("larger", maximum(lmax(moved), -lmin(moved)) <= radius, "maximum-bound",
             {"x": lmax(moved), "y": -lmin(moved), "c": radius}),
        Step("norm", smax(moved) <= radius, Combine({"ends": 1, "larger": 1})),
        Step("root", eq(S @ S, D), Identity()),
        Step("root again", eq(S @ S, D), Identity()),
        cite("inverse, left", eq(R @ D, one), "inverse", {"M": D}, 1),
        cite("inverse, right", eq(D @ R, one), "inverse", {"M": D}, 0),
        Step(
            "conjugate",
            eq(S @ R @ S, one),
            Multiply(
                {
                    "inverse, right": (one - S @ R @ S, None),
                    "root": (one - S @ R @ S, R),
                    "root again": (S @ R, S @ R),
                    "inverse, left": (S, S @ R),
                }
            ),
        ),
        Step("between", eq(u.T @ R @ v, x.T @ y), Multiply({"conjugate": (x.T, y)})),
        Step("product", eq(u.T @ v, x.T @ D @ y), Multiply({"root": (x.T, y)})),
        Step("length of u", eq(u.T @ u, x.T @ D @ x), Multiply({"root": (x.T, x)})),
        Step("length of v", eq(v.T @ v, y.T @ D @ y), Multiply({"root": (y.T, y)})),
        Step("moved form", eq(tr(u.T @ moved @ v), -centre * form),
             Combine({"between": 1, "given 0": 1, "product": -centre})),
        cite("cauchy", tr(u.T @ (moved @ v)) ** 2 <= tr(u.T @ u) * tr((moved @ v).T @ moved @ v), "cauchy-schwarz",
             {"x": u, "y": moved @ v}),
        cite("stretched", tr(v.T @ moved.T @ moved @ v) <= smax(moved) ** 2 * tr(v.T @ v), "stretching",
             {T: moved, "y": v, r: n, q: n}),
        cite("form of x", square_x >= 0, "psd-form", {"K": D, "x": x}),
        cite("form of y", square_y >= 0, "psd-form", {"K": D, "x": y}),
        Step("radius", radius >= 0, Combine({"norm": 1})),
        Step(
            "squares",
            centre**2 * form**2 <= radius**2 * square_x * square_y,
            Combine(
                {
                    "cauchy": 1,
                    "moved form": centre * form - inner,
                    "length of u": image,
                    "stretched": square_x,
                    "length of v": square_x * smax(moved) ** 2,
                    "norm": square_x * square_y * (smax(moved) + radius),
                }
            ),
        ),
        Step(
            "claim",
            (high + low) ** 2 * form**2 <= (high - low) ** 2 * square_x * square_y,
            Combine({"squares": 4 * low**2 * high**2}),
        ),
    ),
)  # fmt: skip
PROOFS = {"classical.wielandt": wielandt}
