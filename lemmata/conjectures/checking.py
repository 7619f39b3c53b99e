"""The check of one conjecture: search, certify, then what else is worth knowing, each within its share of the time."""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from lemmata.certificates.confirmation import confirmed
from lemmata.claims import algebraic, registry
from lemmata.claims.budget import Budget, clock
from lemmata.claims.counting import COUNTS
from lemmata.claims.deadline import alarm
from lemmata.claims.exact_check import LEFT_ALONE, NOT_FINITE, ExactCheck, Found
from lemmata.claims.power import measure as power
from lemmata.claims.profiles import Profile
from lemmata.claims.screening import OutOfTime, Screening, Watch
from lemmata.conjectures import follow_up, variables_shown
from lemmata.conjectures.concurrent_proof import LEAST, OPEN, Prover
from lemmata.errors import InputError, lacking
from lemmata.evaluate import cpu_lanes
from lemmata.evaluate.decide import judge
from lemmata.language.conjecture_files import restricted
from lemmata.language.dimensions import ShapeError
from lemmata.language.recipes import drawn, searched
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.language.variables import Scalar
from lemmata.language.verdicts import Finding, Verdict
from lemmata.run import engine, entries
from lemmata.sample.plan import MAX_ORDER, dimensions, extent

KINDS = (Kind.ALGEBRAIC, Kind.DERIVATIVE, Kind.IDENTITY, Kind.PROBABILITY, Kind.LIMIT)
DRAWN = (Kind.PROBABILITY, Kind.LIMIT)
FEWEST_DRAWS, MORE_DRAWS, MOST_DRAWS = 20_000, 4, 20_000_000
RECHECK = 1.0  # seconds to certify again what was certified when a check was cut off
CUT_OFF = "the time allowed was over while an instance was being decided"
TIME_OVER = "the time allowed was over"
INTERRUPTED = "interrupted"
SMALL = 3  # dimensions that begin here or below are among those every profile tries
NOTHING_DRAWN = "the domains generated no instance"
BARREN = 1_000  # instances without one that meets the hypotheses, from which on a statement counts as vacuous
SEEMED = 100  # that seemed to meet them in floating point and do not, from which on the same is said of it
UNUSED = 5.0  # seconds left of a budget from which on a claim that survived is tried at other instances
BRIEF = 0.5  # the same where there is no answer yet
EXTRAS = 0.95  # share of the budget after which such a search ends
APART = 1_000_003  # between the seeds of two searches
ADDED = tuple(key for key in COUNTS if key != "undecided")
CHANGED = ("verdict", "scope", "tight", "evidence", "counterexample")
_RANK = {Verdict.REFUTED: 2, Verdict.SUPPORTED: 1}
LOOKS = 0.1  # seconds between two reports of progress

Tell = Callable[[dict[str, Any]], None]


