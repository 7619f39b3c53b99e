"""What compiled programs are compared with: the rules, with LAPACK's spectra."""

from collections.abc import Mapping
from unittest import mock

from torch import Tensor

from lemmata.evaluate import cpu_lanes, floats
from lemmata.language.instantiate import Concrete


def screened(concrete: Concrete, values: Mapping[str, Tensor]) -> floats.Screen:
    """A batch of instances judged by the rules alone: nothing compiled computes a value or a spectrum."""
    with mock.patch.object(cpu_lanes, "suited", lambda *_: False):
        return floats.screen(concrete, values, sides=True)
