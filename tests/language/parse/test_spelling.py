"""Signs of mathematics in the text form and in LaTeX, numbers in 1 x 1 matrices, and what stays refused."""

import time

import pytest

from lemmata.language.conjecture_files import build
from lemmata.language.parse import ReadingError, read_claim
from tests.language.parse.scope import NAMES


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
