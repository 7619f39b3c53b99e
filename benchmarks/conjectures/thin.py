# ruff: noqa: E501 - claims are left in one piece
"""A fourth collection: claims that fail on thin sets only, and true ones beside them.

Solutions of equations, narrow windows of exponents, condition numbers of millions, constants just below the best one,
orders below which the claim holds.  Written from memory of the literature before any of them was run: years and names
say where to look, and no page was open.
"""

from __future__ import annotations

import itertools

from benchmarks.conjectures.challenges import PAIR, REAL, minors, permanent, stable
from benchmarks.conjectures.collection import N4, TWO, Conjecture

POSITIVE = {**N4, "A": "pd(n)", "C": "psd(n)", "P": "psd(n)"}
FOUR = {**TWO, "n": "integer(1, 3)", "C": "pd(n)", "D": "pd(n)"}
COMMUTE = ("A @ B == B @ A",)
SUMS = "[[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]"  # ascending entries from nonnegative ones
TALL = {"U": "isometry(3, 2)", "A": "pd(3)"}
THREE = {"n": "integer(1, 3)", **dict.fromkeys("ABC", "real(n, n)")}
CONTRACTIONS = tuple(f"norm2({m}) < 1" for m in "ABC")
ACCRETIVE = tuple(f"lmin(sym({m})) >= 0" for m in "ABC")
STATES = {"n": "integer(1, 3)", **dict.fromkeys("QRST", "density(n)")}
SMALL = {"L": "nonnegative({0}, {0})", "N": "nonnegative({0}, {0})"}


def joint(t: str) -> str:
    """Two weighted geometric means and that of the middle."""
    return f"lmin((geomean(A, B, {t}) + geomean(C, D, {t})) / 2 - geomean((A + C) / 2, (B + D) / 2, {t})) >= 0"


def means(first: str) -> str:
    """The log-Euclidean mean of three matrices."""
    return f"expm((logm({first}) + logm(B) + logm(C)) / 3)"


def blocks(names: str) -> str:
    """Hua's matrix of contractions."""
    return "[" + ", ".join("[" + ", ".join(f"inv(I(n) - {b}.T @ {a})" for b in names) + "]" for a in names) + "]"


def fidelity(a: str, b: str) -> str:
    """The fidelity of two states."""
    return f"normN(sqrtm({a}) @ sqrtm({b}))"


def products(order: int) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """A principal minor of the product of two M-matrices, with its variables and hypotheses."""
    claim = f"det(((I({order}) - L) @ (I({order}) - N))[1..2, 1..2]) >= 0"
    return claim, {k: d.format(order) for k, d in SMALL.items()}, ("rho(L) < 1", "rho(N) < 1")


def stability(m: str) -> tuple[str, ...]:
    """That the eigenvalues of a matrix of order 3 have positive real parts."""
    return (*(f"{minor} > 0" for minor in minors(m)), stable(m, ">"))


def matched() -> str:
    """The distance of the eigenvalues of two normal matrices of order 3, the best way to pair them."""
    pairs = (", ".join(f"abs(a{i} - b{j})" for i, j in enumerate(o, 1)) for o in itertools.permutations((1, 2, 3)))
    return "min(" + ", ".join(f"max({p})" for p in pairs) + ")"


def diagonal(name: str) -> str:
    """The diagonal matrix of three numbers."""
    return f"[[{name}1, 0, 0], [0, {name}2, 0], [0, 0, {name}3]]"


def ascending() -> str:
    """The determinant of the matrix of (1 + x_i y_j)^p for vectors x and y."""
    rows = (", ".join(f"(1 + x[{i}, 1] * y[{j}, 1])**p" for j in range(1, 5)) for i in range(1, 5))
    return "det([" + ", ".join(f"[{r}]" for r in rows) + "])"


def pairs(rows: tuple[int, int], columns: tuple[int, int]) -> str:
    """The permanent of a submatrix of order 2 of A."""
    (a, b), (i, j) = rows, columns
    return f"(A[{a}, {i}] * A[{b}, {j}] + A[{a}, {j}] * A[{b}, {i}])"


