"""Facts about spectra that the others of the book are proved from, and steps on the way to them."""

from typing import Any

from lemmata.theorems.classical import TEXTBOOK, TOPICS, A, B, M, P, T, c, i, j, n, q, r
from lemmata.theorems.language import (
    Id,
    Kind,
    Statement,
    Unit,
    cond,
    eq,
    forall,
    kron,
    lam,
    lmax,
    lmin,
    rank,
    s,
    smax,
    smin,
    total,
    tr,
)

weyl_below = Statement(
    id="classical.weyl-from-below",
    title="Weyl's inequality from below",
    source=TEXTBOOK.at("Theorem 4.3.1", "second half"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, j, n + 1 - i, n, lam(A, i) + lam(B, j) <= lam(A + B, i + j - n)),
)

wide_svd = Statement(
    id="classical.singular-value-decomposition",
    title="Squared singular values of a wide matrix are the eigenvalues of its Gram matrix",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    given=r <= q,
    claim=(
        forall(i, 1, r, eq(s(T, i) ** 2, lam(T @ T.T, i))),
        forall(i, 1, r, eq(s(T.T, i), s(T, i))),
        eq(smin(T), s(T, r)),
        eq(smin(T.T), s(T.T, r)),
    ),
    notes="A tall matrix is the transpose of a wide one.",
)

descending = Statement(
    id="classical.descending",
    title="Eigenvalues are listed in descending order",
    source=TEXTBOOK.at("4.2"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, j, 1, n + 1 - i, lam(A, i + j - 1) <= lam(A, i)),
)

right_factor = Statement(
    id="classical.right-factor",
    title="Singular values of a product, and the norm of the right factor",
    source=TEXTBOOK.at(TOPICS, "Theorem 3.3.16"),
    kind=Kind.ALGEBRAIC,
    claim=s(M @ P) <= s(M) * smax(P),
)

descending_singular_values = Statement(
    id="classical.descending-singular-values",
    title="Singular values are listed in descending order",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, j, 1, n + 1 - i, s(M, i + j - 1) <= s(M, i)),
)

singular_range = Statement(
    id="classical.singular-value-range",
    title="Every singular value is at least the least",
    source=TEXTBOOK.at("Section 2.6"),
    kind=Kind.ALGEBRAIC,
    claim=smin(T) <= s(T),
)


def dilated(M: Any) -> Any:
    """The symmetric matrix, twice as large, with a square matrix and its transpose off the diagonal."""
    return kron(Unit(2, 1) @ Unit(2, 2).T, M) + kron(Unit(2, 2) @ Unit(2, 1).T, M.T)


dilation = Statement(
    id="classical.dilation",
    title="Jordan and Wielandt: singular values as eigenvalues of a matrix twice as large",
    source=TEXTBOOK.at("Theorem 7.3.3"),
    kind=Kind.ALGEBRAIC,
    claim=forall(i, 1, n, eq(lam(dilated(M), i), s(M, i))),
)

multiple_of_identity = Statement(
    id="classical.multiple-of-identity",
    title="Eigenvalues of a multiple of the identity",
    source=TEXTBOOK.at("Section 1.1"),
    kind=Kind.ALGEBRAIC,
    claim=eq(lam(c * Id(n)), c),
)

least_ratio = Statement(
    id="classical.condition-least",
    title="What bounds the ratio of the largest to every non-zero singular value bounds the condition number",
    source=TEXTBOOK.at("Section 5.8", "definition over the non-zero singular values"),
    kind=Kind.ALGEBRAIC,
    given=(smax(T) > 0, smax(T) * s(T) <= c * s(T) ** 2),
    claim=cond(T) <= c,
)

ratio_bounded = Statement(
    id="classical.condition-bounds",
    title="The condition number bounds the ratio of the largest to every non-zero singular value",
    source=TEXTBOOK.at("Section 5.8", "definition over the non-zero singular values"),
    kind=Kind.ALGEBRAIC,
    claim=smax(T) * s(T) <= cond(T) * s(T) ** 2,
    notes="Both sides vanish at a singular value zero, which the condition number (riedi2022, (39)) leaves out.",
)

rank_bound = Statement(
    id="classical.rank",
    title="No more singular values than the rank differ from zero",
    source=TEXTBOOK.at("Theorem 2.6.3"),
    kind=Kind.ALGEBRAIC,
    claim=total(s(T) ** 2) <= rank(T) * smax(T) ** 2,
)

gram_swap = Statement(
    id="classical.gram-matrices",
    title="The two Gram matrices of a matrix have the same largest eigenvalue",
    source=TEXTBOOK.at("Theorem 1.3.22"),
    kind=Kind.ALGEBRAIC,
    claim=lmax(T.T @ T) <= lmax(T @ T.T),
    notes="Equality: the same holds for the transpose.",
)

squares_of_psd = Statement(
    id="classical.psd-squares",
    title="The square of a positive semidefinite matrix has the squared eigenvalues",
    source=TEXTBOOK.at("Section 1.1"),
    kind=Kind.ALGEBRAIC,
    given=lmin(A) >= 0,
    claim=eq(lam(A @ A), lam(A) ** 2),
)

trace = Statement(
    id="classical.trace",
    title="The eigenvalues add up to the trace",
    source=TEXTBOOK.at("Section 1.2"),
    kind=Kind.ALGEBRAIC,
    claim=eq(total(lam(A)), tr(A)),
)
