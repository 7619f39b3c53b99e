"""Whether the kernel accepts the proof of a statement, and on what the theorems stand.

The kernel has the last word on every proof whose statement it can read.  What it cannot say (networks under gradient
flow, polynomial families with a discriminant) is proved by a named principle, and the verdict names it.  Results are
kept between runs under a key that covers the statement, the proof, and the sources of kernel and elaborator.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from theorems import catalogue
from theorems.language import proof
from theorems.language.statement import Statement
from theorems.language.text import declaration, write
from verify.kernel.replay import write as write_derivations
from verify.kernel.terms import KernelError
from verify.prove.checking import all_steps, elaborate
from verify.prove.facts import ProofError, reading, text_of

DEPTH = 10_000  # of terms
GRADIENT_FLOW = "gradient flow (chain rule along the layers, Euler's identity for homogeneous activations)"
DISCRIMINANT = "discriminant (a polynomial in one parameter with more zeros than its degree vanishes)"
OUTSIDE: dict[type, str] = {
    proof.LayerFlow: GRADIENT_FLOW,
    proof.VertexFlow: GRADIENT_FLOW,
    proof.PartsFlow: GRADIENT_FLOW,
    proof.CutFlow: GRADIENT_FLOW,
    proof.Discriminant: DISCRIMINANT,
}


@dataclass(frozen=True)
class Judgement:
    """What the kernel says of a proof.

    `accepted`: it made a theorem for every conjunct.  `imports` are the statements used, by id and hash, `principles`
    what is believed besides.  `reason` says why not, None if accepted; `outside` names the principle of a proof that
    the kernel cannot express.
    """

    accepted: bool
    imports: tuple[tuple[str, str], ...] = ()
    principles: tuple[str, ...] = ()
    reason: str | None = None
    outside: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain


def judge(statement: Statement, given: proof.Proof) -> Judgement:
    """The kernel's judgement on a proof offered for a statement."""
    beyond = next((OUTSIDE[type(s.by)] for s in all_steps(given.steps) if type(s.by) in OUTSIDE), None)
    if beyond is not None and not _readable(statement):
        return Judgement(False, (), (beyond,), "the kernel cannot express the claim", beyond)
    place = _place(statement, given)
    with suppress(OSError, UnicodeDecodeError):
        kept = replayed(place.read_text(), statement)
        if kept.accepted:
            return kept
    try:
        derivations = derived(statement, given)
    except (ProofError, KernelError, RecursionError) as error:
        return Judgement(False, reason=f"{type(error).__name__}: {str(error)[:1000]}")
    out = replayed(derivations, statement)
    if out.accepted:
        with suppress(OSError):  # a folder that cannot be written to costs time, nothing else
            place.parent.mkdir(parents=True, exist_ok=True)
            unfinished = place.with_suffix(f".{os.getpid()}")
            unfinished.write_text(derivations)
            unfinished.replace(place)
    return out


def _readable(statement: Statement) -> bool:
    try:
        reading(statement)
    except KernelError:
        return False
    return True


def derived(statement: Statement, given: proof.Proof) -> str:
    """The steps of the kernel that prove every conjunct, as data.

    Raises ProofError or KernelError where the proof does not check.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEPTH))  # long sums are deep terms
    try:
        theorems = elaborate(statement, given)
        text = text_of(statement)
        return write_derivations([(th, statement.id, statement.kind.value, text, k) for k, th in enumerate(theorems)])
    finally:
        sys.setrecursionlimit(limit)


def replayed(derivations: str, statement: Statement) -> Judgement:
    """What the kernel says of derivations in a process of its own, which shares nothing with this one but its source.

    What was patched in memory here, by a paper's module say, has no part in it, and neither has who wrote the steps.
    """
    root = str(Path(__file__).resolve().parents[2])
    program = f"import sys; sys.path.insert(0, {root!r}); from verify.kernel.replay import main; main()"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], input=derivations, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        return Judgement(False, reason=f"the kernel refuses the derivation: {done.stderr.strip()[-500:]}")
    found = json.loads(done.stdout)
    wanted = [(statement.id, statement.hash, k) for k in range(len(statement.conjuncts))]
    if [(claim["id"], claim["hash"], claim["conjunct"]) for claim in found] != wanted:
        return Judgement(False, reason="the kernel did not see every conjunct of this statement")
    imports = {(str(a), str(b)) for claim in found for a, b in claim["axioms"]}
    principles = {str(p) for claim in found for p in claim["principles"]}
    return Judgement(True, tuple(sorted(imports)), tuple(sorted(principles)))


def _place(statement: Statement, given: proof.Proof) -> Path:
    """Where the judgement is kept."""
    used = [catalogue.find(s.by.statement) for s in all_steps(given.steps) if isinstance(s.by, proof.Apply)]
    parts = [_sources(), statement.id, statement.hash, _written(given), *(f"{s.id} {s.hash}" for s in used if s)]
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "lemmata" / "proofs" / (hashlib.sha256("\n".join(parts).encode()).hexdigest() + ".json")


def _written(x: Any) -> str:
    """A proof as text."""
    if isinstance(x, proof.Proof):
        return "\n".join(map(_written, x.steps))
    if isinstance(x, proof.Step):
        return f"{x.name}: {write(x.states)} [{_written(x.by)}]"
    if isinstance(x, proof.Reason):
        return f"{type(x).__name__}({'; '.join(f'{k}={_written(v)}' for k, v in vars(x).items())})"
    if isinstance(x, dict):
        return ", ".join(f"{_written(k)}: {_written(v)}" for k, v in x.items())
    if isinstance(x, tuple | list):
        return ", ".join(map(_written, x))
    if isinstance(x, str | int) or x is None:
        return repr(x)
    domain = declaration(x) if hasattr(x, "domain") and hasattr(x, "name") else ""
    return f"{write(x)} {domain}"


@cache
def _sources() -> str:
    """A hash of everything that decides what the kernel and the elaborator do."""
    here = Path(__file__).resolve().parents[1]
    files = [*sorted((here / "kernel").glob("*.py")), *sorted((here / "prove").glob("*.py"))]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in files)).hexdigest()


__all__ = ["DISCRIMINANT", "GRADIENT_FLOW", "Judgement", "judge"]
