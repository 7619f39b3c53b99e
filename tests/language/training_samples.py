"""Samples of what is said of a training run: node, text form, LaTeX."""

from typing import Any

from lemmata.language import Scalar, norm2, training
from lemmata.language.networks import LayerMatrix, Network

nu = Network("nu")
W = LayerMatrix(nu, 2)
beta = Scalar("beta")
NORM = "norm2(layer(nu, 2))"

SAMPLES: list[tuple[Any, str, str]] = [
    (training.AtStart(W), "at_start(layer(nu, 2))", r"W_{2} ( 0 )"),
    (
        training.StaysBelow(norm2(W), 1, nu),
        f"stays_below({NORM}, 1, nu)",
        r"\lVert W_{2} \rVert \le 1 \text{ at almost every time along gradient flow of } \nu",
    ),
    (
        training.BoundedAbove(norm2(W), nu),
        f"bounded_above({NORM}, nu)",
        r"\lVert W_{2} \rVert \text{ is bounded from above along gradient flow of } \nu",
    ),
    (
        training.TendsTo(norm2(W), 1, nu),
        f"tends_to({NORM}, 1, nu)",
        r"\lVert W_{2} \rVert \to 1 \text{ as time goes to infinity along gradient flow of } \nu",
    ),
    (training.Diverges(norm2(W), nu), f"diverges({NORM}, nu)", r"\lVert W_{2} \rVert \to \infty \text{ with time}"),
    (training.SeparableData(nu), "separable_data(nu)", r"\text{the data of } \nu \text{ are linearly separable}"),
    (training.LogisticLoss(), "logistic_loss()", r"\text{the loss is logistic}"),
    (
        training.SmallInitialRisk(nu),
        "small_initial_risk(nu)",
        r"\text{the risk of } \nu \text{ starts below the loss at 0}",
    ),
    (
        training.NoZeroInLimit(nu),
        "no_zero_in_limit(nu)",
        r"\text{the weights of } \nu \text{ converge in direction to a vector without zero entries}",
    ),
    (
        training.SignsKept(nu),
        "signs_kept(nu)",
        r"\text{no weight of } \nu \text{ changes sign between steps or vanishes}",
    ),
    (
        training.DescentBalance(norm2(W), nu),
        f"descent_balance({NORM}, nu)",
        r"\lVert W_{2} \rVert \text{ changes by its slack terms only under gradient descent of } \nu",
    ),
    (
        training.SmoothInBall(nu, beta),
        "smooth_in_ball(nu, beta)",
        r"\text{the risk of } \nu \text{ has a } \beta \text{-Lipschitz gradient where no layer is "
        r"longer than the longest is now}",
    ),
    (
        training.RiskChange(nu, beta) <= -training.GradientSquare(nu),
        "risk_change(nu, beta) <= -gradient_square(nu)",
        r"R ( w - \beta \nabla R ) - R ( w ) \le - \lVert \nabla R \rVert^{2}",
    ),
]
