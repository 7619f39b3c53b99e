"""Decisions, negative controls first: false variants break with a certified margin, ties are exact."""

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sympy import pi

from lemmata import language as lang
from lemmata.evaluate.decide import Decision, decide, judge
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import domains as places
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.variables import variable
from tests.made import concrete

n, m = lang.Dim("n"), lang.Dim("m", 0)
i, j = lang.Index("i"), lang.Index("j")
rho, x, y = lang.Scalar("rho", 0, 1), lang.Scalar("x"), lang.Scalar("y")
M_o, A, B = lang.Matrix("M_o", n, n), lang.Matrix("A", n, n), lang.Matrix("B", n, n)
M = M_o + rho * lang.Id(n)
SYM = M_o + M_o.T


def exact(values: dict[str, Any]) -> dict[str, Any]:
    return {
        k: [[Fraction(e) for e in row] for row in v] if isinstance(v, list) else Fraction(v) for k, v in values.items()
    }


def at(dims: dict[str, int], **values: Any) -> Instance:
    return Instance(dims, exact(values))


def problem(claim: Any, dims: dict[str, int], given: Any = ()) -> Concrete:
    return concrete(claim, given, dims)


def decided(relation: Any, dims: dict[str, int] | None = None, **values: Any) -> Decision:
    """Decide a relation of one conjunct."""
    concrete = problem(relation, dims or {"n": 2})
    (clause,) = concrete.claim
    return decide(clause, at(dict(concrete.dims), **values))


def verdict(claim: Any, dims: dict[str, int], given: Any = (), **values: Any) -> str:
    return judge(problem(claim, dims, given), at(dims, **values)).outcome


def scalar_identity(order: int, c: Any) -> list[list[Any]]:
    return [[c if a == b else 0 for b in range(order)] for a in range(order)]


FALSE_21 = lang.smax(M) ** 2 <= lang.smax(M_o) ** 2 + rho * lang.lmax(SYM) + rho**2 - rho / 1000
GOLDEN = [[1, 1], [0, 1]]
NILPOTENT = [[0, 1], [0, 0]]


# Negative controls.
@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_false_variant_breaks_at_multiples_of_the_identity(order: int) -> None:
    found = judge(problem(FALSE_21, {"n": order}), at({"n": order}, M_o=scalar_identity(order, 3), rho="1/2"))
    assert found.outcome == "violation" and found.broken == 0
    assert found.conjuncts[0].slack == pytest.approx(-1 / 2000)


def test_wrong_by_far_less_than_any_float() -> None:
    tiny = Fraction(1, 10**60)
    assert decided(lang.smax(A) <= lang.sqrt(2) - x, A=[[1, 1], [0, 0]], x=tiny).status == "broken"
    assert decided(lang.smax(A) <= lang.sqrt(2), A=[[1, 1], [0, 0]], x=tiny).status == "tie"
    assert decided(lang.smax(A) <= lang.sqrt(2) + x, A=[[1, 1], [0, 0]], x=tiny).status == "holds"


STATUS_AT_EQUALITY = {"<=": "tie", ">=": "tie", "==": "holds", "<": "broken", ">": "broken"}


@pytest.mark.parametrize(("op", "status"), STATUS_AT_EQUALITY.items())
def test_equality_under_every_relation(op: str, status: str) -> None:
    cases: list[tuple[Any, dict[str, Any]]] = [
        (lang.chain(lang.smax(A), op, lang.norm2(A)), {"A": GOLDEN}),
        (lang.chain(x, op, x / 3 * 3), {"x": "1/7"}),
        (lang.chain(lang.s(A, 1) * lang.s(A, 2), op, 1), {"A": GOLDEN}),
        (lang.chain(lang.tr(A), op, lang.lmax(A) + lang.lmin(A)), {"A": [[2, 1], [1, 7]]}),
        (lang.chain(lang.lmax(A) ** 2, op, lang.lmax(A @ A)), {"A": [[2, 1], [1, 7]]}),
        (lang.chain(lang.sqrt(2) * lang.sqrt(3), op, lang.sqrt(6) + x), {"x": 0}),
    ]
    for claim, values in cases:
        found = decided(claim, **values)
        assert (found.status, found.exact, found.slack) == (status, True, 0.0)


def test_impossible_hypothesis_is_never_met() -> None:
    concrete = problem(lang.smax(A) <= 0, {"n": 2}, given=(lang.smax(A) < lang.smin(A),))
    rng = random.Random(0)
    for _ in range(50):
        table = [[rng.randint(-2, 2) for _ in range(2)] for _ in range(2)]
        found = judge(concrete, at({"n": 2}, A=table))
        assert found.outcome == "out_of_domain" and not found.hypotheses[0].established


