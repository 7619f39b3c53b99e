"""Wedin: the difference of two pseudo-inverses of full rank, in two parts that are orthogonal to each other."""

from typing import Any

from lemmata.theorems.classical import A, T, q, r
from lemmata.theorems.classical.isometry_theorems import S
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.penrose_proofs import contraction
from lemmata.theorems.language import Id, eq, lmax, normF, pinv, smax, smin, sqrt, tr
from lemmata.theorems.language.proof import Cases, Combine, Congruence, Identity, Multiply, Proof, Step


def parts(Z: Any, X: Any, R: Any, Y: Any, rows: Any, names: tuple[str, str]) -> tuple[Step, ...]:  # noqa: N803
    """Y - X = Y (Z - R) X + Y Y^T (R - Z)^T (I - Z X), for left inverses X of Z and Y of R with symmetric Z X and R Y.

    `names` of Z and R: the steps "Z, left", "Z, left turned" and "Z, symmetric"; "squares" and "lengths" for the norms.
    """
    (z, y), rest, tag = names, Id(rows) - Z @ X, f"rest of {names[0]}"
    first, second = Y @ (Z - R) @ X, Y @ Y.T @ (R - Z).T @ rest
    whole, gap = Y - X, smax(Z - R)
    squares, turned = first @ first.T + second @ second.T, (R - Z).T
    e, f, length = smax(X), smax(Y), normF(Z - R)
    return (
        Step(
            "parts",
            eq(whole, first + second),
            Multiply(
                {
                    f"{y}, left": (None, X - Y @ rest),
                    f"{y}, symmetric": (-Y, rest),
                    f"{z}, symmetric": (Y @ Y.T @ Z.T, None),
                    f"{z}, left turned": (-Y @ Y.T, Z.T),
                }
            ),
        ),
        Step(f"{tag}, symmetric", eq(rest.T, rest), Multiply({f"{z}, symmetric": (-1, None)})),
        Step(f"{tag}, idempotent", eq(rest @ rest, rest), Multiply({f"{z}, left": (Z, X)})),
        *contraction(tag, rest, rows),
        Step("orthogonal", eq(X @ rest, 0 * X), Multiply({f"{z}, left": (-1, X)})),
        Step(
            "cross",
            eq(first @ second.T, 0 * first @ second.T),
            Multiply(
                {
                    f"{tag}, symmetric": (Y @ (Z - R) @ X, (R - Z) @ Y @ Y.T),
                    "orthogonal": (Y @ (Z - R), (R - Z) @ Y @ Y.T),
                }
            ),
        ),
        Step("cross turned", eq((first @ second.T).T, (0 * first @ second.T).T), Congruence("cross")),
        Step("parts turned", eq(whole.T, (first + second).T), Congruence("parts")),
        Step(
            "grams",
            eq(whole @ whole.T, squares),
            Multiply(
                {
                    "parts": (None, whole.T),
                    "parts turned": (first + second, None),
                    "cross": (None, None),
                    "cross turned": (None, None),
                }
            ),
        ),
        cite("turned Y", eq(smax(Y.T), f), "transpose", {T: Y}, 0),
        cite("turned gap", eq(smax((R - Z).T), smax(R - Z)), "transpose", {T: R - Z}, 0),
        cite("gap", eq(smax(-(Z - R)), gap), "norm-of-negative", {T: Z - R}, 0),
        cite("turned length", eq(normF((R - Z).T), normF(R - Z)), "frobenius-of-transposed", {T: R - Z}),
        cite("length", eq(normF(-(Z - R)), length), "norm-of-negative", {T: Z - R}, 1),
        # operator norms
        cite("first, one", smax(first) <= f * smax((Z - R) @ X), "norm-of-product", {T: Y, "U": (Z - R) @ X}),
        cite("first, two", smax((Z - R) @ X) <= gap * e, "norm-of-product", {T: Z - R, "U": X}),
        Step("first", smax(first) <= f * gap * e, Combine({"first, one": 1, "first, two": f})),
        cite("second, one", smax(second) <= f * smax(Y.T @ turned @ rest), "norm-of-product",
             {T: Y, "U": Y.T @ turned @ rest}),
        cite("second, two", smax(Y.T @ turned @ rest) <= smax(Y.T) * smax(turned @ rest), "norm-of-product",
             {T: Y.T, "U": turned @ rest}),
        cite("second, three", smax(turned @ rest) <= smax(turned) * smax(rest), "norm-of-product",
             {T: turned, "U": rest}),
        Step("second", smax(second) <= f**2 * gap,
             Combine({"second, one": 1, "second, two": f, "turned Y": f * smax(turned @ rest), "second, three": f**2,
                      "turned gap": f**2 * smax(rest), "gap": f**2 * smax(rest),
                      f"{tag}, contraction": f**2 * gap})),
        cite("of whole", eq(lmax(whole @ whole.T), smax(whole) ** 2), "gram-norm", {T: whole}, 0),
        cite("of first", eq(lmax(first @ first.T), smax(first) ** 2), "gram-norm", {T: first}, 0),
        cite("of second", eq(lmax(second @ second.T), smax(second) ** 2), "gram-norm", {T: second}, 0),
        cite("of sum", lmax(squares) <= lmax(first @ first.T) + lmax(second @ second.T),
             "extreme-eigenvalues-of-sum", {A: first @ first.T, "B": second @ second.T}, 0),
        Step("largest", eq(lmax(whole @ whole.T), lmax(squares)), Congruence("grams")),
        Step("norms", smax(whole) ** 2 <= smax(first) ** 2 + smax(second) ** 2,
             Combine({"of whole": -1, "largest": 1, "of sum": 1, "of first": 1, "of second": 1})),
        Step("squares", smax(whole) ** 2 <= (f * gap * e) ** 2 + (f**2 * gap) ** 2,
             Combine({"norms": 1, "first": smax(first) + f * gap * e, "second": smax(second) + f**2 * gap})),
        # Frobenius norms
        cite("first length, one", normF(first) <= f * normF((Z - R) @ X), "frobenius-left-factor",
             {T: Y, "U": (Z - R) @ X}),
        cite("first length, two", normF((Z - R) @ X) <= length * e, "frobenius-right-factor", {T: Z - R, "U": X}),
        Step("first length", normF(first) <= f * length * e, Combine({"first length, one": 1, "first length, two": f})),
        cite("second length, one", normF(second) <= f * normF(Y.T @ turned @ rest), "frobenius-left-factor",
             {T: Y, "U": Y.T @ turned @ rest}),
        cite("second length, two", normF(Y.T @ turned @ rest) <= smax(Y.T) * normF(turned @ rest),
             "frobenius-left-factor", {T: Y.T, "U": turned @ rest}),
        cite("second length, three", normF(turned @ rest) <= normF(turned) * smax(rest), "frobenius-right-factor",
             {T: turned, "U": rest}),
        Step("second length", normF(second) <= f**2 * length,
             Combine({"second length, one": 1, "second length, two": f, "turned Y": f * normF(turned @ rest),
                      "second length, three": f**2, "turned length": f**2 * smax(rest), "length": f**2 * smax(rest),
                      f"{tag}, contraction": f**2 * length})),
        cite("length of whole", eq(normF(whole) ** 2, tr(whole @ whole.T)), "frobenius-of-transpose", {T: whole}),
        cite("length of first", eq(normF(first) ** 2, tr(first @ first.T)), "frobenius-of-transpose", {T: first}),
        cite("length of second", eq(normF(second) ** 2, tr(second @ second.T)), "frobenius-of-transpose", {T: second}),
        Step("traces", eq(tr(whole @ whole.T), tr(squares)), Congruence("grams")),
        Step("lengths", normF(whole) ** 2 <= (f * length * e) ** 2 + (f**2 * length) ** 2,
             Combine({"length of whole": 1, "traces": 1, "length of first": -1, "length of second": -1,
                      "first length": normF(first) + f * length * e,
                      "second length": normF(second) + f**2 * length})),
    )  # fmt: skip


