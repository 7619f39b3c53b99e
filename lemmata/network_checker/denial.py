"""What the kernel proves for a certificate: the contrary of an existence claim, and ties.

Kind "denial" carries a derivation of the statement `same variables, same hypotheses, a >= b` for a claim `exists: a <
b`.  "Ties" of a violation or a witness are equations of matrices or numbers, which enclosures never show, with a
derivation of each for everything in the domains at the sizes of the instance.  The kernel that is trusted for proofs
(`lemmata/kernel.py`) does every step again, in a process of its own.  Nothing may be believed there but textbook facts:
axioms that the manifest names, with their hashes, and no principle.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from lemmata.checker.format import DEADLINE, KINDS, SECONDS, Kind, expression, manifest, require, well_formed
from lemmata.checker.text_form import Clause, Sizes, Tree, instances, instantiate, parse_clause, shape, written
from lemmata.checker.violation import DOMAINS, declarations, sizes_of

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
    numbers = all(shape(side, Sizes({}, {}, shapes)) == () for side in (a, b))
    require(numbers, "the claim compares vectors, or what is not seen to be numbers")
    require(op in CONTRARY, f"a claim that {op} holds somewhere has no contrary here")
    claim = line.replace(f" {op} ", f" {CONTRARY[op]} ")
    require(parse_clause(claim) == Clause(((CONTRARY[op], a, b),)), "the claim has no contrary that can be written")
    return "\n".join([f"{part}: {x}" for part in ("let", "given") for x in text[part]] + [f"claim: {claim}"])


def replayed(derivation: dict[str, Any], claims: list[tuple[int, str]]) -> list[str]:
    """Axioms and principles used where the kernel accepts that steps prove texts.  Raises NotEstablished."""
    task = json.dumps({**derivation, "claims": [[step, "derived", "A", text, 0] for step, text in claims]})
    command, left = [sys.executable, "-I", "-S", str(KERNEL)], min(2.0 * SECONDS, DEADLINE.get() - time.monotonic())
    try:
        run = subprocess.run(command, input=task, capture_output=True, text=True, timeout=left, check=False)
    except subprocess.TimeoutExpired:
        run = subprocess.CompletedProcess(command, 1, "", "the time allowed ran out")
    said = (run.stderr.splitlines() or ["no reason"])[-1][:200]
    require(run.returncode == 0, f"the kernel does not accept it: {said}")
    used = dict[str, None]()
    for line, (_, text) in zip(run.stdout.splitlines()[1:], claims, strict=True):
        found = json.loads(line)
        require(set(found["principles"]) <= HIDDEN, "a principle is believed, not proved")
        require(found["hash"] == hashlib.sha256(f"A\n{text}".encode()).hexdigest(), "another text was proved")
        for name, known in found["axioms"]:
            row = manifest().get(name, {})
            textbook = row.get("axiom", False) and row["hash"] == known
            require(textbook, f"{name[:80]} is no textbook fact of the catalogue")
        used |= dict.fromkeys([*(name for name, _ in found["axioms"]), *found["principles"]])
    return list(used)


def check_denial(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established refutation.  Raises NotEstablished or CertificateError."""
    text = contrary(cert["text"])
    used = replayed(cert["derivation"], [(cert["step"], text)])
    return [
        f"{cert['statement']}: {cert['text']['claim'][0]} is refuted",
        f"the kernel proved the contrary for everything in the domains: {text.splitlines()[-1]}",
        f"axioms used: {', '.join(used) or 'nothing but the rules of the kernel'}",
        "refutation established",
    ]


def tie(let: list[str], sizes: Sizes, equation: str) -> str:
    """The text that says an equation of everything in the domains, all sizes being numbers."""
    declared = {name: (domain, parameters) for name, domain, parameters in declarations(let) if domain != "layers"}
    lines = [f"let: {name} = real({r}, {c})" for name, (r, c) in sizes.shapes.items() if name not in declared]
    for name, (domain, parameters) in declared.items():
        ends = ", ".join(written(instantiate(p, sizes)) for p in parameters)
        lines += [f"let: {name} = {domain.partition('(')[0]}({ends})".removesuffix("()")] if domain != "integer" else []
    return "\n".join([*lines, f"claim: {equation}"])


def tied(cert: dict[str, Any]) -> list[tuple[Tree, Tree]]:
    """Pairs of expressions that are equal by the derivations of a certificate.  Raises NotEstablished."""
    let, ties = cert["text"]["let"], cert["ties"]
    sizes, equations = sizes_of(declarations(let), cert["dims"]), ties["equations"]
    steps = {"rows": ties["rows"], "steps": ties["steps"]}
    replayed(steps, [(step, tie(let, sizes, line)) for step, line in equations])
    relations = [relation for _, line in equations for relation in instances(parse_clause(line), sizes)]
    require(all(op == "==" for op, *_ in relations), "a tie is no equation")
    return [(a, b) for _, a, b in relations]


def with_ties(kind: Kind) -> Kind:
    """The kind, whose certificates may carry derivations of ties."""
    return Kind(
        kind.form,
        lambda cert: kind.check(cert | {"ties": tied(cert)} if "ties" in cert else cert),
        kind.optional | {"ties": {"rows": _lists, "steps": _lists, "equations": [(int, expression)]}},
    )


def _lists(value: Any, where: str) -> list[list[Any]]:
    """Require a list of lists, of any length: the kernel reads them."""
    well_formed(isinstance(value, list) and all(isinstance(x, list) for x in value), f"{where} must be a list of lists")
    return list(value)


KINDS["denial"] = Kind({"derivation": {"rows": _lists, "steps": _lists}, "step": int}, check_denial)
KINDS |= {name: with_ties(KINDS[name]) for name in ("violation", "witness")}
