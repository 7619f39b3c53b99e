"""Which kind of claim a statement makes: the first of the table that takes it.

Every kind is a module of this folder with a function `check(statement, profile, seed)` that gives a Finding: it plans
sizes, searches, judges, makes the certificate, shows what it found and counts what it tried.  What they share in this
stands in `claims`.  A kind of claim is added by one module and one line here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

from lemmata.claims.profiles import Profile
from lemmata.language.networks import Conserved
from lemmata.language.probability import AlmostSurely, Expectation
from lemmata.language.sequences import along_depth
from lemmata.language.statement import Kind, Statement
from lemmata.language.training import FLOW_CLAIMS, DescentBalance, about_a_step
from lemmata.language.verdicts import Finding, Verdict


@dataclass(frozen=True)
class ClaimKind:
    """A kind of claim: the module that judges it, and which statements it takes.

    `screens` says that it evaluates batches of matrices, so that a device concerns it.
    """

    module: str
    takes: Callable[[Statement], bool]
    screens: bool = False

    def check(self) -> Callable[..., Finding]:
        """Its `check`; the module, with all that it needs, is loaded on first use."""
        found: Callable[..., Finding] = importlib.import_module(f"lemmata.claims.{self.module}").check
        return found


def _of(kind: Kind) -> Callable[[Statement], bool]:
    return lambda statement: statement.kind is kind


def _claims(*clauses: type) -> Callable[[Statement], bool]:
    return lambda statement: any(isinstance(c, clauses) for c in statement.claim)


KINDS = (
    ClaimKind("depth_limits", lambda statement: along_depth((*statement.given, *statement.claim))),
    ClaimKind("whole_trainings", _claims(*FLOW_CLAIMS)),
    ClaimKind(
        "descent", lambda statement: _claims(DescentBalance)(statement) or any(map(about_a_step, statement.claim))
    ),
    ClaimKind("trajectory", _claims(Conserved)),
    ClaimKind("graph", _of(Kind.GRAPH)),
    ClaimKind("expectations", lambda statement: any(c.has(Expectation) for c in statement.conjuncts)),
    ClaimKind("finite_probability", _of(Kind.PROBABILITY)),
    ClaimKind("limits", _of(Kind.LIMIT)),
    ClaimKind("measured_claims", _of(Kind.FIGURE)),
    ClaimKind("almost_surely", _claims(AlmostSurely)),
    ClaimKind("algebraic", lambda _: True, screens=True),  # relations between matrices, whatever is left
)


def kind_of(statement: Statement) -> ClaimKind:
    """The kind of claim that this statement makes."""
    return next(kind for kind in KINDS if kind.takes(statement))


def check(statement: Statement, profile: Profile, seed: int = 0, device: str = "cpu") -> Finding:
    """What the module of its kind finds of a statement; what that raises is passed on."""
    found = kind_of(statement)
    where = {"device": device} if found.screens else {}
    return _grounded(statement, found.check()(statement, profile, seed, **where))


def _grounded(statement: Statement, finding: Finding) -> Finding:
    """The same, *proved* where a proof on a principle carries what its module can only test.

    Raises RuntimeError where that proof is not accepted, or contradicts what was found.
    """
    from lemmata.prove import proofs

    settled = finding.proof or finding.verdict in (Verdict.PROVED, Verdict.VACUOUS, Verdict.ERROR)
    proof = None if settled else proofs.check(statement)
    if proof is None:
        return finding
    if not proof.ok:
        raise RuntimeError(f"the proof of {statement.id} is not accepted: {proof.failure}")
    if finding.verdict is Verdict.REFUTED:
        raise RuntimeError(f"{statement.id} has an accepted proof and is refuted: one of them is wrong")
    finding.verdict, finding.scope, finding.proof = Verdict.PROVED, proof.scope, proof.to_json()
    return finding
