"""A sign by linear programming: e as a combination, with non-negative numbers, of products of facts."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ONE, ZERO, Poly, Theorem, num, scalar, times
from lemmata.prove.bounds import Bounds
from lemmata.prove.normal_words import shown
from lemmata.prove.positive import product as product_theorem

MOST, LARGEST = 400, 40  # products tried, terms of a fact that is still multiplied


def combination(signs: Bounds, p: Poly, strict: bool) -> Theorem | None:
    """0 <= p or 0 < p from products of at most two facts and of what is never negative, None where there is none."""
    atoms = {x for m in p for x, _ in m}
    every = [f for f in signs.facts() if f.e and len(f.e) <= LARGEST]
    for f in every:  # facts that speak of p bring in what else they speak of
        own = {x for m in f.e for x, _ in m}
        if own & {x for m in p for x, _ in m} and len(atoms | own) <= 14:
            atoms |= own
    every += signs.extremes({((x, 1),): Fraction(1) for x in atoms})
    facts: list[tuple[Poly, Theorem]] = []
    for f in every:
        if f.op != "=" and f.e and len(f.e) <= LARGEST and {x for m in f.e for x, _ in m} <= atoms:
            facts.append((f.e, f.theorem))
    for x in sorted(atoms):
        found = signs.atom(x)
        if found is not None:
            facts.append((scalar(found[1].conclusion[2]), found[1]))
    unique = {tuple(sorted(e.items())): (e, th) for e, th in facts}
    facts = list(unique.values())[:60]
    degree = max((sum(k for _, k in m) for m in p), default=0)
    one = logic.linear(("<", ZERO, ONE), [])
    products: list[tuple[Poly, tuple[Theorem, ...]]] = [({(): Fraction(1)}, (one,)), *((e, (th,)) for e, th in facts)]
    for (d, first), (e, second) in combinations_with_replacement(facts, 2):
        if len(products) < MOST and degree > 1:
            product = times(d, e)
            if max(sum(k for _, k in m) for m in product) <= degree:
                products.append((product, (first, second)))
    equations = [
        (f.e, f.theorem) for f in signs.facts() if f.op == "=" and f.e and {x for m in f.e for x, _ in m} <= atoms
    ][:20]
    columns = [e for e, _ in products] + [e for e, _ in equations]
    monomials = sorted({m for e in columns for m in e} | set(p))
    if not set(p) <= {m for e in columns for m in e} or len(monomials) > 600:
        return None
    import numpy as np

    rows = {m: k for k, m in enumerate(monomials)}
    a = np.zeros((len(monomials), len(columns)))
    for k, e in enumerate(columns):
        for m, c in e.items():
            a[rows[m], k] = float(c)
    b = np.zeros(len(monomials))
    for m, c in p.items():
        b[rows[m]] = float(c)
    cost = [float(1 + len(e)) for e, _ in products] + [0.0] * len(equations)
    bounds: list[Any] = [(0, None)] * len(products) + [(None, None)] * len(equations)
    from scipy.optimize import linprog  # here: it takes longer to load than most proofs to check

    found = linprog(cost, A_eq=a, b_eq=b, bounds=bounds, method="highs")
    if found.status != 0:
        return None
    used = [k for k, c in enumerate(found.x) if abs(c) > 1e-9]
    exact = solve([columns[k] for k in used], p)
    if exact is None or any(c < 0 for k, c in zip(used, exact, strict=True) if k < len(products)):
        return None
    items: list[Any] = []
    for k, c in zip(used, exact, strict=True):
        if k < len(products):
            theorems = products[k][1]
            th = theorems[0] if len(theorems) == 1 else product_theorem(*theorems)
            if c:
                items.append((num(c), None, th))
        elif c:
            items.append((num(c), None, equations[k - len(products)][1]))
    if strict and not any(th.conclusion[0] == "<" for _, _, th in items):
        return None
    return logic.linear(("<" if strict else "<=", ZERO, shown(p)), items)


def solve(columns: list[Poly], p: Poly) -> list[Fraction] | None:
    """Rational coefficients with sum c_k column_k = p, None where there are none; free ones are zero."""
    monomials = sorted({m for e in columns for m in e} | set(p))
    rows = [[e.get(m, Fraction(0)) for e in columns] + [p.get(m, Fraction(0))] for m in monomials]
    n, pivots, r = len(columns), [], 0
    for k in range(n):
        at = next((j for j in range(r, len(rows)) if rows[j][k]), None)
        if at is None:
            continue
        rows[r], rows[at] = rows[at], rows[r]
        rows[r] = [x / rows[r][k] for x in rows[r]]
        for j in range(len(rows)):
            if j != r and rows[j][k]:
                c = rows[j][k]
                rows[j] = [x - c * y for x, y in zip(rows[j], rows[r], strict=True)]
        pivots.append(k)
        r += 1
    if any(row[n] for row in rows[r:]):
        return None
    out = [Fraction(0)] * n
    for j, k in enumerate(pivots):
        out[k] = rows[j][n]
    return out
