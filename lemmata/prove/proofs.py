"""Proofs of statements: whether they are accepted, step by step, and what they stand on.

The kernel decides (`lemmata/kernel`, by way of `lemmata/prove`); what it cannot express rests on one named principle
(`lemmata/principles`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from sympy import Integer

from lemmata import catalogue
from lemmata.language import proof
from lemmata.language.conjecture_files import CONJECTURE, restricted
from lemmata.language.networks import Conserved, Network
from lemmata.language.proof import INLINE, Proof
from lemmata.language.proof_text import write_proof
from lemmata.language.proof_trees import formulas
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.variables import Dim
from lemmata.principles import PRINCIPLES
from lemmata.processes.profiling import part
from lemmata.prove import derivation_files
from lemmata.prove.elaborating import statements_used
from lemmata.prove.explain import because
from lemmata.prove.judge import Failure, Judgement, judge, tried


@dataclass
class ProofReport:
    """`ok` says that the proof is accepted; `covers` which conjuncts it gives.

    `leans_on` names what is taken from elsewhere: ids of statements, and principles.  `rests_on` are the statements at
    the bottom, those without a proof of their own, and principles.  `failure` says what is wrong, None if nothing.
    `kernel` is the judgement on derivations, None where only the steps were tried.  `script` is the text of the proof.
    """

    ok: bool
    scope: str
    method: str
    leans_on: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    covers: tuple[int, ...] = ()
    failure: str | None = None
    kernel: Judgement | None = None
    written: Callable[[], list[dict[str, Any]]] = field(default=list, repr=False, compare=False)
    script: Callable[[], str | None] = field(default=lambda: None, repr=False, compare=False)

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """The steps with their reasons in words, written when somebody looks at them: of most facts nobody does."""
        return self.written()

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "ok": self.ok,
            "scope": self.scope,
            "method": self.method,
            "leans_on": list(self.leans_on),
            "rests_on": list(self.rests_on),
            "covers": list(self.covers),
            "failure": self.failure,
            "script": self.script(),
            "kernel": None if self.kernel is None else self.kernel.to_json(),
        }


@cache
@part("proof")
def check(statement: Statement) -> ProofReport | None:
    """The report on a statement's proof, None when it has none.  A wrong proof gives a report that is not ok.

    The derivation is not done again here: whoever prints *proved* has that of `files` done again, once for all.
    """
    given = catalogue.proof_of(statement.id)
    if given is None:
        return None
    named = tuple(statements_used(given))
    report = ProofReport(
        False, scope(statement), given.method, named, named, written=lambda: _steps(statement, given, None)
    )
    circle = _circle(statement.id, named, ())
    if circle:
        report.failure = f"circular: {' depends on '.join(circle)}"
        return report
    why = unfounded(name for name in named if catalogue.find(name) is not None)
    if why is not None:
        report.failure = why
        return report
    return judged(statement, given, judge(statement, given, replay=False), report)


def judged(statement: Statement, given: Proof, judgement: Judgement, report: ProofReport | None = None) -> ProofReport:
    """The report on a proof that was judged."""
    named = tuple(statements_used(given))
    report = report or ProofReport(False, scope(statement), given.method, named, named)
    report.kernel = judgement
    report.written = lambda: _steps(statement, given, judgement.failed, judgement.remarks)
    report.script = lambda: _script(statement, given)
    why = unfounded(name for name, _ in judgement.imports)
    report.ok = why is None and (judgement.accepted or judgement.outside is not None and judgement.reason is None)
    if report.ok:
        report.covers = tuple(range(len(statement.conjuncts)))
        report.leans_on = (*dict.fromkeys(name for name, _ in judgement.imports), *judgement.principles)
        report.rests_on = tuple(bottom(report.leans_on))
    else:
        report.failure = why or _said(judgement.failed) or f"the kernel does not accept it: {judgement.reason}"
    return report


def unfounded(names: Iterable[str]) -> str | None:
    """What is wrong with statements that a proof depends on: each has to have an accepted proof, or to be an axiom of
    the textbook.  None where nothing is."""
    for name in names:
        fact = catalogue.find(name)
        if fact is None:
            return f"depends on {name}, which is no statement"
        report = check(fact)
        if report is not None and not report.ok:
            return f"depends on {name}, whose proof is not accepted: {report.failure}"
        if report is None and not derivation_files.is_axiom(name, fact.hash):
            return f"depends on {name}, which has no proof and is no axiom of the textbook"
    return None


def files(identifier: str, report: ProofReport) -> dict[str, str]:
    """The derivation files of an accepted proof and of all that it depends on, by id."""
    out: dict[str, str] = {}
    waiting: list[tuple[str, ProofReport | None]] = [(identifier, report)]
    while waiting:
        name, found = waiting.pop()
        kernel = None if found is None else found.kernel
        if name not in out and kernel is not None and kernel.derivation is not None:
            out[name] = kernel.derivation
            waiting += [(other, check(catalogue.get(other))) for other, _ in kernel.imports]
    return out


def examine(statement: Statement, given: Proof) -> ProofReport:
    """The report on a proof offered for a statement, from its steps alone: nothing is kept, and no statement that it
    depends on is looked into.
    """
    failed, covers, remarks = tried(statement, given)
    named = tuple(statements_used(given))
    missing = [k for k in range(len(statement.conjuncts)) if k not in covers]
    failure = _said(failed)
    if failure is None and missing:
        failure = f"no step gives conjunct {missing[0]}: {write(statement.conjuncts[missing[0]])}"
    return ProofReport(
        failure is None, scope(statement), given.method, named, named, covers=tuple(covers), failure=failure,
        written=lambda: _steps(statement, given, failed, remarks),
    )  # fmt: skip


def _script(statement: Statement, given: Proof) -> str | None:
    """A proof as `lemmata show` prints it, as its file holds it where it has one."""
    own = given is catalogue.proof_of(statement.id)
    return catalogue.proof_source(statement.id) if own else write_proof(statement.id, given)


def _said(failed: Failure | None) -> str | None:
    if failed is None:
        return None
    return f"{failed.place + ': ' if failed.place else ''}step {failed.step.removeprefix(INLINE)!r}: {failed.detail}"


def _steps(
    statement: Statement, given: Proof, failed: Failure | None, remarks: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """The steps up to the one that fails, each with its reason in words."""
    out: list[dict[str, Any]] = []
    for step, (text, _) in zip(given.steps, formulas(statement, given), strict=True):
        at_fault = failed is not None and failed.step == step.name
        if step.name.startswith(INLINE) and not at_fault:
            continue  # the step that uses it names it
        entry: dict[str, Any] = {"name": step.name, "text": text, "because": because(step)}
        if failed is not None and at_fault:
            return [*out, entry | {"ok": False, "detail": failed.detail}]
        out.append(entry | {"ok": True, "detail": "; ".join(remarks)})
    return out


def _circle(goal: str, names: Iterable[str], path: tuple[str, ...], clear: set[str] | None = None) -> tuple[str, ...]:
    """A chain of proofs that leads back to the goal or to one of its own links; empty when there is none.

    `clear` are statements from which none starts, so that each is followed once.
    """
    clear = set() if clear is None else clear
    for name in names:
        if name == goal or name in path:
            return (goal, *path, name)
        further = catalogue.proof_of(name)
        if further is not None and name not in clear:
            found = _circle(goal, statements_used(further), (*path, name), clear)
            if found:
                return found
            clear.add(name)
    return ()


def _further(name: str) -> tuple[str, ...] | None:
    """What the proof of a statement depends on, None for what has no proof."""
    statement = catalogue.find(name)
    report = None if statement is None else check(statement)
    return None if report is None else report.leans_on


def named(identifier: str) -> list[str]:
    """The statements that the proof of one names in its steps, none without a proof; nothing is judged."""
    given = catalogue.proof_of(identifier)
    return [] if given is None else list(statements_used(given))


def bottom(names: Iterable[str]) -> list[str]:
    """What is left once every statement with a proof is replaced by what that proof depends on."""
    return [name for name in ground(names) if _further(name) is None]


def ground(names: Iterable[str], further: Callable[[str], Iterable[str] | None] | None = None) -> list[str]:
    """The names and whatever the proofs of the statements among them depend on, all the way down.

    `further` gives what a single proof depends on, where that is known without judging it again.
    """
    further = further or _further
    found: dict[str, None] = {}
    queue = list(names)
    while queue:
        name = queue.pop(0)
        if name not in found:
            found[name] = None
            queue += further(name) or ()
    return list(found)


def scope(statement: Statement) -> str:
    """What a proof of a statement covers: all sizes that are symbols in it, and of a claim which part."""
    every = _sizes(statement)
    if statement.source.paper is CONJECTURE and next(restricted(statement), None) is not None:
        every += ", only where the claim has a value"
    return f"{every}; of what is printed, {statement.part}" if statement.part else every


def _sizes(statement: Statement) -> str:
    if any(isinstance(c, Conserved) for c in statement.conjuncts):
        return "every network of the class, any data and differentiable loss, every Clarke subgradient"
    if any(isinstance(v, Network) for v in statement.let):
        return "every network of the class"
    sizes = [v for v in statement.let if isinstance(v, Dim)]
    few = [f"{v.name} = {v.bounds[0]} … {v.bounds[1]}" for v in sizes if isinstance(v.bounds[1], Integer)]
    every = [v.name for v in sizes if not isinstance(v.bounds[1], Integer)]
    parts = (["all " + ", ".join(every)] if every else []) + few
    return ", ".join(parts) if parts else "all values"


__all__ = ["PRINCIPLES", "ProofReport", "check", "examine", "files", "ground", "proof", "scope", "unfounded"]
