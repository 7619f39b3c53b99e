"""Export proved statements as Rocq files, have them read, and say what came of each."""

from __future__ import annotations

import hashlib
import json
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.kernel import KernelError
from lemmata.rocq import acceptance
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.derivation import Import
from lemmata.rocq.files import Source, write_statement

ACCEPTED, FAILED, NOT_EXPORTABLE, NOT_RUN = "accepted", "failed", "not exportable", "not run"


@dataclass(frozen=True)
class Row:
    """One statement in the summary."""

    status: str
    reason: str = ""
    hash: str = ""
    file: str = ""
    digest: str = ""  # of the file and the prelude
    assumes: tuple[str, ...] = ()  # textbook facts and instances of principles, the hypotheses of the Rocq theorem
    laws: tuple[str, ...] = ()  # what is agreed about the declared functions
    axioms: tuple[str, ...] = ()  # what `Print Assumptions` prints
    lemmas: int = 0
    imports: tuple[str, ...] = ()  # files that it uses
    unread: tuple[str, ...] = ()  # statements among what it assumes that have a proof, which Rocq has not read
    seconds: float = 0.0


def export(identifiers: Sequence[str], folder: Path, say: Callable[[str], None] = print) -> dict[str, Row]:
    """Write one file for each statement that has a kernel proof; the rows say where there is none to write."""
    folder.mkdir(parents=True, exist_ok=True)
    prelude = _prelude()
    for name in acceptance.PRELUDE:
        target = folder / f"{name}.v"
        if not target.exists() or target.read_text() != (acceptance.HERE / f"{name}.v").read_text():
            target.write_text((acceptance.HERE / f"{name}.v").read_text())
            target.with_suffix(".vo").unlink(missing_ok=True)
    (folder / "_CoqProject").write_text("-Q . Lemmata\n")
    rows: dict[str, Row] = {}
    library: dict[tuple[str, str], Import] = {}
    for identifier in _with_those_they_use(identifiers):
        rows[identifier] = row = _written(identifier, folder, prelude, library)
        if row.status in (NOT_EXPORTABLE, FAILED):
            say(f"{identifier}: {row.reason}")
    return rows


def _with_those_they_use(identifiers: Sequence[str]) -> list[str]:
    """Statements with proofs, each after those that its proof uses."""
    from lemmata.prove.elaborating import statements_used

    out: dict[str, None] = {}
    path: list[str] = []

    def visit(identifier: str) -> None:
        proof = catalogue.proof_of(identifier)
        if proof is None or identifier in out or identifier in path:
            return
        path.append(identifier)
        for other in statements_used(proof):
            visit(other)
        out[path.pop()] = None

    for identifier in identifiers:
        visit(identifier)
    return list(out)


def _prelude() -> bytes:
    return b"".join((acceptance.HERE / f"{name}.v").read_bytes() for name in acceptance.PRELUDE)


def _written(identifier: str, folder: Path, prelude: bytes, library: dict[tuple[str, str], Import]) -> Row:
    """The row of a statement with a proof; `library` takes up what later files may use of it."""
    from lemmata.principles import outside
    from lemmata.prove.elaborating import elaborate
    from lemmata.prove.state import text_of

    statement, given = catalogue.get(identifier), catalogue.proof_of(identifier)
    assert given is not None  # `_with_those_they_use` leaves out what has no proof
    beyond = outside(given)
    if beyond is not None:
        return Row(NOT_EXPORTABLE, f"the kernel cannot express the claim: {beyond[0]}")
    text = text_of(statement)
    try:
        theorems = elaborate(statement, given)
    except KernelError as error:
        return Row(NOT_EXPORTABLE, f"no kernel proof: {error}"[:300])
    except Exception as error:  # a fault of the elaborator is said, and costs this one statement only
        return Row(NOT_EXPORTABLE, f"no kernel proof, {type(error).__name__}: {error}"[:300])
    digest = hashlib.sha256("\n".join([statement.kind.value, text]).encode()).hexdigest()
    try:
        source = write_statement(identifier, statement.kind.value, text, theorems, library)
    except NotExportable as error:
        return Row(NOT_EXPORTABLE, str(error), digest)
    except Exception as error:  # a fault of the export itself: this statement fails, the others go on
        return Row(FAILED, f"the export stopped with {type(error).__name__}: {error}"[:300], digest)
    word = acceptance.suspicious(source.text)
    if word is not None:
        return Row(FAILED, f"the file says {word}", digest)
    target = folder / f"{source.name}.v"
    if not target.exists() or target.read_text() != source.text:
        target.write_text(source.text)
        target.with_suffix(".vo").unlink(missing_ok=True)
    library[identifier, digest] = source.offers
    return _row(source, digest, prelude)


