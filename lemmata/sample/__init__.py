"""Where instances come from: random laws, structured and degenerate families, lattice points, trained networks.

Nothing is imported here, so that importing one room never pays for another: take names from
`evaluate.randomness`, `.matrices`, `.lattice` and `.trained` directly. These rooms need torch and NumPy only
(`trained` asks for scikit-learn when it has to train).
"""
