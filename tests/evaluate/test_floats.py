"""The float interpreter: known values, agreement with high precision, gradients, and what a screen says."""

from fractions import Fraction
from typing import Any

import pytest
import torch

from lemmata.evaluate.floats import Evaluation, evaluate, screen
from lemmata.language import Dim, Id, Matrix, Scalar, chain, forall, lmax, lmin, s, smax, smin, sqrt
from lemmata.language.atoms import Rank, RealEigenvalues, Slope
from lemmata.language.conjecture_files import build
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.variables import Index
from tests.evaluate.atom_tables import FUNCTIONS, TABLE, Row, X, Y
from tests.made import concrete as statement
from tests.oracles import high_precision
from tests.oracles.test_high_precision import entries

F64, F32 = torch.float64, torch.float32
CUDA = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
torch.set_num_threads(1)


def batch(*instances: Instance, dtype: torch.dtype = F64) -> dict[str, torch.Tensor]:
    """Instances as tensors; names that begin with i are indices."""
    out = {}
    for name, first in instances[0].values.items():
        values: list[Any] = [x.values[name] for x in instances]
        if name.startswith("i"):
            out[name] = torch.tensor([int(v) for v in values])
        elif isinstance(first, list):
            out[name] = torch.tensor([[[float(x) for x in row] for row in v] for v in values], dtype=dtype)
        else:
            out[name] = torch.tensor([float(v) for v in values], dtype=dtype)
    return out


def randomised(row: Row, seed: int) -> Instance:
    """Random values in the shapes of a row's arguments; square ones whose leaf is symmetric stay symmetric."""
    generator = torch.Generator().manual_seed(seed)
    symmetric = {m.name for m in row.expression.atoms(Matrix) if m.domain.name in ("symmetric", "psd")}

    def draw() -> Fraction:
        return Fraction(int(torch.randint(-999, 1000, (1,), generator=generator)), 256)

    values: dict[str, Any] = {}
    for name, value in row.instance.values.items():
        if isinstance(value, list):
            values[name] = [[draw() for _ in r] for r in value]
            if name in symmetric:
                values[name] = [
                    [values[name][max(p, q)][min(p, q)] for q in range(len(r))] for p, r in enumerate(value)
                ]
        else:
            values[name] = value if name == "i" else draw()
    return Instance({}, values)


def lemma_21(order: int, sign: int = 1) -> Concrete:
    """riedi2022, Lemma 21; with sign -1 a false variant."""
    n, rho = Dim("n"), Scalar("rho", 0, 1)
    m_o = Matrix("M_o", n, n)
    m = m_o + rho * Id(n)
    low = smin(m_o) ** 2 + rho * lmin(m_o + m_o.T) + rho**2
    high = smax(m_o) ** 2 + sign * rho * lmax(m_o + m_o.T) + rho**2
    return statement(chain(low, "<=", smin(m) ** 2, "<=", smax(m) ** 2, "<=", high), dims={"n": order})


def lemma_values(order: int, size: int, dtype: torch.dtype = F64) -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(order)
    m_o = torch.randn(size, order, order, generator=generator, dtype=F64)
    return {"M_o": m_o.to(dtype), "rho": torch.rand(size, generator=generator, dtype=F64).to(dtype)}


@pytest.mark.parametrize("dtype", [F64, F32], ids=["float64", "float32"])
def test_table(dtype: torch.dtype) -> None:
    for row in (*TABLE, *FUNCTIONS):
        compare(row, dtype)


def compare(row: Row, dtype: torch.dtype) -> None:
    """Values of a row are those that are known."""
    values = batch(row.instance, row.instance, dtype=dtype)
    got = evaluate(row.expression, values)
    assert len(got) == 2 and got.dtype == dtype, row.name
    if row.expected is None:
        assert got.flatten(1).isnan().any(-1).all(), row.name
        return
    want = torch.tensor([float(x) for x in row.decimals()], dtype=F64)
    error = (got.flatten(1).double() - want).abs()
    if row in FUNCTIONS:
        noise = Evaluation(values).noise(row.expression).double()
        noise = noise[:, 0].expand(2, -1) if got.ndim == 2 else noise.flatten(1)
        assert (error <= noise.amax(-1, keepdim=True)).all(), row.name
    rough = {"cond graded": 10, "real eigenvalues zero": 10, "rho Jordan": torch.inf, "rho nilpotent": torch.inf}
    allowed = (1e-8 if row.expression.has(Slope) else 1e-14) if dtype == F64 else 1e-5
    assert error.max() <= max(1.0, float(want.abs().max())) * allowed * rough.get(row.name, 1), row.name


