"""Pages in headless Chromium, without a network."""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lemmata.report.styles import TEMPLATES

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next((found for found in map(shutil.which, NAMES) if found), None)
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom")
SCRIPT = (TEMPLATES / "recheck.js").read_text(encoding="utf-8")
needs_browser = pytest.mark.skipif(BROWSER is None, reason=f"no browser: none of {', '.join(NAMES)} is installed")


def shown(page: Path, fragment: str = "", seconds: int = 120) -> str:
    """What a page has become once its scripts are idle, as HTML."""
    words = [str(BROWSER), *OPTIONS, f"--virtual-time-budget={1000 * seconds}", page.as_uri() + fragment]
    return subprocess.run(words, capture_output=True, text=True, timeout=2 * seconds, check=True).stdout


def computed(folder: Path, body: str, data: Any, script: str = SCRIPT) -> Any:
    """What an asynchronous function of `data` with this body returns, next to the script, in JSON."""
    page = folder / "computed.html"
    work = f"(async (data) => {{ {body} }})(JSON.parse(document.getElementById('data').textContent))"
    page.write_text(
        f"<meta charset=utf-8><pre id=data hidden>{html.escape(json.dumps(data))}</pre><pre id=out></pre>"
        + f"<script>{script}</script>"
        + f"<script>{work}.then((x) => JSON.stringify(x), String).then((x) => out.textContent = x)</script>",
        encoding="utf-8",
    )
    found = re.search(r'<pre id="out">(.*?)</pre>', shown(page), re.DOTALL)
    assert found, "the page has no result"
    return json.loads(html.unescape(found[1]))
