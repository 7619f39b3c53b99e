# ruff: noqa: E501 - titles and claims are left in one piece
"""Statements of matrix analysis that were conjectured, asked, or taken for granted, and are false.

Each is written with its parameters left free: exponents and orders that are known to fail are not told.  `standing`
says what the literature says of it: a "conjecture" or "question" that a named work answered in the negative, or an
"extension" of a theorem to where it is known to fail.  `order` is that of the smallest counterexample we know from
there, None where the source gives a range of parameters and no instance.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Conjecture:
    """A statement in words of the language, with its history."""

    name: str
    claim: str
    let: dict[str, str]
    standing: str
    source: str
    year: int
    order: int | None = None
    given: tuple[str, ...] = ()
    define: dict[str, str] = field(default_factory=dict)


def power(base: str, exponent: str) -> str:
    """The power of a positive definite matrix."""
    return f"expm(({exponent}) * logm({base}))"


def mean(exponent: str) -> str:
    """The power mean of A and B."""
    return power(f"({power('A', exponent)} + {power('B', exponent)}) / 2", f"1/{exponent}")


N4 = {"n": "integer(1, 4)"}
TWO = {**N4, "A": "pd(n)", "B": "pd(n)"}
THREE = {**N4, "H": "symmetric(n)", "K": "symmetric(n)", "L": "symmetric(n)"}


def _positive_words() -> list[Conjecture]:
    source = "C. R. Johnson, C. J. Hillar, Eigenvalues of words in two positive definite letters, SIAM J. Matrix Anal."
    letters = " @ ".join(f"prod({x} for i in 1..{k})" for x, k in zip("ABAB", "jklm", strict=True))
    exponents = dict.fromkeys("jklm", "integer(1, 3)")
    return [
        Conjecture("word-trace", "tr(A @ B @ A @ A @ B @ B) >= 0", TWO, "question", source, 2002, 3),
        Conjecture("word-trace-free", f"tr({letters}) >= 0", {**TWO, **exponents}, "question", source, 2002, 3),
    ]


def _traces() -> list[Conjecture]:
    return [
        Conjecture(
            "trace-of-mixed-powers",
            f"tr({power('A', 'p')} @ {power('B', 'q')} @ {power('A', '1 - p')} @ {power('B', '1 - q')}) <= tr(A @ B)",
            {**TWO, "p": "interval(0, 1)", "q": "interval(0, 1)"},
            "question",
            "T. Ando, F. Hiai, K. Okubo, Trace inequalities for multiple products of two matrices (2000); L. Plevnik, On a "
            "matrix trace inequality due to Ando, Hiai and Okubo",
            2016, 3,
        ),
        Conjecture(
            "golden-thompson-three",
            "tr(expm(H + K + L)) <= abs(tr(expm(H) @ expm(K) @ expm(L)))",
            THREE, "extension", "C. J. Thompson, Inequality with applications in statistical mechanics", 1965, 2,
        ),
        Conjecture(
            "golden-thompson-order",
            "lam(expm(H + K)) <= lam(expm(H / 2) @ expm(K) @ expm(H / 2))",
            {**N4, "H": "symmetric(n)", "K": "symmetric(n)"},
            "extension", "R. Bhatia, Matrix Analysis, IX.3", 1997, 2,
        ),
        Conjecture(
            "araki-lieb-thirring-order",
            f"lam({power('sqrtm(A) @ B @ sqrtm(A)', 'p')}) <= lam({power('A', 'p/2')} @ {power('B', 'p')} @ {power('A', 'p/2')})",
            {**TWO, "p": "interval(1, 4)"},
            "extension", "H. Araki, On an inequality of Lieb and Thirring (majorisation only)", 1990, 2,
        ),
        Conjecture(
            "three-positive-factors", "tr(A @ B @ C) >= 0", {**TWO, "C": "pd(n)"},
            "extension", "C. S. Ballantine, Products of positive definite matrices", 1968, 2,
        ),
    ]  # fmt: skip


def _order() -> list[Conjecture]:
    above = {**N4, "B": "pd(n)", "C": "psd(n)"}
    furuta = f"{power('B', 'r/2')} @ {power('(B + C)', 'p')} @ {power('B', 'r/2')}"
    part = "[1..2, 1..2]"
    return [
        Conjecture(
            "powers-are-monotone", f"lmin({power('(B + C)', 'p')} - {power('B', 'p')}) >= 0",
            {**above, "p": "interval(0, 2)"}, "extension",
            "K. Löwner, Über monotone Matrixfunktionen", 1934, 2,
        ),
        Conjecture(
            "exponential-is-monotone", "lmin(expm(H + C) - expm(H)) >= 0",
            {**N4, "H": "symmetric(n)", "C": "psd(n)"}, "extension", "K. Löwner, Über monotone Matrixfunktionen", 1934, 2,
        ),
        Conjecture(
            "furuta-everywhere", f"lmin({power(furuta, '1/q')} - {power('B', '(p + r)/q')}) >= 0",
            {**above, "p": "interval(1, 4)", "q": "interval(1, 4)", "r": "interval(0, 4)"}, "question",
            "K. Tanahashi, Best possibility of the Furuta inequality, Proc. Amer. Math. Soc.", 1996, 2,
        ),
        Conjecture(
            "power-means-increase",
            f"lmin({mean('q')} - {mean('p')}) >= 0",
            {**TWO, "p": "interval(1/4, 4)", "q": "interval(1/4, 4)"}, "question",
            "K. M. R. Audenaert, F. Hiai, On matrix inequalities between the power means: counterexamples", 2013, 2,
            ("p <= q",),
        ),
        Conjecture(
            "compression-of-powers", f"lmin({power('A', 'p')}{part} - {power(f'A{part}', 'p')}) >= 0",
            {"n": "integer(2, 4)", "A": "pd(n)", "p": "interval(1, 4)"}, "extension",
            "M.-D. Choi, A Schwarz inequality for positive linear maps on C*-algebras", 1974, 3,
        ),
        Conjecture(
            "hadamard-powers-of-products",
            f"lmin(had({power('A', 'p')}, {power('B', 'p')}) - {power('had(A, B)', 'p')}) >= 0",
            {**TWO, "p": "interval(1, 4)"}, "extension",
            "T. Ando, Concavity of certain maps on positive definite matrices (p up to 2)", 1979,
        ),
        Conjecture(
            "absolute-value-triangle", "lmin(absm(A) + absm(B) - absm(A + B)) >= 0",
            {**N4, "A": "real(n, n)", "B": "real(n, n)"}, "extension",
            "R. C. Thompson, Convex and concave functions of singular values of matrix sums", 1976, 2,
        ),
        Conjecture(
            "arithmetic-geometric-in-order", "lmin(A @ A + B @ B - 2 * absm(A @ B)) >= 0", TWO, "extension",
            "R. Bhatia, F. Kittaneh, On the singular values of a product of operators", 1990, 2,
        ),
        Conjecture(
            "young-in-order", f"lmin({power('A', 'p')} / p + (1 - 1/p) * {power('B', 'p / (p - 1)')} - absm(A @ B)) >= 0",
            {**TWO, "p": "interval(5/4, 5)"}, "extension", "T. Ando, Matrix Young inequalities", 1995, 2,
        ),
        Conjecture(
            "symmetrised-product", "lmin(A @ B + B @ A) >= 0", TWO, "extension", "R. Bhatia, Matrix Analysis", 1997, 2,
        ),
        Conjecture(
            "concave-functions-order", f"lam({power('(A + B)', 'p')}) <= lam({power('A', 'p')} + {power('B', 'p')})",
            {**TWO, "p": "interval(0, 1)"}, "extension",
            "J. S. Aujla, F. C. Silva, Weak majorization inequalities and convex functions", 2003, 2,
        ),
    ]  # fmt: skip


def _norms() -> list[Conjecture]:
    numerical = "lmax(sym({}))"
    wide = "4**(1/p) / 4"
    image = "(tr(X @ X.T) * I(9) - kron(I(3), X @ X.T) - kron(X.T @ X, I(3)) + x @ x.T) / 4"
    return [
        Conjecture(
            "variation-of-powers",
            f"smax({power('A', 'r')} - {power('B', 'r')}) <= r * max(smax(A), smax(B))**(r - 1) * smax(A - B)",
            {**TWO, "r": "interval(1, 2)"}, "question",
            "R. Bhatia, J. A. R. Holbrook, Fréchet derivatives of the power function, Indiana Univ. Math. J.", 1989, 2,
        ),
        Conjecture(
            "absolute-value-is-lipschitz", "smax(absm(A) - absm(B)) <= smax(A - B)",
            {**N4, "A": "symmetric(n)", "B": "symmetric(n)"}, "question",
            "T. Kato, Continuity of the map S -> |S| for linear operators", 1973, 2,
        ),
        Conjecture(
            "triangular-truncation", "smax(had(A, T)) <= smax(A)",
            {"A": "real(3, 3)"}, "extension",
            "S. Kwapień, A. Pełczyński, The main triangle projection in matrix spaces", 1970, 2,
            define={"T": "[[1, 1, 1], [0, 1, 1], [0, 0, 1]]"},
        ),
        Conjecture(
            "singular-values-of-real-part", "s(sym(A)) <= s(A)", {**N4, "A": "real(n, n)"}, "extension",
            "K. Fan, A. J. Hoffman, Some metric inequalities in the space of matrices (eigenvalues only)", 1955, 2,
        ),
        Conjecture(
            "numerical-radius-of-powers",
            f"{numerical.format('prod(A for i in 1..j + k)')} <= {numerical.format('prod(A for i in 1..j)')} * "
            f"{numerical.format('prod(A for i in 1..k)')}",
            {"n": "integer(1, 4)", "A": "nonnegative(n, n)", "j": "integer(1, 3)", "k": "integer(1, 3)"}, "question",
            "P. R. Halmos, A Hilbert Space Problem Book", 1967, 4,
        ),
        Conjecture(
            "output-norms-multiply", f"schatten(p, {image}) <= {wide} * tr(X @ X.T)",
            {"X": "real(3, 3)", "p": "interval(1, 8)"}, "conjecture",
            "R. F. Werner, A. S. Holevo, Counterexample to an additivity conjecture for output purity of quantum channels",
            2002, 3, define={"x": "block([[X[:, 1]], [X[:, 2]], [X[:, 3]]])"},
        ),
    ]  # fmt: skip


def _nonnegative() -> list[Conjecture]:
    walk = "sum(prod((S + S.T) for i in 1..{}) @ ones(n, 1))"
    graph = {"n": "integer(2, 4)", "S": "nonnegative(n, n)", "j": "integer(1, 4)", "k": "integer(1, 4)"}
    at = "rho((1 - {0}) * A + {0} * A.T)"
    elementary = "[[1, 0, 0], [0, 1, 0], [0, {0}, 1]] @ [[1, 0, 0], [{1}, 1, 0], [0, 0, 1]] @ [[1, 0, 0], [0, 1, 0], [0, {2}, 1]]"
    entries = ", ".join("[" + ", ".join(f"R[{i}, {j}]**p" for j in range(1, 5)) + "]" for i in range(1, 5))
    return [
        Conjecture(
            "walks-multiply", f"{walk.format('j')} * {walk.format('k')} <= n * {walk.format('j + k')}", graph, "question",
            "J. C. Lagarias, J. E. Mazo, L. A. Shepp, B. D. McKay, An inequality for walks in a graph, SIAM Review", 1983,
        ),
        Conjecture(
            "walk-densities-increase", f"prod({walk.format('j')} / n for l in 1..k) <= prod({walk.format('k')} / n for l in 1..j)", graph, "conjecture",
            "G. R. Blakley, R. D. Dixon, Hölder type inequalities in cones (1966); M. Sağlam, Near log-convexity of measured "
            "heat in (discrete) time and consequences", 2018, None, ("j <= k",),
        ),
        Conjecture(
            "levinger-concave", f"2 * {at.format('((t + u) / 2)')} >= {at.format('t')} + {at.format('u')}",
            {"n": "integer(2, 4)", "A": "nonnegative(n, n)", "t": "interval(0, 1)", "u": "interval(0, 1)"}, "conjecture",
            "L. Altenberg, J. E. Cohen, Nonconcavity of the spectral radius in Levinger's theorem", 2020, 3,
        ),
        Conjecture(
            "totally-nonnegative-hadamard", "det(had(A, B)) >= 0", dict.fromkeys("abcdefghijkl", "interval(0, 4)"), "question",
            "T. L. Markham, A semigroup of totally nonnegative matrices", 1970, 3,
            define={"A": f"{elementary.format('a', 'b', 'c')} @ ({elementary.format('d', 'e', 'f')}).T",
                    "B": f"{elementary.format('g', 'h', 'i')} @ ({elementary.format('j', 'k', 'l')}).T"},
        ),
        Conjecture(
            "fractional-hadamard-powers", f"lmin(sym([{entries}])) >= 0", {"X": "nonnegative(4, 2)", "p": "interval(1, 2)"},
            "question", "C. H. FitzGerald, R. A. Horn, On fractional Hadamard powers of positive definite matrices", 1977, 4,
            define={"R": "X @ X.T"},
        ),
    ]  # fmt: skip


def _quantum() -> list[Conjecture]:
    skew = "tr({0} @ {1} @ {1}) - tr(sqrtm({0}) @ {1} @ sqrtm({0}) @ {1})"
    return [
        Conjecture(
            "skew-information-adds-up",
            f"{skew.format('R', 'T')} >= {skew.format('Q', 'H')} + {skew.format('P', 'K')}",
            {"R": "psd(4)", "H": "symmetric(2)", "K": "symmetric(2)"}, "conjecture",
            "E. P. Wigner, M. M. Yanase (1963); F. Hansen, The Wigner-Yanase entropy is not subadditive", 2007, 4,
            define={"T": "kron(H, I(2)) + kron(I(2), K)",
                    "Q": "[[R[1, 1] + R[2, 2], R[1, 3] + R[2, 4]], [R[1, 3] + R[2, 4], R[3, 3] + R[4, 4]]]",
                    "P": "[[R[1, 1] + R[3, 3], R[1, 2] + R[3, 4]], [R[1, 2] + R[3, 4], R[2, 2] + R[4, 4]]]"},
        ),
    ]  # fmt: skip


CONJECTURES = (*_positive_words(), *_traces(), *_order(), *_norms(), *_nonnegative(), *_quantum())
