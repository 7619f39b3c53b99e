"""Members of every domain: drawn, listed and moved, each exactly a member."""

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest
import torch
from sympy import Rational

from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.evaluate.randomness import Stream
from lemmata.language import Matrix, Scalar, domains, normF, open_interval, variables
from lemmata.language.core import quantity
from lemmata.language.instance import Instance
from lemmata.sample import batches
from lemmata.sample.lattice import canonical_block, sparse_first
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.samplers import SAMPLERS, sampler
from lemmata.search.coordinates import ascend
from lemmata.search.space import Space
from tests.made import concrete

ETA = Scalar("eta", domain=open_interval(0, 1))
THIRDS = domains.interval(Rational(1, 3), Rational(2, 3))
LEAVES = {
    "real": Scalar("x"),
    "positive": Scalar("x", domain=domains.Positive()),
    "interval": Scalar("x", 0, 1),
    "thirds": Scalar("x", domain=THIRDS),
    "open": Scalar("x", domain=open_interval(-1, Rational(1, 7))),
    "index": variables.Index("i", 2, 5),
    "signs": variables.Index("i", -1, 1),
    "dimension": variables.Index("i", 3),
    "matrix": Matrix("A", 2, 3),
    "vector": variables.Vector("v", 3),
    "symmetric": variables.Symmetric("A", 3),
    "psd": variables.Psd("A", 3),
    "psd-large": variables.Psd("A", 8),
    "pd": variables.PositiveDefinite("A", 3),
    "pd-1": variables.PositiveDefinite("A", 1),
    "pd-large": variables.PositiveDefinite("A", 8),
    "skew": variables.SkewSymmetric("A", 3),
    "skew-1": variables.SkewSymmetric("A", 1),
    "upper": variables.Upper("A", 3),
    "nonnegative": variables.Nonnegative("A", 2, 3),
    "sign-matrix": variables.Signs("S", 4),
    "projection": variables.Projection("P", 4),
    "huge-index": variables.Index("i", -(10**12), 10**15),
    "point": Scalar("x", Rational(1, 3), Rational(1, 3)),
    "diagonal": variables.Diagonal("A", 4),
    "orthogonal": Matrix("Q", domain=domains.Orthogonal(quantity(3))),
    "orthogonal-1": Matrix("Q", domain=domains.Orthogonal(quantity(1))),
    "orthogonal-large": Matrix("Q", domain=domains.Orthogonal(quantity(8))),
    "relu": variables.ActivationPattern("D", 2, 4, 0),
    "absolute": variables.ActivationPattern("D", 0, 3, -1),
    "all-linear": variables.ActivationPattern("D", 2, 3, 1),
    "leaky": variables.ActivationPattern("D", 2, 4, ETA),
    "selection": variables.Rows("K", 2, 5),
    "selection-all": variables.Rows("K", 3, 3),
}


def concrete_of(leaf):
    """A problem about this variable alone (and what its domain depends on)."""
    size = normF(leaf) if leaf.is_Matrix else abs(leaf)
    return concrete(size >= 1)


def inside(concrete, instance):
    exact = ExactInterpreter(instance)
    return all(member(exact, leaf) for leaf in concrete.variables.values())


# --- Every domain: what is drawn, listed, searched for or rounded lies in the domain, exactly


def test_every_domain_of_the_language_with_numbers_has_a_sampler():
    abstract = {domains.Domain, domains.MatrixDomain, domains.OfShape, domains.OfOrder}
    known = {
        d for d in vars(domains).values() if isinstance(d, type) and issubclass(d, domains.Domain) and d not in abstract
    }
    assert set(SAMPLERS) == known
    assert {type(leaf.domain) for leaf in LEAVES.values()} == known
    with pytest.raises(KeyError):
        sampler(domains.Domain())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", LEAVES)
