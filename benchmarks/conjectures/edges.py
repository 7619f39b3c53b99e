# ruff: noqa: E501 - claims are left in one piece
"""A sixth collection: false claims that fail at one order, at the edge of a range, or at isolated solutions, with true neighbours.

Each says in `source` what is true nearby, and so why it fails.  Written and committed before any of them was run; no page
was open.  That the failures are there was worked out by hand, or, of four (Kwong's matrices, spectral mean, truncation,
distance of permanents), with a few lines of NumPy that share nothing with the search.
"""

from __future__ import annotations

from benchmarks.conjectures.challenges import REAL, permanent
from benchmarks.conjectures.collection import N4, TWO, Conjecture

N3 = {"n": "integer(1, 3)"}
BOTH = {**N3, "A": "real(n, n)", "B": "real(n, n)"}
SUMS = ("S @ ones(3, 1) == ones(3, 1)", "S.T @ ones(3, 1) == ones(3, 1)")
WHOLE = dict.fromkeys("abcd", "integer(-4, 4)")
INTEGERS = {"A": "[[a, b], [c, d]]"}
SIX = "(A @ A @ A @ A @ A @ A)"
STATES = {"n": "integer(1, 3)", "Q": "density(n)", "R": "density(n)"}
BRAIDED = ("A @ B @ A == B", "B @ A @ B == A")
COMMUTATOR = {"C": "A @ B - B @ A"}
MEAN = "(powm(A, p) + powm(B, p)) / 2"
SPECTRAL = {"G": "sqrtm(geomean(inv(A), B))"}
M_MATRIX = {"M": "I(n) - L"}
TRIANGLES = {
    "L": "[[0, 0, 0], [A[2, 1], 0, 0], [A[3, 1], A[3, 2], 0]]",
    "U": "[[0, A[1, 2], A[1, 3]], [0, 0, A[2, 3]], [0, 0, 0]]",
}


def middle(p: str) -> str:
    """The second eigenvalue of (A^(p/2) B^p A^(p/2))^(1/p) of order 3."""
    return f"lam(powm(powm(A, {p}/2) @ powm(B, {p}) @ powm(A, {p}/2), 1/{p}))[2]"


def bidiagonal(x: str) -> str:
    """A totally nonnegative matrix of order 3: elementary factors, a diagonal, and elementary factors."""
    lower = f"[[1, 0, 0], [0, 1, 0], [0, {x}[1, 1], 1]] @ [[1, 0, 0], [{x}[2, 1], 1, 0], [0, {x}[3, 1], 1]]"
    upper = f"[[1, {x}[4, 1], 0], [0, 1, {x}[5, 1]], [0, 0, 1]] @ [[1, 0, 0], [0, 1, {x}[6, 1]], [0, 0, 1]]"
    return f"{lower} @ diag({x}[7..9, 1..1]) @ {upper}"


def table(entry: str, order: int) -> str:
    """A symmetric matrix of an expression in i and j."""
    rows = (", ".join(entry.format(i=i, j=j) for j in range(1, order + 1)) for i in range(1, order + 1))
    return "[" + ", ".join(f"[{r}]" for r in rows) + "]"


def kwong() -> str:
    """The matrix of 1 / (x_i^2 + x_j^2 + t x_i x_j) of order 3, its rows and columns scaled."""
    return table("x[{i}, 1] * x[{j}, 1] / (x[{i}, 1]**2 + x[{j}, 1]**2 + t * x[{i}, 1] * x[{j}, 1])", 3)


def compressed() -> str:
    """The norm of a block matrix of order 4 beside that of the norms of its blocks."""
    parts = [[f"schatten(p, R[{a}, {b}])" for b in ("1..2", "3..4")] for a in ("1..2", "3..4")]
    inner = ", ".join("[" + ", ".join(row) + "]" for row in parts)
    return f"schatten(p, R) <= schatten(p, [{inner}])"


def hlawka(p: str) -> str:
    """Determinants of sums of three matrices, to a power."""
    return f"det(A + B + C)**{p} + det(A)**{p} + det(B)**{p} + det(C)**{p} >= det(A + B)**{p} + det(B + C)**{p} + det(C + A)**{p}"


def uniform() -> str:
    """The inequality of 2-uniform convexity."""
    return "((schatten(p, A + B)**p + schatten(p, A - B)**p) / 2)**(2/p) >= schatten(p, A)**2 + (p - 1) * schatten(p, B)**2"


def overlap(x: str) -> str:
    """Trace distance of two states and their fidelity to a power."""
    return f"(normN(Q - R) / 2)**2 <= 1 - normN(sqrtm(Q) @ sqrtm(R))**{x}"


