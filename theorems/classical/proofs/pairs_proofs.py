"""Two orthogonal projectors: their difference, commutator, product and sum."""

from typing import Any

from lemmata.theorems.classical import A, M, T, n, q, r
from lemmata.theorems.classical.accretive_theorems import F, G, Q, R, X, Y
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.projections_proofs import turned
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Vector,
    eq,
    lmax,
    lmin,
    maximum,
    normF,
    smax,
    tr,
)
from lemmata.theorems.language.proof import (
    Cases,
    Combine,
    Congruence,
    Multiply,
    Proof,
    Step,
)

one = Id(n)
square = {r: n, q: n}

turn: Any = 2 * X - one
rest = turn.T @ Y @ turn
meet = smax(X @ Y)
u = Vector("u", n)
value = lmax(X + Y)
image_X, image_Y = normF(X @ u), normF(Y @ u)


def projector(name: str, Z: Any, by: Any, of: Any) -> tuple[Step, ...]:  # noqa: N803
    """What is known of Z = Q F Q^T."""
    where = {"Q": by, "F": of, "K": one}
    return (
        *turned(name, of, by),
        cite(f"{name}, norm", smax(Z) <= 1, "orthogonal-projector", where, 0),
        cite(f"{name}, semidefinite", lmin(Z) >= 0, "orthogonal-projector", where, 1),
        cite(f"{name}, largest", lmax(Z) <= 1, "orthogonal-projector", where, 2),
        Step(
            f"{name}, gram",
            eq(u.T @ Z.T @ Z @ u, u.T @ Z @ u),
            Multiply({f"{name}, symmetric": (u.T, Z @ u), f"{name}, idempotent": (u.T, u)}),
        ),
    )


def step_between(name: str, Z: Any, O: Any, of: str, other: str) -> tuple[Step, ...]:  # noqa: N803, E741
    """(lmax(X + Y) - 1) |Z u| <= smax(X Y) |O u|, Z and O being the projectors."""
    return (
        Step(
            f"{name}, carried",
            eq(Z @ O @ (O @ u), (value - 1) * Z @ u),
            Multiply({"u": (Z, None), f"{of}, idempotent": (-1, u), f"{other}, idempotent": (Z, u)}),
        ),
        Step(
            f"{name}, lengths",
            eq(normF(Z @ O @ (O @ u)), normF((value - 1) * Z @ u)),
            Congruence(f"{name}, carried"),
        ),
        cite(f"{name}, image", normF(Z @ O @ (O @ u)) <= smax(Z @ O) * normF(O @ u), "image-length",
             {T: Z @ O, "y": O @ u, **square}),
        cite(f"{name}, multiple", eq(normF((value - 1) * Z @ u), abs(value - 1) * normF(Z @ u)),
             "frobenius-of-multiple", {"c": value - 1, T: Z @ u, r: n, q: 1}),
        cite(f"{name}, modulus", value - 1 <= abs(value - 1), "modulus", {"x": value - 1}, 1),
    )  # fmt: skip


