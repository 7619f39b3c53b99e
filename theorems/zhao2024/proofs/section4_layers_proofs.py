"""Proofs for (8): products of layers that share the singular vectors of their largest and of their smallest values.

Diagonal layers with ascending entries stretch e_n most and e_1 least, and so does every product of them.
"""

from collections.abc import Callable
from typing import Any

from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.language import (
    Id,
    Index,
    ProdOver,
    SumOver,
    Unit,
    Vector,
    cond,
    cumsum,
    diag,
    entries,
    entry,
    eq,
    normF,
    s,
    smax,
    smin,
    total,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Combine,
    Congruence,
    Identity,
    Induction,
    Instance,
    Multiply,
    Proof,
    Sign,
    SingularVectors,
    SomeTerms,
    Step,
    Summed,
    Unrolled,
)
from lemmata.theorems.zhao2024 import L
from lemmata.theorems.zhao2024 import section4_residual as s4

n, beta, plain, residual = s4.n, s4.beta, s4.plain, s4.residual
one = quantity(1)
layer, here, a = Index("l", 1, L), Index("j", 1, L), Index("a")
i, near = Index("r", 1, n), Index("r", 1, n - 1)
e, x = Unit(n, i), s4.Delta @ Unit(L, here)
ENDS = {"largest": (smax, n, one), "least": (smin, one, n)}  # the value, its unit column, its place among them


def partial(at: Any) -> Any:
    """The entry of W^l on the diagonal."""
    return SumOver(a, 1, at, entry(x, a))


first, far = partial(one), partial(n)
ascending = (
    Step("entries", entries(x) >= 0, Sign()),
    Step("not above", partial(i) <= total(entries(x)), SomeTerms("entries", ((1, i),))),
    Step(
        "not below",
        first <= partial(i),
        Induction(
            i,
            (Step("base", first <= first, Combine({})),),
            (
                Step("more", eq(partial(near + 1), partial(near) + entry(x, near + 1)), Unrolled()),
                Step("entry", entry(x, near + 1) >= 0, At("entries", near + 1)),
                Step("next", first <= partial(near + 1), Combine({"before": 1, "more": -1, "entry": 1})),
            ),
        ),
    ),
    Step("one", eq(first, entry(x, 1)), Unrolled()),
    Step("first entry", entry(x, 1) >= 0, At("entries", 1)),
    Step("sign", first >= 0, Combine({"first entry": 1, "one": -1})),
    Step("signs", partial(i) >= 0, Combine({"sign": 1, "not below": 1})),
)


def reached(name: str, end: str, M: Any, bound: Any) -> tuple[Step, ...]:
    """Step `name, reached`: bound <= smax(M) or smin(M) <= bound, from `name, column`: M e = bound e, bound >= 0."""
    value, at, _ = ENDS[end]
    unit = Unit(n, at)
    image = M @ unit
    measured = (
        Step(f"{name}, unit", eq(tr(unit.T @ unit), 1), Identity()),
        Step(
            f"{name}, image",
            eq(image.T @ image, bound**2 * Id(1)),
            Multiply({f"{name}, column": (image.T + bound * unit.T, None)}),
        ),
    )
    if value is smax:
        return (
            *measured,
            cite(
                f"{name}, stretched",
                tr(image.T @ image) <= smax(M) ** 2 * tr(unit.T @ unit),
                "stretching",
                {"T": M, "y": unit},
            ),
            Step(
                f"{name}, squares",
                bound**2 <= smax(M) ** 2,
                Combine({f"{name}, stretched": 1, f"{name}, image": -1, f"{name}, unit": smax(M) ** 2}),
            ),
            cite(f"{name}, reached", bound <= smax(M), "square-roots", {"x": bound, "y": smax(M)}),
        )
    return (
        *measured,
        cite(f"{name}, stretched", smin(M) * normF(unit) <= normF(image), "image-length-below", {"M": M, "x": unit}),
        Step(f"{name}, unit squared", eq(normF(unit) ** 2, 1), Combine({f"{name}, unit": 1})),
        cite(f"{name}, unit length", eq(normF(unit), 1), "equal-squares", {"x": normF(unit), "y": 1}),
        Step(f"{name}, image squared", eq(normF(image) ** 2, bound**2), Combine({f"{name}, image": 1})),
        cite(f"{name}, image length", eq(normF(image), bound), "equal-squares", {"x": normF(image), "y": bound}),
        Step(
            f"{name}, reached",
            smin(M) <= bound,
            Combine({f"{name}, stretched": 1, f"{name}, unit length": -smin(M), f"{name}, image length": 1}),
        ),
    )


