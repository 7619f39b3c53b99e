"""What a true claim could say beyond what it says: candidates screened, compared, and given to the prover.

What survives and is not proved is a conjecture with its evidence.  What the claim implies already, what holds by signs
alone, what is a theorem of the textbook and what a row of the catalogue says is counted and not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lemmata.analysis.sharpening.derive import bounds
from lemmata.analysis.sharpening.effort import ENOUGH
from lemmata.analysis.sharpening.matching_bounds import bounding
from lemmata.analysis.sharpening.stronger_forms import Candidate, constants, forms, hypotheses, stronger
from lemmata.analysis.sharpening.study import reviewed, study
from lemmata.claims import algebraic
from lemmata.claims.budget import clock, planned
from lemmata.claims.deadline import alarm
from lemmata.claims.profiles import PROFILES
from lemmata.claims.screening import OutOfTime, Watch
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.prove.attempts import Attempt, attempt
from lemmata.prove.derivation_files import settle
from lemmata.prove.search.findings import IS

FIRST, STUDIED, SCREENED = 0.15, 0.35, 0.75  # shares of the time after which the claim, its study, its forms are done
PROBE = 0.6  # seconds of work for one candidate,
AGAIN = 2.0  # and for one that survived
COMPARED = 3.0  # seconds of proof search for the comparison with a sibling
PROOF = 8.0  # seconds of proof search for one of them
LAST = 4.0  # seconds of work at least for one that was not proved
IMPLIED = (IS, "it is ", "it follows from signs", "it follows by signs")

Tell = Callable[[str], None]


@dataclass
class Sharpened:
    """What was found: equality, hypotheses and constants as `study` says them, and what may replace the claim."""

    verdict: Verdict
    finding: Finding
    study: dict[str, Any] = field(default_factory=dict)
    stronger: list[dict[str, Any]] = field(default_factory=list)
    tried: int = 0
    refuted: int = 0
    implied: int = 0
    rows: list[str] = field(default_factory=list)  # of the catalogue, which say what was found
    skipped: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "verdict": self.verdict.value,
            "counterexample": self.finding.counterexample,
            "study": self.study,
            "stronger": self.stronger,
            "tried": self.tried,
            "refuted": self.refuted,
            "implied": self.implied,
            "rows": sorted(set(self.rows)),
            "skipped": self.skipped,
        }


class Strengthening:
    """One claim and its time."""

    def __init__(self, statement: Statement, seconds: float, seed: int = 0, device: str = "cpu", tell: Tell = print):
        self.statement, self.seed, self.device, self.tell = statement, seed, device, tell
        self.started, self.seconds = clock(), seconds
        self.rows = tuple(s for s in reviewed() if s.id != statement.id)

    def left(self, share: float = 1.0) -> float:
        """Seconds until a share of the time is over."""
        return self.started + share * self.seconds - clock()

    def run(self) -> Sharpened:
        """Everything, as far as the time allows."""
        self.tell("checking the claim itself")
        finding = self.checked(self.statement, max(FIRST * self.seconds, 1.0))
        if finding is None or finding.verdict not in (Verdict.SUPPORTED, Verdict.PROVED):
            missing = Finding(Verdict.INCONCLUSIVE, "", {}) if finding is None else finding
            return Sharpened(missing.verdict, missing)
        out = Sharpened(finding.verdict, finding)
        self.tell("equality, hypotheses and constants")
        profile = PROFILES["quick" if self.seconds < 60 else "standard"]
        try:
            with alarm(clock() + max(self.left(STUDIED), 1.0)):
                out.study = study(self.statement, finding, profile, self.seed, self.device, others=())
        except OutOfTime:
            out.skipped = "the time did not last for hypotheses and constants"
        survivors = self.screened(out)
        self.proved(out, survivors)
        return out

    def checked(self, statement: Statement, seconds: float) -> Finding | None:
        """A check of so many seconds, None where that was too short for an answer."""
        now = clock()
        try:
            with alarm(now + seconds):
                watch = Watch(now + 0.7 * seconds, clock=clock)
                return algebraic.check(statement, planned(max(seconds, 2.0)), self.seed, self.device, watch=watch)
        except OutOfTime:
            return None

    def candidates(self, found: dict[str, Any]) -> Iterator[Candidate]:
        """Constants, hypotheses that were not needed, forms."""
        by_conjunct = {b.conjunct: b for b in bounds(self.statement)}
        for entry in found.get("constants", ()):
            if entry["status"] in ("improvable", "open", "undecided") and "at_least" in entry:
                yield from constants(self.statement, by_conjunct[entry["conjunct"]], float(entry["at_least"]))
        entries = [e for e in found.get("hypotheses", ()) if e["status"] == "not needed"]
        yield from hypotheses(self.statement, [e["instead"] if e["kind"] == "domain" else e["text"] for e in entries])
        yield from forms(self.statement)

    def screened(self, out: Sharpened) -> list[tuple[Candidate, Finding]]:
        """Candidates that hold as far as is seen, and say more at a certified instance."""
        kept: list[tuple[Candidate, Finding]] = []
        done: set[str] = set()
        seen: set[tuple[str, ...]] = set()
        for candidate in self.candidates(out.study):
            text = tuple(candidate.statement.text["claim"]) + tuple(candidate.statement.text["given"])
            if candidate.group in done or text in seen:
                continue
            if self.left(SCREENED) <= 0:
                out.skipped = out.skipped or "the time did not last for every form"
                break
            seen.add(text)
            out.tried += 1
            self.tell(f"{candidate.words}: {'; '.join(text)}")
            finding = self.checked(candidate.statement, PROBE)
            if finding is not None and finding.verdict is Verdict.REFUTED:
                out.refuted += 1
                continue
            if not _held(finding) or not self.says_more(candidate):
                continue
            finding = self.checked(candidate.statement, min(AGAIN, max(self.left(SCREENED), PROBE)))
            if finding is not None and finding.verdict is Verdict.REFUTED:
                out.refuted += 1
            elif finding is not None and _held(finding):
                done.add(candidate.group)
                kept.append((candidate, finding))
        return kept

    def says_more(self, candidate: Candidate) -> bool:
        """Whether a candidate is nowhere weaker, and stronger at an instance that is certified."""
        order = candidate.comparison
        if order is None:
            return True
        if not _held(self.checked(order, PROBE)):
            return False
        (only,) = bounds(order)
        back = replace(order, id=f"{order.id}.back", claim=(only.under(Relation(only.large, "<=", only.small)),))
        finding = self.checked(back, PROBE)
        return finding is not None and finding.verdict is Verdict.REFUTED

    def strongest(self, kept: list[tuple[Candidate, Finding]]) -> list[tuple[Candidate, Finding]]:
        """Without the forms that another one implies."""
        out = []
        for k, (candidate, finding) in enumerate(kept):
            weaker = False
            for j, (other, _) in enumerate(kept):
                if j == k or "form" not in candidate.kind or "form" not in other.kind or self.left(0.85) <= 0:
                    continue
                order, back = stronger(other, candidate), stronger(candidate, other)
                if order is None or not _held(self.checked(order, PROBE)):
                    continue
                equal = back is not None and _held(self.checked(back, PROBE))
                weaker = weaker or not equal or j < k
            if not weaker:
                out.append((candidate, finding))
        return out

    def said(self, candidate: Candidate) -> str | None:
        """A row of the catalogue that says it, asking for no more, or a sibling whose bound is proved to be as good."""
        asked = set(candidate.statement.hypotheses)
        missing = {b.conjunct for b in bounds(candidate.statement)}
        found = None
        for rival in bounding(candidate.statement, self.rows):
            if rival.mine.source.conjunct not in missing or not set(rival.given) <= asked:
                continue
            sibling = rival.statement.id.partition("~")[0] == self.statement.id.partition("~")[0]
            if rival.same or sibling and _better(rival.better(candidate.statement)):
                missing.discard(rival.mine.source.conjunct)
                found = rival.statement.id
            if not missing:
                return found
        return None

    def proved(self, out: Sharpened, kept: list[tuple[Candidate, Finding]]) -> None:
        """The survivors that are not implied by others, each with a proof or its evidence."""
        rest = self.strongest(kept)
        out.implied += len(kept) - len(rest)
        for number, (candidate, finding) in enumerate(rest):
            row = self.said(candidate)
            if row is not None:
                out.implied += 1
                out.rows.append(row)
                continue
            share = min(PROOF, max(self.left() / (len(rest) - number), PROBE))
            self.tell(f"proving {'; '.join(candidate.statement.text['claim'])}")
            found = attempt(candidate.statement, share)
            report = shown(candidate.statement, found)
            known = report is not None and str(report["standing"]).startswith(IMPLIED)
            if found.trusted or known and candidate.kind != "constant":  # a constant of this claim is news
                out.implied += 1
                continue
            if report is None:  # what is printed as a conjecture has been looked at for longer
                again = self.checked(candidate.statement, max(LAST, self.left() / (len(rest) - number) - share))
                if again is None or again.verdict is Verdict.REFUTED or not _held(again):
                    out.refuted += again is not None and again.verdict is Verdict.REFUTED
                    continue
                finding = again
            evidence = finding.evidence
            out.stronger.append(
                {
                    "kind": candidate.kind,
                    "words": candidate.words,
                    "let": candidate.statement.text["let"],
                    "given": candidate.statement.text["given"],
                    "claim": [write(c) for c in candidate.statement.conjuncts],
                    "status": "conjecture" if report is None else "proved",
                    "proof": report,
                    "evidence": {k: evidence.get(k) for k in ("instances", "certified", "min_slack")},
                    "tight": finding.tight,
                }
            )
        out.stronger.sort(key=lambda e: (e["status"] != "proved", len(e["claim"][0])))


def shown(statement: Statement, found: Attempt) -> dict[str, Any] | None:
    """The report on a proof that its derivation files show when a process of its own replays them, None elsewhere."""
    if found.report is None:
        return None
    report = dict(found.report)
    entry: dict[str, Any] = {"id": statement.id, "hash": statement.hash, "verdict": "proved", "proof": report}
    settle([entry], found.derivations)
    return report if entry["verdict"] == "proved" else None


def _better(comparison: Statement) -> bool:
    found = attempt(comparison, COMPARED)
    return bool(found.trusted) or shown(comparison, found) is not None


def _held(finding: Finding | None) -> bool:
    """Whether a claim survived at enough instances."""
    return (
        finding is not None
        and finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED)
        and finding.evidence.get("instances", 0) >= ENOUGH
    )