def _row(source: Source, digest: str, prelude: bytes) -> Row:
    return Row(
        NOT_RUN,
        "no coqc" if acceptance.version() is None else "",
        digest,
        f"{source.name}.v",
        hashlib.sha256(prelude + source.text.encode()).hexdigest(),
        source.assumed,
        source.laws,
        (),
        source.lemmas,
        source.imports,
        tuple(x for x in dict.fromkeys(called.split(",")[0] for called in source.assumed) if _has_proof(x)),
    )


def _has_proof(identifier: str) -> bool:
    return catalogue.find(identifier) is not None and catalogue.proof_of(identifier) is not None


def compiled(
    rows: dict[str, Row], folder: Path, workers: int, afresh: bool, say: Callable[[str], None] = print
) -> dict[str, Row]:
    """The rows after Rocq has read the files; what it accepted before, letter for letter, is not compiled again."""
    files = {row.file.removesuffix(".v"): identifier for identifier, row in rows.items() if row.status == NOT_RUN}
    if acceptance.version() is None or not files:
        return rows
    out = dict(rows)
    acceptance.compile_prelude(folder)
    needs = {name: rows[identifier].imports for name, identifier in files.items()}
    if afresh:
        (folder / acceptance.KEPT).unlink(missing_ok=True)
    found = acceptance.Reading(folder, needs, keys(rows)).run(workers)
    for name, outcome in found.items():
        row = rows[files[name]]
        status = ACCEPTED if outcome.accepted else FAILED
        reason = "" if outcome.accepted else outcome.message
        if reason:
            say(f"{files[name]}: {reason}")
        change = {"status": status, "reason": reason, "axioms": outcome.axioms, "seconds": round(outcome.seconds, 2)}
        out[files[name]] = Row(**{**asdict(row), **change})
    return out


def keys(rows: dict[str, Row]) -> dict[str, str]:
    """What stands for the contents of each file, of the prelude, of the files it uses, and for the version of coqc."""
    out: dict[str, str] = {}
    for row in rows.values():  # each after those that it uses
        if row.file:
            said = [acceptance.version() or "", row.digest, *(out[x] for x in row.imports)]
            out[row.file.removesuffix(".v")] = hashlib.sha256("\n".join(said).encode()).hexdigest()
    return out


def table(said: dict[str, Any]) -> str:
    """What share of the proofs Rocq has read, and why not the others, as a page."""
    counts, rows = said["counts"], said["statements"]
    laws = sorted({x for row in rows.values() for x in row["laws"]})
    facts = {x.rsplit(", ", 1)[0] for row in rows.values() if row["status"] == ACCEPTED for x in row["assumes"]}
    by_reason: dict[tuple[str, str], list[str]] = {}
    for identifier, row in rows.items():
        if row["status"] != ACCEPTED:
            said_first = next(iter(row["reason"].strip().splitlines()[-1:]), "")
            by_reason.setdefault((row["status"], said_first[:120]), []).append(identifier)
    lines = [
        "# What Rocq has read", "",
        "Written by `make rocq`; [docs/rocq.md](../../docs/rocq.md) says what it means.", "",
        f"Rocq {said['rocq']} has accepted {counts[ACCEPTED]} of the {len(rows)} proved statements; "
        f"{sum(row['seconds'] for row in rows.values()):.0f} s of processor time went into them.",
        f"Under them stand {len(facts)} conjuncts of textbook facts and instances of principles, and the laws "
        f"{', '.join(laws)} of functions that are declared only.", "",
        "| | reason | statements |", "|---|---|---|",
        *(
            f"| {status} | {reason.replace('|', '/')} | "
            f"{f'{len(which)} of them' if status == NOT_RUN else ', '.join(sorted(which))} |"
            for (status, reason), which in sorted(by_reason.items(), key=lambda pair: -len(pair[1]))
        ),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def summary(rows: dict[str, Row], seconds: float) -> dict[str, Any]:
    """What is written as JSON."""
    counts = {
        status: sum(r.status == status for r in rows.values()) for status in (ACCEPTED, FAILED, NOT_EXPORTABLE, NOT_RUN)
    }
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "schema": 1,
        "rocq": acceptance.version(),
        "counts": counts,
        "seconds": round(seconds, 1),
        "cpu_seconds_of_coqc": round(children.ru_utime + children.ru_stime, 1),
        "statements": {identifier: asdict(row) for identifier, row in sorted(rows.items())},
    }


def run(
    identifiers: Sequence[str] | None,
    folder: Path,
    workers: int = 2,
    afresh: bool = False,
    result: Path | None = None,
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Export, have it read, and write the summary."""
    start = time.monotonic()
    chosen = identifiers or [s.id for s in catalogue.all_statements()]
    file = result or folder / "rocq.json"
    said = summary(compiled(export(chosen, folder, say), folder, workers, afresh, say), time.monotonic() - start)
    if identifiers is not None and file.exists():  # a summary of more than what was asked for keeps its other rows
        before = json.loads(file.read_text()).get("statements", {})
        said["statements"] = dict(sorted({**before, **said["statements"]}.items()))
    file.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n")
    return said
