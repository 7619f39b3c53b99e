"""Proof rules for sums over an index, powers, unit columns, and what the hypotheses grant."""

from lemmata.language import Dim, Index, Layers, SumOver, entry, eq, s
from lemmata.language.proof import Combine, Identity, Step
from lemmata.language.variables import Matrix
from tests.prove.proof_attempts import attempt, n, refusal, x, y

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
