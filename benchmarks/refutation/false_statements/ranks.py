"""False statements that hold for almost all matrices: singular, nilpotent, defective or commuting ones break them."""

from __future__ import annotations

from benchmarks.refutation.literature import (
    GOLDBERG_ZWAS,
    HORN_JOHNSON,
    JACOBSON,
    THOMPSON,
    TOPICS,
    ZHANG,
    collector,
)
from lemmata.theorems.language import (
    Dim,
    Id,
    Matrix,
    Nonnegative,
    Statement,
    Symmetric,
    Vector,
    cond,
    det,
    eq,
    expm,
    had,
    kron,
    lam,
    lmax,
    maxabs,
    maximum,
    normF,
    rank,
    real_eigenvalues,
    s,
    smax,
    smin,
    spectral_radius,
    tr,
)

STATEMENTS: list[Statement] = []
false = collector("false", STATEMENTS)

n, few, pair = Dim("n"), Dim("n", 1, 4), Dim("n", 2)
A, B, C = (Matrix(name, n, n) for name in "ABC")
A2, B2 = (Matrix(name, pair, pair) for name in "AB")
x = Vector("x", n)

# Broken by n = 3; A = [[1, 0, 0], [0, 1, 0], [0, 0, 0]]; B = [[2, 0, 0], [0, 1, 1], [0, 1, 1]]
false(
    "cond-product",
    "The condition number is submultiplicative, zero singular values left out",
    HORN_JOHNSON.at("chapter 5, on condition numbers of nonsingular matrices"),
    cond(A @ B) <= cond(A) * cond(B),
)

# Broken by n = 3; A = [[0, 0, 0], [0, 0, 1], [1, 1, 1]]
false(
    "cond-square",
    "Squaring a matrix at most squares its condition number, zero singular values left out",
    HORN_JOHNSON.at("chapter 5, on condition numbers of nonsingular matrices"),
    cond(A @ A) <= cond(A) ** 2,
)

# Broken by n = 2; A = [[0, 1], [0, 0]]
false(
    "rank-square",
    "A matrix and its square have the same rank",
    ZHANG.at("chapter 2, on ranks of products and powers"),
    eq(rank(A @ A), rank(A)),
)

# Broken by n = 2; A = [[1, 0], [0, 0]]; B = [[0, 1], [0, 0]]
false(
    "rank-swap",
    "AB and BA have the same rank, as they have the same eigenvalues",
    ZHANG.at("chapter 2, on ranks of products"),
    eq(rank(A @ B), rank(B @ A)),
)

# Broken by n = 2; A = [[1, 0], [0, 0]]; B = [[0, 1], [0, 0]]; C = [[0, 0], [1, 0]]
false(
    "rank-insertion",
    "A factor put in the middle does not raise the rank",
    HORN_JOHNSON.at("0.4.5, on ranks of products"),
    rank(A @ B @ C) <= rank(A @ C),
)

# Broken by n = 2; A = [[0, 1], [0, 0]]; B = [[0, 1], [0, 0]]
false(
    "rank-modular",
    "Sylvester's rank inequality with the rank of the sum in place of n",
    HORN_JOHNSON.at("0.4.5, Sylvester's inequality"),
    rank(A) + rank(B) - rank(A + B) <= rank(A @ B),
)

# Broken by n = 1; A = [[1]]; B = [[-1]]
false(
    "rank-sum",
    "A sum has at least the rank of each summand",
    HORN_JOHNSON.at("0.4.5, on ranks of sums; true for positive semidefinite summands"),
    rank(A + B) >= maximum(rank(A), rank(B)),
)

# Broken by n = 6; A = [[1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0],
# [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]];
# B = [[1, 0, 0, 1, 0, 0], [0, 1, 0, 0, 1, 0], [0, 0, 1, 0, 0, 1],
# [1, 0, 0, 1, 0, 0], [0, 1, 0, 0, 1, 0], [0, 0, 1, 0, 0, 1]]
false(
    "rank-hadamard",
    "The rank of an entrywise product is at most the sum of the ranks: true to n = 5, false from n = 6 on",
    TOPICS.at("chapter 5, where the bound is the product of the ranks"),
    rank(had(A, B)) <= rank(A) + rank(B),
)

