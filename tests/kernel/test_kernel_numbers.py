"""What the kernel says of terms and statements is what an interpreter of its own kind computes."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.evaluate.decide import Evaluation, decide
from lemmata.evaluate.membership import member
from lemmata.kernel import KernelError, Reader, read
from lemmata.language import conjecture_files
from lemmata.language.families import Layers as Family
from lemmata.language.instance import Instance
from lemmata.language.instantiate import _clauses, excluded, instantiate
from lemmata.language.parse import ReadingError
from lemmata.language.relations import Exists, conjuncts
from lemmata.language.variables import Dim
from tests.fuzz.grammar import Grammar
from tests.oracles import kernel_random
from tests.oracles.kernel_instances import instance
from tests.oracles.kernel_terms import Interpreter, Layers


def differ(a: Any, b: Any) -> bool:
    """Whether two values are clearly not the same."""
    if isinstance(a, np.ndarray):
        return a.shape != b.shape or any(differ(x, y) for x, y in zip(a.flat, b.flat, strict=True))
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a != b
    return abs(float(a) - float(b)) > 1e-6 * max(1.0, abs(float(a)), abs(float(b)))


def compared(count: int, seed: int) -> dict[str, int]:
    """Random pairs: how many were seen, taken for equal, and found to differ."""
    draw = random.Random(seed)
    counts = {"pairs": 0, "equal": 0, "different": 0}
    while counts["pairs"] < count:
        size = draw.choice(kernel_random.SIZES)
        scalar = draw.random() < 0.5
        a = (
            kernel_random.number(draw, 3)
            if scalar
            else kernel_random.matrix(draw, size, draw.choice(kernel_random.SIZES), 3)
        )
        b = a
        for _ in range(draw.randint(1, 3)):
            b = kernel_random.moved(b, draw)
        if a == b:
            continue
        counts["pairs"] += 1
        try:
            logic.identity(a, b)
        except (KernelError, RecursionError):
            continue
        counts["equal"] += 1
        for turn in range(3):
            interpreter = Interpreter(instance([("=", a, b)], [], draw), turn)
            try:
                values = interpreter(a), interpreter(b)
            except OverflowError:  # a power too large for a float
                continue
            counts["different"] += differ(*values)
    return counts


def test_equal_normal_forms_are_equal_numbers() -> None:
    counts = compared(1500, seed=1)
    assert counts["equal"] > 80
    assert counts["different"] == 0


def test_the_comparison_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a kernel that takes everything for equal, the comparison does not pass."""
    monkeypatch.setattr(logic, "identity", lambda a, b: logic.check("F", ("=", a, b)))
    assert compared(100, seed=2)["different"] > 10


# --- reading


def readable() -> list[str]:
    """Statements that the kernel can read."""
    out = []
    for statement in catalogue.all_statements():
        try:
            read(statement.id, statement.kind.value, text_of(statement))
        except (KernelError, SyntaxError, ValueError, TypeError, AttributeError, KeyError, IndexError):
            continue
        if not any(isinstance(c, Exists) for c in statement.conjuncts):
            out.append(statement.id)
    return out


def text_of(statement: Any) -> str:
    return "\n".join(f"{part}: {line}" for part, body in statement.text.items() for line in body)


def as_instance(statement: Any, values: dict[Any, Any]) -> Instance | None:
    """The same numbers for the suite's own evaluators; None where a dimension is zero."""
    own = {v[1]: x for v, x in values.items()}
    dims, rest = {}, {}
    for leaf in statement.let:
        value = own.get(leaf.name)
        if isinstance(leaf, Family):
            assert isinstance(value, Layers)
            rest |= {f"{leaf.name}_{k}": w.tolist() for k, w in enumerate(value.layers, start=1)}
        elif value is None:
            return None
        elif isinstance(leaf, Dim):
            dims[leaf.name] = int(value)
        elif isinstance(value, np.ndarray):
            if not value.size:
                return None
            rest[leaf.name] = value.tolist()
        else:
            rest[leaf.name] = value
    return Instance(dims, rest)


def decisions(statement: Any, values: Instance) -> list[tuple[bool | None, bool | None]] | None:
    """Per conjunct, whether the instance is one of the statement's and whether the conjunct holds there; None: open.

    Where a link of a chain has no value, the chain has none.
    """
    concrete = None if excluded(statement, values.dims) else instantiate(statement, values.dims)
    if concrete is None or not concrete.admissible:
        return [(False, None)] * len(statement.conjuncts)
    state = Evaluation(values)
    inside: bool | None = all(member(state.exact, leaf) for leaf in concrete.variables.values())
    for clause in concrete.hypotheses if inside else ():
        status = decide(clause, values, evaluation=state).status
        inside = False if status in ("broken", "undefined") else None if status == "undecided" else inside
        if inside is False:
            break
    out: list[tuple[bool | None, bool | None]] = []
    for clause in statement.meaning[1]:
        links = [
            [decide(c, values, evaluation=state).status for c in _clauses(link, values.dims)] if inside else []
            for link in conjuncts(clause)
        ]
        every = {status for found in links for status in found}
        defined = False if "undefined" in every else None if "undecided" in every else inside
        out += [(defined, "broken" not in found) for found in links]
    return out


