"""Proofs for all n, one module per group of sections.

Statements of other sections and textbook facts are named, never assumed silently; see `theorems.language.proof`.
"""

from lemmata.theorems.riedi2022.proofs import (
    derivatives_proofs,
    perturbation_proofs,
    section3_batches_proofs,
    section3_condition_proofs,
    section3_loss_proofs,
    section4_corners_proofs,
    section4_families_proofs,
    section4_lemmas_proofs,
    section5_bounds_proofs,
    section5_leaky_proofs,
    section5_products_proofs,
    section5_proofs,
    section5_steps_proofs,
    section6_events_proofs,
    section6_powers_proofs,
    section6_random_proofs,
    section6_steps_proofs,
    vectors_proofs,
)

PROOFS = (
    perturbation_proofs.PROOFS
    | derivatives_proofs.PROOFS
    | section3_loss_proofs.PROOFS
    | section3_batches_proofs.PROOFS
    | section3_condition_proofs.PROOFS
    | section4_lemmas_proofs.PROOFS
    | section4_corners_proofs.PROOFS
    | section4_families_proofs.PROOFS
    | vectors_proofs.PROOFS
    | section5_proofs.PROOFS
    | section5_bounds_proofs.PROOFS
    | section5_leaky_proofs.PROOFS
    | section5_products_proofs.PROOFS
    | section5_steps_proofs.PROOFS
    | section6_random_proofs.PROOFS
    | section6_powers_proofs.PROOFS
    | section6_steps_proofs.PROOFS
    | section6_events_proofs.PROOFS
)