@pytest.mark.parametrize("denominator", [None, 1, 2, 10])
def test_drawn_members_lie_in_their_domain(name, denominator):
    concrete = concrete_of(LEAVES[name])
    for ensemble in ENSEMBLES.values():
        if not batches.usable(concrete, ensemble):
            continue
        batch = batches.draw(concrete, ensemble, Stream(("drawn", ensemble.name), 0), 3)
        for row in range(3):
            if all(bool(v[row].isfinite().all()) for v in batch.values()):
                assert inside(concrete, batches.exact(concrete, batch, row, denominator)), ensemble.name


@pytest.mark.parametrize(
    "name", [n for n in LEAVES if not n.endswith("large") and n != "dimension" and n != "huge-index"]
)
def test_listed_members_lie_in_their_domain_and_are_distinct(name):
    leaf, concrete = LEAVES[name], concrete_of(LEAVES[name])
    listing = sampler(leaf.domain).listing(leaf.domain)
    assert len(torch.unique(listing, dim=0)) == len(listing)
    table = batches.lattice(concrete, Stream("lattice", 0))
    batch = table.rows(torch.arange(table.size))
    step = max(table.size // 200, 1)
    for row in range(0, table.size, step):
        assert inside(concrete, batches.exact(concrete, batch, row))


@pytest.mark.parametrize(
    ("leaf", "count"),
    [
        *((Matrix("A", r, c), 3 ** (r * c)) for r, c in ((1, 1), (2, 2), (2, 3), (3, 3))),
        *((variables.Symmetric("A", n), 3 ** (n * (n + 1) // 2)) for n in (1, 2, 3)),
        *((variables.Diagonal("A", n), 4**n) for n in (1, 3)),
        *(
            (Matrix("Q", domain=domains.Orthogonal(quantity(n))), c)
            for n, c in ((1, 2), (2, 8), (3, 48 + 32), (4, 384 + 128))
        ),
        *((variables.ActivationPattern("D", m, n, 0), comb(n, m)) for n in (1, 4, 8) for m in (0, 1, n)),
        *((variables.SkewSymmetric("A", n), 3 ** (n * (n - 1) // 2)) for n in (1, 2, 3, 4)),
        *((variables.Upper("A", n), 3 ** (n * (n + 1) // 2)) for n in (1, 2, 3)),
        *((variables.Nonnegative("A", r, c), 3 ** (r * c)) for r, c in ((1, 1), (2, 3), (3, 3))),
        (variables.Nonnegative("A", 2, 5), 2**10),
        *((variables.Signs("S", n), 2**n) for n in (1, 2, 8)),
        *((variables.Projection("P", n), 2**n) for n in (1, 2, 8)),
        (variables.PositiveDefinite("A", 1), 2),
        (variables.Index("i", -3, 2), 6),
        (Scalar("x", 2, 2), 1),
        *((variables.Rows("K", m, n), comb(n, m)) for n in (1, 4, 8) for m in (1, n)),
        (variables.Index("i", 2, 5), 4),
        (variables.Index("i", 2), 5),
        (Scalar("x", 0, 1), 5),
        (ETA, 3),
    ],
    ids=str,
)
def test_listings_are_complete(leaf, count):
    assert len(sampler(leaf.domain).listing(leaf.domain)) == count


@pytest.mark.parametrize(
    "leaf",
    [
        Matrix("A", 4, 4),
        variables.Symmetric("A", 5),
        variables.Psd("A", 4),
        variables.Diagonal("A", 12),
        variables.ActivationPattern("D", 3, 9, 0),
        variables.Rows("K", 2, 9),
        variables.PositiveDefinite("A", 4),
        variables.SkewSymmetric("A", 6),
        variables.Upper("A", 4),
        variables.Nonnegative("A", 4, 4),
        variables.Signs("S", 16),
        variables.Projection("P", 16),
        variables.Index("i", 1, 10**6),
    ]
    + [Matrix("Q", domain=domains.Orthogonal(quantity(5)))],
    ids=str,
)
def test_what_is_too_many_is_drawn_instead(leaf):
    assert sampler(leaf.domain).listing(leaf.domain) is None
    concrete = concrete_of(leaf)
    table = batches.lattice(concrete, Stream("lattice", 0))
    canonical = [
        form
        for form in (canonical_block(*map(int, leaf.domain.shape)) if type(leaf.domain) in batches.CANONICAL else ())
        if inside(concrete, Instance({}, {leaf.name: [[Fraction(float(x)) for x in row] for row in form]}))
    ]
    assert table.size == 2048 + len(canonical)
    for k, form in enumerate(canonical):
        assert torch.equal(table.rows(torch.tensor([k]))[leaf.name][0], form), "canonical members come first"
    assert inside(concrete, batches.exact(concrete, table.rows(torch.tensor([7])), 0))


def _rotation(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _householder(v):
    v = np.array(v, dtype=float)
    return np.eye(len(v)) - 2 * np.outer(v, v) / (v @ v)


@pytest.mark.parametrize(
    "matrix",
    [
        _rotation(1.0),
        _rotation(np.pi),
        _rotation(np.pi - 1e-9),
        _rotation(2.0) @ np.diag([1.0, -1.0]),  # a reflection
        _householder([1, 2, 3]),  # eigenvalue -1 once
        -_householder([1, 2, 3]),  # eigenvalue -1 twice
        _householder([1, 1, 0]) @ _householder([0, 1, 5]),
        -np.eye(3) + 1e-13 * np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 0]]),
        np.linalg.qr(np.arange(16.0).reshape(4, 4) ** 1.5 + 3 * np.eye(4))[0],
    ],
    ids=["turn", "half-turn", "nearly", "reflection", "householder", "minus", "product", "minus-identity", "qr"],
)
@pytest.mark.parametrize("denominator", [None, 1, 10])
def test_rounded_orthogonal_matrices_are_orthogonal_and_near(matrix, denominator):
    n = len(matrix)
    leaf = Matrix("Q", domain=domains.Orthogonal(quantity(n)))
    rows = sampler(leaf.domain).exact(leaf.domain, matrix, denominator, {})
    assert inside(concrete_of(leaf), Instance({}, {"Q": rows}))
    distance = np.abs(np.array(rows, dtype=float) - matrix).max()
    assert distance < {None: 1e-4, 10: 0.3, 1: 1.5}[denominator]
    if denominator is None:
        assert np.sign(np.linalg.det(np.array(rows, dtype=float))) == np.sign(np.linalg.det(matrix))


# --- where a search goes in every domain
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


@pytest.mark.parametrize("name", LEAVES)
def test_points_of_the_search_lie_in_their_domain(name):
    concrete = concrete_of(LEAVES[name])
    for steps in (0, 5):
        ends = ascend(concrete, Stream("ascent", 1), 4, steps)
        for row, denominator in itertools.product(range(4), (None, 1, 4)):
            assert inside(concrete, batches.exact(concrete, ends, row, denominator))


# --- enumeration covers every small-entry matrix once, sparse first
@pytest.mark.parametrize(("values", "count"), [((0, 1, -1), 4), ((0, 1, -1, 2), 1), ((2, 0, -2), 3), ((0,), 2)])
def test_every_tuple_once_and_sparse_first(values, count):
    block = sparse_first(values, count)
    table = [0.0, *(float(v) for v in values if v)]
    # by sorting: the number of entries that are not zero, then their places among the values, zero in front
    expected = sorted(itertools.product(table, repeat=count), key=lambda t: (sum(map(bool, t)), [*map(table.index, t)]))
    assert block.dtype == torch.float64 and [tuple(row) for row in block.tolist()] == expected
    assert not block[0].any()


@pytest.mark.parametrize("values", [(), (1, 2), (0, 1, 1)])
def test_other_values_are_refused(values):
    with pytest.raises(ValueError, match="distinct and hold 0"):
        sparse_first(values, 2)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_cuda_has_the_same_forms():
    assert torch.equal(canonical_block(3, 4, device="cuda").cpu(), canonical_block(3, 4))