def expanded() -> str:
    """The permanent of A of order 4, expanded along its first two rows (Laplace)."""
    chosen = itertools.combinations((1, 2, 3, 4), 2)
    return " + ".join(f"{pairs((1, 2), c)} * {pairs((3, 4), _others(c))}" for c in chosen)


def _others(columns: tuple[int, int]) -> tuple[int, int]:
    i, j = (k for k in (1, 2, 3, 4) if k not in columns)
    return i, j


def cuts() -> str:
    """The largest value of a quadratic form of order 3 at vectors of signs."""
    signs = ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1))
    forms = (f"tr(S) + 2 * ({a * b} * S[1, 2] + {a * c} * S[1, 3] + {b * c} * S[2, 3])" for a, b, c in signs)
    return f"max({', '.join(forms)})"


def _windows() -> list[Conjecture]:
    trace = "tr(powm({}, p))"
    return [
        Conjecture("powers-just-above-one", "lmin(powm(A + P, p) - powm(A, p)) >= 0", {**N4, "A": "pd(n)", "P": "psd(n)", "p": "interval(1, 1001/1000)"},
                   "extension", "K. Löwner, Über monotone Matrixfunktionen; E. Heinz (p up to 1)", 1934, 2),
        Conjecture("geometric-means-are-jointly-convex", joint("t"), {**FOUR, "t": "interval(1, 21/10)"}, "extension",
                   "perspectives of operator convex functions, as of E. Effros, F. Hansen (t up to 2)", 2009, 2),
        Conjecture("strong-superadditivity-of-traces", f"{trace.format('A + C + P')} + {trace.format('A')} >= {trace.format('A + C')} + {trace.format('A + P')}",
                   {**POSITIVE, "p": "interval(1, 9/4)"}, "extension", "K. M. R. Audenaert, F. Hiai, D. Petz, Strongly subadditive functions (p up to 2)", 2010, 2),
        Conjecture("compressions-of-negative-powers", "lmin(U.T @ powm(A, p) @ U - powm(U.T @ A @ U, p)) >= 0", {**TALL, "p": "interval(-5/4, -1/2)"},
                   "extension", "C. Davis; F. Hansen, G. K. Pedersen, Jensen's inequality for operators (from -1 on)", 1982, 3),
        Conjecture("furuta-just-outside", "lmin(powm(sqrtm(B) @ (B + C) @ (B + C) @ sqrtm(B), 100/149) - powm(B, 300/149)) >= 0",
                   {**N4, "B": "pd(n)", "C": "psd(n)"}, "question", "K. Tanahashi, Best possibility of the Furuta inequality (2/3 in place of 100/149)", 1996, 2),
        Conjecture("log-distances-within-a-thousand", "normF(logm(inv(sqrtm(A)) @ B @ inv(sqrtm(A)))) <= 1000 * normF(logm(A) - logm(B))", TWO,
                   "extension", "the exponential metric increasing property, as in R. Bhatia, Positive Definite Matrices (no bound the other way)", 2007, 2),
        Conjecture("log-euclidean-means-are-monotone", f"lmin({means('(A + P)')} - {means('A')}) >= 0", {**TWO, "C": "pd(n)", "P": "psd(n)"}, "question",
                   "V. Arsigny, P. Fillard, X. Pennec, N. Ayache; T. Ando, C.-K. Li, R. Mathias on what a mean should do", 2004, 2),
    ]  # fmt: skip


