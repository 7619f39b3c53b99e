"""Instances for the thin hypotheses of oyedotun2021."""

from numerics.oyedotun2021.constructions import layer_factors

__all__ = ["layer_factors"]