def test_strict_hypothesis_is_not_met_at_equality() -> None:
    claim, given = lang.smax(A) <= 0, (lang.smax(A) < 1,)
    assert verdict(claim, {"n": 2}, given, A=scalar_identity(2, 1)) == "out_of_domain"
    assert verdict(claim, {"n": 2}, (lang.smax(A) <= 1,), A=scalar_identity(2, 1)) == "violation"
    assert verdict(claim, {"n": 2}, given, A=scalar_identity(2, "999999999/1000000000")) == "violation"


def test_domains_guard_violations() -> None:
    D = lang.ActivationPattern("D", m, n, -1)
    claim = lang.eq(lang.s(A), 2 * lang.s(A @ D))
    dims = {"n": 2, "m": 1}
    assert verdict(claim, dims, A=GOLDEN, D=[[-1, 0], [0, 1]]) == "violation"
    assert verdict(claim, dims, A=GOLDEN, D=[[-1, 0], [0, -1]]) == "out_of_domain"
    assert verdict(lang.smax(A) <= rho, {"n": 2}, A=GOLDEN, rho=2) == "out_of_domain"
    assert verdict(lang.smax(A) <= 0, {"n": 0}, A=[]) == "out_of_domain"


def test_undefined_parts() -> None:
    assert decided(1 / lang.smin(A) <= 5, A=NILPOTENT).status == "undefined"
    assert decided(lang.cond(A) >= 1, A=[[0, 0], [0, 0]]).status == "undefined"
    assert decided(lang.sqrt(lang.lmin(A)) <= 1, A=[[1, 2], [2, 1]]).status == "undefined"
    assert decided(lang.lmin(A) <= 1, A=NILPOTENT).status == "undefined"
    golden_zero = lang.s(A, 1) ** 2 - lang.s(A, 1) - 1  # zero at the golden ratio, which no ball shows
    assert decided(1 / golden_zero <= 1, A=GOLDEN).status == "undefined"
    assert verdict(1 / lang.smin(A) <= 5, {"n": 2}, A=NILPOTENT) == "out_of_domain"
    assert verdict(lang.smax(A) <= 0, {"n": 2}, (1 / lang.smin(A) >= 0,), A=NILPOTENT) == "out_of_domain"


def test_nothing_is_not_a_number() -> None:
    """Gaps of vectors of length one are infinite; differences of infinities are undecided, never a pass."""
    assert decided(lang.gap(lang.s(A), 1) > 10**9, {"n": 1}, A=[[2]]).status == "holds"
    found = decided(lang.gap(lang.s(A), 1) <= lang.gap(lang.s(B), 1), {"n": 1}, A=[[2]], B=[[3]])
    assert found.status == "undecided" and not found.established


def test_transcendental_equality_stays_undecided() -> None:
    assert decided(pi * x <= pi * y, x="1/3", y="1/3").status == "undecided"
    assert decided(pi * x <= pi * y, x="1/3", y=Fraction(1, 3) + Fraction(1, 10**900)).status == "holds"


WEYL = lang.lam(lang.Symmetric("A", n) + lang.Symmetric("B", n)) <= lang.lam(lang.Symmetric("A", n)) + lang.lmax(
    lang.Symmetric("B", n)
)


def test_weyl_equality_pairs() -> None:
    """A and c Id + d A commute: equality for the first eigenvalue where d >= 0, irrational spectra included."""
    for rows in ([[1, 1], [1, 0]], [[2, 1, 0], [1, 2, 1], [0, 1, 2]], [[1, 2, 3], [2, -1, 1], [3, 1, 4]]):
        order = len(rows)
        multiple = [[3 * e + (2 if a == b else 0) for b, e in enumerate(row)] for a, row in enumerate(rows)]
        found = decided(WEYL, {"n": order}, A=rows, B=multiple)
        assert found.status == "tie" and found.entry == (1,)
        assert (
            decided(lang.lmax(A + B) < lang.lmax(A) + lang.lmax(B), {"n": order}, A=rows, B=multiple).status == "broken"
        )


