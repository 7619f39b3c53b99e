"""Singular values, proved from those of wide matrices, Weyl's inequality and Rayleigh quotients."""

from typing import Any

from lemmata.theorems.classical import A, M, T, c, i, j, n, q, r, x
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Index,
    Vector,
    eq,
    lam,
    lmax,
    lmin,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Entrywise,
    Multiply,
    Proof,
    Refute,
    Sign,
    Step,
)

any_shape = T
SVD = "classical.singular-value-decomposition"
one = Id(1)
at = Index("k", 1, n)
row = Index("k", 1, r)
column = Index("k", 1, q)

gram = Proof(
    "the singular value decomposition of M and of its transpose",
    (
        Step("square of M", eq(s(M, at) ** 2, lam(M @ M.T, at)), Apply(SVD, {T: M}, 0, {i: at})),
        Step("square of M^T", eq(s(M.T, at) ** 2, lam(M.T @ M, at)), Apply(SVD, {T: M.T}, 0, {i: at})),
        Step("entry", eq(s(M.T, at), s(M, at)), Apply(SVD, {T: M}, 1, {i: at})),
        Step(
            "square",
            eq(s(M, at) ** 2, lam(M.T @ M, at)),
            Combine({"square of M^T": 1, "entry": -(s(M.T, at) + s(M, at))}),
        ),
        Step("transpose, entry", eq(s(M, at), s(M.T, at)), Combine({"entry": -1})),
        Step("right", eq(s(M) ** 2, lam(M.T @ M)), Entrywise("square", at)),
        Step("left", eq(s(M) ** 2, lam(M @ M.T)), Entrywise("square of M", at)),
        Step("transpose", eq(s(M), s(M.T)), Entrywise("transpose, entry", at)),
    ),
)

gram_extremes = Proof(
    "first and last singular value of a wide matrix",
    (
        Step("first", eq(s(T, 1) ** 2, lmax(T @ T.T)), Apply(SVD, {}, 0, {i: 1})),
        Step("last", eq(s(T, r) ** 2, lmin(T @ T.T)), Apply(SVD, {}, 0, {i: r})),
        Step("least", eq(smin(T), s(T, r)), Apply(SVD, {}, 2)),
        Step("largest eigenvalue", eq(lmax(T @ T.T), smax(T) ** 2), Combine({"first": -1})),
        Step(
            "least eigenvalue",
            eq(lmin(T @ T.T), smin(T) ** 2),
            Combine({"last": -1, "least": -(smin(T) + s(T, r))}),
        ),
    ),
)


def first(T: Any) -> tuple[Step, ...]:
    """smax(T^T) = smax(T) for a wide matrix T."""
    return (Step("first", eq(smax(T.T), smax(T)), Apply(SVD, {any_shape: T}, 1, {i: 1})),)


def last(T: Any, r: Any) -> tuple[Step, ...]:
    """smin(T^T) = smin(T) for a wide matrix T with r rows."""
    return (
        Step("entry", eq(s(T.T, r), s(T, r)), Apply(SVD, {any_shape: T}, 1, {i: r})),
        Step("least of T", eq(smin(T), s(T, r)), Apply(SVD, {any_shape: T}, 2)),
        Step("least of T^T", eq(smin(T.T), s(T.T, r)), Apply(SVD, {any_shape: T}, 3)),
        Step("last", eq(smin(T.T), smin(T)), Combine({"least of T^T": 1, "least of T": -1, "entry": 1})),
    )


transpose = Proof(
    "the singular value decomposition of the wide one of T and T^T",
    (
        Step("largest", eq(smax(T.T), smax(T)), Cases(r <= q, first(T), first(T.T))),
        Step("least", eq(smin(T.T), smin(T)), Cases(r <= q, last(T, r), last(T.T, q))),
    ),
)

w = Vector("u", q)
gram_psd = Proof(
    "u^T T^T T u is a squared length",
    (
        *eigenvector("u", T.T @ T, q, w),
        Step("square", tr(w.T @ T.T @ T @ w) >= 0, Sign()),
        Step("least", lmin(T.T @ T) >= 0, Combine({"square": 1, "u, form": 1})),
    ),
)

