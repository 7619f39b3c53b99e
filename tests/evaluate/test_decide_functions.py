"""Decisions on claims with matrix functions: ties are ties, false claims break, undefined ones do not count."""

import random
from fractions import Fraction
from typing import Any

import pytest
from sympy import pi

from lemmata.evaluate.decide import judge
from lemmata.language import (
    Dim,
    Id,
    Index,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Scalar,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
    Vector,
    absm,
    column,
    cond,
    cumsum,
    det,
    diag,
    entries,
    eq,
    exp,
    expm,
    had,
    inv,
    kron,
    kyfan,
    lam,
    lmax,
    lmin,
    log,
    logm,
    maxabs,
    maximum,
    norm2,
    normF,
    normN,
    ones,
    prod,
    relu,
    s,
    schatten,
    smax,
    smin,
    spectral_radius,
    sqrt,
    sqrtm,
    sym,
    total,
    tr,
)
from lemmata.language.functions import pinv
from lemmata.language.instance import Instance
from tests.evaluate.test_decide import at, problem

n, m = Dim("n"), Dim("m")
A, B, R = Matrix("A", n, n), Matrix("B", n, n), Matrix("R", n, m)
S, T, Q, D, K, U, J, P, G = (
    Symmetric("S", n), Symmetric("T", n), Psd("Q", n), PositiveDefinite("D", n), SkewSymmetric("K", n),
    Orthogonal("U", n), Signs("J", n), Projection("P", n), Upper("G", n),
)  # fmt: skip
x, t, k = Vector("x", n), Scalar("t"), Index("k", 1, 3)
GENERIC, ROUND = [[1, 2], [3, 4]], [[2, 1], [1, 3]]
NILPOTENT, SHEAR, ZERO, TURN = [[0, 1], [0, 0]], [[1, 1], [0, 1]], [[0, 0], [0, 0]], [["3/5", "4/5"], ["-4/5", "3/5"]]
COMMUTING = [[2, -1], [-1, 1]]  # 4 I - ROUND
WIDE, TALL = [[1, 2, 0], [0, 1, 1]], [[1, 0], [2, 1], [0, 1]]
INDEFINITE, DEGENERATE = [[1, 2], [2, 1]], [[1, 2], [2, 4]]
TWO, WIDER, TALLER = {"n": 2}, {"n": 2, "m": 3}, {"n": 3, "m": 2}