@pytest.mark.parametrize("row", TABLE, ids=lambda r: r.name)
def test_random_instances_agree_with_high_precision(row: Row) -> None:
    instances = [randomised(row, seed) for seed in range(4)]
    got = evaluate(row.expression, batch(*instances)).flatten(1)
    for values, instance in zip(got, instances, strict=True):
        try:
            want = [float(x) for x in entries(high_precision.evaluate(row.expression, instance))]
        except high_precision.Undefined:
            assert values.isnan().any()
            continue
        size = max(1.0, *(abs(x) for x in want))
        tolerance = 1e-7 if row.expression.has(Slope) else 1e-11
        assert max(abs(x - y) for x, y in zip(values.tolist(), want, strict=True)) <= tolerance * size


SMOOTH = [r for r in TABLE if r.expected and r.instance.values and not r.expression.has(Rank, RealEigenvalues)]


@pytest.mark.parametrize("row", [*SMOOTH, *(r for r in FUNCTIONS if r.expected)], ids=lambda r: r.name)
def test_gradients_are_finite_at_degenerate_arguments(row: Row) -> None:
    values = {k: v.requires_grad_(v.is_floating_point()) for k, v in batch(row.instance).items()}
    out = evaluate(row.expression, values)
    if out.requires_grad:
        (out * torch.linspace(0.3, 1.0, out.numel(), dtype=F64).reshape(out.shape)).sum().backward()
        assert all(v.grad is None or v.grad.isfinite().all() for v in values.values())


@pytest.mark.parametrize("row", SMOOTH, ids=lambda r: r.name)
def test_gradients_agree_with_differences_at_random_arguments(row: Row) -> None:
    values = batch(randomised(row, 1))
    names = [k for k, v in values.items() if v.is_floating_point()]
    out = evaluate(row.expression, values)
    if not out.isfinite().all():
        values = {k: v.abs() for k, v in values.items()}
    symmetric = {m.name for m in row.expression.atoms(Matrix) if m.domain.name in ("symmetric", "psd")}

    def along(t: torch.Tensor) -> torch.Tensor:
        moved = dict(values)
        for k in names:
            push = torch.linspace(0.3, 1.1, values[k].numel(), dtype=F64).reshape(values[k].shape)
            moved[k] = values[k] + t * (push + push.mT if k in symmetric else push)
        return evaluate(row.expression, moved).sum()

    t = torch.zeros((), dtype=F64, requires_grad=True)
    at = along(t)
    (slope_there,) = torch.autograd.grad(at, t, allow_unused=True) if at.requires_grad else (None,)
    got = 0.0 if slope_there is None else float(slope_there)
    h = 1e-4 if row.expression.has(Slope) else 1e-6
    want = float(along(torch.tensor(h, dtype=F64)) - along(torch.tensor(-h, dtype=F64))) / (2 * h)
    assert abs(got - want) <= 1e-4 * max(1.0, abs(want), float(at.detach().abs()))


@pytest.mark.parametrize("poison", [float("nan"), float("inf"), 1e300])
def test_non_finite_instances_are_undecided(poison: float) -> None:
    values = lemma_values(3, 4)
    values["M_o"][2, 0, 1] = poison
    out = screen(lemma_21(3), values)
    assert out.undecided.tolist() == [False, False, True, False]
    assert out.slack[2].isnan() and not out.suspect.any()


def test_slacks_agree_with_high_precision_and_report_sides() -> None:
    concrete, values = lemma_21(3), lemma_values(3, 3)
    out = screen(concrete, values, sides=True)
    for k in range(3):
        rows = [[Fraction(float(x)) for x in row] for row in values["M_o"][k]]
        instance = Instance({"n": 3}, {"M_o": rows, "rho": Fraction(float(values["rho"][k]))})
        for judged in out.claims:
            margin = high_precision.slack(judged.clause, instance)
            assert judged.lhs is not None and judged.rhs is not None
            for got, want in zip(
                (judged.relative, judged.absolute, judged.lhs, judged.rhs),
                (margin.relative, margin.absolute, margin.lhs, margin.rhs),
                strict=True,
            ):
                assert abs(float(got[k]) - float(want)) < 1e-13 * max(1, abs(float(want)))


def pair(x: float, y: float) -> dict[str, torch.Tensor]:
    return {"x": torch.tensor([x], dtype=F64), "y": torch.tensor([y], dtype=F64)}


