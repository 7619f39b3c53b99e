"""Expectations of polynomials in independent entries, against numbers known by hand."""

from fractions import Fraction
from math import factorial

import pytest
from sympy import Integer

from lemmata.language import atoms, columns, core, functions, matrices
from lemmata.language.probability import Iid
from lemmata.statistics.moments import TERMS, expectation

K, X = (Iid(name, *shape, "gaussian") for name, shape in (("K", (3, 3)), ("X", (4, 1))))
GRAM, FOURTH = K @ K.T, core.Power(columns.Entries(X), Integer(4))
KNOWN = {
    atoms.Tr(GRAM): 9,
    atoms.Det(K): 0,
    core.Power(atoms.Det(K), Integer(2)): factorial(3),
    core.Power(atoms.NormF(K), Integer(4)): 9 * 3 + 9 * 8,
    core.Power(atoms.Norm2(X), Integer(2)): 4,
    core.Total(FOURTH): 12,
    core.Product(FOURTH): 81,
    core.Quotient(core.Power(core.Entry(columns.Entries(X), Integer(2)), Integer(6)), Integer(5)): 3,
    core.Power(atoms.Tr(K), Integer(0)): 1,
    atoms.Tr(functions.Hadamard(K, K) @ functions.MatSqrt(matrices.Scaled(Integer(4), matrices.Id(3)))): 6,
}
NONE = [
    atoms.SMax(K),
    core.Abs(atoms.Tr(K)),
    core.Power(atoms.NormF(K), Integer(3)),
    core.Quotient(Integer(1), atoms.Tr(K)),
    core.Power(atoms.Tr(K), Integer(13)),
    atoms.Tr(functions.MatSqrt(matrices.Scaled(Integer(2), matrices.Id(3)))),
    core.Entry(columns.Entries(X), Integer(5)),
]


@pytest.mark.parametrize("quantity", KNOWN, ids=str)
def test_polynomials_have_the_expectation_that_is_known(quantity):
    assert expectation(quantity, "gaussian") == KNOWN[quantity]


@pytest.mark.parametrize("quantity", NONE, ids=str)
def test_what_is_no_polynomial_of_moderate_size_has_none(quantity):
    assert expectation(quantity, "gaussian") is None


def test_the_law_of_the_entries_counts_and_so_does_the_number_of_terms():
    fourth = core.Total(FOURTH)
    assert expectation(fourth, "rademacher") == 4 and expectation(fourth, "uniform") == Fraction(4 * 9, 5)
    large = Iid("L", 40, 40, "gaussian")
    assert TERMS < 40**4 and expectation(core.Power(atoms.Tr(large @ large.T), Integer(2)), "gaussian") is None
