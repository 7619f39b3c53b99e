"""Instances for the thin hypotheses of zhao2024."""

from lemmata.numerics.papers.zhao2024.constructions import residual_chains

__all__ = ["residual_chains"]
