"""A short run of the attacks on axioms, definitions and rules, and wrong ones that they bring down."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from benchmarks import attacks
from benchmarks.attacks import Count
from lemmata import kernel as logic
from lemmata.kernel import Theorem, closed
from tests.made import statement

pytestmark = pytest.mark.long

INSTANCES = 200
NAMES = attacks.names()
SELDOM = 5.0  # seconds after which a name whose hypotheses are seldom met, or slow to evaluate, has had its turn


@pytest.mark.parametrize("name", NAMES)
def test_nothing_false_is_found(name: str) -> None:
    found = attacks.attack(name, INSTANCES, SELDOM, seed=1)
    assert found.false == []
    assert found.accepted or found.screened


def test_rules_are_tried_where_what_they_grant_has_to_hold() -> None:
    for rule in attacks.MADE:
        assert attacks.attack(f"rule {rule}", INSTANCES, SELDOM, seed=2).met > INSTANCES / 20, rule


def fallen(attack: Callable[[random.Random, Count], None], most: int = 20_000) -> bool:
    """Whether an attack finds something false."""
    draw, count = random.Random(3), Count("")
    while count.asked < most and not count.false:
        attack(draw, count)
    return bool(count.false)


def everything(given: Any) -> list[Any]:
    """The premises among arguments."""
    return [th for th, _ in attacks.premises("", given)]


def hypotheses(*theorems: Any) -> frozenset[Any]:
    return frozenset().union(*(th.hypotheses for th in theorems))


WRONG: dict[str, Callable[..., Any]] = {
    "linear": lambda goal, items: (hypotheses(*everything(items)), goal, everything(items)),
    "specialise": lambda th, t: (th.hypotheses, logic.opened(th.conclusion[3], t), [th]),
    "generalise": lambda th, i, low, high: (th.hypotheses, ("all", low, high, closed(th.conclusion, i)), [th]),
    "cut": lambda a, b: (a.hypotheses, b.conclusion, [a, b]),
    "identity": lambda a, b: ([], ("=", a, b), []),
    "absurd": lambda th, f: (th.hypotheses, f, [th]),
    "trichotomy": lambda x, y, z, a, b: (x.hypotheses - {("<", a, b)}, x.conclusion, [x, y, z]),
    "induction": lambda base, step, i, low, high, f: (hypotheses(base), f, [base, step]),
    "rewrite": lambda e, th, hole, f: (th.hypotheses, logic.substitute(f, {hole: e.conclusion[2]}), [e, th]),
    "instantiate": lambda th, values: (th.hypotheses, logic.substitute(th.conclusion, values), [th]),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_falls(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def wrong(*given: Any) -> Theorem:
        granted, conclusion, _ = WRONG[name](*given)
        for f in (conclusion, *granted):
            logic._well_formed(f)
        return Theorem(frozenset(granted), conclusion, frozenset(), frozenset(), name, given)

    monkeypatch.setitem(logic.RULES, name, wrong)
    assert fallen(partial(attacks.attack_rule, name))


WRONG_AXIOMS = (
    "let: x = real\nclaim: x <= x**2",
    "let: n = integer(1)\nlet: A = real(n, n)\nclaim: tr(A)**2 <= tr(A.T @ A)",  # true for n = 1
    "let: n = integer(1)\nlet: A = symmetric(n)\nclaim: lmax(A) >= 0",
    "let: n = integer(1)\nlet: A = psd(n)\nclaim: 1 <= lmin(A)",
)


@pytest.mark.parametrize("text", WRONG_AXIOMS, ids=lambda text: text.rpartition(": ")[2])
def test_a_wrong_axiom_falls(text: str) -> None:
    assert fallen(partial(attacks._axiom, ("conjecture.wrong", "A", text, 0)))


WRONG_DEFINITIONS = (
    "condition: A | 0 < smax(A) | 1 <= cond(A)",  # a matrix without entries may have any
    "root: a | | sqrt(a)**2 == a",
    "inverse: a | | a * inv(a) == 1",
    "end: lmax, S | | lmax(S) == lam(S, 1)",
    "over: sum(f for i in l..h), last | | sum(f for i in l..h) == sum(f for i in l..h - 1) + at(f, h)",
    "over: max(f for i in l..h), term, j | l <= j | at(f, j) <= max(f for i in l..h)",
    "diagonal: dg(n, f), e(m, j) | | dg(n, f) @ e(m, j) == at(f, j) * e(m, j)",
    "singular-vectors: A, i, right | 1 <= i | A @ right_vector(A, i) == s(A, i) * left_vector(A, i)",
)


@pytest.mark.parametrize("row", WRONG_DEFINITIONS, ids=lambda row: row.partition(":")[0])
def test_a_wrong_definition_falls(monkeypatch: pytest.MonkeyPatch, row: str) -> None:
    name, _, rest = row.partition(": ")
    wrong = logic._row(rest)
    monkeypatch.setitem(logic.DEFINED, name, [wrong])
    assert fallen(partial(attacks._definition, name, wrong[0]))


def test_a_wrong_claim_is_found_by_screening() -> None:
    from lemmata.language import Dim, Matrix, normF, tr

    a = Matrix("A", Dim("n"), Dim("n"))
    claim = tr(a) ** 2 <= normF(a) ** 2
    count = Count("")
    attacks.screened(statement(claim), INSTANCES, 0, count)
    assert count.false


def test_the_command_writes_its_counts(tmp_path: Any) -> None:
    out = tmp_path / "counts.json"
    assert attacks.main(["--only", "rule assume", "definition number 0", "--instances", "50", "--json", str(out)]) == 0
    assert attacks.main(["--only", "rule assume", "--instances", "60", "--json", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.count('"name"') == 2 and '"instances": 60' in text
