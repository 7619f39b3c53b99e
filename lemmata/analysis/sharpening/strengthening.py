"""What a true claim could say beyond what it says: candidates screened, compared, and given to the prover.

What survives and is not proved is a conjecture with its evidence.  What the claim implies already, what holds by signs
alone, what is a theorem of the textbook and what a row of the catalogue says is counted and not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from sympy import Basic, Integer, Rational

from lemmata.analysis.sharpening.derive import Bound, bounds, derived, scaled, wider_domains
from lemmata.analysis.sharpening.effort import ENOUGH
from lemmata.analysis.sharpening.matching_bounds import bounding
from lemmata.analysis.sharpening.study import reviewed, study
from lemmata.claims import algebraic
from lemmata.claims.budget import clock, planned
from lemmata.claims.deadline import alarm
from lemmata.claims.profiles import PROFILES
from lemmata.claims.screening import OutOfTime, Watch
from lemmata.language import atoms, core
from lemmata.language.dimensions import is_vector
from lemmata.language.matrices import MatrixTerm, Transpose
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim, Matrix
from lemmata.language.verdicts import Finding, Verdict
from lemmata.prove.attempts import Attempt, attempt
from lemmata.prove.derivation_files import settle
from lemmata.prove.search.findings import IS

# Claims that would say more than a claim does: one place of it changed, by a small grammar.
#
# The larger side becomes smaller, or the smaller one larger: a norm by a neighbouring one, a dimension by a rank, a sum
# by its larger part, something that is not negative added.  Whether the change goes the way it is meant to is not taken
# from the grammar: a candidate comes with the statement that it does.
DENOMINATORS = 12
CONSTANTS = 4  # tried per bound, the smallest first
ROUNDED = 1e-5  # of a ratio as it is printed
LEVELS = 40  # rewritings of one side
DOWN: dict[type, tuple[Callable[[Any], Any], ...]] = {
    atoms.NormN: (atoms.NormF,),
    atoms.NormF: (atoms.SMax,),
    atoms.SMax: (atoms.MaxAbs,),
    atoms.Norm2: (atoms.MaxAbs,),
    atoms.Cond: (lambda a: (1 + atoms.Cond(a)) / 2, lambda a: core.Sqrt(atoms.Cond(a))),
}
UP: dict[type, tuple[Callable[[Any], Any], ...]] = {
    atoms.MaxAbs: (atoms.SMax,),
    atoms.SMax: (atoms.NormF,),
    atoms.Norm2: (atoms.NormF,),
    atoms.NormF: (atoms.NormN,),
    atoms.Rho: (atoms.SMax,),
}


@dataclass(frozen=True, eq=False)
class Candidate:
    """A claim that may hold and say more.

    `group` names candidates of which one is enough; `comparison` says that it is at least as strong, None where that
    is so by its form.
    """

    kind: str  # "constant", "hypothesis", "domain", "form"
    group: str
    words: str
    statement: Statement
    comparison: Statement | None


def constants(statement: Statement, bound: Bound, least: float) -> Iterator[Candidate]:
    """Simple constants from the largest ratio that was certified on, in place of 1."""
    grid = sorted({Rational(p, q) for q in range(2, DENOMINATORS + 1) for p in range(1, q)})
    for c in [c for c in grid if float(c) >= least * (1 - ROUNDED)][:CONSTANTS]:
        made = _single(scaled(statement, bound, c))
        weaker = _ordered(statement, bound, core.Times(c, bound.large), bound.large, f"constant-{c.p}-{c.q}")
        yield Candidate("constant", f"constant {bound.conjunct}", f"with {c} of the larger side", made, weaker)


def _single(statement: Statement) -> Statement:
    return replace(statement, construct=None)


def hypotheses(statement: Statement, idle: Sequence[str]) -> Iterator[Candidate]:
    """Without a hypothesis, or on a wider domain, of those that were found not to be needed."""
    for k, clause in enumerate(statement.hypotheses):
        if write(clause) in idle:
            others = [h for j, h in enumerate(statement.hypotheses) if j != k]
            made = derived(statement, f"without-{k + 1}", others, statement.conjuncts)
            yield Candidate("hypothesis", f"hypothesis {k}", f"without {write(clause)}", _single(made), None)
    for ablation in wider_domains(statement):
        if ablation.wider in idle and ablation.statement is not None:
            kept = ablation.statement.hypotheses[: len(statement.hypotheses)]
            made = replace(ablation.statement, given=tuple(kept))
            yield Candidate("domain", f"domain {ablation.text}", f"with {ablation.wider}", _single(made), None)


def forms(statement: Statement) -> Iterator[Candidate]:
    """Every inequality of the claim with one place changed."""
    number = count(1)
    for bound in bounds(statement):
        shapes = _dims(statement)
        for new, words in list(_changed(bound.large, DOWN, shapes, True))[:LEVELS]:
            yield _form(statement, bound, bound.small, new, words, next(number))
        for new, words in list(_changed(bound.small, UP, shapes, False))[:LEVELS]:
            yield _form(statement, bound, new, bound.large, words, next(number))
        for term in _terms(statement) if not is_vector(bound.small) else ():
            added = f"{write(term)} added to the smaller side"
            yield _form(statement, bound, bound.small + term, bound.large, added, next(number))


def _form(statement: Statement, bound: Bound, small: Any, large: Any, words: str, number: int) -> Candidate:
    relation = Relation(small, "<" if bound.strict else "<=", large)
    made = derived(statement, f"form-{number}", statement.hypotheses, (bound.under(relation),))
    if large == bound.large:
        comparison = _ordered(statement, bound, bound.small, small, f"order-{number}")
    else:
        comparison = _ordered(statement, bound, large, bound.large, f"order-{number}")
    return Candidate("form", f"form {number}", words, _single(made), comparison)


def _ordered(statement: Statement, bound: Bound, low: Any, high: Any, what: str) -> Statement:
    """low <= high, given what the statement gives."""
    return _single(derived(statement, what, statement.hypotheses, (bound.under(Relation(low, "<=", high)),)))


def stronger(one: Candidate, other: Candidate) -> Statement | None:
    """That the first of two forms of one bound says at least as much as the second; None where they are no such."""
    (a,), (b,) = bounds(one.statement), bounds(other.statement)
    if a.conjunct != b.conjunct or a.ranges != b.ranges:
        return None
    if a.small == b.small:
        return _ordered(one.statement, a, a.large, b.large, "as-strong")
    return _ordered(one.statement, a, b.small, a.small, "as-strong") if a.large == b.large else None


def _dims(statement: Statement) -> dict[Any, list[Any]]:
    """The matrices that have a dimension for a side."""
    found: dict[Any, list[Any]] = {}
    for leaf in statement.let:
        if isinstance(leaf, Matrix):
            for side in leaf.shape:
                if isinstance(side, Dim) and leaf not in found.setdefault(side, []):
                    found[side].append(leaf)
    return found


def _changed(node: Any, table: Any, shapes: Any, down: bool) -> Iterator[tuple[Any, str]]:
    """The tree with one place changed, and what was changed."""
    for new in _here(node, table, shapes, down):
        yield new, f"{write(new)} in place of {write(node)}"
    if not isinstance(node, Basic) or isinstance(node, MatrixTerm | atoms.SpectralAtom | atoms.Schatten | atoms.KyFan):
        return
    for k, a in enumerate(node.args):
        if not isinstance(a, core.Quantity):
            continue
        for new, words in _changed(a, table, shapes, down):
            yield node.func(*node.args[:k], new, *node.args[k + 1 :]), words


def _here(node: Any, table: Any, shapes: Any, down: bool) -> Iterator[Any]:
    for make in table.get(type(node), ()):
        yield make(node.args[0])
    if isinstance(node, Dim) and down:
        yield from (atoms.Rank(a) for a in shapes.get(node, ()))
    if isinstance(node, core.Plus) and down and not any(map(is_vector, node.args)):
        yield core.Max(*node.args)
        if len(node.args) > 2:
            yield from (core.Plus(*node.args[:k], *node.args[k + 1 :]) for k in range(len(node.args)))
    if isinstance(node, core.Max) and len(node.args) > 1:
        yield core.Plus(*node.args) / len(node.args) if down else core.Plus(*node.args)
    if isinstance(node, core.Abs) and isinstance(node.args[0], atoms.Tr) and not down:
        yield atoms.NormN(node.args[0].args[0])


def _terms(statement: Statement) -> Iterator[Any]:
    """Quantities that are never negative."""
    leaves = [v for v in statement.let if isinstance(v, Matrix)]
    two = Integer(2)
    for a in leaves:
        yield core.Power(atoms.SMin(a), two)
        yield core.Power(atoms.SMax(a) - atoms.SMin(a), two)
        if a.shape[0] == a.shape[1] and a.domain.name == "real":
            yield core.Power(atoms.NormF(a - Transpose(a)), two) / 4
    for k, a in enumerate(leaves):
        for b in leaves[k + 1 :]:
            yield core.Power(atoms.NormF(a) - atoms.NormF(b), two)


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
        found = {"verdict": self.verdict.value, "counterexample": self.finding.counterexample}
        counted = {k: v for k, v in vars(self).items() if k not in ("verdict", "finding")}
        return found | counted | {"rows": sorted(set(self.rows))}


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
