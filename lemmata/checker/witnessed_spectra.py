"""Vectors and matrices of the checker's numbers, and what is known of their spectra because a witness was verified.

Eigenvalues.  By Sylvester's law of inertia A - t I has as many positive pivots as A has eigenvalues above t.  A witness
lists all eigenvalues of A, descending: a decimal with d digits behind the point claims to be off by at most 10**-d, and
is verified by counting on both sides of that interval; a rational number claims to be an eigenvalue, as often as it is
listed, and is verified by the exact inertia of A - c I.  For a rational A they are algebraic, of degree at most n, and
the Frobenius norm bounds all conjugates, hence the height.  Squares of singular values are those of a Gram matrix.

Spectral radii (Stein).  If P > 0 and r**2 P - A^T P A >= 0 then rho(A) <= r.  If A^T Q A - r**2 Q >= 0 and Q has a
positive eigenvalue then rho(A) >= r: were it smaller, x^T Q x > 0 could not grow along (A / r)^k x, which tends to 0.

Roots, A >= 0.  For every S >= 0 the operator norm satisfies ||A^(1/2) - S|| <= ||A - S S||^(1/2).
Logarithms.  With B = expm(L), L symmetric, and both spectra in [m, oo), ||log A - L|| <= ||A - B|| / m.
(Bhatia, Matrix Analysis, theorems X.1.1 and X.3.8.)

Numerical radii, w(A) the largest |x^* A x| over complex unit vectors x (Ando).  One x bounds it from below.  Where
[[r + Z, A], [A^T, r - Z]] >= 0, its form at (x, -cx) is 2 r - 2 Re(c x^* A x) >= 0 for every |c| = 1: w <= r.  Without
a witness: w = ||A|| of a normal matrix, which is unitarily diagonal; w = ||A|| / 2 where A^2 = 0, since A is unitarily
a sum of blocks [[0, s], [0, 0]]; the largest eigenvalue of the symmetric part where no entry is negative, since
|x^* A x| <= |x|^T A |x|.

Moore and Penrose's inverse.  With det(x I - A A^T) = x^n + c_1 x^(n-1) + ... and c_k the last that is not zero,
A^+ = -A^T B / c_k, B the coefficient of x^(n-k) in adj(x I - A A^T) (Decell, SIAM Review 7, 1965).
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import inf, isqrt, lcm
from typing import Any

from lemmata.checker import exact_numbers, format
from lemmata.checker.exact_numbers import Height, Real, Undecided, Undefined, checked, ends, scaled, sqrt
from lemmata.checker.format import conform, require, well_formed
from lemmata.checker.text_form import Tree, written

HALF = Fraction(1, 2)
MAX_ENTRIES, MAX_ORDER = 6400, 80
LARGEST_NORM = 1000  # of the argument of a matrix exponential
INFINITE = inf  # the gap of the only entry of a vector, which is compared and nothing else


@dataclass(frozen=True)
class Mat:
    """A matrix: rows of numbers, all of length `cols`; a vector has one column."""

    rows: tuple[tuple[Any, ...], ...]
    cols: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), self.cols

    @property
    def T(self) -> Mat:  # noqa: N802
        """Transpose."""
        return matrix(zip(*self.rows, strict=True), len(self.rows))

    def __matmul__(self, other: Mat) -> Mat:
        well_formed(self.cols == len(other.rows), f"shapes {self.shape} and {other.shape} cannot be multiplied")
        columns = other.T.rows
        pairs = (([zip(row, column, strict=True) for column in columns]) for row in self.rows)
        return matrix(([total(x * y for x, y in ab if x != 0 and y != 0) for ab in row] for row in pairs), other.cols)

    def __add__(self, other: Mat) -> Mat:
        return entrywise(operator.add, self, other)

    def __sub__(self, other: Mat) -> Mat:
        return self + other.scaled(Fraction(-1))

    def scaled(self, c: Any) -> Mat:
        """c times the matrix."""
        return entrywise(operator.mul, c, self)

    def map(self, f: Any) -> Mat:
        """The matrix with f of every entry."""
        return matrix(([f(x) for x in row] for row in self.rows), self.cols)


def matrix(rows: Any, cols: int) -> Mat:
    """A matrix from any iterable of rows.  Raises Undefined where it would have none, or no columns."""
    out = Mat(tuple(tuple(row) for row in rows), cols)
    if not out.rows or not cols:
        raise Undefined("there is no matrix without rows or columns")
    require(len(out.rows) * cols <= MAX_ENTRIES, "a matrix is too large for this checker")
    return out


def entrywise(f: Any, *values: Any) -> Any:
    """f of numbers, or of the entries of matrices of one shape, with each of which a number is repeated."""
    require(INFINITE not in values, "arithmetic with the infinite gap of a single value")
    shapes = {x.shape for x in values if isinstance(x, Mat)}
    if not shapes:
        return checked(f(*values))
    well_formed(len(shapes) == 1, f"shapes {' and '.join(map(str, sorted(shapes)))} are not the same")
    ((rows, cols),) = shapes
    sides = [x.rows if isinstance(x, Mat) else ((x,) * cols,) * rows for x in values]
    known: dict[Any, Any] = {}  # what is made of the same enclosures is one, as in symmetric matrices

    def once(xs: tuple[Any, ...]) -> Any:
        known[xs] = known[xs] if xs in known else checked(f(*xs))
        return known[xs]

    return Mat(tuple(tuple(map(once, zip(*row, strict=True))) for row in zip(*sides, strict=True)), cols)


def column(values: Any) -> Mat:
    """A vector: a matrix with one column.  What is listed of a network may be nothing."""
    return Mat(tuple((x,) for x in values), 1)


def entries(a: Mat) -> list[Any]:
    """The entries, row by row."""
    return [x for row in a.rows for x in row]


def stacked(*blocks: Mat) -> Mat:
    """The matrices above one another."""
    well_formed(len({b.cols for b in blocks}) == 1, "stacked blocks differ in width")
    return matrix((row for b in blocks for row in b.rows), blocks[0].cols)


def diagonal(values: Any) -> Mat:
    """The diagonal matrix of a vector."""
    xs = list(values)
    require(len(xs) <= MAX_ORDER, f"a matrix of order {len(xs)} is too large for this checker")
    return matrix(([x if i == j else Fraction(0) for j in range(len(xs))] for i, x in enumerate(xs)), len(xs))


def identity(n: int) -> Mat:
    """Identity of order n."""
    require(0 <= n <= MAX_ORDER, f"an identity of order {n} is too large for this checker")
    return diagonal([Fraction(1)] * n)


def total(xs: Any) -> Any:
    """Sum, exact zero for nothing."""
    out: Any = Fraction(0)
    for x in xs:
        out = checked(out + x)
    return out


def exact(a: Mat) -> bool:
    """Whether every entry is rational."""
    return all(isinstance(x, Fraction | int) for x in entries(a))


def gram(a: Mat) -> Mat:
    """The smaller of A A^T and A^T A."""
    return a @ a.T if len(a.rows) <= a.cols else a.T @ a


def norm_above(a: Mat, bits: int) -> Fraction:
    """Upper bound on the Frobenius norm."""
    squares = sum(max(x * x for x in scaled(x, bits)) for x in entries(a))
    return Fraction(isqrt(squares) + 1, 1 << bits)


def symmetric(a: Mat) -> bool:
    """Whether a square matrix is symmetric for certain."""
    return all(exact_numbers.compare(a.rows[i][j], a.rows[j][i]) == 0 for i in range(a.cols) for j in range(i))


def mirrored(a: Mat) -> Mat:
    """A matrix that is known to be symmetric, with one enclosure for two entries that are equal."""
    n = range(a.cols)
    return matrix(([a.rows[max(i, j)][min(i, j)] for j in n] for i in n), a.cols)


def inertia(a: Mat, c: Fraction = Fraction(0)) -> tuple[int, int]:
    """Numbers of eigenvalues above and below c of a symmetric matrix, by elimination from A - c I (Sylvester's law).

    Raises Undecided where enclosures do not tell the sign of any pivot that is left.
    """
    left = [list(row) for row in (a - identity(a.cols).scaled(c)).rows]
    signs = {-1: 0, 1: 0}
    while left:
        n = range(len(left))
        orders = [exact_numbers.sign(left[k][k]) for k in n]
        if not any(orders):
            across = {exact_numbers.sign(left[i][j]): (i, j) for i in n for j in range(i)}
            sure = across.get(1) or across.get(-1)
            if None in orders or sure is None and None in across:
                raise Undecided("the sign of a pivot")
            if sure is None:
                break
            i, j = sure
            left[i] = [x + y for x, y in zip(left[i], left[j], strict=True)]
            for row in left:  # adding row and column j to i is a congruence; the entry at i becomes 2 a_ij
                row[i] = row[i] + row[j]
            continue
        k = max((k for k in n if orders[k]), key=lambda k: min(map(abs, ends(left[k][k]))))
        signs[orders[k] or 0] += 1
        row = left.pop(k)
        over = exact_numbers.inverse(row.pop(k))
        for other in left:
            other.pop(k)
        for i, x in enumerate(row):
            factor = x * over
            for j in range(i + 1) if factor != 0 else ():
                left[i][j] = left[j][i] = checked(left[i][j] - factor * row[j])
    return signs[1], signs[-1]


def semidefinite(a: Mat) -> bool:
    """Whether a symmetric matrix is positive semidefinite."""
    return inertia(a)[1] == 0


def characteristic(a: Mat) -> tuple[list[Any], list[Mat]]:
    """Coefficients c of det(x I - A), leading first, and the B_k with adj(x I - A) = sum of x**(n-1-k) B_k.

    Faddeev and LeVerrier's recursion; entries may be numbers of any kind.
    """
    c: list[Any] = [Fraction(1)]
    adjugate: list[Mat] = []
    for k in range(1, a.cols + 1):
        unit = identity(a.cols).scaled(c[-1])
        adjugate.append(a @ adjugate[-1] + unit if adjugate else unit)
        c.append(trace(a @ adjugate[-1]) * Fraction(-1, k))
    return c, adjugate


def real_eigenvalues(a: Mat) -> int:
    """Number of distinct real eigenvalues: Hermite's theorem, the signature of the matrix of traces of A**(i + j)."""
    require(exact(a), "real eigenvalues of a matrix with irrational entries")
    power, traces = identity(a.cols), []
    for _ in range(2 * a.cols - 1):
        traces.append(trace(power))
        power = power @ a
    above, below = inertia(matrix((traces[i : i + a.cols] for i in range(a.cols)), a.cols))
    return above - below


def trace(a: Mat) -> Any:
    """Sum of the diagonal."""
    return total(on_diagonal(a))


def on_diagonal(a: Mat) -> list[Any]:
    """The entries on the diagonal of a square matrix."""
    return [row[k] for k, row in enumerate(a.rows)]


def horner(coefficients: Any, x: Any) -> Any:
    """Value of a polynomial, leading coefficient first."""
    out: Any = Fraction(0)
    for c in coefficients:
        out = checked(x * out + c)
    return out


def eigenvalues(ev: Any, a: Mat, name: str) -> list[Any]:
    """Eigenvalues, descending, of a symmetric matrix; `name` says what it is, for its witness."""
    if a.cols == 1:
        return [a.rows[0][0]]
    if ("eigenvalues", a, ev.bits) not in ev.kept:
        listed = conform(ev.witness(name, a), [format.expression], f"the witness for {name}")
        well_formed(len(listed) == a.cols, f"the witness for {name} must list {a.cols} eigenvalues")
        values: list[Any] = []
        for text, group in groupby(listed):
            values += _verified(ev, a, text, len(values), len(list(group)), name)
        ev.kept["eigenvalues", a, ev.bits] = tuple(values)
    return list(ev.kept["eigenvalues", a, ev.bits])


def _verified(ev: Any, a: Mat, text: str, first: int, count: int, name: str) -> list[Any]:
    """The eigenvalues number `first` (from 0) to `first` + `count` - 1, which a witness gives in one word."""
    what, wrong = f"an eigenvalue of {name}", f"the witness for {name} is wrong: {text[:40]} is not what it says"
    if format.RATIONAL.fullmatch(text):
        point = format.precise(text, what)
        require(exact(a) and inertia(a, point) == (first, a.cols - first - count), wrong)
        return [point] * count
    middle = format.decimal(text, what, format.MAX_WITNESS_DIGITS)
    digits = len(text.partition(".")[2])
    well_formed("e" not in text.lower() and digits, f"{what} must be 'p/q' or have digits behind the point")
    radius = Fraction(1, 10**digits)
    for bits in (5 * digits + 64, 10 * digits + 256) if exact(a) else (ev.bits,):
        near = a.map(lambda x, bits=bits: Real(*scaled(x, bits), bits)) if exact(a) else a
        try:
            above, below = (inertia(near, end)[0] for end in (middle + radius, middle - radius))
        except Undecided:
            continue
        require(above <= first and below >= first + count, wrong)
        known = _height(a) if exact(a) else None
        family = tuple(characteristic(a)[0]) if known and a.cols <= 12 else a.rows
        places = [frozenset({(family, a.cols, k)}) for k in range(first, first + count)]
        sizes = [Height(known, place) if known else None for place in places]
        return [exact_numbers.between(middle - radius, middle + radius, ev.bits, h, h and h.generators) for h in sizes]
    raise Undecided("whether an eigenvalue lies where its witness says")


def _height(a: Mat) -> int:
    """Bound on heights: q times an eigenvalue is an algebraic integer, its conjugates bounded by the norm of q A."""
    q = 1
    for x in entries(a):
        q = checked(Fraction(lcm(q, x.denominator))).numerator
    return q.bit_length() + (int(norm_above(a, 8) * q) + 1).bit_length()


def singular(ev: Any, tree: Tree) -> list[Any]:
    """Singular values, descending."""
    a = ev.matrix(tree)
    squares = eigenvalues(ev, gram(a), f"gram({written(tree)})")
    roots = {id(x): sqrt(_not_negative(x), ev.bits) for x in squares}
    return [roots[id(x)] for x in squares]


def _not_negative(x: Any) -> Any:
    """An eigenvalue of a matrix that is known to be semidefinite."""
    return Real(max(x.lo, 0), max(x.hi, 0), x.bits, x.height, x.name) if isinstance(x, Real) else x


def radius(ev: Any, tree: Tree) -> Any:
    """Largest modulus of an eigenvalue of a square matrix."""
    a = ev.square(tree)
    if exact(a) and symmetric(a) or a.cols == 1:
        values = eigenvalues(ev, a, f"lam({written(tree)})")
        return exact_numbers.largest([exact_numbers.absolute(values[0]), exact_numbers.absolute(values[-1])], ev.bits)
    if exact(a) and not any(characteristic(a)[0][1:]):
        return Fraction(0)
    form, number = (lambda rows, where: _rows(rows, a, where)), format.precise
    pattern = {"above": number, "below": number, "shrinking": form, "growing": form}
    w = conform(ev.witness(f"rho({written(tree)})", a), pattern, "a witness for rho")
    high, low, p, q = w["above"], w["below"], w["shrinking"], w["growing"]
    bounded = high >= 0 and inertia(p) == (a.cols, 0) and semidefinite(p.scaled(high**2) - a.T @ p @ a)
    require(bounded, "the witness for rho does not bound it from above")
    bounded = low == 0 or low > 0 and inertia(q)[0] and semidefinite(a.T @ q @ a - q.scaled(low**2))
    require(bounded, "the witness for rho does not bound it from below")
    return low if low == high else exact_numbers.between(low, high, ev.bits)


def _rows(value: Any, a: Mat, where: str) -> Mat:
    """A rational symmetric matrix of the order of another."""
    rows = format.rational_rows(value, where, format.precise)
    out = matrix(rows, len(rows[0] if rows else ()))
    fits = out.shape == a.shape and symmetric(out)
    well_formed(fits, f"{where} must be a symmetric matrix of order {a.cols}")
    return out


def root(ev: Any, a: Mat, name: str, known: bool = False) -> Mat:
    """Root of a symmetric matrix; `known` says that it is positive semidefinite."""
    if a.cols == 1:
        return matrix([[sqrt(a.rows[0][0], ev.bits)]], 1)
    if not known and not semidefinite(a):  # of an enclosed matrix: definite, or undecided
        raise Undefined("the root of a matrix that is not positive semidefinite")
    near = _rows(ev.witness(name, a), a, f"the witness for {name}")
    require(semidefinite(near), f"the witness for {name} is not positive semidefinite")
    if exact(a) and near @ near == a:
        return near
    return _around(near, sqrt(norm_above(a - near @ near, 4 * ev.bits), ev.bits), ev.bits)


def _around(center: Mat, error: Any, bits: int) -> Mat:
    """Every entry of a symmetric matrix widened by `error`; equal entries are one object."""
    most = scaled(error, bits)[1]  # an enclosure of its own for each entry: one object stands for one number
    return mirrored(center.map(lambda x: Real(-most, most, bits) + x))


def logarithm(ev: Any, a: Mat, name: str) -> Mat:
    """Logarithm of a symmetric matrix, which the witness shows to be positive definite."""
    if inertia(a) != (a.cols, 0):
        raise Undefined("the logarithm of a matrix that is not positive definite")
    if a.cols == 1 or a == identity(a.cols):
        return a.map(lambda x: exact_numbers.log(x, ev.bits) if x != 0 else x)
    near = _rows(ev.witness(name, a), a, f"the witness for {name}")
    gap = a - exponential(near, 2 * ev.bits)
    low, high = ends(exact_numbers.exp(-norm_above(near, 8), ev.bits))  # expm(L) has none below exp(-||L||)
    distances = map(ends, entries(gap))
    require(all(max(x, -y) <= high for x, y in distances), f"the witness for {name} is not near the logarithm")
    apart = norm_above(gap, 2 * ev.bits)
    least = low - apart
    if not least > 0:  # at these bits: exp(-||L||) may be much less than one
        raise Undecided(f"whether the witness for {name} is near the logarithm")
    return _around(near, apart / least, ev.bits)


def exponential(a: Mat, bits: int) -> Mat:
    """Exponential of a square matrix: the series at A / 2**k, squared k times; exact where a power of A vanishes."""
    out = term = identity(a.cols)
    if exact(a) and a.cols <= 12 and not any(characteristic(a)[0][1:]):
        for k in range(1, a.cols):
            term = (term @ a).scaled(Fraction(1, k))
            out = out + term
        return out
    size = norm_above(a, 16)
    require(size <= LARGEST_NORM, f"expm(...) of a matrix of norm beyond {LARGEST_NORM} is too large for this checker")
    halvings = int(size).bit_length() + 4
    precision = bits + 3 * int(size) + 4 * halvings + a.cols + 64
    x = a.map(lambda y: Real(*scaled(y, precision), precision) * Fraction(1, 1 << halvings))
    k, left = 0, Fraction(1)
    while left * (1 << precision) > 1:  # ||A / 2**k|| <= 1/8: what is left of the series is less than its last term
        k += 1
        term = (term @ x).scaled(Fraction(1, k))
        out, left = out + term, left / (8 * k)
    out = out.map(lambda y: y + Real(-1, 1, precision))
    for _ in range(halvings):
        out = out @ out
    out = out.map(lambda y: Real(*scaled(y, bits), bits) if isinstance(y, Real) else y)
    return mirrored(out) if symmetric(a) else out


def inverted(a: Mat) -> Mat:
    """Inverse: adjugate over determinant.  Raises Undefined, or Undecided at too low a precision."""
    coefficients, adjugate = characteristic(a)
    return adjugate[-1].scaled(exact_numbers.inverse(coefficients[-1]) * Fraction(-1))


def pseudo_inverted(a: Mat) -> Mat:
    """Moore and Penrose's inverse.  Raises Undecided where enclosures do not show the rank."""
    if len(a.rows) > a.cols:
        return pseudo_inverted(a.T).T
    coefficients, adjugate = characteristic(a @ a.T)
    rank = max(k for k, c in enumerate(coefficients) if not exact_numbers.vanishes(c))
    return (a.T @ adjugate[rank - 1]).scaled(-exact_numbers.inverse(coefficients[rank])) if rank else a.T


def pivoting(a: Mat) -> Mat:
    """The permutation matrix of elimination with partial pivoting: the first of the rows that are largest."""
    rows = [list(row) for row in a.rows]
    order = list(range(a.cols))
    for k in range(a.cols - 1):
        best = k
        for i in range(k + 1, a.cols):
            side = exact_numbers.compare(exact_numbers.absolute(rows[i][k]), exact_numbers.absolute(rows[best][k]))
            if side is None:
                raise Undecided("which of two rows is the pivot")
            best = i if side > 0 else best
        rows[k], rows[best], order[k], order[best] = rows[best], rows[k], order[best], order[k]
        if exact_numbers.vanishes(rows[k][k]):
            continue
        over = exact_numbers.inverse(rows[k][k])
        for i in range(k + 1, a.cols):
            c = -(rows[i][k] * over)
            rows[i] = [checked(x + c * y) for x, y in zip(rows[i], rows[k], strict=True)]
    return matrix([[Fraction(j == place) for j in range(a.cols)] for place in order], a.cols)


def numerical_radius(ev: Any, tree: Tree) -> Any:
    """w of a square matrix."""
    a = ev.square(tree)
    if exact(a):
        if a @ a.T == a.T @ a:
            return singular(ev, tree)[0]
        if not any(entries(a @ a)):
            return exact_numbers.divide(singular(ev, tree)[0], Fraction(2))
        if all(x >= 0 for x in entries(a)):
            return eigenvalues(ev, (a + a.T).scaled(HALF), f"lam(({written(tree)} + ({written(tree)}).T) / 2)")[0]
    middle = a if exact(a) else a.map(lambda x: sum(ends(x)) * HALF)
    apart = Fraction(0) if exact(a) else norm_above(a - middle, ev.bits)
    number, form = format.precise, (lambda rows, where: _rows(rows, a, where))
    pattern = {"above": number, "below": number, "dilation": form, "vector": [(number, number)]}
    w = conform(ev.witness(f"numradius({written(tree)})", a), pattern, "a witness for numradius")
    high, low, z, x = w["above"], w["below"], w["dilation"], matrix(w["vector"], 2)
    (p, q), (r, s) = (x.T @ middle @ x).rows  # of u + iv: the real part is p + s, the imaginary part q - r
    reached = low >= 0 and any(entries(x)) and (p + s) ** 2 + (q - r) ** 2 >= (low * trace(x.T @ x)) ** 2
    require(reached, "the witness for numradius does not bound it from below")
    one = identity(a.cols).scaled(high)
    dilated = stacked(stacked(one + z, middle.T).T, stacked(middle, one - z).T)
    require(semidefinite(dilated), "the witness for numradius does not bound it from above")
    return exact_numbers.between(max(low - apart, Fraction(0)), high + apart, ev.bits)
