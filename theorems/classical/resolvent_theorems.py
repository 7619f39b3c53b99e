"""Letters of the rows of `resolvent.toml`, for proofs in Python."""

from lemmata.theorems.classical import n
from lemmata.theorems.language import (
    Scalar,
    SkewSymmetric,
)
from lemmata.theorems.language.domains import Positive

N = SkewSymmetric("N", n)
g = Scalar("g", domain=Positive())
