"""The pytest plugin: `pytest --conjectures DIR` checks the conjecture files of a folder, in any project.

It is loaded with every pytest run of an environment that lemmata is installed in, so it imports nothing of the suite
before the option is given; then it names `test_conjecture_files.py`, whose `conftest.py` does the work.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

OPTION = "--conjectures"
TESTS = Path(__file__).resolve().parent / "collect" / "test_conjecture_files.py"


def _asked(args: Iterable[str]) -> bool:
    return any(arg == OPTION or arg.startswith(f"{OPTION}=") for arg in args)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Add the tests of conjectures to what is collected, unless the suite's own folder was named."""
    if not _asked(args):
        return
    named = early_config.known_args_namespace.file_or_dir
    here = [(early_config.invocation_params.dir / arg.partition("::")[0]).resolve() for arg in named]
    if not any(path == TESTS or path in TESTS.parents for path in here):
        args.append(str(TESTS))
        named.append(str(TESTS))
