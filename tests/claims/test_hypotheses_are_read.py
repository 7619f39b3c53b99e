"""What a hypothesis says of its arguments decides, not that it is there: with another argument it is another one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import torch

from lemmata import catalogue
from lemmata.claims import descent, schedule, trajectory, whole_trainings
from lemmata.claims.screening import Screening
from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import Statement, instantiate, norm2, normF
from lemmata.language.architectures import FullyConnected
from lemmata.language.networks import LayerMatrix, Network
from lemmata.language.relations import Clause
from lemmata.language.text import write
from lemmata.language.training import Diverges, GradientSquare, SmoothInBall
from lemmata.language.variables import Index
from lemmata.language.verdicts import Finding, Verdict
from tests import split
from tests.claims.engine_runs import TINY

# One row for every clause with arguments, each false without the clause.
ROWS = split("""
le.lemma-3.eq-5~linear; le.lemma-3.eq-5~repaired; le.thm-1.fully-connected~repaired; le.thm-1.within-block~repaired;
le.thm-1.conv-fc~linear; le.thm-1.resnet-fc~linear; le.lemma-4~repaired; le.lemma-8~repaired; le.eq-81~linear;
le.eq-81~repaired
""")


def checked(statement: Statement) -> Finding:
    """What the module of the claim finds."""
    module = descent if statement.id.startswith("le.eq-81") else trajectory
    return module.check(statement, replace(TINY, networks=80), 0)


def changed(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """The statement with one argument of one hypothesis another variable of its sort, or the next layer."""
    for k, clause in enumerate(statement.given):
        if not isinstance(clause, Clause):
            continue
        for place, argument in enumerate(clause.args):
            others: list[Any] = [v for v in statement.let if type(v) is type(argument) and v != argument]
            others += [argument + 1] if isinstance(argument, Index) else []
            for other in others:
                new = clause.func(*(other if j == place else a for j, a in enumerate(clause.args)))
                given = (*statement.given[:k], new, *statement.given[k + 1 :])
                yield (
                    f"{statement.id}: {write(new)}",
                    replace(statement, id=f"{statement.id.split('~')[0]}~changed", given=given),
                )


def left_out(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """The statement without one hypothesis that speaks of a part of the network or of slopes."""
    for k, clause in enumerate(statement.given):
        rest = (*statement.given[:k], *statement.given[k + 1 :])
        if clause.args and not all(isinstance(a, Network) for a in clause.args):
            name = f"{statement.id} without {write(clause)}"
            yield name, replace(statement, id=f"{statement.id.split('~')[0]}~changed", given=rest)


OTHERS = [
    pytest.param(s, id=name) for row in map(catalogue.get, ROWS) for way in (changed, left_out) for name, s in way(row)
]


@pytest.mark.parametrize("statement", OTHERS)
def test_with_another_argument_or_without_a_hypothesis_the_claim_is_not_supported(statement):
    finding = checked(statement)
    assert finding.verdict in (Verdict.REFUTED, Verdict.VACUOUS), finding.evidence["hypotheses"]


def test_an_array_of_which_nothing_is_supposed_may_hold_any_neurons():
    row = catalogue.get("le.thm-1.conv-fc~linear")
    *given, behind = row.given
    assert isinstance(behind, FullyConnected)
    assert checked(row).verdict is not Verdict.REFUTED
    assert checked(replace(row, id="le.thm-1~changed", given=tuple(given))).verdict is Verdict.REFUTED


def test_a_quantity_that_stays_does_not_diverge():
    row = catalogue.get("le.thm-2.eq-15")
    (nu,), layer = (v for v in row.let if isinstance(v, Network)), next(v for v in row.let if isinstance(v, Index))
    weights = LayerMatrix(nu, layer)
    share = replace(row, id="le.thm-2.eq-15~changed", given=(Diverges(norm2(weights) / normF(weights), nu),))
    assert whole_trainings.check(row, TINY, 0).verdict is Verdict.REFUTED
    assert whole_trainings.check(share, TINY, 0).verdict is Verdict.VACUOUS


def test_the_constant_of_smoothness_is_the_one_written():
    row = catalogue.get("le.eq-87~ball")
    loss, smooth = row.given
    never_false = GradientSquare(smooth.args[0]) >= 0
    steep = []
    for constant in (smooth.args[1], 1024 * smooth.args[1]):
        given = loss, SmoothInBall(smooth.args[0], constant)
        changed = replace(row, id="le.eq-87~changed", given=given, claim=never_false)
        (_, shown) = descent.check(changed, TINY, 0).evidence["hypotheses"]
        steep.append(shown["example_missed"])
    assert steep[0] != steep[1]


CONSTRUCTED = [i for i in catalogue.ids() if catalogue.get(i).construct is not None]
# Hypotheses that follow from the others, or without which one of the others has no value.
IMPLIED = {
    # the slope is that of a simple non-zero singular value
    "riedi.lemma-19": ("gap(s(M_o + rho_o * I(n)), i) > 0", "s(M_o + rho_o * I(n), i) > 0"),
    "riedi.lemma-19~multiple": ("s(M_o + rho_o * I(n), i) > 0",),  # s - h >= 0
    "riedi.thm-31.eq-65": ("c < 1 / n",),  # 2 c n < 1 / (1 + n)
    "riedi.thm-31.eq-67": ("c < 1 / n",),  # 2 c n < 1 / (1 + 2 m)
    # the left end is -theta < 0, and the smallest singular value is never above the largest
    "riedi.thm-39.eq-86~concentrated": ("sqrt(n) - sqrt(n) - theta <= smin(K)", "smin(K) <= smax(K)"),
    "riedi.thm-39.eq-87~concentrated": ("sqrt(n) - sqrt(n) - theta <= smin(K)", "smin(K) <= smax(K)"),
}


def missed_alone(row: str, monkeypatch) -> dict[str, bool]:
    """By hypothesis, whether a construction proposes an instance of all others that is none of it."""
    statement = catalogue.get(row)
    found: dict[str, bool] = {}

    def look(screening, concrete, values, *_):
        whole = [h for h in statement.hypotheses for _ in instantiate._clauses(h, concrete.dims)]
        origins = [h for h, c in zip(whole, concrete.given, strict=True) if c in concrete.hypotheses]
        held = [h.finite & h.holds for h in floats.screen(concrete, values).hypotheses]
        for clause in dict.fromkeys(origins):
            mine = [h for h, origin in zip(held, origins, strict=True) if origin == clause]
            others = [h for h, origin in zip(held, origins, strict=True) if origin != clause]
            alone = ~torch.stack(mine).all(0)
            alone = alone & torch.stack(others).all(0) if others else alone
            found[write(clause)] = found.get(write(clause), False) or bool(alone.any())

    monkeypatch.setattr(schedule, "nominate", look)
    screening = Screening(
        statement, replace(TINY, instances=60_000, combinations=2, sizes=(1, 2, 3, 5)), Stream(row), "cpu"
    )
    list(schedule.construct(screening))
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("row", CONSTRUCTED)
def test_a_construction_leaves_every_hypothesis(row, monkeypatch):
    found = missed_alone(row, monkeypatch)
    assert found and {clause for clause in found if not found[clause]} == set(IMPLIED.get(row, ()))
