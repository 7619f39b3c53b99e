"""Textbook facts that proofs use: the rows of `*.toml`, and the letters of their variables for proofs in Python."""

from pathlib import Path

from lemmata.theorems.language import Dim, Index, Matrix, Paper, Scalar, Symmetric, Vector
from lemmata.theorems.textbook import Rows

TEXTBOOK = Paper("classical", "Theorems of matrix analysis, each from the work that it cites", "", textbook=True)
CHAPTERS = (
    "foundations",
    "accretive",
    "blocks",
    "comparison",
    "compression",
    "definite",
    "determinant",
    "eigenvalue",
    "entries",
    "function",
    "generalised",
    "growth",
    "isometry",
    "jensen",
    "matrix_function",
    "named",
    "network",
    "norm",
    "numbers",
    "patterns",
    "perturbation",
    "product",
    "quoted",
    "rectangular",
    "regular",
    "resolvent",
    "scalar",
    "schatten",
    "singular",
    "spectra",
    "spectral_sum",
    "stochastic",
)
THEOREMS = Rows(TEXTBOOK, Path(__file__).parent, CHAPTERS)

n = Dim("n")
A, B = Symmetric("A", n), Symmetric("B", n)
M, P = Matrix("M", n, n), Matrix("P", n, n)
x = Vector("x", n)
r, q = Dim("r"), Dim("q")
T = Matrix("T", r, q)
c = Scalar("c")
i, j = Index("i"), Index("j")


G, H = Symmetric("G", r), Symmetric("H", q)


k = Index("i", 1, n)
