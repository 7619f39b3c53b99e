"""Characteristic polynomials of integer matrices and exact isolation of their real roots.

Polynomials are lists of integers, leading coefficient first, without leading zeros; the zero polynomial is [].
The characteristic polynomial of an integer matrix is monic with integer coefficients: its rational roots are integers.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

from verify.checker.format import NotEstablished

Poly = list[int]
PRIME = 2**61 - 1
COST = 3e9  # rough bound on elementary steps of one characteristic polynomial


def characteristic(rows: Any) -> tuple[list[Any], list[Any]]:
    """Coefficients c of det(x I - A), and the B_k with adj(x I - A) = sum of x**(n-1-k) B_k (Faddeev-LeVerrier).

    Entries are integers, or `Dual` numbers of integers.
    """
    n = len(rows)
    bits = max((_bits(x) for row in rows for x in row), default=1)
    if n > 64 or n**4 * (1 + n * bits / 60) ** 1.6 > COST:
        raise NotEstablished(f"a matrix of order {n} with entries of {bits} bits is too large for this checker")
    c: list[Any] = [1]
    power = [[0] * n for _ in range(n)]
    adjugate = []
    for k in range(1, n + 1):
        current = [[power[i][j] + (c[-1] if i == j else 0) for j in range(n)] for i in range(n)]
        adjugate.append(current)
        columns = list(zip(*current, strict=True))
        power = [[sum((a * b for a, b in zip(row, col, strict=True)), 0) for col in columns] for row in rows]
        c.append(-sum((power[i][i] for i in range(n)), 0) // k)
    return c, adjugate


def _bits(x: Any) -> int:
    return x.bit_length() if isinstance(x, int) else max(x.a.bit_length(), x.b.bit_length())


def derivative(p: Poly) -> Poly:
    """Derivative."""
    n = len(p) - 1
    return [c * (n - k) for k, c in enumerate(p[:-1])]


def primitive(p: Poly) -> Poly:
    """Without leading zeros and common factor; signs are kept."""
    while p and p[0] == 0:
        p = p[1:]
    common = gcd(*p) if p else 1
    return [c // common for c in p]


def remainder(p: Poly, q: Poly) -> Poly:
    """A positive multiple of the remainder of p by q."""
    p = list(p)
    sign = 1 if q[0] > 0 else -1
    while len(p) >= len(q):
        head = p[0] * sign
        p = [abs(q[0]) * c for c in p]
        for k, c in enumerate(q):
            p[k] -= head * c
        p = primitive(p[1:])
    return p


def common_divisor(p: Poly, q: Poly) -> Poly:
    """Greatest common divisor, primitive."""
    while q:
        p, q = q, remainder(p, q)
    return primitive(p)


def quotient(p: Poly, q: Poly) -> Poly:
    """Exact quotient, up to a positive constant, primitive."""
    rest: list[Any] = [Fraction(c) for c in p]
    out = []
    while len(rest) >= len(q):
        factor = rest[0] / q[0]
        out.append(factor)
        for k, c in enumerate(q):
            rest[k] -= factor * c
        rest.pop(0)
    common = 1
    for f in out:
        common = common * f.denominator // gcd(common, f.denominator)
    return primitive([int(f * common) for f in out])


def plainly_squarefree(p: Poly) -> bool:
    """Whether p and p' have no common factor modulo a prime: then p, if monic, is square-free (not conversely)."""
    a, b = [[c % PRIME for c in q] for q in (p, derivative(p))]
    while b:
        b = b[next((k for k, c in enumerate(b) if c), len(b)) :]
        if not b:
            break
        inverse = pow(b[0], -1, PRIME)
        while len(a) >= len(b):
            factor = a[0] * inverse
            a = [(c - factor * b[k]) % PRIME if k < len(b) else c for k, c in enumerate(a)][1:]
        a, b = b, a
    return len(a) == 1


def squarefree(p: Poly) -> Poly:
    """The polynomial with the same roots, each simple."""
    if p[0] == 1 and plainly_squarefree(p):
        return p
    return quotient(p, common_divisor(p, derivative(p))) if len(p) > 1 else p


def value(p: Poly, num: int, k: int) -> int:
    """A positive multiple of p(num / 2**k)."""
    if k < 0:
        num, k = num << -k, 0
    out, scale = 0, 1
    for c in p:
        out = out * num + c * scale
        scale <<= k
    return out


def sturm_chain(p: Poly) -> list[Poly]:
    """Sturm sequence of a square-free polynomial."""
    chain = [p, derivative(p)]
    while len(chain[-1]) > 1:
        chain.append([-c for c in remainder(chain[-2], chain[-1])])
    return [q for q in chain if q]


