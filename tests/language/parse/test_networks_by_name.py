"""Networks, Jacobians, gradients and Hessians by name, held against differences of floats."""

import pytest
import torch

from lemmata.evaluate.floats import evaluate
from lemmata.language.defined import unfolded
from lemmata.language.instantiate import substitute
from lemmata.language.parse import ReadingError, read_claim
from lemmata.language.parse.declarations import read_variables

SIZES = {"n": 3, "m": 4}
LET = {"n": "integer(2, 4)", "m": "integer(1, 4)", "L": "integer(1, 3)", "W": "layers(L, n, m, n)"}
LET |= {"A": "real(m, n)", "B": "real(n, m)", "S": "symmetric(n)", "x": "real(n, 1)", "z": "real(m, 1)", "t": "real"}
NAMES = read_variables(LET)
STEP = 1e-6


def values():
    draw = torch.Generator().manual_seed(7)
    shapes = {"A": (4, 3), "B": (3, 4), "x": (3, 1), "z": (4, 1)}
    env = {name: torch.randn(1, *shape, generator=draw, dtype=torch.float64) for name, shape in shapes.items()}
    square = torch.randn(3, 3, generator=draw, dtype=torch.float64)
    return env | {"S": ((square + square.T) / 2)[None], "t": torch.tensor([0.3], dtype=torch.float64)}


def floats(typed, env):
    """The value of an expression, as a column or a matrix."""
    side = read_claim(f"{typed} == {typed}", NAMES).args[0]
    out = evaluate(unfolded(substitute(side, SIZES)), env)[0]
    return out.reshape(-1, 1) if out.dim() < 2 else out


def differences(typed, along):
    """Central differences along every entry, those of a matrix column by column."""
    columns, env = [], values()
    flat = env[along].shape[1:]
    for j in range(flat[1] if flat else 1):
        for i in range(flat[0] if flat else 1):
            ends = []
            for sign in (1, -1):
                moved = {name: v.clone() for name, v in env.items()}
                moved[along][(0, i, j) if flat else (0,)] += sign * STEP
                ends.append(floats(typed, moved).reshape(-1))
            columns.append((ends[0] - ends[1]) / (2 * STEP))
    return torch.stack(columns, 1)


@pytest.mark.parametrize(
    ("typed", "along"),
    [
        ("A @ x", "x"), ("tanh(A @ x) + z", "x"), ("sum(x) * x - x / (1 + x.T @ x)", "x"), ("relu(A @ x)", "x"),
        ("abs(A @ x) * exp(z)", "x"), ("sqrt(1 + x**2)", "x"), ("x**3", "x"), ("(1 + x**2)**(1/3)", "x"),
        ("softmax(A @ x)", "x"), ("layernorm(x)", "x"), ("rmsnorm(x)", "x"), ("gelu(A @ x)", "x"), ("silu(x)", "x"),
        ("softplus(A @ x)", "x"), ("log(1 + exp(x))", "x"), ("erf(x)", "x"), ("norm(A @ x)", "x"),
        ("x.T @ S @ x", "x"), ("x @ x.T @ B @ z", "x"), ("diag(x) @ B @ z", "x"), ("x[2] * x", "x"),
        ("A @ x", "A"), ("B @ sigmoid(A @ x)", "A"), ("A.T @ tanh(z)", "A"), ("x.T @ A.T @ A @ x", "A"),
        ("network(tanh, x, A, B)", "x"), ("network(gelu, x, A, B, A)", "A"), ("network(linear, x, A, B)", "B"),
        ("tanh(t) * x", "t"), ("t**2 / (1 + t)", "t"),
    ],
)  # fmt: skip
def test_jacobians_are_what_differences_say(typed, along):
    env = values()
    assert torch.allclose(floats(f"jacobian({typed}, {along})", env), differences(typed, along), atol=1e-7)


@pytest.mark.parametrize("typed", ["sum(softplus(A @ x))", "x.T @ S @ x / (1 + x.T @ x)", "norm(A @ x)**2 + sum(x**4)"])
def test_gradients_and_hessians(typed):
    env = values()
    assert torch.allclose(floats(f"gradient({typed}, x)", env), differences(typed, "x").T, atol=1e-7)
    assert torch.allclose(floats(f"hessian({typed}, x)", env), differences(f"gradient({typed}, x)", "x"), atol=1e-6)


def test_a_wrong_derivative_is_seen():
    env = values()
    assert not torch.allclose(floats("jacobian(tanh(A @ x), x)", env), differences("sigmoid(A @ x)", "x"), atol=1e-2)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("jacobian(A @ x, z) == 0", "does not depend on z"),
        ("jacobian(expm(S) @ x, S) == 0", "no Jacobian here"),
        ("jacobian(A @ x, x + 1) == 0", "an expression and a variable"),
        ("gradient(A @ x, x) == 0", "takes a number"),
        ("hessian(norm(A @ x), A) <= 0", "along a vector"),
        ("network(A, x, B) == 0", "takes an activation"),
        ("network(tanh, x, A, A) == 0", "cannot be multiplied"),
        ("network(tanh, t, A) == 0", "the input"),
        ("W == 0", "a family of layers"),
        ("norm2(W[0]) <= 1", "no such layer"),
        ("norm2(W[1:L]) <= 1", "no such layer at L = 3"),
    ],
)
def test_what_is_refused(typed, message):
    with pytest.raises(ReadingError, match=message):
        read_claim(typed, NAMES)