def end_of_diagonal(family: str, end: str, D: Any, entry_at: Callable[[Any], Any]) -> tuple[Step, ...]:
    """Step `family, end`: D e = smax(D) e or smin(D) e, for "family, row" and "family, columns" of a diagonal D."""
    value, at, place = ENDS[end]
    name, own, bound, unit = f"{family}, {end}", entry_at(i), entry_at(at), Unit(n, at)
    u, v = Vector(f"u_{family}_{end}", n), Vector(f"v_{family}_{end}", n)
    pair, this = SingularVectors(D, place, u, v), s(D, place)
    part, cell = tr(e.T @ u), tr(e.T @ D @ u)
    image, length = u.T @ D.T @ resolution(n) @ D @ u, u.T @ resolution(n) @ u
    side = 1 if value is smax else -1
    order, squares, ends = (
        pair_[::side] for pair_ in ((cell**2, bound**2 * part**2), (this**2, bound**2), (this, bound))
    )
    told = "not above" if value is smax else "not below"
    sums = {"image": -1, "cells": 1, "square": -1, "length": bound**2, "parts": -(bound**2), "u": bound**2}
    return (
        Step(f"{name}, pair", eq(D @ u, this * v), pair),
        Step(f"{name}, u", eq(u.T @ u, Id(1)), pair),
        Step(f"{name}, v", eq(v.T @ v, Id(1)), pair),
        Step(
            f"{name}, square",
            eq(u.T @ D.T @ D @ u, this**2 * Id(1)),
            Multiply({f"{name}, pair": (u.T @ D.T + this * v.T, None), f"{name}, v": (this**2, None)}),
        ),
        Step(f"{name}, cell", eq(cell, own * part), Multiply({f"{family}, row": (None, u)})),
        Step(
            f"{name}, order",
            order[0] <= order[1],
            Combine({told: (bound + own) * part**2, f"{name}, cell": side * (cell + own * part)}),
        ),
        Step(f"{name}, sums", SumOver(i, 1, n, order[0]) <= SumOver(i, 1, n, order[1]), Summed(f"{name}, order", i)),
        Step(f"{name}, image", eq(tr(image), tr(u.T @ D.T @ D @ u)), Congruence("units")),
        Step(f"{name}, cells", eq(tr(image), SumOver(i, 1, n, cell**2)), Identity()),
        Step(f"{name}, length", eq(tr(length), tr(u.T @ u)), Congruence("units")),
        Step(f"{name}, parts", eq(tr(length), SumOver(i, 1, n, part**2)), Identity()),
        Step(
            f"{name}, bounded squares",
            squares[0] <= squares[1],
            Combine({f"{name}, sums": 1, **{f"{name}, {k}": side * c for k, c in sums.items()}}),
        ),
        cite(f"{name}, bounded", ends[0] <= ends[1], "square-roots", {"x": ends[0], "y": ends[1]}),
        Step(f"{name}, column", eq(D @ unit, bound * unit), Instance(f"{family}, columns", i, at)),
        *reached(name, end, D, bound),
        Step(f"{name}, value", eq(value(D), bound), Antisymmetric(f"{name}, bounded", f"{name}, reached")),
        Step(
            name,
            eq(D @ unit, value(D) * unit),
            Multiply({f"{name}, column": (None, None), f"{name}, value": (-unit, None)}),
        ),
    )


def diagonal(family: str, D: Any, entry_at: Callable[[Any], Any], *known: str) -> tuple[Step, ...]:
    """Both ends of a layer that the facts `known` say to be diagonal."""
    return (
        Step(f"{family}, columns", eq(D @ e, entry_at(i) * e), Multiply({k: (None, e) for k in known})),
        Step(f"{family}, row", eq(e.T @ D, entry_at(i) * e.T), Multiply({k: (e.T, None) for k in known})),
        *(step for end in ENDS for step in end_of_diagonal(family, end, D, entry_at)),
    )


