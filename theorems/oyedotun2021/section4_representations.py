"""Section 4 on representations: random layers, bases of eigenvectors, loss of information, singular products.

"Singular" is said of rectangular matrices too, with "row(s) or column(s) linearly correlated" for an explanation; each
reading of Lemmas 2 and 3 is a row of its own.
"""

from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    MatProdOver,
    Matrix,
    Scalar,
    Statement,
    Symmetric,
    Vector,
    det,
    diag,
    entry,
    eq,
    forall,
    gap,
    inv,
    kron,
    maximum,
    minimum,
    norm2,
    normF,
    ones,
    rank,
    smin,
    tr,
)
from lemmata.language.domains import Positive
from lemmata.language.families import ProdOver, Unit
from lemmata.language.probability import AlmostSurely, Iid
from theorems.oyedotun2021 import OYEDOTUN_2021

n, many = Dim("n"), Dim("n", 2)
i = Index("i")
mu, sigma = Scalar("mu"), Scalar("sigma", domain=Positive())
drawn = Iid("G", n, n, "gaussian", "uniform")

prop_1 = Statement(
    id="oyedotun.prop-1",
    title="Random layers are non-singular with probability 1",
    source=OYEDOTUN_2021.at("Proposition 1", "(6)"),
    kind=Kind.IDENTITY,
    claim=AlmostSurely(abs(det(mu * ones(n, n) + sigma * drawn)) > 0),
    notes="Entries drawn independently, as the proof in A1 has it; mean mu and standard deviation sigma > 0 any, which "
    "covers U[-r, r]. No column lies in the span of the others exactly when the determinant is not zero.",
)

V, first, second = Matrix("V", many, many), Vector("a", many), Vector("b", many)


def layer_of(eigenvalues: Any) -> Any:
    """The layer with these eigenvalues and the columns of V for eigenvectors."""
    return V @ diag(eigenvalues) @ inv(V)


orthogonal = eq(V.T @ V, diag(diag(V.T @ V)))
common = tuple(eq(layer_of(x) @ V, V @ diag(x)) for x in (first, second))

def_1 = Statement(
    id="oyedotun.def-1",
    title="Common eigenvectors are said to be orthogonal",
    source=OYEDOTUN_2021.at("Definition 1", "(7)", "A2"),
    kind=Kind.ALGEBRAIC,
    given=abs(det(V)) > 0,
    claim=(*common, orthogonal),
    notes="Two layers with common eigenvectors, the columns of an invertible V; A2 even takes V unitary.",
)

def_1_distinct = Statement(
    id="oyedotun.def-1~distinct",
    title="Common eigenvectors to distinct eigenvalues are said to be orthogonal",
    source=OYEDOTUN_2021.at("Definition 1", "(7)", "A2"),
    kind=Kind.ALGEBRAIC,
    given=(abs(det(V)) > 0, forall(i, 1, many, gap(first, i) > 0)),
    claim=(common[0], orthogonal),
    notes="Distinct eigenvalues leave no choice of eigenvectors but their lengths.",
)

N = Symmetric("N", n)
v, w = Vector("v", n), Vector("w", n)
a, b = Scalar("a"), Scalar("b")
def_1_repaired = Statement(
    id="oyedotun.def-1~repaired",
    title="Eigenvectors of a symmetric layer to different eigenvalues are orthogonal",
    source=OYEDOTUN_2021.at("Definition 1", "(7)"),
    kind=Kind.ALGEBRAIC,
    given=(eq(N @ v, a * v), eq(N @ w, b * w), a > b),
    claim=eq(tr(v.T @ w), 0),
    notes="Symmetric layers that commute have a common orthonormal basis of eigenvectors.",
)

normal = Matrix("N", n, n)
def_1_normal = Statement(
    id="oyedotun.def-1~normal",
    title="Eigenvectors of a normal layer to different eigenvalues are orthogonal",
    source=OYEDOTUN_2021.at("Definition 1", "(7)"),
    kind=Kind.ALGEBRAIC,
    given=(eq(normal @ normal.T, normal.T @ normal), eq(normal @ v, a * v), eq(normal @ w, b * w), a > b),
    claim=eq(tr(v.T @ w), 0),
    notes="Exactly normal matrices have an orthonormal basis of eigenvectors, over the complex numbers; normal layers "
    "that commute have a common one.",
)

