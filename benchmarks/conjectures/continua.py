# ruff: noqa: E501 - claims are left in one piece
"""A seventh collection: means, maps and states; theorems a little beyond their range, or beyond the norm they hold in.

Written and committed before any of them was run; no page was open: years and names say where to look.  That the claims
fail was worked out by hand, or with SciPy's BFGS on a few lines of NumPy that share nothing with the search.
"""

from __future__ import annotations

from benchmarks.conjectures.challenges import REAL
from benchmarks.conjectures.collection import N4, TWO, Conjecture

N3 = {"n": "integer(1, 3)"}
PAIR4 = {"Q": "density(4)", "R": "density(4)"}
PAIRED = {**N3, "Q": "density(n)", "R": "density(n)"}
PROJECTORS = {**N3, **dict.fromkeys("PQR", "projector(n)")}
TRANSLATED = {**TWO, "C": "pd(n)"}
OBSERVED = {"Q": "complex_density(2)", "H": "hermitian(2)", "K": "hermitian(2)"}
TRIPLES = {"n": "integer(1, 2)", **dict.fromkeys("ABCDEF", "pd(n)"), **dict.fromkeys("pqr", "interval(1/10, 2/5)")}
ENTRIES = {"a": "interval(0, 1)", "b": "positive", "c": "positive", "x": "real(3, 1)", "y": "real(3, 1)"}
CORNER = {"A": "pd(3)"}
WASSERSTEIN = "(A + {0} + A @ geomean(inv(A), {0}) + geomean(inv(A), {0}) @ A) / 4"


def entropy(state: str) -> str:
    """Von Neumann's entropy."""
    return f"(0 - tr({state} @ logm({state})))"


def skew(h: str) -> str:
    """The skew information of an observable."""
    return f"re(tr(Q @ {h} @ {h}) - tr(sqrtm(Q) @ {h} @ sqrtm(Q) @ {h}))"


def commutator() -> str:
    """The square of the mean of a commutator of observables, over four."""
    return "abs(tr(Q @ (H @ K - K @ H)))**2 / 4"


def variance(h: str) -> str:
    """The variance of an observable."""
    return f"(re(tr(Q @ {h} @ {h})) - re(tr(Q @ {h}))**2)"


def overlap(q: str, r: str) -> str:
    """Super-fidelity of two states."""
    return f"tr({q} @ {r}) + sqrt((1 - tr({q} @ {q})) * (1 - tr({r} @ {r})))"


def roots(names: str) -> str:
    """The matrix of root fidelities."""
    return "[" + ", ".join("[" + ", ".join(f"normN(sqrtm({a}) @ sqrtm({b}))" for b in names) + "]" for a in names) + "]"


def represented(a: str) -> str:
    """The representing function of a power mean."""
    return f"powm(I(n) + powm({a}, p), 1/p)"


def cyclic() -> str:
    """The biquadratic form of a map of order 3, diagonal a, b, c in turn and -1 beside it."""
    x, y = ([f"{v}[{i}, 1]" for i in (1, 2, 3)] for v in "xy")
    squares = " + ".join(
        f"{y[i]}**2 * (a * {x[i]}**2 + b * {x[(i + 1) % 3]}**2 + c * {x[(i + 2) % 3]}**2)" for i in range(3)
    )
    mixed = " + ".join(f"{x[i]} * {x[j]} * {y[i]} * {y[j]}" for i, j in ((0, 1), (1, 2), (0, 2)))
    return f"{squares} >= 2 * ({mixed})"


def triple(a: str, b: str, c: str) -> str:
    """A trace of powers of three matrices."""
    return f"tr(powm({a}, q/2) @ powm({b}, p) @ powm({a}, q/2) @ powm({c}, r))"


def reduced(p: str) -> str:
    """Petz's quasi-entropy under a partial trace."""
    return f"tr(powm(ptrace1(2, 2, Q), {p}) @ powm(ptrace1(2, 2, R), 1 - {p})) <= tr(powm(Q, {p}) @ powm(R, 1 - {p}))"


def sandwiched(a: str, b: str) -> str:
    """The sandwiched quasi-entropy."""
    return f"tr(powm(powm({b}, (1 - p) / (2 * p)) @ {a} @ powm({b}, (1 - p) / (2 * p)), p))"


def swapped(t: str) -> str:
    """Schwarz's inequality for a mixture of the transpose and the trace, of order 2."""
    image = f"({t} / 2 * tr({{0}}) * I(2) + (1 - {t}) * ({{0}}).T)"
    return f"lmin({image.format('A.T @ A')} - {image.format('A')}.T @ {image.format('A')}) >= 0"