def test_derivatives_agree_exactly() -> None:
    t = lang.Scalar("t")
    N = lang.Symmetric("A", n) + t * lang.Symmetric("B", n)
    values: dict[str, Any] = {"A": [[1, 2, 0], [2, 0, 1], [0, 1, 5]], "t": "1/3"}
    values["B"] = [[0, 1, 1], [1, 3, 0], [1, 0, 2]]
    claim = lang.eq(lang.slope(lang.lam(N), 2, t), lang.eigenform(N, 2, lang.ddt(N, t)))
    assert decided(claim, {"n": 3}, **values).status == "holds"
    wrong = lang.eq(lang.slope(lang.lam(N), 2, t), lang.eigenform(N, 1, lang.ddt(N, t)))
    assert decided(wrong, {"n": 3}, **values).status == "broken"
    crossing = {"A": scalar_identity(3, 1), "B": scalar_identity(3, 1), "t": 0}
    assert decided(claim, {"n": 3}, **crossing).status == "undefined"


# Against floats, and at size.
@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_numpy_where_floats_are_sure(seed: int) -> None:
    rng = np.random.default_rng(seed)
    order = int(rng.integers(2, 7))
    a, b, shift = rng.normal(size=(order, order)), rng.normal(size=(order, order)), float(rng.normal())
    sa, sb, sab = (np.linalg.svd(z, compute_uv=False) for z in (a, b, a @ b))
    sides = [
        (lang.smax(A) + x, lang.norm2(A @ B), sa[0] + shift, sab[0]),
        (lang.cond(A), lang.cond(B), sa[0] / sa[-1], sb[0] / sb[-1]),
        (lang.lmin(A + A.T), -lang.smax(B), np.linalg.eigvalsh(a + a.T)[0], -sb[0]),
        (lang.total(lang.s(A) * lang.s(B)), lang.tr(A @ B), float(np.sum(sa * sb)), float(np.trace(a @ b))),
        (lang.rank(A), lang.normF(B), float(order), float(np.linalg.norm(b))),
    ]
    values = {"A": a.tolist(), "B": b.tolist(), "x": shift}
    for left, right, u, v in sides:
        found = decided(left <= right, {"n": order}, **values)
        assert found.status == ("holds" if u < v else "broken") and not math.isnan(found.slack)
        assert found.slack == pytest.approx(v - u, abs=1e-9 * (abs(u) + abs(v)))


# --- Exact membership of instances in domains: members, near misses, and dimensions that do not fit

EPS = Fraction(1, 10**50)
ETA = lang.Scalar("eta", domain=places.open_interval(0, 1))
EYE, ONES = [[1, 0], [0, 1]], [[1, 1], [1, 1]]

