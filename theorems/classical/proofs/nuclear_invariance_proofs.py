"""The nuclear norm under transposition, orthogonal factors and multiples."""

from typing import Any

from lemmata.theorems.classical import T, c, r
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.schatten_theorems import Q
from lemmata.theorems.language import eq, norm2, normN, schatten, smax
from lemmata.theorems.language.proof import Antisymmetric, Combine, Proof, Step


def by_schatten(name: str, X: Any, Y: Any, factor: Any, conjunct: int) -> tuple[Step, ...]:
    """Step `name`: the nuclear norms of X and Y are Schatten norms with exponent one."""
    return (
        cite(f"{name}, left", eq(schatten(1, X), normN(X)), "schatten-special", {"T": X}, 0),
        cite(f"{name}, right", eq(schatten(1, Y), normN(Y)), "schatten-special", {"T": Y}, 0),
        cite(
            f"{name}, both",
            eq(schatten(1, X), factor * schatten(1, Y)),
            "schatten-of-multiple",
            {"p": 1, "c": c, "T": Y},
            conjunct,
        ),
        Step(
            name,
            eq(normN(X), factor * normN(Y)),
            Combine({f"{name}, left": -1, f"{name}, both": 1, f"{name}, right": factor}),
        ),
    )


invariance = Proof(
    "an orthogonal factor and its transpose have norm one",
    (
        *by_schatten("first", T.T, T, 1, 1),
        *by_schatten("fourth", c * T, T, abs(c), 0),
        cite("one", eq(smax(Q), 1), "orthogonal-norm", {"n": r, "Q": Q}, 0),
        cite("other one", eq(smax(Q.T), smax(Q)), "transpose", {"T": Q}, 0),
        cite("at most", normN(Q @ T) <= norm2(Q) * normN(T), "nuclear-norm", {"T": Q, "U": T, "S": Q}, 2),
        cite(
            "back", normN(Q.T @ Q @ T) <= norm2(Q.T) * normN(Q @ T), "nuclear-norm", {"T": Q.T, "U": Q @ T, "S": Q}, 2
        ),
        Step("below", normN(Q @ T) <= normN(T), Combine({"at most": 1, "one": normN(T)})),
        Step("above", normN(T) <= normN(Q @ T), Combine({"back": 1, "other one": normN(Q @ T), "one": normN(Q @ T)})),
        Step("second", eq(normN(Q @ T), normN(T)), Antisymmetric("below", "above")),
        cite(
            "turned, at most", normN(T.T @ Q) <= normN(T.T) * norm2(Q), "nuclear-norm", {"T": T.T, "U": Q, "S": T.T}, 1
        ),
        cite(
            "turned, back",
            normN(T.T @ Q @ Q.T) <= normN(T.T @ Q) * norm2(Q.T),
            "nuclear-norm",
            {"T": T.T @ Q, "U": Q.T, "S": T.T},
            1,
        ),
        Step(
            "turned, below", normN(T.T @ Q) <= normN(T), Combine({"turned, at most": 1, "one": normN(T.T), "first": 1})
        ),
        Step(
            "turned, above",
            normN(T) <= normN(T.T @ Q),
            Combine({"turned, back": 1, "other one": normN(T.T @ Q), "one": normN(T.T @ Q), "first": -1}),
        ),
        Step("third", eq(normN(T.T @ Q), normN(T)), Antisymmetric("turned, below", "turned, above")),
    ),
)

PROOFS = {"classical.nuclear-invariance": invariance}
