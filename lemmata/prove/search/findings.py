"""What a search found, as people read it: the kernel's judgement, the facts used, and a few lines with formulas."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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
from lemmata.prove.search.lemma_index import Fact, usable
from lemmata.prove.search.writing import Unwritable

LINES = 5
LONGEST = 400  # characters of a reason
IS = "this is "  # how it is said that a claim is a row of the textbook
COMPARED = 2.0  # seconds for what else the textbook says of the smaller side


@dataclass(frozen=True)
class Attempt:
    """`report` on a proof of the claim and its script, None where none was found.

    `derivations` are the files that show the proof, by id.  `trusted` says which axioms of the textbook the claim is,
    which nothing proves here; `nearest` a formula from which it would follow, where no proof was found.
    """

    report: dict[str, Any] | None = None
    script: proof.Proof | None = None
    derivations: Mapping[str, str] = field(default_factory=dict)
    trusted: str = ""
    nearest: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"proof": self.report, "derivations": dict(self.derivations)}


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
    used: tuple[Instance, ...] = ()

    @property
    def row(self) -> Statement | None:
        """The statement of the textbook that the claim is in other letters, None where it only follows from some."""
        return self.used[0].fact.statement if self.standing.startswith(IS) and self.used else None

    def report(self, statement: Statement) -> Attempt:
        """In the form of other proofs, with `lines` and `standing` besides, and the derivation files."""
        made = proofs.judged(statement, self.proof, self.judgement)
        shown = {**made.to_json(), "lines": list(self.lines), "standing": self.standing, "found": True}
        return Attempt(shown, self.proof, proofs.files(statement.id, made))


def find(
    statement: Statement, seconds: float, avoid: Iterable[str] = (), facts: list[Fact] | None = None
) -> Found | None:
    """A proof of the statement that the kernel accepts, None where none was found; see `look_for`."""
    found = look_for(statement, seconds, avoid, facts)
    return None if isinstance(found, str) else found


def look_for(
    statement: Statement, seconds: float, avoid: Iterable[str] = (), facts: list[Fact] | None = None
) -> Found | str:
    """A proof of the statement that the kernel accepts, within `seconds` of processor time.

    Where none was found: the shortest formula that was met from which the claim would follow, in words, or nothing.
    `avoid` are ids of statements that may not be used, nor what depends on them; `facts` are those that may, all of the
    textbook where none are named.
    """
    started = time.process_time()
    facts = usable(statement.id, tuple(avoid)) if facts is None else facts
    refused: list[Instance] = []

    def look() -> tuple[proof.Proof, list[Instance], list[Instance]] | str:
        found = Search(statement, facts, started + seconds)
        for made in refused:
            found.search.bar(made)
        try:
            script, used, clock = found.prove(), list(found.search.used), found.search.clock
        except (NotFound, OutOfTime, KernelError, Unwritable):
            return found.nearest()
        clock.until = min(clock.until, time.process_time() + COMPARED)
        return script, used, found.weaker()

    while True:  # what is refused is looked for again without the facts that it used
        try:
            made = deep(look)
        except KernelError:  # the kernel has no words for the statement
            return ""
        if isinstance(made, str):
            return made
        script, used, weaker = made
        judgement = judge(statement, script)
        if judgement.accepted and proofs.unfounded(name for name, _ in judgement.imports) is None:
            break
        if not used:
            return ""
        refused += used
    bottom = tuple(proofs.bottom([*(name for name, _ in judgement.imports), *judgement.principles]))
    lines, standing = tuple(_lines(statement, script)), _standing(statement, script, used, weaker)
    return Found(script, judgement, lines, standing, bottom, time.process_time() - started, tuple(used))


def reported(statement: Statement, script: proof.Proof, standing: str) -> Attempt | None:
    """The report on a script that is accepted."""
    judgement = judge(statement, script)
    report = proofs.judged(statement, script, judgement)
    if not report.ok:
        return None
    named = {f"given_{k}": write(clause) for k, clause in enumerate(statement.hypotheses)}
    reasons = (re.sub(r"\bgiven_\d+", lambda fact: named.get(fact[0], fact[0]), text) for text in said(report.steps))
    lines = [f"{s.states}: {text}" for s, text in zip(script.steps, reasons, strict=True)]
    if len(lines) > 4:
        lines = [f"{len(lines) - 2} facts of signs and definitions", *lines[-2:]]
    shown = {**report.to_json(), "lines": lines, "standing": standing, "found": True}
    return Attempt(shown, script, proofs.files(statement.id, report))


def said(steps: list[dict[str, Any]]) -> list[str]:
    """The reasons of steps, cut where they are long."""
    texts = [f"{s['because']}{' (' + s['detail'] + ')' if s.get('detail') else ''}" for s in steps]
    return [t if len(t) <= LONGEST else t[: LONGEST - 3] + "..." for t in texts]


def _lines(statement: Statement, script: proof.Proof) -> list[str]:
    """The facts with what is put for their variables, and how they are combined; five lines at most."""
    said, unsaid = {}, set()  # what has no words is about vectors that the proof alone names
    for step in script.steps:
        if isinstance(step.by, proof.Apply):
            fact = catalogue.get(step.by.statement)
            spoken = {write(v) for v in leaves_of(fact.conjuncts[step.by.conjunct]) if not isinstance(v, Dim)}
            put = ", ".join(f"{k} = {v}" for k, v in step.by.where.items() if k != v and k in spoken)
            if step.states is None:
                unsaid.add(step.name)
            else:
                said[step.name] = f"{fact.title}{' with ' + put if put else ''}: {step.states}"
    out = list(dict.fromkeys(said.values()))
    if len(out) + bool(unsaid) > LINES - 1:
        out = out[: LINES - 2]
    if more := len(said) + len(unsaid) - len(out):
        out.append(f"and {more} more fact{'s' * (more > 1)}{' of this kind' if said else ' of the textbook'}")
    last = script.steps[-1] if script.steps else None
    if last is not None and last.name not in said:
        how = "together" if len(out) > 1 else "so"
        out.append(f"{how}: {'; '.join(write(c) for c in statement.claim)}")
    return out


def _standing(statement: Statement, script: proof.Proof, used: list[Instance], weaker: list[Instance]) -> str:
    """How the claim stands to the textbook: it is a theorem, or follows from some; what it is stronger than."""
    said = _follows(statement, script, used)
    less = dict.fromkeys(named(i.fact.statement) for i in weaker)
    return f"{said}; it is stronger than {next(iter(less))} at this instance" if less else said


def _follows(statement: Statement, script: proof.Proof, used: list[Instance]) -> str:
    titles = list(dict.fromkeys(named(i.fact.statement) for i in used))
    if not titles:
        return "it follows from signs and algebra alone"
    applied = [s for s in script.steps if not isinstance(s.by, proof.At)]
    if len(titles) == 1 and len(used) == len(applied) == len(statement.conjuncts) and all(map(_renamed, used)):
        return f"{IS}{titles[0]}"
    if len(titles) > 3:
        titles = [*titles[:3], f"{len(titles) - 3} more"]
    return f"it follows from {', '.join(titles[:-1]) + ' and ' if len(titles) > 1 else ''}{titles[-1]}"


def named(statement: Statement) -> str:
    """A row by its title, with the place where it stands and its id."""
    source = statement.source
    place = source.locator if source.work else ", ".join(filter(None, (statement.paper, source.locator)))
    return f"“{statement.title}” ({place}; {statement.id})"


def _renamed(used: Instance) -> bool:
    """Whether an instance says what its fact says, in other letters."""
    values = [t for v, t in used.where.items() if v[2][0] == "M"]
    return all(t[0] == "v" for t in values) and len(set(values)) == len(values) and not _more(used)


def _more(used: Instance) -> bool:
    """Whether indices of a fact stand for particular values."""
    return any(not free(t) for t in used.at)


__all__ = ["Attempt", "Found", "find", "look_for", "named", "reported"]
