"""Section 4.2: lower bounds for smallest singular values, and the nonlinearities of Theorem 4.4.

The smallest singular value of an r x q matrix is the min(r, q)-th, which may be positive for a matrix that is not onto
(tall) or has a kernel (wide).  The printed claims overlook this.
"""

from fractions import Fraction
from typing import Any

from lemmata.language import (
    Denial,
    Dim,
    Id,
    Index,
    Kind,
    Layers,
    Matrix,
    MatSumOver,
    ProdOver,
    Scalar,
    Statement,
    SumOver,
    Unit,
    Vector,
    diag,
    exists,
    kron,
    lmin,
    norm2,
    normF,
    smin,
)
from lemmata.language.domains import Positive
from theorems.macdonald2022 import MACDONALD_2022, N, X, d_0, d_1

r, q, p = Dim("r"), Dim("q"), Dim("p")
A, B = Matrix("A", r, q), Matrix("B", q, p)

product_bound = smin(A @ B) >= smin(A) * smin(B)
sigma_product = Statement(
    id="macdonald.sigma-product",
    title="Smallest singular value of a product of any two matrices",
    source=MACDONALD_2022.at("Proof of Proposition 4.5"),
    kind=Kind.ALGEBRAIC,
    claim=product_bound,
)
sigma_product_repaired = Statement(
    id="macdonald.sigma-product~repaired",
    title="Smallest singular value of a product of wide matrices",
    source=MACDONALD_2022.at("Proof of Proposition 4.5"),
    kind=Kind.ALGEBRAIC,
    given=(r <= q, q <= p),
    claim=product_bound,
    notes="Together with the tall case exactly the shapes for which the claim is true: if q > max(r, p), take A = [Id "
    "0] "
    "and B = [0; Id], whose product is not of full rank; if q < min(r, p), the product has rank q at most and its "
    "smallest singular value is 0.",
)
sigma_product_tall = Statement(
    id="macdonald.sigma-product~repaired-tall",
    title="Smallest singular value of a product of tall matrices",
    source=MACDONALD_2022.at("Proof of Proposition 4.5"),
    kind=Kind.ALGEBRAIC,
    given=(r >= q, q >= p),
    claim=product_bound,
    notes="The transposed case.",
)

sigma_product_rows = Statement(
    id="macdonald.sigma-product~rows",
    title="Smallest singular value of a product, counted over the rows",
    source=MACDONALD_2022.at("Proof of Proposition 4.5"),
    kind=Kind.ALGEBRAIC,
    claim=lmin(A @ B @ (A @ B).T) >= lmin(A @ A.T) * lmin(B @ B.T),
    notes="For all shapes: sigma(A)^2 read as the least eigenvalue of A A^T, which is zero where A is not onto.",
)

J, D_1, D_2 = A, Matrix("D_1", q, p), Matrix("D_2", r, p)


def side_by_side(left: Any, right: Any) -> Any:
    """The block matrix (left, right) of two matrices of one shape."""
    return kron(Unit(2, 1).T, left) + kron(Unit(2, 2).T, right)


DF = side_by_side(J @ D_1, D_2)
TWO_LAYERS = "A is the Jacobian Jf_2, D_1 and D_2 are Df_1 and Df_2; any matrices occur, already with layers linear in "
prop_4_5 = Statement(
    id="macdonald.prop-4.5",
    title="Smallest singular value of the derivative of the parameter-function map",
    source=MACDONALD_2022.at("Proposition 4.5", "(24)"),
    kind=Kind.ALGEBRAIC,
    claim=smin(DF) >= smin(J) * smin(D_1) + smin(D_2),
    depends_on=("macdonald.prop-4.1", "macdonald.sigma-product"),
    notes=f"Two layers: {TWO_LAYERS}parameters and data. Weyl's inequality bounds eigenvalues of DF DF^T, that is "
    "squares of singular values.",
)
prop_4_5_repaired = Statement(
    id="macdonald.prop-4.5~repaired",
    title="Smallest singular value of DF: squares add up, for layers with enough parameters",
    source=MACDONALD_2022.at("Proposition 4.5", "(24)"),
    kind=Kind.ALGEBRAIC,
    given=(r <= q, q <= p),
    claim=smin(DF) ** 2 >= smin(J) ** 2 * smin(D_1) ** 2 + smin(D_2) ** 2,
    notes="With D_1 the derivative of the first L - 1 layers this is the induction step: sigma(DF)^2 is at least the "
    "sum over l of the squares of the products in (24), if widths do not grow from layer to layer and each layer has "
    "at least as many parameters as outputs. Counted over the rows it holds for every L, see "
    "macdonald.prop-4.5~layers.",
)
prop_4_5_rows = Statement(
    id="macdonald.prop-4.5~rows",
    title="Smallest singular value of DF, counted over the rows: squares add up",
    source=MACDONALD_2022.at("Proposition 4.5", "(24)"),
    kind=Kind.ALGEBRAIC,
    claim=lmin(DF @ DF.T) >= lmin(J @ J.T) * lmin(D_1 @ D_1.T) + lmin(D_2 @ D_2.T),
    depends_on=("macdonald.sigma-product~rows",),
    notes="For all shapes. D_1 stands for the derivative of the first L - 1 layers, any matrix: from layer to layer "
    "this says that sigma(DF)^2 is at least the sum over l of the squares of the products in (24), for every L.",
)
depth, order, layer, step = Dim("L"), Dim("n"), Index("l"), Index("j")
Jf, Df = Layers("J", depth, order, order, order), Layers("D", depth, order, order, order)


