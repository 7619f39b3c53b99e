"""Gauss-Newton matrices of linear networks with Gaussian weights, drawn without drawing the weights.

At initialisation the Gauss-Newton matrix depends on the weights through A_l A_l^T and B_l^T B_l alone, A_l the product
of the layers above the l-th, B_l of those below it.  Two facts give their joint law exactly, for hidden layers of
width m >= d.  W^l maps an orthonormal basis Q_l of the range of B_l to an m x d matrix with independent Gaussian
entries, so B_l = Q_l T_{l-1} ... T_1 with independent triangular factors (Bartlett).  And A_{l-1} = A_l W^l splits
into its part along Q_l, where A_{l-1} Q_l = A_l Q_{l+1} T_l, and an independent one, A_l times m - d further Gaussian
columns.  What is drawn is of order d^2 L instead of m^2 L numbers, whatever the width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from scipy.special import gammaincinv
from torch import Tensor

from lemmata.evaluate.randomness import Stream
from lemmata.evaluate.spectral_floats import symmetric_eigenvalues

GAIN = 2.0  # variance times fan-in: Kaiming's normal initialisation with its usual slope 0


@dataclass(frozen=True)
class LinearNetworks:
    """`batch` random networks: above[l - 1] = A_l A_l^T (batch, k, k), below[l - 1] = R_l (batch, d, d), l = 1 ... L.

    R_l is triangular with R_l^T R_l = B_l^T B_l.
    """

    above: tuple[Tensor, ...]
    below: tuple[Tensor, ...]

    def spectra(self, factor: Tensor | None = None) -> Tensor:
        """Eigenvalues of the Gram form, (batch, k d), ascending; `factor` F of shape (d, d), F F^T the covariance.

        Without a factor the covariance is the identity, as whitened data have it.
        """
        total = torch.zeros(())
        for a, r in zip(self.above, self.below, strict=True):
            right = r if factor is None else r @ factor
            total = total + torch.einsum("nab,nij->naibj", a, right.mT @ right)
        n, k, d = total.shape[:3]
        return symmetric_eigenvalues(total.reshape(n, k * d, k * d)).flip(-1)


def trapezoid(stream: Stream, batch: int, rows: int, columns: int) -> Tensor:
    """C of shape (batch, rows, min(rows, columns)) with C C^T distributed as G G^T, G (rows, columns) standard normal.

    Bartlett: lower trapezoidal, independent, normal below the diagonal, chi with columns - i degrees on it.
    """
    rank = min(rows, columns)
    out = stream.normal((batch, rows, rank)).tril(-1)
    half = (columns - np.arange(rank)) / 2.0
    chi = np.sqrt(2.0 * gammaincinv(half, stream.uniform((batch, rank)).numpy()))
    out.diagonal(dim1=-2, dim2=-1).copy_(torch.from_numpy(chi))
    return out


def linear_networks(stream: Stream, batch: int, d: int, k: int, m: int, depth: int) -> LinearNetworks:
    """Networks W^L ... W^1 with d inputs, k outputs and L - 1 hidden layers of m units; weights N(0, 2 / fan-in).

    Raises ValueError for a depth below 1 or hidden layers narrower than the input.
    """
    if depth < 1 or (depth > 1 and m < d):
        raise ValueError(f"depth {depth} with {m} hidden units for {d} inputs")
    eye = torch.eye(d, dtype=torch.float64).expand(batch, d, d)
    below, steps = [eye], []
    for layer in range(1, depth):
        scale = (GAIN / (d if layer == 1 else m)) ** 0.5
        steps.append(scale * trapezoid(stream, batch, d, m).mT)
        below.append(steps[-1] @ below[-1])
    root = torch.eye(k, dtype=torch.float64).expand(batch, k, k)  # root root^T = A_l A_l^T, as few columns as it needs
    above = [root]
    scale = (GAIN / m) ** 0.5 if depth > 1 else 0.0
    along = torch.zeros(batch, k, 0, dtype=torch.float64)
    for layer in range(depth, 1, -1):
        along = scale * stream.normal((batch, k, d)) if layer == depth else along @ steps[layer - 1]
        across = root @ (scale * trapezoid(stream, batch, root.shape[-1], m - d))
        root = torch.linalg.qr(torch.cat([along, across], dim=-1).mT, mode="r").R.mT
        above.append(root @ root.mT)
    return LinearNetworks(tuple(above[::-1]), tuple(below))
