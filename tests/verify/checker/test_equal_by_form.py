"""Equations between matrices whose entries are only enclosed: what is one sum of products on both sides holds."""

from __future__ import annotations

import pytest

from tests.verify.checker.values import status

A = [["2", "1"], ["1", "3"]]
B = [["1", "5"], ["0", "2"]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sqrtm(A) @ B @ expm(A) == (expm(A) @ B.T @ sqrtm(A)).T", "holds"),
        ("sqrtm(A) + expm(B) == (expm(B.T) + sqrtm(A)).T", "holds"),
        ("2 * sqrtm(A) @ B == (B.T @ sqrtm(A) * 2).T", "holds"),
        ("sqrtm(A) @ B @ expm(A) == expm(A) @ B.T @ sqrtm(A)", "broken"),
        ("sqrtm(A) @ B == B @ sqrtm(A)", "broken"),
        ("expm(B) == expm(B).T", "broken"),
        ("sqrtm(A) @ logm(A) == logm(A) @ sqrtm(A)", "undecided"),  # true, and not by form
    ],
)
def test_the_form_says_what_enclosures_do_not(text: str, found: str) -> None:
    assert status(text, A=A, B=B) == found
