"""Kantorovich's inequality, from the square roots of a positive definite matrix and of what is left of it."""

from lemmata.theorems.classical import n, x
from lemmata.theorems.classical.definite_theorems import D
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, cond, eq, inv, lam, lmax, lmin, sqrtm, tr
from lemmata.theorems.language.proof import At, Combine, Identity, Multiply, Proof, Sign, Squares, Step

low, high, less = lmin(D), lmax(D), D - lmin(D) * Id(n)
R, S, z = sqrtm(D), sqrtm(less), inv(D) @ x
y = S @ R @ z
form, inverse, square = tr(x.T @ D @ x), tr(x.T @ inv(D) @ x), tr(x.T @ x)
forms = (
    Step("not negative", square >= 0, Sign()),
    cite("order", low <= high, "order", {"A": D}, 0),
    Step("low", low > 0, Sign()),
    Step("high", high > 0, Combine({"order": 1, "low": 1})),
    Step("size", high * square >= 0, Combine({"not negative": high})),
    cite("least form", low * square <= form, "rayleigh", {"A": D}, 0),
    Step("above", form >= 0, Combine({"least form": 1, "not negative": low})),
    cite("inverse, definite", lmin(inv(D)) > 0, "inverse-of-definite", {}, 0),
    cite("least of the inverse", lmin(inv(D)) * square <= inverse, "rayleigh", {"A": inv(D)}, 0),
    Step("of the inverse", inverse >= 0, Combine({"least of the inverse": 1, "not negative": lmin(inv(D))})),
)
kantorovich = Proof(
    "the form of (D - l)(L - D)D at D^-1 x is that of L - D at a column, and so not negative",
    (
        cite("shift", eq(lam(less), lam(D) - low), "shift", {"A": D, "c": -low}),
        Step("least", eq(lmin(less), 0), At("shift", n)),
        Step("semidefinite", lmin(less) >= 0, Combine({"least": -1})),
        Step("root", eq(R @ R, D), Identity()),
        Step("other root", eq(S @ S, less), Identity()),
        *(
            Step(f"{name} again", states, Identity())
            for name, states in (("root", eq(R @ R, D)), ("other root", eq(S @ S, less)))
        ),
        Step("commutes", eq(R @ D, D @ R), Multiply({"root": (None, R), "root again": (-R, None)})),
        Step("other commutes", eq(S @ D, D @ S), Multiply({"other root": (None, S), "other root again": (-S, None)})),
        # S D S = (D - l) D, and R D^k R = D^(k + 1) beside a column
        Step("inside", eq(S @ D @ S, less @ D), Multiply({"other commutes": (None, S), "other root": (D, None)})),
        cite("inverse", eq(D @ inv(D), Id(n)), "inverse", {"M": D}, 0),
        cite("inverse, left", eq(inv(D) @ D, Id(n)), "inverse", {"M": D}, 1),
        cite("rayleigh", tr(y.T @ D @ y) <= high * tr(y.T @ y), "rayleigh", {"A": D, "x": y}, 1),
        Step("commutes again", eq(R @ D, D @ R), Multiply({"commutes": (None, None)})),
        Step("once", eq(R @ D @ R, D @ D), Multiply({"commutes": (None, R), "root": (D, None)})),
        Step(
            "twice",
            eq(R @ D @ D @ R, D @ D @ D),
            Multiply({"commutes": (None, D @ R), "commutes again": (D, R), "root": (D @ D, None)}),
        ),
        Step("form", eq(y.T @ D @ y, z.T @ R @ less @ D @ R @ z), Multiply({"inside": (z.T @ R, R @ z)})),
        Step("length", eq(y.T @ y, z.T @ R @ less @ R @ z), Multiply({"other root": (z.T @ R, R @ z)})),
        Step("image", eq(D @ z, x), Multiply({"inverse": (None, x)})),
        Step("image, transposed", eq(z.T @ D, x.T), Multiply({"inverse, left": (x.T, None)})),
        Step(
            "cubic",
            eq(z.T @ D @ D @ D @ z, x.T @ D @ x),
            Multiply({"image": (z.T @ D @ D, None), "image, transposed": (None, D @ x)}),
        ),
        Step(
            "quadratic",
            eq(z.T @ D @ D @ z, x.T @ x),
            Multiply({"image": (z.T @ D, None), "image, transposed": (None, x)}),
        ),
        Step("linear", eq(z.T @ D @ z, x.T @ inv(D) @ x), Multiply({"image, transposed": (None, z)})),
        Step(
            "form at x",
            eq(z.T @ R @ less @ D @ R @ z, x.T @ D @ x - low * (x.T @ x)),
            Multiply({"twice": (z.T, z), "once": (-low * z.T, z), "cubic": (None, None), "quadratic": (-low, None)}),
        ),
        Step(
            "length at x",
            eq(z.T @ R @ less @ R @ z, x.T @ x - low * (x.T @ inv(D) @ x)),
            Multiply({"once": (z.T, z), "root": (-low * z.T, z), "quadratic": (None, None), "linear": (-low, None)}),
        ),
        Step(
            "sum",
            form + low * high * inverse <= (low + high) * square,
            Combine({"rayleigh": 1, "form": -1, "form at x": -1, "length": high, "length at x": high}),
        ),
        *forms,
        Step(
            "total",
            (low + high) * square + form + low * high * inverse >= 0,
            Combine({"sum": 1, "above": 2, "of the inverse": 2 * low * high}),
        ),
        Step(
            "claim",
            4 * low * high * form * inverse <= (low + high) ** 2 * square**2,
            Squares(((1, ("sum", "total"), 1), (1, (), form - low * high * inverse))),
        ),
    ),
)

ratio, whole = cond(D), (low + high) ** 2 / low / high
kantorovich_condition = Proof(
    "the condition number is the ratio of the extreme eigenvalues",
    (
        *forms,
        cite("kantorovich", 4 * low * high * form * inverse <= (low + high) ** 2 * square**2, "kantorovich"),
        cite("ratio", eq(ratio, high / low), "condition-of-definite"),
        Step("divided", 4 * form * inverse <= whole * square**2, Combine({"kantorovich": 1 / low / high})),
        Step(
            "first",
            4 * form * inverse <= (ratio + 2 + 1 / ratio) * square**2,
            Combine({"divided": 1, "ratio": (low / (high * ratio) - 1) * square**2}),
        ),
        cite("largest", form <= high * square, "rayleigh", {"A": D}, 1),
        cite("of inverse", eq(lmax(inv(D)), 1 / low), "inverse-definite", {}, 0),
        cite("largest of inverse", inverse <= lmax(inv(D)) * square, "rayleigh", {"A": inv(D)}, 1),
        Step("at most", inverse <= square / low, Combine({"largest of inverse": 1, "of inverse": square})),
        Step(
            "product",
            form * inverse <= high / low * square**2,
            Squares(((1, ("largest", "of the inverse"), 1), (1, ("at most", "size"), 1))),
        ),
        Step("second", form * inverse <= ratio * square**2, Combine({"product": 1, "ratio": -(square**2)})),
    ),
)
PROOFS = {"classical.kantorovich": kantorovich, "classical.kantorovich-condition": kantorovich_condition}
