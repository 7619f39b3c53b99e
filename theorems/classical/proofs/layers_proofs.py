"""Norms of products of residual links, one layer after the other."""

from typing import Any

from lemmata.theorems.classical import T, n, q, r
from lemmata.theorems.classical.network_theorems import depth, layer, links
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import Id, Index, MatProdOver, ProdOver, SumOver, eq, exp, norm2, smax
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Combine, Congruence, Induction, Instance, Proof, Step, Unrolled

far, near = Index("h", 1, depth), Index("h", 1, depth - 1)
one = Id(n)


def product(last: Any) -> Any:
    """The first links, the last one in front."""
    return MatProdOver(layer, 1, last, one + links.layer(layer))


def norms(norm: Any, last: Any) -> Any:
    """The product of 1 + |W_l|."""
    return ProdOver(layer, 1, last, 1 + norm(links.layer(layer)))


def sums(norm: Any, last: Any) -> Any:
    """The sum of |W_l|."""
    return SumOver(layer, 1, last, norm(links.layer(layer)))


def link(norm: Any, number: Any) -> tuple[Step, ...]:
    """The norm of one link is at most 1 + |W_l|, and that at most exp(|W_l|)."""
    X, square = links.layer(number), {r: n, q: n}  # noqa: N806
    return (
        cite("sum", smax(one + X) <= smax(one) + smax(X), "norm-of-sum", {T: one, "S": X, **square}),
        cite("same norm", eq(norm2(X), smax(X)), "operator-norm", {T: X, **square}),
        Step(
            "norm", smax(one + X) <= 1 + norm(X), Combine({"sum": 1, "unit": 1, "same norm": 1 if norm is norm2 else 0})
        ),
        cite("tangent", 1 + norm(X) <= exp(norm(X)), "exponential-tangent", {"x": norm(X)}),
    )


first, later = quantity(1), near + 1
W, V = links.layer(later), links.layer(1)


def bounds(name: str, norm: Any) -> tuple[Step, ...]:
    """The norm of a product of links by those of the layers, in one of the two words for it."""
    more = Step("more", eq(norms(norm, later), norms(norm, near) * (1 + norm(W))), Unrolled())
    alone = Step("one", eq(norms(norm, first), 1 + norm(V)), Unrolled())
    return (
        Step(
            f"{name}, sign",
            norms(norm, far) >= 0,
            Induction(
                far,
                (alone, Step("first", norms(norm, first) >= 0, Combine({"one": -1}))),
                (more, Step("next", norms(norm, later) >= 0, Combine({"more": -1, "before": 1 + norm(W)}))),
            ),
        ),
        Step(
            f"{name}, products",
            smax(product(far)) <= norms(norm, far),
            Induction(
                far,
                (
                    *link(norm, first),
                    alone,
                    Step("one link", eq(product(first), one + V), Unrolled()),
                    Step("same", eq(smax(product(first)), smax(one + V)), Congruence("one link")),
                    Step(
                        "first", smax(product(first)) <= norms(norm, first), Combine({"same": 1, "norm": 1, "one": -1})
                    ),
                ),
                (
                    *link(norm, later),
                    more,
                    Step("one more", eq(product(later), (one + W) @ product(near)), Unrolled()),
                    Step("same", eq(smax(product(later)), smax((one + W) @ product(near))), Congruence("one more")),
                    cite(
                        "factors",
                        smax((one + W) @ product(near)) <= smax(one + W) * smax(product(near)),
                        "norm-of-product",
                        {T: one + W, "U": product(near), r: n, q: n, "k": n},
                    ),
                    Step(
                        "next",
                        smax(product(later)) <= norms(norm, later),
                        Combine(
                            {"same": 1, "factors": 1, "norm": smax(product(near)), "before": 1 + norm(W), "more": -1}
                        ),
                    ),
                ),
            ),
        ),
        Step(name, smax(product(depth)) <= norms(norm, depth), Instance(f"{name}, products", far, depth)),
        Step(
            f"{name}, exponentials",
            norms(norm, far) <= exp(sums(norm, far)),
            Induction(
                far,
                (
                    *link(norm, first),
                    alone,
                    Step("one term", eq(sums(norm, first), norm(V)), Unrolled()),
                    Step("same", eq(exp(sums(norm, first)), exp(norm(V))), Congruence("one term")),
                    Step(
                        "first",
                        norms(norm, first) <= exp(sums(norm, first)),
                        Combine({"one": 1, "tangent": 1, "same": -1}),
                    ),
                ),
                (
                    *link(norm, later),
                    more,
                    Step("more terms", eq(sums(norm, later), sums(norm, near) + norm(W)), Unrolled()),
                    Step("same", eq(exp(sums(norm, later)), exp(sums(norm, near) + norm(W))), Congruence("more terms")),
                    cite(
                        "sum of exponents",
                        eq(exp(sums(norm, near) + norm(W)), exp(sums(norm, near)) * exp(norm(W))),
                        "exponential-sum",
                        {"x": sums(norm, near), "y": norm(W)},
                    ),
                    Step(
                        "next",
                        norms(norm, later) <= exp(sums(norm, later)),
                        Combine(
                            {
                                "more": 1,
                                "before": 1 + norm(W),
                                "tangent": exp(sums(norm, near)),
                                "same": -1,
                                "sum of exponents": -1,
                            }
                        ),
                    ),
                ),
            ),
        ),
        Step(
            f"{name}, exponential",
            norms(norm, depth) <= exp(sums(norm, depth)),
            Instance(f"{name}, exponentials", far, depth),
        ),
        Step(
            f"{name}, claim",
            smax(product(depth)) <= exp(sums(norm, depth)),
            Combine({name: 1, f"{name}, exponential": 1}),
        ),
    )


residual_links = Proof(
    "the norm of a product is at most the product of the norms, and 1 + x at most exp(x)",
    (
        cite("unit", eq(smax(one), 1), "identity-extremes", {}, 2),
        *bounds("largest singular values", smax),
        *bounds("operator norms", norm2),
    ),
)

PROOFS = {"classical.norm-of-residual-links": residual_links}
