"""From a breaking instance to one that a reader can check by hand, certified at every step."""

from lemmata.verify.study.shrinking.complexity import CLEAR, complexity
from lemmata.verify.study.shrinking.simplest import simplest

__all__ = ["CLEAR", "complexity", "simplest"]
