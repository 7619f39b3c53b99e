"""Letters of the rows of `entries.toml`, for proofs in Python."""

from typing import Any

from lemmata.theorems.classical import n, q, r
from lemmata.theorems.language import (
    ActivationPattern,
    Diagonal,
    Dim,
    Index,
    Matrix,
    Scalar,
    Symmetric,
    Unit,
    Vector,
    tr,
)

m = Dim("m", 0, n)
projection = ActivationPattern("D", m, n, 0)

eta = Scalar("eta", 0, 1)
D = ActivationPattern("D", m, n, eta)

n_2 = Dim("n", 2)
N = Matrix("M", n_2, n_2)


R, S = Matrix("R", r, r), Matrix("S", q, q)

w = Vector("w", r * q)
G_r, H_q = Symmetric("G", r), Symmetric("H", q)


B, X, b = Matrix("B", r, r), Matrix("X", r, q), Vector("b", q)
i, j = Index("i"), Index("j")


K, G = Diagonal("K", r), Diagonal("G", q)
W = Diagonal("K", n)
i_r, j_q = Index("i", 1, r), Index("j", 1, q)


def entry_at(X: Any, i: Any, j: Any) -> Any:
    """The entry of a matrix in row i and column j."""
    return tr(Unit(X.shape[0], i).T @ X @ Unit(X.shape[1], j))


E = Matrix("E", r, q)
