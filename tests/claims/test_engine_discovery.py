"""Planted falsehoods with thin violations are found, and found by the stage that is there for them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import Rational

from lemmata.claims.profiles import PROFILES
from lemmata.evaluate import floats
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import Dim, Matrix, normF, smax, smin, tr
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Verdict
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.search.ascent import ascend
from tests.claims.engine_runs import TINY, accepted, check, made

SEARCHING = replace(TINY, sizes=(2,), restarts=12, steps=160)


def parallel(margin, low=2):
    """|A + 3.7 B|^2 <= (1 + 3.7^2) (1 - margin) (|A|^2 + |B|^2): false only where B is nearly 3.7 A."""
    n = Dim("n", low, 3)
    A, B = Matrix("A", n, n), Matrix("B", n, n)
    bound = Rational(1469, 100) * (1 - margin)
    return made(normF(A + Rational(37, 10) * B) ** 2 <= bound * (normF(A) ** 2 + normF(B) ** 2))


def test_quick_profile_finds_what_fails_at_order_three_only(tmp_path):
    """tr(A)^2 <= n |A|^2, with equality at multiples of the identity: 2.99 is too small for n = 3 alone."""
    n = Dim("n", 1, 3)
    A = Matrix("A", n, n)
    finding = check(made(tr(A) ** 2 <= Rational(299, 100) * normF(A) ** 2), PROFILES["quick"])
    assert finding.verdict is Verdict.REFUTED
    assert finding.counterexample["dims"] == {"n": 3}
    rows = [[Fraction(x) for x in row] for row in finding.counterexample["values"]["A"]]
    assert rows == [[rows[0][0] * (i == j) for j in range(3)] for i in range(3)]
    assert accepted(finding.certificate, tmp_path)


def test_quick_profile_finds_a_violation_near_equality(tmp_path):
    finding = check(parallel(Rational(1, 1000)), PROFILES["quick"])
    assert finding.verdict is Verdict.REFUTED
    assert -1e-3 < finding.evidence["min_slack"] < 0
    assert accepted(finding.certificate, tmp_path)


@pytest.mark.parametrize("margin", [Rational(1, 10**4), Rational(1, 10**6)])
def test_ascent_finds_what_sampling_of_the_same_size_misses(margin):
    concrete = instantiate(parallel(margin), {"n": 2})
    restarts, steps = 16, 160
    drawn = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("sampling", 0), restarts * steps)
    assert not floats.screen(concrete, drawn).suspect.any()
    ends = ascend(concrete, Stream("ascent", 0), restarts, steps)
    suspects = floats.screen(concrete, ends).suspect.nonzero().flatten().tolist()
    assert suspects
    assert judge(concrete, batches.exact(concrete, ends, suspects[0])).outcome == "violation"


def test_the_engine_refutes_by_ascent_where_no_sample_does(tmp_path):
    thin = parallel(Rational(1, 10**4))
    assert check(thin, replace(SEARCHING, ascent_sizes=())).verdict is Verdict.SUPPORTED
    finding = check(thin, SEARCHING)
    assert finding.verdict is Verdict.REFUTED
    assert {s["name"]: s["found"] > 0 for s in finding.evidence["stages"]}["ascent"]
    assert accepted(finding.certificate, tmp_path)


def test_ascent_respects_hypotheses():
    """The unconstrained optimum misses the hypothesis; the counterexample found meets it."""
    n = Dim("n", 2, 2)
    A = Matrix("A", n, n)
    statement = made(smax(A) <= Rational(999, 1000), given=(smax(A) <= 1, smin(A) >= Rational(9, 10)))
    ends = ascend(instantiate(statement, {"n": 2}), Stream("ascent", 0), 8, 200)
    screen = floats.screen(instantiate(statement, {"n": 2}), ends)
    assert (screen.met & screen.suspect).any()
    assert check(statement, SEARCHING).verdict is Verdict.REFUTED
