"""Checking what holds as n grows (kind L): distances to the claimed limit at n = 8 ... 512, with bands and trends.

Draws at finite n alone can neither prove nor refute a limit.  Two things are therefore put side by side: what is
measured, with exact intervals, and what follows from the classical limit theorems of `statistics.known` for
quantities that depend on extreme spectra only: these are pushed through the claim at n = 10^6, 10^9, 10^12.  A claim is
*refuted* when the theorems give another limit, at a distance delta > 0 that does not shrink, and the measurements at
the two largest sizes exclude, with error probability at most `allowance`, that the distance is less than half of what
the theorems predict, or exact laws at finite n exclude the claim (`limit_series`).  It is *supported* when the
theorems allow it and the draws, by themselves, lie where they ought to and approach it; a theorem that is the claim in
other words does not count.  Where no theorem is at hand the draws have to be able to see a limit that is off by a
twentieth.  Everything else is *inconclusive*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lemmata.claims import evidence
from lemmata.claims.finite_probability import entries_at, plain, shown
from lemmata.claims.limit_series import has_target, measured
from lemmata.claims.limit_task import Series, Task
from lemmata.claims.power.measure import RECHECK
from lemmata.claims.profiles import Profile
from lemmata.language.probability import Converges, Grows
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim
from lemmata.language.verdicts import Finding, Verdict
from lemmata.statistics import known
from lemmata.statistics.cells import Cell, cells, spread
from lemmata.statistics.sequential import STATEMENTS, SUITE_ERROR, allowance

MANY = 500_000
# draws by size: through narrow models (Gaussian entries, one family of spectra), and through dense matrices
MODEL = {8: 300_000, 16: 120_000, 32: 36_000, 64: 24_000, 128: 16_000, 256: 8_000, 512: 5_000}
DENSE = {8: 60_000, 16: 30_000, 32: 12_000, 64: 3_000, 128: 500, 256: 100, 512: 48}
QUICK_MODEL = {8: 6_000, 16: 4_000, 32: 4_000, 64: 4_000, 128: 6_000}
QUICK_DENSE = {8: 4_000, 16: 2_000, 32: 800, 64: 400, 128: 160, 256: 64}
THIN = {1024: 200, 4096: 120}  # where every matrix of the claim has at most so many rows or columns:
THINNEST = 64


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one statement of kind L.  Raises TypeError for claims that are no limits."""
    bank: dict[Any, Any] = {}
    error, series = _series(statement, profile, seed, bank)
    finding = _finding(statement, list(series), error, bank["shown"])
    if bank["nameless"]:
        finding.evidence["stopped"] += f"; left out, as the claim names no number there: {'; '.join(bank['nameless'])}"
    finding.extra[RECHECK] = lambda altered: _again(altered, profile, seed, bank)
    return finding


def _again(altered: Statement, profile: Profile, seed: int, bank: dict[Any, Any]) -> Verdict:
    """The verdict on a claim that differs from the first, by the same draws; one series that breaks it is enough."""
    found: list[Series] = []
    for one in _series(altered, profile, seed, bank)[1]:
        found.append(one)
        if one.verdict is Verdict.REFUTED:
            break
    return _verdict(found)


def _series(statement: Statement, profile: Profile, seed: int, bank: dict[Any, Any]) -> tuple[float, Iterator[Series]]:
    """The error of each interval, and the series of measurements; `bank` holds the cells, and what was drawn, for
    claims that differ from the first."""
    for clause in statement.conjuncts:
        if not isinstance(clause, Converges | Grows):
            raise TypeError(f"{statement.id}: a limit is a Converges or a Grows, not {write(clause)}")
    many = profile.instances >= MANY
    draws = (MODEL, DENSE) if many else (QUICK_MODEL, QUICK_DENSE)
    if _thin(statement):
        draws = (draws[0], draws[1] | THIN)
    factor = max(profile.instances / 1_000_000, 1.0) if many else 1.0
    sizes = sorted({*draws[0], *draws[1]})
    if "cells" not in bank:  # those of the first claim, as its draws
        bank["cells"], bank["nameless"] = _choices(statement, sizes, 3 if many or profile.thorough else 2)
        bank["shown"] = next(iter(cells(statement, (8,), inside=True)), None)
    grouped = bank["cells"]
    count = sum(len(v) for v in grouped.values()) * len(statement.conjuncts)
    error = allowance(max(count, 1))
    return error, (
        measured(Task(clause, Series(k, label, ""), chosen, draws, factor, error, seed, statement.id, bank))
        for k, clause in enumerate(statement.conjuncts)
        for label, chosen in grouped.items()
    )


def _thin(statement: Statement) -> bool:
    """Whether the matrices of a claim grow on one side alone, so that large sizes cost little."""
    clause = next(c for c in statement.conjuncts if isinstance(c, Converges | Grows))
    size = min(THIN)
    return all(
        entries_at(statement, cell.dims) <= THINNEST * size
        for cell in cells(statement, (size,), inside=True, lead=clause.dim)
    )


