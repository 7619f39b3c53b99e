"""Rectifiers entry by entry, and the sums of the moduli of a row."""

from typing import Any

from lemmata.theorems.classical import T, q, r
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.norm_theorems import absolute
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.largest_proofs import all_at_most
from lemmata.theorems.classical.rectangular import S
from lemmata.theorems.language import Index, SumOver, Unit, eq, maxabs, maximum, normF, ones, relu, tr
from lemmata.theorems.language.proof import Antisymmetric, At, Cases, Combine, Multiply, Proof, Sign, Step, Summed

i, j = Index("i", 1, r), Index("j", 1, q)
e, g = Unit(r, i), Unit(q, j)
at = {"i": i, "j": j}
part_sum = entry_at(absolute, i, j)
cell, turned = entry_at(T, i, j), entry_at(-T, i, j)
both = maximum(cell, 0) + maximum(turned, 0)


def part(name: str, X: Any) -> Step:
    """Step `name`: an entry of relu(X)."""
    return cite(name, eq(entry_at(relu(X), i, j), maximum(entry_at(X, i, j), 0)), "rectifier-entries", {"T": X}, 0, at)


def largest(name: str, t: Any, bound: Any, *below: Step) -> tuple[Step, ...]:
    """Step `name`: max(t, 0) is at most a bound."""
    return (*below, cite(name, maximum(t, 0) <= bound, "maximum-bound", {"x": t, "y": 0, "c": bound}))


absolute_entries = Proof(
    "one of the two parts of a number is its modulus, the other zero",
    (
        part("positive", T),
        part("negative", -T),
        cite("above", cell <= abs(cell), "modulus", {"x": cell}, 1),
        cite("below", -abs(cell) <= cell, "modulus", {"x": cell}, 0),
        cite("first", cell <= maximum(cell, 0), "maximum", {"x": cell, "y": 0}, 0),
        cite("first, sign", maximum(cell, 0) >= 0, "maximum", {"x": cell, "y": 0}, 1),
        cite("second", turned <= maximum(turned, 0), "maximum", {"x": turned, "y": 0}, 0),
        cite("second, sign", maximum(turned, 0) >= 0, "maximum", {"x": turned, "y": 0}, 1),
        Step("at least", cell <= both, Combine({"first": 1, "second, sign": 1})),
        Step("at least, turned", -both <= cell, Combine({"second": 1, "first, sign": 1})),
        cite("modulus", abs(cell) <= both, "modulus-bound", {"x": cell, "c": both}),
        Step(
            "parts",
            both <= abs(cell),
            Cases(
                cell >= 0,
                (
                    *largest("one", cell, abs(cell)),
                    Step("not positive", turned <= 0, Combine({"case": 1})),
                    *largest("other", turned, 0 * cell),
                    Step("both", both <= abs(cell), Combine({"one": 1, "other": 1})),
                ),
                (
                    Step("negative", cell <= 0, Combine({"case": 1})),
                    *largest("one", cell, 0 * cell),
                    Step("modulus above", turned <= abs(cell), Combine({"below": 1})),
                    *largest("other", turned, abs(cell)),
                    Step("both", both <= abs(cell), Combine({"one": 1, "other": 1})),
                ),
            ),
        ),
        Step("moduli", eq(both, abs(cell)), Antisymmetric("parts", "modulus")),
        Step("claim", eq(part_sum, abs(cell)), Combine({"positive": 1, "negative": 1, "moduli": 1})),
    ),
)

row_sums_by_entries = Proof(
    "the entries of a row of relu(T) + relu(-T) are moduli",
    (
        cite("entry", eq(part_sum, abs(cell)), "absolute-entries", {}, 0, at),
        Step("row", eq(SumOver(j, 1, q, part_sum), SumOver(j, 1, q, abs(cell))), Summed("entry", j)),
        units("units", q),
        Step(
            "inserted",
            eq(e.T @ absolute @ resolution(q) @ ones(q, 1), e.T @ absolute @ ones(q, 1)),
            Multiply({"units": (e.T @ absolute, ones(q, 1))}),
        ),
        cite("ones", eq(ones(q, 1), 1), "ones", {"r": q, "q": q}, 3),
        Step("one", eq(tr(g.T @ ones(q, 1)), 1), At("ones", j)),
        Step(
            "weighted",
            eq(part_sum * tr(g.T @ ones(q, 1)), part_sum),
            Combine({"one": part_sum}),
        ),
        Step(
            "weights",
            eq(
                SumOver(j, 1, q, part_sum * tr(g.T @ ones(q, 1))),
                SumOver(j, 1, q, part_sum),
            ),
            Summed("weighted", j),
        ),
        Step(
            "claim",
            eq(tr(e.T @ absolute @ ones(q, 1)), SumOver(j, 1, q, abs(cell))),
            Combine({"inserted": -1, "weights": 1, "row": 1}),
        ),
    ),
)