def convex() -> str:
    """tr((K^T A^p K)^(1/p)) at the middle."""
    value = "tr(powm(K.T @ powm({}, p) @ K, 1/p))"
    return f"2 * {value.format('(A + B) / 2')} <= {value.format('A')} + {value.format('B')}"


def _means() -> list[Conjecture]:
    power_mean = "powm((powm(A, p) + powm(B, p)) / 2, 1/p)"
    return [
        Conjecture("power-means-in-between", f"normF(A - {power_mean}) <= normF(A - B)", {**TWO, "p": "interval(1, 3)"}, "conjecture", "K. M. R. Audenaert, In-betweenness (p up to 2); T. H. Dinh, R. Dumitru, J. A. Franco", 2016, 2),
        Conjecture("representing-functions-just-above-one", f"lmin({represented('A + P')} - {represented('A')}) >= 0", {**N4, "A": "pd(n)", "P": "psd(n)", "p": "interval(1/2, 21/20)"}, "extension", "Y. Nakamura; F. Hiai, D. Petz on operator monotone power means (p up to 1)", 1989, 2),
        Conjecture("wasserstein-mean-is-monotone", f"lmin({WASSERSTEIN.format('(B + P)')} - {WASSERSTEIN.format('B')}) >= 0", {**TWO, "P": "psd(n)"}, "question", "R. Bhatia, T. Jain, Y. Lim, Inequalities for the Wasserstein mean", 2019, 2),
        Conjecture("squares-of-sums-of-roots-one-by-one", "lam(A + B + 2 * geomean(A, B)) <= lam((sqrtm(A) + sqrtm(B)) @ (sqrtm(A) + sqrtm(B)))", TWO, "extension", "R. Bhatia, Y. Lim, T. Yamazaki, Some norm inequalities for matrix means (norms only)", 2016, 3),
        Conjecture("log-euclidean-distance-and-translations", "normF(logm(A + C) - logm(B + C)) <= normF(logm(A) - logm(B))", TRANSLATED, "question", "P. Bougerol; V. Arsigny and others (the affine invariant metric shrinks)", 2006, 2),
        Conjecture("log-convexity-just-below-minus-one", "lmin(geomean(powm(A, -1 * p), powm(B, -1 * p)) - powm((A + B) / 2, -1 * p)) >= 0", {**TWO, "p": "interval(1/2, 21/20)"}, "extension", "T. Ando, F. Hiai, Operator log-convex functions and operator means (p up to 1)", 2011, 2),
        Conjecture("bohr-just-below-two", "lmin(2**(p - 1) * (powm(absm(A), p) + powm(absm(B), p)) - powm(absm(A + B), p)) >= 0", {**REAL, "p": "interval(19/10, 2)"}, "extension", "O. Hirzallah, Non-commutative operator Bohr inequality (p = 2)", 2003, 2),
        Conjecture("schur-complements-of-powers", "lmin(powm(schur(1, A), p) - schur(1, powm(A, p))) >= 0", {**CORNER, "p": "interval(1, 11/5)"}, "extension", "T. Ando on Schur complements and operator convexity of powers (p up to 2)", 1979, 3),
    ]  # fmt: skip


