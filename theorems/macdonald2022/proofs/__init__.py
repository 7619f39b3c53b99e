"""Proofs for all sizes, one module per group of sections; see `theorems.language.proof`."""

from lemmata.theorems.macdonald2022.proofs import appendix, normalisation, section2, section4

PROOFS = section2.PROOFS | section4.PROOFS | appendix.PROOFS | normalisation.PROOFS
