"""Products over an empty range are the identity, sums zero, as the language reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.certificates.certificate_samples import examine
from tests.checker.test_attacks import violation

LET = ["n = integer(1)", "t = integer(1)", "A = real(n, n)"]
AT = {"dims": {"n": 2, "t": 1}, "values": {"A": [["1", "2"], ["0", "1"]]}}


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("tr(prod(I(n) - A for k in 1..t - 1)) <= 1", 0),
        ("tr(prod(I(n) - A for k in 1..t - 1)) <= 2", 1),
        ("tr(A @ prod(A.T @ A / 2 for k in 1..t - 1)) < 2", 0),
        ("tr(prod((-A).T for k in 1..t - 1)) <= 1", 0),
        ("tr(prod(expm(A) for k in 1..t - 1)) <= 1", 2),  # the order is not seen
        ("tr(prod(k for k in 1..t - 1)) <= 1", 2),
        ("tr(A) <= sum(k for k in 1..t - 1)", 0),
        ("0 < sum(tr(A) / k for k in 1..t - 1)", 0),
        ("n <= sum(exp(sum(A @ ones(n, 1) for k in 1..t - 1)))", 2),  # of n zeros, and not of one
        ("n <= sum(product(diag(A) for k in 1..t - 1))", 2),
        ("n <= sum(exp(sum(diag(A) for k in 1..t - 1)))", 2),
        ("n <= sum(sum(exp(entry(diag(A), k)) for k in 1..t - 1) * I(1))", 0),
        ("tr(A) <= max(k for k in 1..t - 1)", 2),
        ("tr(A) <= 1 + product(k for k in 1..t - 1) - 1", 0),
    ],
)
def test_nothing_has_the_value_that_it_has_in_the_language(claim: str, code: int, tmp_path: Path) -> None:
    assert examine(tmp_path, violation(LET, claim, **AT)) == code
