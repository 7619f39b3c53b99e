"""Round trip over the catalogue: statements print as text and read back as themselves."""

import dataclasses
import re

import pytest

from lemmata.catalogue import all_statements
from lemmata.language import Kind, domains
from lemmata.language.conjecture_files import build
from lemmata.language.defined import unfolded
from lemmata.language.families import Layers
from lemmata.language.parse import ReadingError, read_claim, read_domain
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.variables import Dim

ALGEBRAIC = {s.id: s for s in all_statements() if s.kind is Kind.ALGEBRAIC}
ORDER = "a product of matrices of an index, whose order people would have to know"
BOUND = "an index with the name of a variable that the statement has, too"
LONG = "more parts than one line may have"
HYPOTHESES = "an index that stays in range by a hypothesis on dimensions"
EXISTS = "an existence claim"
INEXPRESSIBLE = {
    "riedi.lemma-24.leaky": EXISTS,
    "macdonald.thm-4.4.nonlinearity": EXISTS,
    "zhao.lemma-2.first": BOUND,
    "zhao.lemma-2.first~sharpened": BOUND,
    "zhao.lemma-2.second": BOUND,
    "zhao.lemma-2.second~sharpened": BOUND,
    "classical.cauchy-interlacing": BOUND,
    "classical.rectangle-as-square": HYPOTHESES,
    "zhao.eq-7": BOUND,
    "zhao.eq-8": BOUND,
    "zhao.eq-8~full-rank": BOUND,
    "zhao.eq-8~repaired": BOUND,
    "zhao.lemma-4": LONG,
    "zhao.lemma-4~wide": LONG,
    "oyedotun.remark-1": "what holds from some depth on, along sequences",
    "oyedotun.remark-2": ORDER,
    "classical.singular-value-decomposition": HYPOTHESES,
}
# what conjectures do not offer: unbounded dimensions, and the domains of two papers
FOREIGN = (domains.OpenInterval, domains.Activation, domains.Selection)


def read_back(statement):
    names = {leaf.name: leaf for leaf in statement.let}
    text = statement.text
    given = tuple(read_claim(line, names) for line in text["given"])
    return given, tuple(read_claim(line, names) for line in text["claim"])


@pytest.mark.parametrize("identifier", sorted(set(ALGEBRAIC) - set(INEXPRESSIBLE)))
def test_statements_read_back_as_themselves(identifier):
    statement = ALGEBRAIC[identifier]
    given, claim = read_back(statement)
    assert (given, claim) == tuple(tuple(map(unfolded, part)) for part in (statement.given, statement.claim))
    assert dataclasses.replace(statement, given=given, claim=claim).hash == statement.hash
    names = {leaf.name: leaf for leaf in statement.let}
    for leaf, line in zip(statement.let, statement.text["let"], strict=True):
        if isinstance(leaf, Layers):
            read = read_domain(line.partition(" = ")[2], names)
            assert Layers(leaf.name, read.depth, read.d, read.m, read.k) == leaf
        elif not isinstance(leaf, Dim) and not isinstance(leaf.domain, FOREIGN):
            assert read_domain(line.partition(" = ")[2], names) == leaf.domain


@pytest.mark.parametrize("identifier", sorted(INEXPRESSIBLE))
def test_what_the_syntax_cannot_express_is_refused(identifier):
    with pytest.raises(ReadingError):
        read_back(ALGEBRAIC[identifier])


# the catalogue leaves sizes without an upper end, a search needs one
UNBOUNDED, BOUNDED = r"integer\((\d+)\)", r"integer\((\d+), 8\)"


def as_conjecture(statement):
    """Its text with dimensions bounded, as a user would copy it; None where a name or domain stands in the way."""
    if any(isinstance(getattr(leaf, "domain", None), FOREIGN) or leaf.name in FUNCTIONS for leaf in statement.let):
        return None
    let = dict(line.split(" = ") for line in statement.text["let"])
    let = {name: re.sub(UNBOUNDED, r"integer(\1, 8)", domain) for name, domain in let.items()}
    return build(statement.title, let, statement.text["given"], statement.text["claim"])


def test_whole_statements_can_be_copied_into_a_conjecture():
    copied = 0
    for identifier in sorted(set(ALGEBRAIC) - set(INEXPRESSIBLE)):
        conjecture = as_conjecture(ALGEBRAIC[identifier])
        if conjecture is not None and not conjecture.defined:  # `A == C` is a definition where people write it
            copied += 1
            text, original = conjecture.text, ALGEBRAIC[identifier].text
            assert (text["given"], text["claim"]) == (original["given"], original["claim"])
            let = [re.sub(BOUNDED, r"integer(\1)", line) for line in text["let"]]
            assert sorted(let) == sorted(original["let"])  # a size that no matrix has is listed with the indices
    assert copied >= 45


@pytest.mark.parametrize("nested", ["A @ (2 * B @ A)", "A.T @ (1 / tr(B) * B @ inv(A))", "A @ (-B @ A)"])
def test_numbers_in_front_of_a_product_within_a_product_keep_their_brackets(nested):
    let = {"n": "integer(1, 3)", "A": "real(n, n)", "B": "psd(n)"}
    statement = build("x", let, [], [f"tr({nested}) >= 0"])
    again = build("x", let, [], list(statement.text["claim"]))
    assert again.text == statement.text and again.hash == statement.hash
