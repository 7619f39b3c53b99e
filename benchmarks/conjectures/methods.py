# ruff: noqa: E501 - claims are left in one piece
"""An eighth collection: numerical methods, optimisation and networks, chains, control, graphs, means and divergences.

False claims as a researcher would try them, half of them with a parameter a little beyond the range for which they hold,
and true ones beside them.  Written and committed before any of them was run; no page was open.  That the failures are
there was worked out by hand, or, of seven (attention, Rayleigh quotients of matrices that are nearly symmetric, means of three,
Epstein, monotone quotients, entrywise order, geometric divergences), seen in a few lines of NumPy that share nothing
with the search.
"""

from __future__ import annotations

from benchmarks.conjectures.collection import N4, TWO, Conjecture

N3 = {"n": "integer(1, 3)"}
SQUARE = {**N3, "A": "real(n, n)"}
PAIR = {**SQUARE, "B": "real(n, n)"}
VECTORS = {**N4, "x": "real(n, 1)", "y": "real(n, 1)"}
STATES = {"n": "integer(2, 3)", "R": "density(n)", "S": "density(n)"}

# one step of steepest descent, of the residual r of A x = b
STEP = {"r1": "r - (tr(r.T @ r) / tr(r.T @ A @ r)) * A @ r"}
STEPPED = {"n": "integer(2, 3)", "A": "pd(n)", "r": "unit(n)"}
# one step of the Rayleigh quotient iteration
SOLVED = "(inv(A - tr(x.T @ A @ x) * I(n)) @ x)"
ITERATED = {"y": f"{SOLVED} / normF({SOLVED})"}
CYCLE = "[[1, a, 0, d], [a, 1, b, 0], [0, b, 1, c], [d, 0, c, 1]]"
PIVOT = "1 - d**2 - c**2 / (1 - b**2 / (1 - a**2)) >= 0"
RESIDUALS = {"X1": "3/2 * A - 1/2 * A @ A.T @ A"}
CENTRED = {"u": "x - sum(x) / n * ones(n, 1)", "v": "y - sum(y) / n * ones(n, 1)"}
NORMED = "norm2(layernorm(x) - layernorm(y)) <= sqrt(n) * norm2(x - y) * ((norm2(u)**p + norm2(v)**p) / 2)**(-1/p)"
GRADIENTS = "normF(W.T @ E)**2 + normF(E @ V.T)**2 >= 2 * {} * normF(E)**2"
LAYERS = {**N3, "W": "real(n, n)", "V": "real(n, n)", "E": "real(n, n)"}
THREE_LAYERS = "lmin(hessian((x[1] * x[2] * x[3] - 1)**2 / 2, x)) >= 0"


def stationary(p: str) -> str:
    """The stationary distribution of a chain, as a row."""
    return f"(ones(1, n) @ inv(I(n) - {p} + ones(n, n)))"


CHAINS = {"n": "integer(2, 3)", "P": "stochastic(n, n)", "Q": "stochastic(n, n)"}
MOVED = f"norm1(({stationary('P')} - {stationary('Q')}).T)"
# solves A X + X A^T + I = 0 at order two
GRAMIAN = {
    "z": "inv(kron(A, I(2)) + kron(I(2), A)) @ [[-1], [0], [0], [-1]]",
    "X": "[[z[1], (z[2] + z[3]) / 2], [(z[2] + z[3]) / 2, z[4]]]",
}
RESPONSE = "norm2(inv(K - w**2 * I(n) + 1j * w * C)) <= norm2(inv(K))"
DAMPED = {**N3, "K": "pd(n)", "C": "pd(n)", "w": "real"}
TRIANGLE = {"G": "inv([[a + b, -a, -b], [-a, a + c, -c], [-b, -c, b + c]] + ones(3, 3))"}
EDGES3 = dict.fromkeys("abc", "positive")


def resistance(i: int, j: int) -> str:
    """The effective resistance between two vertices of a triangle."""
    return f"(G[{i}, {i}] + G[{j}, {j}] - 2 * G[{i}, {j}])"


