"""Rates of change against SymPy's own differentiation of explicit matrices and scalars."""

import pytest
import sympy

from lemmata.language import (
    Index,
    Matrix,
    Scalar,
    StackOver,
    SumOver,
    Unit,
    Vector,
    column,
    diag,
    entries,
    exp,
    had,
    inv,
    kron,
    log,
    smax,
    sqrt,
    total,
    tr,
)
from lemmata.language.calculus import ddt
from lemmata.language.text import write
from tests.language.explicit import lower

t, r = Scalar("t"), Scalar("r")
A, B, P = Matrix("A", 2, 2), Matrix("B", 2, 2), Matrix("P", 2, 3)
x, y = Vector("x", 2), Vector("y", 2)
i = Index("i")
moved, line = A + t * B, x + t * y
norm = sqrt(r + tr(line.T @ line))

FAMILIES = [
    t,
    t**3 - 2 * t,
    -(t**2) / (r + t),
    (r + t) ** -2,
    sqrt(r + t**2),
    1 / sqrt(r + t),
    exp(-t) * log(r + t**2),
    t / t,
    norm,
    tr(moved @ moved),
    moved,
    moved @ P,
    moved.T @ moved @ moved,
    (1 / norm) * line,
    t * (A @ moved),
    -moved,
    kron(moved, P),
    kron(A, moved),
    had(moved, moved),
    had(A, moved),
    moved - t**2 * A,
]


@pytest.mark.parametrize("family", FAMILIES, ids=write)
def test_rates_are_those_of_sympy(family):
    at = lower(t)
    difference = lower(ddt(family, t)) - sympy.diff(lower(family), at)
    zero = sympy.simplify(difference)
    assert zero == 0 or getattr(zero, "is_zero_matrix", False)


def test_vectors_and_diagonals():
    v = entries(line)
    root = "sqrt(r + (x + t * y)**2)"
    fall = f"(x + t * y) * (2 * (x + t * y) * y / (2 * {root})) / {root}**2"
    assert write(ddt(v / sqrt(r + v**2), t)) == f"y / {root} - {fall}"
    assert write(ddt(SumOver(i, 1, 2, tr(Unit(2, i).T @ moved @ x)), t)) == (
        "sum(tr(unit(2, i).T @ B @ x) for i in 1..2)"
    )
    assert write(ddt(StackOver(i, 1, 2, moved.T @ Unit(2, i)), t)) == "vstack(B.T @ unit(2, i) for i in 1..2)"
    assert write(ddt(total(v**2), t)) == "sum(2 * (x + t * y) * y)"
    assert write(ddt(diag(v**2), t)) == "diag(2 * (x + t * y) * y)"
    assert write(ddt(diag(moved @ A), t)) == "diag(B @ A)"
    assert write(ddt(column(v**3), t)) == "3 * (x + t * y)**2 * y"


def test_what_stands_still_or_has_no_rule_is_refused():
    for still in (A, r, tr(A)):
        with pytest.raises(ValueError, match="does not depend on t"):
            ddt(still, t)
    for odd in (smax(moved), inv(moved), abs(t), r**t):
        with pytest.raises(TypeError):
            ddt(odd, t)
