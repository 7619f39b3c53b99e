"""The command where things go wrong around it: no room, no colours, few columns, interruptions."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lemmata.cli import display
from lemmata.cli.app import main
from tests import PATIENCE
from tests.report import sample_run as sample

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


def lemmata(*words: str, cwd: Path, **settings: str) -> subprocess.Popen[str]:
    return python("-m", "lemmata", *words, cwd=cwd, **settings)


def python(*words: str, cwd: Path, **settings: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("number", "says"), [(errno.ENOSPC, "make room"), (errno.EROFS, "can be written to"), (errno.EACCES, "permissions")]
)
def test_a_place_that_cannot_be_written(
    number: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(paper: str | None) -> None:
        raise OSError(number, os.strerror(number), "reports/runs")

    monkeypatch.setattr(display, "list_statements", refuse)
    assert main(["list"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("lemmata: reports/runs: cannot be written (") and says in err and err.count("\n") == 1


def test_another_failure_of_the_system_stays_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(paper: str | None) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(display, "list_statements", refuse)
    assert main(["list"]) == 4
    assert "internal error" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_output_to_a_full_disk(tmp_path: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lemmata", "list", "--paper", "riedi2022"],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=full, stderr=subprocess.PIPE, text=True,
            timeout=PATIENCE,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "lemmata: the output: cannot be written (No space left on device): make room on the disk\n"


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = lemmata("errata", "riedi2022", "--run", str(ROOT), cwd=tmp_path)
    assert done.wait(PATIENCE) == 2


@pytest.fixture
def two_runs(tmp_path: Path) -> tuple[str, str]:
    for name, verdict in (("old", "supported"), ("new", "refuted")):
        (tmp_path / name).mkdir()
        entries = [sample.entry("a.very-long-name-of-a-statement-that-does-not-fit-sixty-columns", verdict)]
        (tmp_path / name / "verdicts.json").write_text(json.dumps(sample.run(entries)), encoding="utf-8")
    return "old", "new"


def test_sixty_columns_lose_nothing_and_no_colour_is_none(
    two_runs: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = lemmata("diff", *two_runs, cwd=tmp_path, COLUMNS="60", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm")
    said, _ = done.communicate(timeout=PATIENCE)
    assert done.returncode == 1
    assert not re.search(r"\x1b\[[34][0-7]", said), "no colours"
    assert "supported" in said and "refuted" in said
    lines = [line.split("  ")[0] for line in said.splitlines() if "doe" in line or "sixty" in line]
    assert "".join(lines).rstrip() == "a.very-long-name-of-a-statement-that-does-not-fit-sixty-columns"


def test_an_interrupt_is_one_line(tmp_path: Path) -> None:
    program = "import sys; from lemmata.cli.app import main; print(flush=True); sys.exit(main(['list']))"
    done = python("-c", program, cwd=tmp_path)
    assert done.stdout is not None and done.stdout.readline() == "\n"  # Python has started
    time.sleep(0.2)
    done.send_signal(signal.SIGINT)
    _, err = done.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    # CPython ends by the signal itself, which a shell shows as 130, where it came inside an `exec` of a string
    assert done.returncode in (0, 130, -signal.SIGINT) and err in ("", "lemmata: interrupted\n")
