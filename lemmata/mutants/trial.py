"""One mutant through the derived checks: killed, survived, equivalent, or why neither could be said."""

from __future__ import annotations

import time
import traceback
from typing import Any

from lemmata.claims.profiles import EVERY, Profile
from lemmata.language.matrices import ShapeError
from lemmata.language.sequences import along_depth
from lemmata.language.verdicts import Finding, Verdict
from lemmata.mutants import equivalence
from lemmata.mutants.operators import MATRICES
from lemmata.mutants.variants import Variant, find, is_headline
from lemmata.report.formats import cut
from lemmata.run import engine
from lemmata.run.progress import number

MUTANT, AGAIN = EVERY["mutant"], EVERY["mutant-again"]
# Draws that contradict a limit without excluding it get the sizes and numbers of the standard profile.
STANDARD, DRAWN = EVERY["standard"], "PL"
MEASURED = "F"
OUTCOMES = ("killed", "survived", "equivalent", "vacuous", "inconclusive", "error")
LONGEST = 400  # characters of an instance shown in a line


def check(identifier: str, profile: Profile, seed: int, device: str) -> dict[str, Any]:
    """The record of one mutant, in the form `run.workers` asks of an engine.

    A trial that fails itself gives the outcome `error` with its traceback; it is reported, never raised.
    Raises KeyError for an id that is no mutant's.
    """
    variant = find(identifier)
    start = time.perf_counter()
    record = blank(variant)
    try:
        _try(variant, profile, seed, device, record)
    except ShapeError as problem:  # sizes are symbols while mutants are made
        record |= {"outcome": "vacuous", "verdict": Verdict.VACUOUS.value, "reason": f"no statement: {problem}"}
    except Exception:  # reported in full as the outcome `error`
        record |= _broken(traceback.format_exc())
    record["seconds"] = round(time.perf_counter() - start, 3)
    return record


def failed(identifier: str, explanation: str) -> dict[str, Any]:
    """The record of a mutant whose trial did not come to its end, with the outcome `error`."""
    return blank(find(identifier)) | _broken(explanation)


def _broken(explanation: str) -> dict[str, Any]:
    return {"outcome": "error", "verdict": Verdict.ERROR.value, "reason": explanation}


def blank(variant: Variant) -> dict[str, Any]:
    """The record of a mutant that has not been tried."""
    return {
        "id": variant.id,
        "statement": variant.origin,
        "operator": variant.operator,
        "kind": variant.kind.value,
        "headline": is_headline(variant),
        "part": variant.part,
        "now": variant.change[0],
        "was": variant.change[1],
        "hash": variant.hash,
        "outcome": "",
        "verdict": "",
        "reason": "",
        "min_slack": None,
        "tried": 0,
        "rounds": 0,
        "stage": None,
        "instance": None,
        "certificate": None,
        "seconds": 0.0,
        "_certificate": None,
    }


def _try(variant: Variant, profile: Profile, seed: int, device: str, record: dict[str, Any]) -> None:
    """One check; what it does not kill is looked at by algebra, then checked once more, harder, and a third time where
    draws left it undecided."""
    finding = _round(variant, profile, seed, device, record)
    reported = variant.kind.value in (*MATRICES, "T") or along_depth((*variant.given, *variant.claim))
    if finding.verdict is not Verdict.REFUTED and reported:
        if (never := equivalence.contradiction(variant)) is not None:
            record |= {"outcome": "vacuous", "verdict": Verdict.VACUOUS.value, "reason": never}
            return
        if (why := equivalence.reason(variant)) is not None:
            record |= {"outcome": "equivalent", "verdict": Verdict.SUPPORTED.value, "reason": why}
            return
    if finding.verdict is not Verdict.REFUTED:
        finding = _round(variant, AGAIN, seed, device, record)
    if finding.verdict is Verdict.INCONCLUSIVE and variant.kind.value in DRAWN:
        finding = _round(variant, STANDARD, seed, device, record)
    _enter(finding, record)
    if finding.verdict is Verdict.SUPPORTED and (why := _measured(variant, finding)):
        record |= {"outcome": "equivalent", "reason": why}


def _measured(variant: Variant, finding: Finding) -> str:
    """Why an altered figure is true: what was measured lies within the altered relation, hardly ever by chance."""
    if variant.kind.value not in MEASURED or variant.part != "claim":
        return ""
    sure = finding.evidence["conjuncts"][variant.place]["sure"]
    error = finding.evidence["experiment"]["sure_error"]
    return f"true of what was measured too, except with probability {error:.0e} per number" if sure else ""


def _round(variant: Variant, profile: Profile, seed: int, device: str, record: dict[str, Any]) -> Finding:
    finding = engine.dispatch(variant, profile, seed, device)
    record["rounds"] += 1
    record["tried"] += finding.evidence["instances"]
    return finding


def _enter(finding: Finding, record: dict[str, Any]) -> None:
    outcome = {
        Verdict.REFUTED: "killed",
        Verdict.SUPPORTED: "survived",
        Verdict.PROVED: "equivalent",
        Verdict.VACUOUS: "vacuous",
        Verdict.INCONCLUSIVE: "inconclusive",
    }[finding.verdict]
    evidence = finding.evidence
    record |= {"outcome": outcome, "verdict": finding.verdict.value, "min_slack": evidence["min_slack"]}
    if outcome == "killed":
        record["instance"] = line(finding.counterexample or {})
        record["stage"] = (evidence.get("refutation") or {}).get("stage")
        record["_certificate"] = finding.certificate
    elif outcome == "survived":
        tightest = evidence.get("tightest")
        record["instance"] = line(tightest) if tightest else None
        record["reason"] = f"{record['tried']:,} instances, {evidence.get('dimensions', '')}"
    else:
        record["reason"] = evidence.get("stopped", "")


def line(shown: dict[str, Any]) -> str:
    """An instance in one line."""
    numbers = {**shown.get("dims", {}), **shown.get("values", {})}
    text = ", ".join(f"{k} = {number(v)}" for k, v in numbers.items())
    return cut(text, LONGEST)
