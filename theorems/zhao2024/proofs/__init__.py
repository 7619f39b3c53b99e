"""Proofs for all sizes, one module per section.

Statements of other sections and textbook facts are named, never assumed silently; see `theorems.language.proof`.
"""

from lemmata.theorems.zhao2024.proofs import (
    appendix_a_spectra_proofs,
    appendix_f_hessian_proofs,
    appendix_g_initialisation_proofs,
    kronecker_sums_proofs,
    section2_descent_proofs,
    section4_gauss_newton_proofs,
    section4_layers_proofs,
    section4_skip_proofs,
    section5_activation_proofs,
)

PROOFS = (
    section2_descent_proofs.PROOFS
    | section4_gauss_newton_proofs.PROOFS
    | section4_skip_proofs.PROOFS
    | section4_layers_proofs.PROOFS
    | kronecker_sums_proofs.PROOFS
    | section5_activation_proofs.PROOFS
    | appendix_a_spectra_proofs.PROOFS
    | appendix_f_hessian_proofs.PROOFS
    | appendix_g_initialisation_proofs.PROOFS
)
