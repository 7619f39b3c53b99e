"""Samples of sequences along depth, with their text and LaTeX fixed by hand."""

from typing import Any

from lemmata.language import Dim, Index, eq
from lemmata.language.families import ProdOver
from lemmata.language.sequences import Eventually, Sequence, term

L, l, lam = Dim("L"), Index("l"), Sequence("lambda_1")  # noqa: E741
whole = ProdOver(l, 1, L, 1 + term(lam, l))
SAMPLES: list[tuple[Any, str, str]] = [
    (term(lam, l), "lambda_1[l]", r"\lambda_{1}^{( l )}"),
    (whole, "product(1 + lambda_1[l] for l in 1..L)", r"\prod_{l = 1}^{L} ( 1 + \lambda_{1}^{( l )} )"),
    (
        Eventually(eq(whole, 0), L),
        "product(1 + lambda_1[l] for l in 1..L) == 0 for all large L",
        r"\prod_{l = 1}^{L} ( 1 + \lambda_{1}^{( l )} ) = 0 \text{ for all large } L",
    ),
]
