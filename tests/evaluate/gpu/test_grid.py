"""Kernels for a GPU: in Numba's simulator they find what the lanes find, and they compile for a device."""

import json
import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lemmata import catalogue
from lemmata.evaluate import cpu_lanes, gpu
from lemmata.evaluate.cpu_lanes import sweeps
from lemmata.evaluate.cpu_lanes.machine import Op
from lemmata.evaluate.gpu import one_lane
from lemmata.evaluate.randomness import Stream
from lemmata.language.instantiate import instantiate
from tests import python

pytestmark = pytest.mark.long

COUNTED = ("drawn", "met", "broken", "doubtful", "near", "bins", "hypotheses", "suspects")


@pytest.fixture(scope="module")
def simulated() -> dict[str, Any]:
    cpu_lanes.wait()
    out = python("-m", "tests.evaluate.gpu.simulated", NUMBA_ENABLE_CUDASIM="1")
    assert out.returncode == 0, out.stderr
    found: dict[str, Any] = json.loads(out.stdout)
    return found


def test_the_simulator_finds_what_the_lanes_find(simulated: dict[str, Any]) -> None:
    assert simulated["missing"] is None
    for case in simulated["swept"]:
        here, there = case["found"]
        assert [here[k] for k in COUNTED] == [there[k] for k in COUNTED], case["name"]
        for key in ("least", "slacks"):
            finite = [x for x in here[key] if math.isfinite(x)]
            assert len(here[key]) == len(there[key]), case["name"]
            assert there[key][: len(finite)] == pytest.approx(finite, abs=1e-9), case["name"]
        apart = [s for s, a, b in zip(here["slacks"], here["tightest"], there["tightest"], strict=True) if a != b]
        assert not apart or max(apart) - min(apart) < 1e-9, case["name"]  # equal to rounding: either may come first


def test_every_instruction_was_simulated(simulated: dict[str, Any]) -> None:
    assert {x for case in simulated["swept"] for x in case["instructions"]} == {int(op) for op in Op}


def test_what_is_false_is_found_and_what_cannot_be_met_is_counted_as_unmet(simulated: dict[str, Any]) -> None:
    found = {case["name"]: case["found"][1] for case in simulated["swept"]}
    assert found["false"]["broken"] > 0 and found["false"]["suspects"]
    assert found["never met"]["hypotheses"] == [0] and found["never met"]["met"] == 0
    assert found["never met"]["drawn"] > 0 and not found["never met"]["tightest"]
    assert found["lemma 21 at 3"]["met"] == found["lemma 21 at 3"]["drawn"]


def test_uniform_numbers_have_the_bits_of_the_stream() -> None:
    stream = Stream("bits", 3)
    key = np.array((*stream._philox_key, *stream._philox_lane), np.uint64)
    stream.position = first = 2**33 + 5
    want = stream.uniform((40, 2)).tolist()
    assert [list(one_lane.uniforms(first + k, 1, key)) for k in range(40)] == want


@pytest.mark.parametrize("x", [5e-324, 2.0**-1022, 0.7, 1.0, 3.0, 2.0**1023 * 1.5, math.inf, math.nan])
def test_octaves(x: float) -> None:
    bits = np.float64(x).view(np.uint64) & np.uint64(0x7FF0000000000000)
    assert one_lane.octave(np.float64(x)) == bits.view(np.float64)


def test_what_is_too_large_for_a_thread_is_refused() -> None:
    large = sweeps.program_of(instantiate(catalogue.get("riedi.lemma-21"), {"n": gpu.LARGEST + 1}))
    assert large is not None and not gpu.fits(large)
    with pytest.raises(ValueError, match="too large"):
        gpu.sweep(large, (), 0, 1, 0.0, np.empty(0), 1)


def test_kernels_compile_for_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the assembly of a GPU of capability 9.0: simulated Python knows no types."""
    from numba import cuda, float64, int64, uint64
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import nvvm

    from lemmata.evaluate.gpu import launching

    if not nvvm.is_available():
        pytest.skip("no CUDA toolkit")
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=(9, 0)))
    x, y, i, j = float64[::1], float64[:, ::1], int64[::1], int64[:, ::1]
    sweep = (j, x, i, int64, x, float64, uint64[::1], int64, int64, float64, x, j, j, y, y, j, y, j)
    for kernel, signature in ((launching.sweeping_kernel(gpu.ROWS[0], gpu.CLAUSES[0]), sweep),):
        text, _ = cuda.compile_ptx(kernel.py_func, signature, cc=(9, 0))
        assert "fma.rn.f64" in text and ".target sm_90" in text


@pytest.mark.gpu
def test_a_gpu_finds_what_the_lanes_find() -> None:
    if gpu.missing() is not None:
        pytest.skip(str(gpu.missing()))
    cpu_lanes.wait()
    for order in (2, 4, 8):
        concrete, stream = instantiate(catalogue.get("riedi.lemma-21"), {"n": order}), Stream("gpu", order)
        here, there = (sweeps.sweep(concrete, stream, 0, 300_000, 1e-9, device=d) for d in ("cpu", "cuda"))
        assert (here.drawn, here.met, here.broken, here.doubtful) == (
            there.drawn,
            there.met,
            there.broken,
            there.doubtful,
        )
        assert np.abs(np.array(here.slacks) - np.array(there.slacks)).max() < 1e-12
