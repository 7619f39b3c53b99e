"""Checking expectations at finite sizes: exactly where they are those of polynomials, by tests on draws elsewhere.

At a cell (see `statistics.cells`) a claim says that E Y >= 0 for a number Y read off one draw.  Where every
expectation in it is that of a polynomial, it is computed and the claim decided.  Elsewhere N independent draws, planned
beforehand, are averaged; a claim is rejected, with a probability that is stated, where one of these bounds on the
error of the average excludes it:

* Y is L-Lipschitz in the entries of Gaussian matrices: the average passes its mean by t with probability at most
  exp(-N t^2 / (2 L^2)) (concentration of Gaussian measure);
* Y stays in an interval of length R, by its form (see `statistics.ranges`) or as it is L-Lipschitz in bounded entries,
  R then L times the diameter of their cube: the same holds with exp(-2 N t^2 / R^2) (Hoeffding), and the average passes
  t = sqrt(2 V log(2 / d) / N) + 7 R log(2 / d) / (3 (N - 1)) with probability at most d, V the variance of the draws
  (Maurer and Pontil 2009, Theorem 4); each of the two has half of the error;
* Y is at most c: the mean of max(Y, -M) is no smaller, and that is bounded (a betting test).

Where none applies a claim cannot be refuted by draws, and the answer says what is lacking.  Where an average lies on
the wrong side, and not far enough for these bounds, fresh draws are planned that would tell if the miss is what it
seems to be; where the average stays there, by several standard errors, the claim is not supported either.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from sympy import Rational

from lemmata.claims import evidence
from lemmata.claims.finite_probability import MANY, affine, at_cell, candidates, named, plain, worst
from lemmata.claims.profiles import Profile
from lemmata.evaluate.decide import decide
from lemmata.evaluate.randomness import Stream
from lemmata.language import atoms, core, matrices
from lemmata.language.instance import Instance
from lemmata.language.probability import Expectation
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.verdicts import Finding, Verdict
from lemmata.statistics import exact_tails, fixed_matrices, lipschitz, moments, ranges
from lemmata.statistics.cells import Cell, spread
from lemmata.statistics.events import Sampler, values
from lemmata.statistics.reduction import noises, replaced
from lemmata.statistics.sequential import SUITE_ERROR, MeanTest, allowance

FEWEST = 20_000  # draws per statement
ROUNDING = 1e-9  # of the numbers a draw is made of, read in favour of the claim
PILOT = 1000  # draws that say where an unbounded number is cut off
AGAINST = 3.0  # standard errors by which an average lies on the wrong side before it speaks against a claim
DOUBTFUL = 1.0  # standard errors by which one lies there before as much is drawn again for it alone
MORE = 32  # times the draws of the first look, at most, for a second one
LEAST = 2.0  # standard errors that are taken off a miss before a second look is planned: it was the largest of many
SHOWN = 6
BITS = (64, 256, 1024)


@dataclass
class Look:
    """One conjunct in one direction at one cell: what was found of E Y, and whether it is at least 0."""

    cell: Cell
    conjunct: int
    method: str
    mean: float
    radius: float  # the claim is rejected where the mean lies this far below 0
    draws: int = 0
    holds: bool | None = None  # None: not decided
    able: bool = True  # whether a false claim could have been rejected
    deviation: float = math.inf  # standard error of the mean, by the spread of the draws

    @property
    def against(self) -> bool:
        """Whether the average speaks against the claim, whether or not a test could reject it."""
        return self.mean < -AGAINST * self.deviation


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement about expectations.

    Raises TypeError for claims that are not relations affine in expectations.
    """
    admitted = candidates(statement, profile.instances >= MANY)
    found = spread(admitted, 24) + worst(
        statement, admitted, lambda c: _room(statement, c, seed), profile.walks, Stream((statement.id, "worst"), seed)
    )
    jobs = [
        (c, k, way) for c in found for k, clause in enumerate(statement.conjuncts) for way in _ways(statement, clause)
    ]
    error = allowance(len(jobs) + 1)
    draws = max(profile.instances, FEWEST) // max(len(jobs), 1)
    looks: list[Look] = []
    for number, (cell, k, way) in enumerate(jobs):
        stream = Stream((statement.id, "expectation", number), seed)
        looks.append(_look(statement, cell, k, way, stream, max(draws, 2 * PILOT), error))
        if looks[-1].holds is False:
            return _finding(statement, looks, error)
    suspect = min((k for k, x in enumerate(looks) if x.against), key=lambda k: _more(looks[k]), default=None)
    more = 0.0 if suspect is None else _more(looks[suspect])
    if suspect is None:  # all that was drawn once more, where the claim is closest to its limit
        doubtful = [k for k, x in enumerate(looks) if x.radius and x.mean < -DOUBTFUL * x.deviation]
        suspect = min(doubtful, key=lambda k: looks[k].mean / looks[k].deviation, default=None)
        more = 0.0 if suspect is None else sum(x.draws for x in looks) / looks[suspect].draws
    if suspect is not None and more <= max(MORE, len(looks)):
        cell, k, way = jobs[suspect]
        stream = Stream((statement.id, "expectation, once more", suspect), seed)
        looks[suspect] = _look(statement, cell, k, way, stream, math.ceil(more * looks[suspect].draws), error)
    return _finding(statement, looks, error)


