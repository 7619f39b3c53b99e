"""Spectra and statements timed next to other ways to compute them; every route is taken in turns, medians count."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import scipy.linalg
import torch

from lemmata.catalogue import all_statements, get
from lemmata.evaluate import cpu_lanes, gpu
from lemmata.evaluate import spectral_floats as spectral
from lemmata.evaluate.cpu_lanes import programs, sweeps
from lemmata.evaluate.floats import screen
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Kind
from lemmata.sample.plan import plan

STATEMENT = "riedi.lemma-21"  # two sets of singular values, one of eigenvalues, three conjuncts
GATE = 1e-10  # largest difference between routes, relative to the norm
Routes = dict[str, Callable[[], Any]]


def relative(lhs: Any, rhs: Any) -> Any:
    """Relative slack of lhs <= rhs."""
    return (rhs - lhs) / (np.abs(lhs) + np.abs(rhs))


def batched(m_o: np.ndarray, rho: np.ndarray) -> np.ndarray:
    """Smallest relative slack of Lemma 21 with NumPy's batched routines."""
    s0 = np.linalg.svd(m_o, compute_uv=False)
    s1 = np.linalg.svd(m_o + rho[:, None, None] * np.eye(m_o.shape[-1]), compute_uv=False)
    tau = np.linalg.eigvalsh(m_o + m_o.transpose(0, 2, 1))
    low, high = s0[:, -1] ** 2 + rho * tau[:, 0] + rho**2, s0[:, 0] ** 2 + rho * tau[:, -1] + rho**2
    small, large = s1[:, -1] ** 2, s1[:, 0] ** 2
    return np.minimum(np.minimum(relative(low, small), relative(small, large)), relative(large, high))


def turns(routes: Routes, seconds: float, threads: int = 1, least: int = 5) -> dict[str, float]:
    """Median seconds of each route, taken in turns so that a busy machine slows all of them alike.

    With one thread it is the processor's time that counts, which others on the machine hardly change.
    """
    clock = time.process_time if threads == 1 and not torch.cuda.is_available() else time.perf_counter
    times: dict[str, list[float]] = {name: [] for name in routes}
    for call in routes.values():
        call()
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop or len(next(iter(times.values()))) < least:
        for name, call in routes.items():
            start = clock()
            call()
            times[name].append(clock() - start)
    return {name: median(found) for name, found in times.items()}


def finished(call: Callable[[], Any]) -> Callable[[], None]:
    """The same call, done when the GPU is."""

    def whole() -> None:
        call()
        torch.cuda.synchronize()

    return whole