W, W_beta = plain.layer(here), residual.layer(here)
one_layer = (
    units("units", n),
    *ascending,
    Step("layer", eq(W, diag(cumsum(x))), Instance("given 0", layer, here)),
    Step("shifted", eq(W_beta, W + beta * Id(n)), Instance("given 1", layer, here)),
    *diagonal("plain", W, partial, "layer"),
    *diagonal("residual", W_beta, lambda at: partial(at) + beta, "layer", "shifted"),
    *(
        Step(
            f"{end}, shifted",
            eq(value(W_beta), value(W) + beta),
            Combine({f"residual, {end}, value": 1, f"plain, {end}, value": -1}),
        )
        for end, (value, _, _) in ENDS.items()
    ),
    Step("residual, positive", smin(W_beta) > 0, Combine({"least, shifted": -1})),
    Step("identity", eq(s(Id(n)), 1), Apply("classical.scaled-identity", {"c": one})),
    Step("identity, largest", eq(smax(Id(n)), 1), At("identity", 1)),
    Step("identity, least", eq(smin(Id(n)), 1), At("identity", n)),
    Step("identity, positive", smin(Id(n)) > 0, Combine({"identity, least": -1})),
    Step("identity, not zero", smax(Id(n)) > 0, Combine({"identity, largest": -1})),
    cite("identity, quotient", eq(cond(Id(n)), smax(Id(n)) / smin(Id(n))), "condition", {"T": Id(n)}),
    Step(
        "identity, condition",
        eq(cond(Id(n)), 1),
        Combine(
            {
                "identity, quotient": 1,
                "identity, largest": 1 / smin(Id(n)),
                "identity, least": -1 / smin(Id(n)),
            }
        ),
    ),
)


class Products:
    """W^{p:start} for the layers of a family, from none of them on; the family's `one_layer` facts are known."""

    def __init__(self, name: str, family: str, layers: Any, start: Any, index: str) -> None:
        self.name, self.family, self.layers, self.start = name, family, layers, start
        self.last, self.before = Index(index, start - 1, L), Index(index, start - 1, L - 1)
        self.factor, self.rest, self.whole = (
            layers.layer(self.before + 1),
            self.up_to(self.before),
            self.up_to(self.before + 1),
        )

    def up_to(self, at: Any) -> Any:
        """The product of the layers from the first to the one at a place."""
        return self.layers.product(at, self.start)

    def _one_more(self, end: str, known: str) -> tuple[Step, ...]:
        """Step "name, end, value": the extreme value of one more factor, from `known`: that of the others at e."""
        value, at, place = ENDS[end]
        name, unit, G, H = f"{self.name}, {end}", Unit(n, at), self.factor, self.rest
        of_factor = Instance(f"{self.family}, {end}", here, self.before + 1)
        bound, whole = value(G) * value(H), G @ H
        above = value is smax
        product = s(whole) <= smax(G) * s(H) if above else s(G) * smin(H) <= s(whole)
        matrices = {"M": H, "P": G} if above else {"M": G, "P": H}
        bounded = value(whole) <= bound if above else bound <= value(whole)
        return (
            Step(f"{name}, factor", eq(G @ unit, value(G) * unit), of_factor),
            Step(
                f"{name}, column",
                eq(whole @ unit, bound * unit),
                Multiply({known: (G, None), f"{name}, factor": (value(H), None)}),
            ),
            cite(f"{name}, product", product, "submultiplicative", matrices, 1 if above else 2),
            Step(f"{name}, bounded", bounded, At(f"{name}, product", place)),
            Step(f"{name}, sign", bound >= 0, Sign()),
            *reached(name, end, whole, bound),
            Step(f"{name}, both", eq(value(whole), bound), Antisymmetric(f"{name}, bounded", f"{name}, reached")),
            Step(f"{name}, more", eq(self.whole, whole), Unrolled()),
            Step(f"{name}, same", eq(value(self.whole), value(whole)), Congruence(f"{name}, more")),
            Step(f"{name}, value", eq(value(self.whole), bound), Combine({f"{name}, same": 1, f"{name}, both": 1})),
        )

    def _end(self, end: str) -> tuple[Step, ...]:
        value, at, _ = ENDS[end]
        name, unit = f"{self.name}, {end}", Unit(n, at)

        def claim(place: Any) -> Any:
            return eq(self.up_to(place) @ unit, value(self.up_to(place)) * unit)

        base = Step("base", claim(self.start - 1), Multiply({f"identity, {end}": (-unit, None)}))
        grown = {f"{name}, more": (None, unit), f"{name}, column": (None, None), f"{name}, value": (-unit, None)}
        more = (*self._one_more(end, "before"), Step("next", claim(self.before + 1), Multiply(grown)))
        return (
            Step(name, claim(self.last), Induction(self.last, (base,), more)),
            Step(f"{name}, so far", claim(self.before), Instance(name, self.last, self.before)),
            *self._one_more(end, f"{name}, so far"),
        )

    def ratio(self) -> tuple[Step, ...]:
        """Step "name, ratio": one more layer multiplies the condition number by its own."""
        name, G, H, K = self.name, self.factor, self.rest, self.whole
        least, positive = f"{name}, least, value", f"{name}, positive"
        base = Step("base", smin(self.up_to(self.start - 1)) > 0, Combine({"identity, least": -1}))
        more = Step("next", smin(K) > 0, Combine({least: -1, "before": smin(G)}))
        steps = [
            *self._end("largest"),
            *self._end("least"),
            Step(f"{positive}, factor", smin(G) > 0, Instance(f"{self.family}, positive", here, self.before + 1)),
            Step(positive, smin(self.up_to(self.last)) > 0, Induction(self.last, (base,), (more,))),
        ]
        for place, M in ((self.before, H), (self.before + 1, K)):
            label = f"{name}, {'before' if M is H else 'after'}"
            steps += [
                Step(f"{label}, positive", smin(M) > 0, Instance(positive, self.last, place)),
                cite(f"{label}, order", smin(M) <= smax(M), "order", {"T": M}, 1),
                Step(f"{label}, above", smax(M) > 0, Combine({f"{label}, order": 1, f"{label}, positive": 1})),
                cite(f"{label}, condition", eq(cond(M), smax(M) / smin(M)), "condition", {"T": M}),
            ]
        own = smax(G) / smin(G)
        quotients = {
            f"{name}, after, condition": 1,
            f"{name}, before, condition": -own,
            f"{name}, largest, value": 1 / smin(K),
            least: -own * (smax(H) / (smin(H) * smin(K))),
        }
        return (*steps, Step(f"{name}, ratio", eq(cond(K), own * cond(H)), Combine(quotients)))


