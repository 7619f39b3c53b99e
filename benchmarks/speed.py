"""All speed measurements in one run, as ratios: `python -m benchmarks speed`.

    python -m benchmarks speed [--orders 2 3 4 5 8 ...] [--seconds 1] [--threads 2] [--out FILE]

Prints tables and writes them with the machine's description to results/speed.md.  Where there is no CUDA device its
columns stay empty, and the page says so.  Exit code 1 where routes that are to agree do not.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import scipy
import torch

from benchmarks import spectra_timing
from lemmata.evaluate import cpu_lanes, gpu

HERE = Path(__file__).parent
ORDERS = (2, 3, 4, 5, 8, 12, 16, 24, 32, 48, 64)
COLUMNS = ("NumPy", "SciPy loop", "torch CPU", "torch CUDA")


def machine(threads: int) -> list[str]:
    """Lines that say where and when."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8").splitlines()
        name = next((x.split(":", 1)[1].strip() for x in lines if x.startswith("model name")), name)
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "none: its columns are empty"
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    return [
        f"- date: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"- processor: {name}, {os.cpu_count()} cores, {threads} threads used by the suite and torch; load {load}",
        f"- CUDA device: {device}",
        f"- kernels for it: {f'{why}; their columns are empty' if (why := gpu.missing()) else 'by Numba'}",
        f"- Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
        f"torch {torch.__version__}",
    ]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown."""
    return [f"| {' | '.join(head)} |", f"|{'---:|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows), ""]


def compared(found: dict[str, float], columns: Sequence[str]) -> list[str]:
    """Our time, and how many times as long the others take; empty where a route was not there."""
    ratios = (times(found[c] / found["ours"]) if c in found else "" for c in columns)
    return [f"{found['ours']:.3g}", *ratios]


def times(ratio: float) -> str:
    """A ratio, small ones with as many digits as say something."""
    return f"{ratio:.1f}×" if ratio >= 0.1 else f"{ratio:.2g}×"


def on_gpu(found: dict[str, float]) -> list[str]:
    """Million instances a second where they are drawn and judged on a GPU, and torch's time over it; empty without."""
    if "CUDA fused" not in found:
        return ["", ""]
    return [f"{1 / found['CUDA fused']:.3g}", times(found["torch CUDA"] / found["CUDA fused"])]


def main(argv: list[str] | None = None) -> int:
    """Run everything.  See the module."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks speed", description="All speed measurements, as ratios."
    )
    parser.add_argument("--orders", type=int, nargs="+", default=list(ORDERS))
    parser.add_argument("--seconds", type=float, default=1.0, help="time per order and table")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "speed.md", help="the page")
    options = parser.parse_args(argv)
    try:
        lines = measured(options.orders, options.threads, options.seconds)
    except ArithmeticError as wrong:
        print(f"correctness gate: {wrong}", file=sys.stderr)
        return 1
    text = "\n".join(lines)
    print(text)
    options.out.write_text(f"{text}\n", encoding="utf-8")
    return 0


def measured(orders: Sequence[int], threads: int, seconds: float) -> list[str]:
    """The page's lines."""
    cpu_lanes.wait()
    compiled, of = spectra_timing.compiled_share()
    lines = [
        "# Speed",
        "",
        "Written by `make bench ARGS=speed`. Medians of calls taken in turns, in one process: of processor time with",
        "one thread, of time on the clock with more, which suffers from whatever else the machine does (see its load).",
        "",
        *machine(threads),
        f"- statements about matrices that are compiled to programs: {compiled} of {of}",
        "",
    ]
    lines += [f"## {spectra_timing.STATEMENT}, every conjunct and its noise, microseconds per instance", ""]
    rows = []
    for n in orders:
        one, all_ = (spectra_timing.statement(n, t, seconds) for t in (1, threads))
        rows.append([str(n), spectra_timing.solver_of(n), *compared(one, ("NumPy",)), *compared(all_, ("NumPy",))])
    head = ["n", "solver", "1 thread, µs", "NumPy batched", f"{threads} threads, µs", "NumPy batched"]
    lines += table(head, rows)
    lines += ["## The same, drawn and judged in one loop, microseconds per instance", ""]
    lines += [
        "Next to NumPy's own generator with the same routines; on a GPU next to torch's, as times over the fused one.",
        "",
    ]
    rows = []
    for n in (n for n in orders if n <= 16):
        one, all_ = (spectra_timing.sweep(n, t, seconds) for t in (1, threads))
        rate = f"{1 / all_['ours']:.3g}"
        rows.append([str(n), *compared(one, ("NumPy",)), *compared(all_, ("NumPy",)), rate, *on_gpu(one)])
    head = ["n", "1 thread, µs", "NumPy", f"{threads} threads, µs", "NumPy", "million instances a second"]
    lines += table([*head, "CUDA fused, million a second", "torch CUDA"], rows)
    for kind in ("singular values", "eigenvalues"):
        lines += [f"## {kind.capitalize()}, microseconds per matrix", ""]
        rows = []
        for n in orders:
            found = spectra_timing.spectra(n, kind, 1, seconds)
            rows.append([str(n), *compared(found, COLUMNS)])
        lines += table(["n", "ours, µs", *COLUMNS], rows)
    lines += ["## Singular values of tall and wide matrices, microseconds per matrix", ""]
    rows = []
    for n in (n for n in (2, 4, 8, 16, 32) if n <= max(orders)):
        tall, wide = (spectra_timing.oblong(*shape, 1, seconds / 2) for shape in ((2 * n, n), (n, 2 * n)))
        rows.append([f"{2 * n} × {n}", *compared(tall, ("NumPy",)), f"{n} × {2 * n}", *compared(wide, ("NumPy",))])
    lines += table(["tall", "ours, µs", "NumPy", "wide", "ours, µs", "NumPy"], rows)
    lines += ["## Rigorous enclosures of eigenvalues at 128 bits, milliseconds per matrix", ""]
    rows = [[str(n), *compared(spectra_timing.enclosures(n, seconds), ("FLINT", "mpmath"))] for n in (2, 4, 8, 16)]
    lines += table(["n", "ours, ms", "FLINT", "mpmath"], rows)
    lines += ["## Lemma 21 at n = 4 by batch and threads, microseconds per instance", ""]
    rows = []
    for batch in (256, 1024, 4096, 16_384, 65_536):
        ours = [spectra_timing.statement(4, t, seconds / 2, batch)["ours"] for t in (1, threads)]
        rows.append([str(batch), *(f"{x:.3g}" for x in ours), f"{ours[0] / ours[1]:.2f}×"])
    lines += table(["batch", "1 thread", f"{threads} threads", "gain"], rows)
    return lines
