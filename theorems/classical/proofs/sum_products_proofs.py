"""Row and column sums of products, of images of columns, and beside the operator norm."""

from typing import Any

from lemmata.theorems.classical import M, T, n, q, r
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.largest_proofs import all_at_most
from lemmata.theorems.classical.proofs.rectifiers_proofs import by_entries
from lemmata.theorems.classical.proofs.row_sums_proofs import largest_row, moduli, not_negative, opened, places, row_sum
from lemmata.theorems.classical.rectangular import U
from lemmata.theorems.classical.scalar_theorems import u
from lemmata.theorems.language import (
    Index,
    SumOver,
    Unit,
    entries,
    eq,
    forall,
    maxabs,
    maximum,
    normF,
    ones,
    relu,
    smax,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    At,
    Combine,
    Entrywise,
    EveryTerm,
    LargestTerm,
    Multiply,
    Proof,
    Sign,
    SomeTerms,
    Step,
    Summed,
)


def absolute(X: Any) -> Any:
    """The matrix of the moduli."""
    return relu(X) + relu(-X)


def product_row(name: str, X: Any, Y: Any, i: Any) -> tuple[Step, ...]:
    """Step `name`: row i of X Y has at most the sum of row i of X times the largest one of Y."""
    inner, columns = X.shape[1], Y.shape[1]
    k, j = Index("l", 1, inner), Index("j", 1, columns)
    e, g, h = Unit(X.shape[0], i), Unit(columns, j), Unit(inner, k)
    a, b, cell = entry_at(X, i, k), entry_at(Y, k, j), entry_at(X @ Y, i, j)
    size, both, top = abs(a) * abs(b), absolute(X) @ absolute(Y), largest_row(Y)
    sizes, weight = SumOver(k, 1, inner, size), entry_at(absolute(X), i, k)
    one, end = tr(g.T @ ones(columns, 1)), absolute(Y) @ ones(columns, 1)
    return (
        units(f"{name}, units", inner),
        Step(
            f"{name}, inserted",
            eq(e.T @ X @ resolution(inner) @ Y @ g, e.T @ X @ Y @ g),
            Multiply({f"{name}, units": (e.T @ X, Y @ g)}),
        ),
        Step(f"{name}, entry", eq(cell, SumOver(k, 1, inner, a * b)), Combine({f"{name}, inserted": -1})),
        cite(f"{name}, moduli", eq(abs(a * b), size), "equal-squares", {"x": abs(a * b), "y": size}),
        cite(f"{name}, above", a * b <= abs(a * b), "modulus", {"x": a * b}, 1),
        cite(f"{name}, below", -abs(a * b) <= a * b, "modulus", {"x": a * b}, 0),
        Step(f"{name}, upper", a * b <= size, Combine({f"{name}, above": 1, f"{name}, moduli": 1})),
        Step(f"{name}, lower", -size <= a * b, Combine({f"{name}, below": 1, f"{name}, moduli": 1})),
        Step(f"{name}, all upper", SumOver(k, 1, inner, a * b) <= sizes, Summed(f"{name}, upper", k)),
        Step(
            f"{name}, all lower",
            SumOver(k, 1, inner, -size) <= SumOver(k, 1, inner, a * b),
            Summed(f"{name}, lower", k),
        ),
        Step(f"{name}, at most", cell <= sizes, Combine({f"{name}, entry": 1, f"{name}, all upper": 1})),
        Step(f"{name}, at least", -sizes <= cell, Combine({f"{name}, entry": -1, f"{name}, all lower": 1})),
        cite(f"{name}, modulus", abs(cell) <= sizes, "modulus-bound", {"x": cell, "c": sizes}),
        cite(f"{name}, left", eq(weight, abs(a)), "absolute-entries", {"T": X}, 0, {"i": i, "j": k}),
        cite(
            f"{name}, right", eq(entry_at(absolute(Y), k, j), abs(b)), "absolute-entries", {"T": Y}, 0, {"i": k, "j": j}
        ),
        Step(
            f"{name}, term",
            eq(weight * entry_at(absolute(Y), k, j), size),
            Combine({f"{name}, left": entry_at(absolute(Y), k, j), f"{name}, right": abs(a)}),
        ),
        Step(
            f"{name}, terms",
            eq(SumOver(k, 1, inner, weight * entry_at(absolute(Y), k, j)), sizes),
            Summed(f"{name}, term", k),
        ),
        Step(
            f"{name}, between",
            eq(e.T @ absolute(X) @ resolution(inner) @ absolute(Y) @ g, e.T @ both @ g),
            Multiply({f"{name}, units": (e.T @ absolute(X), absolute(Y) @ g)}),
        ),
        cite(f"{name}, ones", eq(ones(columns, 1), 1), "ones", {"r": columns, "q": columns}, 3),
        Step(f"{name}, one", eq(one, 1), At(f"{name}, ones", j)),
        Step(
            f"{name}, bounded",
            abs(cell) <= entry_at(both, i, j) * one,
            Combine(
                {
                    f"{name}, modulus": 1,
                    f"{name}, terms": -1,
                    f"{name}, between": 1,
                    f"{name}, one": -entry_at(both, i, j),
                }
            ),
        ),
        Step(
            f"{name}, row",
            moduli(X @ Y, i, j) <= SumOver(j, 1, columns, entry_at(both, i, j) * one),
            Summed(f"{name}, bounded", j),
        ),
        units(f"{name}, ends", columns),
        Step(
            f"{name}, ending",
            eq(e.T @ both @ resolution(columns) @ ones(columns, 1), e.T @ both @ ones(columns, 1)),
            Multiply({f"{name}, ends": (e.T @ both, ones(columns, 1))}),
        ),
        Step(
            f"{name}, beginning",
            eq(e.T @ absolute(X) @ resolution(inner) @ end, e.T @ both @ ones(columns, 1)),
            Multiply({f"{name}, units": (e.T @ absolute(X), end)}),
        ),
        Step(f"{name}, largest", row_sum(Y, k) <= top, LargestTerm()),
        Step(f"{name}, sign", abs(a) >= 0, Sign()),
        Step(
            f"{name}, weighted",
            weight * tr(h.T @ end) <= abs(a) * top,
            Combine({f"{name}, left": tr(h.T @ end), f"{name}, largest": abs(a)}),
        ),
        Step(
            f"{name}, all weighted",
            SumOver(k, 1, inner, weight * tr(h.T @ end)) <= SumOver(k, 1, inner, abs(a) * top),
            Summed(f"{name}, weighted", k),
        ),
        opened(f"{name}, of X Y", X @ Y, i, j),
        opened(f"{name}, of X", X, i, k),
        Step(
            name,
            row_sum(X @ Y, i) <= row_sum(X, i) * top,
            Combine(
                {
                    f"{name}, of X Y": 1,
                    f"{name}, row": 1,
                    f"{name}, ending": 1,
                    f"{name}, beginning": -1,
                    f"{name}, all weighted": 1,
                    f"{name}, of X": -top,
                }
            ),
        ),
    )


