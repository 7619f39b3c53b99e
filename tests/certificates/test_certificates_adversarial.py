"""Certificates forged with care: whatever is accepted is a violation by the engine's own exact judgement."""

import copy
import itertools
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lemmata.catalogue import get
from lemmata.certificates import at_indices, build_violation
from lemmata.evaluate.decide import decide, judge
from lemmata.language import Psd, lmax, normF, smax, smin, tr
from lemmata.language.instance import Instance
from lemmata.language.instantiate import index_tuples, instantiate
from tests.certificates.certificate_samples import (
    HALF_SLOPE,
    NAMES,
    NORM_BELOW,
    STRICT,
    WEYL_HALVED,
    A,
    B,
    certificate,
    examine,
    examples,
    mat,
    n,
    resealed,
)
from tests.made import statement

STATEMENTS = {
    "skip-shift": get("zhao.skip-shift"),
    "lemma-20": get("riedi.lemma-20"),
    "lemma-18": get("riedi.lemma-18"),
    "gauss-newton": get("zhao.lemma-1"),
    "weyl": WEYL_HALVED,
    "weyl-3": WEYL_HALVED,
    "norms": NORM_BELOW,
    "strict": STRICT,
    "half-slope": HALF_SLOPE,
}
P, Q = Psd("P", n), Psd("Q", n)


TRUE_AND_FALSE = statement((smax(A) <= normF(A), normF(A) <= smax(A), smin(A) <= smax(A)))
DOMAIN = statement(tr(P) <= lmax(P))
TRUE = statement(smax(A + B) <= smax(A) + smax(B))
quick = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
small = st.sampled_from([Fraction(x) for x in ("0", "1", "-1", "2", "1/2", "-3/2")])


def square(order):
    return st.lists(st.lists(small, min_size=order, max_size=order), min_size=order, max_size=order)


def sides(relation, instance, concrete):
    """Enclosures of both sides, as a forger would compute them."""
    d = decide(relation, instance, concrete)
    return d.lhs or "0", d.rhs or "1"


def forge(statement, instance, conjunct, indices):
    """A certificate complete in every entry, whether or not anything is broken."""
    concrete = instantiate(statement, instance.dims)
    relation = at_indices(concrete.claim[conjunct], indices)
    given_ = [(c, *sides(c, instance, concrete)) for c in concrete.given if not index_tuples(c)[0]]
    return build_violation(statement, instance, conjunct, relation, *sides(relation, instance, concrete), given_)


def broken(statement, instance, conjunct):
    """Whether the engine calls this conjunct broken at an instance that meets every hypothesis."""
    verdict = judge(instantiate(statement, instance.dims), instance)
    return verdict.outcome == "violation" and verdict.conjuncts[conjunct].status == "broken"


@quick
@given(st.sampled_from([WEYL_HALVED, NORM_BELOW, STRICT, TRUE, TRUE_AND_FALSE]), st.integers(1, 2), st.data())
def test_accepted_only_where_the_engine_finds_the_violation_too(tmp_path, statement, order, data):
    """Random instances, every conjunct and index: the two judges, which share no code, agree."""
    names = [v.name for v in statement.let if v.name != "n"]
    instance = Instance({"n": order}, {name: data.draw(square(order)) for name in names})
    concrete = instantiate(statement, instance.dims)
    verdict = judge(concrete, instance)
    for conjunct, clause in enumerate(concrete.claim):
        any_accepted = False
        for indices in index_tuples(clause)[1]:
            code = examine(tmp_path, forge(statement, instance, conjunct, indices))
            assert code in (0, 1)
            any_accepted |= code == 0
        assert any_accepted == broken(statement, instance, conjunct) or verdict.outcome == "undecided"


