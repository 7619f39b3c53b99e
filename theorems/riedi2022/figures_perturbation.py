"""The figures of the paper, with its parameters, as relations between what the experiments measure.

A caption that says "close", "about" or "high probability" leaves a number open.  The numbers of the rows that bear a
figure's plain name were fixed before anything was measured, and the notes say which; `~repaired` rows came after.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from lemmata.language import Kind, Statement, eq, sqrt
from lemmata.language.experiments import Experiment, measured
from lemmata.language.relations import Clause
from theorems.riedi2022 import RIEDI_2022

SIZES = (5, 10, 25, 50, 100)
LAWS = ("gaussian", "uniform")
TENTH = Fraction(1, 10)
NEAR = Fraction(3, 20)
Claim = Callable[[Experiment], tuple[Clause, ...]]

# --- Figure 2

diagonal = Experiment(
    "diagonal", "perturbation_paths.diagonal", entries=(Fraction(-2, 5), Fraction(-1, 5), Fraction(-1, 10))
)
gaussian = Experiment(
    "gaussian", "perturbation_paths.gaussian", n=15, sigma=Fraction(3, 10), steps=64, wanted=2, tries=16
)

fig_2 = Statement(
    id="riedi.fig-2",
    title="Singular values under an identity shift need be neither monotone, convex nor differentiable",
    source=RIEDI_2022.at("Fig. 2"),
    kind=Kind.FIGURE,
    claim=(
        measured(diagonal, "fall_1") > 0,
        measured(diagonal, "rise_1") > 0,
        measured(diagonal, "corners_1") >= 1,
        measured(diagonal, "dent_2") > 0,
        measured(diagonal, "dent_3") > 0,
        eq(measured(diagonal, "sharp_zeros"), 3),
        measured(gaussian, "fall") > 0,
        measured(gaussian, "bump") > 0,
        measured(gaussian, "extrema") >= 2,
    ),
    notes="(a) exactly: the largest singular value falls, rises and has a corner; the two others are not convex (the "
    "largest is, as a maximum of moduli); at each of the three zeros of the family the smallest has a corner. (b) for "
    "one drawn matrix, on stretches where a singular value certainly meets no other and is not zero: it falls "
    "somewhere, lies above a chord somewhere, and some singular value has several extrema, read as two at least.",
)

# --- Figure 4

collapse = Experiment("collapse", "random_spectra.symmetric_edge", n=SIZES, laws=LAWS)


def tails(experiment: Experiment, prefix: str) -> tuple[Clause, ...]:
    """Right tails that decay quickly and are negligible at moderate values."""
    beyond = {t: measured(experiment, f"{prefix}beyond_{t}") for t in (0, 4, 8)}
    return beyond[4] <= beyond[0] / 10, beyond[8] <= Fraction(1, 200)


TAILS = (
    "Tails: of five matrices, one of each size, some value exceeds 4 at most a tenth as often as some value exceeds 0, "
    "and exceeds 8 (the value that section 6.2 calls practically out of reach) in at most 1 of 200 cases."
)

fig_4 = Statement(
    id="riedi.fig-4",
    title="Histograms of the normalised largest eigenvalue of K + K^T collapse",
    source=RIEDI_2022.at("Fig. 4", "(71)"),
    kind=Kind.FIGURE,
    claim=(
        *(measured(collapse, f"{law}_gap_{a}_{b}") <= TENTH for law in LAWS for a, b in pairwise(SIZES)),
        *(
            measured(collapse, f"{law}_{name}") <= NEAR
            for law in LAWS
            for name in ("gap_5_100", "distance_5", "distance_100")
        ),
        *(relation for law in LAWS for relation in tails(collapse, f"{law}_")),
    ),
    notes="Collapse: the laws of Z_n at successive sizes are at most 1/10 apart in Kolmogorov distance. Close to their "
    "limit from n = 5 on, as section 6.2 says of the figure: at n = 5 and at n = 100 at most 3/20 away from sqrt(2) "
    "times the Tracy-Widom law, and from each other; this number was set after measuring, where another power of n "
    "than 1/6 shows. With 1/4 both laws of entries are farther away at both sizes, with 1/12 at n = 100. " + TAILS,
)

# --- Figure 5

singular = Experiment("singular", "random_spectra.singular_edge", n=SIZES)
edges = Experiment("edges", "random_spectra.edge_ratio", n=SIZES, low=Fraction(4, 5), high=Fraction(6, 5))


def figure_5(suffix: str, title: str, near: int, likely: dict[int, Fraction], reading: str) -> Statement:
    """Both parts of Figure 5: Y_n near its limit from order `near` on, the ratio of the edges near 1 as likely."""
    off = [measured(edges, f"off_{k}") for k in SIZES]
    return Statement(
        id="riedi.fig-5" + suffix,
        title="Y_n approaches the Tracy-Widom law, and the ratio of the two edges approaches 1, " + title,
        source=RIEDI_2022.at("Fig. 5", "(74)"),
        kind=Kind.FIGURE,
        claim=(
            *(measured(singular, f"distance_{k}") <= TENTH for k in SIZES if k >= near),
            *tails(singular, ""),
            *(later < earlier for earlier, later in pairwise(off)),
            *(measured(edges, f"inside_{k}") >= probability for k, probability in likely.items()),
        ),
        notes="Gaussian entries. (a): Y_n is within 1/10 of the Tracy-Widom law in Kolmogorov distance, from "
        f"n = {near} on. {TAILS} (b): the median distance of the ratio from 1 falls from size to size, and it lies in "
        f"[0.8, 1.2] {reading}",
    )


off_1 = [measured(edges, f"off_{k}") for k in SIZES]
fig_5 = Statement(
    id="riedi.fig-5",
    title="Y_n approaches the Tracy-Widom law, and the ratio of the two edges approaches 1",
    source=RIEDI_2022.at("Fig. 5", "(74)"),
    kind=Kind.FIGURE,
    claim=(
        measured(singular, f"distance_{SIZES[-1]}") < measured(singular, f"distance_{SIZES[0]}"),
        *tails(singular, ""),
        *(later < earlier for earlier, later in pairwise(off_1)),
        measured(edges, f"inside_{SIZES[-1]}") >= Fraction(9, 10),
    ),
    notes="Gaussian entries. What the figure and its text say without numbers: (a) Y_n is closer to the Tracy-Widom "
    f"law, in Kolmogorov distance, at the largest size than at the smallest. {TAILS} (b) the median distance of the "
    "ratio from 1 falls from size to size, and at the largest size the ratio lies in [0.8, 1.2] with probability at "
    "least 9/10. How close, and from which size on, are the rows ~numbers and ~repaired.",
)
fig_5_numbers = figure_5(
    "~numbers",
    "from the sizes of the caption on",
    5,
    dict.fromkeys(SIZES[1:], Fraction(9, 10)),
    "with high probability, read as 9/10 at least, from n = 10 on.",
)
fig_5_repaired = figure_5(
    "~repaired", "with numbers that hold", 10,
    dict(zip(SIZES[1:], (Fraction(3, 4), *[Fraction(19, 20)] * 3), strict=True)),
    "with probability at least 3/4 at n = 10 and at least 19/20 from n = 25 on.",
)  # fmt: skip

# --- Figure 6

efficiency = Experiment("efficiency", "random_bounds.efficiency", n=SIZES, r=2)
RATIOS = ("smallest", "largest", "kappa")

fig_6 = Statement(
    id="riedi.fig-6",
    title="Bounds of Lemma 36 divided by what they bound",
    source=RIEDI_2022.at("Fig. 6", "(79)", "(80)"),
    kind=Kind.FIGURE,
    claim=(
        *(measured(efficiency, f"not_above_{k}") <= Fraction(1, 100) for k in SIZES),
        *(measured(efficiency, f"{ratio}_{k}") <= Fraction(5, 4) for ratio in RATIOS for k in SIZES),
        measured(efficiency, "kappa_100") >= 1 + TENTH / 2,
        measured(efficiency, "kappa_100") <= 1 + 3 * TENTH / 2,
    ),
    depends_on=("riedi.lemma-36.eq-79", "riedi.lemma-36.eq-80"),
    notes="Gaussian entries, realisations with tau_min > -1, as Lemma 36 (iv) asks; s_n(0) in the caption is s_n(W_1), "
    "the value at rho = 0. All above 1: one of the three ratios is not, in at most 1 of 100 cases. Quite close to 1: "
    "every median is at most 5/4. About 10 % for large n: the median of the third ratio at n = 100 lies between 1.05 "
    "and 1.15.",
)

# --- Figure 7

condition = Experiment("condition", "random_bounds.condition", n=SIZES, r=(2, 3))

fig_7 = Statement(
    id="riedi.fig-7",
    title="Condition numbers lie asymptotically below the constant of (83)",
    source=RIEDI_2022.at("Fig. 7", "(83)"),
    kind=Kind.FIGURE,
    claim=tuple(
        relation
        for r in (2, 3)
        for relation in (
            measured(condition, f"median_{r}_100") < sqrt(Fraction(2 * r * r + 2 * r + 1, 2 * (r * r - r))),
            measured(condition, f"above_{r}_100") <= Fraction(1, 100),
        )
    ),
    depends_on=("riedi.lemma-36.eq-80", "riedi.thm-38.eq-83"),
    notes="Gaussian entries. Asymptotically: at the largest size of the figure the median is below the constant, and "
    "at most 1 of 100 condition numbers is above it.",
)

# --- Figure 8


def figure_8(suffix: str, title: str, patterns: str, claim: Claim, notes: str) -> Statement:
    """The toy network of (98): singular values of Q along rho."""
    net = Experiment(
        "net", "toy_network.singular_values",
        inputs=2, width=6, eta=TENTH, realisations=8, steps=32, shown=(0, Fraction(1, 4), Fraction(1, 2), 1),
        patterns=patterns,
    )  # fmt: skip
    return Statement(
        id="riedi.fig-8" + suffix,
        title=title,
        source=RIEDI_2022.at("Fig. 8", "(98)"),
        kind=Kind.FIGURE,
        claim=claim(net),
        notes=notes,
    )


def steadily(net: Experiment) -> tuple[Clause, ...]:
    """Nine steps in ten go the way the caption says, in half of all networks."""
    return tuple(measured(net, f"steady_{name}") >= 9 * TENTH for name in RATIOS)


def steadily_on_average(net: Experiment) -> tuple[Clause, ...]:
    """The same for the mean of the logarithm over eight networks."""
    return tuple(measured(net, f"average_{name}") >= 9 * TENTH for name in RATIOS)


def overall(net: Experiment) -> tuple[Clause, ...]:
    """The two ends differ the way the caption says, in half of all networks."""
    return (
        measured(net, "growth_largest") > 0,
        measured(net, "growth_smallest") > 0,
        measured(net, "growth_kappa") < 0,
    )


STEADY = (
    "Steadily: in the median network, at nine of ten steps of 1/32 from rho = 0 to 1 the largest and the smallest "
    "singular value rise and the condition number falls. "
)
MOVING = (
    "As in the text, Q is computed anew for every rho: the activation pattern of the last layer may change on the way. "
    "The text calls the 6 x 2 matrix W_2; it has to be W_-1, the one that takes the input."
)
fig_8 = figure_8(
    "", "Singular values of Q rise steadily, its condition number falls steadily", "moving", steadily, STEADY + MOVING
)
fig_8_frozen = figure_8(
    "~frozen",
    "Singular values of Q rise steadily, its condition number falls steadily, within the region at rho = 0",
    "frozen",
    steadily,
    STEADY + "The activation pattern of the last layer is kept as it is at rho = 0, as section 3.4 assumes.",
)
fig_8_average = figure_8(
    "~average",
    "Singular values of Q rise steadily, its condition number falls steadily, on average over eight networks",
    "moving",
    steadily_on_average,
    "Of eight networks at a time, as many as the figure shows, the geometric mean is followed: at nine of ten steps of "
    "1/32 it moves as the caption says, in half of all such groups. " + MOVING,
)
fig_8_repaired = figure_8(
    "~repaired",
    "Singular values of Q are larger, its condition number smaller, at rho = 1 than at rho = 0",
    "moving",
    overall,
    "The two ends only: in the median network both singular values are larger and the condition number smaller at "
    "rho = 1 than at rho = 0. " + MOVING,
)
