"""What the command line shows of every statement, kept between calls, so that nothing is imported or derived for it.

Each file of the index holds the digest of the sources that it was made from, and is made again when one changes.
Nothing but what `lemmata show`, `list` and `axioms` print comes from it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.processes import kept_files

if TYPE_CHECKING:
    from lemmata.language.statement import Statement

GROUP = "lemmata.papers"  # entry points by which distributions register papers
PACKAGE = Path(__file__).parents[1]


def statements() -> dict[str, dict[str, Any]]:
    """What is shown of each statement, by id, in the order of the catalogue.

    Raises PaperError as the catalogue does.
    """
    sources = _sources()
    found: dict[str, dict[str, Any]] | None = _kept("statements", sources)
    return _keep("statements", sources, _statements()) if found is None else found


def axioms(chosen: Sequence[str], tell: Callable[[str], None]) -> dict[str, Any]:
    """What the proofs of statements depend on in the end: under `proofs` by id, None where there is no accepted proof;
    under `names` the title and source of each, whether it is a `principle`, and whether one that is `underived`, which
    no definition of the kernel gives.  `tell` hears how far it is.
    """
    sources = _sources()
    found = _kept("axioms", sources) or {"proofs": {}, "names": {}}
    if missing := [i for i in chosen if i not in found["proofs"]]:
        more = _axioms(missing, tell)
        found = _keep("axioms", sources, {part: found[part] | more[part] for part in found})
    return {**found, "proofs": {i: found["proofs"][i] for i in chosen}}


def _place(name: str) -> Path:
    return kept_files.folder() / "index" / f"{name}-{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]}.json"


def _kept(name: str, sources: str) -> Any:
    """What was kept under a name, None where it was made from other sources."""
    with suppress(OSError, ValueError, TypeError, LookupError):  # there is none, or it is damaged
        found = json.loads(_place(name).read_text(encoding="utf-8"))
        if found["sources"] == sources:
            return found["content"]
    return None


def _keep(name: str, sources: str, content: Any) -> Any:
    """The content as JSON gives it back, kept under a name."""
    text = json.dumps({"sources": sources, "content": content})
    kept_files.keep(_place(name), text)
    return json.loads(text)["content"]


def _sources() -> str:
    """A digest of the source files of this tool, and of every package in which a registered paper lies."""
    points = sorted((p.dist.name if p.dist else "", p.name, p.value) for p in metadata.entry_points(group=GROUP))
    tops = {value.partition(":")[0].partition(".")[0] for _, _, value in points}
    specs = [util.find_spec(top) for top in sorted(tops) if top.isidentifier()]
    places = [f for spec in specs if spec is not None for f in spec.submodule_search_locations or [spec.origin or ""]]
    return f"{metadata.version('sympy')} {points} {kept_files.digest(PACKAGE, *places)}"


def _statements() -> dict[str, dict[str, Any]]:
    from lemmata import catalogue
    from lemmata.catalogue import expected

    rows, found = expected.load(), dict[str, dict[str, Any]]()
    for s in catalogue.all_statements():
        row = rows.get(s.id)
        found[s.id] = {**_about(s), "reviewed": [row.verdict, row.reason, row.hash] if row else None}
    return found


@cache
def _about(s: Statement) -> dict[str, Any]:
    """What a statement says of itself."""
    from lemmata import catalogue
    from lemmata.language.notation import latex_statement
    from lemmata.run import entries

    said = {"kind_name": s.kind.name.lower(), "reference": s.source.reference, "latex": latex_statement(s)}
    return {**entries.about(s), **said, "proof": catalogue.proof_source(s.id) or ""}


def _axioms(chosen: Sequence[str], tell: Callable[[str], None]) -> dict[str, Any]:
    from lemmata.prove import dependencies
    from lemmata.prove.derivation_files import THEOREMS

    proofs = dependencies.rests(chosen, tell)
    used = [dependencies.described(name) for name in sorted({name for names in proofs.values() for name in names})]
    return {
        "proofs": {i: proofs.get(i) for i in chosen},
        "names": {
            a.name: {
                "title": a.title,
                "source": a.source,
                "principle": a.is_principle,
                "underived": a.is_principle and a.name not in THEOREMS,
            }
            for a in used
        },
    }
