"""What a rule of the kernel refuses and no file can hold, and what it asks for; refusals of files: `tests/attacks`."""

from collections.abc import Callable
from typing import Any

import pytest

from lemmata import kernel as logic
from lemmata.kernel import FALSE, ONE, ZERO, KernelError, R, Term, Theorem, Z
from lemmata.prove.derived_rules import deny
from tests.attacks.inferences import L_, TWO, X_LE_Y, A, W, i, j, k, m, n, quantified, sized, x, y, z

known = logic.assume  # f |- f


def one() -> Theorem:
    """|- 0 < 1."""
    return logic.linear(("<", ZERO, ONE), [])


def contradiction() -> Theorem:
    """1 <= 0 |- 0 < 0."""
    return logic.linear(FALSE, [(ONE, one(), known(("<=", ONE, ZERO))), (ONE, one(), one())])


REFUSED: dict[str, Callable[[], object]] = {
    "reading: a parameter too many": lambda: logic.read("a.b", "A", "let: m = integer(0, 0, 1)\nclaim: m >= 0"),
    "a name in other letters": lambda: known(("<=", ZERO, ("v", "\u03bb", R))),
    "a name that begins with a digit": lambda: known(("<=", ZERO, ("v", "1x", R))),
    "reading: an interval of one end": lambda: logic.read("a.b", "A", "let: x = interval(0)\nclaim: x >= 0"),
    **{
        f"reading: a vector times {what}": lambda x=x: logic.read(
            "a.b", "A", f"let: A = symmetric(2)\nlet: x = {x}\nclaim: lam(A) * x >= 0"
        )
        for what, x in {"a matrix": "real(2, 2)", "a column of another length": "real(3, 1)"}.items()
    },
    **{
        f"reading: {claim}": lambda claim=claim: logic.read(
            "a.b", "A", f"let: A = symmetric(2)\nlet: x = real(2, 1)\nclaim: {claim}"
        )
        for claim in (
            "max(x, x) >= 0",
            "min(x, 1) <= 1",
            "max(lam(A), 0) >= 0",
            "sum(1) >= 0",
            "entry(1, 1) >= 0",
            "sqrt(A) >= 0",
            "gap(lam(A), 1) >= 0",
            "gap(2 * lam(A), 1) > 0",
            "2 * gap(lam(A), 1) > 0",
            "gap(x, 1) > 0",
            "at(x, 1) >= 0",
            "length(x) >= 0",
            "count(A) >= 1",
            "vector(1 for i in 1..2) >= 0",
            "eigenvector(A, 1) == x",
            "simple_lam(A, 1) >= 0",
            "lam(A) == sum(lam(A) for i in 1..2)",
        )
    },
    "reading: up to a real": lambda: logic.read("a.b", "A", "let: x = real\nlet: m = integer(1, x)\nclaim: m >= 0"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    with pytest.raises(KernelError):
        REFUSED[name]()


NEEDS: dict[str, tuple[tuple[Any, ...], list[Term]]] = {
    "what is below zero": (("different", x, "below"), [("<", x, ZERO)]),
    "what is above zero": (("different", x, "above"), [("<", ZERO, x)]),
    "integers one apart": (("discrete", i, n), [("<", i, n)]),
    "a quotient": (("inverse", x), [("!=", x)]),
    "an inverse": (("inverse", A, "right"), [("!=", ("det", A))]),
    "a root": (("root", x), [("<=", ZERO, x)]),
    "the sign of a root": (("root-sign", x), [("<=", ZERO, x)]),
    "a maximum of nothing": (("over", ("maxo", ONE, m, x), "bound", y), [("<=", ONE, m), ("all", ONE, m, X_LE_Y)]),
    "a term of a maximum": (("over", ("maxo", ONE, m, x), "term", i), [("<=", ONE, i), ("<=", i, m)]),
    "a count of less than nothing": (("over", ("sum", ONE, i, ONE), "count"), [("<=", ONE, ("+", i, ONE))]),
    "the last of nothing": (("over", ("sum", ONE, i, x), "last"), [("<=", ONE, i)]),
    "nothing": (("over", ("sum", ONE, i, x), "none"), [("<", i, ONE)]),
    "singular values out of range": (
        ("spectrum", ("v", "C", ("M", n, k)), i),
        [("<=", ONE, i), ("<=", i, n), ("<=", i, k)],
    ),
    "eigenvalues of what is not symmetric": (("end", "lmax", A), [("=", ("T", A), A)]),
    "a condition number of zero, or of nothing": (("condition", A), [("<=", ONE, n), ("<", ZERO, ("smax", A))]),
    "eigenvectors": (("eigenvector", A, i, "length"), [("=", ("T", A), A), ("<=", ONE, i), ("<=", i, n)]),
    "a power": (("power-sign", x, y, "strict"), [("<", ZERO, x)]),
    "a weak power": (("power-sign", x, y), [("<=", ZERO, x), ("<", ZERO, y)]),
    "unit columns at two places": (("units", n, i, j, "below"), [("<=", ONE, i), ("<", i, j), ("<=", j, n)]),
    "an entry of a diagonal": (("diagonal", ("dg", n, ("b", 0)), ("e", n, i)), [("<=", ONE, i), ("<=", i, n)]),
    "a column of an entrywise product": (
        ("entrywise", ("v", "C", ("M", k, n)), ("v", "D", ("M", k, n)), ("e", n, i)),
        [("<=", ONE, i), ("<=", i, n)],
    ),
    "unit columns out of range": (
        ("places", ("e", n, i), ("e", k, j)),
        [("<=", ONE, i), ("<=", i, n), ("<=", ONE, j), ("<=", j, k)],
    ),
    "layers out of range": (("segment", W, i, j), [("<=", ONE, j), ("<=", j, i), ("<=", i, L_)]),
    "widths at the ends": (("width", W, i), [("<=", ONE, i), ("<=", ("+", i, ONE), L_)]),
}


@pytest.mark.parametrize("name", NEEDS)
def test_definedness_is_a_hypothesis(name: str) -> None:
    arguments, needs = NEEDS[name]
    assert logic.meaning(*arguments).hypotheses == frozenset(needs)


def test_hypotheses_stay() -> None:
    """What a rule does not take away stays in the theorem."""
    th = logic.instantiate(logic.meaning("number", n), {n: i})
    assert th.hypotheses == {("<=", ONE, i)}
    assert logic.cut(known(X_LE_Y), known(("<=", y, x))).hypotheses == {X_LE_Y, ("<=", y, x)}
    assert logic.specialise(known(quantified(("<=", ("b", 0), x))), i).hypotheses >= {("<=", ONE, i), ("<=", i, TWO)}
    assert contradiction().hypotheses == {("<=", ONE, ZERO)}
    assert deny(contradiction(), x).hypotheses == {("<=", ONE, ZERO)}
    assert logic.trichotomy(*[contradiction()] * 3, x, y).hypotheses == {("<=", ONE, ZERO)}


def test_quantified_formulas_are_told_apart() -> None:
    """all i: sum_j i = 2 i is true over 1..2; all i: sum_j j = 2 i is not."""
    true, false = (quantified(("=", ("sum", ONE, TWO, ("b", b)), ("*", TWO, ("b", 0)))) for b in (1, 0))
    assert false in logic.cut(known(true), known(false)).hypotheses
    swapped = [quantified(quantified(("<=", ("b", b), ("b", 1 - b)))) for b in (0, 1)]
    assert len(logic.cut(known(swapped[0]), known(swapped[1])).hypotheses) == 2


def test_an_induction_leaves_sizes_alone() -> None:
    """|X_low| = 0 with X_low for a column as long as layer low is wide says nothing of X_i, another variable."""
    low = ("v", "low", Z)
    below = [known(("<=", low, i)), known(("<=", ("+", i, ONE), low)), one()]
    never = logic.linear(FALSE, [(ONE, one(), th) for th in below])
    step = logic.absurd(never, ("=", ("normF", sized(("+", i, ONE))), ZERO))
    with pytest.raises(KernelError):
        logic.induction(known(("=", ("normF", sized(low)), ZERO)), step, i, low, low, ("=", ("normF", sized(i)), ZERO))


def test_what_a_theorem_was_given_does_not_change() -> None:
    """A list is copied: what its owner does with it afterwards is not what was proved."""
    formula: list[Any] = ["<=", x, y]
    th = known(formula)  # type: ignore[arg-type]
    formula[1] = z
    assert th.conclusion == X_LE_Y
    values = {x: y}
    th = logic.instantiate(known(X_LE_Y), values)
    values[x] = z
    assert th.arguments[1] == {x: y}  # type: ignore[attr-defined]


def test_proves_asks_for_what_is_granted_and_no_more() -> None:
    text = "let: x = real\nlet: y = real\ngiven: x <= y\nclaim: x <= y\nclaim: y <= x"
    assert logic.proves(known(X_LE_Y), "s", "A", text, 0)
    assert not logic.proves(known(X_LE_Y), "s", "A", text, 1)
    assert not logic.proves(known(("<=", y, x)), "s", "A", text, 1)
    assert not logic.proves(logic.absurd(contradiction(), ("<=", y, x)), "s", "A", text, 1)
    assert not logic.proves(known(("<=", ("v", "x", Z), y)), "s", "A", text, 0)
