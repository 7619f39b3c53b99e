"""Refutation certificates over the rational numbers for Rocq: the instance is put in, and both sides are computed."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from lemmata.kernel import KernelError, N, P, Term, Z, read
from lemmata.rocq import acceptance
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.context import binders_of, sequent
from lemmata.rocq.files import comment, module_name
from lemmata.rocq.printing import DECLARED, number

KINDS = "ADITGPLF"  # the letters of the kinds of statements
NOT_RATIONAL = {*DECLARED, "sqrt", "exp", "log", "expm"}


def read_all(certificates: Path, folder: Path, workers: int) -> dict[str, str]:
    """For each certificate nothing where Rocq accepts that it refutes its statement, else why not."""
    out: dict[str, str] = {}
    files: dict[str, str] = {}
    acceptance.compile_prelude(folder, (*acceptance.PRELUDE, "Rational"))
    for path in sorted(certificates.glob("*.json")):
        try:
            text = refutation(path.read_text(encoding="utf-8"))
        except NotExportable as error:
            out[path.name] = str(error)
            continue
        name = "refuted_" + module_name(path.stem)
        (folder / f"{name}.v").write_text(text)
        files[name] = path.name
        out[path.name] = "" if acceptance.suspicious(text) is None else "the file says more than it should"
    said = acceptance.Reading(folder, dict.fromkeys(files, ()), {}).run(workers)
    return out | {files[name]: outcome.message for name, outcome in said.items() if not outcome.accepted}


def refutation(data: str) -> str:
    """The file that refutes what a certificate refutes.  Raises NotExportable where that is not rational arithmetic."""
    given: dict[str, Any] = json.loads(data)
    if given["kind"] != "violation":
        raise NotExportable(f"a certificate of kind {given['kind']}")
    text = "\n".join(f"{part}: {line}" for part in ("let", "given", "claim") for line in given["text"][part])
    letter = next((x for x in KINDS if hashlib.sha256(f"{x}\n{text}".encode()).hexdigest() == given["hash"]), KINDS[0])
    try:
        reading = read(given["statement"], letter, text)
    except KernelError as error:
        raise NotExportable(f"no statement of the kernel: {error}") from error
    k = given["broken"]["conjunct"]
    granted, conclusion = tuple(dict.fromkeys(reading.hypotheses[k])), reading.conclusions[k]
    if given["broken"]["indices"]:
        raise NotExportable("a relation under an index")
    if unknown := set().union(*map(_words, (*granted, conclusion))) & NOT_RATIONAL:
        raise NotExportable(f"{', '.join(sorted(unknown))}: not rational")
    names = binders_of(granted, conclusion)
    instance = {**given["dims"], **given["values"]}
    arguments = [_value(v, instance[v[1]]) for v in names.of]
    for v in names.of:
        if v[2] in (P, Z):
            arguments.append("erefl" if v[2] == P else f"(isint_IZR ({int(instance[v[1]])}))")
    return f"""(* {comment(given["statement"])}, {reading.hash}
{comment(text)} *)
From Lemmata Require Import Rational.
Open Scope R_scope.
Definition statement_{k + 1} (V : vocabulary) : Prop :=
  forall {names.binders()}, {sequent(names, granted, conclusion)}.
Theorem proved : forall V : vocabulary, ~ statement_{k + 1} V.
Proof. move=> V h; move: (h {" ".join(arguments)}) => {" ".join("/(_ ltac:(holds))" for _ in granted)}; fails. Qed.
"""


def _value(v: Term, value: Any) -> str:
    """What the certificate gives for a variable."""
    if v[2] in (P, N):
        return f"{int(value)}%N"
    if v[2][0] == "M":
        rows = "; ".join(f"[:: {'; '.join(number(Fraction(x)) for x in row)}]" for row in value)
        return f"(listed {len(value)} {len(value[0])} [:: {rows}])"
    if v[2][0] == "L":
        raise NotExportable("a family of layers")
    return number(Fraction(value))


def _words(t: Term) -> set[str]:
    """The operations in a term or formula."""
    return {t[0]}.union(*(_words(x) for x in t[1:] if isinstance(x, tuple)))
