"""Inferences that would prove something false, written down without a kernel: each is refused at its last step."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Term = tuple[Any, ...]
P, N, Z, R = ("P",), ("N",), ("Z",), ("R",)


@dataclass(frozen=True)
class Made:
    """The theorem that a step of a draft would make."""

    step: int


class Draft:
    """A derivation in the making: every attribute is a rule, and calling it writes a step, whatever that may be."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.steps: list[list[str]] = []
        self.claims: list[list[Any]] = []

    def __getattr__(self, rule: str) -> Callable[..., Made]:
        def step(*arguments: Any) -> Made:
            written = [self._value(x) for x in arguments]
            self.steps.append([rule, *written])
            return Made(len(self.steps) - 1)

        return step

    def claim(self, made: Made, text: str, conjunct: int = 0, identifier: str = "arena.claim") -> None:
        """Say that a step proves a conjunct of a statement."""
        self.claims.append([made.step, identifier, "A", text, conjunct])

    def written(self) -> str:
        """The derivation as a file."""
        return json.dumps({"rows": self.rows, "steps": self.steps, "claims": self.claims}, separators=(",", ":"))

    def _value(self, x: Any) -> str:
        if isinstance(x, Made):
            return f"t{x.step}"
        if isinstance(x, str):
            return "s" + x
        if isinstance(x, Fraction):
            return f"q{x}"
        if x is None or isinstance(x, int):
            return f"j{json.dumps(x)}"
        if isinstance(x, dict):
            return "d" + self._value(tuple(x.items()))
        row = [self._value(y) for y in x]
        if row not in self.rows:
            self.rows.append(row)
        return f"r{self.rows.index(row)}"


def num(x: int | Fraction) -> Term:
    """A rational number."""
    return ("q", Fraction(x))


ZERO, ONE, TWO = num(0), num(1), num(2)
FALSE: Term = ("<", ZERO, ZERO)


def neg(a: Term) -> Term:
    """-a."""
    return ("*", num(-1), a)


def sub(a: Term, b: Term) -> Term:
    """a - b."""
    return ("+", a, neg(b))


n, m, k, i, j = ("v", "n", P), ("v", "m", N), ("v", "k", P), ("v", "i", Z), ("v", "j", Z)
x, y, z = (("v", name, R) for name in "xyz")
column = ("v", "u", ("M", n, ONE))
A, B, U = (("v", name, ("M", n, n)) for name in "ABU")
X_LE_Y = ("<=", x, y)
L_, d_ = ("v", "L", P), ("v", "d", P)
W = ("v", "W", ("L", L_, d_, d_, d_))
family = ("v", "W", ("L", n, num(2), num(3), ONE))
square = ("v", "W", ("L", L_, n, n, n))


def one(d: Draft) -> Made:
    """|- 0 < 1."""
    return d.linear(("<", ZERO, ONE), ())


def quantified(body: Term) -> Term:
    """For all numbers 1 and 2."""
    return ("all", ONE, TWO, body)


def sized(at: Term) -> Term:
    """A column as long as a layer is wide."""
    return ("v", "X", ("M", ("width", W, at), ONE))


def tall(size: Term, name: str = "u") -> Term:
    """A column of a length."""
    return ("v", name, ("M", size, ONE))


def layers(last: int, first: int) -> Term:
    """W^{last:first} of square layers."""
    return ("seg", square, num(last), num(first))


FALSE_TEXT = "let: x = real\nclaim: x <= 0"


def falsehood(d: Draft, contradiction: Made) -> None:
    """Go on from |- 0 < 0 to a claim that is false."""
    d.claim(d.absurd(contradiction, ("<=", x, ZERO)), FALSE_TEXT)


def arbitrary(d: Draft) -> None:
    """i = 1 |- i = 1, so i = 1 for all i in 1..2, so 2 = 1."""
    every = d.generalise(d.assume(("=", i, ONE)), i, ONE, TWO)
    two = d.specialise(every, TWO)
    falsehood(d, d.linear(FALSE, [(ONE, None, two), (ONE, one(d), one(d))]))


