"""Certificates that establish nothing, each from one that does by a change that is known to take its point away."""

import copy
import hashlib
import json
from collections.abc import Iterator
from typing import Any

Certificate = dict[str, Any]
ID = "conjecture.arena"  # an id of the catalogue is bound to its text
LETTERS = "ADITGPLF"


def sealed(cert: Certificate) -> str:
    """The file of a certificate whose digest is right."""
    body = {k: v for k, v in cert.items() if k != "digest"}
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return json.dumps(body | {"digest": hashlib.sha256(canonical.encode()).hexdigest()})


def text_hash(letter: str, text: dict[str, list[str]]) -> str:
    """The hash that a statement of this kind and text has."""
    lines = [letter, *(f"{part}: {line}" for part in ("let", "given", "claim") for line in text[part])]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def about(cert: Certificate, **parts: list[str]) -> Certificate:
    """The same witness for another text, whose hash is right."""
    (letter,) = (x for x in LETTERS if text_hash(x, cert["text"]) == cert["hash"])
    out = copy.deepcopy(cert)
    out["statement"], out["text"] = ID, out["text"] | parts
    out["hash"] = text_hash(letter, out["text"])
    return out


def turned(line: str) -> str | None:
    """The relation that holds where this one is broken; None for a chain, a quantifier or an equation."""
    if " for " in line or sum(line.count(f" {op} ") for op in ("<=", ">=", "<", ">", "==")) != 1 or " == " in line:
        return None
    pairs = {" <= ": " > ", " >= ": " < ", " < ": " >= ", " > ": " <= "}
    old = next(op for op in pairs if op in line)
    return line.replace(old, pairs[old])


def first_matrix(cert: Certificate) -> tuple[str, list[list[str]]] | None:
    """A matrix of the instance."""
    values = cert.get("values", {})
    return next(((name, rows) for name, rows in values.items() if isinstance(rows, list) and rows), None)


def meaningless(cert: Certificate) -> Iterator[tuple[str, str, str]]:
    """(what was done, the file, the answer) for one certificate that is accepted."""
    text = cert["text"]
    claims = text["claim"]
    other = None if len(claims) != 1 else turned(claims[0])
    if cert["kind"] == "violation" and other is not None:
        out = about(cert, claim=[other])
        yield "the claim turned round: it holds at the instance", sealed(out), "decline"
    never = sealed(about(cert, given=[*text["given"], "1 < 0"]))
    yield "a hypothesis that nothing meets", never, "reject" if cert["kind"] == "flow" else "decline"  # of numbers
    found = first_matrix(cert)
    if found is not None and cert["kind"] == "violation":
        name, rows = found
        lets = [f"{name} = skew({len(rows)})" if line.startswith(f"{name} = ") else line for line in text["let"]]
        if len(rows) == len(rows[0]) and any(rows[k][k] != "0" for k in range(len(rows))):
            yield "the instance is no member of the domain", sealed(about(cert, let=lets)), "decline"
        for number, entry in (("no number", "nan"), ("a quotient by zero", "1/0"), ("a decimal", "0.5")):
            out = copy.deepcopy(cert)
            out["values"][name][0][0] = entry
            yield f"an entry that is {number}", sealed(out), "reject"
        out = copy.deepcopy(cert)
        out["values"][name][0][0] = 0.5
        yield "an entry that is a float", sealed(out), "reject"
        out = copy.deepcopy(cert)
        out["values"][name][0].append("0")
        yield "a row that is longer than the others", sealed(out), "reject"
    yield "another text under the hash", sealed(cert | {"text": text | {"claim": ["0 <= 1"]}}), "reject"
    kept = about(cert, given=[*text["given"], "0 < 1"])
    yield "another text under an id of the catalogue", sealed(kept | {"statement": cert["statement"]}), "reject"
    yield "another schema", sealed(cert | {"schema": "lemmata-certificate/2"}), "reject"
    yield "a kind that is none", sealed(cert | {"kind": "belief"}), "reject"
    yield "a field too many", sealed(cert | {"trust": True}), "reject"
    yield "no text", sealed({k: v for k, v in cert.items() if k != "text"}), "reject"
    yield "a digest of something else", json.dumps(cert | {"digest": "0" * 64}), "reject"
    whole = sealed(cert)
    yield "cut off", whole[: len(whole) // 2], "reject"
    yield "a key twice", whole[:-1] + ', "kind": "belief"}', "reject"
    yield "a list around it", f"[{whole}]", "reject"
