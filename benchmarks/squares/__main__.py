"""How many small inequalities are proved in how many seconds: `python -m benchmarks.squares [--seconds S]`.

Rows are in the two TOML files beside this one, true claims and false ones near them.  Exit code 1 where a false one is
proved.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from pathlib import Path

from lemmata.theorems import conjectures
from lemmata.verify.prove.attempts import attempt

HERE = Path(__file__).parent


def main() -> int:
    """Prove what is there, print a line for each, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="for each claim")
    seconds, wrong = parser.parse_args().seconds, 0
    for path in sorted(HERE.glob("*.toml")):
        data = tomllib.loads(path.read_text())
        for kind, rows in data.items():
            proved, spent = 0, 0.0
            for row in rows:
                let, given = row["let"], row.get("given", [])
                statement = conjectures.build(row["name"], let, given, [row["claim"]])
                started = time.monotonic()
                found = attempt(statement, seconds)
                took = time.monotonic() - started
                proved, spent = proved + (found.report is not None), spent + took
                how = "open" if found.report is None else found.report["standing"]
                print(f"{kind:6} {took:6.1f} s  {row['name']}: {how}", flush=True)
            wrong += proved if kind == "false" else 0
            print(f"{path.stem}: {proved} of {len(rows)} {kind} claims proved, {spent:.0f} s in all", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
