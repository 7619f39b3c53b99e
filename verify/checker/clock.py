"""Time and size: looked at inside every loop whose length or whose numbers a certificate can choose."""

from __future__ import annotations

import time
from fractions import Fraction

from verify.checker.format import NotEstablished

MAX_BITS = 20_000  # of a numerator or a denominator


class Clock:
    """Raises NotEstablished once the time is up, or where a number has grown too long."""

    def __init__(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds

    def __call__(self, *numbers: Fraction) -> None:
        if time.monotonic() > self.deadline:
            raise NotEstablished("the time allowed ran out")
        for x in numbers:
            if max(x.numerator.bit_length(), x.denominator.bit_length()) > MAX_BITS:
                raise NotEstablished("numbers grow too large for this checker")
