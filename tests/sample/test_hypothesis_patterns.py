"""Equations that hypotheses of the literature ask for, and how many of the instances that are drawn meet them."""

import tomllib
from pathlib import Path

import pytest

from lemmata.evaluate.decide import judge
from lemmata.evaluate.membership import as_asked
from lemmata.evaluate.randomness import Stream
from lemmata.language.conjecture_files import build
from lemmata.language.instantiate import instantiate
from lemmata.language.recipes import searched
from lemmata.sample import batches
from lemmata.sample.hypotheses import meet
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.plan import plan

PATTERNS = tomllib.loads((Path(__file__).parent / "hypothesis_patterns.toml").read_text(encoding="utf-8"))["patterns"]
MANY = 4


def share(pattern, recipes=True) -> float:
    """The share of instances, drawn as the search draws them, at which all hypotheses are decided to hold."""
    sized = [v for v, domain in pattern["let"].items() if "(" in domain and not domain.startswith(("integer", "inter"))]
    claims = [f"0 <= norm2({v})" for v in sized] or [f"0 <= abs({v})" for v in pattern["let"]]
    statement = build(pattern["name"], pattern["let"], pattern["given"], claims)
    source, met, tried = searched(statement) if recipes else statement, 0, 0
    for size in (1, 2, 3):
        for concrete in plan(source, size, 1):
            for ensemble in [e for e in ENSEMBLES.values() if batches.usable(concrete, e)][::2]:
                stream = Stream(f"{ensemble.name} {size}", 0)
                values = batches.tied(concrete, batches.draw(concrete, ensemble, stream, MANY))
                values = meet(concrete, values, stream.child("meet"))
                for row in range(MANY):
                    tried += 1
                    drawn = batches.exact(concrete, values, row)
                    own = as_asked(statement, drawn) if recipes else drawn
                    verdict = own and judge(instantiate(statement, own.dims), own, limit=256)
                    met += verdict is not None and verdict.outcome in ("holds", "tight")
    return met / tried


@pytest.mark.sampled(6)
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p["name"])
def test_half_of_the_instances_meet_what_is_asked(pattern) -> None:
    assert share(pattern) >= 0.5


def test_without_recipes_hardly_any_do() -> None:
    """Control: what is drawn without them misses a partition of the identity, and the measure says so."""
    pattern = next(p for p in PATTERNS if p["name"] == "semidefinite matrices that sum to the identity")
    assert share(pattern, recipes=False) < 0.1