def strict_from_weak(d: Draft) -> None:
    """x <= x, so x < x."""
    weak = d.linear(("<=", ZERO, ZERO), [])
    falsehood(d, d.linear(FALSE, [(ONE, one(d), weak)]))


def strict_from_nothing(d: Draft) -> None:
    """0 < 0 as an empty combination."""
    falsehood(d, d.linear(FALSE, []))


def left_over(d: Draft) -> None:
    """0 < 1 for 1 < 0."""
    falsehood(d, d.linear(FALSE, [(ONE, one(d), one(d))]))


def negative_factor(d: Draft) -> None:
    """0 < 1, times -1, without a sign that is shown: -1 < 0 as 0 < -1; then the sum."""
    falsehood(d, d.linear(FALSE, [(num(-1), one(d), one(d)), (ONE, one(d), one(d))]))


def integers_apart(d: Draft) -> None:
    """0 < 1/2, so 1 <= 1/2."""
    half = d.linear(("<", ZERO, num(Fraction(1, 2))), ())
    far = d.cut(half, d.meaning("discrete", ZERO, num(Fraction(1, 2))))
    falsehood(d, d.linear(FALSE, [(ONE, one(d), far), (ONE, one(d), half)]))


def beginning(d: Draft) -> None:
    """An induction for i <= 0 that begins at 2."""
    step = d.linear(("<=", ("+", i, ONE), ("+", i, ONE)), [])
    every = d.induction(d.linear(("<=", TWO, TWO), []), step, i, ONE, n, ("<=", i, TWO))
    d.claim(every, "let: n = integer(1)\nlet: i = integer(1, n)\nclaim: i <= 2")


def cases_left_out(d: Draft) -> None:
    """Three cases, each with another end."""
    less = d.assume(("<", x, ZERO))
    d.claim(d.trichotomy(less, d.assume(("=", x, ZERO)), d.assume(("<", ZERO, x)), x, ZERO), FALSE_TEXT)


def from_nothing(d: Draft) -> None:
    """Anything follows from 0 < 1."""
    d.claim(d.absurd(one(d), ("<=", x, ZERO)), FALSE_TEXT)


def no_denial(d: Draft) -> None:
    """0 != 0 as of what is above zero; but 0 = 0, so 0 inv(0) = 1."""
    apart = d.cut(one(d), d.meaning("different", ZERO, "above"))
    inverse = d.cut(apart, d.meaning("inverse", ZERO))
    falsehood(d, d.linear(FALSE, [(num(-1), None, inverse)]))


def no_clash(d: Draft) -> None:
    """1 != 0, so 0 inv(0) = 1."""
    apart = d.cut(one(d), d.meaning("different", ONE, "above"))
    falsehood(d, d.linear(FALSE, [(num(-1), None, d.cut(apart, d.meaning("inverse", ZERO)))]))


def other_form(d: Draft) -> None:
    """1 = 0 by form."""
    falsehood(d, d.linear(FALSE, [(ONE, None, d.identity(ONE, ZERO)), (ONE, one(d), one(d))]))


def fraction_for_integer(d: Draft) -> None:
    """1 <= n at n = 1/2."""
    low = d.instantiate(d.meaning("number", n), {n: num(Fraction(1, 2))})
    falsehood(d, d.linear(FALSE, [(ONE, one(d), low), (ONE, one(d), d.linear(("<", ZERO, num(Fraction(1, 2))), ()))]))


def equation_from_order(d: Draft) -> None:
    """0 <= 1, so 0 = 1."""
    weak = d.linear(("<=", ZERO, ONE), [(ONE, one(d), one(d))])
    same = d.linear(("=", ZERO, ONE), [(ONE, one(d), weak)])
    falsehood(d, d.linear(FALSE, [(num(-1), None, same), (ONE, one(d), one(d))]))


def template_elsewhere(d: Draft) -> None:
    """0 = 0 put for 1 in 0 < 1."""
    hole = ("v", "h", R)
    falsehood(d, d.rewrite(d.identity(ZERO, ZERO), one(d), hole, ("<", ZERO, hole)))


def not_its_claim(d: Draft) -> None:
    """0 < 1 said to be x <= 0."""
    d.claim(one(d), FALSE_TEXT)


