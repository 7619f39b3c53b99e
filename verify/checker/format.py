"""The file: JSON read strictly within stated limits, its schema, digest and statement, and the numbers in it."""

from __future__ import annotations

import hashlib
import json
import math
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

SCHEMA, MANIFEST_SCHEMA = "lemmata-certificate/2", "lemmata-manifest/1"
COMMON = {"schema", "kind", "statement", "hash", "text", "digest"}
KEYS = {
    "violation": COMMON | {"dims", "values", "broken", "given", "lhs", "rhs", "precision"},
    "flow": COMMON | {"network", "data", "labels", "at", "slopes", "rate"},
    "negation": COMMON | {"identity"},
    "opposite": COMMON,
    "graph": COMMON | {"network", "input", "at", "conjunct"},
    "descent": COMMON | {"network", "data", "labels", "at", "sizes", "slopes", "defect"},
    "leap": COMMON | {"weight", "at", "slope"},
    "ray": COMMON | {"network", "data", "labels", "at", "conjunct", "factor", "separator"},
    "depth": COMMON | {"sequences", "numbers", "products", "conjunct"},
}
LETTERS = "ADITGPLF"  # kinds of statements, part of what a statement's hash covers
MAX_BYTES, MAX_NESTING, MAX_DIGITS, MAX_ENTRIES = 1_000_000, 12, 500, 4096
MAX_EXPONENT = 5000  # of powers of ten
MAX_WITNESS_DIGITS = 4000  # a witness may be longer: it is what decides between numbers that nearly agree
RATIONAL = re.compile(r"-?[0-9]+(/[0-9]+)?")
DECIMAL = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?([eE](?P<exponent>[+-]?[0-9]{1,5}))?")
BALL = re.compile(r"\[(?P<mid>[^ \]]+ )?\+/- (?P<rad>[^ \]]+)\]")


class _Explained(Exception):
    """An error whose message may quote the file: it is kept to one line of plain characters."""

    def __init__(self, why: str) -> None:
        super().__init__("".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in why))


class CertificateError(_Explained):
    """The file is not an unaltered certificate of a known schema."""


class NotEstablished(_Explained):
    """The certificate is well formed, but what it says could not be established."""


class _Clock:
    """The deadline that every long loop looks at."""

    deadline = math.inf


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Allow so much time, or what is left of what was allowed before."""
    before = _Clock.deadline
    _Clock.deadline = min(before, time.monotonic() + seconds)
    try:
        yield
    finally:
        _Clock.deadline = before


def tick() -> None:
    """Raise NotEstablished once the time allowed is over."""
    if time.monotonic() > _Clock.deadline:
        raise NotEstablished("the time allowed ran out")


def digest(cert: dict[str, Any]) -> str:
    """SHA-256 of the canonical JSON of a certificate without its `digest`."""
    body = {k: v for k, v in cert.items() if k != "digest"}
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


@cache
def manifest() -> dict[str, dict[str, Any]]:
    """Hash, kind and dimensions of every statement of the catalogue, by id."""
    data = json.loads(Path(__file__).with_name("manifest.json").read_text(encoding="ascii"))
    if data["schema"] != MANIFEST_SCHEMA:
        raise CertificateError(f"the manifest beside the checker is not of schema {MANIFEST_SCHEMA}")
    return dict(data["statements"])


def read(path: str | Path) -> dict[str, Any]:
    """The certificate in a file, its schema, digest and statement verified.  Raises CertificateError."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise CertificateError(f"cannot be read: {error.strerror}") from error
    if len(raw) > MAX_BYTES:
        raise CertificateError(f"larger than {MAX_BYTES} bytes, which no certificate is")
    try:
        text = raw.decode("utf-8")
        _shallow(text)
        cert = json.loads(
            text, object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse, parse_int=_integer
        )
    except UnicodeDecodeError as error:
        raise CertificateError(f"not UTF-8 text (byte {error.start})") from error
    except json.JSONDecodeError as error:
        raise CertificateError(f"not complete JSON: {error.msg}, line {error.lineno}, column {error.colno}") from error
    validate(cert)
    return cert


