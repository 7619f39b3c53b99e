"""Letters of the rows of `generalised.toml`, for proofs in Python."""
