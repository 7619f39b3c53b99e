"""Kinds "negation" and "opposite": claims that something exists, refuted because the contrary holds everywhere.

"negation": some D, diagonal with entries eta or 1, some X and i have s_i(X) < s_i(Y).  If X X^T - Y Y^T equals
F w(D) F^T with a polynomial w that is >= 0 at 1 and at every eta allowed, the difference is positive semidefinite, so
that every eigenvalue of X X^T is at least that of Y Y^T (Weyl).  The identity is checked in non-commuting symbols,
hence for every order.
"opposite": some positive x, y, ... have a <= b (or a < b).  Both sides are brought over one denominator; if every
coefficient of the numerator and of the denominator of a - b is positive, b < a everywhere.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from verify.checker.algebra import ONE, UNIT, Polynomial, Quotient, letter, moved, read, times
from verify.checker.domains import declarations
from verify.checker.format import CertificateError, NotEstablished
from verify.checker.limits import conform
from verify.checker.syntax import Tree, parse_clause, parse_expression

SQUARE = ("symmetric", "psd", "pd", "diagonal", "signs", "projection")  # their own transposes
Shape = tuple[Tree, Tree] | None  # of a matrix; None for a number


def claimed(cert: dict[str, Any]) -> tuple[str, Tree, Tree]:
    """The only relation of a claim `exists: a < b` or `exists: a <= b`, nothing else being assumed."""
    text = cert["text"]
    if len(text["claim"]) != 1 or text["given"]:
        raise NotEstablished("the statement is not a single existence claim without hypotheses")
    clause = parse_clause(text["claim"][0])
    if not clause.exists or clause.ranges or len(clause.relations) != 1:
        raise NotEstablished("the claim is not a single existence claim")
    op, a, b = clause.relations[0]
    if op not in ("<", "<=", ">", ">="):
        raise NotEstablished(f"the claim compares its sides by {op}")
    return (op, a, b) if op in ("<", "<=") else (op.replace(">", "<"), b, a)


def check_opposite(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established refutation.  Raises NotEstablished or CertificateError."""
    _, left, right = claimed(cert)
    let = declarations(cert["text"]["let"])
    if any(domain != "positive" or parameters for _, domain, parameters in let):
        raise NotEstablished("not all variables are declared positive")
    names = {name for name, *_ in let}

    def leaf(tree: Tree) -> Quotient | None:
        return letter(tree[1]) if tree[0] == "name" and tree[1] in names else None

    above, below = read(("add", left, ("neg", right)), leaf)
    for what, polynomial in (("numerator", above), ("denominator", below)):
        if not polynomial or any(c <= 0 for c in polynomial.values()):
            raise NotEstablished(f"the {what} of the difference has a coefficient that is not positive")
    return [
        f"{cert['statement']}: {cert['text']['claim'][0]} is refuted",
        f"checked: over one denominator the difference of the sides is a quotient of polynomials in "
        f"{', '.join(sorted(names))} with {len(above)} and {len(below)} positive coefficients and no others",
        "so it is positive for all positive values, and the claim holds at none",
        "refutation established",
    ]


