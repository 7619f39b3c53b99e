"""Claims at fixed size: the claim about entries agrees with the claim, and sizes that are not shown are not claimed."""

import random
from fractions import Fraction

import pytest
from flint import fmpq

from lemmata.evaluate.decide import decide, judge
from lemmata.language import conjecture_files, proof
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.principles.entrywise import Unsayable, at_order, cases
from lemmata.principles.templates import PrincipleError
from lemmata.prove.attempts import at_size, attempt
from lemmata.prove.judge import judge as judge_proof

SECONDS = 30.0


def built(claim: str, given=(), **let: str):
    """A claim in words."""
    return conjecture_files.build("claim", let, list(given), [claim] if isinstance(claim, str) else claim)


PLAIN = [  # claims whose entries determine every number in them
    built("tr(A @ B) <= normF(A) * normF(B) / 3", A="real(2, 3)", B="real(3, 2)"),
    built("det(A + B.T) - 2 <= maxabs(had(A, B)) * tr(A)", A="real(3, 3)", B="real(3, 3)"),
    built("normF(kron(A, B)) <= normF(A) + tr(I(2) @ A) * sum(diag(B))", A="real(2, 2)", B="real(2, 2)"),
    built("tr(inv(A) @ B) <= 2 * tr(B)", A="real(2, 2)", B="real(2, 2)"),
    built("x.T @ A @ x <= tr(A) * sum(x**2)", A="symmetric(3)", x="real(3, 1)"),
    built("normF(relu(A)) <= normF(A) - 1/3", A="real(2, 2)"),
    built("tr(A @ A) <= 1 - 3 * normF(A)**2 / 2", A="skew(3)"),
    built("tr(diag(x) @ A) <= x[1] * A[1, 2]", A="real(2, 2)", x="real(2, 1)"),
]


def _matrix(domain: str, r: int, c: int, draw: random.Random) -> list[list[Fraction]]:
    a = [[Fraction(draw.randint(-4, 4), draw.choice((1, 2, 3))) for _ in range(c)] for _ in range(r)]
    if domain == "symmetric":
        return [[a[min(i, j)][max(i, j)] for j in range(c)] for i in range(r)]
    if domain == "skew":
        return [[a[i][j] if i < j else -a[j][i] if j < i else Fraction(0) for j in range(c)] for i in range(r)]
    return a


