"""Proofs as text: what is written is read back, and what is no proof is refused with its line."""

import pytest

from lemmata import catalogue
from lemmata.language import Dim, Index, Matrix, SumOver, eq, forall, proof, proof_text, s, smax
from lemmata.language.proof import (
    At,
    Cases,
    Combine,
    ForEach,
    Induction,
    Instance,
    Multiply,
    Proof,
    Sign,
    SomeTerms,
    Squares,
    Step,
    spelled_out,
)
from lemmata.language.proof_text import ProofSyntax, read_proof, write_proof

n = Dim("n")
A = Matrix("A", n, n)
k = Index("k", 1, n)


@pytest.mark.parametrize("source", sorted({name.partition(".")[0] for name in catalogue.proved()}))
def test_what_is_written_is_read_back(source):
    for name in (name for name in catalogue.proved() if name.partition(".")[0] == source):
        given = catalogue.proof_of(name)
        assert read_proof(write_proof(name, given)) == (name, given), name


def test_every_form_is_read_back():
    inner = (Step("in", s(A, k) >= 0, Sign()),)
    steps = (
        Step("sum, squared", smax(A) <= 1, Squares(((2, ("given 0", "sum"), smax(A) - 1), (1, (), 1)), {"eq": -1})),
        Step("cases", smax(A) <= 1, Cases(smax(A) <= 2, inner, inner)),
        Step("every", s(A, k) >= 0, Induction(k, inner, (Step("in", s(A, Index("k", 1, n - 1)) >= 0, Sign()),))),
        Step("each", s(A, k) >= 0, ForEach(k, inner)),
        Step("one", smax(A) >= 0, Instance("every", k, 1)),
        Step("entry", smax(A) >= 0, At("given 1", n - 1)),
        Step("some", SumOver(Index("j"), 1, n, s(A, Index("j"))) >= 0, SomeTerms("given 1", ((1, 2), (n - 1, n)))),
        Step("factors", eq(A, A), Multiply({"a": (A + A, None), "b": (None, A @ A), "c": (-1, None), "d": (2, A)})),
        Step("combined", smax(A) <= 1, Combine({"a": 1, "b": -1, "c": smax(A) + 1, "d": smax(A) * 2})),
    )
    given = Proof("every form", steps, defined={"X": "A @ A"})
    assert read_proof(write_proof("a.b", given)) == ("a.b", given)
    assert given.indices == {"k": ("1", "n")} and given.steps[0].name == "sum_squared"
    assert given.steps[0].by.terms[0] == ("2", ("given_0", "sum"), "smax(A) - 1")


def test_two_indices_of_one_name_are_told_apart():
    other = Index("k", 1, n - 1)
    given = Proof("", (Step("a", s(A, k) >= 0, Sign()), Step("b", s(A, other) >= 0, Sign())))
    assert [step.states for step in given.steps] == ["s(A, k) >= 0", "s(A, k_2) >= 0"]
    assert given.indices == {"k": ("1", "n"), "k_2": ("1", "n - 1")}
    bound = forall(Index("k"), 1, n, s(A, Index("k")) >= 0)
    assert Proof("", (Step("c", bound, Sign()),)).indices == {}


def test_the_index_of_an_induction_is_its_own_where_both_are_spoken_of():
    near = Index("k", 1, n - 1)
    step = Step("step", s(A, near) >= s(A, k), Sign())
    (only,) = Proof("", (Step("all", s(A, k) >= 0, Induction(k, (), (step,))),)).steps
    assert only.by.near == "k_0" and only.by.then[0].states == "s(A, k_0) >= s(A, k)"


def test_definitions_are_put_in_where_a_formula_is_spelled_out():
    assert spelled_out("X @ Y == X", {"X": "A + B", "Y": "X.T"}) == "(A + B) @ ((A + B).T) == (A + B)"