def check(
    statement: Statement,
    budget: Budget,
    seed: int = 0,
    device: str = "cpu",
    tell: Tell | None = None,
    reproduce: str | None = None,
    turns: int = 0,
    joining: bool = False,
    loaded: Callable[[], None] | None = None,
    whole: bool = False,
) -> dict[str, Any]:
    """One entry of `statements`, certificate and derivations inline, with `sharpness`, `structure` and `variants`.

    `tell` is given progress as plain data a few times a second.  A search begins at turn number `turns`; a `joining`
    one does nothing else, after a first pass, until its time is over, and adds nothing to its answer. `loaded` is
    called when the libraries of the search are there; what a claim that fails at once does without. What the
    textbook has is searched all the same, for the tightest instance and what else there is to say, where the
    `whole` account is asked for. An interrupt from the keyboard ends the check with what was found; `interrupted`
    then is true in the entry. A check that fails itself gives the verdict `error` with its traceback. Raises
    InputError for a statement that is not about matrices of fixed number.
    """
    if statement.kind not in KINDS:
        raise InputError(f"{statement.id}: is of kind {statement.kind.name.lower()}: use `lemmata verify` for it")
    cpu_lanes.anew()
    started, profile, reported = time.monotonic(), fitted(budget.profile, statement), Progress(tell)
    interrupted, plain, textbook, needs = False, None, None, None
    reported.turns, reported.joined = turns, budget.joined
    if joining:
        profile = replace(profile.first or profile, thorough=True)
    try:
        plain = None if joining or statement.kind in DRAWN else _at_once(statement, profile, reported)
        # no rule of the kernel speaks of limits
        idle = joining or plain is not None or statement.kind is Kind.LIMIT
        if not idle and budget.seconds >= LEAST:
            textbook = _known(statement, reported)
            plain = None if whole else textbook
        with Prover(statement, budget, idle or textbook is not None) as prover:
            needs = None if plain is not None else _needs(statement)
            if plain is None:
                reported.begun = clock()
                budget = prover.budget = replace(budget, ready=reported.begun)
            if loaded is not None:
                loaded()
            if plain is not None:
                finding = plain
            elif needs is not None:
                finding = _nothing(f"only what one would try by hand was tried: {needs}", reported.plain)
            else:
                finding, interrupted = _search(statement, profile, budget, seed, device, reported, prover)
            if not interrupted and plain is None:
                reported.say("proof")
                prover.conclude(finding)
                if textbook is not None:
                    _agree(statement, textbook, finding)
    except InputError:
        raise
    except ShapeError as problem:  # sizes are symbols while a claim is read
        raise InputError(
            f"{problem}, at dimensions that are allowed: restrict them, or the range of an index"
        ) from problem
    except Exception:  # reported in full as the verdict `error`
        finding = Finding(Verdict.ERROR, "", entries.nothing())
        finding.error = traceback.format_exc()
    _say_why(finding, statement)
    entry = engine.entry_of(statement, profile, seed, finding, {}, 0.0)
    entry["certificate"], entry["derivations"] = entry.pop("_certificate"), entry.pop("_derivations")
    entry["defined"] = dict(statement.defined)
    entry["said"] = {"given": [write(c) for c in statement.given], "claim": _in_short(statement)}
    entry["restricted"] = list(restricted(statement))
    entry["reproduce"] = reproduce
    entry["interrupted"] = interrupted
    with_extras = (plain is None and needs is None) or finding.verdict is Verdict.REFUTED
    if not interrupted and not joining and with_extras and finding.verdict is not Verdict.ERROR:
        reported.say("extras")
        try:
            entry.update(follow_up.study(statement, finding, budget, seed, device))
            entry.update(further(statement, profile, finding, budget, seed, device, reported))
        except KeyboardInterrupt:
            entry["interrupted"] = True
    variables_shown.attach(statement, entry)
    entry["seconds"] = round(time.monotonic() - started, 3)
    return entry


def _in_short(statement: Statement) -> list[str]:
    """The claims with words put in, or as they were typed where that is much shorter."""
    said = [write(c) for c in statement.claim]
    typed = statement.written["claim"] if statement.written is not None else said
    return [short if 2 * len(short) < len(line) else line for short, line in zip(typed, said, strict=True)]


def _at_once(statement: Statement, profile: Profile, reported: Progress) -> Finding | None:
    """The refutation by an instance one would try by hand, if there is one that the checker accepts."""
    found = follow_up.tried_by_hand(statement, profile, reported.look)
    if found is None:
        reported.plain, reported.screening = reported.screening, None
    return found


def _needs(statement: Statement) -> str | None:
    """What to install before anything can be searched; None where the numerical libraries are there, and now loaded."""
    try:
        from lemmata.claims import schedule  # noqa: F401 - loads them, which takes a second

        registry.kind_of(statement).check()  # its module, with the libraries that this kind of claim alone needs
    except ModuleNotFoundError as problem:
        needs = lacking(problem)
        if needs is None:
            raise
        return needs
    return None


