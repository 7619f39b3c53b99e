"""Entries of a made-up run, and catalogues to set them with; the same call, the same entry."""

import random
from types import SimpleNamespace
from typing import Any

from lemmata.language.boxes import Box
from lemmata.report.typeset_statements import Catalogue
from tests.report.hostile import HOSTILE

BINS = 40


def no_catalogue() -> Catalogue:
    """A catalogue that knows nothing: every statement is printed from its text."""
    return Catalogue(find=lambda identifier: None, boxes=lambda statement: {})


def one_statement(identifier: str, boxes: dict[str, list[Box]], content_hash: str = "ab" * 32) -> Catalogue:
    """A catalogue of one statement."""
    paper = SimpleNamespace(key="riedi2022", title="Singular Value Perturbation", authors="")
    held = SimpleNamespace(id=identifier, hash=content_hash, source=SimpleNamespace(paper=paper))
    return Catalogue(find=lambda wanted: held if wanted == identifier else None, boxes=lambda statement: boxes)


def ensemble(label: str, centre: float, rng: random.Random, drawn: int = 20000) -> dict[str, Any]:
    counts = [0] * BINS
    for _ in range(600):
        counts[min(BINS - 1, max(0, int((rng.gauss(centre, 0.12) + 1) / 2 * BINS)))] += drawn // 600
    edges = [-1 + 2 * k / BINS for k in range(BINS + 1)]
    return {
        "name": label.split()[0].lower(),
        "label": label,
        "generated": drawn,
        "accepted": sum(counts),
        "min_slack": centre / 10,
        "edges": edges,
        "counts": counts,
    }


def entry(identifier: str, verdict: str, **changes: Any) -> dict[str, Any]:
    """One complete entry, with whatever ``changes`` replaces."""
    rng = random.Random(identifier)
    names = ("Gaussian entries", "Heavy tails", "Clustered spectrum", "Graded to machine precision", "Small integers")
    centre = -0.05 if verdict == "refuted" else 0.35
    base = {
        "id": identifier,
        "paper": "riedi2022",
        "locator": "Lemma 21, (52)",
        "kind": "A",
        "title": "Extreme singular values under an identity shift",
        "verdict": verdict,
        "expected": verdict,
        "as_expected": True,
        "reason": "Rayleigh quotients at the extreme singular vectors.",
        "scope": "n ≤ 64",
        "tight": False,
        "proof_broken": False,
        "depends_on": [],
        "broken_by": [],
        "siblings": [],
        "text": {
            "let": ["n = integer(1)", "M_o = real(n, n)", "rho = interval(0, 1)"],
            "given": ["smax(M_o) < 1"],
            "claim": ["smin(M_o)**2 + rho * lmin(M_o + M_o.T) + rho**2 <= smin(M_o + rho * I(n))**2"],
        },
        "notes": "Read with the smallest singular value, zero included.",
        "hash": "ab" * 32,
        "evidence": {
            "instances": 1000000,
            "searches": 64,
            "certified": 32,
            "min_slack": 0.0,
            "decided": 999998,
            "undecided": 2,
            "out_of_domain": 1408,
            "stopped": "budget of 1,000,000 instances reached",
            "dimensions": "n = 1 … 64",
            "device": "cpu",
            "stages": [
                {"name": "lattice", "label": "small integers, exhaustive", "tried": 6561, "found": 2, "seconds": 0.1},
                {"name": "screen", "label": "random families", "tried": 1000000, "found": 0, "seconds": 2.4},
                {"name": "search", "label": "adversaries", "tried": 64, "found": 0, "seconds": 0.6},
            ],
            "ensembles": [ensemble(name, centre + 0.06 * k, rng) for k, name in enumerate(names)],
            "conjuncts": [
                {
                    "text": "smin(M_o)**2 + rho * lmin(M_o + M_o.T) + rho**2 <= smin(M_o + rho * I(n))**2",
                    "min_slack": 0.0,
                    "tight": True,
                    "status": "broken" if verdict == "refuted" else "holds",
                }
            ],
            "hypotheses": [
                {
                    "text": "smax(M_o) < 1",
                    "met": True,
                    "missed": True,
                    "acceptance": 0.41,
                    "example_met": {"dims": {"n": 1}, "values": {"M_o": [["1/2"]]}},
                    "example_missed": {"dims": {"n": 1}, "values": {"M_o": [["2"]]}},
                }
            ],
            "tightest": {
                "dims": {"n": 2},
                "values": {"M_o": [["0", "1"], ["0", "0"]], "rho": "1/2"},
                "conjunct": 0,
                "lhs": "[0.2500000000000000000000000 +/- 1.2e-38]",
                "rhs": "1/4",
                "slack": "0",
                "relation": "<=",
                "exact_tie": True,
            },
        },
        "proof": None,
        "certificate": None,
        "counterexample": None,
        "reproduce": f"lemmata verify {identifier} --profile quick --seed 0",
        "figure": None,
        "error": None,
        "seconds": 3.1,
    }
    return {**base, **changes}


def hostile() -> dict[str, Any]:
    """An entry in which every string is an attack on the page."""
    return entry(identifier="xss.<b>&\"'~x y", verdict="refuted", **HOSTILE)


def large(size: int) -> list[list[str]]:
    """A matrix of long fractions."""
    rng = random.Random(size)
    return [[f"{rng.randrange(-(10**18), 10**18)}/{10**18 + 9}" for _ in range(size)] for _ in range(size)]
