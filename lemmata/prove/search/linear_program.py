"""The linear program: a polynomial as a combination of facts with multipliers that are not negative."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata.kernel import Mono, Poly, times
from lemmata.prove.linear import TINY, minimum, solve
from lemmata.prove.normal_words import degree, quotient

COLUMNS, MONOMIALS, ROUNDS = 2500, 1500, 3
APART, PENALTY = 1e-3, 100.0


@dataclass(frozen=True, eq=False)
class Source:
    """A fact 0 <= e, 0 < e or 0 = e that may be multiplied; `cost` is what its use counts.

    `say` gives the name of the step that says it, for a goal at a depth and the depth from which on hypotheses may not
    be asked for; none where normal forms know it already.  `made` is the instance that it is.
    """

    op: str
    e: Poly
    cost: float
    say: Callable[[int, int], str] | None = None
    made: Any = None


@dataclass(frozen=True)
class Column:
    """A source times a monomial; no source where the monomial itself is not negative."""

    source: Source | None
    by: Mono
    e: Poly


@dataclass(frozen=True)
class Combination:
    """Factors by source; what is left is a combination of `rest`, monomials that are not negative."""

    factors: dict[Source, Poly]
    rest: Poly


def columns(
    goal: Poly, sources: list[Source], positive: Callable[[Mono], bool], rounds: int, more: int = 1
) -> list[Column]:
    """Sources with the multipliers that bring them to monomials that are wanted, of degrees up to that of the goal and
    `more`."""
    wanted: dict[Mono, None] = dict.fromkeys(goal)
    done: set[tuple[int, Mono]] = set()
    out: list[Column] = []
    highest = max(map(degree, goal), default=1) + more
    signs: dict[Mono, bool] = {}

    def allowed(m: Mono) -> bool:
        if m not in signs:
            signs[m] = positive(m)
        return signs[m]

    holding: dict[int, dict[Mono, None]] = {}  # monomials that are wanted, by atom
    for m in wanted:
        for x, _ in m:
            holding.setdefault(x, {})[m] = None
    for _ in range(rounds):  # what was wanted before the last round has been looked at
        before, new_here, holding = dict(wanted), holding, {}
        for number, source in enumerate(sources):
            multipliers: dict[Mono, None] = {(): None} if any(m in wanted for m in source.e) else {}
            for part in source.e:
                if not part and len(source.e) > 2 and source.op != "=":
                    continue
                near = min((new_here.get(x, {}) for x, _ in part), key=len) if part else before
                most = highest + degree(part)
                for whole in near:
                    if degree(whole) < most and (q := quotient(whole, part)) is not None:
                        multipliers.setdefault(q)
            for m in multipliers:
                if (number, m) in done or len(out) >= COLUMNS or source.op != "=" and not allowed(m):
                    continue
                done.add((number, m))
                e = source.e if not m else times(source.e, {m: Fraction(1)})
                out.append(Column(source, m, e))
                for new in e:
                    if len(wanted) < MONOMIALS and new not in wanted:
                        wanted[new] = None
                        for x, _ in new:
                            holding.setdefault(x, {})[new] = None
        if len(wanted) == len(before):
            break
    out += [Column(None, m, {m: Fraction(1)}) for m in wanted if allowed(m)]
    return out


@dataclass(frozen=True)
class Lack:
    """What would have to be known besides: monomials left over by the combination that comes nearest."""

    monomials: tuple[Mono, ...]


def combination(
    goal: Poly, strict: bool, every: list[Column], sure: Callable[[Mono], bool], size: Callable[[Mono], float]
) -> Combination | Lack | None:
    """Factors that give the goal, exact; what is lacking where there are none.

    `sure` says which monomials are above zero: a strict goal needs a strict fact with such a factor.  `size` weighs
    monomials: what is lacking is made small.
    """
    apart = [bool(strict and (c.source is None or c.source.op == "<") and sure(c.by)) for c in every]
    if strict and not any(apart):
        return None
    rows = {m: k for k, m in enumerate(dict.fromkeys([*goal, *(m for c in every for m in c.e)]))}
    free = [k for k, c in enumerate(every) if c.source and c.source.op == "="]  # of either sign: two columns
    n, r = len(every), len(rows)
    entries = [(rows[m], k, float(x)) for k, c in enumerate(every) for m, x in c.e.items()]
    entries += [(rows[m], n + at, -float(x)) for at, k in enumerate(free) for m, x in every[k].e.items()]
    over, under = n + len(free), n + len(free) + r  # what is left of each monomial, above and below
    entries += [(k, over + k, 1.0) for k in range(r)] + [(k, under + k, -1.0) for k in range(r)]
    low = [float(goal.get(m, 0)) for m in rows]
    high = list(low)
    if strict:
        entries += [(r, k, 1.0) for k, one in enumerate(apart) if one]
        low.append(APART)
        high.append(math.inf)
    cost, lack = [_cost(c) for c in every], [PENALTY * size(m) for m in rows]
    found = minimum(cost + [cost[k] for k in free] + lack + lack, entries, low, high)
    if found is None:
        return None
    missing = [m for m, k in rows.items() if found[over + k] + found[under + k] > TINY]
    if missing:
        return Lack(tuple(missing))
    values = found[:n]
    for at, k in enumerate(free):
        values[k] -= found[n + at]
    used = [k for k, c in enumerate(values) if abs(c) > TINY]
    used.sort(key=lambda k: not apart[k])  # where there is a choice, the strict facts
    exact = solve([every[k].e for k in used], goal)
    if exact is None or any(c < 0 for k, c in zip(used, exact, strict=True) if k not in free):
        return None
    if strict and not any(c > 0 and apart[k] for k, c in zip(used, exact, strict=True)):
        return None
    factors: dict[Source, Poly] = {}
    rest: Poly = {}
    for k, c in zip(used, exact, strict=True):
        if not c:
            continue
        source = every[k].source
        if source is None:
            rest[every[k].by] = c
        else:
            factors.setdefault(source, {})[every[k].by] = c
    return Combination(factors, rest)


def _cost(c: Column) -> float:
    own = 0.1 if c.source is None else c.source.cost
    return own * (1 + 0.2 * sum(k for _, k in c.by))
