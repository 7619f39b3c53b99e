"""Section 6: condition numbers of hidden representations along depth, for linear networks at initialisation."""

from lemmata.theorems.language import Kind, Statement
from lemmata.theorems.language.experiments import Experiment, measured
from lemmata.theorems.oyedotun2021 import OYEDOTUN_2021

WHERE = OYEDOTUN_2021.at("Section 6", "Fig. 9", "Fig. 11", "Fig. 13")
DIGITS = 16  # a condition number of 10^16 and more is infinite in double precision

nets = Experiment("nets", "depth_conditioning.conditioning", n=10, depth=200, paths=4, branch="full")
shrunk = Experiment("shrunk", "depth_conditioning.conditioning", n=10, depth=200, paths=4, branch="shrunk")
grows = (measured(nets, "plain") > DIGITS, measured(nets, "plain_growth") > 0)

trend = Statement(
    id="oyedotun.trend-conditioning",
    title="Condition numbers along depth: growing in plain networks, said to be moderate with skip connections",
    source=WHERE,
    kind=Kind.FIGURE,
    claim=(*grows, measured(nets, "residual") < DIGITS, measured(nets, "aggregated") < DIGITS),
    notes="Linear networks of depth 200 and width 10 with the paper's Gaussian initialisation, which Section 4 speaks "
    "of. Infinite, as the captions have it, is read as at least 10^16, finite as less, in logarithms to base 10; the "
    "paper's own curves are of trained convolutional networks, which a text cannot settle.",
)

trend_order = Statement(
    id="oyedotun.trend-conditioning~repaired",
    title="Condition numbers along depth: smaller with skip connections than without",
    source=WHERE,
    kind=Kind.FIGURE,
    claim=(*grows, measured(nets, "plain_over_residual") > 0, measured(nets, "plain_over_aggregated") > 0),
    notes="The comparison alone, with the same initialisation: no bound on the condition numbers with skips.",
)

trend_shrunk = Statement(
    id="oyedotun.trend-conditioning~shrunk",
    title="Condition numbers along depth: moderate where the branches shrink with depth",
    source=WHERE,
    kind=Kind.FIGURE,
    claim=(
        measured(shrunk, "plain") > DIGITS,
        measured(shrunk, "residual") < DIGITS,
        measured(shrunk, "aggregated") < DIGITS,
    ),
    notes="Branches divided by the number of blocks: the product then stays near the exponential of a matrix.",
)
