"""Where what was compiled is kept, and having it made aside: nothing here loads the compiler.

Compiling takes some ten seconds, once per machine and version.  The result is kept in the user's cache, in a folder
named by the text of all kernels: the compiler's own notes look at one file at a time and would join new callers to old
callees.  Where there is no place to write, every process compiles for itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path

KEPT = 30 * 86400.0  # seconds after which what other versions compiled is removed
COMPILED = (b"@compiled", b"import numba", b"from numba")  # in files whose text makes a difference
READY = "ready"  # the file that says all is there
_asked: list[subprocess.Popen[bytes]] = []


@lru_cache(maxsize=1)
def installed() -> bool:
    """Whether there is a compiler; it is not loaded to find out."""
    return importlib.util.find_spec("numba") is not None


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """The folder of what was compiled from this text, made if it is not there; None where none can be written."""
    digest = hashlib.sha256(f"{importlib.metadata.version('numba')} {sys.version}".encode())
    for text in (file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py"))):
        if any(word in text for word in COMPILED):
            digest.update(text)
    own = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    user = getattr(os, "getuid", lambda: "user")()
    bases = [Path(own)] if own else []
    with contextlib.suppress(RuntimeError):  # no home
        bases.append(Path.home() / ".cache")
    for base in (*bases, Path(tempfile.gettempdir()) / f"cache-{user}"):
        found = base / "lemmata" / "lanes" / digest.hexdigest()[:16]
        try:
            if not found.is_dir():
                found.mkdir(parents=True, exist_ok=True, mode=0o700)
                _tidy(found.parent)
        except OSError:
            continue
        if os.access(found, os.W_OK) and (user == "user" or found.stat().st_uid == user):
            return found  # ours: what lies there is run
    return None


def kept(source: Path, folder: Path) -> Path:
    """A copy of a source in the folder of what is compiled from it, made if it is not there."""
    copy = folder / source.name
    if not copy.exists():
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(source.read_bytes())
        os.replace(file.name, copy)  # whole at once: other processes do the same
    return copy


def _tidy(base: Path) -> None:
    for other in base.iterdir():
        if time.time() - other.stat().st_mtime > KEPT:
            shutil.rmtree(other, ignore_errors=True)


def ready() -> bool:
    """Whether all is compiled and kept.  Where nothing can be kept there is nothing to wait for."""
    found = folder()
    return found is None or (found / READY).exists()


def at_work() -> bool:
    """Whether a process that was asked has not ended."""
    return any(process.poll() is None for process in _asked)


def finished() -> bool:
    """Whether all is compiled and kept once the process that was asked, if one was, has ended."""
    for process in _asked:
        process.wait()
    return ready()


def ask() -> None:
    """Have it made by another process, unless one was asked before; nobody waits for it."""
    if not _asked and sys.executable:
        command = [sys.executable, "-P", "-m", "lemmata.evaluate.cpu_lanes.warm"]
        with contextlib.suppress(OSError):
            quiet = subprocess.DEVNULL
            _asked.append(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True))
