"""Letters of the rows of `numbers.toml`, for proofs in Python."""

from lemmata.theorems.language import Index, Scalar

x, y, c = Scalar("x"), Scalar("y"), Scalar("c")


unit = Index("epsilon", -1, 1)


p, t, a, ratio = Scalar("p"), Scalar("t"), Scalar("a"), Scalar("kappa")
low, high = Scalar("l"), Scalar("u")