@pytest.mark.parametrize(
    ("op", "x", "holds"),
    [
        ("<=", 1.0, True), ("<=", 1 + 1e-10, True), ("<=", 1 + 1e-8, False),
        ("<", 1.0, False), ("<", 1 - 1e-10, False), ("<", 1 - 1e-8, True),
        ("==", 1 + 1e-10, True), ("==", 1 + 1e-8, False), (">=", 1 - 1e-10, True), (">", 1 + 1e-10, False),
    ],
)  # fmt: skip
def test_tolerance_leans_the_right_way(op: str, x: float, holds: bool) -> None:
    given = chain(X, op, Y)
    out = screen(statement(X <= X + 1, given), pair(x, 1.0))
    assert out.met.tolist() == [holds]


def test_unmet_and_undefined_hypotheses() -> None:
    concrete = statement(X > 0, [sqrt(Y) <= 2])
    met = screen(concrete, {"x": torch.tensor([-1.0] * 3, dtype=F64), "y": torch.tensor([1.0, 9.0, -1.0], dtype=F64)})
    assert met.met.tolist() == [True, False, False]
    assert met.suspect.tolist() == [True, False, False]
    assert not met.undecided.any() and met.hypotheses[0].undefined.tolist() == [False, False, True]


def test_a_conjunct_out_of_domain_does_not_hide_another_that_fails() -> None:
    out = screen(statement([X <= 0, sqrt(Y) >= 0]), pair(1.0, -1.0))
    assert out.suspect.all() and not out.undecided.any() and not out.undefined.any() and out.slack.isnan().all()


def weyl(order: int) -> Concrete:
    n, i, j = Dim("n"), Index("i"), Index("j")
    a, b = Matrix("A", n, n), Matrix("B", n, n)
    return statement(forall(i, 1, n, j, 1, n + 1 - i, s(a, i + j - 1) <= s(b, i) + s(a - b, j)), dims={"n": order})


def test_quantified_relations_agree_with_high_precision() -> None:
    generator = torch.Generator().manual_seed(3)
    a, b = (torch.randint(-4, 5, (6, 4, 4), generator=generator).double() for _ in "ab")
    out = screen(weyl(4), {"A": a, "B": b}, sides=True)
    assert not out.suspect.any()
    for k in range(6):
        at = Instance({}, {n: [[Fraction(int(x)) for x in r] for r in t[k]] for n, t in (("A", a), ("B", b))})
        margin = high_precision.slack(out.claims[0].clause, at)
        assert abs(float(out.claims[0].absolute[k]) - float(margin.absolute)) < 1e-12
        assert abs(float(out.claims[0].relative[k]) - float(margin.relative)) < 1e-12


def test_slack_is_differentiable_with_finite_gradients_at_repeated_values() -> None:
    m_o = torch.stack([torch.zeros(3, 3), torch.eye(3), torch.ones(3, 3), torch.randn(3, 3)]).double().requires_grad_()
    rho = torch.tensor([0.0, 0.5, 1.0, 0.3], dtype=F64, requires_grad=True)
    screen(lemma_21(3), {"M_o": m_o, "rho": rho}).slack.sum().backward()
    assert m_o.grad is not None and m_o.grad.isfinite().all() and m_o.grad[3].abs().max() > 0
    assert rho.grad is not None and rho.grad.isfinite().all()


@pytest.mark.gpu
@CUDA
def test_cuda_table() -> None:
    for row in (*TABLE, *FUNCTIONS):
        values, near = batch(row.instance), 1e-9 if row in TABLE else 1e-7
        there = evaluate(row.expression, {k: v.cuda() for k, v in values.items()}).cpu()
        assert torch.allclose(there, evaluate(row.expression, values), rtol=near, atol=near, equal_nan=True), row.name


@pytest.mark.gpu
@CUDA
def test_cuda_gives_the_same_slacks() -> None:
    for order in (1, 2, 4, 16, 32, 33, 48, 64, 70):
        values = lemma_values(order, 32)
        here = screen(lemma_21(order), values)
        there = screen(lemma_21(order), {k: v.cuda() for k, v in values.items()})
        assert not there.undecided.any(), order
        assert torch.allclose(here.slack, there.slack.cpu(), atol=1e-11), order


@pytest.mark.parametrize("claim", ["normp(1e-30, x) > 0", "normp(1e-30, x) < 0", "normp(1e-30, x) == normp(1e-31, x)"])
def test_exponents_beyond_the_doubles_are_undecided(claim: str) -> None:
    statement = build("x", {"x": "real(3, 1)"}, [], [claim])
    out = screen(instantiate(statement, {}), {"x": torch.ones(4, 3, 1, dtype=torch.float64)})
    assert out.undecided.all() and not out.suspect.any()
