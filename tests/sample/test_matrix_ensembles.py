"""Every registered ensemble: shapes, determinism, exactness flags; and the property each one is named after."""

import math
import pickle
from fractions import Fraction

import pytest
import torch

from lemmata.evaluate.randomness import Stream
from lemmata.sample import structured
from lemmata.sample.matrix_laws import ENSEMBLES, ensemble

ALL = pytest.mark.parametrize("law", ENSEMBLES.values(), ids=list(ENSEMBLES))
SHAPES = [(1, 1), (2, 2), (3, 3), (7, 7), (1, 4), (4, 1), (3, 5), (6, 2)]


def draw(name: str, batch: int, rows: int, cols: int | None = None, key: str = "test") -> torch.Tensor:
    return ensemble(name)(Stream((key, name), seed=1), batch, rows, rows if cols is None else cols)


def ranks(matrices: torch.Tensor) -> list[int]:
    return torch.linalg.matrix_rank(matrices).tolist()


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
def test_instances_of_a_batch_differ(law):
    batch = law(Stream(("differ", law.name)), 64, 5, 5)
    assert len({tuple(m.flatten().tolist()) for m in batch}) > 8


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


@ALL
def test_registered_laws_travel_to_worker_processes(law):
    there = pickle.loads(pickle.dumps(law))
    assert torch.equal(there(Stream("p"), 3, 2, 2), law(Stream("p"), 3, 2, 2))


def test_registry_lookup():
    assert ensemble("jordan").exact and ensemble("jordan").square_only
    with pytest.raises(KeyError, match="gaussian"):
        ensemble("gausian")


