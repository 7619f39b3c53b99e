"""d/dt of polynomial families against SymPy's own differentiation of explicit matrices."""

import pytest
import sympy

from lemmata.language import Id, Matrix, Scalar, Symmetric, Vector, ddt, inv, relu, s, schatten, smax
from lemmata.language.text import write
from tests.language.explicit import lower

t, r = Scalar("t"), Scalar("r")
A, B, C = (Matrix(name, 2, 2) for name in "ABC")
P = Matrix("P", 2, 3)
N = Symmetric("N", 2)
x = Vector("x", 2)

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
]


@pytest.mark.parametrize("family", FAMILIES, ids=write)
def test_derivative_agrees_with_sympy(family):
    expected = lower(family).diff(sympy.Symbol("t"))
    assert (lower(ddt(family, t)) - expected).expand() == sympy.zeros(*expected.shape)


@pytest.mark.parametrize(
    "family",
    [smax(t * A) * A, abs(t) * A, s(A + t * B, 1) * A, inv(A + t * B), relu(t * A), schatten(t, A) * A],  # fmt: skip
    ids=write,
)
def test_what_has_no_rule_is_refused(family):
    with pytest.raises(TypeError, match="no rate of change"):
        ddt(family, t)
