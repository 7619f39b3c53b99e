"""Every registered ensemble: shapes, determinism, exactness flags; and the property each one is named after."""

import math
from fractions import Fraction

import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.sample import matrix_laws
from lemmata.sample.matrix_laws import ENSEMBLES, ensemble

ALL = pytest.mark.parametrize("law", ENSEMBLES.values(), ids=list(ENSEMBLES))
SHAPES = [(1, 1), (2, 2), (3, 3), (7, 7), (1, 4), (4, 1), (3, 5), (6, 2)]


def draw(name: str, batch: int, rows: int, cols: int | None = None, key: str = "test") -> torch.Tensor:
    return ensemble(name)(Stream((key, name), seed=1), batch, rows, rows if cols is None else cols)


@ALL
def test_shapes_types_and_determinism(law):
    for rows, cols in SHAPES:
        if law.square_only and rows != cols:
            continue
        for dtype in (torch.float64, torch.float32):
            if dtype == torch.float32 and law.name == "extreme_scale":
                continue
            first = law(Stream(("shape", law.name), 5, dtype=dtype), 9, rows, cols)
            assert first.shape == (9, rows, cols) and first.dtype == dtype and bool(torch.isfinite(first).all())
            assert torch.equal(first, law(Stream(("shape", law.name), 5, dtype=dtype), 9, rows, cols))
            assert law(Stream("one"), 1, rows, cols).shape == (1, rows, cols)


@ALL
def test_seed_and_chunk_change_the_draw_and_order_does_not(law):
    chunks = [law(Stream(("chunk", c), seed=2), 64, 4, 4) for c in (0, 1)]
    assert not torch.equal(chunks[0], chunks[1])
    assert not torch.equal(law(Stream(("chunk", 0), seed=3), 64, 4, 4), chunks[0])
    backwards = [law(Stream(("chunk", c), seed=2), 64, 4, 4) for c in (1, 0)]
    assert torch.equal(backwards[1], chunks[0]) and torch.equal(backwards[0], chunks[1])


@ALL
def test_exact_means_small_dyadic_entries(law):
    """No entry of an exact ensemble needs more than 12 significant bits; inexact laws show one that does."""
    bits = 0
    for n in (3, 8) if law.square_only else (3, 8, 64):
        for value in law(Stream(("exact", law.name)), 20, n, n).flatten().tolist():
            numerator = abs(Fraction(value).numerator)
            bits = max(bits, (numerator // (numerator & -numerator)).bit_length() if numerator else 0)
    assert bits <= 12 if law.exact else bits > 12


@ALL
def test_bad_sizes_are_refused(law):
    for sizes in ((0, 2, 2), (2, 0, 0), (2, 2, -1)):
        with pytest.raises(ValueError, match="at least 1"):
            law(Stream("x"), *sizes)
    if law.square_only:
        with pytest.raises(ValueError, match="only square"):
            law(Stream("x"), 2, 2, 3)


def test_registry_lookup():
    assert ensemble("jordan").exact and ensemble("jordan").square_only
    with pytest.raises(KeyError, match="gaussian"):
        ensemble("gausian")


def test_nilpotent_vanishes_exactly_at_power_n():
    for n in (1, 2, 5):
        a = draw("nilpotent", 200, n)
        assert not torch.linalg.matrix_power(a, n).any()
    assert int((a.tril() != 0).any(2).any(1).sum()) > 100
    assert bool(torch.linalg.matrix_power(a, n - 1).any())


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
@ALL
def test_cuda_draws_what_the_processor_draws(law):
    here, there = (law(Stream(("gpu", law.name), 3, device), 200, 5, 5) for device in ("cpu", "cuda"))
    assert there.device.type == "cuda"
    if law.exact:
        assert torch.equal(there.cpu(), here)
    else:
        scale = here.abs().amax((1, 2), keepdim=True).clamp(min=torch.finfo(torch.float64).tiny)
        assert float(((there.cpu() - here) / scale).abs().max()) < 1e-11


# --- Haar matrices, prescribed singular values, and the sixteen LAPACK types. Error bounds count reflections

EPS = torch.finfo(torch.float64).eps
SPECTRAL_SHAPES = [(1, 1), (2, 2), (5, 5), (1, 4), (4, 1), (3, 5), (6, 2)]


@pytest.mark.parametrize(("rows", "cols"), [*SPECTRAL_SHAPES, (40, 40)])
def test_haar_is_orthonormal(rows, cols):
    q = matrix_laws.haar(Stream("haar"), 50, rows, cols)
    gram = q.mT @ q if rows >= cols else q @ q.mT
    assert q.shape == (50, rows, cols) and q.is_contiguous()
    assert float((gram - torch.eye(min(rows, cols))).abs().max()) < 100 * EPS * max(rows, cols)


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 2), (2, 3)])
def test_haar_moments(rows, cols):
    """Each entry has mean 0, E q^2 = 1/n, E q^4 = 3/(n(n+2)), n the larger side; det is 1 or -1 at even odds."""
    batch, n = 40_000, max(rows, cols)
    q = matrix_laws.haar(Stream("moments"), batch, rows, cols)
    assert float(q.mean(0).abs().max()) < 6 * math.sqrt(1 / n / batch)
    assert float(((q**2).mean(0) - 1 / n).abs().max()) < 6 * math.sqrt(3 / (n * (n + 2)) / batch)
    assert float(((q**4).mean(0) - 3 / (n * (n + 2))).abs().max()) < 6 * math.sqrt(1 / batch)
    assert float((q[:, 0, 0] * q[:, 1, 1]).mean().abs()) < 6 / math.sqrt(batch)
    if rows == cols:
        assert float(torch.linalg.det(q).sum().abs()) < 6 * math.sqrt(batch)


@pytest.mark.parametrize(("rows", "cols"), SPECTRAL_SHAPES)
def test_prescribed_singular_values(rows, cols):
    values = Stream("values").uniform((20, min(rows, cols)), 0.0, 3.0)
    found = torch.linalg.svdvals(matrix_laws.with_singular_values(Stream("usv"), values, rows, cols))
    torch.testing.assert_close(found, values.sort(1, descending=True).values, rtol=0, atol=1000 * EPS)
