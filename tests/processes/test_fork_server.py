"""Tasks in processes of their own: what they say, what they do not share, and how they end."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata.processes import fork_server
from lemmata.processes.fork_server import Done
from tests import PATIENCE

ROOT = Path(__file__).parents[2]
WAYS = (fork_server.run, lambda entry, arguments=(), given="": fork_server._afresh(entry, arguments, given, None))


def python(program: str, way: Callable[..., Done] = fork_server.run) -> Done:
    """A line of Python, run by the standard library's tool that times it."""
    return way("timeit:main", ["-n1", "-r1", program])


@pytest.mark.parametrize("way", WAYS, ids=["forked", "afresh"])
def test_a_task_reads_its_input_and_tells_what_became_of_it(way: Callable[..., Done]) -> None:
    assert way("json.tool:main", given='{"a": 1}') == Done(0, '{\n    "a": 1\n}\n', "")
    refused = way("json.tool:main", given="{")
    assert refused.code == 1 and not refused.out and "Expecting" in refused.err
    failed = python("raise SystemError('of its own')", way)
    assert failed.code and "SystemError: of its own" in failed.out + failed.err
    assert python("import os; os.kill(os.getpid(), 9)", way).code == -9


def test_a_task_finds_nothing_of_the_one_before_it_and_nothing_of_ours(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    for _ in range(2):
        reported = (
            f"import os, sys; print(os.getpid(), hasattr(sys, 'mark'), file=open({str(seen)!r}, 'a')); sys.mark = 1"
        )
        assert python(reported).code == 0
    (first, unmarked), (second, still_unmarked) = (line.split() for line in seen.read_text().splitlines())
    assert unmarked == still_unmarked == "False"
    assert len({first, second, str(os.getpid())}) == 3
    loaded = f"import sys; print(*sorted(sys.modules), file=open({str(seen)!r}, 'w'))"
    assert python(loaded).code == 0
    assert {"lemmata.processes.fork_server", "timeit"} <= set(seen.read_text().split())
    assert not {"sympy", "numpy", "lemmata.language", "lemmata.prove"} & set(seen.read_text().split())


def test_who_does_not_wait_any_longer_gets_no_answer_of_before() -> None:
    with pytest.raises(TimeoutError, match="within 0.01 s"):
        fork_server.run("timeit:main", ["-n1", "-r1", "import time; time.sleep(600)"], seconds=0.01)
    assert fork_server.run("timeit:main", ["-n1", "-r1", "pass"]).out.startswith("1 loop")


def test_what_cannot_be_called_is_an_error_and_no_answer() -> None:
    with pytest.raises(RuntimeError, match="ended with exit code 1"):
        fork_server.run("json.tool:nothing")


def test_who_is_gone_leaves_nobody_behind() -> None:
    """The first process ends with whoever asked: it holds standard error, and that is read to its end here."""
    code = (
        "import os\nfrom lemmata.processes import fork_server\n"
        "print(fork_server.run('json.tool:main', given='1').out, end='', flush=True)\nos._exit(3)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "1\n", "")