def more_than_granted(d: Draft) -> None:
    """x <= 0 |- x <= 0 said to be x <= 0."""
    d.claim(d.assume(("<=", x, ZERO)), FALSE_TEXT)


def own_hypothesis(d: Draft) -> None:
    """An induction whose hypothesis is taken for what its beginning assumed: x <= 0 |- x <= 0, so x <= 0."""
    f = ("<=", x, ZERO)
    every = d.instantiate(d.induction(d.assume(f), d.assume(f), i, ZERO, ZERO, f), {i: ZERO})
    d.claim(d.cut(d.linear(("<=", ZERO, ZERO), ()), every), FALSE_TEXT)


def beyond_the_last(d: Draft) -> None:
    """An induction from 0 to 3, used at 4: i + 1 <= 3 |- i + 1 <= 3, so 4 <= 3."""
    begun = d.linear(("<=", ZERO, num(3)), ())
    every = d.induction(begun, d.assume(("<=", ("+", i, ONE), num(3))), i, ZERO, num(3), ("<=", i, num(3)))
    at_four = d.instantiate(every, {i: num(4)})
    d.claim(d.cut(d.linear(("<=", ZERO, num(4)), ()), at_four), "claim: 4 <= 3")


def beyond_the_range(d: Draft) -> None:
    """i <= 3 for all i in 0..3, so 4 <= 3."""
    every = d.generalise(d.assume(("<=", i, num(3))), i, ZERO, num(3))
    d.claim(d.cut(d.linear(("<=", ZERO, num(4)), ()), d.specialise(every, num(4))), "claim: 4 <= 3")


def hypothesis_about_another(d: Draft) -> None:
    """x <= 0 |- x <= 0, so x <= 0 |- y <= 0."""
    d.claim(
        d.instantiate(d.assume(("<=", x, ZERO)), {x: y}), "let: x = real\nlet: y = real\ngiven: x <= 0\nclaim: y <= 0"
    )


def size_of_nothing(d: Draft) -> None:
    """1 <= n for a positive n, so 1 <= 0."""
    d.claim(d.instantiate(d.meaning("number", n), {n: ZERO}), "claim: 1 <= 0")


def size_that_is_natural(d: Draft) -> None:
    """1 <= n for a positive n, so 1 <= 0, as 0 <= 0."""
    at_zero = d.instantiate(d.meaning("number", n), {n: ZERO})
    d.claim(d.cut(d.linear(("<=", ZERO, ZERO), ()), at_zero), "claim: 1 <= 0")


def equation_with_a_rest(d: Draft) -> None:
    """0 = 1, as 1 - 0 is not negative."""
    d.claim(d.linear(("=", ZERO, ONE), ()), "claim: 0 == 1")


def case_of_another(d: Draft) -> None:
    """x <= 0 from x < 0, from x = 0 and, for 0 < x, from x < 0 again."""
    goal = ("<=", x, ZERO)
    below, equal = (d.assume((op, x, ZERO)) for op in ("<", "="))
    weak, even = (d.linear(goal, [(ONE, one(d), fact)]) for fact in (below, equal))
    d.claim(d.trichotomy(weak, even, weak, x, ZERO), FALSE_TEXT)


def axiom_without_a_value(d: Draft) -> None:
    """sqrt(x)**2 == x wherever the root has a value, so 0 <= x everywhere."""
    root = d.axiom("arena.axiom", "A", "let: x = real\nclaim: sqrt(x)**2 == x", 0)
    square = d.meaning("number", ("^", ("sqrt", x), 2))
    d.claim(d.linear(("<=", ZERO, x), [(ONE, one(d), square), (ONE, None, root)]), "let: x = real\nclaim: 0 <= x")


def a_definition_for_all(d: Draft) -> None:
    """0 < x for every x."""
    d.claim(d.meaning("number", x), "let: x = real\nclaim: 0 < x")


def cut_of_another(d: Draft) -> None:
    """x <= 0 is taken away by 0 < 1."""
    d.claim(d.cut(one(d), d.assume(("<=", x, ZERO))), FALSE_TEXT)


