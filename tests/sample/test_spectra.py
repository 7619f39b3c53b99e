"""Haar matrices, prescribed singular values, and the sixteen LAPACK types. Error bounds count reflections."""

import math

import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.sample import matrix_laws

EPS = torch.finfo(torch.float64).eps
SHAPES = [(1, 1), (2, 2), (5, 5), (1, 4), (4, 1), (3, 5), (6, 2)]


@pytest.mark.parametrize(("rows", "cols"), [*SHAPES, (40, 40)])
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


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_prescribed_singular_values(rows, cols):
    values = Stream("values").uniform((20, min(rows, cols)), 0.0, 3.0)
    found = torch.linalg.svdvals(matrix_laws.with_singular_values(Stream("usv"), values, rows, cols))
    torch.testing.assert_close(found, values.sort(1, descending=True).values, rtol=0, atol=1000 * EPS)
