"""Section 4.1 in the limit of great depth: Theorems 1, 2, 3 and Remark 1.

In the basis of common eigenvectors (Assumption 1) the i-th coordinate of the output is alpha_i times the product of the
i-th eigenvalues, equations (12), (18) and (45).  What is claimed for L >> 1 is therefore a limit of products of two
sequences, the dominant eigenvalue and any other.  "approximately" is read as the proofs have it: what is left out,
divided by the factor pulled out in (14), (21) and (47), tends to 0.  The other readings are rows of their own.
"""

from typing import Any

from lemmata.language import Dim, Index, Kind, Scalar, Statement, eq, forall
from lemmata.language.domains import open_interval
from lemmata.language.families import ProdOver
from lemmata.language.probability import Converges
from lemmata.language.sequences import Eventually, Sequence, term
from theorems.oyedotun2021 import OYEDOTUN_2021

L, l = Dim("L"), Index("l")  # noqa: E741  (the paper's letter)
first, other = Sequence("lambda_1"), Sequence("lambda_i")
alpha_1, alpha_i = Scalar("alpha_1"), Scalar("alpha_i")
q, g = Scalar("q", domain=open_interval(0, 1)), Scalar("g")


def over_layers(body: Any) -> Any:
    """Product over the layers 1..L."""
    return ProdOver(l, 1, L, body)


def every_layer(relation: Any) -> Any:
    """A relation at every layer."""
    return forall(l, 1, L, relation)


def limit(value: Any, target: Any = 0) -> Converges:
    """What tends to what as the depth grows."""
    return Converges(value, target, L, "as numbers")


def largest(a: Any, b: Any) -> Any:
    """The condition printed below (9), (16) and (22)."""
    return every_layer(abs(a) > abs(b))


def uniform_gap(a: Any, b: Any) -> Any:
    """The gap that the proofs need: one factor q < 1 for all layers."""
    return every_layer(abs(b) <= q * abs(a))


a, b = term(first, l), term(other, l)
dominant = largest(a, b)
left_out = alpha_i * over_layers(b / a)

thm_1 = Statement(
    id="oyedotun.thm-1",
    title="Output of a deep plain network: the dominant eigenvector remains",
    source=OYEDOTUN_2021.at("Theorem 1", "(9)", "(14)"),
    kind=Kind.LIMIT,
    given=dominant,
    claim=limit(left_out),
    depends_on=("oyedotun.eq-12",),
    notes="Coordinate i >= 2 of the bracket in (14), which has to vanish for (9). The printed condition is strict at "
    "every layer and says nothing of how strict.",
)

thm_1_repaired = Statement(
    id="oyedotun.thm-1~repaired",
    title="Output of a deep plain network, eigenvalues uniformly apart",
    source=OYEDOTUN_2021.at("Theorem 1", "(9)", "(14)"),
    kind=Kind.LIMIT,
    given=(dominant, uniform_gap(a, b)),
    claim=limit(left_out),
    notes="One q < 1 bounds all ratios. The sharp condition is that the sum of 1 - |lambda_i^l| / |lambda_1^l| "
    "diverges or some lambda_i^l is 0 (or alpha_i is).",
)

thm_1_absolute = Statement(
    id="oyedotun.thm-1~absolute",
    title="Output of a deep plain network: the difference to the dominant term",
    source=OYEDOTUN_2021.at("Theorem 1", "(9)"),
    kind=Kind.LIMIT,
    given=(dominant, uniform_gap(a, b)),
    claim=limit(alpha_i * over_layers(b)),
    notes="Second reading: the difference of the two sides of (9), not divided by anything, even with a uniform gap.",
)

share = (alpha_i * over_layers(b / a)) ** 2 / (alpha_1**2 + (alpha_i * over_layers(b / a)) ** 2)
thm_1_direction = Statement(
    id="oyedotun.thm-1~direction",
    title="Direction of the output of a deep plain network",
    source=OYEDOTUN_2021.at("Theorem 1", "(9)"),
    kind=Kind.LIMIT,
    given=(dominant, uniform_gap(a, b)),
    claim=limit(share),
    notes="Third reading: the output turns towards v_1, in a plane spanned by two orthonormal eigenvectors. The input "
    "may have no coordinate along v_1.",
)

thm_1_direction_repaired = Statement(
    id="oyedotun.thm-1~direction-repaired",
    title="Direction of the output of a deep plain network, input not orthogonal to the dominant eigenvector",
    source=OYEDOTUN_2021.at("Theorem 1", "(9)"),
    kind=Kind.LIMIT,
    given=(dominant, uniform_gap(a, b), abs(alpha_1) > 0),
    claim=limit(share),
)

# two inputs with coordinates (alpha_1, alpha_i) and (beta_1, beta_i): the columns of H^L, N = n = 2
beta_1, beta_i = Scalar("beta_1"), Scalar("beta_i")
determinant = (alpha_1 * beta_i - alpha_i * beta_1) * over_layers(a) * over_layers(b)
remark_1 = Statement(
    id="oyedotun.remark-1",
    title="Hidden representations of a deep plain network are said to be singular",
    source=OYEDOTUN_2021.at("Remark 1"),
    kind=Kind.ALGEBRAIC,
    given=(dominant, uniform_gap(a, b)),
    claim=Eventually(eq(determinant, 0), L),
    depends_on=("oyedotun.thm-1",),
    notes="Two inputs of two coordinates, in the basis of eigenvectors: the determinant of H^L from some depth on, "
    "even with a uniform gap.",
)

