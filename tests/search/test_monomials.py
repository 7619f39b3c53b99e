"""Signed permutations that solve equations are found exactly, and nothing else is said to."""

from __future__ import annotations

import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.search.equations import monomials

PAIR = {"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)", "P": "pd(n)", "t": "interval(1, 2)"}


def problem(n: int, *given: str, claim: str = "A @ B == B @ A") -> Concrete:
    return instantiate(conjecture_files.build("x", PAIR, list(given), [claim]), {"n": n})


def test_the_quaternions_are_there_and_every_row_is_a_solution() -> None:
    found = monomials(problem(4, "A @ B @ A == B", "B @ A @ B == A"), Stream("test", 0), 20_000)
    a, b = found["A"], found["B"]
    assert bool((a @ b @ a == b).all()) and bool((b @ a @ b == a).all()) and set(a.unique().tolist()) <= {-1, 0, 1}
    assert bool((a @ b != b @ a).flatten(1).any(1).any())  # at order 4, and not at order 3
    small = monomials(problem(3, "A @ B @ A == B", "B @ A @ B == A"), Stream("test", 0), 20_000)
    assert torch.equal(small["A"] @ small["B"], small["B"] @ small["A"])


def test_rows_may_be_zero_and_other_variables_keep_their_domains() -> None:
    found = monomials(problem(2, "A @ A == 0 * A", claim="tr(A @ P) <= t"), Stream("test", 1), 2000)
    assert bool((found["A"] != 0).any()) and bool((torch.linalg.eigvalsh(found["P"]) > 0).all())
    assert bool((found["t"] >= 1).all()) and len(found["t"]) == len(found["A"])


@pytest.mark.parametrize(("n", "given"), [(2, "A @ A == 2 * I(n)"), (2, "tr(A) <= 1"), (1, "A @ B == B")])
def test_nothing_is_found_where_there_is_nothing(n: int, given: str) -> None:
    assert monomials(problem(n, given), Stream("test", 2), 2000) == {}
