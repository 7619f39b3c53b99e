"""What a statement says, set as mathematics where the installed catalogue still holds it, as plain text otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.language.boxes import Box
from lemmata.report.formulas import Formula, lengths, named
from lemmata.report.records import mapping

PARTS = ("let", "given", "claim")


@dataclass(frozen=True)
class StepView:
    """One step of a proof, with the reason for it."""

    formula: Formula
    because: str | None
    ok: bool | None
    name: str = ""  # by which later steps cite it


@dataclass(frozen=True)
class Typeset:
    """The parts of a statement, in the paper's order; ``where`` says what the names of long parts stand for."""

    let: tuple[Formula, ...] = ()
    given: tuple[Formula, ...] = ()
    claim: tuple[Formula, ...] = ()
    where: tuple[Formula, ...] = ()
    relations: tuple[Formula, ...] = ()
    hypotheses: tuple[Formula, ...] = ()
    read: Callable[[Mapping[str, str], str], Box | None] = lambda let, said: None

    def hypothesis(self, data: Mapping[str, Any], number: int, total: int) -> Formula:
        """Hypothesis ``number`` of ``total`` as a record of the evidence words it.

        Evidence may word it for the sizes of an instance: then it is the one of the same number, or where families are
        written out it is read with the shapes of the instances next to it.
        """
        said = str(data.get("text") or "")
        line = self.line(said)
        if line.box is not None:
            return line
        if total == len(self.hypotheses):
            return self.hypotheses[number]
        lets = [let for name in ("example_met", "example_missed") for let in _lets(data.get(name))]
        return Formula(said, next((box for let in lets if (box := self.read(let, said)) is not None), None))

    def in_full(self, said: str) -> Formula:
        """The formula whose text is ``said``, with no part of it named: for places where no "where" follows."""
        return next((line for line in self.relations if line.text == said), None) or self.line(said)

    def line(self, said: str) -> Formula:
        """The typeset line whose text is ``said``, or ``said`` as it stands."""
        return next((line for line in (*self.given, *self.claim, *self.relations) if line.text == said), Formula(said))


@dataclass(frozen=True)
class Catalogue:
    """What a report asks of `theorems`.

    `find` gives the statement of an id (None if unknown), `boxes` its formulas by part, and `relations` the text and
    the formula of each single relation in it, since evidence is kept by conjunct where a claim may be a chain.
    `steps_of` gives the steps of a proof from its text, and `read` sets a relation from its text, given the
    domains of its variables, and the last of those variables where there is no text; None for what it cannot read.
    `quoted` is the printed sentence that a statement tests, as its review gives it.
    """

    find: Callable[[str], Any]
    boxes: Callable[[Any], Mapping[str, list[Box]]]
    relations: Callable[[Any], list[Formula]] = lambda statement: []
    steps_of: Callable[[Any, str], list[StepView]] = lambda statement, script: []
    read: Callable[[Mapping[str, str], str | None], Box | None] = lambda let, said: None
    quoted: Callable[[str], str] = lambda identifier: ""

    def steps(self, identifier: str, known: str | None, script: str) -> list[StepView]:
        """The steps of a proof; none for another version of the statement than ``known``."""
        statement = self.find(identifier)
        same = statement is not None and known in (None, statement.hash)
        return self.steps_of(statement, script) if same else []

    @classmethod
    def installed(cls) -> Catalogue:
        """The catalogue of this installation."""
        # imported here so that whoever brings another catalogue need not wait for SymPy
        from lemmata.catalogue import expected, find
        from lemmata.language.notation import declaration, layout, statement_boxes
        from lemmata.language.parse import ReadingError, read_claim
        from lemmata.language.parse.declarations import read_variables
        from lemmata.language.proof import INLINE
        from lemmata.language.proof_text import ProofSyntax, read_source
        from lemmata.language.proof_trees import formulas
        from lemmata.language.text import write
        from lemmata.prove.explain import because

        def relations(statement: Any) -> list[Formula]:
            return [Formula(write(one), layout(one)) for one in (*statement.hypotheses, *statement.conjuncts)]

        def steps(statement: Any, script: str) -> list[StepView]:
            try:
                given = read_source(script)[1]
            except ProofSyntax:  # of another version of the language of proofs
                return []
            return [
                StepView(Formula(said, None if tree is None else layout(tree)), because(step), True, step.name)
                for step, (said, tree) in zip(given.steps, formulas(statement, given), strict=True)
                if not step.name.startswith(INLINE)  # the step that uses it names it
            ]

        def read(let: Mapping[str, str], said: str | None) -> Box | None:
            try:
                names = read_variables(let)
                return declaration(names[list(let)[-1]]) if said is None else layout(read_claim(said, names))
            except (ReadingError, TypeError):  # not of the language, or without notation
                return None

        def quoted(identifier: str) -> str:
            row = expected.load().get(identifier)
            return row.quoted if row else ""

        return cls(find, statement_boxes, relations, steps, read, quoted)