CASES: list[tuple[Any, Any, bool]] = [
    (lang.Matrix("A", 2, 2), [[1, 2], [3, 4]], True),
    (lang.Symmetric("A", 2), [[1, 2], [2, 4]], True),
    (lang.Symmetric("A", 2), [[1, 2], [2 + EPS, 4]], False),
    (lang.Psd("A", 2), ONES, True),
    (lang.Psd("A", 2), [[1, 1], [1, 1 - EPS]], False),
    (lang.Psd("A", 2), [[0, 0], [0, 0]], True),
    (lang.Psd("A", 2), [[1, 1], [0, 1]], False),
    (lang.PositiveDefinite("A", 2), [[1, 1], [1, 1 + EPS]], True),
    (lang.PositiveDefinite("A", 2), ONES, False),
    (lang.PositiveDefinite("A", 2), [[2, 1], [0, 2]], False),
    (lang.PositiveDefinite("A", 1), [[0]], False),
    (lang.PositiveDefinite("A", 3), [[1, 0, 0], [0, 0, 0], [0, 0, 1]], False),
    (lang.SkewSymmetric("A", 2), [[0, 1], [-1, 0]], True),
    (lang.SkewSymmetric("A", 2), [[EPS, 1], [-1, 0]], False),
    (lang.SkewSymmetric("A", 2), [[0, 1], [1, 0]], False),
    (lang.SkewSymmetric("A", 1), [[0]], True),
    (lang.Signs("A", 2), [[1, 0], [0, -1]], True),
    (lang.Signs("A", 2), [[1, 0], [0, 0]], False),
    (lang.Signs("A", 2), [[1, EPS], [0, 1]], False),
    (lang.Signs("A", 2), [[1, 0], [0, 1 + EPS]], False),
    (lang.Projection("A", 2), [[1, 0], [0, 0]], True),
    (lang.Projection("A", 2), [[0, 0], [0, 0]], True),
    (lang.Projection("A", 2), [[-1, 0], [0, 1]], False),
    (
        lang.Projection("A", 2),
        [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)]],
        False,
    ),  # not diagonal
    (lang.Nonnegative("A", 2, 3), [[0, 1, 2], [0, 0, EPS]], True),
    (lang.Nonnegative("A", 2, 3), [[0, 1, 2], [0, 0, -EPS]], False),
    (lang.Upper("A", 2), [[1, 2], [0, 3]], True),
    (lang.Upper("A", 2), [[1, 2], [EPS, 3]], False),
    (lang.Upper("A", 3), [[0, 0, 1], [0, 0, 0], [0, 0, 0]], True),
    (lang.Diagonal("A", 2), [[5, 0], [0, 0]], True),
    (lang.Diagonal("A", 2), [[5, EPS], [0, 0]], False),
    (lang.Diagonal("A", 2), [[0, 1], [1, 0]], False),
    (lang.Orthogonal("A", 2), [["3/5", "4/5"], ["-4/5", "3/5"]], True),
    (lang.Orthogonal("A", 2), [["3/5", "4/5"], ["4/5", "3/5"]], False),
    (lang.Orthogonal("A", 2), [[1, 1], [-1, 1]], False),
    (lang.Orthogonal("A", 1), [[-1]], True),
    (lang.ActivationPattern("A", 1, 2, Fraction(1, 5)), [[1, 0], [0, "1/5"]], True),
    (lang.ActivationPattern("A", 1, 2, Fraction(1, 5)), EYE, False),
    (lang.ActivationPattern("A", 1, 2, 1), EYE, True),
    (lang.ActivationPattern("A", 1, 2, 1), [[1, 0], [0, 0]], False),
    (lang.ActivationPattern("A", 1, 2, -1), [[1, 0], [0, -1]], True),
    (lang.ActivationPattern("A", 1, 2, -1), [[-1, 0], [0, -1]], False),
    (lang.ActivationPattern("A", 1, 2, ETA), [["1/2", 0], [0, 1]], True),
    (lang.ActivationPattern("A", 1, 2, ETA), [["1/3", 0], [0, 1]], False),
    (lang.Rows("A", 1, 2), [[0, 1]], True),
    (lang.Rows("A", 1, 3), [[0, 1, 1]], False),
    (lang.Rows("A", 2, 2), [[0, 1], [1, 0]], False),
    (lang.Rows("A", 2, 3), [[1, 0, 0], [0, 0, 1]], True),
    (lang.Rows("A", 2, 3), [[1, 0, 0], [1, 0, 0]], False),
    (lang.Scalar("x"), -3, True),
    (lang.Scalar("x", 0, 1), 1, True),
    (lang.Scalar("x", 0, 1), 1 + EPS, False),
    (lang.Scalar("x", domain=places.Positive()), Fraction(1, 10**400), True),
    (lang.Scalar("x", domain=places.Positive()), 0, False),
    (lang.Scalar("x", domain=places.open_interval(0, 1)), "1/2", True),
    (lang.Scalar("x", domain=places.open_interval(0, 1)), 1, False),
    (lang.Index("i", 1, 3), 3, True),
    (lang.Index("i", 1, 3), 4, False),
    (lang.Index("i", 1, 3), "5/2", False),
    (variable("k", places.integers(-2, 2)), -2, True),
    (variable("k", places.integers(-2, 2)), -3, False),
    (variable("k", places.integers(0)), 10**30, True),
]


def inside(leaf: Any, value: Any) -> bool:
    exact = [[Fraction(x) for x in row] for row in value] if isinstance(value, list) else Fraction(value)
    return member(ExactInterpreter(Instance({}, {leaf.name: exact, "eta": Fraction(1, 2)})), leaf)


@pytest.mark.parametrize(("leaf", "value", "expected"), CASES)
def test_members(leaf: Any, value: Any, expected: bool) -> None:
    assert inside(leaf, value) is expected


def test_bounds_may_be_other_variables() -> None:
    leaf = variable("k", places.Integers(lang.Scalar("low"), lang.Scalar("high") + 1))
    for value, expected in ((2, True), (5, True), (6, False), (1, False)):
        at = Instance({}, {"k": Fraction(value), "low": Fraction(3, 2), "high": Fraction(4)})
        assert member(ExactInterpreter(at), leaf) is expected


def test_every_domain_has_a_test() -> None:
    """Each numeric domain of the language occurs above."""
    known = {type(leaf.domain) for leaf, _, _ in CASES}
    declared = {c for c in vars(places).values() if isinstance(c, type) and issubclass(c, places.Domain) and c.name}
    assert declared <= known
