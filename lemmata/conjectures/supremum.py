"""`lemmata check --sup RATIO`: how large a quantity becomes, from below: the largest value that is certified.

At each of the smallest dimensions what BFGS ends at from random starts is certified; then "RATIO <= c" is checked for
rising c, over all dimensions and at each of them.  Every counterexample is an instance with a larger value, with its
certificate; steps are large while they succeed, and small at the end.  Where a value is far beyond those of plain
instances, or steps go on succeeding, a family of instances with entries c t^k is looked for, along which the quantity
grows (`lemmata.search.growing`), and certified at a few values of t.  Nothing is said of values not reached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, pairwise, zip_longest
from typing import Any

from lemmata.claims import algebraic, counterexample
from lemmata.claims.budget import clock, planned
from lemmata.claims.deadline import alarm
from lemmata.claims.screening import OutOfTime, Watch
from lemmata.conjectures.checking import fitted
from lemmata.evaluate.decide import judge
from lemmata.evaluate.membership import as_asked
from lemmata.evaluate.randomness import Stream
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.recipes import drawn, searched
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.sample.batches import as_batch
from lemmata.sample.plan import plan
from lemmata.search.growing import growing, measured, peaks, plainest, power_of
from lemmata.shrink.simplest import simplest

STEPS = (Fraction(2), Fraction(5, 4), Fraction(21, 20), Fraction(101, 100), Fraction(1001, 1000))
LEAST = 1.0  # seconds below which no further value is tried
PART = 6  # of the time left, one part goes to one value
DOUBLINGS = 12  # in a row after which the quantity looks unbounded
SUSPICIOUS = 5  # doublings after which a family is looked for along which it grows
FAMILY_AT = (10, 100, 1000, 10_000)  # values of t at which a family is certified
FAMILIES = 4  # of them that are tried before others dimensions are
SUMMITS = 0.5  # share of the budget for descents at each tuple of dimensions
ABOUT = 10**6  # relative difference, upside down, within which a value stays when its instance is made simpler
SIMPLER = 60  # attempts at that
WILD = 1000  # times a plain value: one that is larger than it looks unbounded
LARGEST = 4  # sizes up to which the quantity is looked at by itself
CELLS = 6  # tuples of dimensions that get time of their own
OVERALL = 0.75  # share of the budget after which the dimensions are looked at one by one, where there are several
FITTED = 0.02  # relative error up to which values by order are said to be like a power
LOWEST = Fraction(-(10**6))  # what a quantity is first compared with


@dataclass(frozen=True)
class _Seen:
    """A value that an instance, as plain data and as it was drawn, is certified to be at least at."""

    above: Fraction
    instance: Mapping[str, Any]
    certificate: dict[str, Any]
    drawn: Instance | None = None


Compare = Callable[[Fraction, Concrete], Concrete]  # that the quantity is never above a number at some dimensions


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
        grown = [] if self.family is None else [f"{self.quantity} seems to have no bound, see the family below"]
        said = grown + [f"{self.quantity} >= {best}, certified, after {self.best['seconds']:.1f} s, at"]
        said += [
            f"    {name} = {_plain(value)}" for name, value in {**self.best["dims"], **self.best["values"]}.items()
        ]
        said += ["largest value certified by dimensions:"]
        said += [f"    {where}: {decimal(Fraction(r['above']))}" for where, r in sorted(self.by_dimensions.items())]
        said += [f"    these are like {self.by_order}"] if self.by_order else []
        said += ["in time:"]
        rising = [r for k, r in enumerate(self.reached)
                  if all(Fraction(r["above"]) > Fraction(before["above"]) for before in self.reached[:k])]  # fmt: skip
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

    cells = _cells(_compared(quantity, Fraction(0), let, given, define))

    def compare(c: Fraction, cell: Concrete) -> Concrete:
        return instantiate(_compared(quantity, c, _at(let, cell), given, define), cell.dims)

    def reach(c: Fraction, step: str, declared: Mapping[str, str], until: float) -> bool:
        """Whether a value above c is certified; it is noted."""
        last = min(clock() + max((until - clock()) / PART, LEAST), until)
        found = _above(quantity, c, declared, given, define, last, len(out.reached) + seed, device)
        if found is None or found.certificate is None or found.counterexample is None:
            if declared is let:
                out.refused.append(str(c))
            return False
        value = max(c, _below(found.counterexample["lhs"]))
        noted(_Seen(value, found.counterexample, found.certificate), step)
        return True

    def noted(seen: _Seen, step: str) -> None:
        """Write a value down where it is larger than what was known at its dimensions."""
        known = out.by_dimensions.get(written_dims(seen.instance["dims"]))
        if known is not None and Fraction(known["above"]) >= seen.above:
            return
        out.reached.append({
            "above": str(seen.above), "seconds": round(clock() - start, 2), "dims": seen.instance["dims"],
            "values": seen.instance["values"], "step": step, "certificate": seen.certificate,
        })  # fmt: skip
        tell(f"{quantity} >= {decimal(seen.above)}")

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
                out.family = _family(cells, compare, seed, end)
            if out.family is not None:
                return

    for cell in cells:
        if (plain := _summit(cell, plainest(cell), compare)) is not None:
            noted(plain, "plain")
    highest = Fraction(out.best["above"]) if out.best is not None else Fraction(0)
    for found in _descended(cells, max(highest, Fraction(1)), compare, seed, start + SUMMITS * budget):
        if found.above > WILD * max(highest, Fraction(1)):
            out.family = _family(cells, compare, seed, end)
            break
        noted(found, "descent")
    if out.family is None:
        climb(let, lambda: out.best, start + (OVERALL if len(cells) > 1 else 1) * budget)
    if out.family is None and out.best is not None and clock() < end - LEAST:
        out.family = _family(cells, compare, seed, end)
    for k, cell in enumerate(cells if len(cells) > 1 and not out.unbounded else ()):
        fixed = _at(let, cell)
        where = written_dims(cell.dims)
        climb(fixed, lambda where=where: out.by_dimensions.get(where), clock() + (end - clock()) / (len(cells) - k))  # type: ignore[misc]
    out.seconds = clock() - start
    return out


def written_dims(dims: Mapping[str, int]) -> str:
    """Dimensions in words."""
    return ", ".join(f"{k} = {v}" for k, v in dims.items()) or "numbers"


def _at(let: Mapping[str, str], cell: Concrete) -> dict[str, str]:
    """Declarations with dimensions fixed."""
    return {**let, **{name: f"integer({n}, {n})" for name, n in cell.dims.items()}}


def _cells(statement: Statement) -> list[Concrete]:
    """The statement at its smallest tuples of dimensions."""
    return [c for size in range(1, LARGEST + 1) for c in plan(searched(statement), size, CELLS)][:CELLS]


def _drawn(asked: Concrete) -> Concrete:
    """The problem that instances are drawn of in place of the one that was asked."""
    return instantiate(searched(asked.statement), asked.dims)


def _seen(cell: Concrete, instance: Instance, compare: Compare, attempts: int = 0) -> _Seen | None:
    """The value at an instance, made simpler in so many attempts while the value stays about as large."""
    value, _ = measured(cell, as_batch(cell, [instance]))
    if not math.isfinite(value[0]):
        return None
    near = Fraction(float(value[0]))
    least = near - max(abs(near), Fraction(1)) / ABOUT
    asked = compare(least, cell)
    concrete = _drawn(asked)
    verdict = judge(concrete, instance)
    if verdict.outcome != "violation":
        return None
    if attempts:
        instance = simplest(concrete.statement, concrete, instance, verdict, attempts)[1]
    own = as_asked(asked.statement, instance)
    asked = instantiate(asked.statement, instance.dims)
    if own is None or (verdict := judge(asked, own)).outcome != "violation":
        return None
    certificate = counterexample.certificate(asked.statement, asked, own, verdict)
    return _Seen(max(least, _below(verdict.conjuncts[0].lhs)), own.to_json(), certificate, instance)


def _summit(cell: Concrete, instances: Sequence[Instance], compare: Compare, attempts: int = 0) -> _Seen | None:
    """The largest value at some instances, of the first that has it."""
    seen = [s for s in (_seen(cell, instance, compare) for instance in instances) if s is not None]
    if not seen:
        return None
    best = max(seen, key=lambda s: s.above)
    if not attempts or best.drawn is None:
        return best
    return _seen(cell, best.drawn, compare, attempts) or best


def _descended(
    cells: Sequence[Concrete], beside: Fraction, compare: Compare, seed: int, until: float
) -> Iterator[_Seen]:  # fmt: skip
    """Values that descents end at, all dimensions in turn; they look at how far it is from a positive number."""

    def tick() -> None:
        if clock() > until:
            raise OutOfTime

    asked = [(cell, _drawn(compare(beside, cell))) for cell in cells]
    ways = [(cell, peaks(one, Stream((written_dims(cell.dims), "peaks"), seed), tick)) for cell, one in asked]
    with suppress(OutOfTime):
        for turn in zip_longest(*(way for _, way in ways), fillvalue=()):
            for (cell, _), instances in zip(ways, turn, strict=True):
                if (seen := _summit(cell, instances, compare, SIMPLER)) is not None:
                    yield seen


def _family(cells: Sequence[Concrete], compare: Compare, seed: int, end: float) -> dict[str, Any] | None:
    """A family along which the quantity was certified to grow, as plain data."""
    for cell in cells:
        if clock() > end - LEAST:
            return None
        for family in islice(growing(cell, seed), FAMILIES):
            reached: list[dict[str, Any]] = []
            for t in FAMILY_AT:
                instance = family.at(Fraction(t))
                if (seen := _seen(cell, instance, compare)) is None:
                    break
                reached.append(
                    {
                        "t": t,
                        "value": f"{float(seen.above):.6g}",
                        "above": str(seen.above),
                        "certificate": seen.certificate,
                    }
                )
            rising = all(Fraction(a["above"]) < Fraction(b["above"]) for a, b in pairwise(reached))
            if len(reached) == len(FAMILY_AT) and rising:
                made = {x.name: write(v) for x, v in drawn(compare(Fraction(0), cell).statement).items()}
                return {
                    "dims": dict(family.dims), "values": family.written | made, "growth": family.growth, "at": reached,
                }  # fmt: skip
    return None


def _compared(
    quantity: str, c: Fraction, let: Mapping[str, str], given: Sequence[str], define: Mapping[str, str]
) -> Statement:
    """The claim that the quantity is never above c."""
    return conjecture_files.build("supremum", let, list(given), [f"{quantity} <= {c}"], define=define)


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
