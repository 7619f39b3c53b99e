"""Proofs as text: what is written is read back, and what is no proof is refused with its line."""

import pytest

from lemmata import catalogue
from lemmata.language import Dim, Index, Matrix, SumOver, eq, forall, proof_text, s, smax
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


@pytest.mark.parametrize("name", catalogue.proved())
def test_what_is_written_is_read_back(name):
    given = catalogue.proof_of(name)
    assert read_proof(write_proof(name, given)) == (name, given)


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
    (PROOF + "  two: smax(A) >= 0  by product A @ one\n", "LEFT @ <FACT> @ RIGHT", 4),
    (PROOF + "  two: smax(A) >= 0  by classical.order(T: A)\n", "write NAME = VALUE", 4),
    (PROOF + "  two: smax(A) >= 0  by cases smax(A) <= 1\n", "after `then:`", 4),
    (PROOF + "   two: smax(A) >= 0  by sign\n", "indented neither", 4),
    ("proof a.b: in words\n  let k = n\n", "declares no index", 2),
    ("proof a.b: in words\n  let k = 1..n, k = 1..n\n", "declared twice", 2),
    ("proof a.b: in words\n  define X\n", "write `define NAME = EXPRESSION`", 2),
]


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
