"""Section 3, batches: Corollary 11, from a form between c^2 and C^2 times Z Z^T ⊗ Id."""

from collections.abc import Callable
from typing import Any

from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import units
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    cond,
    eq,
    kron,
    lam,
    lmax,
    lmin,
    s,
    smax,
    smin,
    sqrt,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    At,
    Combine,
    Congruence,
    Defined,
    Entrywise,
    Instance,
    Multiply,
    Proof,
    Step,
    Summed,
    SumOfMatrices,
)
from lemmata.theorems.riedi2022 import section3_loss as s3
from lemmata.theorems.riedi2022.proofs.section3_batches_proofs import G, M_g, c, d, g, inner, over_batch, z_g

outer, outers = z_g @ z_g.T, MatSumOver(s3.g, 1, G, s3.z_g @ s3.z_g.T)
batch = MatSumOver(s3.g, 1, G, kron(s3.z_g @ s3.z_g.T, s3.M_g.T @ s3.M_g))
spread, a, b, size = kron(outers, Id(c)), s3.low**2, s3.high**2, c * d
at, condition = Index("k", 1, size), cond(s3.Z) ** 2
lam_at, plain_at, ratio = lam(batch, at), lam(spread, at), (s3.high / s3.low) ** 2 * condition


def remainder(name: str, of: Callable[[Any], Any], bounded: Any) -> tuple[Step, ...]:
    """What is left of the batch is semidefinite, from `bounded`: so is of(M_g)."""
    part = kron(outer, of(M_g))
    rests = MatSumOver(s3.g, 1, G, kron(s3.z_g @ s3.z_g.T, of(s3.M_g)))
    return (
        bounded,
        cite(f"{name}, datum", lmin(part) >= 0, "kronecker-psd", {"G": outer, "H": of(M_g)}),
        Step(f"{name}, sum", over_batch(quantity(0)) <= over_batch(lmin(part)), Summed(f"{name}, datum", g)),
        Step(f"{name}, Weyl", over_batch(lmin(part)) <= lmin(rests), SumOfMatrices()),
        Step(f"{name}, sums", lmin(rests) >= 0, Combine({f"{name}, sum": 1, f"{name}, Weyl": 1})),
    )


def above_least(X: Any) -> Any:  # noqa: N803
    """X^T X - c^2 Id."""
    return X.T @ X - a * Id(c)


def below_largest(X: Any) -> Any:  # noqa: N803
    """C^2 Id - X^T X."""
    return b * Id(c) - X.T @ X


rest, gap = above_least(M_g), below_largest(M_g)
rests = MatSumOver(s3.g, 1, G, kron(s3.z_g @ s3.z_g.T, above_least(s3.M_g)))
gaps = MatSumOver(s3.g, 1, G, kron(s3.z_g @ s3.z_g.T, below_largest(s3.M_g)))


def scaled(name: str, matrix: Any, factor: Any) -> tuple[Step, ...]:
    """Eigenvalues of a multiple, all of them and one."""
    return (
        cite(name, eq(lam(factor * matrix), factor * lam(matrix)), "scaling", {"A": matrix, "c": factor, "n": size}),
        Step(f"{name}, each", eq(lam(factor * matrix, at), factor * lam(matrix, at)), At(name, at)),
    )


