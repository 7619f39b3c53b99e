"""Sizes and time of certificates about networks and depths: bounded when a file is read, and in every loop."""

import copy
import random
import time
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from lemmata.catalogue import get
from lemmata.certificates import write
from lemmata.checker.format import MAX_ITEMS, CertificateError, conform, rational
from lemmata.language import conjecture_files
from lemmata.language.parse.errors import ReadingError
from lemmata.network_checker.network_program import check_certificate
from lemmata.run import engine
from tests.certificates.certificate_samples import examine, flow_certificate, resealed, reworded, sealed
from tests.checker.test_exploits import forge
from tests.claims.engine_runs import TINY


def dense(vertices, digits, points=1):
    """A certificate with every edge between vertices in a row, weights of many digits."""
    rng = random.Random(0)
    names = ["x1", *(f"v{k}" for k in range(vertices)), "o"]

    def number():
        return f"{rng.randrange(10 ** (digits - 1), 10**digits)}/{rng.randrange(10 ** (digits - 1), 10**digits)}"

    cert = copy.deepcopy(flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu"))
    edges = [[a, b, number(), True] for k, a in enumerate(names) for b in names[k + 1 :]]
    cert["network"] = {"inputs": ["x1"], "output": "o", "activations": dict.fromkeys(names[1:], "relu"), "edges": edges}
    cert.update(data=[[number()] for _ in range(points)], labels=[1] * points, slopes=["-1"] * points)
    cert["at"] = {"u": "v0", "v": "v1"}
    return resealed(cert)


@pytest.mark.parametrize("arguments", [(15, 28, 50), (18, 28, 50), (18, 200, 1), (60, 1, 1), (300, 1, 1)])
def test_large_networks_are_refused_in_good_time(arguments, tmp_path):
    start = time.process_time()
    assert examine(tmp_path, dense(*arguments)) in (1, 2)
    assert time.process_time() - start < 10


def test_the_time_allowed_is_looked_at_in_loops(tmp_path):
    path = write(tmp_path / "c.json", flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu"))
    assert check_certificate(path).accepted
    late = check_certificate(path, seconds=-1.0)
    assert not late.accepted and "the time allowed ran out" in late.lines[0]


@pytest.mark.parametrize(
    ("value", "pattern", "wanted"),
    [
        ("1/2", rational, Fraction(1, 2)),
        (["1", "2"], [rational], [1, 2]),
        ({"a": [["x", "y"]]}, {"a": [(str, str)]}, {"a": [["x", "y"]]}),
        ({"x": 1}, {str: int}, {"x": 1}),
    ],
)
def test_what_has_the_form_is_read(value, pattern, wanted):
    assert conform(value, pattern, "it") == wanted


@pytest.mark.parametrize(
    ("value", "pattern"),
    [
        (1, rational), ("1.5", rational), ("9" * 501, rational), (None, rational), (["1"], rational), (True, int),
        (1, bool), ("1", int), (1, str), ("", str), ("a\n", str), ("\u00e4", str), ("a" * 501, str), ("ab", [str]),
        ({"a": "b"}, [str]), (["a"], {str: str}), ([["a"]], [(str, str)]), (["a", "b", "c"], (str, str)),
        ({"a": 1, "b": 1}, {"a": int}), ({}, {"a": int}), ({"\n": "a"}, {str: str}), (["a"] * (MAX_ITEMS + 1), [str]),
        ({str(k): k for k in range(MAX_ITEMS + 1)}, {str: int}),
    ],
)  # fmt: skip
def test_anything_else_is_refused(value, pattern):
    with pytest.raises(CertificateError):
        conform(value, pattern, "it")


@cache
def refutation(identifier):
    """The certificate of a row."""
    return engine.dispatch(get(identifier), TINY, 0, "cpu").certificate


def deep(part, opening, closing, count):
    return opening * count + part + closing * count


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("identifier", "claim"),
    [
        ("le.thm-2.eq-13", "bounded_above({}, nu)"),
        ("le.thm-2.eq-13", "stays_below({}, 1, nu)"),
        ("le.thm-2.eq-13", "tends_to(norm2(layer(nu, l)), {}, nu)"),
        ("le.thm-1.fully-connected", "conserved({}, nu)"),
        ("le.thm-1.fully-connected", "conserved(layer(nu, {}), nu)"),
        ("riedi.lemma-24.leaky", "exists: s({}, i) < s(M_o, i)"),
        ("macdonald.thm-4.4.nonlinearity", "exists: {} <= K"),
        ("oyedotun.thm-1", "{} -> 0 as L -> oo"),
        ("oyedotun.remark-1", "{} == 0 for all large L"),
        ("le.lemma-6~vertex-sets", "is_tree({})"),
    ],
)
@pytest.mark.parametrize("shape", ["chain", "brackets", "powers", "quotients", "calls"])
def test_deep_expressions_are_read_once(identifier, claim, shape, tmp_path):
    """What looks at a part of an expression twice at every level takes for ever."""
    atoms = {"le.thm-2": "norm2(layer(nu, l))", "le.thm-1": "layer(nu, l)", "riedi": "M_o", "macdonald": "K"}
    atom = next((a for k, a in atoms.items() if identifier.startswith(k)), "alpha_i")
    made = {
        "chain": " + ".join([atom] * 110),
        "brackets": deep(atom, f"({atom} + ", ")", 36),
        "powers": deep(atom, "(", ")**12", 36),
        "quotients": deep(atom, f"({atom} / ", ")", 36),
        "calls": deep(atom, "abs(", ")", 36),
    }[shape]
    start = time.process_time()
    assert examine(tmp_path, reworded(refutation(identifier), claim=[claim.format(made)])) in (0, 1, 2)
    assert time.process_time() - start < 5


# --- Texts whose shapes agree at one size alone: the language refuses them, the checker judges the instance given

LET = {"n": "integer(1, 3)", "A": "real(n, n)", "x": "real(n, 1)"}
ONE, TWO = {"A": [["2"]], "x": [["3"]]}, {"A": [["2", "0"], ["0", "2"]], "x": [["3"], ["3"]]}


@pytest.mark.parametrize(
    "claim", ["norm2(x @ x) <= 8", "norm2(A + x) <= 4", "A <= 1", "normF(x * A) <= 5", "tr(x) <= n"]
)
def test_the_language_has_no_such_statement_and_a_certificate_is_about_one_instance(
    claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ReadingError):
        conjecture_files.build("one size", LET, [], [claim])
    let = [f"{name} = {domain}" for name, domain in LET.items()]
    small = forge(let, [claim], {"n": 1}, ONE)
    assert examine(tmp_path, small) == 0
    assert f"claim: {claim}" in capsys.readouterr().out  # the text is printed: it is nobody else's
    assert examine(tmp_path, sealed({**small, "statement": "riedi.lemma-21"})) == 2
    assert examine(tmp_path, forge(let, [claim], {"n": 2}, TWO)) == 2
