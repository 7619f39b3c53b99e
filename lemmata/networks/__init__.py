"""Feedforward DAG networks with positively 1-homogeneous activations, in exact rationals and in floats.

`dag` holds the network, `paths` its path enumeration and tree decomposition, `flow` and `invariants` the exact
gradient-flow velocity and the rates of the quantities claimed to be conserved, `trajectory` the long float integration,
`smallest` the search for the smallest exact counterexample, `linear` the Jacobians of deep linear networks.
"""
