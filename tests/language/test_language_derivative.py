"""d/dt of polynomial families against SymPy's own differentiation of explicit matrices."""

import pytest
import sympy

from lemmata.language import Id, Matrix, Scalar, Symmetric, Vector, ddt, inv, relu, s, schatten, slope, smax
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


@pytest.mark.parametrize("family", FAMILIES, ids=write)
def test_second_derivative_agrees_with_sympy(family):
    first = ddt(family, t)
    if first.has(t):
        expected = lower(family).diff(sympy.Symbol("t"), 2)
        assert (lower(ddt(first, t)) - expected).expand() == sympy.zeros(*expected.shape)


@pytest.mark.parametrize("family", FAMILIES, ids=write)
def test_derivatives_have_the_shape_of_the_family(family):
    assert tuple(ddt(family, t).shape) == tuple(family.shape)


@pytest.mark.parametrize(
    ("family", "text"),
    [
        (A + t * Id(2), "I(2)"),
        (A + t * B + t**2 * C, "B + 2 * t * C"),
        ((A + t * Id(2)).T @ (A + t * Id(2)), "I(2).T @ (A + t * I(2)) + (A + t * I(2)).T @ I(2)"),
        (t**3 * A, "3 * t**2 * A"),
        (A - t * B, "-B"),
    ],
)
def test_derivatives_read_as_one_would_write_them(family, text):
    assert write(ddt(family, t)) == text


def test_a_family_without_the_variable_is_refused():
    with pytest.raises(ValueError, match="does not depend"):
        ddt(A + r * B, t)


@pytest.mark.parametrize(
    "family",
    [
        smax(t * A) * A,
        abs(t) * A,
        s(A + t * B, 1) * A,
        inv(A + t * B),
        relu(t * A),
        schatten(t, A) * A,
    ],  # fmt: skip
    ids=write,
)
def test_what_has_no_rule_is_refused(family):
    with pytest.raises(TypeError, match="no rate of change"):
        ddt(family, t)


def test_a_slope_wants_a_spectrum():
    with pytest.raises(TypeError, match="lam"):
        slope(smax(A + t * B), 1, t)
    assert slope(s(A + t * B), 1, t).has(t)
