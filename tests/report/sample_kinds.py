"""Entries of the kinds P, L and F, and one with conserved entries: what their checkers record, with made-up numbers."""

import math
import random
from typing import Any

from tests.report.sample_run import entry, fails

SHARED = {"error_suite": 1e-9, "statements": 64}


def _bare(**more: Any) -> dict[str, Any]:
    """Evidence of a check that draws at random: nothing searched, nothing certified."""
    return {
        "instances": 60000, "searches": 0, "certified": 0, "min_slack": None, "decided": 60000, "undecided": 0,
        "out_of_domain": 0, "stopped": "every planned draw was made", "device": "cpu", "stages": [],
        "ensembles": [], "hypotheses": [], "tightest": None,
        "conjuncts": [{"text": "P(smax(K) >= 1) <= 1/500000", "tight": False, "min_slack": None, "status": "holds"}],
        **more,
    }  # fmt: skip


def test(size: int, evidence: float, seen: int = 0, **more: Any) -> dict[str, Any]:
    part = {"event": "P(smax(K) >= 1)", "seen": seen, "low": seen / 12000, "high": 0.0057 + seen / 4000}
    return {
        "cell": f"n = {size}, r = 2, gaussian", "conjunct": 0, "draws": 5000, "doubtful": 0, "undefined": 0,
        "outside_condition": 0, "mean_slack": 2e-06, "log10_evidence": evidence, "probabilities": [part],
        "bound": 2e-06, "p_value": 1.0, **more,
    }  # fmt: skip


def probability(verdict: str, evidence: float, **more: Any) -> dict[str, Any]:
    """Kind P; the closest of its tests has this much evidence against the claim, as a power of ten."""
    parts = [{"event": "P(x)", "seen": 4, "low": 1e-5, "high": 0.006}]
    parts += [{"event": "P(y)", "seen": 0, "low": 0.0, "high": 0.006}]
    tests = [test(5, evidence, 40), test(8, 0.7, probabilities=parts, bound=None)]
    tests += [test(k, 0.0) for k in range(9, 19)]
    figure = {
        "kind": "probabilities", "title": "Probability of the exceptional event, test by test", "x_label": "test",
        "log": True, "t": [1.0, 2.0, 3.0],
        "series": [{"label": "claimed bound", "y": [2e-6] * 3}, {"label": "frequency", "y": [0.0, 0.001, 0.008]},
                   {"label": "upper confidence bound", "y": [0.005, 0.006, 0.012]}],
    }  # fmt: skip
    method = "betting test of a bounded mean, valid at every look; Clopper-Pearson intervals"
    found = SHARED | {"error_per_test": 6.5e-13, "tests": 24, "worst": tests, "method": method}
    why = "At n = 5, r = 2, gaussian, 5,000 independent draws: the probability lies in [0.0031, 0.0057]."
    at: dict[str, Any] = {"dims": {"n": 5}, "r": "2", "entries": "gaussian"}
    broken = fails("[0.0031, 0.0057]", "<=", "2e-06", why, "P(smax(K) >= 1) <= 0", **at)
    return entry(
        f"riedi.exception-{verdict}", verdict, kind="P", title="Probability of an exception", figure=figure,
        evidence=_bare(probability=found), counterexample=broken if verdict == "refuted" else None, **more,
    )  # fmt: skip


def points(rate: float, off: float, sizes: tuple[int, ...] = (8, 16, 32, 64, 128, 256, 512)) -> list[dict[str, Any]]:
    return [
        {"n": n, "draws": 6000, "value": off + n**rate, "low": off + 0.8 * n**rate, "high": off + 1.25 * n**rate,
         "undefined": 0, "predicted": off or None}
        for n in sizes
    ]  # fmt: skip


