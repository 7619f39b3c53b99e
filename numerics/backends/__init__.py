"""Interpreters of the statement language: float batches (torch) and high precision (mpmath)."""
