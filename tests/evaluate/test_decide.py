"""Decisions, negative controls first: false variants break with a certified margin, ties are exact."""

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sympy import pi

from lemmata.evaluate.decide import Decision, decide, judge
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import (
    ActivationPattern,
    Diagonal,
    Dim,
    Id,
    Index,
    Matrix,
    Nonnegative,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Rows,
    Scalar,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
    chain,
    cond,
    ddt,
    eigenform,
    eq,
    gap,
    lam,
    lmax,
    lmin,
    norm2,
    normF,
    rank,
    s,
    slope,
    smax,
    smin,
    sqrt,
    total,
    tr,
)
from lemmata.language import domains as places
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.variables import variable
from tests.made import concrete

n, m = Dim("n"), Dim("m", 0)
i, j = Index("i"), Index("j")
rho, x, y = Scalar("rho", 0, 1), Scalar("x"), Scalar("y")
M_o, A, B = Matrix("M_o", n, n), Matrix("A", n, n), Matrix("B", n, n)
M = M_o + rho * Id(n)
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


FALSE_21 = smax(M) ** 2 <= smax(M_o) ** 2 + rho * lmax(SYM) + rho**2 - rho / 1000
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
    assert decided(smax(A) <= sqrt(2) - x, A=[[1, 1], [0, 0]], x=tiny).status == "broken"
    assert decided(smax(A) <= sqrt(2), A=[[1, 1], [0, 0]], x=tiny).status == "tie"
    assert decided(smax(A) <= sqrt(2) + x, A=[[1, 1], [0, 0]], x=tiny).status == "holds"


STATUS_AT_EQUALITY = {"<=": "tie", ">=": "tie", "==": "holds", "<": "broken", ">": "broken"}


@pytest.mark.parametrize(("op", "status"), STATUS_AT_EQUALITY.items())
def test_equality_under_every_relation(op: str, status: str) -> None:
    cases: list[tuple[Any, dict[str, Any]]] = [
        (chain(smax(A), op, norm2(A)), {"A": GOLDEN}),
        (chain(x, op, x / 3 * 3), {"x": "1/7"}),
        (chain(s(A, 1) * s(A, 2), op, 1), {"A": GOLDEN}),
        (chain(tr(A), op, lmax(A) + lmin(A)), {"A": [[2, 1], [1, 7]]}),
        (chain(lmax(A) ** 2, op, lmax(A @ A)), {"A": [[2, 1], [1, 7]]}),
        (chain(sqrt(2) * sqrt(3), op, sqrt(6) + x), {"x": 0}),
    ]
    for claim, values in cases:
        found = decided(claim, **values)
        assert (found.status, found.exact, found.slack) == (status, True, 0.0)


def test_impossible_hypothesis_is_never_met() -> None:
    concrete = problem(smax(A) <= 0, {"n": 2}, given=(smax(A) < smin(A),))
    rng = random.Random(0)
    for _ in range(50):
        table = [[rng.randint(-2, 2) for _ in range(2)] for _ in range(2)]
        found = judge(concrete, at({"n": 2}, A=table))
        assert found.outcome == "out_of_domain" and not found.hypotheses[0].established


def test_strict_hypothesis_is_not_met_at_equality() -> None:
    claim, given = smax(A) <= 0, (smax(A) < 1,)
    assert verdict(claim, {"n": 2}, given, A=scalar_identity(2, 1)) == "out_of_domain"
    assert verdict(claim, {"n": 2}, (smax(A) <= 1,), A=scalar_identity(2, 1)) == "violation"
    assert verdict(claim, {"n": 2}, given, A=scalar_identity(2, "999999999/1000000000")) == "violation"


def test_domains_guard_violations() -> None:
    D = ActivationPattern("D", m, n, -1)
    claim = eq(s(A), 2 * s(A @ D))
    dims = {"n": 2, "m": 1}
    assert verdict(claim, dims, A=GOLDEN, D=[[-1, 0], [0, 1]]) == "violation"
    assert verdict(claim, dims, A=GOLDEN, D=[[-1, 0], [0, -1]]) == "out_of_domain"
    assert verdict(smax(A) <= rho, {"n": 2}, A=GOLDEN, rho=2) == "out_of_domain"
    assert verdict(smax(A) <= 0, {"n": 0}, A=[]) == "out_of_domain"


