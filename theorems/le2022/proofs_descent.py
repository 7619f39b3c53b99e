"""Appendix F: what gradient descent telescopes, by induction on the number of steps."""

from collections.abc import Callable
from typing import Any

from lemmata.theorems.language import Index, SumOver, entry, eq
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Combine, Induction, Instance, Proof, Step, Unrolled
from lemmata.theorems.le2022 import appendix_descent as f

i, j = Index("i"), Index("j")
far, near = Index("h", 1, f.n), Index("h", 1, f.n - 1)
sizes, w, x = f.eta, f.w, f.x


def moved(gradient: Any, last: Any) -> Any:
    """The steps up to the last."""
    return SumOver(j, 1, last, entry(sizes, j) * entry(gradient, j))


def weight(start: Any, gradient: Any, at: Any) -> Any:
    """The weight before a step."""
    return start - moved(gradient, at) + entry(sizes, at) * entry(gradient, at)


def telescoped(x: Any, e: Any, square: Callable[[Any], Any], crossed: Callable[[Any], Any], factor: int) -> Proof:
    """The change of the product of the weights w and x, by their steps along the gradients d and e.

    `square(i)` is the product of the steps, and `factor` times `crossed(i)` the sum of one weight times the step of the
    other.
    """

    def squares(last: Any) -> Any:
        return SumOver(i, 1, last, square(i))

    def changes(last: Any) -> Any:
        return SumOver(i, 1, last, crossed(i))

    def claim(last: Any) -> Any:
        product = (w - moved(f.d, last)) * (x - moved(e, last))
        return eq(product - w * x - squares(last), -factor * changes(last))

    def unrolled(at: Any, before: Any) -> tuple[Step, ...]:
        """The last term of each sum."""

        def split(name: str, total: Callable[[Any], Any], term: Callable[[Any], Any]) -> Step:
            so_far = total(before) if before is not None else 0
            return Step(name, eq(total(at), so_far + term(at)), Unrolled())

        return (
            split("first", lambda m: moved(f.d, m), lambda m: entry(sizes, m) * entry(f.d, m)),
            split("second", lambda m: moved(e, m), lambda m: entry(sizes, m) * entry(e, m)),
            split("squares", squares, square),
            split("changes", changes, crossed),
        )

    def combined(at: Any, before: Any) -> dict[str, Any]:
        """The claim at a time, but for what it was before."""
        return {"first": -weight(x, e, at), "second": before - w, "squares": -1, "changes": factor}

    one = quantity(1)
    at_next = combined(near + 1, moved(f.d, near)) | {"before": 1}
    base = (*unrolled(one, None), Step("base", claim(one), Combine(combined(one, 0))))
    then = (*unrolled(near + 1, near), Step("next", claim(near + 1), Combine(at_next)))
    return Proof(
        "by induction on the number of steps",
        (
            Step("any number", claim(far), Induction(far, base, then)),
            Step("claim", claim(f.n), Instance("any number", far, f.n)),
        ),
    )


def crossed_product(at: Any) -> Any:
    """Each weight times the step of the other."""
    sides = weight(w, f.d, at) * entry(f.e, at) + weight(x, f.e, at) * entry(f.d, at)
    return entry(sizes, at) * sides


square = telescoped(
    w,
    f.d,
    lambda m: entry(sizes, m) ** 2 * entry(f.d, m) ** 2,
    lambda m: entry(sizes, m) * weight(w, f.d, m) * entry(f.d, m),
    2,
)
product = telescoped(x, f.e, lambda m: entry(sizes, m) ** 2 * entry(f.d, m) * entry(f.e, m), crossed_product, 1)

PROOFS = {"le.eq-76~edge": square, "le.eq-81~eq-82-repaired": product}