METRIC = f"{resistance(1, 3)}**p <= {resistance(1, 2)}**p + {resistance(2, 3)}**p"
LAPLACIAN = {"L": "diag((U + U.T) @ ones(n, 1)) - U - U.T"}
TREES = "[[{0}[1] + {0}[2] + {0}[3], -{0}[2], -{0}[3]], [-{0}[2], {0}[2] + {0}[4] + {0}[5], -{0}[4]], [-{0}[3], -{0}[4], {0}[3] + {0}[4] + {0}[6]]]"
COUNTED = f"det({TREES.format('(u + v)')})**p >= det({TREES.format('u')})**p + det({TREES.format('v')})**p"
WEIGHTED = {"u": "nonnegative(6, 1)", "v": "nonnegative(6, 1)"}
COMMUTATOR = "schatten(p, A @ B - B @ A) <= 2**(1/p) * schatten(p, A) * schatten(p, B)"
THREE = {**N3, "A": "pd(n)", "B": "pd(n)", "C": "pd(n)"}


def convex(f: str) -> str:
    """That a function of semidefinite matrices is convex in the middle."""
    return f"lmin(({f.format('A')} + {f.format('B')}) / 2 - {f.format('((A + B) / 2)')}) >= 0"


CUBES = "funm(t**3 / (c + t) for t in {})"
SQUARES = "funm(t**2 / (c + t) for t in {})"
PSD = {**N3, "A": "psd(n)", "B": "psd(n)"}
QUOTIENT = "sym(powm({0}, p) @ powm(I(n) + {0}, -1/2))"
MONOTONE = f"lmin({QUOTIENT.format('(A + B)')} - {QUOTIENT.format('A')}) >= 0"


def powers(order: int) -> str:
    """That X X^T + Y Y^T is above X X^T in entrywise powers."""
    rows = (", ".join(f"((X @ X.T + Y @ Y.T)[{i}, {j}])**p - ((X @ X.T)[{i}, {j}])**p" for j in range(1, order + 1)) for i in range(1, order + 1))  # fmt: skip
    return f"lmin([{', '.join(f'[{r}]' for r in rows)}]) >= 0"


FACTORS = {"X": "nonnegative(3, 2)", "Y": "nonnegative(3, 1)"}
EPSTEIN = "tr(powm(K.T @ powm((A + B) / 2, p) @ K, q)) >= (tr(powm(K.T @ powm(A, p) @ K, q)) + tr(powm(K.T @ powm(B, p) @ K, q))) / 2"
LARGEST = "tr(S @ powm(powm(S, -1/2) @ R @ powm(S, -1/2), a)) >= tr(powm(R, a) @ powm(S, 1 - a))"


