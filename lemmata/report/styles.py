"""The style sheet that every page carries."""

from __future__ import annotations

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
STYLE = (TEMPLATES / "page.css").read_text(encoding="utf-8").strip()