def test_gaussian_and_uniform_moments():
    n = 64_000
    assert abs(float(draw("gaussian", n // 16, 4).var()) - 1.0) < 6 * math.sqrt(2 / n)
    u = draw("uniform", n // 16, 4)
    assert float(u.abs().max()) < 1.0 and abs(float(u.var()) - 1 / 3) < 6 * math.sqrt(4 / 45 / n)


def test_low_rank_has_every_rank_below_full():
    assert set(ranks(draw("low_rank", 200, 4))) == {1, 2, 3}
    assert set(ranks(draw("low_rank", 100, 3, 7))) == {1, 2}


def test_nearly_singular_is():
    for rows, cols in ((4, 4), (3, 6), (6, 3)):
        s = torch.linalg.svdvals(draw("nearly_singular", 300, rows, cols))
        ratio = s[:, -1] / s[:, 0]
        assert float(ratio.max()) < 2e-3 and float(ratio.min()) < 1e-14 and float(s[:, -2].median()) > 0.1


@pytest.mark.parametrize(("name", "decades"), [("scaled", 8), ("extreme_scale", 100)])
def test_scales_spread_over_their_decades(name, decades):
    size = torch.log10(draw(name, 2000, 3).abs().amax((1, 2)))
    assert -decades - 2 < float(size.min()) < -0.9 * decades and 0.9 * decades < float(size.max()) < decades + 2


def test_extreme_scale_needs_double_precision():
    with pytest.raises(ValueError, match="float64"):
        ensemble("extreme_scale")(Stream("x", dtype=torch.float32), 2, 2, 2)


def test_layer_product_shows_relu_and_full_rank_patterns():
    found = ranks(draw("layer_product", 400, 4))
    assert {0, 2, 4} <= set(found)
    dead_rows = (draw("layer_product", 400, 4) == 0).all(2).any(1)
    assert 50 < int(dead_rows.sum()) < 200


def test_circulant_commutes_with_the_shift_and_has_short_kernels():
    c = draw("circulant", 100, 7)
    assert torch.equal(c, torch.roll(c, (1, 1), (1, 2)))
    support = (c[:, 0] != 0).sum(1)
    assert set(support.tolist()) == {1, 2, 3, 4, 5}
    assert torch.equal(draw("circulant", 100, 4, 7), c[:, :4])


def test_toeplitz_is_constant_along_diagonals_and_banded():
    t = draw("toeplitz", 200, 9, 7)
    assert torch.equal(t[:, 1:, 1:], t[:, :-1, :-1])
    taps = torch.cat((t[:, :, 0].flip(1), t[:, 0, 1:]), dim=1)
    assert int((taps != 0).sum(1).max()) <= 5 and int((taps != 0).sum(1).min()) >= 1


def test_integer_laws_have_their_values():
    assert set(draw("signs", 20, 4).flatten().tolist()) == {-1.0, 1.0}
    assert set(draw("small_integers", 50, 4).flatten().tolist()) == {float(v) for v in range(-3, 4)}
    sparse = draw("sparse_integers", 500, 5)
    assert 0.05 < float((sparse != 0).double().mean()) < 0.4


def test_zero_and_unit():
    a = draw("zero_and_unit", 300, 3, 4)
    filled = a.abs().sum((1, 2))
    assert set(filled.tolist()) == {0.0, 1.0} and set(a.flatten().tolist()) == {-1.0, 0.0, 1.0}
    assert bool((a.abs().sum(0) > 0).all())


def test_rank_one_is_never_zero():
    assert set(ranks(draw("rank_one", 2000, 2, 3))) == {1}


def test_identity_multiples():
    a = draw("identity_multiples", 600, 4)
    c = torch.diagonal(a, dim1=1, dim2=2)
    plain = [m for m in a if torch.equal(m, m[0, 0] * torch.eye(4, dtype=m.dtype))]
    assert {float(m[0, 0]) for m in plain} == {-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0}
    assert len(plain) < 400 and c.shape == (600, 4)
    multiples = torch.tensor([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0], dtype=a.dtype)[:, None, None] * torch.eye(4)
    for m in a:
        assert min(ranks(m - multiples)) <= 1


def test_skew_plus_identity():
    a = draw("skew_plus_identity", 300, 4)
    both = a + a.mT
    c = both[:, 0, 0]
    assert torch.equal(both, c[:, None, None] * torch.eye(4, dtype=a.dtype))
    assert set((c / 2).tolist()) == {-1.0, 0.0, 0.5, 1.0}


def test_nilpotent_vanishes_exactly_at_power_n():
    for n in (1, 2, 5):
        a = draw("nilpotent", 200, n)
        assert not torch.linalg.matrix_power(a, n).any()
    assert int((a.tril() != 0).any(2).any(1).sum()) > 100
    assert bool(torch.linalg.matrix_power(a, n - 1).any())


def test_jordan_blocks():
    a = draw("jordan", 500, 4)
    diagonal, above = torch.diagonal(a, dim1=1, dim2=2), torch.diagonal(a, offset=1, dim1=1, dim2=2)
    assert torch.equal(a, torch.diag_embed(diagonal) + torch.diag_embed(above, offset=1))
    joined = above == 1
    assert bool((diagonal[:, 1:] == diagonal[:, :-1])[joined].all()) and bool((above[~joined] == 0).all())
    assert set(joined.sum(1).tolist()) == {0, 1, 2, 3}
    assert bool((diagonal == 0).any()) and bool((diagonal == 2.0**-10).any())


@pytest.mark.parametrize("n", [1, 2, 4, 8, 16])
def test_hadamard_rows_are_orthogonal_at_powers_of_two(n):
    h = draw("hadamard", 20, n)
    assert torch.equal(h @ h.mT, n * torch.eye(n, dtype=h.dtype).expand(20, n, n))


def test_hadamard_sub_blocks_are_signs():
    assert set(draw("hadamard", 20, 3, 5).flatten().tolist()) == {-1.0, 1.0}


def test_kahan_hides_its_smallest_singular_value():
    k = structured.kahan(Stream("kahan"), 50, 12, 12)
    assert torch.equal(k, k.triu())
    smallest = torch.linalg.svdvals(k)[:, -1]
    assert bool((smallest < 0.05 * torch.diagonal(k, dim1=1, dim2=2).abs().amin(1)).all())


def test_companion_satisfies_its_polynomial():
    """The monic polynomial whose coefficients are the negated last column annihilates C exactly (Cayley, Hamilton)."""
    c = draw("companion", 50, 4)
    powers = [torch.linalg.matrix_power(c, k) for k in range(5)]
    value = powers[4] - sum(c[:, k, -1, None, None] * powers[k] for k in range(4))
    assert not value.any()


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
