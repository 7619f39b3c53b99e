"""Every rule of the kernel refuses what it would need to prove something false."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata.verify import kernel as logic
from lemmata.verify import kernel as normal
from lemmata.verify.kernel import FALSE, ONE, ZERO, KernelError, N, P, R, Term, Theorem, Z, neg, num, sub

REPOSITORY = Path(__file__).parents[3]
TWO = num(2)
n, m, k, i, j = ("v", "n", P), ("v", "m", N), ("v", "k", P), ("v", "i", Z), ("v", "j", Z)
x, y, z = (("v", name, R) for name in "xyz")
A, B, U = (("v", name, ("M", n, n)) for name in "ABU")
column = ("v", "u", ("M", n, ONE))
X_LE_Y = ("<=", x, y)
known = logic.assume  # f |- f


def one() -> Theorem:
    """|- 0 < 1."""
    return logic.meaning("number", ONE)


def contradiction() -> Theorem:
    """1 <= 0 |- 0 < 0."""
    return logic.linear(FALSE, [(ONE, one(), known(("<=", ONE, ZERO))), (ONE, one(), one())])


class Forged:
    """Looks like a theorem."""

    hypotheses = frozenset[Term]()
    conclusion = FALSE
    axioms = principles = frozenset[Any]()


class Chameleon(tuple):  # type: ignore[type-arg]
    """A tuple that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(FALSE)


def quantified(body: Term) -> Term:
    return ("all", ONE, TWO, body)


L_, d_ = ("v", "L", P), ("v", "d", P)
W = ("v", "W", ("L", L_, d_, d_, d_))


def sized(at: Term) -> Term:
    """A column as long as a layer is wide."""
    return ("v", "X", ("M", ("width", W, at), ONE))


