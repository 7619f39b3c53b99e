"""Letters of the rows of `scalar.toml`, for proofs in Python."""

from lemmata.theorems.language import (
    Dim,
    Scalar,
    Vector,
)

x, y, p = Scalar("x"), Scalar("y"), Scalar("p")
t = Scalar("t", 0, 1)
n, r, q = Dim("n"), Dim("r"), Dim("q")
u, v = Vector("u", n), Vector("v", n)
