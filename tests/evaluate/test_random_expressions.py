"""Random nested expressions: exact, algebraic and ball interpreters never contradict each other."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from lemmata.evaluate.algebraic_numbers import AlgebraicInterpreter
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import NoValue, Undefined
from lemmata.language import (
    Id,
    Matrix,
    PositiveDefinite,
    Psd,
    Scalar,
    ShapeError,
    Symmetric,
    absm,
    cond,
    det,
    diag,
    exp,
    expm,
    had,
    inv,
    kyfan,
    lmax,
    lmin,
    log,
    logm,
    maxabs,
    norm2,
    normF,
    normN,
    prod,
    rank,
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
from lemmata.language.instance import Instance
from lemmata.language.matrices import MatrixTerm

HALF = Fraction(1, 2)
t = Scalar("t")


class Generator:
    """Draws expressions of bounded depth over 2 x 2 or 3 x 3 variables."""

    def __init__(self, rng: random.Random, order: int) -> None:
        self.rng, self.order = rng, order
        self.leaves = [
            Matrix("A", order, order), Matrix("B", order, order), Symmetric("S", order), Psd("Q", order),
            PositiveDefinite("D", order), Id(order),
        ]  # fmt: skip

    def matrix(self, depth: int) -> Any:
        if depth == 0:
            return self.rng.choice(self.leaves)

        def a() -> Any:
            return self.matrix(depth - 1)

        rules: list[Callable[[], Any]] = [
            lambda: a() + a(), lambda: a() - a(), lambda: a() @ a(), lambda: a().T, lambda: -a(),
            lambda: self.rng.choice([2, HALF, -1, t]) * a(), lambda: inv(a()), lambda: expm(a()), lambda: logm(a()),
            lambda: sqrtm(a()), lambda: absm(a()), lambda: had(a(), a()), lambda: relu(a()),
            lambda: diag(diag(a())), lambda: sym(a()), lambda: self.scalar(depth - 1) * a(), lambda: diag(s(a())),
        ]  # fmt: skip
        return self.rng.choice(rules)()

    def scalar(self, depth: int) -> Any:
        if depth == 0:
            return t

        def a() -> Any:
            return self.matrix(depth - 1)

        def q() -> Any:
            return self.scalar(depth - 1)

        rules: list[Callable[[], Any]] = [
            lambda: smax(a()), lambda: smin(a()), lambda: tr(a()), lambda: det(a()), lambda: normN(a()),
            lambda: normF(a()), lambda: norm2(a()), lambda: spectral_radius(a()), lambda: cond(a()),
            lambda: schatten(self.rng.choice([1, 2, 3, HALF]), a()), lambda: kyfan(1, a()), lambda: maxabs(a()),
            lambda: lmax(a()), lambda: lmin(a()), lambda: exp(q()), lambda: log(q()), lambda: q() + q(),
            lambda: q() * q(), lambda: q() / q(), lambda: q() ** self.rng.choice([2, -1, HALF, Fraction(2, 3)]),
            lambda: sqrt(q()), lambda: abs(q()), lambda: total(exp(s(a()))), lambda: prod(s(a())), lambda: rank(a()),
        ]  # fmt: skip
        return self.rng.choice(rules)()

    def instance(self) -> Instance:
        kind, n = self.rng.randrange(3), self.order

        def entry() -> Fraction:
            small, large = Fraction(self.rng.randint(-2, 2)), Fraction(self.rng.randint(-9, 9), self.rng.randint(1, 4))
            return (small, large, Fraction(self.rng.gauss(0, 1)))[kind]

        def table() -> list[list[Fraction]]:
            return [[entry() for _ in range(n)] for _ in range(n)]

        def gram(rows: list[list[Fraction]], shift: int) -> list[list[Fraction]]:
            return [
                [sum((row[i] * row[j] for row in rows), Fraction(shift * (i == j))) for j in range(n)] for i in range(n)
            ]

        half = table()
        symmetric = [[half[i][j] + half[j][i] for j in range(n)] for i in range(n)]
        values = {"A": table(), "B": table(), "S": symmetric, "Q": gram(table(), 0), "D": gram(table(), 1)}
        return Instance({}, {**values, "t": entry()})


def drawn(seed: int) -> tuple[Any, Instance]:
    rng = random.Random(seed)
    while True:
        generator = Generator(rng, rng.choice([2, 2, 3]))
        depth = rng.randint(1, 4)
        try:
            node = generator.scalar(depth) if rng.random() < 0.6 else generator.matrix(depth)
        except (ShapeError, ValueError, TypeError):
            continue  # a scalar where a matrix is wanted, a vector times a matrix
        return node, generator.instance()


def outcome(interpreter: Any, node: Any) -> tuple[str, list[arb]]:
    """("value", balls), ("undefined", []) or ("open", [])."""
    try:
        if isinstance(node, MatrixTerm):
            table = interpreter.matrix(node)
            values = [x for row in (table if isinstance(table, list) else table.tolist()) for x in row]
        else:
            values = interpreter.quantity(node)
    except Undefined:
        return "undefined", []
    except NoValue:
        return "open", []
    return "value", [x.enclose(128) if hasattr(x, "enclose") else arb(x) for x in values]


@pytest.mark.parametrize("block", range(10))
def test_interpreters_agree(block: int) -> None:
    decided = 0
    for seed in range(40 * block, 40 * block + 40):
        node, at = drawn(seed)
        exact = ExactInterpreter(at)
        found = [outcome(exact, node), outcome(AlgebraicInterpreter(exact), node)]
        found += [outcome(BallInterpreter(exact, bits), node) for bits in (64, 200)]
        kinds = {kind for kind, _ in found}
        assert kinds != {"value", "undefined"} and kinds != {"value", "undefined", "open"}, (seed, node, found)
        decided += "value" in kinds or "undefined" in kinds
        values = [balls for kind, balls in found if kind == "value"]
        for x, *others in zip(*values, strict=True):
            assert all(x.overlaps(y) for y in others), (seed, node, x, others)
    assert decided >= 36
