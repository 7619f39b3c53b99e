"""Certificates altered, forged and sealed again: none is accepted that shows no real violation."""

import copy
import hashlib
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lemmata.catalogue import get
from lemmata.certificates import build_violation, write
from lemmata.evaluate.decide import decide
from lemmata.language.instance import Instance
from lemmata.language.instantiate import index_tuples, instantiate
from lemmata.network_checker.network_program import check_certificate, main
from tests.attacks.forged_certificates import text_hash
from tests.certificates.certificate_samples import (
    NAMES,
    NORM_BELOW,
    certificate,
    denial,
    examine,
    examples,
    flow_certificate,
    mat,
    numbers_in,
    placed,
    places,
    resealed,
)


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


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
