# ruff: noqa: E501 - claims are left in one piece
"""A third collection: strengthenings that fail at few orders, at some exponents, or close to equality only.

Written from memory of the literature before any of them was run: years and names say where to look, and no page was
open.  `standing` "extension" means that the theorem named holds for less than is claimed here.
"""

from __future__ import annotations

import itertools

from benchmarks.conjectures.collection import N4, TWO, Conjecture

REAL = {**N4, "A": "real(n, n)", "B": "real(n, n)"}
PAIR = {**N4, "H": "symmetric(n)", "K": "symmetric(n)"}
NONNEGATIVE = {"n": "integer(2, 4)", "A": "nonnegative(n, n)", "B": "nonnegative(n, n)"}
ORDERS = tuple(itertools.permutations((1, 2, 3)))
SHARES = {"S": "nonnegative(3, 3)", "T": "nonnegative(3, 3)"}
BISTOCHASTIC = tuple(f"{m} @ ones(3, 1) == ones(3, 1)" for m in ("S", "S.T", "T", "T.T"))
SQUARES = {**TWO, "X": "real(n, n)"}


def permanent(m: str) -> str:
    """The permanent of a matrix of order 3."""
    return "(" + " + ".join(" * ".join(f"{m}[{i}, {j}]" for i, j in enumerate(o, 1)) for o in ORDERS) + ")"


def heron(t: str) -> str:
    """The Heron mean of A and B with X between."""
    return f"smax((1 - {t}) * sqrtm(A) @ X @ sqrtm(B) + {t} / 2 * (A @ X + X @ B))"


def minors(m: str) -> tuple[str, str, str]:
    """The sums of the principal minors of a matrix of order 3, by their order."""
    two = " + ".join(
        f"{m}[{i}, {i}] * {m}[{j}, {j}] - {m}[{i}, {j}] * {m}[{j}, {i}]" for i, j in ((1, 2), (1, 3), (2, 3))
    )
    return f"tr({m})", f"({two})", f"det({m})"


def stable(m: str, sign: str) -> str:
    """The condition of Routh and Hurwitz on a matrix of order 3 with positive sums of minors."""
    one, two, three = minors(m)
    return f"{one} * {two} {sign} {three}"


P_MATRIX = (
    *(f"A[{i}, {i}] > 0" for i in (1, 2, 3)),
    *(f"A[{i}, {i}] * A[{j}, {j}] > A[{i}, {j}] * A[{j}, {i}]" for i, j in ((1, 2), (1, 3), (2, 3))),
    "det(A) > 0",
)


def concave(p: str) -> str:
    """tr((B^(q/2) A^p B^(q/2))^(1/(p + q))) with A, B given."""
    return f"tr(powm(powm({{1}}, q/2) @ powm({{0}}, {p}) @ powm({{1}}, q/2), 1/({p} + q)))"


def _traces() -> list[Conjecture]:
    functional = concave("p")
    return [
        Conjecture("hanner-everywhere", "schatten(p, A + B)**p + schatten(p, A - B)**p >= (schatten(p, A) + schatten(p, B))**p + abs(schatten(p, A) - schatten(p, B))**p",
                   {**REAL, "p": "interval(1, 4)"}, "extension", "K. Ball, E. A. Carlen, E. H. Lieb, Sharp uniform convexity (reversed beyond 2)", 1994),
        Conjecture("hlawka-in-schatten-norms", "schatten(p, A + B) + schatten(p, B + C) + schatten(p, C + A) <= schatten(p, A) + schatten(p, B) + schatten(p, C) + schatten(p, A + B + C)",
                   {**REAL, "C": "real(n, n)", "p": "interval(1, 4)"}, "extension", "E. Hlawka, the inequality of a Hilbert space", 1942),
        Conjecture("weighted-complement-of-golden-thompson", "tr(geomean(expm(H), expm(K), t)) <= tr(expm((1 - t) * H + t * K))",
                   {**PAIR, "t": "interval(0, 2)"}, "extension", "F. Hiai, D. Petz, The Golden-Thompson trace inequality is complemented (weights in [0, 1])", 1993, 2),
        Conjecture("traces-of-two-powers-are-concave", f"2 * {functional.format('((A + B) / 2)', '((C + D) / 2)')} >= {functional.format('A', 'C')} + {functional.format('B', 'D')}",
                   {**TWO, "n": "integer(1, 3)", "C": "pd(n)", "D": "pd(n)", "p": "interval(1/4, 3)", "q": "interval(1/4, 1)"}, "extension",
                   "E. A. Carlen, R. L. Frank, E. H. Lieb; H. Zhang, From Wigner-Yanase-Dyson conjecture to Carlen-Frank-Lieb conjecture (p up to 1)", 2020),
        Conjecture("sandwiched-powers", "tr(powm(powm(B, (1 - p) / (2 * p)) @ A @ powm(B, (1 - p) / (2 * p)), p)) <= tr(powm(A, p) @ powm(B, 1 - p))",
                   {**TWO, "p": "interval(1/2, 2)"}, "extension", "H. Araki, E. H. Lieb and W. Thirring on traces of powers (reversed below 1)", 1990, 2),
        Conjecture("chernoff-bound-of-logarithms", "2 * tr(expm(t * logm(A) + (1 - t) * logm(B))) >= tr(A + B) - normN(A - B)",
                   {**TWO, "t": "interval(0, 1)"}, "extension", "K. M. R. Audenaert and others, Discriminating states: the quantum Chernoff bound (ordinary powers)", 2007, 2),
    ]  # fmt: skip


