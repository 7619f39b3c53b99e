"""d/dt of scalars and matrices against SymPy's own differentiation of explicit ones."""

import pytest
import sympy

from lemmata.language import (
    Id,
    Matrix,
    Scalar,
    Symmetric,
    Vector,
    ddt,
    exp,
    had,
    inv,
    kron,
    log,
    relu,
    s,
    schatten,
    smax,
    sqrt,
    tr,
)
from lemmata.language.text import write
from tests.language.explicit import lower

t, r = Scalar("t"), Scalar("r")
A, B, C = (Matrix(name, 2, 2) for name in "ABC")
P = Matrix("P", 2, 3)
N = Symmetric("N", 2)
x, y = Vector("x", 2), Vector("y", 2)
moved, line = A + t * B, x + t * y
norm = sqrt(r + tr(line.T @ line))

FAMILIES = [
    A + t * Id(2),
    t * Id(2) + A,
    A - t * B,
    B - t**2 * A - A,
    -(t * A),
    t * A,
    t**2 * A,
    t**1 * A,
    t**5 * A,
    (t + 1) ** 3 * A,
    (1 - t) ** 2 * A + t * (2 - t) * B,
    (t * r) * A,
    r * (t * A),
    t * r * t * A,
    -t * A,
    (r - t) * (t + r) * A,
    (t**2 + 1) ** 2 * A,
    (t / 2) * A,
    (t**2 / r) * A,
    t * (t * A),
    (A + t * Id(2)).T @ (A + t * Id(2)),
    (A + t * B) @ (B + t**2 * C),
    (A + t * B) @ (B - t * A) @ (C + t * Id(2)),
    A @ (t * B) @ A,
    t * (A @ B) + t**2 * (B @ A),
    (t * (A + t * B).T).T,
    (t * A - t * B) @ P,
    P.T @ (A + t * B) @ P,
    N + t * (x @ x.T) + t**2 * A,
    (1 - t) * A + t * B,
    A + B + t * C,
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
def test_derivatives_are_those_of_sympy(family):
    difference = lower(ddt(family, t)) - sympy.diff(lower(family), lower(t))
    zero = sympy.simplify(difference.expand())
    assert zero == 0 or getattr(zero, "is_zero_matrix", False)


NO_RULE = [
    smax(t * A) * A, abs(t) * A, s(A + t * B, 1) * A, inv(A + t * B), relu(t * A), schatten(t, A) * A, smax(moved),
    inv(moved), abs(t), r**t,
]  # fmt: skip


@pytest.mark.parametrize("family", NO_RULE, ids=write)
def test_what_has_no_rule_is_refused(family):
    with pytest.raises(TypeError, match="no rate of change|in the exponent"):
        ddt(family, t)


@pytest.mark.parametrize("still", [A, r, tr(A)], ids=write)
def test_what_stands_still_is_refused(still):
    with pytest.raises(ValueError, match="does not depend on t"):
        ddt(still, t)