def _constants() -> list[Conjecture]:
    return [
        Conjecture("cubes-and-numerical-radii", "norm2(A @ A @ A) <= 199/100 * numradius(A)**3", {**N4, "A": "real(n, n)"}, "extension",
                   "M. J. Crabb, The powers of an operator of numerical radius one (the constant is 2)", 1971, 4),
        Conjecture("numerical-radii-of-anticommutators", "numradius(A @ B + B @ A) <= 14/5 * norm2(A) * numradius(B)", REAL, "extension",
                   "C.-K. Fong, J. A. R. Holbrook, Unitarily invariant operator norms (the constant is 2 sqrt(2))", 1983, 2),
        Conjecture("permanents-and-columns", f"abs({expanded()}) <= 149/100",
                   {"A": "unitcolumns(4, 4)"}, "extension", "E. Carlen, E. H. Lieb, M. Loss, An inequality of Hadamard type for permanents (the constant is 3/2)", 2006, 4),
        Conjecture("correlations-and-signs", f"tr(S @ K) <= 28/25 * {cuts()}", {"S": "psd(3)", "K": "correlation(3)"}, "extension",
                   "M. X. Goemans, D. P. Williamson; Yu. Nesterov on the quality of semidefinite relaxations", 1998, 3),
        Conjecture("horn-without-the-recursion", "lam(A + B)[3] + lam(A + B)[4] <= lam(A)[1] + lam(A)[4] + lam(B)[2] + lam(B)[3]",
                   {"A": "symmetric(4)", "B": "symmetric(4)"}, "extension", "A. Horn, Eigenvalues of sums of Hermitian matrices (the indices add up, and the inequality is not in the list)", 1962, 4),
        Conjecture("condition-of-hadamard-products", "cond(had(A, B)) <= cond(A @ B)", TWO, "extension",
                   "M. Fiedler; T. Ando; G. Visick on the smallest eigenvalues (no such bound for the largest)", 1995, 2),
    ]  # fmt: skip


def _equations() -> list[Conjecture]:
    star = "t * ones(3, 3) / 3 + (1 - t) * S"
    return [
        Conjecture("numerical-radii-of-commuting-products", "numradius(A @ B) <= 19/10 * numradius(A) * numradius(B)", REAL, "question",
                   "J. A. R. Holbrook, Multiplicative properties of the numerical radius in operator theory (the constant is 2)", 1969, 4, COMMUTE),
        Conjecture("commuting-matrices-of-square-zero", "A @ B == 0 * A", {**REAL, "n": "integer(2, 4)"}, "extension",
                   "commuting nilpotent matrices, as in R. A. Horn, C. R. Johnson (holds up to order 3)", 1985, 4, (*COMMUTE, "A @ A == 0 * A", "B @ B == 0 * B")),
        Conjecture("cube-roots-are-unique", "A == B", {**REAL, "n": "integer(1, 3)"}, "extension", "roots of matrices, as in N. J. Higham, Functions of Matrices",
                   2008, 2, ("A @ A @ A == B @ B @ B", "det(A) >= 1")),
        Conjecture("permanents-towards-the-middle", f"{permanent('M')} <= t * 2/9 + (1 - t) * {permanent('S')}", {"S": "nonnegative(3, 3)", "t": "interval(0, 1)"},
                   "question", "K.-W. Lih, E. T.-H. Wang, A convexity inequality on the permanent of doubly stochastic matrices (t from 1/2 on)", 1982, 3,
                   ("S @ ones(3, 1) == ones(3, 1)", "S.T @ ones(3, 1) == ones(3, 1)"), {"M": star}),
        Conjecture("spectral-variation-of-normal-matrices", f"{matched()} <= norm2({diagonal('a')} - U @ {diagonal('b')} @ U.H)",
                   {"U": "unitary(3)", **dict.fromkeys(("a1", "a2", "a3", "b1", "b2", "b3"), "complex")}, "conjecture",
                   "J. A. R. Holbrook, Spectral variation of normal matrices", 1992, 3),
    ]  # fmt: skip


