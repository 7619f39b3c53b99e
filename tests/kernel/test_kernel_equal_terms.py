"""Equal terms have one normal form, made once, and are found equal without hashing all of what is in them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from lemmata import kernel as normal
from lemmata import kernel as terms
from lemmata.kernel import ONE, R, Term, first_equal, num, opened
from lemmata.prove import normal_words

A: Term = ("v", "A", ("M", num(2), num(2)))
LENGTH = 150


def total(last: int = 1) -> Term:
    """A deep sum, built anew."""
    out: Term = ("v", "x", R)
    for k in range(LENGTH):
        out = ("+", out, ("*", num(Fraction(k + 1, 7)), ("v", f"y{k % 5}", R)))
    return ("+", out, num(last))


def test_equal_terms_have_one_first() -> None:
    a, b = total(), total()
    assert a is not b and first_equal(a) is first_equal(b) and first_equal(a) == a
    assert first_equal(total(2)) is not first_equal(a)
    assert first_equal(("b", 3)) is not first_equal(("b", 4)) and first_equal(()) == ()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (("^", ("v", "x", R), 2), ("^", ("v", "x", R), 3)),
        (("tr", A), ("det", A)),
        (("v", "x", R), ("v", "x", ("Z",))),
        (("+", ONE, num(2)), ("+", num(2), ONE)),
        (("q", ("q",)), ("q", "q")),
        ((("q",), "q"), ("q", ("q",))),
    ],
)
def test_terms_that_differ_have_firsts_of_their_own(a: Term, b: Term) -> None:
    assert first_equal(a) is not first_equal(b)


def test_an_id_is_not_taken_for_that_of_a_term_that_is_gone() -> None:
    """Terms are made and dropped by the thousand, the table emptied between: each is still itself alone."""
    for k in range(3000):
        t = ("+", ("*", num(k), ("v", "x", R)), num(k + 1))
        assert first_equal(t) == t and normal.scalar(t) == normal.plus(
            normal.times(normal.constant(k), normal.scalar(("v", "x", R))), normal.constant(k + 1)
        )
        if k % 500 == 0:
            terms._firsts.clear()


def test_a_matrix_read_as_a_number_stays_a_matrix() -> None:
    normal_words.forget()
    normal.scalar(A)
    assert normal.matrix(A) == {normal.letter(A, *(normal._size(num(2)),) * 2, A): {(): Fraction(1)}}


def test_forms_are_forgotten_with_the_numbers_of_atoms() -> None:
    normal_words.forget()
    x, y = (normal.scalar(("v", name, R)) for name in "xy")
    normal_words.forget()
    assert normal.scalar(("v", "y", R)) == x != y


def test_a_deep_sum_costs_what_its_length_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0
    before: Any = Fraction.__hash__

    def counting(number: Fraction) -> int:
        nonlocal count
        count += 1
        return int(before(number))

    normal_words.forget()
    term = opened(("+", ("b", 0), total(3)), ("v", "z", R))
    monkeypatch.setattr(Fraction, "__hash__", counting)
    form = normal.scalar(term)
    monkeypatch.undo()
    assert len(form) == 8 and 0 < count < 10 * LENGTH  # every part as a whole: 10,000 and more
