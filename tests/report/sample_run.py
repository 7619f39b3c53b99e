"""A made-up run with every verdict, every kind, and the awkward values of real runs; always the same run."""

import math
import random
from types import SimpleNamespace
from typing import Any

from lemmata.language.boxes import Box
from lemmata.report.typeset_statements import Catalogue

# --- Strings that would act if a page forgot to escape them
XSS = '<script>alert(1)</script><img src=x onerror="alert(2)">\'"&'
MATH = '<math><mi onclick="alert(3)" href="javascript:alert(4)">x</mi><script>alert(5)</script></math>'
FIELDS = ("paper", "locator", "title", "kind", "reason", "scope", "notes", "expected", "hash", "reproduce")
HOSTILE: dict[str, Any] = {
    **dict.fromkeys(FIELDS, XSS),
    **dict.fromkeys(("depends_on", "broken_by", "siblings"), [XSS]),
    "certificate": f"javascript:{XSS}",
    "text": {"let": [XSS], "given": [XSS], "claim": [XSS]},
    "proof": {
        **dict.fromkeys(("scope", "method", "script"), XSS),
        "leans_on": [XSS],
        "steps": [{"text": XSS, "because": XSS, "ok": False, "mathml": MATH}],
    },
    "counterexample": {
        **dict.fromkeys(("claim", "lhs", "rhs", "relation", "explain"), XSS),
        "dims": {XSS: XSS},
        "values": {XSS: [[XSS]]},
    },
    "figure": {"kind": XSS, "t": [0, 1], "series": [{"label": XSS, "y": [1, 2]}]},
    "evidence": {
        **dict.fromkeys(("instances", "stopped", "min_slack", XSS), XSS),
        "stages": [dict.fromkeys(("name", "label", "tried", "found", "seconds"), XSS)],
        "ensembles": [
            dict.fromkeys(("label", "generated", "accepted", "min_slack"), XSS) | {"edges": [0, 1], "counts": [3]}
        ],
        "conjuncts": [{"text": XSS, "min_slack": XSS, "tight": True, "status": XSS}],
        "hypotheses": [
            {"text": XSS, "met": True, "missed": False, "acceptance": XSS, "example_met": {"values": {XSS: XSS}}}
        ],
        "tightest": dict.fromkeys(("lhs", "rhs", "slack", "relation"), XSS) | {"values": {XSS: [XSS]}},
    },
}


# --- Entries, and catalogues to set them with; the same call, the same entry
BINS = 40
PAPERS = {"zhao": "zhao2024", "macdonald": "macdonald2022", "le": "le2022", "bare": "le2022"}
LEMMA_21 = "smin(M_o)**2 + rho * lmin(M_o + M_o.T) + rho**2 <= smin(M_o + rho * I(n))**2"
MATRICES = ["n = integer(1)", "M_o = real(n, n)"]
NILPOTENT, SHIFT = [["0", "1"], ["0", "0"]], "rho = interval(0, 1)"


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
    found = {"min_slack": centre / 10, "edges": edges, "counts": counts}
    return {"name": label.split()[0].lower(), "label": label, "generated": drawn, "accepted": sum(counts), **found}


def fails(
    lhs: str, relation: str, rhs: str, explain: str, claim: str = "", dims: Any = None, **values: Any
) -> dict[str, Any]:
    """A counterexample to the first conjunct."""
    found = {"dims": dims or {}, "values": values, "conjunct": 0, "lhs": lhs, "rhs": rhs, "relation": relation}
    return found | {"explain": explain} | ({"claim": claim} if claim else {})


