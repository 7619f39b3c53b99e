"""What the language refuses: shapes that clash, numbers that are not exact, relations used as truth values."""

from decimal import Decimal

import pytest
import sympy

from lemmata.language import Matrix, ShapeError, eigenform, entry, forall, kron, relations, s, slope, smax, sqrt
from tests import table
from tests.language.samples import A, B, i, m, n, read, rho

WIDE = Matrix("K", n, m)
TWO_BY_THREE, TWO_BY_TWO = Matrix("P", 2, 3), Matrix("Q", 2, 2)
CLASH = table(__file__, "shapes.toml")["clash"]


@pytest.mark.parametrize("typed", CLASH)
def test_shapes_that_clash_are_refused_at_once(typed):
    with pytest.raises(ShapeError):
        read(typed, Relation=relations.Relation, WIDE=WIDE, TWO_BY_THREE=TWO_BY_THREE, TWO_BY_TWO=TWO_BY_TWO)


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
