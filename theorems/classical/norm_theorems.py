"""Norms of sums, products and multiples; norms beside traces, ranks and entries; rectifiers."""

from lemmata.theorems.classical import TOPICS, M, P, T, c, i, j, n, q, r, x
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.classical.entries import entry_at
from lemmata.theorems.classical.rectangular import S, U, y
from lemmata.theorems.language import (
    Id,
    Matrix,
    Orthogonal,
    Statement,
    SumOver,
    Unit,
    cond,
    eq,
    forall,
    kron,
    maxabs,
    maximum,
    norm2,
    normF,
    ones,
    rank,
    relu,
    s,
    smax,
    smin,
    sqrt,
    tr,
)

NORMS: list[Statement] = []
theorem = collector(NORMS)
Q = Orthogonal("Q", n)
W = Matrix("W", r, q)

theorem(
    "classical.frobenius-triangle", "Triangle inequality of the Frobenius norm", "Section 5.6",
    normF(T + S) <= normF(T) + normF(S),
)  # fmt: skip
theorem(
    "classical.frobenius-left-factor", "Frobenius norm of a product, and the operator norm of the left factor",
    "Section 5.6", normF(T @ U) <= smax(T) * normF(U),
)  # fmt: skip
theorem(
    "classical.frobenius-right-factor", "Frobenius norm of a product, and the operator norm of the right factor",
    "Section 5.6", normF(T @ U) <= normF(T) * smax(U),
)  # fmt: skip
theorem(
    "classical.frobenius-submultiplicative", "The Frobenius norm of a product", "Section 5.6",
    normF(T @ U) <= normF(T) * normF(U),
)  # fmt: skip
theorem(
    "classical.operator-below-frobenius", "The operator norm is at most the Frobenius norm", "Section 5.6",
    smax(T) <= normF(T),
)  # fmt: skip
theorem(
    "classical.frobenius-by-columns", "The Frobenius norm from the operator norm and the number of columns or rows",
    "Section 5.6", (normF(T) <= sqrt(q) * smax(T), normF(T) <= sqrt(r) * smax(T)),
)  # fmt: skip
theorem(
    "classical.frobenius-by-rank", "The Frobenius norm from the operator norm and the rank", "Section 5.6",
    normF(T) <= sqrt(rank(T)) * smax(T),
)  # fmt: skip
theorem(
    "classical.frobenius-of-multiple", "The Frobenius norm of a multiple", "Section 5.6",
    eq(normF(c * T), abs(c) * normF(T)),
)  # fmt: skip
theorem(
    "classical.norm-of-multiple", "The operator norm of a multiple", "Section 5.6", eq(smax(c * T), abs(c) * smax(T))
)
theorem(
    "classical.singular-values-of-multiple", "Singular values of a multiple", "Section 2.6",
    (eq(s(c * M), abs(c) * s(M)), eq(smin(c * M), abs(c) * smin(M))),
)  # fmt: skip
theorem(
    "classical.largest-entry-of-multiple", "The largest entry of a multiple", "Section 5.6",
    eq(maxabs(c * T), abs(c) * maxabs(T)),
)  # fmt: skip
theorem(
    "classical.frobenius-of-transposed", "A matrix and its transpose have the same Frobenius norm", "Section 5.6",
    eq(normF(T.T), normF(T)),
)  # fmt: skip
theorem(
    "classical.norm-of-negative", "A matrix and its negative have the same norms", "Section 5.6",
    (eq(smax(-T), smax(T)), eq(normF(-T), normF(T)), eq(smin(-T), smin(T))),
)  # fmt: skip
theorem(
    "classical.inner-product", "Cauchy's inequality for the inner product of matrices", "Theorem 5.1.4",
    abs(tr(T.T @ S)) <= normF(T) * normF(S),
)  # fmt: skip
theorem(
    "classical.trace-of-product", "The trace of a product is at most the product of the Frobenius norms",
    "Theorem 5.1.4", abs(tr(M @ P)) <= normF(M) * normF(P),
)  # fmt: skip
theorem(
    "classical.trace-below-frobenius", "Squared trace and Frobenius norm", "Section 5.6",
    tr(M) ** 2 <= n * normF(M) ** 2,
)  # fmt: skip
theorem(
    "classical.trace-below-norm", "The trace is at most n times the operator norm", "Section 5.6",
    abs(tr(M)) <= n * smax(M),
)  # fmt: skip
theorem(
    "classical.trace-of-square", "Schur: the trace of the square is at most the squared Frobenius norm",
    ("Theorem 2.3.1", "defect from normality"), tr(M @ M) <= normF(M) ** 2,
)  # fmt: skip
theorem(
    "classical.norms-differ", "Norms differ by at most the norm of the difference", "Section 5.1",
    (abs(smax(T) - smax(S)) <= smax(T - S), abs(normF(T) - normF(S)) <= normF(T - S)),
)  # fmt: skip
theorem(
    "classical.norms-of-sum-below", "The triangle inequality from below", "Section 5.1",
    (smax(T) - smax(S) <= smax(T + S), normF(T) - normF(S) <= normF(T + S)),
)  # fmt: skip
theorem(
    "classical.entry-below-norm", "No entry exceeds the operator norm", "Section 5.6",
    (maxabs(T) <= smax(T), maxabs(T) <= normF(T)),
)  # fmt: skip
theorem(
    "classical.norm-below-entries", "The operator norm from the largest entry", "Section 5.6",
    (smax(T) <= sqrt(r * q) * maxabs(T), normF(T) <= sqrt(r * q) * maxabs(T)),
)  # fmt: skip
theorem(
    "classical.entries-triangle", "Triangle inequality of the largest entry", "Section 5.6",
    maxabs(T + S) <= maxabs(T) + maxabs(S),
)  # fmt: skip
theorem(
    "classical.image-length", "A matrix stretches lengths by at most its operator norm", "Section 5.6",
    normF(T @ y) <= smax(T) * normF(y),
)  # fmt: skip
theorem(
    "classical.image-length-below", "A square matrix stretches lengths by at least its smallest singular value",
    "Section 2.6", smin(M) * normF(x) <= normF(M @ x),
)  # fmt: skip
theorem(
    "classical.norm-of-column", "All norms of a column agree", "Section 5.6",
    (eq(smax(x), normF(x)), eq(norm2(x), normF(x))),
)  # fmt: skip
theorem(
    "classical.orthogonal-norm", "An orthogonal matrix has norm one and singular values one", "Section 2.1",
    (eq(smax(Q), 1), eq(smin(Q), 1), eq(s(Q), 1)),
)  # fmt: skip
theorem(
    "classical.orthogonal-invariance", "Orthogonal factors keep singular values", "Theorem 2.6.3",
    (eq(s(Q @ M), s(M)), eq(s(M @ Q), s(M)), eq(s(Q.T @ M @ Q), s(M))),
)  # fmt: skip
theorem(
    "classical.orthogonal-invariance-of-norms", "Orthogonal factors keep norms", "Section 5.6",
    (
        eq(smax(Q @ M), smax(M)), eq(smax(M @ Q), smax(M)), eq(smin(Q @ M), smin(M)), eq(smin(M @ Q), smin(M)),
        eq(normF(Q @ M), normF(M)), eq(normF(M @ Q), normF(M)),
    ),
)  # fmt: skip
theorem(
    "classical.kronecker-norms", "Norms of a Kronecker product", (TOPICS, "Section 4.2"),
    (eq(normF(kron(T, M)), normF(T) * normF(M)), eq(smax(kron(T, M)), smax(T) * smax(M))),
)  # fmt: skip
theorem(
    "classical.kronecker-trace", "The trace of a Kronecker product", (TOPICS, "Corollary 4.2.13"),
    eq(tr(kron(M, W @ W.T)), tr(M) * tr(W @ W.T)),
)  # fmt: skip
theorem(
    "classical.rank-of-sum", "The rank of a sum", "0.4.5", rank(T + S) <= rank(T) + rank(S),
)  # fmt: skip
theorem(
    "classical.rank-of-transpose", "A matrix, its transpose and its Gram matrices have one rank", "0.4.6",
    (eq(rank(T.T), rank(T)), eq(rank(T.T @ T), rank(T)), eq(rank(T @ T.T), rank(T))),
)  # fmt: skip
theorem(
    "classical.rank-of-left-factor", "The rank of a product is at most that of the left factor", "0.4.5",
    rank(T @ U) <= rank(T),
)  # fmt: skip
theorem(
    "classical.rank-below-size", "The rank is at most the number of rows and of columns", "0.4.5",
    (rank(T) <= r, rank(T) <= q),
)  # fmt: skip
theorem(
    "classical.rank-of-multiple", "A non-zero factor keeps the rank", "0.4.6", eq(rank(c * T), rank(T)), abs(c) > 0,
)  # fmt: skip
cell = entry_at(T, i, j)
absolute = relu(T) + relu(-T)
theorem(
    "classical.rectifier-entries", "Entries of a rectified matrix", "real numbers, entry by entry",
    forall(i, 1, r, forall(j, 1, q, eq(entry_at(relu(T), i, j), maximum(cell, 0)))),
)  # fmt: skip
theorem(
    "classical.absolute-entries", "Positive and negative parts add up to moduli", "real numbers, entry by entry",
    forall(i, 1, r, forall(j, 1, q, eq(entry_at(absolute, i, j), abs(cell)))),
)  # fmt: skip
theorem(
    "classical.row-sums-by-entries", "Sums of the moduli of a row", "Section 5.6",
    forall(i, 1, r, eq(tr(Unit(r, i).T @ absolute @ ones(q, 1)), SumOver(j, 1, q, abs(cell)))),
)  # fmt: skip
theorem(
    "classical.rectifier-shortens", "A rectifier shortens", "real numbers, entry by entry",
    (normF(relu(T)) <= normF(T), maxabs(relu(T)) <= maxabs(T)),
)  # fmt: skip
theorem(
    "classical.rectifier-lipschitz", "A rectifier is Lipschitz with constant one", "real numbers, entry by entry",
    (normF(relu(T) - relu(S)) <= normF(T - S), maxabs(relu(T) - relu(S)) <= maxabs(T - S)),
)  # fmt: skip
theorem(
    "classical.small-perturbation", "The identity plus a contraction is invertible", "Corollary 5.6.16",
    smin(Id(n) + M) >= 1 - smax(M),
)  # fmt: skip
theorem(
    "classical.norms-of-difference", "Triangle inequality for a difference", "Section 5.1",
    (smax(T - S) <= smax(T) + smax(S), normF(T - S) <= normF(T) + normF(S), norm2(T - S) <= norm2(T) + norm2(S)),
)  # fmt: skip
theorem(
    "classical.non-negative-multiples", "Norms of a non-negative multiple", "Section 5.1",
    (
        eq(smax(c * T), c * smax(T)), eq(normF(c * T), c * normF(T)), eq(smin(c * M), c * smin(M)),
        eq(norm2(c * T), c * norm2(T)), eq(maxabs(c * T), c * maxabs(T)),
    ), c >= 0,
)  # fmt: skip
theorem(
    "classical.orthogonal-condition", "Orthogonal factors keep the condition number", "Section 5.8",
    (eq(cond(Q @ M), cond(M)), eq(cond(M @ Q), cond(M))),
)  # fmt: skip
theorem(
    "classical.operator-norm-triangle", "Triangle inequality and submultiplicativity of the operator norm",
    "Section 5.6", (norm2(T + S) <= norm2(T) + norm2(S), norm2(T @ U) <= norm2(T) * norm2(U)),
)  # fmt: skip
