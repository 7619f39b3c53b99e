"""Exact zero tests: identities proved, near-misses refuted, too expensive ones left open, bounds truly bounds."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
import sympy  # type: ignore[import-untyped]
from flint import arb

from lemmata.linalg.characteristic import gram, integer_scaling, order_factor_roots, spectrum_factors
from lemmata.linalg.convert import to_fmpq_mat
from lemmata.linalg.heights import (
    Algebraic,
    UndecidedError,
    algebraic_sum,
    is_zero,
    maximum,
    minimum,
    rational,
    real_root,
    sign,
    zero_bits,
)
from lemmata.linalg.precision import precision


def root(k) -> Algebraic:
    return rational(k).sqrt()


def product(numbers) -> Algebraic:
    result = rational(1)
    for x in numbers:
        result = result * x
    return result


def eigenvalues(A) -> list[Algebraic]:
    """Eigenvalues, descending, of a rational symmetric matrix; equal ones are the same object."""
    return [real_root(f, k) for f, k in order_factor_roots(spectrum_factors(*integer_scaling(A)))]


def singular_values(A) -> list[Algebraic]:
    """The min(r, c) singular values, descending, of a rational matrix."""
    N, d = integer_scaling(A)
    return [real_root(f, k).sqrt() for f, k in order_factor_roots(spectrum_factors(gram(N), d * d))]


def test_surds_with_equality():
    assert is_zero(root(2) * root(3) - root(6)) is True
    assert is_zero(root(8) - 2 * root(2)) is True
    assert is_zero((root(5) + 2 * root(6)) ** 2 - 29 - 4 * root(30)) is True
    nested = (5 + 2 * root(6)).sqrt()
    assert is_zero(nested - root(2) - root(3)) is True
    assert is_zero(1 / (root(3) - root(2)) - root(3) - root(2)) is True


def test_surds_with_near_equality_are_told_apart():
    assert is_zero(root(2) + root(3) - rational("3.1462643699")) is False
    assert sign(root(2) + root(3) - rational("3.1462643699")) == 1
    assert sign(rational("3.14626436995") - root(2) - root(3)) == 1
    with precision(4000):
        digits = (arb(2).sqrt() + arb(3).sqrt()).str(900, radius=False)
    close = root(2) + root(3) - rational(digits)
    assert is_zero(close, max_bits=10**5) is False, "agrees to 900 digits and is still another number"
    assert is_zero(nearly := (5 + 2 * root(6)).sqrt() - root(2) - root(3) + Fraction(1, 2**500)) is False
    assert sign(nearly) == 1


def test_product_of_singular_values_is_the_determinant():
    s = singular_values(to_fmpq_mat([[1, 2], [3, 4]]))
    assert is_zero(s[0] * s[1] - 2) is True
    assert is_zero(s[0] * s[1] - rational("2.0000000000000000000000000000000000000000001")) is False
    assert is_zero(s[0] ** 2 + s[1] ** 2 - 30) is True
    rng = random.Random(0)
    for n in (2, 3):
        A = to_fmpq_mat([[Fraction(rng.randint(-4, 4), rng.randint(1, 2)) for _ in range(n)] for _ in range(n)])
        values = singular_values(A)
        assert is_zero(product(values) - abs(rational(A.det()))) is True
        assert is_zero(product(values) - abs(rational(A.det())) - Fraction(1, 10**60)) is False


def test_rational_and_repeated_eigenvalues_are_recognised():
    values = eigenvalues(to_fmpq_mat([[2, 0, 0], [0, 2, 0], [0, 0, 3]]))
    assert [v.value for v in values] == [3, 2, 2]
    repeated = eigenvalues(to_fmpq_mat([[0, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1]]))
    assert repeated[0] is repeated[1] and (repeated[0] - repeated[1]).value == 0
    assert sign(repeated[1] - repeated[2]) == 1
    deficient = singular_values(to_fmpq_mat([[1, 2], [2, 4], [3, 6]]))
    assert deficient[1].value == 0 and is_zero(deficient[0] - root(70)) is True
    assert [v.value for v in singular_values(to_fmpq_mat([[0, 3], [-4, 0]]))] == [4, 3]


def test_extremes_are_decided_with_exact_ties():
    x, y = root(2) * root(3), root(6)
    assert maximum([x, y]) is x and minimum([x, y]) is x, "a tie keeps the first"
    assert minimum([x, y, 2]).value == 2 and maximum([1, root(2), root(3)]).enclose(60).overlaps(arb(3).sqrt())
    with pytest.raises(ValueError):
        minimum([])


def test_undecidable_within_the_budget_is_none_and_not_a_guess():
    rng = random.Random(4)
    A = to_fmpq_mat([[rng.randint(-9, 9) for _ in range(6)] for _ in range(6)])
    gap = product(singular_values(A)) - abs(rational(A.det()))
    assert zero_bits(gap) > 20000 and is_zero(gap) is None and sign(gap) is None
    assert is_zero(gap + Fraction(1, 10**50)) is False
    with pytest.raises(UndecidedError):
        1 / gap
    with pytest.raises(UndecidedError):
        gap.sqrt()
    lazy = maximum([gap, 0])
    assert lazy.value is None and lazy.enclose(100).contains(0) and is_zero(lazy) is None


def mahler_height(p: sympy.Poly) -> float:
    """log M / degree of a minimal polynomial, in plain floats."""
    measure = abs(float(p.LC()))
    for z in p.nroots(n=30, maxsteps=500):
        measure *= max(1.0, abs(complex(z)))
    return math.log(measure) / p.degree()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (lambda: root(2) + root(3), "sqrt(2)+sqrt(3)"),
        (lambda: root(2) * root(3) - 1, "sqrt(2)*sqrt(3)-1"),
        (lambda: (1 + root(5)) / 2, "(1+sqrt(5))/2"),
        (lambda: 1 / (7 - root("3/5")), "1/(7-sqrt(Rational(3,5)))"),
        (lambda: (1 + root(2)).sqrt() * 3, "3*sqrt(1+sqrt(2))"),
        (lambda: root(2) / 8 + root(3) / 8 + Fraction(5, 8), "sqrt(2)/8+sqrt(3)/8+Rational(5,8)"),
        (lambda: abs(root(2) - 3) ** 3, "(3-sqrt(2))**3"),
    ],
)
def test_height_and_degree_bound_those_of_the_minimal_polynomial(ours, theirs):
    number = ours()
    x = sympy.Symbol("x")
    minimal = sympy.Poly(sympy.minimal_polynomial(sympy.sympify(theirs), x), x)
    assert minimal.degree() <= number.degree
    assert mahler_height(minimal) <= number.height + 1e-12
    value = sympy.N(sympy.sympify(theirs), 40)
    with precision(120):
        assert abs(number.enclose(120) - arb(str(value))) < arb("1e-30")


def test_random_sums_of_roots_have_the_sign_of_a_high_precision_value():
    rng = random.Random(5)
    for _ in range(40):
        terms = [(Fraction(rng.randint(-9, 9), rng.randint(1, 9)), rng.randint(1, 12)) for _ in range(3)]
        number = algebraic_sum([c * root(k) for c, k in terms])
        exact = sum((sympy.Rational(c.numerator, c.denominator) * sympy.sqrt(k) for c, k in terms), sympy.Integer(0))
        assert sign(number) == int(sympy.sign(exact))
