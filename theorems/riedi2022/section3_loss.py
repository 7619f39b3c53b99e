"""Section 3: the squared-error loss as a quadratic form in the weights W of one layer, and its eigenvalues.

The second-order part of the loss at one datum is ||M D W z||^2, W of shape c x d.  A list w of the entries of W turns
it into w^T Q^T Q w.  The text before Lemma 8 lists W row by row, the introduction and the proof column by column: both
are written out below, with unit(d, j) the column that picks column j.
"""

from lemmata.language import (
    Diagonal,
    Dim,
    Index,
    Kind,
    Layers,
    Matrix,
    MatSumOver,
    Scalar,
    StackOver,
    Statement,
    SumOver,
    Unit,
    Vector,
    chain,
    cond,
    diag,
    eq,
    forall,
    kron,
    lam,
    lmin,
    maxabs,
    minimum,
    normF,
    s,
    smax,
    smin,
    sqrt,
    tr,
)
from lemmata.language.domains import Positive
from theorems.riedi2022 import RIEDI_2022

c, d = Dim("c"), Dim("d")
i, j = Index("i"), Index("j")
M, D = Matrix("M", c, c), Diagonal("D", c)
MD = M @ D
W, z = Matrix("W", c, d), Vector("z", d)
by_columns = StackOver(j, 1, d, W @ Unit(d, j))
by_rows = StackOver(i, 1, c, W.T @ Unit(c, i))
Q = kron(diag(z), MD)  # block j of its diagonal is z_j M D
second_order = normF(MD @ W @ z) ** 2

