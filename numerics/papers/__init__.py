"""Per paper, what the language cannot declare: instances that meet thin hypotheses, experiments behind figures.

The rooms are found by scanning, and imported by nothing else under `numerics`.
"""