def _methods() -> list[Conjecture]:
    return [
        Conjecture("steepest-descent-and-residuals", "norm2(r1) <= norm2(r)", STEPPED, "extension", "L. V. Kantorovich; A. Greenbaum, Iterative Methods (holds for conditions up to 3 + sqrt(8) = 5.83)", 1948, 2, ("lmax(A) <= 6 * lmin(A)",), STEP),
        Conjecture("one-step-of-gmres", "1 - tr(x.T @ A @ x)**2 / tr(x.T @ A.T @ A @ x) <= 1 - (lmin(sym(A)) * lmin(sym(inv(A))))**p", {**SQUARE, "x": "unit(n)", "p": "interval(7/8, 1)"}, "extension", "G. Starke (holds with exponent 1)", 1997, 2, ("lmin(sym(A)) > 0",)),
        Conjecture("incomplete-cholesky", PIVOT, dict.fromkeys("abcd", "interval(-1, 1)"), "question", "D. S. Kershaw, The incomplete Cholesky-conjugate gradient method (true for M-matrices)", 1978, 4, (f"lmin({CYCLE}) > 0", "a**2 + b**2 <= 99/100")),
        Conjecture("newton-schulz-far-out", "norm2(I(n) - X1.T @ X1) <= norm2(I(n) - A.T @ A)", {**SQUARE, "t": "interval(1, 9/4)"}, "extension", "N. J. Higham, Functions of Matrices (holds up to norm sqrt(5))", 2008, 1, ("norm2(A) <= t",), RESIDUALS),
        Conjecture("rayleigh-quotients-of-nearly-symmetric-matrices", "norm2(A @ y - tr(y.T @ A @ y) * y) <= norm2(A @ x - tr(x.T @ A @ x) * x)", {**SQUARE, "x": "unit(n)", "t": "interval(0, 1/10)"}, "extension", "W. Kahan; B. N. Parlett (residuals fall for normal matrices)", 1974, 2, ("normF(A @ A.T - A.T @ A) <= t * normF(A)**2",), ITERATED),
        Conjecture("left-and-right-residuals", "norm2(X @ A - I(n)) <= cond(A)**p * norm2(A @ X - I(n))", {**SQUARE, "X": "real(n, n)", "p": "interval(4/5, 1)"}, "extension", "N. J. Higham, Accuracy and Stability (holds with exponent 1)", 1996, 2, ("rank(A) == n",)),
        Conjecture("growth-of-three-means", "norm2(geomean(geomean(A, B), C, 1/3)) <= norm2(expm((logm(A) + logm(B) + logm(C)) / 3))", THREE, "question", "inductive means of three (holds of two matrices, T. Ando, F. Hiai)", 1994, 2),
        Conjecture("softmax-from-largest-entries-to-length", "norm2(softmax(x) - softmax(y)) <= 7/10 * norminf(x - y)", VECTORS, "extension", "the best constant is 1 / sqrt(2) = 0.7071", 2018, 2),
        Conjecture("layernorm-and-power-means", NORMED, {**VECTORS, "n": "integer(2, 4)", "p": "interval(3/4, 5/4)"}, "extension", "C. F. Dunkl, K. S. Williams (holds up to p = 1)", 1964, 2, (), CENTRED),
        Conjecture("gradients-of-two-linear-layers", GRADIENTS.format("smin(W @ V)"), LAYERS, "question", "Polyak and Lojasiewicz with the product of the layers (holds with the product of their smallest singular values)", 2018, 2),
        Conjecture("nesterov-as-far-as-plain-descent", "rho([[(1 + b) * (I(n) - A), -b * (I(n) - A)], [I(n), 0 * I(n)]]) <= 1", {**N3, "A": "psd(n)", "b": "interval(0, 1/10)"}, "extension", "Y. Nesterov (holds up to (2 + 2b) / (1 + 2b))", 1983, 1, ("lmax(A) <= 2",)),
        Conjecture("masked-residual-blocks", "smin(I(n) + W @ D @ V) >= 1 - norm2(W @ V)", {**N3, "m": "integer(1, 2)", "W": "real(n, m)", "V": "real(m, n)", "D": "projection(m)"}, "question", "residual blocks with ReLU (a mask undoes what cancels; true of layers without negative entries)", 2022, 1),
        Conjecture("attention-to-one-token", "norm2(softmax(X @ X.T)) <= 7/5", {"n": "integer(1, 2)", "m": "integer(1, 2)", "X": "real(n, m)"}, "extension", "the supremum is sqrt(2), where all attend to one", 2021, 2),
        Conjecture("convexity-of-three-layers", THREE_LAYERS, {"x": "real(3, 1)"}, "extension", "the smallest eigenvalue has the sign of 5 p - 2, p the product", 2018, 3, ("39/100 <= x[1] * x[2] * x[3]", "x[1] * x[2] * x[3] <= 1")),
        Conjecture("entropy-of-attention", "sum(softmax(t * x)**2) <= sum(softmax(x)**2) + (t - 1) * norm2(x) / 4", {**VECTORS, "t": "interval(1, 2)"}, "question", "temperature and collision probability (0.272 at order 2)", 2023, 2),
    ]  # fmt: skip


