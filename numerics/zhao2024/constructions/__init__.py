"""Instances for the thin hypotheses of zhao2024."""

from numerics.zhao2024.constructions import residual_chains

__all__ = ["residual_chains"]