def _stability() -> list[Conjecture]:
    minor, variables, given = products(4)
    return [
        Conjecture("segments-of-stable-matrices", stable("M", ">="), {"A": "real(3, 3)", "x": "real(3, 1)", "y": "real(3, 1)", "t": "interval(0, 1)"}, "question",
                   "S. Białas, and V. L. Kharitonov, on segments of stable polynomials (holds at order 2)", 1985, 3, (*stability("A"), *stability("B")),
                   {"B": "A + x @ y.T", "M": "A + t * x @ y.T"}),
        Conjecture("three-accretive-factors", "det(I(n) + A @ B @ C) >= 0", THREE, "extension",
                   "products of accretive matrices, as of C. S. Ballantine, C. R. Johnson (two factors)", 1975, 2, ACCRETIVE),
        Conjecture("products-of-m-matrices", minor, variables, "extension", "M. Fiedler, V. Pták, On matrices with non-positive off-diagonal elements (holds at order 3)", 1962, 4, given),
        Conjecture("powers-of-totally-nonnegative-matrices", f"{ascending()} >= 0", {"u": "nonnegative(4, 1)", "v": "nonnegative(4, 1)", "p": "interval(1, 3)"},
                   "question", "S. M. Fallat, C. R. Johnson, Hadamard powers and totally positive matrices", 2007, 4,
                   define={"x": f"{SUMS} @ u", "y": f"{SUMS} @ v"}),
        Conjecture("absolute-values-of-correlations", "lmin(entrywise(abs, K)) >= 0", {"K": "correlation(4)"}, "extension",
                   "R. A. Horn, C. R. Johnson, Matrix Analysis, on Hadamard products (holds at order 3)", 1985, 4),
        Conjecture("squared-fidelity-is-jointly-concave", f"{fidelity('(Q + R) / 2', '(S + T) / 2')}**2 >= ({fidelity('Q', 'S')}**2 + {fidelity('R', 'T')}**2) / 2", STATES,
                   "extension", "A. Uhlmann, The transition probability in the state space of a *-algebra (the root, or one argument)", 1976, 3),
        Conjecture("hua-with-three-matrices", f"lmin({blocks('ABC')}) >= 0", THREE, "question",
                   "C. Xu, Z. Xu, F. Zhang, Revisiting Hua-Marcus-Bellman-Ando inequalities on contractive matrices", 2009, 2, CONTRACTIONS),
    ]  # fmt: skip


THIN = (*_windows(), *_constants(), *_equations(), *_stability())

_MINOR, _VARIABLES, _GIVEN = products(3)

# name, variables, hypotheses, claim
THICK: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("condition-of-involutions", {**N4, "A": "real(n, n)"}, ("A @ A == I(n)",), "smax(A) * smin(A) == 1"),
    ("two-accretive-factors", {**N4, "A": "real(n, n)", "B": "real(n, n)"}, ACCRETIVE[:2], "det(I(n) + A @ B) >= 0"),
    ("geometric-means-up-to-two", {**FOUR, "t": "interval(1, 2)"}, (), joint("t")),
    ("crabb", {**N4, "A": "real(n, n)"}, (), "norm2(A @ A @ A) <= 2 * numradius(A)**3"),
    ("commuting-numerical-radii", {**REAL, "n": "integer(1, 3)"}, COMMUTE, "numradius(A @ B) <= 2 * numradius(A) * numradius(B)"),
    ("exponential-metric-increasing", PAIR, (), "normF(H - K) <= normF(logm(expm(-1/2 * H) @ expm(K) @ expm(-1/2 * H)))"),
    ("pseudoinverses-of-equal-rank", {**N4, "B": "psd(n)", "C": "psd(n)"}, ("rank(B + C) == rank(B)",), "lmin(pinv(B) - pinv(B + C)) >= 0"),
    ("uchiyama", {**N4, "C": "psd(n)", "P": "psd(n)", "Q": "psd(n)"}, (),
     "lmin(sqrtm((C + P) @ (C + P + Q) @ (C + P + Q) @ (C + P)) - sqrtm((C + P) @ C @ C @ (C + P))) >= 0"),
    ("commuting-with-an-accretive-square", {**REAL, "n": "integer(1, 3)"}, ("A @ B @ B == B @ B @ A", "lmin(sym(B)) > 0"), "A @ B == B @ A"),
    ("products-of-m-matrices-of-order-three", _VARIABLES, _GIVEN, _MINOR),
    ("hua-with-two-matrices", {**N4, "A": "real(n, n)", "B": "real(n, n)"}, CONTRACTIONS[:2], f"lmin({blocks('AB')}) >= 0"),
    ("permanents-of-gram-matrices", {"A": "real(3, 3)"}, (), f"{permanent('A')}**2 <= {permanent('M')}".replace("M[", "(A @ A.T)[")),
)  # fmt: skip
