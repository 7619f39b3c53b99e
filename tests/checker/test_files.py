"""The independent checker on enclosures and bad files, and what it imports."""

import copy
import json
import random
import time
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from lemmata.catalogue import all_statements, expected, get
from lemmata.certificates import digest, write
from lemmata.checker.format import MAX_ITEMS, CertificateError, conform, enclosure, rational
from lemmata.language import Kind, conjecture_files
from lemmata.language.parse.errors import ReadingError
from lemmata.language.relations import Exists
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_program import KINDS, check_certificate, main
from lemmata.run import engine
from tests import python
from tests.certificates.certificate_samples import examine, flow_certificate, resealed, reworded, sealed
from tests.checker.test_exploits import forge
from tests.claims.engine_runs import TINY

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("1/2", "1/2", "1/2"),
        ("[0.5 +/- 1e-3]", "499/1000", "501/1000"),
        ("[+/- 2.5e-1]", "-1/4", "1/4"),
        ("[-1.00 +/- 0]", -1, -1),
        ("2.50e+1", 25, 25),
        ("-3", -3, -3),
    ],
)
def test_enclosure_strings(text, low, high):
    assert enclosure(text, "lhs") == (Fraction(low), Fraction(high))


@pytest.mark.parametrize(
    "text", ["", "nan", "-inf", "[1 +/- -1]", "[1 +- 1]", "1e999999999", "[1 +/- 1", "1/0", "1/2/3", "0x1", 1, None]
)
def test_what_is_no_enclosure(text):
    with pytest.raises(CertificateError):
        enclosure(text, "lhs")


SEALED = {
    "schema": "lemmata-certificate/1",
    "kind": "violation",
    "statement": "a.b",
    "hash": "0",
    "text": {"let": [], "given": [], "claim": ["1 <= 0"]},
}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b"\xff\xfe\x00",
        bytes(range(256)),
        b'{"schema": NaN}',
        b'{"a": 1.5}',
        b'{"a": 1, "a": 2}',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"9" * 5000,
        b'{"schema": "lemmata-certificate/3"}',
        b'"\\ud800"',
        b" " * 2_100_000,
        json.dumps(SEALED).encode(),
        json.dumps({**SEALED, "digest": "\ud800"}).encode(),
        json.dumps({**SEALED, "kind": []}).encode(),
        json.dumps({**SEALED, "text": [], "digest": digest(SEALED)}).encode(),
        b'{"schema": "lemmata-certificate/1", "kind": "flow"}',
    ],
)
def test_bad_files_get_one_clear_line_and_exit_2(tmp_path, capsys, content):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    start = time.process_time()
    assert main([str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "Traceback" not in captured.err
    assert time.process_time() - start < 5
    with pytest.raises(CertificateError):
        check_certificate(path)


def test_missing_files_directories_and_no_file(tmp_path, capsys):
    assert main([str(tmp_path / "absent.json")]) == 2
    assert main([str(tmp_path)]) == 2
    assert main([]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_only_the_standard_library_is_imported(tmp_path):
    """In an interpreter without site packages, and with every import outside the standard library refused."""
    path = tmp_path / "c.json"
    path.write_text("{}")
    code = (
        "import sys, importlib.abc\n"
        "class Refuse(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        root = name.partition('.')[0]\n"
        "        if root != 'lemmata' and root not in sys.stdlib_module_names: raise ImportError('refused ' + name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from lemmata.network_checker.network_program import main\n"
        f"code = main([{str(path)!r}])\n"
        "used = {m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names) - {'lemmata', '__main__'}\n"
        "sys.exit(99 if used else code)\n"
    )
    for command in (["-S", "-c", code], ["-S", "-m", "lemmata.checker", str(path)]):
        run = python(*command, cwd=tmp_path, PYTHONPATH=str(ROOT))
        assert run.returncode == 2 and run.stderr.count("\n") == 1, run.stderr


# --- What is printed of a folder of certificates is what was shown: names of files and of statements do not lie in it
def test_a_borrowed_name_and_a_name_of_two_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = forge(["x = real"], ["x >= 1"], {}, {"x": "0"})
    (tmp_path / "riedi.lemma-21.json").write_text(json.dumps(mine))
    (tmp_path / "a.json: violation established\nb.json").write_text("{}")
    (tmp_path / "empty\u202e.json").write_text(json.dumps({**mine, "hash": "0"}))
    assert main([str(tmp_path)]) == 2
    said = capsys.readouterr()
    first, last = said.out.splitlines()
    assert first.startswith("riedi.lemma-21.json: violation established (conjecture.forged is not in the manifest")
    assert last == "1 accepted, 0 not established, 2 unreadable or altered"
    assert len(said.err.splitlines()) == 2 and "\\n" in said.err and "\\u202e" in said.err


# --- No refuted row of these kinds loses its certificate
EXPECTED = expected.load()
REFUTED = {
    s.id: s
    for s in all_statements()
    if s.id in EXPECTED
    and EXPECTED[s.id].verdict == "refuted"
    and (
        s.kind in (Kind.TRAJECTORY, Kind.GRAPH)
        or s.kind is Kind.LIMIT
        and s.id.startswith(("le.", "oyedotun."))
        or s.id == "oyedotun.remark-1"
        or any(isinstance(c, Exists) for c in s.claim)
    )
}


def test_there_are_rows_of_every_kind():
    assert len(REFUTED) >= 57


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", sorted(REFUTED))
def test_the_row_is_refuted_with_a_certificate(identifier, tmp_path):
    finding = engine.dispatch(REFUTED[identifier], TINY, 0, "cpu")
    assert finding.verdict is Verdict.REFUTED and finding.certificate["kind"] in KINDS
    result = check_certificate(write(tmp_path / "c.json", finding.certificate))
    assert result.accepted, result.lines


# --- Sizes and time of certificates about networks and depths: bounded when a file is read, and in every loop


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
