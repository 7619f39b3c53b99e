"""Rows of the papers with one change made in their source, and the verdict that a check has to give on each.

`python -m tests.mutants.changed_rows FILE.toml [WORD ...]` tries the changes of a file (those whose row or number is
one of the words) and prints what became of each.
"""

import inspect
import sys
import time
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

from lemmata import catalogue, language
from lemmata.catalogue import registration
from lemmata.claims.profiles import PROFILES
from lemmata.language.statement import Statement
from lemmata.language.verdicts import Finding
from lemmata.run import engine

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Change:
    """A row, what is written where in its module instead of what, and the verdict that is right for it.

    `because` says why the verdict is another than *refuted*, or why the changed row is false where that is not plain.
    """

    number: int
    row: str
    was: str
    now: str
    expected: str = "refuted"
    because: str = ""

    def statement(self) -> Statement:
        """The changed row.  Raises ValueError where the source does not hold `was` once, or means the same after it."""
        original, module = catalogue.get(self.row), _modules()[self.row]
        source = inspect.getsource(module)
        if source.count(self.was) != 1:
            raise ValueError(f"{self.row}: {self.was!r} stands {source.count(self.was)} times in {module.__name__}")
        changed = ModuleType(module.__name__)
        vars(changed).update({name: getattr(language, name) for name in language.__all__}, Fraction=Fraction)
        exec(compile(source.replace(self.was, self.now), str(module.__file__), "exec"), vars(changed))
        found = next(s for s in catalogue.statements_of(changed) if s.id == self.row)
        if found.hash == original.hash:
            raise ValueError(f"{self.row}: says the same with {self.now!r}")
        object.__setattr__(found, "id", f"{self.row}~changed.{self.number}")  # no statement of the catalogue: no proof
        return found

    def finding(self, seed: int = 0) -> Finding:
        """What a quick run finds of the changed row."""
        return engine.dispatch(self.statement(), PROFILES["quick"], seed)


def load(path: Path) -> list[Change]:
    """The changes of a file, numbered from 1."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["change"]
    return [Change(number, **row) for number, row in enumerate(rows, 1)]


@cache
def _modules() -> dict[str, ModuleType]:
    """By id, the module in which a row of the suite's papers is written."""
    modules = [m for key, package in registration.built_in() for m in registration.modules(package, key)]
    return {s.id: module for module in modules for s in catalogue.statements_of(module)}


def main(path: str, *words: str) -> None:
    """Try the changes and print one line each, then how many got the verdict expected."""
    tried = [c for c in load(Path(path)) if not words or c.row in words or str(c.number) in words]
    right = 0
    for change in tried:
        start = time.monotonic()
        verdict = change.finding().verdict.value
        right += verdict == change.expected
        mark = " " if verdict == change.expected else "!"
        print(
            f"{mark} {change.number:3} {verdict:12} {time.monotonic() - start:6.1f} s  {change.row}: "
            f"{change.was!r} -> {change.now!r}",
            flush=True,
        )
    print(f"{right} of {len(tried)} as expected")


if __name__ == "__main__":
    main(*sys.argv[1:])
