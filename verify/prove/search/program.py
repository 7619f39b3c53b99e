"""The linear program: a polynomial as a combination of facts with multipliers that are not negative."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix

from verify.kernel.normal import Mono, Poly, times
from verify.prove.program import solve

COLUMNS, MONOMIALS, ROUNDS = 2500, 1500, 3
TINY, APART = 1e-9, 1e-3


@dataclass(frozen=True, eq=False)
class Source:
    """A fact 0 <= e, 0 < e or 0 = e that may be multiplied; `cost` is what its use counts."""

    op: str
    e: Poly
    cost: float
    origin: Any


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
    powers = dict(whole)
    for x, k in part:
        left = powers.get(x, 0) - k
        if left < 0:
            return None
        powers[x] = left
    return tuple(sorted((x, k) for x, k in powers.items() if k))


def columns(
    goal: Poly, sources: list[Source], positive: Callable[[Mono], bool], extra: list[Mono], rounds: int
) -> list[Column]:
    """Sources with the multipliers that bring them to monomials that are wanted."""
    wanted: dict[Mono, None] = dict.fromkeys(goal)
    done: set[tuple[int, Mono]] = set()
    out: list[Column] = []
    degree = max((sum(k for _, k in m) for m in goal), default=1) + 1
    signs: dict[Mono, bool] = {}

    def allowed(m: Mono) -> bool:
        if m not in signs:
            signs[m] = positive(m)
        return signs[m]

    for _ in range(rounds):
        before = list(wanted)
        for number, source in enumerate(sources):
            multipliers: dict[Mono, None] = {(): None} if any(m in wanted for m in source.e) else {}
            for part in source.e:
                if not part and len(source.e) > 1 and source.op != "=" and len(source.e) > 2:
                    continue
                for whole in before:
                    q = quotient(whole, part)
                    if q is not None and sum(k for _, k in q) < degree:
                        multipliers.setdefault(q)
            for m in extra:
                if any(quotient(w, part) == m for w in before for part in source.e):
                    multipliers.setdefault(m)
            for m in multipliers:
                if (number, m) in done or len(out) >= COLUMNS or source.op != "=" and not allowed(m):
                    continue
                done.add((number, m))
                e = source.e if not m else times(source.e, {m: Fraction(1)})
                out.append(Column(source, m, e))
                for new in e:
                    if len(wanted) < MONOMIALS:
                        wanted.setdefault(new)
        if len(wanted) == len(before):
            break
    out += [Column(None, m, {m: Fraction(1)}) for m in wanted if allowed(m)]
    return out


def combination(goal: Poly, strict: bool, every: list[Column], sure: Callable[[Mono], bool]) -> Combination | None:
    """Factors that give the goal, exact; None where the program has no solution or it is not a rational one.

    `sure` says which monomials are above zero: a strict goal needs a strict fact with such a factor.
    """
    rows = {m: k for k, m in enumerate(dict.fromkeys(m for c in every for m in c.e))}
    if not set(goal) <= set(rows):
        return None
    entries = [(rows[m], k, float(x)) for k, c in enumerate(every) for m, x in c.e.items()]
    i, j, v = zip(*entries, strict=True)
    a = csc_matrix((v, (i, j)), shape=(len(rows), len(every)))
    b = np.zeros(len(rows))
    for m, x in goal.items():
        b[rows[m]] = float(x)
    cost = [_cost(c) for c in every]
    bounds: Any = [(None, None) if c.source and c.source.op == "=" else (0, None) for c in every]
    apart = [bool(strict and (c.source is None or c.source.op == "<") and sure(c.by)) for c in every]
    if strict and not any(apart):
        return None
    more = {"A_ub": -csc_matrix([list(map(float, apart))]), "b_ub": [-APART]} if strict else {}
    # a free variable costs its modulus: two columns
    free = [k for k, c in enumerate(every) if c.source and c.source.op == "="]
    whole = csc_matrix(np.hstack([np.zeros((len(rows), 0))])) if False else a
    if free:
        from scipy.sparse import hstack

        whole = hstack([a, -a[:, free]], format="csc")
        bounds = [(0, None)] * whole.shape[1]
        cost += [cost[k] for k in free]
        if strict:
            more["A_ub"] = hstack([more["A_ub"], csc_matrix((1, len(free)))], format="csc")
    found = linprog(cost, A_eq=whole, b_eq=b, bounds=bounds, method="highs", options={"time_limit": 5.0}, **more)
    if found.status != 0:
        return None
    x = list(found.x[: len(every)])
    for n, k in enumerate(free):
        x[k] -= found.x[len(every) + n]
    used = [k for k, c in enumerate(x) if abs(c) > TINY]
    exact = solve([every[k].e for k in used], goal)
    if exact is None or any(c < 0 for k, c in zip(used, exact, strict=True) if bounds[k] == (0, None) and k not in free):
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
