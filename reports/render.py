"""``verdicts.json`` in, one page out."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reports import graph
from reports.run_view import RunView, run_view
from reports.typeset import Catalogue
from reports.views import VERDICTS

SCHEMA = 1
TEMPLATES = Path(__file__).parent / "templates"


class ReportError(ValueError):
    """A run that cannot be rendered; the message names the file, the place and the mend."""


def render(run_dir: Path, catalogue: Catalogue | None = None) -> Path:
    """Write ``index.html`` into ``run_dir`` from its ``verdicts.json`` and return its path.

    The page is self-contained (certificates are linked beside it), and the same file gives the same bytes. Formulas
    come from ``catalogue``, by default the installed one.

    Raises ReportError where ``verdicts.json`` is missing, is not JSON, or is not of schema 1.
    """
    data = load(run_dir / "verdicts.json")
    page = page_of(run_view(data, catalogue or Catalogue.installed()))
    return write_page(run_dir, page)


def write_page(folder: Path, page: str) -> Path:
    """Write ``index.html`` into a folder in one step and return its path."""
    return write_text(folder / "index.html", page)


def write_text(target: Path, page: str) -> Path:
    """Write a file in one step, so that a reader finds the old one or the new one, and return its path."""
    draft = target.with_name(f".{target.stem}-{secrets.token_hex(6)}{target.suffix}")
    try:
        draft.write_text(page, encoding="utf-8", errors="backslashreplace", newline="\n")
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    return target


def parsed(path: Path, holder: str, again: str) -> Any:
    """The parsed file; ``holder`` says what holds such a file, ``again`` what to run again.  Raises ReportError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ReportError(f"{path}: no such file; a {holder} holds {path.name}") from None
    except (UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise ReportError(f"{path}: not JSON ({problem}); run the {again} again") from problem


def load(path: Path) -> Mapping[str, Any]:
    """The parsed file, its outer shape checked. Raises ReportError."""
    data = parsed(path, "run folder", "campaign")
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        found = data.get("schema") if isinstance(data, dict) else type(data).__name__
        raise ReportError(f"{path}: schema {found!r}, this version reads schema {SCHEMA}")
    entries = data.get("statements")
    if not isinstance(entries, list):
        raise ReportError(f"{path}: statements must be a list")
    seen: set[str] = set()
    for position, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or not entry.get("verdict"):
            raise ReportError(f"{path}: statements[{position}] needs an id and a verdict")
        if entry["id"] in seen:
            raise ReportError(f"{path}: statements[{position}]: the id {entry['id']!r} occurs twice")
        seen.add(entry["id"])
    return data


def page_of(run: RunView) -> str:
    """The page of a run as text."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    nodes = {
        s.id: graph.Node(s.id, _css(s.verdict.name), s.verdict.symbol, s.proof_broken, s.depends_on, s.broken_by)
        for s in run.statements
    }
    script = (TEMPLATES / "page.js").read_text(encoding="utf-8").strip()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template("page.html.j2").render(
        run=run, verdicts=VERDICTS, by_id={s.id: s for s in run.statements},
        drawing=graph.draw(nodes), links=graph.table(nodes),
        style=(TEMPLATES / "page.css").read_text(encoding="utf-8").strip(), script=script, script_hash=digest,
    )  # fmt: skip


def _css(verdict: str) -> str:
    return verdict if verdict in VERDICTS else "absent"
