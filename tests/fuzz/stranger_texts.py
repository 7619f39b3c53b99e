"""Coverage-guided fuzzing of the reader: `python -m tests.fuzz.stranger_texts --seconds 20`.

Texts that reach a branch of the reader that no earlier text reached are kept and spoiled further.  The only outcomes
allowed are a Statement or a ReadingError with one printable line, within a second.  What is tried is a function of
`--seed`.  Exit status: 0 nothing found, 1 something found; what was found is printed as Python literals.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from lemmata.language import conjecture_files, parse
from lemmata.language.parse import ReadingError
from lemmata.language.statement import Statement
from tests.fuzz.grammar import CLAIMS, DOMAINS, FILES, LET, Grammar, spoiled

SLOW = 1.0  # seconds of processor time that one text may take, not traced
WATCHED = (str(Path(parse.__file__).parent), str(Path(conjecture_files.__file__)))
Text = tuple[str, str]  # what the text stands for (claim, domain or file), and the text
Edge = tuple[int, int, int]  # code object, line before, line


class Coverage:
    """Pairs of consecutive lines executed in the files watched."""

    def __init__(self) -> None:
        self.seen: set[Edge] = set()
        self.fresh = 0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Count edges not seen before in `fresh`."""
        self.fresh, outer = 0, sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(outer)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        if not frame.f_code.co_filename.startswith(WATCHED):
            return None
        last = 0
        code = id(frame.f_code)

        def line(frame: FrameType, event: str, arg: Any) -> Any:
            nonlocal last
            edge = (code, last, frame.f_lineno)
            last = frame.f_lineno
            if edge not in self.seen:
                self.seen.add(edge)
                self.fresh += 1
            return line

        return line


@dataclass
class Findings:
    """What a run did: texts tried and kept, branches reached, and every text with a forbidden outcome."""

    texts: int = 0
    statements: int = 0
    kept: int = 0
    edges: int = 0
    slowest: float = 0.0
    wrong: list[tuple[Text, str]] = field(default_factory=list)


def read(kind: str, text: str, folder: Path) -> Statement:
    """The statement a text stands for."""
    if kind == "claim":
        return conjecture_files.build("fuzz", LET, [], [text])
    if kind == "domain":
        return conjecture_files.build("fuzz", {**LET, "V": text}, [], ["a <= 1"])
    path = folder / "fuzz.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return conjecture_files.load(path)


def outcome(kind: str, text: str, folder: Path) -> tuple[bool, str]:
    """Whether a statement came out, and what is wrong with that, if anything."""
    try:
        statement = read(kind, text, folder)
        return True, "" if isinstance(statement, Statement) and statement.hash else "no statement"
    except ReadingError as error:
        said = str(error)
        spoken = (
            said and said.isprintable() and len(said) < 1000 and all(len(x) < 200 for x in error.marked.split("\n"))
        )
        return False, "" if spoken else f"poor message {said!r}"
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever else comes out is what is being looked for
        return False, f"{type(error).__name__}: {error}"


def run(seconds: float, seed: int = 0, most: int | None = None) -> Findings:
    """Fuzz for that long, or until `most` texts were tried."""
    draw = random.Random(seed)
    grammar = Grammar(draw)
    corpus: list[Text] = (
        [("claim", c) for c in CLAIMS] + [("domain", d) for d in DOMAINS] + [("file", f) for f in FILES]
    )
    waiting = list(corpus)
    coverage, found = Coverage(), Findings()
    end = time.monotonic() + seconds
    with TemporaryDirectory() as name:
        while time.monotonic() < end and (most is None or found.texts < most):
            if waiting:
                kind, text = waiting.pop()
            elif draw.random() < 0.1:
                kind, text = "claim", grammar.claim(draw.randint(0, 4))
            else:
                kind, text = draw.choice(corpus[-200:] if draw.random() < 0.5 else corpus)
                text = spoiled(text, draw)
            start = time.process_time()
            with coverage.watching():
                made, wrong = outcome(kind, text, Path(name))
            if time.process_time() - start > SLOW:  # tracing takes time: judge without it
                start = time.process_time()
                outcome(kind, text, Path(name))
                taken = time.process_time() - start
                found.slowest = max(found.slowest, taken)
                wrong = wrong or (f"took {taken:.1f} s" if taken > SLOW else "")
            found.texts += 1
            found.statements += made
            if coverage.fresh:
                corpus.append((kind, text))
                found.kept += 1
            if wrong:
                found.wrong.append(((kind, text), wrong))
    found.edges = len(coverage.seen)
    return found


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    found = run(options.seconds, options.seed)
    for (kind, text), wrong in found.wrong[:20]:
        print(f"{kind} {text!r}: {wrong}")
    print(
        f"{found.texts} texts, {found.statements} of them statements, {found.kept} kept for new branches, "
        f"{found.edges} branches reached, {len(found.wrong)} wrong, stopped after {options.seconds:g} s"
    )
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
