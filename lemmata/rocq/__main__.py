"""`make rocq`: export every proved statement, have Rocq read it, write what came of it."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from lemmata.rocq import export
from lemmata.rocq.acceptance import version
from lemmata.rocq.refutations import read_all
from lemmata.run.inputs import select

RESULT = Path("reports") / "rocq.json"
TABLE = Path("benchmarks") / "results" / "rocq.md"


def main() -> int:
    """Exit code 0 where nothing was rejected but what the table of the last whole run lists, 1 where something was."""
    parser = argparse.ArgumentParser(prog="make rocq", description=__doc__)
    parser.add_argument("statements", nargs="*", metavar="ID", help="by id or glob; without any, all")
    parser.add_argument("--out", type=Path, default=Path("reports") / "rocq", help="where the files are written")
    parser.add_argument("--result", type=Path, default=RESULT, help="where the summary is written")
    parser.add_argument("--workers", type=int, default=2, help="how many files are read at a time")
    parser.add_argument("--afresh", action="store_true", help="read again what was accepted before, too")
    parser.add_argument(
        "--certificates", type=Path, help="have the refutation certificates of this folder read instead"
    )
    given = parser.parse_args()
    if given.certificates:
        given.out.mkdir(parents=True, exist_ok=True)
        said = read_all(given.certificates, given.out.resolve(), given.workers)
        print("\n".join(f"{name}: {reason or 'accepted'}" for name, reason in said.items()))
        print(f"{sum(not reason for reason in said.values())} of {len(said)} accepted")
        return 0
    from lemmata.catalogue import all_statements

    chosen = select(given.statements, [s.id for s in all_statements()]) if given.statements else None
    summary = export.run(chosen, given.out.resolve(), given.workers, given.afresh, given.result)
    counts = summary["counts"]
    print(", ".join(f"{count} {status}" for status, count in counts.items() if count), f"in {summary['seconds']:.0f} s")
    print(f"{summary['cpu_seconds_of_coqc']:.0f} s of processor time in coqc; the slowest files, in seconds:")
    slowest = sorted(summary["statements"].items(), key=lambda pair: -pair[1]["seconds"])[:10]
    print(", ".join(f"{identifier} {row['seconds']:.0f}" for identifier, row in slowest if row["seconds"]))
    if version() is None:
        print("not run: there is no coqc here (Debian: coq, libcoq-mathcomp-analysis)")
    known = set(re.findall(r"[\w.~-]+", TABLE.read_text())) if TABLE.exists() else set()
    if version() is not None and not given.statements:
        TABLE.write_text(export.table(summary))
    rejected = [identifier for identifier, row in summary["statements"].items() if row["status"] == export.FAILED]
    print(given.result)
    return 1 if set(rejected) - known else 0


if __name__ == "__main__":
    sys.exit(main())
