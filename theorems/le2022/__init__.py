"""Le and Jegelka: invariances of gradient flow and the decomposition of feedforward networks."""

from lemmata.language import Paper

LE_2022 = Paper(
    "le2022",
    "Training invariances and the low-rank phenomenon: beyond linear networks",
    "T. Le, S. Jegelka",
)
