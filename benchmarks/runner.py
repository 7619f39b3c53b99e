"""Claims whose truth is known, put to whoever decides them: `python -m benchmarks claims`.

    python -m benchmarks claims [--lists GLOB] [--names GLOB] [--true | --false] [--by NAME ...] [--budget S]
                                [--sample N] [--seed N] [--json FILE] [--table FILE]

A list says what it is measured with: `check` is `lemmata check`, `engine` the engine of `lemmata verify`, `prover` and
`squares` search for proofs, `command` and `prove` are `lemmata check` and `lemmata prove` from the shell with their
start.  `--by` names others.  Refutations are timed to the certificate.  Each has the budget in processor time to
itself, in a process of its own.
Exit status 1 where a true claim is refuted, a false one proved, one of two commands proves what the other does not, or
anything of ours ends in an error; 2 where nothing matches.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import contest
from benchmarks.contest import CONTESTANTS, Outcome
from benchmarks.known_claims import Claim, ClaimList, chosen
from benchmarks.speed import machine

SHELL = {"command": "check", "prove": "prove"}  # contestants that are commands of `lemmata`
PROVERS = ("prover", "squares", "prove")
MARKS = (1.0, 10.0, 60.0, 600.0)  # seconds at which the table counts
Row = tuple[ClaimList, Claim, dict[str, Outcome]]


def from_the_shell(claim: Claim, by: str, budget: float) -> Outcome:
    """What a command of `lemmata` says of a claim, with the processor time of the whole command."""
    lines = [claim.claim] if isinstance(claim.claim, str) else claim.claim
    words = [w for line in lines for w in ("--claim", line)] + [w for line in claim.given for w in ("--given", line)]
    for option, table_ in (("--let", claim.bounded), ("--define", claim.define)):
        words += [w for name, text in table_.items() for w in (option, f"{name}={text}")]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-P", "-m", "lemmata", SHELL[by], *words, "--budget", f"{budget:g}", "--json", "-"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if not done.stdout:
        return Outcome(claim.name, by, "error", work, {"traceback": done.stderr})
    entry: dict[str, Any] = json.loads(done.stdout)
    detail = {"wall": wall, "counterexample": entry.get("counterexample")}
    return Outcome(claim.name, by, entry["verdict"], work, detail)


def measured(claim: Claim, by: str, seed: int, budget: float) -> Outcome:
    """What one contestant makes of a claim."""
    if by in SHELL:
        return from_the_shell(claim, by, budget)
    return contest.measure(by, CONTESTANTS[by], claim.statement(), seed, budget)


def wrong(claim: Claim, outcome: Outcome) -> bool:
    """Whether a contestant says the contrary of what is known."""
    return outcome.result == ("refuted" if claim.truth else "proved")


def apart(row: dict[str, Outcome]) -> bool:
    """Whether one of the two commands proves what the other does not."""
    return len({row[by].result == "proved" for by in SHELL if by in row}) > 1


def right(truth: bool, outcome: Outcome) -> bool:
    """Whether a verdict is that of the truth: a true claim is proved or supported, a false one refuted, or not proved
    by who cannot refute."""
    if outcome.contestant in PROVERS:
        return (outcome.result == "proved") == truth
    return outcome.result in (("proved", "supported") if truth else ("refuted",))


def shown(outcome: Outcome) -> str:
    """An outcome in a few words."""
    also = [outcome.detail[k] for k in ("scope", "how", "row") if outcome.detail.get(k) and outcome.result != "error"]
    if outcome.result == "error":
        also = [str(outcome.detail.get("traceback", "")).strip().splitlines()[-1]]
    return " ".join([f"{outcome.result} {outcome.seconds:.2f} s", *map(str, also)])


def summary(rows: Sequence[Row]) -> list[str]:
    """A line for each list, truth and contestant, and one of what was wrong."""
    groups: dict[tuple[str, bool, str], list[Outcome]] = {}
    faults = []
    for found, claim, row in rows:
        if apart(row):
            faults.append(f"check and prove say different words of {found.name}/{claim.name}")
        for by, outcome in row.items():
            groups.setdefault((found.name, claim.truth, by), []).append(outcome)
            if wrong(claim, outcome) or outcome.result == "error":
                faults.append(f"{by} on {found.name}/{claim.name}: {shown(outcome)}")
    lines = []
    for (name, truth, by), outcomes in groups.items():
        count = {result: sum(o.result == result for o in outcomes) for result in {o.result: None for o in outcomes}}
        counts = ", ".join(f"{number} {result}" for result, number in count.items())
        seconds = f"median {median(o.seconds for o in outcomes):.2f} s, worst {max(o.seconds for o in outcomes):.2f} s"
        rows_already = sum("row" in o.detail for o in outcomes)
        known = f"; {rows_already} are rows of the catalogue" if rows_already else ""
        good = sum(right(truth, o) for o in outcomes)
        kind = "true" if truth else "false"
        lines.append(f"{name}, {kind}, {by}: {good} of {len(outcomes)} right ({counts}); {seconds}{known}")
    return [*lines, *faults, f"{len(faults)} wrong or in error"]


def table(rows: Iterable[Row], budget: float) -> list[str]:
    """Lines of Markdown: false claims refuted within so many seconds, and where each counterexample of ours lives."""
    times: dict[str, list[float]] = {}
    found = ["", "| refuted | at | digits | first at | digits | after |", "|---|---|---|---|---|---|"]
    for _, claim, row in rows:
        for by, outcome in row.items() if not claim.truth else ():
            times.setdefault(by, []).append(outcome.seconds if outcome.refuted else float("inf"))
            way = (outcome.detail.get("refutation") or {}).get("improved") if outcome.refuted else None
            if way:
                first, last = (
                    (", ".join(f"{k} = {v}" for k, v in w["dims"].items()), w["digits"]) for w in (way[0], way[-1])
                )
                found.append(f"| {' | '.join(map(str, (claim.name, *last, *first)))} | {way[0]['seconds']:.1f} s |")
    marks = [mark for mark in MARKS if mark < budget] + [budget]
    head = [
        "# Refuted claims",
        "",
        f"| within | {' | '.join(f'{m:g} s' for m in marks)} |",
        "|---" * (1 + len(marks)) + "|",
    ]
    curve = [
        f"| {by} | {' | '.join(f'{sum(t <= m for t in all_)} of {len(all_)}' for m in marks)} |"
        for by, all_ in times.items()
    ]
    return [*head, *curve, "", *machine(1), *found]


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks claims", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--lists", default="*", help="glob of the names of lists, which are the files in benchmarks/data")
    made.add_argument("--names", default="*", help="glob of the names of claims")
    made.add_argument("--true", dest="truth", action="store_const", const=True, help="the true claims alone")
    made.add_argument("--false", dest="truth", action="store_const", const=False, help="the false claims alone")
    made.add_argument("--by", nargs="+", choices=(*CONTESTANTS, *SHELL), help="in place of what the lists say")
    made.add_argument("--budget", type=float, default=30.0, help="seconds for each claim and contestant")
    made.add_argument("--sample", type=int, default=0, help="that many of the claims only, drawn by the seed")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--json", type=Path, help="write all outcomes to this file")
    made.add_argument("--table", type=Path, help="write the counts of refuted claims over time to this file")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what was chosen, a line for each claim.  See the module."""
    options = parser().parse_args(argv)
    claims = list(chosen(options.lists, options.names, options.truth))
    if not claims:
        print(f"no claim matches --lists {options.lists!r} --names {options.names!r}", file=sys.stderr)
        return 2
    if options.sample:
        claims = random.Random(options.seed).sample(claims, min(options.sample, len(claims)))
    contest.warm_up()
    rows: list[Row] = []
    for found, claim in claims:
        row = {name: measured(claim, name, options.seed, options.budget) for name in options.by or [found.by]}
        words = "; ".join(f"{name} {shown(outcome)}" for name, outcome in row.items())
        print(f"{found.name}/{claim.name} ({str(claim.truth).lower()}): {words}", flush=True)
        rows.append((found, claim, row))
    print(*summary(rows), sep="\n")
    if options.table:
        options.table.write_text("\n".join(table(rows, options.budget)) + "\n", encoding="utf-8")
    if options.json:
        options.json.write_text(json.dumps(list(map(to_json, rows)), indent=1) + "\n", encoding="utf-8")
    outcomes = [(claim, o) for _, claim, row in rows for o in row.values()]
    faulty = any(wrong(claim, o) or o.result == "error" for claim, o in outcomes)
    return int(faulty or any(apart(row) for *_, row in rows))


def to_json(row: Row) -> dict[str, Any]:
    """A claim with what was made of it, as plain data."""
    found, claim, outcomes = row
    return {
        "list": found.name,
        "name": claim.name,
        "truth": claim.truth,
        "outcomes": [o.to_json() for o in outcomes.values()],
    }
