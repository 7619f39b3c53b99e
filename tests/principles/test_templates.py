"""Templates of principles: every row that one grants, and none of its variants in one place."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from sympy import Integer

from lemmata import catalogue
from lemmata.claims import trajectory
from lemmata.claims.profiles import QUICK
from lemmata.language.architectures import Convolution, ConvolutionalNeurons, EdgeSet, Neurons, ResidualBlock
from lemmata.language.dimensions import ShapeError
from lemmata.language.networks import Conserved, Network, Networks, StableSigns, Vertex
from lemmata.language.probability import Iid
from lemmata.language.relations import Clause
from lemmata.language.statement import Statement
from lemmata.language.training import SignsKept
from lemmata.language.trees import is_leaf
from lemmata.language.variables import Dim, Index, Matrix, Scalar
from lemmata.principles import discriminants, flow, networks, null_sets
from lemmata.principles.templates import PrincipleError, Template, granted
from lemmata.principles.theorems import THEOREMS

TEMPLATES = (*flow.TEMPLATES, *discriminants.TEMPLATES, *null_sets.TEMPLATES, *networks.TEMPLATES)
NOT_NEEDED = (StableSigns, SignsKept)  # Assumption 1, of which no template makes use
OTHER = Network("mu", "dag", ("linear", "relu", "leaky"))


def accepted(statement: Statement) -> bool:
    for said in (lambda s: granted(s, TEMPLATES), *(theorem.said for theorem in THEOREMS.values())):
        with suppress(PrincipleError):
            return bool(said(statement))
    return False


ROWS = [s for s in catalogue.all_statements() if accepted(s)]


def other(leaf: Any) -> Iterator[Any]:
    """A fresh variable of the same kind, and the same one of another network, size, sort or law."""
    match leaf:
        case Network():
            yield OTHER
        case Vertex() | EdgeSet() | Neurons():
            yield type(leaf)("z", leaf.domain.network)
            yield type(leaf)(leaf.name, OTHER)
        case Dim() | Index():
            yield type(leaf)("z", leaf.domain.low, leaf.domain.high)
        case Matrix():
            yield Matrix("Z", domain=leaf.domain)
            yield Matrix(leaf.name, *leaf.shape)
            yield Iid(leaf.name, *leaf.shape, "rademacher")
        case Scalar():
            yield Scalar("z", domain=leaf.domain)


def variants(node: Any) -> Iterator[Any]:
    """The tree with one number, one variable in one place, or one part replaced."""
    if isinstance(node, Integer):
        yield node + 1
    elif is_leaf(node):
        yield from other(node)
    else:
        for k, part in enumerate(node.args):
            for changed in variants(part):
                with suppress(ShapeError, ValueError):  # sizes or parameters that do not fit are no statement
                    yield node.func(*node.args[:k], changed, *node.args[k + 1 :])


def altered(statement: Statement) -> Iterator[Statement]:
    """The statement without one hypothesis, or with a variant of one clause."""
    for part in ("given", "claim"):
        clauses: tuple[Clause, ...] = getattr(statement, part)
        for k, clause in enumerate(clauses):
            if isinstance(clause, NOT_NEEDED):
                continue
            if part == "given":
                yield replace(statement, given=clauses[:k] + clauses[k + 1 :])
            for changed in variants(clause):
                yield replace(statement, **{part: (*clauses[:k], changed, *clauses[k + 1 :])})


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: t.__name__)
def test_every_template_grants_a_row(template: Template) -> None:
    def grants(row: Statement) -> bool:
        with suppress(PrincipleError):
            return bool(granted(row, [template]))
        return False

    assert any(map(grants, ROWS))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("row", ROWS, ids=lambda s: s.id)
def test_no_variant_of_a_row_in_one_place_is_granted(row: Statement) -> None:
    tried = 0
    for variant in altered(row):
        try:
            same = variant.hash == row.hash
        except (ValueError, TypeError):  # the text form does not tell two of its variables from each other
            continue
        renamed = len(variant.let) == len(row.let) and {"z", "Z"} & {v.name for v in variant.let}
        if not same and not renamed:
            tried += 1
            assert not accepted(variant), variant.text
    assert tried >= 3


@pytest.mark.parametrize("row", [s for s in ROWS if any(isinstance(v, Network) for v in s.let)], ids=lambda s: s.id)
def test_weights_that_are_shared_or_fixed_are_others(row: Statement) -> None:
    """Under a further hypothesis on architecture, w_in(v) may be weights of a convolution, moved by all positions."""
    nu = next(v for v in row.let if isinstance(v, Network))
    a, b, h = (Neurons(name, nu) for name in "XYZ")
    for clause in (Convolution(a, b), ConvolutionalNeurons(b), ResidualBlock(a, h, b)):
        assert not accepted(replace(row, given=(*row.given, clause)))


@pytest.mark.parametrize("graph", [Networks("dag", ("linear",)), Networks("layered", ("linear",))], ids=str)
def test_a_claim_about_two_networks_is_not_evaluated(graph: Networks) -> None:
    row = catalogue.get("le.lemma-4.eq-8~repaired")
    moved = replace(row, claim=Conserved(row.claim[0].invariant, Network("mu", *graph.parameters[:1])))
    assert not accepted(moved)
    with pytest.raises(TypeError, match="another network"):
        trajectory.check(moved, QUICK, 0)