def limit(verdict: str, off: float, **more: Any) -> dict[str, Any]:
    """Kind L: two conclusions for two laws of the entries, each distance tending to ``off``."""
    series: list[dict[str, Any]] = [
        {
            "conjunct": conjunct, "parameters": law, "measure": "Kolmogorov distance", "status": verdict,
            "points": points(-0.5, off, (8, 16, 32, 64, 128, 256, 512) if law == "gaussian" else (8, 16, 32)),
            "reason": f"by theorems the distance tends to {off}" if off else "",
            "distance_by_theorems": [off, off, off],
            "trend": {"slope": -0.39, "low": -0.84, "high": 0.065, "level": 0.99, "method": "least squares"},
        }
        for conjunct in (0, 1)
        for law in ("gaussian", "uniform")
    ]  # fmt: skip
    series[0]["scale"] = {
        "value": 1.41, "read_as": "sqrt(2)", "from_theorems": True,
        "measured": [{"n": 512, "scale": 1.389, "level": 0.99, "low": 1.27, "high": 1.49}],
    }  # fmt: skip
    if off:
        series[1]["exponent"] = {"low": 0.49, "high": 0.65, "error": 3.1e-12}
        series[1]["exponent_by_theorems"] = 0.5
    x = [-4 + k / 10 for k in range(61)]
    curve = {"n": 512, "x": x, "measured": [1 / (1 + math.exp(-v)) for v in x],
             "claimed": [1 / (1 + math.exp(-1.2 * v - 0.3)) for v in x]}  # fmt: skip
    found = SHARED | {
        "error_per_interval": 7.8e-13, "orders": [10**6, 10**9, 10**12], "series": series,
        "method": "uniform bands, order statistics and binomial intervals, all exact",
        "theorems": {"t_max(K)": "Tracy and Widom 1996", "s_max(K)": "Johnstone 2001"},
    }  # fmt: skip
    figure = {
        "kind": "trend", "title": "Kolmogorov distance against n", "x_label": "n", "log": True, "curve": curve,
        "t": [8.0, 16.0, 32.0], "series": [{"label": "gaussian", "y": [0.3, 0.2, 0.1]}],
    }  # fmt: skip
    why = "Kolmogorov distance at n = 512: 0.22."
    broken = fails("[0.174, 0.272]", "==", "0", why, "x -> y in law", {"n": 512}, parameters="r = 2, gaussian")
    return entry(
        f"riedi.limit-{verdict}", verdict, kind="L", title="Extreme eigenvalues follow a limit law", figure=figure,
        evidence=_bare(limit=found), counterexample=broken if verdict == "refuted" else None, **more,
    )  # fmt: skip


def panels() -> list[dict[str, Any]]:
    """One panel of each kind, with bands, rules, marks, logarithmic axes and more curves than are drawn."""
    rng = random.Random(4)
    depths = list(range(1, 41))

    def curve(label: str, rate: float) -> dict[str, Any]:
        y = [math.exp(rate * d) * (1 + 0.1 * rng.random()) for d in depths]
        low, high = [v / 2 for v in y], [2 * v for v in y[:-1]] + [None]
        return {"label": label, "x": depths, "y": y, "low": low, "high": high}

    def cloud(label: str, shift: float) -> dict[str, Any]:
        x = [rng.gauss(0, 1) for _ in range(60)]
        return {"label": label, "x": x, "y": [v + shift + rng.gauss(0, 0.3) for v in x], "low": [], "high": []}

    cuts = [k / 8 for k in range(25)]
    bins = [
        {"label": name, "x": cuts, "low": [], "high": [], "y": [math.exp(-((c - mode) ** 2)) for c in cuts[:-1]]}
        for name, mode in (("K", 1.0), ("K + Id", 1.8))
    ]
    sizes = [8, 16, 32, 64, 128]
    kappa = {"label": "κ", "x": sizes, "y": [s**2 for s in sizes], "low": [], "high": []}
    none: dict[str, Any] = {"log_x": False, "log_y": False, "rules": [], "marks": []}
    return [
        none | {
            "title": "Condition number against depth", "x_label": "layers", "y_label": "κ (median)", "kind": "lines",
            "log_y": True,
            "curves": [curve("without a residual link", 0.5), curve("with β = 1", 0.1), curve("β = 2", 0.03)],
            "rules": [{"at": 1e4, "label": "claimed bound"}],
        },
        none | {"title": "Singular values, two laws", "x_label": "largest", "y_label": "smallest", "kind": "points",
                "curves": [cloud(f"law {k}", k / 2) for k in range(7)], "marks": [{"at": 1.0, "label": "edge"}]},
        none | {"title": "Histogram of singular values", "x_label": "s", "y_label": "density", "kind": "steps",
                "curves": bins, "marks": [{"at": 1.0, "label": "1"}, {"at": 2.9, "label": "edge of the law"}]},
        none | {"title": "Growth with the width", "x_label": "n", "y_label": "κ", "kind": "lines", "log_x": True,
                "log_y": True, "curves": [kappa]},
    ]  # fmt: skip


