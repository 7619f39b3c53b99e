"""Proofs for all sizes of the identities about Jacobians and Hessians of networks."""

from lemmata.theorems.language.proof import Identity, Proof, Step
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.zhao2024.appendix_f_hessian import eq_17
from lemmata.theorems.zhao2024.section5_jacobian import eq_10, lemma_3


def by_expansion(statement: Statement, method: str) -> Proof:
    """Every conjunct is an identity between normal forms."""
    return Proof(method, tuple(Step(f"identity {k + 1}", c, Identity()) for k, c in enumerate(statement.conjuncts)))


PROOFS = {
    "zhao.lemma-3": by_expansion(lemma_3, "mixed product of Kronecker factors"),
    "zhao.eq-10": by_expansion(eq_10, "mixed product of Kronecker factors, unit by unit"),
    "zhao.eq-17": by_expansion(eq_17, "expansion of the second difference, mixed product of Kronecker factors"),
}
