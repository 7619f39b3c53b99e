"""A stand-in for the engine, importable by name in any process: verdicts come from a table, at once.

`python -m tests.run.fake_engine ARGUMENTS` is the command with this engine in place of the real one, and
`pytest -p tests.run.fake_engine` the plugin. What it answers is read from the files that two environment variables
name: LEMMATA_TEST_SCRIPT, JSON from id to [verdict, what it does], and LEMMATA_TEST_EXPECTED, an `expected.toml`.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata.catalogue import expected, get
from lemmata.certificates import build_violation
from lemmata.claims.profiles import Profile
from lemmata.run import campaign
from tests import PATIENCE


def script() -> dict[str, list[str]]:
    """Verdict and behaviour by statement id."""
    path = os.environ.get("LEMMATA_TEST_SCRIPT")
    return json.loads(Path(path).read_text(encoding="utf-8")) if path else {}


def certificate_of(identifier: str) -> dict[str, Any]:
    """A well-formed certificate; what it says is not true."""
    from fractions import Fraction

    from lemmata.language.instance import Instance

    statement = get(identifier)
    values = {"A": [[Fraction(1)]], "B": [[Fraction(0)]]}
    return build_violation(statement, Instance({"n": 1}, values), 0, statement.conjuncts[0], "1", "0")


def check(identifier: str, profile: Profile, seed: int, device: str) -> dict[str, Any]:
    """The scripted entry: `supported` unless the script says otherwise."""
    reported = script()
    statement = get(identifier.partition("#")[0])
    verdict, behaviour = (reported.get(identifier) or reported.get(statement.id) or ["supported", ""])[:2]
    log = os.environ.get("LEMMATA_TEST_LOG")
    if log:
        with open(log, "a", encoding="utf-8") as file:
            file.write(identifier + "\n")
    if behaviour == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if behaviour == "sleep":
        time.sleep(10 * PATIENCE)
    if behaviour == "raise":
        raise RuntimeError("the engine itself broke")
    if behaviour == "interrupt":
        raise KeyboardInterrupt
    entry = {
        "id": identifier,
        "paper": statement.paper,
        "locator": statement.source.locator,
        "kind": statement.kind.value,
        "title": statement.title,
        "verdict": verdict,
        "scope": f"seed {seed}",
        "tight": False,
        "depends_on": list(statement.depends_on),
        "text": statement.text,
        "notes": "",
        "hash": statement.hash,
        "evidence": {"instances": seed, "searches": 0, "certified": 0, "min_slack": 0.5},
        "proof": None,
        "certificate": None,
        "counterexample": None,
        "reproduce": f"lemmata verify {statement.id} --profile {profile.name} --seed {seed}",
        "figure": None,
        "error": None,
        "seconds": time.perf_counter() % 1,
        "_certificate": certificate_of(statement.id) if behaviour == "certify" else None,
    }
    if behaviour == "nan":
        entry["evidence"] = {"min_slack": float("nan")}
    return entry


def install() -> None:
    """Put the stand-in in the engine's place in this process."""
    campaign.ENGINE = campaign.CHUNK_ENGINE = "tests.run.fake_engine:check"
    if reviewed := os.environ.get("LEMMATA_TEST_EXPECTED"):
        expected.files = lambda: [(Path(reviewed), catalogue.ids())]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: object) -> None:
    """As a pytest plugin."""
    install()


if __name__ == "__main__":
    from lemmata.cli.app import main

    install()
    sys.exit(main())
