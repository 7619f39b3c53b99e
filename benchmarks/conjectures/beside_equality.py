# ruff: noqa: E501 - claims are left in one piece
"""A tenth collection: equalities on a manifold that fail to second order beside it and nowhere else, and best
possible exponents left by a little.

The constant of a true inequality, attained to second order only, is left by a part in a hundred to a part in ten thousand;
what fails does so for matrices that are nearly equal, nearly scalar, nearly parallel, or of a condition of 1e5 to 1e35.
Where each fails was worked out by hand from Taylor expansions.  Written and committed before any of them was run.
"""

from __future__ import annotations

from benchmarks.conjectures.collection import Conjecture

N3 = {"n": "integer(1, 3)"}
ABOVE = {**N3, "B": "pd(n)", "C": "psd(n)"}
ORDERED = {**N3, "H": "symmetric(n)", "P": "psd(n)"}
POSITIVE = {**N3, "H": "psd(n)", "K": "psd(n)"}
PAIR = {**N3, "A": "pd(n)", "B": "pd(n)"}
STATES = {"n": "integer(2, 3)", "R": "density(n)", "S": "density(n)"}
UNITS = {"n": "integer(2, 3)", "x": "unit(n)", "y": "unit(n)"}
REAL = {**N3, "A": "real(n, n)", "B": "real(n, n)"}
FIXED = {"A": "pd(2)"}


def inside(power: str) -> str:
    """Furuta's inequality with p = 2 and B itself outside; true up to 3/4."""
    return f"lmin(powm(B @ (B + C) @ (B + C) @ B, {power}) - powm(B, 4 * {power})) >= 0"


def outside(power: str) -> str:
    """Furuta's other inequality with p = 2 and r = 1/2, the larger matrix outside; true up to 2/3."""
    return f"lmin(powm(B + C, 3 * {power}) - powm(sqrtm(B + C) @ B @ B @ sqrtm(B + C), {power})) >= 0"


def logarithms(power: str) -> str:
    """Furuta's inequality for logarithms in order, with p = 1 and r = 1; true up to 2/3."""
    return f"lmin(powm(expm(H) @ expm(H + P) @ expm(H), {power}) - expm(3 * {power} * H)) >= 0"


def golden(constant: str) -> str:
    """The Golden-Thompson inequality with a term in the commutator; 1/24 is what Taylor expansion gives at zero."""
    return f"tr(expm(H) @ expm(K)) - tr(expm(H + K)) >= {constant} * normF(H @ K - K @ H)**2"


def means(constant: str) -> str:
    """The arithmetic above the geometric mean, with a term of second order; true up to 1/4."""
    return f"lmin((A + B) / 2 - geomean(A, B, 1/2) - {constant} * (A - B) @ inv(A + B) @ (A - B)) >= 0"


def pinsker(constant: str) -> str:
    """Pinsker's inequality; true up to 1/2."""
    return f"tr(R @ (logm(R) - logm(S))) >= {constant} * normN(R - S)**2"


def projections(constant: str) -> str:
    """Two projections on lines: how much less than 2 their sum has as its norm; true up to 1/4."""
    p, q = "(x @ x.T)", "(y @ y.T)"
    return f"2 - lmax({p} + {q}) >= {constant} * normF({p} @ {q} - {q} @ {p})**2"


def convexity(constant: str) -> str:
    """Uniform convexity of the Schatten class of exponent 3/2; true up to 1/2."""
    return f"(schatten(3/2, A + B)**2 + schatten(3/2, A - B)**2) / 2 >= schatten(3/2, A)**2 + {constant} * schatten(3/2, B)**2"


def harmonic(constant: str) -> str:
    """The trace times that of the inverse at order 2, and how far the matrix is from a scalar one; true up to 1."""
    return f"tr(A) * tr(inv(A)) >= 4 + 8 * {constant} * normF(A - tr(A) / 2 * I(2))**2 / tr(A)**2"


def determinants(constant: str) -> str:
    """The determinant of a mean, with a term of second order; true up to 1/2."""
    step = "(A - B) @ inv(A + B)"
    return f"log(det((A + B) / 2)) - (log(det(A)) + log(det(B))) / 2 >= {constant} * tr({step} @ {step})"


HAND = "the constant by Taylor expansion, by hand"

SECOND_ORDER = (
    Conjecture("furuta-with-b-outside", inside("77/100"), ABOVE, "question", "K. Tanahashi, Best possibility of the Furuta inequality (3/4 in place of 77/100)", 1996, 2),
    Conjecture("furuta-with-the-larger-outside", outside("27/40"), ABOVE, "question", "K. Tanahashi, Best possibility of the Furuta inequality (2/3 in place of 27/40)", 1996, 2),
    Conjecture("chaotic-furuta-with-whole-exponents", logarithms("7/10"), ORDERED, "question", "T. Ando; M. Fujii, T. Furuta, E. Kamei, on the chaotic order (2/3 in place of 7/10)", 1993, 2),
    Conjecture("golden-thompson-and-commutators", golden("1/23"), POSITIVE, "extension", f"S. Golden; C. J. Thompson; {HAND}", 1965, 2),
    Conjecture("means-apart-to-second-order", means("501/2000"), PAIR, "extension", f"F. Kubo, T. Ando, Means of positive linear operators; {HAND}", 1980, 1),
    Conjecture("pinsker-just-above-a-half", pinsker("501/1000"), STATES, "extension", "F. Hiai, M. Ohya, M. Tsukada on relative entropy (1/2 in place of 501/1000)", 1981, 2),
    Conjecture("lines-that-nearly-agree", projections("2501/10000"), UNITS, "extension", f"two projections, as in P. R. Halmos; {HAND}", 1969, 2),
    Conjecture("two-uniform-convexity-at-three-halves", convexity("501/1000"), REAL, "extension", "K. Ball, E. A. Carlen, E. H. Lieb, Sharp uniform convexity and smoothness inequalities for trace norms (1/2 in place of 501/1000)", 1994, 2),
    Conjecture("traces-of-inverses-and-variances", harmonic("1001/1000"), FIXED, "extension", f"arithmetic and harmonic means; {HAND}", 2026, 2),
    Conjecture("determinants-of-means-to-second-order", determinants("1001/2000"), PAIR, "extension", f"Ky Fan on determinants of sums; {HAND}", 1950, 1),
)  # fmt: skip

# name, variables, hypotheses, claim
FIRST_ORDER: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("furuta-with-b-outside-inside", ABOVE, (), inside("3/4")),
    ("furuta-with-the-larger-outside-inside", ABOVE, (), outside("2/3")),
    ("chaotic-furuta-with-whole-exponents-inside", ORDERED, (), logarithms("2/3")),
    ("golden-thompson-of-definite-pairs", POSITIVE, (), golden("0")),
    ("means-apart-to-second-order-inside", PAIR, (), means("1/4")),
    ("pinsker", STATES, (), pinsker("1/2")),
    ("lines-and-their-commutator", UNITS, (), projections("1/4")),
    ("uniform-convexity-at-three-halves", REAL, (), convexity("1/2")),
    ("traces-of-inverses-and-variances-inside", FIXED, (), harmonic("1")),
    ("determinants-of-means-to-second-order-inside", PAIR, (), determinants("1/2")),
)  # fmt: skip
