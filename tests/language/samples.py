"""Variables by their text names, and one sample of every node class with its text, LaTeX and meaning fixed by hand."""

import ast
from typing import Any

from sympy import Integer, Rational, pi

from lemmata import language
from lemmata.language import core, families, functions, matrices, networks, probability, relations
from tests import atoms as added_atoms
from tests.language import (
    architecture_samples,
    experiment_samples,
    probability_samples,
    sequence_samples,
    training_samples,
    word_samples,
)

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
u, v = networks.Vertex("u", nu), networks.Vertex("v", nu)

VARIABLES = {leaf.name: leaf for leaf in (n, m, k, d, L, i, j, l, rho, eta, beta_w, M_o, A, B, X, N, x, y_1, nu, u, v)}
FUNCTIONS = {name: getattr(language, name) for name in language.__all__} | {
    "I": language.Id, "sum": language.total, "max": language.maximum, "min": language.minimum, "pi": pi,
    "vstack": families.VStack, "unit": families.Unit, "dot": networks.Dot, "w_in": networks.InWeights,
    "w_out": networks.OutWeights, "layer": networks.LayerMatrix, "degree": networks.Degree,
    "layer_width": networks.LayerWidth,
}  # fmt: skip
NAMESPACE = FUNCTIONS | VARIABLES


