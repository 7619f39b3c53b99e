"""Kind "violation": an instance in the domains that meets every hypothesis and breaks one relation of the claim."""

from __future__ import annotations

from math import inf
from typing import Any

from lemmata.verify.checker.domain_membership import read_instance
from lemmata.verify.checker.evaluate import Evaluator, defined, judge
from lemmata.verify.checker.exact_numbers import ends, shown
from lemmata.verify.checker.format import require, well_formed
from lemmata.verify.checker.linear_algebra import INFINITE
from lemmata.verify.checker.text_form import HOLDS, Relation, Sizes, cases, instances, parse_clause, relation_at


def check_violation(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established violation.  Raises NotEstablished or CertificateError."""
    well_formed(cert["precision"] >= 1, "precision must be positive")
    sizes, values = read_instance(cert)
    ev = Evaluator(values, cert.get("witnesses"))
    lines = [f"{cert['statement']}: violation at {_instance(cert)}", *_hypotheses(cert, sizes, ev)]
    relation, where, others = _linked(cert, sizes)
    recorded, text = (cert["lhs"], cert["rhs"]), cert["broken"]["relation"]
    finite = all(abs(x) != inf for pair in recorded for x in pair)
    well_formed(finite, "the enclosures of the two sides must be finite")
    status, entries = judge(relation, ev)
    require(status != "undefined", f"{text} is undefined at this instance ({entries})")
    require(status == "broken", f"{text} {'holds' if status == 'holds' else 'could not be decided'} at this instance")
    for other in others:
        defined(other, ev)
    broken = [(a, b) for a, b, order in entries if order is not None and order not in HOLDS[relation[0]]]
    met = [pair for pair in broken if _meets(pair, recorded)]
    well_formed(met, "the recorded enclosures of the two sides are not those of the broken relation")
    idle = sorted(set(ev.witnesses) - ev.used)
    well_formed(not idle, f"the witness for {str(idle[:1])[:100]} is for nothing in the text")
    a, b = map(shown, met[0])
    return [
        *lines,
        f"the claim asks for {text}{where}",
        f"the left side is {a}, the right side {b}: {a} {relation[0]} {b} is false",
        "violation established",
    ]


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
        require(not clause.exists, "an existence hypothesis cannot be certified")
        for relation in instances(clause, sizes):
            if relation not in known:
                status, known[relation] = judge(relation, ev)
                require(status == "holds", f"hypothesis not established: {text} is {status} at this instance")
    for record in cert["given"]:
        text, recorded = record["relation"], (record["lhs"], record["rhs"])
        concrete = list(instances(parse_clause(text), Sizes({}, {})))
        spoken_of = concrete and all(relation in known for relation in concrete)
        well_formed(spoken_of, f"{text} is not a hypothesis of the statement")
        met = any(_meets((a, b), recorded) for relation in concrete for a, b, _ in known[relation])
        well_formed(met, f"the recorded enclosures of {text} are not those of its sides")
    return [f"hypothesis established: {text}" for text in cert["text"]["given"]]


def _linked(cert: dict[str, Any], sizes: Sizes) -> tuple[Relation, str, list[Relation]]:
    """The broken relation, where in the claim it stands, and the other links and cases of its clause.

    Raises unless it is an instance of the claim.
    """
    wanted, indices, text = (cert["broken"][key] for key in ("conjunct", "indices", "relation"))
    links = [(clause, k) for clause in map(parse_clause, cert["text"]["claim"]) for k in range(len(clause.relations))]
    well_formed(0 <= wanted < len(links), f"the claim has no conjunct {wanted}")
    clause, link = links[wanted]
    require(not clause.exists, "an existence claim cannot be broken by one instance")
    well_formed(any(indices == case for case in cases(clause.ranges, sizes)), "broken.indices are out of range")
    relation = relation_at(clause, link, indices, sizes)
    same = list(instances(parse_clause(text), Sizes({}, {}))) == [relation]
    well_formed(same, f"broken.relation is not conjunct {wanted} of the claim at these dimensions")
    places = ((k, case) for k in range(len(clause.relations)) for case in cases(clause.ranges, sizes))
    others = [relation_at(clause, k, case, sizes) for k, case in places if (k, case) != (link, indices)]
    return relation, f" (conjunct {wanted + 1}{''.join(f', {name} = {k}' for name, k in indices.items())})", others


def _instance(cert: dict[str, Any]) -> str:
    def text(value: Any) -> str:
        return f"[{', '.join(map(text, value))}]" if isinstance(value, list) else str(value)

    shown = ", ".join(f"{k} = {text(v)}" for k, v in {**cert["dims"], **cert["values"]}.items())
    return shown if len(shown) <= 600 else shown[:600] + "..."
