"""Rocq reads the exported files: which it accepts, in how many seconds, and on which axioms they stand.

Files are read in groups, so that the libraries are loaded once; a file that fails ends its group, and the rest is read
in another.  The axioms under all theorems of a group are printed together.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

PRELUDE = ("Matrices", "Ranges", "Vocabulary", "Laws", "Blocks")
HERE = Path(__file__).parent
# what the real numbers of the standard library and of MathComp Analysis stand on
OF_THE_REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec", "Epsilon.epsilon_statement",
        "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
        "boolp.propositional_extensionality", "boolp.constructive_indefinite_description",
        "boolp.functional_extensionality_dep", "PropExtensionality.propositional_extensionality",
    }
)  # fmt: skip
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Declare|Unset\s+\w+\s+Checking|bypass_check|Load|Ltac|Notation)\b"
)
LIMIT = 300.0  # seconds for one statement


@dataclass(frozen=True)
class Outcome:
    """What Rocq says of one file."""

    accepted: bool
    seconds: float
    axioms: tuple[str, ...] = ()
    message: str = ""


@dataclass
class _Group:
    """A group as it is being read."""

    accepted: dict[str, float] = field(default_factory=dict)
    axioms: tuple[str, ...] = ()
    audited: bool = False
    message: str = ""
    last: float = field(default_factory=time.monotonic)


def version() -> str | None:
    """The version of coqc, None where there is none."""
    if shutil.which("coqc") is None:
        return None
    said = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False).stdout
    return said.split()[0] if said.split() else None


def suspicious(text: str) -> str | None:
    """A word in a file, outside its comments, that could make Rocq accept what is not proved."""
    bare = re.sub(r"\(\*.*?\*\)", " ", text, flags=re.DOTALL)
    found = FORBIDDEN.search(bare)
    return found.group(0) if found else None


def compile_prelude(folder: Path) -> None:
    """Compile the prelude into a folder, where that has not been done.  Raises RuntimeError when it fails."""
    for name in PRELUDE:
        source, target = HERE / f"{name}.v", folder / f"{name}.v"
        if target.with_suffix(".vo").exists() and target.read_text() == source.read_text():
            continue
        target.write_text(source.read_text())
        for later in PRELUDE[PRELUDE.index(name) :]:
            (folder / f"{later}.vo").unlink(missing_ok=True)
        done = subprocess.run(_coqc(folder, target), cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{name}.v of the prelude does not compile: {done.stderr[-2000:]}")


def _coqc(folder: Path, file: Path) -> list[str]:
    return ["coqc", "-q", "-w", "none", "-Q", str(folder), "Lemmata", str(file)]


def compile_files(folder: Path, names: Sequence[str], workers: int, theorem: str = "proved") -> dict[str, Outcome]:
    """Read the files of some statements, which stand in the folder beside the compiled prelude."""
    out: dict[str, Outcome] = {}
    sizes = {name: (folder / f"{name}.v").stat().st_size for name in names}
    shares: list[list[str]] = [[] for _ in range(workers)]
    for name in sorted(names, key=lambda x: -sizes[x]):
        min(shares, key=lambda share: sum(sizes[x] + 20_000 for x in share)).append(name)
    with ThreadPoolExecutor(workers) as pool:
        tasks = [pool.submit(_share, folder, k, share, theorem) for k, share in enumerate(shares) if share]
        for task in tasks:
            out.update(task.result())
    return out


def _share(folder: Path, number: int, names: list[str], theorem: str) -> dict[str, Outcome]:
    out: dict[str, Outcome] = {}
    groups = [names[k : k + 12] for k in range(0, len(names), 12)]
    while groups:
        group = groups.pop(0)
        read = _read(folder, f"group{number}", group, theorem)
        extra = set(read.axioms) - OF_THE_REALS
        if read.audited and not extra:
            out.update({name: Outcome(True, seconds, read.axioms) for name, seconds in read.accepted.items()})
        elif len(group) == 1:
            what = f"it stands on {', '.join(sorted(extra))}" if extra else read.message
            out[group[0]] = Outcome(False, read.accepted.get(group[0], 0.0), read.axioms, what)
        else:  # one of them failed, or needs more than it may: each for itself, and those before once more
            failed = group[min(len(read.accepted), len(group) - 1)]
            rest = [name for name in group if name != failed]
            groups[:0] = [[failed], rest]
    return out


def _read(folder: Path, name: str, group: list[str], theorem: str) -> _Group:
    """Read the files of a group in one process."""
    lines = ["From Lemmata Require Import Blocks."]
    for member in group:
        lines.append(f'Load "{folder / member}".\nGoal True. idtac "accepted {member}". Abort.')
    audit = ", ".join(f"{member}.{theorem}" for member in group)
    lines.append(f'Definition audit := ({audit}, I).\nGoal True. idtac "audit". Abort.\nPrint Assumptions audit.')
    file = folder / f"{name}.v"
    file.write_text("\n".join(lines) + "\n")
    read = _Group()
    process = subprocess.Popen(
        _coqc(folder, file), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    errors: list[str] = []
    listening = threading.Thread(target=lambda: errors.extend(process.stderr or ()), daemon=True)
    listening.start()
    stop = threading.Event()
    watching = threading.Thread(target=_watch, args=(process, read, stop), daemon=True)
    watching.start()
    said: list[str] = []
    for line in process.stdout:
        word, _, member = line.strip().partition(" ")
        if word == "accepted" and member in group:
            now = time.monotonic()
            read.accepted[member], read.last = now - read.last, now
        else:
            said.append(line)
    code = process.wait()
    stop.set()
    listening.join()
    if code == 0 and "audit\n" in said:
        read.audited = True
        read.axioms = axioms_in("".join(said[said.index("audit\n") + 1 :]))
    else:
        read.message = "".join(errors)[-1500:] or f"stopped after {LIMIT:.0f} s"
    return read


def _watch(process: subprocess.Popen[str], read: _Group, stop: threading.Event) -> None:
    while not stop.wait(1.0):
        if time.monotonic() - read.last > LIMIT:
            process.kill()
            return


def axioms_in(printed: str) -> tuple[str, ...]:
    """The names in what `Print Assumptions` prints: each starts a line, its type is indented or follows a colon."""
    if "Closed under the global context" in printed:
        return ()
    names = re.findall(r"^([A-Za-z_][\w.']*)(?=\s*(?::|$))", printed, flags=re.MULTILINE)
    return tuple(sorted({name for name in names if name != "Axioms"}))
