"""Norms and named functions of LaTeX formulas."""

from __future__ import annotations

from itertools import accumulate

from lemmata.language.parse.errors import quoted
from lemmata.language.parse.latex_formulas import Command, Formula
from lemmata.language.parse.latex_letters import identity, letter, mapped, name_of, number, part, square, subscript
from lemmata.language.parse.latex_tokens import Piece
from lemmata.language.parse.latex_values import ATOM, CLOSING, ORDERS, OVER, POWER, RELATIONS, UNKNOWN, Value

HATS = ("hat", "widehat", "tilde", "widetilde", "bar", "overline", "check")
PAIRS = {"(": ")", "[": "]", "\\{": "\\}"}


# Norms.
def norm(at: Formula, piece: Piece, bar: str) -> Value:
    """A norm with its index."""
    closing = "norm bar" if bar == "norm bar" else "|"
    at.bars.append(closing)
    value = at.sum()
    at.bars.pop()
    if not at.met(closing) or bar == "||" and not at.met("|"):
        raise at.ask("a closing norm bar is missing", "close what was opened")
    below = power = None
    while below is None and at.peek().text == "_" or power is None and at.peek().text == "^":
        if at.peek().text == "_":
            below = subscript(at)
        else:
            at.take()
            power = at.group()
    out = Value(_norm(at, value, below, piece))
    return out if power is None else Value(f"{out.text}**{power.within(ATOM)}", POWER)


def _norm(at: Formula, value: Value, below: list[Piece] | None, piece: Piece) -> str:
    which = "".join(p.text for p in below or ())
    if value.shape is None:
        raise at.ask(f"{quoted(value.text)} is a number: what is its norm?", "write |x|, or declare the matrix", piece)
    if not which:
        if value.vector:
            return f"norm2({value.text})"
        raise at.ask(
            f"which norm of {quoted(value.text)}?",
            r"write \|A\|_2 (operator), \|A\|_F (Frobenius) or \|A\|_* (nuclear)",
            piece,
        )
    plain = {
        "2": "norm2", "op": "norm2", "F": "normF", "*": "normN", "nuc": "normN", "1": "norm1", "infty": "norminf",
        "max": "maxabs", "tr": "normN", "trace": "normN", "HS": "normF", "odot": "normN",
    }  # fmt: skip
    if which in plain:
        if which == "1" and not value.vector:
            return f"norm1({value.text})"
        return f"{plain[which]}({value.text})"
    if below and below[0].text == "S":
        rest = below[1:] if below[1:] and below[1].text != "_" else below[2:]
        return f"schatten({part(at, [p for p in rest if p.text not in '{}'])}, {value.text})"
    if below and below[0].text == "(" and below[-1].text == ")":
        return f"kyfan({part(at, below[1:-1])}, {value.text})"
    if value.vector:
        return f"normp({part(at, below or [])}, {value.text})"
    fix = r"write \|A\|_{S_p} for the Schatten norm; induced p-norms are not read"
    raise at.ask(f"is \\|{value.text}\\|_{which} the Schatten or the induced norm?", fix, piece)


# Functions.
def _read_off(name: str, of_square: bool = True) -> Command:
    def rule(at: Formula, piece: Piece) -> Value:
        power = at.group() if at.met("^") else None
        value = (square if of_square else number)(at, name, at.argument(piece.text, piece), piece)
        return value if power is None else Value(f"{value.text}**{power.within(ATOM)}", POWER)

    return rule


def _function(name: str, of_matrix: str = "") -> Command:
    def rule(at: Formula, piece: Piece) -> Value:
        power = at.group() if at.met("^") else None
        if power is not None and power.text.startswith("-"):
            fix = f"write 1 / \\{piece.text}(x) for the quotient"
            raise at.ask(f"is \\{piece.text}^{power.text} the inverse function, or a quotient?", fix, piece)
        brackets = at.peek().text in ("(", "[", "{")
        value = mapped(name, of_matrix)(at, at.argument(piece.text, piece, whole=brackets), piece)
        return value if power is None else Value(f"{value.text}**{power.within(ATOM)}", POWER)

    return rule


def _fraction(at: Formula, piece: Piece) -> Value:
    above, below = at.group(), at.group()
    return at.divided(above, below, piece)


def _root(at: Formula, piece: Piece) -> Value:
    degree = None
    if at.met("["):
        degree = at.sum()
        at.expect("]")
    x = at.group()
    if x.shape is None or x.vector:
        return (
            Value(f"sqrt({x.text})", ATOM, x.shape)
            if degree is None
            else Value(f"{x.within(ATOM)}**(1/{degree.within(ATOM)})", POWER)
        )
    return Value(f"sqrtm({x.text})" if degree is None else f"powm({x.text}, 1/{degree.within(ATOM)})", ATOM, x.shape)


def _inner(at: Formula, piece: Piece) -> Value:
    """<x, y> of columns or matrices."""
    x = at.sum()
    at.expect(",")
    y = at.sum()
    at.expect("rangle")
    if x.shape is None or x.shape != y.shape:
        raise at.ask("what is this inner product?", "its sides are vectors, or matrices of one shape", piece)
    return Value(f"tr({x.within(ATOM)}.{'H' if at.scope.complex else 'T'} @ {y.within(POWER)})")