def test_undefined_parts() -> None:
    assert decided(1 / smin(A) <= 5, A=NILPOTENT).status == "undefined"
    assert decided(cond(A) >= 1, A=[[0, 0], [0, 0]]).status == "undefined"
    assert decided(sqrt(lmin(A)) <= 1, A=[[1, 2], [2, 1]]).status == "undefined"
    assert decided(lmin(A) <= 1, A=NILPOTENT).status == "undefined"
    golden_zero = s(A, 1) ** 2 - s(A, 1) - 1  # zero at the golden ratio, which no ball shows
    assert decided(1 / golden_zero <= 1, A=GOLDEN).status == "undefined"
    assert verdict(1 / smin(A) <= 5, {"n": 2}, A=NILPOTENT) == "out_of_domain"
    assert verdict(smax(A) <= 0, {"n": 2}, (1 / smin(A) >= 0,), A=NILPOTENT) == "out_of_domain"


def test_nothing_is_not_a_number() -> None:
    """Gaps of vectors of length one are infinite; differences of infinities are undecided, never a pass."""
    assert decided(gap(s(A), 1) > 10**9, {"n": 1}, A=[[2]]).status == "holds"
    found = decided(gap(s(A), 1) <= gap(s(B), 1), {"n": 1}, A=[[2]], B=[[3]])
    assert found.status == "undecided" and not found.established


def test_transcendental_equality_stays_undecided() -> None:
    assert decided(pi * x <= pi * y, x="1/3", y="1/3").status == "undecided"
    assert decided(pi * x <= pi * y, x="1/3", y=Fraction(1, 3) + Fraction(1, 10**900)).status == "holds"


WEYL = lam(Symmetric("A", n) + Symmetric("B", n)) <= lam(Symmetric("A", n)) + lmax(Symmetric("B", n))


def test_weyl_equality_pairs() -> None:
    """A and c Id + d A commute: equality for the first eigenvalue where d >= 0, irrational spectra included."""
    for rows in ([[1, 1], [1, 0]], [[2, 1, 0], [1, 2, 1], [0, 1, 2]], [[1, 2, 3], [2, -1, 1], [3, 1, 4]]):
        order = len(rows)
        multiple = [[3 * e + (2 if a == b else 0) for b, e in enumerate(row)] for a, row in enumerate(rows)]
        found = decided(WEYL, {"n": order}, A=rows, B=multiple)
        assert found.status == "tie" and found.entry == (1,)
        assert decided(lmax(A + B) < lmax(A) + lmax(B), {"n": order}, A=rows, B=multiple).status == "broken"


def test_derivatives_agree_exactly() -> None:
    t = Scalar("t")
    N = Symmetric("A", n) + t * Symmetric("B", n)
    values: dict[str, Any] = {"A": [[1, 2, 0], [2, 0, 1], [0, 1, 5]], "t": "1/3"}
    values["B"] = [[0, 1, 1], [1, 3, 0], [1, 0, 2]]
    claim = eq(slope(lam(N), 2, t), eigenform(N, 2, ddt(N, t)))
    assert decided(claim, {"n": 3}, **values).status == "holds"
    wrong = eq(slope(lam(N), 2, t), eigenform(N, 1, ddt(N, t)))
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
        (smax(A) + x, norm2(A @ B), sa[0] + shift, sab[0]),
        (cond(A), cond(B), sa[0] / sa[-1], sb[0] / sb[-1]),
        (lmin(A + A.T), -smax(B), np.linalg.eigvalsh(a + a.T)[0], -sb[0]),
        (total(s(A) * s(B)), tr(A @ B), float(np.sum(sa * sb)), float(np.trace(a @ b))),
        (rank(A), normF(B), float(order), float(np.linalg.norm(b))),
    ]
    values = {"A": a.tolist(), "B": b.tolist(), "x": shift}
    for left, right, u, v in sides:
        found = decided(left <= right, {"n": order}, **values)
        assert found.status == ("holds" if u < v else "broken") and not math.isnan(found.slack)
        assert found.slack == pytest.approx(v - u, abs=1e-9 * (abs(u) + abs(v)))


# --- Exact membership of instances in domains: members, near misses, and dimensions that do not fit

EPS = Fraction(1, 10**50)
ETA = Scalar("eta", domain=places.open_interval(0, 1))
EYE, ONES = [[1, 0], [0, 1]], [[1, 1], [1, 1]]

