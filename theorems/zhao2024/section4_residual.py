"""Section 4.3: linear residual networks, (7) and (8), and what the section concludes from them."""

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
    Nonnegative,
    ProdOver,
    Psd,
    Scalar,
    Statement,
    SumOver,
    Unit,
    chain,
    cond,
    cumsum,
    diag,
    eq,
    forall,
    kron,
    lmin,
    maximum,
    minimum,
    smax,
    smin,
)
from lemmata.language.domains import Positive
from lemmata.language.families import Width
from theorems.zhao2024 import ZHAO_2024, L, R, Sigma, W, d, k, layer, m

# (7): the layers that act are W_beta^l = W^l + beta I, with the rectangular identity at the two ends.
any_beta = Scalar("beta")
shifted = Layers("W_beta", L, d, m, k)
place = Index("j")
rows, cols = Width(W, layer), Width(W, layer - 1)
identity = MatSumOver(place, 1, minimum(rows, cols), Unit(rows, place) @ Unit(cols, place).T)
above, below = shifted.product(L, layer + 1), shifted.product(layer - 1, 1)
gauss_newton = MatSumOver(layer, 1, L, kron(above @ above.T, R @ below.T @ below @ R))
alpha = smin(above) ** 2 * smin(below) ** 2
kappas = cond(above) ** 2 * cond(below) ** 2
convex_combination = SumOver(layer, 1, L, alpha / SumOver(layer, 1, L, alpha) * kappas)

eq_7 = Statement(
    id="zhao.eq-7",
    title="Condition number bounds for linear residual networks",
    source=ZHAO_2024.at("(7)"),
    kind=Kind.ALGEBRAIC,
    given=(
        m > maximum(d, k),
        forall(layer, 1, L, alpha > 0),
        forall(layer, 1, L, eq(shifted.layer(layer), W.layer(layer) + any_beta * identity)),
    ),
    claim=chain(
        cond(gauss_newton),
        "<=",
        cond(Sigma) * convex_combination,
        "<=",
        cond(Sigma) * MaxOver(layer, 1, L, kappas),
    ),
    construct="residual-layers",
    depends_on=("zhao.lemma-2.first", "zhao.lemma-2.second"),
    notes="Under the hypotheses of Lemma 2 for the layers W_beta^l = W^l + beta I, which (7) takes over with the "
    "lemma; I has ones on the main diagonal and may be rectangular. beta is any real number. Both bounds hold for "
    "every family of layers, so nothing is asked of W^l or beta.",
)

n = Dim("n")
beta = Scalar("beta", domain=Positive())
some = Matrix("W", Dim("r"), Dim("c"))
ratio_before, ratio_after = smax(some) / smin(some), (smax(some) + beta) / (smin(some) + beta)
skip_ratio = Statement(
    id="zhao.skip-ratio",
    title="A positive shift is said to lower every ratio of extreme singular values",
    source=ZHAO_2024.at("Section 4.3", "after (8)"),
    kind=Kind.ALGEBRAIC,
    claim=ratio_after < ratio_before,
)

skip_ratio_repaired = Statement(
    id="zhao.skip-ratio~repaired",
    title="A positive shift lowers the ratio of extreme singular values that differ",
    source=ZHAO_2024.at("Section 4.3", "after (8)"),
    kind=Kind.ALGEBRAIC,
    given=(smin(some) > 0, smin(some) < smax(some)),
    claim=ratio_after < ratio_before,
    notes="Where they agree both ratios are 1.",
)

