"""Rigorous real linear algebra on python-flint: every number returned is an enclosure, every count is exact."""
