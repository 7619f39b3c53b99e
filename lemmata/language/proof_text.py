"""Proofs as text: the form of `*.proof` files, which `docs/proofs.md` describes.

    proof products.lemma-1: the operator norm of a product of two matrices, twice
      outer: smax(A @ B @ C) <= smax(A @ B) * smax(C)  by classical.norm-of-product(T = A @ B, U = C)
      inner: smax(A @ B) <= smax(A) * smax(B)  by classical.norm-of-product(T = A, U = B)
      claim: smax(A @ B @ C) <= smax(A) * smax(B) * smax(C)  by linear outer, smax(C) * inner

`write_proof` and `read_proof` are inverse to each other.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from lemmata.language import proof
from lemmata.language.proof import Proof, Reason, Step

WIDTH = 120
NAME = re.compile(r"[A-Za-z_]\w*")
ROW = re.compile(r"([a-z][a-z0-9]*\.[A-Za-z0-9.~-]+)(?:\((.*)\))?(?:\[(\d+)\])?")
HEADER = re.compile(r"proof ([a-z][a-z0-9]*\.[A-Za-z0-9.~-]+)(?:: (.*))?")
STEP = re.compile(r"([A-Za-z_]\w*): (.*)")


class ProofSyntax(ValueError):
    """A proof cannot be read: file, line, and what is wanted there."""

    def __init__(self, message: str, line: int, file: Path | None = None) -> None:
        super().__init__(f"{file or 'proof'}:{line}: {message}")
        self.line = line


@dataclass(frozen=True)
class Line:
    """A line without its indentation, and where it stands."""

    indent: int
    text: str
    number: int


# Reasons that are a word with their fields in brackets.
WORDS: dict[str, type[Reason]] = {
    "sign": proof.Sign,
    "identity": proof.Identity,
    "both": proof.Antisymmetric,
    "congruence": proof.Congruence,
    "unrolled": proof.Unrolled,
    "entries": proof.Entrywise,
    "sum": proof.Summed,
    "defined": proof.Defined,
    "vanishing": proof.Vanishing,
    "eigenvector": proof.Eigenvector,
    "singular-vectors": proof.SingularVectors,
    "weyl-of-sums": proof.SumOfMatrices,
    "common-eigenvector": proof.CommonEigenvector,
    "largest-term": proof.LargestTerm,
    "every-term": proof.EveryTerm,
    "widths": proof.Widths,
    "discriminant": proof.Discriminant,
    "layer-flow": proof.LayerFlow,
    "vertex-flow": proof.VertexFlow,
    "parts-flow": proof.PartsFlow,
    "cut-flow": proof.CutFlow,
}
CALLED = {kind: word for word, kind in WORDS.items()}


# Writing.
def write_proof(identifier: str, given: Proof) -> str:
    """The text of a proof."""
    lines = list(_wrapped(f"proof {identifier}: {given.method}", 0))
    if given.indices:
        ranges = (f"{name} = {low}..{high}" for name, (low, high) in given.indices.items())
        lines += _wrapped(f"let {', '.join(ranges)}", 2)
    for name, expression in given.defined.items():
        lines += _wrapped(f"define {name} = {expression}", 2)
    for step in given.steps:
        lines += _step_lines(step, 2)
    return "\n".join(lines) + "\n"


def _wrapped(text: str, indent: int) -> list[str]:
    """A line, continued with a deeper indentation where it is long."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _step_lines(step: Step, indent: int) -> list[str]:
    lines = _wrapped(f"{step.name}: {step.states}  by {write_reason(step.by)}", indent)
    for heading, steps in _blocks(step.by):
        lines.append(f"{' ' * (indent + 2)}{heading}:")
        lines += [line for inner in steps for line in _step_lines(inner, indent + 4)]
    return lines


def _blocks(by: Any) -> list[tuple[str, tuple[Step, ...]]]:
    if isinstance(by, proof.Cases):
        return [("then", by.then), ("otherwise", by.otherwise)]
    if isinstance(by, proof.Induction):
        return [("base", by.base), ("next", by.then)]
    return [("steps", by.steps)] if isinstance(by, proof.ForEach) else []


