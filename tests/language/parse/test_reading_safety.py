"""Nothing a stranger writes runs, reads, or gets anything but a statement or one line of explanation."""

import ast
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lemmata.language import conjecture_files, parse
from lemmata.language.conjecture_files import build, load
from lemmata.language.notation import latex
from lemmata.language.parse import ReadingError, read_claim, read_domain, text_limits
from lemmata.language.parse.declarations import read_variables
from lemmata.language.relations import Clause
from lemmata.language.text import write
from tests import split
from tests.fuzz.grammar import CLAIMS, DOMAINS, FILES, LET, Grammar, spoiled
from tests.language.parse.scope import NAMES

SOURCES = [*sorted(Path(parse.__file__).parent.glob("*.py")), Path(conjecture_files.__file__)]
FORBIDDEN = set(split("eval; exec; compile; sympify; lambdify; parse_expr; S; literal_eval; __import__; getattr"))
SCOPE = read_variables(LET)


@pytest.mark.parametrize("path", SOURCES, ids=[path.name for path in SOURCES])
def test_no_room_evaluates_text(path):
    """`getattr` is allowed with a literal name only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            literal = name == "getattr" and isinstance(node.args[1], ast.Constant)
            assert name not in FORBIDDEN or literal or (name == "compile" and node.func.value.id == "re"), name


@pytest.mark.parametrize(
    "typed",
    [
        "__import__('os').system('true') <= 1",
        "().__class__.__bases__[0].__subclasses__() == 1",
        "A.__class__ == A",
        "A.func(A) == A",
        "A.args == A",
        "(lambda: 1)() <= 1",
        "open('/etc/passwd').read() <= 1",
        "eval('1') <= 1",
        "getattr(A, 'args') == A",
        "print(1) <= 1",
        "[x for x in ().__class__.__base__.__subclasses__()] == 1",
        "f'{A}' == A",
        "a if a else a",
        "(a := 1) <= 1",
        "await a <= 1",
        "yield",
        "import os",
        "a <= 1\nimport os",
        "S(1) <= 1",
        "Symbol('x') <= 1",
    ],
)
def test_attempts_to_run_code_are_refused(typed):
    with pytest.raises(ReadingError):
        read_claim(typed, NAMES)


def one_of_two(read, *arguments):
    try:
        out = read(*arguments)
    except ReadingError as error:
        assert str(error).isprintable() and str(error)
        assert len(str(error)) < 1000
        if error.position is not None and error.text:
            assert 0 <= error.position <= len(error.text)
        return None
    return out


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=80), st.text("()[]{}.,*/+-<>=@ \n\t'^|aAnx019eTs", max_size=80)))
@example("(" * 60 + ")" * 60)
@example("-" * 2000)
@example("lambda:" * 250)
@example("not " * 500)
@example("a**" * 600 + "a")
@example("a if " * 300)
@example("\ud800 <= a")
@example("ª <= 1")
@example("1e400000 <= a")
@example("0_0 <= a")
@example("00 <= a")
@example("1if a else 2")
@example("a.T.T.T(")
@example("a <= b\x0c")
def test_arbitrary_text(typed):
    clause = one_of_two(read_claim, typed, SCOPE)
    assert clause is None or isinstance(clause, Clause)
    one_of_two(read_domain, typed, SCOPE)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([*CLAIMS, *DOMAINS]), st.integers(0, 2**32))
def test_spoiled_text(text, seed):
    typed = spoiled(text, random.Random(seed))
    one_of_two(read_claim, typed, SCOPE)
    one_of_two(build, "x", {**LET, "V": typed}, [], ["V <= a"])


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 2**32), st.binary(max_size=3))
def test_spoiled_files(tmp_path_factory, text, seed, tail):
    path = tmp_path_factory.getbasetemp() / "spoiled.toml"
    path.write_bytes(spoiled(text, random.Random(seed)).encode("utf-8", "surrogatepass") + tail)
    one_of_two(load, path)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 4))
def test_well_typed_expressions_are_read_and_read_back(seed, depth):
    typed = Grammar(random.Random(seed)).claim(depth)
    if len(typed) > text_limits.LENGTH:
        return
    clause = one_of_two(read_claim, typed, SCOPE)
    if clause is None:  # too long or too deep is all that can be wrong
        with pytest.raises(ReadingError, match="too long|too deeply|is too large|binary digits|degree above"):
            read_claim(typed, SCOPE)
        return
    printed = write(clause)
    assert write(read_claim(printed, SCOPE)) == printed
    assert latex(clause)


@pytest.mark.parametrize(
    "typed", ["(" * 2000, "-" * 2000, "9" * 2000, "kron(" * 390 + "A", "a" + "**9" * 600, "[" * 2000]
)
def test_memory_stays_small(typed):
    tracemalloc.start()
    try:
        with pytest.raises(ReadingError):
            build("x", LET, [], [typed])
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


ROWS = range(1, 20)
DOUBLED = {k: f"x{k - 1} @ x{k - 1} + x{k - 1}" for k in ROWS}
LONG = f"more than {text_limits.UNFOLDED} parts"


@pytest.mark.parametrize(
    ("let", "given", "define", "message"),
    [
        ("real(2, 2)", [], DOUBLED, LONG),
        ("real", [], {k: text.replace("@", "*") for k, text in DOUBLED.items()}, LONG),
        ("real(2, 2)", [f"x{k} == {text}" for k, text in DOUBLED.items()], {}, LONG),
        ("real(2, 2)", [f"x{k} == {text}" for k, text in reversed(DOUBLED.items())], {}, LONG),
        ("complex(2, 2)", [f"x{k} == {text}" for k, text in DOUBLED.items()], {}, LONG),
        ("complex(2, 2)", [f"x{k} == {text}" for k, text in reversed(DOUBLED.items())], {}, LONG),
        ("real", [], {k: "abs(" * 55 + f"x{k - 1}" + ")" * 55 for k in ROWS}, "too deeply"),
    ],
)
def test_definitions_that_grow_in_each_other_are_refused_before_they_are_put_in(let, given, define, message):
    """Without a bound before, three to the power of nineteen parts are built, for hours."""
    names = {f"x{k}": let for k in ((0, *ROWS) if given else (0,))}
    with pytest.raises(ReadingError, match=message):
        build("x", names, given, ["x19 == x0"], define={f"x{k}": text for k, text in define.items()})


@pytest.mark.parametrize(
    ("let", "given", "claim", "define"),
    [
        ({"A": "projector(2)"}, [], "A0 == A", {}),  # what a normalised domain is made of has no name
        ({"A": "projector(2)"}, [], "A[A0, A0] >= 0 for A0 in 1..2", {}),
        ({"x": "real(2, 1)"}, [], "x[i] >= 0 for i in 1..2", {"i": "2"}),  # an index under a name that is taken
        ({"x": "real(2, 1)"}, [], "y >= 0 for i in 1..2", {"y": "x[i]"}),  # a definition that would be captured
        ({"x": "real(2, 1)"}, [], "sum(sum(x[i] for i in 1..2) for i in 1..2) == 0", {}),
        ({"R": "real(2, 2)"}, ["tr(R) == True"], "tr(R) == 1", {}),
        ({"R": "psd(2)"}, ["tr(R) == 1 for i in 1..0"], "tr(R) == 1", {}),  # a hypothesis that says nothing
        ({"x": "real", "y": "real"}, ["x == y for i in 1..0"], "x == y", {}),
        ({"V": "unit(n=2)"}, [], "sum(V) == 2", {}),
        ({"V": "isometry(2, 1..1)"}, [], "sum(V) == 2", {}),
        ({"n": "integer(True, 3)"}, [], "n == 3", {}),
        ({"x": "interval(0, 0/0)"}, [], "x == 0", {}),
        ({"x": "real"}, [], "x < 1e400", {}),
        ({"x": "real"}, [], "1 / (-0.0) < x", {}),
        ({"\u0410": "real"}, [], "\u0410 == \u0410", {}),  # Cyrillic A
        ({"A": "real"}, [], "\uff21 == A", {}),
        ({"A": "real"}, [], "A == \u202eA", {}),
    ],
)
def test_names_and_hypotheses_that_would_mean_something_else(let, given, claim, define):
    with pytest.raises(ReadingError):
        build("x", let, given, [claim], define=define)


@pytest.mark.parametrize(
    ("let", "given", "claim", "said"),
    [
        ({"R": "psd(2)"}, ["tr(R) == 1", "tr(R) == 2"], "tr(R) == 3", ["tr(R) == 1", "tr(R) == 2"]),
        ({"x": "real"}, ["x == 1 + 0", "x == 2 + 0"], "x == 1", ["1 == 2"]),
        ({"x": "real", "y": "real"}, ["x == 1 / y"], "y == y", ["1 + abs(1 / y) > 0"]),
        ({"R": "psd(2)"}, ["0 <= tr(R) == 1"], "tr(R) == 1", ["0 <= tr(R) == 1"]),
    ],
)
def test_hypotheses_are_not_dropped(let, given, claim, said):
    assert build("x", let, given, [claim]).text["given"] == said
