"""Proofs as text: the form of `*.proof` files, which `docs/proofs.md` describes.

    proof products.lemma-1: the operator norm of a product of two matrices, twice
      outer: smax(A @ B @ C) <= smax(A @ B) * smax(C)  by classical.norm-of-product(T = A @ B, U = C)
      inner: smax(A @ B) <= smax(A) * smax(B)  by classical.norm-of-product(T = A, U = B)
      claim: smax(A @ B @ C) <= smax(A) * smax(B) * smax(C)  by linear outer, smax(C) * inner

`write_proof` and `read_proof` are inverse to each other, but for lemmas, whose steps are read in place of their use.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from lemmata.language import proof
from lemmata.language.proof import INLINE, QED, Proof, Reason, Step, replaced
from lemmata.language.records import Record

WIDTH = 120
NAME = re.compile(r"[A-Za-z_]\w*")
ROW = re.compile(r"[a-z][a-z0-9]*\.[A-Za-z0-9.~-]+")
HEADER = re.compile(r"proof ([a-z][a-z0-9]*\.[A-Za-z0-9.~-]+)(?:: (.*))?")
LEMMA = re.compile(r"lemma ([a-z][a-z0-9-]*)(?:\((.*?)\))?(?:: (.*))?")
USE = re.compile(r"use ([a-z][a-z0-9-]*)(?:\((.*)\))?(?: as ([A-Za-z_]\w*))?")
STEP = re.compile(r"([A-Za-z_]\w*): (.*)")
SAID = re.compile(r"([A-Za-z_]\w*) = (.*)")
CHOICE = re.compile(r"(\w+(?:, \w+)*) = (eigenvector|singular-vectors)\((.*)\)")
CLAIM = re.compile(r"(qed(?:\[\d+\])?) by (.*)")
SHARED = "lemmas.proof"  # the file of a folder whose lemmas all its files may use


class ProofSyntax(ValueError):
    """A proof cannot be read: file, line, and what is wanted there."""

    def __init__(self, message: str, line: int, file: Path | None = None) -> None:
        super().__init__(f"{file or 'proof'}:{line}: {message}")
        self.line = line


class Line(Record):
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
    "largest-term": proof.LargestTerm,
    "every-term": proof.EveryTerm,
    "principle": proof.OnPrinciple,
}
CALLED = {kind: word for word, kind in WORDS.items()}


# Writing.
def _called(name: str) -> str:
    """The name of a fact, or the text that stands for one without a name."""
    return name.removeprefix(INLINE)


def write_proof(identifier: str, given: Proof) -> str:
    """The text of a proof."""
    lines = list(_wrapped(f"proof {identifier}" + (f": {given.method}" if given.method else ""), 0))
    if given.indices:
        ranges = {name: f"{low}..{high}" for name, (low, high) in given.indices.items()}
        lines += _wrapped(f"let {_put(ranges)}", 2)
    for name, expression in given.defined.items():
        lines += _wrapped(f"define {name} = {expression}", 2)
    for step in given.steps:
        lines += _step_lines(step, 2)
    return "\n".join(lines) + "\n"


def _wrapped(text: str, indent: int) -> list[str]:
    """A line, continued with a deeper indentation where it is long: before its reason, if both parts then fit."""
    formula, by, reason = text.partition("  by ")
    parts = [" " * indent + formula, " " * (indent + 4) + by.lstrip() + reason]
    if by and len(text) + indent > WIDTH >= max(map(len, parts)):
        return parts
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _step_lines(step: Step, indent: int) -> list[str]:
    if step.name.startswith(INLINE):
        return []  # it stands in the step that uses it
    reason = write_reason(step.by)
    if step.states is None:
        lines = _wrapped(f"{step.name} = {reason}", indent)
    elif QED.fullmatch(step.states):
        lines = _wrapped(f"{step.states} by {reason}", indent)
    else:
        lines = _wrapped(f"{step.name}: {step.states}  by {reason}", indent)
    for heading, steps in BLOCKS.get(type(step.by), {}).items():
        lines.append(f"{' ' * (indent + 2)}{heading}:")
        lines += [line for inner in getattr(step.by, steps) for line in _step_lines(inner, indent + 4)]
    return lines


BLOCKS: dict[type[Reason], dict[str, str]] = {  # headings of the steps inside a reason, with their fields
    proof.Cases: {"then": "then", "otherwise": "otherwise"},
    proof.Induction: {"base": "base", "next": "then"},
    proof.ForEach: {"steps": "steps"},
}


def write_reason(by: Any) -> str:
    """A reason in one line, without the steps inside it."""
    if type(by) in WRITTEN:
        return WRITTEN[type(by)](by).strip()
    values = [getattr(by, f.name) for f in fields(by)]
    inside = ", ".join(_called(x) for x in values if x is not None)
    return CALLED[type(by)] + (f"({inside})" if inside else "")


def _apply(by: proof.Apply) -> str:
    return by.statement + (f"({_put(by.where)})" if by.where else "") + (f"[{by.conjunct}]" if by.conjunct else "")


def _put(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _multiples(factors: Mapping[str, str]) -> str:
    return ", ".join(_multiple(c, _called(name)) for name, c in factors.items())


def _entry(by: proof.At) -> str:
    name = _called(by.fact)
    row = by.fact.startswith(INLINE) and ROW.match(name) and not name.endswith("]")
    return f"{name}[0][{by.index}]" if row and by.index.isdigit() else f"{name}[{by.index}]"


def _squares(by: proof.Squares) -> str:
    said = f"squares {', '.join(_square(*term) for term in by.terms)}"
    return said + (f"; {_multiples(by.multiples)}" if by.multiples else "")


WRITTEN: dict[type[Reason], Callable[[Any], str]] = {
    proof.Apply: _apply,
    proof.Combine: lambda by: f"linear {_multiples(by.facts)}",
    proof.Refute: lambda by: f"contradiction {_multiples(by.facts)}",
    proof.Multiply: lambda by: f"product {', '.join(_between(_called(name), *x) for name, x in by.facts.items())}",
    proof.Squares: _squares,
    proof.SomeTerms: lambda by: f"terms {_called(by.fact)} over {', '.join(f'{a}..{b}' for a, b in by.ranges)}",
    proof.At: _entry,
    proof.Instance: lambda by: f"{_called(by.fact)}({by.index} = {by.value})",
    proof.Applied: lambda by: f"{by.function}({_called(by.fact)})",
    proof.Cases: lambda by: f"cases {by.split}",
    proof.Induction: lambda by: f"induction {by.index}" + (f" as {by.near}" if by.near else ""),
    proof.ForEach: lambda by: f"each {by.index}",
    proof.OneDirection: lambda by: f"one-direction({', '.join([by.fact, *astuple(by.vectors), by.w])})",
    proof.Differentiate: lambda by: f"derivative({', '.join(filter(None, [by.fact, by.variable, _put(by.rates)]))})",
}


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
    parts = ([] if d == "1" else [_sides(d, " * ")]) + ([] if q == "1" else [f"square({q})"]) + [*map(_called, facts)]
    return " * ".join(parts) or "1"


# Reading.
class Lemma(Record):
    """Steps with parameters; `facts` are the parameters that stand for facts."""

    name: str
    parameters: tuple[str, ...]
    facts: frozenset[str]
    steps: tuple[Step, ...]
    indices: Mapping[str, tuple[str, str]]
    defined: Mapping[str, str]


Find = Callable[[str], Lemma | None]


class _Put(proof.Rewriter):
    """The steps of a lemma, its parameters replaced, under names that begin with a prefix."""

    def __init__(self, lemma: Lemma, values: Mapping[str, str], prefix: str, place: str) -> None:
        super().__init__({})
        steps = list(proof.every_step(lemma.steps))
        vectors = [x for s in steps for x in proof.chosen(s.by) if x not in lemma.parameters]
        self.formulas = {**{x: prefix + x for x in vectors}, **values}
        for name, expression in lemma.defined.items():
            self.formulas[name] = replaced(expression, self.formulas)
        own = {s.name: prefix + s.name for s in steps if not QED.fullmatch(s.states or "")}
        self.facts = own | {name: values[name] for name in lemma.facts}
        self.place = place

    def fact(self, name: str) -> str:
        return self.facts.get(name, name)

    def formula(self, node: Any) -> str:
        return _bare(replaced(node, self.formulas))

    def induction(self, by: proof.Induction) -> proof.Induction:
        base, then = (tuple(map(self.step, steps)) for steps in (by.base, by.then))
        return proof.Induction(self.formula(by.index), base, then, by.near and self.formula(by.near))

    def step(self, step: Step) -> Step:
        by = self.reason(step.by)
        if step.name.startswith(INLINE):
            self.facts[step.name] = INLINE + write_reason(by)
        states = None if step.states is None else self.formula(step.states)
        return Step(self.fact(step.name), states, by, f"{step.place}, used at {self.place}")


def read_proof(text: str, file: Path | None = None, first: int = 1, find: Find | None = None) -> tuple[str, Proof]:
    """The id of what is proved and the proof in a text whose first line has the number `first`; `find` gives the
    lemmas that it uses.  Raises ProofSyntax."""
    return _Reader(text, file, first, find).proof()


class _Reader:
    """Reads one proof, or one lemma."""

    def __init__(self, text: str, file: Path | None, first: int, find: Find | None = None) -> None:
        self.file = file
        self.find = find or (lambda name: None)
        self.lines = [
            Line(len(line) - len(line.lstrip()), line.strip(), k)
            for k, line in enumerate(text.splitlines(), first)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        self.at = 0
        self.indices: dict[str, tuple[str, str]] = {}
        self.defined: dict[str, str] = {}
        self.inside: list[Step] = []  # facts that stand inside the step that is being read
        self.named: set[str] = set()  # names that stand for facts

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
        return found[1], Proof(found[2] or "", self.body(head, f"the proof of {found[1]}"), self.indices, self.defined)

    def lemma(self) -> Lemma:
        head = self.logical()
        found = LEMMA.fullmatch(head.text)
        if found is None:
            raise self.wrong("a lemma begins with `lemma NAME(PARAMETER, ...): in words`, at the edge", head)
        parameters = tuple(_split(found[2], ", ")) if found[2] else ()
        if not all(map(NAME.fullmatch, parameters)) or len(set(parameters)) < len(parameters):
            raise self.wrong("the parameters of a lemma are names, each another one", head)
        steps = self.body(head, f"the lemma {found[1]}")
        for step in proof.every_step(steps):
            if step.name in parameters:
                raise self.wrong(f"the lemma {found[1]} calls a step and a parameter {step.name}", head)
        if any(QED.fullmatch(s.states or "") for s in steps):
            raise self.wrong(f"the lemma {found[1]} has no claim: name the steps", head)
        facts = frozenset(self.named & {*parameters})
        return Lemma(found[1], parameters, facts, steps, self.indices, self.defined)

    def body(self, head: Line, what: str) -> tuple[Step, ...]:
        """What is declared, then the steps."""
        while self.at < len(self.lines) and self.here().text.startswith(("let ", "define ")):
            line = self.logical()
            word, _, rest = line.text.partition(" ")
            for part in _split(rest, ", "):
                name, equals, value = part.partition(" = ")
                if word == "define":
                    if not NAME.fullmatch(name) or not value or name in self.defined:
                        raise self.wrong("write `define NAME = EXPRESSION`, once for each name", line)
                    self.defined[name] = value
                    continue
                low, between, high = value.partition("..")
                if not NAME.fullmatch(name) or not between:
                    raise self.wrong(f"{part!r} declares no index: write let k = 1..n", line)
                if name in self.indices:
                    raise self.wrong(f"the index {name} is declared twice", line)
                self.indices[name] = (low, high)
        steps = self.steps(2)
        if self.at < len(self.lines):
            raise self.wrong("this line is indented neither like a step nor like what belongs to one", self.here())
        if not steps:
            raise self.wrong(f"{what} has no steps", head)
        return steps

    def here(self) -> Line:
        return self.lines[self.at]

    def place(self, line: Line) -> str:
        return f"{self.file or 'proof'}:{line.number}"

    def steps(self, indent: int) -> tuple[Step, ...]:
        out: list[Step] = []
        while self.at < len(self.lines) and self.here().indent == indent:
            before, self.inside = self.inside, []
            line = self.logical()
            made = self.used(line) if line.text.startswith("use ") else self.chosen(line) or (self.step(line),)
            out += (*self.inside, *made)
            self.inside = before
        return tuple(out)

    def used(self, line: Line) -> tuple[Step, ...]:
        """The steps of a lemma."""
        found = USE.fullmatch(line.text)
        if found is None:
            raise self.wrong("write `use LEMMA(PARAMETER = VALUE, ...) as NAME`", line)
        lemma = self.find(found[1])
        if lemma is None:
            raise self.wrong(f"no lemma {found[1]} stands above in this file, or in {SHARED}", line)
        values = {name: name for name in lemma.parameters}
        for name, value in self.put(found[2] or "", line):
            if name not in values:
                raise self.wrong(f"the lemma {found[1]} has no parameter {name}", line)
            values[name] = value
        prefix = f"{found[3]}_" if found[3] else ""
        for name in sorted(lemma.facts):
            if not NAME.fullmatch(values[name]):  # a fact that is written out has the name of its parameter
                self.inside.append(Step(prefix + name, None, self.computed(values[name], line), self.place(line)))
                values[name] = prefix + name
            values[name] = self.fact(values[name], line)
        put = _Put(lemma, values, prefix, self.place(line))
        for name, ends in lemma.indices.items():
            low, high = map(put.formula, ends)
            if self.indices.setdefault(name, (low, high)) != (low, high):
                raise self.wrong(f"the index {name} has another range in the lemma {found[1]}", line)
        return tuple(map(put.step, lemma.steps))

    def chosen(self, line: Line) -> tuple[Step, ...]:
        """What is known of vectors that a line chooses: the equations `u` and `v`, the lengths `u_unit` and `v_unit`,
        and for an eigenvector the value `u_form` of its quadratic form.  Nothing where it chooses none."""
        found = CHOICE.fullmatch(line.text)
        if found is None:
            return ()
        names, word, values = _split(found[1], ", "), found[2], _split(found[3], ", ")
        if len(names) != (1 if word == "eigenvector" else 2) or len(values) != 2:
            raise self.wrong("write `u = eigenvector(A, k)` or `u, v = singular-vectors(A, k)`", line)
        matrix, index = values
        u, v = names[0], names[-1]
        choose: Callable[..., Reason] = WORDS[word]
        by = choose(matrix, index, *names)
        value = f"lam({matrix}, {index})" if word == "eigenvector" else f"s({matrix}, {index})"
        said = {u: f"({matrix}) @ {u} == {value} * {v}"}
        if v != u:
            said[v] = f"({matrix}).T @ {v} == {value} * {u}"
        said |= {f"{x}_unit": f"{x}.T @ {x} == I(1)" for x in names}
        steps = [Step(name, formula, by, self.place(line)) for name, formula in said.items()]
        if v == u:
            of_form = proof.Multiply({u: (f"{u}.T", None), f"{u}_unit": (value, None)})
            formula = f"{u}.T @ ({matrix}) @ {u} == {value} * I(1)"
            steps.append(Step(f"{u}_form", formula, of_form, self.place(line)))
        return tuple(steps)

    def step(self, line: Line) -> Step:
        if claim := CLAIM.fullmatch(line.text):
            name = re.sub(r"\W+", "_", claim[1]).strip("_")
            return Step(name, claim[1], self.reason(claim[2], line), self.place(line))
        if said := SAID.fullmatch(line.text):
            by = self.reason(said[2], line)
            if not isinstance(by, proof.COMPUTED):
                raise self.wrong("this reason does not say what it shows: write `name: formula  by reason`", line)
            return Step(said[1], None, by, self.place(line))
        found = STEP.fullmatch(line.text)
        if found is None:
            raise self.wrong("a step is `name: formula  by reason`, `name = reason` or `qed by reason`", line)
        parts = _split(found[2], " by ")
        if len(parts) != 2:
            raise self.wrong("a step is `name: formula  by reason`, with one `by`", line)
        return Step(found[1], parts[0], self.reason(parts[1], line), self.place(line))

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
            return proof.SomeTerms(self.fact(fact, line), tuple((a, b) for a, b in ends))
        if word == "cases":
            return proof.Cases(rest, self.block("then", line), self.block("otherwise", line))
        if word == "induction":
            index, _, near = rest.partition(" as ")
            return proof.Induction(index, self.block("base", line), self.block("next", line), near or None)
        if word == "each":
            return proof.ForEach(rest, self.block("steps", line))
        return self.instance(text, line) or self.word(text, line)

    def instance(self, text: str, line: Line) -> Reason | None:
        """What a row, an entry of a fact or a fact at a value of an index is written as; None for another text."""
        if ROW.fullmatch(text):
            return proof.Apply(text)
        if not text.endswith(("]", ")")):
            return None
        start = len(text) - 1 - _closing(text[::-1], ")]}", "([{")  # where the last bracket opens
        if not 0 < start < len(text):
            return None
        head, inside = text[:start], text[start + 1 : -1]
        if text.endswith("]"):
            row = self.instance(head, line) if inside.isdigit() and "." in head else None
            if isinstance(row, proof.Apply) and not head.endswith("]"):
                return replace(row, conjunct=int(inside))
            return proof.At(self.fact(head, line), inside)
        if ROW.fullmatch(head):
            return proof.Apply(head, dict(self.put(inside, line)))
        index, equals, value = inside.partition(" = ")
        if head not in (*WORDS, "derivative", "boxes") and NAME.fullmatch(index) and equals:
            return proof.Instance(self.fact(head, line), index, value)
        return None

    def computed(self, text: str, line: Line) -> Reason:
        """A reason that says what it shows."""
        by = self.instance(text, line)
        if by is None and text.endswith(")") and NAME.match(text):
            by = self.word(text, line)
        if not isinstance(by, proof.COMPUTED):
            raise self.wrong(f"{text!r} is no fact, and no reason that says what it shows", line)
        return by

    def fact(self, text: str, line: Line) -> str:
        """The name of a fact; one that is written out becomes a step before this one."""
        if NAME.fullmatch(text):
            self.named.add(text)
            return text
        by = self.computed(text, line)
        step = Step(INLINE + write_reason(by), None, by, self.place(line))
        if step not in self.inside:
            self.inside.append(step)
        return step.name

    def word(self, text: str, line: Line) -> Reason:
        found = re.fullmatch(r"([a-z-]+)(?:\((.*)\))?", text)
        word, inside = (found[1], found[2]) if found else ("", None)
        values = _split(inside, ", ") if inside else []
        try:
            if word == "one-direction":
                fact, *vectors, w = values
                return proof.OneDirection(self.fact(fact, line), proof.SingularVectors(*vectors), w)
            if word == "derivative":
                fact, variable, *rates = values
                return proof.Differentiate(self.fact(fact, line), variable, dict(self.put(", ".join(rates), line)))
            if word in WORDS:
                by = WORDS[word](*values)
                named = [f for f in proof.NAMES.get(type(by), ("fact",)) if getattr(by, f, None) is not None]
                return replace(by, **{f: self.fact(getattr(by, f), line) for f in named})
        except ProofSyntax:
            raise
        except (TypeError, ValueError):
            raise self.wrong(f"{word}(...) does not take {len(values)} values", line) from None
        if word.isidentifier() and len(values) == 1:
            return proof.Applied(word, self.fact(values[0], line))
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
        *factors, fact = _split(text, " * ")
        if factors:
            return self.fact(fact, line), _bare(" * ".join(factors))
        return self.fact(text.removeprefix("-"), line), "-1" if text.startswith("-") else "1"

    def between(self, text: str, line: Line) -> tuple[str, tuple[str | None, str | None]]:
        parts = _split(text, " @ ")
        if len(parts) == 1 and not text.startswith("<"):
            return self.fact(text.removeprefix("-"), line), ("-1" if text.startswith("-") else None, None)
        at = [k for k, x in enumerate(parts) if x.startswith("<") and x.endswith(">")]
        if len(at) != 1 or len(parts) > 3 or at[0] > 1 or len(parts) - at[0] > 2:
            raise self.wrong(f"{text!r}: write FACT, or LEFT @ <FACT> @ RIGHT", line)
        before, after = parts[: at[0]], parts[at[0] + 1 :]
        return self.fact(parts[at[0]][1:-1], line), (
            _bare(before[0]) if before else None,
            _bare(after[0]) if after else None,
        )

    def square(self, text: str, line: Line) -> tuple[str, tuple[str, ...], str]:
        d, q, facts = "1", "1", []
        for k, part in enumerate(_split(text, " * ")):
            if part.startswith("square(") and part.endswith(")"):
                q = part[7:-1]
            elif NAME.fullmatch(part) or k and not part.isdigit():
                facts.append(self.fact(part, line))
            elif k == 0:
                d = _bare(part)
            else:
                raise self.wrong(f"{text!r}: write NUMBER * square(q) * FACT", line)
        return d, tuple(facts), q


def _bare(text: str) -> str:
    """A text without the brackets around all of it."""
    return text[1:-1] if text.startswith("(") and _closing(text) == len(text) - 1 else text


def _closing(text: str, opening: str = "([{", closing: str = ")]}") -> int:
    """Where the bracket closes that the first character opens, -1 if nowhere."""
    depths = accumulate((c in opening) - (c in closing) for c in text)
    return next((k for k, depth in enumerate(depths) if depth == 0), -1)


def _split(text: str, by: str) -> list[str]:
    """The parts of a text between separators that stand in no brackets."""
    if by not in text:
        return [text]
    out, start = [], 0
    for k, depth in enumerate(accumulate((c in "([{") - (c in ")]}") for c in text)):
        if depth == 0 and k >= start and text.startswith(by, k):
            out.append(text[start:k])
            start = k + len(by)
    return [*out, text[start:]]


# Files.
def places(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Ids that the files of a folder, and of those in it, hold proofs of, with the file and the line of each."""
    for file in sorted(folder.rglob("*.proof")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if found := HEADER.match(line):
                yield found[1], file, number


def read_at(file: Path, number: int, shared: Sequence[Path] = ()) -> tuple[str, Proof]:
    """The proof that begins at a line of a file; `shared` are files whose lemmas all may use.  Raises ProofSyntax."""
    return read_proof(_part(file, number), file, number, _Lemmas(file, number, shared).find)


def source_at(file: Path, number: int, shared: Sequence[Path] = ()) -> str:
    """The text of the proof that begins at a line of a file, after that of the lemmas that it uses."""
    used = dict(_Lemmas(file, number, shared).used(_part(file, number)))
    return "\n\n".join([*used.values(), _part(file, number)])


def read_source(text: str) -> tuple[str, Proof]:
    """The proof in a text that `source_at` gives.  Raises ProofSyntax."""
    *parts, last = re.split(r"\n\n(?=(?:proof|lemma) )", text)
    lemmas = {found[1]: part for part in parts if (found := LEMMA.match(part))}

    def find(name: str) -> Lemma | None:
        return _Reader(lemmas[name], None, 1, find).lemma() if name in lemmas else None

    return read_proof(last, find=find)


def lemma(name: str, values: Mapping[str, str], prefix: str, file: Path) -> tuple[Step, ...]:
    """The steps of a lemma of a file with values for its parameters, their names and vectors after a prefix."""
    put = ", ".join(f"{parameter} = {value}" for parameter, value in values.items())
    lemmas = _Lemmas(file, sys.maxsize, ())
    return read_proof(f"proof a.lemma: alone\n  use {name}({put}) as {prefix}\n", find=lemmas.find)[1].steps


@dataclass
class _Lemmas:
    """The lemmas that may be used at a line of a file: those above, and those of the shared files."""

    file: Path
    number: int
    shared: Sequence[Path]

    def place(self, name: str) -> tuple[Path, int] | None:
        """The file and the line of a lemma."""
        for file in dict.fromkeys((self.file, self.file.parent / SHARED, *self.shared)):
            at = _lemma_lines(file).get(name) if file.exists() else None
            if at is not None and (file != self.file or at < self.number):
                return file, at
        return None

    def find(self, name: str) -> Lemma | None:
        place = self.place(name)
        if place is None:
            return None
        return _Reader(_part(*place), *place, _Lemmas(*place, self.shared).find).lemma()

    def used(self, text: str) -> Iterator[tuple[str, str]]:
        """The name and the text of each lemma that a text uses, those that it uses in turn first."""
        for line in text.splitlines():
            found = re.match(r"\s+use ([a-z0-9-]+)", line)
            place = self.place(found[1]) if found else None
            if found and place:
                part = _part(*place)
                yield from _Lemmas(*place, self.shared).used(part)
                yield found[1], part


def _lemma_lines(file: Path) -> dict[str, int]:
    """The line at which each lemma of a file begins.  Raises ProofSyntax where two have one name."""
    out: dict[str, int] = {}
    for number, line in enumerate(_lines(file, file.stat().st_mtime_ns), 1):
        if found := LEMMA.match(line):
            if found[1] in out:
                raise ProofSyntax(f"a second lemma {found[1]}: line {out[found[1]]} holds one already", number, file)
            out[found[1]] = number
    return out


@cache
def _lines(file: Path, changed: int) -> list[str]:
    """The lines of a file as it was at a time."""
    return file.read_text(encoding="utf-8").splitlines()


def _part(file: Path, number: int) -> str:
    """The proof or the lemma that begins at a line, without the comment on the next one."""
    lines = _lines(file, file.stat().st_mtime_ns)
    end = next((k for k in range(number, len(lines)) if lines[k].startswith(("proof ", "lemma "))), len(lines))
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1
    return "\n".join(lines[number - 1 : end])
