"""Interpreters of the statement language.

`floats` (torch batches) screens; `balls`, `exact` and `algebraic` decide one instance, brought together in `decide`;
`highprec` (mpmath) is an independent route that tests compare all of them with.
"""
