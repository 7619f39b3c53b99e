"""``reports/latest``: where the newest run is always found."""

from __future__ import annotations

import html
import os
import secrets
import shutil
from pathlib import Path
from urllib.parse import quote

_REDIRECT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Latest run</title><meta http-equiv="refresh" content="0; url={target}"></head>
<body><p><a href="{target}">The latest run</a></p></body>
</html>
"""


def point_latest(reports_dir: Path, run_dir: Path) -> Path:
    """Make ``reports_dir/latest`` lead to ``run_dir`` and return it.

    It is a relative symbolic link, replaced in one step so that a reader never finds it missing. Where the file system
    refuses links it is a folder whose ``index.html`` forwards to the run.

    Raises FileNotFoundError if ``run_dir`` does not exist, and FileExistsError if ``latest`` is a folder that this
    function did not write.
    """
    if not run_dir.is_dir():
        raise FileNotFoundError(f"no run at {run_dir}")
    reports_dir.mkdir(parents=True, exist_ok=True)
    latest = reports_dir / "latest"
    target = os.path.relpath(run_dir.resolve(), reports_dir.resolve())
    if latest.is_dir() and not latest.is_symlink():
        # a forwarding folder from a time or a place without links; anything else there is somebody's work
        if {entry.name for entry in latest.iterdir()} - {"index.html"}:
            raise FileExistsError(f"{latest} is a folder with other files in it: move it away, then render again")
        return _forward(latest, target)
    unfinished = reports_dir / f".latest-{secrets.token_hex(6)}"
    try:
        os.symlink(target, unfinished, target_is_directory=True)
    except (OSError, NotImplementedError):  # no links on this file system, or no right to make one
        unfinished.mkdir()
        _forward(unfinished, target)
        if latest.is_symlink() or latest.is_file():
            latest.unlink()
    try:
        os.replace(unfinished, latest)
    except OSError:
        if unfinished.is_symlink():
            unfinished.unlink()
        else:
            shutil.rmtree(unfinished)
        raise
    return latest


def _forward(folder: Path, target: str) -> Path:
    """Write the forwarding page into ``folder`` in one step; both `latest` and its stand-in lie in ``reports_dir``."""
    url = "../" + quote(Path(target).as_posix()) + "/index.html"
    draft = folder.parent / f".forward-{secrets.token_hex(6)}"
    draft.write_text(_REDIRECT.format(target=html.escape(url)), encoding="utf-8")
    os.replace(draft, folder / "index.html")
    return folder
