"""Principles are named in what stands on them, and their instances are made by the kernel alone."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from lemmata import kernel as logic
from lemmata.kernel import ONE, KernelError, R, num, transform
from tests.oracles.kernel_terms import Interpreter

x, y = ("v", "x", R), ("v", "y", R)


def test_axioms_and_principles_are_recorded() -> None:
    text = "let: x = real\nclaim: x <= x"
    axiom = logic.axiom("some.axiom", "A", text, 0)
    digest = logic.read("some.axiom", "A", text).hash
    u, v, w = (("v", name, ("M", num(2), ONE)) for name in "uvw")
    believed = logic.meaning("simple-eigenspace", ("v", "S", ("M", num(2), num(2))), ONE, u, v, w)
    later = logic.cut(logic.instantiate(axiom, {x: y}), believed)
    assert later.axioms == {("some.axiom", digest)}
    assert later.principles == {"simple-eigenspace"}


def test_principles_are_those_of_the_table() -> None:
    with pytest.raises(KernelError, match="nothing that is called"):
        logic.meaning("some principle", (), ("<=", x, y))
    square, wide = ("v", "S", ("M", num(2), num(2))), ("v", "A", ("M", num(3), num(2)))
    for wrong in (
        ("cond", square, square, square, ONE, x),  # neither eigenvalues nor singular values
        ("lam", wide, wide, wide, ONE, x),  # no eigenvalues
        ("s", square, wide, square, ONE, x),  # no sum
        ("lam", square, square, square, ONE, square),  # no real parameter
        ("s", square, square, square, num(Fraction(1, 2)), x),  # no index
        ("s", square, square, ONE, x),  # no family
    ):
        with pytest.raises(KernelError):
            logic.meaning("differentiable-vectors", *wrong, "equation" if wrong[0] == "lam" else "right")


def test_an_eigenvalue_is_differentiated_where_the_whole_family_is_symmetric() -> None:
    a, b, c = (("v", name, ("M", num(2), num(2))) for name in "ABC")
    family = ("m+", ("m+", a, ("sc", x, b)), ("sc", ("^", x, 2), c))
    th = logic.meaning("differentiable-vectors", "lam", a, b, c, ONE, x, "length_rate")
    assert th.hypotheses == {("simple_lam", family, ONE), *(("=", ("T", m), m) for m in (a, b, c))}


SHAPES = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3), (3, 3)]


def sizes(r: int, c: int) -> Any:
    return ("M", num(r), num(c))


def degenerate(draw: random.Random, r: int, c: int) -> Any:
    """Zero, of rank one, a multiple of the identity, or small integers."""
    kind, a = draw.randrange(4), np.array([[Fraction(draw.randint(-2, 2)) for _ in range(c)] for _ in range(r)])
    if kind == 0:
        return a * Fraction(0)
    if kind == 1:
        return np.outer(a[:, 0], a[0])
    return np.array([[Fraction(2 * (i == j)) for j in range(c)] for i in range(r)]) if kind == 2 else a


def columns_of(*found: Any) -> list[Any]:
    return [np.array([[float(x)] for x in column], dtype=object) for column in found]


def put_for(t: Any, values: dict[Any, Any]) -> Any:
    """The term with values in place of parts."""
    return transform(t, lambda part, _: values.get(part))


def judged(th: Any, body: Any, values: dict[Any, Any], turn: int) -> bool:
    """Whether the hypotheses are surely met; the conclusion does not fail there, nor any of its parts."""
    at = Interpreter(values, turn)
    met = all(at.holds(h) for h in th.hypotheses)
    assert not (met and at.fails(body)), (body, values)
    return met


def test_a_simple_value_has_one_direction_at_degenerate_matrices() -> None:
    """Whatever the principle grants holds with singular vectors from elsewhere, of values simple and not."""
    draw, met, refused = random.Random(1), 0, 0
    for turn in range(300):
        r, c = draw.choice(SHAPES)
        a, i = degenerate(draw, r, c), draw.randint(1, min(r, c))
        left, _, right = np.linalg.svd(a.astype(float))
        u, v, w = columns_of(right[i - 1], left[:, i - 1], 3 * right[draw.randint(1, min(r, c)) - 1])
        names = ("v", "A", sizes(r, c)), *(("v", x, sizes(k, 1)) for x, k in (("u", c), ("v", r), ("w", c)))
        th = logic.meaning("simple-eigenspace", names[0], num(i), *names[1:])
        found = judged(th, th.conclusion, dict(zip(names, (a, u, v, w), strict=True)), turn)
        met, refused = met + found, refused + (not found)
    assert met > 40 and refused > 40


def test_derivatives_of_vectors_exist_at_degenerate_families() -> None:
    """A + x B: the eigenvectors that numpy finds, and their derivatives by the resolvent, are what is said to exist."""
    draw, met, refused = random.Random(2), 0, 0
    for turn in range(200):
        n = draw.randint(1, 3)
        a, b = (degenerate(draw, n, n) for _ in range(2))
        if draw.random() < 0.9:
            a, b = a + a.T, b + b.T
        i, at = draw.randint(1, n), Fraction(draw.randint(-1, 1))
        names = ("v", "A", sizes(n, n)), ("v", "B", sizes(n, n))
        family, rate = (a + at * b).astype(float), b.astype(float)
        values, vectors = np.linalg.eigh(family)
        u = vectors[:, n - i]
        turned = np.linalg.pinv(values[n - i] * np.eye(n) - family) @ rate @ u
        about = (*names, ("zero", num(n), num(n)), num(i), x)
        chosen = {(f"eigenvector_{what}", *about): ("v", what, sizes(n, 1)) for what in ("at", "rate")}
        known = dict(zip((*names, x, *chosen.values()), (a, b, at, *columns_of(u, turned)), strict=True))
        for part in ("equation", "equation_rate", "length", "length_rate"):
            th = logic.meaning("differentiable-vectors", "lam", *about, part)
            body = put_for(th.conclusion, chosen)
            found = judged(th, body, known, turn)
        met, refused = met + found, refused + (not found)
    assert met > 40 and refused > 40
