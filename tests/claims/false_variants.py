"""Statements of the catalogue with one thing wrong each: what a checker that works must refute.

The id names the true statement and, after the tilde, the mistake.
"""

from collections.abc import Callable
from typing import Any

from lemmata.language import (
    Dim,
    GradientGram,
    Id,
    Index,
    Kind,
    Matrix,
    MatSumOver,
    MaxOver,
    Rows,
    Scalar,
    StackOver,
    Statement,
    Symmetric,
    cond,
    ddt,
    eigenform,
    eq,
    forall,
    gap,
    kron,
    lam,
    lmax,
    lmin,
    maximum,
    minimum,
    norm2,
    normF,
    s,
    singularform,
    slope,
    smax,
    smin,
    total,
    tr,
)
from lemmata.language.networks import (
    Conserved,
    DifferentiableLoss,
    Dot,
    InWeights,
    IsTree,
    LayerMatrix,
    Network,
    OutWeights,
    SameNeighbours,
    StableSigns,
    UnitWeights,
    Vertex,
)
from lemmata.textbook import TEXTBOOK
from theorems import le2022
from theorems.le2022 import section3_decomposition as decomposition
from theorems.macdonald2022 import MACDONALD_2022
from theorems.macdonald2022 import section4_convergence as convergence
from theorems.oyedotun2021 import OYEDOTUN_2021
from theorems.oyedotun2021 import section5_stability as stability
from theorems.riedi2022 import (
    RIEDI_2022,
    M,
    M_o,
    n,
    rho,
    section4_skip,
    section5_activation,
    section22_perturbation,
    section23_derivatives,
    sym,
)
from theorems.zhao2024 import ZHAO_2024, L, Sigma, W, k, layer
from theorems.zhao2024 import appendix_a_spectra as spectra
from theorems.zhao2024 import section2_descent as descent
from theorems.zhao2024 import section4_gauss_newton as gauss_newton
from theorems.zhao2024 import section4_residual as residual
from theorems.zhao2024 import section5_leaky_relu as activation

FALSE: list[Statement] = []  # kinds A, D and I: refuted by a certified instance
FALSE_FLOWS: list[Statement] = []  # kind T: refuted by an exact rate
FALSE_GRAPHS: list[Statement] = []  # kind G
PAPERS = {
    "riedi": RIEDI_2022, "zhao": ZHAO_2024, "le": le2022.LE_2022, "classical": TEXTBOOK,
    "macdonald": MACDONALD_2022, "oyedotun": OYEDOTUN_2021,
}  # fmt: skip


def wrong(identifier: str, claim: Any, kind: Kind = Kind.ALGEBRAIC, **rest: Any) -> Statement:
    """A false variant; the mistake is read off its id."""
    paper = PAPERS[identifier.split(".")[0]]
    mistake = identifier.split("~")[1].replace("-", " ")
    made = Statement(id=identifier, title=mistake, source=paper.at("false variant"), kind=kind, claim=claim, **rest)
    {Kind.TRAJECTORY: FALSE_FLOWS, Kind.GRAPH: FALSE_GRAPHS}.get(kind, FALSE).append(made)
    return made


A, B, i, j = (getattr(section22_perturbation, name) for name in ("A", "B", "i", "j"))
A_sym, B_sym = Symmetric("A", n), Symmetric("B", n)
tau_min, tau_max = section4_skip.tau_min, section4_skip.tau_max

# section 2.2 of riedi2022
wrong("riedi.prop-1~operator-norm", total((lam(A_sym) - lam(B_sym)) ** 2) <= norm2(A_sym - B_sym) ** 2)
wrong("riedi.cor-2~constant-tightened", total((s(A) - s(B)) ** 2) <= normF(A - B) ** 2 / 2)
wrong("riedi.prop-4.norms~reversed", normF(A) <= norm2(A))
wrong("riedi.prop-4.triangle~smallest", smin(A + B) <= smin(A) + smin(B))
wrong("riedi.prop-4.triangle~strict", smax(A + B) < smax(A) + smax(B))
wrong("riedi.prop-5.weyl~index-shifted", forall(i, 2, n, j, 1, n + 1 - i, s(A, i + j - 2) <= s(B, i) + s(A - B, j)))
wrong("riedi.prop-5.weyl~minus", forall(i, 1, n, j, 1, n + 1 - i, s(A, i + j - 1) <= s(B, i) - s(A - B, j)))
m = Dim("m", 1, n - 1)
K = Rows("K", n - m, n)
wrong("riedi.prop-5.cauchy~index-shifted", forall(i, 1, n - m, s(K @ A, i) >= s(A, i + m - 1)))
wrong("riedi.eq-21~smallest", abs(s(A) - s(B)) <= smin(A - B))

