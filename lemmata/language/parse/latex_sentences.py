"""Sentences with formulas, cut at punctuation and words into chunks that have a role: hypothesis or claim."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from lemmata.language.parse.errors import ReadingError, quoted
from lemmata.language.parse.latex_tokens import (
    CLAIMED,
    FILLERS,
    GREEK,
    KINDS,
    LAYERS,
    ORDERS,
    PHRASES,
    RELATIONS,
    Piece,
    pieces,
    words,
)

GIVEN = words("let suppose assume if where with given whenever provided when such here satisfy satisfying")
ALL = words("for all any every each")
CLAIM = words("then have holds hold claim prove show satisfies")
CONCLUDING = words("then prove show")  # behind these, what something is said to be is a claim


@dataclass
class Chunk:
    """A piece of a sentence: a word, or a formula, with the role that the words before give it."""

    role: str
    pieces: list[Piece]
    word: str = ""
    sentence: int = 0
    joined: bool = False  # to what stands before by a word such as `and`
    supposed: bool = False  # by a word in front of it, such as `if`
    at: int = 0  # place of the word
    properties: tuple[str, ...] = ()  # that a claim says the formula has


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
            before = list(takewhile(lambda c: c.word, reversed(out)))
            supposed = any(c.word in GIVEN for c in before)
            out.append(Chunk(role, current, sentence=sentence, joined=bool(before), supposed=supposed))
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
            following = found[k + 1 :]
            claimed = any(c.role == "claim" and c.pieces and c.sentence == sentence for c in out)
            goes_on = _named(following) or _with_a_sign(following, claimed)
            if quantified and following and not goes_on:
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


def _with_a_sign(rest: list[Piece], claimed: bool) -> bool:
    """Whether a list of letters ends with what it says of them all, as `B \\succeq 0` behind `for all A,`: what is
    claimed stands in front of the list, or follows in the same sentence."""
    last = list(takewhile(lambda p: p.sort != "word" and not (p.sort == "sign" and p.text in ".,;:"), rest))
    if len(last) != 3 or last[0].sort != "letter" and last[0].text not in GREEK:
        return False
    says = last[1].text in {*RELATIONS, *ORDERS} and last[2].sort == "number"
    behind = takewhile(lambda p: (p.sort, p.text) != ("sign", "."), rest[3:])
    return says and (claimed or any(p.text in {*RELATIONS, *ORDERS} for p in behind))


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
            family = _family(here.pieces, chunks[k + 2].pieces)
            if family:
                out.append(replace(chunks[k + 2], pieces=family))
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


def _family(first: list[Piece], last: list[Piece]) -> list[Piece]:
    """`W_1` and `W_L \\in ...`, with dots between them, as `W \\in \\layers L ...`; nothing for another list."""
    at = next((k for k, p in enumerate(last) if p.text == "in"), len(last))
    ends = [[p for p in side if p.text not in "{}"] for side in (first, last[:at])]
    if at == len(last) or any(len(side) != 3 or side[1].text != "_" for side in ends):
        return []
    (x, _, one), (y, _, many) = ends
    if x.text != y.text or not x.text.isupper() or one.text != "1" or many.sort != "letter":
        return []
    return [x, last[at], Piece("command", LAYERS, x.at), many, *last[at + 1 :]]


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


# Words around formulas in LaTeX: what is known of them.  A word that is neither known nor a filler is asked about.
SPEAKING_OF_SHAPES = words("vector vectors")
VERBS = words("is are be")
NUMBERED = words("theorem lemma proposition corollary equation section")
OF_CHANCE = words("independent i.i.d. i.i.d iid random standard signs")  # next to a law, which says what they mean
LAWS = words("gaussian rademacher")
OF_GROWTH = words("almost surely a.s. probability")  # next to a limit
FUNCTIONS = words("relu tanh gelu sigmoid softplus silu erf")
CALLED = words("is be denote denotes")
COLUMN = re.compile(r"([a-z])_(\w) (?:is|be|denotes?) the \2 th column of ([A-Z])(?:in.*)?")
OF_FUNCTIONS = words("activation function nonlinearity")  # behind their names
UNSAID = ("not", "necessarily")
CONDITIONS = words("if when whenever provided")
RELATING = words("of to on by")  # behind a property: orthogonal to something, the square of a symmetric one


def known(chunks: list[Chunk], text: str) -> list[Chunk]:
    """The chunks with phrases as one word each.  Raises ReadingError at a word that is not understood."""
    out: list[Chunk] = []
    chunks = _named_columns(_named_functions(_phrased(chunks)))
    grows = any(p.text == "to" for c in chunks for p in c.pieces)
    k = 0
    while k < len(chunks):
        here, following = chunks[k], [c.word for c in chunks[k : k + 4]]
        if tuple(following[:2]) == UNSAID and following[2] in KINDS and not {*following[3:]} & {*KINDS, "or", "nor"}:
            k += 3  # what is not assumed
            continue
        behind = chunks[k + 1] if k + 1 < len(chunks) and chunks[k + 1].sentence == here.sentence else here
        if here.word in KINDS and here.word not in SPEAKING_OF_SHAPES and behind.word in RELATING:
            raise _unknown(behind, text)
        plain = here.word in FILLERS | VERBS | GIVEN | CLAIM | ALL or here.word in KINDS
        chance = here.word in OF_CHANCE and _of_law(chunks, k)
        counted = here.word.isdigit() and bool(out) and (out[-1].word in NUMBERED or out[-1].word.isdigit())
        if here.word and not (plain or chance or counted or grows and here.word in OF_GROWTH):
            raise _unknown(here, text)
        out.append(here)
        k += 1
    return out


def _named_functions(chunks: list[Chunk]) -> list[Chunk]:
    """`$\\sigma$ is the ReLU activation` as `$\\sigma(x) = ReLU(x)$`."""
    out: list[Chunk] = []
    k = 0
    while k < len(chunks):
        here, behind = chunks[k], [c.word for c in chunks[k + 1 : k + 6]]
        length = 1 + (behind[1:2] in (["the"], ["a"])) if {*behind[:1]} & CALLED else 0
        name = chunks[k + 1 + length] if length and k + 1 + length < len(chunks) else None
        if name is None or len(here.pieces) != 1 or not _letter(here.pieces[0]) or name.word not in FUNCTIONS:
            out.append(here)
            k += 1
            continue
        letter, *rest = here.pieces[0], ("sign", "("), ("letter", "x"), ("sign", ")")
        said = [*rest, ("sign", "="), ("command", name.word), *rest]
        out.append(replace(here, role="given", pieces=[letter, *(Piece(*one, letter.at) for one in said)]))
        k += 2 + length
        while k < len(chunks) and chunks[k].word in OF_FUNCTIONS:
            k += 1
    return out


def _named_columns(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks without `where $a_i$ is the $i$-th column of`, as a_i is the column of A by its letter; A stays."""
    out: list[Chunk] = []
    k = 0
    while k < len(chunks):
        said = ["".join(p.text for p in c.pieces if p.text not in "-{}") or c.word for c in chunks[k : k + 8]]
        found = COLUMN.fullmatch(" ".join(said))
        if found and found[3] == found[1].upper():
            k += 7
        else:
            out.append(chunks[k])
            k += 1
    return out


