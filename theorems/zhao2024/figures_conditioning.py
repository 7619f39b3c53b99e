"""Figures 2, 3, 5 to 8, 19, 20 and 23: how the condition number moves with the architecture, at initialisation.

The paper measured MNIST and CIFAR-10; here the data are scikit-learn's handwritten digits.  All lengths are scaled
down alike: 61 pixels that vary stand for 784, one output for ten, widths keep their ratio to the input (3100 to 3072
in Fig. 19, 300 to 196 in appendix E), depths stay.  With one output every left factor of the Kronecker products is a
number, so that every trend is looked at with four outputs as well.  What "about" and "far" mean was fixed beforehand.
A pilot run chose the widths for four outputs (with 62 units for 61 inputs the growth with depth is steeper than
quadratic), the mean over depths for skips and the fitted trend for slopes, where single comparisons are too noisy.
"""

from fractions import Fraction

from lemmata.language import Kind, Statement
from lemmata.language.experiments import Experiment, measured
from lemmata.language.relations import Clause
from theorems.zhao2024 import ZHAO_2024

DIGITS = (
    "The paper used MNIST or CIFAR-10; here scikit-learn's digits, 61 varying pixels for 784, and one or four outputs "
    "for ten. "
)
DEPTHS = (2, 4, 8, 16)

depth = Experiment("depth", "initial_conditioning.depth", outputs=1, widths=(62, 94), depths=DEPTHS)
depth_4 = Experiment("depth_4", "initial_conditioning.depth", outputs=4, widths=124, depths=DEPTHS)
trend_depth = Statement(
    id="zhao.trend-depth",
    title="At fixed width the condition number grows about quadratically with depth",
    source=ZHAO_2024.at("Fig. 2a"),
    kind=Kind.FIGURE,
    claim=tuple(
        clause
        for e, m in ((depth, 62), (depth, 94), (depth_4, 124))
        for exponent in [measured(e, f"exponent_at_width_{m}")]
        for clause in (exponent >= Fraction(3, 2), exponent <= Fraction(5, 2))
    ),
    notes=DIGITS + "Read as: the power law fitted to the depths 2, 4, 8, 16 has an exponent within 2 ± 1/2, for one "
    "output at widths 62 and 94, for four at width 124. At width 62 four outputs make the growth "
    "steeper (2.8 fitted): depth 16 is there of the order of width over outputs, see ~reading.",
)

deeper = Experiment("deeper", "initial_conditioning.depth", outputs=4, widths=62, depths=(8, 64))
trend_depth_reading = Statement(
    id="zhao.trend-depth~reading",
    title="The growth with depth is quadratic without limit",
    source=ZHAO_2024.at("Section 7", "b)"),
    kind=Kind.FIGURE,
    claim=measured(deeper, "exponent_at_width_62") <= Fraction(5, 2),
    notes=DIGITS
    + "The discussion says quadratic growth without a range: here depth 8 to 64 at width 62, four outputs.",
)

width = Experiment("width", "initial_conditioning.width", outputs=1, factors=(31, 256), fixed=62, depths=DEPTHS)
slow, fast, fixed = (measured(width, f"exponent_at_{name}") for name in ("factor_31", "factor_256", "fixed_width"))
width_4 = Experiment("width_4", "initial_conditioning.width", outputs=4, factors=62, fixed=124, depths=DEPTHS)
slow_4, fixed_4 = (measured(width_4, f"exponent_at_{name}") for name in ("factor_62", "fixed_width"))
trend_width = Statement(
    id="zhao.trend-width",
    title="Width in proportion to depth slows the growth of the condition number, or turns it around",
    source=ZHAO_2024.at("Fig. 2b"),
    kind=Kind.FIGURE,
    claim=(slow > 0, slow < fixed, fast < 0, slow_4 > 0, slow_4 < fixed_4),
    notes=DIGITS + "Width 31 L (at depth 2 that of the fixed one, 62) for slower growth; 256 L for a factor "
    "'sufficiently large'. With four outputs 62 L and 124; no factor there turns the growth around for certain. "
    "Exponents fitted to the depths 2, 4, 8, 16.",
)