def above(p: Poly, num: int, k: int) -> int:
    """Number of roots above num / 2**k of a polynomial all of whose roots are real (Descartes' rule is exact then)."""
    if k < 0:
        num, k = num << -k, 0
    p = [c << k * j for j, c in enumerate(p)]
    for i in range(len(p) - 1):  # Taylor shift: the argument is now measured from num / 2**k
        for j in range(1, len(p) - i):
            p[j] += num * p[j - 1]
    signs = [c > 0 for c in p if c]
    return sum(a != b for a, b in zip(signs, signs[1:], strict=False))


def changes(chain: list[Poly], num: int, k: int) -> int:
    """Sign changes of the sequence at num / 2**k."""
    signs = [v > 0 for q in chain if (v := value(q, num, k))]
    return sum(a != b for a, b in zip(signs, signs[1:], strict=False))


class Root:
    """One real root of a square-free p, in the cell (num, num + 1] / 2**k; `exact` once known to be an integer."""

    def __init__(self, p: Poly, num: int, k: int) -> None:
        self.p, self.num, self.k = p, num, k
        self.multiplicity = 1
        end = value(p, num + 1, k)
        self.exact = self._end() if end == 0 else None
        self.sign = end > 0

    def _end(self, num: int | None = None) -> Fraction:
        return Fraction(self.num + 1 if num is None else num) / Fraction(2) ** self.k

    def refine(self) -> None:
        """Halve the cell."""
        if self.exact is not None:
            return
        self.num, self.k = 2 * self.num, self.k + 1
        middle = value(self.p, self.num + 1, self.k)
        if middle == 0:
            self.exact = self._end()
        elif (middle > 0) != self.sign:
            self.num += 1

    def _leap(self, step: int) -> bool:
        """Guess the cell 2**-step times as wide by a chord; True, and the cell replaced, if the root is in it."""
        left, right = value(self.p, self.num, self.k), value(self.p, self.num + 1, self.k)
        if left == 0:  # the cell's excluded end is another root
            return False
        start, fine = self.num << step, self.k + step
        guess = start + min((left << step) // (left - right), (1 << step) - 1)
        a, b = value(self.p, guess, fine), value(self.p, guess + 1, fine)
        if a == 0 or b == 0 or (a > 0) == (b > 0):
            return False
        self.num, self.k = guess, fine
        return True

    def within(self, bits: int) -> tuple[Fraction, Fraction]:
        """Enclosure of width at most 2**-bits (width 0 if the root is rational)."""
        step = 1
        while self.exact is None and self.k < max(bits, 0):
            if self.k < 8 or not self._leap(step):
                self.refine()
                step = max(step // 2, 1)
            else:
                step *= 2
        if self.exact is not None:
            return self.exact, self.exact
        return self._end(self.num), self._end()

    def is_root_of(self, q: Poly) -> bool:
        """Whether q, a square-free divisor of p, vanishes here."""
        if self.exact is not None:
            return value(q, int(self.exact), 0) == 0
        while value(self.p, self.num, self.k) == 0:  # the cell's excluded end may be another root
            self.refine()
        return (value(q, self.num, self.k) > 0) != (value(q, self.num + 1, self.k) > 0)


def real_roots(p: Poly, all_real: bool = False) -> list[Root]:
    """The distinct real roots of a monic integer polynomial, ascending, with multiplicities.

    `all_real` says that there are no others, as for a symmetric matrix: counting them is then faster.
    """
    if len(p) < 2:
        return []
    g = squarefree(p)
    chain = [] if all_real else sturm_chain(g)

    def count(num: int, k: int) -> int:
        return above(g, num, k) if all_real else changes(chain, num, k)

    top = -1 - max(-(-c.bit_length() // j) for j, c in enumerate(p[1:], 1))  # Fujiwara's bound, as a power of two
    cells = [(-1, top, count(-1, top), count(0, top)), (0, top, count(0, top), count(1, top))]
    roots: list[Root] = []
    while cells:
        num, k, left, right = cells.pop(0)
        if left - right == 1:
            roots.append(Root(g, num, k))
        elif left - right > 1:
            middle = count(2 * num + 1, k + 1)
            cells[:0] = [(2 * num, k + 1, left, middle), (2 * num + 1, k + 1, middle, right)]
    for root in roots:
        root.within(1)  # rational roots are integers, and known as such from here on
    rest = p if g is p else common_divisor(p, derivative(p))
    while g is not p and len(rest) > 1:
        simple = squarefree(rest)
        for root in roots:
            root.multiplicity += root.is_root_of(simple)
        rest = common_divisor(rest, derivative(rest))
    return roots
