"""The independent checker against numpy, against the language's own instantiation, and against bad files."""

import itertools
import json
import math
import os
import random
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from theorems.catalogue import all_statements
from theorems.language.instantiate import index_tuples, instantiate
from theorems.language.networks import NETWORK_CLAUSES, Network
from theorems.language.relations import Exists
from theorems.language.text import write as write_text
from theorems.language.variables import Dim
from verify.certificates import at_indices, digest
from verify.checker import CertificateError, check_certificate, main
from verify.checker.domains import DOMAINS, declarations
from verify.checker.evaluate import Evaluator
from verify.checker.format import NotEstablished, enclosure
from verify.checker.matrices import Vec, matrix
from verify.checker.numbers import Dual, Real, Undecided, Undefined, compare, ends, sqrt, surd
from verify.checker.roots import characteristic, real_roots
from verify.checker.syntax import Sizes, conjuncts, instances, parse_clause, parse_expression
from verify.checker.syntax import instantiate as put_in
from verify.checker.violation import judge

ROOT = Path(__file__).resolve().parents[2]
NOTHING = Sizes({}, {})


def mat(rows):
    return matrix([[Fraction(x) for x in row] for row in rows], len(rows[0]) if rows else 0)


def value(text, bits=64, **values):
    ev = Evaluator(
        {k: mat(v) if isinstance(v, list) else Fraction(v) for k, v in values.items()}, time.monotonic() + 60
    )
    ev.bits = bits
    return ev(put_in(parse_expression(text), NOTHING))


def floats(x):
    if isinstance(x, Vec):
        return [floats(y) for y in x]
    lo, hi = ends(x)
    assert hi - lo < Fraction(1, 2**20)
    return float((lo + hi) / 2)


def rows_of(rng, r, c, kind):
    if kind == "small":
        return [[rng.randint(-2, 2) for _ in range(c)] for _ in range(r)]
    if kind == "low rank":
        u, v = [rng.randint(-2, 2) for _ in range(r)], [rng.randint(-2, 2) for _ in range(c)]
        return [[a * b for b in v] for a in u]
    return [[Fraction(rng.randint(-50, 50), rng.randint(1, 9)) for _ in range(c)] for _ in range(r)]


def array(rows):
    return np.array([[float(x) for x in row] for row in rows])


@pytest.mark.parametrize("kind", ["small", "low rank", "rational"])
@pytest.mark.parametrize("seed", range(8))
def test_functions_agree_with_numpy(kind, seed):
    rng = random.Random(f"{kind}{seed}")
    r, c = rng.randint(1, 4), rng.randint(1, 4)
    rows = rows_of(rng, r, c, kind)
    a = array(rows)
    s = np.linalg.svd(a, compute_uv=False)
    assert np.allclose(floats(value("s(A)", A=rows)), s, atol=1e-6)
    rank = int(value("rank(A)", A=rows))
    assert rank == np.linalg.matrix_rank(a)
    if rank:
        assert floats(value("cond(A)", A=rows)) == pytest.approx(s[0] / s[rank - 1])
    else:
        with pytest.raises(Undefined):
            value("cond(A)", A=rows)
    assert floats(value("norm2(A) + smin(A)", A=rows)) == pytest.approx(s[0] + s[-1], abs=1e-6)
    assert floats(value("normF(A)", A=rows)) == pytest.approx(np.linalg.norm(a))
    n = rng.randint(1, 4)
    square = rows_of(rng, n, n, kind)
    b = array(square)
    values = np.linalg.eigvalsh(b + b.T)[::-1]
    assert np.allclose(floats(value("lam(B + B.T)", B=square)), values, atol=1e-9)
    assert floats(value("lmax(B + B.T) - lmin(B + B.T)", B=square)) == pytest.approx(values[0] - values[-1])
    assert float(value("det(B)", B=square)) == pytest.approx(np.linalg.det(b), abs=1e-6)
    assert float(value("tr(B)", B=square)) == pytest.approx(np.trace(b))


