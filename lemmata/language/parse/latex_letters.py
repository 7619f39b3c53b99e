"""Letters of LaTeX formulas: variables, their entries, indices, identities, eigenvalues and singular values."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.language.parse.errors import quoted
from lemmata.language.parse.latex_formulas import Formula
from lemmata.language.parse.latex_tokens import Piece
from lemmata.language.parse.latex_values import ATOM, NAMES, POWER, UNKNOWN, Value


def name_of(piece: Piece) -> str:
    """What a letter is called in the text form."""
    return NAMES.get(piece.text, piece.text)


def subscript(at: Formula) -> list[Piece] | None:
    """The pieces of a subscript, passed; None where there is none."""
    if not at.met("_"):
        return None
    if not at.met("{"):
        piece = at.take()
        if piece.sort == "number" and len(piece.text) > 1:
            raise at.ask(f"is the index {piece.text}, or {piece.text[0]}?", "put braces around it", piece)
        return [piece]
    out, depth = [], 1
    while depth:
        piece = at.take()
        if piece.sort == "end":
            raise at.ask("a closing `}` is missing", "close what was opened", piece)
        depth += {"{": 1, "}": -1}.get(piece.text, 0)
        out.append(piece)
    return out[:-1]


def part(at: Formula, pieces: list[Piece], count: str | None = None) -> str:
    """The text of an index, a number from 1; a letter that stands alone counts up to `count`."""
    inner = Formula(pieces, at.scope, at.text)
    if len(pieces) == 1 and pieces[0].sort == "letter" and pieces[0].text not in at.scope.shapes:
        at.scope.indices.setdefault(pieces[0].text, set()).update({count} if count else set())
        return pieces[0].text
    for piece in pieces:
        if piece.sort == "letter" and piece.text not in at.scope.shapes:
            at.scope.indices.setdefault(piece.text, set())
    value = inner.sum()
    if count and len(pieces) > 1:
        at.scope.sums.append((value.text, count))
    if inner.peek().sort != "end":
        raise at.ask("what is this subscript?", "an index is a letter, a number, or made of these", inner.peek())
    return value.text


def letter(at: Formula, piece: Piece) -> Value:
    """A variable, an entry of one, an index, or one of the letters with a meaning of their own."""
    name, before = name_of(piece), at.at
    below = subscript(at)
    if below is not None:
        joined = name + "_" + "".join(p.text for p in below)
        if joined in at.scope.shapes:
            return Value(joined, ATOM, at.scope.shapes[joined])
        entry = _entry(at, name, below, piece)
        if entry is not None:
            return entry
    if name in at.scope.shapes:
        if below is not None:
            raise at.ask(
                f"what is the index of {quoted(name)}, a number?", f"declare {name}_{{...}}, or write it out", piece
            )
        value = Value(name, ATOM, at.scope.shapes[name])
        if value.shape is None or not (at.peek().text == "(" and at.peek(1).sort != "end"):
            return value
        return value
    if name in at.scope.indices:
        return Value(name)
    if piece.text == "I":
        return identity(at, below)
    if piece.text == "e" and at.peek().text == "^":
        at.take()
        exponent = at.group()
        return mapped("exp", "expm")(at, exponent, piece)
    if piece.text == "pi" and below is None:
        return Value("pi")
    if piece.text in ("lambda", "sigma") and below is None and at.peek().text not in ("(", "^"):
        raise at.ask(f"what is \\{piece.text}?", _declare(piece), piece)
    if piece.text in ("lambda", "sigma", "s"):
        found = spectrum(at, piece, below)
        if found is not None:
            return found
    if piece.text in ("w", "alpha") and below is None and at.peek().text == "(":
        word = "numradius" if piece.text == "w" else "spectral_abscissa"
        return square(at, word, at.argument(piece.text, piece), piece)
    if piece.text == "rho":
        return square(at, "rho", at.argument("rho", piece), piece)
    if piece.text == "kappa":
        if below and "".join(p.text for p in below) != "2":
            raise at.ask("which condition number is that?", r"\kappa(A) and \kappa_2(A) are the spectral one", piece)
        return number(at, "cond", at.argument("kappa", piece), piece)
    if at.peek().text == "(" and below is None:
        raise at.ask(f"what is the function {quoted(piece.text)}?", "write out what it does", piece)
    at.at = before
    raise at.ask(f"what is {quoted(piece.text)}?", _declare(piece), piece)


def _declare(piece: Piece) -> str:
    shown = piece.text if piece.sort == "letter" else "\\" + piece.text
    if piece.text.isupper() or piece.text[:1].isupper():
        return f"say where it lives, as in {shown} \\in \\mathbb{{R}}^{{n \\times n}}"
    return f"say where it lives, as in {shown} \\in \\mathbb{{R}}, or {shown} \\in \\mathbb{{R}}^n"


def identity(at: Formula, below: list[Piece] | None) -> Value:
    """The identity, of an order that its neighbours tell where it is not written."""
    n = part(at, below) if below else UNKNOWN
    return Value(f"I({n})", ATOM, (n, n))


def _entry(at: Formula, name: str, below: list[Piece], piece: Piece) -> Value | None:
    """An entry of a matrix, a_{ij} or A_{ij}, of a vector, x_i, or a column."""
    scope = at.scope.shapes
    for known in (name, name.upper()):
        shape = scope.get(known)
        if shape is None:
            continue
        split = _two(below)
        if shape[1] != "1" and split is not None:
            i, j = (part(at, half, side) for half, side in zip(split, shape, strict=True))
            return Value(f"{known}[{i}, {j}]")
        if known == name and shape[1] == "1":
            return Value(f"{known}[{part(at, below, shape[0])}]")
        if known != name and shape[1] != "1" and split is None:
            j = part(at, below, shape[1])
            return Value(f"{known}[:, {j}]", ATOM, (shape[0], "1"))
    return None


def _two(below: list[Piece]) -> tuple[list[Piece], list[Piece]] | None:
    """Both indices of an entry."""
    for k, piece in enumerate(below):
        if piece.text == "," and piece.sort == "sign":
            return below[:k], below[k + 1 :]
    if len(below) == 1 and below[0].sort == "number" and len(below[0].text) == 2:
        x = below[0]
        return [x._replace(text=x.text[0])], [x._replace(text=x.text[1])]
    if len(below) == 2 and all(p.sort in ("letter", "number") for p in below):
        return [below[0]], [below[1]]
    return None


def spectrum(at: Formula, piece: Piece, below: list[Piece] | None) -> Value | None:
    """Eigenvalues and singular values: \\lambda_{\\max}(A), \\sigma_i(A), \\lambda(A) as a vector."""
    eigen = piece.text == "lambda"
    power = at.take() if at.peek().text == "^" else None
    exponent = at.group() if power else None
    if at.peek().text not in ("(", "[") and (below is None or at.peek().sort not in ("letter", "command")):
        return None
    which = "".join(p.text for p in below) if below is not None else ""
    if piece.text == "sigma" and not which:
        raise at.ask(
            "is \\sigma an activation, or all singular values?", r"write \sigma_i(A), or name the function", piece
        )
    a = at.argument(piece.text, piece)
    if a.shape is None:
        raise at.ask(f"{quoted(a.text)} is a number: what are its values?", "declare the matrix", piece)
    if eigen and a.shape[0] != a.shape[1]:
        raise at.ask(
            f"{quoted(a.text)} is not square: which eigenvalues?", r"write \sigma_i(A) for singular values", piece
        )
    names = {"max": "lmax" if eigen else "smax", "min": "lmin" if eigen else "smin"}
    word = "lam" if eigen else "s"
    count = a.shape[0] if eigen or a.shape[0] == a.shape[1] else f"min({a.shape[0]}, {a.shape[1]})"
    if which in names:
        value = Value(f"{names[which]}({a.text})")
    elif not which:
        value = Value(f"{word}({a.text})", ATOM, (count, "1"))
    else:
        value = Value(f"{word}({a.text})[{part(at, below or [], count)}]")
    return value if exponent is None else Value(f"{value.text}**{exponent.within(ATOM)}", POWER, value.shape)


# Read off matrices.
def number(at: Formula, name: str, value: Value, piece: Piece) -> Value:
    """A number read off a matrix."""
    if value.shape is None:
        raise at.ask(f"{quoted(value.text)} is a number: what is its {name}?", "declare the matrix", piece)
    if UNKNOWN in value.shape:
        raise at.ask("of which order is the identity here?", "write I_n", piece)
    return Value(f"{name}({value.text})")


def square(at: Formula, name: str, value: Value, piece: Piece) -> Value:
    """A number read off a square matrix."""
    out = number(at, name, value, piece)
    if value.shape is not None and value.shape[0] != value.shape[1]:
        raise at.ask(f"{quoted(value.text)} is not square: what is its {name}?", "check the shapes", piece)
    return out


def mapped(name: str, of_matrix: str) -> Callable[[Formula, Value, Piece], Value]:
    """A function of a number, of a vector entry by entry, of a square matrix by another name."""

    def rule(at: Formula, x: Value, piece: Piece) -> Value:
        if x.shape is None or x.vector:
            return Value(f"{name}({x.text})", ATOM, x.shape)
        if not of_matrix:
            fix = f"write the entries, or entrywise({name}, A) in text form"
            raise at.ask(f"is \\{name} of the matrix {quoted(x.text)} taken entry by entry?", fix, piece)
        if x.shape[0] != x.shape[1]:
            raise at.ask(
                f"{quoted(x.text)} is not square: is \\{name} taken entry by entry?", "check the shapes", piece
            )
        return Value(f"{of_matrix}({x.text})", ATOM, x.shape)

    return rule


Formula.letter = letter