def write_reason(by: Any) -> str:
    """A reason in one line, without the steps inside it."""
    if isinstance(by, proof.Apply):
        put = ", ".join(f"{k} = {v}" for k, v in by.where.items())
        return by.statement + (f"({put})" if put else "") + (f"[{by.conjunct}]" if by.conjunct else "")
    if isinstance(by, proof.Combine | proof.Refute):
        word = "linear" if isinstance(by, proof.Combine) else "contradiction"
        return " ".join([word, ", ".join(_multiple(c, name) for name, c in by.facts.items())]).strip()
    if isinstance(by, proof.Multiply):
        return f"product {', '.join(_between(name, *sides) for name, sides in by.facts.items())}".strip()
    if isinstance(by, proof.Squares):
        said = ", ".join(_square(d, facts, q) for d, facts, q in by.terms)
        more = ", ".join(_multiple(c, name) for name, c in by.multiples.items())
        return f"squares {said}" + (f"; {more}" if more else "")
    if isinstance(by, proof.SomeTerms):
        return f"terms {by.fact} over {', '.join(f'{a}..{b}' for a, b in by.ranges)}"
    if isinstance(by, proof.At):
        return f"{by.fact}[{by.index}]"
    if isinstance(by, proof.Instance):
        return f"{by.fact} at {by.index} = {by.value}"
    if isinstance(by, proof.Cases):
        return f"cases {by.split}"
    if isinstance(by, proof.Induction):
        return f"induction {by.index}" + (f" as {by.near}" if by.near else "")
    if isinstance(by, proof.ForEach):
        return f"each {by.index}"
    if isinstance(by, proof.OneDirection):
        v = by.vectors
        return f"one-direction({', '.join([by.fact, v.matrix, v.index, v.u, v.v, by.w])})"
    if isinstance(by, proof.Differentiate):
        rates = [f"{u} = {rate}" for u, rate in by.rates.items()]
        return f"derivative({', '.join([by.fact, by.variable, *rates])})"
    values = [getattr(by, f.name) for f in fields(by)]
    inside = ", ".join(x for x in values if x is not None)
    return CALLED[type(by)] + (f"({inside})" if inside else "")


def _sides(text: str, also: str = "") -> str:
    """A factor, in brackets where it is a sum, or holds what `also` names."""
    loose = any(_split(text, word)[1:] for word in (" + ", " - ", *([also] if also else [])))
    return f"({text})" if loose else text


def _multiple(factor: str, name: str) -> str:
    if factor in ("1", "-1"):
        return f"{factor[:-1]}{name}"
    return f"{_sides(factor)} * {name}"


def _between(name: str, left: str | None, right: str | None) -> str:
    if (left, right) == ("-1", None):
        return f"-{name}"
    before, after = (None if x is None else f"({x})" if " " in x else x for x in (left, right))
    return " @ ".join(x for x in (before, f"<{name}>" if before or after else name, after) if x is not None)


def _square(d: str, facts: tuple[str, ...], q: str) -> str:
    parts = ([] if d == "1" else [_sides(d, " * ")]) + ([] if q == "1" else [f"square({q})"]) + list(facts)
    return " * ".join(parts) or "1"


# Reading.
def read_proof(text: str, file: Path | None = None, first: int = 1) -> tuple[str, Proof]:
    """The id of what is proved and the proof in a text whose first line has the number `first`.  Raises ProofSyntax."""
    return _Reader(text, file, first).proof()