# Broken by n = 2; A = [[1, 0], [0, 0]]
false(
    "eigenvalues-by-rank",
    "A matrix has at most as many distinct real eigenvalues as its rank",
    ZHANG.at("chapter 2, on rank and non-zero eigenvalues"),
    real_eigenvalues(A) <= rank(A),
)

# Broken by n = 2; A = [[1, 0], [0, 1]]
false(
    "distinct-eigenvalues",
    "A symmetric matrix has n distinct eigenvalues",
    HORN_JOHNSON.at("chapter 4; true for Jacobi matrices"),
    eq(real_eigenvalues(Symmetric("A", n)), n),
)

M = Matrix("A", few, few)

# Broken by n = 2; A = [[1, 0], [0, -1]]
false(
    "kronecker-sum",
    "The Kronecker sum of a nonsingular matrix with itself is nonsingular",
    TOPICS.at("chapter 4, Lyapunov's equation"),
    smin(kron(M, Id(few)) + kron(Id(few), M)) > 0,
    given=smin(M) > 0,
)

# Broken by n = 2; A = [[1, 0], [0, 1]]
false(
    "commutant",
    "Only the polynomials in A commute with A: the commutant has dimension n",
    TOPICS.at("chapter 4, where A has to be nonderogatory"),
    eq(rank(kron(M, Id(few)) - kron(Id(few), M.T)), few**2 - few),
)

# Broken by n = 4; A = [[0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
false(
    "square-zero",
    "A matrix whose square is zero has rank one at most: true to n = 3, false from n = 4 on",
    ZHANG.at("chapter 2, where the bound is n / 2"),
    rank(A) <= 1,
    given=eq(A @ A, 0 * A),
)

# Broken by n = 3; A = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
false(
    "cube-zero",
    "A matrix whose cube is zero has rank n / 2 at most: true to n = 2, false from n = 3 on",
    ZHANG.at("chapter 2, where that is said of matrices whose square is zero"),
    2 * rank(A) <= n,
    given=eq(A @ A @ A, 0 * A),
)

# Broken by n = 3; A = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
false(
    "two-traces",
    "A matrix with tr A = tr A^2 = 0 is singular: true to n = 2, false from n = 3 on",
    HORN_JOHNSON.at("chapter 2, where the traces of all powers up to the n-th make A nilpotent"),
    eq(det(A), 0),
    given=(eq(tr(A), 0), eq(tr(A @ A), 0)),
)

# Broken by n = 2; A = [[1, 0], [0, 0]]; B = [[0, 0], [1, 0]]
false(
    "annihilation",
    "If AB = 0 then BA = 0",
    ZHANG.at("chapter 2, on products"),
    eq(B @ A, 0 * A),
    given=eq(A @ B, 0 * A),
)

# Broken by n = 2; A = [[1, 1], [0, 0]]
false(
    "idempotent",
    "A projection, oblique or not, has norm one at most",
    HORN_JOHNSON.at("chapter 5; true for orthogonal projections"),
    smax(A) <= 1,
    given=eq(A @ A, A),
)

# Broken by n = 2; A = [[1, 1], [0, 0]]; B = [[0, 0], [0, 1]]
false(
    "idempotent-product",
    "A product of projections is a projection",
    ZHANG.at("chapter 5, idempotent matrices; true for commuting ones"),
    eq(A @ B @ A @ B, A @ B),
    given=(eq(A @ A, A), eq(B @ B, B)),
)

# Broken by n = 2; A = [[1, 0], [0, 2]]; B = [[0, 1], [1, 0]]
false(
    "normal-product",
    "A product of normal matrices is normal",
    HORN_JOHNSON.at("chapter 2, normal matrices; true for commuting ones"),
    eq(A @ B @ (A @ B).T, (A @ B).T @ A @ B),
    given=(eq(A @ A.T, A.T @ A), eq(B @ B.T, B.T @ B)),
)

