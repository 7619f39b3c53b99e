"""Limits in text: what is read, that it reads back, and what is refused."""

import pytest

from lemmata.language.conjecture_files import build
from lemmata.language.parse import ReadingError
from lemmata.language.probability import Converges, Grows
from lemmata.language.statement import Kind

LET = {"n": "integer(2, 6)", "m": "integer(1, 3)", "G": "gaussian(n, n)", "A": "real(n, n)", "t": "positive"}


def read(*claims, given=()):
    return build("limit", LET, given, claims)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("smax(G) / sqrt(n) -> 2 as n -> oo", "smax(G) / sqrt(n) -> 2 in probability as n -> oo"),
        ("smax(G) / sqrt(n) → 2 a.s. as n → ∞", "smax(G) / sqrt(n) -> 2 almost surely as n -> oo"),
        ("smax(G)/sqrt(n) converges to 2 as n -> inf almost surely", "smax(G) / sqrt(n) -> 2 almost surely as n -> oo"),
        ("P(cond(G) <= t * n) -> exp(-3/2) as n -> oo", "P(cond(G) <= t * n) -> exp(-3/2) as n -> oo"),
        ("cond(G) grows as n as n -> oo", "cond(G) grows as n as n -> oo"),
    ],
)
def test_limits_are_read_and_read_back(text, said):
    (clause,) = read(text).claim
    (again,) = read(said).claim
    assert read(text).text["claim"] == [said] and clause == again
    assert isinstance(clause, Converges | Grows) and read(text).kind is Kind.LIMIT
    assert clause.dim.bounds[1] is None  # the range of a search says nothing here


@pytest.mark.parametrize(
    ("claims", "given", "why"),
    [
        (["E(smax(G)) -> 2 as n -> oo"], [], "expectations"),
        (["smax(A) -> 2 as n -> oo"], [], "nothing in this limit is random"),
        (["smax(G) -> 2 as t -> oo"], [], "only a dimension can grow"),
        (["s(G) -> 2 as n -> oo"], [], "one of numbers"),
        (["smax(G) -> 2, 3 as n -> oo"], [], "two sides"),
        (["P(smax(G) <= 1) -> 0 almost surely as n -> oo"], [], "a probability is a number"),
        (["2 * P(smax(G) <= 1) -> 0 as n -> oo"], [], "of one probability"),
        (["smax(G) -> 2 as n -> oo", "P(smax(G) <= 1) <= 1/2"], [], "next to limits only"),
        (["smax(A) <= 1"], ["smax(G) -> 2 as n -> oo"], "next to limits only"),
        (["smax(G) -> 2 as n -> oo"], ["smax(G) <= 2"], "of its parameters"),
        (["1 + tends(smax(G), 2, n) <= 1"], [], "tends"),
        (["tends(smax(G), 2, n)"], [], "claim of its own"),
        (["smax(G) -> 2"], [], "->"),
    ],
)
def test_what_is_no_limit_is_refused(claims, given, why):
    with pytest.raises(ReadingError, match=why):
        read(*claims, given=given)
