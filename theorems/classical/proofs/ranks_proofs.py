"""Ranks, from pseudo-inverses: T T^+ and T^+ T are orthogonal projectors whose trace is the rank of T."""

from typing import Any

from lemmata.theorems.classical import T, q, r
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import (
    Id,
    eq,
    normF,
    normN,
    pinv,
    rank,
    s,
    smax,
    sqrt,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Combine,
    Congruence,
    Multiply,
    Proof,
    Sign,
    Squares,
    Step,
    Vanishing,
)


def penrose(name: str, Z: Any, rows: Any, columns: Any) -> tuple[Step, ...]:  # noqa: N803
    """Penrose's equations for Z: "name, whole", "name, inverse", "name, left" and "name, right" for the symmetry of
    Z Z^+ and Z^+ Z, and "name, rank" for the rank as a trace.
    """
    W, where = pinv(Z), {T: Z, r: rows, q: columns}  # noqa: N806
    return (
        cite(f"{name}, whole", eq(Z @ W @ Z, Z), "penrose", where, 0),
        cite(f"{name}, inverse", eq(W @ Z @ W, W), "penrose", where, 1),
        cite(f"{name}, left", eq((Z @ W).T, Z @ W), "penrose", where, 2),
        cite(f"{name}, right", eq((W @ Z).T, W @ Z), "penrose", where, 3),
        cite(f"{name}, rank", eq(tr(Z @ W), rank(Z)), "penrose", where, 4),
    )


def idempotent(name: str, of: str, P: Any, Z: Any) -> Step:  # noqa: N803
    """P P = P for P = Z Z^+, the name `of` given to Penrose's equations; the step "name, idempotent"."""
    return Step(f"{name}, idempotent", eq(P @ P, P), Multiply({f"{of}, whole": (None, pinv(Z))}))


def idempotent_rows(name: str, of: str, P: Any, Z: Any) -> Step:  # noqa: N803
    """The same for P = Z^+ Z."""
    return Step(f"{name}, idempotent", eq(P @ P, P), Multiply({f"{of}, whole": (pinv(Z), None)}))


def same_projector(name: str, P: Any, Q: Any, size: Any, symmetric: tuple[str, str]) -> tuple[Step, ...]:  # noqa: N803
    """P = Q for symmetric matrices with P Q = Q, the step "name, one", and Q P = P, the step "name, other"."""
    of_P, of_Q = symmetric  # noqa: N806
    return (
        Step(f"{name}, turned", eq((Q @ P).T, P.T), Congruence(f"{name}, other")),
        Step(
            name,
            eq(P, Q),
            Multiply(
                {
                    of_P: (None, Q.T - Id(size)),
                    of_Q: (P, None),
                    f"{name}, turned": (-1, None),
                    f"{name}, one": (None, None),
                }
            ),
        ),
        Step(f"{name}, traces", eq(tr(P), tr(Q)), Congruence(name)),
    )


def below(name: str, P: Any, Q: Any, size: Any, names: tuple[str, str], symmetric: tuple[str, str]) -> tuple[Step, ...]:  # noqa: N803
    """tr Q <= tr P for symmetric idempotent matrices with Q P = Q, the step "name, within"."""
    (p_, q_), (of_P, of_Q), N = names, symmetric, P - Q  # noqa: N806
    return (
        Step(f"{name}, turned", eq((Q @ P).T, Q.T), Congruence(f"{name}, within")),
        Step(
            f"{name}, other",
            eq(P @ Q, Q),
            Multiply({f"{name}, turned": (None, None), of_P: (-1, Q.T), of_Q: (Id(size) - P, None)}),
        ),
        Step(
            f"{name}, gram",
            eq(N.T @ N, N),
            Multiply(
                {
                    of_P: (None, N),
                    of_Q: (-1, N),
                    f"{p_}, idempotent": (None, None),
                    f"{q_}, idempotent": (None, None),
                    f"{name}, other": (-1, None),
                    f"{name}, within": (-1, None),
                }
            ),
        ),
        Step(f"{name}, traces", eq(tr(N.T @ N), tr(N)), Congruence(f"{name}, gram")),
        Step(f"{name}, square", normF(N) ** 2 >= 0, Sign()),
        Step(name, tr(Q) <= tr(P), Combine({f"{name}, traces": 1, f"{name}, square": 1})),
    )


G = T @ pinv(T)
length = normF(G)
rank_by_values = Proof(
    "T = (T T^+) T, and the squared length of T T^+ is the rank",
    (
        cite("whole", eq(G @ T, T), "penrose", {}, 0),
        Step("lengths", eq(normF(G @ T), normF(T)), Congruence("whole")),
        cite("product", normF(G @ T) <= length * smax(T), "frobenius-right-factor", {T: G, "U": T}),
        cite("rank", eq(length**2, rank(T)), "pseudo-inverse-rank", {}, 0),
        Step("bound", normF(T) <= length * smax(T), Combine({"product": 1, "lengths": -1})),
        Step("squares", normF(T) ** 2 <= rank(T) * smax(T) ** 2,
             Combine({"bound": normF(T) + length * smax(T), "rank": smax(T) ** 2})),
        cite("values", eq(total(s(T) ** 2), tr(T.T @ T)), "frobenius", {}, 1),
        Step("claim", total(s(T) ** 2) <= rank(T) * smax(T) ** 2, Combine({"squares": 1, "values": 1})),
    ),
)  # fmt: skip

