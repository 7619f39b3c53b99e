"""Certificates altered, forged and sealed again: none is accepted that shows no real violation."""

import copy
import hashlib
import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lemmata.catalogue import get
from lemmata.certificates import at_indices, build_violation, write
from lemmata.evaluate.decide import decide, judge
from lemmata.language import Psd, lmax, normF, smax, smin, tr
from lemmata.language.instance import Instance
from lemmata.language.instantiate import index_tuples, instantiate
from lemmata.network_checker.network_program import check_certificate, main
from tests.attacks.forged_certificates import text_hash
from tests.certificates.certificate_samples import (
    HALF_SLOPE,
    NAMES,
    NORM_BELOW,
    STRICT,
    WEYL_HALVED,
    A,
    B,
    certificate,
    denial,
    examine,
    examples,
    flow_certificate,
    mat,
    n,
    numbers_in,
    placed,
    places,
    resealed,
)
from tests.made import statement


def broken_by_numpy(values):
    """Whether some instance of the halved Weyl inequality is broken at i = j = 1, by a clear margin, in floats."""
    a, b = (np.array([[float(Fraction(x)) for x in row] for row in values[k]]) for k in "AB")
    top, left, right = (np.linalg.norm(m, 2) for m in (a, b, a - b))
    return top - left - right / 2


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6), st.fractions(-3, 3, max_denominator=4), st.booleans())
def test_a_forger_who_changes_the_instance_and_seals_it_again_gains_nothing(tmp_path, where, new, keep):
    """Accepted only where the violation is real: the enclosures are then the forger's own."""
    cert = copy.deepcopy(examples()["weyl"])
    found = numbers_in(cert["values"])
    placed(cert["values"], found[where % len(found)], str(new))
    margin = broken_by_numpy(cert["values"])
    if not keep:
        a, b = (np.array([[float(Fraction(x)) for x in row] for row in cert["values"][k]]) for k in "AB")
        cert["lhs"] = f"[{np.linalg.norm(a, 2):.12f} +/- 1e-6]"
        cert["rhs"] = f"[{np.linalg.norm(b, 2) + np.linalg.norm(a - b, 2) / 2:.12f} +/- 1e-6]"
    code = examine(tmp_path, resealed(cert))
    if margin < -1e-9:
        assert code == 1
    elif margin > 1e-9 and not keep:
        assert code == 0
    if keep and cert["values"] != examples()["weyl"]["values"] and abs(margin - 0.809) > 1e-2:
        assert code != 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda c: c.update(lhs="3"), 2),
        (lambda c: c.update(rhs="[1 +/- 1e-3]"), 2),
        (lambda c: c.update(lhs="nan"), 2),
        (lambda c: c.update(precision=True), 2),
        (lambda c: c.update(precision=-1), 2),
        (lambda c: c.update(extra=1), 2),
        (lambda c: c.pop("given"), 2),
        (lambda c: c.update(schema="lemmata-certificate/1"), 2),
        (lambda c: c.update(kind="proof"), 2),
        (lambda c: c.update(hash="0" * 64), 2),
        (lambda c: c["text"]["claim"].append("0 <= 1"), 2),
        (lambda c: c["text"]["given"].clear(), 2),
        (lambda c: c["text"].update(let=["A = real(n, n)"]), 2),
        (lambda c: c["broken"].update(conjunct=0), 1),  # which holds
        (lambda c: c["broken"].update(conjunct=-1), 2),
        (lambda c: c["broken"].update(indices={"i": 1}), 2),
        (lambda c: c["broken"].update(relation="normF(A) <= smax(A)"), 2),
        (lambda c: c["given"][0].update(conjunct=4), 2),
        (lambda c: c["given"][0].update(conjunct=-1), 2),
        (lambda c: c["given"][0].update(lhs="[5 +/- 1]"), 2),
        (lambda c: c["given"].append(1), 2),
        (lambda c: c["dims"].update(n="2"), 2),
        (lambda c: c["dims"].update(n=3), 2),
        (lambda c: c["dims"].update(m=3), 2),
        (lambda c: c["values"].pop("B"), 2),
        (lambda c: c["values"].update(A=[["1", "1"], ["0"]]), 2),
        (lambda c: c["values"].update(A=[[1, 1], [0, 1]]), 2),
        (lambda c: c["values"].update(A="1"), 2),
        (lambda c: c["values"].update(A=[["1/0", "1"], ["0", "1"]]), 2),
        (lambda c: c["values"].update(A=[["1", "0"], ["0", "0"]]), 1),  # smin(A) > 0 fails
        (lambda c: c["values"].update(A=[["2", "0"], ["0", "1"]]), 1),  # smax(A) < 2 fails
        (lambda c: c["values"].update(B=[["0", "0"], ["0", "0"]]), 1),  # smax(B) >= smin(A) fails
    ],
)
def test_forged_and_sealed_again(tmp_path, capsys, change, code):
    cert = copy.deepcopy(examples()["norms"])
    change(cert)
    assert examine(tmp_path, resealed(cert)) == code
    captured = capsys.readouterr()
    assert (captured.out + captured.err).count("\n") == 1


def test_the_text_cannot_be_exchanged_together_with_its_hash_unnoticed(tmp_path):
    """With text, hash and digest all forged the file is another statement's certificate, and says so by its hash."""
    cert = copy.deepcopy(examples()["norms"])
    cert["text"]["claim"] = ["normF(A) <= smax(A)"]
    cert["hash"] = text_hash("A", cert["text"])
    cert["broken"]["conjunct"] = 0
    assert examine(tmp_path, resealed(cert)) == 0
    assert cert["hash"] != NORM_BELOW.hash


