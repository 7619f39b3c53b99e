"""The manifest next to the certificate checker: hash, kind and dimensions of every statement of the suite; which are
axioms of the textbook, and which are proved on a principle, alone or with the statements that it uses.

`python -P -m lemmata.certificates.manifest` writes it again after statements were added or
changed; a test compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.checker.format import MANIFEST_SCHEMA
from lemmata.language.statement import Kind, Statement
from lemmata.language.verdicts import Verdict
from lemmata.principles import DECAY, GRADIENT_FLOW, NULL_SETS, outside
from lemmata.prove.elaborating import statements_used

# kinds of claim whose modules prove without a script, on a principle alone
PRINCIPLE_OF = {
    Kind.TRAJECTORY: GRADIENT_FLOW,
    Kind.LIMIT: DECAY,
    Kind.IDENTITY: NULL_SETS,
}
PATH = Path(__file__).resolve().parents[1] / "checker" / "manifest.json"


def current() -> dict[str, Any]:
    """What the manifest has to say now."""
    rows = expected.load()
    return {
        "schema": MANIFEST_SCHEMA,
        "statements": {
            s.id: {"hash": s.hash, "kind": s.kind.value} | _without_a_derivation(s, rows.get(s.id))
            for s in sorted(catalogue.own_statements(), key=lambda s: s.id)
        },
    }


def _without_a_derivation(statement: Statement, row: expected.Row | None) -> dict[str, Any]:
    """What a statement is where nothing but this file says so: an axiom, or proved on a principle as reviewed."""
    given = catalogue.proof_of(statement.id)
    if statement.paper == "classical":  # what has a proof is proved by it: a fact is never granted on a principle
        return {"axiom": True} if given is None else {}
    beyond = PRINCIPLE_OF.get(statement.kind) if given is None else (outside(given) or (None,))[0]
    reviewed = row is not None and row.verdict == Verdict.PROVED and row.hash == statement.hash
    if not reviewed or beyond is None:
        return {}
    uses = [] if given is None else [[name, catalogue.get(name).hash] for name in statements_used(given)]
    return {"principle": beyond} | ({"uses": uses} if uses else {})


def text() -> str:
    """The file, one statement a line."""
    data = current()
    rows = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in data["statements"].items())
    return f'{{"schema": {json.dumps(data["schema"])}, "statements": {{\n{rows}\n}}}}\n'


if __name__ == "__main__":
    PATH.write_text(text(), encoding="ascii")
    print(PATH)
