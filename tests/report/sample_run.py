"""A made-up run with every verdict, every kind, and the awkward values of real runs; always the same run."""

import math
import random
from typing import Any

from tests.report.hostile import XSS
from tests.report.sample_entries import ensemble, entry, hostile, large, no_catalogue, one_statement

__all__ = ["XSS", "entry", "large", "many", "no_catalogue", "one_statement", "run", "statements"]


def statements() -> list[dict[str, Any]]:
    """Twenty statements: all verdicts, kinds A D I T G, graph edges, broken proofs, and awkward values."""
    drift = {
        "kind": "drift",
        "t": [k / 50 for k in range(400)],
        "series": [
            {"label": "layers 1, 2", "y": [1e-12 * math.exp(k / 20) for k in range(400)]},
            {"label": "layers 2, 3", "y": [3e-10 * (1 + math.sin(k / 30)) for k in range(400)]},
            {"label": "step 10⁻³", "y": [float("nan")] + [1e-6 * k for k in range(1, 400)]},
        ],
    }
    return [
        entry(
            "riedi.prop-5.weyl",
            "proved",
            title="Weyl’s inequality for singular values",
            locator="Prop. 5, (19)",
            scope="all n",
            tight=True,
            proof={
                "scope": "all n",
                "method": "chain of links",
                "leans_on": ["classical.courant-fischer"],
                "steps": [
                    {
                        "text": "s(i + j - 1, A) <= s(i, B) + s(j, A - B)",
                        "because": "Courant–Fischer on the sum of kernels",
                        "ok": True,
                    },
                    {
                        "text": "x",
                        "because": "substitution checked",
                        "ok": True,
                        "mathml": "<math><mrow><mi>A</mi><mo>=</mo><mi>B</mi><mo>+</mo><mi>C</mi></mrow></math>",
                    },
                ],
            },
        ),
        entry(
            "riedi.lemma-17",
            "supported",
            title="Singular values move by at most the norm",
            locator="Lemma 17, (50)",
            depends_on=["riedi.prop-5.weyl"],
        ),
        entry(
            "riedi.lemma-18",
            "refuted",
            title="A shared eigenvector stays singular along the shift",
            locator="Lemma 18",
            depends_on=["riedi.cor-7"],
            siblings=["riedi.lemma-18~repaired"],
            proof_broken=True,
            broken_by=["riedi.cor-7"],
            certificate="certificates/riedi.lemma-18.json",
            reason="A right singular vector alone is not enough.",
            text={
                "let": ["n = integer(1)", "M_o = real(n, n)", "w = real(n, 1)", "t = real", "rho = interval(0, 1)"],
                "given": ["M_o @ w == t * w", "M_o.T @ M_o @ w == t**2 * w"],
                "claim": ["(M_o + rho * I(n)).T @ (M_o + rho * I(n)) @ w == (t + rho)**2 * w"],
            },
            counterexample={
                "dims": {"n": 2},
                "values": {"M_o": [["0", "1"], ["0", "0"]], "w": [["1"], ["0"]], "rho": "1/2", "t": "0"},
                "conjunct": 0,
                "claim": "(M_o + rho*I).T @ (M_o + rho*I) @ w == (t + rho)**2 * w",
                "lhs": "1/2",
                "rhs": "0",
                "relation": "==",
                "explain": "M_o sends w to zero, so w is both eigenvector and singular vector. Half an identity later "
                "the second entry of MᵀMw is 1/2, where the claim wants 0.",
            },
        ),
        entry(
            "riedi.lemma-18~repaired",
            "proved",
            title="… for w that is a left singular vector too",
            locator="Lemma 18",
            siblings=["riedi.lemma-18"],
            scope="all n",
            text={
                "let": ["n = integer(1)", "M_o = real(n, n)", "w = real(n, 1)", "t = real", "rho = interval(0, 1)"],
                "given": ["M_o @ w == t * w", "M_o.T @ w == t * w"],
                "claim": ["(M_o + rho * I(n)).T @ (M_o + rho * I(n)) @ w == (t + rho)**2 * w"],
            },
        ),
        entry(
            "riedi.lemma-19",
            "supported",
            title="Unit slope fixes the singular vector",
            locator="Lemma 19",
            depends_on=["riedi.lemma-18", "riedi.cor-7"],
            proof_broken=True,
            broken_by=["riedi.lemma-18"],
        ),
        entry(
            "riedi.lemma-20",
            "refuted",
            title="A kernel vector stays singular",
            locator="Lemma 20",
            depends_on=["riedi.lemma-18"],
            proof_broken=True,
            broken_by=["riedi.lemma-18"],
            siblings=["riedi.lemma-20~repaired"],
            counterexample={
                "dims": {"n": 2},
                "values": {"M_o": [["0", "1"], ["0", "0"]], "rho": "1"},
                "conjunct": 0,
                "claim": "smin(M_o + rho * I(n)) == abs(rho)",
                "relation": "==",
                "rhs": "1",
                "lhs": "[0.618033988749894848204586834365638117720309 +/- 4.9e-43]",
                "explain": "With ρ = 1 the matrix is a unit shear; its smallest singular value is (√5 − 1)/2, not 1.",
            },
            certificate="certificates/riedi.lemma-20.json",
        ),
        entry("riedi.cor-7", "supported", kind="D", title="Derivative of a simple singular value", locator="Cor. 7"),
        entry(
            "riedi.lemma-8.eq-37",
            "proved",
            kind="I",
            title="Kronecker form of the layer",
            locator="Lemma 8, (37)",
            expected=None,
            as_expected=None,
            reason=None,
        ),
        entry(
            "zhao.hf-inverse",
            "refuted",
            paper="zhao2024",
            title="Norm of the inverse Hessian",
            locator="App. F",
            counterexample={
                "dims": {"n": 1},
                "values": {"H": [["2"]]},
                "conjunct": 0,
                "claim": "norm2(inv(H)) == smin(H)",
                "lhs": "1/2",
                "rhs": "2",
                "relation": "==",
                "explain": "The inverse of 2 has norm 1/2; the smallest singular value is 2.",
            },
            certificate="certificates/zhao.hf-inverse.json",
        ),
        entry(
            "zhao.lemma-2.second",
            "refuted",
            paper="zhao2024",
            title="Conditioning under the maximum bound",
            locator="Lemma 2",
            expected="supported",
            as_expected=False,
            counterexample={
                "dims": {"n": 12, "m": 3},
                "values": {"W": large(12), "beta": "123456789123456789/987654321987654321987"},
                "conjunct": 0,
                "claim": "cond(G) <= cond(S) * kappa",
                "lhs": "[17.25 +/- 1e-30]",
                "rhs": "[16.5 +/- 1e-30]",
                "relation": "<=",
                "explain": "Long fractions, shown cut.",
            },
        ),
        entry(
            "zhao.eq-13", "proved", paper="zhao2024", title="Kronecker products of PSD matrices", locator="(13), (14)"
        ),
        entry(
            "zhao.kron-sum",
            "supported",
            paper="zhao2024",
            title="Smallest eigenvalue of a Kronecker sum",
            depends_on=["zhao.eq-13", "zhao.absent"],
        ),
        entry(
            "zhao.lemma-4",
            "vacuous",
            paper="zhao2024",
            title="Leaky ReLU",
            depends_on=["zhao.kron-sum"],
            scope=None,
            reason="No instance with all α positive and Γ singular was constructed.",
        ),
        entry(
            "macdonald.prop-4.5",
            "refuted",
            paper="macdonald2022",
            kind="A",
            title="Smallest singular value of a stacked Jacobian",
            locator="(24)",
            depends_on=["macdonald.sigma-product"],
            proof_broken=True,
            broken_by=["macdonald.sigma-product"],
            counterexample={
                "dims": {},
                "values": {"J": [[["1", "-3/4"]], [["0"], ["12345/678"]]], "x": ["1", "-2", "1/3"]},
                "conjunct": None,
                "lhs": None,
                "rhs": None,
                "relation": None,
                "explain": None,
            },
        ),
        entry(
            "macdonald.sigma-product",
            "refuted",
            paper="macdonald2022",
            title="σ(AB) ≥ σ(A)σ(B)",
            locator="proof of 4.5",
            counterexample={
                "dims": {"p": 2, "q": 1},
                "values": {"A": [["1", "0"]], "B": [["0"], ["1"]]},
                "conjunct": 0,
                "claim": "smin(A @ B) >= smin(A) * smin(B)",
                "lhs": "0",
                "rhs": "1",
                "relation": ">=",
                "explain": "A row times a column: AB = 0, while both factors have the single singular value 1.",
            },
            certificate="certificates/macdonald.sigma-product.json",
        ),
        entry(
            "macdonald.thm-4.8",
            "inconclusive",
            paper="macdonald2022",
            kind="T",
            title="Gradient descent converges",
            depends_on=["macdonald.prop-4.5"],
            proof_broken=True,
            broken_by=["macdonald.prop-4.5"],
            expected="inconclusive",
        ),
        entry(
            "le.thm-1.fully-connected",
            "supported",
            paper="le2022",
            kind="T",
            title="Balancedness of consecutive layers",
            figure=drift,
        ),
        entry("le.lemma-5", "proved", paper="le2022", kind="G", title="Path enumeration, absolute values"),
        entry(
            "le.eq-90",
            "error",
            paper="le2022",
            title="Step-size split",
            expected="proved",
            as_expected=False,
            error=f'Traceback (most recent call last):\n  File "x.py", line 1\nZeroDivisionError: {XSS}\n',
        ),
        hostile(),
        {"id": "bare.least", "verdict": "supported"},
        entry(
            "bare.nulls",
            "supported",
            paper="le2022",
            kind=None,
            title=None,
            expected=None,
            as_expected=None,
            text=None,
            seconds=None,
            reproduce=None,
            evidence={
                "instances": 0,
                "min_slack": None,
                "tightest": None,
                "ensembles": [
                    {
                        "name": "empty",
                        "label": "Nothing decided",
                        "generated": 10,
                        "accepted": 0,
                        "min_slack": None,
                        "edges": [],
                        "counts": [],
                    },
                    {
                        "name": "nan",
                        "label": "NaN slack",
                        "generated": 10,
                        "accepted": 0,
                        "min_slack": float("nan"),
                        "edges": None,
                    },
                    {
                        "name": "inf",
                        "label": "Infinite slack",
                        "generated": 1,
                        "accepted": 1,
                        "min_slack": "inf",
                        "counts": None,
                    },
                ],
            },
        ),
    ]


