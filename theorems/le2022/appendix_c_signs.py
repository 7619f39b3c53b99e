"""Appendix C: convergence in direction keeps signs."""

from typing import Any

from lemmata.language import Dim, Index, Kind, Matrix, Statement, entry, forall, normF
from lemmata.language.core import quantity
from theorems.le2022 import LE_2022

n = Dim("n")
w, w_2, v = Matrix("w", n, 1), Matrix("w_2", n, 1), Matrix("v", n, 1)
moduli = abs(v)
i = Index("i")


def gap(of: Matrix) -> Any:
    """The distance of a direction from v."""
    return normF((quantity(1) / normF(of)) * of - v)


def same_signs(a: Matrix, b: Matrix) -> Any:
    """Every entry of a has the sign of that of b."""
    return forall(i, 1, n, entry(a, i) * entry(b, i) > 0)


claim_1 = Statement(
    id="le.claim-1",
    title="Near a direction without zero entries all signs are those of the direction, and stay the same",
    source=LE_2022.at("Claim 1", "appendix C"),
    kind=Kind.ALGEBRAIC,
    given=(normF(w) > 0, normF(w_2) > 0, moduli > 0, gap(w) <= moduli / 2, gap(w_2) <= moduli / 2),
    claim=(same_signs(w, v), same_signs(w, w_2)),
    notes="w and w_2 are the weight vectors at any two times after T, v is the limit of w / |w|: the definition of a "
    "limit, at half the least modulus of v, gives a T after which the hypotheses hold at every time (Assumption 2); "
    "the second conjunct, at all pairs of times after it, is Assumption 1. The printed proof says w in the ball where "
    "w / |w| is meant; both lie in one orthant. At most half the least modulus: at most half of every one.",
)
claim_1_sharpened = Statement(
    id="le.claim-1~sharpened",
    title="The same for the whole ball up to the nearest coordinate hyperplane",
    source=LE_2022.at("Claim 1", "appendix C"),
    kind=Kind.ALGEBRAIC,
    given=(normF(w) > 0, gap(w) < moduli),
    claim=same_signs(w, v),
    notes="Half the distance is not needed.",
)
