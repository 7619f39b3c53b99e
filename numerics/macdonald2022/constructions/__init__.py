"""Instances for the thin hypotheses of macdonald2022."""

from numerics.macdonald2022.constructions import smooth_losses

__all__ = ["smooth_losses"]