# Broken by n = 3; A = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]; B = [[0, 0, 0], [0, 1, 0], [0, 0, 2]]
false(
    "jacobson",
    "If AB - BA = A then A^2 = 0: true to n = 2, false from n = 3 on",
    JACOBSON.at("whose lemma says that A is nilpotent"),
    eq(A @ A, 0 * A),
    given=eq(A @ B - B @ A, A),
)

# Broken by n = 2; A = [[0, 1], [0, 0]]; B = [[1, 0], [0, 0]]
false(
    "kleinecke",
    "If A commutes with AB - BA then A commutes with B",
    JACOBSON.at("where AB - BA turns out to be nilpotent"),
    eq(A @ B, B @ A),
    given=eq(A @ (A @ B - B @ A), (A @ B - B @ A) @ A),
)

# Broken by n = 3; A = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]; B = [[0, 1, 1], [0, 0, 0], [0, 0, 0]]
false(
    "three-traces",
    "The traces of A, A^2 and A^T A determine the singular values: true to n = 2, false from n = 3 on",
    HORN_JOHNSON.at("chapter 2, Pearcy's theorem, which takes longer words in A and A^T"),
    eq(s(A), s(B)),
    given=(eq(tr(A), tr(B)), eq(tr(A @ A), tr(B @ B)), eq(tr(A.T @ A), tr(B.T @ B))),
)

# Broken by n = 3; A = [[1, 0, 0], [0, 0, 1], [0, 0, 0]]
false(
    "spectral-matrix",
    "A matrix whose norm is its spectral radius is normal: true to n = 2, false from n = 3 on",
    GOLDBERG_ZWAS.at("on spectral matrices"),
    eq(A @ A.T, A.T @ A),
    given=eq(smax(A), spectral_radius(A)),
)

N = Nonnegative("A", n, n)

# Broken by n = 2; A = [[0, 1], [0, 0]]
false(
    "perron-root-positive",
    "A non-negative matrix that is not zero has a positive spectral radius",
    HORN_JOHNSON.at("chapter 8, where A has to be irreducible"),
    spectral_radius(N) > 0,
    given=maxabs(N) > 0,
)

N2 = Nonnegative("A", pair, pair)

# Broken by n = 2; A = [[1, 0], [0, 1]]
false(
    "perron-root-simple",
    "The largest eigenvalue of a symmetric non-negative matrix is simple",
    HORN_JOHNSON.at("chapter 8, where the matrix has to be irreducible"),
    lam(N2 + N2.T, 1) > lam(N2 + N2.T, 2),
)

H = Symmetric("A", n)

# Broken by n = 2; A = [[1, 0], [0, 0]]; x = [[0], [1]]
false(
    "rank-one-update",
    "Adding x x^T with x not zero strictly raises the largest eigenvalue",
    HORN_JOHNSON.at("chapter 4, interlacing under rank-one updates, where inequalities are weak"),
    lmax(H + x @ x.T) > lmax(H),
    given=normF(x) > 0,
)

# Broken by n = 2; A = [[1, 0], [0, 1]]; B = [[1, 0], [0, 1]]
false(
    "strict-product",
    "The norm of a product of nonsingular matrices is strictly below the product of norms from n = 2 on",
    HORN_JOHNSON.at("chapter 5, submultiplicativity, where the inequality is weak"),
    smax(A2 @ B2) < smax(A2) * smax(B2),
    given=(smin(A2) > 0, smin(B2) > 0),
)

H2, K2 = Symmetric("A", pair), Symmetric("B", pair)

# Broken by n = 2; A = [[0, 0], [0, 0]]; B = [[0, 0], [0, 0]]
false(
    "strict-golden-thompson",
    "The Golden-Thompson inequality is strict from n = 2 on",
    THOMPSON.at("where equality holds for commuting matrices"),
    tr(expm(H2 + K2)) < tr(expm(H2) @ expm(K2)),
)
