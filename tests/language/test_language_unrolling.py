"""From symbolic sizes to numbers: families, sums, stacks, index ranges, admissible dimensions."""

import pytest
import sympy

from lemmata.language import (
    ActivationPattern,
    Dim,
    Index,
    Matrix,
    MatSumOver,
    Nonnegative,
    Rows,
    Scalar,
    StackOver,
    SumOver,
    absm,
    core,
    cumsum,
    diag,
    eq,
    exp,
    forall,
    kron,
    kyfan,
    length,
    maximum,
    minimum,
    ones,
    open_interval,
    prod,
    s,
    schatten,
    smax,
)
from lemmata.language.instantiate import fold, index_tuples, instantiate, is_constant, substitute, truth
from lemmata.language.text import write
from tests.language.explicit import integers, lower
from tests.language.samples import A, B, L, M_o, W, i, l, m, n, rho
from tests.language.test_language_statement import statement

DEPTHS = [1, 2, 3, 4]


def sizes(depth):
    return {"L": depth, "d": 2, "m": 3, "k": 4}


def width(layer, depth):
    return 2 if layer == 0 else 4 if layer == depth else 3


def explicit_product(last, first, depth):
    out = sympy.eye(width(first - 1, depth))
    for layer in range(first, last + 1):
        out = integers(f"W_{layer}", width(layer, depth), width(layer - 1, depth)) * out
    return out


@pytest.mark.parametrize("depth", DEPTHS)
def test_products_multiply_from_the_last_layer_down(depth):
    for first in range(1, depth + 2):
        for last in range(first - 1, depth + 1):
            product = substitute(W.product(last, first), sizes(depth))
            assert tuple(map(int, product.shape)) == (width(last, depth), width(first - 1, depth))
            assert lower(product, integers) == explicit_product(last, first, depth)


@pytest.mark.parametrize("depth", DEPTHS)
def test_matrix_sums_and_stacks_of_kronecker_products(depth):
    """zhao2024 (5): with U the stack of W^{l+1:L} ⊗ W^{1:l-1} transposed, U^T U is the sum over the layers."""
    left, right = W.product(L, l + 1), W.product(l - 1, 1)
    stack = substitute(StackOver(l, 1, L, kron(left.T, right)), sizes(depth))
    total = substitute(MatSumOver(l, 1, L, kron(left @ left.T, right.T @ right)), sizes(depth))
    parameters = sum(width(t, depth) * width(t - 1, depth) for t in range(1, depth + 1))
    assert tuple(map(int, stack.shape)) == (parameters, 4 * 2)
    assert tuple(map(int, total.shape)) == (8, 8)
    assert lower(stack, integers).T * lower(stack, integers) == lower(total, integers)


def test_an_index_bound_twice_belongs_to_the_inner_sum():
    nested = SumOver(i, 1, 2, s(A, i) * SumOver(i, 1, 2, s(B, i)))
    assert write(substitute(nested, {"n": 2})) == ("s(A, 1) * (s(B, 1) + s(B, 2)) + s(A, 2) * (s(B, 1) + s(B, 2))")


def test_claims_over_layers_become_one_conjunct_a_layer():
    claim = forall(l, 1, L - 1, eq(W.layer(l + 1).T @ W.layer(l + 1), W.layer(l) @ W.layer(l).T))
    texts = [write(c) for c in instantiate(statement(claim), {"L": 3, "d": 2, "m": 2, "k": 2}).claim]
    assert texts == ["W_2.T @ W_2 == W_1 @ W_1.T", "W_3.T @ W_3 == W_2 @ W_2.T"]
    assert instantiate(statement(claim), {"L": 1, "d": 2, "m": 2, "k": 2}).claim == ()


def test_domains_of_variables_become_numeric():
    pattern, kept = ActivationPattern("D", m, n, Scalar("eta", 0, 1)), Rows("K", n - m, n)
    concrete = instantiate(statement(smax(kept @ A @ pattern) <= 1), {"n": 4, "m": 1})
    assert concrete.variables["A"].domain.parameters == (4, 4)
    assert concrete.variables["K"].domain.parameters == (3, 4)
    assert concrete.variables["D"].domain.m == 1 and concrete.variables["D"].domain.eta == Scalar("eta", 0, 1)
    assert concrete.claim[0].has(concrete.variables["K"])


def test_a_missing_dimension_is_named():
    with pytest.raises(KeyError, match="n"):
        instantiate(statement(smax(A) <= 1), {"m": 2})


def test_an_index_whose_own_range_mentions_a_dimension_is_bound_all_the_same():
    bounded = Index("j", 1, n)
    (clause,) = instantiate(statement(forall(bounded, 1, n, s(A, bounded) > 0)), {"n": 2}).claim
    (index,), tuples, body = index_tuples(clause)
    assert tuples == [(1,), (2,)]
    assert body.has(index)
    assert substitute(body, {}, {index: 2}) == (s(substitute(A, {"n": 2}), 2) > 0)