def _known(statement: Statement, reported: Progress) -> Finding | None:
    """What the textbook makes of a claim that survived what one would try by hand: proved, or a fact taken on trust.

    Nothing is drawn for it: what is known needs no search.
    """
    if (
        statement.kind not in (Kind.ALGEBRAIC, Kind.IDENTITY)
        or reported.plain is None
        or not reported.plain.tally.instances
    ):
        return None  # what no instance is known to meet may be vacuous, which a proof would hide
    from lemmata.prove import proofs  # with the kernel's elaborator, which what fails at once does without
    from lemmata.prove.search.recognition import known

    reported.say("the textbook")
    found = known(statement)
    if found is None:
        return None
    finding = _nothing("the textbook has it", reported.plain)
    finding.evidence["certified"] = reported.plain.tally.instances  # each was judged exactly
    finding.evidence["generated"] = reported.plain.tally.generated
    finding.evidence["recognised"] = found.trusted
    finding.verdict, finding.scope = Verdict.SUPPORTED, proofs.scope(statement)
    if found.report is not None:
        finding.evidence["recognised"] = found.report["standing"]
        finding.verdict, finding.proof, finding.derivations = Verdict.PROVED, found.report, dict(found.derivations)
    return finding


def _agree(statement: Statement, textbook: Finding, finding: Finding) -> None:
    """Give what a search found the proof or the row that the textbook has.  Raises RuntimeError for a counterexample to
    what is proved."""
    if finding.verdict is Verdict.REFUTED and textbook.verdict is Verdict.PROVED:
        raise RuntimeError(f"{statement.id} has a proof and a counterexample: one of them is wrong")
    if finding.verdict in OPEN:
        finding.evidence["recognised"] = textbook.evidence["recognised"]
        finding.verdict, finding.scope = textbook.verdict, textbook.scope
        finding.proof, finding.derivations = textbook.proof, textbook.derivations


def further(
    statement: Statement, profile: Profile, finding: Finding, budget: Budget, seed: int, device: str, reported: Progress
) -> dict[str, Any]:
    """What other instances say in the time that is left, as changes of an entry: of a claim that survived where more
    than `UNUSED` seconds are, of one without an answer in all of it."""
    least = {Verdict.SUPPORTED: UNUSED, Verdict.VACUOUS: BRIEF, Verdict.INCONCLUSIVE: BRIEF}.get(finding.verdict)
    if least is None or not finding.evidence.get("generated") or statement.kind in DRAWN:
        return {}
    before = finding
    for k in count(1):
        if budget.left < least:
            break
        again, interrupted = _search(
            statement, profile, replace(budget, share=EXTRAS), seed + k * APART, device, reported
        )
        _say_why(again, statement)
        for name in ADDED:
            again.evidence[name] = again.evidence.get(name, 0) + before.evidence.get(name, 0)
        slacks = [f.evidence["min_slack"] for f in (before, again) if f.evidence.get("min_slack") is not None]
        again.evidence["min_slack"] = min(slacks, default=None)
        better = _RANK.get(again.verdict, 0) > _RANK.get(before.verdict, 0) and (
            again.verdict is Verdict.REFUTED or _settles(before)
        )
        if not better:
            before.evidence.update({name: again.evidence[name] for name in (*ADDED, "min_slack")})
        before = again if better else before
        if interrupted or before.verdict is Verdict.REFUTED:
            break
    if before is finding:
        return {}
    entry = engine.entry_of(statement, profile, seed, before, {}, 0.0)
    return {k: v for k, v in entry.items() if k in CHANGED} | {"certificate": entry["_certificate"]}


def _settles(before: Finding) -> bool:
    """Whether support at other instances says more than what there was: nothing was met, or time was short.  An
    instance that could not be decided, or a refutation that the checker did not accept, stays what matters."""
    return before.verdict is Verdict.VACUOUS or before.evidence.get("stopped") == TIME_OVER


