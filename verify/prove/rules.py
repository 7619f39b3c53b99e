"""One function per reason of a proof script: from what is established to what the step states, by kernel rules."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.theorems.language import proof
from lemmata.verify.kernel.logic import Theorem
from lemmata.verify.prove import arithmetic, depth, entries, instances, logical

PLAYED: dict[type, Callable[..., Theorem]] = {
    proof.Cases: logical.cases,
    proof.Induction: logical.induction,
    proof.ForEach: logical.for_each,
}
RULES: dict[type, Callable[..., Theorem]] = {
    proof.Refute: logical.refute,
    proof.Antisymmetric: logical.antisymmetric,
    proof.Congruence: instances.congruence,
    proof.Instance: instances.instance,
    proof.SomeTerms: entries.some_terms,
    proof.Unrolled: entries.unrolled,
    proof.Identity: arithmetic.identity,
    proof.Combine: arithmetic.combine,
    proof.Multiply: arithmetic.multiply,
    proof.Sign: arithmetic.sign,
    proof.At: entries.at,
    proof.Entrywise: entries.entrywise,
    proof.Summed: entries.summed,
    proof.Defined: logical.defined,
    proof.Vanishing: arithmetic.vanishing,
    proof.LargestTerm: entries.largest_term,
    proof.EveryTerm: entries.every_term,
    proof.Widths: entries.widths,
    proof.CommonEigenvector: depth.common_eigenvector,
    proof.Eigenvector: instances.eigenvector,
    proof.SingularVectors: instances.singular_vectors,
    proof.Differentiate: instances.differentiate,
    proof.OneDirection: instances.one_direction,
}
WITH_BOOK: dict[type, Callable[..., Theorem]] = {proof.SumOfMatrices: depth.sum_of_matrices}
