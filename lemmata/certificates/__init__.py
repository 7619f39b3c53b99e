"""Writing certificates: self-contained JSON that `checker` re-checks with the standard library alone.

Every number is a rational string "p/q"; enclosures are decimal strings "[m +/- r]" or rationals.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from lemmata.certificates import witnesses
from lemmata.checker.format import SCHEMA, digest, validate
from lemmata.checker.text_form import Sizes, cases, instances, parse_clause, relation_at
from lemmata.checker.violation import declarations
from lemmata.language.instance import Instance
from lemmata.language.instantiate import index_tuples, substitute
from lemmata.language.relations import Clause, Relation
from lemmata.language.statement import Statement
from lemmata.language.text import write as write_text
from lemmata.network_checker.network_program import CheckResult
from lemmata.processes import fork_server

PROGRAM = "lemmata.network_checker.network_program:command"
Rate = Fraction | Sequence[Sequence[Fraction]]


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
    body = {
        "kind": "violation",
        **instance.to_json(),
        "broken": _located(statement, instance, conjunct, write_text(relation)),
        "given": [{"relation": write_text(clause), "lhs": a, "rhs": b} for clause, a, b in given if a],
        "lhs": lhs,
        "rhs": rhs,
        "precision": precision,
    }
    return _sealed(statement, body)


def build_witness(statement: Statement, instance: Instance) -> dict[str, Any]:
    """Certificate that `instance` meets the hypotheses and what the statement, `exists: ...`, says to exist.

    Raises CertificateError when the result would be malformed.
    """
    return _sealed(statement, {"kind": "witness", **instance.to_json()})


def _located(statement: Statement, instance: Instance, conjunct: int, relation: str) -> dict[str, Any]:
    """Which link of the claim's chains, and at which indices, reads like this at the instance's dimensions.

    The language counts the cases of some quantifiers as conjuncts of their own; a certificate counts links alone.
    """
    families: dict[str, Any] = {
        name: tuple(int(instance.dims.get(str(p[1]), p[1])) for p in parameters)
        for name, domain, parameters in declarations(statement.text["let"])
        if domain == "layers"
    }
    shapes = {name: (len(x), len(x[0])) for name, x in instance.values.items() if isinstance(x, list)}
    sizes = Sizes(instance.dims, families, shapes)
    wanted = list(instances(parse_clause(relation), Sizes({}, {})))
    links = [(c, k) for c in map(parse_clause, statement.text["claim"]) for k in range(len(c.relations))]
    for number, (clause, link) in enumerate(links):
        for indices in cases(clause.ranges, sizes):
            if [relation_at(clause, link, indices, sizes)] == wanted:
                return {"conjunct": number, "indices": indices, "relation": relation}
    return {"conjunct": conjunct, "indices": {}, "relation": relation}


def build_flow(
    statement: Statement,
    network: Mapping[str, Any],
    data: Sequence[Sequence[Fraction | str]],
    labels: Sequence[int],
    loss_derivatives: Sequence[Fraction | str],
    at: Mapping[str, str | int | list[list[str]]],
    rate: Rate,
) -> dict[str, Any]:
    """Certificate that a quantity claimed constant along gradient flow changes at `rate`.

    `network` is what `networks.dag.Dag.to_dict` gives; `at` names the vertices (strings), the layer
    (integer), the arrays of neurons (their positions) or the sets of edges the statement's variables stand for;
    `rate` is the exact time derivative, a number or rows of numbers.
    Raises CertificateError when the result would be malformed.
    """
    body = {
        "kind": "flow",
        "network": dict(network),
        "data": [[str(c) for c in x] for x in data],
        "labels": list(labels),
        "slopes": [str(d) for d in loss_derivatives],
        "at": dict(at),
        "rate": str(rate) if isinstance(rate, Fraction) else [[str(x) for x in row] for row in rate],
    }
    return _sealed(statement, body)


def build_graph(
    statement: Statement,
    network: Mapping[str, Any],
    x: Sequence[Fraction | str],
    conjunct: int,
    at: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Certificate that conjunct number `conjunct` (from 0) of the claim fails for `network` at input `x`.

    `network` is what `networks.dag.Dag.to_dict` gives; `at` names the vertex the statement's vertex variable,
    if any, stands for.  Raises CertificateError when the result would be malformed.
    """
    body = {
        "kind": "graph",
        "network": dict(network),
        "input": [str(c) for c in x],
        "at": dict(at or {}),
        "conjunct": conjunct,
    }
    return _sealed(statement, body)


