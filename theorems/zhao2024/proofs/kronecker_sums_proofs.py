"""Proofs for section 5: extreme eigenvalues of sums of Kronecker products of positive semidefinite matrices."""

from typing import Any

from lemmata.theorems.classical import A as symmetric_a
from lemmata.theorems.classical import B as symmetric_b
from lemmata.theorems.classical import G as left_factor
from lemmata.theorems.classical import H as right_factor
from lemmata.theorems.classical import T as any_shape
from lemmata.theorems.classical import c as factor
from lemmata.theorems.classical import n as order
from lemmata.theorems.classical import q as right_size
from lemmata.theorems.classical import r as left_size
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    MaxOver,
    SumOver,
    eq,
    kron,
    lam,
    lmax,
    lmin,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Apply,
    At,
    Combine,
    EveryTerm,
    LargestTerm,
    Proof,
    Step,
    Summed,
    SumOfMatrices,
)
from lemmata.theorems.zhao2024 import section5_leaky_relu as s5

m = s5.m
i = Index("i", 1, m)


def over(body: Any) -> Any:
    """Sum over the units of a quantity written with the index i."""
    return SumOver(i, 1, m, body)


def semidefinite_sum(name: str, term: Any, whole: Any) -> tuple[Step, ...]:
    """lmin(whole) >= 0 for the sum of the term over the units, from "name, term": the term is semidefinite."""
    return (
        Step(f"{name}, summed", over(lmin(term)) >= over(quantity(0)), Summed(f"{name}, term", i)),
        Step(f"{name}, sum", lmin(whole) >= over(lmin(term)), SumOfMatrices()),
        Step(f"{name}, semidefinite", lmin(whole) >= 0, Combine({f"{name}, summed": 1, f"{name}, sum": 1})),
    )


def identity_of(name: str, size: Any, largest: bool = True) -> tuple[Step, ...]:
    """Eigenvalues of the identity, the least and, where it is asked for, the largest."""
    first = (Step(f"{name}, first", eq(lmax(Id(size)), 1), At(name, 1)),) if largest else ()
    return (
        Step(name, eq(lam(Id(size)), 1), Apply("classical.identity", {order: size})),
        *first,
        Step(f"{name}, last", eq(lmin(Id(size)), 1), At(name, size)),
        Step(f"{name}, semidefinite", lmin(Id(size)) >= 0, Combine({f"{name}, last": -1})),
    )


