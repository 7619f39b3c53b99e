"""Principles stand alone: one step that gives the claim, for claims that the kernel cannot read."""

from dataclasses import replace

import pytest

from lemmata import catalogue, principles
from lemmata import kernel as logic
from lemmata.claims import depth_limits
from lemmata.claims.profiles import PROFILES
from lemmata.kernel import ONE, KernelError, num, sub
from lemmata.language import Scalar
from lemmata.language.proof import Combine, OnPrinciple, Proof, Sign, Step
from lemmata.language.verdicts import Finding, Verdict
from lemmata.mutants.variants import find
from lemmata.principles.flow import array, constant, dim, inner
from lemmata.prove import dependencies, proofs
from tests.prove.proof_attempts import statement, x, y

FLOW = catalogue.get("le.lemma-3.eq-4~linear")
(STEP,) = catalogue.proof_of(FLOW.id).steps


@pytest.mark.parametrize("name", sorted(principles.PRINCIPLES))
def test_a_claim_that_the_kernel_can_read_is_left_to_it(name):
    false = statement(x <= y)
    report = proofs.examine(false, Proof("test", (Step("claim", x <= y, OnPrinciple(name)),)))
    assert not report.ok and "the kernel" in (report.failure or "")


def test_a_principle_does_not_carry_other_steps():
    assert proofs.examine(FLOW, Proof("test", (STEP,))).ok
    more = Step("false", Scalar("z") <= 0, Sign())
    for steps in ((STEP, more), (more, STEP), (STEP, replace(STEP, by=Combine({"rate": 1}))), (more,)):
        assert not proofs.examine(FLOW, Proof("test", steps)).ok


def test_a_principle_gives_the_claim_and_nothing_else():
    other = catalogue.get("le.lemma-3.eq-5~linear").claim[0]
    assert not proofs.examine(FLOW, Proof("test", (replace(STEP, states=other),))).ok
    assert not proofs.examine(replace(FLOW, claim=(*FLOW.claim, x <= y)), Proof("test", (STEP,))).ok
    assert not proofs.examine(
        replace(FLOW, given=()), Proof("test", (STEP,))
    ).ok  # nothing says that the loss has a slope


def test_gradients_and_rates_are_checked():
    p, w, z = dim("p"), array("w", dim("p"), ONE), array("z", dim("p"), ONE)

    def risk(a, b):
        return inner(a, b)

    def balance(a, b):
        return sub(inner(a, a), inner(b, b))

    constant(balance, risk, (w, z), (z, w))
    for wrong in ((w, w), (z, z), (("sc", num(-1), z), w), (("zero", p, ONE), w)):
        with pytest.raises(KernelError):
            constant(balance, risk, (w, z), wrong)
    for changing in (lambda a, b: inner(a, a), lambda a, b: ("+", inner(a, a), inner(b, b)), risk):
        with pytest.raises(KernelError):
            constant(changing, risk, (w, z), (z, w))


def test_every_principle_says_what_it_is_and_where_it_stands():
    assert len(principles.PRINCIPLES) - len(principles.theorems.THEOREMS) <= 10
    for name, (says, source) in principles.PRINCIPLES.items():
        assert len(says) > 30 and any(ch.isdigit() for ch in source), name
    made = set(logic.HIDDEN.values())
    others = {principles.NULL_SETS, principles.DECAY}
    assert made | others | {*principles.TEMPLATES, *principles.theorems.THEOREMS} == set(principles.PRINCIPLES)


@pytest.mark.parametrize("kernel", [None, {}, {"accepted": False, "outside": None}, {"outside": "common sense"}])
def test_a_verdict_that_nobody_answers_for_is_an_error(kernel):
    finding = Finding(Verdict.PROVED, "all n", {}, proof={"ok": True, "leans_on": [], "kernel": kernel})
    with pytest.raises(dependencies.WeakGround, match="neither the kernel nor a principle"):
        dependencies.require(catalogue.get("riedi.prop-1"), finding)
    for name in principles.PRINCIPLES:
        found = replace(finding, proof={"ok": True, **principles.alone(name)})
        dependencies.require(catalogue.get("riedi.prop-1"), found)


# --- What a limit along depth is taken apart into, for statements that are no row of the catalogue too

ROW = "oyedotun.thm-1~direction-repaired"


def test_the_parts_of_a_mutant_have_ids_of_their_own():
    row, altered = catalogue.get(ROW), find(f"{ROW}~hypothesis-dropped.3")  # alpha_1 = 0 is allowed
    assert depth_limits.check(row, PROFILES["quick"], 0).verdict is Verdict.PROVED
    assert depth_limits.check(altered, PROFILES["quick"], 0).verdict is Verdict.REFUTED
