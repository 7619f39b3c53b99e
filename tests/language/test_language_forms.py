"""Symmetric by form: never claimed of a matrix that is not symmetric, recognised where papers rely on it."""

import random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata import language as lang
from lemmata.language import domains
from lemmata.language.forms import diagonal_by_form
from lemmata.language.text import write
from lemmata.language.variables import Dim, Index
from tests import table
from tests.language.explicit import lower
from tests.language.samples import read

n, m = Dim("n"), Dim("m")
A, B, R = lang.Matrix("A", n, n), lang.Matrix("B", n, n), lang.Matrix("R", n, m)
N, H, C = lang.Symmetric("N", n), lang.Psd("H", n), lang.PositiveDefinite("C", n)
D, P, E = lang.Diagonal("D", n), lang.Projection("P", n), lang.Signs("E", n)
K, Q, U = lang.SkewSymmetric("K", n), lang.Orthogonal("Q", n), lang.Upper("U", n)
x, y = lang.Vector("x", n), lang.Vector("y", n)
rho, eta = lang.Scalar("rho"), lang.Scalar("eta")
W, layer = lang.Layers("W", Dim("L"), n, m, n), Index("l")

NAMES = {leaf.name: leaf for leaf in (n, m, A, B, R, N, H, C, D, P, E, K, Q, U, x, y, rho, eta, W)} | {"layer": layer}
TABLE = table(__file__, "forms.toml")
SYMMETRIC, NOT_SYMMETRIC = ([read(typed, **NAMES) for typed in TABLE[key]] for key in ("symmetric", "others"))


@pytest.mark.parametrize("node", SYMMETRIC, ids=write)
def test_symmetric_by_form(node):
    assert lang.symmetric_by_form(node)
    assert lang.symmetric_by_form(node.T) and lang.symmetric_by_form(-(2 * node))


@pytest.mark.parametrize("node", NOT_SYMMETRIC, ids=write)
def test_not_symmetric_by_form(node):
    assert not lang.symmetric_by_form(node)
    assert not lang.symmetric_by_form(node.T)


ORDER = 2
LEAVES = {
    leaf.name: leaf
    for leaf in (
        lang.Matrix("A", ORDER, ORDER), lang.Symmetric("N", ORDER), lang.Symmetric("H", ORDER),
        lang.Diagonal("D", ORDER), lang.Projection("P", ORDER), lang.Signs("E", ORDER),
        lang.SkewSymmetric("K", ORDER), lang.Upper("U", ORDER),
        lang.variable("G", domains.Nonnegative(lang.Id(ORDER).args[0], lang.Id(ORDER).args[0])),
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
        pair.map(lambda p: lang.had(*p)),
        inner.map(lambda a: a.T),
        inner.map(lambda a: a + a.T),
        inner.map(lambda a: 2 * a),
        inner.map(lang.relu),
        inner.map(lambda a: lang.inv(a.T @ a + lang.Id(ORDER))),
    )


@settings(max_examples=300, deadline=None)
@given(st.recursive(st.sampled_from(list(LEAVES.values())), _grown, max_leaves=6))
def test_what_is_symmetric_by_form_is_symmetric_at_a_generic_member(node):
    if lang.symmetric_by_form(node):
        value = lower(node, member)
        assert value == value.T
    if diagonal_by_form(node):
        assert lower(node, member).is_diagonal()
