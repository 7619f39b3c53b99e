"""Section 4: the Gauss–Newton matrix of a linear network and its pseudo-condition number.

W^{l+1:L} with l + 1 < L is the paper's notation for a product of transposes, the transpose of W^{L:l+1}.  An empty
product
is the identity, and W^{L:L}, which the paper leaves undefined, is read as W^L or its transpose as the shapes demand.
"""

from lemmata.language import (
    Dim,
    GradientGram,
    Id,
    Kind,
    Matrix,
    MatSumOver,
    MaxOver,
    Psd,
    Scalar,
    StackOver,
    Statement,
    SumOver,
    chain,
    cond,
    eq,
    forall,
    kron,
    lmin,
    maximum,
    s,
    smax,
    smin,
)
from lemmata.language.domains import Orthogonal, Positive
from lemmata.language.variables import Diagonal
from theorems.zhao2024 import ZHAO_2024, L, R, Sigma, W, d, k, layer, m

above, below = W.product(L, layer + 1), W.product(layer - 1, 1)
U = StackOver(layer, 1, L, kron(above.T, below))

X = Matrix("X", d, Dim("N"))
covariance = (X @ X.T) / Dim("N")

eq_4 = Statement(
    id="zhao.eq-4",
    title="Gauss–Newton matrix of a linear network",
    source=ZHAO_2024.at("Section 4.1", "before (4)"),
    kind=Kind.IDENTITY,
    claim=eq(GradientGram(W, X), U @ kron(Id(k), covariance) @ U.T),
    notes="The display writes U as the transpose of a row of blocks, whose heights differ; read as the blocks stacked "
    "on top "
    "of each other, which is the p x kd matrix announced. The weights are listed row by row.",
)

eq_5 = Statement(
    id="zhao.eq-5",
    title="Gram form of the Gauss–Newton factor",
    source=ZHAO_2024.at("(5)"),
    kind=Kind.IDENTITY,
    claim=eq(U.T @ U, MatSumOver(layer, 1, L, kron(above @ above.T, below.T @ below))),
    depends_on=("zhao.eq-4",),
)

w, v = Matrix("W", k, m), Matrix("V", m, d)
gauss_newton_2 = kron(w @ w.T, Sigma) + kron(Id(k), R @ v.T @ v @ R)
beta_w = smin(w) ** 2 / (smin(w) ** 2 + smin(v) ** 2)
bound_of_lemma_1 = chain(
    cond(gauss_newton_2),
    "<=",
    cond(Sigma) * ((smax(w) ** 2 + smax(v) ** 2) / (smin(w) ** 2 + smin(v) ** 2)),
    "==",
    cond(Sigma) * (beta_w * cond(w) ** 2 + (1 - beta_w) * cond(v) ** 2),
)

lemma_1 = Statement(
    id="zhao.lemma-1",
    title="Condition number bound, one hidden layer",
    source=ZHAO_2024.at("Lemma 1", "(6)"),
    kind=Kind.ALGEBRAIC,
    given=m > maximum(d, k),
    claim=bound_of_lemma_1,
    notes="All condition numbers are pseudo-condition numbers, as section 4 announces.",
)

lemma_1_repaired = Statement(
    id="zhao.lemma-1~repaired",
    title="Condition number bound, one hidden layer, both factors of full rank",
    source=ZHAO_2024.at("Lemma 1", "(6)"),
    kind=Kind.ALGEBRAIC,
    given=(m > maximum(d, k), smin(w) > 0, smin(v) > 0),
    claim=bound_of_lemma_1,
    notes="The hypothesis alpha_l > 0 of Lemma 2, at depth two.",
)

lemma_1_sharpened = Statement(
    id="zhao.lemma-1~sharpened",
    title="Condition number bound, one hidden layer, wherever the bound is defined",
    source=ZHAO_2024.at("Lemma 1", "(6)"),
    kind=Kind.ALGEBRAIC,
    given=m >= maximum(d, k),
    claim=bound_of_lemma_1.relations[0],
    notes="The inequality of (6) by itself. It needs neither factor of full rank: where the bound is defined, one of "
    "them is, which makes W W^T ⊗ Id + Id ⊗ V^T V positive definite. Equal widths are allowed. Only the equality "
    "that follows it in (6) needs both ranks.",
)