def _order() -> list[Conjecture]:
    word = " + ".join(" @ ".join(w) for w in ("AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"))
    return [
        Conjecture("ando-hiai-everywhere", "lmax(geomean(powm(A, r), powm(B, r), 1/2)) <= lmax(geomean(A, B, 1/2))**r",
                   {**TWO, "r": "interval(1/4, 4)"}, "extension", "T. Ando, F. Hiai, Log majorization and complementary Golden-Thompson type inequalities (r from 1 on)", 1994, 2),
        Conjecture("cordes-everywhere", "smax(powm(A, r) @ powm(B, r)) <= smax(A @ B)**r",
                   {**TWO, "r": "interval(0, 3)"}, "extension", "H. O. Cordes, Spectral Theory of Linear Differential Operators (r up to 1)", 1987, 2),
        Conjecture("sums-of-words-are-positive", f"lmin({word}) >= 0", TWO, "extension",
                   "D. Bessis, P. Moussa, M. Villani; C. R. Johnson, C. J. Hillar (traces only)", 2002),
        Conjecture("hadamard-negative-powers", "lmin(had(powm(A, p), powm(B, p)) - powm(had(A, B), p)) >= 0", {**TWO, "p": "interval(-3, -1/2)"}, "extension",
                   "T. Ando, Concavity of certain maps on positive definite matrices (from -1 on)", 1979),
        Conjecture("order-of-squares-with-half-the-constant", "lmin((1 + cond(B)) / (2 * sqrt(cond(B))) * (B + C) @ (B + C) - B @ B) >= 0",
                   {**N4, "B": "pd(n)", "C": "psd(n)"}, "extension", "T. Furuta, Operator inequalities associated with Hölder-McCarthy and Kantorovich inequalities (the square of this constant)", 1998, 2),
        Conjecture("third-differences-of-powers", "lmin(powm(A + 3 * C, p) - 3 * powm(A + 2 * C, p) + 3 * powm(A + C, p) - powm(A, p)) >= 0",
                   {**N4, "A": "pd(n)", "C": "psd(n)", "p": "interval(2, 4)"}, "extension", "operator convexity of powers, as in R. Bhatia, Matrix Analysis, V", 1997),
        Conjecture("absolute-value-below-a-bound", "lmin(P + Q - absm(P - Q)) >= 0", {**N4, "P": "psd(n)", "Q": "psd(n)"}, "extension",
                   "positive parts in the order, as in R. Bhatia, Positive Definite Matrices", 2007, 2),
        Conjecture("jordan-products-of-squares", "lmin(A @ A @ B + B @ A @ A) >= 0", TWO, "extension",
                   "equations of Lyapunov with operator monotone functions, as in M. K. Kwong", 1989, 2, ("lmin(A @ B + B @ A) >= 0",)),
    ]  # fmt: skip


