"""Negative controls at scale: statements changed in one place each, and what becomes of them in the derived checks."""

from lemmata.mutants import operators_claims, operators_reviewer  # which register their operators

__all__ = ["operators_claims", "operators_reviewer"]
