"""Section 5: low rank and alignment, with fully connected networks throughout (N_r = 0 and V_c = 1).

What carries Theorem 2 is the balance of Theorem 1, which ReLU units do not keep (le.thm-1.fully-connected).  Stated
here is what it says of a whole training run, and what is left of it: inequalities for any weights whose constants are
functions of W_{l+1}^T W_{l+1} - W_l W_l^T, which linear networks keep.
"""

from collections.abc import Callable
from typing import Any

from lemmata.language import (
    Dim,
    Index,
    Kind,
    Layers,
    Matrix,
    Scalar,
    Statement,
    SumOver,
    eigenform,
    norm2,
    normF,
    smax,
    tr,
)
from lemmata.language.networks import DifferentiableLoss, LayerMatrix, Network, StableSigns
from lemmata.language.training import (
    AtStart,
    BoundedAbove,
    Diverges,
    LogisticLoss,
    NoZeroInLimit,
    SeparableData,
    SmallInitialRisk,
    StaysBelow,
    TendsTo,
)
from theorems.le2022 import LE_2022

NAMES = {"relu": "ReLU", "leaky": "leaky ReLU"}
ALL = ("linear", *NAMES)
layer = Index("l")
BALANCE = ("le.thm-1.fully-connected", "le.lemma-4")


def each(build: Callable[[str, str, tuple[str, ...]], Statement]) -> list[Statement]:
    """The statement for all activations as printed, and for each kind of ReLU alone."""
    return [build("", "", ALL), *(build("~" + a, f", {name} units", (a,)) for a, name in NAMES.items())]


def flow_61(suffix: str, title: str, activations: tuple[str, ...]) -> Statement:
    """(61) along the flow, D not squared."""
    nu = Network("nu", "layered", activations)
    before, after = LayerMatrix(nu, layer), LayerMatrix(nu, layer + 1)
    at_start = norm2(AtStart(after.T @ after - before @ before.T))
    return Statement(
        id="le.lemma-10.eq-61~flow" + suffix.replace("~", "-"),
        title="Operator norms of consecutive layers along gradient flow" + title,
        source=LE_2022.at("Lemma 10", "(61)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss()),
        claim=StaysBelow(norm2(after) ** 2 - norm2(before) ** 2, at_start, nu),
        depends_on=("le.thm-1.fully-connected",),
        notes="Y and U of (61) are consecutive layers; without the skip connection of a residual block.",
    )


def eq_13(suffix: str, title: str, activations: tuple[str, ...]) -> Statement:
    """All of the Frobenius norm but a constant is in the largest singular value."""
    nu = Network("nu", "layered", activations)
    weights = LayerMatrix(nu, layer)
    return Statement(
        id="le.thm-2.eq-13" + suffix,
        title="Frobenius norm and operator norm of a layer" + title,
        source=LE_2022.at("Theorem 2", "(13)"),
        kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss()),
        claim=BoundedAbove(normF(weights) ** 2 - norm2(weights) ** 2, nu),
        depends_on=BALANCE,
        notes="Fully connected layers: N_r = 0 and V_c = 1. D may be any function of the weights at time 0, and does "
        "not depend on time.",
    )


def low_rank(weights: Any, after: Any, nu: Network) -> tuple[TendsTo, TendsTo]:
    """(15): the share of the largest singular value, and the alignment of the last hidden layer with Fin."""
    aligned = eigenform(weights @ weights.T, 1, after.T @ after) / norm2(after) ** 2
    return TendsTo(norm2(weights) / normF(weights), 1, nu), TendsTo(aligned, 1, nu)


NOTES_15 = (
    "The squared distance in (15) between W / |W|_F and u v^T is 2 - 2 s_1(W) / |W|_F. The alignment is that of a "
    "layer with the one after it where that is a row, as Fin is: u_1^T W^T W u_1 / |W|^2 is the square of <v, u>. The "
    "first relation is also (14), where 8^(N_r) V_c = 1: squared, its left side is at least 1 in the limit."
)


