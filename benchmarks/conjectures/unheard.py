# ruff: noqa: E501 - claims are left in one piece
"""A thirteenth collection, over all areas: means, products, numerical ranges, matrix equations, chains, graphs, states,
permanents, roots of polynomials, training, signs, and hypotheses that are several equations.

Exponents and weights are variables where a source has them free; every false claim has a counterexample of order at most 4.
Written from memory of the literature and committed before any of it was run; that the failures are there was worked out by
hand.
"""

from __future__ import annotations

from benchmarks.conjectures.challenges import permanent
from benchmarks.conjectures.collection import N4, TWO, Conjecture

N3 = {"n": "integer(1, 3)"}
SQUARE = {**N3, "A": "real(n, n)"}
PAIR = {**SQUARE, "B": "real(n, n)"}
COMMUTING = ({**N4, "A": "real(n, n)", "B": "real(n, n)"}, ("A @ B == B @ A",))

POWERS = "lmin(had(powm(A, p), powm(B, p)) - powm(had(A, B), p)) >= 0"
MEANS = "lmax(geomean(powm(A, r), powm(B, r), w)) <= 1"
BELOW_ONE = ("lmax(geomean(A, B, w)) <= 1",)
WEIGHTED = {**N3, "A": "pd(n)", "B": "pd(n)", "w": "interval(0, 1)"}
LOGARITHMS = "lmin(logm(I(n) + powm(A + C, p)) - logm(I(n) + powm(A, p))) >= 0"
ABOVE = {**N3, "A": "pd(n)", "C": "psd(n)"}
LIDSKII = "sum(abs(lam(A) - lam(B))**p) <= sum(abs(lam(A - B))**p)"
SYMMETRIC = {**N3, "A": "symmetric(n)", "B": "symmetric(n)"}
SCALED = {"D": "diag(diag(A)**(-1/2))"}
BINORMAL = "{0}.T @ {0} @ {0} @ {0}.T == {0} @ {0}.T @ {0}.T @ {0}"
STEIN = ({**SQUARE, "X": "pd(n)", "Q": "psd(n)"}, ("X - A.T @ X @ A == Q",))
CUBIC = "lmin({0} * (Y - X) + Y @ Y @ Y - X @ X @ X) >= 0"
SYLVESTER = (
    {"A": "symmetric(2)", "B": "symmetric(2)", "C": "real(2, 2)", "X": "real(2, 2)"},
    ("A @ X - X @ B == C", "min(abs(lam(A)[i] - lam(B)[j]) for i in 1..2 for j in 1..2) >= 1"),
)
DOUBLY = ("P @ ones(n, 1) == ones(n, 1)", "ones(1, n) @ P == ones(1, n)")
BELOW_DIAGONAL = ("rho(M) < 1", "rho(N) < 1")
MINORS = (
    "A[1, 1] > 0", "A[2, 2] > 0", "A[3, 3] > 0", "det(A[1..2, 1..2]) > 0", "det(A[2..3, 2..3]) > 0",
    "A[1, 1] * A[3, 3] > A[1, 3] * A[3, 1]", "det(A) > 0",
)  # fmt: skip
# initial minors: those of consecutive rows and columns, the first row or column among them
INITIAL = (
    *(f"A[1, {k}] > 0" for k in (1, 2, 3)), "A[2, 1] > 0", "A[3, 1] > 0", "det(A[1..2, 1..2]) > 0",
    "det(A[1..2, 2..3]) > 0", "det(A[2..3, 1..2]) > 0", "det(A) > 0",
)  # fmt: skip
ENTRYWISE = "det([" + ", ".join("[" + ", ".join(f"A[{i}, {j}]**p" for j in (1, 2, 3)) + "]" for i in (1, 2, 3)) + "]) >= 0"  # fmt: skip
GRAPH = ({"n": "integer(2, 4)", "A": "symmetric(n)"}, ("had(A, A) == A", "tr(A) == 0"))
FIRST, SECOND = "ptrace2(2, 2, R)", "ptrace1(2, 2, R)"
ENTROPIES = f"tr(powm(R, a)) >= tr(powm({FIRST}, a)) * tr(powm({SECOND}, a))"
PAIR_OF_STATES = {"n": "integer(2, 3)", "R": "density(n)", "S": "density(n)"}
FIDELITY = "normN(R - S) / 2 <= (1 - normN(sqrtm(R) @ sqrtm(S))**2)**p"
COMPANION = "[[a, b, c], [1, 0, 0], [0, 1, 0]]"
KNUTH = f"rho({COMPANION}) <= t * max(abs(a), abs(b)**(1/2), abs(c)**(1/3))"
SHARPNESS = "lmax(hessian((x[1] * x[2] * x[3] - 1)**2 / 2, x)) >= t"
STEPS = "norm2((x - t * A.T @ sigmoid(A @ x)) - (y - t * A.T @ sigmoid(A @ y))) <= norm2(x - y)"
CLIFFORD = ("A @ A == I(n)", "B @ B == I(n)", "A @ B == -(B @ A)")
REFLECTIONS = ("A @ A == I(n)", "B @ B == I(n)", "A @ B @ A == B @ A @ B", "normF(A - B) >= 1")
LADDER = ("A @ B - B @ A == B",)
FORM = "[[0, 0, 1, 0], [0, 0, 0, 1], [-1, 0, 0, 0], [0, -1, 0, 0]]"
SYMPLECTIC = ({"A": "real(4, 4)"}, (f"A.T @ {FORM} @ A == {FORM}",))
RICCATI = ({**SQUARE, "X": "psd(n)", "Q": "psd(n)"}, ("A.T @ X + X @ A - X @ X + Q == 0 * A",))


