"""One statement in, one entry of `verdicts.json` out."""

from __future__ import annotations

import time
import traceback
from pathlib import Path
from typing import Any

from numerics.ensembles.matrices import Ensemble
from theorems import catalogue
from theorems.language.networks import Conserved
from theorems.language.probability import AlmostSurely
from theorems.language.sequences import along_depth
from theorems.language.statement import Kind, Statement
from verify.profiles import Profile
from verify.verdicts import Finding, Verdict


def check(
    identifier: str, profile: Profile, seed: int = 0, device: str = "cpu", trained: Path | None = None
) -> dict[str, Any]:
    """Check the statement with this id and describe the outcome as one entry of `statements`.

    `trained` is a file of trained networks (`numerics.ensembles.trained.save_networks`) whose layers join the
    ensembles.
    The certificate, if any, is under "_certificate".  A check that fails itself gives the verdict `error` with its
    traceback; it is reported, never raised.  Raises `catalogue.UnknownStatement` for an unknown id.
    """
    from verify import grounds
    from verify.power import measure as power
    from verify.sharpening.study import study

    statement = catalogue.get(identifier)
    profile = profile.shared(len(catalogue.all_statements()))
    start = time.perf_counter()
    sharpness: dict[str, Any] = {}
    try:
        finding = dispatch(statement, profile, seed, device, trained)
        grounds.require(finding)
        power.attach(statement, finding)
        sharpness = study(statement, finding, profile, seed, device)
    except Exception:  # reported in full as the verdict `error`
        finding = Finding(Verdict.ERROR, "", {"instances": 0, "searches": 0, "certified": 0, "min_slack": None})
        finding.error = traceback.format_exc()
    return entry_of(statement, profile, seed, finding, sharpness, time.perf_counter() - start)


def dispatch(
    statement: Statement, profile: Profile, seed: int, device: str = "cpu", trained: Path | None = None
) -> Finding:
    """Hand a statement to the checker of its kind of claim, and what it refutes to the certificate checker.

    What a checker raises is passed on.
    """
    from verify.confirmation import confirmed

    return confirmed(statement, _of_kind(statement, profile, seed, device, trained))


def _of_kind(statement: Statement, profile: Profile, seed: int, device: str, trained: Path | None) -> Finding:
    if along_depth((*statement.given, *statement.claim)):
        from verify import depth_limits

        return depth_limits.check(statement, profile, seed)
    if statement.kind in (Kind.TRAJECTORY, Kind.LIMIT):
        from verify import training

        if training.speaks_of_training(statement):
            return training.check(statement, profile, seed)
    if any(isinstance(clause, Conserved) for clause in statement.claim):
        from verify import trajectory

        return trajectory.check(statement, profile, seed)
    if statement.kind is Kind.GRAPH:
        from verify import graph

        return graph.check(statement, profile, seed)
    if statement.kind is Kind.PROBABILITY:
        from theorems.language.probability import Expectation
        from verify import expectations, probability

        about = expectations if any(c.has(Expectation) for c in statement.conjuncts) else probability
        return about.check(statement, profile, seed)
    if statement.kind is Kind.LIMIT:
        from verify import limits

        return limits.check(statement, profile, seed)
    if statement.kind is Kind.FIGURE:
        from verify import experiments

        return experiments.check(statement, profile, seed)
    if any(isinstance(clause, AlmostSurely) for clause in statement.claim):
        from verify import almost_surely

        return almost_surely.check(statement, profile, seed)
    from verify import algebraic

    extra: tuple[Ensemble, ...] = ()
    if trained is not None:
        from numerics.ensembles.trained import trained_ensemble

        extra = (trained_ensemble(trained),)
    return algebraic.check(statement, profile, seed, device, extra)


def entry_of(
    statement: Statement, profile: Profile, seed: int, finding: Finding, sharpness: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """One entry of `statements` in `verdicts.json`; the certificate itself is under "_certificate"."""
    return {
        "id": statement.id,
        "paper": statement.paper,
        "locator": statement.source.locator,
        "kind": statement.kind.value,
        "title": statement.title,
        "verdict": finding.verdict.value,
        "scope": finding.scope,
        "tight": finding.tight,
        "depends_on": list(statement.depends_on),
        "text": statement.text,
        "notes": statement.notes,
        "hash": statement.hash,
        "evidence": finding.evidence,
        "sharpness": sharpness,
        "proof": finding.proof,
        "certificate": None,
        "counterexample": finding.counterexample,
        "reproduce": f"lemmata verify {statement.id} --profile {profile.name} --seed {seed}",
        "figure": finding.figure,
        "error": finding.error,
        "seconds": round(seconds, 3),
        "_certificate": finding.certificate,
    }
