"""Numbers near eigenvalues: a number that is none makes A minus its multiple of I regular."""

from typing import Any

from lemmata.theorems.classical import A, M, P, T, c, n, x
from lemmata.theorems.classical.compression_theorems import L, mu
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.determinants_proofs import factors, near, upto
from lemmata.theorems.classical.proofs.gershgorin_proofs import e, i, length, over
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution
from lemmata.theorems.language import (
    Id,
    Index,
    Vector,
    cond,
    det,
    diag,
    eq,
    inv,
    lam,
    maximum,
    minimum,
    normF,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    At,
    Cases,
    Combine,
    Congruence,
    Instance,
    LargestTerm,
    Multiply,
    Proof,
    SingularVectors,
    Step,
    Summed,
)

one = Id(n)


each = Index("l", 1, n)


def regular(name: str, N: Any, mu: Any, apart: str) -> tuple[Step, ...]:  # noqa: N803
    """0 < det(N - mu I)^2, the step `name`, from the step `apart`: 0 < (lam(N, l) - mu)^2 for every l."""
    shifted, first = N - mu * one, quantity(1)

    def value(k: Any) -> Any:
        return lam(shifted, k)

    def at(k: Any) -> tuple[Step, ...]:
        return (
            Step("shifted at k", eq(lam(shifted, k), lam(N, k) - mu), At(f"{name}, shift", k)),
            Step("apart", (lam(N, k) - mu) ** 2 > 0, Instance(apart, each, k)),
            Step("above", lam(shifted, k) ** 2 > 0,
                 Combine({"apart": 1, "shifted at k": -(lam(shifted, k) + lam(N, k) - mu)})),
        )  # fmt: skip

    return (
        cite(f"{name}, shift", eq(lam(shifted), lam(N) - mu), "shift", {"A": N, "c": -mu}),
        *factors(
            f"{name}, product",
            value,
            lambda product, _: product**2 > 0,
            (at(first), {"one": -upto(value, first) - value(first), "above": 1}),
            (at(near + 1), {"more": -upto(value, near + 1) - upto(value, near) * value(near + 1),
                            "before": value(near + 1) ** 2}),
        ),
        cite(f"{name}, determinant", eq(det(shifted), upto(value, n)), "determinant-by-eigenvalues",
             {"A": shifted}),
        Step(name, det(shifted) ** 2 > 0, 
             Combine({f"{name}, product": 1, f"{name}, determinant": -det(shifted) - upto(value, n)})),
    )  # fmt: skip


B = A - c * one
d, s = minimum(abs(lam(A) - c)), smin(B)
u, v = Vector("u", n), Vector("v", n)
pair = SingularVectors(B, n, u, v)


gap = lam(A, each) - c


def distance(name: str, sign: int) -> tuple[Step, ...]:
    """0 < (lam(A, l) - c - sign s)^2, the step `name`, after "between": s < |lam(A, l) - c|."""
    side = (sign * gap <= abs(gap), 1) if sign > 0 else (-abs(gap) <= gap, 0)
    return (
        cite(f"{name}, modulus", side[0], "modulus", {"x": gap}, side[1]),
        Step(name, (gap - sign * s) ** 2 > 0, Combine({"square": 1, f"{name}, modulus": 2 * s})),
    )


def inverse(name: str, N: Any) -> tuple[Step, ...]:  # noqa: N803
    """N^-1 N = I after 0 < det(N)^2, the step `name`."""
    return (
        Step(f"{name}, square", abs(det(N)) ** 2 > 0, Combine({name: 1})),
        cite(f"{name}, modulus", abs(det(N)) > 0, "positive-square", {"x": abs(det(N))}),
        cite(f"{name}, inverse", eq(inv(N) @ N, one), "inverse", {M: N}, 1),
    )


