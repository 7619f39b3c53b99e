"""Whether the kernel accepts the proof of a statement, and on what the theorems stand.

The kernel has the last word on every proof whose statement it can read.  What it cannot say (networks under gradient
flow, polynomial families with a discriminant) is proved by a named principle alone, and the verdict names it.
Derivations are kept between runs under a key that covers the statement, the proof, and the sources of the elaborator
and the kernel.  The process that prints *proved* has all of them done again (`derivation_files`).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.kernel import HIDDEN, KernelError
from lemmata.language import proof
from lemmata.language.proof_text import write_proof
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.principles import outside
from lemmata.processes import fork_server, kept_files
from lemmata.prove import derivation_files
from lemmata.prove.derivations import write as write_derivations
from lemmata.prove.elaborating import StepError, Unfinished, elaborate, statements_used
from lemmata.prove.state import OPERATOR_NORM, ProofError, reading, text_of

TOOL = Path(__file__).parents[1]
READERS = ("kernel.py", "definitions.txt", "errors.py", "language", "catalogue", "principles", "processes", "prove")
SOURCES = tuple(TOOL / name for name in READERS)  # of all that has a say in a derivation, and in what a search knows
DEPTH = 10_000  # of terms
UNUSED = 30 * 24 * 3600.0  # seconds after which a derivation that nobody asked for goes


@dataclass(frozen=True)
class Failure:
    """The step that does not check, why, and the file and line where it stands."""

    step: str
    detail: str
    place: str = ""


@dataclass(frozen=True)
class Judgement:
    """What is to be said of a proof.

    `accepted`: the kernel made a theorem for every conjunct.  `imports` are the statements used, by id and hash,
    `principles` what is believed besides.  `reason` says why not, None if nothing is wrong; `outside` names the
    principle of a proof that the kernel cannot express; `failed` is the step at fault, if one is.  `derivation` is the
    file that shows it.
    """

    accepted: bool
    imports: tuple[tuple[str, str], ...] = ()
    principles: tuple[str, ...] = ()
    reason: str | None = None
    outside: str | None = None
    failed: Failure | None = None
    remarks: tuple[str, ...] = ()
    derivation: str | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, Any]:
        """Plain data; what it imports is in the derivation."""
        return {
            "accepted": self.accepted, "principles": list(self.principles), "reason": self.reason,
            "outside": self.outside,
        }  # fmt: skip


def judge(statement: Statement, given: proof.Proof, replay: bool = True) -> Judgement:
    """The judgement on a proof offered for a statement.

    Without `replay` it is what the derivation says of itself, for those who hand it to a replay later.
    """
    look = replayed if replay else as_written
    beyond = outside(given)
    if beyond is not None:
        failed, _, remarks = tried(statement, given)
        reason = None if failed is None else failed.detail
        file = on_a_principle(statement, beyond[0])
        uses = tuple((name, catalogue.get(name).hash) for name in statements_used(given))
        return Judgement(False, uses, (beyond[0],), reason, beyond[0], failed, remarks, file)
    place = _place(statement, given)
    with suppress(OSError, UnicodeDecodeError):
        again = _on_its_own_facts(look(place.read_text(), statement), given)
        if again.accepted:
            with suppress(OSError):  # the folder of somebody else
                os.utime(place)
            return again
    try:
        derivations = derived(statement, given)
    except KernelError as error:
        return Judgement(False, reason=_why(error), failed=_failure(error))
    out = _on_its_own_facts(look(derivations, statement), given)
    if out.accepted:
        kept_files.keep(place, derivations)
        _prune(place.parent)
    return out


@cache  # once in a process
def _prune(folder: Path) -> None:
    """Remove what was not used for long: the sources are part of each key, so that nothing else ever goes."""
    for file in folder.glob("*"):
        with suppress(OSError):  # another process removed it
            if file.stat().st_mtime < time.time() - UNUSED:
                file.unlink()


def on_a_principle(statement: Statement, name: str) -> str:
    """The file of a claim that is proved on a principle alone."""
    return json.dumps({"principle": name, "statement": [statement.id, statement.kind.value, text_of(statement)]})


def _on_its_own_facts(found: Judgement, given: proof.Proof) -> Judgement:
    """The same, unless the derivation depends on what the proof does not name, or on another text under its name: the
    kernel takes any text for an axiom, and whoever can write to the folder of derivations can name any."""
    named = {*statements_used(given), OPERATOR_NORM}
    for name, digest in found.imports:
        fact = catalogue.find(name) if name in named else None
        if fact is None or fact.hash != digest:
            return Judgement(
                False, reason=f"the derivation depends on {name}, which the proof does not, or as it is not"
            )
    return found


def kept(statement: Statement, given: proof.Proof) -> bool:
    """Whether a derivation is kept that the kernel once accepted; whether it does is asked again every time."""
    return _place(statement, given).exists()


def tried(statement: Statement, given: proof.Proof) -> tuple[Failure | None, tuple[int, ...], tuple[str, ...]]:
    """The first step that fails, the conjuncts that the steps give, and what a principle checked, in words."""
    everything = tuple(range(len(statement.conjuncts)))
    beyond = outside(given)
    if beyond is not None:
        try:
            _states_the_claim(statement, given)
            if _readable(statement):
                raise ProofError("the kernel can express the claim, and decides")
            return None, everything, tuple(beyond[1](statement))
        except KernelError as error:
            return Failure(given.steps[0].name, _why(error)), (), ()
    try:
        deep(lambda: elaborate(statement, given))
    except Unfinished as error:
        return None, error.shown, ()
    except KernelError as error:
        return _failure(error) or Failure("", _why(error)), (), ()
    return None, everything, ()


def _why(error: BaseException) -> str:
    return str(error)[:1000]


def _failure(error: BaseException) -> Failure | None:
    return Failure(error.step, error.detail[:1000], error.place) if isinstance(error, StepError) else None


def _readable(statement: Statement) -> bool:
    try:
        reading(statement)
    except KernelError:
        return False
    return True


def deep(make: Any) -> Any:
    """Called where terms may be as deep as long sums are."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEPTH))
    try:
        return make()
    finally:
        sys.setrecursionlimit(limit)


