"""The folder of one run: `verdicts.json`, `certificates/`, `derivations/`, `index.html`, readable at every moment.

At its end the details go into `evidence.json.gz`, and the derivations are replayed, in a process of its own that
imports the kernel and the standard library: what was patched in the memory of this one, by the module of a paper say,
does not make anything *proved*.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Self

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.catalogue.expected import Row
from lemmata.claims.profiles import PROFILES
from lemmata.errors import InputError
from lemmata.prove import derivation_files, proofs
from lemmata.report import run_files
from lemmata.run import journal
from lemmata.run.past_runs import read, reports_folder
from lemmata.run.rocq_results import said_of

try:
    import fcntl
except ImportError:  # not a POSIX system: two runs writing to one folder are then not distinguished
    fcntl = None  # type: ignore[assignment]

Entries = dict[str, dict[str, Any]]
# A whole run's file has megabytes: written after every statement, it would take a tenth of the run. It is written again
# when SPARED times the time that it took has passed, so that a kill loses a few seconds; at once where it is CHEAP.
SPARED, CHEAP = 20.0, 0.02  # times the last saving, and seconds


ANNOTATED = (
    "verdict", "error", "expected", "as_expected", "reason", "difference", "siblings", "broken_by", "proof_broken",
)  # fmt: skip  # what follows from the review and from the other verdicts


def annotate(entries: Mapping[str, dict[str, Any]], rows: Mapping[str, Row], only: Iterable[str] | None = None) -> None:
    """Fill in what follows from the review and from the other verdicts, of some entries or of all.

    Sets `expected`, `as_expected`, `reason`, `difference`, `siblings`, and `proof_broken` with `broken_by`: the refuted
    statements among those the printed proof rests on, directly or through others. A statement outside the run counts
    with its reviewed verdict, so that the flag does not depend on what was selected.
    """
    relatives: dict[str, list[str]] = {}
    for s in catalogue.all_statements():
        relatives.setdefault(s.base_id, []).append(s.id)

    def refuted(identifier: str) -> bool:
        if identifier in entries:
            return bool(entries[identifier]["verdict"] == "refuted")
        statement, row = catalogue.find(identifier), rows.get(identifier)
        return bool(statement and row and row.verdict == "refuted" and row.hash == statement.hash)

    def further(identifier: str) -> Iterable[str]:
        """What the run knows a proof to depend on; of a statement outside of it, what its script names."""
        used = ((entries.get(identifier) or {}).get("proof") or {}).get("leans_on")
        return proofs.named(identifier) if used is None else used

    for identifier in entries if only is None else only:
        entry = entries[identifier]
        _withdraw(entry, refuted, further)
        entry.update(expected.compare(entry, rows))
        entry["siblings"] = [i for i in relatives.get(identifier.split("~")[0], []) if i != identifier]
        entry["broken_by"] = [i for i in foundations(identifier, entry["depends_on"]) if refuted(i)]
        entry["proof_broken"] = bool(entry["broken_by"])
        if entry["verdict"] == "proved" and (entry.get("proof") or {}).get("kernel"):
            said = said_of(identifier, entry["hash"])
            entry["proof"].pop("rocq", None)
            if said.status != "not run":
                entry["proof"]["rocq"] = {"status": said.status, "by": said.by, "reason": said.reason}


def _withdraw(entry: dict[str, Any], refuted: Callable[[str], bool], further: Callable[[str], Iterable[str]]) -> None:
    """Turn `proved` into `error` when the machine-checked proof itself depends on a refuted statement."""
    proof = entry.get("proof") or {}
    fallen = [i for i in proofs.ground(proof.get("leans_on", ()), further) if refuted(i)]
    if entry["verdict"] == "proved" and fallen:
        entry["verdict"], entry["error"] = "error", f"the proof depends on what is refuted: {', '.join(fallen)}"


def foundations(identifier: str, direct: Iterable[str]) -> list[str]:
    """Ids a statement's printed proof rests on, directly or through others, nearest first, itself excluded."""
    found: dict[str, None] = {}
    queue = list(direct)
    while queue:
        name = queue.pop(0)
        if name != identifier and name not in found:
            found[name] = None
            statement = catalogue.find(name)
            queue += statement.depends_on if statement else ()
    return list(found)


def certificate_name(identifier: str) -> str:
    """File name of a statement's certificate.  Ids hold no underscore, so that no two share a name."""
    return identifier.replace("~", "_") + ".json"


MANIFEST = "manifest.json"


def seal(folder: Path) -> None:
    """Write the manifest of a run: SHA-256 of every certificate and derivation, by path in the folder."""
    files = [p for part in ("certificates", derivation_files.FOLDER) for p in sorted((folder / part).glob("*.json*"))]
    digests = {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}
    (folder / MANIFEST).write_text(json.dumps(digests, indent=0) + "\n", encoding="utf-8")


