"""Appendix C: convergence in direction keeps signs."""

from lemmata.language import Dim, Index, Kind, Matrix, Statement, entry, forall, normF
from lemmata.language.core import quantity
from theorems.le2022 import LE_2022

n = Dim("n")
w, v = Matrix("w", n, 1), Matrix("v", n, 1)
gap, moduli = normF((quantity(1) / normF(w)) * w - v), abs(v)
i = Index("i")
same_signs = forall(i, 1, n, entry(w, i) * entry(v, i) > 0)
NOTES = (
    "The step at each time that carries the claim: w is the weight vector at that time, v the limit of w / |w|. By "
    "the definition of a limit the hypothesis holds from some time on. The printed proof then says w in the ball "
    "where w / |w| is meant; both lie in one orthant.  At most half the least modulus: at most half of every one."
)
claim_1 = Statement(
    id="le.claim-1",
    title="Near a direction without zero entries all signs are those of the direction",
    source=LE_2022.at("Claim 1", "appendix C"),
    kind=Kind.ALGEBRAIC,
    given=(normF(w) > 0, moduli > 0, gap <= moduli / 2),
    claim=same_signs,
    notes=NOTES,
)
claim_1_sharpened = Statement(
    id="le.claim-1~sharpened",
    title="The same for the whole ball up to the nearest coordinate hyperplane",
    source=LE_2022.at("Claim 1", "appendix C"),
    kind=Kind.ALGEBRAIC,
    given=(normF(w) > 0, gap < moduli),
    claim=same_signs,
    notes="Half the distance is not needed.",
)
