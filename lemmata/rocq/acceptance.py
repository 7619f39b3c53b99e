"""Rocq reads the exported files: which it accepts, in how many seconds, and on which axioms they stand.

A file may use theorems of others, which are compiled first.  The axioms under all theorems are printed together at the
end.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PRELUDE = ("Matrices", "Ranges", "Vocabulary", "Laws", "Blocks", "Known")
HERE = Path(__file__).parent
# axioms of the real numbers of the standard library and of MathComp Analysis
OF_THE_REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec", "Epsilon.epsilon_statement",
        "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
        "boolp.propositional_extensionality", "boolp.constructive_indefinite_description",
        "boolp.functional_extensionality_dep", "PropExtensionality.propositional_extensionality",
    }
)  # fmt: skip
# The sentences that an exported file may consist of; everything between `Proof` and `Qed` is tactics, which start with
# a small letter, as no command of Rocq does.
COMMANDS = re.compile(
    r"From Lemmata Require (?:Import (?:Blocks|Rational)|\w+)|Open Scope R_scope|Section Derivation|End Derivation"
    r"|Variable V : vocabulary|Hypothesis \w+ : (?:law|axiom)_\w+ V|Definition (?:axiom_a|statement_)\d+ .*"
    r"|(?:Lemma|Theorem) [a-z]\w* .*|Proof|Qed",
    flags=re.DOTALL | re.ASCII,
)
TACTICS = re.compile(r"(?!.*\b(?:admit|give_up)\b)[a-z]", flags=re.DOTALL | re.ASCII)
LIMIT = 480  # seconds of processor time for one chunk
MEMORY = 6_000_000  # kilobytes
CHUNK = 1_000_000  # characters that are read at a time, more only where one file is longer
KEPT = "read.json"  # what Rocq has said of each file, by its key


@dataclass(frozen=True)
class Outcome:
    """What Rocq says of one file."""

    accepted: bool
    seconds: float
    axioms: tuple[str, ...] = ()
    message: str = ""


def version() -> str | None:
    """The version of coqc, None where there is none."""
    if shutil.which("coqc") is None:
        return None
    said = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False).stdout
    return said.split()[0] if said.split() else None


def suspicious(text: str) -> str | None:
    """What in a file could make Rocq accept what is not proved: anything but the sentences that the export writes.

    Quotation marks and comments in comments, where Rocq might see another end of a comment than is seen here, count.
    """
    bare = ""
    while (start := text.find("(*")) >= 0:
        end = text.find("*)", start + 2)
        inside = text[start + 2 : end]
        if end < 0 or "(*" in inside or '"' in inside:
            return "a comment that does not end where it seems to"
        bare, text = f"{bare}{text[:start]} ", text[end + 2 :]
    bare += text
    if '"' in bare or "*)" in bare:
        return "a quotation mark or the end of a comment"
    proving = False
    for sentence in re.split(r"\.(?=\s|$)", bare):
        said = " ".join(sentence.split())
        if not said:
            continue
        allowed = TACTICS.match(said) if proving and said != "Qed" else COMMANDS.fullmatch(said)
        if not allowed:
            return said.split()[0]
        proving = {"Proof": True, "Qed": False}.get(said, proving)
    return None


def compile_prelude(folder: Path, names: tuple[str, ...] = PRELUDE) -> None:
    """Compile the prelude into a folder, where that has not been done.  Raises RuntimeError when it fails."""
    for name in names:
        source, target = HERE / f"{name}.v", folder / f"{name}.v"
        if target.with_suffix(".vo").exists() and target.read_text() == source.read_text():
            continue
        target.write_text(source.read_text())
        for later in folder.glob("*.vo"):
            if later.stem not in names[: names.index(name)]:
                later.unlink()
        done = subprocess.run(_coqc(folder, target), cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{name}.v of the prelude does not compile: {done.stderr[-2000:]}")


def _coqc(folder: Path, file: Path, *options: str) -> list[str]:
    limited = ["sh", "-c", f'ulimit -t {LIMIT}; ulimit -v {MEMORY}; exec "$@"', "sh"]
    return [*limited, "coqc", "-q", "-w", "none", "-noglob", *options, "-Q", str(folder), "Lemmata", str(file)]


class Reading:
    """What Rocq says of the files in a folder, next to the compiled prelude; they are read many at a time.

    `needs` says for each file which others it uses.  What was read before under the same key, which stands for the
    contents of a file and of all that it uses, is not read again, but is audited again.
    """

    def __init__(self, folder: Path, needs: Mapping[str, Sequence[str]], keys: Mapping[str, str]) -> None:
        self.folder, self.needs, self.keys = folder, needs, keys
        self.out: dict[str, Outcome] = {}
        self.place: dict[str, str] = {}  # the compiled chunk that a file stands in
        self._kept = folder / KEPT
        self.notes: dict[str, Any] = json.loads(self._kept.read_text()) if self._kept.exists() else {}

    def run(self, workers: int) -> dict[str, Outcome]:
        """Read what is not known, and the axioms under all."""
        todo = [name for name in self.needs if not self._known(name)]
        running: dict[Future[list[tuple[str, Outcome]]], list[str]] = {}
        with ThreadPoolExecutor(workers) as pool:
            while todo or running:
                while len(running) < workers and (chunk := self._next(todo)):
                    running[pool.submit(self._chunk, chunk)] = chunk
                if running:
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for task in done:
                        left = set(running.pop(task))
                        for name, outcome in task.result():
                            self._said(name, outcome)
                            left.discard(name)
                        todo = [name for name in self.needs if name in left or name in todo]
        return audited(self.folder, self.out, self.place)

    def length(self, name: str) -> int:
        """The length of a file."""
        return (self.folder / f"{name}.v").stat().st_size

    def _known(self, name: str) -> bool:
        """Whether Rocq has read a file with this key and what it uses, which has not been read again since."""
        note, key = self.notes.get(name), self.keys.get(name, "")
        if not key or note is None or (note["key"], note["used"]) != (key, self._used(name)):
            return False
        if note["chunk"] and not (self.folder / f"{note['chunk']}.vo").exists():
            return False
        self.place[name] = note["chunk"]
        self.out[name] = Outcome(bool(note["chunk"]), note["seconds"], (), note["message"])
        return True

    def _used(self, name: str) -> list[str | None]:
        """The chunks of the files that a file uses."""
        return [self.place.get(x) for x in self.needs[name]]

    def _said(self, name: str, outcome: Outcome) -> None:
        self.out[name] = outcome
        said = {"key": self.keys.get(name, ""), "chunk": self.place.get(name, ""), "used": self._used(name)}
        self.notes[name] = {**said, "seconds": outcome.seconds, "message": outcome.message}
        self._kept.write_text(json.dumps(self.notes, indent=0))

    def _next(self, todo: list[str]) -> list[str]:
        """The shortest files that can be read now, as many as fit into one chunk; takes them off the list."""
        chunk: list[str] = []
        size = 0
        for length, name in sorted((self.length(name), name) for name in todo):
            used = self.needs[name]
            broken = next((x for x in used if x in self.out and not self.out[x].accepted), None)
            if broken is not None:
                self._said(name, Outcome(False, 0.0, (), f"it depends on {broken}, which was not accepted"))
                todo.remove(name)
            elif all(x in chunk or x in self.out for x in used) and (not chunk or size + length <= CHUNK):
                chunk.append(name)
                todo.remove(name)
                size += length
        return chunk

    def _chunk(self, names: list[str]) -> list[tuple[str, Outcome]]:
        """What Rocq says of some files in one: of all where it accepts them, else of the first that it refuses.

        Of a chunk that is stopped, what stands before the file that it was stopped in is read alone first.
        """
        text, starts = self._text(names)
        chunk = "Chunk_" + hashlib.sha256(text.encode()).hexdigest()[:16]
        file = self.folder / f"{chunk}.v"
        file.write_text(text)
        asked = _coqc(self.folder, file, "-time")
        done = subprocess.run(asked, cwd=self.folder, capture_output=True, text=True, check=False)
        seconds = _seconds(done.stdout, starts)
        file.unlink()
        if done.returncode == 0:
            self.place.update(dict.fromkeys(names, chunk))
            return [(name, Outcome(True, round(s, 2))) for name, s in zip(names, seconds, strict=True)]
        line = re.search(r"line (\d+), characters", done.stderr)
        if line is None:
            message = f"stopped after {LIMIT} s of processor time or at {MEMORY // 1_000_000} GB"
            k = max(k for k, s in enumerate(seconds) if s or k == 0)
            if k and seconds[k] < LIMIT / 2:
                return self._chunk(names[:k])
        else:
            message = done.stderr[-1500:]
            k = max(sum(text.count("\n", 0, x) < int(line[1]) for x in starts) - 1, 0)
        return [(names[k], Outcome(False, round(seconds[k], 2), (), message))]

    def _text(self, names: list[str]) -> tuple[str, list[int]]:
        """Some files as modules of one, and where each begins."""
        used = [x for x in dict.fromkeys(x for name in names for x in self.needs[name]) if x not in names]
        files = [(self.folder / f"{name}.v").read_text() for name in names]
        imported = dict.fromkeys(
            x for said in files for x in re.findall(r"^From Lemmata Require Import \w+\.$", said, re.M)
        )
        text = "\n".join([*imported, "From Lemmata Require Known.\n"])
        text += "".join(f"From Lemmata Require {x}.\n" for x in dict.fromkeys(self.place[x] for x in used))
        text += "".join(f"Module {x} := {self.place[x]}.{x}.\n" for x in used)
        starts = []
        for name, said in zip(names, files, strict=True):
            starts.append(len(text))
            body = re.sub(r"^From Lemmata Require .*\n", "", said, flags=re.MULTILINE)
            text += f"Module {name}.\n{body}End {name}.\n"
        return text, starts


def _seconds(timing: str, starts: Sequence[int]) -> list[float]:
    """The processor time of each part of a file, from what `coqc -time` prints."""
    out = [0.0] * len(starts)
    for at, seconds in re.findall(r"^Chars (\d+) - \d+ .* ([\d.]+) secs", timing, flags=re.MULTILINE):
        k = bisect_right(starts, int(at)) - 1
        if k >= 0:
            out[k] += float(seconds)
    return out


def audited(folder: Path, outcomes: dict[str, Outcome], place: Mapping[str, str]) -> dict[str, Outcome]:
    """The outcomes with the axioms under the theorems of all accepted files, read together where nothing is amiss."""
    accepted = [name for name, outcome in outcomes.items() if outcome.accepted]
    together = _axioms(folder, accepted, place) if accepted else ()
    out = dict(outcomes)
    for name in accepted:
        seconds = outcomes[name].seconds
        axioms = together if together is not None and set(together) <= OF_THE_REALS else _axioms(folder, [name], place)
        if axioms is None:
            out[name] = Outcome(False, seconds, (), "its axioms could not be read")
        elif extra := set(axioms) - OF_THE_REALS:
            out[name] = Outcome(False, seconds, axioms, f"it uses {', '.join(sorted(extra))}")
        else:
            out[name] = Outcome(True, seconds, axioms)
    return out


def _axioms(folder: Path, names: Sequence[str], place: Mapping[str, str]) -> tuple[str, ...] | None:
    """What the theorems of some compiled files depend on, None where Rocq does not say."""
    lines = ["From Lemmata Require Import Blocks."]
    lines += [f"From Lemmata Require {chunk}." for chunk in dict.fromkeys(place[name] for name in names)]
    theorems = ", ".join(f"{place[name]}.{name}.proved" for name in names)
    lines.append(f"Definition audit := ({theorems}, I).\nPrint Assumptions audit.")
    file = folder / "audit.v"
    file.write_text("\n".join(lines) + "\n")
    done = subprocess.run(_coqc(folder, file), cwd=folder, capture_output=True, text=True, check=False)
    return axioms_in(done.stdout) if done.returncode == 0 else None


def axioms_in(printed: str) -> tuple[str, ...]:
    """The names in what `Print Assumptions` prints: whatever starts a line, since types and what follows are indented.

    A name may have any letters that Rocq allows, and what Rocq says next to names (of checks that are switched off, of
    section variables) counts as one, so that it is never overlooked.
    """
    if printed.strip() == "Closed under the global context":
        return ()
    lines = [x for x in printed.splitlines() if x.strip() and not x[0].isspace() and x.strip() != "Axioms:"]
    return tuple(sorted({re.split(r"[\s:]", x, maxsplit=1)[0] for x in lines}))
