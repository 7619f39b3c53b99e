"""`lemmata prove`: a proof of rows of the catalogue or of a claim in words; nothing is said that the kernel refused."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.claims import budget as budgets
from lemmata.conjectures import jobs
from lemmata.errors import InputError
from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from lemmata.language.proof import Proof
from lemmata.language.proof_text import places, write_proof
from lemmata.language.statement import Statement
from lemmata.language.verdicts import verdict_words
from lemmata.prove.derivation_files import settle
from lemmata.run import inputs, progress

PROVED, OPEN = 0, 3


def prove(
    statements: Sequence[str],
    words: Mapping[str, Sequence[str]],
    budget: str,
    script: bool,
    out: str | None,
    write: bool = False,
) -> int:
    """Look for proofs, print what was found, and return the exit code: 0 every one is proved, 3 some are not.

    `words` hold `claim`, `given`, `let` and `define` of a claim in words.  `write` adds the proofs of rows to
    those of their paper.  Raises InputError.
    """
    seconds = budgets.seconds(budget)
    asked = wanted(statements, words, "proved", out)
    if write and catalogue.find(asked[0].id) is None:
        raise InputError("--write: only a row of a paper has a place among its proofs: give an ID")
    from lemmata.prove.attempts import attempt  # the textbook takes a second to read

    entries = []
    for statement in asked:
        started = time.monotonic()
        found = attempt(statement, seconds)
        spent = time.monotonic() - started
        entry: dict[str, Any] = {"id": statement.id, "hash": statement.hash, "seconds": round(spent, 3)}
        entry["verdict"] = "inconclusive" if found.report is None else "proved"
        entry["proof"], entry["nearest"] = found.report, found.nearest or None
        entry["derivations"] = dict(found.derivations)
        settle([entry], found.derivations)
        entries.append(entry)
        if out != "-":
            _print(statement, entry, found.script if script else None)
        if write and found.script is not None and entry["verdict"] == "proved":
            print(f"  {_written(statement, found.script)}", file=sys.stderr)
    jobs.deliver(out, entries[0] if len(entries) == 1 else entries)
    return PROVED if all(e["verdict"] == "proved" for e in entries) else OPEN


def folder_of(identifier: str) -> Path:
    """Where the paper of a row keeps its files."""
    found = next(paper.folder for paper in catalogue.paper_packages() if identifier in paper.statements)
    assert found is not None
    return found


def _written(statement: Statement, script: Proof) -> str:
    """What became of a proof that is to stand in `proofs/found.proof` of the paper of its row, if there is none yet."""
    folder = folder_of(statement.id)
    for identifier, file, line in places(folder):
        if identifier == statement.id:
            return f"its proof stands in {file}:{line} already: nothing was written"
    place = folder / "proofs" / "found.proof"
    place.parent.mkdir(exist_ok=True)
    with place.open("a", encoding="utf-8") as found:
        found.write("\n" * (found.tell() > 0) + write_proof(statement.id, script))
    return f"added to {place}"


def wanted(
    statements: Sequence[str], words: Mapping[str, Sequence[str]], done: str, out: str | None
) -> list[Statement]:
    """The statements that are to be `done`: by id, by file, or the one in words.  Raises InputError."""
    claims = [text for text in statements if jobs.RELATION.search(text)]  # where an ID may stand
    files = [Path(text) for text in statements if text.endswith(".toml")]
    ids = [text for text in statements if text not in claims and Path(text) not in files]
    if bool(ids or files) == bool(claims or words["claim"]):
        raise InputError(f"say what is to be {done}: an ID, a file, or a claim, not several of these")
    jobs.deliverable(out)
    if claims or words["claim"]:
        return [worded({**words, "claim": [*claims, *words["claim"]]})]
    return [*(filed(path) for path in files), *(named(ids) if ids else ())]


def filed(path: Path) -> Statement:
    """The conjecture in a file.  Raises InputError."""
    jobs.of_file(path)
    try:
        return conjecture_files.load(path)
    except ReadingError as error:
        raise InputError(str(error)) from None


def named(statements: Sequence[str]) -> list[Statement]:
    """Statements of the catalogue by id or glob."""
    known = [s.id for s in catalogue.all_statements()]
    return [catalogue.get(identifier) for identifier in inputs.select(statements, known)]


def worded(words: Mapping[str, Sequence[str]]) -> Statement:
    """The claim given in words.  Raises InputError."""
    let, define = jobs.with_sizes(words["let"]), jobs.declarations(words["define"], "define")
    try:
        return conjecture_files.build(jobs.UNNAMED, let, words["given"], words["claim"], define=define)
    except ReadingError as error:
        raise InputError(jobs.for_command_line(str(error))) from None


def _print(statement: Statement, entry: Mapping[str, Any], script: Proof | None) -> None:
    """Print what was found, and the proof where it is asked for."""
    from rich.text import Text

    from lemmata.prove.search.recognition import recognised

    to, found = progress.console(), entry["proof"] if entry["verdict"] == "proved" else None
    head = "no proof was found of" if found is None else f"∎ {verdict_words(entry)}{':' if entry['principles'] else ''}"
    scope = "" if found is None else f", {found['scope']}"
    to.print(Text(f"{head} {jobs.called(statement)}{scope} ({entry['seconds']:.1f} s)"))
    if entry.get("error"):
        to.print(Text(f"  a proof was offered and is {entry['error']}"))
    if entry.get("unproved"):
        to.print(Text(f"  {entry['unproved']}"))
    if found is None:
        known = recognised(statement)
        if known is not None:
            to.print(Text(f"  {known}"))
        elif entry["nearest"]:
            to.print(Text(f"  this would follow from {entry['nearest']}"))
        return
    for line in (*found["lines"], found["standing"], f"axioms used: {', '.join(found['rests_on']) or 'none'}"):
        to.print(Text(f"  {line}"))
    if script is not None:
        sys.stdout.write(write_proof(statement.id, script))
