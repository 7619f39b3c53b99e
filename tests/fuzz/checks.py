"""A fuzzer of whole checks: random well-typed claims with tiny budgets, `python -m tests.fuzz.checks --count 2000`.

Claims are drawn from the grammar of the language over variables of random domains and go through the worker process
that `lemmata check` uses.  Whatever comes out is an answer: an entry with any verdict but `error`, or a line on a
mistake.  A process that dies, a check that fails, and one that overruns its budget by more than PATIENCE are findings.
Exit status: 0 nothing found, 1 something found; what was found is printed as claims.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lemmata.verify.conjectures.bench import Bench
from tests.fuzz.grammar import Grammar

BUDGET = 0.3
PATIENCE = 90.0  # seconds beyond the budget: a fresh process loads its libraries, and the machine may do other things
MATRICES = {
    "A": ("real(n, n)", "pd(n)", "psd(n)", "orthogonal(n)", "skew(n)", "upper(n)", "nonnegative(n, n)", "signs(n)"),
    "N": ("symmetric(n)", "pd(n)", "psd(n)", "diagonal(n)", "projection(n)"),
}
NUMBERS = ("real", "positive", "interval(0, 1)", "interval(-1/3, 1e9)", "integer(0, 4)", "interval(0, 1e-9)")
HYPOTHESES = (
    "smax(A) <= 1",
    "tr(N) == 1",
    "A @ N == N @ A",
    "a >= 1/2",
    "lmin(N) >= 0",
    "det(A) == 0",
    "normF(A) == 1",
)
POWERS = (
    "lmin(expm(a * logm(N))) >= 0",
    "tr(expm(a * logm(N)) @ expm((1 - a) * logm(N))) == tr(N)",
    "smax(expm(a * A)) <= exp(a * smax(A))",
    "det(expm(a * N)) == exp(a * tr(N))",
    "schatten(a + 1, A) <= normN(A)",
    "sum(s(A)**a) <= n * smax(A)**a",
    "tr(sqrtm(sqrtm(N) @ sqrtm(N))) == tr(sqrtm(N))",
)


@dataclass
class Found:
    """Claims tried, verdicts counted, and what went wrong: the job and what was said of it."""

    tried: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[dict[str, Any], str]] = field(default_factory=list)


def jobs(seed: int) -> Iterator[dict[str, Any]]:
    """Random jobs for a worker; what they are depends on the seed alone."""
    draw = random.Random(seed)
    grammar = Grammar(draw)
    number = 0
    while True:
        let = {
            "n": f"integer(1, {draw.choice((1, 2, 3, 5))})",
            "C": "real(n, 3)",
            "x": "real(n, 1)",
            "k": "integer(1, n)",
        }
        let |= {name: draw.choice(domains) for name, domains in MATRICES.items()} | {"a": draw.choice(NUMBERS)}
        claim = draw.choice(POWERS) if draw.random() < 0.2 else grammar.claim(draw.randint(0, 4))
        given = [draw.choice(HYPOTHESES)] if draw.random() < 0.3 else []
        yield {
            "name": f"fuzz {number}", "let": let, "define": {}, "given": given, "claim": [claim], "seed": seed,
            "device": "cpu", "reproduce": None, "budget": BUDGET,
        }  # fmt: skip
        number += 1


def run(count: int, seed: int = 0, processes: int = 1, at_once: int = 50) -> Found:
    """Check so many random claims."""
    found, drawn = Found(), jobs(seed)
    while found.tried < count:
        asked = [next(drawn) for _ in range(min(at_once, count - found.tried))]
        with Bench(processes) as bench:
            start = dict.fromkeys(range(len(asked)), time.monotonic())
            for news in bench.run(asked):
                if news.kind == "read":
                    start[news.job] = time.monotonic()
                elif news.kind in ("bad", "entry"):
                    entry = news.value if news.kind == "entry" else {"verdict": "not read", "error": None}
                    found.tried += 1
                    late = "cannot be cut short" in str((entry.get("evidence") or {}).get("stopped"))
                    found.verdicts["ended from outside" if late else entry["verdict"]] += 1
                    if entry["verdict"] == "error":
                        found.wrong.append((asked[news.job], entry["error"]))
                    elif time.monotonic() - start[news.job] > BUDGET + PATIENCE:
                        found.wrong.append((asked[news.job], "overran its budget"))
    return found


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    found = run(options.count, options.seed, options.processes)
    for job, why in found.wrong[:20]:
        print(f"{job['claim'][0]!r} given {job['given']} with {job['let']}: {why.strip().splitlines()[-1]}")
    counts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(found.verdicts.items()))
    print(f"{found.tried} claims: {counts}; {len(found.wrong)} wrong")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
