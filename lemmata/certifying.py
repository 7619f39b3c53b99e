"""A run folder checked again, in both directions: what is proved by the kernel, what is refuted by the checker.

    python -I -S lemmata/certifying.py RUN

Imports the kernel, the checker and the standard library, and believes nothing in the folder but what these accept.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:] = [p for p in sys.path if Path(p).absolute() != Path(__file__).absolute().parent]
    sys.path.append(str(Path(__file__).absolute().parents[1]))

from lemmata.checker.format import CertificateError, manifest, plain
from lemmata.network_checker.network_program import check_certificate
from lemmata.processes import forked
from lemmata.prove import derivation_files

# Kinds of claims that only a statistical test refutes, and the domain in their texts of what is drawn for it.
DRAWN = {"P": "iid", "L": "iid", "F": "experiment"}
WITNESS = "witness"
MOST = 500_000_000  # bytes of verdicts.json
SHOWN = 20  # faults that are printed


class Unreadable(Exception):
    """The folder holds no run, or not as it was written."""


def certify(folder: Path) -> tuple[Counter[str], list[str]]:
    """How many statements are shown in which way, and a line for each whose verdict is not shown.

    Raises Unreadable.
    """
    entries = _entries(folder)
    _as_written(folder)
    refuted = {(e["id"], e["hash"]) for e in entries if e["verdict"] == "refuted"}
    files = derivation_files.load(folder / derivation_files.FOLDER)
    answer = derivation_files.accepted(files, refuted, os.cpu_count() or 1)
    certificates = {e["id"]: str(folder / str(e["certificate"])) for e in entries if e.get("certificate")}
    checked = {name: found or f"the checker was {why}" for name, found, why in _checked(certificates)}
    counts, faults = Counter[str](), list[str]()
    for entry in entries:
        fact, certificate = (entry["id"], entry["hash"]), checked.get(entry["id"])
        if entry["verdict"] == "proved" and certificate is not None:
            how, fault = "proved by a witness", _fault(certificate, fact, True)
        elif entry["verdict"] == "proved":
            shown = answer.proved.get(fact)
            name = _principle(files[entry["id"]]) if shown and entry["id"] in files else None
            how = f"proved on the principle {name}, as reviewed" if name is not None else "proved by the kernel"
            fault = "" if shown else answer.why_not(entry["id"])
        elif entry["verdict"] == "refuted" and certificate is None and _drawn(entry):
            how, fault = "refuted by a statistical test, not replayed", ""
        elif entry["verdict"] == "refuted":
            how, fault = "refuted by a certificate", _fault(certificate or "there is no certificate", fact, False)
        else:
            continue
        row = manifest().get(entry["id"], entry)
        if (row["hash"], row["kind"]) != (entry["hash"], entry["kind"]):
            fault = "its text is not the one that the catalogue has under this id"
        if fault:
            faults.append(f"{entry['id']}: {entry['verdict']}, but {fault}")
        else:
            counts[how] += 1
    return counts, faults


def _entries(folder: Path) -> list[dict[str, Any]]:
    path = folder / "verdicts.json"
    try:
        if path.stat().st_size > MOST:
            raise ValueError("it is too long")
        entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["statements"]
        for entry in entries:
            lines = [f"{part}: {line}" for part, body in entry["text"].items() for line in body]
            said = derivation_files.digest_of(entry["kind"], "\n".join(lines))
            if (
                not isinstance(entry["verdict"], str)
                or entry["verdict"] in ("proved", "refuted")
                and entry["hash"] != said
            ):
                raise ValueError(f"the hash of {entry['id']} is not that of its text")
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as problem:
        raise Unreadable(f"{path}: cannot be read as a run: {type(problem).__name__}: {problem}") from problem
    return entries


def _as_written(folder: Path) -> None:
    """Raises Unreadable where a file is not the one that the manifest of the run names."""
    path = folder / "manifest.json"
    try:
        digests = json.loads(path.read_text(encoding="utf-8")).items()
        changed = [n for n, digest in digests if hashlib.sha256((folder / n).read_bytes()).hexdigest() != digest]
    except (OSError, ValueError, AttributeError, TypeError) as problem:
        raise Unreadable(f"{path}: cannot be read, or names a file that cannot: {problem}") from problem
    if changed:
        raise Unreadable(f"{folder}: altered since it was written: {', '.join(changed[:SHOWN])}")


def _checked(paths: dict[str, str]) -> Any:
    """Per id what the checker says of its certificate: [id, hash, kind] of what it establishes, or a reason."""

    def check(name: str) -> Any:
        try:
            found = check_certificate(paths[name])
        except CertificateError as error:
            return str(error)
        if not found.accepted:
            return found.lines[0]
        certificate = json.loads(Path(paths[name]).read_text(encoding="utf-8"))
        return [certificate["statement"], certificate["hash"], certificate["kind"]]

    return forked.each(check, list(paths), os.cpu_count() or 1)


def _fault(certificate: Any, fact: tuple[str, str], witness: bool) -> str:
    """What is wrong with what the checker said of a certificate, empty where nothing is."""
    if isinstance(certificate, str):
        return certificate
    identifier, digest, kind = certificate
    if (identifier, digest) != fact:
        return f"its certificate is about {identifier}, or another text"
    return "" if (kind == WITNESS) == witness else f"its certificate is of kind {kind}"


def _principle(derivation: str) -> str | None:
    """The principle of a file that holds no derivation but names one, as a review does."""
    name: str | None = json.loads(derivation).get("principle")
    return name


def _drawn(entry: dict[str, Any]) -> bool:
    """Whether the kind and the text of an entry are of a claim about what is drawn at random."""
    domains = [line.partition(" = ")[2].partition("(")[0] for line in entry["text"]["let"]]
    return DRAWN.get(entry["kind"]) in domains


def main() -> int:
    """Check the run folders that are named; 0 where every verdict is shown, 1 where one is not, 2 for no run."""
    worst = 0
    for name in sys.argv[1:] or ["."]:
        try:
            counts, faults = certify(Path(name))
        except Unreadable as problem:
            print(plain(str(problem)), file=sys.stderr)
            worst = 2
            continue
        for how, count in sorted(counts.items()):
            print(f"{count:5} {how}")
        for fault in faults[:SHOWN]:
            print(plain(fault))
        print(f"{counts.total()} verdicts are shown, {len(faults)} are not")
        worst = max(worst, int(bool(faults)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
