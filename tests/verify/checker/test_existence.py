"""Kinds "negation" and "opposite": existence claims refuted everywhere at once."""

import copy
import hashlib

import pytest

from tests.verify.certificate_samples import LEAKY, examine, resealed
from theorems.catalogue import get
from verify.certificates import build_negation, build_opposite

LET = ["n = integer(1)", "m = integer(0, n)", "A = real(n, n)", "eta = interval(0, 1)", "D = activation(m, n, eta)"]


def about(cert, **text):
    """The certificate with parts of its text replaced."""
    out = copy.deepcopy(cert)
    out["text"].update(text)
    out["statement"] = "conjecture.altered"  # an id of the catalogue is bound to its text
    lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in out["text"][part]]
    out["hash"] = hashlib.sha256("\n".join(["A", *lines]).encode()).hexdigest()
    return resealed(out)


def negation(claim, let=(), factor="A", weight="I(n) - D @ D", given=(), gram="left"):
    cert = build_negation(get("riedi.lemma-24.leaky"), gram, factor, weight, "D")
    return about(cert, let=[*LET, *let], given=list(given), claim=[claim])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"claim": "exists: s(A, 1) < s(A @ D, 1)"}, 0),
        ({"claim": "exists: s(A @ D, 1) > s(A, 1)"}, 0),
        ({"claim": "exists: s(A, 1) <= s(A @ D, 1)"}, 1),  # true: D = I
        ({"claim": "exists: s(A, 1) < s(A @ D, 2)"}, 1),
        ({"claim": "exists: s(A, k) < s(A @ D, k)"}, 1),  # k is not declared
        ({"claim": "exists: s(A, k) < s(A @ D, k)", "let": ["k = real"]}, 1),
        ({"claim": "exists: s(A, k) < s(A @ D, k)", "let": ["k = integer(1, n)"]}, 0),
        ({"claim": "exists: s(A, k) < s(A @ D, k)", "let": ["k = integer(1, r)"]}, 1),
        ({"claim": "s(A, 1) < s(A @ D, 1)"}, 1),  # no existence claim
        ({"claim": "exists: s(A, 1) < s(A @ D, 1)", "given": ["n >= 2"]}, 1),  # hypotheses are not of this kind
        ({"claim": "exists: s(A, 1) < s(A @ D, 1)", "factor": "A @ A"}, 1),
        ({"claim": "exists: s(A, 1) < s(A @ D, 1)", "weight": "D @ D - I(n)"}, 1),
        ({"claim": "exists: s(A, 1) < s(A @ D, 1)", "weight": "I(m) - D @ D"}, 1),  # of another order
        ({"claim": "exists: s(A, 1) < s(A @ D, 1)", "weight": "1 - D @ D"}, 1),  # a number less a matrix
        ({"claim": "exists: s(A, 1) < s(A * D, 1)"}, 1),
        ({"claim": "exists: s(A, 1) < s(D @ A, 1)", "gram": "right"}, 0),  # on the other side, with A^T w(D) A
    ],
)
def test_claims_and_identities_are_read_whole(arguments, code, tmp_path):
    if arguments.get("gram") == "right":
        arguments = {**arguments, "factor": "A.T"}
    found = examine(tmp_path, negation(**arguments))
    assert found == code or code and found


@pytest.mark.parametrize(
    ("eta", "weight", "code"),
    [
        ("interval(0, 1)", "I(n) - D @ D", 0),
        ("interval(-1, 1)", "I(n) - D @ D", 1),  # true, but ends are read as plain numbers only
        ("interval(0, 2)", "I(n) - D @ D", 1),  # negative at 2
        ("interval(1, 0)", "I(n) - D @ D", 1),
        ("interval(0, rho)", "I(n) - D @ D", 1),
        ("interval(0, 1, 1)", "I(n) - D @ D", 1),
        ("real", "I(n) - D @ D", 1),
    ],
)
def test_the_range_of_the_pattern_counts(eta, weight, code, tmp_path):
    let = [line for line in LET if not line.startswith(("eta", "D"))] + [f"eta = {eta}", LET[-1]]
    cert = about(negation("exists: s(A, 1) < s(A @ D, 1)", weight=weight), let=let)
    assert examine(tmp_path, cert) == code


def test_shapes_have_to_fit(tmp_path):
    """With A of shape n x m the products of the statement do not exist, though the words would cancel."""
    cert = negation("exists: s(A, 1) < s(A @ D, 1)")
    assert examine(tmp_path, cert) == 0
    for other in ("A = real(n, m)", "A = real(n)", "A = real", "A = real(n, eta)", "A = layers(n, n, n, n)"):
        let = [other if line.startswith("A") else line for line in LET]
        assert examine(tmp_path, about(cert, let=let)) in (1, 2)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ({}, 0),
        ({"given": ["K >= 1"]}, 1),
        ({"let": ["K = real"]}, 1),
        ({"let": ["K = positive(1)"]}, 1),
        ({"let": ["K = positive", "K = positive"]}, 2),
        ({"let": []}, 1),
        ({"claim": ["exists: 1 / K <= 1 / K - 1 / K"]}, 0),
        ({"claim": ["exists: 1 / K <= 1 / (K - K)"]}, 1),
        ({"claim": ["exists: K + 1 <= K"]}, 0),
        ({"claim": ["exists: K + 1 == K"]}, 1),
        ({"claim": ["exists: K <= K + 1"]}, 1),
        ({"claim": ["exists: K <= K"]}, 1),
        ({"claim": ["exists: K @ K + 1 <= K"]}, 1),
        ({"claim": ["exists: ((((K + 1)**12)**12)**12)**12 <= 0"]}, 1),
        ({"claim": ["exists: K + 1 <= K for k in 1..2"]}, 1),
        ({"claim": ["exists: K + 2 <= K + 1 <= K"]}, 1),
        ({"claim": ["K + 1 <= K"]}, 1),
    ],
)
def test_opposites_are_read_whole(text, code, tmp_path):
    cert = about(build_opposite(get("macdonald.thm-4.4.nonlinearity")), **text)
    assert examine(tmp_path, cert) == code


def test_the_certificate_of_the_row_is_accepted(tmp_path):
    assert examine(tmp_path, build_negation(get("riedi.lemma-24.leaky"), *LEAKY)) == 0
