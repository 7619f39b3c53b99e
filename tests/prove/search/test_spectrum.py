"""Functions of one symmetric matrix, from functions of numbers."""

import pytest

from lemmata import catalogue
from lemmata.kernel import KernelError
from lemmata.language import conjecture_files
from lemmata.prove.judge import judge
from lemmata.prove.search.search_state import NotFound, OutOfTime
from lemmata.prove.search.spectrum import Spectrum
from lemmata.prove.search.writing import Unwritable
from tests.prove.search.tactics import run, searching

LET = {
    "n": "integer(1, 4)", "A": "symmetric(n)", "B": "real(n, n)", "M": "real(n, n)", "P": "pd(n)", "S": "psd(n)",
    "g": "positive",
}  # fmt: skip
CLAIMS = [  # a claim, what is given, and what is false in the place of some words
    ("A @ A - A + I(n) / 4 >= 0", [], ("/ 4", "/ 5")),
    ("A @ A @ A - A >= 0", ["lmin(A) >= 1"], ("- A >=", "- 2 * A >=")),
    ("norm2(inv(P + g * I(n)) @ P) < 1", [], ("< 1", "< 1 / 2")),
    ("norm2(2 * S - S @ S) <= 1", ["norm2(S) <= 2"], ("2 * S", "3 * S")),
    ("norm2(I(n) - B.T @ B) <= 1", ["lmax(B.T @ B) <= 2"], ("<= 1", "< 1")),
]


def search(text, given, seconds=10.0):
    let = {v: d for v, d in LET.items() if v == "n" or v in text + " ".join(given)}
    return searching(conjecture_files.build("claim", let, given, [text]), seconds)


@pytest.mark.parametrize(("text", "given", "change"), CLAIMS)
def test_what_holds_of_numbers_holds_of_matrices(text, given, change):
    made = search(text, given)
    assert run(made, Spectrum) in made.search.state.facts
    with pytest.raises((NotFound, OutOfTime, KernelError)):
        run(search(text.replace(*change), given, 4.0), Spectrum)


def test_what_is_found_is_judged():
    made = search("A @ A + I(n) >= 2 * A", [])
    assert judge(made.statement, made.prove()).accepted


@pytest.mark.parametrize("text", ["norm2(M @ A) <= 1", "lmin(A @ M @ A + A @ M.T @ A) >= 0", "lmax(A) <= 1"])
def test_two_matrices_and_a_matrix_by_itself_are_no_function_of_one(text):
    made = search(text, [])
    with pytest.raises((NotFound, Unwritable)):
        run(made, Spectrum)


def test_the_lemma_wants_matrices_that_commute():
    let = {"n": "integer(1, 4)", "A": "symmetric(n)", "F": "symmetric(n)"}
    values = {"n": "n", "A": "A", "F": "F", "i": "n", "commute": "given_0"}
    for given, plays in ((["A @ F == F @ A"], True), (["A @ F == F + A"], False)):
        made = searching(conjecture_files.build("claim", let, given, ["lmin(F) >= 0"])).search
        steps = catalogue.lemma("common-eigenvector", values, "one")
        if plays:
            assert [made.play(step) for step in steps][-1] == "one_above"
        else:
            with pytest.raises(NotFound):
                [made.play(step) for step in steps]