def derived(statement: Statement, given: proof.Proof) -> str:
    """The steps of the kernel that prove every conjunct, as data.

    Raises KernelError where the proof does not check.
    """

    def make() -> str:
        theorems = elaborate(statement, given)
        text = text_of(statement)
        return write_derivations([(th, statement.id, statement.kind.value, text, k) for k, th in enumerate(theorems)])

    written: str = deep(make)
    return written


def replayed(derivations: str, statement: Statement) -> Judgement:
    """What the kernel says of derivations in a process of its own, which shares nothing with this one but its source.

    What was patched in memory here, by a paper's module say, has no part in it, and neither has who wrote the steps.
    """
    done = fork_server.run("lemmata.kernel:main", given=derivations)
    if done.code != 0:
        return Judgement(False, reason=f"the kernel refuses the derivation: {done.err.strip()[-500:]}")
    found = [json.loads(line) for line in done.out.splitlines()[1:]]
    claims = [(claim["id"], claim["hash"], claim["conjunct"]) for claim in found]
    imports = {(str(a), str(b)) for claim in found for a, b in claim["axioms"]}
    principles = {str(p) for claim in found for p in claim["principles"]}
    return _of_every_conjunct(statement, claims, imports, principles, derivations)


def as_written(derivations: str, statement: Statement) -> Judgement:
    """What derivations say of themselves: the statements and principles that their steps name."""
    try:
        written = json.loads(derivations)
        claims = [(str(i), derivation_files.digest_of(letter, text), k) for _, i, letter, text, k in written["claims"]]
        texts = [[name[1:] for name in step[1:4]] for step in written["steps"] if step[0] == "axiom"]
        imports = {(i, derivation_files.digest_of(letter, text)) for i, letter, text in texts}
        words = {step[1][1:] for step in written["steps"] if step[0] == "meaning"}
        principles = {HIDDEN[word] for word in words if word in HIDDEN}
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        return Judgement(False, reason=f"no derivation: {type(error).__name__}")
    return _of_every_conjunct(statement, claims, imports, principles, derivations)


def _of_every_conjunct(
    statement: Statement, claims: list[Any], imports: set[tuple[str, str]], principles: set[str], derivations: str
) -> Judgement:
    """The judgement, if the claims are the conjuncts of the statement."""
    if claims != [(statement.id, statement.hash, k) for k in range(len(statement.conjuncts))]:
        return Judgement(False, reason="the kernel did not see every conjunct of this statement")
    return Judgement(True, tuple(sorted(imports)), tuple(sorted(principles)), derivation=derivations)


def _place(statement: Statement, given: proof.Proof) -> Path:
    """Where the judgement is kept."""
    used = [catalogue.find(s.by.statement) for s in proof.every_step(given.steps) if isinstance(s.by, proof.Apply)]
    parts = [
        _sources(),
        statement.id,
        statement.hash,
        write_proof(statement.id, given),
        *(f"{s.id} {s.hash}" for s in used if s),
    ]
    return kept_files.folder() / "proofs" / (hashlib.sha256("\n".join(parts).encode()).hexdigest() + ".json")


def _states_the_claim(statement: Statement, given: proof.Proof) -> None:
    """Raises ProofError where the only step of a proof by a principle states something else."""
    (step,) = given.steps
    if step.states != "qed" and [step.states] != [write(clause) for clause in statement.conjuncts]:
        raise ProofError(f"{step.states} is not the claim")


@cache
def _sources() -> str:
    """A hash of all that reads statements and proofs and writes derivations, and of the kernel, which may refuse what
    it once accepted."""
    return kept_files.digest(*SOURCES)


__all__ = ["Failure", "Judgement", "judge", "kept", "tried"]