class _Reader:
    """Reads one proof."""

    def __init__(self, text: str, file: Path | None, first: int) -> None:
        self.file = file
        self.lines = [
            Line(len(line) - len(line.lstrip()), line.strip(), k)
            for k, line in enumerate(text.splitlines(), first)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        self.at = 0

    def wrong(self, message: str, line: Line) -> ProofSyntax:
        return ProofSyntax(message, line.number, self.file)

    def logical(self) -> Line:
        """The next line with those that continue it."""
        line = self.lines[self.at]
        self.at += 1
        parts = [line.text]
        while self.at < len(self.lines) and self.lines[self.at].indent >= line.indent + 4:
            parts.append(self.lines[self.at].text)
            self.at += 1
        return Line(line.indent, " ".join(" ".join(parts).split()), line.number)

    def proof(self) -> tuple[str, Proof]:
        if not self.lines:
            raise ProofSyntax("there is no proof here: begin with `proof ID: in words`", 1, self.file)
        head = self.logical()
        found = HEADER.fullmatch(head.text)
        if found is None or head.indent:
            raise self.wrong("a proof begins with `proof ID: in words`, at the edge", head)
        indices: dict[str, tuple[str, str]] = {}
        defined: dict[str, str] = {}
        while self.at < len(self.lines) and self.here().text.startswith(("let ", "define ")):
            line = self.logical()
            if line.text.startswith("define "):
                name, _, expression = line.text[7:].partition(" = ")
                if not NAME.fullmatch(name) or not expression or name in defined:
                    raise self.wrong("write `define NAME = EXPRESSION`, once for each name", line)
                defined[name] = expression
                continue
            for part in _split(line.text[4:], ", "):
                name, _, ends = part.partition(" = ")
                low, between, high = ends.partition("..")
                if not NAME.fullmatch(name) or not between:
                    raise self.wrong(f"{part!r} declares no index: write let k = 1..n", line)
                if name in indices:
                    raise self.wrong(f"the index {name} is declared twice", line)
                indices[name] = (low, high)
        steps = self.steps(2)
        if self.at < len(self.lines):
            raise self.wrong("this line is indented neither like a step nor like what belongs to one", self.here())
        if not steps:
            raise self.wrong(f"the proof of {found[1]} has no steps", head)
        return found[1], Proof(found[2] or "", steps, indices, defined)

    def here(self) -> Line:
        return self.lines[self.at]

    def steps(self, indent: int) -> tuple[Step, ...]:
        out = []
        while self.at < len(self.lines) and self.here().indent == indent:
            out.append(self.step())
        return tuple(out)

    def step(self) -> Step:
        line = self.logical()
        found = STEP.fullmatch(line.text)
        if found is None:
            raise self.wrong("a step is `name: formula by reason`", line)
        parts = _split(found[2], " by ")
        if len(parts) != 2:
            raise self.wrong("a step is `name: formula by reason`, with one `by`", line)
        return Step(found[1], parts[0], self.reason(parts[1], line))

    def block(self, heading: str, line: Line) -> tuple[Step, ...]:
        if self.at >= len(self.lines) or (self.here().indent, self.here().text) != (line.indent + 2, f"{heading}:"):
            raise self.wrong(f"the steps of this reason stand below it, after `{heading}:`, two spaces deeper", line)
        self.at += 1
        return self.steps(line.indent + 4)

    def reason(self, text: str, line: Line) -> Reason:
        word, _, rest = text.partition(" ")
        if word in ("linear", "contradiction"):
            kind = proof.Combine if word == "linear" else proof.Refute
            return kind(self.unique([self.multiple(x, line) for x in _split(rest, ", ") if x], line))
        if word == "product":
            return proof.Multiply(self.unique([self.between(x, line) for x in _split(rest, ", ") if x], line))
        if word == "squares":
            said, _, more = rest.partition("; ")
            multiples = [self.multiple(x, line) for x in _split(more, ", ") if x]
            return proof.Squares(tuple(self.square(x, line) for x in _split(said, ", ") if x), dict(multiples))
        if word == "terms":
            fact, _, over = rest.partition(" over ")
            ends = [tuple(x.split("..")) for x in _split(over, ", ")]
            if any(len(x) != 2 for x in ends):
                raise self.wrong("write terms FACT over 1..k, m..n", line)
            return proof.SomeTerms(fact, tuple((a, b) for a, b in ends))
        if word == "cases":
            return proof.Cases(rest, self.block("then", line), self.block("otherwise", line))
        if word == "induction":
            index, _, near = rest.partition(" as ")
            return proof.Induction(index, self.block("base", line), self.block("next", line), near or None)
        if word == "each":
            return proof.ForEach(rest, self.block("steps", line))
        if row := ROW.fullmatch(text):
            return proof.Apply(row[1], dict(self.put(row[2] or "", line)), int(row[3] or 0))
        if re.fullmatch(r"[A-Za-z_]\w* at [A-Za-z_]\w* = .*", text):
            fact, _, at = text.partition(" at ")
            return proof.Instance(fact, *at.split(" = ", 1))
        if entry := re.fullmatch(r"([A-Za-z_]\w*)\[(.*)\]", text):
            return proof.At(entry[1], entry[2])
        return self.word(text, line)

    def word(self, text: str, line: Line) -> Reason:
        found = re.fullmatch(r"([a-z-]+)(?:\((.*)\))?", text)
        word, inside = (found[1], found[2]) if found else ("", None)
        values = _split(inside, ", ") if inside else []
        try:
            if word == "one-direction":
                fact, *vectors, w = values
                return proof.OneDirection(fact, proof.SingularVectors(*vectors), w)
            if word == "derivative":
                fact, variable, *rates = values
                return proof.Differentiate(fact, variable, dict(self.put(", ".join(rates), line)))
            if word in WORDS:
                return WORDS[word](*values)
        except (TypeError, ValueError):
            raise self.wrong(f"{word}(...) does not take {len(values)} values", line) from None
        raise self.wrong(f"{text!r} is no reason", line)

    def put(self, text: str, line: Line) -> Iterator[tuple[str, str]]:
        for part in _split(text, ", ") if text else ():
            name, equals, value = part.partition(" = ")
            if not NAME.fullmatch(name) or not equals:
                raise self.wrong(f"{part!r}: write NAME = VALUE", line)
            yield name, value

    def unique(self, pairs: list[tuple[str, Any]], line: Line) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            raise self.wrong(f"{next(x for x in names if names.count(x) > 1)} is used twice", line)
        return dict(pairs)

    def multiple(self, text: str, line: Line) -> tuple[str, str]:
        if NAME.fullmatch(text.removeprefix("-")):
            return text.removeprefix("-"), "-1" if text.startswith("-") else "1"
        factor, times, name = text.rpartition(" * ")
        if not times or not NAME.fullmatch(name):
            raise self.wrong(f"{text!r}: write FACT, -FACT or FACTOR * FACT", line)
        return name, _bare(factor)

    def between(self, text: str, line: Line) -> tuple[str, tuple[str | None, str | None]]:
        if NAME.fullmatch(text.removeprefix("-")):
            return text.removeprefix("-"), ("-1" if text.startswith("-") else None, None)
        parts = _split(text, " @ ")
        at = [k for k, x in enumerate(parts) if x.startswith("<") and x.endswith(">")]
        if len(at) != 1 or len(parts) > 3 or at[0] > 1 or len(parts) - at[0] > 2:
            raise self.wrong(f"{text!r}: write FACT, or LEFT @ <FACT> @ RIGHT", line)
        before, after = parts[: at[0]], parts[at[0] + 1 :]
        return parts[at[0]][1:-1], (_bare(before[0]) if before else None, _bare(after[0]) if after else None)

    def square(self, text: str, line: Line) -> tuple[str, tuple[str, ...], str]:
        d, q, facts = "1", "1", []
        for k, part in enumerate(_split(text, " * ")):
            if part.startswith("square(") and part.endswith(")"):
                q = part[7:-1]
            elif NAME.fullmatch(part):
                facts.append(part)
            elif k == 0:
                d = _bare(part)
            else:
                raise self.wrong(f"{text!r}: write NUMBER * square(q) * FACT", line)
        return d, tuple(facts), q


def _bare(text: str) -> str:
    """A text without the brackets around all of it."""
    return text[1:-1] if text.startswith("(") and _closing(text) == len(text) - 1 else text


def _closing(text: str) -> int:
    depth = 0
    for k, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if depth == 0:
            return k
    return -1


def _split(text: str, by: str) -> list[str]:
    """The parts of a text between separators that stand in no brackets."""
    if by not in text:
        return [text]
    out, depth, start, k = [], 0, 0, 0
    while k < len(text):
        c = text[k]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif depth == 0 and text.startswith(by, k):
            out.append(text[start:k])
            k += len(by)
            start = k
            continue
        k += 1
    return [*out, text[start:]]


# Files.
def places(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Ids that the files of a folder, and of those in it, hold proofs of, with the file and the line of each."""
    for file in sorted(folder.rglob("*.proof")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if found := HEADER.match(line):
                yield found[1], file, number


def read_at(file: Path, number: int) -> tuple[str, Proof]:
    """The proof that begins at a line of a file.  Raises ProofSyntax."""
    lines = file.read_text(encoding="utf-8").splitlines()
    end = next((k for k in range(number, len(lines)) if lines[k].startswith("proof ")), len(lines))
    return read_proof("\n".join(lines[number - 1 : end]), file, number)


__all__ = ["ProofSyntax", "places", "read_at", "read_proof", "write_proof", "write_reason"]
