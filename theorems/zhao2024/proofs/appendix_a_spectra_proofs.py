"""Proofs for appendix A: Weyl's inequality at the ends of the spectrum, Kronecker products, products."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import G as left
from lemmata.theorems.classical import H as right
from lemmata.theorems.classical import M as square
from lemmata.theorems.classical import i as first_index
from lemmata.theorems.classical import j as second_index
from lemmata.theorems.classical.numbers import x
from lemmata.theorems.language import Index, eq, inv, lam, lmax, lmin, norm2, s, smax, smin, spectral_radius
from lemmata.theorems.language.proof import Apply, At, Combine, Defined, EveryTerm, LargestTerm, Proof, Sign, Step
from lemmata.theorems.zhao2024 import appendix_a_spectra as a
from lemmata.theorems.zhao2024.proofs.diagonal_products_proofs import sandwich

G, H, n = a.G, a.H, a.n
eq_13 = Proof(
    "spectrum of a Kronecker product",
    (
        Step("largest", a.eq_13.claim[0], Apply("classical.kronecker", {left: G, right: a.K}, 0)),
        Step("least", a.eq_13.claim[1], Apply("classical.kronecker", {left: G, right: a.K}, 1)),
    ),
)

R, similar = a.R, a.similar
psd_product = Proof(
    "singular values of products; R B R is positive semidefinite",
    (
        Step("root", eq(s(R) ** 2, lam(R @ R)), Apply("classical.gram", {square: R}, 0)),
        Step("root, largest", eq(smax(R) ** 2, lmax(R @ R)), At("root", 1)),
        Step("root, least", eq(smin(R) ** 2, lmin(R @ R)), At("root", n)),
        Step("B", eq(s(H), lam(H)), Apply("classical.psd-singular-values", {symmetric_a: H})),
        Step("B, largest", eq(smax(H), lmax(H)), At("B", 1)),
        Step("B, least", eq(smin(H), lmin(H)), At("B", n)),
        Step("semidefinite", lmin(similar) >= 0, Apply("classical.psd-congruence", {symmetric_a: H, square: R})),
        Step("values", eq(s(similar), lam(similar)), Apply("classical.psd-singular-values", {symmetric_a: similar})),
        Step("values, largest", eq(smax(similar), lmax(similar)), At("values", 1)),
        Step("values, least", eq(smin(similar), lmin(similar)), At("values", n)),
        *sandwich("product", H, R),
        Step(
            "largest",
            a.psd_product.claim[0],
            Combine(
                {
                    "values, largest": -1,
                    "product, above": 1,
                    "B, largest": smax(R) ** 2,
                    "root, largest": lmax(H),
                }
            ),
        ),
        Step(
            "least",
            a.psd_product.claim[1],
            Combine(
                {
                    "values, least": 1,
                    "product, below": 1,
                    "B, least": -(smin(R) ** 2),
                    "root, least": -lmin(H),
                }
            ),
        ),
    ),
)


whole = G + H
j = Index("j", 0, n - 1)
term = lam(G, n - j) + lam(H, j + 1)
upper, least = a.largest_psd, a.least_psd
negatives = -least  # the largest of the negated terms
top, bottom = lmax(whole), lmin(whole)
top_bound, bottom_bound = lmax(G) + lmax(H), lmin(G) + lmin(H)


def modulus(name: str, value: Any) -> Step:
    """|value| = value, from a step before that says that value is not negative."""
    return Step(f"{name}, modulus", eq(abs(value), value), Apply("classical.modulus-non-negative", {x: value}))


def compared(name: str, small: Any, large: Any, fact: str, names: tuple[str, str]) -> Step:
    """|small| <= |large| from small <= large and the two moduli."""
    moduli = {f"{names[0]}, modulus": 1, f"{names[1]}, modulus": -1}
    return Step(name, abs(small) <= abs(large), Combine({fact: 1, **moduli}))


def divisor(name: str, value: Any) -> tuple[Step, Step]:
    """|value| > 0 where one divides by it."""
    return (
        Step(f"{name}, length", abs(value) >= 0, Sign()),
        Step(f"{name}, not zero", abs(value) > 0, Defined(f"{name}, length")),
    )


eq_12_repaired = Proof(
    "Weyl's inequality for the eigenvalues that pair up to the ends of the spectrum; none is negative",
    (
        Step(
            "term, below",
            bottom <= term,
            Apply("classical.weyl", {symmetric_a: G, symmetric_b: H}, at={first_index: n - j, second_index: j + 1}),
        ),
        Step(
            "negated",
            eq(lam(-H, n - j), -lam(H, j + 1)),
            Apply("classical.negated-spectrum", {symmetric_a: H}, at={first_index: n - j}),
        ),
        Step(
            "weyl",
            lam(G, n - j) <= top + lam(-H, n - j),
            Apply("classical.weyl", {symmetric_a: whole, symmetric_b: -H}, at={first_index: 1, second_index: n - j}),
        ),
        Step("term, above", term <= top, Combine({"weyl": 1, "negated": 1})),
        Step("upper", upper <= top, EveryTerm("term, above", j)),
        Step("negated term", -term <= -bottom, Combine({"term, below": 1})),
        Step("lower, negated", negatives <= -bottom, EveryTerm("negated term", j)),
        Step("lower", bottom <= least, Combine({"lower, negated": 1})),
        Step(
            "sum, below",
            lam(G) + lmin(H) <= lam(whole),
            Apply("classical.weyl-extremes", {symmetric_a: G, symmetric_b: H}, 0),
        ),
        Step(
            "sum, above",
            lam(whole) <= lam(G) + lmax(H),
            Apply("classical.weyl-extremes", {symmetric_a: G, symmetric_b: H}, 1),
        ),
        Step("bottom, bound", bottom_bound <= bottom, At("sum, below", n)),
        Step("top, bound", top <= top_bound, At("sum, above", 1)),
        Step("bottom, sign", bottom >= 0, Combine({"bottom, bound": 1})),
        Step("least, sign", least >= 0, Combine({"lower": 1, "bottom, sign": 1})),
        Step("a term", term <= upper, LargestTerm()),
        Step("upper, sign", upper >= 0, Combine({"a term": 1, "term, below": 1, "bottom, sign": 1})),
        Step("top, sign", top >= 0, Combine({"upper": 1, "upper, sign": 1})),
        Step("top bound, sign", top_bound >= 0, Combine({"top, bound": 1, "top, sign": 1})),
        modulus("upper", upper),
        modulus("least", least),
        modulus("top", top),
        modulus("bottom", bottom),
        modulus("top bound", top_bound),
        modulus("bottom bound", bottom_bound),
        compared("tops", upper, top, "upper", ("upper", "top")),
        compared("bottoms", bottom, least, "lower", ("bottom", "least")),
        compared("top bounds", top, top_bound, "top, bound", ("top", "top bound")),
        compared("bottom bounds", bottom_bound, bottom, "bottom, bound", ("bottom bound", "bottom")),
        *divisor("bottom", bottom),
        *divisor("bottom bound", bottom_bound),
        Step(
            "first",
            a.eq_12_repaired.claim[0].relations[0],
            Combine({"tops": 1 / abs(bottom), "bottoms": abs(upper) / (abs(bottom) * abs(least))}),
        ),
        Step(
            "second",
            a.eq_12_repaired.claim[0].relations[1],
            Combine(
                {
                    "top bounds": 1 / abs(bottom_bound),
                    "bottom bounds": abs(top) / (abs(bottom_bound) * abs(bottom)),
                }
            ),
        ),
    ),
)

whole, rho = G @ H, spectral_radius(inv(G @ H))
psd_product_radius = Proof(
    "the spectral radius is at most the operator norm; singular values of products",
    (
        Step("of A", eq(s(G), lam(G)), Apply("classical.psd-singular-values", {symmetric_a: G})),
        Step("of B", eq(s(H), lam(H)), Apply("classical.psd-singular-values", {symmetric_a: H})),
        Step("A, largest", eq(smax(G), lmax(G)), At("of A", 1)),
        Step("A, least", eq(smin(G), lmin(G)), At("of A", n)),
        Step("B, largest", eq(smax(H), lmax(H)), At("of B", 1)),
        Step("B, least", eq(smin(H), lmin(H)), At("of B", n)),
        Step(
            "radius", spectral_radius(whole) <= norm2(whole), Apply("classical.spectral-radius-norm", {square: whole})
        ),
        Step("norm", smax(whole) <= smax(G) * smax(H), Apply("classical.norm-of-product", {"T": G, "U": H})),
        Step(
            "first",
            spectral_radius(whole) <= lmax(G) * lmax(H),
            Combine({"radius": 1, "norm": 1, "A, largest": smax(H), "B, largest": lmax(G)}),
        ),
        Step(
            "radius of the inverse",
            rho <= norm2(inv(whole)),
            Apply("classical.spectral-radius-norm", {square: inv(whole)}),
        ),
        Step("inverse", eq(smax(inv(whole)) * smin(whole), 1), Apply("classical.inverse-norm", {square: whole})),
        Step("values", s(G) * smin(H) <= s(whole), Apply("classical.submultiplicative", {square: G, "P": H}, 2)),
        Step("least", smin(G) * smin(H) <= smin(whole), At("values", n)),
        Step("sign", rho >= 0, Sign()),
        Step("positive", rho > 0, Defined("sign")),
        Step(
            "at most 1",
            lmin(G) * lmin(H) * rho <= 1,
            Combine(
                {
                    "radius of the inverse": lmin(G) * lmin(H),
                    "inverse": 1,
                    "least": smax(inv(whole)),
                    "A, least": -smin(H) * smax(inv(whole)),
                    "B, least": -lmin(G) * smax(inv(whole)),
                }
            ),
        ),
        Step("second", 1 / rho >= lmin(G) * lmin(H), Combine({"at most 1": 1 / rho})),
    ),
)

PROOFS = {
    "zhao.eq-12~repaired": eq_12_repaired,
    "zhao.eq-13": eq_13,
    "zhao.psd-product": psd_product,
    "zhao.psd-product~radius": psd_product_radius,
}
