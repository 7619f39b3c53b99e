"""Every rule of the proof checker accepts what follows and refuses what does not."""

import re
from math import prod
from random import Random

import pytest
from sympy import Matrix as SymPyMatrix
from sympy import Rational, eye

from lemmata import catalogue
from lemmata import language as lang
from lemmata.kernel import Reader, key_of
from lemmata.language import entry
from lemmata.language.families import VStack
from lemmata.language.proof import (
    Apply,
    At,
    Combine,
    Defined,
    Entrywise,
    Identity,
    LargestTerm,
    Proof,
    Sign,
    Step,
    Summed,
)
from lemmata.language.text import declaration, write
from lemmata.language.trees import substitute
from lemmata.prove.proofs import check
from tests.prove.proof_attempts import A, B, N, P, attempt, n, refusal, rho, statement, x, y, z

ORDER = lang.Dim("n")
classical_a, classical_b = lang.Symmetric("A", ORDER), lang.Symmetric("B", ORDER)
classical_m, classical_c = lang.Matrix("M", ORDER, ORDER), lang.Scalar("c")

PATTERN = lang.ActivationPattern("D", 1, n, 3)


# --- every rule refuses what does not follow


@pytest.mark.parametrize(
    ("claim", "reason", "word"),
    [
        (lang.eq(A @ B, B @ A), Identity(), "normal forms"),
        (lang.eq((A + B) @ (A - B), A @ A - B @ B), Identity(), "normal forms"),
        (lang.eq(A.T, A), Identity(), "normal forms"),
        (lang.eq(lang.s(A @ B), lang.s(B @ A)), Identity(), "normal forms"),
        (lang.eq(lang.smax(A) ** 2, lang.lmax(A.T @ A)), Identity(), "normal forms"),
        (lang.eq(lang.tr(A @ B @ A), lang.tr(A @ A.T @ B)), Identity(), "normal forms"),
        (lang.smax(A) >= 1, Sign(), "not seen"),
        (lang.lmin(N) >= 0, Sign(), "not seen"),
        (lang.smax(A) > 0, Sign(), "not seen"),
        (x**2 > 0, Sign(), "not seen"),
        (rho > 0, Sign(), "not seen"),
        (2 - 3 * rho >= 0, Sign(), "not seen"),
        (lang.eq(x, x), Sign(), "no sign"),
        (lang.smin(A) <= lang.smax(B), Apply("classical.order", {}, 1), "not established"),
        (x <= y, Combine({"nowhere": 1}), "no fact"),
        (lang.smax(A) <= lang.smax(B), LargestTerm(), "largest"),
        (lang.smax(A) > 0, Defined(), "has to be defined"),
        (lang.smax(A) - 1 > 0, Defined(), "has to be defined"),
        (lang.exists(lang.smax(A) > 1), Identity(), "is no line"),
        (lang.eq(lang.s(A), lang.s(lang.Matrix("B", lang.Dim("m"), lang.Dim("k")))), Identity(), "different lengths"),
    ],
)
def test_a_false_claim_is_refused(claim, reason, word):
    assert re.search(word, refusal(claim, reason))


def test_combinations_need_coefficients_of_the_right_sign():
    given = (x <= y, y <= z)
    assert attempt(x <= z, Combine({"given 0": 1, "given 1": 1}), given=given).ok
    assert not attempt(z <= x, Combine({"given 0": -1, "given 1": -1}), given=given).ok
    assert not attempt(x < z, Combine({"given 0": 1, "given 1": 1}), given=given).ok
    assert not attempt(lang.eq(x, y), Combine({"given 0": 1}), given=given).ok
    assert not attempt(x * z <= y * z, Combine({"given 0": z}), given=given).ok
    assert attempt(x * z <= y * z, Combine({"given 0": z}), given=(x <= y, z >= 0)).ok
    assert attempt(x < z, Combine({"given 0": 1, "given 1": 1}), given=(x < y, y <= z)).ok


def test_a_denominator_must_be_seen_not_to_vanish():
    cancelled = Step("product", lang.eq(x * y, x * z), Combine({"given 0": 1}))
    quotient = Step("claim", lang.eq(y, z), Combine({"product": 1 / x}))
    given = lang.eq(x * y, x * z)
    assert "conjunct" in refusal(lang.eq(y, z), cancelled, quotient, given=given)
    assert attempt(lang.eq(y, z), cancelled, quotient, given=(given, x > 0)).ok
    assert not attempt(lang.eq(y, z), cancelled, quotient, given=(given, x >= 0)).ok
    # where the claim itself divides by x, it only speaks of x != 0
    assert attempt(lang.eq(y / x, z / x), Combine({"given 0": 1 / x**2}), given=given).ok


