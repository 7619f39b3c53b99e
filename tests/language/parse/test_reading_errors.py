"""Every mistake gets one line that says what is wrong, where, and what to write instead."""

import re
import time

import pytest

from lemmata.language.conjecture_files import build
from lemmata.language.parse import ReadingError, read_claim, text_limits, tokens
from lemmata.language.parse.errors import one_line
from lemmata.language.parse.vocabulary import FUNCTIONS
from tests import table
from tests.language.parse.scope import NAMES

MISTAKES = table(__file__, "mistakes.toml")["mistakes"]


@pytest.mark.parametrize(("typed", "column", "message", "fix"), MISTAKES, ids=[one_line(row[0]) for row in MISTAKES])
def test_mistakes_are_explained(typed, column, message, fix):
    with pytest.raises(ReadingError) as caught:
        read_claim(typed, NAMES)
    error = caught.value
    assert message in error.message
    assert fix in error.fix
    assert (error.line, error.column) == (1, column)
    assert "\n" not in str(error) and str(error).startswith(f"column {column}: ")
    assert error.marked.split("\n")[1].index("^") == column + 1  # two blanks in front
    assert error.text == tokens.spelled(typed)


def test_the_place_in_a_text_of_several_lines():
    with pytest.raises(ReadingError) as caught:
        read_claim("smax(A)\n  <= Q", NAMES)
    assert (caught.value.line, caught.value.column) == (2, 6)
    assert str(caught.value).startswith("line 2, column 6: ")
    assert caught.value.marked == "    <= Q\n       ^"


@pytest.mark.parametrize(
    ("typed", "bound"),
    [
        ("a" * (text_limits.LENGTH + 1), text_limits.LENGTH),
        (" + ".join(["a"] * text_limits.NODES) + " <= 1", text_limits.DEPTH),
        (" <= ".join(["a * a * a"] * 100), text_limits.NODES),
        ("(" * (text_limits.DEPTH + 1) + "a" + ")" * (text_limits.DEPTH + 1) + " <= 1", text_limits.DEPTH),
        ("sqrt(" * (text_limits.DEPTH - 1) + "a" + ")" * (text_limits.DEPTH - 1) + " <= 1", text_limits.DEPTH),
        ("smax(A" + ".T" * text_limits.DEPTH + ") <= 1", text_limits.DEPTH),
        ("-" * (text_limits.SIGNS + 1) + "a <= 1", text_limits.SIGNS),
        ("9" * (text_limits.DIGITS + 1) + " <= a", text_limits.DIGITS),
        ("1e999999999999 <= a", text_limits.DIGITS),
        (f"1e-{text_limits.DIGITS + 1} <= a", text_limits.DIGITS),
        (f"a**{text_limits.EXPONENT + 1} <= 1", text_limits.EXPONENT),
        (f"a**-{text_limits.EXPONENT + 1} <= 1", text_limits.EXPONENT),
        ("a**(10**30) <= 1", text_limits.EXPONENT),
        ("((a**100)**100)**2 <= 1", text_limits.DEGREE),
        ("(det(A)**100)**2 <= 1", text_limits.DEGREE),
        ("7**100 * 7**100 * 7**100 * 7**100 <= a", text_limits.BITS),
        ("(10**40)**40 <= a", text_limits.BITS),
        ("schatten(101, A) <= 1", text_limits.EXPONENT),
        ("I(257) == A", text_limits.SIZE),
        ("ones(1, 10**9) == A", text_limits.SIZE),
        ("kron(kron(A, A), kron(A, A)) == A", text_limits.SIZE),
        ("kron(F, F) == A", text_limits.SIZE),
    ],
)
def test_bounds_say_the_limit(typed, bound):
    with pytest.raises(ReadingError) as caught:
        read_claim(typed, NAMES)
    assert str(bound) in str(caught.value)
    assert len(str(caught.value)) < 300


def test_every_function_is_listed_when_one_is_unknown():
    with pytest.raises(ReadingError) as caught:
        read_claim("qqqqqqq(A) <= 1", NAMES)
    assert set(FUNCTIONS) <= set(str(caught.value).split())


