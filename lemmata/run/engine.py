"""One statement in, one entry of `verdicts.json` out."""

from __future__ import annotations

import time
import traceback
from typing import Any

from lemmata import catalogue
from lemmata.claims import registry
from lemmata.claims.profiles import Profile
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Finding, Verdict
from lemmata.processes import profiling
from lemmata.run import entries


def check(identifier: str, profile: Profile, seed: int = 0, device: str = "cpu") -> dict[str, Any]:
    """Check the statement with this id and describe the outcome as one entry of `statements`.

    The certificate, if any, is under "_certificate", derivation files by id are under "_derivations".  A check that
    fails itself gives the verdict `error` with its traceback; it is reported, never raised.  Raises
    `catalogue.UnknownStatement` for an unknown id.
    """
    from lemmata.analysis.sharpening.study import study
    from lemmata.claims.power import measure as power
    from lemmata.prove import dependencies

    statement = catalogue.get(identifier)
    profile = profile.shared(len(catalogue.all_statements()))
    start = time.perf_counter()
    sharpness: dict[str, Any] = {}
    with profiling.recorded() as parts:
        try:
            finding = dispatch(statement, profile, seed, device)
            dependencies.require(statement, finding)
            with profiling.part("power"):
                power.attach(statement, finding)
            with profiling.part("what could be sharper"):
                sharpness = study(statement, finding, profile, seed, device)
        except Exception:  # reported in full as the verdict `error`
            finding = Finding(Verdict.ERROR, "", entries.nothing())
            finding.error = traceback.format_exc()
    return entry_of(statement, profile, seed, finding, sharpness, time.perf_counter() - start, parts)


def dispatch(statement: Statement, profile: Profile, seed: int, device: str = "cpu") -> Finding:
    """Hand a statement to the module of its kind of claim, and what it refutes to the certificate checker.

    What a checker raises is passed on.
    """
    from lemmata.certificates.confirmation import confirmed
    from lemmata.evaluate import cpu_lanes

    cpu_lanes.compile_now()  # whatever process does it, it comes out the same
    return confirmed(statement, registry.check(statement, profile, seed, device))


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
    found = ("scope", "tight", "evidence", "proof", "counterexample", "figure", "error")
    entry = entries.entry(
        entries.about(statement),
        finding.verdict.value,
        **{key: getattr(finding, key) for key in found},
        sharpness=sharpness,
        reproduce=f"lemmata verify {statement.id} --profile {profile.name} --seed {seed}",
        seconds=round(seconds, 3),
        _certificate=finding.certificate,
        _derivations=finding.derivations,
    )
    return entry if parts is None else entry | {"spent": parts}
