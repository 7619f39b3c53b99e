"""Constructions and experiments for the statements of zhao2024."""