def _more(look: Look) -> float:
    """Times as many draws that would reject a claim which fails by as much as it seems to."""
    if not look.radius:
        return MORE  # of a betting test it is not known
    return max((look.radius / (look.mean + LEAST * look.deviation)) ** 2, 1.0)


def _room(statement: Statement, cell: Cell, seed: int) -> float:
    """How far a few draws, the same at all cells, leave the claim from its limit."""
    stream = Stream((statement.id, "room"), seed)
    looks = [
        _look(statement, cell, k, way, stream, 2 * PILOT, 1.0)
        for k, clause in enumerate(statement.conjuncts)
        for way in _ways(statement, clause)
    ]
    return min((x.mean for x in looks if x.able and math.isfinite(x.mean)), default=math.inf)


def _ways(statement: Statement, clause: Any) -> tuple[str, ...]:
    if not isinstance(clause, Relation):
        raise TypeError(f"{statement.id}: an expectation is compared, not {write(clause)}")
    return {"==": (">=", "<="), "<": ("<=",), ">": (">=",)}.get(clause.op, (clause.op,))


def _look(statement: Statement, cell: Cell, k: int, way: str, stream: Stream, draws: int, error: float) -> Look:
    clause = cell.concrete(statement.conjuncts[k])
    within: list[Expectation] = []
    left, right = (named(side, Expectation, "e", within) for side in (clause.lhs, clause.rhs))
    big, small = (left, right) if way == ">=" else (right, left)
    if not within or noises(left) or noises(right):
        raise TypeError(f"{statement.id}: random variables stand inside E(...), not as in {write(clause)}")
    diagonals = {name: fixed_matrices.literal(_square(values)) for name, values in cell.patterns.items()}
    exact = [moments.expectation(replaced(e.value, diagonals), cell.law) for e in within]
    if all(x is not None for x in exact):
        known = {f"e_{i}": Rational(x.numerator, x.denominator) for i, x in enumerate(exact) if x is not None}
        return _decided(cell, k, clause.op, replaced(big, diagonals | known), replaced(small, diagonals | known))
    if cell.law == "rademacher":
        means = [moments.average(replaced(e.value, diagonals)) for e in within]
        if None not in means:
            written = {f"e_{i}": x for i, x in enumerate(means)} | diagonals
            return _enumerated(cell, k, clause.op, replaced(big, written), replaced(small, written))
    offset, weights, _ = affine(statement, clause, (big, small), "e", len(within), cell.env(1))
    trees = [e.value for e in within]
    return _drawn(cell, k, offset, weights, trees, stream, draws, error)


def _decided(cell: Cell, k: int, op: str, big: Any, small: Any) -> Look:
    for bits in BITS:
        margin = exact_tails.ball(big, bits) - exact_tails.ball(small, bits)
        look = Look(cell, k, "exact moments", float(margin.mid()), 0.0)
        if bool(margin > 0) or bool(margin < 0):
            look.holds = bool(margin > 0)
            return look
        if margin.is_exact():
            look.holds = op not in ("<", ">")
            return look
    return look  # equal as far as can be seen


def _enumerated(cell: Cell, k: int, op: str, big: Any, small: Any) -> Look:
    found = decide(Relation(big, ">" if op in ("<", ">") else ">=", small), Instance({}, {}))
    look = Look(cell, k, "all choices of signs", found.slack, 0.0)
    look.holds = True if found.established else False if found.status == "broken" else None
    look.able = found.status != "undefined"
    return look


def _square(diagonal: tuple[Fraction, ...]) -> fixed_matrices.Rows:
    """The rows of a diagonal matrix."""
    return tuple(tuple(v if i == j else Fraction(0) for j in range(len(diagonal))) for i, v in enumerate(diagonal))


