"""Section 5 and its proofs in appendix H: one hidden layer of leaky ReLU units, and sums of Kronecker products."""

from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    Layers,
    Matrix,
    MatSumOver,
    MaxOver,
    Scalar,
    Statement,
    Unit,
    cond,
    diag,
    entries,
    kron,
    lmax,
    lmin,
    normF,
    relu,
    smax,
    smin,
    sqrt,
    tr,
)
from theorems.zhao2024 import ZHAO_2024

# Every positive semidefinite matrix is P^T P for a square P.
m, p, q = Dim("m"), Dim("p"), Dim("q")
unit = Index("i")
P, Q = Layers("P", m, p, p, p), Layers("Q", m, q, q, q)


def left(at: Any) -> Any:
    """A_i."""
    return P.layer(at).T @ P.layer(at)


def right(at: Any) -> Any:
    """B_i."""
    return Q.layer(at).T @ Q.layer(at)


least_left = -MaxOver(unit, 1, m, -lmin(left(unit)))
kron_sum = Statement(
    id="zhao.kron-sum",
    title="Least eigenvalue of a sum of Kronecker products of positive semidefinite matrices",
    source=ZHAO_2024.at("Section 5", "before Lemma 4"),
    kind=Kind.ALGEBRAIC,
    claim=(
        lmin(MatSumOver(unit, 1, m, kron(left(unit), right(unit))))
        >= least_left * lmin(MatSumOver(unit, 1, m, right(unit)))
    ),
    notes="A_i = P_i^T P_i and B_i = Q_i^T Q_i, as every positive semidefinite matrix is. The minimum is "
    "written as minus the maximum of the negatives.",
)

kron_sum_largest = Statement(
    id="zhao.kron-sum~largest",
    title="Largest eigenvalue of a sum of Kronecker products of positive semidefinite matrices",
    source=ZHAO_2024.at("Section 5", "before Lemma 4"),
    kind=Kind.ALGEBRAIC,
    claim=(
        lmax(MatSumOver(unit, 1, m, kron(left(unit), right(unit))))
        <= MaxOver(unit, 1, m, lmax(left(unit))) * lmax(MatSumOver(unit, 1, m, right(unit)))
    ),
    notes="The text announces bounds on both extreme eigenvalues and prints the lower one; the proof of Lemma 4 uses "
    "this one as well.",
)

d, n, k = Dim("d"), Dim("n"), Dim("k")
X, V, W = Matrix("X", d, n), Matrix("V", m, d), Matrix("W", k, m)
alpha = Scalar("alpha", 0, 1)


def derivative(at: Any) -> Any:
    """Lambda^i: the slope of leaky ReLU, 1 or alpha, at V_i x_j; it has no value where V_i x_j = 0."""
    z = entries(X.T @ V.T @ Unit(m, at))
    return diag((1 + alpha) / 2 + (1 - alpha) / 2 * (z / abs(z)))


def gamma(slopes: Any) -> Any:
    """The second sum of (10) without its factor I_k, for slopes Lambda^i = slopes(i)."""
    row = V.T @ Unit(m, unit)
    return MatSumOver(unit, 1, m, slopes(unit) @ X.T @ row @ row.T @ X @ slopes(unit))


def gauss_newton(slopes: Any) -> Any:
    """(10)."""
    column = W @ Unit(m, unit)
    first = MatSumOver(unit, 1, m, kron(slopes(unit) @ X.T @ X @ slopes(unit), column @ column.T))
    row = V.T @ Unit(m, unit)
    return first + MatSumOver(unit, 1, m, kron(slopes(unit) @ X.T @ row @ row.T @ X @ slopes(unit), Id(k)))


SLOPES = "Lambda^i holds the slopes of max(alpha z, z) at V_i X, which are 1 or alpha; the proof prints -alpha for "
SLOPES += "alpha. At a kink there is no slope, and such instances count neither way."

lemma_4 = Statement(
    id="zhao.lemma-4",
    title="Condition number bound, one hidden layer of leaky ReLU units",
    source=ZHAO_2024.at("Lemma 4", "(11)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        cond(gauss_newton(derivative))
        <= (smax(X) ** 2 * smax(W) ** 2 + lmax(gamma(derivative)))
        / (alpha**2 * smin(X) ** 2 * smin(W) ** 2 + lmin(gamma(derivative)))
    ),
    depends_on=("zhao.kron-sum", "zhao.lemma-5.weyl"),
    notes="All sizes: section 5 sets no condition on the widths. sigma_min is the last of the min(rows, columns) "
    "singular values. " + SLOPES,
)

lemma_4_wide = Statement(
    id="zhao.lemma-4~wide",
    title="Condition number bound, one hidden layer of leaky ReLU units at least as wide as its ends",
    source=ZHAO_2024.at("Lemma 4", "(11)"),
    kind=Kind.ALGEBRAIC,
    given=(m >= k, m >= d),
    claim=lemma_4.claim,
    notes="The widths of the linear case, where sigma_min(W)^2 is the least eigenvalue of W W^T. With more data than "
    "coordinates X^T X is singular and sigma_min(X) need not be zero. " + SLOPES,
)

