"""The axioms that proofs use, counted, and facts that nothing may be built on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.catalogue.expected import Row
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Finding, Verdict
from lemmata.principles import PRINCIPLES
from lemmata.prove import derivation_files, proofs
from lemmata.prove.judge import on_a_principle


class WeakGround(RuntimeError):
    """A verdict has no file that shows its proof, or a proof depends on a fact that is refuted."""


@dataclass(frozen=True)
class Axiom:
    """A statement without a proof, or a principle that is no statement, on which accepted proofs depend."""

    name: str
    title: str
    source: str
    is_principle: bool


def rests(identifiers: Iterable[str], tell: Callable[[str], None] = lambda _: None) -> dict[str, list[str]]:
    """What the proofs of these statements depend on in the end, by id, as a replay of all derivations says; nothing of
    a statement without an accepted proof.  `tell` hears how far it is."""
    statements = {i: catalogue.get(i) for i in identifiers}
    files: dict[str, str] = {}
    for k, (i, statement) in enumerate(statements.items()):
        tell(f"derivation {k + 1} of {len(statements)}, {i}; the next time they are there")
        report = proofs.check(statement)
        if report is not None and report.ok and i not in files:
            files |= proofs.files(i, report)
    tell(f"replaying {len(files)} derivations")
    proved = derivation_files.ask(files, processes=os.cpu_count() or 1).proved
    found = {i: proved.get((i, statement.hash)) for i, statement in statements.items()}
    return {i: [*(name for name, _ in ground[0]), *ground[1]] for i, ground in found.items() if ground}


def described(name: str) -> Axiom:
    """A statement or a principle of this name as an axiom."""
    statement = catalogue.find(name)
    if statement is None:
        says, book = PRINCIPLES[name]
        return Axiom(name, f"{name}: {says}", book, True)
    return Axiom(name, statement.title, statement.source.reference, False)


def weak(names: Iterable[str], rows: Mapping[str, Row]) -> list[str]:
    """Which facts of these names, and of those beneath them, are refuted or nothing known, one line each."""
    lines = []
    for name in proofs.ground(names):
        statement, row = catalogue.find(name), rows.get(name)
        if statement is None:
            if name not in PRINCIPLES:
                lines.append(f"{name} is neither a statement nor a principle")
        elif row is not None and row.verdict == Verdict.REFUTED and row.hash == statement.hash:
            lines.append(f"{name} is refuted")
    return lines


def rows() -> dict[str, Row]:
    """The reviewed verdicts of all statements."""
    return dict(expected.load())


def require(statement: Statement, finding: Finding) -> None:
    """Give a finding that says *proved* its derivation files; raises WeakGround where there are none, or where a
    verdict rests on a proof that depends on what is refuted.

    A witness is shown by its certificate.
    """
    proof = finding.proof
    if finding.verdict is Verdict.PROVED and finding.certificate is not None:
        return
    if finding.verdict is not Verdict.PROVED and not (finding.verdict is Verdict.REFUTED and "of" in (proof or {})):
        return  # an instance refutes it, not a proof
    kernel = (proof or {}).get("kernel") or {}
    if not kernel.get("accepted") and kernel.get("outside") not in PRINCIPLES:
        raise WeakGround("neither the kernel nor a principle answers for the proof")
    lines = weak((proof or {}).get("leans_on", ()), rows())
    if lines:
        raise WeakGround(f"the proof depends on what cannot be relied on: {'; '.join(lines)}")
    if finding.verdict is Verdict.PROVED and not finding.derivations:
        report = proofs.check(statement)
        if report is not None and report.ok:
            finding.derivations = proofs.files(statement.id, report)
        elif kernel.get("outside"):
            finding.derivations = {statement.id: on_a_principle(statement, kernel["outside"])}
        if statement.id not in finding.derivations:
            raise WeakGround("no derivation file shows the proof")