def product(name: str, X: Any, Y: Any) -> tuple[Step, ...]:
    """Step `name`: the largest row sum of X Y is at most the product of those of X and Y."""
    i = Index("i", 1, X.shape[0])
    bound = largest_row(X) * largest_row(Y)
    return (
        *product_row(f"{name}, one", X, Y, i),
        *not_negative(f"{name}, sign", Y),
        Step(f"{name}, largest of X", row_sum(X, i) <= largest_row(X), LargestTerm()),
        Step(
            f"{name}, each",
            row_sum(X @ Y, i) <= bound,
            Combine({f"{name}, one": 1, f"{name}, largest of X": largest_row(Y)}),
        ),
        Step(name, largest_row(X @ Y) <= bound, EveryTerm(f"{name}, each", i)),
    )


row_sums = Proof("|x_i1 y_1j + ...| <= |x_i1| |y_1j| + ...", (*product("first", T, U), *product("second", U.T, T.T)))

i, j = Index("i", 1, n), Index("j", 1, n)
peak = maximum(abs(entries(u)))
image, u_j, m_ij = tr(Unit(n, i).T @ M @ u), tr(Unit(n, j).T @ u), entry_at(M, i, j)
across, flat, single = (M @ u).T, u.T, Index("j", 1, n)
images = Proof(
    "|m_i1 u_1 + ...| <= |m_i1| |u_1| + ..., row by row; the same for u^T M^T",
    (
        units("units", n),
        Step(
            "inserted",
            eq(Unit(n, i).T @ M @ resolution(n) @ u, Unit(n, i).T @ M @ u),
            Multiply({"units": (Unit(n, i).T @ M, u)}),
        ),
        Step("entry", eq(image, SumOver(j, 1, n, m_ij * u_j)), Combine({"inserted": -1})),
        cite(
            "moduli",
            eq(abs(m_ij * u_j), abs(m_ij) * abs(u_j)),
            "equal-squares",
            {"x": abs(m_ij * u_j), "y": abs(m_ij) * abs(u_j)},
        ),
        cite("above", m_ij * u_j <= abs(m_ij * u_j), "modulus", {"x": m_ij * u_j}, 1),
        cite("below", -abs(m_ij * u_j) <= m_ij * u_j, "modulus", {"x": m_ij * u_j}, 0),
        Step("largest", abs(u_j) <= peak, LargestTerm()),
        Step("factor", abs(m_ij) >= 0, Sign()),
        Step("upper", m_ij * u_j <= abs(m_ij) * peak, Combine({"above": 1, "moduli": 1, "largest": abs(m_ij)})),
        Step("lower", -(abs(m_ij) * peak) <= m_ij * u_j, Combine({"below": 1, "moduli": 1, "largest": abs(m_ij)})),
        Step("all upper", SumOver(j, 1, n, m_ij * u_j) <= SumOver(j, 1, n, abs(m_ij) * peak), Summed("upper", j)),
        Step("all lower", SumOver(j, 1, n, -(abs(m_ij) * peak)) <= SumOver(j, 1, n, m_ij * u_j), Summed("lower", j)),
        opened("row", M, i, j),
        Step("at most", image <= row_sum(M, i) * peak, Combine({"entry": 1, "all upper": 1, "row": -peak})),
        Step("at least", -(row_sum(M, i) * peak) <= image, Combine({"entry": -1, "all lower": 1, "row": -peak})),
        cite("modulus", abs(image) <= row_sum(M, i) * peak, "modulus-bound", {"x": image, "c": row_sum(M, i) * peak}),
        Step("first entry", abs(tr(Unit(n, 1).T @ u)) <= peak, LargestTerm()),
        Step("sign", abs(tr(Unit(n, 1).T @ u)) >= 0, Sign()),
        Step("peak", peak >= 0, Combine({"first entry": 1, "sign": 1})),
        Step("largest row", row_sum(M, i) <= largest_row(M), LargestTerm()),
        Step("each", abs(image) <= largest_row(M) * peak, Combine({"modulus": 1, "largest row": peak})),
        Step("first", maximum(abs(entries(M @ u))) <= largest_row(M) * peak, EveryTerm("each", i)),
        *product_row("turned", flat, M.T, 1),
        opened("of the image", across, 1, single),
        opened("of the column", flat, 1, single),
        Step(
            "second",
            total(abs(entries(M @ u))) <= largest_row(M.T) * total(abs(entries(u))),
            Combine({"turned": 1, "of the image": -1, "of the column": largest_row(M.T)}),
        ),
        *not_negative("third", T),
        *not_negative("fourth", T.T),
    ),
)