Delta = Matrix("Delta", n, m)


def between_alpha_and_1(at: Any) -> Any:
    """Lambda^i for slopes that are columns of Delta."""
    return diag(Delta @ Unit(m, at))


slopes_bounded = (
    -MaxOver(unit, 1, m, -lmin(between_alpha_and_1(unit))) >= alpha,
    MaxOver(unit, 1, m, lmax(between_alpha_and_1(unit))) <= 1,
)
lemma_4_repaired = Statement(
    id="zhao.lemma-4~repaired",
    title="Condition number bound, one hidden layer with slopes between alpha and 1, by Gram matrices",
    source=ZHAO_2024.at("Lemma 4", "(11), (23)"),
    kind=Kind.ALGEBRAIC,
    given=slopes_bounded,
    claim=(
        cond(gauss_newton(between_alpha_and_1))
        <= (lmax(X.T @ X) * lmax(W @ W.T) + lmax(gamma(between_alpha_and_1)))
        / (alpha**2 * lmin(X.T @ X) * lmin(W @ W.T) + lmin(gamma(between_alpha_and_1)))
    ),
    construct="slopes-between",
    notes="With the eigenvalues of X^T X and W W^T that (23) has, in place of squared singular values: the same where "
    "n <= d and k <= m, zero otherwise. Holds for all sizes and for any slopes between alpha and 1, whether or not "
    "they belong to V and X, wherever the bound is defined.",
)

whole = X.T @ V.T @ V @ X
eq_25 = Statement(
    id="zhao.eq-25",
    title="Least eigenvalue of the sum over units against that without slopes",
    source=ZHAO_2024.at("(25)"),
    kind=Kind.ALGEBRAIC,
    claim=lmin(gamma(derivative)) >= alpha**2 * lmin(whole),
    notes=SLOPES + " As sigma(z) = sigma'(z) z, the sum is S^T S with S = sigma(V X).",
)

eq_26 = Statement(
    id="zhao.eq-26",
    title="Largest eigenvalue of the sum over units against that without slopes",
    source=ZHAO_2024.at("(26)"),
    kind=Kind.ALGEBRAIC,
    claim=lmax(gamma(derivative)) <= lmax(whole),
    notes=SLOPES + " As sigma(z) = sigma'(z) z, the sum is S^T S with S = sigma(V X).",
)

Z = V @ X
S = Z + (1 - alpha) * relu(-Z)
eq_25_repaired = Statement(
    id="zhao.eq-25~repaired",
    title="Least eigenvalue of the sum over units, by the part that leaky ReLU changes",
    source=ZHAO_2024.at("(25)"),
    kind=Kind.ALGEBRAIC,
    claim=sqrt(lmin(S.T @ S)) >= sqrt(lmin(whole)) - (1 - alpha) * normF(relu(-Z)),
    notes="S = sigma(V X) = V X + (1 - alpha) max(0, -V X), and the sum is S^T S. Equality for alpha = 1. No factor "
    "alone will do: S can be singular where V X is not.",
)

eq_26_repaired = Statement(
    id="zhao.eq-26~repaired",
    title="Largest eigenvalue of the sum over units, by a trace",
    source=ZHAO_2024.at("(26)"),
    kind=Kind.ALGEBRAIC,
    given=slopes_bounded,
    claim=lmax(gamma(between_alpha_and_1)) <= tr(whole),
    construct="slopes-between",
    notes="The trace in place of the largest eigenvalue, for any slopes between alpha and 1. Attained for one unit.",
)

D = diag(Matrix("Delta", n, 1))
eq_25_common = Statement(
    id="zhao.eq-25~one-pattern",
    title="Extreme eigenvalues of the sum over units that share their slopes",
    source=ZHAO_2024.at("(25), (26)"),
    kind=Kind.ALGEBRAIC,
    given=(lmin(D) >= alpha, lmax(D) <= 1),
    claim=(
        lmin(D @ X.T @ V.T @ V @ X @ D) >= alpha**2 * lmin(whole),
        lmax(D @ X.T @ V.T @ V @ X @ D) <= lmax(whole),
    ),
    construct="slopes-between",
    notes="What the printed argument shows: (25) and (26) where all units have one matrix Lambda.",
)

unit_slopes = diag(Matrix("Delta", m, 1))
changed = unit_slopes @ Z
eq_25_per_unit = Statement(
    id="zhao.eq-25~per-unit",
    title="Extreme eigenvalues of the sum over units whose slopes are the same on all data",
    source=ZHAO_2024.at("(25), (26)"),
    kind=Kind.ALGEBRAIC,
    given=(lmin(unit_slopes) >= alpha, lmax(unit_slopes) <= 1),
    claim=(
        lmin(changed.T @ changed) >= alpha**2 * lmin(whole),
        lmax(changed.T @ changed) <= lmax(whole),
    ),
    construct="slopes-between",
    notes="Lambda^i = delta_i Id: the sum over i of delta_i^2 X^T V_i^T V_i X. Linear units, scaled one by one.",
)
