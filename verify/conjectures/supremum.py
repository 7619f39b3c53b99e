"""`lemmata check --sup RATIO`: how large a quantity becomes, from below: the largest value that is certified.

"RATIO <= c" is checked for rising c, over all dimensions first and then at each of them.  Every counterexample is an
instance with a larger value, with its certificate; steps are large while they succeed, and small at the end.  Where
they go on succeeding, a family of instances with entries c t^k is looked for, along which the quantity grows
(`lemmata.numerics.search.growing`), and certified at a few values of t.  Nothing is said about values not reached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, islice, pairwise
from typing import Any

from lemmata.numerics.evaluate.decide import judge
from lemmata.numerics.search.growing import growing, power_of
from lemmata.theorems import conjectures
from lemmata.theorems.language.instantiate import Concrete, instantiate
from lemmata.theorems.language.statement import Statement
from lemmata.verify.conjectures.alarm import alarm
from lemmata.verify.conjectures.budget import clock, planned
from lemmata.verify.conjectures.checking import fitted
from lemmata.verify.kinds import algebraic
from lemmata.verify.stages import exhibits
from lemmata.verify.stages.plan import plan
from lemmata.verify.stages.screening import OutOfTime, Watch
from lemmata.verify.verdicts import Finding, Verdict

STEPS = (Fraction(2), Fraction(5, 4), Fraction(21, 20), Fraction(101, 100), Fraction(1001, 1000))
LEAST = 1.0  # seconds below which no further value is tried
PART = 6  # of the time left, one part goes to one value
DOUBLINGS = 12  # in a row after which the quantity looks unbounded
SUSPICIOUS = 5  # doublings after which a family is looked for along which it grows
FAMILY_AT = (10, 100, 1000, 10_000)  # values of t at which a family is certified
FAMILIES = 4  # of them that are tried before others dimensions are
LARGEST = 4  # sizes up to which the quantity is looked at by itself
CELLS = 6  # tuples of dimensions that get time of their own
OVERALL = 0.6  # share of the budget for the largest value over all dimensions, where there are several
FITTED = 0.02  # relative error up to which values by order are said to be like a power
LOWEST = Fraction(-(10**6))  # what a quantity is first compared with


@dataclass
class Supremum:
    """Values reached, each with seconds, dimensions, instance and certificate; and the values that were not.

    `family`: expressions in t along which the quantity grows, with values certified on the way, if one was found.
    """

    quantity: str
    reached: list[dict[str, Any]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    family: dict[str, Any] | None = None
    seconds: float = 0.0

    @property
    def best(self) -> dict[str, Any] | None:
        """The largest value certified."""
        return max(self.reached, key=lambda r: Fraction(r["above"]), default=None)

    @property
    def by_dimensions(self) -> dict[str, dict[str, Any]]:
        """The largest value certified at each tuple of dimensions."""
        kept: dict[str, dict[str, Any]] = {}
        for r in self.reached:
            where = written_dims(r["dims"])
            if where not in kept or Fraction(kept[where]["above"]) < Fraction(r["above"]):
                kept[where] = r
        return kept

    @property
    def unbounded(self) -> bool:
        """Whether it grows along a family, or doubled again and again; which is no proof."""
        return self.family is not None or sum(r["step"] == "2" for r in self.reached) >= DOUBLINGS

    @property
    def by_order(self) -> str:
        """The power of the only dimension that the largest values are like, from three orders on; empty if none is."""
        values = {tuple(r["dims"].values()): Fraction(r["above"]) for r in self.by_dimensions.values()}
        if self.unbounded or len(values) < 3 or {len(d) for d in values} != {1} or min(values.values()) <= 0:
            return ""
        orders = sorted(d[0] for d in values)
        first, last = orders[0], orders[-1]
        if first < 1 or last == first:
            return ""
        rise = math.log(values[last,] / values[first,]) / math.log(last / first)
        power = Fraction(round(2 * rise), 2)
        like = [float(values[n,]) / n ** float(power) for n in orders]
        if max(like) > (1 + FITTED) * min(like):
            return ""
        name = next(iter(self.reached[0]["dims"]))
        return power_of(name, power) if power else "a constant"

    def lines(self) -> list[str]:
        """What was found, in lines of text."""
        if self.best is None:
            return [f"no value of {self.quantity} was certified in {self.seconds:.1f} s"]
        best = decimal(Fraction(self.best["above"]))
        said = [f"{self.quantity} >= {best}, certified, after {self.best['seconds']:.1f} s, at"]
        said += [
            f"    {name} = {_plain(value)}" for name, value in {**self.best["dims"], **self.best["values"]}.items()
        ]
        said += ["largest value certified by dimensions:"]
        said += [f"    {where}: {decimal(Fraction(r['above']))}" for where, r in sorted(self.by_dimensions.items())]
        said += [f"    these are like {self.by_order}"] if self.by_order else []
        said += ["in time:"]
        highest = accumulate((Fraction(r["above"]) for r in self.reached), max)
        rising = [r for r, high in zip(self.reached, highest, strict=True) if Fraction(r["above"]) == high]
        said += [f"    {r['seconds']:7.1f} s  {decimal(Fraction(r['above']))}" for r in rising]
        if self.family is not None:
            growth = f" like {self.family['growth']}" if self.family["growth"] else ""
            said += [f"it grows{growth}, certified at four values of t, along"]
            said += [
                f"    {name} = {value}" for name, value in {**self.family["dims"], **self.family["values"]}.items()
            ]
            said += [f"    at t = {at['t']}: {at['value']}" for at in self.family["at"]]
        elif self.unbounded:
            said += ["it doubled again and again: it looks unbounded, along the instances above"]
        elif self.refused:
            tried = sorted({Fraction(c) for c in self.refused[-2:]})
            said += [f"tried and not exceeded: {', '.join(map(decimal, tried))}"]
        return said

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "quantity": self.quantity, "best": self.best, "reached": self.reached, "refused": self.refused,
            "unbounded": self.unbounded, "family": self.family, "by_order": self.by_order,
            "seconds": round(self.seconds, 3),
        }  # fmt: skip


def _plain(value: Any) -> str:
    """A number or a matrix, without the quotes that JSON has around numbers."""
    return str(value).replace("'", "")


def decimal(x: Fraction) -> str:
    """A number rounded down to six digits."""
    if x == 0:
        return "0"
    digits = 6 - math.floor(math.log10(abs(x))) - 1
    scale = Fraction(10) ** digits
    return f"{float(math.floor(x * scale) / scale):.6g}"


def supremum(
    quantity: str, let: Mapping[str, str], given: Sequence[str], define: Mapping[str, str], budget: float, seed: int,
    device: str = "cpu", tell: Callable[[str], None] = lambda line: None,
) -> Supremum:  # fmt: skip
    """Drive a quantity up for `budget` seconds.  Raises ReadingError for what cannot be read."""
    out, start = Supremum(quantity), clock()
    end = start + budget
    compared = _compared(quantity, Fraction(0), let, given, define)
    cells = _cells(compared)

    def reach(c: Fraction, step: str, declared: Mapping[str, str], until: float) -> bool:
        """Whether a value above c is certified; it is noted."""
        last = min(clock() + max((until - clock()) / PART, LEAST), until)
        found = _above(quantity, c, declared, given, define, last, len(out.reached) + seed, device)
        if found is None or found.certificate is None or found.counterexample is None:
            if declared is let:
                out.refused.append(str(c))
            return False
        value = max(c, _below(found.counterexample["lhs"]))
        shown = found.counterexample
        out.reached.append({
            "above": str(value), "seconds": round(clock() - start, 2), "dims": shown["dims"],
            "values": shown["values"], "step": step, "certificate": found.certificate,
        })  # fmt: skip
        tell(f"{quantity} >= {decimal(value)}")
        return True

    def climb(declared: Mapping[str, str], known: Callable[[], dict[str, Any] | None], until: float) -> None:
        """Raise a value until no step succeeds any more, or a family shows where it goes."""
        smaller = [Fraction(r["above"]) for r in out.by_dimensions.values() if r is not out.best]
        for least in (*sorted(smaller, reverse=True)[:1], Fraction(0), LOWEST):
            if known() is None:
                reach(least, "first", declared, until)
        step = doubled = 0
        while (best := known()) is not None and step < len(STEPS) and clock() < until - LEAST:
            value, factor = Fraction(best["above"]), STEPS[step]
            if not reach(value * factor if value > 0 else value / factor, str(factor), declared, until):
                step += 1
                continue
            doubled += step == 0
            if doubled == SUSPICIOUS:
                out.family = _family(quantity, cells, let, given, define, seed, end)
            if out.family is not None:
                return

    climb(let, lambda: out.best, start + (OVERALL if len(cells) > 1 else 1) * budget)
    if out.family is None and out.best is not None and clock() < end - LEAST:
        out.family = _family(quantity, cells, let, given, define, seed, end)
    for k, cell in enumerate(cells if len(cells) > 1 and not out.unbounded else ()):
        fixed = {**let, **{name: f"integer({n}, {n})" for name, n in cell.dims.items()}}
        where = written_dims(cell.dims)
        climb(fixed, lambda where=where: out.by_dimensions.get(where), clock() + (end - clock()) / (len(cells) - k))  # type: ignore[misc]
    out.seconds = clock() - start
    return out


def written_dims(dims: Mapping[str, int]) -> str:
    """Dimensions in words."""
    return ", ".join(f"{k} = {v}" for k, v in dims.items()) or "numbers"


def _cells(statement: Statement) -> list[Concrete]:
    """The statement at its smallest tuples of dimensions."""
    return [c for size in range(1, LARGEST + 1) for c in plan(statement, size, CELLS)][:CELLS]


def _family(
    quantity: str, cells: Sequence[Concrete], let: Mapping[str, str], given: Sequence[str],
    define: Mapping[str, str], seed: int, end: float,
) -> dict[str, Any] | None:  # fmt: skip
    """A family along which the quantity was certified to grow, as plain data."""
    for cell in cells:
        if clock() > end - LEAST:
            return None
        for family in islice(growing(cell, seed), FAMILIES):
            reached: list[dict[str, Any]] = []
            for t in FAMILY_AT:
                instance = family.at(Fraction(t))
                if (verdict := judge(cell, instance)).outcome != "violation":
                    break
                value = _below(verdict.conjuncts[0].lhs)
                least = value - abs(value) / 10**6
                statement = _compared(quantity, least, let, given, define)
                concrete = instantiate(statement, cell.dims)
                if (above := judge(concrete, instance)).outcome != "violation":
                    break
                certificate = exhibits.certificate(statement, concrete, instance, above)
                reached.append(
                    {"t": t, "value": f"{float(value):.6g}", "above": str(least), "certificate": certificate}
                )
            rising = all(Fraction(a["above"]) < Fraction(b["above"]) for a, b in pairwise(reached))
            if len(reached) == len(FAMILY_AT) and rising:
                return {
                    "dims": dict(family.dims), "values": family.written, "growth": family.growth, "at": reached,
                }  # fmt: skip
    return None


def _compared(
    quantity: str, c: Fraction, let: Mapping[str, str], given: Sequence[str], define: Mapping[str, str]
) -> Statement:
    """The claim that the quantity is never above c."""
    return conjectures.build("supremum", let, list(given), [f"{quantity} <= {c}"], define=define)


def _above(
    quantity: str, c: Fraction, let: Mapping[str, str], given: Sequence[str], define: Mapping[str, str], until: float,
    seed: int, device: str,
) -> Finding | None:  # fmt: skip
    """A certified instance with a value above c."""
    statement = _compared(quantity, c, let, given, define)
    profile = replace(fitted(planned(max(until - clock(), LEAST)), statement), after=0.0)
    try:
        with alarm(until + LEAST):
            finding = algebraic.check(statement, profile, seed, device, watch=Watch(until, clock=clock))
    except OutOfTime:
        return None
    return finding if finding.verdict is Verdict.REFUTED else None


def _below(enclosure: str) -> Fraction:
    """A rational below all of a decimal enclosure such as `[1.25 +/- 3e-19]`."""
    middle, _, radius = enclosure.strip("[]").partition(" +/- ")
    value = Fraction(middle) - (Fraction(radius) if radius else 0)
    return Fraction(math.floor(value * 10**9), 10**9)