def typeset(entry: Mapping[str, Any], catalogue: Catalogue) -> Typeset:
    """The statement of one ``verdicts.json`` entry, ready to print.

    An id that is unknown in the catalogue, or known with another content hash, belongs to another version of the suite:
    today's formula next to yesterday's verdict would misquote the run, so its recorded text is printed instead.
    """
    text = entry.get("text")
    plain = text if isinstance(text, Mapping) else {}
    written = entry.get("written")
    if isinstance(written, Mapping):  # what was typed says more than the real parts that were checked
        return Typeset(**{part: tuple(map(Formula, _texts(written.get(part)))) for part in PARTS}, read=catalogue.read)
    statement = catalogue.find(str(entry.get("id", "")))
    same = statement is not None and entry.get("hash") in (None, statement.hash)
    boxes = catalogue.boxes(statement) if same else _from_text(plain, catalogue)
    relations = tuple(catalogue.relations(statement)) if same else ()
    given = len(getattr(statement, "hypotheses", ())) if same else 0
    return Typeset(
        **_named({part: _lines(plain.get(part), boxes.get(part)) for part in PARTS}),
        relations=relations,
        hypotheses=relations[:given],
        read=catalogue.read,
    )


def _from_text(plain: Mapping[str, Any], catalogue: Catalogue) -> dict[str, list[Box]]:
    """Formulas read from the text of a statement that no catalogue knows; a part that cannot be read whole is left."""
    texts = {part: _texts(plain.get(part)) for part in PARTS}
    let = dict(line.split(" = ", 1) for line in texts["let"] if " = " in line)
    found = {part: [catalogue.read(let, said) for said in texts[part]] for part in ("given", "claim")}
    # each variable is declared after those that its domain may mention
    found["let"] = [
        catalogue.read({other: domain for other, domain in let.items() if other != name} | {name: let[name]}, None)
        for name in let
    ]
    return {part: [one for one in lines if one is not None] for part, lines in found.items()}


def _named(lines: Mapping[str, tuple[Formula, ...]]) -> dict[str, tuple[Formula, ...]]:
    """The lines of a statement with a name for each long part that occurs several times, and what the names mean."""
    said = (*lines["given"], *lines["claim"])
    known = [line for line in said if line.box is not None]
    taken = frozenset(re.findall(r"[A-Za-z]", " ".join(line.text.partition(" = ")[0] for line in lines["let"])))
    boxes, meanings = named([lengths(line.box) for line in known if line.box is not None], taken)
    short = {line: Formula(line.text, box) for line, box in zip(known, boxes, strict=True)}
    given, claim = (tuple(short.get(line, line) for line in lines[part]) for part in ("given", "claim"))
    return {"let": lines["let"], "given": given, "claim": claim, "where": tuple(Formula("", box) for box in meanings)}


def _lets(example: Any) -> list[dict[str, str]]:
    """Domains that the values of an instance could be from: numbers real, or those that are whole integers."""
    held = {**mapping(mapping(example).get("dims")), **mapping(mapping(example).get("values"))}
    shapes = {name: _shape(value) for name, value in held.items()}
    whole = {
        name: "integer(1, 9)" if re.fullmatch(r"[0-9]", str(held[name])) else said for name, said in shapes.items()
    }
    return [shapes, whole]


def _shape(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return f"real({len(value)}, {len(value[0])})"
    return "real"


def paper_about(entry: Mapping[str, Any], catalogue: Catalogue) -> tuple[str | None, str, bool]:
    """Title and authors of the paper a statement is from (None and nothing where its id is unknown), and whether it is
    a textbook."""
    statement = catalogue.find(str(entry.get("id", "")))
    paper = None if statement is None else statement.source.paper
    if paper is None:
        return None, "", False
    return str(paper.title), str(getattr(paper, "authors", "")), bool(getattr(paper, "textbook", False))


def _texts(plain: Any) -> list[str]:
    return [str(line) for line in plain] if isinstance(plain, list | tuple) else [str(plain)] if plain else []


def _lines(plain: Any, boxes: Sequence[Box] | None) -> tuple[Formula, ...]:
    texts = _texts(plain)
    if len(texts) == len(boxes or ()):
        return tuple(map(Formula, texts, boxes or ()))
    return tuple(map(Formula, texts)) if texts else tuple(Formula("", box) for box in boxes or ())
