"""Machine-checked proofs: every step is an instance of a named statement or algebra in normal form, for all sizes."""

from verify.proofs.checking import check, examine, ground
from verify.proofs.report import ProofReport

__all__ = ["ProofReport", "check", "examine", "ground"]