REFUSED: dict[str, Callable[[], object]] = {
    # forms that say nothing
    # domains that are none
    "reading: a parameter too many": lambda: logic.read("a.b", "A", "let: m = integer(0, 0, 1)\nclaim: m >= 0"),
    "reading: an interval of one end": lambda: logic.read("a.b", "A", "let: x = interval(0)\nclaim: x >= 0"),
    **{
        f"reading: a vector times {what}": lambda x=x: logic.read(
            "a.b", "A", f"let: A = symmetric(2)\nlet: x = {x}\nclaim: lam(A) * x >= 0"
        )
        for what, x in {"a matrix": "real(2, 2)", "a column of another length": "real(3, 1)"}.items()
    },
    "reading: up to a real": lambda: logic.read("a.b", "A", "let: x = real\nlet: m = integer(1, x)\nclaim: m >= 0"),
    # definitions of other things
    "meaning: a norm as an end of the spectrum": lambda: logic.meaning("end", "maxabs", A),
    "meaning: a trace as an end of the spectrum": lambda: logic.meaning("end", "tr", A),
    "assume: too many parts": lambda: known(("<=", x, y, z)),
    "assume: too few parts": lambda: known(("<=", x)),
    "assume: existence with a spare part": lambda: known(("ex", R, ("=", ("b", 0), x), ZERO)),
    "assume: diagonal with a spare part": lambda: known(("=", ("dg", n, ("b", 0), ZERO), A)),
    "assume: loose index": lambda: known(("<=", ("b", 0), x)),
    "assume: index of another binder": lambda: known(quantified(("<=", ("b", 1), x))),
    "assume: no formula": lambda: known(("or", X_LE_Y, X_LE_Y)),
    "assume: order between matrices": lambda: known(("<=", A, B)),
    "assume: shapes differ": lambda: known(("=", A, column)),
    "assume: no inner dimension": lambda: known(("=", ("mm", column, column), A)),
    "assume: size that may be negative": lambda: known(("=", ("v", "B", ("M", i, i)), ("v", "B", ("M", i, i)))),
    "assume: size that may be a fraction": lambda: known(("=", ("id", x), ("id", x))),
    "assume: size by a power of a real": lambda: known(("=", ("id", ("^", x, 0)), ("id", ONE))),
    "assume: trace of a matrix not square": lambda: known(("=", ("tr", ("v", "C", ("M", n, k))), x)),
    "assume: an index that may be a fraction": lambda: known(("<=", ("s", A, x), y)),
    "assume: a name that marks use": lambda: known(("<=", ("v", "#1", Z), x)),
    "assume: an index in the size of a variable": lambda: known(quantified(("=", ("normF", sized(("b", 0))), ZERO))),
    "assume: a matrix product over an index of other shape": lambda: known(
        ("=", ("msum", ONE, L_, ("seg", W, ("b", 0), ("b", 0))), ("seg", ("v", "W", ("L", L_, d_, n, d_)), ONE, ONE))
    ),
    "assume: exponent not written out": lambda: known(("<=", ("^", x, i), y)),
    "assume: a negative exponent": lambda: known(("<=", ("^", x, -1), y)),
    "assume: machine integers": lambda: known(("<=", ("q", _machine(2**62)), x)),
    "assume: floats": lambda: known(("<=", ("q", 0.1), x)),
    "assume: a tuple of its own": lambda: known(Chameleon(FALSE)),
    "number: a list": lambda: logic.meaning("number", ["q", ONE[1]]) and logic.meaning("number", ("q", [1])),
    "instantiate: a list": lambda: logic.instantiate(known(X_LE_Y), {x: ["q", ONE[1]]}),
    # theorems
    "make a theorem": lambda: Theorem(object(), frozenset(), FALSE, frozenset(), frozenset(), "assume", ()),
    "a forged premise": lambda: logic.absurd(Forged(), FALSE),
    "a forged sign": lambda: logic.linear(FALSE, [(ONE, Forged(), known(("<=", ONE, ZERO)))]),
    "change a theorem": lambda: setattr(one(), "conclusion", FALSE),
    "copy and change": lambda: setattr(copy.copy(one()), "conclusion", FALSE),
    "pickle": lambda: pickle.loads(pickle.dumps(one())),
    # instantiate
    "instantiate: a fraction for an integer": lambda: logic.instantiate(
        known(("<=", ONE, n)), {n: num(Fraction(1, 2))}
    ),
    "instantiate: another shape": lambda: logic.instantiate(known(("=", A, B)), {A: ("v", "C", ("M", k, k))}),
    "instantiate: a number for a matrix": lambda: logic.instantiate(known(("=", A, B)), {A: x}),
    "instantiate: a matrix for a number": lambda: logic.instantiate(known(X_LE_Y), {x: A}),
    "instantiate: a term, not a variable": lambda: logic.instantiate(known(X_LE_Y), {ONE: TWO}),
    "instantiate: a marked variable": lambda: logic.instantiate(known(X_LE_Y), {x: ("v", "#1", R)}),
    "instantiate: a loose index": lambda: logic.instantiate(known(X_LE_Y), {x: ("b", 0)}),
    "instantiate: size that may be negative": lambda: logic.instantiate(known(("=", A, B)), {n: sub(n, ONE)}),
    # generalise, specialise
    "generalise: free in a hypothesis": lambda: logic.generalise(known(("<=", i, x)), i, ONE, TWO),
    "generalise: free in a bound": lambda: logic.generalise(logic.identity(i, i), i, ONE, i),
    "generalise: other bounds are no bounds": lambda: logic.generalise(known(("<=", i, TWO)), i, ONE, num(3)),
    "generalise: a real number": lambda: logic.generalise(logic.identity(x, x), x, ONE, TWO),
    "generalise: a size below its range": lambda: logic.generalise(logic.meaning("number", n), n, ZERO, TWO),
    "generalise: the size of a matrix": lambda: logic.generalise(logic.identity(("tr", A), ("tr", A)), n, ONE, TWO),
    "generalise: the size of a column by width": lambda: logic.generalise(
        logic.identity(("normF", sized(i)), ("normF", sized(i))), i, ONE, TWO
    ),
    "specialise: a fraction": lambda: logic.specialise(known(quantified(("<=", ("b", 0), x))), num(Fraction(3, 2))),
    "specialise: nothing quantified": lambda: logic.specialise(known(X_LE_Y), ONE),
    # identity
    "identity: other normal forms": lambda: logic.identity(x, y),
    "identity: products turned round": lambda: logic.identity(("mm", A, B), ("mm", B, A)),
    "identity: one name, two sorts": lambda: logic.identity(("v", "i", Z), ("v", "i", R)),
    "identity: one name, two sizes": lambda: logic.identity(("normF", A), ("normF", ("v", "A", ("M", k, k)))),
    "identity: traces of another order": lambda: logic.identity(
        ("tr", ("mm", ("mm", A, B), U)), ("tr", ("mm", ("mm", B, A), U))
    ),
    "identity: Kronecker products turned round": lambda: logic.identity(("kron", A, B), ("kron", B, A)),
    "identity: a sum and its index": lambda: logic.identity(("sum", ONE, n, i), ("sum", ONE, n, ("b", 0))),
    "identity: nested indices swapped": lambda: logic.identity(
        ("sum", ONE, n, ("sum", ONE, k, sub(("b", 0), ("b", 1)))),
        ("sum", ONE, n, ("sum", ONE, k, sub(("b", 1), ("b", 0)))),
    ),
    "identity: the root of a square": lambda: logic.identity(("sqrt", ("^", x, 2)), x),
    "identity: the root of minus four": lambda: logic.identity(("sqrt", num(-4)), TWO),
    "identity: the modulus of a number": lambda: logic.identity(("abs", x), x),
    "identity: the largest is not the least": lambda: logic.identity(("max", x, y), ("min", x, y)),
    "identity: a quotient by itself": lambda: logic.identity(("*", x, ("inv", x)), ONE),
    "identity: sizes differ": lambda: logic.identity(("id", n), ("id", k)),
    "identity: an empty product of layers": lambda: logic.identity(("seg", W, ONE, ONE), ("id", d_)),
    # linear, matrix_linear
    "linear: factor of unknown sign": lambda: logic.linear(
        ("<=", ("*", z, x), ("*", z, y)), [(z, None, known(X_LE_Y))]
    ),
    "linear: the sign of another factor": lambda: logic.linear(
        ("<=", neg(x), neg(y)), [(num(-1), one(), known(X_LE_Y))]
    ),
    "linear: strict from weak": lambda: logic.linear(("<", x, y), [(ONE, one(), known(X_LE_Y))]),
    "linear: strict with a factor that may vanish": lambda: logic.linear(
        ("<", ("*", z, x), ("*", z, y)), [(z, known(("<=", ZERO, z)), known(("<", x, y)))]
    ),
    "linear: equation from an inequality": lambda: logic.linear(("=", x, y), [(ONE, one(), known(X_LE_Y))]),
    "linear: something is left": lambda: logic.linear(("<=", x, z), [(ONE, one(), known(X_LE_Y))]),
    "linear: no relation": lambda: logic.linear(("!=", x), []),
    "linear: an inequation as a fact": lambda: logic.linear(("=", x, ZERO), [(ONE, None, known(("!=", x)))]),
    "linear: facts between matrices": lambda: logic.linear(("=", A, B), [(ONE, None, known(("=", A, B)))]),
    "linear: strict from nothing": lambda: logic.linear(("<", x, x), []),
    "matrix_linear: something is left": lambda: logic.matrix_linear(
        ("=", A, U), [(("id", n), known(("=", A, B)), ("id", n))]
    ),
    "matrix_linear: factors on the wrong side": lambda: logic.matrix_linear(
        ("=", ("mm", U, A), ("mm", U, B)), [(("id", n), known(("=", A, B)), U)]
    ),
    "matrix_linear: shapes do not fit": lambda: logic.matrix_linear(
        ("=", A, B), [(("id", k), known(("=", A, B)), ("id", n))]
    ),
    "matrix_linear: between numbers": lambda: logic.matrix_linear(("=", x, y), []),
    # rewrite
    "rewrite: no equation": lambda: logic.rewrite(known(X_LE_Y), known(("<=", x, z)), z, ("<=", z, z)),
    "rewrite: another theorem": lambda: logic.rewrite(
        known(("=", x, y)), known(("<=", y, z)), ("v", "h", R), ("<=", ("v", "h", R), z)
    ),
    "rewrite: the size of a matrix": lambda: logic.rewrite(
        known(("=", i, j)),
        known(("=", ("normF", sized(i)), ZERO)),
        ("v", "h", Z),
        ("=", ("normF", sized(("v", "h", Z))), ZERO),
    ),
    "rewrite: a hole for sizes": lambda: logic.rewrite(
        known(("=", n, k)), known(("<=", n, x)), ("v", "h", P), ("<=", ("v", "h", P), x)
    ),
    "rewrite: integers by a real": lambda: logic.rewrite(
        known(("=", i, x)), known(("<=", ("s", A, i), y)), ("v", "h", Z), ("<=", ("s", A, ("v", "h", Z)), y)
    ),
    # cases, contradictions
    "trichotomy: cases end differently": lambda: logic.trichotomy(
        known(("<", x, y)), known(("=", x, y)), known(("<", y, x)), x, y
    ),
    "trichotomy: between matrices": lambda: logic.trichotomy(one(), one(), one(), A, B),
    "absurd: no contradiction": lambda: logic.absurd(known(X_LE_Y), FALSE),
    "deny: no contradiction": lambda: logic.deny(known(("=", x, ZERO)), x),
    "clash: of another number": lambda: logic.clash(known(("!=", x)), known(("=", y, ZERO))),
    "clash: equal to something else": lambda: logic.clash(known(("!=", x)), known(("=", x, ONE))),
    "discrete: real numbers": lambda: logic.discrete(known(("<", x, y))),
    "discrete: weak": lambda: logic.discrete(known(("<=", i, j))),
    # induction
    "induction: free in a hypothesis": lambda: logic.induction(
        logic.identity(ONE, ONE), known(("<=", i, x)), i, ONE, n, ("=", i, i)
    ),
    "induction: another beginning": lambda: logic.induction(
        logic.identity(TWO, TWO), logic.identity(("+", i, ONE), ("+", i, ONE)), i, ONE, n, ("=", i, i)
    ),
    "induction: another step": lambda: logic.induction(
        logic.identity(ONE, ONE), logic.identity(i, i), i, ONE, n, ("=", i, i)
    ),
    "induction: over sizes": lambda: logic.induction(
        logic.identity(ONE, ONE), logic.identity(("+", n, ONE), ("+", n, ONE)), n, ONE, k, ("=", n, n)
    ),
    "induction: from a fraction": lambda: logic.induction(
        logic.identity(num(Fraction(1, 2)), num(Fraction(1, 2))),
        logic.identity(("+", i, ONE), ("+", i, ONE)),
        i,
        num(Fraction(1, 2)),
        n,
        ("=", i, i),
    ),
    # and, some
    "part: no conjunction": lambda: logic.part(known(X_LE_Y), 1),
    "part: a third": lambda: logic.part(logic.both(one(), one()), 3),
    "choose: nothing exists": lambda: logic.choose(known(X_LE_Y), x, one()),
    "choose: another sort": lambda: logic.choose(known(("ex", R, ("=", ("b", 0), y))), i, one()),
    "choose: free in the conclusion": lambda: logic.choose(known(("ex", R, ("=", ("b", 0), y))), x, known(("=", x, y))),
    "choose: free in another hypothesis": lambda: logic.choose(
        known(("ex", R, ("=", ("b", 0), y))), x, logic.cut(known(("<=", x, z)), one())
    ),
    # meanings
    "meaning: no such name": lambda: logic.meaning("truth", FALSE),
    "number: zero is not positive": lambda: logic.meaning("number", x),
    "number: a negative constant": lambda: logic.meaning("number", num(-1)),
    "number: a cube": lambda: logic.meaning("number", ("^", x, 3)),
    "extreme: of something else": lambda: logic.meaning("extreme", ("+", x, y), 0),
    "over: a term at a fraction": lambda: logic.meaning(
        "over", ("maxo", ONE, TWO, ("b", 0)), "term", num(Fraction(3, 2))
    ),
    "over: the last of a maximum": lambda: logic.meaning("over", ("maxo", ONE, TWO, ("b", 0)), "last"),
    "over: nothing to stack": lambda: logic.meaning("over", ("stack", ONE, n, A), "none"),
    "over: an order between products": lambda: logic.meaning("over", ("prod", ONE, n, x), "order", y),
    "over: a count of others": lambda: logic.meaning("over", ("sum", ONE, n, TWO), "count"),
    "over: a factor of a product": lambda: logic.meaning("over", ("prod", ONE, n, x), "factor", y, x, ONE),
    "over: a factor that holds the index": lambda: logic.meaning(
        "over", ("sum", ONE, n, x), "factor", ("b", 0), x, ONE
    ),
    "over: a bound that holds the index": lambda: logic.meaning("over", ("maxo", ONE, n, ("b", 0)), "bound", ("b", 0)),
    "over: products are not split": lambda: logic.meaning("over", ("prod", ONE, n, ("+", x, y)), "split"),
    "sign: of a determinant": lambda: logic.meaning("sign", "det", A),
    "diagonal: ones are no unit column": lambda: logic.meaning("diagonal", ("dg", TWO, ("b", 0)), ("ones", TWO, ONE)),
    "diagonal: ones are not diagonal": lambda: logic.meaning("diagonal", ("ones", TWO, TWO), ("e", TWO, ONE)),
    "stacks: blocks of other heights": lambda: logic.meaning(
        "stacks", ("vst", A, B), ("vst", ("vst", A, column), column)
    ),
    "stacks: over other indices": lambda: logic.meaning("stacks", ("stack", ONE, n, A), ("stack", ZERO, n, A)),
    "stacks: blocks are no rows": lambda: logic.meaning("stacks", ("e", ("*", n, n), ONE), ("stack", ONE, n, A)),
    "places: ones are no unit column": lambda: logic.meaning("places", ("e", n, i), ("ones", n, ONE)),
    "entrywise: a column of another length": lambda: logic.meaning(
        "entrywise", ("v", "C", ("M", n, k)), ("v", "D", ("M", n, k)), ("e", n, i)
    ),
    "entrywise: any column": lambda: logic.meaning("entrywise", A, B, column),
    "entrywise: factors of other shapes": lambda: logic.meaning("entrywise", A, ("v", "D", ("M", n, k)), ("e", n, i)),
    "segment: no family of layers": lambda: logic.meaning("segment", A, TWO, ONE),
    "segment: layers at fractions": lambda: logic.meaning("segment", W, num(Fraction(3, 2)), ONE),
    "singular vectors: a loose index": lambda: logic.meaning("singular-vectors", ("b", 0), ONE),
}