def build_ray(
    statement: Statement,
    network: Mapping[str, Any],
    data: Sequence[Sequence[Fraction]],
    labels: Sequence[int],
    at: Mapping[str, int],
    conjunct: int,
    factor: Fraction,
    separator: Sequence[Fraction] | None,
) -> dict[str, Any]:
    """Certificate that conjunct number `conjunct` (from 0) fails along the ray through the weights of `network`.

    `at` gives the layers the statement's indices stand for, `factor` the multiple of the weights at which a bound
    fails, `separator` a direction that separates the data. Raises CertificateError when the result would be malformed.
    """
    body = {
        "kind": "ray",
        "network": dict(network),
        "data": [[str(c) for c in x] for x in data],
        "labels": list(labels),
        "at": dict(at),
        "conjunct": conjunct,
        "factor": str(factor),
        "separator": [str(c) for c in separator or ()],
    }
    return _sealed(statement, body)


def build_descent(
    statement: Statement,
    network: Mapping[str, Any],
    data: Sequence[Sequence[Fraction]],
    labels: Sequence[int],
    at: Mapping[str, str],
    sizes: Sequence[Fraction],
    slopes: Sequence[Sequence[Fraction]],
    defect: Fraction,
) -> dict[str, Any]:
    """Certificate that steps of gradient descent change a form by `defect` more than its slack terms.

    `slopes` are the loss derivatives at the margins, step by step. Raises CertificateError when the result would be
    malformed.
    """
    body = {
        "kind": "descent",
        "network": dict(network),
        "data": [[str(c) for c in x] for x in data],
        "labels": list(labels),
        "at": dict(at),
        "sizes": [str(eta) for eta in sizes],
        "slopes": [[str(d) for d in step] for step in slopes],
        "defect": str(defect),
    }
    return _sealed(statement, body)


def build_leap(
    statement: Statement, weight: Fraction, at: Mapping[str, Fraction], slope: Sequence[tuple[Fraction, Fraction]]
) -> dict[str, Any]:
    """Certificate that one step from `weight` lowers a risk, with this broken line as its derivative, by too little.

    `at` gives the positive numbers the statement's variables stand for.
    Raises CertificateError when the result would be malformed.
    """
    body = {
        "kind": "leap",
        "weight": str(weight),
        "at": {name: str(x) for name, x in at.items()},
        "slope": [[str(z), str(u)] for z, u in slope],
    }
    return _sealed(statement, body)


def build_depth(
    statement: Statement,
    sequences: Mapping[str, str],
    numbers: Mapping[str, Fraction | str],
    products: Sequence[tuple[str, str]],
    conjunct: int,
) -> dict[str, Any]:
    """Certificate that conjunct number `conjunct` (from 0) fails as depth grows, for layers given by `sequences`.

    A sequence is a rational function of the layer l in text form; a product over the layers 1..L is given by its
    closed form base^L factor, as (base, factor), the factor a rational function of the depth L in text form.
    Raises CertificateError when the result would be malformed.
    """
    body = {
        "kind": "depth",
        "sequences": dict(sequences),
        "numbers": {name: str(x) for name, x in numbers.items()},
        "products": [{"base": base, "factor": factor} for base, factor in products],
        "conjunct": conjunct,
    }
    return _sealed(statement, body)


def build_denial(statement: Statement, derivation: Mapping[str, Any]) -> dict[str, Any]:
    """Certificate that a claim `exists: a < b` is false, from a derivation of the contrary (`denials`).

    Raises CertificateError when the result would be malformed.
    """
    steps = {"rows": derivation["rows"], "steps": derivation["steps"]}
    return _sealed(statement, {"kind": "denial", "derivation": steps, "step": derivation["step"]})


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
    partial.write_text(json.dumps(cert, indent=1) + "\n", encoding="utf-8")
    partial.replace(target)
    return target


def accepted(path: str | Path, seconds: float = 90.0) -> CheckResult:
    """What the checker says of a file, in a process of its own that imports nothing but the standard library."""
    try:
        done = fork_server.run(PROGRAM, [str(Path(path).resolve())], seconds=seconds)
    except TimeoutError:
        return CheckResult(False, [f"the checker did not answer within {seconds:g} s"])
    return CheckResult(done.code == 0, (done.out + done.err).splitlines() or ["the checker said nothing"])


__all__ = [
    "accepted", "at_indices", "build_denial", "build_depth", "build_descent", "build_flow", "build_graph",
    "build_leap", "build_ray", "build_violation", "build_witness", "digest", "write",
]  # fmt: skip
