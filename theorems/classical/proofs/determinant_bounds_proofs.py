"""Products over diagonals and over shifted eigenvalues, and the logarithms of determinants."""

from typing import Any

from lemmata.theorems.classical import A, M, n
from lemmata.theorems.classical.eigenvalue_theorems import D, K
from lemmata.theorems.classical.function_theorems import L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.determinants_proofs import factors, h, i, near, so_far, unit, upto
from lemmata.theorems.classical.proofs.product_steps import Term, below_mean, identity, vanishing
from lemmata.theorems.language import (
    Id,
    SumOver,
    Unit,
    det,
    diag,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    log,
    prod,
    total,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Cases,
    Combine,
    Congruence,
    Induction,
    Instance,
    Proof,
    Sign,
    Step,
    Unrolled,
)

one = Id(n)


def on_diagonal(X: Any) -> Term:  # noqa: N803
    """A diagonal entry by its place."""
    return lambda k: tr(Unit(n, k).T @ X @ Unit(n, k))


def eigenvalue(X: Any) -> Term:  # noqa: N803
    """An eigenvalue by its place."""
    return lambda k: lam(X, k)


def entry_below(k: Any) -> tuple[Step, ...]:
    """A diagonal entry of K, between 0 and the largest eigenvalue."""
    return (
        Step("low", on_diagonal(K)(k) >= 0, At("diagonal", k)),
        Step("high", on_diagonal(K)(k) <= lmax(K), At("diagonal, high", k)),
    )


def entry_zero(k: Any) -> tuple[Step, ...]:
    """A diagonal entry of K where no eigenvalue is positive."""
    return (*entry_below(k), Step("zero", on_diagonal(K)(k) <= 0, Combine({"high": 1, "not above": 1})))


def positive(name: str, term: Term, at: Any) -> tuple[Step, ...]:
    """0 < term(1) ... term(n), where the steps `at` give 0 < "above"."""
    return factors(
        name,
        term,
        lambda product, _: product > 0,
        (at(quantity(1)), {"one": -1, "above": 1}),
        (at(near + 1), {"before": term(near + 1)}),
    )


def entry_above(k: Any) -> tuple[Step, ...]:
    """A diagonal entry of D."""
    return (
        Step("range", lmin(D) <= on_diagonal(D)(k), At("diagonal of D", k)),
        Step("above", on_diagonal(D)(k) > 0, Combine({"range": 1, "definite": 1})),
    )


def value_above(k: Any) -> tuple[Step, ...]:
    """An eigenvalue of D."""
    return (
        Step("range", lmin(D) <= lam(D, k), At("eigenvalues of D", k)),
        Step("above", lam(D, k) > 0, Combine({"range": 1, "definite": 1})),
    )


definite_D = (
    Step("definite", lmin(D) > 0, Sign()),
    cite("diagonal of D", lmin(D) <= diag(D), "diagonal-between", {A: D}, 0),
    cite("eigenvalues of D", lmin(D) <= lam(D), "eigenvalue-range", {A: D}, 0),
)
mean = tr(K) / n
entries = on_diagonal(K)
diagonal_product = Proof(
    "diagonal entries are not negative and have the mean tr(K) / n",
    (
        cite("diagonal", diag(K) >= 0, "psd-trace", {"K": K}, 2),
        cite("diagonal, high", diag(K) <= lmax(K), "diagonal-between", {A: K}, 1),
        *factors(
            "first",
            entries,
            lambda product, _: product >= 0,
            (entry_below(quantity(1)), {"low": 1}),
            (entry_below(near + 1), {"before": entries(near + 1)}),
        ),
        Step("claim of K", prod(diag(K)) >= 0, Combine({"first": 1})),
        cite("trace", eq(tr(K), SumOver(i, 1, n, entries(i))), "trace-by-units", {M: K}),
        Step("sum", eq(SumOver(i, 1, n, entries(i)), n * mean), Combine({"trace": -1})),
        cite("largest below trace", lmax(K) <= tr(K), "psd-trace", {"K": K}, 1),
        cite("trace sign", tr(K) >= 0, "psd-trace", {"K": K}, 0),
        Step("mean sign", mean >= 0, Combine({"trace sign": 1 / n})),
        Step(
            "second product",
            upto(entries, n) <= mean**n,
            Cases(
                mean > 0,
                (
                    Step("above", mean > 0, Combine({"case": 1})),
                    Step("trace above", tr(K) > 0, Combine({"case": n})),
                    *below_mean("product", entries, mean, entry_below),
                ),
                (
                    Step("no trace", tr(K) <= 0, Combine({"case": n})),
                    Step("not above", lmax(K) <= 0, Combine({"largest below trace": 1, "no trace": 1})),
                    *vanishing("no product", entries, entry_zero),
                    Step("power", mean**n >= 0, Sign()),
                    Step("small", upto(entries, n) <= mean**n, Combine({"no product": 1, "power": 1})),
                ),
            ),
        ),
        Step("second", prod(diag(K)) <= mean**n, Combine({"second product": 1})),
        *definite_D,
        *positive("third", on_diagonal(D), entry_above),
        Step("claim of D", prod(diag(D)) > 0, Combine({"third": 1})),
    ),
)


