"""What the command line and pytest ask for: conjectures as jobs for a worker process.  Bad input gives one line."""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.errors import InputError
from lemmata.language.parse import ReadingError, text_limits, usages, written
from lemmata.language.parse.hints import nearest
from lemmata.language.parse.names import NUMBERS, domain_head

if TYPE_CHECKING:
    from lemmata.language.statement import Statement

EXAMPLE = "lemmata check --claim 'smax(A @ B) <= smax(A) * smax(B)' --let 'n=integer(1, 6)' --let 'A=real(n, n)' ..."
UNNAMED = "conjecture"
RELATION = re.compile("[<>=≤≥≠]")  # what neither a file of conjectures nor an id has in its name
TAKEN = {*usages.FUNCTIONS, *usages.DOMAINS, *NUMBERS}  # what names no size


def slug(text: str) -> str:
    """Text as part of a statement's id."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:80] or "unnamed"


def called(statement: Statement) -> str:
    """What an answer calls a statement: its id, or "the claim" where it was given no name."""
    return "the claim" if statement.id == f"conjecture.{UNNAMED}" else statement.id


def files_in(folder: Path) -> dict[str, Path]:
    """The conjecture files of a folder and of those in it, by name: the path without `.toml`, slashes between.

    A folder in it with a `pyproject.toml` is a project of its own, whose files say something else.  Raises InputError
    where there is none.
    """
    projects = [path.parent for path in folder.rglob("pyproject.toml") if path.parent != folder]
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in sorted(folder.rglob("*.toml"))
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and not any(project in path.parents for project in projects)
    }
    if not found:
        raise InputError(f"{folder}: holds no .toml file: write conjectures there, one a file, or name a file")
    return found


def identifiers(names: Iterable[str]) -> dict[str, str]:
    """A statement id for each name, no two alike."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = candidate = f"conjecture.{'.'.join(map(slug, name.split('/')))}"
        count = 1
        while candidate.lower() in taken:  # certificates are files, and some file systems do not tell case
            count += 1
            candidate = f"{plain}-{count}"
        taken.add(candidate.lower())
        ids[name] = candidate
    return ids


def declarations(words: Sequence[str], option: str = "let") -> dict[str, str]:
    """The variables of `--let NAME=DOMAIN ...`, or the names of `--define NAME=EXPR ...`.

    Raises InputError for anything else, and for a name said twice.
    """
    form = {
        "let": "NAME=DOMAIN, as in --let 'A=real(n, n)'",
        "define": "NAME=EXPR, as in --define 'Y=A @ B'",
    }[option]
    said: dict[str, str] = {}
    for word in words:
        name, equals, text = (part.strip() for part in word.partition("="))
        if not equals or not name or not text:
            raise InputError(f"--{option} {shlex.quote(word)}: write {form}")
        text = text.strip("\"'") if option == "let" else text
        if name in said:
            raise InputError(f"--{option} {shlex.quote(word)}: {name} is declared twice: keep one")
        said[name] = text
    return said


def with_sizes(words: Sequence[str]) -> dict[str, str]:
    """The variables of `--let`, and names that only stand for sizes, as `n` in `A=real(n, n)`, as small whole numbers.

    What is added is said on standard error.  Raises InputError as `declarations` does.
    """
    let, sizes = declarations(words), dict[str, str]()
    for text in let.values():
        with suppress(ReadingError):  # it is said where the whole is read
            call, head = domain_head(written.parse_domain(text))
            if call is not None and head.id not in ("interval", "integer"):
                used = {n.id for a in call.args for n in ast.walk(a) if isinstance(n, ast.Name)} - let.keys() - TAKEN
                sizes |= {name: text_limits.UNSAID.format(1) for name in sorted(used) if not nearest(name, let.keys())}
    if sizes:
        print("read with", *in_words((), (), sizes), file=sys.stderr)
    return let | sizes


