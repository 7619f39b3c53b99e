"""Principles stand alone: one step that gives the claim, for claims that the kernel cannot read."""

from dataclasses import replace

import pytest

from lemmata.theorems import catalogue
from lemmata.theorems.language import Scalar
from lemmata.theorems.language.proof import Combine, Discriminant, LayerFlow, Proof, Sign, Step, VertexFlow
from lemmata.verify import grounds, principles, proofs
from lemmata.verify import kernel as logic
from lemmata.verify.kernel import ONE, KernelError
from lemmata.verify.principles.claim_terms import array, constant, dim, gradient, inner
from lemmata.verify.verdicts import Finding, Verdict
from tests.verify.proof_attempts import statement, x, y

FLOW = catalogue.get("le.lemma-3.eq-4~linear")
(STEP,) = catalogue.proof_of(FLOW.id).steps


@pytest.mark.parametrize("by", [VertexFlow(), LayerFlow(), Discriminant(x, "given 0", "given 0")], ids=type)
def test_a_claim_that_the_kernel_can_read_is_left_to_it(by):
    false = statement(x <= y)
    report = proofs.examine(false, Proof("test", (Step("claim", x <= y, by),)))
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
    p, w = dim("p"), array("w", dim("p"), ONE)
    c = array("c", p, ONE)
    gradient(inner(c, w), w, c)
    for wrong in (w, ("sc", ("q", -ONE[1]), c), ("zero", p, ONE)):
        with pytest.raises(KernelError):
            gradient(inner(c, w), w, wrong)
    with pytest.raises(KernelError):  # |w|^2 changes along the flow of c^T w
        constant(inner(w, w), inner(c, w), {w: c})
    with pytest.raises(principles.flow.PrincipleError, match="does not depend"):
        constant(inner(c, c), inner(c, w), {w: c})


def test_every_principle_says_what_it_is_and_where_it_stands():
    assert len(principles.PRINCIPLES) <= 11
    for name, (says, source) in principles.PRINCIPLES.items():
        assert len(says) > 30 and any(ch.isdigit() for ch in source), name
    made = set(logic.PRINCIPLES) | set(logic.THEOREMS.values())
    alone = {name for name, _ in principles.OUTSIDE.values()}
    others = {principles.NULL_SETS, principles.DECAY, principles.ENCLOSURES}
    assert made | alone | others == set(principles.PRINCIPLES)


@pytest.mark.parametrize("kernel", [None, {}, {"accepted": False, "outside": None}, {"outside": "common sense"}])
def test_a_verdict_that_nobody_answers_for_is_an_error(kernel):
    finding = Finding(Verdict.PROVED, "all n", {}, proof={"ok": True, "leans_on": [], "kernel": kernel})
    with pytest.raises(grounds.WeakGround, match="neither the kernel nor a principle"):
        grounds.require(catalogue.get("riedi.prop-1"), finding)
    for name in principles.PRINCIPLES:
        found = replace(finding, proof={"ok": True, **principles.alone(name)})
        grounds.require(catalogue.get("riedi.prop-1"), found)
