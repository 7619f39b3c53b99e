"""What a certificate about networks or depths may contain, and for how long and with how long numbers it is checked."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from typing import Any

from verify.checker.format import CertificateError, NotEstablished, keys, rational

NAME = re.compile(r"[ -~]{1,500}")  # printed, so nothing that would break a line
MAX_LENGTH, MAX_ITEMS, MAX_BITS = 60, 1000, 20_000  # characters of a number read, entries of a list, bits of a number


class Clock:
    """Called in every loop that a certificate can make long: time and sizes of numbers are bounded there."""

    def __init__(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds

    def __call__(self, *numbers: Fraction) -> None:
        if time.monotonic() > self.deadline:
            raise NotEstablished("the time allowed ran out")
        if any(max(x.numerator.bit_length(), x.denominator.bit_length()) > MAX_BITS for x in numbers):
            raise NotEstablished("numbers grow too large for this checker")


def conform(value: Any, pattern: Any, where: str) -> Any:
    """The value, its numbers read, where it has the form of the pattern.  Raises CertificateError.

    `str`: a name or an expression; `int`, `bool`; `Fraction`: "p/q"; [p]: a list; (p, q): a list of two; {"a": p}: an
    object with these keys; {str: p}: an object with any names as keys.
    """
    if pattern is Fraction and not (isinstance(value, str) and len(value) > MAX_LENGTH):
        return rational(value, where)
    if isinstance(pattern, type):
        if type(value) is not pattern or isinstance(value, str) and not NAME.fullmatch(value):
            raise CertificateError(f"{where} is not of its type ({pattern.__name__}), or too long")
        return value
    if not isinstance(value, dict | list) or len(value) > MAX_ITEMS:
        raise CertificateError(f"{where} is not a list or object of at most {MAX_ITEMS} entries, as it should be")
    if isinstance(pattern, dict) and not (str in pattern and isinstance(value, dict)):
        keys(value, set(pattern), where)
        return {k: conform(value[k], p, f"{where}.{k}") for k, p in pattern.items()}
    if isinstance(value, dict):
        if not isinstance(pattern, dict):
            raise CertificateError(f"{where} is an object where a list is expected")
        return {conform(k, str, f"a name in {where}"): conform(v, pattern[str], where) for k, v in value.items()}
    wanted = pattern * len(value) if isinstance(pattern, list) else pattern
    if len(wanted) != len(value):
        raise CertificateError(f"an entry of {where} is a list of {len(wanted)}")
    return [conform(v, p, f"an entry of {where}") for v, p in zip(value, wanted, strict=True)]
