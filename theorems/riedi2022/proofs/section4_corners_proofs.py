"""Example 1: s_1 and s_2 of a e_1 e_1^T + b e_2 e_2^T by their second and fourth powers, and the vectors to s_2."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A as symmetric
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import i as upper
from lemmata.theorems.classical import j as lower
from lemmata.theorems.classical.numbers import x, y
from lemmata.theorems.language import Id, Vector, eq, lam, maximum, minimum, s, singularform, smax, smin, total, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Cases,
    Combine,
    Multiply,
    OneDirection,
    Proof,
    Sign,
    SingularVectors,
    SomeTerms,
    Step,
)
from lemmata.theorems.riedi2022 import section4_families as s4

rho, h = s4.rho, s4.h
one = Id(1)
ends = ((1, 1), (2, 2))


def spectrum(name: str, point: Any) -> tuple[Step, ...]:
    """Steps `name, sum` and `name, difference`: smax^2 + smin^2 = a^2 + b^2, (smax^2 - smin^2)^2 = (a^2 - b^2)^2."""
    A, a, b = s4.example(point), point - 4, point - 2
    gram, largest, least = A.T @ A, smax(A) ** 2, smin(A) ** 2
    return (
        Step(f"{name}, squares", s(A) ** 2 >= 0, Sign()),
        Step(f"{name}, two", eq(largest + least, total(s(A) ** 2)), SomeTerms(f"{name}, squares", ends)),
        Step(f"{name}, trace", eq(total(s(A) ** 2), tr(gram)), Apply("classical.frobenius", {any_shape: A}, 1)),
        Step(f"{name}, sum", eq(largest + least, a**2 + b**2), Combine({f"{name}, two": 1, f"{name}, trace": 1})),
        Step(f"{name}, gram", eq(s(A) ** 2, lam(gram)), Apply("classical.gram", {square: A}, 0)),
        Step(f"{name}, first", eq(largest, lam(gram, 1)), At(f"{name}, gram", 1)),
        Step(f"{name}, last", eq(least, lam(gram, 2)), At(f"{name}, gram", 2)),
        Step(f"{name}, powers", lam(gram) ** 2 >= 0, Sign()),
        Step(
            f"{name}, both",
            eq(lam(gram, 1) ** 2 + lam(gram, 2) ** 2, total(lam(gram) ** 2)),
            SomeTerms(f"{name}, powers", ends),
        ),
        Step(
            f"{name}, trace of the square",
            eq(total(lam(gram) ** 2), tr(gram @ gram)),
            Apply("classical.eigenvalue-squares", {symmetric: gram}),
        ),
        Step(
            f"{name}, fourth powers",
            eq(largest**2 + least**2, a**4 + b**4),
            Combine(
                {
                    f"{name}, first": largest + lam(gram, 1),
                    f"{name}, last": least + lam(gram, 2),
                    f"{name}, both": 1,
                    f"{name}, trace of the square": 1,
                }
            ),
        ),
        Step(
            f"{name}, difference",
            eq((largest - least) ** 2, (a**2 - b**2) ** 2),
            Combine({f"{name}, fourth powers": 2, f"{name}, sum": -(largest + least + a**2 + b**2)}),
        ),
        Step(
            f"{name}, order",
            s(A, 2) <= s(A, 1),
            Apply("classical.descending-singular-values", {square: A}, at={upper: 1, lower: 2}),
        ),
        Step(f"{name}, order of squares", least <= largest, Combine({f"{name}, order": smax(A) + smin(A)})),
    )


def values(name: str, point: Any, top: Any, bottom: Any) -> tuple[Step, ...]:
    """Steps `name, largest` and `name, least`: smax = top and smin = bottom, the moduli of a and b in their order."""
    A = s4.example(point)
    squares, apart = (smax(A) ** 2, smin(A) ** 2), top**2 - bottom**2
    moved = {x: squares[0] - squares[1], y: apart}
    half = Rational(1, 2)
    steps = []
    if not isinstance(apart, Rational):
        steps += [
            Step(f"{name}, top", bottom <= top, Sign()),
            Step(f"{name}, apart", apart >= 0, Combine({f"{name}, top": top + bottom})),
        ]
    steps.append(
        Step(f"{name}, squares apart", eq(squares[0] - squares[1], apart), Apply("classical.equal-squares", moved))
    )
    for end, which, value, sign in (("largest", smax(A), top, half), ("least", smin(A), bottom, -half)):
        added = Combine({f"{name}, sum": half, f"{name}, squares apart": sign})
        steps += [
            Step(f"{name}, {end} squared", eq(which**2, value**2), added),
            Step(f"{name}, {end}", eq(which, value), Apply("classical.equal-squares", {x: which, y: value})),
        ]
    return tuple(steps)


def cosine(name: str, point: Any, column: Any, value: Any, sign: int) -> tuple[Step, ...]:
    """Step `name, turn`: A w = value w for the unit column w and s_2 = sign value > 0, so that u^T v = sign."""
    A, w = s4.example(point), column
    place = name.replace("+", "_plus_").replace("-", "_minus_")
    u, v = Vector(f"u_{place}", 2), Vector(f"v_{place}", 2)
    pair = SingularVectors(A, 2, u, v)
    least = s(A, 2)
    form = singularform(A, 2, Id(2))
    return (
        Step(f"{name}, right", eq(A @ u, least * v), pair),
        Step(f"{name}, form", eq(form, tr(u.T @ Id(2) @ v)), pair),
        Step(
            f"{name}, eigenvector",
            eq(A.T @ A @ w, least**2 * w),
            Multiply({f"{name}, least": (-(least + sign * value) * w, None)}),
        ),
        Step(f"{name}, direction", eq(w, u @ u.T @ w), OneDirection(f"{name}, eigenvector", pair, w)),
        Step(
            f"{name}, length",
            eq(w.T @ u @ u.T @ w, one),
            Multiply({f"{name}, direction": (-w.T, None)}),
        ),
        Step(
            f"{name}, product",
            eq(least * u.T @ v, value * one),
            Multiply(
                {
                    f"{name}, length": (value * one - least * u.T @ v, None),
                    f"{name}, right": (-u.T, u.T @ w @ w.T @ u),
                    f"{name}, direction": (-(u.T @ A), u.T @ w),
                }
            ),
        ),
        Step(
            f"{name}, turn",
            eq(form, sign),
            Combine({f"{name}, product": 1 / h, f"{name}, form": 1, f"{name}, least": -tr(u.T @ v) / h}),
        ),
    )


def corner(end: str, value: Any, point: int) -> tuple[Step, ...]:
    """The two difference quotients, from the values at the point, after it and before it."""
    here, after, before = (f"{point}{side}, {end}" for side in ("", "+h", "-h"))
    right, left = s4.corner(value, point)
    return (
        Step(f"{here}, from the right", right, Combine({after: 1 / h, here: -1 / h})),
        Step(f"{here}, from the left", left, Combine({here: 1 / h, before: -1 / h})),
    )


def everywhere() -> tuple[Step, ...]:
    """s_1 and s_2 at rho, by the order of the moduli of a and b."""
    A, a, b = s4.example(rho), abs(rho - 4), abs(rho - 2)
    steps = []
    for end, which, claim in (("largest", smax(A), maximum(a, b)), ("least", smin(A), minimum(a, b))):
        then, otherwise = (
            (*values("rho", rho, top, bottom), Step("either", eq(which, claim), Combine({f"rho, {end}": 1})))
            for top, bottom in ((b, a), (a, b))
        )
        steps.append(Step(f"{end} at rho", eq(which, claim), Cases(a <= b, then, otherwise)))
    return tuple(steps)


PLACES = {  # the point, s_1 and s_2 there
    "3": (3, 1, 1),
    "3+h": (3 + h, 1 + h, 1 - h),
    "3-h": (3 - h, 1 + h, 1 - h),
    "2": (2, 2, 0),
    "2+h": (2 + h, 2 - h, h),
    "2-h": (2 - h, 2 + h, h),
    "4": (4, 2, 0),
    "4+h": (4 + h, 2 + h, h),
    "4-h": (4 - h, 2 - h, h),
}

example_1 = Proof(
    "s_1^2 and s_2^2 have the sums of first and second powers of a^2 and b^2; e_1 or e_2 is a singular vector to s_2",
    (
        *spectrum("rho", rho),
        *everywhere(),
        *(
            step
            for name, place in PLACES.items()
            for point, top, bottom in (map(quantity, place),)
            for step in (*spectrum(name, point), *values(name, point, top, bottom))
        ),
        *corner("largest", smax, 3),
        *corner("least", smin, 2),
        *corner("least", smin, 4),
        *cosine("2+h", 2 + h, s4.second, h, 1),
        *cosine("2-h", 2 - h, s4.second, -h, -1),
        *cosine("4+h", 4 + h, s4.first, h, 1),
        *cosine("4-h", 4 - h, s4.first, -h, -1),
    ),
)

PROOFS = {"riedi.example-1": example_1}
