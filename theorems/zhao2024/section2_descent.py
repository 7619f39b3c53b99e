"""Section 2 and appendix H.1: what the condition number says about gradient descent."""

from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Kind,
    Matrix,
    Psd,
    Scalar,
    Statement,
    Symmetric,
    Vector,
    lmax,
    lmin,
    maximum,
    normF,
    tr,
)
from lemmata.language.domains import Positive
from theorems.zhao2024 import ZHAO_2024

p = Dim("p")
A, w = Psd("A", p), Vector("w", p)
eta = Scalar("eta", domain=Positive())
best = 2 / (lmax(A) + lmin(A))
kappa = lmax(A) / lmin(A)


def after(step: Any, matrix: Any) -> Any:
    """The iterate that follows w."""
    return (Id(p) - step * matrix) @ w


def rate(step: Any, matrix: Any) -> Any:
    """The larger modulus of 1 - step lambda over the two extreme eigenvalues."""
    return maximum(abs(1 - step * lmax(matrix)), abs(1 - step * lmin(matrix)))


gd_factor = Statement(
    id="zhao.gd-factor",
    title="Rate of gradient descent on a quadratic, and the best step size",
    source=ZHAO_2024.at("Section 2", "Condition number and its role in classical optimization"),
    kind=Kind.ALGEBRAIC,
    given=lmin(A) > 0,
    claim=(
        normF(after(eta, A)) / normF(w) <= rate(eta, A),
        normF(after(best, A)) <= (kappa - 1) / (kappa + 1) * normF(w),
        rate(eta, A) >= (kappa - 1) / (kappa + 1),
    ),
    notes="The minimiser is 0; the quotient has no value at w = 0. The third conjunct says that no step size has a "
    "better bound. kappa is the quotient of the extreme eigenvalues, as the section defines it.",
)

B = Symmetric("A", p)
free = Scalar("eta")
gd_factor_sharpened = Statement(
    id="zhao.gd-factor~sharpened",
    title="Rate of gradient descent on any quadratic form",
    source=ZHAO_2024.at("Section 2"),
    kind=Kind.ALGEBRAIC,
    given=free >= 0,
    claim=normF(after(free, B)) <= rate(free, B) * normF(w),
    notes="The bound on one step needs neither positive eigenvalues nor a non-zero iterate.",
)

# One step of gradient descent on a strongly convex, smooth f from theta: e = theta - theta*, g is the gradient at
# theta and delta = f(theta) - f(theta*).
e, g = Vector("e", p), Vector("g", p)
delta = Scalar("delta")
mu, L = Scalar("mu", domain=Positive()), Scalar("L", domain=Positive())
distance = tr(e.T @ e)


def contracts(gradient: Any, factor: Any) -> Any:
    """The squared distance to the minimiser shrinks by a factor in one step."""
    return normF(e - eta * gradient) ** 2 <= factor * normF(e) ** 2


eq_2 = Statement(
    id="zhao.eq-2",
    title="One step of gradient descent on a strongly convex, smooth function",
    source=ZHAO_2024.at("(2)", "(27)"),
    kind=Kind.ALGEBRAIC,
    given=(
        tr(g.T @ e) >= delta + mu / 2 * distance,
        tr(g.T @ g) <= 2 * L * delta,
        eta <= 1 / L,
    ),
    claim=contracts(g, 1 - eta * mu),
    notes="For every f at once: of f only what the printed derivation in H.1 takes from it is assumed. The first "
    "hypothesis is strong convexity between theta and theta*, the second smoothness with f(theta*) least; both hold "
    "for every mu-strongly convex f with L-Lipschitz gradient. mu is the constant of strong convexity and L that of "
    "smoothness, which the text calls smoothness and Lipschitz constant; eta is positive, as in the paragraph before.",
)

F = Matrix("F", p, p)
hessian = F.T @ F
eq_2_quadratic = Statement(
    id="zhao.eq-2~quadratic",
    title="One step of gradient descent on a quadratic function",
    source=ZHAO_2024.at("(2)", "(27)"),
    kind=Kind.ALGEBRAIC,
    given=(mu <= lmin(hessian), lmax(hessian) <= L, eta <= 1 / L),
    claim=contracts(hessian @ e, 1 - eta * mu),
    depends_on=("zhao.eq-2",),
    notes="f(theta) = ||F (theta - theta*)||^2 / 2, which is every quadratic function with a minimiser: here strong "
    "convexity and smoothness are bounds on the eigenvalues of F^T F, and nothing is taken from elsewhere.",
)

eq_2_sharpened = Statement(
    id="zhao.eq-2~sharpened",
    title="One step of gradient descent, twice the step size and the square of the factor",
    source=ZHAO_2024.at("(2)", "(27)"),
    kind=Kind.ALGEBRAIC,
    given=(
        tr(g.T @ e) >= mu * distance,
        (mu + L) * tr(g.T @ e) >= mu * L * distance + tr(g.T @ g),
        eta <= 2 / (mu + L),
    ),
    claim=contracts(g, (1 - eta * mu) ** 2),
    notes="The two inequalities are monotonicity and co-coercivity of the gradient of a mu-strongly convex f with "
    "L-Lipschitz gradient (Nesterov). The factor is attained by f(theta) = mu ||theta||^2 / 2, and the step sizes are "
    "those up to the best one of the quadratic case.",
)