PROOF = "proof a.b: in words\n  let k = 1..n\n  one: smax(A) >= 0  by sign\n"
WRONG = [
    ("", "there is no proof here", 1),
    ("prove a.b\n", "a proof begins with", 1),
    ("proof a.b: nothing\n", "has no steps", 1),
    (PROOF + "  two: smax(A) >= 0\n", "with one `by`", 4),
    (PROOF + "  smax(A) >= 0 by sign\n", "a step is", 4),
    (PROOF + "  two: smax(A) >= 0  by magic\n", "'magic' is no reason", 4),
    (PROOF + "  two: smax(A) >= 0  by congruence(a, b)\n", "does not take 2 values", 4),
    (PROOF + "  two: smax(A) >= 0  by linear one, one\n", "one is used twice", 4),
    (PROOF + "  two: smax(A) >= 0  by linear one + one\n", "is no fact", 4),
    (PROOF + "  two: smax(A) >= 0  by linear unrolled(one)\n", "does not take 1 values", 4),
    (PROOF + "  two: smax(A) >= 0  by linear congruence(one)\n", "no reason that says what it shows", 4),
    (PROOF + "  u, v = eigenvector(A, 1)\n", "write `u = eigenvector(A, k)`", 4),
    (PROOF + "  u = eigenvector(A)\n", "write `u = eigenvector(A, k)`", 4),
    (PROOF + "  two: smax(A) >= 0  by product A @ one\n", "LEFT @ <FACT> @ RIGHT", 4),
    (PROOF + "  two: smax(A) >= 0  by classical.order(T: A)\n", "write NAME = VALUE", 4),
    (PROOF + "  two: smax(A) >= 0  by cases smax(A) <= 1\n", "after `then:`", 4),
    (PROOF + "   two: smax(A) >= 0  by sign\n", "indented neither", 4),
    ("proof a.b: in words\n  let k = n\n", "declares no index", 2),
    ("proof a.b: in words\n  let k = 1..n, k = 1..n\n", "declared twice", 2),
    ("proof a.b: in words\n  define X\n", "write `define NAME = EXPRESSION`", 2),
]


FORMS = """proof a.b: in words
  let k = 1..n
  define X = A @ A.T, x = smax(X)
  open = classical.entries(T = A, i = k)
  low = every[1]
  next = open(k = 2)
  both = both(below, above)
  logs = log(both)
  c: x <= 1  by linear -classical.order(T = X)[1], x * every[0][k], open(k = n), sum(every-term(low, k)), 2 * tr(same)
  m: X == A  by product <classical.order[2]> @ (A + A), -same
  z: x >= 0  by cases x <= 1
    then:
      qed by sign
    otherwise:
      qed by linear classical.order(T = X)[0][1]
  qed[1] by linear c
"""


def test_facts_stand_where_they_are_used_and_formulas_need_not():
    name, given = read_proof(FORMS)
    assert read_proof(write_proof(name, given)) == (name, given)
    inline = [step for step in proof.every_step(given.steps) if step.name.startswith(proof.INLINE)]
    assert [step.name for step in inline] == [
        "=classical.order(T = X)[1]", "=every[0]", "=every[0][k]", "=open(k = n)", "=every-term(low, k)",
        "=sum(every-term(low, k))", "=tr(same)", "=classical.order[2]",
        "=classical.order(T = X)", "=classical.order(T = X)[0][1]",
    ]  # fmt: skip
    assert given.steps[0].states is None and given.steps[-1].states == "qed[1]"
    assert "by linear classical.order(T = X)[0][1]" in write_proof(name, given)


def test_vectors_are_chosen_with_what_is_known_of_them():
    text = "proof a.b\n  u = eigenvector(A.T @ A, 1)\n  v, w = singular-vectors(A, k)\n  qed by linear u_form, v_unit\n"
    _, given = read_proof(text)
    assert {s.name: s.states for s in given.steps[:-1]} == {
        "u": "(A.T @ A) @ u == lam(A.T @ A, 1) * u",
        "u_unit": "u.T @ u == I(1)",
        "u_form": "u.T @ (A.T @ A) @ u == lam(A.T @ A, 1) * I(1)",
        "v": "(A) @ v == s(A, k) * w",
        "w": "(A).T @ w == s(A, k) * v",
        "v_unit": "v.T @ v == I(1)",
        "w_unit": "w.T @ w == I(1)",
    }
    assert read_proof(write_proof("a.b", given)) == ("a.b", given)


