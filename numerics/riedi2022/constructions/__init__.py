"""Instances for the thin hypotheses of riedi2022."""

from numerics.riedi2022.constructions import bounded, vectors

__all__ = ["bounded", "vectors"]
