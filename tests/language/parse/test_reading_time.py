"""Texts that would keep a reader busy: every one is answered at once, whatever the answer is."""

import time

import pytest

from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from lemmata.language.parse.latex_input import understood
from lemmata.language.parse.syntax import parse

SECONDS = 0.5  # of processor time
LONG = 1990  # characters, within what is looked at


def filled(part: str, much: int = LONG) -> str:
    """A part again and again."""
    return (part * (much // len(part) + 1))[:much]


PLAIN = [
    *("x" + " -> a" * n + " as b" * n + " " for n in (100, 200, 800)),
    *("x -> a" + " \t" * n + "!" for n in (250, 990, 2000)),
    *("x " + filled(part, 1900) for part in (" as ", " as  n", " -> ", " tends to ", "tends   ", " a.s.", "almost   ")),
    *("x -> y as n -> oo" + filled(part, 1900) for part in (" ", " in probability", " a.s. ", " almost  surely")),
    "x" + " -> " * 200 + " " * 1100, "x -> y as " + "n" * 1900, " grows as" * 200 + " as n -> oo" * 10,
    *map(filled, ("(", "-", "1", "1.", "..", "a", "√ ", "√", "‖", "‖x‖_{", "⁻⁺", "[", "x[", "@", ".T", "**", "é")),
    *(part * 10**6 for part in ("x", " -> ", "‖", " as ", "(")),
]  # fmt: skip


def spent(read, text) -> float:
    """Seconds of processor time until a text is read or refused, the least of three: memory is tidied up in between."""
    seconds = SECONDS
    for _ in range(3):
        start = time.process_time()
        try:
            read(text)
        except ReadingError as problem:
            assert str(problem)
        seconds = min(seconds, time.process_time() - start)
        if seconds < SECONDS:
            break
    return seconds


@pytest.mark.parametrize("text", PLAIN, ids=range(len(PLAIN)))
def test_lines(text: str) -> None:
    assert spent(parse, text) < SECONDS
    let = {"x": "real"}
    assert spent(lambda line: conjecture_files.build("t", let, [line], ["x <= 1"]), text) < SECONDS
    assert spent(lambda line: conjecture_files.build("t", {"x": line}, [], ["x <= 1"]), text) < SECONDS
    assert spent(lambda line: conjecture_files.build("t", let, [], ["y <= 1"], define={"y": line}), text) < SECONDS


PARTS = (
    "(", "{", "[", r"\frac{", r"\sqrt{", "^{", "_{", "|", r"\|", r"\left(", "&", r"\begin{matrix}", r"\text{a", "$",
    "$a$ ", r"\sum_{i=1}^n ", "a in ", r"\mathbb{R}", "not necessarily ", "doubly ", r"\operatorname{", r"\bar", "A,",
    "²", "ⁿ", r"x_1,\dots,x_n,", "\\", "A-", "1", r"\in ", r"\sim ", "f(x)=", "=", ".",
)  # fmt: skip
LATEX = [
    *map(filled, PARTS), *("Let $A$ be " + filled(part, 1900) for part in PARTS), *(part * 10**5 for part in PARTS[:4]),
    "Let $f(x) = " + "x" * 900 + "$ and $g(x) = " + "f(x)" * 40 + "$. Then $" + "g(" * 100 + "1" + ")" * 100 + "$.",
    r"x \in [" + "1" * 1900 + ", 2]", r"g \sim N(0," + "I" * 1900,
]  # fmt: skip


@pytest.mark.parametrize("text", LATEX, ids=range(len(LATEX)))
def test_latex(text: str) -> None:
    assert spent(understood, text) < SECONDS


def test_limits_are_cut_where_they_were() -> None:
    """Control: what is a limit is still read as one, with its mode on either side."""
    let = {"n": "integer(1, 4)", "G": "gaussian(n, n)"}
    for line in (
        "smax(G) / sqrt(n) -> 2 as n -> oo", "smax(G) / sqrt(n)  ->  2  almost surely  as  n → ∞",
        "smax(G) / sqrt(n) tends to 2 as n tends to infinity in probability", "smax(G) grows as sqrt(n) as n -> oo",
    ):  # fmt: skip
        said = conjecture_files.build("t", let, [], [line]).text["claim"][0]
        assert said.endswith("as n -> oo") or "surely" in said or "probability" in said