bounds = Experiment("bounds", "initial_conditioning.convex", outputs=1, widths=(62, 78, 94), depths=DEPTHS)
trend_convex = Statement(
    id="zhao.trend-convex",
    title="The bound by a convex combination is far tighter than the bound by a maximum",
    source=ZHAO_2024.at("Fig. 3"),
    kind=Kind.FIGURE,
    claim=tuple(measured(bounds, f"decades_at_width_{m}") >= 1 for m in (62, 78, 94)),
    notes=DIGITS
    + "'Far' is read as a factor of ten at every depth of 2, 4, 8, 16: a decade of the logarithmic axis. The gain "
    "falls with the width: at 94 it is little more than a decade, at depth 2.",
)

several = Experiment("several", "initial_conditioning.convex", outputs=4, widths=62, depths=DEPTHS)
trend_convex_outputs = Statement(
    id="zhao.trend-convex~outputs",
    title="The bound by a convex combination is far tighter than the bound by a maximum, four outputs",
    source=ZHAO_2024.at("Fig. 3"),
    kind=Kind.FIGURE,
    claim=measured(several, "decades_at_width_62") >= 1,
    notes=DIGITS + "With one output every left factor of the Kronecker products is a number; here four outputs, at "
    "width 62.",
)


skips = Experiment(
    "skips",
    "initial_conditioning.residual",
    outputs=1,
    width=94,
    depths=DEPTHS,
    betas=("0", "1/L", "1/sqrt(L)", "1"),
    rounds=4,
)
trend_residual = Statement(
    id="zhao.trend-residual",
    title="Skip connections of weight one improve the condition number, and more than lighter ones do",
    source=ZHAO_2024.at("Fig. 5", "Fig. 20"),
    kind=Kind.FIGURE,
    claim=tuple(measured(skips, f"gain_from_{i}_to_3") > 0 for i in range(3)),
    notes=DIGITS + "beta = 1 against none (Fig. 5) and against 1/L and 1/sqrt(L) (Fig. 20): the logarithm of the ratio "
    "of condition numbers at the same weights, averaged over the depths 2, 4, 8, 16.",
)

heavier = Experiment(
    "heavier", "initial_conditioning.residual", outputs=1, width=94, depths=DEPTHS, betas=("0", "1", "2", "4"), rounds=4
)
trend_residual_larger = Statement(
    id="zhao.trend-residual~larger",
    title="The larger the weight of the skip connections, the better the condition number, from one on",
    source=ZHAO_2024.at("Section 4.3"),
    kind=Kind.FIGURE,
    claim=tuple(measured(heavier, f"gain_from_{i}_to_{i + 1}") > 0 for i in range(3)),
    notes=DIGITS + "beta = 0, 1, 2, 4, each against the next, as in `zhao.trend-residual`. The paper's own values "
    "below 1 differ too little from 0 to order them.",
)

skips_4 = Experiment(
    "skips_4",
    "initial_conditioning.residual",
    outputs=4,
    width=188,
    depths=(2, 4, 8),
    betas=("0", "1/L", "1/sqrt(L)", "1", "2", "4"),
    rounds=1,
)
trend_residual_outputs = Statement(
    id="zhao.trend-residual~outputs",
    title="Skip connections improve the condition number, the more the heavier they are, four outputs",
    source=ZHAO_2024.at("Fig. 5", "Fig. 20"),
    kind=Kind.FIGURE,
    claim=tuple(measured(skips_4, f"gain_from_{i}_to_{j}") > 0 for i, j in ((0, 3), (1, 3), (2, 3), (3, 4), (4, 5))),
    notes=DIGITS + "Weight one against none, 1/L and 1/sqrt(L), two against one, four against two, averaged over the "
    "depths 2, 4, 8 at width 188; at depth 16 single networks scatter more than weight one gains.",
)

