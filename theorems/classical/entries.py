"""Facts about entries, diagonal matrices, Kronecker products and lists of entries that proofs lean on."""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import RUDIN, TEXTBOOK, TOPICS, A, M, P, T, c, n, q, r, x
from lemmata.theorems.classical import B as A_2
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.language import (
    ActivationPattern,
    Diagonal,
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    MatSumOver,
    MaxOver,
    Scalar,
    StackOver,
    Statement,
    SumOver,
    Symmetric,
    Unit,
    Vector,
    chain,
    cond,
    det,
    diag,
    entries,
    eq,
    forall,
    kron,
    lam,
    lmax,
    lmin,
    maxabs,
    normF,
    ones,
    rank,
    s,
    smax,
    smin,
    sqrt,
    total,
    tr,
)

frobenius_of_entries = Statement(
    id="classical.frobenius-of-entries",
    title="Frobenius norm and largest entry",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=normF(T) ** 2 <= r * q * maxabs(T) ** 2,
)

product_of_entries = Statement(
    id="classical.entries-of-product",
    title="Largest entry of a product",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=(maxabs(M @ P) <= n * maxabs(M) * maxabs(P), maxabs(diag(x) @ M) <= maxabs(x) * maxabs(M)),
)

constant_matrix = Statement(
    id="classical.constant-matrix",
    title="Largest singular value of a matrix with equal entries",
    source=TEXTBOOK.at("Section 1.4"),
    kind=Kind.ALGEBRAIC,
    claim=eq(smax(c * ones(n, n)), abs(c) * n),
)

condition_of_product = Statement(
    id="classical.condition-of-product",
    title="Condition number of a product with a non-singular factor",
    source=TEXTBOOK.at(TOPICS, "Theorem 3.3.16"),
    kind=Kind.ALGEBRAIC,
    given=smin(M) > 0,
    claim=cond(M @ P) <= smax(M) / smin(M) * cond(P),
    notes="Non-zero singular values only: M P has the rank of P.",
)

equal_condition = Statement(
    id="classical.equal-condition",
    title="Equal singular values give equal condition numbers",
    source=TEXTBOOK.at("Section 5.8"),
    kind=Kind.ALGEBRAIC,
    given=eq(s(M), s(P)),
    claim=eq(cond(M), cond(P)),
)

m = Dim("m", 0, n)
projection = ActivationPattern("D", m, n, 0)
condition_of_projection = Statement(
    id="classical.condition-of-projection",
    title="Condition number of a coordinate projection",
    source=TEXTBOOK.at("Section 5.8"),
    kind=Kind.ALGEBRAIC,
    claim=eq(cond(projection), 1),
)

eta = Scalar("eta", 0, 1)
D = ActivationPattern("D", m, n, eta)
two_valued_diagonal = Statement(
    id="classical.two-valued-diagonal",
    title="Singular values of a diagonal matrix with m entries eta and otherwise 1",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    claim=(smax(D) <= 1, smin(D) >= eta, smin(D) >= 1 - m * (1 - eta), smin(D) >= 1 - sqrt(m) * (1 - eta)),
    notes="The least entry is 1 for m = 0 and eta otherwise, and 1 <= sqrt(m) <= m then.",
)

n_2 = Dim("n", 2)
N = Matrix("M", n_2, n_2)
two_of_a_sum = Statement(
    id="classical.two-of-a-sum",
    title="Two squares are at most the sum of all",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    claim=(smax(N) - c) ** 2 + (smin(N) - c) ** 2 <= total((s(N) - c) ** 2),
)

range_of_eigenvalues = Statement(
    id="classical.eigenvalue-range",
    title="Every eigenvalue lies between the least and the largest",
    source=TEXTBOOK.at("4.2"),
    kind=Kind.ALGEBRAIC,
    claim=chain(lmin(A), "<=", lam(A), "<=", lmax(A)),
)

rank_one = Statement(
    id="classical.rank-one",
    title="Largest eigenvalue of a column times its transpose",
    source=TEXTBOOK.at("Section 1.3"),
    kind=Kind.ALGEBRAIC,
    claim=eq(lmax(x @ x.T), tr(x.T @ x)),
)

one_row = Statement(
    id="classical.condition-of-a-row",
    title="Condition number of a single row",
    source=TEXTBOOK.at("Section 5.8"),
    kind=Kind.ALGEBRAIC,
    given=normF(x) > 0,
    claim=(eq(cond(x.T), 1), smax(x.T) > 0),
)

