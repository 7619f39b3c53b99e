"""Round trip over the catalogue: statements print as text and read back as themselves."""

import dataclasses
import re

import pytest

from lemmata.theorems.catalogue import all_statements
from lemmata.theorems.conjectures import build
from lemmata.theorems.language import Kind, domains
from lemmata.theorems.language.defined import unfolded
from lemmata.theorems.language.reading import ReadingError, read_claim, read_domain
from lemmata.theorems.language.reading.vocabulary import FUNCTIONS
from lemmata.theorems.language.variables import Dim

ALGEBRAIC = {s.id: s for s in all_statements() if s.kind is Kind.ALGEBRAIC}
RANGES = "a relation over ranges of indices, `for i in 1..n`"
ENTRIES = "single entries s(A, i), their gaps and slopes"
FAMILY = "a family of layers W[l:k], sums and products over it"
BLOCKS = "blocks side by side, on the diagonal or below each other, and sums over an index"
COLUMNS = "columns by their number, A @ unit(n, j), and stacks over an index"
INDEXED = "a sum, product or maximum over an index"
INEXPRESSIBLE = {
    "riedi.prop-5.weyl": RANGES,
    "riedi.prop-5.cauchy": RANGES,
    "riedi.thm-16": RANGES,
    "classical.weyl": RANGES,
    "classical.weyl-from-below": RANGES,
    "classical.descending": RANGES,
    "classical.descending-singular-values": RANGES,
    "classical.later-singular-values": RANGES,
    "classical.singular-value-decomposition": RANGES,
    "classical.projection": RANGES,
    "classical.deleted-tail": RANGES,
    "classical.diagonal": COLUMNS,
    "classical.different-units": COLUMNS,
    "classical.frobenius-by-blocks": COLUMNS,
    "le.claim-1": ENTRIES,
    "le.claim-1~sharpened": ENTRIES,
    "classical.dilation": COLUMNS,
    "classical.entries": COLUMNS,
    "classical.largest-entry": INDEXED,
    "classical.stack": COLUMNS,
    "classical.weighted-columns": COLUMNS,
    "riedi.lemma-8.eq-37": COLUMNS,
    "riedi.lemma-8.eq-37~rows": COLUMNS,
    "riedi.lemma-8.eq-37~repaired": COLUMNS,
    "classical.listed-by-columns": COLUMNS,
    "riedi.lemma-10.eq-43": FAMILY,
    "riedi.lemma-10.eq-43~blocks": FAMILY,
    "riedi.lemma-10.eq-43~repaired": FAMILY,
    "riedi.lemma-10.eq-44": FAMILY,
    "riedi.lemma-10.eq-44~repaired": FAMILY,
    "riedi.cor-11": FAMILY,
    "riedi.cor-11~repaired": FAMILY,
    "riedi.lemma-28": FAMILY,
    "riedi.thm-31.eq-65~deviations": RANGES,
    "riedi.thm-39.eq-86~sure": RANGES,
    "riedi.thm-39.eq-86~kept": RANGES,
    "riedi.thm-39.eq-87~kept": RANGES,
    "classical.deleted-columns": RANGES,
    "classical.condition-of-kept-columns": ENTRIES,
    "riedi.lemma-19": ENTRIES,
    "riedi.lemma-19~multiple": ENTRIES,
    "classical.gram-gap": ENTRIES,
    "classical.singular-vectors": ENTRIES,
    "riedi.lemma-20.consequence": "the number of real eigenvalues",
    "classical.characteristic-polynomial": "the number of real eigenvalues",
    "riedi.lemma-24.leaky": "an existence claim",
    "macdonald.thm-4.4.nonlinearity": "an existence claim",
    "macdonald.prop-4.5": BLOCKS,
    "macdonald.prop-4.5~repaired": BLOCKS,
    "macdonald.prop-4.5~first-layer": BLOCKS,
    "macdonald.eq-41": BLOCKS,
    "macdonald.eq-41~sharpened": BLOCKS,
    "macdonald.eq-40-bound": BLOCKS,
    "macdonald.eq-40-bound~repaired": BLOCKS,
    "macdonald.eq-42-bound~derivative": BLOCKS,
    "macdonald.eq-42-bound~repaired": BLOCKS,
    "classical.side-by-side": BLOCKS,
    "classical.row-by-row": BLOCKS,
    "le.lemma-9": BLOCKS,
    "le.lemma-10.eq-69": BLOCKS,
    "le.lemma-10.eq-69~unsquared": BLOCKS,
    "le.lemma-10.eq-69~sharpened": BLOCKS,
    "le.thm-2.eq-13~repaired": FAMILY,
    "le.thm-2.eq-15~repaired": ENTRIES,
    "classical.stacked-norms": BLOCKS,
    "classical.schur-complement": BLOCKS,
    "classical.schur-complement-below": BLOCKS,
    "classical.submatrix-norms": BLOCKS,
    "classical.cauchy-interlacing": BLOCKS,
    "classical.compression-extremes": BLOCKS,
    "classical.compression-trace": BLOCKS,
    "classical.fischer": BLOCKS,
    "classical.schur-partial-sums": BLOCKS,
    "classical.davis-kahan": ENTRIES,
    "classical.eckart-young": ENTRIES,
    "zhao.lemma-2.first": FAMILY,
    "zhao.lemma-2.first~sharpened": FAMILY,
    "zhao.lemma-2.second": FAMILY,
    "zhao.lemma-2.second~sharpened": FAMILY,
    "zhao.eq-17.spectrum": RANGES,
    "zhao.eq-18": BLOCKS,
    "zhao.eq-18~repaired": BLOCKS,
    "zhao.hf-inverse": BLOCKS,
    "zhao.hf-inverse~repaired": BLOCKS,
    "zhao.eq-7": FAMILY,
    "zhao.eq-8": FAMILY,
    "zhao.eq-8~full-rank": FAMILY,
    "zhao.eq-8~repaired": FAMILY,
    "zhao.skip-second-bound": FAMILY,
    "zhao.skip-second-bound~full-rank": FAMILY,
    "zhao.skip-second-bound~repaired": FAMILY,
    "zhao.kron-sum": FAMILY,
    "zhao.kron-sum~largest": FAMILY,
    "zhao.lemma-4": INDEXED,
    "zhao.lemma-4~wide": INDEXED,
    "zhao.lemma-4~repaired": INDEXED,
    "zhao.eq-25": INDEXED,
    "zhao.eq-26": INDEXED,
    "zhao.eq-26~repaired": INDEXED,
    "zhao.lemma-5.weyl": RANGES,
    "zhao.eq-12": INDEXED,
    "zhao.eq-12~repaired": INDEXED,
    "classical.negated-spectrum": RANGES,
    "classical.trace-by-units": INDEXED,
    "classical.unit-columns": INDEXED,
    "classical.fan-eigenvalues": INDEXED,
    "classical.fan-singular": INDEXED,
    "classical.horn-product": INDEXED,
    "classical.horn-sum": INDEXED,
    "classical.singular-of-difference": RANGES,
    "classical.trace-inequality-below": INDEXED,
    "classical.weyl-product": RANGES,
    "classical.weyl-singular": RANGES,
    "oyedotun.def-1~distinct": RANGES,
    "oyedotun.remark-1": "what holds from some depth on, along sequences",
    "oyedotun.remark-2": "single columns, by unit columns",
    "oyedotun.remark-2~residual": RANGES,
}
# what conjectures do not offer: unbounded dimensions, and the domains of two papers
FOREIGN = (domains.OpenInterval, domains.Activation, domains.Selection)