def smaller(Z: Any, X: Any, R: Any, Y: Any, rows: Any, names: tuple[str, str]) -> tuple[Step, ...]:  # noqa: N803
    """|Y - X| <= sqrt(2) |X| |Y| |Z - R| where |Y| <= |X|, the step "order": "norm bound" and "length bound"."""
    e, f, gap, length = smax(X), smax(Y), smax(Z - R), normF(Z - R)
    bounds = {"norm": (smax(Y - X), gap, "squares"), "length": (normF(Y - X), length, "lengths")}
    return (
        *parts(Z, X, R, Y, rows, names),
        Step("orders", f**2 <= e**2, Combine({"order": e + f})),
        *(
            step
            for name, (size, by, fact) in bounds.items()
            for step in (
                Step(f"{name} squared", size**2 <= (sqrt(2) * e * f * by) ** 2,
                     Combine({fact: 1, "orders": (f * by) ** 2})),
                cite(f"{name} bound", size <= sqrt(2) * e * f * by, "square-roots",
                     {"x": size, "y": sqrt(2) * e * f * by}),
            )
        ),
    )  # fmt: skip


W, V = pinv(T), pinv(S)
limit = sqrt(2) * smax(W) * smax(V)
claims = (smax(W - V) <= limit * smax(T - S), normF(W - V) <= limit * normF(T - S))