def _shallow(text: str) -> None:
    depth = 0
    for bracket in re.findall(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', text):
        depth += (bracket in "[{") - (bracket in "]}")
        if depth > MAX_NESTING:
            raise CertificateError(f"nested more than {MAX_NESTING} deep, which no certificate is")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise CertificateError("a key occurs twice in one object")
    return out


def _refuse(text: str) -> Any:
    raise CertificateError(f"{text[:40]} is not allowed: numbers are integers or 'p/q' strings")


def _integer(text: str) -> int:
    if len(text) > 20:
        raise CertificateError(f"the integer {text[:20]}... is too long")
    return int(text)


def validate(cert: Any) -> None:
    """Schema, keys, types, digest, statement hash and manifest.  Raises CertificateError."""
    if not isinstance(cert, dict):
        raise CertificateError("not a JSON object")
    if cert.get("schema") != SCHEMA:
        raise CertificateError(f"schema {cert.get('schema')!r} is not {SCHEMA!r}")
    kind = cert.get("kind")
    if not isinstance(kind, str) or kind not in KEYS:
        raise CertificateError(f"unknown kind {kind!r}: expected one of {', '.join(KEYS)}")
    keys(cert, KEYS[kind] | {"witnesses"} & set(cert), "the certificate")
    for name in ("statement", "hash", "digest"):
        if not re.fullmatch(r"[A-Za-z0-9._~-]{1,100}", string(cert[name], name)):
            raise CertificateError(f"{name} is not a plain word")
    text = cert["text"]
    keys(text, {"let", "given", "claim"}, "text")
    for part, lines in text.items():
        plain = isinstance(lines, list) and all(isinstance(s, str) and s.isascii() and s.isprintable() for s in lines)
        if not plain:
            raise CertificateError(f"text.{part} must be a list of strings in plain ASCII")
    if not text["claim"]:
        raise CertificateError("text.claim is empty")
    if digest(cert) != cert["digest"]:
        raise CertificateError("the digest does not match: the certificate was altered")
    if not isinstance(cert.get("witnesses", {}), dict):
        raise CertificateError("witnesses must be an object")
    lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in text[part]]
    hashes = {hashlib.sha256("\n".join([k, *lines]).encode("ascii")).hexdigest() for k in LETTERS}
    if cert["hash"] not in hashes:
        raise CertificateError("the text is not the one the statement's hash belongs to")
    if cert["statement"] in manifest() and manifest()[cert["statement"]]["hash"] != cert["hash"]:
        raise CertificateError(f"the text is not that of {cert['statement']}, whose hash the manifest gives")


def keys(value: Any, wanted: set[str], where: str) -> None:
    """Require an object with exactly these keys."""
    if not isinstance(value, dict):
        raise CertificateError(f"{where} must be an object")
    if missing := wanted - set(value):
        raise CertificateError(f"{where} lacks {', '.join(sorted(missing))}")
    if extra := set(value) - wanted:
        raise CertificateError(f"{where} has the unknown key {min(extra)!r}")


def string(value: Any, where: str) -> str:
    """Require a string."""
    if not isinstance(value, str):
        raise CertificateError(f"{where} must be a string")
    return value


def integer(value: Any, where: str) -> int:
    """Require an integer (a truth value is none)."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise CertificateError(f"{where} must be an integer")
    return value


def rational(value: Any, where: str, digits: int = MAX_DIGITS) -> Fraction:
    """Require a string "p/q" or "p"."""
    if not isinstance(value, str) or len(value) > digits or not RATIONAL.fullmatch(value):
        raise CertificateError(f"{where} must be a rational number written 'p/q', not {str(value)[:40]!r}")
    p, _, q = value.partition("/")
    if q and int(q) == 0:
        raise CertificateError(f"{where} has denominator zero")
    return Fraction(int(p), int(q or 1))


def rational_rows(value: Any, where: str, digits: int = MAX_DIGITS) -> list[list[Fraction]]:
    """Require a rectangular list of rows of rationals."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise CertificateError(f"{where} must be a list of rows")
    if len({len(row) for row in value}) > 1:
        raise CertificateError(f"{where} has rows of different lengths")
    if sum(len(row) for row in value) > MAX_ENTRIES:
        raise CertificateError(f"{where} has more than {MAX_ENTRIES} entries")
    return [[rational(x, f"an entry of {where}", digits) for x in row] for row in value]


def enclosure(value: Any, where: str) -> tuple[Any, Any]:
    """Require "[m +/- r]", "[+/- r]", a decimal or a rational; returns the end points.

    "inf" and "[+/- inf]", which stand for the gap of a single value, have no end points but infinity.
    """
    text = string(value, where)
    if text in ("inf", "[+/- inf]"):
        return (math.inf if text == "inf" else -math.inf), math.inf
    if ball := BALL.fullmatch(text):
        middle = decimal((ball["mid"] or "0").strip(), where)
        radius = decimal(ball["rad"], where)
        if radius < 0:
            raise CertificateError(f"{where} has a negative radius")
        return middle - radius, middle + radius
    point = rational(text, where) if RATIONAL.fullmatch(text) else decimal(text, where)
    return point, point


def decimal(text: str, where: str, digits: int = MAX_DIGITS) -> Fraction:
    """Require a decimal number."""
    found = DECIMAL.fullmatch(text)
    if not found or len(text) > digits or abs(int(found["exponent"] or 0)) > MAX_EXPONENT:
        raise CertificateError(f"{where} must be an enclosure '[m +/- r]' or a rational, not {text[:40]!r}")
    return Fraction(text)
