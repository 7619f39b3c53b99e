"""The instances that matter most, seen again by the evaluator of the certificate checker.

It shares no code with the interpreters of `evaluate`, reads the text form of each conjunct, and encloses both sides
rigorously; witnesses of spectra are looked for as they are for a certificate.  Where one of the two says that a
relation holds and the other that it is broken, one of them is wrong, and the verdict is an error until somebody knows
which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

from mpmath.libmp import NoConvergence

from lemmata.certificates.witnesses import Finder
from lemmata.checker.evaluate import Evaluator, judge
from lemmata.checker.exact_numbers import Undecided
from lemmata.checker.format import CertificateError, NotEstablished
from lemmata.checker.text_form import Relation, Sizes, instances, parse_clause
from lemmata.checker.witnessed_spectra import matrix
from lemmata.evaluate.decide import Judgement
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.relations import Clause, Exists
from lemmata.language.text import write
from lemmata.processes.profiling import part

FAILURES = (CertificateError, NotEstablished, Undecided, ArithmeticError, ValueError, MemoryError, NoConvergence)
LEVELS = ((18, 64), (40, 128))  # digits of the witnesses, and bits of the enclosures that bear them
LARGEST = 4  # order beyond which rational arithmetic in Python takes too long for every statement of every run
BITS = 64  # of an entry beyond which it does, too
Seen = Literal["holds", "broken", "undefined", "undecided", "unread"]


class Disagreement(RuntimeError):
    """Two independent evaluators see opposite signs at one instance."""


@part("second route")
def seen_again(identifier: str, looked_at: Iterable[tuple[Concrete, Instance, Judgement]]) -> str:
    """How many conjuncts of these judged instances the other evaluator agrees with, in words; "" where there is none.

    Raises Disagreement.
    """
    counts: Counter[Seen] = Counter()
    for concrete, instance, judgement in looked_at:
        if max(concrete.dims.values(), default=1) > LARGEST or _bits(instance) > BITS:
            continue
        for clause, decision in zip(concrete.claim, judgement.conjuncts, strict=False):
            if decision.status not in ("holds", "tie", "broken") or isinstance(clause, Exists):
                continue
            seen = status(clause, instance)
            counts[seen] += 1
            if seen in ("holds", "broken") and (seen == "broken") != (decision.status == "broken"):
                raise Disagreement(
                    f"{identifier}: {decision.relation} is {decision.status} with {decision.lhs} and {decision.rhs}, "
                    f"but the second route says {seen}, at {instance.to_json()}"
                )
    agreed = counts["holds"] + counts["broken"]
    if not counts.total():
        return ""
    head = f"{agreed} conjuncts at the tightest and the breaking instance agreed" if agreed else "nothing seen again"
    equal, unread = counts["undecided"], counts["unread"] + counts["undefined"]
    return (
        head
        + (f"; {equal} with sides that it does not tell apart" if equal else "")
        + (f"; {unread} it has no rule or no value for" if unread else "")
    )


def _bits(instance: Instance) -> int:
    """Bits of the longest numerator or denominator."""
    rows = (v if isinstance(v, list) else [[v]] for v in instance.values.values())
    entries = (x for matrix in rows for row in matrix for x in row)
    return max((max(abs(x.numerator), x.denominator).bit_length() for x in entries), default=0)


def status(clause: Clause, instance: Instance) -> Seen:
    """What the checker's evaluator says of a concrete clause; "unread" where it has no rule for a word of it."""
    values = {name: matrix(v, len(v[0])) if isinstance(v, list) else v for name, v in instance.values.items()}
    try:
        found = [_judged(relation, values) for relation in instances(parse_clause(write(clause)), Sizes({}, {}))]
    except FAILURES:
        return "unread"
    order: tuple[Seen, ...] = ("undefined", "broken", "undecided", "holds")
    return next((seen for seen in order if seen in found), "holds")


def _judged(relation: Relation, values: dict[str, Any]) -> Seen:
    seen: Seen = "undecided"
    for digits, bits in LEVELS:
        with Finder(digits).asked():
            seen = judge(relation, Evaluator(values), (bits,))[0]
        if seen != "undecided":
            break
    return seen
