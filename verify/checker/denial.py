"""Kind "denial": a claim that something exists, refuted because the kernel proves the contrary of everything.

The certificate carries a derivation of the statement `same variables, same hypotheses, a >= b` for a claim `exists:
a < b`; the kernel that is trusted for proofs (`verify/kernel`) does every step again, in a process of its own.  Nothing
may be believed there but textbook facts: axioms that the manifest names, with their hashes, and no principle.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from lemmata.verify.checker.format import KINDS, Kind, bounded, lists, manifest, remaining, require
from lemmata.verify.checker.text_form import parse_clause

CONTRARY = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ROOT = Path(__file__).absolute().parents[3]  # where the package lemmata lies
CHILD = "import sys; sys.path.append(sys.argv[1]); from lemmata.verify.checker.denial import replayed; replayed()"


def contrary(text: dict[str, Any]) -> str:
    """The text whose proof refutes an existence claim.  Raises NotEstablished for any other claim."""
    require(len(text["claim"]) == 1, "the claim is not a single one")
    clause, line = parse_clause(text["claim"][0]), text["claim"][0].removeprefix("exists: ")
    require(clause.exists and not clause.ranges and len(clause.relations) == 1, "the claim is not exists: a < b")
    op, a, b = clause.relations[0]
    require(op in CONTRARY, f"a claim that {op} holds somewhere has no contrary here")
    claim = re.sub(rf" {op} ", f" {CONTRARY.get(op)} ", line)
    require(
        parse_clause(claim).relations == ((CONTRARY.get(op), a, b),), "the claim has no contrary that can be written"
    )
    return "\n".join([f"{part}: {x}" for part in ("let", "given") for x in text[part]] + [f"claim: {claim}"])


def check_denial(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established refutation.  Raises NotEstablished or CertificateError."""
    text, derivation = contrary(cert["text"]), cert["derivation"]
    require(all("principle" not in step[:1] for step in derivation["steps"]), "a principle is believed, not proved")
    task = json.dumps({**derivation, "claims": [[cert["step"], "contrary", "A", text, 0]]})
    command = [sys.executable, "-I", "-S", "-c", CHILD, str(ROOT)]
    try:
        run = subprocess.run(command, input=task, capture_output=True, text=True, timeout=remaining(), check=False)
    except subprocess.TimeoutExpired:
        run = subprocess.CompletedProcess(command, 1, "", "the time allowed ran out")
    require(
        run.returncode == 0, f"the kernel does not accept it: {(run.stderr.splitlines() or ['no reason'])[-1][:200]}"
    )
    found = json.loads(run.stdout)
    require(found["hash"] == hashlib.sha256(f"A\n{text}".encode()).hexdigest(), "another text was proved")
    for name, known in found["axioms"]:
        row = manifest().get(name, {})
        require(row.get("axiom", False) and row["hash"] == known, f"{name[:80]} is no textbook fact of the catalogue")
    return [
        f"{cert['statement']}: {cert['text']['claim'][0]} is refuted",
        f"the kernel proved the contrary for everything in the domains: {text.splitlines()[-1]}",
        f"leaned on: {', '.join(name for name, _ in found['axioms']) or 'nothing but the rules of the kernel'}",
        "refutation established",
    ]


def replayed() -> None:
    """In a process of its own: the derivation on standard input done again, what it proved on standard output."""
    from lemmata.verify.kernel import KernelError, read, replay

    bounded()
    sys.setrecursionlimit(10_000)  # long sums are deep terms
    data = sys.stdin.read()
    try:
        (found,) = replay(data)
        (claim,) = read("contrary", "A", json.loads(data)["claims"][0][3]).conclusions
    except KernelError as error:
        sys.exit(str(error))
    if claim[0] == "all":  # the contrary of a relation between vectors breaks one entry, not every one
        sys.exit("the claim compares vectors")
    print(json.dumps(found))


KINDS["denial"] = Kind({"derivation": {"rows": lists, "steps": lists}, "step": int}, check_denial)
