"""Sweeps as a stage: what is counted, what is nominated, and that a false claim does not get through."""

from __future__ import annotations

from dataclasses import replace

from lemmata.numerics.evaluate import lanes
from lemmata.numerics.instances.randomness import Stream
from lemmata.theorems import catalogue
from lemmata.theorems.language import Matrix, smax
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.variables import Dim
from lemmata.verify.run.profiles import QUICK
from lemmata.verify.stages.court import Court
from lemmata.verify.stages.screening import Screening
from lemmata.verify.stages.swept import NAME, sweep

SMALL = replace(QUICK, sizes=(1, 2, 3))


def swept(statement: Statement, instances: int) -> tuple[Screening, int]:
    lanes.wait()
    screening = Screening(statement, SMALL, Stream(statement.id, 0), "cpu")
    return screening, sum(sweep(screening, instances, 1))


def test_what_holds_is_counted_and_its_tightest_are_kept() -> None:
    screening, tried = swept(catalogue.get("riedi.lemma-21"), 20_000)
    tally = screening.tally
    assert 20_000 <= tried == tally.generated == tally.instances == tally.ensembles[NAME].accepted
    assert not screening.suspects and screening.tightest
    assert tally.ensembles[NAME].min_slack == min(max(c.relative, 0.0) for c in screening.tightest.values())
    assert int(tally.ensembles[NAME].counts.sum()) == tried


def test_what_is_false_is_refuted_by_an_instance_made_again() -> None:
    n = Dim("n")
    a, b = Matrix("A", n, n), Matrix("B", n, n)
    false = replace(catalogue.get("riedi.lemma-21"), claim=smax(a) <= 1000 * smax(a + b), given=(), proof=None)
    screening, _ = swept(false, 300_000)
    assert screening.suspects, "a ratio beyond a thousand is rare, and there"
    assert Court(screening).suspects() is not None