def _analysis() -> list[Conjecture]:
    return [
        Conjecture("powers-of-entrywise-products", POWERS, {**TWO, "p": "interval(1, 3)"}, "extension", "T. Ando on concavity of maps and Hadamard products (up to p = 2)", 1979, 2),
        Conjecture("means-below-one-and-small-powers", MEANS, {**WEIGHTED, "r": "interval(3/4, 2)"}, "extension", "T. Ando, F. Hiai, Log majorization and complementary Golden-Thompson type inequalities (from r = 1 on)", 1994, 2, BELOW_ONE),
        Conjecture("numerical-radii-of-two-that-commute", "numradius(A @ B) <= numradius(A) * numradius(B)", COMMUTING[0], "question", "J. A. R. Holbrook, Multiplicative properties of the numerical radius (holds with a factor 2)", 1969, 4, COMMUTING[1]),
        Conjecture("logarithms-of-one-plus-powers", LOGARITHMS, {**ABOVE, "p": "interval(1/2, 5/4)"}, "extension", "K. Löwner (monotone up to p = 1)", 1934, 2),
        Conjecture("lidskii-with-exponents", LIDSKII, {**SYMMETRIC, "p": "interval(3/4, 2)"}, "extension", "V. B. Lidskii; H. Wielandt (from p = 1 on)", 1950, 2),
        Conjecture("scaling-to-unit-diagonals", "cond(D @ A @ D) <= cond(A)", {"n": "integer(1, 3)", "A": "pd(n)"}, "question", "A. van der Sluis, Condition numbers and equilibration of matrices (true at order 2; within a factor n)", 1969, 3, (), SCALED),
        Conjecture("squares-of-binormal-matrices", BINORMAL.format("(A @ A)"), SQUARE, "question", "S. L. Campbell, Linear operators for which T*T and TT* commute", 1972, 3, (BINORMAL.format("A"),)),
        Conjecture("numerical-radii-of-jordan-products", "numradius(A @ B + B @ A) <= t * norm2(A) * numradius(B)", {**PAIR, "t": "interval(5/2, 14/5)"}, "extension", "C. K. Fong, J. A. R. Holbrook, Unitarily invariant operator norms (from 2 sqrt(2) on)", 1983, 2),
        Conjecture("sums-with-cubes-in-order", "lmin(Y - X) >= 0", {**N3, "X": "pd(n)", "Y": "pd(n)", "t": "interval(0, 1)"}, "question", "M. Uchiyama, Operator monotone functions which are defined implicitly (holds of cubes alone)", 2003, 2, (CUBIC.format("t"),)),
        Conjecture("determinants-and-permanents-in-the-middle", f"(det(A) + {permanent('A')}) / 2 >= A[1, 1] * A[2, 2] * A[3, 3]", {"A": "psd(3)"}, "question", "J. Hadamard; M. Marcus, on both sides of the product of the diagonal (true at order 2)", 1964, 3),
        Conjecture("totally-positive-matrices-and-small-powers", ENTRYWISE, {"A": "nonnegative(3, 3)", "p": "interval(3/4, 3/2)"}, "extension", "S. M. Fallat, C. R. Johnson, A. D. Sokal, Total positivity of sums, Hadamard products and Hadamard powers (from p = 1 on)", 2017, 3, INITIAL),
    ]  # fmt: skip


