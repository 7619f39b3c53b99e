"""Section 2: smoothness, the Polyak-Lojasiewicz inequality, and what they give for gradient descent.

Claims about all functions are reduced to what the functions do at finitely many points.  For the function classes at
hand the reduction loses nothing: data (x_k, f_k, g_k) of values and gradients come from a member of the class exactly
if they satisfy the inequalities put down as hypotheses.
"""

from fractions import Fraction
from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    MatProdOver,
    Matrix,
    Psd,
    Scalar,
    Statement,
    Symmetric,
    Vector,
    lmax,
    lmin,
    norm2,
    normF,
    smin,
)
from lemmata.language.domains import Positive
from theorems.macdonald2022 import MACDONALD_2022, inner

p = Dim("p")
beta, mu, eta = (Scalar(name, domain=Positive()) for name in ("beta", "mu", "eta"))
x_1, x_2, g_1, g_2, g = (Vector(name, p) for name in ("x_1", "x_2", "g_1", "g_2", "g"))
f_1, f_2, low = Scalar("f_1"), Scalar("f_2"), Scalar("f_min")


def above(value: Any, gradient: Any, step: Any) -> Any:
    """value + gradient . step + beta/2 |step|^2, the right-hand side of (1)."""
    return value + inner(gradient, step) + beta / 2 * inner(step, step)


def below(value: Any, gradient: Any, step: Any) -> Any:
    """value + gradient . step - beta/2 |step|^2."""
    return value + inner(gradient, step) - beta / 2 * inner(step, step)


lipschitz = normF(g_1 - g_2) <= beta * normF(x_1 - x_2)
upper_bounds = (f_2 <= above(f_1, g_1, x_2 - x_1), f_1 <= above(f_2, g_2, x_1 - x_2))

def_1 = Statement(
    id="macdonald.def-1",
    title="The quadratic upper bound is said to give Lipschitz gradients",
    source=MACDONALD_2022.at("Definition 1", "(1)"),
    kind=Kind.ALGEBRAIC,
    given=(
        f_2 < above(f_1, g_1, x_2 - x_1),
        f_1 < above(f_2, g_2, x_1 - x_2),
        f_1 > inner(g_1, g_1) / (2 * beta),
        f_2 > inner(g_2, g_2) / (2 * beta),
    ),
    claim=lipschitz,
    notes="The direction from (1) to Lipschitz gradients, on R^p, for a non-negative C^1 function: its values f_k and "
    "gradients g_k at x_k. Two points with these hypotheses come from such a function: the lower envelope of the two "
    "quadratic bounds is positive, and its kink, which points upwards, can be rounded off. By hand: 1/(1 + x^2) "
    "satisfies (1) with beta = 1/2, its second derivative being at "
    "most 1/2, and is -2 at 0. The other direction is true, see ~forward.",
)

smooth_data = (
    f_1 >= f_2 - beta / 4 * inner(x_1 - x_2, x_1 - x_2) + inner(g_1 + g_2, x_1 - x_2) / 2
    + inner(g_1 - g_2, g_1 - g_2) / (4 * beta),
    f_2 >= f_1 - beta / 4 * inner(x_1 - x_2, x_1 - x_2) - inner(g_1 + g_2, x_1 - x_2) / 2
    + inner(g_1 - g_2, g_1 - g_2) / (4 * beta),
)  # fmt: skip
def_1_forward = Statement(
    id="macdonald.def-1~forward",
    title="Lipschitz gradients give the quadratic upper bound",
    source=MACDONALD_2022.at("Definition 1", "(1)"),
    kind=Kind.ALGEBRAIC,
    given=smooth_data,
    claim=upper_bounds,
    notes="The hypotheses say that the two points come from a function on R^p with beta-Lipschitz gradients "
    "(interpolation conditions of Taylor, Hendrickx and Glineur). Non-negative values are not needed.",
)

