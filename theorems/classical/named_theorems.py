"""Letters of the rows of `named.toml`, for proofs in Python."""
