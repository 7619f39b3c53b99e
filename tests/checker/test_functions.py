"""The checker's functions of numbers, vectors and matrices: known values, and enclosures against high precision."""

import random
import re
import time
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq

from lemmata.certificates.witnesses import supposed
from lemmata.checker.evaluate import RULES
from lemmata.checker.exact_numbers import Undecided, Undefined, ends
from lemmata.checker.format import CertificateError, NotEstablished
from lemmata.checker.witnessed_spectra import Mat
from lemmata.evaluate import floats
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.kernel import READ, KernelError, R, Reader, read
from lemmata.language import Matrix, Scalar, conjecture_files, entry, lam, lmax, lmin, norm2, rank, s, smax, tr
from lemmata.language.atoms import Cond, Det, KyFan, MaxAbs, NormF, NormN, Rho, Schatten
from lemmata.language.columns import Column, DiagonalMatrix, Entries, diag
from lemmata.language.functions import absm, cumsum, exp, expm, had, inv, log, logm, prod, relu, sqrt, sqrtm, sym, total
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.matrices import kron
from lemmata.language.parse import ReadingError
from lemmata.language.specification import Takes
from lemmata.language.text import write
from lemmata.sample import batches
from tests.checker.values import value
from tests.evaluate.atom_tables import FUNCTIONS, A, B, Row
from tests.evaluate.atom_tables import TABLE as ATOMS
from tests.fuzz import stages
from tests.fuzz.grammar import atoms
from tests.oracles import high_precision
from tests.oracles.kernel_matrices import zeros
from tests.oracles.kernel_terms import Interpreter
from tests.oracles.test_high_precision import entries


def bounds(x: Any) -> list[tuple[Fraction, Fraction]]:
    """Enclosures of all numbers of a value, row by row."""
    if isinstance(x, Mat):
        x = [y for row in x.rows for y in row]
    return [ends(y) for y in x] if isinstance(x, list) else [ends(x)]


def encloses(found: Any, wanted: list, slack: str = "1e-40") -> bool:
    """Whether every number lies in its enclosure, give or take what the number itself is uncertain by."""
    with mpmath.workdps(80):
        for (low, high), x in zip(bounds(found), wanted, strict=True):
            x, room = mpmath.mpf(x), mpmath.mpf(slack) * (1 + abs(mpmath.mpf(x)))
            if not mpmath.mpf(low.numerator) / low.denominator - room <= x:
                return False
            if not x <= mpmath.mpf(high.numerator) / high.denominator + room:
                return False
    return True


@pytest.mark.parametrize("case", [*ATOMS, *FUNCTIONS], ids=lambda r: r.name)
def test_known_values(case: Row) -> None:
    text = write(case.expression)
    if case.expected is None:
        with pytest.raises(Undefined):
            value(text, **case.instance.values)
        return
    for bits in (32, 200):
        found = value(text, bits, **case.instance.values)
        assert encloses(found, case.decimals(60))
        half = bits // 8 if "rho" in text else bits // 2  # a quadratic form grows as its bound comes near the radius
        half = bits // 4 if "numradius" in text else half  # its direction is found in doubles
        half = bits // 4 if case.name == "s near nilpotent" else half  # a root of what is nearly zero
        assert all(high - low < Fraction(1, 1 << half) for low, high in bounds(found))


