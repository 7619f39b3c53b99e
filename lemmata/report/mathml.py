"""Presentation MathML: instances set as matrices, and a gate for markup that comes from outside this package."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape
from typing import Any

from markupsafe import Markup

from lemmata.report import formats

# Beyond FULL rows or columns a matrix is shown by its first HEAD and its last one.
FULL = 8
HEAD = 5

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "lam": "λ", "lamda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip

_ELEMENTS = frozenset({
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "mfrac", "msqrt", "mroot", "mstyle", "mpadded",
    "mphantom", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "none",
    "mtable", "mtr", "mtd", "semantics", "merror",
})  # fmt: skip
_ATTRIBUTES = frozenset({
    "display", "mathvariant", "stretchy", "fence", "separator", "form", "accent", "accentunder", "linethickness",
    "largeop", "movablelimits", "symmetric", "minsize", "maxsize", "lspace", "rspace", "width", "height", "depth",
    "columnalign", "rowalign", "columnspan", "rowspan", "displaystyle", "scriptlevel", "dir", "alttext", "open",
    "close", "separators",
})  # fmt: skip
# What the page's style sheet says of every formula need not be said by each.
_USUAL = {("math", "display", "inline"), ("math", "displaystyle", "true")}
_BRACKETS = frozenset("()[]{}|‖⌊⌋⌈⌉⟨⟩")
_OPENING = frozenset("([{⟨")
_OPERATORS = frozenset("=≤≥<>≠≈⪰≻∈→⇒⇔+−·×⊗⊙∘\u2062")
SHORT, LINE = 100, 32  # letters of markup that are not looked into, and of a formula that fits a line of a telephone
_XML_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def clean(markup: str) -> Markup | None:
    """``markup`` with nothing left but presentation MathML, or None where it is not well-formed.

    Elements outside the list lose their tags and keep their text; attributes outside the list (event handlers, links,
    styles) are dropped. A run's file may have been written by anybody, so no markup in it is taken on trust.
    """
    if "<!" in markup or "<?" in markup:  # document types and entities have no place in a formula
        return None
    try:
        root = ElementTree.fromstring(_XML_ILLEGAL.sub("", markup))
    except ElementTree.ParseError:
        return None
    written = _write(root)
    return Markup(written if _local(root.tag) == "math" else f"<math>{written}</math>")


def marked(new: Markup, old: Markup) -> Markup:
    """A formula with class "new" on the parts that an older one does not have."""
    before, after = ElementTree.fromstring(old), ElementTree.fromstring(new)
    _mark(before, after)
    return Markup(ElementTree.tostring(after, encoding="unicode"))


def _mark(old: ElementTree.Element, new: ElementTree.Element) -> None:
    before, after = ([ElementTree.tostring(part) for part in row] for row in (old, new))
    for change, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if change == "delete":
            new.set("class", "new")
        elif change != "equal":
            for k in range(j, j_end):
                pair = old[i + k - j] if i + k - j < i_end else None
                if pair is not None and pair.tag == new[k].tag and len(pair) and len(new[k]):
                    _mark(pair, new[k])
                else:
                    new[k].set("class", "new")


def pieces(formula: Markup) -> Markup:
    """A formula as several next to each other where it is long: a line may end before a relation or an operator.

    No browser breaks a formula by itself.
    """
    root = ElementTree.fromstring(formula) if len(formula) > SHORT else None
    if root is None or _letters(root) <= LINE:
        return formula
    rows: list[list[ElementTree.Element]] = [[]]
    before = ""
    for part in _flat(root):
        sign = (part.text or "").strip() if part.tag == "mo" else ""
        if sign in _OPERATORS and rows[-1] and before not in _OPERATORS | _OPENING:
            rows.append([])
            part.set("form", "infix")
        if part.tag == "mtext":
            rows += [[part], []]
            continue
        rows[-1].append(part)
        if sign == ",":
            rows.append([])
        before = sign
    return Markup("").join(_piece(row) for row in rows if row)


def _piece(row: list[ElementTree.Element]) -> Markup:
    """A formula of some parts; words by themselves are text."""
    if row[0].tag == "mtext":
        return Markup("{}").format((row[0].text or "").replace("\u00a0", " "))
    return Markup(f"<math>{''.join(ElementTree.tostring(part, encoding='unicode') for part in row)}</math>")


def _letters(node: ElementTree.Element) -> int:
    return sum(len(text.strip()) for text in node.itertext())


def _flat(row: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The parts of a row, those of a long row in it in its place."""
    for part in row:
        if part.tag == "mrow" and _letters(part) > LINE // 2:
            for inner in part:
                inner.attrib |= {k: v for k, v in part.attrib.items() if k == "class"}
            yield from _flat(part)
        elif part.tag in ("msup", "msub", "msubsup") and part[0].tag == "mrow" and _letters(part) > LINE // 2:
            held = list(_flat(part[0]))
            part.remove(part[0])
            part.insert(0, held.pop())
            yield from (*held, part)
        else:
            yield part


