"""What the language refuses: shapes that clash, numbers that are not exact, relations used as truth values."""

from decimal import Decimal

import pytest
import sympy

from lemmata.language import (
    Dim,
    Matrix,
    Rows,
    ShapeError,
    Vector,
    det,
    eigenform,
    entry,
    families,
    forall,
    kron,
    lam,
    lmax,
    lmin,
    real_eigenvalues,
    relations,
    s,
    slope,
    smax,
    sqrt,
    tr,
)
from lemmata.language.matrices import same_dimension
from tests.language.samples import A, B, i, m, n, rho

WIDE = Matrix("K", n, m)
TWO_BY_THREE, TWO_BY_TWO = Matrix("P", 2, 3), Matrix("Q", 2, 2)


@pytest.mark.parametrize(
    "build",
    [
        lambda: A + WIDE,
        lambda: A - WIDE,
        lambda: WIDE @ A,
        lambda: TWO_BY_TWO @ TWO_BY_THREE @ TWO_BY_TWO,
        lambda: TWO_BY_THREE + TWO_BY_TWO,
        lambda: TWO_BY_THREE @ TWO_BY_TWO,
        lambda: A @ A + WIDE,
        lambda: lam(WIDE),
        lambda: lmax(WIDE),
        lambda: lmin(TWO_BY_THREE),
        lambda: tr(WIDE),
        lambda: det(WIDE.T),
        lambda: real_eigenvalues(WIDE),
        lambda: relations.Relation(A, "==", WIDE),
        lambda: relations.chain(A, "==", A, "==", WIDE),
        lambda: relations.Relation(A, "==", rho),
        lambda: relations.Relation(rho, "<=", A),
        lambda: families.VStack(TWO_BY_THREE, TWO_BY_TWO),
    ],
)
def test_shapes_that_clash_are_refused_at_once(build):
    with pytest.raises(ShapeError):
        build()


@pytest.mark.parametrize(
    ("node", "shape"),
    [
        (WIDE, (n, m)),
        (WIDE.T, (m, n)),
        (WIDE @ WIDE.T, (n, n)),
        (rho * WIDE, (n, m)),
        (-WIDE, (n, m)),
        (WIDE + WIDE, (n, m)),
        (Vector("x", n), (n, 1)),
        (Rows("K", m, n) @ A, (m, n)),
        (kron(TWO_BY_THREE, TWO_BY_TWO), (4, 6)),
        (families.VStack(TWO_BY_THREE, TWO_BY_THREE), (4, 3)),
    ],
    ids=str,
)
def test_shapes(node, shape):
    assert tuple(node.shape) == shape


def test_dimensions_agree_as_polynomials():
    two, three = sympy.Integer(2), sympy.Integer(3)
    assert same_dimension(n, n) and same_dimension(two, two)
    assert (
        same_dimension(n + m, m + n) and same_dimension(2 * n - n, n) and same_dimension((n + 1) ** 2, n**2 + 2 * n + 1)
    )
    assert same_dimension(Dim("p", 3, 3), three)  # a dimension with one value is that value
    for a, b in [(n, m), (two, three), (n, two), (n + 1, m), (n + 1, n), (2 * n, n), (n * m, n), (n**2, n)]:
        assert not same_dimension(a, b) and not same_dimension(b, a)


INEXACT = [0.5, float("nan"), float("inf"), True, sympy.Float("0.5"), sympy.Symbol("z"), "rho", None, 1j, Decimal(1)]


@pytest.mark.parametrize("value", INEXACT, ids=repr)
@pytest.mark.parametrize(
    "use",
    [
        lambda x: rho + x,
        lambda x: x + rho,
        lambda x: x - rho,
        lambda x: rho * x,
        lambda x: x / rho,
        lambda x: rho**x,
        lambda x: rho <= x,
        lambda x: A * x,
        lambda x: A / x,
        lambda x: sqrt(x),
        lambda x: entry(s(A), x),
        lambda x: relations.chain(x, "<=", rho, "<=", 1),
        lambda x: Matrix("Z", x, n),
        lambda x: forall(i, 1, x, rho <= 1),
    ],
)
def test_constants_that_are_not_exact_are_refused(value, use):
    with pytest.raises(TypeError):
        use(value)


@pytest.mark.parametrize(
    "mix",
    [
        lambda: A + 1,
        lambda: 1 - A,
        lambda: A + rho,
        lambda: rho + A,
        lambda: A * B,
        lambda: A @ rho,
        lambda: A < B,
        lambda: smax(rho),
        lambda: kron(A, 2),
        lambda: slope(smax(A), i, rho),
        lambda: eigenform(rho, i, A),
    ],
)
def test_scalars_and_matrices_do_not_mix(mix):
    with pytest.raises(TypeError):
        mix()


def test_relations_have_no_truth_value():
    with pytest.raises(TypeError, match="chain"):
        bool(rho <= 1)
    with pytest.raises(TypeError, match="chain"):
        _ = 0 <= rho <= 1
    with pytest.raises(TypeError):
        assert relations.eq(rho, 1)


def test_a_matrix_plus_a_number_says_what_to_write():
    with pytest.raises(TypeError, match=r"c \* I\(n\)"):
        A + rho
    with pytest.raises(TypeError, match="A @ B"):
        A * B
