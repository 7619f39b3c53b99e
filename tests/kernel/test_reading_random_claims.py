"""Random claims and chains, read by the kernel and evaluated by the suite at small and degenerate instances.

The statements of the catalogue are defined nearly everywhere; these are not.
"""

from __future__ import annotations

import random

from lemmata.kernel import KernelError
from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from tests.fuzz.grammar import Grammar
from tests.kernel.test_kernel_numbers import agreement

LET = {"C": "real(n, 3)", "x": "real(n, 1)", "a": "real", "k": "integer(1, n)"}
MATRICES = ("real(n, n)", "psd(n)", "pd(n)", "skew(n)", "diagonal(n)", "signs(n)", "projection(n)", "upper(n)")
GIVEN = ("smax(A) <= 1", "a >= 0", "log(a) <= 1", "lmin(N) >= 0", "sqrt(a - 1) >= 0", "1 / a <= 1", "det(A) == 0")
NEEDS = ("sqrt(a)", "1 / a", "log(a)", "a**(1/2)", "det(inv(A))", "cond(A)", "lmax(A)", "(a - 1)**(-1)", "tr(sqrtm(N))")


def claimed(draw: random.Random) -> tuple[dict[str, str], list[str], list[str]]:
    """Variables, hypotheses and claim; every other claim a chain of what may have no value."""
    let = {"n": f"integer(1, {draw.randint(1, 3)})", **LET, "A": draw.choice(MATRICES), "N": draw.choice(MATRICES[1:])}
    given = [draw.choice(GIVEN)] if draw.random() < 0.3 else []
    if draw.random() < 0.5:
        return let, given, [Grammar(draw).claim(draw.randint(0, 2))]
    sides = [draw.choice((*NEEDS, "a", "0", "k")) for _ in range(3)]
    return let, given, [f" {draw.choice(('<=', '<'))} ".join(sides) + draw.choice(("", "", " for i in 1..n"))]


def compared(count: int, seed: int) -> tuple[int, int, list[str]]:
    """Claims that the kernel reads, instances that both count, and where the two disagree."""
    draw, readable, seen, wrong = random.Random(seed), 0, 0, list[str]()
    for _ in range(count):
        try:
            statement = conjecture_files.build("random", *claimed(draw))
            instances, found = agreement(statement, 6, draw)
        except (ReadingError, KernelError):
            continue
        readable, seen, wrong = readable + 1, seen + instances, wrong + found
    return readable, seen, wrong


def test_random_claims_are_read_as_the_suite_evaluates_them() -> None:
    readable, seen, wrong = compared(100, 6)
    assert wrong == []
    assert readable > 30 and seen > 100
