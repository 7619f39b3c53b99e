"""Deep checks in pieces: chunk 0 of a statement is its whole check, the others add random instances of their own.

A unit of work is named `ID#CHUNK`.  A chunk's instances are a function of statement, seed and chunk, so that who does
it, and when, changes nothing; `merged` looks at chunks in their order.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any

from lemmata import catalogue
from lemmata.claims.counting import COUNTS
from lemmata.claims.profiles import Profile
from lemmata.language.relations import Exists
from lemmata.language.statement import Kind, Statement
from lemmata.language.verdicts import Finding, Verdict
from lemmata.processes import profiling


def parsed(unit: str) -> tuple[str, int]:
    """Statement and chunk of a unit; a plain id is its chunk 0."""
    identifier, _, chunk = unit.partition("#")
    return identifier, int(chunk or 0)


def chunks_of(statement: Statement, profile: Profile) -> int:
    """How many chunks a statement has: more than one where more random instances could tell something."""
    existence = any(isinstance(clause, Exists) for clause in statement.claim)
    plain = statement.kind is Kind.ALGEBRAIC and statement.proof is None and statement.construct is None
    return profile.chunks if plain and not existence else 1


def check(unit: str, profile: Profile, seed: int = 0, device: str = "cpu") -> dict[str, Any]:
    """Do one unit: an entry as `engine.check` gives, with the unit as its id."""
    from lemmata.run import engine

    identifier, chunk = parsed(unit)
    if chunk == 0:
        return engine.check(identifier, profile, seed, device) | {"id": unit}
    statement = catalogue.get(identifier)
    start = time.perf_counter()
    with profiling.recorded() as parts:
        finding = screened(statement, profile, seed, device, chunk)
    return engine.entry_of(statement, profile, seed, finding, {}, time.perf_counter() - start, parts) | {"id": unit}


def screened(statement: Statement, profile: Profile, seed: int, device: str, chunk: int) -> Finding:
    """What the random instances of one chunk show; what a certifier makes of the worst of them decides."""
    from lemmata.certificates.confirmation import confirmed, undisturbed
    from lemmata.claims.algebraic import conclude
    from lemmata.claims.exact_check import ExactCheck
    from lemmata.claims.schedule import sample
    from lemmata.claims.screening import OutOfTime, Screening
    from lemmata.claims.swept import place, sweep
    from lemmata.evaluate import cpu_lanes
    from lemmata.evaluate.randomness import Stream
    from lemmata.shrink.simplest import simplest

    cpu_lanes.compile_now()
    screening = Screening(statement, profile, Stream(statement.id, seed, device), device)
    exact_check, found = ExactCheck(screening), None
    with screening.stage("chunk", f"random instances, chunk {chunk}") as record:
        for tried in sample(screening, 1.0, f" chunk {chunk}"):
            record["tried"] += tried
            found = exact_check.check_clearest()
            if found is not None:
                break
    if found is None and profile.sweep:
        with screening.stage("sweep", f"drawn where they are judged, {place(device)}, chunk {chunk}") as record:
            for tried in sweep(screening, profile.sweep, chunk):
                record["tried"] += tried
                found = exact_check.check_clearest()
                if found is not None:
                    break
    found = found or exact_check.check_pending() or exact_check.confirm()
    if found is not None:
        with contextlib.suppress(OutOfTime):
            found = simplest(screening.statement, *found)
    with undisturbed():
        return confirmed(statement, conclude(exact_check, None, found, ""))


def merged(identifier: str, done: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """One entry from all chunks of a statement.

    The verdict is that of the first chunk that failed, else of the first that refuted, else of chunk 0; where that
    found too few instances, of the first that found enough.  Counts are sums, slacks the smallest.
    """
    order = sorted(done)
    verdicts = [done[k]["verdict"] for k in order]
    decisive = next((v for v in (Verdict.ERROR, Verdict.REFUTED) if v in verdicts), None)
    if decisive is None and verdicts[0] == Verdict.VACUOUS and Verdict.SUPPORTED in verdicts:
        decisive = Verdict.SUPPORTED
    chosen = order[0 if decisive is None else verdicts.index(decisive)]
    others = [done[k]["evidence"] for k in order if k != chosen]
    entry = done[chosen] | {"id": identifier, "seconds": round(sum(done[k]["seconds"] for k in order), 3)}
    entry["spent"] = profiling.total([done[k].get("spent") or [] for k in order])
    if others:
        entry["evidence"] = _evidence(done[chosen]["evidence"], others, entry["verdict"] == Verdict.REFUTED)
        entry["evidence"]["chunks"] = [_line(k, done[k]) for k in order]
    return entry


def _line(chunk: int, entry: dict[str, Any]) -> dict[str, Any]:
    evidence = entry["evidence"]
    keys = ("generated", "instances", "min_slack")
    return {"chunk": chunk, **{k: evidence.get(k) for k in keys}, "seconds": entry["seconds"]}


def _evidence(base: dict[str, Any], others: list[dict[str, Any]], refuted: bool) -> dict[str, Any]:
    out = dict(base)
    for key in COUNTS:
        if key in out:
            out[key] += sum(e.get(key) or 0 for e in others)
    if not refuted:  # a counterexample's own slack stands
        out["min_slack"] = _least([base.get("min_slack"), *(e.get("min_slack") for e in others)])
    out["stages"] = [*base.get("stages", ()), *(s for e in others for s in e.get("stages", ()))]
    ensembles = {e["name"]: dict(e) for e in base.get("ensembles", ())}
    for more in (e for other in others for e in other.get("ensembles", ())):
        known = ensembles.get(more["name"])
        if known is None:
            ensembles[more["name"]] = dict(more)
            continue
        known["generated"] += more["generated"]
        known["accepted"] += more["accepted"]
        known["counts"] = [a + b for a, b in zip(known["counts"], more["counts"], strict=True)]
        known["min_slack"] = _least([known["min_slack"], more["min_slack"]])
    if ensembles:
        out["ensembles"] = list(ensembles.values())
    if "conjuncts" in base:
        columns = zip(base["conjuncts"], *(e.get("conjuncts") or base["conjuncts"] for e in others), strict=True)
        out["conjuncts"] = [
            row
            | {
                "min_slack": _least([c["min_slack"] for c in (row, *rest)]),
                "tight": any(c["tight"] for c in (row, *rest)),
            }
            for row, *rest in columns
        ]
    return out


def _least(values: list[float | None]) -> float | None:
    return min((v for v in values if v is not None), default=None)
