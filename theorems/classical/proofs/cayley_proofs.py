"""Cayley transforms keep norms: they are orthogonal from both sides."""

from lemmata.theorems.classical import M, n, x
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.resolvent_theorems import N
from lemmata.theorems.language import Id, eq, inv, normF, smax, tr
from lemmata.theorems.language.proof import Combine, Congruence, Multiply, Proof, Step

one, plus, minus = Id(n), Id(n) + N, Id(n) - N
X, C = inv(plus), minus @ inv(plus)
cayley_isometry = Proof(
    "I - N and (I + N)^-1 commute, so that C = (I - N)(I + N)^-1 has C^T C = I = C C^T",
    (
        cite("right", eq(plus @ X, one), "inverse", {M: plus}, 0),
        cite("left", eq(X @ plus, one), "inverse", {M: plus}, 1),
        Step("right, turned", eq((plus @ X).T, one), Congruence("right")),
        Step("left, turned", eq((X @ plus).T, one), Congruence("left")),
        Step("commute", eq(X @ minus, minus @ X), Multiply({"right": (-X @ minus, None), "left": (None, minus @ X)})),
        Step("commute, turned", eq((X @ minus).T, (minus @ X).T), Congruence("commute")),
        Step("inner", eq(C.T @ C, one), Multiply({"right": (X.T @ minus, None), "right, turned": (None, None)})),
        Step(
            "outer",
            eq(C @ C.T, one),
            Multiply(
                {
                    "commute": (-1, X.T @ plus),
                    "commute, turned": (-X @ minus, None),
                    "left": (None, minus @ X.T),
                    "left, turned": (None, None),
                }
            ),
        ),
        cite("first", eq(normF(C @ M), normF(M)), "orthogonal-invariance-of-norms", {"Q": C}, 4),
        cite("second", eq(normF(M @ C), normF(M)), "orthogonal-invariance-of-norms", {"Q": C}, 5),
        cite("third", eq(smax(C @ M), smax(M)), "orthogonal-invariance-of-norms", {"Q": C}, 0),
        cite("fourth", eq(smax(M @ C), smax(M)), "orthogonal-invariance-of-norms", {"Q": C}, 1),
        Step("lengths", eq(x.T @ C.T @ C @ x, x.T @ x), Multiply({"inner": (x.T, x)})),
        cite("image", eq(normF(C @ x) ** 2, tr((C @ x).T @ (C @ x))), "frobenius", {"T": C @ x}, 0),
        cite("length", eq(normF(x) ** 2, tr(x.T @ x)), "frobenius", {"T": x}, 0),
        Step("squares", eq(normF(C @ x) ** 2, normF(x) ** 2), Combine({"image": 1, "lengths": 1, "length": -1})),
        cite("fifth", eq(normF(C @ x), normF(x)), "equal-squares", {"x": normF(C @ x), "y": normF(x)}),
    ),
)

PROOFS = {"classical.cayley-isometry": cayley_isometry}
