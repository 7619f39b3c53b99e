"""Constructions and experiments for the statements of macdonald2022."""