X = Scalar("x")
v, w = Matrix("v", 3, 1), Matrix("w", 3, 1)
A3, B3 = A(3, 3), B(3, 3)
S, G = A3 + A3.T, A3.T @ A3
EXPRESSIONS = [
    expm(A3 / 3), expm(S / 4) + expm(B3 / 5), inv(expm(A3 / 3)), sqrtm(G), sqrtm(G + B3 @ B3.T), absm(A3),
    absm(A(2, 3)), absm(A3) @ B3, logm(expm(S / 3)), sqrtm(expm(S / 3)), sqrtm(absm(A3)), expm(sqrtm(G) / 4),
    sqrtm(B3 @ absm(A3) @ B3.T), had(absm(A3), B3), kron(absm(A(2, 2)), sqrtm(A(2, 2).T @ A(2, 2))),
    relu(A3 - absm(A3)), DiagonalMatrix(exp(s(A3) / 4)), B3 @ Column(s(A3)), sym(expm(A3 / 4)), Rho(A3), Rho(A3 @ B3),
    Rho(expm(A3 / 4)), Rho(had(A3, B3)), NormN(A3), NormN(A(3, 2)), NormN(expm(A3 / 3)), Schatten(1, A3),
    Schatten(Fraction(1, 2), A3), Schatten(3, A3), Schatten(4, A3 @ B3), Schatten(Fraction(5, 2), absm(A3)),
    KyFan(2, A3), KyFan(2, A3 - absm(A3)), MaxAbs(expm(A3 / 3)), lam(absm(A3)), lam(sqrtm(G)),
    lmax(expm(S / 4) + expm(B3.T @ B3 / 9)), lmin(absm(A3) - sqrtm(B3.T @ B3)),
    lmax(expm(S / 4) @ expm(G / 9) + expm(G / 9) @ expm(S / 4)), s(absm(A3) @ B3), norm2(sqrtm(G) @ B3),
    smax(absm(A3 + B3)), lmax(B3 @ expm(S / 5) @ B3.T), Det(expm(A3 / 3)),
    Det(absm(A3)), tr(sqrtm(G)), NormF(logm(G + B3.T @ B3 + B3 @ B3.T)), NormF(expm(S / 4)), Cond(expm(A3 / 3)),
    prod(s(A3)), cumsum(s(A3)), prod(diag(A3)), exp(diag(A3) / 5), total(Entries(v) * Entries(w)),
    exp(Entries(A3 @ v) / 9), sqrt(abs(Entries(v))) / (1 + abs(Entries(w))), relu(Entries(v)),
    log(1 + abs(Entries(v))) ** Fraction(3, 2), (1 + Entries(v) ** 2) ** X, cumsum(Entries(v)),
    NormF(Column(exp(Entries(v) / 4))), tr(v.T @ absm(A3) @ w), entry(Entries(A3 @ v), 2), rank(expm(A3 / 3)),
    smax(v @ w.T), Schatten(X + 2, A3),
]  # fmt: skip


