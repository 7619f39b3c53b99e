"""Ball, exact and algebraic values of matrix functions: the table of known values, nesting, and what forms say."""

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from sympy import Integer, exp, pi

from lemmata import language as lang
from lemmata.evaluate.algebraic_numbers import AlgebraicInterpreter
from lemmata.evaluate.balls import BallInterpreter, known_symmetric, rank_by_form, semidefinite_by_form
from lemmata.evaluate.exact import ExactInterpreter, Irrational
from lemmata.evaluate.interpreter import Unavailable, Undecided, Undefined
from lemmata.language import sqrt as square_root
from lemmata.language.instance import Instance
from lemmata.language.matrices import MatrixTerm
from lemmata.linalg.precision import precision
from tests.evaluate.atom_tables import FORMS as FORMS_OF_ATOMS
from tests.evaluate.atom_tables import FUNCTIONS, ONES, SHIFT, UPPER, A, Row, X, read, row
from tests.evaluate.atom_tables import TABLE as ATOMS
from tests.oracles.high_precision import evaluate

# Functions of functions: the inner value is not rational, so these are matters of balls and of exact forms.
NESTED = [*read("nested"), row("inverse of exp", lang.inv(lang.expm(A(1, 1))), {"A": [[2]]}, exp(-2))]
TABLES = [*ATOMS, *FUNCTIONS]
ALL = [*TABLES, *NESTED]
# What has no exact form: complex or defective exponentials, infinity, and constants that are not algebraic.
INEXACT = {
    "exponential of a turn", "exponential Jordan", "rho of exp of a turn", "column of a constant vector",
    "lam not symmetric inside", "root of a negative exp",
    "numerical radius of an ellipse", "rational and pi", "gap order 1 compares",
}  # fmt: skip
# Rows of rational value that are not found without irrational numbers.
NO_RATIONAL_ROUTE = {
    "rho cyclic", "rho of a turn", "rho complex", "gap order 1 compares",
    *(row.name for row in FORMS_OF_ATOMS if row.name != "derivative matrix"),
}  # fmt: skip


def balls(instance: Instance, bits: int = 128) -> BallInterpreter:
    return BallInterpreter(ExactInterpreter(instance), bits)


def entries(interpreter: Any, node: Any) -> list[Any]:
    """Entries of a quantity or, row by row, of a matrix."""
    if not isinstance(node, MatrixTerm):
        return interpreter.quantity(node)
    table = interpreter.matrix(node)
    rows = table if isinstance(table, list) else table.tolist()
    return [x for row in rows for x in row]


def reference(decimal: str, digits: int) -> arb:
    """A ball around a decimal that is correct to ``digits`` digits."""
    with precision(400):
        x = arb(decimal)
        return x + arb(0, abs(x) * arb(10) ** -digits)


def enclosed(row: Row, bits: int, exact: int) -> None:
    """The balls of a row hold its known values and are as narrow as so many bits; without values they refuse."""
    interpreter = balls(row.instance, bits)
    if row.expected is None:
        with pytest.raises(Undefined):
            entries(interpreter, row.expression)
        return
    got = entries(interpreter, row.expression)
    assert len(got) == len(row.expected)
    with precision(400):
        for x, decimal in zip(got, row.decimals(90), strict=True):
            assert arb(x).overlaps(reference(decimal, 85))
            assert arb(x).rad() <= arb(2) ** -exact * (1 + abs(arb(x)).mid())


