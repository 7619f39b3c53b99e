"""Principles are named in what stands on them, and their instances are made by the kernel alone."""

from fractions import Fraction

import pytest

from lemmata.verify.kernel import logic
from lemmata.verify.kernel.terms import ONE, KernelError, R, Z, num

x, y = ("v", "x", R), ("v", "y", R)


def test_axioms_and_principles_are_recorded() -> None:
    text = "let: x = real\nclaim: x <= x"
    axiom = logic.axiom("some.axiom", "A", text, 0)
    digest = logic.read("some.axiom", "A", text).hash
    u, v, w = (("v", name, ("M", num(2), ONE)) for name in "uvw")
    believed = logic.principle("simple-eigenspace", ("v", "S", ("M", num(2), num(2))), ONE, u, v, w)
    later = logic.both(logic.instantiate(axiom, {x: y}), believed)
    assert later.axioms == {("some.axiom", digest)}
    assert later.principles == {"simple-eigenspace"}


def test_principles_are_those_of_the_table() -> None:
    with pytest.raises(KernelError, match="no principle"):
        logic.principle("some principle", (), ("<=", x, y))
    square, moving = ("v", "S", ("M", num(2), num(2))), ("+", x, ONE)
    for wrong in (
        ("cond", square, ONE, x),  # neither eigenvalues nor singular values
        ("lam", square, ONE, moving),  # no variable
        ("lam", square, ONE, ("v", "k", Z)),  # no real parameter
        ("lam", ("sc", ("inv", x), square), ONE, x),  # not polynomial in it
        ("s", square, num(Fraction(1, 2)), x),  # no index
    ):
        with pytest.raises(KernelError):
            logic.principle("differentiable-vectors", *wrong)


def test_an_eigenvalue_is_differentiated_where_the_whole_family_is_symmetric() -> None:
    a, b = (("v", name, ("M", num(2), num(2))) for name in "AB")
    family = ("m+", a, ("sc", x, b))
    th = logic.principle("differentiable-vectors", "lam", family, ONE, x)
    assert {("=", ("T", family), family), ("is", "simple in lam", family, ONE)} <= th.hypotheses
    assert any(h[0] == "=" and h != ("=", ("T", family), family) for h in th.hypotheses), "and so is its derivative"
