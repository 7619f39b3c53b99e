"""Tests of the suite itself, laid out as the code is."""

import tomllib
from pathlib import Path
from typing import Any

PATIENCE = 600  # seconds after which a child process counts as hung; what a test measures is processor time


def table(file: str, name: str) -> dict[str, Any]:
    """What the TOML file of this name next to a file holds."""
    return tomllib.loads(Path(file).with_name(name).read_text(encoding="utf-8"))
