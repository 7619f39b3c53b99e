"""The anytime search: what a check does with the time that is left, for as long as there is any.

Turn by turn bandits choose dimensions, a parametrisation (see `search.coordinates`) and a rescaling (see
`search.objective`); BFGS goes down from random starts, discrete variables move between two descents, and
from a case of equality the search goes on over spheres around it, on which the slack may still fall. Turns in which
the slack became smaller than ever before at these dimensions are rewarded. Where a hypothesis is an equation, every
other turn solves it, at all dimensions in rotation (see `search.equations`); where the claim
is that one matrix is above another, every other climbs among entries of many magnitudes (see
`search.ill_conditioned`). The exact check looks at the lowest end points whatever floating point makes of
them: near equality, and for ill-conditioned matrices, it cannot tell.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from lemmata.claims.nominate import force_exact_check, nominate, solutions
from lemmata.claims.schedule import climb_graded, cost, ended
from lemmata.claims.screening import Screening
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import Concrete
from lemmata.sample.batches import Batch
from lemmata.sample.hypotheses import thin
from lemmata.sample.plan import dimensions, plan
from lemmata.search import ill_conditioned
from lemmata.search.climbing import Bandit, climb
from lemmata.search.coordinates import PARAMETRISATIONS, Coordinates
from lemmata.search.equations import monomials, solve
from lemmata.search.objective import RESCALINGS, goal, through, walled
from lemmata.search.quasi_newton import minimise
from lemmata.search.space import Space

ROWS = 48  # starts of one turn
ITERATIONS = 60
MONOMIALS = 8192  # signed permutations, with rows left out, that are tried in equations per turn
AGAIN = 25  # iterations after a discrete move, and over a sphere
LARGEST_SIZE = 6
TUPLES = 48  # dimension tuples per size
USUAL = 4  # orders up to here come first
PRESSED = 2  # end points of one turn that the exact check looks at in any case
GOLDEN = 0.618  # share of the ways by which the next seed begins later
STAGE = "anytime"
LABEL = "BFGS in many coordinates"
CLIMBED = "BFGS between -1 and 1, and hill climbing from there"
CLIMBS, WIDTH = 30, 64  # steps of such a climb, and neighbours of each
GRADES = 150  # instances evaluated in one turn among entries of many magnitudes
SOLVING = "equations among the hypotheses, solved"
MAX_PARAMETERS = 160
TIE = 1e-7  # a goal this near to zero is taken for a case of equality
RADII = (1.0, 0.3, 0.1, 0.03)  # of the spheres around it
NOTED = 8  # end points of one turn that are screened
GENTLE = 0.98  # a goal below this share of the best one so far counts as progress


@dataclass
class _Place:
    """Dimensions that are searched, and what is known there."""

    concrete: Concrete
    best: dict[str, float] = field(default_factory=dict)  # smallest goal that was no tie, by rescaling
    lucky: Batch = field(default_factory=dict)  # discrete values of the best rows


def places(screening: Screening, below: Concrete | None = None) -> list[_Place]:
    """Dimension tuples to search at, smaller ones first; with `below`, those nowhere larger and somewhere smaller."""
    sized = bool(dimensions(screening.statement))
    sizes = sorted({*range(1, LARGEST_SIZE + 1), *screening.profile.ascent_sizes}) if sized else [1]
    found = [c for size in sizes for c in plan(screening.statement, size, TUPLES)]
    if below is not None:
        found = [c for c in found if c.dims != below.dims and all(c.dims[k] <= d for k, d in below.dims.items())]
    found = [c for c in found if _movable(c, screening.stream)]
    found = [c for c in found if _widest(c) > 1] or (
        [] if below else found
    )  # numbers in place of matrices are enumerated elsewhere
    found.sort(key=lambda c: (_widest(c) > USUAL, sum(c.dims.values()), tuple(c.dims.values())))
    return [_Place(c) for c in found]


def _widest(concrete: Concrete) -> int:
    return max((int(d) for v in concrete.variables.values() for d in getattr(v, "shape", None) or ()), default=1)


def _movable(concrete: Concrete, stream: Stream) -> bool:
    return 0 < Coordinates.of(concrete, "plain", stream).count <= MAX_PARAMETERS


@dataclass
class _Trail:
    """What the search has learned: where, and how, to look.  Kept between two parts of it."""

    where: Bandit[_Place]
    how: Bandit[tuple[str, str]]
    graded: Sequence[Concrete] = ()  # where entries of many magnitudes are climbed among
    thin: Sequence[Concrete] = ()  # where equations among the hypotheses are solved

    @classmethod
    def of(cls, screening: Screening, below: Concrete | None = None) -> _Trail:
        """Nothing learned yet.  Other seeds, and searches that go on from a journal, begin with other ways."""
        choices = places(screening, below)
        if not choices:
            return cls(Bandit([]), Bandit([]))
        pairs = _pairs(list(PARAMETRISATIONS), _lenses(choices))
        first = (round(GOLDEN * screening.stream.seed * len(pairs)) + screening.turns) % len(pairs)
        costs = [cost(p.concrete) * max(sum(p.concrete.dims.values()), 1) for p in choices]
        narrow = [p.concrete for p in choices if ill_conditioned.usable(p.concrete)]
        equal = [p.concrete for p in choices if thin(p.concrete)]
        return cls(Bandit(choices, costs), Bandit(pairs[first:] + pairs[:first]), narrow, equal)


def anytime_search(
    screening: Screening, until: float | None, turns: int | None, below: Concrete | None = None
) -> Iterator[int]:
    """Search until a time on the clock of the watch, or for so many turns; yields the instances of each turn.

    With `below`, a counterexample in hand, at smaller dimensions only; what is learned there is not kept.
    """
    trail = _Trail.of(screening, below) if screening.trail is None or below is not None else screening.trail
    if below is None:
        screening.trail = trail
    where, how = trail.where, trail.how
    if not where.arms:
        return
    turn = screening.turns
    while (turns is None or turn < turns) and (until is None or screening.watch.clock() < until):
        if turn % 2 == 0 and trail.thin:
            concrete = trail.thin[_falling(turn // 2) % len(trail.thin)]
            tried = _solved(screening, concrete, screening.stream_of("solved", concrete, turn))
        elif turn % 2 == 1 and trail.graded:
            narrow = _ruled(trail.graded, turn // 2)
            tried = climb_graded(screening, narrow, screening.stream_of("graded", narrow, turn + 1), GRADES, STAGE)
        else:
            tried = _led(screening, where, how, turn)
        screening.turns = turn = turn + 1
        yield tried


def _led(screening: Screening, where: Bandit[_Place], how: Bandit[tuple[str, str]], turn: int) -> int:
    """A turn where and how the bandits choose, who learn from it."""
    place, way = where.choose(), how.choose()
    stream = screening.stream_of("hunt", where.arms[place].concrete, turn)
    reward, tried = _turn(screening, where.arms[place], *how.arms[way], stream)
    where.learn(place, reward)
    how.learn(way, reward)
    screening.tally.searches += tried
    return tried


def _solved(screening: Screening, concrete: Concrete, stream: Stream) -> int:
    """A turn on solutions of the equations among the hypotheses; the number of starts."""
    exact = monomials(concrete, stream.child("monomials"), MONOMIALS)
    if exact:
        nominate(screening, concrete, exact, STAGE, SOLVING)
    found = solve(concrete, stream, ROWS, lambda: screening.watch.look(screening, STAGE))
    solutions(screening, concrete, found, STAGE, SOLVING)
    screening.tally.searches += ROWS
    return ROWS


def _falling(turn: int) -> int:
    """0, 1, 0, 2, 1, 0, 3, 2, 1, 0, ..."""
    row = (math.isqrt(8 * turn + 1) - 1) // 2
    return row * (row + 3) // 2 - turn


def _ruled(concretes: Sequence[Concrete], turn: int) -> Concrete:
    """The first every other turn, the second every other one of the rest, and so on."""
    place = ((turn + 1) & -(turn + 1)).bit_length() - 1
    return concretes[place % len(concretes)]


def _pairs(parametrisations: list[str], rescalings: list[str]) -> list[tuple[str, str]]:
    """All pairs, in an order whose every beginning holds many of both."""
    order = sorted(
        itertools.product(range(len(parametrisations)), range(len(rescalings))),
        key=lambda p: ((p[0] - p[1]) % len(parametrisations), p[0]),
    )
    return [(parametrisations[i], rescalings[j]) for i, j in order]


def _lenses(choices: list[_Place]) -> list[str]:
    """The rescalings that see something at the widest place."""
    concrete = max((p.concrete for p in choices), key=_widest)
    space = Coordinates.of(concrete, "plain", Stream("rescalings", 0))
    values = space.members(*space.start(Stream("rescalings", 0), 1))
    return [
        name for name, rescaling in RESCALINGS.items() if name == "plain" or rescaling(concrete, values) is not None
    ]


def _turn(
    screening: Screening, place: _Place, parametrisation: str, rescaling: str, stream: Stream
) -> tuple[float, int]:
    """One turn; how it is to be rewarded, and the number of starts."""
    concrete, witness = place.concrete, screening.witness
    walls = walled(concrete)
    space = Coordinates.of(concrete, parametrisation, stream)
    flat, discrete = space.start(stream.child("start"), ROWS)
    face = space.faces(stream.child("face"), ROWS)
    for name, values in place.lucky.items():  # half of the rows at discrete values that did well
        lucky = stream.child("lucky", name).integers(0, len(values) - 1, (ROWS,))
        half = (torch.arange(ROWS) % 2 == 0).reshape(-1, *[1] * (values.dim() - 1))
        discrete[name] = torch.where(half, values[lucky], discrete[name])

    def tick() -> None:
        screening.watch.look(screening, STAGE)

    def slack(x: Tensor, held: Batch, soft: bool = False) -> Tensor:
        values = space.members(x * face, held)
        return through(rescaling, concrete, values, goal(concrete, values, witness, soft))

    def descend(start: Tensor, held: Batch, iterations: int) -> tuple[Tensor, Tensor]:
        if walls:  # first through the walls, or along them, then inside
            start, _ = minimise(lambda x: slack(x, held, soft=True), start, iterations, tick)
            iterations = AGAIN
        return minimise(lambda x: slack(x, held), start, iterations, tick)

    flat, value = descend(flat, discrete, ITERATIONS)
    if discrete:
        moved = space.neighbours(discrete, stream.child("move"))
        other, found = descend(flat, moved, AGAIN)
        better = found < value - TIE
        flat, value = torch.where(better[:, None], other, flat), torch.where(better, found, value)
        discrete = {k: torch.where(better.reshape(-1, *[1] * (x.dim() - 1)), moved[k], x) for k, x in discrete.items()}
        keep = value.argsort()[: ROWS // 4]
        place.lucky = {k: x[keep] for k, x in discrete.items()}
    tied = value.abs() <= TIE
    if bool(tied.any()) and not bool((value < -TIE).any()):
        flat, value = _leave(slack, flat, value, discrete, tied, stream.child("sphere"), tick)
    flat, order = flat * face, value.argsort()[:NOTED]
    with torch.no_grad():
        near = {k: x[order] for k, x in discrete.items()}
        for settled in (True, False):
            ends = space.members(flat[order], near, settled)
            if float(value[order[0]]) < TIE:
                ended(screening, concrete, ends, STAGE, LABEL, rounded=settled)
            else:
                nominate(screening, concrete, ends, STAGE, LABEL)
                break
            if settled:
                force_exact_check(screening, concrete, ends, value[order], STAGE, PRESSED)
    if parametrisation == "bounded":
        _on_integers(screening, concrete, space.members(flat[order], near), stream.child("integers"))
    untied = value[(value.abs() > TIE) & torch.isfinite(value)]
    lowest, before = float(untied.min()) if len(untied) else float("inf"), place.best.get(rescaling, float("inf"))
    place.best[rescaling] = min(before, lowest)
    return float(lowest < (GENTLE * before if before > 0 else before - TIE)), ROWS


def _on_integers(screening: Screening, concrete: Concrete, ends: Batch, stream: Stream) -> None:
    """Hill climbing from end points with entries between -1 and 1, rounded to these and zero: where many entries are
    as large as the largest, no gradient shows which of them to change."""
    screening.watch.look(screening, STAGE)
    with torch.no_grad():
        start = Space(concrete).rounded(ends, 1, 1)
    ended(screening, concrete, climb(concrete, start, stream, CLIMBS, WIDTH, screening.witness), STAGE, CLIMBED)


def _leave(
    slack: Callable[[Tensor, Batch], Tensor], flat: Tensor, value: Tensor, discrete: Batch, tied: Tensor,
    stream: Stream, tick: Callable[[], None],
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """From cases of equality to the lowest points found on spheres around them: the slack there is of second order, and
    below zero in some directions if the inequality fails near the manifold of equality."""
    radius = stream.choice(RADII, (len(flat), 1)).to(flat) * flat.norm(dim=1, keepdim=True).clamp_min(1e-3)
    about = flat + 0.3 * radius * stream.child("drift").normal(flat.shape).to(flat)  # not always the extremal point

    def on_sphere(u: Tensor) -> Tensor:
        return about + radius * u / u.norm(dim=1, keepdim=True).clamp_min(1e-12)

    start = stream.child("direction").normal(flat.shape).to(flat)
    u, found = minimise(lambda u: slack(on_sphere(u), discrete), start, AGAIN, tick)
    better = tied & (found < value - TIE)
    return torch.where(better[:, None], on_sphere(u), flat), torch.where(better, found, value)
