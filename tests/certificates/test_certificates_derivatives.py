"""False derivative formulas are refuted by the engine, with certificates that the independent checker accepts."""

from dataclasses import replace
from functools import partial

import pytest

from lemmata.language import (
    Dim,
    Index,
    Kind,
    Matrix,
    Scalar,
    Symmetric,
    ddt,
    eigenform,
    eq,
    gap,
    kron,
    lam,
    norm2,
    s,
    singularform,
    slope,
    tr,
)
from lemmata.language.verdicts import Verdict
from tests.certificates.certificate_samples import certificate, examine, mat, resealed
from tests.claims.engine_runs import NARROW, accepted, check
from tests.made import statement

n = Dim("n")
i = Index("i", 1, n)
t, u = Scalar("t"), Scalar("u")
A, B = Matrix("A", n, n), Matrix("B", n, n)
S, T = Symmetric("S", n), Symmetric("T", n)
R, Q = Matrix("R", n, n + 1), Matrix("Q", n, n + 1)
LINE = S + t * T
CURVE = S + t**2 * T
GRAM = (A + t * B).T @ (A + t * B)
WIDE = R + t * Q
made = partial(statement, kind=Kind.DERIVATIVE)


def simple(spectrum):
    return gap(spectrum, i) > 0


FALSE = {
    "halved": made(eq(slope(lam(LINE), i, t), eigenform(LINE, i, T) / 2), simple(lam(LINE))),
    "inner derivative lost": made(eq(slope(lam(CURVE), i, t), eigenform(CURVE, i, T)), simple(lam(CURVE))),
    "bound too small": made(abs(slope(lam(LINE), i, t)) <= norm2(T) / 2, simple(lam(LINE))),
    "monotone": made(slope(lam(LINE), 1, t) >= 0, gap(lam(LINE), 1) > 0),
    "second variable lost": made(eq(slope(lam(S + t * u * T), i, t), eigenform(S + t * u * T, i, T))),
    "gram, shift lost": made(eq(slope(lam(GRAM), i, t), eigenform(GRAM, i, A.T @ B + B.T @ A)), simple(lam(GRAM))),
    "gram, halved": made(eq(2 * slope(lam(GRAM), i, t), eigenform(GRAM, i, ddt(GRAM, t))), simple(lam(GRAM))),
    "singular value, paired": made(slope(s(WIDE), i, t) <= s(Q, i), (simple(s(WIDE)), s(WIDE, i) > 0)),
    "singular form, transposed": made(
        eq(slope(s(A + t * B), i, t), singularform(A + t * B, i, B)), (simple(s(A + t * B)), s(A + t * B, i) > 0)
    ),
    "trace doubled": made(
        eq(slope(lam(LINE), 1, t) + slope(lam(LINE), 2, t), 2 * tr(T)), (gap(lam(LINE), 1) > 0, gap(lam(LINE), 2) > 0)
    ),
    "kronecker": made(
        eq(slope(lam(kron(LINE, LINE)), 1, t), slope(lam(LINE), 1, t)), gap(lam(kron(LINE, LINE)), 1) > 0
    ),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", FALSE)
def test_false_formulas_are_refuted_with_an_accepted_certificate(tmp_path, name):
    finding = check(FALSE[name], NARROW)
    assert finding.verdict is Verdict.REFUTED
    assert finding.certificate["kind"] == "violation" and accepted(finding.certificate, tmp_path)
    assert finding.counterexample["explain"]


@pytest.mark.parametrize("order", [2, 3])
@pytest.mark.parametrize("name", ["halved", "inner derivative lost", "gram, shift lost", "singular form, transposed"])
def test_at_orders_where_eigenvalues_are_irrational(tmp_path, name, order):
    """A written-down instance with irrational simple eigenvalues; every index."""
    statement = replace(FALSE[name])
    values = {
        "S": mat([1, 1, 0], [1, 0, 1], [0, 1, -2]),
        "T": mat([0, 2, 1], [2, 1, 0], [1, 0, 3]),
        "A": mat([1, 2, 0], [0, 1, 1], [1, 0, 3]),
        "B": mat([0, 1, 1], [2, 0, 1], [1, 1, 0]),
    }
    wanted = {v.name for v in statement.let}
    cut = {k: [row[:order] for row in rows[:order]] for k, rows in values.items() if k in wanted}
    for k in range(1, order + 1):
        cert = certificate(statement, {"n": order}, 0, t="1/3", i=k, **cut)
        assert examine(tmp_path, cert) == 0


@pytest.mark.parametrize(
    "statement",
    [
        made(eq(slope(lam(LINE), i, t), eigenform(LINE, i, T)), simple(lam(LINE))),
        made(abs(slope(lam(LINE), i, t)) <= norm2(T), simple(lam(LINE))),
        made(eq(slope(lam(CURVE), i, t), eigenform(CURVE, i, ddt(CURVE, t))), simple(lam(CURVE))),
        made(eq(slope(s(A + t * B), i, t), singularform(A + t * B, i, B.T)), simple(s(A + t * B))),
        made(eq(slope(lam(LINE), 1, t) + slope(lam(LINE), 2, t), tr(T))),
    ],
    ids=lambda s: s.text["claim"][0],
)
def test_true_formulas_are_not_refuted(tmp_path, capsys, statement):
    """The two sides are equal irrational numbers, and the checker knows it."""
    values = {
        "S": mat([1, 1], [1, 0]), "T": mat([0, 2], [2, 1]), "A": mat([1, 2], [0, 1]), "B": mat([0, 1], [2, 0])
    }  # fmt: skip
    wanted = {v.name for v in statement.let}
    chosen = {k: v for k, v in {**values, "i": 1, "t": "1/2"}.items() if k in wanted}
    cert = certificate(statement, {"n": 2}, 0, judged=False, **chosen)
    assert examine(tmp_path, cert) == 1
    assert "holds at this instance" in capsys.readouterr().out


def test_a_multiple_eigenvalue_is_no_counterexample(tmp_path, capsys):
    """Without the hypothesis of a gap the formula has no meaning there, which breaks nothing."""
    false = made(eq(slope(lam(LINE), i, t), eigenform(LINE, i, T) / 2))
    cert = certificate(false, {"n": 2}, 0, judged=False, S=mat([2, 0], [0, 1]), T=mat([1, 0], [0, 2]), t=0, i=1)
    multiple = {**cert["values"], "S": [["1", "0"], ["0", "1"]]}
    assert examine(tmp_path, resealed({**cert, "values": multiple, "lhs": "1", "rhs": "0"})) == 1
    assert "multiple" in capsys.readouterr().out