class IntegerPowers(Interpreter):
    """Integer powers of negative numbers as the suite has them; the kernel leaves them open."""

    def op_rpow(self, a: Any, k: Any) -> Any:
        integer = isinstance(k, Fraction) and k.denominator == 1
        return a ** int(k) if a < 0 and integer else super().op_rpow(a, k)


def agreement(statement: Any, count: int, draw: random.Random) -> tuple[int, list[str]]:
    """Instances on which the kernel's reading and the suite's evaluator both speak, and where they disagree."""
    identifier = statement.id
    reading = read(statement.id, statement.kind.value, text_of(statement))
    reader = Reader()
    for line in statement.text["let"]:
        reader.declare(*line.split(" = ", 1))
    compared, wrong = 0, list[str]()
    for turn in range(count):
        granted = list({h: None for hypotheses in reading.hypotheses for h in hypotheses})
        values = instance([*reader.names.values(), *reading.conclusions], granted, draw)
        exact = as_instance(statement, values)
        if exact is None:
            continue
        interpreter = IntegerPowers(values, turn)
        for k, (inside, truth) in enumerate(decisions(statement, exact) or ()):
            broken = [h for h in reading.hypotheses[k] if interpreter.fails(h)]
            met = all(interpreter.holds(h) for h in reading.hypotheses[k])
            where = f"{identifier} [{k}] at {exact.to_json()}"
            if inside and broken:
                wrong.append(f"{where}: the kernel asks for {broken[0]}")
            if inside is False and met:
                wrong.append(f"{where}: the kernel takes it for an instance")
            if inside and met:
                compared += 1
                claim = reading.conclusions[k]
                if interpreter.fails(claim) if truth else interpreter.clear(claim):
                    wrong.append(f"{where}: {truth} in the suite")
    return compared, wrong


@pytest.fixture(scope="module")
def known() -> list[str]:
    return readable()


def test_statements_are_read_as_the_suite_evaluates_them(known: list[str]) -> None:
    draw, compared, wrong = random.Random(3), 0, list[str]()
    for identifier in known:
        seen, found = agreement(catalogue.get(identifier), 2, draw)
        compared, wrong = compared + seen, wrong + found
    assert wrong == []
    assert len(known) > 150 and compared > 150


# --- Random claims and chains, read by the kernel and evaluated by the suite at small and degenerate instances. The
# statements of the catalogue are defined nearly everywhere; these are not

LET = {"C": "real(n, 3)", "x": "real(n, 1)", "a": "real", "k": "integer(1, n)"}
MATRICES = ("real(n, n)", "psd(n)", "pd(n)", "skew(n)", "diagonal(n)", "signs(n)", "projection(n)", "upper(n)")
GIVEN = ("smax(A) <= 1", "a >= 0", "log(a) <= 1", "lmin(N) >= 0", "sqrt(a - 1) >= 0", "1 / a <= 1", "det(A) == 0")
NEEDS = ("sqrt(a)", "1 / a", "log(a)", "a**(1/2)", "det(inv(A))", "cond(A)", "lmax(A)", "(a - 1)**(-1)", "tr(sqrtm(N))")


def claimed(draw: random.Random) -> tuple[dict[str, str], list[str], list[str]]:
    """Variables, hypotheses and claim; every other claim a chain of what may have no value."""
    let = {"n": f"integer(1, {draw.randint(1, 3)})", **LET, "A": draw.choice(MATRICES), "N": draw.choice(MATRICES[1:])}
    given = [draw.choice(GIVEN)] if draw.random() < 0.3 else []
    if draw.random() < 0.5:
        return let, given, [Grammar(draw).claim(draw.randint(0, 2))]
    sides = [draw.choice((*NEEDS, "a", "0", "k")) for _ in range(3)]
    return let, given, [f" {draw.choice(('<=', '<'))} ".join(sides) + draw.choice(("", "", " for i in 1..n"))]


def compared_at_random(count: int, seed: int) -> tuple[int, int, list[str]]:
    """Claims that the kernel reads, instances that both count, and where the two disagree."""
    draw, readable, seen, wrong = random.Random(seed), 0, 0, list[str]()
    for _ in range(count):
        try:
            statement = conjecture_files.build("random", *claimed(draw))
            instances, found = agreement(statement, 6, draw)
        except (ReadingError, KernelError):
            continue
        readable, seen, wrong = readable + 1, seen + instances, wrong + found
    return readable, seen, wrong


def test_random_claims_are_read_as_the_suite_evaluates_them() -> None:
    readable, seen, wrong = compared_at_random(100, 6)
    assert wrong == []
    assert readable > 30 and seen > 100
