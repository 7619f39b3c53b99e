"""Pseudo-inverses: with Penrose's equations a matrix times its pseudo-inverse is symmetric and idempotent."""

from typing import Any

from lemmata.theorems.classical import T, q, r
from lemmata.theorems.classical.isometry_theorems import S
from lemmata.theorems.classical.perturbation_theorems import u
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import Id, Vector, eq, lmax, normF, pinv, rank, smax, tr
from lemmata.theorems.language.proof import Apply, Combine, Congruence, Multiply, Proof, Step

X = pinv(T)
F, G = T @ X, X @ T


def shortened(of: str, name: str, N: Any, U: Any) -> tuple[Step, ...]:  # noqa: N803
    """|N U| <= |U| and |U - N U| <= |U|, where "of, symmetric" says N^T = N and "of, idempotent" N N = N."""
    part, rest = N @ U, U - N @ U
    return (
        Step(
            f"{name}, grams",
            eq(part.T @ part + rest.T @ rest, U.T @ U),
            Multiply({f"{of}, symmetric": (U.T, 2 * N @ U - U), f"{of}, idempotent": (2 * U.T, U)}),
        ),
        Step(f"{name}, traces", eq(tr(part.T @ part + rest.T @ rest), tr(U.T @ U)), Congruence(f"{name}, grams")),
        Step(
            f"{name}, squares", eq(normF(part) ** 2 + normF(rest) ** 2, normF(U) ** 2), Combine({f"{name}, traces": 1})
        ),
        *(
            step
            for which, part_of in (("part", part), ("rest", rest))
            for step in (
                Step(
                    f"{name}, {which} squared", normF(part_of) ** 2 <= normF(U) ** 2, Combine({f"{name}, squares": 1})
                ),
                Step(
                    f"{name}, {which}",
                    normF(part_of) <= normF(U),
                    Apply("classical.square-roots", {"x": normF(part_of), "y": normF(U)}),
                ),
            )
        ),
    )