def eq_15(suffix: str, title: str, activations: tuple[str, ...]) -> Statement:
    """Rank one and alignment in the limit, when some layer diverges."""
    nu = Network("nu", "layered", activations)
    weights, after = LayerMatrix(nu, layer), LayerMatrix(nu, layer + 1)
    return Statement(
        id="le.thm-2.eq-15" + suffix,
        title="Layers tend to rank one and align" + title,
        source=LE_2022.at("Theorem 2", "(14)", "(15)"),
        kind=Kind.LIMIT,
        given=(StableSigns(nu), DifferentiableLoss(), Diverges(normF(weights), nu)),
        claim=low_rank(weights, after, nu),
        depends_on=("le.thm-2.eq-13",),
        notes=NOTES_15,
    )


def cor_1(suffix: str, title: str, activations: tuple[str, ...]) -> Statement:
    """The same for separable data and logistic loss."""
    nu = Network("nu", "layered", activations)
    weights, after = LayerMatrix(nu, layer), LayerMatrix(nu, layer + 1)
    return Statement(
        id="le.cor-1" + suffix,
        title="Layers tend to rank one and align under logistic loss" + title,
        source=LE_2022.at("Corollary 1"),
        kind=Kind.LIMIT,
        given=(SeparableData(nu), LogisticLoss(), SmallInitialRisk(nu), NoZeroInLimit(nu)),
        claim=low_rank(weights, after, nu),
        depends_on=("le.thm-2.eq-15",),
        notes=NOTES_15,
    )


flow_61_rows, eq_13_rows, eq_15_rows = each(flow_61), each(eq_13), each(eq_15)
# "le.thm-2.eq-13", "le.thm-2.eq-15", "le.lemma-10.eq-61~flow"
le_cor_1 = cor_1("", ", ReLU units", ("relu",))
le_cor_1_linear = cor_1("~linear", ", linear units", ("linear",))

a, b, c = Dim("a"), Dim("b"), Dim("c")
W_1, W_2 = Matrix("W_1", b, a), Matrix("W_2", c, b)
kept = W_2.T @ W_2 - W_1 @ W_1.T
eq_13_step = Statement(
    id="le.thm-2.eq-13~step",
    title="Frobenius norm and operator norm of consecutive layers",
    source=LE_2022.at("Theorem 2", "(71)"),
    kind=Kind.ALGEBRAIC,
    claim=normF(W_1) ** 2 - norm2(W_1) ** 2 <= normF(W_2) ** 2 - norm2(W_2) ** 2 + norm2(kept) - tr(kept),
    notes="One step of the telescope in the printed proof.",
)

L, d, m, k = Dim("L", 2), Dim("d"), Dim("m"), Dim("k")
W = Layers("W", L, d, m, k)
balance = W.layer(layer + 1).T @ W.layer(layer + 1) - W.layer(layer) @ W.layer(layer).T
eq_13_repaired = Statement(
    id="le.thm-2.eq-13~repaired",
    title="Frobenius norm and operator norm of the first layer, from the balance of all of them",
    source=LE_2022.at("Theorem 2", "(13)"),
    kind=Kind.ALGEBRAIC,
    claim=normF(W.layer(1)) ** 2 - norm2(W.layer(1)) ** 2
    <= normF(W.layer(L)) ** 2 - norm2(W.layer(L)) ** 2 + SumOver(layer, 1, L - 1, norm2(balance) - tr(balance)),
    depends_on=("le.thm-2.eq-13~step",),
    notes="For W_L = Fin, a row, the first two terms on the right cancel. The rest is constant in time for linear "
    "networks (le.thm-1.fully-connected~linear) and for units with equal slopes on the data (~repaired there), "
    "which gives (13) for the first of L layers, hence for each of them.",
)

D = Scalar("D")
row = Matrix("W_2", 1, b)
last = row.T @ row - W_1 @ W_1.T
eq_15_repaired = Statement(
    id="le.thm-2.eq-15~repaired",
    title="Distance from rank one and alignment, from the balance",
    source=LE_2022.at("Theorem 2", "(15)"),
    kind=Kind.ALGEBRAIC,
    given=normF(W_1) ** 2 - norm2(W_1) ** 2 <= D,
    claim=(
        1 - norm2(W_1) / normF(W_1) <= D / normF(W_1) ** 2,
        eigenform(W_1 @ W_1.T, 1, row.T @ row) >= smax(W_1) ** 2 - norm2(last),
    ),
    depends_on=("le.thm-2.eq-13~repaired",),
    notes="Where D and the balance are constant and the norms diverge, both give (15): the left side of the second is "
    "|W_2|^2 <v_2, u_1>^2, and |W_2|^2 differs from |W_1|^2 by a bounded amount.",
)
