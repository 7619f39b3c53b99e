"""Lidskii's theorem by the positive part of a difference, Fan's by majorization, Wielandt's for orthogonal columns."""

from sympy import Rational

from lemmata.theorems.classical import A, B, n, x
from lemmata.theorems.classical.definite_theorems import D, y
from lemmata.theorems.classical.eigenvalue_theorems import k
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Index,
    SumOver,
    Vector,
    cond,
    cumsum,
    diag,
    entry,
    eq,
    lam,
    lmax,
    lmin,
    maximum,
    normF,
    s,
    smax,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.proof import At, Combine, Identity, Multiply, Proof, Sign, Step, Summed

half = Rational(1, 2)
R = sqrtm(A @ A)


def one_sided(name: str, sign: int) -> tuple[Step, ...]:
    """Step `name`: |N| + N or |N| - N is semidefinite, for N = A and its modulus |N|.

    At a unit eigenvector to the eigenvalue mu, mu^2 = 2 mu rho with rho = u^T |N| u, so that |mu - rho| = rho.
    """
    u = Vector(name, n)
    X, mu = R + sign * A, lmin(R + sign * A)
    rho, form = tr(u.T @ R @ u), tr(u.T @ A @ u)
    return (
        *eigenvector(f"{name}, u", X, n, u),
        Step(f"{name}, by |N|", eq(u.T @ R @ X @ u, mu * (u.T @ R @ u)), Multiply({f"{name}, u": (u.T @ R, None)})),
        Step(f"{name}, by N", eq(u.T @ A @ X @ u, mu * (u.T @ A @ u)), Multiply({f"{name}, u": (u.T @ A, None)})),
        Step(f"{name}, turned", eq(u.T @ A @ R @ u, u.T @ R @ A @ u), Multiply({"symmetric": (u.T, A @ u)})),
        Step(f"{name}, squares", eq(u.T @ R @ R @ u, u.T @ A @ A @ u), Multiply({"square": (u.T, u)})),
        Step(
            f"{name}, equation",
            eq(mu * rho, mu * sign * form),
            Combine({f"{name}, by |N|": -1, f"{name}, by N": sign, f"{name}, turned": -sign, f"{name}, squares": 1}),
        ),
        cite(f"{name}, below", lmin(R) * tr(u.T @ u) <= rho, "rayleigh", {"A": R, "x": u}, 0),
        Step(f"{name}, sign", rho >= 0, Combine({f"{name}, below": 1, "least": tr(u.T @ u)})),
        Step(f"{name}, form", eq(mu, rho + sign * form), Combine({f"{name}, u, form": -1})),
        Step(
            f"{name}, distance",
            abs(mu - rho) ** 2 <= rho**2,
            Combine({f"{name}, equation": -1, f"{name}, form": mu}),
        ),
        cite(f"{name}, modulus", abs(mu - rho) <= rho, "square-roots", {"x": abs(mu - rho), "y": rho}),
        cite(f"{name}, at least", -abs(mu - rho) <= mu - rho, "modulus", {"x": mu - rho}, 0),
        Step(name, mu >= 0, Combine({f"{name}, at least": 1, f"{name}, modulus": 1})),
    )


modulus_above = Proof(
    "an eigenvalue mu of |A| + A at u has mu^2 = 2 mu u^T |A| u",
    (
        cite("gram", lmin(A @ A) >= 0, "gram-psd", {"T": A}),
        Step("least", lmin(R) >= 0, Sign()),
        Step("symmetric", eq(R.T, R), Identity()),
        Step("square", eq(R @ R, A @ A), Identity()),
        *one_sided("plus", 1),
        *one_sided("minus", -1),
    ),
)

gap = A - B
modulus = sqrtm(gap @ gap)
upper = B + half * (modulus + gap)
i = Index("i", 1, n)
excess = 2 * lam(upper, i) - lam(A, i) - lam(B, i)
apart = lam(A, i) - lam(B, i)
lidskii = Proof(
    "both matrices are at most C = B + (|A - B| + A - B)/2, whose trace is that of (A + B + |A - B|)/2",
    (
        cite("gram", lmin(gap @ gap) >= 0, "gram-psd", {"T": gap}),
        cite("plus", lmin(modulus + gap) >= 0, "modulus-above", {"A": gap}, 0),
        cite("minus", lmin(modulus - gap) >= 0, "modulus-above", {"A": gap}, 1),
        cite("above B", lmin(half * (modulus + gap)) >= 0, "psd-multiple", {"c": half, "K": modulus + gap}),
        cite("above A", lmin(half * (modulus - gap)) >= 0, "psd-multiple", {"c": half, "K": modulus - gap}),
        cite("A", lam(A) <= lam(upper), "loewner-eigenvalues", {"B": upper, "A": A}, 0),
        cite("B", lam(B) <= lam(upper), "loewner-eigenvalues", {"B": upper, "A": B}, 0),
        Step("at A", lam(A, i) <= lam(upper, i), At("A", i)),
        Step("at B", lam(B, i) <= lam(upper, i), At("B", i)),
        Step("one way", apart <= excess, Combine({"at A": 2})),
        Step("other way", -excess <= apart, Combine({"at B": 2})),
        cite("modulus", abs(apart) <= excess, "modulus-bound", {"x": apart, "c": excess}),
        Step("sum", SumOver(i, 1, n, abs(apart)) <= SumOver(i, 1, n, excess), Summed("modulus", i)),
        cite("trace of A", eq(total(lam(A)), tr(A)), "trace", {"A": A}),
        cite("trace of B", eq(total(lam(B)), tr(B)), "trace", {"A": B}),
        cite("trace of C", eq(total(lam(upper)), tr(upper)), "trace", {"A": upper}),
        cite("nuclear", eq(tr(modulus), total(s(gap))), "modulus-norm", {"M": gap}, 2),
        Step(
            "claim",
            total(abs(lam(A) - lam(B))) <= total(s(gap)),
            Combine({"sum": 1, "trace of C": 2, "trace of A": -1, "trace of B": -1, "nuclear": 1}),
        ),
    ),
)

