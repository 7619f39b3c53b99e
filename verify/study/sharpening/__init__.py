"""What the mill says about true statements: how sharp they are, and what they did not need."""

from lemmata.verify.study.sharpening.effort import PROBE
from lemmata.verify.study.sharpening.study import applies, study

__all__ = ["PROBE", "applies", "study"]
