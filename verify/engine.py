"""One statement in, one entry of `verdicts.json` out."""

from __future__ import annotations

import time
import traceback
from pathlib import Path
from typing import Any

from lemmata.theorems import catalogue
from lemmata.theorems.language.statement import Statement
from lemmata.verify import spent
from lemmata.verify.kinds import table
from lemmata.verify.run.profiles import Profile
from lemmata.verify.verdicts import Finding, Verdict


def check(
    identifier: str, profile: Profile, seed: int = 0, device: str = "cpu", trained: Path | None = None
) -> dict[str, Any]:
    """Check the statement with this id and describe the outcome as one entry of `statements`.

    `trained` is a file of trained networks (`numerics.instances.trained.save_networks`) whose layers join the
    ensembles.
    The certificate, if any, is under "_certificate", derivation files by id are under "_derivations".  A check that
    fails itself gives the verdict `error` with its traceback; it is reported, never raised.  Raises
    `catalogue.UnknownStatement` for an unknown id.
    """
    from lemmata.verify import grounds
    from lemmata.verify.study.power import measure as power
    from lemmata.verify.study.sharpening.study import study

    statement = catalogue.get(identifier)
    profile = profile.shared(len(catalogue.all_statements()))
    start = time.perf_counter()
    sharpness: dict[str, Any] = {}
    with spent.recorded() as parts:
        try:
            finding = dispatch(statement, profile, seed, device, trained)
            grounds.require(statement, finding)
            with spent.part("power"):
                power.attach(statement, finding)
            with spent.part("what could be sharper"):
                sharpness = study(statement, finding, profile, seed, device)
        except Exception:  # reported in full as the verdict `error`
            finding = Finding(Verdict.ERROR, "", {"instances": 0, "searches": 0, "certified": 0, "min_slack": None})
            finding.error = traceback.format_exc()
    return entry_of(statement, profile, seed, finding, sharpness, time.perf_counter() - start, parts)


def dispatch(
    statement: Statement, profile: Profile, seed: int, device: str = "cpu", trained: Path | None = None
) -> Finding:
    """Hand a statement to the room of its kind of claim, and what it refutes to the certificate checker.

    What a checker raises is passed on.
    """
    from lemmata.numerics.evaluate import lanes
    from lemmata.verify.certificates.confirmation import confirmed

    lanes.at_once()  # whatever process does it, it comes out the same
    return confirmed(statement, table.check(statement, profile, seed, device, trained))


def entry_of(
    statement: Statement,
    profile: Profile,
    seed: int,
    finding: Finding,
    sharpness: dict[str, Any],
    seconds: float,
    parts: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """One entry of `statements` in `verdicts.json`; the files that show it are under "_certificate" and "_derivations".

    `parts`, if any, say where the time went; they are under `spent`.
    """
    entry = {
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
        "_derivations": finding.derivations,
    }
    return entry if parts is None else entry | {"spent": parts}
