"""``verdicts.json`` in, one page out."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reports import graph
from reports.reading import load, readable
from reports.run_view import RunView, run_view
from reports.styles import STYLE, TEMPLATES
from reports.typeset import Catalogue
from reports.views import VERDICTS


def render(run_dir: Path, catalogue: Catalogue | None = None) -> Path:
    """Write ``index.html`` into ``run_dir`` from its ``verdicts.json`` and return its path.

    The page is self-contained (certificates are linked beside it), and the same file gives the same bytes. Formulas
    come from ``catalogue``, by default the installed one.

    Raises ReportError where ``verdicts.json`` is missing, is not JSON, or is not of schema 1.
    """
    data = load(run_dir / "verdicts.json")
    with readable(run_dir / "verdicts.json"):
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
        style=STYLE, script=script, script_hash=digest,
    )  # fmt: skip


def _css(verdict: str) -> str:
    return verdict if verdict in VERDICTS else "absent"
