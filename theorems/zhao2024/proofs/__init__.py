"""Proofs for all sizes, one module per section.

Statements of other sections and textbook facts are named, never assumed silently; see `theorems.language.proof`.
"""

from lemmata.theorems.zhao2024.proofs import (
    appendix_a_spectra,
    appendix_f_hessian,
    kronecker_sums,
    section2_descent,
    section4_gauss_newton,
    section4_skip,
    section5_activation,
)

PROOFS = (
    section2_descent.PROOFS
    | section4_gauss_newton.PROOFS
    | section4_skip.PROOFS
    | kronecker_sums.PROOFS
    | section5_activation.PROOFS
    | appendix_a_spectra.PROOFS
    | appendix_f_hessian.PROOFS
)
