"""Where a search goes in every domain: neighbours, rounded members and parametrised points lie in it, exactly."""

import itertools

import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language.variables import PositiveDefinite, Projection, Signs
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.samplers import sampler
from lemmata.search.ascent import ascend
from lemmata.search.space import Space
from tests.sample.domain_leaves import BOUNDED, LEAVES, concrete_of, inside


@pytest.mark.parametrize("name", LEAVES)
def test_neighbours_and_rounded_members_lie_in_their_domain(name):
    """Also after many steps, which lengthen the binary expansions."""
    concrete = concrete_of(LEAVES[name])
    space = Space(concrete)
    for ensemble in (ENSEMBLES["small_integers"], ENSEMBLES["gaussian"], ENSEMBLES["zero_and_unit"]):
        here = batches.draw(concrete, ensemble, Stream("start", 0), 6)
        for step in range(12):
            here = space.near(here, Stream(("near", ensemble.name, step), 0))
            if step in (0, 1, 11):
                assert all(inside(concrete, batches.exact(concrete, here, row)) for row in range(6))
        for scale, denominator in ((None, 1), (None, 2), (None, 10), (1, 1)):
            rounded = space.rounded(here, scale, denominator)
            if denominator != 10:
                assert all(inside(concrete, batches.exact(concrete, rounded, row)) for row in range(6))
            assert all(inside(concrete, batches.exact(concrete, rounded, row, denominator)) for row in range(6))


def test_neighbours_move():
    """No domain but one of a single member keeps its members where they are."""
    for name, leaf in LEAVES.items():
        concrete = concrete_of(leaf)
        here = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("start", 0), 40)
        there = Space(concrete).near(here, Stream("near", 1))
        moved = sum(not torch.equal(here[leaf.name][k], there[leaf.name][k]) for k in range(40))
        single = name in ("skew-1", "point", "absolute", "all-linear", "selection-all")
        assert moved == 0 if single else moved >= 5, name


@pytest.mark.parametrize("order", [1, 2, 5])
def test_definite_members_reach_down_to_the_singular_ones(order):
    leaf = PositiveDefinite("A", order)
    batch = batches.draw(concrete_of(leaf), ENSEMBLES["small_integers"], Stream("edge", 0), 200)
    values = torch.linalg.eigvalsh(batch["A"])
    assert float((values[:, 0] / values[:, -1]).min()) < (1e-7 if order > 1 else 2)
    ends = Space(concrete_of(leaf)).members({"A": torch.zeros(3, order, order, dtype=torch.float64)}, settled=True)
    assert all(inside(concrete_of(leaf), batches.exact(concrete_of(leaf), ends, row)) for row in range(3))


@pytest.mark.parametrize("leaf", [Signs("S", 4), Projection("P", 4)], ids=str)
def test_two_valued_diagonals_are_drawn_alike_and_mixed(leaf):
    drawn = sampler(leaf.domain).draw(leaf.domain, Stream("two", 0), 400, ENSEMBLES["gaussian"])
    assert len(torch.unique(drawn, dim=0)) == 16
    assert not (drawn - torch.diag_embed(drawn.diagonal(dim1=1, dim2=2))).any()


@pytest.mark.parametrize("name", LEAVES)
def test_points_of_the_search_lie_in_their_domain(name):
    concrete = concrete_of(LEAVES[name])
    for steps in (0, 5):
        ends = ascend(concrete, Stream("ascent", 1), 4, steps)
        for row, denominator in itertools.product(range(4), (None, 1, 4)):
            assert inside(concrete, batches.exact(concrete, ends, row, denominator))


@pytest.mark.parametrize("name", BOUNDED)
def test_bounded_domains_bound_the_search(name):
    """Parameters far away still give members."""
    leaf, concrete = LEAVES[name], concrete_of(LEAVES[name])
    free = {v.name: sampler(v.domain).free(v.domain, Stream("far", 0), 6) for v in concrete.variables.values()}
    free |= {k: 1e3 * x for k, x in free.items() if not sampler(concrete.variables[k].domain).discrete}
    batch = Space(concrete).members(free)
    assert all(inside(concrete, batches.exact(concrete, batch, row)) for row in range(6))
    assert leaf.name in batch