def wielandt(p: str) -> str:
    """Wielandt's bound on x^T A y for orthogonal vectors."""
    return f"tr(x.T @ A @ y)**2 <= ((cond(A) - 1) / (cond(A) + 1))**{p} * tr(x.T @ A @ x) * tr(y.T @ A @ y)"


ORTHOGONAL = ({"n": "integer(2, 4)", "A": "pd(n)", "x": "real(n, 1)", "y": "real(n, 1)"}, ("tr(x.T @ y) == 0",))
PERMANENT = permanent("S")


def _edges() -> list[Conjecture]:
    return [
        Conjecture("middle-eigenvalues-increase", f"{middle('p')} <= {middle('q')}", {"A": "pd(3)", "B": "pd(3)", "p": "interval(1/4, 4)", "q": "interval(1/4, 4)"}, "extension",
                   "H. Araki on powers of products (the first eigenvalue rises with p, the last falls; the second does either)", 1990, 3, ("p <= q",)),
        Conjecture("compressions-to-norms-below-two", compressed(), {"R": "psd(4)", "p": "interval(7/4, 3)"}, "extension", "C. King, Inequalities for trace norms of 2x2 block matrices (p from 2 on, reversed below)", 2003, 4),
        Conjecture("powers-of-three-determinants", hlawka("p"), {**TWO, "C": "pd(n)", "p": "interval(99/100, 1)"}, "extension", "M. Lin on determinants of three matrices (p = 1; diagonal ones of rank nearly one fail below it)", 2014, 2),
        Conjecture("power-means-just-below-a-half", f"lmin((A + B) / 2 - powm({MEAN}, 1/p)) >= 0", {**TWO, "p": "interval(12/25, 1)"}, "extension", "K. M. R. Audenaert, F. Hiai, On matrix inequalities between the power means (p from 1/2 on)", 2013, 2),
        Conjecture("fidelities-with-a-smaller-exponent", overlap("p"), {**STATES, "p": "interval(39/20, 2)"}, "extension", "C. A. Fuchs, J. van de Graaf, Cryptographic distinguishability measures (2, attained at pure states)", 1999, 2),
        Conjecture("entrywise-powers-just-below-one", f"lmin({table('(X @ X.T)[{i}, {j}]**p', 3)}) >= 0", {"X": "nonnegative(3, 3)", "p": "interval(99/100, 2)"}, "extension", "C. H. FitzGerald, R. A. Horn, On fractional Hadamard powers (from 1 on at order 3)", 1977, 3),
        Conjecture("orthogonal-vectors-and-conditions", wielandt("p"), {**ORTHOGONAL[0], "p": "interval(2, 21/10)"}, "extension", "H. Wielandt (2, attained at the bisectors of two eigenvectors)", 1953, 2, ORTHOGONAL[1]),
        Conjecture("kwong-matrices-far-out", f"lmin({kwong()}) >= 0", {"x": "nonnegative(3, 1)", "t": "interval(0, 10)"}, "extension", "M. K. Kwong; R. Bhatia, D. Drissi (t up to 2; at order 3 some t below 10 fails, by 4e-4)", 2005, 3),
        Conjecture("two-powers-of-geometric-means", "lmax(geomean(powm(A, r), powm(B, q), t * r / ((1 - t) * q + t * r))) <= 1", {**TWO, "r": "interval(19/20, 2)", "q": "interval(19/20, 2)", "t": "interval(0, 1)"}, "extension",
                   "T. Ando, F. Hiai; M. Fujii, E. Kamei (both from 1 on; equal ones below 1 fail)", 2006, 2, ("lmax(geomean(A, B, t)) <= 1",)),
        Conjecture("two-uniform-convexity-just-beyond-two", uniform(), {**REAL, "p": "interval(1, 21/10)"}, "extension", "K. Ball, E. A. Carlen, E. H. Lieb, Sharp uniform convexity (p up to 2, reversed beyond)", 1994, 1),
    ]  # fmt: skip


