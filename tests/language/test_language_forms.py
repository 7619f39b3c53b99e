"""Symmetric by form: never claimed of a matrix that is not symmetric, recognised where papers rely on it."""

import random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.language import (
    Diagonal,
    Id,
    Layers,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Scalar,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
    Vector,
    domains,
    had,
    inv,
    relu,
    symmetric_by_form,
    variable,
)
from lemmata.language.forms import diagonal_by_form
from lemmata.language.text import write
from lemmata.language.variables import Dim, Index
from tests import table
from tests.language.explicit import lower
from tests.language.samples import read

n, m = Dim("n"), Dim("m")
A, B, R = Matrix("A", n, n), Matrix("B", n, n), Matrix("R", n, m)
N, H, C = Symmetric("N", n), Psd("H", n), PositiveDefinite("C", n)
D, P, E = Diagonal("D", n), Projection("P", n), Signs("E", n)
K, Q, U = SkewSymmetric("K", n), Orthogonal("Q", n), Upper("U", n)
x, y = Vector("x", n), Vector("y", n)
rho, eta = Scalar("rho"), Scalar("eta")
W, layer = Layers("W", Dim("L"), n, m, n), Index("l")

NAMES = {leaf.name: leaf for leaf in (n, m, A, B, R, N, H, C, D, P, E, K, Q, U, x, y, rho, eta, W)} | {"layer": layer}
TABLE = table(__file__, "forms.toml")
SYMMETRIC, NOT_SYMMETRIC = ([read(typed, **NAMES) for typed in TABLE[key]] for key in ("symmetric", "others"))


@pytest.mark.parametrize("node", SYMMETRIC, ids=write)
def test_symmetric_by_form(node):
    assert symmetric_by_form(node)
    assert symmetric_by_form(node.T) and symmetric_by_form(-(2 * node))


@pytest.mark.parametrize("node", NOT_SYMMETRIC, ids=write)
def test_not_symmetric_by_form(node):
    assert not symmetric_by_form(node)
    assert not symmetric_by_form(node.T)


ORDER = 2
LEAVES = {
    leaf.name: leaf
    for leaf in (
        Matrix("A", ORDER, ORDER), Symmetric("N", ORDER), Symmetric("H", ORDER), Diagonal("D", ORDER),
        Projection("P", ORDER), Signs("E", ORDER), SkewSymmetric("K", ORDER), Upper("U", ORDER),
        variable("G", domains.Nonnegative(Id(ORDER).args[0], Id(ORDER).args[0])),
    )
}  # fmt: skip


def member(name: str, rows: int, cols: int) -> sympy.Matrix:
    """A generic integer member of the leaf's domain."""
    draw = random.Random(name)
    free = sympy.Matrix(rows, cols, lambda r, c: draw.randint(1, 99))
    kept = {
        domains.SymmetricMatrices: free + free.T,
        domains.DiagonalMatrices: sympy.diag(*free[:rows]),
        domains.Projection: sympy.diag(1, *[0] * (rows - 1)),
        domains.Signs: sympy.diag(-1, *[1] * (rows - 1)),
        domains.Skew: free - free.T,
        domains.Upper: free.upper_triangular(),
    }
    return kept.get(type(LEAVES[name].domain), free)


def _grown(inner):
    pair = st.tuples(inner, inner)
    return st.one_of(
        pair.map(lambda p: p[0] + p[1]),
        pair.map(lambda p: p[0] - p[1]),
        pair.map(lambda p: p[0] @ p[1]),
        pair.map(lambda p: p[0] @ p[1] @ p[0].T),
        pair.map(lambda p: had(*p)),
        inner.map(lambda a: a.T),
        inner.map(lambda a: a + a.T),
        inner.map(lambda a: 2 * a),
        inner.map(relu),
        inner.map(lambda a: inv(a.T @ a + Id(ORDER))),
    )


@settings(max_examples=300, deadline=None)
@given(st.recursive(st.sampled_from(list(LEAVES.values())), _grown, max_leaves=6))
def test_what_is_symmetric_by_form_is_symmetric_at_a_generic_member(node):
    if symmetric_by_form(node):
        value = lower(node, member)
        assert value == value.T
    if diagonal_by_form(node):
        assert lower(node, member).is_diagonal()
