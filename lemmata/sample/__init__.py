"""Where instances come from: random laws, structured and degenerate families, lattice points, trained networks.

Nothing is imported here, so that importing one module never pays for another: take names from
`evaluate.randomness`, `.matrices`, `.lattice` and `.trained` directly. These need torch and NumPy only
(`trained` asks for scikit-learn when it has to train).
"""
