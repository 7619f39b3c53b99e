"""Known answers, reproducibility and laws of the counter-based streams. Sample means may stray 6 standard errors."""

import math

import pytest
import torch

from lemmata.evaluate import randomness
from lemmata.evaluate.randomness import Stream, philox4x32

gpu = pytest.mark.gpu
needs_cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")

# Published with the Random123 library: counter, key, output of philox4x32 with ten rounds.
KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize("operations", ["numpy", "torch"])
@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_ANSWERS)
def test_philox_known_answers(counter, key, expected, operations, monkeypatch):
    if operations == "torch":
        monkeypatch.setattr(randomness, "_arithmetic", lambda words: (randomness._TORCH, words))
    words = torch.tensor([counter, (0, 0, 0, 0), counter])
    out = philox4x32(words, key)
    assert tuple(out[0].tolist()) == expected
    assert torch.equal(out[0], out[2])
    assert words[0].tolist() == list(counter)


def drawn(stream: Stream) -> list[torch.Tensor]:
    return [
        stream.bits32((3, 5)),
        stream.uniform((4, 3)),
        stream.normal(7),
        stream.integers(-3, 3, (2, 9)),
        stream.signs((5, 9)),
        stream.choice((0.0, 0.1, 1.0), (6,)),
        stream.permutation(4, 6),
    ]


def test_same_name_same_numbers_whatever_else_is_drawn():
    first = drawn(Stream(("lemma", 3), seed=7))
    other = Stream(("lemma", 4), seed=7)
    again = Stream(("lemma", 3), seed=7)
    for expected, draw in zip(first, range(7), strict=True):
        other.normal(100 + draw)
        assert expected.shape == first[draw].shape
    assert all(torch.equal(a, b) for a, b in zip(first, drawn(again), strict=True))


def test_numbers_do_not_depend_on_the_block_size(monkeypatch):
    expected = drawn(Stream("blocks"))
    monkeypatch.setattr(randomness, "_BLOCK_CPU", 2)
    assert all(torch.equal(a, b) for a, b in zip(expected, drawn(Stream("blocks")), strict=True))


def test_draws_advance_and_never_overlap():
    stream = Stream("advance")
    pieces = torch.cat([stream.bits32(n) for n in (4, 8, 400)])
    assert torch.equal(pieces, Stream("advance").bits32(412))
    assert stream.position == 103
    assert Stream("advance").bits32(0).shape == (0,)


def test_counter_carries_into_its_second_word():
    stream = Stream("carry")
    stream.position = 2**32 - 1
    near = stream.bits32((2, 4))
    words = torch.tensor([[0xFFFFFFFF, 0, *stream._philox_lane], [0, 1, *stream._philox_lane]])
    assert torch.equal(near, philox4x32(words, stream._philox_key))


def test_uniform_and_normal_moments():
    n = 200_000
    u, z = Stream("moments").uniform(n), Stream("moments").normal(n)
    assert abs(float(u.mean()) - 0.5) < 6 * math.sqrt(1 / 12 / n)
    assert abs(float(u.var()) - 1 / 12) < 6 * math.sqrt(1 / 180 / n)
    for power, expected, variance in ((1, 0.0, 1.0), (2, 1.0, 2.0), (3, 0.0, 15.0), (4, 3.0, 96.0)):
        assert abs(float((z**power).mean()) - expected) < 6 * math.sqrt(variance / n)
    assert abs(float((z[0::2] * z[1::2]).mean())) < 6 * math.sqrt(2 / n)


@gpu
@needs_cuda
def test_cuda_draws_the_same_bits():
    for name, here, there in zip(
        ("bits", "uniform", "normal", "integers", "signs", "choice", "permutation"),
        drawn(Stream("device")),
        drawn(Stream("device", device="cuda")),
        strict=True,
    ):
        if name == "normal":
            torch.testing.assert_close(there.cpu(), here, rtol=1e-13, atol=1e-13)
        else:
            assert torch.equal(there.cpu(), here), name
