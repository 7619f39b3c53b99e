"""Equal terms have one normal form, and what is remembered of a term is of no other."""

from fractions import Fraction
from typing import Any

import pytest

from lemmata import kernel as normal
from lemmata.kernel import ONE, R, Term, Z, num, opened
from lemmata.prove import normal_words

A: Term = ("v", "A", ("M", num(2), num(2)))
LENGTH = 150


def total(last: int = 1) -> Term:
    """A deep sum, built anew."""
    out: Term = ("v", "x", R)
    for k in range(LENGTH):
        out = ("+", out, ("*", num(Fraction(k + 1, 7)), ("v", f"y{k % 5}", R)))
    return ("+", out, num(last))


def test_an_id_is_not_taken_for_that_of_a_term_that_is_gone() -> None:
    """Terms are made and dropped by the thousand: each is still itself alone."""
    for k in range(3000):
        t = ("+", ("*", num(k), ("v", "x", R)), num(k + 1))
        assert normal.scalar(t) == normal.plus(
            normal.times(normal.constant(k), normal.scalar(("v", "x", R))), normal.constant(k + 1)
        )


def test_a_matrix_read_as_a_number_stays_a_matrix() -> None:
    normal_words.forget()
    normal.scalar(A)
    assert normal.matrix(A) == {(normal.letter(A, *(normal._size(num(2)),) * 2, A),): {(): Fraction(1)}}


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
    assert len(form) == 8 and count < 10 * LENGTH  # every part as a whole: 10,000 and more


def test_formulas_are_compared_by_the_normal_forms_of_all_that_stands_in_them() -> None:
    """Ends of ranges and what is simple included; another end, another index, another matrix is another formula."""
    n, x = ("v", "n", Z), ("v", "x", R)

    def every(high: Term, bound: Term, inner: Term = ("b", 0)) -> Term:
        return ("all", ONE, high, ("all", ONE, inner, ("<=", bound, ("+", ("b", 0), x))))

    after, other = ("+", n, ONE), ("+", ONE, n)
    assert normal.same_formula(every(after, ("b", 1)), every(other, ("b", 1)))
    assert normal.same_formula(every(n, ("+", ("b", 0), ("b", 1))), every(n, ("+", ("b", 1), ("b", 0))))
    assert not normal.same_formula(every(after, ("b", 1)), every(n, ("b", 1)))
    assert not normal.same_formula(every(n, ("b", 1)), every(n, ("b", 0)))
    assert not normal.same_formula(every(n, ("b", 1)), every(n, ("b", 1), n))
    assert normal.same_formula(("simple_s", A, after), ("simple_s", ("T", ("T", A)), other))
    assert not normal.same_formula(("simple_s", A, after), ("simple_s", A, n))
    assert not normal.same_formula(("simple_s", A, after), ("simple_lam", A, after))
    assert not normal.same_formula(("<=", x, n), ("<", x, n)) and not normal.same_formula(("=", x, n), ("=", n, x))