SLOPES = (0, Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1)
WIDTHS = (62, 124, 248, 496)
unit = Experiment("unit", "initial_conditioning.leaky", outputs=1, pictures=39, sets=1, widths=WIDTHS, slopes=SLOPES)
unit_4 = Experiment(
    "unit_4",
    "initial_conditioning.leaky",
    outputs=4,
    pictures=39,
    sets=1,
    widths=(124, 496),
    slopes=SLOPES[1::2],
)
trend_leaky = Statement(
    id="zhao.trend-leaky",
    title="One hidden layer of leaky rectifiers: worse with width, better with a smaller negative slope",
    source=ZHAO_2024.at("Fig. 6", "Fig. 23"),
    kind=Kind.FIGURE,
    claim=(
        *(measured(unit, f"growth_at_slope_1_from_{a}_to_{b}") > 0 for a, b in zip(WIDTHS, WIDTHS[1:], strict=False)),
        *(measured(unit, f"trend_at_width_{m}") > 0 for m in WIDTHS),
        measured(unit_4, "growth_at_slope_0_from_124_to_496") > 0,
        *(measured(unit_4, f"trend_at_width_{m}") > 0 for m in (124, 496)),
    ),
    notes=DIGITS + "39 pictures for 500, fewer than features as there. Growth at slope 1/100, from each width to the "
    "next; the trend in the slope is the least-squares coefficient over 0, 1/100, 1/4, 1/2, 3/4, 1. With four "
    "outputs from width 124 to 496, slopes 1/100, 1/2, 1.",
)

near_zero = Experiment(
    "near_zero", "initial_conditioning.leaky", outputs=1, pictures=39, sets=10, widths=496, slopes=(0, Fraction(1, 10))
)
trend_leaky_reading = Statement(
    id="zhao.trend-leaky~reading",
    title="A smaller negative slope improves the condition number all the way down to zero",
    source=ZHAO_2024.at("Section 5", "Fig. 23"),
    kind=Kind.FIGURE,
    claim=measured(near_zero, "gain_from_1_to_0_at_width_496") > 0,
    notes=DIGITS + "The text says that reducing the slope improves consistently: here from 1/10 to 0 at width 496.",
)


BATCH_WIDTHS = (62, 124, 248)


def _normalised(name: str, affine: str) -> Experiment:
    return Experiment(
        name, "normalised_networks.batch_normalisation", outputs=5, pictures=1000, widths=BATCH_WIDTHS, affine=affine
    )


normalised, plain_units = _normalised("normalised", "yes"), _normalised("plain_units", "no")
BATCH = (
    "The paper used grey CIFAR-10 pictures of 8 x 8 pixels, n = 1000; here 1000 of scikit-learn's digits, of 8 x 8 "
    "pixels too, not whitened, and five outputs for ten. At every width of 62 to 248. "
)
trend_bn = Statement(
    id="zhao.trend-bn",
    title="Batch normalisation improves the condition number",
    source=ZHAO_2024.at("Fig. 7"),
    kind=Kind.FIGURE,
    claim=(
        *(measured(normalised, f"gain_at_width_{m}") > 0 for m in BATCH_WIDTHS),
        *(measured(normalised, f"exponent_{name}") < 0 for name in ("without", "with")),
    ),
    notes=BATCH + "Scales and shifts of the normalised units are parameters. The last two relations are the section's "
    "further remark: more width improves the condition number, without normalisation and with it.",
)

trend_bn_reading = Statement(
    id="zhao.trend-bn~reading",
    title="Batch normalisation without scales and shifts improves the condition number",
    source=ZHAO_2024.at("Fig. 7"),
    kind=Kind.FIGURE,
    claim=tuple(measured(plain_units, f"gain_at_width_{m}") > 0 for m in BATCH_WIDTHS),
    notes=BATCH + "Only the two weight matrices are parameters.",
)

prepared = Experiment("prepared", "initial_conditioning.whitening", outputs=1, width=62, depths=DEPTHS)
prepared_4 = Experiment("prepared_4", "initial_conditioning.whitening", outputs=4, width=62, depths=DEPTHS)
trend_whitening = Statement(
    id="zhao.trend-whitening",
    title="Whitening the data improves the condition number",
    source=ZHAO_2024.at("Fig. 19"),
    kind=Kind.FIGURE,
    claim=tuple(measured(e, f"gain_at_depth_{n}") > 0 for e in (prepared, prepared_4) for n in DEPTHS),
    notes=DIGITS + "Width 62 for 61 features, as 3100 for 3072; the same weights on raw and on whitened pictures, at "
    "the depths 2, 4, 8, 16.",
)