lemma_8_eq_37 = Statement(
    id="riedi.lemma-8.eq-37",
    title="Second-order part of the loss as a quadratic form, W listed column by column",
    source=RIEDI_2022.at("Lemma 8", "(37)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(second_order, tr(by_columns.T @ Q.T @ Q @ by_columns)),
    notes="Columns are the list that the blocks of Q and the proof ask for. The row-by-row list announced in the text "
    "is the row riedi.lemma-8.eq-37~rows. Neither holds for every z once d >= 2: Q w stacks the vectors "
    "z_j M D W_j, while M D W z adds them up.",
)

lemma_8_eq_37_rows = Statement(
    id="riedi.lemma-8.eq-37~rows",
    title="Second-order part of the loss as a quadratic form, W listed row by row",
    source=RIEDI_2022.at("Lemma 8", "(37)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(second_order, tr(by_rows.T @ Q.T @ Q @ by_rows)),
    notes="Second reading of the flattening.",
)

row_of_blocks, blocks_across = kron(z.T, MD), kron(MD, z.T)
lemma_8_eq_37_repaired = Statement(
    id="riedi.lemma-8.eq-37~repaired",
    title="Second-order part of the loss as a quadratic form, blocks of Q side by side",
    source=RIEDI_2022.at("Lemma 8", "(37)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(second_order, tr(by_columns.T @ row_of_blocks.T @ row_of_blocks @ by_columns)),
        eq(second_order, tr(by_rows.T @ blocks_across.T @ blocks_across @ by_rows)),
    ),
    depends_on=("classical.listed-by-columns",),
    notes="Q = z^T ⊗ M D for W listed by columns, the blocks z_j M D side by side (c x cd) instead of on a diagonal, "
    "and Q = M D ⊗ z^T for W listed by rows. Their non-zero singular values are s_i(M D) times the length of z, so the "
    "form is singular as soon as d >= 2.",
)

products = kron(diag(z), diag(s(MD)))  # diagonal, with entries z_j s_i(M D)
lemma_8_eq_38 = Statement(
    id="riedi.lemma-8.eq-38",
    title="Singular values of the block diagonal matrix Q",
    source=RIEDI_2022.at("Lemma 8", "(38)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(s(Q), s(products)),
    notes="The right-hand side lists the numbers s_i(M D) |z_j| in descending order: the singular values of a diagonal "
    "matrix are the moduli of its entries. True of the Q that is printed, which is not the Q of (37).",
)

lemma_8_eq_38_repaired = Statement(
    id="riedi.lemma-8.eq-38~repaired",
    title="Squared singular values of the matrix that the loss does have",
    source=RIEDI_2022.at("Lemma 8", "(38)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(lam(row_of_blocks @ row_of_blocks.T), normF(z) ** 2 * s(MD) ** 2),
    notes="Q = z^T ⊗ M D, the matrix of riedi.lemma-8.eq-37~repaired, has c rows. The squares of its singular values, "
    "the eigenvalues of Q Q^T, are those of M D times the squared length of z.",
)

cor_9 = Statement(
    id="riedi.cor-9",
    title="The data factor of the condition number",
    source=RIEDI_2022.at("Corollary 9", "(40)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(cond(Q), cond(MD) * cond(diag(z))),
    depends_on=("riedi.lemma-8.eq-38",),
    notes="Condition numbers by (39), smallest non-zero singular value below; M D = 0 and z = 0 have none. True of the "
    "matrix Q of Lemma 8, which is not that of the loss (37): there Q is z^T ⊗ M D, of condition number cond(M D), and "
    "the factor of the data is 1.",
)

cor_9_repaired = Statement(
    id="riedi.cor-9~repaired",
    title="Condition number of the form that the loss does have",
    source=RIEDI_2022.at("Corollary 9", "(40)"),
    kind=Kind.ALGEBRAIC,
    given=normF(z) > 0,
    claim=eq(cond(row_of_blocks), cond(MD)),
    notes="For one datum the data factor is 1: z^T ⊗ M D has the singular values of M D times the length of z.",
)

# Batches: M^1, ..., M^G stand for the products M^g D^g (an arbitrary matrix is one, with D^g = Id); the columns of Z
# are the inputs z^1, ..., z^G.
G, g = Dim("G"), Index("g")
K, Z = Layers("M", G, c, c, c), Matrix("Z", d, G)
M_g, z_g = K.layer(g), Z @ Unit(G, g)
largest, smallest = maxabs(z_g) ** 2, minimum(abs(z_g)) ** 2
gram = MatSumOver(g, 1, G, kron(z_g @ z_g.T, M_g.T @ M_g)) / G  # Q_batch^T Q_batch, W listed column by column
BATCH_NOTES = (
    "The squares of the singular values of Q_batch are the eigenvalues of Q_batch^T Q_batch, which (42) fixes: it is "
    "the matrix of the quadratic form (1/G) sum_g ||M^g D^g W z^g||^2."
)

lemma_10_eq_43 = Statement(
    id="riedi.lemma-10.eq-43",
    title="Singular values of a batch from above",
    source=RIEDI_2022.at("Lemma 10", "(43)"),
    kind=Kind.ALGEBRAIC,
    claim=lam(gram) <= SumOver(g, 1, G, smax(M_g) ** 2 * largest) / G,
    depends_on=("riedi.lemma-8.eq-37", "riedi.lemma-8.eq-38"),
    notes=BATCH_NOTES,
)

lemma_10_eq_43_repaired = Statement(
    id="riedi.lemma-10.eq-43~repaired",
    title="Singular values of a batch from above, by the lengths of the inputs",
    source=RIEDI_2022.at("Lemma 10", "(43)"),
    kind=Kind.ALGEBRAIC,
    claim=(
        eq(SumOver(g, 1, G, normF(M_g @ W @ z_g) ** 2) / G, tr(by_columns.T @ gram @ by_columns)),
        lam(gram) <= SumOver(g, 1, G, smax(M_g) ** 2 * tr(z_g.T @ z_g)) / G,
    ),
    notes="The first conjunct shows that the matrix is that of the loss, (42). In the bound the length of z^g takes "
    "the place of its largest entry; attained for G = 1.",
)

lemma_10_eq_44 = Statement(
    id="riedi.lemma-10.eq-44",
    title="Singular values of a batch from below",
    source=RIEDI_2022.at("Lemma 10", "(44)"),
    kind=Kind.ALGEBRAIC,
    claim=lam(gram) >= SumOver(g, 1, G, smin(M_g) ** 2 * smallest) / G,
    depends_on=("riedi.lemma-8.eq-37", "riedi.lemma-8.eq-38"),
    notes=BATCH_NOTES,
)

weighted = MatSumOver(g, 1, G, (smin(M_g) ** 2) * (z_g @ z_g.T)) / G
lemma_10_eq_44_repaired = Statement(
    id="riedi.lemma-10.eq-44~repaired",
    title="Singular values of a batch from below, by the second moments of the inputs",
    source=RIEDI_2022.at("Lemma 10", "(44)"),
    kind=Kind.ALGEBRAIC,
    claim=lam(gram) >= lmin(weighted),
    notes="Zero unless the inputs span all d directions, so fewer than d data never give a positive bound.",
)

as_printed = MatSumOver(g, 1, G, kron(diag(z_g) @ diag(z_g), M_g.T @ M_g)) / G
lemma_10_as_printed = Statement(
    id="riedi.lemma-10.eq-43~blocks",
    title="Eigenvalues of the mean of the block diagonal forms",
    source=RIEDI_2022.at("Lemma 10", "(43), (44) with the Q of Lemma 8"),
    kind=Kind.ALGEBRAIC,
    claim=chain(
        SumOver(g, 1, G, smin(M_g) ** 2 * smallest) / G,
        "<=",
        lam(as_printed),
        "<=",
        SumOver(g, 1, G, smax(M_g) ** 2 * largest) / G,
    ),
    depends_on=("riedi.lemma-8.eq-38",),
    notes="What the printed proof does show: both bounds for the mean of Q_g^T Q_g with the block diagonal Q_g of "
    "Lemma 8, which is not the form of the loss.",
)

low, high = Scalar("low", domain=Positive()), Scalar("high", domain=Positive())
bounded = (forall(g, 1, G, smax(M_g) <= high), forall(g, 1, G, smin(M_g) >= low))
cor_11 = Statement(
    id="riedi.cor-11",
    title="Condition number of a batch",
    source=RIEDI_2022.at("Corollary 11"),
    kind=Kind.ALGEBRAIC,
    given=bounded,
    claim=sqrt(cond(gram)) <= high / low * sqrt(SumOver(g, 1, G, largest) / SumOver(g, 1, G, smallest)),
    construct="batch-bounds",
    depends_on=("riedi.lemma-10.eq-43", "riedi.lemma-10.eq-44"),
    notes="low and high are the paper's c and C, taken to be positive. " + BATCH_NOTES,
)

cor_11_repaired = Statement(
    id="riedi.cor-11~repaired",
    title="Condition number of a batch, by that of the data matrix",
    source=RIEDI_2022.at("Corollary 11"),
    kind=Kind.ALGEBRAIC,
    given=bounded,
    claim=sqrt(cond(gram)) <= high / low * cond(Z),
    construct="batch-bounds",
    notes="The data factor of a batch is the condition number of the matrix whose columns are the inputs, with the "
    "smallest non-zero singular value as in (39).",
)
