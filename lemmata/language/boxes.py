"""Small boxes of mathematics: what `notation` lays out and `writers` write down.

Characters are Unicode throughout; each writer maps them to its own names.
"""

from __future__ import annotations

from lemmata.language.records import Record


class Box(Record):
    """Base of all boxes."""


class Ident(Box):
    """An identifier: one letter is set slanted, several letters (min, Id) upright."""

    name: str


class Num(Box):
    """Digits."""

    digits: str


class Op(Box):
    """An operator, a relation, a separator or an invisible operator."""

    symbol: str


class Text(Box):
    """Words; blanks at the ends count."""

    words: str


class Row(Box):
    """Boxes side by side."""

    items: tuple[Box, ...]


class Sub(Box):
    """Subscript."""

    base: Box
    below: Box


class Sup(Box):
    """Superscript."""

    base: Box
    above: Box


class Frac(Box):
    """Fraction."""

    top: Box
    bottom: Box


class Root(Box):
    """Square root."""

    body: Box


class Fence(Box):
    """A body between two delimiters."""

    left: str
    body: Box
    right: str


class UnderOver(Box):
    """A large operator with what stands under and (perhaps) over it."""

    operator: Op
    under: Box
    over: Box | None = None


class Table(Box):
    """Rows of cells, without delimiters."""

    rows: tuple[tuple[Box, ...], ...]


# How tightly a laid-out form binds.
BIG, PRODUCT, FRACTION, POWER, SCRIPT = 15, 20, 30, 40, 50
TIMES = Op("\u2062")  # invisible multiplication
APPLY = Op("\u2061")  # invisible function application


def row(*items: Box) -> Box:
    """Boxes side by side, nested rows opened up; a single box stays itself."""
    flat: list[Box] = []
    for item in items:
        flat += item.items if isinstance(item, Row) else [item]
    return flat[0] if len(flat) == 1 else Row(tuple(flat))


def joined(separator: Box, items: list[Box]) -> Box:
    """Boxes with a separator between them."""
    out: list[Box] = []
    for item in items:
        out += [separator, item] if out else [item]
    return row(*out)


def parens(body: Box) -> Box:
    """A body in parentheses."""
    return Fence("(", body, ")")


def applied(head: Box, *arguments: Box) -> Box:
    """`head(argument, ...)`."""
    return row(head, APPLY, parens(joined(Op(","), list(arguments))))


def barred(body: Box, mark: Box | None = None, bar: str = "‖") -> Box:
    """A body between bars, with a mark below."""
    box = Fence(bar, body, bar)
    return box if mark is None else Sub(box, mark)


GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "lamda": "λ", "lam": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
    "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω",
}  # fmt: skip


def symbol(name: str) -> Box:
    """A variable's name: `rho` is ρ, `M_o` has a subscript, `W1` is W with subscript 1."""
    base, *below = [part for part in name.split("_") if part] or [name]
    if not below:
        letters = base.rstrip("0123456789")
        base, below = (letters, [base[len(letters) :]]) if letters and letters != base else (base, [])
    head = Ident(GREEK.get(base, base))
    if not below:
        return head
    marks: list[Box] = [Num(part) if part.isdigit() else Ident(GREEK.get(part, part)) for part in below]
    return Sub(head, joined(Op(","), marks))


def first(box: Box) -> Box:
    """The leftmost box that is not made of others side by side."""
    if isinstance(box, Row):
        return first(box.items[0])
    return first(box.base) if isinstance(box, Sub | Sup) else box


def last(box: Box) -> Box:
    """The rightmost box that is not made of others side by side."""
    return last(box.items[-1]) if isinstance(box, Row) else box
