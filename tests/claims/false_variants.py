"""False statements, which a checker that works must refute: rows of the papers that were changed in one place
(`tests/mutants`), and a few written by hand, whose id names the true statement and, after the tilde, the mistake."""

from typing import Any

from lemmata import language as lang
from lemmata.language import Kind, Statement, eq, forall, gap, lam, networks, s, smin, total
from lemmata.textbook import TEXTBOOK
from tests.mutants.changed_rows import HERE, load
from theorems.le2022 import LE_2022
from theorems.le2022 import section3_decomposition as decomposition
from theorems.riedi2022 import RIEDI_2022, M, M_o, n, rho, section4_skip, section5_activation, section22_perturbation
from theorems.riedi2022 import section23_derivatives as derivatives
from theorems.zhao2024 import ZHAO_2024, L, Sigma, W, k, layer
from theorems.zhao2024 import section4_gauss_newton as gauss_newton

CHANGED = [
    change.statement()
    for day in ("27", "28")
    for change in load(HERE / f"2026-11-{day}-sixty-changes.toml")
    if change.number in (*range(1, 9), 10, 11, 49, 50, 51, 52, 54, 55, 56)  # relations between matrices, flows
]
FALSE = [statement for statement in CHANGED if statement.kind is not Kind.TRAJECTORY]  # by a certified instance
FALSE_FLOWS = [statement for statement in CHANGED if statement.kind is Kind.TRAJECTORY]  # by an exact rate
FALSE_GRAPHS: list[Statement] = []
PAPERS = {"riedi": RIEDI_2022, "zhao": ZHAO_2024, "le": LE_2022, "classical": TEXTBOOK}


def wrong(identifier: str, claim: Any, kind: Kind = Kind.ALGEBRAIC, **rest: Any) -> None:
    """A false variant; the mistake is read off its id."""
    paper = PAPERS[identifier.split(".")[0]]
    mistake = identifier.split("~")[1].replace("-", " ")
    made = Statement(id=identifier, title=mistake, source=paper.at("false variant"), kind=kind, claim=claim, **rest)
    (FALSE_GRAPHS if kind is Kind.GRAPH else FALSE).append(made)


A, B, i, j = (getattr(section22_perturbation, name) for name in ("A", "B", "i", "j"))
relu, diagonal = section5_activation.relu, section5_activation.diagonal
kept_and_removed = eq(total(s(M)) - total(s(M @ relu)), lang.normF(section5_activation.removed))
wrong("riedi.prop-4.triangle~smallest", smin(A + B) <= smin(A) + smin(B))
wrong("riedi.prop-4.triangle~strict", lang.smax(A + B) < lang.smax(A) + lang.smax(B))
wrong("riedi.prop-5.weyl~index-shifted", forall(i, 2, n, j, 1, n + 1 - i, s(A, i + j - 2) <= s(B, i) + s(A - B, j)))
wrong("riedi.lemma-20.consequence~hypothesis-dropped", smin(M) > 0)
wrong("riedi.lemma-21~square-lost", smin(M_o) + rho * section4_skip.tau_min + rho**2 <= smin(M) ** 2)
wrong("riedi.prop-25.eq-58~squares-lost", kept_and_removed)
wrong("riedi.prop-26~transpose-lost", eq(s(M @ diagonal), s(diagonal @ M)))
N, A_t, t, index = derivatives.N, derivatives.A, derivatives.t, lang.Index("i", 1, n)
doubled = eq(lang.slope(lam(N), index, t), 2 * lang.eigenform(N, index, lang.ddt(N, t)))
turned = eq(lang.slope(s(A_t), index, t), lang.singularform(A_t, index, lang.ddt(A_t, t)))
wrong("riedi.thm-6~doubled", doubled, Kind.DERIVATIVE, given=gap(lam(N), index) > 0)
wrong("riedi.cor-7~transpose-lost", turned, Kind.DERIVATIVE, given=(gap(s(A_t), index) > 0, s(A_t, index) > 0))
above, below, U, X = gauss_newton.above, gauss_newton.below, gauss_newton.U, gauss_newton.X
mean_lost = eq(lang.GradientGram(W, X), U @ lang.kron(lang.Id(k), X @ X.T) @ U.T)
swapped = eq(U.T @ U, lang.MatSumOver(layer, 1, L, lang.kron(below.T @ below, above @ above.T)))
factor_lost = lang.cond(gauss_newton.gauss_newton_2) <= lang.cond(Sigma)
wrong("zhao.eq-4~mean-lost", mean_lost, Kind.IDENTITY)
wrong("zhao.eq-5~factors-swapped", swapped, Kind.IDENTITY)
wrong("zhao.lemma-1~factor-lost", factor_lost, given=gauss_newton.lemma_1_repaired.given)
a, c = lang.Symmetric("A", n), lang.Scalar("c")
wrong("classical.scaling~hypothesis-dropped", eq(lam(c * a), c * lam(a)))
wrong("le.lemma-2~network-is-tree", networks.IsTree(decomposition.nu), Kind.GRAPH)
wrong("le.lemma-2~network-has-unit-weights", networks.UnitWeights(decomposition.nu), Kind.GRAPH)
