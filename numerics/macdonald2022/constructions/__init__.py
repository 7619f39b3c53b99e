"""Instances for the thin hypotheses of macdonald2022."""

from numerics.macdonald2022.constructions import layer_rates, smooth_losses

__all__ = ["layer_rates", "smooth_losses"]
