"""Rates of change against SymPy's own differentiation of explicit matrices and scalars."""

import pytest
import sympy

from lemmata.language import Index, Matrix, Scalar, Vector, exp, had, inv, kron, log, smax, sqrt, tr
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


def test_what_stands_still_or_has_no_rule_is_refused():
    for still in (A, r, tr(A)):
        with pytest.raises(ValueError, match="does not depend on t"):
            ddt(still, t)
    for odd in (smax(moved), inv(moved), abs(t), r**t):
        with pytest.raises(TypeError):
            ddt(odd, t)
