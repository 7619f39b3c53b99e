"""A conjecture as it was written, in a file or in strings: parts, syntax and names, without what they mean.

Nothing heavy is loaded for it, so that a slip of the pen is answered at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lemmata.language.parse import text_limits
from lemmata.language.parse.errors import ReadingError, located, one_line, quoted
from lemmata.language.parse.hints import nearest
from lemmata.language.parse.names import check_domain, check_name, check_names
from lemmata.language.parse.normalised import Unfolded, unfold
from lemmata.language.parse.syntax import Parsed, parse
from lemmata.language.parse.tokens import spelled

KEYS = ("name", "let", "define", "given", "claim")
_EXAMPLE = 'claim = ["smax(A + B) <= smax(A) + smax(B)"]'


@dataclass(frozen=True)
class Written:
    """The parts of a conjecture.  `parsed` holds definitions, hypotheses and claims by their place, as `claim 1`;
    `unfolded` the variables, those of normalised domains replaced.

    Raises ReadingError, with `where` naming the line, for what is no expression and for names that nobody knows.
    """

    name: str
    let: Mapping[str, str]
    given: Sequence[str]
    claim: Sequence[str]
    define: Mapping[str, str] = field(default_factory=dict)
    locator: str = ""
    parsed: Mapping[str, Parsed] = field(init=False)
    unfolded: Unfolded = field(init=False)

    def __post_init__(self) -> None:
        declared, hypotheses, claims = (
            _strings_by_name(self.let),
            _lines(self.given, "given"),
            _lines(self.claim, "claim"),
        )
        defined = _definitions(self.define or {})
        if not claims:
            raise ReadingError("nothing is claimed", f"add a line {_EXAMPLE}")
        texts = {f"define {name}": t for name, t in defined.items()}
        texts |= {f"given {k}": t for k, t in enumerate(hypotheses, 1)}
        texts |= {f"claim {k}": t for k, t in enumerate(claims, 1)}
        domains: dict[str, Parsed] = {}
        for name, text in declared.items():
            with located(f"let {one_line(name)}"):
                check_name(name)
                domains[name] = parse_domain(text)
                check_domain(domains[name], declared)
        parsed: dict[str, Parsed] = {}
        for where, text in texts.items():
            with located(where):
                parsed[where] = parse(text)
        known = {*declared}
        for where, clause in parsed.items():
            with located(where):
                check_names(clause, known)
                if where.startswith("define "):
                    known.add(where.removeprefix("define "))
        object.__setattr__(self, "parsed", parsed)
        hypothesis = {w: p for w, p in parsed.items() if w.startswith("given")}
        object.__setattr__(self, "unfolded", unfold(declared, hypothesis, defined))


def parse_domain(text: str) -> Parsed:
    """The syntax tree of a domain.  Raises ReadingError."""
    try:
        return parse(text)
    except ReadingError as error:
        error.fix = 'write a domain, as in "real(n, n)", "real(n, 1)" or "integer(2, 8)"'
        raise


def from_file(path: Path) -> Written:
    """The conjecture in a file.  Raises ReadingError that names file and line."""
    with located(file=str(path)):
        text = _contents(path)
    with in_file(path, text):
        return _of_table(_table(text), path)


@contextmanager
def in_file(path: Path, text: str | None = None) -> Iterator[None]:
    """Tell a ReadingError that passes the file it arose in, and the line."""
    try:
        yield
    except ReadingError as error:
        error.file = str(path)
        error.file_line = error.file_line or _line_of(error, _contents(path) if text is None else text)
        raise


def _definitions(define: Any) -> dict[str, str]:
    if not isinstance(define, Mapping) or not all(isinstance(text, str) for text in define.values()):
        raise ReadingError("`define` is no table of strings", 'write [define] and below it Y = "A @ B"')
    if len(define) > text_limits.DEFINITIONS:
        raise ReadingError(f"{len(define)} definitions are too many", f"at most {text_limits.DEFINITIONS}")
    return dict(define)


def _contents(path: Path) -> str:
    try:
        if not path.exists():
            raise ReadingError("there is no such file", "check the path")
        if not path.is_file():
            raise ReadingError("this is no file", "name a .toml file")
        with path.open("rb") as stream:
            raw = stream.read(text_limits.FILE_BYTES + 1)
    except OSError as error:
        raise ReadingError(f"it cannot be read: {error.strerror or error}", "check the path and its rights") from None
    if len(raw) > text_limits.FILE_BYTES:
        raise ReadingError(
            f"the file is larger than {text_limits.FILE_BYTES // 1024} KiB", "a conjecture is a few lines of TOML"
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
        if len(line) > text_limits.FILE_LINE:
            error = ReadingError(
                f"a line of more than {text_limits.FILE_LINE} characters", "put each string on its own line"
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
    fix = "check quotes, commas and brackets there"
    if re.match(r"\s*[\w.]+\s*=\s*\[?\s*[A-Za-z(]", line):
        fix = 'put domains and claims into quotes, as in M = "real(n, n)"'
    elif "overwrite" in said:
        fix = "a name stands there twice: keep one"
    elif "\\" in line:
        fix = "a backslash has a meaning inside double quotes: leave it out"
    error = ReadingError(f"not TOML: {said[:1].lower()}{said[1:]}", fix)
    error.file_line = number
    return error


def _of_table(table: Mapping[str, Any], path: Path) -> Written:
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
    return Written(
        name, table.get("let", {}), table.get("given", []), table["claim"], table.get("define", {}), path.name
    )


def _strings_by_name(let: Any) -> dict[str, str]:
    if not isinstance(let, Mapping):
        raise ReadingError("`let` is no table", 'write [let] and below it M = "real(n, n)"')
    if len(let) > text_limits.VARIABLES:
        raise ReadingError(f"{len(let)} variables are too many", f"at most {text_limits.VARIABLES}")
    for name, text in let.items():
        if name in ("given", "claim") and not isinstance(text, str):
            raise ReadingError(f"`{name}` stands under [let]", f"move `{name}` above the line [let]")
        if not isinstance(text, str):
            counted = type(text) is int and 0 < text <= text_limits.DIMENSION
            domain = f"integer({text}, {text})" if counted else "real(n, n)"
            with located(f"let {one_line(name)}"):
                raise ReadingError("a domain is text in quotes", f'write {name} = "{domain}"')
    return dict(let)


def _lines(texts: Any, key: str) -> list[str]:
    lines = [texts] if isinstance(texts, str) else texts
    if not isinstance(lines, Sequence) or not all(isinstance(line, str) for line in lines):
        raise ReadingError(f"`{key}` is no list of strings", f"write {_EXAMPLE.replace('claim', key)}")
    if len(lines) > text_limits.CLAUSES:
        raise ReadingError(f"{len(lines)} lines in `{key}` are too many", f"at most {text_limits.CLAUSES}")
    return list(lines)


def _line_of(error: ReadingError, text: str) -> int | None:
    """Line of the file at which the text with the mistake begins, where it stands there as it was read."""
    part, _, name_ = (error.where or "").partition(" ")
    name = name_ if part in ("let", "define") else None
    for number, line in enumerate(text.split("\n"), 1):
        if name is not None and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
            return number
        if name is None and error.text and error.text in spelled(line):
            return number
    return None
