"""Section 4.3: the convergence theorem, the steps of its proof, and what becomes of it."""

from fractions import Fraction
from typing import Any

from lemmata.language import (
    Diagonal,
    Dim,
    Id,
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
    exp,
    kron,
    log,
    minimum,
    ones,
    open_interval,
    prod,
    smin,
    sqrt,
)
from lemmata.language.calculus import ddt
from lemmata.language.domains import Positive
from theorems.macdonald2022 import MACDONALD_2022, N, X, d_0, d_1, eps, inner, t

n = Dim("n")
w, h = Vector("w", n), Vector("h", n)


def entrywise(x: Any) -> Any:
    """(26) for scalars and vectors of weights."""
    return x / sqrt(eps + x**2)


def slope_of_entrywise(x: Any) -> Any:
    """epsilon / (epsilon + x^2)^(3/2)."""
    return eps / sqrt(eps + x**2) ** 3


moved = entries(w + t * h)
eq_28 = Statement(
    id="macdonald.eq-28",
    title="Smallest singular value of entrywise weight normalisation",
    source=MACDONALD_2022.at("Proof of Theorem 4.8", "(28)"),
    kind=Kind.IDENTITY,
    claim=(
        eq(ddt(entrywise(moved), t), slope_of_entrywise(moved) * entries(h)),
        eq(smin(diag(slope_of_entrywise(entries(w)))), minimum(slope_of_entrywise(entries(w)))),
    ),
    notes="The n = d_1 d_0 weights in one column, in the direction h: DP(w) is diagonal, with positive entries for "
    "weights of any sign.",
)

C, time = Scalar("C", domain=Positive()), Scalar("t", domain=Positive())


def flow(at: Any) -> Any:
    """r(t), the fourth root written as two square roots."""
    return sqrt(sqrt(4 * C * eps * at + 1))


flow_solution = Statement(
    id="macdonald.flow-solution",
    title="Solution of the flow that bounds the first layer's weights",
    source=MACDONALD_2022.at("Proof of Theorem 4.8"),
    kind=Kind.IDENTITY,
    claim=(eq(ddt(flow(time), time), C * eps / flow(time) ** 3), eq(flow(0), 1)),
    notes="At t > 0 and, for the initial value, t = 0. The text goes on with Euler's method for the same flow, whose "
    "iterates keep within a constant of it.",
)

# --- the infinite product

T = Dim("T")
Gamma, alpha = Scalar("Gamma", domain=Positive()), Scalar("alpha", domain=Positive())
times = cumsum(entries(ones(T, 1)))  # 1, 2, ..., T
mu = Vector("mu", T)
product = prod(1 - alpha * entries(mu))
series_divergence = Statement(
    id="macdonald.series-divergence",
    title="The product over all steps vanishes",
    source=MACDONALD_2022.at("Proof of Theorem 4.8", "(36), (37)"),
    kind=Kind.IDENTITY,
    given=(mu >= Gamma * times ** Fraction(-3, 4), alpha * entries(mu) < 1),
    claim=chain(0, "<=", product, "<=", 1 / (1 + 4 * alpha * Gamma * ((T + 1) ** Fraction(1, 4) - 1))),
    construct="slowly-decreasing",
    notes="With an explicit rate: the bound tends to 0 as T grows. The logarithm in (30) needs alpha mu_t < 1. From "
    "1 - x <= 1/(1 + x), step by step (see ~step), and the sum of t^(-3/4) above its integral from 1 to T + 1.",
)
P, S, x = (Scalar(name) for name in "PSx")
series_step = Statement(
    id="macdonald.series-divergence~step",
    title="One more factor of the product",
    source=MACDONALD_2022.at("Proof of Theorem 4.8", "(37)"),
    kind=Kind.ALGEBRAIC,
    given=(chain(0, "<=", x, "<=", 1), S >= 0, chain(0, "<=", P, "<=", 1 / (1 + S))),
    claim=chain(0, "<=", P * (1 - x), "<=", 1 / (1 + S + x)),
    notes="P is the product so far, S the sum of the x_t = alpha mu_t so far: by induction the product over t <= T is "
    "at "
    "most 1/(1 + sum of the x_t).",
)
series_squared = Statement(
    id="macdonald.series-divergence~squared",
    title="With squared singular values the product need not vanish",
    source=MACDONALD_2022.at("Proof of Theorem 4.8", "(36), (37)"),
    kind=Kind.ALGEBRAIC,
    given=alpha * Gamma <= 1,
    claim=prod(1 - alpha * Gamma * times ** Fraction(-3, 2)) >= (1 - alpha * Gamma) * (1 - alpha * Gamma * 13 / 8),
    notes="The PL constants that Theorem 2.2 really gives are proportional to sigma(DP)^2, so that the bound (35) on "
    "the "
    "weights makes them at least Gamma t^(-3/2) in place of (36). These are summable, by 2.613, and for small alpha "
    "Gamma the product stays above a positive number for all T: the second case of the proof proves nothing.",
)

# --- the theorem

delta = Scalar("delta", domain=open_interval(0, 1))
v = Scalar("v")
label = Scalar("y")
w_far, v_far = Scalar("w_1"), Scalar("v_1")


def bump(s: Any) -> Any:
    """The nonlinearity s^2 / (1 + s^2), even, with slopes at most 3 sqrt(3) / 8."""
    return s**2 / (1 + s**2)


def network(first: Any, second: Any) -> Any:
    """(26), (27) with L = 2, d_0 = d_1 = N = 1 and X = 1: u + bump((1 - delta) wn(second) u), u = P(first)."""
    u = entrywise(first)
    return u + bump((1 - delta) * entrywise(second) * u)