def entry(
    identifier: str,
    verdict: str,
    title: Any = "Extreme singular values under an identity shift",
    locator: str = "Lemma 21, (52)",
    **changes: Any,
) -> dict[str, Any]:
    """One complete entry, with whatever ``changes`` replaces."""
    rng = random.Random(identifier)
    names = ("Gaussian entries", "Heavy tails", "Clustered spectrum", "Graded to machine precision", "Small integers")
    centre = -0.05 if verdict == "refuted" else 0.35
    stages = [
        ("lattice", "small integers, exhaustive", 6561, 2, 0.1),
        ("screen", "random families", 1000000, 0, 2.4),
        ("search", "adversaries", 64, 0, 0.6),
    ]
    hypothesis = {
        "text": "smax(M_o) < 1",
        "met": True,
        "missed": True,
        "acceptance": 0.41,
        "example_met": {"dims": {"n": 1}, "values": {"M_o": [["1/2"]]}},
        "example_missed": {"dims": {"n": 1}, "values": {"M_o": [["2"]]}},
    }
    status = "broken" if verdict == "refuted" else "holds"
    evidence = {
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
        "stages": [dict(zip(("name", "label", "tried", "found", "seconds"), row, strict=True)) for row in stages],
        "ensembles": [ensemble(name, centre + 0.06 * k, rng) for k, name in enumerate(names)],
        "conjuncts": [{"text": LEMMA_21, "min_slack": 0.0, "tight": True, "status": status}],
        "hypotheses": [hypothesis],
        "tightest": {
            "dims": {"n": 2},
            "values": {"M_o": NILPOTENT, "rho": "1/2"},
            "conjunct": 0,
            "lhs": "[0.2500000000000000000000000 +/- 1.2e-38]",
            "rhs": "1/4",
            "slack": "0",
            "relation": "<=",
            "exact_tie": True,
        },
    }
    base = {
        "id": identifier,
        "paper": PAPERS.get(identifier.split(".")[0], "riedi2022"),
        "locator": locator,
        "kind": "A",
        "title": title,
        "verdict": verdict,
        "expected": verdict,
        "as_expected": True,
        "reason": "Rayleigh quotients at the extreme singular vectors.",
        "scope": "n ≤ 64",
        "tight": False,
        "proof_broken": bool(changes.get("broken_by")),
        **{name: [] for name in ("depends_on", "broken_by", "siblings")},
        "text": {"let": [*MATRICES, SHIFT], "given": ["smax(M_o) < 1"], "claim": [LEMMA_21]},
        "notes": "Read with the smallest singular value, zero included.",
        "hash": "ab" * 32,
        "evidence": evidence,
        **dict.fromkeys(("proof", "certificate", "counterexample", "figure", "error")),
        "reproduce": f"lemmata verify {identifier} --profile quick --seed 0",
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


# --- The run
# id, verdict (with a star where there is a certificate), title, place, what it depends on, what it is broken by
LISTED = """
riedi.prop-5.weyl | proved | Weyl’s inequality for singular values | Prop. 5, (19)
riedi.lemma-17 | supported | Singular values move by at most the norm | Lemma 17, (50) | riedi.prop-5.weyl
riedi.lemma-18 | refuted* | A shared eigenvector stays singular along the shift | Lemma 18 | riedi.cor-7 | riedi.cor-7
riedi.lemma-18~repaired | proved | … for w that is a left singular vector too | Lemma 18
riedi.lemma-19 | supported | Unit slope fixes the singular vector | Lemma 19|riedi.lemma-18 riedi.cor-7|riedi.lemma-18
riedi.lemma-20 | refuted* | A kernel vector stays singular | Lemma 20 | riedi.lemma-18 | riedi.lemma-18
riedi.cor-7 | supported | Derivative of a simple singular value | Cor. 7
riedi.lemma-8.eq-37 | proved | Kronecker form of the layer | Lemma 8, (37)
zhao.hf-inverse | refuted* | Norm of the inverse Hessian | App. F
zhao.lemma-2.second | refuted | Conditioning under the maximum bound | Lemma 2
zhao.eq-13 | proved | Kronecker products of PSD matrices | (13), (14)
zhao.kron-sum | supported | Smallest eigenvalue of a Kronecker sum | | zhao.eq-13 zhao.absent
zhao.lemma-4 | vacuous | Leaky ReLU | | zhao.kron-sum
macdonald.prop-4.5 | refuted | Smallest singular value of a stacked Jacobian | (24) | {product} | {product}
{product} | refuted* | σ(AB) ≥ σ(A)σ(B) | proof of 4.5
macdonald.thm-4.8 | inconclusive | Gradient descent converges | | macdonald.prop-4.5 | macdonald.prop-4.5
le.thm-1.fully-connected | supported | Balancedness of consecutive layers
le.lemma-5 | proved | Path enumeration, absolute values
le.eq-90 | error | Step-size split
""".format(product="macdonald.sigma-product")
SHEAR = "With ρ = 1 the matrix is a unit shear; its smallest singular value is (√5 − 1)/2, not 1."
HALF_AN_IDENTITY = (
    "M_o sends w to zero, so w is both eigenvector and singular vector. Half an identity later "
    "the second entry of MᵀMw is 1/2, where the claim wants 0."
)
ROW_AND_COLUMN = "A row times a column: AB = 0, while both factors have the single singular value 1."


def listed(line: str, changes: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The entry of a line of the list."""
    identifier, verdict, title, *rest = (part.strip() for part in line.split("|"))
    place, needs, broken = [*rest, "", "", ""][:3]
    more = {"depends_on": needs.split(), "broken_by": broken.split(), **changes.get(identifier, {})}
    if verdict.endswith("*"):
        more["certificate"] = f"certificates/{identifier}.json"
    return entry(identifier, verdict.rstrip("*"), title, *([place] if place else []), **more)


def statements() -> list[dict[str, Any]]:
    """Twenty statements: all verdicts, kinds A D I T G, graph edges, broken proofs, and awkward values."""
    steps, nan = [k / 50 for k in range(400)], float("nan")
    curves = {
        "layers 1, 2": [1e-12 * math.exp(k / 20) for k in range(400)],
        "layers 2, 3": [3e-10 * (1 + math.sin(k / 30)) for k in range(400)],
        "step 10⁻³": [nan] + [1e-6 * k for k in range(1, 400)],
    }
    drift = {"kind": "drift", "t": steps, "series": [{"label": label, "y": y} for label, y in curves.items()]}
    weyl, kernels = "s(i + j - 1, A) <= s(i, B) + s(j, A - B)", "Courant–Fischer on the sum of kernels"
    formula = "<math><mrow><mi>A</mi><mo>=</mo><mi>B</mi><mo>+</mo><mi>C</mi></mrow></math>"
    first = {"text": weyl, "because": kernels, "ok": True}
    second = {"text": "x", "because": "substitution checked", "ok": True, "mathml": formula}
    proof = {"scope": "all n", "method": "chain of links", "leans_on": ["classical.courant-fischer"]}
    shared = {
        "let": [*MATRICES, "w = real(n, 1)", "t = real", SHIFT],
        "claim": ["(M_o + rho * I(n)).T @ (M_o + rho * I(n)) @ w == (t + rho)**2 * w"],
    }
    odd = [
        {"name": "empty", "label": "Nothing decided", "generated": 10, "edges": [], "counts": []},
        {"name": "nan", "label": "NaN slack", "generated": 10, "min_slack": nan, "edges": None},
        {"name": "inf", "label": "Infinite slack", "generated": 1, "accepted": 1, "min_slack": "inf", "counts": None},
    ]
    empty = {"instances": 0, "min_slack": None, "tightest": None}
    unknown = ("kind", "expected", "as_expected", "text", "seconds", "reproduce")
    shifted, golden = (
        "(M_o + rho*I).T @ (M_o + rho*I) @ w == (t + rho)**2 * w",
        "0.618033988749894848204586834365638117720309",
    )
    at = {"M_o": NILPOTENT, "w": [["1"], ["0"]], "rho": "1/2", "t": "0"}
    inverse, long = "The inverse of 2 has norm 1/2; the smallest singular value is 2.", "Long fractions, shown cut."
    below, product = "smin(M_o + rho * I(n)) == abs(rho)", "smin(A @ B) >= smin(A) * smin(B)"
    ends, many_digits = ("[17.25 +/- 1e-30]", "<=", "[16.5 +/- 1e-30]"), "123456789123456789/987654321987654321987"
    stacked = {"J": [[["1", "-3/4"]], [["0"], ["12345/678"]]], "x": ["1", "-2", "1/3"]}
    broken = {
        "lemma-18": fails("1/2", "==", "0", HALF_AN_IDENTITY, shifted, {"n": 2}, **at),
        "lemma-20": fails(f"[{golden} +/- 4.9e-43]", "==", "1", SHEAR, below, {"n": 2}, M_o=NILPOTENT, rho="1"),
        "inverse": fails("1/2", "==", "2", inverse, "norm2(inv(H)) == smin(H)", {"n": 1}, H=[["2"]]),
        "second": fails(*ends, long, "cond(G) <= cond(S) * kappa", {"n": 12, "m": 3}, W=large(12), beta=many_digits),
        "stacked": {"dims": {}, "values": stacked, **dict.fromkeys(("conjunct", "lhs", "rhs", "relation", "explain"))},
        "product": fails("0", ">=", "1", ROW_AND_COLUMN, product, {"p": 2, "q": 1}, A=[["1", "0"]], B=[["0"], ["1"]]),
    }
    unexpected = {"as_expected": False}
    changes: dict[str, dict[str, Any]] = {
        "riedi.prop-5.weyl": {"scope": "all n", "tight": True, "proof": {**proof, "steps": [first, second]}},
        "riedi.lemma-18": {
            "siblings": ["riedi.lemma-18~repaired"],
            "reason": "A right singular vector alone is not enough.",
            "text": {**shared, "given": ["M_o @ w == t * w", "M_o.T @ M_o @ w == t**2 * w"]},
            "counterexample": broken["lemma-18"],
        },
        "riedi.lemma-18~repaired": {
            "siblings": ["riedi.lemma-18"],
            "scope": "all n",
            "text": {**shared, "given": ["M_o @ w == t * w", "M_o.T @ w == t * w"]},
        },
        "riedi.lemma-20": {"siblings": ["riedi.lemma-20~repaired"], "counterexample": broken["lemma-20"]},
        "riedi.cor-7": {"kind": "D"},
        "riedi.lemma-8.eq-37": {"kind": "I", **dict.fromkeys(("expected", "as_expected", "reason"))},
        "zhao.hf-inverse": {"counterexample": broken["inverse"]},
        "zhao.lemma-2.second": {"expected": "supported", "counterexample": broken["second"], **unexpected},
        "zhao.lemma-4": {"scope": None, "reason": "No instance with all α positive and Γ singular was constructed."},
        "macdonald.prop-4.5": {"counterexample": broken["stacked"]},
        "macdonald.sigma-product": {"counterexample": broken["product"]},
        "macdonald.thm-4.8": {"kind": "T"},
        "le.thm-1.fully-connected": {"kind": "T", "figure": drift},
        "le.lemma-5": {"kind": "G"},
        "le.eq-90": {
            "expected": "proved",
            "error": f'Traceback (most recent call last):\n  File "x.py", line 1\nZeroDivisionError: {XSS}\n',
            **unexpected,
        },
    }
    evidence = empty | {"ensembles": [{"accepted": 0, "min_slack": None, **one} for one in odd]}
    return [
        *(listed(line, changes) for line in LISTED.strip().splitlines()),
        hostile(),
        {"id": "bare.least", "verdict": "supported"},
        entry("bare.nulls", "supported", None, **dict.fromkeys(unknown), evidence=evidence),
    ]


def run(entries: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """A complete run of ``entries``, by default the twenty-odd of :func:`statements`."""
    environment = {
        "python": "3.11.7",
        "torch": "2.13.0+cpu",
        "platform": "Linux",
        "device": "cpu",
        "device_name": "CPU, 2 cores",
        "workers": 2,
        "cores": 2,
        "lemmata": "0.1.0",
        "versions": {"sympy": "1.14.0", "python-flint": "0.9.0"},
    }
    base = {
        "schema": 1,
        "profile": "quick",
        "seed": 0,
        "complete": True,
        "seconds": 41.2,
        "started": "2026-11-21T12:00:00Z",
        "environment": environment,
        "statements": statements() if entries is None else entries,
    }
    return {**base, **changes}


def many(total: int) -> list[dict[str, Any]]:
    """``total`` heavy entries: a dozen ensembles each, and a counterexample for every fourth."""
    rng = random.Random(1)
    held = []
    for k in range(total):
        broken, before = k % 4 == 0, [f"paper.lemma-{k - 1}"] if k % 3 else []
        verdict = "refuted" if broken else "supported"
        heavy = entry(f"paper.lemma-{k}", verdict, paper=f"paper{2020 + k % 5}", depends_on=before)
        heavy["evidence"]["ensembles"] = [ensemble(f"Ensemble {j}", 0.1 * j - 0.4, rng) for j in range(12)]
        if broken:
            found = fails("2", "<=", "1", "Two is more than one.", dims={"n": 4}, A=large(4))
            heavy |= {"certificate": "certificates/x.json", "counterexample": found}
        held.append(heavy)
    return held
