"""Rectifiers with a slope, the two parts of a matrix, and its diagonal: matrices entry by entry."""

from typing import Any

from lemmata.theorems.classical import M, T, c, n, q, r
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.network_theorems import t
from lemmata.theorems.classical.norm_theorems import absolute
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import units
from lemmata.theorems.classical.proofs.rectifiers_proofs import (
    at,
    by_entries,
    cell,
    i,
    j,
    largest,
    norms_below,
    other,
    part,
    turned,
)
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.language import (
    Index,
    MatSumOver,
    SumOver,
    Unit,
    diag,
    eq,
    maximum,
    normF,
    relu,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Cases,
    Combine,
    Identity,
    Multiply,
    Proof,
    Step,
    Summed,
)


def equal(name: str, X: Any, Y: Any, fact: str) -> tuple[Step, ...]:  # noqa: N803
    """Step `name`: X = Y, from the step `fact` that says it of the entries in row i and column j."""
    rows, columns = X.shape
    a, b = Index("i", 1, rows), Index("j", 1, columns)
    e, g = Unit(rows, a), Unit(columns, b)
    return (
        Step(f"{name}, entry", eq(e @ e.T @ X @ g, e @ e.T @ Y @ g), Multiply({fact: (e, None)})),
        Step(
            f"{name}, entries",
            eq(MatSumOver(a, 1, rows, e @ e.T @ X @ g), MatSumOver(a, 1, rows, e @ e.T @ Y @ g)),
            Summed(f"{name}, entry", a),
        ),
        units(f"{name}, rows", rows),
        Step(
            f"{name}, column",
            eq(X @ g, Y @ g),
            Multiply({f"{name}, entries": (None, None), f"{name}, rows": (-1, (X - Y) @ g)}),
        ),
        Step(f"{name}, outer", eq(X @ g @ g.T, Y @ g @ g.T), Multiply({f"{name}, column": (None, g.T)})),
        Step(
            f"{name}, all",
            eq(MatSumOver(b, 1, columns, X @ g @ g.T), MatSumOver(b, 1, columns, Y @ g @ g.T)),
            Summed(f"{name}, outer", b),
        ),
        units(f"{name}, columns", columns),
        Step(name, eq(X, Y), Multiply({f"{name}, all": (None, None), f"{name}, columns": (-(X - Y), None)})),
    )


def halves(name: str, x: Any) -> tuple[Step, ...]:
    """Steps "name, up" and "name, down", max(x, 0) >= 0 and max(-x, 0) >= 0, and `name`: their difference is x."""
    up, down = maximum(x, 0), maximum(-x, 0)
    return (
        cite(f"{name}, up", up >= 0, "maximum", {"x": x, "y": 0}, 1),
        cite(f"{name}, down", down >= 0, "maximum", {"x": -x, "y": 0}, 1),
        cite(f"{name}, above", x <= up, "maximum", {"x": x, "y": 0}, 0),
        cite(f"{name}, below", -x <= down, "maximum", {"x": -x, "y": 0}, 0),
        Step(
            name,
            eq(up - down, x),
            Cases(
                x >= 0,
                (
                    Step("not positive", -x <= 0 * x, Combine({"case": 1})),
                    *largest("one", x, x),
                    *largest("other", -x, 0 * x),
                    Step("no more", up - down <= x, Combine({"one": 1, f"{name}, down": 1})),
                    Step("no less", x <= up - down, Combine({f"{name}, above": 1, "other": 1})),
                    Step("both", eq(up - down, x), Antisymmetric("no more", "no less")),
                ),
                (
                    Step("not positive", x <= 0 * x, Combine({"case": 1})),
                    Step("turned", -x >= 0 * x, Combine({"case": 1})),
                    *largest("one", x, 0 * x),
                    *largest("other", -x, -x),
                    Step("no more", up - down <= x, Combine({"one": 1, f"{name}, below": 1})),
                    Step("no less", x <= up - down, Combine({f"{name}, up": 1, "other": 1})),
                    Step("both", eq(up - down, x), Antisymmetric("no more", "no less")),
                ),
            ),
        ),
    )


def sloped(X: Any) -> Any:  # noqa: N803
    """The rectifier with the slope t."""
    return relu(X) - t * relu(-X)


