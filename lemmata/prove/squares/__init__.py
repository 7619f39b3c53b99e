"""Polynomial inequalities as sums of squares: a semidefinite program nominates, rational numbers decide.

Nothing here is believed.  What comes out is a proof script of squares, products and an identity, for the kernel.
"""
