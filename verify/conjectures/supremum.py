"""`lemmata check --sup RATIO`: how large a quantity becomes, from below: the largest value that is certified.

"RATIO <= c" is checked for rising c.  Every counterexample is an instance with a larger value, with its certificate;
steps are large while they succeed, and small at the end.  Nothing is said about values that were not reached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from lemmata.theorems import conjectures
from lemmata.verify.conjectures.alarm import alarm
from lemmata.verify.conjectures.budget import clock, planned
from lemmata.verify.conjectures.checking import fitted
from lemmata.verify.kinds import algebraic
from lemmata.verify.stages.screening import OutOfTime, Watch
from lemmata.verify.verdicts import Finding, Verdict

STEPS = (Fraction(2), Fraction(5, 4), Fraction(21, 20), Fraction(101, 100), Fraction(1001, 1000))
LEAST = 1.0  # seconds below which no further value is tried
PART = 6  # of the time left, one part goes to one value
DOUBLINGS = 12  # in a row after which the quantity looks unbounded
LOWEST = Fraction(-(10**6))  # what a quantity is first compared with


@dataclass
class Supremum:
    """Values reached, each with seconds, dimensions, instance and certificate; and the values that were not."""

    quantity: str
    reached: list[dict[str, Any]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
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
            where = ", ".join(f"{k} = {v}" for k, v in r["dims"].items()) or "numbers"
            if where not in kept or Fraction(kept[where]["above"]) < Fraction(r["above"]):
                kept[where] = r
        return kept

    @property
    def unbounded(self) -> bool:
        """Whether values doubled again and again: no proof that there is no bound, but a family that looks so."""
        return sum(r["step"] == "2" for r in self.reached) >= DOUBLINGS

    def lines(self) -> list[str]:
        """What was found, in lines of text."""
        if self.best is None:
            return [f"no value of {self.quantity} was certified in {self.seconds:.1f} s"]
        best = decimal(Fraction(self.best["above"]))
        said = [f"{self.quantity} > {best}, certified, after {self.best['seconds']:.1f} s, at"]
        said += [f"    {name} = {value}" for name, value in {**self.best["dims"], **self.best["values"]}.items()]
        said += ["largest value certified by dimensions:"]
        said += [f"    {where}: {decimal(Fraction(r['above']))}" for where, r in sorted(self.by_dimensions.items())]
        said += ["in time:"]
        said += [f"    {r['seconds']:7.1f} s  {decimal(Fraction(r['above']))}" for r in self.reached]
        if self.unbounded:
            said += ["it doubled again and again: it looks unbounded, along the instances above"]
        elif self.refused:
            said += [f"not reached: {', '.join(decimal(Fraction(c)) for c in self.refused[-2:])}"]
        return said

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "quantity": self.quantity, "best": self.best, "reached": self.reached, "refused": self.refused,
            "unbounded": self.unbounded, "seconds": round(self.seconds, 3),
        }  # fmt: skip


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

    def reach(c: Fraction, step: str) -> bool:
        """Whether a value above c is certified; it is noted."""
        until = clock() + max((end - clock()) / PART, LEAST)
        found = _above(quantity, c, let, given, define, min(until, end), len(out.reached) + seed, device)
        if found is None or found.certificate is None or found.counterexample is None:
            out.refused.append(str(c))
            return False
        value = max(c, _below(found.counterexample["lhs"]))
        shown = found.counterexample
        out.reached.append({
            "above": str(value), "seconds": round(clock() - start, 2), "dims": shown["dims"],
            "values": shown["values"], "step": step, "certificate": found.certificate,
        })  # fmt: skip
        tell(f"{quantity} > {decimal(value)}")
        return True

    step = 0
    if not reach(Fraction(0), "first"):
        reach(LOWEST, "first")
    while out.best is not None and step < len(STEPS) and clock() < end - LEAST:
        best, factor = Fraction(out.best["above"]), STEPS[step]
        if not reach(best * factor if best > 0 else best / factor, str(factor)):
            step += 1
    out.seconds = clock() - start
    return out


def _above(
    quantity: str, c: Fraction, let: Mapping[str, str], given: Sequence[str], define: Mapping[str, str], until: float,
    seed: int, device: str,
) -> Finding | None:  # fmt: skip
    """A certified instance with a value above c."""
    claim = f"{quantity} <= {c.numerator}/{c.denominator}" if c.denominator != 1 else f"{quantity} <= {c.numerator}"
    statement = conjectures.build("supremum", let, list(given), [claim], define=define)
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
