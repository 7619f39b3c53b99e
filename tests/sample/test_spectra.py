"""Haar matrices, prescribed singular values, and the sixteen LAPACK types. Error bounds count reflections."""

import math

import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.sample import prescribed_spectra

EPS = torch.finfo(torch.float64).eps
SHAPES = [(1, 1), (2, 2), (5, 5), (1, 4), (4, 1), (3, 5), (6, 2)]


@pytest.mark.parametrize(("rows", "cols"), [*SHAPES, (40, 40)])
def test_haar_is_orthonormal(rows, cols):
    q = prescribed_spectra.haar(Stream("haar"), 50, rows, cols)
    gram = q.mT @ q if rows >= cols else q @ q.mT
    assert q.shape == (50, rows, cols) and q.is_contiguous()
    assert float((gram - torch.eye(min(rows, cols))).abs().max()) < 100 * EPS * max(rows, cols)


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 2), (2, 3)])
def test_haar_moments(rows, cols):
    """Each entry has mean 0, E q^2 = 1/n, E q^4 = 3/(n(n+2)), n the larger side; det is 1 or -1 at even odds."""
    batch, n = 40_000, max(rows, cols)
    q = prescribed_spectra.haar(Stream("moments"), batch, rows, cols)
    assert float(q.mean(0).abs().max()) < 6 * math.sqrt(1 / n / batch)
    assert float(((q**2).mean(0) - 1 / n).abs().max()) < 6 * math.sqrt(3 / (n * (n + 2)) / batch)
    assert float(((q**4).mean(0) - 3 / (n * (n + 2))).abs().max()) < 6 * math.sqrt(1 / batch)
    assert float((q[:, 0, 0] * q[:, 1, 1]).mean().abs()) < 6 / math.sqrt(batch)
    if rows == cols:
        assert float(torch.linalg.det(q).sum().abs()) < 6 * math.sqrt(batch)


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_prescribed_singular_values(rows, cols):
    values = Stream("values").uniform((20, min(rows, cols)), 0.0, 3.0)
    found = torch.linalg.svdvals(prescribed_spectra.with_singular_values(Stream("usv"), values, rows, cols))
    torch.testing.assert_close(found, values.sort(1, descending=True).values, rtol=0, atol=1000 * EPS)


def test_graded_modes_have_their_shapes():
    ratio = torch.full((5,), 1e-6, dtype=torch.float64)
    large, small, geometric, arithmetic, loguniform = prescribed_spectra.graded_values(
        Stream("g"), torch.arange(5), ratio, 4
    )
    assert large.tolist() == [1.0, 1e-6, 1e-6, 1e-6]
    assert small.tolist() == [1.0, 1.0, 1.0, 1e-6]
    torch.testing.assert_close(geometric.log10(), torch.tensor([0.0, -2.0, -4.0, -6.0], dtype=torch.float64))
    torch.testing.assert_close(arithmetic.diff(), torch.full((3,), -(1 - 1e-6) / 3, dtype=torch.float64))
    assert bool((loguniform.diff() <= 0).all()) and 1e-6 <= float(loguniform[-1]) <= float(loguniform[0]) <= 1.0
    assert prescribed_spectra.graded_values(Stream("g"), torch.arange(4), ratio[:4], 1).tolist() == [[1.0]] * 4


def test_lapack_mixes_types_and_refuses_others():
    mixed = prescribed_spectra.lapack_svd_types(Stream("mix"), 300, 3, 3, types=range(1, 17))
    assert bool(torch.isfinite(mixed).all())
    assert int((mixed.abs().amax((1, 2)) == 0).sum()) > 0
    assert int((mixed.abs().amax((1, 2)) > 1e100).sum()) > 0
    for wrong in ((), (0,), (17,)):
        with pytest.raises(ValueError, match="1 to 16"):
            prescribed_spectra.lapack_svd_types(Stream("x"), 2, 2, 2, types=wrong)
