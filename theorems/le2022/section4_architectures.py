"""Theorem 1.2 to 1.7 and Lemma 8: matrices of weights around the neurons that two parts of a network share.

The neurons between the two parts are called B throughout, the matrix into them W_1 and the matrix out of them W_2.
Every row stands as printed, for each activation alone, and in two versions that hold for all of them: for its diagonal
entries, and where the channels at one position have the same slopes.
"""

from collections.abc import Callable
from typing import Any

from lemmata.language import Kind, Statement
from lemmata.language.architectures import (
    Above,
    Between,
    ByChannel,
    Convolution,
    ConvolutionalNeurons,
    FreeBlock,
    FullyConnected,
    HStack,
    InProducts,
    Kernel,
    KernelIn,
    Neurons,
    OutProducts,
    ResidualBlock,
    SameSlopesWithin,
    SomeOutProducts,
)
from lemmata.language.columns import DiagonalEntries
from lemmata.language.core import Abs, Total
from lemmata.language.networks import Conserved, DifferentiableLoss, Network, StableSigns
from theorems.le2022 import LE_2022
from theorems.le2022.section4_invariances import ACTIVATIONS, ALL

Parts = tuple[tuple[Any, ...], Neurons, Any, Any]  # hypotheses, B, W_1, W_2


def arrays(nu: Network, names: str) -> list[Neurons]:
    """Arrays of neurons called by single letters."""
    return [Neurons(name, nu) for name in names]


def convolutional(nu: Network) -> Parts:
    """Two convolutions, one after the other."""
    a, b, c = arrays(nu, "ABC")
    return (Convolution(a, b), Convolution(b, c)), b, Kernel(a, b), KernelIn(b, c)


def within_block(nu: Network) -> Parts:
    """Y and U of a residual block."""
    a, b, c = arrays(nu, "ABC")
    return (ResidualBlock(a, b, c),), b, Between(a, b), Between(b, c)


def between_blocks(nu: Network) -> Parts:
    """[U_1 Z_1] and [Y_2; Z_2] of two ResNetFree blocks, one after the other."""
    a, g, b, h, c = arrays(nu, "AGBHC")
    into, out = HStack(Between(g, b), Between(a, b)), Above(Between(b, h), Between(b, c))
    return (FreeBlock(a, g, b), FreeBlock(b, h, c)), b, into, out


def conv_fc(nu: Network) -> Parts:
    """A convolution and the fully connected layer after it, whose rows are cut into the positions of the neurons."""
    a, b, c = arrays(nu, "ABC")
    return (Convolution(a, b), FullyConnected(b, c)), b, Kernel(a, b), ByChannel(Between(b, c), b)


def conv_resnet(nu: Network) -> Parts:
    """A convolution and the ResNetFree block after it, with [U Z] rearranged, as printed."""
    a, b, h, c = arrays(nu, "ABHC")
    given = Convolution(a, b), FreeBlock(b, h, c)
    return given, b, Kernel(a, b), ByChannel(HStack(Between(h, c), Between(b, c)), b)


def conv_resnet_stacked(nu: Network) -> Parts:
    """The same with [Y; Z], the weights out of the convolution's neurons, which the printed proof speaks of."""
    a, b, h, c = arrays(nu, "ABHC")
    given = Convolution(a, b), FreeBlock(b, h, c)
    return given, b, Kernel(a, b), ByChannel(Above(Between(b, h), Between(b, c)), b)


def resnet_fc(nu: Network) -> Parts:
    """A ResNetFree block and the fully connected layer after it."""
    a, h, b, c = arrays(nu, "AHBC")
    return (FreeBlock(a, h, b), FullyConnected(b, c)), b, HStack(Between(h, b), Between(a, b)), Between(b, c)


def fc_resnet(nu: Network) -> Parts:
    """A fully connected layer and the ResNetFree block after it."""
    a, b, h, c = arrays(nu, "ABHC")
    return (FullyConnected(a, b), FreeBlock(b, h, c)), b, Between(a, b), Above(Between(b, h), Between(b, c))


