"""Independent re-check of certificates, with the Python standard library alone.

A certificate carries witnesses (eigenvalues, roots, quadratic forms, derivations); nothing here looks for them, they
are verified.  Nothing is shared with the engine that found the violation.  Reading order: `format` (the file),
`syntax` (the text form), `numbers`, `matrices`, `evaluate` (its value) and `functions`, `spectra` for what rests on
witnesses, then the kinds: `violation`; `denial`, for which the kernel works; `depth`; `networks` and `parts`, on which
`training` and `graph` rest.

`python -m lemmata.verify.checker FILE` exits 0 if the certificate establishes what it says, 1 if it is well formed but
does not, 2 if it is unreadable, altered or of another schema.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata.verify.checker.denial import check_denial
from lemmata.verify.checker.depth import check_depth
from lemmata.verify.checker.exact_numbers import Undecided, Undefined
from lemmata.verify.checker.format import CertificateError, NotEstablished, manifest, plain, read, within
from lemmata.verify.checker.network_graphs import check_graph
from lemmata.verify.checker.training_runs import check_descent, check_flow, check_leap, check_ray
from lemmata.verify.checker.violation import check_violation

KINDS = {
    "violation": check_violation,
    "denial": check_denial,
    "depth": check_depth,
    "flow": check_flow,
    "ray": check_ray,
    "descent": check_descent,
    "leap": check_leap,
    "graph": check_graph,
}


FOREIGN = "is not in the manifest: refuted is the text that the certificate carries"


@dataclass(frozen=True)
class CheckResult:
    """Outcome of a check: whether the certificate is accepted, and the explanation, line by line."""

    accepted: bool
    lines: list[str]


def explained(cert: dict[str, Any]) -> list[str]:
    """What a certificate that was read establishes.  Raises NotEstablished or CertificateError."""
    try:
        return KINDS[cert["kind"]](cert)
    except (Undefined, Undecided) as why:
        raise NotEstablished(f"something has no value here: {why}") from why


def check_certificate(path: str | Path, seconds: float = 60.0) -> CheckResult:
    """Check the certificate in a file, giving up (not accepted) after about `seconds`.

    Raises CertificateError, with one clear line, when the file is not an unaltered certificate.
    """
    cert = read(path)
    try:
        with within(seconds):
            lines = explained(cert)
    except NotEstablished as failure:
        return CheckResult(False, [f"{cert['statement']}: not established: {failure}"])
    except (RecursionError, MemoryError, OverflowError, ValueError):  # the last: an integer too long to be printed
        return CheckResult(False, [f"{cert['statement']}: not established: too large or too deep for this checker"])
    if cert["statement"] not in manifest():
        text = [f"  {part}: {line}" for part in ("let", "given", "claim") for line in cert["text"][part]]
        lines = [f"{cert['statement']} {FOREIGN}", *text, *lines]
    return CheckResult(True, lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line: check each FILE, and each *.json of a folder, print the explanation, return the worst exit code."""
    given = [Path(p) for p in (sys.argv[1:] if argv is None else argv)]
    if not given:
        print("usage: python -m lemmata.verify.checker FILE|DIR...", file=sys.stderr)
        return 2
    codes, folder = [], any(p.is_dir() for p in given)
    for path in [file for p in given for file in (sorted(p.glob("*.json")) or [p] if p.is_dir() else [p])]:
        try:
            result = check_certificate(path)
        except CertificateError as error:
            print(f"{plain(str(path))}: {error}", file=sys.stderr)
            codes.append(2)
            continue
        foreign = result.accepted and result.lines[0].endswith(FOREIGN)
        brief = f"{plain(path.name)}: {result.lines[-1 if result.accepted else 0]}"
        brief += f" ({result.lines[0]})" if foreign else ""
        print(brief if folder else "\n".join(result.lines), flush=True)
        codes.append(0 if result.accepted else 1)
    if len(codes) != 1 or folder:
        print(f"{codes.count(0)} accepted, {codes.count(1)} not established, {codes.count(2)} unreadable or altered")
    return max(codes, default=2)


__all__ = ["CertificateError", "CheckResult", "check_certificate", "main"]
