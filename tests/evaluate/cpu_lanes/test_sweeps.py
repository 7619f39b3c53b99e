"""Sweeps against the rules on the same instances, made again from their numbers; what depends on nothing but these."""

import dataclasses

import numpy as np
import pytest
import torch

from lemmata import catalogue
from lemmata.evaluate.cpu_lanes import simd, sweeps
from lemmata.evaluate.cpu_lanes.normals import normals
from lemmata.evaluate.randomness import Stream
from lemmata.language import smax
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.statement import Kind
from lemmata.language.variables import Dim, Matrix
from lemmata.sample.plan import plan
from tests.evaluate.cpu_lanes.rules import screened

COUNT = 1000


def shapes() -> list[Concrete]:
    """One statement for every combination of domains."""
    found: dict[frozenset[str], Concrete] = {}
    for s in catalogue.all_statements():
        for c in plan(s, 3, 1) if s.kind is Kind.ALGEBRAIC else ():
            if c.variables and sweeps.program_of(c) is not None:
                found.setdefault(frozenset(v.domain.name for v in c.variables.values()), c)
    return list(found.values())


def test_normals_are_those_of_the_stream() -> None:
    stream = Stream("normals", 5)
    regs, first = np.zeros((18, simd.LANES)), 2**33 + 7
    key = (*stream._philox_key, *stream._philox_lane)
    normals(regs, 18, first, 0, key)
    stream.position = 9 * first
    assert np.abs(regs.T - stream.normal((simd.LANES, 18)).numpy()).max() < 1e-14


def test_every_domain_that_is_drawn_is_met() -> None:
    met = {v.domain.name for c in shapes() for v in c.variables.values()}
    assert {"real", "symmetric", "psd", "pd", "interval", "positive", "diagonal"} <= met


@pytest.mark.sampled(4)
@pytest.mark.parametrize("concrete", shapes(), ids=lambda c: c.statement.id)
def test_a_sweep_sees_what_the_rules_see(concrete: Concrete) -> None:
    stream = Stream(("sweep", concrete.statement.id), 1)
    found = sweeps.sweep(concrete, stream, 0, COUNT, 1e-9, keep=8)
    screen = screened(concrete, sweeps.rows(concrete, stream, range(COUNT)))
    assert found.drawn == COUNT
    assert found.hypotheses or found.met + found.broken + found.doubtful == COUNT
    clear = ~(screen.suspect | screen.undecided | screen.undefined)
    assert abs(found.met - int((screen.met & clear).sum())) <= found.doubtful
    assert abs(found.broken - int(screen.suspect.sum())) <= found.doubtful
    if not found.doubtful and found.met:
        slack = torch.where(screen.met & clear, screen.slack.clamp_min(0), torch.inf)
        order = slack.sort().values[: len(found.slacks)].numpy()
        assert np.abs(order - np.array(found.slacks)).max() < 1e-9
        assert np.abs(slack[list(found.tightest)].numpy() - np.array(found.slacks)).max() < 1e-9
        assert sum(found.bins) == found.met


def test_outcome_depends_on_the_numbers_alone() -> None:
    concrete = instantiate(catalogue.get("riedi.lemma-21"), {"n": 3})
    stream, count = Stream("alone", 2), 2 * sweeps.PIECE + 100
    whole = sweeps.sweep(concrete, stream, 0, count, 1e-9)
    assert whole == sweeps.sweep(concrete, stream, 0, count, 1e-9, threads=3)
    for cut, apart in ((sweeps.PIECE, 0.0), (777, 1e-12)):  # other neighbours in a pack: other roundings
        parts = [sweeps.sweep(concrete, stream, a, b, 1e-9) for a, b in ((0, cut), (cut, count))]
        best = sorted((s, k) for p in parts for s, k in zip(p.slacks, p.tightest, strict=True))[:32]
        assert [k for _, k in best] == list(whole.tightest)
        assert np.abs(np.array([s for s, _ in best]) - np.array(whole.slacks)).max() <= apart
        assert sum(p.met for p in parts) == whole.met == count


def test_what_is_false_is_suspected_and_made_again() -> None:
    n = Dim("n")
    a, b = Matrix("A", n, n), Matrix("B", n, n)
    true = catalogue.get("riedi.lemma-21")
    concrete = instantiate(dataclasses.replace(true, claim=smax(a) <= smax(a + b), given=()), {"n": 2})
    stream = Stream("false", 0)
    found = sweeps.sweep(concrete, stream, 0, 20_000, 1e-9, keep=16)
    assert found.broken > 0 and found.suspects
    again = screened(concrete, sweeps.rows(concrete, stream, found.suspects))
    assert bool((again.suspect | again.undecided).all())