def _local(tag: Any) -> str:
    return str(tag).rpartition("}")[2]


def _write(node: ElementTree.Element) -> str:
    """Markup of one element, text and attributes escaped; plain strings, as a report has hundreds of thousands."""
    name = _local(node.tag)
    parts = [escape(node.text or "")]
    for child in node:
        if _local(child.tag) not in ("annotation", "annotation-xml"):
            end = name == "mrow" and len(node) > 2 and (child is node[0] or child is node[-1])
            parts.append(_fence(child) if end else _write(child))
        parts.append(escape(child.tail or ""))
    inside = "".join(parts)
    if name not in _ELEMENTS:
        return inside
    if name == "mrow" and _wraps(node) and not node.attrib:
        return inside
    if name == "math" and _wraps(node) and inside.startswith("<mrow>"):
        inside = inside.removeprefix("<mrow>").removesuffix("</mrow>")
    attributes = "".join(
        f' {_local(key)}="{escape(value)}"'
        for key, value in sorted(node.attrib.items())
        if _local(key) in _ATTRIBUTES and (name, _local(key), value) not in _USUAL
    )
    return f"<{name}{attributes}>{inside}</{name}>"


def _wraps(node: ElementTree.Element) -> bool:
    """Whether an element holds one child and nothing else."""
    return len(node) == 1 and not (node.text or "").strip() and not (node[0].tail or "").strip()


def _fence(node: ElementTree.Element) -> str:
    """A bracket at the end of its row, without the form and the stretching that its place there implies."""
    plain = _local(node.tag) == "mo" and not len(node) and (node.text or "").strip() in _BRACKETS
    if not plain or {_local(key) for key in node.attrib} - {"form", "stretchy"} or node.get("stretchy") == "false":
        return _write(node)
    return f"<mo>{escape(node.text or '')}</mo>"


def symbol(name: str) -> Markup:
    """A variable's name: ``M_o`` with a subscript, ``rho`` as ρ, ``W1`` as W with subscript 1."""
    base, _, index = name.partition("_")
    if not index:
        match = re.fullmatch(r"([A-Za-z]+)(\d+)", name)
        if match:
            base, index = match.groups()
    if not base or not index:
        return _identifier(name)
    parts = [part for part in index.split("_") if part]
    if not parts:
        return _identifier(name)
    below = Markup("<mo>,</mo>").join(
        Markup("<mn>{}</mn>").format(part) if part.isdigit() else _identifier(part) for part in parts
    )
    if len(parts) > 1:
        below = Markup("<mrow>{}</mrow>").format(below)
    return Markup("<msub>{}{}</msub>").format(_identifier(base), below)


def _identifier(name: str) -> Markup:
    return Markup("<mi>{}</mi>").format(_GREEK.get(name, name))


def number(value: Any, digits: int = 6) -> Markup:
    """One entry: integers and short fractions exactly; what is too long is cut, and ends in an ellipsis."""
    text = formats.UNKNOWN if value is None else str(value).strip()
    fraction = re.fullmatch(r"([+-]?)(\d+)/(\d+)", text)
    if fraction and len(fraction.group(2)) <= 3 and len(fraction.group(3)) <= 3:
        ratio = Markup("<mfrac><mn>{}</mn><mn>{}</mn></mfrac>").format(fraction.group(2), fraction.group(3))
        return Markup("<mrow><mo>−</mo>{}</mrow>").format(ratio) if fraction.group(1) == "-" else ratio
    return Markup("<mn>{}</mn>").format(formats.enclosure(value, digits))


