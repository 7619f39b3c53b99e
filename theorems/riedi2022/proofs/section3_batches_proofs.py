"""Section 3, batches: eigenvalues of the mean of block diagonal forms."""

from typing import Any

from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Index,
    MatSumOver,
    SumOver,
    Unit,
    Vector,
    diag,
    entry,
    eq,
    kron,
    lam,
    lmax,
    lmin,
    maxabs,
    maximum,
    minimum,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.proof import (
    At,
    Combine,
    Congruence,
    EveryTerm,
    Identity,
    LargestTerm,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
    SumOfMatrices,
)
from lemmata.theorems.riedi2022 import section3_loss as s3

c, d, G = s3.c, s3.d, s3.G
g, k = Index("g", 1, G), Index("l", 1, d)
M_g, z_g = s3.K.layer(g), s3.Z @ Unit(G, g)
inner, D = M_g.T @ M_g, diag(z_g)
squares = D @ D
term = kron(squares, inner)
whole = MatSumOver(s3.g, 1, G, kron(diag(s3.z_g) @ diag(s3.z_g), s3.M_g.T @ s3.M_g))
e, z_k = Unit(d, k), entry(z_g, k)
least, largest = minimum(abs(z_g)), maxabs(z_g)


def over_batch(body: Any) -> Any:
    """Sum over the batch of a quantity written with the index g."""
    return SumOver(g, 1, G, body)


def form_at(name: str, index: Any, below: Any, above: Any, facts: dict[str, Any]) -> tuple[Step, ...]:
    """The eigenvalue of D^2 between z_k^2 for one k and another, from a bound of them all."""
    u = Vector("u" if index is d else "v", d)
    part, value = tr(e.T @ u), lam(squares, index)
    low, high = (below, value) if below is not None else (value, above)
    scale = {k: part**2 * v for k, v in facts.items()}
    sign = 1 if below is not None else -1
    return (
        *eigenvector(name, squares, index, u),
        Step(f"{name}, row", eq(u.T @ squares @ e, z_k**2 * (u.T @ e)), Multiply({"column": (u.T, None)})),
        Step(f"{name}, row of u", eq(e.T @ squares @ u, value * (e.T @ u)), Multiply({name: (e.T, None)})),
        Step(
            f"{name}, term",
            low * part**2 <= high * part**2,
            Combine(scale | {f"{name}, row": -sign * part, f"{name}, row of u": sign * part}),
        ),
        Step(
            f"{name}, sum",
            SumOver(k, 1, d, low * part**2) <= SumOver(k, 1, d, high * part**2),
            Summed(f"{name}, term", k),
        ),
        Step(f"{name}, length", eq(tr(u.T @ resolution(d) @ u), tr(u.T @ u)), Congruence("units")),
        Step(f"{name}, parts", eq(tr(u.T @ resolution(d) @ u), SumOver(k, 1, d, part**2)), Identity()),
        Step(
            f"{name}, bound",
            low <= high,
            Combine(
                {f"{name}, sum": 1}
                | {f"{name}, {k}": v for k, v in (("parts", low - high), ("length", high - low), ("unit", high - low))}
            ),
        ),
    )


blocks = Proof(
    "the least and the largest weight of each datum; eigenvalues of Kronecker products and of sums",
    (
        units("units", d),
        Step("column of D", eq(D @ e, z_k * e), Identity()),
        Step(
            "column",
            eq(squares @ e, z_k**2 * e),
            Multiply(
                {
                    "column of D": (D, None),
                }
            ),
        ),
        Step("modulus", -abs(z_k) <= 0, Sign()),
        Step("all", maximum(-abs(z_g)) <= 0, EveryTerm("modulus", k)),
        Step("least", eq(least, -maximum(-abs(z_g))), Identity()),
        Step("of all", -abs(z_k) <= maximum(-abs(z_g)), LargestTerm()),
        Step("above the least", least <= abs(z_k), Combine({"least": 1, "of all": 1})),
        Step("least, sign", least >= 0, Combine({"least": -1, "all": 1})),
        Step("least squared", least**2 >= 0, Sign()),
        Step("squares above", least**2 <= z_k**2, Combine({"above the least": least + abs(z_k)})),
        cite("entry", abs(z_k) <= largest, "entries", {"T": z_g}, 0, {"i": k, "j": 1}),
        Step("squares below", z_k**2 <= largest**2, Combine({"entry": largest + abs(z_k)})),
        *form_at("u", d, least**2, None, {"squares above": 1}),
        *form_at("v", 1, None, largest**2, {"squares below": 1}),
        Step("outer, semidefinite", lmin(squares) >= 0, Combine({"u, bound": 1, "least squared": 1})),
        cite("inner, semidefinite", lmin(inner) >= 0, "gram-psd", {"T": M_g}),
        cite("gram", eq(s(M_g) ** 2, lam(inner)), "gram", {"M": M_g}, 0),
        Step("inner, least", eq(smin(M_g) ** 2, lmin(inner)), At("gram", c)),
        Step("inner, largest", eq(smax(M_g) ** 2, lmax(inner)), At("gram", 1)),
        cite("term, largest", eq(lmax(term), lmax(squares) * lmax(inner)), "kronecker", {"G": squares, "H": inner}, 0),
        cite("term, least", eq(lmin(term), lmin(squares) * lmin(inner)), "kronecker", {"G": squares, "H": inner}, 1),
        Step(
            "datum, below",
            smin(M_g) ** 2 * least**2 <= lmin(term),
            Combine({"u, bound": smin(M_g) ** 2, "inner, least": lmin(squares), "term, least": -1}),
        ),
        Step(
            "datum, above",
            lmax(term) <= smax(M_g) ** 2 * largest**2,
            Combine({"v, bound": smax(M_g) ** 2, "inner, largest": -lmax(squares), "term, largest": 1}),
        ),
        Step("sums, below", over_batch(smin(M_g) ** 2 * least**2) <= over_batch(lmin(term)), Summed("datum, below", g)),
        Step(
            "sums, above", over_batch(lmax(term)) <= over_batch(smax(M_g) ** 2 * largest**2), Summed("datum, above", g)
        ),
        Step("Weyl, below", over_batch(lmin(term)) <= lmin(whole), SumOfMatrices()),
        Step("Weyl, above", lmax(whole) <= over_batch(lmax(term)), SumOfMatrices()),
        cite("scale", eq(lam(whole / G), 1 / G * lam(whole)), "scaling", {"A": whole, "c": 1 / G, "n": c * d}),
        cite("between, above", lam(whole) <= lmax(whole), "eigenvalue-range", {"A": whole, "n": c * d}, 1),
        cite("between, below", lmin(whole) <= lam(whole), "eigenvalue-range", {"A": whole, "n": c * d}, 0),
        Step(
            "first",
            s3.lemma_10_as_printed.conjuncts[0],
            Combine({"scale": -1, "between, below": 1 / G, "Weyl, below": 1 / G, "sums, below": 1 / G}),
        ),
        Step(
            "second",
            s3.lemma_10_as_printed.conjuncts[1],
            Combine({"scale": 1, "between, above": 1 / G, "Weyl, above": 1 / G, "sums, above": 1 / G}),
        ),
    ),
)

PROOFS = {"riedi.lemma-10.eq-43~blocks": blocks}
