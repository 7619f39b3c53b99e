"""Zhao, Singh and Lucchi: conditioning of the Gauss–Newton matrix of linear networks."""

from lemmata.language import Dim, Index, Layers, Paper, Psd

ZHAO_2024 = Paper(
    "zhao2024",
    "Theoretical characterisation of the Gauss-Newton conditioning in Neural Networks",
    "J. Zhao, S. P. Singh, A. Lucchi",
)

# Widths: input d, hidden m, output k.  Every positive semidefinite covariance has exactly one positive semidefinite
# square root R, so ranging over R is ranging over Sigma, and all matrices stay rational for rational R.
L, d, m, k = Dim("L"), Dim("d"), Dim("m"), Dim("k")
layer = Index("l")
W = Layers("W", L, d, m, k)
R = Psd("R", d)
Sigma = R @ R