mu, mu_2 = lmax(T.T @ T), lmax(T @ T.T)
swap = Proof(
    "Rayleigh quotient of T T^T at T u, u an eigenvector of T^T T; otherwise mu^2 <= mu' mu and 0 <= mu' < mu",
    (
        *eigenvector("u", T.T @ T, 1, w),
        Step(
            "image",
            eq((T @ w).T @ T @ T.T @ T @ w, mu**2 * one),
            Multiply({"u": (w.T @ T.T @ T, None), "u, form": (mu, None)}),
        ),
        Step(
            "rayleigh",
            tr((T @ w).T @ T @ T.T @ T @ w) <= mu_2 * tr((T @ w).T @ T @ w),
            Apply("classical.rayleigh", {A: T @ T.T, x: T @ w}, 1),
        ),
        Step("product", mu**2 <= mu_2 * mu, Combine({"rayleigh": 1, "image": -1, "u, form": mu_2})),
        Step("semidefinite", lmin(T @ T.T) >= 0, Apply("classical.gram-psd", {T: T.T})),
        Step("range", lmin(T @ T.T) <= lam(T @ T.T), Apply("classical.eigenvalue-range", {A: T @ T.T}, 0)),
        Step("first", lmin(T @ T.T) <= mu_2, At("range", 1)),
        Step("not negative", mu_2 >= 0, Combine({"semidefinite": 1, "first": 1})),
        Step(
            "order",
            mu <= mu_2,
            Refute({"product": 1, "contrary": mu - mu_2, "not negative": mu - mu_2}),
        ),
    ),
)

both = (
    Step("one way", mu <= mu_2, Apply("classical.gram-matrices")),
    Step("the other way", mu_2 <= mu, Apply("classical.gram-matrices", {T: T.T})),
    Step("the same", eq(mu, mu_2), Antisymmetric("one way", "the other way")),
)
wide = (Step("wide", eq(mu_2, smax(T) ** 2), Apply("classical.gram-extremes", conjunct=0)),)
tall = (
    Step("tall", eq(mu, smax(T.T) ** 2), Apply("classical.gram-extremes", {T: T.T}, 0)),
    Step("transposed", eq(smax(T.T), smax(T)), Apply("classical.transpose", conjunct=0)),
    Step(
        "of T T^T",
        eq(mu_2, smax(T) ** 2),
        Combine({"tall": 1, "the same": -1, "transposed": smax(T.T) + smax(T)}),
    ),
)
gram_norm = Proof(
    "the smaller Gram matrix by the singular value decomposition; both have the same largest eigenvalue",
    (
        *both,
        Step("left", eq(mu_2, smax(T) ** 2), Cases(r <= q, wide, tall)),
        Step("right", eq(mu, smax(T) ** 2), Combine({"left": 1, "the same": 1})),
    ),
)

scaled_identity = Proof(
    "squares",
    (
        Step("gram", eq(s(c * Id(n)) ** 2, lam(c**2 * Id(n))), Apply("classical.gram", {M: c * Id(n)}, 0)),
        Step("multiple", eq(lam(c**2 * Id(n)), c**2), Apply("classical.multiple-of-identity", {c: c**2})),
        Step("squares", eq(s(c * Id(n)) ** 2, c**2), Combine({"gram": 1, "multiple": 1})),
        Step("equal", eq(s(c * Id(n)), c), Apply("classical.equal-squares", {number: s(c * Id(n)), other: c})),
    ),
)


def negated(T: Any, size: Any, entry: Any) -> tuple[Step, ...]:
    """The entries of s(-T) are those of s(T), by the Gram matrix of the wide matrix T."""
    return (
        Step("square of -T", eq(s(-T, entry) ** 2, lam(T @ T.T, entry)), Apply(SVD, {any_shape: -T}, 0, {i: entry})),
        Step("square of T", eq(s(T, entry) ** 2, lam(T @ T.T, entry)), Apply(SVD, {any_shape: T}, 0, {i: entry})),
        Step("squares", eq(s(-T, entry) ** 2, s(T, entry) ** 2), Combine({"square of -T": 1, "square of T": -1})),
        Step(
            "entry",
            eq(s(-T, entry), s(T, entry)),
            Apply("classical.equal-squares", {number: s(-T, entry), other: s(T, entry)}),
        ),
    )


