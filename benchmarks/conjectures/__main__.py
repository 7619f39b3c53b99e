"""Share of refuted conjectures, and the time it takes, beside rivals, and no true inequality called false.

    python -m benchmarks.conjectures [--names GLOB] [--budget S] [--rivals] [--controls] [--memory] [--seed N]
    [--alone] [--sample N] [--json FILE] [--table FILE]

Ours is `lemmata check` to the certified counterexample.  Rivals stop at the first instance that looks broken in floats:
random sampling, Hypothesis, and SciPy's BFGS from random starts.  Each has the budget to itself, in a process of its
own.  Exit status 1 where a true inequality is called false, or anything ends in an error.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from benchmarks.__main__ import machine
from benchmarks.conjectures import descents
from benchmarks.conjectures.beside_equality import FIRST_ORDER, SECOND_ORDER
from benchmarks.conjectures.challenges import CHALLENGES, NEIGHBOURS
from benchmarks.conjectures.collection import CONJECTURES
from benchmarks.conjectures.continua import CONTINUA, TRUE_CONTINUA
from benchmarks.conjectures.controls import CONTROLS
from benchmarks.conjectures.discrete import DISCRETE, SOUND
from benchmarks.conjectures.edges import EDGES, SAFE
from benchmarks.conjectures.from_memory import CLAIMS
from benchmarks.conjectures.methods import METHODS, SURE
from benchmarks.conjectures.near_equality import BESIDE, NEAR
from benchmarks.conjectures.related import RELATED, TRUE_RELATED
from benchmarks.conjectures.remembered import REMEMBERED, TRUE
from benchmarks.conjectures.thin import THICK, THIN
from benchmarks.conjectures.unheard import TRUE_UNHEARD, UNHEARD
from benchmarks.conjectures.varieties import TRUE_VARIETIES, VARIETIES
from benchmarks.refutation import contest, rivals
from lemmata.theorems import conjectures
from lemmata.theorems.language.statement import Statement
from lemmata.verify.conjectures import proof_beside
from lemmata.verify.conjectures.budget import Budget
from lemmata.verify.conjectures.checking import check


def ours(statement: Statement, seed: int, limit: float) -> tuple[str, dict[str, Any]]:
    """Our check with this budget."""
    entry = check(statement, Budget(limit), seed)
    found = entry["evidence"].get("refutation")
    return entry["verdict"], {"scope": entry["scope"], "refutation": found, "counterexample": entry["counterexample"]}


FALSE = (
    *CONJECTURES,
    *REMEMBERED,
    *CHALLENGES,
    *THIN,
    *RELATED,
    *EDGES,
    *NEAR,
    *CONTINUA,
    *DISCRETE,
    *SECOND_ORDER,
    *VARIETIES,
    *METHODS,
    *UNHEARD,
)
NEVER = (
    *CONTROLS,
    *TRUE,
    *NEIGHBOURS,
    *THICK,
    *TRUE_RELATED,
    *SAFE,
    *BESIDE,
    *TRUE_CONTINUA,
    *SOUND,
    *FIRST_ORDER,
    *TRUE_VARIETIES,
    *SURE,
    *TRUE_UNHEARD,
)
MARKS = (1.0, 10.0, 60.0, 600.0)
CONTESTANTS: dict[str, contest.Contestant] = {
    "ours": ours,
    "sampling": contest.rival(rivals.sample),
    "hypothesis": contest.rival(rivals.hypothesize),
    "bfgs": contest.rival(descents.descend),
}


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--names", default="*", help="glob of names")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds for each statement and contestant")
    parser.add_argument("--rivals", action="store_true", help="time the rivals as well")
    parser.add_argument("--sample", type=int, default=0, help="that many of the statements only, drawn by the seed")
    parser.add_argument("--controls", action="store_true", help="check the true inequalities as well")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alone", action="store_true", help="ours without the search for a proof beside it")
    parser.add_argument("--table", type=Path, help="write the learning curves of all contestants to this file")
    parser.add_argument("--json", type=Path, help="write all outcomes to this file")
    parser.add_argument("--memory", action="store_true", help="check the claims from memory, true and false, alone")
    options = parser.parse_args(argv)
    if options.memory:
        return from_memory(options.names, options.budget, options.seed)
    if options.alone:
        proof_beside.LEAST = math.inf
    contest.warm_up()
    chosen = [c for c in FALSE if fnmatch(c.name, options.names)]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    names = list(CONTESTANTS) if options.rivals else ["ours"]
    outcomes: list[contest.Outcome] = []
    called_false: list[str] = []
    for c in chosen:
        statement = conjectures.build(c.name, c.let, list(c.given), [c.claim], define=c.define)
        row = {n: contest.measure(n, CONTESTANTS[n], statement, options.seed, options.budget) for n in names}
        known = f"{c.year}, order {c.order or '?'}"
        print(f"{c.name:30} {known:16} {'  '.join(f'{n} {shown(o)}' for n, o in row.items())}", flush=True)
        outcomes += row.values()
    controls = NEVER if options.controls else ()
    true = [c for c in controls if fnmatch(c[0], options.names)]
    for name, let, given, claim in true:
        statement = conjectures.build(name, let, list(given), [claim])
        outcome = contest.measure("ours", ours, statement, options.seed, options.budget)
        print(f"{name:30} {'true':16} {outcome.result} {outcome.seconds:.1f} s", flush=True)
        outcomes.append(outcome)
        called_false += [name] if outcome.refuted else []
    curve: dict[str, list[str]] = {}
    for n in names:
        mine = [o for o in outcomes if o.contestant == n and o.statement in {f"conjecture.{c.name}" for c in chosen}]
        times = sorted(o.seconds if o.refuted else float("inf") for o in mine)
        if times:
            share = sum(o.refuted for o in mine)
            print(
                f"{n}: {share} of {len(mine)} refuted, median {times[len(times) // 2]:.2f} s, worst {times[-1]:.2f} s"
            )
            curve[n] = [f"{sum(t <= mark for t in times)} of {len(mine)}" for mark in marks(options.budget)]
    if options.table and curve:
        lines = table(curve, options.budget) + [
            f"{len(chosen)} statements, seed {options.seed}. Each contestant has the budget to itself, in seconds of"
            " processor time of one process; ours is timed to the certificate, the others to an instance that looks"
            " broken in floats.",
            "",
            *machine(1),
        ]
        lines += found_by_us([o for o in outcomes if o.contestant == "ours"])
        options.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if options.json:
        options.json.write_text(json.dumps([o.to_json() for o in outcomes], indent=1) + "\n", encoding="utf-8")
    return int(bool(called_false) or any(o.result == "error" and o.contestant == "ours" for o in outcomes))


def marks(budget: float) -> list[float]:
    """The seconds at which a learning curve is read off."""
    return [mark for mark in MARKS if mark < budget] + [budget]


def table(curve: Mapping[str, list[str]], budget: float) -> list[str]:
    """Lines of Markdown: the refuted by contestant and time."""
    heads = [f"{mark:g} s" for mark in marks(budget)]
    lines = ["# Refuted conjectures", "", f"| within | {' | '.join(heads)} |", "|---" * (1 + len(heads)) + "|"]
    return [*lines, *(f"| {name} | {' | '.join(counts)} |" for name, counts in curve.items()), ""]


def found_by_us(outcomes: list[contest.Outcome]) -> list[str]:
    """Lines of Markdown: where each counterexample of ours lives, how long it is, and how it was first certified."""
    lines = ["", "| refuted | at | digits | first at | digits | after |", "|---|---|---|---|---|---|"]
    for o in outcomes:
        way = (o.detail.get("refutation") or {}).get("improved") if o.refuted else None
        if way:
            first, last = (
                [", ".join(f"{k} = {v}" for k, v in w["dims"].items()), w["digits"]] for w in (way[0], way[-1])
            )
            cells = [o.statement.removeprefix("conjecture."), *last, *first, f"{way[0]['seconds']:.1f} s"]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def from_memory(names: str, budget: float, seed: int) -> int:
    """Verdicts on claims whose truth is known; exit status 1 where one is wrong."""
    right = wrong = 0
    chosen = [c for c in CLAIMS if fnmatch(c.name, names)]
    for c in chosen:
        start = time.perf_counter()
        statement = conjectures.build(c.name, c.let, list(c.given), [c.claim], define=c.define)
        verdict = check(statement, Budget(budget), seed)["verdict"]
        good = verdict in (("supported", "proved") if c.true else ("refuted",))
        bad = not good and verdict in ("supported", "proved", "refuted", "error")
        right, wrong = right + good, wrong + bad
        told = "" if good else "  WRONG" if bad else "  open"
        print(f"{c.name:30} {c.true!s:6} {verdict:12} {time.perf_counter() - start:5.1f} s{told}", flush=True)
    print(f"{right} of {len(chosen)} right, {wrong} wrong")
    return int(wrong > 0)


def shown(outcome: contest.Outcome) -> str:
    """An outcome in a few characters: seconds to the certified violation, with the dimensions where they are known."""
    if not outcome.refuted:
        return f"{outcome.result} ({outcome.seconds:.0f} s)"
    return f"{outcome.seconds:.2f} s {outcome.detail.get('scope', '')}".strip()


if __name__ == "__main__":
    sys.exit(main())
