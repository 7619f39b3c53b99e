"""The file: JSON read strictly within stated limits, its schema, digest and statement, and every field by its form."""

from __future__ import annotations

import hashlib
import json
import math
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

SCHEMA, MANIFEST_SCHEMA = "lemmata-certificate/3", "lemmata-manifest/1"
LETTERS = "ADITGPLF"  # kinds of statements, part of what a statement's hash covers
SECONDS, MEMORY = 50, 1 << 29  # for a certificate
MAX_BYTES, MAX_DIGITS, MAX_ITEMS = 1_000_000, 500, 1000
MAX_EXPONENT, MAX_NAME, MAX_TEXT = 5000, 500, 100_000  # of powers of ten; characters of a name, and of a line
MAX_WITNESS_DIGITS = 4000  # a witness may be longer: it is what decides between numbers that nearly agree
RATIONAL = re.compile(r"-?[0-9]+(/0*[1-9][0-9]*)?")
DECIMAL = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE](?P<exponent>[+-]?[0-9]{1,5}))?")
DEADLINE = ContextVar("deadline", default=math.inf)  # which every long loop looks at
BALL = re.compile(r"\[(?P<mid>[^ \]]+ )?\+/- (?P<rad>[^ \]]+)\]")


def plain(text: str) -> str:
    """One line of plain characters."""
    return "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in text)


class _Explained(Exception):
    """An error whose message may quote the file."""

    def __init__(self, why: str) -> None:
        super().__init__(plain(why))


class CertificateError(_Explained):
    """The file is not an unaltered certificate of a known schema."""


class NotEstablished(_Explained):
    """The certificate is well formed, but what it says could not be established."""


def well_formed(condition: object, why: str) -> None:
    """Raise CertificateError unless the condition holds."""
    if not condition:
        raise CertificateError(why)


def require(condition: object, why: str) -> None:
    """Raise NotEstablished unless the condition holds."""
    if not condition:
        raise NotEstablished(why)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Allow so much time, or what is left of what was allowed before."""
    before = DEADLINE.set(min(DEADLINE.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        DEADLINE.reset(before)


def tick() -> None:
    """Raise NotEstablished once the time allowed is over."""
    require(time.monotonic() <= DEADLINE.get(), "the time allowed ran out")


def bounded() -> None:
    """Let this process have SECONDS of processor time, twice as long by the clock, and MEMORY, where systems can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(2 * SECONDS)


def digest(cert: dict[str, Any]) -> str:
    """SHA-256 of the canonical JSON of a certificate without its `digest`."""
    body = {k: v for k, v in cert.items() if k != "digest"}
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class Kind:
    """The fields of a kind of certificate, what checks it, and the fields that may be left out."""

    form: dict[str, Any]
    check: Callable[[dict[str, Any]], list[str]]
    optional: dict[str, Any] = field(default_factory=dict)


KINDS: dict[str, Kind] = {}  # by name; each is added next to what checks it


@cache
def manifest() -> dict[str, dict[str, Any]]:
    """Hash, kind and dimensions of every statement of the catalogue, by id, and whether it is an axiom."""
    data = json.loads(Path(__file__).with_name("manifest.json").read_text(encoding="ascii"))
    well_formed(data["schema"] == MANIFEST_SCHEMA, f"the manifest of the checker is not of schema {MANIFEST_SCHEMA}")
    return dict(data["statements"])


