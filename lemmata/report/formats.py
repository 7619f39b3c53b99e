"""Numbers, names and dates as a reader wants to see them: plain text, as markup is made elsewhere."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"
THIN = "\N{NARROW NO-BREAK SPACE}"
UNKNOWN = "\N{EM DASH}"
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_ENCLOSURE = re.compile(r"^\[\s*([^\[\]]*?)\s*\+/-\s*([^\[\]]+?)\s*\]$")
_DECIMAL = re.compile(r"^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d+))?$")

RELATIONS = {"<=": "≤", "<": "<", ">=": "≥", ">": ">", "==": "=", "=": "=", "!=": "≠"}
FAILED = {"<=": "≰", "<": "≮", ">=": "≱", ">": "≯", "==": "≠", "=": "≠", "!=": "="}
SPOKEN = {
    "<=": "is not at most",
    "<": "is not less than",
    ">=": "is not at least",
    ">": "is not greater than",
    "==": "is not equal to",
    "=": "is not equal to",
    "!=": "equals",
}


def as_float(value: Any) -> float | None:
    """``value`` (a number or "p/q") as a float, infinities and NaN included; None where it is not a number."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _to_float(value)
    text = str(value).strip()
    numerator, slash, denominator = text.partition("/")
    try:
        if slash:
            bottom = int(denominator)
            return int(numerator) / bottom if bottom else None
        return float(text)
    except ValueError:
        return None
    except OverflowError:
        return math.inf


def _to_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def significant(value: float, digits: int = 3) -> str:
    """A float to a few significant digits with a true minus sign and a superscript exponent."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else MINUS + "∞"
    if value == 0:
        return "0"
    text = f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    mantissa = mantissa.replace("-", MINUS)
    if not exponent:
        return mantissa
    if mantissa in ("1", MINUS + "1"):
        return mantissa[:-1] + power(int(exponent))
    return f"{mantissa}{TIMES}{power(int(exponent))}"


def power(exponent: int) -> str:
    """A power of ten with its exponent raised."""
    return "10" + str(exponent).translate(_SUPERSCRIPTS)


def slack(value: Any) -> str:
    """A slack (float, "p/q", "nan", null) to read: a dash where none was measured."""
    if value is None:
        return UNKNOWN
    number = as_float(value)
    if number is None:
        return enclosure(str(value))
    if isinstance(value, str) and len(value) <= 9 and "/" in value:
        return value.replace("-", MINUS)
    return significant(number)


def count(value: Any) -> str:
    """A count with thousands separated by commas; anything that is not an integer is shown as text, null as a dash."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace("-", MINUS)
    if isinstance(value, float):
        return f"{int(value):,}" if value.is_integer() and abs(value) < 1e15 else significant(value)
    return str(value)


def seconds(value: Any) -> str:
    """A duration: tenths of a second below a minute, minutes and seconds above, hours and minutes beyond."""
    number = as_float(value)
    if number is None or not math.isfinite(number) or number < 0:
        return UNKNOWN
    if number < 0.05:
        return f"<{THIN}0.1{THIN}s"
    if number < 59.95:
        return f"{number:.1f}{THIN}s"
    whole = round(number)
    if whole < 3600:
        return f"{whole // 60}{THIN}min {whole % 60}{THIN}s"
    return f"{whole // 3600}{THIN}h {whole % 3600 // 60}{THIN}min"


def percent(value: Any) -> str:
    """A proportion in [0, 1] as a percentage that never rounds something to nothing, nor nearly all to all."""
    number = as_float(value)
    if number is None or not math.isfinite(number):
        return UNKNOWN
    if 0 < number < 0.001:
        return f"<{THIN}0.1{THIN}%"
    if 0.999 < number < 1:
        return f">{THIN}99.9{THIN}%"
    shown = f"{100 * number:.1f}".removesuffix(".0")
    return f"{shown}{THIN}%"


