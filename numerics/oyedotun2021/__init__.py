"""Constructions and experiments for the statements of oyedotun2021."""
