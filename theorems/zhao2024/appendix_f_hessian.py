"""Appendix F: the functional Hessian H_F of the one-hidden-layer linear network W V x under squared loss."""

from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    Matrix,
    MatSumOver,
    Psd,
    Statement,
    Vector,
    cond,
    eq,
    forall,
    inv,
    kron,
    lam,
    minimum,
    norm2,
    s,
    smin,
    tr,
)
from lemmata.language.families import Unit
from lemmata.language.variables import PositiveDefinite
from theorems.zhao2024 import ZHAO_2024

d, m, k, n = Dim("d"), Dim("m"), Dim("k"), Dim("n")
W, V, Z = Matrix("W", k, m), Matrix("V", m, d), Matrix("Z", k, d)
a = Index("a")


def functional_hessian_of(omega: Any, k: Any) -> Any:
    """(17) for k outputs: zero diagonal blocks of orders k m and d m, omega ⊗ I_m and its transpose off them."""
    # columns of length k and of length d as the upper and the lower part of one of length k + d
    upper = MatSumOver(a, 1, k, Unit(k + d, a) @ Unit(k, a).T)
    lower = MatSumOver(a, 1, d, Unit(k + d, k + a) @ Unit(d, a).T)
    corner = kron(upper @ omega @ lower.T, Id(m))
    return corner + corner.T


def functional_hessian(omega: Any) -> Any:
    """The same for the k outputs of this section."""
    return functional_hessian_of(omega, k)


X, Y = Matrix("X", d, n), Matrix("Y", k, n)
residual = W @ V @ X - Y
Omega = (residual @ X.T) / n
(u_1, g_1, f_1, z_1), (u_2, g_2, f_2, z_2) = (
    tuple(Vector(f"{name}_{j}", size) for name, size in (("u", k), ("g", m), ("f", m), ("z", d))) for j in (1, 2)
)


def weighted_output(p: Any, q: Any) -> Any:
    """(1/n) sum_i <delta_i, F(x_i)> at weights moved by (p, q), the residuals delta_i held fixed."""
    return tr(residual.T @ (W + p) @ (V + q) @ X) / n


P_1, Q_1, P_2, Q_2 = u_1 @ g_1.T, f_1 @ z_1.T, u_2 @ g_2.T, f_2 @ z_2.T
second_difference = (
    weighted_output(P_1 + P_2, Q_1 + Q_2)
    - weighted_output(P_1, Q_1)
    - weighted_output(P_2, Q_2)
    + tr(residual.T @ W @ V @ X) / n
)
B = Matrix("Omega", k, d)
order = m * (k + d)
value, copy, rest = Index("i"), Index("j"), Index("r")
least = minimum(k, d)
top = (value - 1) * m + copy


def spectrum_with(omega: Any) -> tuple[Any, ...]:
    """Every singular value of omega with both signs, m times each, and zeros, by places in descending order."""
    eigenvalues = functional_hessian(omega)
    return (
        forall(value, 1, least, copy, 1, m, eq(lam(eigenvalues, top), s(omega, value))),
        forall(value, 1, least, copy, 1, m, eq(lam(eigenvalues, order + 1 - top), -s(omega, value))),
        forall(rest, 1, order - 2 * m * least, eq(lam(eigenvalues, m * least + rest), 0)),
    )


eq_17_spectrum = Statement(
    id="zhao.eq-17.spectrum",
    title="Spectrum of the dilation of any Omega, m times repeated",
    source=ZHAO_2024.at("Appendix F", "after (17)"),
    kind=Kind.ALGEBRAIC,
    claim=spectrum_with(B),
)
eq_17 = Statement(
    id="zhao.eq-17",
    title="Functional Hessian of the one-hidden-layer linear network, and its spectrum",
    source=ZHAO_2024.at("(17)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(
            second_difference,
            tr(kron(u_1, g_1).T @ kron(Omega, Id(m)) @ kron(z_2, f_2))
            + tr(kron(z_1, f_1).T @ kron(Omega.T, Id(m)) @ kron(u_2, g_2)),
        ),
        *spectrum_with(Omega),
    ),
    notes="H_F between two directions, each a step u g^T in W and f z^T in V; such steps span, and as columns they are "
    "u ⊗ g and z ⊗ f with W listed row by row and V column by column, the order for which I_m stands on the right of "
    "both blocks. The second difference of the outputs, weighted by the residual (the gradient of |F - y|^2 / 2), is "
    "their second derivative, as they have degree two in the weights. Then the eigenvalues: every singular value of "
    "Omega with both signs, m times each, and zeros.",
)

Sigma = Psd("Sigma", d)
difference = W @ V - Z
H = functional_hessian(difference @ Sigma)
eq_18 = Statement(
    id="zhao.eq-18",
    title="Condition number of the functional Hessian, teacher-student setting",
    source=ZHAO_2024.at("(18)"),
    kind=Kind.ALGEBRAIC,
    claim=cond(H) <= cond(difference) * cond(Sigma),
    depends_on=("zhao.eq-17.spectrum",),
    notes="All condition numbers are pseudo-condition numbers, as section 4 announces, and the covariance is any "
    "positive semidefinite matrix. The refutation depends on this definition: Appendix F defines kappa(H_F) as |H_F| "
    "|H_F^(-1)|, which presupposes an invertible covariance, and then (18) is true, see ~inverse and ~repaired.",
)

square, output = Matrix("V", m, d), Matrix("W", d, m)
teacher = Matrix("Z", d, d)
off = output @ square - teacher
hessian = functional_hessian_of(off @ Sigma, d)
eq_18_inverse = Statement(
    id="zhao.eq-18~inverse",
    title="Condition number of the functional Hessian by its inverse, as Appendix F defines it",
    source=ZHAO_2024.at("(18)"),
    kind=Kind.ALGEBRAIC,
    claim=norm2(hessian) * norm2(inv(hessian)) <= norm2(off) * norm2(inv(off)) * (norm2(Sigma) * norm2(inv(Sigma))),
    depends_on=("zhao.eq-17.spectrum",),
    notes="kappa(A) = |A| |A^(-1)| throughout. H_F has an inverse only if k = d and both factors have one.",
)

regular = PositiveDefinite("Sigma", d)
eq_18_repaired = Statement(
    id="zhao.eq-18~repaired",
    title="Condition number of the functional Hessian, covariance of full rank",
    source=ZHAO_2024.at("(18)"),
    kind=Kind.ALGEBRAIC,
    claim=cond(functional_hessian(difference @ regular)) <= cond(difference) * cond(regular),
    depends_on=("zhao.eq-17.spectrum",),
    notes="An invertible covariance neither loses nor adds rank: the smallest non-zero singular value of a product "
    "with it is at least the product of the smallest non-zero ones.",
)

hf_inverse = Statement(
    id="zhao.hf-inverse",
    title="The norm of the inverse functional Hessian is said to be its smallest singular value",
    source=ZHAO_2024.at("Appendix F", "before (18)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(norm2(inv(H)), smin(H)),
)

hf_inverse_repaired = Statement(
    id="zhao.hf-inverse~repaired",
    title="The norm of the inverse functional Hessian is one over its smallest singular value",
    source=ZHAO_2024.at("Appendix F", "before (18)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(norm2(inv(H)), 1 / smin(H)),
)
