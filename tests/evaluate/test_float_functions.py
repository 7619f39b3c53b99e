"""Functions, norms and matrix functions in float batches: gradients, and noise bounds that hold."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import torch
from sympy import Integer, Rational

from lemmata.evaluate import tensors as functions_of
from lemmata.evaluate.floats import Evaluation
from lemmata.language import s
from lemmata.language.atoms import KyFan, NormN, Rho, Schatten
from lemmata.language.core import Cumulative, Exp, Log, Product, RealPower
from lemmata.language.functions import Inverse, MatAbs, MatExp, MatLog, MatSqrt
from lemmata.language.instance import Instance
from lemmata.language.matrices import Id
from tests.evaluate.atom_tables import A
from tests.oracles import high_precision
from tests.oracles.test_high_precision import entries

F64, F32 = torch.float64, torch.float32
torch.set_num_threads(1)


@pytest.mark.parametrize("name", ["log", "root", "absolute", "inverse", "exp"])
def test_one_undefined_instance_spoils_no_gradient(name: str) -> None:
    a = torch.stack([torch.eye(3), torch.diag(torch.tensor([1.0, 0.0, -1.0])), torch.full((3, 3), torch.nan)]).double()
    a = a.requires_grad_()
    function: Callable[[torch.Tensor], torch.Tensor] = {
        "log": functions_of.symmetric_log,
        "root": lambda x: functions_of.symmetric_root(x, torch.zeros(1, dtype=F64)),
        "absolute": functions_of.absolute,
        "inverse": functions_of.inverse,
        "exp": functions_of.exponential,
    }[name]
    out = function(a)
    assert out[0].isfinite().all() and out[2].isnan().all()
    torch.where(out.isfinite(), out, 0.0).sum().backward()
    assert a.grad is not None and a.grad.isfinite().all() and a.grad[0].abs().max() > 0


def along(function: Callable[[torch.Tensor], torch.Tensor], a: torch.Tensor, push: torch.Tensor) -> None:
    """The derivative of a weighted sum of outputs along a direction agrees with a difference quotient."""
    a = a.requires_grad_()
    out = function(a)
    weights = torch.cos(torch.arange(out.numel(), dtype=F64)).reshape(out.shape)
    (gradient,) = torch.autograd.grad((out * weights).sum(), a)
    h = 1e-6
    with torch.no_grad():
        want = ((function(a + h * push) - function(a - h * push)) * weights).sum() / (2 * h)
    got = (gradient * push).sum()
    assert abs(float(got - want)) <= 1e-6 * max(1.0, abs(float(want))), (float(got), float(want))


def spd(values: list[float], seed: int = 0) -> torch.Tensor:
    """A symmetric matrix with these eigenvalues."""
    n = len(values)
    q, _ = torch.linalg.qr(torch.randn(n, n, dtype=F64, generator=torch.Generator().manual_seed(seed)))
    return (q @ torch.diag(torch.tensor(values, dtype=F64)) @ q.T)[None]


def symmetric_push(n: int) -> torch.Tensor:
    push = torch.sin(torch.arange(n * n, dtype=F64)).reshape(1, n, n)
    return push + push.mT


@pytest.mark.parametrize("values", [[3.0, 2.0, 1.0], [2.0, 2.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0 + 1e-9, 5.0], [0.5]])
def test_symmetric_functions_differentiate_through_repeated_eigenvalues(values: list[float]) -> None:
    """Daleckii and Krein's formula is exact at equal eigenvalues too, where the function is smooth."""
    n, push = spd(values), symmetric_push(len(values))
    along(functions_of.symmetric_log, n.clone(), push)
    along(lambda x: functions_of.symmetric_root(x, torch.zeros(1, dtype=F64)), n.clone(), push)
    along(functions_of.absolute, n.clone(), push)
    along(functions_of.inverse, n.clone(), push)
    along(functions_of.exponential, n.clone(), push)


NODES: dict[str, Callable[[int], Any]] = {  # of a square matrix of this order
    "inverse": lambda n: Inverse(A(n, n)),
    "exponential": lambda n: MatExp(A(n, n)),
    "absolute": lambda n: MatAbs(A(n, n)),
    "root of Gram": lambda n: MatSqrt(A(n, n).T @ A(n, n)),
    "log of shifted Gram": lambda n: MatLog(A(n, n).T @ A(n, n) + Id(Integer(n))),
    "rho": lambda n: Rho(A(n, n)),
    "nuclear": lambda n: NormN(A(n, n)),
    "schatten 3/2": lambda n: Schatten(Rational(3, 2), A(n, n)),
    "schatten 1/4": lambda n: Schatten(Rational(1, 4), A(n, n)),
    "kyfan": lambda n: KyFan(1, A(n, n)),
    "prod": lambda n: Product(s(A(n, n))),
    "cumsum": lambda n: Cumulative(s(A(n, n))),
    "exp": lambda n: Exp(s(A(n, n))),
    "log": lambda n: Log(s(A(n, n))),
    "real power": lambda n: RealPower(s(A(n, n)), Rational(2, 3)),
    "negative real power": lambda n: RealPower(s(A(n, n)), Rational(-2, 3)),
}


def harsh(order: int) -> torch.Tensor:
    """Random matrices: plain, graded, nearly singular, nearly defective, clustered, scaled."""
    generator = torch.Generator().manual_seed(order)
    a = torch.randn(12, order, order, dtype=F64, generator=generator)
    grade = torch.logspace(0, -9, order, dtype=F64)
    a[1] *= grade
    a[2] *= grade[:, None]
    a[3] = torch.eye(order) + 1e-7 * a[3]
    a[4] = torch.diag(torch.ones(order - 1, dtype=F64), 1) + 1e-6 * a[4]
    a[5] = a[5].triu() + torch.diag(2.0 + 0 * grade) - a[5].triu().diagonal().diag()
    a[6] *= 20
    a[7] *= 1e-8
    a[8] = a[8] + a[8].T
    a[9] -= 30 * torch.eye(order)
    a[10] = a[10][:, :1] @ a[10][:1] + 1e-11 * a[11]
    return a


@pytest.mark.parametrize("dtype", [F64, F32], ids=["float64", "float32"])
@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("name", NODES)
def test_errors_stay_within_the_noise(name: str, order: int, dtype: torch.dtype) -> None:
    """On harsh instances the value is within its noise of the true one; on plain ones the noise is small."""
    node, a = NODES[name](order), harsh(order).to(dtype)
    scope = Evaluation({"A": a})
    got = scope.value(node)[:, 0].double().flatten(1)
    noise = scope.noise(node)[:, 0].double().reshape(len(a), -1).expand_as(got)
    compared = 0
    with mpmath.workdps(60):
        for k in range(len(a)):
            if not (got[k].isfinite().all() and noise[k].isfinite().all()):
                continue
            at = Instance({}, {"A": [[Fraction(float(x)) for x in r] for r in a[k]]})
            want = entries(high_precision.evaluate(node, at, 60))
            for x, y, allowed in zip(got[k].tolist(), want, noise[k].tolist(), strict=True):
                assert abs(mpmath.mpf(x) - y) <= allowed, (k, x, mpmath.nstr(y, 20), allowed)
            compared += 1
    assert compared >= (9 if dtype == F64 else 5)
    plain = noise[0].max() / max(1.0, float(got[0].abs().max()))
    assert plain < (1e-9 if dtype == F64 else 0.3)