# --- Signs of mathematics in the text form and in LaTeX, numbers in 1 x 1 matrices, and what stays refused


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("a ≤ 1", "a <= 1"),
        ("‖x‖² ≥ 0", "norm2(x)**2 >= 0"),
        ("‖A‖_F ≤ √n · ‖A‖₂", "normF(A) <= sqrt(n) * norm2(A)"),
        ("‖A‖_* ≥ ‖A‖_F", "normN(A) >= normF(A)"),
        ("‖x‖_1 ≤ √(n)·‖x‖", "norm1(x) <= sqrt(n) * norm2(x)"),
        ("Aᵀ @ A == A.T @ A", "A.T @ A == A.T @ A"),
        ("a^2 − b ≤ ½", "a**2 - b <= 1/2"),
        ("a⁻² ≤ π", "a**(-2) <= pi"),
        ("(x.T @ A @ x) / (x.T @ x) <= 1", "tr(x.T @ A @ x) / tr(x.T @ x) <= 1"),
        ("(x.T @ y) * A == A", "tr(x.T @ y) * A == A"),
        ("s(A, 2) <= s(A, 1)", "s(A)[2] <= s(A)[1]"),
        ("norm(x) <= 1", "norm2(x) <= 1"),
    ],
)
def test_both_spellings_are_one_claim(typed, plain):
    assert read_claim(typed, NAMES) == read_claim(plain, NAMES)


@pytest.mark.parametrize("typed", ["‖A‖ <= 1", "norm(A) <= 1", "A^2 == A", "A⁻¹ == A", "a ≈ b", "∑ x <= 1", "‖A <= 1"])
def test_what_has_two_meanings_is_asked(typed):
    with pytest.raises(ReadingError):
        read_claim(typed, NAMES)


def test_products_print_as_they_are_read():
    nested = build("a", {"n": "integer(1, 3)", "A": "real(n, n)", "B": "real(n, n)"}, [], ["A @ (B @ A) == A"])
    assert nested.text["claim"] == ["A @ B @ A == A"]
    sums = build("a", {"n": "integer(1, 3)", "A": "real(n, n)", "B": "real(n, n)"}, [], ["A + (B + A) == A"])
    assert sums.text["claim"] == ["A + (B + A) == A"]


@pytest.mark.parametrize("step", ["geomean({}, P)", "softmax({})"])
@pytest.mark.parametrize(("deep", "read"), [(3, True), (16, False), (40, False)])
def test_words_in_words_cost_no_more_than_they_say(step, deep, read):
    """Each level would repeat what is inside several times: what is too long is refused before it is written out."""
    inner, start = ("P" if "geomean" in step else "x"), time.process_time()
    for _ in range(deep):
        inner = step.format(inner)
    let = {"n": "integer(1, 2)", "P": "pd(n)", "x": "real(n, 1)"}
    if read:
        assert build("a", let, [], [f"norm2({inner}) <= 1"]).text["claim"]
    else:
        with pytest.raises(ReadingError, match="parts once definitions and words are put in"):
            build("a", let, [], [f"norm2({inner}) <= 1"])
    assert time.process_time() - start < 5


UNFOLDING = {"n": "integer(1, 3)", "P": "projector(n)", "Q": "projector(n)", "u": "unit(n)", "X": "real(n, n)"}


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        ("P + Q - P @ Q <= I(n)", ["`P + Q - P @ Q` is", "lmin(I(n) - (P + Q - P @ Q)) >= 0"]),
        ("Q @ P @ ones(n + 1, 1) == 0", ["`Q @ P` is"]),
        ("X @ P <= I(n)", ["`X @ P` is"]),
        ("max(P @ Q for i in 1..n) <= 1", ["`P @ Q` is"]),
        ("P * Q == P", ["write P @ Q for"]),
        ("norm2(u) @ P == P", ["`normF(u)` is"]),
        ("Y @ ones(n + 1, 1) == 0", ["`Y` is"]),
        ("(X + P @ X) @ ones(n + 1, 1) == 0", ["`X + P @ X` is"]),
        ("(X - P @ X) @ ones(n + 1, 1) == 0", ["`X - P @ X` is"]),
    ],
)
def test_messages_speak_of_variables_as_they_were_declared(claim: str, shown: list[str]) -> None:
    with pytest.raises(ReadingError) as caught:
        build("t", UNFOLDING, [], [claim], {"Y": "X + P @ X"})
    said = str(caught.value)
    assert all(text in said for text in shown) and not re.search(r"P0|Q0|u0|unit\(n, ", said)
