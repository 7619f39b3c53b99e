"""`make bench-proof`: which true claims the prover proves, in how many seconds, and that it proves no false one."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterable
from dataclasses import replace

from benchmarks.proof import (
    eighteenth_unseen,
    eighth_unseen,
    eleventh_unseen,
    fifteenth_unseen,
    fifth_unseen,
    first_unseen,
    fourteenth_unseen,
    fourth_unseen,
    nineteenth_unseen,
    ninth_unseen,
    second_unseen,
    seventeenth_unseen,
    seventh_unseen,
    sixteenth_unseen,
    sixth_unseen,
    tenth_unseen,
    third_unseen,
    thirteenth_unseen,
    twelfth_unseen,
)
from benchmarks.proof.consequences import FALSE, TRUE, Claim
from benchmarks.refutation.true_statements import TRUE as LITERATURE
from lemmata.theorems import conjectures
from lemmata.theorems.language.statement import Statement
from lemmata.verify.prove.facts import reading
from lemmata.verify.prove.search.book import everything
from lemmata.verify.prove.search.findings import find
from lemmata.verify.prove.search.recognition import recognised

UNSEEN = {
    "first": first_unseen, "second": second_unseen, "third": third_unseen, "fourth": fourth_unseen,
    "fifth": fifth_unseen, "sixth": sixth_unseen, "seventh": seventh_unseen, "eighth": eighth_unseen,
    "ninth": ninth_unseen, "tenth": tenth_unseen, "eleventh": eleventh_unseen, "twelfth": twelfth_unseen,
    "thirteenth": thirteenth_unseen,
    "fourteenth": fourteenth_unseen,
    "fifteenth": fifteenth_unseen,
    "sixteenth": sixteenth_unseen,
    "seventeenth": seventeenth_unseen,
    "eighteenth": eighteenth_unseen,
    "nineteenth": nineteenth_unseen,
}  # fmt: skip
WORD = re.compile(r"[A-Za-z]\w*")


def statement(claim: Claim, number: int) -> Statement:
    """A claim in words as a statement; variables that it does not speak of are left out."""
    let, given, text = claim
    declared = dict(line.split("=", 1) for line in let)
    words = " ".join((*given, text))
    used: set[str] = set()
    while used != (more := {k for k in declared if k in WORD.findall(words)}):
        used, words = more, " ".join((*given, text, *(declared[k] for k in more)))
    built = conjectures.build(f"claim {number}", {k: v for k, v in declared.items() if k in used}, given, [text])
    return replace(built, id=f"conjecture.claim-{number}")


def readable(claim: Statement) -> bool:
    """Whether the kernel has words for a claim."""
    try:
        reading(claim)
    except Exception:  # whatever the reader stumbles over: the claim counts as open, and is said to be out of reach
        return False
    return True


def run(name: str, claims: Iterable[Statement], seconds: float, show: bool) -> tuple[int, int, list[float]]:
    """Try every claim; (claims, proved, seconds of those proved).  What is a row of the catalogue is counted beside: a
    check without the prover calls it, like every true claim, supported at best."""
    count, known, times = 0, 0, []
    for claim in claims:
        count += 1
        row = recognised(claim)
        known += row is not None
        if not readable(claim):
            if show:
                print(f"  no words        {claim.id}: {'; '.join(claim.text['claim'])}", flush=True)
            continue
        started = time.monotonic()
        found = find(claim, seconds)
        spent = time.monotonic() - started
        if found is not None:
            times.append(spent)
        if show:
            what = "proved" if found is not None else "open"
            print(f"  {what:8} {spent:5.1f} s {claim.id}: {'; '.join(claim.text['claim'])}", flush=True)
            if row is not None:
                print(f"                    {row}", flush=True)
    middle = sorted(times)[len(times) // 2] if times else 0.0
    share = 100 * len(times) / max(count, 1)
    print(f"{name}: {len(times)} of {count} proved, {share:.0f} %, median {middle:.1f} s; {known} are rows already")
    return count, len(times), times


def main() -> int:
    """Print shares and seconds; 1 where a false claim came out proved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=30.0, help="seconds for each claim")
    parser.add_argument("--quiet", action="store_true", help="the shares alone")
    parser.add_argument("--only", choices=("consequences", *UNSEEN, "false", "literature"), help="one of the lists")
    options = parser.parse_args()
    everything()
    wrong = 0
    if options.only in (None, "consequences"):
        claims = [statement(c, k) for k, c in enumerate(TRUE)]
        run("consequences of named theorems", claims, options.budget, not options.quiet)
    for name, more in UNSEEN.items():
        if options.only in (None, name):
            claims = [statement(c, k) for k, c in enumerate(more.TRUE)]
            run(f"the {name} list that was unseen", claims, options.budget, not options.quiet)
    if options.only in (None, "false"):
        claims = [statement(c, k) for k, c in enumerate((*FALSE, *(c for more in UNSEEN.values() for c in more.FALSE)))]
        _, wrong, _ = run("false variants", claims, options.budget, not options.quiet)
    if options.only in (None, "literature"):
        run("true statements of the refutation benchmark", LITERATURE, options.budget, not options.quiet)
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