def read_back(statement):
    names = {leaf.name: leaf for leaf in statement.let}
    text = statement.text
    given = tuple(read_claim(line, names) for line in text["given"])
    return given, tuple(read_claim(line, names) for line in text["claim"])


def test_the_list_is_of_the_catalogue():
    assert set(INEXPRESSIBLE) <= set(ALGEBRAIC)
    assert len(ALGEBRAIC) - len(INEXPRESSIBLE) >= 60


@pytest.mark.parametrize("identifier", sorted(set(ALGEBRAIC) - set(INEXPRESSIBLE)))
def test_claims_read_back_as_themselves(identifier):
    statement = ALGEBRAIC[identifier]
    given, claim = read_back(statement)
    assert (given, claim) == tuple(tuple(map(unfolded, part)) for part in (statement.given, statement.claim))
    assert dataclasses.replace(statement, given=given, claim=claim).hash == statement.hash


@pytest.mark.parametrize("identifier", sorted(INEXPRESSIBLE))
def test_what_the_syntax_cannot_express_is_refused(identifier):
    with pytest.raises(ReadingError):
        read_back(ALGEBRAIC[identifier])


@pytest.mark.parametrize("identifier", sorted(set(ALGEBRAIC) - set(INEXPRESSIBLE)))
def test_domains_read_back_as_themselves(identifier):
    statement = ALGEBRAIC[identifier]
    names = {leaf.name: leaf for leaf in statement.let}
    for leaf, line in zip(statement.let, statement.text["let"], strict=True):
        if not isinstance(leaf, Dim) and not isinstance(leaf.domain, FOREIGN):
            assert read_domain(line.partition(" = ")[2], names) == leaf.domain


# the catalogue leaves sizes without an upper end, a search needs one
UNBOUNDED, BOUNDED = r"integer\((\d+)\)", r"integer\((\d+), 8\)"


def as_conjecture(statement):
    """Its text with dimensions bounded, as a user would copy it; None where a name or domain stands in the way."""
    if any(isinstance(leaf.domain, FOREIGN) or leaf.name in FUNCTIONS for leaf in statement.let):
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
