"""Constructions and experiments for the statements of riedi2022."""
