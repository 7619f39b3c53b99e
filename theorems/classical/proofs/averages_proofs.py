"""Matrices whose rows are weights of a mean: stochastic ones, and rows divided by their sums."""

from typing import Any

from lemmata.theorems.classical import M, T, n, q, r, x
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.row_sums_proofs import largest_row, opened, row_sum
from lemmata.theorems.classical.proofs.slopes_proofs import equal
from lemmata.theorems.classical.stochastic_theorems import S, U, X, Y, e, t
from lemmata.theorems.language import (
    Index,
    MatSumOver,
    MaxOver,
    SumOver,
    Unit,
    diag,
    entries,
    entry,
    eq,
    maxabs,
    maximum,
    norm2,
    normF,
    relu,
    smax,
    spectral_radius,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Combine,
    Congruence,
    Defined,
    EveryTerm,
    Identity,
    Instance,
    LargestTerm,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
)

k, l = Index("i", 1, n), Index("j", 1, n)  # noqa: E741
other = Index("l", 1, n)
a, b = Unit(n, k), Unit(n, l)
square = {r: n, q: n}
ones_are_one = (
    cite("ones", eq(entries(e), 1), "ones", {"r": n, "q": n}, 3),
    Step("one", eq(tr(a.T @ e), 1), At("ones", k)),
)