def date(value: Any) -> str:
    """An ISO timestamp as "21 November 2026, 12:00 UTC"; other text unchanged."""
    if not value:
        return UNKNOWN
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        return str(value)
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC)
    zone = " UTC" if moment.tzinfo is not None else ""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M}{zone}"


# Written out because strftime("%B") follows the locale of the machine, and the same run must give the same bytes.
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def enclosure(value: Any, digits: int = 14) -> str:
    """A side of a relation to read: "[m +/- r]" becomes "m ± r"; what is too long ends in an ellipsis."""
    if value is None:
        return UNKNOWN
    if isinstance(value, float) and not math.isfinite(value):
        return significant(value)
    text = str(value).strip()
    match = _ENCLOSURE.match(text)
    if match is None:
        return _decimal(text, digits)
    middle, radius = match.groups()
    return f"{_decimal(middle or '0', digits)} ± {_decimal(radius, 3)}"


def _decimal(text: str, digits: int) -> str:
    fraction = re.fullmatch(r"([+-]?)(\d+)/(\d+)", text)
    if fraction is not None:
        if len(text) <= 2 * digits or not int(fraction.group(3)):
            return text.replace("-", MINUS)
        return _cut(Fraction(text), digits)
    match = _DECIMAL.match(text)
    if match is None and re.fullmatch(r"-?oo|\[[-\d/.; ]+\]", text):
        return text.replace("-", MINUS).replace("oo", "∞")
    if match is None:
        return text
    sign, mantissa, exponent = match.groups()
    whole, _, tail = mantissa.partition(".")
    if len(whole) + len(tail.rstrip("0")) > digits:
        # an exponent in the thousands would make an integer of as many digits: such a number is its own best short form
        return text if exponent and abs(int(exponent)) > 400 else _cut(Fraction(text), digits)
    tail = tail.rstrip("0")
    shown = (MINUS if sign == "-" else "") + (whole or "0") + (f".{tail}" if tail else "")
    if exponent and int(exponent):
        scale = power(int(exponent))
        shown = scale if shown == "1" else f"{shown}{TIMES}{scale}"
    return shown


def _cut(value: Fraction, digits: int) -> str:
    """The leading ``digits`` digits of a number too long to print, an ellipsis for the rest: cut, never rounded."""
    sign, size = (MINUS, -value) if value < 0 else ("", value)
    if size == 0:
        return "0"
    order = len(str(size.numerator)) - len(str(size.denominator))
    if size < Fraction(10) ** order:
        order -= 1
    scaled = size / Fraction(10) ** (order - digits + 1)
    kept = str(int(scaled))
    more = "…" if scaled.denominator != 1 else ""
    if -4 <= order < digits:
        kept = "0" * -order + kept if order < 0 else kept
        point = max(order, 0) + 1
        tail = kept[point:] if more else kept[point:].rstrip("0")
        return f"{sign}{kept[:point]}" + (f".{tail}" if tail else "") + more
    tail = kept[1:] if more else kept[1:].rstrip("0")
    return f"{sign}{kept[0]}" + (f".{tail}" if tail else "") + f"{more}{TIMES}{power(order)}"


def cut(said: str, most: int = 160) -> str:
    """What fits a cell, or a place in a drawing."""
    return said if len(said) <= most else said[: most - 1] + "…"


def paper_label(key: str, authors: str = "") -> str:
    """A citation-like label from a paper's key: "riedi2022" gives "Riedi 2022", the name as the authors spell it."""
    match = re.fullmatch(r"([A-Za-z]+)[-_ ]?(\d{4})", key)
    if match is None:
        return key[:1].upper() + key[1:]
    name = next((n for n in re.findall(r"\w+", authors) if n.lower() == match[1].lower()), match[1].capitalize())
    return f"{name} {match[2]}"


def anchor(identifier: str) -> str:
    """An HTML id for a statement, one to one, free of characters that a fragment would need to escape."""
    safe = re.sub(r"[^A-Za-z0-9.~-]", lambda m: f"_{ord(m.group()):x}_", identifier)
    return f"s-{safe}"
