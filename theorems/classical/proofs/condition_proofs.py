"""Condition numbers, proved from the two halves of their definition.

smax s_i <= cond s_i^2 for every i, and cond is the least such number: where s_i = 0 both sides vanish.
"""

from typing import Any

from lemmata.theorems.classical import A, B, M, P, T, c, n, numbers, patterns, q, r, x
from lemmata.theorems.classical import i as any_i
from lemmata.theorems.classical import j as any_j
from lemmata.theorems.classical.entries import projection
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.language import Id, Index, cond, eq, lam, lmax, lmin, normF, s, smax, smin, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Cases,
    Combine,
    Defined,
    Entrywise,
    Identity,
    Proof,
    Refute,
    Sign,
    Step,
)

one = Id(1)
k = Index("k", 1, n)
any_shape = T


def bounds(name: str, X: Any) -> Step:
    """smax(X) s_i(X) <= cond(X) s_i(X)^2."""
    return Step(name, smax(X) * s(X) <= cond(X) * s(X) ** 2, Apply("classical.condition-bounds", {any_shape: X}))


def least(name: str, X: Any, ratio: Any) -> Step:
    """cond(X) <= ratio, from smax(X) s_i(X) <= ratio s_i(X)^2."""
    return Step(name, cond(X) <= ratio, Apply("classical.condition-least", {any_shape: X, c: ratio}))


SVD = "classical.singular-value-decomposition"
ratio = smax(T) / smin(T)


def ratio_at_most(last: Any) -> tuple[Step, ...]:
    """smax / smin <= cond, from the definition at the last singular value, called "last" when it is found."""
    return (
        Step("at the last", smax(T) * s(T, last) <= cond(T) * s(T, last) ** 2, At("bounds", last)),
        Step(
            "ratio",
            ratio <= cond(T),
            Combine(
                {
                    "at the last": 1 / smin(T) ** 2,
                    "last": (smax(T) - cond(T) * (smin(T) + s(T, last))) / smin(T) ** 2,
                }
            ),
        ),
    )


condition = Proof(
    "s_i >= smin for every i, with equality at the last",
    (
        bounds("bounds", T),
        Step("range", smin(T) <= s(T), Apply("classical.singular-value-range")),
        Step("order", smin(T) <= smax(T), Apply("classical.order", conjunct=1)),
        least("above", T, ratio),
        Step(
            "below",
            ratio <= cond(T),
            Cases(
                r <= q,
                (Step("last", eq(smin(T), s(T, r)), Apply(SVD, {}, 2)), *ratio_at_most(r)),
                (Step("last", eq(smin(T), s(T, q)), Apply(SVD, {T: T.T}, 3)), *ratio_at_most(q)),
            ),
        ),
        Step("equal", eq(cond(T), ratio), Antisymmetric("above", "below")),
    ),
)

one_row = Proof(
    "the only singular value of a row is its length",
    (
        Step("outer", eq(lmax(x @ x.T), smax(x.T) ** 2), Apply("classical.gram-norm", {T: x.T}, 1)),
        Step("length", eq(lmax(x @ x.T), tr(x.T @ x)), Apply("classical.rank-one")),
        Step("norm", eq(normF(x) ** 2, tr(x.T @ x)), Identity()),
        Step("square", smax(x.T) ** 2 > 0, Combine({"given 0": normF(x), "norm": 1, "outer": 1, "length": -1})),
        Step("not zero", smax(x.T) > 0, Apply("classical.positive-square", {number: smax(x.T)})),
        Step("last", eq(smin(x.T), s(x.T, 1)), Apply(SVD, {T: x.T}, 2)),
        Step("least", smin(x.T) > 0, Combine({"last": -1, "not zero": 1})),
        Step("ratio", eq(cond(x.T), smax(x.T) / smin(x.T)), Apply("classical.condition", {T: x.T})),
        Step("one", eq(cond(x.T), 1), Combine({"ratio": 1, "last": -1 / smin(x.T)})),
    ),
)

D = projection
condition_of_projection = Proof(
    "singular values 0 and 1",
    (
        Step("not zero", smax(D) > 0, Defined()),
        Step(
            "roots",
            eq(lam(D) * (lam(D) - 1), 0),
            Apply("classical.pattern-spectrum", {patterns.D: D, patterns.eta: 0}, 0),
        ),
        Step("eigenvalues", lam(D) >= 0, Apply("classical.pattern-spectrum", {patterns.D: D, patterns.eta: 0}, 2)),
        Step("semidefinite", lmin(D) >= 0, At("eigenvalues", n)),
        Step("singular values", eq(s(D), lam(D)), Apply("classical.psd-singular-values", {A: D})),
        Step("largest", smax(D) <= 1, Apply("classical.two-valued-diagonal", {patterns.D: D, patterns.eta: 0}, 0)),
        Step(
            "every ratio",
            smax(D) * s(D) <= 1 * s(D) ** 2,
            Combine({"largest": s(D), "roots": -1, "singular values": 1 - s(D) - lam(D)}),
        ),
        least("above", D, 1),
        bounds("bounds", D),
        Step("at the first", smax(D) * smax(D) <= cond(D) * smax(D) ** 2, At("bounds", 1)),
        Step("below", cond(D) >= 1, Refute({"contrary": smax(D) ** 2, "at the first": 1})),
        Step("equal", eq(cond(D), 1), Antisymmetric("above", "below")),
    ),
)