def _systems() -> list[Conjecture]:
    return [
        Conjecture("moduli-beside-symmetric-parts", "rho(t * I(3) + (1 - t) * M - ones(3, 3) / 3) <= max(lmax(t * I(3) + (1 - t) * sym(M) - ones(3, 3) / 3), -lmin(t * I(3) + (1 - t) * sym(M) - ones(3, 3) / 3))", {"p": "simplex(3)", "t": "interval(0, 1)"}, "question", "J. A. Fill, reversibilisation (holds with singular values)", 1991, 3, (), {"M": "[[p[1], p[2], p[3]], [p[3], p[1], p[2]], [p[2], p[3], p[1]]]"}),
        Conjecture("stationary-distributions-and-second-eigenvalues", f"{MOVED} * (1 - rho(P - ones(n, 1) @ {stationary('P')})) <= norminf(P - Q)", CHAINS, "question", "E. Seneta (holds with the coefficient of ergodicity)", 1991, 3),
        Conjecture("resonance-just-below-critical", RESPONSE, {**DAMPED, "t": "interval(19/10, 3)"}, "extension", "no peak from t = 2 on", 1940, 1, ("lmin(C)**2 >= t * lmax(K)",)),
        Conjecture("smallest-eigenvalues-of-gramians", "lmin(X) >= 1 / (2 * rho(A))", {"A": "real(2, 2)"}, "question", "holds with the norm in place of the spectral radius", 1980, 2, ("spectral_abscissa(A) <= -1",), GRAMIAN),
        Conjecture("resistances-to-powers", METRIC, {**EDGES3, "p": "interval(1/2, 11/10)"}, "extension", "D. J. Klein, M. Randić (a metric up to p = 1)", 1993, 3, (), TRIANGLE),
        Conjecture("laplacians-and-degrees", "lmax(L) >= (n / (n - 1) + t) * max(diag(L))", {"n": "integer(2, 4)", "U": "nonnegative(n, n)", "t": "interval(0, 1/50)"}, "extension", "M. Fiedler (holds with t = 0)", 1973, 2, (), LAPLACIAN),
        Conjecture("spanning-trees-to-powers", COUNTED, {**WEIGHTED, "p": "interval(3/10, 1/2)"}, "extension", "H. Minkowski (holds from 1/3 on)", 1910, 4, (f"det({TREES.format('u')}) > 0", f"det({TREES.format('v')}) > 0")),
        Conjecture("determinants-of-sums-of-m-matrices", "det(2 * I(n) - A - B) >= det(I(n) - A) + det(I(n) - B)", {**N3, "A": "nonnegative(n, n)", "B": "nonnegative(n, n)"}, "question", "true of symmetric ones", 1970, 2, ("rho(A) < 1", "rho(B) < 1")),
        Conjecture("pencils-with-a-larger-mass", "rho(inv(B + C) @ A) <= rho(inv(B) @ A)", {**N3, "A": "real(n, n)", "B": "pd(n)", "C": "psd(n)", "t": "interval(0, 1/10)"}, "extension", "true of symmetric A", 1912, 2, ("normF(A - A.T) <= t * normF(A)",)),
        Conjecture("squares-of-gaussian-vectors-without-the-linear-term", "P(norm2(g)**2 >= n + 2 * sqrt(n * t)) <= exp(-t)", {**N3, "g": "gaussian(n, 1)", "t": "interval(0, 4)"}, "extension", "B. Laurent, P. Massart (with 2 t added)", 2000, 1),
        Conjecture("norms-of-tables-of-signs", "E(norm2(R)) <= 6/5 * sqrt(n)", {**N3, "R": "rademacher(n, n)"}, "question", "1.7071 at order 2", 2005, 2),
        Conjecture("largest-entries-of-gaussian-vectors", "E(max(g)) <= 11/20 * sqrt(n - 1)", {"n": "integer(2, 4)", "g": "gaussian(n, 1)"}, "question", "1 / sqrt(pi) = 0.5642 at order 2, 0.8463 at order 3", 1950, 2),
    ]  # fmt: skip


