"""What a statement says, set as mathematics where the installed catalogue still holds it, as plain text otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lemmata.report import mathml
from lemmata.report.records import mapping

PARTS = ("let", "given", "claim")


@dataclass(frozen=True)
class Line:
    """One variable, hypothesis or conclusion: its text form, and its MathML where there is one."""

    text: str
    math: Markup | None = None


@dataclass(frozen=True)
class StepView:
    """One step of a proof, with the reason for it."""

    text: str
    because: str | None
    ok: bool | None
    math: Markup | None = None
    name: str = ""  # by which later steps cite it


@dataclass(frozen=True)
class Typeset:
    """The parts of a statement, in the paper's order."""

    let: tuple[Line, ...] = ()
    given: tuple[Line, ...] = ()
    claim: tuple[Line, ...] = ()
    relations: tuple[Line, ...] = ()
    hypotheses: tuple[Line, ...] = ()
    read: Callable[[Mapping[str, str], str], str | None] = lambda let, said: None

    def hypothesis(self, data: Mapping[str, Any], number: int, total: int) -> Line:
        """Hypothesis ``number`` of ``total`` as a record of the evidence words it.

        Evidence may word it for the sizes of an instance: then it is the one of the same number, or where families are
        written out it is read with the shapes of the instances next to it.
        """
        said = str(data.get("text") or "")
        line = self.line(said)
        if line.math is not None:
            return line
        if total == len(self.hypotheses):
            return self.hypotheses[number]
        lets = [let for name in ("example_met", "example_missed") for let in _lets(data.get(name))]
        markup = next((m for let in lets if (m := self.read(let, said)) is not None), None)
        return line if markup is None else Line(said, mathml.clean(markup))

    def line(self, said: str) -> Line:
        """The typeset line whose text is ``said``, or ``said`` as it stands."""
        return next((line for line in (*self.given, *self.claim, *self.relations) if line.text == said), Line(said))


@dataclass(frozen=True)
class Catalogue:
    """What a report asks of `theorems`.

    `find` gives the statement of an id (None if unknown), `mathml` its formulas by part, and `relations` the text and
    the formula of each single relation in it, since evidence is kept by conjunct where a claim may be a chain.
    `steps_of` gives the steps of a proof from its text, and `read` sets a relation from its text, given the
    domains of its variables, and the last of those variables where there is no text; None for what it cannot read.
    """

    find: Callable[[str], Any]
    mathml: Callable[[Any], Mapping[str, list[str]]]
    relations: Callable[[Any], list[tuple[str, str]]] = lambda statement: []
    steps_of: Callable[[Any, str], list[StepView]] = lambda statement, script: []
    read: Callable[[Mapping[str, str], str | None], str | None] = lambda let, said: None

    def steps(self, identifier: str, known: str | None, script: str) -> list[StepView]:
        """The steps of a proof; none for another version of the statement than ``known``."""
        statement = self.find(identifier)
        same = statement is not None and known in (None, statement.hash)
        return self.steps_of(statement, script) if same else []

    @classmethod
    def installed(cls) -> Catalogue:
        """The catalogue of this installation."""
        # imported here so that whoever brings another catalogue need not wait for SymPy
        from lemmata.catalogue import find
        from lemmata.language.parse import ReadingError, read_claim
        from lemmata.language.parse.declarations import read_variables
        from lemmata.language.proof import INLINE
        from lemmata.language.proof_text import ProofSyntax, read_source
        from lemmata.language.proof_trees import formulas
        from lemmata.language.text import write
        from lemmata.language.typeset import mathml as formula
        from lemmata.language.typeset import mathml_declaration, mathml_statement
        from lemmata.prove.explain import because

        def relations(statement: Any) -> list[tuple[str, str]]:
            return [(write(one), formula(one)) for one in (*statement.hypotheses, *statement.conjuncts)]

        def steps(statement: Any, script: str) -> list[StepView]:
            try:
                given = read_source(script)[1]
            except ProofSyntax:  # of another version of the language of proofs
                return []
            return [
                StepView(said, because(step), True, None if tree is None else mathml.clean(formula(tree)), step.name)
                for step, (said, tree) in zip(given.steps, formulas(statement, given), strict=True)
                if not step.name.startswith(INLINE)  # the step that uses it names it
            ]

        def read(let: Mapping[str, str], said: str | None) -> str | None:
            try:
                names = read_variables(let)
                return mathml_declaration(names[list(let)[-1]]) if said is None else formula(read_claim(said, names))
            except (ReadingError, TypeError):  # not of the language, or without notation
                return None

        return cls(find, mathml_statement, relations, steps, read)


def typeset(entry: Mapping[str, Any], catalogue: Catalogue) -> Typeset:
    """The statement of one ``verdicts.json`` entry, ready to print.

    An id that is unknown in the catalogue, or known with another content hash, belongs to another version of the suite:
    today's formula next to yesterday's verdict would misquote the run, so its recorded text is printed instead.
    """
    text = entry.get("text")
    plain = text if isinstance(text, Mapping) else {}
    written = entry.get("written")
    if isinstance(written, Mapping):  # what was typed says more than the real parts that were checked
        return Typeset(**{part: tuple(map(Line, _texts(written.get(part)))) for part in PARTS}, read=catalogue.read)
    statement = catalogue.find(str(entry.get("id", "")))
    same = statement is not None and entry.get("hash") in (None, statement.hash)
    markup = catalogue.mathml(statement) if same else _from_text(plain, catalogue)
    relations = tuple(
        Line(said, mathml.clean(formula)) for said, formula in (catalogue.relations(statement) if same else ())
    )
    given = len(getattr(statement, "hypotheses", ())) if same else 0
    return Typeset(
        **{part: _lines(plain.get(part), markup.get(part)) for part in PARTS},
        relations=relations,
        hypotheses=relations[:given],
        read=catalogue.read,
    )


def _from_text(plain: Mapping[str, Any], catalogue: Catalogue) -> dict[str, list[str]]:
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


def _lines(plain: Any, markup: list[str] | None) -> tuple[Line, ...]:
    texts = _texts(plain)
    formulas = [mathml.clean(formula) for formula in markup or ()]
    if len(texts) == len(formulas):
        return tuple(Line(text, formula) for text, formula in zip(texts, formulas, strict=True))
    if not texts and all(formula is not None for formula in formulas):
        return tuple(Line("", formula) for formula in formulas)
    return tuple(Line(text) for text in texts)
