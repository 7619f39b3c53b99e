"""Riedi, Balestriero and Baraniuk: singular values under skip connections.  One module per group of sections."""

from lemmata.language import Dim, Id, Matrix, Paper, Scalar

RIEDI_2022 = Paper(
    "riedi2022",
    "Singular Value Perturbation and Deep Network Optimization",
    "R. H. Riedi, R. Balestriero, R. G. Baraniuk",
)

# The family of the whole paper, equation (33): an arbitrary square M_o, shifted by rho times the identity.
n = Dim("n")
rho = Scalar("rho", 0, 1)
M_o = Matrix("M_o", n, n)
M = M_o + rho * Id(n)
sym = M_o + M_o.T  # its extreme eigenvalues are the paper's tau_min and tau_max (Definition 15)
