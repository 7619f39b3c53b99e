"""Counter-based random numbers: the same bits on every device, for any number of workers, in any order of use.

A `Stream` is named by a key (text, integers, tuples of them) and a seed. Name and seed are hashed to a 64-bit Philox
key and 64 bits of the Philox counter; the other 64 counter bits count blocks. Number j of a stream is therefore a
pure function of (key, seed, j): no state is shared between streams, and drawing from one never moves another.

Generator: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011), written
with whole-tensor integer arithmetic only, so that the processor and the accelerator agree bit for bit.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

Key = str | int | tuple["Key", ...]

_MASK = 0xFFFFFFFF
_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_ONE_BITS = 0x3FF << 52
# Counters handled at once. On a processor the five scratch rows of a block (8 bytes each) should stay in the
# second-level cache; on an accelerator a block only has to be large enough to fill the machine. The numbers do not
# depend on it.
_BLOCK_CPU = 8192
_BLOCK_ACCELERATOR = 1 << 22


class _Arithmetic(NamedTuple):
    """The four integer operations of a round, each called as f(a, b, out=c)."""

    mul: Callable[..., Any]
    shift: Callable[..., Any]
    xor: Callable[..., Any]
    mask: Callable[..., Any]


# The same operations twice: on a processor NumPy runs them on the tensors' own memory, at half torch's cost per call.
_TORCH = _Arithmetic(torch.mul, torch.bitwise_right_shift, torch.bitwise_xor, torch.bitwise_and)
_NUMPY = _Arithmetic(np.multiply, np.right_shift, np.bitwise_xor, np.bitwise_and)


def _arithmetic(tensors: tuple[Tensor, ...]) -> tuple[_Arithmetic, tuple[Any, ...]]:
    """The operations to use on these tensors, and the tensors as those operations take them (memory shared)."""
    if tensors[0].device.type == "cpu":
        return _NUMPY, tuple(t.numpy() for t in tensors)
    return _TORCH, tensors


def _philox_rounds(words: tuple[Tensor, Tensor, Tensor, Tensor], key: tuple[int, int]) -> tuple[Tensor, ...]:
    """Ten rounds on four equally shaped contiguous int64 tensors of 32-bit words, which are overwritten and returned.

    The 64-bit products wrap around in two's complement, which leaves their bits right. The low words x1, x3 carry the
    high half of their product along: it is masked away where it would matter, once per round instead of twice.
    """
    spare = (torch.empty_like(words[0]), torch.empty_like(words[0]))
    op, (x0, x1, x2, x3, p0, p1) = _arithmetic((*words, *spare))
    k0, k1 = key
    for _ in range(_ROUNDS):
        op.mul(x0, _MULTIPLIERS[0], out=p0)
        op.mul(x2, _MULTIPLIERS[1], out=p1)
        op.shift(p1, 32, out=x0)
        op.shift(p0, 32, out=x2)
        for x, low, k in ((x0, x1, k0), (x2, x3, k1)):
            op.xor(x, low, out=x)
            op.xor(x, k, out=x)
            op.mask(x, _MASK, out=x)
        x1, p1 = p1, x1
        x3, p0 = p0, x3
        k0 = (k0 + _KEY_STEPS[0]) & _MASK
        k1 = (k1 + _KEY_STEPS[1]) & _MASK
    op.mask(x1, _MASK, out=x1)
    op.mask(x3, _MASK, out=x3)
    # An even number of rounds has swapped each low word with its spare an even number of times: `words` hold the
    # result.
    return words


def philox4x32(counter: Tensor, key: tuple[int, int]) -> Tensor:
    """Philox4x32-10 of int64 counters of shape (..., 4), words in [0, 2**32); returns words of the same shape."""
    if counter.dtype != torch.int64 or counter.shape[-1] != 4:
        raise ValueError(f"counter must be int64 of shape (..., 4): {counter.dtype} of shape {tuple(counter.shape)}")
    x0, x1, x2, x3 = (counter[..., i].clone(memory_format=torch.contiguous_format) for i in range(4))
    return torch.stack(_philox_rounds((x0, x1, x2, x3), key), dim=-1)


def _encode(key: Key) -> bytes:
    """An injective byte form of a key: ("a", "bc") and ("ab", "c"), "1" and 1 all differ."""
    if isinstance(key, str):
        data = key.encode()
        return b"s%d:" % len(data) + data
    if isinstance(key, int):
        return b"i%d;" % int(key)
    if isinstance(key, tuple):
        return b"t%d:" % len(key) + b"".join(_encode(part) for part in key)
    raise TypeError(f"a stream key is made of str, int and tuples of them, not {type(key).__name__}")


def _dims(shape: int | Sequence[int]) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


class Stream:
    """A named, reproducible source of random tensors.

    Each method returns fresh numbers and moves the stream on by as many Philox blocks as it used; `position` is the
    number of blocks used so far. Integers, signs, permutations and uniforms are bit-identical on all devices, normals
    agree to rounding.

    Raises: TypeError for a key not made of str, int and tuples of them; ValueError for a dtype other than float32,
    float64.
    """

    def __init__(
        self,
        key: Key,
        seed: int = 0,
        device: torch.device | str = "cpu",
        dtype: torch.dtype = torch.float64,
    ) -> None:
        if dtype not in (torch.float64, torch.float32):
            raise ValueError(f"a stream draws float64 or float32, not {dtype}")
        self.key: tuple[Key, ...] = key if isinstance(key, tuple) else (key,)
        self.seed = int(seed)
        self.device = torch.device(device)
        self.dtype = dtype
        self.position = 0
        digest = hashlib.blake2b(_encode((self.seed, self.key)), digest_size=16, person=b"lemmata stream").digest()
        words = [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]
        self._philox_key = (words[0], words[1])
        self._philox_lane = (words[2], words[3])

    def __repr__(self) -> str:
        return f"Stream({self.key!r}, seed={self.seed}, device={str(self.device)!r}, position={self.position})"

    def child(self, *key: Key) -> Stream:
        """The stream named by this key followed by `key`; it does not depend on what was drawn here."""
        return Stream(self.key + key, self.seed, self.device, self.dtype)

    def _blocks(self, count: int) -> Iterator[tuple[slice, tuple[Tensor, ...]]]:
        """The next `count` Philox blocks in pieces: (slice of 0..count, four int64 tensors of 32-bit words)."""
        start, self.position = self.position, self.position + count
        size = _BLOCK_CPU if self.device.type == "cpu" else _BLOCK_ACCELERATOR
        for first in range(0, count, size):
            last = min(first + size, count)
            index = torch.arange(start + first, start + last, dtype=torch.int64, device=self.device)
            high = index >> 32
            x2 = torch.full_like(index, self._philox_lane[0])
            x3 = torch.full_like(index, self._philox_lane[1])
            yield slice(first, last), _philox_rounds((index.bitwise_and_(_MASK), high, x2, x3), self._philox_key)

    def bits32(self, shape: int | Sequence[int]) -> Tensor:
        """Independent uniform integers in [0, 2**32), int64."""
        dims = _dims(shape)
        total = math.prod(dims)
        out = torch.empty(((total + 3) // 4, 4), dtype=torch.int64, device=self.device)
        for part, words in self._blocks(len(out)):
            for i, word in enumerate(words):
                out[part, i] = word
        return out.view(-1)[:total].view(dims)

    def _pairs(self, total: int, dtype: torch.dtype) -> Iterator[tuple[slice, Tensor, Tensor]]:
        """Pieces of two columns of uniforms in (0, 1), one row per Philox block, for `total` numbers altogether."""
        for part, (x0, x1, x2, x3) in self._blocks((total + 1) // 2):
            yield part, _unit_interval(x0, x1, dtype), _unit_interval(x2, x3, dtype)

    def uniform(self, shape: int | Sequence[int], low: float = 0.0, high: float = 1.0) -> Tensor:
        """Uniform in the open interval (low, high): midpoints of 2**52 (float32: 2**23) equal cells, never 0 or 1."""
        dims = _dims(shape)
        total = math.prod(dims)
        out = torch.empty(((total + 1) // 2, 2), dtype=self.dtype, device=self.device)
        for part, first, second in self._pairs(total, self.dtype):
            out[part, 0] = first
            out[part, 1] = second
        if (low, high) != (0.0, 1.0):
            out.mul_(high - low).add_(low)
        return out.view(-1)[:total].view(dims)

    def normal(self, shape: int | Sequence[int]) -> Tensor:
        """Standard normal numbers (Box and Muller's transform, in float64 throughout); finite and never all zero."""
        dims = _dims(shape)
        total = math.prod(dims)
        out = torch.empty(((total + 1) // 2, 2), dtype=self.dtype, device=self.device)
        for part, first, second in self._pairs(total, torch.float64):
            radius = first.log_().mul_(-2.0).sqrt_()
            angle = second.mul_(2.0 * math.pi)
            out[part, 0] = torch.cos(angle).mul_(radius)
            out[part, 1] = angle.sin_().mul_(radius)
        return out.view(-1)[:total].view(dims)

    def integers(self, low: int, high: int, shape: int | Sequence[int] = ()) -> Tensor:
        """Integers in [low, high], both ends included, int64; high - low < 2**30.

        A 64-bit fraction times the number of values: no value's probability is off by more than 2**-64.
        """
        span = high - low + 1
        if not 1 <= span <= 1 << 30:
            raise ValueError(f"integers needs low <= high and high - low < 2**30, not low={low}, high={high}")
        dims = _dims(shape)
        total = math.prod(dims)
        out = torch.empty(((total + 1) // 2, 2), dtype=torch.int64, device=self.device)
        for part, (x0, x1, x2, x3) in self._blocks(len(out)):
            for i, (upper, lower) in enumerate(((x0, x1), (x2, x3))):
                carry = lower.mul_(span).bitwise_right_shift_(32)
                out[part, i] = upper.mul_(span).add_(carry).bitwise_right_shift_(32)
        return out.view(-1)[:total].view(dims).add_(low)

    def signs(self, shape: int | Sequence[int]) -> Tensor:
        """Entries +1 and -1 with probability one half each, in the stream's dtype."""
        dims = _dims(shape)
        total = math.prod(dims)
        words = self.bits32((total + 31) // 32)
        places = torch.arange(32, device=self.device)
        bits = (words[:, None] >> places).bitwise_and_(1).view(-1)[:total]
        return bits.mul_(2).sub_(1).to(self.dtype).view(dims)

    def choice(self, values: Sequence[float], shape: int | Sequence[int] = ()) -> Tensor:
        """Independent picks from a non-empty list of numbers, in the stream's dtype."""
        if not values:
            raise ValueError("choice needs at least one value")
        table = torch.tensor(list(values), dtype=self.dtype, device=self.device)
        return table[self.integers(0, len(values) - 1, shape)]

    def permutation(self, batch: int, n: int) -> Tensor:
        """Uniform permutations of 0..n-1, int64, shape (batch, n): the order of 62-bit random keys."""
        words = self.bits32((batch, n, 2))
        keys = (words[..., 0] << 30) | (words[..., 1] >> 2)
        return torch.argsort(keys, dim=-1, stable=True)


def _unit_interval(high: Tensor, low: Tensor, dtype: torch.dtype) -> Tensor:
    """Midpoint of a random cell of (0, 1); exact in the dtype, hence the same everywhere. Overwrites its arguments."""
    if dtype == torch.float32:
        return (high >> 9).to(dtype).add_(0.5).mul_(2.0**-23)
    # 52 random bits under the exponent of 1.0 make a number in [1, 2); the subtraction is exact.
    mantissa = high.bitwise_left_shift_(20).bitwise_or_(low.bitwise_right_shift_(12)).bitwise_or_(_ONE_BITS)
    return mantissa.view(torch.float64).sub_(1.0 - 2.0**-53)