PROVING_FALSEHOODS: tuple[Callable[[Draft], None], ...] = (
    arbitrary, strict_from_weak, strict_from_nothing, left_over, negative_factor, integers_apart, beginning,
    cases_left_out, from_nothing, no_denial, no_clash, other_form, fraction_for_integer, equation_from_order,
    template_elsewhere, not_its_claim, more_than_granted, a_definition_for_all, cut_of_another, own_hypothesis,
    beyond_the_last, beyond_the_range, hypothesis_about_another, size_of_nothing, size_that_is_natural,
    equation_with_a_rest, case_of_another, axiom_without_a_value,
)  # fmt: skip

HALF, ONE_AND_A_HALF = num(Fraction(1, 2)), num(Fraction(3, 2))
bound, unit, part = ("b", 0), ("e", n, i), ("v", "i", P)
oblong, another = (("v", name, ("M", n, k)) for name in "CD")
hole, gap, size_hole = (("v", "h", sort) for sort in (Z, R, P))

INFERENCES: dict[str, Callable[[Draft], object]] = {
    "meaning: a norm as an end of the spectrum": lambda d: d.meaning("end", "maxabs", A),
    "meaning: a trace as an end of the spectrum": lambda d: d.meaning("end", "tr", A),
    "assume: too many parts": lambda d: d.assume(("<=", x, y, z)),
    "assume: too few parts": lambda d: d.assume(("<=", x)),
    "assume: diagonal with a spare part": lambda d: d.assume(("=", ("dg", n, bound, ZERO), A)),
    "assume: loose index": lambda d: d.assume(("<=", bound, x)),
    "assume: index of another binder": lambda d: d.assume(quantified(("<=", ("b", 1), x))),
    "assume: no formula": lambda d: d.assume(("or", X_LE_Y, X_LE_Y)),
    "assume: order between matrices": lambda d: d.assume(("<=", A, B)),
    "assume: shapes differ": lambda d: d.assume(("=", A, column)),
    "assume: no inner dimension": lambda d: d.assume(("=", ("mm", column, column), A)),
    "assume: size that may be negative": lambda d: d.assume(("=", ("v", "B", ("M", i, i)), ("v", "B", ("M", i, i)))),
    "assume: size that may be a fraction": lambda d: d.assume(("=", ("id", x), ("id", x))),
    "assume: size by a power of a real": lambda d: d.assume(("=", ("id", ("^", x, 0)), ("id", ONE))),
    "assume: trace of a matrix not square": lambda d: d.assume(("=", ("tr", oblong), x)),
    "assume: an index that may be a fraction": lambda d: d.assume(("<=", ("s", A, x), y)),
    "assume: a name that marks use": lambda d: d.assume(("<=", ("v", "#1", Z), x)),
    "assume: an index in the size of a variable": lambda d: d.assume(quantified(("=", ("normF", sized(bound)), ZERO))),
    "assume: a matrix product over an index of other shape": lambda d: d.assume(
        ("=", ("msum", ONE, L_, ("seg", W, bound, bound)), ("seg", ("v", "W", ("L", L_, d_, n, d_)), ONE, ONE))
    ),
    "assume: exponent not written out": lambda d: d.assume(("<=", ("^", x, i), y)),
    "assume: a negative exponent": lambda d: d.assume(("<=", ("^", x, -1), y)),
    "instantiate: a fraction for an integer": lambda d: d.instantiate(d.assume(("<=", ONE, n)), {n: HALF}),
    "instantiate: another shape": lambda d: d.instantiate(d.assume(("=", A, B)), {A: ("v", "C", ("M", k, k))}),
    "instantiate: a number for a matrix": lambda d: d.instantiate(d.assume(("=", A, B)), {A: x}),
    "instantiate: a matrix for a number": lambda d: d.instantiate(d.assume(X_LE_Y), {x: A}),
    "instantiate: a term, not a variable": lambda d: d.instantiate(d.assume(X_LE_Y), {ONE: TWO}),
    "instantiate: a marked variable": lambda d: d.instantiate(d.assume(X_LE_Y), {x: ("v", "#1", R)}),
    "instantiate: a loose index": lambda d: d.instantiate(d.assume(X_LE_Y), {x: bound}),
    "instantiate: size that may be negative": lambda d: d.instantiate(d.assume(("=", A, B)), {n: sub(n, ONE)}),
    "generalise: free in a hypothesis": lambda d: d.generalise(d.assume(("<=", i, x)), i, ONE, TWO),
    "generalise: free in a bound": lambda d: d.generalise(d.identity(i, i), i, ONE, i),
    "generalise: other bounds are no bounds": lambda d: d.generalise(d.assume(("<=", i, TWO)), i, ONE, num(3)),
    "generalise: a real number": lambda d: d.generalise(d.identity(x, x), x, ONE, TWO),
    "generalise: a size below its range": lambda d: d.generalise(d.meaning("number", n), n, ZERO, TWO),
    "generalise: the size of a matrix": lambda d: d.generalise(d.identity(("tr", A), ("tr", A)), n, ONE, TWO),
    "generalise: the size of a column by width": lambda d: d.generalise(
        d.identity(("normF", sized(i)), ("normF", sized(i))), i, ONE, TWO
    ),
    "specialise: a fraction": lambda d: d.specialise(d.assume(quantified(("<=", bound, x))), ONE_AND_A_HALF),
    "specialise: nothing quantified": lambda d: d.specialise(d.assume(X_LE_Y), ONE),
    "identity: other normal forms": lambda d: d.identity(x, y),
    "identity: products turned round": lambda d: d.identity(("mm", A, B), ("mm", B, A)),
    "identity: one name, two sorts": lambda d: d.identity(("v", "i", Z), ("v", "i", R)),
    "identity: one name, two sizes": lambda d: d.identity(("normF", A), ("normF", ("v", "A", ("M", k, k)))),
    "identity: traces of another order": lambda d: d.identity(
        ("tr", ("mm", ("mm", A, B), U)), ("tr", ("mm", ("mm", B, A), U))
    ),
    "identity: Kronecker products turned round": lambda d: d.identity(("kron", A, B), ("kron", B, A)),
    "identity: a sum and its index": lambda d: d.identity(("sum", ONE, n, i), ("sum", ONE, n, bound)),
    "identity: nested indices swapped": lambda d: d.identity(
        ("sum", ONE, n, ("sum", ONE, k, sub(bound, ("b", 1)))), ("sum", ONE, n, ("sum", ONE, k, sub(("b", 1), bound)))
    ),
    "identity: the root of a square": lambda d: d.identity(("sqrt", ("^", x, 2)), x),
    "identity: the root of minus four": lambda d: d.identity(("sqrt", num(-4)), TWO),
    "identity: the modulus of a number": lambda d: d.identity(("abs", x), x),
    "identity: the largest is not the least": lambda d: d.identity(("max", x, y), ("min", x, y)),
    "identity: a quotient by itself": lambda d: d.identity(("*", x, ("inv", x)), ONE),
    "identity: sizes differ": lambda d: d.identity(("id", n), ("id", k)),
    "identity: an empty product of layers": lambda d: d.identity(("seg", W, ONE, ONE), ("id", d_)),
    "linear: factor of unknown sign": lambda d: d.linear(
        ("<=", ("*", z, x), ("*", z, y)), [(z, None, d.assume(X_LE_Y))]
    ),
    "linear: the sign of another factor": lambda d: d.linear(
        ("<=", neg(x), neg(y)), [(num(-1), one(d), d.assume(X_LE_Y))]
    ),
    "linear: strict from weak": lambda d: d.linear(("<", x, y), [(ONE, one(d), d.assume(X_LE_Y))]),
    "linear: strict with a factor that may vanish": lambda d: d.linear(
        ("<", ("*", z, x), ("*", z, y)), [(z, d.assume(("<=", ZERO, z)), d.assume(("<", x, y)))]
    ),
    "linear: equation from an inequality": lambda d: d.linear(("=", x, y), [(ONE, one(d), d.assume(X_LE_Y))]),
    "linear: something is left": lambda d: d.linear(("<=", x, z), [(ONE, one(d), d.assume(X_LE_Y))]),
    "linear: no relation": lambda d: d.linear(("!=", x), []),
    "linear: an inequation as a fact": lambda d: d.linear(("=", x, ZERO), [(ONE, None, d.assume(("!=", x)))]),
    "linear: facts between matrices": lambda d: d.linear(("=", A, B), [(ONE, None, d.assume(("=", A, B)))]),
    "linear: strict from nothing": lambda d: d.linear(("<", x, x), []),
    "identity: a product that is not there": lambda d: d.identity(("mm", U, A), ("m+", ("mm", U, A), A)),
    "rewrite: factors on the wrong side": lambda d: d.rewrite(
        d.assume(("=", A, B)), d.identity(("mm", U, A), ("mm", U, A)), U, ("=", ("mm", U, A), ("mm", B, U))
    ),
    "rewrite: shapes do not fit": lambda d: d.rewrite(
        d.assume(("=", A, B)), d.identity(A, A), column, ("=", A, column)
    ),
    "rewrite: no equation": lambda d: d.rewrite(d.assume(X_LE_Y), d.assume(("<=", x, z)), z, ("<=", z, z)),
    "rewrite: another theorem": lambda d: d.rewrite(d.assume(("=", x, y)), d.assume(("<=", y, z)), gap, ("<=", gap, z)),
    "rewrite: the size of a matrix": lambda d: d.rewrite(
        d.assume(("=", i, j)), d.assume(("=", ("normF", sized(i)), ZERO)), hole, ("=", ("normF", sized(hole)), ZERO)
    ),
    "rewrite: a hole for sizes": lambda d: d.rewrite(
        d.assume(("=", n, k)), d.assume(("<=", n, x)), size_hole, ("<=", size_hole, x)
    ),
    **{
        f"rewrite: {place} by a real": lambda d, f=f: d.rewrite(d.assume(("=", i, y)), d.assume(f(i)), hole, f(hole))
        for place, f in {
            "an index": lambda h: ("<=", ("s", A, h), x),
            "the end of a sum": lambda h: ("<=", ("sum", ONE, h, x), x),
            "the end of a range": lambda h: ("all", ONE, h, X_LE_Y),
            "the number of a layer": lambda h: ("<=", ("width", W, h), x),
            "what is simple": lambda h: ("simple_s", A, h),
        }.items()
    },
    "rewrite: integers by a real": lambda d: d.rewrite(
        d.assume(("=", i, x)), d.assume(("<=", ("s", A, i), y)), hole, ("<=", ("s", A, hole), y)
    ),
    "trichotomy: cases end differently": lambda d: d.trichotomy(
        d.assume(("<", x, y)), d.assume(("=", x, y)), d.assume(("<", y, x)), x, y
    ),
    "trichotomy: between matrices": lambda d: d.trichotomy(one(d), one(d), one(d), A, B),
    "absurd: no contradiction": lambda d: d.absurd(d.assume(X_LE_Y), FALSE),
    "meaning: a matrix that differs from zero": lambda d: d.meaning("different", A, "above"),
    "meaning: different on no side": lambda d: d.meaning("different", x),
    "meaning: a real number below an integer": lambda d: d.meaning("discrete", x, i),
    "induction: free in a hypothesis": lambda d: d.induction(
        d.identity(ONE, ONE), d.assume(("<=", i, x)), i, ONE, n, ("=", i, i)
    ),
    "induction: a hypothesis about its variable": lambda d: d.induction(
        d.linear(("<=", ONE, ONE), []),
        d.linear(("<=", ("+", i, ONE), ONE), [(ONE, one(d), d.assume(("<=", i, ZERO)))]),
        i,
        ONE,
        n,
        ("<=", i, ONE),
    ),
    "induction: another beginning": lambda d: d.induction(
        d.identity(TWO, TWO), d.identity(("+", i, ONE), ("+", i, ONE)), i, ONE, n, ("=", i, i)
    ),
    "induction: another step": lambda d: d.induction(d.identity(ONE, ONE), d.identity(i, i), i, ONE, n, ("=", i, i)),
    "induction: over sizes": lambda d: d.induction(
        d.identity(ONE, ONE), d.identity(("+", n, ONE), ("+", n, ONE)), n, ONE, k, ("=", n, n)
    ),
    "induction: from a fraction": lambda d: d.induction(
        d.identity(HALF, HALF), d.identity(("+", i, ONE), ("+", i, ONE)), i, HALF, n, ("=", i, i)
    ),
    "identity: one chosen vector for two matrices": lambda d: d.identity(
        ("eigenvector", A, ONE), ("eigenvector", B, ONE)
    ),
    "identity: one chosen vector for two indices": lambda d: d.identity(("eigenvector", A, i), ("eigenvector", A, j)),
    "identity: a left vector for a right one": lambda d: d.identity(("left_vector", A, i), ("right_vector", A, i)),
    "eigenvector: of a rectangle": lambda d: d.meaning("eigenvector", oblong, ONE, "length"),
    "eigenvector: at a real index": lambda d: d.meaning("eigenvector", A, x, "length"),
    "eigenvector: more than is said": lambda d: d.meaning("eigenvector", A, ONE, "unique"),
    "singular vectors: a sign": lambda d: d.meaning("singular-vectors", A, ONE, "sign"),
    "derivatives of vectors: a family of two": lambda d: d.meaning(
        "differentiable-vectors", "lam", A, B, ONE, x, "equation"
    ),
    "derivatives of vectors: of a rectangle": lambda d: d.meaning(
        "differentiable-vectors", "lam", *[oblong] * 3, ONE, x, "equation"
    ),
    "meaning: no such name": lambda d: d.meaning("truth", FALSE),
    "number: zero is not positive": lambda d: d.meaning("number", x),
    "number: a negative constant": lambda d: d.linear(("<", ZERO, num(-1)), ()),
    "number: a cube": lambda d: d.meaning("number", ("^", x, 3)),
    "extreme: of something else": lambda d: d.meaning("extreme", ("+", x, y), 0),
    "over: a term at a fraction": lambda d: d.meaning("over", ("maxo", ONE, TWO, bound), "term", ONE_AND_A_HALF),
    "over: the last of a maximum": lambda d: d.meaning("over", ("maxo", ONE, TWO, bound), "last"),
    "over: nothing to stack": lambda d: d.meaning("over", ("stack", ONE, n, A), "none"),
    "over: an order between products": lambda d: d.meaning("over", ("prod", ONE, n, x), "order", y),
    "over: a count of others": lambda d: d.meaning("over", ("sum", ONE, n, TWO), "count"),
    "over: a factor of a product": lambda d: d.meaning("over", ("prod", ONE, n, x), "factor", y, x, ONE),
    "over: a factor that holds the index": lambda d: d.meaning("over", ("sum", ONE, n, x), "factor", bound, x, ONE),
    "over: a bound that holds the index": lambda d: d.meaning("over", ("maxo", ONE, n, bound), "bound", bound),
    "over: products are not split": lambda d: d.meaning("over", ("prod", ONE, n, ("+", x, y)), "split"),
    "sign: of a determinant": lambda d: d.meaning("sign", "det", A),
    "diagonal: ones are no unit column": lambda d: d.meaning("diagonal", ("dg", TWO, bound), ("ones", TWO, ONE)),
    "diagonal: ones are not diagonal": lambda d: d.meaning("diagonal", ("ones", TWO, TWO), ("e", TWO, ONE)),
    "stacks: blocks of other heights": lambda d: d.meaning(
        "stacks", ("vst", A, B), ("vst", ("vst", A, column), column)
    ),
    "stacks: over other indices": lambda d: d.meaning("stacks", ("stack", ONE, n, A), ("stack", ZERO, n, A)),
    "stacks: blocks are no rows": lambda d: d.meaning("stacks", ("e", ("*", n, n), ONE), ("stack", ONE, n, A)),
    "places: ones are no unit column": lambda d: d.meaning("places", unit, ("ones", n, ONE)),
    "entrywise: a column of another length": lambda d: d.meaning("entrywise", oblong, another, unit),
    "entrywise: any column": lambda d: d.meaning("entrywise", A, B, column),
    "entrywise: factors of other shapes": lambda d: d.meaning("entrywise", A, another, unit),
    "segment: no family of layers": lambda d: d.meaning("segment", A, TWO, ONE),
    "segment: layers at fractions": lambda d: d.meaning("segment", W, ONE_AND_A_HALF, ONE),
    "singular vectors: a loose index": lambda d: d.meaning("singular-vectors", bound, ONE, "left"),
    "inference: an index that counts the rows": lambda d: d.generalise(
        d.identity(("tr", ("id", part)), part), part, ZERO, n
    ),
    "inference: an index in the size of a vector": lambda d: d.generalise(
        d.assume(("=", tall(part), ("zero", part, ONE))), part, ONE, n
    ),
    "inference: a real number for an index": lambda d: d.specialise(d.assume(("all", ONE, n, ("<=", bound, x))), x),
    "inference: an index that is bound elsewhere": lambda d: d.specialise(
        d.assume(("all", ONE, n, ("<=", bound, x))), bound
    ),
    "inference: a number for the depth of a family": lambda d: d.instantiate(
        d.meaning("width", family, ONE), {n: num(3)}
    ),
    "inference: a family of another depth": lambda d: d.instantiate(
        d.meaning("width", family, ONE), {family: ("v", "V", ("L", ("v", "k", P), num(2), num(3), num(1)))}
    ),
    "inference: the largest of none": lambda d: d.cut(
        d.meaning("over", ("maxo", ONE, m, x), "term", ONE), d.identity(x, y)
    ),
    "inference: layers in the other order": lambda d: d.rewrite(
        d.meaning("segment", square, num(2), ONE),
        d.identity(layers(2, 1), layers(2, 1)),
        U,
        ("=", layers(2, 1), ("mm", layers(1, 1), layers(2, 2))),
    ),
    "inference: unit columns counted along the other factor": lambda d: d.cut(
        d.meaning("places", unit, ("e", m, j)),
        d.identity(("kron", unit, ("e", m, j)), ("e", ("*", n, m), ("+", ("*", ("+", j, num(-1)), n), i))),
    ),
    "inference: entrywise products for products": lambda d: d.cut(
        d.meaning("entrywise", A, A, unit), d.identity(("mm", ("had", A, A), unit), ("mm", ("mm", A, A), unit))
    ),
    "inference: layers that end before they begin": lambda d: d.cut(
        d.identity(layers(1, 3), ("mm", layers(1, 1), layers(0, 3))), d.meaning("segment", square, ONE, num(3))
    ),
    "inference: a sum cut at a number between": lambda d: d.meaning("over", ("sum", ONE, n, x), "join", ONE_AND_A_HALF),
    "inference: unit vectors of unknown numbers": lambda d: d.meaning("units", n, i, j),
    "inference: no root of minus one": lambda d: (
        d.cut(d.meaning("root", num(-1)), d.assume(FALSE)) and d.identity(ONE, ZERO)
    ),
    "inference: an inverse on both sides": lambda d: d.identity(("mm", A, ("minv", A)), ("id", n)),
    "inference: entrywise for matrix products": lambda d: d.identity(("had", A, A), ("mm", A, A)),
    "inference: an exponential of a sum": lambda d: d.identity(
        ("expm", ("m+", A, ("T", A))), ("mm", ("expm", A), ("expm", ("T", A)))
    ),
    "inference: a template under another binder": lambda d: d.rewrite(
        d.assume(("=", x, y)), d.assume(("all", ONE, n, ("<=", x, bound))), x, ("all", ONE, n, ("<=", bound, bound))
    ),
    "inference: a name of two words": lambda d: d.assume(("<=", ("v", "x y", R), x)),
    "inference: a vector for a number": lambda d: d.assume(("<=", x, ("vec", ONE, n, bound))),
    "inference: nothing is strict": lambda d: d.linear(FALSE, [(ZERO, None, d.assume(("<", x, y)))]),
    "inference: a negative number without its sign": lambda d: d.linear(
        ("<=", neg(x), neg(y)), [(num(-1), None, d.assume(("<=", x, y)))]
    ),
    "inference: an equation up to a number": lambda d: d.linear(("=", ONE, ZERO), ()),
    "inference: an inequality up to a negative number": lambda d: d.linear(("<=", ONE, ZERO), ()),
    "inference: a number that is no constant": lambda d: d.linear(("<", ZERO, x), ()),
}
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