def test_a_long_step_is_broken_before_its_reason():
    fact = "a" * 40
    text = f"proof a.b\n  long: {' + '.join(['x'] * 20)} <= 1\n      by linear {fact}, b\n"
    assert write_proof("a.b", read_proof(text)[1]).splitlines()[1:] == text.splitlines()[1:]


LEMMAS = """# A file.

lemma long(P, short): a projector
  define Q = P @ P
  pair: P @ u == lam(P, 1) * u  by eigenvector(P, 1, u)
  norm: normF(Q @ u) <= 1  by linear short, pair

lemma longer(P, f)
  use long(P = P + P, short = f[1]) as two
  more = two_norm(k = 1)

proof a.b: in words
  let k = 1..n
  use longer(P = A @ A.T, f = given_0) as of_A
  use long(P = A.T, short = of_A_more)
  qed by linear of_A_two_norm, norm
"""


def test_a_lemma_is_read_in_place_of_its_use(tmp_path):
    file = tmp_path / "a.proof"
    file.write_text(LEMMAS)
    ((name, _, line),) = proof_text.places(tmp_path)
    assert name == "a.b"
    _, given = proof_text.read_at(file, line)
    assert [step.name for step in given.steps] == [
        "of_A_two_short", "of_A_two_pair", "of_A_two_norm", "of_A_more", "pair", "norm", "qed",
    ]  # fmt: skip
    P = "((A @ A.T) + (A @ A.T))"
    assert given.steps[1].states == f"{P} @ of_A_two_u == lam({P}, 1) * of_A_two_u"
    assert given.steps[2].states == f"normF(({P} @ {P}) @ of_A_two_u) <= 1"
    assert dict(given.steps[2].by.facts) == {"of_A_two_short": "1", "of_A_two_pair": "1"}
    assert dict(given.steps[5].by.facts) == {"of_A_more": "1", "pair": "1"}
    assert given.steps[2].place == f"{file}:6, used at {file}:9, used at {file}:14"
    source = proof_text.source_at(file, line)
    assert source.index("lemma long(") < source.index("lemma longer(") < source.index("proof a.b") and "#" not in source


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("use longer(P", "use longest(P", "no lemma longest stands above"),
        ("use long(P = P + P", "use longer(P = P + P", "no lemma longer stands above"),
        ("P = A.T, short", "Q = A.T, short", "no parameter Q"),
        ("lemma longer(P, f)", "lemma long(P, f)", "a second lemma long: line 3"),
        ("  more = ", "  P = ", "calls a step and a parameter P"),
        ("  more = two_norm(k = 1)", "  qed by sign", "has no claim"),
        ("f = given_0)", "f = given_0 + 1)", "is no fact"),
        ("  more = two_norm(k = 1)", "  more = identity", "does not say what it shows"),
    ],
)
def test_a_wrong_lemma_is_refused_with_its_line(old, new, says, tmp_path):
    file = tmp_path / "a.proof"
    file.write_text(LEMMAS.replace(old, new))
    ((_, _, line),) = proof_text.places(tmp_path)
    with pytest.raises(ProofSyntax, match=r"a\.proof:\d+: ") as caught:
        proof_text.read_at(file, line)
    assert says in str(caught.value)


@pytest.mark.parametrize(("text", "says", "line"), WRONG)
def test_what_is_no_proof_is_refused_with_its_line(text, says, line, tmp_path):
    with pytest.raises(ProofSyntax, match=f":{line}: ") as caught:
        read_proof(text, tmp_path / "a.proof")
    assert says in str(caught.value) and "a.proof" in str(caught.value)


def test_a_proof_is_found_by_the_line_of_its_id(tmp_path):
    file = tmp_path / "inside" / "a.proof"
    file.parent.mkdir()
    file.write_text("# two of them\n\n" + PROOF + "\n" + PROOF.replace("a.b", "a.c~d"))
    assert list(proof_text.places(tmp_path)) == [("a.b", file, 3), ("a.c~d", file, 7)]
    assert proof_text.read_at(file, 7) == read_proof(PROOF.replace("a.b", "a.c~d"))