def read(path: str | Path) -> dict[str, Any]:
    """The certificate in a file, verified and its numbers read.  Raises CertificateError."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
        well_formed(len(raw) <= MAX_BYTES, f"larger than {MAX_BYTES} bytes, which no certificate is")
        reader = json.JSONDecoder(
            object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse, parse_int=_integer
        )
        return validate(reader.decode(raw.decode("utf-8")))
    except (OSError, ValueError, RecursionError) as error:  # no file, not UTF-8, no complete JSON, nested too deeply
        raise CertificateError(f"cannot be read: {error}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    well_formed(len(out) == len(pairs), "a key occurs twice in one object")
    return out


def _refuse(text: str) -> Any:
    raise CertificateError(f"{text[:40]} is not allowed: numbers are integers or 'p/q' strings")


def _integer(text: str) -> int:
    well_formed(len(text) <= 20, f"the integer {text[:20]}... is too long")
    return int(text)


def fields(cert: Any) -> dict[str, Any]:
    """The fields of a certificate, each of its form, numbers read.  Raises CertificateError."""
    well_formed(isinstance(cert, dict), "not a JSON object")
    well_formed(cert.get("schema") == SCHEMA, f"schema {str(cert.get('schema'))[:60]!r} is not {SCHEMA!r}")
    kind = cert.get("kind")
    known = ", ".join(KINDS)
    well_formed(isinstance(kind, str) and kind in KINDS, f"unknown kind {str(kind)[:60]!r}: expected one of {known}")
    given = {name: form for name, form in KINDS[kind].optional.items() if name in cert}
    return dict(conform(cert, HEAD | KINDS[kind].form | given, "the certificate"))


def validate(cert: Any) -> dict[str, Any]:
    """Fields, digest, hash and manifest; returns the certificate, its numbers read.  Raises CertificateError."""
    out = fields(cert)
    for name in ("statement", "hash", "digest"):
        well_formed(re.fullmatch(r"[A-Za-z0-9._~-]{1,100}", out[name]), f"{name} is not a plain word")
    well_formed(out["text"]["claim"], "text.claim is empty")
    well_formed(digest(cert) == cert["digest"], "the digest does not match: the certificate was altered")
    lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in out["text"][part]]
    hashes = {hashlib.sha256("\n".join([k, *lines]).encode("ascii")).hexdigest() for k in LETTERS}
    well_formed(out["hash"] in hashes, "the text is not the one the statement's hash belongs to")
    row = manifest().get(out["statement"], out)
    well_formed(
        row["hash"] == out["hash"], f"the text is not that of {out['statement']}, whose hash the manifest gives"
    )
    return out


def conform(value: Any, pattern: Any, where: str) -> Any:
    """The value, its numbers read, where it has the form of the pattern.  Raises CertificateError.

    A function reads the value; `str` is a name, `int`, `bool`, `dict`, `list` themselves, [p] a list, (p, q) a list of
    two, {"a": p} an object with these keys, {str: p} one with any names as keys.
    """
    if isinstance(pattern, type):
        plain = type(value) is not str or len(value) <= MAX_NAME and value.isascii() and value.isprintable() and value
        well_formed(type(value) is pattern and plain, f"{where} is not of its type ({pattern.__name__}), or too long")
        return value
    if not isinstance(pattern, dict | list | tuple):
        return pattern(value, where)
    kind = dict if isinstance(pattern, dict) else list
    fits = type(value) is kind and len(value) <= MAX_ITEMS
    well_formed(fits, f"{where} is not {'an object' if kind is dict else 'a list'} of at most {MAX_ITEMS} entries")
    if isinstance(pattern, dict) and str in pattern:
        return {conform(k, str, f"a name in {where}"): conform(v, pattern[str], where) for k, v in value.items()}
    if isinstance(pattern, dict):
        missing, extra = sorted(set(pattern) - set(value)), sorted(set(value) - set(pattern))
        well_formed(not missing, f"{where} lacks {', '.join(missing)}")
        well_formed(not extra, f"{where} has the unknown key {extra[:1]}")
        return {k: conform(value[k], p, f"{where}: {k}") for k, p in pattern.items()}
    wanted = pattern * len(value) if isinstance(pattern, list) else pattern
    well_formed(len(wanted) == len(value), f"an entry of {where} is a list of {len(wanted)}")
    return [conform(v, p, where) for v, p in zip(value, wanted, strict=True)]


def rational(value: Any, where: str, digits: int = MAX_DIGITS) -> Fraction:
    """Require a string "p/q" or "p"."""
    fits = isinstance(value, str) and len(value) <= digits and RATIONAL.fullmatch(value)
    well_formed(fits, f"{where} must be a rational number written 'p/q', not {str(value)[:40]!r}")
    return Fraction(value)


precise = partial(rational, digits=MAX_WITNESS_DIGITS)  # as long as those of witnesses


def rational_rows(value: Any, where: str, number: Any = rational) -> list[list[Fraction]]:
    """Require a rectangular list of rows of rationals."""
    rows: list[list[Fraction]] = conform(value, [[number]], where)
    well_formed(len({len(row) for row in rows}) <= 1, f"{where} has rows of different lengths")
    return rows


def number_or_rows(value: Any, where: str) -> Any:
    """Require a rational, or rows of rationals."""
    return rational(value, where) if isinstance(value, str) else rational_rows(value, where)


def expression(value: Any, where: str) -> str:
    """Require a line of plain characters, no longer than lines are."""
    fits = isinstance(value, str) and len(value) <= MAX_TEXT and value.isascii() and value.isprintable()
    well_formed(fits, f"{where} must be plain ASCII text of at most {MAX_TEXT} characters")
    return str(value)


def enclosure(value: Any, where: str) -> tuple[Fraction, Fraction]:
    """Require "[m +/- r]", a decimal number or a rational; returns the two ends."""
    text = expression(value, where)
    ball = BALL.fullmatch(text)
    if ball is None:
        point = rational(text, where) if RATIONAL.fullmatch(text) else decimal(text, where)
        return point, point
    middle, radius = decimal((ball["mid"] or "0").strip(), where), decimal(ball["rad"], where)
    well_formed(radius >= 0, f"{where} has a negative radius")
    return middle - radius, middle + radius


def decimal(text: str, where: str, digits: int = MAX_DIGITS) -> Fraction:
    """Require a decimal number."""
    found = DECIMAL.fullmatch(text)
    fits = found and len(text) <= digits and abs(int(found["exponent"] or 0)) <= MAX_EXPONENT
    well_formed(fits, f"{where} must be an enclosure '[m +/- r]' or a rational, not {text[:40]!r}")
    return Fraction(text)


HEAD = {
    "schema": str, "kind": str, "statement": str, "hash": str, "digest": str,
    "text": {"let": [expression], "given": [expression], "claim": [expression]},
}  # fmt: skip