square, x = Matrix("V", n, n), Vector("x", n)
def_1_expansion = Statement(
    id="oyedotun.def-1~expansion",
    title="Expansion of an input in a basis of eigenvectors",
    source=OYEDOTUN_2021.at("Definition 1", "(7)"),
    kind=Kind.ALGEBRAIC,
    claim=eq(square @ (inv(square) @ x), x),
    notes="What is used of Definition 1: alpha = V^-1 x. It needs a basis, orthogonal or not.",
)

M, P = Matrix("M", n, n), Matrix("P", n, n)
prop_2 = Statement(
    id="oyedotun.prop-2",
    title="A non-invertible layer loses information",
    source=OYEDOTUN_2021.at("Proposition 2"),
    kind=Kind.ALGEBRAIC,
    given=eq(det(M), 0),
    claim=(rank(M) <= n - 1, smin(P @ M) <= 0, norm2(P @ M - Id(n)) >= 1),
    notes="Not injective: rank below n, and no matrix P at all, the pseudo-inverse included, recovers every v from M v "
    "- some unit vector even at distance 1 or more.",
)

penrose = (eq(M @ P @ M, M), eq((P @ M).T, P @ M))
prop_2_every = Statement(
    id="oyedotun.prop-2~every-vector",
    title="A non-invertible layer is said to lose every vector",
    source=OYEDOTUN_2021.at("Proposition 2"),
    kind=Kind.ALGEBRAIC,
    given=(eq(det(M), 0), *penrose, normF(v) > 0),
    claim=normF(P @ M @ v - v) > 0,
    notes="Second reading: no non-zero v is recovered by the pseudo-inverse, of which two of Penrose's equations are "
    "assumed.",
)

prop_2_rows = Statement(
    id="oyedotun.prop-2~row-space",
    title="The pseudo-inverse recovers what lies in the row space",
    source=OYEDOTUN_2021.at("Proposition 2"),
    kind=Kind.ALGEBRAIC,
    given=penrose,
    claim=eq(P @ M @ (M.T @ w), M.T @ w),
    notes="The exact extent of the loss: the orthogonal complement of the row space.",
)

square_W, c, lam = Matrix("W", n, n), Scalar("c"), Scalar("lamda")
lemma_1 = Statement(
    id="oyedotun.lemma-1",
    title="A multiple of the identity shifts eigenvalues",
    source=OYEDOTUN_2021.at("Lemma 1"),
    kind=Kind.IDENTITY,
    given=eq(square_W @ v, lam * v),
    claim=eq((square_W + c * Id(n)) @ v, (lam + c) * v),
)

depth, layer_index = Dim("L"), Index("l")
stacked, points = Matrix("W", 2, 2 * depth), Matrix("X", 2, 2)
blocks = MatProdOver(layer_index, 1, depth, stacked @ kron(Unit(depth, layer_index), Id(2)) + Id(2)) @ points
remark_2 = Statement(
    id="oyedotun.remark-2",
    title="Distinct columns are said to make the representations of a residual network non-singular",
    source=OYEDOTUN_2021.at("Remark 2"),
    kind=Kind.ALGEBRAIC,
    given=normF(blocks @ (Unit(2, 1) - Unit(2, 2))) > 0,
    claim=abs(det(blocks)) > 0,
    notes="H^L of a linear residual network with L blocks W^l + Id, the blocks of W, on two inputs of two coordinates, "
    "the columns of X; their representations differ.",
)

W, data = Matrix("W", n, n), Matrix("H", n, n)
remark_2_repaired = Statement(
    id="oyedotun.remark-2~repaired",
    title="A residual block without eigenvalue -1 keeps representations non-singular",
    source=OYEDOTUN_2021.at("Remark 2"),
    kind=Kind.ALGEBRAIC,
    given=(smin(W + Id(n)) > 0, smin(data) > 0),
    claim=smin((W + Id(n)) @ data) > 0,
    notes="From block to block, hence at every depth. Eigenvalue -1 is what has to be excluded, and the input has to "
    "be non-singular to begin with.",
)

