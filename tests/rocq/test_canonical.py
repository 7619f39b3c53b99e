"""Canonical forms: equal terms are written alike, different ones are not."""

import pytest

from lemmata.kernel import ONE, P, R, Term, num
from lemmata.rocq.canonical import canonical
from lemmata.rocq.printing import Names, plain, reserved

n: Term = ("v", "n", P)
m: Term = ("v", "m", P)
M: Term = ("v", "M", ("M", n, n))
B: Term = ("v", "B", ("M", m, n))
x: Term = ("v", "x", ("M", n, ONE))
rho: Term = ("v", "rho", R)
unit: Term = ("id", n)


def mm(a: Term, b: Term) -> Term:
    return ("mm", a, b)


def t(a: Term) -> Term:
    return ("T", a)


def plus(a: Term, b: Term) -> Term:
    return ("m+", a, b)


shifted = plus(M, ("sc", rho, unit))
EQUAL = [
    (mm(t(shifted), shifted), plus(plus(mm(t(M), M), ("sc", rho, plus(M, t(M)))), ("sc", ("^", rho, 2), unit))),
    (t(mm(B, M)), mm(t(M), t(B))),
    (mm(x, mm(t(x), x)), ("sc", ("tr", mm(t(x), x)), x)),
    (mm(("kron", B, x), ("kron", M, t(x))), ("kron", mm(B, M), mm(x, t(x)))),
    (t(("kron", B, M)), ("kron", t(B), t(M))),
    (("kron", plus(M, unit), unit), plus(("kron", M, unit), ("id", ("*", n, n)))),
]
NUMBERS = [
    (("tr", mm(x, t(x))), ("tr", mm(t(x), x))),
    (("tr", mm(t(B), B)), ("tr", mm(B, t(B)))),
    (("lmax", shifted), ("lmax", plus(("sc", rho, unit), M))),
    (("abs", ("+", rho, num(-1))), ("abs", ("+", num(1), ("*", num(-1), rho)))),
    (("max", rho, num(2)), ("max", num(2), rho)),
    (("tr", unit), n),
]
DIFFERENT = [
    (mm(M, t(M)), mm(t(M), M)),
    (("lmax", M), ("lmin", M)),
    (("tr", mm(M, M)), ("tr", mm(M, t(M)))),
    (("kron", M, unit), ("kron", unit, M)),
    (("abs", rho), rho),
]


@pytest.mark.parametrize(("a", "b"), EQUAL + NUMBERS)
def test_equal_terms_have_one_canonical_form(a: Term, b: Term) -> None:
    assert canonical(a) == canonical(b)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different_terms_keep_apart(a: Term, b: Term) -> None:
    assert canonical(a) != canonical(b)


def test_names_are_told_apart_from_the_words_of_the_prelude() -> None:
    assert {"smax", "mulm", "INR", "kept"} <= reserved()
    assert plain("smax") == "smax_"
    assert plain("M_o") == "M_o"
    names = Names([("v", "a", P), ("v", "a", R)])
    assert sorted(names.of.values()) == ["a", "a'"]
