"""Letters of the rows of `product.toml`, for proofs in Python."""