ratio = over_layers(b / a)
sine = (
    ((alpha_1 * beta_i - alpha_i * beta_1) * ratio) ** 2
    / (alpha_1**2 + (alpha_i * ratio) ** 2)
    / (beta_1**2 + (beta_i * ratio) ** 2)
)
remark_1_repaired = Statement(
    id="oyedotun.remark-1~repaired",
    title="Hidden representations of a deep plain network become collinear",
    source=OYEDOTUN_2021.at("Remark 1"),
    kind=Kind.LIMIT,
    given=(dominant, uniform_gap(a, b), abs(alpha_1) > 0, abs(beta_1) > 0),
    claim=limit(sine),
    notes="Squared sine of the angle between two columns, orthonormal eigenvectors: near-singular, and singular "
    "only where the inputs are or some lambda_i^l is 0.",
)

columns = alpha_1 * beta_i - alpha_i * beta_1
remark_1_condition = Statement(
    id="oyedotun.remark-1~condition",
    title="The condition number of the hidden representations of a deep plain network grows without bound",
    source=OYEDOTUN_2021.at("Remark 1"),
    kind=Kind.LIMIT,
    given=(dominant, uniform_gap(a, b), abs(alpha_1) > 0),
    claim=limit(columns * ratio / (alpha_1**2 + beta_1**2 + (alpha_i**2 + beta_i**2) * ratio**2)),
    notes="Two inputs of two coordinates, orthonormal eigenvectors: |det H^L| / |H^L|_F^2 = 1 / (kappa + 1 / kappa), "
    "common factors of numerator and denominator left out. It tends to 0, so kappa(H^L) tends to infinity: what is "
    "left of singular; one input with a coordinate along v_1 is enough.",
)

P_1, P_i = over_layers(1 + a), over_layers(1 + b)
thm_2 = Statement(
    id="oyedotun.thm-2",
    title="Output of a deep residual network",
    source=OYEDOTUN_2021.at("Theorem 2", "(16)", "(21)"),
    kind=Kind.LIMIT,
    given=dominant,
    claim=limit(alpha_i * ((P_i - 1) / (P_1 - 1))),
    depends_on=("oyedotun.eq-21", "oyedotun.axiom-1"),
    notes="Coordinate i >= 2 of the quotient in (21), which has to vanish for (16). The condition compares the "
    "eigenvalues, the quotient is made of 1 plus the eigenvalues.",
)

thm_2_positive = Statement(
    id="oyedotun.thm-2~positive",
    title="Output of a deep residual network, positive eigenvalues",
    source=OYEDOTUN_2021.at("Theorem 2", "(16)", "(21)"),
    kind=Kind.LIMIT,
    given=(every_layer(a > b), every_layer(b > 0)),
    claim=thm_2.claim,
    notes="Without signs in the way: all eigenvalues positive, the first the largest at every layer.",
)

thm_2_difference = Statement(
    id="oyedotun.thm-2~difference",
    title="Output of a deep residual network: the coordinates kept from the input",
    source=OYEDOTUN_2021.at("Theorem 2", "(16)"),
    kind=Kind.LIMIT,
    given=dominant,
    claim=limit(alpha_i * (P_i - 1)),
    notes="Second reading: the difference of the two sides of (16), coordinate i >= 2. The right side keeps alpha_i "
    "there, the output has alpha_i times the product.",
)

residual_gap = (uniform_gap(1 + a, 1 + b), g > 1, every_layer(abs(1 + a) >= g))
thm_2_repaired = Statement(
    id="oyedotun.thm-2~repaired",
    title="Output of a deep residual network, eigenvalues of the blocks uniformly apart and above 1",
    source=OYEDOTUN_2021.at("Theorem 2", "(16)", "(21)"),
    kind=Kind.LIMIT,
    given=residual_gap,
    claim=thm_2.claim,
    notes="The gap is asked of 1 + lambda. The quotient then vanishes as in the plain network: relative to the "
    "dominant coordinate a residual network forgets the others too.",
)

one, two = Sequence("lambda_1_1"), Sequence("lambda_1_2")
other_one, other_two = Sequence("lambda_i_1"), Sequence("lambda_i_2")
paths = [term(x, l) for x in (one, two, other_one, other_two)]
p_1, p_i = paths[0] + paths[1], paths[2] + paths[3]
Q_1, Q_i = over_layers(1 + p_1), over_layers(1 + p_i)
aggregated = limit(alpha_i * ((Q_i - 1) / (Q_1 - 1)))

thm_3 = Statement(
    id="oyedotun.thm-3",
    title="Output of a deep network with aggregated features",
    source=OYEDOTUN_2021.at("Theorem 3", "(22)", "(47)"),
    kind=Kind.LIMIT,
    given=largest(p_1, p_i),
    claim=aggregated,
    depends_on=("oyedotun.eq-45", "oyedotun.axiom-1"),
    notes="Two paths; p is the sum of the eigenvalues over the paths, as the proof compares them below (47).",
)

thm_3_paths = Statement(
    id="oyedotun.thm-3~each-path",
    title="Output of a deep network with aggregated features, eigenvalues compared path by path",
    source=OYEDOTUN_2021.at("Theorem 3", "(22)"),
    kind=Kind.LIMIT,
    given=(largest(paths[0], paths[2]), largest(paths[1], paths[3])),
    claim=aggregated,
    notes="Second reading: the condition printed in (22) has no sum and is taken on every path.",
)

thm_3_repaired = Statement(
    id="oyedotun.thm-3~repaired",
    title="Output of a deep network with aggregated features, eigenvalues of the blocks uniformly apart and above 1",
    source=OYEDOTUN_2021.at("Theorem 3", "(22)", "(47)"),
    kind=Kind.LIMIT,
    given=(uniform_gap(1 + p_1, 1 + p_i), g > 1, every_layer(abs(1 + p_1) >= g)),
    claim=aggregated,
)
