"""Contradiction, cases, induction, congruence: what follows is accepted, what does not is refused."""

import re
from dataclasses import replace

import pytest
from sympy import Integer

from lemmata import catalogue
from lemmata.language import (
    Dim,
    Index,
    Layers,
    MatProdOver,
    Matrix,
    MatSumOver,
    ProdOver,
    SumOver,
    Unit,
    Vector,
    eq,
    forall,
    lam,
    lmax,
    lmin,
    maximum,
    s,
    smax,
    smin,
    total,
)
from lemmata.language.proof import (
    Apply,
    Cases,
    Combine,
    Congruence,
    Eigenvector,
    ForEach,
    Induction,
    Instance,
    Refute,
    Sign,
    SomeTerms,
    Step,
    Unrolled,
)
from lemmata.prove.proofs import examine
from tests.prove.proof_attempts import A, B, N, attempt, n, refusal, x, y, z

q = Dim("q")
T = Matrix("T", Dim("r"), q)

m, k = Dim("m", 0, n), Index("k", 1, n)
RAW = Index("i")


# --- contradiction


def test_a_contradiction_proves_the_opposite():
    assert attempt(x <= y, Refute({"contrary": x - y, "given 1": 2 * (x - y), "given 2": 1}), given=SQUARES).ok
    assert attempt(x > 0, Refute({"contrary": y, "given 1": 1}), given=(y >= 0, x * y > 0)).ok
    assert attempt(s(A) <= s(B), Refute({"contrary": 1, "given 0": 1}), given=s(A) <= s(B)).ok


SQUARES = (x >= 0, y >= 0, x**2 <= y**2)


@pytest.mark.parametrize(
    ("claim", "facts", "given", "word"),
    [
        (x <= y, {"given 0": 1}, y < x, "no sign that is seen"),  # facts alone say nothing
        (x <= y, {"contrary": 1}, (), "no sign that is seen"),
        (x <= y, {"contrary": 0}, (), "nothing makes the relation strict"),  # 0 <= 0 is true
        (x < y, {"contrary": 1, "given 0": 1}, x <= y, "nothing makes the relation strict"),  # nothing is strict
        (x <= y, {"contrary": -1, "given 0": -1}, y < x, "not seen to be non-negative"),
        (x <= y, {"contrary": z, "given 0": z}, (x <= y, z <= 1), "not seen to be non-negative"),
        (x <= y, {"contrary": y - x, "given 1": 2 * (x - y), "given 2": 1}, SQUARES, "not seen to be non-negative"),
        (
            x <= y,
            {"contrary": x - y, "given 1": 2 * (x - y), "given 2": 1},
            SQUARES[1:] + SQUARES[:1],
            "no sign that is seen",
        ),
        (x <= 1, {"contrary": 1, "given 0": 1}, x <= 2, "no sign that is seen: -1"),
        (eq(x, y), {"contrary": 1}, (), "shown from both sides"),
        (eq(A, B), {"contrary": 1}, (), "shown from both sides"),
        (s(A) <= s(B), {"contrary": 1, "given 0": 1}, s(Matrix("C", m, m)) <= 1, "no sign that is seen"),
    ],
)
def test_no_contradiction_proves_nothing(claim, facts, given, word):
    assert re.search(word, refusal(claim, Refute(facts), given=given))


def test_the_contrary_is_forgotten():
    steps = (
        Step("first", x <= y, Refute({"contrary": 1, "given 0": 1})),
        Step("second", y < x, Combine({"contrary": 1})),
    )
    assert "no fact" in refusal(y < x, *steps, given=x <= y)


# --- both inequalities


# --- cases


def by_sign(then, otherwise, split=x <= 0):
    """x^2 + x >= 0 or the like, by the sign of x."""
    return Cases(split, (Step("then", then[0], then[1]),), (Step("else", otherwise[0], otherwise[1]),))


def test_cases():
    modulus = x * abs(x) <= x**2
    good = by_sign((modulus, Combine({"case": abs(x)})), (modulus, Refute({"contrary": 1})))
    assert "no sign that is seen" in refusal(modulus, good)
    wide = maximum(x, 0) >= 0
    assert attempt(wide, by_sign((wide, Sign()), (wide, Sign()))).ok
    positive = x**2 - x * abs(x) >= 0
    assert "else" in refusal(positive, by_sign((positive, Combine({"case": -x + abs(x)})), (positive, Combine({}))))


