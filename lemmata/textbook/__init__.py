"""Textbook facts that proofs use: the rows of `*.toml`, in the order of their chapters."""

from pathlib import Path

from lemmata.language import Paper
from lemmata.textbook.rows import Rows

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
