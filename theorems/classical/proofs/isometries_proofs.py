"""Orthogonal matrices, polar factors and Cayley transforms: what Q^T Q = I does to spectra and norms."""

from typing import Any

from lemmata.theorems.classical import A, M, P, T, n
from lemmata.theorems.classical.norm_theorems import Q
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.resolvent_theorems import N
from lemmata.theorems.classical.schatten_theorems import Q as Q_r
from lemmata.theorems.classical.schatten_theorems import W
from lemmata.theorems.language import (
    Id,
    cond,
    det,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    norm2,
    normF,
    rank,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Step,
)

one = Id(n)


def same_values(name: str, X: Any, Y: Any, side: int = 0) -> tuple[Step, ...]:  # noqa: N803
    """s(X) = s(Y), where X^T X = Y^T Y, or X X^T = Y Y^T (side 1)."""
    grams = [Z.T @ Z if side == 0 else Z @ Z.T for Z in (X, Y)]
    return (
        cite(f"{name}, first", eq(s(X) ** 2, lam(grams[0])), "gram", {M: X}, side),
        cite(f"{name}, second", eq(s(Y) ** 2, lam(grams[1])), "gram", {M: Y}, side),
        Step(f"{name}, grams", eq(grams[0], grams[1]), Identity()),
        Step(f"{name}, spectra", eq(lam(grams[0]), lam(grams[1])), Congruence(f"{name}, grams")),
        Step(
            f"{name}, squares",
            eq(s(X) ** 2, s(Y) ** 2),
            Combine({f"{name}, first": 1, f"{name}, second": -1, f"{name}, spectra": 1}),
        ),
        Step(name, eq(s(X), s(Y)), Apply("classical.equal-squares", {"x": s(X), "y": s(Y)})),
    )


norm = Proof(
    "the Gram matrix is the identity",
    (
        *same_values("of Q", Q, 1 * one),
        cite("identity", eq(s(1 * one), 1), "scaled-identity", {"c": 1}),
        Step("all", eq(s(Q), 1), Combine({"of Q": 1, "identity": 1})),
        Step("largest", eq(smax(Q), 1), At("all", 1)),
        Step("least", eq(smin(Q), 1), At("all", n)),
    ),
)

turned = Q.T @ M @ Q
invariance = Proof(
    "equal Gram matrices",
    (
        *same_values("left", Q @ M, M),
        *same_values("right", M @ Q, M, 1),
        *same_values("left, transposed", Q.T @ (M @ Q), M @ Q),
        Step("both", eq(s(turned), s(M)), Combine({"left, transposed": 1, "right": 1})),
    ),
)


