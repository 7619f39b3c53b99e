"""The manifest beside the certificate checker: hash, kind and dimensions of every statement of the suite.

`python -m lemmata.verify.certificates.manifest` writes it again after statements were added or
changed; a test compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lemmata.theorems import catalogue
from lemmata.theorems.language.variables import Dim
from lemmata.verify.checker.format import MANIFEST_SCHEMA

PATH = Path(__file__).resolve().parents[1] / "checker" / "manifest.json"


def current() -> dict[str, Any]:
    """What the manifest has to say now."""
    return {
        "schema": MANIFEST_SCHEMA,
        "statements": {
            s.id: {"hash": s.hash, "kind": s.kind.value, "dims": [v.name for v in s.let if isinstance(v, Dim)]}
            | ({"axiom": True} if s.paper == "classical" and catalogue.proof_of(s.id) is None else {})
            for s in sorted(catalogue.own_statements(), key=lambda s: s.id)
        },
    }


def text() -> str:
    """The file, one statement a line."""
    data = current()
    rows = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in data["statements"].items())
    return f'{{"schema": {json.dumps(data["schema"])}, "statements": {{\n{rows}\n}}}}\n'


if __name__ == "__main__":
    PATH.write_text(text(), encoding="ascii")
    print(PATH)
