"""The second program: certificates about networks and depth, denials, ties, and those of the first, which it imports.

Its kinds are "flow", "ray", "descent" and "leap" (`training_runs`), "graph" (`network_graphs`), "depth" (`depth`), and
"denial" (`denial`), for which the kernel works, as for ties; `network_models` and `network_parts` say what networks are
and what is said of them.  `lemmata certify FILE` and `python -I -S lemmata/network_checker FILE` check certificates of
all kinds, with the exit codes of the first.
"""
