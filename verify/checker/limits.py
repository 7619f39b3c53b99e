"""The form of what a certificate about networks or depths contains."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from verify.checker.format import CertificateError, keys, rational

NAME = re.compile(r"[ -~]{1,500}")  # printed, so nothing that would break a line
MAX_LENGTH, MAX_ITEMS = 60, 1000  # characters of a number, entries of a list


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
