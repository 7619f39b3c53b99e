"""Here the kernels are compiled before anything asks for them."""

from __future__ import annotations

import pytest

from lemmata.numerics.evaluate import lanes


@pytest.fixture(scope="package", autouse=True)
def compiled() -> None:
    lanes.wait()
