"""Every shipped proof checks; broken versions of it, and proofs of what the papers print wrongly, do not."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from theorems import catalogue
from theorems.language import (
    lmax,
    lmin,
    smax,
    smin,
)
from theorems.language.core import Quantity
from theorems.language.proof import (
    Combine,
    Identity,
    Multiply,
    Proof,
    Refute,
    Step,
)
from verify.proofs import check, examine

PROVED = [x for x in catalogue.all_statements() if catalogue.proof_of(x.id) is not None]
PRINCIPLES = (
    *("implicit function theorem", "spectral theorem", "singular value decomposition", "gradient flow", "discriminant"),
)


@pytest.mark.parametrize("proved", PROVED, ids=lambda x: x.id)
def test_shipped_proofs_check(proved):
    report = check(proved)
    assert report is not None
    assert report.ok, report.failure
    assert report.covers == tuple(range(len(proved.conjuncts)))
    assert json.loads(json.dumps(report.to_json()))["steps"]
    for name in report.rests_on:
        assert name.startswith(("classical.", *PRINCIPLES))


def test_everything_checks_within_seconds_without_numeric_libraries():
    program = (
        "import sys, time; sys.modules.update(torch=None, flint=None); start = time.process_time()\n"
        "from theorems import catalogue; from verify import proofs\n"
        "found = [r for r in map(proofs.check, catalogue.all_statements()) if r is not None]\n"
        "assert all(r.ok for r in found)\n"
        "assert time.process_time() - start < 5 + len(found) / 8, time.process_time() - start"
    )
    subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], check=True)


def test_a_statement_without_a_proof_has_no_report():
    assert check(catalogue.get("riedi.lemma-18")) is None


# --- broken versions of the shipped proofs


def accepted(proved, steps):
    return examine(proved, Proof("mutant", tuple(steps))).ok


@pytest.mark.parametrize("proved", PROVED, ids=lambda x: x.id)
def test_no_step_can_be_left_out(proved):
    """But restatements of the claim and identities, which normal forms make for themselves where they are used."""
    steps = catalogue.proof_of(proved.id).steps
    for k, step in enumerate(steps):
        if accepted(proved, steps[:k] + steps[k + 1 :]):
            assert isinstance(step.by, Identity) or same_claim(step.states, proved), step.name


def nested(steps):
    """The steps again and again, each time with one list of steps inside one of them exchanged for what `change` gives.

    Yields the list inside, and what builds the outer steps around another one.
    """
    for k, step in enumerate(steps):
        for part in ("then", "otherwise", "base", "steps"):
            inner = getattr(step.by, part, None)
            if not inner:
                continue

            def around(other, k=k, step=step, part=part):
                return (*steps[:k], replace(step, by=replace(step.by, **{part: other})), *steps[k + 1 :])

            yield inner, around
            for deeper, within in nested(inner):
                yield deeper, lambda other, around=around, within=within: around(within(other))


@pytest.mark.parametrize("proved", PROVED, ids=lambda x: x.id)
def test_no_step_inside_another_can_be_left_out(proved):
    for inner, around in nested(catalogue.proof_of(proved.id).steps):
        for k, step in enumerate(inner):
            assert not accepted(proved, around(inner[:k] + inner[k + 1 :])), step.name


@pytest.mark.parametrize("proved", PROVED, ids=lambda x: x.id)
def test_no_contradiction_comes_about_by_a_change_of_sign(proved):
    """But where the sign of an equation that says 0 == 0 in normal form changes."""
    whole = catalogue.proof_of(proved.id).steps
    for steps, around in [(whole, tuple), *nested(whole)]:
        for k, step in enumerate(steps):
            if not isinstance(step.by, Refute):
                continue
            for name, factor in step.by.facts.items():
                for wrong in (-factor, 0 * factor):
                    by = Refute({**step.by.facts, name: wrong})
                    assert not accepted(proved, around((*steps[:k], replace(step, by=by), *steps[k + 1 :]))), step.name


def same_claim(clause, proved):
    """Whether a clause is a conjunct, perhaps written the other way round or with terms on the other side."""
    return examine(replace(proved, given=(clause,)), Proof("claim", ())).covers != ()


@pytest.mark.parametrize("proved", PROVED, ids=lambda x: x.id)
def test_no_coefficient_can_change_sign(proved):
    """But those of equations in an inequality, whose rest is then seen to vanish by the same equation."""
    steps = catalogue.proof_of(proved.id).steps
    equations = {step.name for step in steps if getattr(step.states, "op", "") == "=="}
    for k, step in enumerate(steps):
        if not isinstance(step.by, Combine | Multiply):
            continue
        factors: Any = step.by.facts
        for name, factor in factors.items():
            if name in equations and step.states.op != "==":
                continue
            wrong: Any = (
                -factor if isinstance(step.by, Combine) else (-1 if factor[0] is None else -factor[0], factor[1])
            )
            by = type(step.by)({**factors, name: wrong})
            report = examine(proved, Proof("mutant", (*steps[:k], Step(step.name, step.states, by))))
            assert not report.steps[-1]["ok"], f"{step.name}: {name}"


ONE_SINGULAR_VALUE = ("classical.condition-of-a-row",)  # where the largest and the smallest are the same
OPPOSITE = {"SMax": smin, "SMin": smax, "LMax": lmin, "LMin": lmax}


def swapped(node):
    """The tree with largest and smallest values exchanged."""
    if type(node).__name__ in OPPOSITE:
        return OPPOSITE[type(node).__name__](swapped(node.args[0]))
    if not getattr(node, "args", ()) or hasattr(node, "name"):
        return node
    return node.func(*map(swapped, node.args))


@pytest.mark.parametrize("proved", PROVED, ids=lambda x: x.id)
def test_the_proof_does_not_fit_a_claim_that_says_more(proved):
    given = catalogue.proof_of(proved.id)
    for clause in proved.conjuncts:
        for wrong in stronger(clause):
            if proved.id in ONE_SINGULAR_VALUE or any(
                same_claim(true, replace(proved, claim=wrong)) for true in proved.conjuncts
            ):
                continue  # an exchange may change nothing (the largest of two moduli) or give another conjunct
            assert examine(replace(proved, claim=wrong), given).covers == (), wrong


def stronger(clause):
    if not hasattr(clause, "lhs"):
        return
    if isinstance(clause.lhs, Quantity):
        yield (
            type(clause)(clause.lhs + 1, clause.op, clause.rhs)
            if clause.op in ("<=", "==")
            else clause.func(clause.lhs, clause.op, clause.rhs + 1)
        )
    else:
        yield type(clause)(clause.lhs, clause.op, 2 * clause.rhs)
    if clause.op in ("<=", ">="):
        yield type(clause)(clause.rhs, clause.op, clause.lhs)
    if swapped(clause) != clause:
        yield swapped(clause)


# --- false statements of the catalogue: the proofs of their repaired versions do not carry over

FALSE = {
    "riedi.lemma-18": "riedi.lemma-18~repaired",
    "riedi.lemma-20": "riedi.lemma-20~repaired",
    "zhao.lemma-1": "zhao.lemma-1~repaired",
    "zhao.skip-shift": "zhao.skip-shift~repaired",
    "riedi.lemma-24.leaky": "riedi.lemma-24.leaky~repaired",
    "riedi.lemma-19~multiple": "riedi.lemma-19",
    "le.lemma-3.eq-5": "le.lemma-3.eq-5~linear",
    "le.thm-1.fully-connected~relu": "le.thm-1.fully-connected~linear",
}


@pytest.mark.parametrize(("false", "true"), FALSE.items())
def test_proofs_of_repaired_statements_do_not_prove_the_printed_ones(false, true):
    assert not examine(catalogue.get(false), catalogue.proof_of(true)).ok
