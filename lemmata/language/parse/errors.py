"""The one error of the reader: what is wrong, where, and how to fix it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class ReadingError(ValueError):
    """Text that is no statement.  `str()` is one line; `marked` shows the place with a caret.

    `message` says what is wrong and `fix` what to write instead.  `text` is the expression that was read and
    `position` the offset of the mistake in it, both None where the mistake is no single place; `where` names the part,
    as in `claim 1`, and `file` and `file_line` the place of that part in a file.
    """

    def __init__(self, message: str, fix: str = "", *, position: int | None = None) -> None:
        super().__init__(message)
        self.message, self.fix, self.position = message, fix, position
        self.text: str | None = None
        self.where: str | None = None
        self.file: str | None = None
        self.file_line: int | None = None

    @property
    def line(self) -> int | None:
        """Line of the mistake inside `text`, counted from 1."""
        return None if self.text is None or self.position is None else self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int | None:
        """Column of the mistake in its line, counted from 1."""
        if self.text is None or self.position is None:
            return None
        return self.position - self.text.rfind("\n", 0, self.position)

    def __str__(self) -> str:
        places = []
        if self.file is not None:
            places.append(self.file if self.file_line is None else f"{self.file}:{self.file_line}")
        spot = [self.where] if self.where else []
        if self.column is not None:
            spot += [f"line {self.line}"] if self.text and "\n" in self.text.strip() else []
            spot.append(f"column {self.column}")
        places += [", ".join(spot)] if spot else []
        said = f"{self.message}; {self.fix}" if self.fix else self.message
        return one_line(": ".join([*places, said]))

    @property
    def marked(self) -> str:
        """The line of the text with a caret under the mistake, or an empty string where there is no single place."""
        if self.text is None or self.position is None or self.line is None or self.column is None:
            return ""
        line, at = self.text.split("\n")[self.line - 1], self.column - 1
        start = max(0, at - 60)
        shown = "".join(c if c.isprintable() else "?" for c in line[start : start + 100])
        return f"  {shown}\n  {' ' * (at - start)}^"


@contextmanager
def located(
    where: str | None = None, *, position: int | None = None, text: str | None = None, file: str | None = None
) -> Iterator[None]:
    """Tell a ReadingError that passes where it arose: the part of the conjecture, the place in a text, as far as it
    does not know."""
    try:
        yield
    except ReadingError as error:
        error.where = error.where or where
        error.position = position if error.position is None else error.position
        error.text, error.file = error.text or text, error.file or file
        raise


def one_line(text: str) -> str:
    """Text for a terminal: one line, nothing unprintable."""
    return "".join(c if c.isprintable() else " " for c in text)


def quoted(text: str, most: int = 40) -> str:
    """What a user wrote, shortened, in backquotes."""
    text = " ".join(one_line(text).split())
    return f"`{text if len(text) <= most else text[: most - 3] + '...'}`"
