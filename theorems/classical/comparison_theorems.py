"""Letters of the rows of `comparison.toml`, for proofs in Python."""
