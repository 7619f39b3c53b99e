"""Negative controls at scale: statements changed in one place each, and what becomes of them in the mill."""

from lemmata.verify.study.mutants import operators_claims  # registers the operators of the other kinds

__all__ = ["operators_claims"]
