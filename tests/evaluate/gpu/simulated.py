"""What the kernels for a GPU find in Numba's simulator, next to the lanes, as JSON on the standard output.

A process of its own, with NUMBA_ENABLE_CUDASIM=1: Numba reads the variable when it is imported.
"""

import dataclasses
import json
import warnings
from collections.abc import Iterator
from typing import Any

from lemmata import catalogue
from lemmata.evaluate import gpu
from lemmata.evaluate.cpu_lanes import sweeps
from lemmata.evaluate.randomness import Stream
from lemmata.language import smax
from lemmata.language.instantiate import Concrete, instantiate
from lemmata.language.variables import Dim, Matrix
from lemmata.sample.plan import plan

COUNT = 12
INSTRUCTIONS = (  # that they have every one among them a test asserts
    "classical.weyl-extremes", "classical.skew-form", "classical.condition-bounds", "classical.norm-of-symmetric",
    "oyedotun.lemma-3", "classical.frobenius-by-rank", "classical.exponential-determinant", "classical.stack",
    "classical.frobenius-of-transpose", "classical.entry-below-norm", "riedi.lemma-10.eq-44",
    "classical.determinant-by-singular-values", "classical.gram-matrices", "classical.rectifier-shortens",
    "zhao.skip-ratio", "classical.determinant-trace", "classical.schur-majorization", "zhao.eq-26",
    "oyedotun.def-1~expansion", "classical.kronecker", "classical.frobenius-root", "classical.logarithm-below-tangent",
    "classical.schatten-below", "classical.spectral-radius-norm", "classical.modulus-norm",
    "classical.characteristic-polynomial",
)  # fmt: skip


def cases() -> Iterator[tuple[str, Concrete, int]]:
    """Name, statement and how many instances of it."""
    n = Dim("n")
    a, b = Matrix("A", n, n), Matrix("B", n, n)
    true = catalogue.get("riedi.lemma-21")
    for order, count in ((2, 60), (3, 30), (5, 8)):
        yield f"lemma 21 at {order}", instantiate(true, {"n": order}), count
    yield "false", instantiate(dataclasses.replace(true, claim=smax(a) <= smax(a + b), given=()), {"n": 2}), 60
    never = dataclasses.replace(true, claim=smax(a) <= smax(a) + smax(b), given=(smax(a) < 0,))
    yield "never met", instantiate(never, {"n": 2}), COUNT
    for name in INSTRUCTIONS:
        yield name, plan(catalogue.get(name), 3, 1)[0], COUNT


def swept() -> Iterator[dict[str, Any]]:
    for name, concrete, count in cases():
        program = sweeps.program_of(concrete)
        assert program is not None, name
        stream = Stream(("simulated", name), 1)
        here, there = (
            sweeps.sweep(concrete, stream, 7, 7 + count, 1e-9, keep=8, edges=(0.1, 0.5), device=device)
            for device in ("cpu", "cuda")
        )
        found = [dataclasses.asdict(x) for x in (here, there)]
        yield {"name": name, "found": found, "instructions": sorted({int(x) for x in program.code[:, 0]})}


if __name__ == "__main__":
    warnings.simplefilter("ignore", RuntimeWarning)  # zero divided by zero: NaN on a device, and NaN here
    print(json.dumps({"missing": gpu.missing(), "swept": list(swept())}))