Case = tuple[str, Any, dict[str, int], dict[str, Any]]
CASES: list[Case] = [
    # Equalities that hold at every instance of their domains.
    ("holds", eq(normN(A), tr(absm(A))), TWO, {"A": GENERIC}),
    ("holds", eq(normN(R), tr(absm(R))), WIDER, {"R": WIDE}),
    ("holds", eq(normN(R), tr(absm(R))), TALLER, {"R": TALL}),
    ("holds", eq(sqrtm(A @ A), A), TWO, {"A": ROUND}),
    ("holds", eq(A @ pinv(A) @ A, A), TWO, {"A": DEGENERATE}),
    ("holds", eq(pinv(A), Fraction(1, 25) * A), TWO, {"A": DEGENERATE}),
    ("holds", eq(pinv(A), A.T), TWO, {"A": ZERO}),
    ("holds", eq(pinv(R) @ R, Id(m)), TALLER, {"R": TALL}),
    ("holds", eq(pinv(pinv(R)), R), WIDER, {"R": WIDE}),
    ("holds", smax(pinv(sqrtm(D))) ** 2 <= smax(pinv(D)) + 1, TWO, {"D": ROUND}),
    ("holds", eq(sqrtm(Q) @ sqrtm(Q), Q), TWO, {"Q": ROUND}),
    ("holds", eq(sqrtm(Q) @ sqrtm(Q), Q), TWO, {"Q": DEGENERATE}),
    ("holds", eq(absm(R) @ absm(R), R.T @ R), WIDER, {"R": WIDE}),
    ("holds", eq(det(expm(A)), exp(tr(A))), TWO, {"A": GENERIC}),
    ("holds", eq(expm(K).T @ expm(K), Id(n)), TWO, {"K": [[0, 3], [-3, 0]]}),
    ("holds", eq(smax(expm(S)), exp(lmax(S))), TWO, {"S": ROUND}),
    ("holds", eq(lam(expm(S)), exp(lam(S))), TWO, {"S": ROUND}),
    ("holds", eq(tr(logm(D)), log(det(D))), TWO, {"D": ROUND}),
    ("holds", eq(total(log(lam(D))), log(det(D))), TWO, {"D": ROUND}),
    ("holds", eq(prod(s(A)), abs(det(A))), TWO, {"A": GENERIC}),
    ("holds", eq(prod(exp(diag(A))), exp(tr(A))), TWO, {"A": GENERIC}),
    ("holds", eq(kyfan(2, A), normN(A)), TWO, {"A": GENERIC}),
    ("holds", eq(kyfan(1, R), norm2(R)), WIDER, {"R": WIDE}),
    ("holds", eq(schatten(1, A), normN(A)), TWO, {"A": GENERIC}),
    ("holds", eq(schatten(2, A), normF(A)), TWO, {"A": GENERIC}),
    ("holds", eq(schatten(4, A) ** 2, normF(A.T @ A)), TWO, {"A": GENERIC}),
    ("holds", eq(schatten(t, A), normF(A)), TWO, {"A": GENERIC, "t": 2}),
    ("holds", eq(spectral_radius(A), spectral_radius(A.T)), TWO, {"A": GENERIC}),
    ("holds", eq(spectral_radius(U), 1), TWO, {"U": TURN}),
    ("holds", eq(spectral_radius(A @ A), spectral_radius(A) ** 2), TWO, {"A": [[1, -2], [2, 1]]}),
    ("holds", eq(smax(inv(A)) * smin(A), 1), TWO, {"A": GENERIC}),
    ("holds", eq(cond(inv(A)), cond(A)), TWO, {"A": GENERIC}),
    ("holds", eq(lmax(inv(D)), 1 / lmin(D)), TWO, {"D": ROUND}),
    ("holds", eq(had(A, ones(n, n)), A), TWO, {"A": GENERIC}),
    ("holds", eq(relu(A) - relu(-A), A), TWO, {"A": [[1, -2], [0, "-1/2"]]}),
    ("holds", eq(diag(diag(A)), had(A, Id(n))), TWO, {"A": GENERIC}),
    ("holds", eq(s(diag(s(A))), s(A)), TWO, {"A": GENERIC}),
    ("holds", eq(tr(kron(A, B)), tr(A) * tr(B)), TWO, {"A": GENERIC, "B": SHEAR}),
    ("holds", eq(x, column(diag(diag(x) @ Id(n)))), TWO, {"x": [[1], [2]]}),
    ("holds", eq(exp(t) * exp(-t), 1), TWO, {"t": "5/3"}),
    ("holds", eq(log(exp(t)), t), TWO, {"t": "5/3"}),
    ("holds", eq((t * t) ** Fraction(1, 2), abs(t)), TWO, {"t": "-5/3"}),
    ("holds", eq(spectral_radius(G), maximum(abs(diag(G)))), TWO, {"G": [[1, 7], [0, -3]]}),
    ("holds", eq(maxabs(J), 1), TWO, {"J": [[1, 0], [0, -1]]}),
    # Bounds that are attained.
    ("tight", smax(expm(A)) <= exp(smax(A)), TWO, {"A": ZERO}),
    ("tight", smax(expm(A)) <= exp(smax(A)), TWO, {"A": ROUND}),
    ("tight", tr(expm(S + T)) <= tr(expm(S) @ expm(T)), TWO, {"S": ROUND, "T": COMMUTING}),
    ("tight", spectral_radius(A) <= smax(A), TWO, {"A": [[1, -1], [1, 1]]}),
    ("tight", spectral_radius(expm(A)) <= exp(spectral_radius(A)), TWO, {"A": SHEAR}),
    ("tight", cumsum(diag(S)) <= cumsum(lam(S)), TWO, {"S": ROUND}),
    ("tight", lam(S) <= lam(absm(S)), TWO, {"S": INDEFINITE}),
    ("tight", log(t) <= t - 1, TWO, {"t": 1}),
    ("tight", 1 + t <= exp(t), TWO, {"t": 0}),
    ("tight", t ** Fraction(1, 3) <= 2, TWO, {"t": 8}),
    ("tight", prod(abs(diag(A))) <= prod(s(A)), TWO, {"A": SHEAR}),
    ("tight", normF(A) <= sqrt(smax(A) * normN(A)), TWO, {"A": TURN}),
    ("tight", schatten(3, A) <= normN(A), TWO, {"A": DEGENERATE}),
    ("tight", cond(absm(A)) <= cond(A), TWO, {"A": DEGENERATE}),
    ("tight", tr(D) - n >= log(det(D)), TWO, {"D": [[1, 0], [0, 1]]}),
    ("tight", normF(expm(S)) <= sqrt(n) * exp(lmax(S)), TWO, {"S": [[3, 0], [0, 3]]}),
    ("tight", smax(P @ A) <= smax(A), TWO, {"A": GENERIC, "P": [[1, 0], [0, 1]]}),
    # Strict bounds, and equalities that fail.
    ("holds", smax(expm(A)) <= exp(smax(A)), TWO, {"A": GENERIC}),
    ("holds", lmax(logm(D)) <= lmax(D) - 1, TWO, {"D": ROUND}),
    ("holds", spectral_radius(A) <= schatten(5, A), TWO, {"A": GENERIC}),
    ("holds", pi * t <= exp(t), TWO, {"t": 2}),
    ("violation", smax(expm(A)) < exp(smax(A)), TWO, {"A": ROUND}),
    ("violation", 1 + t < exp(t), TWO, {"t": 0}),
    ("violation", tr(expm(S)) <= exp(lmax(S)), TWO, {"S": ROUND}),
    ("violation", eq(expm(A + B), expm(A) @ expm(B)), TWO, {"A": NILPOTENT, "B": [[0, 0], [1, 0]]}),
    ("violation", eq(sqrtm(Q + D), sqrtm(Q) + sqrtm(D)), TWO, {"Q": ROUND, "D": ROUND}),
    ("violation", eq(absm(A), absm(A.T)), TWO, {"A": SHEAR}),
    ("violation", eq(pinv(A @ B), pinv(B) @ pinv(A)), TWO, {"A": [[1, 1], [0, 0]], "B": [[1, 0], [0, 0]]}),
    ("violation", eq(pinv(R) @ R, Id(m)), WIDER, {"R": WIDE}),
    ("violation", eq(normN(A), tr(absm(A)) + Fraction(1, 10**40)), TWO, {"A": GENERIC}),
    ("violation", smax(A) <= spectral_radius(A), TWO, {"A": NILPOTENT}),
    ("violation", spectral_radius(A + B) <= spectral_radius(A) + spectral_radius(B), TWO,
        {"A": NILPOTENT, "B": [[0, 0], [1, 0]]}),
    ("violation", lmax(logm(D)) <= lmax(D) - 3, TWO, {"D": ROUND}),
    ("violation", normN(had(A, B)) <= normN(A) * maxabs(B) / 2, TWO, {"A": GENERIC, "B": [[1, 1], [1, 1]]}),
    ("violation", kyfan(1, A) >= normN(A), TWO, {"A": GENERIC}),
    ("violation", exp(t) <= 1 + t + t**2 / 2, TWO, {"t": Fraction(1, 10**12)}),
    ("violation", x <= relu(entries(x)) - 1, TWO, {"x": [[1], [2]]}),
    # Outside the domain of a function or a variable.
    ("out_of_domain", smax(inv(A)) <= 1, TWO, {"A": NILPOTENT}),
    ("out_of_domain", lmax(sqrtm(A)) <= 1, TWO, {"A": SHEAR}),
    ("out_of_domain", lmax(sqrtm(A)) <= 1, TWO, {"A": INDEFINITE}),
    ("out_of_domain", lmax(logm(A)) <= 1, TWO, {"A": DEGENERATE}),
    ("out_of_domain", lmax(A @ S) <= 1, TWO, {"A": GENERIC, "S": ROUND}),
    ("out_of_domain", lmax(expm(A)) <= 1, TWO, {"A": GENERIC}),
    ("out_of_domain", log(t) <= 1, TWO, {"t": 0}),
    ("out_of_domain", t ** Fraction(1, 2) <= 1, TWO, {"t": -1}),
    ("out_of_domain", t**t <= 1, TWO, {"t": 0}),
    ("out_of_domain", schatten(t, A) <= 1, TWO, {"A": GENERIC, "t": 0}),
    ("out_of_domain", kyfan(k, A) <= 1, TWO, {"A": GENERIC, "k": 3}),
    ("out_of_domain", cond(expm(A) - expm(A)) >= 1, TWO, {"A": GENERIC}),
    ("out_of_domain", log(smin(A)) <= 1, TWO, {"A": DEGENERATE}),
    ("out_of_domain", tr(logm(sqrtm(Q))) <= 1, TWO, {"Q": DEGENERATE}),
    ("out_of_domain", tr(D) >= 0, TWO, {"D": DEGENERATE}),
    ("out_of_domain", tr(J) >= 5, TWO, {"J": ROUND}),
    # Symmetric as a value is enough.
    ("holds", lmax(A @ S) <= 7, TWO, {"A": [[2, 0], [0, 2]], "S": [[1, 1], [1, 1]]}),
    ("holds", lmax(A @ B + B @ A) <= 30, TWO, {"A": ROUND, "B": COMMUTING}),
    ("holds", lmax(P @ expm(S) @ P) <= exp(lmax(S)), TWO, {"S": ROUND, "P": [[1, 0], [0, 0]]}),
    ("holds", lmax(expm(S) @ expm(T)) <= exp(4), TWO, {"S": ROUND, "T": [[-5, 1], [1, -4]]}),
    # Out of reach: said, not guessed.
    ("undecided", eq(pi * t, t * pi), TWO, {"t": 1}),
    ("undecided", eq(expm(expm(S)), expm(expm(S.T))), TWO, {"S": ROUND}),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "claim", "dims", "values"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES])
