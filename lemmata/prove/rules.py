"""One function per reason of a proof script: from what is established to what the step states, by kernel rules."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.kernel import Theorem
from lemmata.language import proof
from lemmata.prove import arithmetic, indexed, inductions, instantiations, logical, weighted_squares

PLAYED: dict[type, Callable[..., Theorem]] = {
    proof.Cases: logical.cases,
    proof.Induction: logical.induction,
    proof.ForEach: logical.for_each,
}
RULES: dict[type, Callable[..., Theorem]] = {
    proof.Refute: logical.refute,
    proof.Antisymmetric: logical.antisymmetric,
    proof.Congruence: instantiations.congruence,
    proof.Applied: instantiations.applied,
    proof.Instance: instantiations.instance,
    proof.SomeTerms: indexed.some_terms,
    proof.Unrolled: indexed.unrolled,
    proof.Identity: arithmetic.identity,
    proof.Combine: arithmetic.combine,
    proof.Multiply: arithmetic.multiply,
    proof.Sign: arithmetic.sign,
    proof.Squares: weighted_squares.squares,
    proof.At: indexed.at,
    proof.Entrywise: indexed.entrywise,
    proof.Summed: indexed.summed,
    proof.Defined: logical.defined,
    proof.Vanishing: arithmetic.vanishing,
    proof.LargestTerm: indexed.largest_term,
    proof.EveryTerm: indexed.every_term,
    proof.Widths: indexed.widths,
    proof.CommonEigenvector: inductions.common_eigenvector,
    proof.Eigenvector: instantiations.eigenvector,
    proof.SingularVectors: instantiations.singular_vectors,
    proof.Differentiate: instantiations.differentiate,
    proof.OneDirection: instantiations.one_direction,
}
WITH_BOOK: dict[type, Callable[..., Theorem]] = {proof.SumOfMatrices: inductions.sum_of_matrices}