def _machine(value: int) -> Any:
    import numpy as np

    return np.int64(value)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    with pytest.raises(KernelError):
        REFUSED[name]()


NEEDS: dict[str, tuple[tuple[Any, ...], frozenset[Term]]] = {
    "a quotient": (("inverse", x, ""), frozenset([("!=", x)])),
    "an inverse": (("inverse", A, "right"), frozenset([("!=", ("det", A))])),
    "a root": (("root", x), frozenset([("<=", ZERO, x)])),
    "the sign of a root": (("root-sign", x), frozenset([("<=", ZERO, x)])),
    "a maximum of nothing": (
        ("over", ("maxo", ONE, m, x), "bound", y),
        frozenset([("<=", ONE, m), ("all", ONE, m, X_LE_Y)]),
    ),
    "a term of a maximum": (("over", ("maxo", ONE, m, x), "term", i), frozenset([("<=", ONE, i), ("<=", i, m)])),
    "a count of less than nothing": (("over", ("sum", ONE, i, ONE), "count"), frozenset([("<=", ONE, ("+", i, ONE))])),
    "the last of nothing": (("over", ("sum", ONE, i, x), "last"), frozenset([("<=", ONE, i)])),
    "nothing": (("over", ("sum", ONE, i, x), "none"), frozenset([("<", i, ONE)])),
    "singular values out of range": (
        ("spectrum", ("v", "C", ("M", n, k)), i),
        frozenset([("<=", ONE, i), ("<=", i, n), ("<=", i, k)]),
    ),
    "eigenvalues of what is not symmetric": (("end", "lmax", A), frozenset([("=", ("T", A), A)])),
    "a condition number of zero": (("condition", A), frozenset([("<", ZERO, ("smax", A))])),
    "eigenvectors": (("eigenvector", A, i), frozenset([("=", ("T", A), A), ("<=", ONE, i), ("<=", i, n)])),
    "a power at zero": (("power-sign", x, num(-1), ""), frozenset([("<", ZERO, x)])),
    "a weak power": (("power-sign", x, num(Fraction(1, 2)), ""), frozenset([("<=", ZERO, x)])),
    "an entry of a diagonal": (
        ("diagonal", ("dg", n, ("b", 0)), ("e", n, i)),
        frozenset([("<=", ONE, i), ("<=", i, n)]),
    ),
    "a column of an entrywise product": (
        ("entrywise", ("v", "C", ("M", k, n)), ("v", "D", ("M", k, n)), ("e", n, i)),
        frozenset([("<=", ONE, i), ("<=", i, n)]),
    ),
    "unit columns out of range": (
        ("places", ("e", n, i), ("e", k, j)),
        frozenset([("<=", ONE, i), ("<=", i, n), ("<=", ONE, j), ("<=", j, k)]),
    ),
    "layers out of range": (("segment", W, i, j), frozenset([("<=", ONE, j), ("<=", j, i), ("<=", i, L_)])),
    "widths at the ends": (("width", W, i), frozenset([("<=", ONE, i), ("<=", ("+", i, ONE), L_)])),
}