def _solutions() -> list[Conjecture]:
    return [
        Conjecture("quaternions", "A @ B == B @ A", REAL, "question", "quaternions as matrices, as in R. A. Horn, C. R. Johnson (such matrices commute unless they hold i and j, of real order 4)", 1985, 4, BRAIDED),
        Conjecture("sums-of-complex-structures", "det(A + B) >= 0", {**N4, "A": "real(n, n)", "B": "real(n, n)"}, "question", "det(A + B) = 2 - tr(AB) at order 2, and tr(AB) is beyond 2 for conjugates of -A", 1985, 2, ("A @ A == -1 * I(n)", "B @ B == -1 * I(n)")),
        Conjecture("braids-commute", "A @ B == B @ A", BOTH, "question", "W. Burau's matrices of braids", 1935, 2, ("A @ B @ A == B @ A @ B",)),
        Conjecture("commutators-that-commute-square-to-zero", "C @ C == 0 * A", BOTH, "extension", "N. Jacobson, Rational methods in the theory of Lie algebras (C is nilpotent: C^2 = 0 at order 2, [D, N] = N with N^2 not zero at order 3)", 1935, 3, ("A @ C == C @ A",), COMMUTATOR),
        Conjecture("products-in-groups-of-matrices", "rank(A @ B @ A @ B) == rank(A @ B)", REAL, "question", "group inverses, as in A. Ben-Israel, T. N. E. Greville (idempotents with a product of square zero)", 1974, 2, ("A @ A == A", "B @ B == B")),
        Conjecture("orders-of-integer-matrices", "normF(A @ A @ A - I(2)) * normF(A @ A - I(2)) == 0", WHOLE, "question", "the crystallographic restriction, as in M. Newman, Integral Matrices (orders 1, 2, 3, 4, 6)", 1972, 2, (f"{SIX} == I(2)",), INTEGERS),
        Conjecture("units-of-norm-one", "x <= 600", {"x": "integer(2, 1000)", "y": "integer(1, 1000)"}, "question", "O. Perron, Die Lehre von den Kettenbrüchen, on the equation of Pell, x^2 - 13 y^2 = 1 (x = 649)", 1913, 2, ("det([[x, 13 * y], [y, x]]) == 1",)),
        Conjecture("permanents-and-the-distance-from-the-middle", f"{PERMANENT} - 2/9 >= normF(S - ones(3, 3) / 3)**2 / 17", {"S": "nonnegative(3, 3)"}, "extension", "B. L. van der Waerden's inequality at order 3 (18 in place of 17, attained without a diagonal)", 1926, 3, SUMS),
    ]  # fmt: skip


def _constants() -> list[Conjecture]:
    return [
        Conjecture("cubes-beside-squares-and-numerical-radii", "numradius(A @ A @ A) <= 6/5 * numradius(A) * numradius(A @ A)", {**N4, "A": "real(n, n)"}, "extension", "products of commuting operators, J. A. R. Holbrook (the shift of order 4 has 1 / (2 cos(pi / 5)) * 2 = 1.236)", 1969, 4),
        Conjecture("hadamard-products-and-numerical-radii", "numradius(had(A, B)) <= 39/20 * numradius(A) * numradius(B)", REAL, "extension", "T. Ando, K. Okubo, Induced norms of the Schur multiplier operator (2, attained at a nilpotent)", 1991, 2),
        Conjecture("jordan-products-and-numerical-radii", "numradius(A @ B + B @ A) <= 14/5 * norm2(A) * numradius(B)", REAL, "extension", "C. K. Fong, J. A. R. Holbrook, Unitarily invariant operator norms (2 sqrt(2))", 1983, 2),
        Conjecture("symmetric-and-skew-parts", "norm2(A)**2 <= 199/100 * (norm2(sym(A))**2 + norm2(A - sym(A))**2)", {**N4, "A": "real(n, n)"}, "extension", "Cartesian decompositions, R. Bhatia, F. Kittaneh (2, attained at a nilpotent)", 2009, 2),
        Conjecture("triangular-truncation-at-order-four", "norm2(had(A, [[1, 1, 1, 1], [0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1]])) <= 13/10 * norm2(A)", {"A": "real(4, 4)"}, "extension", "J. R. Angelos, C. C. Cowen, S. K. Narayan, Triangular truncation and its norm (1.2524 at order 3, 1.3246 at order 4)", 1992, 4),
        Conjecture("growth-in-elimination", "maxabs(lup_u(A)) <= 15/2 * maxabs(A)", {**N4, "A": "real(n, n)"}, "extension", "J. H. Wilkinson, Error analysis of direct methods (8 at order 4, attained)", 1961, 4),
        Conjecture("m-matrices-times-their-inverses", "rho(inv(had(M, inv(M)))) <= 9/5", {**N4, "L": "nonnegative(n, n)"}, "extension", "M. Fiedler, T. L. Markham (order over 2: 3/2 at order 3, 2 at order 4, not attained)", 1988, 4, ("rho(L) < 1",), M_MATRIX),
        Conjecture("traces-of-three-projectors", "tr(P @ Q @ R) >= -1/5", {**N4, **dict.fromkeys("PQR", "projector(n)")}, "question", "three lines at 60 degrees have -1/8; two such triples beside each other, at order 4, have -1/4", 1985, 4),
    ]  # fmt: skip


