"""Proofs for all n, one module per group of sections.

Statements of other sections and textbook facts are named, never assumed silently; see `theorems.language.proof`.
"""

from theorems.riedi2022.proofs import derivatives, perturbation, section4, section5, vectors

PROOFS = perturbation.PROOFS | derivatives.PROOFS | section4.PROOFS | vectors.PROOFS | section5.PROOFS
