"""Rocq reads the exported files: which it accepts, in how many seconds, and on which axioms they stand.

A file may use theorems of others, which are compiled first.  The axioms under all theorems are printed together at the
end.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
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


def compile_files(folder: Path, needs: Mapping[str, Sequence[str]], workers: int) -> dict[str, Outcome]:
    """Compile the files of some statements, which stand in the folder beside the compiled prelude.

    `needs` says for each file which others it uses; those are compiled first.
    """
    out: dict[str, Outcome] = {}
    todo = dict(needs)
    running: dict[Future[Outcome], str] = {}
    with ThreadPoolExecutor(workers) as pool:
        while todo or running:
            for name, used in list(todo.items()):
                if any(x in todo or x in running.values() for x in used):
                    continue
                del todo[name]
                broken = next((x for x in used if x in out and not out[x].accepted), None)
                if broken is not None:
                    out[name] = Outcome(False, 0.0, (), f"it rests on {broken}, which failed")
                    continue
                running[pool.submit(_compile, folder, name)] = name
            if not running:
                continue
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for task in done:
                out[running.pop(task)] = task.result()
    return audited(folder, out)


def _compile(folder: Path, name: str) -> Outcome:
    start = time.monotonic()
    try:
        done = subprocess.run(
            _coqc(folder, folder / f"{name}.v"), cwd=folder, capture_output=True, text=True, check=False, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return Outcome(False, time.monotonic() - start, (), f"stopped after {LIMIT:.0f} s")
    return Outcome(done.returncode == 0, time.monotonic() - start, (), done.stderr[-1500:] if done.returncode else "")


def audited(folder: Path, outcomes: dict[str, Outcome]) -> dict[str, Outcome]:
    """The outcomes with the axioms under the theorems of all accepted files, read together where nothing is amiss."""
    accepted = [name for name, outcome in outcomes.items() if outcome.accepted]
    together = _axioms(folder, accepted) if accepted else ()
    out = dict(outcomes)
    for name in accepted:
        seconds = outcomes[name].seconds
        axioms = together if together is not None and set(together) <= OF_THE_REALS else _axioms(folder, [name])
        if axioms is None:
            out[name] = Outcome(False, seconds, (), "its axioms could not be read")
        elif extra := set(axioms) - OF_THE_REALS:
            out[name] = Outcome(False, seconds, axioms, f"it stands on {', '.join(sorted(extra))}")
        else:
            out[name] = Outcome(True, seconds, axioms)
    return out


def _axioms(folder: Path, names: Sequence[str]) -> tuple[str, ...] | None:
    """What the theorems of some compiled files stand on, None where Rocq does not say."""
    lines = ["From Lemmata Require Import Blocks.", *(f"From Lemmata Require {name}." for name in names)]
    lines.append(f"Definition audit := ({', '.join(f'{name}.proved' for name in names)}, I).\nPrint Assumptions audit.")
    file = folder / "audit.v"
    file.write_text("\n".join(lines) + "\n")
    done = subprocess.run(_coqc(folder, file), cwd=folder, capture_output=True, text=True, check=False)
    return axioms_in(done.stdout) if done.returncode == 0 else None


def axioms_in(printed: str) -> tuple[str, ...]:
    """The names in what `Print Assumptions` prints: each starts a line, its type is indented or follows a colon."""
    if "Closed under the global context" in printed:
        return ()
    names = re.findall(r"^([A-Za-z_][\w.']*)(?=\s*(?::|$))", printed, flags=re.MULTILINE)
    return tuple(sorted({name for name in names if name != "Axioms"}))
