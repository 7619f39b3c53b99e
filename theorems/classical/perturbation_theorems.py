"""Letters of the rows of `perturbation.toml`, for proofs in Python."""

from lemmata.theorems.classical import n, r
from lemmata.theorems.language import (
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Scalar,
    SkewSymmetric,
    Vector,
)
from lemmata.theorems.language.domains import Positive

K, L = Psd("K", n), Psd("L", n)
D, E = PositiveDefinite("D", n), PositiveDefinite("E", n)
N, Q, F = SkewSymmetric("N", n), Orthogonal("Q", n), Projection("F", n)
a, g = Scalar("a"), Scalar("g", domain=Positive())
y, u = Vector("y", n), Vector("u", r)