class _Exact(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.AST:  # noqa: N802
        return ast.Call(ast.Name("Integer", ast.Load()), [node], [])


def read(text: str) -> Any:
    """What a user gets who types the text form of an expression; whole numbers are exact, as in `1/2`."""
    tree = ast.fix_missing_locations(_Exact().visit(ast.parse(text, mode="eval")))
    return eval(compile(tree, "<typed>", "eval"), NAMESPACE | {"Integer": Integer})


S, SMax, SMin, Lam, LMax, LMin = language.s, language.smax, language.smin, language.lam, language.lmax, language.lmin
TREE, PATHS = networks.TreeNetwork(nu), networks.PathProducts(nu)
SQUARES = families.SumOver(l, 1, L, SMax(W.layer(l)) ** 2)

# node, text form, LaTeX
SAMPLES: list[tuple[Any, str, str]] = [
    (rho + 1, "rho + 1", r"\rho + 1"),
    (-rho, "-rho", r"- \rho"),
    (2 * rho, "2 * rho", r"2 \, \rho"),
    (1 / rho, "1 / rho", r"\frac{1}{\rho}"),
    (rho**2, "rho**2", r"\rho^{2}"),
    (language.sqrt(rho), "sqrt(rho)", r"\sqrt{\rho}"),
    (abs(rho), "abs(rho)", r"\lvert \rho \rvert"),
    (language.maximum(rho, eta), "max(rho, eta)", r"\max \{ \rho , \eta \}"),
    (language.minimum(rho, eta), "min(rho, eta)", r"\min \{ \rho , \eta \}"),
    (language.total(S(A) ** 2), "sum(s(A)**2)", r"\sum_{i} {s_{i} ( A )}^{2}"),
    (language.entry(S(A), 2), "s(A, 2)", r"s_{2} ( A )"),
    (language.gap(S(A), i), "gap(s(A), i)", r"\min_{j \ne i} \lvert s_{j} ( A ) - s_{i} ( A ) \rvert"),
    (language.exp(rho), "exp(rho)", r"\mathrm{exp} ( \rho )"),
    (language.log(rho), "log(rho)", r"\mathrm{log} ( \rho )"),
    (rho**eta, "rho**eta", r"\rho^{\eta}"),
    (rho ** Rational(1, 2), "rho**(1/2)", r"\rho^{\frac{1}{2}}"),
    (2**n, "2**n", "2^{n}"),
    (language.prod(S(A) + 1), "prod(s(A) + 1)", r"\prod_{i} ( s_{i} ( A ) + 1 )"),
    (language.cumsum(S(A)), "cumsum(s(A))", r"\mathrm{cumsum} ( s ( A ) )"),
    (language.entries(x), "x", "x"),
    (language.total(x), "sum(x)", r"\sum_{i} x_{i}"),
    (language.total(y_1), "sum(y_1)", r"\sum_{i} ( y_{1} )_{i}"),
    (language.entries(x) * language.entries(A @ x), "x * (A @ x)", r"x \, ( A \, x )"),
    (language.entry(A @ x, 2), "entry(A @ x, 2)", r"( A \, x )_{2}"),
    (S(A), "s(A)", r"s ( A )"),
    (SMax(A), "smax(A)", r"s_{1} ( A )"),
    (SMin(A), "smin(A)", r"s_{\mathrm{min}} ( A )"),
    (Lam(N), "lam(N)", r"\lambda ( N )"),
    (LMax(N), "lmax(N)", r"\lambda_{\mathrm{max}} ( N )"),
    (LMin(N), "lmin(N)", r"\lambda_{\mathrm{min}} ( N )"),
    (language.cond(A), "cond(A)", r"\kappa ( A )"),
    (language.norm2(A), "norm2(A)", r"\lVert A \rVert"),
    (language.normF(A), "normF(A)", r"\lVert A \rVert_{F}"),
    (language.normN(A), "normN(A)", r"\lVert A \rVert_{*}"),
    (language.schatten(Rational(3, 2), A), "schatten(3/2, A)", r"\lVert A \rVert_{S_{\frac{3}{2}}}"),
    (language.schatten(rho + 1, A), "schatten(rho + 1, A)", r"\lVert A \rVert_{S_{\rho + 1}}"),
    (language.kyfan(k, X), "kyfan(k, X)", r"\lVert X \rVert_{( k )}"),
    (language.maxabs(A), "maxabs(A)", r"\lVert A \rVert_{\mathrm{max}}"),
    (language.spectral_radius(A), "rho(A)", r"\rho ( A )"),
    (language.numradius(A), "numradius(A)", r"w ( A )"),
    (language.diag(A), "diag(A)", r"\mathrm{diag} ( A )"),
    (language.entry(language.diag(M_o), i), "entry(diag(M_o), i)", r"( M_{o} )_{i , i}"),
    (language.tr(A), "tr(A)", r"\mathrm{tr} ( A )"),
    (language.det(A), "det(A)", r"\mathrm{det} ( A )"),
    (language.rank(A), "rank(A)", r"\mathrm{rank} ( A )"),
    (language.trpow(3, A @ B), "trpow(3, A @ B)", r"\mathrm{tr} ( ( A \, B )^{3} )"),
    (language.norm1(A), "norm1(A)", r"\lVert A \rVert_{1}"),
    (language.norminf(A), "norminf(A)", r"\lVert A \rVert_{\infty}"),
    (language.normp(3, x), "normp(3, x)", r"\lVert x \rVert_{3}"),
    (language.sort(x), "sort(x)", r"x^{\downarrow}"),
    (language.tanh(rho), "tanh(rho)", r"\mathrm{tanh} ( \rho )"),
    (language.sigmoid(rho), "sigmoid(rho)", r"\mathrm{sigmoid} ( \rho )"),
    (language.softplus(rho), "softplus(rho)", r"\mathrm{softplus} ( \rho )"),
    (language.sign(rho), "sign(rho)", r"\mathrm{sign} ( \rho )"),
    (language.real_eigenvalues(A), "real_eigenvalues(A)", r"\# \{ \text{real eigenvalues of } A \}"),
    (language.eigenform(N, i, B), "eigenform(N, i, B)", r"u_{i}^{\top} \, B \, u_{i}"),
    (language.singularform(A, i, B), "singularform(A, i, B)", r"u_{i}^{\top} \, B \, v_{i}"),
    (
        language.slope(S(M_o + rho * A), i, rho),
        "slope(s(M_o + rho * A), i, rho)",
        r"\frac{d}{d \rho} \, s_{i} ( M_{o} + \rho \, A )",
    ),
    (language.Id(n), "I(n)", r"\mathrm{Id}_{n}"),
    (language.ones(n, m + 1), "ones(n, m + 1)", r"\mathbf{1}_{n \times ( m + 1 )}"),
    (language.inv(A @ B), "inv(A @ B)", r"( A \, B )^{- 1}"),
    (language.expm(A), "expm(A)", r"\mathrm{exp} ( A )"),
    (language.logm(A), "logm(A)", r"\mathrm{log} ( A )"),
    (language.sqrtm(M_o), "sqrtm(M_o)", r"M_{o}^{1 / 2}"),
    (language.absm(X), "absm(X)", r"\lvert X \rvert"),
    (language.pinv(X), "pinv(X)", r"X^{+}"),
    (language.relu(X), "relu(X)", r"\mathrm{ReLU} ( X )"),
    (language.relu(rho), "max(rho, 0)", r"\max \{ \rho , 0 \}"),
    (language.relu(S(A)), "relu(s(A))", r"\mathrm{ReLU} ( s ( A ) )"),
    (language.had(A, B), "had(A, B)", r"A \odot B"),
    (language.sym(A), "1/2 * (A + A.T)", r"\frac{1}{2} \, ( A + A^{\top} )"),
    (language.diag(x), "diag(x)", r"\mathrm{diag} ( x )"),
    (language.diag(S(A) / 2), "diag(s(A) / 2)", r"\mathrm{diag}_{i} \left( \frac{s_{i} ( A )}{2} \right)"),
    (language.column(S(A)), "s(A)", r"s ( A )"),
    (B @ language.column(S(A) ** 2), "B @ s(A)**2", r"B \, ( {s_{i} ( A )}^{2} )_{i}"),
    (A - B, "A - B", "A - B"),
    (-A, "-A", "- A"),
    (A @ B, "A @ B", r"A \, B"),
    (rho * A, "rho * A", r"\rho \, A"),
    (M_o.T, "M_o.T", r"M_{o}^{\top}"),
    (language.kron(A, B), "kron(A, B)", r"A \otimes B"),
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
    (B @ families.Unit(n, i), "B @ unit(n, i)", r"B \, e_{i}"),
    (families.VStack(A, B), "vstack(A, B)", r"\left[ \begin{matrix} A \\ B \end{matrix} \right]"),
    (
        families.GradientGram(W, X),
        "gradient_gram(W, X)",
        r"\frac{1}{m} \sum_{i} J_{W} ( X_{\bullet i} ) \, {J_{W} ( X_{\bullet i} )}^{\top}",
    ),
    (networks.InWeights(v), "w_in(v)", r"w_{\mathrm{in}} ( v )"),
    (networks.OutWeights(v), "w_out(v)", r"w_{\mathrm{out}} ( v )"),
    (networks.Degree(networks.InWeights(v)), "degree(w_in(v))", r"\mathrm{deg} ( w_{\mathrm{in}} ( v ) )"),
    (networks.LayerMatrix(nu, l + 1), "layer(nu, l + 1)", r"W_{l + 1}"),
    (networks.LayerWidth(nu, l), "layer_width(nu, l)", r"n_{l}"),
    (
        networks.Dot(networks.InWeights(u), networks.InWeights(v)),
        "dot(w_in(u), w_in(v))",
        r"\sum_{a \in \mathrm{in} ( u )} w_{a u} \, w_{a v}",
    ),
    (relations.Relation(rho, "<=", 1), "rho <= 1", r"\rho \le 1"),
    (relations.chain(0, "<=", rho, "<", SMax(A)), "0 <= rho < smax(A)", r"0 \le \rho < s_{1} ( A )"),
    (
        relations.forall(i, 1, n, S(A, i) > 0),
        "s(A, i) > 0 for i in 1..n",
        r"s_{i} ( A ) > 0 \text{ for } 1 \le i \le n",
    ),
    (relations.exists(SMax(A) > rho), "exists: smax(A) > rho", r"\exists n , A , \rho : s_{1} ( A ) > \rho"),
    (networks.StableSigns(nu), "stable_signs(nu)", r"\text{no weight of } \nu \text{ vanishes along the trajectory}"),
    (networks.DifferentiableLoss(), "differentiable_loss()", r"\text{the loss is differentiable}"),
    (
        networks.SameNeighbours(u, v),
        "same_neighbours(u, v)",
        r"u \text{ and } v \text{ have the same in-vertices and the same out-vertices}",
    ),
    (
        networks.SameSlopes(u, v),
        "same_slopes(u, v)",
        r"u \text{ and } v \text{ have the same slope on every data point}",
    ),
    (
        networks.SameLayerSlopes(nu, Integer(1)),
        "same_layer_slopes(nu, 1)",
        r"\text{all units of layer } 1 \text{ of } \nu \text{ have the same slope on every data point}",
    ),
    (
        networks.Conserved(networks.LayerMatrix(nu, 1), nu),
        "conserved(layer(nu, 1), nu)",
        r"W_{1} \text{ is constant along gradient flow of } \nu",
    ),
    (TREE, "tree_network(nu)", r"\mu_{\nu}"),
    (PATHS, "path_products(nu)", r"h_{\nu}"),
    (
        networks.SameFunction(TREE, PATHS, nu),
        "same_function(tree_network(nu), path_products(nu), nu)",
        r"\mu_{\nu} \circ h_{\nu} = \nu",
    ),
    (networks.IsTree(TREE), "is_tree(tree_network(nu))", r"\mu_{\nu} \text{ is a tree}"),
    (
        networks.UnitWeights(TREE),
        "unit_weights(tree_network(nu))",
        r"\text{every weight of } \mu_{\nu} \text{ is }\pm\text{1}",
    ),
    (
        networks.DeterminedBySigns(TREE, nu),
        "determined_by_signs(tree_network(nu), nu)",
        r"\mu_{\nu} \text{ depends on the weights only through their signs}",
    ),
]
LISTS = families.LayerList(language.Matrix("W_1", 2, 2), language.Matrix("W_2", 1, 2))
SAMPLES.append((LISTS, "W_1, W_2", "W_{1} , W_{2}"))
for module in (
    probability_samples, architecture_samples, experiment_samples, training_samples, sequence_samples, word_samples,
    added_atoms,
):  # fmt: skip
    SAMPLES += module.SAMPLES

# bases that are never built, and leaves, which are tested on their own
ABSTRACT = {
    core.Quantity, matrices.MatrixTerm, matrices.MatrixWord, language.atoms.SpectralAtom, functions.MatrixFunction,
    relations.Clause, probability.Law,
}  # fmt: skip
IDS = [text for _, text, _ in SAMPLES]