def _equations() -> list[Conjecture]:
    return [
        Conjecture("stein-equations-and-conditions", "norm2(A) <= cond(X)**p", {**STEIN[0], "p": "interval(2/5, 1)"}, "extension", "P. Stein, Some general theorems on iterants (from p = 1/2 on)", 1952, 2, (*STEIN[1], "rank(X) == n")),
        Conjecture("sylvester-with-interlacing-spectra", "norm2(X) <= t * norm2(C)", {**SYLVESTER[0], "t": "interval(1, 11/10)"}, "extension", "R. Bhatia, C. Davis, A. McIntosh (with pi / 2; 1 for norms of Frobenius)", 1983, 2, SYLVESTER[1]),
        Conjecture("riccati-and-spectral-radii", "norm2(X) <= rho(A) + sqrt(rho(A)**2 + norm2(Q))", RICCATI[0], "question", "bounds for solutions of Riccati equations (holds with the norm)", 1980, 2, RICCATI[1]),
        Conjecture("anticommuting-involutions", "norm2(A @ B) <= t * norm2(A)", {**PAIR, "t": "interval(1, 10)"}, "question", "W. K. Clifford (similar to Pauli's, not orthogonally)", 1878, 2, CLIFFORD),
        Conjecture("norms-of-permutations-elsewhere", "norm2(A) <= 10", PAIR, "question", "representations of the symmetric group of three letters", 1900, 2, REFLECTIONS),
        Conjecture("ladders-of-two-steps", "B @ B == 0 * B", SQUARE | {"B": "real(n, n)"}, "question", "N. Jacobson; the algebra of the affine group of the line (true at order 2)", 1935, 3, LADDER),
        Conjecture("conditions-of-symplectic-matrices", "cond(A) <= norm2(A)**p", {**SYMPLECTIC[0], "p": "interval(3/2, 2)"}, "extension", "singular values come in reciprocal pairs (equal at p = 2)", 2006, 4, SYMPLECTIC[1]),
        Conjecture("mixing-of-reversibilised-chains", "rho(P @ P.T - ones(n, n) / n) <= rho(P - ones(n, n) / n)**2", {**N3, "P": "nonnegative(n, n)"}, "question", "J. A. Fill on chains that are not reversible (true of normal ones)", 1991, 3, DOUBLY),
        Conjecture("entrywise-products-of-inverse-m-matrices", "inv(had(inv(I(4) - M), inv(I(4) - N)))[1, 2] <= 0", {"M": "nonnegative(4, 4)", "N": "nonnegative(4, 4)"}, "conjecture", "B.-Y. Wang, X. Zhang, F. Zhang (true up to order 3)", 2001, 4, BELOW_DIAGONAL),
        Conjecture("p-matrices-of-order-three-are-stable", "spectral_abscissa(-A) < 0", {"A": "real(3, 3)"}, "question", "R. B. Kellogg, On complex eigenvalues of M and P matrices (true at order 2)", 1972, 3, MINORS),
    ]  # fmt: skip


def _elsewhere() -> list[Conjecture]:
    return [
        Conjecture("spectral-radii-of-complements", "lmax(A) + lmax(ones(n, n) - I(n) - A) <= t * (n - 1)", {**GRAPH[0], "t": "interval(1, 61/50)"}, "extension", "E. A. Nosal; V. Nikiforov (4/3 with a correction)", 2007, 4, GRAPH[1]),
        Conjecture("renyi-entropies-of-parts", ENTROPIES, {"R": "density(4)", "a": "interval(1, 2)"}, "extension", "A. Rényi (sub-additive at a = 1 only)", 1961, 4),
        Conjecture("fidelity-and-distance-beyond-a-half", FIDELITY, {**PAIR_OF_STATES, "p": "interval(1/4, 51/100)"}, "extension", "C. A. Fuchs, J. van de Graaf (up to p = 1/2)", 1999, 2),
        Conjecture("relative-entropy-and-chi-squared", "tr(R @ (logm(R) - logm(S))) <= t * tr((R - S) @ inv(S) @ (R - S))", {**PAIR_OF_STATES, "t": "interval(19/20, 1)"}, "extension", "M. B. Ruskai, F. H. Stillinger (with t = 1)", 1990, 2, ("lmin(R) > 0", "lmin(S) > 0")),
        Conjecture("knuths-bound-at-degree-three", KNUTH, {**dict.fromkeys("abc", "real"), "t": "interval(9/5, 2)"}, "extension", "D. E. Knuth (2 at every degree; 1.8393 at degree three)", 1981, 3, (f"normF({COMPANION}) >= 3/2",)),
        Conjecture("sharpness-of-three-layers", SHARPNESS, {"x": "real(3, 1)", "t": "interval(2, 301/100)"}, "extension", "N. Mulayoff, T. Michaeli on flat minima of linear networks (up to 3)", 2020, 1, ("x[1] * x[2] * x[3] == 1",)),
        Conjecture("steps-on-logistic-losses", STEPS, {**N3, "m": "integer(1, 3)", "A": "real(m, n)", "x": "real(n, 1)", "y": "real(n, 1)", "t": "interval(1, 17/2)"}, "extension", "non-expansive steps (up to t = 8)", 1983, 1, ("norm2(A) <= 1",)),
        Conjecture("lengths-of-gaussian-images", "E(norm2(A @ g)) >= 4/5 * normF(A)", {**SQUARE, "g": "gaussian(n, 1)"}, "extension", "A. Khintchine (sqrt(2 / pi) = 0.7979)", 1923, 1),
        Conjecture("signs-at-least-as-long", "P(tr(a.T @ r) >= norm2(a)) >= 3/20", {**N4, "a": "real(n, 1)", "r": "rademacher(n, 1)"}, "extension", "K. Oleszkiewicz, On the Stein property of Rademacher sequences (1/8 for three equal ones)", 1996, 3),
    ]  # fmt: skip


