"""False statements, each with the witness its large random counterexamples are made into."""

from fractions import Fraction

import pytest

from lemmata.evaluate.decide import judge
from lemmata.language import (
    ActivationPattern,
    Diagonal,
    Dim,
    Index,
    Matrix,
    Psd,
    Rows,
    Scalar,
    Symmetric,
    Vector,
    cond,
    domains,
    smax,
)
from lemmata.language.instance import Instance
from lemmata.shrink.complexity import CLEAR, complexity
from lemmata.shrink.simplest import Shrinker, State, wanted
from tests import table
from tests.claims.engine_runs import made
from tests.evaluate.test_decide import exact
from tests.language.samples import read
from tests.shrink.ugly import given, rows, simple, ugly

n, r, c = Dim("n"), Dim("r"), Dim("c")
m = Dim("m", 1, n)
A, B, R, x = Matrix("A", n, n), Matrix("B", n, n), Matrix("R", r, c), Vector("x", n)
S, T, P, Q = Symmetric("S", n), Symmetric("T", n), Psd("P", n), Psd("Q", n)
O, D, K = Matrix("O", domain=domains.Orthogonal(n)), Diagonal("D", n), Rows("K", m, n)  # noqa: E741
t, eta, g, i = Scalar("t", 0, 1), Scalar("eta", 0, 1), Scalar("g", domain=domains.Positive()), Index("i", 1, n)
pattern = ActivationPattern("E", m, n, eta)
four = Dim("n", 4)
A4, B4 = Matrix("A", four, four), Matrix("B", four, four)
UNIT = rows([1])
LEAVES = (n, r, c, m, A, B, R, x, S, T, P, Q, O, D, K, t, g, i)
NAMES = {leaf.name: leaf for leaf in LEAVES} | dict(pattern=pattern, A4=A4, B4=B4)
TABLE = table(__file__, "witnesses.toml")
CASES = {  # name: (claim, hypotheses, dimensions of the start, values of the witness)
    name: (read(claim, **NAMES), tuple(read(h, **NAMES) for h in hypotheses), dims, exact(witness))
    for name, (claim, hypotheses, dims, witness) in TABLE.items()
}


@pytest.mark.parametrize("name", CASES)
def test_the_minimal_witness_is_reached_and_stays(name):
    claim, hypotheses, dims, witness = CASES[name]
    statement = made(claim, hypotheses)
    end = simple(statement, ugly(statement, dims))
    assert end[1].values == witness
    assert dict(end[0].dims) == dict(end[1].dims)
    assert simple(statement, end)[1].values == witness


def test_a_clear_violation_stays_clear():
    """At 1 the bound fails by a quarter of a percent; a clear violation is not traded for that simpler number."""
    y = Scalar("y")
    statement = made(y <= Fraction(199, 200))
    clear = simple(statement, given(statement, Instance({}, {"y": Fraction(19, 10)})))
    assert clear[1].values == {"y": 2}
    thin = given(statement, Instance({}, {"y": Fraction(9999, 10000)}))
    assert thin[2].conjuncts[0].relative > -CLEAR
    assert simple(statement, thin)[1].values == {"y": 2}
    bounded = made(y <= Fraction(199, 200), given=y <= Fraction(201, 200))
    thin = given(bounded, Instance({}, {"y": Fraction(9999, 10000)}))
    assert simple(bounded, thin)[1].values == {"y": 1}


def test_undefined_values_are_no_counterexamples():
    """The condition number of the zero matrix has no value, so the zero matrix is not taken."""
    end = simple(statement := made(cond(A) <= Fraction(3, 2)), ugly(statement, {"n": 5}))
    assert end[1].values in ({"A": rows([1, 0], [0, 2])}, {"A": rows([2, 0], [0, 1])})


@pytest.mark.parametrize("name", ["smallest value of a sum", "interval, inner point", "order fixed", "selected rows"])
def test_every_step_is_certified_simpler_and_the_same_each_time(name):
    claim, hypotheses, dims, _ = CASES[name]
    statement = made(claim, hypotheses)
    concrete, instance, judgement = ugly(statement, dims)
    runs = []
    for _ in range(2):
        shrinker = Shrinker(400)
        start = State(concrete, instance, judgement, wanted(concrete, judgement), complexity(instance))
        end = shrinker.run(start)
        runs.append([step.instance.values for step in shrinker.steps])
        assert 400 - shrinker.attempts <= 60
    assert runs[0] == runs[1]
    assert shrinker.steps and end.cost == min(step.cost for step in shrinker.steps)
    for step in shrinker.steps:
        assert judge(step.concrete, step.instance).outcome == "violation"
        assert step.cost == complexity(step.instance) < start.cost
        assert step.want.broken == start.want.broken and step.want.unclear <= start.want.unclear


def test_what_is_no_counterexample_is_refused():
    statement = made(smax(A) >= 0)
    start = given(statement, Instance({"n": 1}, {"A": UNIT}))
    with pytest.raises(ValueError, match="only a certified violation"):
        simple(statement, start)
    false = made(smax(A) >= 2)
    with pytest.raises(ValueError, match="belongs to another statement"):
        simple(statement, given(false, Instance({"n": 1}, {"A": UNIT})))
