"""Appendix F: what gradient descent keeps up to slack terms, and how the step size bounds these terms."""

from dataclasses import replace
from fractions import Fraction

from lemmata.language import (
    Dim,
    Kind,
    Matrix,
    Scalar,
    Statement,
    Vector,
    chain,
    cumsum,
    diag,
    entries,
    eq,
    maxabs,
    minimum,
    normF,
    total,
    tr,
)
from lemmata.language.domains import Positive
from lemmata.language.networks import (
    DifferentiableLoss,
    Dot,
    InWeights,
    Network,
    OutWeights,
    SameNeighbours,
    SameSlopes,
    Vertex,
)
from lemmata.language.training import DescentBalance, GradientSquare, RiskChange, SignsKept, SmoothInBall
from theorems.le2022 import LE_2022

ALL = ("linear", "relu", "leaky")

n = Dim("n")
eta, d, e = Vector("eta", n), Vector("d", n), Vector("e", n)
w, x = Scalar("w"), Scalar("x")


def weights(start: Scalar, gradient: Matrix) -> tuple[Scalar, Scalar]:
    """The weight before each of the n steps, and after the last."""
    moves = entries(eta) * entries(gradient)
    return start - cumsum(moves) + moves, start - total(moves)


before, after = weights(w, d)
before_x, after_x = weights(x, e)
sizes, slopes, others = entries(eta), entries(d), entries(e)

