"""The command: check files, each in a process of its own with bounded time and memory, and say what came of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata.checker import format, violation  # noqa: F401 - the latter adds its kinds
from lemmata.checker.exact_numbers import Undecided, Undefined
from lemmata.checker.format import KINDS, CertificateError, NotEstablished, manifest, plain

FOREIGN = "is not in the manifest: what was checked is the text that the certificate carries"


@dataclass(frozen=True)
class CheckResult:
    """Outcome of a check: whether the certificate is accepted, and the explanation, line by line."""

    accepted: bool
    lines: list[str]


def explained(cert: dict[str, Any]) -> list[str]:
    """What a certificate that was read establishes.  Raises NotEstablished or CertificateError."""
    try:
        return KINDS[cert["kind"]].check(cert)
    except (Undefined, Undecided) as why:
        raise NotEstablished(f"something has no value here: {why}") from why


def check_certificate(path: str | Path, seconds: float = format.SECONDS) -> CheckResult:
    """Check the certificate in a file, giving up (not accepted) after about `seconds`.

    Raises CertificateError, with one clear line, when the file is not an unaltered certificate.
    """
    cert = format.read(path)
    try:
        with format.within(seconds):
            lines = explained(cert)
    except NotEstablished as failure:
        return CheckResult(False, [f"{cert['statement']}: not established: {failure}"])
    except (RecursionError, MemoryError, OverflowError, ValueError):  # the last: an integer too long to be printed
        return CheckResult(False, [f"{cert['statement']}: not established: too large or too deep for this checker"])
    if cert["statement"] not in manifest():
        text = [f"  {part}: {line}" for part in ("let", "given", "claim") for line in cert["text"][part]]
        lines = [f"{cert['statement']} {FOREIGN}", *text, *lines]
    return CheckResult(True, lines)


def report(path: Path, brief: bool) -> int:
    """Check one file, print what came of it (in one line if `brief`), return the exit code."""
    try:
        result = check_certificate(path)
    except CertificateError as error:
        print(f"{plain(str(path))}: {error}", file=sys.stderr)
        return 2
    line = f"{plain(path.name)}: {result.lines[-1 if result.accepted else 0]}"
    line += f" ({result.lines[0]})" if result.lines[0].endswith(FOREIGN) else ""
    print(line if brief else "\n".join(result.lines), flush=True)
    return 0 if result.accepted else 1


def confined(path: Path, brief: bool) -> int:
    """The same in a process of its own, to which the system gives a bounded amount of time and memory."""
    if not hasattr(os, "fork"):
        return report(path, brief)
    child = os.fork()
    if not child:
        code = -1
        try:
            format.bounded()
            code = report(path, brief)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code & 255)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code in (0, 1, 2):
        return code
    print(f"{plain(str(path))}: asks for more time or memory than a certificate is given", file=sys.stderr)
    return 2


def main(argv: Sequence[str] | None = None, check: Callable[[Path, bool], int] = report) -> int:
    """Command line: check each FILE, and each *.json of a folder, print the explanation, return the worst exit code."""
    given = [Path(p) for p in (sys.argv[1:] if argv is None else argv)]
    if not given:
        print("usage: lemmata certify FILE|DIR...", file=sys.stderr)
        return 2
    folder = any(p.is_dir() for p in given)
    files = [file for p in given for file in (sorted(p.glob("*.json")) or [p] if p.is_dir() else [p])]
    codes = [check(path, folder) for path in files]
    if len(codes) != 1 or folder:
        print(f"{codes.count(0)} accepted, {codes.count(1)} not established, {codes.count(2)} unreadable or altered")
    return max(codes, default=2)


def command() -> int:
    """The command line tool: every file within the limits of the system."""
    return main(check=confined)


__all__ = ["KINDS", "CertificateError", "CheckResult", "check_certificate", "command", "explained", "main"]
