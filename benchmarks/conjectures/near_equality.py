# ruff: noqa: E501 - claims are left in one piece
"""A seventh collection: variables tied by matrix equations, and operator inequalities with an exponent just past its range.

The first half asks for exact solutions (Lyapunov, Sylvester, Riccati, orthogonal matrices with given sums); in the second
the claim is an equality on a manifold and fails to second order beside it, or at matrices of large condition only.
Written and committed before any of them was run; no page was open.
"""

from __future__ import annotations

from benchmarks.conjectures.challenges import REAL
from benchmarks.conjectures.collection import N4, TWO, Conjecture

N3 = {"n": "integer(1, 3)"}
ABOVE = {**N3, "B": "pd(n)", "C": "psd(n)"}
LYAPUNOV = {**N3, "A": "real(n, n)", "X": "pd(n)"}
DECREASING = ("A @ X + X @ A.T == -1 * I(n)",)
COMMON = {**N3, "A": "real(n, n)", "B": "real(n, n)", **dict.fromkeys("XQR", "pd(n)")}
BOTH = ("A @ X + X @ A.T == -1 * Q", "B @ X + X @ B.T == -1 * R")
SUMS = ("U.T @ U == I(3)", "U @ ones(3, 1) == ones(3, 1)")
KANTOROVICH = "((lmin(B) + lmax(B))**2 / (4 * lmin(B) * lmax(B)))"


def furuta(power: str) -> str:
    """Furuta's inequality with p = 3 and r = 1/2 (B^(1/2) inside), the outer exponent left open; true up to 1/2."""
    return f"lmin(powm(sqrtm(B) @ (B + C) @ (B + C) @ (B + C) @ sqrtm(B), {power}) - powm(B, 4 * {power})) >= 0"


def chaotic(power: str) -> str:
    """The same for logarithms in order, with p = r = 1; true up to 1/2."""
    return f"lmin(powm(expm(H / 2) @ expm(H + P) @ expm(H / 2), {power}) - expm(2 * {power} * H)) >= 0"


def grand(power: str) -> str:
    """The grand Furuta inequality at t = r = 1, p = s = 2, for B + C above B; true up to 1/3."""
    inner = "(inv(sqrtm(B + C)) @ B @ B @ inv(sqrtm(B + C)))"
    return f"lmin(powm(B + C, 3 * {power}) - powm(sqrtm(B + C) @ {inner} @ {inner} @ sqrtm(B + C), {power})) >= 0"


def kantorovich(power: str) -> str:
    """Squares of matrices in order, with a power of Kantorovich's constant; true from 1 on."""
    return f"lmin({KANTOROVICH}**({power}) * (B + C) @ (B + C) - B @ B) >= 0"


def convex(power: str) -> str:
    """Midpoint convexity of a power; true for exponents from 1 to 2."""
    return f"lmin((powm(A, {power}) + powm(B, {power})) / 2 - powm((A + B) / 2, {power})) >= 0"


def _equations() -> list[Conjecture]:
    return [
        Conjecture("lyapunov-and-transients", "norm2(expm(A)) <= 1", LYAPUNOV, "extension", "A. M. Lyapunov; on transients L. N. Trefethen, M. Embree, Spectra and Pseudospectra", 2005, 2, DECREASING),
        Conjecture("common-lyapunov-and-norms", "norm2(expm(A) @ expm(B)) <= 1", COMMON, "extension", "common Lyapunov functions, as in K. S. Narendra, J. Balakrishnan (a spectral radius only)", 1994, 2, BOTH),
        Conjecture("sylvester-and-its-right-side", "lmin(C - 2 * lmin(A) * X) >= 0", {**N3, "A": "pd(n)", "X": "symmetric(n)", "C": "psd(n)"}, "extension",
                   "R. Bhatia, P. Rosenthal, How and why to solve the operator equation AX - XB = Y (true of norms)", 1997, 2, ("A @ X + X @ A == C",)),
        Conjecture("riccati-and-dissipation", "lmax(sym(A - X)) <= 0", {**N3, "A": "real(n, n)", "X": "pd(n)", "Q": "pd(n)"}, "extension",
                   "Riccati equations, as in P. Lancaster, L. Rodman (closed loops are stable)", 1995, 2, ("A.T @ X + X @ A + Q == X @ X",)),
        Conjecture("quotients-of-semidefinite-matrices", "tr(X) >= 0", {**N3, "A": "psd(n)", "B": "psd(n)", "X": "real(n, n)"}, "extension",
                   "products of definite matrices, as in R. A. Horn, C. R. Johnson (true for regular A)", 1985, 2, ("A @ X == B", "tr(A @ B) >= 1")),
        Conjecture("orthogonal-matrices-with-row-sums", "U[1, 1] + 2 * U[1, 2] >= -15/100", {"U": "real(3, 3)"}, "extension",
                   "rotations about the diagonal, by hand (the least is 1 - 2 / sqrt(3))", 2026, 3, SUMS),
    ]  # fmt: skip