def _number(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


@pytest.mark.parametrize("statement", PLAIN, ids=lambda s: s.text["claim"][0])
def test_it_is_the_same_claim(statement) -> None:
    draw, seen = random.Random(3), set()
    entries = at_order(statement, {})
    for _ in range(40):
        tables = {v.name: _matrix(v.domain.name, *map(int, v.shape), draw) for v in statement.let}
        whole = Instance({}, {k: [[_number(x) for x in row] for row in t] for k, t in tables.items()})
        names = {f"{k}_{i + 1}{j + 1}": x for k, t in tables.items() for i, r in enumerate(t) for j, x in enumerate(r)}
        single = Instance({}, {v.name: _number(names[v.name]) for v in entries.let})
        first = judge(instantiate(statement, {}), whole).outcome
        second = judge(instantiate(entries, {}), single).outcome
        assert (first in ("holds", "tight")) == (second in ("holds", "tight")), (first, second, tables)
        assert (first == "violation") == (second == "violation")
        seen.add(first)
    assert "violation" in seen


@pytest.mark.parametrize(
    ("claim", "let", "values"),
    [
        ("smax(A) + smin(A) <= 100", "real(2, 2)", [[3, 0], [4, 5]]),
        ("lam(A)[1] + lam(A)[3] <= 100", "symmetric(3)", [[2, 1, 0], [1, 2, 1], [0, 1, 2]]),
        ("normN(A) <= 100", "real(2, 3)", [[1, 2, 3], [0, 1, 0]]),
    ],
)
def test_spectra_meet_what_is_assumed_of_them(claim, let, values) -> None:
    import numpy as np

    statement = built(claim, A=let)
    entries = at_order(statement, {})
    a = np.array(values, dtype=float)
    spectrum = np.linalg.eigvalsh(a)[::-1] if "lam" in claim else np.linalg.svd(a)[1]
    scale = 10**12
    found = {f"A_{i + 1}{j + 1}": Fraction(x) for i, row in enumerate(values) for j, x in enumerate(row)}
    letter = "l" if "lam" in claim else "s"
    found |= {f"{letter}_{i + 1}": Fraction(round(x * scale), scale) for i, x in enumerate(spectrum)}
    instance = Instance({}, {v.name: _number(found[v.name]) for v in entries.let})
    for clause in entries.hypotheses:
        decision = decide(clause, instance)
        gap = abs(decision.slack) if decision.slack == decision.slack else 0.0
        assert decision.established or gap < 1e-8, decision


def test_small_sizes_only() -> None:
    with pytest.raises(Unsayable):
        at_order(built("det(A) <= 1", A="real(4, 4)"), {})
    with pytest.raises(Unsayable):
        at_order(built("rho(A) <= 1", A="real(2, 2)"), {})


def test_a_conjunct_does_not_borrow_where_another_has_a_value() -> None:
    claims = ["lmax(A) <= lmax(A) + 1", "A[1, 2] <= A[2, 1]"]  # the second holds where the first has a value
    with pytest.raises(Unsayable):
        at_order(built(claims, A="real(2, 2)"), {})


@pytest.mark.parametrize(
    "statement",
    [
        built("4*det(A) <= tr(A)**2", A="psd(2)"),
        built("det(A) + det(B) <= det(A + B)", A="psd(2)", B="psd(2)"),
        built("normF(A)**2 <= 2*smax(A)**2", A="real(2, 2)"),
        built("tr(Q) <= 2", Q="orthogonal(2)"),
        built("27*det(A) <= tr(A)**3", A="psd(3)"),
    ],
    ids=lambda s: s.text["claim"][0],
)
def test_true_claims_of_one_size_are_proved(statement) -> None:
    pytest.importorskip("clarabel")
    import time

    assert at_size(statement, {}, time.process_time() + SECONDS) is not None


@pytest.mark.sampled(3, 1)
@pytest.mark.parametrize(
    "statement",
    [
        built("4.01*det(A) <= tr(A)**2", A="psd(2)"),
        built("4*det(A) < tr(A)**2", A="psd(2)"),
        built("det(A) + 1.01*det(B) <= det(A + B)", A="psd(2)", B="psd(2)"),
        built("normF(A)**2 <= 2*smax(A)**2", A="real(3, 3)"),
        built("tr(Q) <= 1.9", Q="orthogonal(2)"),
        built("det(A) <= tr(A)", A="psd(2)"),
        built("normF(A @ B - B @ A)**2 <= 1.9*normF(A)**2*normF(B)**2", A="real(2, 2)", B="real(2, 2)"),
    ],
    ids=lambda s: s.text["claim"][0],
)
def test_false_ones_are_not(statement) -> None:
    pytest.importorskip("clarabel")
    import time

    assert at_size(statement, {}, time.process_time() + 4.0) is None


@pytest.mark.long
def test_what_holds_at_two_is_not_claimed_of_all() -> None:
    pytest.importorskip("clarabel")
    false_at_three = built("normF(A)**2 <= 2*smax(A)**2", n="integer(2, 9)", A="real(n, n)")
    found = attempt(false_at_three, 20.0)
    assert found.report is None
    assert found.orders in ((), ("n = 2",))


def test_every_size_is_asked_for() -> None:
    pytest.importorskip("clarabel")
    import time

    statement = built("normF(A)**2 <= 2*smax(A)**2", n="integer(2, 3)", A="real(n, n)")
    case = at_size(statement, {"n": 2}, time.process_time() + SECONDS)
    assert case is not None
    for given in ((({"n": 2}, *case),), (({"n": 2}, *case), ({"n": 3}, *case)), ()):
        step = proof.Step("entries", statement.conjuncts[0], proof.EntryByEntry(given))
        judgement = judge_proof(statement, proof.Proof("", (step,)))
        assert judgement.reason is not None
    with pytest.raises(PrincipleError):
        cases(statement, proof.Step("entries", statement.conjuncts[0], proof.EntryByEntry((({"n": 2}, *case),))))
