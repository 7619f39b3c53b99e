"""What a statement says, set as mathematics where the installed catalogue still holds it, as plain text otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from reports import mathml

PARTS = ("let", "given", "claim")


@dataclass(frozen=True)
class Line:
    """One variable, hypothesis or conclusion: its text form, and its MathML where there is one."""

    text: str
    math: Markup | None = None


@dataclass(frozen=True)
class Typeset:
    """The parts of a statement, in the paper's order."""

    let: tuple[Line, ...] = ()
    given: tuple[Line, ...] = ()
    claim: tuple[Line, ...] = ()
    relations: tuple[Line, ...] = ()

    def line(self, said: str) -> Line:
        """The typeset line whose text is ``said``, or ``said`` as it stands."""
        return next((line for line in (*self.given, *self.claim, *self.relations) if line.text == said), Line(said))


@dataclass(frozen=True)
class Catalogue:
    """What a report asks of `theorems`.

    `find` gives the statement of an id (None if unknown), `mathml` its formulas by part, and `relations` the text and
    the formula of each single relation in it, since evidence is kept by conjunct where a claim may be a chain.
    `steps_of` gives the same for the steps of the proof of an id.
    """

    find: Callable[[str], Any]
    mathml: Callable[[Any], Mapping[str, list[str]]]
    relations: Callable[[Any], list[tuple[str, str]]] = lambda statement: []
    steps_of: Callable[[str], list[tuple[str, str]]] = lambda identifier: []

    def steps(self, identifier: str, known: str | None) -> dict[str, str]:
        """MathML of the steps of a proof by their text; nothing for another version of the statement than ``known``."""
        statement = self.find(identifier)
        same = statement is not None and known in (None, statement.hash)
        return dict(self.steps_of(identifier)) if same else {}

    @classmethod
    def installed(cls) -> Catalogue:
        """The catalogue of this installation."""
        # imported here so that whoever brings another catalogue need not wait for SymPy
        from theorems.catalogue import find, proof_of
        from theorems.language.text import write
        from theorems.language.typeset import mathml as formula
        from theorems.language.typeset import mathml_statement

        def relations(statement: Any) -> list[tuple[str, str]]:
            return [(write(one), formula(one)) for one in (*statement.hypotheses, *statement.conjuncts)]

        def steps(identifier: str) -> list[tuple[str, str]]:
            given = proof_of(identifier)
            return [(write(step.states), formula(step.states)) for step in getattr(given, "steps", ())]

        return cls(find, mathml_statement, relations, steps)


def typeset(entry: Mapping[str, Any], catalogue: Catalogue) -> Typeset:
    """The statement of one ``verdicts.json`` entry, ready to print.

    An id that is unknown in the catalogue, or known with another content hash, belongs to another version of the suite:
    today's formula beside yesterday's verdict would misquote the run, so its recorded text is printed instead.
    """
    text = entry.get("text")
    plain = text if isinstance(text, Mapping) else {}
    statement = catalogue.find(str(entry.get("id", "")))
    same = statement is not None and entry.get("hash") in (None, statement.hash)
    markup = catalogue.mathml(statement) if same else {}
    relations = catalogue.relations(statement) if same else []
    return Typeset(
        **{part: _lines(plain.get(part), markup.get(part)) for part in PARTS},
        relations=tuple(Line(said, mathml.clean(formula)) for said, formula in relations),
    )


def paper_about(entry: Mapping[str, Any], catalogue: Catalogue) -> tuple[str | None, bool]:
    """Title of the paper a statement is from (None where its id is unknown), and whether it is a textbook."""
    statement = catalogue.find(str(entry.get("id", "")))
    paper = None if statement is None else statement.source.paper
    return None if paper is None else str(paper.title), bool(getattr(paper, "textbook", False))


def _lines(plain: Any, markup: list[str] | None) -> tuple[Line, ...]:
    texts = [str(line) for line in plain] if isinstance(plain, list | tuple) else [str(plain)] if plain else []
    formulas = [mathml.clean(formula) for formula in markup or ()]
    if len(texts) == len(formulas):
        return tuple(Line(text, formula) for text, formula in zip(texts, formulas, strict=True))
    if not texts and all(formula is not None for formula in formulas):
        return tuple(Line("", formula) for formula in formulas)
    return tuple(Line(text) for text in texts)