nuclear_rank = Proof(
    "T = (T T^+) T, and the squared length of T T^+ is the rank",
    (
        cite("whole", eq(G @ T, T), "penrose", {}, 0),
        Step("sums", eq(normN(G @ T), normN(T)), Congruence("whole")),
        cite("product", normN(G @ T) <= length * normF(T), "nuclear-norm", {T: G, "U": T, "S": G}, 3),
        cite("rank", eq(length**2, rank(T)), "pseudo-inverse-rank", {}, 0),
        Step("bound", normN(T) <= length * normF(T), Combine({"product": 1, "sums": -1})),
        cite("sign", normF(T) <= normN(T), "nuclear-norm", {"S": T, "U": T.T}, 4),
        Step("positive", normN(T) >= 0, Combine({"sign": 1})),
        Step("factor", length * normF(T) >= 0, Sign()),
        Step("first", normN(T) ** 2 <= rank(T) * normF(T) ** 2,
             Squares(((1, ("bound", "positive"), 1), (1, ("bound", "factor"), 1)), {"rank": normF(T) ** 2})),
        Step("root", length**2 <= rank(T), Combine({"rank": 1})),
        cite("roots", length <= sqrt(rank(T)), "below-root", {"x": length, "y": rank(T)}),
        Step("second", normN(T) <= sqrt(rank(T)) * normF(T), Combine({"bound": 1, "roots": normF(T)})),
        cite("by norm", normF(T) <= sqrt(rank(T)) * smax(T), "frobenius-by-rank"),
        Step("third", normN(T) <= rank(T) * smax(T), Combine({"second": 1, "by norm": sqrt(rank(T))})),
    ),
)  # fmt: skip


def gram_rank(name: str, Z: Any, rows: Any, columns: Any) -> tuple[Step, ...]:  # noqa: N803
    """rank(Z^T Z) = rank(Z): the projector onto the range of Z^T Z is Z^+ Z."""
    W = Z.T @ Z  # noqa: N806
    P, Q = pinv(Z) @ Z, W @ pinv(W)  # noqa: N806
    N = Z @ Q - Z  # noqa: N806
    return (
        *penrose(name, Z, rows, columns),
        *penrose(f"{name}, gram", W, columns, columns),
        Step(f"{name}, gram, turned", eq((Q @ W).T, W.T), Congruence(f"{name}, gram, whole")),
        Step(
            f"{name}, gram, kept",
            eq(W @ Q, W),
            Multiply({f"{name}, gram, turned": (None, None), f"{name}, gram, left": (-W, None)}),
        ),
        Step(
            f"{name}, nothing", eq(N.T @ N, 0 * N.T @ N), Multiply({f"{name}, gram, kept": (Q.T - Id(columns), None)})
        ),
        Step(f"{name}, kept", eq(Z @ Q, Z), Vanishing(f"{name}, nothing")),
        Step(f"{name}, turned", eq((Z @ pinv(Z) @ Z).T, Z.T), Congruence(f"{name}, whole")),
        Step(
            f"{name}, rows", eq(P @ Z.T, Z.T), Multiply({f"{name}, turned": (None, None), f"{name}, right": (-1, Z.T)})
        ),
        Step(
            f"{name}, same",
            eq(P, Q),
            Multiply({f"{name}, kept": (-pinv(Z), None), f"{name}, rows": (None, Z @ pinv(W))}),
        ),
        Step(f"{name}, traces", eq(tr(P), tr(Q)), Congruence(f"{name}, same")),
        Step(
            f"{name}, claim",
            eq(rank(W), rank(Z)),
            Combine({f"{name}, gram, rank": -1, f"{name}, traces": -1, f"{name}, rank": 1}),
        ),
    )


F, H = pinv(T) @ T, T.T @ pinv(T.T)
rank_of_transpose = Proof(
    "T^+ T is the orthogonal projector onto the rows, as T^T (T^T)^+ and T^T T (T^T T)^+ are",
    (
        *gram_rank("T", T, r, q),
        *penrose("T^T", T.T, q, r),
        Step("turned", eq((T.T @ pinv(T.T) @ T.T).T, T), Congruence("T^T, whole")),
        Step("kept", eq(T @ H, T), Multiply({"turned": (None, None), "T^T, left": (-T, None)})),
        Step("same", eq(F, H), Multiply({"kept": (-pinv(T), None), "T, rows": (None, pinv(T.T))})),
        Step("traces", eq(tr(F), tr(H)), Congruence("same")),
        Step("first", eq(rank(T.T), rank(T)), Combine({"T^T, rank": -1, "traces": -1, "T, rank": 1})),
        *gram_rank("T^T'", T.T, q, r),
        Step("third", eq(rank(T @ T.T), rank(T)), Combine({"T^T', claim": 1, "first": 1})),
    ),
)

PROOFS = {
    "classical.rank": rank_by_values,
    "classical.nuclear-rank": nuclear_rank,
    "classical.rank-of-transpose": rank_of_transpose,
}