def logarithm(name: str, term: Term, at: Any) -> tuple[Step, ...]:
    """log(term(1) ... term(n)) = log term(1) + ... + log term(n), with "name, positive" for the product.

    The steps `at` give 0 < "above".
    """
    first, t = quantity(1), term(near + 1)

    def logs(k: Any) -> Any:
        return SumOver(i, 1, k, log(term(i)))

    return (
        *positive(f"{name}, positive", term, at),
        Step(
            f"{name}, sums",
            eq(log(upto(term, h)), logs(h)),
            Induction(
                h,
                (
                    Step("one", eq(upto(term, first), term(first)), Unrolled()),
                    Step("one term", eq(logs(first), log(term(first))), Unrolled()),
                    Step("same", eq(log(upto(term, first)), log(term(first))), Congruence("one")),
                    Step("first", eq(log(upto(term, first)), logs(first)), Combine({"same": 1, "one term": -1})),
                ),
                (
                    *at(near + 1),
                    Step("so far", so_far(term) > 0, Instance(f"{name}, positive, so far", h, near)),
                    Step("more", eq(upto(term, near + 1), so_far(term) * t), Unrolled()),
                    Step("more terms", eq(logs(near + 1), logs(near) + log(t)), Unrolled()),
                    Step("same", eq(log(upto(term, near + 1)), log(so_far(term) * t)), Congruence("more")),
                    cite("product", eq(log(so_far(term) * t), log(so_far(term)) + log(t)), "logarithm-product",
                         {"x": so_far(term), "y": t}, 0),
                    Step("next", eq(log(upto(term, near + 1)), logs(near + 1)),
                         Combine({"same": 1, "product": 1, "before": 1, "more terms": -1})),
                ),
            ),
        ),
        Step(name, eq(log(upto(term, n)), logs(n)), Instance(f"{name}, sums", h, n)),
    )  # fmt: skip


