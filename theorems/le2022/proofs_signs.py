"""Appendix C: directions with the same signs, entry by entry."""

from fractions import Fraction
from typing import Any

from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import rectangular
from lemmata.theorems.language import Index, Unit, eq, normF, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Apply, At, Combine, Entrywise, Proof, Step
from lemmata.theorems.le2022 import appendix_c_signs as c

w, v, n = c.w, c.v, c.n
i = Index("i", 1, n)
e = Unit(n, i)
size = normF(w)
way = (quantity(1) / size) * w - v
w_i, v_i, way_i = tr(e.T @ w), tr(e.T @ v), tr(e.T @ way)
distance = c.gap


def same_signs(statement: Any, fact: str, near: Any, steps: tuple[Step, ...], by: dict[str, Any]) -> Proof:
    """w_i v_i > 0, from the square of `near`, a bound of the distance in the i-th entry."""
    return Proof(
        "the i-th entry of w/|w| - v is at most as long as the whole, and its square is expanded",
        (
            Step(
                "cauchy",
                way_i**2 <= tr(e.T @ e) * tr(way.T @ way),
                Apply("classical.cauchy-schwarz", {rectangular.x: e, rectangular.z: way, order: n}),
            ),
            Step("length", eq(distance**2, tr(way.T @ way)), Apply("classical.frobenius", {any_shape: way}, 0)),
            Step("near", near, At(fact, i)),
            *steps,
            Step("entry", w_i * v_i > 0, Combine(by)),
            Step("claim", statement.claim[0], Entrywise("entry", i)),
        ),
    )


half = quantity(Fraction(1, 2))
entry = abs(v_i)
claim_1 = same_signs(
    c.claim_1,
    "given 2",
    distance <= half * entry,
    (
        Step("not zero", entry > 0, At("given 1", i)),
        Step(
            "square",
            way_i**2 <= half**2 * entry**2,
            Combine({"cauchy": 1, "length": -1, "near": distance + half * entry}),
        ),
    ),
    {"square": half * size, "not zero": 3 * half**3 * size * entry},
)
sharpened = same_signs(
    c.claim_1_sharpened,
    "given 1",
    distance < entry,
    (Step("square", way_i**2 < entry**2, Combine({"cauchy": 1, "length": -1, "near": distance + entry})),),
    {"square": half * size},
)

PROOFS = {"le.claim-1": claim_1, "le.claim-1~sharpened": sharpened}