lemma_1_whitened = Statement(
    id="zhao.lemma-1~whitened",
    title="Condition number bound, one hidden layer, attained on whitened data",
    source=ZHAO_2024.at("Lemma 1", "(6)"),
    kind=Kind.ALGEBRAIC,
    given=m >= maximum(d, k),
    claim=eq(
        cond(kron(w @ w.T, Id(d)) + kron(Id(k), v.T @ v)),
        (smax(w) ** 2 + smax(v) ** 2) / (smin(w) ** 2 + smin(v) ** 2),
    ),
    notes="Equality in (6) for Sigma = Id: the eigenvalues of a Kronecker sum are the sums of eigenvalues.",
)

gauss_newton = MatSumOver(layer, 1, L, kron(above @ above.T, R @ below.T @ below @ R))
alpha = smin(above) ** 2 * smin(below) ** 2
kappas = cond(above) ** 2 * cond(below) ** 2
full_rank = (m > maximum(d, k), forall(layer, 1, L, alpha > 0))
convex_combination = SumOver(layer, 1, L, alpha / SumOver(layer, 1, L, alpha) * kappas)

lemma_2_first = Statement(
    id="zhao.lemma-2.first",
    title="Condition number bound as a convex combination over the layers",
    source=ZHAO_2024.at("Lemma 2", "first bound"),
    kind=Kind.ALGEBRAIC,
    given=full_rank,
    claim=cond(gauss_newton) <= cond(Sigma) * convex_combination,
    depends_on=("zhao.eq-5",),
)

lemma_2_first_sharpened = Statement(
    id="zhao.lemma-2.first~sharpened",
    title="Condition number bound as a convex combination, hidden layers at least as wide as the ends",
    source=ZHAO_2024.at("Lemma 2", "first bound"),
    kind=Kind.ALGEBRAIC,
    given=(m >= maximum(d, k), forall(layer, 1, L, alpha > 0)),
    claim=lemma_2_first.claim,
    notes="The proof compares widths by >= only.",
)

lemma_2_second = Statement(
    id="zhao.lemma-2.second",
    title="Condition number bound as a maximum over the layers",
    source=ZHAO_2024.at("Lemma 2", "second bound"),
    kind=Kind.ALGEBRAIC,
    given=full_rank,
    claim=cond(Sigma) * convex_combination <= cond(Sigma) * MaxOver(layer, 1, L, kappas),
    depends_on=("zhao.lemma-2.first",),
)

lemma_2_second_sharpened = Statement(
    id="zhao.lemma-2.second~sharpened",
    title="Condition number bound as a maximum over the layers, all widths and ranks",
    source=ZHAO_2024.at("Lemma 2", "second bound"),
    kind=Kind.ALGEBRAIC,
    claim=cond(Sigma) * convex_combination <= cond(Sigma) * MaxOver(layer, 1, L, kappas),
    notes="A weighted mean is at most the largest term, whatever the widths, and as soon as one weight is positive.",
)

n = Dim("n")
beta = Scalar("beta", domain=Positive())
left, right = Matrix("U", domain=Orthogonal(n)), Matrix("V", domain=Orthogonal(n))
values = Diagonal("S", n)
product = left @ values @ right.T

skip_shift = Statement(
    id="zhao.skip-shift",
    title="A skip connection is said to shift every singular value",
    source=ZHAO_2024.at("Section 4.3"),
    kind=Kind.ALGEBRAIC,
    given=lmin(values) >= 0,
    claim=(
        eq(product + beta * Id(n), left @ (values + beta * Id(n)) @ right.T),
        eq(s(product + beta * Id(n)), s(product) + beta),
    ),
    notes="W = U S V^T with U, V orthogonal and S diagonal, non-negative, for square layers.",
)

symmetric_layer = Psd("W", n)
skip_shift_repaired = Statement(
    id="zhao.skip-shift~repaired",
    title="A skip connection shifts every singular value of a positive semidefinite layer",
    source=ZHAO_2024.at("Section 4.3"),
    kind=Kind.ALGEBRAIC,
    claim=eq(s(symmetric_layer + beta * Id(n)), s(symmetric_layer) + beta),
    notes="The identity needs U V^T = Id, that is W positive semidefinite.",
)

any_layer = Matrix("W", n, n)
skip_shift_sharpened = Statement(
    id="zhao.skip-shift~sharpened",
    title="A skip connection moves no singular value by more than its weight",
    source=ZHAO_2024.at("Section 4.3"),
    kind=Kind.ALGEBRAIC,
    claim=abs(s(any_layer + beta * Id(n)) - s(any_layer)) <= beta,
    notes="What is left for any square layer. Attained by positive semidefinite ones, see ~repaired.",
)
