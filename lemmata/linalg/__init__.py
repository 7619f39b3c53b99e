"""Rigorous real linear algebra on python-flint: every number returned is an enclosure, every count is exact.

Modules: ``precision`` (working precision), ``convert`` (in and out), ``exact`` (characteristic polynomials, inertia),
``enclosures`` (approximate basis + perturbation theorems), ``spectra`` (the public spectral functions),
``derivatives`` (eigenvalue derivatives and eigenvector forms without eigenvectors), ``heights`` (exact zero tests),
``algebraic_spectra`` (real roots of polynomials as exact algebraic numbers).
"""