class KroneckerSum:
    """Sum over i of A_i ⊗ B_i for semidefinite A_i of order p and B_i of order q, given with the statement's index.

    Steps "A" and "B" have to say that A_i and B_i are semidefinite, "B, semidefinite" that the sum of the B_i is.
    """

    def __init__(self, left: Any, right: Any, p: Any, q: Any) -> None:
        self.left, self.right, self.p, self.q = left, right, p, q
        self.whole = MatSumOver(s5.unit, 1, m, kron(left(s5.unit), right(s5.unit)))
        self.rights = MatSumOver(s5.unit, 1, m, right(s5.unit))
        self.A, self.B = left(i), right(i)

    def _rest(self, name: str, rest: Any, rests: Any) -> tuple[Step, ...]:
        """The sum of rest ⊗ B_i is semidefinite, from "name, rest": the rest is."""
        term = kron(rest(i), self.B)
        return (
            Step(
                f"{name}, product",
                eq(lmin(term), lmin(rest(i)) * lmin(self.B)),
                Apply(
                    "classical.kronecker",
                    {left_factor: rest(i), right_factor: self.B, left_size: self.p, right_size: self.q},
                    1,
                ),
            ),
            Step(f"{name}, term", lmin(term) >= 0, Combine({f"{name}, product": -1, f"{name}, rest": lmin(self.B)})),
            *semidefinite_sum(name, term, rests),
        )

    def least(self, a: Any) -> tuple[Step, ...]:
        """lmin of the sum >= a lmin(sum of B_i), from "least": a <= lmin(A_i) for all i, where a >= 0 is known."""

        def rest(at: Any) -> Any:
            return self.left(at) - a * Id(self.p)

        rests = MatSumOver(s5.unit, 1, m, kron(rest(s5.unit), self.right(s5.unit)))
        plain = kron(Id(self.p), self.rights)
        spread = a * plain
        size = self.p * self.q
        where = {left_factor: Id(self.p), right_factor: self.rights, left_size: self.p, right_size: self.q}
        return (
            Step(
                "least, shift",
                eq(lam(rest(i)), lam(self.A) - a),
                Apply("classical.shift", {symmetric_a: self.A, factor: -a, order: self.p}),
            ),
            Step("least, shifted", eq(lmin(rest(i)), lmin(self.A) - a), At("least, shift", self.p)),
            Step("least, rest", lmin(rest(i)) >= 0, Combine({"least, shifted": -1, "least": 1})),
            *self._rest("least", rest, rests),
            Step(
                "least, plain",
                eq(lmin(plain), lmin(Id(self.p)) * lmin(self.rights)),
                Apply("classical.kronecker", where, 1),
            ),
            Step(
                "least, scaled",
                eq(lam(spread), a * lam(plain)),
                Apply("classical.scaling", {symmetric_a: plain, factor: a, order: size}),
            ),
            Step("least, scaled, last", eq(lmin(spread), a * lmin(plain)), At("least, scaled", size)),
            Step(
                "least, weyl",
                lam(spread) + lmin(rests) <= lam(self.whole),
                Apply("classical.weyl-extremes", {symmetric_a: spread, symmetric_b: rests, order: size}, 0),
            ),
            Step("least, weyl, last", lmin(spread) + lmin(rests) <= lmin(self.whole), At("least, weyl", size)),
            Step(
                "bound from below",
                lmin(self.whole) >= a * lmin(self.rights),
                Combine(
                    {
                        "least, weyl, last": 1,
                        "least, semidefinite": 1,
                        "least, scaled, last": -1,
                        "least, plain": -a,
                        "identity, last": -a * lmin(self.rights),
                    }
                ),
            ),
        )

    def largest(self, b: Any) -> tuple[Step, ...]:
        """lmax of the sum <= b lmax(sum of B_i), from "largest": lmax(A_i) <= b for all i, where b >= 0 is known."""

        def rest(at: Any) -> Any:
            return b * Id(self.p) - self.left(at)

        rests = MatSumOver(s5.unit, 1, m, kron(rest(s5.unit), self.right(s5.unit)))
        plain = kron(Id(self.p), self.rights)
        spread = b * plain
        size = self.p * self.q
        where = {left_factor: Id(self.p), right_factor: self.rights, left_size: self.p, right_size: self.q}
        return (
            Step(
                "largest, negative",
                eq(lmin(-self.A), -lmax(self.A)),
                Apply("classical.negation", {symmetric_a: self.A}, 0),
            ),
            Step(
                "largest, shift",
                eq(lam(rest(i)), lam(-self.A) + b),
                Apply("classical.shift", {symmetric_a: -self.A, factor: b, order: self.p}),
            ),
            Step("largest, shifted", eq(lmin(rest(i)), lmin(-self.A) + b), At("largest, shift", self.p)),
            Step(
                "largest, rest",
                lmin(rest(i)) >= 0,
                Combine({"largest, shifted": -1, "largest, negative": -1, "largest": 1}),
            ),
            *self._rest("largest", rest, rests),
            Step(
                "largest, plain",
                eq(lmax(plain), lmax(Id(self.p)) * lmax(self.rights)),
                Apply("classical.kronecker", where, 0),
            ),
            Step(
                "largest, scaled",
                eq(lam(spread), b * lam(plain)),
                Apply("classical.scaling", {symmetric_a: plain, factor: b, order: size}),
            ),
            Step("largest, scaled, first", eq(lmax(spread), b * lmax(plain)), At("largest, scaled", 1)),
            Step(
                "largest, weyl",
                lam(self.whole) + lmin(rests) <= lam(spread),
                Apply("classical.weyl-extremes", {symmetric_a: self.whole, symmetric_b: rests, order: size}, 0),
            ),
            Step("largest, weyl, first", lmax(self.whole) + lmin(rests) <= lmax(spread), At("largest, weyl", 1)),
            Step(
                "bound from above",
                lmax(self.whole) <= b * lmax(self.rights),
                Combine(
                    {
                        "largest, weyl, first": 1,
                        "largest, semidefinite": 1,
                        "largest, scaled, first": 1,
                        "largest, plain": b,
                        "identity, first": b * lmax(self.rights),
                    }
                ),
            ),
        )


sum_of_grams = KroneckerSum(s5.left, s5.right, s5.p, s5.q)
P, Q, A, B = s5.P.layer(i), s5.Q.layer(i), sum_of_grams.A, sum_of_grams.B
grams = (
    Step("A", lmin(A) >= 0, Apply("classical.gram-psd", {any_shape: P})),
    Step("B, term", lmin(B) >= 0, Apply("classical.gram-psd", {any_shape: Q})),
    *semidefinite_sum("B", B, sum_of_grams.rights),
)
negatives = MaxOver(s5.unit, 1, m, -lmin(s5.left(s5.unit)))
kron_sum = Proof(
    "A_i - a Id is semidefinite for the least eigenvalue a of them all; Weyl's inequality",
    (
        *identity_of("identity", s5.p, largest=False),
        *grams,
        Step("a term", -lmin(A) <= negatives, LargestTerm()),
        Step("least", s5.least_left <= lmin(A), Combine({"a term": 1})),
        Step("negative", -lmin(A) <= 0, Combine({"A": 1})),
        Step("negatives", negatives <= 0, EveryTerm("negative", i)),
        *sum_of_grams.least(s5.least_left),
    ),
)
largest_left = MaxOver(s5.unit, 1, m, lmax(s5.left(s5.unit)))
kron_sum_largest = Proof(
    "b Id - A_i is semidefinite for the largest eigenvalue b of them all; Weyl's inequality",
    (
        *identity_of("identity", s5.p),
        *grams,
        Step("largest", lmax(A) <= largest_left, LargestTerm()),
        Step("order", lmin(A) <= lmax(A), Apply("classical.order", {symmetric_a: A}, 0)),
        Step("largest, sign", largest_left >= 0, Combine({"largest": 1, "order": 1, "A": 1})),
        *sum_of_grams.largest(largest_left),
    ),
)

PROOFS = {
    "zhao.kron-sum": kron_sum,
    "zhao.kron-sum~largest": kron_sum_largest,
}
