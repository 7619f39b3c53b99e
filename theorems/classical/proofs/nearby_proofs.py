"""Inverses and pseudo-inverses of matrices near others, and what is left of Neumann's series."""

from typing import Any

from lemmata.theorems.classical import M, P, T, n, q, r, x
from lemmata.theorems.classical.accretive_theorems import S, u
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, cond, eq, inv, normF, pinv, s, smax, smin, sqrt
from lemmata.theorems.language.proof import At, Cases, Combine, Congruence, Identity, Multiply, Proof, Step

one, m = Id(n), smax(M)
square = {r: n, q: n, "k": n}


def shorter(name: str, N: Any, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """smax(N Y) <= smax(M) smax(Y) for N = M or -M, after the step "sign"."""
    return (
        cite(f"{name}, product", smax(N @ Y) <= smax(N) * smax(Y), "norm-of-product", {T: N, "U": Y, **square}),
        Step(
            name, smax(N @ Y) <= m * smax(Y), Combine({f"{name}, product": 1} | ({} if N == M else {"sign": smax(Y)}))
        ),
    )


def remainder(name: str, N: Any, conjunct: int) -> tuple[Step, ...]:  # noqa: N803
    """(I - N)^-1 = I + N + N^2 + N^3 (I - N)^-1, and norms."""
    X = inv(one - N)  # noqa: N806
    rest, left = N @ N @ N @ X, X - one - N - N @ N
    return (
        cite(f"{name}, inverse", eq((one - N) @ X, one), "inverse", {M: one - N}, 0),
        Step(f"{name}, cube", eq(left, rest), Multiply({f"{name}, inverse": (one + N + N @ N, None)})),
        Step(f"{name}, same", eq(smax(left), smax(rest)), Congruence(f"{name}, cube")),
        cite(f"{name}, norm", smax(X) <= 1 / (1 - m), "neumann-series", {}, conjunct),
        *shorter(f"{name}, first", N, N @ N @ X),
        *shorter(f"{name}, second", N, N @ X),
        *shorter(f"{name}, third", N, X),
        Step(
            name,
            smax(left) <= m**3 / (1 - m),
            Combine(
                {
                    f"{name}, same": 1,
                    f"{name}, first": 1,
                    f"{name}, second": m,
                    f"{name}, third": m**2,
                    f"{name}, norm": m**3,
                }
            ),
        ),
        cite(f"{name}, image", normF(X @ x) <= smax(X) * normF(x), "image-length", {T: X, "y": x, r: n, q: n}),
        Step(
            f"{name}, length",
            normF(X @ x) <= normF(x) / (1 - m),
            Combine({f"{name}, image": 1, f"{name}, norm": normF(x)}),
        ),
    )


neumann_terms = Proof(
    "what is left after the square is the cube times the inverse",
    (
        cite("sign", eq(smax(-M), m), "norm-of-negative", {T: M}, 0),
        *remainder("minus", M, 0),
        *remainder("plus", -M, 1),
    ),
)

a, d, y = smax(inv(M)), smax(P - M), smax(inv(P))
inverse_nearby = Proof(
    "the second resolvent identity, solved for the norm of the inverse",
    (
        cite("difference", smax(inv(P) - inv(M)) <= y * d * a, "difference-of-inverses", {M: P, P: M}, 0),
        cite("sum", y <= a + smax(inv(P) - inv(M)), "norm-of-sum", {T: inv(M), "S": inv(P) - inv(M)}),
        Step("room", 1 - a * d > 0, Combine({"given 0": 1})),
        Step("first", y <= a / (1 - a * d), Combine({"sum": 1 / (1 - a * d), "difference": 1 / (1 - a * d)})),
        Step(
            "second",
            smax(inv(P) - inv(M)) <= a**2 * d / (1 - a * d),
            Combine({"difference": 1, "first": a * d}),
        ),
    ),
)


def link(name: str, N: Any) -> tuple[Step, ...]:  # noqa: N803
    """cond(I + N) <= (1 + smax(M)) / (1 - smax(M)) for N = M or -M."""
    top, least = smax(one + N), smin(one + N)
    sign = {} if N == M else {"sign": 1}
    return (
        cite(f"{name}, below", least >= 1 - smax(N), "small-perturbation", {M: N}),
        Step(f"{name}, least", least >= 1 - m, Combine({f"{name}, below": 1} | sign)),
        Step(f"{name}, regular", least > 0, Combine({f"{name}, least": 1, "room": 1})),
        cite(f"{name}, sum", top <= smax(one) + smax(N), "norm-of-sum", {T: one, "S": N}),
        Step(f"{name}, top", top <= 1 + m, Combine({f"{name}, sum": 1, "unit": 1} | sign)),
        cite(f"{name}, ratio", eq(cond(one + N), top / least), "condition", {T: one + N}),
        Step(
            f"{name}, claim",
            cond(one + N) <= (1 + m) / (1 - m),
            Combine(
                {
                    f"{name}, ratio": 1,
                    f"{name}, top": 1 / least,
                    f"{name}, least": (1 + m) / (least * (1 - m)),
                }
            ),
        ),
    )


condition_of_link = Proof(
    "the extreme singular values of I move by at most smax(M)",
    (
        Step("room", 1 - m > 0, Combine({"given 0": 1})),
        cite("unit", eq(smax(one), 1), "identity-extremes", {}, 2),
        cite("sign", eq(smax(-M), m), "norm-of-negative", {T: M}, 0),
        *link("plus", M),
        *link("minus", -M),
    ),
)

gap = smax(T - S)


def moved(A: Any, B: Any, rows: Any, columns: Any) -> tuple[Step, ...]:  # noqa: N803
    """smin(A) - smax(A - B) <= smin(B) for wide matrices."""
    return (
        cite("moved", s(A) - smax(B - A) <= s(B), "rectangular-perturbation", {T: A, "S": B - A}, 1),
        Step("moved, last", s(A, rows) - smax(B - A) <= s(B, rows), At("moved", rows)),
        cite("last of A", eq(smin(A), s(A, rows)), "singular-value-decomposition", {T: A, r: rows, q: columns}, 2),
        cite("last of B", eq(smin(B), s(B, rows)), "singular-value-decomposition", {T: B, r: rows, q: columns}, 2),
        cite("sign", eq(smax(-(A - B)), smax(A - B)), "norm-of-negative", {T: A - B}, 0),
        Step(
            "wide",
            smin(A) - smax(A - B) <= smin(B),
            Combine({"moved, last": 1, "last of A": 1, "last of B": -1, "sign": 1}),
        ),
    )


pseudo_inverse_nearby = Proof(
    "the least singular value moves by at most smax(T - S)",
    (
        Step(
            "least",
            smin(T) - gap <= smin(S),
            Cases(
                r <= q,
                (*moved(T, S, r, q), Step("same", smin(T) - gap <= smin(S), Combine({"wide": 1}))),
                (
                    *moved(T.T, S.T, q, r),
                    cite("T^T", eq(smin(T.T), smin(T)), "transpose", {}, 1),
                    cite("S^T", eq(smin(S.T), smin(S)), "transpose", {T: S}, 1),
                    cite("difference", eq(smax((T - S).T), gap), "transpose", {T: T - S}, 0),
                    Step("turned", eq(T.T - S.T, (T - S).T), Identity()),
                    Step("turned norm", eq(smax(T.T - S.T), smax((T - S).T)), Congruence("turned")),
                    Step(
                        "same",
                        smin(T) - gap <= smin(S),
                        Combine({"wide": 1, "T^T": -1, "S^T": 1, "difference": 1, "turned norm": 1}),
                    ),
                ),
            ),
        ),
        Step("third", smin(S) > 0, Combine({"least": 1, "given 0": 1})),
        cite("product", eq(smax(pinv(S)) * smin(S), 1), "pseudo-inverse-values", {T: S}, 0),
        Step("first", (smin(T) - gap) * smax(pinv(S)) <= 1, Combine({"product": 1, "least": smax(pinv(S))})),
        cite("image", smin(S) * normF(pinv(S) @ u) <= normF(u), "pseudo-inverse-values", {T: S, "u": u}, 1),
        Step(
            "second",
            (smin(T) - gap) * normF(pinv(S) @ u) <= normF(u),
            Combine({"image": 1, "least": normF(pinv(S) @ u)}),
        ),
    ),
)

f, g, apart = smax(pinv(T)), smax(pinv(S)), smax(pinv(T) - pinv(S))
wedin = Proof(
    "at full rank the norm of the pseudo-inverse is one over the least singular value",
    (
        cite("bound", smin(T) * smin(S) * apart <= sqrt(2) * gap, "pseudo-inverse-perturbation", {}),
        cite("of T", eq(f * smin(T), 1), "pseudo-inverse-values", {}, 0),
        cite("of S", eq(g * smin(S), 1), "pseudo-inverse-values", {T: S}, 0),
        Step(
            "claim",
            apart <= sqrt(2) * f * g * gap,
            Combine({"bound": f * g, "of T": -apart * g * smin(S), "of S": -apart}),
        ),
    ),
)

PROOFS = {
    "classical.neumann-terms": neumann_terms,
    "classical.inverse-nearby": inverse_nearby,
    "classical.condition-of-link": condition_of_link,
    "classical.pseudo-inverse-nearby": pseudo_inverse_nearby,
    "classical.wedin": wedin,
}