def test_real_eigenvalues_counts_distinct_ones():
    assert value("real_eigenvalues(A)", A=[[0, -1], [1, 0]]) == 0
    assert value("real_eigenvalues(A)", A=[[0, 1], [0, 0]]) == 1
    assert value("real_eigenvalues(A)", A=[[0, 1, 0], [2, 0, 0], [0, 0, 1]]) == 3
    assert value("real_eigenvalues(A)", A=[[0, -1, 0], [1, 0, 0], [0, 0, 7]]) == 1


@pytest.mark.parametrize("seed", range(6))
def test_derivatives_and_forms_agree_with_numpy(seed):
    rng = random.Random(seed)
    a0, a1 = rows_of(rng, 3, 3, "rational"), rows_of(rng, 3, 3, "rational")
    rho, h = Fraction(1, 3), 1e-6

    def s(t):
        return np.linalg.svd(array(a0) + t * array(a1), compute_uv=False)

    def lam(t):
        return np.linalg.eigvalsh(array(a0) + array(a0).T + t**2 * (array(a1) + array(a1).T))[::-1]

    for i in range(3):
        at = {"A": a0, "B": a1, "rho": rho, "i": i + 1}
        wanted = (s(1 / 3 + h)[i] - s(1 / 3 - h)[i]) / (2 * h)
        assert floats(value("slope(s(A + rho * B), i, rho)", 256, **at)) == pytest.approx(wanted, rel=1e-3, abs=1e-4)
        assert floats(value("singularform(A + rho * B, i, B.T)", 256, **at)) == pytest.approx(
            wanted, rel=1e-3, abs=1e-4
        )
        wanted = (lam(1 / 3 + h)[i] - lam(1 / 3 - h)[i]) / (2 * h)
        n = "A + A.T + rho**2 * (B + B.T)"
        assert floats(value(f"slope(lam({n}), i, rho)", 256, **at)) == pytest.approx(wanted, rel=1e-3, abs=1e-4)
        form = value(f"eigenform({n}, i, 2 * rho * (B + B.T))", 256, **at)
        assert floats(form) == pytest.approx(wanted, rel=1e-3, abs=1e-4)


def test_forms_are_undefined_at_multiple_and_zero_values():
    for text in ("eigenform(A, 1, A)", "slope(lam(rho * A), 1, rho)", "singularform(A, 1, A)", "s(A, 3)"):
        with pytest.raises(Undefined):
            value(text, A=[[1, 0], [0, 1]], rho=1)
    with pytest.raises(Undefined):
        value("singularform(A, 2, A)", A=[[1, 0], [0, 0]])


def test_gradient_gram_is_the_average_of_jacobian_products():
    rng = np.random.default_rng(0)
    w1, w2, x = (rng.integers(-3, 4, size=shape) for shape in ((3, 2), (2, 3), (2, 4)))
    found = value("gradient_gram(W_1, W_2, X)", W_1=w1.tolist(), W_2=w2.tolist(), X=x.tolist())
    total = 0
    for k in range(4):
        jacobian = []
        for w, other in ((w1, "first"), (w2, "second")):
            for index in np.ndindex(*w.shape):
                unit = np.zeros(w.shape)
                unit[index] = 1
                jacobian.append(w2 @ unit @ x[:, k] if other == "first" else unit @ w1 @ x[:, k])
        total = total + np.array(jacobian) @ np.array(jacobian).T / 4
    assert np.allclose(array(found.rows), total)


def test_matrices_and_vectors():
    a, b = [[1, 2], [3, 4]], [[0, 1], [1, 1]]
    assert np.allclose(array(value("kron(A, B)", A=a, B=b).rows), np.kron(a, b))
    assert value("vstack(A, B) @ (2 * A - B / 2)", A=a, B=b) == mat(
        (np.vstack([a, b]) @ (2 * np.array(a) - np.array(b) / 2)).tolist()
    )
    assert value("sum(lam(A)**2)", A=[[2, 1], [1, 2]]) == 10
    assert value("max(lam(A)) - min(3, lam(A, 2), 7)", A=[[2, 1], [1, 2]]) == 2
    assert value("gap(lam(A), 2)", A=[[2, 0, 0], [0, 1, 0], [0, 0, 1]]) == 0
    assert value("min(gap(lam(A), 1), 5)", A=[[2]]) == 5


