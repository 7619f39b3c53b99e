"""Conjecture files: a statement from strings or TOML, safe to accept from a stranger.

    name = "residual link, ReLU columns"
    given = ["smax(M) < 1"]
    claim = ["cond((I(n) + M) @ P) <= (1 + smax(M)) / (1 - smax(M))"]
    [let]
    n = "integer(2, 8)"
    M = "real(n, n)"
    P = "projection(n)"
    [define]
    Q = "(I(n) + M) @ P"

`given` and `define` may be missing or empty.  A variable that nothing uses does not change what is claimed: it is left
out and mentioned in the statement's notes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from lemmata.theorems.language.reading import ReadingError, limits, read_claims
from lemmata.theorems.language.reading.declarations import read_variables, sizing_names
from lemmata.theorems.language.reading.definitions import Definitions, check_length
from lemmata.theorems.language.reading.errors import located, one_line, quoted
from lemmata.theorems.language.reading.hints import nearest
from lemmata.theorems.language.reading.normalised import Unfolded, unfold
from lemmata.theorems.language.reading.syntax import Parsed, parse
from lemmata.theorems.language.relations import Clause
from lemmata.theorems.language.statement import Kind, Paper, Statement

KEYS = ("name", "let", "define", "given", "claim")
CONJECTURE = Paper("conjecture", "Conjectures", "")
_EXAMPLE = 'claim = ["smax(A + B) <= smax(A) + smax(B)"]'


def load(path: str | Path) -> Statement:
    """The statement in a conjecture file.

    Raises ReadingError, whose text names the file, the place and the mend, for anything that is none.
    """
    path = Path(path)
    text = ""
    try:
        text = _contents(path)
        return _statement(_table(text), path)
    except ReadingError as error:
        error.file = str(path)
        error.file_line = error.file_line or _line_of(error, text)
        raise


def build(
    name: str,
    let: Mapping[str, str],
    given: Sequence[str],
    claim: Sequence[str],
    locator: str = "",
    define: Mapping[str, str] | None = None,
) -> Statement:
    """The statement written in strings: variables with their domains, definitions, hypotheses and claims.

    `locator` says where it was found.  Raises ReadingError, with `where` naming the line.
    """
    declared, hypotheses, claims = _strings_by_name(let), _lines(given, "given"), _lines(claim, "claim")
    written = _definitions(define or {})
    if not claims:
        raise ReadingError("nothing is claimed", f"add a line {_EXAMPLE}")
    texts = {f"define {name}": t for name, t in written.items()}
    texts |= {f"given {k}": t for k, t in enumerate(hypotheses, 1)} | {f"claim {k}": t for k, t in enumerate(claims, 1)}
    parsed: dict[str, Parsed] = {}
    for where, text in texts.items():
        with located(where):
            parsed[where] = parse(text)
    unfolded = unfold(declared, {w: p for w, p in parsed.items() if w.startswith("given")}, written)
    dimensions: set[str] = set().union(*map(sizing_names, parsed.values()), *map(sizing_names, unfolded.parsed()))
    with _asked_by(unfolded):
        names = Definitions(read_variables(unfolded.let, dimensions))
    names.read({**unfolded.define, **written}, unfolded.origin)
    given_left = {w: p for w, p in parsed.items() if w.startswith("given") and w not in unfolded.met}
    met = {*unfolded.met, *names.solve(given_left)}
    clauses: dict[str, tuple[Clause, ...]] = {}
    for where, text in texts.items():
        if where not in met and not where.startswith("define"):
            with located(where):
                clauses[where] = read_claims(text, names.names)
                for clause in clauses[where]:
                    check_length(clause, names.names)
    title = _title(name)
    conclusions = tuple(c for where, found in clauses.items() if where.startswith("claim") for c in found)
    statement = Statement(
        id=f"conjecture.{_slug(title)}",
        title=title,
        source=CONJECTURE.at(*([locator] if locator else [])),
        kind=Kind.ALGEBRAIC,
        given=(
            *names.needed(conclusions),
            *(c for where, found in clauses.items() if where.startswith("given") for c in found),
        ),
        claim=conclusions,
        defined=tuple(names.shown.items()),
    )
    used = {leaf.name for leaf in statement.let}
    said = (unfolded.origin.get(name, name) for name in unfolded.let if name not in used and name not in names.shown)
    idle = list(dict.fromkeys(said))
    return replace(statement, notes=f"Declared but not used: {', '.join(idle)}." if idle else "")


@contextmanager
def _asked_by(unfolded: Unfolded) -> Iterator[None]:
    """Let a mistake in a variable that stands for another name the one that was written."""
    try:
        yield
    except ReadingError as error:
        name = (error.where or "").removeprefix("let ")
        if name in unfolded.origin:
            error.where = f"let {unfolded.origin[name]}"
        raise


def _definitions(define: Any) -> dict[str, str]:
    if not isinstance(define, Mapping) or not all(isinstance(text, str) for text in define.values()):
        raise ReadingError("`define` is no table of strings", 'write [define] and below it Y = "A @ B"')
    if len(define) > limits.DEFINITIONS:
        raise ReadingError(f"{len(define)} definitions are too many", f"at most {limits.DEFINITIONS}")
    return dict(define)


def _contents(path: Path) -> str:
    try:
        if not path.exists():
            raise ReadingError("there is no such file", "check the path")
        if not path.is_file():
            raise ReadingError("this is no file", "name a .toml file")
        with path.open("rb") as stream:
            raw = stream.read(limits.FILE_BYTES + 1)
    except OSError as error:
        raise ReadingError(f"it cannot be read: {error.strerror or error}", "check the path and its rights") from None
    if len(raw) > limits.FILE_BYTES:
        raise ReadingError(
            f"the file is larger than {limits.FILE_BYTES // 1024} KiB", "a conjecture is a few lines of TOML"
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadingError(
            f"byte {error.start} is not UTF-8 text", "save it as plain text in UTF-8; is it a TOML file?"
        ) from None
    if "\0" in text:
        raise ReadingError("this is a binary file", "a conjecture is a few lines of TOML")
    if not text.strip():
        raise ReadingError(
            "the file is empty", f'write {_EXAMPLE}, then [let] with A = "real(n, n)" and n = "integer(2, 8)"'
        )
    return text


def _table(text: str) -> dict[str, Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > limits.FILE_LINE:
            error = ReadingError(
                f"a line of more than {limits.FILE_LINE} characters", "put each string on its own line"
            )
            error.file_line = number
            raise error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(str(error), text) from None
    except (ValueError, RecursionError):  # numbers of thousands of digits, brackets nested by the thousand
        raise ReadingError(
            "this is no TOML that can be read", "a conjecture holds strings and lists of strings"
        ) from None


def _no_toml(said: str, text: str) -> ReadingError:
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", said)
    said = said[: found.start()] if found else said
    number = int(found.group(1)) if found and found.group(1) else text.count("\n") + 1
    lines = text.split("\n")
    line = lines[number - 1] if number <= len(lines) else ""
    mend = "check quotes, commas and brackets there"
    if re.match(r"\s*[\w.]+\s*=\s*\[?\s*[A-Za-z(]", line):
        mend = 'put domains and claims into quotes, as in M = "real(n, n)"'
    elif "overwrite" in said:
        mend = "a name stands there twice: keep one"
    elif "\\" in line:
        mend = "a backslash has a meaning inside double quotes: leave it out"
    error = ReadingError(f"not TOML: {said[:1].lower()}{said[1:]}", mend)
    error.file_line = number
    return error


def _statement(table: Mapping[str, Any], path: Path) -> Statement:
    for key in table:
        if key not in KEYS:
            raise ReadingError(f"unknown key {quoted(key)}", nearest(key, KEYS) + f"allowed are {', '.join(KEYS)}")
    if "claim" not in table:
        let = table.get("let")
        if isinstance(let, dict) and isinstance(let.get("claim"), list | str):
            raise ReadingError("`claim` stands under [let]", "move `claim` and `given` above the line [let]")
        raise ReadingError("there is no `claim`", f"add a line {_EXAMPLE} above [let]")
    name = table.get("name", path.stem)
    if not isinstance(name, str):
        raise ReadingError("`name` is no text", 'write name = "what is claimed"')
    return build(name, table.get("let", {}), table.get("given", []), table["claim"], path.name, table.get("define", {}))


def _strings_by_name(let: Any) -> dict[str, str]:
    if not isinstance(let, Mapping):
        raise ReadingError("`let` is no table", 'write [let] and below it M = "real(n, n)"')
    if len(let) > limits.VARIABLES:
        raise ReadingError(f"{len(let)} variables are too many", f"at most {limits.VARIABLES}")
    for name, text in let.items():
        if name in ("given", "claim") and not isinstance(text, str):
            raise ReadingError(f"`{name}` stands under [let]", f"move `{name}` above the line [let]")
        if not isinstance(text, str):
            counted = type(text) is int and 0 < text <= limits.DIMENSION
            domain = f"integer({text}, {text})" if counted else "real(n, n)"
            with located(f"let {one_line(name)}"):
                raise ReadingError("a domain is text in quotes", f'write {name} = "{domain}"')
    return dict(let)


def _lines(texts: Any, key: str) -> list[str]:
    lines = [texts] if isinstance(texts, str) else texts
    if not isinstance(lines, Sequence) or not all(isinstance(line, str) for line in lines):
        raise ReadingError(f"`{key}` is no list of strings", f"write {_EXAMPLE.replace('claim', key)}")
    if len(lines) > limits.CLAUSES:
        raise ReadingError(f"{len(lines)} lines in `{key}` are too many", f"at most {limits.CLAUSES}")
    return list(lines)


def _title(name: str) -> str:
    return " ".join(one_line(name).split())[: limits.TITLE] or "unnamed"


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower())[:60].strip("-") or "unnamed"


def _line_of(error: ReadingError, text: str) -> int | None:
    """Line of the file at which the text with the mistake begins, where it stands there as it was read."""
    part, _, name_ = (error.where or "").partition(" ")
    name = name_ if part in ("let", "define") else None
    for number, line in enumerate(text.split("\n"), 1):
        if name is not None and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
            return number
        if name is None and error.text and error.text in line:
            return number
    return None