def square_loss(output: Any, target: Any = label) -> Any:
    """(output - y)^2 / 2."""
    return (output - target) ** 2 / 2


CHAIN = (
    "macdonald.thm-2.1", "macdonald.thm-2.2", "macdonald.thm-4.4.nonlinearity", "macdonald.prop-4.5",
    "macdonald.prop-4.6", "macdonald.prop-4.7", "macdonald.eq-28", "macdonald.flow-solution",
    "macdonald.series-divergence",
)  # fmt: skip
witness = Fraction(51, 50)
thm_4_8 = Statement(
    id="macdonald.thm-4.8",
    title="Gradient descent is said to reach a global minimum from any initialisation",
    source=MACDONALD_2022.at("Theorem 4.8"),
    kind=Kind.TRAJECTORY,
    claim=square_loss(1, witness) <= square_loss(network(w_far, v_far), witness),
    depends_on=CHAIN,
    notes="What the theorem says of one network, the smallest: L = 2, d_0 = d_1 = N = 1, X = 1, square cost with the "
    "label y = 51/50, nonlinearity s^2/(1 + s^2), initialisation (w, 0). The second layer's gradient vanishes where "
    "v = 0 (see ~invariant), so that gradient descent stays on this line for every learning rate, where the network is "
    "P(w) < 1 and the loss above (1 - y)^2/2 = 1/5000 for ever. For small delta the network takes values on both sides "
    "of 51/50, so that the loss has the global minimum 0. If gradient descent converged to it, no (w_1, v_1) would "
    "have a smaller loss than 1/5000.",
)
thm_4_8_entropy = Statement(
    id="macdonald.thm-4.8~cross-entropy",
    title="The same with the cross-entropy cost",
    source=MACDONALD_2022.at("Theorem 4.8"),
    kind=Kind.TRAJECTORY,
    claim=log(1 + exp(-1)) <= log(1 + exp(-network(w_far, v_far))),
    depends_on=CHAIN,
    notes="As the row as printed, with two classes and the cost log(1 + exp(-z)), which decreases in z.",
)
thm_4_8_invariant = Statement(
    id="macdonald.thm-4.8~invariant",
    title="The line that gradient descent cannot leave",
    source=MACDONALD_2022.at("Theorem 4.8"),
    kind=Kind.TRAJECTORY,
    claim=(
        eq(
            ddt(square_loss(network(w_far, v)), v),
            v * ((network(w_far, v) - label) * 2 * (1 - delta) ** 2 * entrywise(w_far) ** 2 * eps
                 / (eps + v**2) ** 2 / (1 + ((1 - delta) * entrywise(v) * entrywise(w_far)) ** 2) ** 2),
        ),
        entrywise(w_far) < 1,
    ),
    notes="The gradient with respect to v is v times something finite: zero at v = 0, whatever w_1.",
)  # fmt: skip

outputs = d_1 * N
J, D, g = Matrix("J", outputs, outputs), Diagonal("D", d_1 * d_0), Vector("g", outputs)
to_outputs = J @ kron(Id(d_1), X.T) @ D
thm_4_8_repaired = Statement(
    id="macdonald.thm-4.8~repaired",
    title="A stationary point of a weight-normalised residual network is a global minimum of the cost",
    source=MACDONALD_2022.at("Theorem 4.8"),
    kind=Kind.ALGEBRAIC,
    given=d_0 >= N,
    claim=inner(to_outputs.T @ g, to_outputs.T @ g) >= (smin(J) * smin(X) * smin(D)) ** 2 * inner(g, g),
    depends_on=("macdonald.prop-4.6", "macdonald.prop-4.7~repaired", "macdonald.eq-28"),
    notes="The strongest chain that holds: g is the gradient of gamma at F, J the product of the Jacobians of the "
    "residual blocks, smin(J) >= delta^(L-1) by Proposition 4.6, D = DP(w) with (28). So the gradient with respect to "
    "the "
    "first layer vanishes only where g does, at global minima of the convex cost, if the data are linearly "
    "independent; "
    "and gradient descent with a twice differentiable nonlinearity and eta < 2/beta whose first-layer weights stay "
    "bounded brings the cost to its minimum, by ~convergence. Where the weights are "
    "unbounded it need not even bring the loss to its infimum, see the row as printed: the outputs of the network are "
    "bounded, and for the cross-entropy cost this is the only case.",
)

eta, beta = Scalar("eta", domain=Positive()), Scalar("beta", domain=Positive())
mu_pl, excess, after = Scalar("mu_PL"), Scalar("e"), Scalar("e_next")
change = inner(to_outputs.T @ g, to_outputs.T @ g)  # the squared gradient with respect to the first layer
thm_4_8_convergence = Statement(
    id="macdonald.thm-4.8~convergence",
    title="One step of gradient descent on the first layer lowers the excess cost by a fixed factor",
    source=MACDONALD_2022.at("Theorem 4.8"),
    kind=Kind.ALGEBRAIC,
    given=(
        d_0 >= N,
        inner(g, g) >= mu_pl * excess,
        after - excess <= -eta * change + beta / 2 * eta**2 * change,
        eta * beta <= 1,
    ),
    claim=after <= (1 - eta * mu_pl / 2 * (smin(J) * smin(X) * smin(D)) ** 2) * excess,
    depends_on=("macdonald.thm-4.8~repaired",),
    notes="What does converge: e and e_next are the cost above its infimum before and after the step, the cost is PL "
    "in the outputs (second hypothesis) and beta-smooth along the step (third), with learning rate at most 1/beta. "
    "While the first layer's weights stay bounded, smin(D) stays above a positive number by (28), smin(J) above "
    "delta^(L-1) by Proposition 4.6, and by induction the excess decays geometrically.",
)