def beside_norm(below: str, above: str, X: Any) -> tuple[Step, ...]:
    """Steps `below`: |X| <= sqrt(r) times the largest of r row sums; `above`: this is at most sqrt(q) |X|."""
    rows, columns = X.shape
    i, j, k = Index("i", 1, rows), Index("j", 1, columns), Index("l", 1, columns)
    cell, sums, top, e = entry_at(X, i, j), moduli(X, i, k), largest_row(X), Unit(rows, i)
    column, norm = X.T @ e, normF(X.T)
    return (
        Step(f"{below}, sign", abs(entry_at(X, i, k)) >= 0, Sign()),
        Step(f"{below}, signs", forall(k, 1, columns, abs(entry_at(X, i, k)) >= 0), Entrywise(f"{below}, sign", k)),
        Step(f"{below}, one", abs(cell) <= sums, SomeTerms(f"{below}, signs", ((j, j),))),
        Step(f"{below}, modulus", abs(cell) >= 0, Sign()),
        Step(f"{below}, square", cell**2 <= abs(cell) * sums, Combine({f"{below}, one": abs(cell)})),
        Step(
            f"{below}, squares",
            SumOver(j, 1, columns, cell**2) <= SumOver(j, 1, columns, abs(cell) * sums),
            Summed(f"{below}, square", j),
        ),
        opened(f"{below}, row", X, i, j),
        Step(f"{below}, largest", row_sum(X, i) <= top, LargestTerm()),
        *not_negative(f"{below}, largest sign", X),
        Step(f"{below}, moduli", SumOver(k, 1, columns, 0 * cell) <= sums, Summed(f"{below}, sign", k)),
        Step(f"{below}, row sign", row_sum(X, i) >= 0, Combine({f"{below}, moduli": 1, f"{below}, row": 1})),
        Step(
            f"{below}, each",
            SumOver(j, 1, columns, cell**2) <= top**2,
            Combine(
                {
                    f"{below}, squares": 1,
                    f"{below}, row": -(sums + row_sum(X, i)),
                    f"{below}, largest": row_sum(X, i) + top,
                }
            ),
        ),
        Step(
            f"{below}, all",
            SumOver(i, 1, rows, SumOver(j, 1, columns, cell**2)) <= SumOver(i, 1, rows, top**2),
            Summed(f"{below}, each", i),
        ),
        *by_entries(f"{below}, norm", X.T),
        cite(f"{below}, operator", smax(X.T) <= norm, "operator-below-frobenius", {"T": X.T}),
        cite(f"{below}, turned", eq(smax(X.T), smax(X)), "transpose", {"T": X}, 0),
        Step(
            f"{below}, bound",
            smax(X) ** 2 <= (sqrt(rows) * top) ** 2,
            Combine(
                {
                    f"{below}, operator": smax(X) + norm,
                    f"{below}, turned": -smax(X) - norm,
                    f"{below}, norm": 1,
                    f"{below}, all": 1,
                }
            ),
        ),
        cite(below, smax(X) <= sqrt(rows) * top, "square-roots", {"x": smax(X), "y": sqrt(rows) * top}),
        cite(
            f"{above}, column",
            total(abs(entries(column))) <= sqrt(columns) * normF(column),
            "norms-of-columns",
            {"u": column},
            2,
        ),
        cite(f"{above}, image", normF(column) <= smax(X.T) * normF(e), "image-length", {"T": X.T, "y": e}),
        cite(f"{above}, length", eq(normF(e) ** 2, tr(e.T @ e)), "frobenius", {"T": e}, 0),
        cite(f"{above}, unit", eq(normF(e), 1), "equal-squares", {"x": normF(e), "y": 1}),
        Step(
            f"{above}, each",
            row_sum(X, i) <= sqrt(columns) * smax(X),
            Combine(
                {
                    f"{below}, row": 1,
                    f"{above}, column": 1,
                    f"{above}, image": sqrt(columns),
                    f"{above}, unit": sqrt(columns) * smax(X.T),
                    f"{below}, turned": sqrt(columns),
                }
            ),
        ),
        Step(above, largest_row(X) <= sqrt(columns) * smax(X), EveryTerm(f"{above}, each", i)),
    )


