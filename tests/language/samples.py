"""Variables by their text names, and one sample of every node class with its text, LaTeX and meaning fixed by hand."""

import ast
import re
from typing import Any

from sympy import Integer, pi

from lemmata import language
from lemmata.language import (
    architectures,
    core,
    defined,
    factorizations,
    families,
    functions,
    matrices,
    networks,
    probability,
    relations,
    subspaces,
    training,
    unrolling,
)
from tests import atoms as added_atoms
from tests import table
from tests.language import experiment_samples, probability_samples, sequence_samples

n, m, k, d = (language.Dim(name) for name in "nmkd")
L = language.Dim("L")
i, j, l = (language.Index(name) for name in "ijl")  # noqa: E741  (the papers' layer index)
rho = language.Scalar("rho", 0, 1)
eta = language.Scalar("eta")
beta_w = language.Scalar("beta_w")
M_o = language.Matrix("M_o", n, n)
A, B = language.Matrix("A", n, n), language.Matrix("B", n, n)
X = language.Matrix("X", d, m)
N = language.Symmetric("N", n)
x, y_1 = language.Vector("x", n), language.Vector("y_1", n)
W = language.Layers("W", L, d, m, k)
nu = networks.Network("nu")
u, v, q = networks.Vertex("u", nu), networks.Vertex("v", nu), unrolling.InputVertex("q", nu)
a, b, c = (architectures.Neurons(name, nu) for name in "abc")
F, beta, weights = architectures.EdgeSet("F", nu), language.Scalar("beta"), architectures.Between

LEAVES = (
    n, m, k, d, L, i, j, l, rho, eta, beta_w, M_o, A, B, X, N, W, x, y_1, nu, u, v, q, a, b, c, F, beta,
)  # fmt: skip
VARIABLES = {leaf.name: leaf for leaf in LEAVES}
WORDS = {name: thing for module in (defined, factorizations, subspaces) for name, thing in vars(module).items()}
CLASSES = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower(): cls
    for module in (networks, architectures, unrolling, training)
    for cls in vars(module).values()
    if isinstance(cls, type)
}
FUNCTIONS = WORDS | CLASSES | {name: getattr(language, name) for name in language.__all__} | {
    "I": language.Id, "sum": language.total, "max": language.maximum, "min": language.minimum, "pi": pi,
    "vstack": families.VStack, "unit": families.Unit, "dot": networks.Dot, "w_in": networks.InWeights,
    "w_out": networks.OutWeights, "layer": networks.LayerMatrix, "degree": networks.Degree,
    "layer_width": networks.LayerWidth, "weights": weights, "hstack": architectures.HStack,
    "unrolled": unrolling.UnrolledNetwork, "single_out_edge": unrolling.SingleOut, "erf": core.Erf,
    "lup_p": functions.Pivoting,
}  # fmt: skip
NAMESPACE = FUNCTIONS | VARIABLES