R, S = Matrix("R", r, r), Matrix("S", q, q)
kronecker_singular = Statement(
    id="classical.kronecker-singular-values",
    title="Singular values of a Kronecker product",
    source=TEXTBOOK.at(TOPICS, "Theorem 4.2.15"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(s(kron(R, S)), s(kron(R, diag(s(S))))),
        eq(cond(kron(T, M)), cond(T) * cond(M)),
    ),
)

w = Vector("w", r * q)
G_r, H_q = Symmetric("G", r), Symmetric("H", q)
kronecker_forms = Statement(
    id="classical.kronecker-forms",
    title="Rayleigh quotients of Kronecker products with the identity",
    source=TEXTBOOK.at(TOPICS, "Section 4.2"),
    kind=Kind.ALGEBRAIC,
    claim=(
        chain(
            lmin(H_q) * tr(w.T @ w), "<=", tr(w.T @ kron(Id(r), H_q) @ w), "<=", lmax(H_q) * tr(w.T @ w)
        ),
        lmin(G_r) * tr(w.T @ w) <= tr(w.T @ kron(G_r, Id(q)) @ w),
    ),
)  # fmt: skip

kronecker_psd = Statement(
    id="classical.kronecker-psd",
    title="Kronecker products of positive semidefinite matrices are positive semidefinite",
    source=TEXTBOOK.at(TOPICS, "Corollary 4.2.13"),
    kind=Kind.ALGEBRAIC,
    given=(lmin(G_r) >= 0, lmin(H_q) >= 0),
    claim=lmin(kron(G_r, H_q)) >= 0,
)

B, X, b = Matrix("B", r, r), Matrix("X", r, q), Vector("b", q)
i, j = Index("i"), Index("j")
stacked_columns = Statement(
    id="classical.stack",
    title="Columns below each other as a sum of Kronecker products with unit columns",
    source=TEXTBOOK.at(TOPICS, "Definition 4.2.9"),
    kind=Kind.ALGEBRAIC,
    claim=eq(StackOver(j, 1, q, X @ Unit(q, j)), MatSumOver(j, 1, q, kron(Unit(q, j), X @ Unit(q, j)))),
)

listed = Statement(
    id="classical.listed-by-columns",
    title="A product with a column, from the factor listed column by column or row by row",
    source=TEXTBOOK.at(TOPICS, "Lemma 4.3.1"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(B @ X @ b, kron(b.T, B) @ StackOver(j, 1, q, X @ Unit(q, j))),
        eq(B @ X @ b, kron(B, b.T) @ StackOver(i, 1, r, X.T @ Unit(r, i))),
    ),
)

powers = Statement(
    id="classical.powers",
    title="Powers of one base multiply",
    source=TEXTBOOK.at(RUDIN, "Exercise 1.6"),
    kind=Kind.ALGEBRAIC,
    given=(number > 0, other >= 0),
    claim=(
        eq(sqrt(other**2 * number) * number ** Fraction(1, 6), other * number ** Fraction(2, 3)),
        eq(number ** Fraction(1, 3) * number ** Fraction(2, 3), number),
    ),
)

negation = Statement(
    id="classical.negation",
    title="Eigenvalues of the negative",
    source=TEXTBOOK.at("Theorem 1.1.6"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(lmin(-A), -lmax(A)), eq(lmax(-A), -lmin(A))),
)

psd_congruence = Statement(
    id="classical.psd-congruence",
    title="Congruence keeps positive semidefiniteness",
    source=TEXTBOOK.at("Observation 7.1.8"),
    kind=Kind.ALGEBRAIC,
    given=lmin(A) >= 0,
    claim=lmin(M.T @ A @ M) >= 0,
)

unit_columns = Statement(
    id="classical.unit-columns",
    title="The unit columns times their transposes add up to the identity",
    source=TEXTBOOK.at("Section 0.1", "definition"),
    kind=Kind.ALGEBRAIC,
    claim=eq(MatSumOver(i, 1, n, Unit(n, i) @ Unit(n, i).T), Id(n)),
)

K, G = Diagonal("K", r), Diagonal("G", q)
W = Diagonal("K", n)
i_r, j_q = Index("i", 1, r), Index("j", 1, q)


def entry_at(X: Any, i: Any, j: Any) -> Any:
    """The entry of a matrix in row i and column j."""
    return tr(Unit(X.shape[0], i).T @ X @ Unit(X.shape[1], j))


entries_bounded = Statement(
    id="classical.entries",
    title="No entry is larger than the largest",
    source=TEXTBOOK.at("Section 5.6", "definition"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, r, j, 1, q, abs(entry_at(T, i, j)) <= maxabs(T)),
)