def _varieties() -> list[Conjecture]:
    """Several polynomial equations, solutions of which are isolated fractions or lie on curves with few of them;
    written after the other claims had been measured, and committed before any of these was run."""
    return [
        Conjecture("reflections-at-sixty-degrees", "A @ B == B @ A", {**N3, "A": "symmetric(n)", "B": "symmetric(n)"}, "question", "H. S. M. Coxeter (irrational at order 2)", 1934, 3, ("A @ A == I(n)", "B @ B == I(n)", "A @ B @ A == B @ A @ B", "normF(A - B) >= 1/10")),
        Conjecture("projectors-at-sixty-degrees", "P @ Q == Q @ P", {**N3, "P": "psd(n)", "Q": "psd(n)"}, "question", "P. R. Halmos, Two subspaces (irrational at order 2)", 1969, 3, ("P @ P == P", "Q @ Q == Q", "4 * P @ Q @ P == P", "tr(P) >= 1")),
        Conjecture("inverses-without-one-symmetry", "norm2(X) <= 3 * norm2(pinv(A))", {**SQUARE, "X": "real(n, n)"}, "question", "R. Penrose's equations without the fourth", 1955, 2, ("A @ X @ A == A", "X @ A @ X == X", "(A @ X).T == A @ X")),
        Conjecture("entrywise-and-ordinary-squares", "A @ A.T == A.T @ A", SQUARE, "question", "matrices whose entrywise square is their square", 1990, 2, ("had(A, A) == A @ A",)),
        Conjecture("states-with-mixed-parts", "lmin(ptranspose(2, 2, R)) >= -1/3", {"R": "psd(4)"}, "question", "R. F. Werner (-1/2 where a state is maximally entangled)", 1989, 4, (f"{FIRST} == I(2) / 2", f"{SECOND} == I(2) / 2")),
        Conjecture("two-moments-of-spectra", "det(A) <= 11/10 * det(B)", {"A": "pd(3)", "B": "pd(3)"}, "question", "I. Newton's sums (true at order 2)", 1707, 3, ("tr(A) == tr(B)", "tr(A @ A) == tr(B @ B)")),
        Conjecture("hyperbolas-of-matrices", "norm2(Y) <= 5", {"n": "integer(2, 3)", "X": "symmetric(n)", "Y": "symmetric(n)"}, "question", "hyperbolic cosines and sines of matrices", 2008, 2, ("X @ X - Y @ Y == I(n)", "X @ Y == Y @ X", "det(Y) >= 1/100", "lmin(Y) >= 0", "lmax(Y) >= 2 * lmin(Y)")),
        Conjecture("unbalanced-linear-layers", "norm2(W)**2 <= 2/3 * norm2(V @ W)", {"n": "integer(1, 2)", "W": "real(n, n)", "V": "real(n, n)"}, "question", "S. Arora, N. Cohen, E. Hazan on invariants of gradient flow", 2018, 1, ("V.T @ V - W @ W.T == I(n)",)),
        Conjecture("roots-of-depressed-cubics", "x <= 11/10", dict.fromkeys("xyz", "real"), "question", "F. Viète (2 / sqrt(3) = 1.1547)", 1591, 1, ("x + y + z == 0", "x * y + y * z + z * x == -1")),
        Conjecture("circles-that-touch", "d <= 2 * (a + b + c)", dict.fromkeys("abcd", "positive"), "question", "R. Descartes (1 + 2 / sqrt(3) = 2.1547)", 1643, 1, ("(a + b + c + d)**2 == 2 * (a**2 + b**2 + c**2 + d**2)",)),
        Conjecture("rotations-by-a-right-angle", "A[1, 1] <= 1/2", {"A": "real(3, 3)"}, "question", "O. Rodrigues", 1840, 3, ("A.T @ A == I(3)", "tr(A) == 1", "det(A) >= 0", "A[1, 1] <= 9/10")),
        Conjecture("fixed-points-of-congruences", "norm2(A) <= 3", {**SQUARE, "X": "pd(n)"}, "question", "isometries of a scalar product (bounded by the root of the condition)", 1950, 2, ("A.T @ X @ A == X", "det(X) >= 1/100")),
    ]  # fmt: skip