more, less = A - (c + s) * one, A - (c - s) * one
nothing: Any = 0 * u
residual = Proof(
    "u, v singular vectors of A - c to its least value s: (A - c)^2 u = s^2 u, so that c + s or c - s is an eigenvalue",
    (
        Step("right", eq(B @ u, s * v), pair),
        Step("left", eq(B.T @ v, s * u), pair),
        Step("unit", eq(u.T @ u, Id(1)), pair),
        cite("image", s * normF(x) <= normF(B @ x), "image-length-below", {M: B}),
        Step(
            "distance",
            d <= s,
            Cases(
                d <= s,
                (Step("there", d <= s, Combine({"case": 1})),),
                (
                    Step("closer", s < d, Combine({"case": 1})),
                    Step("term", -abs(gap) <= maximum(-abs(lam(A) - c)), LargestTerm()),
                    Step("between", abs(gap) - s > 0, Combine({"term": 1, "closer": 1})),
                    Step("square", (abs(gap) - s) ** 2 > 0, Combine({"between": abs(gap) - s})),
                    *distance("above", 1),
                    *distance("below", -1),
                    *regular("plus", A, c + s, "above"),
                    *regular("minus", A, c - s, "below"),
                    *inverse("plus", more),
                    *inverse("minus", less),
                    Step("nothing", eq(u, nothing),
                         Multiply({"plus, inverse": (-inv(less), less @ u), "minus, inverse": (-1, u),
                                   "right": (inv(less) @ inv(more) @ B, None),
                                   "left": (s * inv(less) @ inv(more), None)})),
                    Step("no length", eq(u.T @ u, u.T @ nothing), Multiply({"nothing": (u.T, None)})),
                    Step("contradiction", d <= s, Combine({"unit": s - d, "no length": d - s})),
                ),
            ),
        ),
        Step("claim", d * normF(x) <= normF(A @ x - c * x), Combine({"image": 1, "distance": normF(x)})),
    ),
)  # fmt: skip
whole = diag(diag(M)) - mu * one
G = L @ whole @ inv(L)
w, z, y = Vector("w", n), Vector("z", n), Vector("y", n)
at_diagonal, at_G = SingularVectors(whole, n, u, v), SingularVectors(G, n, y, z)
m, t = smin(whole), smin(G)
near_diagonal = minimum(abs(diag(M) - mu))
own, part = tr(e.T @ M @ e) - mu, tr(e.T @ u)
bauer_fike = Proof(
    "a diagonal matrix stretches no less than its least entry, and L and its inverse no less than one over their norms",
    (
        Step("right", eq(whole @ u, m * v), at_diagonal),
        Step("left, unit", eq(v.T @ v, Id(1)), at_diagonal),
        Step("unit", eq(u.T @ u, Id(1)), at_diagonal),
        Step("right, lengths", eq(normF(whole @ u), normF(m * v)), Congruence("right")),
        Step("stretched", eq(normF(whole @ u) ** 2, m**2),
             Combine({"right, lengths": normF(whole @ u) + normF(m * v), "left, unit": m**2})),
        Step(
            "diagonal",
            near_diagonal <= m,
            Cases(
                near_diagonal >= 0,
                (
                    Step("term", -abs(own) <= maximum(-abs(diag(M) - mu)), LargestTerm()),
                    Step("least", near_diagonal <= abs(own), Combine({"term": 1})),
                    Step("sign", near_diagonal >= 0, Combine({"case": 1})),
                    Step("square", near_diagonal**2 <= own**2, Combine({"least": near_diagonal + abs(own)})),
                    Step("weighted", near_diagonal**2 * part**2 <= own**2 * part**2, Combine({"square": part**2})),
                    Step("sum", over(i, near_diagonal**2 * part**2) <= over(i, own**2 * part**2),
                         Summed("weighted", i)),
                    *length("length", u, "unit"),
                    Step("inserted", eq(u.T @ whole @ resolution(n) @ whole @ u, u.T @ whole @ whole @ u),
                         Multiply({"length, units": (u.T @ whole, whole @ u)})),
                    Step("squares", near_diagonal**2 <= m**2,
                         Combine({"sum": 1, "length": -(near_diagonal**2), "inserted": 1, "stretched": 1})),
                    cite("roots", near_diagonal <= m, "square-roots", {"x": near_diagonal, "y": m}),
                ),
                (Step("negative", near_diagonal <= m, Combine({"case": 1})),),
            ),
        ),
        Step("at y", eq(G @ y, t * z), at_G),
        Step("of z", eq(z.T @ z, Id(1)), at_G),
        Step("of y", eq(y.T @ y, Id(1)), at_G),
        Step("at y, lengths", eq(normF(G @ y), normF(t * z)), Congruence("at y")),
        Step("at y, square", eq(normF(G @ y) ** 2, t**2),
             Combine({"at y, lengths": normF(G @ y) + normF(t * z), "of z": t**2})),
        cite("at y, length", eq(normF(G @ y), t), "equal-squares", {"x": normF(G @ y), "y": t}),
        Step("y, square", eq(normF(y) ** 2, 1), Combine({"of y": 1})),
        cite("y, length", eq(normF(y), 1), "equal-squares", {"x": normF(y), "y": 1}),
        cite("by L", smin(L) * normF(whole @ inv(L) @ y) <= normF(L @ whole @ inv(L) @ y), "image-length-below",
             {M: L, x: whole @ inv(L) @ y}),
        cite("by the middle", m * normF(inv(L) @ y) <= normF(whole @ inv(L) @ y), "image-length-below",
             {M: whole, x: inv(L) @ y}),
        cite("by the inverse", smin(inv(L)) * normF(y) <= normF(inv(L) @ y), "image-length-below",
             {M: inv(L), x: y}),
        Step("below", smin(L) * m * smin(inv(L)) <= t,
             Combine({"by L": 1, "by the middle": smin(L), "by the inverse": smin(L) * m, "at y, length": 1,
                      "y, length": -smin(L) * m * smin(inv(L))})),
        cite("condition", eq(cond(L), smax(L) * smax(inv(L))), "condition-by-inverse", {M: L}),
        cite("one", eq(smax(inv(L)) * smin(L), 1), "inverse-norm", {M: L}),
        cite("other", eq(smin(inv(L)) * smax(L), 1), "inverse-least", {M: L}),
        Step("values", m <= cond(L) * t,
             Combine({"below": smax(L) * smax(inv(L)), "condition": -t,
                      "one": -m * smin(inv(L)) * smax(L), "other": -m})),
        cite("perturbed", t - smax(P) <= smin(G + P), "least-singular-perturbation", {M: G}, 0),
        cite("positive", cond(L) >= 1, "condition-at-least-one", {T: L}),
        Step("claim", near_diagonal <= cond(L) * (smin(G + P) + smax(P)),
             Combine({"diagonal": 1, "values": 1, "perturbed": cond(L)})),
    ),
)  # fmt: skip

PROOFS = {"classical.residual": residual, "classical.bauer-fike": bauer_fike}