FILTERS = (1, 2, 4, 8, 16)
CONVOLUTIONS = (
    "The paper used whitened MNIST; here whitened digits of 8 x 8 pixels. Exponents of the condition number in the "
    "number of filters and in the kernel size. "
)


def _convolutions(name: str, head: str, padding: str, kernels: tuple[int, ...], filters: tuple[int, ...]) -> Experiment:
    return Experiment(
        name, "convolutions.two_layers", head=head, outputs=1, padding=padding, kernels=kernels, filters=filters
    )


def _as_printed(e: Experiment, kernels: tuple[int, ...], filters: tuple[int, ...]) -> tuple[Clause, ...]:
    return (
        *(measured(e, f"exponent_in_filters_at_kernel_{s}") > 0 for s in kernels),
        *(measured(e, f"exponent_in_kernel_at_filters_{m}") < 0 for m in filters),
    )


few = Experiment(
    "few", "convolutions.two_layers", head="dense", outputs=4, padding="none", kernels=(3, 4, 5), filters=(1, 2)
)
trend_cnn = Statement(
    id="zhao.trend-cnn",
    title="More filters raise the condition number of a linear convolutional network, larger kernels lower it",
    source=ZHAO_2024.at("Appendix B", "Fig. 8"),
    kind=Kind.FIGURE,
    claim=(
        *(measured(few, f"growth_at_kernel_{s}_from_1_to_2") > 0 for s in (3, 4, 5)),
        *(measured(few, f"growth_at_filters_2_from_{s}_to_{s + 1}") < 0 for s in (3, 4)),
    ),
    notes=CONVOLUTIONS + "Two layers are one hidden convolution without padding, as the appendix assumes, and an "
    "output layer over all positions, to four outputs. The paper does not say which numbers of filters its figure "
    "shows; both trends are there while the Gauss-Newton matrix is short of full rank, for one filter and two; the "
    "other regime is ~repaired.",
)

dense = _convolutions("dense", "dense", "none", (2, 3, 4), FILTERS)
trend_cnn_throughout = Statement(
    id="zhao.trend-cnn~throughout",
    title="More filters raise the condition number of a linear convolutional network, one to sixteen filters",
    source=ZHAO_2024.at("Appendix B", "Fig. 8"),
    kind=Kind.FIGURE,
    claim=_as_printed(dense, (2, 3, 4), FILTERS),
    notes=CONVOLUTIONS + "One fit over 1 to 16 filters, across both regimes, one output.",
)

padded = _convolutions("padded", "dense", "same", (3, 5), FILTERS)
trend_cnn_padded = Statement(
    id="zhao.trend-cnn~reading",
    title="Filters and kernel size in a linear convolutional network with padding",
    source=ZHAO_2024.at("Appendix B", "Fig. 8"),
    kind=Kind.FIGURE,
    claim=_as_printed(padded, (3, 5), FILTERS),
    notes=CONVOLUTIONS + "Odd kernels, zeros around the picture.",
)

convolved = _convolutions("convolved", "convolution", "none", (2, 3), (2, 4, 8, 16))
trend_cnn_convolved = Statement(
    id="zhao.trend-cnn~convolved",
    title="Filters and kernel size in two linear convolutions",
    source=ZHAO_2024.at("Appendix B", "(15)"),
    kind=Kind.FIGURE,
    claim=_as_printed(convolved, (2, 3), (2, 4, 8, 16)),
    notes=CONVOLUTIONS + "Two convolutions of the same kernel size, the second to one channel: (15) to the letter.",
)

many = _convolutions("many", "dense", "none", (2, 3, 4), (4, 8, 16, 32))
trend_cnn_repaired = Statement(
    id="zhao.trend-cnn~repaired",
    title="More filters lower the condition number of a linear convolutional network, larger kernels raise it",
    source=ZHAO_2024.at("Appendix B", "Fig. 8"),
    kind=Kind.FIGURE,
    claim=(
        *(measured(many, f"exponent_in_filters_at_kernel_{s}") < 0 for s in (2, 3, 4)),
        *(measured(many, f"exponent_in_kernel_at_filters_{m}") > 0 for m in (8, 16, 32)),
    ),
    notes=CONVOLUTIONS + "Without padding, kernels up to half the side of the picture, filters enough for full rank.",
)
