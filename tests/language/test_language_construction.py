"""What the language refuses: shapes that clash, numbers that are not exact, relations used as truth values."""

from decimal import Decimal
from fractions import Fraction

import pytest
import sympy

from lemmata.language import (
    Dim,
    Matrix,
    Rows,
    Scalar,
    ShapeError,
    Vector,
    cond,
    core,
    det,
    eigenform,
    entry,
    families,
    forall,
    kron,
    lam,
    lmax,
    lmin,
    norm2,
    real_eigenvalues,
    relations,
    s,
    slope,
    smax,
    sqrt,
    tr,
)
from lemmata.language.domains import MatrixDomain
from lemmata.language.matrices import MatrixTerm, product_of, same_dimension
from lemmata.language.specification import Domain
from lemmata.language.text import write
from tests.language.samples import A, B, L, M_o, N, W, X, d, eta, i, m, n, nu, rho, u

WIDE = Matrix("K", n, m)
TWO_BY_THREE, TWO_BY_TWO = Matrix("P", 2, 3), Matrix("Q", 2, 2)


@pytest.mark.parametrize(
    "build",
    [
        lambda: A + WIDE,
        lambda: A - WIDE,
        lambda: WIDE @ A,
        lambda: TWO_BY_TWO @ TWO_BY_THREE @ TWO_BY_TWO,
        lambda: TWO_BY_THREE + TWO_BY_TWO,
        lambda: TWO_BY_THREE @ TWO_BY_TWO,
        lambda: A @ A + WIDE,
        lambda: lam(WIDE),
        lambda: lmax(WIDE),
        lambda: lmin(TWO_BY_THREE),
        lambda: tr(WIDE),
        lambda: det(WIDE.T),
        lambda: real_eigenvalues(WIDE),
        lambda: relations.Relation(A, "==", WIDE),
        lambda: relations.chain(A, "==", A, "==", WIDE),
        lambda: relations.Relation(A, "==", rho),
        lambda: relations.Relation(rho, "<=", A),
        lambda: families.VStack(TWO_BY_THREE, TWO_BY_TWO),
    ],
)
def test_shapes_that_clash_are_refused_at_once(build):
    with pytest.raises(ShapeError):
        build()


@pytest.mark.parametrize(
    ("node", "shape"),
    [
        (WIDE, (n, m)),
        (WIDE.T, (m, n)),
        (WIDE @ WIDE.T, (n, n)),
        (rho * WIDE, (n, m)),
        (-WIDE, (n, m)),
        (WIDE + WIDE, (n, m)),
        (Vector("x", n), (n, 1)),
        (Rows("K", m, n) @ A, (m, n)),
        (kron(TWO_BY_THREE, TWO_BY_TWO), (4, 6)),
        (families.VStack(TWO_BY_THREE, TWO_BY_THREE), (4, 3)),
    ],
    ids=str,
)
def test_shapes(node, shape):
    assert tuple(node.shape) == shape


def test_shapes_of_symbolic_products_and_stacks():
    assert [write(x) for x in kron(WIDE, A).shape] == ["n * n", "m * n"]
    assert write(product_of(sympy.Integer(2), n)) == "2 * n"
    stack = families.StackOver(i, 1, L, WIDE)
    assert [write(x) for x in stack.shape] == ["L * n", "m"]
    assert [write(x) for x in W.product(L, i + 1).shape] == ["width(W, L)", "width(W, i + 1 - 1)"]


def test_dimensions_agree_as_polynomials():
    two, three = sympy.Integer(2), sympy.Integer(3)
    assert same_dimension(n, n) and same_dimension(two, two)
    assert (
        same_dimension(n + m, m + n) and same_dimension(2 * n - n, n) and same_dimension((n + 1) ** 2, n**2 + 2 * n + 1)
    )
    assert same_dimension(Dim("p", 3, 3), three)  # a dimension with one value is that value
    for a, b in [(n, m), (two, three), (n, two), (n + 1, m), (n + 1, n), (2 * n, n), (n * m, n), (n**2, n)]:
        assert not same_dimension(a, b) and not same_dimension(b, a)


def test_shapes_that_only_numbers_can_decide_are_left_open():
    assert same_dimension(families.Width(W, i), n)
    assert same_dimension(core.Min(n, m), n) and same_dimension(core.Max(n, m), m)
    assert same_dimension(n**99, m**99)  # too long to multiply out


def test_a_matrix_domain_must_say_its_shape():
    with pytest.raises(TypeError):
        _ = MatrixDomain().shape


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


@pytest.mark.parametrize("bound", [0.1, float("nan"), True, "0"])
def test_bounds_of_variables_are_exact(bound):
    with pytest.raises(TypeError):
        Scalar("x", bound, 1)
    with pytest.raises(TypeError):
        Dim("n", bound)


def test_fractions_are_kept_exactly():
    assert write(rho * Fraction(141, 100)) == "rho * (141/100)"
    assert core.quantity(Fraction(2, 4)) == sympy.Rational(1, 2)
    assert core.quantity(3) == sympy.Integer(3)
    assert core.quantity(core.pi) is sympy.pi


def test_powers_with_and_without_an_integer_literal():
    assert type(rho**-2) is core.Power and write(rho**-2) == "rho**(-2)"
    for power in (rho ** Fraction(1, 2), rho**eta, 2**n, sympy.Rational(1, 2) ** rho):
        assert type(power) is core.RealPower
    with pytest.raises(TypeError, match="RealPower"):
        core.Power(rho, eta)
    with pytest.raises(TypeError, match="Power"):
        core.RealPower(rho, 2)
    with pytest.raises(TypeError, match="A @ A"):
        A**2


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


def test_python_turns_a_number_on_the_left_round_and_chain_does_not():
    assert write(rho >= 1) == "rho >= 1"
    assert write(relations.chain(1, "<=", rho)) == "1 <= rho"


@pytest.mark.parametrize("op", ["=<", "=", "!=", "≤", "", "in"])
def test_unknown_relations_are_refused(op):
    with pytest.raises(ValueError, match="unknown relation"):
        relations.Relation(rho, op, 1)


@pytest.mark.parametrize("parts", [(), (rho,), (rho, "<="), (rho, "<=", 1, "<")])
def test_incomplete_chains_are_refused(parts):
    with pytest.raises(ValueError, match="chain"):
        relations.chain(*parts)


@pytest.mark.parametrize("parts", [(rho <= 1,), (i, rho <= 1), (i, 1, rho <= 1), (i, 1, n, 2, rho <= 1)])
def test_incomplete_quantifiers_are_refused(parts):
    with pytest.raises(ValueError, match="forall"):
        forall(*parts)


def test_atoms_know_their_arguments():
    for atom in (s, smax, cond, norm2):
        assert isinstance(atom(WIDE).argument, MatrixTerm) and atom(WIDE).argument == WIDE
    assert s(A).vector and lam(N).vector and not smax(A).vector
    assert s(A, 2) == entry(s(A), 2) and lam(N, i) == entry(lam(N), i)
    assert lam(M_o + M_o.T).spec.domain is Domain.SYMMETRIC and s(A).spec.domain is Domain.ALL


def test_a_matrix_plus_a_number_says_what_to_write():
    with pytest.raises(TypeError, match=r"c \* I\(n\)"):
        A + rho
    with pytest.raises(TypeError, match="A @ B"):
        A * B


def test_variables_of_networks_are_no_numbers():
    with pytest.raises(TypeError):
        core.quantity(nu)
    assert core.quantity(u) is u
    assert X.shape == (d, m)
