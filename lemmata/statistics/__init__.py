"""Exact and anytime-valid tests, limit laws of random matrices, and fast samplers of their extreme spectra."""
