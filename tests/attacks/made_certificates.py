"""Certificates made for one refusal of the checker each, as `made_certificates.toml` lists them."""

import copy
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.attacks.forged_certificates import ID, Certificate, about, text_hash

TABLE = Path(__file__).with_suffix(".toml")
ANY = "[0 +/- 1e30]"  # an enclosure that every number meets


def made(row: Mapping[str, Any]) -> Certificate:
    """A certificate of an instance, its fields as simple as they can be where the row gives none."""
    text = {part: [line for line in row.get(part, "").split("; ") if line] for part in ("let", "given", "claim")}
    cert = {"schema": "lemmata-certificate/3", "kind": row.get("kind", "violation"), "statement": ID}
    cert |= {"text": text, "hash": text_hash("A", text), "dims": row.get("dims", {}), "values": row.get("values", {})}
    if cert["kind"] == "violation":
        cert |= {"broken": {"conjunct": row.get("conjunct", 0), "indices": row.get("indices", {})}}
        cert |= {"given": row.get("recorded", [])}
        cert |= {"lhs": row.get("lhs", ANY), "rhs": ANY, "precision": 64}
    return cert | {name: row[name] for name in ("witnesses", "ties") if name in row}


def changed(cert: Certificate, place: str, new: Any) -> Certificate:
    """The certificate, about a text of its own, with the field at a place replaced."""
    out = copy.deepcopy(cert)
    *path, last = (int(key) if key.isdigit() else key for key in place.split("."))
    held: Any = out
    for key in path:
        held = held[key]
    held[last] = new
    return about(out | {"text": cert["text"]}, **out["text"])


def rows() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(what it tries, the row) of each certificate of the table."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    yield from ((row["tries"], row) for row in table["instances"])
    yield from ((f"{row['of']}: {row['tries']}", row) for row in table["changes"])


def by_hand(accepted: Mapping[str, Certificate]) -> Iterator[tuple[str, Certificate, str]]:
    """(what it tries, the certificate, the answer), some from certificates that are accepted, by name."""
    for tries, row in rows():
        cert = changed(accepted[row["of"]], row["place"], row["new"]) if "of" in row else made(row)
        yield tries, cert, row["answer"]
