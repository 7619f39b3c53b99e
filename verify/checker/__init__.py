"""Independent re-check of certificates, with the Python standard library alone.

A certificate carries witnesses (eigenvalues, roots, quadratic forms); nothing here looks for them, they are verified.
Nothing is shared with the engine that found the violation: rationals are `fractions.Fraction`, irrational numbers are
enclosed in intervals.  Reading order: `format` (the file), `syntax` (the text form), `numbers`, `matrices`, `evaluate`
(its value) and `functions`, `spectra` for what rests on witnesses, then `domains` and the kinds: `violation`;
`existence` and `depth` on `algebra`; `flow`, `rays`, `descent` and `graph` on `networks`, `setting` and `parts`.

`python -m verify.checker FILE` exits 0 if the certificate establishes what it says, 1 if it is well formed but does
not, 2 if it is unreadable, altered or of another schema.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.checker.depth import check_depth
from verify.checker.descent import check_descent, check_leap
from verify.checker.existence import check_negation, check_opposite
from verify.checker.flow import check_flow
from verify.checker.format import CertificateError, NotEstablished, manifest, read, within
from verify.checker.graph import check_graph
from verify.checker.rays import check_ray
from verify.checker.violation import check_violation

KINDS = {
    "violation": check_violation,
    "flow": check_flow,
    "negation": check_negation,
    "opposite": check_opposite,
    "graph": check_graph,
    "ray": check_ray,
    "descent": check_descent,
    "leap": check_leap,
    "depth": check_depth,
}


@dataclass(frozen=True)
class CheckResult:
    """Outcome of a check: whether the certificate is accepted, and the explanation, line by line."""

    accepted: bool
    lines: list[str]


def check_certificate(path: str | Path, seconds: float = 60.0) -> CheckResult:
    """Check the certificate in a file, giving up (not accepted) after about `seconds`.

    Raises CertificateError, with one clear line, when the file is not an unaltered certificate.
    """
    cert = read(path)
    try:
        with within(seconds):
            lines = KINDS[cert["kind"]](cert, seconds)
    except NotEstablished as failure:
        return CheckResult(False, [f"{cert['statement']}: not established: {failure}"])
    except (RecursionError, MemoryError):
        return CheckResult(False, [f"{cert['statement']}: not established: too large or too deep for this checker"])
    if cert["statement"] not in manifest():
        lines.insert(0, f"{cert['statement']} is not in the manifest: refuted is the text that the certificate carries")
        lines[1:1] = [f"  {part}: {line}" for part in ("let", "given", "claim") for line in cert["text"][part]]
    return CheckResult(True, lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line: check each FILE, and each *.json of a folder, print the explanation, return the worst exit code."""
    given = [Path(p) for p in (sys.argv[1:] if argv is None else argv)]
    if not given:
        print("usage: python -m verify.checker FILE|DIR...", file=sys.stderr)
        return 2
    codes = []
    for path in [file for p in given for file in (sorted(p.glob("*.json")) or [p] if p.is_dir() else [p])]:
        try:
            result = check_certificate(path)
        except CertificateError as error:
            print(f"{path}: {error}", file=sys.stderr)
            codes.append(2)
            continue
        brief = [f"{path.name}: {result.lines[-1 if result.accepted else 0]}"] if any(p.is_dir() for p in given) else []
        print("\n".join(brief or result.lines), flush=True)
        codes.append(0 if result.accepted else 1)
    if len(codes) != 1 or any(p.is_dir() for p in given):
        print(f"{codes.count(0)} accepted, {codes.count(1)} not established, {codes.count(2)} unreadable or altered")
    return max(codes, default=2)


__all__ = ["CertificateError", "CheckResult", "check_certificate", "main"]
