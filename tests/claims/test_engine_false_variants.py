"""Negative controls: every false variant is refuted, its certificate accepted, an altered one rejected."""

import copy
from collections import Counter
from functools import cache

import pytest

from lemmata import catalogue
from lemmata.checker.format import enclosure
from lemmata.evaluate.decide import judge
from lemmata.language import Kind
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.verdicts import Verdict
from tests.claims import false_variants
from tests.claims.engine_runs import NARROW, accepted, check

run = cache(lambda statement: check(statement, NARROW))
REFUTABLE = [*false_variants.FALSE, *false_variants.FALSE_FLOWS]


def bumped(text):
    """The number with its first digit changed."""
    place = next(k for k, c in enumerate(text) if c.isdigit())
    return text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :]


def altered(cert):
    """Certificates with one digit of the instance changed, one after the other."""
    if cert["kind"] == "flow":
        for k in range(len(cert["network"]["edges"])):
            other = copy.deepcopy(cert)
            other["network"]["edges"][k][2] = bumped(cert["network"]["edges"][k][2])
            yield other
        return
    for name, value in cert["values"].items():
        if isinstance(value, str):
            yield {**copy.deepcopy(cert), "values": {**cert["values"], name: bumped(value)}}
            continue
        for i, row in enumerate(value):
            for j, x in enumerate(row):
                changed = copy.deepcopy(value)
                changed[i][j] = bumped(x)
                yield {**copy.deepcopy(cert), "values": {**cert["values"], name: changed}}


def overlap(a, b):
    """Whether two enclosures may be of one number."""
    (low, high), (bottom, top) = enclosure(a, "a"), enclosure(b, "b")
    return low <= top and bottom <= high


def test_every_kind_has_false_variants():
    kinds = Counter(s.kind for s in REFUTABLE + false_variants.FALSE_GRAPHS)
    assert sum(kinds.values()) >= 40
    # false probabilities, limits and figures stand next to their checkers
    elsewhere = {Kind.PROBABILITY, Kind.LIMIT, Kind.FIGURE}
    assert all(kinds[kind] >= 2 for kind in set(Kind) - elsewhere)
    for statement in REFUTABLE + false_variants.FALSE_GRAPHS:
        assert catalogue.find(statement.base_id) is not None
        assert catalogue.find(statement.id) is None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("statement", REFUTABLE, ids=lambda s: s.id)
def test_false_variant_is_refuted_with_a_certificate(statement, tmp_path):
    finding = run(statement)
    assert finding.verdict is Verdict.REFUTED
    assert finding.counterexample["claim"]
    assert accepted(finding.certificate, tmp_path)
    for other in altered(finding.certificate):
        assert not accepted(other, tmp_path)


@pytest.mark.parametrize("statement", false_variants.FALSE[::4], ids=lambda s: s.id)
def test_resealed_alterations_are_judged_on_their_own_merit(statement, tmp_path):
    """With a fresh digest the checker accepts just what the engine calls a violation with the recorded sides."""
    cert = run(statement).certificate
    concrete = instantiate(statement, cert["dims"])
    rejected = 0
    for other in altered(cert):
        drawn = {name: str(x) for name, x in other["dims"].items() if name in concrete.variables}  # integers, no sizes
        verdict = judge(concrete, Instance.from_json({**other, "values": {**other["values"], **drawn}}))
        if accepted(other, tmp_path, reseal=True):
            decision = verdict.conjuncts[cert["broken"]["conjunct"]]
            assert verdict.outcome == "violation"
            assert overlap(decision.lhs, cert["lhs"]) and overlap(decision.rhs, cert["rhs"])
        else:
            rejected += 1
    assert rejected


@pytest.mark.parametrize("statement", false_variants.FALSE_FLOWS, ids=lambda s: s.id)
def test_a_certificate_with_another_rate_is_rejected(statement, tmp_path):
    cert = run(statement).certificate
    rate = cert["rate"]
    other = {**cert, "rate": bumped(rate) if isinstance(rate, str) else [[bumped(x) for x in row] for row in rate]}
    assert not accepted(other, tmp_path, reseal=True)


@pytest.mark.parametrize("statement", false_variants.FALSE_GRAPHS, ids=lambda s: s.id)
def test_false_graph_statement_is_refuted(statement, tmp_path):
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
