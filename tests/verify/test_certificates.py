"""Certificates written by the suite: real counterexamples are accepted, altered and forged ones are not."""

import copy
import hashlib
import json
import os
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numerics.backends.decide import decide
from numerics.instance import Instance
from numerics.networks.dag import Activation
from numerics.networks.smallest import smallest_counterexample
from theorems.catalogue import get
from theorems.language import (
    ActivationPattern,
    Dim,
    Index,
    Kind,
    Matrix,
    Scalar,
    Statement,
    chain,
    eigenform,
    entry,
    eq,
    exists,
    forall,
    lam,
    normF,
    s,
    slope,
    smax,
    smin,
)
from theorems.language.instantiate import index_tuples, instantiate
from theorems.language.statement import Paper
from verify.certificates import at_indices, build_flow, build_negation, build_violation, digest, write
from verify.checker import CertificateError, check_certificate, main

ROOT = Path(__file__).resolve().parents[2]
PAPER = Paper("made2026", "Made-up statements", "Nobody")
n = Dim("n")
i, j = Index("i"), Index("j")
A, B = Matrix("A", n, n), Matrix("B", n, n)

WEYL_HALVED = Statement(
    id="made.weyl-halved",
    title="Weyl's inequality with half of the last term",
    source=PAPER.at("1"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, j, 1, n + 1 - i, entry(s(A), i + j - 1) <= entry(s(B), i) + entry(s(A - B), j) / 2),
)
NORM_BELOW = Statement(
    id="made.norm-below",
    title="Norms the wrong way round",
    source=PAPER.at("2"),
    kind=Kind.ALGEBRAIC,
    given=(smax(A) < 2, smin(A) > 0, smax(B) >= smin(A), forall(i, 1, n, entry(s(A), i) <= 2)),
    claim=chain(smax(A), "<=", normF(A), "<=", smax(A)),
)
STRICT = Statement(
    id="made.strict",
    title="A bound that is attained, said to be strict",
    source=PAPER.at("3"),
    kind=Kind.ALGEBRAIC,
    claim=smax(A + B) < smax(A) + smax(B),
)
rho = Scalar("rho")
HALF_SLOPE = Statement(
    id="made.half-slope",
    title="Half of the derivative of an eigenvalue",
    source=PAPER.at("4"),
    kind=Kind.DERIVATIVE,
    claim=eq(slope(lam(A + A.T + rho * (B + B.T)), 1, rho), eigenform(A + A.T + rho * (B + B.T), 1, B)),
)
EXISTENCE = Statement(
    id="made.existence", title="", source=PAPER.at("5"), kind=Kind.ALGEBRAIC, claim=exists(smax(A) < smin(A))
)


def mat(*rows):
    return [[Fraction(x) for x in row] for row in rows]


def certificate(statement, dims, conjunct, indices=(), judged=True, **values):
    """A certificate as the engine writes it: enclosures from the engine's own decisions."""
    exact = {k: v if isinstance(v, list) else Fraction(v) for k, v in values.items()}
    instance = Instance(dims, exact)
    concrete = instantiate(statement, dims)
    relation = at_indices(concrete.claim[conjunct], indices)
    decision = decide(relation, instance, concrete)
    if judged:
        assert decision.status == "broken"
    hypotheses = [(clause, decide(clause, instance, concrete)) for clause in concrete.given]
    recorded = [(clause, d.lhs, d.rhs) for clause, d in hypotheses]
    return build_violation(
        statement, instance, conjunct, relation, decision.lhs, decision.rhs, recorded, decision.precision or 64
    )


@cache
def examples():
    w, nilpotent = mat([1], [0]), mat([0, 1], [0, 0])
    one = mat([1])
    return {
        "skip-shift": certificate(get("zhao.skip-shift"), {"n": 1}, 1, S=one, U=mat([-1]), V=one, beta=1),
        "lemma-20": certificate(get("riedi.lemma-20"), {"n": 2}, 1, M_o=nilpotent, w=w, rho_o=0, rho="1/2"),
        "lemma-18": certificate(get("riedi.lemma-18"), {"n": 2}, 1, M_o=nilpotent, w=w, rho_o=0, t=0, mu=0, rho="1/2"),
        "gauss-newton": certificate(
            get("zhao.lemma-1"), {"m": 3, "d": 1, "k": 2}, 1, W=mat([1, 0, 0], [0, 0, 0]), V=mat([1], [0], [0]), R=one
        ),
        "weyl": certificate(WEYL_HALVED, {"n": 2}, 0, (1, 1), A=mat([1, 1], [0, 1]), B=mat([0, 0], [0, 0])),
        "weyl-3": certificate(
            WEYL_HALVED,
            {"n": 3},
            0,
            (2, 2),
            A=mat([3, 1, 0], [0, 2, 1], [1, 0, 5]),
            B=mat([1, 0, 0], [0, 0, 0], [0, 0, 0]),
        ),
        "norms": certificate(NORM_BELOW, {"n": 2}, 1, A=mat([1, 1], [0, 1]), B=mat([1, 0], [0, 1])),
        "strict": certificate(STRICT, {"n": 2}, 0, A=mat([1, 1], [0, 0]), B=mat([1, 1], [0, 0])),
        "half-slope": certificate(HALF_SLOPE, {"n": 2}, 0, A=mat([1, 2], [0, 0]), B=mat([0, 1], [1, 1]), rho="1/3"),
    }


