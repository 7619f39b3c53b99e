"""Singular values between multiples of Gram matrices: symmetric parts, and sums of rectangular matrices."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A, B, M, T, c, n, q, r
from lemmata.theorems.classical import i as at_i
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.language import Id, Index, eq, lam, lmax, lmin, normF, s, smax, total, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Cases,
    Combine,
    Entrywise,
    Identity,
    Proof,
    Sign,
    Squares,
    Step,
)

one = Id(n)
k = Index("k", 1, n)
double, gram, value, level = M + M.T, M.T @ M, s(M, k), lam(M + M.T, k)
half = level / 2
fan_hoffman = Proof(
    "d (M + M^T) is at most M^T M + d^2 I, with d half the eigenvalue",
    (
        cite("values", eq(s(M) ** 2, lam(gram)), "gram", {}, 0),
        Step("value", eq(value**2, lam(gram, k)), At("values", k)),
        Step(
            "entry",
            level <= 2 * value,
            Cases(
                level >= 0,
                (
                    Step("half", half >= 0, Combine({"case": Rational(1, 2)})),
                    cite("order", lmin(gram + half**2 * one - half * double) >= 0, "gram-psd",
                         {T: M - half * one, r: n, q: n}),
                    cite("below", lam(half * double) <= lam(gram + half**2 * one), "loewner-eigenvalues",
                         {A: half * double, B: gram + half**2 * one}, 0),
                    cite("scaled", eq(lam(half * double), half * lam(double)), "scaling", {A: double, c: half}),
                    cite("shifted", eq(lam(gram + half**2 * one), lam(gram) + half**2), "shift",
                         {A: gram, c: half**2}),
                    Step("all", half * lam(double) <= lam(gram) + half**2,
                         Combine({"below": 1, "scaled": -1, "shifted": 1})),
                    Step("at k", half * level <= lam(gram, k) + half**2, At("all", k)),
                    Step("squares", level**2 <= (2 * value) ** 2, Combine({"at k": 4, "value": -4})),
                    cite("roots", level <= 2 * value, "square-roots", {"x": level, "y": 2 * value}),
                ),
                (
                    Step("sign", value >= 0, Sign()),
                    Step("negative", level <= 2 * value, Combine({"case": 1, "sign": 2})),
                ),
            ),
        ),
        Step("claim", lam(double) <= 2 * s(M), Entrywise("entry", k)),
    ),
)  # fmt: skip


def bound(name: str, X: Any, Y: Any, rows: Any, k: Any, a: Any, b: Any, why: Any = None) -> tuple[Step, ...]:  # noqa: N803
    """a b s_k(X + Y)^2 <= a (a + b) s_k(X)^2 + b (a + b) smax(Y)^2 for wide matrices and a, b >= 0.

    `why` are the reasons for a b, a^2 + a b, a b + b^2 >= 0 where the signs of a and b are not seen.
    """
    N = X + Y  # noqa: N806
    why = why or (Sign(), Sign(), Sign())
    left, mixed, right = a * b, a * (a + b), b * (a + b)
    whole, first, second = N @ N.T, X @ X.T, Y @ Y.T
    top = mixed * first + right * second
    return (
        Step(f"{name}, left", left >= 0, why[0]),
        Step(f"{name}, mixed", mixed >= 0, why[1]),
        Step(f"{name}, right", right >= 0, why[2]),
        cite(f"{name}, order", lmin(top - left * whole) >= 0, "gram-psd",
             {T: (a * X - b * Y).T, r: X.shape[1], q: rows}),
        cite(f"{name}, below", lam(left * whole) <= lam(top), "loewner-eigenvalues",
             {A: left * whole, B: top, n: rows}, 0),
        cite(f"{name}, weyl", lam(top) <= lam(mixed * first) + lmax(right * second), "weyl-extremes",
             {A: mixed * first, B: right * second, n: rows}, 1),
        cite(f"{name}, scaled", eq(lam(left * whole), left * lam(whole)), "scaling", {A: whole, c: left, n: rows}),
        cite(f"{name}, scaled first", eq(lam(mixed * first), mixed * lam(first)), "scaling",
             {A: first, c: mixed, n: rows}),
        cite(f"{name}, scaled second", eq(lmax(right * second), right * lmax(second)),
             "extreme-eigenvalues-of-multiple", {A: second, c: right, n: rows}, 0),
        Step(f"{name}, all", left * lam(whole) <= mixed * lam(first) + right * lmax(second),
             Combine({f"{name}, below": 1, f"{name}, weyl": 1, f"{name}, scaled": -1, f"{name}, scaled first": 1,
                      f"{name}, scaled second": 1})),
        Step(f"{name}, at k", left * lam(whole, k) <= mixed * lam(first, k) + right * lmax(second),
             At(f"{name}, all", k)),
        Step(name, left * s(N, k) ** 2 <= mixed * s(X, k) ** 2 + right * smax(Y) ** 2,
             Combine({f"{name}, at k": 1, "of the sum": left, "of the first": -mixed, "of the second": right})),
    )  # fmt: skip


def products(a: Any, fact: str, root: Any, *, last: bool = False) -> tuple[Squares, Squares, Squares]:
    """Reasons for `bound` with a, which is not negative by the step `fact`, and the square of `root`."""
    mixed = (1, (fact,), root)
    own, other = Squares(((1, (), a), mixed)), Squares(((1, (), root**2), mixed))
    return Squares((mixed,)), other if last else own, own if last else other


def moved(X: Any, Y: Any, rows: Any, columns: Any, k: Any) -> tuple[Step, ...]:  # noqa: N803
    """Step "moved": s_k(X + Y) <= s_k(X) + smax(Y) for wide matrices."""
    x, t, w = s(X + Y, k), s(X, k), smax(Y)
    svd = "singular-value-decomposition"
    near, far = (x**2 - t**2) / 2, (x**2 - w**2) / 2
    claim, far_signs = x**2 <= (t + w) ** 2, products(far, "far", w, last=True)

    def vanishing(name: str, value: Any) -> tuple[Step, ...]:
        return (
            Step(f"{name}, not above", value <= 0, Combine({"case": 1})),
            Step(f"{name}, not below", value >= 0, Sign()),
            Step(name, eq(value, 0), Antisymmetric(f"{name}, not above", f"{name}, not below")),
        )

    return (
        cite("of the sum", eq(x**2, lam((X + Y) @ (X + Y).T, k)), svd, {T: X + Y, r: rows, q: columns}, 0, {at_i: k}),
        cite("of the first", eq(t**2, lam(X @ X.T, k)), svd, {T: X, r: rows, q: columns}, 0, {at_i: k}),
        cite("of the second", eq(lmax(Y @ Y.T), w**2), "gram-norm", {T: Y, r: rows, q: columns}, 0),
        Step("sign of w", w >= 0, Sign()),
        Step("sign of t", t >= 0, Sign()),
        Step(
            "squares",
            claim,
            Cases(
                t > 0,
                (
                    Step("t above", t > 0, Combine({"case": 1})),
                    Step(
                        "with t",
                        claim,
                        Cases(
                            w > 0,
                            (
                                Step("w above", w > 0, Combine({"case": 1})),
                                *bound("bound", X, Y, rows, k, w, t),
                                Step("both", claim, Combine({"bound": 1 / (w * t)})),
                            ),
                            (
                                *vanishing("no w", w),
                                Step(
                                    "without w",
                                    claim,
                                    Cases(
                                        near > 0,
                                        (
                                            Step("near", near > 0, Combine({"case": 1})),
                                            *bound("bound", X, Y, rows, k, near, t**2, products(near, "near", t)),
                                            Step("so", claim, Combine({
                                                "bound": 2 * (1 / near) * (1 / t**2),
                                                "no w": 2 * (near + t**2) * (1 / near) * w - 2 * t - w,
                                            })),
                                        ),
                                        (Step("so", claim, Combine({"case": 2, "sign of w": 2 * t + w})),),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
                (
                    *vanishing("no t", t),
                    Step(
                        "without t",
                        claim,
                        Cases(
                            w > 0,
                            (
                                Step("w above", w > 0, Combine({"case": 1})),
                                Step(
                                    "with w",
                                    claim,
                                    Cases(
                                        far > 0,
                                        (
                                            Step("far", far > 0, Combine({"case": 1})),
                                            *bound("bound", X, Y, rows, k, w**2, far, far_signs),
                                            Step("so", claim, Combine({
                                                "bound": 2 * (1 / far) * (1 / w**2),
                                                "no t": 2 * (far + w**2) * (1 / far) * t - 2 * w - t,
                                            })),
                                        ),
                                        (Step("so", claim, Combine({"case": 2, "sign of t": 2 * w + t})),),
                                    ),
                                ),
                            ),
                            (
                                *vanishing("no w", w),
                                *bound("bound", X, Y, rows, k, rows, rows),
                                Step("neither", claim, Combine({
                                    "bound": 1 / rows**2, "no w": w - 2 * t, "no t": t,
                                })),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        cite("moved", x <= t + w, "square-roots", {"x": x, "y": t + w}),
    )  # fmt: skip


row, column = Index("k", 1, r), Index("k", 1, q)


def summed(name: str, X: Any, Y: Any) -> Step:  # noqa: N803
    """Step `name`: s(X + Y) <= s(X) + smax(Y)."""
    svd, claim = "singular-value-decomposition", s(X + Y) <= s(X) + smax(Y)
    flat, turn = {r: q, q: r}, {at_i: column}
    return Step(
        name,
        claim,
        Cases(
            r <= q,
            (*moved(X, Y, r, q, row), Step("every entry", claim, Entrywise("moved", row))),
            (
                *moved(X.T, Y.T, q, r, column),
                Step("turned", eq((X + Y).T, X.T + Y.T), Identity()),
                cite("turned sum", eq(s(X + Y, column), s((X + Y).T, column)), svd, {T: (X + Y).T, **flat}, 1, turn),
                cite("turned first", eq(s(X, column), s(X.T, column)), svd, {T: X.T, **flat}, 1, turn),
                cite("turned second", eq(smax(Y.T), smax(Y)), "transpose", {T: Y}, 0),
                Step("back", s(X + Y, column) <= s(X, column) + smax(Y),
                     Combine({"moved": 1, "turned sum": 1, "turned first": -1, "turned second": 1})),
                Step("every entry", claim, Entrywise("back", column)),
            ),
        ),
    )  # fmt: skip


apart = s(T) - s(S)
rectangular_perturbation = Proof(
    "a b (T + S)(T + S)^T is at most a (a + b) T T^T + b (a + b) S S^T; von Neumann for the squares",
    (
        summed("first", T, S),
        summed("less", T + S, -S),
        cite("sign", eq(smax(-S), smax(S)), "norm-of-negative", {T: S}, 0),
        Step("second", s(T) - smax(S) <= s(T + S), Combine({"less": 1, "sign": 1})),
        summed("one way", S, T - S),
        summed("other way", T, S - T),
        cite("turned", eq(smax(-(T - S)), smax(T - S)), "norm-of-negative", {T: T - S}, 0),
        Step("above", apart <= smax(T - S), Combine({"one way": 1})),
        Step("below", -smax(T - S) <= apart, Combine({"other way": 1, "turned": 1})),
        cite("third", abs(apart) <= smax(T - S), "modulus-bound", {"x": apart, "c": smax(T - S)}),
        cite("products", abs(tr(T.T @ S)) <= total(s(T) * s(S)), "nuclear-duality", {}, 1),
        cite("modulus", tr(T.T @ S) <= abs(tr(T.T @ S)), "modulus", {"x": tr(T.T @ S)}, 1),
        cite("squares of T", eq(total(s(T) ** 2), tr(T.T @ T)), "frobenius", {}, 1),
        cite("squares of S", eq(total(s(S) ** 2), tr(S.T @ S)), "frobenius", {T: S}, 1),
        cite("length", eq(normF(T - S) ** 2, tr((T - S).T @ (T - S))), "frobenius", {T: T - S}, 0),
        Step("fourth", total(apart**2) <= normF(T - S) ** 2,
             Combine({"products": 2, "modulus": 2, "squares of T": 1, "squares of S": 1, "length": -1})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.fan-hoffman": fan_hoffman,
    "classical.rectangular-perturbation": rectangular_perturbation,
}