def least_over_rows(factor: Any) -> Any:
    """sigma(A)^2 of a matrix, the least eigenvalue of A A^T."""
    return lmin(factor @ factor.T)


block = Jf.product(depth, layer + 1) @ Df.layer(layer)
prop_4_5_layers = Statement(
    id="macdonald.prop-4.5~layers",
    title="Smallest singular value of DF of L layers, counted over the rows: squares add up",
    source=MACDONALD_2022.at("Proposition 4.5", "(24)"),
    kind=Kind.ALGEBRAIC,
    claim=lmin(MatSumOver(layer, 1, depth, block @ block.T))
    >= SumOver(
        layer,
        1,
        depth,
        ProdOver(step, layer + 1, depth, least_over_rows(Jf.layer(step))) * least_over_rows(Df.layer(layer)),
    ),
    depends_on=("macdonald.prop-4.1",),
    notes="DF DF^T is the sum over the blocks D_l F of (11), and sigma(DF)^2 its least eigenvalue. All layers have n "
    "outputs, and D_l is square: any derivative with n rows has the D_l D_l^T of a square one.",
)
prop_4_5_first = Statement(
    id="macdonald.prop-4.5~first-layer",
    title="Smallest singular value of DF, by the first layer alone",
    source=MACDONALD_2022.at("Proposition 4.5", "(24)"),
    kind=Kind.ALGEBRAIC,
    given=(r <= q, q <= p),
    claim=smin(DF) >= smin(J) * smin(D_1),
    notes="What Theorem 4.8 uses. Columns of zeros may be added to D_2, so that its layer may have fewer parameters "
    "than "
    "the first one, and fewer than outputs.",
)

n = Dim("n")
G, delta = Matrix("G", n, n), Scalar("delta", domain=Positive())
prop_4_6 = Statement(
    id="macdonald.prop-4.6",
    title="Smallest singular value of a residual block",
    source=MACDONALD_2022.at("Proposition 4.6"),
    kind=Kind.ALGEBRAIC,
    given=norm2(G) < 1 - delta,
    claim=smin(Id(n) + G) > delta,
    depends_on=("macdonald.eq-22",),
    notes="G = Jg at one (theta, X), n = d_0 N; the bounds for all (theta, X) follow one by one. Nothing keeps "
    "sigma(Jf) away from delta, though: the infimum over (theta, X) may be delta.",
)

parameters = Dim("p")
DP = Matrix("DP", d_1 * d_0, parameters)
parameterised = kron(Id(d_1), X.T) @ DP
prop_4_7 = Statement(
    id="macdonald.prop-4.7",
    title="Smallest singular value of the derivative of a parameterised affine layer",
    source=MACDONALD_2022.at("Proposition 4.7", "(25)"),
    kind=Kind.ALGEBRAIC,
    claim=smin(parameterised) >= smin(X) * smin(DP),
    depends_on=("macdonald.eq-13", "macdonald.sigma-product"),
    notes="DP is the d_1 d_0 x p derivative of the parameterisation (printed as d_0 N x p); any matrix occurs, with P "
    "linear.",
)
prop_4_7_repaired = Statement(
    id="macdonald.prop-4.7~repaired",
    title="Smallest singular value of a parameterised affine layer: few data, enough parameters",
    source=MACDONALD_2022.at("Proposition 4.7", "(25)"),
    kind=Kind.ALGEBRAIC,
    given=(d_0 >= N, d_1 * d_0 <= parameters),
    claim=smin(parameterised) >= smin(X) * smin(DP),
    notes="Linearly independent data have N <= d_0, and the parameterisations of Theorem 4.8 have p = d_1 d_0.",
)