def examine(tmp_path, cert, text=None):
    """Exit code and output lines of the checker."""
    path = tmp_path / "c.json"
    path.write_text(json.dumps(cert) if text is None else text, encoding="utf-8")
    return main([str(path)])


def resealed(cert):
    cert["digest"] = digest(cert)
    return cert


NAMES = ["skip-shift", "lemma-20", "lemma-18", "gauss-newton", "weyl", "weyl-3", "norms", "strict", "half-slope"]


@pytest.mark.parametrize("name", NAMES)
def test_counterexamples_are_accepted(tmp_path, capsys, name):
    path = write(tmp_path / "certificates" / f"{name}.json", examples()[name])
    result = check_certificate(path)
    assert result.accepted and result.lines[-1] == "violation established"
    assert main([str(path)]) == 0
    assert examples()[name]["broken"]["relation"] in capsys.readouterr().out


def test_the_explanation_shows_the_numbers(tmp_path):
    lines = check_certificate(write(tmp_path / "c.json", examples()["skip-shift"])).lines
    assert lines[0].endswith("n = 1, S = [[1]], U = [[-1]], V = [[1]], beta = 1")
    assert "the left side is 0, the right side 2: 0 == 2 is false" in lines
    lines = check_certificate(write(tmp_path / "c.json", examples()["weyl-3"])).lines
    assert "(conjunct 1, i = 2, j = 2)" in lines[1]


def test_accepted_without_third_party_packages(tmp_path):
    for name in ("gauss-newton", "half-slope"):
        path = write(tmp_path / f"{name}.json", examples()[name])
        command = [sys.executable, "-S", "-m", "verify.checker", str(path)]
        run = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60
        )
        assert run.returncode == 0, run.stderr


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.sampled_from("0123456789"))
def test_any_digit_changed_is_rejected(tmp_path, name, where, digit):
    text = json.dumps(examples()[name])
    places = [k for k, char in enumerate(text) if char.isdigit() and char != digit]
    place = places[where % len(places)]
    assert examine(tmp_path, None, text[:place] + digit + text[place + 1 :]) == 2


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(NAMES), st.integers(0, 10**6))
def test_truncated_is_rejected(tmp_path, name, where):
    text = json.dumps(examples()[name])
    assert examine(tmp_path, None, text[: where % len(text)]) == 2


def numbers_in(value, path=()):
    """Places of all numbers of an instance."""
    if isinstance(value, str):
        yield path
    else:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(item, (*path, key))


def placed(value, path, new):
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


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
    places = list(numbers_in(cert["values"]))
    placed(cert["values"], places[where % len(places)], str(new))
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
        (lambda c: c.update(schema="lemmata-certificate/2"), 2),
        (lambda c: c.update(kind="proof"), 2),
        (lambda c: c.update(hash="0" * 64), 2),
        (lambda c: c["text"]["claim"].append("0 <= 1"), 2),
        (lambda c: c["text"]["given"].clear(), 2),
        (lambda c: c["text"].update(let=["A = real(n, n)"]), 2),
        (lambda c: c["broken"].update(conjunct=0), 2),
        (lambda c: c["broken"].update(conjunct=-1), 2),
        (lambda c: c["broken"].update(relation="normF(A) <= smax(B)"), 2),
        (lambda c: c["broken"].update(relation="normF(A) <= smax(A) - 1"), 2),
        (lambda c: c["broken"].update(relation="normF(A) <= smax(A) for i in 1..2"), 2),
        (lambda c: c["broken"].update(relation=7), 2),
        (lambda c: c["given"][0].update(relation="smax(A) < 3"), 2),
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
    lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in cert["text"][part]]
    cert["hash"] = hashlib.sha256("\n".join(["A", *lines]).encode()).hexdigest()
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


def test_an_instance_outside_a_domain_is_rejected(tmp_path, capsys):
    cert = copy.deepcopy(examples()["lemma-20"])
    cert["values"]["rho"] = "3/2"
    assert examine(tmp_path, resealed(cert)) == 1
    assert "rho is not in its domain interval(0, 1)" in capsys.readouterr().out