def is_cut(value: Any) -> bool:
    """Whether :func:`value` shows less than the exact ``value``: an entry cut, or rows and columns left out."""
    if isinstance(value, Mapping):
        return any(is_cut(part) for part in value.values())
    if isinstance(value, list | tuple):
        return len(value) > FULL or any(is_cut(part) for part in value)
    return "…" in number(value)


def _picks(size: int) -> list[int | None]:
    """Indices to show, None standing for those left out."""
    return list(range(size)) if size <= FULL else [*range(HEAD), None, size - 1]


def matrix(rows: Sequence[Sequence[Any]]) -> Markup:
    """A matrix in brackets; one beyond 8 rows or columns is abbreviated and carries its size. Rows may be ragged."""
    columns = max((len(row) for row in rows), default=0)
    lines = []
    for i in _picks(len(rows)):
        cells = []
        for j in _picks(columns):
            if i is None or j is None:
                dots = "⋯" if i is not None else "⋮" if j is not None else "⋱"
                cells.append(Markup("<mo>{}</mo>").format(dots))
            else:
                cells.append(number(rows[i][j]) if j < len(rows[i]) else Markup("<mtext></mtext>"))
        lines.append(Markup("<mtr>{}</mtr>").format(Markup("").join(Markup("<mtd>{}</mtd>").format(c) for c in cells)))
    table = Markup("<mrow><mo>[</mo><mtable>{}</mtable><mo>]</mo></mrow>").format(Markup("").join(lines))
    if len(rows) > FULL or columns > FULL:
        size = Markup("<mtext>{}</mtext>").format(f"{len(rows)} × {columns}")
        return Markup("<msub>{}{}</msub>").format(table, size)
    return table


def value(item: Any) -> Markup:
    """A scalar, a vector (set as a row), a matrix, or a list of matrices."""
    if isinstance(item, Mapping):
        pairs = (Markup("<mrow>{}<mo>:</mo>{}</mrow>").format(symbol(str(k)), value(v)) for k, v in item.items())
        return Markup("<mrow>{}</mrow>").format(Markup("<mo>,</mo>").join(pairs))
    if not isinstance(item, list | tuple):
        return number(item)
    if not item:
        return Markup("<mrow><mo>[</mo><mtext> </mtext><mo>]</mo></mrow>")
    if not any(isinstance(part, list | tuple) for part in item):
        shown = (Markup("<mo>…</mo>") if k is None else number(item[k]) for k in _picks(len(item)))
        return Markup("<mrow><mo>(</mo>{}<mo>)</mo></mrow>").format(Markup("<mo>,</mo>").join(shown))
    if all(isinstance(part, list | tuple) and not _nested(part) for part in item):
        return matrix(item)
    parts = (Markup("<mo>…</mo>") if k is None else value(item[k]) for k in _picks(len(item)))
    return Markup("<mrow>{}</mrow>").format(Markup("<mo>,</mo>").join(parts))


def _nested(row: Sequence[Any]) -> bool:
    return any(isinstance(cell, list | tuple | Mapping) for cell in row)


def equation(name: str, item: Any) -> Markup:
    """``name = value`` as one formula. A name that is no identifier, and a value in words, are set as text."""
    left = symbol(name) if re.fullmatch(r"[^\W\d]\w*'*", name) else Markup("<mtext>{}</mtext>").format(name)
    worded = isinstance(item, str) and re.search(r"[^\W\d_]{2}|\s", item) and not item.startswith("[")
    return Markup("<math>{}<mo>=</mo>{}</math>").format(
        left, Markup("<mtext>{}</mtext>").format(item) if worded else value(item)
    )


def terse(name: str, item: Any) -> Markup:
    """``name = value`` for where formulas are many: a matrix beyond 9 entries is typed instead of set."""
    large = isinstance(item, list) and sum(len(row) for row in item if isinstance(row, list)) > 9
    return Markup("<code>{} = {}</code>").format(name, typed(item)) if large else equation(name, item)


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