def _of_law(chunks: list[Chunk], k: int) -> bool:
    """Whether a word of chance is said together with a law: next to it, or with no property or letter between them."""
    for chunk in (*chunks[k + 1 :], Chunk("end", [], sentence=-1)):
        if chunk.word in LAWS or any(p.text == "mathcal" for p in chunk.pieces):
            return chunk.sentence == chunks[k].sentence
        if chunk.sentence != chunks[k].sentence or chunk.pieces and size_of(chunk.pieces) is None:
            break
        if chunk.word == "and" or chunk.word in KINDS and chunk.word not in SPEAKING_OF_SHAPES:
            break
    for chunk in reversed(chunks[:k]):
        if chunk.word in LAWS or any(p.text == "mathcal" for p in chunk.pieces):
            return chunk.sentence == chunks[k].sentence
        if chunk.word not in OF_CHANCE:
            break
    return False


def check_roles(chunks: list[Chunk], text: str) -> None:
    """Raises ReadingError at a hypothesis that would be one of claims which it was not said of, or may be a claim."""
    claims = [k for k, c in enumerate(chunks) if c.role == "claim" and _states(c)]
    condition = ""  # the word that began the hypotheses at hand
    for k, chunk in enumerate(chunks):
        condition = chunk.word if chunk.word in GIVEN | ALL else condition
        if chunk.role != "given" or not chunk.pieces or size_of(chunk.pieces) is not None:
            continue
        own = [j for j in claims if chunks[j].sentence == chunk.sentence]
        behind = [j for j in own if j < k]
        shared = [j for j in claims if _letters(chunk) & _letters(chunks[j])]
        earlier = [j for j in shared if chunks[j].sentence < chunk.sentence]
        later = [j for j in shared if chunks[j].sentence > chunk.sentence]
        if (
            earlier and any(chunks[j].sentence >= chunk.sentence for j in claims)
            or later and own and (behind or condition in CONDITIONS)
            or condition in CONDITIONS and len(set(behind) & set(shared)) > 1
        ):  # fmt: skip
            raise _question("of which claims is this a hypothesis?", "check one claim at a time", chunk, text)
        rest = [c.word for c in chunks[k + 1 :] if c.sentence == chunk.sentence and c.word]
        if behind and _states(chunk) and k and chunks[k - 1].word == "and" and set(rest[:1]) & (GIVEN | ALL):
            raise _question("is this a hypothesis or another claim?", "check one claim at a time", chunk, text)