def row_norm(name: str, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """Step "name, norm": the largest sum of moduli of a row is 1, after `ones_are_one`.

    "name, sign" says that no entry is negative, "name, rows" that Z takes the column of ones to itself.
    """
    moduli, cell, here = relu(Z) + relu(-Z), entry_at(Z, k, l), {"i": k, "j": l}
    return (
        cite(f"{name}, moduli", eq(entry_at(moduli, k, l), abs(cell)), "absolute-entries", {"T": Z, **square}, 0, here),
        cite(f"{name}, modulus", eq(abs(cell), cell), "modulus-non-negative", {"x": cell}),
        Step(f"{name}, entry", eq(entry_at(moduli, k, l), cell),
             Combine({f"{name}, moduli": 1, f"{name}, modulus": 1})),
        *equal(f"{name}, absolute", moduli, Z, f"{name}, entry"),
        Step(f"{name}, sums", eq(moduli @ e, e),
             Multiply({f"{name}, absolute": (None, e), f"{name}, rows": (None, None)})),
        Step(f"{name}, product", eq(a.T @ moduli @ e, a.T @ e), Multiply({f"{name}, sums": (a.T, None)})),
        Step(f"{name}, row", eq(row_sum(Z, k), 1), Combine({f"{name}, product": 1, "one": 1})),
        Step(f"{name}, at most", row_sum(Z, k) <= 1, Combine({f"{name}, row": 1})),
        Step(f"{name}, no more", largest_row(Z) <= 1, EveryTerm(f"{name}, at most", k)),
        Step(f"{name}, some", row_sum(Z, 1) <= largest_row(Z), LargestTerm()),
        Step(f"{name}, first", eq(row_sum(Z, 1), 1), Instance(f"{name}, row", k, 1)),
        Step(f"{name}, no less", largest_row(Z) >= 1, Combine({f"{name}, some": 1, f"{name}, first": -1})),
        Step(f"{name}, norm", eq(largest_row(Z), 1), Antisymmetric(f"{name}, no more", f"{name}, no less")),
    )  # fmt: skip


def image(name: str, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """maxabs(Z x) <= maxabs(x), after `row_norm`."""
    top = maximum(abs(entries(x)))
    return (
        cite(f"{name}, image", maximum(abs(entries(Z @ x))) <= largest_row(Z) * top, "sum-norms-of-images",
             {M: Z, "u": x, T: Z, **square}, 0),
        cite(f"{name}, largest", eq(maxabs(Z @ x), MaxOver(k, 1, n, abs(tr(a.T @ Z @ x)))), "largest-entry",
             {"x": Z @ x, T: Z, **square}, 1),
        cite(f"{name}, largest of x", eq(maxabs(x), MaxOver(k, 1, n, abs(tr(a.T @ x)))), "largest-entry",
             {"x": x, T: Z, **square}, 1),
        Step(f"{name}, shorter", maxabs(Z @ x) <= maxabs(x),
             Combine({f"{name}, image": 1, f"{name}, largest": 1, f"{name}, largest of x": -1,
                      f"{name}, norm": top})),
    )  # fmt: skip


def product(name: str, Z: Any, W: Any) -> tuple[Step, ...]:  # noqa: N803
    """The sign and the rows of Z W, by those of "Z" and "W"."""
    m = Index("l", 1, n)
    left, right = entry_at(Z, k, m), entry_at(W, m, l)
    return (
        Step(f"{name}, left", left >= 0, Instance("Z, sign", l, m)),
        Step(f"{name}, right", right >= 0, Instance("W, sign", k, m)),
        Step(f"{name}, term", left * right >= 0, Sign()),
        Step(f"{name}, terms", SumOver(m, 1, n, left * right) >= SumOver(m, 1, n, 0 * left),
             Summed(f"{name}, term", m)),
        units(f"{name}, units", n),
        Step(f"{name}, inserted", eq(a.T @ Z @ resolution(n) @ W @ b, a.T @ Z @ W @ b),
             Multiply({f"{name}, units": (a.T @ Z, W @ b)})),
        Step(f"{name}, sign", entry_at(Z @ W, k, l) >= 0, Combine({f"{name}, inserted": 1, f"{name}, terms": 1})),
        Step(f"{name}, rows", eq(Z @ W @ e, e), Multiply({"W, rows": (Z, None), "Z, rows": (None, None)})),
    )  # fmt: skip


def mixture(name: str, Z: Any, W: Any) -> tuple[Step, ...]:  # noqa: N803
    """The sign and the rows of t Z + (1 - t) W."""
    N = t * Z + (1 - t) * W  # noqa: N806
    return (
        Step(f"{name}, sign", entry_at(N, k, l) >= 0, Combine({"Z, sign": t, "W, sign": 1 - t})),
        Step(f"{name}, rows", eq(N @ e, e), Multiply({"Z, rows": (t, None), "W, rows": (1 - t, None)})),
    )


def radius(name: str, Z: Any) -> Step:  # noqa: N803
    """rho(Z) = 1."""
    return cite(f"{name}, radius", eq(spectral_radius(Z), 1), "stochastic", {"X": Z})


rows_of_sum_one = Proof(
    "products and mixtures of stochastic matrices are stochastic",
    (
        *ones_are_one,
        Step("Z, sign", entry_at(X, k, l) >= 0, Sign()),
        Step("W, sign", entry_at(Y, k, l) >= 0, Sign()),
        Step("Z, rows", eq(X @ e, e), Multiply({"given 0": (None, None)})),
        Step("W, rows", eq(Y @ e, e), Multiply({"given 1": (None, None)})),
        *row_norm("Z", X),
        *image("Z", X),
        *product("Z W", X, Y),
        *row_norm("Z W", X @ Y),
        radius("Z W", X @ Y),
        *mixture("mixture", X, Y),
        radius("mixture", t * X + (1 - t) * Y),
    ),
)


def isometry_at_ones(name: str, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """1 <= smax(Z), as Z takes the column of ones to itself."""
    return (
        Step(f"{name}, kept", eq(normF(Z @ e), normF(e)), Congruence(f"{name}, rows")),
        cite(f"{name}, stretched", normF(Z @ e) <= smax(Z) * normF(e), "image-length", {T: Z, "y": e, **square}),
        cite(f"{name}, length", eq(tr(e.T @ e), n), "ones", {"r": n, "q": n}, 1),
        cite(f"{name}, square", eq(normF(e) ** 2, tr(e.T @ e)), "frobenius", {T: e, r: n, q: 1}, 0),
        Step(f"{name}, square above", normF(e) ** 2 > 0, Combine({f"{name}, length": -1, f"{name}, square": -1})),
        cite(f"{name}, not zero", normF(e) > 0, "positive-square", {"x": normF(e)}),
        Step(f"{name}, at least one", smax(Z) >= 1,
             Combine({f"{name}, kept": -1 / normF(e), f"{name}, stretched": 1 / normF(e)})),
    )  # fmt: skip


def shortening(name: str, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(Z) = 1 and |Z x| <= |x|, after `row_norm` for Z and, as "name, turned", for its transpose."""
    return (
        cite(f"{name}, interpolated", norm2(Z) ** 2 <= largest_row(Z.T) * largest_row(Z), "norm-interpolation",
             {T: Z, **square}),
        cite(f"{name}, operator", eq(norm2(Z), smax(Z)), "operator-norm", {T: Z, **square}),
        Step(f"{name}, squared", smax(Z) ** 2 <= 1,
             Combine({f"{name}, interpolated": 1, f"{name}, operator": -(norm2(Z) + smax(Z)),
                      f"{name}, norm": largest_row(Z.T), f"{name}, turned, norm": 1})),
        cite(f"{name}, at most one", smax(Z) <= 1, "square-roots", {"x": smax(Z), "y": 1}),
        *isometry_at_ones(name, Z),
        Step(f"{name}, first", eq(smax(Z), 1), Antisymmetric(f"{name}, at most one", f"{name}, at least one")),
        cite(f"{name}, image", normF(Z @ x) <= smax(Z) * normF(x), "image-length", {T: Z, "y": x, **square}),
        Step(f"{name}, second", normF(Z @ x) <= normF(x), Combine({f"{name}, image": 1, f"{name}, first": normF(x)})),
    )  # fmt: skip


doubly_stochastic = Proof(
    "the square of the norm is at most the product of the largest row and column sums",
    (
        *ones_are_one,
        Step("Z, sign", entry_at(X, k, l) >= 0, Sign()),
        Step("Z, rows", eq(X @ e, e), Multiply({"given 0": (None, None)})),
        Step("sign of the transpose", entry_at(X, l, k) >= 0, Sign()),
        Step("Z, turned, sign", entry_at(X.T, k, l) >= 0, Combine({"sign of the transpose": 1})),
        Step("Z, turned, rows", eq(X.T @ e, e), Multiply({"given 1": (None, None)})),
        *row_norm("Z", X),
        *row_norm("Z, turned", X.T),
        *shortening("Z", X),
        cite("length", normF(X) ** 2 <= n * smax(X) ** 2, "frobenius-operator", {T: X, **square}, 1),
        Step("third", normF(X) ** 2 <= n, Combine({"length": 1, "Z, squared": n})),
    ),
)


def weights(name: str, Z: Any, N: Any) -> tuple[Step, ...]:  # noqa: N803
    """The sign and the rows of N, the rows of Z divided by their sums."""
    whole: Any = Z @ e
    sums = entries(whole)
    scale = diag(1 / sums)
    own: Any = entry(sums, k)
    m = Index("l", 1, n)
    return (
        Step(f"{name}, of Z", entry_at(Z, k, m) >= 0, Sign()),
        units(f"{name}, units", n),
        Step(f"{name}, inserted", eq(a.T @ Z @ resolution(n) @ e, a.T @ Z @ e),
             Multiply({f"{name}, units": (a.T @ Z, e)})),
        Step(f"{name}, ones", eq(tr(Unit(n, m).T @ e), 1), At("ones", m)),
        Step(f"{name}, term", entry_at(Z, k, m) * tr(Unit(n, m).T @ e) >= 0 * tr(Unit(n, m).T @ e),
             Combine({f"{name}, of Z": 1, f"{name}, ones": -entry_at(Z, k, m)})),
        Step(f"{name}, terms", SumOver(m, 1, n, entry_at(Z, k, m) * tr(Unit(n, m).T @ e))
             >= SumOver(m, 1, n, 0 * tr(Unit(n, m).T @ e)), Summed(f"{name}, term", m)),
        Step(f"{name}, sum", own >= 0, Combine({f"{name}, inserted": 1, f"{name}, terms": 1})),
        Step(f"{name}, positive", own > 0, Defined(f"{name}, sum")),
        Step(f"{name}, column", eq(scale @ a, 1 / own * a), Identity()),
        Step(f"{name}, transposed", eq((scale @ a).T, (1 / own * a).T), Congruence(f"{name}, column")),
        Step(f"{name}, part", entry_at(Z, k, l) >= 0, Sign()),
        Step(f"{name}, scaled", eq(a.T @ N @ b, 1 / own * a.T @ Z @ b),
             Multiply({f"{name}, transposed": (None, Z @ b)})),
        Step(f"{name}, sign", entry_at(N, k, l) >= 0, Combine({f"{name}, scaled": -1, f"{name}, part": 1 / own})),
        Step(f"{name}, scaled row", eq(a.T @ N @ e, 1 / own * a.T @ Z @ e),
             Multiply({f"{name}, transposed": (None, Z @ e)})),
        Step(f"{name}, row", eq(tr(a.T @ N @ e), tr(a.T @ e)),
             Combine({f"{name}, scaled row": 1, "one": -1})),
        *columns(f"{name}, rows", N @ e, e, f"{name}, row"),
    )  # fmt: skip


def columns(name: str, u: Any, v: Any, fact: str) -> tuple[Step, ...]:
    """Step `name`: u = v for columns, from the step `fact` for the entries in row i."""
    return (
        Step(f"{name}, entry", eq(a @ a.T @ u, a @ a.T @ v), Multiply({fact: (a, None)})),
        Step(f"{name}, entries", eq(MatSumOver(k, 1, n, a @ a.T @ u), MatSumOver(k, 1, n, a @ a.T @ v)),
             Summed(f"{name}, entry", k)),
        units(f"{name}, units", n),
        Step(name, eq(u, v), Multiply({f"{name}, entries": (None, None), f"{name}, units": (-1, u - v)})),
    )  # fmt: skip


def at_most_n(name: str, Z: Any) -> tuple[Step, ...]:  # noqa: N803
    """Step "name, length": |Z|^2 <= n, after `row_norm`: a row is no longer than the sum of its moduli."""
    u = Z.T @ a
    form = tr(a.T @ Z @ Z.T @ a)
    return (
        opened(f"{name}, opened", Z, k, l),
        cite(f"{name}, moduli of a row", normF(u) <= total(abs(entries(u))), "norms-of-columns", {"u": u}, 1),
        Step(f"{name}, short", normF(u) <= 1,
             Combine({f"{name}, moduli of a row": 1, f"{name}, opened": -1, f"{name}, at most": 1})),
        cite(f"{name}, squared", eq(normF(u) ** 2, tr(u.T @ u)), "frobenius", {T: u, r: n, q: 1}, 0),
        Step(f"{name}, form", form <= 1, Combine({f"{name}, squared": -1, f"{name}, short": normF(u) + 1})),
        Step(f"{name}, forms", SumOver(k, 1, n, form) <= n, Summed(f"{name}, form", k)),
        cite(f"{name}, trace", eq(tr(Z @ Z.T), SumOver(k, 1, n, form)), "trace-by-units", {M: Z @ Z.T}),
        cite(f"{name}, frobenius", eq(normF(Z) ** 2, tr(Z @ Z.T)), "frobenius-of-transpose", {T: Z, **square}),
        Step(f"{name}, length", normF(Z) ** 2 <= n,
             Combine({f"{name}, frobenius": 1, f"{name}, trace": 1, f"{name}, forms": 1})),
    )  # fmt: skip


rows_divided = Proof(
    "rows divided by their sums are weights",
    (
        *ones_are_one,
        *weights("Z", X, S),
        *weights("W", Y, U),
        *row_norm("Z", S),
        *image("Z", S),
        radius("Z", S),
        *product("Z W", S, U),
        radius("Z W", S @ U),
        *mixture("mixture", S, U),
        radius("mixture", t * S + (1 - t) * U),
        *at_most_n("Z", S),
    ),
)
rows_divided_norms = Proof(
    "rows divided by their sums are weights, whose squares add up to at most one",
    (
        *ones_are_one,
        *weights("Z", X, S),
        *row_norm("Z", S),
        *at_most_n("Z", S),
        cite("operator", eq(norm2(S), smax(S)), "operator-norm", {T: S, **square}),
        cite("compared", norm2(S) <= sqrt(n) * largest_row(S), "sum-norms-compared", {T: S, **square}, 0),
        Step("first", smax(S) <= sqrt(n), Combine({"compared": 1, "operator": -1, "Z, norm": sqrt(n)})),
        cite("second", normF(S) <= sqrt(n), "below-root", {"x": normF(S), "y": n}),
        *isometry_at_ones("Z", S),
    ),
)
rows_and_columns_divided = Proof(
    "the matrix is doubly stochastic",
    (
        *ones_are_one,
        *weights("Z", X, S),
        Step("column moved", entry_at(S, k, other) >= 0, Instance("Z, sign", l, other)),
        Step("row moved", entry_at(S, l, other) >= 0, Instance("column moved", k, l)),
        Step("sign of the transpose", entry_at(S, l, k) >= 0, Instance("row moved", other, k)),
        *row_norm("Z", S),
        Step("Z, turned, sign", entry_at(S.T, k, l) >= 0, Combine({"sign of the transpose": 1})),
        Step("Z, turned, rows", eq(S.T @ e, e), Multiply({"given 0": (None, None)})),
        *row_norm("Z, turned", S.T),
        *shortening("Z", S),
    ),
)

PROOFS = {
    "classical.rows-of-sum-one": rows_of_sum_one,
    "classical.doubly-stochastic": doubly_stochastic,
    "classical.rows-divided": rows_divided,
    "classical.rows-divided-norms": rows_divided_norms,
    "classical.rows-and-columns-divided": rows_and_columns_divided,
}
