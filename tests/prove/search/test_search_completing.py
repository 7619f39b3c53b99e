"""Slacks that are squares, chains that bound what is below zero first, and instances that are tried again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lemmata.kernel import R, plus, scalar, times
from lemmata.language import conjecture_files
from lemmata.prove.judge import Judgement
from lemmata.prove.search import findings
from lemmata.prove.search.steps import completed

SYMMETRIC = {"n": "integer(1, 4)", "x": "real(n, 1)", "y": "real(n, 1)", "A": "symmetric(n)"}
LAYERS = {
    "n": "integer(1, 4)", "m": "integer(1, 4)", "x": "real(n, 1)", "A": "real(m, n)", "B": "real(n, m)",
    "C": "real(n, n)", "W": "real(n, n)",
}  # fmt: skip
BLOCK = "normF(x + W @ relu(C @ relu(B @ A @ x)))"
SPREAD = "tr(x.T @ A @ A @ x) - tr(x.T @ A @ x)**2"
UNIT = ["normF(x) == 1"]
UNITS = [*UNIT, "normF(y) == 1", "tr(x.T @ y) == 0"]


def claim(text, let, given=()):
    """A conjecture in these variables."""
    return conjecture_files.build("claim", let, list(given), [text])


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


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "let", "given"),
    [
        (f"4 * ({SPREAD}) <= (lmax(A) - lmin(A))**2", SYMMETRIC, UNIT),  # what is left is a square
        (f"{BLOCK} <= (1 + norm2(W) * norm2(C) * norm2(B @ A)) * normF(x)", LAYERS, ()),  # six links
        ("2 * abs(tr(x.T @ A @ y)) <= lmax(A) - lmin(A)", SYMMETRIC, UNITS),  # the lengths of columns are one
    ],
)
def test_what_is_found_is_accepted(text, let, given):
    found = findings.find(claim(text, let, given), 40.0)
    assert found is not None and found.judgement.accepted


@pytest.mark.parametrize(
    ("text", "let", "given"),
    [
        (f"5 * ({SPREAD}) <= (lmax(A) - lmin(A))**2", SYMMETRIC, UNIT),
        (f"{BLOCK} <= norm2(W) * norm2(C) * norm2(B @ A) * normF(x)", LAYERS, ()),
        ("2 * abs(tr(x.T @ A @ y)) <= lmax(A) - lmin(A)", SYMMETRIC, UNITS[:2]),
    ],
)
def test_false_neighbours_are_not_proved(text, let, given):
    assert findings.find(claim(text, let, given), 2.0) is None


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
