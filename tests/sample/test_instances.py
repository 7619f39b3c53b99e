"""Batches of instances, their exact counterparts, and enumeration by number."""

import math

import pytest
import torch

from lemmata import catalogue
from lemmata.evaluate.randomness import Stream
from lemmata.language import Matrix, normF
from lemmata.language.instantiate import instantiate
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from tests.made import concrete as concrete_of

GAUSSIAN = ENSEMBLES["gaussian"]
SMALL = {
    "riedi.lemma-21": {"n": 2},
    "riedi.prop-5.cauchy": {"n": 3, "k": 2},
    "riedi.lemma-24.leaky~repaired": {"n": 3, "m": 2},
    "riedi.lemma-19": {"n": 2},
    "zhao.lemma-1": {"m": 3, "d": 1, "k": 2},
    "zhao.skip-shift": {"n": 2},
    "zhao.lemma-2.first": {"L": 2, "d": 1, "m": 3, "k": 2},
}


@pytest.mark.parametrize("name", SMALL)
def test_a_row_taken_exactly_and_back_is_the_same_doubles(name):
    concrete = instantiate(catalogue.get(name), SMALL[name])
    batch = batches.draw(concrete, ENSEMBLES["small_integers"], Stream("rows", 0), 6)
    again = batches.as_batch(concrete, [batches.exact(concrete, batch, row) for row in range(6)])
    assert again.keys() == batch.keys() == concrete.variables.keys()
    for key, value in batch.items():
        assert again[key].equal(value), key


@pytest.mark.parametrize("name", SMALL)
def test_a_batch_depends_on_its_stream_alone(name):
    concrete = instantiate(catalogue.get(name), SMALL[name])
    first, again = (batches.draw(concrete, GAUSSIAN, Stream("draw", 0), 5) for _ in range(2))
    other = batches.draw(concrete, GAUSSIAN, Stream("draw", 1), 5)
    assert all(first[k].equal(again[k]) for k in first)
    assert not all(first[k].equal(other[k]) for k in first)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_non_finite_entry_is_no_instance(bad):
    concrete = concrete_of(normF(Matrix("A", 1, 1)) >= 0)
    with pytest.raises(ValueError, match="non-finite"):
        batches.exact(concrete, {"A": torch.tensor([[[bad]]])}, 0)


def test_a_lattice_lists_every_combination_once():
    concrete = instantiate(catalogue.get("riedi.lemma-21"), {"n": 1})
    table = batches.lattice(concrete, Stream("lattice", 0))
    assert table.size == math.prod(map(len, table.listings.values())) == 5 * 25  # a lone 1 x 1 matrix: up to 12
    rows = [batches.exact(concrete, table.rows(torch.arange(table.size)), k).values for k in range(table.size)]
    assert len({(v["rho"], v["M_o"][0][0]) for v in rows}) == table.size


def test_a_small_lattice_is_complete_and_a_large_one_is_sampled():
    concrete = instantiate(catalogue.get("riedi.cor-2"), {"n": 2})
    table = batches.lattice(concrete, Stream("lattice", 0))
    whole = list(table.batches(10_000, Stream("pick", 0), 1000))
    assert sum(n for _, n in whole) == table.size == 81**2
    assert max(n for _, n in whole) == 1000
    part = list(table.batches(500, Stream("pick", 0), 4096))
    assert [n for _, n in part] == [500]
    again = list(table.batches(500, Stream("pick", 0), 4096))
    assert all(part[0][0][k].equal(again[0][0][k]) for k in part[0][0])
    assert len(torch.unique(part[0][0]["A"], dim=0)) > 60  # spread over the 81 members, not the first few
