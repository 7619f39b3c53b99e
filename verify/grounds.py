"""What proofs stand on: axioms counted, and facts that nothing may be built on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lemmata.theorems import catalogue
from lemmata.verify import expected, proofs
from lemmata.verify.expected import Row
from lemmata.verify.principles import PRINCIPLES
from lemmata.verify.verdicts import Finding, Verdict


class WeakGround(RuntimeError):
    """A proof leans on a fact that is refuted or that nobody has reviewed."""


@dataclass(frozen=True)
class Axiom:
    """A statement without a proof, or a principle that is no statement, and how many accepted proofs stand on it."""

    name: str
    title: str
    source: str
    proofs: int
    is_principle: bool


def axioms(identifiers: Iterable[str] | None = None) -> list[Axiom]:
    """What the accepted proofs of these statements (by default of all) stand on in the end, the most used first."""
    wanted = [s.id for s in catalogue.all_statements()] if identifiers is None else list(identifiers)
    count: Counter[str] = Counter()
    for identifier in wanted:
        report = proofs.check(catalogue.get(identifier))
        if report is not None and report.ok:
            count.update(report.rests_on)
    return [_described(name, number) for name, number in sorted(count.items(), key=lambda x: (-x[1], x[0]))]


def _described(name: str, number: int) -> Axiom:
    statement = catalogue.find(name)
    if statement is None:
        says, book = PRINCIPLES[name]
        return Axiom(name, f"{name}: {says}", book, number, True)
    return Axiom(name, statement.title, statement.source.reference, number, False)


def weak(names: Iterable[str], rows: Mapping[str, Row]) -> list[str]:
    """What is wrong with the facts of these names, and with those beneath them, one line each."""
    lines = []
    for name in proofs.ground(names):
        statement, row = catalogue.find(name), rows.get(name)
        if statement is None:
            if name not in PRINCIPLES:
                lines.append(f"{name} is neither a statement nor a principle")
        elif row is None:
            lines.append(f"{name} has no row in expected.toml")
        elif row.hash != statement.hash:
            lines.append(f"{name} changed since its review")
        elif row.verdict == Verdict.REFUTED:
            lines.append(f"{name} is refuted")
    return lines


def rows() -> dict[str, Row]:
    """The reviewed verdicts of all statements."""
    return dict(expected.load())


def require(finding: Finding) -> None:
    """Raises WeakGround where a verdict rests on a proof that leans on what is refuted or has not been reviewed.

    Without any `expected.toml` there is nothing to compare with yet.
    """
    proof = finding.proof
    if (
        not proof
        or finding.verdict not in (Verdict.PROVED, Verdict.REFUTED)
        or not any(path.exists() for path, _ in expected.files())
    ):
        return
    if finding.verdict is Verdict.REFUTED and "of" not in proof:  # an instance refutes it, not a proof
        return
    kernel = proof.get("kernel") or {}
    if not kernel.get("accepted") and kernel.get("outside") not in PRINCIPLES:
        raise WeakGround("neither the kernel nor a principle answers for the proof")
    lines = weak(proof.get("leans_on", ()), rows())
    if lines:
        raise WeakGround(f"the proof leans on what cannot be relied on: {'; '.join(lines)}")
