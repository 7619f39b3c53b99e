"""What our engine is compared with: plain random sampling, Hypothesis with `target()`, and SciPy's BFGS.

The sampler screens batches with the float interpreter of the suite, Hypothesis one instance at a time in NumPy: each
the faster way for it.  BFGS starts at random members and follows the gradient of the slack.  All stop at the first
instance that looks broken in floating point; nothing is certified, shrunk or written down.  That is generous to them:
the engine is timed to its certificate.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import hypothesis
import numpy as np
import torch
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from benchmarks.single import Program, Verdict, program
from lemmata.evaluate.floats import Screen, screen
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.instantiate import Concrete, index_tuples
from lemmata.language.relations import strict
from lemmata.language.statement import Statement
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.plan import plan
from lemmata.search.coordinates import Coordinates
from lemmata.search.objective import goal

BROKEN = -1e-9  # relative slack below which a rival's instance counts as a violation
SIZES = tuple(range(1, 9))  # taken in turn; Hypothesis finds more this way than with 2 to 5
FIRST, BATCH = 64, 4096  # the batches of the sampler double from the first to the last
ITERATIONS = 100  # of BFGS from one start
BOUND = 4  # entries that Hypothesis draws lie between -BOUND and BOUND


def violations(concrete: Concrete, found: Screen) -> torch.Tensor:
    """Where the hypotheses hold and a conjunct fails in floats: by more than BROKEN and than rounding may account
    for, or, of a strict relation, at all."""
    bad = torch.zeros(found.batch, dtype=torch.bool, device=found.device)
    for clause, claim in zip(concrete.claim, found.claims, strict=True):
        fails = (claim.relative < BROKEN) & ~claim.holds
        if strict(index_tuples(clause)[2].op):
            fails |= claim.absolute <= 0
        bad |= claim.finite & fails
    return bad & found.met


def problems(statement: Statement, sizes: tuple[int, ...] = SIZES) -> list[Concrete]:
    """The statement at the dimensions the rivals take in turn."""
    return [concrete for size in sizes for concrete in plan(statement, size, 8)]


def sample(statement: Statement, seed: int, over: Callable[[], bool]) -> int | None:
    """Gaussian instances in batches, sizes in turn, until one is broken or `over()` says so.

    Returns how many instances it took, None when none was found.
    """
    gaussian, stream, tried = ENSEMBLES["gaussian"], Gaussians(seed), 0
    choices = problems(statement)
    for turn in itertools.count():
        batch = min(FIRST << turn, BATCH) if turn < 16 else BATCH
        for concrete in choices:
            if over():
                return None
            values = batches.draw(concrete, gaussian, stream, batch)
            with torch.no_grad():
                bad = violations(concrete, screen(concrete, values))
            tried += batch
            if bool(bad.any()):
                return tried
    raise AssertionError("unreachable")


class Gaussians(Stream):
    """A stream whose normal numbers come from torch's own generator, the fastest there is."""

    def __init__(self, seed: int) -> None:
        super().__init__("rival", seed)
        self.generator = torch.Generator().manual_seed(seed)

    def child(self, *key: Any) -> Gaussians:
        """The stream itself: one generator serves all."""
        return self

    def normal(self, shape: Any) -> torch.Tensor:
        """Standard normal numbers in float64."""
        return torch.randn(shape, generator=self.generator, dtype=torch.float64)


class Stop(BaseException):
    """Ends a run of Hypothesis: something was found, or the time is over.

    No Exception, which Hypothesis would take for a failure of the test and look at again.
    """


def hypothesize(statement: Statement, seed: int, over: Callable[[], bool]) -> int | None:
    """Hypothesis with `target(-slack)`, one instance at a time, until one is broken or `over()` says so.

    Returns how many instances it took, None when none was found.
    """
    choices = problems(statement)
    members = st.sampled_from(choices).flatmap(lambda c: st.tuples(st.just(c), instance(c)))
    state = {"tried": 0, "found": False}

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=10**8,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.target),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
    )
    @hypothesis.given(members)
    def search(member: tuple[Concrete, dict[str, np.ndarray]]) -> None:
        concrete, values = member
        state["tried"] += 1
        found = looked_at(concrete, values)
        state["found"] = found.met and found.broken and confirmed(concrete, values)
        if state["found"] or over():
            raise Stop
        if found.met and math.isfinite(found.slack):
            hypothesis.target(-found.slack)

    with contextlib.suppress(Stop):
        search()
    return state["tried"] if state["found"] else None


