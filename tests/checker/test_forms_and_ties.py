"""What the checker reads off the form of a matrix, and ties between functions of matrices: certain, or not claimed."""

from __future__ import annotations

import contextlib
import time
from fractions import Fraction

import pytest

from lemmata.checker.exact_numbers import Undecided, Undefined
from lemmata.checker.format import NotEstablished
from tests.checker.values import status

GENERIC, ROUND, DEGENERATE = [[1, 2], [3, 4]], [[2, 1], [1, 3]], [[1, 2], [2, 4]]
THREE, SINGULAR = [[1, 2, 0], [3, 4, 1], [0, 1, 1]], [[1, 2, 3], [2, 5, 6], [3, 6, 9]]
TURN, SPIRAL = [[1, -1], [1, 1]], [[1, -2, 0], [2, 1, 1], [1, 0, 0]]
TIES = [
    ("rank(absm(A))", "rank(A)", DEGENERATE),
    ("cond(absm(A))", "cond(A)", SINGULAR),
    ("rho(A @ A.T)", "rho(A.T @ A)", THREE),
    ("kyfan(2, A)", "normN(A)", GENERIC),
    ("schatten(3, A)", "normN(A)", DEGENERATE),
    ("lmax(A)", "rho(A)", ROUND),
    ("prod(s(A))", "abs(det(A))", GENERIC),
    ("rho(A)", "1", [[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    ("sqrtm(A)", "had(sqrtm(A), ones(2, 2))", [[5, 4], [4, 5]]),
    ("inv(inv(A))", "A", GENERIC),
    ("schatten(1 / 2, A)", "(sqrt(s(A, 1)) + sqrt(s(A, 2)))**2", GENERIC),
    ("cumsum(s(A))", "cumsum(s(A.T))", THREE),
]
BEYOND = [  # ties between functions of matrices, which have no height here: nearly equal, never said to be
    ("normN(A)", "tr(absm(A))", THREE),
    ("lam(absm(A))", "s(A)", THREE),
    ("lmax(sqrtm(A))", "sqrt(lmax(A))", ROUND),
    ("cond(sqrtm(A))", "1", DEGENERATE),
    ("smin(sqrtm(A))", "0", SINGULAR),
    ("rho(A)", "smax(A)", TURN),
    ("schatten(2, A)", "normF(A)", THREE),
    ("schatten(4, A)**2", "normF(A.T @ A)", GENERIC),
    ("rho(A @ A)", "rho(A)**2", SPIRAL),
    ("tr(sqrtm(A))**2", "tr(A) + 2 * sqrt(det(A))", ROUND),
    ("normF(sqrtm(A))", "sqrt(tr(A))", ROUND),
    ("det(sqrtm(A))", "sqrt(det(A))", ROUND),
    ("smax(2 * absm(A))", "2 * smax(A)", THREE),
    ("lam(expm(A))", "exp(lam(A))", ROUND),
    ("det(expm(A))", "exp(tr(A))", THREE),
    ("log(lmax(A))", "lmax(logm(A))", ROUND),
]


@pytest.mark.parametrize(("left", "right", "rows"), TIES)
def test_ties_between_functions_are_ties(left: str, right: str, rows: list) -> None:
    matrices = left in ("sqrtm(A)", "inv(inv(A))")  # which are equated only
    for op, wanted in (("==", "holds"), ("<=", "holds"), (">=", "holds"), ("<", "broken"), (">", "broken"))[
        : 1 if matrices else 5
    ]:
        assert status(f"{left} {op} {right}", A=rows) == wanted


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("left", "right", "rows"), BEYOND[::4])
def test_ties_beyond_this_check_are_neither_held_nor_broken(left: str, right: str, rows: list) -> None:
    assert status(f"{left} == {right}", A=rows) == status(f"{left} < {right}", A=rows) == "undecided"


@pytest.mark.parametrize(
    ("left", "right", "rows"), [t for t in TIES if "(" in t[1] and t[0] not in ("sqrtm(A)", "inv(inv(A))")]
)
def test_what_is_nearly_a_tie_is_none(left: str, right: str, rows: list) -> None:
    tiny = f"1 / {10**40}"
    assert status(f"{left} < {right} + {tiny}", A=rows) == "holds"
    assert status(f"{left} == {right} - {tiny}", A=rows) == "broken"


@pytest.mark.parametrize(
    "text",
    [
        "rho(expm(A)) <= exp(rho(A))",
        "expm(A) @ expm(-A) == I(2)",
        "sqrtm(A) @ sqrtm(A) == A",
        "exp(log(lmax(A))) < lmax(A)",
        "lmax(sqrtm(A) @ sqrtm(A)) > lmax(A)",
    ],
)
def test_ties_beyond_this_check_are_left_undecided_soon(text: str) -> None:
    start = time.process_time()
    assert status(text, A=ROUND) == "undecided"
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    "text",
    [
        "lmax(" + " + ".join(["expm(A) @ expm(A)"] * 60) + ") <= 1",
        "lmax(" + " @ ".join(["(expm(A) + expm(A.T))"] * 30) + ") <= 1",
        "sqrtm(sqrtm(sqrtm(sqrtm(sqrtm(sqrtm(absm(A))))))) == A",
        "expm(expm(expm(expm(A)))) == A",
        "inv(inv(inv(inv(inv(inv(expm(A))))))) == A",
        "absm(" * 38 + "expm(A / 10**6)" + ")" * 38 + " == A",
        "lmax(" + "-" * 70 + "expm(A / 10**6)" + ") <= 1",
        "schatten(10**9, A) <= 1",
        "kyfan(10**9, A) <= 1",
        "normN(kron(kron(A, A), kron(A, kron(A, A)))) <= 1",
    ],
)
def test_hostile_expressions_end_within_the_time(text: str) -> None:
    start = time.process_time()
    with contextlib.suppress(NotEstablished, Undefined, Undecided):
        status(text, seconds=5, A=[[Fraction(10**6), Fraction(1, 7)], [Fraction(2, 3), Fraction(5)]])
    assert time.process_time() - start < 25