def difference_of_parts(name: str, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """Step `name`: an entry of relu(X) - t relu(-X)."""
    x = entry_at(X, i, j)
    return (
        part(f"{name}, up", X),
        part(f"{name}, down", -X),
        Step(name, eq(entry_at(sloped(X), i, j), maximum(x, 0) - t * maximum(-x, 0)),
             Combine({f"{name}, up": 1, f"{name}, down": -t})),
    )  # fmt: skip


up, down = maximum(cell, 0), maximum(turned, 0)
up_S, down_S = maximum(other, 0), maximum(-other, 0)
gap, slope = cell - other, (up - up_S) - t * (down - down_S)
moved = sloped(T) - sloped(S)


def one_order(higher: Any, lower: Any, sign: int) -> tuple[Step, ...]:
    """|f(t_ij) - f(s_ij)| <= |t_ij - s_ij|, where the step "order" says lower <= higher; `sign` 1 if t_ij is higher."""
    size = sign * gap
    own, next_ = ("of T", "of S") if sign > 0 else ("of S", "of T")
    return (
        Step("lower", lower <= maximum(higher, 0), Combine({"order": 1, f"{own}, above": 1})),
        cite("rises", maximum(lower, 0) <= maximum(higher, 0), "maximum-bound",
             {"x": lower, "y": 0, "c": maximum(higher, 0)}),
        Step("turned", -higher <= maximum(-lower, 0), Combine({"order": 1, f"{next_}, below": 1})),
        cite("falls", maximum(-higher, 0) <= maximum(-lower, 0), "maximum-bound",
             {"x": -higher, "y": 0, "c": maximum(-lower, 0)}),
        Step("upper", sign * slope <= size,
             Combine({"falls": 1 - t, "of T": sign, "of S": -sign})),
        Step("lower end", -size <= sign * slope,
             Combine({"rises": 2, "falls": 1 + t, "of T": sign, "of S": -sign})),
    )  # fmt: skip


leaky_rectifier = Proof(
    "the parts of a number add up to its modulus; of two numbers the larger has the larger positive and the smaller "
    "negative part",
    (
        cite("slope above", t <= abs(t), "modulus", {"x": t}, 1),
        cite("slope below", -abs(t) <= t, "modulus", {"x": t}, 0),
        Step("at most one", 1 - t >= 0, Combine({"slope above": 1, "given 0": 1})),
        Step("at least minus one", 1 + t >= 0, Combine({"slope below": 1, "given 0": 1})),
        *difference_of_parts("in T", T),
        *difference_of_parts("in S", S),
        *halves("of T", cell),
        *halves("of S", other),
        cite("moduli", eq(entry_at(absolute, i, j), abs(cell)), "absolute-entries", {}, 0, at),
        Step("sum", eq(up + down, abs(cell)), Combine({"in T, up": -1, "in T, down": -1, "moduli": 1})),
        Step("upper", entry_at(sloped(T), i, j) <= abs(cell),
             Combine({"in T": 1, "of T, down": 1 + t, "sum": 1})),
        Step("lower", -abs(cell) <= entry_at(sloped(T), i, j),
             Combine({"in T": -1, "of T, up": 2, "of T, down": 1 - t, "sum": 1})),
        cite("modulus", abs(entry_at(sloped(T), i, j)) <= abs(cell), "modulus-bound",
             {"x": entry_at(sloped(T), i, j), "c": abs(cell)}),
        *norms_below("first", "first largest", sloped(T), T, "modulus"),
        cite("apart", gap <= abs(gap), "modulus", {"x": gap}, 1),
        cite("apart below", -abs(gap) <= gap, "modulus", {"x": gap}, 0),
        Step("entry", eq(entry_at(moved, i, j), slope), Combine({"in T": 1, "in S": -1})),
        Step(
            "upper slope",
            slope <= abs(gap),
            Cases(
                cell >= other,
                (
                    Step("order", other <= cell, Combine({"case": 1})),
                    *one_order(cell, other, 1),
                    Step("so", slope <= abs(gap), Combine({"upper": 1, "apart": 1})),
                ),
                (
                    Step("order", cell <= other, Combine({"case": 1})),
                    *one_order(other, cell, -1),
                    Step("so", slope <= abs(gap), Combine({"lower end": 1, "apart below": 1})),
                ),
            ),
        ),
        Step(
            "lower slope",
            -abs(gap) <= slope,
            Cases(
                cell >= other,
                (
                    Step("order", other <= cell, Combine({"case": 1})),
                    *one_order(cell, other, 1),
                    Step("so", -abs(gap) <= slope, Combine({"lower end": 1, "apart": 1})),
                ),
                (
                    Step("order", cell <= other, Combine({"case": 1})),
                    *one_order(other, cell, -1),
                    Step("so", -abs(gap) <= slope, Combine({"upper": 1, "apart below": 1})),
                ),
            ),
        ),
        Step("upper entry", entry_at(moved, i, j) <= abs(gap), Combine({"entry": 1, "upper slope": 1})),
        Step("lower entry", -abs(gap) <= entry_at(moved, i, j), Combine({"entry": -1, "lower slope": 1})),
        cite("entries", abs(entry_at(moved, i, j)) <= abs(gap), "modulus-bound",
             {"x": entry_at(moved, i, j), "c": abs(gap)}),
        *norms_below("second", "second largest", moved, T - S, "entries"),
    ),
)  # fmt: skip

scaled, positive, negative = maximum(c * cell, 0), entry_at(relu(T), i, j), entry_at(relu(-T), i, j)


def squares(X: Any) -> Any:  # noqa: N803
    """The sum of the squares of all entries, column by column."""
    return SumOver(j, 1, q, SumOver(i, 1, r, entry_at(X, i, j) ** 2))


rectifier_parts = Proof(
    "max(c x, 0) = c max(x, 0); of the two parts of a number the difference is the number and the sum its modulus",
    (
        part("in T", T),
        part("in -T", -T),
        part("in c T", c * T),
        *halves("of T", cell),
        cite("scaled, sign", scaled >= 0, "maximum", {"x": c * cell, "y": 0}, 1),
        cite("scaled, above", c * cell <= scaled, "maximum", {"x": c * cell, "y": 0}, 0),
        Step("inside", c * cell <= c * up, Combine({"of T, above": c})),
        Step("not negative", c * up >= 0, Combine({"of T, up": c})),
        cite("no more", scaled <= c * up, "maximum-bound", {"x": c * cell, "y": 0, "c": c * up}),
        Step(
            "no less",
            c * up <= scaled,
            Cases(
                cell >= 0,
                (
                    *largest("one", cell, cell),
                    Step("so", c * up <= scaled, Combine({"one": c, "scaled, above": 1})),
                ),
                (
                    Step("negative", cell <= 0 * cell, Combine({"case": 1})),
                    *largest("one", cell, 0 * cell),
                    Step("so", c * up <= scaled, Combine({"one": c, "scaled, sign": 1})),
                ),
            ),
        ),
        Step("multiple", eq(scaled, c * up), Antisymmetric("no more", "no less")),
        Step("entry of c T", eq(entry_at(relu(c * T), i, j), entry_at(c * relu(T), i, j)),
             Combine({"in c T": 1, "multiple": 1, "in T": -c})),
        *equal("first", relu(c * T), c * relu(T), "entry of c T"),
        Step("entry of T", eq(entry_at(relu(T) - relu(-T), i, j), cell),
             Combine({"in T": 1, "in -T": -1, "of T": 1})),
        *equal("second", relu(T) - relu(-T), T, "entry of T"),
        cite("moduli", eq(entry_at(absolute, i, j), abs(cell)), "absolute-entries", {}, 0, at),
        Step("sum", eq(positive + negative, abs(cell)), Combine({"moduli": 1})),
        Step("difference", eq(positive - negative, cell), Combine({"entry of T": 1})),
        Step("both squares", eq(positive**2 + negative**2, cell**2),
             Combine({"sum": (positive + negative + abs(cell)) / 2, "difference": (positive - negative + cell) / 2})),
        Step("column", eq(SumOver(i, 1, r, positive**2 + negative**2), SumOver(i, 1, r, cell**2)),
             Summed("both squares", i)),
        Step("columns", eq(SumOver(j, 1, q, SumOver(i, 1, r, positive**2 + negative**2)), squares(T)),
             Summed("column", j)),
        *by_entries("positive", relu(T)),
        *by_entries("negative", relu(-T)),
        *by_entries("whole", T),
        *by_entries("absolute", absolute),
        Step("third", eq(normF(relu(T)) ** 2 + normF(relu(-T)) ** 2, normF(T) ** 2),
             Combine({"positive": 1, "negative": 1, "columns": 1, "whole": -1})),
        Step("square", eq(entry_at(absolute, i, j) ** 2, cell**2),
             Combine({"moduli": entry_at(absolute, i, j) + abs(cell)})),
        Step("column of moduli", eq(SumOver(i, 1, r, entry_at(absolute, i, j) ** 2), SumOver(i, 1, r, cell**2)),
             Summed("square", i)),
        Step("columns of moduli", eq(squares(absolute), squares(T)), Summed("column of moduli", j)),
        Step("lengths", eq(normF(absolute) ** 2, normF(T) ** 2),
             Combine({"absolute": 1, "columns of moduli": 1, "whole": -1})),
        cite("fourth", eq(normF(absolute), normF(T)), "equal-squares", {"x": normF(absolute), "y": normF(T)}),
    ),
)  # fmt: skip

k = Index("k", 1, n)
D, e = diag(diag(M)), Unit(n, k)
own = entry_at(M, k, k)


def weighted(name: str, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """Step `name`: tr(X D) = sum of the squares of the diagonal, for X = M^T and X = D."""
    form = tr(e.T @ X @ D @ e)
    return (
        cite(f"{name}, trace", eq(tr(X @ D), SumOver(k, 1, n, form)), "trace-by-units", {M: X @ D}),
        Step(f"{name}, column", eq(D @ e, own * e), Identity()),
        Step(f"{name}, form", eq(e.T @ X @ D @ e, own * e.T @ X @ e), Multiply({f"{name}, column": (e.T @ X, None)})),
        Step(f"{name}, unit", eq(tr(e.T @ e), 1), Identity()),
        Step(
            f"{name}, entry",
            eq(form, own**2),
            Combine(
                {f"{name}, form": 1}
                | ({f"{name}, own": own} if X == D else {})
            ),
        ),
        Step(f"{name}, sum", eq(SumOver(k, 1, n, form), SumOver(k, 1, n, own**2)), Summed(f"{name}, entry", k)),
        Step(name, eq(tr(X @ D), total(diag(M) ** 2)), Combine({f"{name}, trace": 1, f"{name}, sum": 1})),
    )  # fmt: skip


diagonal_part = Proof(
    "the trace of D^T M and that of D^2 are the sum of the squares of the diagonal D",
    (
        Step("of D, own column", eq(D @ e, own * e), Identity()),
        Step("of D, unit of e", eq(e.T @ e, 1 * (e.T @ e)), Identity()),
        Step("of D, own form", eq(e.T @ D @ e, own * e.T @ e), Multiply({"of D, own column": (e.T, None)})),
        Step("of D, length", eq(tr(e.T @ e), 1), Identity()),
        Step("of D, own", eq(tr(e.T @ D @ e), own), Combine({"of D, own form": 1, "of D, length": own})),
        *weighted("of M", M.T),
        *weighted("of D", D),
        cite("square", eq(normF(M - D) ** 2, tr((M - D).T @ (M - D))), "frobenius", {T: M - D, r: n, q: n}, 0),
        cite("square of M", eq(normF(M) ** 2, tr(M.T @ M)), "frobenius", {T: M, r: n, q: n}, 0),
        cite("square of D", eq(normF(D) ** 2, tr(D.T @ D)), "frobenius", {T: D, r: n, q: n}, 0),
        Step("first", eq(normF(M - D) ** 2, normF(M) ** 2 - total(diag(M) ** 2)),
             Combine({"square": 1, "square of M": -1, "of M": -2, "of D": 1})),
        Step("second", eq(normF(D) ** 2, total(diag(M) ** 2)), Combine({"square of D": 1, "of D": 1})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.leaky-rectifier": leaky_rectifier,
    "classical.rectifier-parts": rectifier_parts,
    "classical.diagonal-part": diagonal_part,
}
