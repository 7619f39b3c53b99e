"""A fuzzer of whole checks: random claims with tiny budgets, `python -m tests.fuzz.checks --count 10000`.

Claims go through every stage of a check and through comparisons between the stages (`tests.fuzz.stages`) in batches,
each in a process forked from one that has its libraries loaded; the certificate checker is asked in the same process.
Whatever comes out is an answer: an entry with any verdict but `error`, or a line on a mistake.  A process that dies, a
check that fails, one that takes far more work than its budget and stages that contradict each other are findings.
With `--brief` nine claims of ten go through the reader, a check of the least budget and the certificate checker alone.
With `--proofs` changed statements of the catalogue go to the prover instead, and what it proves is attacked with
200,000 instances and the searches of a check.  Exit status: 0 nothing found, 1 something found, which is printed.
"""

import argparse
import faulthandler
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from lemmata import certificates
from lemmata.processes import one_thread
from tests.fuzz import stages
from tests.fuzz.claims import jobs

MEMORY = 3 * 2**30  # bytes of data of a process
WORK = 100  # seconds of work after which a claim is a hang and its process is ended
AT_ONCE = 100  # claims to a process
WARM = {
    "name": "warm", "define": {}, "let": {"n": "integer(1, 3)", "A": "real(n, n)", "N": "pd(n)"}, "given": [],
    "claim": ["smax(A @ N) < smax(A) * smax(N)"], "seed": 0, "device": "cpu", "reproduce": None, "budget": 2.0,
}  # fmt: skip
Job = dict[str, Any]
Trial = Callable[[Job], dict[str, Any]]


@dataclass
class Found:
    """Claims tried, verdicts counted, and what went wrong: the job, the sort of fault and what was said of it."""

    tried: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[Job, str, str]] = field(default_factory=list)


def run(count: int, seed: int = 0, trial: Trial = stages.trial, first: int = 0, log: Path | None = None) -> Found:
    """Put so many random claims, from number `first` on, to `trial`; what is wrong is added to `log` at once."""
    warm()
    asked = islice(jobs(seed, 1.0) if trial is stages.prover else jobs(seed), first, first + count)
    found = Found()
    begun = time.monotonic()
    while batch := list(islice(asked, AT_ONCE)):
        while batch:
            done, ending = [], ""
            for answer in _forked(batch, trial):
                if isinstance(answer, str):
                    ending = answer
                else:
                    done.append(answer)
            if ending:
                done.append({"verdict": "died", "wrong": [("death", ending)]})
            for job, answer in zip(batch, done, strict=False):
                found.tried += 1
                found.verdicts[answer["verdict"]] += 1
                found.wrong += [(job, sort, text) for sort, text in answer["wrong"]]
                if log and answer["wrong"]:
                    with log.open("a") as out:
                        out.write(json.dumps({"job": job, "wrong": answer["wrong"]}) + "\n")
            batch = batch[len(done) :]
        if log:
            print(f"{first + found.tried} {time.monotonic() - begun:.0f} s {said(found)}", flush=True)
    return found


@cache
def warm() -> None:
    """What a first check loads and compiles is there in every fork."""
    one_thread()
    stages.trial(WARM)


def _forked(batch: list[Job], trial: Trial) -> Iterator[dict[str, Any] | str]:
    """Answers from a process of its own; at last, if it died, how."""
    incoming, outgoing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(incoming)
            faulthandler.disable()
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            certificates.accepted = stages.in_process
            with os.fdopen(outgoing, "w") as out:
                for job in batch:
                    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + WORK, resource.RLIM_INFINITY))
                    out.write(json.dumps(trial(job)) + "\n")
                    out.flush()
            code = 0
        finally:
            os._exit(code)
    os.close(outgoing)
    with os.fdopen(incoming) as answers:
        for line in answers:
            if line.endswith("\n"):
                yield json.loads(line)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        yield f"killed by signal {os.WTERMSIG(status)}"
    elif os.WEXITSTATUS(status):
        yield f"ended with exit code {os.WEXITSTATUS(status)}"


def said(found: Found) -> str:
    """Counts in one line."""
    counts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(found.verdicts.items()))
    sorts = Counter(sort for _, sort, _ in found.wrong)
    return f"{found.tried} claims: {counts}; {len(found.wrong)} wrong {dict(sorts) if sorts else ''}".strip()


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of claims passed over")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--brief", action="store_true", help="most claims through few stages: many more of them")
    parser.add_argument("--proofs", action="store_true", help="attack the prover")
    parser.add_argument("--log", type=Path, help="a file to which what is wrong is added at once, as lines of JSON")
    options = parser.parse_args(arguments)
    trial = stages.prover if options.proofs else stages.brief if options.brief else stages.trial
    found = run(options.count, options.seed, trial, options.first, options.log)
    for job, sort, why in found.wrong[:20]:
        print(f"{sort}: {job['claim']} given {job['given']} with {job['let']}: {why.strip().splitlines()[-1][:300]}")
    print(said(found))
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