eq_76_edge = Statement(
    id="le.eq-76~edge",
    title="Telescoped square of one weight under gradient descent",
    source=LE_2022.at("Appendix F", "(76)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(after**2 - w**2 - total(sizes**2 * slopes**2), -2 * total(sizes * before * slopes)),
    notes="n = t + 1 steps from the weight w, with step sizes eta and gradients d.",
)

eq_82 = Statement(
    id="le.eq-81~eq-82",
    title="Telescoped product of two weights under gradient descent, as printed",
    source=LE_2022.at("Appendix F", "(81), (82)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(
        after * after_x - w * x - total(sizes**2 * slopes * others),
        -2 * total(sizes * (before * others + before_x * slopes)),
    ),
    notes="The term of one vertex a. Both products are there already, so that the factor 2 counts them twice; (81) = "
    "(85) does not depend on it.",
)

eq_82_repaired = Statement(
    id="le.eq-81~eq-82-repaired",
    title="Telescoped product of two weights under gradient descent",
    source=LE_2022.at("Appendix F", "(81), (82)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(
        after * after_x - w * x - total(sizes**2 * slopes * others),
        -total(sizes * (before * others + before_x * slopes)),
    ),
)


def eq_76(suffix: str, title: str, activations: tuple[str, ...]) -> Statement:
    """Squared weights into a vertex against those out of it, up to slack."""
    nu = Network("nu", "dag", activations)
    v = Vertex("v", nu)
    return Statement(
        id="le.eq-76" + suffix,
        title="Vertex balance under gradient descent" + title,
        source=LE_2022.at("Appendix F", "(76)-(80)"),
        kind=Kind.TRAJECTORY,
        given=(SignsKept(nu), DifferentiableLoss()),
        claim=DescentBalance(Dot(InWeights(v), InWeights(v)) - Dot(OutWeights(v), OutWeights(v)), nu),
        depends_on=("le.lemma-3.eq-4", "le.eq-76~edge"),
        notes="(78) = (80); the sum in (80) is printed over the in-vertices and is over the out-vertices.",
    )


def eq_81(suffix: str, title: str, activations: tuple[str, ...], repaired: bool = False) -> Statement:
    """Products of the weights of two vertices, up to slack."""
    nu = Network("nu", "dag", activations)
    u, v = Vertex("u", nu), Vertex("v", nu)
    return Statement(
        id="le.eq-81" + suffix,
        title="Balance between two vertices under gradient descent" + title,
        source=LE_2022.at("Appendix F", "(81)-(85)"),
        kind=Kind.TRAJECTORY,
        given=(SignsKept(nu), DifferentiableLoss(), SameNeighbours(u, v), *([SameSlopes(u, v)] if repaired else [])),
        claim=DescentBalance(Dot(InWeights(u), InWeights(v)) - Dot(OutWeights(u), OutWeights(v)), nu),
        depends_on=("le.lemma-3.eq-5" + (suffix if repaired else ""),),
        notes="(81) = (85), with the sum in (85) over the out-vertices, as in (80)."
        + (" Equal slopes at every step." if repaired else ""),
    )


le_eq_76 = eq_76("", "", ALL)
le_eq_76_sharpened = replace(
    eq_76("~sharpened", ", whatever the signs of the weights", ALL), given=(DifferentiableLoss(),), depends_on=(),
    notes="Assumption 1 is not needed, and d(t) may be any Clarke subgradient.",
)  # fmt: skip
le_eq_81 = eq_81("", "", ALL)
le_eq_81_relu = eq_81("~relu", ", ReLU units", ("relu",))
le_eq_81_linear = eq_81("~linear", ", linear units", ("linear",))
le_eq_81_repaired = eq_81("~repaired", ", same slopes on the data", ALL, repaired=True)

nu = Network("nu", "layered", ALL)
beta = Scalar("beta", domain=Positive())
step = minimum(1, 1 / beta)
eq_87_ball = Statement(
    id="le.eq-87~ball",
    title="Descent of the risk in one step, smooth in a ball of weights",
    source=LE_2022.at("Appendix F", "(86), (87)"),
    kind=Kind.TRAJECTORY,
    given=(DifferentiableLoss(), SmoothInBall(nu, beta)),
    claim=RiskChange(nu, step) <= -step / 2 * GradientSquare(nu),
    notes="The ball is that of the largest norm at the present step, as printed; the step may leave it.",
)

risk, next_risk, p = Scalar("R"), Scalar("R_next"), Dim("p")
gradient = Matrix("d", p, 1)
taken = -step * gradient
smooth = tr(gradient.T @ taken) + beta / 2 * tr(taken.T @ taken)
eq_87 = Statement(
    id="le.eq-87",
    title="Descent of the risk in one step",
    source=LE_2022.at("Appendix F", "(86), (87)"),
    kind=Kind.ALGEBRAIC,
    given=next_risk <= risk + smooth,
    claim=(
        next_risk - risk <= tr(gradient.T @ taken) + beta * step**2 / 2 * tr(gradient.T @ gradient),
        next_risk - risk <= -step / 2 * tr(gradient.T @ gradient),
    ),
    notes="R and R_next are the risks before and after the step, d is the gradient. The hypothesis is smoothness from "
    "one end of the step to the other: f(y) <= f(x) + <grad f(x), y - x> + beta/2 |y - x|^2, which a gradient that is "
    "beta-Lipschitz on the whole step gives. The ball that the text names may be too small for that, see ~ball. (87) "
    "is printed as an equation: it is one for beta >= 1 and an inequality below.",
)

m = Dim("m")
scaled = Matrix("D", m, n) @ diag(eta)
squares, products = normF(scaled) ** 2, scaled @ scaled.T
eq_90 = Statement(
    id="le.eq-90",
    title="Slack terms against the sum of squared gradients",
    source=LE_2022.at("Appendix F", "(90)"),
    kind=Kind.ALGEBRAIC,
    claim=chain(Fraction(-1, 2) * squares, "<=", -maxabs(products)),
    notes="Row e of D holds the derivatives by the weight of edge e at the n steps, so that entry (e, f) of D "
    "diag(eta)^2 D^T is the slack term of e and f. Said of any two edges, hence of an edge and itself, which is the "
    "slack in (78).",
)

eq_90_repaired = Statement(
    id="le.eq-90~repaired",
    title="Slack terms against the sum of squared gradients, twice as much for an edge and itself",
    source=LE_2022.at("Appendix F", "(90)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        -squares <= -maxabs(products),
        chain(Fraction(-1, 2) * squares, "<=", -maxabs(products - diag(diag(products)))),
    ),
    notes="The slack is at most twice the initial risk for e = f, and at most the initial risk for e != f.",
)
