"""Kind "denial": a claim that something exists, refuted because the kernel proves the contrary of everything.

The certificate carries a derivation of the statement `same variables, same hypotheses, a >= b` for a claim `exists:
a < b`; the kernel that is trusted for proofs (`lemmata/kernel.py`) does every step again, in a process of its own.
Nothing may be believed there but textbook facts: axioms that the manifest names, with their hashes, and no principle.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from lemmata.checker.format import KINDS, Kind, manifest, remaining, require, well_formed
from lemmata.checker.text_form import Clause, Sizes, is_number, parse_clause
from lemmata.checker.violation import DOMAINS, declarations

CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
HIDDEN = {"spectral theorem", "singular value decomposition"}  # in definitions of the kernel
KERNEL = Path(__file__).absolute().parents[1] / "kernel.py"


def contrary(text: dict[str, Any]) -> str:
    """The text whose proof refutes an existence claim.  Raises NotEstablished for any other claim."""
    require(len(text["claim"]) == 1, "the claim is not a single one")
    clause, (_, exists, line) = parse_clause(text["claim"][0]), text["claim"][0].partition("exists: ")
    single = exists and not clause.ranges and len(clause.relations) == 1
    require(single, "the claim is not exists: a < b")
    op, a, b = clause.relations[0]
    shapes = {name: (0, 0) for name, domain, _ in declarations(text["let"]) if DOMAINS.get(domain, ((0,),))[0]}
    numbers = all(is_number(side, Sizes({}, {}, shapes)) for side in (a, b))
    require(numbers, "the claim compares vectors, or what is not seen to be numbers")
    require(op in CONTRARY, f"a claim that {op} holds somewhere has no contrary here")
    claim = line.replace(f" {op} ", f" {CONTRARY[op]} ")
    written = parse_clause(claim) == Clause(((CONTRARY[op], a, b),))
    require(written, "the claim has no contrary that can be written")
    return "\n".join([f"{part}: {x}" for part in ("let", "given") for x in text[part]] + [f"claim: {claim}"])


def check_denial(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established refutation.  Raises NotEstablished or CertificateError."""
    text, derivation = contrary(cert["text"]), cert["derivation"]
    task = json.dumps({**derivation, "claims": [[cert["step"], "contrary", "A", text, 0]]})
    command = [sys.executable, "-I", "-S", str(KERNEL)]
    try:
        run = subprocess.run(command, input=task, capture_output=True, text=True, timeout=remaining(), check=False)
    except subprocess.TimeoutExpired:
        run = subprocess.CompletedProcess(command, 1, "", "the time allowed ran out")
    require(
        run.returncode == 0, f"the kernel does not accept it: {(run.stderr.splitlines() or ['no reason'])[-1][:200]}"
    )
    found = json.loads(run.stdout.splitlines()[1])
    require(set(found["principles"]) <= HIDDEN, "a principle is believed, not proved")
    require(found["hash"] == hashlib.sha256(f"A\n{text}".encode()).hexdigest(), "another text was proved")
    for name, known in found["axioms"]:
        row = manifest().get(name, {})
        require(row.get("axiom", False) and row["hash"] == known, f"{name[:80]} is no textbook fact of the catalogue")
    used = [*(name for name, _ in found["axioms"]), *found["principles"]]  # the second: theorems behind definitions
    return [
        f"{cert['statement']}: {cert['text']['claim'][0]} is refuted",
        f"the kernel proved the contrary for everything in the domains: {text.splitlines()[-1]}",
        f"axioms used: {', '.join(used) or 'nothing but the rules of the kernel'}",
        "refutation established",
    ]


def _lists(value: Any, where: str) -> list[list[Any]]:
    """Require a list of lists, of any length: the kernel reads them."""
    well_formed(isinstance(value, list) and all(isinstance(x, list) for x in value), f"{where} must be a list of lists")
    return list(value)


KINDS["denial"] = Kind({"derivation": {"rows": _lists, "steps": _lists}, "step": int}, check_denial)
