"""What pseudo-inverses and exponentials of matrices are: Penrose's equations, and exponentials of sums."""

from lemmata.theorems.classical import BHATIA, M, P, T, c, n
from lemmata.theorems.classical.chapters import collector
from lemmata.theorems.language import Id, Statement, eq, exp, expm, pinv, rank, tr

GENERALISED: list[Statement] = []
theorem = collector(GENERALISED)

theorem(
    "classical.penrose", "Penrose's equations for the pseudo-inverse", "Problem 7.3.P7",
    (
        eq(T @ pinv(T) @ T, T), eq(pinv(T) @ T @ pinv(T), pinv(T)), eq((T @ pinv(T)).T, T @ pinv(T)),
        eq((pinv(T) @ T).T, pinv(T) @ T), eq(tr(T @ pinv(T)), rank(T)),
    ),
)  # fmt: skip
theorem(
    "classical.exponential-of-commuting", "The exponential of a sum of matrices that commute",
    (BHATIA, "Chapter IX"), eq(expm(M + P), expm(M) @ expm(P)), eq(M @ P, P @ M),
)  # fmt: skip
theorem(
    "classical.exponential-of-scalar", "The exponential of a multiple of the identity", (BHATIA, "Chapter IX"),
    eq(expm(c * Id(n)), exp(c) * Id(n)),
)  # fmt: skip
