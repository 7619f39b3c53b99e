"""From any certified counterexample to the simplest one within reach, certified again at every step."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Any

import torch
from sympy import Integer

from lemmata.evaluate import floats
from lemmata.evaluate.decide import Judgement, judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import domains
from lemmata.language.atoms import Slope
from lemmata.language.families import GradientGram, Layers
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import Concrete, excluded, instantiate
from lemmata.language.statement import Statement
from lemmata.language.variables import Dim
from lemmata.processes.profiling import part
from lemmata.sample import batches
from lemmata.sample.batches import ordered
from lemmata.sample.plan import dimensions, largest_order
from lemmata.sample.registry import constructions
from lemmata.shrink import rows as plain
from lemmata.shrink.complexity import CLEAR, Cost, complexity, cost
from lemmata.shrink.members import MOVES, TIERS
from lemmata.shrink.scalars import nearest, scalar_moves


# What must be kept of a counterexample, and which candidates floating point expects to keep it.
#
# Floats only order and drop candidates; every one that is kept is judged rigorously before it is accepted.
@dataclass(frozen=True)
class Wanted:
    """The outcome and the conjuncts (numbered as the statement writes them) that stay broken; at most `unclear` of
    them by a relative margin below CLEAR."""

    outcome: str
    broken: frozenset[int]
    unclear: int

    def met(self, concrete: Concrete, judgement: Judgement) -> bool:
        """Whether a judgement is certified to be at least as egregious."""
        found = wanted(concrete, judgement, self.broken)
        return replace(found, unclear=self.unclear) == self and found.unclear <= self.unclear


def wanted(concrete: Concrete, judgement: Judgement, among: frozenset[int] | None = None) -> Wanted:
    """What a judgement shows, of all conjuncts or of some."""
    broken: set[int] = set()
    clear: set[int] = set()
    for number, decision in zip(concrete.origins, judgement.conjuncts, strict=False):
        if decision.status == "broken" and (among is None or number in among):
            broken.add(number)
            if decision.relative < -CLEAR:
                clear.add(number)
    return Wanted(judgement.outcome, frozenset(broken), len(broken - clear))


@dataclass(frozen=True)
class Outlook:
    """What floats expect of a batch, each as a tensor over it: whether it may be accepted, how many of the conjuncts
    wanted would be unclear, and whether every number was finite."""

    possible: torch.Tensor
    unclear: torch.Tensor
    finite: torch.Tensor


def outlook(concrete: Concrete, batch: batches.Batch, want: Wanted) -> Outlook:
    """Judge a batch in floating point."""
    with torch.no_grad():
        screen = floats.screen(concrete, batch)
    rows = screen.batch
    possible = torch.ones(rows, dtype=torch.bool)
    finite = torch.ones(rows, dtype=torch.bool)
    unclear = torch.zeros(rows, dtype=torch.int64)
    for hypothesis in screen.hypotheses:
        possible &= ~hypothesis.finite | hypothesis.holds
        finite &= hypothesis.finite
    for claim in screen.claims:
        finite &= claim.finite
        if want.outcome == "witness":
            possible &= ~claim.finite | claim.holds
    numbers = concrete.origins
    for number in sorted(want.broken):
        parts = [claim for claim, k in zip(screen.claims, numbers, strict=False) if k == number]
        broken = torch.stack([~c.finite | ~c.holds for c in parts]) if parts else torch.zeros(1, rows, dtype=torch.bool)
        clear = [~c.finite | (~c.holds & (c.relative < -CLEAR)) for c in parts]
        possible &= broken.any(0)
        unclear += ~torch.stack(clear).any(0) if clear else torch.ones(rows, dtype=torch.bool)
    return Outlook(possible & (unclear <= want.unclear), unclear, finite)


def promising(concrete: Concrete, candidates: Sequence[Instance], want: Wanted) -> list[tuple[bool, int, int]] | None:
    """(has non-finite numbers, unclear conjuncts, position) of the candidates that floats do not rule out; None where
    numbers are too large for floats."""
    if not candidates:
        return []
    try:
        batch = batches.as_batch(concrete, candidates)
    except OverflowError:
        return None
    view = outlook(concrete, batch, want)
    kept = torch.nonzero(view.possible).flatten().tolist()
    return [(not bool(view.finite[k]), int(view.unclear[k]), k) for k in kept]


# Instances one change away from an instance: of one variable, or of all variables that share a dimension.
HOMOGENEOUS = (  # closed under positive multiples
    domains.RealMatrices, domains.Nonnegative, domains.SymmetricMatrices, domains.Skew, domains.Upper,
    domains.DiagonalMatrices, domains.PSD, domains.PD,
)  # fmt: skip
ONE_SIDED = (domains.Nonnegative, domains.PSD, domains.PD)


def shapes(concrete: Concrete) -> dict[str, tuple[Any, Any]]:
    """Rows and columns of every matrix variable as the statement writes them, in its dimensions."""
    out: dict[str, tuple[Any, Any]] = {}
    for leaf in concrete.statement.let:
        if isinstance(leaf, Layers):
            depth = int(concrete.dims[leaf.args[0].name])
            for k in range(1, depth + 1):
                out[f"{leaf.name}_{k}"] = (leaf.width(k, depth), leaf.width(k - 1, depth))
        elif isinstance(getattr(leaf, "domain", None), domains.MatrixDomain):
            out[leaf.name] = leaf.domain.shape
    return out


def fitted(concrete: Concrete, values: Mapping[str, Exact]) -> Instance:
    """The member of all domains nearest to these values, which have the right shapes."""
    out: dict[str, Any] = {}
    for leaf in ordered(concrete):
        value: Any = values[leaf.name]
        if isinstance(value, Fraction):
            out[leaf.name] = nearest(leaf.domain, value)
        else:
            out[leaf.name] = MOVES[type(leaf.domain)].fit(leaf.domain, value, out)
    return Instance(dict(concrete.dims), out)


def propose(concrete: Concrete, instance: Instance, tier: str) -> Iterator[Instance]:
    """Instances one move of this tier away, inside the domains as far as known; some may read less easily."""
    for leaf in ordered(concrete):
        value: Any = instance.values[leaf.name]
        if not isinstance(value, Fraction):
            moves = MOVES[type(leaf.domain)].propose(tier, leaf.domain, value, instance.values)
            yield from (_with(instance, {leaf.name: v}) for v in moves)
        elif tier == "whole":
            for x in scalar_moves(leaf.domain, value):
                yield _refitted(concrete, _with(instance, {leaf.name: x}))
    if tier == "whole":
        yield from _together(concrete, instance)
    if tier == "labels":
        yield from _relabelled(concrete, instance)


def _with(instance: Instance, values: Mapping[str, Exact]) -> Instance:
    return Instance(instance.dims, {**instance.values, **values})


def _refitted(concrete: Concrete, instance: Instance) -> Instance:
    """Activation patterns follow the scalar they take their entries from."""
    patterns = [v for v in concrete.variables.values() if isinstance(v.domain, domains.Activation)]
    for v in patterns:
        value: Any = instance.values[v.name]
        instance = _with(instance, {v.name: MOVES[domains.Activation].fit(v.domain, value, instance.values)})
    return instance


def _together(concrete: Concrete, instance: Instance) -> Iterator[Instance]:
    """All matrices that may be scaled at once: rounded, scaled, with the other sign."""
    names = [v.name for v in concrete.variables.values() if isinstance(v.domain, HOMOGENEOUS)]
    if not names:
        return
    matrices: dict[str, Any] = {name: instance.values[name] for name in names}
    stacked = [[x for rows in matrices.values() for row in rows for x in row]]
    widths = {name: (len(rows), len(rows[0])) for name, rows in matrices.items()}

    def split(flat: list[Fraction]) -> dict[str, Exact]:
        numbers = iter(flat)
        return {name: [[next(numbers) for _ in range(n)] for _ in range(m)] for name, (m, n) in widths.items()}

    for factor in plain.scalings(stacked):
        yield _with(instance, split([factor * x for x in stacked[0]]))
    yield from rounded(concrete, [instance])
    if not any(isinstance(concrete.variables[name].domain, ONE_SIDED) for name in names):
        yield _with(instance, split([-x for x in stacked[0]]))


def rounded(concrete: Concrete, found: list[Instance], grids: tuple[int, ...] = plain.GRIDS) -> list[Instance]:
    """All numbers of each instance rounded to multiples of 1 / grid, within their domains; none where floats cannot
    hold them."""
    try:
        batch = batches.as_batch(concrete, found)
    except OverflowError:
        return []
    return [batches.exact(concrete, batch, row, grid) for grid in grids for row in range(len(found))]


def _relabelled(concrete: Concrete, instance: Instance) -> Iterator[Instance]:
    """Basis vectors of one dimension exchanged or given the other sign in every variable that has it: in its rows and
    columns, in its rows, in its columns."""
    written = shapes(concrete)
    for dim in (leaf for leaf in concrete.statement.let if isinstance(leaf, Dim)):
        touched = {name: (r == dim, c == dim) for name, (r, c) in written.items() if dim in (r, c)}
        size = concrete.dims[dim.name]
        for down, across in ((True, True), (True, False), (False, True)) if touched else ():
            places = {name: (r and down, c and across) for name, (r, c) in touched.items()}
            for order in plain.swaps(size):
                yield _with(instance, {k: _ordered(instance.values[k], order, *at) for k, at in places.items()})
            for i in range(size):
                yield _with(instance, {k: _signed(instance.values[k], i, *at) for k, at in places.items()})


def _ordered(value: Any, order: list[int], down: bool, across: bool) -> Exact:
    return plain.picked(value, order if down else range(len(value)), order if across else range(len(value[0])))


def _signed(value: Any, k: int, down: bool, across: bool) -> Exact:
    return [
        [-x if (down and i == k) != (across and j == k) else x for j, x in enumerate(row)]
        for i, row in enumerate(value)
    ]


# Counterexamples at smaller dimensions: parts of a given one, small integers, and what the statement constructs.
TUPLES = 200  # dimension tuples looked at; beyond, the small ones and those one step below
PARTS = 64  # parts of an instance tried per dimension tuple
CHOICES = 1000  # subsets of one dimension that are listed; beyond, its windows
LISTED = 8192  # small members enumerated per dimension tuple, fewer for large matrices
WORK = 2**16  # LISTED at order 2 and below, falling with the square of the order
CONSTRUCTED = 256
KEPT = 24  # nominated small members per dimension tuple
CHUNK = 4096
SCALED = 256  # of the small members, so many also as multiples
SCALES = (2.0, 3.0, 4.0, 10.0, 100.0)


@lru_cache(maxsize=4096)
def concrete_at(statement: Statement, dims: tuple[tuple[str, int], ...]) -> Concrete | None:
    """The statement at these dimensions; None where they are not admissible or a matrix would be empty."""
    assignment = dict(dims)
    if excluded(statement, assignment):
        return None
    concrete = instantiate(statement, assignment)
    if not concrete.admissible:
        return None
    matrices = [v.domain for v in concrete.variables.values() if isinstance(v.domain, domains.MatrixDomain)]
    return concrete if all(int(size) > 0 for d in matrices for size in d.shape) else None


def targets(concrete: Concrete) -> Iterator[tuple[Concrete, ...]]:
    """The statement at all admissible dimensions that are nowhere larger, smallest sums first, the given ones last;
    those of one sum together."""
    dims = dimensions(concrete.statement)
    lows = [int(d.domain.low) if isinstance(d.domain.low, Integer) else 0 for d in dims]
    highs = [concrete.dims[d.name] for d in dims]
    tuples = [t for t in _tuples(lows, highs) if sum(t) < sum(highs)]
    for _, group in itertools.groupby(sorted(tuples, key=lambda t: (sum(t), t)), key=sum):
        named = (tuple((d.name, v) for d, v in zip(dims, t, strict=True)) for t in group)
        found = tuple(c for t in named if (c := concrete_at(concrete.statement, t)) is not None)
        if found:
            yield found
    yield (concrete,)


def _tuples(lows: list[int], highs: list[int]) -> Iterator[tuple[int, ...]]:
    if prod(high - low + 1 for low, high in zip(lows, highs, strict=True)) <= TUPLES:
        yield from itertools.product(*(range(low, high + 1) for low, high in zip(lows, highs, strict=True)))
        return
    near = [range(low, min(high, low + 2) + 1) for low, high in zip(lows, highs, strict=True)]
    seen = set(itertools.islice(itertools.product(*near), TUPLES))
    for step in range(max(highs)):
        seen.add(tuple(max(low, high - step) for low, high in zip(lows, highs, strict=True)))
    for k, (low, high) in enumerate(zip(lows, highs, strict=True)):
        seen |= {(*highs[:k], value, *highs[k + 1 :]) for value in range(low, high)}
    yield from seen


def parts(concrete: Concrete, instance: Instance, target: Concrete) -> list[Instance]:
    """The instance with rows and columns deleted, consistently, until it has the dimensions of the target; also with
    all numbers rounded to multiples of 1 and 1/2."""
    if dict(target.dims) == dict(concrete.dims):
        return []
    before, after = shapes(concrete), shapes(target)
    names = _sources(concrete, target)
    written = {d for shape in after.values() for d in shape if isinstance(d, Dim)}
    lists = [_subsets(concrete.dims[d.name], target.dims[d.name]) for d in sorted(written, key=lambda d: d.name)]
    found = []
    for choice in _spread(lists):
        chosen = dict(zip(sorted(d.name for d in written), choice, strict=True))
        values: dict[str, Exact] = {}
        for name in target.variables:
            value: Any = instance.values[names.get(name, name)]
            if name in after:
                sizes = tuple(int(x) for x in target.variables[name].domain.shape)
                lines = [
                    chosen[new.name] if isinstance(new, Dim) and new == old else _cut(have, size)
                    for old, new, have, size in zip(
                        before[names.get(name, name)], after[name], (len(value), len(value[0])), sizes, strict=True
                    )
                ]
                value = plain.picked(value, *lines)
            values[name] = value
        found.append(fitted(target, values))
    return found + rounded(target, found, (1, 2))


def _sources(concrete: Concrete, target: Concrete) -> dict[str, str]:
    """Layers whose place in the network changes: the last one stays the last."""
    out = {}
    for leaf in concrete.statement.let:
        if isinstance(leaf, Layers):
            old, new = (int(c.dims[leaf.args[0].name]) for c in (concrete, target))
            out[f"{leaf.name}_{new}"] = f"{leaf.name}_{old}"
    return out


def _cut(have: int, size: int) -> list[int]:
    return [k if k < have else -1 for k in range(size)]


def _subsets(old: int, new: int) -> list[tuple[int, ...]]:
    if comb(old, new) <= CHOICES:
        return list(itertools.combinations(range(old), new))
    return [tuple(range(start, start + new)) for start in range(old - new + 1)]


def _spread(lists: list[list[tuple[int, ...]]]) -> Iterator[list[tuple[int, ...]]]:
    """All combinations, or PARTS of them evenly spread."""
    total = prod(map(len, lists))
    count = min(total, PARTS)
    for k in range(count):
        number, out = k * total // count, []
        for choices in lists:
            out.append(choices[number % len(choices)])
            number //= len(choices)
        yield out


@lru_cache(maxsize=512)
def small_members(concrete: Concrete, want: Wanted, share: int = 1) -> tuple[Instance, ...]:
    """Small integers, and what the statement's construction builds of them, that floats expect to be as wanted.

    The most readable come first.  `share` divides the number enumerated.
    """
    stream = Stream((concrete.statement.id, "shrink", *(x for item in sorted(concrete.dims.items()) for x in item)))
    if not concrete.variables:
        return ()
    cap = min(LISTED, WORK // largest_order(concrete) ** 2) // share
    if any(clause.has(GradientGram, Slope) for clause in (*concrete.given, *concrete.claim)):
        cap //= 8
    table = batches.lattice(concrete, stream.child("members"))
    found: list[tuple[float, int, Instance]] = []
    for values in _batches(concrete, table, max(cap, 64), stream):
        view = outlook(concrete, values, want)
        rows = torch.nonzero(view.possible & view.finite).flatten()
        if len(rows):
            burden = _burden({name: v[rows] for name, v in values.items()}) + 1e9 * view.unclear[rows]
            for k in torch.argsort(burden, stable=True)[:KEPT].tolist():
                found.append((float(burden[k]), len(found), batches.exact(concrete, values, int(rows[k]))))
    return tuple(instance for _, _, instance in sorted(found, key=lambda item: item[:2])[:KEPT])


def _batches(concrete: Concrete, table: batches.Lattice, cap: int, stream: Stream) -> Iterator[batches.Batch]:
    yield from (values for values, _ in table.batches(cap, stream.child("rows"), CHUNK))
    few = table.rows(table.simplest(SCALED))
    free = [name for name, leaf in concrete.variables.items() if isinstance(leaf.domain, HOMOGENEOUS)]
    for factor in SCALES if free else ():
        yield {name: factor * v if name in free else v for name, v in few.items()}
    if concrete.statement.construct is not None:
        values = constructions()[concrete.statement.construct](concrete, stream.child("construction"), CONSTRUCTED)
        if values is not None:
            yield values


def _burden(values: batches.Batch) -> torch.Tensor:
    """`complexity` at fixed dimensions as one float per row: good enough to choose which rows are made exact."""
    out = torch.zeros(len(next(iter(values.values()))), dtype=torch.float64)
    for value in values.values():
        flat = value.double().reshape(len(value), -1)
        size = flat.abs().clamp_max(99).sum(1)
        out += 1e5 * (flat != 0).sum(1) + 1e3 * (flat != flat.round()).sum(1) + size + 0.01 * (flat < 0).sum(1)
        if value.ndim == 3:
            out += 1e7 * torch.linalg.matrix_rank(value.double())
    return out


ATTEMPTS = 400
ENTRYWISE = (domains.RealMatrices, domains.SymmetricMatrices, domains.DiagonalMatrices)
JOINTLY = ("lines", "zeros", "values")
JOINED = 64  # promising moves looked at when several are made at once
REFUSALS = 6  # candidates of one batch that a certifier may refuse before the others are left alone
BLIND_REFUSALS = 60  # the same where floats cannot tell


@dataclass(frozen=True)
class State:
    """A certified counterexample, what is kept of it, and how hard it is to read."""

    concrete: Concrete
    instance: Instance
    judgement: Judgement
    want: Wanted
    cost: Cost


@dataclass
class Shrinker:
    """The search for a simpler counterexample.

    `attempts` bounds the calls of the certifier; `steps` holds every accepted state, in order.
    """

    attempts: int
    steps: list[State] = field(default_factory=list)
    refused: set[Any] = field(default_factory=set)
    looked_at: tuple[State, bool] | None = None

    def run(self, state: State) -> State:
        """Smaller dimensions first, then simpler numbers, until neither finds anything."""
        fewer = self.smaller(state)
        ends = [] if fewer is None else [self.descend(fewer)]
        if fewer is None or fewer.concrete is state.concrete:
            ends.append(self.descend(state))
        best = min(ends, key=lambda end: (end.want.unclear, end.cost))
        while self.attempts > 0 and (fewer := self.smaller(best)) is not None:
            best = self.descend(fewer)
        return best

    def smaller(self, state: State) -> State | None:
        """A simpler counterexample at the smallest dimensions where one is found, the given ones included."""
        groups = list(targets(state.concrete))
        share = 1 + sum(map(len, groups)) // 12
        for group in groups:
            best: State | None = None
            for concrete in group:
                bound = state if best is None else best
                pool = [*small_members(concrete, bound.want, share), *parts(state.concrete, state.instance, concrete)]
                best = self._first(bound, concrete, pool) or best
            if best is not None:
                return best
        return None

    def descend(self, state: State) -> State:
        """The end of a descent at fixed dimensions: the simplest certified move of a tier, tier by tier."""
        tier, moved = 0, False
        while tier < len(TIERS) and self.attempts > 0:
            found = self._first(
                state, state.concrete, propose(state.concrete, state.instance, TIERS[tier]), TIERS[tier] in JOINTLY
            )
            if found is not None:
                state, moved = found, True
            elif tier + 1 == len(TIERS) and moved:
                tier, moved = 0, False
            else:
                tier += 1
        return state

    def _first(self, state: State, concrete: Concrete, pool: Iterable[Instance], jointly: bool = False) -> State | None:
        """The first certified of the candidates that are simpler than a state, the most promising first."""
        known = {id(value): cost(value) for value in state.instance.values.values()}
        ranked = self._ranked(state, concrete, pool, known)
        if jointly and len(ranked) > 2:
            together = _merged(state, [instance for _, _, instance in ranked])
            ranked = self._ranked(state, concrete, together, known)[:2] + ranked
        left = BLIND_REFUSALS if ranked and ranked[0][0][0] else REFUSALS
        for _, burden, instance in ranked:
            if not left or self.attempts <= 0:
                break
            name = _name(instance), state.want.unclear
            if name in self.refused:
                continue
            self.attempts -= 1
            verdict = judge(concrete, instance)
            if state.want.met(concrete, verdict):
                kept = wanted(concrete, verdict, state.want.broken)
                found = State(concrete, instance, verdict, kept, burden)
                self.steps.append(found)
                return found
            self.refused.add(name)
            left -= 1
        return None

    def _ranked(
        self, state: State, concrete: Concrete, pool: Iterable[Instance], known: dict[int, Cost]
    ) -> list[tuple[tuple[bool, int], Cost, Instance]]:
        """Candidates simpler than the state that floats do not rule out, with the key they are tried by."""
        weighed = [(burden, i) for i in pool if (burden := complexity(i, known)) < state.cost]
        weighed.sort(key=lambda item: item[0])
        candidates = [i for _, i in weighed]
        view = promising(concrete, candidates, state.want)
        if view is None or not self._seen(state):
            return [((True, 0), burden, i) for burden, i in weighed]
        view.sort()
        return [((blind, unclear), *weighed[k]) for blind, unclear, k in view]

    def _seen(self, state: State) -> bool:
        """Whether floats see what is certified of a state; where they do not, they rule nothing out near it."""
        if self.looked_at is None or self.looked_at[0] is not state:
            self.looked_at = state, bool(promising(state.concrete, [state.instance], state.want))
        return self.looked_at[1]


def _name(instance: Instance) -> Any:
    values = ((k, v if isinstance(v, Fraction) else tuple(map(tuple, v))) for k, v in instance.values.items())
    return (tuple(instance.dims.items()), tuple(values))


def _merged(state: State, singles: list[Instance]) -> list[Instance]:
    """Several promising moves at once: all that touch different numbers, the first half of them, a quarter, ..."""
    free = [name for name, leaf in state.concrete.variables.items() if type(leaf.domain) in ENTRYWISE]
    taken: set[tuple[str, int, int]] = set()
    changes: list[dict[tuple[str, int, int], Fraction]] = []
    for instance in singles[:JOINED]:
        change = _change(state.instance, instance, free)
        if change and taken.isdisjoint(change):
            taken |= change.keys()
            changes.append(change)
    out, count = [], len(changes)
    while count > 1:
        values: dict[str, Any] = dict(state.instance.values)
        for (name, i, j), x in (item for change in changes[:count] for item in change.items()):
            values[name] = plain.replaced(values[name], (i, j, x))
        out.append(Instance(state.instance.dims, values))
        count //= 2
    return out


def _change(before: Instance, after: Instance, free: list[str]) -> dict[tuple[str, int, int], Fraction]:
    """The entries that differ; none where a variable outside `free` differs."""
    out: dict[tuple[str, int, int], Fraction] = {}
    for name, new in after.values.items():
        old: Any = before.values[name]
        if new is old:
            continue
        if name not in free or isinstance(new, Fraction):
            return {}
        for i, (a, b) in enumerate(zip(old, new, strict=True)):
            if a is not b:
                out |= {(name, i, j): y for j, (x, y) in enumerate(zip(a, b, strict=True)) if x != y}
    return out


@part("shrinking")
def simplest(
    statement: Statement, concrete: Concrete, instance: Instance, judgement: Judgement, attempts: int = ATTEMPTS
) -> tuple[Concrete, Instance, Judgement]:
    """The simplest counterexample (or witness of an existence claim) reached from a certified one.

    Broken conjuncts stay broken, and never fewer of them by a clear relative margin (CLEAR); under that condition
    `complexity` falls with every accepted step: dimensions, ranks, non-zeros, fractions, size, minus signs.
    The judgement returned is that of the instance returned.  `attempts` bounds the calls of the certifier.

    Raises ValueError when the instance given is neither a violation nor a witness or belongs to another statement.
    """
    if judgement.outcome not in ("violation", "witness"):
        raise ValueError(f"only a certified violation or witness is made simpler, not one judged {judgement.outcome}")
    if concrete.statement.hash != statement.hash or dict(concrete.dims) != dict(instance.dims):
        raise ValueError("the instance belongs to another statement or to other dimensions")
    start = State(concrete, instance, judgement, wanted(concrete, judgement), complexity(instance))
    end = Shrinker(attempts).run(start)
    return end.concrete, end.instance, end.judgement