def test_what_holds_where_something_is_defined_stays_conditional():
    room = Step("room", lang.smin(A) >= 0, Sign())
    positive = Step("positive", lang.smin(A) > 0, Defined("room"))
    assert not attempt(lang.smin(A) > 0, room, positive).ok
    assert attempt(
        lang.smin(A) / lang.smin(A) > 0, room, positive, Step("claim", lang.smin(A) / lang.smin(A) > 0, Combine({}))
    ).ok
    root = Step("radicand", x >= 0, Defined())
    assert not attempt(x >= 0, root).ok


def test_vectors_and_numbers_are_kept_apart():
    bound = Step("bound", lang.s(A) <= lang.s(B), Combine({"given 0": 1}))
    given = lang.s(A) <= lang.s(B)
    i = lang.Index("i", 1, n)
    assert attempt(lang.smax(A) <= lang.smax(B), bound, At("bound", 1), given=given).ok
    assert not attempt(lang.smax(A) <= lang.smin(B), bound, At("bound", 1), given=given).ok
    assert not attempt(lang.smax(A) <= lang.smax(B), bound, At("bound", 0), given=given).ok
    assert "not what the step states" in refusal(
        lang.s(A, 2) <= lang.s(B, 1) - lang.s(B, 2), bound, At("bound", 2), given=given
    )
    assert attempt(lang.s(A, i) <= lang.s(B, i), bound, At("bound", i), given=given).ok
    assert attempt(lang.total(lang.s(A)) <= lang.total(lang.s(B)), bound, Summed("bound"), given=given).ok
    assert not attempt(lang.total(lang.s(A) ** 2) <= lang.total(lang.s(B) ** 2), bound, Summed("bound"), given=given).ok
    assert not attempt(lang.smax(A) <= lang.smax(B), Combine({"given 0": 1}), given=given).ok


def test_entries_make_a_vector_only_when_all_are_there():
    i, short = lang.Index("i", 1, n), lang.Index("i", 1, 1)
    given = lang.forall(lang.Index("k"), 1, n, lang.s(A, lang.Index("k")) <= lang.s(B, lang.Index("k")))
    entry = Step("entry", lang.s(A, i) <= lang.s(B, i), Combine({"given 0": 1}))
    whole = lang.s(A) <= lang.s(B)
    named = lang.forall(lang.Index("i"), 1, n, lang.s(A, lang.Index("i")) <= lang.s(B, lang.Index("i")))
    assert attempt(whole, entry, Entrywise("entry", i), given=named).ok
    few = lang.forall(lang.Index("i"), 1, 1, lang.s(A, lang.Index("i")) <= lang.s(B, lang.Index("i")))
    first = Step("entry", lang.s(A, short) <= lang.s(B, short), Combine({"given 0": 1}))
    assert not attempt(whole, first, Entrywise("entry", short), given=few).ok
    assert attempt(whole, Step("entry", lang.s(A, i) <= lang.s(B, i), Sign()), Entrywise("entry", i), given=given).ok
    fixed = Step("one", lang.smax(A) <= lang.smax(B), Sign())
    assert not attempt(whole, fixed, Entrywise("one", i), given=lang.smax(A) <= lang.smax(B)).ok


def test_a_hypothesis_over_a_range_that_may_be_empty_proves_nothing():
    i = lang.Index("i")
    report = attempt(x <= y, Combine({"given 0": 1}), given=lang.forall(i, 1, n - 1, x <= y))
    assert not report.ok and "no relation" in report.failure


# --- instances of other statements


def test_instances_need_their_hypotheses_and_domains():
    shrink = lang.eq(lang.lam(x * N), x * lang.lam(N))
    assert "not established" in refusal(shrink, Apply("classical.scaling", {classical_a: N, classical_c: x}))
    assert attempt(shrink, Apply("classical.scaling", {classical_a: N, classical_c: x}), given=x >= 0).ok
    bend = lang.lam(A) + lang.lmin(B) <= lang.lam(
        A + B
    )  # claimed where the eigenvalues are defined, that is of symmetric matrices
    assert attempt(bend, Apply("classical.weyl-extremes", {classical_a: A, classical_b: B})).ok
    near = lang.smax(A) - lang.smax(B) <= lang.s(A)
    assert not attempt(near, Apply("riedi.lemma-17", {catalogue_rho(): x})).ok
    wrong_shape = lang.eq(lang.s(A) ** 2, lang.lam(A.T @ A))
    assert "shape" in refusal(wrong_shape, Apply("classical.gram", {classical_m: A, classical_m.shape[0]: n + 1}))


def catalogue_rho():
    return next(v for v in catalogue.get("riedi.lemma-17").let if getattr(v, "name", "") == "rho")


