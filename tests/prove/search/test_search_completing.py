"""Slacks that are squares, and another proof after one that the kernel refuses."""

from fractions import Fraction

import pytest

from lemmata.kernel import ZERO, R, plus, scalar, times
from lemmata.prove.judge import Judgement
from lemmata.prove.search import findings
from lemmata.prove.search.backward import Denominators
from lemmata.prove.search.finding import NotFound
from lemmata.prove.search.findings import find
from lemmata.prove.search.steps import completed
from tests.prove.search.tactics import claim, conclusion, searching


def square(p):
    """p^2."""
    return times(p, p)


@pytest.mark.parametrize(
    ("slack", "holds"),
    [
        (lambda a, b, c: square(plus(plus(a, b), c, -2)), True),
        (lambda a, b, c: plus(square(plus(a, b, -1)), square(c)), True),
        (lambda a, b, c: plus(square(plus(times(a, b), c, -1)), square(a)), True),  # with products for variables
        (lambda a, b, c: plus(square(plus(a, b, -1)), square(b), Fraction(-1, 2)), False),
        (lambda a, b, c: plus(times(a, b), square(c)), False),  # no square stands in it that takes up a b
        (lambda a, b, c: plus(square(plus(a, b, -1)), c), False),  # of c no sign is known
    ],
)
def test_slacks_that_are_squares(slack, holds):
    slack = slack(*(scalar(("v", name, R)) for name in "abc"))  # numbered anew: what the kernel knows may be forgotten
    found = completed(slack, lambda m: all(k % 2 == 0 for _, k in m))
    assert (found is not None) is holds
    if found is not None:
        squares, total = found
        for weight, root in squares:
            assert weight > 0
            total = plus(total, times(root, root), weight)
        assert {m: k for m, k in plus(total, slack, -1).items() if k} == {}


@pytest.mark.long
def test_after_a_proof_that_the_kernel_refuses_another_is_looked_for(monkeypatch):
    statement = claim("tr(A) <= n * lmax(A)", {"n": "integer(1, 4)", "A": "symmetric(n)"})
    seen = []

    def judge(claimed, script):
        seen.append({step.by.statement for step in script.steps if hasattr(step.by, "statement")})
        return Judgement(False, reason="refused") if len(seen) == 1 else findings_judge(claimed, script)

    findings_judge = findings.judge
    monkeypatch.setattr(findings, "judge", judge)
    found = findings.find(statement, 40.0)
    assert seen[0] and (found is None or len(seen) > 1 and seen[1] != seen[0])
    monkeypatch.setattr(findings, "judge", lambda claimed, script: Judgement(False, reason="refused"))
    assert findings.find(statement, 4.0) is None


# --- Hypotheses that instances are bent to, what is forgotten, and a trace taken entry by entry

SECONDS = 120.0  # a share of it has to be enough for each way that is tried, on a slow machine too
PD = {"n": "integer(1, 5)", "A": "pd(n)", "B": "pd(n)", "x": "real(n, 1)", "y": "real(n, 1)", "t": "positive"}
PSD = {"n": "integer(1, 5)", "k": "integer(1, n)", "A": "psd(n)", "B": "psd(n)"}
SYMMETRIC = {"n": "integer(1, 5)", "m": "integer(1, n)", "A": "symmetric(n)", "B": "symmetric(n)", "V": "real(n, m)"}


def search(text, let, given=()):
    """The state of a search for a proof of the claim."""
    return searching(claim(text, let, given)).search


@pytest.mark.parametrize(
    ("given", "let"),
    [
        (["V.T @ V == I(m)"], SYMMETRIC),
        (["A <= B"], SYMMETRIC),
        (["normF(x) == 1", "tr(x.T @ y) == 0"], PD),
        (["prod(diag(B)) == 1"], PD),
        (["norm2(A) < 1"], SYMMETRIC),
    ],
)
def test_instances_are_bent_to_hypotheses_that_chance_does_not_meet(given, let):
    found = search("tr(A) <= tr(A) + tr(B)" if let is PD else "tr(A) <= tr(B)", {**let}, given)
    sizes = {at[v] for at in found.sample.instances for v in at if v[1] == "n"}
    assert len(found.sample.instances) >= 10 and max(sizes) > 1


def test_what_is_taken_back_shows_nothing_any_more():
    found = search("tr(A) >= 0", PSD)
    (a,) = (v for v in found.ours if v[1] == "A")
    wanted = ("<=", ZERO, ("lmin", ("m+", a, ("id", a[2][1]))))
    mark = len(found.steps)
    found.establish(wanted, 0)
    assert found.seen(wanted) and found.state.prove(wanted) is not None
    found.forget(mark)
    assert found.state.prove(wanted) is None and not found.seen(wanted)


def test_a_number_that_may_vanish_is_not_above_zero():
    made = searching(claim("norm2(A) * norm2(B) >= 0", SYMMETRIC))
    tactic = next(way.tactic for way in made.ways if isinstance(way.tactic, Denominators))
    with pytest.raises(NotFound):
        tactic.above_zero(conclusion(made)[2], 1)


@pytest.mark.long
def test_a_trace_is_compared_with_a_sum_entry_by_entry():
    text = "sum(1 / diag(A)) <= tr(inv(A))"
    found = find(claim(text, PD), SECONDS, avoid=["classical.inverse-diagonal"])
    assert found is not None and "classical.trace-by-units" in {i for i, _ in found.judgement.imports}
    assert find(claim("sum(2 / diag(A)) <= tr(inv(A))", PD), 2.0) is None