def test_square_roots_of_rationals_are_exact():
    assert value("smax(A)**2", A=[[1, 1], [0, 1], [0, 0]]).key is None  # an eigenvalue (3 + sqrt 5) / 2
    assert value("smax(A)**2 * 3", A=[[1, 1]]) == 6
    assert value("smax(A) * sqrt(2) - 2", A=[[1, 1]]) == 0
    assert value("smax(A) - sqrt(1 / 2) - sqrt(2) / 2", A=[[1, 1]]) == 0
    assert compare(surd(Fraction(2), 64), sqrt(Fraction(2), 64)) == 0
    assert compare(surd(Fraction(2), 64), Fraction(3, 2)) == -1


def test_enclosures_contain_the_number():
    root = surd(Fraction(2), 8)
    assert root.lo**2 < 2 < root.hi**2
    for text, wanted in (
        ("s(A, 1)", (1 + math.sqrt(5)) / 2),
        ("s(A, 1)**3 / s(A, 2) - 1", ((1 + 5**0.5) / 2) ** 4 - 1),
    ):
        for bits in (16, 64, 256):
            x = value(text, bits, A=[[1, 1], [0, 1]])
            assert isinstance(x, Real) and float(x.lo) - 1e-9 <= wanted <= float(x.hi) + 1e-9 and x.hi - x.lo < 0.01


def test_matrices_with_irrational_entries():
    x = value("smax(sqrt(2) * A)", A=[[1, 1], [0, 1]])
    assert floats(x) == pytest.approx(math.sqrt(2) * (1 + math.sqrt(5)) / 2)
    x = value("lmax(sqrt(2) * (A + A.T))", A=[[1, 1], [0, 1]])
    assert floats(x) == pytest.approx(math.sqrt(2) * 3)
    with pytest.raises(NotEstablished):
        value("rank(sqrt(2) * A)", A=[[1, 1], [0, 1]])


def test_undefined_and_undecided():
    for text in ("1 / (x - 1)", "sqrt(-x)", "smax(A) / smin(A)", "1 / 0", "cond(0 * A)"):
        with pytest.raises(Undefined):
            value(text, x=1, A=[[1, 1], [1, 1]])
    with pytest.raises(Undecided):
        value("1 / (lam(A, 1) - lam(A.T, 1) + lam(A, 2) - lam(A.T, 2))", A=[[1, 1], [1, 0]])
    with pytest.raises(NotEstablished):
        value("lmax(A)", A=[[1, 2], [0, 1]])


def test_ties_that_enclosures_cannot_separate_stay_undecided():
    ev = Evaluator({"A": mat([[1, 1], [1, 0]])}, time.monotonic() + 60)
    (tie,) = instances(parse_clause("lam(A, 1) * lam(A, 2) <= -1"), NOTHING)
    assert judge(tie, ev)[0] == "undecided"


def test_repeated_irrational_eigenvalues():
    b = np.array([[1, 1], [1, 0]])
    rows = np.kron(np.eye(3, dtype=int), b).tolist()
    values = value("lam(A)", A=rows)
    assert values[0] is values[2] and values[3] is values[5] and values[0] is not values[3]
    assert value("gap(lam(A), 1)", A=rows) == 0


def test_roots_of_widely_spread_and_close_eigenvalues():
    diagonal = [10**30, 1, 1, 10**-9, 10**-9 + 10**-20, -(10**12)]
    exact = [Fraction(x).limit_denominator(10**21) if isinstance(x, float) else Fraction(x) for x in diagonal]
    rows = [[x if i == j else 0 for j in range(6)] for i, x in enumerate(exact)]
    assert list(value("lam(A)", A=rows)) == sorted(exact, reverse=True)


