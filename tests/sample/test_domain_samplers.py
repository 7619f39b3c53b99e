"""Every domain: what is drawn, listed, searched for or rounded lies in the domain, exactly."""

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.language import Kind, Matrix, Scalar, Statement, domains, smax
from lemmata.language.core import quantity
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.variables import (
    ActivationPattern,
    Diagonal,
    Index,
    Nonnegative,
    PositiveDefinite,
    Projection,
    Psd,
    Rows,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
)
from lemmata.sample import batches
from lemmata.sample import matrix_samplers as samplers
from lemmata.sample.lattice import canonical_block
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.sampler import fraction
from lemmata.sample.samplers import SAMPLERS, sampler
from lemmata.search.ascent import ascend
from lemmata.search.space import Space
from lemmata.textbook import TEXTBOOK
from tests.sample.domain_leaves import ETA, LEAVES, concrete_of, inside


def test_every_domain_of_the_language_with_numbers_has_a_sampler():
    abstract = {domains.Domain, domains.MatrixDomain, domains._Square}
    known = {
        d for d in vars(domains).values() if isinstance(d, type) and issubclass(d, domains.Domain) and d not in abstract
    }
    assert set(SAMPLERS) == known
    assert {type(leaf.domain) for leaf in LEAVES.values()} == known
    with pytest.raises(KeyError):
        sampler(domains.Domain())


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
        *((Symmetric("A", n), 3 ** (n * (n + 1) // 2)) for n in (1, 2, 3)),
        *((Diagonal("A", n), 4**n) for n in (1, 3)),
        *(
            (Matrix("Q", domain=domains.Orthogonal(quantity(n))), c)
            for n, c in ((1, 2), (2, 8), (3, 48 + 32), (4, 384 + 128))
        ),
        *((ActivationPattern("D", m, n, 0), comb(n, m)) for n in (1, 4, 8) for m in (0, 1, n)),
        *((SkewSymmetric("A", n), 3 ** (n * (n - 1) // 2)) for n in (1, 2, 3, 4)),
        *((Upper("A", n), 3 ** (n * (n + 1) // 2)) for n in (1, 2, 3)),
        *((Nonnegative("A", r, c), 3 ** (r * c)) for r, c in ((1, 1), (2, 3), (3, 3))),
        (Nonnegative("A", 2, 5), 2**10),
        *((Signs("S", n), 2**n) for n in (1, 2, 8)),
        *((Projection("P", n), 2**n) for n in (1, 2, 8)),
        (PositiveDefinite("A", 1), 2),
        (Index("i", -3, 2), 6),
        (Scalar("x", 2, 2), 1),
        *((Rows("K", m, n), comb(n, m)) for n in (1, 4, 8) for m in (1, n)),
        (Index("i", 2, 5), 4),
        (Index("i", 2), 5),
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
        Symmetric("A", 5),
        Psd("A", 4),
        Diagonal("A", 12),
        ActivationPattern("D", 3, 9, 0),
        Rows("K", 2, 9),
        PositiveDefinite("A", 4),
        SkewSymmetric("A", 6),
        Upper("A", 4),
        Nonnegative("A", 4, 4),
        Signs("S", 16),
        Projection("P", 16),
        Index("i", 1, 10**6),
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


def test_psd_listings_are_all_small_gram_matrices():
    listing = sampler(Psd("A", 2).domain).listing(Psd("A", 2).domain)
    factors = [torch.tensor(t, dtype=torch.float64).reshape(2, 2) for t in itertools.product((0, 1, -1), repeat=4)]
    grams = {tuple((f.T @ f).flatten().tolist()) for f in factors}
    assert {tuple(m.flatten().tolist()) for m in listing} == grams


@pytest.mark.parametrize(
    "leaf",
    [
        Matrix("A", 2, 2),
        Symmetric("A", 3),
        Diagonal("A", 3),
        Psd("A", 2),
        SkewSymmetric("A", 3),
        Upper("A", 2),
        Nonnegative("A", 2, 2),
        Projection("P", 5),
    ],
    ids=str,
)
def test_listings_begin_with_the_simplest(leaf):
    listing = sampler(leaf.domain).listing(leaf.domain)
    mirrored = isinstance(leaf.domain, domains.SymmetricMatrices | domains.Skew)
    free = listing.triu() if mirrored else listing  # mirrored ones count once
    nonzeros = (free != 0).sum((1, 2)).tolist()
    assert not listing[0].any()
    assert nonzeros == sorted(nonzeros)
    assert (listing[1].triu() >= 0).all()


@pytest.mark.parametrize("leaf", [Signs("S", 3), PositiveDefinite("A", 2), PositiveDefinite("A", 3)], ids=str)
def test_listings_without_zero_begin_with_the_identity(leaf):
    assert sampler(leaf.domain).listing(leaf.domain)[0].equal(torch.eye(int(leaf.shape[0]), dtype=torch.float64))


def test_definite_listings_are_all_small_regular_gram_matrices_and_gram_matrices_plus_one():
    listing = sampler(PositiveDefinite("A", 2).domain).listing(PositiveDefinite("A", 2).domain)
    factors = [torch.tensor(t, dtype=torch.float64).reshape(2, 2) for t in itertools.product((0, 1, -1), repeat=4)]
    grams = [f.T @ f for f in factors if abs(float(torch.linalg.det(f))) > 0.5]
    wanted = [*grams, *(f.T @ f + torch.eye(2) for f in factors)]
    assert {tuple(m.flatten().tolist()) for m in listing} == {tuple(m.flatten().tolist()) for m in wanted}


def test_orthogonal_listing_begins_with_the_identity():
    domain = LEAVES["orthogonal"].domain
    assert sampler(domain).listing(domain)[0].equal(torch.eye(3, dtype=torch.float64))


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


@pytest.mark.parametrize("order", [2, 3, 9, 12])
def test_orthogonal_matrices_with_eigenvalue_minus_one_can_be_rounded(order):
    """Where I + Q is singular, and stays so whatever signs the last few rows take."""
    value = -np.eye(order)
    value[-2:, -2:] = _rotation(1.0)
    leaf = Matrix("Q", domain=domains.Orthogonal(quantity(order)))
    rows = sampler(leaf.domain).exact(leaf.domain, value, 10, {})
    assert inside(concrete_of(leaf), Instance({}, {"Q": rows}))
    near = sampler(leaf.domain).rounded(leaf.domain, torch.from_numpy(value)[None], 10, {})
    assert np.abs(near[0].numpy() - np.array(rows, dtype=float)).max() < 1e-12
    assert np.abs(near[0].numpy() - value).max() < 0.2


def test_drawn_orthogonal_matrices_include_reflections():
    leaf = LEAVES["orthogonal"]
    drawn = sampler(leaf.domain).draw(leaf.domain, Stream("haar", 0), 64, ENSEMBLES["gaussian"])
    assert {float(d) for d in torch.linalg.det(drawn).round()} == {1.0, -1.0}
    permuted = sampler(leaf.domain).draw(leaf.domain, Stream("haar", 0), 64, ENSEMBLES["signs"])
    assert set(permuted.unique().tolist()) == {-1.0, 0.0, 1.0}


def test_drawn_psd_matrices_are_exactly_psd_and_some_singular():
    leaf = Psd("A", 4)
    concrete = concrete_of(leaf)
    batch = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("psd", 0), 40)
    ranks = {int(torch.linalg.matrix_rank(a)) for a in batch["A"]}
    assert all(inside(concrete, batches.exact(concrete, batch, row)) for row in range(40))
    assert 4 in ranks and min(ranks) < 4


@pytest.mark.parametrize("denominator", [1, 2, 4, 10])
def test_rounding_keeps_intervals(denominator):
    domain, rule = LEAVES["thirds"].domain, sampler(LEAVES["thirds"].domain)
    for x in (1 / 3, 0.34, 0.5, 0.66, 2 / 3, 0.1, 0.9):
        assert Fraction(1, 3) <= rule.exact(domain, np.float64(x), denominator, {}) <= Fraction(2, 3)
    domain, rule = ETA.domain, sampler(ETA.domain)
    for x in (1e-300, 0.01, 0.5, 0.999, 1 - 2**-53):
        assert 0 < rule.exact(domain, np.float64(x), denominator, {}) < 1
    domain, rule = LEAVES["positive"].domain, sampler(LEAVES["positive"].domain)
    for x in (5e-324, 1e-3, 0.4, 7.3):
        assert rule.exact(domain, np.float64(x), denominator, {}) > 0


def test_doubles_are_taken_at_their_word():
    assert fraction(0.1, None) == Fraction(3602879701896397, 36028797018963968)
    assert fraction(0.1, 10) == Fraction(1, 10)
    for x in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="non-finite"):
            fraction(x, None)


@pytest.mark.parametrize("denominator", [None, 1, 4])
def test_activation_patterns_follow_their_slope(denominator):
    """eta is a variable: its exact value, rounded or not, is the entry of the exact pattern."""
    concrete = concrete_of(LEAVES["leaky"])
    batch = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("leaky", 0), 50)
    for row in range(50):
        found = batches.exact(concrete, batch, row, denominator)
        diagonal = [found.values["D"][k][k] for k in range(4)]
        assert diagonal.count(found.values["eta"]) == 2
        assert diagonal.count(1) == 2


def test_activation_patterns_use_every_position():
    domain = LEAVES["relu"].domain
    codes = sampler(domain).draw(domain, Stream("mask", 0), 200, ENSEMBLES["gaussian"])
    assert len(torch.unique(codes, dim=0)) == comb(4, 2)
    assert (codes.sum(1) == 2).all()


def test_discrete_codes_are_not_moved_by_the_gradient():
    n = 4
    M, D, i = Matrix("M", n, n), ActivationPattern("D", 2, n, ETA), Index("i", 1, n)
    K = Rows("K", 2, n)
    statement = Statement(
        id="made.discrete", title="", source=TEXTBOOK.at(""), kind=Kind.ALGEBRAIC, claim=smax(K @ M @ D) + i <= 1
    )
    concrete = instantiate(statement, {})
    stream = Stream("discrete", 0)
    ends = ascend(concrete, stream, 5, 30)
    starts = {
        v.name: sampler(v.domain).free(v.domain, Stream("discrete", 0).child(v.name), 5)
        for v in concrete.variables.values()
    }
    begun = Space(concrete).members(starts)
    assert ends["i"].equal(begun["i"]) and ends["K"].equal(begun["K"])
    assert (torch.diagonal(ends["D"], dim1=1, dim2=2) == 1).equal(torch.diagonal(begun["D"], dim1=1, dim2=2) == 1)
    assert not ends["M"].equal(begun["M"])
    assert ends["i"].dtype == torch.int64


def test_dyadic_products_are_exact_doubles():
    x = torch.tensor([[[0.1, -3.7e-9], [1e100, 2.5]]], dtype=torch.float64)
    rounded = samplers.dyadic(x)
    gram = rounded.mT @ rounded
    exact = [
        [sum(Fraction(float(rounded[0, k, i])) * Fraction(float(rounded[0, k, j])) for k in range(2)) for j in range(2)]
        for i in range(2)
    ]
    assert [[Fraction(float(v)) for v in row] for row in gram[0]] == exact
    assert float((rounded - x).abs().max()) <= 1e100 * 2**-11
