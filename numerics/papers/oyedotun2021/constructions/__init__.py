"""Instances for the thin hypotheses of oyedotun2021."""

from lemmata.numerics.papers.oyedotun2021.constructions import layer_factors

__all__ = ["layer_factors"]