def draw(rng: random.Random, r: int, c: int) -> list[list[Fraction]]:
    kind = rng.choice(["small", "rational", "low rank", "zero", "nilpotent", "diagonal", "repeated", "symmetric"])
    rows = [[Fraction(rng.randint(-2, 2)) for _ in range(c)] for _ in range(r)]
    if kind == "rational":
        rows = [[Fraction(rng.randint(-9, 9), rng.randint(1, 5)) for _ in range(c)] for _ in range(r)]
    if kind == "low rank":
        rows = [[row[0] * x for x in rows[0]] for row in rows]
    if kind == "symmetric" and r == c:
        rows = [[rows[max(i, j)][min(i, j)] for j in range(c)] for i in range(r)]
    keep = {"zero": lambda i, j: False, "nilpotent": lambda i, j: i < j, "diagonal": lambda i, j: i == j}.get(kind)
    if keep:
        rows = [[x if keep(i, j) else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(rows)]
    if kind == "repeated":
        rows = [[Fraction(2 * (i == j)) for j in range(c)] for i in range(r)]
    return rows


@pytest.mark.sampled(3)
@pytest.mark.parametrize("expression", EXPRESSIONS, ids=write)
def test_enclosures_hold_the_value_at_high_precision(expression: Any) -> None:
    rng = random.Random(write(expression))
    seen = 0
    for _ in range(12):
        values = instance(rng, expression)
        try:
            wanted = entries(high_precision.evaluate(expression, Instance({}, values)))
        except high_precision.Undefined:
            with pytest.raises((Undefined, Undecided)):
                value(write(expression), **values)
            continue
        try:
            with supposed():  # that what is symmetric is seen to be
                found = value(write(expression), 200, **values)
        except Undecided:
            assert _singular(expression, values)  # a rank or a sign that no precision tells
            continue
        assert encloses(found, wanted, "1e-20")
        assert all(high - low < Fraction(1, 10**6) for low, high in bounds(found))
        seen += 1
    assert seen >= 4


def instance(rng: random.Random, expression: Any) -> dict[str, Any]:
    """Values of the variables of an expression, matrices often degenerate."""
    leaves = sorted(expression.atoms(Matrix, Scalar), key=str)
    return {
        leaf.name: draw(rng, *map(int, leaf.shape)) if leaf.is_Matrix else Fraction(rng.randint(-3, 9), 2)
        for leaf in leaves
    }


def _singular(expression: Any, values: dict) -> bool:
    return value("rank(A)", A=values["A"]) < min(len(values["A"]), len(values["A"][0]))


def test_vectors_and_columns_are_one_and_the_same() -> None:
    at = {"x": [[1], [-2], [3]], "y": [[2], [2], [1]], "A": [[1, 0, 0], [1, 1, 0], [0, 0, 2]]}
    for text, wanted in [
        ("x * y", [2, -4, 3]),
        ("x + y", [3, 0, 4]),
        ("x + 1", [2, -1, 4]),
        ("1 - x", [0, 3, -2]),
        ("x / y", [Fraction(1, 2), -1, 3]),
        ("6 / x", [6, -3, 2]),
        ("x / 2", [Fraction(1, 2), -1, Fraction(3, 2)]),
        ("x**2 * (A @ y)", [2, 16, 18]),
        ("abs(x)", [1, 2, 3]),
        ("relu(x)", [1, 0, 3]),
        ("diag(x) @ y", [2, -4, 3]),
        ("diag(A) + x", [2, -1, 5]),
        ("cumsum(x)", [1, -1, 2]),
        ("A @ (x * y)", [2, -2, 6]),
    ]:
        assert [low for low, _ in bounds(value(text, **at))] == wanted, text
    for text, wanted in [("sum(x * y)", 1), ("prod(x)", -6), ("max(x)", 3), ("entry(x, 2)", -2), ("tr(x.T @ y)", 1),
                         ("normF(x)**2", 14), ("gap(x, 1)", 2), ("smax(diag(x))", 3), ("maxabs(x)", 3)]:  # fmt: skip
        assert value(text, **at) == wanted, text
    for text in ("A * y", "A + x", "A + 1", "A / y", "exp(A)", "A**2", "sum(A)", "max(x, y)", "diag(1)", "relu(2)"):
        with pytest.raises(CertificateError):
            value(text, **at)


@pytest.mark.parametrize(
    "text",
    ["lmax(A)", "lam(A @ S)", "lmin(S @ A)", "sqrtm(A)", "logm(A)", "logm(expm(A))", "lmax(expm(A))", "inv(O)",
     "logm(O)", "sqrtm(-S)", "logm(S - 3 * I(2))", "cond(O)", "schatten(0, A)", "schatten(-1, A)", "kyfan(3, A)",
     "kyfan(0, A)", "kyfan(1 / 2, A)", "lmax(sqrt(2) * A)", "sqrtm(-expm(S))", "logm(S - expm(S))",
     "lmax(expm(S) @ sqrtm(D))"],
)  # fmt: skip
def test_undefined(text: str) -> None:
    with pytest.raises(Undefined):
        value(text, A=[[1, 2], [0, 1]], S=[[2, 1], [1, 2]], O=[[0, 0], [0, 0]], D=[[1, 0], [0, 4]])


@pytest.mark.parametrize(
    "text", ["lmax(pi * expm(S) / sqrt(2))", "lmax(diag(exp(diag(A))))", "lmin(relu(expm(S) - S))"]
)
def test_symmetry_is_seen_where_entries_are_only_enclosed(text: str) -> None:
    found = value(text, A=[[1, 2], [0, 1]], B=[[1, 1], [0, 3]], S=[[2, 1], [1, 2]])
    assert all(high - low < Fraction(1, 10**6) for low, high in bounds(found))


@pytest.mark.parametrize(
    "text",
    ["lmax(expm(A) @ inv(expm(A)) @ A @ A.T)", "lmax(expm(A + A.T) @ (A + A.T))", "sqrtm(expm(A) @ inv(expm(A)))"],
)
def test_symmetry_that_is_not_seen_stays_undecided(text: str) -> None:
    with pytest.raises(Undecided):
        value(text, A=[[1, 2], [1, 1]])


@pytest.mark.parametrize("text", ["lmax((A @ B).T @ expm(S) @ B @ A)", "lmax(B.T @ expm(S) @ A @ B)"])
def test_products_are_symmetric_only_with_the_same_factors_on_both_sides(text: str) -> None:
    with pytest.raises(Undefined):
        value(text, A=[[1, 2], [0, 1]], B=[[1, 1], [0, 3]], S=[[2, 1], [1, 2]])


def test_roots_of_singular_roots_are_enclosed() -> None:
    rows = [[1, 2, 3], [2, 4, 6], [1, 0, 1]]
    for text in ("sqrtm(absm(A))", "sqrtm(sqrtm(A.T @ A))"):
        assert all(high - low < Fraction(1, 10**6) for low, high in bounds(value(text, 128, A=rows)))
    for text in ("sqrtm(absm(A) - absm(A))", "inv(absm(A))"):
        with pytest.raises(Undecided):
            value(text, A=rows)


def test_what_is_too_large_is_said_to_be() -> None:
    big = [[Fraction(10**6)] * 2] * 2
    for text in ("expm(A)", "rho(kron(kron(A, A), kron(kron(A, A), kron(A, kron(A, pi * A)))))", "ones(100, 100)"):
        start = time.process_time()
        with pytest.raises(NotEstablished):
            value(text, A=big)
        assert time.process_time() - start < 5


# --- Every word of the vocabulary at degenerate matrices, by all routes: exact numbers, balls, mpmath, floats, the
# certificate checker and the kernel's reading say one value, or that there is none


BITS = 192
SQUARES = [
    [[0]], [[-3]], [["1/3"]],
    [[0, 0], [0, 0]], [[1, 0], [0, 1]], [[0, 1], [0, 0]], [[0, 1], [1, 0]], [[0, -1], [1, 0]], [[1, 2], [2, 4]],
    [[2, 1], [1, 2]], [[1, 1], [0, 1]], [["1/2", 3], ["-1/7", 2]], [[-1, 0], [0, -2]],
    [[2, 0, 0], [0, 2, 0], [0, 0, 3]], [[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[1, 1, 1], [1, 1, 1], [1, 1, 1]],
    [[2, -1, 0], [-1, 2, -1], [0, -1, 2]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
    [[1, 2, 3], [4, 5, 6], [7, 8, 10]], [[-1, 0, 2], [0, 0, 0], [2, 0, -4]],
]  # fmt: skip
OBLONGS = [
    [[0, 0]], [[3, 4]], [[1], [-1]], [[0], [0], [0]], [[1, 2, 3], [2, 4, 6]], [[1, 0], [0, 0], [0, 2]],
    [["1/2", 1, 0], [0, 1, 1]],
]  # fmt: skip
NUMBERS = (
    "0",
    "1",
    "-1",
    "2",
    "-1/3",
    "9/4",
    "1/2",
    "-7",
)  # no tiny ones: as exponents they make ones of what floats leave of zeros
MORE = {  # words that specifications leave to the reader, and ways to write arguments that matter
    "scalar": [
        "schatten(3, A)", "schatten(1/2, A)", "schatten(a, A)", "kyfan(1, A)", "kyfan(2, A)", "kyfan(3, A)",
        "a**2", "a**0", "a**(-1)", "a**(1/2)", "a**(2/3)", "a**a", "a**(-1/2)", "1 / a", "0 / a", "0 * log(a)",
        "max(a, 0)", "min(a, 1 / a)", "s(A)[1]", "s(A)[2]", "s(A)[3]", "max(s(A))", "min(diag(B))", "tr(inv(B))",
        "lmax(B @ B.T)", "lmin(B.T @ B)", "cond(inv(B))", "det(B)**(1/2)", "tr(sqrtm(B @ B.T))", "lmin(absm(A))",
        "smin(B) / smax(B)", "tr(logm(B @ B.T))", "tr(B @ pinv(B))", "log(det(B @ B.T))", "normF(A)**2",
        "rank(A @ A.T)",
        "entry(diag(B), 1)", "entry(lam(B), 2)", "prod(diag(B))", "sum(B[i, i] for i in 1..2)", "B[2, 2]",
        "tr(expm(B))", "rho(B @ B)", "rho(B.T)", "tr(kron(B, B))", "tr(had(B, B))", "tr(relu(B))", "smax(-A)",
    ],
    "vector": ["diag(B)", "abs(diag(B))", "sqrt(diag(B))", "1 / diag(B)", "diag(B)**(1/2)", "relu(diag(B))", "s(A)**a",
               "cumsum(diag(B))", "lam(B) / a"],
    "matrix": ["inv(B) @ B", "sqrtm(B)", "kron(A, B)", "had(A, A)", "relu(A)", "A.T", "a * A", "A / a", "diag(diag(B))",
               "expm(-B)", "absm(A) @ absm(A)", "inv(inv(B))", "expm(logm(B))"],
}  # fmt: skip
ARGUMENTS = {Takes.MATRIX: "A", Takes.SQUARE: "B", Takes.NUMBERS: "a", Takes.VECTOR: "diag(B)", Takes.COUNT: "2"}


def texts() -> list[str]:
    named = [
        f"{name}({', '.join(ARGUMENTS[t] for t in takes)})"
        for sort in ("scalar", "vector", "matrix")
        for name, takes in atoms()[sort]
    ]
    return list(dict.fromkeys([*named, *(text for sort in MORE.values() for text in sort)]))


def rows(table: Any) -> list[list[Fraction]]:
    return [[Fraction(x) for x in row] for row in table]


def instances(text: str) -> list[dict[str, Any]]:
    """Values of the variables that an expression speaks of."""
    found: list[dict[str, Any]] = [{}]
    tables = {"A": [*OBLONGS, *SQUARES], "B": SQUARES}
    for name, kept in (("A", tables["A"]), ("B", tables["B"]), ("a", NUMBERS)):
        if name in _names(text):
            several = kept if found == [{}] else kept[::3]
            made = [Fraction(x) if isinstance(x, str) else rows(x) for x in several]
            found = [{**at, name: x} for at in found for x in made]
    return found


def _names(text: str) -> list[str]:
    return re.findall(r"\b[ABa]\b", text)


def built(text: str, at: dict[str, Any]) -> Any:
    """The statement `text == text` about variables of these shapes, and its left side."""
    let = {k: "real" if k == "a" else f"real({len(x)}, {len(x[0])})" for k, x in at.items()}
    statement = conjecture_files.build("word", let, [], [f"{text} == {text}"])
    return statement, instantiate(statement, {})


def by_checker(node: Any, at: dict[str, Any]) -> tuple[str, list[tuple[Fraction, Fraction]]]:
    try:
        found = value(write(node), BITS, **at)
    except Undefined:
        return "undefined", []
    except (Undecided, NotEstablished, CertificateError):
        return "open", []
    return "value", list(bounds(found))


def by_kernel(statement: Any, at: dict[str, Any]) -> tuple[bool | None, list[float]]:
    """Whether all that the reading asks for is there, and what the left side is then; None and nothing where the
    kernel does not read it or its interpreter cannot tell."""
    text = "\n".join(f"{part}: {line}" for part in ("let", "given", "claim") for line in statement.text[part])
    reader = Reader()
    try:
        for line in statement.text["let"]:
            reader.declare(*line.split(" = ", 1))
        reading = read("made.word", "A", text)
    except KernelError:
        return None, []
    values: dict[Any, Any] = {}
    for name, v in reader.names.items():
        values[v] = at[name]
        if v[2] != R:
            values[v] = zeros(len(at[name]), len(at[name][0]))
            for i, row in enumerate(at[name]):
                values[v][i, : len(row)] = row
    interpreter, (needs,), (said,) = Interpreter(values, 1), reading.hypotheses, reading.conclusions
    if any(interpreter.fails(h) for h in needs):
        return False, []
    if not all(interpreter.holds(h) for h in needs):
        return None, []
    if said[0] == "all":
        length = int(interpreter(said[2]))
        return True, [float(interpreter(said[3][1], (Fraction(k + 1),))) for k in range(length)]
    side = interpreter(said[1])
    return True, [float(x) for x in (side.flat if hasattr(side, "flat") else [side])]


def at_rational(q: Fraction) -> arb:
    return arb(fmpq(q.numerator, q.denominator))


def disagreements(text: str) -> tuple[int, list[str]]:
    """Values seen by two routes, and what is wrong with them."""
    seen, wrong = 0, list[str]()
    for at in instances(text):
        try:
            statement, concrete = built(text, at)
        except ReadingError:
            continue  # of these shapes it says nothing
        node, where = concrete.claim[0].lhs, Instance({}, at)
        exact = ExactInterpreter(where)
        routes = {"exact": exact, "balls": BallInterpreter(exact, BITS)}
        said = {name: stages._outcome(route, node) for name, route in routes.items()}
        kind, ends = by_checker(node, at)
        granted, numbers = by_kernel(statement, at)
        shown = f"{text} at {where.to_json()['values']}"
        known = {name: balls for name, (status, balls) in said.items() if status == "value"}
        lacking = [name for name, (status, _) in said.items() if status == "undefined"]
        if known and (lacking or kind == "undefined" or granted is False):
            wrong.append(f"{shown}: a value by {sorted(known)}, none by {lacking}, checker {kind}, kernel {granted}")
        if lacking and (kind == "value" or granted):
            wrong.append(f"{shown}: no value by {lacking}, but checker {kind}, kernel {granted}")
        for balls in known.values():
            for ball, (low, high) in zip(balls, ends, strict=True) if ends else ():
                seen += 1
                if ball < at_rational(low) or ball > at_rational(high):
                    wrong.append(f"{shown}: {ball}, by the checker in {float(low)}..{float(high)}")
        balls = known.get("balls") or known.get("exact") or []
        env = floats.Evaluation(batches.as_batch(concrete, [where])) if concrete.variables else None
        others = {
            "mpmath": stages._by_mpmath(node, where),
            "floats": env and stages._by_floats(node, env),
            "the kernel": [(x, 1e-6) for x in numbers],
        }
        for name, other in others.items():
            for ball, (x, room) in zip(balls, other, strict=True) if balls and other else ():
                seen += 1
                middle = float(ball.mid())
                if abs(x - middle) > room * max(abs(middle), name == "the kernel") + 2 * float(ball.rad()):
                    wrong.append(f"{shown}: {ball}, by {name} {x}")
    return seen, wrong


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", texts())
def test_one_value_by_all_routes(text: str) -> None:
    seen, wrong = disagreements(text)
    assert wrong == []
    assert seen > 2


def test_planted_faults_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(RULES, "smin", RULES["normF"])
        assert any("by the checker" in line for line in disagreements("smin(A)")[1])
    with monkeypatch.context() as patch:
        patch.setitem(RULES, "log", RULES["exp"])
        assert any("checker value" in line for line in disagreements("log(a)")[1])
    with monkeypatch.context() as patch:
        patch.setitem(READ, ("sqrt", 1), (["a"], ["", "sqrt(a)"]))  # asks for nothing
        read.cache_clear()
        assert any("kernel True" in line for line in disagreements("sqrt(a)")[1])
    read.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(stages, "_by_mpmath", lambda node, at: [(17.0, stages.CLEAR)])
        assert any("by mpmath 17.0" in line for line in disagreements("tr(B)")[1])
