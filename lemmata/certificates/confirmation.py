"""Nothing is refuted, or proved by a witness, before the checker, in a process of its own, accepted the file."""

from __future__ import annotations

import hashlib
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lemmata import certificates
from lemmata.language.sequences import along_depth
from lemmata.language.statement import Kind, Statement
from lemmata.language.verdicts import Finding, Verdict
from lemmata.network_checker.network_program import CheckResult
from lemmata.processes.profiling import part

STATISTICAL = (Kind.PROBABILITY, Kind.LIMIT, Kind.FIGURE)  # refuted by a test whose error probability is stated


@contextmanager
def undisturbed() -> Iterator[None]:
    """Suspend an alarm of the caller: what was found is written and checked before the time counts again."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    delay, interval = signal.setitimer(signal.ITIMER_PROF, 0)
    try:
        yield
    finally:
        if delay:
            signal.setitimer(signal.ITIMER_PROF, delay, interval)


@part("certificate")
def confirmed(statement: Statement, finding: Finding) -> Finding:
    """The finding, if it has no certificate to be shown or the checker accepts it; else one that says what it said.

    A refutation has one, and an existence claim that is proved by a witness.

    What was accepted is kept in the evidence with the digest of the file, which whoever writes the file compares.
    """
    shown = finding.verdict is Verdict.REFUTED or finding.verdict is Verdict.PROVED and finding.certificate is not None
    if not shown or "checker" in finding.evidence:
        return finding
    if finding.certificate is None:
        if statement.kind in STATISTICAL and not along_depth((*statement.given, *statement.claim)):
            return finding
        return withdrawn(finding, "no certificate was written")
    result, digest = checked(finding.certificate)
    if not result.accepted:
        return withdrawn(finding, f"the certificate checker did not accept it: {result.lines[0]}")
    finding.evidence["checker"] = {"accepted": True, "sha256": digest}
    return finding


def checked(certificate: dict[str, Any]) -> tuple[CheckResult, str]:
    """What the checker says of a certificate, and the digest of the file that it was shown."""
    with tempfile.TemporaryDirectory(prefix="lemmata-") as folder:
        path = certificates.write(Path(folder) / "certificate.json", certificate)
        return certificates.accepted(path), file_digest(path)


def file_digest(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def withdrawn(finding: Finding, why: str) -> Finding:
    """The finding without its refutation or witness, for a reason."""
    found = "refuted" if finding.verdict is Verdict.REFUTED else "an instance was found"
    finding.verdict, finding.certificate, finding.counterexample = Verdict.INCONCLUSIVE, None, None
    finding.evidence["stopped"] = f"{found}, but {why}"
    return finding
