"""Section 6: condition numbers of hidden representations along depth, for linear networks at initialisation."""

from lemmata.language import Kind, Statement
from lemmata.language.experiments import Experiment, measured
from lemmata.language.relations import Relation
from theorems.oyedotun2021 import OYEDOTUN_2021

WHERE = OYEDOTUN_2021.at("Section 6", "Fig. 9", "Fig. 11", "Fig. 13")
DIGITS = 16  # a condition number of 10^16 and more is infinite in double precision


def conditioning(name: str, n: int, branch: str) -> Experiment:
    """Networks of 200 layers of n units; four paths in the aggregated ones."""
    return Experiment(name, "depth_conditioning.conditioning", n=n, depth=200, paths=4, branch=branch)


normalised, wider = conditioning("normalised", 16, "normalised"), conditioning("wider", 32, "normalised")
nets, shrunk = conditioning("nets", 10, "full"), conditioning("shrunk", 10, "shrunk")
grows = (measured(nets, "plain") > DIGITS, measured(nets, "plain_growth") > 0)


def moderate(e: Experiment) -> tuple[Relation, ...]:
    """Infinite in double precision, and growing, for plain networks; finite for the others."""
    return (
        measured(e, "plain") > DIGITS,
        measured(e, "plain_growth") > 0,
        measured(e, "residual") < DIGITS,
        measured(e, "aggregated") < DIGITS,
    )


READ = (
    "Infinite, as the captions have it, is read as at least 10^16, finite as less, in logarithms to base 10. The "
    "paper's own curves are of trained networks, most of them convolutional and with rectified units; here linear ones "
    "at initialisation, with the paper's Gaussian weights. "
)
trend = Statement(
    id="oyedotun.trend-conditioning",
    title="Condition numbers along depth: growing in plain networks, moderate with skip connections",
    source=WHERE,
    kind=Kind.FIGURE,
    claim=(*moderate(normalised), *moderate(wider)),
    notes=READ + "Depth 200, widths 16 and 32, every layer followed by batch normalisation over 64 points.",
)

trend_unnormalised = Statement(
    id="oyedotun.trend-conditioning~unnormalised",
    title="Condition numbers along depth without batch normalisation: said to be moderate with skip connections",
    source=WHERE,
    kind=Kind.FIGURE,
    claim=moderate(nets),
    notes=READ + "Depth 200, width 10, without batch normalisation, as Section 4 speaks of networks.",
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
