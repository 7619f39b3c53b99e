"""Closed forms of products along depth against multiplication, limits against known ones."""

from fractions import Fraction

import pytest
from sympy import Expr, Integer, Rational, Symbol, oo

from lemmata.claims.depth_limits import (
    DEPTH,
    LAYER,
    ClosedProduct,
    NoClosedForm,
    even_limit,
    exact,
    product,
    sign_at_all_layers,
    vanishes,
)

P, Q = Symbol("P"), Symbol("Q")
BODIES = [
    Integer(1), Rational(-3, 2), LAYER * (LAYER + 2) / (LAYER + 1) ** 2, 2 * (LAYER + 3) / LAYER,
    (LAYER + 1) ** 4 / (LAYER * (LAYER + 2)) ** 2, -LAYER / (LAYER + 1),
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_closed_forms_are_products(body: Expr) -> None:
    closed, running = product(body), Fraction(1)
    assert closed.confirmed() and exact(closed.at(0)) == 1
    for layer in range(1, 30):
        running *= exact(Rational(body.subs(LAYER, layer)))
        assert exact(closed.at(layer)) == running


@pytest.mark.parametrize("body", [LAYER, 1 / LAYER, LAYER**2 + 1, Integer(0), (2 * LAYER + 1) / (2 * LAYER)], ids=str)
def test_what_has_no_closed_form_is_refused(body: Expr) -> None:
    with pytest.raises(NoClosedForm):
        product(body)


def test_a_wrong_closed_form_is_not_confirmed() -> None:
    assert not ClosedProduct(Rational(2), Integer(1), Integer(3)).confirmed()
    assert not ClosedProduct(Rational(1), DEPTH + 2, (LAYER + 2) / (LAYER + 1)).confirmed()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (P / Q, 0),
        (Q / P, oo),
        (-Q / P, -oo),
        ((P + 3 * Q) / (2 * Q - P), Rational(3, 2)),
        (Integer(4) + P / Q, 4),
        (P - P, 0),
    ],
    ids=str,
)
def test_limits_by_the_largest_base(value: Expr, expected: Expr) -> None:
    assert even_limit(value, {P: product(Integer(-2)), Q: product(Integer(3))}) == expected


def test_limits_of_rational_functions() -> None:
    half = product(LAYER * (LAYER + 2) / (LAYER + 1) ** 2)
    assert even_limit(P**2 + 1, {P: half}) == Rational(5, 4)
    assert not vanishes(P - Rational(1, 2), {P: half}) and vanishes(P - P, {P: half})
    alternating = {P: product(Integer(-1))}
    assert vanishes(P - 1, alternating)  # zero at every even depth
    with pytest.raises(NoClosedForm):
        even_limit(1 / (P - 1), alternating)


@pytest.mark.parametrize(
    ("f", "sign"),
    [(LAYER, 1), (-1 / LAYER, -1), (Integer(0), 0), (Rational(-2, 3), -1), (LAYER - 3, None), (LAYER - 1, None)],
    ids=str,
)
def test_signs(f: Expr, sign: int | None) -> None:
    assert sign_at_all_layers(f) == sign
