"""Spectra and statements timed beside other ways to compute them; every route is taken in turns, medians count."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import scipy.linalg
import torch

from benchmarks.throughput import STATEMENT, batched
from lemmata.numerics import lanes
from lemmata.numerics.backends import spectral_floats as spectral
from lemmata.numerics.backends.floats import screen
from lemmata.theorems.catalogue import get
from lemmata.theorems.language.instantiate import instantiate

GATE = 1e-10  # largest difference between routes, relative to the norm
Routes = dict[str, Callable[[], Any]]


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

        def on_device() -> None:
            vendor(there)
            torch.cuda.synchronize()

        routes["torch CUDA"] = on_device
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


def enclosures(order: int, seconds: float) -> dict[str, float]:
    """Milliseconds per symmetric integer matrix: enclosures at 128 bits, FLINT's and mpmath's eigenvalues."""
    import flint
    import mpmath

    from lemmata.numerics.rigorous.spectra import symmetric_eigenvalues

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
    return "lanes" if lanes.suited(batch_of(order), order, order) else "LAPACK"
