"""Exact zero tests: identities proved, near-misses refuted, too expensive ones left open, bounds truly bounds."""

import math
import random
from fractions import Fraction

import pytest
import sympy  # type: ignore[import-untyped]
from flint import arb, fmpz_poly

from lemmata.evaluate.algebraic_numbers import AlgebraicInterpreter
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import Unavailable
from lemmata.evaluate.number_fields import Algebraic, Numbers, maximum, rational, total
from lemmata.language import lam, smax
from lemmata.language.instance import Instance
from lemmata.linalg.characteristic import gram, integer_scaling, order_factor_roots, spectrum_factors
from lemmata.linalg.convert import to_fmpq_mat
from lemmata.linalg.precision import precision
from tests.evaluate.atom_tables import A

numbers = Numbers()


def root(k) -> Algebraic:
    return numbers.root(rational(k))


def product(numbers) -> Algebraic:
    result = rational(1)
    for x in numbers:
        result = result * x
    return result


def eigenvalues(A) -> list[Algebraic]:
    """Eigenvalues, descending, of a rational symmetric matrix."""
    return [numbers.eigenvalue(f, k) for f, k in order_factor_roots(spectrum_factors(*integer_scaling(A)))]


def singular_values(A) -> list[Algebraic]:
    """The min(r, c) singular values, descending, of a rational matrix."""
    N, d = integer_scaling(A)
    return [numbers.root(numbers.eigenvalue(f, k)) for f, k in order_factor_roots(spectrum_factors(gram(N), d * d))]


def test_surds_with_equality():
    assert (root(2) * root(3) - root(6)).sign() == 0
    assert (root(8) - 2 * root(2)).sign() == 0
    assert ((root(5) + 2 * root(6)) ** 2 - 29 - 4 * root(30)).sign() == 0
    nested = numbers.root(5 + 2 * root(6))
    assert (nested - root(2) - root(3)).sign() == 0
    assert (1 / (root(3) - root(2)) - root(3) - root(2)).sign() == 0


def test_surds_with_near_equality_are_told_apart():
    assert (root(2) + root(3) - "3.1462643699").sign() == 1
    assert ("3.14626436995" - root(2) - root(3)).sign() == 1
    with precision(4000):
        digits = (arb(2).sqrt() + arb(3).sqrt()).str(900, radius=False)
    close = root(2) + root(3) - digits
    assert close.sign() == 1, "agrees to 900 digits and is still another number"
    nearly = numbers.root(5 + 2 * root(6)) - root(2) - root(3) + Fraction(1, 2**500)
    assert nearly.sign() == 1


def test_product_of_singular_values_is_the_determinant():
    s = singular_values(to_fmpq_mat([[1, 2], [3, 4]]))
    assert (s[0] * s[1] - 2).sign() == 0
    assert (s[0] * s[1] - "2.0000000000000000000000000000000000000000001").sign() == -1
    assert (s[0] ** 2 + s[1] ** 2 - 30).sign() == 0
    rng = random.Random(0)
    for n in (2, 3):
        A = to_fmpq_mat([[Fraction(rng.randint(-4, 4), rng.randint(1, 2)) for _ in range(n)] for _ in range(n)])
        gap = product(singular_values(A)) - abs(rational(A.det()))
        assert gap.sign() == 0
        assert (gap - Fraction(1, 10**60)).sign() == -1


def test_rational_and_repeated_eigenvalues_are_recognised():
    values = eigenvalues(to_fmpq_mat([[2, 0, 0], [0, 2, 0], [0, 0, 3]]))
    assert [v.value for v in values] == [3, 2, 2]
    repeated = eigenvalues(to_fmpq_mat([[0, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1]]))
    assert (repeated[0] - repeated[1]).value == 0
    assert (repeated[1] - repeated[2]).sign() == 1
    deficient = singular_values(to_fmpq_mat([[1, 2], [2, 4], [3, 6]]))
    assert deficient[1].value == 0 and (deficient[0] - root(70)).value == 0
    assert [v.value for v in singular_values(to_fmpq_mat([[0, 3], [-4, 0]]))] == [4, 3]


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_symmetric_functions_of_all_roots_are_rational(n):
    rng = random.Random(n)
    rows = [[rng.randint(-4, 4) for _ in range(n)] for _ in range(n)]
    A = to_fmpq_mat([[rows[i][j] + rows[j][i] for j in range(n)] for i in range(n)])
    values = eigenvalues(A)
    assert (total(values) - sum(A[i, i] for i in range(n))).sign() == 0
    assert (total([x * x for x in values]) - sum(x * x for x in A.entries())).sign() == 0
    assert (product(values) - A.det()).sign() == 0
    assert (values[0] + values[1] - total(values[2:])).sign() != 0
    assert (values[0] - values[1]).sign() == 1