change = diag(lam(A + B) - lam(A))
at = Index("i", 1, k)
fan_eigenvalues = Proof(
    "the first differences of eigenvalues add up to at most the largest ones",
    (
        cite("majorised", cumsum(lam(change)) <= cumsum(lam(B)), "lidskii-majorization"),
        Step(
            "first k",
            entry(cumsum(lam(change)), k) <= entry(cumsum(lam(B)), k),
            At("majorised", k),
        ),
        cite(
            "diagonal",
            SumOver(at, 1, k, entry(diag(change), at)) <= SumOver(at, 1, k, lam(change, at)),
            "schur-partial-sums",
            {"A": change},
            0,
        ),
        Step(
            "claim",
            SumOver(at, 1, k, lam(A + B, at)) <= SumOver(at, 1, k, lam(A, at)) + SumOver(at, 1, k, lam(B, at)),
            Combine({"first k": 1, "diagonal": 1}),
        ),
    ),
)

middle, spread = (lmax(A) + lmin(A)) / 2, (lmax(A) - lmin(A)) / 2
centred = middle * Id(n) - A
form = tr(x.T @ centred @ y)
orthogonal_form = Proof(
    "A less the mean of its extreme eigenvalues has half their distance for a norm",
    (
        cite("order", lmin(A) <= lmax(A), "order", {"A": A}, 0),
        cite(
            "norm",
            eq(smax(centred), maximum(abs(middle - lmin(A)), abs(middle - lmax(A)))),
            "affine-spectrum",
            {"a": middle, "c": 1, "A": A},
            2,
        ),
        cite("first", abs(middle - lmin(A)) <= spread, "modulus-bound", {"x": middle - lmin(A), "c": spread}),
        cite("second", abs(middle - lmax(A)) <= spread, "modulus-bound", {"x": middle - lmax(A), "c": spread}),
        cite(
            "both",
            maximum(abs(middle - lmin(A)), abs(middle - lmax(A))) <= spread,
            "maximum-bound",
            {"x": abs(middle - lmin(A)), "y": abs(middle - lmax(A)), "c": spread},
        ),
        Step("at most", smax(centred) <= spread, Combine({"norm": 1, "both": 1})),
        cite("image", normF(centred @ y) <= smax(centred) * normF(y), "image-length", {"T": centred, "y": y}),
        cite("inner", abs(form) <= normF(x) * normF(centred @ y), "inner-product", {"T": x, "S": centred @ y}),
        cite("above", form <= abs(form), "modulus", {"x": form}, 1),
        cite("below", -abs(form) <= form, "modulus", {"x": form}, 0),
        Step("same", eq(tr(x.T @ A @ y), -form), Combine({"given 0": middle})),
        Step("above, turned", tr(x.T @ A @ y) <= abs(form), Combine({"same": 1, "below": 1})),
        Step("below, turned", -abs(form) <= tr(x.T @ A @ y), Combine({"same": -1, "above": 1})),
        cite("modulus", abs(tr(x.T @ A @ y)) <= abs(form), "modulus-bound", {"x": tr(x.T @ A @ y), "c": abs(form)}),
        Step(
            "claim",
            2 * abs(tr(x.T @ A @ y)) <= (lmax(A) - lmin(A)) * normF(x) * normF(y),
            Combine({"modulus": 2, "inner": 2, "image": 2 * normF(x), "at most": 2 * normF(x) * normF(y)}),
        ),
    ),
)

low, high, kappa = lmin(D), lmax(D), cond(D)
across, fx, fy = tr(x.T @ D @ y) ** 2, tr(x.T @ D @ x), tr(y.T @ D @ y)
wielandt_condition = Proof(
    "the condition number is the quotient of the extreme eigenvalues",
    (
        Step("least", low > 0, Sign()),
        cite("quotient", eq(kappa, high / low), "condition-of-definite", {"D": D}),
        Step("product", eq(kappa * low, high), Combine({"quotient": low})),
        cite("wielandt", (high + low) ** 2 * across <= (high - low) ** 2 * fx * fy, "wielandt"),
        Step(
            "scaled",
            low**2 * (kappa + 1) ** 2 * across <= low**2 * (kappa - 1) ** 2 * fx * fy,
            Combine(
                {
                    "wielandt": 1,
                    "product": ((kappa * low + high + 2 * low) * across - (kappa * low + high - 2 * low) * fx * fy),
                }
            ),
        ),
        Step("claim", (kappa + 1) ** 2 * across <= (kappa - 1) ** 2 * fx * fy, Combine({"scaled": 1 / low**2})),
    ),
)

PROOFS = {
    "classical.modulus-above": modulus_above,
    "classical.lidskii": lidskii,
    "classical.fan-eigenvalues": fan_eigenvalues,
    "classical.orthogonal-form": orthogonal_form,
    "classical.wielandt-condition": wielandt_condition,
}
