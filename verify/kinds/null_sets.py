"""Findings that rest on one fact: the zeros of a polynomial that is not zero have probability 0 under any density."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.verify.principles import NULL_SETS, alone
from lemmata.verify.verdicts import Finding, Verdict

GENERIC = (1, 2, 3)  # orders at which the polynomial is expanded in generic entries
WITNESSES = 16  # orders at which its value at one matrix is computed

Steps = Callable[[int], dict[str, Any]]


def step(text: str, because: str, ok: bool = True) -> dict[str, Any]:
    """One step of a proof, and whether it checks."""
    return {"text": text, "because": because, "ok": ok}


def proved(
    statement: Statement, drawn: str, numbers: str, event: dict[str, Any], expanded: Steps, witness: Steps,
    not_zero: dict[str, Any],
) -> Finding:  # fmt: skip
    """The finding about a polynomial in the entries of `drawn`: what its zeros are, its expansions and values at some
    orders, computed with exact `numbers`, and why it is not zero at any.

    Raises RuntimeError where a step does not check.
    """
    steps = [
        event,
        *(expanded(n) for n in GENERIC),
        *(witness(n) for n in range(1, WITNESSES + 1)),
        not_zero,
        step("the zeros of a polynomial that is not zero have Lebesgue measure 0, so probability 0 under any density",
             "polynomials in several variables (Fubini), absolute continuity"),
    ]  # fmt: skip
    if not all(s["ok"] for s in steps):
        raise RuntimeError(f"{statement.id}: a step of the proof does not check: {steps}")
    (claim,) = statement.claim
    evidence = {
        "instances": WITNESSES, "searches": 0, "certified": WITNESSES, "min_slack": None, "decided": WITNESSES,
        "undecided": 0, "out_of_domain": 0, "stopped": "proved", "dimensions": f"n = 1 … {WITNESSES} exactly, all n",
        "device": f"exact {numbers}", "stages": [], "ensembles": [], "hypotheses": [], "tightest": None,
        "conjuncts": [{"text": write(claim), "tight": False, "min_slack": None, "status": "holds"}],
    }  # fmt: skip
    proof = {
        "scope": "all n", "method": f"a polynomial in the entries of {drawn} that is not zero", "steps": steps,
        **alone(NULL_SETS),
    }  # fmt: skip
    return Finding(Verdict.PROVED, "all n", evidence, proof=proof)
