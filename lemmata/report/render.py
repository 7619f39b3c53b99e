"""``verdicts.json`` in, one page out."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import secrets
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape as escape_text
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from lemmata.report import formats
from lemmata.report.evidence import (
    against,
    budget,
    frequency,
    grid,
    interval,
    notes,
    points,
    predicted,
    short,
    surety,
    words,
)
from lemmata.report.figures import histogram
from lemmata.report.instances import instance, text
from lemmata.report.prose import prose
from lemmata.report.records import mapping, names, records
from lemmata.report.run_files import load, readable
from lemmata.report.run_view import RunView, run_view
from lemmata.report.sharpening import CONSTANT, NEEDED, RIVAL, bounds, line, word
from lemmata.report.styles import PLAIN, STYLE, TEMPLATES
from lemmata.report.timings import PAGE, TITLE, timings
from lemmata.report.typeset_statements import Catalogue
from lemmata.report.verdict_signs import VERDICTS
from lemmata.report.views import StatementView, tightest_first
from lemmata.report.writing import html

LARGE = 60  # statements beyond which a run has an overview, and a page for each paper
SCRIPTS = ("page.js", "recheck.js", "recheck_button.js")
MAX_CERTIFICATE = 20_000  # characters of one that a page holds
BEFORE_A_BLOCK = re.compile(  # white space that shows nothing, and is a node
    r"(?<=>)\n+(?=</?(?:article|dd|details|div|dl|dt|h[1-6]|li|ol|p|section|summary|table|tbody|td|th|thead|tr|ul)\b)"
)
CHECKED = '"kind":"violation"'  # what the script of the page checks: statements about one instance


def render(run_dir: Path, catalogue: Catalogue | None = None) -> Path:
    """Write the pages of a run next to its ``verdicts.json`` and return the path of the first, ``index.html``.

    A run of more than 60 statements gets an overview and one page per paper, ``paper-KEY.html``; a smaller one is a
    page by itself.  Where entries say it, ``timings.html`` tells where the time went.  Every page is self-contained
    (certificates are linked next to it, and the page holds those that it can check), and the same files give the same
    bytes. Formulas come from ``catalogue``, by default the installed one.

    Raises ReportError where ``verdicts.json`` is missing, is not JSON, or is not of schema 1.
    """
    data = load(run_dir / "verdicts.json")
    with readable(run_dir / "verdicts.json"):
        run = run_view(data, catalogue or Catalogue.installed())
        times = timings(data)
        pages = {PAGE: html(TITLE, times, PLAIN)} if times else {}
        pages |= pages_of(replace(run, timed=bool(times)), certificates_of(run, run_dir))
    for name, page in pages.items():
        write_text(run_dir / name, page)
    for path in (*run_dir.glob("paper-*.html"), *run_dir.glob(PAGE)):  # of an earlier rendering
        if path.name not in pages:
            path.unlink()
    return run_dir / "index.html"


def pages_of(run: RunView, certificates: Mapping[str, Markup]) -> dict[str, str]:
    """The pages of a run by file name, the first last, so that it is there only when all are."""
    if len(run.statements) <= LARGE:
        return {"index.html": _page(run, {s.id: s for s in run.statements}, {}, "", certificates)}
    home = {s.id: paper.page for paper in run.papers for s in paper.statements}
    by_id = {s.id: s for s in run.statements}
    pages = {paper.page: _page(run.only(paper), by_id, home, paper.page, certificates, True) for paper in run.papers}
    return pages | {"index.html": _overview(run, home)}


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


def certificates_of(run: RunView, folder: Path) -> dict[str, Markup]:
    """The certificates of refuted statements by id, without white space: what a page holds in order to check them."""
    found = {}
    for s in run.statements:
        path = folder / s.certificate if s.certificate and s.verdict.name == "refuted" and s.hash else None
        if path is not None and path.is_file() and path.stat().st_size <= 4 * MAX_CERTIFICATE:
            text = re.sub(r'("(?:[^"\\]|\\.)*")|\s+', r"\1", path.read_text(encoding="ascii", errors="replace"))
            if len(text) <= MAX_CERTIFICATE and CHECKED in text:
                found[s.id] = Markup(escape_text(text, quote=False))  # noqa: S704 - escaped, but for quotation marks
    return found


def templates() -> Environment:
    """The templates, with what they ask of records of a run by filters."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown: tuple[Callable[..., Any], ...] = (
        mapping, names, records, instance, text, tightest_first, histogram, line, word, bounds, short, interval, words,
        predicted, frequency, against, budget, points, notes, surety, grid, formats.count, formats.slack,
        formats.seconds, formats.percent,
    )  # fmt: skip
    environment.filters |= {function.__name__: function for function in shown}
    environment.filters["prose"] = lambda said: Markup("").join(map(escape, prose(said)))
    environment.globals |= {"NEEDED": NEEDED, "CONSTANT": CONSTANT, "RIVAL": RIVAL}
    return environment


def _script(*names: str) -> tuple[str, str]:
    """Scripts as one, and the hash by which the page allows it and no other."""
    script = "\n".join((TEMPLATES / name).read_text(encoding="utf-8").strip() for name in names)
    return script, base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _page(
    run: RunView,
    by_id: Mapping[str, StatementView],
    home: Mapping[str, str],
    here: str,
    certificates: Mapping[str, Markup],
    packed: bool = False,
) -> str:
    """The page of statements in ``run``; ``by_id`` are those that links may lead to, ``home`` the pages they are on.

    ``packed``: what stands under "How we know" is nine tenths of a long page and repeats its formulas; it is compressed
    into one element, from which the page takes what a reader opens.
    """

    def href(identifier: str) -> str:
        page = home.get(identifier, here)
        return f"{page if page != here else ''}#{by_id[identifier].anchor}"

    script, digest = _script(*(SCRIPTS if certificates.keys() & {s.id for s in run.statements} else SCRIPTS[:1]))
    shared = {"run": run, "verdicts": VERDICTS, "by_id": by_id, "href": href, "certificates": certificates}
    environment = templates()
    evidence = environment.get_template("all_evidence.html.j2").render(shared) if packed else ""
    page = environment.get_template("page.html.j2").render(
        shared, home=bool(home), style=STYLE, script=script, script_hash=digest,
        packed=base64.b64encode(zlib.compress(evidence.encode(), 9)).decode() if packed else None,
    )  # fmt: skip
    return BEFORE_A_BLOCK.sub("", page)


def _overview(run: RunView, home: Mapping[str, str]) -> str:
    """The first page of a large run: counts, what failed, and every statement by name, evidence on its paper's page."""
    script, digest = _script("overview.js")
    by_id = {s.id: s for s in run.statements}
    return templates().get_template("overview.html.j2").render(
        run=run, verdicts=VERDICTS, by_id=by_id, href=lambda name: f"{home[name]}#{by_id[name].anchor}",
        style=PLAIN, script=script, script_hash=digest,
    )  # fmt: skip
