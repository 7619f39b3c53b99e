"""Every word of the vocabulary at degenerate matrices, by all routes: exact numbers, balls, mpmath, floats, the
certificate checker and the kernel's reading say one value, or that there is none."""

import re
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

from lemmata.checker.evaluate import RULES
from lemmata.checker.exact_numbers import Undecided, Undefined
from lemmata.checker.format import CertificateError, NotEstablished
from lemmata.evaluate import floats
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.kernel import READ, KernelError, R, Reader, read
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError
from lemmata.language.specification import Takes
from lemmata.language.text import write
from lemmata.sample import batches
from tests.checker.test_functions import bounds
from tests.checker.values import value
from tests.fuzz import stages
from tests.fuzz.grammar import atoms
from tests.oracles.kernel_matrices import zeros
from tests.oracles.kernel_terms import Interpreter

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
