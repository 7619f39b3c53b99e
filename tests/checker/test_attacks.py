"""Certificates written to break the checker: each is refused with a clear line, in good time, and never a traceback."""

import json
import time

import pytest

from lemmata.checker.format import SCHEMA
from tests.attacks.forged_certificates import text_hash
from tests.certificates.certificate_samples import examine, flow_certificate, reworded, sealed

HUGE = "(10**100)**100 * (10**100)**100"


def violation(let, claim, dims=(), values=(), witnesses=(), given=()):
    """A certificate that says that a claim, or the first of several, is broken, sealed as an able forger would."""
    text = {"let": list(let), "given": list(given), "claim": [claim] if isinstance(claim, str) else claim}
    cert = {"schema": SCHEMA, "kind": "violation", "statement": "made.attack", "text": text, "precision": 64}
    cert |= {"hash": text_hash("A", text), "witnesses": dict(witnesses), "lhs": "[0 +/- 1e30]", "rhs": "[0 +/- 1e30]"}
    cert |= {"dims": dict(dims), "values": dict(values), "broken": {"conjunct": 0, "indices": {}}, "given": []}
    return sealed(cert)


X = ["x = real"]
A = ["n = integer(1)", "A = real(n, n)"]
TWO = {"dims": {"n": 2}, "values": {"A": [["2", "0"], ["0", "1"]]}}


def test_the_forger_can_write_what_is_true(tmp_path):
    assert examine(tmp_path, violation(X, "x <= 0", values={"x": "1"})) == 0
    good = {"gram(A)": ["4", "1"]}
    assert examine(tmp_path, violation(A, "s(A, 1) <= 1", **TWO, witnesses=good)) == 0


@pytest.mark.parametrize(
    "claim",
    [f"I({HUGE}) @ A == A", f"ones({HUGE}, 1) == ones(2, 1)", f"entry(A @ ones(2, 1), {HUGE}) <= 0",
     f"s(A, {HUGE}) <= 0", f"unit({HUGE}, 1) == unit(2, 1)", f"unit(2, {HUGE}) == unit(2, 1)",
     f"tr(A) ** ({HUGE}) <= 0", f"kyfan({HUGE}, A) <= 0", f"exp({HUGE}) <= 0", f"tr(A) * {HUGE} <= {HUGE}"],
)  # fmt: skip
def test_numbers_too_long_to_be_printed(claim, tmp_path):
    start = time.process_time()
    assert examine(tmp_path, violation(A, claim, **TWO)) in (1, 2)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("broken", "more"), 1), (("broken", "conjunct"), True), (("broken", "conjunct"), 1.0), (("values", "x"), 1),
        (("values", "x"), "\u0661"), (("values", "x"), "1e5"), (("values", "x"), "NaN"), (("values", "x"), "1/0"),
        (("values", "x"), " 1"), (("values", "x"), "1" * 501), (("values", "y"), "1"), (("dims", "x"), 1),
        (("lhs",), "[nan +/- 1]"), (("lhs",), "[0 +/- -1]"), (("lhs",), "[0 +/- 1e99999]"), (("lhs",), ["0"]),
        (("lhs",), "[0 +/- inf]"), (("precision",), 0), (("precision",), "64"), (("given",), {}), (("extra",), {}),
        (("text", "extra"), []), (("witnesses", "lam(B)"), ["1"]), (("witnesses",), []),
    ],
)  # fmt: skip
def test_fields_have_their_form(place, value, tmp_path):
    cert = violation(X, "x <= 0", values={"x": "1"})
    *path, last = place
    target = cert
    for key in path:
        target = target[key]
    target[last] = value
    assert examine(tmp_path, sealed(cert)) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [('"x": "1"', '"x": "1", "x": "2"'), ('"x": "1"', '"x": NaN'), ('"x": "1"', '"x": Infinity'),
     ('"x": "1"', '"x": 1e400'), ('"x": "1"', f'"x": {"[" * 50}{"]" * 50}'), ('"x": "1"', f'"x": {"9" * 30}')],
)  # fmt: skip
def test_json_is_read_strictly(old, new, tmp_path):
    text = json.dumps(violation(X, "x <= 0", values={"x": "1"}))
    path = tmp_path / "c.json"
    assert old in text
    path.write_text(text.replace(old, new))
    from lemmata.network_checker.network_program import main

    assert main([str(path)]) == 2


@pytest.mark.parametrize(
    "claim",
    ["conserved(u + v, nu)", "conserved(u, nu)", "conserved(slope(lam(w_in(u) @ w_in(u).T), 1, x), nu)",
     "conserved(dot(w_in(u)), nu)", "conserved(dot(w_in(u), w_in(v), w_in(v)), nu)", "conserved(hstack(w_in(u)), nu)",
     "conserved(at_start(w_in(u)), nu)", "conserved(layer(nu, normF(w_in(u))), nu)", "conserved(nu, nu)",
     "conserved(sqrt(dot(w_in(u), w_in(u))), nu)", "conserved(norm2(w_in(u)), nu)", "conserved(1 / (u * v), nu)"],
)  # fmt: skip
def test_quantities_of_networks_are_numbers_that_have_a_derivative(claim, tmp_path):
    cert = flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu")
    assert examine(tmp_path, reworded(cert, claim=[claim])) in (1, 2)
