"""Figure 1: the singular values of a Gaussian matrix before and after the identity is added.

The figure has order 10^4.  What the limit law depends on is order times variance, 10^4 x 10^-2 = 100; the order here
is smaller and that product is kept.
"""

from lemmata.language import Kind, Statement
from lemmata.language.experiments import Experiment, measured
from theorems.macdonald2022 import MACDONALD_2022

ORDER = "Order 384 for 10^4, the same order times variance, 100. "
added = Experiment("added", "identity_shift.shift", order=384, total=100)

trend_shift = Statement(
    id="macdonald.trend-shift",
    title="Adding the identity shifts the singular values of a Gaussian matrix upwards, on average",
    source=MACDONALD_2022.at("Section 5.1", "Fig. 1"),
    kind=Kind.FIGURE,
    claim=tuple(measured(added, name) > 0 for name in ("mean", "mean_log", "mean_square")),
    notes=ORDER + "The sense of 'upwards': the mean, the mean logarithm and the mean square of the singular values "
    "grow, in the median over matrices A of the difference between Id + A and A.",
)

trend_shift_each = Statement(
    id="macdonald.trend-shift~reading",
    title="Adding the identity raises every singular value of a Gaussian matrix",
    source=MACDONALD_2022.at("Section 5.1", "Fig. 1"),
    kind=Kind.FIGURE,
    claim=measured(added, "share_up") >= 1,
    notes=ORDER + "The stronger sense, index by index: s_i(Id + A) > s_i(A) for all i.",
)

narrow = Experiment("narrow", "identity_shift.shift", order=128, total=1)
trend_shift_deviation = Statement(
    id="macdonald.trend-shift~deviation",
    title="Adding the identity shifts the singular values upwards, entries of standard deviation 10^-2",
    source=MACDONALD_2022.at("Section 5.1", "Fig. 1"),
    kind=Kind.FIGURE,
    claim=tuple(
        measured(narrow, name) > 0 for name in ("mean", "mean_log", "lower_quartile", "middle", "upper_quartile")
    ),
    notes="If 10^-2 in the caption is the standard deviation, order times variance is 1 (here at order 128): then the "
    "quartiles and the middle of the distribution move up as well, by a third to a half.",
)
