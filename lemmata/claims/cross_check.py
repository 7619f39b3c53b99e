"""The instances that matter most, seen again in high precision by a route that shares nothing with the balls.

`evaluate.highprec` reads the same concrete clause with mpmath.  It has no error bounds and decides nothing;
but where balls or exact arithmetic say that a relation holds and it sees a clear violation, or the other way round,
one of the two routes is wrong, and the verdict is an error until somebody knows which.
"""

from __future__ import annotations

from collections.abc import Iterable

from mpmath.libmp import NoConvergence

from lemmata.evaluate import highprec
from lemmata.evaluate.decide import Judgement
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Clause, Exists
from lemmata.processes.profiling import part

FAILURES = (TypeError, ArithmeticError, ValueError, MemoryError, NoConvergence)
CLEAR = 1e-20  # relative slack far beyond the rounding of 50 digits, for matrices of the orders that are certified
BITS = 64  # of an entry beyond which functions of it may fill the memory of a route that forecasts nothing
LARGEST = 4  # order beyond which rules without LAPACK take too long for every statement of every run


class Disagreement(RuntimeError):
    """Two independent routes see opposite signs at one instance."""


@part("second route")
def seen_again(identifier: str, looked_at: Iterable[tuple[Concrete, Instance, Judgement]]) -> str:
    """How many conjuncts of these judged instances the other route agrees with, in words; "" where there is none.

    Raises Disagreement.
    """
    agreed, unread = 0, 0
    for concrete, instance, judgement in looked_at:
        if max(concrete.dims.values(), default=1) > LARGEST or _bits(instance) > BITS:
            continue
        for clause, decision in zip(concrete.claim, judgement.conjuncts, strict=False):
            if decision.status not in ("holds", "tie", "broken") or isinstance(clause, Exists):
                continue
            try:
                slack = _against(clause, instance, holds=decision.status != "broken")
            except FAILURES:  # no rule for a word, or no value, as this route sees it
                unread += 1
                continue
            if slack is not None:
                raise Disagreement(
                    f"{identifier}: {decision.relation} is {decision.status} with {decision.lhs} and {decision.rhs}, "
                    f"but its relative slack is {slack:.3g} by the second route, at {instance.to_json()}"
                )
            agreed += 1
    left = f"; {unread} it has no rule or no value for" if unread else ""
    if not agreed:
        return f"nothing seen again{left}" if unread else ""
    return f"{agreed} conjuncts at the tightest and the breaking instance, {highprec.DIGITS} digits, agreed{left}"


def _bits(instance: Instance) -> int:
    """Bits of the longest numerator or denominator."""
    rows = (v if isinstance(v, list) else [[v]] for v in instance.values.values())
    entries = (x for matrix in rows for row in matrix for x in row)
    return max((max(abs(x.numerator), x.denominator).bit_length() for x in entries), default=0)


def _against(clause: Clause, instance: Instance, holds: bool) -> float | None:
    """The relative slack, where it is clearly on the other side.

    Relative and absolute slack have to be the same at twice the digits: two zeros that are both rounding differ by all
    of their size, and roots of a defective matrix carry far larger errors than other numbers.
    """
    sign = -1 if holds else 1
    slack = highprec.slack(clause, instance)
    if sign * slack.relative <= CLEAR:
        return None
    again = highprec.slack(clause, instance, 2 * highprec.DIGITS)
    pairs = ((slack.relative, again.relative), (slack.absolute, again.absolute))
    return float(again.relative) if all(abs(x - y) < abs(x) / 100 for x, y in pairs) else None
