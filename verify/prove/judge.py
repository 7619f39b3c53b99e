"""Whether the kernel accepts the proof of a statement, and on what the theorems stand.

The kernel has the last word on every proof whose statement it can read.  What it cannot say (networks under gradient
flow, polynomial families with a discriminant) is proved by a named principle, and the verdict names it.  Results are
kept between runs under a key that covers the statement, the proof, and the sources of kernel and elaborator.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from theorems.language import proof
from theorems.language.statement import Statement
from theorems.language.text import write
from verify.kernel import logic, normal, reading, terms, vocabulary
from verify.kernel.terms import KernelError
from verify.prove.checking import all_steps, elaborate
from verify.prove.state import ProofError

KERNEL: tuple[ModuleType, ...] = (terms, normal, vocabulary, reading, logic)
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
        return asdict(self)


def judge(statement: Statement, given: proof.Proof) -> Judgement:
    """The kernel's judgement on a proof offered for a statement."""
    beyond = next((OUTSIDE[type(s.by)] for s in all_steps(given.steps) if type(s.by) in OUTSIDE), None)
    if beyond is not None:
        return Judgement(False, (), (beyond,), "the kernel cannot express the claim", beyond)
    changed = tampered()
    if changed:
        return Judgement(False, (), (), f"the kernel in memory is not the one on disk: {', '.join(changed)}")
    place = _place(statement, given)
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(place.read_text())
        imports = tuple((str(a), str(b)) for a, b in kept["imports"])
        return Judgement(bool(kept["accepted"]), imports, tuple(kept["principles"]), kept["reason"], None)
    out = _judged(statement, given)
    with suppress(OSError):  # a folder that cannot be written to costs time, nothing else
        place.parent.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_suffix(f".{os.getpid()}")
        unfinished.write_text(json.dumps(out.to_json()))
        unfinished.replace(place)
    return out


def _judged(statement: Statement, given: proof.Proof) -> Judgement:
    try:
        theorems = elaborate(statement, given)
    except (ProofError, KernelError) as error:
        return Judgement(False, reason=str(error)[:1000])
    imports = frozenset[tuple[str, str]]().union(*(th.axioms for th in theorems))
    principles = frozenset[str]().union(*(th.principles for th in theorems))
    return Judgement(True, tuple(sorted(imports)), tuple(sorted(principles)))


def _place(statement: Statement, given: proof.Proof) -> Path:
    """Where the judgement is kept."""
    from theorems import catalogue

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
    from theorems.language.text import declaration

    domain = declaration(x) if hasattr(x, "domain") and hasattr(x, "name") else ""
    return f"{write(x)} {domain}"


@cache
def _sources() -> str:
    """A hash of everything that decides what the kernel and the elaborator do."""
    here = Path(__file__).resolve().parents[1]
    files = [*sorted((here / "kernel").glob("*.py")), *sorted((here / "prove").glob("*.py"))]
    return hashlib.sha256(b"\0".join(f.read_bytes() for f in files)).hexdigest()


def tampered() -> list[str]:
    """Functions of the kernel whose code in memory is not what its source on disk compiles to."""
    out = []
    own = frozenset[CodeType]().union(*(_compiled(str(module.__file__)) for module in KERNEL))
    for module in KERNEL:
        for name, value in _functions(module):
            if value.__code__ not in own:
                out.append(f"{module.__name__}.{name}")
    return out


@cache
def _compiled(path: str) -> frozenset[CodeType]:
    """All code objects of a source file."""
    found: list[CodeType] = []

    def collect(code: CodeType) -> None:
        found.append(code)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                collect(constant)

    collect(compile(Path(path).read_text(), path, "exec", dont_inherit=True))
    return frozenset(found)


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions a module defines, methods and wrapped ones included."""
    imported = {id(v) for other in KERNEL if other is not module for v in vars(other).values()}
    for name, value in vars(module).items():
        if id(value) in imported:
            continue
        if isinstance(value, type) and value.__module__ == module.__name__:
            for key, method in vars(value).items():
                if isinstance(method, FunctionType) and method.__code__.co_filename == module.__file__:
                    yield f"{name}.{key}", method
            continue
        inner = getattr(value, "__wrapped__", value)
        if isinstance(inner, FunctionType) and inner.__module__ not in ("functools", "typing", "dataclasses"):
            yield name, inner
            for cell in inner.__closure__ or ():
                with suppress(ValueError):  # a cell may still be empty
                    if isinstance(cell.cell_contents, FunctionType):
                        yield f"{name}.{cell.cell_contents.__name__}", cell.cell_contents


__all__ = ["DISCRIMINANT", "GRADIENT_FLOW", "Judgement", "judge", "tampered"]