def test_outcomes(outcome: str, claim: Any, dims: dict[str, int], values: dict[str, Any]) -> None:
    found = judge(problem(claim, dims), at(dims, **values))
    assert found.outcome == outcome, found
    assert outcome != "undecided" or found.reason


def test_hypotheses_that_are_undefined_are_not_met() -> None:
    claim, given = smax(A) <= 0, (smax(inv(A)) <= 5,)
    assert judge(problem(claim, TWO, given), at(TWO, A=NILPOTENT)).outcome == "out_of_domain"
    assert judge(problem(claim, TWO, given), at(TWO, A=[[1, 0], [0, 1]])).outcome == "violation"
    assert judge(problem(claim, TWO, (log(t) <= 0,)), at(TWO, A=SHEAR, t=-1)).outcome == "out_of_domain"


DEGENERATES: list[Any] = [
    [[0, 0, 0], [0, 0, 0], [0, 0, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[-2, 0, 0], [0, -2, 0], [0, 0, -2]],
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[1, 1, 1], [1, 1, 1], [1, 1, 1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    [[2, 1, 0], [0, 2, 1], [0, 0, 2]], [[1, 2, 2], [2, 1, -2], [2, -2, 1]], [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
    [[2, 0, 0], [0, 2, 0], [0, 0, 3]], [[1, 0, 0], [0, Fraction(1, 10**20), 0], [0, 0, Fraction(10**20)]],
]  # fmt: skip
TRUE_EVERYWHERE: list[Any] = [
    eq(normN(A), tr(absm(A))),
    eq(absm(A) @ absm(A), A.T @ A),
    eq(s(absm(A)), s(A)),
    spectral_radius(A) <= smax(A),
    schatten(3, A) <= normN(A),
    normF(A) <= schatten(Fraction(3, 2), A),
    smax(had(A, A)) <= smax(A) ** 2,
    maxabs(A) <= kyfan(1, A),
    prod(s(A)) >= abs(det(A)),
    eq(det(expm(sym(A))), exp(tr(A))),
    smax(expm(sym(A))) <= exp(smax(A)),
    eq(expm(A) @ expm(-A), Id(n)),
    lam(sym(A)) <= s(A),
    cond(absm(A)) >= 1,
    log(1 + smax(A)) <= smax(A),
]


@pytest.mark.parametrize("rows", DEGENERATES)
@pytest.mark.parametrize("claim", TRUE_EVERYWHERE, ids=str)
def test_degenerate_instances_are_decided(claim: Any, rows: Any) -> None:
    found = judge(problem(claim, {"n": 3}), at({"n": 3}, A=rows))
    assert found.outcome in ("holds", "tight") or rows[0] == [0, 0, 0] and found.outcome == "out_of_domain", found


@pytest.mark.parametrize("claim", TRUE_EVERYWHERE, ids=str)
def test_random_instances_are_decided(claim: Any) -> None:
    rng = random.Random(str(claim))
    for order in (1, 2, 3, 4):
        for draw in (lambda: Fraction(rng.randint(-3, 3)), lambda: Fraction(rng.gauss(0, 1))):
            rows = [[draw() for _ in range(order)] for _ in range(order)]
            found = judge(problem(claim, {"n": order}), Instance({"n": order}, {"A": rows}))
            zero = not any(any(row) for row in rows)
            assert found.outcome in ("holds", "tight") or zero and found.outcome == "out_of_domain", (found, rows)


def test_larger_orders() -> None:
    rng = random.Random(4)
    for order in (12, 18):
        rows = [[Fraction(rng.randint(-3, 3)) for _ in range(order)] for _ in range(order)]
        half = [
            [(a + b) / 2 for a, b in zip(r, c, strict=True)] for r, c in zip(rows, zip(*rows, strict=True), strict=True)
        ]
        here = {"n": order}
        assert judge(problem(smax(expm(A)) <= exp(smax(A)), here), Instance(here, {"A": rows})).outcome == "holds"
        assert judge(problem(spectral_radius(A) < smax(A), here), Instance(here, {"A": rows})).outcome == "holds"
        assert judge(problem(lmax(absm(S)) <= lmax(S), here), Instance(here, {"S": half})).outcome in (
            "tight",
            "violation",
        )
        assert judge(problem(normN(A) <= normF(A), here), Instance(here, {"A": rows})).outcome == "violation"
