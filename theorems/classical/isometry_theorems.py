"""Letters of the rows of `isometry.toml`, for proofs in Python."""

from lemmata.theorems.classical import n, q, r
from lemmata.theorems.language import (
    Dim,
    Matrix,
    Nonnegative,
    PositiveDefinite,
    Psd,
    SkewSymmetric,
    Vector,
)

m = Dim("m", 1, n)
V = Matrix("V", n, m)
K, D = Psd("K", n), PositiveDefinite("D", n)
N, S = SkewSymmetric("N", n), Matrix("S", r, q)
z = Vector("z", m)
PSEUDO = "P.-A. Wedin, Perturbation theory for pseudo-inverses, BIT 13 (1973)"

X = Nonnegative("X", n, n)
