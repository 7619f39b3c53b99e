"""Sentences with formulas, cut at punctuation and words into chunks that have a role: hypothesis or claim."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lemmata.language.parse.latex_tokens import Piece, pieces, words
from lemmata.language.parse.latex_values import ORDERS, RELATIONS

GIVEN = words("let suppose assume if where with given whenever provided when such here")
ALL = words("for all any every each")
CLAIM = words("then have holds hold claim prove show satisfies")


@dataclass
class Chunk:
    """A piece of a sentence: a word, or a formula, with the role that the words before give it."""

    role: str
    pieces: list[Piece]
    word: str = ""
    sentence: int = 0
    joined: bool = False  # to what stands before by a word such as `and`
    at: int = 0  # place of the word


def sentences(text: str) -> list[Chunk]:
    """The chunks of a text, in order.  Raises ReadingError."""
    return _joined(_chunks(pieces(text)))


def size_of(found: list[Piece]) -> tuple[str, str] | None:
    """`n \\times m` as a chunk of its own."""
    at = [k for k, p in enumerate(found) if p.text == "times"]
    simple = all(p.sort in ("number", "letter") or p.text in ("times", "+", "-") for p in found)
    if len(at) != 1 or not simple or any(p.sort == "letter" and p.text.isupper() for p in found):
        return None
    return tuple("".join(p.text for p in side) for side in (found[: at[0]], found[at[0] + 1 :]))  # type: ignore[return-value]


def _chunks(found: list[Piece]) -> list[Chunk]:
    """Formulas and words of all sentences, cut at punctuation and words outside of brackets."""
    out: list[Chunk] = []
    role, sentence, depth, current = "claim", 0, 0, list[Piece]()

    def close() -> None:
        nonlocal current
        if current:
            after_word = bool(out) and bool(out[-1].word)
            out.append(Chunk(role, current, sentence=sentence, joined=after_word))
        current = []

    quantified = False
    for k, piece in enumerate(found):
        if piece.sort in ("sign", "command") and piece.text in ("(", "[", "{", "\\{", "langle"):
            depth += 1
        elif piece.sort in ("sign", "command") and piece.text in (")", "]", "}", "\\}", "rangle"):
            depth -= 1
        outside = depth == 0
        word = (
            piece.text
            if piece.sort == "word"
            else {"forall": "all", "implies": "then", "Rightarrow": "then", "mid": ""}.get(piece.text, "")
            if piece.sort == "command"
            else ""
        )
        if word and outside:
            close()
            if word in GIVEN:
                role, quantified = "given", False
            elif word in ALL:
                role, quantified = "given", True
            elif word in CLAIM:
                if piece.sort == "command":  # a => b: what stands before is a hypothesis
                    out = [replace(c, role="given") if c.sentence == sentence else c for c in out]
                role = "claim"
            out.append(Chunk(role, [], word, sentence, at=piece.at))
        elif outside and piece.sort == "sign" and piece.text in ",;:":
            close()
            following = found[k + 1 : k + 2]
            if quantified and following and not _named(found[k + 1 :]):
                role, quantified = "claim", False
        elif outside and piece.sort == "sign" and piece.text == ".":
            close()
            role, quantified, sentence = "claim", False, sentence + 1
        else:
            current.append(piece)
    close()
    return out


def _named(rest: list[Piece]) -> bool:
    """Whether a list of letters, or what says where they live, goes on."""
    for piece in rest:
        if piece.sort == "word" or piece.sort == "sign" and piece.text in ".;":
            return piece.text == "and"
        if piece.sort == "command" and piece.text in ("in", "sim", "ldots"):
            return True
        if piece.sort in ("sign", "command") and piece.text in {*RELATIONS, *ORDERS, "|", "norm bar"}:
            return False
    return True


def _joined(chunks: list[Chunk]) -> list[Chunk]:
    """`i = 1`, `\\dots`, `n` as `1 \\le i \\le n`."""
    out: list[Chunk] = []
    k = 0
    while k < len(chunks):
        here = chunks[k]
        dots = chunks[k + 1 : k + 2]
        if dots and [p.text for p in dots[0].pieces] == ["ldots"] and len(here.pieces) >= 3 and k + 2 < len(chunks):
            at = next((j for j, p in enumerate(here.pieces) if p.text == "="), None)
            if at is not None:
                le = here.pieces[at]._replace(sort="command", text="le")
                low, name, high = here.pieces[at + 1 :], here.pieces[:at], chunks[k + 2].pieces
                out.append(Chunk("given", [*low, le, *name, le, *high], sentence=here.sentence))
                k += 3
                continue
            entries = _entries(here.pieces, chunks[k + 2].pieces)
            if entries:
                out.append(Chunk("given", entries, sentence=here.sentence))
                k += 3
                continue
        out.append(here)
        k += 1
    return out


def _entries(first: list[Piece], last: list[Piece]) -> list[Piece]:
    """`x_1` and `x_n`, with dots between them, as `x \\in \\mathbb{R}^n`; nothing for other ends of a list."""
    found = [[p for p in side if p.text not in "{}"] for side in (first, last)]
    if any(len(side) != 3 or side[1].text != "_" for side in found):
        return []
    (x, _, one), (y, _, n) = found
    if (x.sort, x.text) != (y.sort, y.text) or one.text != "1" or n.sort != "letter":
        return []
    said = [("command", "in"), ("command", "mathbb"), ("sign", "{"), ("letter", "R"), ("sign", "}"), ("sign", "^")]
    return [x, *(Piece(sort, text, x.at) for sort, text in said), n]
