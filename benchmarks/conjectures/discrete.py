# ruff: noqa: E501 - claims are left in one piece
"""A seventh collection: tables of 0 and 1 or of signs, graphs, chains, words in two matrices, integers, and networks.

False claims and true ones beside them, parameters free.  Written and committed before any of them was run; no page was
open.  That the failures are there was worked out by hand, or, of five (determinants of 0-1 tables, words, inverse
M-matrices, roots of polynomials, centrality), with a few lines of NumPy that share nothing with the search.
"""

from __future__ import annotations

import itertools
from math import prod

from benchmarks.conjectures.challenges import permanent
from benchmarks.conjectures.collection import Conjecture

N3 = {"n": "integer(1, 3)"}
PAIRED = {**N3, "A": "real(n, n)", "B": "real(n, n)"}
SQUARE = {**N3, "A": "real(n, n)"}
PSD = {**N3, "A": "psd(n)", "B": "psd(n)"}
NONNEGATIVE = {**N3, "A": "nonnegative(n, n)"}


def zero_one(*names: str) -> tuple[str, ...]:
    """That matrices have entries 0 and 1."""
    return tuple(f"had({a}, {a}) == {a}" for a in names)


def graphs(*names: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Adjacency matrices of order 4, with their hypotheses."""
    return dict.fromkeys(names, "symmetric(4)"), (*zero_one(*names), *(f"tr({a}) == 0" for a in names))


def signless(a: str) -> str:
    """The signless Laplacian of a graph of order 4."""
    return f"diag({a} @ ones(4, 1)) + {a}"


def laplacian(w: str, n: str) -> str:
    """The Laplacian of the weights above and below the diagonal of a non-negative matrix, that is made symmetric."""
    return f"(diag(({w} + {w}.T) @ ones({n}, 1)) - {w} - {w}.T)"


def kemeny(w: str) -> str:
    """One more than the sum of 1 / (1 - x) over the eigenvalues x but 1 of a random walk on weights."""
    return f"tr(inv(I(n) - diag(1 / (({w} + {w}.T) @ ones(n, 1))) @ ({w} + {w}.T) + ones(n, n) / n))"


def table(entry: str, order: int) -> str:
    """A matrix of an expression in i and j."""
    rows = (", ".join(entry.format(i=i, j=j) for j in range(1, order + 1)) for i in range(1, order + 1))
    return "[" + ", ".join(f"[{r}]" for r in rows) + "]"


def roots_of_inverse(n: int) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """Entries above the diagonal of the inverse of an inverse M-matrix of an order to an entrywise power."""
    claim = f"inv({table(f'inv(I({n}) - L)[{{i}}, {{j}}]**p', n)})[1, 2] <= 0"
    let = {"L": f"nonnegative({n}, {n})", "p": "interval(1/10, 1)"}
    return claim, let, ("rho(L) < 1",)


def integers(*names: str, bound: int = 2) -> tuple[dict[str, str], dict[str, str], tuple[str, ...]]:
    """Integer matrices of order 2 and determinant 1: their entries, how they are made of them, and hypotheses."""
    let = {f"{a.lower()}{i}": f"integer(-{bound}, {bound})" for a in names for i in range(1, 5)}
    made = {a: f"[[{a.lower()}1, {a.lower()}2], [{a.lower()}3, {a.lower()}4]]" for a in names}
    return let, made, tuple(f"{a.lower()}1 * {a.lower()}4 - {a.lower()}2 * {a.lower()}3 == 1" for a in names)


def long_permanent(m: str) -> str:
    """The permanent of a matrix of order 4, by D. G. Glynn's formula: products of sums of rows with signs."""
    terms = []
    for signs in itertools.product((1, -1), repeat=3):
        column = ", ".join(f"[{x}]" for x in (1, *signs))
        terms.append(f"{'-' if prod(signs) < 0 else '+'} prod({m}.T @ [{column}])")
    return f"({' '.join(terms).removeprefix('+ ')}) / 8"


def mixing(*names: str) -> tuple[str, ...]:
    """That chains tend to one distribution from every start: all eigenvalues but one are inside the circle."""
    return tuple(f"rho({a} - ones(n, n) / n) < 1" for a in names)


def radii(*words: str) -> tuple[str, ...]:
    """That products have spectral radius at most one."""
    return tuple(f"rho({' @ '.join(w)}) <= 1" for w in words)


COMPANION = "[[0, 0, 0, -d], [1, 0, 0, -c], [0, 1, 0, -b], [0, 0, 1, -a]]"
QUARTIC = dict.fromkeys("abcd", "interval(-2, 2)")
LARGEST_ROOT = "max(abs(a), sqrt(abs(b)), abs(c)**(1/3), abs(d)**(1/4))"
UNIMODULAR, MADE, UNITS = integers("A", "B", "C", bound=1)
TWO_UNITS = integers("A", "B")
GROTHENDIECK = ({"A": "real(2, 2)", "X": "unitcolumns(2, 2)", "Y": "unitcolumns(2, 2)"},
                ("abs(A[1, 1] + A[1, 2]) + abs(A[2, 1] + A[2, 2]) <= 1", "abs(A[1, 1] - A[1, 2]) + abs(A[2, 1] - A[2, 2]) <= 1"))  # fmt: skip
CUT = "tr(A.T @ X.T @ Y)"
RADEMACHER = {**N3, "x": "unit(n)", "r": "rademacher(n, 1)"}
CONVEX = {
    "n": "integer(1, 2)",
    "m": "integer(1, 2)",
    "k": "integer(1, 2)",
    "V": "nonnegative(1, k)",
    "W": "real(k, m)",
    "U": "real(m, n)",
    "x": "real(n, 1)",
    "y": "real(n, 1)",
}
MIDPOINT = "V @ relu(W @ relu(U @ (x + y) / 2)) <= (V @ relu(W @ relu(U @ x)) + V @ relu(W @ relu(U @ y))) / 2"
BLOCK = {**N3, "m": "integer(1, 3)", "W": "real(m, n)", "V": "real(n, m)", "x": "real(n, 1)", "y": "real(n, 1)"}
APART = "normF(x + V @ relu(W @ x) - y - V @ relu(W @ y))"
CHAINS = {**N3, "A": "stochastic(n, n)", "B": "stochastic(n, n)"}
WORDS = {"n": "integer(1, 2)", "A": "nonnegative(n, n)", "B": "nonnegative(n, n)"}
NILPOTENT = ("A @ A @ A == 0 * A", "B @ B @ B == 0 * B")
CONCAVE = ("b * b >= t * a * c", "c * c >= t * b * d", "d * d >= t * c * e")
TOEPLITZ = "det([[b, a, 0, 0], [c, b, a, 0], [d, c, b, a], [e, d, c, b]])"
COEFFICIENTS = {**dict.fromkeys("abcde", "interval(0, 2)")}
ONE, TWO_GRAPHS = graphs("A"), graphs("A", "B")
TOURNAMENT = (*zero_one("A"), "A + A.T == ones(4, 4) - I(4)")
SIGNS = ("had(A, A) == ones(4, 4)", "A + A.T == 2 * I(4)")
WEIGHTS = {"n": "integer(2, 4)", "W": "nonnegative(n, n)", "t": "positive"}
LOSS = "softplus(tr(u.T @ w)) + softplus(-1 * tr(v.T @ w))"
LOGISTIC = {"n": "integer(1, 2)", "u": "real(n, 1)", "v": "real(n, 1)", "w": "real(n, 1)", "t": "positive"}


def _tables() -> list[Conjecture]:
    return [
        Conjecture("determinants-of-zero-one-tables", "abs(det(A)) <= 2", {"A": "real(4, 4)"}, "question", "J. H. E. Cohn; J. Williamson, Determinants whose elements are 0 and 1 (3 at order 4, at 120 of 65536 tables)", 1946, 4, zero_one("A")),
        Conjecture("skew-tables-of-signs", "det(A) <= 15", {"A": "real(4, 4)"}, "question", "J. Williamson, Hadamard's determinant theorem and the sum of four squares (skew ones, 16)", 1944, 4, SIGNS),
        Conjecture("radii-of-tournaments", "rho(A) <= 13/10", {"A": "real(4, 4)"}, "question", "R. A. Brualdi, Li Q., problem 31 (1.3953 at order 4)", 1983, 4, TOURNAMENT),
        Conjecture("ranks-of-entrywise-squares", "rank(had(A, A)) >= rank(A)", SQUARE, "question", "Hadamard products, as in R. A. Horn, C. R. Johnson (true of semidefinite matrices; tables of signs)", 1991, 2),
        Conjecture("permanents-and-skew-parts", f"{long_permanent('M')} <= {long_permanent('S')}", {"S": "psd(4)", "K": "skew(4)"}, "question", "H. Minc, Permanents (true at order 2; fails where S is small)", 1978, 4, (), {"M": "S + K"}),
        Conjecture("signs-against-unit-vectors", f"{CUT} <= 7/5", GROTHENDIECK[0], "extension", "A. Grothendieck; B. S. Tsirelson (sqrt(2) at order 2, attained)", 1980, 2, GROTHENDIECK[1]),
        Conjecture("entangled-pairs", "lmin(ptranspose(2, 2, R)) >= -49/100", {"R": "density(4)"}, "extension", "A. Peres; A. Sanpera, R. Tarrach, G. Vidal (-1/2, attained at Bell's states)", 1998, 4),
    ]  # fmt: skip


def _graphs() -> list[Conjecture]:
    return [
        Conjecture("signless-spectra-and-triangles", "tr(A @ A @ A) == tr(B @ B @ B)", TWO_GRAPHS[0], "question", "W. H. Haemers, E. Spence, Enumeration of cospectral graphs (the star and the triangle with a point)", 2004, 4,
                   (*TWO_GRAPHS[1], f"lam({signless('A')}) == lam({signless('B')})")),
        Conjecture("energies-and-edges", "normN(A) <= normN(A + B)", TWO_GRAPHS[0], "question", "J. Day, W. So, Graph energy change due to edge deletion (a path and a cycle of four points)", 2008, 4, (*TWO_GRAPHS[1], "had(A, B) == 0 * A")),
        Conjecture("connectivity-rises-with-an-edge", "lam(" + laplacian("W", "n") + " + t * U)[n - 1] > lam(" + laplacian("W", "n") + ")[n - 1]", {**WEIGHTS, "n": "integer(3, 4)"}, "question", "M. Fiedler, Algebraic connectivity of graphs (weakly; the edge may join equal entries of the vector)", 1973, 3,
                   ("lam(" + laplacian("W", "n") + ")[n - 1] > 0",), {"U": "(I(n)[:, 1] - I(n)[:, 2]) @ (I(n)[:, 1] - I(n)[:, 2]).T"}),
        Conjecture("graphs-and-complements", "lmax(A) + lmax(ones(4, 4) - I(4) - A) <= 37/10", ONE[0], "extension", "E. Nosal; T. Terpai, Proof of a conjecture of V. Nikiforov (4 n / 3 - 1; the star has 3.732)", 2011, 4, ONE[1]),
        Conjecture("kemeny-falls-with-an-edge", f"{kemeny('W + t * U')} <= {kemeny('W')}", WEIGHTS, "question", "S. Kirkland, Z. Zeng, Kemeny's constant and an analogue of Braess' paradox", 2016, 3, (), {"U": "I(n)[:, 1] @ I(n)[:, 2].T"}),
        Conjecture("degree-and-centrality", "spectral_projector(1, A + A.T)[1, 1] >= spectral_projector(1, A + A.T)[2, 2]", {"n": "integer(2, 3)", "A": "nonnegative(n, n)"}, "question", "P. Bonacich, Factoring and weighting approaches to status scores (true at order 2)", 1972, 3,
                   ("sum(A[1, j] + A[j, 1] for j in 1..n) >= sum(A[2, j] + A[j, 2] for j in 1..n)",)),
    ]  # fmt: skip


def _algebra() -> list[Conjecture]:
    return [
        Conjecture("minus-order-of-squares", "rank(B @ B - A @ A) == rank(B @ B) - rank(A @ A)", PSD, "question", "J. K. Baksalary, F. Pukelsheim, On the Löwner, minus, and star partial orderings of nonnegative definite matrices and their squares", 1991, 2, ("rank(B - A) == rank(B) - rank(A)",)),
        Conjecture("sums-of-nilpotents", "det(A + B) == 0", PAIRED, "question", "linear spaces of nilpotent matrices, M. Gerstenhaber (true at order 2, a cycle at order 3)", 1958, 3, (*NILPOTENT, "A @ B @ A @ B @ A @ B == 0 * A")),
        Conjecture("four-letters-that-vanish", "B @ A @ B @ A == 0 * A", PAIRED, "question", "the fifth problem of the Putnam competition of 1990 (true at order 2)", 1990, 3, ("A @ B @ A @ B == 0 * A",)),
        Conjecture("squares-that-are-transposes", "A == A.T", SQUARE, "question", "normal matrices, as in R. A. Horn, C. R. Johnson (a turn by a third)", 1985, 2, ("A @ A == A.T",)),
        Conjecture("sums-in-groups", "rank((A + B) @ (A + B)) == rank(A + B)", PAIRED, "question", "group inverses, as in A. Ben-Israel, T. N. E. Greville (I and N - I)", 1974, 2, ("A @ B == B @ A", "rank(A @ A) == rank(A)", "rank(B @ B) == rank(B)")),
        Conjecture("one-of-grevilles-conditions", "pinv(A @ B) == pinv(B) @ pinv(A)", PAIRED, "extension", "T. N. E. Greville, Note on the generalized inverse of a matrix product (two conditions)", 1966, 2, ("pinv(A) @ A @ B @ B.T == B @ B.T @ pinv(A) @ A",)),
        Conjecture("unimodular-squares", "normF(A @ A + B @ B - C @ C) >= 1", UNIMODULAR, "question", "A. Khazanov, Fermat's equation in matrices (none only for exponents divisible by 3 or 4)", 1995, 2, UNITS, MADE),
        Conjecture("traces-of-commutators", "tr(A @ B @ inv(A) @ inv(B)) >= -1", TWO_UNITS[0], "question", "H. Cohn, Approach to Markoff's minimal forms through modular functions (-2)", 1955, 2, TWO_UNITS[2], TWO_UNITS[1]),
    ]  # fmt: skip


def _nonnegative() -> list[Conjecture]:
    claim, let, given = roots_of_inverse(4)
    return [
        Conjecture("products-of-mixing-chains", "rho(A @ B - ones(n, n) / n) < 1", CHAINS, "question", "J. Wolfowitz, Products of indecomposable, aperiodic, stochastic matrices (true at order 2)", 1963, 3, mixing("A", "B")),
        Conjecture("chains-of-determinant-one", "tr(A) >= 1", {**N3, "A": "stochastic(n, n)"}, "question", "permutations are the stochastic matrices with |det| = 1 (true up to order 2; a cycle of three)", 1960, 3, ("det(A) >= 1",)),
        Conjecture("words-up-to-three-letters", "rho(A @ A @ B @ A @ B) <= 1", WORDS, "question", "V. D. Blondel, J. Theys, A. A. Vladimirov, An elementary counterexample to the finiteness conjecture", 2003, 2, radii("A", "B", "AB", "AAB", "ABB")),
        Conjecture("roots-of-inverse-m-matrices", claim, let, "question", "S. Chen on powers of inverse M-matrices (from 1 on; C. R. Johnson, R. L. Smith below, to order 3)", 2007, 4, given),
        Conjecture("fujiwaras-bound", f"rho({COMPANION}) <= 19/10 * {LARGEST_ROOT}", QUARTIC, "extension", "M. Fujiwara, Über die obere Schranke des absoluten Betrages der Wurzeln (2; 1.928 at degree 4)", 1916, 4),
        Conjecture("log-concave-of-order-four", f"{TOEPLITZ} >= 0", {**COEFFICIENTS, "t": "interval(13/5, 3)"}, "extension", "S. Karlin, Total Positivity; O. M. Katkova, A. M. Vishnyakova (4 cos^2(pi / 5) = 2.618)", 2006, 4, CONCAVE),
    ]  # fmt: skip


def _networks() -> list[Conjecture]:
    saddle = "(w[1, 1] * w[2, 1] * w[3, 1] - 1)**2 / 2"
    return [
        Conjecture("saddles-of-deep-linear-networks", f"lmin(hessian({saddle}, w)) < 0", {"w": "real(3, 1)"}, "question", "K. Kawaguchi, Deep learning without poor local minima (true of two layers)", 2016, 3, (f"gradient({saddle}, w) == 0 * w", f"{saddle} > 0")),
        Conjecture("residual-blocks-keep-points-apart", f"{APART} > 0", BLOCK, "question", "J. Behrmann and others, Invertible residual networks (the product of the norms is meant)", 2019, 1, ("norm2(V @ W) <= 1/2", "normF(x - y) >= 1")),
        Conjecture("gelu-increases-from-there-on", "gelu(t) >= gelu(u)", {"t": "interval(-4/5, 4)", "u": "interval(-4/5, 4)"}, "extension", "D. Hendrycks, K. Gimpel, Gaussian error linear units (from -0.7518 on)", 2016, 1, ("t >= u",)),
        Conjecture("convex-where-products-are-not-negative", MIDPOINT, CONVEX, "question", "B. Amos, L. Xu, J. Z. Kolter, Input convex neural networks (V and W)", 2017, 1, ("(V @ W)[1, j] >= 0 for j in 1..m",)),
        Conjecture("steps-by-the-curvature-here", f"{LOSS.replace('w)', '(w - t * g))')} <= {LOSS}", LOGISTIC, "question", "smoothness at a point and along a step, as in Y. Nesterov", 2004, 1, (f"t * lmax(hessian({LOSS}, w)) <= 1",), {"g": f"gradient({LOSS}, w)"}),
        Conjecture("slopes-are-largest-at-zero", "norm2(jacobian(network(tanh, x, W, V), x)) <= norm2(V @ W)", {"n": "integer(1, 2)", "m": "integer(1, 2)", "W": "real(m, n)", "V": "real(n, m)", "x": "real(n, 1)"}, "question", "Lipschitz constants of networks, A. Virmaux, K. Scaman", 2018, 1),
        Conjecture("softmax-in-sums-and-largest-entries", "norm1(softmax(x) - softmax(y)) <= 19/20 * norminf(x - y)", {"n": "integer(2, 3)", "x": "real(n, 1)", "y": "real(n, 1)"}, "extension", "softmax as a gradient, B. Gao, L. Pavel (the constant is 1)", 2017, 2),
    ]  # fmt: skip


def _chance() -> list[Conjecture]:
    return [
        Conjecture("real-eigenvalues-of-gaussian-matrices", "P(tr(G)**2 >= 4 * det(G)) <= 7/10", {"G": "gaussian(2, 2)"}, "extension", "A. Edelman, E. Kostlan, M. Shub, How many eigenvalues of a random matrix are real (1 / sqrt(2))", 1994, 2),
        Conjecture("sums-of-singular-values", "normN(G) / n**(3/2) -> 17/20 as n -> oo", {"n": "integer(1, 8)", "G": "gaussian(n, n)"}, "extension", "V. A. Marchenko, L. A. Pastur (8 / (3 pi) = 0.8488)", 1967, None),
        Conjecture("signs-rarely-stay-small", "P(abs(tr(x.T @ r)) >= 1) >= 3/10", RADEMACHER, "extension", "P. Hitczenko, S. Kwapień; V. Dvořák, O. Klein (7/32; 1/4 at order 3)", 2022, 3),
        Conjecture("khintchine-with-weights", "E(abs(tr(x.T @ r))) >= 18/25", RADEMACHER, "extension", "S. J. Szarek, On the best constants in the Khinchin inequality (1 / sqrt(2))", 1976, 2),
    ]  # fmt: skip


DISCRETE = (*_tables(), *_graphs(), *_algebra(), *_nonnegative(), *_networks(), *_chance())
_INVERSE = roots_of_inverse(3)
CUBES = " ".join(sign + " @ ".join(3 * [MADE[x]]) for sign, x in zip(("", "+ ", "- "), "ABC", strict=True))

# name, variables, hypotheses, claim: why it is true is said behind it
SOUND: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    # exp of a semidefinite matrix, entry by entry, is semidefinite, and rows are scaled by positive numbers
    ("attention-to-oneself", {**N3, "X": "real(n, n)"}, (), "det(softmax(X @ X.T)) >= 0"),
    # N. Keller, O. Klein: Tomaszewski's conjecture
    ("tomaszewski", RADEMACHER, (), "P(abs(tr(x.T @ r)) <= 1) >= 1/2"),
    # traces: A^T A - A A^T is semidefinite of trace zero
    ("hyponormal-matrices-are-normal", SQUARE, ("lmin(A.T @ A - A @ A.T) >= 0",), "A.T @ A == A @ A.T"),
    # |A - A^T|^2 = 2 tr(A A^T) - 2 tr(A^2) = 0
    ("squares-and-grams", SQUARE, ("A @ A == A @ A.T",), "A == A.T"),
    # (BA)^3 = 0, and nilpotent matrices of order 2 have square zero
    ("four-letters-at-order-two", {**PAIRED, "n": "integer(1, 2)"}, ("A @ B @ A @ B == 0 * A",), "B @ A @ B @ A == 0 * A"),
    # tr(AB) = 0 = det(AB): the kernels agree
    ("nilpotents-at-order-two", {**PAIRED, "n": "integer(1, 2)"}, (*NILPOTENT, "A @ B @ A @ B == 0 * A"), "det(A + B) == 0"),
    # determinants multiply
    ("mixing-chains-at-order-two", {**CHAINS, "n": "integer(1, 2)"}, mixing("A", "B"), "rho(A @ B - ones(n, n) / n) < 1"),
    # S. Karlin, Classifications of selection-migration structures
    ("karlin", {**N3, "P": "stochastic(n, n)", "d": "nonnegative(n, 1)", "t": "interval(0, 1)", "u": "interval(0, 1)"}, ("t <= u",), "rho(((1 - u) * I(n) + u * P) @ diag(d)) <= rho(((1 - t) * I(n) + t * P) @ diag(d))"),
    # S. Friedland; J. F. C. Kingman: the logarithm is convex
    ("friedland", {**NONNEGATIVE, "D": "diagonal(n)", "E": "diagonal(n)"}, (), "rho(expm(D + E) @ A)**2 <= rho(expm(2 * D) @ A) * rho(expm(2 * E) @ A)"),
    # J. E. Cohen, Convexity of the dominant eigenvalue of an essentially nonnegative matrix
    ("cohen", {**NONNEGATIVE, "D": "diagonal(n)", "E": "diagonal(n)"}, (), "2 * spectral_abscissa(A + (D + E) / 2) <= spectral_abscissa(A + D) + spectral_abscissa(A + E)"),
    # L. Elsner, C. R. Johnson, J. A. Dias da Silva, The Perron root of a weighted geometric mean
    ("geometric-means-of-entries", {**NONNEGATIVE, "B": "nonnegative(n, n)"}, (), "rho(entrywise(sqrt, had(A, B)))**2 <= rho(A) * rho(B)"),
    # order 3: a_ik a_kj <= a_ij a_kk is all there is to it
    ("roots-of-inverse-m-matrices-of-order-three", _INVERSE[1], _INVERSE[2], _INVERSE[0]),
    # Hadamard's bound for order 5 tables of signs, over 16
    ("zero-one-tables-up-to-three", {"A": "real(4, 4)"}, zero_one("A"), "abs(det(A)) <= 3"),
    # ranges and kernels of a normal matrix are orthogonal
    ("ranks-of-products-of-normal-matrices", PAIRED, ("A @ A.T == A.T @ A", "B @ B.T == B.T @ B"), "rank(A @ B) == rank(B @ A)"),
    # R. E. Hartwig: the minus order implies Loewner's
    ("minus-order-and-loewner", PSD, ("rank(B - A) == rank(B) - rank(A)",), "lmin(B - A) >= 0"),
    # I. Schur
    ("permanents-above-determinants", {"A": "psd(3)"}, (), f"{permanent('A')} >= det(A)"),
    # M. Marcus, M. Newman: Cauchy and Schwarz for permanents
    ("squares-of-permanents", {"A": "real(3, 3)"}, (), f"{permanent('A')}**2 <= {permanent('(A @ A.T)')}"),
    # A. Sanpera, R. Tarrach, G. Vidal: one negative eigenvalue at most
    ("one-negative-eigenvalue", {"R": "density(4)"}, (), "lam(ptranspose(2, 2, R))[3] >= 0"),
    # B. Amos, L. Xu, J. Z. Kolter
    ("input-convex-networks", {**CONVEX, "W": "nonnegative(k, m)"}, (), MIDPOINT),
    # its minimum is -0.16997
    ("gelu-from-below", {"t": "real"}, (), "gelu(t) >= -17/100"),
    # J. Behrmann and others
    ("invertible-residual-blocks", BLOCK, ("norm2(V) * norm2(W) <= 1/2",), f"{APART} >= normF(x - y) / 2"),
    # A. Brauer, I. C. Gentry
    ("radii-of-tournaments-below", {"A": "real(4, 4)"}, TOURNAMENT, "rho(A) <= 3/2"),
    # A. Khazanov: exponents divisible by 3
    ("unimodular-cubes", UNIMODULAR, UNITS, f"normF({CUBES}) >= 1"),
    # B. S. Tsirelson
    ("signs-against-unit-vectors-up-to-two", GROTHENDIECK[0], GROTHENDIECK[1], f"{CUT} <= sqrt(2)"),
)  # fmt: skip
