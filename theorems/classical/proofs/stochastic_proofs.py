"""Stochastic matrices, from row sums as bounds of the spectral radius."""

from lemmata.theorems.classical import n
from lemmata.theorems.classical.isometry_theorems import X
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Index, Unit, entries, entry, eq, maximum, minimum, ones, spectral_radius
from lemmata.theorems.language.proof import Antisymmetric, At, Combine, EveryTerm, Identity, Multiply, Proof, Step

k = Index("l", 1, n)
column, e = ones(n, 1), Unit(n, k)
sums = entries(X @ column)
row, radius = entry(X @ column, k), spectral_radius(X)
stochastic = Proof(
    "every row sum is one, and the radius lies between the least and the largest",
    (
        cite("ones", eq(entries(column), 1), "ones", {"r": n, "q": 1}, 3),
        Step("one", eq(entry(column, k), 1), At("ones", k)),
        Step("rows", eq(e.T @ X @ column, e.T @ column), Multiply({"given 0": (e.T, None)})),
        Step("row", eq(row, 1), Combine({"rows": 1, "one": 1})),
        Step("at most", row <= 1, Combine({"row": -1})),
        Step("at least", -row <= -1, Combine({"row": 1})),
        Step("largest", maximum(sums) <= 1, EveryTerm("at most", k)),
        Step("least", maximum(-sums) <= -1, EveryTerm("at least", k)),
        Step("turned", eq(minimum(sums), -maximum(-sums)), Identity()),
        cite("below", minimum(sums) <= radius, "perron-rows", {}, 0),
        cite("above", radius <= maximum(sums), "perron-rows", {}, 1),
        Step("no more", radius <= 1, Combine({"above": 1, "largest": 1})),
        Step("no less", radius >= 1, Combine({"below": 1, "least": 1, "turned": -1})),
        Step("claim", eq(radius, 1), Antisymmetric("no more", "no less")),
    ),
)
PROOFS = {"classical.stochastic": stochastic}
