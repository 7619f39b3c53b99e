"""A statement as the page needs it: every optional field resolved, every number ready to print."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lemmata.report import figures, formats
from lemmata.report.evidence import limit_panels, test_of
from lemmata.report.formulas import Formula, Revised
from lemmata.report.instances import InstanceView, instance, text
from lemmata.report.records import Record, mapping, names, records
from lemmata.report.sharpening import findings
from lemmata.report.typeset_statements import Catalogue, StepView, Typeset, typeset
from lemmata.report.verdict_signs import VerdictKind, verdict_kind

CONJECTURE = "conjecture"  # the paper of what `lemmata check` was asked: nobody reviews its verdicts
_SAFE_PATH = re.compile(r"(?!/)(?!.*\.\.)[A-Za-z0-9._~/-]+")
KINDS = {
    "A": "algebraic", "D": "derivative", "I": "identity", "P": "probability", "L": "limit",
    "T": "trajectory", "G": "network graph", "F": "figure",
}  # fmt: skip


@dataclass(frozen=True)
class StatementView:
    """One statement with its verdict and everything that bears it out."""

    id: str
    anchor: str
    paper: str
    locator: str
    title: str
    kind: str
    verdict: VerdictKind
    expected: str | None
    as_expected: bool | None
    reason: str | None
    scope: str | None
    tight: bool
    proof_broken: bool
    depends_on: tuple[str, ...]
    broken_by: tuple[str, ...]
    says: Typeset
    notes: str | None
    hash: str | None
    facts: tuple[tuple[str, str], ...]
    stopped: str | None
    min_slack: str
    evidence: Record
    conjuncts: tuple[Record, ...]
    hypotheses: tuple[tuple[Record, Formula, str | None, str | None], ...]  # with letters of instances met and missed
    examples: tuple[tuple[str, InstanceView], ...]  # the instances by their letters
    tightest: InstanceView | None
    counterexample: InstanceView | None
    proof_scope: str | None
    proof_method: str | None
    leans_on: tuple[str, ...]
    rests_on: tuple[str, ...]  # statements without a proof and principles, at the bottom
    principles: tuple[str, ...]  # those among them that count apart
    judges: str  # who accepted the proof
    steps: tuple[StepView, ...]  # of what was calculated; a proof in the language of proofs is its script
    script: str | None
    certificate: str | None
    derivation: str | None
    reproduce: str | None
    drawings: tuple[figures.Drawing, ...]
    error: str | None
    seconds: str
    sharpness: Record
    sharper: tuple[tuple[str, Formula | None, str], ...]  # what could be improved: words, a formula, more words
    test: str | None = None  # what refutes a statement that no single instance can refute
    siblings: list[StatementView] = field(default_factory=list, compare=False)
    missing_siblings: list[str] = field(default_factory=list, compare=False)
    breaks: list[StatementView] = field(default_factory=list, compare=False)  # whose printed proofs depend on it

    @property
    def printed(self) -> bool:
        """Whether it stands in its paper as it is here, and is no fixed, sharpened or restricted version."""
        return "~" not in self.id

    @property
    def unexpected(self) -> bool:
        """Whether the verdict is not the reviewed one."""
        return self.as_expected is False

    @property
    def unreviewed(self) -> bool:
        """Whether a review is missing: conjectures get none."""
        return self.expected is None and self.paper != CONJECTURE

    @property
    def marks(self) -> str:
        """Marks the filter asks for, as a space-separated list."""
        held = (("tight", self.tight), ("broken", self.proof_broken), ("unexpected", self.unexpected))
        return " ".join(name for name, is_so in held if is_so)

    @property
    def fixed(self) -> StatementView | None:
        """The nearest version that holds: a repaired sibling, else a sharpened one, else any that was not refuted."""

        def rank(sibling: StatementView) -> int:
            suffix = sibling.id.partition("~")[2]
            return 0 if suffix.startswith("repaired") else 1 if suffix.startswith("sharpened") else 2

        ranked = sorted((s for s in self.siblings if s.verdict.name in ("proved", "supported")), key=rank)
        repaired = sorted((s for s in self.siblings if rank(s) == 0), key=rank)
        return next(iter(ranked + repaired), None)

    @property
    def fix(self) -> tuple[tuple[str, Formula], ...]:
        """What the fixed version says otherwise: conclusions new or kept, hypotheses added or dropped."""
        if self.fixed is None:
            return ()
        old, new = self.says, self.fixed.says

        def fresh(here: tuple[Formula, ...], there: tuple[Formula, ...]) -> list[Formula]:
            known = {line.text for line in there}
            return [_marked(line, there) for line in here if line.text not in known]

        said = [("claims", line) for line in fresh(new.claim, old.claim)]
        if not said and fresh(old.claim, new.claim):
            said = [("claims only", line) for line in new.claim]
        said += [("given", line) for line in fresh(new.given, old.given)]
        said += [("no longer needs", line) for line in fresh(old.given, new.given)]
        return tuple(said or [("for", line) for line in fresh(new.let, old.let)])


def _marked(line: Formula, others: tuple[Formula, ...]) -> Formula:
    """A line with what the nearest of the others does not say marked in its formula."""
    near = difflib.get_close_matches(line.text, [other.text for other in others], 1, 0.4)
    old = next((other.box for other in others if near and other.text == near[0]), None)
    return Revised(line.text, line.box, old)


# What the evidence is made of, in the order of the check: schema name, and the words for it.
_FACTS = (
    ("instances", "instances"), ("decided", "decided"), ("undecided", "undecided"), ("out_of_domain", "out of domain"),
    ("searches", "searches"), ("certified", "certified"), ("dimensions", "dimensions"), ("device", "device"),
)  # fmt: skip
_TOLD_ELSEWHERE = {"stopped", "stages", "ensembles", "conjuncts", "hypotheses", "tightest", "min_slack"}


def _facts(evidence: Mapping[str, Any], drawn: bool) -> tuple[tuple[str, str], ...]:
    """The counts of a check; where matrices are ``drawn`` at random nothing is searched for or certified."""
    idle = {"searches", "certified"} if drawn else set()
    known = [
        (words, formats.count(evidence[name]))
        for name, words in _FACTS
        if name in evidence and not (name in idle and not evidence[name])
    ]
    if seen := text(mapping(evidence.get("power")).get("summary")):
        known.append(("power", seen))
    others = sorted(set(evidence) - {name for name, _ in _FACTS} - _TOLD_ELSEWHERE)
    extra = [
        (name.replace("_", " "), formats.count(evidence[name]))
        for name in others
        if isinstance(evidence[name], str | int | float)
    ]
    return tuple(known + extra)


def statement_view(entry: Mapping[str, Any], catalogue: Catalogue) -> StatementView:
    """The view of one entry; every field but ``id`` and ``verdict`` may be missing or null."""
    evidence, proof = mapping(entry.get("evidence")), mapping(entry.get("proof"))
    conjuncts = records(evidence.get("conjuncts"))
    says, sharpness = typeset(entry, catalogue), mapping(entry.get("sharpness"))
    examples: dict[InstanceView, str] = {}
    derivation = text(entry.get("derivation")) if isinstance(entry.get("derivation"), str) else None
    certificate = text(entry.get("certificate")) if isinstance(entry.get("certificate"), str) else None
    expected = entry.get("as_expected")
    return StatementView(
        id=str(entry["id"]),
        anchor=formats.anchor(str(entry["id"])),
        paper=str(entry.get("paper") or "unfiled"),
        locator=str(entry.get("locator") or ""),
        title=str(entry.get("title") or entry["id"]),
        kind=KINDS.get(str(entry.get("kind")), str(entry.get("kind") or "")),
        verdict=verdict_kind(entry["verdict"]),
        expected=text(entry.get("expected")),
        as_expected=expected if isinstance(expected, bool) else None,
        reason=text(entry.get("reason")),
        scope=text(entry.get("scope")),
        tight=bool(entry.get("tight")),
        proof_broken=bool(entry.get("proof_broken")),
        depends_on=names(entry.get("depends_on")),
        broken_by=names(entry.get("broken_by")),
        says=says,
        notes=text(entry.get("notes")),
        hash=text(entry.get("hash")),
        facts=_facts(evidence, bool({"probability", "limit", "experiment"} & set(evidence))),
        stopped=text(evidence.get("stopped")),
        min_slack=formats.slack(evidence.get("min_slack")),
        evidence=evidence,
        conjuncts=tuple(conjuncts),
        hypotheses=tuple(_hypotheses(says, records(evidence.get("hypotheses")), examples)),
        examples=tuple((letter, one) for one, letter in examples.items()),
        tightest=instance(evidence.get("tightest"), conjuncts, says),
        counterexample=instance(entry.get("counterexample"), conjuncts, says),
        proof_scope=text(proof.get("scope")),
        proof_method=text(proof.get("method")),
        leans_on=names(proof.get("leans_on")),
        rests_on=names(proof.get("rests_on")),
        principles=names(entry.get("principles")),
        judges=_judges(mapping(proof.get("kernel")), mapping(proof.get("rocq"))),
        steps=tuple(_step(step) for step in records(proof.get("steps"))),
        script=text(proof.get("script")),
        certificate=certificate if certificate and _SAFE_PATH.fullmatch(certificate) else None,
        derivation=derivation if derivation and _SAFE_PATH.fullmatch(derivation) else None,
        reproduce=text(entry.get("reproduce")),
        drawings=figures.drawings(entry.get("figure"), limit_panels(evidence.get("limit"))),
        error=text(entry.get("error")),
        seconds=formats.seconds(entry.get("seconds")),
        sharpness=sharpness,
        sharper=tuple(findings(sharpness, says)),
        test=test_of(evidence) if entry["verdict"] == "refuted" else None,
    )


def _judges(kernel: Mapping[str, Any], rocq: Mapping[str, Any]) -> str:
    """Who accepted a proof, in words; nothing for proofs that no kernel was asked about."""
    if not kernel:
        return ""
    if kernel.get("outside"):
        return f"The kernel cannot express the claim; the proof uses a named principle: {kernel['outside']}."
    if not kernel.get("accepted"):
        return f"The kernel does not accept it: {text(kernel.get('reason')) or 'no reason recorded'}."
    status, by = text(rocq.get("status")), text(rocq.get("by")) or "Rocq"
    if status == "accepted":
        return f"Accepted by the kernel in a process of its own, and its export by {by}."
    further = {"failed": f"; {by} does not accept its export", "not exportable": "; it cannot be exported to Rocq yet"}
    return f"Accepted by the kernel in a process of its own{further.get(status or '', '; Rocq was not run')}."


def tightest_first(ensembles: list[Record]) -> list[Record]:
    """Ensembles in the order in which they came close to the bound, those without a slack last."""

    def slack(one: Record) -> float:
        return float(found) if isinstance(found := one["min_slack"], int | float) else float("inf")

    return sorted(ensembles, key=slack)


def _hypotheses(
    says: Typeset, found: list[Record], examples: dict[InstanceView, str]
) -> Iterator[tuple[Record, Formula, str | None, str | None]]:
    """The hypotheses; ``examples`` collects their instances, one that serves several times only once."""

    def letter(data: Any) -> str | None:
        seen = instance(data, terse=True)
        return None if seen is None else examples.setdefault(seen, _letters(len(examples)))

    for k, data in enumerate(found):
        line = says.hypothesis(data, k, len(found))
        yield data, line, letter(data.get("example_met")), letter(data.get("example_missed"))


def _letters(index: int) -> str:
    """A, B, ..., Z, AA, AB, ..."""
    return (_letters(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def _step(data: Mapping[str, Any]) -> StepView:
    ok = data.get("ok")
    named = str(data.get("name") or "")
    reason = text(data.get("because"))
    return StepView(Formula(str(data.get("text") or "")), reason, ok if isinstance(ok, bool) else None, name=named)
