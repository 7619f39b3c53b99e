"""The exact check: nominated instances are re-evaluated rigorously, and what was established is kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from lemmata.claims.screening import Candidate, Screening
from lemmata.evaluate.decide import Judgement, judge
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.relations import Relation
from lemmata.language.trees import free_names
from lemmata.processes.profiling import part
from lemmata.sample.plan import largest_order
from lemmata.shrink.complexity import CLEAR, complexity, moderate

LEFT_ALONE = "below zero in floating point, not re-evaluated"
NOT_FINITE = "not finite in floating point, not re-evaluated"
HOPELESS = 6  # undecided suspects in a row after which the others of a round are left alone
AGREED = 1e-20  # relative difference below which values agree, in enclosures that get no narrower with more bits
MOST_BITS = 4096  # of balls, for what is suspected to be a violation
LEVEL_BITS = 1024  # from which on sides that agree count as equal until somebody tells them apart
ENOUGH = 3  # certified instances that meet all hypotheses, without which a statement is vacuous
ROUNDS = 2  # a statement's suspects are re-evaluated up to this many times the number the profile allows a stage
MEANT = 1e-6  # relative violation of a suspect from which on it matters that it stays undecided
BEYOND = 4  # times the largest order that is certified otherwise, where there is nothing smaller
CLEAREST = 6  # clear suspects looked at while a stage is still going on
Found = tuple[Concrete, Instance, Judgement]


@dataclass
class ExactCheck:
    """Re-evaluates nominated instances rigorously and keeps what it established."""

    screening: Screening
    judged: dict[str, int] = field(default_factory=dict)
    met: int = 0
    tightest: tuple[float, Instance, Judgement] | None = None
    ties: set[int] = field(default_factory=set)
    undefined: int = 0  # instances that meet all hypotheses and give the claim no meaning
    unsettled: list[str] = field(default_factory=list)
    near_ties: list[str] = field(default_factory=list)  # non-strict bounds that nothing tells from equality
    undecided: dict[str, int] = field(default_factory=dict)  # how often each reason left an instance undecided
    apart: int = 0  # instances that meet all hypotheses, equations among them not only trivially
    overflown: int = 0  # suspects re-evaluated that were not finite in floating point
    seen: int = 0
    spent: int = 0  # suspects re-evaluated so far
    accept: Callable[[Found], bool] | None = None  # what else a suspect has to pass before it is returned

    def judge(self, concrete: Concrete, instance: Instance, limit: int = MOST_BITS) -> Judgement:
        """Judge one exact instance, with at most so many bits, and record the outcome."""
        verdict = judge(concrete, instance, limit=limit)
        if verdict.outcome not in ("undecided", "out_of_domain") and self.screening.asked is not concrete.statement:
            asked = self.as_asked(instance, limit, claim=verdict.outcome == self.wanted)
            if asked is None or asked[2].outcome not in (verdict.outcome, "holds"):
                reason = "no rational instance" if asked is None else asked[2].reason
                verdict = replace(verdict, outcome="out_of_domain", conjuncts=(), reason=reason)
        tally = self.screening.tally
        self.judged[verdict.outcome] = self.judged.get(verdict.outcome, 0) + 1
        if verdict.outcome == "undecided":
            reason = verdict.reason.partition(":")[0] + "".join(verdict.reason.rpartition(" (")[1:])
            self.undecided[reason] = self.undecided.get(reason, 0) + 1
            return verdict
        if verdict.outcome == "out_of_domain":
            tally.out_of_domain += 1
            self.undefined += bool(verdict.conjuncts)
            return verdict
        tally.certified += 1
        self.met += 1
        self.apart += not _trivial(concrete, instance)
        self.ties |= {k for k, d in zip(concrete.origins, verdict.conjuncts, strict=False) if d.status == "tie"}
        worst = min((d.relative for d in verdict.conjuncts), default=float("inf"))
        if self.tightest is None or _telling(worst, instance, verdict) < _telling(*self.tightest):
            self.tightest = (worst, instance, verdict)
        return verdict

    def as_asked(self, instance: Instance, limit: int = MOST_BITS, claim: bool = True) -> Found | None:
        """What is decided of an instance in the variables of the statement as it was asked, of its hypotheses alone
        where nothing is asked of the claim; None where it is no rational instance of it."""
        from lemmata.evaluate.membership import as_asked

        asked = self.screening.asked
        own = instance if asked is self.screening.statement else as_asked(asked, instance)
        if own is None:
            return None
        concrete = instantiate(asked, own.dims)
        concrete = concrete if claim else replace(concrete, claim=())
        return concrete, own, judge(concrete, own, limit=limit)

    def unresolved(self) -> dict[str, int]:
        """Why suspects are undecided: the reasons given by a certifier, and of those it was not asked about theirs."""
        tally, reported = self.screening.tally, sum(self.undecided.values())
        beyond = max(tally.beyond - self.overflown, 0)
        rest = tally.suspects - tally.resolved - reported - beyond
        left = {
            NOT_FINITE: beyond,
            LEFT_ALONE: rest,
        }
        return self.undecided | {reason: count for reason, count in left.items() if count > 0}

    @property
    def wanted(self) -> str:
        """The outcome that settles the statement: a violation, or for an existence claim a witness."""
        return "witness" if self.screening.witness else "violation"

    @part("decision")
    def check_clearest(self) -> Found | None:
        """Look at the clearest fresh suspects only; the others wait for `check_pending`."""
        fresh = self.screening.suspects[self.seen :]
        clear = [c for c in fresh if c.relative < -CLEAR or c.forced]
        if not clear:
            return None
        return self._first(self._readable_first(clear)[:CLEAREST])

    @part("decision")
    def check_pending(self) -> Found | None:
        """The most readable fresh suspect with the wanted outcome, if any is certified."""
        fresh, self.seen = self.screening.suspects[self.seen :], len(self.screening.suspects)
        return self._first(self._readable_first(fresh)[: self.screening.profile.suspects])

    def _readable_first(self, fresh: list[Candidate]) -> list[tuple[Candidate, Instance]]:
        """Those within reach of a certifier, egregious first, then by how hard they are to read."""
        profile = self.screening.profile
        least = min((largest_order(c.concrete) for c in fresh), default=1)
        reach = max(profile.certify_order, min(least, BEYOND * profile.certify_order))
        fresh = [c for c in fresh if not c.judged and largest_order(c.concrete) <= reach]
        fresh.sort(key=lambda c: (not c.relative < -CLEAR, -c.broken, sum(c.concrete.dims.values()), c.size))
        affordable = [(c, i) for c in fresh[: 2 * profile.suspects] if (i := c.exact()) is not None]
        affordable.sort(key=lambda pair: (not pair[0].relative < -CLEAR, -pair[0].broken, complexity(pair[1])))
        return affordable

    def _first(self, chosen: list[tuple[Candidate, Instance]]) -> Found | None:
        hopeless = 0
        for candidate, instance in chosen:
            clear = candidate.relative < -CLEAR or candidate.forced  # never spared: it may be what is looked for
            if hopeless == HOPELESS or (not clear and self.spent >= ROUNDS * self.screening.profile.suspects):
                break  # the rest stays counted as undecided
            self.spent += not clear
            candidate.judged = True
            self.overflown += candidate.beyond
            verdict = self.judge(candidate.concrete, instance)
            hopeless = hopeless + 1 if verdict.outcome == "undecided" else 0
            self.screening.tally.resolved += verdict.outcome != "undecided"
            if verdict.outcome == "undecided" and candidate.relative < 0 and _near_tie(candidate.concrete, verdict):
                self.near_ties.append(verdict.reason)
            elif verdict.outcome == "undecided" and candidate.relative < -MEANT and not candidate.forced:
                self.unsettled.append(verdict.reason)
            found = candidate.concrete, instance, verdict
            if verdict.outcome == self.wanted and (self.accept is None or self.accept(found)):
                return found
        return None

    @part("decision")
    def confirm(self) -> Found | None:
        """Certify the tightest instances and some that meet the hypotheses; a violation among them is returned."""
        profile = self.screening.profile
        tight = sorted(self.screening.tightest.items(), key=lambda item: (item[1].relative, item[1].size, item[0]))
        chosen = [c for (size, _), c in tight if size <= profile.certify_order][: profile.tightest]
        for candidate in [*chosen, *self.screening.accepted]:
            if candidate not in chosen and self.met >= ENOUGH and self.apart:
                break
            instance = candidate.exact()
            if instance is None:
                continue
            # No suspects: what so many bits do not tell from equality, more would not in most cases.
            verdict = self.judge(candidate.concrete, instance, MOST_BITS if profile.thorough else LEVEL_BITS)
            if verdict.outcome == "violation":
                return candidate.concrete, instance, verdict
        return None


def _telling(relative: float, instance: Instance, verdict: Judgement) -> tuple[object, ...]:
    """What is shown as tightest comes first: a slack that is small because numbers are huge or tiny says little."""
    far = not moderate(instance)
    return (far and verdict.outcome != "tight", relative, far, complexity(instance))


def _near_tie(concrete: Concrete, verdict: Judgement) -> bool:
    """Whether all that is undecided are non-strict relations whose sides agree at many bits: a case of equality, as it
    seems, that says nothing against the claim."""
    left = [(c, d) for c, d in zip(concrete.claim, verdict.conjuncts, strict=False) if d.status == "undecided"]
    return bool(left) and all(
        isinstance(c, Relation)
        and c.op in ("<=", ">=", "==")
        and d.precision >= LEVEL_BITS
        and (d.slack == 0 or abs(d.relative) <= AGREED)
        for c, d in left
    )


def _trivial(concrete: Concrete, instance: Instance) -> bool:
    """Whether two matrices that an equation among the hypotheses is about are equal, or one is zero, without the
    equation saying so.

    `f(X) == f(Y)` always has the solution X = Y, and `A @ A == A` has zero; they say nothing about the others.
    """
    for clause in concrete.hypotheses:
        if not isinstance(clause, Relation) or clause.op != "==":
            continue
        solved = {getattr(clause.lhs, "name", None), getattr(clause.rhs, "name", None)}
        names = sorted((free_names(clause.lhs) | free_names(clause.rhs)) & instance.values.keys())
        matrices = [name for name in names if isinstance(instance.values[name], list) and name not in solved]
        equal = any(instance.values[a] == instance.values[b] for a, b in itertools.combinations(matrices, 2))
        if equal or any(_zero(instance.values[a]) for a in matrices):
            return _nontrivial_order(instance, matrices)
    return False


def _zero(value: Exact) -> bool:
    return isinstance(value, list) and not any(x for row in value for x in row)


def _nontrivial_order(instance: Instance, names: list[str]) -> bool:
    """Whether the matrices are larger than numbers, for which equations often have no other solution."""
    return any(isinstance(x := instance.values[name], list) and len(x) > 1 for name in names)