@pytest.mark.parametrize("row", ALL, ids=lambda r: r.name)
def test_balls_enclose_the_table(row: Row) -> None:
    for bits in (64, 256):
        lasting = {"rho of exp Jordan": bits // 2 + 6, "numerical radius of an ellipse": 80}  # where its search ends
        enclosed(row, bits, min(bits - 8, lasting.get(row.name, bits)))


@pytest.mark.parametrize("row", ALL, ids=lambda r: r.name)
def test_algebraic_values_of_the_table(row: Row) -> None:
    interpreter = AlgebraicInterpreter(ExactInterpreter(row.instance))
    if row.name in INEXACT or row.expected is None:
        with pytest.raises(Unavailable if row.name in INEXACT else Undefined):
            entries(interpreter, row.expression)
        return
    got = entries(interpreter, row.expression)
    assert len(got) == len(row.expected)
    for x, known, decimal in zip(got, row.expected, row.decimals(90), strict=True):
        assert x.enclose(256).overlaps(reference(decimal, 85))
        if known.is_Rational:
            value = interpreter.constant(fmpq(int(known.p), int(known.q)))
            assert interpreter.sign(interpreter.add([x, interpreter.negate(value)])) == 0
            assert row not in ATOMS or str(x.value) == str(known)


def test_rational_values_of_the_table() -> None:
    for known in TABLES:
        exact, error = ExactInterpreter(known.instance), Undefined if known.expected is None else None
        if known.name in NO_RATIONAL_ROUTE or known.expected and not all(x.is_Rational for x in known.expected):
            error = Irrational
        try:
            found = [str(x) for x in entries(exact, known.expression)]
        except (Irrational, Undefined) as refused:
            assert type(refused) is error, known.name
        else:
            assert error is None and known.expected and found == [str(x) for x in known.expected], known.name


def test_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        ExactInterpreter(Instance({}, {})).quantity(lang.smax(A(2, 2)))


def test_nothing_is_guessed() -> None:
    """What balls cannot tell stays undecided: a singular sum, an inexact root that may be indefinite."""
    at = Instance({}, {"A": [[Fraction(2), Fraction(0)], [Fraction(0), Fraction(3)]], "x": Fraction(1)})
    c = square_root(2 * X) - 2 / square_root(2 * X)  # zero, but no ball shows it
    for node in (lang.inv(c * A(2, 2)), lang.logm(c * lang.Symmetric("A", 2)), lang.sqrtm(c * lang.Symmetric("A", 2))):
        with pytest.raises(Undecided):
            balls(at).matrix(node)
    with pytest.raises(Undecided):  # symmetric as a value, but neither form nor algebra shows it
        balls(at).quantity(lang.lmax(lang.expm(A(2, 2)) @ (pi * lang.Id(2))))
    with pytest.raises(Undecided):
        balls(at).quantity(lang.rank(c * A(2, 2) + pi * c * A(2, 2)))


def test_asymmetric_balls_are_refused() -> None:
    at = Instance({}, {"A": [[Fraction(1), Fraction(1)], [Fraction(0), Fraction(2)]]})
    for node in (
        lang.lmax(lang.expm(A(2, 2))),
        lang.tr(lang.sqrtm(lang.expm(A(2, 2)))),
        lang.tr(lang.logm(pi * A(2, 2))),
    ):
        with pytest.raises(Undefined):
            balls(at).quantity(node)


def test_overflow_is_undecided() -> None:
    at = Instance({}, {"A": [[Fraction(10**9), Fraction(1)], [Fraction(1), Fraction(0)]]})
    with pytest.raises(Undecided):
        balls(at).quantity(lang.smax(lang.expm(A(2, 2))))
    assert balls(at).quantity(lang.tr(lang.expm(A(2, 2))))[0] > 10**300  # no spectrum is read off here
    small = Instance({}, {"A": [[Fraction(-(10**6)), Fraction(0)], [Fraction(0), Fraction(1)]]})
    values = balls(small).quantity(lang.s(lang.expm(A(2, 2))))
    assert values[0] > 2 and values[1].contains(0)


FORMS: list[tuple[Any, bool, bool, int | None]] = [
    (lang.expm(A(3, 3)), False, False, 3),
    (lang.expm(lang.sym(A(3, 3))), True, True, 3),
    (lang.sqrtm(lang.Psd("G", 3)), True, True, 1),
    (lang.absm(A(3, 3)), True, True, 2),
    (-lang.absm(A(3, 3)), True, False, 2),
    (lang.expm(A(3, 3)) @ lang.expm(A(3, 3)).T, True, True, 3),
    (lang.expm(A(3, 3)).T @ lang.sqrtm(lang.Psd("G", 3)) @ lang.expm(A(3, 3)), True, True, 1),
    (lang.absm(A(3, 3)) + lang.sqrtm(lang.Psd("G", 3)), True, True, None),
    (lang.had(lang.absm(A(3, 3)), lang.sqrtm(lang.Psd("G", 3))), True, True, None),
    (lang.absm(A(3, 3)) - lang.sqrtm(lang.Psd("G", 3)), True, False, None),
    (pi * A(3, 3) + pi * A(3, 3).T, True, False, None),
    (pi * lang.ones(3, 3), True, True, 1),
    (lang.absm(A(3, 3)) @ lang.inv(lang.expm(A(3, 3))), False, False, 2),
    (lang.expm(lang.Symmetric("G", 3)) @ (lang.expm(lang.Symmetric("G", 3)) + lang.Id(3)), True, False, None),
]


@pytest.mark.parametrize(("node", "symmetric", "semidefinite", "order"), FORMS, ids=[str(x[0]) for x in FORMS])
def test_what_forms_say(node: Any, symmetric: bool, semidefinite: bool, order: int | None) -> None:
    at = Instance({}, {"A": [[Fraction(x) for x in r] for r in SHIFT], "G": [[Fraction(x) for x in r] for r in ONES]})
    interpreter = balls(at)
    assert known_symmetric(interpreter, node) == symmetric
    assert semidefinite_by_form(interpreter, node) == semidefinite
    assert rank_by_form(interpreter, node) == order


def test_tables_of_numbers_are_symmetric_by_their_values_and_not_semidefinite_for_that() -> None:
    def table(upper: Any, lower: Any) -> Any:
        return lang.block([[2 * lang.Id(1), upper * lang.Id(1)], [lower * lang.Id(1), 2 * lang.Id(1)]])

    at = Instance({}, {"A": [[Fraction(x) for x in r] for r in SHIFT], "x": Fraction(3)})
    interpreter, square = balls(at), A(3, 3) @ A(3, 3).T + 2 * lang.Id(3)
    mirrored = [lang.entry(square @ lang.Unit(Integer(3), Integer(j)), i) for i, j in ((1, 2), (2, 1))]
    assert known_symmetric(interpreter, table(*(square_root(X + c) for c in mirrored)))
    assert not known_symmetric(interpreter, table(square_root(X + mirrored[0]), square_root(X + 1 + mirrored[0])))
    one = lang.block([[lang.Id(1), square_root(X) * lang.Id(1)], [square_root(X) * lang.Id(1), lang.Id(1)]])
    assert known_symmetric(interpreter, one)
    indefinite = table(square_root(X) + 2, 2 + square_root(X))  # eigenvalues of both signs
    assert known_symmetric(interpreter, indefinite) and not semidefinite_by_form(interpreter, indefinite)
    with pytest.raises(Undefined):
        interpreter.matrix(lang.sqrtm(indefinite))


def test_tables_are_symmetric_where_entries_are_norms_of_a_matrix_and_its_transpose_or_traces_of_turned_products() -> (
    None
):
    def table(upper: Any, lower: Any) -> Any:
        return lang.block([[2 * lang.Id(1), upper * lang.Id(1)], [lower * lang.Id(1), 2 * lang.Id(1)]])

    interpreter = balls(Instance({}, {"A": [[Fraction(x) for x in r] for r in UPPER]}))
    fixed, whole = lang.sqrtm(A(2, 2) @ A(2, 2).T), lang.expm(A(2, 2))
    assert known_symmetric(interpreter, table(lang.normN(fixed @ whole), lang.normN(whole.T @ fixed)))
    assert known_symmetric(interpreter, table(lang.tr(fixed @ whole @ A(2, 2)), lang.tr(A(2, 2) @ fixed @ whole)))
    assert not known_symmetric(interpreter, table(lang.normN(fixed @ whole), lang.normN(fixed @ whole.T)))
    assert not known_symmetric(interpreter, table(lang.normN(fixed @ whole), lang.norm2(whole.T @ fixed)))
    assert not known_symmetric(interpreter, table(lang.tr(fixed @ whole @ A(2, 2)), lang.tr(whole @ fixed @ A(2, 2))))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("graded", [False, True])
def test_values_at_sixty_digits_lie_in_the_balls_which_shrink_as_bits_are_added(seed: int, graded: bool) -> None:
    rng = random.Random(seed)
    n = rng.choice([1, 2, 3, 4])

    def number(k: int) -> Fraction:
        return Fraction(rng.randint(-9, 9), rng.randint(1, 5)) * (Fraction(1, 10 ** (4 * k)) if graded else 1)

    at = Instance({}, {"A": [[number(i) for _ in range(n)] for i in range(n)]})
    M, G = A(n, n), A(n, n).T @ A(n, n) + lang.Id(n)
    for node in (lang.expm(M), lang.sqrtm(G), lang.logm(G), lang.inv(G)):
        known = [reference(mpmath.nstr(x, 60), 50) for row in evaluate(node, at, 70).tolist() for x in row]
        radii = []
        for bits in (64, 128):
            values = entries(balls(at, bits), node)
            with precision(bits + 16):
                enclosure = [arb(x) for x in values]  # of rational values, too
            with precision(400):
                assert all(x.overlaps(y + arb(0, arb(10) ** -50)) for x, y in zip(enclosure, known, strict=True))
            radii.append(max((x.rad() for x in enclosure), key=float))
        assert radii[1] <= radii[0] * arb(2) ** -50
