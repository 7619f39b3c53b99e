"""How sharp a true statement is: hypotheses it did not need, constants, equality, and better bounds elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_FLOOR, Context
from typing import Any

import torch
from flint import arb, fmpq, fmpq_mat
from sympy import Rational
from torch import Tensor

from lemmata import catalogue
from lemmata.analysis.sharpening.derive import (
    Ablation,
    Bound,
    alone,
    at_equality,
    bounds,
    derived,
    scaled,
    wider_domains,
    without_hypotheses,
)
from lemmata.analysis.sharpening.effort import DerivedChecks, Effort, effort, survived
from lemmata.analysis.sharpening.matching_bounds import Rival, rivals
from lemmata.catalogue import expected
from lemmata.claims.profiles import Profile
from lemmata.claims.screening import Candidate
from lemmata.evaluate import floats
from lemmata.evaluate.decide import Decision, judge
from lemmata.evaluate.exact import identity, small_gram
from lemmata.evaluate.membership import as_asked
from lemmata.evaluate.randomness import Stream
from lemmata.language.families import Layers
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.probability import AlmostSurely
from lemmata.language.recipes import searched
from lemmata.language.relations import Exists
from lemmata.language.statement import Kind, Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.linalg.convert import to_fmpq_mat
from lemmata.linalg.precision import precision
from lemmata.sample import batches
from lemmata.sample.hypotheses import meet
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.sample.plan import dimensions, plan
from lemmata.search.coordinates import ascend


# The structure of an instance in words, every word checked exactly.
def structure(instance: Instance) -> list[str]:
    """Sentences without a full stop on each matrix of the instance and on pairs of them.  Scalars are passed over."""
    held = {name: to_fmpq_mat(v) for name, v in instance.values.items() if isinstance(v, list)}
    said = [f"{name} is {_joined(list(_words(A)))}" for name, A in held.items()]
    names = list(held)
    for k, first in enumerate(names):
        for second in names[k + 1 :]:
            said += _pair(first, held[first], second, held[second])
    return said


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _words(A: fmpq_mat) -> Iterator[str]:
    rows, cols = A.nrows(), A.ncols()
    if fmpq_mat(rows, cols) == A:
        yield "zero"
        return
    if rows != cols:
        yield f"of rank {A.rank()}"
        if rows != 1 != cols and repeated(A):
            yield "has equal singular values"
        return
    if rows == 1:
        yield f"the number {A[0, 0]}"
        return
    one = identity(rows)
    if one * A[0, 0] == A:
        yield "the identity" if one == A else f"{A[0, 0]} times the identity"
        return
    gram = A.transpose() * A
    off = [A[i, j] for i in range(rows) for j in range(cols) if i != j]
    diagonal = all(x == 0 for x in off)
    if diagonal:
        yield "diagonal"
    elif A.transpose() == A:
        yield "symmetric"
    elif A.transpose() * fmpq(-1) == A:
        yield "skew-symmetric"
    if gram == one:
        yield "orthogonal"
    elif gram == one * gram[0, 0]:
        yield "a multiple of an orthogonal matrix"
    elif A.rank() < rows:
        yield f"of rank {A.rank()}"
        if fmpq_mat(rows, cols) == A * A:
            yield "nilpotent"
    else:
        yield "of full rank"
        if repeated(A):
            yield "has equal singular values"


def repeated(A: fmpq_mat) -> bool:
    """Whether two of the min(rows, cols) singular values are equal."""
    polynomial = small_gram(A).charpoly()
    return polynomial.gcd(polynomial.derivative()).degree() > 0


def _pair(first: str, A: fmpq_mat, second: str, B: fmpq_mat) -> Iterator[str]:
    if (A.nrows(), A.ncols()) != (B.nrows(), B.ncols()):
        return
    zero = fmpq_mat(A.nrows(), A.ncols())
    if zero in (A, B) or A.nrows() == A.ncols() == 1:
        return
    if A == B:
        yield f"{first} and {second} are equal"
    elif zero == A + B:
        yield f"{first} and {second} are opposite"
    elif A.transpose() * B == fmpq_mat(A.ncols(), B.ncols()):
        yield f"the columns of {first} are orthogonal to those of {second}"
    elif A.nrows() == A.ncols() and A * B == B * A:
        yield f"{first} and {second} commute"


# How close the two sides of an inequality come: the largest ratio, the smallest gap, and where they are equal.
#
# Floats nominate rows; every number that is reported comes from rigorous enclosures at an exact instance.
LATTICE_COMBINATIONS = 4  # dimension tuples per size whose small members are enumerated
NEAR = 1e-9  # relative slack that may be an exact tie
LOOSE = 0.05  # relative slack that is strict beyond doubt
TINY = 1e-6  # a side below this is no base for a ratio
HUGE = 1e6  # differences of larger sides are rounding
TIES = 4  # simplest near-ties kept per conjunct and size
BITS = 128
STEPS = 6  # entries kept of a sequence of falling slacks


@dataclass(eq=False)
class Sides:
    """What was seen of one conjunct `small <= large`."""

    seen: int = 0
    negative: Candidate | None = None  # the simplest instance with a negative larger side
    ratio: Candidate | None = None  # the largest small / large with large > 0
    gap: Candidate | None = None  # the smallest large - small
    loose: Candidate | None = None  # the simplest instance that is strict beyond doubt
    ties: dict[int, list[Candidate]] = field(default_factory=dict)  # by size: near-ties with non-zero sides
    falling: list[tuple[int, float]] = field(default_factory=list)  # (size, relative slack), each a new smallest


@dataclass(frozen=True)
class Extreme:
    """Both sides of a conjunct, enclosed at an exact instance."""

    instance: Instance
    decision: Decision
    small: arb
    large: arb

    @property
    def tie(self) -> bool:
        """Whether the sides are equal, exactly, and not zero."""
        return self.decision.status == "tie" and not self.small.contains(0) and not self.large.contains(0)

    @property
    def ratio(self) -> float:
        """A certified lower bound on small / large; large is positive."""
        with precision(BITS):
            return float((self.small / self.large).lower()) if self.large > 0 else float("nan")

    @property
    def gap(self) -> tuple[float, float]:
        """Certified bounds on large - small."""
        with precision(BITS):
            difference = self.large - self.small
            return float(difference.lower()), float(difference.upper())


def _complexity(values: batches.Batch) -> Tensor:
    parts = []
    for value in values.values():
        flat = value.detach().reshape(len(value), -1).to(torch.float64)
        parts.append((1e4 * (flat != flat.round()) + 100 * (flat != 0) + flat.abs().clamp_max(50)).sum(1))
    return torch.stack(parts).sum(0)


def _vanishing(values: batches.Batch) -> Tensor:
    """Per row: how many variables are zero, which makes an equality tell little."""
    return torch.stack([(v.detach().reshape(len(v), -1) == 0).all(1) for v in values.values()]).sum(0)


class Survey:
    """One pass over small instances of a statement that keeps, per inequality, the rows that tell most."""

    def __init__(self, statement: Statement, found: list[Bound], seed: int, device: str, rows: int) -> None:
        self.statement, self.bounds, self.rows, self.device = statement, found, rows, device
        self.searched = searched(statement)
        self.stream = Stream(statement.id, seed, device).child("sharpening")
        self.sides = {b.conjunct: Sides() for b in found}

    def run(self) -> None:
        """Enumerations at sizes up to 2, then random and structured ensembles up to size 3."""
        if not self.bounds or any(isinstance(c, Exists) for c in self.statement.claim):
            return
        for size in (0, 1, 2):
            for concrete in plan(self.searched, size, LATTICE_COMBINATIONS):
                table = batches.lattice(concrete, self._stream("lattice", concrete))
                for values, _ in table.batches(self.rows, self._stream("rows", concrete), self.rows):
                    self._batch(concrete, {k: v.to(self.device) for k, v in values.items()})
        for concrete, values in self._drawn():
            self._batch(concrete, values)

    def _drawn(self) -> Iterator[tuple[Concrete, batches.Batch]]:
        sizes = (1, 2, 3) if dimensions(self.statement) else (1,)
        for size in sizes:
            for place, concrete in enumerate(plan(self.searched, size, 2)):
                usable = [e for e in ENSEMBLES.values() if batches.usable(concrete, e) and e.cheap]
                for k, ensemble in enumerate(usable):
                    if (k + place) % 4 == size % 4:
                        stream = self._stream(ensemble.name, concrete)
                        values = batches.draw(concrete, ensemble, stream, self.rows // 4)
                        yield concrete, meet(concrete, values, stream.child("meet"))

    def climb(self, bound: Bound, restarts: int, steps: int) -> None:
        """Gradient ascent on one conjunct alone, at size 2."""
        single = alone(self.searched, bound)
        for concrete in plan(single, 2, 2)[-1:]:
            ends = ascend(concrete, self._stream(f"climb {bound.conjunct}", concrete), restarts, steps)
            self._batch(concrete, ends, only=bound)
            finite = [row for row in range(restarts) if all(bool(v[row].isfinite().all()) for v in ends.values())]
            for denominator in (1, 4):
                rounded = [batches.exact(concrete, ends, row, denominator) for row in finite]
                if rounded:
                    self._batch(concrete, batches.as_batch(concrete, rounded), bound, denominator)

    def _stream(self, what: str, concrete: Concrete) -> Stream:
        return self.stream.child(what, *(x for item in sorted(concrete.dims.items()) for x in item))

    def _batch(
        self, concrete: Concrete, values: batches.Batch, only: Bound | None = None, denominator: int | None = None
    ) -> None:
        if not values:
            return  # a claim about dimensions alone has no instances to rank
        with torch.no_grad():
            screen = floats.screen(concrete, values, sides=True)
        sound = screen.met & ~screen.undecided & ~screen.suspect & ~screen.undefined
        if not bool(sound.any()):
            return
        size, simple = max(concrete.dims.values(), default=1), _complexity(values)
        vanishing = _vanishing(values)
        position = _positions(self.searched, concrete) if only is None else {only.conjunct: range(len(concrete.claim))}
        for bound in self.bounds if only is None else [only]:
            for k in position[bound.conjunct]:
                claim = screen.claims[k]
                assert claim.lhs is not None and claim.rhs is not None
                small, large = (claim.rhs, claim.lhs) if bound.flipped else (claim.lhs, claim.rhs)
                relative = claim.relative.detach()
                held = _Held(concrete, values, denominator, size, simple, vanishing, sound)
                _keep(self.sides[bound.conjunct], held, small.detach(), large.detach(), relative)

    def certify(self, row: Candidate | None, bound: Bound) -> Extreme | None:
        """Both sides at the exact instance behind a row, None where it is not an instance of the statement."""
        instance = None if row is None else row.exact()
        if row is None or instance is None:
            return None
        own, concrete = as_asked(self.statement, instance), row.concrete
        if own is None:
            return None
        single = len(concrete.statement.conjuncts) == 1
        if self.searched is not self.statement:
            concrete = instantiate(alone(self.statement, bound) if single else self.statement, own.dims)
        verdict = judge(concrete, own)
        if verdict.outcome not in ("holds", "tight"):
            return None
        places = range(len(concrete.claim)) if single else _positions(self.statement, concrete)[bound.conjunct]
        decisions = [verdict.conjuncts[k] for k in places if verdict.conjuncts[k].lhs]
        if not decisions:
            return None
        decision = min(decisions, key=lambda d: d.relative)
        with precision(BITS):
            sides = arb(decision.lhs), arb(decision.rhs)
        small, large = reversed(sides) if bound.flipped else sides
        return Extreme(own, decision, small, large)


@dataclass(frozen=True)
class _Held:
    concrete: Concrete
    values: batches.Batch
    denominator: int | None
    size: int
    simple: Tensor
    vanishing: Tensor
    sound: Tensor

    def row(self, k: int, goal: float) -> Candidate:
        one = {name: v[k : k + 1].detach().cpu().clone() for name, v in self.values.items()}
        return Candidate(goal, self.concrete, one, "", self.denominator, size=float(self.simple[k]))


def _positions(statement: Statement, concrete: Concrete) -> dict[int, range]:
    """Places of each conjunct among the concrete ones, several where it ranges over layers."""
    if len(concrete.claim) == len(statement.conjuncts):
        return {k: range(k, k + 1) for k in range(len(statement.conjuncts))}
    return {k: range(len(concrete.claim)) for k in range(len(statement.conjuncts))}


def _keep(sides: Sides, held: _Held, small: Tensor, large: Tensor, relative: Tensor) -> None:
    sound = held.sound & small.isfinite() & large.isfinite()
    if not bool(sound.any()):
        return
    sides.seen += int(sound.sum())
    below = sound & (large < -TINY)
    if bool(below.any()):
        k = int(torch.where(below, held.simple, torch.inf).argmin())
        if sides.negative is None or float(held.simple[k]) < sides.negative.size:
            sides.negative = held.row(k, 0.0)
    nonzero = sound & (large > TINY)
    far = torch.full_like(relative, torch.inf)
    if bool(nonzero.any()):
        ratio = torch.where(nonzero, small / torch.where(nonzero, large, 1.0), -torch.inf)
        top = float(ratio.max())
        k = int(torch.where(nonzero & (ratio >= top - NEAR), held.simple, far).argmin())
        if sides.ratio is None or (-top, float(held.simple[k])) < (sides.ratio.relative - NEAR, sides.ratio.size):
            sides.ratio = held.row(k, -top)
        least = float(torch.where(nonzero, relative, far).min())
        if not sides.falling or least < 0.9 * sides.falling[-1][1] > NEAR:
            sides.falling = [*sides.falling, (held.size, max(least, 0.0))][-STEPS:]
    near = sound & (relative.abs() <= NEAR) & (torch.minimum(small.abs(), large.abs()) > TINY)
    if bool(near.any()):
        kept = sides.ties.setdefault(held.size, [])
        plain = held.simple + 1e7 * held.vanishing
        order = torch.where(near, plain, far).argsort(stable=True)[:TIES]
        kept += [held.row(int(k), float(held.vanishing[k])) for k in order if bool(near[k])]
        kept.sort(key=lambda row: (row.relative, row.size))
        del kept[TIES:]
    gap = torch.where(sound & (torch.maximum(small.abs(), large.abs()) < HUGE), large - small, torch.inf)
    k = int(gap.argmin())
    if float(gap[k]) < (sides.gap.relative - NEAR if sides.gap else torch.inf):
        sides.gap = held.row(k, float(gap[k]))
    loose = sound & (relative > LOOSE)
    if bool(loose.any()):
        k = int(torch.where(loose, held.simple + 1e3 * held.size, far).argmin())
        if sides.loose is None or float(held.simple[k]) < sides.loose.size:
            sides.loose = held.row(k, 0.0)


GRID = tuple(Rational(p, q) for p, q in ((1, 10), (1, 4), (1, 2), (3, 4), (9, 10), (99, 100)))
APPROACHED = 1e-3  # relative slack from which a bound is called approached
STUDIED = (Kind.ALGEBRAIC, Kind.DERIVATIVE, Kind.IDENTITY)


def applies(statement: Statement, finding: Finding) -> bool:
    """Whether a statement is studied: it came out true, is not from the textbook, is no existence claim and speaks of
    no random matrix."""
    return (
        finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED)
        and statement.kind in STUDIED
        and not statement.source.paper.textbook
        and not any(isinstance(c, Exists | AlmostSurely) for c in statement.claim)
    )


def study(
    statement: Statement,
    finding: Finding,
    profile: Profile,
    seed: int,
    device: str = "cpu",
    others: tuple[Statement, ...] | None = None,
) -> dict[str, Any]:
    """What is known of the sharpness of a statement, as plain JSON: `hypotheses`, `constants`, `attained`,
    `dominated_by`, with `skipped`, the parts for which the budget did not last, and `checks`, the derived statements
    that went through the derived checks.

    `others` are the statements that may hold better bounds, by default those of the catalogue reviewed as true.
    Empty where the statement is not studied (see `applies`).
    """
    if not applies(statement, finding):
        return {}
    allowed = effort(profile)
    checks, skipped = DerivedChecks(allowed, seed, device), list[str]()
    found = bounds(statement)
    survey = Survey(statement, found, seed, device, allowed.rows)
    survey.run()
    attained = [_attained(survey, bound, allowed) for bound in found]
    tried = list(without_hypotheses(statement))
    hypotheses = [_ablated(checks, a) for a in tried]
    crossed = [a for a in at_equality(statement) if _crossed(hypotheses, a)]
    hypotheses += [_ablated(checks, a) for a in crossed]
    constants = [_constant(survey, checks, bound, seen) for bound, seen in zip(found, attained, strict=True)]
    opponents = sorted(
        rivals(statement, reviewed() if others is None else others), key=lambda r: r.statement.source.paper.textbook
    )
    papers = sum(not r.statement.source.paper.textbook for r in opponents)
    better = [_compared(checks, statement, r, allowed) for r in opponents[:papers]]
    wider = list(wider_domains(statement))
    hypotheses += [_ablated(checks, a) for a in wider]
    if allowed.split and len(statement.conjuncts) > 1:
        for entry, ablation in zip(hypotheses, (*tried, *crossed, *wider), strict=True):
            _split(checks, entry, ablation)
    better += [_compared(checks, statement, r, allowed) for r in opponents[papers:]]
    _agreed(hypotheses)
    _jointly(checks, statement, hypotheses)
    for part, entries in (("hypotheses", hypotheses), ("constants", constants), ("better bounds", better)):
        left = sum(e["status"] == "not studied" for e in entries)
        if left:
            skipped.append(f"{part}: {left} of {len(entries)} not studied, the budget of this profile is spent")
    return {
        "hypotheses": hypotheses,
        "constants": constants,
        "attained": attained,
        "dominated_by": better,
        "skipped": skipped,
        "checks": checks.checks,
    }


def reviewed() -> tuple[Statement, ...]:
    """Statements reviewed as true that are about matrices of fixed number."""
    everything = catalogue.all_statements()
    rows = expected.load()
    true = {name for name, row in rows.items() if row.verdict in ("proved", "supported")}
    return tuple(
        s for s in everything if s.id in true and s.kind in STUDIED and not any(isinstance(v, Layers) for v in s.let)
    )


def _counts(finding: Finding) -> dict[str, int]:
    return {"instances": finding.evidence["instances"], "certified": finding.evidence["certified"]}


def _ablated(checks: DerivedChecks, ablation: Ablation) -> dict[str, Any]:
    """One hypothesis: needed, not needed, undecided; see `_agreed`."""
    entry: dict[str, Any] = {"text": ablation.text, "kind": ablation.kind, "instead": ablation.wider}
    if ablation.statement is None:
        return {**entry, "status": "undecided", "detail": "its negation has no form in the language"}
    return entry | _outcome(checks, ablation, ablation.statement)


def _split(checks: DerivedChecks, entry: dict[str, Any], ablation: Ablation) -> None:
    """Ask each conjunct alone where the claim as a whole needs the hypothesis."""
    if ablation.statement is None or entry["status"] not in ("needed", "gives meaning"):
        return
    parts = []
    for k, clause in enumerate(ablation.statement.conjuncts):
        single = replace(ablation.statement, id=f"{ablation.statement.id}.{k + 1}", claim=(clause,))
        parts.append({"text": write(clause), **_outcome(checks, ablation, single)})
        if parts[-1]["status"] == "not studied":
            return
    entry["conjuncts"] = parts


def _crossed(entries: list[dict[str, Any]], ablation: Ablation) -> bool:
    """Whether a hypothesis that may be met with equality was found needed, so that equality alone is of interest."""
    return any(e["text"] == ablation.text and e["status"] == "needed" for e in entries)


def _agreed(entries: list[dict[str, Any]]) -> None:
    """A hypothesis that was found needed in one form is not unnecessary in another: less than it is enough."""
    needed = {e["text"] for e in entries if e["status"] == "needed"}
    for e in entries:
        if e["status"] == "not needed" and e["text"] in needed:
            e["status"] = "less is enough"


def _jointly(checks: DerivedChecks, statement: Statement, entries: list[dict[str, Any]]) -> None:
    """Hypotheses that can each be left out, left out together: what does not survive that is needed together."""
    spare = [e for e in entries if e["kind"] == "hypothesis" and e["status"] == "not needed"]
    texts = dict.fromkeys(e["text"] for e in spare)
    if len(texts) < 2:
        return
    kept = tuple(clause for clause in statement.hypotheses if write(clause) not in texts)
    finding = checks.check(derived(statement, "without-several", kept, statement.conjuncts))
    if finding is not None and survived(finding):
        return
    broken = finding is not None and finding.verdict is Verdict.REFUTED
    together = " and ".join(texts)
    for e in spare:
        e["status"] = "needed together" if broken else "undecided"
        e["detail"] = f"any one of {together} can be left out, {'not all' if broken else 'all of them was not decided'}"


def _outcome(checks: DerivedChecks, ablation: Ablation, statement: Statement) -> dict[str, Any]:
    finding = checks.check(statement)
    if finding is None:
        return {"status": "not studied", "detail": "the budget was spent"}
    entry: dict[str, Any] = dict(_counts(finding))
    if finding.verdict is Verdict.REFUTED:
        return {
            **entry,
            "status": "needed",
            "detail": "a certified instance without it breaks the claim",
            "counterexample": finding.counterexample,
            "certificate": finding.certificate,
        }
    where = "outside it" if ablation.outside else "on the wider domain"
    number = f"{entry['instances']:,} instances {where}, {entry['certified']} of them certified"
    if survived(finding):
        return {**entry, "status": "not needed", "detail": f"the claim survived {number}"}
    if finding.verdict is Verdict.VACUOUS and "no meaning" in finding.evidence["stopped"]:
        return {**entry, "status": "gives meaning", "detail": "the claim has no meaning outside it"}
    reason = finding.evidence["stopped"] if finding.verdict is not Verdict.SUPPORTED else f"only {number}"
    return {**entry, "status": "undecided", "detail": reason}


def _shown(extreme: Extreme) -> dict[str, Any]:
    return {**extreme.instance.to_json(), "lhs": extreme.decision.lhs, "rhs": extreme.decision.rhs}


def _attained(survey: Survey, bound: Bound, allowed: Effort) -> dict[str, Any]:
    """Whether equality occurs with both sides different from zero, and at what sort of instance."""
    entry = {"conjunct": bound.conjunct, "text": write(survey.statement.conjuncts[bound.conjunct])}
    sides = survey.sides[bound.conjunct]
    tie = _tie(survey, bound, entry)
    if tie is None:
        survey.climb(bound, allowed.restarts, allowed.steps)
        tie = _tie(survey, bound, entry)
    if tie is not None:
        return tie
    sequence = [{"size": size, "slack": slack} for size, slack in sides.falling]
    closest = sides.falling[-1][1] if sides.falling else None
    if closest is None:
        return {**entry, "status": "undecided", "detail": "no instance with a positive larger side was seen"}
    status = "approached" if closest < APPROACHED else "not approached"
    detail = f"no exact tie was found; the smallest relative slack seen is {closest:.3g}"
    return {**entry, "status": status, "detail": detail, "sequence": sequence}


def _tie(survey: Survey, bound: Bound, entry: Mapping[str, Any]) -> dict[str, Any] | None:
    certified: dict[int, Extreme] = {}
    for size, rows in sorted(survey.sides[bound.conjunct].ties.items()):
        for row in rows:
            extreme = survey.certify(row, bound)
            if extreme is not None and extreme.tie:
                certified[size] = extreme
                break
    if not certified:
        return None
    telling = certified.get(2) or certified[max(certified)]  # at size one most bounds are equalities
    return {
        **entry,
        "status": "attained",
        "detail": f"exact equality certified at size {', '.join(map(str, certified))}",
        "sizes": list(certified),
        "instance": _shown(telling),
        "structure": structure(telling.instance),
    }


def takes_negative_values(survey: Survey, bound: Bound) -> bool:
    """Whether an instance is certified at which the larger side is negative; rounding makes zeros look so."""
    below = survey.certify(survey.sides[bound.conjunct].negative, bound)
    return below is not None and bool(below.large < 0)


def _at_least(ratio: float) -> str:
    """Six digits of a number, not rounded up."""
    return f"{float(Context(prec=6, rounding=ROUND_FLOOR).create_decimal_from_float(ratio)):.6g}"


def _constant(survey: Survey, checks: DerivedChecks, bound: Bound, attained: Mapping[str, Any]) -> dict[str, Any]:
    """The best constant c in `small <= c * large`: at least a certified ratio, at most what survived on the grid."""
    sides = survey.sides[bound.conjunct]
    entry: dict[str, Any] = {
        "conjunct": bound.conjunct,
        "text": write(survey.statement.conjuncts[bound.conjunct]),
        "scaled": write(bound.large),
    }
    if 0 in (bound.small, bound.large):
        return {**entry, "status": "no constant", "detail": "the claim is about a sign"}
    if sides.ratio is None or takes_negative_values(survey, bound):
        return _gap(survey, bound, entry, attained)
    if attained["status"] == "attained":
        return {**entry, "status": "best", "at_least": "1", "detail": "equality is attained, so no constant below 1"}
    extreme = survey.certify(sides.ratio, bound)
    if extreme is None or math.isnan(extreme.ratio):
        return {**entry, "status": "undecided", "detail": "the largest ratio seen could not be certified"}
    if extreme.ratio <= 0:
        return {**entry, "status": "no constant", "detail": "the smaller side was zero wherever the other was not"}
    entry |= {"at_least": _at_least(extreme.ratio), "instance": _shown(extreme)}
    broken: list[str] = []
    ladder = [c for c in GRID if float(c) >= extreme.ratio][: checks.effort.scales]
    for constant in ladder:
        finding = checks.check(scaled(survey.statement, bound, constant))
        if finding is None:
            return {**entry, "status": "not studied", "detail": "the budget was spent", "broken": broken}
        if finding.verdict is Verdict.REFUTED:
            broken.append(str(constant))
        elif survived(finding):
            entry |= _counts(finding)
            detail = f"the claim with {constant} in place of 1 survived {entry['instances']:,} instances"
            return {**entry, "status": "improvable", "survived": str(constant), "broken": broken, "detail": detail}
        else:
            detail = f"the claim with {constant} in place of 1 was not decided"
            return {**entry, "status": "undecided", "broken": broken, "detail": detail}
    reach = (
        "no constant between that and 1 was tried"
        if len(ladder) < checks.effort.scales
        else ("larger ones were not tried at this profile")
    )
    tried = f"{', '.join(broken)} broken by certified instances; " if broken else ""
    return {**entry, "status": "open", "broken": broken, "detail": f"{tried}{reach}"}


def _gap(survey: Survey, bound: Bound, entry: dict[str, Any], attained: Mapping[str, Any]) -> dict[str, Any]:
    """Sides of both signs have no ratio: the smallest difference instead."""
    if attained["status"] == "attained":
        detail = "the larger side takes both signs; equality is attained, so nothing can be added to the smaller side"
        return {**entry, "status": "gap", "gap": ["0", "0"], "detail": detail}
    extreme = survey.certify(survey.sides[bound.conjunct].gap, bound)
    if extreme is None:
        return {**entry, "status": "undecided", "detail": "the smallest gap seen could not be certified"}
    low, high = extreme.gap
    detail = f"the larger side takes both signs; the smallest gap certified is {high:.3g}"
    return {**entry, "status": "gap", "gap": [repr(low), repr(high)], "instance": _shown(extreme), "detail": detail}


def _compared(checks: DerivedChecks, statement: Statement, rival: Rival, allowed: Effort) -> dict[str, Any]:
    """A rival's bound on the same quantity, given the hypotheses of both."""
    entry: dict[str, Any] = {
        "by": rival.statement.id,
        "conjunct": rival.mine.source.conjunct,
        "their_conjunct": rival.source.conjunct,
        "quantity": write(rival.mine.subject),
        "side": "above" if rival.mine.above else "below",
        "mine": write(rival.mine.bound),
        "theirs": write(rival.bound),
    }
    if rival.same:
        return {**entry, "status": "dominated", "detail": "the same bound under fewer hypotheses"}
    better = rival.better(statement)
    finding = checks.check(better)
    if finding is None:
        return {**entry, "status": "not studied", "detail": "the budget was spent"}
    entry |= _counts(finding)
    if finding.verdict is Verdict.REFUTED:
        detail = "a certified instance has the better bound here"
        return {**entry, "status": "not dominated", "detail": detail, "counterexample": finding.counterexample}
    if not survived(finding):
        return {**entry, "status": "undecided", "detail": finding.evidence["stopped"]}
    comparison = Survey(better, bounds(better), checks.seed, checks.device, allowed.rows)
    comparison.run()
    only = comparison.bounds[0]
    strict = comparison.certify(comparison.sides[only.conjunct].loose, only)
    survived_by = f"as good at {entry['instances']:,} instances that meet both sets of hypotheses"
    if strict is None:
        return {**entry, "status": "equal", "detail": f"{survived_by}, never seen strictly better"}
    detail = f"{survived_by}, strictly better at a certified one"
    return {**entry, "status": "dominated", "detail": detail, "strict": _shown(strict)}