@quick
@given(square(2), square(2))
def test_an_instance_outside_its_domain_proves_nothing(tmp_path, p, q):
    """P must be positive semidefinite: tr P <= lmax P is broken only by such matrices."""
    symmetric = [[p[min(i, j)][max(i, j)] for j in range(2)] for i in range(2)]
    for rows in (p, symmetric):
        instance = Instance({"n": 2}, {"P": rows})
        body = {"lhs": str(rows[0][0] + rows[1][1]), "rhs": "[0 +/- 100]"}
        cert = build_violation(DOMAIN, instance, 0, instantiate(DOMAIN, {"n": 2}).claim[0], **body)
        code = examine(tmp_path, cert)
        psd = rows[0][1] == rows[1][0] and rows[0][0] >= 0 and rows[1][1] >= 0
        psd = psd and rows[0][0] * rows[1][1] >= rows[0][1] ** 2
        # With both eigenvalues >= 0, trace > largest eigenvalue exactly where neither is zero.
        assert (code == 0) == (psd and rows[0][0] * rows[1][1] > rows[0][1] ** 2)


@quick
@given(square(2), square(2), st.booleans())
def test_a_hypothesis_quietly_unmet_is_noticed(tmp_path, a, b, silent):
    """The record of hypotheses may be empty or complete; what counts is the text."""
    instance = Instance({"n": 2}, {"A": a, "B": b})
    cert = forge(NORM_BELOW, instance, 1, ())
    if silent:
        cert["given"] = []
    met = judge(instantiate(NORM_BELOW, {"n": 2}), instance)
    code = examine(tmp_path, resealed(cert))
    assert (code == 0) == (met.outcome == "violation" and met.conjuncts[1].status == "broken")
    if any(not d.established for d in met.hypotheses):
        assert code == 1


PAIRS = list(itertools.permutations(NAMES, 2))


@pytest.mark.parametrize("body,text", PAIRS)
def test_the_text_of_another_statement_with_its_hash_proves_nothing_new(tmp_path, body, text):
    """An instance of one statement under the text, the hash and the name of another one."""
    cert, other = copy.deepcopy(examples()[body]), examples()[text]
    forged = {**copy.deepcopy(cert), **{k: copy.deepcopy(other[k]) for k in ("statement", "hash", "text", "broken")}}
    forged["given"] = []
    for lhs, rhs in ((cert["lhs"], cert["rhs"]), (other["lhs"], other["rhs"])):
        code = examine(tmp_path, resealed({**forged, "lhs": lhs, "rhs": rhs}))
        if code == 0:
            instance = Instance.from_json(cert)
            assert broken(STATEMENTS[text], instance, other["broken"]["conjunct"])


def test_a_true_conjunct_is_not_broken_because_another_one_is(tmp_path):
    a = mat([1, 1], [0, 1])
    for conjunct, code in ((0, 1), (1, 0), (2, 1)):
        cert = certificate(TRUE_AND_FALSE, {"n": 2}, conjunct, judged=False, A=a)
        assert examine(tmp_path, cert) == code
        swapped = {**cert, "lhs": cert["rhs"], "rhs": cert["lhs"]}
        assert examine(tmp_path, resealed(swapped)) in (1, 2)


@quick
@given(st.sampled_from(NAMES), st.integers(-1, 5), st.integers(0, 3), st.integers(0, 3))
def test_dimensions_that_disagree_with_the_matrices_are_refused(tmp_path, name, order, rows, cols):
    """A dimension changed alone, or a matrix grown or cut alone."""
    cert = copy.deepcopy(examples()[name])
    dims = dict.fromkeys(cert["dims"], order)
    code = examine(tmp_path, resealed({**cert, "dims": dims}))
    assert code in (0, 1, 2) and (code != 0 or dims == cert["dims"])
    matrices = [k for k, v in cert["values"].items() if isinstance(v, list)]
    for matrix in matrices:
        reshaped = [["1"] * cols] * rows
        old = cert["values"][matrix]
        forged = {**cert, "values": {**cert["values"], matrix: reshaped}}
        if (len(old), len(old[0])) != (rows, cols):
            assert examine(tmp_path, resealed(forged)) == 2
