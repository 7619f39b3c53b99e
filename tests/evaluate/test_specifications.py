"""Every node, every interpreter: what a class answers is what it does, and each rule is missed when it is gone.

A class without a sample, without a rule somewhere or with a wrong answer fails here by name, with the file to go to.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import torch
from sympy import Rational

from lemmata.evaluate import algebraic_numbers, balls, exact, float_rules, floats, interpreter, matrix_words
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.interpreter import NoValue
from lemmata.language import atoms, core, families, functions, matrices
from lemmata.language.instance import Instance
from lemmata.language.specification import Exact, Moves, Spec
from tests.evaluate import observed
from tests.evaluate.observed import CASES, OBSERVED, SAMPLES, TAGGED, A, B, V, W, X, rows
from tests.oracles import high_precision
from tests.oracles.high_precision import Reader

CASE = {
    "A": TAGGED["definite"], "B": TAGGED["regular"], "V": rows("1", "4", "2"), "W": rows("1 2 0", "0 1 1"),
    "x": Fraction(2), "y": Fraction(3), "i": Fraction(2),
}  # fmt: skip
PARAMS = pytest.mark.parametrize("cls", SAMPLES, ids=lambda cls: cls.__name__)
ROOT_TWO = core.Sqrt(X)  # irrational at the case


def scope(*cases: dict[str, Any]) -> floats.Evaluation:
    """The float interpreter on these cases."""

    def entries_of(value: Any) -> Any:
        return [[float(x) for x in row] for row in value] if isinstance(value, list) else float(value)

    shared = set(cases[0]).intersection(*cases)
    values = {name: [entries_of(case[name]) for case in cases] for name in shared}
    return floats.Evaluation({name: torch.tensor(rows, dtype=torch.float64) for name, rows in values.items()})


def test_every_class_has_a_sample() -> None:
    missing = {cls.__name__ for cls in set(observed.evaluated()) ^ set(SAMPLES)}
    assert not missing, f"{missing}: give each a sample in tests/evaluate/observed.py"


# What the class says is what it does.


def settled(fact: str, cls: type) -> bool:
    """Whether a fact is a matter of the specification, and can be seen in a sample."""
    if fact == "domain":
        return SAMPLES[cls].args in ((A,), (X,))
    return not (fact == "zero" and cls in floats.ZEROS)


@PARAMS
def test_answers_are_what_is_seen(cls: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """And where a class does not say the usual, saying nothing would not be what is seen."""
    given, silent = cls.spec, Spec()
    facts = [fact for fact in OBSERVED if settled(fact, cls)]
    wrong = {fact: OBSERVED[fact](cls) for fact in facts if getattr(given, fact) != OBSERVED[fact](cls)}
    assert not wrong, f"{wrong} is seen of {cls.__name__}, in {cls.__module__.replace('.', '/')}.py"
    monkeypatch.setattr(cls, "spec", silent)
    said = [fact for fact in facts if getattr(given, fact) != getattr(silent, fact)]
    assert [fact for fact in said if OBSERVED[fact](cls) == getattr(silent, fact)] == []


@PARAMS
def test_digits(cls: type) -> None:
    """Exact floats: said of nothing that rounds, missed where nothing does, and units are never too coarse."""
    says = cls.spec.exact is not Exact.ROUNDED or cls in floats.UNITS
    assert says == (observed.exact(cls) or cls in floats.UNITS), f"exact of {cls.__name__}"
    if says:
        fine = [{k: [[x / 8 for x in r] for r in v] if k in "AVW" else v for k, v in case.items()} for case in CASES]
        here = scope(*fine)
        value = here.value(SAMPLES[cls]).flatten(2)
        coarse = floats.unit(here, SAMPLES[cls]) > floats.exponent_of_unit(value)
        assert not bool((coarse & torch.isfinite(value).all(-1, keepdim=True)).any())


LIPSCHITZ = {Moves.NONE: 0.0, Moves.ONCE: 1.0, Moves.ROOT_OF_ORDER: 3**0.5, Moves.SHORTER_SIDE: 3.0}


MOVED = [cls for cls in SAMPLES if cls.spec.moves not in (Moves.OWN, Moves.NONE)]


@pytest.mark.parametrize("cls", MOVED, ids=lambda cls: cls.__name__)
def test_moves(cls: type) -> None:
    """No further than the constant says, and not always within the next smaller one."""
    node = SAMPLES[cls]
    here = scope(*CASES)
    start, end = (here.value(x)[:, 0].flatten(1) for x in (node.args[0], node))
    steps = torch.linalg.vector_norm(start[:, None] - start, dim=-1)
    gaps = (end[:, None] - end).abs()
    most = torch.linalg.vector_norm(gaps, dim=-1) if issubclass(cls, matrices.MatrixTerm) else gaps.amax(-1)
    worst = (most / steps)[(steps > 0) & most.isfinite()].max()
    allowed = LIPSCHITZ[cls.spec.moves]
    smaller = max(constant for constant in LIPSCHITZ.values() if constant < allowed)
    assert worst <= allowed * (1 + 1e-9) and (worst > smaller or cls is atoms.NormN)  # sqrt(3) would do for NormN


# Every interpreter has a rule for every class, and they agree.


def irrational(node: Any) -> Any:
    """The sample with irrational matrices and numbers in the place of rational ones."""
    if node in (A, B, V, W):
        return ROOT_TWO * node
    if node == X:
        return ROOT_TWO
    return node if not node.args else node.func(*map(irrational, node.args))


def entries(found: Any) -> list[float]:
    """All entries, whatever they are called in an interpreter."""
    if isinstance(found, torch.Tensor):
        return found.flatten().tolist()
    found = found.tolist() if hasattr(found, "tolist") else found
    flat = observed.flat(found)
    return [float(x.enclose(128)) if hasattr(x, "enclose") else float(x.numerator) / float(x.denominator)
            if hasattr(x, "numerator") else float(x) for x in flat]  # fmt: skip


def ball_interpreter() -> BallInterpreter:
    return BallInterpreter(exact.ExactInterpreter(Instance({}, CASE)), 128)


def asked(here: Any, node: Any) -> Any:
    return here.matrix(node) if node.is_Matrix else here.quantity(node)


def by_floats(node: Any) -> Any:
    return scope(CASE).value(node)


def sizes(node: Any) -> None:
    assert torch.isfinite(scope(CASE).size(node)).all()


def by_digits(node: Any) -> Any:
    return Reader(CASE, 40, high_precision.RULES).value(node)


def by_balls(node: Any) -> Any:
    plain = not node.is_Matrix or isinstance(node, families.GradientGram)  # of rational weights and data only
    return asked(ball_interpreter(), node if plain else irrational(node))


def exactly(node: Any) -> Any:
    here = exact.ExactInterpreter(Instance({}, CASE))
    try:
        return here.plain(node) if node.is_Matrix else here.quantity(node)
    except interpreter.Irrational:
        return None


ENTRY_BY_ENTRY = frozenset(algebraic_numbers._TABLES | interpreter._TABLES)


def as_reals(node: Any) -> Any:
    here = algebraic_numbers.AlgebraicInterpreter(exact.ExactInterpreter(Instance({}, CASE)))
    if isinstance(node, core.Erf):  # has an algebraic value at zero alone
        node = core.Erf(core.Times(Rational(0), *node.args))
    return asked(here, irrational(node) if type(node) in ENTRY_BY_ENTRY else node)


def of_roots(node: Any) -> Any:
    """An atom of an irrational matrix; whether its eigenvalues are real is not known there, and forms and slopes are
    those of rational ones."""
    if isinstance(node, atoms.EigenForm | atoms.SingularForm | atoms.Slope):
        return as_reals(node)
    if type(node) in exact.ExactInterpreter.ATOMS and not isinstance(node, atoms.RealEigenvalues):
        here = algebraic_numbers.AlgebraicInterpreter(exact.ExactInterpreter(Instance({}, CASE)))
        return here.quantity(type(node)(functions.MatSqrt(A)))
    return None


def as_words(node: Any) -> Any:
    """The form of a function of a rational matrix, or of an operation on irrational roots."""
    here = exact.ExactInterpreter(Instance({}, CASE))
    plain = {functions.MatExp: A, functions.MatLog: A, functions.MatSqrt: A, functions.MatAbs: B}
    return here.form(node.func(*(plain.get(type(node), functions.MatSqrt(A)) for _ in node.args)))


B_ = "lemmata/evaluate/"
INTERPRETERS: dict[str, tuple[dict[type, Any], Callable[[Any], Any]]] = {
    B_ + "float_rules.py": (float_rules.VALUES, by_floats),
    B_ + "float_rules.py, SIZES": (float_rules.SIZES, sizes),
    "tests/oracles/high_precision.py": (high_precision.RULES, by_digits),
    B_ + "interpreter.py": (interpreter._RULES, by_balls),
    B_ + "interpreter.py, _TABLES, exactly": (interpreter._TABLES, exactly),
    B_ + "interpreter.py, _TABLES, in balls": (interpreter._TABLES, by_balls),
    B_ + "interpreter.py, _TABLES, as reals": (interpreter._TABLES, as_reals),
    B_ + "balls.py, MATRICES": (balls.MATRICES, by_balls),
    B_ + "exact.py": (exact._MATRICES, exactly),
    B_ + "algebraic_numbers.py, _TABLES": (algebraic_numbers._TABLES, as_reals),
    B_ + "exact.py, ATOMS": (exact.ExactInterpreter.ATOMS, exactly),
    B_ + "balls.py": (balls.BallInterpreter.ATOMS, by_balls),
    B_ + "algebraic_numbers.py, ATOMS": (algebraic_numbers.AlgebraicInterpreter.ATOMS, of_roots),
    B_ + "matrix_words.py": (matrix_words._RULES, as_words),
}


@PARAMS
def test_every_interpreter_has_a_rule(cls: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """The values agree, and each rule that a table has for the class is missed when it is gone."""
    for backend, (table, evaluate) in INTERPRETERS.items():
        if evaluate is as_words and cls not in table:
            continue
        try:
            found = evaluate(SAMPLES[cls])
        except TypeError as error:
            pytest.fail(f"{cls.__name__} needs a rule in {backend}: {error}")
        if evaluate in (by_floats, exactly, by_balls) and found is not None:
            node = SAMPLES[cls]
            node = irrational(node) if evaluate is by_balls and cls in balls.MATRICES | interpreter._TABLES else node
            wanted = entries(by_digits(node))
            assert entries(found) == pytest.approx(wanted, rel=1e-6, abs=1e-6), backend
        # whether eigenvalues of an irrational matrix are real is reported by nobody
        unreported = evaluate is of_roots and cls is atoms.RealEigenvalues
        if cls in table and not unreported:
            with monkeypatch.context() as without:
                without.delitem(table, cls)
                try:
                    evaluate(SAMPLES[cls])
                except (TypeError, NoValue):
                    continue
            pytest.fail(f"nothing misses the rule for {cls.__name__} in {backend}")