@pytest.mark.parametrize("name", NEEDS)
def test_definedness_is_a_hypothesis(name: str) -> None:
    arguments, needs = NEEDS[name]
    assert logic.meaning(*arguments).hypotheses == needs


def test_hypotheses_stay() -> None:
    """What a rule does not take away stays in the theorem."""
    th = logic.instantiate(logic.meaning("number", n), {n: i})
    assert th.hypotheses == {("<=", ONE, i)}
    assert logic.cut(known(X_LE_Y), known(("<=", y, x))).hypotheses == {X_LE_Y, ("<=", y, x)}
    assert logic.specialise(known(quantified(("<=", ("b", 0), x))), i).hypotheses >= {("<=", ONE, i), ("<=", i, TWO)}
    assert contradiction().hypotheses == {("<=", ONE, ZERO)}
    assert logic.deny(contradiction(), x).hypotheses == {("<=", ONE, ZERO)}
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


def test_normal_forms_cannot_be_changed() -> None:
    form: Any = normal.scalar(x)
    with pytest.raises(TypeError):
        form[()] = Fraction(1)
    inner: Any = normal.matrix(A)
    with pytest.raises(TypeError):
        inner[()] = {}
    with pytest.raises(TypeError):
        next(iter(inner.values()))[()] = Fraction(1)


def test_what_a_theorem_was_given_does_not_change() -> None:
    """A list is copied: what its owner does with it afterwards is not what was proved."""
    number: list[Any] = ["q", Fraction(1)]
    th = logic.meaning("number", number)
    number[1] = Fraction(-1)
    assert th.conclusion == ("<", ZERO, ONE)
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
