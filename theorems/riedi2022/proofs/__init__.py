"""Proofs for all n, one module per group of sections.

Statements of other sections and textbook facts are named, never assumed silently; see `theorems.language.proof`.
"""

from lemmata.theorems.riedi2022.proofs import (
    derivatives,
    perturbation,
    section3_loss,
    section4,
    section4_families,
    section5,
    section5_bounds,
    section5_leaky,
    section5_products,
    section5_steps,
    section6_events,
    section6_random,
    section6_steps,
    vectors,
)

PROOFS = (
    perturbation.PROOFS
    | derivatives.PROOFS
    | section3_loss.PROOFS
    | section4.PROOFS
    | section4_families.PROOFS
    | vectors.PROOFS
    | section5.PROOFS
    | section5_bounds.PROOFS
    | section5_leaky.PROOFS
    | section5_products.PROOFS
    | section5_steps.PROOFS
    | section6_random.PROOFS
    | section6_steps.PROOFS
    | section6_events.PROOFS
)
