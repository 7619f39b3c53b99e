"""Identities of networks: proved for all sizes; wrong variants fall, and their claims are planned small enough."""

import dataclasses
from dataclasses import replace

import pytest

from lemmata.claims import algebraic
from lemmata.claims.profiles import QUICK
from lemmata.language import Dim, Matrix, Vector, eq, kron, tr
from lemmata.language.columns import DiagonalMatrix
from lemmata.language.proof import Identity, Proof, Step
from lemmata.language.verdicts import Verdict
from lemmata.prove.proofs import examine
from tests.prove.proof_attempts import refusal
from theorems.zhao2024 import appendix_b_convolution, appendix_f_hessian, section5_jacobian

FEW = {"instances": 300, "lattice": 300, "restarts": 4, "steps": 3, "climbs": 0}
SMALL = replace(QUICK, sizes=(1, 2), large_sizes=(), growth_sizes=(), **FEW)
n, q = Dim("n"), Dim("q")
A, B = Matrix("A", n, q), Matrix("B", n, q)
x, y, z = Vector("x", n), Vector("y", n), Vector("z", q)


def swapped(statement, k, old, new):
    """The statement with one symbol put in place of another on the right of its k-th conjunct."""
    clause = statement.conjuncts[k]
    claim = list(statement.conjuncts)
    claim[k] = eq(clause.lhs, clause.rhs.xreplace({old: new}))
    return dataclasses.replace(statement, id=statement.id + "~wrong", claim=tuple(claim))


FALSE = {
    "lemma-3, ranks of one layer only": dataclasses.replace(
        section5_jacobian.lemma_3,
        id="zhao.lemma-3~wrong",
        claim=eq(section5_jacobian.lemma_3.claim[0].lhs, section5_jacobian.lemma_3.claim[0].rhs.args[0]),
    ),
    "eq-10, without the second sum": dataclasses.replace(
        section5_jacobian.eq_10,
        id="zhao.eq-10~wrong",
        claim=eq(section5_jacobian.eq_10.claim[1].lhs, section5_jacobian.eq_10.claim[1].rhs.args[0]),
    ),
    "eq-17, weights of V in the place of those of W": swapped(
        appendix_f_hessian.eq_17, 0, appendix_f_hessian.g_1, appendix_f_hessian.f_1
    ),
    "eq-16, fibres of one channel": swapped(
        appendix_b_convolution.eq_16, 0, appendix_b_convolution.fibres, 2 * appendix_b_convolution.fibres
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_wrong_variants_are_refuted_and_not_proved(name):
    statement = FALSE[name]
    finding = algebraic.check(statement, SMALL, 0, "cpu")
    assert finding.verdict is Verdict.REFUTED and finding.certificate is not None
    steps = (Step(f"identity {k}", c, Identity()) for k, c in enumerate(statement.conjuncts))
    assert not examine(statement, Proof("as the true one", tuple(steps))).ok


def test_factors_of_order_one_leave_a_kronecker_product():
    """(A ⊗ b^T)(z ⊗ c) = (b^T c) A z, and a 1 x 1 factor must not vanish with its entry."""
    true = eq(kron(A, x.T) @ kron(z, y), tr(x.T @ y) * (A @ z))
    assert refusal(true, Identity()) == ""
    assert refusal(eq(kron(x.T, A) @ kron(y, z), tr(x.T @ y) * (A @ z)), Identity()) == ""
    assert refusal(eq(kron(A, x.T) @ kron(z, y), A @ z), Identity())
    assert refusal(eq(kron(A, x.T) @ kron(z, y), tr(x.T @ x) * (A @ z)), Identity())


def test_diagonal_matrices_of_columns_are_symmetric_and_others_are_not():
    D = DiagonalMatrix(x)
    assert refusal(eq(D.T @ A, D @ A), Identity()) == ""
    square = Matrix("S", n, n)
    assert refusal(eq(square.T @ A, square @ A), Identity())
