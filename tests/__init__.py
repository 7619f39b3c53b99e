"""Tests of the suite itself, laid out as the code is."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

PATIENCE = 600  # seconds after which a child process counts as hung; what a test measures is processor time


def table(file: str, name: str) -> dict[str, Any]:
    """What the TOML file of this name next to a file holds."""
    return tomllib.loads(Path(file).with_name(name).read_text(encoding="utf-8"))


def split(texts: str) -> tuple[str, ...]:
    """Texts between semicolons."""
    return tuple(text.strip() for text in texts.split(";"))


def python(
    *words: str, cwd: Path = Path(__file__).parents[1], text: str | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """This interpreter on these words, with a text as its standard input and more variables in its environment, of
    which those of pytest are left out."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")} | variables
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=cwd, env=environment, input=text, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
