"""The book proved from its axioms: what is left without a proof here is taken from the literature or a definition."""

from lemmata.theorems.classical.proofs import (
    averages_proofs,
    blocks_proofs,
    cayley_proofs,
    columns_proofs,
    condition_proofs,
    consequences_proofs,
    convexity_proofs,
    definite_proofs,
    determinant_bounds_proofs,
    determinants_proofs,
    diagonals_proofs,
    eigenvalue_proofs,
    entries_proofs,
    entropies_proofs,
    entrywise_norms_proofs,
    entrywise_proofs,
    exponential_proofs,
    exponents_proofs,
    extremes_proofs,
    fan_proofs,
    fields_proofs,
    found_function_proofs,
    found_proofs,
    found_spectral_proofs,
    frames_proofs,
    free_energy_proofs,
    frobenius_proofs,
    full_rank_proofs,
    gershgorin_proofs,
    interlacing_proofs,
    inverses_proofs,
    isometries_proofs,
    jensen_proofs,
    kantorovich_proofs,
    kronecker_proofs,
    largest_entries_proofs,
    largest_proofs,
    layers_proofs,
    lengths_proofs,
    lidskii_proofs,
    lists_proofs,
    loewner_proofs,
    log_sums_proofs,
    means_beside_proofs,
    minkowski_proofs,
    multiples_proofs,
    nearby_proofs,
    norms_proofs,
    nuclear_invariance_proofs,
    nuclear_proofs,
    numbers_proofs,
    operator_norm_proofs,
    orders_proofs,
    pairs_proofs,
    patterns_proofs,
    penrose_proofs,
    perturbed_proofs,
    powers_proofs,
    product_bounds_proofs,
    products_proofs,
    projections_proofs,
    projectors_proofs,
    quadratic_proofs,
    rank_blocks_proofs,
    rank_sums_proofs,
    ranks_proofs,
    reciprocals_proofs,
    rectifiers_proofs,
    roots_proofs,
    row_sums_proofs,
    schur_proofs,
    selections_proofs,
    shifted_grams_proofs,
    shifted_proofs,
    shifts_proofs,
    singular_proofs,
    slopes_proofs,
    spectra_proofs,
    spectral_functions_proofs,
    spreads_proofs,
    stochastic_proofs,
    sum_products_proofs,
    sylvester_proofs,
    tangents_proofs,
    traces_proofs,
    unit_columns_proofs,
    variational_proofs,
    wedin_proofs,
    wielandt_proofs,
)

PROOFS = (
    numbers_proofs.PROOFS
    | spectra_proofs.PROOFS
    | singular_proofs.PROOFS
    | traces_proofs.PROOFS
    | products_proofs.PROOFS
    | norms_proofs.PROOFS
    | blocks_proofs.PROOFS
    | entries_proofs.PROOFS
    | largest_proofs.PROOFS
    | patterns_proofs.PROOFS
    | condition_proofs.PROOFS
    | kronecker_proofs.PROOFS
    | lists_proofs.PROOFS
    | frobenius_proofs.PROOFS
    | inverses_proofs.PROOFS
    | variational_proofs.PROOFS
    | found_proofs.PROOFS
    | operator_norm_proofs.PROOFS
    | exponents_proofs.PROOFS
    | determinants_proofs.PROOFS
    | loewner_proofs.PROOFS
    | shifts_proofs.PROOFS
    | definite_proofs.PROOFS
    | isometries_proofs.PROOFS
    | reciprocals_proofs.PROOFS
    | perturbed_proofs.PROOFS
    | projectors_proofs.PROOFS
    | multiples_proofs.PROOFS
    | found_spectral_proofs.PROOFS
    | found_function_proofs.PROOFS
    | lengths_proofs.PROOFS
    | extremes_proofs.PROOFS
    | spectral_functions_proofs.PROOFS
    | nuclear_proofs.PROOFS
    | consequences_proofs.PROOFS
    | kantorovich_proofs.PROOFS
    | orders_proofs.PROOFS
    | columns_proofs.PROOFS
    | roots_proofs.PROOFS
    | cayley_proofs.PROOFS
    | frames_proofs.PROOFS
    | stochastic_proofs.PROOFS
    | selections_proofs.PROOFS
    | interlacing_proofs.PROOFS
    | entrywise_proofs.PROOFS
    | entrywise_norms_proofs.PROOFS
    | rectifiers_proofs.PROOFS
    | lidskii_proofs.PROOFS
    | largest_entries_proofs.PROOFS
    | row_sums_proofs.PROOFS
    | sum_products_proofs.PROOFS
    | gershgorin_proofs.PROOFS
    | nuclear_invariance_proofs.PROOFS
    | penrose_proofs.PROOFS
    | powers_proofs.PROOFS
    | entropies_proofs.PROOFS
    | shifted_proofs.PROOFS
    | fields_proofs.PROOFS
    | projections_proofs.PROOFS
    | exponential_proofs.PROOFS
    | convexity_proofs.PROOFS
    | pairs_proofs.PROOFS
    | unit_columns_proofs.PROOFS
    | nearby_proofs.PROOFS
    | quadratic_proofs.PROOFS
    | sylvester_proofs.PROOFS
    | product_bounds_proofs.PROOFS
    | minkowski_proofs.PROOFS
    | determinant_bounds_proofs.PROOFS
    | shifted_grams_proofs.PROOFS
    | free_energy_proofs.PROOFS
    | slopes_proofs.PROOFS
    | averages_proofs.PROOFS
    | full_rank_proofs.PROOFS
    | log_sums_proofs.PROOFS
    | wielandt_proofs.PROOFS
    | spreads_proofs.PROOFS
    | jensen_proofs.PROOFS
    | means_beside_proofs.PROOFS
    | ranks_proofs.PROOFS
    | rank_sums_proofs.PROOFS
    | rank_blocks_proofs.PROOFS
    | layers_proofs.PROOFS
    | fan_proofs.PROOFS
    | schur_proofs.PROOFS
    | tangents_proofs.PROOFS
    | eigenvalue_proofs.PROOFS
    | wedin_proofs.PROOFS
    | diagonals_proofs.PROOFS
)