def ordered(name: str, which: int, Z: Any, X: Any, R: Any, Y: Any, rows: Any, columns: Any) -> tuple[Step, ...]:  # noqa: N803
    """The bound `which` for left inverses, from the two orders of their norms; `name` sets names of vectors apart."""
    norm, fact = ((smax, "norm bound"), (normF, "length bound"))[which]
    claim = norm(X - Y) <= sqrt(2) * smax(X) * smax(Y) * norm(Z - R)
    first, second = (f"{name} T", f"{name} S"), (f"{name} S", f"{name} T")
    return (
        cite("sign", eq(norm(-(X - Y)), norm(X - Y)), "norm-of-negative", {T: X - Y, r: columns, q: rows}, which),
        cite("other sign", eq(norm(-(Z - R)), norm(Z - R)), "norm-of-negative", {T: Z - R, r: rows, q: columns}, which),
        Step(
            name,
            claim,
            Cases(
                smax(Y) <= smax(X),
                (
                    Step("order", smax(Y) <= smax(X), Combine({"case": 1})),
                    *smaller(Z, X, R, Y, rows, first),
                    Step("first", claim, Combine({fact: 1, "sign": -1})),
                ),
                (
                    Step("order", smax(X) <= smax(Y), Combine({"case": 1})),
                    *smaller(R, Y, Z, X, rows, second),
                    Step("first", claim, Combine({fact: 1, "other sign": sqrt(2) * smax(X) * smax(Y)})),
                ),
            ),
        ),
    )


def tall(which: int) -> tuple[Step, ...]:
    """The bound for no more columns than rows."""
    return (
        *(
            step
            for name, Z, X in (("tall T", T, W), ("tall S", S, V))
            for step in (
                cite(f"{name}, left", eq(X @ Z, Id(q)), "full-column-rank", {T: Z}, 4),
                Step(f"{name}, left turned", eq((X @ Z).T, Id(q).T), Congruence(f"{name}, left")),
                cite(f"{name}, symmetric", eq((Z @ X).T, Z @ X), "penrose", {T: Z}, 2),
            )
        ),
        *ordered("tall", which, T, W, S, V, r, q),
    )


