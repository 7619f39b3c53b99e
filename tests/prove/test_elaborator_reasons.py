"""For each reason of a proof script, a true step that becomes a kernel theorem, and a false one that is refused."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import pytest
from sympy import Integer

from lemmata import catalogue
from lemmata.kernel import KernelError
from lemmata.language import (
    Dim,
    Id,
    Index,
    Layers,
    MatProdOver,
    Matrix,
    MaxOver,
    Scalar,
    Symmetric,
    Unit,
    Vector,
    ddt,
    eq,
    forall,
    gap,
    lam,
    lmax,
    lmin,
    proof,
    s,
    slope,
    smax,
    smin,
    total,
    tr,
)
from lemmata.language.statement import Statement
from lemmata.prove import elaborating, rules
from lemmata.prove.state import ProofError, State
from tests.made import statement as claimed

n, m, L = Dim("n"), Dim("m"), Dim("L")
x, y, z, t = (Scalar(name) for name in "xyzt")
A, B = Matrix("A", n, n), Matrix("B", n, n)
N, M = Symmetric("N", n), Symmetric("M", n)
u, v, w, du = (Vector(name, n) for name in ("u", "v", "w", "du"))
i, l = Index("i", 1, n), Index("l", 1, L)  # noqa: E741  (a layer)
RAW = Index("j")
FAMILY = Layers("U", L, n, n, n)


@dataclass
class Case:
    """A relation with the reason that gives it, what is given, and the same with something false."""

    states: Any
    by: proof.Reason
    false: Any  # what the same reason must not give
    others: tuple[Mapping[str, Any], ...] = ()  # changes to other fields with which it gives nothing
    given: tuple[Any, ...] = ()
    before: tuple[proof.Step, ...] = ()
    claim: Any = None  # where the relation itself speaks of vectors that a step chooses


def power(end: Any) -> Any:
    """The product of the first factors."""
    return MatProdOver(l, 1, end, FAMILY.layer(l))


pair, unit = proof.SingularVectors(A, i, u, v), proof.Eigenvector(N, i, u)
symmetric = eq(N @ u, lam(N, i) * u)
gram = A.T @ A + t * (A.T @ B + B.T @ A) + t**2 * (B.T @ B)
product = (A + t * B).T @ (A + t * B)  # the same family, in a form from which no coefficients are read
along = proof.Step("e", eq(gram @ u, lam(gram, i) * u), proof.Eigenvector(gram, i, u))
unread = proof.Step("e", eq(product @ u, lam(product, i) * u), proof.Eigenvector(product, i, u))
moving, still = ddt(gram, t) @ u + gram @ du, ddt(gram, t) @ u
rate = slope(lam(gram), i, t)
simple, at_one_point = gap(lam(gram), i) > 0, eq((A + t * B) @ w, x * t * w)
half, other_half = (proof.Step("half", z >= 0, proof.Combine({f"given {k}": 1, "case": 1})) for k in (0, 1))
bounded, one = (s(A) <= x,), (proof.Step("one", s(A, i) <= x, proof.At("given 0", i)),)
at_first, at_next, at_each = (
    (proof.Step(name, states >= 0, proof.Sign()),)
    for name, states in (("base", s(A, 1)), ("next", s(A, Index("i", 1, n - 1) + 1)), ("one", s(A, i)))
)
largest, every = MaxOver(RAW, 1, n, s(A, RAW)), MaxOver(i, 1, n, s(A, i))
first, second = power(Integer(1)), power(Integer(2))
shear, turned = x**2 + y**2 + y * z**2, x**2 + y**2 + x * z**2
contrary = proof.Refute({"contrary": x - y, "given 1": 2 * (x - y), "given 2": 1})
singular = eq(A.T @ A @ w, s(A, i) ** 2 * w)
square = [eq(w.T @ middle @ w, 0 * Id(1)) for middle in (A.T @ A, A @ A, A)]
weyl = proof.Apply("classical.weyl-extremes", {Symmetric("A", n): N, Symmetric("B", n): M}, 1)
equal, inverse = (eq(A, B),), (eq(A @ B, Id(n)),)
CASES: dict[str, Case] = {
    "Identity": Case(eq((x + y) ** 2, x**2 + 2 * x * y + y**2), proof.Identity(), eq((x + y) ** 2, x**2 + y**2)),
    "Combine": Case(x <= 2 * y - x + z**2, proof.Combine({"given 0": 2}), x <= 2 * y - x - z**2, given=(x <= y,)),
    "Squares": Case(
        2 * x * y + x * z**2 <= shear,
        proof.Squares(((1, (), x - y), (1, ("given 0",), z))),
        2 * x * y + y * z**2 <= turned,
        given=(x <= y,),
    ),
    "Multiply": Case(eq(A @ B @ A, A), proof.Multiply({"given 0": (None, A)}), eq(B @ A, Id(n)), given=inverse),
    "Sign": Case(smax(A) * x**2 >= 0, proof.Sign(), smax(A) * x >= 0),
    "Refute": Case(x <= y, contrary, x < y, given=(x >= 0, y >= 0, x**2 <= y**2)),
    "Antisymmetric": Case(eq(x, y), proof.Antisymmetric("given 0", "given 1"), eq(x, z), given=(x <= y, y <= x)),
    "Congruence": Case(eq(smax(A), smax(B)), proof.Congruence("given 0"), eq(smax(A), smin(B)), given=equal),
    "Applied": Case(eq(smax(A), smax(B)), proof.Applied("smax", "given 0"), eq(smax(A), smin(B)), given=equal),
    "Instance": Case(s(A, 1) <= x, proof.Instance("one", i, 1), s(A, 1) <= x - 1, given=bounded, before=one),
    "At": Case(s(A, 1) <= x, proof.At("given 0", 1), s(A, 1) <= x - 1, given=bounded),
    "Entrywise": Case(s(A) <= x, proof.Entrywise("one", i), s(A) <= x - 1, given=bounded, before=one),
    "Summed": Case(total(s(A)) <= n * x, proof.Summed("given 0"), total(s(A)) <= x, given=bounded),
    "SomeTerms": Case(
        s(A, 1) <= total(s(A)),
        proof.SomeTerms("terms", ((1, 1),)),
        2 * s(A, 1) <= total(s(A)),
        before=(proof.Step("terms", s(A) >= 0, proof.Sign()),),
    ),
    "LargestTerm": Case(s(A, i) <= largest, proof.LargestTerm(), 2 * s(A, i) <= largest, claim=s(A) >= 0),
    "EveryTerm": Case(every <= x, proof.EveryTerm("one", i), every <= x - 1, given=bounded, before=one),
    "Unrolled": Case(
        eq(second, FAMILY.layer(2) @ first),
        proof.Unrolled(),
        eq(second, FAMILY.layer(1) @ first),
        given=(smax(power(L)) <= 1, L >= 2),
    ),
    "Defined": Case(y > 0, proof.Defined("given 0"), y > 1, given=(y >= 0, x / y <= 1)),
    "Vanishing": Case(
        eq(A @ w, 0 * w),
        proof.Vanishing("given 0"),
        eq(A @ w, w),
        tuple({"given": (other,)} for other in square[1:]),  # only with its own square
        given=(square[0],),
    ),
    "Eigenvector": Case(
        symmetric,
        unit,
        eq(N @ u, 2 * lam(N, i) * u),
        (
            {"states": eq(A @ u, lam(N, i) * u), "by": proof.Eigenvector(A, i, u)},
            {"states": eq(N @ u, lam(M, i) * u)},
            {"states": eq(N @ w, lam(N, i) * w), "by": proof.Eigenvector(N, i, w), "claim": eq(N @ w, N @ w)},
            {
                "states": eq(M @ u, lam(M, i) * u),
                "by": proof.Eigenvector(M, i, u),
                "before": (proof.Step("e", symmetric, unit),),
            },  # the last two are not fresh
        ),
        claim=eq(lam(N) + lam(M), lam(M) + lam(N)),
    ),
    "SingularVectors": Case(
        eq(A @ u, s(A, i) * v),
        pair,
        eq(A @ u, s(A, i) * u),
        (
            {"states": eq(A @ v, s(A, i) * u)},
            {"states": eq(u.T @ v, Id(1))},
            {"states": eq(A @ u, s(A, i) * u), "by": proof.SingularVectors(A, i, u, u)},
        ),
        claim=eq(s(A), s(A)),
    ),
    "OneDirection": Case(
        eq(w, u @ u.T @ w),
        proof.OneDirection("given 0", pair, w),
        eq(w, u),
        ({"given": (singular, s(A, i) > 0)},),  # a multiple one has many directions
        given=(singular, gap(s(A), i) > 0, s(A, i) > 0),
        before=(proof.Step("p", eq(A @ u, s(A, i) * v), pair),),
        claim=eq(w.T @ w, w.T @ w),
    ),
    "Differentiate": Case(
        eq(moving, rate * u + lam(gram, i) * du),
        proof.Differentiate("e", t, {u: du}),
        eq(still, rate * u + lam(gram, i) * du),
        (
            {"states": eq(moving, rate * u)},
            {"states": eq(still, rate * u), "by": proof.Differentiate("e", t, {})},
            {"before": (unread,)},
            {"states": eq(B @ w, x * w), "by": proof.Differentiate("given 1", t, {}), "given": (simple, at_one_point)},
        ),
        given=(simple,),
        before=(along,),
        claim=eq(t * lam(gram, i), lam(gram, i) * t),
    ),
    "Cases": Case(z >= 0, proof.Cases(x <= 0, (other_half,), (half,)), z >= 1, given=(z >= x, z >= -x)),
    "Induction": Case(s(A, i) >= 0, proof.Induction(i, at_first, at_next), s(A, i) >= 1, claim=s(A) >= 0),
    "ForEach": Case(s(A, i) >= 0, proof.ForEach(i, at_each), s(A, i) >= 1, claim=s(A) >= 0),
    "Apply": Case(lam(N + M) <= lam(N) + lmax(M), weyl, lam(N + M) <= lam(N) + lmin(M)),
}


def shown(statement: Statement, *steps: proof.Step, indices: Mapping[str, tuple[str, str]] | None = None) -> State:
    """The state after these steps; ProofError or KernelError where one is refused, or needs what is not assumed."""
    script = proof.Proof("test", steps, indices or {})
    state = State(statement, ranges=dict(script.indices))
    elaborating.play(state, script.steps, script)
    for step in script.steps:
        needs = state.facts[step.name].hypotheses - set(state.assumed)
        if needs:
            raise ProofError(f"{step.name} is shown where {needs} holds")
    return state


def played(case: Case, states: Any) -> State:
    """The state after the step of a case."""
    statement = claimed(case.claim if case.claim is not None else states, case.given)
    return shown(statement, *case.before, proof.Step("step", states, case.by))


@pytest.mark.parametrize("name", CASES)
def test_a_true_step_is_a_theorem(name: str) -> None:
    case = CASES[name]
    assert "step" in played(case, case.states).facts


@pytest.mark.parametrize("name", CASES)
def test_the_same_reason_gives_nothing_false(name: str) -> None:
    case = CASES[name]
    for step in case.before:  # what the step rests on is not what is refused
        assert step.name.replace(" ", "_") in played(case, case.states).facts
    for change in ({"states": case.false}, *case.others):
        changed = replace(case, **change)
        with pytest.raises((ProofError, KernelError)):
            played(changed, changed.states)


def test_widths_are_bounded_only_where_the_layers_are_wide() -> None:
    lemma = catalogue.get("zhao.lemma-2.first")
    given = catalogue.proof_of(lemma.id)
    assert given is not None
    above, indices = next(step for step in given.steps if step.name == "above"), given.indices
    shown(lemma, above, indices=indices)
    assert "width(" in above.states and above.states.endswith(")")
    with pytest.raises((ProofError, KernelError)):  # the end is one layer further
        shown(lemma, replace(above, states=f"{above.states[:-1]} - 1)"), indices=indices)
    wide = lemma.given[0]
    for op, enough in ((">=", True), (">", True), ("==", True), ("<=", False), ("<", False)):
        other = replace(lemma, given=(type(wide)(wide.lhs, op, wide.rhs), *lemma.given[1:]))
        with nullcontext() if enough else pytest.raises((ProofError, KernelError)):
            shown(other, above, indices=indices)


def test_every_reason_is_tried() -> None:
    tried = {case.by.__class__ for case in CASES.values()}
    assert tried == {proof.Apply, *rules.RULES, *rules.PLAYED}
    known = {kind for kind in vars(proof).values() if isinstance(kind, type) and issubclass(kind, proof.Reason)}
    assert known - {proof.Reason} == tried | {proof.OnPrinciple}


def test_what_the_kernel_cannot_express_is_no_reason() -> None:
    step, state = proof.Step("step", "x <= x", object.__new__(proof.OnPrinciple)), State(claimed(x <= x, ()))
    with pytest.raises(ProofError, match="is no reason"):
        elaborating.play(state, (step,), proof.Proof("test", ()))


def test_a_fact_that_is_not_there() -> None:
    with pytest.raises(ProofError, match="no fact is called 'nowhere'"):
        played(Case(x <= y, proof.Combine({"nowhere": 1}), x < x), x <= y)


def test_what_a_case_assumes_is_forgotten() -> None:
    """Afterwards nothing says that x <= 0."""
    case = replace(CASES["Cases"], before=(proof.Step("split", z >= 0, CASES["Cases"].by),), by=proof.Sign())
    with pytest.raises(ProofError, match="sign is not seen"):
        played(case, x <= 0)


def test_what_is_refuted_is_forgotten() -> None:
    """The contrary of a step is a fact in it alone."""
    case = CASES["Refute"]
    refuted = proof.Step("refuted", case.states, case.by)
    with pytest.raises(ProofError, match="sign is not seen"):
        played(replace(case, before=(refuted,), by=proof.Sign()), y < x)


j = Index("j", 1, n)


def entry_of(X: Any) -> Any:
    """An entry of a square matrix."""
    return tr(Unit(n, i).T @ X @ Unit(n, j))


@pytest.mark.parametrize("least", [1, -1])
def test_a_domain_may_be_shown_entry_by_entry(least: int) -> None:
    """A row about matrices without negative entries holds of one whose entries were shown to be such."""
    claim, given = tr(A) >= 0, forall(i, 1, n, j, 1, n, entry_of(A) >= least)
    steps = (
        proof.Step("entry", entry_of(A) >= 0, proof.Combine({"given 0": 1})),
        proof.Step("step", claim, proof.Apply("classical.perron-trace", {"X": A, "Y": A}, 0)),
    )
    if least > 0:
        assert "step" in shown(claimed(claim, (given,)), *steps).facts
    else:
        with pytest.raises((ProofError, KernelError)):
            shown(claimed(claim, (given,)), *steps)
        with pytest.raises((ProofError, KernelError)):
            shown(claimed(claim, (given,)), steps[1])


def test_every_entry_of_a_vector_of_divisors_differs_from_zero() -> None:
    weights = s(A)
    statement = claimed(total(1 / weights) >= 0, (weights >= 0,))
    entry_above = proof.Step("step", s(A, i) > 0, proof.Defined("one"))
    before = proof.Step("one", s(A, i) >= 0, proof.At("given 0", i))
    assert "step" in shown(statement, before, entry_above).facts
    with pytest.raises((ProofError, KernelError)):
        shown(claimed(total(weights) >= 0, (weights >= 0,)), before, entry_above)