def _orders() -> list[Conjecture]:
    return [
        Conjecture("fourth-powers-beside-squares", "norm2(A @ A @ A @ A) <= norm2(A @ A)", {**N4, "A": "real(n, n)"}, "question", "growth of powers (a large nilpotent of order 4 with a small multiple of the identity)", 1962, 4, ("rho(A) <= 1/4",)),
        Conjecture("hadamard-products-of-totally-nonnegative-matrices", "det(had(A, B)) >= 0", {"x": "nonnegative(9, 1)", "y": "nonnegative(9, 1)"}, "question", "T. L. Markham, A semigroup of totally nonnegative matrices (holds at order 2)", 1970, 3, define={"A": bidiagonal("x"), "B": bidiagonal("y")}),
        Conjecture("spectral-geometric-mean-in-order", "lmin((A + B) / 2 - G @ A @ G) >= 0", TWO, "question", "M. Fiedler, V. Pták, A new positive definite geometric mean (one by one for eigenvalues, R. Bhatia, F. Kittaneh)", 1997, 2, define=SPECTRAL),
        Conjecture("absolute-values-in-the-other-order", "lmin((B + C) @ (B + C) - sqrtm(B @ (B + C) @ (B + C) @ B)) >= 0", {**N4, "B": "pd(n)", "C": "psd(n)"}, "question", "T. Furuta, A >= B >= 0 assures ... (with A and B exchanged under the root)", 1987, 2),
        Conjecture("gauss-and-seidel-beside-jacobi", "rho(inv(I(3) + L) @ U) <= 1", {"A": "real(3, 3)"}, "question", "L. Collatz; P. Stein, R. L. Rosenberg (true of nonnegative matrices, and at order 2)", 1942, 3, ("rho(L + U) <= 1/2",), TRIANGLES),
    ]  # fmt: skip


EDGES = (*_edges(), *_solutions(), *_constants(), *_orders())

# name, variables, hypotheses, claim: why it is true is said behind it
SAFE: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    # A^2 = A (B A B) = (A B A) B = B^2
    ("squares-of-braided-matrices", BOTH, BRAIDED, "A @ A == B @ B"),
    # N. Jacobson: a commutator that commutes with one of its factors is nilpotent
    ("jacobson", BOTH, ("A @ (A @ B - B @ A) == (A @ B - B @ A) @ A",), "det(A @ B - B @ A) == 0"),
    # C. King: from 2 on
    ("compressions-to-norms", {"R": "psd(4)", "p": "interval(2, 3)"}, (), compressed()),
    # M. Lin
    ("three-determinants", {**TWO, "C": "pd(n)"}, (), hlawka("1")),
    # R. Bhatia, F. Kittaneh: singular values of sqrt(A) sqrt(B) are at most half the eigenvalues of A + B
    ("spectral-geometric-mean-one-by-one", TWO, (), "lam(sqrtm(geomean(inv(A), B)) @ A @ sqrtm(geomean(inv(A), B))) <= lam(A + B) / 2"),
    # powers from 1 to 2 are operator convex
    ("power-means-from-a-half-on", {**TWO, "p": "interval(1/2, 1)"}, (), f"lmin((A + B) / 2 - powm({MEAN}, 1/p)) >= 0"),
    # C. A. Fuchs, J. van de Graaf
    ("fuchs-and-van-de-graaf", STATES, (), overlap("2")),
    # T. Ando, K. Okubo
    ("ando-and-okubo", REAL, (), "numradius(had(A, B)) <= 2 * numradius(A) * numradius(B)"),
    # C. H. FitzGerald, R. A. Horn: from n - 2 on
    ("entrywise-powers-from-one-on", {"X": "nonnegative(3, 3)", "p": "interval(1, 2)"}, (), f"lmin({table('(X @ X.T)[{i}, {j}]**p', 3)}) >= 0"),
    # H. Wielandt
    ("wielandt", *ORTHOGONAL, wielandt("2")),
    # M. K. Kwong: from -2 to 2
    ("kwong", {"x": "nonnegative(3, 1)", "t": "interval(-1, 2)"}, (), f"lmin({kwong()}) >= 0"),
    # X. R. Yong; S. Z. Song; S. Chen: the smallest eigenvalue of M o M^-1 is at least 2 over the order
    ("fiedler-and-markham", {**N4, "L": "nonnegative(n, n)"}, ("rho(L) < 1",), "rho(inv(had(I(n) - L, inv(I(n) - L)))) <= max(1, n / 2)"),
    # A. Ostrowski, H. Schneider: A and X have one inertia where AX + XA^T is positive definite; at its boundary by continuity
    ("ostrowski-and-schneider", {**N4, "A": "real(n, n)", "X": "symmetric(n)"}, ("lmin(A @ X + X @ A.T) >= 0",), "det(A) * det(X) >= 0"),
    # the crystallographic restriction: five is no order at 2 x 2
    ("no-five-fold-symmetry", WHOLE, ("[[a, b], [c, d]] @ [[a, b], [c, d]] @ [[a, b], [c, d]] @ [[a, b], [c, d]] @ [[a, b], [c, d]] == I(2)",), "normF([[a, b], [c, d]] - I(2)) == 0"),
)  # fmt: skip
