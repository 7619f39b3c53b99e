"""A short run of the fuzzer of proofs in every test run, and planted faults that it has to find."""

from typing import Any

import pytest

from lemmata import kernel as logic
from lemmata.kernel import ONE, closed, defined, opened
from tests.fuzz import proof_mutants

pytestmark = pytest.mark.long

QUICK = ("riedi.prop-1", "riedi.lemma-21", "riedi.lemma-18~repaired", "oyedotun.lemma-1")


def test_a_short_run_finds_nothing_false() -> None:
    found = proof_mutants.run(1500, seed=1, sources=QUICK)
    assert found.false == []
    assert found.counts["refused"] > 700
    assert found.counts["true"] > 100


def test_no_word_stands_for_another() -> None:
    found = proof_mutants.run_words(seed=2, sources=QUICK)
    assert found.false == [] and found.counts["mutants"] > 1000 and found.counts["true"] > 10


def test_a_definition_that_takes_any_word_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def meaning(name: str, *arguments: Any) -> Any:
        if name != "end":
            return (*defined(name, *arguments), [])
        op, a = arguments
        return [("=", ("T", a), a)], ("=", (op, a), ("lam", a, ONE)), []

    sound = dict(logic.RULES)
    loose = logic.rule(meaning)
    logic.RULES.update(sound)
    monkeypatch.setitem(logic.RULES, "meaning", loose)
    assert proof_mutants.run_words(seed=2, sources=QUICK[1:2]).false


def test_what_is_tried_depends_on_the_seed_alone() -> None:
    one, two = (proof_mutants.run(150, seed=5, sources=QUICK[:2]) for _ in range(2))
    assert one.counts == two.counts


def linear(goal: Any, items: Any) -> Any:
    """Without the sign of a factor."""
    return frozenset().union(*(fact.hypotheses for _, _, fact in items)), goal, [fact for _, _, fact in items]


def specialise(th: Any, t: Any) -> Any:
    """Outside the range, too."""
    return th.hypotheses, opened(th.conclusion[3], t), [th]


def generalise(th: Any, i: Any, low: Any, high: Any) -> Any:
    """Of what is not arbitrary."""
    return frozenset(), ("all", low, high, closed(th.conclusion, i)), [th]


def cut(a: Any, b: Any) -> Any:
    """Whatever was assumed."""
    return a.hypotheses, b.conclusion, [a, b]


def identity(a: Any, b: Any) -> Any:
    """Of anything."""
    return [], ("=", a, b), []


def absurd(th: Any, f: Any) -> Any:
    """Without a contradiction."""
    return th.hypotheses, f, [th]


@pytest.mark.parametrize("planted", [linear, specialise, generalise, cut, identity, absurd], ids=lambda f: f.__name__)
def test_planted_faults_are_found(monkeypatch: pytest.MonkeyPatch, planted: Any) -> None:
    """A rule without its side condition proves something false within a few hundred mutants."""
    sound = dict(logic.RULES)
    faulty = logic.rule(planted)
    logic.RULES.update(sound)
    proof_mutants.run(0, seed=0, sources=QUICK)  # elaborated with the sound rules
    monkeypatch.setitem(logic.RULES, planted.__name__, faulty)
    assert proof_mutants.run(2500, seed=2, sources=QUICK).false


def test_written_proofs_and_statements() -> None:
    found = proof_mutants.run_scripts(12, seed=4, sources=("riedi.prop-1", "oyedotun.lemma-1"))
    assert found.false == []
    assert found.counts["refused"] > 5
