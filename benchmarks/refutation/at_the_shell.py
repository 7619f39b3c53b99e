"""Plain false claims from the shell: processor time and time on the wall from the command to the end of its answer.

    python -m benchmarks.refutation.at_the_shell [--json FILE]

Each is a slip that somebody may make at a desk, and has a counterexample of a few small integers.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple


class Slip(NamedTuple):
    """A false claim, its variables, and its hypotheses."""

    claim: str
    let: tuple[str, ...]
    given: tuple[str, ...] = ()


SQUARES = ("n=integer(1, 4)", "A=real(n, n)", "B=real(n, n)")
SEMIDEFINITE = ("n=integer(1, 4)", "A=psd(n)", "B=psd(n)")
DEFINITE = ("n=integer(1, 4)", "A=pd(n)", "B=pd(n)")
SYMMETRIC = ("n=integer(1, 4)", "A=symmetric(n)", "B=symmetric(n)")
RECTANGLES = ("m=integer(1, 4)", "n=integer(1, 4)", "A=real(m, n)", "B=real(m, n)")

SLIPS = (
    Slip("norm2(A @ B) <= norm2(A) + norm2(B)", SQUARES),
    Slip("lmin(A @ B + B @ A) >= 0", SEMIDEFINITE),
    Slip("det(A + B) <= det(A) + det(B)", SEMIDEFINITE),
    Slip("rho(A + B) <= rho(A) + rho(B)", SQUARES),
    Slip("cond(A + B) <= cond(A) + cond(B)", SQUARES),
    Slip("rank(A + B) <= max(rank(A), rank(B))", RECTANGLES),
    Slip("lmin(A @ A - B @ B) >= 0", SEMIDEFINITE, ("lmin(A - B) >= 0",)),
    Slip("lmin(expm(A) - expm(B)) >= 0", SYMMETRIC, ("lmin(A - B) >= 0",)),
    Slip("normF(A @ B) <= norm2(A @ B)", SQUARES),
    Slip("normN(A) <= 2 * normF(A)", ("n=integer(1, 6)", "A=real(n, n)")),
    Slip("tr(A @ B @ A @ B) >= 0", SYMMETRIC),
    Slip("smin(A + B) >= smin(A)", SQUARES, ("smin(B) >= 0",)),
    Slip("norm1(A) <= norminf(A)", ("m=integer(1, 4)", "n=integer(1, 4)", "A=real(m, n)")),
    Slip("abs(tr(A)) <= norm2(A)", ("n=integer(1, 4)", "A=real(n, n)")),
    Slip("lmax(had(A, B)) >= lmax(A) * lmax(B)", SEMIDEFINITE),
    Slip("det(A) <= 1", ("n=integer(1, 4)", "A=real(n, n)"), ("maxabs(A) <= 1",)),
    Slip("normF(A @ B - B @ A) <= normF(A) * normF(B)", SQUARES),
    Slip("lmax(inv(A)) <= lmax(A)", ("n=integer(1, 4)", "A=pd(n)")),
    Slip("sqrt(a + b) >= sqrt(a) + sqrt(b)", ("a=positive", "b=positive")),
    Slip("exp(t) <= 1 + t + t**2", ("t=interval(0, 3)",)),
    Slip("numradius(A @ B) <= numradius(A) * numradius(B)", SQUARES),
    Slip("abs(det(A + B)) <= abs(det(A)) + abs(det(B))", ("n=integer(2, 3)", "A=complex(n, n)", "B=complex(n, n)")),
    Slip("lmin(inv(A + B) - inv(A)) >= 0", DEFINITE),
    Slip("smax(relu(A) @ x) <= smax(A @ x)", ("n=integer(1, 4)", "A=real(n, n)", "x=real(n, 1)")),
)


def measured(slip: Slip) -> dict[str, Any]:
    """What the command says of a claim, and its seconds."""
    words = ["--claim", slip.claim]
    words += [word for text in slip.given for word in ("--given", text)]
    words += [word for text in slip.let for word in ("--let", text)]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-P", "-m", "lemmata", "check", *words, "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    said = done.stderr.strip()[-200:]
    entry: dict[str, Any] = json.loads(done.stdout) if done.stdout else {"verdict": said}
    shown = entry.get("counterexample") or {}
    return {
        "claim": slip.claim,
        "verdict": entry["verdict"],
        "work": round(work, 3),
        "wall": round(wall, 3),
        "dims": shown.get("dims"),
        "values": shown.get("values"),
    }


def main(argv: list[str] | None = None) -> int:
    """Measure all of them, one after the other; the exit code is 1 where one is not refuted."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.refutation.at_the_shell")
    options.add_argument("--json", type=Path, help="write what was measured to this file")
    chosen = options.parse_args(argv)
    rows = []
    for slip in SLIPS:
        rows.append(row := measured(slip))
        print(f"{row['work']:6.2f} s of work {row['wall']:6.2f} s  {row['verdict']:12} {slip.claim}", flush=True)
    print(f"median: {median(r['work'] for r in rows):.2f} s of work, {median(r['wall'] for r in rows):.2f} s")
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return int(any(row["verdict"] != "refuted" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
