"""Proof rules for sums over an index, powers, unit columns, and what the hypotheses grant."""

from fractions import Fraction

import pytest

from lemmata.language import Dim, Index, Layers, MatSumOver, SumOver, Unit, diag, entry, eq, kron, maxabs, s, tr
from lemmata.language.proof import Combine, Identity, Sign, Step
from lemmata.language.variables import Matrix
from tests.prove.proof_attempts import A, attempt, n, refusal, x, y

L, g, h = Dim("L"), Index("g"), Index("h")
U, V = Layers("U", L, n, n, n), Layers("V", L, n, n, n)


def over(index, body):
    return SumOver(index, 1, L, body)


def test_a_sum_inside_a_sum_must_not_depend_on_its_index():
    """Both indices are written alike inside, so that sum_g sum_h a_g b_h would pass for sum_g sum_h a_h b_h."""
    a, b = s(Matrix("C", L, L)), s(Matrix("E", L, L))
    one, other = over(g, over(h, entry(a, g) * entry(b, h))), over(g, over(h, entry(a, h) * entry(b, h)))
    assert "different normal forms" in refusal(eq(one, other), Identity())
    assert attempt(eq(over(g, over(h, entry(b, h))), over(h, over(g, entry(b, g)))), Identity()).ok


def test_a_factor_that_depends_on_the_outer_index_stays_outside():
    one = MatSumOver(g, 1, L, U.layer(g) @ MatSumOver(h, 1, L, V.layer(h)))
    other = MatSumOver(g, 1, L, MatSumOver(h, 1, L, U.layer(h) @ V.layer(h)))
    assert "different normal forms" in refusal(eq(one, other), Identity())


def test_a_sum_on_the_left_of_a_kronecker_product_goes_outside():
    total = MatSumOver(g, 1, L, U.layer(g))
    assert attempt(eq(kron(total, A), MatSumOver(g, 1, L, kron(U.layer(g), A))), Identity()).ok
    assert not attempt(eq(kron(A, total), MatSumOver(g, 1, L, kron(U.layer(g), A))), Identity()).ok


def test_a_form_of_a_sum_is_the_sum_of_the_forms():
    v = Unit(n, 1)
    whole = tr(v.T @ MatSumOver(g, 1, L, U.layer(g)) @ v)
    assert attempt(eq(whole, over(g, tr(v.T @ U.layer(g) @ v))), Identity()).ok
    assert not attempt(eq(whole, over(g, tr(v.T @ V.layer(g) @ v))), Identity()).ok


def test_layers_of_one_width():
    k = Index("k", 1, L)
    assert attempt(eq(tr(U.layer(k) @ A), tr(A @ U.layer(k))), Identity()).ok


def test_largest_entries_are_not_negative():
    assert attempt(maxabs(A) >= 0, Sign()).ok
    assert refusal(maxabs(A) > 0, Sign())


def test_powers_are_positive_where_their_base_is():
    root = x ** Fraction(1, 3)
    assert attempt(root > 0, Sign(), given=x > 0).ok
    assert refusal(root > 0, Sign())
    assert refusal(root >= 1, Sign(), given=x > 0)
    assert "differ" in refusal(eq(root, x ** Fraction(1, 2)), Identity(), given=x > 0)


def test_a_hypothesis_grants_that_it_is_defined():
    """1/y occurs in the hypothesis, so y is not zero wherever the statement says anything."""
    assert attempt(x / y >= 0, Combine({"given 0": 1}), given=x / y > 0).ok
    claim = eq(y / y, 1)
    assert attempt(claim, Identity(), given=x / y > 0).ok


def test_without_that_hypothesis_it_is_not_granted():
    """The step needs 1/y, which the claim does not speak of."""
    detour = (Step("ones", eq(y / y, 1), Identity()), Step("claim", x <= x + 1, Combine({"ones": 1})))
    assert refusal(x <= x + 1, *detour, given=x > 0)
    assert attempt(x <= x + 1, *detour, given=x / y > 0).ok


@pytest.mark.parametrize("other", [diag(Matrix("z", n, 1)), Unit(n, 2)])
def test_columns_and_diagonals_stand_for_themselves(other):
    assert attempt(eq(tr(other.T @ other), tr(other.T @ other)), Identity()).ok
    assert not attempt(eq(tr(other.T @ other), tr(other.T @ A @ other)), Identity()).ok
