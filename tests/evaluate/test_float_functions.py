"""Functions, norms and matrix functions in float batches: known values, gradients, and noise bounds that hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest
import torch
from sympy import Integer, Rational

from lemmata.evaluate import float_rules as functions_of
from lemmata.evaluate.floats import Evaluation, evaluate
from lemmata.language import s
from lemmata.language.atoms import KyFan, NormN, Rho, Schatten
from lemmata.language.core import Cumulative, Exp, Log, Product, RealPower
from lemmata.language.functions import Inverse, MatAbs, MatExp, MatLog, MatSqrt
from lemmata.language.matrices import Id
from tests.evaluate.atom_tables import A, Row
from tests.evaluate.float_function_tables import TABLE
from tests.evaluate.test_floats import batch

F64, F32 = torch.float64, torch.float32
CUDA = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
torch.set_num_threads(1)


@pytest.mark.parametrize("dtype", [F64, F32], ids=["float64", "float32"])
@pytest.mark.parametrize("row", TABLE, ids=lambda r: r.name)
def test_function_table(row: Row, dtype: torch.dtype) -> None:
    values = batch(row.instance, row.instance, dtype=dtype)
    got = evaluate(row.expression, values)
    assert len(got) == 2 and got.dtype == dtype
    if row.expected is None:
        assert got.flatten(1).isnan().any(-1).all()
        return
    want = torch.tensor([float(x) for x in row.decimals()], dtype=F64)
    scope = Evaluation(values)
    noise = scope.noise(row.expression).double()[:, 0].expand(2, -1) if got.ndim == 2 else scope.noise(row.expression)
    error = (got.flatten(1).double() - want).abs()
    assert (error <= noise.reshape(noise.shape[0], -1).amax(-1, keepdim=True)).all()
    size = max(1.0, float(want.abs().max()))
    defective = row.name in ("rho Jordan", "rho nilpotent")
    assert error.max() <= size * (1e-14 if dtype == F64 else 2e-6) or defective


DEFINED = [r for r in TABLE if r.expected and any(isinstance(v, list) for v in r.instance.values.values())]


@pytest.mark.parametrize("row", DEFINED, ids=lambda r: r.name)
def test_gradients_are_finite_at_ties_and_zeros(row: Row) -> None:
    values = {k: v.requires_grad_(v.is_floating_point()) for k, v in batch(row.instance).items()}
    out = evaluate(row.expression, values)
    if out.requires_grad:
        weights = torch.linspace(0.3, 1.0, out.numel(), dtype=F64).reshape(out.shape)
        (out * weights).sum().backward()
        assert all(v.grad is None or v.grad.isfinite().all() for v in values.values())


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


FUNCTIONS: dict[str, tuple[Any, Callable[[Any], Any]]] = {}


def oracle(name: str, expression: Callable[[int], Any]) -> Callable[[Any], Any]:
    """Register what a matrix expression of order n is to mpmath."""

    def keep(function: Any) -> Any:
        FUNCTIONS[name] = (expression, function)
        return function

    return keep


def _singular(m: Any) -> list[Any]:
    return list(mpmath.svd_r(m, compute_uv=False))


def _eigenvalues(m: Any) -> list[Any]:
    return [m[0]] if m.rows == 1 else list(mpmath.eig(m, left=False, right=False))


def _of_spectrum(m: Any, function: Callable[[Any], Any]) -> Any:
    values, q = mpmath.eigsy(m)
    return q * mpmath.diag([function(x) for x in values]) * q.T


oracle("inverse", lambda n: Inverse(A(n, n)))(lambda m: m**-1)
oracle("exponential", lambda n: MatExp(A(n, n)))(lambda m: mpmath.expm(m, method="taylor"))
oracle("absolute", lambda n: MatAbs(A(n, n)))(
    lambda m: _of_spectrum(m.T * m, lambda x: mpmath.sqrt(max(x, mpmath.mpf(0))))
)
oracle("root of Gram", lambda n: MatSqrt(A(n, n).T @ A(n, n)))(
    lambda m: _of_spectrum(m.T * m, lambda x: mpmath.sqrt(max(x, mpmath.mpf(0))))
)
oracle("log of shifted Gram", lambda n: MatLog(A(n, n).T @ A(n, n) + Id(Integer(n))))(
    lambda m: _of_spectrum(m.T * m + mpmath.eye(m.rows), mpmath.log)
)
oracle("rho", lambda n: Rho(A(n, n)))(lambda m: max(abs(x) for x in _eigenvalues(m)))
oracle("nuclear", lambda n: NormN(A(n, n)))(lambda m: sum(_singular(m)))
oracle("schatten 3/2", lambda n: Schatten(Rational(3, 2), A(n, n)))(
    lambda m: sum(x**1.5 for x in _singular(m)) ** (mpmath.mpf(2) / 3)
)
oracle("schatten 1/4", lambda n: Schatten(Rational(1, 4), A(n, n)))(
    lambda m: sum(mpmath.root(x, 4) for x in _singular(m)) ** 4
)
oracle("kyfan", lambda n: KyFan(1, A(n, n)))(lambda m: _singular(m)[0])
oracle("prod", lambda n: Product(s(A(n, n))))(lambda m: abs(mpmath.det(m)))
oracle("cumsum", lambda n: Cumulative(s(A(n, n))))(
    lambda m: mpmath.matrix([sum(_singular(m)[: k + 1]) for k in range(m.rows)])
)
oracle("exp", lambda n: Exp(s(A(n, n))))(lambda m: mpmath.matrix([mpmath.exp(x) for x in _singular(m)]))
oracle("log", lambda n: Log(s(A(n, n))))(lambda m: mpmath.matrix([mpmath.log(x) for x in _singular(m)]))
oracle("real power", lambda n: RealPower(s(A(n, n)), Rational(2, 3)))(
    lambda m: mpmath.matrix([mpmath.cbrt(x) ** 2 for x in _singular(m)])
)
oracle("negative real power", lambda n: RealPower(s(A(n, n)), Rational(-2, 3)))(
    lambda m: mpmath.matrix([mpmath.cbrt(x) ** -2 for x in _singular(m)])
)


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


def fractions(values: Any) -> list[mpmath.mpf]:
    entries = list(values) if isinstance(values, mpmath.matrix) else [values]
    return [mpmath.mpf(x) for x in entries]


@pytest.mark.parametrize("dtype", [F64, F32], ids=["float64", "float32"])
@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors_stay_within_the_noise(name: str, order: int, dtype: torch.dtype) -> None:
    """On harsh instances the value is within its noise of the true one; on plain ones the noise is small."""
    expression, function = FUNCTIONS[name]
    node, a = expression(order), harsh(order).to(dtype)
    scope = Evaluation({"A": a})
    got = scope.value(node)[:, 0].double().flatten(1)
    noise = scope.noise(node)[:, 0].double().reshape(len(a), -1).expand_as(got)
    compared = 0
    with mpmath.workdps(60):
        for k in range(len(a)):
            if not (got[k].isfinite().all() and noise[k].isfinite().all()):
                continue
            want = fractions(function(mpmath.matrix([[mpmath.mpf(float(x)) for x in r] for r in a[k]])))
            for x, y, allowed in zip(got[k].tolist(), want, noise[k].tolist(), strict=True):
                assert abs(mpmath.mpf(x) - y) <= allowed, (k, x, mpmath.nstr(y, 20), allowed)
            compared += 1
    assert compared >= (9 if dtype == F64 else 5)
    plain = noise[0].max() / max(1.0, float(got[0].abs().max()))
    assert plain < (1e-9 if dtype == F64 else 0.3)


@pytest.mark.gpu
@CUDA
def test_cuda_function_table() -> None:
    for row in TABLE:
        values = batch(row.instance)
        there = evaluate(row.expression, {k: v.cuda() for k, v in values.items()}).cpu()
        assert torch.allclose(there, evaluate(row.expression, values), rtol=1e-7, atol=1e-7, equal_nan=True), row.name