def _spectra() -> list[Conjecture]:
    return [
        Conjecture("hadamard-eigenvalues-one-by-one", "lam(had(A, B)) >= lam(sqrtm(A) @ B @ sqrtm(A))", TWO, "extension",
                   "T. Ando; G. Visick on products of the smallest eigenvalues", 1995, 2),
        Conjecture("three-factors-and-their-mean", "smax(A @ B @ C) <= lmax(A + B + C)**3 / 27", {**TWO, "C": "pd(n)"}, "extension",
                   "B. Recht, C. Ré, Beneath the valley of the noncommutative arithmetic-geometric mean inequality (symmetrised)", 2012, 2),
        Conjecture("heron-means-increase", f"{heron('t')} <= {heron('u')}", {**SQUARES, "t": "interval(0, 1)", "u": "interval(0, 1)"}, "question",
                   "R. Bhatia, Interpolating the arithmetic-geometric mean inequality and its operator version (from 1/2 on)", 2006, None, ("t <= u",)),
        Conjecture("sums-of-absolute-values-one-by-one", "s(A + B) <= sqrt(2) * s(absm(A) + absm(B))", REAL, "extension",
                   "E.-Y. Lee, How to compare the absolute values of matrix sum and sum of absolute values (norms only)", 2010),
        Conjecture("lee-with-a-smaller-constant", "normF(A + B) <= 109/100 * normF(absm(A) + absm(B))", REAL, "extension",
                   "E.-Y. Lee; M. Lin, F. Zhang on sqrt((1 + sqrt(2)) / 2) = 1.0986", 2022, 2),
        Conjecture("araki-yamagami-with-a-smaller-constant", "normF(absm(A) - absm(B)) <= 7/5 * normF(A - B)", REAL, "extension",
                   "H. Araki, S. Yamagami, An inequality for Hilbert-Schmidt norm", 1981, 2),
        Conjecture("separated-spectra", "norm2(X) <= norm2(D @ X - X @ E)", {"n": "integer(1, 4)", "D": "diagonal(n)", "E": "diagonal(n)", "X": "real(n, n)"}, "question",
                   "R. Bhatia, C. Davis, A. McIntosh; R. McEachin, A sharp estimate in an operator inequality (pi / 2)", 1992, 2,
                   ("abs(D[i, i] - E[j, j]) >= 1 for i in 1..n for j in 1..n",)),
        Conjecture("triangular-beside-symmetric", "max(abs(lam(H) - sort(diag(U)))) <= norm2(H - U)", {"n": "integer(1, 4)", "H": "symmetric(n)", "U": "upper(n)"}, "question",
                   "W. Kahan, Spectra of nearly Hermitian matrices", 1975),
        Conjecture("determinants-with-absolute-values", "det(powm(A, k) + powm(absm(A @ B), p)) >= det(powm(A, k) + powm(A, p) @ powm(B, p))",
                   {**TWO, "p": "interval(0, 4)", "k": "interval(0, 4)"}, "extension", "M. Lin; M. M. Ghabries, H. Abbas, B. Mourad on det(A^2 + |AB|)", 2020),
    ]  # fmt: skip


def _entries() -> list[Conjecture]:
    choi = "R[1, 1] + R[5, 5] + R[9, 9] + R[2, 2] + R[6, 6] + R[7, 7] - 2 * (R[1, 5] + R[1, 9] + R[5, 9])"
    return [
        Conjecture("permanent-is-convex", f"{permanent('M')} / 4 <= {permanent('S')} + {permanent('T')}", SHARES, "question",
                   "R. A. Brualdi, M. Newman, Inequalities for permanents and permanental minors", 1965, 3, BISTOCHASTIC, {"M": "S + T"}),
        Conjecture("permanent-of-products", f"{permanent('M')} <= {permanent('S')}", SHARES, "question",
                   "W. B. Jurkat, and M. Newman, as in H. Minc, Permanents", 1978, 3, BISTOCHASTIC, {"M": "S @ T"}),
        Conjecture("exponentials-of-nonnegative-matrices", "rho(expm(A + B)) <= rho(expm(A) @ expm(B))", NONNEGATIVE, "extension",
                   "J. E. Cohen, S. Friedland, T. Kato, F. P. Kelly, Eigenvalue inequalities for products of matrix exponentials", 1982, 2),
        Conjecture("traces-of-hollow-matrices", "tr(A @ A)**2 <= (n - 1) * tr(A @ A @ A @ A)", {"n": "integer(3, 5)", "A": "nonnegative(n, n)"}, "extension",
                   "T. J. Laffey, E. Meehan, A refinement of an inequality of Johnson, Loewy and London (odd orders)", 1998, 4, ("tr(A) == 0",)),
        Conjecture("p-matrices-are-stable", stable("A", ">="), {"A": "real(3, 3)"}, "question", "R. B. Kellogg, On complex eigenvalues of M and P matrices", 1972, 3, P_MATRIX),
        Conjecture("stable-p-matrices-and-scaling", stable("M", ">="), {"A": "real(3, 3)", "d": "positive", "e": "positive"}, "question",
                   "C. R. Johnson, Sufficient conditions for D-stability; B. Cain on order 3", 1974, 3, (*P_MATRIX, stable("A", ">")),
                   {"M": "[[1, 0, 0], [0, d, 0], [0, 0, e]] @ A"}),
        Conjecture("positive-partial-transpose", f"{choi} >= 0", {"R": "psd(9)"}, "question",
                   "M.-D. Choi; P. Horodecki, Separability criterion and inseparable mixed states with positive partial transposition", 1997, 9,
                   ("lmin(ptranspose(3, 3, R)) >= 0",)),
    ]  # fmt: skip


