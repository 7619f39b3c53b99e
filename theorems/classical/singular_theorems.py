"""Letters of the rows of `singular.toml`, for proofs in Python."""