prop_4_7_rows = Statement(
    id="macdonald.prop-4.7~rows",
    title="Smallest singular value of a parameterised affine layer, counted over the rows",
    source=MACDONALD_2022.at("Proposition 4.7", "(25)"),
    kind=Kind.ALGEBRAIC,
    claim=lmin(parameterised @ parameterised.T) >= lmin(X.T @ X) * lmin(DP @ DP.T),
    depends_on=("macdonald.sigma-product~rows",),
    notes="For all shapes; zero where the data are linearly dependent.",
)

# --- Theorem 4.4, nonlinearities

K = Scalar("K", domain=Positive())
point = 1 / (1 + K)  # s: the slope of |x|^(3/2) at x = s^2 is 3/2 s
STEEP = "phi(x) = |x|^(3/2) is continuously differentiable; its slope at x = s^2 is 3/2 s, at 0 it is 0"
too_steep = Statement(
    id="macdonald.thm-4.4.nonlinearity~steep",
    title="A continuously differentiable nonlinearity whose derivative has no Lipschitz constant",
    source=MACDONALD_2022.at("Theorem 4.4"),
    kind=Kind.ALGEBRAIC,
    claim=Fraction(3, 2) * point > K * point**2,
    notes=f"{STEEP}. For every K the slopes at s^2, s = 1/(1 + K), and at 0 differ by more than K times the distance.",
)
nonlinearity = Statement(
    id="macdonald.thm-4.4.nonlinearity",
    title="Continuously differentiable nonlinearities are said to have Lipschitz derivatives on bounded sets",
    source=MACDONALD_2022.at("Theorem 4.4"),
    kind=Kind.ALGEBRAIC,
    claim=exists(Fraction(3, 2) * point <= K * point**2),
    denied_by=Denial(
        statement="macdonald.thm-4.4.nonlinearity~steep",
        because="3/2 s - K s^2 with s = 1/(1 + K) is (3 + K)/(2 (1 + K)^2) > 0 for every K > 0: no K is a Lipschitz "
        "constant of the derivative of |x|^(3/2) on [0, 1]. Shown: K = 1, s = 1/2.",
        illustration={"dims": {}, "values": {"K": "1"}},
    ),
    notes=f"What the theorem says of one nonlinearity, d_0 = N = 1 and the bounded set [0, 1]: {STEEP}. If it had a "
    "Lipschitz constant K there, the claim would hold for it, at s = 1/(1 + K). The other parts of the statement, that "
    "phi, its derivative and so JPhi are bounded and phi is Lipschitz, are true by continuity.",
)
d = Dim("d")
x, y, a, b = (Vector(name, d) for name in ("x", "y", "a", "b"))
nonlinearity_repaired = Statement(
    id="macdonald.thm-4.4.nonlinearity~repaired",
    title="A nonlinearity with Lipschitz derivative has a Lipschitz Jacobian",
    source=MACDONALD_2022.at("Theorem 4.4"),
    kind=Kind.ALGEBRAIC,
    given=abs(a - b) <= K * abs(x - y),
    claim=normF(diag(a) - diag(b)) <= K * normF(x - y),
    notes="The theorem for phi of class C^(1,1) on bounded sets, as every twice continuously differentiable phi is; a "
    "and b are the slopes at the entries of the data x and y, flattened. The diagonal matrices are JPhi (19). For "
    "weight-normalised layers the theorem survives with other constants: (39) is at most sqrt(d_1) |X|_F, the total "
    "derivative at most sqrt(d_1 (N + |X|_F^2/epsilon)), (41) stands, and (42) is at most 2 sqrt(d + 2)/(3 epsilon); "
    "these are rows here. That the printed proof goes through with them was read by hand and by no program: it needs "
    "bounds for all w and a bounded set of X only, wn and its derivatives are bounded, so that both factors "
    "of Daff are bounded and Lipschitz there, and products and compositions of such maps are by Lemma 8.1.",
)
