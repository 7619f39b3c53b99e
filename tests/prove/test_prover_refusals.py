"""What a step of a wrong script runs into is a refusal, a KernelError; whatever else is raised is a defect."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from lemmata import catalogue
from lemmata.kernel import KernelError, Theorem
from lemmata.language import proof
from lemmata.language.proof_text import write_reason
from lemmata.prove import judge
from lemmata.prove.elaborating import elaborate
from lemmata.prove.rules import RULES

SOURCES = (
    *("riedi.lemma-21", "riedi.lemma-18~repaired", "riedi.cor-7", "riedi.prop-1", "oyedotun.lemma-1"),
    *("classical.negated-spectrum", "classical.projection", "classical.psd-sum", "classical.inner-product-by-entries"),
)
ODD = ("1", "x + ", "smax(A)", "lam(A)", "1 <= n", "A == B", "no such name", "classical.nothing", "")


def words(x: Any) -> list[str]:
    """All texts in a step: formulas, names of facts, rows."""
    if isinstance(x, str):
        return [x]
    if isinstance(x, dict):
        return [w for pair in x.items() for y in pair for w in words(y)]
    if isinstance(x, tuple | list):
        return [w for y in x for w in words(y)]
    return [w for f in fields(x) for w in words(getattr(x, f.name))] if is_dataclass(x) else []


def said(step: proof.Step) -> str:
    """What a step states, in words."""
    return write_reason(step.by) if step.states is None else str(step.states)


def disturbed(x: Any, pool: list[str], rng: random.Random) -> Any:
    """A reason with some of its texts and numbers replaced by others."""
    if isinstance(x, str):
        return rng.choice(pool) if rng.random() < 0.5 else x
    if isinstance(x, dict):
        return {k: disturbed(v, pool, rng) for k, v in x.items()}
    if isinstance(x, tuple):
        return tuple(disturbed(y, pool, rng) for y in x)
    if is_dataclass(x) and not isinstance(x, proof.Step | type):
        return replace(x, **{f.name: disturbed(getattr(x, f.name), pool, rng) for f in fields(x) if f.init})
    return rng.choice((0, 1, 5, -1)) if type(x) is int and rng.random() < 0.5 else x


def wrong(identifier: str, rng: random.Random) -> proof.Proof:
    """A proof up to one of its steps, which is disturbed."""
    given = catalogue.proof_of(identifier)
    assert given is not None
    pool = [w for s in given.steps for w in (*words(s.by), said(s), s.name)] + list(ODD)
    at = rng.randrange(len(given.steps))
    step = given.steps[at]
    changed: list[proof.Step] = [
        replace(step, states=rng.choice(pool)),
        replace(step, by=rng.choice(given.steps).by),
        replace(step, by=disturbed(step.by, pool, rng)),
    ]
    return replace(given, steps=(*given.steps[:at], changed[rng.randrange(3)]))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("identifier", SOURCES)
def test_a_wrong_step_is_refused(identifier: str) -> None:
    rng = random.Random(identifier)
    refused = 0
    for _ in range(12):
        try:
            judge.deep(lambda: elaborate(catalogue.get(identifier), wrong(identifier, rng)))
        except KernelError:
            refused += 1
    assert refused


def test_a_defect_is_not_taken_for_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def defect(*_: Any) -> Theorem:
        raise TypeError("a defect of a rule")

    monkeypatch.setattr("lemmata.prove.elaborating.RULES", dict.fromkeys(RULES, defect))
    statement, given = catalogue.get("oyedotun.lemma-1"), catalogue.proof_of("oyedotun.lemma-1")
    assert given is not None
    with pytest.raises(TypeError, match="a defect of a rule"):
        judge.tried(statement, given)
