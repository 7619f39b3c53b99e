"""Slacks that are squares, and another proof after one that the kernel refuses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.kernel import R, plus, scalar, times
from lemmata.prove.judge import Judgement
from lemmata.prove.search import findings
from lemmata.prove.search.steps import completed
from tests.prove.search.tactics import claim


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
