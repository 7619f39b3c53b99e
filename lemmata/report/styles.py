"""The style sheet that every page carries, with the font that its formulas are set in.

`templates/math.woff2` holds the characters of formulas from TeX Gyre Pagella Math of B. Jackowski, P. Strzelczyk and
P. Pianowski, under another name, as the GUST Font License asks for what was changed.
"""

from __future__ import annotations

import base64
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
_FONT = base64.b64encode((TEMPLATES / "math.woff2").read_bytes()).decode()
PLAIN = (TEMPLATES / "page.css").read_text(encoding="utf-8").strip()  # of a page without formulas
_FACE = f'@font-face {{ font-family: "Lemmata Math"; src: url(data:font/woff2;base64,{_FONT}) format("woff2"); }}'
STYLE = f"{_FACE}\n{PLAIN}"