def row(
    identifier: str,
    title: str,
    point: str,
    parts: Callable[[Network], Parts],
    activations: tuple[str, ...] = ALL,
    *,
    slopes: bool = False,
    diagonal: bool = False,
    depends_on: tuple[str, ...] = (),
    notes: str = "",
) -> Statement:
    """W_2^T W_2 - W_1 W_1^T is constant: all of it or its diagonal, for all slopes or under equal ones."""
    nu = Network("nu", "dag", activations)
    given, b, into, out = parts(nu)
    balance = out.T @ out - into @ into.T
    return Statement(
        id=identifier,
        title=title,
        source=LE_2022.at(f"Theorem 1.{point}", "(6)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss(), *given, *([SameSlopesWithin(b)] if slopes else [])),
        claim=Conserved(DiagonalEntries(balance) if diagonal else balance, nu),
        depends_on=depends_on,
        notes=notes,
    )


def rows(
    base: str,
    title: str,
    point: str,
    parts: Callable[[Network], Parts],
    rests_on: tuple[str, ...],
    *,
    suffix: str = "",
    notes: str = "",
) -> list[Statement]:
    """The row for all activations at once, for each alone, and the two versions that hold for all of them."""
    joint = f"~{suffix}" if suffix else ""
    joined = f"~{suffix}-" if suffix else "~"

    def make(ending: str, words: str, activations: tuple[str, ...] = ALL, **more: Any) -> Statement:
        identifier = base + (joined + ending if ending else joint)
        return row(identifier, title + words, point, parts, activations, notes=notes, **more)

    return [
        make("", "", depends_on=rests_on),
        *(make(a, f", {name} units", (a,), depends_on=rests_on) for a, name in ACTIVATIONS.items() if a != "linear"),
        make("linear", ", linear units", ("linear",)),
        make("repaired", ", same slopes at each position", slopes=True),
        make("diagonal", ", diagonal entries", diagonal=True),
    ]


LEMMA_3 = ("le.lemma-3.eq-4", "le.lemma-3.eq-5")
LEMMA_8 = ("le.lemma-8",)
SHARED = (
    "A convolution is what Definition 11 says of its neurons: any patches, any stride, one position included. "
    "Its kernel is one parameter for all positions, whose velocity is the sum over them."
)

convolutional_rows = rows(
    "le.thm-1.convolutional", "Balance of consecutive convolutions", "2", convolutional, LEMMA_8, notes=SHARED
)
within_block_rows = rows(
    "le.thm-1.within-block",
    "Balance within a residual block",
    "3",
    within_block,
    LEMMA_3,
    notes="All three variants of Definition 5; the skip weights of ResNetIdentity are ones that are not learnable.",
)
between_blocks_rows = rows("le.thm-1.between-blocks", "Balance between residual blocks", "4", between_blocks, LEMMA_3)
conv_fc_rows = rows(
    "le.thm-1.conv-fc",
    "Balance of a convolution and the fully connected layer after it",
    "5",
    conv_fc,
    LEMMA_8,
    notes=SHARED,
)
conv_resnet_printed = row(
    "le.thm-1.conv-resnet",
    "Balance of a convolution and the residual block after it, [U Z] as printed",
    "6",
    conv_resnet,
    depends_on=LEMMA_8,
    notes="[U Z] is rearranged row by row, in pieces of as many entries as there are channels, which keeps Z in its "
    "place; the weights out of the convolution's neurons are Y and Z, and the printed proof speaks of those: see "
    "~stacked. No other rearrangement does better. By hand, for linear units with values b_1, b_2, two hidden units "
    "and one output: the squares of the entries u_k and z_j have the rates 2 u_k (y_k1 b_1 + y_k2 b_2) and 2 z_j b_j, "
    "and no two of the four add up to 2 b_1 (u_1 y_11 + u_2 y_21 + z_1), which balances the first channel.",
)
conv_resnet_rows = rows(
    "le.thm-1.conv-resnet",
    "Balance of a convolution and the residual block after it, [Y; Z] as in the proof",
    "6",
    conv_resnet_stacked,
    LEMMA_8,
    suffix="stacked",
    notes=SHARED,
)
resnet_fc_rows = rows(
    "le.thm-1.resnet-fc",
    "Balance of a residual block and the fully connected layer after it",
    "7",
    resnet_fc,
    LEMMA_3,
    notes="Theorem 1.7 speaks of both orders; the other one is ~reversed.",
)
fc_resnet_rows = rows(
    "le.thm-1.resnet-fc",
    "Balance of a fully connected layer and the residual block after it",
    "7",
    fc_resnet,
    LEMMA_3,
    suffix="reversed",
)
# "le.thm-1.resnet-fc~reversed", "le.thm-1.conv-resnet~stacked"


def lemma_8(
    suffix: str,
    title: str,
    outgoing: Any,
    after: Any = None,
    *,
    activations: tuple[str, ...] = ALL,
    slopes: bool = False,
    notes: str = "",
) -> Statement:
    """Products of the weights of two channels, summed over shared weights: the printed claim, about their moduli, or a
    repaired one between a convolution and the layer `after`."""
    nu = Network("nu", "dag", activations)
    a, v, c = Neurons("A", nu), Neurons("V", nu, 2), Neurons("C", nu)
    into, out = InProducts(v), outgoing(v)
    given = (Convolution(a, v), after(v, c)) if after else (ConvolutionalNeurons(v),)
    return Statement(
        id="le.lemma-8" + suffix,
        title="Balance of two channels with shared weights" + title,
        source=LE_2022.at("Lemma 8", "(47)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss(), *given, *([SameSlopesWithin(v)] if slopes else [])),
        claim=Conserved(Total(into) - Total(out) if after else Total(Abs(into)) - Total(Abs(out)), nu),
        depends_on=() if after else ("le.lemma-3.eq-5",),
        notes=notes,
    )


lemma_8_printed = lemma_8(
    "",
    "",
    OutProducts,
    notes="w_IN and w_OUT as defined after (47): a pair counts if it occurs at every position. Before a fully "
    "connected layer that leaves w_OUT empty as soon as there are two positions, against (50): an artefact of the "
    "letter. With w_OUT as (50) lists it the claim fails all the same, see ~some-position: two pairs, rate 2.",
)
lemma_8_some = lemma_8(
    "~some-position",
    ", pairs that occur at some position",
    SomeOutProducts,
    notes="w_OUT as (49) and (50) list it.",
)
lemma_8_repaired = lemma_8(
    "~repaired",
    ", without moduli, between convolutions, same slopes at each position",
    SomeOutProducts,
    Convolution,
    slopes=True,
    notes="Between two convolutions; Definition 11 alone lets positions pair the weights of two channels differently.",
)
lemma_8_linear = lemma_8(
    "~linear",
    ", without moduli, between convolutions, linear units",
    SomeOutProducts,
    Convolution,
    activations=("linear",),
)
lemma_8_fully_connected = lemma_8(
    "~fully-connected",
    ", without moduli, before a fully connected layer, same slopes at each position",
    SomeOutProducts,
    FullyConnected,
    slopes=True,
    notes="w_OUT as (50) lists it: the pairs at one position into one unit of the layer.",
)
lemma_8_fully_connected_linear = lemma_8(
    "~fully-connected-linear",
    ", without moduli, before a fully connected layer, linear units",
    SomeOutProducts,
    FullyConnected,
    activations=("linear",),
)
