"""Conjectures of the literature that were refuted: how many of them a check refutes, and how fast."""