MP = M @ P
stretch = smax(M) / smin(M)
condition_of_product = Proof(
    "s_i(M P) lies between smin(M) s_i(P) and smax(M) s_i(P)",
    (
        Step("not zero", smax(MP) > 0, Defined()),
        bounds("bounds", P),
        Step("above", s(MP) <= smax(M) * s(P), Apply("classical.submultiplicative", {M: P, P: M}, 1)),
        Step(
            "transposed", s(P.T) * smin(M.T) <= s(P.T @ M.T), Apply("classical.submultiplicative", {M: P.T, P: M.T}, 2)
        ),
        Step("of P", eq(s(P), s(P.T)), Apply("classical.gram", {M: P}, 2)),
        Step("of M P", eq(s(MP), s(P.T @ M.T)), Apply("classical.gram", {M: MP}, 2)),
        Step("of M", eq(s(M), s(M.T)), Apply("classical.gram", conjunct=2)),
        Step("of M, least", eq(smin(M), smin(M.T)), At("of M", n)),
        Step(
            "below",
            smin(M) * s(P) <= s(MP),
            Combine({"transposed": 1, "of P": smin(M), "of M P": -1, "of M, least": s(P.T)}),
        ),
        Step(
            "carried",
            smax(P) * smin(M) * s(MP) <= cond(P) * s(MP) ** 2,
            Apply(
                "classical.carried-ratio",
                {
                    numbers.p: s(P),
                    numbers.t: s(MP),
                    numbers.a: smax(P),
                    numbers.ratio: cond(P),
                    numbers.low: smin(M),
                    numbers.high: smax(M),
                },
            ),
        ),
        Step("largest", smax(MP) <= smax(M) * smax(P), At("above", 1)),
        Step(
            "every ratio",
            smax(MP) * s(MP) <= stretch * cond(P) * s(MP) ** 2,
            Combine({"largest": s(MP), "carried": stretch}),
        ),
        least("ratio", MP, stretch * cond(P)),
    ),
)

cut, few = patterns.some, patterns.few
kept = s(cut, n - few)
at = Index("k", 1, n)
condition_of_kept_columns = Proof(
    "the last m singular values vanish, the others are at least s_(n-m)",
    (
        bounds("bounds", cut),
        Step(
            "first of all",
            kept <= smax(cut),
            Apply("classical.descending-singular-values", {M: cut}, at={any_i: 1, any_j: n - few}),
        ),
        Step(
            "entry",
            smax(cut) * s(cut, at) <= smax(cut) / kept * s(cut, at) ** 2,
            Cases(
                at <= n - few,
                (
                    Step(
                        "order",
                        kept <= s(cut, at),
                        Apply(
                            "classical.descending-singular-values", {M: cut}, at={any_i: at, any_j: n - few + 1 - at}
                        ),
                    ),
                    Step(
                        "kept",
                        smax(cut) * s(cut, at) <= smax(cut) / kept * s(cut, at) ** 2,
                        Combine({"order": smax(cut) / kept * s(cut, at)}),
                    ),
                ),
                (
                    Step("last", at <= n, Sign()),
                    Step("some deleted", few >= 1, Combine({"last": 1, "case": 1})),
                    Step(
                        "zero",
                        eq(s(cut, at), 0),
                        Apply(
                            "classical.deleted-tail",
                            {patterns.hidden: few, patterns.deleted: patterns.deleting},
                            at={any_i: at},
                        ),
                    ),
                    Step(
                        "deleted",
                        smax(cut) * s(cut, at) <= smax(cut) / kept * s(cut, at) ** 2,
                        Combine({"zero": smax(cut) - smax(cut) / kept * s(cut, at)}),
                    ),
                ),
            ),
        ),
        Step("every ratio", smax(cut) * s(cut) <= smax(cut) / kept * s(cut) ** 2, Entrywise("entry", at)),
        least("above", cut, smax(cut) / kept),
        Step("at the last kept", smax(cut) * kept <= cond(cut) * kept**2, At("bounds", n - few)),
        Step("below", smax(cut) / kept <= cond(cut), Combine({"at the last kept": 1 / kept**2})),
        Step("equal", eq(cond(cut), smax(cut) / kept), Antisymmetric("above", "below")),
    ),
)