H, way = Symmetric("H", p), x_2 - x_1
def_1_hessian = Statement(
    id="macdonald.def-1~hessian",
    title="A bound on the Hessian gives the quadratic upper bound",
    source=MACDONALD_2022.at("Definition 1", "(1)", "(2)"),
    kind=Kind.ALGEBRAIC,
    given=norm2(H) <= beta,
    claim=inner(g_1, way) + inner(way, H @ way) / 2 <= inner(g_1, way) + beta / 2 * inner(way, way),
    notes="Without the interpolation conditions of ~forward: the left side is l(x_2) - l(x_1) for a function whose "
    "gradient is beta-Lipschitz along the segment, hence differentiable almost everywhere on it, H being the mean of "
    "its derivative D^2 l(x_1 + s (x_2 - x_1)) with weight 2 (1 - s), s in [0, 1] (Taylor). Means of matrices of norm "
    "at most beta have norm at most beta.",
)

middle, shift = Fraction(1, 2) * (x_1 + x_2), (g_2 - g_1) / (2 * beta)
f_y, f_z = Scalar("f_y"), Scalar("f_z")  # the values at y = middle + shift and z = middle - shift
def_1_repaired = Statement(
    id="macdonald.def-1~repaired",
    title="Quadratic bounds from above and below give Lipschitz gradients",
    source=MACDONALD_2022.at("Definition 1", "(1)"),
    kind=Kind.ALGEBRAIC,
    given=(
        f_y <= above(f_1, g_1, middle + shift - x_1),
        f_y >= below(f_2, g_2, middle + shift - x_2),
        f_z <= above(f_2, g_2, middle - shift - x_2),
        f_z >= below(f_1, g_1, middle - shift - x_1),
    ),
    claim=lipschitz,
    notes="With |l(b) - l(a) - Dl(a)(b - a)| <= beta/2 |b - a|^2 in place of (1), which asks for the upper half only. "
    "Used at two further points, (x_1 + x_2)/2 plus and minus (g_2 - g_1)/(2 beta), for any function on R^p. For "
    "convex "
    "functions the lower half is for free.",
)

turn = (g_2 - g_1) / beta
def_1_convex = Statement(
    id="macdonald.def-1~convex",
    title="The quadratic upper bound gives Lipschitz gradients of convex functions",
    source=MACDONALD_2022.at("Definition 1", "(1)"),
    kind=Kind.ALGEBRAIC,
    given=(
        f_y <= above(f_1, g_1, turn),
        f_y >= f_2 + inner(g_2, x_1 + turn - x_2),
        f_z <= above(f_2, g_2, -turn),
        f_z >= f_1 + inner(g_1, x_2 - turn - x_1),
    ),
    claim=(inner(g_1 - g_2, g_1 - g_2) <= beta * inner(g_1 - g_2, x_1 - x_2), lipschitz),
    notes="For convex functions (1) alone is enough: used at x_1 + (g_2 - g_1)/beta and x_2 - (g_2 - g_1)/beta, where "
    "the tangent at the other point lies below. The first conjunct is co-coercivity.",
)

# --- gradient descent

n, steps = Dim("n"), Dim("t")
A, theta, k = Psd("A", n), Vector("theta", n), Index("k")
rate_of_4 = 1 - mu * (eta - beta * eta**2 / 2)
travelled = MatProdOver(k, 1, steps, Id(n) - eta * A)


def energy(x: Any) -> Any:
    """The loss x^T A x / 2, with minimum 0."""
    return inner(x, A @ x) / 2


quadratic_loss = (lmax(A) <= beta, mu <= 2 * lmin(A))
descent = energy(travelled @ theta) <= rate_of_4**steps * energy(theta)
thm_2_1 = Statement(
    id="macdonald.thm-2.1",
    title="Gradient descent on smooth functions with the PL inequality",
    source=MACDONALD_2022.at("Theorem 2.1", "(4)"),
    kind=Kind.TRAJECTORY,
    given=quadratic_loss,
    claim=descent,
    depends_on=("macdonald.def-1",),
    notes="t steps with any learning rate eta > 0, as printed, on the quadratics x^T A x / 2, which are beta-smooth "
    "for "
    "beta >= lmax(A), and mu-PL in the form (3) for mu <= 2 lmin(A), S being all of space.",
)
thm_2_1_quadratics = Statement(
    id="macdonald.thm-2.1~quadratics",
    title="Gradient descent on quadratics, learning rate at most 2/beta",
    source=MACDONALD_2022.at("Theorem 2.1", "(4)"),
    kind=Kind.TRAJECTORY,
    given=(*quadratic_loss, eta <= 2 / beta),
    claim=descent,
    notes="The trajectories of the row as printed, t steps of them, with the learning rate that the text after it has "
    "in mind.",
)

