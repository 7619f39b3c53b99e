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


def test_haar_slices_do_not_matter(monkeypatch):
    expected = prescribed_spectra.haar(Stream("slice"), 33, 4, 4)
    monkeypatch.setattr(prescribed_spectra, "_SLICE", 5 * 16)
    torch.testing.assert_close(prescribed_spectra.haar(Stream("slice"), 33, 4, 4), expected, rtol=0, atol=1e-14)


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


def test_graded_spectrum_reaches_every_condition_number():
    s = torch.linalg.svdvals(prescribed_spectra.graded_spectrum(Stream("cond"), 3000, 4, 4))
    decades = torch.log10(s[:, 0] / s[:, -1].clamp(min=1e-17))
    for low, high in ((0, 4), (4, 8), (8, 12), (12, 17.5)):
        assert int(((decades >= low) & (decades < high)).sum()) > 200


def test_repeated_singular_values_repeat():
    s = torch.linalg.svdvals(prescribed_spectra.repeated_singular_values(Stream("rep"), 200, 5, 6))
    nearest = (s[:, :, None] - torch.tensor([0.0, 0.125, 0.5, 1.0, 2.0])).abs()
    assert float(nearest.min(-1).values.max()) < 1e-13
    assert all(len(set(row.tolist())) <= 2 for row in nearest.argmin(-1))


def one_type(number: int, rows: int = 4, cols: int = 4, batch: int = 30) -> torch.Tensor:
    return prescribed_spectra.lapack_svd_types(Stream(("lapack", number)), batch, rows, cols, types=(number,))


def test_lapack_zero_identity_and_diagonals():
    assert not one_type(1, 3, 5).any()
    assert torch.equal(one_type(2, 3, 5), torch.eye(3, 5, dtype=torch.float64).expand(30, 3, 5))
    for number, second in ((3, 2 / 3), (4, EPS ** (1 / 3)), (5, EPS)):
        a = one_type(number)
        assert torch.equal(a, torch.diag_embed(torch.diagonal(a, dim1=1, dim2=2)))
        assert float(a[:, 0, 0].abs().max()) == 1.0 and float(a[:, 0, 0].min()) == -1.0
        torch.testing.assert_close(a[:, 1, 1].abs(), torch.full((30,), second, dtype=torch.float64), rtol=1e-12, atol=0)
        torch.testing.assert_close(a[:, 3, 3].abs(), torch.full((30,), EPS, dtype=torch.float64), rtol=0.5, atol=0)


def test_lapack_rotated_types_have_the_diagonal_types_spectra():
    for diagonal, rotated in ((3, 8), (4, 9), (5, 10)):
        expected = one_type(diagonal)[0].abs().diagonal().sort(descending=True).values
        found = torch.linalg.svdvals(one_type(rotated))
        torch.testing.assert_close(found, expected.expand(30, 4), rtol=0, atol=100 * EPS)
        assert bool((one_type(rotated) != 0).all())


def test_lapack_threshold_types():
    huge = torch.finfo(torch.float64).tiny ** -0.5
    for number, scale in ((6, huge), (7, 1 / huge), (11, huge), (12, 1 / huge), (14, huge), (15, 1 / huge)):
        a = one_type(number, 3, 4)
        assert bool(torch.isfinite(a).all())
        assert 0.2 < float(a.abs().amax() / scale) < 1.0 + 1e-9


@pytest.mark.parametrize(("rows", "cols"), [(5, 4), (4, 5)])
def test_lapack_bidiagonal(rows, cols):
    a = one_type(16, rows, cols)
    band = a.triu().tril(1) if rows >= cols else a.tril().triu(-1)
    assert torch.equal(a, band)
    entries = a[a != 0].log() / math.log(EPS)
    assert len(entries) == 30 * 7
    assert float(entries.abs().max()) <= 2.0 + 1e-9 and float(entries.min()) < -1.5 and float(entries.max()) > 1.5


def test_lapack_mixes_types_and_refuses_others():
    mixed = prescribed_spectra.lapack_svd_types(Stream("mix"), 300, 3, 3, types=range(1, 17))
    assert bool(torch.isfinite(mixed).all())
    assert int((mixed.abs().amax((1, 2)) == 0).sum()) > 0
    assert int((mixed.abs().amax((1, 2)) > 1e100).sum()) > 0
    for wrong in ((), (0,), (17,)):
        with pytest.raises(ValueError, match="1 to 16"):
            prescribed_spectra.lapack_svd_types(Stream("x"), 2, 2, 2, types=wrong)
