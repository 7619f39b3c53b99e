# ruff: noqa: E501 - claims are left in one piece
"""A second collection, kept apart: false statements that no part of the search was made for, and true ones beside them.

They are written from memory of the literature: years and names say where to look, and no page was open.  Parameters are
left free, as in the first collection.
"""

from __future__ import annotations

from benchmarks.conjectures.collection import N4, TWO, Conjecture, power

MEAN = "sqrtm(A) @ sqrtm(inv(sqrtm(A)) @ B @ inv(sqrtm(A))) @ sqrtm(A)"
WALK = "sum(prod((S + S.T) for i in 1..{}) @ ones(n, 1))"
FOUR = {**TWO, "C": "pd(n)", "D": "pd(n)"}
WHOLE = {"R": "psd(4)"}
PARTS = {
    "Q": "[[R[1, 1] + R[2, 2], R[1, 3] + R[2, 4]], [R[1, 3] + R[2, 4], R[3, 3] + R[4, 4]]]",
    "P": "[[R[1, 1] + R[3, 3], R[1, 2] + R[3, 4]], [R[1, 2] + R[3, 4], R[2, 2] + R[4, 4]]]",
}
SCALED = "[" + ", ".join(
    "[" + ", ".join(f"X[{i}, {j}] / sqrt(X[{i}, {i}] * X[{j}, {j}])" for j in (1, 2, 3)) + "]" for i in (1, 2, 3)
) + "]"  # fmt: skip


def minkowski(a: str, b: str) -> str:
    """Trace of the power mean of two matrices, without weights."""
    return f"tr({power(f'({power(a, chr(112))} + {power(b, chr(112))})', '1/p')})"


def lieb(a: str, b: str, q: str) -> str:
    """tr(K^T A^p K B^q)."""
    return f"tr(K.T @ {power(a, 'p')} @ K @ {power(b, q)})"


REMEMBERED = (
    Conjecture(
        "log-euclidean-mean-in-order", "lmin(A + B - 2 * expm((logm(A) + logm(B)) / 2)) >= 0", TWO, "extension",
        "R. Bhatia, P. Grover, Norm inequalities related to the matrix geometric mean (norms only)", 2012, 2,
    ),
    Conjecture(
        "geometric-mean-one-by-one", f"lam({MEAN}) <= s(sqrtm(A) @ sqrtm(B))", TWO, "extension",
        "R. Bhatia, P. Grover, Norm inequalities related to the matrix geometric mean (norms only)", 2012, 2,
    ),
    Conjecture(
        "wasserstein-mean-in-order",
        f"lmin(A + B + sym(sqrtm(A) @ sqrtm(sqrtm(A) @ B @ sqrtm(A)) @ inv(sqrtm(A))) * 2 - 4 * {MEAN}) >= 0", TWO,
        "question", "R. Bhatia, T. Jain, Y. Lim, Inequalities for the Wasserstein mean (norms only)", 2019, 2,
    ),
    Conjecture(
        "walks-are-log-convex", f"{WALK.format('k')}**2 <= {WALK.format('k - 1')} * {WALK.format('k + 1')}",
        {"n": "integer(2, 4)", "S": "nonnegative(n, n)", "k": "integer(2, 4)"}, "question",
        "A. Dress, I. Gutman, On the number of walks in a graph (odd k only)", 2003, 3,
    ),
    Conjecture(
        "walks-in-directed-graphs", "n**(k - 1) * sum(prod(A for i in 1..k) @ ones(n, 1)) >= sum(A @ ones(n, 1))**k",
        {"n": "integer(2, 4)", "A": "nonnegative(n, n)", "k": "integer(2, 4)"}, "extension",
        "G. R. Blakley, P. Roy, A Hölder type inequality for symmetric matrices with nonnegative entries", 1965, 2,
    ),
    Conjecture(
        "purities-multiply", "tr(Q @ Q) * tr(P @ P) <= tr(R @ R)", {**WHOLE}, "extension",
        "additivity properties of Rényi entropies, as in the collections on entropy inequalities of order 2", 1996, 4,
        ("tr(R) == 1",), PARTS,
    ),
    Conjecture(
        "equilibration-is-best", f"cond({SCALED}) <= cond(X)", {"X": "pd(3)"}, "extension",
        "A. van der Sluis, Condition numbers and equilibration of matrices (best up to the order)", 1969, 3,
    ),
    Conjecture(
        "power-sums-are-jointly-convex",
        f"2 * {minkowski('((A + B) / 2)', '((C + D) / 2)')} <= {minkowski('A', 'C')} + {minkowski('B', 'D')}",
        {**FOUR, "n": "integer(1, 3)", "p": "interval(1, 4)"}, "question",
        "E. A. Carlen, E. H. Lieb, A Minkowski type trace inequality and strong subadditivity of quantum entropy", 1999, 2,
    ),
    Conjecture(
        "two-exponents-are-concave",
        f"2 * {lieb('((A + B) / 2)', '((C + D) / 2)', 'q')} >= {lieb('A', 'C', 'q')} + {lieb('B', 'D', 'q')}",
        {**FOUR, "n": "integer(1, 3)", "K": "real(n, n)", "p": "interval(0, 1)", "q": "interval(0, 1)"}, "extension",
        "E. H. Lieb, Convex trace functions and the Wigner-Yanase-Dyson conjecture (exponents of sum 1 at most)", 1973, 1,
    ),
    Conjecture(
        "anticommutator-one-by-one", "s(A @ B + B @ A) <= s(A @ A + B @ B)", TWO, "question",
        "R. Bhatia, F. Kittaneh, The matrix arithmetic-geometric mean inequality revisited (norms only)", 2008, 2,
    ),
    Conjecture(
        "commutators-in-all-norms",
        "schatten(p, A @ B - B @ A) <= sqrt(2) * schatten(p, A) * schatten(p, B)",
        {**N4, "A": "real(n, n)", "B": "real(n, n)", "p": "interval(1, 4)"}, "extension",
        "A. Böttcher, D. Wenzel, The Frobenius norm and the commutator; D. Wenzel, K. M. R. Audenaert on other norms", 2010, 2,
    ),
    Conjecture(
        "products-of-absolute-values", "tr(H @ K @ L) <= tr(absm(H) @ absm(K) @ absm(L))",
        {**N4, "H": "symmetric(n)", "K": "symmetric(n)", "L": "symmetric(n)"}, "extension",
        "trace inequalities for two factors, as collected by R. Bhatia", 1997, 2,
    ),
    Conjecture(
        "products-of-inverse-m-matrices", "inv(had(inv(I(4) - L), inv(I(4) - N)))[i, j] <= 0 for i in 1..3 for j in i + 1..4",
        {"L": "nonnegative(4, 4)", "N": "nonnegative(4, 4)"}, "question",
        "C. R. Johnson, and M. Neumann, on Hadamard products of inverse M-matrices", 1977, 4,
        ("rho(L) < 1", "rho(N) < 1"),
    ),
)  # fmt: skip

