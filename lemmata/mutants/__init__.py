"""Negative controls at scale: statements changed in one place each, and what becomes of them in the derived checks."""
