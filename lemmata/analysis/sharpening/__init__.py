"""What the derived checks says about true statements: how sharp they are, and what they did not need."""

from lemmata.analysis.sharpening.study import applies, study

__all__ = ["applies", "study"]
