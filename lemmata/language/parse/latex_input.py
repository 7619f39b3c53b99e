"""A claim pasted in LaTeX, with what is said around it, as the text form that the reader takes.

`understood` gives domains, hypotheses and claims in text form; where two readings are left it asks, as a ReadingError
at the one place.  Sentences are cut at punctuation and words into chunks; those that say where a letter lives are read
first, then hypotheses and claims.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate, combinations, groupby, pairwise, takewhile
from typing import NamedTuple

from lemmata.language.conjecture_files import build, restricted
from lemmata.language.parse import latex_formulas, text_limits
from lemmata.language.parse.errors import ReadingError, located, quoted
from lemmata.language.parse.latex_formulas import (
    ATOM,
    CLAIMED,
    FILLERS,
    GREEK,
    KINDS,
    LAYERS,
    NAMES,
    ORDERS,
    PHRASES,
    RELATIONS,
    REWRITES,
    STATED,
    UNREAD,
    Formula,
    Piece,
    Scope,
    Shape,
    bracketed,
    is_letter,
    pieces,
    spelled,
    spelt,
    words,
)

GIVEN = words(
    "let suppose assume if where with given whenever provided when such here satisfy satisfying consider fix "
    "define put write"
)
ALL = words("for all any every each")
EVERY = ALL - {"for"}
OPENING = words("let suppose assume where") | ALL  # a phrase of its own
CLAIM = words("then have holds hold claim prove show satisfies")
POSSESSING = {"have": "be", "has": "is", "having": "is"}  # in front of a property
PROPERTIES = {name.split()[0] for name in (*KINDS, *PHRASES)} | {"rank"}
CONCLUDING = words("then prove show")  # behind these, what something is said to be is a claim
CONDITIONS = words("if when whenever provided")
SUPPOSING = dict.fromkeys(words("let suppose assume where"), CLAIM - CONCLUDING) | dict.fromkeys(
    CONDITIONS, words("satisfies")
)  # up to a comma, what words behind these begin is supposed, too


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
    apart: bool = False  # whether a comma stands in front of it

    def wrong(self, question: str, fix: str) -> ReadingError:
        """A question about it."""
        return ReadingError(question, fix, position=self.place)

    @property
    def place(self) -> int:
        """Where it begins."""
        return self.pieces[0].at if self.pieces else self.at


def sentences(text: str) -> list[Chunk]:
    """The chunks of a text, in order.  Raises ReadingError."""
    return _reworded(_phrased(_chunks(pieces(text))))


def size_of(found: list[Piece]) -> tuple[str, str] | None:
    """`n \\times m` as a chunk of its own."""
    at = [k for k, p in enumerate(found) if p.text == "times"]
    simple = all(p.sort in ("number", "letter") or p.text in ("times", "+", "-") for p in found)
    if len(at) != 1 or not simple or any(p.sort == "letter" and p.text.isupper() for p in found):
        return None
    return tuple(_size(" ".join(p.text for p in side)) for side in (found[: at[0]], found[at[0] + 1 :]))  # type: ignore[return-value]


def _size(text: str) -> str:
    """A size as the text form writes it, `2 n` as `2 * n`, or two with `times` between them."""
    text = re.sub(r"(\d) (?=[A-Za-z](?!\w))", r"\1*", text).replace(" ", "")
    text = re.sub(r"(?<=\w)([-+*])(?=\w)", r" \1 ", text)
    return re.sub(r"(?:^|(?<=times))\(([\w +*-]+)\)(?=$|times)", r"\1", text)


def _chunks(found: list[Piece]) -> list[Chunk]:
    """Formulas and words of all sentences, cut at punctuation and words outside of brackets."""
    out: list[Chunk] = []
    role, sentence, depth, current, apart = "claim", 0, 0, list[Piece](), False

    def close() -> None:
        nonlocal current, apart
        if current:
            before = list(takewhile(lambda c: c.word, reversed(out)))
            supposed = any(c.word in GIVEN for c in before)
            out.append(Chunk(role, current, sentence=sentence, joined=bool(before), supposed=supposed, apart=apart))
            apart = False
        current = []

    quantified, supposed = False, frozenset[str]()
    for k, piece in enumerate(found):
        if piece.sort in ("sign", "command") and piece.text in ("(", "[", "{", "\\{", "langle"):
            depth += 1
        elif piece.sort in ("sign", "command") and piece.text in (")", "]", "}", "\\}", "rangle"):
            depth -= 1
        outside = depth == 0
        implies = piece.text in ("implies", "Rightarrow") and piece.sort in ("word", "command")
        signs = {"forall": "all", "iff": "iff"} if piece.sort == "command" else {}
        word = piece.text if piece.sort == "word" else signs.get(piece.text, "")
        word = "then" if implies else word
        if word in POSSESSING and any(p.sort == "word" and p.text in PROPERTIES for p in found[k + 1 : k + 2]):
            word = POSSESSING[word]
        word = "satisfying" if word in supposed else "put" if word == "set" and _defines(found[k + 1 :]) else word
        if word and outside:
            close()
            supposed = frozenset() if word in CONCLUDING | ALL else supposed | SUPPOSING.get(word, frozenset())
            if word in GIVEN:
                role, quantified = "given", False
            elif word in ALL:
                role, quantified = "given", True
            elif word in CLAIM:
                if implies:  # a => b: what stands before is a hypothesis
                    out = [replace(c, role="given") if c.sentence == sentence else c for c in out]
                role = "claim"
            out.append(Chunk(role, [], word, sentence, at=piece.at, apart=apart))
            apart = False
        elif outside and piece.sort == "sign" and piece.text in ",;:":
            close()
            apart, supposed = True, frozenset()
            following = found[k + 1 :]
            claimed = any(c.role == "claim" and c.pieces and c.sentence == sentence for c in out)
            goes_on = _named(following) or _with_a_sign(following, claimed)
            if quantified and following and not goes_on:
                role, quantified = "claim", False
        elif outside and piece.sort == "sign" and piece.text == ".":
            close()
            role, quantified, supposed, sentence = "claim", False, frozenset(), sentence + 1
        else:
            current.append(piece)
    close()
    return out


def _defines(rest: list[Piece]) -> bool:
    """Whether a formula follows that says what its first letter equals."""
    return len(rest) > 1 and is_letter(rest[0]) and rest[1].text in ("=", "_", "(")


def _named(rest: list[Piece]) -> bool:
    """Whether a list of letters, or what says where they live, goes on."""
    last = list(takewhile(lambda p: p.sort != "word" and p.text not in (".", ","), rest[1:]))
    if rest and rest[0].text == "and" and rest[len(last) + 1 :][:1] and rest[len(last) + 1].text in VERBS:
        return len(last) < 2 or not _expression(last)  # of an expression, a claim begins
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


class Token(NamedTuple):
    """A word, a piece of a formula, `«` or `»` around one, or `¶` between sentences, with the chunk it is of."""

    text: str
    chunk: Chunk
    piece: Piece | None = None


def _tokens(chunks: list[Chunk]) -> list[Token]:
    out: list[Token] = []
    for chunk in chunks:
        if out and out[-1].chunk.sentence != chunk.sentence:
            out.append(Token("¶", chunk))
        names = ["\\" * (p.sort == "command") + p.text.replace(" ", "~") for p in chunk.pieces]
        inside = [Token(name, chunk, piece) for name, piece in zip(names, chunk.pieces, strict=True)]
        out += [Token(chunk.word, chunk)] if chunk.word else [Token("«", chunk), *inside, Token("»", chunk)]
    return out


def _reworded(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks as the rows of `rewrites` in latex.toml have them, one row after the other."""
    found = _tokens(chunks)
    for pattern, new in REWRITES:
        begins = [0, *accumulate(len(token.text) + 1 for token in found)]
        for match in reversed(list(pattern.finditer(" ".join(token.text for token in found)))):
            (k, end), *groups = ([bisect_left(begins, at) for at in match.span(g)] for g in range(pattern.groups + 1))
            chunk = next((token.chunk for token in found[k:end] if token.text == "«"), found[k].chunk)
            given = replace(chunk, role="given", apart=False)
            said = [
                found[slice(*groups[int(word[1:]) - 1])] if re.fullmatch(r"\\\d", word)
                else [Token(word.removesuffix("!"), given if word == "«!" else chunk)] for word in new
            ]  # fmt: skip
            found[k:end] = [token for tokens in said for token in tokens]
    out, inside = list[Chunk](), False
    for text, chunk, piece in found:
        if text == "«" or not inside and text not in "¶»":
            out.append(replace(chunk, pieces=[], word="" if text == "«" else text))
        elif inside and text != "»":
            out[-1].pieces.append(piece or spelt(text, chunk.place)[0])
        inside = text == "«" or inside and text != "»"
    return out


# Words around formulas in LaTeX: what is known of them.  A word that is neither known nor a filler is asked about.
SPEAKING_OF_SHAPES = words("vector vectors")
VERBS = words("is are be")
NUMBERED = words("theorem lemma proposition corollary equation section")
OF_CHANCE = words("independent i.i.d. i.i.d iid random standard signs")  # next to a law, which says what they mean
LAWS = words("gaussian rademacher")
OF_GROWTH = words("almost surely a.s. probability")  # next to a limit
FUNCTIONS = words("relu tanh gelu sigmoid softplus silu erf")
RELATING = words("of to on by")  # behind a property: orthogonal to something, the square of a symmetric one


