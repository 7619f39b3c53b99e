"""Do ahead of the first run what it would keep for all others: `python -m lemmata.verify.run.ahead`.

Proofs are derived, which takes longer than anything else in a first run, and networks fitted.  Every run replays the
derivations, whoever wrote them down.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress

from lemmata.theorems import catalogue
from lemmata.verify.principles import outside
from lemmata.verify.prove.judge import judge, kept
from lemmata.verify.run import workers


def derive(identifier: str) -> bool:
    """Derive the proof of a statement unless it is kept; whether there was anything to do."""
    statement, given = catalogue.get(identifier), catalogue.proof_of(identifier)
    if given is None or outside(given) is not None or kept(statement, given):
        return False
    judge(statement, given)
    return True


def derive_all(identifiers: Sequence[str], processes: int) -> int:
    """Derive these proofs in so many processes; how many were not kept before."""
    workers.safe_path()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        return sum(pool.map(derive, identifiers))


def main(arguments: Sequence[str] | None = None) -> None:
    """Derive every proof of the catalogue, and fit the networks whose layers join the ensembles."""
    parser = argparse.ArgumentParser(prog="python -m lemmata.verify.run.ahead", description=main.__doc__)
    parser.add_argument("statements", nargs="*", metavar="ID", help="whose proofs to derive; without any, all")
    parser.add_argument("--workers", type=int, default=min(os.cpu_count() or 1, 8), help="processes")
    given = parser.parse_args(arguments)
    workers.one_thread()  # and with it the processes that come of this one
    wanted = given.statements or [s.id for s in catalogue.all_statements() if catalogue.proof_of(s.id) is not None]
    print(f"{derive_all(wanted, given.workers)} proofs derived and kept")
    from lemmata.numerics.instances.trained import digits_networks

    with suppress(ImportError):  # without scikit-learn there are none
        digits_networks()


if __name__ == "__main__":
    main()
