"""Proofs for all sizes, one module per group of sections; see `theorems.language.proof`."""

from lemmata.theorems.macdonald2022.proofs import (
    appendix_proofs,
    normalisation_proofs,
    section2_proofs,
    section4_chain_rule_proofs,
    section4_convergence_proofs,
    section4_normalised_proofs,
    section4_squared_proofs,
)

PROOFS = (
    section2_proofs.PROOFS
    | section4_chain_rule_proofs.PROOFS
    | section4_normalised_proofs.PROOFS
    | appendix_proofs.PROOFS
    | normalisation_proofs.PROOFS
    | section4_convergence_proofs.PROOFS
    | section4_squared_proofs.PROOFS
)
