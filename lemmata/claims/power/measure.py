"""Power, measured: a check is put to the claim changed more and more, until it no longer supports it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata.claims.power.alterations import TABLE, Alteration, altered
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Finding, Verdict

SIZES = tuple(Fraction(m, 1000) * 10**k for k in range(5) for m in (1, 2, 5)) + (Fraction(100),)
Recheck = Callable[[Statement], Verdict]
LEAST, FAMILIES = 12, 2  # instances, and families of instances, without which nothing is supported
EXHAUSTIVE = "exhaustive"  # key of `Finding.extra`: the claim is about particular objects, and all were enclosed
RECHECK = "recheck"  # key of `Finding.extra`: the same check, on the same draws, for an altered statement


def attach(statement: Statement, finding: Finding) -> None:
    """Write the power of a check into its evidence; one that would have noticed nothing supports nothing."""
    recheck, exhaustive = finding.extra.pop(RECHECK, None), finding.extra.pop(EXHAUSTIVE, False)
    if finding.verdict is not Verdict.SUPPORTED:
        return
    if not exhaustive:
        _require_instances(finding)
    if recheck is None:
        finding.evidence["power"] = _of_slack(finding)
        return
    found = [m for a in TABLE.get(statement.kind.value, ()) if (m := measured(statement, a, recheck)) is not None]
    if not found:
        return
    finding.evidence["power"] = {"changes": found, "summary": summary(found)}
    if finding.verdict is Verdict.SUPPORTED and all(m["smallest"] is None for m in found):
        finding.verdict = Verdict.INCONCLUSIVE
        finding.evidence["stopped"] = "the check has no power: it supports the claim however it is changed"


def measured(statement: Statement, alteration: Alteration, recheck: Recheck) -> dict[str, Any] | None:
    """The smallest of `SIZES` at which every change of this sort is noticed, by bisection; None where none applies."""
    verdicts: dict[Fraction, list[str]] = {}

    def noticed(size: Fraction) -> bool:
        verdicts[size] = []
        for changed in altered(statement, alteration, size):
            verdict = recheck(changed)
            verdicts[size].append(verdict.value)
            if verdict is Verdict.SUPPORTED:
                return False
        return True

    sizes = [size for size in SIZES if size <= alteration.most]
    if not altered(statement, alteration, sizes[-1]):
        return None
    smallest = None
    # an event moved beyond what has a law in closed form is not decided at all: the size below is asked too
    top = next((k for k in (len(sizes) - 1, len(sizes) - 2) if noticed(sizes[k])), None)
    if top is not None:
        low, high = -1, top
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if noticed(sizes[middle]) else (middle, high)
        smallest = sizes[high]
    return {
        "change": alteration.name, "relative": alteration.relative,
        "smallest": None if smallest is None else float(smallest),
        "verdicts": [] if smallest is None else sorted(set(verdicts[smallest])),
    }  # fmt: skip


def summary(found: list[dict[str, Any]]) -> str:
    """As in "5 % on the constant, 0.02 on the exponent"."""
    words = []
    for m in found:
        if m["smallest"] is None:
            words.append(f"no change of {m['change'].removeprefix('the ')}")
        else:
            amount = f"{100 * m['smallest']:g} %" if m["relative"] else f"{m['smallest']:g}"
            words.append(f"{amount} on {m['change']}")
    return "would have noticed " + ", ".join(words)


def _require_instances(finding: Finding) -> None:
    """Support needs a dozen instances that met the hypotheses, from two families at least where there are families.

    Draws and networks are of one family by their kind: entries of one law, graphs of all shapes.  Enclosures count as
    instances.
    """
    evidence = finding.evidence
    families = {e["name"] for e in evidence.get("ensembles", ()) if e["accepted"]}
    found = evidence["instances"] if families else max(evidence["instances"], evidence["certified"])
    words = f"{found} instances"
    if families:
        evidence["families"] = len(families)
        words += f" of {len(families)} families"
    if found < LEAST or families and len(families) < FAMILIES:
        finding.verdict = Verdict.INCONCLUSIVE
        evidence["stopped"] = f"{words} met the hypotheses: support needs {LEAST} of {FAMILIES}"


def _of_slack(finding: Finding) -> dict[str, Any]:
    """For claims searched for counterexamples: how close the tightest instance came, as a share of either side."""
    slack = finding.evidence.get("min_slack")
    return {
        "changes": [{"change": "the relative slack", "relative": True, "smallest": slack, "verdicts": []}],
        "summary": "no instance came near equality"
        if slack is None
        else f"a relative slack of {slack:.2g} was reached",
    }