def turned(name: str, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """The transpose of Z^+ is a left inverse of Z^T, for Z with no more rows than columns."""
    X, J = pinv(Z), pinv(Z.T)  # noqa: N806
    return (
        cite(f"{name}, least", eq(smin(Z.T), smin(Z)), "transpose", {T: Z}, 1),
        Step(f"{name}, full", smin(Z.T) > 0, Combine({f"{name}, least": -1, "given 0" if Z == T else "given 1": 1})),
        cite(f"{name}, of turned", eq(J @ Z.T, Id(r)), "full-column-rank", {T: Z.T, r: q, q: r}, 4),
        Step(f"{name}, inverse", eq((J @ Z.T).T, Id(r).T), Congruence(f"{name}, of turned")),
        cite(f"{name}, whole", eq(Z @ X @ Z, Z), "penrose", {T: Z}, 0),
        cite(f"{name}, rows", eq((X @ Z).T, X @ Z), "penrose", {T: Z}, 3),
        Step(f"{name}, left turned", eq(Z @ X, Id(r)),
             Multiply({f"{name}, inverse": (Id(r) - Z @ X, None), f"{name}, whole": (None, J.T)})),
        Step(f"{name}, left", eq((Z @ X).T, Id(r).T), Congruence(f"{name}, left turned")),
        Step(f"{name}, symmetric", eq((Z.T @ X.T).T, Z.T @ X.T), Multiply({f"{name}, rows": (-1, None)})),
    )  # fmt: skip


def wide(which: int) -> tuple[Step, ...]:
    """The bound for no more rows than columns, from that for the transposes."""
    norm, row = ((smax, "transpose"), (normF, "frobenius-of-transposed"))[which]
    return (
        *turned("wide T", T),
        *turned("wide S", S),
        *ordered("wide", which, T.T, W.T, S.T, V.T, q, r),
        cite("W", eq(smax(W.T), smax(W)), "transpose", {T: W, r: q, q: r}, 0),
        cite("V", eq(smax(V.T), smax(V)), "transpose", {T: V, r: q, q: r}, 0),
        Step("inverses", eq(W.T - V.T, (W - V).T), Identity()),
        Step("inverses, norms", eq(norm(W.T - V.T), norm((W - V).T)), Congruence("inverses")),
        cite("inverses, turned", eq(norm((W - V).T), norm(W - V)), row, {T: W - V, r: q, q: r}, 0),
        Step("matrices", eq(T.T - S.T, (T - S).T), Identity()),
        Step("matrices, norms", eq(norm(T.T - S.T), norm((T - S).T)), Congruence("matrices")),
        cite("matrices, turned", eq(norm((T - S).T), norm(T - S)), row, {T: T - S}, 0),
        Step("claim for wide", claims[which],
             Combine({"inverses, norms": -1, "inverses, turned": -1, "wide": 1,
                      "W": sqrt(2) * smax(V.T) * norm(T.T - S.T), "V": sqrt(2) * smax(W) * norm(T.T - S.T),
                      "matrices, norms": limit, "matrices, turned": limit})),
    )  # fmt: skip


METHOD = "Y - X = Y (T - S) X + Y Y^T (S - T)^T (I - T X), two parts orthogonal to each other"
lengths = Proof(METHOD, (Step("claim", claims[1], Cases(q <= r, tall(1), wide(1))),))
norms = Proof(
    METHOD,
    (
        Step("bound", claims[0], Cases(q <= r, tall(0), wide(0))),
        cite("of T", eq(smax(W) * smin(T), 1), "pseudo-inverse-values", {}, 0),
        cite("of S", eq(smax(V) * smin(S), 1), "pseudo-inverse-values", {T: S}, 0),
        Step("claim", smin(T) * smin(S) * smax(W - V) <= sqrt(2) * smax(T - S),
             Combine({"bound": smin(T) * smin(S), "of T": sqrt(2) * smax(V) * smin(S) * smax(T - S),
                      "of S": sqrt(2) * smax(T - S)})),
    ),
)  # fmt: skip
PROOFS = {"classical.wedin-lengths": lengths, "classical.pseudo-inverse-perturbation": norms}
