"""Independent re-check of certificates, with the Python standard library alone.

Nothing here is shared with the engine that found the violation: rationals are `fractions.Fraction`, irrational numbers
are enclosed between rationals, eigenvalues are isolated by Sturm sequences.  Reading order: `format` (the file),
`syntax` (the text form), `numbers`, `roots`, `evaluate` (its value) and `functions`, for functions of matrices
`diagonal`, `nearby`, `spectra`, `matrix_functions`, then `domains` and the kinds: `violation`; `existence` and `depth`
on `algebra`; `flow`, `rays`, `descent` and `graph` on `networks`, `setting` and `parts`.

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
from verify.checker.format import CertificateError, NotEstablished, read
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
        return CheckResult(True, KINDS[cert["kind"]](cert, seconds))
    except NotEstablished as failure:
        return CheckResult(False, [f"{cert['statement']}: not established: {failure}"])


def main(argv: Sequence[str] | None = None) -> int:
    """Command line: check each FILE, print the explanation, return the exit code (the worst one)."""
    paths = list(sys.argv[1:] if argv is None else argv)
    if not paths:
        print("usage: python -m verify.checker FILE...", file=sys.stderr)
        return 2
    worst = 0
    for path in paths:
        try:
            result = check_certificate(path)
        except CertificateError as error:
            print(f"{path}: {error}", file=sys.stderr)
            worst = 2
            continue
        print("\n".join(result.lines))
        worst = max(worst, 0 if result.accepted else 1)
    return worst


__all__ = ["CertificateError", "CheckResult", "check_certificate", "main"]
