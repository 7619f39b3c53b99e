"""The linear program: a polynomial as a combination of facts with multipliers that are not negative."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from lemmata.kernel import Mono, Poly, times
from lemmata.prove.linear import TINY, solve

COLUMNS, MONOMIALS, ROUNDS = 2500, 1500, 3
APART, PENALTY = 1e-3, 100.0


@dataclass(frozen=True, eq=False)
class Source:
    """A fact 0 <= e, 0 < e or 0 = e that may be multiplied; `cost` is what its use counts.

    `say` gives the name of the step that says it, for a goal at a depth and the depth from which on hypotheses may not
    be asked for; none where normal forms know it already.  `made` is the instance that it is; of a product of two
    inequalities `pair` holds both.
    """

    op: str
    e: Poly
    cost: float
    say: Callable[[int, int], str] | None = None
    made: Any = None
    pair: tuple[Source, Source] | None = None


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


def quotient(whole: Mono, part: Mono) -> Mono | None:
    """whole / part, None where part does not divide."""
    if not part:
        return whole
    powers = _powers(whole)
    for x, k in part:
        if powers.get(x, 0) < k:
            return None
    less = _powers(part)
    return tuple([(x, k - less.get(x, 0)) for x, k in whole if k > less.get(x, 0)])


@cache
def _powers(m: Mono) -> dict[int, int]:
    return dict(m)


@cache
def _degree(m: Mono) -> int:
    return sum([k for _, k in m])


def columns(
    goal: Poly, sources: list[Source], positive: Callable[[Mono], bool], rounds: int, more: int = 1
) -> list[Column]:
    """Sources with the multipliers that bring them to monomials that are wanted, of degrees up to that of the goal and
    `more`."""
    wanted: dict[Mono, None] = dict.fromkeys(goal)
    done: set[tuple[int, Mono]] = set()
    out: list[Column] = []
    degree = max((sum(k for _, k in m) for m in goal), default=1) + more
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
                most = degree + _degree(part)
                for whole in near:
                    if _degree(whole) < most and (q := quotient(whole, part)) is not None:
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
    from scipy.optimize import linprog  # a second to import, which what one fact says does without
    from scipy.sparse import csc_matrix, hstack, identity

    rows = {m: k for k, m in enumerate(dict.fromkeys([*goal, *(m for c in every for m in c.e)]))}
    entries = [(rows[m], k, float(x)) for k, c in enumerate(every) for m, x in c.e.items()]
    n, r = len(every), len(rows)
    i, j, v = zip(*entries, strict=True) if entries else ((), (), ())
    a = csc_matrix((v, (i, j)), shape=(r, n))
    b = np.zeros(r)
    for m, x in goal.items():
        b[rows[m]] = float(x)
    cost = [_cost(c) for c in every]
    apart = [bool(strict and (c.source is None or c.source.op == "<") and sure(c.by)) for c in every]
    if strict and not any(apart):
        return None
    free = [k for k, c in enumerate(every) if c.source and c.source.op == "="]  # of either sign: two columns
    lack = [PENALTY * size(m) for m in rows]
    whole = hstack([a, -a[:, free], identity(r), -identity(r)], format="csc")
    cost += [cost[k] for k in free] + lack + lack
    more: dict[str, Any] = {}
    if strict:
        row = np.array([[-float(x) for x in apart] + [0.0] * (len(free) + 2 * r)])
        more = {"A_ub": csc_matrix(row), "b_ub": [-APART]}
    found = linprog(cost, A_eq=whole, b_eq=b, bounds=(0, None), method="highs", options={"time_limit": 5.0}, **more)
    if found.status != 0:
        return None
    left = found.x[n + len(free) : n + len(free) + r] + found.x[n + len(free) + r :]
    missing = [m for m, k in rows.items() if left[k] > TINY]
    if missing:
        return Lack(tuple(missing))
    values = list(found.x[:n])
    for at, k in enumerate(free):
        values[k] -= found.x[n + at]
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