# sections 4 and 5 of riedi2022
wrong("riedi.eq-48~minimum", eq(norm2(sym), minimum(abs(tau_min), abs(tau_max))))
wrong("riedi.eq-48~modulus-lost", eq(norm2(sym), maximum(tau_min, tau_max)))
wrong("riedi.thm-16~reversed", s(M) ** 2 - s(M_o) ** 2 >= rho * tau_max + rho**2)
wrong("riedi.lemma-21~constant-tightened", smax(M) ** 2 <= smax(M_o) ** 2 + rho * tau_max / 2 + rho**2)
wrong("riedi.lemma-21~square-lost", smin(M_o) + rho * tau_min + rho**2 <= smin(M) ** 2)
wrong(
    "riedi.lemma-20~sign",
    eq(M @ section4_skip.w, (section4_skip.rho_o - rho) * section4_skip.w),
    given=section4_skip.kernel_vector,
    construct="kernel-vector",
)
wrong("riedi.lemma-20.consequence~hypothesis-dropped", smin(M) > 0)
wrong("riedi.thm-22.eq-53~hypothesis-dropped", cond(M_o + Id(n)) <= (1 + smax(M_o)) / (1 - smax(M_o)))
wrong("riedi.thm-22.eq-54~constant-tightened", cond(M_o + Id(n)) <= 1 + smax(M_o), given=tau_min >= -1)
wrong("riedi.prop-23~relu", eq(s(M), s(M @ section5_activation.relu)))
wrong("riedi.lemma-24~reversed", s(M) <= s(M @ section5_activation.relu))
wrong("riedi.lemma-24.leaky~reversed", smin(M) <= smin(M @ section5_activation.leaky))
wrong(
    "riedi.prop-25.eq-58~squares-lost",
    eq(total(s(M)) - total(s(M @ section5_activation.relu)), normF(section5_activation.removed)),
)
wrong("riedi.prop-26~transpose-lost", eq(s(M @ section5_activation.diagonal), s(section5_activation.diagonal @ M)))

# derivatives
N, A_t, t = section23_derivatives.N, section23_derivatives.A, section23_derivatives.t
index = Index("i", 1, n)
simple = (gap(s(A_t), index) > 0, s(A_t, index) > 0)
DERIVATIVE = Kind.DERIVATIVE
wrong(
    "riedi.thm-6~doubled",
    eq(slope(lam(N), index, t), 2 * eigenform(N, index, ddt(N, t))),
    DERIVATIVE,
    given=gap(lam(N), index) > 0,
)
wrong(
    "riedi.cor-7~transpose-lost",
    eq(slope(s(A_t), index, t), singularform(A_t, index, ddt(A_t, t))),
    DERIVATIVE,
    given=simple,
)
wrong(
    "riedi.lemma-14.eq-46~shift-lost",
    eq(slope(lam(M.T @ M), index, rho), eigenform(M.T @ M, index, sym)),
    DERIVATIVE,
    given=gap(lam(M.T @ M), index) > 0,
)
wrong(
    "riedi.lemma-14.eq-47~factor-lost",
    eq(slope(s(M), index, rho), slope(lam(M.T @ M), index, rho) / s(M, index)),
    DERIVATIVE,
    given=(gap(s(M), index) > 0, s(M, index) > 0),
)

# zhao2024
above, below, U = gauss_newton.above, gauss_newton.below, gauss_newton.U
X, covariance = gauss_newton.X, gauss_newton.covariance
by_columns = StackOver(layer, 1, L, kron(below, above.T))
wrong(
    "zhao.eq-4~columns-first",
    eq(GradientGram(W, X), by_columns @ kron(covariance, Id(k)) @ by_columns.T),
    Kind.IDENTITY,
)
wrong("zhao.eq-4~mean-lost", eq(GradientGram(W, X), U @ kron(Id(k), X @ X.T) @ U.T), Kind.IDENTITY)
wrong(
    "zhao.eq-5~factors-swapped",
    eq(U.T @ U, MatSumOver(layer, 1, L, kron(below.T @ below, above @ above.T))),
    Kind.IDENTITY,
)
wrong(
    "zhao.lemma-1~factor-lost",
    cond(gauss_newton.gauss_newton_2) <= cond(Sigma),
    given=gauss_newton.lemma_1_repaired.given,
)
wrong(
    "zhao.lemma-2.second~minimum",
    gauss_newton.convex_combination <= -MaxOver(layer, 1, L, -gauss_newton.kappas),
    given=gauss_newton.full_rank,
)
layer_matrix = Symmetric("W", n)
wrong(
    "zhao.skip-shift~indefinite", eq(s(layer_matrix + gauss_newton.beta * Id(n)), s(layer_matrix) + gauss_newton.beta)
)

