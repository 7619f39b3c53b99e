"""The book proved from its axioms: what is left without a proof here is taken from the literature or a definition."""

from lemmata.theorems.classical.proofs import (
    blocks,
    condition,
    entries,
    frobenius,
    inverses,
    kronecker,
    largest,
    lists,
    norms,
    numbers,
    patterns,
    products,
    singular,
    spectra,
    traces,
    variational,
)

PROOFS = (
    numbers.PROOFS
    | spectra.PROOFS
    | singular.PROOFS
    | traces.PROOFS
    | products.PROOFS
    | norms.PROOFS
    | blocks.PROOFS
    | entries.PROOFS
    | largest.PROOFS
    | patterns.PROOFS
    | condition.PROOFS
    | kronecker.PROOFS
    | lists.PROOFS
    | frobenius.PROOFS
    | inverses.PROOFS
    | variational.PROOFS
)