def _norms() -> list[Conjecture]:
    return [
        Conjecture("heinz-one-by-one-with-a-factor", "s(powm(A, t) @ X @ powm(B, 1 - t) + powm(A, 1 - t) @ X @ powm(B, t)) <= s(A @ X + X @ B)", {**TWO, "X": "real(n, n)", "t": "interval(0, 1)"}, "extension", "K. M. R. Audenaert, A singular value inequality for Heinz means (X the identity)", 2007, 2),
        Conjecture("sums-with-an-imaginary-part", "s(A + 1j * B) <= s(A + B)", TWO, "extension", "R. Bhatia, F. Kittaneh, The singular values of A + B and A + iB (products of the first ones)", 2009, 2),
        Conjecture("middle-singular-values-of-exponentials", "s(expm(A))[2] <= exp(lam(sym(A))[2])", {"A": "real(3, 3)"}, "extension", "J. E. Cohen, Spectral inequalities for matrix exponentials (the first one)", 1988, 3),
        Conjecture("determinants-of-one-plus-absolute-values", "det(I(n) + absm(A + B)) <= det(I(n) + absm(A) + absm(B))", REAL, "extension", "E. Seiler, B. Simon; S. Ju. Rotfel'd (the product of both determinants)", 1975, 2),
        Conjecture("radii-of-sums-and-absolute-values", "rho(A + B) <= lmax(absm(A) + absm(B))", REAL, "question", "R. C. Thompson's triangle inequality; F. Kittaneh on spectral radii of sums", 2006, 2),
        Conjecture("numerical-radii-and-powers-just-below-one", "numradius(A)**p <= norm2(powm(absm(A), p) + powm(absm(A.T), p)) / 2", {**N4, "A": "real(n, n)", "p": "interval(19/20, 2)"}, "extension", "M. El-Haddad, F. Kittaneh, Numerical radius inequalities for Hilbert space operators II (p from 1 on)", 2007, 2),
        Conjecture("products-of-three-projectors-both-ways", "norm2(P @ Q @ R - R @ Q @ P) <= 16/25", PROJECTORS, "question", "pairs of projectors have 1/2; three have 3 sqrt(3) / 8 = 0.6495", 1969, 3),
        Conjecture("traces-of-powers-of-symmetric-products", "tr(prod(A @ B for i in 1..k)) <= tr(prod(A for i in 1..k) @ prod(B for i in 1..k))", {**N4, "A": "symmetric(n)", "B": "symmetric(n)", "k": "integer(1, 4)"}, "extension", "D.-W. Chang, A matrix trace inequality for products of Hermitian matrices (even k)", 1999, 2),
        Conjecture("davis-and-kahan-just-below-two", "norm2(eigenprojector(1, H) - eigenprojector(1, H + E)) <= 199/100 * norm2(E) / (lam(H)[1] - lam(H)[2])", {"n": "integer(2, 3)", "H": "symmetric(n)", "E": "symmetric(n)"}, "extension", "Y. Yu, T. Wang, R. J. Samworth, A useful variant of the Davis-Kahan theorem (2)", 2015, 2),
        Conjecture("damped-jacobi", "rho(I(3) - t * inv(diag(diag(A))) @ A) <= 1", {"A": "pd(3)", "t": "interval(0, 67/100)"}, "extension", "D. M. Young, Iterative Solution of Large Linear Systems (t up to 2/3 at order 3)", 1971, 3),
        Conjecture("fischer-for-accretive-and-dissipative", "abs(det(A + 1j * B)) <= 19/10 * abs(A[1, 1] + 1j * B[1, 1]) * abs(A[2, 2] + 1j * B[2, 2])", {"A": "pd(2)", "B": "pd(2)"}, "extension", "Kh. D. Ikramov; M. Lin, Fischer type determinantal inequalities for accretive-dissipative matrices (2)", 2013, 2),
    ]  # fmt: skip


def _maps() -> list[Conjecture]:
    product = triple("(A + D) / 2", "(B + E) / 2", "(C + F) / 2")
    return [
        Conjecture("schwarz-for-transposes-mixed-with-traces", swapped("t"), {"A": "real(2, 2)", "t": "interval(49/100, 1)"}, "extension", "M.-D. Choi, Some assorted inequalities for positive linear maps on C*-algebras", 1980, 2),
        Conjecture("cyclic-maps-just-outside", cyclic(), ENTRIES, "extension", "S. J. Cho, S.-H. Kye, S. G. Lee, Generalized Choi maps in three-dimensional matrix algebra (1 in place of 24/25)", 1992, 3, ("a + b + c >= 2", "b * c >= 24/25 * (1 - a)**2")),
        Conjecture("conjugated-powers-and-their-roots", convex(), {**TWO, "n": "integer(1, 3)", "K": "real(n, n)", "p": "interval(1, 9/4)"}, "extension", "E. A. Carlen, E. H. Lieb, A Minkowski type trace inequality and strong subadditivity of quantum entropy II (p up to 2)", 2008, 2),
        Conjecture("three-powers-are-concave", f"2 * {product} >= {triple('A', 'B', 'C')} + {triple('D', 'E', 'F')}", TRIPLES, "question", "E. A. Carlen, R. L. Frank, E. H. Lieb, Some operator and trace function convexity theorems", 2016, 2),
        Conjecture("blocks-with-positive-partial-transpose", "s(P[1..2, 3..4])[2] <= lam(geomean(P[1..2, 1..2], P[3..4, 3..4]))[2]", {"P": "pd(4)"}, "extension", "E.-Y. Lee, The off-diagonal block of a PPT matrix (products of the first ones)", 2015, 4, ("lmin(ptranspose(2, 2, P)) >= 0",)),
    ]  # fmt: skip


