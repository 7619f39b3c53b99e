"""Mutants that are true for a plain reason are reported; false ones never are."""

import pytest

from lemmata.language import Dim, Matrix, Scalar
from lemmata.mutants import equivalence
from lemmata.mutants.variants import variants

n = Dim("n")
A, x = Matrix("A", n, n), Scalar("x")


def mutant(origin, now):
    """The mutant of a statement whose changed part reads like this."""
    return next(v for v in variants(origin) if v.change[0] == now)


@pytest.mark.parametrize(
    ("origin", "now", "because"),
    [
        ("riedi.thm-16", "(left out)", "riedi.thm-16~sharpened implies it"),
        ("riedi.lemma-21", "smax(M_o + rho * I(n))**2 <= smax(M_o + rho * I(n))**2", "the original implies it"),
        (
            "riedi.lemma-21",
            "smax(M_o + rho * I(n))**2 <= smax(M_o)**2 + rho * lmax(M_o + M_o.T) + rho",
            "weaker than the original",
        ),
        ("riedi.prop-4.norms", "norm2(A) <= sum(s(A))", "weaker than the original"),
        ("riedi.thm-6", "(left out)", "wherever the claim is defined"),
        (
            "riedi.prop-5.weyl",
            "s(A, i + j - 1) <= s(B, i - 1) + s(A - B, j) for i in 2..n for j in 1..n + 1 - i",
            "weaker",
        ),
        ("riedi.lemma-36.eq-78", "smax(W_1) <= 1", "no value where the hypothesis holds with equality"),
        ("classical.least-singular-perturbation", "smin(M + P.T) <= smin(M) + smax(P)", "of a transpose"),
        ("classical.kronecker-identity", "smax(kron(I(r), P.T)) == smax(P)", "of a transpose"),
    ],
)
def test_a_true_mutant_is_told_with_its_reason(origin, now, because):
    assert because in (equivalence.reason(mutant(origin, now)) or "nothing was seen")


@pytest.mark.parametrize(
    ("origin", "now"),
    [
        ("riedi.lemma-21", "smin(M_o + rho * I(n))**2 <= 99/100 * smax(M_o + rho * I(n))**2"),
        ("riedi.lemma-21", "rho = real"),
        ("riedi.lemma-18~repaired", "(left out)"),
        ("riedi.thm-22.eq-53", "(left out)"),
        ("classical.rayleigh", "lmin(A) * tr(x.T @ x) < tr(x.T @ A @ x)"),
        ("riedi.prop-5.weyl", "s(A, i + j - 1) <= s(B, i + 1) + s(A - B, j) for i in 1..n - 1 for j in 1..n + 1 - i"),
        # what the newer reasons must not take for true: signs and transposes that are seen, needed hypotheses
        ("riedi.lemma-21", "smin(M_o)**2 + rho * lmin(M_o + M_o.T) + rho**2 <= smin(M_o - rho * I(n))**2"),
        ("riedi.prop-26", "s((M_o.T + rho * I(n)) @ D) == s(D @ (M_o + rho * I(n)).T)"),
        ("classical.kronecker-identity", "smax(kron(I(r), P)) == normF(P)"),
        ("riedi.thm-22.eq-53", "smax(M_o) < 11/10"),
        ("riedi.cor-9~repaired", "normF(z) >= 0"),  # true, by no reason that is seen
    ],
)
def test_a_false_mutant_is_never_called_true(origin, now):
    assert equivalence.reason(mutant(origin, now)) is None


def test_a_hypothesis_nothing_meets_is_told():
    v = next(v for v in variants("riedi.thm-6") if v.id.endswith("reversed.1"))
    assert "no instance meets" in (equivalence.contradiction(v) or "")
    assert equivalence.contradiction(mutant("riedi.thm-22.eq-53", "smax(M_o) <= 1")) is None
