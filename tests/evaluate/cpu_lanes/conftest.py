"""Here the kernels are compiled before anything asks for them."""

import pytest

from lemmata.evaluate import cpu_lanes


@pytest.fixture(scope="package", autouse=True)
def compiled() -> None:
    cpu_lanes.wait()
