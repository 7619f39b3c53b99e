"""What is kept between calls, in files that are made again when a source of what they hold changes."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

SOURCES = {".json", ".proof", ".py", ".toml", ".txt"}


def folder() -> Path:
    """Where this tool keeps what it can make again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lemmata"


def digest(*places: str | Path) -> str:
    """A hash of the names and contents of the source files in these folders, and of these files."""
    out = hashlib.sha256()
    for place in places:
        inside = [os.path.join(at, name) for at, _, names in os.walk(place) for name in names]
        for path in sorted(inside) or [str(place)]:
            if os.path.splitext(path)[1] in SOURCES:
                with open(path, "rb") as file:
                    content = hashlib.sha256(file.read()).hexdigest()
                out.update(f"{os.path.relpath(path, os.path.dirname(place))}\0{content}\n".encode())
    return out.hexdigest()


def keep(place: Path, text: str) -> None:
    """Write a file, at once as a whole.  Where none can be written nothing is kept: it costs time, nothing else."""
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_suffix(f".{os.getpid()}")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(place)