def test_characteristic_polynomial_of_dual_matrices():
    c, _ = characteristic([[Dual(1, 1), Dual(2)], [Dual(3), Dual(4, 2)]])
    assert [(x.a, x.b) if isinstance(x, Dual) else (x, 0) for x in c] == [(1, 0), (-5, -3), (-2, 6)]
    assert [r.within(4) for r in real_roots([1, -4, 5, -2])] == [(1, 1), (2, 2)]


LINK_DIMS = (1, 2, 3)


def _sizes(statement):
    names = [v.name for v in statement.let if isinstance(v, Dim)]
    for values in itertools.islice(itertools.product(LINK_DIMS, repeat=len(names)), 30):
        dims = dict(zip(names, values, strict=True))
        if instantiate(statement, dims).admissible:
            yield dims


def _matricial(statement):
    clauses = (*statement.given, *statement.claim)
    return not any(isinstance(c, NETWORK_CLAUSES) for c in clauses) and not any(
        isinstance(v, Network) for v in statement.let
    )


@pytest.mark.parametrize("statement", [s for s in all_statements() if _matricial(s)], ids=lambda s: s.id)
def test_every_statement_is_instantiated_as_the_language_does(statement):
    """The checker reads the general text and arrives at the relations, conjunct by conjunct, that the engine tests."""
    let = declarations(statement.text["let"])
    families = {name: [p[1] for p in parameters] for name, domain, parameters in let if domain == "layers"}
    seen = 0
    for dims in _sizes(statement):
        sizes = Sizes(dims, {name: tuple(dims[p] for p in parameters) for name, parameters in families.items()})
        for lines, clauses in (
            (statement.text["claim"], instantiate(statement, dims).claim),
            (statement.text["given"], instantiate(statement, dims).given),
        ):
            mine = [c for line in lines for c in conjuncts(parse_clause(line), sizes)]
            assert len(mine) == len(clauses)
            for clause, cases in zip(clauses, mine, strict=True):
                body = clause.body if isinstance(clause, Exists) else clause
                _, tuples, _ = index_tuples(body)
                theirs = [write_text(at_indices(body, indices)) for indices in tuples]
                assert [r for _, r in cases] == [r for text in theirs for r in instances(parse_clause(text), NOTHING)]
                seen += len(theirs)
    assert seen


