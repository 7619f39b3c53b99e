"""Interpreters of the statement language.

`floats` (torch batches) screens; `balls`, `exact` and `algebraic_numbers` decide one instance, brought together in
`decide`.
"""