UNHEARD = (*_analysis(), *_equations(), *_elsewhere(), *_varieties())

# name, variables, hypotheses, claim
TRUE_UNHEARD: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    ("powers-of-entrywise-products-up-to-two", {**TWO, "p": "interval(1, 2)"}, (), POWERS),
    ("means-below-one-and-large-powers", {**WEIGHTED, "r": "interval(1, 2)"}, BELOW_ONE, MEANS),
    ("numerical-radii-of-commuting-products-twice", *COMMUTING, "numradius(A @ B) <= 2 * numradius(A) * numradius(B)"),
    ("logarithms-of-one-plus-powers-up-to-one", {**ABOVE, "p": "interval(1/2, 1)"}, (), LOGARITHMS),
    ("lidskii-with-exponents-from-one", {**SYMMETRIC, "p": "interval(1, 2)"}, (), LIDSKII),
    ("stein-equations-and-conditions-from-a-half", {**STEIN[0], "p": "interval(1/2, 1)"}, (*STEIN[1], "rank(X) == n"), "norm2(A) <= cond(X)**p"),
    ("sylvester-and-frobenius", *SYLVESTER, "normF(X) <= normF(C)"),
    ("p-matrices-of-order-two-are-stable", {"A": "real(2, 2)"}, ("A[1, 1] > 0", "A[2, 2] > 0", "det(A) > 0"), "spectral_abscissa(-A) < 0"),
    ("entrywise-products-of-inverse-m-matrices-of-order-three", {"M": "nonnegative(3, 3)", "N": "nonnegative(3, 3)"}, BELOW_DIAGONAL, "inv(had(inv(I(3) - M), inv(I(3) - N)))[1, 2] <= 0"),
    ("von-neumann-entropies-of-parts", {"R": "density(4)"}, ("lmin(R) > 0",), f"tr(R @ logm(R)) >= tr({FIRST} @ logm({FIRST})) + tr({SECOND} @ logm({SECOND}))"),
    ("fidelity-and-distance-up-to-a-half", {**PAIR_OF_STATES, "p": "interval(1/4, 1/2)"}, (), FIDELITY),
    ("sharpness-of-three-layers-up-to-three", {"x": "real(3, 1)", "t": "interval(2, 3)"}, ("x[1] * x[2] * x[3] == 1",), SHARPNESS),
    ("ladders-at-order-two", {"A": "real(2, 2)", "B": "real(2, 2)"}, LADDER, "B @ B == 0 * B"),
    ("riccati-and-norms", *RICCATI, "norm2(X) <= norm2(A) + sqrt(norm2(A)**2 + norm2(Q))"),
    ("conditions-of-symplectic-matrices-from-two", {**SYMPLECTIC[0], "p": "interval(2, 3)"}, SYMPLECTIC[1], "cond(A) <= norm2(A)**p"),
    ("traces-of-anticommuting-involutions", PAIR, CLIFFORD, "tr(A) == 0"),
    ("roots-of-depressed-cubics-at-most", dict.fromkeys("xyz", "real"), ("x + y + z == 0", "x * y + y * z + z * x == -1"), "x <= 2 / sqrt(3)"),
    ("circles-that-touch-at-most", dict.fromkeys("abcd", "positive"), ("(a + b + c + d)**2 == 2 * (a**2 + b**2 + c**2 + d**2)",), "d <= (1 + 2 / sqrt(3)) * (a + b + c)"),
    ("inverses-without-one-symmetry-are-longer", {**SQUARE, "X": "real(n, n)"}, ("A @ X @ A == A", "X @ A @ X == X", "(A @ X).T == A @ X"), "normF(X) >= normF(pinv(A))"),
    ("moments-at-order-two", {"A": "pd(2)", "B": "pd(2)"}, ("tr(A) == tr(B)", "tr(A @ A) == tr(B @ B)"), "det(A) == det(B)"),
)  # fmt: skip