def at_ends(name: str, X: Any, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """Largest and least of equal lists of singular values."""
    return (
        Step(f"{name}, largest", eq(smax(X), smax(Y)), At(name, 1)),
        Step(f"{name}, least", eq(smin(X), smin(Y)), At(name, n)),
    )


def same_length(name: str, X: Any, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """normF(X) = normF(Y), where the traces of the Gram matrices are seen to be equal."""
    return (
        Step(f"{name}, squares", eq(normF(X) ** 2, normF(Y) ** 2), Identity()),
        Step(name, eq(normF(X), normF(Y)), Apply("classical.equal-squares", {"x": normF(X), "y": normF(Y)})),
    )


left = cite("left", eq(s(Q @ M), s(M)), "orthogonal-invariance", {}, 0)
right = cite("right", eq(s(M @ Q), s(M)), "orthogonal-invariance", {}, 1)
invariance_of_norms = Proof(
    "equal singular values, and traces of equal Gram matrices",
    (
        left,
        right,
        *at_ends("left", Q @ M, M),
        *at_ends("right", M @ Q, M),
        *same_length("length, left", Q @ M, M),
        *same_length("length, right", M @ Q, M),
    ),
)

condition = Proof(
    "equal singular values",
    (
        left,
        right,
        cite("first", eq(cond(Q @ M), cond(M)), "equal-condition", {M: Q @ M, P: M}),
        cite("second", eq(cond(M @ Q), cond(M)), "equal-condition", {M: M @ Q, P: M}),
    ),
)

definite = A - lmin(A) * one


def similar(name: str, V: Any) -> tuple[Step, ...]:  # noqa: N803
    """lam(V^T A V) = lam(A): where A is semidefinite these are singular values, otherwise after a shift."""
    moved = V.T @ definite @ V
    return (
        cite(f"{name}, semidefinite", lmin(moved) >= 0, "psd-congruence", {A: definite, M: V}),
        cite(f"{name}, values", eq(s(moved), lam(moved)), "psd-singular-values", {A: moved}),
        cite(f"{name}, same", eq(s(moved), s(definite)), "orthogonal-invariance", {"Q": V, M: definite}, 2),
        Step(f"{name}, moved", eq(moved, V.T @ A @ V + (-lmin(A)) * one), Identity()),
        Step(f"{name}, spectra", eq(lam(moved), lam(V.T @ A @ V + (-lmin(A)) * one)), Congruence(f"{name}, moved")),
        cite(
            f"{name}, shift",
            eq(lam(V.T @ A @ V + (-lmin(A)) * one), lam(V.T @ A @ V) - lmin(A)),
            "shift",
            {A: V.T @ A @ V, "c": -lmin(A)},
        ),
        Step(
            name,
            eq(lam(V.T @ A @ V), lam(A)),
            Combine(
                {
                    f"{name}, values": -1,
                    f"{name}, same": 1,
                    f"{name}, spectra": -1,
                    f"{name}, shift": -1,
                    "values": 1,
                    "shift": 1,
                }
            ),
        ),
        Step(f"{name}, largest", eq(lmax(V.T @ A @ V), lmax(A)), At(name, 1)),
        Step(f"{name}, least", eq(lmin(V.T @ A @ V), lmin(A)), At(name, n)),
    )


similarity = Proof(
    "shifted to be semidefinite, both have the same singular values",
    (
        cite("shift", eq(lam(A + (-lmin(A)) * one), lam(A) - lmin(A)), "shift", {"c": -lmin(A)}),
        Step("least", eq(lmin(definite), 0), At("shift", n)),
        Step("semidefinite", lmin(definite) >= 0, Combine({"least": -1})),
        cite("values", eq(s(definite), lam(definite)), "psd-singular-values", {A: definite}),
        *similar("W", W),
        *similar("W^T", W.T),
    ),
)

similarity_determinant = Proof(
    "determinants of products; rank does not grow in a product, and T = Q^T Q T",
    (
        cite("outer", eq(det(W @ M @ W.T), det(W @ M) * det(W.T)), "determinant-of-products", {M: W @ M, P: W.T}, 0),
        cite("inner", eq(det(W @ M), det(W) * det(M)), "determinant-of-products", {M: W, P: M}, 0),
        cite(
            "turned, outer",
            eq(det(W.T @ M @ W), det(W.T @ M) * det(W)),
            "determinant-of-products",
            {M: W.T @ M, P: W},
            0,
        ),
        cite("turned, inner", eq(det(W.T @ M), det(W.T) * det(M)), "determinant-of-products", {M: W.T, P: M}, 0),
        cite("transposed", eq(det(W.T), det(W)), "determinant-of-transpose", {M: W}),
        cite("square", eq(det(W) ** 2, 1), "determinant-of-orthogonal", {"Q": W}, 0),
        Step(
            "first",
            eq(det(W @ M @ W.T), det(M)),
            Combine({"outer": 1, "inner": det(W.T), "transposed": det(W) * det(M), "square": det(M)}),
        ),
        Step(
            "second",
            eq(det(W.T @ M @ W), det(M)),
            Combine({"turned, outer": 1, "turned, inner": det(W), "transposed": det(W) * det(M), "square": det(M)}),
        ),
        cite("below", rank(Q_r @ T) <= rank(T), "rank-of-product", {"X": Q_r, "Y": T}, 0),
        cite("above", rank(Q_r.T @ (Q_r @ T)) <= rank(Q_r @ T), "rank-of-product", {"X": Q_r.T, "Y": Q_r @ T}, 0),
        Step("back", eq(Q_r.T @ (Q_r @ T), T), Identity()),
        Step("same", eq(rank(Q_r.T @ (Q_r @ T)), rank(T)), Congruence("back")),
        Step("not below", rank(T) <= rank(Q_r @ T), Combine({"above": 1, "same": -1})),
        Step("third", eq(rank(Q_r @ T), rank(T)), Antisymmetric("below", "not below")),
        cite("of the transpose", eq(rank((Q_r.T @ T).T), rank(Q_r.T @ T)), "rank-of-transpose", {T: Q_r.T @ T}, 0),
        cite("T, below", rank(Q_r.T @ T) <= rank(T), "rank-of-product", {"X": Q_r.T, "Y": T}, 0),
        cite("T, above", rank(Q_r @ (Q_r.T @ T)) <= rank(Q_r.T @ T), "rank-of-product", {"X": Q_r, "Y": Q_r.T @ T}, 0),
        Step("forth", eq(Q_r @ (Q_r.T @ T), T), Identity()),
        Step("same again", eq(rank(Q_r @ (Q_r.T @ T)), rank(T)), Congruence("forth")),
        Step("at most", rank(T.T @ Q_r) <= rank(T), Combine({"T, below": 1, "of the transpose": -1})),
        Step("at least", rank(T) <= rank(T.T @ Q_r), Combine({"T, above": 1, "same again": -1, "of the transpose": 1})),
        Step("fourth", eq(rank(T.T @ Q_r), rank(T)), Antisymmetric("at most", "at least")),
        Step(
            "same squares",
            eq(abs(det(W @ M)) ** 2, abs(det(M)) ** 2),
            Combine({"inner": det(W @ M) + det(W) * det(M), "square": det(M) ** 2}),
        ),
        Step(
            "fifth",
            eq(abs(det(W @ M)), abs(det(M))),
            Apply("classical.equal-squares", {"x": abs(det(W @ M)), "y": abs(det(M))}),
        ),
    ),
)

plus, minus = one + N, one - N
cayley_matrix = minus @ inv(plus)
cayley = Proof(
    "with C = (I - N)(I + N)^-1: C^T C = I, since I - N and I + N commute, and I - N is the transpose of I + N",
    (
        cite("right", eq(plus @ inv(plus), one), "inverse", {M: plus}, 0),
        Step("turned", eq((plus @ inv(plus)).T, one), Congruence("right")),
        Step(
            "gram",
            eq(cayley_matrix.T @ cayley_matrix, one),
            Multiply({"right": (inv(plus).T @ minus, None), "turned": (None, None)}),
        ),
        cite(
            "norm",
            eq(lmax(cayley_matrix.T @ cayley_matrix), smax(cayley_matrix) ** 2),
            "gram-norm",
            {T: cayley_matrix},
            1,
        ),
        Step("same", eq(lmax(cayley_matrix.T @ cayley_matrix), lmax(one)), Congruence("gram")),
        cite("of the identity", eq(lmax(one), 1), "identity-extremes", {}, 1),
        Step("square", eq(smax(cayley_matrix) ** 2, 1), Combine({"norm": -1, "same": 1, "of the identity": 1})),
        Step("first", eq(smax(cayley_matrix), 1), Apply("classical.equal-squares", {"x": smax(cayley_matrix), "y": 1})),
        Step("second", eq(norm2(cayley_matrix), 1), Combine({"first": 1})),
        Step("traces", eq(tr(cayley_matrix.T @ cayley_matrix), tr(one)), Congruence("gram")),
        Step("third", eq(normF(cayley_matrix) ** 2, n), Combine({"traces": 1})),
        cite(
            "product",
            eq(det(cayley_matrix), det(minus) * det(inv(plus))),
            "determinant-of-products",
            {M: minus, P: inv(plus)},
            0,
        ),
        cite("inverse", eq(det(inv(plus)) * det(plus), 1), "determinant-of-inverse", {M: plus}),
        cite("transposed", eq(det(plus.T), det(plus)), "determinant-of-transpose", {M: plus}),
        Step("transpose", eq(plus.T, minus), Identity()),
        Step("of the transpose", eq(det(plus.T), det(minus)), Congruence("transpose")),
        Step(
            "fourth",
            eq(det(cayley_matrix), 1),
            Combine(
                {
                    "product": 1,
                    "inverse": 1,
                    "transposed": det(inv(plus)),
                    "of the transpose": -det(inv(plus)),
                }
            ),
        ),
    ),
)

PROOFS = {
    "classical.orthogonal-norm": norm,
    "classical.orthogonal-invariance": invariance,
    "classical.orthogonal-invariance-of-norms": invariance_of_norms,
    "classical.orthogonal-condition": condition,
    "classical.similarity": similarity,
    "classical.similarity-determinant": similarity_determinant,
    "classical.cayley": cayley,
}