def check_negation(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established refutation.  Raises NotEstablished or CertificateError."""
    identity = conform(cert["identity"], dict.fromkeys(("gram", "factor", "weight", "pattern"), str), "identity")
    gram, pattern = identity["gram"], identity["pattern"]
    if gram not in ("left", "right"):
        raise CertificateError("identity.gram must be left (X X^T) or right (X^T X)")
    match claimed(cert):
        case "<", ("call", "s", smaller, ("name" | "num", _) as i), ("call", "s", larger, j) if i == j:
            pass
        case _:
            raise NotEstablished("the claim does not read exists: s(X, i) < s(Y, i)")
    algebra = _Algebra(cert["text"]["let"])
    if not algebra.whole(i):
        raise NotEstablished("the number of a singular value is not declared as an integer")
    eta = algebra.pattern(pattern)
    f, weight = parse_expression(identity["factor"]), parse_expression(identity["weight"])

    def product(a: Tree, middle: Tree | None = None) -> Tree:
        """A A^T or A^T A, or F w F^T."""
        first, last = (("T", a), a) if gram == "right" and middle is None else (a, ("T", a))
        return ("matmul", first if middle is None else ("matmul", first, middle), last)

    if algebra.words(("add", ("add", product(smaller), ("neg", product(larger))), ("neg", product(f, weight)))):
        raise NotEstablished("the identity is false: the difference of the Gram matrices is not F w(D) F^T")
    w = algebra.words(weight)
    if any(base != 1 or letters or set(word) - {pattern} for base, letters, word in w):
        raise NotEstablished(f"the weight is not a polynomial in {pattern}")
    degree = max((len(word) for _, _, word in w), default=0)
    _require_non_negative([w.get((*UNIT[:2], (pattern,) * k), Fraction(0)) for k in range(degree + 1)], eta)
    shown = "X X^T - Y Y^T" if gram == "left" else "X^T X - Y^T Y"
    return [
        f"{cert['statement']}: {cert['text']['claim'][0]} is refuted for every order",
        f"checked: {shown} = F w({pattern}) F^T in non-commuting symbols, with F = {identity['factor']} and "
        f"w({pattern}) = {identity['weight']}; nothing about the order enters",
        f"checked: {pattern} is declared diagonal with entries in {{eta, 1}}, where {eta[0]} <= eta <= {eta[1]}, and "
        "the diagonal entries of w are >= 0 there, so F w F^T is positive semidefinite",
        "leaned on: eigenvalues are monotone (Weyl), hence s_i(X)^2 >= s_i(Y)^2 for every i",
        "refutation established",
    ]


class _Algebra:
    """Matrix expressions as sums of words in non-commuting symbols, by the declarations of their variables."""

    def __init__(self, let: list[str]) -> None:
        self.let: dict[str, tuple[str, list[Tree]]] = {}
        for name, domain, parameters in declarations(let):
            if domain == "integer" and not (1 <= len(parameters) <= 2 and self.whole(*parameters)):
                raise NotEstablished(f"the range of {name} is not given by numbers and integers declared before")
            self.let[name] = domain, parameters

    def pattern(self, name: str) -> tuple[Fraction, Fraction]:
        """Closed range of eta of a variable declared activation(m, n, eta)."""
        match self.let.get(name):
            case "activation", [_, _, ("num", q)]:
                return q, q
            case "activation", [_, _, ("name", eta)]:
                match self.let.get(eta):
                    case "interval" | "open_interval", [("num", low), ("num", high)]:
                        return low, high
        raise NotEstablished(f"{name!r} is not declared as an activation pattern with eta in an interval of numbers")

    def words(self, tree: Tree) -> Polynomial:
        """Expansion of a matrix expression; numbers multiply the empty word."""
        self.shape(tree)
        return read(tree, self._leaf)[0]  # nothing here has a denominator: numbers alone divide

    def _leaf(self, tree: Tree) -> Quotient | None:
        match tree:
            case ("name", name):
                return letter(name, self.shape(tree) is not None)
            case ("call", "I", _):
                return ONE, ONE
            case ("matmul", a, b):
                return times(self.words(a), self.words(b)), ONE
            case ("T", a):
                return self.transposed(read(a, self._leaf)[0]), ONE
        return None

    def whole(self, *trees: Tree) -> bool:
        """Whether these are numbers, or names declared as integers."""
        return all(t[0] == "num" or t[0] == "name" and self.let.get(t[1], ("",))[0] == "integer" for t in trees)

    def shape(self, tree: Tree) -> Shape:
        """Rows and columns as they are written; None for a number.  Raises NotEstablished where shapes do not fit."""
        match tree:
            case ("num", _):
                return None
            case ("name", name):
                match self.let.get(name):
                    case "real", [r, c] if self.whole(r, c):
                        return r, c
                    case "activation", [m, n, _] if self.whole(m, n):
                        return n, n
                    case domain, [n] if domain in SQUARE and self.whole(n):
                        return n, n
                    case "real" | "positive", []:
                        return None
                    case "interval" | "open_interval", [("num", _), ("num", _)]:
                        return None
            case ("call", "I", n) if self.whole(n):
                return n, n
            case ("T", a) if (inner := self.shape(a)) is not None:
                return inner[1], inner[0]
            case ("neg", a) | ("div", a, ("num", _)):
                return self.shape(a)
            case ("add" | "mul" | "matmul" as kind, a, b):
                left, right = self.shape(a), self.shape(b)
                if kind == "add" and left == right or kind == "mul" and None in (left, right):
                    return left or right
                if kind == "matmul" and left is not None and right is not None and left[1] == right[0]:
                    return left[0], right[1]
        raise NotEstablished("an expression is outside the algebra of this check, or its shapes do not fit")

    def transposed(self, a: Polynomial) -> Polynomial:
        """Transpose: words reversed, each letter transposed (diagonal and symmetric ones are their own)."""
        return {(b, s, tuple(self._flip(x) for x in reversed(word))): c for (b, s, word), c in a.items()}

    def _flip(self, name: str) -> str:
        if self.let[name.rstrip("'")][0] != "real":
            return name
        return name[:-1] if name.endswith("'") else name + "'"


def _require_non_negative(c: list[Fraction], eta: tuple[Fraction, Fraction]) -> None:
    """w(1) >= 0, and w >= 0 on the range of eta: its coefficients in Bernstein's basis there are."""
    low, high = eta
    if low > high or sum(c) < 0:
        raise NotEstablished("the weight is negative at 1, or eta has no range")
    left = moved(c, low, high - low)
    for k in range(len(left)):
        weights = [Fraction(comb(k, j), comb(len(left) - 1, j)) for j in range(k + 1)]
        if sum(x * y for x, y in zip(weights, left, strict=False)) < 0:
            raise NotEstablished("the weight is not shown to be non-negative on the range of its entries")
