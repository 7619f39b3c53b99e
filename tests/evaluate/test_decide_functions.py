"""Decisions on claims with matrix functions: ties are ties, false claims break, undefined ones do not count."""

import random
from fractions import Fraction
from typing import Any

import pytest

from lemmata.evaluate.decide import judge
from lemmata.language import Dim, Id, absm, column, diag, entries, eq, normN, relu, tr, variable
from lemmata.language.instance import Instance
from lemmata.language.parse import read_claims, read_domain
from tests import table
from tests.evaluate.test_decide import at, problem

TABLE = table(__file__, "decisions.toml")
DIMS = {name: Dim(name) for name in "nm"}
NAMES = DIMS | {name: variable(name, read_domain(text, DIMS)) for name, text in TABLE["let"].items()}
A, n, x = NAMES["A"], NAMES["n"], NAMES["x"]
NILPOTENT, SHEAR, TWO = [[0, 1], [0, 0]], [[1, 1], [0, 1]], {"n": 2}


def said(text: str) -> Any:
    """The claim that is written so."""
    (claim,) = read_claims(text, NAMES)
    return claim


CASES = [(outcome, said(claim), values) for outcome, claim, values in TABLE["cases"]] + [
    ("holds", eq(x, column(diag(diag(x) @ Id(n)))), {"x": [[1], [2]]}),
    ("violation", eq(normN(A), tr(absm(A)) + Fraction(1, 10**40)), {"A": [[1, 2], [3, 4]]}),
    ("violation", x <= relu(entries(x)) - 1, {"x": [[1], [2]]}),
]


@pytest.mark.parametrize(("outcome", "claim", "values"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES])
def test_outcomes(outcome: str, claim: Any, values: dict[str, Any]) -> None:
    dims = {"n": len(values["R"]), "m": len(values["R"][0])} if "R" in values else TWO
    found = judge(problem(claim, dims), at(dims, **values))
    assert found.outcome == outcome, found
    assert outcome != "undecided" or found.reason


def test_hypotheses_that_are_undefined_are_not_met() -> None:
    claim, given = said("smax(A) <= 0"), (said("smax(inv(A)) <= 5"),)
    assert judge(problem(claim, TWO, given), at(TWO, A=NILPOTENT)).outcome == "out_of_domain"
    assert judge(problem(claim, TWO, given), at(TWO, A=[[1, 0], [0, 1]])).outcome == "violation"
    assert judge(problem(claim, TWO, (said("log(t) <= 0"),)), at(TWO, A=SHEAR, t=-1)).outcome == "out_of_domain"


DEGENERATES: list[Any] = [
    [[0, 0, 0], [0, 0, 0], [0, 0, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[-2, 0, 0], [0, -2, 0], [0, 0, -2]],
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[1, 1, 1], [1, 1, 1], [1, 1, 1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    [[2, 1, 0], [0, 2, 1], [0, 0, 2]], [[1, 2, 2], [2, 1, -2], [2, -2, 1]], [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
    [[2, 0, 0], [0, 2, 0], [0, 0, 3]], [[1, 0, 0], [0, Fraction(1, 10**20), 0], [0, 0, Fraction(10**20)]],
]  # fmt: skip
TRUE_EVERYWHERE = [said(text) for text in TABLE["true"]]


@pytest.mark.parametrize("rows", DEGENERATES)
@pytest.mark.parametrize("claim", TRUE_EVERYWHERE, ids=str)
def test_degenerate_instances_are_decided(claim: Any, rows: Any) -> None:
    found = judge(problem(claim, {"n": 3}), at({"n": 3}, A=rows))
    assert found.outcome in ("holds", "tight") or rows[0] == [0, 0, 0] and found.outcome == "out_of_domain", found


@pytest.mark.parametrize("claim", TRUE_EVERYWHERE, ids=str)
def test_random_instances_are_decided(claim: Any) -> None:
    rng = random.Random(str(claim))
    for order in (1, 2, 3, 4):
        for draw in (lambda: Fraction(rng.randint(-3, 3)), lambda: Fraction(rng.gauss(0, 1))):
            rows = [[draw() for _ in range(order)] for _ in range(order)]
            found = judge(problem(claim, {"n": order}), Instance({"n": order}, {"A": rows}))
            zero = not any(any(row) for row in rows)
            assert found.outcome in ("holds", "tight") or zero and found.outcome == "out_of_domain", (found, rows)


def test_larger_orders() -> None:
    rng = random.Random(4)
    for order in (12, 18):
        rows = [[Fraction(rng.randint(-3, 3)) for _ in range(order)] for _ in range(order)]
        half = [
            [(a + b) / 2 for a, b in zip(r, c, strict=True)] for r, c in zip(rows, zip(*rows, strict=True), strict=True)
        ]
        here = {"n": order}
        assert (
            judge(problem(said("smax(expm(A)) <= exp(smax(A))"), here), Instance(here, {"A": rows})).outcome == "holds"
        )
        assert judge(problem(said("rho(A) < smax(A)"), here), Instance(here, {"A": rows})).outcome == "holds"
        found = judge(problem(said("lmax(absm(S)) <= lmax(S)"), here), Instance(here, {"S": half}))
        assert found.outcome in ("tight", "violation")
        assert judge(problem(said("normN(A) <= normF(A)"), here), Instance(here, {"A": rows})).outcome == "violation"