N, gram = P.T @ A @ P, P.T @ P
low, high = lmin(A), lmax(A)
above, below = high * Id(n) - A, A - low * Id(n)
congruence = Proof(
    "P^T A P lies between lmin(A) P^T P and lmax(A) P^T P; Weyl's inequality orders spectra",
    (
        Step("not zero", smax(N) > 0, Defined()),
        Step("not negative", low >= 0, Combine({"given 0": 1})),
        Step("order", low <= high, Apply("classical.order", conjunct=0)),
        Step("largest of A", high >= 0, Combine({"order": 1, "not negative": 1})),
        Step("semidefinite", lmin(N) >= 0, Apply("classical.psd-congruence", {M: P})),
        Step("gram, semidefinite", lmin(gram) >= 0, Apply("classical.gram-psd", {T: P})),
        Step("singular values", eq(s(N), lam(N)), Apply("classical.psd-singular-values", {A: N})),
        Step("gram, singular values", eq(s(gram), lam(gram)), Apply("classical.psd-singular-values", {A: gram})),
        Step("shift below", eq(lam(below), lam(A) - low), Apply("classical.shift", {c: -low})),
        Step("least below", eq(lmin(below), low - low), At("shift below", n)),
        Step("shift above", eq(lam(above), lam(-A) + high), Apply("classical.shift", {A: -A, c: high})),
        Step("least above", eq(lmin(above), lmin(-A) + high), At("shift above", n)),
        Step("negative", eq(lmin(-A), -high), Apply("classical.negation", conjunct=0)),
        Step("rest above", lmin(above) >= 0, Combine({"least above": -1, "negative": -1})),
        Step("carried below", lmin(P.T @ below @ P) >= 0, Apply("classical.psd-congruence", {A: below, M: P})),
        Step("carried above", lmin(P.T @ above @ P) >= 0, Apply("classical.psd-congruence", {A: above, M: P})),
        Step("scale below", eq(lam(low * gram), low * lam(gram)), Apply("classical.scaling", {A: gram, c: low})),
        Step("scale above", eq(lam(high * gram), high * lam(gram)), Apply("classical.scaling", {A: gram, c: high})),
        Step(
            "weyl below",
            lam(low * gram) + lmin(P.T @ below @ P) <= lam(N),
            Apply("classical.weyl-extremes", {A: low * gram, B: P.T @ below @ P}, 0),
        ),
        Step(
            "weyl above",
            lam(N) + lmin(P.T @ above @ P) <= lam(high * gram),
            Apply("classical.weyl-extremes", {A: N, B: P.T @ above @ P}, 0),
        ),
        Step(
            "below",
            low * s(gram) <= s(N),
            Combine(
                {
                    "weyl below": 1,
                    "carried below": 1,
                    "scale below": -1,
                    "singular values": -1,
                    "gram, singular values": low,
                }
            ),
        ),
        Step(
            "above",
            s(N) <= high * s(gram),
            Combine(
                {
                    "weyl above": 1,
                    "carried above": 1,
                    "scale above": 1,
                    "singular values": 1,
                    "gram, singular values": -high,
                }
            ),
        ),
        bounds("bounds", gram),
        Step(
            "carried",
            smax(gram) * low * s(N) <= cond(gram) * s(N) ** 2,
            Apply(
                "classical.carried-ratio",
                {
                    numbers.p: s(gram),
                    numbers.t: s(N),
                    numbers.a: smax(gram),
                    numbers.ratio: cond(gram),
                    numbers.low: low,
                    numbers.high: high,
                },
            ),
        ),
        Step("largest", smax(N) <= high * smax(gram), At("above", 1)),
        Step(
            "every ratio",
            smax(N) * s(N) <= cond(gram) * (high / low) * s(N) ** 2,
            Combine({"largest": s(N), "carried": high / low}),
        ),
        least("ratio", N, cond(gram) * (high / low)),
    ),
)


def equal_one_way(name: str, X: Any, Y: Any, sign: int) -> tuple[Step, ...]:
    """cond(X) <= cond(Y) for matrices with the same singular values."""
    return (
        bounds(f"{name}, of the other", Y),
        Step(
            f"{name}, ratio",
            smax(X) * s(X) <= cond(Y) * s(X) ** 2,
            Combine(
                {
                    f"{name}, of the other": 1,
                    "given 0": sign * (cond(Y) * (s(X) + s(Y)) - smax(X)),
                    "largest": -sign * s(Y),
                }
            ),
        ),
        least(name, X, cond(Y)),
    )


at_least_one = Proof("the largest is not below the least", (Step("at least one", cond(T) >= 1, Sign()),))
equal_condition = Proof(
    "the definition speaks of singular values only",
    (
        Step("not zero", smax(M) > 0, Defined()),
        Step("largest", eq(smax(M), smax(P)), At("given 0", 1)),
        Step("neither", smax(P) > 0, Combine({"not zero": 1, "largest": 1})),
        *equal_one_way("below", M, P, -1),
        *equal_one_way("above", P, M, 1),
        Step("equal", eq(cond(M), cond(P)), Antisymmetric("below", "above")),
    ),
)
PROOFS = {
    "classical.condition": condition,
    "classical.condition-at-least-one": at_least_one,
    "classical.condition-of-a-row": one_row,
    "classical.condition-of-projection": condition_of_projection,
    "classical.condition-of-product": condition_of_product,
    "classical.condition-of-kept-columns": condition_of_kept_columns,
    "classical.congruence": congruence,
    "classical.equal-condition": equal_condition,
}
