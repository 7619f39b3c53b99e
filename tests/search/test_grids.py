"""Solutions among multiples of simple fractions: exact, not trivial, and none where there are none."""

from __future__ import annotations

from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instantiate import instantiate
from lemmata.search.equations import Unknowns, Variety, equations, on_grids

PAIR = {"P": "psd(3)", "Q": "psd(3)"}
ANGLE = ["P @ P == P", "Q @ Q == Q", "4 * P @ Q @ P == P"]


def outcomes(let: dict[str, str], given: list[str], claim: str) -> list[str]:
    concrete = instantiate(conjecture_files.build("x", let, given, [claim]), {})
    unknowns, x = Unknowns.started(concrete, Stream("grids", 0), 48, factored=False)
    variety = Variety(tuple(equations(concrete)), unknowns)
    return [judge(concrete, i).outcome for i in on_grids(variety, x, Stream("grids", 1), lambda: None)]


def test_projectors_at_sixty_degrees() -> None:
    assert "violation" in outcomes(PAIR, ANGLE, "P @ Q == Q @ P")
    assert set(outcomes(PAIR, ANGLE, "tr(P) <= tr(Q)")) <= {"holds", "tight"}


def test_at_order_two_they_are_irrational() -> None:
    assert outcomes(dict.fromkeys("PQ", "psd(2)"), ANGLE, "P == Q") == []


def test_impossible_equations() -> None:
    assert outcomes({"S": "symmetric(2)"}, ["S @ S == -1 * I(2)"], "tr(S) == 0") == []
