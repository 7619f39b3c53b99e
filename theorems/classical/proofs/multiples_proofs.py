"""Multiples and transposes of rectangular matrices: singular values, norms, condition numbers, ranks."""

from typing import Any

from lemmata.theorems.classical import A, M, T, c, n, q, r
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import (
    Id,
    Index,
    cond,
    eq,
    lam,
    maxabs,
    minimum,
    norm2,
    normF,
    rank,
    s,
    smax,
    smin,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Congruence,
    Entrywise,
    Identity,
    Proof,
    Sign,
    Step,
)

SVD = "singular-value-decomposition"
row, column, at = Index("k", 1, r), Index("k", 1, q), Index("k", 1, n)
few = minimum(r, q)
modulus = abs(c)


def wide(X: Any, k: Any) -> tuple[Step, ...]:  # noqa: N803
    """s(c X, k) = |c| s(X, k) for a matrix that has no more rows than columns."""
    outer = X @ X.T
    return (
        cite("of c X", eq(s(c * X, k) ** 2, lam((c * X) @ (c * X).T, k)), SVD, {T: c * X}, 0, {"i": k}),
        cite("of X", eq(s(X, k) ** 2, lam(outer, k)), SVD, {T: X}, 0, {"i": k}),
        cite("scaled", eq(lam(c**2 * outer), c**2 * lam(outer)), "scaling", {"c": c**2, A: outer}),
        Step("scaled, entry", eq(lam(c**2 * outer, k), c**2 * lam(outer, k)), At("scaled", k)),
        Step(
            "squares",
            eq(s(c * X, k) ** 2, (modulus * s(X, k)) ** 2),
            Combine({"of c X": 1, "of X": -(c**2), "scaled, entry": 1}),
        ),
        cite(
            "multiple", eq(s(c * X, k), modulus * s(X, k)), "equal-squares", {"x": s(c * X, k), "y": modulus * s(X, k)}
        ),
    )


def transposed(name: str, X: Any, k: Any) -> Step:  # noqa: N803
    """s(X^T, k) = s(X, k) for a matrix that has no more rows than columns."""
    return cite(name, eq(s(X.T, k), s(X, k)), SVD, {T: X}, 1, {"i": k})


values = Step(
    "values",
    eq(s(c * T), modulus * s(T)),
    Cases(
        r <= q,
        (*wide(T, row), Step("every entry", eq(s(c * T), modulus * s(T)), Entrywise("multiple", row))),
        (
            *wide(T.T, column),
            transposed("of c T", c * T.T, column),
            transposed("of T", T.T, column),
            Step(
                "back",
                eq(s(c * T, column), modulus * s(T, column)),
                Combine({"multiple": 1, "of c T": 1, "of T": -modulus}),
            ),
            Step("every entry", eq(s(c * T), modulus * s(T)), Entrywise("back", column)),
        ),
    ),
)
of_multiple = Proof(
    "the Gram matrix is multiplied by c^2",
    (values, Step("first", eq(smax(c * T), modulus * smax(T)), At("values", 1))),
)
of_square = Proof(
    "the Gram matrix is multiplied by c^2",
    (
        *wide(M, at),
        Step("values", eq(s(c * M), modulus * s(M)), Entrywise("multiple", at)),
        Step("least", eq(smin(c * M), modulus * smin(M)), At("values", n)),
    ),
)

sides = (T, -T)
negative = Proof(
    "singular values do not see the sign",
    (
        cite("values", eq(s(-T), s(T)), "sign"),
        Step("largest", eq(smax(-T), smax(T)), At("values", 1)),
        Step("least", eq(smin(-T), smin(T)), At("values", few)),
        Step("squares", eq(normF(-T) ** 2, normF(T) ** 2), Identity()),
        cite("length", eq(normF(-T), normF(T)), "equal-squares", {"x": normF(-T), "y": normF(T)}),
    ),
)

own = cite("own", eq(modulus, c), "modulus-non-negative", {"x": c})
non_negative = Proof(
    "a number that is not negative is its own modulus",
    (
        own,
        cite("norm", eq(smax(c * T), modulus * smax(T)), "norm-of-multiple"),
        cite("length", eq(normF(c * T), modulus * normF(T)), "frobenius-of-multiple"),
        cite("least", eq(smin(c * M), modulus * smin(M)), "singular-values-of-multiple", {}, 1),
        cite("entry", eq(maxabs(c * T), modulus * maxabs(T)), "largest-entry-of-multiple"),
        Step("first", eq(smax(c * T), c * smax(T)), Combine({"norm": 1, "own": smax(T)})),
        Step("second", eq(normF(c * T), c * normF(T)), Combine({"length": 1, "own": normF(T)})),
        Step("third", eq(smin(c * M), c * smin(M)), Combine({"least": 1, "own": smin(M)})),
        Step("fourth", eq(norm2(c * T), c * norm2(T)), Combine({"first": 1})),
        Step("fifth", eq(maxabs(c * T), c * maxabs(T)), Combine({"entry": 1, "own": maxabs(T)})),
    ),
)