def _drawn(
    cell: Cell, k: int, offset: float, weights: list[float], trees: list[Any], stream: Stream, draws: int, error: float
) -> Look:
    root = _root(trees[0]) if len(trees) == 1 and cell.law == "gaussian" else None
    if root is not None:
        return _squared(cell, k, offset, weights[0], root, stream, draws, error)
    steep = [lipschitz.constant(t) for t in trees]
    dims = [int(leaf.shape[0] * leaf.shape[1]) for leaf in dict.fromkeys(x for t in trees for x in noises(t))]
    lip = None if None in steep else sum(abs(w) * s for w, s in zip(weights, steep, strict=True) if s is not None)
    within = [
        ranges.interval(core.Times(Rational(Fraction(w)), t), cell.law) for w, t in zip(weights, trees, strict=True)
    ]
    low, high = (offset + sum(ends) for ends in zip(*within, strict=True))
    width = high - low + ROUNDING * (abs(low) + abs(high))
    if lip is not None and cell.law in ranges.LARGEST:
        width = min(width, 2 * lip * math.sqrt(sum(dims)) * ranges.LARGEST[cell.law])
    sampler = Sampler(cell, trees)
    parts = []
    for env in sampler.batches(stream, draws):
        columns = [values(t, env) for t in sampler.trees]
        y = offset + sum(w * x for w, x in zip(weights, columns, strict=True))
        size = abs(offset) + sum(abs(w * x) for w, x in zip(weights, columns, strict=True))
        parts.append(y + ROUNDING * size)
    y = np.concatenate(parts)
    finite = np.isfinite(y)
    mean = float(y[finite].mean()) if finite.any() else float("nan")
    deviation = float(y[finite].std()) / math.sqrt(len(y)) if finite.sum() > 1 else math.inf
    deviation = max(deviation, ROUNDING * abs(mean))  # numbers that never vary have none
    bounded = lip is not None or math.isfinite(width)
    if not finite.any() or bounded and not finite.all():
        return Look(cell, k, "without a value at some draws", mean, math.inf, len(y), able=False)
    log = math.log(1 / error)
    if lip is not None and cell.law == "gaussian":
        radius = lip * math.sqrt(2 * log / len(y))
        return Look(cell, k, "Gaussian concentration", mean, radius, len(y), mean + radius >= 0, deviation=deviation)
    if math.isfinite(width):
        width *= 1 + 1e-6  # what rounding adds to the draws
        two, four, more = log + math.log(2), log + math.log(4), math.sqrt(len(y) / (len(y) - 1))
        radius, method = min(
            (width * math.sqrt(two / (2 * len(y))), "Hoeffding"),
            (deviation * more * math.sqrt(2 * four) + 7 * width * four / (3 * (len(y) - 1)), "empirical Bernstein"),
        )
        return Look(cell, k, method, mean, radius, len(y), holds=mean + radius >= 0, deviation=deviation)
    if math.isfinite(high):
        cut = 4 * float(np.abs(y[:PILOT][finite[:PILOT]]).max(initial=0.0)) + 1e-12  # the test sees other draws
        test = MeanTest(-cut, max(high, 0.0) * (1 + 1e-6) + 1e-300)
        y[~finite] = test.high  # without a value in floating point: read in favour of the claim
        rounded = np.round(np.clip(y[PILOT:], -cut, None) / cut, 4) * cut + cut * 1e-4  # upwards, for the claim
        seen, counts = np.unique(np.minimum(rounded, test.high), return_counts=True)
        test.add({float(v): int(c) for v, c in zip(seen, counts, strict=True)})
        if test.draws != len(y) - PILOT:
            raise RuntimeError("a draw was lost on the way to its test")
        holds = not test.rejected(error)
        return Look(cell, k, "a betting test, cut off", mean, 0.0, len(y), holds=holds, deviation=deviation)
    place = next(k for k, (_, above) in enumerate(within) if above == math.inf)
    way = "above" if weights[place] > 0 else "below"
    why = f"of {write(trees[place])} no bound from {way} is known, and draws may miss rare values that move its mean"
    return Look(cell, k, why, mean, math.inf, len(y), able=False, deviation=deviation)


def _root(tree: Any) -> Any:
    """f of an expectation of f^2, f Lipschitz: written so, or the largest eigenvalue of X X^T."""
    root = None
    if isinstance(tree, core.Power) and tree.args[1] == 2:
        root = tree.args[0]
    if isinstance(tree, atoms.LMax) and isinstance(gram := tree.args[0], matrices.MatTimes) and len(gram.args) == 2:
        left, right = gram.args
        if right == matrices.Transpose(left) or left == matrices.Transpose(right):
            root = atoms.Norm2(right)
    if root is None or lipschitz.constant(root) is None or ranges.interval(root, "gaussian")[0] < 0:
        return None
    return root