step = -eta * g
thm_2_1_repaired = Statement(
    id="macdonald.thm-2.1~repaired",
    title="One step of gradient descent with learning rate at most 2/beta",
    source=MACDONALD_2022.at("Theorem 2.1", "(4)"),
    kind=Kind.TRAJECTORY,
    given=(f_2 <= above(f_1, g, step), inner(g, g) >= mu * (f_1 - low), eta <= 2 / beta),
    claim=f_2 - low <= rate_of_4 * (f_1 - low),
    notes="Any function: f_1, f_2 are the values before and after the step, g the gradient before it, f_min the "
    "infimum "
    "over S; (1) between the two points and (3) at the first. Then (4) follows by induction: the factor is not "
    "negative "
    "unless f_1 = f_min, when all values are. With (3) as printed, without the customary factor 2, the constant is "
    "right. "
    "Where S is not convex, smoothness on S has to mean (1) between its points.",
)

thm_2_1_best = Statement(
    id="macdonald.thm-2.1~best-rate",
    title="The learning rate with the best factor",
    source=MACDONALD_2022.at("Theorem 2.1", "(4)"),
    kind=Kind.TRAJECTORY,
    given=(f_2 <= above(f_1, g, -(1 / beta) * g), inner(g, g) >= mu * (f_1 - low)),
    claim=(f_2 - low <= (1 - mu / (2 * beta)) * (f_1 - low), rate_of_4 >= 1 - mu / (2 * beta)),
    depends_on=("macdonald.thm-2.1~repaired",),
    notes="One step with eta = 1/beta; no learning rate has a smaller factor in (4).",
)

# --- models

r, q = Dim("r"), Dim("q")
J, grad = Matrix("J", r, q), Vector("g", r)
excess = Scalar("e", domain=Positive())
pl = inner(grad, grad) >= mu * excess
gradient = J.T @ grad
thm_2_2 = Statement(
    id="macdonald.thm-2.2",
    title="PL inequality of a model, with the smallest singular value of its Jacobian",
    source=MACDONALD_2022.at("Theorem 2.2", "(7)"),
    kind=Kind.ALGEBRAIC,
    given=pl,
    claim=inner(gradient, gradient) >= mu * smin(J) * excess,
    notes="At one point: J = DF of shape d_L N x p, g the gradient of gamma there, e = l - gamma* > 0.",
)
thm_2_2_wide = Statement(
    id="macdonald.thm-2.2~wide",
    title="PL inequality of a model with at least as many parameters as outputs, factor as printed",
    source=MACDONALD_2022.at("Theorem 2.2", "(7)"),
    kind=Kind.ALGEBRAIC,
    given=(pl, r <= q),
    claim=inner(gradient, gradient) >= mu * smin(J) * excess,
    notes="The printed factor for the shapes that the proof allows.",
)
thm_2_2_squared = Statement(
    id="macdonald.thm-2.2~squared",
    title="PL inequality of a model, with the square of the smallest singular value",
    source=MACDONALD_2022.at("Theorem 2.2", "(7)"),
    kind=Kind.ALGEBRAIC,
    given=pl,
    claim=inner(gradient, gradient) >= mu * smin(J) ** 2 * excess,
    notes="What the proof gives in place of (7), any shape. With fewer parameters than outputs, F(x) = (x, 0) and "
    "gamma(x, y) = h(x) + (y + 1)^2, say, the gradient of gamma has length 2 at least on F(S), so that gamma is PL "
    "there "
    "for any bounded h, while l = h + 1 may have any stationary points.",
)
thm_2_2_repaired = Statement(
    id="macdonald.thm-2.2~repaired",
    title="PL inequality of a model with at least as many parameters as outputs",
    source=MACDONALD_2022.at("Theorem 2.2", "(7)"),
    kind=Kind.ALGEBRAIC,
    given=(pl, r <= q),
    claim=inner(gradient, gradient) >= mu * smin(J) ** 2 * excess,
    notes="Squared, and with p >= d_L N: the smallest singular value bounds |J^T g| from below then, and only then.",
)
