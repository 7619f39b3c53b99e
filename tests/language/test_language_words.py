"""Words: a notation and a place in the reader, and everywhere else what they stand for."""

from typing import Any

import pytest

from lemmata import language as lang
from lemmata.language.defined import unfolded
from lemmata.language.instantiate import instantiate
from lemmata.language.notation import latex, latex_statement, mathml
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.specification import NODES, Takes
from lemmata.language.variables import Index

n, k = lang.Dim("n"), lang.Dim("k")
N = lang.Symmetric("N", n)
A, R, x, i = lang.Matrix("A", n, n), lang.Matrix("R", n, n + 1), lang.Scalar("x"), Index("i")
WORDS = [cls for cls in NODES if cls.spec.definition is not None]
LISTED = [cls for cls in WORDS if cls.spec.takes is not None]  # the others have rules of their own in the reader
# What statements of papers say and conjectures do not: indices, eigenvectors and families ask for more than a name.


def said(claim: Any, given: Any = ()) -> lang.Statement:
    return lang.Statement("a.b", "t", lang.Paper("p", "t", "a").at("1"), lang.Kind.ALGEBRAIC, claim, given)


def test_a_word_means_its_definition() -> None:
    assert unfolded(lang.logdet(A) + 1) == lang.log(lang.det(A)) + 1
    assert unfolded(lang.trpow(1, A)) == lang.tr(A) and unfolded(lang.trpow(3, A)) == lang.tr(A @ A @ A)
    assert unfolded(lang.logdet(lang.kron(A, A)) * lang.trpow(2, A)) == lang.log(lang.det(lang.kron(A, A))) * lang.tr(
        A @ A
    )
    assert unfolded(A @ A) == A @ A


def test_hash_text_and_conjuncts_are_those_of_the_definition() -> None:
    word = said(lang.logdet(A) <= lang.tr(A), (lang.trpow(2, A) <= x,))
    plain = said(lang.log(lang.det(A)) <= lang.tr(A), (lang.tr(A @ A) <= x,))
    assert word.hash == plain.hash and word.text == plain.text and word.let == plain.let
    assert word.conjuncts == plain.conjuncts and word.hypotheses == plain.hypotheses
    assert latex_statement(word) != latex_statement(plain) and "det" in latex_statement(word)["claim"][0]


def test_a_power_may_be_a_dimension() -> None:
    at_three = instantiate(said(lang.trpow(k, A) >= 0), {"n": 2, "k": 3}).claim[0].lhs
    assert at_three == lang.tr(at_three.args[0].args[0] @ at_three.args[0].args[0] @ at_three.args[0].args[0])
    assert unfolded(lang.trpow(i, A)).args[0].index.name == "j"  # a letter that is no name in sight


@pytest.mark.parametrize("wrong", [lambda: lang.logdet(R), lambda: lang.trpow(2, R)])
def test_square_matrices_only(wrong: Any) -> None:
    with pytest.raises(lang.ShapeError, match="needs a square matrix"):
        wrong()


@pytest.mark.parametrize("word", LISTED, ids=lambda cls: cls.name)
def test_every_word_is_read_and_laid_out(word: type) -> None:
    taken = {
        Takes.COUNT: 2,
        Takes.SQUARE: N if word.name == "chol" else A,
        Takes.MATRIX: R,
        Takes.NUMBERS: x,
        Takes.VECTOR: lang.s(A),
    }
    node = word(*(taken[kind] for kind in word.spec.takes))
    assert word.name in FUNCTIONS and latex(node) and mathml(node)
    assert not any(type(part) in WORDS for part in unfolded(node).atoms(*WORDS))
