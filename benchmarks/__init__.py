"""Benchmarks: what is fast, beside what it is compared with."""
