"""Extreme singular values of D C D for square D and C."""

from typing import Any

from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import P as second
from lemmata.theorems.language import eq, s, smax, smin
from lemmata.theorems.language.proof import Apply, At, Combine, Step


def sandwich(name: str, C: Any, D: Any) -> tuple[Step, ...]:
    """Steps to smax(D C D) <= smax(D)^2 smax(C) and smin(D)^2 smin(C) <= smin(D C D), C and D symmetric by form."""
    inner, turned, whole = C @ D, D @ C, D @ C @ D
    order = D.shape[0]

    def product(M: Any, P: Any, conjunct: int) -> Apply:
        return Apply("classical.submultiplicative", {square: M, second: P}, conjunct)

    return (
        Step(f"{name}, inner, above", s(inner) <= s(C) * smax(D), product(C, D, 0)),
        Step(f"{name}, outer, above", s(whole) <= smax(D) * s(inner), product(inner, D, 1)),
        Step(f"{name}, inner, first", smax(inner) <= smax(C) * smax(D), At(f"{name}, inner, above", 1)),
        Step(f"{name}, outer, first", smax(whole) <= smax(D) * smax(inner), At(f"{name}, outer, above", 1)),
        Step(f"{name}, inner, below", s(C) * smin(D) <= s(inner), product(C, D, 2)),
        Step(f"{name}, turned", eq(s(inner), s(turned)), Apply("classical.gram", {square: inner}, 2)),
        Step(f"{name}, outer, below", s(turned) * smin(D) <= s(whole), product(turned, D, 2)),
        Step(f"{name}, inner, last", smin(C) * smin(D) <= smin(inner), At(f"{name}, inner, below", order)),
        Step(f"{name}, turned, last", eq(smin(inner), smin(turned)), At(f"{name}, turned", order)),
        Step(f"{name}, outer, last", smin(turned) * smin(D) <= smin(whole), At(f"{name}, outer, below", order)),
        Step(
            f"{name}, above",
            smax(whole) <= smax(D) ** 2 * smax(C),
            Combine({f"{name}, outer, first": 1, f"{name}, inner, first": smax(D)}),
        ),
        Step(
            f"{name}, below",
            smin(D) ** 2 * smin(C) <= smin(whole),
            Combine({f"{name}, outer, last": 1, f"{name}, turned, last": smin(D), f"{name}, inner, last": smin(D)}),
        ),
    )