def beside_entries(name: str, X: Any) -> tuple[Step, ...]:
    """Step `name`: row sums are at most the number of columns times the largest entry of T, X being T or T^T."""
    i, j = places(X)
    cell, columns = entry_at(X, i, j), X.shape[1]
    at = {"i": i, "j": j} if X == T else {"i": j, "j": i}
    return (
        cite(f"{name}, entry", abs(cell) <= maxabs(T), "entries", {"T": T}, 0, at),
        Step(f"{name}, sum", moduli(X, i, j) <= SumOver(j, 1, columns, maxabs(T) * 1), Summed(f"{name}, entry", j)),
        opened(f"{name}, row", X, i, j),
        Step(f"{name}, each", row_sum(X, i) <= columns * maxabs(T), Combine({f"{name}, sum": 1, f"{name}, row": 1})),
        Step(name, largest_row(X) <= columns * maxabs(T), EveryTerm(f"{name}, each", i)),
    )


a, b = Index("i", 1, r), Index("j", 1, q)
compared = Proof(
    "sums of moduli beside sums of squares, row by row",
    (
        *beside_norm("first", "second", T),
        *beside_norm("of T^T", "above T^T", T.T),
        cite("turned", eq(smax(T.T), smax(T)), "transpose", {"T": T}, 0),
        Step("third", largest_row(T.T) <= sqrt(r) * smax(T), Combine({"above T^T": 1, "turned": sqrt(r)})),
        Step("fourth", smax(T) <= sqrt(q) * largest_row(T.T), Combine({"of T^T": 1, "turned": -1})),
        Step("sign", abs(entry_at(T, Index("l", 1, r), b)) >= 0, Sign()),
        Step(
            "signs",
            forall(Index("l", 1, r), 1, r, abs(entry_at(T, Index("l", 1, r), b)) >= 0),
            Entrywise("sign", Index("l", 1, r)),
        ),
        Step("one of them", abs(entry_at(T, a, b)) <= moduli(T.T, b, Index("l", 1, r)), SomeTerms("signs", ((a, a),))),
        opened("column", T.T, b, Index("l", 1, r)),
        Step("largest column", row_sum(T.T, b) <= largest_row(T.T), LargestTerm()),
        Step(
            "entry",
            abs(entry_at(T, a, b)) <= largest_row(T.T),
            Combine({"one of them": 1, "column": -1, "largest column": 1}),
        ),
        *all_at_most("fifth", T, largest_row(T.T), "entry"),
        *beside_entries("sixth", T),
        *beside_entries("seventh", T.T),
    ),
)

PROOFS = {
    "classical.row-sums": row_sums,
    "classical.sum-norms-of-images": images,
    "classical.sum-norms-compared": compared,
}
