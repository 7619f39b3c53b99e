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
from lemmata.language.proof import (
    Antisymmetric,
    Applied,
    Apply,
    At,
    Cases,
    Combine,
    Congruence,
    Defined,
    Differentiate,
    Eigenvector,
    Entrywise,
    EveryTerm,
    ForEach,
    Identity,
    Induction,
    Instance,
    LargestTerm,
    Multiply,
    OneDirection,
    Proof,
    Reason,
    Refute,
    Sign,
    SingularVectors,
    SomeTerms,
    Squares,
    Step,
    Summed,
    Unrolled,
    Vanishing,
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
    by: Reason
    false: Any  # what the same reason must not give
    others: tuple[Mapping[str, Any], ...] = ()  # changes to other fields with which it gives nothing
    given: tuple[Any, ...] = ()
    before: tuple[Step, ...] = ()
    claim: Any = None  # where the relation itself speaks of vectors that a step chooses


def power(end: Any) -> Any:
    """The product of the first factors."""
    return MatProdOver(l, 1, end, FAMILY.layer(l))


pair, unit = SingularVectors(A, i, u, v), Eigenvector(N, i, u)
symmetric = eq(N @ u, lam(N, i) * u)
gram = A.T @ A + t * (A.T @ B + B.T @ A) + t**2 * (B.T @ B)
product = (A + t * B).T @ (A + t * B)  # the same family, in a form from which no coefficients are read
along = Step("e", eq(gram @ u, lam(gram, i) * u), Eigenvector(gram, i, u))
rate = slope(lam(gram), i, t)
below = Index("i", 1, n - 1)
halves = [Step("half", z >= 0, Combine({f"given {k}": 1, "case": 1})) for k in (0, 1)]
CASES: dict[str, Case] = {
    "Identity": Case(eq((x + y) ** 2, x**2 + 2 * x * y + y**2), Identity(), eq((x + y) ** 2, x**2 + y**2)),
    "Combine": Case(x <= 2 * y - x + z**2, Combine({"given 0": 2}), x <= 2 * y - x - z**2, given=(x <= y,)),
    "Squares": Case(
        2 * x * y + x * z**2 <= x**2 + y**2 + y * z**2,
        Squares(((1, (), x - y), (1, ("given 0",), z))),
        2 * x * y + y * z**2 <= x**2 + y**2 + x * z**2,
        given=(x <= y,),
    ),
    "Multiply": Case(eq(A @ B @ A, A), Multiply({"given 0": (None, A)}), eq(B @ A, Id(n)), given=(eq(A @ B, Id(n)),)),
    "Sign": Case(smax(A) * x**2 >= 0, Sign(), smax(A) * x >= 0),
    "Refute": Case(
        x <= y,
        Refute({"contrary": x - y, "given 1": 2 * (x - y), "given 2": 1}),
        x < y,
        given=(x >= 0, y >= 0, x**2 <= y**2),
    ),
    "Antisymmetric": Case(eq(x, y), Antisymmetric("given 0", "given 1"), eq(x, z), given=(x <= y, y <= x)),
    "Congruence": Case(eq(smax(A), smax(B)), Congruence("given 0"), eq(smax(A), smin(B)), given=(eq(A, B),)),
    "Applied": Case(eq(smax(A), smax(B)), Applied("smax", "given 0"), eq(smax(A), smin(B)), given=(eq(A, B),)),
    "Instance": Case(
        s(A, 1) <= x,
        Instance("one", i, 1),
        s(A, 1) <= x - 1,
        given=(s(A) <= x,),
        before=(Step("one", s(A, i) <= x, At("given 0", i)),),
    ),
    "At": Case(s(A, 1) <= x, At("given 0", 1), s(A, 1) <= x - 1, given=(s(A) <= x,)),
    "Entrywise": Case(
        s(A) <= x,
        Entrywise("one", i),
        s(A) <= x - 1,
        given=(s(A) <= x,),
        before=(Step("one", s(A, i) <= x, At("given 0", i)),),
    ),
    "Summed": Case(total(s(A)) <= n * x, Summed("given 0"), total(s(A)) <= x, given=(s(A) <= x,)),
    "SomeTerms": Case(
        s(A, 1) <= total(s(A)),
        SomeTerms("terms", ((1, 1),)),
        2 * s(A, 1) <= total(s(A)),
        before=(Step("terms", s(A) >= 0, Sign()),),
    ),
    "LargestTerm": Case(
        s(A, i) <= MaxOver(RAW, 1, n, s(A, RAW)),
        LargestTerm(),
        2 * s(A, i) <= MaxOver(RAW, 1, n, s(A, RAW)),
        claim=s(A) >= 0,
    ),
    "EveryTerm": Case(
        MaxOver(i, 1, n, s(A, i)) <= x,
        EveryTerm("one", i),
        MaxOver(i, 1, n, s(A, i)) <= x - 1,
        given=(s(A) <= x,),
        before=(Step("one", s(A, i) <= x, At("given 0", i)),),
    ),
    "Unrolled": Case(
        eq(power(Integer(2)), FAMILY.layer(2) @ power(Integer(1))),
        Unrolled(),
        eq(power(Integer(2)), FAMILY.layer(1) @ power(Integer(1))),
        given=(smax(power(L)) <= 1, L >= 2),
    ),
    "Defined": Case(y > 0, Defined("given 0"), y > 1, given=(y >= 0, x / y <= 1)),
    "Vanishing": Case(
        eq(A @ w, 0 * w),
        Vanishing("given 0"),
        eq(A @ w, w),
        tuple({"given": (eq(w.T @ middle @ w, 0 * Id(1)),)} for middle in (A @ A, A)),  # only with its own square
        given=(eq(w.T @ A.T @ A @ w, 0 * Id(1)),),
    ),
    "Eigenvector": Case(
        symmetric,
        unit,
        eq(N @ u, 2 * lam(N, i) * u),
        (
            {"states": eq(A @ u, lam(N, i) * u), "by": Eigenvector(A, i, u)},
            {"states": eq(N @ u, lam(M, i) * u)},
            {"states": eq(N @ w, lam(N, i) * w), "by": Eigenvector(N, i, w), "claim": eq(N @ w, N @ w)},  # not fresh
            {"states": eq(M @ u, lam(M, i) * u), "by": Eigenvector(M, i, u), "before": (Step("e", symmetric, unit),)},
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
            {"states": eq(A @ u, s(A, i) * u), "by": SingularVectors(A, i, u, u)},
        ),
        claim=eq(s(A), s(A)),
    ),
    "OneDirection": Case(
        eq(w, u @ u.T @ w),
        OneDirection("given 0", pair, w),
        eq(w, u),
        ({"given": (eq(A.T @ A @ w, s(A, i) ** 2 * w), s(A, i) > 0)},),  # a multiple one has many directions
        given=(eq(A.T @ A @ w, s(A, i) ** 2 * w), gap(s(A), i) > 0, s(A, i) > 0),
        before=(Step("p", eq(A @ u, s(A, i) * v), pair),),
        claim=eq(w.T @ w, w.T @ w),
    ),
    "Differentiate": Case(
        eq(ddt(gram, t) @ u + gram @ du, rate * u + lam(gram, i) * du),
        Differentiate("e", t, {u: du}),
        eq(ddt(gram, t) @ u, rate * u + lam(gram, i) * du),
        (
            {"states": eq(ddt(gram, t) @ u + gram @ du, rate * u)},
            {"states": eq(ddt(gram, t) @ u, rate * u), "by": Differentiate("e", t, {})},
            {"before": (Step("e", eq(product @ u, lam(product, i) * u), Eigenvector(product, i, u)),)},
            {
                "states": eq(B @ w, x * w),  # what holds at one point
                "by": Differentiate("given 1", t, {}),
                "given": (gap(lam(gram), i) > 0, eq((A + t * B) @ w, x * t * w)),
            },
        ),
        given=(gap(lam(gram), i) > 0,),
        before=(along,),
        claim=eq(t * lam(gram, i), lam(gram, i) * t),
    ),
    "Cases": Case(z >= 0, Cases(x <= 0, (halves[1],), (halves[0],)), z >= 1, given=(z >= x, z >= -x)),
    "Induction": Case(
        s(A, i) >= 0,
        Induction(i, (Step("base", s(A, 1) >= 0, Sign()),), (Step("next", s(A, below + 1) >= 0, Sign()),)),
        s(A, i) >= 1,
        claim=s(A) >= 0,
    ),
    "ForEach": Case(s(A, i) >= 0, ForEach(i, (Step("one", s(A, i) >= 0, Sign()),)), s(A, i) >= 1, claim=s(A) >= 0),
    "Apply": Case(
        lam(N + M) <= lam(N) + lmax(M),
        Apply("classical.weyl-extremes", {Symmetric("A", n): N, Symmetric("B", n): M}, 1),
        lam(N + M) <= lam(N) + lmin(M),
    ),
}


def shown(statement: Statement, *steps: Step, indices: Mapping[str, tuple[str, str]] | None = None) -> State:
    """The state after these steps; ProofError or KernelError where one is refused, or needs what is not assumed."""
    script = Proof("test", steps, indices or {})
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
    return shown(statement, *case.before, Step("step", states, case.by))


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
    assert tried == {Apply, *rules.RULES, *rules.PLAYED}
    known = {kind for kind in vars(proof).values() if isinstance(kind, type) and issubclass(kind, Reason)}
    assert known - {Reason} == tried | {proof.OnPrinciple}


def test_what_the_kernel_cannot_express_is_no_reason() -> None:
    step, state = Step("step", "x <= x", object.__new__(proof.OnPrinciple)), State(claimed(x <= x, ()))
    with pytest.raises(ProofError, match="is no reason"):
        elaborating.play(state, (step,), Proof("test", ()))


def test_a_fact_that_is_not_there() -> None:
    with pytest.raises(ProofError, match="no fact is called 'nowhere'"):
        played(Case(x <= y, Combine({"nowhere": 1}), x < x), x <= y)


def test_what_a_case_assumes_is_forgotten() -> None:
    """Afterwards nothing says that x <= 0."""
    case = replace(CASES["Cases"], before=(Step("split", z >= 0, CASES["Cases"].by),), by=Sign())
    with pytest.raises(ProofError, match="sign is not seen"):
        played(case, x <= 0)


def test_what_is_refuted_is_forgotten() -> None:
    """The contrary of a step is a fact in it alone."""
    case = CASES["Refute"]
    refuted = Step("refuted", case.states, case.by)
    with pytest.raises(ProofError, match="sign is not seen"):
        played(replace(case, before=(refuted,), by=Sign()), y < x)


j = Index("j", 1, n)


def entry_of(X: Any) -> Any:
    """An entry of a square matrix."""
    return tr(Unit(n, i).T @ X @ Unit(n, j))


@pytest.mark.parametrize("least", [1, -1])
def test_a_domain_may_be_shown_entry_by_entry(least: int) -> None:
    """A row about matrices without negative entries holds of one whose entries were shown to be such."""
    claim, given = tr(A) >= 0, forall(i, 1, n, j, 1, n, entry_of(A) >= least)
    steps = (
        Step("entry", entry_of(A) >= 0, Combine({"given 0": 1})),
        Step("step", claim, Apply("classical.perron-trace", {"X": A, "Y": A}, 0)),
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
    entry_above = Step("step", s(A, i) > 0, Defined("one"))
    before = Step("one", s(A, i) >= 0, At("given 0", i))
    assert "step" in shown(statement, before, entry_above).facts
    with pytest.raises((ProofError, KernelError)):
        shown(claimed(total(weights) >= 0, (weights >= 0,)), before, entry_above)
