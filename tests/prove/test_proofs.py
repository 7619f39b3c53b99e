"""Every shipped proof checks; broken versions of it, and proofs of what the papers print wrongly, do not."""

import json
from dataclasses import replace

import pytest

from lemmata import catalogue
from lemmata.language import lmax, lmin, smax, smin
from lemmata.language.core import Quantity
from lemmata.language.proof import Proof
from lemmata.language.proof_text import read_source
from lemmata.principles import PRINCIPLES
from lemmata.prove.proofs import check, examine
from tests import python

PROVED = [x for x in catalogue.all_statements() if x.id in catalogue.proved()]


@pytest.mark.sampled(24)
@pytest.mark.parametrize("proved", PROVED, ids=lambda x: x.id)
def test_shipped_proofs_check(proved):
    report = check(proved)
    assert report is not None
    assert report.ok, report.failure
    assert report.covers == tuple(range(len(proved.conjuncts)))
    assert report.steps
    script = json.loads(json.dumps(report.to_json()))["script"]
    assert read_source(script)[1].steps == catalogue.proof_of(proved.id).steps
    for name in report.rests_on:
        assert name.startswith("classical.") or name in PRINCIPLES


def test_proofs_need_no_numeric_library():
    program = (
        "import sys; sys.modules.update(torch=None, flint=None)\n"
        "from lemmata import catalogue; from lemmata.prove import proofs\n"
        "assert all(proofs.check(catalogue.get(i)).ok for i in ('riedi.lemma-21', 'zhao.eq-10', 'le.lemma-3.eq-4'))"
    )
    python("-c", program).check_returncode()


def test_a_statement_without_a_proof_has_no_report():
    assert check(catalogue.get("riedi.lemma-18")) is None


# --- claims that say more


def same_claim(clause, proved):
    """Whether a clause is a conjunct, perhaps written the other way round or with terms on the other side."""
    return examine(replace(proved, given=(clause,)), Proof("claim", ())).covers != ()


ONE_SINGULAR_VALUE = ("classical.condition-of-a-row",)  # where the largest and the smallest are the same
OPPOSITE = {"SMax": smin, "SMin": smax, "LMax": lmin, "LMin": lmax}


def swapped(node):
    """The tree with largest and smallest values exchanged."""
    if type(node).__name__ in OPPOSITE:
        return OPPOSITE[type(node).__name__](swapped(node.args[0]))
    if not getattr(node, "args", ()) or hasattr(node, "name"):
        return node
    return node.func(*map(swapped, node.args))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("proved", PROVED[::3], ids=lambda x: x.id)
def test_the_proof_does_not_fit_a_claim_that_says_more(proved):
    """One stronger claim for every third proof, by turns; the fuzzer of proofs tries them by the thousand."""
    given = catalogue.proof_of(proved.id)
    claims = [wrong for clause in proved.conjuncts for wrong in stronger(clause)]
    wrong = claims[len(proved.id) % len(claims)] if claims else None
    if wrong is None or proved.id in ONE_SINGULAR_VALUE:
        return
    if any(same_claim(true, replace(proved, claim=wrong)) for true in proved.conjuncts):
        return  # an exchange may change nothing (the largest of two moduli) or give another conjunct
    assert examine(replace(proved, claim=wrong), given).covers == (), wrong


def stronger(clause):
    if not hasattr(clause, "op"):
        return
    if isinstance(clause.lhs, Quantity):
        yield (
            type(clause)(clause.lhs + 1, clause.op, clause.rhs)
            if clause.op in ("<=", "<", "==")
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