largest_modulus = Statement(
    id="classical.largest-entry",
    title="The largest modulus of an entry, column by column",
    source=TEXTBOOK.at("Section 5.6", "definition"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(maxabs(T), MaxOver(j, 1, q, maxabs(T @ Unit(q, j)))),
        eq(maxabs(x), MaxOver(i, 1, n, abs(tr(Unit(n, i).T @ x)))),
    ),
)

diagonal_columns = Statement(
    id="classical.diagonal",
    title="Columns of a diagonal matrix",
    source=TEXTBOOK.at("0.9.1", "definition"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, eq(W @ Unit(n, i), entry_at(W, i, i) * Unit(n, i))),
)

weighted_columns = Statement(
    id="classical.weighted-columns",
    title="Weighted squares of the entries of a column",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    given=lmin(K) >= 0,
    claim=forall(j, 1, q, tr(Unit(q, j).T @ T.T @ K @ T @ Unit(q, j)) <= tr(K) * maxabs(T) ** 2),
)

weighted_squares = Statement(
    id="classical.weighted-squares",
    title="Weighted squares of all entries",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    given=(lmin(K) >= 0, lmin(G) >= 0),
    claim=tr(G @ T.T @ K @ T) <= tr(K) * tr(G) * maxabs(T) ** 2,
)

weighted_trace = Statement(
    id="classical.weighted-trace",
    title="Weighted sum of the entries on the diagonal",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    given=lmin(W) >= 0,
    claim=tr(W @ M) <= tr(W) * maxabs(M),
)

ones_by_columns = Statement(
    id="classical.ones",
    title="The matrix of ones is a product of columns of ones",
    source=TEXTBOOK.at("Section 0.2", "definition"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(ones(r, q), ones(r, 1) @ ones(q, 1).T),
        eq(tr(ones(r, 1).T @ ones(r, 1)), r),
        eq(ones(r, q).T, ones(q, r)),
        eq(entries(ones(r, 1)), 1),
    ),
)

E = Matrix("E", r, q)
least_stretching_above = Statement(
    id="classical.least-stretching-above",
    title="The least length of the image of a unit vector grows at most by the Frobenius norm of the perturbation",
    source=TEXTBOOK.at("Corollary 7.3.5"),
    kind=Kind.ALGEBRAIC,
    claim=sqrt(lmin((T + E).T @ (T + E))) <= sqrt(lmin(T.T @ T)) + normF(E),
)

least_stretching = Statement(
    id="classical.least-stretching",
    title="The least length of the image of a unit vector moves by at most the Frobenius norm of the perturbation",
    source=TEXTBOOK.at("Corollary 7.3.5"),
    kind=Kind.ALGEBRAIC,
    claim=chain(-normF(E), "<=", sqrt(lmin((T + E).T @ (T + E))) - sqrt(lmin(T.T @ T)), "<=", normF(E)),
)

trace_by_units = Statement(
    id="classical.trace-by-units",
    title="The trace as a sum over unit columns",
    source=TEXTBOOK.at("Section 1.2"),
    kind=Kind.ALGEBRAIC,
    claim=eq(tr(M), SumOver(i, 1, n, tr(Unit(n, i).T @ M @ Unit(n, i)))),
)

equal_spectra = Statement(
    id="classical.equal-spectra",
    title="Equal matrices have equal eigenvalues",
    source=TEXTBOOK.at("Section 1.1"),
    kind=Kind.ALGEBRAIC,
    given=eq(A, A_2),
    claim=eq(lam(A), lam(A_2)),
)

negated_spectrum = Statement(
    id="classical.negated-spectrum",
    title="Eigenvalues of the negative, in descending order",
    source=TEXTBOOK.at("Theorem 1.1.6"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, eq(lam(-A, i), -lam(A, n + 1 - i))),
)

positive_quotient = Statement(
    id="classical.positive-quotient",
    title="The divisor of a positive number with a positive quotient is positive",
    source=TEXTBOOK.at("real numbers"),
    kind=Kind.ALGEBRAIC,
    given=(number > 0, number / other > 0),
    claim=other > 0,
)

singular = Statement(
    id="classical.singular",
    title="A matrix with zero determinant has a vanishing singular value and no full rank",
    source=TEXTBOOK.at("Section 0.5"),
    kind=Kind.ALGEBRAIC,
    given=eq(det(M), 0),
    claim=(eq(smin(M), 0), rank(M) <= n - 1),
)
