"""What is claimed: the statement language and the catalogue of statements."""
