"""Coordinates of a hunt lead into the domains, lenses keep signs, and bandits go where something is to be had."""

from __future__ import annotations

import pytest
import torch

from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instantiate import instantiate
from lemmata.sample import batches
from lemmata.search.bandit import Bandit
from lemmata.search.coordinates import DRESSES, Coordinates
from lemmata.search.rescaled_objectives import LENSES, through

LET = {
    "n": "integer(1, 4)", "A": "pd(n)", "B": "pd(n)", "C": "real(n, n)", "D": "symmetric(n)", "O": "orthogonal(n)",
    "N": "nonnegative(n, 2)", "p": "interval(0, 1)", "k": "integer(-2, 5)", "J": "signs(n)",
}  # fmt: skip


def concrete():
    claim = "tr(A @ B @ C @ D @ O @ J) * p * k * sum(N @ ones(2, 1)) >= 0"
    return instantiate(conjecture_files.build("x", LET, [], [claim]), {"n": 3})


@pytest.mark.parametrize("dress", list(DRESSES))
def test_end_points_are_members_exactly(dress: str) -> None:
    problem, stream = concrete(), Stream("test", 1)
    space = Coordinates.of(problem, dress, stream)
    flat, discrete = space.start(stream, 6)
    values = space.members(flat, discrete, settled=True)
    for row in range(6):
        exact = ExactInterpreter(batches.exact(problem, values, row))
        assert all(member(exact, leaf) for leaf in problem.variables.values())


def test_discrete_variables_begin_at_the_ends_of_their_ranges_too_and_move() -> None:
    stream = Stream("test", 2)
    space = Coordinates.of(concrete(), "plain", stream)
    _, discrete = space.start(stream, 64)
    assert {-2, 5} <= set(discrete["k"].tolist()) and set(discrete) == {"k", "J"}
    moved = space.neighbours(discrete, stream.child("move"))
    assert bool((moved["k"] != discrete["k"]).any()) and bool((moved["J"] != discrete["J"]).any())


def test_faces_hold_entries_of_matrices_at_zero() -> None:
    space = Coordinates.of(concrete(), "plain", Stream("test", 4))
    face = space.faces(Stream("test", 5), 60)
    where = dict(zip(space.sizes, face.split([torch.Size(s).numel() for s in space.sizes.values()], 1), strict=True))
    assert set(face.unique().tolist()) == {0.0, 1.0} and bool((where["p"] == 1).all())
    assert [bool((row == 0).any()) for row in face] == [k % 3 == 2 for k in range(60)]


@pytest.mark.parametrize("lens", list(LENSES))
def test_lenses_keep_the_sign(lens: str) -> None:
    problem, stream = concrete(), Stream("test", 3)
    space = Coordinates.of(problem, "plain", stream)
    flat, discrete = space.start(stream, 8)
    slack = torch.linspace(-1, 1, 8, dtype=torch.float64)
    seen = through(lens, problem, space.members(flat, discrete), slack)
    assert torch.equal(seen.sign(), slack.sign()) and bool(torch.isfinite(seen).all())


def test_a_bandit_tries_everything_and_then_what_pays() -> None:
    bandit = Bandit(["a", "b", "c"])
    for _ in range(60):
        arm = bandit.choose()
        bandit.learn(arm, float(arm == 1))
    assert min(bandit.turns) > 0 and bandit.turns[1] > 40