def test_negative_roots_and_mirrored_polynomials():
    f = fmpz_poly([-1, -3, 0, 1])  # x^3 - 3x - 1 has one positive root and two negative ones
    mirrored = fmpz_poly([1, -3, 0, 1])
    for i in range(3):
        assert (numbers.eigenvalue(f, i) + numbers.eigenvalue(mirrored, 2 - i)).value == 0
    assert total(numbers.eigenvalue(f, i) for i in range(3)).sign() == 0


def test_the_larger_of_two_is_decided_with_exact_ties():
    x, y = root(2) * root(3), root(6)
    assert maximum(x, y) is x, "a tie keeps the first"
    assert maximum(rational(1), root(3)).enclose(60).overlaps(arb(3).sqrt())
    assert abs(1 - root(2)).enclose(60) > 0


def test_undecidable_within_the_budget_is_none_and_not_a_guess():
    rng = random.Random(4)
    A = to_fmpq_mat([[rng.randint(-9, 9) for _ in range(6)] for _ in range(6)])
    gap = product(singular_values(A)) - abs(rational(A.det()))
    assert gap.gap_bits() > 20000 and gap.sign() is None
    assert (gap + Fraction(1, 10**50)).sign() == 1
    with pytest.raises(Unavailable):
        1 / gap
    with pytest.raises(Unavailable):
        numbers.root(gap)
    kept = maximum(gap, rational(0))
    assert kept.value is None and kept.enclose(100).contains(0) and kept.sign() is None and (kept - kept).value == 0


def test_a_number_known_by_balls_alone_equals_itself_and_no_other():
    x, y = (numbers.opaque(lambda bits: arb(2).sqrt()) for _ in range(2))
    assert (x * 3 - x - x - x).value == 0 and (numbers.root(x) ** 2 - x).value == 0
    assert (x - y).sign() is None and (x * x - 2).sign() is None and (x - 1).sign() == 1


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
        (lambda: 7 - root("3/5"), "7-sqrt(Rational(3,5))"),
        (lambda: numbers.root(1 + root(2)) * 3, "3*sqrt(1+sqrt(2))"),
        (lambda: root(2) / 8 + root(3) / 8 + Fraction(5, 8), "sqrt(2)/8+sqrt(3)/8+Rational(5,8)"),
        (lambda: abs(root(2) - 3) ** 3, "(3-sqrt(2))**3"),
    ],
)
def test_the_gap_is_no_larger_than_the_minimal_polynomial_allows(ours, theirs):
    number = ours()
    x = sympy.Symbol("x")
    minimal = sympy.Poly(sympy.minimal_polynomial(sympy.sympify(theirs), x), x)
    assert minimal.degree() * mahler_height(minimal) <= number.gap_bits() * math.log(2) + 1e-12
    value = sympy.N(sympy.sympify(theirs), 40)
    with precision(120):
        assert abs(number.enclose(120) - arb(str(value))) < arb("1e-30")


def test_random_sums_of_roots_have_the_sign_of_a_high_precision_value():
    rng = random.Random(5)
    for _ in range(40):
        terms = [(Fraction(rng.randint(-9, 9), rng.randint(1, 9)), rng.randint(1, 12)) for _ in range(3)]
        number = total([c * root(k) for c, k in terms])
        exact = sum((sympy.Rational(c.numerator, c.denominator) * sympy.sqrt(k) for c, k in terms), sympy.Integer(0))
        assert number.sign() == int(sympy.sign(exact))


def test_a_root_over_the_square_root_of_an_eigenvalue_counts_its_degree() -> None:
    """In lambda + sqrt(s + 1) with s**2 = lambda = 2 + sqrt(3), of degree 8, only even powers of s are written."""
    fresh = Numbers()
    eigenvalue = fresh.eigenvalue(fmpz_poly([1, -4, 1]), 0)
    x = eigenvalue + fresh.root(fresh.root(eigenvalue) + 1)
    above, _ = fresh.fraction(x)
    assert fresh.gap_bits(above) * math.log(2) >= 8 * fresh.height(above)
    assert fresh.gap_bits(fresh.fraction(eigenvalue)[0]) * math.log(2) < 3 * fresh.height(fresh.fraction(eigenvalue)[0])


def test_field_arithmetic_against_balls() -> None:
    """Random rational functions of spectra of one matrix: canonical forms and plain ball arithmetic overlap."""
    rng = random.Random(5)
    for _ in range(20):
        rows = [[Fraction(rng.randint(-4, 4)) for _ in range(3)] for _ in range(3)]
        interpreter = AlgebraicInterpreter(ExactInterpreter(Instance({}, {"A": rows})))
        x, y = interpreter.quantity(smax(A(3, 3)))[0], interpreter.quantity(lam(A(3, 3) + A(3, 3).T))[0]
        if x.sign() == 0:
            continue
        multiply, add = interpreter.multiply, interpreter.add
        value = interpreter.divide(add([multiply(x, x), multiply(y, x), y]), add([interpreter.power(x, 3), x]))
        a, b = x.enclose(300), y.enclose(300)
        assert value.enclose(300).overlaps((a * a + b * a + b) / (a**3 + a))