logarithms_of_determinants = Proof(
    "the logarithm of a product, factor by factor, and Hadamard's inequality",
    (
        *definite_D,
        cite("determinant", eq(det(D), upto(eigenvalue(D), n)), "determinant-by-eigenvalues", {A: D}),
        *logarithm("values", eigenvalue(D), value_above),
        Step("same", eq(log(det(D)), log(upto(eigenvalue(D), n))), Congruence("determinant")),
        Step("first", eq(log(det(D)), total(log(lam(D)))), Combine({"same": 1, "values": 1})),
        *logarithm("entries", on_diagonal(D), entry_above),
        Step("third", eq(log(prod(diag(D))), total(log(diag(D)))), Combine({"entries": 1})),
        Step("semidefinite", lmin(D) >= 0, Combine({"definite": 1})),
        cite("sign", det(D) > 0, "determinant-of-definite", {"D": D, "K": D}, 0),
        cite("hadamard", det(D) <= prod(diag(D)), "hadamard", {"K": D}),
        cite("grows", log(det(D)) <= log(prod(diag(D))), "logarithm-grows", {"x": det(D), "y": prod(diag(D))}),
        Step("second", log(det(D)) <= total(log(diag(D))), Combine({"grows": 1, "third": 1})),
        cite("inverse", eq(det(inv(D)) * det(D), 1), "determinant-of-inverse", {M: D}),
        cite("of the inverse", det(inv(D)) > 0, "inverse-of-definite", {"D": D}, 2),
        cite("product", eq(log(det(inv(D)) * det(D)), log(det(inv(D))) + log(det(D))), "logarithm-product",
             {"x": det(inv(D)), "y": det(D)}, 0),
        Step("one", eq(log(det(inv(D)) * det(D)), log(quantity(1))), Congruence("inverse")),
        cite("log below", log(quantity(1)) <= quantity(1) - 1, "logarithm-tangent", {"x": 1}, 1),
        cite("log above", log(quantity(1)) >= 1 - 1 / quantity(1), "logarithm-tangent", {"x": 1}, 0),
        Step("no logarithm", eq(log(quantity(1)), 0), Antisymmetric("log below", "log above")),
        Step("fourth", eq(log(det(D)), -log(det(inv(D)))), Combine({"product": -1, "one": 1, "no logarithm": 1})),
    ),
)  # fmt: skip

shifted = one + K
sums = eigenvalue(K)
determinant_one_plus = Proof(
    "the product of the numbers 1 + k_i over the eigenvalues is at least 1 plus their sum",
    (
        *identity,
        Step("semidefinite", lmin(K) >= 0, Sign()),
        cite("range", lmin(K) <= lam(K), "eigenvalue-range", {A: K}, 0),
        Step("values", lam(K) >= 0, Combine({"range": 1, "semidefinite": 1})),
        cite("shift", eq(lam(K + 1 * one), lam(K) + 1), "shift", {A: K, "c": 1}),
        Step(
            "sums so far",
            SumOver(i, 1, h, sums(i)) >= 0,
            Induction(
                h,
                (
                    Step("one term", eq(SumOver(i, 1, 1, sums(i)), sums(1)), Unrolled()),
                    Step("at 1", sums(1) >= 0, At("values", 1)),
                    Step("first", SumOver(i, 1, 1, sums(i)) >= 0, Combine({"one term": -1, "at 1": 1})),
                ),
                (
                    Step("more terms", eq(SumOver(i, 1, near + 1, sums(i)),
                                          SumOver(i, 1, near, sums(i)) + sums(near + 1)), Unrolled()),
                    Step("low", sums(near + 1) >= 0, At("values", near + 1)),
                    Step("next", SumOver(i, 1, near + 1, sums(i)) >= 0,
                         Combine({"more terms": -1, "low": 1, "before": 1})),
                ),
            ),
        ),
        Step(
            "so far",
            upto(eigenvalue(shifted), h) >= 1 + SumOver(i, 1, h, sums(i)),
            Induction(
                h,
                (
                    Step("one", eq(upto(eigenvalue(shifted), quantity(1)), lam(shifted, 1)), Unrolled()),
                    Step("one term", eq(SumOver(i, 1, 1, sums(i)), sums(1)), Unrolled()),
                    Step("at 1", eq(lam(shifted, 1), lam(K, 1) + 1), At("shift", 1)),
                    Step("first", upto(eigenvalue(shifted), quantity(1)) >= 1 + SumOver(i, 1, 1, sums(i)),
                         Combine({"one": -1, "one term": 1, "at 1": -1})),
                ),
                (
                    Step("more", eq(upto(eigenvalue(shifted), near + 1),
                                    so_far(eigenvalue(shifted)) * lam(shifted, near + 1)), Unrolled()),
                    Step("more terms", eq(SumOver(i, 1, near + 1, sums(i)),
                                          SumOver(i, 1, near, sums(i)) + sums(near + 1)), Unrolled()),
                    Step("at next", eq(lam(shifted, near + 1), lam(K, near + 1) + 1), At("shift", near + 1)),
                    Step("low", lam(K, near + 1) >= 0, At("values", near + 1)),
                    Step("terms", SumOver(i, 1, near, sums(i)) >= 0, Instance("sums so far", h, near)),
                    Step("next", upto(eigenvalue(shifted), near + 1) >= 1 + SumOver(i, 1, near + 1, sums(i)),
                         Combine({"more": -1, "more terms": 1, "at next": -so_far(eigenvalue(shifted)),
                                  "before": lam(K, near + 1) + 1, "low": SumOver(i, 1, near, sums(i))})),
                ),
            ),
        ),
        Step("product", upto(eigenvalue(shifted), n) >= 1 + SumOver(i, 1, n, sums(i)), Instance("so far", h, n)),
        cite("determinant", eq(det(shifted), upto(eigenvalue(shifted), n)), "determinant-by-eigenvalues", {A: shifted}),
        cite("trace", eq(total(lam(K)), tr(K)), "trace", {A: K}),
        Step("first", 1 + tr(K) <= det(shifted), Combine({"product": 1, "determinant": -1, "trace": -1})),
        unit("unit"),
        cite("sum", det(one) + det(K) <= det(one + K), "determinant-of-sum", {"K": one, "L": K}),
        Step("second", 1 + det(K) <= det(shifted), Combine({"sum": 1, "unit": -1})),
    ),
)  # fmt: skip

