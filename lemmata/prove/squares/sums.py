"""Certificates that a polynomial is not negative where others are not, cheap forms of them first.

s p = sum of d (product of facts) q^2 + sum of t h, with d > 0 and s above zero: a number, a sum of facts or squares
that is given, or one that is looked for together with the rest.  `Certificate.holds` multiplies it out over the
rationals; the kernel does the same with the proof that is written from it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice
from math import comb, prod
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from lemmata.prove.linear import cheapest

# --- polynomials in numbered variables with rational coefficients, as dictionaries from exponents

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, Fraction]


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """p q."""
    out: Polynomial = {}
    for a, c in p.items():
        for b, d in q.items():
            e = tuple(i + j for i, j in zip(a, b, strict=True))
            out[e] = out.get(e, Fraction(0)) + c * d
    return {e: c for e, c in out.items() if c}


def plus(p: Polynomial, q: Polynomial, by: Fraction | int = 1) -> Polynomial:
    """p + by q."""
    out = dict(p)
    for e, c in q.items():
        out[e] = out.get(e, Fraction(0)) + by * c
        if not out[e]:
            del out[e]
    return out


def one(count: int) -> Polynomial:
    """The number 1 in so many variables."""
    return {(0,) * count: Fraction(1)}


def power(p: Polynomial, k: int, count: int) -> Polynomial:
    """p^k."""
    out = one(count)
    for _ in range(k):
        out = times(out, p)
    return out


def degree(p: Polynomial) -> int:
    """Largest total degree, 0 for no terms."""
    return max((sum(e) for e in p), default=0)


def degrees(polynomials: Iterable[Polynomial], count: int) -> list[int]:
    """Largest degree in each variable."""
    every = [e for p in polynomials for e in p]
    return [max((e[k] for e in every), default=0) for k in range(count)]


def monomials(most: list[int], total: int) -> list[Exponents]:
    """All exponents up to these degrees in each variable and in all, low degrees first."""
    found: list[Exponents] = [()]
    for bound in most:
        found = [(*e, k) for e in found for k in range(min(bound, total - sum(e)) + 1)]
    return sorted(found, key=lambda e: (sum(e), e))


def parities(polynomials: Iterable[Polynomial], count: int) -> list[int]:
    """A basis, as bit masks, of the changes of sign of variables that leave every polynomial as it is."""
    rows = {sum((k & 1) << j for j, k in enumerate(e)) for p in polynomials for e in p}
    pivots: dict[int, int] = {}
    for row in rows:
        for at, other in pivots.items():
            if row >> at & 1:
                row ^= other
        if row:
            at = row.bit_length() - 1
            pivots = {k: v ^ row if v >> at & 1 else v for k, v in pivots.items()} | {at: row}
    out = []
    for free in (j for j in range(count) if j not in pivots):
        mask = 1 << free
        for at, row in pivots.items():
            if row >> free & 1:
                mask |= 1 << at
        out.append(mask)
    return out


def class_of(e: Exponents, signs: list[int]) -> tuple[int, ...]:
    """How a monomial changes under these changes of sign."""
    odd = sum((k & 1) << j for j, k in enumerate(e))
    return tuple((odd & mask).bit_count() & 1 for mask in signs)


# --- the linear equations between the entries of Gram matrices
#
# p = sum over blocks of g (b^T Q b) + sum of t h, where Q is positive semidefinite, b a vector of polynomials and g a
# factor that is not negative; h vanishes and t is any polynomial.
LARGEST_BLOCK, MOST_UNKNOWNS, MOST_ROWS, MOST_MONOMIALS = 70, 3_000, 1_000, 2_000
LARGEST_START = 40_000  # unknowns before those that must be zero are left out
LARGEST_TABLE = 600_000  # entries of the table of equations that is solved exactly


@dataclass(frozen=True, eq=False)
class Block:
    """One factor g, by its number in a list of factors, and the polynomials b of its squares."""

    factor: int
    basis: tuple[Polynomial, ...]

    @property
    def size(self) -> int:
        """Order of the Gram matrix."""
        return len(self.basis)


@dataclass(frozen=True, eq=False)
class Program:
    """Find Gram matrices with p = sum of g b^T Q b + sum of t h.

    `factors` are the g, `ideal` pairs (number of an equation, a monomial of its t), `vanishing` the h.
    """

    p: Polynomial
    factors: tuple[Polynomial, ...]
    blocks: tuple[Block, ...]
    vanishing: tuple[Polynomial, ...] = ()
    ideal: tuple[tuple[int, Exponents], ...] = ()

    def columns(self) -> list[Polynomial]:
        """What each unknown contributes: multipliers of equations first, then the upper triangles of the blocks."""
        out = [times(self.vanishing[j], {e: Fraction(1)}) for j, e in self.ideal]
        for block in self.blocks:
            g = self.factors[block.factor]
            for i in range(block.size):
                left = times(g, block.basis[i])
                for j in range(i, block.size):
                    twice = Fraction(1 if i == j else 2)
                    out.append({e: twice * c for e, c in times(left, block.basis[j]).items()})
        return out

    @property
    def unknowns(self) -> int:
        """How many numbers are looked for."""
        return len(self.ideal) + sum(b.size * (b.size + 1) // 2 for b in self.blocks)


def program(
    p: Polynomial,
    factors: Sequence[Polynomial],
    vanishing: Sequence[Polynomial],
    most: list[int],
    total: int,
    until: float,
) -> Program | None:
    """The program with all monomials up to these degrees, less what cannot occur; None where it is too large, takes
    longer to write down than `until`, or has no solution for a reason that is seen."""
    count = len(most)
    signs = parities([p, *factors, *vanishing], count)
    blocks: list[Block] = []
    for k, g in enumerate(factors):
        own = degrees([g], count)
        room = [(m - d) // 2 for m, d in zip(most, own, strict=True)]
        half = (total - degree(g)) // 2
        if half < 0 or any(r < 0 for r in room):
            continue
        if min(prod(min(r, half) + 1 for r in room), comb(count + half, half)) > MOST_MONOMIALS:
            return None
        classes: dict[Any, list[Exponents]] = {}
        for e in monomials(room, half):
            classes.setdefault(class_of(e, signs), []).append(e)
        blocks += [Block(k, tuple({e: Fraction(1)} for e in found)) for found in classes.values()]
    ideal = []
    trivial = class_of((0,) * count, signs)
    for j, h in enumerate(vanishing):
        room = [m - d for m, d in zip(most, degrees([h], count), strict=True)]
        if total >= degree(h) and all(r >= 0 for r in room):
            found = monomials(room, total - degree(h))
            ideal += [(j, e) for e in found if class_of(e, signs) == trivial]
    if sum(b.size**2 for b in blocks) > 40_000:
        blocks = _without(blocks, _hopeless_diagonals(p, factors, blocks, vanishing, ideal))
    whole = Program(p, tuple(factors), tuple(blocks), tuple(vanishing), tuple(ideal))
    if whole.unknowns > LARGEST_START:
        return None
    made = _pruned(whole, until)
    if made is None or made.unknowns > MOST_UNKNOWNS or any(b.size > LARGEST_BLOCK for b in made.blocks):
        return None
    return made


def _hopeless_diagonals(p: Polynomial, factors: Any, blocks: list[Block], vanishing: Any, ideal: Any) -> set[Any]:
    """Squares outside the box and the degrees that half of p allows, for large programs without equations."""
    if vanishing or any(degree(g) for g in factors):
        return set()
    count = len(next(iter(p)))
    low = [min(e[k] for e in p) for k in range(count)]
    bottom, top = min(map(sum, p)), degree(p)
    gone = set()
    for k, block in enumerate(blocks):
        for i, b in enumerate(block.basis):
            (e,) = b
            if not bottom <= 2 * sum(e) <= top or any(2 * e[j] < low[j] for j in range(count)):
                gone.add((k, i))
    return gone


def _without(blocks: Sequence[Block], gone: set[Any]) -> list[Block]:
    kept = [
        replace(b, basis=tuple(x for i, x in enumerate(b.basis) if (k, i) not in gone)) for k, b in enumerate(blocks)
    ]
    return [b for b in kept if b.basis]


def _pruned(given: Program, until: float) -> Program | None:
    """Without squares that must be zero, because a monomial that p does not have would come from them alone."""
    while True:
        only: dict[Exponents, list[tuple[Any, Fraction]]] = {}
        for j, e in given.ideal:
            for m in times(given.vanishing[j], {e: Fraction(1)}):
                only.setdefault(m, []).append((None, Fraction(0)))
        for k, block in enumerate(given.blocks):
            g = given.factors[block.factor]
            for i in range(block.size):
                if time.process_time() > until:
                    return None
                left = times(g, block.basis[i])
                for j in range(i, block.size):
                    for m, c in times(left, block.basis[j]).items():
                        only.setdefault(m, []).append(((k, i) if i == j else None, c))
        if any(m not in only for m in given.p):
            return None
        gone = set()
        for m, parts in only.items():
            if m in given.p or any(place is None for place, _ in parts):
                continue
            if len({c > 0 for _, c in parts}) == 1:
                gone |= {place for place, _ in parts}
        if not gone:
            break
        given = replace(given, blocks=tuple(_without(given.blocks, gone)))
    if len(only) > MOST_ROWS or len(only) * given.unknowns > LARGEST_TABLE:
        return None
    return given


# --- the semidefinite program in floats, by Clarabel: Gram matrices as far inside the cone as the equations allow

CAP = 1.0  # of the smallest eigenvalue asked for


@dataclass(frozen=True, eq=False)
class Interior:
    """`depth` is the smallest eigenvalue that all Gram matrices can have (at most CAP), `grams` such matrices."""

    depth: float
    grams: list[np.ndarray]
    multipliers: np.ndarray


def available() -> bool:
    """Whether the solver, an optional extra, is installed."""
    try:
        import clarabel  # noqa: F401
        import scipy.sparse  # noqa: F401
    except ImportError:
        return False
    return True


def interior(given: Program, seconds: float) -> Interior | None:
    """Maximise the smallest eigenvalue; None where the solver finds nothing in the time allowed."""
    import clarabel
    from scipy import sparse

    columns = given.columns()
    rows = {m: k for k, m in enumerate(sorted({m for c in columns for m in c} | set(given.p)))}
    places = [(rows[m], k, float(c)) for k, column in enumerate(columns) for m, c in column.items()]
    n = len(columns) + 1  # the last unknown is the smallest eigenvalue
    scale = max(abs(float(c)) for c in given.p.values())
    b = np.zeros(len(rows))
    for m, c in given.p.items():
        b[rows[m]] = float(c) / scale
    i, j, v = (np.array(x) for x in zip(*places, strict=True))
    equations = sparse.csc_matrix((v, (i, j)), shape=(len(rows), n))
    cone_rows: list[Any] = []
    cones: list[Any] = [clarabel.ZeroConeT(len(rows))]
    at, row = len(given.ideal), 0
    data: list[tuple[int, int, float]] = []
    for block in given.blocks:
        size = block.size
        place = {}
        for a in range(size):
            for k in range(a, size):
                place[a, k] = at
                at += 1
        for k in range(size):  # the upper triangle, column by column
            for a in range(k + 1):
                data.append((row, place[a, k], -1.0 if a == k else -np.sqrt(2.0)))
                if a == k:
                    data.append((row, n - 1, 1.0))
                row += 1
        cones.append(clarabel.PSDTriangleConeT(size))
    i, j, v = (np.array(x) for x in zip(*data, strict=True))
    cone_rows.append(sparse.csc_matrix((v, (i, j)), shape=(row, n)))
    cap = sparse.csc_matrix(([1.0], ([0], [n - 1])), shape=(1, n))
    cones.append(clarabel.NonnegativeConeT(1))
    a_all = sparse.vstack([equations, *cone_rows, cap]).tocsc()
    b_all = np.concatenate([b, np.zeros(row), [CAP]])
    q = np.zeros(n)
    q[-1] = -1.0
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.time_limit = max(seconds, 0.1)
    settings.max_threads = 1
    found = clarabel.DefaultSolver(sparse.csc_matrix((n, n)), q, a_all, b_all, cones, settings).solve()
    if str(found.status) not in ("Solved", "AlmostSolved", "InsufficientProgress"):
        return None
    x = np.array(found.x) * scale
    if not np.isfinite(x).all():
        return None
    at, grams = len(given.ideal), []
    for block in given.blocks:
        size = block.size
        gram = np.zeros((size, size))
        for a in range(size):
            for k in range(a, size):
                gram[a, k] = gram[k, a] = x[at]
                at += 1
        grams.append(gram)
    return Interior(float(found.x[-1]), grams, x[: len(given.ideal)])


# --- from Gram matrices in floats to exact ones
#
# Where p vanishes every square does, and no Gram matrix is definite.  The vectors on which they all vanish are rounded
# to rationals and divided out; a definite matrix that solves the equations up to rounding is then moved onto them.
INSIDE = 1e-7  # a depth from which on rounding can succeed
OUTSIDE = -1e-5  # and one below which there is no solution
ROUNDS = 6  # of taking out zeros
SMALL_DENOMINATORS = (1, 2, 3, 4, 6, 8, 12, 24, 60, 120, 720, 5040)
FINE = (2**12, 2**18, 2**26, 2**36)
ENTRIES = (1, 2, 3, 4, 5, 6, 8, 12, 24, 60)  # denominators of the vectors taken out


@dataclass(frozen=True, eq=False)
class Solution:
    """p = sum of d g q^2 over `squares` (d, number of g, q) + sum of t h over `multipliers` (t, number of h)."""

    squares: tuple[tuple[Fraction, int, Polynomial], ...]
    multipliers: tuple[tuple[Polynomial, int], ...]


def solve(given: Program, until: float, accept: Callable[[Solution], bool] = lambda _: True) -> Solution | None:
    """An exact solution that is accepted, None where none was found before `until` (on `time.process_time`'s clock)."""
    for _ in range(ROUNDS):
        left = until - time.process_time()
        if left <= 0 or not given.blocks:
            return None if given.blocks else _rounded(given, None, until, accept)
        found = interior(given, left)
        if found is None or found.depth < OUTSIDE:
            return None
        if found.depth > INSIDE:
            solution = _rounded(given, found, until, accept)
            if solution is not None:
                return solution
        smaller = _faced(given, found)
        if smaller is None:
            return None
        given = smaller
    return None


def _faced(given: Program, found: Interior) -> Program | None:
    """The program on the face of the cone where the solutions lie; None where no vector is seen to be taken out."""
    blocks: list[Block] = []
    changed = False
    largest = max((float(np.abs(g).max()) for g in found.grams), default=0.0) or 1.0
    for block, gram in zip(given.blocks, found.grams, strict=True):
        values, vectors = np.linalg.eigh(gram)
        kept: tuple[Polynomial, ...] | None = block.basis
        for kernel in _kernels(values, vectors, largest):
            kept = _complement(block, kernel)
            if kept is not None:
                changed = True
                break
            kept = block.basis
        if kept:
            blocks.append(replace(block, basis=kept))
    return replace(given, blocks=tuple(blocks)) if changed else None


def _kernels(values: Any, vectors: Any, largest: float) -> Iterator[Any]:
    """Candidates for the vectors on which a Gram matrix vanishes, by the widest gaps between its eigenvalues."""
    size = np.maximum(np.abs(values) / largest, 1e-16)
    gaps = []
    for k in range(1, len(size) + 1):
        here, above = size[k - 1], size[k] if k < len(size) else 1.0
        if here < 2e-4 and above / here > 20:
            gaps.append((above / here, k))
    for _, k in sorted(gaps, reverse=True)[:3]:
        yield vectors[:, :k].T


def _complement(block: Block, kernel: Any) -> tuple[Polynomial, ...] | None:
    """Polynomials that span what is orthogonal to rational vectors near the given ones; None where none are near."""
    reduced, pivots = _echelon(np.array(kernel))
    if reduced is None:
        return None
    size = block.size
    exact: list[list[Fraction]] = []
    for row in reduced:
        near = [_near(float(x)) for x in row]
        if any(x is None for x in near):
            return None
        exact.append([x for x in near if x is not None])
    out = []
    for free in (j for j in range(size) if j not in pivots):
        new = dict(block.basis[free])
        for row, p in zip(exact, pivots, strict=True):
            if row[free]:
                new = plus(new, block.basis[p], -row[free])
        out.append(new)
    return tuple(out)


def _near(x: float) -> Fraction | None:
    for d in ENTRIES:
        n = round(x * d)
        if abs(x - n / d) < 2e-3 / d:
            return Fraction(n, d)
    return None


def _echelon(a: Any) -> tuple[Any, list[int]]:
    """Reduced echelon form in floats, with the largest entries as pivots; None where it is not seen to be full."""
    rows, pivots = len(a), list[int]()
    for k in range(rows):
        rest = np.abs(a[k:]).copy()
        rest[:, pivots] = 0
        best = rest.max()
        if best < 1e-3:
            return None, []
        candidates = np.argwhere(rest > 0.5 * best)
        i, j = min(candidates.tolist(), key=lambda x: (x[1], -rest[x[0], x[1]]))
        a[[k, k + i]] = a[[k + i, k]]
        a[k] /= a[k, j]
        for r in range(rows):
            if r != k:
                a[r] -= a[r, j] * a[k]
        pivots.append(j)
    return a, pivots


def _rounded(
    given: Program, found: Interior | None, until: float, accept: Callable[[Solution], bool]
) -> Solution | None:
    """The nearest exact solutions, with small denominators first."""
    columns = given.columns()
    rows = sorted({m for c in columns for m in c} | set(given.p))
    place = {m: k for k, m in enumerate(rows)}
    table = [[fmpq(0)] * (len(columns) + 1) for _ in rows]
    for k, column in enumerate(columns):
        for m, c in column.items():
            table[place[m]][k] = fmpq(c.numerator, c.denominator)
    for m, c in given.p.items():
        table[place[m]][-1] = fmpq(c.numerator, c.denominator)
    reduced, rank = fmpq_mat(len(rows), len(columns) + 1, [x for row in table for x in row]).rref()
    pivots, column_at = [], 0
    for r in range(rank):
        while reduced[r, column_at] == 0:
            column_at += 1
        pivots.append(column_at)
    if pivots and pivots[-1] == len(columns):
        return None
    fixed = set(pivots)
    free = [k for k in range(len(columns)) if k not in fixed]
    sparse = [[(k, _fraction(reduced[r, k])) for k in free if reduced[r, k] != 0] for r in range(rank)]
    right = [_fraction(reduced[r, len(columns)]) for r in range(rank)]
    near = _flat(given, found)
    for d in (*SMALL_DENOMINATORS, *FINE):
        if time.process_time() > until:
            return None
        x = [Fraction(0)] * len(columns)
        for k in free:
            x[k] = Fraction(round(near[k] * d), d)
        for r, p in enumerate(pivots):
            x[p] = right[r] - sum((c * x[k] for k, c in sparse[r] if x[k]), Fraction(0))
        solution = _decomposed(given, x)
        if solution is not None and accept(solution):
            return solution
    return None


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _flat(given: Program, found: Interior | None) -> list[float]:
    """The unknowns in the order of the columns."""
    if found is None:
        return [0.0] * given.unknowns
    out = [float(x) for x in found.multipliers]
    for gram in found.grams:
        out += [float(gram[i, j]) for i in range(len(gram)) for j in range(i, len(gram))]
    return out


def _decomposed(given: Program, x: list[Fraction]) -> Solution | None:
    """The squares of exact Gram matrices; None where one is not positive semidefinite."""
    at, squares = len(given.ideal), list[tuple[Fraction, int, Polynomial]]()
    grams = []
    for block in given.blocks:
        n = block.size
        gram = [[Fraction(0)] * n for _ in range(n)]
        for i in range(n):
            for j in range(i, n):
                gram[i][j] = gram[j][i] = x[at]
                at += 1
        if n and np.linalg.eigvalsh(np.array(gram, dtype=float))[0] < -1e-9 * max(1.0, float(abs(max(map(max, gram))))):
            return None
        grams.append(gram)
    for block, gram in zip(given.blocks, grams, strict=True):
        factored = ldl(gram)
        if factored is None:
            return None
        for d, row in factored:
            q: Polynomial = {}
            for b, c in zip(block.basis, row, strict=True):
                if c:
                    q = plus(q, b, c)
            squares.append((d, block.factor, q))
    sums: dict[int, Polynomial] = {}
    for (j, e), c in zip(given.ideal, x, strict=False):
        if c:
            sums[j] = plus(sums.get(j, {}), {e: c})
    return Solution(tuple(squares), tuple((t, j) for j, t in sums.items()))


def ldl(gram: list[list[Fraction]]) -> list[tuple[Fraction, list[Fraction]]] | None:
    """Positive d and rows l with gram = sum of d l^T l, exactly; None where it is not positive semidefinite."""
    a = [list(row) for row in gram]
    out = []
    for k in range(len(a)):
        d = a[k][k]
        if d < 0 or d == 0 and any(a[k][k:]):
            return None
        if d == 0:
            continue
        row = [Fraction(0)] * k + [x / d for x in a[k][k:]]
        out.append((d, row))
        for i in range(k + 1, len(a)):
            if row[i]:
                for j in range(k, len(a)):
                    a[i][j] -= row[i] * d * row[j]
    return out


MOST_FACTORS = 48
MOST_PRODUCTS = 400  # of facts in a linear program
TOGETHER = 4  # facts multiplied with one another
MOST_TOGETHER = 10  # facts from which on no more than two are multiplied
FORMS = 4.0  # attempts of one kind get this share of the time left, its inverse


Term = tuple[Fraction, tuple[int, ...], Polynomial]


# --- certificates


@dataclass(frozen=True, eq=False)
class Problem:
    """Show that p is not negative (above zero, if `strict`) where `facts` are not and `vanishing` are zero.

    `above` are the numbers of the facts that are above zero.
    """

    count: int
    p: Polynomial
    facts: tuple[Polynomial, ...] = ()
    above: frozenset[int] = frozenset()
    vanishing: tuple[Polynomial, ...] = ()
    strict: bool = False

    def product(self, chosen: Sequence[int]) -> Polynomial:
        """The product of some facts."""
        out = one(self.count)
        for k in chosen:
            out = times(out, self.facts[k])
        return out


@dataclass(frozen=True, eq=False)
class Certificate:
    """`multiplier` p = sum of d (product of the facts with these numbers) q^2 + sum of t h.

    `positive` are terms of this kind whose sum is the multiplier; none where it is above zero for all numbers.  With
    `squared` it is enough that the multiplier is not negative: p^2 is added to the right side.
    """

    multiplier: Polynomial
    squares: tuple[Term, ...]
    multiples: tuple[tuple[Polynomial, int], ...]
    positive: tuple[Term, ...] = ()
    squared: bool = False

    def holds(self, problem: Problem) -> bool:
        """Whether the identity is one, no weight is negative, and something is above zero where that is claimed."""
        if self.positive:
            total: Polynomial = {}
            for d, chosen, q in self.positive:
                total = plus(total, times(problem.product(chosen), times(q, q)), d)
            if total != self.multiplier or any(d < 0 for d, _, _ in self.positive):
                return False
            if not self.squared and not _strictly(problem, self.positive):
                return False
        elif self.squared:
            return False
        rest = times(self.multiplier, problem.p)
        if self.squared:
            rest = plus(rest, times(problem.p, problem.p), -1)
        for d, chosen, q in self.squares:
            if d < 0:
                return False
            rest = plus(rest, times(problem.product(chosen), times(q, q)), -d)
        for t, j in self.multiples:
            rest = plus(rest, times(t, problem.vanishing[j]), -1)
        return not rest and (not problem.strict or not self.squared and self.strictly(problem))

    def strictly(self, problem: Problem) -> bool:
        """Whether something above zero is among the terms."""
        return _strictly(problem, self.squares)


def _strictly(problem: Problem, terms: Sequence[Term]) -> bool:
    """Whether a constant times facts above zero is among the terms."""
    constants = ({(0,) * problem.count},)
    return any(d > 0 and set(q) in constants and all(k in problem.above for k in chosen) for d, chosen, q in terms)


def certificate(problem: Problem, until: float) -> Certificate | None:
    """A certificate, None where none was found before `until` (on `time.process_time`'s clock)."""
    if not problem.p:
        return None if problem.strict else Certificate(one(problem.count), (), ())
    ways = (_plain, _with_contrary, _with_norms) if problem.facts else (_plain, _with_norms, _with_contrary)
    found = handelman(problem)
    if found is not None and found.holds(problem):
        return found
    for k, attempt in enumerate(ways if available() else ()):
        share = (until - time.process_time()) / (2 if k < len(ways) - 1 else 1)
        found = attempt(problem, time.process_time() + share)
        if found is not None and found.holds(problem):
            return found
    return None


def handelman(problem: Problem) -> Certificate | None:
    """p as a sum of multiples of products of facts and of what vanishes (Handelman); None where it is none."""
    unit, own = one(problem.count), max(degree(problem.p), 1)
    sets = (c for k in range(own + 1) for c in combinations_with_replacement(range(len(problem.facts)), k))
    chosen = [*islice((c for c in sets if sum(degree(problem.facts[k]) for k in c) <= own), MOST_PRODUCTS)]
    columns = [*map(problem.product, chosen), *problem.vanishing]
    free = range(len(chosen), len(columns))
    found = cheapest(columns, problem.p, [float(len(e)) for e in columns], free)
    if found is None:
        return None
    squares = tuple((d, c, unit) for d, c in zip(found, chosen, strict=False) if d)
    multiples = tuple((plus({}, unit, found[k]), k - len(chosen)) for k in free if found[k])
    return Certificate(unit, squares, multiples)


def _tried(problem: Problem, target: Polynomial, forms: Iterator[Form], until: float) -> Certificate | None:
    for chosen, most, total in forms:
        left = until - time.process_time()
        if left <= 0:
            return None
        found = _attempt(problem, target, chosen, most, total, time.process_time() + max(left / FORMS, 1.0))
        if found is not None:
            return found
    return None


def _plain(problem: Problem, until: float) -> Certificate | None:
    """p itself."""
    return _tried(problem, problem.p, _forms(problem, problem.p), until)


def _with_norms(problem: Problem, until: float) -> Certificate | None:
    """p times a sum of facts above zero, or a power of 1 + the sum of squares."""
    single = [k for k in sorted(problem.above) if degree(problem.facts[k]) == 1]
    given: list[tuple[Polynomial, tuple[Term, ...]]] = []
    if len(single) > 1:
        unit = one(problem.count)
        total: Polynomial = {}
        for k in single:
            total = plus(total, problem.facts[k])
        given.append((total, tuple((Fraction(1), (k,), unit) for k in single)))
    given += [(s, ()) for s in norms(problem.count)]
    for s, positive in given:
        target = times(s, problem.p)
        found = _tried(problem, target, _forms(problem, target), until)
        if found is not None:
            return replace(found, multiplier=s, positive=positive)
    return None


def _with_contrary(problem: Problem, until: float) -> Certificate | None:
    """p times what is found with the rest: -p among the facts, each of which stands next to it at most once."""
    number = len(problem.facts)
    wider = replace(problem, facts=(*problem.facts, plus({}, problem.p, -1)))
    unit = one(problem.count)
    starts: list[tuple[Term, ...]] = [((Fraction(1), (), unit),)]
    starts += [((Fraction(1), (k,), unit),) for k in sorted(problem.above)]
    if len(problem.above) > 1:
        starts.append(tuple((Fraction(1), (k,), unit) for k in sorted(problem.above)))
    starts.sort(key=len, reverse=True)
    for start in starts if problem.strict else [*starts[:1], (), *starts[1:]]:
        s: Polynomial = {}
        for d, chosen, _ in start:
            s = plus(s, problem.product(chosen), d)
        target = times(s, problem.p) if start else plus({}, times(problem.p, problem.p), -1)
        found = _tried(wider, target, _forms(wider, target), until)
        if found is None:
            continue
        with_it = [
            (d, tuple(k for k in chosen if k != number), q) for d, chosen, q in found.squares if number in chosen
        ]
        for d, chosen, q in with_it:
            s = plus(s, times(problem.product(chosen), times(q, q)), d)
        rest = tuple(x for x in found.squares if number not in x[1])
        return Certificate(s, rest, found.multiples, (*start, *with_it), not start)
    return None


Form = tuple[list[tuple[int, ...]], list[int], int]


def _forms(problem: Problem, target: Polynomial) -> Iterator[Form]:
    """Products of facts, and degrees, to try."""
    own = degree(target)
    even = own + own % 2
    facts = range(len(problem.facts))
    tight = [k + k % 2 for k in degrees([target], problem.count)]
    nothing: list[tuple[int, ...]] = [()]
    free = not problem.vanishing
    if free:
        yield nothing, tight, even
    if problem.facts or problem.vanishing:
        wide = [
            max(a, b) for a, b in zip(tight, degrees([*problem.facts, *problem.vanishing], problem.count), strict=True)
        ]
        for most, total in ((tight, even), (wide, max(even, 2))):
            products = list(_products(problem, total, 1))
            if len(products) > 1 or problem.vanishing:
                yield products, most, total
            if len(facts) > 1:
                more = list(_products(problem, total, TOGETHER))
                if len(more) > len(products):
                    yield more, most, total
            if wide == tight:
                break
        higher = [k + 2 for k in wide]
        yield list(_products(problem, even + 2, 2)), higher, even + 2
        if len(facts) > 2:
            yield list(_products(problem, even + 2, TOGETHER)), higher, even + 2


def _products(problem: Problem, total: int, together: int) -> Iterator[tuple[int, ...]]:
    """Sets of facts whose product has at most this degree, small ones first."""
    count = 0
    most = min(together, 2) if len(problem.facts) > MOST_TOGETHER else together
    for size in range(most + 1):
        for chosen in combinations(range(len(problem.facts)), size):
            if sum(degree(problem.facts[k]) for k in chosen) <= total:
                yield chosen
                count += 1
                if count >= MOST_FACTORS:
                    return


def _attempt(
    problem: Problem, target: Polynomial, chosen: list[tuple[int, ...]], most: list[int], total: int, until: float
) -> Certificate | None:
    factors = [problem.product(c) for c in chosen]
    made = program(target, factors, problem.vanishing, most, total, until)
    if made is None:
        return None
    if problem.strict:
        made = _with_constant(problem, made, chosen)
        if made is None:
            return None

    def written(found: Solution) -> Certificate:
        squares = tuple((d, chosen[k], q) for d, k, q in found.squares)
        return Certificate(one(problem.count), squares, found.multipliers)

    found = solve(made, until, lambda x: not problem.strict or written(x).strictly(problem))
    return None if found is None else written(found)


def _with_constant(problem: Problem, made: Program, chosen: list[tuple[int, ...]]) -> Program | None:
    """With a block of its own for a constant times facts above zero, the one of least degree that can occur."""
    unit = one(problem.count)
    for k, names in enumerate(chosen):
        if all(x in problem.above for x in names) and any(b.factor == k and unit in b.basis for b in made.blocks):
            return replace(made, blocks=(Block(k, (unit,)), *made.blocks))
    return None


def norms(count: int, most: int = 2) -> Iterator[Polynomial]:
    """Powers of 1 + the sum of the squares of the variables."""
    whole = one(count)
    for k in range(count):
        whole = plus(whole, {tuple(2 * (j == k) for j in range(count)): Fraction(1)})
    for k in range(1, most + 1):
        yield power(whole, k, count)