every_layer, inputs_n = Matrix("W", n, n * depth), Matrix("X", n, n)
block = every_layer @ kron(Unit(depth, layer_index), Id(n)) + Id(n)
remark_2_equivalence = Statement(
    id="oyedotun.remark-2~equivalence",
    title="Representations of a residual network are singular exactly where its input or a block is",
    source=OYEDOTUN_2021.at("Remark 2"),
    kind=Kind.IDENTITY,
    claim=eq(
        det(MatProdOver(layer_index, 1, depth, block) @ inputs_n),
        ProdOver(layer_index, 1, depth, det(block)) * det(inputs_n),
    ),
    depends_on=("oyedotun.remark-1~opposite",),
    notes="At every depth: H^L is singular if and only if X is or some W^l has the eigenvalue -1.",
)

values = Vector("lamda", many)
basis, inputs = Matrix("V", many, many), Matrix("X", many, many)
layer = basis @ diag(values) @ inv(basis)
remark_2_residual = Statement(
    id="oyedotun.remark-2~residual",
    title="A residual network is said to retain full information",
    source=OYEDOTUN_2021.at("Remark 2", "(16)"),
    kind=Kind.ALGEBRAIC,
    given=(forall(i, 2, many, abs(entry(values, 1)) > abs(entry(values, i))), abs(det(inputs)) > 0),
    claim=abs(det((layer + Id(many)) @ inputs)) > 0,
    notes="Second reading: the conclusion for one block under the condition of Theorem 2, from a non-singular input.",
)

m, p = Dim("m"), Dim("p")
X, Y = Matrix("X", m, n), Matrix("V", n, p)


def lemma_2_row(identifier: str, title: str, given: Any, claim: Any, notes: str) -> Statement:
    """One reading of Lemma 2."""
    return Statement(
        id=identifier,
        title=title,
        source=OYEDOTUN_2021.at("Lemma 2"),
        kind=Kind.ALGEBRAIC,
        given=given,
        claim=claim,
        notes=notes,
    )


lemma_2 = lemma_2_row(
    "oyedotun.lemma-2",
    "A product with a singular factor on the right is said to be singular",
    rank(Y) <= maximum(n, p) - 1,
    rank(X @ Y) <= maximum(m, p) - 1,
    "Singular as the proof begins: some rows or some columns are dependent. Every matrix that is not square then is.",
)
lemma_2_rank = lemma_2_row(
    "oyedotun.lemma-2~rank",
    "A product with a rank-deficient factor on the right is said to be rank-deficient",
    rank(Y) <= minimum(n, p) - 1,
    rank(X @ Y) <= minimum(m, p) - 1,
    "Second reading: singular means a vanishing singular value, rank below the smaller side.",
)
lemma_2_repaired = lemma_2_row(
    "oyedotun.lemma-2~repaired",
    "A product with dependent columns on the right has dependent columns",
    rank(Y) <= p - 1,
    rank(X @ Y) <= p - 1,
    "Singular as the proof goes on: V u = 0 for some u that is not zero.",
)

lemma_3 = Statement(
    id="oyedotun.lemma-3",
    title="A product of non-singular rectangular factors is said to be non-singular",
    source=OYEDOTUN_2021.at("Lemma 3"),
    kind=Kind.ALGEBRAIC,
    given=(rank(X) >= minimum(m, n), rank(Y) >= minimum(n, p)),
    claim=rank(X @ Y) >= minimum(m, p),
    notes="Non-singular: rows or columns independent, full rank.",
)
lemma_3_repaired = Statement(
    id="oyedotun.lemma-3~repaired",
    title="A product of factors with independent columns has independent columns",
    source=OYEDOTUN_2021.at("Lemma 3"),
    kind=Kind.ALGEBRAIC,
    given=(rank(X) >= n, rank(Y) >= p),
    claim=rank(X @ Y) >= p,
    notes="What the proof assumes: X u = 0 or V u = 0 only for u = 0. Square invertible factors included.",
)

lemma_3_rows = Statement(
    id="oyedotun.lemma-3~rows",
    title="A product of factors with independent rows has independent rows",
    source=OYEDOTUN_2021.at("Lemma 3"),
    kind=Kind.ALGEBRAIC,
    given=(rank(X) >= m, rank(Y) >= n),
    claim=rank(X @ Y) >= m,
    notes="The transposed case of ~repaired.",
)