def test_an_undefined_side_is_no_violation(tmp_path, capsys):
    cert = copy.deepcopy(examples()["gauss-newton"])
    cert["values"]["W"] = [["0"] * 3] * 2
    assert examine(tmp_path, resealed(cert)) == 1
    assert "undefined" in capsys.readouterr().out


def test_existence_claims_are_not_broken_by_an_instance(tmp_path, capsys):
    instance = Instance({"n": 1}, {"A": mat([1])})
    relation = instantiate(EXISTENCE, {"n": 1}).claim[0].body
    cert = build_violation(EXISTENCE, instance, 0, relation, "1", "1")
    assert examine(tmp_path, cert) == 1
    assert "existence claim" in capsys.readouterr().out


def test_infinite_gaps_are_recorded_and_met(tmp_path):
    statement = get("riedi.cor-7~repaired")
    relation = instantiate(statement, {"n": 1}).claim[0]
    values = {"A_0": mat([1]), "A_1": mat([1]), "A_2": mat([0]), "rho": Fraction(0), "i": Fraction(1)}
    instance = Instance({"n": 1}, values)
    hypotheses = [(clause, decide(clause, instance)) for clause in instantiate(statement, {"n": 1}).given]
    given = [(clause, d.lhs, d.rhs) for clause, d in hypotheses]
    cert = build_violation(statement, instance, 0, relation, "1", "1", given)
    assert examine(tmp_path, cert) == 1  # the hypotheses, the infinite gap among them, are met; the claim holds


def flow_certificate(kind, identifier, activation, loss=None, **changes):
    found = smallest_counterexample(kind, Activation.parse(activation), loss)
    assert found is not None
    u, v = found["vertices"]
    rate = [[Fraction(x) for x in row] for row in found["rate"]]
    at = {"pair": {"u": u, "v": v}, "layer": {"l": 1}}[kind]
    arguments = dict(
        network=found["net"],
        data=found["xs"],
        labels=found["ys"],
        loss_derivatives=found["loss_derivatives"],
        at=at,
        rate=rate,
    )
    return build_flow(get(identifier), **{**arguments, **changes})


@pytest.mark.parametrize(
    ("kind", "identifier", "activation"),
    [
        ("pair", "le.lemma-3.eq-5~relu", "relu"),
        ("pair", "le.lemma-3.eq-5~leaky", "leaky:1/2"),
        ("pair", "le.lemma-3.eq-5", "relu"),
        ("layer", "le.thm-1.fully-connected~relu", "relu"),
    ],
)
def test_drifts_of_claimed_invariants_are_accepted(tmp_path, kind, identifier, activation):
    path = write(tmp_path / "c.json", flow_certificate(kind, identifier, activation))
    result = check_certificate(path)
    assert result.accepted, result.lines
    assert "not zero" in result.lines[-2]


def test_forged_drifts_are_rejected(tmp_path, capsys):
    make = flow_certificate
    pair = make("pair", "le.lemma-3.eq-5~relu", "relu")
    wrong = make("pair", "le.lemma-3.eq-5~relu", "relu", rate=Fraction(7))
    assert examine(tmp_path, wrong) == 1
    assert examine(tmp_path, make("pair", "le.lemma-3.eq-5~leaky", "relu")) == 1  # not the activation of the statement
    zero, frozen, kink, cyclic = (copy.deepcopy(pair) for _ in range(4))
    zero["network"]["edges"][0][2] = "0"
    frozen["network"]["edges"][0][3] = False
    kink["data"] = [["0"] * len(x) for x in kink["data"]]
    cyclic["network"]["edges"].append(["h1_1", "h1_1", "1", True])
    for cert, code in ((zero, 1), (frozen, 1), (kink, 1), (cyclic, 2)):
        assert examine(tmp_path, resealed(cert)) == code
    vertex = build_flow(
        get("le.lemma-3.eq-4~relu"),
        pair["network"],
        pair["data"],
        pair["labels"],
        pair["loss_derivatives"],
        {"v": "h1_1"},
        Fraction(0),
    )
    assert examine(tmp_path, vertex) == 1  # conserved: the rate is zero
    assert "derivative along the flow is zero" in capsys.readouterr().out


def test_no_loss_has_two_slopes_at_one_margin(tmp_path, capsys):
    pair = flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu")
    twice = {**pair, "data": pair["data"] * 2, "labels": pair["labels"] * 2, "loss_derivatives": ["-1", "-2"]}
    assert examine(tmp_path, resealed(twice)) == 1
    assert "no loss has them" in capsys.readouterr().out