def ratios(start: Any, at: Any) -> Any:
    """The product over layers in (8)."""
    return ProdOver(s4.factor, start, at, s4.ratio)


def squared(name: str, start: Any, until: Any, index: str) -> tuple[Step, ...]:
    """Step `name`: the square of the condition number of W_beta^{until:start} is the product of (8)."""
    part = Products(name, "residual", residual, start, index)
    G, H, K, next_layer = part.factor, part.rest, part.whole, part.before + 1
    own = plain.layer(next_layer)
    top, bottom = smax(own) + beta, smin(own) + beta

    def claim(at: Any) -> Any:
        return eq(cond(part.up_to(at)) ** 2, ratios(start, at))

    base = (
        Step("no factor", eq(ratios(start, start - 1), 1), Unrolled()),
        Step("base", claim(start - 1), Combine({"identity, condition": cond(Id(n)) + 1, "no factor": -1})),
    )
    more = (
        Step("more", eq(ratios(start, next_layer), (top / bottom) ** 2 * ratios(start, part.before)), Unrolled()),
        Step("top", eq(smax(G), top), Instance("largest, shifted", here, next_layer)),
        Step("bottom", eq(smin(G), bottom), Instance("least, shifted", here, next_layer)),
        Step(
            "quotient",
            eq(smax(G) / smin(G), top / bottom),
            Combine({"top": 1 / smin(G), "bottom": -top / (smin(G) * bottom)}),
        ),
        Step("grown", eq(cond(K), top / bottom * cond(H)), Combine({f"{name}, ratio": 1, "quotient": cond(H)})),
        Step(
            "next",
            claim(next_layer),
            Combine({"grown": cond(K) + top / bottom * cond(H), "before": (top / bottom) ** 2, "more": -1}),
        ),
    )
    return (
        *part.ratio(),
        Step(f"{name}, any", claim(part.last), Induction(part.last, base, more)),
        Step(name, claim(until), Instance(f"{name}, any", part.last, until)),
    )


left_out = s4.left_out
eq_8_repaired = Proof(
    "e_n and e_1 are singular vectors to the extreme values of every layer and of their products, by induction",
    (
        *one_layer,
        *squared("above", left_out + 1, L, "p"),
        *squared("below", one, left_out - 1, "q"),
        Step(
            "claim",
            s4.eq_8_repaired.conjuncts[0],
            Combine(
                {"above": cond(residual.product(left_out - 1, 1)) ** 2, "below": ratios(left_out + 1, L)},
            ),
        ),
    ),
)
PROOFS = {"zhao.eq-8~repaired": eq_8_repaired}