def _diag(at: Formula, piece: Piece) -> Value:
    x = at.argument("diag", piece)
    if x.shape is None:
        raise at.ask(f"{quoted(x.text)} is a number: what is its diagonal?", "declare the vector", piece)
    return Value(f"diag({x.text})", ATOM, (x.shape[0], x.shape[0]) if x.vector else (x.shape[0], "1"))


def _matrix(at: Formula, piece: Piece) -> Value:
    """The rows between \\begin{pmatrix} and \\end{pmatrix}; 0 and I in them take the size of their row and column."""
    rows = [[at.sum()]]
    while not at.met("end matrix"):
        if at.met("next cell"):
            rows[-1].append(at.sum())
        elif at.met("next row"):
            if at.peek().text != "end matrix":
                rows.append([at.sum()])
        else:
            raise at.ask("how does this matrix go on?", "cells are set apart by &, rows by \\\\")
    if len({len(row) for row in rows}) != 1:
        raise at.ask("the rows of this matrix differ in length", "check the signs &", piece)
    heights = [next((x.shape[0] for x in row if x.shape and UNKNOWN not in x.shape), "1") for row in rows]
    cols = list(zip(*rows, strict=True))
    widths = [next((x.shape[1] for x in col if x.shape and UNKNOWN not in x.shape), "1") for col in cols]
    lines = [
        ", ".join(at.sized(x, (h, w)).text for x, w in zip(row, widths, strict=True))
        for row, h in zip(rows, heights, strict=True)
    ]
    return Value(f"[[{'], ['.join(lines)}]]", ATOM, (_total(heights), _total(widths)))


def _total(sizes: list[str]) -> str:
    if all(s.isdigit() for s in sizes):
        return str(sum(map(int, sizes)))
    return sizes[0] if len(sizes) == 1 else f"{len(sizes)} * {sizes[0]}" if len(set(sizes)) == 1 else " + ".join(sizes)


def _hat(at: Formula, piece: Piece) -> Value:
    inner = at.take() if at.peek().text != "{" else None
    if inner is None:
        at.take()
        inner = at.take()
        at.expect("}")
    return letter(at, inner._replace(text=f"{name_of(inner)}{piece.text.replace('wide', '')}"))


def _bold_one(at: Formula, piece: Piece) -> Value:
    below = subscript(at)
    n = part(at, below) if below else UNKNOWN
    return Value(f"ones({n}, 1)", ATOM, (n, "1"))


def _double_struck(at: Formula, piece: Piece) -> Value:
    at.met("{")
    inner = at.take()
    at.met("}")
    if inner.text in ("E", "P"):
        return _random(at, inner)
    if inner.text == "1":
        return _bold_one(at, inner)
    raise at.ask(f"what is {quoted(inner.text)}?", "sets stand behind \\in", inner)


def _random(at: Formula, piece: Piece) -> Value:
    name = piece.text
    if name == "E":
        return Value(f"E({at.argument('mathbb{E}', piece, whole=False).text})")
    opening = at.take()
    if opening.text not in PAIRS:
        raise at.ask("which event?", r"write \mathbb{P}(a \le b)", opening)
    event = at.relation()
    at.expect(PAIRS[opening.text])
    return Value(f"P({event})")


def _folded(at: Formula, piece: Piece) -> Value:
    """\\sum_{i=1}^n, \\prod, \\max, \\min over indices; \\max(a, b) or \\max\\{a, b\\}."""
    word = OVER[piece.text]
    if at.peek().text not in ("_", "^"):
        opening = at.take()
        if opening.text not in ("(", "\\{", "[") or word in ("sum", "prod"):
            raise at.ask(f"over what is this {word}?", "write the index and its ends below and above", piece)
        xs = [at.sum()]
        while at.met(","):
            xs.append(at.sum())
        at.expect(PAIRS[opening.text])
        return Value(f"{word}({', '.join(x.text for x in xs)})")
    below: list[Piece] = []
    above: Value | None = None
    while at.peek().text in ("_", "^"):
        if at.peek().text == "_":
            below = subscript(at) or []
        else:
            at.take()
            above = at.group()
    indices, low, high = _ends(at, below, above, piece)
    outer = {i: at.scope.indices.get(i) for i in indices}
    for i in indices:
        if i in at.scope.shapes:
            raise at.ask(f"{quoted(i)} is a variable already", "call the index otherwise", piece)
        at.scope.indices[i] = set()
    begin, body = at.at, at.product()
    if doubtful := _doubtful(at.pieces[begin : at.at], word) or _behind(at, indices):
        raise at.ask(f"where does what is under this {word} end?", "put brackets around it", doubtful)
    ranges = []
    for k, i in enumerate(indices):
        seen = at.scope.indices.pop(i) - {None}
        if high is None and len(seen) != 1:
            raise at.ask(f"from where to where does {quoted(i)} run?", f"write \\{piece.text}_{{{i}=1}}^{{n}}", piece)
        first = low if low is not None else "1" if not _below(below) or k == 0 else f"{indices[0]} + 1"
        last = high if high is not None else seen.pop()
        ranges.append(f"for {i} in {first}..{last if not _below(below) or k else f'{last} - 1'}")
    at.scope.indices.update({i: seen for i, seen in outer.items() if seen is not None})
    return Value(f"{word}({body.text} {' '.join(ranges)})", ATOM, body.shape)


