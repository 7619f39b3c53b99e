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
# The sentences that an exported file may consist of; everything between `Proof` and `Qed` is tactics, which start with
# a small letter, as no command of Rocq does.
COMMANDS = re.compile(
    r"From Lemmata Require (?:Import Blocks|\w+)|Open Scope R_scope|Section Derivation|End Derivation"
    r"|Variable V : vocabulary|Hypothesis \w+ : (?:law|axiom)_\w+ V|Definition (?:axiom_a|statement_)\d+ .*"
    r"|(?:Lemma|Theorem) [a-z]\w* .*|Proof|Qed",
    flags=re.DOTALL | re.ASCII,
)
TACTICS = re.compile(r"(?!.*\b(?:admit|give_up)\b)[a-z]", flags=re.DOTALL | re.ASCII)
LIMIT = 300  # seconds of processor time for one statement, and four times that on the clock
MEMORY = 6_000_000  # kilobytes


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


def compile_prelude(folder: Path) -> None:
    """Compile the prelude into a folder, where that has not been done.  Raises RuntimeError when it fails."""
    for name in PRELUDE:
        source, target = HERE / f"{name}.v", folder / f"{name}.v"
        if target.with_suffix(".vo").exists() and target.read_text() == source.read_text():
            continue
        target.write_text(source.read_text())
        for later in folder.glob("*.vo"):
            if later.stem not in PRELUDE[: PRELUDE.index(name)]:
                later.unlink()
        done = subprocess.run(_coqc(folder, target), cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{name}.v of the prelude does not compile: {done.stderr[-2000:]}")


def _coqc(folder: Path, file: Path) -> list[str]:
    limited = ["sh", "-c", f'ulimit -t {LIMIT}; ulimit -v {MEMORY}; exec "$@"', "sh"]
    return [*limited, "coqc", "-q", "-w", "none", "-Q", str(folder), "Lemmata", str(file)]


def compile_files(
    folder: Path, needs: Mapping[str, Sequence[str]], workers: int, keys: Mapping[str, str] | None = None
) -> dict[str, Outcome]:
    """Compile the files of some statements, which stand in the folder next to the compiled prelude.

    `needs` says for each file which others it uses; those are compiled first.  What was compiled before under the same
    key, which stands for the contents of a file and of all that it uses, is not compiled again, but is audited again.
    """
    out: dict[str, Outcome] = {}
    todo = dict(needs)
    unchanged: set[str] = set()
    running: dict[Future[Outcome], str] = {}
    with ThreadPoolExecutor(workers) as pool:
        while todo or running:
            for name, used in list(todo.items()):
                if any(x in todo or x in running.values() for x in used):
                    continue
                del todo[name]
                key = (keys or {}).get(name, "")
                kept = _kept(folder, name, key) if all(x in unchanged for x in used) else None
                if kept is not None:
                    out[name] = kept
                    unchanged.add(name)
                    continue
                broken = next((x for x in used if x in out and not out[x].accepted), None)
                if broken is not None:
                    out[name] = Outcome(False, 0.0, (), f"it rests on {broken}, which failed")
                    continue
                running[pool.submit(_compile, folder, name, key)] = name
            if not running:
                continue
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for task in done:
                out[running.pop(task)] = task.result()
    return audited(folder, out)


def _kept(folder: Path, name: str, key: str) -> Outcome | None:
    """What was said of a file with this key, None where it has to be read."""
    note = folder / f"{name}.key"
    if not key or not note.exists() or not (folder / f"{name}.vo").exists():
        return None
    known, seconds = note.read_text().split()
    return Outcome(True, float(seconds)) if known == key else None


def _compile(folder: Path, name: str, key: str) -> Outcome:
    note = folder / f"{name}.key"
    note.unlink(missing_ok=True)
    start = time.monotonic()
    asked = _coqc(folder, folder / f"{name}.v")
    limits = f"stopped after {LIMIT} s of processor time or at {MEMORY // 1_000_000} GB"
    try:
        done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False, timeout=4 * LIMIT)
    except subprocess.TimeoutExpired:
        return Outcome(False, time.monotonic() - start, (), limits)
    seconds = time.monotonic() - start
    if done.returncode and not done.stderr.strip():
        return Outcome(False, seconds, (), limits)
    if done.returncode == 0 and key:
        note.write_text(f"{key} {seconds:.2f}\n")
    return Outcome(done.returncode == 0, seconds, (), done.stderr[-1500:] if done.returncode else "")


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
    """The names in what `Print Assumptions` prints: whatever starts a line, since types and what follows are indented.

    A name may have any letters that Rocq allows, and what Rocq says next to names (of checks that are switched off, of
    section variables) counts as one, so that it is never overlooked.
    """
    if printed.strip() == "Closed under the global context":
        return ()
    lines = [x for x in printed.splitlines() if x.strip() and not x[0].isspace() and x.strip() != "Axioms:"]
    return tuple(sorted({re.split(r"[\s:]", x, maxsplit=1)[0] for x in lines}))