def contraction(of: str, N: Any, size: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(N) <= 1, from the same two steps: a unit eigenvector of N^T N is shortened."""
    w = Vector("w_" + of.replace(" ", "_"), size)
    gram = N.T @ N
    return (
        *eigenvector(f"{of}, w", gram, 1, w),
        *shortened(of, f"{of}, at w", N, w),
        cite(f"{of}, norm", eq(lmax(gram), smax(N) ** 2), "gram-norm", {T: N}, 1),
        Step(
            f"{of}, square",
            smax(N) ** 2 <= 1,
            Combine({f"{of}, norm": -1, f"{of}, at w, part squared": 1, f"{of}, w, form": -1, f"{of}, w, unit": 1}),
        ),
        Step(f"{of}, contraction", smax(N) <= 1, Apply("classical.square-roots", {"x": smax(N), "y": 1})),
    )


def complement(of: str, name: str, N: Any, size: Any) -> tuple[Step, ...]:  # noqa: N803
    """ "name, symmetric" and "name, idempotent" for I - N."""
    rest = Id(size) - N
    return (
        Step(f"{name}, symmetric", eq(rest.T, rest), Multiply({f"{of}, symmetric": (-1, None)})),
        Step(f"{name}, idempotent", eq(rest @ rest, rest), Multiply({f"{of}, idempotent": (None, None)})),
    )


projectors = (
    cite("first", eq(T @ X @ T, T), "penrose", {}, 0),
    cite("second", eq(X @ T @ X, X), "penrose", {}, 1),
    cite("left, symmetric", eq(F.T, F), "penrose", {}, 2),
    cite("right, symmetric", eq(G.T, G), "penrose", {}, 3),
    Step("left, idempotent", eq(F @ F, F), Multiply({"first": (None, X)})),
    Step("right, idempotent", eq(G @ G, G), Multiply({"second": (None, T)})),
    cite("rank", eq(tr(F), rank(T)), "penrose", {}, 4),
)
complements = (*complement("left", "left rest", F, r), *complement("right", "right rest", G, q))

Y = pinv(X)
pseudo_inverse_projectors = Proof(
    "T T^+ and T^+ T are symmetric and idempotent; T^+ T is also T^+ T^+^+, whose trace is the rank of T^+",
    (
        *projectors,
        *complements,
        *contraction("left", F, r),
        *contraction("right", G, q),
        *contraction("left rest", Id(r) - F, r),
        *contraction("right rest", Id(q) - G, q),
        *shortened("left", "at u", F, u),
        cite("its first", eq(X @ Y @ X, X), "penrose", {T: X, r: q, q: r}, 0),
        cite("its symmetry", eq((X @ Y).T, X @ Y), "penrose", {T: X, r: q, q: r}, 2),
        cite("its rank", eq(tr(X @ Y), rank(X)), "penrose", {T: X, r: q, q: r}, 4),
        Step("within", eq(X @ T @ X @ Y, X @ Y), Multiply({"second": (None, Y)})),
        Step("within, transposed", eq((X @ T @ X @ Y).T, (X @ Y).T), Congruence("within")),
        Step(
            "same",
            eq(X @ Y, G),
            Multiply(
                {
                    "its symmetry": (None, T.T @ X.T - Id(q)),
                    "within, transposed": (-1, None),
                    "right, symmetric": (X @ Y, None),
                    "its first": (None, T),
                }
            ),
        ),
        Step("traces", eq(tr(X @ Y), tr(G)), Congruence("same")),
        Step("ranks", eq(rank(X), rank(T)), Combine({"its rank": -1, "traces": 1, "rank": 1})),
    ),
)

pseudo_inverse_rank = Proof(
    "the squared length of a symmetric idempotent matrix is its trace",
    (
        *projectors,
        Step("left, gram", eq(F.T @ F, F), Multiply({"left, symmetric": (None, F), "left, idempotent": (None, None)})),
        Step("left, trace", eq(tr(F.T @ F), tr(F)), Congruence("left, gram")),
        Step("left, length", eq(normF(F) ** 2, rank(T)), Combine({"left, trace": 1, "rank": 1})),
        Step(
            "right, gram", eq(G.T @ G, G), Multiply({"right, symmetric": (None, G), "right, idempotent": (None, None)})
        ),
        Step("right, trace", eq(tr(G.T @ G), tr(G)), Congruence("right, gram")),
        Step("right, length", eq(normF(G) ** 2, rank(T)), Combine({"right, trace": 1, "rank": 1})),
        Step("turned", eq(tr(G), rank(T)), Combine({"rank": 1})),
        cite("product", abs(tr(X.T.T @ T)) <= normF(X.T) * normF(T), "inner-product", {T: X.T, S: T}),
        cite("modulus", tr(X.T.T @ T) <= abs(tr(X.T.T @ T)), "modulus", {"x": tr(X.T.T @ T)}, 1),
        cite("transposed", eq(normF(X.T), normF(X)), "frobenius-of-transposed", {T: X, r: q, q: r}),
        Step(
            "lengths",
            rank(T) <= normF(T) * normF(X),
            Combine({"rank": -1, "product": 1, "modulus": 1, "transposed": normF(T)}),
        ),
    ),
)

D = S - T
pseudo_inverse_residuals = Proof(
    "(I - T T^+) S = (I - T T^+)(S - T), and I - T T^+ shortens",
    (
        *projectors[:1],
        projectors[2],
        projectors[4],
        *complement("left", "left rest", F, r),
        *contraction("left rest", Id(r) - F, r),
        *shortened("left", "of the difference", F, D),
        Step("same", eq(S - F @ S, D - F @ D), Multiply({"first": (-1, None)})),
        Step("lengths", eq(normF(S - F @ S), normF(D - F @ D)), Congruence("same")),
        Step("norms", eq(smax(S - F @ S), smax(D - F @ D)), Congruence("same")),
        cite("turned", eq(normF(T - S), normF(D)), "norm-of-negative", {T: D}, 1),
        cite("turned, norm", eq(smax(T - S), smax(D)), "norm-of-negative", {T: D}, 0),
        Step(
            "second",
            normF(S - F @ S) <= normF(T - S),
            Combine({"lengths": 1, "of the difference, rest": 1, "turned": -1}),
        ),
        cite(
            "product",
            smax(D - F @ D) <= smax(Id(r) - F) * smax(D),
            "norm-of-product",
            {T: Id(r) - F, "U": D, "q": r, "k": q},
        ),
        Step(
            "claim",
            smax(S - F @ S) <= smax(T - S),
            Combine({"norms": 1, "product": 1, "left rest, contraction": smax(D), "turned, norm": -1}),
        ),
    ),
)

PROOFS = {
    "classical.pseudo-inverse-projectors": pseudo_inverse_projectors,
    "classical.pseudo-inverse-rank": pseudo_inverse_rank,
    "classical.pseudo-inverse-residuals": pseudo_inverse_residuals,
}
