"""Random instances bent until they meet the hypotheses of a claim, where chance would not find them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from lemmata.kernel import ZERO, Term, free, sort_of
from lemmata.prove.search.sampling_values import Undefined, Values, holds, value
from lemmata.prove.search.solving import solve

CONES = (
    "real",
    "symmetric",
    "psd",
    "pd",
    "skew",
    "diagonal",
    "nonnegative",
    "upper",
    "positive",
)  # closed under x -> cx
FACTORS = np.geomspace(1e-3, 1e3, 25)


def bent(at: Values, hypotheses: list[Term], kinds: dict[Term, str], random: Any) -> None:
    """Change values, one hypothesis that fails after the other, equations between matrices all at once in the end;
    whether all hold then is looked at elsewhere."""
    equations = [h for h in hypotheses if h[0] == "=" and sort_of(h[1])[0] == "M"]
    for h in hypotheses:
        if holds(h, at, True) is False:
            _matrices(h, at, kinds, random) or h in equations or _scaled(h, at, kinds)
    if any(holds(h, at, True) is False for h in equations):
        solve(at, equations, kinds)


def _matrices(h: Term, at: Values, kinds: dict[Term, str], random: Any) -> bool:
    """Orthonormal columns, columns at right angles, rows that add up to one, one matrix above another."""
    op, a, b = h if len(h) == 3 else ("", ZERO, ZERO)
    if op == "=" and b[0] == "id" and a[0] == "mm" and a[1] == ("T", a[2]) and kinds.get(a[2]) == "real":
        at[a[2]] = np.linalg.qr(at[a[2]])[0]
        return True
    if op == "=" and b == ZERO and a[0] == "tr" and a[1][0] == "mm" and a[1][1][0] == "T":
        x, y = a[1][1][1], a[1][2]
        if kinds.get(x) == kinds.get(y) == "real" and x != y and (length := float((at[x] ** 2).sum())) > 0:
            at[y] = at[y] - at[x] * float((at[x] * at[y]).sum()) / length
            return True
    if op == "=" and b[0] == "ones" and a == ("mm", a[1], b) and kinds.get(a[1]) == "nonnegative":
        at[a[1]] = at[a[1]] / np.maximum(at[a[1]].sum(axis=1, keepdims=True), 1e-9)
        return True
    if op in ("<=", "<") and a == ZERO and b[0] == "lmin" and b[1][0] == "m+":
        upper, rest = b[1][1:]
        if kinds.get(upper) in ("symmetric", "psd", "pd") and upper not in free(rest):
            try:
                low = -value(rest, at)
            except Undefined:
                return False
            root = random.normal(size=low.shape)
            at[upper] = low + root @ root.T * float(np.abs(low).mean() + 0.1)
            return True
    return False


def _scaled(h: Term, at: Values, kinds: dict[Term, str]) -> bool:
    """A variable times a factor at which a relation between numbers holds."""
    if h[0] not in ("=", "<=", "<"):
        return False
    for x in sorted(v for v in free(h) if kinds.get(v) in CONES):
        before = at[x]

        def slack(c: float, x: Term = x, before: Any = before) -> float:
            at[x] = before * c
            return float(np.min(value(h[2], at) - value(h[1], at)))

        try:
            found = _root(slack) if h[0] == "=" else next((c for c in FACTORS[::-1] if slack(c) > 1e-6), None)
        except (Undefined, ValueError):
            found = None
        at[x] = before if found is None else before * found
        if found is not None:
            return True
    return False


def _root(slack: Any) -> float | None:
    """Where a function changes its sign."""
    from scipy.optimize import brentq

    last = slack(FACTORS[0])
    for low, high in pairwise(FACTORS):
        before, last = last, slack(high)
        if before * last < 0:
            return float(brentq(slack, low, high, xtol=1e-15))
    return None