def known(chunks: list[Chunk], text: str) -> list[Chunk]:
    """The chunks with phrases as one word each.  Raises ReadingError at a word that is not understood."""
    out: list[Chunk] = []
    chunks = with_values(chunks)
    grows = any(p.text == "to" for c in chunks for p in c.pieces)
    for k, here in enumerate(chunks):
        behind = chunks[k + 1] if k + 1 < len(chunks) and chunks[k + 1].sentence == here.sentence else here
        if here.word in KINDS and here.word not in SPEAKING_OF_SHAPES and behind.word in RELATING:
            raise _unknown(behind)
        plain = here.word in FILLERS | VERBS | GIVEN | CLAIM | ALL or here.word in KINDS
        chance = here.word in OF_CHANCE and _of_law(chunks, k)
        counted = here.word.isdigit() and bool(out) and (out[-1].word in NUMBERED or out[-1].word.isdigit())
        if here.word in ("iff", "only"):
            raise here.wrong("each direction is a claim of its own", _directions(text, here.at))
        if here.word and not (plain or chance or counted or grows and here.word in OF_GROWTH):
            raise _unknown(here)
        out.append(here)
    return out


def _directions(text: str, at: int) -> str:
    """What to write for both directions, where `if and only if` stands."""
    left = re.split(r"\.\s|\b(?:then|have|that|prove|show)\b,?", text[:at], flags=re.I)[-1]
    right = re.split(r"\.\s|\.$", text[at:])[0]
    left = re.sub(r"^\s*(?:an? |the )?(?:matrix|vector) |\\$|\bif and\s*$", "", left, flags=re.I).strip(" ,\n")
    right = re.sub(r"^\\?\w+( if\b)?", "", right).strip(" ,\n")
    if left.count("$") % 2:
        left, right = f"{left}$", f"${right}"
    return f"write `If {left}, then {right}`, and `If {right}, then {left}`"


# Eigenvalues and singular values that are given names.
VALUES = {"eigenvalues": "lambda", "singular-values": "sigma"}
NAMING = words("with has have having the be are denote denotes denoted by let where of a an in order")
ORDERED = dict.fromkeys(words("decreasing nonincreasing non-increasing descending"), "down") | dict.fromkeys(
    words("increasing nondecreasing non-decreasing ascending"), "up"
)
_REL = "(ge|gt|>|le|lt|<)"
LIST = re.compile(rf"(?:(\S+) {_REL} )?(\w+) _ 1 (?:(ge|le) \3 _ 2 )?(ge|le) ldots \5 \3 _ (\w+)(?: {_REL} (\S+))?")
# \lambda_1, \dots, \lambda_n once it is joined, and \lambda_i; a strict order says that they differ, and is asked about
UNORDERED = re.compile(r"(\w+) (?:in mathbb R \^|_) (\w+)")


