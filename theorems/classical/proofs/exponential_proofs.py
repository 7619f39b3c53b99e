"""Exponentials of matrices that commute: of a matrix and its negative, of a skew matrix and its transpose."""

from typing import Any

from lemmata.theorems.classical import A, B, M, P, T, n, x
from lemmata.theorems.classical.perturbation_theorems import N
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.reciprocals_proofs import reciprocal
from lemmata.theorems.language import Id, cond, det, eq, exp, expm, inv, lmax, lmin, normF, smax, smin, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Antisymmetric, Combine, Congruence, Identity, Multiply, Proof, Sign, Step

one = Id(n)
e = exp(quantity(0))


def cancels(name: str, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """expm(Y) expm(-Y) = I."""
    return (
        Step(f"{name}, commutes", eq(Y @ (-Y), (-Y) @ Y), Identity()),
        cite(f"{name}, sum", eq(expm(0 * one), expm(Y) @ expm(-Y)), "exponential-of-commuting", {M: Y, P: -Y}),
        cite(f"{name}, zero", eq(expm(0 * one), e * one), "exponential-of-scalar", {"c": 0}),
        cite(f"{name}, twice nothing", eq(e, e * e), "exponential-sum", {"x": 0, "y": 0}),
        Step(f"{name}, positive", e > 0, Sign()),
        Step(f"{name}, value", eq(e, 1), Combine({f"{name}, twice nothing": -1 / e})),
        Step(
            name,
            eq(expm(Y) @ expm(-Y), one),
            Multiply({f"{name}, sum": (-1, None), f"{name}, zero": (None, None), f"{name}, value": (None, one)}),
        ),
    )


def regular(name: str, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """expm(-Y) = inv(expm(Y)), a matrix with a determinant above zero."""
    return (
        *cancels(name, Y),
        cite(f"{name}, determinant", det(expm(Y)) > 0, "exponential-of-shift", {M: Y}, 2),
        cite(f"{name}, inverse", eq(inv(expm(Y)) @ expm(Y), one), "inverse", {M: expm(Y)}, 1),
        Step(
            f"{name}, inverted",
            eq(expm(-Y), inv(expm(Y))),
            Multiply({f"{name}, inverse": (-1, expm(-Y)), name: (inv(expm(Y)), None)}),
        ),
        Step(f"{name}, norms", eq(smax(expm(-Y)), smax(inv(expm(Y)))), Congruence(f"{name}, inverted")),
        *reciprocal(f"{name}, product", expm(Y)),
        Step(
            f"{name}, ends",
            eq(smax(expm(-Y)) * smin(expm(Y)), 1),
            Combine({f"{name}, product": 1, f"{name}, norms": smin(expm(Y))}),
        ),
    )


def bounded(name: str, Y: Any, size: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(expm(Y)) <= exp(size), where smax(Y) <= size was shown."""
    return (
        cite(f"{name}, growth", smax(expm(Y)) <= exp(smax(Y)), "exponential-norm", {M: Y}, 0),
        cite(f"{name}, order", exp(smax(Y)) <= exp(size), "exponential-monotone", {"x": smax(Y), "y": size}),
        Step(name, smax(expm(Y)) <= exp(size), Combine({f"{name}, growth": 1, f"{name}, order": 1})),
    )


large = smax(M)
exponential_inverse = Proof(
    "expm(-M) is the inverse of expm(M), and -M has the norm of M",
    (
        *regular("of M", M),
        cite("negative", eq(smax(-M), large), "norm-of-negative", {T: M}, 0),
        Step("no larger", smax(-M) <= large, Combine({"negative": 1})),
        *bounded("second", -M, large),
        cite("growth", smax(expm(M)) <= exp(large), "exponential-norm", {}, 0),
        cite("growth of P", smax(expm(P)) <= exp(smax(P)), "exponential-norm", {M: P}, 0),
        cite("back", eq(exp(large - large), exp(large) * exp(-large)), "exponential-sum", {"x": large, "y": -large}),
        Step("whole", eq(exp(large) * exp(-large), 1), Combine({"back": -1, "of M, value": 1})),
        Step(
            "first",
            exp(-large) <= smin(expm(M)),
            Combine({"of M, ends": -exp(-large), "second": exp(-large) * smin(expm(M)), "whole": smin(expm(M))}),
        ),
        cite("ratio", eq(cond(expm(M)), smax(expm(M)) / smin(expm(M))), "condition", {T: expm(M)}),
        Step(
            "as product",
            eq(cond(expm(M)), smax(expm(M)) * smax(expm(-M))),
            Combine({"ratio": 1, "of M, ends": -smax(expm(M)) / smin(expm(M))}),
        ),
        cite("twice", eq(exp(2 * large), exp(large) * exp(large)), "exponential-sum", {"x": large, "y": large}),
        Step(
            "third",
            cond(expm(M)) <= exp(2 * large),
            Combine({"as product": 1, "growth": smax(expm(-M)), "second": exp(large), "twice": -1}),
        ),
        cite("factors", smax(expm(M) @ expm(P)) <= smax(expm(M)) * smax(expm(P)), "norm-of-product",
             {T: expm(M), "U": expm(P)}),
        cite("sum", eq(exp(large + smax(P)), exp(large) * exp(smax(P))), "exponential-sum",
             {"x": large, "y": smax(P)}),
        Step(
            "fifth",
            smax(expm(M) @ expm(P)) <= exp(large + smax(P)),
            Combine({"factors": 1, "growth": smax(expm(P)), "growth of P": exp(large), "sum": -1}),
        ),
    ),
)  # fmt: skip

dissipative_exponential = Proof(
    "the logarithmic norm is not positive",
    (
        cite("growth", smax(expm(M)) <= exp(lmax(M + M.T) / 2), "logarithmic-norm", {}, 0),
        cite("order", exp(lmax(M + M.T) / 2) <= e, "exponential-monotone", {"x": lmax(M + M.T) / 2, "y": 0}),
        cite("twice nothing", eq(e, e * e), "exponential-sum", {"x": 0, "y": 0}),
        Step("positive", e > 0, Sign()),
        Step("value", eq(e, 1), Combine({"twice nothing": -1 / e})),
        Step("norm", smax(expm(M)) <= 1, Combine({"growth": 1, "order": 1, "value": 1})),
        *(
            step
            for name, U in (("of x", x), ("of P", P))
            for step in (
                cite(name, normF(expm(M) @ U) <= smax(expm(M)) * normF(U), "frobenius-left-factor",
                     {T: expm(M), "U": U}),
                Step(f"{name}, shorter", normF(expm(M) @ U) <= normF(U), Combine({name: 1, "norm": normF(U)})),
            )
        ),
    ),
)  # fmt: skip

W = expm(N)


def kept(name: str, Z: Any, side: int) -> tuple[Step, ...]:  # noqa: N803
    """Z has the norms of M, by equal Gram matrices in the step "name, gram"."""
    grams = [Y.T @ Y if side else Y @ Y.T for Y in (Z, M)]
    return (
        Step(f"{name}, traces", eq(tr(grams[0]), tr(grams[1])), Congruence(f"{name}, gram")),
        Step(f"{name}, lengths", eq(normF(Z) ** 2, normF(M) ** 2), Combine({f"{name}, traces": 1})),
        cite(f"{name}, length", eq(normF(Z), normF(M)), "equal-squares", {"x": normF(Z), "y": normF(M)}),
        Step(f"{name}, largest", eq(lmax(grams[0]), lmax(grams[1])), Congruence(f"{name}, gram")),
        *(cite(f"{name}, norm {k}", eq(lmax(grams[k]), smax(Y) ** 2), "gram-norm", {T: Y}, side)
          for k, Y in enumerate((Z, M))),
        Step(
            f"{name}, squares",
            eq(smax(Z) ** 2, smax(M) ** 2),
            Combine({f"{name}, norm 0": -1, f"{name}, norm 1": 1, f"{name}, largest": 1}),
        ),
        cite(f"{name}, norm", eq(smax(Z), smax(M)), "equal-squares", {"x": smax(Z), "y": smax(M)}),
    )  # fmt: skip


turned = (
    Step("skew", eq(N.T, -N), Identity()),
    Step("transposed", eq(expm(N.T), expm(-N)), Congruence("skew")),
    *cancels("rows", N),
    Step("rows of W", eq(W @ W.T, one), Multiply({"transposed": (W, None), "rows": (None, None)})),
    *cancels("columns", -N),
    Step("columns of W", eq(W.T @ W, one), Multiply({"transposed": (None, W), "columns": (None, None)})),
)
exponential_of_skew = Proof(
    "the transpose of the exponential is the exponential of the negative, its inverse",
    (
        *turned,
        Step("left, gram", eq((W @ M).T @ (W @ M), M.T @ M), Multiply({"columns of W": (M.T, M)})),
        Step("right, gram", eq((M @ W) @ (M @ W).T, M @ M.T), Multiply({"rows of W": (M, M.T)})),
        *kept("left", W @ M, 1),
        *kept("right", M @ W, 0),
        Step("largest", eq(lmax(W.T @ W), lmax(one)), Congruence("columns of W")),
        cite("norm", eq(lmax(W.T @ W), smax(W) ** 2), "gram-norm", {T: W}, 1),
        cite("of I", eq(lmax(one), 1), "identity-extremes", {}, 1),
        Step("square", eq(smax(W) ** 2, 1), Combine({"norm": -1, "largest": 1, "of I": 1})),
        cite("first", eq(smax(W), 1), "equal-squares", {"x": smax(W), "y": 1}),
        Step("trace", eq(tr(W.T @ W), tr(one)), Congruence("columns of W")),
        Step("length", eq(normF(W) ** 2, n), Combine({"trace": 1})),
        Step("no trace", eq(tr(N.T), tr(-N)), Congruence("skew")),
        Step("nothing", eq(tr(N), 0), Combine({"no trace": quantity(1) / 2})),
        cite("determinant", eq(det(W), exp(tr(N))), "exponential-of-shift", {M: N}, 1),
        cite("below", exp(tr(N)) <= e, "exponential-monotone", {"x": tr(N), "y": 0}),
        cite("above", e <= exp(tr(N)), "exponential-monotone", {"x": 0, "y": tr(N)}),
        Step("at most", det(W) <= 1, Combine({"determinant": 1, "below": 1, "rows, value": 1})),
        Step("at least", det(W) >= 1, Combine({"determinant": -1, "above": 1, "rows, value": -1})),
        Step("sixth", eq(det(W), 1), Antisymmetric("at most", "at least")),
    ),
)

F, G = expm(A), expm(B)
double, other = tr(expm(2 * A)), tr(expm(2 * B))


def doubled(name: str, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """normF(expm(Y))^2 = tr(expm(2 Y)) for a symmetric matrix."""
    return (
        Step(f"{name}, commutes", eq(Y @ Y, Y @ Y), Identity()),
        cite(f"{name}, twice", eq(expm(2 * Y), expm(Y) @ expm(Y)), "exponential-of-commuting", {M: Y, P: Y}),
        Step(f"{name}, traces", eq(tr(expm(2 * Y)), tr(expm(Y) @ expm(Y))), Congruence(f"{name}, twice")),
        Step(f"{name}, trace", eq(tr(expm(Y) @ expm(Y)), tr(expm(2 * Y))), Combine({f"{name}, traces": -1})),
        Step(f"{name}, length", eq(normF(expm(Y)) ** 2, tr(expm(2 * Y))), Combine({f"{name}, traces": -1})),
    )


exponential_doubled = Proof(
    "a matrix commutes with itself; Cauchy's inequality for traces; a product of semidefinite matrices has a trace",
    (
        *doubled("of A", A),
        *doubled("of B", B),
        cite("definite", lmin(F) > 0, "exponential-spectrum", {}, 2),
        cite("definite, other", lmin(G) > 0, "exponential-spectrum", {A: B}, 2),
        cite("sign", tr(F @ G) >= 0, "psd-trace-of-product", {"K": F, "L": G}),
        cite("product", abs(tr(F @ G)) <= normF(F) * normF(G), "trace-of-product", {M: F, P: G}),
        cite("modulus", tr(F @ G) <= abs(tr(F @ G)), "modulus", {"x": tr(F @ G)}, 1),
        Step("bound", tr(F @ G) <= normF(F) * normF(G), Combine({"product": 1, "modulus": 1})),
        Step(
            "squares",
            tr(F @ G) ** 2 <= normF(F) ** 2 * normF(G) ** 2,
            Combine({"bound": tr(F @ G) + normF(F) * normF(G)}),
        ),
        Step(
            "claim",
            tr(F @ G) ** 2 <= double * other,
            Combine({"squares": 1, "of A, length": normF(G) ** 2, "of B, length": double}),
        ),
    ),
)

PROOFS = {
    "classical.dissipative-exponential": dissipative_exponential,
    "classical.exponential-doubled": exponential_doubled,
    "classical.exponential-inverse": exponential_inverse,
    "classical.exponential-of-skew": exponential_of_skew,
}
