"""Abbreviations in LaTeX, as `let $p = \\exp(x)$` and `$f(x) = W_2 \\tanh(W_1 x)$`, put in where they stand.

A letter that is said to equal something, and of which nothing else is said, stands for that, in brackets; a letter in
front of a bracket with one letter in it stands for what it does to its argument.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.latex_sentences import Chunk
from lemmata.language.parse.latex_tokens import GREEK, Piece, words

OF_MATRICES = words("rho kappa alpha lambda w")
MOST = 2000  # pieces of a formula once abbreviations are put in


class Macro(NamedTuple):
    """What a letter stands for, and the letter of its argument."""

    name: str
    argument: str
    body: tuple[Piece, ...]


def expanded(chunks: list[Chunk], reported: Collection[str], text: str) -> list[Chunk]:
    """The chunks without abbreviations, in each other too.  Raises ReadingError where they grow too long."""
    declared = {*reported, *_declared(chunks)}
    macros: dict[str, Macro] = {}
    left: list[Chunk] = []
    for chunk in chunks:
        macro = _macro(chunk)
        alone = macro is not None and not macro.argument and chunk.role == "claim"
        if macro is None or alone or macro.name in {*declared, *macros} or _says(macro):
            left.append(chunk)
        elif macro.name in OF_MATRICES and (macro.argument.isupper() or macro.argument in declared):
            left.append(chunk)  # it says something of the matrix
        elif not macro.argument and sum(p.text == macro.name for c in chunks for p in c.pieces) == 1:
            error = ReadingError(f"what is said of {quoted(macro.name)}?", "leave it out, or write a hypothesis")
            error.position, error.text = chunk.pieces[0].at, text
            raise error
        else:
            macros[macro.name] = macro._replace(body=tuple(_put(list(macro.body), macros, text)))
    return [replace(chunk, pieces=_put(chunk.pieces, macros, text)) if chunk.pieces else chunk for chunk in left]


def _letter(piece: Piece) -> bool:
    return piece.sort == "letter" or piece.sort == "command" and piece.text in GREEK


def _declared(chunks: list[Chunk]) -> set[str]:
    """Letters that stand in a list, or in front of where they live."""
    out = set()
    for chunk in chunks:
        head = chunk.pieces[:2]
        if head and _letter(head[0]) and (len(chunk.pieces) == 1 or head[1].text in ("in", "sim", ",")):
            out.add(head[0].text)
    return out


def _macro(chunk: Chunk) -> Macro | None:
    found = chunk.pieces
    if (
        len(found) > 2
        and _letter(found[0])
        and found[1].text == "="
        and not any(p.text in ("in", "sim") for p in found)
    ):
        return Macro(found[0].text, "", tuple(found[2:]))
    call = [p.text for p in found[1:5:2]] == ["(", ")"] and len(found) > 5 and found[4].text == "="
    if call and _letter(found[0]) and _letter(found[2]):
        return Macro(found[0].text, found[2].text, tuple(found[5:]))
    return None


def _says(macro: Macro) -> bool:
    """Whether an equation says something of its letter: X = X^T, x = 0, or one of a chain."""
    texts = [p.text for p in macro.body]
    relations = {"=", "le", "ge", "<", ">", "lt", "gt", "succeq", "preceq", "succ", "prec", "ldots", ","}
    return (
        macro.name in texts
        or bool(relations & set(texts))
        or not macro.argument
        and all(p.sort == "number" for p in macro.body)
    )


def _put(found: list[Piece], macros: dict[str, Macro], text: str) -> list[Piece]:
    out: list[Piece] = []
    k = 0
    while k < len(found):
        piece = found[k]
        macro = macros.get(piece.text) if _letter(piece) else None
        following = found[k + 1].text if k + 1 < len(found) else ""
        if macro is None or following == "_" or macro.argument and following != "(":
            out.append(piece)
            k += 1
            continue
        body, k = list(macro.body), k + 1
        if macro.argument:
            end = _closing(found, k)
            inside = [
                Piece("sign", "(", piece.at),
                *_put(found[k + 1 : end], macros, text),
                Piece("sign", ")", piece.at),
            ]
            if len(inside) * sum(p.text == macro.argument for p in body) > MOST:
                raise _long(piece, text)
            body = [q for p in body for q in (inside if _letter(p) and p.text == macro.argument else [p])]
            k = end + 1
        out += [Piece("sign", "(", piece.at), *body, Piece("sign", ")", piece.at)]
        if len(out) > MOST:
            raise _long(piece, text)
    return out


def _long(piece: Piece, text: str) -> ReadingError:
    error = ReadingError(f"more than {MOST} signs once abbreviations are put in", "split the claim")
    error.position, error.text = piece.at, text
    return error


def _closing(found: list[Piece], k: int) -> int:
    """Where the bracket that opens at k closes."""
    depth = 0
    for j in range(k, len(found)):
        depth += {"(": 1, ")": -1}.get(found[j].text, 0) if found[j].sort == "sign" else 0
        if not depth:
            return j
    return len(found) - 1
