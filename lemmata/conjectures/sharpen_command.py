"""`lemmata sharpen`: what a true claim could say beyond what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lemmata.claims import budget as budgets
from lemmata.conjectures import jobs
from lemmata.conjectures.prove_command import wanted
from lemmata.errors import InputError
from lemmata.language.statement import Kind, Statement
from lemmata.run import progress

STUDIED = (Kind.ALGEBRAIC, Kind.DERIVATIVE, Kind.IDENTITY)
DONE, FALSE, OPEN = 0, 1, 3


def sharpen(
    statements: Sequence[str], words: Mapping[str, Sequence[str]], budget: str, seed: int, out: str | None
) -> int:
    """Look for what is stronger, print it, and return the exit code: 0 done, 1 the claim is false, 3 it is not known to
    hold.  Raises InputError."""
    seconds = budgets.seconds(budget)
    asked = wanted(statements, words, "sharpened", out)
    other = next((s for s in asked if s.kind not in STUDIED), None)
    if other is not None:
        raise InputError(f"{other.id} is of kind {other.kind.name.lower()}: relations between matrices are sharpened")
    from lemmata.analysis.sharpening.strengthening import Strengthening

    entries, to = [], progress.console(stderr=True)
    for statement in asked:
        tell = (lambda line: to.print(f"  {line}", markup=False)) if to.is_terminal else (lambda line: None)
        found = Strengthening(statement, seconds, seed, tell=tell).run()
        entry = {"id": statement.id, "hash": statement.hash, "text": dict(statement.text), **found.to_json()}
        entries.append(entry)
        if out != "-":
            _print(statement, entry)
    jobs.deliver(out, entries[0] if len(entries) == 1 else entries)
    verdicts = {e["verdict"] for e in entries}
    return FALSE if "refuted" in verdicts else DONE if verdicts <= {"supported", "proved"} else OPEN


def _print(statement: Statement, entry: Mapping[str, Any]) -> None:
    from rich.text import Text

    to = progress.console()
    for line in reported(statement, entry):
        to.print(Text(line))


def reported(statement: Statement, entry: Mapping[str, Any]) -> list[str]:
    """The answer in lines."""
    name = jobs.called(statement)
    if entry["verdict"] == "refuted":
        return [f"{name} is false: there is nothing to sharpen; `lemmata check` shows the instance"]
    if entry["verdict"] not in ("supported", "proved"):
        return [f"{name}: it is not known to hold ({entry['verdict']}); try a larger --budget"]
    lines = [f"{name}: {'; '.join(entry['text']['claim'])}"]
    study = entry["study"]
    for part in study.get("attained", ()):
        lines.append(f"  equality: {part['detail']}" + "".join(f"; {x}" for x in part.get("structure", ())))
    for part in study.get("constants", ()):
        lines.append(f"  constant of {part['text']}: {part['detail']}")
    for part in study.get("hypotheses", ()):
        if part["status"] in ("needed", "not needed", "needed together"):
            lines.append(f"  {part['text']}: {part['status']} ({part['instead']}: {part['detail']})")
    for k, found in enumerate(entry["stronger"]):
        mark = "∎ proved" if found["status"] == "proved" else "? conjecture"
        lines.append(f"  {mark}: {'; '.join(found['claim'])}    [{found['words']}]")
        if found["proof"] is not None:
            lines += [f"      {line}" for line in (*found["proof"]["lines"], found["proof"]["standing"])]
        else:
            tight = ", with equality at a certified one" if found["tight"] else ""
            lines.append(f"      survived {found['evidence']['instances']:,} instances{tight}")
        if k + 1 == LISTED:
            break
    if not entry["stronger"]:
        lines.append("  nothing stronger was found")
    if entry["rows"]:
        lines.append(f"  what was found besides is in the catalogue: {', '.join(entry['rows'])}")
    counted = f"  {entry['tried']} changes tried, {entry['refuted']} refuted, {entry['implied']} implied by others"
    return [*lines, counted + (f"; {entry['skipped']}" if entry["skipped"] else "")]


LISTED = 5