@pytest.mark.parametrize(
    ("claim", "reason", "word"),
    [
        (x <= 1, by_sign((x <= 1, Combine({"case": 1})), (x <= 1, Combine({"case": 1}))), "not seen|else"),
        (x <= 0, by_sign((x <= 0, Combine({"case": 1})), (x > 0, Combine({"case": 1}))), "no step gives"),
        (x <= 0, by_sign((x <= 0, Combine({"case": 1})), (x <= 0, Sign())), "not seen"),
        (x <= 0, by_sign((x <= 0, Combine({"case": 1})), (x <= 0, Sign()), eq(x, 0)), "by an inequality"),
        (x <= 0, by_sign((x <= 0, Combine({"case": 1})), (x <= 0, Sign()), x), "no relation"),
        (s(A) <= 1, Cases(s(A) <= 1, (Step("then", s(A) <= 1, Combine({"case": 1})),), ()), "no equation and"),
    ],
)
def test_a_case_too_few_is_refused(claim, reason, word):
    assert re.search(word, refusal(claim, reason))


def test_what_holds_in_a_case_is_forgotten_after_it():
    inside = Cases(x <= 0, (Step("then", x**2 >= 0, Sign()),), (Step("else", x**2 >= 0, Sign()),))
    for name in ("case", "then", "else"):
        late = Step("late", x <= 0, Combine({name: 1}))
        assert "no fact" in refusal(x <= 0, Step("square", x**2 >= 0, inside), late)


# --- induction

L = Dim("L")
body = Matrix("C", n, n)
every, near = Index("l", 1, L), Index("l", 1, L - 1)
i = Index("i")


def power(last):
    """C ... C, `last` factors."""
    return MatProdOver(i, 1, last, body)


def norm_of_power(base, then):
    """|C^l| <= 1 from |C| <= 1, by induction."""
    return attempt(
        smax(power(L)) <= 1,
        Step("every", smax(power(every)) <= 1, Induction(every, base, then)),
        Step("last", smax(power(L)) <= 1, Instance("every", every, L)),
        given=smax(body) <= 1,
    )


BASE = (
    Step("one", eq(power(Integer(1)), body), Unrolled()),
    Step("same", eq(smax(power(Integer(1))), smax(body)), Congruence("one")),
    Step("base", smax(power(Integer(1))) <= 1, Combine({"same": 1, "given 0": 1})),
)
THEN = (
    Step("more", eq(power(near + 1), body @ power(near)), Unrolled()),
    Step("norm", smax(body @ power(near)) <= smax(body) * smax(power(near)), Apply(
        "classical.norm-of-product", {T: body, Matrix("U", q, Dim("k")): power(near)}
    )),
    Step("same", eq(smax(power(near + 1)), smax(body @ power(near))), Congruence("more")),
    Step("next", smax(power(near + 1)) <= 1, Combine(
        {"same": 1, "norm": 1, "before": smax(body), "given 0": 1}
    )),
)  # fmt: skip


def test_induction_needs_its_base_and_its_step():
    assert "no step gives" in norm_of_power((), THEN).failure
    assert "no step gives" in norm_of_power(BASE, ()).failure
    assert "no step gives" in norm_of_power(BASE, THEN[:-1]).failure
    circular = Induction(every, (Step("base", smax(power(Integer(1))) <= 1, Combine({"before": 1})),), THEN)
    assert "no fact" in refusal(smax(power(L)) <= 1, Step("every", smax(power(every)) <= 1, circular))
    assert (
        "no step gives" in norm_of_power(BASE, (Step("next", smax(power(near)) <= 1, Combine({"before": 1})),)).failure
    )


def test_induction_speaks_of_its_index():
    steps = (Step("step", x >= 0, Combine({"before": 1})),)
    base = (Step("base", x >= 0, Combine({"given 0": 1})),)
    assert "no sign that is seen" in refusal(
        x >= 0, Step("all", x >= 0, Induction(every, base, steps)), given=L * x >= 0
    )
    for index in (Index("l", 1, m), Index("l"), x):
        assert refusal(x >= 0, Step("all", x >= 0, Induction(index, base, steps)), given=m * x >= 0)


# --- every value of an index


def test_one_value_of_an_index_is_not_every():
    fixed = Index("i", 1, n)
    assert "no step gives" in refusal(smax(A) <= x, Instance("given 0", fixed, 1), given=s(A, fixed) <= x)


def test_an_eigenvector_for_each_index_is_not_one_for_all():
    u = Vector("u", n)
    steps = (
        Step("each", eq(N @ u, lam(N, k) * u), Eigenvector(N, k, u)),
        Step("first", eq(N @ u, lmax(N) * u), Instance("each", k, 1)),
    )
    assert "no step gives" in refusal(eq(lmax(N), lmin(N)), *steps)


