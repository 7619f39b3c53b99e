"""Definite matrices by a shift, and eigenvalues beside a perturbation: condition numbers, resolvents, residuals."""

from typing import Any

from lemmata.theorems.classical import A, M, P, T, c, n, q, r, x
from lemmata.theorems.classical.accretive_theorems import D, K, L, V, g
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import units
from lemmata.theorems.classical.proofs.reciprocals_proofs import reciprocal
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    Unit,
    cond,
    diag,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    minimum,
    normF,
    smax,
    smin,
)
from lemmata.theorems.language.proof import At, Combine, Congruence, Identity, Multiply, Proof, Sign, Step, Summed

one = Id(n)


def raised(name: str, X: Any, size: Any) -> tuple[Step, ...]:  # noqa: N803
    """cond(X + g I) = (lmax(X) + g) / (lmin(X) + g), by the step "name, semidefinite"."""
    Y = X + g * Id(size)  # noqa: N806
    high, low = lmax(X) + g, lmin(X) + g
    return (
        cite(f"{name}, shift", eq(lam(Y), lam(X) + g), "shift", {A: X, c: g, n: size}),
        Step(f"{name}, largest", eq(lmax(Y), high), At(f"{name}, shift", 1)),
        Step(f"{name}, least", eq(lmin(Y), low), At(f"{name}, shift", size)),
        Step(f"{name}, below", low > 0, Combine({f"{name}, semidefinite": 1})),
        cite(f"{name}, order", lmin(X) <= lmax(X), "order", {A: X, T: Id(size), n: size}, 0),
        Step(f"{name}, above", high > 0, Combine({f"{name}, order": 1, f"{name}, below": 1})),
        Step(f"{name}, definite", lmin(Y) > 0, Combine({f"{name}, least": -1, f"{name}, below": 1})),
        cite(f"{name}, ratio", eq(cond(Y), lmax(Y) / lmin(Y)), "condition-of-definite", {"D": Y, n: size}),
        Step(
            name,
            eq(cond(Y), high / low),
            Combine({f"{name}, ratio": 1, f"{name}, largest": 1 / lmin(Y), f"{name}, least": -high / (lmin(Y) * low)}),
        ),
    )


def at_most(name: str, states: Any, of: str, X: Any) -> Step:  # noqa: N803
    """cond(X + g I) <= (lmax(X) + g) / g."""
    factor = (lmax(X) + g) / (g * (lmin(X) + g))
    return Step(name, states, Combine({of: 1, f"{of}, semidefinite": factor}))


def gram(name: str, X: Any, side: int, size: Any) -> tuple[Step, ...]:  # noqa: N803
    """cond(X + g I) <= (smax(T)^2 + g) / g for a Gram matrix X of T."""
    return (
        cite(f"{name}, semidefinite", lmin(X) >= 0, "gram-psd", {T: T if side else T.T, q: size, r: r if side else q}),
        *raised(name, X, size),
        at_most(f"{name}, bound", cond(X + g * Id(size)) <= (lmax(X) + g) / g, name, X),
        cite(f"{name}, norm", eq(lmax(X), smax(T) ** 2), "gram-norm", {}, side),
        Step(
            f"{name}, claim",
            cond(X + g * Id(size)) <= (smax(T) ** 2 + g) / g,
            Combine({f"{name}, bound": 1, f"{name}, norm": 1 / g}),
        ),
    )


ridge = Proof(
    "the quotient of the shifted extreme eigenvalues",
    (
        Step("of K, semidefinite", lmin(K) >= 0, Sign()),
        *raised("of K", K, n),
        Step("of D, positive", lmin(D) > 0, Sign()),
        Step("of D, semidefinite", lmin(D) >= 0, Combine({"of D, positive": 1})),
        *raised("of D", D, n),
        cite("ratio", eq(cond(D), lmax(D) / lmin(D)), "condition-of-definite", {"D": D}),
        Step(
            "second",
            cond(D + g * one) <= cond(D),
            Combine({"of D": 1, "ratio": -1, "of D, order": g / (lmin(D) * (lmin(D) + g))}),
        ),
        *gram("columns", T.T @ T, 1, q),
        *gram("rows", T @ T.T, 0, r),
        at_most("fifth", cond(K + g * one) <= (lmax(K) + g) / g, "of K", K),
    ),
)

