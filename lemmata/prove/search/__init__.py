"""Looks for proofs: facts of the textbook matched with what a claim speaks of, a linear program for how they combine.

Nothing here is believed.  What comes out is an ordinary proof script, and only what the kernel makes of it counts.
"""