both = K + L
larger = eigenvalue(both)
determinant_monotone = Proof(
    "eigenvalue by eigenvalue",
    (
        Step("semidefinite", lmin(K) >= 0, Sign()),
        Step("other semidefinite", lmin(L) >= 0, Sign()),
        cite("range", lmin(K) <= lam(K), "eigenvalue-range", {A: K}, 0),
        Step("values", lam(K) >= 0, Combine({"range": 1, "semidefinite": 1})),
        cite("below", lam(K) <= lam(both), "psd-norm-of-sum", {"K": K, "L": L}, 2),
        Step("larger values", lam(both) >= 0, Combine({"values": 1, "below": 1})),
        *factors(
            "sign",
            larger,
            lambda product, _: product >= 0,
            ((Step("low", larger(quantity(1)) >= 0, At("larger values", 1)),), {"low": 1}),
            ((Step("low", larger(near + 1) >= 0, At("larger values", near + 1)),), {"before": larger(near + 1)}),
        ),
        *factors(
            "product",
            sums,
            lambda product, k: product <= upto(larger, k),
            (
                (
                    Step("one more", eq(upto(larger, quantity(1)), larger(quantity(1))), Unrolled()),
                    Step("at 1", sums(quantity(1)) <= larger(quantity(1)), At("below", 1)),
                ),
                {"one": 1, "at 1": 1, "one more": -1},
            ),
            (
                (
                    Step("larger", eq(upto(larger, near + 1), so_far(larger) * larger(near + 1)), Unrolled()),
                    Step("at next", sums(near + 1) <= larger(near + 1), At("below", near + 1)),
                    Step("low", sums(near + 1) >= 0, At("values", near + 1)),
                    Step("so far", so_far(larger) >= 0, Instance("sign, so far", h, near)),
                ),
                {"more": 1, "larger": -1, "before": sums(near + 1), "at next": so_far(larger)},
            ),
        ),
        cite("of K", eq(det(K), upto(sums, n)), "determinant-by-eigenvalues", {A: K}),
        cite("of the sum", eq(det(both), upto(larger, n)), "determinant-by-eigenvalues", {A: both}),
        Step("claim", det(K) <= det(both), Combine({"of K": 1, "product": 1, "of the sum": -1})),
    ),
)

PROOFS = {
    "classical.determinant-monotone": determinant_monotone,
    "classical.diagonal-product": diagonal_product,
    "classical.logarithms-of-determinants": logarithms_of_determinants,
    "classical.determinant-one-plus": determinant_one_plus,
}