def experiment(verdict: str, **more: Any) -> dict[str, Any]:
    """Kind F: four panels, and three measured numbers."""
    keys = ("name", "label", "counted", "value", "low", "high", "strict_low", "strict_high")
    rows = [
        ("gap", "widest gap between neighbours", "median of 48 repetitions", 0.0713, 0.068, 0.0742, 0.0651, 0.0809),
        ("share", "share of draws below the bound", "3,992 of 4,000 draws", 0.998, 0.996, 1.0, 0.99, 1.0),
        ("few", "too few repetitions to say", "median of 3 repetitions", 1.0, None, None, None, None),
    ]
    trial = {
        "name": "collapse", "subject": "random_spectra.collapse", "runs": 96,
        "settings": {"n": "5 10", "laws": "gaussian uniform"}, "facts": {"optimiser": "none", "data": "none"},
        "measures": [dict(zip(keys, row, strict=True)) for row in rows],
    }  # fmt: skip
    found = SHARED | {"error_per_interval": 5.2e-12, "usual_error": 0.01, "trials": [trial]}
    why = "The left side lies in [0.0651, 0.0809] and the right side in [0.1, 0.1]."
    at = {"measured(collapse, gap)": "0.0713 (median of 48 repetitions)"}
    broken = fails("[0.0651, 0.0809]", ">=", "[0.1, 0.1]", why, "measured(collapse, gap) >= 1/10", **at)
    return entry(
        f"riedi.fig-{verdict}", verdict, kind="F", title="Singular values collapse", locator="Figure 4",
        figure={"kind": "panels", "panels": panels()}, evidence=_bare(experiment=found),
        counterexample=broken if verdict == "refuted" else None, **more,
    )  # fmt: skip


def conserved() -> dict[str, Any]:
    """A row of le2022 with the entries of a matrix invariant that stay constant."""
    units = ["h1", "h2", "h3"]
    why = {"linear": "every entry is conserved", "relu": "the diagonal only", "leaky": "the diagonal"}
    grids = [
        {"activation": name, "matrix": "W_2.T @ W_2 - W_1 @ W_1.T", "rows": units, "cols": units,
         "entries": [[i == j or name == "linear" for j in range(3)] for i in range(3)], "because": because}
        for name, because in why.items()
    ]  # fmt: skip
    tall = {"activation": "relu", "matrix": "W_1", "rows": [], "cols": [], "entries": [[True] * 20 for _ in range(14)]}
    return entry(
        "le.cor-1", "supported", paper="le2022", kind="T", title="Entries conserved along the flow",
        evidence=_bare(conserved=[*grids, tall]),
    )  # fmt: skip


def kinds() -> list[dict[str, Any]]:
    """All of them, refuted and not."""
    return [
        probability("supported", 0.0), probability("refuted", 14.2), limit("supported", 0.0), limit("refuted", 0.19),
        experiment("supported"), experiment("refuted"), conserved(),
    ]  # fmt: skip