two_projectors = Proof(
    "reflections turn commutators into differences; X Y u = (lmax - 1) X u at an eigenvector u of X + Y",
    (
        cite("unit", eq(lmin(one), 1), "identity-extremes", {}, 0),
        Step("unit, semidefinite", lmin(one) >= 0, Combine({"unit": -1})),
        *eigenvector("u", X + Y, 1, u),
        *projector("X", X, Q, F),
        *projector("Y", Y, R, G),
        cite("both", smax(X - Y) <= maximum(smax(X), smax(Y)), "psd-difference", {"K": X, "L": Y}),
        cite("larger", maximum(smax(X), smax(Y)) <= 1, "maximum-bound", {"x": smax(X), "y": smax(Y), "c": 1}),
        Step("first", smax(X - Y) <= 1, Combine({"both": 1, "larger": 1})),
        cite("product", meet <= smax(X) * smax(Y), "norm-of-product", {T: X, "U": Y, **square, "k": n}),
        Step("third", meet <= 1, Combine({"product": 1, "X, norm": smax(Y), "Y, norm": 1})),
        cite("fourth", tr(Y @ X) <= tr(X), "orthogonal-projector", {"Q": R, "F": G, "K": X}, 7),
        Step("fourth, turned", tr(X @ Y) <= tr(X), Combine({"fourth": 1})),
        cite("fifth", tr(X @ Y) >= 0, "psd-trace-of-product", {"K": X, "L": Y}, 0),
        # the reflection 2 X - I
        cite("complement, shift", eq(lmin(-X + one), lmin(-X) + 1), "extreme-eigenvalues-of-shift", {A: -X, "c": 1}, 1),
        cite("complement, negative", eq(lmin(-X), -lmax(X)), "negation", {A: X}, 0),
        Step("complement, semidefinite", lmin(one - X) >= 0,
             Combine({"complement, shift": -1, "complement, negative": -1, "X, largest": 1})),
        cite("complement, norm", smax(one - X) <= 1, "orthogonal-projector", {"Q": Q, "F": F, "K": one}, 6),
        cite("reflection", smax(X - (one - X)) <= maximum(smax(X), smax(one - X)), "psd-difference",
             {"K": X, "L": one - X}),
        cite("reflection, larger", maximum(smax(X), smax(one - X)) <= 1, "maximum-bound",
             {"x": smax(X), "y": smax(one - X), "c": 1}),
        Step("reflection, norm", smax(turn) <= 1, Combine({"reflection": 1, "reflection, larger": 1})),
        cite("reflection, transposed", eq(smax(turn.T), smax(turn)), "transpose", {T: turn, **square}, 0),
        cite("turned Y, semidefinite", lmin(rest) >= 0, "psd-congruence", {A: Y, M: turn}),
        cite("turned Y, left", smax(rest) <= smax(turn.T) * smax(Y @ turn), "norm-of-product",
             {T: turn.T, "U": Y @ turn, **square, "k": n}),
        cite("turned Y, right", smax(Y @ turn) <= smax(Y) * smax(turn), "norm-of-product",
             {T: Y, "U": turn, **square, "k": n}),
        Step("turned Y, norm", smax(rest) <= 1,
             Combine({"turned Y, left": 1, "reflection, transposed": smax(Y @ turn),
                      "reflection, norm": smax(Y @ turn) + 1, "turned Y, right": 1, "Y, norm": smax(turn)})),
        cite("difference", smax(Y - rest) <= maximum(smax(Y), smax(rest)), "psd-difference", {"K": Y, "L": rest}),
        cite("difference, larger", maximum(smax(Y), smax(rest)) <= 1, "maximum-bound",
             {"x": smax(Y), "y": smax(rest), "c": 1}),
        Step("commutator", eq(turn @ (Y - rest), 2 * (X @ Y - Y @ X)),
             Multiply({"X, idempotent": (-4, Y @ turn)})),
        Step("commutator, same", eq(smax(turn @ (Y - rest)), smax(2 * (X @ Y - Y @ X))), Congruence("commutator")),
        cite("commutator, multiple", eq(smax(2 * (X @ Y - Y @ X)), 2 * smax(X @ Y - Y @ X)),
             "non-negative-multiples", {"c": 2, T: X @ Y - Y @ X, M: one, **square}, 0),
        cite("commutator, norm", smax(turn @ (Y - rest)) <= smax(turn) * smax(Y - rest), "norm-of-product",
             {T: turn, "U": Y - rest, **square, "k": n}),
        Step("second", 2 * smax(X @ Y - Y @ X) <= 1,
             Combine({"commutator, multiple": -1, "commutator, same": -1, "commutator, norm": 1,
                      "reflection, norm": smax(Y - rest), "difference": 1, "difference, larger": 1})),
        # the sum
        cite("sum, semidefinite", lmin(X + Y) >= 0, "psd-sum", {"K": X, "L": Y}),
        cite("sum, largest", eq(smax(X + Y), value), "psd-extremes", {"K": X + Y}, 0),
        *step_between("to X", X, Y, "X", "Y"),
        *step_between("to Y", Y, X, "Y", "X"),
        Step(
            "turned product",
            eq((X @ Y).T, Y @ X),
            Multiply({"X, symmetric": (Y, None), "Y, symmetric": (None, X.T)}),
        ),
        Step("turned norm", eq(smax((X @ Y).T), smax(Y @ X)), Congruence("turned product")),
        cite("transposed", eq(smax((X @ Y).T), meet), "transpose", {T: X @ Y, **square}, 0),
        Step("lengths", (value - 1) * (image_X + image_Y) <= meet * (image_X + image_Y),
             Combine({"to X, image": 1, "to X, lengths": -1, "to X, multiple": -1, "to X, modulus": image_X,
                      "to Y, image": 1, "to Y, lengths": -1, "to Y, multiple": -1, "to Y, modulus": image_Y,
                      "turned norm": -image_X, "transposed": image_X})),
        Step("squares", eq(image_X**2 + image_Y**2, value), Combine({"X, gram": 1, "Y, gram": 1, "u, form": 1})),
        Step(
            "at most",
            value <= 1 + meet,
            Cases(
                value > 0,
                (
                    Step("square", (image_X + image_Y) ** 2 > 0,
                         Combine({"case": 1, "squares": -1})),
                    cite("not zero", image_X + image_Y > 0, "positive-square", {"x": image_X + image_Y}),
                    Step("divided", value <= 1 + meet, Combine({"lengths": 1 / (image_X + image_Y)})),
                ),
                (Step("small", value <= 1 + meet, Combine({"case": 1})),),
            ),
        ),
        Step("sixth", smax(X + Y) <= 1 + meet, Combine({"sum, largest": 1, "at most": 1})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.two-projectors": two_projectors,
}