@pytest.mark.parametrize(
    ("identifier", "dims", "values"),
    [
        ("riedi.lemma-17", {"n": 2}, {"rho": "1/2", "M_o": mat([1, 2], [0, 1])}),
        ("riedi.prop-4.triangle", {"n": 2}, {"A": mat([1, 0], [0, 0]), "B": mat([2, 0], [0, 0])}),
        ("riedi.prop-5.weyl", {"n": 2}, {"A": mat([1, 2], [3, 4]), "B": mat([1, 0], [0, 0])}),
        ("riedi.lemma-21", {"n": 2}, {"rho": "1/2", "M_o": mat([0, 1], [0, 0])}),
        ("zhao.skip-shift~repaired", {"n": 2}, {"W": mat([1, 1], [1, 1]), "beta": 1}),
        ("riedi.prop-4.norms", {"n": 2}, {"A": mat([1, 1], [0, 1])}),
    ],
)
def test_forged_certificates_of_true_statements_are_rejected(tmp_path, identifier, dims, values):
    statement = get(identifier)
    for conjunct, clause in enumerate(instantiate(statement, dims).claim):
        _, tuples, _ = index_tuples(clause)
        for indices in tuples:
            cert = certificate(statement, dims, conjunct, indices, judged=False, **values)
            assert examine(tmp_path, cert) == 1
            for lhs, rhs in (("100", "0"), ("0", "100")):
                assert examine(tmp_path, resealed({**cert, "lhs": lhs, "rhs": rhs})) in (1, 2)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from(["", "0", "-1", "1/2", "inf", "[+/- inf]", "n", "A", "x" * 600, "9" * 400, "\ud800", "A = psd(n)"]),
    st.sampled_from(
        ["s(A, 0) <= 1", "lmax(A) <= 1", "A == A", "A <= 1", "for i in 1..n", "1 <= 0", "1 / 0 <= 1", "()"]
    ),
    st.sampled_from(
        ["eigenform(A, 1, 1) <= 0", "slope(lam(A), n, A) <= 0", "slope(s(A), 1, rho) <= 0", "kron(A, 1) == A"]
    ),
    st.sampled_from(
        ["gap(1, 1) <= 0", "gap(s(A), 9) <= 0", "sqrt(s(A)) <= A", "vstack() == A", "gradient_gram(A) == A"]
    ),
    st.lists(st.sampled_from(["0", "1", 2, ["1"], []]), max_size=3),
    st.dictionaries(st.sampled_from(["n", "A", "u"]), st.sampled_from(["1", 1, [["1"]]]), max_size=2),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([*NAMES, "flow", "layer", "denial"]),
    st.lists(st.tuples(st.integers(0, 10**6), JUNK), min_size=1, max_size=3),
)
def test_nothing_a_forger_writes_causes_a_traceback(tmp_path, name, changes):
    """Anything replaced by anything, with hash and digest computed again: one of the three exit codes."""
    others = {
        "flow": lambda: flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu"),
        "layer": lambda: flow_certificate("layer", "le.thm-1.fully-connected~relu", "relu"),
        "denial": lambda: denial(),
    }
    cert = copy.deepcopy(others[name]() if name in others else examples()[name])
    for where, junk in changes:
        found = list(places(cert))
        placed(cert, found[where % len(found)], copy.deepcopy(junk))
    text, parts = cert["text"], ("let", "given", "claim")
    if isinstance(text, dict) and all(isinstance(text.get(p), list) for p in parts):
        lines = ["A", *(f"{part}: {line}" for part in parts for line in text[part])]
        cert["hash"] = hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
    assert examine(tmp_path, resealed(cert)) in (0, 1, 2)


# --- Certificates written by the suite: what they prove is accepted, and what an instance cannot prove is not
@pytest.mark.parametrize("name", NAMES)
def test_counterexamples_are_accepted(tmp_path, capsys, name):
    path = write(tmp_path / "certificates" / f"{name}.json", examples()[name])
    result = check_certificate(path)
    assert result.accepted and result.lines[-1] == "violation established"
    assert main([str(path)]) == 0
    assert "the claim asks for " in capsys.readouterr().out


def test_infinite_gaps_are_met_and_have_no_record(tmp_path):
    statement = get("riedi.cor-7")
    relation = instantiate(statement, {"n": 1}).claim[0]
    values = {"A_0": mat([1]), "A_1": mat([1]), "A_2": mat([0]), "rho": Fraction(0), "i": Fraction(1)}
    instance = Instance({"n": 1}, values)
    hypotheses = [(clause, decide(clause, instance)) for clause in instantiate(statement, {"n": 1}).given]
    given = [(clause, d.lhs, d.rhs) for clause, d in hypotheses]
    cert = build_violation(statement, instance, 0, relation, "1", "1", given)
    assert not any("inf" in record["lhs"] for record in cert["given"])
    assert examine(tmp_path, cert) == 1  # the hypotheses, the infinite gap among them, are met; the claim holds


def test_the_denial_of_an_existence_claim_is_accepted(tmp_path):
    path = write(tmp_path / "c.json", denial())
    result = check_certificate(path)
    assert result.accepted, result.lines
    assert any("axioms used" in line for line in result.lines)


# --- Certificates forged with care: whatever is accepted is a violation by the engine's own exact judgement


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
quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
small = st.sampled_from([Fraction(x) for x in ("0", "1", "-1", "2", "1/2", "-3/2")])


def square(order):
    return st.lists(st.lists(small, min_size=order, max_size=order), min_size=order, max_size=order)


def sides(relation, instance, concrete):
    """Enclosures of both sides, as a forger would compute them."""
    d = decide(relation, instance)
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
