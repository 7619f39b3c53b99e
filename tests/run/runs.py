"""Runs with the stand-in engine, for the tests of campaign, command and plugin."""

import json
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata.catalogue import expected, get
from lemmata.cli import index
from lemmata.run import campaign, sharding

THREE = ["riedi.prop-1", "riedi.cor-2", "riedi.lemma-18~repaired"]  # the second rests on the first


def write_script(folder: Path, script: dict[str, list[str]]) -> str:
    """A file for LEMMATA_TEST_SCRIPT."""
    path = folder / "script.json"
    path.write_text(json.dumps(script), encoding="utf-8")
    return str(path)


def stand_in(patch: pytest.MonkeyPatch, folder: Path, chunks: bool = False) -> None:
    """The stand-in engine, nothing reviewed, an empty working directory; `chunks`: as many for every statement as the
    profile says."""
    for name in ("ENGINE", "CHUNK_ENGINE"):
        patch.setattr(campaign, name, "tests.run.fake_engine:check")
    for module in (sharding, campaign) if chunks else ():
        patch.setattr(module, "chunks_of", lambda statement, profile: profile.chunks)
    review_only(patch, folder / "expected.toml")
    patch.setenv("LEMMATA_TEST_LOG", str(folder / "log"))
    patch.chdir(folder)


def asked(folder: Path) -> list[str]:
    """What the stand-in engine was asked since this was last called."""
    log = folder / "log"
    names = log.read_text(encoding="utf-8").split() if log.exists() else []
    log.unlink(missing_ok=True)
    return names


def review_only(patch: pytest.MonkeyPatch, path: Path) -> None:
    """Let this be the only `expected.toml`, for all statements, also for what the command line shows."""
    patch.setattr(expected, "files", lambda: [(path, catalogue.ids())])
    patch.setattr(expected, "of_textbook", dict)
    patch.setattr(index, "_kept", lambda name, sources: None)
    patch.setattr(index, "_keep", lambda name, sources, content: content)


def write_expected(folder: Path, verdicts: dict[str, str], **hashes: str) -> str:
    """An expected.toml that reviews statements as they read now, unless `hashes` says otherwise."""
    path = folder / "expected.toml"
    rows = (
        f'["{i}"]\nverdict = "{v}"\nreason = "as the test wants it"\nhash = "{hashes.get(i, get(i).hash)}"\n'
        for i, v in verdicts.items()
    )
    path.write_text("".join(rows), encoding="utf-8")
    return str(path)


def verdicts(run: Path) -> dict[str, Any]:
    """The parsed verdicts.json of a run."""
    return dict(json.loads((run / "verdicts.json").read_text(encoding="utf-8")))


def ids(run: Path) -> list[str]:
    """Ids in the order of the file."""
    return [e["id"] for e in verdicts(run)["statements"]]