def _states() -> list[Conjecture]:
    pinched = sandwiched("diag(diag(A))", "diag(diag(B))")
    one, two = (f"ptrace{k}(2, 2, R)" for k in (1, 2))
    distance = "normN(Q - R)"
    return [
        Conjecture("super-fidelity-and-partial-traces", f"{overlap('Q', 'R')} <= {overlap('ptrace1(2, 2, Q)', 'ptrace1(2, 2, R)')}", PAIR4, "question", "P. E. M. F. Mendonça and others, Alternative fidelity measure between quantum states", 2008, 4),
        Conjecture("sandwiched-divergences-just-below-a-half", f"{sandwiched('A', 'B')} <= {pinched}", {**TWO, "p": "interval(9/20, 9/10)"}, "question", "M. Berta, O. Fawzi, M. Tomamichel, On variational expressions for quantum relative entropies (p from 1/2 on)", 2017, 2),
        Conjecture("petz-divergences-just-above-two", reduced("p"), {"Q": "density(4)", "R": "density(4)", "p": "interval(1, 21/10)"}, "extension", "D. Petz, Quasi-entropies for finite quantum systems (p up to 2)", 1986, 4),
        Conjecture("logarithmic-negativity-is-convex", "2 * log(normN(ptranspose(2, 2, (Q + R) / 2))) <= log(normN(ptranspose(2, 2, Q))) + log(normN(ptranspose(2, 2, R)))", PAIR4, "question", "M. B. Plenio, Logarithmic negativity: a full entanglement monotone that is not convex", 2005, 4),
        Conjecture("pinsker-with-a-fourth-power", f"tr(Q @ (logm(Q) - logm(R))) >= {distance}**2 / 2 + {distance}**4 / 35", PAIRED, "extension", "S. Kullback; F. Topsøe, Bounds for entropy and divergence (1/36)", 2001, 2),
        Conjecture("skew-information-and-commutators", f"{skew('H')} * {skew('K')} >= {commutator()}", OBSERVED, "question", "S. Luo, Q. Zhang; H. Kosaki, Matrix trace inequalities related to uncertainty principle", 2005, 2),
        Conjecture("matrices-of-root-fidelities", f"lmin({roots('QRST')}) >= 0", dict.fromkeys("QRST", "density(2)"), "question", "M. Fannes, F. de Melo, W. Roga, K. Życzkowski, Matrices of fidelities for ensembles of quantum states (three states)", 2012, 2),
        Conjecture("mutual-information-and-entropy", f"{entropy(one)} + {entropy(two)} - {entropy('R')} <= 3/2 * {entropy(one)}", {"R": "density(4)"}, "extension", "H. Araki, E. H. Lieb, Entropy inequalities (2, at pure states only)", 1970, 4),
    ]  # fmt: skip


CONTINUA = (*_means(), *_norms(), *_maps(), *_states())

ALUTHGE = "sqrtm(absm(A)) @ polar(A) @ sqrtm(absm(A))"
WHOLE = "block([[A, 0 * A], [0 * A, B]])"
LOWER = "had(A, [[1, 0, 0], [1, 1, 0], [1, 1, 1]])"
HALF = "((Q + R) / 2)"