def descend(statement: Statement, seed: int, over: Callable[[], bool]) -> int | None:
    """Random starts at each order in turn until an end point is broken or `over()` says so.

    Returns how many starts it took, None when none was found.
    """
    stream, tried = Stream("bfgs", seed), 0
    choices = [(c, Coordinates.of(c, "plain", stream)) for c in problems(statement, (1, 2, 3, 4))]
    choices = [(c, space) for c, space in choices if space.count]
    try:
        for turn in itertools.count():
            for concrete, space in choices:
                flat, discrete = space.start(stream.child(turn, *concrete.dims.values()), 1)

                def slack(x: np.ndarray) -> tuple[float, np.ndarray]:
                    if over():
                        raise Stop
                    free = torch.from_numpy(x)[None].requires_grad_()
                    value = goal(concrete, space.members(free, discrete))  # noqa: B023 - used at once
                    (slope,) = torch.autograd.grad(value.sum(), free, allow_unused=True)
                    down = torch.zeros_like(free) if slope is None else slope.nan_to_num(nan=0.0)
                    return float(value.detach().nan_to_num(nan=1e3)), down[0].numpy()

                end = minimize(slack, flat[0].numpy(), jac=True, method="BFGS", options={"maxiter": ITERATIONS}).x
                tried += 1
                with torch.no_grad():
                    members = space.members(torch.from_numpy(end)[None], discrete, settled=True)
                    if bool(violations(concrete, screen(concrete, members)).any()):
                        return tried
    except Stop:
        return None
    raise AssertionError("unreachable")


@lru_cache(maxsize=256)
def compiled(concrete: Concrete) -> Program | None:
    """The statement in NumPy; None where it has a word without a rule there."""
    try:
        return program(concrete)
    except KeyError:
        return None


def looked_at(concrete: Concrete, values: dict[str, np.ndarray]) -> Verdict:
    """One instance: in NumPy, or where that has no rule for a word, by the float interpreter."""
    made = compiled(concrete)
    if made is not None:
        return made.run(values)
    found = screened(concrete, values)
    return Verdict(bool(found.met.all()), bool(violations(concrete, found).any()), float(found.slack.min()))


def screened(concrete: Concrete, values: dict[str, np.ndarray]) -> Screen:
    """One instance in the float interpreter."""
    with torch.no_grad():
        return screen(concrete, {name: torch.from_numpy(np.array(v))[None] for name, v in values.items()})


def confirmed(concrete: Concrete, values: dict[str, np.ndarray]) -> bool:
    """Whether the float interpreter, which knows how far rounding goes, finds the instance broken as well."""
    return bool(violations(concrete, screened(concrete, values)).any())


def instance(concrete: Concrete) -> st.SearchStrategy[dict[str, np.ndarray]]:
    """Values of all variables of a concrete statement."""
    return st.fixed_dictionaries({name: member(leaf.domain) for name, leaf in concrete.variables.items()})


def entries(shape: tuple[int, ...]) -> st.SearchStrategy[np.ndarray]:
    """Arrays of small integers or of moderate floats."""
    integers = st.integers(-BOUND, BOUND).map(float)
    floats = st.floats(-BOUND, BOUND, allow_subnormal=False)
    return arrays(np.float64, shape, elements=integers) | arrays(np.float64, shape, elements=floats)


def cayley(x: np.ndarray) -> np.ndarray:
    """The Cayley transform of the skew part: orthogonal."""
    eye, skew = np.eye(len(x)), x - x.T
    return np.linalg.solve(eye + skew, eye - skew)


def diagonal(values: tuple[float, ...]) -> Callable[[int], st.SearchStrategy[np.ndarray]]:
    """Diagonal matrices with entries among the values."""
    return lambda n: st.lists(st.sampled_from(values), min_size=n, max_size=n).map(np.diag)


def member(domain: Any) -> st.SearchStrategy[np.ndarray]:
    """Members of a domain.  Raises KeyError for one that no statement of the benchmark uses."""
    if isinstance(domain, domains.MatrixDomain):
        rows, cols = (int(d) for d in domain.shape)
        if isinstance(domain, domains.Selection):
            return st.permutations(range(cols)).map(lambda p: np.eye(cols)[sorted(p[:rows])])
        if type(domain) in PICKED:
            return PICKED[type(domain)](rows)
        return entries((rows, cols)).map(MADE[type(domain)])
    return SCALARS[type(domain)](domain).map(np.float64).map(np.asarray)


PICKED: dict[type, Callable[[int], st.SearchStrategy[np.ndarray]]] = {
    domains.Projection: diagonal((0.0, 1.0)),
    domains.Signs: diagonal((1.0, -1.0)),
}
MADE: dict[type, Callable[[np.ndarray], np.ndarray]] = {
    domains.RealMatrices: lambda x: x,
    domains.SymmetricMatrices: lambda x: (x + x.T) / 2,
    domains.PSD: lambda x: x.T @ x,
    domains.PD: lambda x: x.T @ x + np.eye(len(x)) / 16,
    domains.Skew: lambda x: x - x.T,
    domains.DiagonalMatrices: lambda x: np.diag(np.diag(x)),
    domains.Upper: np.triu,
    domains.Nonnegative: np.abs,
    domains.Orthogonal: cayley,
}
SCALARS: dict[type, Callable[[Any], st.SearchStrategy[float]]] = {
    domains.Reals: lambda d: st.floats(-BOUND, BOUND),
    domains.Positive: lambda d: st.floats(2.0**-10, BOUND),
    domains.Interval: lambda d: st.floats(float(d.low), float(d.high)),
    domains.Integers: lambda d: st.integers(d.low, d.low + 8 if d.high is None else d.high).map(float),
    domains.OpenInterval: lambda d: st.floats(float(d.low), float(d.high), exclude_min=True, exclude_max=True),
}
