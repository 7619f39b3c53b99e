"""Instances per second of float screening, next to plain NumPy, in one run.

    python -m benchmarks screening [--device cpu|cuda] [--orders 4 8 16 64] [--solver auto] [--seconds 1] [--json FILE]

The statement is Lemma 21 of riedi2022: two sets of singular values, one of eigenvalues, three conjuncts.  Next to
`evaluate.floats.screen` run (a) the loop a reader would write, one matrix at a time with numpy.linalg, and
(b) batched numpy.linalg calls written by hand for this lemma.  Both NumPy routes are on the CPU whatever the device.
Before anything is timed the slacks of all routes must agree to rounding; the run stops with exit code 1 when they do
not.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lemmata.catalogue import get
from lemmata.evaluate.floats import screen
from lemmata.evaluate.spectral_floats import SOLVERS
from lemmata.language.instantiate import instantiate

STATEMENT = "riedi.lemma-21"
GATE = 1e-10  # largest difference of relative slacks between routes, float64; Gram matrices lose half the digits
GRAM_GATE = 1e-6


def relative(lhs: Any, rhs: Any) -> Any:
    """Relative slack of lhs <= rhs."""
    return (rhs - lhs) / (np.abs(lhs) + np.abs(rhs))


def slacks(low: Any, small: Any, large: Any, high: Any) -> Any:
    """Smallest relative slack of the chain low <= small <= large <= high."""
    return np.minimum(np.minimum(relative(low, small), relative(small, large)), relative(large, high))


def loop(m_o: np.ndarray, rho: np.ndarray) -> np.ndarray:
    """Lemma 21 one matrix at a time."""
    out = []
    for a, r in zip(m_o, rho, strict=True):
        s0 = np.linalg.svd(a, compute_uv=False)
        s1 = np.linalg.svd(a + r * np.eye(len(a)), compute_uv=False)
        tau = np.linalg.eigvalsh(a + a.T)
        low, high = s0[-1] ** 2 + r * tau[0] + r**2, s0[0] ** 2 + r * tau[-1] + r**2
        out.append(slacks(low, s1[-1] ** 2, s1[0] ** 2, high))
    return np.array(out)


def batched(m_o: np.ndarray, rho: np.ndarray) -> np.ndarray:
    """Lemma 21 with NumPy's batched routines."""
    s0 = np.linalg.svd(m_o, compute_uv=False)
    s1 = np.linalg.svd(m_o + rho[:, None, None] * np.eye(m_o.shape[-1]), compute_uv=False)
    tau = np.linalg.eigvalsh(m_o + m_o.transpose(0, 2, 1))
    low, high = s0[:, -1] ** 2 + rho * tau[:, 0] + rho**2, s0[:, 0] ** 2 + rho * tau[:, -1] + rho**2
    return slacks(low, s1[:, -1] ** 2, s1[:, 0] ** 2, high)


def race(calls: list[Callable[[], Any]], seconds: float) -> list[float]:
    """Best seconds per call of each, taken in turns so that a busy machine slows all of them alike."""
    best, spent = [float("inf")] * len(calls), 0.0
    for call in calls:
        call()
    while spent < seconds * len(calls):
        for k, call in enumerate(calls):
            start = time.perf_counter()
            call()
            took = time.perf_counter() - start
            best[k], spent = min(best[k], took), spent + took
    return best


def measure(order: int, device: str, solver: str, seconds: float) -> dict[str, Any]:
    """One row of the result.  Raises ArithmeticError when the routes disagree."""
    size = max(64, min(100_000 if device == "cuda" else 10_000, 20_000_000 // order**3))
    generator = torch.Generator().manual_seed(order)
    m_o = torch.randn(size, order, order, generator=generator, dtype=torch.float64)
    rho = torch.rand(size, generator=generator, dtype=torch.float64)
    concrete = instantiate(get(STATEMENT), {"n": order})
    values = {"M_o": m_o.to(device), "rho": rho.to(device)}
    few = min(size, max(8, 200_000 // order**3 + 1), 1000)

    def ours() -> torch.Tensor:
        with torch.no_grad():
            return screen(concrete, values, solver=solver).slack

    got, plain = ours().cpu().numpy(), batched(m_o.numpy(), rho.numpy())
    one_by_one = loop(m_o[:few].numpy(), rho[:few].numpy())
    difference = float(max(np.abs(got - plain).max(), np.abs(got[:few] - one_by_one).max()))
    if not difference <= (GRAM_GATE if solver == "gram" else GATE):
        raise ArithmeticError(f"order {order}: slacks differ by {difference}")

    def finished() -> None:
        ours()
        if device == "cuda":
            torch.cuda.synchronize()

    a, r = m_o.numpy(), rho.numpy()
    best = race([finished, lambda: batched(a, r), lambda: loop(a[:few], r[:few])], seconds)
    us, numpy_us, loop_us = (t / count * 1e6 for t, count in zip(best, (size, size, few), strict=True))
    return {
        "order": order,
        "batch": size,
        "us_per_instance": us,
        "instances_per_second": 1e6 / us,
        "numpy_loop_us": loop_us,
        "numpy_batched_us": numpy_us,
        "times_faster_than_loop": loop_us / us,
        "times_faster_than_batched": numpy_us / us,
        "largest_slack_difference": difference,
    }


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark; the exit code is 1 when a correctness gate fails, 2 when there is no such device."""
    parser = argparse.ArgumentParser(description="Instances per second of float screening, next to NumPy.")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--orders", type=int, nargs="+", default=[4, 8, 16, 64])
    parser.add_argument("--solver", choices=SOLVERS, default="auto")
    parser.add_argument("--threads", type=int, default=1, help="torch threads (NumPy follows its own settings)")
    parser.add_argument("--seconds", type=float, default=1.0, help="time per route and order")
    parser.add_argument("--json", type=Path, help="write the rows and the environment to this file")
    options = parser.parse_args(argv)
    if options.device == "cuda" and not torch.cuda.is_available():
        print("no CUDA device", file=sys.stderr)
        return 2
    torch.set_num_threads(options.threads)
    name = torch.cuda.get_device_name() if options.device == "cuda" else platform.processor() or platform.machine()
    print(f"{STATEMENT}, float64, {options.device} ({name}), torch {torch.__version__}, solver {options.solver}")
    print(f"{'order':>5} {'batch':>8} {'us/instance':>12} {'instances/s':>12} {'vs loop':>9} {'vs batched NumPy':>17}")
    rows = []
    for order in options.orders:
        try:
            row = measure(order, options.device, options.solver, options.seconds)
        except ArithmeticError as wrong:
            print(f"correctness gate: {wrong}", file=sys.stderr)
            return 1
        rows.append(row)
        print(
            f"{order:>5} {row['batch']:>8} {row['us_per_instance']:>12.2f} {row['instances_per_second']:>12.0f}"
            f" {row['times_faster_than_loop']:>8.1f}x {row['times_faster_than_batched']:>16.2f}x",
            flush=True,
        )
    if options.json:
        environment = {"torch": torch.__version__, "numpy": np.__version__, "device": name, "threads": options.threads}
        report = {"statement": STATEMENT, "solver": options.solver, "environment": environment, "rows": rows}
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    return 0