def run(entries: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """A complete run of ``entries``, by default the twenty-odd of :func:`statements`."""
    base = {
        "schema": 1,
        "profile": "quick",
        "seed": 0,
        "complete": True,
        "seconds": 41.2,
        "started": "2026-11-21T12:00:00Z",
        "environment": {
            "python": "3.11.7",
            "torch": "2.13.0+cpu",
            "platform": "Linux",
            "device": "cpu",
            "device_name": "CPU, 2 cores",
            "workers": 2,
            "cores": 2,
            "lemmata": "0.1.0",
            "versions": {"sympy": "1.14.0", "python-flint": "0.9.0"},
        },
        "statements": statements() if entries is None else entries,
    }
    return {**base, **changes}


def many(total: int) -> list[dict[str, Any]]:
    """``total`` heavy entries: a dozen ensembles each, and a counterexample for every fourth."""
    rng = random.Random(1)
    held = []
    for k in range(total):
        refuted = k % 4 == 0
        heavy = entry(
            f"paper.lemma-{k}",
            "refuted" if refuted else "supported",
            paper=f"paper{2020 + k % 5}",
            depends_on=[f"paper.lemma-{k - 1}"] if k % 3 else [],
            certificate="certificates/x.json" if refuted else None,
        )
        heavy["evidence"]["ensembles"] = [ensemble(f"Ensemble {j}", 0.1 * j - 0.4, rng) for j in range(12)]
        if refuted:
            heavy["counterexample"] = {
                "dims": {"n": 4},
                "values": {"A": large(4)},
                "conjunct": 0,
                "lhs": "2",
                "rhs": "1",
                "relation": "<=",
                "explain": "Two is more than one.",
            }
        held.append(heavy)
    return held
