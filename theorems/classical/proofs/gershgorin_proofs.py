"""Gershgorin's discs of symmetric matrices, by forms: 2 a u_i u_j is at most |a| (u_i^2 + u_j^2)."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A, n
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.row_sums_proofs import largest_row, opened, row_sum
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.classical.proofs.sum_products_proofs import absolute
from lemmata.theorems.language import (
    Index,
    SumOver,
    Unit,
    Vector,
    diag,
    entries,
    eq,
    forall,
    lam,
    lmax,
    lmin,
    maximum,
    minimum,
    ones,
    smax,
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
    SomeTerms,
    Step,
    Summed,
)

half = Rational(1, 2)
i, j = Index("i", 1, n), Index("j", 1, n)
e, g = Unit(n, i), Unit(n, j)


def over(index: Any, body: Any) -> Any:
    """The sum over an index up to n."""
    return SumOver(index, 1, n, body)


def reach(N: Any) -> Any:
    """The ends of the discs on the right: a_ii less its modulus, and the sum of the moduli of its row."""
    return maximum(diag(N) - abs(diag(N)) + entries(absolute(N) @ ones(n, 1)))


def length(name: str, u: Any, unit: str) -> tuple[Step, ...]:
    """Step `name`: the squares of the entries of a unit column add up to one."""
    return (
        units(f"{name}, units", n),
        Step(f"{name}, inserted", eq(u.T @ resolution(n) @ u, u.T @ u), Multiply({f"{name}, units": (u.T, u)})),
        Step(name, eq(over(i, tr(e.T @ u) ** 2), 1), Combine({f"{name}, inserted": 1, unit: 1})),
    )


def rightmost(name: str, N: Any, u: Any) -> tuple[Step, ...]:
    """Step `name`: the largest eigenvalue of N is at most the largest end of a disc."""
    a, own, x, y = entry_at(N, i, j), entry_at(N, i, i), tr(e.T @ u), tr(g.T @ u)
    bound = abs(a) * (x**2 + y**2) / 2
    slack, squares, one = bound - a * x * y, diag(u) @ u, tr(e.T @ ones(n, 1))
    turned = y**2 * entry_at(absolute(N), j, i)
    across = squares.T @ absolute(N)
    return (
        *eigenvector(f"{name}, u", N, 1, u),
        *length(f"{name}, length", u, f"{name}, u, unit"),
        cite(f"{name}, above", a <= abs(a), "modulus", {"x": a}, 1),
        cite(f"{name}, below", -abs(a) <= a, "modulus", {"x": a}, 0),
        Step(
            f"{name}, cell",
            slack >= 0,
            Combine({f"{name}, above": (x + y) ** 2 / 4, f"{name}, below": (x - y) ** 2 / 4}),
        ),
        Step(f"{name}, cells", forall(j, 1, n, slack >= 0), Entrywise(f"{name}, cell", j)),
        Step(f"{name}, diagonal", (abs(own) - own) * x**2 <= over(j, slack), SomeTerms(f"{name}, cells", ((i, i),))),
        Step(
            f"{name}, rows",
            over(i, (abs(own) - own) * x**2) <= over(i, over(j, slack)),
            Summed(f"{name}, diagonal", i),
        ),
        Step(
            f"{name}, form",
            eq(tr(u.T @ resolution(n) @ N @ resolution(n) @ u), over(i, over(j, a * x * y))),
            Combine({}),
        ),
        Step(
            f"{name}, inserted",
            eq(u.T @ resolution(n) @ N @ resolution(n) @ u, u.T @ N @ u),
            Multiply({f"{name}, length, units": (u.T, N @ resolution(n) @ u)} | {f"{name}, units": (u.T @ N, u)}),
        ),
        opened(f"{name}, row", N, i, j),
        Step(f"{name}, by rows", eq(over(j, abs(a) * x**2), row_sum(N, i) * x**2), Combine({f"{name}, row": -(x**2)})),
        Step(
            f"{name}, all by rows",
            eq(over(i, over(j, abs(a) * x**2)), over(i, row_sum(N, i) * x**2)),
            Summed(f"{name}, by rows", i),
        ),
        cite(
            f"{name}, modulus",
            eq(entry_at(absolute(N), j, i), abs(entry_at(N, j, i))),
            "absolute-entries",
            {"T": N},
            0,
            {"i": j, "j": i},
        ),
        Step(f"{name}, symmetric", eq(entry_at(N, j, i), a), Combine({})),
        cite(f"{name}, ones", eq(ones(n, 1), 1), "ones", {"r": n, "q": n}, 3),
        Step(f"{name}, one", eq(one, 1), At(f"{name}, ones", i)),
        Step(f"{name}, turned", eq(turned, abs(a) * y**2), Combine({f"{name}, modulus": y**2})),
        Step(f"{name}, column", eq(over(j, turned), over(j, abs(a) * y**2)), Summed(f"{name}, turned", j)),
        Step(
            f"{name}, one column",
            eq(squares.T @ resolution(n) @ absolute(N) @ e, across @ e),
            Multiply({f"{name}, units": (squares.T, absolute(N) @ e)}),
        ),
        Step(
            f"{name}, times one",
            eq(tr(across @ e) * one, over(j, abs(a) * y**2)),
            Combine({f"{name}, column": 1, f"{name}, one column": -1, f"{name}, one": tr(across @ e)}),
        ),
        Step(
            f"{name}, columns",
            eq(over(i, tr(across @ e) * one), over(i, over(j, abs(a) * y**2))),
            Summed(f"{name}, times one", i),
        ),
        Step(
            f"{name}, from the right",
            eq(across @ resolution(n) @ ones(n, 1), across @ ones(n, 1)),
            Multiply({f"{name}, units": (across, ones(n, 1))}),
        ),
        Step(
            f"{name}, from the left",
            eq(squares.T @ resolution(n) @ absolute(N) @ ones(n, 1), across @ ones(n, 1)),
            Multiply({f"{name}, units": (squares.T, absolute(N) @ ones(n, 1))}),
        ),
        Step(f"{name}, largest", own - abs(own) + row_sum(N, i) <= reach(N), LargestTerm()),
        Step(
            f"{name}, weighted",
            (own - abs(own) + row_sum(N, i)) * x**2 <= reach(N) * x**2,
            Combine({f"{name}, largest": x**2}),
        ),
        Step(
            f"{name}, all weighted",
            over(i, (own - abs(own) + row_sum(N, i)) * x**2) <= over(i, reach(N) * x**2),
            Summed(f"{name}, weighted", i),
        ),
        Step(
            name,
            lmax(N) <= reach(N),
            Combine(
                {
                    f"{name}, all weighted": 1,
                    f"{name}, length": reach(N),
                    f"{name}, rows": 1,
                    f"{name}, all by rows": half,
                    f"{name}, columns": -half,
                    f"{name}, from the right": half,
                    f"{name}, from the left": -half,
                    f"{name}, form": 1,
                    f"{name}, inserted": -1,
                    f"{name}, u, form": -1,
                }
            ),
        ),
    )


def within_sums(name: str, N: Any, fact: str) -> tuple[Step, ...]:
    """Step `name`: the largest eigenvalue is at most the largest sum of the moduli of a row."""
    own = entry_at(N, i, i)
    return (
        cite(f"{name}, modulus", own <= abs(own), "modulus", {"x": own}, 1),
        Step(f"{name}, largest", row_sum(N, i) <= largest_row(N), LargestTerm()),
        Step(
            f"{name}, each",
            own - abs(own) + row_sum(N, i) <= largest_row(N),
            Combine({f"{name}, modulus": 1, f"{name}, largest": 1}),
        ),
        Step(f"{name}, reach", reach(N) <= largest_row(N), EveryTerm(f"{name}, each", i)),
        Step(name, lmax(N) <= largest_row(N), Combine({fact: 1, f"{name}, reach": 1})),
    )


u, v = Vector("u", n), Vector("v", n)
gershgorin = Proof(
    "the form at a unit eigenvector, entry by entry",
    (
        units("first, units", n),
        *rightmost("first", A, u),
        units("negative, units", n),
        *rightmost("negative", -A, v),
        cite("turned", eq(lmax(-A), -lmin(A)), "negation", {"A": A}, 1),
        Step(
            "second",
            minimum(diag(A) + abs(diag(A)) - entries(absolute(A) @ ones(n, 1))) <= lmin(A),
            Combine({"negative": 1, "turned": 1}),
        ),
        *within_sums("above", A, "first"),
        *within_sums("below", -A, "negative"),
        cite("largest", lam(A) <= lmax(A), "eigenvalue-range", {"A": A}, 1),
        cite("least", lmin(A) <= lam(A), "eigenvalue-range", {"A": A}, 0),
        Step("range above", lam(A, i) <= lmax(A), At("largest", i)),
        Step("range below", lmin(A) <= lam(A, i), At("least", i)),
        Step("at most", lam(A, i) <= largest_row(A), Combine({"above": 1, "range above": 1})),
        Step("at least", -largest_row(A) <= lam(A, i), Combine({"below": 1, "turned": -1, "range below": 1})),
        cite("modulus", abs(lam(A, i)) <= largest_row(A), "modulus-bound", {"x": lam(A, i), "c": largest_row(A)}),
        Step("third", abs(lam(A)) <= largest_row(A), Entrywise("modulus", i)),
        cite("norm", eq(smax(A), maximum(lmax(A), -lmin(A))), "norm-of-symmetric", {"A": A}, 0),
        Step("negative end", -lmin(A) <= largest_row(A), Combine({"below": 1, "turned": -1})),
        cite(
            "both ends",
            maximum(lmax(A), -lmin(A)) <= largest_row(A),
            "maximum-bound",
            {"x": lmax(A), "y": -lmin(A), "c": largest_row(A)},
        ),
        Step("fourth", smax(A) <= largest_row(A), Combine({"norm": 1, "both ends": 1})),
        Step("fifth", smax(A) <= largest_row(A.T), Combine({"fourth": 1})),
    ),
)


def beside_diagonal(name: str, N: Any, middle: Any, u: Any) -> tuple[Step, ...]:
    """Step `name`: the largest eigenvalue is at most the largest diagonal entry and a row sum of the rest."""
    rest, top, x, own = N - middle, maximum(diag(N)), tr(e.T @ u), entry_at(N, i, i)
    return (
        *eigenvector(f"{name}, u", middle, 1, u),
        *length(f"{name}, length", u, f"{name}, u, unit"),
        Step(
            f"{name}, inserted",
            eq(u.T @ resolution(n) @ middle @ u, u.T @ middle @ u),
            Multiply({f"{name}, length, units": (u.T, middle @ u)}),
        ),
        Step(f"{name}, entry", own <= top, LargestTerm()),
        Step(f"{name}, weighted", own * x**2 <= top * x**2, Combine({f"{name}, entry": x**2})),
        Step(f"{name}, sum", over(i, own * x**2) <= over(i, top * x**2), Summed(f"{name}, weighted", i)),
        Step(
            f"{name}, diagonal",
            lmax(middle) <= top,
            Combine({f"{name}, u, form": -1, f"{name}, inserted": -1, f"{name}, sum": 1, f"{name}, length": top}),
        ),
        cite(
            f"{name}, split",
            lmax(middle + rest) <= lmax(middle) + lmax(rest),
            "extreme-eigenvalues-of-sum",
            {"A": middle, "B": rest},
            0,
        ),
        cite(f"{name}, norm", lmax(rest) <= smax(rest), "eigenvalue-below-norm", {"A": rest}, 1),
        cite(f"{name}, rows", smax(rest) <= largest_row(rest), "gershgorin", {"A": rest}, 3),
        Step(
            name,
            lmax(N) <= top + largest_row(rest),
            Combine({f"{name}, split": 1, f"{name}, diagonal": 1, f"{name}, norm": 1, f"{name}, rows": 1}),
        ),
    )


rest = A - diag(diag(A))
discs = Proof(
    "Weyl's inequality for the diagonal and the rest",
    (
        *beside_diagonal("first", A, diag(diag(A)), u),
        *beside_diagonal("negative", -A, -diag(diag(A)), v),
        cite("turned", eq(lmax(-A), -lmin(A)), "negation", {"A": A}, 1),
        Step("second", minimum(diag(A)) - largest_row(rest) <= lmin(A), Combine({"negative": 1, "turned": 1})),
    ),
)

PROOFS = {"classical.gershgorin": gershgorin, "classical.discs": discs}