def with_values(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks with names of eigenvalues and singular values as those of the matrix, and nothing said of them left.

    Raises ReadingError for one whose place in the order matters and is not said.
    """
    k = next((k for k, c in enumerate(chunks) if c.word in VALUES and k and chunks[k - 1].word in NAMING), None)
    if k is None:
        return chunks
    here = [j for j, c in enumerate(chunks) if c.sentence == chunks[k].sentence]
    formulas = [j for j in here if chunks[j].pieces and size_of(chunks[j].pieces) is None]
    lists = {j: found for j in formulas if (found := _list_of_values(chunks[j].pieces))}
    of = k + 1 < len(chunks) and chunks[k + 1].word == "of"
    matrices = [j for j in formulas if j not in lists and (j > k) == of]
    if not lists or not matrices:
        return chunks
    m = matrices[0] if of else matrices[-1]
    if m - 1 in matrices or m - 2 in matrices and chunks[m - 1].word == "and":
        return chunks  # of each of two
    at = min(lists, key=lambda j: (abs(j - k), j < k))
    between = [chunks[j] for j in range(min(at, k) + 1, max(at, k)) if j != m]
    if any(c.pieces or c.word not in NAMING | KINDS.keys() | FILLERS for c in between):
        return chunks
    name, order, last, given = lists[at]
    following = {j: [c.word for c in chunks[j : j + 2]] for j in here if j > at}
    ordered = [j for j, said in following.items() if said[0] in ORDERED and said[1:] == ["order"]]
    order = ORDERED[chunks[ordered[0]].word] if ordered and order == "any" else order
    matrix = list(takewhile(lambda p: p.text not in {"in", "sim", *RELATIONS, *ORDERS}, chunks[m].pieces))
    tag = f"{VALUES[chunks[k].word]} {order} {last}"
    taken = {at, k, *ordered, *(j + 1 for j in ordered)}
    taken |= {k + 1, *([m] if len(matrix) > 1 else ())} if of else set()
    out: list[Chunk] = []
    for j, chunk in enumerate(chunks):
        if j == at:
            out += [replace(chunk, role="given", pieces=_of_matrix(one, name, tag, matrix)) for one in given]
        elif j not in taken:
            out.append(replace(chunk, pieces=_of_matrix(chunk.pieces, name, tag, matrix)))
    return with_values(out)


def _list_of_values(found: list[Piece]) -> tuple[str, str, str, list[list[Piece]]] | None:
    """The letter, the order (down, up, any), the last index, and what else a list compares its ends with."""
    plain = [p for p in found if p.text not in ("{", "}")]
    text = " ".join(p.text for p in plain)
    said, loose = LIST.fullmatch(text), UNORDERED.fullmatch(text)
    if said:
        ends = [plain[:5]] if said[1] else []
        return said[3], "up" if said[5][0] in "l<" else "down", said[6], ends + ([plain[-5:]] if said[8] else [])
    return (loose[1], "any", loose[2] if " in " in text else "", []) if loose else None


def _of_matrix(found: list[Piece], name: str, tag: str, matrix: list[Piece]) -> list[Piece]:
    """The pieces with each `name_i` as one of the values that the tag says, of the matrix."""
    out: list[Piece] = []
    k = 0
    while k < len(found):
        piece, below = found[k], found[k + 1 : k + 3]
        if piece.text != name or [p.text for p in below[:1]] != ["_"] or len(below) < 2:
            out.append(piece)
            k += 1
            continue
        end = k + 3 if below[1].text != "{" else 1 + next(j for j in range(k, len(found)) if found[j].text == "}")
        index = [p.text for p in found[k + 2 : end] if p.text not in "{}"]
        if " any " in tag and not _for_all(found, k, index, tag.split(" any ")[1]):
            question = f"in which order are the {quoted(name)}_i numbered?"
            raise ReadingError(question, rf"write \{name}_1 \ge \dots \ge \{name}_n", position=piece.at)
        out += [Piece("letter", tag, piece.at), *found[k + 1 : end], *bracketed(matrix, piece.at)]
        k = end
    return out


def _for_all(found: list[Piece], k: int, index: list[str], last: str) -> bool:
    """Whether the value at k stands in a sum, product, maximum or minimum over all of its index, in which nothing else
    does."""
    texts = [p.text for p in found]
    start = max((j for j in range(k) if texts[j] in latex_formulas.OVER), default=None)
    if start is None or len(index) != 1:
        return False
    end = next((j for j in range(k, len(texts)) if texts[j] in {*RELATIONS, *ORDERS}), len(texts))
    i, n = index[0], last or r"[a-z]"
    over = rf"_ (?:{i}|\{{ {i} \}}|\{{ {i} = 1 \}} \^ (?:{n}|\{{ {n} \}})) "
    once = texts[start:end].count(i) == 1 + texts[k:end].count(texts[k])
    return once and re.match(over, " ".join(texts[start + 1 :])) is not None


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


def check_roles(chunks: list[Chunk]) -> None:
    """Raises ReadingError at a hypothesis that would be one of claims which it was not said of, or may be a claim."""
    claims = [k for k, c in enumerate(chunks) if c.role == "claim" and _states(c)]
    _check_quantifiers(chunks)
    for j in claims[:-1]:
        said = {c.word for c in chunks[:j] if c.sentence == chunks[j].sentence}
        if (
            said & {"let", "suppose", "assume"}
            and not said & CONCLUDING
            and chunks[claims[-1]].sentence > chunks[j].sentence
        ):
            raise chunks[j].wrong(
                "is this supposed, or claimed?", "write then in front of a claim, but of no hypothesis"
            )
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
            raise chunk.wrong("of which claims is this a hypothesis?", "check one claim at a time")
        rest = [c.word for c in chunks[k + 1 :] if c.sentence == chunk.sentence and c.word]
        if behind and _states(chunk) and k and chunks[k - 1].word == "and" and set(rest[:1]) & (GIVEN | ALL):
            raise chunk.wrong("is this a hypothesis or another claim?", "check one claim at a time")


def _check_quantifiers(chunks: list[Chunk]) -> None:
    """Raises ReadingError at what is supposed of all of something that is no index, or may be."""
    fix = r"what is supposed of all of them is not read: say it of the matrix, as in A \succeq 0 or A^\top = -A"
    last = max((c.sentence for c in chunks if c.role == "claim" and _states(c)), default=-1)  # that claims something
    words_before, stated, sentence, all_of, said = set[str](), None, -1, set[str](), ""
    first: Chunk | None = None
    for k, chunk in enumerate(chunks):
        if chunk.sentence != sentence:
            words_before, stated, sentence, all_of = set[str](), None, chunk.sentence, set[str]()
        if chunk.word in EVERY:
            behind = takewhile(lambda c: c.word in {"and", *ALL, *KINDS, *FILLERS} or _lists(c), chunks[k + 1 :])
            first = next((c for c in chunks[k + 1 :] if c.pieces), chunk)  # for all t > 0
            named = {name for c in [*behind, first] if c.sentence == chunk.sentence for name in _quantified(c)}
            all_of = named if words_before & GIVEN else set()
            if stated is not None and stated.role == "given" and named & _free_letters(stated):
                raise chunk.wrong("is this supposed of one, or of all of them?", fix)
        if chunk.word:
            words_before.add(chunk.word)
            all_of = set() if chunk.word in CLAIM else all_of
            said = chunk.word if chunk.word in GIVEN | ALL else said
            stated = None if chunk.word in CLAIM else stated
        elif _states(chunk):
            supposed = words_before & EVERY and words_before & GIVEN and not words_before & CLAIM
            every = chunk is not first and said in OPENING - {"where"} and all_of & _free_letters(chunk)
            if every if chunk.role == "given" else supposed and chunk.role == "claim" and last > sentence:
                raise chunk.wrong("is this supposed of one, or of all of them?", fix)
            stated = chunk


def _lists(chunk: Chunk) -> bool:
    """Whether a chunk is a letter, or says where letters live."""
    return len(chunk.pieces) == 1 or any(p.text in ("in", "sim") for p in chunk.pieces)


def with_properties(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks, with `then $A B$ is symmetric` as one, a claim; where nothing else is claimed, without `then`, too.

    Raises ReadingError where a claim says in another way what something is.
    """
    out: list[Chunk] = []
    nothing = not any(c.word in CONCLUDING or c.role == "claim" and _states(c) for c in chunks)
    concluded = -1  # the sentence in which a claim has begun
    for k, chunk in enumerate(chunks):
        joint = chunk.word in KINDS and [c.word for c in out[-1:]] == ["and"] and any(c.properties for c in out[-2:-1])
        if joint and not any(c.pieces for c in chunks[k + 1 : k + 2]):  # symmetric and orthogonal
            out.pop()
        concluded = chunk.sentence if chunk.word in CONCLUDING else concluded if chunk.role == "claim" else -1
        before = [c for c in out[-3:] if c.word not in ("a", "an")]
        said = len(before) > 1 and before[-1].word in {"has", *VERBS} and bool(before[-2].pieces)
        made = said and _expression(before[-2].pieces)  # what a hypothesis says of a letter is its domain
        said = said and (made or before[-1].word in ("is", "has"))
        claimed = concluded == chunk.sentence or said and (made or nothing and chunk.role == "claim")
        if chunk.word not in KINDS or chunk.word in SPEAKING_OF_SHAPES or not (claimed or out and out[-1].properties):
            out.append(chunk)
            continue
        while out[-1].word in ("a", "an"):
            out.pop()
        if chunk.word in CLAIMED and said:
            out.pop()
        elif chunk.word not in CLAIMED or not out[-1].properties or chunks[k - 1 - joint].word not in CLAIMED:
            raise chunk.wrong(f"what is claimed to be {quoted(chunk.word)}?", "write the claim as a relation")
        subject = out.pop()
        joined = out[-1:] != [] and out[-1].word == "and" and not out[-1].apart
        listed = out[-2:-1] if joined else out[-1:] if subject.apart else []
        if not subject.properties and any(c.pieces and not _states(c) for c in listed):
            raise chunk.wrong(f"of which of these is {quoted(chunk.word)} said?", "write a sentence for each")
        out.append(replace(subject, properties=(*subject.properties, chunk.word)))
    return out


def _expression(found: list[Piece]) -> bool:
    """Whether a formula is one matrix or number made of several letters, and not a list or a relation."""
    texts = {p.text for p in found}
    alone = len(found) == 1 or found[1].text == "_"
    return not alone and not texts & {*RELATIONS, *ORDERS, "in", "sim", "ldots", "times", ",", "to"}


def _states(chunk: Chunk) -> bool:
    """Whether a chunk compares, or says what something is."""
    return bool(chunk.properties) or any(p.text in {*RELATIONS, *ORDERS, "to"} for p in chunk.pieces)


def _free_letters(chunk: Chunk) -> set[str]:
    """The letters of a chunk that stand outside of subscripts, as indices do not."""
    out, depth, below = set[str](), 0, -1
    for before, piece in zip([None, *chunk.pieces], chunk.pieces, strict=False):
        depth += {"{": 1, "}": -1}.get(piece.text, 0)
        under = before is not None and before.text == "_"
        if under and piece.text == "{":
            below = depth
        elif below > depth:
            below = -1
        if below < 0 and not under and is_letter(piece):
            out.add(piece.text)
    return out


def _bare(chunk: Chunk) -> bool:
    """Whether a chunk says which norm is meant where none is written."""
    return bool(chunk.pieces) and chunk.pieces[0].text == "bare"


def _texts(chunk: Chunk) -> set[str]:
    return {p.text for p in chunk.pieces}


def _letters(chunk: Chunk) -> set[str]:
    """The letters of a chunk, in front of where they live."""
    names = takewhile(lambda p: p.text not in ("in", "sim"), chunk.pieces)
    return {p.text for p in names if p.sort == "letter" or p.text in GREEK}


def _quantified(chunk: Chunk) -> set[str]:
    """The letters of which `for all` in front of a chunk speaks, as t of `0 \\le t \\le s` and `t \\in [0, s]`."""
    relating = {*RELATIONS, *ORDERS, "in", "sim"}
    sides = [list(side) for said, side in groupby(chunk.pieces, lambda p: p.text in relating) if not said]
    return next((found for side in sides if (found := _letters(replace(chunk, pieces=side)))), set())


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


def unattached(chunks: list[Chunk], said: set[int]) -> None:
    """Raises ReadingError at the first property that is said of no letter; `said` are the places of the others."""
    grows = any(p.text == "to" for c in chunks for p in c.pieces)
    for chunk in chunks:
        silent = SPEAKING_OF_SHAPES | (OF_GROWTH if grows else frozenset())
        if chunk.word in KINDS and chunk.word not in silent and chunk.at not in said:
            raise chunk.wrong(f"what is said to be {quoted(chunk.word)}?", "write `Let $A$ be ...` before the claim")


def _unknown(chunk: Chunk) -> ReadingError:
    negation = chunk.word in ("not", "no", "non", "nor", "neither") or chunk.word.startswith("non")
    question = f"what does {quoted(chunk.word)} {'deny' if negation else 'mean'} here?"
    fix = "say it in a formula or in let, or leave it out where it says nothing"
    return chunk.wrong(question, UNREAD.get(chunk.word, fix))


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


def expanded(chunks: list[Chunk], reported: Collection[str]) -> list[Chunk]:
    """The chunks without abbreviations, in each other too.  Raises ReadingError where they grow too long."""
    declared = {*reported, *_declared(chunks)}
    macros: dict[str, Macro] = {}
    left: list[Chunk] = []
    for k, chunk in enumerate(chunks):
        macro = _macro(chunk)
        said = [c.word for c in chunks[k + 1 : k + 4] if c.word not in ("a", "an")]
        said_of = len(said) > 1 and said[0] in VERBS and said[1] in CLAIMED  # M = ... be symmetric
        named = macro is not None and said_of and not any(macro.name in _texts(c) for c in chunks[:k])
        alone = macro is not None and not macro.argument and chunk.role == "claim" and not named
        if macro is None or alone or macro.name in {*declared, *macros} or _says(macro) or _sizes(macro, chunks):
            left.append(chunk)
        elif macro.name in OF_MATRICES and (macro.argument.isupper() or macro.argument in declared):
            left.append(chunk)  # it says something of the matrix
        elif not macro.argument and not named and sum(macro.name in _texts(c) for c in chunks) == 1:
            raise chunk.wrong(f"what is said of {quoted(macro.name)}?", "leave it out, or write a hypothesis")
        else:
            macros[macro.name] = macro._replace(body=tuple(_put(list(macro.body), macros)))
            left += [replace(chunk, pieces=chunk.pieces[:1])] if named else []
    return [replace(chunk, pieces=_put(chunk.pieces, macros)) if chunk.pieces else chunk for chunk in left]


def _declared(chunks: list[Chunk]) -> set[str]:
    """Letters that stand in a list, or in front of where they live."""
    out = set()
    for chunk, behind in zip(chunks, [*chunks[1:], None], strict=False):
        head = chunk.pieces[:2]
        if chunk.role == "claim" and behind and behind.word in ("is", "has"):
            continue  # of which something is claimed
        if head and is_letter(head[0]) and (len(chunk.pieces) == 1 or head[1].text in ("in", "sim", ",")):
            out.add(head[0].text)
    return out


def _macro(chunk: Chunk) -> Macro | None:
    found = chunk.pieces
    lives = any(p.text in ("in", "sim") for p in found)
    name, end = _marked(found, 0)
    if name and found[end : end + 1] and found[end].text == "=" and not lives:
        return Macro(name, "", tuple(found[end + 1 :]))
    if len(found) > 2 and is_letter(found[0]) and found[1].text == "=" and not lives:
        if len(found) == 3 and found[2].text in FUNCTIONS:  # sigma = ReLU
            return Macro(found[0].text, "x", (found[2], *spelt("( x )", found[2].at)))
        return Macro(found[0].text, "", tuple(found[2:]))
    call = [p.text for p in found[1:5:2]] == ["(", ")"] and len(found) > 5 and found[4].text == "="
    if call and is_letter(found[0]) and is_letter(found[2]):
        return Macro(found[0].text, found[2].text, tuple(found[5:]))
    return None


def _marked(found: list[Piece], k: int) -> tuple[str, int]:
    """A capital with a letter below it that is no usual index, as `A_s`, and where it ends; else an empty name."""
    said = re.match(r"([A-Z]) _ (\{ )?([a-hoq-su-z]|sym)(?(2) \})(?!\S)", " ".join(p.text for p in found[k : k + 5]))
    return (f"{said[1]}_{said[3]}", k + 3 + 2 * bool(said[2])) if said else ("", k)


def _says(macro: Macro) -> bool:
    """Whether an equation says something of its letter: X = X^T, x = 0, or one of a chain."""
    depths = accumulate({"{": 1, "}": -1}.get(p.text, 0) for p in macro.body)
    texts = [p.text for p, depth in zip(macro.body, depths, strict=True) if not depth]
    relations = {"=", "le", "ge", "<", ">", "lt", "gt", "succeq", "preceq", "succ", "prec", "ldots"}
    relations |= set() if macro.argument else {","}  # f(x) = max(0, x) is one
    number = not macro.argument and all(p.sort == "number" for p in macro.body)
    return number or not relations.isdisjoint((*texts, "=" if macro.name in texts else ""))


def _sizes(macro: Macro, chunks: list[Chunk]) -> bool:
    """Whether an equation is about the size of what stands in it, as n = rank(A) of an A with n columns."""
    own = {p.text for p in macro.body}
    spaces = [texts for c in chunks if {"in", "^"} <= {*(texts := [p.text for p in c.pieces])}]
    return any(macro.name in t[t.index("^") :] and not own.isdisjoint(t[: t.index("in")]) for t in spaces)


def _put(found: list[Piece], macros: dict[str, Macro]) -> list[Piece]:
    out: list[Piece] = []
    k = 0
    while k < len(found):
        piece, (name, end) = found[k], _marked(found, k)
        of_set = [p.text for p in found[max(k - 2, 0) : k] if p.text != "{"][-1:] == ["mathbb"]
        if name in macros:
            out += bracketed(list(macros[name].body), piece.at)
            k = end
            continue
        macro = macros.get(piece.text) if is_letter(piece) and not of_set else None
        following, *index = [p.text for p in found[k + 1 : k + 4] if p.text != "{"] or [""]
        entry = not (macro and macro.argument) and index[:1] in (["i"], ["j"], ["k"])
        if macro is None or following == "_" and not entry or macro.argument and following != "(":
            out.append(piece)
            k += 1
            continue
        body, k = list(macro.body), k + 1
        if macro.argument:
            end = _closing(found, k)
            inside = bracketed(_put(found[k + 1 : end], macros), piece.at)
            if len(inside) * sum(p.text == macro.argument for p in body) > MOST:
                raise _long(piece)
            body = [q for p in body for q in (inside if is_letter(p) and p.text == macro.argument else [p])]
            k = end + 1
        out += bracketed(body, piece.at)
        if len(out) > MOST:
            raise _long(piece)
    return out


def _long(piece: Piece) -> ReadingError:
    return ReadingError(f"more than {MOST} signs once abbreviations are put in", "split the claim", position=piece.at)


def _closing(found: list[Piece], k: int) -> int:
    """Where the bracket that opens at k closes."""
    depths = accumulate({"(": 1, ")": -1}.get(p.text, 0) if p.sort == "sign" else 0 for p in found[k:])
    return next((j for j, depth in enumerate(depths, k) if not depth), len(found) - 1)


# Where letters live, and what is claimed of them.
# Where letters live: the sets behind `\in`, and shapes of domains in the text form.
OF_ANY_SHAPE = (
    "contraction", "rank-one", "nonzero", "full-rank", "full-column-rank", "full-row-rank", "orthonormal-columns",
    "orthonormal-rows", "entrywise-positive",
)  # fmt: skip
IMPLYING = {"permutation": "nonnegative", "doubly-stochastic": "nonnegative", "positive-diagonal-matrix": "diagonal"}
IMPLYING |= dict.fromkeys(("negative-definite", "negative-semidefinite"), "symmetric") | {"strictly-upper": "upper"}
OF_ORDER = words("symmetric orthogonal skew diagonal psd pd correlation density projector upper lower")
BOTH = ("stochastic", "nonnegative", "gaussian", "rademacher", "real")
OPEN = ("(", "[", "]", "\\{")


@dataclass(frozen=True)
class Space:
    """A kind of domain with its shape, None for numbers; `given` are relations that the domain leaves to be said,
    of {}, and `ends` those of an index."""

    kind: str
    shape: Shape | None
    given: tuple[str, ...] = ()
    ends: tuple[str, str] | None = None


def shape_of(domain: str) -> Shape | None:
    """The shape of a domain in the text form, None for numbers."""
    name, _, rest = domain.replace(" ", "").partition("(")
    arguments = rest.removesuffix(")").split(",") if rest else []
    if name in ("interval", "integer", "positive") or not arguments:
        return None
    if name in ("unit", "simplex", "sphere", "complex_unit"):
        return arguments[0], "1"
    return (arguments[0], arguments[1]) if len(arguments) == 2 and name != "wishart" else (arguments[0], arguments[0])


_COMPLEX = {
    "real": "complex", "unitary": "unitary", "normal": "normal", "hermitian": "hermitian", "psd": "complex_psd",
    "pd": "complex_pd", "density": "complex_density", "projector": "complex_projector",
}  # fmt: skip


def is_complex(domain: str) -> bool:
    """Whether the members of a domain in the text form are complex."""
    return domain.partition("(")[0].strip() in {*_COMPLEX.values(), "complex_unit", "complex_isometry"}


def complex_domain(kinds: set[str], rows: str, cols: str) -> str | None:
    """The domain of a complex matrix or vector by what it is said to be; None where that is too much."""
    kinds = kinds - {"complex"}
    if {"pd", "psd", "projector", "density"} & kinds:
        kinds = kinds - {"hermitian"}
    if len(kinds) > 1:
        return None
    kind = kinds.pop() if kinds else "real"
    if kind == "unit" and cols == "1":
        return f"complex_unit({rows})"
    if kind not in _COMPLEX or kind != "real" and rows != cols:
        return None
    return f"complex({rows}, {cols})" if kind == "real" else f"{_COMPLEX[kind]}({rows})"


def space(found: list[Piece]) -> Space:
    """The set behind `\\in`, or the law behind `\\sim`.  Raises ReadingError with its place."""
    texts = [p.text for p in found]
    rest = texts[1:]
    said = "".join(rest)

    def unknown(message: str, fix: str) -> ReadingError:
        return ReadingError(message, fix, position=found[min(1, len(found) - 1)].at)

    if texts[0] == "sim":
        law = re.fullmatch(r"(mathcal|mathrm)?\{?N\}?\(0,(1|I_?\{?(\w+)\}?)\)", said)
        if law is None:
            raise unknown("which law is that?", r"\mathcal{N}(0, 1) is read, other laws in text form")
        return Space("law", (law[3], "1") if law[3] else None)
    if rest[:1] == [LAYERS] and len(rest) > 1:
        one = space([found[0], *found[3:]])
        if one.kind != "real" or one.given or one.shape is None or one.shape[0] != one.shape[1]:
            raise unknown("which matrices are these?", r"write W_1, \dots, W_L \in \mathbb{R}^{n \times n}")
        return Space(f"{LAYERS}({rest[1]}, {', '.join([one.shape[0]] * 3)})", None)
    if rest[-4:] in (["setminus", "\\{", "0", "\\}"], ["backslash", "\\{", "0", "\\}"]):
        whole = space(found[:-4])
        return replace(whole, given=(*whole.given, "{} != 0"))
    if rest and rest[0] in OPEN:
        return _interval(rest, unknown)
    flat = " ".join(t for t in rest if t not in "{}")
    size = r"(?: (?:[A-Za-z] _ \d+|[A-Za-z]|\d+|times|ge|gt|[+>=-]|\( [\w +-]+ \))(?!\S))+"
    dressed = re.fullmatch(rf"(?:(?:mathbb|mathbf|mathds|mathcal|mathrm) )?(\w+)((?: [_^]{size})*)", flat)
    letter, marks = (dressed[1], dict(re.findall(f"([_^])({size})", dressed[2]))) if dressed else ("", {})
    sub, sup = (_size(marks.get(sign, "")) for sign in "_^")
    group = re.fullmatch(r"(?:(?:mathcal|mathbb|mathrm) )?O (?:\( (\w[\w +-]*) \)|[_^] (\w[\w +-]*))", flat)
    if group:
        return Space("orthogonal", (_size(group[1] or group[2]),) * 2)
    if letter in ("R", "Reals") and sub in _SIGNS and not sup.startswith(("+", "-")):
        return _real(_SIGNS[sub], sup)
    if letter == "C" and not sub:
        return Space("complex", _real("", sup).shape)
    if letter in ("S", "Sym"):
        if sup.endswith(" - 1"):
            return Space("unit", (sup[:-4], "1"))
        sub, sup = ("", sub) if not sup and sub not in ("", "+", "++") else (sub, sup)
        kind = {"": "symmetric", "+": "psd", "++": "pd"}.get(sub)
        if kind is None or not sup:
            raise unknown("which set is that?", r"write \mathbb{S}^n, \mathbb{S}^n_+ or \mathbb{S}^n_{++}")
        return Space(kind, (sup, sup))
    if letter == "Delta" and (sub or sup):
        return Space("simplex", ((sub or sup).removesuffix(" - 1"), "1"))
    if letter in ("N", "Z"):
        raise unknown("up to which number?", r"write k \in \{1, \dots, n\}")
    raise unknown(
        "which set is that?", r"sets read here: \mathbb{R}^{m \times n}, \mathbb{S}^n_+, O(n), \Delta_n, [a, b]"
    )


_SIGNS = {"": "", "+": ">=", "ge0": ">=", ">=0": ">=", "++": ">", ">0": ">", "gt0": ">"}  # subscripts of \mathbb{R}


def _real(sign: str, sup: str) -> Space:
    sizes = sup.split("times") if sup else []
    if not sizes:
        return Space("positive" if sign == ">" else "real", None, ("{} >= 0",) if sign == ">=" else ())
    shape = (sizes[0], sizes[1]) if len(sizes) == 2 else (sizes[0], "1")
    if sign == ">" and shape[1] == "1":
        return Space("nonnegative", shape, ("{} > 0",))
    return Space({"": "real", ">=": "nonnegative", ">": "positive"}[sign], shape)


def _interval(rest: list[str], unknown: Callable[[str, str], ReadingError]) -> Space:
    inner = "".join(rest[1:-1])
    if rest[0] == "\\{" and {"{", "}", "\\{", "\\}"} & {*rest[1:-1]}:
        raise unknown("which numbers are these?", r"write k \in \{1, \dots, n\}, and what is left out as a relation")
    if "," not in inner:
        return Space("index", None, ends=("1", inner))
    if "ldots" in inner:
        ends = inner.split(",")
        return Space("index", None, ends=(ends[0], ends[-1]))
    if rest[0] == "\\{":
        raise unknown("which numbers are these?", r"write k \in \{1, \dots, n\}, or an equation such as x^2 = 1")
    inner = re.sub(r"frac\{?(\d+)\}?\{?(\d+)\}?", r"\1/\2", inner)
    low, _, high = inner.partition(",")
    high = "" if high in ("infty", "+infty") else high
    low = "" if low == "-infty" else low
    if not all(re.fullmatch(r"(-?\d+(\.\d+)?(/\d+)?)?", end) for end in (low, high)):
        raise unknown("are the ends of this interval numbers?", r"write t \in [0, 1], and other bounds as relations")
    given = tuple(
        f"{a} {'<' if is_open else '<='} {b}"
        for a, b, is_open, wanted in (
            (low, "{}", rest[0] in "(]", not high or rest[0] in "(]"),
            ("{}", high, rest[-1] in ")[", not low or rest[-1] in ")["),
        )
        if a and b and wanted
    )
    if low == "0" and not high and rest[0] == "(":
        return Space("positive", None)
    return Space(f"interval({low}, {high})" if low and high else "real", None, given)


@dataclass
class Claimed:
    """What was understood: domains by name, hypotheses and claims in the text form."""

    let: dict[str, str] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    claim: list[str] = field(default_factory=list)


def understood(text: str, let: Mapping[str, str] | None = None) -> Claimed:
    """The claim that LaTeX says, with domains for letters that `let` does not have.

    One letter whose shape is not said is m x n, or n x n where the claim has no meaning for m x n.
    Raises ReadingError, with its place, where it is not clear what is meant.
    """
    text = spelled(text)
    try:
        with located(text=text):
            found = _understood(text, dict(let or {}))
            _check_spectra(found, dict(let or {}))
            return found
    except RecursionError:
        raise ReadingError("brackets inside each other, too many to be read", "split the claim") from None


def _understood(text: str, let: dict[str, str]) -> Claimed:
    try:
        return _Reading(text, let).claimed()
    except ShapeQuestion as question:
        for shape in (("m", "n"), ("n", "n")):
            with suppress(ReadingError):  # the question about the shape is the one to be asked
                found = _Reading(text, let, shape).claimed()
                build("latex", {**let, **found.let}, found.given, found.claim)
                return found
        raise question from None


def _check_spectra(found: Claimed, let: dict[str, str]) -> None:
    """Raises ReadingError where eigenvalues that may be complex are meant, which words of the text form do not say."""
    partly = None
    with suppress(ReadingError):  # what the text form does not read is asked about where it is built
        partly = next(restricted(build("latex", {**let, **found.let}, found.given, found.claim)), None)
    if partly is not None:
        whole = r"a whole number as k \in \{1, \dots, 4\}, or " if partly.startswith("logm") else ""
        raise ReadingError(partly, f"declare {whole}of which matrices it is claimed, as in `let $A$ be symmetric`")


class ShapeQuestion(ReadingError):
    """The shape of a letter is not said."""


class _Reading:
    """A reading; `supposed` is the shape of a letter of which none is said."""

    def __init__(self, text: str, let: dict[str, str], supposed: Shape | None = None) -> None:
        self.text, self.let, self.reported, self.supposed = text, let, frozenset(let), supposed
        found = with_properties(expanded(known(sentences(text), text), self.reported))
        self.chunks = [c for c in found if not _bare(c)]
        self.norm = next((c.pieces[1].text for c in found if _bare(c)), "")
        check_roles(self.chunks)
        self.spaces: dict[str, Space] = {}
        self.kinds: dict[str, list[str]] = {}
        self.ranges: dict[str, tuple[str, str]] = {}
        self.places: dict[str, Piece] = {}
        self.lives: set[str] = set()  # letters of which a set is written
        self.least: dict[str, str] = {}
        self.extra: list[str] = []
        self.equations: list[Chunk] = []  # in front of where a letter lives
        self.latest, self.limit = list[str](), ""
        self.attached: set[int] = set()  # places of words that are said of a letter
        self.groups: list[list[str]] = []  # of letters that commute

    def claimed(self) -> Claimed:
        """Everything in the text form."""
        left = self._declarations()
        unattached(self.chunks, self.attached)
        left = [c for chunk in left for c in self._above_zero(chunk) if not self._bounds(c) and not self._grows(c)]
        self._fix_indices([c for c in left if c.role == "given" and _states(c)])
        scope = Scope({name: shape_of(text) for name, text in self.let.items()}, end=len(self.text), norm=self.norm)
        found = [name for name in dict.fromkeys((*self.spaces, *self.kinds)) if name not in self.let]
        found.sort(key=lambda name: self.places[name].at if name in self.places else len(self.text))
        self._say_orthogonal(found)
        domains = {name: self._domain(name) for name in found}
        for name in domains:
            scope.shapes[name] = self.spaces[name].shape if name in self.spaces else None
        scope.complex = any(is_complex(text) for text in (*self.let.values(), *domains.values()))
        columns, bound = self._columns(left, scope)
        scope.units = {name: rows for name, rows in columns.items() if name in bound}
        columns = {} if scope.complex else {name: rows for name, rows in columns.items() if name not in bound}
        domains |= {name: f"real({rows}, 1)" for name, rows in columns.items()}
        scope.shapes |= {name: (rows, "1") for name, rows in columns.items()}
        for name, text in domains.items():
            if text.startswith(LAYERS):
                many, n, *_ = text.removeprefix(f"{LAYERS}(").split(", ")
                scope.layers[name] = many, n
        self._refuse_conjugates(scope, domains)
        for group in self.groups:
            self.extra += [f"{a} @ {b} == {b} @ {a}" for a, b in combinations(group, 2)]
        dims = self._dimensions(scope)
        scope.shapes.update(dict.fromkeys(dims))
        out = Claimed({**dims, **domains}, list(self.extra))
        stated = [(c, said) for c in (*self.equations, *left) for said in self._relations(c, scope)]
        if stated and not any(c.role == "claim" for c, _ in stated) and not stated[-1][0].supposed:
            stated[-1][0].role = "claim"
        self._check_columns(stated, scope)
        first = next((c for c, _ in stated if c.role == "claim"), None)
        for chunk, said in stated:
            beside = first is not None and chunk is not first and chunk.sentence == first.sentence
            if chunk.role == "claim" and beside and not chunk.joined:
                fix = "write if before a hypothesis, and before another claim"
                raise self._ask(f"is {quoted(said)} a hypothesis or another claim?", fix, chunk.pieces[0])
            if chunk.role == "claim":
                out.claim.append(said)
            elif not self._structured(said, out.let):
                out.given.append(said)
        if not out.claim:
            raise self._ask("what is claimed?", "write a relation", None)
        return out

    def _say_orthogonal(self, names: Sequence[str]) -> None:
        """Take two columns that are said to be orthogonal, or orthonormal, as so to each other."""
        pair = {"orthogonal", "orthonormal"}
        said = {n: {KINDS.get(k, k) for k in self.kinds.get(n, ())} & pair for n in names}
        spaces = {n: self.spaces.get(n, Space("none", None)) for n in names}
        both = [n for n in names if said[n] and spaces[n].kind == "real" and (spaces[n].shape or "??")[1] == "1"]
        if len(both) == 2:
            self.extra.append(f"tr({both[0]}.T @ {both[1]}) == 0")
            for n in both:
                length = ["unit"] if "orthonormal" in said[n] else []
                self.kinds[n] = [k for k in self.kinds[n] if KINDS.get(k, k) not in said[n]] + length

    def _fix_indices(self, supposed: Sequence[Chunk]) -> None:
        """Take as one number, not as each from the first to the last, what is said to lie between 1 and n before it is
        used in a hypothesis, but for `suppose that for $1 \\le i \\le n$`."""
        for name, (low, high) in list(self.ranges.items()):
            k = next(j for j, c in enumerate(self.chunks) if self.places[name] in c.pieces)
            here = [c.word for c in self.chunks[:k] if c.sentence == self.chunks[k].sentence and c.word in GIVEN | ALL]
            all_of_them = here[-1:] != [] and here[-1] in ALL and not GIVEN.isdisjoint(here)
            for chunk in supposed:
                if any(
                    said.word in EVERY and self.places[name].text in _quantified(of) and chunk.place < of.place
                    for said, of in pairwise(c for c in self.chunks if c.sentence == chunk.sentence)
                ):  # it is supposed of each
                    continue
                between = [c for c in self.chunks[k:] if c.place < chunk.place]
                apart = any(c.word in GIVEN or c.sentence < chunk.sentence for c in between)
                put = any(c.word in ("let", "suppose", "assume") and c.sentence == chunk.sentence for c in between)
                if self.places[name].text in _texts(chunk) and put and here[-1:] != [] and here[-1] in ALL:
                    fix = f"write for all ${name}$ behind it, or let ${low} \\le {name} \\le {high}$ in front"
                    raise chunk.wrong(f"is this supposed of one {quoted(name)}, or of all of them?", fix)
                if self.places[name].text in _texts(chunk) and between and (apart or not all_of_them):
                    self.spaces[name] = Space(f"integer({low}, {high})", None)
                    self.ranges.pop(name, None)

    def _check_columns(self, stated: Sequence[tuple[Chunk, str]], scope: Scope) -> None:
        """Raises ReadingError where an inequality may be supposed of every column: of one of which no equation and no
        claim speaks."""
        spoken = {name for c, _ in stated if c.role == "claim" or "=" in _texts(c) for name in _free_letters(c)}
        for chunk, _ in stated:
            for name in sorted(_free_letters(chunk) - spoken) if chunk.role == "given" else ():
                if (scope.shapes.get(NAMES.get(name, name)) or ("", ""))[1] == "1":
                    fix = r"say it of the matrix where all are meant, as in A \succeq 0; of one, add what equals what"
                    raise chunk.wrong(f"is this supposed of one {quoted(name)}, or of all of them?", fix)

    def _columns(self, left: list[Chunk], scope: Scope) -> tuple[dict[str, str], set[str]]:
        """The lengths of small letters that nobody declared and `x^\\top A` or `\\|x\\|` shows to be columns, by the
        matrices next to them, none next to matrices of several sizes; which of them `\\max_{\\|x\\| = 1}` binds."""
        lengths, columns, bound = dict[str, set[str]](), set[str](), set[str]()
        known = {*scope.shapes, *self.ranges, *self._sizes()}
        for chunk in left:
            found = [p for p in chunk.pieces if p.text not in ("{", "}")]
            texts = [p.text for p in found]
            for k, piece in enumerate(found):
                name = NAMES.get(piece.text, piece.text)
                if piece.sort != "letter" or not piece.text.islower() or name in known:
                    continue
                before, after = found[k - 1] if k else piece, texts[k + 1 : k + 4]
                turned = after[:1] == ["^"] and after[1:2] in (["top"], ["T"]) and "T" not in known
                if turned or before.text == "norm bar" and after[:1] == ["norm bar"]:
                    columns.add(name)
                    bound |= {name} if not turned and texts[max(0, k - 2) : k - 1] == ["_"] else set()
                shapes = [(scope.shapes.get(before.text) or ("",))[-1]] if before is not piece else []
                shapes += [(scope.shapes.get(after[2]) or ("",))[0]] if turned and after[2:] else []
                lengths.setdefault(name, set()).update(side for side in shapes if side not in ("", "1"))
        one = {name: next(iter(found)) for name, found in lengths.items() if name in columns and len(found) == 1}
        return one, bound

    def _structured(self, said: str, let: dict[str, str]) -> bool:
        """Take X = X^T and X^T X = I of a square X as the domain that is defined so, where X is no more than real."""
        for name, domain in let.items():
            sides = shape_of(domain)
            if not domain.startswith("real(") or sides is None or name in self.reported:
                continue
            if said in (f"{name} == {name}.T", f"{name}.T == {name}"):
                let[name] = f"symmetric({sides[0]})"
            elif said == f"{name}.T @ {name} == I({sides[1]})" and sides[0] == sides[1] != "1":
                let[name] = f"orthogonal({sides[0]})"
            else:
                continue
            return True
        return False

    # Chunks that declare.
    def _declarations(self) -> list[Chunk]:
        """Read where letters live; the chunks that are left.

        Properties in front of a letter are said of it and of those listed with it, those behind a verb, or in front of
        a comma, an `and` or another phrase, of the letters before.
        """
        left: list[Chunk] = []
        names: list[str] = []  # that a list named last
        fresh: list[str] = []  # of these, those that nothing is said of yet
        kinds: list[Chunk | str] = []  # words, and sizes
        others: list[str] = []  # declared before these in the same phrase
        verb = used = opened = False  # words stand behind a verb, were said of the next letter; `let` was met
        sentence = 0
        end = Chunk("end", [], sentence=-1)
        for chunk, following in pairwise([*self.chunks, end, end]):
            if chunk.sentence != sentence:
                self._say(names, [] if used and not verb else kinds, others)
                names, fresh, kinds, others, sentence = [], [], [], [], chunk.sentence
                verb = used = opened = False
            if not chunk.word and not chunk.pieces:
                break
            if chunk.properties:
                left.append(chunk)
                continue
            size = size_of(chunk.pieces) if chunk.pieces else None
            goes_on = chunk.word in KINDS or size is not None or chunk.word == "and" and following.word in KINDS
            begins = chunk.word in GIVEN | CLAIM | ALL or chunk.word == "and" and not following.word
            if not goes_on and not verb and names and (chunk.apart or begins or chunk.word == "and"):
                if kinds and not used:
                    self._say(names, kinds, others)
                    fresh = []
                if kinds and not (used and (chunk.word == "and" or not chunk.word)):  # what is listed shares the words
                    kinds, fresh, used = [], [] if used else fresh, False
            if chunk.word:
                if chunk.word in KINDS and used:  # of the next letter
                    kinds, fresh, used = [], [], False
                if chunk.word in OPENING:
                    others, opened = [], True
                if chunk.word == "commute":
                    self._attach(names, kinds if verb else [])
                    kinds, verb = [chunk], True
                elif chunk.word in VERBS:
                    self._attach(names, kinds if verb else [])
                    kinds, verb = ([] if verb else kinds), True
                elif chunk.word in KINDS:
                    kinds.append(chunk)
                elif chunk.word in GIVEN | CLAIM | ALL and verb:
                    self._say(names, kinds, others)
                    fresh = [] if kinds else fresh  # of these, enough is said
                    kinds, verb = [], False
                continue
            name = self._name(chunk.pieces)
            if not names and chunk.pieces[0].text in ("mathbb", "Reals"):  # positive A and B in a space
                signed = [c.pieces for c in left if c.sentence == sentence and len(c.pieces) == 3]
                names = [one for found in signed if found[1].text in ORDERS and (one := self._name(found[:1]))]
            if names and chunk.pieces[0].text in ("mathbb", "Reals"):  # unit vectors in a space
                self._take_space(names, space([Piece("command", "in", chunk.pieces[0].at), *chunk.pieces]))
                fresh = []
                continue
            if [p.text for p in chunk.pieces if p.text not in "{}"] == ["mathcal", "N", "(", "0", ",", "1", ")"]:
                self._attach(names, ["gaussian"])  # of entries
                continue
            if size is None and kinds and verb:
                self._say(names, kinds, others)
                names, fresh, kinds, others, verb = [], [], [], [], False
            if size is not None:
                kinds.append(f"{size[0]} x {size[1]}")
            elif name is not None:
                if fresh == [] and not kinds or kinds and not used:
                    names = []
                names, fresh = [*names, name], [*fresh, name]
                if kinds:
                    self._attach([name], kinds)
                    used = True
            elif self._lives(chunk, fresh):
                others += [one for one in names if not opened and one not in fresh and not self.kinds.get(one)]
                names, fresh, opened = [*fresh, *self.latest], [], False
                if kinds and not verb:
                    self._attach(names, kinds)
                    kinds, used = [], False
            else:
                if kinds and not verb:
                    kinds, used = [], False
                left.append(chunk)
                self._apply(chunk, fresh, left)
                fresh = []
        return left

    def _say(self, names: list[str], kinds: Sequence[Chunk | str], others: Sequence[str]) -> None:
        """Note what is said of letters.  Raises ReadingError where others of the same shape may be meant, too."""
        shapes = [self.spaces[name].shape for name in names if name in self.spaces]
        word = next((kind for kind in kinds if isinstance(kind, Chunk)), None)
        if word is not None and word.word not in SPEAKING_OF_SHAPES:
            alike = (o for o in others if o not in (*names, *self.kinds) and o in self.spaces)
            for other in (o for o in alike if self.spaces[o].shape in shapes):
                fix = f"write `let ${other}$ and ${names[-1]}$ be ...`, or a sentence for each"
                raise word.wrong(f"is {quoted(other)} {word.word}, too?", fix)
        self._attach(names, kinds)

    def _attach(self, names: list[str], kinds: Sequence[Chunk | str]) -> None:
        """Note what is said of letters: words, and sizes."""
        said = [kind.word if isinstance(kind, Chunk) else kind for kind in kinds]
        if "commuting" in [KINDS.get(word) for word in said]:
            if len(names) < 2:
                raise self._ask("what commutes with what?", "write A B = B A", self.places[names[0]] if names else None)
            self.groups.append(list(names))
        for name in names if kinds else ():
            self.attached |= {kind.at for kind in kinds if isinstance(kind, Chunk)}
            if name in self.reported:
                self._check_told(name, said)
                continue
            self.kinds.setdefault(name, []).extend(said)

    def _check_told(self, name: str, said: list[str]) -> None:
        """Raises ReadingError where words say more of a letter than its domain in let does."""
        head = self.let[name].partition("(")[0].strip()
        silent = {head, "vector", "square", "commuting"} | ({"projection"} if head == "projector" else set())
        silent |= {"complex"} if is_complex(self.let[name]) else set()
        for word in {KINDS.get(word, word) for word in said if " x " not in word} - silent:
            question = f"let says that {quoted(name)} is {quoted(self.let[name])}: is it {word}?"
            raise self._ask(question, f"leave {name} out of let, or declare all of it there", self.places.get(name))

    def _refuse_conjugates(self, scope: Scope, domains: Mapping[str, str]) -> None:
        """Raises ReadingError where a letter with a bar may be the conjugate of another, or what is complex real."""
        real = next((c.at for c in self.chunks if c.word == "real"), None) if scope.complex else None
        if real is not None:
            raise self._ask("what is real among what is complex?", "say \\in \\mathbb{R}", Piece("word", "real", real))
        for name in domains if scope.complex else ():
            base = next((name.removesuffix(bar) for bar in ("bar", "overline") if name.endswith(bar)), "")
            if base in {*self.let, *domains}:
                question = f"is \\bar{{{base}}} the conjugate of {quoted(base)}, or another letter?"
                raise self._ask(
                    question, "call it otherwise, or write the conjugate in text form", self.places.get(name)
                )

    def _name(self, found: list[Piece]) -> str | None:
        """The name that a chunk is, with a subscript; None for another."""
        if not found or not is_letter(found[0]):
            return None
        name, *rest = [p.text for p in found]
        name = NAMES.get(name, name)
        if rest:
            if rest[0] != "_":
                return None
            name += "_" + "".join(t for t in rest[1:] if t not in "{},")
            if len([t for t in rest[1:] if t not in "{}"]) != 1:
                return None
        self.places.setdefault(name, found[0])
        return name

    def _lives(self, chunk: Chunk, before: list[str]) -> bool:
        """Read `A \\in SPACE`; `before` are names listed in front of it."""
        self.latest = []
        texts = [p.text if p.sort == "command" else "" for p in chunk.pieces]
        at = next((k for k, t in enumerate(texts) if t in ("in", "sim")), None)
        if at is None:
            return False
        name = self._name(chunk.pieces[:at])
        equals = next((k for k, p in enumerate(chunk.pieces[:at]) if p.text == "="), None)
        if name is None and equals is not None and self._name(chunk.pieces[:equals]):
            name = self._name(chunk.pieces[:equals])
            self.equations.append(Chunk("given", chunk.pieces[:at], sentence=chunk.sentence))
        if name is None:
            head = [p.text for p in chunk.pieces[:at]]
            if texts[at] == "sim" and len(head) > 2 and head[1] == "_":
                name = head[0]
                self.places.setdefault(name, chunk.pieces[0])
            else:
                raise self._ask("what is said to live there?", "write letters before \\in", chunk.pieces[at])
        self.latest = [name]
        self._take_space((*before, name), space(chunk.pieces[at:]))
        return True

    def _take_space(self, names: Sequence[str], found: Space) -> None:
        """Note where letters live, but for those that `let` has."""
        for one in names:
            if one in self.let:
                continue
            if found.ends is not None:
                self.ranges[one] = found.ends
            elif found.kind == "law" and one in self.spaces:
                self.kinds.setdefault(one, []).append("gaussian")
            elif found.kind == "law" and found.shape is None:
                fix = "say \\in \\mathbb{R}^{n \\times m}"
                raise self._ask(f"what is the shape of {quoted(one)}?", fix, self.places.get(one))
            else:
                self.spaces[one] = found
                self.lives.add(one)
                self.extra += [g.replace("{}", one) for g in found.given]

    def _grows(self, chunk: Chunk) -> bool:
        """Take `n \\to \\infty` as said of the limits, with the mode of convergence in the words before it."""
        texts = [p.text for p in chunk.pieces]
        if len(texts) != 3 or texts[1:] != ["to", "infty"]:
            return False
        said = {c.word for c in self.chunks if c.sentence == chunk.sentence}
        mode = " almost surely" if {"surely", "a.s."} & said else " in probability" if "probability" in said else ""
        self.limit = f"{mode} as {texts[0]} -> oo"
        return True

    def _limit(self, formula: Formula) -> str:
        """`a \\to b`, of a letter that grows."""
        value, arrow = formula.sum(), formula.take()
        if not self.limit:
            raise formula.ask("what grows?", r"write \to 2 as n \to \infty", arrow)
        return f"{value.text} -> {formula.sum().text}{self.limit}"

    def _apply(self, chunk: Chunk, before: list[str], left: list[Chunk]) -> None:
        """`x, y > 0` says it of x, too."""
        if not before or chunk.role == "claim":
            return
        texts = [p.text for p in chunk.pieces]
        at = next((k for k, t in enumerate(texts) if t in RELATIONS or t in ORDERS), None)
        if at is None or self._name(chunk.pieces[:at]) is None:
            return
        for name in before:
            head = self.places[name]
            left.append(Chunk(chunk.role, [head, *chunk.pieces[at:]], sentence=chunk.sentence))

    def _bounds(self, chunk: Chunk) -> bool:
        """Take `A \\succeq 0`, `n \\ge 2`, `t > 0`, `1 \\le i \\le n` as said of one letter; whether it was that."""
        found = chunk.pieces
        texts = [p.text for p in found]
        dims = self._sizes()
        if len(found) >= 5 and texts[1] in RELATIONS and texts[3] in RELATIONS and found[0].sort == "number":
            name, high = self._name(found[2:3]), texts[4]
            if [*texts[4:6], *texts[7::2]] in (["min", "(", ",", ")"], ["min", "\\{", ",", "\\}"]) and len(found) == 10:
                high = f"min({texts[6]}, {texts[8]})"
            known = high in dims and len(found) == 5 or high != texts[4] and {texts[6], texts[8]} <= dims
            if name and name not in (*self.spaces, *self.kinds, *self.let, *dims) and known:
                self.ranges[name] = (texts[0], high)
                return True
        below = chunk.role == "given" and len(found) == 3 and texts[1] == "le" and texts[2] in dims  # k \\le n
        if below and texts[0] in "ijkl" and texts[0] not in (*self.spaces, *self.kinds, *self.let, *dims):
            self.ranges.setdefault(str(self._name(found[:1])), ("1", texts[2]))
            return self.ranges[texts[0]] == ("1", texts[2])
        if chunk.role == "given" and [t for t in texts if t not in "{}"][1:] in (
            ["=", texts[0], "^", mark] for mark in ("top", "T", "t", "*", "H")
        ):
            name = self._name(found[:1])
            if name and name not in (*self.spaces, *self.kinds, *self.let):
                self.kinds[name] = ["hermitian" if {"*", "H"} & {*texts} else "symmetric"]
                return True
        name = self._name(found[:1]) if len(found) == 3 else None
        alone = sum(c.role == "claim" for c in self.chunks if c.pieces) < 2
        if chunk.role == "claim" and (alone or chunk.joined or name is None or name in (*self.spaces, *self.kinds)):
            return False
        if name is not None and texts[1] in ("succ", "succeq") and texts[2] == "0" and name not in self.let:
            self.kinds.setdefault(name, []).append("pd" if texts[1] == "succ" else "psd")
            return True
        letters = [k for k, p in enumerate(found) if is_letter(p)]
        if len(found) == 3 and letters == [0] and texts[1] in RELATIONS and found[2].sort == "number":
            name = str(self._name(found[:1]))
            if name in dims and texts[1] in ("ge", ">"):
                self.least[name] = texts[2] if texts[1] == "ge" else str(int(texts[2]) + 1)
                return True
            if name not in (*self.spaces, *self.kinds, *self.let) and name not in dims:
                positive = texts[1] in (">", "gt") and texts[2] == "0"
                self.spaces[name] = Space("positive" if positive else "real", None)
                return positive
        if self._compares_numbers(found):
            for name in {str(self._name(found[k : k + 1])) for k in letters} - {*self.let, *dims, *self.kinds}:
                self.spaces.setdefault(name, Space("real", None))
        for k in letters:  # what a hypothesis compares with numbers is one itself
            name = str(self._name(found[k : k + 1]))
            free = name not in (*self.spaces, *self.kinds, *self.let, *dims) and name not in self.ranges
            numbers = all(p.sort == "number" or j == k or p.text in (*RELATIONS, "/", "-") for j, p in enumerate(found))
            if free and numbers:
                self.spaces[name] = Space("real", None)
        return False

    def _compares_numbers(self, found: list[Piece]) -> bool:
        """Whether a chain as 0 < \\eta < 2 / L is of numbers only: all in it may be, one is one or a Greek letter, and
        of what nobody declared not all are capitals."""
        letters = {p.text for p in found if is_letter(p)} - {*self._sizes(), *self.let}
        shapes = [self.spaces[name].shape for name in letters if name in self.spaces]
        marks = words("/ - + { } frac le ge < > lt gt cdot")
        plain = all(p.sort == "number" or is_letter(p) and p.text != "I" or p.text in marks for p in found)
        small = any(not name.isupper() for name in letters - {*self.spaces, *self.kinds})
        number = any(p.sort == "number" or p.text in GREEK for p in found)
        compared = not {p.text for p in found}.isdisjoint(words("le ge < > lt gt"))
        return plain and small and number and compared and not any(shapes)

    def _above_zero(self, chunk: Chunk) -> list[Chunk]:
        """Take the hypothesis `A \\succeq B \\succ 0` as saying of its letters that they are positive; its links."""
        ends = [k for k, p in enumerate(chunk.pieces) if p.text in ORDERS]
        orders = [chunk.pieces[k] for k in ends]
        terms = [chunk.pieces[low + 1 : high] for low, high in pairwise([-1, *ends, len(chunk.pieces)])]
        if all(order.text.startswith("prec") for order in orders):  # the same from the other end
            orders = [order._replace(text=f"succ{order.text[4:]}") for order in reversed(orders)]
            terms = terms[::-1]
        down = all(order.text.startswith("succ") for order in orders)
        if chunk.role != "given" or len(orders) < 2 or not down or [p.text for p in terms[-1]] != ["0"]:
            return [chunk]
        for k, term in enumerate(terms):
            name = self._name(term)
            if name not in (None, "I", *self.spaces, *self.kinds, *self.let):
                self.kinds[str(name)] = ["pd" if any(order.text == "succ" for order in orders[k:]) else "psd"]
        links = zip(terms, orders, terms[1:], strict=False)
        return [replace(chunk, pieces=[*above, order, *below]) for above, order, below in links]

    # Domains.
    def _sizes(self) -> set[str]:
        """Letters that sizes are made of."""
        shapes = [s.shape for s in self.spaces.values() if s.shape is not None]
        shapes += [(k.split(" x ")[0], k.split(" x ")[1]) for kinds in self.kinds.values() for k in kinds if " x " in k]
        ends = [end for low_high in self.ranges.values() for end in low_high]
        families = [s.kind.removeprefix(LAYERS) for s in self.spaces.values() if s.kind.startswith(LAYERS)]
        text = " ".join([*(side for shape in shapes for side in shape), *ends, *families])
        square = any(" x " not in k for kinds in self.kinds.values() for k in kinds)
        unsaid = [n for n in self.kinds if n not in self.spaces and not any(" x " in k for k in self.kinds[n])]
        return {c for c in text.replace("min(", "(") if c.isalpha()} | ({"n"} if square and unsaid else set())

    def _domain(self, name: str) -> str:
        """The domain of a name in the text form; its shape is noted."""
        words = [KINDS.get(k, k) for k in self.kinds.get(name, ())]
        at, sizes = self.places.get(name), [w for w in words if " x " in w]
        kinds = {w for w in words if " x " not in w}
        known = self.spaces.get(name)
        if sizes and known is None:
            rows, cols = sizes[-1].split(" x ")
            known = Space("real", (rows, cols))
        if known is None:
            known = Space("real", ("n", "1") if kinds & {"vector", "unit", "simplex"} else ("n", "n"))
            if "positive" in kinds:
                fix = f"write {name} > 0 for a number"
                raise self._ask(f"is {quoted(name)} positive entry by entry, or definite?", fix, at)
            if kinds <= {"nonnegative", "gaussian", "commuting", "complex", *OF_ANY_SHAPE}:
                sizes_used = {p.text for c in self.chunks for p in c.pieces if p.sort == "letter"} & {"m", "n"}
                if self.supposed is None or sizes_used:
                    fix = "say \\in \\mathbb{R}^{m \\times n}"
                    raise self._ask(f"what is the shape of {quoted(name)}?", fix, at, ShapeQuestion)
                known, self.supposed = Space("real", self.supposed), None
        self.spaces[name] = known
        if known.kind.startswith(LAYERS) and words:
            raise self._ask(f"is every {name}_l {' and '.join(words)}?", "say it of each in a formula", at)
        if known.shape is None and known.kind == "complex":
            return "complex"
        if known.shape is None:
            return "positive" if kinds == {"positive"} else known.kind
        kinds |= {known.kind} - {"real", "law"}
        kinds |= {"gaussian"} if known.kind == "law" else set()
        if "square" in kinds and known.shape[0] != known.shape[1]:
            raise self._ask(f"{quoted(name)} is {' x '.join(known.shape)}: is it square?", "check the shape", at)
        return self._of_shape(name, known, kinds - {"vector", "square", "commuting"}, at)

    def _of_shape(self, name: str, known: Space, kinds: set[str], at: Piece | None) -> str:
        rows, cols = known.shape or ("n", "n")
        if cols == "1" and kinds & {"positive", "entrywise-positive"}:
            kinds = kinds - {"positive", "entrywise-positive"} | {"nonnegative"}
            self.extra.append(f"{name} > 0")
        if "diagonal" in kinds and "entrywise-positive" in kinds:
            kinds = kinds - {"entrywise-positive"} | {"positive-diagonal"}
        real = name in self.spaces and known.kind != "complex" and name in self.lives
        if real and "complex" not in kinds:  # of a matrix that is said to be real
            kinds = {{"hermitian": "symmetric", "unitary": "orthogonal"}.get(k, k) for k in kinds}
        elif kinds & {"normal", "unitary"}:
            kinds = kinds | {"complex"}
        for kind in sorted(kinds & STATED.keys()):
            if kind == "normal" and "complex" in kinds:
                continue
            if rows != cols and kind not in OF_ANY_SHAPE:
                raise self._ask(f"{quoted(name)} is {rows} x {cols}: it cannot be {kind}", "check the shape", at)
            if kind in IMPLYING and "complex" in kinds:
                raise self._ask(f"{quoted(name)} is complex and {kind}: which domain?", "name one in let", at)
            kinds = kinds - {kind} | ({IMPLYING[kind]} if kind in IMPLYING else set())
            t = "H" if "complex" in kinds else "T"
            self.extra += [line.format(x=name, n=rows, m=cols, t=t) for line in STATED[kind]]
        if {"complex", "hermitian"} & kinds:
            domain = complex_domain(kinds, rows, cols)
            if domain is None:
                raise self._ask(
                    f"{quoted(name)} is {' and '.join(sorted(kinds))}: which domain?", "name one in let", at
                )
            return domain
        if {"pd", "psd"} & kinds:
            kinds = kinds - {"symmetric"}
        if len(kinds) > 1:
            raise self._ask(f"{quoted(name)} is {' and '.join(sorted(kinds))} at once: which domain?", "name one", at)
        kind = kinds.pop() if kinds else "real"
        if cols == "1" and kind in ("unit", "simplex"):
            return f"{kind}({rows})"
        if kind == "positive":
            raise self._ask(f"is {quoted(name)} positive entry by entry, or definite?", "write which", at)
        if kind in OF_ORDER:
            if rows != cols:
                raise self._ask(f"{quoted(name)} is {rows} x {cols}: it cannot be {kind}", "check the shape", at)
            return f"{kind}({rows})"
        if kind in BOTH:
            return f"{kind}({rows}, {cols})"
        if kind == "projection":
            fix = "write an orthogonal projection, or an idempotent matrix"
            raise self._ask(f"is the {kind} {quoted(name)} symmetric?", fix, at)
        raise self._ask(f"what is a {kind} matrix {quoted(name)}?", "name the domain in let", at)

    def _dimensions(self, scope: Scope) -> dict[str, str]:
        used = self._sizes() | {c for s in self.spaces.values() for side in s.shape or () for c in side if c.isalpha()}
        unsaid = [n for n in sorted(used) if n not in self.let and n not in scope.shapes]
        return {n: text_limits.UNSAID.format(self.least.get(n, "1")) for n in unsaid}

    # Relations.
    def _relations(self, chunk: Chunk, scope: Scope) -> list[str]:
        """What a chunk states: one relation, or those that its properties mean."""
        if not chunk.properties:
            return [self._relation(chunk, scope)]
        formula = Formula(chunk.pieces, scope)
        value = formula.sum()
        if formula.peek().sort != "end" or value.shape is None:
            raise formula.ask(f"what is {chunk.properties[0]}?", "write a matrix in front of `is`")
        rows, cols = value.shape
        if rows != cols and not {KINDS[word] for word in chunk.properties} <= set(OF_ANY_SHAPE):
            raise formula.ask(f"how is what is {rows} x {cols} {chunk.properties[0]}?", "check the shape")
        x, t = value.within(ATOM), "H" if scope.complex else "T"
        lines = [line for word in chunk.properties for line in CLAIMED[word]]
        return list(dict.fromkeys(line.format(x=x, n=rows, m=cols, t=t) for line in lines))

    def _relation(self, chunk: Chunk, scope: Scope) -> str:
        scope.indices, scope.sums = {name: set() for name in self.ranges}, []
        formula = Formula(chunk.pieces, scope)
        said = self._limit(formula) if any(p.text == "to" for p in chunk.pieces) else formula.relation()
        if formula.peek().sort != "end":
            raise formula.ask(f"how does {quoted(formula.peek().text)} go on?", "see docs/latex.md for what is read")
        letters = {p.text for p in chunk.pieces}
        ranges: list[str] = []
        used = [index for index in scope.indices if index in letters]
        for index in used:
            seen = scope.indices[index]
            if index in self.ranges:
                low, high = self.ranges[index]
            elif len(seen) == 1:
                low, high = "1", next(iter(seen))
                spoken = [c for c in self.chunks if index in _texts(c) and (c.role == "claim" or len(c.pieces) == 1)]
                before = {c.word for c in self.chunks if c.sentence == chunk.sentence and c.place < chunk.place}
                if chunk.role == "given" and before & CONDITIONS and {c.role for c in spoken} == {"claim"}:
                    fix = rf"write for all ${index}$ behind it, or let $1 \le {index} \le {high}$ in front"
                    raise chunk.wrong(f"is this supposed of one {quoted(index)}, or of all of them?", fix)
            else:
                place = next(p for p in chunk.pieces if p.text == index)
                raise self._ask(f"from where to where does {quoted(index)} run?", f"add 1 \\le {index} \\le n", place)
            for whole, most in scope.sums:  # of i + j - 1 in 1..n, the last index runs to n - (i - 1)
                if index == used[-1] and f" + {index}" in whole and most == high:
                    high = f"{most} - ({whole.replace(f' + {index}', '', 1)})"
            ranges.append(f"for {index} in {low}..{high}")
        return " ".join([said, *ranges])

    def _ask(
        self, question: str, fix: str, piece: Piece | None, kind: type[ReadingError] = ReadingError
    ) -> ReadingError:
        return kind(question, fix, position=None if piece is None else piece.at)