def _analysis() -> list[Conjecture]:
    return [
        Conjecture("geometric-means-of-sums", "geomean(A, B) + geomean(A, C) <= t * geomean(A, B + C)", {**THREE, "t": "interval(7/5, 3/2)"}, "extension", "F. Kubo, T. Ando (from sqrt(2) on)", 1980, 1),
        Conjecture("commutators-in-schatten-norms-beyond-two", COMMUTATOR, {**PAIR, "p": "interval(1, 21/10)"}, "extension", "D. Wenzel, K. M. R. Audenaert (holds up to p = 2)", 2010, 2),
        Conjecture("commutators-of-semidefinite-matrices", "normF(A @ B - B @ A) <= 7/10 * normF(A) * normF(B)", {**N4, "A": "psd(n)", "B": "psd(n)"}, "extension", "lines at 45 degrees have 1 / sqrt(2)", 2005, 2),
        Conjecture("hadamard-and-ordinary-products-in-sums", "submajorized(s(had(A, B)), s(A @ B))", {**N3, "A": "pd(n)", "B": "pd(n)"}, "question", "M. Fiedler (a matrix and its inverse; holds with s(A) s(B))", 1961, 2),
        Conjecture("cubes-over-lines-are-convex", convex(CUBES), {**PSD, "c": "interval(0, 1)"}, "extension", "convex as numbers; squares over lines are, as matrices", 1936, 2, ("lmin(A) > 0", "lmin(B) > 0")),
        Conjecture("powers-over-roots-are-monotone", MONOTONE, {**TWO, "n": "integer(1, 3)", "p": "interval(1/2, 11/10)"}, "extension", "K. Löwner (up to p = 1)", 1934, 2),
        Conjecture("entrywise-powers-keep-the-order", powers(3), {**FACTORS, "p": "interval(1, 3)"}, "extension", "C. H. FitzGerald, R. A. Horn (from n - 1 = 2 on)", 1977, 3),
        Conjecture("epstein-just-beyond-one", EPSTEIN, {**TWO, "n": "integer(1, 3)", "K": "real(n, n)", "p": "interval(1/2, 6/5)", "q": "interval(1/4, 4/5)"}, "extension", "H. Epstein; E. A. Carlen, E. H. Lieb (up to p = 1)", 1973, 2, ("rank(K) == n",)),
        Conjecture("geometric-and-petz-divergences-beyond-two", LARGEST, {**STATES, "a": "interval(1, 21/10)"}, "extension", "K. Matsumoto (up to a = 2)", 2015, 2, ("lmin(R) > 0", "lmin(S) > 0")),
        Conjecture("kittaneh-with-an-exponent", "numradius(A) <= (norm2(A) + norm2(A @ A)**p * norm2(A)**(1 - 2 * p)) / 2", {**SQUARE, "p": "interval(1/2, 11/10)"}, "extension", "F. Kittaneh (with p = 1/2; [[0, 1], [c, 0]] needs p <= 1)", 2003, 2, ("rank(A @ A) >= 1",)),
        Conjecture("singular-values-and-entries", "schatten(p, A)**p <= sum(abs(A[i, j])**p for i in 1..n for j in 1..n)", {**SQUARE, "p": "interval(1, 21/10)"}, "extension", "C. A. McCarthy (up to p = 2)", 1967, 2),
    ]  # fmt: skip


METHODS = (*_methods(), *_systems(), *_analysis())

# what the language has no words for, and why
UNSAID = (
    ("kreiss constants", "sup over |z| > 1 of (|z| - 1) |(zI - A)^-1| bounds every power with constant 1", "no supremum over complex numbers"),
    ("karcher means", "the norm of the Karcher mean of three is at most that of the inductive mean", "no word for the solution of a matrix equation"),
    ("mixing times", "a lazy chain needs twice the steps at most", "no least k such that"),
    ("kernels of relu networks", "the arc-cosine kernel has smallest eigenvalue at least ...", "no arccos"),
)  # fmt: skip