def _second_order() -> list[Conjecture]:
    return [
        Conjecture("furuta-with-cubes", furuta("100/199"), ABOVE, "question", "K. Tanahashi, Best possibility of the Furuta inequality (1/2 in place of 100/199)", 1996, 2),
        Conjecture("chaotic-furuta-just-outside", chaotic("26/51"), {**N3, "H": "symmetric(n)", "P": "psd(n)"}, "question",
                   "T. Ando; M. Fujii, T. Furuta, E. Kamei, on the chaotic order (1/2 in place of 26/51)", 1993, 2),
        Conjecture("grand-furuta-just-outside", grand("7/20"), ABOVE, "question", "K. Tanahashi, The best possibility of the grand Furuta inequality (1/3 in place of 7/20)", 2000, 2),
        Conjecture("squares-in-order-and-kantorovich", kantorovich("9/10"), ABOVE, "extension", "M. Fujii, S. Izumino, R. Nakamoto, Y. Seo, Operator inequalities related to Cauchy-Schwarz and Hölder-McCarthy (1 in place of 9/10)", 1997, 2),
        Conjecture("powers-convex-just-beyond-two", convex("201/100"), {**N3, "A": "pd(n)", "B": "pd(n)"}, "extension", "F. Kraus, Über konvexe Matrixfunktionen (up to 2)", 1936, 2),
        Conjecture("means-with-weight-just-beyond-one", "lmin(geomean(A, B + C, 21/20) - geomean(A, B, 21/20)) >= 0", {**N3, "A": "pd(n)", "B": "pd(n)", "C": "psd(n)"},
                   "extension", "F. Kubo, T. Ando, Means of positive linear operators (weights up to 1)", 1980, 2),
    ]  # fmt: skip


NEAR = (*_equations(), *_second_order())

# name, variables, hypotheses, claim
BESIDE: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("lyapunov-and-spectral-radii", LYAPUNOV, DECREASING, "rho(expm(A)) <= 1"),
    ("common-lyapunov-and-spectral-radii", COMMON, BOTH, "rho(expm(A) @ expm(B)) <= 1"),
    ("sylvester-solutions-are-semidefinite", {**N3, "A": "pd(n)", "X": "symmetric(n)", "C": "psd(n)"}, ("A @ X + X @ A == C",), "lmin(X) >= 0"),
    ("orthogonal-matrices-with-row-sums-and-more-room", {"U": "real(3, 3)"}, SUMS, "U[1, 1] + 2 * U[1, 2] >= -16/100"),
    ("squares-of-commuting-matrices", REAL, ("A @ B == B @ A",), "det(A @ A + B @ B) >= 0"),
    ("idempotents-that-anticommute", {**N4, "A": "real(n, n)", "B": "real(n, n)"}, ("A @ A == A", "B @ B == B", "A @ B == -1 * B @ A"), "A @ B == 0 * A"),
    ("furuta-with-cubes-inside", ABOVE, (), furuta("1/2")),
    ("chaotic-furuta-inside", {**N3, "H": "symmetric(n)", "P": "psd(n)"}, (), chaotic("1/2")),
    ("grand-furuta-inside", ABOVE, (), grand("1/3")),
    ("squares-in-order", ABOVE, (), kantorovich("1")),
    ("powers-convex-up-to-two", TWO, (), convex("199/100")),
)  # fmt: skip
