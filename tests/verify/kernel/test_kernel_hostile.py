"""Derivations and inferences of a hostile author: each is the way to something false, if it went through."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata.theorems import catalogue
from lemmata.verify import kernel as allowance
from lemmata.verify import kernel as logic
from lemmata.verify.kernel import FALSE, ONE, ZERO, KernelError, N, P, R, Term, Theorem, Z, num, opened, replay
from lemmata.verify.prove import judge

n, m, x, y, i, j = (
    ("v", "n", P), ("v", "m", N), ("v", "x", R), ("v", "y", R), ("v", "i", Z), ("v", "j", Z)
)  # fmt: skip
A = ("v", "A", ("M", n, n))
family = ("v", "W", ("L", n, num(2), num(3), num(1)))
square = ("v", "W", ("L", ("v", "L", P), n, n, n))
known, meaning = logic.assume, logic.meaning


class Above(Fraction):
    """A number that is above all others."""

    def __gt__(self, other: object) -> bool:
        return True


MINE = ("q", Above(-1))


def column(size: Term, name: str = "u") -> Term:
    return ("v", name, ("M", size, ONE))


def layers(last: int, first: int) -> Term:
    """W^{last:first} of square layers."""
    return ("seg", square, num(last), num(first))


INFERENCES: dict[str, Callable[[], Any]] = {
    "an index that counts the rows": lambda: logic.generalise(
        logic.identity(("tr", ("id", ("v", "i", P))), ("v", "i", P)), ("v", "i", P), ZERO, n
    ),
    "an index in the size of a vector": lambda: logic.generalise(
        known(("=", column(("v", "i", P)), ("zero", ("v", "i", P), ONE))), ("v", "i", P), ONE, n
    ),
    "a real number for an index": lambda: logic.specialise(known(("all", ONE, n, ("<=", ("b", 0), x))), x),
    "an index that is bound elsewhere": lambda: logic.specialise(known(("all", ONE, n, ("<=", ("b", 0), x))), ("b", 0)),
    "a number for the depth of a family": lambda: logic.instantiate(
        meaning("width", family, ONE), {n: num(3)}
    ),
    "a family of another depth": lambda: logic.instantiate(
        meaning("width", family, ONE), {family: ("v", "V", ("L", ("v", "k", P), num(2), num(3), num(1)))}
    ),
    "zero rows": lambda: logic.instantiate(known(("=", A, A)), {n: ("+", n, num(-1))}),
    "a fraction for a size": lambda: logic.instantiate(known(("=", A, A)), {n: num(Fraction(1, 2))}),
    "induction over sizes": lambda: logic.induction(known(FALSE), known(FALSE), ("v", "i", P), ONE, n, FALSE),
    "induction from the middle": lambda: logic.induction(
        known(("<=", num(2), i)), known(("<=", ("+", i, ONE), ("+", i, ONE))), i, ONE, n, ("<=", num(2), i)
    ),
    "the largest of none": lambda: logic.cut(
        meaning("over", ("maxo", ONE, m, x), "term", ONE), logic.identity(x, y)
    ),
    "layers in the other order": lambda: logic.matrix_linear(
        ("=", layers(2, 1), ("mm", layers(1, 1), layers(2, 2))),
        [(("id", n), meaning("segment", square, num(2), ONE), ("id", n))],
    ),
    "unit columns counted along the other factor": lambda: logic.matrix_linear(
        ("=", ("kron", ("e", n, i), ("e", m, j)), ("e", ("*", n, m), ("+", ("*", ("+", j, num(-1)), n), i))),
        [(("id", ("*", n, m)), meaning("places", ("e", n, i), ("e", m, j)), ("id", ONE))],
    ),
    "entrywise products for products": lambda: logic.matrix_linear(
        ("=", ("mm", ("had", A, A), ("e", n, i)), ("mm", ("mm", A, A), ("e", n, i))),
        [(("id", n), meaning("entrywise", A, A, ("e", n, i)), ("id", ONE))],
    ),
    "layers that end before they begin": lambda: logic.cut(
        logic.identity(layers(1, 3), ("mm", layers(1, 1), layers(0, 3))), meaning("segment", square, ONE, num(3))
    ),
    "the last of the largest": lambda: meaning("over", ("maxo", ONE, n, x), "last"),
    "a product of stacks": lambda: meaning("over", ("stack", ONE, n, ("id", ONE)), "none"),
    "a sum cut at a number between": lambda: meaning("over", ("sum", ONE, n, x), "join", num(Fraction(3, 2))),
    "a vector of an eigenvalue for a singular value": lambda: meaning("form", A, ONE, A, column(n), column(n, "w"))
    .conclusion[1][0]
    .index("eigenform"),
    "unit vectors of unknown numbers": lambda: meaning("units", n, i, j),
    "no root of minus one": lambda: logic.cut(meaning("root", num(-1)), known(FALSE)) and logic.identity(ONE, ZERO),
    "a sign by name": lambda: meaning("sign", "tr", A),
    "a power with its sign": lambda: meaning("number", ("^", x, 3)),
    "a negative constant": lambda: meaning("number", num(-1)),
    "a denominator that vanishes": lambda: logic.identity(("*", x, ("inv", x)), ONE),
    "an inverse on both sides": lambda: logic.identity(("mm", A, ("minv", A)), ("id", n)),
    "square roots of squares": lambda: logic.identity(("sqrt", ("^", x, 2)), x),
    "the modulus of a product": lambda: logic.identity(("abs", ("*", x, y)), ("*", x, y)),
    "matrices commute": lambda: logic.identity(("mm", A, ("T", A)), ("mm", ("T", A), A)),
    "Kronecker factors change places": lambda: logic.identity(("kron", A, ("id", n)), ("kron", ("id", n), A)),
    "traces of three turned round": lambda: logic.identity(
        ("tr", ("mm", ("mm", A, ("T", A)), ("mm", A, A))), ("tr", ("mm", ("mm", A, A), ("mm", ("T", A), ("T", A))))
    ),
    "entrywise for matrix products": lambda: logic.identity(("had", A, A), ("mm", A, A)),
    "an exponential of a sum": lambda: logic.identity(
        ("expm", ("m+", A, ("T", A))), ("mm", ("expm", A), ("expm", ("T", A)))
    ),
    "a template under another binder": lambda: logic.rewrite(
        known(("=", x, y)), known(("all", ONE, n, ("<=", x, ("b", 0)))), x, ("all", ONE, n, ("<=", ("b", 0), ("b", 0)))
    ),
    "a hole that is a size": lambda: logic.rewrite(
        known(("=", n, ("+", n, ONE))), known(("=", A, A)), ("v", "h", P), ("=", A, A)
    ),
    "an equation from inequalities": lambda: logic.linear(
        ("=", x, y), [(ONE, meaning("number", ONE), known(("<=", x, y)))]
    ),
    "a strict one from a weak one": lambda: logic.linear(
        ("<", x, y), [(ONE, meaning("number", ONE), known(("<=", x, y)))]
    ),
    "a factor of unknown sign": lambda: logic.linear(("<=", ZERO, ("*", x, x)), [(x, None, known(("<=", ZERO, x)))]),
    "the sign of another factor": lambda: logic.linear(
        ("<=", ZERO, ("*", x, y)), [(x, known(("<=", ZERO, y)), known(("<=", ZERO, y)))]
    ),
    "real numbers are one apart": lambda: logic.discrete(known(("<", x, y))),
    "a third case left out": lambda: logic.trichotomy(known(FALSE), known(FALSE), known(FALSE), x, A),
    "both at once": lambda: logic.part(known(("and", ("<=", x, y), FALSE)), 0),
    "a chosen number that is bounded": lambda: logic.choose(
        known(("ex", R, ("<=", ("b", 0), x))), x, known(("<=", x, x))
    ),
    "a loose index": lambda: known(("<=", ("b", 0), x)),
    "a name of two words": lambda: known(("<=", ("v", "x y", R), x)),
    "a name that marks": lambda: known(("<=", ("v", "#1", Z), x)),
    "a theorem of another making": lambda: Theorem(None, NOTHING_MORE, FALSE, NOTHING_MORE, NOTHING_MORE, "assume", ()),
    "a theorem changed": lambda: setattr(known(FALSE), "hypotheses", frozenset()),
    "a number that is a float": lambda: known(("<=", ("q", 0.5), x)),
    "a relation of three": lambda: known(("<=", x, y, FALSE)),
    "nothing for a conjunction": lambda: known(("and",)),
    "a principle of the day": lambda: logic.principle("trust me", FALSE),
    "a definition of the day": lambda: meaning("trust me", FALSE),
    "a number of another making": lambda: allowance.exact(MINE, Above) and meaning("number", MINE),
}  # fmt: skip
NOTHING_MORE: frozenset[Any] = frozenset()


@pytest.mark.parametrize("name", INFERENCES)
def test_no_inference(name: str) -> None:
    with pytest.raises((KernelError, TypeError, AttributeError, IndexError, ValueError, LookupError)):
        INFERENCES[name]()


TEXT = "let: x = real\nclaim: x <= x"
ROWS = [["sR"], ["sv", "sx", "r0"], ["s<=", "r1", "r1"]]
STEPS: list[list[Any]] = [["assume", "r2"]]
FILES: dict[str, Any] = {
    "what it needs is assumed": {"rows": ROWS, "steps": STEPS, "claims": [[0, "a", "A", TEXT, 0]]},
    "a step that is no rule": {"rows": ROWS, "steps": [["__class__", "r2"]], "claims": []},
    "a rule that is a list": {"rows": ROWS, "steps": [[["assume"], "r2"]], "claims": []},
    "a step that leans on itself": {"rows": ROWS, "steps": [["cut", "t0", "t0"]], "claims": []},
    "a step that is not made yet": {"rows": ROWS, "steps": [["cut", "t1", "t1"], *STEPS], "claims": []},
    "a step counted from behind": {"rows": ROWS, "steps": [*STEPS, ["cut", "t-1", "t-1"]], "claims": []},
    "a row that has itself": {"rows": [["s<=", "r0", "r0"]], "steps": STEPS, "claims": []},
    "a row in other digits": {"rows": ROWS, "steps": [["assume", "r\u0662"]], "claims": []},
    "a number with an exponent": {"rows": [["sq", "q1e9"]], "steps": [["identity", "r0", "r0"]], "claims": []},
    "half a number": {"rows": [["sq", "q1/0"]], "steps": [["identity", "r0", "r0"]], "claims": []},
    "not a number": {"rows": [["sq", "jNaN"]], "steps": [["identity", "r0", "r0"]], "claims": []},
    "an endless number": {"rows": [["sq", "j1e400"]], "steps": [["identity", "r0", "r0"]], "claims": []},
    "a claim by a truth value": {"rows": ROWS, "steps": STEPS, "claims": [[False, "a", "A", TEXT, 0]]},
    "a conjunct by a truth value": {"rows": ROWS, "steps": STEPS, "claims": [[0, "a", "A", TEXT, False]]},
    "a conjunct from behind": {"rows": ROWS, "steps": STEPS, "claims": [[0, "a", "A", TEXT, -1]]},
    "a conjunct that is not there": {"rows": ROWS, "steps": STEPS, "claims": [[0, "a", "A", TEXT, 1]]},
    "a text that is a list": {"rows": ROWS, "steps": STEPS, "claims": [[0, "a", "A", [TEXT], 0]]},
    "no claims at all": {"rows": ROWS, "steps": STEPS},
    "claims that are a number": {"rows": ROWS, "steps": STEPS, "claims": 7},
    "rows that are a text": {"rows": "rows", "steps": STEPS, "claims": []},
    "something else": [1, 2, 3],
}


@pytest.mark.parametrize("name", FILES)
def test_no_derivation(name: str) -> None:
    with pytest.raises(KernelError):
        replay(json.dumps(FILES[name]))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"rows": NaN}', "", "\x00", '{"steps": []}', "{" * 50])
def test_no_file(text: str) -> None:
    with pytest.raises(KernelError):
        replay(text)


def test_a_bomb_where_a_derivation_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept between runs may have been put there by anybody: it is refused, and the proof is done again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    statement = catalogue.get("riedi.lemma-21")
    given = catalogue.proof_of("riedi.lemma-21")
    place = judge._place(statement, given)
    place.parent.mkdir(parents=True)
    rows = [*ROWS[:2], *(["s+", f"r{k}", f"r{k}"] for k in range(1, 80))]
    place.write_text(json.dumps({"rows": rows, "steps": [["identity", "r80", "r80"]], "claims": []}))
    assert judge.judge(statement, given).accepted
    assert opened(("b", 0), x) == x  # and the kernel of this process is as it was