def with_properties(chunks: list[Chunk], text: str) -> list[Chunk]:
    """The chunks, with `then $A B$ is symmetric` as one, a claim; where nothing else is claimed, without `then`, too.

    Raises ReadingError where a claim says in another way what something is.
    """
    out: list[Chunk] = []
    nothing = not any(c.word in CONCLUDING or c.role == "claim" and _states(c) for c in chunks)
    concluded = -1  # the sentence in which a claim has begun
    for k, chunk in enumerate(chunks):
        concluded = chunk.sentence if chunk.word in CONCLUDING else concluded if chunk.role == "claim" else -1
        before = [c for c in out[-3:] if c.word not in ("a", "an")]
        said = len(before) > 1 and before[-1].word in ("is", "has") and bool(before[-2].pieces)
        claimed = concluded == chunk.sentence or nothing and chunk.role == "claim" and said
        if chunk.word not in KINDS or chunk.word in SPEAKING_OF_SHAPES or not (claimed or out and out[-1].properties):
            out.append(chunk)
            continue
        while out[-1].word in ("a", "an"):
            out.pop()
        if chunk.word in CLAIMED and said:
            out.pop()
        elif chunk.word not in CLAIMED or not out[-1].properties or chunks[k - 1].word not in CLAIMED:
            error = ReadingError(f"what is claimed to be {quoted(chunk.word)}?", "write the claim as a relation")
            error.position, error.text = chunk.at, text
            raise error
        subject = out.pop()
        out.append(replace(subject, properties=(*subject.properties, chunk.word)))
    return out


def _states(chunk: Chunk) -> bool:
    """Whether a chunk compares, or says what something is."""
    return bool(chunk.properties) or any(p.text in {*RELATIONS, *ORDERS, "to"} for p in chunk.pieces)


def _letters(chunk: Chunk) -> set[str]:
    """The letters of a chunk, in front of where they live."""
    names = takewhile(lambda p: p.text not in ("in", "sim"), chunk.pieces)
    return {p.text for p in names if p.sort == "letter" or p.text in GREEK}


def _question(message: str, fix: str, chunk: Chunk, text: str) -> ReadingError:
    error = ReadingError(message, fix, position=chunk.pieces[0].at)
    error.text = text
    return error


def _phrased(chunks: list[Chunk]) -> list[Chunk]:
    """Phrases as one word each."""
    out: list[Chunk] = []
    for chunk in chunks:
        pair = f"{out[-1].word} {chunk.word}" if out and out[-1].sentence == chunk.sentence else ""
        if pair in PHRASES:
            out[-1] = replace(out[-1], word=PHRASES[pair])
        else:
            out.append(chunk)
    return out


def unattached(chunks: list[Chunk], said: set[int], text: str) -> None:
    """Raises ReadingError at the first property that is said of no letter; `said` are the places of the others."""
    grows = any(p.text == "to" for c in chunks for p in c.pieces)
    for chunk in chunks:
        silent = SPEAKING_OF_SHAPES | (OF_GROWTH if grows else frozenset())
        if chunk.word in KINDS and chunk.word not in silent and chunk.at not in said:
            error = ReadingError(f"what is said to be {quoted(chunk.word)}?", "write `Let $A$ be ...` before the claim")
            error.position, error.text = chunk.at, text
            raise error


def _unknown(chunk: Chunk, text: str) -> ReadingError:
    negation = chunk.word in ("not", "no", "non", "nor", "neither") or chunk.word.startswith("non")
    question = f"what does {quoted(chunk.word)} {'deny' if negation else 'mean'} here?"
    error = ReadingError(question, "say it in a formula or in let, or leave it out where it says nothing")
    error.position, error.text = chunk.at, text
    return error


# Abbreviations in LaTeX, as `let $p = \exp(x)$` and `$f(x) = W_2 \tanh(W_1 x)$`, put in where they stand.
#
# A letter that is said to equal something, and of which nothing else is said, stands for that, in brackets; a letter in
# front of a bracket with one letter in it stands for what it does to its argument.
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
        function = found[2] if len(found) == 3 and found[2].text in FUNCTIONS else None
        if function is not None:  # sigma = ReLU
            argument = [
                Piece(sort, text, function.at) for sort, text in (("sign", "("), ("letter", "x"), ("sign", ")"))
            ]
            return Macro(found[0].text, "x", (function, *argument))
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