def test_a_range_that_may_be_empty():
    """For each index in a range that may be empty: the claim follows, and nothing else from it."""
    j = Index("j", 1, m)
    inner = (Step("inside", m >= 1, Combine({"one": 1, "end": 1})),)
    ends = (Step("one", j >= 1, Sign()), Step("end", j <= m, Sign()))
    raw = Index("j")
    claim = forall(raw, 1, m, raw <= m)
    assert attempt(claim, Step("each", j <= m, ForEach(j, ends[1:])), given=m * x >= 0).ok
    assert "no step" in refusal(claim, Step("each", j <= m, ForEach(j, ends[:1])), given=m * x >= 0)
    absurd = Step("absurd", m >= 1, ForEach(j, (*ends, *inner)))
    follows = Step("follows", m >= 1, Combine({"absurd": 1}))
    assert "no step gives" in refusal(m >= 1, absurd, follows, given=m * x >= 0)
    assert "no step gives" in refusal(m >= 1, absurd, given=m * x >= 0)  # m may be zero
    hidden = Step("absurd", m + j >= 1 + j, ForEach(j, (*ends, *inner)))
    assert "no step gives" in refusal(m >= 1, hidden, given=m * x >= 0)
    assert attempt(forall(raw, 1, m, m + raw >= 1 + raw), hidden, given=m * x >= 0).ok


# --- congruence


def test_congruence_does_not_reach_under_an_index():
    """A e_i = B e_i for one i says nothing about their sum over all i."""
    one = Index("i", 1, n)
    over = MatSumOver(one, 1, n, A @ Unit(n, one)), MatSumOver(one, 1, n, B @ Unit(n, one))
    given = eq(A @ Unit(n, one), B @ Unit(n, one))
    assert "does not stand in this one" in refusal(eq(*over), Congruence("given 0"), given=given)


# --- parts of sums


@pytest.mark.parametrize(
    ("claim", "ranges", "given"),
    [
        (2 * smax(A) ** 2 <= total(s(A) ** 2), ((1, 1), (1, 1)), ()),  # the same term twice
        (smin(A) ** 2 + smax(A) ** 2 <= total(s(A) ** 2), ((n, n), (1, 1)), ()),  # out of order
        (SumOver(RAW, 2, m, s(A, RAW) ** 2) <= total(s(A) ** 2), ((2, m),), m * x >= 0),  # m + 1 terms less than none
        (SumOver(RAW, 1, x, s(A, RAW) ** 2) <= total(s(A) ** 2), ((1, x),), ()),
    ],
)
def test_terms_that_are_not_there(claim, ranges, given):
    squares = Step("squares", s(A) ** 2 >= 0, Sign())
    assert not attempt(claim, squares, Step("claim", claim, SomeTerms("squares", ranges)), given=given).ok


def test_terms_of_any_sign_are_no_part():
    given = lam(N) >= -1
    claim = lmax(N) <= total(lam(N))
    assert "not negative" in refusal(claim, SomeTerms("given 0", ((1, 1),)), given=given)
    claim = smax(A) <= total(s(A))
    assert "does not say that a vector" in refusal(claim, SomeTerms("given 0", ((1, 1),)), given=smax(A) >= 0)


# --- Eigenvectors of the factors of a product, and products taken apart: what the steps may not be used for

ROW = catalogue.get("oyedotun.eq-12")
EQ_12 = catalogue.proof_of(ROW.id)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("product_every", " * (V @ unit(n, i))", " * 2 * (V @ unit(n, i))"),
        ("product_every", "(V @ unit(n, i))", "(V @ unit(n, 1))"),
        ("product_factor", ", l) * ", ", l) * 2 * "),
    ],
)
def test_a_wrong_eigenvalue_or_vector_is_refused(name, old, new):
    assert examine(ROW, EQ_12).ok
    place = next(at for at, step in enumerate(EQ_12.steps) if step.name == name)
    step = EQ_12.steps[place]
    assert old in step.states
    changed = replace(step, states=new.join(step.states.rsplit(old, 1)))
    assert not examine(ROW, replace(EQ_12, steps=(*EQ_12.steps[:place], changed, *EQ_12.steps[place + 1 :]))).ok


depth = Dim("L", 1)
FAMILY, at, last = Layers("W", depth, n, n, n), Index("k"), Dim("m", 1, depth)
BOUNDED = forall(at, 1, depth, smax(FAMILY.layer(at)) <= 1)


def test_only_a_product_of_nothing_is_one():
    """No factors from last + 1 to last; one from last to last, perhaps one from last - 1 to 1."""
    body = smax(FAMILY.layer(at))
    given = (BOUNDED, smax(FAMILY.product(last, 1)) <= 1)
    assert attempt(eq(ProdOver(at, last + 1, last, body), 1), Unrolled(), given=given).ok
    assert attempt(eq(ProdOver(at, last + 1, last, body), 0), Unrolled(), given=given).failure
    assert attempt(eq(ProdOver(at, last, last, body), 1), Unrolled(), given=given).failure
    assert attempt(eq(ProdOver(at, 1, last - 1, body), 1), Unrolled(), given=given).failure
