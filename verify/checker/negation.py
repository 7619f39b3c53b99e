"""Kind "negation": an existence claim refuted for all orders at once by an identity between Gram matrices.

Claim refuted: some D, diagonal with entries eta or 1, some X and i have s_i(X) < s_i(Y).  If X X^T - Y Y^T equals
F w(D) F^T with a polynomial w that is >= 0 at 1 and at every eta allowed, the difference is positive semidefinite, so
that every eigenvalue of X X^T is at least that of Y Y^T.  The identity is checked in non-commuting symbols, hence for
every order.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.checker.domains import declarations
from verify.checker.format import CertificateError, NotEstablished, keys, string
from verify.checker.matrices import real_roots
from verify.checker.syntax import Tree, parse_clause, parse_expression

Word = tuple[tuple[str, ...], tuple[str, ...]]  # commuting scalars (sorted), matrices in order, "A'" for a transpose
Words = dict[Word, Fraction]
MAX_TERMS = 5000


def check_negation(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established refutation.  Raises NotEstablished or CertificateError."""
    identity = cert["identity"]
    keys(identity, {"gram", "factor", "weight", "pattern"}, "identity")
    gram, pattern = string(identity["gram"], "identity.gram"), string(identity["pattern"], "identity.pattern")
    if gram not in ("left", "right"):
        raise CertificateError("identity.gram must be left (X X^T) or right (X^T X)")
    smaller, larger = _claim(cert)
    algebra = _Algebra(cert["text"]["let"])
    eta = algebra.pattern(pattern)
    x, y = algebra.words(smaller), algebra.words(larger)
    f = algebra.words(parse_expression(string(identity["factor"], "identity.factor")))
    w = algebra.words(parse_expression(string(identity["weight"], "identity.weight")))
    difference = _minus(_gram(x, gram, algebra), _gram(y, gram, algebra))
    claimed = _times(_times(f, w), algebra.transposed(f))
    if difference != claimed:
        raise NotEstablished("the identity is false: the difference of the Gram matrices is not F w(D) F^T")
    coefficients = _in_pattern(w, pattern)
    _require_non_negative(coefficients, eta)
    product = "X X^T - Y Y^T" if gram == "left" else "X^T X - Y^T Y"
    return [
        f"{cert['statement']}: {cert['text']['claim'][0]} is refuted for every order",
        f"checked: {product} = F w({pattern}) F^T in non-commuting symbols, with F = {identity['factor']} and "
        f"w({pattern}) = {identity['weight']}; nothing about the order enters",
        f"checked: {pattern} is declared diagonal with entries in {{eta, 1}}, where {eta[0]} <= eta <= {eta[1]}, and "
        "the diagonal entries of w are >= 0 there, so F w F^T is positive semidefinite",
        "leaned on: eigenvalues are monotone (Weyl), hence s_i(X)^2 >= s_i(Y)^2 for every i",
        "refutation established",
    ]


def _claim(cert: dict[str, Any]) -> tuple[Tree, Tree]:
    """X and Y of a claim `exists: s(X, i) < s(Y, i)`."""
    if len(cert["text"]["claim"]) != 1:
        raise CertificateError("a negation certificate is about a single claim")
    clause = parse_clause(cert["text"]["claim"][0])
    if not clause.exists or clause.ranges or len(clause.relations) != 1:
        raise NotEstablished("the claim is not a single existence claim")
    op, a, b = clause.relations[0]
    if op == ">":
        op, a, b = "<", b, a
    names = (a[:2], b[:2]) == (("call", "s"), ("call", "s"))
    if op != "<" or not names or len(a) != 4 or len(b) != 4 or a[3] != b[3]:
        raise NotEstablished("the claim does not read exists: s(X, i) < s(Y, i)")
    return a[2], b[2]


