"""What is compiled changes no verdict, and no smallest slack beyond rounding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lemmata.claims.profiles import QUICK
from lemmata.evaluate import cpu_lanes
from lemmata.run import engine

SMALL = replace(QUICK, instances=3000, lattice=2000, sizes=(1, 2, 3), large_sizes=(), growth_sizes=(), climbs=0)


@pytest.mark.parametrize(
    "name", ["riedi.lemma-18", "riedi.lemma-21", "riedi.cor-9", "classical.determinant-of-inverse"]
)
def test_verdicts_do_not_depend_on_the_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu_lanes.wait()
    fast = engine.check(name, SMALL)
    monkeypatch.setattr(cpu_lanes, "available", lambda: False)
    slow = engine.check(name, SMALL)
    assert fast["verdict"] == slow["verdict"] and fast["verdict"] != "error"
    assert fast["evidence"]["generated"] == slow["evidence"]["generated"]
    a, b = fast["evidence"]["min_slack"], slow["evidence"]["min_slack"]
    assert a == b or abs(float(a) - float(b)) < 1e-9