def _squared(
    cell: Cell, k: int, offset: float, weight: float, root: Any, stream: Stream, draws: int, error: float
) -> Look:
    """E f^2 is (E f)^2 and the variance of f, which is at most the square of its Lipschitz constant (Poincare)."""
    sampler, steep = Sampler(cell, [root]), float(lipschitz.constant(root) or 0)
    y = np.concatenate([values(sampler.trees[0], env) for env in sampler.batches(stream, draws)])
    if not np.isfinite(y).all():
        return Look(cell, k, "without a value at some draws", float("nan"), math.inf, len(y), able=False)
    mean, radius = float(y.mean()), steep * math.sqrt(2 * math.log(1 / error) / len(y)) + ROUNDING * float(y.max())
    low, high = max(mean - radius, 0.0) ** 2, (mean + radius) ** 2 + steep**2
    most = offset + max(weight * low, weight * high)
    squares = offset + weight * y**2
    seen, deviation = float(squares.mean()), float(squares.std()) / math.sqrt(len(y))
    return Look(cell, k, "Gaussian concentration", seen, most - seen, len(y), holds=most >= 0, deviation=deviation)


def _finding(statement: Statement, looks: list[Look], error: float) -> Finding:
    broken = [x for x in looks if x.holds is False]
    able = [x for x in looks if x.able]
    against = min((x for x in looks if x.against), key=lambda x: x.mean / x.deviation, default=None)
    open_ = [x for x in looks if x.holds is None and x.able]
    verdict, stopped = Verdict.SUPPORTED, "every planned draw was made"
    if broken:
        how = "a test rejected the claim" if broken[0].draws else f"{broken[0].method}: they contradict it"
        verdict, stopped = Verdict.REFUTED, how
    elif not looks:
        verdict, stopped = Verdict.VACUOUS, "no parameters meet the hypotheses"
    elif not able:
        verdict, stopped = Verdict.INCONCLUSIVE, f"draws cannot refute this claim: {looks[0].method}"
    elif against is not None:
        verdict = Verdict.INCONCLUSIVE
        stopped = (
            f"at {against.cell.label} the average of {against.draws:,} draws misses the claim by {-against.mean:.3g}, "
            f"{-against.mean / against.deviation:.1f} standard errors; no test of that many draws rejects it"
        )
    elif len(open_) == len(able):
        verdict, stopped = Verdict.INCONCLUSIVE, f"equality was not decided at {open_[0].cell.label}"
    elif open_:
        stopped += f"; not distinguished from equality at {len(open_)} places, the first {open_[0].cell.label}"
    sizes = sorted({max(x.cell.dims.values(), default=1) for x in looks})
    scope = evidence.looked_at(sizes, len({x.cell.label for x in looks}))
    drawn = sum(x.draws for x in looks)
    exactly = sum(not x.draws for x in looks)
    closest = sorted(looks, key=lambda x: x.mean + x.radius if math.isfinite(x.mean + x.radius) else math.inf)
    means = [(x.conjunct, x.mean) for x in looks if math.isfinite(x.mean)]
    account = evidence.account(
        statement,
        drawn + exactly,
        certified=exactly,
        min_slack=min((mean for _, mean in means), default=None),
        decided=drawn,
        undecided=len(open_),
        stopped=stopped,
        dimensions=", ".join(f"n = {n}" for n in sizes),
        device="cpu",
        conjuncts=[
            evidence.conjunct(
                c, any(x.conjunct == k for x in broken), min((mean for j, mean in means if j == k), default=None)
            )
            for k, c in enumerate(statement.conjuncts)
        ],
        expectation={
            "error_suite": SUITE_ERROR, "error_per_test": error, "tests": len(looks),
            "unable": len(looks) - len(able),
            "closest": [
                {"cell": x.cell.label, "conjunct": x.conjunct, "method": x.method, "slack": x.mean, "noticed": x.radius,
                 "draws": x.draws}
                for x in closest[:SHOWN]
            ],
        },
    )  # fmt: skip
    finding = Finding(verdict, scope, plain(account), unsettled=bool(against) and not broken)
    if broken:
        finding.counterexample = _counterexample(statement, broken[0], error)
    return finding


def _counterexample(statement: Statement, look: Look, error: float) -> dict[str, Any]:
    cell = look.cell
    if look.draws:
        why = (
            f"At {cell.label} the average of {look.draws:,} independent draws misses the claim by {-look.mean:.6g}; "
            f"that happens to a true claim with probability at most {error:.1e} ({look.method})."
        )
    else:
        why = f"At {cell.label} the expectations are computed exactly: the claim misses by {-look.mean:.6g}."
    return evidence.counterexample(statement, look.conjunct, at_cell(cell), (f"{look.mean:.9g}", ">=", "0"), why)