@pytest.mark.parametrize(
    ("domain", "parameters", "inside", "outside"),
    [
        ("psd", [2], [[1, 1], [1, 1]], [[1, 2], [2, 1]]),
        ("pd", [2], [[2, 1], [1, 1]], [[1, 1], [1, 1]]),
        ("symmetric", [2], [[1, 2], [2, 0]], [[1, 2], [3, 0]]),
        ("diagonal", [2], [[1, 0], [0, 0]], [[1, 0], [1, 0]]),
        ("orthogonal", [2], [["3/5", "4/5"], ["-4/5", "3/5"]], [[1, 1], [-1, 1]]),
        ("skew", [2], [[0, 1], [-1, 0]], [[1, 1], [-1, 0]]),
        ("signs", [2], [[1, 0], [0, -1]], [[1, 0], [0, 0]]),
        ("projection", [2], [[1, 0], [0, 0]], [[1, 0], [0, -1]]),
        ("nonnegative", [1, 2], [[0, 1]], [[0, -1]]),
        ("upper", [2], [[1, 1], [0, 1]], [[1, 1], [1, 1]]),
        ("activation", [1, 2, "1/2"], [[1, 0], [0, "1/2"]], [["1/2", 0], [0, "1/2"]]),
        ("activation", [1, 2, -1], [[-1, 0], [0, 1]], [[-1, 1], [0, 1]]),
        ("selection", [2, 3], [[1, 0, 0], [0, 0, 1]], [[0, 0, 1], [1, 0, 0]]),
        ("selection", [1, 2], [[0, 1]], [[0, 2]]),
        ("interval", [0, 1], 1, "101/100"),
        ("open_interval", [0, 1], "1/2", 1),
        ("positive", [], "1/9", 0),
        ("integer", [1, 3], 3, 4),
        ("integer", [1], 7, "7/2"),
    ],
)
def test_domains(domain, parameters, inside, outside):
    def read(x):
        return mat(x) if isinstance(x, list) else Fraction(x)

    rule = DOMAINS[domain][1]
    numbers = [Fraction(p) for p in parameters]
    assert rule(read(inside), *numbers)
    assert not rule(read(outside), *numbers)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true') <= 1",
        "x.__class__ == 1",
        "open(x) <= 1",
        "[1, 2] == 1",
        "x if x else x == 1",
        "x <= 0.5",
        "lambda: x",
        "x != 1",
        "x is x",
        "x",
        "s(A)[1] <= 1",
        "f'{x}' == 1",
        "(x := 1) == 1",
        "x <= 1 for i in 1..2 if i",
        "x <=",
        "sum(x for i in range(3)) <= 1",
        "x and x <= 1",
        "True <= x",
        "s(*A) <= 1",
        "s(a=A) <= 1",
        "W[1:2:3] <= 1",
        "x) <= (1",
        "1_000j <= x",
        "x <= 'a'",
        "x <= \x00",
        "\u0445 <= 1",
        "10**10**10 <= x",
        "2**65 <= x",
        "x**x <= 1",
        "(((1 / 7)**64)**64)**64 <= 1",
        "(" * 50 + "x" + ")" * 50 + " <= 1",
        "-" * 5000 + "x <= 1",
        "+".join("x" * 4000) + " <= 1",
        "x <= " + "9" * 9000,
        "sum(sum(sum(x for i in 1..999) for j in 1..999) for k in 1..999) <= 1",
        "x <= 1 for i in 1..10**9",
        "x <= 1 for i in 1..900 for j in 1..900 for k in 1..0",
        "y <= 1",
        "W[2:1] <= 1",
        "layer(x, 1) <= 1",
        "conserved(x, x) <= 1",
        "I(10**6) == I(10**6)",
        "I(-1) == I(-1)",
        "s(x) <= 1",
        "x @ x <= 1",
        "s(1, 2, 3) <= 1",
        "max() <= 1",
        "for i in <= 1",
        "gradient_gram(A) == A",
        "slope(s(A), 1, rho) <= 0",
        "slope(lam(A), 1, A) <= 0",
        "slope(lam(sqrt(x) * A * lam(x * A, 1)), 1, x) <= 0",
    ],
)
def test_what_is_outside_the_language_is_refused_quickly(text):
    start = time.monotonic()
    ev = Evaluator({"x": Fraction(1), "A": mat([[1]])}, time.monotonic() + 5)
    with pytest.raises((CertificateError, NotEstablished)):
        for relation in instances(parse_clause(text), NOTHING):
            status, _ = judge(relation, ev)
            raise AssertionError(status)
    assert time.monotonic() - start < 5


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
        b'{"schema": "lemmata-certificate/2"}',
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
    start = time.monotonic()
    assert main([str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "Traceback" not in captured.err
    assert time.monotonic() - start < 5
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
        "        if root != 'verify' and root not in sys.stdlib_module_names: raise ImportError('refused ' + name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from verify.checker import main\n"
        f"code = main([{str(path)!r}])\n"
        "used = {m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names) - {'verify', '__main__'}\n"
        "sys.exit(99 if used else code)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in (["-S", "-c", code], ["-S", "-m", "verify.checker", str(path)]):
        run = subprocess.run(
            [sys.executable, *command], env=environment, capture_output=True, text=True, timeout=60, cwd=tmp_path
        )
        assert run.returncode == 2 and run.stderr.count("\n") == 1, run.stderr
