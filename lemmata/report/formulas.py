"""Formulas of a page: values set as matrices, long ones in parts between which a line may end, long parts named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from difflib import SequenceMatcher
from html import escape
from itertools import groupby
from typing import Any

from markupsafe import Markup

from lemmata.language.boxes import (
    TIMES,
    Box,
    Fence,
    Frac,
    Ident,
    Num,
    Op,
    Root,
    Row,
    Sub,
    Sup,
    Table,
    Text,
    UnderOver,
    joined,
    parens,
    row,
    symbol,
)
from lemmata.language.writers import latex_text, write_latex, write_mathml
from lemmata.report import formats

# Beyond FULL rows or columns a matrix is shown by its first HEAD and its last one.
FULL = 8
HEAD = 5

LINE = 28  # letters of a formula that fit a line of a telephone
RELATIONS = frozenset("=≤≥<>≠≈⪰≻∈→⇒⇔")
TERMS = frozenset("+−")
FACTORS = frozenset("·×⊗⊙∘/" + TIMES.symbol)
OPENING = frozenset("([{⟨")


@dataclass(frozen=True)
class Formula:
    """A formula as its text, and as boxes where its notation is known."""

    text: str
    box: Box | None = None

    def __html__(self) -> str:
        """As markup: set as mathematics, or typed where there are no boxes."""
        return Markup("<code>{}</code>").format(self.text) if self.box is None else markup(self.box)


@dataclass(frozen=True)
class Revised(Formula):
    """A formula with the parts marked that the formula of an older version does not have."""

    old: Box | None = None

    def __html__(self) -> str:
        """As markup, with class "new" on what is new."""
        if self.box is None or self.old is None:
            return super().__html__()
        before, after = list(_flat(self.old, 0)), list(_flat(self.box, 0))
        changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        shown = [(part, tag != "equal") for tag, _, _, start, end in changes for part in after[start:end]]
        return Markup("").join(Markup(_piece((part,), new)) for part, new in shown)


# --- long formulas


def markup(box: Box) -> Markup:
    """MathML of a formula; a long one as several, so that a line may end before a relation, a term or a factor.

    No browser breaks a formula by itself.  The sides of a relation are blocks in a line, and so are their terms: one
    that fits a line is not divided.
    """
    if width(box) <= LINE and not any(isinstance(item, Text) for item in _items(box)):
        return Markup(f"<math>{_written(_items(box))}</math>")
    sides = _divided(list(_flat(box)), RELATIONS)
    return Markup("").join(_block(side, (TERMS, frozenset(","), FACTORS)) for side in sides)


def latex_pieces(box: Box) -> list[str]:
    """A formula as LaTeX for running text; a long one as several, between which a line may end."""
    parts = [box] if width(box) <= LINE else list(_flat(box))
    pieces: list[str] = []
    for group in _divided(parts, RELATIONS | TERMS | FACTORS):
        for words, held in groupby(group, key=lambda part: isinstance(part, Text)):
            said = [latex_text(part.words) if isinstance(part, Text) else write_latex(part) for part in held]
            pieces.append("".join(said) if words else rf"$\displaystyle {{}}{' '.join(said)}$")
    return pieces


def _items(box: Box) -> tuple[Box, ...]:
    return box.items if isinstance(box, Row) else (box,)


def _block(parts: Sequence[Box], signs: Sequence[frozenset[str]]) -> Markup:
    """Parts that stay together if a line holds them, else divided at the first of the signs."""
    divided = _divided(parts, signs[0]) if signs and sum(map(width, parts)) > LINE else []
    if len(divided) > 1:
        inside = Markup("").join(_block(part, signs[1:]) for part in divided)
        return Markup('<span class="line">{}</span>').format(inside)
    if signs and sum(map(width, parts)) > LINE:
        return _block(parts, signs[1:])
    rows: list[list[Box]] = [[]]
    for part in parts:
        if isinstance(part, Text):
            rows += [[part], []]
        else:
            rows[-1].append(part)
    return Markup("").join(_scrolling(held) for held in rows if held)


def _scrolling(parts: Sequence[Box]) -> Markup:
    """Parts as one formula, in a box of its own that scrolls where no line holds it."""
    piece = Markup(_piece(parts))
    if isinstance(parts[0], Text) or sum(map(width, parts)) <= LINE:
        return piece
    return Markup('<span class="wide" tabindex="0" role="group" aria-label="formula">{}</span>').format(piece)


def _piece(parts: Sequence[Box], new: bool = False) -> str:
    """Parts as one formula; words by themselves are text, and a sign in front is between two terms."""
    first = parts[0]
    if isinstance(first, Text):
        return str(Markup.escape(first.words))
    written = _written(parts)
    if isinstance(first, Op) and first.symbol in RELATIONS | TERMS | FACTORS:
        written = f'<mo form="infix">{escape(first.symbol, quote=False)}</mo>{_written(parts[1:])}'
    marked = ' class="new"' if new else ""
    return f"<math{marked}>{written}</math>"


def _sign(part: Box) -> str:
    """The sign that a part is, with a mark over or under it or without; nothing for other parts."""
    operator = part.operator if isinstance(part, UnderOver) else part
    return operator.symbol if isinstance(operator, Op) else ""


def _written(parts: Sequence[Box]) -> str:
    """MathML of some parts without the signs that nobody sees, which were a tenth of a page."""
    written = "".join(map(write_mathml, parts))
    return written.replace(f"<mo>{TIMES.symbol}</mo>", "").replace("<mo>\u2061</mo>", "")


def _divided(parts: Sequence[Box], signs: frozenset[str]) -> list[list[Box]]:
    """Parts in groups, each beginning with one of the signs, or after it where it is a comma."""
    groups: list[list[Box]] = [[]]
    before = "("
    for part in parts:
        sign = _sign(part)
        if sign in signs - {","} and groups[-1] and before not in RELATIONS | TERMS | FACTORS | OPENING:
            groups.append([])
        groups[-1].append(part)
        if sign == "," and sign in signs:
            groups.append([])
        before = sign
    return [group for group in groups if group]


def _flat(box: Box, most: int = LINE // 2) -> Iterator[Box]:
    """The parts of a formula in their order, brackets and what is wider than ``most`` opened up.

    A fraction or a root that no line holds is written in a line.
    """
    if isinstance(box, Row):
        for item in box.items:
            yield from _flat(item, most)
    elif width(box) <= most:
        yield box
    elif isinstance(box, Fence) and not isinstance(box.body, Table):
        yield from (Op(box.left), *_flat(box.body, most), Op(box.right))
    elif isinstance(box, Sub | Sup) and width(box.base) > most:
        *held, last = _flat(box.base, most)
        yield from (*held, replace(box, base=last))
    elif isinstance(box, Frac) and width(box) > LINE:
        yield from _flat(row(_bracketed(box.top), Op("/"), _bracketed(box.bottom)), most)
    elif isinstance(box, Root) and width(box) > LINE:
        yield from _flat(Sup(parens(box.body), row(Num("1"), Op("/"), Num("2"))), most)
    else:
        yield box


def _bracketed(box: Box) -> Box:
    return parens(box) if isinstance(box, Row) else box


def width(box: Box) -> int:
    """About how many letters wide a formula is."""
    if isinstance(box, Row):
        return sum(map(width, box.items))
    if isinstance(box, Ident | Num | Text | Op):
        said = next(str(getattr(box, field.name)) for field in fields(box))
        signs = {TIMES.symbol: 0, "\u2061": 0} | dict.fromkeys(RELATIONS, 3) | dict.fromkeys(TERMS, 2)
        return signs.get(said, len(said)) if isinstance(box, Op) else len(said)
    if isinstance(box, Frac):
        return max(width(box.top), width(box.bottom))
    if isinstance(box, Sub | Sup):
        return width(box.base) + (2 * width(box.below if isinstance(box, Sub) else box.above) + 2) // 3
    if isinstance(box, UnderOver):
        below = max(width(box.under), 0 if box.over is None else width(box.over))
        return max(width(box.operator), (2 * below + 2) // 3)
    if isinstance(box, Table):
        columns = zip(*box.rows, strict=True)
        return sum(max(map(width, column)) + 1 for column in columns)
    return 1 + width(box.body) if isinstance(box, Root) else 2 + width(box.body) if isinstance(box, Fence) else 0


# --- long parts named

LONGEST = 50  # letters of a formula that is read without names
GAIN = 14  # letters that a name has to save


def _children(box: Box) -> Iterator[Box]:
    for field in fields(box):
        held = getattr(box, field.name)
        if isinstance(held, Box):
            yield held
        elif isinstance(held, tuple):
            for one in held:
                yield from one if isinstance(one, tuple) else (one,)


def _walk(box: Box) -> Iterator[Box]:
    yield box
    for child in _children(box):
        yield from _walk(child)


def _mapped(box: Box, change: Callable[[Box], Box]) -> Box:
    """A formula with every part of it changed, the inner ones first."""
    held: dict[str, Any] = {}
    for field in fields(box):
        value = getattr(box, field.name)
        if isinstance(value, Box):
            held[field.name] = _mapped(value, change)
        elif isinstance(value, tuple):
            held[field.name] = tuple(
                tuple(_mapped(cell, change) for cell in one) if isinstance(one, tuple) else _mapped(one, change)
                for one in value
            )
    changed = replace(box, **held) if held else box
    return change(row(*changed.items) if isinstance(changed, Row) else changed)


def lengths(box: Box) -> Box:
    """A formula with the trace of x^T x written as the squared norm that it is."""
    return _mapped(box, _length)


def _length(box: Box) -> Box:
    if not isinstance(box, Row):
        return box
    items = list(box.items)
    for k in range(len(items) - 2):
        name, called, argument = items[k : k + 3]
        held = _items(argument.body) if isinstance(argument, Fence) else ()
        if name != Ident("tr") or called != Op("\u2061") or len(held) < 3 or held[1] != TIMES:
            continue
        turned, rest = held[0], row(*held[2:])
        if isinstance(turned, Sup) and turned.above in (Ident("⊤"), Op("⊤")):
            base = turned.base.body if isinstance(turned.base, Fence) else turned.base
            again = rest.body if isinstance(rest, Fence) and rest.left == "(" else rest
            if base == again:
                norm = Sup(Sub(Fence("‖", base, "‖"), Ident("F")), Num("2"))
                return _length(row(*items[:k], norm, *items[k + 3 :]))
    return box


def named(boxes: Sequence[Box], taken: frozenset[str] = frozenset()) -> tuple[list[Box], list[Box]]:
    """Formulas in which a long part that occurs several times has a name, and what each name stands for.

    A part with a bound index carries the index at its name.
    """
    held = [*boxes]
    letters = {part.name for box in held for part in _walk(box) if isinstance(part, Ident)} | taken
    free = [letter for letter in "QRSTUVXYZBCHKG" if letter not in letters]
    bound = {index for box in held for index in _bound(box)} | {
        first
        for box in held
        for part in _walk(box)
        if isinstance(part, Row)
        for word, after in zip(part.items, part.items[1:], strict=False)
        if isinstance(word, Text) and word.words.strip() in ("for", "for all", "all")
        for first in _items(after)[:1]
        if isinstance(first, Ident)
    }
    meanings: list[tuple[Box, Box]] = []
    while free and held and max(map(width, held)) > LONGEST:
        found = _most_repeated(held)
        if found is None:
            break
        free_in = bound & set(_walk(found)) - _bound(found)
        indices = sorted((part for part in free_in if isinstance(part, Ident)), key=lambda index: index.name)
        name: Box = Ident(free.pop(0))
        name = Sub(name, joined(Op(","), list(indices))) if indices else name
        held = [_mapped(box, lambda part, found=found, name=name: _put(part, found, name)) for box in held]  # type: ignore[misc]
        meanings = [(one, _mapped(what, lambda part, f=found, n=name: _put(part, f, n))) for one, what in meanings]  # type: ignore[misc]
        meanings.append((name, found))
    return held, [row(name, Op("="), what) for name, what in meanings]


def _bound(box: Box) -> set[Ident]:
    """The indices that sums, products, maxima and diagonals in a formula run over."""
    under = (part.under for part in _walk(box) if isinstance(part, UnderOver))
    below = (part.below for part in _walk(box) if isinstance(part, Sub) and part.base == Ident("diag"))
    firsts = (_items(mark)[0] for mark in (*under, *below))
    return {first for first in firsts if isinstance(first, Ident)}


def _most_repeated(boxes: Sequence[Box]) -> Box | None:
    """The part whose name saves most; parts that no longer occur elsewhere count once."""
    count: dict[Box, int] = {}
    for box in boxes:
        for part in _walk(box):
            for one in _nameable(part):
                count[one] = count.get(one, 0) + 1
    rows = {part for box in boxes for part in _walk(box) if isinstance(part, Row)}
    for one in count:
        if isinstance(one, Row) and not _sum(one):
            count[one] += sum(len(_places(part, one)) for part in rows if part != one)
    saved = {part: (times - 1) * (width(part) - 2) for part, times in count.items() if times > 1}
    best = max(saved, key=lambda part: saved[part], default=None)
    return best if best is not None and saved[best] >= GAIN else None


def _nameable(box: Box) -> list[Box]:
    """What may be named in a part: whole arguments, numerators, radicands, and what stands in brackets."""
    held: list[Box] = []
    if isinstance(box, Fence):
        held = [box.body]
    elif isinstance(box, Frac):
        held = [box.top, box.bottom]
    elif isinstance(box, Root):
        held = [box.body]
    elif isinstance(box, Sub | Sup):
        held = [box.base]
    signs = RELATIONS | {","}
    return [
        one
        for one in held
        if isinstance(one, Row | Frac | Root)
        and not any(isinstance(part, Text) or isinstance(part, Op) and part.symbol in signs for part in _items(one))
    ]


def _put(box: Box, found: Box, name: Box) -> Box:
    """A part with a name in place of what it stands for; brackets around a name go, factors in a row are found."""
    if box == found:
        return name
    if isinstance(box, Fence) and box.left == "(" and box.body == name:
        return box
    if isinstance(box, Row) and isinstance(found, Row) and not _sum(found):
        items, size = list(box.items), len(found.items)
        for k in _places(box, found):
            return _put(row(*items[:k], name, *items[k + size :]), found, name)
    if isinstance(box, Row):
        opened = [
            item.body
            if isinstance(item, Fence) and item.left == "(" and item.body == name and not _applies(box.items, k)
            else item
            for k, item in enumerate(box.items)
        ]
        return row(*opened)
    if isinstance(box, Sup) and isinstance(box.base, Fence) and box.base.left == "(" and box.base.body == name:
        return replace(box, base=name)
    return box


def _places(box: Row, found: Row) -> list[int]:
    """Where the factors of a product stand next to each other in a row, with nothing around them that binds as tightly.

    A matrix product may be named within a longer one; other products only as whole terms.
    """
    if any(isinstance(part, UnderOver) for part in found.items):  # whose scope may go on
        return []
    inside = {TIMES} if all(part == TIMES for part in found.items if _sign(part) in FACTORS) else set()
    size, items = len(found.items), box.items

    def free(around: tuple[Box, ...]) -> bool:
        return all(part in inside or _sign(part) in RELATIONS | TERMS for part in around)

    return [
        k
        for k in range(len(items) - size + 1)
        if items[k : k + size] == found.items
        and free(items[max(k - 1, 0) : k])
        and free(items[k + size : k + size + 1])
    ]


def _applies(items: Sequence[Box], k: int) -> bool:
    return k > 0 and items[k - 1] == Op("\u2061")


def _sum(box: Row) -> bool:
    return any(isinstance(item, Op) and item.symbol in TERMS for item in box.items)


# --- values of an instance


def number(value: Any, digits: int = 6) -> Box:
    """One entry: integers and short fractions exactly; what is too long is cut, and ends in an ellipsis."""
    text = formats.UNKNOWN if value is None else str(value).strip()
    fraction = re.fullmatch(r"([+-]?)(\d{1,3})/(\d{1,3})", text)
    if fraction:
        ratio = Frac(Num(fraction[2]), Num(fraction[3]))
        return row(Op("−"), ratio) if fraction[1] == "-" else ratio
    return numeral(formats.enclosure(value, digits))


def numeral(text: str) -> Box:
    """A number as :mod:`formats` writes it, with its powers of ten raised and its signs as signs."""
    parts: list[Box] = []
    for one in re.findall(r"10[⁻⁰¹²³⁴-⁹]+|\d[\d.,]*|[^\W\d]{2,}|\s+|.", text):
        raised = re.fullmatch(r"10([⁻⁰¹²³⁴-⁹]+)", one)
        if raised:
            parts.append(Sup(Num("10"), numeral(raised[1].translate(_LOWERED))))
        elif one[0].isdigit():
            parts.append(Num(one))
        elif one.isalpha():
            parts.append(Ident(one) if len(one) == 1 else Text(one))
        elif not one.isspace():
            parts.append(Op(one))
    return row(*parts) if parts else Text(text)


_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789")


def is_cut(value: Any) -> bool:
    """Whether :func:`value` shows less than the exact ``value``: an entry cut, or rows and columns left out."""
    if isinstance(value, Mapping):
        return any(is_cut(part) for part in value.values())
    if isinstance(value, list | tuple):
        return len(value) > FULL or any(is_cut(part) for part in value)
    return "…" in formats.enclosure(value, 6)


def _picks(size: int) -> list[int | None]:
    """Indices to show, None standing for those left out."""
    return list(range(size)) if size <= FULL else [*range(HEAD), None, size - 1]


def matrix(rows: Sequence[Sequence[Any]]) -> Box:
    """A matrix in brackets; one beyond 8 rows or columns is abbreviated and carries its size. Rows may be ragged."""
    columns = max((len(one) for one in rows), default=0)

    def cell(i: int | None, j: int | None) -> Box:
        if i is None or j is None:
            return Op("⋯" if i is not None else "⋮" if j is not None else "⋱")
        return number(rows[i][j]) if j < len(rows[i]) else Text("")

    lines = tuple(tuple(cell(i, j) for j in _picks(columns)) for i in _picks(len(rows)))
    table = Fence("[", Table(lines), "]")
    return Sub(table, Text(f"{len(rows)} × {columns}")) if max(len(rows), columns) > FULL else table


def value(item: Any) -> Box:
    """A scalar, a vector (set as a row), a matrix, or a list of matrices."""
    if isinstance(item, Mapping):
        return joined(Op(","), [row(symbol(str(k)), Op(":"), value(v)) for k, v in item.items()])
    if not isinstance(item, list | tuple):
        return number(item)
    if not item:
        return Fence("[", Text(" "), "]")
    if not any(isinstance(part, list | tuple) for part in item):
        return parens(joined(Op(","), [Op("…") if k is None else number(item[k]) for k in _picks(len(item))]))
    if all(isinstance(part, list | tuple) and not _nested(part) for part in item):
        return matrix(item)
    return joined(Op(","), [Op("…") if k is None else value(item[k]) for k in _picks(len(item))])


def _nested(line: Sequence[Any]) -> bool:
    return any(isinstance(cell, list | tuple | Mapping) for cell in line)


def equation(name: str, item: Any, terse: bool = False) -> Formula:
    """``name = value``; a name that is no identifier, and a value in words, are set as text.

    A ``terse`` one, for where formulas are many, types a matrix beyond 9 entries instead of setting it.
    """
    text = f"{name} = {typed(item)}"
    if terse and isinstance(item, list) and sum(len(line) for line in item if isinstance(line, list)) > 9:
        return Formula(text)
    left = symbol(name) if re.fullmatch(r"[^\W\d]\w*'*", name) else Text(name)
    worded = isinstance(item, str) and re.search(r"[^\W\d_]{2}|\s", item) and not item.startswith("[")
    return Formula(text, row(left, Op("="), Text(str(item)) if worded else value(item)))


def typed(item: Any) -> str:
    """A value as one types it: ``[0 1; 1/2 0]``, cut like :func:`matrix`."""
    if not isinstance(item, list | tuple):
        return plain(item) if isinstance(item, Mapping) else formats.enclosure(item, 6)
    shown = [item[k] if k is not None else None for k in _picks(len(item))]
    rows = [part for part in item if isinstance(part, list | tuple)]
    if any(map(_nested, rows)):
        return ", ".join("…" if part is None else typed(part) for part in shown)
    parts = (
        "…" if part is None else typed(part)[1:-1] if isinstance(part, list | tuple) else typed(part) for part in shown
    )
    return f"[{('; ' if rows else ' ').join(parts)}]"


def plain(item: Any) -> str:
    """A value of an instance as text, every digit kept."""
    if isinstance(item, Mapping):
        return "{" + ", ".join(f"{key}: {plain(part)}" for key, part in item.items()) + "}"
    if isinstance(item, list | tuple):
        return "[" + ", ".join(plain(part) for part in item) + "]"
    return str(item)