def test_a_value_outside_its_interval_is_refused():
    lemma = catalogue.get("riedi.lemma-17")
    M_o = next(v for v in lemma.let if v.name == "M_o")
    for value, fits in ((1, True), (0, True), (2, False), (x, False)):
        shift = substitute(lemma.conjuncts[1], {catalogue_rho(): x if value is x else lang.Scalar("x") * 0 + value})
        report = attempt(shift, Apply("riedi.lemma-17", {M_o: M_o, catalogue_rho(): value}, 1))
        assert report.ok == fits, (value, report.failure)


def test_indices_stay_in_their_ranges():
    weyl = "riedi.prop-5.weyl"
    a, b = (next(v for v in catalogue.get(weyl).let if v.name == name) for name in "AB")
    i, j = lang.Index("i"), lang.Index("j")
    assert attempt(lang.smax(A) <= lang.smax(B) + lang.smax(A - B), Apply(weyl, {a: A, b: B}, 0, {i: 1, j: 1})).ok
    late = lang.s(A, n + 1) <= lang.s(B, n) + lang.s(A - B, 2)
    assert "not established" in refusal(late, Apply(weyl, {a: A, b: B}, 0, {i: n, j: 2}))
    assert "binds" in refusal(lang.smax(A) <= lang.smax(B) + lang.smax(A - B), Apply(weyl, {a: A, b: B}, 0, {i: 1}))


def test_the_variable_of_differentiation_cannot_hide_in_a_coefficient():
    section = catalogue.get("riedi.thm-6")
    t = next(v for v in section.let if v.name == "rho")
    family = {v.name: v for v in section.let if v.name.startswith("N_")}
    i = next(v for v in section.let if v.name == "i")
    where = {family["N_0"]: t * N, family["N_1"]: P, family["N_2"]: P, t: t, i: i}
    whole = t * N + t * P + t**2 * P
    claim = lang.eq(lang.slope(lang.lam(whole), i, t), lang.eigenform(whole, i, P + 2 * t * P))
    assert "not what the step states" in refusal(
        claim, Apply("riedi.thm-6", where), given=lang.gap(lang.lam(whole), i) > 0
    )


def test_unknown_statements_and_circles_are_refused(monkeypatch):
    assert "there is no statement classical.nothing" in refusal(x <= y, Apply("classical.nothing"))
    one, two = statement(x <= y, name="test.one"), statement(x <= y, name="test.two")
    proofs = {
        "test.one": Proof("lean", (Step("claim", x <= y, Apply("test.two")),)),
        "test.two": Proof("lean", (Step("claim", x <= y, Apply("test.one")),)),
    }
    listed(monkeypatch, {"test.one": one, "test.two": two}, proofs)
    assert "circular" in (check(one).failure or "")
    own = {"test.own": Proof("lean", (Step("claim", x <= y, Apply("test.own")),))}
    itself = statement(x <= y, name="test.own")
    listed(monkeypatch, {"test.own": itself}, own)
    assert "circular" in (check(itself).failure or "")


def test_leaning_on_a_statement_with_a_broken_proof_is_refused(monkeypatch):
    three, four = statement(x <= y, name="test.three"), statement(x <= y, name="test.four")
    proofs = {
        "test.three": Proof("lean", (Step("claim", x <= y, Apply("test.four")),)),
        "test.four": Proof("wrong", (Step("claim", x <= y, Sign()),)),
    }
    listed(monkeypatch, {"test.three": three, "test.four": four}, proofs)
    assert "not accepted" in (check(three).failure or "")


def listed(monkeypatch, statements, proofs):
    """The catalogue as if it held these statements, with these proofs."""
    monkeypatch.setattr(catalogue, "find", statements.get)
    monkeypatch.setattr(catalogue, "get", statements.__getitem__)
    monkeypatch.setattr(catalogue, "proof_of", proofs.get)


# --- normal forms against numbers


def random_tree(rng, depth):
    """A random square matrix expression in A, B, a symmetric N and an activation pattern."""
    if depth == 0:
        return rng.choice([A, B, N, A.T, lang.Id(n), PATTERN])
    a, b = random_tree(rng, depth - 1), random_tree(rng, rng.randrange(depth))
    return rng.choice([a @ b, a + b, a - b, x * a, a.T, (a @ b).T])


def value(node, at):
    """The matrix an expression stands for, by SymPy."""
    if node in at:
        return at[node]
    parts = [value(a, at) for a in node.args if hasattr(a, "args") and not isinstance(a, lang.Dim)]
    name = type(node).__name__
    if name == "MatPlus":
        return sum(parts[1:], parts[0])
    if name == "MatTimes":
        return prod(parts[1:], start=parts[0])
    if name == "Id":
        return eye(2)
    return {"Scaled": lambda: parts[0] * parts[1], "MatNeg": lambda: -parts[0], "Transpose": lambda: parts[0].T}[name]()