def by_entries(name: str, X: Any) -> tuple[Step, ...]:
    """Step `name`: the squared Frobenius norm is the sum of the squares of all entries."""
    rows, columns = X.shape
    a, b = Index("i", 1, rows), Index("j", 1, columns)
    end, inner = Unit(columns, b), SumOver(a, 1, rows, entry_at(X, a, b) ** 2)
    column = end.T @ X.T @ X @ end
    return (
        cite(f"{name}, norm", eq(normF(X) ** 2, tr(X.T @ X)), "frobenius", {"T": X}, 0),
        cite(f"{name}, columns", eq(tr(X.T @ X), SumOver(b, 1, columns, tr(column))), "trace-by-units", {"M": X.T @ X}),
        units(f"{name}, units", rows),
        Step(
            f"{name}, inserted",
            eq(end.T @ X.T @ resolution(rows) @ X @ end, column),
            Multiply({f"{name}, units": (end.T @ X.T, X @ end)}),
        ),
        Step(f"{name}, column", eq(tr(column), inner), Combine({f"{name}, inserted": -1})),
        Step(
            f"{name}, all",
            eq(SumOver(b, 1, columns, tr(column)), SumOver(b, 1, columns, inner)),
            Summed(f"{name}, column", b),
        ),
        Step(
            name,
            eq(normF(X) ** 2, SumOver(b, 1, columns, inner)),
            Combine({f"{name}, norm": 1, f"{name}, columns": 1, f"{name}, all": 1}),
        ),
    )


def norms_below(first: str, second: str, X: Any, Y: Any, fact: str) -> tuple[Step, ...]:
    """Frobenius norm and largest entry of X are at most those of Y, by |x_ij| <= |y_ij|."""
    x, y = entry_at(X, i, j), entry_at(Y, i, j)
    return (
        Step(f"{first}, square", x**2 <= y**2, Combine({fact: abs(x) + abs(y)})),
        Step(f"{first}, column", SumOver(i, 1, r, x**2) <= SumOver(i, 1, r, y**2), Summed(f"{first}, square", i)),
        Step(
            f"{first}, columns",
            SumOver(j, 1, q, SumOver(i, 1, r, x**2)) <= SumOver(j, 1, q, SumOver(i, 1, r, y**2)),
            Summed(f"{first}, column", j),
        ),
        *by_entries(f"{first}, left", X),
        *by_entries(f"{first}, right", Y),
        Step(
            f"{first}, squares",
            normF(X) ** 2 <= normF(Y) ** 2,
            Combine({f"{first}, left": 1, f"{first}, columns": 1, f"{first}, right": -1}),
        ),
        cite(first, normF(X) <= normF(Y), "square-roots", {"x": normF(X), "y": normF(Y)}),
        cite(f"{second}, entry", abs(y) <= maxabs(Y), "entries", {"T": Y}, 0, at),
        Step(f"{second}, bound", abs(x) <= maxabs(Y), Combine({fact: 1, f"{second}, entry": 1})),
        *all_at_most(second, X, maxabs(Y), f"{second}, bound"),
    )


kept, rectified = maximum(cell, 0), entry_at(relu(T), i, j)
shortens = Proof(
    "a rectified number is between zero and its modulus",
    (
        part("positive", T),
        cite("above", cell <= abs(cell), "modulus", {"x": cell}, 1),
        Step("modulus", abs(cell) >= 0, Sign()),
        *largest("at most", cell, abs(cell)),
        cite("sign", kept >= 0, "maximum", {"x": cell, "y": 0}, 1),
        Step("below", -abs(cell) <= rectified, Combine({"positive": 1, "sign": 1, "modulus": 1})),
        Step("bound", rectified <= abs(cell), Combine({"positive": 1, "at most": 1})),
        cite("moduli", abs(rectified) <= abs(cell), "modulus-bound", {"x": rectified, "c": abs(cell)}),
        *norms_below("first", "second", relu(T), T, "moduli"),
    ),
)

other = entry_at(S, i, j)
apart, gap = cell - other, rectified - entry_at(relu(S), i, j)


def one_way(name: str, a: Any, b: Any, fact: str) -> tuple[Step, ...]:
    """Step `name`: max(a, 0) <= max(b, 0) + |t_ij - s_ij|, by the fact that a - b is at most this modulus."""
    bound = maximum(b, 0) + abs(apart)
    return (
        cite(f"{name}, other", b <= maximum(b, 0), "maximum", {"x": b, "y": 0}, 0),
        cite(f"{name}, sign", maximum(b, 0) >= 0, "maximum", {"x": b, "y": 0}, 1),
        Step(f"{name}, number", a <= bound, Combine({fact: 1, f"{name}, other": 1})),
        Step(f"{name}, zero", bound >= 0, Combine({f"{name}, sign": 1, "modulus": 1})),
        *largest(name, a, bound),
    )


lipschitz = Proof(
    "max(a, 0) is at most max(b, 0) + |a - b|",
    (
        part("positive", T),
        part("positive, other", S),
        Step("modulus", abs(apart) >= 0, Sign()),
        cite("above", apart <= abs(apart), "modulus", {"x": apart}, 1),
        cite("below", -abs(apart) <= apart, "modulus", {"x": apart}, 0),
        *one_way("one", cell, other, "above"),
        *one_way("back", other, cell, "below"),
        Step("upper", gap <= abs(apart), Combine({"positive": 1, "positive, other": -1, "one": 1})),
        Step("lower", -abs(apart) <= gap, Combine({"positive": -1, "positive, other": 1, "back": 1})),
        cite("moduli", abs(gap) <= abs(apart), "modulus-bound", {"x": gap, "c": abs(apart)}),
        *norms_below("first", "second", relu(T) - relu(S), T - S, "moduli"),
    ),
)

PROOFS = {
    "classical.absolute-entries": absolute_entries,
    "classical.row-sums-by-entries": row_sums_by_entries,
    "classical.rectifier-shortens": shortens,
    "classical.rectifier-lipschitz": lipschitz,
}