CHALLENGES = (*_traces(), *_order(), *_spectra(), *_entries())

# name, variables, hypotheses, claim
NEIGHBOURS: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("two-uniform-convexity", {**REAL, "p": "interval(1, 2)"}, (),
     "((schatten(p, A + B)**p + schatten(p, A - B)**p) / 2)**(2/p) >= schatten(p, A)**2 + (p - 1) * schatten(p, B)**2"),
    ("commutators-with-a-rest", REAL, (), "normF(A @ B - B @ A)**2 <= 2 * normF(A)**2 * normF(B)**2 - 2 * tr(A.T @ B)**2"),
    ("determinant-and-absolute-value", TWO, (), "det(A @ A + absm(A @ B)) >= det(A @ A + A @ B)"),
    ("drury", TWO, (), "2 * sqrt(s(A @ B)) <= lam(A + B)"),
    ("complement-of-golden-thompson", {**PAIR, "t": "interval(0, 1)"}, (),
     "tr(geomean(expm(H), expm(K), t)) <= tr(expm((1 - t) * H + t * K))"),
    ("order-of-squares", {**N4, "B": "pd(n)", "C": "psd(n)"}, (),
     "lmin((1 + cond(B))**2 / (4 * cond(B)) * (B + C) @ (B + C) - B @ B) >= 0"),
    ("relative-gains", {**N4, "A": "real(n, n)"}, ("abs(det(A)) > 0",),
     "smax(had(A, inv(A).T)) <= (cond(A) + 1 / cond(A)) / 2"),
    ("chernoff-bound", {**TWO, "t": "interval(0, 1)"}, (), "2 * tr(powm(A, t) @ powm(B, 1 - t)) >= tr(A + B) - normN(A - B)"),
    ("hadamard-smallest-eigenvalue", TWO, (), "lmin(had(A, B)) >= lmin(sqrtm(A) @ B @ sqrtm(A))"),
    ("hadamard-inverses", TWO, (), "lmin(had(inv(A), inv(B)) - inv(had(A, B))) >= 0"),
    ("lee", REAL, (), "normF(A + B) <= sqrt((1 + sqrt(2)) / 2) * normF(absm(A) + absm(B))"),
    ("two-relative-entropies", TWO, (), "tr(A @ (logm(A) - logm(B))) <= tr(A @ logm(sqrtm(A) @ inv(B) @ sqrtm(A)))"),
    ("separated-spectra-in-squares", {"n": "integer(1, 4)", "D": "diagonal(n)", "E": "diagonal(n)", "X": "real(n, n)"},
     ("abs(D[i, i] - E[j, j]) >= 1 for i in 1..n for j in 1..n",), "normF(X) <= normF(D @ X - X @ E)"),
    ("traces-of-powers", {"n": "integer(2, 4)", "A": "nonnegative(n, n)"}, (), "tr(A @ A)**2 <= n * tr(A @ A @ A @ A)"),
    ("pinching-and-relative-powers", {**TWO, "p": "interval(1, 4)"}, (),
     "tr(powm(diag(diag(A)), p) @ powm(diag(diag(B)), 1 - p)) <= tr(powm(A, p) @ powm(B, 1 - p))"),
    ("ando-hiai", {**TWO, "r": "interval(1, 4)"}, (),
     "lmax(geomean(powm(A, r), powm(B, r), 1/2)) <= lmax(geomean(A, B, 1/2))**r"),
)  # fmt: skip