def of_file(path: Path, identifier: str | None = None) -> dict[str, Any]:
    """The job of a file.  Raises InputError where there is no such file."""
    if not path.exists():
        raise InputError(f"{path}: there is no such file: check the path, or write the claim after --claim")
    return {"file": str(path), "id": identifier or f"conjecture.{slug(path.stem)}", "name": path.stem}


def of_words(
    claim: Sequence[str],
    given: Sequence[str],
    let: Mapping[str, str],
    name: str | None,
    define: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The job of a conjecture on the command line."""
    words = {"let": dict(let), "define": dict(define or {}), "given": list(given), "claim": list(claim)}
    return {"name": name or UNNAMED, **words}


def of_latex(text: str, let: Mapping[str, str]) -> tuple[list[str], list[str], dict[str, str]]:
    """Claims, hypotheses and domains, those of `let` included, that a claim in LaTeX says.

    Raises InputError with a question where it is not clear what is meant.
    """
    from lemmata.language.parse.latex_input import understood

    try:
        found = understood(text, let)
    except ReadingError as problem:
        problem.where = "--latex"
        raise InputError(str(problem)) from problem
    return found.claim, found.given, {**let, **found.let}


def in_words(claim: Sequence[str], given: Sequence[str], let: Mapping[str, str]) -> list[str]:
    """A claim as options of the command."""
    lines = [f"--claim {shlex.quote(text)}" for text in claim] + [f"--given {shlex.quote(text)}" for text in given]
    return lines + [f"--let {shlex.quote(f'{name}={text}')}" for name, text in let.items()]


def check_written(job: Mapping[str, Any]) -> written.Written:
    """The parts of a conjecture as they were written.

    Raises InputError for what is no expression and for unknown names, before anything heavy is loaded.
    """
    try:
        if job.get("file"):
            return written.from_file(Path(job["file"]))
        else:
            return written.Written(job["name"], job["let"], job["given"], job["claim"], job["define"])
    except ReadingError as problem:
        raise InputError(str(problem) if job.get("file") else for_command_line(str(problem))) from problem


def command(job: Mapping[str, Any], budget: float, seed: int, device: str) -> str:
    """The command that asks for the same check again."""
    words = ["lemmata", "check"]
    if job.get("file"):
        words.append(job["file"])
    else:
        for option in ("claim", "given"):
            words += [word for text in job[option] for word in (f"--{option}", text)]
        for option in ("let", "define"):
            words += [word for name, text in job[option].items() for word in (f"--{option}", f"{name}={text}")]
        words += ["--name", job["name"]] if job["name"] != UNNAMED else []
    words += ["--budget", f"{budget:g}", "--seed", str(seed)]
    words += ["--device", device] if device != "cpu" else []
    return shlex.join(words)


def for_command_line(message: str) -> str:
    """A reader's message about words on the command line: fixes are written as options."""
    message = re.sub(r"\bin let, as in (\w+) = \"([^\"]*)\"", r"as in --let '\1=\2'", message)
    message = re.sub(r" or (\w+) = \"real\"$", r" or --let '\1=real'", message)
    message = re.sub(r"^(let|define) (\w+)", r"--\1 \2", message)
    message = re.sub(r"^(claim|given) 1\b", r"--\1", message)
    return re.sub(r"^(claim|given) (\d+)", r"--\1 number \2", message)


def deliverable(out: str | None) -> None:
    """Raises InputError where the folder of the file for the JSON is not there; `-` stands for standard output."""
    if out not in (None, "-") and not Path(str(out)).parent.is_dir():
        raise InputError(f"--json {out}: there is no such folder: make it, or choose another file")


def deliver(out: str | None, data: Any) -> None:
    """Write the JSON asked for.  Raises InputError where it cannot be written."""
    if out is None:
        return
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    if out == "-":
        sys.stdout.write(text)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise InputError(f"--json {out}: cannot be written ({problem.strerror}): choose another") from problem