def fitted(profile: Profile, statement: Statement) -> Profile:
    """A profile at the sizes a statement has: moved up where its dimensions begin beyond those the profile tries."""
    ranges = [extent(d) for d in dimensions(statement)]
    least, most = max((low for low, _ in ranges), default=1), max((high for _, high in ranges), default=1)
    if least <= SMALL:
        return profile

    def moved(sizes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(s + least - 1 for s in sizes if s + least - 1 <= most)

    return replace(
        profile,
        sizes=moved(profile.sizes),
        ascent_sizes=moved(profile.ascent_sizes) or (least,),
        growth_sizes=moved(profile.growth_sizes),
        certify_order=max(profile.certify_order, least + SMALL),
        first=None if profile.first is None else fitted(profile.first, statement),
    )


def _say_why(finding: Finding, statement: Statement) -> None:
    """Why the check ended, and with which verdict where the time was over before any instance met the hypotheses."""
    evidence = finding.evidence
    if finding.verdict is Verdict.REFUTED:
        evidence["stopped"] = "a violation was certified"
    if finding.verdict is Verdict.VACUOUS and evidence["stopped"] == NOTHING_DRAWN:
        finding.verdict = Verdict.INCONCLUSIVE  # the claim may say much, at sizes that were not tried
        evidence["stopped"] = f"no dimensions within reach: no matrix beyond order {MAX_ORDER} is tried"
    hypotheses, certified = evidence.get("hypotheses", ()), evidence["certified"]
    met = (certified, *(evidence.get(key, 0) for key in ("decided", "within_rounding", "undecided")))
    barren = not any(met) and evidence.get("generated", 0) >= BARREN
    # what is met up to rounding, as an equation between huge numbers is, is not met
    doubtful = not certified and not evidence.get("undecided_because", {}).keys() - {LEFT_ALONE, NOT_FINITE}
    seemed = doubtful and evidence.get("out_of_domain", 0) >= SEEMED and not all(h["met"] for h in hypotheses)
    rounded = finding.verdict is Verdict.VACUOUS and not certified and any(h["acceptance"] for h in hypotheses)
    if rounded or finding.verdict is Verdict.INCONCLUSIVE and (barren or seemed):
        never = [h["text"] for h in hypotheses if not (h["met"] if rounded or seemed else h["acceptance"])]
        how = "never met exactly" if rounded or seemed else "never met"
        if all("==" in text for text in never) and all(isinstance(leaf, Scalar) for leaf in statement.let):
            how = "met by no rational number that was tried"  # an irrational one may meet it: none is tried
        blame = f"{how}: {'; '.join(never)}" if never else "each hypothesis was met somewhere, never all together"
        finding.verdict, finding.scope = Verdict.VACUOUS, "no instance"
        evidence["stopped"] = blame if rounded else f"{blame} ({evidence['stopped']})"


def _search(
    statement: Statement,
    profile: Profile,
    budget: Budget,
    seed: int,
    device: str,
    reported: Progress,
    prover: Prover | None = None,
) -> tuple[Finding, bool]:
    """What the engine finds before it is cut off, and whether the cut was an interrupt from the keyboard."""
    if statement.kind in DRAWN:
        return _drawn(statement, profile, budget, seed, reported)

    def look(screening: Screening, stage: str) -> None:
        reported.look(screening, stage)
        tally = screening.tally
        if prover is not None and tally.refutation is None and tally.instances and prover.look():
            watch.deadline = clock()  # nothing is left to refute

    watch = Watch(budget.search_until, look, clock)
    interrupted = False
    try:
        with alarm(budget.certify_until):
            return algebraic.check(statement, profile, seed, device, watch=watch), False
    except OutOfTime:
        stopped = CUT_OFF
    except KeyboardInterrupt:
        stopped, interrupted = INTERRUPTED, True
    if reported.screening is None:
        return _nothing(stopped), interrupted
    return rescue(reported.screening, stopped), interrupted


def _drawn(
    statement: Statement, profile: Profile, budget: Budget, seed: int, reported: Progress
) -> tuple[Finding, bool]:
    """What draws say of random matrices: passes of ever more of them, each planned beforehand, while time allows.

    Each pass is a test of its own, wrong with the error probability of the suite at most.  The first, which has to give
    an answer, is made where matrices that are not random are those at hand; the next look for worse ones.
    """
    finding, asked = _nothing(CUT_OFF), statement
    statement = searched(asked, kept=True)  # what is drawn is decided by all that was asked of it
    draws, number = FEWEST_DRAWS, 0
    try:
        with alarm(budget.certify_until):
            while True:
                reported.say(f"{draws:,} draws")
                before = clock()
                plan = replace(profile, instances=draws, walks=profile.walks if number else 0)
                finding = engine.dispatch(statement, plan, seed + number * APART)
                number, draws = number + 1, draws * MORE_DRAWS
                settled = finding.verdict is not Verdict.SUPPORTED and not finding.unsettled
                most = MOST_DRAWS * (MORE_DRAWS if finding.unsettled else 1)
                ended = settled or draws > most or statement.kind is Kind.LIMIT
                if ended or clock() + MORE_DRAWS * (clock() - before) > budget.certify_until:
                    break
            if power.RECHECK in finding.extra and statement.kind is Kind.PROBABILITY:
                power.attach(statement, finding)
            if finding.counterexample is not None:
                for variable, value in drawn(asked).items():
                    finding.counterexample["explain"] += f" There {variable.name} = {write(value)}."
            return finding, False
    except OutOfTime:
        return finding, False
    except TypeError as problem:  # a claim of a form that no test is known for: it says which
        raise InputError(str(problem)) from problem
    except KeyboardInterrupt:
        return finding, True


def rescue(screening: Screening, stopped: str) -> Finding:
    """What can be said when a check was cut off: a violation that was certified is certified again and stands, and
    the tightest instances are certified as far as time allows."""
    exact_check, found = ExactCheck(screening), None
    with contextlib.suppress(OutOfTime), alarm(clock() + RECHECK):
        found = _again(screening) or exact_check.confirm()
    try:
        with alarm(clock() + RECHECK / 2):
            finding = algebraic.conclude(exact_check, None, found, stopped)
    except OutOfTime:
        return _nothing(stopped, screening)
    if stopped == CUT_OFF and finding.verdict is Verdict.SUPPORTED:
        finding.verdict = Verdict.INCONCLUSIVE  # the instance it was cut off at may be the one that matters
    return confirmed(screening.asked, finding)


def _again(screening: Screening) -> Found | None:
    """The certified violation that was being made simpler, from the candidates that came before the exact check."""
    if screening.tally.refutation is None:
        return None
    exact_check = ExactCheck(screening)
    candidates = [c for c in screening.suspects if c.judged] or list(screening.tightest.values())
    for candidate in reversed(candidates):
        instance = candidate.exact()
        verdict = instance and judge(candidate.concrete, instance)
        if instance and verdict and verdict.outcome == exact_check.wanted:
            return candidate.concrete, instance, verdict
    return None


def _nothing(stopped: str, screening: Screening | None = None) -> Finding:
    """No verdict, with what was counted."""
    tally = screening.tally if screening else None
    slacks = [e.min_slack for e in tally.ensembles.values() if e.min_slack is not None] if tally else []
    evidence = {
        "instances": tally.instances if tally else 0,
        "searches": tally.searches if tally else 0,
        "certified": tally.certified if tally else 0,
        "min_slack": min(slacks) if slacks else None,
        "stopped": stopped,
        "stages": tally.stages if tally else [],
    }
    return Finding(Verdict.INCONCLUSIVE, "no instance" if not evidence["instances"] else "", evidence)


class Progress:
    """Reports progress a few times a second, and holds on to the screening for when a check is cut off."""

    def __init__(self, tell: Tell | None) -> None:
        self.tell = tell
        self.screening: Screening | None = None
        self.plain: Screening | None = None  # that of the instances one would try by hand
        self.begun, self.joined = clock(), 0.0
        self.turns = 0
        self.last = 0.0

    def look(self, screening: Screening, stage: str) -> None:
        """Called by the engine before every batch."""
        if self.screening is None:
            screening.turns = self.turns
        self.screening = screening
        if time.monotonic() - self.last >= LOOKS:
            self.say(stage)

    def say(self, stage: str) -> None:
        """Report where the check is."""
        if self.tell is None:
            return
        self.last = time.monotonic()
        tally = self.screening.tally if self.screening else None
        ensembles = tally.ensembles.values() if tally else ()
        slacks = [e.apart for e in ensembles if e.apart is not None]
        slacks = slacks or [e.min_slack for e in ensembles if e.min_slack is not None]
        self.tell(
            {
                "stage": stage,
                "instances": tally.generated if tally else 0,
                "dimensions": ", ".join(f"{k} <= {v}" for k, v in tally.covered.items()) if tally else "",
                "slack": min(slacks) if slacks else None,
                "suspects": tally.suspects if tally else 0,
                "turns": self.screening.turns if self.screening else self.turns,
                "spent": clock(),
                "survived": not (tally and tally.refutation) and clock() - self.begun >= self.joined,
            }
        )
