"""A sign by linear programming: e as a combination, with non-negative numbers, of products of facts."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from lemmata import kernel as logic
from lemmata.kernel import ONE, ZERO, Poly, Theorem, num, scalar, times
from lemmata.prove.bounds import Bounds
from lemmata.prove.linear import cheapest
from lemmata.prove.normal_words import shown
from lemmata.prove.positive import product as product_theorem

MOST, LARGEST, MONOMIALS = 400, 40, 600  # products tried, terms of a fact that is still multiplied, rows


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
    if len({m for e in columns for m in e} | set(p)) > MONOMIALS:
        return None
    cost = [float(1 + len(e)) for e, _ in products] + [0.0] * len(equations)
    exact = cheapest(columns, p, cost, range(len(products), len(columns)))
    if exact is None:
        return None
    items: list[Any] = []
    for k, c in enumerate(exact):
        if c and k < len(products):
            theorems = products[k][1]
            th = theorems[0] if len(theorems) == 1 else product_theorem(*theorems)
            items.append((num(c), None, th))
        elif c:
            items.append((num(c), None, equations[k - len(products)][1]))
    if strict and not any(th.conclusion[0] == "<" for _, _, th in items):
        return None
    return logic.linear(("<" if strict else "<=", ZERO, shown(p)), items)
