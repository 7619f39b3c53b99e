"""Section 4.1 at finite depth: outputs in the basis of common eigenvectors, equations (12), (18) to (21), (45), (46).

Assumption 1 is taken as W^l = V diag(lambda^l) V^-1 with lambda^l the l-th column of Lambda, which is every jointly
diagonalisable family with real eigenvalues.
"""

from itertools import combinations
from typing import Any

from lemmata.language import (
    Dim,
    Id,
    Index,
    Kind,
    MatProdOver,
    Matrix,
    MatSumOver,
    StackOver,
    Statement,
    SumOver,
    Unit,
    Vector,
    det,
    diag,
    entry,
    eq,
    inv,
    kron,
    prod,
)
from lemmata.language.columns import entries
from lemmata.language.core import Plus, Times
from lemmata.language.families import ProdOver
from theorems.oyedotun2021 import OYEDOTUN_2021

n, L, m = Dim("n"), Dim("L"), Dim("m")
l, i, k = Index("l"), Index("i"), Index("k")  # noqa: E741  (the paper's letter)


def setting(order: Dim) -> tuple[Any, Any, Any]:
    """Eigenvectors V, eigenvalues Lambda (one column a layer) and coordinates alpha of the input."""
    return Matrix("V", order, order), Matrix("Lambda", order, L), Vector("alpha", order)


V, Lambda, alpha = setting(n)
plain = V @ diag(Lambda @ Unit(L, l)) @ inv(V)
vector = V @ Unit(n, i)
x = MatSumOver(i, 1, n, entry(alpha, i) * vector)

eq_12 = Statement(
    id="oyedotun.eq-12",
    title="Output of a plain network in the basis of eigenvectors",
    source=OYEDOTUN_2021.at("(12)", "(42)"),
    kind=Kind.IDENTITY,
    claim=eq(
        MatProdOver(l, 1, L, plain) @ x,
        MatSumOver(i, 1, n, (entry(alpha, i) * prod(Lambda.T @ Unit(n, i))) * vector),
    ),
)

Layers, X = Matrix("W", n, n * L), Matrix("X", n, n)
layer = Layers @ kron(Unit(L, l), Id(n))
remark_1_opposite = Statement(
    id="oyedotun.remark-1~opposite",
    title="Hidden representations of a plain network are singular only where its input or a layer is",
    source=OYEDOTUN_2021.at("Remark 1", "(1)"),
    kind=Kind.IDENTITY,
    claim=eq(det(MatProdOver(l, 1, L, layer) @ X), ProdOver(l, 1, L, det(layer)) * det(X)),
    depends_on=("classical.determinant-of-product",),
    notes="Whatever the layers, the blocks of W: n inputs, the columns of X. The determinant of H^L is the product of "
    "those of the layers and of X, at every depth.",
)

SIZES = (1, 2, 3, 4, 5)
eigenvalues = Vector("lamda", SIZES[-1])


def subsets(depth: int) -> Any:
    """1 plus the sum over all non-empty sets of layers of the product of their eigenvalues."""
    terms: list[Any] = []
    for size in range(1, depth + 1):
        for chosen in combinations(range(1, depth + 1), size):
            factors = [entry(eigenvalues, place) for place in chosen]
            terms.append(factors[0] if size == 1 else Times(*factors))
    return 1 + (terms[0] if depth == 1 else Plus(*terms))


def shifted_product(depth: int) -> Any:
    """(lambda_1 + 1) ... (lambda_L + 1)."""
    factors = [entry(eigenvalues, place) + 1 for place in range(1, depth + 1)]
    return factors[0] if depth == 1 else Times(*factors)


deep = Dim("L", 2)  # one layer is written out
growth = Vector("mu", deep)


def grown_up_to(depth: Any) -> Any:
    """(mu_1 + 1) ... (mu_depth + 1), at every depth."""
    return ProdOver(k, 1, depth, entry(growth, k) + 1)


def by_last_layer(depth: Any) -> Any:
    """mu_l times (mu_1 + 1) ... (mu_(l-1) + 1), the sets whose last layer is l, for l = 2..depth."""
    return SumOver(l, 2, depth, entry(growth, l) * grown_up_to(l - 1))


def expanded(depth: Any) -> Any:
    """The product of mu + 1, by the last layer of each set."""
    return eq(grown_up_to(depth), 1 + entry(growth, 1) + by_last_layer(depth))


axiom_1 = Statement(
    id="oyedotun.axiom-1",
    title="Product of 1 + eigenvalues in elementary symmetric polynomials",
    source=OYEDOTUN_2021.at("Axiom 1"),
    kind=Kind.IDENTITY,
    claim=(*(eq(shifted_product(depth), subsets(depth)) for depth in SIZES), expanded(deep)),
    notes="Written out for L = 1 ... 5, the dots being the sums over sets of 2, 3, ... layers. Then for every L: the "
    "sets of layers by the last of them, l, which goes with every set of the layers before it; the same for these in "
    "turn gives all the sums. That the middle terms are inconsequential is not part of it.",
)

few = Dim("n", 2)
U, Table, coordinates = setting(few)
block = U @ diag(Table @ Unit(L, l)) @ inv(U) + Id(few)


def grown(index: Any) -> Any:
    """Product of 1 + eigenvalue over the layers, less 1."""
    return prod(entries(Table.T @ Unit(few, index)) + 1) - 1


def along(index: Any) -> Any:
    """The eigenvector with this number."""
    return U @ Unit(few, index)


rest = MatSumOver(i, 2, few, entry(coordinates, i) * along(i))
start = entry(coordinates, 1) * along(1) + rest
eq_21 = Statement(
    id="oyedotun.eq-21",
    title="Output of a residual network, the dominant growth pulled out",
    source=OYEDOTUN_2021.at("(18)", "(19)", "(20)", "(21)"),
    kind=Kind.IDENTITY,
    claim=eq(
        MatProdOver(l, 1, L, block) @ start,
        start
        + grown(1)
        * (
            entry(coordinates, 1) * along(1)
            + MatSumOver(i, 2, few, (entry(coordinates, i) * (grown(i) / grown(1))) * along(i))
        ),
    ),
    depends_on=("oyedotun.lemma-1", "oyedotun.axiom-1"),
    notes="The sums of Axiom 1 in closed form. (21) divides by that of the first eigenvalue, which may vanish: "
    "lambda = -2 at two layers gives 1.",
)

Paths = Matrix("Lambda", n, m * L)
branch = V @ diag(Paths @ kron(Unit(m, k), Unit(L, l))) @ inv(V)
aggregated = MatSumOver(k, 1, m, branch) + Id(n)
factor = MatSumOver(k, 1, m, Unit(n, i).T @ Paths @ kron(Unit(m, k), Unit(L, l))) + Id(1)
eq_45 = Statement(
    id="oyedotun.eq-45",
    title="Output of a network with aggregated features in the basis of eigenvectors",
    source=OYEDOTUN_2021.at("(45)", "(46)"),
    kind=Kind.IDENTITY,
    claim=eq(
        MatProdOver(l, 1, L, aggregated) @ x,
        MatSumOver(i, 1, n, (entry(alpha, i) * prod(StackOver(l, 1, L, factor))) * vector),
    ),
    depends_on=("oyedotun.lemma-1",),
    notes="m paths: the eigenvalues of path k at layer l are column (k - 1) L + l of Lambda. The sums in (45) run over "
    "the paths k, printed as j.",
)
