"""Textbook facts that proofs lean on, each a statement that goes through the same mill."""

from lemmata.theorems.language import (
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    Paper,
    Scalar,
    Statement,
    Symmetric,
    Vector,
    chain,
    cond,
    det,
    eigenform,
    eq,
    forall,
    gap,
    kron,
    lam,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    rank,
    real_eigenvalues,
    s,
    singularform,
    smax,
    smin,
    total,
    tr,
)

TEXTBOOK = Paper("classical", "Matrix Analysis, second edition", "R. A. Horn, C. R. Johnson", textbook=True)

TOPICS = "R. A. Horn, C. R. Johnson, Topics in Matrix Analysis (1991)"
RUDIN = "W. Rudin, Principles of Mathematical Analysis, third edition (1976)"
BHATIA = "R. Bhatia, Matrix Analysis (1997)"
OTHER_BOOKS = (TOPICS, RUDIN, BHATIA)

n = Dim("n")
A, B = Symmetric("A", n), Symmetric("B", n)
M, P = Matrix("M", n, n), Matrix("P", n, n)
x = Vector("x", n)
r, q = Dim("r"), Dim("q")
T = Matrix("T", r, q)
c = Scalar("c")
i, j = Index("i"), Index("j")

weyl = Statement(
    id="classical.weyl",
    title="Weyl's inequality",
    source=TEXTBOOK.at("Theorem 4.3.1"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, j, 1, n + 1 - i, lam(A + B, i + j - 1) <= lam(A, i) + lam(B, j)),
)

weyl_extremes = Statement(
    id="classical.weyl-extremes",
    title="Every eigenvalue moves by at most the extreme eigenvalues of the perturbation",
    source=TEXTBOOK.at("Corollary 4.3.15"),
    kind=Kind.ALGEBRAIC,
    claim=chain(lam(A) + lmin(B), "<=", lam(A + B), "<=", lam(A) + lmax(B)),
)

rayleigh = Statement(
    id="classical.rayleigh",
    title="Rayleigh quotient",
    source=TEXTBOOK.at("Theorem 4.2.2"),
    kind=Kind.ALGEBRAIC,
    claim=chain(lmin(A) * tr(x.T @ x), "<=", tr(x.T @ A @ x), "<=", lmax(A) * tr(x.T @ x)),
)

gram = Statement(
    id="classical.gram",
    title="Squared singular values are the eigenvalues of the Gram matrix",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(s(M) ** 2, lam(M.T @ M)), eq(s(M) ** 2, lam(M @ M.T)), eq(s(M), s(M.T))),
)

shift = Statement(
    id="classical.shift",
    title="Adding a multiple of the identity shifts eigenvalues",
    source=TEXTBOOK.at("Observation 1.1.8"),
    kind=Kind.ALGEBRAIC,
    claim=eq(lam(A + c * Id(n)), lam(A) + c),
)

scaling = Statement(
    id="classical.scaling",
    title="A non-negative factor scales eigenvalues",
    source=TEXTBOOK.at("Theorem 1.1.6"),
    kind=Kind.ALGEBRAIC,
    given=c >= 0,
    claim=eq(lam(c * A), c * lam(A)),
)

submultiplicative = Statement(
    id="classical.submultiplicative",
    title="Singular values of a product",
    source=TEXTBOOK.at(TOPICS, "Theorem 3.3.16"),
    kind=Kind.ALGEBRAIC,
    claim=(s(M @ P) <= s(M) * smax(P), s(P @ M) <= smax(P) * s(M), s(M) * smin(P) <= s(M @ P)),
)

gram_extremes = Statement(
    id="classical.gram-extremes",
    title="Extreme singular values of a wide matrix and its Gram matrix",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    given=r <= q,
    claim=(eq(lmax(T @ T.T), smax(T) ** 2), eq(lmin(T @ T.T), smin(T) ** 2)),
)

gram_psd = Statement(
    id="classical.gram-psd",
    title="A Gram matrix is positive semidefinite",
    source=TEXTBOOK.at("Theorem 7.2.7"),
    kind=Kind.ALGEBRAIC,
    claim=lmin(T.T @ T) >= 0,
)

order = Statement(
    id="classical.order",
    title="Extreme values come first and last",
    source=TEXTBOOK.at("4.2"),
    kind=Kind.ALGEBRAIC,
    claim=(lmin(A) <= lmax(A), smin(T) <= smax(T)),
)

positive_semidefinite = Statement(
    id="classical.psd-singular-values",
    title="Singular values of a positive semidefinite matrix are its eigenvalues",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    given=lmin(A) >= 0,
    claim=eq(s(A), lam(A)),
)

scaled_identity = Statement(
    id="classical.scaled-identity",
    title="Singular values of a multiple of the identity",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    given=c >= 0,
    claim=eq(s(c * Id(n)), c),
)

identity = Statement(
    id="classical.identity",
    title="Eigenvalues of the identity",
    source=TEXTBOOK.at("Section 1.1"),
    kind=Kind.ALGEBRAIC,
    claim=eq(lam(Id(n)), 1),
)

transpose = Statement(
    id="classical.transpose",
    title="A matrix and its transpose have the same singular values",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(smax(T.T), smax(T)), eq(smin(T.T), smin(T))),
)

