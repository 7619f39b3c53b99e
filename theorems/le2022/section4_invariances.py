"""Section 4.2: quantities that gradient flow is said to keep.

Each statement stands once for all positively 1-homogeneous activations, as printed, and once for each activation alone.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata.language import Index, Kind, Statement
from lemmata.language.columns import DiagonalEntries
from lemmata.language.networks import (
    Conserved,
    DifferentiableLoss,
    Dot,
    InWeights,
    LayerMatrix,
    Network,
    OutWeights,
    SameLayerSlopes,
    SameNeighbours,
    SameSlopes,
    StableSigns,
    Vertex,
)
from theorems.le2022 import LE_2022

ACTIVATIONS = {"linear": "linear", "relu": "ReLU", "leaky": "leaky ReLU"}
ALL = tuple(ACTIVATIONS)


def eq_4(suffix: str, title: str, activations: tuple[str, ...]) -> Statement:
    """Squared weights into an inner vertex minus those out of it."""
    nu = Network("nu", "dag", activations)
    v = Vertex("v", nu)
    return Statement(
        id="le.lemma-3.eq-4" + suffix,
        title="Vertex balance" + title,
        source=LE_2022.at("Lemma 3", "(4)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss()),
        claim=Conserved(Dot(InWeights(v), InWeights(v)) - Dot(OutWeights(v), OutWeights(v)), nu),
        depends_on=("le.lemma-2",),
    )


eq_4_sharpened = replace(
    eq_4("~sharpened", ", whatever the signs of the weights", ALL), given=(DifferentiableLoss(),), depends_on=(),
    notes="Assumption 1 is not needed: the balance is a bilinear identity between weights and gradient, which holds "
    "for almost all weights, hence for every Clarke subgradient.",
)  # fmt: skip


def eq_5(suffix: str, title: str, activations: tuple[str, ...], repaired: bool = False) -> Statement:
    """Products of the weights of two vertices with the same neighbours."""
    nu = Network("nu", "dag", activations)
    u, v = Vertex("u", nu), Vertex("v", nu)
    return Statement(
        id="le.lemma-3.eq-5" + suffix,
        title="Balance between two vertices with the same neighbours" + title,
        source=LE_2022.at("Lemma 3", "(5)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss(), SameNeighbours(u, v), *([SameSlopes(u, v)] if repaired else [])),
        claim=Conserved(Dot(InWeights(u), InWeights(v)) - Dot(OutWeights(u), OutWeights(v)), nu),
        depends_on=("le.lemma-2",),
    )


def layers(suffix: str, title: str, activations: tuple[str, ...], repaired: bool = False) -> Statement:
    """Gram matrices of consecutive fully connected layers."""
    nu = Network("nu", "layered", activations)
    layer = Index("l")
    after, before = LayerMatrix(nu, layer + 1), LayerMatrix(nu, layer)
    return Statement(
        id="le.thm-1.fully-connected" + suffix,
        title="Balance of consecutive fully connected layers" + title,
        source=LE_2022.at("Theorem 1.1", "(6)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss(), *([SameLayerSlopes(nu, layer)] if repaired else [])),
        claim=Conserved(after.T @ after - before @ before.T, nu),
        depends_on=("le.lemma-3.eq-4" + ("" if repaired else suffix), "le.lemma-3.eq-5" + suffix),
    )


def each(build: Callable[[str, str, tuple[str, ...]], Statement]) -> list[Statement]:
    """The statement as printed, and for each activation alone."""
    alone = [build("~" + a, f", {name} units", (a,)) for a, name in ACTIVATIONS.items()]
    return [build("", "", ALL), *alone]


# Written out in full so that a search for an id finds it:
# "le.lemma-3.eq-4", "le.lemma-3.eq-5", "le.thm-1.fully-connected"; "le.lemma-3.eq-4~sharpened"
eq_4_rows, eq_5_rows, layer_rows = each(eq_4), each(eq_5), each(layers)

# What holds for every activation: the two units respond to each data point with the same slope.
eq_5_repaired = eq_5("~repaired", ", same slopes on the data", ALL, repaired=True)
layers_repaired = layers("~repaired", ", same slopes on the data", ALL, repaired=True)


def diagonal(full: Statement) -> Statement:
    """The diagonal entries of a balance of layers, whatever the slopes and the signs of the weights."""
    (balance,) = full.claim
    assert isinstance(balance, Conserved)
    quantity, nu = balance.args
    return replace(
        full, id="le.thm-1.fully-connected~diagonal", claim=Conserved(DiagonalEntries(quantity), nu), depends_on=(),
        given=(DifferentiableLoss(),), title="Balance of consecutive fully connected layers, diagonal entries",
        notes="The balance of every hidden unit: all that is left of Theorem 1.1 for ReLU units. Assumption 1 is not "
        "needed, as in le.lemma-3.eq-4~sharpened.",
    )  # fmt: skip


layers_diagonal = diagonal(layer_rows[0])