def test_equal_normal_forms_are_equal_matrices():
    rng, reader = Random(5), Reader()
    for leaf in (n, A, B, N, PATTERN, x):
        reader.declare(*declaration(leaf).split(" = ", 1))
    members = {
        A: [[1, 2], [0, 3]], B: [[0, 1], [-1, 2]], N: [[2, 1], [1, -1]], PATTERN: [[1, 0], [0, 3]],
    }  # fmt: skip
    at = {leaf: SymPyMatrix(rows) for leaf, rows in members.items()} | {x: Rational(2, 3)}
    seen: dict = {}
    for _ in range(3000):
        tree = random_tree(rng, 3)
        seen.setdefault(key_of(reader.expression(write(tree))), []).append(tree)
    groups = [trees for trees in seen.values() if len(set(trees)) > 1]
    assert len(groups) > 50
    for first, *others in groups:
        assert all(value(tree, at) == value(first, at) for tree in others), (first, others)


# --- What the words of the language mean to the proof checker, beyond their names

order = lang.Dim("n")

m, k = lang.Dim("m", 0, n), lang.Index("k", 1, n)


def test_what_words_mean():
    assert attempt(lang.eq(lang.normF(A) ** 2, lang.tr(A.T @ A)), Identity()).ok
    assert not attempt(lang.eq(lang.normF(A), lang.tr(A.T @ A)), Identity()).ok
    assert not attempt(lang.eq(lang.normF(A) ** 2, lang.tr(A @ A)), Identity()).ok
    for extreme, wrong in ((lang.maximum, lang.minimum), (lang.minimum, lang.maximum)):
        both = extreme(x, y)
        assert attempt(lang.eq((both - x) * (both - y), 0), Identity()).ok
        assert not attempt(lang.eq((both - x) * (both - z), 0), Identity()).ok
        assert not attempt(lang.eq((both - x) * (wrong(x, y) - y), 0), Identity()).ok
    assert attempt(y <= lang.maximum(x, y), Sign()).ok
    assert attempt(lang.minimum(x, y) <= y, Sign()).ok
    assert not attempt(lang.maximum(x, y) <= y, Sign()).ok
    assert not attempt(y <= lang.minimum(x, y), Sign()).ok
    e_1, e_2, e_k = lang.Unit(2, 1), lang.Unit(2, 2), lang.Unit(n, k)
    assert attempt(lang.eq(lang.tr(e_1.T @ e_2), 0), Identity()).ok
    assert attempt(lang.eq(lang.tr(e_k.T @ e_k), 1), Identity()).ok
    assert not attempt(lang.eq(lang.tr(lang.Unit(n, 1).T @ e_k), 0), Identity()).ok
    stacked = VStack(A, B)
    assert attempt(lang.eq(stacked.T @ stacked, A.T @ A + B.T @ B), Identity()).ok
    assert not attempt(lang.eq(stacked.T @ stacked, A.T @ A + A.T @ B), Identity()).ok


# --- Proof rules for sums over an index, powers, unit columns, and what the hypotheses grant

L, g, h = lang.Dim("L"), lang.Index("g"), lang.Index("h")
U, V = lang.Layers("U", L, n, n, n), lang.Layers("V", L, n, n, n)


def over(index, body):
    return lang.SumOver(index, 1, L, body)


def test_a_sum_inside_a_sum_must_not_depend_on_its_index():
    """Both indices are written alike inside, so that sum_g sum_h a_g b_h would pass for sum_g sum_h a_h b_h."""
    a, b = lang.s(lang.Matrix("C", L, L)), lang.s(lang.Matrix("E", L, L))
    one, other = over(g, over(h, entry(a, g) * entry(b, h))), over(g, over(h, entry(a, h) * entry(b, h)))
    assert "different normal forms" in refusal(lang.eq(one, other), Identity())
    assert attempt(lang.eq(over(g, over(h, entry(b, h))), over(h, over(g, entry(b, g)))), Identity()).ok


def test_a_hypothesis_grants_that_it_is_defined():
    """1/y occurs in the hypothesis, so y is not zero wherever the statement says anything."""
    assert attempt(x / y >= 0, Combine({"given 0": 1}), given=x / y > 0).ok
    claim = lang.eq(y / y, 1)
    assert attempt(claim, Identity(), given=x / y > 0).ok


def test_without_that_hypothesis_it_is_not_granted():
    """The step needs 1/y, which the claim does not speak of."""
    detour = (Step("ones", lang.eq(y / y, 1), Identity()), Step("claim", x <= x + 1, Combine({"ones": 1})))
    assert refusal(x <= x + 1, *detour, given=x > 0)
    assert attempt(x <= x + 1, *detour, given=x / y > 0).ok