CASES: list[tuple[Any, Any, bool]] = [
    (Matrix("A", 2, 2), [[1, 2], [3, 4]], True),
    (Symmetric("A", 2), [[1, 2], [2, 4]], True),
    (Symmetric("A", 2), [[1, 2], [2 + EPS, 4]], False),
    (Psd("A", 2), ONES, True),
    (Psd("A", 2), [[1, 1], [1, 1 - EPS]], False),
    (Psd("A", 2), [[0, 0], [0, 0]], True),
    (Psd("A", 2), [[1, 1], [0, 1]], False),
    (PositiveDefinite("A", 2), [[1, 1], [1, 1 + EPS]], True),
    (PositiveDefinite("A", 2), ONES, False),
    (PositiveDefinite("A", 2), [[2, 1], [0, 2]], False),
    (PositiveDefinite("A", 1), [[0]], False),
    (PositiveDefinite("A", 3), [[1, 0, 0], [0, 0, 0], [0, 0, 1]], False),
    (SkewSymmetric("A", 2), [[0, 1], [-1, 0]], True),
    (SkewSymmetric("A", 2), [[EPS, 1], [-1, 0]], False),
    (SkewSymmetric("A", 2), [[0, 1], [1, 0]], False),
    (SkewSymmetric("A", 1), [[0]], True),
    (Signs("A", 2), [[1, 0], [0, -1]], True),
    (Signs("A", 2), [[1, 0], [0, 0]], False),
    (Signs("A", 2), [[1, EPS], [0, 1]], False),
    (Signs("A", 2), [[1, 0], [0, 1 + EPS]], False),
    (Projection("A", 2), [[1, 0], [0, 0]], True),
    (Projection("A", 2), [[0, 0], [0, 0]], True),
    (Projection("A", 2), [[-1, 0], [0, 1]], False),
    (Projection("A", 2), [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)]], False),  # not diagonal
    (Nonnegative("A", 2, 3), [[0, 1, 2], [0, 0, EPS]], True),
    (Nonnegative("A", 2, 3), [[0, 1, 2], [0, 0, -EPS]], False),
    (Upper("A", 2), [[1, 2], [0, 3]], True),
    (Upper("A", 2), [[1, 2], [EPS, 3]], False),
    (Upper("A", 3), [[0, 0, 1], [0, 0, 0], [0, 0, 0]], True),
    (Diagonal("A", 2), [[5, 0], [0, 0]], True),
    (Diagonal("A", 2), [[5, EPS], [0, 0]], False),
    (Diagonal("A", 2), [[0, 1], [1, 0]], False),
    (Orthogonal("A", 2), [["3/5", "4/5"], ["-4/5", "3/5"]], True),
    (Orthogonal("A", 2), [["3/5", "4/5"], ["4/5", "3/5"]], False),
    (Orthogonal("A", 2), [[1, 1], [-1, 1]], False),
    (Orthogonal("A", 1), [[-1]], True),
    (ActivationPattern("A", 1, 2, Fraction(1, 5)), [[1, 0], [0, "1/5"]], True),
    (ActivationPattern("A", 1, 2, Fraction(1, 5)), EYE, False),
    (ActivationPattern("A", 1, 2, 1), EYE, True),
    (ActivationPattern("A", 1, 2, 1), [[1, 0], [0, 0]], False),
    (ActivationPattern("A", 1, 2, -1), [[1, 0], [0, -1]], True),
    (ActivationPattern("A", 1, 2, -1), [[-1, 0], [0, -1]], False),
    (ActivationPattern("A", 1, 2, ETA), [["1/2", 0], [0, 1]], True),
    (ActivationPattern("A", 1, 2, ETA), [["1/3", 0], [0, 1]], False),
    (Rows("A", 1, 2), [[0, 1]], True),
    (Rows("A", 1, 3), [[0, 1, 1]], False),
    (Rows("A", 2, 2), [[0, 1], [1, 0]], False),
    (Rows("A", 2, 3), [[1, 0, 0], [0, 0, 1]], True),
    (Rows("A", 2, 3), [[1, 0, 0], [1, 0, 0]], False),
    (Scalar("x"), -3, True),
    (Scalar("x", 0, 1), 1, True),
    (Scalar("x", 0, 1), 1 + EPS, False),
    (Scalar("x", domain=places.Positive()), Fraction(1, 10**400), True),
    (Scalar("x", domain=places.Positive()), 0, False),
    (Scalar("x", domain=places.open_interval(0, 1)), "1/2", True),
    (Scalar("x", domain=places.open_interval(0, 1)), 1, False),
    (Index("i", 1, 3), 3, True),
    (Index("i", 1, 3), 4, False),
    (Index("i", 1, 3), "5/2", False),
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
    leaf = variable("k", places.Integers(Scalar("low"), Scalar("high") + 1))
    for value, expected in ((2, True), (5, True), (6, False), (1, False)):
        at = Instance({}, {"k": Fraction(value), "low": Fraction(3, 2), "high": Fraction(4)})
        assert member(ExactInterpreter(at), leaf) is expected


def test_every_domain_has_a_test() -> None:
    """Each numeric domain of the language occurs above."""
    known = {type(leaf.domain) for leaf, _, _ in CASES}
    declared = {c for c in vars(places).values() if isinstance(c, type) and issubclass(c, places.Domain) and c.name}
    assert declared <= known
