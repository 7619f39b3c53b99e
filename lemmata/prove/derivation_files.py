"""Which statements derivation files prove, and from which axioms and principles: the one definition of *proved*.

The kernel replays every file.  What it derives counts where every fact that it depends on is proved by another of the
files, or is an axiom: a row of the textbook of this tool, named with its hash in the manifest next to the checker.  A
review is no ground, and neither is a fact of another paper that no file proves.  A claim that the kernel cannot read is
proved on a named principle alone where the manifest says so of its hash.

Whoever prints *proved* calls `ask`, which hands the files to a process with the kernel and the standard library alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import sys
import zlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from lemmata.kernel import KernelError, read, replay
from lemmata.processes import fork_server, forked

MANIFEST = Path(__file__).parents[1] / "checker" / "manifest.json"
FOLDER, SUFFIX = "derivations", ".json.gz"  # of a run
THEOREMS = ("spectral theorem", "singular value decomposition")  # which definitions of the kernel hide
DEEP = 10_000  # long sums are deep terms
MOST = 50_000_000  # bytes of a file; the longest of the catalogue has 1.4 million
Fact = tuple[str, str]  # id and hash of a statement


@dataclass(frozen=True)
class Derived:
    """What the kernel derived of one statement: the facts it depends on, by id and hash, and principles."""

    fact: Fact
    uses: frozenset[Fact]
    principles: frozenset[str]


@dataclass
class Answer:
    """What is proved, with the axioms and principles used in the end; why files and facts are refused, by name."""

    proved: dict[Fact, tuple[list[Fact], list[str]]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"proved": [[*fact, *ground] for fact, ground in sorted(self.proved.items())], "refused": self.refused}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Answer:
        """The answer from plain data."""
        rows = {(i, h): ([(a, b) for a, b in axioms], principles) for i, h, axioms, principles in data["proved"]}
        return cls(rows, dict(data["refused"]))

    def why_not(self, identifier: str) -> str:
        """Why a statement is not proved."""
        return self.refused.get(identifier, "no derivation file shows it, as it reads now")


def ask(files: Mapping[str, str], barred: Collection[Fact] = (), processes: int = 1) -> Answer:
    """What derivation files, by the id they are about, prove: the answer of a process of its own.

    `barred` are refuted statements.
    """
    given = {"files": dict(files), "barred": sorted(map(list, barred)), "processes": processes}
    done = fork_server.run("lemmata.prove.derivation_files:main", given=json.dumps(given))
    if done.code:
        return Answer(refused=dict.fromkeys(files, f"the replay failed: {done.err.strip()[-300:]}"))
    return Answer.from_json(json.loads(done.out))


def settle(entries: Iterable[dict[str, Any]], files: Mapping[str, str], refuted: Collection[Fact] = ()) -> None:
    """Turn into `error` what says *proved* and is not shown by derivation files, nor by a witness.

    What is proved names its axioms and principles, as the replay did; `principles` of an entry are those that no
    definition of the kernel hides, and by which it counts apart.  What a principle alone supports, and the manifest of
    this tool does not say so of its text, is not proved: no file shows it.
    """
    entries = list(entries)
    for entry in entries:
        entry.setdefault("principles", [])
    claimed = [e for e in entries if e["verdict"] == "proved" and not e.get("certificate")]
    answer = ask(files, refuted, os.cpu_count() or 1) if claimed else Answer()
    for entry in claimed:
        identifier = entry["id"]
        found = answer.proved.get((identifier, entry["hash"]))
        alone = ((entry.get("proof") or {}).get("kernel") or {}).get("outside")
        if found is None and alone:
            tried = (entry.get("evidence") or {}).get("instances")
            entry |= {"verdict": "supported" if tried else "inconclusive", "proof": None}
            entry["unproved"] = f"the principle {alone} supports it, which no file shows of this text"
            continue
        if found is None:
            entry |= {"verdict": "error", "error": f"not proved: {answer.why_not(identifier)}"}
            continue
        axioms, principles = found
        rests_on = [*(name for name, _ in axioms), *principles]
        entry["proof"]["rests_on"] = rests_on
        entry["principles"] = [p for p in principles if p not in THEOREMS]


@lru_cache(maxsize=1)
def manifest() -> dict[str, dict[str, Any]]:
    """The statements of this tool by id, with hash, and `axiom` or `principle` where no derivation is needed."""
    statements: dict[str, dict[str, Any]] = json.loads(MANIFEST.read_text(encoding="ascii"))["statements"]
    return statements


def is_axiom(identifier: str, digest: str) -> bool:
    """Whether the textbook of this tool takes a statement of this id and hash on trust."""
    row = manifest().get(identifier, {})
    return row.get("axiom") is True and row.get("hash") == digest


def digest_of(letter: str, text: str) -> str:
    """The hash of a statement from its kind and text form."""
    return hashlib.sha256("\n".join([letter, text]).encode()).hexdigest()


def derived(data: str) -> list[Derived]:
    """What one file shows.  Raises KernelError where it shows nothing, or not all of a statement."""
    try:
        written = json.loads(data)
        alone = written.get("principle")
        if alone is not None:
            return [_on_a_principle(alone, *written["statement"])]
        claims = [(str(i), str(letter), str(text)) for _, i, letter, text, _ in written["claims"]]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise KernelError(f"no derivation: {type(error).__name__}") from error
    found, out = replay(data), []
    for identifier, letter, text in dict.fromkeys(claims):
        fact = identifier, digest_of(letter, text)
        mine = [c for c in found if (c["id"], c["hash"]) == fact]
        if {c["conjunct"] for c in mine} != set(range(len(read(identifier, letter, text).conclusions))):
            raise KernelError(f"not every conjunct of {identifier} is derived")
        uses = frozenset((str(a), str(b)) for c in mine for a, b in c["axioms"])
        out.append(Derived(fact, uses, frozenset(str(p) for c in mine for p in c["principles"])))
    return out


def _on_a_principle(name: str, identifier: str, letter: str, text: str) -> Derived:
    fact = identifier, digest_of(letter, text)
    row = manifest().get(identifier, {})
    if row.get("hash") != fact[1] or row.get("principle") != name:
        raise KernelError(f"the principle {name} alone is offered, and no review says that it gives this text")
    return Derived(fact, frozenset((str(a), str(b)) for a, b in row.get("uses", ())), frozenset([name]))


def closure(every: Iterable[Derived], barred: Collection[Fact] = ()) -> Answer:
    """What is proved by derivations together.  `barred` are refuted statements, which no proof may use or be about."""
    out, waiting = Answer(), [d for d in every if d.fact not in barred]

    def stands(fact: Fact) -> bool:
        return fact in out.proved or fact not in barred and is_axiom(*fact)

    while ready := [d for d in waiting if all(map(stands, d.uses))]:
        for d in ready:
            below = [out.proved.get(f, ([f], [])) for f in d.uses]
            axioms = sorted({a for part, _ in below for a in part})
            out.proved.setdefault(d.fact, (axioms, sorted({*d.principles, *(p for _, part in below for p in part)})))
        waiting = [d for d in waiting if d.fact not in out.proved]
    for d in waiting:
        missing = sorted({f for f, digest in d.uses if not stands((f, digest))})
        out.refused[d.fact[0]] = f"depends on what is neither proved nor an axiom: {', '.join(missing)}"
    return out


def accepted(files: Mapping[str, str], barred: Collection[Fact] = (), processes: int = 1) -> Answer:
    """What derivation files prove together; each is replayed in a fork of this process, `processes` at a time."""

    def shown(name: str) -> tuple[list[Any], str]:
        sys.setrecursionlimit(DEEP)
        try:
            return [[d.fact, sorted(d.uses), sorted(d.principles)] for d in derived(files[name])], ""
        except KernelError as error:
            return [], f"the kernel refuses it: {error}"

    every, refused = list[Derived](), dict[str, str]()
    for name, found, why in forked.each(shown, sorted(files, key=lambda k: -len(files[k])), processes):
        rows, why = (found[0], found[1]) if found is not None else ([], f"the replay was {why}")
        every += [Derived((i, h), frozenset((a, b) for a, b in uses), frozenset(ps)) for (i, h), uses, ps in rows]
        refused |= {name: why} if why else {}
    out = closure(every, barred)
    out.refused = refused | out.refused
    return out


def main() -> None:
    """Files by name, and what is refuted, as JSON on standard input; the answer on standard output."""
    given = json.load(sys.stdin)
    barred = {(str(i), str(h)) for i, h in given["barred"]}
    json.dump(accepted(given["files"], barred, int(given["processes"])).to_json(), sys.stdout)


def name_of(identifier: str) -> str:
    """The file name of a statement's derivation.  Ids hold no underscore, so that no two share a name."""
    return identifier.replace("~", "_") + SUFFIX


def store(path: Path, derivation: str) -> None:
    """Write a derivation to a file, the same bytes every time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(derivation.encode(), mtime=0))


def load(folder: Path) -> dict[str, str]:
    """The derivations in the files of a folder, by the id that their names say; an unreadable one is an empty text."""
    found = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            with gzip.open(path) as file:
                text = file.read(MOST + 1)
            found[path.name.removesuffix(SUFFIX).replace("_", "~")] = text.decode() if len(text) <= MOST else ""
        except (OSError, EOFError, ValueError, zlib.error):
            found[path.name.removesuffix(SUFFIX).replace("_", "~")] = ""
    return found


__all__ = ["Answer", "ask", "is_axiom", "load", "manifest", "name_of", "settle", "store"]