def replay(folder: Path, entries: Mapping[str, dict[str, Any]], rows: Mapping[str, Row]) -> None:
    """Settle the entries of a run by the derivations in its folder."""
    refuted = {(i, e["hash"]) for i, e in entries.items() if e["verdict"] == "refuted"}
    refuted |= {(i, row.hash) for i, row in rows.items() if row.verdict == "refuted" and i not in entries}
    derivation_files.settle(entries.values(), derivation_files.load(folder / derivation_files.FOLDER), refuted)


class RunFolder:
    """A run being written.  One process at a time may hold a folder.

    `FILE` holds the entries under the key `HOLDS`; `SUFFIX` ends the name of a folder that nobody named.
    """

    FILE, HOLDS, SUFFIX = "verdicts.json", "statements", ""

    def __init__(self, path: Path, reports: Path, head: dict[str, Any], rows: Mapping[str, Row], lock: IO[str]) -> None:
        self.path, self.reports, self.head, self.rows = path, reports, head, rows
        self.entries: Entries = {}
        self._derived: set[str] = set()  # whose derivations this process has written
        self._lock = lock
        self._lines: dict[
            str, tuple[str, str]
        ] = {}  # what `annotate` said of an entry when it was written, and its line
        self._before = float(head.get("seconds") or 0.0)
        self._start = time.monotonic()
        self._next = 0.0  # when saving is due again

    @classmethod
    def create(
        cls, out: Path | None, head: dict[str, Any], rows: Mapping[str, Row], reports: Path | None = None
    ) -> Self:
        """A new run in `out` (an earlier run there is replaced), or in `reports/runs/<UTC time>`.

        `head` is what stands next to `statements`. Raises InputError where the folder cannot be written, holds other
        people's files under the names of ours, or is being written by another run.
        """
        reports = reports_folder() if reports is None else reports
        started = datetime.now(UTC).replace(microsecond=0)
        head = {"schema": run_files.SCHEMA, **head, "started": started.strftime("%Y-%m-%dT%H:%M:%SZ")}
        path = out or _free(reports / "runs", started.strftime("%Y-%m-%dT%H-%M-%SZ") + cls.SUFFIX)
        lock = _hold(path)
        if out is not None:
            _clear(path, cls.FILE)
        return cls(path, reports, head, rows, lock)

    @classmethod
    def reopen(cls, path: Path, rows: Mapping[str, Row], reports: Path | None = None) -> Self:
        """An earlier run, to go on with.  Entries of statements that changed or failed since are dropped."""
        lock = _hold(path)
        data = cls.written(path)
        entries = data.pop(cls.HOLDS)
        run = cls(path, reports_folder() if reports is None else reports, data, rows, lock)
        run.entries = {entry["id"]: entry for entry in entries if entry["verdict"] != "error" and run.current(entry)}
        return run

    @staticmethod
    def written(path: Path) -> dict[str, Any]:
        """What an earlier run wrote.  Raises InputError."""
        return read(path)

    def current(self, entry: Mapping[str, Any]) -> bool:
        """Whether an entry is about what has its id today."""
        statement = catalogue.find(entry["id"])
        return statement is not None and statement.hash == entry["hash"]

    def add(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Take a finished entry, write its certificate and derivations, save unless that was done a moment ago; returns
        the entry as it stands in the file, or will."""
        for name, derivation in (entry.pop("_derivations", None) or {}).items():
            if name not in self._derived:
                derivation_files.store(self.path / derivation_files.FOLDER / derivation_files.name_of(name), derivation)
                self._derived.add(name)
            if name == entry["id"]:
                entry["derivation"] = f"{derivation_files.FOLDER}/{derivation_files.name_of(name)}"
        certificate = entry.pop("_certificate", None)
        if certificate is not None:
            from lemmata import certificates
            from lemmata.certificates.confirmation import file_digest

            name = f"certificates/{certificate_name(entry['id'])}"
            written = certificates.write(self.path / name, certificate)
            entry["certificate"] = name
            checked = entry.get("evidence", {}).get("checker", {}).get("sha256")
            if checked and checked != file_digest(written):
                entry |= {"verdict": "error", "error": f"{name} is not the file that the checker accepted"}
        self.entries[entry["id"]] = entry
        self._lines.pop(entry["id"], None)
        if time.monotonic() >= self._next:
            start = time.monotonic()
            self.save()
            cost = time.monotonic() - start
            self._next = start + cost + (SPARED * cost if cost > CHEAP else 0.0)
        else:
            self.annotated([entry["id"]])
        return entry

    def annotated(self, only: Iterable[str] | None = None) -> None:
        """Fill in what the review and the other verdicts say of some entries or of all."""
        annotate(self.entries, self.rows, only)

    def order(self) -> list[str]:
        """The ids of the entries as they stand in the file: in the order of the catalogue."""
        return [s.id for s in catalogue.all_statements() if s.id in self.entries]

    def save(self, complete: bool = False, divided: bool = False) -> None:
        """Write `verdicts.json` in one step; `divided`, without the details, which a file next to it holds then."""
        self.annotated()
        seconds = round(self._before + time.monotonic() - self._start, 3)
        self.head.update(complete=complete, seconds=seconds)
        head = json.dumps(self.head, ensure_ascii=False, allow_nan=False, indent=1)
        lines = list(map(self._line, self.order()))
        draft = self.path / f".{self.FILE}.partial"
        details: dict[str, Any] = {}
        if divided:
            parts = {i: run_files.divided(self.entries[i]) for i in self.order()}
            lines, details = [as_json(short) for short, _ in parts.values()], {i: d for i, (_, d) in parts.items()}
        text = f'{head[:-2]},\n "{self.HOLDS}": [\n' + ",\n".join(lines) + "\n]}\n"
        try:
            if divided:
                (self.path / run_files.EVIDENCE).write_bytes(run_files.written(details))
            draft.write_text(text, encoding="utf-8")
            os.replace(draft, self.path / self.FILE)
        except OSError as problem:  # a full disk, in most cases: what is written stays
            fix = "fix that and go on with --resume"
            raise InputError(f"{self.path}: cannot be written ({problem.strerror}): {fix}") from problem

    def conclude(self, complete: bool) -> None:
        """Replay the derivations, and save what comes of it with the manifest of the files."""
        replay(self.path, self.entries, self.rows)
        self._lines.clear()
        self.save(complete, divided=True)
        seal(self.path)

    def _line(self, identifier: str) -> str:
        """An entry as JSON, made again only where other verdicts have changed what is said of it."""
        entry = self.entries[identifier]
        rocq = (entry.get("proof") or {}).get("rocq")
        said = repr([rocq, *(entry.get(key) for key in ANNOTATED)])
        if self._lines.get(identifier, ("", ""))[0] != said:
            self._lines[identifier] = said, as_json(entry)
        return self._lines[identifier][1]

    def finish(self, complete: bool) -> Path:
        """Replay, save, set the page, point `reports/latest` at the run as `lead` says, let the folder go; returns the
        page."""
        from lemmata.report.render import render

        self.conclude(complete)
        page = render(self.path)
        lead(self.reports, self.path)
        self.let_go()
        return page

    def let_go(self) -> None:
        """Let other processes hold the folder."""
        (self.path / ".lock").unlink(missing_ok=True)
        self._lock.close()


def as_json(entry: Mapping[str, Any]) -> str:
    """An entry in one line."""
    return json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def whole(data: Mapping[str, Any]) -> bool:
    """Whether a run was asked for all papers and came to its end; one of conjectures has no profile."""
    everything = data.get("selection") == [] or data.get("left_out") is not None
    return data.get("profile") in PROFILES and data.get("complete") is True and everything


def lead(reports: Path, folder: Path) -> None:
    """Point `latest` in `reports` at a run that lies there.

    A run of a few statements, one that was cut short and one written elsewhere do not take the place of a whole run.
    """
    from lemmata.report.latest import point_latest

    if not folder.resolve().is_relative_to(reports.resolve()):
        return
    with contextlib.suppress(InputError):
        if whole(read(reports / "latest")) and not whole(read(folder)):
            return
    point_latest(reports, folder)


def discard(run: RunFolder) -> None:
    """Remove the folder of a run that checked nothing and so wrote nothing but what it prepared."""
    for name in ("verdicts.json", ".lock"):
        (run.path / name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # not empty: somebody else's files stay
        run.path.rmdir()


def is_held(path: Path) -> bool:
    """Whether a living process is writing to this folder."""
    try:
        _hold(path).close()
    except InputError:
        return True
    return False


def _free(runs: Path, name: str) -> Path:
    for k in range(1, 1000):
        path = runs / (name if k == 1 else f"{name}-{k}")
        try:
            path.mkdir(parents=True)
            return path
        except FileExistsError:
            if not runs.is_dir():
                break
        except OSError as problem:
            raise InputError(f"{path}: cannot be made ({problem.strerror}): choose another --out") from problem
    raise InputError(f"{runs}: cannot hold a new run: choose another --out")


def _hold(path: Path) -> IO[str]:
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = open(path / ".lock", "a", encoding="utf-8")  # noqa: SIM115 - held while the run lasts
    except OSError as problem:
        raise InputError(f"{path}: cannot be written ({problem.strerror}): choose another --out") from problem
    if fcntl is not None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise InputError(f"{path}: another run is writing here: wait for it or choose another --out") from None
    return lock


def _clear(path: Path, file: str) -> None:
    """Make room for a new run in a chosen folder: remove an earlier run's files, and nobody else's."""
    ours = (path / file).is_file()
    for name in ("index.html", "certificates", derivation_files.FOLDER, journal.NAME):
        if (path / name).exists() and not ours:
            raise InputError(f"{path}: holds {name} but no {file}, so it is no run: choose another --out")
    if ours:
        for old in (*(path / "certificates").glob("*.json"), *(path / derivation_files.FOLDER).glob("*.json.gz")):
            old.unlink()
        for old in (
            *path.glob("paper-*.html"),
            *(path / n for n in ("index.html", "timings.html", file, run_files.EVIDENCE, MANIFEST)),
        ):
            old.unlink(missing_ok=True)
        journal.clear(path)