# name, variables, hypotheses, claim: what is true in place of the above; the words defined are put in
SURE: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    # Kantorovich: |r1|^2 / |r|^2 is at most (k - 1)^2 / (4 k)
    ("steepest-descent-and-residuals-below", STEPPED, ("lmax(A) <= 29/5 * lmin(A)",), f"norm2({STEP['r1']}) <= norm2(r)"),
    # G. Starke
    ("one-step-of-gmres-by-starke", {**SQUARE, "x": "unit(n)"}, ("lmin(sym(A)) > 0",), "tr(x.T @ A @ x)**2 / tr(x.T @ A.T @ A @ x) >= lmin(sym(A)) * lmin(sym(inv(A)))"),
    # J. A. Meijerink, H. A. van der Vorst
    ("incomplete-cholesky-of-m-matrices", dict.fromkeys("abcd", "interval(-1, 0)"), (f"lmin({CYCLE}) > 0",), PIVOT),
    # of 1 - s^2 = -q with q <= 4: q^2 (3 - q) / 4 is at most q
    ("newton-schulz-as-far-as-it-goes", SQUARE, ("norm2(A) <= 11/5",), f"norm2(I(n) - ({RESIDUALS['X1']}).T @ ({RESIDUALS['X1']})) <= norm2(I(n) - A.T @ A)"),
    # W. Kahan
    ("rayleigh-quotients-of-symmetric-matrices", {**N3, "A": "symmetric(n)", "x": "unit(n)"}, (), f"norm2(A @ {SOLVED} - tr({SOLVED}.T @ A @ {SOLVED}) / normF({SOLVED})**2 * {SOLVED}) / normF({SOLVED}) <= norm2(A @ x - tr(x.T @ A @ x) * x)"),
    # the Jacobian takes v with entries +-1 to p o (v - E v), of length at most 2 a (1 - a) sqrt(2)
    ("softmax-from-largest-entries-to-length-at-most", VECTORS, (), "norm2(softmax(x) - softmax(y)) <= norminf(x - y) / sqrt(2)"),
    # C. F. Dunkl, K. S. Williams
    ("layernorm-and-dunkl-williams", {**VECTORS, "n": "integer(2, 4)"}, (), "norm2(layernorm(x) - layernorm(y)) * (norm2(x - sum(x) / n * ones(n, 1)) + norm2(y - sum(y) / n * ones(n, 1))) <= 2 * sqrt(n) * norm2(x - y)"),
    # each term is at least a smallest singular value squared
    ("gradients-of-two-linear-layers-apart", LAYERS, (), GRADIENTS.format("smin(W) * smin(V)")),
    # B. T. Polyak: stable up to 2 (1 + b)
    ("heavy-balls", {**N3, "A": "psd(n)", "b": "interval(0, 1)"}, ("lmax(A) <= 2 + 2 * b",), "rho([[(1 + b) * I(n) - A, -b * I(n)], [I(n), 0 * I(n)]]) <= 1"),
    # entrywise monotone norms
    ("masked-residual-blocks-without-signs", {**N3, "m": "integer(1, 2)", "W": "nonnegative(n, m)", "V": "nonnegative(m, n)", "D": "projection(m)"}, (), "smin(I(n) + W @ D @ V) >= 1 - norm2(W @ V)"),
    # E. Seneta: half the distance of two rows of P
    ("stationary-distributions-and-ergodicity", {"n": "integer(2, 2)", "P": "stochastic(n, n)", "Q": "stochastic(n, n)"}, (), f"{MOVED} * (1 - norm1(P[1, :] - P[2, :]) / 2) <= norminf(P - Q)"),
    # |v* M v| is at least v* K v
    ("no-resonance-from-critical-on", DAMPED, ("lmin(C)**2 >= 2 * lmax(K)",), RESPONSE),
    # |exp(At)v| is at least exp(-|A| t)
    ("smallest-eigenvalues-of-gramians-by-norms", {"A": "real(2, 2)"}, ("spectral_abscissa(A) <= -1",), f"lmin(sym([[({GRAMIAN['z']})[1], ({GRAMIAN['z']})[2]], [({GRAMIAN['z']})[3], ({GRAMIAN['z']})[4]]])) >= 1 / (2 * norm2(A))"),
    # H. Minkowski
    ("spanning-trees-and-minkowski", {**WEIGHTED, "p": "interval(1/3, 1)"}, (f"det({TREES.format('u')}) > 0", f"det({TREES.format('v')}) > 0"), COUNTED),
    # joint concavity
    ("geometric-means-of-sums-by-concavity", THREE, (), "geomean(A, B) + geomean(A, C) <= sqrt(2) * geomean(A, B + C)"),
    # D. Wenzel, K. M. R. Audenaert
    ("commutators-in-schatten-norms-up-to-two", {**PAIR, "p": "interval(1, 2)"}, (), COMMUTATOR),
    # t^2 / (c + t) = t - c + c^2 / (c + t)
    ("squares-over-lines-are-convex", {**PSD, "c": "interval(1/10, 1)"}, (), convex(SQUARES)),
    # C. H. FitzGerald, R. A. Horn
    ("entrywise-powers-keep-the-order-from-two-on", {**FACTORS, "p": "interval(2, 3)"}, (), powers(3)),
    # K. Matsumoto
    ("geometric-and-petz-divergences-up-to-two", {**STATES, "a": "interval(1, 2)"}, ("lmin(R) > 0", "lmin(S) > 0"), LARGEST),
    # C. A. McCarthy
    ("singular-values-and-entries-up-to-two", {**SQUARE, "p": "interval(1, 2)"}, (), "schatten(p, A)**p <= sum(abs(A[i, j])**p for i in 1..n for j in 1..n)"),
    # B. Laurent, P. Massart
    ("squares-of-gaussian-vectors", {**N3, "g": "gaussian(n, 1)", "t": "interval(0, 4)"}, (), "P(norm2(g)**2 >= n + 2 * sqrt(n * t) + 2 * t) <= exp(-t)"),
    # of p = x1 x2 x3, the scaled Hessian has eigenvalues p (1 - p) and p (5 p - 2)
    ("convexity-of-three-layers-inside", {"x": "real(3, 1)"}, ("2/5 <= x[1] * x[2] * x[3]", "x[1] * x[2] * x[3] <= 1"), THREE_LAYERS),
)  # fmt: skip