# name, variables, hypotheses, claim: why it is true is said behind it
TRUE_CONTINUA: tuple[tuple[str, dict[str, str], tuple[str, ...], str], ...] = (
    # two projectors have angles: sin cos is at most 1/2
    ("commutators-of-projectors", PROJECTORS, (), "norm2(P @ Q - Q @ P) <= 1/2"),
    # R.-C. Li: with A = UP, B = VQ, P(I - W) + (I - W)Q = U^T(A - B) - (A - B)^T V up to orthogonal factors
    ("polar-factors", REAL, (), "norm2(polar(A) - polar(B)) <= 2 / (smin(A) + smin(B)) * norm2(A - B)"),
    # M. Fannes; K. M. R. Audenaert, here at order 2: the entropy of T and 1 - T
    ("fannes-and-audenaert", {"Q": "density(2)", "R": "density(2)", "t": "interval(1/100, 99/100)"}, ("2 * t == normN(Q - R)",), f"{entropy('Q')} - {entropy('R')} <= 0 - t * log(t) - (1 - t) * log(1 - t)"),
    # S. Kullback
    ("kullback", PAIRED, (), "tr(Q @ (logm(Q) - logm(R))) >= normN(Q - R)**2 / 2 + normN(Q - R)**4 / 36"),
    # K. M. R. Audenaert: Tsallis entropies from 1 on are subadditive
    ("tsallis", {"R": "density(4)", "q": "interval(1, 4)"}, (), "1 + sum(lam(R)**q) >= sum(lam(ptrace1(2, 2, R))**q) + sum(lam(ptrace2(2, 2, R))**q)"),
    # H. Araki, E. H. Lieb
    ("araki-and-lieb", {"R": "density(4)"}, (), f"{entropy('R')} >= {entropy('ptrace1(2, 2, R)')} - {entropy('ptrace2(2, 2, R)')}"),
    # T. Yamazaki
    ("yamazaki", {**N3, "A": "real(n, n)"}, (), f"numradius(A) <= (norm2(A) + numradius({ALUTHGE})) / 2"),
    # M. Lin
    ("fischer-with-two", {"A": "pd(2)", "B": "pd(2)"}, (), "abs(det(A + 1j * B)) <= 2 * abs(A[1, 1] + 1j * B[1, 1]) * abs(A[2, 2] + 1j * B[2, 2])"),
    # A. Ostrowski, O. Taussky
    ("ostrowski-and-taussky", {**N4, "A": "pd(n)", "H": "symmetric(n)"}, (), "abs(det(A + 1j * H)) >= det(A)"),
    # X. Zhan
    ("differences-of-positive-matrices", TWO, (), f"s(A - B)[i] <= s({WHOLE})[i] for i in 1..n"),
    # G. Corach, H. Porta, L. Recht
    ("corach-porta-recht", {**N4, "S": "pd(n)", "X": "real(n, n)"}, (), "norm2(S @ X @ inv(S) + inv(S) @ X @ S) >= 2 * norm2(X)"),
    # R. Bhatia, C. Davis
    ("heinz-differences", {**TWO, "X": "real(n, n)", "p": "interval(0, 1)"}, (), "norm2(powm(A, p) @ X @ powm(B, 1 - p) - powm(A, 1 - p) @ X @ powm(B, p)) <= abs(2 * p - 1) * norm2(A @ X - X @ B)"),
    # J.-C. Bourin, F. Hiai: anti-norms are superadditive
    ("anti-norms", {**TWO, "p": "interval(1/4, 4)"}, (), "tr(powm(A + B, -1 * p))**(-1/p) >= tr(powm(A, -1 * p))**(-1/p) + tr(powm(B, -1 * p))**(-1/p)"),
    # Pinsker's inequality twice
    ("jensen-and-shannon", PAIRED, (), f"{entropy(HALF)} - ({entropy('Q')} + {entropy('R')}) / 2 >= normN(Q - R)**2 / 8"),
    # Golden, Thompson; Araki, Lieb, Thirring
    ("logarithms-below-sandwiches", {**TWO, "p": "interval(1/2, 3)"}, (), f"tr(expm(p * logm(A) + (1 - p) * logm(B))) <= {sandwiched('A', 'B')}"),
    # S. Luo, Heisenberg-type uncertainty relation for mixed states
    ("luo", OBSERVED, (), f"{skew('H')} * (2 * {variance('H')} - {skew('H')}) * {skew('K')} * (2 * {variance('K')} - {skew('K')}) >= ({commutator()})**2"),
    # R. B. Bapat, V. S. Sunder
    ("bapat-and-sunder", {"A": "symmetric(3)", "K": "correlation(3)"}, (), "majorized(lam(had(A, K)), lam(A))"),
    # E. Reich
    ("gauss-and-seidel", CORNER, (), f"rho(I(3) - inv({LOWER}) @ A) <= 1"),
    # H. W. Guggenheimer, A. S. Edelman, C. R. Johnson
    ("conditions-and-determinants", {**N4, "A": "real(n, n)"}, ("abs(det(A)) > 0",), "cond(A) <= 2 / abs(det(A)) * (normF(A) / sqrt(n))**n"),
    # dilation: the numerical radius of a Kronecker product
    ("hadamard-with-a-norm", REAL, (), "numradius(had(A, B)) <= norm2(A) * numradius(B)"),
    # fidelity is homogeneous and jointly concave
    ("bures-distance-and-translations", TRANSLATED, (), "normN(sqrtm(A + C) @ sqrtm(B + C)) >= normN(sqrtm(A) @ sqrtm(B)) + tr(C)"),
    # T. Ando, F. Hiai
    ("log-convexity", {**TWO, "p": "interval(0, 1)"}, (), "lmin(geomean(powm(A, -1 * p), powm(B, -1 * p)) - powm((A + B) / 2, -1 * p)) >= 0"),
    # angles of Bures are a metric
    ("three-root-fidelities", dict.fromkeys("QRS", "density(2)"), (), f"lmin({roots('QRS')}) >= 0"),
)  # fmt: skip