@pytest.mark.parametrize(
    "claim",
    [
        "conserved(lam(layer(nu, 1) @ layer(nu, 1).T), nu)",
        "conserved(smax(layer(nu, 2)), nu)",
        "conserved(det(layer(nu, 2) @ layer(nu, 1)), nu)",
        "conserved(abs(dot(w_in(u), w_in(v))), nu)",
        "conserved(layer(nu, 7), nu)",
        "conserved(1, nu)",
        "conserved(dot(w_in(u), w_out(x)), nu)",
        "smax(layer(nu, 1))",
    ],
)
def test_drifts_of_other_quantities_are_not_established(tmp_path, claim):
    cert = copy.deepcopy(flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu"))
    cert["text"]["claim"] = [claim]
    lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in cert["text"][part]]
    cert["hash"] = hashlib.sha256("\n".join(["T", *lines]).encode()).hexdigest()
    assert examine(tmp_path, resealed(cert)) in (1, 2)


LEAKY = ("left", "M_o + rho * I(n)", "I(n) - D @ D", "D")


def test_the_negation_of_an_existence_claim_is_accepted(tmp_path):
    path = write(tmp_path / "c.json", build_negation(get("riedi.lemma-24.leaky"), *LEAKY))
    result = check_certificate(path)
    assert result.accepted, result.lines
    assert any("leaned on" in line for line in result.lines)


@pytest.mark.parametrize(
    ("identity", "code"),
    [
        (("right", *LEAKY[1:]), 1),
        (("up", *LEAKY[1:]), 2),
        (("left", "M_o", "I(n) - D @ D", "D"), 1),
        (("left", "M_o + rho * I(n)", "I(n) - D", "D"), 1),
        (("left", "M_o + rho * I(n)", "I(n) - D @ D", "M_o"), 1),
        (("left", "M_o + rho * I(n)", "I(n) - D @ M_o", "D"), 1),
        (("left", "M_o + rho * I(n)", "__import__", "D"), 2),
    ],
)
def test_false_identities_are_rejected(tmp_path, identity, code):
    assert examine(tmp_path, build_negation(get("riedi.lemma-24.leaky"), *identity)) == code


def test_a_true_existence_claim_is_not_negated(tmp_path, capsys):
    """With D on the other side of the inequality the weight has the wrong sign."""
    eta = Scalar("eta", 0, 1)
    m, k = Dim("m"), Index("k", 1, n)
    pattern = ActivationPattern("D", m, n, eta)
    statement = Statement(
        id="made.leaky-lowers",
        title="",
        source=PAPER.at("6"),
        kind=Kind.ALGEBRAIC,
        claim=exists(entry(s(A @ pattern), k) < entry(s(A), k)),
    )
    assert examine(tmp_path, build_negation(statement, "left", "A", "D @ D - I(n)", "D")) == 1
    assert "negative" in capsys.readouterr().out
    assert examine(tmp_path, build_negation(statement, "left", "A", "I(n) - D @ D", "D")) == 1


def test_building_a_malformed_certificate_fails():
    statement = Statement(
        id="made.x", title="", source=PAPER.at("7"), kind=Kind.ALGEBRAIC, claim=smax(Matrix("\u0104", 1, 1)) <= 1
    )
    with pytest.raises(CertificateError):
        build_violation(statement, Instance({}, {"\u0104": mat([2])}), 0, statement.claim[0], "2", "1")


def test_a_certificate_does_not_share_the_text_of_its_statement():
    statement = get("riedi.lemma-24.leaky")
    build_negation(statement, *LEAKY)["text"]["claim"].clear()
    assert statement.text["claim"]


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


def places_in(value, path=()):
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places_in(item, (*path, key))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([*NAMES, "flow", "layer", "negation"]),
    st.lists(st.tuples(st.integers(0, 10**6), JUNK), min_size=1, max_size=3),
)
def test_nothing_a_forger_writes_causes_a_traceback(tmp_path, name, changes):
    """Anything replaced by anything, with hash and digest computed again: one of the three exit codes."""
    others = {
        "flow": lambda: flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu"),
        "layer": lambda: flow_certificate("layer", "le.thm-1.fully-connected~relu", "relu"),
        "negation": lambda: build_negation(get("riedi.lemma-24.leaky"), *LEAKY),
    }
    cert = copy.deepcopy(others[name]() if name in others else examples()[name])
    for where, junk in changes:
        places = [p for p in places_in(cert) if p]
        placed(cert, places[where % len(places)], copy.deepcopy(junk))
    text, parts = cert["text"], ("let", "given", "claim")
    if isinstance(text, dict) and all(isinstance(text.get(p), list) for p in parts):
        lines = ["A", *(f"{part}: {line}" for part in parts for line in text[part])]
        cert["hash"] = hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()
    assert examine(tmp_path, resealed(cert)) in (0, 1, 2)