class _Exact(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.AST:  # noqa: N802
        return node if isinstance(node.value, str) else ast.Call(ast.Name("Integer", ast.Load()), [node], [])


def read(text: str, **others: Any) -> Any:
    """What a user gets who types an expression, in other names too; whole numbers are exact, as in `1/2`."""
    tree = ast.fix_missing_locations(_Exact().visit(ast.parse(text, mode="eval")))
    return eval(compile(tree, "<typed>", "eval"), NAMESPACE | others | {"Integer": Integer})


S, SMax = language.s, language.smax
SQUARES = families.SumOver(l, 1, L, SMax(W.layer(l)) ** 2)
TABLE = table(__file__, "samples.toml")["samples"]
LISTS = families.LayerList(language.Matrix("W_1", 2, 2), language.Matrix("W_2", 1, 2))

# node, text form, LaTeX; below what Python does not read as it is written
SAMPLES: list[tuple[Any, str, str]] = [(read(text), text, tex) for text, tex in TABLE] + [
    (language.entries(x), "x", "x"),
    (language.entries(x) * language.entries(A @ x), "x * (A @ x)", r"x \, ( A \, x )"),
    (language.spectral_radius(A), "rho(A)", r"\rho ( A )"),
    (language.column(S(A)), "s(A)", r"s ( A )"),
    (B @ language.column(S(A) ** 2), "B @ s(A)**2", r"B \, ( {s_{i} ( A )}^{2} )_{i}"),
    (W.product(L, l + 1), "W[L:l + 1]", r"W^{L : l + 1}"),
    (families.Width(W, l), "width(W, l)", r"a_{l}"),
    (SQUARES, "sum(smax(W[l:l])**2 for l in 1..L)", r"\sum_{l = 1}^{L} {s_{1} ( W^{l} )}^{2}"),
    (
        families.MaxOver(l, 1, L, SMax(W.layer(l))),
        "max(smax(W[l:l]) for l in 1..L)",
        r"\max_{1 \le l \le L} s_{1} ( W^{l} )",
    ),
    (
        families.MatSumOver(l, 1, L, W.layer(l).T @ W.layer(l)),
        "sum(W[l:l].T @ W[l:l] for l in 1..L)",
        r"\sum_{l = 1}^{L} ( W^{l} )^{\top} \, W^{l}",
    ),
    (
        families.StackOver(l, 1, L, W.product(l, 1)),
        "vstack(W[l:1] for l in 1..L)",
        r"\left[ \begin{matrix} W^{1} \\ \vdots \\ W^{L : 1} \end{matrix} \right]",
    ),
    (families.MatProdOver(l, 1, L, rho * A), "prod(rho * A for l in 1..L)", r"\prod_{l = L}^{1} \rho \, A"),
    (
        families.ProdOver(l, 1, L, SMax(W.layer(l))),
        "product(smax(W[l:l]) for l in 1..L)",
        r"\prod_{l = 1}^{L} s_{1} ( W^{l} )",
    ),
    (
        families.GradientGram(W, X),
        "gradient_gram(W, X)",
        r"\frac{1}{m} \sum_{i} J_{W} ( X_{\bullet i} ) \, {J_{W} ( X_{\bullet i} )}^{\top}",
    ),
    (relations.chain(0, "<=", rho, "<", SMax(A)), "0 <= rho < smax(A)", r"0 \le \rho < s_{1} ( A )"),
    (
        relations.forall(i, 1, n, S(A, i) > 0),
        "s(A, i) > 0 for i in 1..n",
        r"s_{i} ( A ) > 0 \text{ for } 1 \le i \le n",
    ),
    (relations.exists(SMax(A) > rho), "exists: smax(A) > rho", r"\exists n , A , \rho : s_{1} ( A ) > \rho"),
    (
        architectures.Above(weights(a, b), weights(b, c)),
        "vstack(weights(a, b), weights(b, c))",
        r"\left[ \begin{matrix} W_{a \to b} \\ W_{b \to c} \end{matrix} \right]",
    ),
    (LISTS, "W_1, W_2", "W_{1} , W_{2}"),
    (language.relu(rho), "max(rho, 0)", r"\max \{ \rho , 0 \}"),
    (language.sym(A), "1/2 * (A + A.T)", r"\frac{1}{2} \, ( A + A^{\top} )"),
    (subspaces.geomean(A, B), "geomean(A, B, 1/2)", r"A {\#}_{\frac{1}{2}} B"),
]
for module in (probability_samples, experiment_samples, sequence_samples, added_atoms):
    SAMPLES += module.SAMPLES

# bases that are never built, and leaves, which are tested on their own
ABSTRACT = {
    core.Quantity, matrices.MatrixTerm, matrices.MatrixWord, language.atoms.SpectralAtom, functions.MatrixFunction,
    relations.Clause, probability.Law,
}  # fmt: skip
IDS = [text for _, text, _ in SAMPLES]
