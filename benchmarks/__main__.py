"""`python -m benchmarks TASK ...`: `claims` (what is decided, in how many seconds), `speed` (everything timed next to
other ways to do it), `attacks` (axioms, definitions and rules of the kernel at random instances)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

TASKS = {
    "attacks": "benchmarks.attacks",
    "claims": "benchmarks.runner",
    "speed": "benchmarks.speed",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Do the task that the first argument names; 2 where it names none."""
    task, *rest = (sys.argv[1:] if argv is None else argv) or [""]
    if task not in TASKS:
        print(f"usage: python -m benchmarks {'|'.join(TASKS)} ...\n\n{__doc__}", file=sys.stderr)
        return 2
    status: int = import_module(TASKS[task]).main(rest)
    return status


if __name__ == "__main__":
    sys.exit(main())