skip_ratio_sharpened = Statement(
    id="zhao.skip-ratio~sharpened",
    title="A positive shift never raises a ratio of extreme singular values, and how far it lowers it",
    source=ZHAO_2024.at("Section 4.3", "after (8)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(ratio_before - ratio_after, beta * (smax(some) - smin(some)) / (smin(some) * (smin(some) + beta))),
    notes="The difference of the two ratios, which is not negative and is zero only where all singular values agree.",
)

# (8): square layers W^l = U^l S^l (V^l)^T with V^l = U^(l - 1), and W_beta^l = W^l + beta I.
plain, residual = Layers("W", L, n, n, n), Layers("W_beta", L, n, n, n)
U, V = Layers("U", L, n, n, n), Layers("V", L, n, n, n)
Delta = Nonnegative("Delta", n, L)
S = diag(cumsum(Delta @ Unit(L, layer)))
factor, left_out = Index("i"), Dim("l", 1, L)


def both_sides(family: Any, at: Any) -> Any:
    """kappa^2(W^{L:l+1}) kappa^2(W^{1:l-1}) of a family of layers for l = at."""
    return cond(family.product(L, at + 1)) ** 2 * cond(family.product(at - 1, 1)) ** 2


ratio = ((smax(plain.layer(factor)) + beta) / (smin(plain.layer(factor)) + beta)) ** 2
ratios = ProdOver(factor, 1, left_out - 1, ratio) * ProdOver(factor, left_out + 1, L, ratio)
decomposed = (
    forall(layer, 1, L, eq(U.layer(layer).T @ U.layer(layer), Id(n))),
    forall(layer, 1, L, eq(V.layer(layer).T @ V.layer(layer), Id(n))),
    forall(layer, 2, L, eq(V.layer(layer), U.layer(layer - 1))),
    forall(layer, 1, L, eq(plain.layer(layer), U.layer(layer) @ S @ V.layer(layer).T)),
    forall(layer, 1, L, eq(residual.layer(layer), plain.layer(layer) + beta * Id(n))),
)
SVD_NOTES = (
    "W^l = U^l S^l (V^l)^T with orthogonal U^l, V^l, the singular values in ascending order on the diagonal of S^l "
    "(any common order will do; as partial sums of the non-negative column l of Delta they are any ascending numbers), "
    "and V^l = U^(l - 1) for l = 2, ..., L. All layers square of one order, as U(S + beta I)V^T with one identity "
    "asks for."
)
eq_8 = Statement(
    id="zhao.eq-8",
    title="Condition number of products of residual layers whose singular vectors coincide",
    source=ZHAO_2024.at("(8)"),
    kind=Kind.ALGEBRAIC,
    given=decomposed,
    claim=eq(both_sides(residual, left_out), ratios),
    construct="residual-layers",
    depends_on=("zhao.skip-shift",),
    notes=SVD_NOTES,
)

regular = (*decomposed, forall(layer, 1, L, smin(plain.layer(layer)) > 0))
eq_8_full_rank = Statement(
    id="zhao.eq-8~full-rank",
    title="Condition number of products of non-singular residual layers whose singular vectors coincide",
    source=ZHAO_2024.at("(8)"),
    kind=Kind.ALGEBRAIC,
    given=regular,
    claim=eq_8.claim,
    construct="residual-layers",
    depends_on=("zhao.skip-shift",),
    notes=SVD_NOTES + " No layer W^l is singular, so that the condition number is the ordinary one.",
)

common = (
    forall(layer, 1, L, eq(plain.layer(layer), S)),
    forall(layer, 1, L, eq(residual.layer(layer), plain.layer(layer) + beta * Id(n))),
)
eq_8_repaired = Statement(
    id="zhao.eq-8~repaired",
    title="Condition number of products of residual layers, positive semidefinite and with common singular vectors",
    source=ZHAO_2024.at("(8)"),
    kind=Kind.ALGEBRAIC,
    given=common,
    claim=eq(both_sides(residual, left_out), ratios),
    construct="residual-layers",
    notes="U^l = V^l = Q for every layer, as V^l = U^(l - 1) and a shift of all singular values by beta demand: "
    "positive semidefinite layers with common eigenvectors in one order. W^l = S^l, since Q changes no singular value "
    "of Q S^l Q^T, of the residual layers or of their products.",
)

M, P = Matrix("M", n, n), Psd("W", n)
shifted_psd = P + beta * Id(n)
eq_8_step = Statement(
    id="zhao.eq-8~step",
    title="One more positive semidefinite residual layer multiplies the condition number by at most its ratio",
    source=ZHAO_2024.at("(8)"),
    kind=Kind.ALGEBRAIC,
    given=smin(M) > 0,
    claim=cond(M @ shifted_psd) <= cond(M) * ((smax(P) + beta) / (smin(P) + beta)),
    notes="(8) as an inequality, one layer at a time and without common singular vectors: M is the product of the "
    "layers so far, itself not singular.",
)

covariance = Psd("R", n) @ Psd("R", n)


def second_bound(family: Any) -> Any:
    """The largest of kappa^2 kappa^2 over the layers."""
    return MaxOver(layer, 1, L, both_sides(family, layer))


skip_second_bound = Statement(
    id="zhao.skip-second-bound",
    title="The second bound of (7) is said to be smaller than that of Lemma 2",
    source=ZHAO_2024.at("Section 4.3", "after (8)"),
    kind=Kind.ALGEBRAIC,
    given=decomposed,
    claim=cond(covariance) * second_bound(residual) < cond(covariance) * second_bound(plain),
    construct="residual-layers",
    depends_on=("zhao.eq-8", "zhao.skip-ratio"),
    notes=SVD_NOTES,
)

skip_second_bound_full_rank = Statement(
    id="zhao.skip-second-bound~full-rank",
    title="The second bound of (7) is said to be at most that of Lemma 2 for non-singular layers",
    source=ZHAO_2024.at("Section 4.3", "after (8)"),
    kind=Kind.ALGEBRAIC,
    given=regular,
    claim=second_bound(residual) <= second_bound(plain),
    construct="residual-layers",
    depends_on=("zhao.eq-8", "zhao.skip-ratio"),
    notes=SVD_NOTES + " No layer W^l is singular; equality is allowed, and the common factor kappa(Sigma) left out.",
)

skip_second_bound_repaired = Statement(
    id="zhao.skip-second-bound~repaired",
    title="The second bound of (7) is at most that of Lemma 2 for positive definite layers with common eigenvectors",
    source=ZHAO_2024.at("Section 4.3", "after (8)"),
    kind=Kind.ALGEBRAIC,
    given=(*common, forall(layer, 1, L, smin(plain.layer(layer)) > 0)),
    claim=second_bound(residual) <= second_bound(plain),
    construct="residual-layers",
    notes="W^l = S^l, as in zhao.eq-8~repaired, and without the common factor kappa(Sigma). Equal where the layers "
    "that count are multiples of the identity. Singular layers are excluded: their pseudo-condition number leaves out "
    "the zero that the shift turns into beta.",
)

skip_second_bound_step = Statement(
    id="zhao.skip-second-bound~step",
    title="A positive shift does not raise the condition number of a positive definite layer",
    source=ZHAO_2024.at("Section 4.3", "after (8)"),
    kind=Kind.ALGEBRAIC,
    given=lmin(P) > 0,
    claim=cond(shifted_psd) <= cond(P),
)