class _Algebra:
    """Matrix expressions as sums of words in non-commuting symbols, by the declarations of their variables."""

    def __init__(self, let: list[str]) -> None:
        self.let = {name: (domain, parameters) for name, domain, parameters in declarations(let)}

    def pattern(self, name: str) -> tuple[Fraction, Fraction]:
        """Closed range of eta of a variable declared activation(m, n, eta)."""
        domain, parameters = self.let.get(name, ("", []))
        if domain != "activation" or len(parameters) != 3:
            raise NotEstablished(f"{name!r} is not declared as an activation pattern")
        eta = parameters[2]
        if eta[0] == "name" and eta[1] in self.let:
            domain, ends = self.let[eta[1]]
            if domain in ("interval", "open_interval") and len(ends) == 2 and all(e[0] == "num" for e in ends):
                return ends[0][1], ends[1][1]
        if eta[0] == "num":
            return eta[1], eta[1]
        raise NotEstablished("the range of eta is not an interval with numbers as ends")

    def words(self, tree: Tree) -> Words:
        """Expansion of a matrix expression; scalars multiply the empty word."""
        match tree:
            case ("num", q):
                return {((), ()): q} if q else {}
            case ("name", name):
                domain, parameters = self.let.get(name, ("", []))
                if domain in ("symmetric", "psd", "diagonal", "activation") or (domain == "real" and parameters):
                    return {((), (name,)): Fraction(1)}
                if domain in ("real", "interval", "open_interval", "positive"):
                    return {((name,), ()): Fraction(1)}
            case ("call", "I", _):
                return {((), ()): Fraction(1)}
            case ("T", a):
                return self.transposed(self.words(a))
            case ("neg", a):
                return _minus({}, self.words(a))
            case ("add", a, b):
                return _minus(self.words(a), _minus({}, self.words(b)))
            case ("mul" | "matmul", a, b):
                return _times(self.words(a), self.words(b))
        raise NotEstablished("an expression is outside the algebra of this check")

    def transposed(self, a: Words) -> Words:
        """Transpose: words reversed, each letter transposed (diagonal and symmetric ones are their own)."""
        return {(scalars, tuple(self._flip(x) for x in reversed(word))): c for (scalars, word), c in a.items()}

    def _flip(self, letter: str) -> str:
        if self.let[letter.rstrip("'")][0] != "real":
            return letter
        return letter[:-1] if letter.endswith("'") else letter + "'"


def _minus(a: Words, b: Words) -> Words:
    out = dict(a)
    for word, c in b.items():
        out[word] = out.get(word, Fraction(0)) - c
    return {word: c for word, c in out.items() if c}


def _times(a: Words, b: Words) -> Words:
    if len(a) * len(b) > MAX_TERMS:
        raise NotEstablished("an expression has too many terms")
    out: Words = {}
    for (s, v), c in a.items():
        for (t, w), d in b.items():
            word = tuple(sorted(s + t)), v + w
            out[word] = out.get(word, Fraction(0)) + c * d
    return {word: c for word, c in out.items() if c}


def _gram(a: Words, side: str, algebra: _Algebra) -> Words:
    t = algebra.transposed(a)
    return _times(a, t) if side == "left" else _times(t, a)


def _in_pattern(w: Words, pattern: str) -> list[Fraction]:
    """Coefficients, highest first, of a polynomial in the pattern alone: w acts on its diagonal entry by entry."""
    if any(scalars or set(word) - {pattern} for scalars, word in w):
        raise NotEstablished(f"the weight is not a polynomial in {pattern}")
    degree = max((len(word) for _, word in w), default=0)
    return [w.get(((), (pattern,) * k), Fraction(0)) for k in range(degree, -1, -1)]


def _at(coefficients: list[Fraction], x: Fraction) -> Fraction:
    out = Fraction(0)
    for c in coefficients:
        out = out * x + c
    return out


def _require_non_negative(coefficients: list[Fraction], eta: tuple[Fraction, Fraction]) -> None:
    """w(1) >= 0 and w >= 0 on the range of eta: no root inside and a positive value there, or constant zero."""
    low, high = eta
    if low > high or _at(coefficients, Fraction(1)) < 0 or _at(coefficients, low) < 0 or _at(coefficients, high) < 0:
        raise NotEstablished("the weight is negative at an end of the range of its entries")
    if not any(coefficients) or low == high:
        return
    inside = real_roots(coefficients, low, high) - (_at(coefficients, high) == 0)
    if inside or _at(coefficients, (low + high) / 2) <= 0:
        raise NotEstablished("the weight is not shown to be non-negative on the range of its entries")