# name, variables, hypotheses, claim
TRUE: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("log-euclidean-mean-in-trace", TWO, (), "tr(expm((logm(A) + logm(B)) / 2)) <= tr(A + B) / 2"),
    ("geometric-mean-in-trace", TWO, (), f"tr({MEAN}) <= tr(sqrtm(A) @ sqrtm(B))"),
    ("walks-at-odd-steps", {"n": "integer(2, 4)", "S": "nonnegative(n, n)", "k": "integer(1, 2)"}, (),
     f"{WALK.format('2*k + 1')}**2 <= {WALK.format('2*k')} * {WALK.format('2*k + 2')}"),
    ("walks-in-graphs", {"n": "integer(2, 4)", "S": "nonnegative(n, n)", "k": "integer(2, 4)"}, (),
     f"n**(k - 1) * {WALK.format('k')} >= sum((S + S.T) @ ones(n, 1))**k"),
    ("paths-of-three-steps", {"n": "integer(2, 4)", "A": "nonnegative(n, 3)"}, (),
     "3 * n * sum(A @ A.T @ A @ ones(3, 1)) >= sum(A @ ones(3, 1))**3"),
    ("equilibration-up-to-the-order", {"X": "pd(3)"}, (), f"cond({SCALED}) <= 3 * cond(X)"),
    ("power-sums-up-to-two", {**FOUR, "n": "integer(1, 3)", "p": "interval(1, 2)"}, (),
     f"2 * {minkowski('((A + B) / 2)', '((C + D) / 2)')} <= {minkowski('A', 'C')} + {minkowski('B', 'D')}"),
    ("lieb-concavity", {**FOUR, "n": "integer(1, 3)", "K": "real(n, n)", "p": "interval(0, 1)"}, (),
     f"2 * {lieb('((A + B) / 2)', '((C + D) / 2)', '1 - p')} >= {lieb('A', 'C', '1 - p')} + {lieb('B', 'D', '1 - p')}"),
    ("anticommutator-in-norm", TWO, (), "normF(A @ B + B @ A) <= normF(A @ A + B @ B)"),
    ("products-and-hadamard", {"n": "integer(2, 4)", "A": "nonnegative(n, n)", "B": "nonnegative(n, n)"}, (),
     "rho(had(A, B)) <= rho(A @ B)"),
    ("exponential-and-transpose", {**N4, "A": "real(n, n)"}, (), "tr(expm(A.T) @ expm(A)) <= tr(expm(A + A.T))"),
    ("two-absolute-values", {**N4, "H": "symmetric(n)", "K": "symmetric(n)"}, (), "tr(H @ K) <= tr(absm(H) @ absm(K))"),
    ("kingman", {"n": "integer(2, 4)", "A": "nonnegative(n, n)", "B": "nonnegative(n, n)"}, (),
     "rho(had(A, B))**2 <= rho(had(A, A)) * rho(had(B, B))"),
)  # fmt: skip
