"""Hypotheses met by moving instances onto them: what is moved meets its hypothesis exactly, what cannot be is left."""

import pytest
import torch

from lemmata.evaluate import floats
from lemmata.evaluate.decide import decide, judge
from lemmata.evaluate.membership import as_asked
from lemmata.evaluate.randomness import Stream
from lemmata.language import Id, Matrix, Scalar, Symmetric, det, eq, lmin, rank, s, smax, smin, tr
from lemmata.language.conjecture_files import build
from lemmata.language.domains import Positive
from lemmata.language.instantiate import instantiate
from lemmata.language.recipes import searched
from lemmata.sample import batches
from lemmata.sample.hypotheses import meet
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.plan import plan
from tests import table
from tests.made import concrete as concrete_of

GAUSSIAN, INTEGERS = ENSEMBLES["gaussian"], ENSEMBLES["small_integers"]
A, B, C = (Matrix(name, 3, 3) for name in "ABC")
T = Matrix("T", 4, 2)
D, e = Matrix("D", 1, 1), Matrix("e", 1, 1)  # order 1: every vector is an eigenvector
N = Symmetric("N", 3)
x, y = Scalar("x"), Scalar("y")


def moved(concrete, ensemble=INTEGERS, count=100, factor=1):
    batch = batches.draw(concrete, ensemble, Stream("draw", 0), count)
    batch = {k: factor * v for k, v in batch.items()}
    return batch, meet(concrete, batch, Stream("meet", 0))


@pytest.mark.parametrize(
    "given",
    [
        eq(A, A.T),
        eq(A, -A.T),
        eq(A @ B, B @ A),
        eq(A @ A, 0 * A),
        eq(A @ A, A),
        eq(A @ A, Id(3)),
        eq(A.T @ A, Id(3)),
        eq(A @ A.T, Id(3)),
        eq(T.T @ T, Id(2)),
        eq(tr(A), 0),
        eq(tr(A), 2),
        eq(det(A), 0),
        eq(smin(T), 0),
        eq(rank(A), 1),
        rank(A) <= 1,
        eq(s(A), s(B)),
        eq(C, A @ B + B @ A),
        eq(x, 2 * tr(A) + 1),
        eq(2 * y, x),
        eq(D @ e, x * e),
        eq(D.T @ D @ e, x * e),
    ],
    ids=str,
)
def test_thin_hypotheses_hold_exactly(given):
    """Most random integer instances miss them; nearly all that were moved meet them, and those are not all alike."""
    claim = smax(A) + smax(B) + smax(C) + smax(T) + smax(D) + smax(e) + x + y >= 0
    concrete = concrete_of(claim, given)
    batch, new = moved(concrete)
    hypothesis = concrete.hypotheses[0]
    if given == eq(2 * y, x):  # x takes the value of 2 y
        assert (new["x"] == 2 * new["y"]).all()
    met = [decide(hypothesis, batches.exact(concrete, new, row)).established for row in range(20)]
    assert sum(met) >= 18
    assert any(not new[k].equal(batch[k]) for k in batch)
    changed = next(k for k in batch if not new[k].equal(batch[k]))
    assert len(torch.unique(new[changed].reshape(100, -1), dim=0)) > 3


@pytest.mark.parametrize(
    "given",
    [smax(Symmetric("N", 2)) < 1, smax(A) < 0, lmin(Symmetric("N", 2)) >= 0, eq(A, A @ A + B), eq(smax(A), smin(B))],
    ids=["symmetric", "impossible", "sign", "implicit", "no rule"],
)
def test_other_hypotheses_are_left_to_rejection(given):
    concrete = concrete_of(smax(A) + smax(B) + smax(Symmetric("N", 2)) >= 0, given=given)
    batch, new = moved(concrete, GAUSSIAN, 10)
    if given == eq(A, A @ A + B):  # solved for neither variable by form; B stands in a sum
        assert new["A"].equal(batch["A"])
    assert all(new[k].equal(batch[k]) for k in batch)


def test_numbers_are_put_at_the_edge_of_what_bounds_them():
    concrete = concrete_of(x >= 0, (x <= tr(A), y >= x))
    before, after = moved(concrete, GAUSSIAN, 400)
    bound = after["A"].diagonal(dim1=-2, dim2=-1).sum(-1)
    assert torch.equal(before["A"], after["A"]) and bool((after["x"] <= bound).all())
    assert 100 < int((after["x"] == bound).sum()) < 300, "half of what was beyond it, an eighth of the others"
    assert bool((after["y"] >= after["x"]).all())
    near = after["x"] > bound - 0.1 * bound.abs()
    assert int(near.sum()) > 150


def test_hypotheses_that_share_numbers_just_hold_at_once():
    a, b, p = Scalar("a"), Scalar("b"), Scalar("p", domain=Positive())
    size = tr(A.T @ A)
    given = (tr(A.T @ B) >= x + a * size, tr(B.T @ B) <= 2 * b * x, y <= 1 / p)
    _, after = moved(concrete_of(x + a + b + y >= p, given), GAUSSIAN, count=2000)

    def slack(relation):
        above, below = (floats.evaluate(side, after)[:, 0] for side in (relation.lhs, relation.rhs))
        return (above - below).abs() / (above.abs() + below.abs())

    near = torch.stack([slack(relation) < 0.07 for relation in given])
    assert near.any(1).all()
    assert near.all(0).sum() >= 10


def test_a_number_in_two_places_or_squared_stays():
    batch, after = moved(concrete_of(x >= 0, (x**2 <= tr(A.T @ A),)))
    assert torch.equal(batch["x"], after["x"])


# --- Equations that hypotheses of the literature ask for, and how many of the instances that are drawn meet them

PATTERNS = table(__file__, "hypothesis_patterns.toml")["patterns"]
MANY = 4


def share(pattern, recipes=True) -> float:
    """The share of instances, drawn as the search draws them, at which all hypotheses are decided to hold."""
    sized = [v for v, domain in pattern["let"].items() if "(" in domain and not domain.startswith(("integer", "inter"))]
    claims = [f"0 <= norm2({v})" for v in sized] or [f"0 <= abs({v})" for v in pattern["let"]]
    statement = build(pattern["name"], pattern["let"], pattern["given"], claims)
    source, met, tried = searched(statement) if recipes else statement, 0, 0
    for size in (1, 2, 3):
        for concrete in plan(source, size, 1):
            for ensemble in [e for e in ENSEMBLES.values() if batches.usable(concrete, e)][::2]:
                stream = Stream(f"{ensemble.name} {size}", 0)
                values = batches.tied(concrete, batches.draw(concrete, ensemble, stream, MANY))
                values = meet(concrete, values, stream.child("meet"))
                for row in range(MANY):
                    tried += 1
                    drawn = batches.exact(concrete, values, row)
                    own = as_asked(statement, drawn) if recipes else drawn
                    verdict = own and judge(instantiate(statement, own.dims), own, limit=256)
                    met += verdict is not None and verdict.outcome in ("holds", "tight")
    return met / tried


@pytest.mark.sampled(6)
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p["name"])
def test_half_of_the_instances_meet_what_is_asked(pattern) -> None:
    assert share(pattern) >= 0.5


def test_without_recipes_hardly_any_do() -> None:
    """Control: what is drawn without them misses a partition of the identity, and the measure says so."""
    pattern = next(p for p in PATTERNS if p["name"] == "semidefinite matrices that sum to the identity")
    assert share(pattern, recipes=False) < 0.1
