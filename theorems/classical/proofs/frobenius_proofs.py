"""Frobenius norms block by block, and unit columns, from Id = sum of e_i e_i^T."""

from lemmata.theorems.classical import THEOREMS, T, blocks
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.language import Id, Index, SumOver, Unit, eq, forall, kron, normF, tr
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    Combine,
    Congruence,
    Entrywise,
    Multiply,
    Proof,
    Sign,
    SomeTerms,
    Step,
    Summed,
    Vanishing,
)

n = blocks.several
i, k = Index("i", 1, n - 1), Index("k", 1, n)
j = Index("j", i + 1, n)
e_i, e_j, e_k = Unit(n, i), Unit(n, j), Unit(n, k)
with_others = tr(e_i.T @ e_k) ** 2
with_one = e_i.T @ e_j
nothing = 0 * Id(1)
different_units = Proof(
    "1 = |e_i|^2 is the sum of the squares of all e_i^T e_k, of which the i-th is 1",
    (
        units("units", n),
        Step("length", eq(e_i.T @ resolution(n) @ e_i, e_i.T @ e_i), Multiply({"units": (e_i.T, e_i)})),
        Step("square", with_others >= 0, Sign()),
        Step("squares", forall(k, 1, n, with_others >= 0), Entrywise("square", k)),
        Step(
            "two of them",
            tr(e_i.T @ e_i) ** 2 + tr(with_one) ** 2 <= SumOver(k, 1, n, with_others),
            SomeTerms("squares", ((i, i), (j, j))),
        ),
        Step("no room", tr(with_one) ** 2 <= 0, Combine({"two of them": 1, "length": 1})),
        Step("room", tr(with_one) ** 2 >= 0, Sign()),
        Step("zero", eq(tr(with_one) ** 2, 0), Antisymmetric("no room", "room")),
        Step("claim", eq(with_one, nothing), Vanishing("zero")),
    ),
)

turned = Proof("both are the trace of T^T T", (Step("claim", eq(normF(T) ** 2, tr(T @ T.T)), Combine({})),))

p, q, Z = blocks.p, blocks.q, blocks.Z
block = Index("i", 1, p)
part = kron(Unit(p, block).T, Id(q)) @ Z
whole = kron(resolution(p), Id(q))
by_blocks = Proof(
    "Id is the sum of e_i e_i^T, and Z^T Z that of the Gram matrices of the blocks",
    (
        units("units", p),
        Step("every block", eq(whole, Id(p * q)), Congruence("units")),
        Step("norm", eq(normF(Z) ** 2, tr(Z.T @ Z)), Apply("classical.frobenius", {T: Z}, 0)),
        Step("gram", eq(Z.T @ whole @ Z, Z.T @ Z), Multiply({"every block": (Z.T, Z)})),
        Step("trace", eq(tr(Z.T @ whole @ Z), tr(Z.T @ Z)), Congruence("gram")),
        Step("part", eq(normF(part) ** 2, tr(part.T @ part)), Apply("classical.frobenius", {T: part}, 0)),
        Step(
            "parts",
            eq(SumOver(block, 1, p, normF(part) ** 2), SumOver(block, 1, p, tr(part.T @ part))),
            Summed("part", block),
        ),
        Step(
            "claim",
            THEOREMS["classical.frobenius-by-blocks"].claim[0],
            Combine({"norm": 1, "trace": -1, "parts": -1}),
        ),
    ),
)

PROOFS = {
    "classical.different-units": different_units,
    "classical.frobenius-of-transpose": turned,
    "classical.frobenius-by-blocks": by_blocks,
}