def bounds(name: str, X: Any) -> Step:  # noqa: N803
    """smax(X) s_i(X) <= cond(X) s_i(X)^2."""
    return cite(name, smax(X) * s(X) <= cond(X) * s(X) ** 2, "condition-bounds", {T: X})


def no_worse(name: str, X: Any, Y: Any, factors: dict[str, Any]) -> tuple[Step, ...]:  # noqa: N803
    """cond(X) <= cond(Y), as smax(X) s_i(X) <= cond(Y) s_i(X)^2 by a combination."""
    return (
        Step(f"{name}, ratios", smax(X) * s(X) <= cond(Y) * s(X) ** 2, Combine(factors)),
        cite(name, cond(X) <= cond(Y), "condition-least", {T: X, "c": cond(Y)}),
    )


T_c = c * T
ratio = 1 / modulus
condition_of_multiple = Proof(
    "both halves of the definition, and s(c T) = |c| s(T)",
    (
        values,
        Step("largest", eq(smax(T_c), modulus * smax(T)), At("values", 1)),
        Step("some", smax(T_c) > 0, Sign()),
        bounds("of T", T),
        bounds("of c T", T_c),
        *no_worse(
            "below",
            T_c,
            T,
            {
                "of T": modulus**2,
                "values": smax(T_c) - cond(T) * (s(T_c) + modulus * s(T)),
                "largest": modulus * s(T),
            },
        ),
        *no_worse(
            "above",
            T,
            T_c,
            {
                "of c T": ratio**2,
                "values": ratio**2 * (cond(T_c) * (s(T_c) + modulus * s(T)) - smax(T_c)),
                "largest": -ratio * s(T),
            },
        ),
        Step("claim", eq(cond(T_c), cond(T)), Antisymmetric("below", "above")),
    ),
)


def carried(name: str, X: Any, Y: Any, swap: bool) -> Step:  # noqa: N803
    """smax(X) s_i(X) <= cond(Y) s_i(X)^2, where Y is the transpose of X; "bounds" says it of Y, "largest" that
    smax(T^T) = smax(T)."""

    def part(index: Any, is_wide: bool) -> tuple[Step, ...]:
        first = T if is_wide else T.T
        sign = -1 if (X is T) == is_wide else 1
        return (
            transposed("entry", first, index),
            Step("at the entry", smax(Y) * s(Y, index) <= cond(Y) * s(Y, index) ** 2, At("bounds", index)),
            Step(
                "one",
                smax(X) * s(X, index) <= cond(Y) * s(X, index) ** 2,
                Combine(
                    {
                        "at the entry": 1,
                        "entry": sign * (smax(X) - cond(Y) * (s(X, index) + s(Y, index))),
                        "largest": (-1 if swap else 1) * s(Y, index),
                    }
                ),
            ),
            Step("all", smax(X) * s(X) <= cond(Y) * s(X) ** 2, Entrywise("one", index)),
        )

    return Step(name, smax(X) * s(X) <= cond(Y) * s(X) ** 2, Cases(r <= q, part(row, True), part(column, False)))


condition_of_transpose = Proof(
    "a matrix and its transpose have the same singular values",
    (
        cite("largest", eq(smax(T.T), smax(T)), "transpose", {}, 0),
        bounds("bounds", T),
        carried("of T^T", T.T, T, False),
        cite("below", cond(T.T) <= cond(T), "condition-least", {T: T.T, "c": cond(T), r: q, q: r}),
        Step(
            "bounds",
            smax(T.T) * s(T.T) <= cond(T.T) * s(T.T) ** 2,
            Apply("classical.condition-bounds", {T: T.T, r: q, q: r}),
        ),
        carried("of T", T, T.T, True),
        cite("above", cond(T) <= cond(T.T), "condition-least", {"c": cond(T.T)}),
        Step("claim", eq(cond(T.T), cond(T)), Antisymmetric("below", "above")),
    ),
)

scaled, back = c * Id(r), 1 / c * Id(r)
rank_of_multiple = Proof(
    "rank does not grow in the products (c I) T and (1/c I)(c T)",
    (
        cite("below", rank(scaled @ T) <= rank(T), "rank-of-product", {"X": scaled, "Y": T}, 0),
        cite("above", rank(back @ T_c) <= rank(T_c), "rank-of-product", {"X": back, "Y": T_c}, 0),
        Step("undone", eq(back @ T_c, T), Identity()),
        Step("same", eq(rank(back @ T_c), rank(T)), Congruence("undone")),
        Step("at most", rank(T_c) <= rank(T), Combine({"below": 1})),
        Step("at least", rank(T) <= rank(T_c), Combine({"above": 1, "same": -1})),
        Step("claim", eq(rank(T_c), rank(T)), Antisymmetric("at most", "at least")),
    ),
)

PROOFS = {
    "classical.norm-of-multiple": of_multiple,
    "classical.singular-values-of-multiple": of_square,
    "classical.norm-of-negative": negative,
    "classical.non-negative-multiples": non_negative,
    "classical.condition-of-multiple": condition_of_multiple,
    "classical.condition-of-transpose": condition_of_transpose,
    "classical.rank-of-multiple": rank_of_multiple,
}
