"""The search, stage by stage in rising cost: where instances come from, from the degenerate to the far-fetched.

Each stage is a generator that screens batches and yields, at moments when it pays to look at what was nominated, how
many instances it tried since.  A search ends on the first stage that a certified violation was found on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch

from lemmata.claims.nominate import force_exact_check, nominate, solutions
from lemmata.claims.screening import Candidate, Screening
from lemmata.evaluate.randomness import Stream
from lemmata.language import atoms, domains
from lemmata.language.families import GradientGram, Layers, Unit
from lemmata.language.instantiate import Concrete
from lemmata.language.matrices import MatrixTerm
from lemmata.sample import batches
from lemmata.sample.batches import ordered, tied
from lemmata.sample.hypotheses import meet, shrunk, thin
from lemmata.sample.matrix_laws import ENSEMBLES, Ensemble
from lemmata.sample.plan import dimensions, largest_order, plan
from lemmata.sample.registry import constructions
from lemmata.search import ill_conditioned
from lemmata.search.climbing import climb
from lemmata.search.coordinates import ascend
from lemmata.search.equations import equations, smooth, solve
from lemmata.search.rational_solutions import drawn
from lemmata.search.space import ENLARGED, READABLE, Space

CHUNK = 4096
PADDED = 32  # the order to which tight instances are filled up; the exact check reaches it
PADDABLE = (domains.RealMatrices, domains.Reals, domains.Positive)
FAR = (16, 64)  # dimensions that cost nothing where no matrix has them: what is claimed of sizes alone may fail late
FIRST_LOOK = 256  # members of an enumeration that are screened before the others
MOST_BEYOND = 2000  # instances of one ensemble that are not finite in floating point, after which it is left alone
STARTS = 24  # of descents among solutions of equations
SOLVED = 64  # draws of the variables that are given, for each set that equations are solved for
GRADED, GRADES = 640, 20  # evaluations among entries of many magnitudes: at most, and for each restart of an ascent
AT_ONCE = 128  # of these before the exact check has a look
CLIMBERS = 4  # instances a hill climb starts from, per dimension tuple
MOUNTAINS = 3  # dimension tuples that are climbed at
CORNERED = (3, 4)  # sizes at which climbs start at entries -1, 0 and 1, where a largest entry is compared
CORNERS, CORNER_STEPS, CORNER_WIDTH = 48, 30, 64


@dataclass(frozen=True)
class Stage:
    """One stage of the search: its name, how a report calls it, and the generator that runs it.

    `expensive` stages may be left out where a proof is at hand, or for textbook facts, which are used and not reviewed.
    """

    name: str
    label: str
    run: Callable[[Screening], Iterator[int]]
    expensive: bool = False


def enumerate_small(screening: Screening) -> Iterator[int]:
    """All combinations of small members, smallest dimensions first."""
    for size in (0, 1, 2, 3):
        for concrete in plan(screening.statement, size, screening.profile.shapes):
            yield from _listed(screening, concrete, screening.profile.lattice)
    for size in screening.profile.enumerated:
        for concrete in _searchable(screening, size, 2):
            yield from _listed(screening, concrete, screening.profile.lattice // 16)
    clauses = (*screening.statement.hypotheses, *screening.statement.conjuncts)
    for size in () if any(c.has(MatrixTerm) for c in clauses) else FAR:
        for concrete in plan(screening.statement, size, screening.profile.shapes):
            yield from _listed(screening, concrete, screening.profile.lattice // 16)


def _listed(screening: Screening, concrete: Concrete, cap: int) -> Iterator[int]:
    """The small members at some dimensions, with a look after the first few: many false claims end right there."""
    table = batches.lattice(concrete, screening.stream_of("lattice", concrete))
    cap = max(int(cap / cost(concrete)), 64)
    for values, rows in table.batches(cap, screening.stream_of("lattice rows", concrete), CHUNK, FIRST_LOOK):
        nominate(screening, concrete, shrunk(concrete, values), "lattice", "Small integers, enumerated")
        if thin(concrete):
            moved = meet(concrete, values, screening.stream_of("lattice moved", concrete))
            nominate(screening, concrete, moved, "lattice", "Small integers, enumerated")
        yield rows


def construct(screening: Screening) -> Iterator[int]:
    """The statement's own construction, and what lies next to it: members of the hypotheses alone would not tell what
    happens where one of them is loosened.  Few instances at many dimensions: these decide what there is to construct.
    """
    statement, profile = screening.statement, screening.profile
    if statement.construct is None:
        return
    build = constructions()[statement.construct]
    count = max(profile.instances // 300, 64)
    for size in profile.sizes:
        tried = 0
        for concrete in plan(statement, size, 3 * profile.combinations):
            for start in range(0, count, CHUNK):
                stream, many = screening.stream_of("construction", concrete, start), min(CHUNK, count - start)
                values = build(concrete, stream, many)
                if values is not None:
                    space = Space(concrete)
                    near, far = space.beside(values, stream.child("beside")), space.beyond(values, stream.child("far"))
                    tried += (2 + len(ENLARGED)) * many
                    nominate(screening, concrete, values, "construction", "Built to meet the hypotheses")
                    nominate(screening, concrete, near, "construction", "Near what meets the hypotheses")
                    nominate(screening, concrete, far, "construction", "Beyond what was built, in proportion")
        yield tried


def solve_linear(screening: Screening) -> Iterator[int]:
    """Equations among the hypotheses, solved over the rationals for the variables that they are linear in."""
    for size in (0, 1, 2, 3):
        for concrete in plan(screening.statement, size, screening.profile.shapes):
            asked = tuple(equations(concrete))
            if asked and concrete.variables:
                found = drawn(concrete, asked, screening.stream_of("solutions", concrete), SOLVED)
                solutions(screening, concrete, found, "solutions", "Equations, solved over the rationals")
                yield len(found)


def solve_all(screening: Screening) -> Iterator[int]:
    """Equations among the hypotheses, solved from many starts at the smallest orders beyond 1."""
    for size in (2, 3) if dimensions(screening.statement) else (1,):
        for concrete in _searchable(screening, size, 1):
            if smooth(concrete):
                stream = screening.stream_of("solved", concrete)
                found = solve(concrete, stream, STARTS, lambda: screening.watch.look(screening, "equations"))
                solutions(screening, concrete, found, "equations", "Equations, solved from many starts")
                screening.tally.searches += STARTS
                yield STARTS


def sample(screening: Screening, share: float = 1.0, part: str = "") -> Iterator[int]:
    """Random and structured ensembles at the sizes of the profile; a `part` for the record leaves large ones out, and
    has one dimension tuple per size."""
    statement, profile = screening.statement, screening.profile
    keep = 1 if part else profile.combinations
    small = [c for size in profile.sizes for c in plan(statement, size, keep)]
    cells = [(c, e) for k, c in enumerate(small) for e in _ensembles(screening, c, k, len(small))]
    weights = [_weight(c, e) for c, e in cells]
    for (concrete, ensemble), weight in zip(cells, weights, strict=True):
        count = share * profile.instances * weight / sum(weights) / cost(concrete)
        yield _cell(screening, concrete, ensemble, max(int(count), 7) + 1, part)
    for size in () if part else profile.large_sizes:
        for k, concrete in enumerate(plan(statement, size, min(keep, 4))):
            for ensemble in _ensembles(screening, concrete, k, len(ENSEMBLES)):
                count = profile.large * 16 / size**2 / cost(concrete) * (size / 8) ** 3
                yield _cell(screening, concrete, ensemble, max(int(count), 2), part)


def _ensembles(screening: Screening, concrete: Concrete, position: int, many: int) -> list[Ensemble]:
    """The ensembles of one cell: all of them, or, thinned, a rotating part of them."""
    chosen = [e for e in ENSEMBLES.values() if batches.usable(concrete, e)]
    if not dimensions(screening.statement):
        return chosen[:1]
    step = max(screening.profile.thinning, 1 if many <= len(screening.profile.sizes) else 3)
    return [e for k, e in enumerate(chosen) if (k + position) % step == 0]


def _cell(screening: Screening, concrete: Concrete, ensemble: Ensemble, count: int, part: str) -> int:
    known = screening.tally.ensembles.get(ensemble.name)
    if known is not None and known.beyond > MOST_BEYOND:
        return 0  # what it draws is beyond floating point: more of it would only be counted
    chunk = max(min(CHUNK, 2**22 // max(concrete.dims.values(), default=1) ** 2), 1)
    for start in range(0, count, chunk):
        stream = screening.stream_of(ensemble.name + part, concrete, start)
        values = batches.draw(concrete, ensemble, stream, min(chunk, count - start))
        values = meet(concrete, tied(concrete, values), stream.child("meet"))
        nominate(screening, concrete, values, ensemble.name, ensemble.label)
    return count


def ascents(screening: Screening) -> Iterator[int]:
    """Gradient ascent on the violation, its end points as they are and rounded to small rationals."""
    profile = screening.profile
    for size in _sizes(screening):
        for concrete in _searchable(screening, size, 2):
            yield _ascent(screening, concrete, profile.restarts, profile.steps)


def _sizes(screening: Screening) -> tuple[int, ...]:
    """Orders searched at; a statement without dimensions has one plan, of size 1."""
    sizes = screening.profile.ascent_sizes
    return sizes if dimensions(screening.statement) or not sizes else (1,)


def _searchable(screening: Screening, size: int, keep: int) -> list[Concrete]:
    """The last `keep` dimension tuples of a size, where there is a variable to search over."""
    plans = plan(screening.statement, size, screening.profile.combinations)
    return [c for c in plans[-keep:] if c.variables]


def _ascent(screening: Screening, concrete: Concrete, restarts: int, steps: int) -> int:
    ends = ascend(concrete, screening.stream_of("ascent", concrete), restarts, steps, screening.witness)
    screening.tally.searches += restarts
    ended(screening, concrete, ends, "ascent", "Gradient ascent")
    return restarts


def ended(
    screening: Screening, concrete: Concrete, ends: batches.Batch, name: str, label: str, rounded: bool = True
) -> None:
    """Screen the end points of a search as they are, then, if `rounded`, made readable in several ways."""
    finite = torch.stack([v.reshape(len(v), -1).isfinite().all(1) for v in ends.values()]).all(0)
    ends = {k: v[finite] for k, v in ends.items()}
    if not bool(finite.any()):
        return
    nominate(screening, concrete, ends, name, label)
    space = Space(concrete)
    for scale, denominator in READABLE if rounded else ():
        nominate(screening, concrete, space.rounded(ends, scale, denominator), name, label, denominator)


def grow(screening: Screening) -> Iterator[int]:
    """Larger orders: canonical forms and small integers, then a short ascent at each."""
    profile = screening.profile
    for size in profile.growth_sizes:
        for concrete in _searchable(screening, size, 1):
            yield from _listed(screening, concrete, profile.lattice // 4)
            restarts = max(int(profile.restarts / cost(concrete)), 8)
            yield _ascent(screening, concrete, restarts, profile.steps)


def grade(screening: Screening) -> Iterator[int]:
    """Entries of many magnitudes, evaluated in balls, at the smallest order beyond 1."""
    found = (c for size in (2, 3, 4) for c in _searchable(screening, size, 1) if ill_conditioned.usable(c))
    concrete = next(found, None)
    if concrete is not None:
        steps = min(GRADED, GRADES * screening.profile.restarts)
        for start in range(0, steps, AT_ONCE):
            stream = screening.stream_of("graded", concrete, start)
            yield climb_graded(screening, concrete, stream, min(AT_ONCE, steps - start), "graded")


def climb_graded(screening: Screening, concrete: Concrete, stream: Stream, steps: int, name: str) -> int:
    """Press on the exact check what climbs of at most so many evaluations among entries of many magnitudes end at."""
    found = ill_conditioned.climb(concrete, stream, steps, lambda: screening.watch.look(screening, name))
    if found is not None:
        force_exact_check(screening, concrete, batches.as_batch(concrete, [found]), -torch.ones(1), name, 1, [found])
    screening.tally.searches += steps
    return steps


def climbs(screening: Screening) -> Iterator[int]:
    """Hill climbing from the tightest instances of every dimension tuple, in steps of integers and of little."""
    profile = screening.profile
    yield from _from_corners(screening)
    groups: dict[Concrete, list[Candidate]] = {}
    for candidate in sorted(screening.tightest.values(), key=lambda c: (c.relative, c.size)):
        small = max(candidate.concrete.dims.values(), default=1) <= max(profile.ascent_sizes, default=1)
        if small and candidate.concrete.variables and (candidate.concrete in groups or len(groups) < MOUNTAINS):
            groups.setdefault(candidate.concrete, []).append(candidate)
    for concrete, candidates in groups.items():
        chosen = candidates[:CLIMBERS]
        start = {k: torch.cat([c.values[k] for c in chosen]).to(screening.device) for k in chosen[0].values}
        stream = screening.stream_of("climb", concrete)
        ends = climb(concrete, start, stream, profile.climbs, profile.width, screening.witness)
        ended(screening, concrete, ends, "climb", "Hill climbing from the tightest instances")
        screening.tally.searches += len(chosen)
        yield len(chosen) * profile.climbs * profile.width


def pad(screening: Screening) -> Iterator[int]:
    """The tightest instances of small orders, filled up with zeros to a large one: what fails late along them."""
    concrete = next(iter(_searchable(screening, PADDED, 1)), None)
    if concrete is None or not all(isinstance(v.domain, PADDABLE) for v in ordered(concrete)):
        return
    shapes = {v.name: tuple(map(int, getattr(v.domain, "shape", ()))) for v in ordered(concrete)}
    tightest = sorted(screening.tightest.values(), key=lambda c: (c.relative, c.size))
    for candidate in [c for c in tightest if c.values.keys() == shapes.keys()][:CLIMBERS]:
        filled = {}
        for name, x in candidate.values.items():
            rows, cols = x.shape[1:] if shapes[name] else (0, 0)
            filled[name] = x.new_zeros(len(x), *shapes[name]) if shapes[name] else x
            if shapes[name] and rows <= shapes[name][0] and cols <= shapes[name][1]:
                filled[name][:, :rows, :cols] = x
        nominate(screening, concrete, filled, "padding", "Tight instances filled up with zeros")
        yield 1


def _from_corners(screening: Screening) -> Iterator[int]:
    """Hill climbing from entries -1, 0 and 1 where a largest entry is compared: no gradient shows which of many entries
    that are as large to change."""
    statement = screening.statement
    if not any(c.has(atoms.MaxAbs) for c in (*statement.hypotheses, *statement.conjuncts)):
        return
    for size in CORNERED if dimensions(statement) else (1,):
        for concrete in _searchable(screening, size, 1):
            stream, space = screening.stream_of("corners", concrete), Space(concrete)
            start = space.rounded(batches.draw(concrete, ENSEMBLES["gaussian"], stream, CORNERS), 1, 1)
            ends = climb(concrete, start, stream.child("climb"), CORNER_STEPS, CORNER_WIDTH, screening.witness)
            ended(screening, concrete, ends, "climb", "Hill climbing from entries -1, 0 and 1", rounded=False)
            screening.tally.searches += CORNERS
            yield CORNERS * CORNER_STEPS * CORNER_WIDTH


FIRST = (
    Stage("lattice", "small integers and canonical members, smallest dimensions first", enumerate_small),
    Stage("solutions", "equations among the hypotheses, solved over the rationals", solve_linear),
    Stage("construction", "built to meet the hypotheses", construct),
)
SEARCHES = (
    Stage("equations", "equations among the hypotheses, solved from many starts", solve_all, expensive=True),
    Stage("ascent", "gradient ascent on the violation, rounded to small rationals", ascents),
    Stage("growth", "larger orders: canonical forms and ascent", grow, expensive=True),
    Stage("graded", "entries of many magnitudes, evaluated in balls", grade, expensive=True),
    Stage("climb", "hill climbing from the tightest instances", climbs, expensive=True),
    Stage("padding", "the tightest instances, filled up with zeros to a large order", pad, expensive=True),
)


def stages(share: float, searches_first: bool = False) -> tuple[Stage, ...]:
    """All stages in order; random instances come before the searches, or after them where they go by the million."""
    random = Stage("ensembles", "random and structured ensembles", lambda s: sample(s, share))
    return (*FIRST, *SEARCHES, random) if searches_first else (*FIRST, random, *SEARCHES)


def _weight(concrete: Concrete, ensemble: Ensemble) -> float:
    """Share of a cell: smaller sizes get more, ensembles that are expensive to draw get less."""
    return (1.0 if ensemble.cheap else 0.5) / max(concrete.dims.values(), default=1)


def cost(concrete: Concrete) -> float:
    """Rough work of one instance against a matrix inequality of order 8: factorisations grow with the cube of the
    order."""
    slow = 40.0 if any(c.has(GradientGram) for c in concrete.claim) else 1.0
    slow *= 10.0 if any(c.has(Unit) for c in concrete.claim) else 1.0  # sums over entries, written out
    slow *= 5.0 if any(c.has(atoms.Slope) for c in (*concrete.given, *concrete.claim)) else 1.0  # difference quotients
    slow *= 3.0 if any(isinstance(v, Layers) for v in concrete.statement.let) else 1.0  # many factors, many spectra
    return max((largest_order(concrete) / 8) ** 3, 1.0) * slow


__all__ = ["Stage", "climb_graded", "cost", "ended", "stages", "sample"]