@pytest.mark.parametrize(
    ("given", "dims", "admissible"),
    [
        (n >= 5, {"n": 5}, True),
        (n >= 5, {"n": 4}, False),
        (n > 5, {"n": 5}, False),
        (2 * n < 7, {"n": 3}, True),
        (eq(n, 3), {"n": 3}, True),
        (eq(n, 3), {"n": 2}, False),
        (n**2 - 1 <= 3, {"n": 2}, True),
        (maximum(n, 3) <= 3, {"n": 4}, False),
        (minimum(n, 3) >= 3, {"n": 4}, True),
        (n / 2 <= 1, {"n": 3}, False),
        ((), {"n": 0}, False),
        (smax(A) <= 1, {"n": 3}, True),
    ],
)
def test_admissible_dimensions(given, dims, admissible):
    assert instantiate(statement(smax(A) <= 1, given=given), dims).admissible is admissible


@pytest.mark.parametrize(("value", "admissible"), [(-1, False), (0, True), (2, True), (3, False)])
def test_dimensions_bounded_by_other_dimensions(value, admissible):
    few = Dim("q", 0, n - 1)
    concrete = instantiate(statement(smax(Matrix("K", few + 1, n)) <= 1), {"n": 3, "q": value})
    assert concrete.admissible is admissible


@pytest.mark.parametrize(("size", "admissible"), [(1, False), (2, True), (3, True)])
def test_a_free_index_needs_a_value_to_take(size, admissible):
    concrete = instantiate(statement(s(A, Index("i", 2, n)) <= 1), {"n": size})
    assert concrete.admissible is admissible


def test_hypotheses_on_dimensions_are_told_apart():
    concrete = instantiate(statement(rho <= 1, given=(n >= 2, smax(M_o) < 1, n * rho < 1)), {"n": 3})
    assert [write(c) for c in concrete.dimension_hypotheses] == ["3 >= 2"]
    assert [write(c) for c in concrete.hypotheses] == ["smax(M_o) < 1", "3 * rho < 1"]
    assert is_constant(concrete.given[0]) and truth(concrete.given[0])


def test_the_wider_vocabulary_gets_numbers_for_dimensions():
    """Powers whose exponent is made of dimensions become powers with a whole exponent; parameters and sizes fold."""
    r, x = Scalar("r"), Matrix("x", n, 1)
    claim = (
        r ** (n - 1) <= 2**n,
        schatten(n + 1, A) <= kyfan(n - 1, A),
        eq(ones(n, m + 1) @ ones(m + 1, n), diag(x) @ absm(Matrix("R", m, n))),
        eq(diag(A), cumsum(exp(x))),
        r ** (r + n) <= prod(s(Matrix("R", m, n))),
    )
    given = instantiate(statement(claim), {"n": 3, "m": 2}).claim
    assert [write(c) for c in given] == [
        "r**2 <= 2**3",
        "schatten(4, A) <= kyfan(2, A)",
        "ones(3, 3) @ ones(3, 3) == diag(x) @ absm(R)",
        "diag(A) == cumsum(exp(x))",
        "r**(r + 3) <= prod(s(R))",
    ]
    assert type(given[0].lhs) is core.Power and type(given[4].lhs) is core.RealPower
    assert all(isinstance(side, sympy.Integer) for c in given[2:3] for side in (*c.lhs.shape, *c.rhs.shape))
    assert length(given[3].rhs) == 3 and length(given[4].rhs.args[0]) == 2


def test_parameters_that_leave_their_range_at_some_dimension_are_undefined_there_not_refused():
    concrete = instantiate(statement(schatten(n - 1, A) <= kyfan(n + 1, A)), {"n": 1})
    assert write(concrete.claim[0]) == "schatten(0, A) <= kyfan(2, A)"
    quotient = instantiate(statement(schatten(n / (n - 1), A) <= 1), {"n": 1})
    assert write(quotient.claim[0]) == "schatten(1 / 0, A) <= 1"
    power = instantiate(statement(rho ** ((n - 1) ** -1) <= 1), {"n": 1})
    assert type(power.claim[0].lhs) is core.RealPower


@pytest.mark.parametrize(
    ("leaf", "dims", "admissible"),
    [
        (Matrix("Z", n - 2, n), {"n": 2}, False),
        (Matrix("Z", n - 2, n), {"n": 3}, True),
        (Nonnegative("Z", n, m - n), {"n": 2, "m": 2}, False),
        (Scalar("z", n, 3), {"n": 3}, True),
        (Scalar("z", n, 3), {"n": 4}, False),
        (Scalar("z", domain=open_interval(n, 3)), {"n": 3}, False),
        (Index("z", 2, n), {"n": 1}, False),
        (Index("z", 2, n), {"n": 2}, True),
    ],
)
def test_dimensions_at_which_a_domain_is_empty_are_not_admissible(leaf, dims, admissible):
    claim = smax(leaf) >= 0 if isinstance(leaf, Matrix) else leaf <= leaf + 1
    assert instantiate(statement(claim), dims).admissible is admissible


def test_numbers_too_long_to_write_out_are_refused():
    assert fold(core.quantity(2) * core.Power(2, 100)) == 2**101
    tower = 9 ** (9 ** (9**n))
    with pytest.raises(ValueError, match="too long"):
        instantiate(statement(tower >= n, given=(tower >= 1,)), {"n": 9})
    with pytest.raises(ValueError, match="too long"):
        fold(core.Power(2, 10**9))