def _doubtful(body: list[Piece], word: str) -> Piece | None:
    """What stands behind a first factor and need not be under a product, a maximum or a minimum any more."""
    if word == "sum" or body[0].text in OVER:
        return None
    outside = (p for p, depth in zip(body, _depths(body), strict=True) if depth == 0)
    return next((p for p in outside if p.text in ("/", "div", "cdot", "times", *OVER)), None)


def _behind(at: Formula, indices: list[str]) -> Piece | None:
    """The first of these indices in a later term that runs over none itself."""
    rest, term = at.pieces[at.at :], set[str]()
    for piece, depth in zip(rest, _depths(rest), strict=True):
        if depth < 0 or depth == 0 and piece.text in {*RELATIONS, *ORDERS}:
            break
        term = set() if depth == 0 and piece.text in ("+", "-") else term | {piece.text}
        if piece.sort == "letter" and piece.text in indices and not term & OVER.keys():
            return piece
    return None


def _depths(found: list[Piece]) -> list[int]:
    """How many brackets are open at each piece."""
    return list(accumulate((p.text in CLOSING) - (p.text in CLOSING.values()) for p in found))


def _below(pieces: list[Piece]) -> bool:
    """Whether a subscript reads i < j."""
    return len(pieces) == 3 and pieces[1].text in ("<", "lt")


def _ends(
    at: Formula, below: list[Piece], above: Value | None, piece: Piece
) -> tuple[list[str], str | None, str | None]:
    """Indices below a sign, with the ends they have in common as far as they are written."""
    texts = [p.text for p in below]
    if not below or below[0].sort not in ("letter", "number"):
        raise at.ask("over what does this run?", f"write \\{piece.text}_{{i=1}}^{{n}}", piece)
    if "=" in texts:
        k = texts.index("=")
        rest = below[k + 1 :]
        dots = next((j for j, p in enumerate(rest) if p.text == "ldots"), None)
        if dots is not None:
            return texts[:k:2], part(at, rest[: dots - 1]), part(at, rest[dots + 2 :])
        if above is None:
            raise at.ask(f"up to where does {quoted(texts[0])} run?", f"write \\{piece.text}_{{i=1}}^{{n}}", piece)
        return texts[:k:2], part(at, rest), above.text
    if len(below) == 5 and texts[1] == texts[3] == "le":
        return [texts[2]], texts[0], texts[4]
    if _below(below):
        return [texts[0], texts[2]], None, None
    indices = [t for t in texts if t != ","]
    if all(p.sort == "letter" or p.text == "," for p in below):
        return indices, None if above is None else "1", None if above is None else above.text
    raise at.ask("over what does this run?", f"write \\{piece.text}_{{i=1}}^{{n}}", piece)


def _log(at: Formula, piece: Piece) -> Value:
    if at.met("det"):
        return square(at, "logdet", at.argument("det", piece), piece)
    return _function("log", "logm")(at, piece)


def _bars(word: str) -> Command:
    """\\norm{A}_F and \\abs{x}."""

    def rule(at: Formula, piece: Piece) -> Value:
        bar = Piece("command", "norm bar" if word == "norm" else "vert", piece.at)
        depth, k = 0, at.at
        while k < len(at.pieces):
            depth += {"{": 1, "}": -1}.get(at.pieces[k].text, 0) if at.pieces[k].sort == "sign" else 0
            if not depth:
                break
            k += 1
        at.pieces = [*at.pieces[: at.at], bar, *at.pieces[at.at + 1 : k], bar, *at.pieces[k + 1 :]]
        return at.atom()

    return rule


COMMANDS: dict[str, Command] = {
    "trace": _read_off("tr"), "det": _read_off("det"), "rank": _read_off("rank", False),
    "cond": _read_off("cond", False),
    "logdet": _read_off("logdet"),
    "exp": _function("exp", "expm"), "log": _log, "tanh": _function("tanh"),
    **{name: _function(name) for name in ("sigmoid", "softplus", "sign", "silu", "gelu", "erf")},
    "relu": _function("relu", "relu"), "softmax": _function("softmax"),
    "Re": _function("re", "re"), "Im": _function("im", "im"), "sym": _read_off("sym"), "frac": _fraction,
    "begin matrix": _matrix, "sqrt": _root, "langle": _inner, "diag": _diag,
    "mathbb": _double_struck, "mathds": _double_struck, "E": _random,
    "P": _random, "norm": _bars("norm"), "abs": _bars("abs"),
    **dict.fromkeys(OVER, _folded), **dict.fromkeys(HATS, _hat),
    "Id": lambda at, piece: identity(at, subscript(at)),
}  # fmt: skip
Formula.commands, Formula.norm = COMMANDS, norm
