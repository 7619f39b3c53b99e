"""Section 2.3 and Lemma 14: derivatives of simple eigenvalues and singular values.

The derivative at a point depends on the family only through its value and its derivative there, so the quadratic
families below lose nothing against arbitrary C^1 families.
"""

from lemmata.language import (
    Id,
    Index,
    Kind,
    Matrix,
    Scalar,
    Statement,
    Symmetric,
    chain,
    ddt,
    eigenform,
    eq,
    gap,
    lam,
    minimum,
    s,
    singularform,
    slope,
)
from theorems.riedi2022 import RIEDI_2022, M_o, n, sym

t = Scalar("rho")
i = Index("i", 1, n)
N = Symmetric("N_0", n) + t * Symmetric("N_1", n) + t**2 * Symmetric("N_2", n)
A = Matrix("A_0", n, n) + t * Matrix("A_1", n, n) + t**2 * Matrix("A_2", n, n)

thm_6 = Statement(
    id="riedi.thm-6",
    title="Hellmann–Feynman: derivative of a simple eigenvalue",
    source=RIEDI_2022.at("Theorem 6", "(22)"),
    kind=Kind.DERIVATIVE,
    given=gap(lam(N), i) > 0,
    claim=eq(slope(lam(N), i, t), eigenform(N, i, ddt(N, t))),
)

simple_and_nonzero = (gap(s(A), i) > 0, s(A, i) > 0)
derivative_of_singular_value = eq(slope(s(A), i, t), singularform(A, i, ddt(A, t).T))

cor_7 = Statement(
    id="riedi.cor-7",
    title="Derivative of a simple non-zero singular value",
    source=RIEDI_2022.at("Corollary 7"),
    kind=Kind.DERIVATIVE,
    given=simple_and_nonzero,
    claim=derivative_of_singular_value,
    depends_on=("riedi.thm-6",),
    notes="At every point of S_i*. The printed clause that S_i* consists of isolated points is left out: S_i* is open "
    "by Lemma 3, and its complement was probably meant. The letter of it is the row riedi.cor-7~isolated.",
)

cor_7_isolated = Statement(
    id="riedi.cor-7~isolated",
    title="Derivative of a singular value where such points are isolated",
    source=RIEDI_2022.at("Corollary 7"),
    kind=Kind.DERIVATIVE,
    given=(*simple_and_nonzero, eq(minimum(gap(s(A), i), s(A, i)), 0)),
    claim=derivative_of_singular_value,
    notes="To the letter: the set S_i* of parameters with a simple non-zero i-th singular value consists of isolated "
    "points only. By (21) every parameter closer to rho than min(gap, s_i)/(2 max |A'|) lies in S_i* too, so rho can "
    "be isolated only if min(gap, s_i) = 0: the third hypothesis, which contradicts the first two.",
)

shifted = M_o + t * Id(n)  # Lemma 14 at every real rho

lemma_14_eq_46 = Statement(
    id="riedi.lemma-14.eq-46",
    title="Derivative of the eigenvalues of the shifted Gram matrix",
    source=RIEDI_2022.at("Lemma 14", "(46)"),
    kind=Kind.DERIVATIVE,
    given=gap(lam(shifted.T @ shifted), i) > 0,
    claim=chain(
        slope(lam(shifted.T @ shifted), i, t),
        "==",
        eigenform(shifted.T @ shifted, i, sym) + 2 * t,
        "==",
        2 * eigenform(shifted.T @ shifted, i, M_o) + 2 * t,
    ),
    depends_on=("riedi.thm-6",),
)

lemma_14_eq_47 = Statement(
    id="riedi.lemma-14.eq-47",
    title="Derivative of a singular value is the cosine between its singular vectors",
    source=RIEDI_2022.at("Lemma 14", "(47)"),
    kind=Kind.DERIVATIVE,
    given=(gap(s(shifted), i) > 0, s(shifted, i) > 0),
    claim=chain(
        slope(s(shifted), i, t),
        "==",
        slope(lam(shifted.T @ shifted), i, t) / (2 * s(shifted, i)),
        "==",
        singularform(shifted, i, Id(n)),
    ),
    depends_on=("riedi.lemma-14.eq-46",),
)