sign = Proof(
    "the Gram matrix does not see the sign",
    (
        Step(
            "all",
            eq(s(-T), s(T)),
            Cases(
                r <= q,
                (*negated(T, r, row), Step("every entry", eq(s(-T), s(T)), Entrywise("entry", row))),
                (
                    *negated(T.T, q, column),
                    Step("of -T", eq(s(-T, column), s(-T.T, column)), Apply(SVD, {T: -T.T}, 1, {i: column})),
                    Step("of T", eq(s(T, column), s(T.T, column)), Apply(SVD, {T: T.T}, 1, {i: column})),
                    Step(
                        "back",
                        eq(s(-T, column), s(T, column)),
                        Combine({"entry": 1, "of -T": 1, "of T": -1}),
                    ),
                    Step("every entry", eq(s(-T), s(T)), Entrywise("back", column)),
                ),
            ),
        ),
    ),
)


def above_least(T: Any, r: Any, entry: Any, back: Any) -> tuple[Step, ...]:
    """smin(T) <= s(T, k) for every k, for a wide matrix T with r rows; `back` comes before the last step."""
    return (
        Step("entry", eq(s(T, entry) ** 2, lam(T @ T.T, entry)), Apply(SVD, {any_shape: T}, 0, {i: entry})),
        Step("least", eq(lmin(T @ T.T), smin(T) ** 2), Apply("classical.gram-extremes", {any_shape: T}, 1)),
        Step("range", lmin(T @ T.T) <= lam(T @ T.T), Apply("classical.eigenvalue-range", {A: T @ T.T}, 0)),
        Step("at the entry", lmin(T @ T.T) <= lam(T @ T.T, entry), At("range", entry)),
        Step("squares", smin(T) ** 2 <= s(T, entry) ** 2, Combine({"entry": -1, "least": -1, "at the entry": 1})),
        Step("above", smin(T) <= s(T, entry), Apply("classical.square-roots", {number: smin(T), other: s(T, entry)})),
        *back,
    )


singular_range = Proof(
    "eigenvalues of the smaller Gram matrix",
    (
        Step(
            "all",
            smin(T) <= s(T),
            Cases(
                r <= q,
                above_least(T, r, row, (Step("every entry", smin(T) <= s(T), Entrywise("above", row)),)),
                above_least(
                    T.T,
                    q,
                    column,
                    (
                        Step("of T", eq(s(T, column), s(T.T, column)), Apply(SVD, {T: T.T}, 1, {i: column})),
                        Step("least of T", eq(smin(T.T), smin(T)), Apply("classical.transpose", conjunct=1)),
                        Step("back", smin(T) <= s(T, column), Combine({"above": 1, "of T": -1, "least of T": -1})),
                        Step("every entry", smin(T) <= s(T), Entrywise("back", column)),
                    ),
                ),
            ),
        ),
    ),
)

own = Index("i", 1, n)
next_one = Index("j", 1, n + 1 - own)
descending = Proof(
    "eigenvalues of the Gram matrix",
    (
        Step("gram", eq(s(M) ** 2, lam(M.T @ M)), Apply("classical.gram", conjunct=0)),
        Step("first", eq(s(M, own) ** 2, lam(M.T @ M, own)), At("gram", own)),
        Step(
            "second",
            eq(s(M, own + next_one - 1) ** 2, lam(M.T @ M, own + next_one - 1)),
            At("gram", own + next_one - 1),
        ),
        Step(
            "eigenvalues",
            lam(M.T @ M, own + next_one - 1) <= lam(M.T @ M, own),
            Apply("classical.descending", {A: M.T @ M}, at={i: own, j: next_one}),
        ),
        Step(
            "squares",
            s(M, own + next_one - 1) ** 2 <= s(M, own) ** 2,
            Combine({"first": -1, "second": 1, "eigenvalues": 1}),
        ),
        Step(
            "order",
            s(M, own + next_one - 1) <= s(M, own),
            Apply("classical.square-roots", {number: s(M, own + next_one - 1), other: s(M, own)}),
        ),
    ),
)

PROOFS = {
    "classical.singular-value-range": singular_range,
    "classical.descending-singular-values": descending,
    "classical.gram": gram,
    "classical.gram-extremes": gram_extremes,
    "classical.transpose": transpose,
    "classical.gram-psd": gram_psd,
    "classical.gram-matrices": swap,
    "classical.gram-norm": gram_norm,
    "classical.scaled-identity": scaled_identity,
    "classical.sign": sign,
}
