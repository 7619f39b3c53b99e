"""From symbolic sizes to numbers: families, sums, stacks, index ranges, admissible dimensions."""

import pytest

from lemmata import language as lang
from lemmata.language import core
from lemmata.language.instantiate import fold, index_tuples, instantiate, is_constant, substitute, truth
from lemmata.language.text import write
from tests.language.samples import A, B, M_o, i, m, n, rho
from tests.language.test_language_statement import statement


def test_an_index_bound_twice_belongs_to_the_inner_sum():
    nested = lang.SumOver(i, 1, 2, lang.s(A, i) * lang.SumOver(i, 1, 2, lang.s(B, i)))
    assert write(substitute(nested, {"n": 2})) == ("s(A, 1) * (s(B, 1) + s(B, 2)) + s(A, 2) * (s(B, 1) + s(B, 2))")


def test_domains_of_variables_become_numeric():
    pattern, kept = lang.ActivationPattern("D", m, n, lang.Scalar("eta", 0, 1)), lang.Rows("K", n - m, n)
    concrete = instantiate(statement(lang.smax(kept @ A @ pattern) <= 1), {"n": 4, "m": 1})
    assert concrete.variables["A"].domain.parameters == (4, 4)
    assert concrete.variables["K"].domain.parameters == (3, 4)
    assert concrete.variables["D"].domain.m == 1 and concrete.variables["D"].domain.eta == lang.Scalar("eta", 0, 1)
    assert concrete.claim[0].has(concrete.variables["K"])


def test_a_missing_dimension_is_named():
    with pytest.raises(KeyError, match="n"):
        instantiate(statement(lang.smax(A) <= 1), {"m": 2})


def test_an_index_whose_own_range_mentions_a_dimension_is_bound_all_the_same():
    bounded = lang.Index("j", 1, n)
    (clause,) = instantiate(statement(lang.forall(bounded, 1, n, lang.s(A, bounded) > 0)), {"n": 2}).claim
    (index,), tuples, body = index_tuples(clause)
    assert tuples == [(1,), (2,)]
    assert body.has(index)
    assert substitute(body, {}, {index: 2}) == (lang.s(substitute(A, {"n": 2}), 2) > 0)


@pytest.mark.parametrize(
    ("given", "dims", "admissible"),
    [
        (n >= 5, {"n": 5}, True),
        (n >= 5, {"n": 4}, False),
        (n > 5, {"n": 5}, False),
        (2 * n < 7, {"n": 3}, True),
        (lang.eq(n, 3), {"n": 3}, True),
        (lang.eq(n, 3), {"n": 2}, False),
        (n**2 - 1 <= 3, {"n": 2}, True),
        (lang.maximum(n, 3) <= 3, {"n": 4}, False),
        (lang.minimum(n, 3) >= 3, {"n": 4}, True),
        (n / 2 <= 1, {"n": 3}, False),
        ((), {"n": 0}, False),
        (lang.smax(A) <= 1, {"n": 3}, True),
    ],
)
def test_admissible_dimensions(given, dims, admissible):
    assert instantiate(statement(lang.smax(A) <= 1, given=given), dims).admissible is admissible


@pytest.mark.parametrize(("size", "admissible"), [(1, False), (2, True), (3, True)])
def test_a_free_index_needs_a_value_to_take(size, admissible):
    concrete = instantiate(statement(lang.s(A, lang.Index("i", 2, n)) <= 1), {"n": size})
    assert concrete.admissible is admissible


def test_hypotheses_on_dimensions_are_told_apart():
    concrete = instantiate(statement(rho <= 1, given=(n >= 2, lang.smax(M_o) < 1, n * rho < 1)), {"n": 3})
    assert [write(c) for c in concrete.dimension_hypotheses] == ["3 >= 2"]
    assert [write(c) for c in concrete.hypotheses] == ["smax(M_o) < 1", "3 * rho < 1"]
    assert is_constant(concrete.given[0]) and truth(concrete.given[0])


def test_parameters_that_leave_their_range_at_some_dimension_are_undefined_there_not_refused():
    concrete = instantiate(statement(lang.schatten(n - 1, A) <= lang.kyfan(n + 1, A)), {"n": 1})
    assert write(concrete.claim[0]) == "schatten(0, A) <= kyfan(2, A)"
    quotient = instantiate(statement(lang.schatten(n / (n - 1), A) <= 1), {"n": 1})
    assert write(quotient.claim[0]) == "schatten(1 / 0, A) <= 1"
    power = instantiate(statement(rho ** ((n - 1) ** -1) <= 1), {"n": 1})
    assert type(power.claim[0].lhs) is core.RealPower


@pytest.mark.parametrize(
    ("leaf", "dims", "admissible"),
    [
        (lang.Matrix("Z", n - 2, n), {"n": 2}, False),
        (lang.Matrix("Z", n - 2, n), {"n": 3}, True),
        (lang.Nonnegative("Z", n, m - n), {"n": 2, "m": 2}, False),
        (lang.Scalar("z", n, 3), {"n": 3}, True),
        (lang.Scalar("z", n, 3), {"n": 4}, False),
        (lang.Scalar("z", domain=lang.open_interval(n, 3)), {"n": 3}, False),
        (lang.Index("z", 2, n), {"n": 1}, False),
        (lang.Index("z", 2, n), {"n": 2}, True),
    ],
)
def test_dimensions_at_which_a_domain_is_empty_are_not_admissible(leaf, dims, admissible):
    claim = lang.smax(leaf) >= 0 if isinstance(leaf, lang.Matrix) else leaf <= leaf + 1
    assert instantiate(statement(claim), dims).admissible is admissible


def test_numbers_too_long_to_write_out_are_refused():
    assert fold(core.quantity(2) * core.Power(2, 100)) == 2**101
    tower = 9 ** (9 ** (9**n))
    with pytest.raises(ValueError, match="too long"):
        instantiate(statement(tower >= n, given=(tower >= 1,)), {"n": 9})
    with pytest.raises(ValueError, match="too long"):
        fold(core.Power(2, 10**9))
