"""What is said of a whole training run: bounds that last, limits in time, and sums over steps of gradient descent.

Times t >= 0 are those of gradient flow dw/dt = -grad R, steps those of w(t+1) = w(t) - eta(t) grad R(w(t)).
"""

from __future__ import annotations

from typing import Any

from lemmata.language.boxes import Num, applied
from lemmata.language.core import Quantity
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import Clause
from lemmata.language.specification import Laid


class AtStart(MatrixTerm, of="inner: matrix", notation=Laid(lambda a: applied(a, Num("0")))):
    """A matrix of the weights as it was at time 0."""


class StaysBelow(
    Clause, of="lhs, rhs, network: Network", notation="{0}≤{1} at almost every time along gradient flow of {2}"
):
    """lhs <= rhs at almost every time along gradient flow."""


class BoundedAbove(
    Clause, of="value, network: Network", notation="{0} is bounded from above along gradient flow of {1}"
):
    """A constant that depends on the weights at time 0 bounds a quantity from above at almost every time."""


class TendsTo(
    Clause, of="value, limit, network: Network", notation="{0}→{1} as time goes to infinity along gradient flow of {2}"
):
    """A quantity of the weights tends to a number as time goes to infinity."""


class Diverges(Clause, of="value, network: Network", notation="{0}→∞ with time"):
    """A quantity of the weights tends to infinity with time."""


class SeparableData(Clause, notation="the data of {0} are linearly separable"):
    """Some linear function has the sign of the label at every data point."""


class LogisticLoss(Clause, notation="the loss is logistic"):
    """The loss is log(1 + exp(-z))."""


class SmallInitialRisk(Clause, notation="the risk of {0} starts below the loss at 0"):
    """R(w(0)) < loss(0)."""


class NoZeroInLimit(Clause, notation="the weights of {0} converge in direction to a vector without zero entries"):
    """w(t) / |w(t)| converges to a vector without zero entries (le2022, Assumption 2)."""


class SignsKept(Clause, notation="no weight of {0} changes sign between steps or vanishes"):
    """No weight changes its sign from one step of gradient descent to the next, nor vanishes (le2022, Assumption 1)."""


class DescentBalance(
    Clause, of="form, network: Network", notation="{0} changes by its slack terms only under gradient descent of {1}"
):
    """Under gradient descent a quadratic form q changes by its slack terms only.

    q(w(T)) - q(w(0)) = sum over t < T of eta(t)^2 q(d(t)) for gradients d(t), any step sizes and any number of steps T.
    """


class SmoothInBall(
    Clause,
    of="network: Network, beta",
    notation="the risk of {0} has a {1}-Lipschitz gradient where no layer is longer than the longest is now",
):
    """The gradient of the risk is beta-Lipschitz wherever no layer has a larger Frobenius norm than now has any."""


class RiskChange(Quantity, name="risk_change", of="network: Network, eta"):
    """R(w - eta grad R(w)) - R(w): by how much one step of gradient descent of size eta raises the risk."""


class GradientSquare(Quantity, name="gradient_square", of="network: Network"):
    """Squared Euclidean length of the gradient of the risk at the present weights."""


def about_a_step(clause: Any) -> bool:
    """Whether a clause compares quantities of one step of gradient descent."""
    return bool(clause.has(RiskChange, GradientSquare))


FLOW_CLAIMS = (StaysBelow, BoundedAbove, TendsTo)
HYPOTHESES = (Diverges, SeparableData, LogisticLoss, SmallInitialRisk, NoZeroInLimit, SignsKept, SmoothInBall)
CLAUSES = (*FLOW_CLAIMS, DescentBalance, *HYPOTHESES)
