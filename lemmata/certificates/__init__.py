"""Writing certificates: self-contained JSON that `checker` re-checks with the standard library alone.

Every number is a rational string "p/q"; enclosures are decimal strings "[m +/- r]" or rationals.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from lemmata.certificates import witnesses
from lemmata.checker.format import SCHEMA, digest, validate
from lemmata.checker.text_form import cases, instances, parse_clause, relation_at
from lemmata.checker.violation import declarations, sizes_of
from lemmata.language.instance import Instance
from lemmata.language.instantiate import index_tuples, substitute
from lemmata.language.relations import Clause, Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write as write_text
from lemmata.network_checker.network_program import CheckResult
from lemmata.processes import fork_server

PROGRAM = "lemmata.network_checker.network_program:command"
INNERMOST = re.compile(r"\[[^\[\]{}]*\]")  # lists of a file that stand on a line; no string holds a line's end


def at_indices(clause: Clause, indices: Sequence[int]) -> Relation:
    """The relation under leading `forall`s, with their indices replaced by the given integers.

    Raises ValueError unless there is one integer per quantifier and what remains is a relation.
    """
    bound, _, body = index_tuples(clause)
    relation = substitute(body, {}, dict(zip(bound, indices, strict=True)))
    if not isinstance(relation, Relation):
        raise ValueError(f"{write_text(clause)} is not a relation under quantifiers")
    return relation


def build_violation(
    statement: Statement,
    instance: Instance,
    conjunct: int,
    relation: Clause,
    lhs: str,
    rhs: str,
    given: Sequence[tuple[Clause, str, str]] = (),
    precision: int = 64,
) -> dict[str, Any]:
    """Certificate that `instance` meets the hypotheses and breaks `relation`.

    `conjunct` counts from 0 in the claim as `language.instantiate` lists it; `relation` is that conjunct at
    the instance's dimensions, indices replaced by numbers (see `at_indices`); `lhs`, `rhs` enclose its sides (for
    vectors and matrices: those of one broken entry). `given` holds hypotheses at these dimensions with enclosures of
    their sides (under quantifiers, or entrywise: of one case; empty where no index is in range).
    Raises CertificateError when the result would be malformed.
    """
    placed = _placed(statement, instance)
    body = {
        "kind": "violation",
        **placed,
        "broken": _located(statement, placed, "claim", relation) or {"conjunct": conjunct, "indices": {}},
        "given": [
            {**place, "lhs": a, "rhs": b}
            for clause, a, b in given
            if a and "inf" not in a + b and (place := _located(statement, placed, "given", clause))
        ],
        "lhs": lhs,
        "rhs": rhs,
        "precision": precision,
    }
    return _sealed(statement, body)


def _placed(statement: Statement, instance: Instance) -> dict[str, Any]:
    """The instance as it is written: every variable that is declared an integer is in `dims`."""
    written = instance.to_json()
    whole = {name for name, domain, _ in declarations(statement.text["let"]) if domain == "integer"}
    numbers = {name: x for name, x in instance.values.items() if name in whole and isinstance(x, Fraction)}
    dims = {name: x.numerator for name, x in numbers.items() if x.denominator == 1}
    return {
        "dims": written["dims"] | dims,
        "values": {name: x for name, x in written["values"].items() if name not in dims},
    }


def _located(statement: Statement, placed: Mapping[str, Any], part: str, relation: Clause) -> dict[str, Any]:
    """Which link of the chains of a part, and at which indices, reads like this at the instance's dimensions.

    The language counts the cases of some quantifiers as conjuncts of their own; a certificate counts links alone.
    """
    sizes = sizes_of(declarations(statement.text["let"]), placed["dims"])
    wanted = list(instances(parse_clause(write_text(relation)), sizes))
    links = [(c, k) for c in map(parse_clause, statement.text[part]) for k in range(len(c.relations))]
    for number, (clause, link) in enumerate(links):
        for indices in cases(clause.ranges, sizes):
            if [relation_at(clause, link, indices, sizes)] == wanted:
                return {"conjunct": number, "indices": indices}
    return {}


def build(statement: Statement, kind: str, **fields: Any) -> dict[str, Any]:
    """Certificate of a kind, with the fields that the checker asks of it; fractions become texts.

    Raises CertificateError when the result would be malformed.
    """
    return _sealed(statement, {"kind": kind, **{name: _written(value) for name, value in fields.items()}})


def _written(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _written(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_written(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value


def build_witness(statement: Statement, instance: Instance) -> dict[str, Any]:
    """Certificate that `instance` is what an existence claim says there is.

    Raises CertificateError when the result would be malformed.
    """
    return _sealed(statement, {"kind": "witness", **_placed(statement, instance)})


def build_denial(statement: Statement, derivation: Mapping[str, Any]) -> dict[str, Any]:
    """Certificate that a claim `exists: a < b` is false, from a derivation of the contrary (`denials`).

    Raises CertificateError when the result would be malformed.
    """
    steps = {"rows": derivation["rows"], "steps": derivation["steps"]}
    return build(statement, "denial", derivation=steps, step=derivation["step"])


def _sealed(statement: Statement, body: dict[str, Any]) -> dict[str, Any]:
    head = {"schema": SCHEMA, "statement": statement.id, "hash": statement.hash, "text": copy.deepcopy(statement.text)}
    cert = {**head, **body}
    cert["digest"] = digest(cert)
    validate(cert)
    cert = witnesses.attach(cert)
    cert["digest"] = digest(cert)
    return cert


def write(path: str | Path, cert: Mapping[str, Any]) -> Path:
    """Write a certificate, replacing the file at once; makes the directory.  Returns the path."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    rows = INNERMOST.sub(lambda row: re.sub(r"\n *", " ", row[0]), json.dumps(cert, indent=1))
    partial.write_text(rows + "\n", encoding="utf-8")
    partial.replace(target)
    return target


def accepted(path: str | Path, seconds: float = 90.0) -> CheckResult:
    """What the checker says of a file, in a process of its own that imports nothing but the standard library."""
    try:
        done = fork_server.run(PROGRAM, [str(Path(path).resolve())], seconds=seconds)
    except TimeoutError:
        return CheckResult(False, [f"the checker did not answer within {seconds:g} s"])
    return CheckResult(done.code == 0, (done.out + done.err).splitlines() or ["the checker said nothing"])


__all__ = ["accepted", "at_indices", "build", "build_denial", "build_violation", "build_witness", "digest", "write"]