def _choices(statement: Statement, sizes: list[int], most: int) -> tuple[dict[str, list[Cell]], list[str]]:
    """Cells with the same parameters at every size, by what they share; `most` parameters for each law of entries.

    Dimensions that stay while one grows, and positive definite matrices, are such parameters too.  Next to the cells:
    the parameters that are left out because the number which the claim names does not exist there.
    """
    clause = next(c for c in statement.conjuncts if isinstance(c, Converges | Grows))
    lead = clause.dim
    beside = [v.name for v in statement.let if isinstance(v, Dim) and v != lead and v.bounds[1] is None]
    out: dict[str, list[Cell]] = {}
    for cell in cells(statement, sizes, inside=True, lead=lead):
        shared = [f"{name} = {cell.dims[name]}" for name in beside]
        shared += [f"{name} = {value}" for name, value in cell.scalars.items()]
        shared += [f"{name} = diag({', '.join(map(str, cell.patterns[name]))})" for name in sorted(cell.definite)]
        mine = out.setdefault(", ".join(filter(None, (*shared, cell.law))), [])
        if all(c.dims[lead.name] != cell.dims[lead.name] for c in mine):
            mine.append(cell)
    named = {k: v for k, v in out.items() if all(has_target(c, v[0]) for c in statement.conjuncts)}
    nameless = [k for k in out if k not in named]
    if beside:
        whole = {k: v for k, v in named.items() if len(v) == len(sizes)}
        kept = spread(list(whole)[len(whole) // 3 :], most + 1)  # the first ones are those of order one
        # where all of them differ, and the scalars too, a claim that mistakes one for another is another claim
        apart = [k for k in whole if _different(whole[k][0], beside)]
        if not set(apart) & set(kept):
            kept += apart[len(apart) // 2 :][:1]
        return {k: whole[k] for k in kept}, nameless
    by_law: dict[str, int] = {}
    chosen = {}
    for label, members in named.items():
        by_law[members[0].law] = by_law.get(members[0].law, 0) + 1
        if by_law[members[0].law] <= most:
            chosen[label] = members
    return chosen, nameless


def _different(cell: Cell, names: Sequence[str]) -> bool:
    """Whether these dimensions of a cell are all different, and so are its scalars."""
    scalars = list(cell.scalars.values())
    return len({cell.dims[name] for name in names}) == len(names) and len(set(scalars)) == len(scalars)


def _verdict(found: list[Series]) -> Verdict:
    seen = {s.verdict for s in found}
    if seen <= {Verdict.VACUOUS}:
        return Verdict.VACUOUS
    return next((v for v in (Verdict.REFUTED, Verdict.INCONCLUSIVE) if v in seen), Verdict.SUPPORTED)


def _finding(statement: Statement, found: list[Series], error: float, cell: Cell | None) -> Finding:
    verdict, refuting = _verdict(found), [s for s in found if s.verdict is Verdict.REFUTED]
    sizes = sorted({p.n for s in found for p in s.points})
    scope = f"n = {sizes[0]} … {sizes[-1]}, {len({s.label for s in found})} choices of parameters" if sizes else ""
    finding = Finding(verdict, scope, plain(_evidence(statement, found, error, cell)), figure=plain(_figure(found)))
    if refuting:
        finding.counterexample = _counterexample(statement, refuting[0], error)
    return finding


def _described(series: Series) -> dict[str, Any]:
    out: dict[str, Any] = {
        "conjunct": series.conjunct, "parameters": series.label, "measure": series.measure,
        "points": [vars(p) for p in series.points], "status": series.verdict.value, "reason": series.reason,
        **{k: v for k, v in series.extra.items() if k != "curve"},
    }  # fmt: skip
    return out | ({"trend": vars(series.trend)} if series.trend else {})


def _evidence(statement: Statement, found: list[Series], error: float, cell: Cell | None) -> dict[str, Any]:
    draws = sum(p.draws for s in found for p in s.points)
    lost = sum(p.undefined for s in found for p in s.points)
    sizes = sorted({p.n for s in found for p in s.points})
    return evidence.account(
        statement,
        draws,
        {s.conjunct for s in found if s.verdict is Verdict.REFUTED},
        decided=draws - lost,
        out_of_domain=lost,
        stopped="every planned size was drawn" if sizes else "no parameters",
        dimensions="n = " + ", ".join(map(str, sizes)),
        device="cpu",
        hypotheses=[shown(c, cell) for c in statement.hypotheses],
        limit={
            "error_suite": SUITE_ERROR, "statements": STATEMENTS, "error_per_interval": error,
            "method": "uniform bands (Dvoretzky-Kiefer-Wolfowitz), order statistics and binomial intervals, all exact",
            "theorems": known.SOURCES, "orders": list(known.ORDERS), "series": [_described(s) for s in found],
        },
    )  # fmt: skip


def _figure(found: list[Series]) -> dict[str, Any] | None:
    """The distance to the claim, or the quotient by the claimed rate, against n."""
    drawn = [s for s in found if len(s.points) > 1]
    if not drawn:
        return None
    sizes = sorted({p.n for s in drawn for p in s.points})
    figure: dict[str, Any] = {
        "kind": "trend", "title": f"{drawn[0].measure[0].upper()}{drawn[0].measure[1:]} against n", "x_label": "n",
        "log": True, "t": [float(n) for n in sizes],
        "series": [
            {"label": s.label or f"conjunct {s.conjunct + 1}", "t": [float(p.n) for p in s.points],
             "y": [p.value for p in s.points]}
            for s in drawn[:6]
        ],
    }  # fmt: skip
    curve = next((s.extra["curve"] for s in drawn if "curve" in s.extra), None)
    return figure | ({"curve": curve} if curve else {})


def _counterexample(statement: Statement, series: Series, error: float) -> dict[str, Any]:
    last = series.points[-1]
    found = series.extra.get("exponent") or {"low": last.low, "high": last.high}
    measure = f"{series.measure[0].upper()}{series.measure[1:]}"
    why = (
        f"{measure} at n = {last.n}, {last.draws:,} draws: {last.value:.4g}, in [{last.low:.4g}, "
        f"{last.high:.4g}] except with probability {2 * error:.1e}. {series.reason[0].upper()}{series.reason[1:]}."
    )
    at, left = evidence.shown({"parameters": series.label}, {"n": last.n}), f"[{found['low']:.6g}, {found['high']:.6g}]"
    return evidence.counterexample(statement, series.conjunct, at, (left, "==", "0"), why)
