"""Kind "violation": an instance in the domains that meets every hypothesis and breaks one relation of the claim."""

from __future__ import annotations

import time
from math import inf
from typing import Any

from verify.checker.domains import read_instance
from verify.checker.evaluate import Evaluator
from verify.checker.format import CertificateError, NotEstablished, enclosure, integer, keys, string
from verify.checker.matrices import INFINITE, Mat, as_entries, pairs
from verify.checker.numbers import Undecided, Undefined, compare, ends, shown
from verify.checker.syntax import Relation, Sizes, cases, instances, parse_clause, relation_at

PRECISIONS = (64, 128, 256, 512, 1024, 2048)
HOLDS = {"<=": (-1, 0), "<": (-1,), ">=": (0, 1), ">": (1,), "==": (0,)}


def check_violation(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established violation.  Raises NotEstablished or CertificateError."""
    keys(cert["broken"], {"conjunct", "indices", "relation"}, "broken")
    if integer(cert["precision"], "precision") < 1:
        raise CertificateError("precision must be positive")
    sizes, values = read_instance(cert)
    ev = Evaluator(values, time.monotonic() + seconds, cert.get("witnesses"))
    lines = [f"{cert['statement']}: violation at {_instance(cert)}", *_hypotheses(cert, sizes, ev)]
    relation, where = _linked(cert, sizes)
    recorded = tuple(enclosure(cert[side], side) for side in ("lhs", "rhs"))
    if any(abs(x) == inf for pair in recorded for x in pair):
        raise CertificateError("the enclosures of the two sides must be finite")
    status, entries = judge(relation, ev)
    text = cert["broken"]["relation"]
    if status == "undefined":
        raise NotEstablished(f"{text} is undefined at this instance ({entries})")
    if status != "broken":
        raise NotEstablished(f"{text} {'holds' if status == 'holds' else 'could not be decided'} at this instance")
    broken = [(a, b) for a, b, order in entries if order is not None and order not in HOLDS[relation[0]]]
    a, b = next(((a, b) for a, b in broken if _meets((a, b), recorded)), (None, None))
    if a is None:
        raise CertificateError("the recorded enclosures of the two sides are not those of the broken relation")
    if idle := set(ev.witnesses) - ev.used:
        raise CertificateError(f"the witness for {min(idle)[:100]!r} is for nothing in the text")
    return [
        *lines,
        f"the claim asks for {text}{where}",
        f"the left side is {shown(a)}, the right side {shown(b)}: {shown(a)} {relation[0]} {shown(b)} is false",
        "violation established",
    ]


def judge(relation: Relation, ev: Evaluator) -> tuple[str, Any]:
    """("broken" | "holds" | "undecided", [(left, right, order), ...]) over all entries, or ("undefined", why)."""
    op, left, right = relation
    entries: list[tuple[Any, Any, int | None]] = []
    for ev.bits in PRECISIONS:
        try:
            entries = [(a, b, _order(a, b)) for a, b in _sides(op, ev(left), ev(right))]
        except Undefined as why:
            return "undefined", str(why)
        except Undecided:
            continue
        if any(order is not None and order not in HOLDS[op] for *_, order in entries):
            return "broken", entries
        if all(order is not None for *_, order in entries):
            return "holds", entries
    return "undecided", entries


def _order(a: Any, b: Any) -> int | None:
    if a is INFINITE or b is INFINITE:
        return (a is INFINITE) - (b is INFINITE)
    return compare(a, b)


def _sides(op: str, a: Any, b: Any) -> list[tuple[Any, Any]]:
    if isinstance(a, Mat) != isinstance(b, Mat):
        a, b = as_entries(a), as_entries(b)
    if not isinstance(a, Mat) and not isinstance(b, Mat):
        return pairs(a, b)
    if not isinstance(a, Mat) or not isinstance(b, Mat) or a.shape != b.shape:
        raise CertificateError("a matrix is compared with something else, or with one of another shape")
    if op != "==" and a.cols != 1:
        raise CertificateError("matrices have no order")
    return [(x, y) for r, q in zip(a.rows, b.rows, strict=True) for x, y in zip(r, q, strict=True)]


def _meets(pair: tuple[Any, Any], recorded: Any) -> bool:
    """Whether both recorded enclosures meet the recomputed ones."""
    for x, (low, high) in zip(pair, recorded, strict=True):
        if (high != inf) if x is INFINITE else (ends(x)[1] < low or high < ends(x)[0]):
            return False
    return True


def _hypotheses(cert: dict[str, Any], sizes: Sizes, ev: Evaluator) -> list[str]:
    """Certify every hypothesis of the text, then compare what the certificate records of them."""
    known: dict[Relation, list[Any]] = {}
    for text in cert["text"]["given"]:
        clause = parse_clause(text)
        if clause.exists:
            raise NotEstablished("an existence hypothesis cannot be certified")
        for relation in instances(clause, sizes):
            if relation not in known:
                status, known[relation] = judge(relation, ev)
                if status != "holds":
                    raise NotEstablished(f"hypothesis not established: {text} is {status} at this instance")
    if not isinstance(cert["given"], list):
        raise CertificateError("given must be a list")
    for record in cert["given"]:
        keys(record, {"relation", "lhs", "rhs"}, "an entry of given")
        text = string(record["relation"], "a relation of given")
        recorded = tuple(enclosure(record[side], f"{side} of a hypothesis") for side in ("lhs", "rhs"))
        concrete = list(instances(parse_clause(text), Sizes({}, {})))
        if not concrete or any(relation not in known for relation in concrete):
            raise CertificateError(f"{text} is not a hypothesis of the statement")
        if not any(_meets((a, b), recorded) for relation in concrete for a, b, _ in known[relation]):
            raise CertificateError(f"the recorded enclosures of {text} are not those of its sides")
    return [f"hypothesis established: {text}" for text in cert["text"]["given"]]


def _linked(cert: dict[str, Any], sizes: Sizes) -> tuple[Relation, str]:
    """The broken relation, and where in the claim it stands.  Raises unless it is an instance of the claim."""
    broken = cert["broken"]
    wanted, indices = integer(broken["conjunct"], "broken.conjunct"), broken["indices"]
    links = [(clause, k) for clause in map(parse_clause, cert["text"]["claim"]) for k in range(len(clause.relations))]
    if not 0 <= wanted < len(links):
        raise CertificateError(f"the claim has no conjunct {wanted}")
    clause, link = links[wanted]
    if clause.exists:
        raise NotEstablished("an existence claim cannot be broken by one instance")
    keys(indices, {index for index, _, _ in clause.ranges}, "broken.indices")
    if not any(indices == case for case in cases(clause.ranges, sizes)):
        raise CertificateError("broken.indices are out of range")
    relation = relation_at(clause, link, indices, sizes)
    if list(instances(parse_clause(string(broken["relation"], "broken.relation")), Sizes({}, {}))) != [relation]:
        raise CertificateError(f"broken.relation is not conjunct {wanted} of the claim at these dimensions")
    return relation, f" (conjunct {wanted + 1}{''.join(f', {name} = {k}' for name, k in indices.items())})"


def _instance(cert: dict[str, Any]) -> str:
    def text(value: Any) -> str:
        return value if isinstance(value, str) else "[" + ", ".join("[" + ", ".join(row) + "]" for row in value) + "]"

    parts = [f"{k} = {v}" for k, v in cert["dims"].items()] + [f"{k} = {text(v)}" for k, v in cert["values"].items()]
    shown = ", ".join(parts)
    return shown if len(shown) <= 600 else shown[:600] + "..."