condition_of_batch = Proof(
    "the form lies between c^2 and C^2 times Z Z^T ⊗ Id, and so do its eigenvalues",
    (
        cite("outer, semidefinite", lmin(outer) >= 0, "gram-psd", {"T": z_g.T}),
        cite("gram", eq(s(M_g) ** 2, lam(inner)), "gram", {"M": M_g}, 0),
        Step("inner, least", eq(smin(M_g) ** 2, lmin(inner)), At("gram", c)),
        Step("inner, largest", eq(smax(M_g) ** 2, lmax(inner)), At("gram", 1)),
        Step("at most", smax(M_g) <= s3.high, Instance("given 0", g, g)),
        Step("at least", smin(M_g) >= s3.low, Instance("given 1", g, g)),
        cite("rest", eq(lam(rest), lam(inner) - a), "shift", {"A": inner, "c": -a, "n": c}),
        Step("rest, least", eq(lmin(rest), lmin(inner) - a), At("rest", c)),
        *remainder(
            "rest",
            above_least,
            Step(
                "rest, semidefinite",
                lmin(rest) >= 0,
                Combine({"rest, least": -1, "inner, least": -1, "at least": smin(M_g) + s3.low}),
            ),
        ),
        cite("negative", eq(lmin(-inner), -lmax(inner)), "negation", {"A": inner}, 0),
        cite("gap", eq(lam(gap), lam(-inner) + b), "shift", {"A": -inner, "c": b, "n": c}),
        Step("gap, least", eq(lmin(gap), lmin(-inner) + b), At("gap", c)),
        *remainder(
            "gap",
            below_largest,
            Step(
                "gap, semidefinite",
                lmin(gap) >= 0,
                Combine({"gap, least": -1, "negative": -1, "inner, largest": 1, "at most": smax(M_g) + s3.high}),
            ),
        ),
        *scaled("low", spread, a),
        *scaled("high", spread, b),
        cite(
            "from below",
            lam(a * spread) + lmin(rests) <= lam(batch),
            "weyl-extremes",
            {"A": a * spread, "B": rests, "n": size},
            0,
        ),
        cite(
            "from above",
            lam(batch) + lmin(gaps) <= lam(b * spread),
            "weyl-extremes",
            {"A": batch, "B": gaps, "n": size},
            0,
        ),
        Step("each, below", lam(a * spread, at) + lmin(rests) <= lam_at, At("from below", at)),
        Step("each, above", lam_at + lmin(gaps) <= lam(b * spread, at), At("from above", at)),
        Step("below", a * plain_at <= lam_at, Combine({"each, below": 1, "rest, sums": 1, "low, each": -1})),
        Step("above", lam_at <= b * plain_at, Combine({"each, above": 1, "gap, sums": 1, "high, each": 1})),
        # Z Z^T ⊗ Id, semidefinite, of the condition number cond(Z)^2
        units("units", G),
        Step("outers", eq(outers, s3.Z @ s3.Z.T), Multiply({"units": (s3.Z, s3.Z.T)})),
        cite("outers, least", lmin(s3.Z @ s3.Z.T) >= 0, "gram-psd", {"T": s3.Z.T}),
        Step("same least", eq(lmin(outers), lmin(s3.Z @ s3.Z.T)), Congruence("outers")),
        Step("same largest", eq(lmax(outers), lmax(s3.Z @ s3.Z.T)), Congruence("outers")),
        Step("outers, semidefinite", lmin(outers) >= 0, Combine({"same least": -1, "outers, least": 1})),
        cite("outers, largest", eq(lmax(s3.Z @ s3.Z.T), smax(s3.Z) ** 2), "gram-norm", {"T": s3.Z}, 0),
        Step("data", smax(s3.Z) > 0, Defined()),
        cite("outers, values", eq(s(s3.Z @ s3.Z.T), lam(s3.Z @ s3.Z.T)), "psd-singular-values", {"A": s3.Z @ s3.Z.T}),
        Step("outers, norm", eq(smax(s3.Z @ s3.Z.T), lmax(s3.Z @ s3.Z.T)), At("outers, values", 1)),
        Step(
            "outers, not zero",
            smax(s3.Z @ s3.Z.T) > 0,
            Combine({"outers, norm": -1, "outers, largest": -1, "data": smax(s3.Z)}),
        ),
        Step("same norm", eq(smax(outers), smax(s3.Z @ s3.Z.T)), Congruence("outers")),
        Step("sum, not zero", smax(outers) > 0, Combine({"same norm": -1, "outers, not zero": 1})),
        Step("same condition", eq(cond(outers), cond(s3.Z @ s3.Z.T)), Congruence("outers")),
        cite("of a square", eq(cond(s3.Z @ s3.Z.T), condition), "condition-of-gram", {"T": s3.Z}, 1),
        cite("identity", eq(lam(Id(c)), 1), "identity", {"n": c}),
        Step("identity, first", eq(lmax(Id(c)), 1), At("identity", 1)),
        Step("identity, last", eq(lmin(Id(c)), 1), At("identity", c)),
        Step("identity, definite", lmin(Id(c)) > 0, Combine({"identity, last": -1})),
        Step("identity, semidefinite", lmin(Id(c)) >= 0, Combine({"identity, definite": 1})),
        cite("identity, values", eq(s(Id(c)), 1), "scaled-identity", {"c": 1, "n": c}),
        Step("identity, norm", eq(smax(Id(c)), 1), At("identity, values", 1)),
        Step("identity, not zero", smax(Id(c)) > 0, Combine({"identity, norm": -1})),
        cite("of the identity", eq(cond(Id(c)), lmax(Id(c)) / lmin(Id(c))), "condition-of-definite", {"D": Id(c)}),
        Step(
            "one",
            eq(cond(Id(c)), 1),
            Combine({"of the identity": 1, "identity, first": 1 / lmin(Id(c)), "identity, last": -1 / lmin(Id(c))}),
        ),
        cite("spread, semidefinite", lmin(spread) >= 0, "kronecker-psd", {"G": outers, "H": Id(c)}),
        cite(
            "spread, largest", eq(lmax(spread), lmax(outers) * lmax(Id(c))), "kronecker", {"G": outers, "H": Id(c)}, 0
        ),
        cite("spread, values", eq(s(spread), lam(spread)), "psd-singular-values", {"A": spread, "n": size}),
        Step("spread, norm", eq(smax(spread), lmax(spread)), At("spread, values", 1)),
        Step("spread, each", eq(s(spread, at), plain_at), At("spread, values", at)),
        Step(
            "spread, length",
            eq(smax(spread), smax(s3.Z) ** 2),
            Combine(
                {
                    "spread, norm": 1,
                    "spread, largest": 1,
                    "identity, first": lmax(outers),
                    "same largest": 1,
                    "outers, largest": 1,
                }
            ),
        ),
        Step("spread, not zero", smax(spread) > 0, Combine({"spread, length": -1, "data": smax(s3.Z)})),
        cite(
            "product",
            eq(cond(spread), cond(outers) * cond(Id(c))),
            "kronecker-singular-values",
            {"T": outers, "M": Id(c)},
            1,
        ),
        cite(
            "bounds",
            smax(spread) * s(spread) <= cond(spread) * s(spread) ** 2,
            "condition-bounds",
            {"T": spread, "r": size, "q": size},
        ),
        Step("each of them", smax(spread) * s(spread, at) <= cond(spread) * s(spread, at) ** 2, At("bounds", at)),
        cite("range", lmin(spread) <= lam(spread), "eigenvalue-range", {"A": spread, "n": size}, 0),
        Step("semidefinite, each", lmin(spread) <= plain_at, At("range", at)),
        Step("plain", plain_at >= 0, Combine({"semidefinite, each": 1, "spread, semidefinite": 1})),
        Step(
            "ratio",
            smax(spread) * plain_at <= condition * plain_at**2,
            Combine(
                {
                    "each of them": 1,
                    "spread, each": condition * (s(spread, at) + plain_at) - smax(spread),
                    "product": s(spread, at) ** 2,
                    "one": cond(outers) * s(spread, at) ** 2,
                    "same condition": s(spread, at) ** 2,
                    "of a square": s(spread, at) ** 2,
                }
            ),
        ),
        cite(
            "carried",
            smax(spread) * a * lam_at <= condition * lam_at**2,
            "carried-ratio",
            {"p": plain_at, "kappa": condition, "a": smax(spread), "l": a, "t": lam_at, "u": b},
        ),
        Step("first, above", lmax(batch) + lmin(gaps) <= lmax(b * spread), At("from above", 1)),
        Step("first, scaled", eq(lmax(b * spread), b * lmax(spread)), At("high", 1)),
        Step(
            "largest",
            lmax(batch) <= b * smax(spread),
            Combine({"first, above": 1, "gap, sums": 1, "first, scaled": 1, "spread, norm": -b}),
        ),
        Step("last, below", lmin(a * spread) + lmin(rests) <= lmin(batch), At("from below", size)),
        Step("last, scaled", eq(lmin(a * spread), a * lmin(spread)), At("low", size)),
        Step(
            "semidefinite",
            lmin(batch) >= 0,
            Combine({"last, below": 1, "rest, sums": 1, "last, scaled": -1, "spread, semidefinite": a}),
        ),
        *scaled("mean", batch, 1 / G),
        Step("mean, first", eq(lmax(s3.gram), 1 / G * lmax(batch)), At("mean", 1)),
        Step("mean, last", eq(lmin(s3.gram), 1 / G * lmin(batch)), At("mean", size)),
        Step("mean, semidefinite", lmin(s3.gram) >= 0, Combine({"mean, last": -1, "semidefinite": 1 / G})),
        cite("mean, values", eq(s(s3.gram), lam(s3.gram)), "psd-singular-values", {"A": s3.gram, "n": size}),
        Step("mean, norm", eq(smax(s3.gram), lmax(s3.gram)), At("mean, values", 1)),
        Step("mean, value", eq(s(s3.gram, at), lam(s3.gram, at)), At("mean, values", at)),
        Step("mean, not zero", smax(s3.gram) > 0, Defined()),
        Step("non-negative", lam_at >= 0, Combine({"below": 1, "plain": a})),
        Step(
            "product of them",
            lmax(batch) * lam_at <= ratio * lam_at**2,
            Combine({"largest": lam_at, "carried": (s3.high / s3.low) ** 2}),
        ),
        Step("first of the mean", eq(smax(s3.gram), lmax(batch) / G), Combine({"mean, norm": 1, "mean, first": 1})),
        Step("each of the mean", eq(s(s3.gram, at), lam_at / G), Combine({"mean, value": 1, "mean, each": 1})),
        Step(
            "of the mean",
            smax(s3.gram) * s(s3.gram, at) <= ratio * s(s3.gram, at) ** 2,
            Combine(
                {
                    "product of them": 1 / G**2,
                    "first of the mean": s(s3.gram, at),
                    "each of the mean": lmax(batch) / G - ratio * (s(s3.gram, at) + lam_at / G),
                }
            ),
        ),
        Step("all of them", smax(s3.gram) * s(s3.gram) <= ratio * s(s3.gram) ** 2, Entrywise("of the mean", at)),
        cite("squared", cond(s3.gram) <= ratio, "condition-least", {"T": s3.gram, "c": ratio, "r": size, "q": size}),
        cite(
            "claim",
            sqrt(cond(s3.gram)) <= s3.high / s3.low * cond(s3.Z),
            "above-root",
            {"x": s3.high / s3.low * cond(s3.Z), "y": cond(s3.gram)},
        ),
    ),
)

PROOFS = {"riedi.cor-11~repaired": condition_of_batch}
