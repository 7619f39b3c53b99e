"""Time to refutation of our engine, of plain random sampling and of Hypothesis, side by side in one run.

    python -m benchmarks.refutation [--ids GLOB] [--timeout S] [--seed S] [--json FILE] [--only ours]

Run it on a machine that does nothing else.  On the true statements only our engine runs; the exit code is 1 when it
calls one of them false, misses a false one, or anything ends in an error.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from fnmatch import fnmatch
from pathlib import Path

import hypothesis
import torch
from rich.console import Console

from benchmarks.refutation import contest, report
from benchmarks.refutation.false_statements import FALSE
from benchmarks.refutation.rivals import BROKEN, SIZES
from benchmarks.refutation.true_statements import TRUE
from lemmata.verify.run.profiles import PROFILES

WIDTH = 120


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.refutation", description=__doc__.split("\n")[0])
    made.add_argument("--ids", default="*", help='glob of statement ids, as in "false.*" or "*.weyl"')
    made.add_argument("--timeout", type=float, default=20.0, help="seconds per false statement and contestant")
    made.add_argument("--patience", type=float, default=300.0, help="seconds for our engine on a true statement")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--profile", choices=tuple(PROFILES), default="standard", help="of our engine")
    made.add_argument("--only", choices=("ours", *report.RIVALS), help="one contestant alone")
    made.add_argument("--json", type=Path, help="write all outcomes and the environment to this file")
    return made


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark."""
    options = parser().parse_args(argv)
    chosen = {k: v for k, v in contest.contestants(options.profile).items() if options.only in (None, k)}
    false = [s for s in FALSE if fnmatch(s.id, options.ids)]
    true = [s for s in TRUE if fnmatch(s.id, options.ids) and "ours" in chosen]
    if not false and not true:
        print(f"no statement matches {options.ids!r}", file=sys.stderr)
        return 2
    console, waiting = Console(), Console(stderr=True)
    if not console.is_terminal:
        console = Console(width=WIDTH)  # a file has no width of its own
    console.print(
        f"seed {options.seed}, profile {options.profile}, rivals at sizes {SIZES[0]} to {SIZES[-1]} in turn, "
        f"an instance of theirs counts from a relative slack of {BROKEN:g} on",
        highlight=False,
    )
    contest.warm_up()
    rows: dict[str, dict[str, contest.Outcome]] = {}
    with waiting.status("") as status:
        for statement in false:
            for name, contestant in chosen.items():
                status.update(f"{statement.id}: {name}")
                outcome = contest.measure(name, contestant, statement, options.seed, options.timeout)
                rows.setdefault(statement.id, {})[name] = outcome
        outcomes = []
        for statement in true:
            status.update(f"{statement.id}: ours")
            outcomes.append(contest.measure("ours", chosen["ours"], statement, options.seed, options.patience))
    data = report.show(console, rows, outcomes, options.timeout)
    if options.json:
        environment = {
            "processor": platform.processor() or platform.machine(),
            "python": platform.python_version(),
            "torch": torch.__version__,
            "hypothesis": hypothesis.__version__,
        }
        settings = {k: getattr(options, k) for k in ("seed", "timeout", "patience", "profile")}
        everything = [o.to_json() for o in (*(o for row in rows.values() for o in row.values()), *outcomes)]
        text = {"environment": environment, "settings": settings, "summary": data, "outcomes": everything}
        options.json.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")
    missed = any("ours" in row and not row["ours"].refuted for row in rows.values())
    return int(missed or bool(contest.called_false(outcomes)) or data["errors"] > 0)


if __name__ == "__main__":
    sys.exit(main())