def batch_of(order: int) -> int:
    """Matrices per batch: enough to hide what a call costs, few enough to stay in memory."""
    return max(256, min(16_384, 8_000_000 // order**3))


def spectra(order: int, kind: str, threads: int, seconds: float, batch: int | None = None) -> dict[str, float]:
    """Microseconds per matrix of each route for singular values or symmetric eigenvalues at one order.

    Raises ArithmeticError where routes disagree.
    """
    count = batch or batch_of(order)
    a = np.random.default_rng(order).standard_normal((count, order, order))
    a = a + a.transpose(0, 2, 1) if kind == "eigenvalues" else a
    few = a[: max(8, count // 64)]
    tensor = torch.from_numpy(a)
    routes: Routes = {}
    if kind == "eigenvalues":
        ours = lambda: spectral.symmetric_eigenvalues(tensor)  # noqa: E731
        routes["NumPy"] = lambda: np.linalg.eigvalsh(a)
        routes["SciPy loop"] = lambda: [scipy.linalg.eigvalsh(x, check_finite=False) for x in few]
        routes["torch CPU"] = lambda: torch.linalg.eigvalsh(tensor)
        want = np.linalg.eigvalsh(a)[:, ::-1]
    else:
        ours = lambda: spectral.singular_values(tensor)  # noqa: E731
        routes["NumPy"] = lambda: np.linalg.svd(a, compute_uv=False)
        routes["SciPy loop"] = lambda: [scipy.linalg.svdvals(x, check_finite=False) for x in few]
        routes["torch CPU"] = lambda: torch.linalg.svdvals(tensor)
        want = np.linalg.svd(a, compute_uv=False)
    if torch.cuda.is_available():
        there = tensor.cuda()
        vendor = torch.linalg.eigvalsh if kind == "eigenvalues" else torch.linalg.svdvals

        routes["torch CUDA"] = finished(lambda: vendor(there))
    torch.set_num_threads(threads)
    apart = float(np.abs(ours().numpy() - want).max() / np.abs(want).max())
    if not apart <= GATE:
        raise ArithmeticError(f"{kind} at order {order}: routes differ by {apart}")
    found = turns({"ours": ours, **routes}, seconds, threads)
    return {name: t / (len(few) if name == "SciPy loop" else count) * 1e6 for name, t in found.items()}


def statement(order: int, threads: int, seconds: float, batch: int | None = None) -> dict[str, float]:
    """Microseconds per instance of Lemma 21: the suite's screening and the same check with NumPy's batched routines.

    Raises ArithmeticError where their slacks differ.
    """
    count = batch or batch_of(order)
    generator = torch.Generator().manual_seed(order)
    m_o = torch.randn(count, order, order, generator=generator, dtype=torch.float64)
    rho = torch.rand(count, generator=generator, dtype=torch.float64)
    concrete = instantiate(get(STATEMENT), {"n": order})
    values = {"M_o": m_o, "rho": rho}
    torch.set_num_threads(threads)
    apart = float(np.abs(screen(concrete, values).slack.numpy() - batched(m_o.numpy(), rho.numpy())).max())
    if not apart <= GATE:
        raise ArithmeticError(f"{STATEMENT} at order {order}: slacks differ by {apart}")
    found = turns(
        {"ours": lambda: screen(concrete, values), "NumPy": lambda: batched(m_o.numpy(), rho.numpy())},
        seconds,
        threads,
    )
    return {name: t / count * 1e6 for name, t in found.items()}


def sweep(order: int, threads: int, seconds: float) -> dict[str, float]:
    """Microseconds per instance of Lemma 21, drawn and judged: a sweep, and NumPy's generator and batched routines.

    Where there is a GPU, with one thread: the sweep there ("CUDA fused"), and the screening of what torch draws.

    Raises ArithmeticError where the tightest instance, made again, has another slack, or the GPU finds another one.
    """
    count = 4 * batch_of(order) if order <= 16 else batch_of(order)
    concrete, stream = instantiate(get(STATEMENT), {"n": order}), Stream(("benchmark", order))
    generator = np.random.default_rng(order)

    def by_numpy() -> None:
        batched(generator.standard_normal((few, order, order)), generator.random(few))

    def by_torch(size: int) -> dict[str, torch.Tensor]:
        m_o = torch.randn(size, order, order, dtype=torch.float64, device="cuda")
        return {"M_o": m_o, "rho": torch.rand(size, dtype=torch.float64, device="cuda")}

    few, fused, batched_there = batch_of(order), 400_000_000 // order**2, 8 * batch_of(order)
    torch.set_num_threads(threads)
    found = sweeps.sweep(concrete, stream, 0, few, 1e-9, keep=1)
    values = sweeps.rows(concrete, stream, found.tightest)
    apart = abs(float(batched(values["M_o"].numpy(), values["rho"].numpy())[0]) - found.slacks[0])
    if not apart <= GATE:
        raise ArithmeticError(f"the sweep at order {order}: slacks differ by {apart}")
    routes = {"ours": lambda: sweeps.sweep(concrete, stream, 0, count, 1e-9, threads=threads), "NumPy": by_numpy}
    counts = {"ours": count, "NumPy": few}
    if threads == 1 and gpu.missing() is None and torch.cuda.is_available():
        there = sweeps.sweep(concrete, stream, 0, few, 1e-9, keep=1, device="cuda")
        if not (there.met == found.met and abs(there.slacks[0] - found.slacks[0]) <= GATE):
            raise ArithmeticError(f"the sweep at order {order} on the GPU: {there.slacks[0]}, not {found.slacks[0]}")
        routes["CUDA fused"] = lambda: sweeps.sweep(concrete, stream, 0, fused, 1e-9, device="cuda")
        routes["torch CUDA"] = finished(lambda: screen(concrete, by_torch(batched_there)))
        counts |= {"CUDA fused": fused, "torch CUDA": batched_there}
    times = turns(routes, seconds, threads, least=3)
    return {name: t / counts[name] * 1e6 for name, t in times.items()}


def oblong(rows: int, cols: int, threads: int, seconds: float) -> dict[str, float]:
    """Microseconds per matrix for singular values of matrices that are not square.

    Raises ArithmeticError where routes disagree.
    """
    count = batch_of(max(rows, cols))
    a = np.random.default_rng(rows).standard_normal((count, rows, cols))
    tensor = torch.from_numpy(a)
    torch.set_num_threads(threads)
    want = np.linalg.svd(a, compute_uv=False)
    apart = float(np.abs(spectral.singular_values(tensor).numpy() - want).max() / np.abs(want).max())
    if not apart <= GATE:
        raise ArithmeticError(f"singular values of {rows} x {cols}: routes differ by {apart}")
    routes: Routes = {
        "ours": lambda: spectral.singular_values(tensor),
        "NumPy": lambda: np.linalg.svd(a, compute_uv=False),
    }
    return {name: t / count * 1e6 for name, t in turns(routes, seconds, threads).items()}


def compiled_share() -> tuple[int, int]:
    """How many statements about matrices have a program at order 3, of how many that have instances there."""
    shapes = [plan(s, 3, 1) for s in all_statements() if s.kind is Kind.ALGEBRAIC]
    firsts = [found[0] for found in shapes if found and found[0].variables]
    return sum(programs.program_of(c) is not None for c in firsts), len(firsts)


def enclosures(order: int, seconds: float) -> dict[str, float]:
    """Milliseconds per symmetric integer matrix: enclosures at 128 bits, FLINT's and mpmath's eigenvalues."""
    import flint
    import mpmath

    from lemmata.linalg.ball_spectra import symmetric_eigenvalues

    a = np.random.default_rng(order).integers(-9, 10, (order, order))
    a = a + a.T
    exact = flint.fmpq_mat(order, order, [flint.fmpq(int(x)) for x in a.flatten()])
    floating = mpmath.matrix(a.tolist())

    def by_flint() -> None:
        before, flint.ctx.prec = flint.ctx.prec, 128
        try:
            flint.acb_mat(flint.arb_mat(exact)).eig()
        finally:
            flint.ctx.prec = before

    def by_mpmath() -> None:
        with mpmath.workprec(128):
            mpmath.eigsy(floating, eigvals_only=True)

    routes: Routes = {
        "ours": lambda: symmetric_eigenvalues(exact, 128, "enclosure"),
        "FLINT": by_flint,
        "mpmath": by_mpmath,
    }
    return {name: t * 1e3 for name, t in turns(routes, seconds, 1, 3).items()}


def solver_of(order: int) -> str:
    """What the suite computes a large batch of this order with."""
    return "lanes" if cpu_lanes.suited(batch_of(order), order, order) else "LAPACK"
