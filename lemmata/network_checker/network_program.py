"""The command of the first program, with the kinds of both."""

from __future__ import annotations

from lemmata.checker.program import KINDS, CertificateError, CheckResult, check_certificate, command, explained, main
from lemmata.network_checker import denial, depth, network_graphs, training_runs  # noqa: F401 - each adds what it knows

__all__ = ["KINDS", "CertificateError", "CheckResult", "check_certificate", "command", "explained", "main"]
