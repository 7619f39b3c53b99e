"""What a search found, as people read it: the kernel's judgement, the facts used, and a few lines with formulas."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lemmata import catalogue
from lemmata.kernel import KernelError, free
from lemmata.language import proof
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.trees import free as leaves_of
from lemmata.language.variables import Dim
from lemmata.prove import proofs
from lemmata.prove.judge import Judgement, deep, judge
from lemmata.prove.search.finding import Instance, NotFound, OutOfTime, Search
from lemmata.prove.search.lemma_index import usable
from lemmata.prove.search.writing import Unwritable

LINES = 5
COMPARED = 2.0  # seconds for what else the book says of the smaller side


@dataclass(frozen=True)
class Found:
    """A proof that the kernel accepted.

    `lines` say it in at most five lines, `standing` how the claim stands to what is known, `axioms` and `principles`
    what it rests on, `seconds` the processor time of the search.
    """

    proof: proof.Proof
    judgement: Judgement
    lines: tuple[str, ...]
    standing: str
    axioms: tuple[str, ...]
    seconds: float

    def report(self, statement: Statement) -> tuple[dict[str, Any], dict[str, str]]:
        """In the form of other proofs, with `lines` and `standing` besides, and the derivation files."""
        made = proofs.judged(statement, self.proof, self.judgement)
        shown = {**made.to_json(), "lines": list(self.lines), "standing": self.standing, "found": True}
        return shown, proofs.files(statement.id, made)


def find(statement: Statement, seconds: float, avoid: Iterable[str] = ()) -> Found | None:
    """A proof of the statement that the kernel accepts, None where none was found in `seconds` of processor time.

    `avoid` are ids of statements that may not be used, nor what leans on them.
    """
    started = time.process_time()
    refused: list[Instance] = []

    def look() -> tuple[proof.Proof, list[Instance], list[Instance]]:
        search = Search(statement, usable(statement.id, tuple(avoid)), started + seconds)
        for made in refused:
            search.bar(made)
        script, used = search.prove(), list(search.used)
        search.until = min(search.until, time.process_time() + COMPARED)
        return script, used, search.weaker()

    while True:  # what is refused is looked for again without the facts that it used
        try:
            script, used, weaker = deep(look)
        except (NotFound, OutOfTime, KernelError, Unwritable):
            return None
        judgement = judge(statement, script)
        if judgement.accepted and proofs.unfounded(name for name, _ in judgement.imports) is None:
            break
        if not used:
            return None
        refused += used
    bottom = tuple(proofs.bottom([*(name for name, _ in judgement.imports), *judgement.principles]))
    lines, standing = tuple(_lines(statement, script)), _standing(statement, script, used, weaker)
    return Found(script, judgement, lines, standing, bottom, time.process_time() - started)


def _lines(statement: Statement, script: proof.Proof) -> list[str]:
    """The facts with what is put for their variables, and how they are combined; five lines at most."""
    by_name = {step.name: step for step in script.steps}
    said = {}
    for step in script.steps:
        if isinstance(step.by, proof.Apply):
            fact = catalogue.get(step.by.statement)
            spoken = {write(v) for v in leaves_of(fact.conjuncts[step.by.conjunct]) if not isinstance(v, Dim)}
            put = ", ".join(f"{k} = {v}" for k, v in step.by.where.items() if k != v and k in spoken)
            said[step.name] = f"{fact.title}{' with ' + put if put else ''}: {step.states}"
    out = list(said.values())
    if len(out) > LINES - 1:
        out = [*out[: LINES - 2], f"and {len(out) - LINES + 2} more facts of this kind"]
    last = script.steps[-1] if script.steps else None
    if last is not None and last.name not in said:
        how = "by cases" if isinstance(last.by, proof.Cases) else "together" if len(said) > 1 else "so"
        out.append(f"{how}: {'; '.join(write(c) for c in statement.claim)}")
    assert by_name or not script.steps
    return out


def _standing(statement: Statement, script: proof.Proof, used: list[Instance], weaker: list[Instance]) -> str:
    """How the claim stands to the book: it is a theorem, or follows from some; what it is stronger than."""
    said = _follows(statement, script, used)
    less = dict.fromkeys(f"{i.fact.statement.title} ({i.fact.statement.id})" for i in weaker)
    return f"{said}; it is stronger than {next(iter(less))} at this instance" if less else said


def _follows(statement: Statement, script: proof.Proof, used: list[Instance]) -> str:
    titles = list(dict.fromkeys(f"{i.fact.statement.title} ({i.fact.statement.id})" for i in used))
    if not titles:
        return "it follows from signs and algebra alone"
    applied = [s for s in script.steps if not isinstance(s.by, proof.At)]
    only = used[0].where if len(used) == 1 == len(applied) == len(statement.conjuncts) else None
    if only is not None:
        values = [t for v, t in only.items() if v[2][0] == "M"]
        if all(t[0] == "v" for t in values) and len(set(values)) == len(values) and not _more(used[0]):
            return f"it is {titles[0]}"
    if len(titles) > 3:
        titles = [*titles[:3], f"{len(titles) - 3} more"]
    return f"it follows from {', '.join(titles[:-1]) + ' and ' if len(titles) > 1 else ''}{titles[-1]}"


def _more(used: Instance) -> bool:
    """Whether indices of a fact stand for particular values."""
    return any(not free(t) for t in used.at)


__all__ = ["Found", "find"]