sign = Statement(
    id="classical.sign",
    title="A matrix and its negative have the same singular values",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    claim=eq(s(-T), s(T)),
)

operator_norm = Statement(
    id="classical.operator-norm",
    title="The operator norm is the largest singular value",
    source=TEXTBOOK.at("Example 5.6.6"),
    kind=Kind.ALGEBRAIC,
    claim=eq(norm2(T), smax(T)),
)

symmetric_norm = Statement(
    id="classical.symmetric-norm",
    title="The norm of a symmetric matrix is its largest eigenvalue in modulus",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=eq(norm2(A), maximum(abs(lmin(A)), abs(lmax(A)))),
)

frobenius = Statement(
    id="classical.frobenius",
    title="Frobenius norm, trace and singular values",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(normF(T) ** 2, tr(T.T @ T)), eq(total(s(T) ** 2), tr(T.T @ T))),
)

square_sum = Statement(
    id="classical.square-sum",
    title="Largest singular value, sum of squares and rank",
    source=TEXTBOOK.at("Section 5.6"),
    kind=Kind.ALGEBRAIC,
    claim=chain(smax(T) ** 2, "<=", total(s(T) ** 2), "<=", rank(T) * smax(T) ** 2),
)

trace_inequality = Statement(
    id="classical.trace-inequality",
    title="Von Neumann's trace inequality",
    source=TEXTBOOK.at("Theorem 7.4.1.1"),
    kind=Kind.ALGEBRAIC,
    claim=tr(M.T @ P) <= total(s(M) * s(P)),
)

trace_inequality_symmetric = Statement(
    id="classical.trace-inequality-symmetric",
    title="Trace inequality for symmetric matrices",
    source=TEXTBOOK.at("Theorem 4.3.53"),
    kind=Kind.ALGEBRAIC,
    claim=tr(A @ B) <= total(lam(A) * lam(B)),
)

eigenvalue_squares = Statement(
    id="classical.eigenvalue-squares",
    title="Trace of the square of a symmetric matrix",
    source=TEXTBOOK.at("Section 2.5"),
    kind=Kind.ALGEBRAIC,
    claim=eq(total(lam(A) ** 2), tr(A @ A)),
)

condition = Statement(
    id="classical.condition",
    title="Condition number of a matrix of full rank",
    source=TEXTBOOK.at("Section 5.8"),
    kind=Kind.ALGEBRAIC,
    given=smin(T) > 0,
    claim=eq(cond(T), smax(T) / smin(T)),
)

congruence = Statement(
    id="classical.congruence",
    title="Ostrowski: condition number under congruence",
    source=TEXTBOOK.at("Theorem 4.5.9"),
    kind=Kind.ALGEBRAIC,
    given=lmin(A) > 0,
    claim=cond(P.T @ A @ P) <= cond(P.T @ P) * (lmax(A) / lmin(A)),
    notes="Non-zero singular values only, so that P may be singular.",
)

G, H = Symmetric("G", r), Symmetric("H", q)
kronecker = Statement(
    id="classical.kronecker",
    title="Extreme eigenvalues of a Kronecker product",
    source=TEXTBOOK.at(TOPICS, "Theorem 4.2.12"),
    kind=Kind.ALGEBRAIC,
    given=(lmin(G) >= 0, lmin(H) >= 0),
    claim=(eq(lmax(kron(G, H)), lmax(G) * lmax(H)), eq(lmin(kron(G, H)), lmin(G) * lmin(H))),
)

kronecker_identity = Statement(
    id="classical.kronecker-identity",
    title="A Kronecker factor equal to the identity keeps singular values",
    source=TEXTBOOK.at(TOPICS, "Theorem 4.2.15"),
    kind=Kind.ALGEBRAIC,
    claim=(eq(cond(kron(Id(r), P)), cond(P)), eq(smax(kron(Id(r), P)), smax(P))),
)

k = Index("i", 1, n)
simple = (gap(s(M), k) > 0, s(M, k) > 0)
gram_gap = Statement(
    id="classical.gram-gap",
    title="Simple singular values are simple eigenvalues of the Gram matrix",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    given=simple,
    claim=gap(lam(M.T @ M), k) > 0,
)

singular_vectors = Statement(
    id="classical.singular-vectors",
    title="Right singular vectors are eigenvectors of the Gram matrix",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    given=simple,
    claim=eq(eigenform(M.T @ M, k, P @ M), s(M, k) * singularform(M, k, P)),
)

M_o, rho = Matrix("M_o", n, n), Scalar("rho")
no_real_eigenvalue = Statement(
    id="classical.characteristic-polynomial",
    title="Real eigenvalues are the real zeros of the characteristic polynomial",
    source=TEXTBOOK.at("Section 1.2"),
    kind=Kind.ALGEBRAIC,
    given=eq(real_eigenvalues(M_o), 0),
    claim=abs(det(M_o + rho * Id(n))) > 0,
    construct="no-real-eigenvalue",
)

non_singular = Statement(
    id="classical.non-singular",
    title="A matrix with non-zero determinant has no vanishing singular value",
    source=TEXTBOOK.at("Section 0.5"),
    kind=Kind.ALGEBRAIC,
    given=abs(det(M)) > 0,
    claim=smin(M) > 0,
)
