"""Symmetric by form: never claimed of a matrix that is not symmetric, recognised where papers rely on it."""

import random

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.language import (
    ActivationPattern,
    Diagonal,
    GradientGram,
    Id,
    Layers,
    Matrix,
    MatSumOver,
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
    absm,
    column,
    diag,
    domains,
    expm,
    had,
    inv,
    kron,
    logm,
    ones,
    relu,
    s,
    sqrtm,
    sym,
    symmetric_by_form,
    variable,
)
from lemmata.language.forms import diagonal_by_form
from lemmata.language.text import write
from lemmata.language.variables import Dim, Index
from tests.language.explicit import lower

n, m = Dim("n"), Dim("m")
A, B, R = Matrix("A", n, n), Matrix("B", n, n), Matrix("R", n, m)
N, H, C = Symmetric("N", n), Psd("H", n), PositiveDefinite("C", n)
D, P, E = Diagonal("D", n), Projection("P", n), Signs("E", n)
K, Q, U = SkewSymmetric("K", n), Orthogonal("Q", n), Upper("U", n)
x, y = Vector("x", n), Vector("y", n)
rho, eta = Scalar("rho"), Scalar("eta")
W, layer = Layers("W", Dim("L"), n, m, n), Index("l")

SYMMETRIC = [
    N, H, C, D, P, E, Id(n), ones(n, n), A + A.T, A.T @ A, R @ R.T, sym(A), A @ B + B.T @ A.T, A @ N @ A.T, P @ N @
    P, D @ P, D @ P @ E, P @ N @ P + 2 * D, rho * N, (rho + eta) * (eta * (N + H)), -N, N - H, N.T, (A + A.T).T, A
    - -A.T, N @ H @ N, N @ H + H @ N, A @ K.T + K @ A.T, K @ K, K.T @ N @ K, (Q @ D @ Q.T), Q.T @ N @ Q, inv(N),
    inv(A + A.T), inv(A).T @ inv(A), inv(A.T) @ inv(A), expm(N), expm(A) @ expm(A.T), expm(A + A.T), logm(A),
    sqrtm(A.T @ A), absm(R), had(N, H), had(A, A.T), had(A, B) + had(B.T, A.T), had(D, A), relu(N), relu(A + A.T),
    relu(A) + relu(A.T), kron(N, H), kron(A.T @ A, D), diag(x), diag(s(A)), diag(x) @ N @ diag(x), D @ diag(x), x @
    x.T, x @ y.T + y @ x.T, x.T @ A @ y, (x.T @ A @ x) @ (x.T @ A @ x), N @ (3 * P) + P @ N * 3, inv(N) @ (Id(n) -
    N), N @ N @ N, N @ inv(N + rho * Id(n)) @ N, (N - H) @ A @ (H - N) + (H - N) @ A.T @ (N - H), ones(n, m) @
    ones(m, n), R @ ones(m, m) @ R.T, GradientGram(W, R), MatSumOver(layer, 1, 2, W.layer(layer).T @
    W.layer(layer)), ActivationPattern("J", m, n, eta), A - A, D @ expm(P) @ inv(D), kron(D, P) @ kron(P, D),
    column(s(A)) @ column(s(A)).T, (rho * (N + H)) @ (N + H), 2 * (N - H) @ (N - H), (A - A.T) @ (A - A.T),
]  # fmt: skip

NOT_SYMMETRIC = [
    A, A.T, K, Q, U, A @ A, N @ H, N @ D, P @ N, A @ B + B @ A, A.T @ B, A @ A.T @ B, A @ K.T - K @ A.T, P @ N @ D,
    N @ H - H @ N, A - A.T, inv(A), expm(A), expm(K), inv(N @ H), N @ inv(H), had(A, N), relu(A), relu(K), kron(A,
    N), kron(N, K), K + N, rho * A, R @ ones(m, n), ones(n, m) @ R.T, x @ y.T, A + rho * A.T, 2 * A + 3 * A.T, N @
    A @ N, diag(x) @ N, D @ A, expm(N) @ P, A @ (A + A.T), MatSumOver(layer, 1, 2, W.layer(layer)), R @ R.T @ N, R,
    R.T, x, column(s(A)) @ x.T, (N - H) @ A @ (N - H), (rho * (N + H)) @ (N - H), (A - A.T) @ (N + H),
]  # fmt: skip


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
