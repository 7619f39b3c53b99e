"""Shared by all tests: one thread per process, no deadlines, and `gpu` tests only where there is a CUDA device."""

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import settings

from lemmata.processes import collect_seldom

# Read when torch and NumPy are first imported, here and in child processes: the test workers share the cores already.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

collect_seldom()  # as in every process that the command starts

# A busy machine must not fail a test, and where CI is set the examples are the same in every run.
settings.register_profile("lemmata", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("lemmata")


@pytest.fixture(autouse=True)
def environment_as_it_was() -> Iterator[None]:
    """The command sets PYTHONSAFEPATH for the processes that it starts; in a test it ends with the test."""
    before = os.environ.get("PYTHONSAFEPATH")
    yield
    os.environ.pop("PYTHONSAFEPATH", None)
    if before is not None:
        os.environ["PYTHONSAFEPATH"] = before


def pytest_configure(config: pytest.Config) -> None:
    """An overflow or an invalid value that nobody handled fails the test it happens in."""
    config.addinivalue_line("filterwarnings", "error::RuntimeWarning")


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `sampled` leaves out as long; skip `gpu` tests, with the reason, where there is no CUDA device."""
    met: Counter[str] = Counter()
    for item in items:
        if sampled := item.get_closest_marker("sampled"):
            step, start = (*sampled.args, 0)[:2]
            test = item.nodeid.partition("[")[0]
            if met[test] % step != start:
                item.add_marker("long")
            met[test] += 1
    marked = [item for item in items if item.get_closest_marker("gpu")]
    if marked:
        import torch

        if not torch.cuda.is_available():
            for item in marked:
                item.add_marker(pytest.mark.skip(reason="no CUDA device"))
