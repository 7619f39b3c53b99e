"""Benchmarks: what is fast, next to what it is compared with."""
