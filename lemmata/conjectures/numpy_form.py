"""Instances as lines that can be pasted into NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

EXACT = "# exact fractions; NumPy rounds them to floats"
SAFE = 2**53  # integers below it are doubles
NARROW = 72
LONGEST = 24  # characters of a number that anybody reads
DIGITS = 9  # of one that is rounded
WIDE = 18  # characters of a fraction from which on its decimals are shown


def assignments(instance: Mapping[str, Any]) -> list[str]:
    """`name = value` for every dimension, scalar and matrix of an instance in its JSON form, matrices over several
    lines; with a comment above where NumPy rounds a number."""
    lines = [f"{name} = {value}" for name, value in instance.get("dims", {}).items()]
    if any(map(_long, _numbers(instance))):
        short = {
            part: {name: _shortened(value) for name, value in instance.get(part, {}).items()}
            for part in ("values", "made")
        }
        reported = f"# rounded to {DIGITS} digits here; --json and certificates hold the exact fractions"
        return [reported, *(line for line in assignments({**instance, **short}) if line != EXACT)]
    rounded = False
    for name, value in instance.get("complex", {}).items():
        pairs = paired(value)
        lines += matrix(name, pairs, str) if isinstance(pairs, list) else [f"{name} = {pairs}"]
    hidden = set(instance.get("parts", ()))
    for name, value in {**instance.get("values", {}), **instance.get("made", {})}.items():
        if name in hidden:
            continue
        if isinstance(value, list):
            lines += matrix(name, value)
            rounded |= any(_rounded(x) for row in value for x in row)
        else:
            lines.append(f"{name} = {number(value)}")
            rounded |= _rounded(value)
    return ([EXACT] if rounded else []) + lines


def _numbers(instance: Mapping[str, Any]) -> Iterator[Any]:
    for value in (*instance.get("values", {}).values(), *instance.get("made", {}).values()):
        if isinstance(value, list):
            yield from (x for row in value for x in row)
        else:
            yield value


def _long(text: Any) -> bool:
    """Whether nobody would read it: neither a short fraction nor a double of few digits."""
    return len(number(text)) > LONGEST


def _shortened(value: Any) -> Any:
    if isinstance(value, list):
        return [[_shortened(x) for x in row] for row in value]
    exact = Fraction(str(value))
    with localcontext() as context:
        context.prec = DIGITS
        near = Decimal(exact.numerator) / Decimal(exact.denominator)
    return str(value) if not _long(value) else str(Fraction(near))


def paired(value: Mapping[str, Any]) -> Any:
    """A complex number, or the rows of a matrix, as Python writes it: `1/2 - 3j`."""
    re, im = value["re"], value["im"]
    if isinstance(re, list):
        return [paired({"re": x, "im": y}) for x, y in zip(re, im, strict=True)]
    size = _plain(im.removeprefix("-"))
    imaginary = f"{size} * 1j" if "/" in size else f"{size}j"
    sign = "-" if im.startswith("-") else ""
    if im == "0":
        return _plain(re)
    return f"{sign}{imaginary}" if re == "0" else f"{_plain(re)} {sign or '+'} {imaginary}"


def _plain(text: str) -> str:
    """A rational as `number` writes it; a decimal, which is near to what it stands for, as it is."""
    return text if "." in text or "e" in text else number(text)


def matrix(name: str, rows: Sequence[Sequence[str]], write: Callable[[Any], str] | None = None) -> list[str]:
    """A matrix in one line where it is small, else row by row with columns aligned."""
    cells = [[(write or number)(x) for x in row] for row in rows]
    line = f"{name} = np.array([{', '.join('[' + ', '.join(row) + ']' for row in cells)}])"
    if len(line) <= NARROW:
        return [line]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    shown = ["[" + ", ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) + "]" for row in cells]
    head = f"{name} = np.array(["
    return (head + (",\n" + " " * len(head)).join(shown) + "])").split("\n")


def number(text: Any) -> str:
    """A rational as a Python expression: a double where it is exactly that and shorter, p/q otherwise."""
    value = Fraction(str(text))
    decimal = _decimal(value)
    if decimal is not None and len(str(value)) > WIDE:
        return decimal
    if value.denominator == 1:
        return str(value.numerator) if abs(value) < SAFE else f"{value.numerator}/1"
    plain = str(value)
    short = _double(value)
    return short if short is not None and len(plain) > max(len(short), 9) else plain


def _double(value: Fraction) -> str | None:
    try:
        near = float(value)
    except OverflowError:
        return None
    return repr(near) if Fraction(near) == value else None


def _decimal(value: Fraction) -> str | None:
    """A number with at most `DIGITS` decimal digits that is no double, as these digits; None for another."""
    rest = value.denominator
    while rest % 10 == 0:
        rest //= 10
    while rest % 2 == 0:
        rest //= 2
    while rest % 5 == 0:
        rest //= 5
    if rest != 1 or _double(value) is not None:
        return None
    with localcontext() as context:
        context.prec = 4 * LONGEST
        found = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{found:.{DIGITS}g}" if Decimal(f"{found:.{DIGITS}g}") == found else None


def _rounded(text: Any) -> bool:
    value = Fraction(str(text))
    return _double(value) is None
