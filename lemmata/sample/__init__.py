"""Where instances come from: random laws, structured and degenerate families and lattice points.

Nothing is imported here, so that importing one module never pays for another: take names from
`evaluate.randomness`, `.matrices` and `.lattice` directly. These need torch and NumPy only.
"""
