"""Instances for the thin hypotheses of macdonald2022."""

from lemmata.numerics.papers.macdonald2022.constructions import smooth_losses

__all__ = ["smooth_losses"]