wrong(
    "zhao.gd-factor~least",
    normF(descent.after(descent.eta, descent.A))
    <= minimum(abs(1 - descent.eta * lmax(descent.A)), abs(1 - descent.eta * lmin(descent.A))) * normF(descent.w),
)
wrong(
    "zhao.eq-2~step-doubled",
    descent.eq_2_quadratic.claim[0],
    given=(*descent.eq_2_quadratic.given[:2], descent.eta <= 2 / descent.L),
)
wrong("zhao.skip-ratio~one-singular-value", residual.ratio_after + 1 <= residual.ratio_before + residual.beta)
wrong("zhao.eq-8~step-lost", cond(residual.M @ residual.shifted_psd) <= cond(residual.M))
wrong("zhao.kron-sum~mean", lmax(activation.kron_sum.claim[0].lhs.args[0]) <= activation.kron_sum.claim[0].rhs)
wrong(
    "zhao.lemma-4~slopes-lost",
    cond(activation.gauss_newton(activation.derivative)) <= cond(activation.X) ** 2 * cond(activation.W) ** 2,
)
wrong("zhao.eq-26~half-the-trace", 2 * lmax(activation.S.T @ activation.S) <= tr(activation.whole))
wrong(
    "zhao.lemma-5.weyl~dual-shifted",
    forall(i, 2, n, j, n + 2 - i, n, lam(A_sym + B_sym, i + j - n - 1) <= lam(A_sym, i) + lam(B_sym, j)),
)
wrong("zhao.psd-product~reversed", lmax(spectra.similar) >= lmax(spectra.R @ spectra.R) * lmax(spectra.H))
wrong("zhao.eq-13~crossed", eq(lmax(kron(spectra.G, spectra.K)), lmax(spectra.G) * lmin(spectra.K)))

# textbook facts
a, b, p, c = Symmetric("A", n), Symmetric("B", n), Matrix("P", n, n), Scalar("c")
matrix = Matrix("M", n, n)
wrong("classical.weyl~index-shifted", forall(i, 2, n, j, 1, n + 1 - i, lam(a + b, i + j - 2) <= lam(a, i) + lam(b, j)))
wrong("classical.scaling~hypothesis-dropped", eq(lam(c * a), c * lam(a)))
wrong("classical.kronecker~hypothesis-dropped", eq(lmax(kron(a, b)), lmax(a) * lmax(b)))
wrong("classical.kronecker-identity~square-lost", eq(cond(kron(p, p)), cond(p)))
wrong("classical.trace-inequality~reversed", tr(matrix.T @ p) >= total(s(matrix) * s(p)))

# shifts of any size
wide, far = section4_skip.wide, M_o + section4_skip.wide * Id(n)
growth = section4_skip.thm_16_every_shift.conjuncts[1]
wrong("riedi.thm-16~every-shift-negative-too", growth)
wrong("riedi.lemma-17~every-shift-no-modulus", s(far) <= wide + smax(M_o))
wrong("riedi.lemma-21~every-shift-no-square", smax(far) ** 2 <= smax(M_o) ** 2 + wide * tau_max, given=wide >= 0)

# oyedotun2021 and macdonald2022
W_o, F, moved = stability.W, stability.F, stability.moved
wrong(
    "oyedotun.prop-3~first-order-sign",
    eq(stability.solution - W_o, stability.t * (W_o @ F @ stability.pseudo_inverse(moved))),
    Kind.DERIVATIVE,
)
*_, rate_allowed = convergence.thm_4_8_convergence.hypotheses
wrong(
    "macdonald.thm-4.8~convergence-any-rate",
    convergence.thm_4_8_convergence.claim[0],
    given=tuple(h for h in convergence.thm_4_8_convergence.hypotheses if h != rate_allowed),
)

# le2022: gradient flow
LINEAR, ALL = ("linear",), ("linear", "relu", "leaky")


def flow(identifier: str, build: Callable[..., Any], vertices: int, activations: tuple[str, ...], graph: str) -> None:
    """A conservation claim with the hypotheses of the true one."""
    nu = Network("nu", graph, activations)
    named = [Vertex(name, nu) for name in ("u", "v")[2 - vertices :]]
    given = (StableSigns(nu), DifferentiableLoss(), *([SameNeighbours(*named)] if vertices == 2 else []))
    wrong(identifier, Conserved(build(nu, *named), nu), Kind.TRAJECTORY, given=given)


def layers(build: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """What is built of the matrices of a layer after and of the one before."""
    number = Index("l")
    return lambda nu: build(LayerMatrix(nu, number + 1), LayerMatrix(nu, number))


flow(
    "le.lemma-3.eq-4~plus",
    lambda nu, v: Dot(InWeights(v), InWeights(v)) + Dot(OutWeights(v), OutWeights(v)),
    1, ALL, "dag",
)  # fmt: skip
flow("le.lemma-3.eq-4~out-lost", lambda nu, v: Dot(InWeights(v), InWeights(v)), 1, ("relu",), "dag")
flow(
    "le.lemma-3.eq-5~plus",
    lambda nu, u, v: Dot(InWeights(u), InWeights(v)) + Dot(OutWeights(u), OutWeights(v)),
    2, LINEAR, "dag",
)  # fmt: skip
flow("le.thm-1.fully-connected~plus", layers(lambda a, b: a.T @ a + b @ b.T), 0, LINEAR, "layered")
flow("le.thm-1.fully-connected~doubled", layers(lambda a, b: a.T @ a - b @ b.T - b @ b.T), 0, LINEAR, "layered")

# le2022: the decomposition, said of the network itself instead of its tree
nu, mu, h = decomposition.nu, decomposition.mu, decomposition.h
wrong("le.lemma-2~network-is-tree", IsTree(nu), Kind.GRAPH)
wrong("le.lemma-2~network-has-unit-weights", UnitWeights(nu), Kind.GRAPH)