X = c * one - A
resolvent_above = Proof(
    "c I - A is definite, with the least eigenvalue c - lmax(A)",
    (
        cite("shift", eq(lam(X), lam(-A) + c), "shift", {A: -A}),
        Step("shifted", eq(lmin(X), lmin(-A) + c), At("shift", n)),
        cite("negative", eq(lmin(-A), -lmax(A)), "negation", {}, 0),
        Step("least", eq(lmin(X), c - lmax(A)), Combine({"shifted": 1, "negative": 1})),
        Step("gap", c - lmax(A) > 0, Combine({"given 0": 1})),
        Step("definite", lmin(X) > 0, Combine({"least": -1, "gap": 1})),
        Step("semidefinite", lmin(X) >= 0, Combine({"definite": 1})),
        cite("same", eq(smin(X), lmin(X)), "psd-extremes", {"K": X}, 1),
        cite("product", eq(smax(inv(X)) * smin(X), 1), "inverse-norm", {M: X}),
        Step(
            "first",
            eq(smax(inv(X)), 1 / (c - lmax(A))),
            Combine(
                {
                    "product": 1 / (c - lmax(A)),
                    "same": -smax(inv(X)) / (c - lmax(A)),
                    "least": -smax(inv(X)) / (c - lmax(A)),
                }
            ),
        ),
        Step("second", smin(X) >= c - lmax(A), Combine({"same": -1, "least": -1})),
        cite("third", lmin(inv(X)) > 0, "inverse-of-definite", {"D": X}, 0),
    ),
)

near = minimum(abs(lam(A) - c))
perturbed_eigenvalue = Proof(
    "the residual of x is -M x",
    (
        cite("residual", near * normF(x) <= normF(A @ x - c * x), "residual", {}),
        Step("rest", eq(A @ x - c * x, -(M @ x)), Multiply({"given 0": (None, None)})),
        Step("lengths", eq(normF(A @ x - c * x), normF(-(M @ x))), Congruence("rest")),
        cite("sign", eq(normF(-(M @ x)), normF(M @ x)), "norm-of-negative", {T: M @ x}, 1),
        cite("image", normF(M @ x) <= smax(M) * normF(x), "frobenius-left-factor", {T: M, "U": x}),
        Step("square", normF(x) ** 2 > 0, Combine({"given 1": 1})),
        cite("not zero", normF(x) > 0, "positive-square", {"x": normF(x)}),
        Step(
            "first",
            near <= smax(M),
            Combine({"residual": 1 / normF(x), "lengths": 1 / normF(x), "sign": 1 / normF(x), "image": 1 / normF(x)}),
        ),
        cite("norms", smax(M) <= normF(M), "operator-below-frobenius", {T: M}),
        Step("second", near <= normF(M), Combine({"first": 1, "norms": 1})),
    ),
)

conjugate, beside = L @ V @ inv(L), minimum(abs(diag(V) - c))
inner = L @ (diag(diag(V)) - c * one) @ inv(L) + P
k = Index("l", 1, n)
e = Unit(n, k)
residue = smin(conjugate + P - c * one)
bauer_fike_eigenvalue = Proof(
    "c I is L (c I) L^-1",
    (
        *reciprocal("product", L),
        cite("ends", smin(L) <= smax(L), "order", {A: one, T: L}, 1),
        Step("not zero", smax(L) > 0, Combine({"ends": 1, "product, least": 1})),
        cite("bound", beside <= cond(L) * (smin(inner) + smax(P)), "bauer-fike", {M: V, "mu": c}),
        cite("inverse", eq(L @ inv(L), one), "inverse", {M: L}, 0),
        Step("column", eq(diag(diag(V)) @ e, V @ e), Identity()),
        Step("outer", eq(diag(diag(V)) @ e @ e.T, V @ e @ e.T), Multiply({"column": (None, e.T)})),
        Step(
            "columns",
            eq(MatSumOver(k, 1, n, diag(diag(V)) @ e @ e.T), MatSumOver(k, 1, n, V @ e @ e.T)),
            Summed("outer", k),
        ),
        units("units", n),
        Step(
            "diagonal",
            eq(diag(diag(V)), V),
            Multiply({"units": (V - diag(diag(V)), None), "columns": (None, None)}),
        ),
        Step("same", eq(inner, conjugate + P - c * one), Multiply({"inverse": (-c, None), "diagonal": (L, inv(L))})),
        Step("least", eq(smin(inner), residue), Congruence("same")),
        Step("first", beside <= cond(L) * (smax(P) + residue), Combine({"bound": 1, "least": cond(L)})),
        cite("ratio", eq(cond(L), smax(L) * smax(inv(L))), "condition-by-inverse", {M: L}),
        Step(
            "second",
            beside <= smax(L) * smax(inv(L)) * (smax(P) + residue),
            Combine({"first": 1, "ratio": smax(P) + residue}),
        ),
    ),
)

PROOFS = {
    "classical.ridge": ridge,
    "classical.resolvent-above": resolvent_above,
    "classical.perturbed-eigenvalue": perturbed_eigenvalue,
    "classical.bauer-fike-eigenvalue": bauer_fike_eigenvalue,
}
